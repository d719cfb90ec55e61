"""Whole seasons through the commands. One of fourteen in two divisions, from founding the league
to the draw of the next season: with a withdrawal, a substitute, a time-out, a game rewound, a
result corrected to a tie, and somebody who gives up for good. Who plays signs up, leaves and
looks by commands; the turns between are taken by the tables' service, as short as can be, and
the last turn of every game is told as a press would.

The other of 24 in a pyramid, at three tables at once, audited: with the bot killed and restarted
on the way, a time-out, disputes, a substitute, somebody who gives up, results corrected and
taken out, a table played again, and the season reopened. Then standings and ratings are counted
once more from the files of the season alone."""

import json
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, MemberActor

from bot.leagues.season_transaction import SeasonView
from bot.seasons.standings import champions
from bot.store import leagues as stored
from tests.cogs.conftest import Room
from tests.cogs.driver import labels, with_id, words
from tests.cogs.moderators_page import (
    choose,
    do,
    everybody_signs_up,
    found,
    name_moderators,
    new_season,
    turns_offered,
    wizard_of,
)
from tests.cogs.seasons import (
    exported,
    look,
    looked_up,
    members,
    moderate,
    part_of,
    play_out,
    playing,
    raise_dispute,
    settled,
    standings_in,
    take_turn,
    texts,
    thread_of,
    threads,
)
from tests.cogs.test_league_killed import Death, Killed
from tests.leagues.recounted import Recount
from tests.seasons.recount import order_again

PLAYERS, GAMES = 14, 14


async def the_log(room: Room, season: SeasonView) -> list[dict[str, Any]]:
    """What the season's log holds, as JSON."""
    log = await room.bot.store.read(stored.events_from, season.id)
    return list(json.loads(json.dumps([event.payload for event in log])))


async def standings_shown(
    room: Room, actor: MemberActor, people: list[MemberActor], division: int
) -> list[int]:
    """The order of a division as the command prints it, as ids."""
    said = words(await standings_in(actor, room.channel, division))
    ids = {person.name: person.id for person in people}
    return [ids[name] for name in re.findall(r"^`[ \d–]+` \*\*(.+?)\*\*", said, re.MULTILINE)]


async def rewind(room: Room, moderator: MemberActor, thread: ChannelHandle) -> str:
    """The last turns of a game, but for the newest, are undone."""
    offered = await turns_offered(moderator, thread)
    return await moderate(moderator, thread, "rewind", turn=offered[1]["value"])


@pytest.mark.long  # shorter ones: test_season_dates.py, test_league_night.py
async def test_from_founding_to_promotion(room: Room) -> None:
    people = members(room, PLAYERS)
    role = room.guild.create_role("referees")
    maya = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    eve = room.guild.add_member(room.env.create_user("eve"))
    await name_moderators(room, role)

    # Founded, and everybody signs up by the button of its message.
    await found(room, maya)
    await new_season(room, maya)
    await everybody_signs_up(room, people)
    assert "audit log entry" in await do(room, maya, "draw", None)
    await settled(room)
    season = await room.bot.leagues.read(1)
    assert [len(division.entries) for division in season.state.divisions] == [7, 7]
    assert len(season.state.tables) == GAMES
    begun = await playing(room, season)
    sitting = Counter(e for n in begun for e in season.state.tables[n].entries)
    assert len(threads(room)) == len(begun) < GAMES and max(sitting.values()) == 2, "others wait"

    leaving = season.state.divisions[0].entries[2]
    giving_up = season.state.divisions[1].entries[4]
    happened: Counter[str] = Counter()
    everybody = [*people, eve]
    while tables := await playing(room, season):
        for number, table in tables.items():
            thread = thread_of(room, table)
            count = len((await room.bot.leagues.read(1)).state.results)
            for _ in range(8):
                await take_turn(room, table.id)
            if count == 1:
                happened["time-out"] += 1
                await room.later(days=2, minutes=1)
                await settled(room)
            if count == 3:
                happened["rewound"] += 1
                await rewind(room, maya, thread)
                assert (await room.bot.tables.table(table.id)).rewinds == 1
            if count == 5:
                happened["substitute"] += 1
                asked = await looked_up(with_id(people, leaving), room.channel, "leaving")
                await with_id(people, leaving).click(asked, label="Leave the season")
                await settled(room)
                said = await do(room, maya, "substitute", person=with_id(people, leaving), by=eve)
                assert "audit log entry" in said
            if count == 8:
                happened["given up"] += 1
                said = await do(room, maya, "withdraw", person=with_id(people, giving_up))
                assert "audit log entry" in said
            if (await room.bot.tables.table(table.id)).status == "playing":
                await play_out(room, table.id)
            if count == 9:
                happened["corrected"] += 1
                said = await do(room, maya, "result", table=number, points="60 60 12 30.25")
                assert "audit log entry" in said
        season = await room.bot.leagues.read(1)

    assert set(happened.values()) == {1} and len(happened) == 5, happened
    assert len(season.state.results) == GAMES
    assert sum("Table " in told and ": 1. " in told for told in texts(room.channel)) >= GAMES

    # What the commands print agrees with the log counted anew.
    log = await the_log(room, season)
    kinds = Counter(event["event"] for event in log)
    assert kinds["Withdrew"] == 2 and kinds["Substituted"] == 1 and kinds["Corrected"] == 1
    assert kinds["TimedOut"] >= 1 and kinds["Finished"] == GAMES
    places = [[line["place"] for line in e["result"]["lines"]] for e in log if "result" in e]
    assert [1, 1, 4, 3] in places, "a tie"
    counted = order_again(log)
    holders = season.state.holders
    for number in (1, 2):
        shown = await standings_shown(room, people[0], everybody, number)
        assert shown == [holders[entry][-1] for entry in counted[number - 1]]
    rules = season.state.rules
    up = [entry for entry in counted[1] if entry not in season.state.withdrawn][: rules.promoted]

    # Closed, and the next season is drawn by where everybody goes.
    assert "audit log entry" in await do(room, maya, "close", None)
    await settled(room)
    assert any("closed the season" in told for told in texts(room.channel))
    assert any("🏆 Champion" in told for told in texts(room.channel))
    assert champions((await room.bot.leagues.read(1)).state) == (holders[counted[0][0]][-1],)
    await new_season(room, maya)
    posted = room.channel.last_message
    assert posted is not None
    stay = [p for p in everybody if p.id not in (leaving, giving_up)]
    for person in stay:
        await person.click(posted, label="Sign up")
    assert "audit log entry" in await do(room, maya, "draw", None)
    following = await room.bot.leagues.read(2)
    top = following.state.divisions[0].entries
    assert {holders[entry][-1] for entry in up} <= set(top), "promoted"
    assert holders[counted[0][0]][-1] in top, "the champion stays"
    assert room.env.errors == []


