"""Why something is not done: refusals in words, and the moves that are not offered now.

The reason of a move comes from trying it on a copy of the game: the engine refuses it and says why.
Nothing here decides what is legal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.engine import Game, IllegalAction
from bot.engine.board import FREE_CHOICE_FROM, GEARS, RESOURCES, TECHNOLOGIES, TEMPLES
from bot.engine.position import Position
from bot.engine.refusal import OUT_OF_REACH, Goods
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


def refusal_words(t: Translations, template: str, params: Mapping[str, object]) -> str:
    """The filled sentence in the reader's language: ids become names, goods become amounts."""
    return fill(t, template, {key: _told(t, value) for key, value in params.items()})


def _told(t: Translations, value: object) -> object:
    if isinstance(value, Goods):
        return amounts(t, value)
    return name_of(t, value) if isinstance(value, str) else value


_PLACING = N_("Placing a worker")
KINDS_EXPLAINED = (
    "turn", "place", "pick", "action", "harvest", "tech", "bonus", "build", "up", "anger", "gain",
    "trade", "offering",
)  # fmt: skip
"""The kinds of decisions of which `not_offered` can say something."""


@dataclass(frozen=True)
class NotOffered:
    """Moves that are refused for one reason."""

    moves: tuple[str, ...]
    """What they are called, in the board's order."""
    reason: str
    """Why not, in one sentence."""


def not_offered(t: Translations, game: Game, seat: int) -> list[NotOffered]:
    """The moves a person may miss in the open decision of a seat, with the reasons; those of one
    reason together. Empty if there is none. `game` is not changed."""
    kind = game.kind_asked(seat)
    reasons: dict[str, list[str]] = {}
    legal = set(game.legal(seat))
    for action, name in _thinkable(t, game.snapshot(), seat, kind):
        if action in legal:
            continue
        reason = _reason(t, game, seat, action)
        if reason is not None and name not in reasons.setdefault(reason, []):
            reasons[reason].append(name)
    for names in reasons.values():
        if {gear_name(t, gear) for gear in GEARS} <= set(names):
            names[:] = [t.gettext(_PLACING)]
    if kind in ("turn", "place"):
        for name, reason in _idle_workers(t, game, seat):
            reasons.setdefault(reason, []).append(name)
    return [NotOffered(tuple(names), reason) for reason, names in reasons.items()]


def _reason(t: Translations, game: Game, seat: int, action: str) -> str | None:
    """Why an action is refused; None if it is legal or out of the worker's reach."""
    try:
        game.copy().play(seat, action)
    except IllegalAction as refusal:
        if refusal.code == OUT_OF_REACH:
            return None
        return refusal_words(t, refusal.template, refusal.params)
    return None


def _thinkable(
    t: Translations, position: Position, seat: int, kind: str | None
) -> Iterator[tuple[str, str]]:
    """Actions that a person may look for in a decision of this kind, with their names."""
    if kind in ("turn", "place"):
        for gear in GEARS:
            yield f"place {gear}", gear_name(t, gear)
        yield "place start", t.gettext("Start player")
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
            yield f"gain {resource}", t.gettext("Taking {resource}").format(resource=what)
        elif kind == "offering":
            yield f"offer {resource}", t.gettext("Offering {resource}").format(resource=what)
        elif kind == "trade":
            yield f"sell {resource}", t.gettext("Selling {resource}").format(resource=what)
            yield f"buy {resource}", t.gettext("Buying {resource}").format(resource=what)


def _idle_workers(t: Translations, game: Game, seat: int) -> Iterator[tuple[str, str]]:
    """Workers of the seat that can be picked up, but cannot do the action of their own space."""
    legal = game.legal(seat)
    for gear, space in game.snapshot().workers_of(seat):
        refusal = game.why_idle(seat, gear, space)
        if refusal is not None and f"pick {gear} {space}" in legal:
            yield space_name(t, gear, space), refusal_words(t, refusal.template, refusal.params)


def not_offered_lines(t: Translations, found: Sequence[NotOffered]) -> list[str]:
    """One line for each reason: "**Tikal, Uxmal**: ..."."""
    lines = []
    for one in found:
        moves = ", ".join(one.moves)
        if len(one.moves) == 1 and moves in one.reason:
            lines.append(one.reason.replace(moves, f"**{moves}**", 1))
        else:
            lines.append(t.gettext("**{moves}**: {reason}").format(moves=moves, reason=one.reason))
    return lines
