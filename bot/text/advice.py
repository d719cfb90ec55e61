"""What computers say about turns: the names of their levels and styles, their advice (the ways to
go on, their distances, and the reasons for each; which wealth tiles to keep at the start, and why),
their review of a finished game, and the turn of the day."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import takewhile
from math import ceil
from typing import Any, Literal

from bot.engine import Game
from bot.engine.components import MONUMENTS, WEALTH
from bot.engine.happenings import GoodsChanged, Happening
from bot.engine.position import Position
from bot.engine.turn import END
from bot.model.computers import (
    Advised,
    Ahead,
    Better,
    Computer,
    Food,
    Level,
    PuzzleTheme,
    Style,
    Told,
)
from bot.scene import START
from bot.text.answers import technology_words
from bot.text.names import (
    amount,
    amounts,
    name_of,
    space_name,
    technology_name,
    temple_name,
    tile_name,
)
from bot.text.seats import Change, change_of, change_words, signed_points
from bot.text.translation import C_, N_, Translations, day, listed, number
from bot.text.turns import WITH_RESULT, deeds_words, place_name

_LEVEL, _STYLE = "level", "style"
_LEVELS: Mapping[Level, str] = {
    # Translators: how well a computer plays, behind "computer" and a comma; it answers in an
    # instant, without looking ahead; small letter
    "instant": C_("level", "instant"),
    # Translators: how well a computer plays: easy to beat; small letter
    "easy": C_("level", "easy"),
    # Translators: how well a computer plays: between easy and hard; small letter
    "medium": C_("level", "medium"),
    # Translators: how well a computer plays: hard to beat; small letter
    "hard": C_("level", "hard"),
    # Translators: how well a computer plays: best of all, as a master of the game; small letter
    "master": C_("level", "master"),
}
_STYLES: Mapping[Style, str] = {
    # Translators: what a computer likes: somebody who builds; noun, small letter where nouns have
    # one
    "builder": C_("style", "builder"),
    # Translators: what a computer likes: temples; noun, small letter where nouns have one
    "priest": C_("style", "priest"),
    # Translators: what a computer likes: corn; noun, small letter where nouns have one
    "farmer": C_("style", "farmer"),
}
ABOUT_LEVELS: Mapping[Level, str] = {
    # Translators: about a computer that plays at the level "instant", below it in a menu
    "instant": N_("Plays at once, without looking ahead"),
    # Translators: about a computer that plays at the level "easy", below it in a menu
    "easy": N_("For your first games: friendly, makes mistakes"),
    # Translators: about a computer that plays at the level "medium", below it in a menu
    "medium": N_("Looks ahead to its next turn"),
    # Translators: about a computer that plays at the level "hard", below it in a menu
    "hard": N_("Sees how others may respond; for people who know the game"),
    # Translators: about a computer that plays at the level "master", below it in a menu
    "master": N_("The strongest; thinks for up to 4 seconds a turn"),
}
_ABOUT_STYLES: Mapping[Style, str] = {
    # Translators: about a computer with the style "builder", below it in a menu
    "builder": N_("Likes buildings, monuments and resources"),
    # Translators: about a computer with the style "priest", below it in a menu
    "priest": N_("Likes temples, skulls and theology"),
    # Translators: about a computer with the style "farmer", below it in a menu
    "farmer": N_("Likes corn, workers and agriculture"),
}


def level_name(t: Translations, level: Level) -> str:
    """Name a level: "hard"."""
    return t.pgettext(_LEVEL, _LEVELS[level])


def style_name(t: Translations, style: Style | None) -> str:
    """Name a style: "builder"; "no style"."""
    if style is None:
        # Translators: of a computer that likes nothing more than points; small letter
        return t.gettext("no particular style")
    return t.pgettext(_STYLE, _STYLES[style])


def about_style(t: Translations, style: Style | None) -> str:
    """Explain a style, in a few words for a menu."""
    if style is None:
        # Translators: about a computer without a style, below that in a menu
        return t.gettext("Likes nothing but points")
    return t.gettext(_ABOUT_STYLES[style])


def computer_words(t: Translations, computer: Computer) -> str:
    """Name a computer's level and style: "medium", "hard · builder", "master · 8 seconds"."""
    words = [level_name(t, computer.level)]
    if computer.style:
        words.append(style_name(t, computer.style))
    if computer.thinks_twice:
        # Translators: of a computer: it thinks about a turn for as long as this
        words.append(t.gettext("8 seconds"))
    return " · ".join(words)


