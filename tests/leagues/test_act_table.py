"""Who may do what, and when: every act of moderators, asked for by everybody in every state. What
comes of it is kept in a file to be read; a new act without its row fails."""

import os
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import timedelta
from difflib import unified_diff
from itertools import pairwise
from pathlib import Path
from typing import Any, cast
from unittest.mock import MagicMock

import discord
import pytest

from bot.leagues import acting
from bot.leagues.act import SeasonAct
from bot.leagues.acting import InSeason
from bot.leagues.result_acts import Void
from bot.leagues.season_transaction import Leagues
from bot.model.server import AuditEntry, Moderator
from bot.moderation import desk, gate, table_acts
from bot.moderation.at_tables import AtTable
from bot.moderation.gate import ROLES
from bot.moderation.table_acts import TableAct
from bot.refusal import Refusal
from bot.store import settings
from bot.tables import Tables
from cogs.kit.context import Interaction
from cogs.kit.members import decider_here, moderator_here
from tests.leagues import act_places, act_rows
from tests.leagues.act_places import (
    FREE,
    FREE_TOO,
    GONE,
    LISTED,
    LOW,
    TOP,
    WAITING,
    WHY,
    Place,
    TriedStore,
)
from tests.leagues.act_rows import Row
from tests.leagues.played import GUILD
from tests.store.databases import newest_database
from tests.tables.playing import Clock, last_legal, refused

FILE = Path(__file__).parent / "act_table.txt"
WRITE = "WRITE_ACT_TABLE"
"""The variable of the environment with which the file is written anew instead of compared."""
HEAD = f"""\
What comes of every act of moderators: `ok`, `waits` for another moderator, or the code of the
refusal; `a/b` where the server wants no second moderator, and where it wants one; `"` repeats what
stands at its left.

Written by `{WRITE}=1 pytest -n 0 {Path(*Path(__file__).parts[-3:])}`.
"""

SEASON_ASKED: Mapping[str, Moderator] = {
    "free": Moderator(FREE, GUILD),
    "plays": Moderator(TOP[1], GUILD),
    "elsewhere": Moderator(LOW[1], GUILD),
    "listed": Moderator(LISTED, GUILD),
    "left": Moderator(GONE, GUILD),
    "stranger": Moderator(FREE, GUILD + 1),
}
"""Who asks for acts in seasons: who does not take part, who plays in the division concerned, in
another one, who is on the list of substitutes, who left the season, a moderator elsewhere."""
SIGN_UP_ASKED = {**SEASON_ASKED, "elsewhere": Moderator(WAITING, GUILD)}
TABLE_ASKED = {**SEASON_ASKED, "sits there": Moderator(TOP[0], GUILD)}
PLAIN_ASKED = {name: TABLE_ASKED[name] for name in ("free", "sits there", "stranger")}
HIMSELF, NOBODY = "himself", "·"
"""The column of who asks for an act about himself, and what it has where none is possible."""


CONFIRMING = (
    "another", "who plays", HIMSELF, "who asks", "nobody known", "a day later", "objected",
    "who manages",
)  # fmt: skip
"""Who confirms: another moderator although a player has objected; a moderator who plays, the person
whom the act is about; who asks, where another moderator is known, and where nobody is: when players
were told, a day later, then after an objection; who only manages the server, a day later, where
another moderator is known."""


