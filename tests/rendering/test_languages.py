"""Every kind of picture in every language: words whole, beside each other, legible on a phone; the
alt text, and the board in words, complete and in the language."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from math import dist
from typing import Any, NamedTuple, cast

import pytest
from babel.dates import get_month_names
from PIL import Image, ImageChops

from bot.engine.components import GEARS
from bot.model.server import LANGUAGES
from bot.text.catalogue import read_catalogue, untranslated
from bot.text.descriptions.alt_text import LONGEST, length
from bot.text.descriptions.position import position_sections
from bot.text.names import GEARS_IN_CAPITALS
from bot.text.translation import DOMAIN, LOCALES, Translations, translator
from rendering.closeups import blocks
from rendering.closeups.blocks import LEAST
from rendering.closeups.blocks import WIDTH as CLOSEUP
from rendering.drawing.canvas import Point
from rendering.drawing.encoding import Paletted, numbers_of
from rendering.drawing.theme import DARK
from rendering.wheels import gears
from rendering.wheels.picture import wheels_image
from tests import pseudo
from tests.rendering import kinds, reading
from tests.rendering.caches import kept_apart
from tests.rendering.kinds import GIVEN, Draw, Shown
from tests.rendering.test_names import NO_WORDS, SHORT, scene_with
from tests.rendering.test_snapshots import frozen
from tests.rendering.written import Written, written

OTHERS = [language for language in LANGUAGES if language != "en"]
NAME_SIZE = 6.75
"""Least type size of words on the board's pictures and on results, in pixels at 400: names beside
icons and colours that say the same. What decides is larger (test_legibility.py)."""
LONG_ONES = (
    "base-2",
    "base-3",
    "base-4",
    "base-4-end",
    "all-2",
    "all-4",
    "all-5-start",
    "quick-5-end",
)
Pictures = tuple[Shown, ...]
Kinds = Callable[[Translations, Draw], Iterator[Shown]]


class Said(NamedTuple):
    """A picture in words."""

    kind: str
    alt: str
    written: str


QUICK: Mapping[str, Kinds] = {
    "positions": lambda t, shown: kinds.of_positions(t, shown, {"all-5": frozen("all-5")}),
    "results": kinds.of_results,
    "choices": kinds.of_choices,
    "tiles": lambda t, shown: kinds.of_tiles(
        t, shown, ("balam", "qa1-stone", "drought", "mon-works")
    ),
}
LONG: Mapping[str, Kinds] = {
    "more positions": lambda t, shown: kinds.of_positions(
        t,
        shown,
        {
            **{name: frozen(name) for name in LONG_ONES},
            **{f"{n} crowded seats": scene_with(n, SHORT) for n in (2, 3, 4, 5)},
        },
    ),
    "all tiles": kinds.of_tiles,
    "rows of tiles": lambda t, shown: kinds.of_rows(t, shown, frozen("all-5")),
}


IN_LONG: Mapping[str, tuple[str, ...]] = {
    "more positions": ("en", "de", "pseudo"),
    "all tiles": ("en", "pt-BR", "it"),
    "rows of tiles": ("en", "es", "de"),
}
"""The languages in which a large group is looked at."""
ALWAYS: Mapping[str, tuple[str, ...]] = {
    "positions": ("en", "de", "pt-BR", "pseudo"),
    "results": ("en", "de", "es", "pseudo"),
    "choices": ("en", "de", "it", "pseudo"),
    "tiles": ("en", "de", "es", "it", "pt-BR", "pseudo"),
}
"""The languages in which every run looks at a quick group: the one with the longest words at all of
them. The long run does so in each."""


@cache
def spoken(language: str) -> Translations:
    """The words of a language, the pseudo-locale among them."""
    return pseudo.speaking() if language == PSEUDO else translator(language)


PSEUDO = "pseudo"
"""60 % longer than English: what a sixth language may need."""


@pytest.fixture(scope="module")
def looking() -> Iterator[Draw]:
    """Looks at pictures before they are encoded; what is the same in all of them is drawn once."""
    with kinds.looking() as shown:
        yield shown


@pytest.fixture(scope="module")
def drawn(request: pytest.FixtureRequest, looking: Draw) -> Pictures:
    """All pictures of a group in a language, drawn for all tests of them. They take much memory, so
    it holds no others."""
    language, group = request.param
    pictures = tuple({**QUICK, **LONG}[group](spoken(language), looking))
    if language == "en":
        SAID_IN_ENGLISH[group] = said_on(pictures)
    return pictures


SAID_IN_ENGLISH: dict[str, tuple[Said, ...]] = {}
"""By group, once it was drawn."""


def said_on(pictures: Iterable[Shown]) -> tuple[Said, ...]:
    """The words of these pictures."""
    return tuple(Said(one.kind, one.alt, written_on(one)) for one in pictures)


def in_english(group: str, looking: Draw) -> tuple[Said, ...]:
    """What stands on the pictures of a group in English, and below them."""
    if group not in SAID_IN_ENGLISH:
        SAID_IN_ENGLISH[group] = said_on({**QUICK, **LONG}[group](spoken("en"), looking))
    return SAID_IN_ENGLISH[group]


def each(*languages: str) -> pytest.MarkDecorator:
    """For these languages and each group of pictures; the large groups in the long run, each in
    some of the languages. The quick ones are in every run as `ALWAYS` says."""
    pairs = [(language, group) for group in QUICK for language in languages]
    large = [
        (language, group) for group, some in IN_LONG.items() for language in languages
        if language in some
    ]  # fmt: skip
    return pytest.mark.parametrize(
        ("drawn", "language", "group"),
        [
            pytest.param(
                pair, *pair,
                marks=() if pair[0] in ALWAYS.get(pair[1], ()) else pytest.mark.long,
                id="-".join(pair),
            )
            for pair in (*pairs, *large)
        ],
        indirect=["drawn"],
        scope="module",
    )  # fmt: skip


# Words on pictures.


@each(*LANGUAGES)
def test_words_are_whole(drawn: Pictures, language: str, group: str) -> None:
    """Nothing is shortened, nor does an edge take letters off."""
    assert not shortened(drawn) + taken_off(drawn)


@each(PSEUDO)
def test_no_edge_takes_letters_off_longer_words(drawn: Pictures, language: str, group: str) -> None:
    assert not taken_off(drawn)


def shortened(pictures: tuple[Shown, ...]) -> list[str]:
    return [
        f"{shown.kind}: {one.string}"
        for shown in pictures
        for one in shown.words
        if re.search(r"…|\.\.\.", one.string)
    ]


def taken_off(pictures: tuple[Shown, ...]) -> list[str]:
    return [
        f"{shown.kind}: {one.string} at {one.box}"
        for shown in pictures
        for one in filter(is_word, shown.words)
        if one.cut
    ]


@each(*LANGUAGES)
def test_words_lie_beside_each_other(drawn: Pictures, language: str, group: str) -> None:
    found = [
        f"{shown.kind}: {one.string} | {other.string}"
        for shown in drawn
        for one, other in neighbours(shown.words)
        if touch(one, other)
    ]
    assert not found


def neighbours(words: Iterable[Written]) -> Iterator[tuple[Written, Written]]:
    """Pairs whose boxes overlap."""
    boxes = sorted(((word.box, n, word) for n, word in enumerate(words)), key=lambda one: one[:2])
    for n, (box, _, one) in enumerate(boxes):
        for other_box, _, other in boxes[n + 1 :]:
            if other_box[0] >= box[2]:
                break
            if box[1] < other_box[3] and other_box[1] < box[3]:
                yield one, other


def touch(one: Written, other: Written) -> bool:
    """Whether two strings share ink. What is drawn on a sprite first is found twice in a place."""
    box = (
        max(one.box[0], other.box[0]), max(one.box[1], other.box[1]),
        min(one.box[2], other.box[2]), min(one.box[3], other.box[3]),
    )  # fmt: skip
    if box[0] >= box[2] or box[1] >= box[3]:
        return False
    if one.string == other.string and dist(one.middle, other.middle) < 4:
        return False
    inks = [
        part.mask.crop(tuple(v - (part.left, part.top)[n % 2] for n, v in enumerate(box)))  # type: ignore[arg-type]
        for part in (one, other)
    ]
    return ImageChops.darker(*inks).point(lambda ink: 255 * (ink > 64)).getbbox() is not None


@each(*LANGUAGES)
def test_words_are_large_enough_on_a_phone(drawn: Pictures, language: str, group: str) -> None:
    found = [
        f"{shown.kind}: {one.string} {one.size * shown.scale:.1f}"
        for shown in drawn
        for one in shown.words
        if is_word(one) and one.size < least_size(shown)
    ]
    assert not found


def is_word(one: Written) -> bool:
    return not NO_WORDS.fullmatch(one.string) and any(map(str.isalpha, one.string))


def least_size(shown: Shown) -> float:
    """In pixels of the picture: close-ups are for reading, so that their words are larger."""
    return LEAST if shown.image.width == CLOSEUP else NAME_SIZE / shown.scale


@pytest.mark.long
@each("de")
def test_words_stand_out_from_what_is_around_them(
    drawn: Pictures, language: str, group: str
) -> None:
    """Nothing lies on them either: seen on the picture as a phone shows it, they are ink."""
    found = []
    for shown in drawn:
        wide = -(-shown.image.width // reading.SMALL) * reading.SMALL
        small = reading.small(shown.image.crop((0, 0, wide, shown.image.height)))
        for one in filter(is_word, shown.words):
            value = reading.contrast(reading.seen(small, one, wide))
            if value < WORD_CONTRAST:
                found.append(f"{shown.kind}: {one.string} {value:.1f}")
    assert not found


WORD_CONTRAST = 3.0


def test_names_round_the_gears_have_their_full_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are drawn smaller where they would not fit."""
    sizes: dict[str, int] = {}

    def noted(image: Image.Image, words: str, centre: Point, radius: float, middle: float,
              size: int, *more: Any) -> None:  # fmt: skip
        sizes[words] = size

    monkeypatch.setattr(gears, "write_round", noted)
    with kept_apart({}):  # names that are the same in two languages are drawn once
        for language in LANGUAGES:
            wheels_image(frozen("base-2"), DARK, spoken(language))
    assert sizes == {
        spoken(language).gettext(GEARS_IN_CAPITALS[gear]): GEAR_NAMES.get(gear, 20)
        for gear in GEARS
        for language in LANGUAGES
    }


