"""The one gate of moderators' acts: who may do what, where organisers who play leave results and
entries to others. What it says to every act is kept in a file to be read; a new act without its row
fails."""

import os
import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from bot.leagues import acting, people, season_lifecycle
from bot.leagues.act import SeasonAct
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import Ban, SignUp, Substitute, Withdraw
from bot.leagues.result_acts import Adjust, DecideDispute, EnterResult, Replay, Void
from bot.leagues.season_acts import ChangeSettings, Close, Draw, Open, OpenTables, Seed
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import settings_to_json
from bot.model.server import Moderator, Rank
from bot.moderation import desk, table_acts
from bot.moderation.at_tables import AtTable, Stake
from bot.refusal import Refusal
from bot.seasons.events import Rules, Stage
from bot.seasons.results import UNIT
from bot.store import moderation
from bot.tables import Tables
from tests.leagues.changes import void, withdraw
from tests.leagues.played import GUILD, MAYA, MODERATOR, WHY, do, play_on, signed_up
from tests.tables.playing import refused

FILE, WRITE = Path(__file__).parent / "gate.txt", "WRITE_GATE"
"""What the gate says, and the variable of the environment with which it is written anew."""
FREE, FREE_TOO, NEW = MODERATOR, 901, 902
"""Moderators who take no part."""
PLAYERS, WAITING, LISTED, LEFT = (101, 102, 103, 104, 105, 106, 107, 108), 109, 904, 104
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
    await acting.change_league(leagues, MAYA, season.league_id, acting.ORGANISERS, "leave")


async def sign_up(leagues: Leagues, name: str, rules: Rules = RULES) -> SeasonView:
    """A season for which people sign up, one more than there are places."""
    entering = (*PLAYERS, WAITING)
    season = await signed_up(leagues, entering, rules, name, hand_over_after=2)
    return await people.list_substitute(leagues, season.id, LISTED, on=True)


async def running(leagues: Leagues, name: str, rules: Rules = RULES) -> SeasonView:
    """A running season: one table is over, one is taken out, one player has left."""
    season = await sign_up(leagues, name, rules)
    season = await season_lifecycle.draw(leagues, season.id, by=FREE, seed=1)
    await play_on(leagues, season, 1)
    await void(leagues, season.id, 2, by=FREE, reason=WHY)
    return await withdraw(leagues, season.id, LEFT, by=LEFT)


