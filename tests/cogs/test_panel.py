"""The private panel and the private pages, for every decision of random games."""

import random
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from discord import ui

from bot.engine import Game
from bot.engine.position import Position
from bot.tables import Options, Seat, Table, TurnView
from bot.text.translation import translator
from cogs.looking.board import mine_lines
from cogs.play.panel import panel
from cogs.telling.messages import recap
from tests.cogs.limits import TEXT, check_message, components

T = translator("en")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def table(players: int) -> Table:
    holders = tuple(Seat(n, 100 + n, f"person {n}") for n in range(players))
    return Table(2**40, 2**60, 2**60, "playing", 100, holders, Options(), 0, 2**60, None, NOW, NOW)


def turns(players: int, seed: int) -> Iterator[TurnView]:
    """Every state of every turn in preparation of a random game."""
    chance, game = random.Random(seed), Game.new(players, seed=seed)
    while not game.finished:
        seat = game.pending[0].seat
        before, prepared, ended = game.copy(), [], False
        while not ended:
            kind = next(d.kind for d in game.pending if d.seat == seat)
            legal = game.legal(seat)
            yield TurnView(
                table(players), seat, kind, tuple(legal), tuple(prepared), game.snapshot(),
                "a" * 12, "end" in legal, game.copy(), before,
            )  # fmt: skip
            stop = "end" in legal and chance.random() < 0.4
            action = "end" if stop else chance.choice(legal)
            game.play(seat, action)
            prepared.append(action)
            ended = action == "end" or kind in ("keep", "calendar")


def sent(view: ui.LayoutView) -> Mapping[str, Any]:
    return {"components": view.to_components()}


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_panels_keep_the_limits(players: int) -> None:
    kinds = set()
    for seed in range(3):
        for turn in turns(players, seed):
            kinds.add(turn.kind)
            body = sent(panel(T, turn, notice="Read this."))
            check_message(body)
            said = "\n".join(c["content"] for c in components(body) if c["type"] == TEXT)
            if turn.kind != "keep":
                assert f"**Round {turn.position.round}**" in said
                assert ("**So far**" in said) == bool(turn.prepared)
                offered = str(body)
                for action in turn.legal:
                    assert action in offered or action == "end"
    assert {"turn", "place", "pick", "action", "pay", "tech", "build", "up", "trade"} <= kinds


async def test_a_crowd_of_choices_becomes_selects() -> None:
    """Other kinds and longer lists, as the expansion will bring, still fit."""
    before = next(iter(turns(2, 1))).begun
    for seat in (0, 1):
        before.play(seat, before.legal(seat)[0])

    class Many:
        """A game that offers very much."""

        def __getattr__(self, name: str) -> Any:
            return getattr(before, name)

        def legal(self, seat: int | None = None) -> list[str]:
            return [f"dance {n} times around the idol of tribe {n}" for n in range(25)]

        def copy(self) -> Any:
            class Copy:
                pending = ()

                def kind_asked(self, seat: int) -> None:
                    return None

                def play(self, seat: int, action: str, listener: Any) -> None:
                    pass

                def snapshot(self) -> Position:
                    return before.snapshot()

            return Copy()

    seat = before.pending[0].seat
    many: Any = Many()
    turn = TurnView(
        table(2), seat, "dance", tuple(many.legal()), (), before.snapshot(),
        "a1", False, many, before,
    )  # fmt: skip
    body = sent(panel(T, turn))
    check_message(body)
    options = next(c for c in components(body) if c["type"] == 3)["options"]
    assert len(options) == 25
    assert options[0]["label"].startswith("dance 0 times")


async def test_what_is_mine_fits_into_a_message_to_the_end() -> None:
    longest = 0
    for seed in range(6):
        for turn in turns(4, seed):
            for seat in range(4):
                longest = max(longest, len("\n".join(mine_lines(T, turn.position, seat))))
    assert 500 < longest < 4000


def test_no_turns_no_recap() -> None:
    assert recap(T, []) == []
