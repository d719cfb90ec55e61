"""What became of one seat between two positions, and the same in words.

Costs and gains are told by comparing positions, so no rule of the game has to be known here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.engine.position import Position
from bot.text.names import (
    amount,
    amounts,
    gear_name,
    listed,
    points,
    technology_name,
    temple_name,
    tile_name,
)
from bot.text.translation import Translations

NO_BREAK = "\u00a0"
GOODS = ("corn", "wood", "stone", "gold", "skulls")


@dataclass(frozen=True)
class Change:
    """One seat's difference between two positions; zero and empty where nothing changed."""

    goods: Mapping[str, int]
    """By corn, wood, stone, gold, skulls; only what changed."""
    points4: int
    workers: int
    temples: Mapping[str, int]
    """The new step of each temple whose marker moved."""
    temples_up: Mapping[str, int]
    """By how many steps each of these moved."""
    technologies: Mapping[str, int]
    """The new level of each technology that moved."""
    tiles: Sequence[str]
    """Buildings and monuments gained, in order."""
    tiles_lost: Sequence[str]

    def __bool__(self) -> bool:
        return bool(
            self.goods or self.points4 or self.workers or self.temples or self.technologies
            or self.tiles or self.tiles_lost
        )  # fmt: skip


def change_of(before: Position, after: Position, seat: int) -> Change:
    """What became of a seat from one position to another."""
    old, new = before.players[seat], after.players[seat]
    temples = {g: s for g, s in new.temples.items() if s != old.temples[g]}
    return Change(
        goods={kind: n - old.goods[kind] for kind, n in new.goods.items() if n != old.goods[kind]},
        points4=new.points4 - old.points4,
        workers=new.workers - old.workers,
        temples=temples,
        temples_up={g: s - old.temples[g] for g, s in temples.items()},
        technologies={k: n for k, n in new.technologies.items() if n != old.technologies[k]},
        tiles=_added(old.buildings, new.buildings) + _added(old.monuments, new.monuments),
        tiles_lost=_added(new.buildings, old.buildings),
    )


def _added(old: Sequence[str], new: Sequence[str]) -> list[str]:
    return [tile for tile in new if tile not in old]


def workers_out(t: Translations, position: Position, seat: int) -> str:
    """Where a seat's workers stand: "Palenque 0 and 1, Tikal 3, start player"; empty for none."""
    places = []
    for gear, spaces in position.gears.items():
        mine = [str(space) for space, who in enumerate(spaces) if who == seat]
        if mine:
            places.append(
                t.gettext("{gear} {space}").format(gear=gear_name(t, gear), space=listed(t, mine))
            )
    if position.start_space == seat:
        places.append(t.gettext("start player"))
    if position.quick and seat in position.quick.spaces:
        places.append(t.gettext("quick action"))
    return ", ".join(unbroken(place) for place in places)


def unbroken(words: str) -> str:
    """Words that stay on one line."""
    return words.replace(" ", NO_BREAK)


def change_words(t: Translations, change: Change) -> list[str]:
    """The change in short pieces: "+5 corn", "−1 gold", "Chaac +1", "Agriculture 2"."""
    pieces = [t.gettext("{tile} built").format(tile=tile_name(t, tile)) for tile in change.tiles]
    pieces += [
        t.gettext("{tile} torn down").format(tile=tile_name(t, tile)) for tile in change.tiles_lost
    ]
    pieces += [signed(t, kind, n) for kind, n in change.goods.items()]
    if change.points4:
        pieces.append(signed_points(t, change.points4))
    if change.workers:
        pieces.append(
            t.ngettext("+{n} worker", "+{n} workers", change.workers).format(n=change.workers)
        )
    pieces += [
        t.gettext("{temple} {steps}").format(temple=temple_name(t, temple), steps=_sign(steps))
        for temple, steps in change.temples_up.items()
    ]
    pieces += [
        t.gettext("{track} level {n}").format(track=technology_name(t, track), n=n)
        for track, n in change.technologies.items()
    ]
    return pieces


def gain_words(t: Translations, change: Change, *, brief: bool = False) -> str:
    """The change for a label: "5 corn" where only goods come in, else signed pieces."""
    only_goods_in = all(n > 0 for n in change.goods.values()) and not (
        change.points4 < 0 or change.temples or change.technologies or change.tiles
        or change.workers or change.tiles_lost
    )  # fmt: skip
    if not only_goods_in:
        return ", ".join(change_words(t, change))
    pieces = [amounts(t, change.goods, brief=brief)] if change.goods else []
    if change.points4:
        pieces.append(points(t, change.points4))
    return ", ".join(pieces)


def signed(t: Translations, kind: str, n: int) -> str:
    """A gain or loss of a good: "+5 corn", "−1 gold"."""
    return _sign_of(n) + amount(t, kind, abs(n))


def signed_points(t: Translations, points4: int) -> str:
    """Points won or lost: "+7 points", "−1 point"."""
    return _sign_of(points4) + points(t, abs(points4))


def _sign(n: int) -> str:
    return f"{_sign_of(n)}{abs(n)}"


def _sign_of(n: int) -> str:
    return "+" if n > 0 else "−"
