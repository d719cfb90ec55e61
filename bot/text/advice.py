"""What a computer advises, in words: the ways to go on, how far they are from each other, and what
speaks for each."""

from collections.abc import Iterator, Sequence

from bot.engine import Game
from bot.engine.turn import END
from bot.model.advice import Advised, Ahead
from bot.text.changes import change_of, change_words
from bot.text.formats import listed
from bot.text.names import amount, gear_name, name_of, space_name, temple_name, tile_name
from bot.text.translation import Translations
from bot.text.turns import deeds_words

ALIKE = 1.0
"""Points: by less than this even better computers disagree about which way is the better one. Where
a medium computer sees at least this much between two, a hard one agrees in four of five cases."""
MOST_TILES = 2
"""That are named as payable."""
MOST_PICKED = 3
"""Workers of the next turn that are named."""
SOON = 3
"""From so many rounds before a food day, the corn for it speaks for or against a turn."""


def way_lines(
    t: Translations, begun: Game, seat: int, way: Advised, number: int = 0
) -> tuple[str, list[str]]:
    """A way to go on from `begun`, in a line, and the lines about it: how far it is behind the
    best one, what it is worth now, what it prepares. With a `number` it is one of several."""
    deeds = _deeds(t, begun, seat, way)
    about = [_behind(t, way.behind)] if number > 1 else []
    # Translators: what speaks for a turn at once: "Now: +4 points for certain; enough for Small
    # Farm"
    now = t.gettext("Now: {reasons}")
    reasons = _reasons(t, way)
    if reasons:
        about.append(now.format(reasons="; ".join(reasons)))
    return (f"**{number}.** {deeds}" if number else deeds), [*about, *_ahead(t, seat, way)]


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
    """What is to be prepared for this way: all but what closes the turn, which Confirm does."""
    return way.actions[:-1] if way.actions[-1:] == (END,) else way.actions


def _behind(t: Translations, points: float) -> str:
    if points < ALIKE:
        # Translators: about the second or third of several turns; 1 is the first one
        return t.gettext("About as good as 1")
    n = round(points)
    # Translators: about the second or third of several turns: how many points fewer it is expected
    # to bring at the end than the first, which is called 1
    return t.ngettext("About {n} point less than 1", "About {n} points less than 1", n).format(n=n)


def _reasons(t: Translations, way: Advised) -> list[str]:
    reasons = []
    certain = round(way.certain)
    if certain > 0:
        # Translators: what speaks for a turn: points that nobody can take away any more
        words = t.ngettext("+{n} point for certain", "+{n} points for certain", certain)
        reasons.append(words.format(n=certain))
    if way.leads:
        temples = listed(t, [temple_name(t, temple) for temple in way.leads])
        # Translators: what speaks for a turn: the own marker is then the highest of a temple
        reasons.append(t.gettext("the lead in {temples}").format(temples=temples))
    food = way.food
    if food is not None and food.rounds <= SOON:
        if food.missing:
            # Translators: what speaks against a turn: "2 corn short for the food day"
            words = t.gettext("{corn} short for the food day")
            reasons.append(words.format(corn=amount(t, "corn", food.missing)))
        elif food.missing_before:
            # Translators: what speaks for a turn: there is corn for all workers
            reasons.append(t.gettext("enough corn for the food day"))
    if way.payable:
        tiles = listed(t, [tile_name(t, tile) for tile in way.payable[:MOST_TILES]])
        # Translators: what speaks for a turn: buildings or monuments that can be paid after it
        reasons.append(t.gettext("enough to pay for {tiles}").format(tiles=tiles))
    return reasons


def _ahead(t: Translations, seat: int, way: Advised) -> Iterator[str]:
    """What the next turns would bring, until one brings something."""
    # Translators: what a turn prepares: "Next turn: Palenque 3 (+5 corn), Tikal 2 (built: Small
    # Farm, −1 wood)" or "Next turn: placing on Palenque and Tikal"
    lines = (t.gettext("Next turn: {what}"), t.gettext("In two turns: {what}"))
    for words, ahead in zip(lines, way.ahead, strict=False):
        brought = _brought(t, seat, ahead)
        if brought:
            yield words.format(what=brought)
            return
        if ahead.placed:
            places = listed(t, [_placed(t, place) for place in ahead.placed])
            # Translators: behind "Next turn:": where workers would be placed
            where = t.gettext("placing on {places}").format(places=places)
            yield words.format(what=where)


def _brought(t: Translations, seat: int, ahead: Ahead) -> str:
    """What workers picked up would bring; empty for nothing."""
    found = []
    for worker in ahead.picked:
        changes = change_words(t, change_of(worker.happened, seat))
        if changes:
            place = space_name(t, worker.gear, worker.space)
            # Translators: a space, and in brackets what its action brought: "Palenque 3 (+7 corn)"
            words = t.gettext("{place} ({what})")
            found.append(words.format(place=place, what=", ".join(changes)))
    return ", ".join([*found[:MOST_PICKED], *(["…"] if len(found) > MOST_PICKED else [])])


def _placed(t: Translations, place: str) -> str:
    if place == "start":
        # Translators: in a list of places where workers stand
        return t.marked("start", t.gettext("starting-player space"))
    if place == "quick":
        # Translators: in a list of places where workers stand: the space of the quick action
        return t.marked("quick", t.gettext("quick action"))
    return t.marked(place, gear_name(t, place))