AUDITED_PLAYERS, DIVISIONS, EACH = 24, 3, 3
RATINGS = "ratings.csv"


@dataclass
class Audit:
    """A season under way, and the people of it."""

    room: Room
    death: Death
    people: list[MemberActor]
    """Who play, and one more who comes in later."""
    maya: MemberActor
    noah: MemberActor
    """A moderator and a second one."""
    happened: Counter[str] = field(default_factory=Counter)

    async def season(self) -> SeasonView:
        return await self.room.bot.leagues.read(1)

    def person(self, user_id: int) -> MemberActor:
        return next(one for one in self.people if one.id == user_id)

    async def done(self, said: str) -> None:
        """What was done is in the log, and told."""
        assert "audit log entry" in said, said
        await settled(self.room)

    async def killed(self, table_id: int, after: int) -> None:
        """A game is played to its end; the program is killed so many commits after the last turn
        but one began, and started again."""
        self.death.left = after
        with suppress(Killed):
            await play_out(self.room, table_id)
        assert self.death.over()
        await self.room.restart()
        for _ in range(3):
            await look(self.room)
        self.happened["killed"] += 1


@pytest.fixture
async def audit(room: Room, monkeypatch: pytest.MonkeyPatch) -> Audit:
    allowed = discord.Permissions(manage_threads=True)
    role = room.guild.create_role("referees", mentionable=True, permissions=allowed)
    maya, noah = (
        room.guild.add_member(room.env.create_user(name), roles=[role]) for name in ("maya", "noah")
    )
    await name_moderators(room, role)
    return Audit(room, Death(monkeypatch), members(room, AUDITED_PLAYERS + 1), maya, noah)


async def drawn_in_a_pyramid(audit: Audit) -> None:
    """Founded, set up, signed up for and drawn, all by commands."""
    room, maya = audit.room, audit.maya
    await found(room, maya)
    page = await wizard_of(maya, room.channel)
    tables = page
    tables = await choose(maya, tables, "size", "8")
    tables = await choose(maya, tables, "games", str(EACH))
    tables = await choose(maya, tables, "moves", "pyramid")
    game = tables
    game = await choose(maya, game, "once", "3")
    game = await choose(maya, game, "handover", "0")  # time runs out at all three tables at once
    await maya.click(game, label="Create")
    posted = room.channel.last_message
    assert posted is not None and "Sign up" in labels(posted)
    for person in audit.people[:AUDITED_PLAYERS]:
        await person.click(posted, label="Sign up")
    said = await do(room, maya, "draw", None)
    assert "audit log entry" in said
    await settled(room)
    season = await audit.season()
    assert [(one.tier, len(one.entries)) for one in season.state.divisions] == [
        (0, 8), (1, 8), (1, 8)
    ]  # fmt: skip


async def at_once(audit: Audit, season: SeasonView) -> int:
    """The most tables anybody plays at now."""
    sitting = Counter(
        seat.user_id
        for table in (await playing(audit.room, season)).values()
        for seat in table.seats
        if seat.user_id is not None
    )
    return max(sitting.values(), default=0)