async def places(leagues: Leagues) -> dict[str, SeasonView]:
    """Seasons in every state, by its name."""
    disputed = await running(leagues, "disputed")
    entry = disputed.state.tables[1].entries[0]
    await people.dispute(leagues, disputed.id, entry, 1, "Look, please.")
    groups = replace(RULES, stages=(Stage(),))
    closed = await play_on(leagues, await running(leagues, "closed", groups))
    return {
        "sign-up": await sign_up(leagues, "sign-up"),
        "running": await running(leagues, "running"),
        "disputed": await leagues.read(disputed.id),
        "all over": await play_on(leagues, await running(leagues, "all over", groups)),
        "closed": await season_lifecycle.close(leagues, closed.id, by=FREE),
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


async def asked(
    leagues: Leagues,
    season: SeasonView,
    person: int,
    act: SeasonAct,
    staff_of: Mapping[int, Rank] | None = None,
) -> str:
    """The same about an act in a season."""
    async with leagues.try_out(season.id) as opened:
        return await said(InSeason(leagues, season.id), person, act, opened, staff_of)


EVERY = {**acting.ACTS, **table_acts.ACTS}


async def test_what_the_gate_says(leagues: Leagues, tables: Tables) -> None:
    found = await places(leagues)
    for season in found.values():
        await leave(leagues, season)
    seasons, season = list(found.values()), found["running"]
    league = await leagues.league(season.league_id)
    stake = Stake(1, "Rainy season", league, frozenset(PLAYERS), 1, over=False)
    at_table, elsewhere = AtTable(tables, 1, stake), AtTable(tables, 1)
    game = MagicMock(fetch=AsyncMock(return_value=[]))
    game.table.guild_id = GUILD
    staff: dict[str, dict[int, Rank]] = {
        "moderates the league": {season.league_id: "moderates"},
        "helps in the league": {season.league_id: "helps"},
        "moderates another league": {season.league_id + 100: "moderates"},
    }

    async def to_staff(place: AtTable, act: table_acts.TableAct) -> list[str]:
        return [await said(place, FREE, act, game, of) for of in staff.values()]

    kinds = [["", *found]]
    for kind, person in KINDS.items():
        removal = Withdraw(PLAYERS[1])
        kinds.append([kind, *[await asked(leagues, one, person, removal) for one in seasons]])
    in_season, of_staff = [["", *found]], [["", *staff]]
    for name, act in season_acts(season).items():
        same = [(one, season_acts(one)[name]) for one in seasons]
        in_season.append([name, *[await asked(leagues, one, PLAYERS[0], it) for one, it in same]])
        to_each = [await asked(leagues, season, FREE, act, of) for of in staff.values()]
        of_staff.append([name, *to_each])
    there = []
    for one in TABLE_ACTS:
        there.append([one.act, await said(at_table, PLAYERS[0], one, game)])
        of_staff.append([one.act, *await to_staff(at_table, one)])
    more_time = table_acts.ExtendTime(0, 60)
    of_staff.append(["extend: at a table of no league", *await to_staff(elsewhere, more_time)])
    lines = [
        "What the gate says where organisers who play leave results and entries to others.",
        f"Written by `{WRITE}=1 pytest -n 0 tests/leagues/test_gate.py`.",
        "", "To each kind of person, about a player's removal:", *columns(kinds),
        "", "To who takes part, about each act of a season:", *columns(in_season),
        "", "To who takes part, about each act at a table of the season:", *columns(there),
        "", "To staff that takes no part, about each act while it runs:", *columns(of_staff),
    ]  # fmt: skip
    compare("\n".join(lines) + "\n")


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
            assert await asked(leagues, season, PLAYERS[0], act) == "yes", act


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


def any_act(season: SeasonView, chance: random.Random) -> SeasonAct:
    """An act that a moderator may try, with any choices."""
    one, other = chance.choices([*PLAYERS, WAITING, LISTED, NEW], k=2)
    table, back = chance.randint(1, 6), chance.random() < 0.5
    points = chance.randint(0, 100), chance.randint(0, 100)
    acts: Sequence[SeasonAct] = (
        SignUp(one, back=back), SignUp(one, late=True), Withdraw(one), Substitute(one, other),
        EnterResult(table, chance.randint(0, 3), points), Void(table, back), Replay(table),
        Adjust(one, chance.randint(-9, 9), 0), DecideDispute(table), Ban(one, back), Close(back),
        Draw(), Open(back), changed(season, most_players=chance.randint(2, 20)),
        changed(season, hand_over_after=chance.randint(1, 9)),
    )  # fmt: skip
    return chance.choice(acts)


async def test_who_takes_part_changes_nothing_that_is_left_to_others(leagues: Leagues) -> None:
    """Whatever act they try, with whatever choices, undoing included: found by chance."""
    found = list((await places(leagues)).values())[:4]
    await do(leagues, found[0], SignUp(NEW))
    await do(leagues, found[1], Void(3))
    for season in found:
        await leave(leagues, season)
    seasons = [await leagues.read(season.id) for season in found]
    chance = random.Random(1)
    for _ in range(200):
        season, person = chance.choice(seasons), chance.choice([*PLAYERS, WAITING, LISTED])
        place, me = InSeason(leagues, season.id), Moderator(person, GUILD)
        act = any_act(season, chance)
        with suppress(Refusal):
            shown = await desk.preview(place, me, act)
            assert left_to_others(shown.after) == left_to_others(season), act
        for entry in await leagues.store.read(moderation.of_season, season.id):
            with suppress(Refusal):
                back = await desk.undo_of(place, entry, me)
                shown = await desk.preview(place, me, back)
                assert left_to_others(shown.after) == left_to_others(season), entry


# --- the setting itself ---------------------------------------------------------------------------


async def test_who_takes_part_does_not_free_himself(leagues: Leagues) -> None:
    league = (await running(leagues, "running")).league_id
    plays, governs = Moderator(PLAYERS[0], GUILD), acting.ORGANISERS
    entry = await acting.change_league(leagues, plays, league, governs, "leave")
    assert (await leagues.league(league)).organisers == "leave"
    nobody = await refused(
        "left-to-nobody", acting.change_league(leagues, plays, league, governs, "daylight")
    )
    assert "/moderate setup" in str(nobody)
    named = replace(plays, others=(PLAYERS[1], FREE_TOO))
    others = str(await refused("left-to-others", acting.undo_league(leagues, named, entry, WHY)))
    assert f"<@{FREE_TOO}>" in others
    assert f"<@{PLAYERS[1]}>" not in others, "who plays decides it as little"
    again = acting.change_league(leagues, MAYA, league, governs, "leave")
    await refused("organisers-already", again)
    await acting.undo_league(leagues, MAYA, entry, WHY)
    assert (await leagues.league(league)).organisers == "daylight"


async def test_a_league_is_not_deleted_by_who_takes_part(leagues: Leagues) -> None:
    league, _ = await acting.found_league(leagues, MAYA, "Rain", 5, organisers="leave")
    season, plays = (
        await signed_up(leagues, PLAYERS, league_id=league.id),
        Moderator(PLAYERS[0], GUILD),
    )
    await refused("left-to-nobody", acting.delete_league(leagues, league.id, plays))
    await do(leagues, season, Open(back=True))
    await acting.delete_league(leagues, league.id, plays)
