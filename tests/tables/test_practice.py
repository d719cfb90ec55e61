"""Practice without Discord: the tutorial's game and puzzles."""

import asyncio
import contextlib
import itertools
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from unittest.mock import AsyncMock
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from bot.ai import worker
from bot.ai.advice import Moment
from bot.ai.puzzles import (
    Wanted,
    as_a_way,
    best_ways,
    least_ahead,
    points_lost,
    theme_of,
    way_like,
)
from bot.ai.worker import Answer, Question, answer
from bot.clocks import PersonalTime
from bot.engine import Game, IllegalAction
from bot.engine.components import GEARS, MODULES
from bot.engine.happenings import FoodDayBegan
from bot.model.computers import (
    AT_LEAST,
    AT_MOST,
    FIRST_ROUND,
    LAST_ROUND,
    PARTS,
    PUZZLE_THEMES,
    Advised,
    Compared,
    Puzzle,
    PuzzleKind,
    PuzzleTheme,
    comes_back,
    must_come,
    next_of,
    streak,
)
from bot.notation.position_line import read_position, write_position
from bot.refusal import Refusal
from bot.store import puzzles as stored
from bot.store import settings
from bot.tables import Person, PersonSettings, ServerSettings, Tables, practice
from bot.tables.practice import LEARNER, PRESSES, lesson, note_presses, presses_made
from bot.tables.preparation import prepare
from bot.tables.time_passing import set_person_settings
from tests.tables.conftest import Clock
from tests.tables.playing import refused
from training.puzzles import kept

# --- The tutorial's game: scripted, the same for everybody, and within the rules ------------------


def test_it_begins_as_its_words_say() -> None:
    begun = lesson()
    me = begun.game.position()["players"][LEARNER]
    assert (begun.kind, begun.game.position()["round"]) == ("turn", 1)
    assert (me["available"], me["skulls"]) == (3, 1)
    assert begun.deeds == ()


def test_a_whole_small_arc_in_few_presses() -> None:
    """Placing, waiting, picking up, a building, a skull, a temple step and the first food day."""
    assert PRESSES <= 25
    rounds = []
    for presses in range(PRESSES):
        now = lesson(presses)
        assert now.presses == presses
        assert not now.over
        assert now.wanted[0] in now.game.legal(LEARNER)
        rounds.append(now.game.snapshot().round)
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(1, 8)), "no round passes by without the learner"
    over = lesson(PRESSES)
    assert over.over
    me = over.game.snapshot().players[LEARNER]
    assert me.buildings == ("a1-small-farm-1",)
    assert (me.skulls, me.points4, me.temples["kukulkan"]) == (0, 32, 2)
    assert over.game.snapshot().food_days_held == 1
    happened = [one for step in over.deeds[-1].steps for one in step.happenings]
    assert any(isinstance(one, FoodDayBegan) for one in happened)


def test_the_same_for_the_same_presses() -> None:
    assert lesson(9).game.snapshot() == lesson(9).game.snapshot()


@pytest.mark.parametrize("presses", [-1, PRESSES + 1])
def test_presses_nobody_can_have_made(presses: int) -> None:
    with pytest.raises(ValueError, match="a lesson has no press"):
        lesson(presses)


async def test_where_somebody_left_it_is_kept(tables: Tables) -> None:
    assert await presses_made(tables, 7) == 0
    await note_presses(tables, 7, 5)
    await note_presses(tables, 8, 3)
    assert (await presses_made(tables, 7), await presses_made(tables, 8)) == (5, 3)
    assert (await tables.store.read(settings.of_person, 7)).way == "mention"
    await note_presses(tables, 7, PRESSES)
    assert await presses_made(tables, 7) == 0, "whoever has finished it begins anew"


# --- Puzzles without Discord: days and streaks, what they are made of, what decides a judgement ---

READ = TypeAdapter(Puzzle)


async def ask(question: Question | Moment) -> Answer:
    """Answer at once."""
    return answer(question)


