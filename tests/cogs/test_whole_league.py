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
from dataclasses import dataclass, field

import discord
import pytest
from simcord import MemberActor, RoleHandle

from bot.leagues.season_transaction import SeasonView
from bot.seasons.standings import champions, moves_of
from tests.cogs.conftest import Room
from tests.cogs.driver import labels, words
from tests.cogs.moderators_page import do, found, new_season, turns_offered, wizard_of
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
RATINGS = "ratings.csv"


@dataclass
class Audit:
    """A season under way, and the people of it."""

    room: Room
    death: Death
    people: list[MemberActor]
    """Who play, and one more who comes in later."""
    maya: MemberActor
    """A moderator."""
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
    await audit.done(await do(audit.room, audit.maya, "draw", None))


async def drawn_in_a_pyramid(audit: Audit) -> None:
    """Founded, set up, signed up for and drawn, all by commands."""
    room, maya = audit.room, audit.maya
    await found(room, maya)
    page = await choose_all(
        maya, await wizard_of(maya, room.channel), size="8", games=str(EACH), moves="pyramid",
        once="3", handover="0",  # time runs out at all three tables at once
    )  # fmt: skip
    await maya.click(page, label="Create")
    await signed_up_and_drawn(audit, audit.people[:PLAYERS])
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
        await audit.done(await do(room, maya, "dispute-settle", table=number))
    if count == 4:
        happened["substitute"] += 1
        leaving, eve = audit.person(season.state.holder(entries[0])), audit.people[-1]
        await audit.done(await do(room, maya, "substitute", person=leaving, by=eve))
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
        await audit.done(await do(room, maya, "result", table=number, points="60 60 12 30.25"))
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

    # Closed, reopened, corrected once more, closed again.
    await audit.done(await do(room, maya, "close", None))
    assert (await state_of(room)).phase == "finished"
    await audit.done(await do(room, maya, "close-back"))
    last = max((await state_of(room)).results)
    await audit.done(await do(room, maya, "result", table=last, points="1 2 3 4"))
    await audit_of(audit)
    await audit.done(await do(room, maya, "close", None))
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
