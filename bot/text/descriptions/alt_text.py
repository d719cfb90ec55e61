"""The alt texts of the wheels picture, the city picture and a private panel: for people who use a
screen reader, and where a picture does not load.

Discord takes `LONGEST` characters. Where a text is too long, parts of it are shortened or left out
in the order written down here, the least important first, for all seats alike; words are never cut.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from bot.engine.components import GEARS, TECHNOLOGIES, TEMPLES
from bot.scene import Scene, Spot
from bot.text.descriptions import board
from bot.text.seats import coming_lines, signed
from bot.text.translation import Translations
from bot.text.turns import place_name

LONGEST = 1024
"""The most characters of an alt text on Discord."""
_NAME = 14  # the most characters of a name where room is short

Parts = Mapping[str, str]
"""Sentences by their subjects, in the order in which they are said."""


def alt_wheels(scene: Scene, t: Translations) -> str:
    """Describe the wheels picture in at most `LONGEST` characters.

    These parts stay longest: round, food day, who is to move, every worker, each seat's corn,
    points and free workers, and the last move.
    """
    groups = [f"{space}: {left.corn}/{left.wood}" for space, left in scene.jungle.items()]
    parts = {
        "occasion": board.occasion(t, scene),
        "asked": board.who_is_asked(t, scene),
        "places": board.places_words(t, scene),
        **{gear: board.gear_words(t, scene, gear) for gear in GEARS},
        "last move": board.last_move_words(t, scene),
        "quick": board.quick_words(t, scene),
        "prophecies": board.prophecy_words(t, scene),
        "bands": board.calamity_and_bands(t, scene),
        "prophecy points": board.prophecy_points_words(t, scene),
        "next quick": board.next_quick_words(t, scene),
        "coming": board.coming_quick_words(t, scene),
        "tribes": board.tribes_words(t, scene),
        "start": board.start_words(t, scene),
        "skulls": board.skull_words(t, scene),
        "kept skulls": board.kept_skull_words(t, scene),
        "jungle": t.say(board.JUNGLE, groups=", ".join(groups)),
        **_seats(t, scene, board.seat_words),
    }
    return _within(parts, _wheels_gives_way(t, scene))


def _wheels_gives_way(t: Translations, scene: Scene) -> Iterator[Parts]:
    """Shorten parts of the wheels picture's text, the least important first."""
    yield {"bands": ""}
    yield _seats(t, scene, board.seat_words, _NAME)
    yield {"kept skulls": ""}
    yield {"next quick": ""}
    yield {"tribes": ""}
    yield {"coming": ""}
    yield _seats(t, scene, board.goods_seat_words, _NAME)
    yield {"prophecy points": ""}
    yield {"skulls": ""}
    yield _seats(t, scene, board.brief_seat_words, _NAME)
    yield {"jungle": ""}
    yield {"prophecies": ""}
    yield {"asked": board.who_is_asked(t, scene, _NAME)}
    yield {"start": ""}
    yield _seats(t, scene, board.brief_seat_words, 0)
    yield {"asked": board.who_is_asked(t, scene, 0)}
    yield {"quick": ""}
    yield {"last move": ""}
    yield {"places": ""}
    for seat in reversed(_seats(t, scene, board.score_words)):
        yield {seat: ""}
    for gear in reversed(GEARS):
        yield {gear: ""}


def alt_cover(t: Translations) -> str:
    """Describe the picture of a lobby."""
    # Translators: description of a picture, for people who do not see it
    return t.gettext("The board before the first round: five gears around the calendar.")


def alt_city(scene: Scene, t: Translations) -> str:
    """Describe the city picture in at most `LONGEST` characters.

    These parts stay longest: round, food day, who is to move, temples, technologies, and the tiles
    on offer.
    """
    parts = {
        "occasion": board.occasion(t, scene),
        "asked": board.who_is_asked(t, scene),
        "places": board.places_words(t, scene),
        **{temple: board.temple_words(t, scene, temple) for temple in TEMPLES},
        **{track: board.technology_words(t, scene, track) for track in TECHNOLOGIES},
        "changed": board.city_changes_words(t, scene),
        "buildings": board.building_words(t, scene),
        "monuments": board.monument_words(t, scene),
        "built": board.built_words(t, scene),
        "stacks": t.say(board.IN_THE_STACKS, first=scene.age1_left, second=scene.age2_left),
        "skulls": board.skull_words(t, scene),
        **_seats(t, scene, board.seat_words),
    }
    return _within(parts, _city_gives_way(t, scene))


def alt_whole_game(first: Scene, last: Scene, t: Translations) -> str:
    """Describe the animated picture of a whole game, from its first scene to the last, with its
    result."""
    # Translators: alt text of an animated picture: a whole game, one moment for each round.
    said = t.gettext("The whole game, one picture for each round from {first} to {last}.").format(
        first=first.round, last=last.round
    )
    return _within(
        {"what": said, "end": board.occasion(t, last), "places": board.places_words(t, last)},
        [{"places": ""}],
    )


