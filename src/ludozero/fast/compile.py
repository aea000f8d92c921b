# mypy: disable-error-code="no-untyped-call, attr-defined, call-overload, import-untyped"
"""The rules compiled for the CPU: the same functions, each in one version, made when it is first asked for.

Machine code is kept between runs in a folder named by everything it was made from: left to itself Numba notices an
edit in the file of the verb it is asked for, but not in the files of what the verb calls.
"""

import gc
import os
import platform
import re
import shutil
import sys
import time
from enum import EnumMeta
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import RLock
from types import CodeType, FunctionType, ModuleType
from typing import Any, cast

import llvmlite
import llvmlite.binding
import numba
import numpy as np
from numba import njit, types

from ludozero.fast import bulk
from ludozero.fast.bind import copied, copies, neighbours
from ludozero.games import rules
from ludozero.games.shape import Rules

# What each verb takes. STATE and VIEW are the game's records, [] is a row, [,] rows of rows.
VERBS = {
    "start": ("STATE", "int64", "int32[]"),
    "needs": ("STATE", "int16[]", "int16[]"),
    "deal": ("STATE", "int16[]"),
    "waiting": ("STATE",),
    "over": ("STATE",),
    "check": ("STATE", "int64", "int64"),
    "span": ("STATE", "int64"),
    "pick": ("STATE", "int64", "int64"),
    "moves": ("STATE", "int64", "int32[]"),
    "play": ("STATE", "int64", "int64"),
    "finish": ("STATE", "boolean"),
    "score": ("STATE", "int64[]"),
    "see": ("STATE", "int64", "VIEW"),
    "guess": ("VIEW", "int16[]", "int64", "STATE"),
    "weigh": ("VIEW", "int64", "float64[]"),
}
TEXTS = ("spell", "read", "explain", "reckon", "tally")  # these speak of texts and stay as they are
PLAYOUTS = (
    *("STATE[]", "STATE", "uint64[]", "int64", "int32[]", "int16[]", "int16[]", "int32[]"),
    *("int64", "int64[]", "int64[,]"),
)
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # of things that are never compiled
CALLEE: dict[str, Any] = {**OPTIONS, "no_cpython_wrapper": True}
KEPT_DAYS = 30
LOCK = RLock()
OWN: list[Any] = []  # what takes part in the making of machine code besides Numba
if (0, 61) <= numba.version_info.short <= (0, 68):
    from ludozero.fast.lean import RawCompiler, unboxed

    CALLEE["pipeline_class"] = RawCompiler
    OWN.append(unboxed)
COPIES: dict[tuple[str, str], dict[str, ModuleType]] = {}  # by game and policy, what only compiled functions call


class Kernels:
    """A game's module with its verbs compiled; texts and constants are the module's own."""

    def __init__(self, game: str) -> None:
        self._game = game

    def __reduce__(self) -> tuple[Any, ...]:
        return kernels, (self._game,)

    def __getattr__(self, name: str) -> Any:
        plain = getattr(rules(self._game), name)
        if name in VERBS:
            value = compiled(self._game, plain, *VERBS[name])
        elif isinstance(plain, FunctionType) and name not in TEXTS:
            value = njit(copied(plain, vars(inner(self._game, sys.modules[plain.__module__]))), **OPTIONS)
        else:
            value = plain
        setattr(self, name, value)
        return value


@cache
def kernels(game: str) -> Rules:
    """The compiled rules of a game: each verb is compiled, or loaded, when it is first looked up."""
    return cast(Rules, Kernels(game))


def prepared(game: str) -> Rules:
    """The compiled rules of a game, with every verb ready to be called."""
    made = kernels(game)
    for verb in VERBS:
        getattr(made, verb)
    return made


@cache
def playouts(game: str) -> Any:
    """`bulk.playouts` about this game."""
    return compiled(game, bulk.playouts, *PLAYOUTS)


def compiled(game: str, function: Any, *kinds: str, policy: ModuleType | None = None) -> Any:
    """A function of the dialect compiled about this game, for arguments of these kinds (as in VERBS) and no others.

    With a policy, it is also about that way to play.
    """
    module = sys.modules[function.__module__]
    arguments = tuple(kind_of(game, kind) for kind in kinds)
    with LOCK:
        copy = copied(function, vars(inner(game, module, policy)))
        folder = cache_folder(game, module, policy)
        before, collecting = numba.config.CACHE_DIR, gc.isenabled()
        numba.config.CACHE_DIR = str(folder or "")
        gc.disable()  # it would look through all that Numba builds, again and again: a tenth of the time
        try:
            return njit(arguments, cache=folder is not None, **OPTIONS)(copy)
        finally:
            numba.config.CACHE_DIR = before
            if collecting:
                gc.enable()