# Translators: below what a computer has done in its turn: many games were waiting, or the
# machine was busy
HURRIED = N_("Short on time: the computer did not look as far ahead as usual.")
# Translators: below what computers have done in their turns: many games were waiting, or the
# machine was busy
HURRIED_IN_ALL = N_("Short on time: the computers did not look as far ahead as usual.")


MOST_TILES = 2
"""The most tiles named as payable."""
MOST_PICKED = 3
"""The most workers of the next turn that are named."""
SOON = 3
"""Rounds before a food day from which the corn for it counts for or against a turn."""


def way_lines(
    t: Translations, begun: Game, seat: int, way: Advised, number: int = 0, *, reasons: bool = True
) -> tuple[str, list[str]]:
    """Describe a way to go on from `begun`: a line, and the lines about its distance from the best,
    its present worth, and what it prepares. With a `number` it is that one of several, which stands
    before it. Without `reasons` only the line and the distance."""
    deeds = _deeds(t, begun, seat, way)
    line = f"**{number}.** {deeds}" if number else deeds
    about = [_behind(t, way, number)] if number > 1 else []
    if not reasons:
        return line, about
    # Translators: what speaks for a turn at once: "Now: 4 points better off; enough for Small
    # Farm"
    now = t.gettext("Now: {reasons}")
    if found := _reasons(t, way):
        about.append(now.format(reasons="; ".join(found)))
    return line, [*about, *_ahead(t, seat, way)]


def _deeds(t: Translations, begun: Game, seat: int, way: Advised) -> str:
    own = prepared_by(way)
    if not own:
        return t.gettext("A computer would end the turn here.")
    if own[0].startswith("keep"):
        # Translators: the tribe and the wealth tiles a computer would choose, by their names
        return t.gettext("**A computer would keep**: {tiles}").format(
            tiles=listed(t, [name_of(t, tile) for tile in own[0].split()[1:]])
        )
    return deeds_words(t, begun, seat, own)


def prepared_by(way: Advised) -> Sequence[str]:
    """List the actions to prepare for this way: all but the last, which Confirm adds."""
    return way.actions[:-1] if way.actions[-1:] == (END,) else way.actions


def _behind(t: Translations, way: Advised, number: int) -> str:
    if way.place < number:
        # Translators: about the second or third of several turns, which has the number of the one
        # above it
        return t.gettext("Just as good as the turn above")
    n = max(1, round(abs(way.behind)))
    if way.behind < 0:
        # Translators: about the second or third of several turns: how many points more it is
        # expected to bring than the first, which is called 1 and feeds more workers
        more = t.ngettext(
            "About {n} point more at the end of the game than with the first, but more of your "
            "workers go hungry",
            "About {n} points more at the end of the game than with the first, but more of your "
            "workers go hungry",
            n,
        )
        return more.format(n=n)
    # Translators: about the second or third of several turns, compared with the first, called 1
    return t.ngettext(
        "About {n} point less at the end of the game than with the first",
        "About {n} points less at the end of the game than with the first",
        n,
    ).format(n=n)


