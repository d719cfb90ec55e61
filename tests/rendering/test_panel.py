"""Pictures to choose from: a private panel, tiles, the first tiles revealed."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.engine import Game
from bot.engine.components import BUILDINGS, GEARS, MODULES, MONUMENTS, QUICK_TILES, WEALTH
from bot.engine.expansion import PROPHECIES, TRIBES
from bot.engine.happenings import TilesKept
from bot.scene import Scene, Spot, panel_scene, scene_of
from bot.text.descriptions.alt_text import LONGEST
from bot.text.names import TILE_IDS, choice_letter, lettered, tile_name
from bot.text.tiles import tile_cost, tile_effects
from bot.text.translation import translator
from rendering import draw_kept, draw_strip, panel
from rendering.choices import kept_image, strip_image
from rendering.drawing.lettering import cap_height
from rendering.drawing.theme import DARK, THEMES
from rendering.ground import DIGITS, PAGE_HIGHEST, PAGE_WIDTH
from rendering.panel import TALLEST, WIDE, choices_image, draw_choices
from tests.rendering.scenes import LONG_NAMES, NAMES
from tests.rendering.written import Written, watched, written

# --- The picture of a private panel: its size, its plates, and its alt text -----------------------

T = translator("en")
READABLE, SHOWN = 9, 265
"""The least height of a digit, and the width at which a phone shows the picture, in pixels."""


def moments(players: int, seed: int) -> Iterator[tuple[Scene, int, tuple[Spot, ...]]]:
    """The turns of a random game, with every place that can be chosen."""
    chance, game = random.Random(seed), Game.new(players, modules=MODULES, seed=seed)
    names = ("ana", "bob", "cleo", "dan", "eva")[:players]
    while not game.finished:
        seat, kind = game.pending[0]
        legal = game.legal(seat)
        found = spots(game, legal)
        if kind == "turn" and found:
            yield scene_of(game.snapshot(), names, waiting=[seat]), seat, found
        stop = "end" in legal and chance.random() < 0.4
        game.play(seat, "end" if stop else chance.choice(legal))


def spots(game: Game, legal: list[str]) -> tuple[Spot, ...]:
    """Every place where a worker can be placed or picked up."""
    now, found = game.snapshot(), []
    for action in legal:
        verb, *where = action.split()
        if verb == "pick":
            found.append((where[0], int(where[1]), True, None if len(found) % 2 else 12))
        elif verb == "place" and where[0] in GEARS and len(where) == 1:
            space = now.gears[where[0]].index(None)
            found.append((where[0], space, False, -space))
        elif verb == "place" and where[0] == "start":
            found.append(("start", 0, False, now.calendar_corn))
        elif verb == "place" and where[0] == "quick" and now.quick:
            found.append(("quick", now.quick.spaces.index(None), False, -1))
    return tuple(Spot(number, *spot) for number, spot in enumerate(found, 1))


@pytest.mark.parametrize("players", [2, 5])
def test_pictures_fit_and_are_told(players: int) -> None:
    seen = 0
    for scene, seat, found in list(moments(players, 1))[::9]:
        drawn = draw_choices(scene, seat, found, theme="light" if seen % 2 else "dark", t=T)
        wide, high = Image.open(BytesIO(drawn.data)).size
        assert wide == WIDE and high <= TALLEST
        assert len(drawn.alt) <= 1024 and len(drawn.data) <= 60_000
        for one in found[:9]:
            assert f"{one.number}: " in drawn.alt
        seen += 1
    assert seen > 5


def test_each_plate_is_seen_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """No plate covers another one, an own worker or what a worker picked up now does, and none
    reaches out of the picture."""
    lay, boxes, covered = panel._apart, [], []

    def noted(wanted: list, sizes: list, room: object, taken: list) -> list:  # type: ignore[type-arg]
        found = lay(wanted, sizes, room, taken)
        covered[:] = taken
        for (x, y), (wide, high) in zip(found, sizes, strict=True):
            boxes.append((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
        return found

    most = 0
    monkeypatch.setattr(panel, "_apart", noted)
    for scene, seat, found in list(moments(4, 2))[::5]:
        boxes.clear()
        image = choices_image(scene, seat, found, THEMES["dark"])
        assert len(boxes) == len(found)
        picked = sum(one.picks and one.space > 0 for one in found)
        assert len({*covered}) == len(list(scene.workers_of(seat))) + picked
        most = max(most, len(boxes))
        for n, (left, top, right, bottom) in enumerate(boxes):
            assert left >= 0 and top >= 0, boxes
            assert right <= image.width and bottom <= image.height, boxes
            for other in [*boxes[:n], *covered]:
                apart_x = other[0] >= right or other[2] <= left
                apart_y = other[1] >= bottom or other[3] <= top
                assert apart_x or apart_y, (boxes[n], other)
    assert most > 6


def test_digits_are_read_on_a_phone() -> None:
    assert cap_height("black", panel._DIGITS - 3) * SHOWN / WIDE >= READABLE
    assert cap_height("black", panel._DIGITS) * SHOWN / WIDE >= READABLE


def test_what_does_not_matter_is_dimmed() -> None:
    scene, seat, found = next(one for one in moments(3, 3) if len(one[2]) > 4)
    few = choices_image(scene, seat, found[:1], THEMES["dark"])
    many = choices_image(scene, seat, found, THEMES["dark"])
    assert ImageChops.difference(few.resize((80, 80)), many.resize((80, 80))).getbbox()


@pytest.mark.parametrize("players", [2, 4, 5])
@pytest.mark.parametrize("theme", THEMES)
def test_a_panel_is_small(players: int, theme: str) -> None:
    """With every module, over a whole game."""
    sizes = [
        len(draw_choices(scene, seat, found, theme=theme, t=T).data)  # type: ignore[arg-type]
        for scene, seat, found in list(moments(players, 7))[::6]
    ]
    assert len(sizes) > 5
    assert max(sizes) <= 60_000


def test_what_is_not_shown_makes_no_other_request() -> None:
    """Scenes of which a panel shows the same are equal, and none of what it shows is lost."""
    for scene, seat, found in list(moments(4, 5))[::7]:
        shown = panel_scene(scene, seat)
        drawn = [draw_choices(one, seat, found, t=T) for one in (shown, scene)]
        pixels, others = (Image.open(BytesIO(one.data)).tobytes() for one in drawn)
        assert (pixels, drawn[0].alt) == (others, drawn[1].alt)
        players = tuple(player._replace(corn=player.corn + 1) for player in scene.players)
        other = replace(scene, players=players, building_row=scene.building_row[::-1])
        assert other != scene
        assert (panel_scene(other, seat), hash(panel_scene(other, seat))) == (shown, hash(shown))
        moved = replace(scene, calendar_corn=scene.calendar_corn + 1)
        assert panel_scene(moved, seat) != shown


# --- Tiles to choose from, and the first tiles revealed: fit for a phone, each with its letter ----

ENGLISH = translator("en")
KINDS = (WEALTH, BUILDINGS, MONUMENTS, QUICK_TILES, PROPHECIES, TRIBES)
_NUMBER = re.compile(r"[−+]?\d+×?")
ON_A_SHIELD = 21
"""The number on Ixtab's small shield, beside three tiles that say it, too."""
KEPT = (
    TilesKept(0, "ixtab", ("pal-1", "uxm-3", "yax-1"), 3),
    TilesKept(1, "yaluk", ("tik-3", "uxm-5"), 5),
    TilesKept(2, "huracan", ("chi-0", "promo-blighted-timber"), 3),
    TilesKept(3, "bacab", ("chi-10", "pal-3"), 3),
    TilesKept(4, "cit-bolon-tum", ("tik-1", "uxm-3"), 3),
)


