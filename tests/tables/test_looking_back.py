"""A game that is looked at again: the moments of a replay, its review, its points, and what was
told of a turn."""

import asyncio
import random
import threading
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from bot.ai import advice, worker
from bot.ai.advice import Moment as AdviceMoment
from bot.ai.advice import sure
from bot.ai.worker import Answer, Question
from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.position import Position
from bot.model.computers import ORDINARY, Advised, Compared, Computer, Review
from bot.model.table import Event, Seat
from bot.scene import Scene, scene_of
from bot.store import Store, puzzles
from bot.tables import Confirmed, Options, Table, Tables
from bot.tables.computers import (
    Looking,
    ReviewedTurn,
    Reviews,
    beginnings,
    lessons_of,
    looked_at_again,
    own_turns,
    review_of,
    reviewed,
    told_of,
)
from bot.tables.looking_back import LAST, Moment, Replay, replay, replay_of, turns_of
from bot.tables.thinking import Thinking
from bot.text.advice import review_lines
from bot.text.descriptions.alt_text import alt_city, alt_wheels
from bot.text.descriptions.position import position_sections
from bot.text.points import possible_lines
from bot.text.translation import translator
from cogs.telling.messages import recap
from tests.tables.acts import abandon, points_history, start, take_back
from tests.tables.playing import (
    ADA,
    BEN,
    asked_seats,
    in_play,
    lobby,
    play,
    play_turn,
    prepare_turn,
    refused,
    started,
    user,
)
from tests.tables.test_records import finished

# --- The moments of a game that is looked at again show what everybody saw then, and nothing else -

ENGLISH = translator("en")
NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs")
NOW = datetime(2026, 3, 2, tzinfo=UTC)
Actions = Sequence[tuple[int, str]]


@cache
def played(players: int, modules: tuple[str, ...], seed: int) -> Game:
    """A whole game, in which much is built."""
    game, chance = Game.new(players, modules=modules, seed=seed), random.Random(seed)
    while not game.finished:
        seat = game.pending[0].seat
        legal = game.legal(seat)
        wanted = ("do", "build", "monument", "advance", "place", "end")
        game.play(seat, chance.choice([a for a in legal if a.split()[0] in wanted] or legal))
    return game


def looked_at(game: Game) -> Replay:
    """A game as it can be looked at again."""
    record = game.record()
    actions = record["actions"]
    seats = tuple(
        Seat(n, n + 1, name) for n, name in enumerate(NAMES[: record["setup"]["players"]])
    )
    status = "finished" if game.finished else "playing"
    table = Table(1, 1, 1, status, 1, seats, Options(), len(actions), None, None, NOW, NOW)
    events = [Event(seat, action, seat + 1, NOW) for seat, action in actions]
    turns = turns_of(table, Game.from_setup(record["setup"]), events)
    return replay_of(table, game, turns, None)


def scene(moment: Moment) -> Scene:
    """What the pictures of a moment are drawn from."""
    names = NAMES[: len(moment.position.players)]
    return scene_of(moment.position, names, waiting=moment.waiting, last_move=moment.moved)


def said(moment: Moment) -> tuple[Any, ...]:
    """All words about a moment, but for what was played from there on."""
    shown = scene(moment)
    return (
        alt_wheels(shown, ENGLISH), alt_city(shown, ENGLISH), position_sections(shown, ENGLISH),
        recap(ENGLISH, moment.moved),
    )  # fmt: skip


def dealt_otherwise(game: Game, seen: Position, chance: random.Random) -> dict[str, Any]:
    """The deal of a game with all that nobody could see in that position in another order: the
    stacks, the quick actions of the age to come, and the tiles and tribes not chosen."""
    setup, players = game.setup, len(seen.players)

    def shuffle(key: str, hidden: Sequence[int]) -> None:
        tiles = setup[key]
        drawn = [tiles[n] for n in hidden]
        chance.shuffle(drawn)
        for n, tile in zip(hidden, drawn, strict=True):
            tiles[n] = tile

    for key, left in (("age1", seen.age1_left), ("age2", seen.age2_left)):
        all_of = len(setup[key])
        hidden = all_of if key == "age2" and seen.age == 1 else left
        shuffle(key, range(all_of - hidden, all_of))
    opened = seen.quick is None or seen.age == 2 or {*seen.quick.coming} & {*setup["quick_age2"]}
    if not opened:
        shuffle("quick_age2", range(len(setup["quick_age2"])))
    kept = {tile for one in seen.players for tile in one.wealth}
    dealt = setup["wealth"][: 4 * players]  # the others place the workers of nobody
    shuffle("wealth", [n for n, tile in enumerate(dealt) if tile not in kept])
    if "tribes" in setup:
        tribes = {one.tribe for one in seen.players}
        shuffle("tribes", [n for n, tile in enumerate(setup["tribes"]) if tile not in tribes])
    assert setup != game.setup and players == setup["players"]
    return setup


