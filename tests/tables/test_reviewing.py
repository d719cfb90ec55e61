"""A game that is over is looked at turn by turn, once, and only by what lay open."""

import asyncio
import random
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

import pytest

from bot.ai import advice, worker
from bot.ai.advice import Moment, sure
from bot.ai.worker import Answer
from bot.engine import Game
from bot.engine.components import MODULES
from bot.model.computers import ORDINARY, Compared, Computer, Review
from bot.store import puzzles
from bot.tables import Tables
from bot.tables.computers import (
    Looking,
    ReviewedTurn,
    Reviews,
    beginnings,
    looked_at_again,
    own_turns,
    review_of,
    reviewed,
    told_of,
)
from bot.tables.looking_back import LAST, Replay
from bot.tables.thinking import Thinking
from bot.text.advice import review_lines
from bot.text.translation import translator
from tests.tables.acts import abandon, start
from tests.tables.playing import ADA, BEN, in_play, lobby, play, refused
from tests.tables.test_records import finished
from tests.tables.test_replaying import dealt_otherwise, looked_at, played, until

ENGLISH = translator("en")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Thinking:
    """Who looks back in earnest, but not far."""
    monkeypatch.setattr(worker, "FIRST", "instant")
    monkeypatch.setattr(worker, "CLOSER", "instant")
    return Thinking(0, timed=False)


class Looks:
    """Whoever looks back when it is let, and counts how often."""

    def __init__(self) -> None:
        self.let, self.asked = asyncio.Event(), list[Moment]()
        self.tasks = set[asyncio.Task[None]]()

    async def __call__(self, moment: Moment) -> Answer:
        """Each round promises as many points as its number; the first turn is a mistake."""
        await self.let.wait()
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
    # Another run of the program finds it.
    later = Reviews(tables, None, looks.in_background)
    assert await later.known(await reviewed(await tables.read(table.id))) == review


async def test_a_review_that_fails_is_made_anew(tables: Tables) -> None:
    table, looks = await finished(tables, 2), Looks()

    async def fails(moment: Moment) -> Answer:
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
