"""Sitting down and playing, for tests."""

import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.engine import Game, IllegalAction
from bot.model.computers import Computer
from bot.tables import Confirmed, Person, Refusal, Table, Tables, Think, Thought, TurnView
from bot.tables.preparation import prepare
from tests.tables.acts import add_computer, choose, confirm, join, open_lobby, start, turn_of

ADA, BEN, CLEO, DAN, FAY = PEOPLE = tuple(
    Person(101 + number, name) for number, name in enumerate(("Ada", "Ben", "Cleo", "Dan", "Fay"))
)
EVE = Person(109, "Eve")
"""A stranger."""
CHANNEL = 700


@dataclass
class Clock:
    """The time, moved by hand."""

    moment: datetime = datetime(2030, 1, 2, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def pass_by(self, time: timedelta) -> None:
        """Let time go by."""
        self.moment += time


def by_answers(answer: Callable[[Sequence[str]], str]) -> Think:
    """A computer that takes its turns as this function answers, given what is legal."""

    async def think(
        game: Game, seat: int, computer: Computer, *,
        begun: Sequence[str] = (), legal: Sequence[str] = (), urgent: bool = False,
    ) -> Thought:  # fmt: skip
        turn = prepare(game, seat, begun)
        while not turn.complete:
            turn = prepare(game, seat, (*turn.actions, answer(legal or turn.game.legal(seat))))
        return Thought(turn.actions, computer.level)

    return think


def last(legal: Sequence[str]) -> str:
    """An answer with which a game ends soon; it begs only if it must."""
    return "end" if "end" in legal else legal[-1]


last_legal = by_answers(last)


async def lobby(tables: Tables, people: int = 2, channel: int = CHANNEL) -> Table:
    """A lobby with this many people."""
    table = await open_lobby(tables, 1, channel, PEOPLE[0])
    for person in PEOPLE[1:people]:
        table = await join(tables, table.id, person)
    return table


async def started(
    tables: Tables, people: int = 2, *, computers: int = 0, seed: str = "1", channel: int = CHANNEL
) -> Table:
    """A game in which the wealth tiles are being chosen."""
    table = await lobby(tables, people, channel)
    for _ in range(computers):
        table = await add_computer(tables, table.id, ADA)
    return await start(tables, table.id, ADA, seed=seed)


def user(table: Table, seat: int) -> int:
    """The person in a seat."""
    user_id = table.seats[seat].user_id
    assert user_id is not None
    return user_id


async def asked_seats(tables: Tables, table_id: int) -> list[int]:
    """The seats asked now."""
    return [decision.seat for decision in (await tables.game(table_id)).pending]


async def prepare_turn(tables: Tables, table: Table, seat: int, chance: random.Random) -> TurnView:
    """A whole random turn, prepared but not confirmed."""
    view = await turn_of(tables, table.id, user(table, seat))
    while not view.can_confirm or ("end" in view.legal and chance.random() < 0.5):
        others = [action for action in view.legal if action != "end"]
        if not view.can_confirm and "end" in view.legal:
            others.append("end")  # and then the quick action
        if not others:
            break
        view = await choose(tables, table.id, user(table, seat), chance.choice(others), view.stamp)
    return view


async def play_turn(tables: Tables, table: Table, seat: int, chance: random.Random) -> Confirmed:
    """A whole random turn, confirmed."""
    view = await prepare_turn(tables, table, seat, chance)
    return await confirm(tables, table.id, user(table, seat), view.stamp)


async def play(
    tables: Tables, table: Table, turns: int, chance: random.Random | None = None
) -> list[Confirmed]:
    """This many random turns of people, or fewer if the game ends."""
    chance = chance or random.Random(table.id)
    played: list[Confirmed] = []
    for _ in range(turns):
        waiting = await asked_seats(tables, table.id)
        if not waiting:
            break
        played.append(await play_turn(tables, table, chance.choice(waiting), chance))
    return played


async def in_play(tables: Tables, people: int = 2, *, seed: str = "1", **more: Any) -> Table:
    """A game at the beginning of its first turn."""
    table = await started(tables, people, seed=seed, **more)
    chance = random.Random(seed)
    while (await tables.game(table.id)).pending[0].kind != "turn":
        await play(tables, table, 1, chance)
    return await tables.table(table.id)


async def all_there_is(tables: Tables, table_id: int) -> tuple[Any, ...]:
    """Everything that a refusal must not change."""
    table = await tables.table(table_id)
    if table.status == "lobby":
        return (table,)
    game = await tables.game(table_id)
    views = [
        (view.prepared, view.stamp, view.position)
        for decision in game.pending
        if not table.seats[decision.seat].computer
        for view in [await turn_of(tables, table_id, user(table, decision.seat))]
    ]
    return table, game.record(), views


async def refused(code: str, doing: Awaitable[object]) -> Refusal:
    """The refusal raised by `doing`; `illegal` stands for any of the engine's own."""
    with pytest.raises(Refusal) as caught:
        await doing
    refusal = caught.value
    if code == "illegal":
        assert isinstance(refusal, IllegalAction)
    else:
        assert refusal.code == code
    sentence = str(refusal)
    counted = refusal.plural and refusal.params["n"] != 1
    assert sentence == (refusal.plural if counted else refusal.template).format(**refusal.params)
    assert sentence.endswith(".")
    if code != "illegal":  # those are the engine's own sentences
        assert sentence[0].isupper()
    assert ". " not in sentence, "one sentence"
    return refusal
