"""Close-ups, of one tile alone, too, and the legend: complete, legible, whole in every language."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations, cycle, islice, product
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.engine.components import BUILDINGS, GEARS, JUNGLE_GROUPS, MONUMENTS, TECHNOLOGIES, TEMPLES
from bot.engine.expansion import TRIBES
from bot.engine.position import Jungle
from bot.scene import Scene
from bot.text.descriptions.alt_text import LONGEST
from bot.text.names import SEAT_LETTERS, TILE_IDS, points, technology_name, temple_name, tile_name
from bot.text.rules import LEGEND_PAGES, alt_legend, legend_page
from bot.text.tiles import tile_cost, tile_effects
from bot.text.translation import Translations, translator
from rendering import Picture, draw_legend, draw_tile
from rendering.closeups.blocks import LEAST, WIDTH
from rendering.closeups.closeup import CLOSEUPS, POSSESSIONS, draw_closeup, legend_image
from rendering.drawing import lettering
from rendering.drawing.encoding import LARGEST
from rendering.drawing.lettering import showable, width, wrapped
from rendering.drawing.pool import DrawingPool
from rendering.drawing.theme import THEMES, ThemeName
from rendering.icons.catalogue import NAMES as ICON_NAMES
from rendering.icons.catalogue import SIGNS
from tests.pseudo import MadeUp
from tests.rendering.scenes import (
    FINISHED,
    LONG_NAMES,
    NAMES,
    crowded,
    levels,
    position,
    scene,
    scene_at,
    steps,
)
from tests.rendering.written import watched, written
from tests.text.test_alt_text import Longwinded, language_id

# --- Close-ups: complete, legible, in the reader's language, with nothing cut off -----------------

ENGLISH = translator("en")
POSITIONS = Path(__file__).parent / "positions"
MARGIN = 14
"""Columns at both sides of a picture where nothing is drawn."""
KILOBYTE = 1000
WRITING = ("blocks", "gears", "tracks", "tiles")
"""The modules of close-ups that write; what is on tiles and tablets is written elsewhere."""


class Longer(MadeUp):
    """A language whose every text is 40 % longer than the English, in letters that are not
    Latin."""

    letters = "жщфыюшмдлб"

    def gettext(self, message: str) -> str:
        words = re.sub(r"{\w+}", "", message)
        return message + "".join(islice(cycle(self.letters), ceil(len(words) * 0.4)))


class Compounds(Longer):
    """A language that makes long words."""

    def gettext(self, message: str) -> str:
        return re.sub(r"(?<![{\w])([a-z]{7,})(?!\w*})", r"\1srechtsangelegenheiten", message)


class Unspaced(Longer):
    """A language that does not write blanks between words."""

    def gettext(self, message: str) -> str:
        parts = re.split(r"({\w+})", message)
        return "".join(
            part if part.startswith("{")
            else "".join(islice(cycle("可以获得玉米、木头石黄金，建筑物。"), ceil(len(part) / 2)))
            for part in parts
        )  # fmt: skip


def english() -> Translations:
    return ENGLISH


class Marked(Longer):
    """A language that puts every translated text between two signs."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"


@cache
def frozen(name: str) -> Scene:
    """The scene of a frozen position."""
    dump = json.loads((POSITIONS / f"{name}.json").read_text(encoding="utf-8"))
    return scene_at(dump, NAMES[: len(dump["players"])])


def drawn(shown: Scene, what: str, theme: Any = "dark", t: Translations = ENGLISH) -> Picture:
    """A close-up; possessions are named "possessions 0" and so on."""
    name, _, seat = what.partition(" ")
    return draw_closeup(shown, name, seat=int(seat) if seat else None, theme=theme, t=t)


def all_of(shown: Scene) -> list[str]:
    """All close-ups of a scene."""
    others = [what for what in CLOSEUPS if what != POSSESSIONS]
    return [*others, *(f"{POSSESSIONS} {seat}" for seat in range(len(shown.players)))]


