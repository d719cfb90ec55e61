"""Positions, scenes, histories of points and figures for the tests of the pictures: made up, so
that every number is known."""

import random
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

from bot.engine import Game
from bot.engine.components import FOOD_DAY_TEETH, GEARS, MONUMENTS, TECHNOLOGIES, TEMPLES
from bot.engine.expansion import PROPHECIES, TRIBES
from bot.engine.game_facts import THE_END, FoodDay, PointsHistory, SeatPoints
from bot.engine.happenings import POINTS_SOURCES
from bot.engine.position import Position as OpenTable
from bot.model.figures import SHARE, Figures, Key, Sums
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


# --- Histories of points for the tests of the pictures: made up, so that every number is known ----

FOOD_DAYS: dict[int, FoodDay] = {8: "mid_age", 14: "end_of_age", 21: "mid_age", 27: "end_of_age"}
SEATS: tuple[Mapping[str, int], ...] = (
    {"temples": 168, "chichen_itza": 44, "prophecies": 12, "goods": 13, "hunger": -12},
    {"temples": 108, "buildings": 36, "technologies": 48, "goods": 8, "skulls": 12, "hunger": -36},
    {"temples": 24, "chichen_itza": 76, "prophecies": -60, "goods": 3, "skulls": 84},
    {"temples": 56, "chichen_itza": 48, "buildings": 32, "goods": 30, "hunger": -60},
    {"buildings": 8, "technologies": 24, "prophecies": 24, "goods": 1, "skulls": 36},
)
BUILT_MONUMENTS = ("mon-tombs", "mon-workers")


def history(
    seats: Sequence[Mapping[str, int]],
    *,
    finished: bool = True,
    rounds: int = 27,
    on_gears: Sequence[int] = (0, 1, 2, 3, 0),
    monuments: Sequence[int] = (40, 24),
) -> PointsHistory:
    """A history with these sources; seat 0 has monuments as well. Every line climbs evenly."""
    given = [dict(sources) for sources in seats]
    if monuments:
        given[0]["monuments"] = sum(monuments)
    totals = [sum(sources.values()) for sources in given]
    ranks = list(zip(totals, on_gears, strict=False))
    return PointsHistory(
        seats=tuple(
            SeatPoints(
                points4=total,
                place=1 + sum(other > ranks[seat] for other in ranks),
                workers_on_gears=on_gears[seat],
                sources=tuple((s, given[seat][s]) for s in POINTS_SOURCES if given[seat].get(s)),
                monuments=() if seat else tuple(zip(BUILT_MONUMENTS, monuments, strict=False)),
                line=(*(total * number // (rounds + 1) for number in range(rounds + 1)), total),
            )
            for seat, total in enumerate(totals)
        ),
        food_days=tuple(FOOD_DAYS.get(number) for number in range(1, rounds + 1)),
        finished=finished,
    )


# --- Made-up statistics, with everything that has a name in them ----------------------------------

GAMES = 1_312


def sums(number: int, games: int = GAMES) -> Sums:
    """So many games with some points, of which half were won."""
    points4 = 4 * 30 + 13 * (number % 17)
    won = games // 2
    return Sums(
        games, 2 * games, 2 * games * points4, 2 * games * (points4**2 + 900 * (1 + number % 7)),
        won * SHARE, won, won * (points4 + 60), won * ((points4 + 60) ** 2 + 400),
    )  # fmt: skip


def figures() -> Figures:
    """One figure of each kind and name that there is, as many games as a large server has."""
    openings = [(gear, gear, other) for gear in GEARS for other in GEARS if gear < other]
    keys = [
        Key("points"), Key("rounds"), Key("length"),
        *(Key("order", str(n)) for n in range(5)),
        *(Key("tribe", one) for one in TRIBES),
        *(Key("prophecy", one) for one in PROPHECIES),
        *(Key("monument", one) for one in MONUMENTS),
        *(Key("opening", ".".join(sorted(one, key=GEARS.index))) for one in openings),
        *(Key("technology", f"{one}.{n}") for one in TECHNOLOGIES for n in range(4)),
        *(Key("temple", f"{one}.{n}") for one in TEMPLES for n in range(6)),
        *(Key("source", one) for one in POINTS_SOURCES),
        *(Key("gain", f"{one}.{n}") for one in POINTS_SOURCES for n in (9, 14, 20, THE_END)),
    ]  # fmt: skip
    found = {key: sums(n, GAMES - 7 * n if n > 3 else GAMES) for n, key in enumerate(keys)}
    small = Sums(GAMES, 2 * GAMES, 2 * GAMES * 11, 2 * GAMES * 300)
    return {
        key: small if key.kind == "gain" else small + small + small + small
        if key.kind == "source" else one
        for key, one in found.items()
    }  # fmt: skip


def games_of_a_person(players: int) -> Figures:
    """The figures of one person at tables of this size: somewhat often at each place."""
    places = [23 + 131 * place % 97 for place in range(1, players + 1)]
    games = sum(places)
    return {
        Key("points"): Sums(games, games, games * 4 * 61 + 1, games * (4 * 61) ** 2),
        **{Key("place", str(n)): Sums(one, one) for n, one in enumerate(places, start=1)},
        **{Key("gear", gear): Sums(games, games, (n + 2) * games) for n, gear in enumerate(GEARS)},
    }
