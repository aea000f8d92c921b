"""The house's keeper: tables listed, closed, forgotten, a copy of the store; and figures for Prometheus."""

import hmac
from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Depends, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from ludozero.server import rows
from ludozero.server.acts import Answer, Denied, shut
from ludozero.server.answers import answer
from ludozero.server.guests import credentials
from ludozero.server.house import House, address, machine
from ludozero.server.sitting import Sitting

MOST = 1000


async def keeper(request: Request) -> None:
    """Only with the key; without one there is nothing here."""
    house: House = request.app.state.house
    if not house.settings.admin_key:
        raise Denied("no-such-page")
    house.each_address.take(address(request.scope))
    shown = credentials(request.scope) or ""
    if not hmac.compare_digest(shown.encode(), house.settings.admin_key.encode()):
        raise Denied("bad-key")


router = APIRouter(tags=["keeper"])
admin = APIRouter(prefix="/api/admin", tags=["keeper"], dependencies=[Depends(keeper)])


@admin.get("/tables")
async def tables(request: Request) -> Response:
    """All tables, those last touched first."""
    house: House = request.app.state.house
    listed = await house.store.read(lambda connection: rows.all_tables(connection, MOST))
    for row in listed:
        live = house.hall.lives.get(row["table"])
        row["streams"] = len(live.streams) if live else 0
    return answer({"tables": listed})


@admin.post("/tables/{table}/close")
async def close(request: Request, table: str) -> Response:
    """A table ends without a result."""
    house: House = request.app.state.house
    return answer(await house.hall.act(table, closed))


@admin.delete("/tables/{table}")
async def forget(request: Request, table: str) -> Response:
    """A table and its log are deleted."""
    house: House = request.app.state.house
    await house.hall.forget(table)
    return answer({})


@admin.post("/backup")
async def backup(request: Request) -> Response:
    """A copy of the store, whole and consistent, beside it."""
    house: House = request.app.state.house
    file = house.settings.backups / f"ludozero-{house.luck.stamp()}-{house.luck.word(4)}.db"
    await house.store.copy_to(file)
    return answer({"file": str(file.resolve())})


def closed(s: Sitting, now: float) -> Answer:
    """By the keeper."""
    if s.phase == "over":
        raise Denied("wrong-phase", phase=s.phase)
    shut(s, "closed", now)
    return {}


# Figures


class Figures(Collector):
    """What a house is doing, read when it is asked: nothing is counted twice, nothing costs a move anything."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.registry = CollectorRegistry()
        self.registry.register(self)
        self.moves = Histogram(
            "ludozero_move_seconds",
            "From a move's arrival to its answer, committed.",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0),
            registry=self.registry,
        )

    def collect(self) -> Iterator[Metric]:
        """Names as Prometheus wants them."""
        house = self.house
        lives = list(house.hall.lives.values())
        gauges: dict[str, tuple[str, float]] = {
            "tables": ("Tables in memory.", len(lives)),
            "tables_playing": ("Of these, tables at play.", sum(live.sitting.phase == "playing" for live in lives)),
            "streams": ("Open event streams.", len(house.streams.open)),
            "bots_thinking": ("Bots at work.", sum(len(live.thinking) for live in lives)),
            "machine_code": ("1 once all rules run as machine code.", float(house.kernels.state == "ready")),
        }
        counters = {
            "acts": ("What has happened at tables.", house.hall.acts),
            "commits": ("What was committed.", house.store.commits),
            "transactions": ("In how many transactions.", house.store.transactions),
        }
        for name, (about, value) in gauges.items():
            yield GaugeMetricFamily(f"ludozero_{name}", about, value=value)
        for name, (about, value) in counters.items():
            yield CounterMetricFamily(f"ludozero_{name}", about, value=value)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """For Prometheus, from where the configuration says."""
    house: House = request.app.state.house
    if machine(request.scope) not in house.settings.metrics_from:
        raise Denied("no-such-page")
    figures: Any = request.app.state.figures
    return Response(generate_latest(figures.registry), headers={"content-type": CONTENT_TYPE_LATEST})