def opened(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.data)).convert("RGB")


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("all-5", "dark"), ("base-2", "light"), ("quick-5-end", "light"),
        *(
            pytest.param(name, theme, marks=pytest.mark.long)
            for name, theme in (
                ("all-5", "light"), ("base-2", "dark"), ("quick-5-end", "dark"),
                *product(("all-2", "all-5-start", "base-4-end"), THEMES),
            )
        ),
    ],
)  # fmt: skip
def test_every_close_up_fits_a_phone_and_discord(name: str, theme: str) -> None:
    shown = frozen(name)
    for what in all_of(shown):
        picture = drawn(shown, what, theme)
        image = opened(picture)
        assert image.width == WIDTH
        assert 600 <= image.height <= 2 * WIDTH, what
        assert len(picture.data) <= 250 * KILOBYTE, what
        assert re.fullmatch(r"closeup-[a-z-]+(-\d)?\.png", picture.filename)
        assert 40 < len(picture.alt.encode("utf-16-le")) // 2 <= 1024, what
        check_edges(image, theme, what)


def check_edges(image: Image.Image, theme: str, what: str) -> None:
    """Nothing but the ground at both sides, and above and below."""
    ground, inner = THEMES[theme].ground, (60, 20)
    strips = (
        image.crop((0, 40, MARGIN, image.height - 40)),
        image.crop((WIDTH - MARGIN, 40, WIDTH, image.height - 40)),
        image.crop((inner[0], 4, WIDTH - inner[0], inner[1])),
        image.crop((inner[0], image.height - 12, WIDTH - inner[0], image.height - 2)),
    )
    for number, strip in enumerate(strips):
        colours = strip.getcolors() or [(0, None)]
        assert len(colours) == 1, f"{what} reaches the edge {number}: {colours[:4]}"
        found: Any = colours[0][1]
        assert all(abs(a - b) <= 4 for a, b in zip(found, ground, strict=True))


class Written(list[tuple[str, int, float, float]]):
    """What was written: the words, their size, and the left and right ends of the line."""