def until(game: Game, moment: Moment, replayed: Replay) -> Actions:
    """What had been played at a moment."""
    actions = [(seat, action) for seat, action in game.record()["actions"]]
    return actions[: _version(moment, replayed)]


def _version(moment: Moment, replayed: Replay) -> int:
    if not moment.played or moment.round == LAST:
        return replayed.table.version
    first = moment.played[0]
    return first.table.version - len(first.actions)


@pytest.mark.parametrize(
    ("players", "modules"), [(2, ()), (5, tuple(MODULES))], ids=["base", "all modules"]
)
def test_no_moment_shows_what_was_hidden_then(players: int, modules: tuple[str, ...]) -> None:
    """Whatever lay in the stacks, and whatever was not chosen, every moment looks the same."""
    game, chance = played(players, modules, 4), random.Random(1)
    whole = looked_at(game)
    compared = 0
    for one in whole.rounds:
        moment = whole.moment(one.number, chance.randrange(players))
        actions = until(game, moment, whole)
        setup = dealt_otherwise(game, moment.position, chance)
        other = Game.replay({"setup": setup, "actions": actions})
        then = looked_at(other).moment(LAST)
        assert scene(then) == scene(moment)
        assert said(then) == said(moment)
        assert (then.round, then.turn) == (moment.round, moment.turn)
        assert moment.begun is not None and then.begun is None
        seat, possible = moment.begun.seat, moment.begun.possible
        assert tuple(other.legal(seat)) == possible
        words = [
            possible_lines(ENGLISH, NAMES[seat], legal) for legal in (possible, other.legal(seat))
        ]
        assert words[0] == words[1]
        compared += 1
    assert compared == len(whole.rounds) >= 24
    end = whole.moment(LAST)
    setup = dealt_otherwise(game, end.position, chance)
    again = looked_at(Game.replay({"setup": setup, "actions": game.record()["actions"]}))
    assert scene(again.moment(LAST)) == scene(end)


def test_every_turn_of_a_game_is_a_moment() -> None:
    game = played(3, (), 2)
    whole = looked_at(game)
    assert [one.number for one in whole.rounds] == sorted({one.number for one in whole.rounds})
    for one in whole.rounds:
        assert {begun.seat for begun in one.begun} == {0, 1, 2}
        assert whole.moment(one.number, 7) == whole.moment(one.number, 2)
        first = whole.moment(one.number)
        assert first.position.turn_seat == first.position.first_seat == first.waiting[0]
        assert first.played == one.turns
    end = whole.moment(LAST)
    assert end.position.phase == "finished" and end.begun is None
    assert sum(len(one.turns) for one in whole.rounds) + 3 == len(_all_turns(whole))


def _all_turns(whole: Replay) -> list[Confirmed]:
    return [*whole.choice, *(turn for one in whole.rounds for turn in one.turns)]


def test_what_a_turn_could_begin_with_is_told_by_kinds() -> None:
    legal = (
        "beg", "pass", "pick tikal 2", "place palenque", "place palenque discount", "place quick",
        "place start", "sell wood", "skip-space uxmal",
    )  # fmt: skip
    assert possible_lines(ENGLISH, "Ana", legal) == [
        "**What was possible**: Ana could start the turn in 9 ways",
        "- Place a worker: Palenque, Starting player, Quick action",
        "- Pick up a worker: Tikal 2",
        "- Beg", "- Skip a space: Uxmal", "- Selling wood", "- Pass this turn",
    ]  # fmt: skip


