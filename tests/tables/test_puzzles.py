"""Puzzles without Discord: days and streaks, what they are made of, what decides a judgement."""

import random
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from bot.ai import worker
from bot.ai.measured import FINEST
from bot.ai.puzzles import points_lost, theme_of
from bot.ai.review import Moment
from bot.ai.worker import Answer, Question, answer
from bot.clocks import PersonalTime
from bot.engine import Game
from bot.engine.board import MODULES
from bot.model.puzzles import Puzzle, comes_back, streak
from bot.notation.position_line import read_position, write_position
from bot.store import puzzles as stored
from bot.tables import Person, PersonSettings, ServerSettings, Tables, puzzles
from bot.tables.preparation import prepare
from bot.tables.time_passing import set_person_settings
from tests.tables.conftest import Clock

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
                days.add(await puzzles.day_of(tables, 7, 1))
            assert streak(days, max(days)) == 4


async def test_ones_own_zone_goes_before_the_servers(tables: Tables, clock: Clock) -> None:
    clock.moment = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)
    await tables.set_server_settings(1, ServerSettings(zone="America/New_York"))
    await set_person_settings(tables, 8, PersonSettings(hours=PersonalTime("Asia/Tokyo")))
    assert await puzzles.day_of(tables, 7, 1) == date(2026, 3, 28)
    assert await puzzles.day_of(tables, 8, 1) == date(2026, 3, 29)


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
    for source, puzzle in puzzles.shipped():
        assert READ.validate_json(READ.dump_json(puzzle)) == puzzle, source
        position = read_position(puzzle.position)
        begun = Game.from_position({"rules": puzzle.rules, **position.dump()})
        for way in puzzle.ways:
            assert prepare(begun, position.turn_seat, way.actions).complete, source
        assert min(way.behind for way in puzzle.ways[1:]) > 2 * FINEST, source
        assert theme_of(position, puzzle.rules, puzzle.ways) == puzzle.theme, source


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
        judged.add(await points_lost(ask, one.snapshot(), game.rules_version, turn.actions))
    assert len(lines) == len(judged) == len(legal) == 1
    assert read_position(lines.pop()) == position


async def test_puzzles_are_made_ahead_once_somebody_wants_them(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "CLOSER", "instant")
    monkeypatch.setattr("bot.ai.puzzles.PLAYED", "instant")
    monkeypatch.setattr("bot.ai.puzzles.sure", lambda _: 0.1)
    monkeypatch.setattr("bot.ai.puzzles.LAST_ROUND", 6)
    monkeypatch.setattr("bot.ai.puzzles.SHARE", 1.0)
    await puzzles.make_more(tables, ask)
    assert await tables.store.read(stored.counted) == (0, 0)
    await puzzles.of_today(tables, Person(7, "Ana"), 1)
    _, before = await tables.store.read(stored.counted)
    monkeypatch.setattr(puzzles, "STOCK", before)
    await puzzles.make_more(tables, ask)
    assert await tables.store.read(stored.counted) == (1, before), "the stock is full"
    monkeypatch.setattr(puzzles, "STOCK", before + 1)
    await puzzles.make_more(tables, ask)
    assert (await tables.store.read(stored.counted))[1] > before


async def test_everybody_has_the_same_and_themes_change(tables: Tables) -> None:
    first, themes = date(2026, 3, 1), list[str]()
    for n in range(4):
        day = first + timedelta(days=n)
        found = await puzzles.puzzle_of(tables, day)
        assert await puzzles.puzzle_of(tables, day) == found
        one = await tables.store.read(stored.by_id, found)
        assert one is not None
        themes.append(one.theme)
    assert len({*themes[:3]}) == 3
