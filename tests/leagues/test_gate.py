"""The one gate of moderators' acts: who may do what, where organisers who play leave results and
entries to others. What it says to every act is kept in a file to be read; a new act without its row
fails."""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from typing import Any, cast
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as how_often
from hypothesis import strategies as st

from bot.leagues import acting, games, people, season_lifecycle
from bot.leagues.act import SeasonAct
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import (
    Ban,
    SignUp,
    Substitute,
    Withdraw,
)
from bot.leagues.result_acts import (
    Adjust,
    DecideDispute,
    EnterResult,
    Replay,
    Void,
)
from bot.leagues.season_acts import (
    ChangeSettings,
    Close,
    Draw,
    Open,
    OpenTables,
    Seed,
)
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings, settings_to_json
from bot.model.server import Moderator, Rank
from bot.moderation import desk, table_acts
from bot.moderation.at_tables import AtTable, Stake
from bot.refusal import Refusal
from bot.seasons.events import Rules, Stage
from bot.seasons.results import UNIT
from bot.store import Store, moderation, settings
from bot.tables import Tables
from cogs.kit.context import Interaction
from cogs.kit.members import moderator_here
from tests.leagues.changes import create_league, create_season, void, withdraw
from tests.leagues.played import GUILD, some_result
from tests.store.databases import newest_database
from tests.tables.playing import Clock, refused

FILE, WRITE = Path(__file__).parent / "gate.txt", "WRITE_GATE"
"""What the gate says, and the variable of the environment with which it is written anew."""
FREE, FREE_TOO, NEW = 900, 901, 902
"""Moderators who take no part."""
PLAYERS, WAITING, LISTED, LEFT = (101, 102, 103, 104, 105, 106, 107, 108), 109, 904, 104
WHY = "They asked for it."
FINAL = Stage("final", 1, who="best", players=2)
RULES = Rules(seats=2, division_size=4, late_entry=True, most_players=8, stages=(Stage(), FINAL))

KINDS: Mapping[str, int] = {
    "plays, or has signed up": PLAYERS[0],
    "has left": LEFT,
    "waits for a place": WAITING,
    "is listed as substitute": LISTED,
    "takes no part": FREE,
}


async def leave(leagues: Leagues, season: SeasonView) -> None:
    """Let organisers who play leave results and entries to others."""
    free = Moderator(FREE, GUILD)
    await acting.change_league(leagues, free, season.league_id, acting.ORGANISERS, "leave")


async def sign_up(leagues: Leagues, name: str, rules: Rules = RULES) -> SeasonView:
    """A season for which people sign up, one more than there are places."""
    league = await create_league(leagues, GUILD, name)
    wanted = SeasonSettings(name, rules, hand_over_after=2)
    season = await create_season(leagues, league.id, wanted, by=FREE)
    for person in (*PLAYERS, WAITING):
        season = await people.sign_up(leagues, season.id, person)
    return await people.list_substitute(leagues, season.id, LISTED, on=True)


async def running(leagues: Leagues, name: str, rules: Rules = RULES) -> SeasonView:
    """A running season: one table is over, one is taken out, one player has left."""
    season = await sign_up(leagues, name, rules)
    season = await season_lifecycle.draw(leagues, season.id, by=FREE, seed=1)
    await played(leagues, season, 1)
    await void(leagues, season.id, 2, by=FREE, reason=WHY)
    await withdraw(leagues, season.id, LEFT, by=LEFT)
    return await leagues.read(season.id)


async def played(leagues: Leagues, season: SeasonView, *numbers: int) -> SeasonView:
    """Make up results of these tables, or of all."""
    for table in await games.schedule(leagues, season.id):
        if not numbers or table.number in numbers:
            now = await leagues.read(season.id)
            if not now.state.is_over(table.number):
                result = some_result(now.state, table, random.Random(table.number))
                season = (await games.count(leagues, season.id, result)).season
    return season


async def places(leagues: Leagues) -> dict[str, SeasonView]:
    """Seasons in every state, by its name."""
    disputed = await running(leagues, "disputed")
    entry = disputed.state.tables[1].entries[0]
    await people.dispute(leagues, disputed.id, entry, 1, "Look, please.")
    disputed = await leagues.read(disputed.id)
    over = await played(
        leagues, await running(leagues, "all over", replace(RULES, stages=(Stage(),)))
    )
    closed = await running(leagues, "closed", replace(RULES, stages=(Stage(),)))
    closed = await season_lifecycle.close(leagues, (await played(leagues, closed)).id, by=FREE)
    return {
        "sign-up": await sign_up(leagues, "sign-up"),
        "running": await running(leagues, "running"),
        "disputed": disputed,
        "all over": over,
        "closed": closed,
    }


