"""A computer's advice in words: the ways to go on, their distances, and the reasons for each."""

from collections.abc import Iterator, Sequence

from bot.engine import Game
from bot.engine.turn import END
from bot.model.advice import Advised, Ahead
from bot.text.changes import change_of, change_words
from bot.text.formats import listed
from bot.text.names import amount, name_of, space_name, temple_name, tile_name
from bot.text.translation import Translations
from bot.text.turns import deeds_words, place_name, with_result

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
    its present worth, and what it prepares. With a `number` it is that one of several, and has
    its place before it. Without `reasons` only the line and the distance."""
    deeds = _deeds(t, begun, seat, way)
    about = [_behind(t, way, number)] if number > 1 else []
    if not reasons:
        return (f"**{way.place}.** {deeds}" if number else deeds), about
    # Translators: what speaks for a turn at once: "Now: 4 points better off; enough for Small
    # Farm"
    now = t.gettext("Now: {reasons}")
    found = _reasons(t, way)
    if found:
        about.append(now.format(reasons="; ".join(found)))
    return (f"**{way.place}.** {deeds}" if number else deeds), [*about, *_ahead(t, seat, way)]


def _deeds(t: Translations, begun: Game, seat: int, way: Advised) -> str:
    own = prepared_by(way)
    if not own:
        return t.gettext("It would end the turn here.")
    if own[0].startswith("keep"):
        # Translators: the tribe and the wealth tiles a computer would choose, by their names
        return t.gettext("**It would keep**: {tiles}").format(
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
        return t.gettext("Just as good as the one above")
    n = max(1, round(abs(way.behind)))
    if way.behind < 0:
        # Translators: about the second or third of several turns: how many points more it is
        # expected to bring at the end than the first, which is called 1 and feeds more workers
        more = t.ngettext(
            "About {n} point more than the first, but workers go hungry",
            "About {n} points more than the first, but workers go hungry",
            n,
        )
        return more.format(n=n)
    # Translators: about the second or third of several turns: how many points fewer it is expected
    # to bring at the end than the first, which is called 1
    return t.ngettext(
        "About {n} point less than the first", "About {n} points less than the first", n
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
        reasons.append(t.gettext("the lead in {temples}").format(temples=temples))
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
        tiles = listed(t, [tile_name(t, tile) for tile in way.payable[:MOST_TILES]])
        # Translators: what speaks for a turn: buildings or monuments that can be paid after it
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
            found.append(with_result(t, place, ", ".join(changes)))
    return ", ".join([*found[:MOST_PICKED], *(["…"] if len(found) > MOST_PICKED else [])])
