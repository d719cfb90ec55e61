"""Names of any length in any script leave the pictures whole: nothing is cut off, nothing written
over anything else, and no number moves. And the typefaces that all of it is written in."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageFont

from bot.engine.components import MODULES
from bot.scene import Scene
from bot.text.translation import Translations, translator
from rendering import draw_wheels
from rendering.city import picture as city
from rendering.closeups import closeup
from rendering.closeups.closeup import CLOSEUPS, POSSESSIONS, draw_closeup
from rendering.drawing import lettering
from rendering.drawing.theme import THEMES, Theme
from rendering.layout import (
    BUILDINGS_BOX,
    CALENDAR,
    CITIES,
    FOOT_LEFT,
    FOOT_RIGHT,
    HUB_RADIUS,
    LINE_GAP,
    LINE_HEIGHT,
    MONUMENTS_BOX,
    TECHNOLOGIES_BOX,
    TEMPLES_BOX,
    WIDTH,
    seats_top,
)
from rendering.wheels import picture as wheels
from tests.rendering.scenes import crowded, scene_at
from tests.rendering.written import Box, Written, watched, written
from tests.text.test_alt_text import Longwinded, language_id

SHORT = ("Ann", "Bob", "Cyd", "Dan", "Eve")
LONG = {
    "wide letters": "W" * 32,
    "wide signs": "@M" * 16,
    "words": "Maximiliano Alexander der Dritte",
    "accents": "ÅÄÖÇŞŁØĐŃŐǺǼ" * 3,
    "Vietnamese": "Nguyễn Thị Phương Thảo Nguyệt Ánh",
    "Greek": "Ελένη Παπαδοπούλου Κωνσταντίνου",
    "Cyrillic": "Владимир Александрович Щегловитый",
    "Chinese": "漢字" * 16,
    "Japanese": "ひらがなカタカナ漢字ー々〆" * 3,
    "Korean": "김철수박영희이순신세종대왕" * 3,
    "combining marks": "A\u0301\u0323\u0330\u034f" * 8,
    "stacked marks": "Z\u0351\u036b\u0343\u032a\u0302" * 6,
    "emoji": "\U0001f469\u200d\U0001f469\u200d\U0001f467\U0001f3b2" * 8,
    "emoji and words": "\U0001f3b2 Anna \U0001f3ae Lena \U0001f9e1 Maria \U0001f4a5 Ida",
    "Hebrew": "שלום עולם שלום עולם שלום עולם אב",
    "Arabic": "مرحبا بكم في اللعبة مرحبا بكم في",
    "turned round": "\u202eevil names run backwards \u202c!!",
    "one long ligature": "\ufdfd" * 32,
    "ornamental letters": "𝕎𝕚𝕕𝕖𝓝𝓪𝓶𝓮" * 4,
    "full width": "ＦＵＬＬＷＩＤＴＨ" * 4,
    "Markdown": "**_~~`||[x](y)||`~~_**" * 2,
}
EMPTY = {
    "nothing": "",
    "blanks": "   ",
    "no width": "\u200b\u200d\ufeff",
    "fillers": "\u3164\u2800\u00ad",
    "lines": "\n\t\r",
    "only an emoji": "\U0001f600",
}
LETTERS = "ABCDE"


Drawing = Callable[[Scene, Theme], Image.Image]
DRAWINGS: tuple[Drawing, ...] = (wheels.wheels_image, city.city_image)


@dataclass(frozen=True)
class Picture:
    """A picture with what is written on it."""

    image: Image.Image
    words: list[Written]

    def strings(self) -> list[tuple[str, Box]]:
        """All but the names' own, and the letter of the seat to move, which makes room for one."""
        return sorted(
            (w.string, w.box)
            for w in self.words
            if w.string not in SHORT and not (w.string in LETTERS and in_the_hub(w))
        )


def scene_with(players: int, names: tuple[str, ...], *, tribes: bool = True) -> Scene:
    """A crowded board with all modules; the last seat is asked."""
    dump = crowded(players)
    dump["modules"] = list(MODULES)
    dump["prophecies"] = ["wrathful-gods", "drought", "hunger"]
    dump["quick"] = {"tile": "qa1-stone", "spaces": [0, None, "dummy"]}
    for player, tribe in zip(dump["players"], ("balam", "ahau-chamahez") * 3, strict=False):
        player["tribe"] = tribe if tribes else None
        player.update(corn=28, points4=252, stone=3)
    return scene_at(dump, names[:players], waiting=(players - 1,))


def drawn(scene: Scene, draw: Drawing, look: str) -> Picture:
    """Draw it; inside `watched()` only."""
    image = draw(scene, THEMES[look])
    return Picture(image, written(image))


