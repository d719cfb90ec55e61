"""What a picture says, in words: for people who listen to it, and where it does not load.

Discord takes so many characters and no more. Where a text is too long, parts of it give way in an
order written down here, the least important first, for all seats alike; words are never cut.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.engine.board import GEARS, TECHNOLOGIES, TEMPLES
from bot.text.translation import Translations
from rendering import words, words_expansion
from rendering.scene import Scene
from rendering.whole_position import Section, position_in_words, position_sections

__all__ = [
    "LONGEST",
    "Section",
    "alt_city",
    "alt_wheels",
    "position_in_words",
    "position_sections",
]

LONGEST = 1024
"""Characters Discord takes as alt text."""
_NAME = 14  # characters of a name where room is short

Parts = Mapping[str, str]
"""Sentences by what they are about, in the order in which they are said."""


def alt_wheels(scene: Scene, t: Translations) -> str:
    """The main plate in at most `LONGEST` characters.

    What gives way last: round, food day, who is to move, every worker, each seat's corn, points
    and free workers, and the last move.
    """
    parts = {
        "occasion": words.occasion(t, scene),
        "asked": words.who_is_asked(t, scene),
        "places": words.places_words(t, scene),
        **{gear: words.gear_words(t, scene, gear) for gear in GEARS},
        "last move": words.last_move_words(t, scene),
        "quick": words_expansion.quick_words(t, scene),
        "prophecies": words_expansion.prophecy_words(t, scene),
        "bands": words_expansion.calamity_and_bands(t, scene),
        "prophecy points": words_expansion.prophecy_points_words(t, scene),
        "next quick": words_expansion.next_quick_words(t, scene),
        "tribes": words_expansion.tribes_words(t, scene),
        "start": words.start_words(t, scene),
        "skulls": words.skull_words(t, scene),
        "kept skulls": words_expansion.kept_skull_words(t, scene),
        "jungle": words.jungle_words(t, scene),
        **_seats(t, scene, words.seat_words),
    }
    gives_way = (
        {"bands": ""},
        _seats(t, scene, words.seat_words, _NAME),
        {"kept skulls": ""},
        {"next quick": ""},
        {"tribes": ""},
        _seats(t, scene, words.goods_seat_words, _NAME),
        {"prophecy points": ""},
        {"skulls": ""},
        _seats(t, scene, words.brief_seat_words, _NAME),
        {"jungle": ""},
        {"prophecies": ""},
        {"asked": words.who_is_asked(t, scene, _NAME)},
        {"start": ""},
        _seats(t, scene, words.brief_seat_words, 0),
        {"asked": words.who_is_asked(t, scene, 0)},
        {"quick": ""},
        {"last move": ""},
        {"places": ""},
        *({seat: ""} for seat in reversed(_seats(t, scene, words.score_words))),
        *({gear: ""} for gear in reversed(GEARS)),
    )
    return _within(parts, gives_way)


def alt_city(scene: Scene, t: Translations) -> str:
    """The second plate in at most `LONGEST` characters.

    What gives way last: round, food day, who is to move, temples, technologies, and which tiles
    are on offer.
    """
    parts = {
        "occasion": words.occasion(t, scene),
        "asked": words.who_is_asked(t, scene),
        "places": words.places_words(t, scene),
        **{temple: words.temple_words(t, scene, temple) for temple in TEMPLES},
        **{track: words.technology_words(t, scene, track) for track in TECHNOLOGIES},
        "buildings": words.building_words(t, scene),
        "monuments": words.monument_words(t, scene),
        "built": words.built_words(t, scene),
        "stacks": words.stack_words(t, scene),
        "skulls": words.skull_words(t, scene),
        **_seats(t, scene, words.seat_words),
    }
    gives_way = (
        _seats(t, scene, words.seat_words, _NAME),
        _seats(t, scene, words.goods_seat_words, _NAME),
        _seats(t, scene, words.brief_seat_words, _NAME),
        {"monuments": words.monument_words(t, scene, effects=False)},
        _seats(t, scene, words.score_words, _NAME),
        {"buildings": words.building_words(t, scene, effects=False)},
        {"skulls": ""},
        {"stacks": ""},
        _seats(t, scene, words.score_words, 0),
        {"monuments": words.monument_words(t, scene, effects=False, cost=False)},
        {"asked": words.who_is_asked(t, scene, _NAME)},
        {"buildings": words.building_words(t, scene, effects=False, cost=False)},
        {"built": ""},
        {"asked": words.who_is_asked(t, scene, 0)},
        {"places": ""},
        dict.fromkeys(_seats(t, scene, words.score_words), ""),
        {"monuments": ""},
        {"buildings": ""},
        *({track: ""} for track in reversed(TECHNOLOGIES)),
        *({temple: ""} for temple in reversed(TEMPLES)),
    )
    return _within(parts, gives_way)


def _seats(
    t: Translations, scene: Scene, told: Callable[..., str], longest: int | None = None
) -> dict[str, str]:
    """A sentence for each seat, its name cut to `longest` characters."""
    return {
        f"seat {number}": told(t, scene, number, longest=longest)
        for number in range(len(scene.seats))
    }


def _within(parts: Parts, gives_way: Sequence[Parts]) -> str:
    """The parts joined to one text that fits: those named in `gives_way` are said so instead, step
    by step, until it does."""
    chosen = dict(parts)
    for shorter in gives_way:
        if _length(chosen.values()) <= LONGEST:
            break
        chosen |= shorter
    return _joined(chosen.values())


def _joined(sentences: Iterable[str]) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _length(sentences: Iterable[str]) -> int:
    """Length as Discord may count it: letters outside the basic plane count twice."""
    return len(_joined(sentences).encode("utf-16-le")) // 2
