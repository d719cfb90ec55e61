"""Metrics of the running bot, in the form that Prometheus reads.

Labels have few values, and none that tells people or typed texts.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from types import SimpleNamespace
from typing import Any

import aiohttp
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from bot.model.table import Status

ANSWER_SECONDS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0)
"""Bounds of the histogram of first answers, in seconds: Discord waits for three."""
DRAWING_SECONDS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 2.0, 5.0)
DELAY_SECONDS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
LOOK_EVERY = 0.5
"""The seconds between two measurements of the event loop's delay."""
MOST_WAITING = 5_000
"""The most interactions remembered until their answer; those never answered are dropped."""
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
_TAKEN, _GIVEN_UP = range(200, 300), 404


class Metrics:
    """The metrics of one running bot."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry(auto_describe=True)
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self.interactions = Counter(
            "tzolkin_interactions", "Commands and presses received", ["kind", "name"],
            registry=registry,
        )  # fmt: skip
        self.answers = Counter(
            "tzolkin_answers",
            "First answers by outcome: taken; late, Discord had given up; failed",
            ["outcome"], registry=registry,
        )  # fmt: skip
        self.answer_seconds = Histogram(
            "tzolkin_first_answer_seconds", "From an interaction to its first answer",
            buckets=ANSWER_SECONDS, registry=registry,
        )  # fmt: skip
        self.dropped = Counter(
            "tzolkin_dropped", "Commands and presses not begun because Discord no longer waits",
            ["kind"], registry=registry,
        )  # fmt: skip
        self.refusals = Counter(
            "tzolkin_refusals",
            "Refusals: what was not done, with the reason",
            ["code"],
            registry=registry,
        )
        self.errors = Counter("tzolkin_errors", "Errors logged with a trace id", registry=registry)
        self.requests = Counter(
            "tzolkin_discord_requests", "Answers of Discord's API; 0: none came",
            ["method", "status"], registry=registry,
        )  # fmt: skip
        self.drawing_seconds = Histogram(
            "tzolkin_drawing_seconds", "Time to draw a picture", ["picture"],
            buckets=DRAWING_SECONDS, registry=registry,
        )  # fmt: skip
        self.delay_seconds = Histogram(
            "tzolkin_event_loop_delay_seconds", "How late the event loop is",
            buckets=DELAY_SECONDS, registry=registry,
        )  # fmt: skip
        self.tables = Gauge("tzolkin_tables", "Tables by status", ["status"], registry=registry)
        self._gauges = {
            name: Gauge(f"tzolkin_{name}", words, registry=registry)
            for name, words in (
                ("untold_tables", "Tables whose channel has not been told everything"),
                ("interactions_queue", "Commands and presses that wait for their turn"),
                ("drawing_queue", "Pictures being drawn or waiting for it"),
                ("thinking_queue", "Questions waiting for a computer player's thought"),
                ("servers", "Servers the bot is in"),
            )
        }
        self._received: dict[int, float] = {}

    def received(self, interaction_id: int, kind: str, name: str) -> None:
        """Note that an interaction came in just now."""
        self.interactions.labels(kind, name).inc()
        while len(self._received) >= MOST_WAITING:
            del self._received[next(iter(self._received))]
        self._received[interaction_id] = monotonic()

    def drawn(self, function: Callable[..., Any], seconds: float) -> None:
        """Note that a function has drawn a picture; from any thread."""
        self.drawing_seconds.labels(function.__name__).observe(seconds)

    def trace(self, answering: Callable[[int], None] = lambda number: None) -> aiohttp.TraceConfig:
        """Make the hook that counts the requests of discord.py's client, and notices first answers.
        `answering` gets the id of an interaction when its first answer is sent off."""

        async def begun(
            _: Any, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
        ) -> None:
            callback = _CALLBACK.search(request.url.path)
            if callback is not None:
                answering(int(callback[1]))

        config = aiohttp.TraceConfig()
        config.on_request_start.append(begun)
        config.on_request_end.append(self._request_ended)
        config.on_request_exception.append(self._request_failed)
        return config

    async def _request_ended(
        self, _: Any, __: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        self._answered(ended.method, ended.url.path, ended.response.status)

    async def _request_failed(
        self, _: Any, __: SimpleNamespace, failed: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self._answered(failed.method, failed.url.path, 0)

    def _answered(self, method: str, path: str, status: int) -> None:
        self.requests.labels(method, status).inc()
        callback = _CALLBACK.search(path)
        if callback is None:
            return
        late = "late" if status == _GIVEN_UP else "failed"
        self.answers.labels("taken" if status in _TAKEN else late).inc()
        since = self._received.pop(int(callback[1]), None)
        if since is not None:
            self.answer_seconds.observe(monotonic() - since)

    async def watch_the_loop(self) -> None:
        """Measure the event loop's delay without end."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK_EVERY
            await asyncio.sleep(LOOK_EVERY)
            self.delay_seconds.observe(max(0.0, loop.time() - due))

    async def page(
        self, tables: Callable[[], Awaitable[Mapping[Status, int]]], now: Mapping[str, float]
    ) -> bytes:
        """Write all metrics as Prometheus reads them, tables by status and gauges `now`
        included."""
        for status, count in (await tables()).items():
            self.tables.labels(status).set(count)
        for name, number in now.items():
            self._gauges[name].set(number)
        return generate_latest(self.registry)