class World:
    """All seasons and tables, and who asks there."""

    def __init__(self, store: TriedStore, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.leagues = Leagues(store, now=clock)
        self.tables = Tables(store, think=last_legal, now=clock)

    async def places(self) -> list[tuple[Place, Mapping[str, Moderator]]]:
        """Make all seasons and tables."""
        leagues, tables = self.leagues, self.tables
        sign_up = await act_places.sign_up(leagues)
        running, *games = await act_places.running(leagues, tables)
        seasons = [
            running,
            *[await make(leagues) for make in (
                act_places.round_over, act_places.final_due, act_places.final_drawn,
                act_places.all_over, act_places.finished, act_places.cancelled,
            )],
        ]  # fmt: skip
        return [
            (
                sign_up,
                {name.replace("elsewhere", "waiting"): one for name, one in SIGN_UP_ASKED.items()},
            ),
            *((one, SEASON_ASKED) for one in seasons),
            *((one, TABLE_ASKED) for one in games),
            *((one, PLAIN_ASKED) for one in await act_places.plain_tables(tables)),
        ]

    async def rows(self, place: Place) -> list[tuple[str, Row]]:
        """List the rows of all acts in a place, each with its heading."""
        found: list[tuple[str, Sequence[Row]]]
        if place.table is None:
            assert place.season is not None
            season = await self.leagues.read(place.season)
            found = [(act, act_rows.SEASON[act](place, season)) for act in acting.ACTS]
        else:
            table = await self.tables.table(place.table)
            found = [(act, act_rows.TABLE[act](place, table)) for act in table_acts.ACTS]
        return [(f"{act}: {row.said}" if row.said else act, row) for act, of in found for row in of]

    async def want_second(self, wanted: bool = True) -> None:
        """Let the server want a second moderator, or none."""
        change = {"second_moderator": wanted}
        await self.store.write(settings.change, "guild", GUILD, change, at=self.clock())

    async def ask(
        self, place: Place, moderator: Moderator, act: SeasonAct | TableAct
    ) -> AuditEntry:
        """Ask for an act as commands do."""
        if isinstance(act, SeasonAct):
            assert place.season is not None
            in_season = InSeason(self.leagues, place.season)
            return (await desk.do(in_season, moderator, act, WHY)).entry
        assert place.table is not None
        table = await self.tables.table(place.table)
        found = await acting.season_act_for(self.leagues, table, act)
        if found is not None:
            season, instead = found
            in_season = InSeason(self.leagues, season.id)
            return (await desk.do(in_season, moderator, instead, WHY)).entry
        stake = await acting.stake_of(self.leagues, place.table)
        done = await desk.do(AtTable(self.tables, place.table, stake), moderator, act, WHY)
        return done.entry

    async def comes_of(self, place: Place, moderator: Moderator, row: Row) -> str:
        """Say what comes of asking for an act, without and with the second moderator."""
        found = list[str]()
        for second in (False, True):
            if second and found[0] not in ("ok", "waits"):
                break
            async with self.store.trying():
                if second:
                    await self.want_second()
                try:
                    entry = await self.ask(place, moderator, row.act)
                    found.append({"done": "ok", "pending": "waits"}[entry.status])
                except Refusal as refusal:
                    found.append(refusal.code)
            self.tables.games = type(self.tables.games)(100)  # of what is undone
        return "/".join(dict.fromkeys(found))

    async def decided(self, place: Place, row: Row, cells: Sequence[str]) -> list[str]:
        """Say what comes of each way to confirm an act that waits."""
        plays = Moderator(TOP[1] if row.about != TOP[1] else TOP[0], GUILD)
        asks = plays if cells[1].endswith("waits") else Moderator(FREE, GUILD)
        himself = None if row.about is None else Moderator(row.about, GUILD)
        ways: Sequence[tuple[Moderator | None, Sequence[int], int, bool]] = [
            (Moderator(FREE_TOO, GUILD), [], 0, True),
            (Moderator(LOW[2], GUILD), [FREE_TOO], 24, False),
            (himself, [], 0, False),
            (asks, [FREE_TOO], 24, False),
            (asks, [], 0, False),
            (asks, [], 24, False),
            (asks, [], 24, True),
            (Moderator(FREE_TOO, GUILD, named=False), [FREE_TOO, LISTED], 24, False),
        ]
        found = []
        for who, known, hours, objected in ways:
            if who is None:
                found.append(NOBODY)
                continue
            async with self.store.trying():
                await self.want_second()
                entry = await self.ask(place, asks, row.act)
                entry = await gate.note_known(self.store, entry, known)
                now = self.clock()
                entry = await gate.note_told(self.store, entry, [1, 2], now)
                if objected:
                    everybody = frozenset([LOW[3]])
                    await gate.object_to(self.store, entry, LOW[3], everybody)
                self.clock.pass_by(timedelta(hours=hours))
                try:
                    found.append((await self.settle(entry, who)).status)
                except Refusal as refusal:
                    found.append(refusal.code)
                self.clock.moment = now
            self.tables.games = type(self.tables.games)(100)
        return [one.replace("done", "ok") for one in found]

    async def settle(self, entry: AuditEntry, moderator: Moderator) -> AuditEntry:
        """Confirm an act as buttons do."""
        place: desk.Place[Any, Any] = await acting.place_of(self.leagues, self.tables, entry)
        return (await desk.settle(place, entry.id, moderator, confirm=True)).entry


@pytest.fixture
async def world(tmp_path: Path, newest_form: Path, clock: Clock) -> AsyncIterator[World]:
    """All seasons and tables, on a server that wants no second moderator."""
    store = TriedStore(await newest_database(tmp_path, newest_form, "sqlite"))
    await store.open()
    made = World(store, clock)
    await made.want_second(False)
    yield made
    await store.close()


@pytest.fixture
def tables(leagues: Leagues) -> Tables:
    """Tables in the database of the leagues."""
    return Tables(leagues.store, now=leagues.now)


def test_every_act_has_its_rows() -> None:
    assert act_rows.SEASON.keys() == acting.ACTS.keys()
    assert act_rows.TABLE.keys() == table_acts.ACTS.keys()


EVERY = {**acting.ACTS, **table_acts.ACTS}


@pytest.mark.parametrize("act", EVERY.values(), ids=EVERY)
def test_every_act_is_previewed_logged_and_undone(act: type[desk.Act[Any]]) -> None:
    """Or it says why not; never both."""
    assert act.called, "its line in the audit log"
    has = {
        "preview": bool(act.asks) and act.preview is not desk.Act.preview,
        "undo": act.undo is not desk.Act.undo,
    }
    why_not = {"preview": act.no_preview, "undo": act.no_undo}
    assert {part: bool(why) for part, why in why_not.items()} == {
        part: not there for part, there in has.items()
    }
    assert bool(act.asks) == has["preview"], "a question is asked above a preview"
    if has["undo"]:
        assert act.touches or act.changes is not desk.Act.changes, "so that undoing knows the order"


def test_every_act_is_in_the_registry() -> None:
    def declared(of: type[desk.Act[Any]]) -> set[str]:
        found = {of.act} if "act" in vars(of) and of.__module__.startswith("bot.") else set()
        return found.union(*map(declared, of.__subclasses__()))

    assert declared(desk.Act) == EVERY.keys()


@pytest.mark.first
async def test_what_comes_of_every_act(world: World) -> None:
    said, decided = HEAD, dict[str, list[str]]()
    for place, asked in await world.places():
        lines = [[f"# {place.name}", *asked, HIMSELF]]
        for head, row in await world.rows(place):
            everybody = [*asked.values()]
            if row.about is not None:
                everybody.append(Moderator(row.about, GUILD))
            cells = [await world.comes_of(place, one, row) for one in everybody]
            lines.append([head, *cells, *([] if row.about is not None else [NOBODY])])
            if "waits" in cells[0] + cells[1] and head not in decided:
                decided[head] = await world.decided(place, row, cells)
        said += "\n" + _columns(lines)
    lines = [
        ["# what waits, confirmed by", *CONFIRMING],
        *([head, *decided[head]] for head in sorted(decided)),
    ]
    _compare(said + "\n" + _columns(lines))


def _columns(lines: Sequence[Sequence[str]]) -> str:
    lines = [
        [
            cell if cell != before or n < 2 else '"'
            for n, (before, cell) in enumerate(pairwise(["", *line]))
        ]
        for line in lines
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    each = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
    return "\n".join(each) + "\n"


def _compare(said: str) -> None:
    if os.environ.get(WRITE):
        FILE.write_text(said, encoding="utf-8")
        return
    was, now = (
        [re.sub("  +", "  ", line) for line in one.splitlines()]  # columns may become wider
        for one in (FILE.read_text(encoding="utf-8"), said)
    )
    lines = list(unified_diff(was, now, FILE.name, "now", "", "", 0))
    assert not lines, "Something else comes of these acts now:\n" + "\n".join(lines)


ROLE = 77


def _interaction(tables: Tables, roles: Sequence[int], *, manages: bool) -> Interaction:
    member = MagicMock(spec=discord.Member)
    member.id, member.bot = FREE, False
    member.get_role = lambda role: role if role in roles else None
    member.guild_permissions = discord.Permissions(manage_guild=manages)
    made = MagicMock(user=member, guild_id=GUILD, permissions=member.guild_permissions)
    made.client.tables = tables
    return cast(Interaction, made)


@pytest.mark.parametrize(
    ("has_role", "manages", "roles_now", "roles_then", "may_ask", "decides"),
    [
        (True, False, [ROLE], [ROLE], True, "moderator"),
        (False, True, [ROLE], [ROLE], False, "manager"),
        (False, False, [ROLE], [ROLE], False, None),
        (False, True, [], [], True, "moderator"),
        (True, False, [], [], False, None),
        (False, False, [], [], False, None),
        # what was changed since somebody asked lets nobody decide as a moderator
        (False, True, [], [ROLE], True, "manager"),
        (True, False, [ROLE], [], True, "manager"),
        (True, False, [ROLE], [ROLE + 1], True, "manager"),
    ],
)
async def test_who_is_a_moderator(
    tables: Tables, has_role: bool, manages: bool, roles_now: list[int], roles_then: list[int],
    may_ask: bool, decides: str | None,
) -> None:  # fmt: skip
    """Every act is asked for, and decided, by whom these functions return."""
    change = {"moderator_roles": roles_now}
    await tables.store.write(settings.change, "guild", GUILD, change, at=tables.now())
    here = _interaction(tables, [ROLE] if has_role else [], manages=manages)
    if may_ask:
        assert await moderator_here(here) == Moderator(FREE, GUILD)
    else:
        await refused("not-moderator", moderator_here(here))
    asked = AuditEntry(
        1, GUILD, None, tables.now(), LISTED, Void.act, WHY, {ROLES: roles_then}, own_table=False
    )
    if decides is None:
        await refused("not-moderator", decider_here(here, asked))
    else:
        named = decides == "moderator"
        assert await decider_here(here, asked) == Moderator(FREE, GUILD, named=named)
