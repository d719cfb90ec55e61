"""Leagues for the tests of their commands: created by the service, played with made-up results."""

import csv
import io
import random
import zipfile
from collections.abc import Sequence
from typing import Any

from simcord import ChannelHandle, MemberActor, ResponseMessage

from bot.leagues import games, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import SeasonSettings
from bot.seasons.events import Rules
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, raw
from tests.cogs.limits import USER_SELECT
from tests.leagues.changes import create_league, create_season
from tests.leagues.played import some_result

MODERATOR = 999
LEAGUE, SEASON = "The long count", "Rainy season"


def members(room: Room, number: int, name: str = "player {n}") -> list[MemberActor]:
    """This many people on the server, the room's own first."""
    more = [
        room.guild.add_member(room.env.create_user(name.format(n=n)))
        for n in range(number - len(room.people))
    ]
    return [*room.people, *more][:number]


async def open_season(
    room: Room,
    people: Sequence[MemberActor] = (),
    *,
    league: str = LEAGUE,
    guild: int | None = None,
    settings: SeasonSettings | None = None,
) -> SeasonView:
    """A new league with an open season, for which these people have signed up."""
    leagues = room.bot.leagues
    founded = await create_league(leagues, guild or room.guild.id, league)
    season = await create_season(
        leagues, founded.id, settings or SeasonSettings(SEASON), by=MODERATOR
    )
    for person in people:
        season = await sign_up(leagues, season.id, person.id)
    return season


async def drawn_season(
    room: Room, people: Sequence[MemberActor], rules: Rules | None = None, *, seed: int = 5
) -> SeasonView:
    """The same, drawn."""
    season = await open_season(room, people, settings=SeasonSettings(SEASON, rules or Rules()))
    return await season_lifecycle.draw(room.bot.leagues, season.id, by=MODERATOR, seed=seed)


async def play(room: Room, season: SeasonView, tables: int | None = None) -> SeasonView:
    """Results for this many tables, or for all, with points so close that many tie."""
    chance, leagues, done = random.Random(7), room.bot.leagues, 0
    while (ready := await games.ready(leagues, season.id)) and done != tables:
        result = some_result((await leagues.read(season.id)).state, ready[0], chance)
        await games.count(leagues, season.id, result)
        done += 1
    return await leagues.read(season.id)


async def exported(reader: MemberActor, channel: ChannelHandle, **which: Any) -> bytes:
    """The zip with everything about a season, by the button of its standings."""
    said = await looked_up(reader, channel, "export", "league standings", **which)
    assert said.ephemeral
    _, file = said.attachments
    return bytes(await file.read())


def part_of(export: bytes, part: str = "results.csv") -> list[dict[str, str]]:
    """The lines of one of its files."""
    with zipfile.ZipFile(io.BytesIO(export)) as packed:
        return list(csv.DictReader(io.StringIO(packed.read(part).decode())))


async def compared(
    reader: MemberActor, channel: ChannelHandle, one: MemberActor, other: MemberActor
) -> ResponseMessage:
    """Two people against each other, by the menu on the card of one."""
    card = answer(await reader.slash(channel, "league card", person=one))
    [menu] = [part["custom_id"] for part in raw(card) if part["type"] == USER_SELECT]
    return answer(await reader.select(card, [other], custom_id=menu))


async def looked_up(
    reader: MemberActor,
    channel: ChannelHandle,
    page: str,
    command: str = "league show",
    **which: Any,
) -> ResponseMessage:
    """The page behind a button of a command's answer."""
    shown = answer(await reader.slash(channel, command, **which))
    ids = [str(part.get("custom_id")) for part in raw(shown)]
    [button] = [one for one in ids if one.startswith(f"tz:{page}:0::")]
    return answer(await reader.click(shown, custom_id=button))
