"""What is noted of a game: the same as its record, its end and its points by source say."""

import random

import pytest

from bot.engine import Game
from bot.engine.game_facts import THE_END, GameFacts, game_facts, points_history

from .deals import MODULES
from .random_play import MOODS, choose
from .scenario import GEARS


def whole_game(players: int, seed: int, modules: list[str]) -> Game:
    """A random game to its end."""
    chance, game = random.Random(seed), Game.new(players, modules=modules, seed=seed)
    while not game.finished:
        seat = game.pending[0].seat
        game.play(seat, choose(chance, game.legal(seat), MOODS[seed % len(MOODS)]))
    return game


def facts_of(game: Game) -> GameFacts:
    """The facts of a game that is over."""
    record = game.record()
    facts = game_facts(record["setup"], [(seat, action) for seat, action in record["actions"]])
    assert facts is not None
    return facts


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_facts_are_what_the_end_and_the_log_say(players: int) -> None:
    game = whole_game(players, players, list(MODULES) if players != 3 else [])
    facts, last, record = facts_of(game), game.snapshot(), game.record()

    assert (facts.modules, facts.prophecies) == (last.modules, last.prophecies)
    for seat, own in enumerate(facts.seats):
        player = last.players[seat]
        for name in ("tribe", "technologies", "temples", "monuments", "buildings", "workers"):
            assert getattr(own, name) == getattr(player, name), name
        picked = [action.split()[1] for who, action in record["actions"]
                  if who == seat and action.startswith("pick ")]  # fmt: skip
        assert dict(own.gears) == {gear: picked.count(gear) for gear in GEARS if gear in picked}
    assert [(own.place, own.points4, own.on_gears) for own in facts.seats] == [
        (row["place"], row["points4"], row["workers_on_gears"])
        for row in sorted(game.standings(), key=lambda row: row["seat"])
    ]
    assert sum(own.turns for own in facts.seats) == facts.rounds * players


@pytest.mark.parametrize("players", [2, 4])
def test_gains_add_up_to_the_points_and_to_each_round(players: int) -> None:
    game = whole_game(players, 11 + players, list(MODULES))
    facts, record = facts_of(game), game.record()
    history = points_history(
        record["setup"], [(seat, action) for seat, action in record["actions"]]
    )
    assert facts.rounds == len(history.food_days)
    for own, points in zip(facts.seats, history.seats, strict=True):
        sources = dict(points.sources)
        for source in {source for source, _, _ in own.gains} | sources.keys():
            gained = sum(n for of, _, n in own.gains if of == source)
            assert gained == sources.get(source, 0), source
        so_far = points.line[0]
        for number in range(1, facts.rounds + 1):
            so_far += sum(n for _, in_round, n in own.gains if in_round == number)
            assert so_far == points.line[number]
        at_the_end = sum(n for _, in_round, n in own.gains if in_round == THE_END)
        assert so_far + at_the_end == own.points4


def test_opening_is_the_first_turn_with_workers_on_gears() -> None:
    game = whole_game(4, 21, [])
    record = game.record()
    again, turns = Game.from_setup(record["setup"]), [list[str]() for _ in range(4)]
    openings: list[tuple[str, ...] | None] = [None] * 4
    for seat, action in record["actions"]:
        again.play(seat, action)
        match action.split():
            case ["place", gear] if gear in GEARS:
                turns[seat].append(gear)
        if again.turn_over(seat):
            if turns[seat] and openings[seat] is None:
                openings[seat] = tuple(sorted(turns[seat], key=list(GEARS).index))
            turns[seat] = []
    assert [own.opening for own in facts_of(game).seats] == openings
    assert all(openings)


def test_a_game_that_goes_on_has_no_facts() -> None:
    record = whole_game(2, 5, []).record()
    actions = [(seat, action) for seat, action in record["actions"]]
    assert game_facts(record["setup"], actions[:-1]) is None