def _reasons(t: Translations, way: Advised) -> list[str]:
    reasons = []
    certain = round(way.certain)
    if certain > 0:
        # Translators: what speaks for a turn: it is certain to end with so many points more than
        # without it, be they got or not lost
        words = t.ngettext("{n} point better off", "{n} points better off", certain)
        reasons.append(words.format(n=certain))
    if way.leads:
        temples = listed(t, [temple_name(t, temple) for temple in way.leads])
        # Translators: what speaks for a turn: the own marker is then the highest of a temple
        reasons.append(t.gettext("the lead on {temples}").format(temples=temples))
    food = way.food
    if food is not None and food.rounds <= SOON:
        if food.missing:
            # Translators: what speaks against a turn: "4 corn short for the food day: −6 points"
            words = t.ngettext(
                "{corn} short for the food day: −{n} point",
                "{corn} short for the food day: −{n} points",
                food.lost,
            )
            reasons.append(words.format(corn=amount(t, "corn", food.missing), n=food.lost))
        elif food.missing_before:
            # Translators: what speaks for a turn: there is corn for all workers
            reasons.append(t.gettext("enough corn for the food day"))
    if way.begging:
        # Translators: what speaks against a turn: begging for corn lowers a marker in a temple,
        # which is worth fewer points when the age ends
        words = t.ngettext(
            "begging: −{n} point at the end of the age",
            "begging: −{n} points at the end of the age",
            way.begging,
        )
        reasons.append(words.format(n=way.begging))
    if way.payable:
        tiles = " / ".join(tile_name(t, tile) for tile in way.payable[:MOST_TILES])
        # Translators: what speaks for a turn: one of these can be paid then: "Small Farm / Tomb"
        reasons.append(t.gettext("enough to pay for {tiles}").format(tiles=tiles))
    return reasons


def _ahead(t: Translations, seat: int, way: Advised) -> Iterator[str]:
    """Say what the next turns would bring, up to the first that brings something."""
    # Translators: what a turn prepares: "Next turn: Palenque 3 (+5 corn), Tikal 2 (built: Small
    # Farm, −1 wood)" or "Next turn: placing on Palenque and Tikal"
    lines = (t.gettext("Next turn: {what}"), t.gettext("In two turns: {what}"))
    for words, ahead in zip(lines, way.ahead, strict=False):
        brought = _brought(t, seat, ahead)
        if brought:
            yield words.format(what=brought)
            return
        if ahead.placed:
            places = listed(t, [place_name(t, place) for place in ahead.placed])
            # Translators: behind "Next turn:": where workers would be placed
            where = t.gettext("placing on {places}").format(places=places)
            yield words.format(what=where)


def _brought(t: Translations, seat: int, ahead: Ahead) -> str:
    """Say what workers picked up would bring; empty for nothing."""
    found = []
    for worker in ahead.picked:
        changes = change_words(t, change_of(worker.happened, seat))
        if changes:
            place = space_name(t, worker.gear, worker.space)
            found.append(t.say(WITH_RESULT, place=place, what=", ".join(changes)))
    return ", ".join([*found[:MOST_PICKED], *(["…"] if len(found) > MOST_PICKED else [])])


MUCH_CORN, LITTLE_CORN = 6, 5
"""The corn on a tile from which it is a reason to keep it, and the corn on all tiles below which it
is little."""
_GOODS = ("corn", "wood", "stone", "gold", "skull")


def first_tiles_lines(t: Translations, tiles: Sequence[str], *, tribes: bool) -> list[str]:
    """Say which wealth tiles a computer would keep, a sentence for each, and their sum. With
    `tribes`, say that these are not compared."""
    names = listed(t, [tile_name(t, tile) for tile in tiles])
    goods = {
        kind: sum(WEALTH[tile].raw["resources"].get(kind, 0) for tile in tiles) for kind in _GOODS
    }
    together = amounts(t, {kind: n for kind, n in goods.items() if n})
    # Translators: the wealth tiles to keep, by their names
    lines = [t.gettext("**Advice**: keep {tiles}.").format(tiles=names)]
    if not together:
        said = t.gettext("Together they bring no goods: begin on spaces that cost nothing.")
    elif not goods["corn"]:
        said = t.gettext("Together they bring {goods} and no corn: begin on Palenque.")
    elif goods["corn"] < LITTLE_CORN:
        said = t.gettext("Together they bring {goods}: little corn, so begin on Palenque.")
    else:
        said = t.gettext("Together they bring {goods}: enough corn for your first workers.")
    lines.append(said.format(goods=together))
    if tribes:
        lines.append(t.gettext("Tribes are not compared: take the one you would like to play."))
    return lines + [
        # Translators: a wealth tile, and why to keep it: "- Uxmal 5: one more worker ..."
        t.gettext("- {tile}: {reason}").format(
            tile=tile_name(t, tile), reason=_tile_reason(t, tile)
        )
        for tile in tiles
    ]


