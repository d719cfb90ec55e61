"""Sentences are shown, and codes decide: the same happens when every sentence is worded anew."""

import random
from typing import Any

import pytest

from bot.engine import Game, IllegalAction
from bot.refusal import Refusal
from bot.text.notation import read_pickups, read_places, read_turn
from bot.text.refusals import not_offered
from bot.text.translation import translator

T = translator("en")
LINES = (
    "place palenque tikal; end", "pick tikal 3", "pick chi 4; end", "place chichen 1", "place",
    "end", "pass", "beg", "place start start", "corn", "pick palenque 3 corn wood burn; end",
    "build nothing", "do chi 1", "sell gold; end", "xyz", "", "place quick; end; end",
)  # fmt: skip


def test_rewording_changes_no_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what a typed line means and is refused for, nor which moves are told as not
    offered."""
    games = list(_positions())
    before = [_decisions(game) for game in games]
    worded = Refusal.__init__

    def reworded(self: Refusal, code: str, *forms: str, **params: Any) -> None:
        worded(self, code, *(f"In other words: {form}" for form in forms), **params)

    monkeypatch.setattr(Refusal, "__init__", reworded)
    with pytest.raises(IllegalAction, match="In other words"):
        read_places(Game.new(2, seed=1), 0, "")
    assert [_decisions(game) for game in games] == before
    codes = {found for decisions in before for found in decisions if isinstance(found, str)}
    assert len(codes) > 10, "many reasons were met"


def _positions() -> list[Game]:
    """What a game of chance comes through, with the seat asked first to move."""
    games = []
    for seed in range(2):
        chance, game = random.Random(seed), Game.new(3, seed=seed)
        for _ in range(150):
            if not game.pending:
                break
            games.append(game.copy())
            seat = game.pending[0].seat
            game.play(seat, chance.choice(game.legal(seat)))
    return games


def _decisions(game: Game) -> list[Any]:
    seat = game.pending[0].seat
    found: list[Any] = [one.moves for one in not_offered(T, game, seat)]
    for line in LINES:
        for read in (read_turn, read_pickups):
            try:
                found.append(read(game, seat, line))
            except IllegalAction as reason:
                found.append(reason.code)
    return found