def changed(season: SeasonView, **fields: Any) -> ChangeSettings:
    """Change settings of a season, or of its rules."""
    was, now = season.settings, season.settings
    for name, value in fields.items():
        if hasattr(now, name):
            now = replace(now, **{name: value})
        else:
            now = replace(now, rules=replace(now.rules, **{name: value}))
    return ChangeSettings(settings_to_json(now), settings_to_json(was))


def season_acts(season: SeasonView) -> dict[str, SeasonAct]:
    """Every act of a season, by what it is called in the file."""
    one = PLAYERS[1]
    acts: list[SeasonAct] = [
        Open(), Draw(), Seed((one,)), OpenTables(), Close(),
        SignUp(NEW),
        Withdraw(one), Substitute(one, NEW), Ban(one),
        EnterResult(3, 0, (400, 300)), Void(3), Replay(1), Adjust(one, UNIT, 0),
        DecideDispute(1),
    ]  # fmt: skip
    return {
        **{act.act: act for act in acts},
        "season-new: cancelling": Open(back=True),
        "season-close: reopening": Close(back=True),
        "season-sign-up: late": SignUp(NEW, late=True),
        "season-sign-up: checking in": SignUp(one, here=True),
        "season-sign-up: withdrawing": SignUp(one, back=True),
        "season-settings: places": changed(season, most_players=9),
        "season-settings: who may enter": changed(season, needs_role=3),
        "season-settings: when a seat is lost": changed(season, hand_over_after=5),
        "season-settings: name and dates": changed(season, name="Another", at_once=3),
        "season-settings: when it is drawn": changed(season, sign_up_until=season.created_at),
    }


TABLE_ACTS: Sequence[table_acts.TableAct] = (
    table_acts.ExtendTime(0, 60),
    table_acts.PlayTurn(0), table_acts.RewindGame(0, 0), table_acts.ReplacePlayer(0, None, None),
    table_acts.EndGame(counts=True),
)  # fmt: skip


@asynccontextmanager
async def made(tmp_path: Path, form: Path, clock: Clock) -> AsyncIterator[Leagues]:
    """Leagues in a database of their own."""
    store = Store(await newest_database(tmp_path, form, "sqlite"))
    await store.open()
    yield Leagues(store, now=clock)
    await store.close()


async def said(
    place: desk.Place[Any, Any],
    person: int,
    act: desk.Act[Any],
    opened: Any,
    staff_of: Mapping[int, Rank] | None = None,
) -> str:
    """What the gate says to a person: yes, or the code of the refusal."""
    try:
        await desk.may(act, Moderator(person, GUILD, (FREE_TOO,), staff_of), place, opened)
    except Refusal as refusal:
        return refusal.code
    return "yes"


EVERY = {**acting.ACTS, **table_acts.ACTS}


async def test_what_the_gate_says(leagues: Leagues) -> None:
    found = await places(leagues)
    for season in found.values():
        await leave(leagues, season)
    lines = [
        "What the gate says where organisers who play leave results and entries to others.",
        f"Written by `{WRITE}=1 pytest -n 0 tests/leagues/test_gate.py`.",
        "",
        "To each kind of person, about a player's removal:",
    ]
    rows = [["", *found]]
    for kind, person in KINDS.items():
        cells = []
        for season in found.values():
            async with leagues.try_out(season.id) as opened:
                place = InSeason(leagues, season.id)
                cells.append(await said(place, person, Withdraw(PLAYERS[1]), opened))
        rows.append([kind, *cells])
    lines += [*columns(rows), "", "To who takes part, about each act of a season:"]
    rows = [["", *found]]
    for name in season_acts(next(iter(found.values()))):
        cells = []
        for season in found.values():
            async with leagues.try_out(season.id) as opened:
                place, act = InSeason(leagues, season.id), season_acts(season)[name]
                cells.append(await said(place, PLAYERS[0], act, opened))
        rows.append([name, *cells])
    lines += [*columns(rows), "", "To who takes part, about each act at a table of the season:"]
    rows, tables = [], Tables(leagues.store, now=leagues.now)
    season = found["running"]
    league = await leagues.league(season.league_id)
    stake = Stake(1, "Rainy season", league, frozenset(PLAYERS), 1, over=False)
    at_table, opened_table = AtTable(tables, 1, stake), MagicMock(fetch=AsyncMock(return_value=[]))
    opened_table.table.guild_id = GUILD
    for one in TABLE_ACTS:
        rows.append([one.act, await said(at_table, PLAYERS[0], one, opened_table)])
    lines += [*columns(rows), "", "To staff that takes no part, about each act while it runs:"]
    staff: dict[str, dict[int, Rank]] = {
        "moderates the league": {season.league_id: "moderates"},
        "helps in the league": {season.league_id: "helps"},
        "moderates another league": {season.league_id + 100: "moderates"},
    }
    rows = [["", *staff]]
    async with leagues.try_out(season.id) as opened:
        place = InSeason(leagues, season.id)
        for name, act in season_acts(season).items():
            rows.append(
                [name, *[await said(place, FREE, act, opened, of) for of in staff.values()]]
            )
    for one in TABLE_ACTS:
        cells = [await said(at_table, FREE, one, opened_table, of) for of in staff.values()]
        rows.append([one.act, *cells])
    elsewhere = AtTable(tables, 1)
    cells = [
        await said(elsewhere, FREE, table_acts.ExtendTime(0, 60), opened_table, of)
        for of in staff.values()
    ]
    rows.append(["extend: at a table of no league", *cells])
    compare("\n".join([*lines, *columns(rows)]) + "\n")


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows with their cells below one another."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def compare(now: str) -> None:
    """Hold what the gate says against the file, or write that."""
    if os.environ.get(WRITE):
        FILE.write_text(now, encoding="utf-8")
        return
    was = FILE.read_text(encoding="utf-8").splitlines()
    lines = list(unified_diff(was, now.splitlines(), FILE.name, "now", "", "", 0))
    assert not lines, "The gate says something else now:\n" + "\n".join(lines)


