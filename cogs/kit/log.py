"""The form of log lines: for people in a terminal, or one JSON object a line for machines."""

import logging
import secrets
import sys

import aiohttp
import discord
import structlog

from bot.settings import Settings

TELLS_ALL = ("aiosqlite", "discord.gateway", "discord.http", "discord.webhook")
"""Libraries whose DEBUG lines hold whole statements and messages, with secret choices, or the
tokens for answering interactions."""


CONNECTS = ("discord.client", "discord.shard")
"""The library's logs about lost connections."""
NETWORK = (
    OSError, TimeoutError, aiohttp.ClientError, discord.HTTPException, discord.GatewayNotFound,
    discord.ConnectionClosed,
)  # fmt: skip
"""The errors after which the library connects again."""
SUGGESTS = "discord.app_commands.tree"
"""The library's log about failed suggestions, among others."""
TOO_LATE = (10062, 40060)
"""Discord's codes for an interaction that has expired or was answered already."""


def without_late(record: logging.LogRecord) -> bool:
    """Reduce the log of a suggestion that came too late, since somebody has typed on, to one line.
    Always true: no line is dropped."""
    error = record.exc_info[1] if record.exc_info else None
    if getattr(error, "code", None) in TOO_LATE:
        record.levelno, record.levelname = logging.INFO, "INFO"
        record.msg, record.args, record.exc_info = "suggestion came too late", (), None
    return True


def without_where(record: logging.LogRecord) -> bool:
    """Reduce a failed connection to Discord to one line with the reason and the time of the next
    try. Errors from our own handlers keep their traceback. Always true: no line is dropped."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, NETWORK) and record.funcName != "on_error":
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = f"{record.getMessage()}: {error or type(error).__name__}", ()
        record.exc_info = None
    return True


def begin_trace(**about: object) -> None:
    """Begin a trace for a request from outside: all log lines of the running task, and of tasks it
    starts, carry a new trace id and `about`."""
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(trace=secrets.token_hex(3), **about)


def trace_id() -> str:
    """Return the trace id of the running task; a new one where no request began it."""
    known = structlog.contextvars.get_contextvars().get("trace")
    return str(known) if known else secrets.token_hex(3)


def set_up_logging(settings: Settings) -> None:
    """Send the log of the program and its libraries to stderr, in the form the settings choose."""
    renderer: structlog.typing.Processor = structlog.processors.JSONRenderer()
    if settings.log_format == "text":
        # A plain trace: a rich one prints local variables, secret choices among them.
        renderer = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if settings.log_format == "json":
        shared.append(structlog.processors.format_exc_info)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.log_level)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it repeats itself at every start
    logging.getLogger(SUGGESTS).addFilter(without_late)
    for name in CONNECTS:
        logging.getLogger(name).addFilter(without_where)
    for name in TELLS_ALL:
        logging.getLogger(name).setLevel(max(logging.INFO, root.level))
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
