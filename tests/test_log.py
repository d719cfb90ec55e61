"""What the libraries write into the log."""

import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.log import without_late


def failed(code: int) -> logging.LogRecord:
    """What discord.py writes when a suggestion could not be given."""
    answered: Any = SimpleNamespace(status=404, reason="Not Found")
    error = discord.NotFound(answered, {"code": code, "message": "Unknown"})
    where = ("discord.app_commands.tree", logging.ERROR, "tree.py", 1)
    return logging.LogRecord(*where, "Ignoring %r", ("move",), (type(error), error, None))


@pytest.mark.parametrize("code", [10062, 40060])
def test_a_late_suggestion_is_one_line(code: int) -> None:
    record = failed(code)
    assert without_late(record)
    assert (record.levelname, record.exc_info) == ("INFO", None)
    assert record.getMessage() == "suggestion came too late"


def test_other_failures_are_errors() -> None:
    record = failed(50013)
    assert without_late(record) and record.levelname == "ERROR" and record.exc_info is not None
