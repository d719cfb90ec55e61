"""The moments of a game that is looked at again show what everybody saw then, and nothing else."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.position import Position
from bot.model.table import Event, Seat
from bot.scene import Scene, scene_of
from bot.tables import Confirmed, Options, Table, Tables
from bot.tables.looking_back import LAST, Moment, Replay, replay, replay_of, turns_of
from bot.text.descriptions.alt_text import alt_city, alt_wheels
from bot.text.descriptions.position import position_sections
from bot.text.points import possible_lines
from bot.text.translation import translator
from cogs.telling.messages import recap
from tests.tables.acts import take_back
from tests.tables.playing import asked_seats, in_play, play, play_turn, refused, started, user

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
        "**What was possible**: Ana could begin in 9 ways",
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
