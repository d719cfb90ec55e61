"""The turn of the day in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import takewhile
from math import ceil
from typing import Literal

from bot.engine import Game
from bot.engine.components import MONUMENTS
from bot.engine.happenings import GoodsChanged, Happening
from bot.engine.turn import END
from bot.last_move import START
from bot.model.advice import Advised, Food
from bot.model.puzzles import Theme
from bot.text.changes import Change, change_of, change_words, signed_points
from bot.text.formats import day, listed, number
from bot.text.names import amount, temple_name, tile_name
from bot.text.translation import N_, Translations
from bot.text.turns import deeds_words

STEP, SQUARES = 3, 5
"""The points lost for which a square is dark, and the squares of a row."""
# Translators, for each: what a puzzle is about; shown before its result, as "Skulls · −4 points"
_THEMES: dict[Theme, str] = {
    "food": N_("Food day"), "calendar": N_("Starting space"), "skulls": N_("Skulls"),
    "building": N_("Building"), "technology": N_("Technology"), "temples": N_("Temples"),
    "goods": N_("Goods"), "placing": N_("Placing workers"),
}  # fmt: skip


def theme_words(t: Translations, theme: Theme) -> str:
    """Name what a puzzle is about."""
    return t.gettext(_THEMES[theme])


def result_line(t: Translations, lost: float, days: int) -> str:
    """The result of a try: a square dark for every few points lost, the points, and the days in a
    row if there are any."""
    dark = min(SQUARES, ceil(lost / STEP))
    said = f"{'🟩' * (SQUARES - dark)}{'⬛' * dark} **{tried_words(t, lost)}**"
    # Translators: on how many days in a row somebody took the turn of the day
    row = t.ngettext("{n} day in a row", "{n} days in a row", days).format(n=days)
    return f"{said} · 🔥 {row}" if days else said


def tried_words(t: Translations, lost: float | None) -> str:
    """The result of a try in a few words: "best turn", "−3 points", "not tried"."""
    if lost is None:
        # Translators: about a turn of the day, in a menu of days
        return t.gettext("not tried")
    n = round(lost)
    # Translators: the result of a puzzle: how many points fewer than the best turn
    points = t.ngettext("−{n} point", "−{n} points", n).format(n=n)
    # Translators: the result of a puzzle: nothing was lost
    return points if lost else t.gettext("best turn")


def mean_words(t: Translations, mean: float) -> str:
    """Say how many points were lost on average."""
    # Translators: {points}: a number with one decimal, as "1.4"
    return t.gettext("{points} points lost on average").format(points=number(t, mean, 1))


def day_title(t: Translations, on: date) -> str:
    """The heading of a day's turn."""
    # Translators: heading; {day} as "27 November"
    return t.gettext("Turn of the day, {day}").format(day=day(t, on))


# --- why a turn is better -------------------------------------------------------------------------