@given(st.sets(st.integers(0, 20)), st.integers(0, 20))
def test_a_streak_is_what_counting_back_finds(days: set[int], today: int) -> None:
    first = date(2026, 10, 20)
    found = streak({first + timedelta(days=n) for n in days}, first + timedelta(days=today))
    last = today if today in days else today - 1
    expected = 0
    while last - expected in days:
        expected += 1
    assert found == expected


async def test_days_follow_each_other_over_summer_time(tables: Tables, clock: Clock) -> None:
    """The same time by the clocks of a place is another day each time, also where its clocks were
    changed meanwhile, and so a day lasted 23 or 25 hours."""
    for zone, changed in (("Europe/Rome", date(2026, 3, 29)), ("Europe/Rome", date(2026, 10, 25)),
                          ("America/New_York", date(2026, 11, 1))):  # fmt: skip
        await tables.set_server_settings(1, ServerSettings(zone=zone))
        for hour in (0, 2, 23):
            days = set()
            for n in range(-1, 3):
                local = datetime.combine(
                    changed + timedelta(days=n), time(hour, 30), ZoneInfo(zone)
                )
                clock.moment = local.astimezone(UTC)
                days.add(await practice.day_of(tables, 7, 1))
            assert streak(days, max(days)) == 4


async def test_ones_own_zone_goes_before_the_servers(tables: Tables, clock: Clock) -> None:
    clock.moment = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)
    await tables.set_server_settings(1, ServerSettings(zone="America/New_York"))
    await set_person_settings(tables, 8, PersonSettings(hours=PersonalTime("Asia/Tokyo")))
    assert await practice.day_of(tables, 7, 1) == date(2026, 3, 28)
    assert await practice.day_of(tables, 8, 1) == date(2026, 3, 29)
    await tables.set_server_settings(1, ServerSettings(zone="Asia/Tokyo"))
    await set_person_settings(tables, 9, PersonSettings(hours=PersonalTime("UTC")))
    assert await practice.day_of(tables, 7, 1) == date(2026, 3, 29)
    assert await practice.day_of(tables, 9, 1) == date(2026, 3, 28), "UTC is a zone as others"


def test_a_mistake_comes_back_until_it_is_learned() -> None:
    today, stage, waits = date(2026, 3, 1), 0, []
    while True:
        due, stage = comes_back(stage, today, avoided=True)
        if due is None:
            break
        waits.append((due - today).days)
        today = due
    assert waits == [3, 9, 27]
    assert comes_back(2, today, avoided=False) == (today + timedelta(days=1), 0)


def test_the_puzzles_that_come_with_the_program() -> None:
    """Each is read back as it was written, its turns are whole and legal, and one is the best."""
    for source, puzzle in practice.shipped():
        assert READ.validate_json(READ.dump_json(puzzle)) == puzzle, source
        position = read_position(puzzle.position)
        begun = Game.from_position({"rules": puzzle.rules, **position.dump()})
        for way in puzzle.ways:
            assert prepare(begun, position.turn_seat, way.actions).complete, source
        ahead = min(way.behind for way in puzzle.ways[1:])
        assert ahead >= least_ahead(position.round), source
        assert theme_of(position, puzzle.rules, puzzle.ways) == puzzle.theme, source
        assert puzzle.kind.round == position.round, source


def test_the_puzzles_that_come_with_the_program_are_various() -> None:
    """By theme, by gear, and by the part of the game; and so are days, to the last one."""
    kinds = [one.kind for _, one in practice.shipped()]
    whole = len(kinds)
    assert whole >= 60
    for theme, number in Counter(one.theme for one in kinds).items():
        assert whole / AT_LEAST <= number <= whole / AT_MOST, theme
    parts = Counter(one.part for one in kinds)
    assert all(whole / 5 <= parts[part] <= whole / 2 for part in range(PARTS)), parts
    rounds = Counter(one.round for one in kinds)
    assert max(rounds[n] + rounds[n + 1] for n in range(FIRST_ROUND, LAST_ROUND)) <= whole / 4
    assert kept(kinds) == whole
    for day in range(whole):
        assert next_of(kinds[:day][::-1][:AT_LEAST], kinds[day:]) == 0, "days keep to their order"


