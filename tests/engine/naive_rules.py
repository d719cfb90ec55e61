"""Three parts of the rules once more, from their text alone and as plainly as can be: technology
steps with and without Teacher Shortage (R-151, R-158), the building of a quick action (R-175,
R-163, R-160), and where a quick action may be used (R-174, R-175, R-024).

It knows nothing of the engine: hands of blocks are tuples, every way to pay is tried one by one.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Hand = tuple[int, int, int]
"""Wood, stone, gold."""
TRACKS = ("agriculture", "extraction", "architecture", "theology")
_DATA = Path(__file__).parents[2] / "data" / "components.json"
TILES: Mapping[str, Any] = {
    tile["id"]: tile for tile in json.loads(_DATA.read_text(encoding="utf-8"))["buildings"]
}


def paid(hand: Hand, blocks: int) -> Iterator[Hand]:
    """What may be left of a hand when so many blocks of any kind are paid."""
    if blocks == 0:
        yield hand
    else:
        for kind in range(3):
            if hand[kind]:
                left = list(hand)
                left[kind] -= 1
                yield from paid((left[0], left[1], left[2]), blocks - 1)


# Technology.


@dataclass(frozen=True)
class Learner:
    """A seat before a technology step. `dead` names bonuses that would change nothing now."""

    hand: Hand
    levels: tuple[int, int, int, int]
    itzamna: bool = False
    teacher_shortage: bool = False
    dead: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Learned:
    """A step: the hand when it is paid, the levels, the bonus, and how many blocks it brings."""

    hand: Hand
    levels: tuple[int, int, int, int]
    bonus: str | None = None
    gains: int = 0


def steps(who: Learner, tracks: Iterable[str] = TRACKS, *, free: bool = False) -> set[Learned]:
    """Every way to make a step on one of the tracks."""
    return {learned for track in tracks for learned in steps_on(who, track, free=free)}


def steps_on(who: Learner, track: str, *, free: bool) -> Iterator[Learned]:
    """Every way to make a step on a track."""
    level = who.levels[TRACKS.index(track)]
    price = 0
    if not free:
        price = {0: 1, 1: 2, 2: 3, 3: 1}[level]
        if who.itzamna and level < 3:
            price -= 1
    tax = 1 if who.teacher_shortage else 0
    for after_price in paid(who.hand, price):
        if sum(after_price) >= tax:
            for after_tax in paid(after_price, tax):
                yield from _effects(who, track, after_tax, owed=0)
        else:
            yield from _effects(who, track, after_price, owed=tax - sum(after_price))


def _effects(who: Learner, track: str, hand: Hand, owed: int) -> Iterator[Learned]:
    """What the step leads to when all but `owed` blocks are paid."""
    place = TRACKS.index(track)
    if who.levels[place] < 3:
        if owed == 0:
            levels = list(who.levels)
            levels[place] += 1
            yield Learned(hand, (levels[0], levels[1], levels[2], levels[3]))
        return
    for bonus in TRACKS if who.itzamna else (track,):
        if bonus == "extraction":
            if owed <= 2:
                yield Learned(hand, who.levels, bonus, 2 - owed)
        elif owed == 0 and bonus not in who.dead:
            yield Learned(hand, who.levels, bonus)


def tracks_offered(
    who: Learner, tracks: Iterable[str] = TRACKS, *, free: bool = False
) -> list[str]:
    """The tracks on which a step can be made."""
    return sorted(track for track in tracks if any(steps_on(who, track, free=free)))


# The building of a quick action.


@dataclass(frozen=True)
class Built:
    """A building: the tile, what was torn down for it, and the hand when it is paid."""

    tile: str
    torn_down: str | None
    hand: Hand


def buildings(
    hand: Hand, corn: int, row: Sequence[str], own: Sequence[str], *, crowded_cities: bool
) -> set[Built]:
    """Every way to build a tile of the row by a quick action."""
    found: set[Built] = set()
    if corn < 1:
        return found
    for tile in row:
        cost = _cost(tile)
        ways: list[tuple[str | None, Hand]] = [(None, cost)]
        for mine in own:
            shared = any(min(a, b) for a, b in zip(_cost(mine), cost, strict=True))
            if mine.startswith("x1-") and shared:
                rest = [max(0, a - b) for a, b in zip(cost, _cost(mine), strict=True)]
                ways.append((mine, (rest[0], rest[1], rest[2])))
        for torn_down, due in ways:
            left = [have - pay for have, pay in zip(hand, due, strict=True)]
            if min(left) >= 0:
                for after in paid((left[0], left[1], left[2]), 1 if crowded_cities else 0):
                    found.add(Built(tile, torn_down, after))
    return found


def _cost(tile: str) -> Hand:
    cost = TILES[tile]["cost"]
    return cost.get("wood", 0), cost.get("stone", 0), cost.get("gold", 0)


# Where a quick action may be used.


def quick_offered(position: Mapping[str, Any], seat: int) -> bool:
    """Whether the first worker of a turn may go to the quick actions, for who has a worker in
    hand."""
    me, quick = position["players"][seat], position["quick"]
    usable = quick["tile"] is not None and None in quick["spaces"] and seat not in quick["spaces"]
    if me["corn"] >= 1:
        return usable
    return usable and _pity(position, seat) == 1


def _pity(position: Mapping[str, Any], seat: int) -> int | None:
    """The price of the cheapest placement for who can neither pay one, nor beg, nor pick up; None
    for others."""
    me = position["players"][seat]
    if position["start_space"] is None or any(me["temples"].values()):
        return None
    prices = [1]
    for gear, spaces in position["gears"].items():
        if seat in spaces:
            return None
        if gear == "chichen_itza" and position["active_prophecy"] == "high-floodwaters":
            continue
        last = 10 if gear == "chichen_itza" else 7
        free = [space for space in range(last + 1) if spaces[space] is None]
        prices += free[:1]
    return min(prices)


def quick_tiles_shown(tiles: Sequence[str], tooth: int, food_days: int) -> tuple[str, list[str]]:
    """The tile under the arrow and those that lie open after it, of seven and six in a game."""
    days = dict.fromkeys(range(26, 30), tiles[12])
    for number, tile in enumerate(tiles):
        days[2 * number] = days[2 * number + 1] = tile
    if tooth >= 26:
        return days[tooth], []
    first_of_next = tooth + 2 - tooth % 2
    known = 26 if food_days >= 1 else 14
    return days[tooth], [days[day] for day in range(first_of_next, known, 2)]