GEAR_NAMES = {"chichen_itza": 28}


# The pictures in words.


@each(*LANGUAGES, PSEUDO)
def test_alt_texts_fit(drawn: Pictures, language: str, group: str) -> None:
    for shown in drawn:
        assert 0 < length(shown.alt) <= LONGEST, shown.kind


@each(*OTHERS)
def test_no_english_is_left(drawn: Pictures, looking: Draw, language: str, group: str) -> None:
    """Neither on a picture nor in its alt text is a word that only the English one has."""
    for shown, source in zip(drawn, in_english(group, looking), strict=True):
        for said, there in ((shown.alt, source.alt), (written_on(shown), source.written)):
            assert not left_over(said, there, language), shown.kind


@each(PSEUDO)
def test_everything_goes_through_the_catalogue(drawn: Pictures, language: str, group: str) -> None:
    """Lists and dates are written as in English there."""
    given = re.sub(r"[^A-Za-z]+", " ", " ".join((*GIVEN, *months("en")))).split()
    known = {"and", "or", "II", *given}
    for shown in drawn:
        left = {*pseudo.english_in(shown.alt), *pseudo.english_in(written_on(shown))}
        assert left <= known | {*SHORT}, shown.kind


def written_on(shown: Shown) -> str:
    return " ".join(one.string for one in shown.words)