async def silent(question: Question | Moment) -> Answer:
    """Nobody should have been asked."""
    raise AssertionError(question)


async def test_a_turn_of_a_page_is_judged_as_the_page_says() -> None:
    """All that come with the program, and with their answers in another order."""
    for source, puzzle in practice.shipped():
        position = read_position(puzzle.position)
        for way in puzzle.ways:
            given = (position, puzzle.rules, puzzle.ways)
            lost = await points_lost(silent, *given, way.actions)
            assert lost == round(way.behind, 1), (source, way.actions)


@pytest.mark.parametrize(
    "puzzles", [pytest.param(2, marks=pytest.mark.short), pytest.param(4, marks=pytest.mark.long)]
)
async def test_another_turn_is_judged_by_the_same_measure(puzzles: int) -> None:
    """A turn that is not on the page, as the second of each puzzle is without itself there."""
    for source, puzzle in practice.shipped()[:puzzles]:
        position, (best, second, *more) = read_position(puzzle.position), puzzle.ways
        assert way_like(position, puzzle.rules, (best, *more), second.actions) is None
        lost = await points_lost(ask, position, puzzle.rules, (best, *more), second.actions)
        assert lost == pytest.approx(second.behind, abs=0.3), source


async def test_the_best_of_a_page_is_not_beaten_unsaid() -> None:
    """A turn that is better than all on the page counts as the best, with nothing lost; one beside
    which the page's first is told first for another reason is held against that one."""
    puzzle = practice.shipped()[0][1]
    position, (best, second, *_) = read_position(puzzle.position), puzzle.ways
    others = (replace(second, behind=0.0),)
    assert await points_lost(ask, position, puzzle.rules, others, best.actions) == 0.0

    async def three(question: Question | Moment) -> Answer:
        return Answer((), compared=Compared(3.0))

    ways = (replace(best, behind=0.0), replace(second, behind=-1.0))
    played = next(
        (*actions, "end")
        for actions in (("place palenque",), ("place uxmal",), ("place yaxchilan",))
        if way_like(position, puzzle.rules, ways, (*actions, "end")) is None
    )
    assert await points_lost(three, position, puzzle.rules, ways, played) == 2.0


async def test_a_turn_is_judged_once_for_all_who_try_it(tables: Tables) -> None:
    """Also by answers in another order; in the same moment one has it judged."""
    asked = list[Question | Moment]()

    async def slowly(question: Question | Moment) -> Answer:
        asked.append(question)
        await asyncio.sleep(0.01)
        return Answer((), compared=Compared(4.04))

    day = date(2026, 3, 1)
    people = [Person(number, "x") for number in range(7, 13)]
    tries = [await practice.puzzle_of_today(tables, one, 1) for one in people]
    begun, ways = tries[0].turn.begun, tries[0].puzzle.ways
    whole = next(one for one in two_placed(begun, tries[0].turn.seat) if not like(one, ways, begun))
    turned = (whole[1], whole[0], *whole[2:])

    async def confirmed(number: int, actions: Sequence[str]) -> float | None:
        now = await practice.choose(tables, people[number], tries[number], actions[:-1])
        return (await practice.confirm(tables, slowly, people[number], now, (), day)).tried.lost

    several = [confirmed(n, turned if n % 2 else whole) for n in range(5)]
    assert await asyncio.gather(*several) == [4.0] * 5
    kinds = [type(one) for one in asked]
    assert kinds == [Moment, Question], "judged, and looked at for the reasons"
    assert await confirmed(5, whole) == 4.0 and len(asked) == 2, "from what is stored"


