"""One command, `ludozero`. Errors are one line and exit code 2, long work shows its progress."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ludozero.cli.choose import choose_game
from ludozero.cli.wrong import Mistyped, sentence, speak, spoken
from ludozero.games import GAMES, rules
from ludozero.words import say

# What a command needs besides is imported when it runs: the help and the first question come at once.

LEVELS = ("beginner", "club", "expert", "master")
ADVISER = "expert"
app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Game = Annotated[str, typer.Argument(help=f"The game: {', '.join(GAMES)}.")]
Seats = Annotated[int, typer.Option(help="How many sit at the table.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="An option of the game, NAME=VALUE; repeat it.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Lang = Annotated[str | None, typer.Option(help="fr, en or de; by default as the environment says.")]
PackFile = Annotated[Path | None, typer.Option("--pack", help="A pack file that corrects the settled pack.")]


def chosen(pairs: list[str] | None) -> dict[str, str]:
    """`NAME=VALUE` pairs as a dict."""
    options = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Mistyped("not-a-pair", text=pair)
        options[name.strip()] = value.strip()
    return options


def rounded(value: Any) -> Any:
    """As people read numbers."""
    if isinstance(value, list):
        return ", ".join(str(rounded(part)) for part in value)
    return f"{value:.2f}" if isinstance(value, float) else value


def out(data: Any) -> None:
    """JSON for programs."""
    typer.echo(json.dumps(data, ensure_ascii=False))


def version(asked: bool) -> None:
    """Prints it, and that is all."""
    if asked:
        from importlib.metadata import version as of

        typer.echo(of("ludozero"))
        raise typer.Exit


@app.callback()
def command(
    _: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Four zero card games: play them, understand them, study them."""


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help=f"The game: {', '.join(GAMES)}; asked for if left out.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let friends in the house come in: shows them a link.")] = False,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Of the browser game; else LUDOZERO_PORT.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many sit at the table; 3 by default.")] = None,
    option: Options = None,
    seed: Annotated[int | None, typer.Option(help="Deals that everybody knows, to play them again.")] = None,
    level: Annotated[str | None, typer.Option(help=f"How strong the bots are: {', '.join(LEVELS)}; or a bot.")] = None,
    hints: Annotated[
        str | None, typer.Option(help=f"Who gives hints: a level or a bot; {ADVISER} if left out.")
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Write the game's record to this file at the end.")] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Draw the table on the whole terminal.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Line by line, for screen readers; so it is in pipes.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Play in the browser; against bots on the whole terminal or, as in pipes, line by line.

    What the browser does not need - seats, options, seed, level, hints, record - asks for the game in lines.
    """
    from ludozero.table.setup import game_rules

    tongue = speak(lang)
    lines = any(given is not None for given in (seats, option, seed, level, hints, record))
    if lan or port or not (terminal or plain or lines or (game and not sys.stdin.isatty())):
        if game:
            game_rules(game, rules(game).SEATS[0] if game in GAMES else 0)
        from ludozero.cli.home import open_home

        open_home(f"/new/{game}" if game else "/", tongue, port=port, lan=lan)
        return
    from ludozero.cli.play import show, usual_level
    from ludozero.cli.session import sit_down
    from ludozero.table.record import save

    game = game or choose_game(tongue, sys.stdin, sys.stdout)
    seats = 3 if seats is None else seats
    game_rules(game, seats)
    session = sit_down(
        game,
        seats,
        chosen(option),
        seed,
        level=level or usual_level(sys.stdin),
        adviser=hints or ADVISER,
        lang=tongue,
        patient=sys.stdin.isatty(),
    )
    show(session, terminal, plain)
    if record:
        record.write_text(save(session.table), "utf-8")


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; :: or 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Else LUDOZERO_PORT, else 8010.")] = None,
    store: Annotated[str | None, typer.Option(help="A database's URL; by default an SQLite file of one's own.")] = None,
    config: Annotated[Path | None, typer.Option(help="A file of settings, TOML; else LUDOZERO_CONFIG.")] = None,
    lang: Lang = None,
) -> None:
    """Serve tables to others; several of these may share one PostgreSQL."""
    from ludozero.cli.keep import serve_house

    serve_house(host, port, store, config, speak(lang))


admin = typer.Typer(help="Look after a house that is open.", rich_markup_mode=None)
app.add_typer(admin, name="admin")
House = Annotated[
    str | None, typer.Option("--server", help="The house's URL; by default the one open on this machine.")
]
Key = Annotated[
    str | None, typer.Option(help="The keeper's key; else LUDOZERO_ADMIN_KEY, else that of one's own house.")
]


@admin.command("tables")
def admin_tables(server: House = None, key: Key = None, lang: Lang = None, as_json: Json = False) -> None:
    """All tables, those last touched first."""
    from ludozero.cli.keep import Keeper

    found = Keeper(server, key, speak(lang)).ask("GET", "tables")["tables"]
    if as_json:
        out(found)
        return
    for row in found:
        typer.echo("  ".join(str(row[name]) for name in ("table", "game", "phase", "visibility", "streams")))


@admin.command("close")
def admin_close(table: str, server: House = None, key: Key = None, lang: Lang = None) -> None:
    """End a table without a result."""
    from ludozero.cli.keep import Keeper

    Keeper(server, key, speak(lang)).ask("POST", f"tables/{table}/close")


@admin.command("forget")
def admin_forget(table: str, server: House = None, key: Key = None, lang: Lang = None) -> None:
    """Delete a table and its log."""
    from ludozero.cli.keep import Keeper

    Keeper(server, key, speak(lang)).ask("DELETE", f"tables/{table}")


@admin.command("backup")
def admin_backup(server: House = None, key: Key = None, lang: Lang = None) -> None:
    """Copy the store while it is in use; tells the file, on the house's machine."""
    from ludozero.cli.keep import Keeper

    typer.echo(Keeper(server, key, speak(lang)).ask("POST", "backup")["file"])


@app.command()
def bot(
    command: Annotated[str, typer.Argument(help="A program that speaks the line protocol, like 'python3 my_bot.py'.")],
    join: Annotated[str | None, typer.Option(help="The link to join a table; it plays until that is over.")] = None,
    server: Annotated[str | None, typer.Option(help="A house's URL, with a token: it plays wherever it sits.")] = None,
    token: Annotated[str, typer.Option(help="Of a guest of the house; by default it becomes a new one.")] = "",
    name: Annotated[str, typer.Option(help="A new guest's name.")] = "bot",
    seconds: Annotated[float | None, typer.Option(min=0.01, help="That it has for a decision; 10 if left out.")] = None,
    lang: Lang = None,
) -> None:
    """Take a bot of one's own to a table of a house elsewhere."""
    from ludozero.cli.remote import Remote, read_link

    if not join and not (server and token):
        raise Mistyped("whither")
    link = read_link(join) if join else None
    remote = Remote(link.server if link else str(server), command, token, name, seconds, speak(lang))
    try:
        if link:
            typer.echo(f"{link.server}/t/{link.table}: {remote.sit(link.table, link.key)}")
        remote.play(link.table if link else "")
    finally:
        remote.close()


@app.command()
def simulate(
    game: Game,
    seats: Seats = 3,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    option: Options = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    threads: Annotated[int, typer.Option(help="How many run at once; the games are the same.")] = 1,
    device: Annotated[str, typer.Option(help="cpu or gpu.")] = "cpu",
    max_moves: Annotated[int, typer.Option(help="A game longer than this is counted as truncated.")] = 100_000,
    pack: PackFile = None,
    as_json: Json = False,
) -> None:
    """Play many games at random and count.

    Every move is drawn uniformly from the legal ones.
    """
    from ludozero.lab.simulate import simulate as run
    from ludozero.table.setup import game_rules, load_pack, read_options

    game_rules(game, seats)
    options = read_options(game, {**chosen(option)})
    with progress(games, quiet=as_json) as step:
        found = run(
            game,
            seats=seats,
            games=games,
            options=options if option else None,
            seed=seed,
            threads=threads,
            device=device,
            max_moves=max_moves,
            pack=load_pack(pack) if pack else None,
            progress=step,
        )
    if as_json:
        out(found)
        return
    for name, value in found.items():
        typer.echo(f"{name}: {rounded(value)}")


@app.command()
def arena(
    game: Game,
    a: Annotated[str, typer.Option("--a", help="The bot in one seat: NAME[:BUDGET], as expert:100ms or flat:200sims.")],
    b: Annotated[str, typer.Option("--b", help="The bot in all the others; it may be a guest: cmd=… or py=….")],
    seats: Seats = 3,
    deals: Annotated[int, typer.Option(help="How many deals; each is played with A in every seat.")] = 100,
    option: Options = None,
    sprt: Annotated[bool, typer.Option("--sprt", help="Stop as soon as it is clear whether A is stronger.")] = False,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 0,
    processes: Annotated[int, typer.Option(help="How many games are played at once.")] = 1,
    threads: Annotated[int, typer.Option(help="How many threads each bot thinks on.")] = 1,
    decks: Annotated[Path | None, typer.Option(help="Play the deals of this file.")] = None,
    save_decks: Annotated[Path | None, typer.Option(help="Write the deals to this file, for others.")] = None,
    lines: Annotated[Path | None, typer.Option(help="Write a line of JSON about each game to this file.")] = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Find out which of two bots plays better.

    Both play the same deals, each from every seat.
    """
    from ludozero.cli.arena import sentences
    from ludozero.lab.arena import arena as run
    from ludozero.table.setup import game_rules

    game_rules(game, seats)
    with progress(deals * seats, quiet=False) as step:
        found = run(
            game,
            seats,
            a,
            b,
            deals,
            options=chosen(option),
            seed=seed,
            sprt=sprt,
            processes=processes,
            threads=threads,
            decks=decks,
            save_decks=save_decks,
            lines=lines,
            progress=step,
        )
    if as_json:
        out(found)
        return
    for line in sentences(found, speak(lang)):
        typer.echo(line)


@app.command(context_settings={"ignore_unknown_options": True})  # safe cards may begin with a minus
def score(
    game: Game,
    cards: Annotated[
        str, typer.Argument(help="Cards like 'R1 R4', safe cards like '-2 -1 3', rows like '1,6,5 -,3,10'.")
    ],
    most_zeros: Annotated[bool, typer.Option("--most-zeros", help="hero: this collection has the most zeros.")] = False,
    supers: Annotated[int, typer.Option("--super", min=0, help="zatre: how many super bonuses.")] = 0,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Count the points of real cards on a real table."""
    from ludozero.cli.score import breakdown
    from ludozero.table.score import scored
    from ludozero.table.setup import game_rules

    game_rules(game, rules(game).SEATS[0] if game in GAMES else 0)
    found = scored(game, cards, most_zeros, supers)
    if as_json:
        out(found)
        return
    tongue = speak(lang)
    for line in breakdown(game, found, tongue):
        typer.echo(line)
    typer.echo(say("common", "talk.points", {"points": found["points"]}, tongue))


@app.command("verify")
def verify_record(
    record: Annotated[Path, typer.Argument(help="The record of a game.")],
    commitment: Annotated[str | None, typer.Option(help="The commitment published before the game.")] = None,
    as_json: Json = False,
) -> None:
    """Check a record against its deals, its rules and its promise."""
    from ludozero.table.record import load, verify

    verdict = verify(load(record), commitment)
    if as_json:
        out({"verdict": verdict})
    else:
        typer.echo(verdict)


@app.command()
def bench(as_json: Json = False) -> None:
    """Measure this machine beside OpenSpiel's hearts.

    All games in one run, and how long compiling takes.
    """
    from ludozero.lab.bench import bench as run

    found = run()
    if as_json:
        out(found)
        return
    for name, value in found.items():
        typer.echo(f"{name}: {json.dumps(value)}")


class progress:  # noqa: N801 - used like a function
    """A bar on the terminal while something long runs; nothing where nobody looks."""

    def __init__(self, total: int, quiet: bool) -> None:
        self.shown = not quiet and sys.stderr.isatty()
        self.total = total

    def __enter__(self) -> Any:
        if not self.shown:
            return None
        from rich.console import Console
        from rich.progress import Progress

        self.bar = Progress(console=Console(stderr=True), transient=True)
        self.bar.start()
        task = self.bar.add_task("", total=self.total)
        return lambda done: self.bar.update(task, completed=done)

    def __exit__(self, *_: object) -> None:
        if self.shown:
            self.bar.stop()


def main() -> None:
    """The command: whatever goes wrong with the input is one line and exit code 2."""
    words = sys.argv[1:] or ["--help"]
    try:
        sys.exit(app(words, standalone_mode=False, prog_name="ludozero"))  # 130 after Ctrl-C
    except typer.Abort:
        sys.exit(130)
    except BrokenPipeError:  # whoever reads has seen enough
        sys.stderr.close()
    except Exception as wrong:
        told = sentence(wrong, spoken(words))
        if told is None:
            raise
        print(f"ludozero: {' '.join(told.split())}", file=sys.stderr)
        sys.exit(2)
