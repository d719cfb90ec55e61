"""What a picture says, in words: for people who listen to it, and where it does not load."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.engine.board import GEARS, TECHNOLOGIES, TEMPLES
from bot.text.translation import Translations
from rendering import words, words_expansion
from rendering.scene import Scene

LONGEST = 1024
"""Characters Discord takes as alt text."""
_NAME = 14  # characters of a name where room is short


@dataclass(frozen=True)
class _Part:
    """A sentence, what may stand for it where room is short (the shortest last), and how early it
    gives way: parts of the lowest `rank` first."""

    full: str
    rank: int
    shorter: tuple[str, ...] = ()


def alt_wheels(scene: Scene, t: Translations) -> str:
    """The main plate in at most `LONGEST` characters. If not all of it fits, what the seats own
    in detail is left out first, workers last."""
    parts = [
        _Part(words.occasion(t, scene), 9),
        _Part(words.who_is_asked(t, scene), 9, (words.who_is_asked(t, scene, _NAME),)),
    ]
    parts += [_Part(words.places_words(t, scene), 9)]
    parts += [_Part(words.gear_words(t, scene, gear), 8) for gear in GEARS]
    parts += [
        _Part(words_expansion.quick_words(t, scene), 7),
        _Part(words_expansion.prophecy_words(t, scene), 7),
        _Part(words_expansion.calamity_and_bands(t, scene), 0),
        _Part(words_expansion.prophecy_points_words(t, scene), 3),
        _Part(words_expansion.next_quick_words(t, scene), 3),
        _Part(words_expansion.tribes_words(t, scene), 6),
        _Part(words.start_words(t, scene), 6),
        _Part(words.skull_words(t, scene), 5),
        _Part(words_expansion.kept_skull_words(t, scene), 5),
        _Part(words.jungle_words(t, scene), 4),
        _Part(words.last_move_words(t, scene), 2),
    ]
    return _within(parts + _seat_parts(scene, t, least=words.brief_seat_words))


def alt_city(scene: Scene, t: Translations) -> str:
    """The second plate in at most `LONGEST` characters. If not all of it fits, what the tiles do is
    left out first, then what they cost."""
    parts = [
        _Part(words.occasion(t, scene), 9),
        _Part(words.who_is_asked(t, scene), 9, (words.who_is_asked(t, scene, _NAME),)),
    ]
    parts += [_Part(words.places_words(t, scene), 9)]
    parts += [_Part(words.temple_words(t, scene, temple), 8) for temple in TEMPLES]
    parts += [_Part(words.technology_words(t, scene, track), 8) for track in TECHNOLOGIES]
    parts += [
        _Part(
            words.building_words(t, scene),
            7,
            (
                words.building_words(t, scene, effects=False),
                words.building_words(t, scene, effects=False, cost=False),
            ),
        ),
        _Part(
            words.monument_words(t, scene),
            6,
            (
                words.monument_words(t, scene, effects=False),
                words.monument_words(t, scene, effects=False, cost=False),
            ),
        ),
        _Part(words.built_words(t, scene), 5),
        _Part(words.stack_words(t, scene), 4),
        _Part(words.skull_words(t, scene), 3),
    ]
    return _within(parts + _seat_parts(scene, t, least=words.score_words))


def position_in_words(scene: Scene, t: Translations) -> str:
    """The whole position without limit, a line for each thing: everything on both plates, and the
    names of all tiles the seats own."""
    seats = range(len(scene.seats))
    lines = [
        words.occasion(t, scene),
        words.who_is_asked(t, scene),
        words.places_words(t, scene),
        *(words.gear_words(t, scene, gear) for gear in GEARS),
        words_expansion.quick_words(t, scene),
        words_expansion.next_quick_words(t, scene),
        words.start_words(t, scene),
        words.skull_words(t, scene),
        words_expansion.kept_skull_words(t, scene),
        words.jungle_words(t, scene),
        *(words.temple_words(t, scene, temple) for temple in TEMPLES),
        *(words.technology_words(t, scene, track) for track in TECHNOLOGIES),
        words.building_words(t, scene),
        words.stack_words(t, scene),
        words.monument_words(t, scene),
        words.built_words(t, scene),
        words_expansion.prophecy_words(t, scene),
        words_expansion.calamity_and_bands(t, scene),
        words_expansion.prophecy_points_words(t, scene),
        words.last_move_words(t, scene),
    ]
    for number in seats:
        lines.append(words.seat_words(t, scene, number))
        lines += words.possessions(t, scene, number)
    return "\n".join(line for line in lines if line)


def _seat_parts(scene: Scene, t: Translations, *, least: Callable[..., str]) -> list[_Part]:
    """What the seats own, shortened at worst to what `least` says."""
    return [
        _Part(
            words.seat_words(t, scene, number),
            1,
            (
                words.seat_words(t, scene, number, longest=_NAME),
                words.brief_seat_words(t, scene, number, longest=_NAME),
                least(t, scene, number, longest=_NAME),
            ),
        )
        for number in range(len(scene.seats))
    ]


def _within(parts: Sequence[_Part]) -> str:
    """The parts joined to one text that fits. Sentences of the lowest rank are shortened, one
    after the other and step by step, then the next rank's; if that is not enough they are left
    out in the same order."""
    chosen = [part.full for part in parts]
    for place, sentence in _concessions(parts):
        if _length(chosen) <= LONGEST:
            break
        chosen[place] = sentence
    return _joined(chosen)


def _concessions(parts: Sequence[_Part]) -> Iterator[tuple[int, str]]:
    """(place, what to say there instead), the least loss first."""
    ranks = sorted({part.rank for part in parts})
    by_rank = [[i for i, part in enumerate(parts) if part.rank == rank][::-1] for rank in ranks]
    for places in by_rank:
        for depth in range(max(len(parts[place].shorter) for place in places)):
            for place in places:
                yield from ((place, sentence) for sentence in parts[place].shorter[depth:][:1])
    for places in by_rank:
        for place in places:
            yield place, ""


def _joined(sentences: Sequence[str]) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _length(sentences: Sequence[str]) -> int:
    """Length as Discord may count it: letters outside the basic plane count twice."""
    return len(_joined(sentences).encode("utf-16-le")) // 2