async def test_before_the_first_round_there_is_nothing_to_look_back_on(tables: Tables) -> None:
    table = await started(tables)

    async def look() -> Replay:
        return await replay(await tables.read(table.id))

    await refused("no-replay", look())
    while (await tables.game(table.id)).pending[0].kind != "turn":
        await play(tables, table, 1, random.Random(1))
    now = await look()
    assert now.moment(LAST) == now.moment(1) and now.moment(1).begun is None
    assert [one.number for one in now.rounds] == [1]

    async def another(number: int) -> Moment:
        return now.moment(number)

    await refused("no-round", another(2))


async def test_what_was_taken_back_is_not_shown(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    chance = random.Random(2)
    undone = await play_turn(tables, table, seat, chance)
    version = (await tables.table(table.id)).version
    seen = await replay(await tables.read(table.id))
    assert seen.moment(1).played[-1].actions == undone.actions
    await take_back(tables, table.id, user(table, seat), version)
    now = await replay(await tables.read(table.id))
    assert now.moment(1).played == () and now.moment(LAST).position == undone.before
    played_now = await play_turn(tables, table, seat, random.Random(9))
    assert played_now.actions != undone.actions
    told = [turn.actions for turn in _all_turns(await replay(await tables.read(table.id)))]
    assert undone.actions not in told and played_now.actions in told


# --- A game that is over is looked at turn by turn, once, and only by what lay open ---------------


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Thinking:
    """Who looks back in earnest, but not far."""
    monkeypatch.setattr(worker, "FIRST", "instant")
    monkeypatch.setattr(worker, "CLOSER", "instant")
    return Thinking(0, timed=False)


class Looks:
    """Whoever looks back when it is let, and counts how often."""

    def __init__(self) -> None:
        self.let, self.asked = asyncio.Event(), list[AdviceMoment]()
        self.tasks = set[asyncio.Task[None]]()

    async def __call__(self, moment: AdviceMoment | Question) -> Answer:
        """Each round promises as many points as its number; the first turn is a mistake."""
        await self.let.wait()
        if isinstance(moment, Question):  # what is known of a turn
            return Answer((), advised=(Advised(moment.prepared, 0.0),))
        self.asked.append(moment)
        if not moment.played:
            return Answer((), expected=(float(moment.position.round),) * 2)
        lost = 5.0 if moment.position.round == 1 else 0.0
        return Answer((), compared=Compared(lost, ("pass",)))

    def in_background(self, work: Coroutine[Any, Any, Any], what: str) -> None:
        """As the bot does it."""
        task = asyncio.create_task(work, name=what)
        self.tasks.add(task)


async def made(tables: Tables, looks: Looks, table_id: int) -> tuple[Replay, Review]:
    """A game with its review."""
    found = Reviews(tables, looks, looks.in_background)
    one = await reviewed(await tables.read(table_id))
    looks.let.set()
    return one, await found.begin(one).made


async def test_a_review_hangs_on_nothing_that_was_hidden(quick: Thinking) -> None:
    """Another order of what stayed in the stacks, other tiles that nobody chose: the same numbers
    and the same words. And whatever is asked about a moment, it knows no later one."""
    game, chance = played(2, tuple(MODULES), 4), random.Random(1)
    whole = looked_at(game)
    setup = dealt_otherwise(game, whole.moment(LAST).position, chance)
    assert setup != game.setup
    other = looked_at(Game.replay({"setup": setup, "actions": game.record()["actions"]}))
    found = [await review_of(one, quick.look_back, Looking(0)) for one in (whole, other)]
    assert found[0] == found[1] and found[0].told and len(found[0].rounds) == len(whole.rounds)
    words = [
        [review_lines(ENGLISH, turn.moment.position, turn.moment.rules, told)
         for told in found[0].told for turn in own_turns(one)
         if (turn.round, turn.number) == (told.round, told.turn)]
        for one in (whole, other)
    ]  # fmt: skip
    assert words[0] == words[1] and len(words[0]) == len(found[0].told)

    asked = own_turns(whole)
    for number in (3, 9, 15, 22):
        moment = whole.moment(number, 1)
        setup = dealt_otherwise(game, moment.position, chance)
        actions = until(game, moment, whole)
        then = looked_at(Game.replay({"setup": setup, "actions": actions}))
        known = own_turns(then)
        assert known == asked[: len(known)] and len(known) == 2 * (number - 1) + 1
        assert beginnings(then) == beginnings(whole)[: len(beginnings(then))]


def test_turns_of_people_are_looked_at_where_there_are_people() -> None:
    whole = looked_at(played(2, (), 4))
    assert {turn.moment.seat for turn in own_turns(whole)} == {0, 1}

    def by_computer(seats: set[int]) -> Replay:
        rounds = tuple(
            replace(
                one,
                turns=tuple(replace(turn, by_computer=turn.seat in seats) for turn in one.turns),
            )
            for one in whole.rounds
        )
        return replace(whole, rounds=rounds)

    assert {turn.moment.seat for turn in own_turns(by_computer({1}))} == {0}
    assert {turn.moment.seat for turn in own_turns(by_computer({0, 1}))} == {0, 1}


def test_a_computer_is_expected_to_play_at_its_level_and_a_person_ordinarily() -> None:
    whole = looked_at(played(2, (), 4))
    seats = (whole.table.seats[0], replace(whole.table.seats[1], computer=Computer("easy")))
    asked = beginnings(replace(whole, table=replace(whole.table, seats=seats)))
    assert {moment.levels for _, moment in asked} == {(ORDINARY.level, "easy")}


def test_what_noise_may_explain_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "noise", lambda level, round: 2.0 if round < 9 else 0.5)
    turns = [turn for turn in own_turns(looked_at(played(2, (), 4))) if turn.moment.seat == 0]
    assert [sure(1), sure(12)] == [4.0, 1.0]

    def told(number: int, lost: float) -> bool:
        return bool(told_of([(turns[number - 1], Compared(lost, ("pass",)))]))

    assert [told(1, lost) for lost in (3.9, 4.0, 4.1, -3.9, -4.1)] == [
        False, False, True, False, True,
    ]  # fmt: skip
    assert [told(12, lost) for lost in (1.4, 1.5, -2.9, -3.0)] == [False, True, False, True]