async def test_every_act_has_its_rows(leagues: Leagues) -> None:
    season = await sign_up(leagues, "rows")
    assert {act.act for act in season_acts(season).values()} == acting.ACTS.keys()
    assert {act.act for act in TABLE_ACTS} == table_acts.ACTS.keys()


async def test_in_daylight_everybody_may_do_everything(leagues: Leagues) -> None:
    for season in (await places(leagues)).values():
        for act in season_acts(season).values():
            async with leagues.try_out(season.id) as opened:
                place = InSeason(leagues, season.id)
                assert await said(place, PLAYERS[0], act, opened) == "yes"


@pytest.mark.parametrize("act", EVERY.values(), ids=EVERY)
def test_every_act_is_logged_and_undone(act: type[desk.Act[Any]]) -> None:
    """Or it says why it cannot be undone; never both."""
    assert act.called, "its line in the audit log"
    assert act.touches[0] in desk.Touched.__args__, "what it touches, for the gate"  # type: ignore[attr-defined]
    assert bool(act.no_undo) == (act.undo is desk.Act.undo)
    shows = act.preview is not desk.Act.preview
    assert bool(act.asks or act.asks_back) == shows, "a question is asked above a preview"


def test_every_act_is_in_the_registry() -> None:
    def declared(of: type[desk.Act[Any]]) -> set[str]:
        found = {of.act} if "act" in vars(of) and of.__module__.startswith("bot.") else set()
        return found.union(*map(declared, of.__subclasses__()))

    assert declared(desk.Act) == EVERY.keys()


# --- nothing goes round it ------------------------------------------------------------------------


def left_to_others(season: SeasonView) -> tuple[object, ...]:
    """All that organisers who play leave to others."""
    state, rules = season.state, season.settings.rules
    return (
        state.results, state.voided, state.adjustments, state.holders, state.withdrawn,
        state.signed_up, state.waiting, state.disputes, rules.most_players, rules.late_entry,
        rules.most_late, season.settings.needs_role,
        season.settings.hand_over_after,
    )  # fmt: skip