def two_placed(begun: Game, seat: int) -> Iterator[tuple[str, ...]]:
    """Turns that place two workers."""
    gears = ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")
    for one, other in itertools.combinations(gears, 2):
        turn = (f"place {one}", f"place {other}", "end")
        with contextlib.suppress(IllegalAction):
            prepare(begun, seat, turn)
            yield turn


def like(whole: Sequence[str], ways: Sequence[Advised], begun: Game) -> bool:
    """Whether a turn is like one of the page."""
    return way_like(begun.snapshot(), begun.rules_version, ways, whole) is not None


async def test_the_order_of_the_stacks_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that differ in hidden tiles alone are the same puzzle, with the same judgement."""
    monkeypatch.setattr(worker, "CLOSER", "instant")
    game = Game.new(3, modules=MODULES, seed="hidden")
    chance = random.Random(1)
    while game.round < 3:
        game.play(game.pending[0].seat, chance.choice(game.legal()))
    setup, open_ = game.setup, game.position()
    position, seat = game.snapshot(), game.pending[0].seat
    assert game.kind_asked(seat) == "turn"
    seen = {*position.building_row, *(tile for one in position.players for tile in one.buildings)}
    lines, judged, legal = set(), set(), set()
    for seed in range(4):
        stacks = {name: list(setup[name]) for name in ("quick_age1", "quick_age2")}
        for name, left in (("age1", position.age1_left), ("age2", position.age2_left)):
            hidden = [tile for tile in setup[name] if tile not in seen]
            stacks[name] = random.Random(seed).sample(hidden, len(hidden))[:left]
        one = Game.from_position({"rules": game.rules_version, **open_, **stacks})
        lines.add(write_position(one.snapshot()))
        turn = prepare(one, seat, ())
        while not turn.complete:
            action = "end" if "end" in turn.legal else turn.legal[0]
            turn = prepare(one, seat, (*turn.actions, action))
        legal.add(turn.actions)
        now = (one.snapshot(), game.rules_version)
        ways = await best_ways(ask, *now, "instant")
        judged.add(await points_lost(ask, *now, ways, turn.actions))
        judged.add(await points_lost(ask, *now, ways[1:], turn.actions))
    assert len(lines) == len(legal) == 1 and len(judged) <= 2
    assert read_position(lines.pop()) == position


async def test_puzzles_are_made_ahead_once_somebody_wants_them(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "CLOSER", "instant")
    monkeypatch.setattr("bot.ai.puzzles.PLAYED", "instant")
    monkeypatch.setattr("bot.ai.puzzles.GLANCES", ())
    monkeypatch.setattr("bot.ai.puzzles.CLEAR", 0.2)
    monkeypatch.setattr("bot.ai.puzzles.sure", lambda _: 0.1)
    monkeypatch.setattr("bot.ai.puzzles.LAST_ROUND", 8)
    of_a_game = partial(practice.puzzles_of_a_game, looks=("instant",))
    monkeypatch.setattr(practice, "puzzles_of_a_game", of_a_game)
    await practice.make_more(tables, ask)
    assert await tables.store.read(stored.counted) == (0, 0)
    await practice.puzzle_of_today(tables, Person(7, "Ana"), 1)
    _, before = await tables.store.read(stored.counted)
    monkeypatch.setattr(practice, "STOCK", AT_LEAST)
    await practice.make_more(tables, ask)
    assert await tables.store.read(stored.counted) == (1, before), "the stock is full"
    monkeypatch.setattr(practice, "STOCK", 10 * before)
    await practice.make_more(tables, ask)
    assert (await tables.store.read(stored.counted))[1] > before


async def test_what_is_made_ahead_is_of_themes_that_are_missing(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A theme is rare where it could not come once in twelve days, and no more are made of one that
    could come on every fifth."""
    made = list[set[PuzzleTheme]]()

    async def of_a_game(_ask: object, _seed: str, wanted: Wanted) -> AsyncIterator[object]:
        position = read_position(practice.shipped()[0][1].position)
        made.append({theme for theme in PUZZLE_THEMES if wanted(theme, position, ())})
        return
        yield

    monkeypatch.setattr(practice, "puzzles_of_a_game", of_a_game)
    await practice.puzzle_of_today(tables, Person(7, "Ana"), 1)
    left = await tables.store.read(stored.left)
    rarest, commonest = min(left[theme] for theme in PUZZLE_THEMES), max(left.values())
    for stock in (AT_LEAST * rarest, AT_LEAST * (rarest + 1), AT_MOST * commonest, 1000):
        made.clear()
        monkeypatch.setattr(practice, "STOCK", stock)
        await practice.make_more(tables, ask)
        wanted = {theme for theme in PUZZLE_THEMES if left[theme] < stock // AT_MOST}
        full = left.total() >= stock and rarest >= stock // AT_LEAST
        assert made == ([] if full else [wanted])


async def test_everybody_has_the_same_and_days_are_various(tables: Tables) -> None:
    first, kinds = date(2026, 3, 1), list[PuzzleKind]()
    for n in range(AT_LEAST + 2):
        day = first + timedelta(days=n)
        found = await practice.puzzle_of(tables, day)
        assert await practice.puzzle_of(tables, day) == found
        one = await tables.store.read(stored.by_id, found)
        assert one is not None
        kinds.append(one.kind)
    assert kept(kinds) == len(kinds)
    assert {one.theme for one in kinds[:AT_LEAST]} == {*PUZZLE_THEMES}


KINDS = st.builds(
    PuzzleKind,
    st.sampled_from(PUZZLE_THEMES),
    st.frozensets(st.sampled_from(GEARS[:4]), max_size=2),
    st.integers(FIRST_ROUND, LAST_ROUND),
)


@given(st.lists(KINDS, max_size=20), st.lists(KINDS, min_size=1, max_size=12))
def test_a_day_takes_what_keeps_the_rules_if_anything_does(
    past: list[PuzzleKind], left: list[PuzzleKind]
) -> None:
    """Of any stock: a rule is broken only where all that keeps the rules before it breaks it."""

    lately = [each.theme for each in past]
    now = must_come(lately, {each.theme for each in left})

    def breaks(one: PuzzleKind) -> tuple[bool, bool, bool]:
        return (
            one.theme in lately[: AT_MOST - 1],
            one.theme not in now,
            bool(past) and bool(one.gears & past[0].gears),
        )

    index = next_of(past, left)
    assert breaks(left[index]) == min(map(breaks, left))
    assert breaks(left[index]) not in map(breaks, left[:index]), "the oldest of these"


@given(st.lists(st.integers(0, 7), min_size=AT_LEAST, max_size=40))
def test_every_theme_comes_in_time_whatever_is_chosen_before(choices: list[int]) -> None:
    """Of the themes that must come any may be taken: none waits longer than it may."""
    days = list[PuzzleTheme]()
    for choice in choices:
        now = sorted(must_come(days[::-1], PUZZLE_THEMES))
        days.append(now[choice % len(now)])
    for last in range(AT_LEAST, len(days) + 1):
        assert {*days[last - AT_LEAST : last]} == {*PUZZLE_THEMES}


async def tried(tables: Tables, monkeypatch: pytest.MonkeyPatch, lost: float) -> None:
    """Take the turn of the day, which is judged as so many points lost."""
    ana = Person(7, "Ana")
    now = await practice.puzzle_of_today(tables, ana, 1)
    whole = now.puzzle.ways[0].actions
    monkeypatch.setattr(practice, "_judged", AsyncMock(return_value=lost))
    await practice.confirm(tables, ask, ana, now, whole, await practice.day_of(tables, 7, 1))


async def test_a_result_is_shared_once_and_not_before_it_is_judged(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = Person(7, "Ana")
    now = await practice.puzzle_of_today(tables, ana, 1)
    await refused("not-judged", practice.share(tables, ana, now))
    await tried(tables, monkeypatch, 0.0)
    now = await practice.share(tables, ana, await practice.puzzle_of_today(tables, ana, 1))
    assert now.tried.shared
    await refused("shared", practice.share(tables, ana, now))


async def test_a_failed_turn_of_the_day_comes_back(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = clock.moment.date()
    await tried(tables, monkeypatch, 4.0)
    [one] = await tables.store.read(stored.mistakes, 7)
    assert (one.due, one.lost) == (today + timedelta(days=1), 4.0)
    clock.moment += timedelta(days=1)
    due, now = await practice.mistakes(tables, Person(7, "Ana"), 1)
    assert len(due) == 1 and now is not None and now.tried.day is None
    await tried(tables, monkeypatch, 0.0)
    assert len(await tables.store.read(stored.mistakes, 7)) == 1, "the best turn does not"


async def test_a_turn_begun_before_midnight_may_be_confirmed_for_ten_minutes(
    tables: Tables, clock: Clock
) -> None:
    ana = Person(7, "Ana")
    clock.moment = datetime(2026, 3, 1, 23, 59, tzinfo=UTC)
    now = await practice.puzzle_of_today(tables, ana, 1)
    clock.moment += timedelta(minutes=10)
    await practice.must_be_open(tables, now, ana, 1)
    clock.moment += timedelta(minutes=2)
    with pytest.raises(Refusal, match="That day is over"):
        await practice.must_be_open(tables, now, ana, 1)


async def test_a_day_that_is_over_can_be_tried_and_counts_for_nothing(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, first = Person(7, "Ana"), clock.moment.date()
    for n in range(-1, 30):
        await practice.puzzle_of(tables, first + timedelta(days=n))
    await practice.puzzle_of_today(tables, ana, 1)  # begun, and left
    clock.moment += timedelta(days=30)
    days = [day for day, _ in await practice.past_days(tables, 7, 1)]
    assert days == [first + timedelta(days=n) for n in range(29, -1, -1)]
    now = await practice.puzzle_of_past(tables, ana, 1, first)
    await practice.must_be_open(tables, now, ana, 1)
    monkeypatch.setattr(practice, "_judged", AsyncMock(return_value=4.0))
    whole = now.puzzle.ways[0].actions
    done = await practice.confirm(tables, ask, ana, now, whole, first + timedelta(days=30))
    assert done.tried.lost == 4.0 and done.puzzle.day == first
    assert await tables.store.read(stored.days, 7) == [None], "no streak"
    assert await tables.store.read(stored.mistakes, 7) == []
    for other in (first - timedelta(days=1), first + timedelta(days=30)):
        with pytest.raises(Refusal, match="cannot be opened"):
            await practice.puzzle_of_past(tables, ana, 1, other)


async def test_a_turn_is_known_as_the_puzzles_own_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known of a person's turn comes from the function that told the best turns."""
    for _, one in practice.shipped()[:3]:
        position, way = read_position(one.position), one.ways[-1]
        found = await as_a_way(ask, position, one.rules, way.actions)
        assert found is not None and found.actions == way.actions
        for name in ("certain", "leads", "payable", "food"):
            assert getattr(found, name) == getattr(way, name), name


async def test_what_is_known_of_a_turn_is_stored_with_its_judgement(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.practice.points_lost", AsyncMock(return_value=3.0))
    monkeypatch.setattr("bot.ai.puzzles.CLOSER", "instant")
    ana = Person(7, "Ana")
    now = await practice.puzzle_of_today(tables, ana, 1)
    best, other = now.puzzle.ways[:2]
    today = await practice.day_of(tables, 7, 1)
    done = await practice.confirm(tables, ask, ana, now, other.actions, today)
    assert done.pair is not None and done.pair[0] == best
    assert (done.pair[1].actions, done.pair[1].food) == (other.actions, other.food)