def test_two_losses_and_a_gain_are_told_and_no_mistake_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(advice, "noise", lambda level, round: 0.5)
    turns = own_turns(looked_at(played(2, (), 4)))

    def found(*lost: float, step: int = 6) -> list[tuple[ReviewedTurn, Compared]]:
        return [(turns[step * n], Compared(one, ("pass",))) for n, one in enumerate(lost)]

    told = told_of(found(4.0, 1.4, 9.0, -2.0, 3.0, -6.0, 2.0))
    assert [one.lost for one in told] == [4.0, 9.0, -6.0], "in the order they were played"
    assert told_of(found(1.4, -2.9, 0.0)) == ()
    assert [one.lost for one in told_of(found(4.0, 5.0, 6.0, 7.0))] == [5.0, 6.0, 7.0]
    mine = [turn for turn in turns if turn.moment.seat == 0][:3]
    close = [(turn, Compared(lost, ("pass",))) for turn, lost in zip(mine, (4, 5, 3), strict=True)]
    assert [one.lost for one in told_of(close)] == [5], "one mistake in three rounds"
    assert told_of([(turns[0], Compared(7.0))]) == (), "nothing else was found"
    again = looked_at_again(found(*range(-5, 10), step=2))
    assert len(again) == 8 and again == sorted(again, key=lambda turn: (turn.round, turn.number))


def test_the_worst_turns_of_each_seat_are_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "noise", lambda level, round: 0.5)
    turns = own_turns(looked_at(played(2, (), 4)))
    mine, other = ([turn for turn in turns if turn.moment.seat == seat] for seat in (0, 1))

    def lessons(*lost: float, other_turn: tuple[str, ...] = ("pass",)) -> list[float]:
        of_mine = [(mine[3 * n], Compared(one, other_turn)) for n, one in enumerate(lost)]
        return [one.lost for _, one in lessons_of([*of_mine, (other[0], Compared(8.0, ("pass",)))])]

    assert sorted(lessons(4.0, 1.4, 9.0, -7.0, 3.0, 5.0)) == [4.0, 5.0, 8.0, 9.0], "three and one"
    assert lessons(1.0, -9.0) == [8.0], "no gain, and nothing small"
    assert lessons(6.0, other_turn=()) == [8.0], "nothing better was found"
    close = [(turn, Compared(lost, ("pass",))) for turn, lost in zip(mine, (4, 5, 3), strict=False)]
    assert [one.lost for _, one in lessons_of(close)] == [5]


