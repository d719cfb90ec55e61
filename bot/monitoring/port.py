"""A port of this machine on which the running bot tells its state: /metrics, /healthz, /readyz."""

from collections.abc import Awaitable, Callable, Sequence

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

UNAVAILABLE = 503


class PortTaken(Exception):
    """The port cannot be opened; the message is one sentence for whoever runs the bot."""


async def open_port(
    host: str, port: int, *,
    metrics: Callable[[], Awaitable[bytes]], lacking: Callable[[], Awaitable[Sequence[str]]],
) -> web.AppRunner:  # fmt: skip
    """Serve the port until `cleanup`. /healthz answers as long as the event loop runs; /readyz
    answers with status 503 and a line for each thing that is `lacking`. Raises PortTaken."""

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
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        await runner.cleanup()
        raise PortTaken(
            f"TZOLKIN_MONITORING_PORT {port} cannot be opened on {host}: {error.strerror}."
        ) from error
    return runner