@pytest.fixture(scope="module")
def watching():
    """What never changes is drawn once."""
    with watched():
        yield


TOP = seats_top(prophecies=True)
"""Where the lines of the seats begin."""


def lines_of(players: int) -> list[Box]:
    """The line of each seat."""
    tops = [TOP + number * (LINE_HEIGHT + LINE_GAP) for number in range(players)]
    return [(FOOT_LEFT, top, FOOT_RIGHT, top + LINE_HEIGHT) for top in tops]


def in_the_hub(one: Written) -> bool:
    return dist(one.middle, CALENDAR) < HUB_RADIUS


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def differences(one: Image.Image, other: Image.Image, box: Box) -> Box | None:
    """The box inside `box` in which two pictures differ."""
    found = ImageChops.difference(one.crop(box), other.crop(box)).getbbox()
    if found is None:
        return None
    return (found[0] + box[0], found[1] + box[1], found[2] + box[0], found[3] + box[1])


# Seats carry the long names by turns, so that each is tried on every card.
TURNS = [
    (players, tuple([*LONG][start : start + players])) for players, start in
    ((2, 0), (2, 7), (2, 11), (3, 2), (3, 9), (3, 16), (4, 0), (4, 4), (4, 8), (4, 12), (4, 16),
     (5, 0), (5, 5), (5, 10), (5, 15), (5, 16))
]  # fmt: skip


@pytest.mark.usefixtures("watching")
@pytest.mark.parametrize(("players", "kinds"), TURNS)
def test_long_names_leave_the_picture_whole(players: int, kinds: tuple[str, ...]) -> None:
    look = "dark" if players % 2 else "light"
    names = tuple(LONG[kind] for kind in kinds)
    plain = drawn(scene_with(players, SHORT), wheels.wheels_image, look)
    made = drawn(scene_with(players, names), wheels.wheels_image, look)
    own = {lettering.showable(name)[:1] for name in names} | {*LETTERS}
    untouched = plain.strings()
    assert [entry for entry in made.strings() if entry in untouched] == untouched
    new = [
        w
        for w in made.words
        if (w.string, w.box) not in untouched and not (w.string in LETTERS and in_the_hub(w))
    ]
    assert len([w for w in new if w.middle[1] > TOP]) == players
    for one in new:
        assert one.string[:1] in own
        assert_inside(one)
        for other in made.words:
            if other is not one:
                assert not overlap(one.box, other.box), (one.string, other.string)
    check_what_changed(plain, made, players)


def assert_inside(name: Written) -> None:
    """A name lies wholly on its line or in the hub, and its ink is not cut."""
    left, top, right, bottom = name.box
    if name.middle[1] > TOP:
        line = next(one for one in lines_of(5) if one[1] < name.middle[1] < one[3])
        assert line[0] + 60 < left and right < line[2] - 900
        assert line[1] < top and bottom < line[3]
    else:
        for corner in ((left, top), (right, top), (left, bottom), (right, bottom)):
            assert dist(corner, CALENDAR) < HUB_RADIUS - 10
    # The ink of the whole string, on a sheet where it has all the room in the world.
    sheet = Image.new("L", (4 * name.mask.width + 400, 6 * name.size))
    lettering.text(sheet, (100, 3 * name.size), name.string, name.weight, name.size, 255, "ls")  # type: ignore[arg-type]
    ink = sheet.getbbox()
    assert ink is not None
    assert (right - left, bottom - top) == (ink[2] - ink[0], ink[3] - ink[1])


def check_what_changed(plain: Picture, made: Picture, players: int) -> None:
    """Between two pictures with other names nothing changes but the names: not the signs beside
    them, nor a number."""
    foot = [w for w in plain.words if w.middle[1] > TOP]
    numbers = min(w.box[0] for w in foot if re.fullmatch(r"−?\d+[¼½¾]?", w.string))
    for left, top, right, bottom in lines_of(players):
        found = differences(plain.image, made.image, (left, top - 6, right, bottom + 6))
        assert found is not None
        assert found[2] < numbers - 50  # there is the ear of corn
        mark = [w for w in foot if w.string in LETTERS and top < w.middle[1] < bottom]
        assert len(mark) == 1
        assert mark[0].box[2] < found[0]
    upper = (0, 0, WIDTH, TOP - 8)
    found = differences(plain.image, made.image, upper)
    if found is not None:
        centre = (CALENDAR[0] - HUB_RADIUS, CALENDAR[1], CALENDAR[0] + HUB_RADIUS)
        assert centre[0] < found[0] and found[2] < centre[2]
        assert centre[1] < found[1] and found[3] < CALENDAR[1] + HUB_RADIUS