async def test_one_review_is_made_and_kept(tables: Tables) -> None:
    table, looks = await finished(tables, 2), Looks()
    one = await reviewed(await tables.read(table.id))
    found = Reviews(tables, looks, looks.in_background)
    assert await found.known(one) is None
    looking = found.begin(one)
    assert found.begin(one) is looking and await found.known(one) is looking
    assert (looking.turns, looking.done) == (len(own_turns(one)), 0)
    looks.let.set()
    review = await looking.made
    await asyncio.gather(*looks.tasks)
    assert looking.done == looking.turns == review.turns
    assert len(looks.tasks) == 1 and len(looks.asked) == len(one.rounds) + review.turns + 2
    assert review.rounds == tuple((n.number, (float(n.number),) * 2) for n in one.rounds)
    [told] = [one for one in review.told if one.seat == review.told[0].seat]
    assert (told.round, told.lost) == (1, 5.0)
    lessons = [(one.round, one.seat, one.why.better.actions) for one in review.lessons]
    assert lessons == [(1, one.seat, ("pass",)) for one in review.told]
    assert all(one.why.lost == 5.0 for one in review.lessons)
    # Another run of the program finds it.
    later = Reviews(tables, None, looks.in_background)
    assert await later.known(await reviewed(await tables.read(table.id))) == review


async def test_a_review_that_fails_is_made_anew(tables: Tables) -> None:
    table, looks = await finished(tables, 2), Looks()

    async def fails(moment: AdviceMoment | Question) -> Answer:
        return Answer((), "a trace")

    one = await reviewed(await tables.read(table.id))
    found = Reviews(tables, fails, looks.in_background)
    with pytest.raises(RuntimeError):
        await found.begin(one).made
    await asyncio.gather(*looks.tasks)
    assert await found.known(one) is None
    no_computer = Reviews(tables, None, looks.in_background)

    async def begin() -> None:
        no_computer.begin(one)

    await refused("no-reviewer", begin())


async def test_a_game_that_goes_on_or_was_given_up_is_not_reviewed(tables: Tables) -> None:
    table = await in_play(tables)
    await play(tables, table, 3)

    async def review() -> object:
        return await reviewed(await tables.read(table.id))

    await refused("no-review", review())
    for person in (ADA, BEN):
        await abandon(tables, table.id, person)
    await refused("no-review", review())


async def test_a_rewind_takes_the_review_away(tables: Tables) -> None:
    table, looks = await finished(tables, 2), Looks()
    one, review = await made(tables, looks, table.id)
    await asyncio.gather(*looks.tasks)
    stored = (table.id, one.table.rewinds, one.table.version)
    assert await tables.store.read(puzzles.kept_review, *stored) == review
    last = one.rounds[-1].turns[-1]
    async with tables.open(table.id) as opened:
        opened.rewind(last.table.version - len(last.actions), user_id=None)
    assert (await tables.table(table.id)).status == "playing"
    assert await tables.store.read(puzzles.kept_review, *stored) is None
    await refused("no-review", reviewed(await tables.read(table.id)))


async def test_nothing_is_told_while_another_table_plays_the_same_deal(tables: Tables) -> None:
    secret = "5ec7e7" * 10 + "abcd"
    one = await finished(tables, deal_of=secret, channel=1)
    other = await lobby(tables, channel=2)
    other = await start(tables, other.id, ADA, deal_of=secret)
    await refused("deal-played", reviewed(await tables.read(one.id)))
    await play(tables, other, 1000)
    assert (await reviewed(await tables.read(one.id))).over


# --- Where the points of a game came from ---------------------------------------------------------


async def test_the_history_of_a_whole_game_ends_with_its_standings(tables: Tables) -> None:
    table = await started(tables, 3, seed="5")
    *_, last = await play(tables, table, 1000, random.Random(5))
    assert last.standings is not None

    history = await points_history(tables, table.id)

    assert history.finished
    for row in last.standings:
        points = history.seats[row["seat"]]
        assert (points.place, points.points4) == (row["place"], row["points4"])
        assert sum(n for _, n in points.sources) == points.line[-1] == row["points4"]
    assert len(history.food_days) == last.after.round
    assert (await replay(await tables.read(table.id))).points == history