@pytest.fixture
def lettered(monkeypatch: pytest.MonkeyPatch) -> Written:
    found = Written()

    def noted(
        image: Image.Image, xy: Any, string: str, weight: Any, size: int, fill: Any,
        anchor: str = "lm",
    ) -> None:  # fmt: skip
        wide = width(string, weight, size)
        left = xy[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * wide
        found.append((string, size, left, left + wide))
        lettering.text(image, xy, string, weight, size, fill, anchor)

    for module in WRITING:
        monkeypatch.setattr(f"rendering.closeups.{module}.text", noted, raising=False)
    return found


def fullest() -> Scene:
    """More than any game holds, with names that are too long."""
    dump = position(4, 18)
    for seat, player in enumerate(dump["players"]):
        player.update(
            corn=104, wood=12, stone=11, gold=10, skulls=13, points4=-403,
            buildings=[*BUILDINGS][seat::9], monuments=[*MONUMENTS][seat::6],
            technologies=dict.fromkeys(player["technologies"], 3),
        )  # fmt: skip
    return scene_at(dump, LONG_NAMES[:4], waiting=range(4))


def is_a_name(string: str) -> bool:
    """Whether this is a seat's name that was cut: the only thing that may be."""
    return any(showable(name).startswith(string.rstrip("…")) for name in LONG_NAMES)


def overcrowded() -> Scene:
    return scene(crowded(), LONG_NAMES)


def usual() -> Scene:
    return frozen("all-5")


ALWAYS = {(fullest, Longer), (overcrowded, Compounds), (usual, Unspaced)}
"""What every run looks at; real languages are in test_languages.py."""


@pytest.mark.parametrize(
    ("make", "language"),
    [
        pytest.param(
            make, kind(),
            marks=() if (make, kind) in ALWAYS else pytest.mark.long,
            id=f"{make.__name__}-{kind.__name__}",
        )
        for make in (fullest, overcrowded, usual)
        for kind in (english, Longer, Compounds, Unspaced)
    ],
)  # fmt: skip
def test_words_are_large_and_never_cut_off(
    make: Callable[[], Scene], language: Translations, lettered: Written
) -> None:
    shown = make()
    for what in all_of(shown):
        lettered.clear()
        picture = drawn(shown, what, "light", language)
        assert lettered, what
        check_edges(opened(picture), "light", what)
        for string, size, left, right in lettered:
            assert size >= LEAST or what in GEARS, (what, string)
            assert left >= 20 and right <= WIDTH - 20, (what, string, left, right)
            assert "…" not in string or is_a_name(string), (what, string)


@pytest.mark.parametrize(
    "name",
    [
        "all-5",
        *(pytest.param(one, marks=pytest.mark.long) for one in ("all-2", "all-5-start")),
        "base-4-end",
    ],
)
def test_every_word_is_translated(name: str, lettered: Written) -> None:
    shown = frozen(name)
    for what in all_of(shown):
        lettered.clear()
        drawn(shown, what, t=Marked())
        said = " ".join(string for string, *_ in lettered)
        assert said.count("«") == said.count("»") > 0, what
        left, depth = "", 0
        for character in said:
            depth += {"«": 1, "»": -1}.get(character, 0)
            left += character if depth == 0 and character != "»" else " "
        left = re.sub("|".join((*NAMES, "II?")), "", left)
        assert re.findall(r"[^\W\d_]{2,}", left) == [], what


# What they say.


def gear_alt(shown: Scene, gear: str) -> str:
    return drawn(shown, gear).alt


@pytest.mark.parametrize("name", ["all-5", "all-2", "base-4"])
@pytest.mark.parametrize("gear", GEARS)
def test_a_gears_alt_text_tells_every_worker_and_space(name: str, gear: str) -> None:
    shown = frozen(name)
    alt = gear_alt(shown, gear)
    for space, who in enumerate(shown.gears[gear]):
        if who is not None:
            letter = SEAT_LETTERS[who] if isinstance(who, int) else "dummy"
            assert f"{letter} on {space}" in alt
    for space in range(1, 7):
        assert f" {space}: " in alt or f" {space} (" in alt


def jungle(*of: tuple[int, int]) -> dict[int, Jungle]:
    """The fields with so much corn and wood."""
    return {space: Jungle(*left) for space, left in zip(JUNGLE_GROUPS, of, strict=True)}


def test_a_gears_alt_text_is_of_this_moment() -> None:
    shown = replace(
        frozen("all-5"), active_prophecy=None, prophecies=(),
        jungle=jungle((5, 0), (5, 5), (4, 2), (0, 0)), skull_spaces=(True, *(False,) * 8),
    )  # fmt: skip
    palenque = gear_alt(shown, "palenque")
    assert "2: 4 corn (jungle: 5 corn tiles, 0 wood tiles)" in palenque
    assert "3: 2 wood, or 5 corn by burning (jungle: 5 corn tiles, 5 wood tiles)" in palenque
    assert "4: 7 corn or 3 wood (jungle: 4 corn tiles, 2 wood tiles)" in palenque
    assert "5: no tile left" in palenque
    chichen = gear_alt(shown, "chichen_itza")
    assert "1: nothing: a skull already lies here" in chichen
    assert "2: 5 points, a step on Chaac" in chichen


def test_the_next_worker_and_its_price() -> None:
    shown = replace(frozen("base-4"), phase="play")
    empty = (None,) * 10
    taken = (0, 1, None, *empty[3:])
    full = (0,) * 8 + (None, None)
    for gears, said in ((empty, "space 0 for 0 corn"), (taken, "space 2 for 2 corn"),
                        (full, "This gear has no free space")):  # fmt: skip
        now = replace(shown, gears={**shown.gears, "palenque": gears})
        assert said in gear_alt(now, "palenque")
    flooded = replace(
        shown, gears={**shown.gears, "chichen_itza": (0, *(None,) * 12)},
        active_prophecy="high-floodwaters", prophecies=("high-floodwaters",),
    )  # fmt: skip
    assert "space 1 for 3 corn" in gear_alt(flooded, "chichen_itza")
    over = replace(shown, phase="finished")
    assert "next worker" not in gear_alt(over, "palenque")


def test_a_tribe_that_stands_further_has_its_space() -> None:
    shown = frozen("all-5")
    tribes = [seat.tribe for seat in shown.players]
    assert "cit-bolon-tum" in tribes
    taller = opened(drawn(shown, "tikal")).height
    others = tuple(seat._replace(tribe=None) for seat in shown.players)
    assert opened(drawn(replace(shown, players=others), "tikal")).height < taller


@pytest.mark.parametrize("name", ["all-5", "all-2", "base-4"])
def test_the_tiles_alt_texts_tell_name_price_and_effect(name: str) -> None:
    shown = frozen(name)
    buildings, monuments = drawn(shown, "buildings").alt, drawn(shown, "monuments").alt
    offered = [(n, tile) for n, tile in enumerate(shown.building_row, start=1) if tile]
    for said, tiles in ((buildings, offered), (monuments, enumerate(shown.monument_row, start=1))):
        for number, tile in tiles:
            whole = f"{number} {tile_name(ENGLISH, tile)} ({tile_cost(ENGLISH, tile)})"
            assert f"{whole}: {tile_effects(ENGLISH, tile)}" in said
    for tile, seat in shown.built_monuments:
        assert f"Built by {SEAT_LETTERS[seat]}: {tile_name(ENGLISH, tile)}." in monuments
    assert f"{shown.age2_left} of age 2" in buildings


@pytest.mark.parametrize(
    ("what", "prophecy", "said"),
    [
        ("temples", "angry-chaac", "Each step up on Chaac costs 1 resource"),
        ("technologies", "forgotten-lore", "Level 2 of every technology has no effect"),
        ("buildings", "crowded-cities", "Each building costs 1 resource more"),
        ("tikal", "crowded-cities", "Each building costs 1 resource more"),
    ],
)
def test_the_active_prophecy_is_told_where_it_matters(what: str, prophecy: str, said: str) -> None:
    shown = frozen("all-5")
    troubled = replace(shown, active_prophecy=prophecy, prophecies=(prophecy,))
    other = replace(shown, active_prophecy="hunger", prophecies=("hunger",))
    assert said in drawn(troubled, what).alt and said not in drawn(other, what).alt
    assert drawn(troubled, what).data != drawn(other, what).data


def test_temples_and_technologies_tell_where_everybody_stands() -> None:
    shown = frozen("all-5")
    temples, technologies = drawn(shown, "temples").alt, drawn(shown, "technologies").alt
    for temple in TEMPLES:
        assert temple_name(ENGLISH, temple) in temples
    for letter in SEAT_LETTERS:
        assert len(re.findall(rf"\b{letter}\b", temples)) == 3
        assert len(re.findall(rf"\b{letter}\b", technologies)) == 4
    for track in TECHNOLOGIES:
        assert technologies.count(technology_name(ENGLISH, track)) >= 2


@pytest.mark.parametrize("language", [ENGLISH, Longer()])
def test_possessions_tell_everything_or_the_names_at_least(language: Translations) -> None:
    for shown in (frozen("all-5"), fullest()):
        for number, seat in enumerate(shown.players):
            alt = drawn(shown, f"{POSSESSIONS} {number}", t=language).alt
            assert points(language, seat.points4) in alt
            name = shown.names[number]
            assert f"{SEAT_LETTERS[number]} {name[:3]}" in alt or len(name) > 14
            for gear, spaces in shown.gears.items():
                for space, who in enumerate(spaces):
                    assert who != number or str(space) in alt, gear
            assert str(seat.corn) in alt


def test_the_calendar_tells_quick_action_and_prophecies() -> None:
    alt = drawn(frozen("all-5"), "calendar").alt
    for said in ("round 18", "Food day in 3 rounds", "Starting player: B", "Quick action “Stone”",
                 "Angry Kukulkan (active)", "Hunger", "Crowded Cities"):  # fmt: skip
        assert said in alt
    assert "rophec" not in drawn(frozen("base-4"), "calendar").alt


# What changes is seen, and what does not change is not drawn again.


def test_what_changes_on_the_table_changes_its_close_up() -> None:
    shown = frozen("all-5")
    seat = shown.players[0]._replace(
        corn=99, temples=steps(3, 3, 3), technologies=levels(3, 0, 0, 0)
    )
    changed = {
        "palenque": replace(shown, jungle={**shown.jungle, 2: Jungle(1, 0)}),
        "yaxchilan": replace(shown, gears={**shown.gears, "yaxchilan": (None,) * 10}),
        "chichen_itza": replace(shown, skull_spaces=(False,) * 9),
        "temples": replace(shown, players=(seat, *shown.players[1:])),
        "technologies": replace(shown, players=(seat, *shown.players[1:])),
        "buildings": replace(shown, building_row=(None, *shown.building_row[1:])),
        "monuments": replace(shown, monument_row=shown.monument_row[1:]),
        "calendar": replace(shown, calendar_corn=9),
        "possessions 0": replace(shown, players=(seat, *shown.players[1:])),
    }
    for what, after in changed.items():
        assert drawn(shown, what).data != drawn(after, what).data, what


async def test_the_pool_keeps_close_ups() -> None:
    pool = DrawingPool()
    try:
        first, again, other = [
            await pool.draw(draw_closeup, frozen("all-5"), POSSESSIONS, seat=seat, theme="dark",
                            t=ENGLISH)
            for seat in (0, 0, 1)
        ]  # fmt: skip
    finally:
        pool.close()
    assert first is again and first is not other


@pytest.mark.parametrize(
    ("what", "seat"),
    [("rome", None), (POSSESSIONS, None), (POSSESSIONS, 5), (POSSESSIONS, -1), ("tikal", 0)],
)
def test_what_is_no_close_up_is_refused(what: str, seat: int | None) -> None:
    with pytest.raises(ValueError, match="no "):
        draw_closeup(frozen("all-5"), what, seat=seat, t=ENGLISH)


def test_a_finished_game_shows_no_next_worker(lettered: Written) -> None:
    over = scene(position(2, FINISHED))
    assert over.phase == "finished"
    for what in all_of(over):
        drawn(over, what)
    assert "Next worker" not in {string for string, *_ in lettered}


# Breaking lines.


def lines(string: str, room: float = 300, size: int = 40) -> list[str]:
    found = list(wrapped(string, "regular", size, room))
    assert all(width(line, "regular", size) <= room for line in found)
    return found


def without_breaks(found: Sequence[str]) -> str:
    return showable("".join(found)).replace(" ", "").replace("-", "")


def strings() -> Iterator[str]:
    yield "at the end 4 points for each of your tomb tiles, this one included"
    yield "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
    yield "lentokonesuihkuturbiinimoottoriapumekaanikkoaliupseerioppilas on pitkä sana"
    yield "可以获得玉米、木头石黄金，建筑物。每回合结束时获得分数"
    yield "A 可以获得 5 玉米 and more"
    yield "W" * 80


@pytest.mark.parametrize("string", list(strings()))
def test_lines_fit_and_lose_nothing(string: str) -> None:
    for room in (120, 300, 700):
        assert without_breaks(lines(string, room)) == without_breaks([string])


def test_words_stay_whole_where_they_fit() -> None:
    assert lines("a step up on 2 temples", 10_000) == ["a step up on 2 temples"]
    words = "at the end 4 points for each of your tomb tiles"
    assert " ".join(lines(words)) == words
    assert lines("") == lines("  ") == []


def test_no_line_begins_with_a_full_stop() -> None:
    for room in range(80, 400, 20):
        for line in lines("可以获得玉米、木头，石头，黄金。建筑物，每回合。结束", room):
            assert line[0] not in "、，。,."


# --- Close-ups of one tile alone: every tile of the data has one, whole and legible ---------------


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_every_tile_has_one(theme: str) -> None:
    seen: dict[bytes, str] = {}
    for tile in TILE_IDS:
        drawn = draw_tile(tile, theme=theme, t=ENGLISH)  # type: ignore[arg-type]
        image = Image.open(BytesIO(drawn.data)).convert("RGB")
        assert image.width == WIDTH
        assert 250 < image.height < 700, tile
        middle = image.height // 2
        ground = image.getpixel((4, middle))
        for x in (*range(MARGIN // 2), *range(WIDTH - MARGIN // 2, WIDTH)):
            assert image.getpixel((x, middle)) == ground, f"{tile} is cut off"
        seen[drawn.data] = tile
        assert drawn.filename == f"tile-{tile}.png"
        assert len(drawn.alt) <= LONGEST
        assert tile_name(ENGLISH, tile) in drawn.alt
        assert tile_effects(ENGLISH, tile) in drawn.alt
    names = {tile_name(ENGLISH, tile) for tile in TILE_IDS}
    assert len(seen) >= len(names), "each shows its own tile"


def test_no_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyError):
        draw_tile("no-such-tile", t=ENGLISH)


def test_a_tribe_tells_its_power(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no icons, so that its words are in the picture."""
    written: list[str] = []
    write = lettering.text

    def noted(image: Image.Image, at: tuple[float, float], string: str, *more: object) -> None:
        written.append(string)
        write(image, at, string, *more)  # type: ignore[arg-type]

    monkeypatch.setattr("rendering.closeups.blocks.text", noted)
    for tribe in TRIBES:
        written.clear()
        draw_tile(tribe, t=ENGLISH)
        assert tile_effects(ENGLISH, tribe) in " ".join(written)


# --- The legend: complete, legible on a phone, whole in every language ----------------------------

ON_CARDS = {"farm", "tomb", "civic", "shrine"}
"""Signs of the categories: shown on cards of their colour, `category-...`."""
HIGHEST = 2600
"""Pixels: 940 of them on a phone, as wide as its screen."""
LETTERS = 12.5
"""Pixels of the em, 390 pixels wide."""


def test_every_icon_and_sign_has_its_word() -> None:
    named = [
        name
        for page in range(LEGEND_PAGES)
        for _, entries in legend_page(ENGLISH, page)
        for name in entries
    ]
    assert len(named) == len(set(named))
    assert {*ICON_NAMES, *SIGNS} - ON_CARDS <= set(named)


def test_every_tribe_tells_its_power() -> None:
    [(_, others), (_, told)] = legend_page(ENGLISH, LEGEND_PAGES - 1)
    assert {"prophecy", "tile-back"} == {*others}, "of the expansion, as they are"
    assert list(told) == [f"tribe-{tribe}" for tribe in TRIBES]
    for tribe, words in zip(TRIBES, told.values(), strict=True):
        assert words.startswith(tile_name(ENGLISH, tribe))
        assert tile_effects(ENGLISH, tribe) in words


@pytest.mark.parametrize("page", range(LEGEND_PAGES))
@pytest.mark.parametrize("look", ["dark", "light"])
def test_the_legend_is_fit_to_be_posted(look: ThemeName, page: int) -> None:
    picture = draw_legend(page, theme=look, t=ENGLISH)
    image = Image.open(BytesIO(picture.data))
    assert (image.format, image.width) == ("PNG", 1080)
    assert picture.filename == f"legend-{page + 1}.png"
    assert image.height <= HIGHEST
    assert len(picture.data) < LARGEST
    assert 0 < len(picture.alt) <= 1024
    assert picture.alt.startswith("What the icons in the pictures mean.")
    for heading, entries in legend_page(ENGLISH, page):
        if heading == "Tribes":  # their sentences are too long together
            assert all(tile_name(ENGLISH, tribe) in picture.alt for tribe in TRIBES)
        else:
            assert f"{heading}: {', '.join(entries.values())}." in picture.alt


@pytest.mark.parametrize("page", range(LEGEND_PAGES))
@pytest.mark.parametrize("t", [ENGLISH, Longwinded(1.4), Longwinded(2)], ids=language_id)
def test_words_are_legible_and_lie_beside_each_other(t: Translations, page: int) -> None:
    with watched():
        image = legend_image(page, THEMES["dark"], t)
        words = [w for w in written(image) if w.string.strip()]
    for one in words:
        left, top, right, bottom = one.box
        assert left >= 0 and top >= 0 and right <= image.width and bottom <= image.height
        assert one.size * 390 / image.width >= LETTERS or one.string in ("A", "B", "C", "D", "¼½¾")
    for one, other in combinations(words, 2):
        a, b = one.box, other.box
        apart = a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
        assert apart or one.string == other.string, (one.string, other.string)


def test_the_alt_text_of_any_language_fits() -> None:
    for times in (1.4, 2, 5):
        for page in range(LEGEND_PAGES):
            assert 0 < len(alt_legend(page, Longwinded(times))) <= 1024