def test_who_takes_part_changes_nothing_that_is_left_to_others(
    tmp_path: Path, newest_form: Path, clock: Clock
) -> None:
    """Whatever act they try, with whatever choices, undoing included: found by chance."""
    with asyncio.Runner() as runner:
        making = made(tmp_path, newest_form, clock)
        leagues = runner.run(making.__aenter__())

        async def prepared() -> list[SeasonView]:
            seasons = list((await places(leagues)).values())
            free = Moderator(FREE, GUILD)
            for season, act in ((seasons[0], SignUp(NEW)), (seasons[1], Void(3))):
                with suppress(Refusal):
                    await desk.do(InSeason(leagues, season.id), free, act, WHY)
            for season in seasons:
                await leave(leagues, season)
            return [await leagues.read(season.id) for season in seasons]

        seasons = runner.run(prepared())
        persons = st.sampled_from([*PLAYERS, WAITING, LISTED, NEW])
        tables, points = st.integers(1, 6), st.integers(0, 100)
        pair = st.tuples(points, points)
        acts: st.SearchStrategy[SeasonAct] = st.one_of(
            st.builds(SignUp, persons, back=st.booleans()),
            st.builds(SignUp, persons, late=st.just(True)),
            st.builds(Withdraw, persons), st.builds(Substitute, persons, persons),
            st.builds(EnterResult, tables, st.integers(0, 3), pair),
            st.builds(Void, tables, st.booleans()), st.builds(Replay, tables),
            st.builds(Adjust, persons, st.integers(-9, 9), st.just(0)),
            st.builds(DecideDispute, tables),
            st.builds(Ban, persons, st.booleans()), st.builds(Close, st.booleans()),
            st.builds(Draw), st.builds(Open, st.booleans()),
            st.builds(lambda n: changed(seasons[0], most_players=n), st.integers(2, 20)),
            st.builds(lambda n: changed(seasons[1], hand_over_after=n), st.integers(1, 9)),
        )  # fmt: skip

        async def tried(season: SeasonView, person: int, act: SeasonAct) -> None:
            place, me = InSeason(leagues, season.id), Moderator(person, GUILD)
            with suppress(Refusal):
                shown = await desk.preview(place, me, act)
                assert left_to_others(shown.after) == left_to_others(season)
            for entry in await leagues.store.read(moderation.of_season, season.id):
                with suppress(Refusal):
                    back = await desk.undo_of(place, entry, me)
                    shown = await desk.preview(place, me, back)
                    assert left_to_others(shown.after) == left_to_others(season)

        takes_part = st.sampled_from([*PLAYERS, WAITING, LISTED])

        @how_often(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
        @given(st.sampled_from(seasons[:4]), takes_part, acts)
        def tries(season: SeasonView, person: int, act: SeasonAct) -> None:
            runner.run(tried(season, person, act))

        tries()
        runner.run(making.__aexit__(None, None, None))


# --- the setting itself ---------------------------------------------------------------------------


async def test_who_takes_part_does_not_free_himself(leagues: Leagues) -> None:
    season = await running(leagues, "running")
    plays, free = Moderator(PLAYERS[0], GUILD), Moderator(FREE, GUILD)
    entry = await acting.change_league(leagues, plays, season.league_id, acting.ORGANISERS, "leave")
    assert (await leagues.league(season.league_id)).organisers == "leave"
    with pytest.raises(Refusal) as nobody:
        await acting.change_league(leagues, plays, season.league_id, acting.ORGANISERS, "daylight")
    assert nobody.value.code == "left-to-nobody" and "/moderate setup" in str(nobody.value)
    named = replace(plays, others=(PLAYERS[1], FREE_TOO))
    with pytest.raises(Refusal) as others:
        await acting.undo_league(leagues, named, entry, WHY)
    assert others.value.code == "left-to-others" and f"<@{FREE_TOO}>" in str(others.value)
    assert f"<@{PLAYERS[1]}>" not in str(others.value), "who plays decides it as little"
    await refused(
        "organisers-already",
        acting.change_league(leagues, free, season.league_id, acting.ORGANISERS, "leave"),
    )
    await acting.undo_league(leagues, free, entry, WHY)
    assert (await leagues.league(season.league_id)).organisers == "daylight"


async def test_a_league_is_founded_with_it(leagues: Leagues) -> None:
    free = Moderator(FREE, GUILD)
    league, _ = await acting.found_league(leagues, free, "Rain", 5, organisers="leave")
    assert league.organisers == "leave"
    league, _ = await acting.found_league(leagues, free, "Rain", 6)
    assert (league.organisers, league.channel_id) == ("leave", 6), "moved, it stays"


async def test_a_league_is_not_deleted_by_who_takes_part(leagues: Leagues) -> None:
    season = await sign_up(leagues, "sign-up")
    await leave(leagues, season)
    plays, free = Moderator(PLAYERS[0], GUILD), Moderator(FREE, GUILD)
    await refused("left-to-nobody", acting.delete_league(leagues, season.league_id, plays))
    await desk.do(InSeason(leagues, season.id), free, Open(back=True), WHY)
    await acting.delete_league(leagues, season.league_id, plays)


ROLE = 77


@pytest.mark.parametrize(
    ("has_role", "manages", "roles", "may"),
    [
        (True, False, [ROLE], True),
        (False, True, [ROLE], False),
        (False, True, [], True),
        (True, False, [], False),
    ],
)
async def test_who_is_a_moderator(
    leagues: Leagues, has_role: bool, manages: bool, roles: list[int], may: bool
) -> None:
    """Every act is asked for by whom this function returns."""
    tables, change = Tables(leagues.store, now=leagues.now), {"moderator_roles": roles}
    await tables.store.write(settings.change, "guild", GUILD, change, at=tables.now())
    member = MagicMock(spec=discord.Member)
    member.id, member.bot = FREE, False
    member.get_role = lambda role: role if has_role and role == ROLE else None
    member.guild_permissions = discord.Permissions(manage_guild=manages)
    member.guild.members, member.guild.id = [member], GUILD
    here = MagicMock(user=member, guild_id=GUILD, permissions=member.guild_permissions)
    here.client.tables = tables
    if may:
        assert await moderator_here(cast(Interaction, here)) == Moderator(FREE, GUILD)
    else:
        await refused("not-moderator", moderator_here(cast(Interaction, here)))