Kind = Literal[
    "food", "tiles", "workers", "technologies", "temples", "skulls", "points", "goods", "kept",
    "leads", "start",
]  # fmt: skip
"""What two turns are compared by; `goods` are those of the next turns, `kept` those held after this
one."""
_BLOCKS = {"corn": 0.25, "wood": 0.5, "stone": 0.75, "gold": 1.0}
_MONUMENT, _BUILDING = 8.0, 3.0
_EACH: Mapping[Kind, float] = {
    "workers": 5.0, "technologies": 3.0, "temples": 1.5, "skulls": 3.0, "leads": 2.0, "start": 2.0,
}  # fmt: skip
"""What each is worth in points, roughly: which difference is told first."""
_NO_CHANGE = change_of((), 0)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a turn: what it does, and what the next ones would do after it."""

    way: Advised
    deeds: Sequence[str]
    """The answers up to the end of the turn."""
    turns: int
    """The next turns that are looked at."""
    whole: Change
    """The changes by this turn and by workers picked up in those."""
    goods: Mapping[str, int]
    """The goods that workers bring who are picked up in those."""
    kept: Mapping[str, int]
    """The goods held after this turn."""
    skulls: int
    """The skulls that it and those bring; those they put on Chichen Itza count as points."""

    def worth(self) -> Mapping[Kind, float]:
        """What it brings of each kind, in points."""
        change, food = self.whole, self.way.food
        counted: Mapping[Kind, int] = {
            "workers": change.workers, "technologies": len(change.technologies),
            "temples": sum(change.temples_up.values()), "skulls": self.skulls,
            "leads": len(self.way.leads), "start": f"place {START}" in self.deeds,
        }  # fmt: skip
        return {
            "food": -food.lost if food else 0.0,
            "tiles": sum(_MONUMENT if one in MONUMENTS else _BUILDING for one in change.tiles),
            **{kind: n * _EACH[kind] for kind, n in counted.items()},
            "points": change.points4 / 4,
            "goods": sum(n * _BLOCKS[good] for good, n in self.goods.items()),
            "kept": sum(n * _BLOCKS[good] for good, n in self.kept.items()),
        }


def known(begun: Game, seat: int, ways: Sequence[Advised]) -> list[Known]:
    """Find what is known of some turns, each looked at as far as the others: of the same turns
    ahead."""
    turns = min(len(way.ahead) for way in ways)
    found = []
    for way in ways:
        game, done = begun.copy(), list[Happening]()
        deeds = [*takewhile(lambda action: action != END, way.actions)]
        for action in deeds:
            game.play(seat, action, done.append)
        held = game.snapshot().players[seat]
        picked = [one for ahead in way.ahead[:turns] for one in ahead.picked]
        later = [one for worker in picked for one in worker.happened]
        goods = _got(later, seat, _BLOCKS)
        kept = {kind: held.goods[kind] for kind in _BLOCKS}
        skulls = _got([*done, *later], seat, ["skulls"])["skulls"]
        whole = change_of([*done, *later], seat)
        found.append(Known(way, deeds, turns, whole, goods, kept, skulls))
    return found


def _got(happened: Iterable[Happening], seat: int, kinds: Iterable[str]) -> Mapping[str, int]:
    """Count what a seat got of some goods; what it paid does not count."""
    paid = [one for one in happened if isinstance(one, GoodsChanged) and one.seat == seat]
    return {kind: sum(max(0, getattr(one, kind)) for one in paid) for kind in kinds}


def differences(better: Known, other: Known) -> list[Kind]:
    """List the kinds of which a turn brings more than another, the largest difference first."""
    one, two = better.worth(), other.worth()
    more = {kind: one[kind] - two[kind] for kind in one if one[kind] > two[kind]}
    return sorted(more, key=lambda kind: -more[kind])


def comparison(
    t: Translations, begun: Game, seat: int, better: Advised, other: Advised, *, own: bool
) -> list[str]:
    """Say what a turn does that another does not, what that costs, and what both lack. With `own`
    the better turn is the reader's, and the other the next best one; else it is the other way
    round."""
    one, two = known(begun, seat, (better, other))
    # Translators: the subject of a sentence, within it: a turn, compared with another one
    best = t.gettext("the best turn")
    # Translators: as the text above: "yours" is your turn
    names = (best, t.pgettext("turn", "yours"))
    if own:
        # Translators: the subject of a sentence, within it: a turn, compared with another one
        names = (t.gettext("your turn"), t.gettext("the next best"))
    more, less = differences(one, two), differences(two, one)
    if more:
        lines = [_fact(t, more[0], names, (one, two))]
    else:
        # Translators: two turns that differ; {a}, {b}: "the best turn", "yours"; {x}, {y}: what
        # each does, as "2 workers placed on Tikal 0 and 1 (1 corn)"
        words = t.gettext("{a}: {x}; {b}: {y}.")
        x, y = (deeds_words(t, begun, seat, each.deeds) for each in (one, two))
        lines = [words.format(a=names[0], b=names[1], x=x, y=y)]
    lines = [_capital(line) for line in lines]
    if less:
        # Translators: what a better turn costs, behind what it brings; {fact} is a whole sentence:
        # "the best turn is 2 corn short for the food day; yours has enough."
        price = t.gettext("The price: {fact}")
        lines.append(price.format(fact=_fact(t, less[0], names[::-1], (two, one))))
    food = better.food
    if food and food.missing and "food" not in (*more[:1], *less[:1]) and food == other.food:
        # Translators: about two turns that are compared; {points} as "−6 points"
        both = t.gettext("Both are {corn} short for the food day: {points}.")
        corn = amount(t, "corn", food.missing)
        lines.append(both.format(corn=corn, points=signed_points(t, -4 * food.lost)))
    return lines


def _fact(t: Translations, kind: Kind, names: Sequence[str], pair: Sequence[Known]) -> str:
    """A sentence about two turns, of which the first brings more of a kind."""
    a, b = names
    if kind == "food":
        return _fed(t, names, [one.way.food for one in pair])
    if kind == "start":
        # Translators: two turns that are compared; {a}, {b}: "the best turn", "yours"
        return t.gettext("{a} takes the starting space; {b} does not.").format(a=a, b=b)
    x, y = (_brought(t, kind, one) for one in pair)
    if kind == "temples" and pair[0].worth()[kind] <= 0:
        # Translators: two turns that are compared; {a}, {b}: "the best turn", "yours"; {y}: steps
        # down in temples, as "Chaac 4 → 2"
        return t.gettext("{b} costs steps in temples ({y}); {a} does not.").format(a=a, b=b, y=y)
    # Translators, for each: two turns that are compared; {a}, {b}: "the best turn", "yours"; {x},
    # {y}: what each of them builds, brings …, or "nothing"
    if kind == "kept":
        return t.gettext("{a} leaves {x}; {b} leaves {y}.").format(a=a, b=b, x=x, y=y)
    if kind == "leads":
        words = t.gettext("{a} takes the lead in {x}; {b} in {y}.")
        if not pair[1].way.leads:
            words = t.gettext("{a} takes the lead in {x}; {b} does not.")
        return words.format(a=a, b=b, x=x, y=y)
    # Translators, for each: until when two turns are looked at; the beginning of a sentence
    when = (
        t.gettext("this turn"), t.gettext("up to the next turn"), t.gettext("in the next two turns")
    )[pair[0].turns]  # fmt: skip
    # Translators: two turns that are compared; {when} as "up to the next turn"; {a}, {b}: "the best
    # turn", "yours"; {x}, {y}: buildings and monuments, or "nothing"
    words = t.gettext("{when} {a} builds {x}; {b} builds {y}.")
    if kind != "tiles":
        # Translators: as above; {x}, {y}: goods, points or steps, or "nothing"
        words = t.gettext("{when} {a} brings {x}; {b} brings {y}.")
    return words.format(when=when, a=a, b=b, x=x, y=y)


def _brought(t: Translations, kind: Kind, one: Known) -> str:
    """What a turn brings of a kind."""
    match kind:
        case "tiles":
            found = [tile_name(t, tile) for tile in one.whole.tiles]
        case "leads":
            found = [temple_name(t, temple) for temple in one.way.leads]
        case "goods" | "kept":
            found = [amount(t, good, n) for good, n in getattr(one, kind).items() if n]
        case "skulls":
            found = [amount(t, kind, one.skulls)] if one.skulls else []
        case "points":
            found = change_words(t, replace(_NO_CHANGE, points4=one.whole.points4))
        case "workers":
            found = change_words(t, replace(_NO_CHANGE, workers=one.whole.workers))
        case "technologies":
            found = change_words(t, replace(_NO_CHANGE, technologies=one.whole.technologies))
        case _:
            whole = one.whole
            moved = replace(_NO_CHANGE, temples=whole.temples, temples_up=whole.temples_up)
            found = change_words(t, moved)
    # Translators: the object of a sentence: what a turn builds or brings
    return listed(t, found) if found else t.gettext("nothing")


def _fed(t: Translations, names: Sequence[str], foods: Sequence[Food | None]) -> str:
    """A sentence about the food day after two turns, the first of which loses less there."""
    one, two = (food or Food(0, 0, 0, 0) for food in foods)
    # Translators, for each: two turns that are compared; {a}, {b}: "the best turn", "yours"; {x},
    # {y}: "4 corn"; {m}, {n}: "−6 points"
    words = t.gettext("{a} leaves enough corn for the food day; {b} is {y} short ({n}).")
    if one.lost:
        words = t.gettext("{a} is {x} short for the food day ({m}); {b} is {y} short ({n}).")
    return words.format(
        a=names[0], b=names[1], x=amount(t, "corn", one.missing), y=amount(t, "corn", two.missing),
        m=signed_points(t, -4 * one.lost), n=signed_points(t, -4 * two.lost),
    )  # fmt: skip


def _capital(line: str) -> str:
    return line[:1].upper() + line[1:]