def of_each_kind() -> list[list[str]]:
    """Every tile of the data, in groups as large as a game offers."""
    groups = []
    for kind in KINDS:
        tiles, size = list(kind), {id(TRIBES): 2, id(PROPHECIES): 3}.get(id(kind), 6)
        groups += [tiles[at : at + size] for at in range(0, len(tiles), size)]
    tribes, wealth = list(TRIBES), list(WEALTH)
    return [*groups, [*tribes[:2], *wealth[:4]], [*tribes[5:7], *wealth[4:8]]]


GROUPS = of_each_kind()
EACH = pytest.mark.parametrize("group", range(len(GROUPS)))
Words = Sequence[Written]


@pytest.fixture(scope="module")
def written_on() -> Sequence[Words]:
    """The words on each group's strip, drawn once."""
    with watched():
        return [written(strip_image(tiles, 4, DARK, ENGLISH)) for tiles in GROUPS]


@EACH
def test_every_tile_stands_behind_its_letter(written_on: Sequence[Words], group: int) -> None:
    tiles = GROUPS[group]
    drawn = draw_strip(tiles, t=ENGLISH)
    image = Image.open(BytesIO(drawn.data))
    assert (image.format, image.width) == ("PNG", PAGE_WIDTH)
    assert image.height <= PAGE_HIGHEST
    assert len(drawn.alt) <= LONGEST
    words = [one.string for one in written_on[group]]
    letters = [choice_letter(number) for number in range(len(tiles))]
    assert [word for word in words if word in letters] == letters
    said = " ".join(words)
    for number, tile in enumerate(tiles):
        name = tile_name(ENGLISH, tile)
        assert all(part in said for part in re.split(r"[ -]", name)), name
        assert f"{letters[number]} {name}" in drawn.alt
        assert tile_cost(ENGLISH, tile) in drawn.alt
        assert tile_effects(ENGLISH, tile).removesuffix(".") in drawn.alt or len(drawn.alt) > 500


