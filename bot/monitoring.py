"""How the running bot is: its metrics, in the form that Prometheus reads; the port of this machine
on which it tells them and its health (/metrics, /healthz, /readyz); and errors reported to a server
of Sentry's kind, if a setting names one.

Labels have few values, none of which tells of people or typed texts. Reports name places in the
program, without typed texts, names and secrets.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib import import_module
from time import monotonic
from types import SimpleNamespace
from typing import Any

import aiohttp
from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from bot.model.table import Status
from bot.process import Newest

ANSWER_SECONDS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0)
"""Bounds of the histogram of the time to the first answer, in seconds: Discord waits for three."""
DRAWING_SECONDS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 2.0, 5.0)
DELAY_SECONDS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
LOOK_EVERY = 0.5
"""How many seconds pass between two measurements of the event loop's delay."""
MOST_WAITING = 5_000
"""How many interactions are remembered until they are answered; the oldest of more are
forgotten."""
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
        self._received = Newest[int, float](MOST_WAITING)

    def received(self, interaction_id: int, kind: str, name: str) -> None:
        """Note that an interaction came in just now."""
        self.interactions.labels(kind, name).inc()
        self._received[interaction_id] = monotonic()

    def drawn(self, function: Callable[..., Any], seconds: float) -> None:
        """Note that a function has drawn a picture; from any thread."""
        self.drawing_seconds.labels(function.__name__).observe(seconds)

    def trace(self, answering: Callable[[int], None] = lambda number: None) -> aiohttp.TraceConfig:
        """The hook that counts the requests of discord.py's client, and notices first answers.
        `answering` is called with the id of an interaction when its first answer is being sent."""

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
        """Measure the event loop's delay every `LOOK_EVERY` seconds, for ever."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK_EVERY
            await asyncio.sleep(LOOK_EVERY)
            self.delay_seconds.observe(max(0.0, loop.time() - due))

    async def page(
        self, tables: Callable[[], Awaitable[Mapping[Status, int]]], now: Mapping[str, float]
    ) -> bytes:
        """All metrics in the form that Prometheus reads. `tables` counts tables by status; `now`
        are the values of gauges by name."""
        for status, count in (await tables()).items():
            self.tables.labels(status).set(count)
        for name, number in now.items():
            self._gauges[name].set(number)
        return generate_latest(self.registry)


Report = Callable[[BaseException, str, str], None]
"""report(error, what, trace): report an error of the act `what` with its trace id; never raises."""
_KEPT_OF_A_FRAME = ("filename", "function", "module", "lineno", "in_app")
_KEPT = ("event_id", "timestamp", "platform", "level", "release", "exception", "tags", "sdk")


class ReportsMissing(Exception):
    """sentry-sdk is not installed; the message is one sentence for whoever runs the bot."""


def no_report(error: BaseException, what: str, trace: str) -> None:
    """Report nothing: errors are only in the log."""


def reporting(dsn: str, release: str, **options: Any) -> Report:
    """Make the function that reports errors to the server at the address `dsn`; `options` are for
    the client of sentry-sdk. Raises ReportsMissing."""
    try:
        sdk, utils = import_module("sentry_sdk"), import_module("sentry_sdk.utils")
    except ImportError:
        raise ReportsMissing(
            "TZOLKIN_SENTRY_DSN is set, but sentry-sdk is not installed; install the extra "
            "“reports”."
        ) from None
    try:
        client = sdk.Client(
            dsn=dsn, release=release, before_send=scrubbed, default_integrations=False,
            send_default_pii=False, include_local_variables=False, include_source_context=False,
            server_name="", **options,
        )  # fmt: skip
    except utils.BadDsn:
        raise ReportsMissing("TZOLKIN_SENTRY_DSN is not the address of an error server.") from None

    def report(error: BaseException, what: str, trace: str) -> None:
        event, hint = utils.event_from_exception(error, client_options=client.options)
        event["tags"] = {"what": what, "trace": trace}
        client.capture_event(event, hint)

    return report


def scrubbed(event: dict[str, Any], hint: Any) -> dict[str, Any]:
    """The event with nothing but the kinds of errors and lines of the program. Messages of errors
    are left out: they may hold names, typed text, and the parameters of a statement."""
    for error in event.get("exception", {}).get("values", ()):
        error["value"] = ""
        frames = error.get("stacktrace", {}).get("frames", ())
        error["stacktrace"] = {
            "frames": [{key: one[key] for key in _KEPT_OF_A_FRAME if key in one} for one in frames]
        }
        error.pop("mechanism", None)
    return {key: event[key] for key in _KEPT if key in event}


UNAVAILABLE = 503


class PortTaken(Exception):
    """The port cannot be opened; the message is one sentence for whoever runs the bot."""


async def open_port(
    host: str, port: int, *,
    metrics: Callable[[], Awaitable[bytes]], lacking: Callable[[], Awaitable[Sequence[str]]],
) -> web.AppRunner:  # fmt: skip
    """Serve the port until `cleanup` of what is returned. /healthz answers as long as the event
    loop runs; /readyz answers with status 503 and a line for each thing that is `lacking`. Raises
    PortTaken."""

    async def tell_metrics(_: web.Request) -> web.Response:
        return web.Response(body=await metrics(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def tell_health(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def tell_readiness(_: web.Request) -> web.Response:
        missing = await lacking()
        if missing:
            return web.Response(status=UNAVAILABLE, text="".join(f"{one}\n" for one in missing))
        return web.Response(text="ready\n")

    app = web.Application()
    app.add_routes([
        web.get("/metrics", tell_metrics),
        web.get("/healthz", tell_health),
        web.get("/readyz", tell_readiness),
    ])  # fmt: skip
    return await serve_on(app, host, port, "TZOLKIN_MONITORING_PORT")


async def serve_on(app: web.Application, host: str, port: int, setting: str) -> web.AppRunner:
    """Serve an application on a port until `cleanup` of what is returned. Raises PortTaken, with
    the `setting` that names the port."""
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        await runner.cleanup()
        raise PortTaken(
            f"{setting} {port} cannot be opened on {host}: {error.strerror}."
        ) from error
    return runner
