"""/about, and what stands in the log while somebody uses the bot."""

import io
import json
import logging
import sys
from collections.abc import Iterator
from datetime import timedelta

import pytest
import structlog
from prometheus_client import CollectorRegistry

from bot import VERSION
from bot.settings import Settings
from bot.text.translation import ENGLISH
from cogs.kit.log import set_up_logging
from cogs.servers import about_lines
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, choose_tiles, labels, new_game, public, words


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the program writes to its log as JSON, everything down to DEBUG."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    set_up_logging(Settings(_env_file=None, log_level="DEBUG", log_format="json"))
    yield written
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def counted(registry: CollectorRegistry, figure: str, **labels: str) -> float:
    """A figure of the running bot; 0 if nothing was counted."""
    return registry.get_sample_value(figure, labels) or 0.0


async def test_about(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    shown = answer(await room.people[0].slash(room.channel, "about"))
    assert shown.ephemeral
    assert VERSION in words(shown)
    assert "in play: 1, waiting for players: 0" in words(shown)
    assert "Source" not in words(shown)


def test_source_is_named_where_it_is_set() -> None:
    lines = about_lines(
        ENGLISH, running=timedelta(days=3), playing=2, lobbies=1, source="https://example.org/bot"
    )
    assert "**Running for** 3 days" in lines
    assert lines[-1].endswith("https://example.org/bot")


async def test_log_lines_of_a_press_carry_trace_table_and_server(
    room: Room, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person reports the number; all that was logged for that press is found by it."""
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)

    async def broken(*args: object) -> None:
        logging.getLogger("cogs").warning("about to fail")
        raise RuntimeError("secret words")

    monkeypatch.setattr("cogs.kit.buttons._HANDLERS", {"live": broken})
    log.truncate(0)
    log.seek(0)
    shown = words(answer(await room.people[0].click(list(public(room.channel))[-1], label="Board")))
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    before = next(line for line in lines if line["event"] == "about to fail")
    failed = next(line for line in lines if line["event"] == "error")
    assert failed["trace"] == before["trace"] and f"`{failed['trace']}`" in shown
    assert failed["table"] == before["table"] == 1
    assert failed["server"] == room.guild.id


async def test_debug_lines_have_no_tokens(room: Room, log: io.StringIO) -> None:
    """With the token of an interaction anybody could answer in the bot's name."""
    await new_game(room.channel, room.people[:2])
    await choose_tiles(room.people[0], room.channel)
    tokens = {
        request.path.split("/")[3]
        for request in room.env.http_requests
        if request.path.startswith(("/interactions/", "/webhooks/"))
    }
    assert tokens and log.getvalue()
    assert [token for token in tokens if token in log.getvalue()] == []


async def test_interactions_and_refusals_are_counted(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    await choose_tiles(room.people[0], room.channel)
    registry = room.bot.metrics.registry
    kind, name = "application_command", "tzolkin new"
    assert counted(registry, "tzolkin_interactions_total", kind=kind, name=name) == 1
    assert counted(registry, "tzolkin_interactions_total", kind="component", name="confirm") == 1
    assert counted(registry, "tzolkin_drawing_seconds_count", picture="draw_wheels") >= 1
    await room.people[3].slash(room.channel, "tribe")
    assert counted(registry, "tzolkin_refusals_total", code="no-own-seat") == 1


async def test_help_leads_to_the_tutorial(room: Room) -> None:
    ana = room.people[0]
    shown = answer(await ana.slash(room.channel, "help"))
    lesson = answer(await ana.click(shown, custom_id="tz:learn:0::0"))
    assert lesson.id == shown.id and len(labels(lesson)) > 3