def _worker(t: Translations, effect: Mapping[str, Any]) -> str:
    # Translators: why to keep a wealth tile, behind its name and a colon
    return t.gettext("one more worker gets more done each round, but must be fed, too.")


def _technology(t: Translations, effect: Mapping[str, Any]) -> str:
    track = effect["track"]
    # Translators: why to keep a wealth tile, behind its name and a colon; a technology and its
    # effect: "Agriculture, which helps for the whole game: 1 extra corn from the jungle."
    return t.gettext("{technology}, which helps for the whole game: {effects}.").format(
        technology=technology_name(t, track), effects=technology_words(t, track, 1)
    )


def _temple(t: Translations, effect: Mapping[str, Any]) -> str:
    # Translators: why to keep a wealth tile, behind its name and a colon
    return t.gettext("the step up on {temple} pays off on every food day.").format(
        temple=temple_name(t, effect["temple"])
    )


def _feed_free(t: Translations, effect: Mapping[str, Any]) -> str:
    # Translators: why to keep a wealth tile, behind its name and a colon
    return t.gettext("a worker that needs no food saves 2 corn on each of the four food days.")


_TILE_REASONS: Mapping[str, Callable[[Translations, Mapping[str, Any]], str]] = {
    "worker": _worker,
    "technology": _technology,
    "feed_free": _feed_free,
    "temple": _temple,
}
"""The reasons in the order in which they are told: a tile with several is kept for the first."""


# Translators, for each: why to keep a wealth tile, behind its name and a colon
def _tile_reason(t: Translations, tile: str) -> str:
    """Say in a sentence why a tile is kept."""
    raw = WEALTH[tile].raw
    effects = {effect["type"]: effect for effect in raw["effects"]}
    for kind, reason in _TILE_REASONS.items():
        if kind in effects and effects[kind].get("steps", 1) > 0:
            return reason(t, effects[kind])
    goods = raw["resources"]
    if goods.get("skull"):
        return t.gettext("the skull is worth 4 to 13 points on Chichen Itza.")
    if goods.get("corn", 0) >= MUCH_CORN:
        return t.gettext("the corn lets you place several workers a turn.")
    return t.gettext("the resources pay for a building as soon as a worker reaches Tikal 2.")


def review_lines(t: Translations, before: Position, rules: int, told: Told) -> list[str]:
    """Tell the turn that the computer would have taken instead of one that was played or, where
    none was better, its best alternative; and the points between them. `before` is the position
    before the turn, played by this version of the rules: nothing else can be in these words."""
    begun = Game.from_position({"rules": rules, **before.dump()})
    actions = told.other[:-1] if told.other[-1:] == (END,) else told.other
    deeds = deeds_words(t, begun, told.seat, actions)
    n = round(abs(told.lost))
    if told.lost > 0:
        # Translators: about a turn of a game that is over; {deeds} as "2 workers placed on Tikal 0
        # and 1 (1 corn)"
        instead = t.gettext("The computer's choice: {deeds}.")
        # Translators: about the turn a computer would have chosen instead of the one played
        points = t.ngettext(
            "The computer expects about {n} more point from it than from the turn played.",
            "The computer expects about {n} more points from it than from the turn played.",
            n,
        )
    else:
        # Translators: about a turn of a game that is over; {deeds} as "2 workers placed on Tikal 0
        # and 1 (1 corn)"
        instead = t.gettext("The best alternative: {deeds}.")
        # Translators: about the turn that was played, beside the best other one
        points = t.ngettext(
            "The turn played is worth about {n} point more than this one.",
            "The turn played is worth about {n} points more than this one.",
            n,
        )
    return [instead.format(deeds=deeds), points.format(n=n)]


