"""Errors reported to a server of Sentry's kind, if a setting names one: their places in the
program, without typed texts, names and secrets."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

Report = Callable[[BaseException, str, str], None]
"""Reports an error with the name of the act and its trace id; it never raises."""
_KEPT_OF_A_FRAME = ("filename", "function", "module", "lineno", "in_app")
_KEPT = ("event_id", "timestamp", "platform", "level", "release", "exception", "tags", "sdk")


class ReportsMissing(Exception):
    """sentry-sdk is not installed; the message is one sentence for whoever runs the bot."""


def no_report(error: BaseException, what: str, trace: str) -> None:
    """Report nothing: errors are in the log alone."""


def reporting(dsn: str, release: str, **options: Any) -> Report:
    """Make the function that reports errors there; `options` are further ones of sentry's client.
    Raises ReportsMissing."""
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
    """Reduce the event to the kinds of errors and the lines of the program. The message of an error
    is left out: it may hold names, typed text, and the parameters of a statement."""
    for error in event.get("exception", {}).get("values", ()):
        error["value"] = ""
        frames = error.get("stacktrace", {}).get("frames", ())
        error["stacktrace"] = {
            "frames": [{key: one[key] for key in _KEPT_OF_A_FRAME if key in one} for one in frames]
        }
        error.pop("mechanism", None)
    return {key: event[key] for key in _KEPT if key in event}
