"""Leagues and seasons for tests: created by the service, played with made-up results, or with
tables that run themselves in the channel."""

import asyncio
import csv
import io
import random
import re
import zipfile
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage

from bot.leagues import games, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import SeasonSettings
from bot.seasons.events import Rules, Stage
from bot.seasons.results import Line, Result
from bot.seasons.season import Season
from bot.store import leagues as stored
from bot.tables import Confirmed, Table
from cogs.kit.layout import message, row
from cogs.kit.pages import to_page
from cogs.telling.carry_on import carry_on
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.limits import SELECT, USER_SELECT
from tests.cogs.moderators_page import choose, found, new_season, propose
from tests.leagues.changes import create_league, create_season
from tests.leagues.played import some_result
from tests.tables.acts import confirm, play_computers

MODERATOR = 999
LEAGUE, SEASON = "The long count", "Rainy season"


def members(room: Room, number: int, name: str = "player {n}") -> list[MemberActor]:
    """This many people on the server, the room's own first."""
    names = [name.format(n=n) for n in range(number - len(room.people))]
    more = [room.guild.add_member(room.env.create_user(one)) for one in names]
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
    settings = settings or SeasonSettings(SEASON)
    season = await create_season(leagues, founded.id, settings, by=MODERATOR)
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


async def state_of(room: Room, season: int = 1) -> Season:
    """What a season has come to, the room's first one if none is named."""
    return (await room.bot.leagues.read(season)).state


async def won(room: Room, *numbers: int, seat: int = 0) -> SeasonView:
    """Results made up for these tables of the room's first season: this seat wins, and those after
    it follow in turn."""
    for number in numbers:
        entries = (await state_of(room)).tables[number].entries
        order = [*entries[seat:], *entries[:seat]]
        after = {entry: place for place, entry in enumerate(order)}
        lines = [Line(one, 1 + after[one], 240 - 40 * after[one], ((one, 26),)) for one in entries]
        await games.count(room.bot.leagues, 1, Result(number, tuple(lines)))
    await settled(room)
    return await room.bot.leagues.read(1)


async def all_won(room: Room) -> SeasonView:
    """The same for all tables that are drawn and not over; their first seats win."""
    open_tables = (await state_of(room)).open_tables()
    return await won(room, *(table.table for table in open_tables))


async def exported(reader: MemberActor, channel: ChannelHandle) -> bytes:
    """The zip with everything about a season, by the button of its standings."""
    said = await looked_up(reader, channel, "standings", "export")
    assert said.ephemeral
    _, file = said.attachments
    return bytes(await file.read())


def part_of(export: bytes, part: str = "results.csv") -> list[dict[str, str]]:
    """The lines of one of its files."""
    with zipfile.ZipFile(io.BytesIO(export)) as packed:
        return list(csv.DictReader(io.StringIO(packed.read(part).decode())))


async def card_of(reader: MemberActor, channel: ChannelHandle, person: MemberActor) -> Any:
    """A person's card; that of another one is chosen on one's own."""
    card = await looked_up(reader, channel, "card")
    if reader.id == person.id:
        return card
    [menu] = [part["custom_id"] for part in raw(card) if part["type"] == USER_SELECT]
    return answer(await reader.select(card, [person], custom_id=menu))


async def looked_up(
    reader: MemberActor, channel: ChannelHandle, *verbs: str, **which: Any
) -> ResponseMessage:
    """The page behind the button with this verb on the season's page, or behind several, pressed
    one after the other."""
    return answer(await pressed(reader, channel, *verbs, **which))


async def pressed(
    reader: MemberActor, channel: ChannelHandle, *verbs: str, **which: Any
) -> InteractionResult:
    """The same with all that is answered."""
    result = await reader.slash(channel, "league show", **which)
    for verb in verbs:
        shown = answer(result)
        ids = [str(part.get("custom_id")) for part in raw(shown)]
        [button] = [one for one in ids if one.startswith(f"tz:{verb}:0::")]
        result = await reader.click(shown, custom_id=button)
    return result


async def standings_in(
    reader: MemberActor, channel: ChannelHandle, division: int
) -> ResponseMessage:
    """The standings of a division, by the menu on those of the reader's own."""
    shown = await looked_up(reader, channel, "standings")
    menus = [part for part in raw(shown) if part["type"] == SELECT]
    for menu in menus:
        for option in menu["options"]:
            if re.fullmatch(rf"tz:standings:0::\d+ {division - 1} 0", option["value"]):
                menu_id = menu["custom_id"]
                return answer(await reader.select(shown, [option["value"]], custom_id=menu_id))
    assert division == 1
    return shown


async def raise_dispute(
    person: MemberActor, channel: ChannelHandle, table: int, reason: str, **which: Any
) -> ResponseMessage:
    """The answer to a player who disputes one of their tables."""
    form = await pressed(person, channel, "disputemine", **which)
    assert form.modal is not None
    kind = form.modal["components"][0]["component"]["type"]
    chosen = [str(table)] if kind == SELECT else str(table)
    return answer(await person.submit_modal(form, {"reason": reason, "table": chosen}))