@pytest.mark.usefixtures("watching")
@pytest.mark.parametrize("kind", EMPTY)
def test_a_seat_without_a_name_that_shows_is_called_by_its_letter(kind: str) -> None:
    nameless = scene_with(4, (EMPTY[kind],) * 4)
    lettered = scene_with(4, tuple(LETTERS[:4]))
    for draw in DRAWINGS:
        assert drawn(nameless, draw, "dark").image == drawn(lettered, draw, "dark").image


@pytest.mark.usefixtures("watching")
def test_nothing_written_touches_anything_else_written() -> None:
    for players in (2, 3, 4, 5):
        made = drawn(scene_with(players, tuple(LONG.values())), wheels.wheels_image, "dark")
        lines = [w for w in made.words if w.middle[1] > TOP]
        for one, other in combinations(lines, 2):
            assert not overlap(one.box, other.box), (one.string, other.string)


NO_WORDS = re.compile(r"[-−+×/=≤≥–.,%\d¼½¾]*[-−+×/=≤≥\d¼½¾]|I|II|[A-E]")


@pytest.mark.usefixtures("watching")
@pytest.mark.parametrize("players", [2, 5])
def test_pictures_speak_no_language_but_for_names(players: int) -> None:
    """So hardly a translation can be too long for them: all that is written are numbers, signs,
    the letters of the seats, names of people and gears; only the city picture of a language has
    names of temples, technologies and tiles besides."""
    shown = scene_with(players, SHORT)
    for draw in DRAWINGS:
        for one in drawn(shown, draw, "dark").words:
            assert one.string in SHORT or NO_WORDS.fullmatch(one.string), one.string
    english, long = (draw_wheels(shown, t=t) for t in (translator("en"), Longwinded(2)))
    assert english.data != long.data
    assert english.alt != long.alt


@pytest.mark.usefixtures("watching")
def test_names_on_gears_in_any_language_stay_on_their_gears() -> None:
    shown = scene_with(5, SHORT, tribes=False)
    english = wheels.wheels_image(shown, THEMES["dark"])
    long = wheels.wheels_image(shown, THEMES["dark"], Longwinded(2))
    changed = np.argwhere(np.asarray(ImageChops.difference(english, long)).any(axis=2))
    assert len(changed) > 500
    for y, x in changed[::7]:
        reach = [(city, dist(city.centre, (x, y)) - city.radius) for city in CITIES.values()]
        city, outside = min(reach, key=lambda one: one[1])
        assert 20 < outside + city.radius < (115 if city.teeth > 10 else 72), (city.id, x, y)


@pytest.mark.usefixtures("watching")
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize(
    "t", [translator("en"), Longwinded(1.4), Longwinded(2), Longwinded(5)], ids=language_id
)
def test_names_of_the_city_in_any_language_leave_the_picture_whole(
    players: int, t: Translations
) -> None:
    """They change nothing but the icons of the tiles, which make room for them."""
    shown = scene_with(players, SHORT, tribes=False)
    silent = drawn(shown, city.city_image, "dark")
    image = city.city_image(shown, THEMES["dark"], t)
    made = Picture(image, written(image))
    boxes = {(w.string, w.box) for w in silent.words}
    new = [w for w in made.words if (w.string, w.box) not in boxes]
    for one in new:
        for other in made.words:
            # What is drawn on a sprite first is found twice in one place.
            again = one.string == other.string and dist(one.middle, other.middle) < 4
            assert again or not overlap(one.box, other.box), (one.string, other.string)
    names = [w for w in new if not NO_WORDS.fullmatch(w.string)]
    for one in names:
        left, top, right, bottom = one.box
        assert any(
            box[0] <= left and box[1] <= top and right <= box[2] and bottom <= box[3]
            for box in CITY
        ), one.string
        # Shown in letters that can be read on a phone, or not at all; cut after a word only, and
        # parted between two consonants.
        assert one.size * 400 / WIDTH >= NAME_SIZE, one.string
        assert not re.search(r"[aeiou]-$", one.string), one.string
    found = ImageChops.difference(silent.image, made.image).getbbox()
    assert found is None or found[3] <= MONUMENTS_BOX[3]
    if not isinstance(t, Longwinded):
        said = {w.string for w in names}
        assert {"Chaac", "Quetzalcoatl", "Kukulkan", "Agriculture", "Theology"} <= said


CITY = (TEMPLES_BOX, TECHNOLOGIES_BOX, BUILDINGS_BOX, MONUMENTS_BOX)
NAME_SIZE = 7.0
"""Pixels of the em, 400 pixels wide."""