async def one_table(audit: Audit, number: int, table_id: int, count: int) -> None:
    """Play a table to its end, as the `count`-th; with what happens on the way."""
    room, maya, happened = audit.room, audit.maya, audit.happened
    table = await room.bot.tables.table(table_id)
    season = await audit.season()
    entries = season.state.tables[number].entries
    for _ in range(6):
        await take_turn(room, table_id)
    if count == 1:
        happened["time-out"] += 1
        await room.later(days=2, minutes=1)
        await settled(room)
    if count == 2:
        happened["rewound"] += 1
        thread = thread_of(room, table)
        offered = await turns_offered(maya, thread)
        await audit.done(await moderate(maya, thread, "rewind", turn=offered[1]["value"]))
    if count in (3, 8):
        await audit.killed(table_id, 2 if count == 3 else 9)
    if count == 5:
        happened["disputed, decided"] += 1
        await disputed(audit, number, entries[0])
        assert "audit log entry" in await do(room, maya, "dispute-settle", table=number)
    if count == 4:
        happened["substitute"] += 1
        leaving, eve = audit.person(season.state.holder(entries[0])), audit.people[-1]
        said = await do(room, maya, "substitute", person=leaving, by=eve)
        await audit.done(said)
    if count == 6:
        happened["given up"] += 1
        leaving = audit.person(season.state.holder(entries[1]))
        asked = await looked_up(leaving, room.channel, "leaving")
        await leaving.click(asked, label="Leave the season")
        await settled(room)
    if (await room.bot.tables.table(table_id)).status == "playing":
        await play_out(room, table_id)
    if count == 7:
        happened["corrected to a tie"] += 1
        said = await do(room, maya, "result", table=number, points="60 60 12 30.25")
        await audit.done(said)
    if count == 12:
        happened["disputed, corrected"] += 1
        await disputed(audit, number, entries[1])
        await audit.done(await do(room, maya, "result", table=number, points="51 52 53 54"))
    if count == 9:
        happened["taken out"] += 1
        await audit.done(await do(room, maya, "void", table=number))
    if count == 10:
        happened["played again"] += 1
        await audit.done(await do(room, maya, "replay", table=number))
    if count == 11:
        happened["a penalty"] += 1
        person = audit.person(season.state.holder(entries[2]))
        await audit.done(await do(room, maya, "adjust", person=person, points="-3.0"))


async def disputed(audit: Audit, number: int, entry: int) -> None:
    """Somebody disputes a table."""
    season = await audit.season()
    person = audit.person(season.state.holder(entry))
    await raise_dispute(person, audit.room.channel, number, "Look, please.")


def shown_order(said: str) -> list[str]:
    """The names of a division's standings as printed, from the first place."""
    return re.findall(r"^`[ \d–]+` \*\*(.+?)\*\*", said, re.MULTILINE)


async def audit_of(audit: Audit) -> None:
    """What the commands print is what the exported files add up to."""
    export = await exported(audit.people[5], audit.room.channel)
    again, state = Recount(export), (await audit.season()).state
    standings, results = part_of(export, "standings.csv"), part_of(export, "results.csv")
    assert Counter(row["how"] for row in results)["corrected"] >= 4
    asking, channel = audit.people[0], audit.room.channel
    for number in range(DIVISIONS):
        said = words(await standings_in(asking, channel, number + 1))
        rows = [row for row in standings if row["division"] == str(number + 1)]
        assert shown_order(said) == [row["name"] for row in rows]
        counted = again.standings(number)
        assert [line.entry for line in counted] == [int(row["entry"][1:]) for row in rows]
        for line, row in zip(counted, rows, strict=True):
            assert float(row["points"]) == pytest.approx(float(line.points))
            assert int(row["level"]) == state.divisions[number].tier + 1
    assert sum(float(row["adjustment"]) for row in standings) == -3
    last = {(int(row["player"][1:]), int(row["players"])): row for row in part_of(export, RATINGS)}
    rated = again.ratings()
    assert last.keys() == rated.keys()
    for key, (mu, sigma, played) in rated.items():
        row = last[key]
        assert (float(row["mu"]), float(row["sigma"])) == pytest.approx((mu, sigma))
        assert int(row["games"]) == played


@pytest.mark.long  # shorter ones: test_league_killed.py, test_season_draw.py, test_league_night.py
async def test_a_season_of_24_in_a_pyramid(audit: Audit) -> None:
    room, maya = audit.room, audit.maya
    await drawn_in_a_pyramid(audit)
    most, count = 0, 0
    while tables := await playing(room, season := await audit.season()):
        most = max(most, await at_once(audit, season))
        for number, table in tables.items():
            count += 1
            await one_table(audit, number, table.id, count)
    assert most == 3
    assert len(audit.happened) == 11 and audit.happened["killed"] == 2, audit.happened
    await audit_of(audit)

    # Closed, reopened by two, corrected once more, closed again.
    assert "audit log entry" in await do(room, maya, "close", None)
    await settled(room)
    assert (await audit.season()).state.phase == "finished"
    await audit.done(await do(room, maya, "close-back"))
    last = max((await audit.season()).state.results)
    await audit.done(await do(room, maya, "result", table=last, points="1 2 3 4"))
    await audit_of(audit)
    assert "audit log entry" in await do(room, maya, "close", None)
    await settled(room)
    assert sum("Champion" in told for told in texts(room.channel)) == 2
    assert room.env.errors == []