def _city_gives_way(t: Translations, scene: Scene) -> Iterator[Parts]:
    """Shorten parts of the city picture's text, the least important first."""
    yield _seats(t, scene, board.seat_words, _NAME)
    yield _seats(t, scene, board.goods_seat_words, _NAME)
    yield _seats(t, scene, board.brief_seat_words, _NAME)
    yield {"monuments": board.monument_words(t, scene, effects=False)}
    yield _seats(t, scene, board.score_words, _NAME)
    yield {"buildings": board.building_words(t, scene, effects=False)}
    yield {"skulls": ""}
    yield {"stacks": ""}
    yield _seats(t, scene, board.score_words, 0)
    yield {"monuments": board.monument_words(t, scene, effects=False, cost=False)}
    yield {"asked": board.who_is_asked(t, scene, _NAME)}
    yield {"buildings": board.building_words(t, scene, effects=False, cost=False)}
    yield {"built": ""}
    yield {"asked": board.who_is_asked(t, scene, 0)}
    yield {"places": ""}
    yield dict.fromkeys(_seats(t, scene, board.score_words), "")
    yield {"monuments": ""}
    yield {"changed": ""}
    yield {"buildings": ""}
    for track in reversed(TECHNOLOGIES):
        yield {track: ""}
    for temple in reversed(TEMPLES):
        yield {temple: ""}


def _seats(
    t: Translations, scene: Scene, told: Callable[..., str], longest: int | None = None
) -> dict[str, str]:
    """Write a sentence for each seat, its name cut to `longest` characters."""
    return {
        f"seat {number}": told(t, scene, number, longest=longest)
        for number in range(len(scene.players))
    }


def _within(parts: Parts, gives_way: Iterable[Parts]) -> str:
    """Join the parts to one text that fits: step by step, the parts named in `gives_way` are
    replaced by shorter ones until it does."""
    chosen = dict(parts)
    for shorter in gives_way:
        if length(joined(chosen.values())) <= LONGEST:
            break
        chosen |= shorter
    return joined(chosen.values())


def fitting(ways: Iterable[Iterable[str]]) -> str:
    """Join the sentences of the first way that fits into an alt text; of the last one as many as
    fit. Words are never cut."""
    said: list[str] = []
    for sentences in ways:
        said = [sentence for sentence in sentences if sentence]
        if length(joined(said)) <= LONGEST:
            break
    while length(joined(said)) > LONGEST:
        said.pop()
    return joined(said)


def as_fits(sentences: Sequence[str]) -> str:
    """Join as many sentences as fit into an alt text, with an ellipsis if some are left out."""
    words = sentences[0]
    for more in sentences[1:]:
        if length(f"{words} {more}") > LONGEST - 2:
            return words + " …"
        words += f" {more}"
    return words


def joined(sentences: Iterable[str]) -> str:
    """Join sentences to one text; empty ones are left out."""
    return " ".join(sentence for sentence in sentences if sentence)


def length(text: str) -> int:
    """Measure a text as Discord may: letters outside the basic plane count twice."""
    return len(text.encode("utf-16-le")) // 2


def alt_panel(t: Translations, scene: Scene, seat: int, spots: Sequence[Spot]) -> str:
    """Tell the numbered places with their corn, then where the seat's workers stand next round, in
    at most `LONGEST` characters."""
    # Translators: alt text of a picture: a part of the board; below it come numbers and places
    lines = [t.gettext("What you can do on the board, with the numbers of the buttons:")]
    lines += [_spot_words(t, one) for one in spots]
    lines += coming_lines(t, scene, seat)
    while len("\n".join(lines)) > LONGEST:
        lines.pop()
    return "\n".join(lines)


def _spot_words(t: Translations, spot: Spot) -> str:
    """Tell one number: "2: Tikal 1, −1 corn"."""
    place = place_name(t, spot.place, spot.space if spot.place in GEARS else None)
    if spot.picks:
        # Translators: alt text of a picture, behind a number: a worker's place; imperative
        place = t.gettext("pick up from {place}").format(place=place)
    if spot.corn is None:
        # Translators: alt text of a picture: the number of a button, and the place: "2: Tikal 1"
        return t.gettext("{number}: {place}").format(number=spot.number, place=place)
    # Translators: price on a button: it costs nothing: "Free · Palenque 0"; at most 8 characters
    corn = signed(t, "corn", spot.corn) if spot.corn else t.pgettext("price", "Free")
    # Translators: alt text of a picture: the number of a button, the place and the corn that it
    # costs or brings: "2: Tikal 1, −1 corn"
    return t.gettext("{number}: {place}, {corn}").format(number=spot.number, place=place, corn=corn)