POINTS_A_SQUARE, SQUARES = 3, 5
"""How many points lost make one more square dark, and how many squares a row has."""
# Translators, for each: what a puzzle is about; shown before its result, as "Skulls · −4 points"
THEME_WORDS: dict[PuzzleTheme, str] = {
    "food": N_("Food day"), "calendar": N_("Starting space"), "skulls": N_("Skulls"),
    "building": N_("Building"), "technology": N_("Technology"), "temples": N_("Temples"),
    "goods": N_("Goods"), "placing": N_("Placing workers"),
}  # fmt: skip


def try_line(t: Translations, lost: float, days: int) -> str:
    """Write the result of a try: a square dark for every `POINTS_A_SQUARE` points lost or a part of
    them, the points, and the days in a row if there are any."""
    dark = min(SQUARES, ceil(lost / POINTS_A_SQUARE))
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

ComparedBy = Literal[
    "food", "tiles", "workers", "technologies", "temples", "skulls", "points", "goods", "kept",
    "leads", "start",
]  # fmt: skip
"""What two turns are compared by; `goods` are those of the next turns, `kept` those held after this
one."""
_WORTH_OF_GOODS = {"corn": 0.25, "wood": 0.5, "stone": 0.75, "gold": 1.0}
_MONUMENT, _BUILDING = 8.0, 3.0
_WORTH: Mapping[ComparedBy, float] = {
    "workers": 5.0, "technologies": 3.0, "temples": 1.5, "skulls": 3.0, "leads": 2.0, "start": 2.0,
}  # fmt: skip
"""What each is worth in points, roughly, to find the difference that is told first."""
_NO_CHANGE = change_of((), 0)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a turn: what it does, and what the next ones would do after it."""

    way: Advised
    deeds: Sequence[str]
    """The answers up to the end of the turn."""
    turns: int
    """How many of the next turns are looked at."""
    whole: Change
    """The changes by this turn and by workers picked up in those."""
    goods: Mapping[str, int]
    """The goods that workers bring who are picked up in those."""
    kept: Mapping[str, int]
    """The goods held after this turn."""
    skulls: int
    """The skulls that it and those bring; those they put on Chichen Itza count as points."""

    def worth(self) -> Mapping[ComparedBy, float]:
        """What it brings of each kind, in points."""
        change, food = self.whole, self.way.food
        counted: Mapping[ComparedBy, int] = {
            "workers": change.workers, "technologies": len(change.technologies),
            "temples": sum(change.temples_up.values()), "skulls": self.skulls,
            "leads": len(self.way.leads), "start": f"place {START}" in self.deeds,
        }  # fmt: skip
        return {
            "food": -food.lost if food and food.rounds <= SOON else 0.0,
            "tiles": sum(_MONUMENT if one in MONUMENTS else _BUILDING for one in change.tiles),
            **{kind: n * _WORTH[kind] for kind, n in counted.items()},
            "points": change.points4 / 4,
            "goods": sum(n * _WORTH_OF_GOODS[good] for good, n in self.goods.items()),
            "kept": sum(n * _WORTH_OF_GOODS[good] for good, n in self.kept.items()),
        }


def known(begun: Game, seat: int, ways: Sequence[Advised]) -> list[Known]:
    """Find what is known of some turns. All are looked at equally far: as many turns ahead as each
    of them has."""
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
        goods = _got(later, seat, _WORTH_OF_GOODS)
        kept = {kind: held.goods[kind] for kind in _WORTH_OF_GOODS}
        skulls = _got([*done, *later], seat, ["skulls"])["skulls"]
        whole = change_of([*done, *later], seat)
        found.append(Known(way, deeds, turns, whole, goods, kept, skulls))
    return found


def _got(happened: Iterable[Happening], seat: int, kinds: Iterable[str]) -> Mapping[str, int]:
    """Count what a seat got of some goods; what it paid does not count."""
    paid = [one for one in happened if isinstance(one, GoodsChanged) and one.seat == seat]
    return {kind: sum(max(0, getattr(one, kind)) for one in paid) for kind in kinds}


def coach_lines(
    t: Translations, begun: Game, seat: int, why: Better, whose: str | None = None
) -> list[str]:
    """Say which turn would have been better than the one that was played, by how many points, and
    why. `whose` is who played it, as "Ana's"; None for the reader."""
    n = round(why.lost)
    # Translators: about a turn that was played; {deeds} as "workers on Tikal 0 and 1 (−1 corn)"
    words = t.ngettext(
        "**About {n} point better**: {deeds}.",
        "**About {n} points better**: {deeds}.",
        n,
    )
    deeds = deeds_words(t, begun, seat, prepared_by(why.better))
    reason = reason_words(t, begun, seat, why, (t.gettext("the best turn"), whose) if whose else ())
    return [words.format(n=n, deeds=deeds), *([reason] if reason else [])]


def reason_words(
    t: Translations, begun: Game, seat: int, why: Better, names: Sequence[str] = ()
) -> str | None:
    """Say in a sentence why a turn is better than the one that was played: the largest difference
    in its favour, but for steps down in temples that it takes as well. None where more speaks
    against it, as when it pays off only later. `names` are what both are called; without them the
    best turn, and the reader's."""
    pair = known(begun, seat, (why.better, why.played))
    one, two = (each.worth() for each in pair)
    more, less = differences(*pair), differences(*pair[::-1])
    down, other = (sum(_steps_down(each).values()) for each in pair)
    if down and (one["temples"] > 0 or down <= other):
        more = [kind for kind in more if kind != "temples"]
    if not more or (less and one[more[0]] - two[more[0]] < two[less[0]] - one[less[0]]):
        return None
    names = names or (t.gettext("the best turn"), t.pgettext("turn", "yours"))
    line = _fact(t, more[0], names, pair)
    return line[:1].upper() + line[1:]