def test_a_name_that_is_cut_is_found() -> None:
    with watched():
        picture = drawn(scene_with(4, SHORT), wheels.wheels_image, "dark")
        name = next(w for w in picture.words if w.string == "Ann" and w.middle[1] > TOP)
    half = name.mask.crop((0, 0, name.mask.width // 2, name.mask.height))
    with pytest.raises(AssertionError):
        assert_inside(replace(name, mask=half))
    with pytest.raises(AssertionError):
        assert_inside(replace(name, left=name.left - 120))
    with pytest.raises(AssertionError):
        assert_inside(replace(name, top=name.top + 30))


# Typefaces

FONTS = Path(__file__).parents[2] / "data" / "fonts"


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """A copy of Lato's files, to break."""
    for file in ("Lato-Black.ttf", "Lato-Bold.ttf", "Lato-Regular.ttf"):
        (tmp_path / file).write_bytes((FONTS / file).read_bytes())
    lettering.font.cache_clear()
    monkeypatch.setattr(lettering, "_FOLDER", tmp_path)
    yield tmp_path
    lettering.font.cache_clear()


def test_whole_fonts_pass(folder: Path) -> None:
    lettering.check_fonts()


@pytest.mark.parametrize("file", ["Lato-Black.ttf", "Lato-Bold.ttf", "Lato-Regular.ttf"])
@pytest.mark.parametrize("part", [0.0, 0.001, 0.02, 0.1, 0.5, 0.9, 0.99])
def test_a_font_that_was_cut_short_is_told(folder: Path, file: str, part: float) -> None:
    data = (folder / file).read_bytes()
    (folder / file).write_bytes(data[: int(len(data) * part)])
    with pytest.raises(lettering.FontsMissing) as told:
        lettering.check_fonts()
    assert str(told.value) == (
        f"The font file {folder / file} is missing or broken: install the program anew."
    )


def test_a_font_that_is_gone_is_told(folder: Path) -> None:
    (folder / "Lato-Bold.ttf").unlink()
    with pytest.raises(lettering.FontsMissing, match=r"Lato-Bold\.ttf is missing or broken"):
        lettering.check_fonts()


@pytest.mark.parametrize("content", [b"no font", b"\x89PNG\r\n\x1a\n" + b"\0" * 500])
def test_a_file_that_is_no_font_is_told(folder: Path, content: bytes) -> None:
    (folder / "Lato-Regular.ttf").write_bytes(content)
    with pytest.raises(lettering.FontsMissing, match=r"Lato-Regular\.ttf is missing or broken"):
        lettering.check_fonts()


def test_another_typeface_under_its_name_is_told(folder: Path) -> None:
    (folder / "Lato-Black.ttf").write_bytes((FONTS / "NotoSans-Variable.ttf").read_bytes())
    with pytest.raises(lettering.FontsMissing, match=r"Lato-Black\.ttf is missing or broken"):
        lettering.check_fonts()


def test_letters_without_ink_are_left_out() -> None:
    """A fallback may have an empty glyph for a filler: a name of those shows nothing."""
    assert lettering.showable("\u3164\u1160\u2800") == ""
    face = lettering.font("bold", 20)
    assert isinstance(face, ImageFont.FreeTypeFont)
    for name in LONG.values():
        assert all(c == " " or any(_ink(c)) for c in lettering.showable(name))


def _ink(character: str) -> bytes:
    ((_, face),) = lettering.runs(character, "bold", 20)
    return bytes(face.getmask(character))


# Close-ups have words in the reader's language.


@pytest.mark.usefixtures("watching")
@pytest.mark.parametrize(
    "t",
    [pytest.param(translator("en"), marks=pytest.mark.long), Longwinded(1.4), Longwinded(2)],
    ids=language_id,
)
@pytest.mark.parametrize("what", CLOSEUPS)
def test_closeups_write_nothing_over_anything_else(
    what: str, t: Translations, monkeypatch: pytest.MonkeyPatch
) -> None:
    images = []
    monkeypatch.setattr(closeup, "png", lambda image, theme: images.append(image) or b"")
    kinds = [*LONG]
    for start in (0, 5, 10, 15) if what == POSSESSIONS else (0,):
        names = tuple(LONG[kind] for kind in kinds[start : start + 5])
        seat = start // 5 if what == POSSESSIONS else None
        draw_closeup(scene_with(5, names), what, seat=seat, theme="dark", t=t)
        image = images.pop()
        words = [w for w in written(image) if w.string.strip()]
        assert words
        for one in words:
            left, top, right, bottom = one.box
            assert left >= 0 and top >= 0, one.string
            assert right <= image.width and bottom <= image.height, one.string
        for one, other in combinations(words, 2):
            again = one.string == other.string and dist(one.middle, other.middle) < 4
            assert again or not overlap(one.box, other.box), (one.string, other.string)
