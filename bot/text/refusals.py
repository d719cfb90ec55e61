"""Refusals in words, and the reasons for moves that are not offered now.

The reason of a move comes from trying it on a copy of the game: the engine refuses it and says why.
Nothing here decides what is legal.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from bot.engine import Game, IllegalAction
from bot.engine.components import FREE_CHOICE_FROM, GEARS, RESOURCES, TECHNOLOGIES, TEMPLES
from bot.engine.position import Position
from bot.engine.state import OUT_OF_REACH, Goods, Space
from bot.refusal import Refusal
from bot.text.names import (
    amounts,
    gear_name,
    name_of,
    resource_name,
    space_name,
    technology_name,
    temple_name,
    tile_name,
)
from bot.text.translation import N_, Translations, fill


def refusal_words(t: Translations, refusal: Refusal, bold: Collection[str] = ()) -> str:
    """Write the sentence in the reader's language: ids become names, goods become amounts. Names in
    `bold` are in bold type."""
    told = {key: _told(t, value) for key, value in refusal.params.items()}
    told |= {key: f"**{told[key]}**" for key, value in refusal.params.items() if str(value) in bold}
    return fill(t, refusal.template, told, refusal.plural)


def _told(t: Translations, value: object) -> object:
    if isinstance(value, Goods):
        return amounts(t, value)
    if isinstance(value, Space):
        return space_name(t, *value)
    return name_of(t, value) if isinstance(value, str) else value


# Translators: name of a move, in front of the reason why it is not possible: "**Placing a worker**:
# You are picking up workers this turn; ..."; noun
_PLACING = N_("Placing a worker")
KINDS_EXPLAINED = (
    "turn", "place", "pick", "action", "harvest", "tech", "bonus", "build", "up", "anger", "gain",
    "trade", "offering",
)  # fmt: skip
"""The kinds of questions for which `not_offered` finds reasons."""


@dataclass(frozen=True)
class NotOffered:
    """Moves that are refused for one reason."""

    moves: tuple[str, ...]
    """The names of the moves, in the board's order."""
    reason: str
    """The reason in one sentence."""
    named: bool = False
    """Whether the sentence names the one move itself, in bold type."""


def not_offered(t: Translations, game: Game, seat: int) -> list[NotOffered]:
    """Find the moves a person may miss in the open question of a seat, grouped by reason; empty if
    there is none. `game` is not changed."""
    kind = game.kind_asked(seat)
    reasons: dict[str, list[str]] = {}
    naming = set[str]()
    legal = set(game.legal(seat))
    for action, name in _thinkable(t, game.snapshot(), seat, kind):
        if action in legal:
            continue
        refusal = _refusal(game, seat, action)
        if refusal is None:
            continue
        reason = _explained(t, refusal, action.partition(" ")[2], naming)
        if name not in reasons.setdefault(reason, []):
            reasons[reason].append(name)
    for names in reasons.values():
        if {gear_name(t, gear) for gear in GEARS} <= set(names):
            names[:] = [t.gettext(_PLACING)]
    if kind in ("turn", "place"):
        for name, about, refusal in _idle_workers(t, game, seat):
            reason = _explained(t, refusal, about, naming)
            reasons.setdefault(reason, []).append(name)
    return [NotOffered(tuple(names), reason, reason in naming) for reason, names in reasons.items()]


def _explained(t: Translations, refusal: IllegalAction, about: str, naming: set[str]) -> str:
    """Write a refusal in words. If it names its subject `about`, such as "tikal", it is added to
    `naming`."""
    reason = refusal_words(t, refusal, bold=[about])
    if about in map(str, refusal.params.values()):
        naming.add(reason)
    return reason


def _refusal(game: Game, seat: int, action: str) -> IllegalAction | None:
    """Find why an action is refused; None if it is legal or out of the worker's reach."""
    try:
        game.copy().play(seat, action)
    except IllegalAction as refusal:
        return None if refusal.code == OUT_OF_REACH else refusal
    return None


# Translators, for each: name of a move, in front of the reason why it is not possible; noun
def _thinkable(
    t: Translations, position: Position, seat: int, kind: str | None
) -> Iterator[tuple[str, str]]:
    """Yield the actions that a person may look for in a question of this kind, with their names."""
    if kind in ("turn", "place"):
        for gear in GEARS:
            yield f"place {gear}", gear_name(t, gear)
        yield "place start", t.gettext("Starting player")
        if position.quick:
            yield "place quick", t.gettext("Quick action")
    if kind == "pick":
        yield "place palenque", t.gettext(_PLACING)
    if kind == "place":
        for gear, space in position.workers_of(seat):
            yield f"pick {gear} {space}", t.gettext("Picking up a worker")
    if kind == "turn":
        yield "beg", t.gettext("Begging")
    if kind == "action":
        for number, gear in enumerate(GEARS):
            for space in range(1, FREE_CHOICE_FROM[number]):
                yield f"do {gear} {space}", space_name(t, gear, space)
    if kind == "harvest":
        yield "corn", t.gettext("Taking corn")
        yield "wood", t.gettext("Taking wood")
        yield "burn", t.gettext("Burning the forest")
    if kind == "build":
        for tile in dict.fromkeys(position.building_row):
            if tile is not None:
                yield f"build {tile}", tile_name(t, tile)
        for tile in position.monument_row:
            yield f"monument {tile}", tile_name(t, tile)
    for verb, of_kind in (("advance", "tech"), ("bonus", "bonus")):
        if kind == of_kind:
            for track in TECHNOLOGIES:
                yield f"{verb} {track}", technology_name(t, track)
    for verb, of_kind in (("up", "up"), ("down", "anger")):
        if kind == of_kind:
            for temple in TEMPLES:
                yield f"{verb} {temple}", temple_name(t, temple)
    for resource in RESOURCES:
        what = resource_name(t, resource)
        if kind == "gain":
            # Translators: name of a move, in front of the reason why it is not possible; noun;
            # "{resource}" is wood, stone or gold
            yield f"gain {resource}", t.gettext("Taking {resource}").format(resource=what)
        elif kind == "offering":
            # Translators: name of a move, in front of the reason why it is not possible; noun;
            # "{resource}" is wood, stone or gold
            yield f"offer {resource}", t.gettext("Offering {resource}").format(resource=what)
        elif kind == "trade":
            # Translators: name of a move, in front of the reason why it is not possible; noun;
            # "{resource}" is wood, stone or gold
            yield f"sell {resource}", t.gettext("Selling {resource}").format(resource=what)
            # Translators: name of a move, in front of the reason why it is not possible; noun;
            # "{resource}" is wood, stone or gold
            yield f"buy {resource}", t.gettext("Buying {resource}").format(resource=what)


def _idle_workers(
    t: Translations, game: Game, seat: int
) -> Iterator[tuple[str, str, IllegalAction]]:
    """Yield the seat's workers that can be picked up, but cannot do the action of their own space:
    the space's name, the space as in an action, and the reason."""
    legal = game.legal(seat)
    for gear, space in game.snapshot().workers_of(seat):
        refusal = game.why_idle(seat, gear, space)
        if refusal is not None and f"pick {gear} {space}" in legal:
            yield space_name(t, gear, space), f"{gear} {space}", refusal


def not_offered_lines(t: Translations, found: Sequence[NotOffered]) -> list[str]:
    """Write one line for each reason: "**Tikal, Uxmal**: ..."."""
    # Translators: moves that are not possible now, and the reason, a sentence
    frame = t.gettext("**{moves}**: {reason}")
    return [
        one.reason if one.named else frame.format(moves=", ".join(one.moves), reason=one.reason)
        for one in found
    ]