def first_reason(t: Translations, begun: Game, seat: int, ways: Sequence[Advised]) -> str | None:
    """Say why the first of several ways to end the turn is better than the next worse, if any."""
    worse = next((way for way in ways if way.place > ways[0].place), None)
    if worse is None or END not in ways[0].actions:
        return None
    # Translators: the subject of a sentence, within it: the first of several turns
    names = (t.gettext("the first"), t.gettext("the next best turn"))
    return reason_words(t, begun, seat, Better(worse.behind, ways[0], worse), names)


def differences(better: Known, other: Known) -> list[ComparedBy]:
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
        names = (t.gettext("your turn"), t.gettext("the next best turn"))
    more, less = differences(one, two), differences(two, one)
    if more:
        lines = [_fact(t, more[0], names, (one, two))]
    else:
        # Translators: two turns that differ; {a}, {b}: "the best turn", "yours"; {x}, {y}: what
        # each does, as "2 workers placed on Tikal 0 and 1 (1 corn)"
        words = t.gettext("{a}: {x}; {b}: {y}.")
        x, y = (deeds_words(t, begun, seat, each.deeds) for each in (one, two))
        lines = [words.format(a=names[0], b=names[1], x=x, y=y)]
    lines = [line[:1].upper() + line[1:] for line in lines]
    if less:
        # Translators: what a better turn costs, behind what it brings; {fact} is a whole sentence:
        # "the best turn is 2 corn short for the food day; yours has enough."
        price = t.gettext("The downside: {fact}")
        lines.append(price.format(fact=_fact(t, less[0], names[::-1], (two, one))))
    food = better.food
    if food and food.missing and "food" not in (*more[:1], *less[:1]) and food == other.food:
        # Translators: about two turns that are compared; {points} as "−6 points"
        both = t.gettext("Both turns leave you {corn} short for the food day: {points}.")
        corn = amount(t, "corn", food.missing)
        lines.append(both.format(corn=corn, points=signed_points(t, -4 * food.lost)))
    return lines


