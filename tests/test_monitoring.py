"""The port on which the bot tells how it is, the figures of its requests, and reported errors."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from bot.monitoring import Metrics, PortTaken, ReportsMissing, open_port, reporting

ROOT = Path(__file__).parents[1]
LOCAL = "127.0.0.1"
CALLBACK = "/api/v10/interactions/{id}/a-token/callback"


@pytest.fixture
async def discord() -> AsyncIterator[tuple[str, list[int]]]:
    """A stand-in for Discord's API: its address, and the status of its next answers."""
    statuses: list[int] = []

    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=statuses.pop(0))

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, LOCAL, 0)
    await site.start()
    yield f"http://{LOCAL}:{runner.addresses[0][1]}", statuses
    await runner.cleanup()


async def test_first_answers_and_requests(discord: tuple[str, list[int]]) -> None:
    """A second request about an interaction is no first answer; what Discord has given up is
    late."""
    address, statuses = discord
    metrics = Metrics()
    for number in (1, 2, 3):
        metrics.received(number, "component", "confirm")
    statuses += [204, 404, 429, 204]
    async with aiohttp.ClientSession(trace_configs=[metrics.trace()]) as http:
        for number in (1, 2, 3):
            await http.post(address + CALLBACK.format(id=number))
        await http.post(f"{address}/api/v10/channels/7/messages")

    def value(name: str, **labels: str) -> float | None:
        return metrics.registry.get_sample_value(name, labels)

    assert value("tzolkin_answers_total", outcome="taken") == 1
    assert value("tzolkin_answers_total", outcome="late") == 1
    assert value("tzolkin_answers_total", outcome="failed") == 1
    assert value("tzolkin_first_answer_seconds_count") == 3
    assert value("tzolkin_discord_requests_total", method="POST", status="429") == 1
    assert value("tzolkin_discord_requests_total", method="POST", status="204") == 2


async def test_a_request_without_an_answer_is_counted(unused_tcp_port: int) -> None:
    metrics = Metrics()
    async with aiohttp.ClientSession(trace_configs=[metrics.trace()]) as http:
        with pytest.raises(aiohttp.ClientConnectionError):
            await http.post(f"http://{LOCAL}:{unused_tcp_port}{CALLBACK.format(id=1)}")
    assert metrics.registry.get_sample_value("tzolkin_answers_total", {"outcome": "failed"}) == 1


def test_interactions_nobody_answered_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.monitoring.MOST_WAITING", 10)
    metrics = Metrics()
    for number in range(25):
        metrics.received(number, "component", "confirm")
    assert sorted(metrics._received) == list(range(15, 25))


async def test_a_blocked_event_loop_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the loop is late is measured by its own clock."""
    metrics, times = Metrics(), iter([100.0, 100.75, 200.0])
    loop = SimpleNamespace(time=lambda: next(times))
    monkeypatch.setattr("bot.monitoring.asyncio.get_running_loop", lambda: loop)

    async def at_once(seconds: float) -> None:
        if loop.time is None:
            raise asyncio.CancelledError

    monkeypatch.setattr("bot.monitoring.asyncio.sleep", at_once)
    with pytest.raises((StopIteration, RuntimeError)):
        await metrics.watch_the_loop()
    assert metrics.registry.get_sample_value("tzolkin_event_loop_delay_seconds_sum") == 0.25


Opened = Callable[..., Awaitable[str]]


@pytest.fixture
async def opened(unused_tcp_port: int) -> AsyncIterator[Opened]:
    """Opens the port and gives its address."""
    runners = []
    lacking: list[str] = []

    async def counted() -> dict[Any, int]:
        return {"playing": 3}

    async def open_it(*missing: str) -> str:
        lacking[:] = missing

        async def what_is_lacking() -> list[str]:
            return lacking

        metrics = Metrics()
        runners.append(
            await open_port(
                LOCAL, unused_tcp_port,
                metrics=lambda: metrics.page(counted, {"untold_tables": 2}),
                lacking=what_is_lacking,
            )
        )  # fmt: skip
        return f"http://{LOCAL}:{unused_tcp_port}"

    yield open_it
    for runner in runners:
        await runner.cleanup()


async def test_health_and_readiness(opened: Opened) -> None:
    """Alive, but not ready: nobody restarts it, and nobody is sent to it."""
    address = await opened("not connected to Discord")
    async with aiohttp.ClientSession() as http:
        assert (await http.get(f"{address}/healthz")).status == 200
        ready = await http.get(f"{address}/readyz")
        assert (ready.status, await ready.text()) == (503, "not connected to Discord\n")


async def test_figures_on_the_port(opened: Opened) -> None:
    address = await opened()
    async with aiohttp.ClientSession() as http:
        assert (await http.get(f"{address}/readyz")).status == 200
        figures = await (await http.get(f"{address}/metrics")).text()
    assert 'tzolkin_tables{status="playing"} 3.0' in figures
    assert "tzolkin_untold_tables 2.0" in figures
    assert "process_resident_memory_bytes" in figures


async def test_a_port_that_is_taken(opened: Opened) -> None:
    address = await opened()
    with pytest.raises(PortTaken, match=address.rpartition(":")[2]):
        await opened()


def test_the_board_for_grafana_asks_for_figures_there_are() -> None:
    board = json.loads((ROOT / "docs" / "grafana.json").read_text("utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    metrics = Metrics()
    known = {
        name
        for metric in metrics.registry.collect()
        for name in [
            metric.name,
            *(f"{metric.name}_{end}" for end in ("total", "bucket", "sum", "count")),
        ]
    }
    named = {name for expr in asked for name in re.findall(r"(?:tzolkin|process)_\w+", expr)}
    assert named and named <= known
    shown = {metric.name for metric in metrics.registry.collect() if "tzolkin" in metric.name}
    assert [name for name in shown if not any(name in expr for expr in asked)] == []


class Kept(Transport):
    """Keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[Any] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.sent.append(envelope.get_event())


def test_reported_errors_say_nothing_of_people() -> None:
    kept = Kept()
    report = reporting("https://key@example.org/1", "1.0", transport=kept)
    secret = "ana chose chac_mool"
    try:
        try:
            raise ValueError(secret)
        except ValueError as cause:
            raise RuntimeError(f"{secret} token=abc") from cause
    except RuntimeError as error:
        report(error, "press confirm", "a1b2c3")
    [event] = kept.sent
    told = json.dumps(event, default=str)
    assert event["tags"] == {"what": "press confirm", "trace": "a1b2c3"}
    assert [one["type"] for one in event["exception"]["values"]] == ["ValueError", "RuntimeError"]
    assert "test_reported_errors_say_nothing_of_people" in told
    for hidden in (secret, "chac_mool", "token=abc", str(ROOT)):
        assert hidden not in told


def test_an_address_that_is_none() -> None:
    with pytest.raises(ReportsMissing, match="TZOLKIN_SENTRY_DSN"):
        reporting("somewhere", "1.0")
