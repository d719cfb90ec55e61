"""Positions and scenes for the tests of the pictures."""

import random
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

from bot.engine import Game
from bot.engine.components import FOOD_DAY_TEETH, MONUMENTS, TECHNOLOGIES, TEMPLES
from bot.engine.position import Position as OpenTable
from bot.scene import Scene, scene_of
from bot.text.descriptions.position import position_sections
from bot.text.translation import Translations

Position = dict[str, Any]

NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs")
LONG_NAMES = ("W" * 32, "M@" * 16, "Maximiliano Alexander der Dritte", "𝕎𝕚𝕕𝕖" * 8, "Ж漢😀" * 10)
FINISHED = 99


@cache
def _game(players: int, until: int, seed: int) -> Game:
    game = Game.new(players, seed=seed)
    choose = random.Random(seed)
    while not game.finished:
        seat, kind = game.pending[0]
        if kind == "turn" and game.position()["round"] >= until:
            break
        legal = game.legal(seat)
        # Players who only move at random never build: prefer what makes a rich position.
        wanted = [a for a in legal if a.split()[0] in ("do", "build", "monument", "advance")]
        game.play(seat, choose.choice(wanted or legal))
    return game


def played(players: int, until: int = 12, seed: int = 1) -> Game:
    """A game played at random up to the first turn of a round (`FINISHED`: to its end)."""
    return _game(players, until, seed).copy()


def position(players: int, until: int = 12, seed: int = 1) -> Position:
    """The position of such a game; with five players a made-up one, a fifth seat added."""
    if players < 5:
        return played(players, until, seed).position()
    dump = played(4, until, seed).position()
    fifth = deepcopy(dump["players"][0])
    fifth.update(corn=4, points4=-11, buildings=[], monuments=[], wealth=[])
    dump["players"].append(fifth)
    taken = {tile for player in dump["players"] for tile in player["monuments"]}
    dump["monument_row"].append(
        next(tile for tile in MONUMENTS if tile not in taken and tile not in dump["monument_row"])
    )
    return dump


def crowded(players: int = 5) -> Position:
    """More than any game holds: every number large, every worker on a gear."""
    dump = position(players)
    for seat, player in enumerate(dump["players"]):
        player.update(
            corn=104, wood=12, stone=11, gold=10, skulls=13, points4=-403, workers=6,
            available=0, corn_tiles=12, wood_tiles=10, buildings=["a1-field-school"] * 12,
        )  # fmt: skip
        standing = iter(range(6))
        for gear in dump["gears"].values():
            for space in range(len(gear)):
                if gear[space] == seat:
                    gear[space] = None
        for name in ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza"):
            for space in range(8):
                if dump["gears"][name][space] is None and next(standing, None) is not None:
                    dump["gears"][name][space] = seat
    return dump


def scene(
    dump: Position, names: Sequence[str] = NAMES, waiting: Sequence[int] | None = None
) -> Scene:
    """The scene of a position; unless said otherwise the seat whose turn it is is asked."""
    asked = (dump["turn_seat"],) if waiting is None else waiting
    return scene_at(dump, names[: len(dump["players"])], waiting=asked)


def scene_at(dump: Position, names: Sequence[str], **options: Any) -> Scene:
    """`scene_of` for a dump, which tests can change."""
    return scene_of(OpenTable.from_dump(dump), names, **options)


def steps(*of: int) -> dict[str, int]:
    """Steps by temple."""
    return dict(zip(TEMPLES, of, strict=True))


def levels(*of: int) -> dict[str, int]:
    """Levels by technology."""
    return dict(zip(TECHNOLOGIES, of, strict=True))


def before_food_day(shown: Scene, rounds: int, *, mid_age: bool) -> Scene:
    """The same so many rounds before a food day of age 1."""
    held = 0 if mid_age else 1
    return replace(shown, food_days_held=held, tooth=FOOD_DAY_TEETH[held] - rounds)


def position_in_words(scene: Scene, t: Translations) -> str:
    """The sections as one text: each heading on a line that begins with "### " (a heading in
    Discord's Markdown, which screen readers announce), a line for each subject, a blank line
    between sections."""
    return "\n\n".join(
        "\n".join((f"### {section.heading}", *section.lines))
        for section in position_sections(scene, t)
    )