def _fact(t: Translations, kind: ComparedBy, names: Sequence[str], pair: Sequence[Known]) -> str:
    """A sentence about two turns, of which the first brings more of a kind."""
    a, b = names
    if kind == "food":
        return _fed(t, names, [one.way.food for one in pair])
    if kind == "start":
        # Translators: two turns that are compared; {a}, {b}: "the best turn", "yours"
        return t.gettext("{a} takes the starting space; {b} does not.").format(a=a, b=b)
    if kind in ("temples", "points") and (cost := _cost(t, kind, names, pair)):
        return cost
    x, y = (_brought_of_kind(t, kind, *both) for both in (pair, pair[::-1]))
    # Translators, for each: two turns that are compared; {a}, {b}: "the best turn", "yours"; {x},
    # {y}: what each of them builds, brings …, or "nothing"
    if kind == "kept":
        return t.gettext("{a} leaves {x}; {b} leaves {y}.").format(a=a, b=b, x=x, y=y)
    if kind == "leads":
        words = t.gettext("{a} takes the lead on {x}; {b} takes it on {y}.")
        if not pair[1].way.leads:
            words = t.gettext("{a} takes the lead on {x}; {b} does not.")
        return words.format(a=a, b=b, x=x, y=y)
    # Translators, for each: until when two turns are looked at; within a sentence
    when = (t.gettext("at once"), t.gettext("by the next turn"), t.gettext("within two turns"))
    # Translators: two turns that are compared; {when} as "by the next turn"; {a}, {b}: "the best
    # turn", "yours"; {x}, {y}: buildings and monuments, or "nothing"
    words = t.gettext("{a} builds {x} {when}; {b} builds {y}.")
    if kind != "tiles":
        # Translators: as above; {x}, {y}: goods, points or steps, or "nothing"
        words = t.gettext("{a} brings {x} {when}; {b} brings {y}.")
    return words.format(when=when[pair[0].turns], a=a, b=b, x=x, y=y)


def _cost(
    t: Translations, kind: ComparedBy, names: Sequence[str], pair: Sequence[Known]
) -> str | None:
    """A sentence about two turns, the second of which costs more points or steps on temples; None
    where the first brings some, or costs as much."""
    lost = [
        replace(_NO_CHANGE, points4=min(0, one.whole.points4)) if kind == "points"
        else replace(_NO_CHANGE, temples=one.whole.temples, temples_up=_steps_down(one))
        for one in pair
    ]  # fmt: skip
    sizes = [one.points4 + sum(one.temples_up.values()) for one in lost]
    if pair[0].worth()[kind] > 0 or sizes[0] <= sizes[1]:
        return None
    # Translators, for each: two turns that are compared; {a}, {b}: "the best turn", "yours"; {x},
    # {y}: steps down in temples, as "Chaac 4 → 2", or points, as "−6 points"
    words = t.gettext("{b} costs steps on temples ({y}); {a} does not.")
    if kind == "points":
        words = t.gettext("{b} costs points ({y}); {a} does not.")
    if sizes[0]:
        words = t.gettext("{b} costs steps on temples ({y}); {a} costs fewer ({x}).")
        if kind == "points":
            words = t.gettext("{b} costs points ({y}); {a} costs fewer ({x}).")
    x, y = (listed(t, change_words(t, one)) for one in lost)
    return words.format(a=names[0], b=names[1], x=x, y=y)


def _steps_down(one: Known) -> Mapping[str, int]:
    """The temples in which a turn goes down, and by how many steps, below 0."""
    return {temple: n for temple, n in one.whole.temples_up.items() if n < 0}


def _brought_of_kind(t: Translations, kind: ComparedBy, one: Known, other: Known) -> str:
    """What a turn brings of a kind, or keeps more or less of than the `other`."""
    match kind:
        case "tiles":
            found = [tile_name(t, tile) for tile in one.whole.tiles]
        case "leads":
            found = [temple_name(t, temple) for temple in one.way.leads]
        case "goods":
            found = [amount(t, good, n) for good, n in one.goods.items() if n]
        case "kept":
            found = [amount(t, good, n) for good, n in one.kept.items() if n != other.kept[good]]
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
        words = t.gettext("{b} is {y} short for the food day ({n}); {a} is {x} short ({m}).")
    return words.format(
        a=names[0], b=names[1], x=amount(t, "corn", one.missing), y=amount(t, "corn", two.missing),
        m=signed_points(t, -4 * one.lost), n=signed_points(t, -4 * two.lost),
    )  # fmt: skip