def left_over(said: str, english: str, language: str) -> set[str]:
    """Words of the English text that stand in another language's, though none of its texts has
    them."""
    given = vocabulary(" ".join((*GIVEN, *SHORT, *months(language))))
    return (vocabulary(said) & vocabulary(english)) - own_vocabulary(language) - given


def months(language: str) -> Iterable[str]:
    """The names of the months, which are in no catalogue: some are the same in two languages."""
    return get_month_names("wide", locale=language.replace("-", "_")).values()


def vocabulary(words: str) -> set[str]:
    """Its words of three letters and more; code is English in every language."""
    return set(re.findall(r"[^\W\d_]{3,}", re.sub(r"`[^`]*`|{[^{}]*}|¼½¾", " ", words.lower())))


@cache
def own_vocabulary(language: str) -> frozenset[str]:
    """All words of a catalogue, the English ones of what is not translated among them."""
    folder = LOCALES / language.replace("-", "_") / "LC_MESSAGES"
    catalog = read_catalogue(folder / f"{DOMAIN}.po")
    said = [message.string for message in catalog if message.id]
    said += [message.id for message in untranslated(catalog)]
    forms = [form for one in said for form in ([one] if isinstance(one, str) else one)]
    return frozenset(vocabulary(" ".join(forms)))