@EACH
def test_numbers_are_read_on_a_phone(written_on: Sequence[Words], group: int) -> None:
    found = [
        (one.string, one.size)
        for one in written_on[group]
        if _NUMBER.fullmatch(one.string) and one.size < DIGITS
    ]
    assert not found


def test_a_strip_of_all_offered_at_once_is_not_too_high() -> None:
    for tiles in (list(MONUMENTS)[:9], list(MONUMENTS)[:6], [*list(TRIBES)[:2], *list(WEALTH)[:4]]):
        assert strip_image(tiles, 4, DARK, ENGLISH).height <= PAGE_HIGHEST


def test_many_tiles_have_all_their_letters() -> None:
    with watched():
        words = [one.string for one in written(strip_image(TILE_IDS[:16], 4, DARK, ENGLISH))]
    assert {choice_letter(number) for number in range(16)} <= set(words)


def test_the_button_says_the_letter_of_the_picture() -> None:
    assert lettered(2, "Stone Yard") == "C · Stone Yard"
    assert choice_letter(2) == "C"


def test_without_tiles_there_is_none() -> None:
    with pytest.raises(ValueError, match="tiles"):
        draw_strip([], t=ENGLISH)


def test_no_such_tile() -> None:
    with pytest.raises(KeyError):
        draw_strip(["pal-1", "no-such-tile"], t=ENGLISH)


@pytest.mark.parametrize("look", THEMES)
def test_strips_differ_in_their_tiles_alone(look: str) -> None:
    one, other = (
        strip_image(["pal-1", tile], 4, THEMES[look], ENGLISH) for tile in ("tik-3", "tik-5")
    )
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    assert box[0] > PAGE_WIDTH / 2


@pytest.mark.parametrize("names", [NAMES, LONG_NAMES])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_all_have_kept(seats: int, names: tuple[str, ...]) -> None:
    kept = KEPT[:seats]
    drawn = draw_kept(kept, names, t=ENGLISH)
    image = Image.open(BytesIO(drawn.data))
    assert image.width == PAGE_WIDTH
    assert image.height <= PAGE_HIGHEST
    assert 0 < len(drawn.alt) <= LONGEST
    for one in kept:
        assert all(tile_name(ENGLISH, tile) in drawn.alt for tile in one.wealth)
    with watched():
        words = written(kept_image(kept, names, DARK, ENGLISH))
    assert not [one.string for one in words if one.cut]
    numbers = [one for one in words if _NUMBER.fullmatch(one.string) and one.size != ON_A_SHIELD]
    assert numbers
    assert not [(one.string, one.size) for one in numbers if one.size < DIGITS]


def test_without_tribes() -> None:
    kept = tuple(TilesKept(one.seat, None, one.wealth[:2], 3) for one in KEPT)
    with watched():
        words = [one.string for one in written(kept_image(kept, NAMES, DARK, ENGLISH))]
    assert set(NAMES) <= set(words)
    assert {tile_name(ENGLISH, tile) for one in kept for tile in one.wealth} <= set(words)