def kind_of(game: str, kind: str) -> Any:
    """Numba's name for a kind of argument."""
    name, _, rest = kind.partition("[")
    if name in ("STATE", "VIEW"):
        known = numba.from_dtype(getattr(rules(game), name))
    else:
        known = getattr(types, name)
    return types.Array(known, len(rest), "C") if rest else known


def inner(game: str, module: ModuleType, policy: ModuleType | None = None) -> ModuleType:
    """The module about this game and policy, its functions ready to be called by compiled ones."""
    known = cast(ModuleType, rules(game))
    with LOCK:
        shared = COPIES.setdefault((game, ""), {})
        about = {"rules": copies(known, callee, {}, shared)}
        if policy is None:
            return copies(module, callee, about, shared)
        made = COPIES.setdefault((game, policy.__name__), dict(shared))
        return copies(module, callee, {**about, "policy": copies(policy, callee, about, made)}, made)


def callee(function: FunctionType) -> Any:
    """A function only compiled functions call. All small numbers are int64 to it: one version serves every caller."""
    made = njit(function, **CALLEE)
    if isinstance(made, FunctionType):  # NUMBA_DISABLE_JIT
        return made
    template = made.get_call_template

    def one_version(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return template(tuple(map(wide, args)), kws)

    made.get_call_template = one_version
    return made


def wide(kind: Any) -> Any:
    """The kind an argument is handed over as."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.bitwidth < 64 else kind


# Where machine code is kept


def cache_folder(game: str, module: ModuleType, policy: ModuleType | None = None) -> Path | None:
    """The folder of what is compiled from this module about this game; None where no folder can be written."""
    folder = cache_home() / f"{game}-{fingerprint(game, module, policy)}"
    try:
        if not folder.is_dir():
            folder.mkdir(0o700, parents=True, exist_ok=True)
            forget(folder.parent)
        os.utime(folder)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def cache_home() -> Path:
    """LUDOZERO_CACHE, or the user's place for such things."""
    if chosen := os.environ.get("LUDOZERO_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "ludozero"


def forget(home: Path) -> None:
    """Removes the machine code of rules nobody has used for a month."""
    for folder in home.glob("*-" + "?" * 16):
        if time.time() - folder.stat().st_mtime > KEPT_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def fingerprint(game: str, module: ModuleType, policy: ModuleType | None = None) -> str:
    """Names all that the machine code depends on: the functions and constants in memory, versions, and the CPU."""
    digest = sha256()
    switches = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_") and "CACHE" not in item[0])
    versions = (sys.version, np.__version__, numba.__version__, llvmlite.__version__, platform.machine(), switches)
    cpu = (llvmlite.binding.get_host_cpu_name(), sorted(llvmlite.binding.get_host_cpu_features().items()))
    digest.update(repr((versions, cpu)).encode() + essence(OWN))
    about = {"rules": cast(ModuleType, rules(game))} | ({"policy": policy} if policy else {})
    seen: set[str] = set()
    due = [*about.values(), module]
    while due:
        one = due.pop()
        if one.__name__ not in seen:
            seen.add(one.__name__)
            due += [home for _, _, home in neighbours(one, about)]
    for name in sorted(seen):
        for key, value in sorted(vars(sys.modules[name]).items()):
            if not key.startswith("__"):
                digest.update(f"{name}.{key}=".encode())
                digest.update(essence(value))
    return digest.hexdigest()[:16]


def essence(value: Any) -> bytes:
    """What a constant or function contributes to compiled code, as bytes."""
    match value:
        case FunctionType():
            inside = value.__code__, value.__defaults__, [cell.cell_contents for cell in value.__closure__ or ()]
            return essence(inside)
        case CodeType():
            return essence((value.co_code, value.co_consts, value.co_names, value.co_varnames, value.co_freevars))
        case np.ndarray():
            return repr((value.dtype, value.shape)).encode() + value.tobytes()
        case EnumMeta():
            return repr(list(value)).encode()
        case dict():
            return essence(list(value.items()))
        case tuple() | list():
            return b"(" + b",".join(essence(one) for one in value) + b")"
        case set() | frozenset():
            return essence(sorted(map(essence, value)))
    return ADDRESS.sub("", repr(value)).encode()