async def test_a_running_game_has_a_history_too(tables: Tables) -> None:
    table = await started(tables, 2, seed="5")
    await play(tables, table, 30, random.Random(5))
    history = await points_history(tables, table.id)
    position = (await tables.game(table.id)).snapshot()
    assert not history.finished
    assert [points.points4 for points in history.seats] == [
        player.points4 for player in position.players
    ]


async def test_it_is_read_from_the_log_after_a_restart(store: Store, tables: Tables) -> None:
    table = await started(tables, 2, seed="5")
    await play(tables, table, 40, random.Random(5))
    assert await points_history(Tables(store), table.id) == await points_history(tables, table.id)


async def test_looking_changes_nothing_and_shows_nothing_prepared(tables: Tables) -> None:
    table = await in_play(tables, 2, seed="5")
    confirmed = await points_history(tables, table.id)
    before = (await tables.game(table.id)).record()
    (seat,) = await asked_seats(tables, table.id)
    await prepare_turn(tables, table, seat, random.Random(5))
    assert await points_history(tables, table.id) == confirmed
    assert (await tables.game(table.id)).record() == before


async def test_a_lobby_has_none(tables: Tables) -> None:
    table = await lobby(tables)
    await refused("not-started", points_history(tables, table.id))


async def test_nobody_waits_while_a_long_game_is_played_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The replay runs in another thread than the event loop's."""
    table = await started(tables, 4, seed="6")
    await play(tables, table, 1000, random.Random(6))
    played_in = []
    play_again = Game.play

    def noted(game: Game, *choice: Any, **more: Any) -> None:
        played_in.append(threading.current_thread())
        play_again(game, *choice, **more)

    monkeypatch.setattr(Game, "play", noted)
    await points_history(tables, table.id)
    assert len(played_in) > 100
    assert threading.current_thread() not in played_in


async def test_an_abandoned_game_that_was_begun_still_has_one(tables: Tables) -> None:
    table = await started(tables, 2, seed="5")
    await abandon(tables, table.id, ADA, moderator=True)
    assert not (await points_history(tables, table.id)).finished


# --- What the recap of a confirmed turn contains: rounds, food days, the end ----------------------

FOOD_DAYS = 4


async def whole_game(tables: Tables, people: int, seed: int) -> list[Confirmed]:
    """All turns of a random game."""
    table = await started(tables, people, seed=str(seed), channel=seed)
    return await play(tables, table, 1000, random.Random(seed))


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param([(2, 1), (3, 2)], marks=pytest.mark.short),
        pytest.param([(2, 1), (3, 2), (4, 3)], marks=pytest.mark.long),
    ],
    ids=["two games", "three games"],
)
async def test_whole_games_are_told_without_a_gap(
    tables: Tables, seeds: Sequence[tuple[int, int]]
) -> None:
    asked_for_calendar = 0
    for people, seed in seeds:
        told = await whole_game(tables, people, seed)
        rounds = [turn for turn in told if turn.new_round]
        last = told[-1]

        for earlier, later in pairwise(told):
            assert earlier.after == later.before
            assert later.seat in earlier.waiting
            assert later.table.version == earlier.table.version + len(later.actions)
        assert [turn.after.round for turn in rounds] == list(range(1, last.after.round + 1))
        for turn in rounds:
            assert turn.waiting == (turn.after.first_seat,)
            assert not turn.finished
        assert sum(turn.food_day for turn in told) == FOOD_DAYS
        for turn in told:
            assert turn.steps[-1].position == turn.after
            assert [step.action for step in turn.steps] == list(turn.actions)
            assert turn.standings is None or turn.finished
        assert [turn for turn in told if turn.finished] == [last]
        assert (last.waiting, last.table.status, last.new_round) == ((), "finished", False)
        assert last.standings is not None
        assert sorted(row["seat"] for row in last.standings) == list(range(people))
        asked_for_calendar += sum(turn.actions[0].startswith("advance") for turn in told)
    assert asked_for_calendar, "a new round must also be told after a question about the calendar"


async def test_set_up_is_no_round(tables: Tables) -> None:
    table = await started(tables, 2)
    first, second = await play(tables, table, 2)
    assert (first.new_round, second.new_round) == (False, True)
    assert (first.food_day, second.food_day) == (False, False)
