"""A whole season through the commands: one of 24 in a pyramid, at three tables at once, from
founding the league to the draw of the next season. The bot is killed and restarted on the way;
there are a time-out, a game rewound, disputes, a substitute, somebody who leaves, results
corrected and taken out, a table played again, and the season reopened. Who plays signs up, leaves
and looks by commands; the turns between are taken by the tables' service, as short as can be, and
the last turn of every game is told as a press would. Then standings and ratings are counted once
more from the files of the season alone."""

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import discord
import pytest
from simcord import MemberActor, RoleHandle

from bot.seasons.standings import champions, moves_of
from tests.cogs.conftest import Room
from tests.cogs.driver import labels, with_id, words
from tests.cogs.moderators_page import WHY, choose, do, found, new_season, turns_offered, wizard_of
from tests.cogs.seasons import (
    choose_all,
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
    state_of,
    take_turn,
    texts,
    thread_of,
)
from tests.cogs.test_league_killed import Death, Killed
from tests.leagues.recounted import Recount

PLAYERS, DIVISIONS, EACH = 24, 3, 3


@dataclass
class Audit:
    """A season under way, and the people of it."""

    room: Room
    death: Death
    people: list[MemberActor]
    """Who play, and one more who comes in later."""
    maya: MemberActor
    """A moderator."""

    async def holder(self, entry: int) -> MemberActor:
        return with_id(self.people, (await state_of(self.room)).holder(entry))

    async def do(self, act: str, why: str | None = WHY, **filled: Any) -> None:
        """What a moderator does is in the log, and told."""
        said = await do(self.room, self.maya, act, why, **filled)
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


@pytest.fixture
def role(room: Room) -> RoleHandle:
    """Moderators, who may read threads and can be mentioned."""
    allowed = discord.Permissions(manage_threads=True)
    return room.guild.create_role("referees", mentionable=True, permissions=allowed)


@pytest.fixture
def audit(room: Room, maya: MemberActor, monkeypatch: pytest.MonkeyPatch) -> Audit:
    return Audit(room, Death(monkeypatch), members(room, PLAYERS + 1), maya)


async def signed_up_and_drawn(audit: Audit, people: list[MemberActor]) -> None:
    """They press the button of the newest message."""
    posted = audit.room.channel.last_message
    assert posted is not None and "Sign up" in labels(posted)
    for person in people:
        await person.click(posted, label="Sign up")
    await audit.do("draw", None)


async def drawn_in_a_pyramid(audit: Audit) -> None:
    """Founded, set up, signed up for and drawn, all by commands."""
    room, maya = audit.room, audit.maya
    await found(room, maya)
    page = await wizard_of(maya, room.channel)
    page = await choose_all(maya, page, size="8", games=str(EACH), moves="pyramid", once="3")
    page = await choose(maya, page, "handover", "0")  # time runs out at all tables at once
    await maya.click(page, label="Create")
    await signed_up_and_drawn(audit, audit.people[:PLAYERS])
    divisions = (await state_of(room)).divisions
    assert [(one.tier, len(one.entries)) for one in divisions] == [(0, 8), (1, 8), (1, 8)]


async def one_table(audit: Audit, number: int, table_id: int, count: int) -> None:
    """Play a table to its end, as the `count`-th; with what happens on the way."""
    room, maya = audit.room, audit.maya
    table = await room.bot.tables.table(table_id)
    one, two, three, *_ = (await state_of(room)).tables[number].entries
    for _ in range(6):
        await take_turn(room, table_id)
    match count:
        case 1:  # a time-out
            await room.later(days=2, minutes=1)
            await settled(room)
        case 2:
            thread = thread_of(room, table)
            [_, turn, *_] = await turns_offered(maya, thread)
            said = await moderate(maya, thread, "rewind", turn=turn["value"])
            assert "audit log entry" in said, said
            assert (await room.bot.tables.table(table_id)).rewinds == 1
        case 3 | 8:
            await audit.killed(table_id, 2 if count == 3 else 9)
        case 4:
            await audit.do("substitute", person=await audit.holder(one), by=audit.people[-1])
        case 5:
            await raise_dispute(await audit.holder(one), room.channel, number, "Look, please.")
            await audit.do("dispute-settle", table=number)
        case 6:
            leaving = await audit.holder(two)
            asked = await looked_up(leaving, room.channel, "leaving")
            await leaving.click(asked, label="Leave the season")
            await settled(room)
    if (await room.bot.tables.table(table_id)).status == "playing":
        await play_out(room, table_id)
    match count:
        case 7:  # a tie
            await audit.do("result", table=number, points="60 60 12 30.25")
        case 9:
            await audit.do("void", table=number)
        case 10:
            await audit.do("replay", table=number)
        case 11:
            await audit.do("adjust", person=await audit.holder(three), points="-3.0")
        case 12:
            await raise_dispute(await audit.holder(two), room.channel, number, "Look, please.")
            await audit.do("result", table=number, points="51 52 53 54")


async def audit_of(audit: Audit) -> None:
    """What the commands print is what the exported files add up to."""
    export = await exported(audit.people[5], audit.room.channel)
    again, state = Recount(export), await state_of(audit.room)
    standings, results = part_of(export, "standings.csv"), part_of(export, "results.csv")
    assert Counter(row["how"] for row in results)["corrected"] >= 4
    asking, channel = audit.people[0], audit.room.channel
    for number in range(DIVISIONS):
        said = words(await standings_in(asking, channel, number + 1))
        rows = [row for row in standings if row["division"] == str(number + 1)]
        shown = re.findall(r"^`[ \d–]+` \*\*(.+?)\*\*", said, re.MULTILINE)
        assert shown == [row["name"] for row in rows]
        counted = again.standings(number)
        assert [line.entry for line in counted] == [int(row["entry"][1:]) for row in rows]
        for line, row in zip(counted, rows, strict=True):
            assert float(row["points"]) == pytest.approx(float(line.points))
            assert int(row["level"]) == state.divisions[number].tier + 1
    assert sum(float(row["adjustment"]) for row in standings) == -3
    rows = part_of(export, "ratings.csv")
    last = {(int(row["player"][1:]), int(row["players"])): row for row in rows}
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
    count = 0
    while tables := await playing(room, await room.bot.leagues.read(1)):
        for number, table in tables.items():
            count += 1
            await one_table(audit, number, table.id, count)
    assert count >= 12, "all of it happened"
    await audit_of(audit)

    # Closed, reopened, corrected once more, closed again.
    await audit.do("close", None)
    assert (await state_of(room)).phase == "finished"
    await audit.do("close-back")
    await audit.do("result", table=max((await state_of(room)).results), points="1 2 3 4")
    await audit_of(audit)
    await audit.do("close", None)
    assert sum("Champion" in told for told in texts(room.channel)) == 2

    # The next season is drawn by where everybody goes.
    state = await state_of(room)
    up = {state.holder(move.entry) for move in moves_of(state) if move.direction == "up"}
    await new_season(room, maya)
    gone = {state.holder(entry) for entry in state.withdrawn}
    await signed_up_and_drawn(audit, [one for one in audit.people if one.id not in gone])
    top = (await state_of(room, 2)).divisions[0].entries
    assert up and up <= set(top), "promoted"
    assert set(champions(state)) <= set(top), "the champion stays"
    assert room.env.errors == []