POSITIONS = ("base-2", "base-4", "base-4-end", "all-2", "all-5", "all-5-start", "quick-5-end")


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("language", OTHERS)
def test_the_board_in_words_is_complete(language: str, name: str) -> None:
    """Section by section and line by line it says the numbers the English one says."""
    scene = frozen(name)
    english, own = (position_sections(scene, spoken(one)) for one in ("en", language))
    for source, section in zip(english, own, strict=True):
        for line, translated in zip(source.lines, section.lines, strict=True):
            assert numbers(line) == numbers(translated), translated
            assert not left_over(translated, line, language), translated


def numbers(words: str) -> Counter[str]:
    """Numbers of a text. Not 1, which some languages write as a word; an ordinal is one too: "2ª",
    "seconda era"."""
    words = re.sub(r"[dn]ella seconda|seconda era", "2", words)
    return Counter(number for number in re.findall(r"\d+", words) if number != "1")


@each(*OTHERS)
def test_alt_texts_say_the_same_numbers(
    drawn: Pictures, looking: Draw, language: str, group: str
) -> None:
    """Those that need not be shortened in either language."""
    compared = 0
    for shown, source in zip(drawn, in_english(group, looking), strict=True):
        if max(length(shown.alt), length(source.alt)) < SHORTENED:
            compared += 1
            assert numbers(shown.alt) == numbers(source.alt), (shown.kind, shown.alt)
    assert compared or group == "rows of tiles"


SHORTENED = 600
"""What is longer may have been shortened."""


# The checks themselves can fail.


def test_a_word_left_in_english_is_found() -> None:
    assert left_over("Runde 3. Food day in 2 Runden", "Round 3. Food day in 2 rounds", "de") == {
        "food", "day"
    }  # fmt: skip


@pytest.mark.parametrize("drawn", [("de", "results")], indirect=True, scope="module")
def test_letters_that_touch_are_found(drawn: Pictures) -> None:
    one = drawn[0].words[0]
    assert touch(one, one.moved(9, 0))
    assert not touch(one, one.moved(0, one.size))


@pytest.mark.usefixtures("looking")
@pytest.mark.parametrize("paletted", [False, True])
def test_letters_that_an_edge_takes_off_are_found(paletted: bool) -> None:
    image = Image.new("RGB", (400, 60))
    on = Paletted([numbers_of(image, DARK)], DARK) if paletted else image
    blocks.text(cast("Image.Image", on), (-9, 30), "Landwirtschaft", "bold", 40, DARK.text)
    image = on.image if isinstance(on, Paletted) else image
    assert taken_off((Shown("sheet", image, tuple(written(image)), ""),))


@pytest.mark.usefixtures("looking")
def test_words_are_found_once_where_they_are_on_a_picture_in_its_palette() -> None:
    """Whatever was laid over them, and wherever the same is laid on the same ground."""
    dot = Image.new("RGBA", (30, 30), (*DARK.text, 128))
    for words in ("Landwirtschaft", "Architektur"):
        on = Paletted([numbers_of(Image.new("RGB", (600, 300)), DARK)], DARK)
        image = cast("Image.Image", on)
        for top in (60, 180):
            blocks.text(image, (20, top), words, "bold", 40, DARK.text)
            for left in (10, 560):
                image.paste(dot, (left, top + 40), dot)
                image.paste(dot, (left, top), dot)
        found = written(on.image)
        assert [(one.string, round(one.middle[1], -1)) for one in found] == [
            (words, 60), (words, 180)
        ]  # fmt: skip
        assert not any(one.cut for one in found)
