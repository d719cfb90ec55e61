"""Random games with every kind of fact that a record may have."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.deal import shuffle_deal
from bot.engine.expansion import TRIBES
from bot.notation.games import WrittenGame, of_record
from bot.notation.records import (
    Entry,
    Record,
    RewindEntry,
    Sealed,
    Seat,
    SharedDeal,
    StoredRecord,
    sum_of,
)
from tests.engine.random_play import MOODS, choose

NAMES = (
    "Ada", "Ben # 2", 'Zoë "the" Great', "[Imix]", "後藤", "A: B", "computer", "", "x\ny\\", "@7",
    "mark=1", "Ada", "C",
)  # fmt: skip


def of_fresh_record(record: Record) -> WrittenGame:
    """The game of a record that was just made, and so has no sum yet."""
    return of_record(StoredRecord(record, sum_of(record)))


def random_record(
    number: int,
    *,
    each: Callable[[Game], None] = lambda game: None,
    players: int | None = None,
    modules: tuple[str, ...] | None = None,
) -> Record:
    """A record of this number, always the same; `each` is called before each decision."""
    chance = random.Random(number)
    players = players or 2 + number % 4
    if modules is None:
        modules = tuple(module for module in MODULES if chance.random() < 0.6)
    without = tuple(chance.sample(sorted(TRIBES), chance.randrange(4)))
    seed = f"seed {number}"
    deal = shuffle_deal(players, modules, seed, without=without)
    shared = None
    if chance.random() < 0.2:
        deal = shuffle_deal(players, modules, f"other {number}", without=without)
        shared = SharedDeal("5a" * 32, "5b" * 32)
    marks = tuple(f"computer {n}" if chance.random() < 0.3 else f"{n:064x}" for n in range(players))
    seats = tuple(Seat(chance.choice(NAMES), mark.startswith("computer"), mark) for mark in marks)
    sealed = Sealed(
        "5c" * 32, "5d" * 32, marks, marks[::-1], chance.random() < 0.3
    )  # fmt: skip
    game = Game.from_setup(deal)
    events = _events(game, seats, chance, each, until=1 if chance.random() < 0.8 else 0.05)
    return Record(
        format="tzolkin-record",
        version=1,
        table=number,
        rules=game.rules_version,
        opened="2030-01-02T11:00:00+00:00",
        modules=modules,
        without=without,
        seats=seats,
        seed=seed,
        deal=deal,
        sealed=sealed,
        shared=shared,
        events=events,
        set_back=tuple(
            RewindEntry(n + 5, n, "2030-01-02T12:00:00+00:00") for n in range(chance.randrange(3))
        ),
        result=tuple(game.standings()) if game.finished else None,
    )


def _events(
    game: Game,
    seats: tuple[Seat, ...],
    chance: random.Random,
    each: Callable[[Game], None],
    *,
    until: float,
) -> tuple[Entry, ...]:
    """A random game with its moments, played to its end or given up somewhere."""
    mood, at = chance.choice(MOODS), datetime(2030, 1, 2, 12, tzinfo=UTC)
    events: list[Entry] = []
    while not game.finished and (until == 1 or chance.random() > until / 10):
        each(game)
        seat = chance.choice(game.pending).seat
        kind, computer = chance.random(), seats[seat].computer ^ (chance.random() < 0.1)
        while True:
            action = choose(chance, game.legal(seat), mood)
            game.play(seat, action)
            moment = None if kind < 0.1 else at.isoformat(timespec="seconds")
            if kind > 0.97:  # as nobody writes it, and still to be kept
                moment = f'{at.isoformat(timespec="milliseconds")} "#1" @'
            events.append(Entry(seat, action, moment, computer))
            if game.turn_over(seat):
                break
            at += timedelta(seconds=chance.choice((0, 0, 0, 7)))
        at += timedelta(seconds=chance.choice((0, 11, 40_000)))
    return tuple(events)