async def press_old(
    room: Room, reader: MemberActor, verb: str, *words: object
) -> InteractionResult:
    """Press a button that no page shows to this person now."""
    place = room.bot.get_partial_messageable(room.channel.id)
    await place.send(view=message(row([to_page("Press", verb, *words)])))
    return await reader.click(room.channel.history()[-1], label="Press")


EVENTS = {f"discord.py: on_{name}" for name in ("table_changed", "season_changed")}
PAIRS = Rules(seats=2, stages=(Stage(games=3),), division_size=4)
"""Four people, everybody against everybody."""


async def season_of(
    room: Room, rules: Rules = PAIRS, *, people: int = 4, **chosen: Any
) -> SeasonView:
    """A season in a new league of this channel, for which this many people have signed up."""
    settings = SeasonSettings(SEASON, rules, **chosen)
    season = await open_season(room, room.people[:people], settings=settings)
    await room.bot.store.write(stored.set_channel, season.league_id, room.channel.id)
    return await room.bot.leagues.read(season.id)


async def drawn(room: Room, rules: Rules = PAIRS, **chosen: Any) -> SeasonView:
    """The same, drawn."""
    season = await season_of(room, rules, **chosen)
    return await season_lifecycle.draw(room.bot.leagues, season.id, by=MODERATOR, seed=5)


async def look(room: Room, **later: float) -> None:
    """Let time pass (arguments as for timedelta), then let the bot check the dates."""
    room.wait.ahead += timedelta(**later)
    tables: Any = room.bot.get_cog("LeagueTables")
    await tables.look()
    await settled(room)


async def settled(room: Room) -> None:
    """Wait for background tasks: the simulation waits for those it started, but calls of a test
    start some, too."""
    while True:
        running = [
            task
            for task in asyncio.all_tasks()
            if task in room.bot._background or task.get_name() in EVENTS
        ]
        if not running:
            break
        await asyncio.gather(*running, return_exceptions=True)
    await room.env.settle()


def texts(channel: ChannelHandle) -> list[str]:
    """What everybody in a channel can read, oldest first."""
    return [words(message) for message in channel.history()]


def threads(room: Room) -> list[ChannelHandle]:
    """The threads of the league's channel, oldest first."""
    return sorted(room.channel.threads, key=lambda thread: thread.id)


def thread_of(room: Room, table: Table) -> ChannelHandle:
    """Where a table is played."""
    return next(thread for thread in threads(room) if thread.id == table.channel_id)


async def playing(room: Room, season: SeasonView) -> dict[int, Table]:
    """The games of the season that are going on, by the number of the table."""
    found = await games.games(room.bot.leagues, season.id)
    return {
        number: await room.bot.tables.table(game.table_id)
        for number, game in found.items()
        if game.status == "playing"
    }


async def take_turn(room: Room, table_id: int) -> list[Confirmed]:
    """The seat asked first ends its turn as soon as it may, taking the last legal action until
    then; computers follow. Nothing is told yet."""
    tables = room.bot.tables
    opened = await tables.read(table_id)
    turn, seats, actions = opened.game.copy(), opened.table.seats, list[str]()
    seat = turn.pending[0].seat
    user = seats[seat].user_id
    assert user is not None
    while "end" not in (legal := turn.legal(seat)):
        actions.append(legal[-1])
        turn.play(seat, legal[-1])
        if turn.turn_over(seat):
            break
    confirmed = await confirm(tables, table_id, user, more=actions)
    if not any(one.computer or one.plan for one in seats):
        return [confirmed]
    return [confirmed, *await play_computers(tables, table_id)]


async def play_out(room: Room, table_id: int, *, told: bool = True) -> Confirmed:
    """Play a game to its end; its last turn is told in the channel as after a press."""
    last = await take_turn(room, table_id)
    while not last[-1].finished:
        last = await take_turn(room, table_id)
    if told:
        await carry_on(room.bot, table_id, last[-1:])
        await settled(room)
    return last[-1]


async def moderate(actor: MemberActor, channel: ChannelHandle, act: str, **filled: Any) -> str:
    """A moderator's act on the page of a table, with its form filled in, and its confirmation;
    returns the answer."""
    shown = answer(await propose(actor, channel, act, **{"reason": "The line was cut.", **filled}))
    return words(answer(await actor.click(shown, label="Confirm")))


async def preview(
    room: Room, moderator: MemberActor, act: str, /, **filled: Any
) -> ResponseMessage:
    """What is shown before an act of a moderator counts, or why it is refused."""
    return answer(await propose(moderator, room.channel, act, **filled))


async def new_sign_up(room: Room, moderator: MemberActor) -> discord.Message:
    """The message of the first season of a new league, for which nobody has signed up."""
    await found(room, moderator)
    await new_season(room, moderator)
    posted = room.channel.last_message
    assert posted is not None and "Sign up" in labels(posted)
    return posted


async def choose_all(
    moderator: MemberActor, page: ResponseMessage, /, **chosen: str
) -> ResponseMessage:
    """Choose in these menus of the wizard, one after the other; the page then."""
    for field, value in chosen.items():
        page = await choose(moderator, page, field, value)
    return page
