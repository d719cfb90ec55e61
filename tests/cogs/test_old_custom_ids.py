"""What commit 3fb2503 has put on messages still works: `old_custom_ids.json` has every form of
custom id it could write. Each is found by a handler of today, and pressing it gives an answer that
does not say the button is of another version."""

import json
import re
from pathlib import Path
from typing import Any

import discord
import simcord

from bot.leagues import season_lifecycle
from bot.leagues.settings import SeasonSettings
from bot.store import tables as stored
from cogs.kit.buttons import _HANDLERS, pressed_as
from cogs.kit.layout import message, row
from tests.cogs.conftest import Room
from tests.cogs.driver import Message, answer, click_together, words
from tests.cogs.league_seasons import open_season, play
from tests.cogs.season_tables import PAIRS
from tests.cogs.test_every_button import (
    TABLE,
    WENT_WRONG,
    Seats,
    let_manage,
    lobby,
    second_round,
    tiles_to_choose,
)
from tests.tables.acts import turn_of

OLD: dict[str, Any] = json.loads(Path(__file__).with_name("old_custom_ids.json").read_text())
WHERE = ("lobby", "tiles", "game", "people", "sign-up", "running")
OF_ANOTHER_VERSION = (
    "That button is out of date; use",  # not: "... here is your turn as it is now"
    "This page no longer exists",
    WENT_WRONG,
)
NUMBERS = re.compile(r"\{\w+\}")
STAMP = re.compile(r"(\d+w)?\d+r\d+")
"""How the state of a turn stands on a button: rewinds, if there were any, then what the seat has
confirmed and how often it has chosen since."""


def test_each_is_found_by_a_handler(room: Room) -> None:
    """The room's bot has loaded all there are."""
    for known in (one for where in WHERE for one in OLD[where]):
        example = NUMBERS.sub("7", known["id"])
        assert pressed_as(example).verb in _HANDLERS, example


def test_every_verb_of_then_is_pressed() -> None:
    """As many verbs as that commit had handlers."""
    verbs = {known["id"].split(":")[1] for where in WHERE for known in OLD[where]}
    assert len(verbs) == 56


async def shown(room: Room, on: Message, custom_id: str, values: list[str]) -> None:
    """Let a message have a button or a menu with this custom id."""
    item: Any
    if values:
        options = [discord.SelectOption(label=value, value=value) for value in values]
        item = discord.ui.Select(custom_id=custom_id, options=options)
    else:
        item = discord.ui.Button(label="Press", custom_id=custom_id)
    components = message(row([item])).to_components()
    channel = on.channel_id if isinstance(on, simcord.ResponseMessage) else on.channel.id
    room.env.backend.edit_message(channel, on.id, {"components": components})


async def press_all(
    room: Room, where: str, seats: Seats, numbers: dict[str, object]
) -> dict[str, str]:
    """Press each in this order, with each value; what was said, by custom id and value."""
    said: dict[str, str] = {}
    private = {
        actor: answer(await actor.slash(room.channel, "rules"))
        for actor in (seats.asked, seats.waiting, seats.newcomer)
    }
    for known in OLD[where]:
        actor = getattr(seats, known.get("by", "asked"))
        for value in known.get("values", [""]):
            numbers |= await _state_of_turn(room, seats)
            custom_id = known["id"].format_map(numbers)
            chosen = [value.format_map(numbers)] if value else []
            await shown(room, private[actor], custom_id, chosen)
            [result] = await click_together([(actor, private[actor], custom_id)], chosen)
            name = f"{custom_id} {value}".strip()
            assert room.env.errors == [], name
            assert result.acknowledged, name
            told = [one for one in (result.response, *result.followups) if one is not None]
            said[name] = "\n".join(f"{one.content} {words(one)}" for one in told)
            for sentence in OF_ANOTHER_VERSION:
                assert sentence not in said[name], name
    return said


async def _state_of_turn(room: Room, seats: Seats) -> dict[str, object]:
    """What a stamped button would have on it now."""
    tables = room.bot.tables
    table = await tables.store.read(stored.open_in_channel, room.channel.id)
    if table is None or table.status != "playing":
        return {}
    asked = {decision.seat for decision in (await tables.game(table.id)).pending}
    seat = table.seat_of(seats.asked.id)
    if seat is None or seat.seat not in asked:
        return {}
    turn = await turn_of(tables, table.id, seats.asked.id)
    assert STAMP.fullmatch(turn.stamp)
    return {"stamp": turn.stamp, "version": table.version, "to": max(table.version - 2, 0)}


async def test_in_a_lobby(room: Room) -> None:
    seats = await lobby(room)
    await press_all(room, "lobby", seats, {"table": TABLE})
    table = await room.bot.tables.table(TABLE)
    assert table.status == "playing"
    assert table.options.modules == ("promo",), "the last one chosen"


async def test_while_tiles_are_chosen(room: Room) -> None:
    seats = await tiles_to_choose(room)
    tiles = (await turn_of(room.bot.tables, TABLE, seats.asked.id)).legal[0].split()[-2:]
    numbers = {"table": TABLE, "tile": tiles[0], "tile2": tiles[1]}
    await press_all(room, "tiles", seats, numbers)


async def test_in_a_game(room: Room) -> None:
    let_manage(room, *room.people[:2])
    seats = await second_round(room)
    numbers = {"table": TABLE, "user": room.people[3].id}
    before = (await room.bot.tables.table(TABLE)).version
    said = await press_all(room, "game", seats, numbers)
    for name, told in said.items():
        if name.startswith((f"tz:do:{TABLE}:0r1:", f"tz:do:{TABLE}:1w1r1:")):
            assert "**Round 2**" in told, "an old button shows the turn as it is"
    table = await room.bot.tables.table(TABLE)
    assert table.version > before, "the turn was confirmed"
    assert len(table.abandon_votes) <= 1


async def test_of_one_person(room: Room) -> None:
    let_manage(room, room.people[0])
    await press_all(room, "people", Seats(*room.people[:3]), {})


async def test_of_a_season_open_for_signing_up(room: Room) -> None:
    let_manage(room, room.people[0])
    season = await open_season(
        room, room.people[1:4], settings=SeasonSettings("Rainy season", PAIRS)
    )
    numbers = {"season": season.id, "league": season.league_id}
    await press_all(room, "sign-up", Seats(*room.people[:3]), numbers)
    assert (await room.bot.leagues.read(season.id)).version > season.version


async def test_of_a_running_season(room: Room) -> None:
    let_manage(room, room.people[0])
    season = await open_season(
        room, room.people[1:4], settings=SeasonSettings("Rainy season", PAIRS)
    )
    season = await season_lifecycle.draw(room.bot.leagues, season.id, by=room.people[0].id, seed=5)
    season = await play(room, season, tables=1)
    numbers = {
        "season": season.id, "league": season.league_id,
        "user": room.people[0].id, "entry": room.people[1].id,
    }  # fmt: skip
    await press_all(room, "running", Seats(*room.people[:3]), numbers)
    assert len(await season_lifecycle.seasons_of(room.bot.leagues, season.league_id)) == 2, (
        "the draft was created"
    )
