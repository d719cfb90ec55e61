"""The pictures as they are meant to look, kept small under __snapshots__.

`pytest tests/rendering/test_snapshots.py --snapshot-update` writes them anew: look at what changed
before doing so. The positions were played by a second rules engine, so that they do not change.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.types import SerializableData, SerializedData

from bot.scene import Scene
from bot.text.translation import translator
from rendering import (
    Picture,
    draw_bracket,
    draw_card,
    draw_city,
    draw_food_day,
    draw_kept,
    draw_strip,
    draw_wheels,
    draw_year,
)
from rendering.closeups.closeup import POSSESSIONS, draw_closeup
from rendering.results.final import FinalResult, draw_final
from rendering.results.standings import draw_standings
from tests.rendering.results.test_cards import TURN, YEARS, card, crowded
from tests.rendering.results.test_cards import card_of_year as year_of
from tests.rendering.results.test_standings import cup, table
from tests.rendering.scenes import NAMES, SEATS, history, scene_at
from tests.rendering.test_panel import KEPT

POSITIONS = Path(__file__).parent / "positions"
SIZE = (320, 288)
MEAN, LARGEST = 0.8, 48
"""How far shades may differ (of 255) on the whole and in one place, blurred over 2 x 2 pixels:
more than another release of the font renderer changes, less than a worker or a digit."""
ENGLISH = translator("en")
CASES = [
    ("base-2", "dark"), ("base-3", "light"), ("base-4", "dark"), ("base-4", "light"),
    ("base-4-end", "dark"), ("all-2", "light"), ("all-4", "dark"), ("all-5", "light"),
    ("all-5", "dark"), ("all-5-start", "dark"), ("quick-5-end", "light"),
]  # fmt: skip


def small(data: bytes) -> Image.Image:
    """A picture reduced to what is kept of it."""
    return Image.open(BytesIO(data)).convert("RGB").resize(SIZE, Image.Resampling.BOX)


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Whether two small pictures are the same but for what the tolerance forgives."""
    half = (SIZE[0] // 2, SIZE[1] // 2)
    one, other = (image.resize(half, Image.Resampling.BOX) for image in (one, other))
    difference = ImageStat.Stat(ImageChops.difference(one, other))
    return max(difference.mean) <= MEAN and max(high for _, high in difference.extrema) <= LARGEST


class Pictures(SingleFileSnapshotExtension):
    """Keeps a picture as a small PNG, and compares with tolerance."""

    _write_mode = WriteMode.BINARY
    file_extension = "png"

    def serialize(self, data: SerializableData, **kwargs: object) -> SerializedData:
        out = BytesIO()
        reduced = small(data).quantize(128, dither=Image.Dither.NONE)
        reduced.save(out, "PNG", optimize=True)
        return out.getvalue()

    def matches(
        self, *, serialized_data: SerializableData, snapshot_data: SerializableData
    ) -> bool:
        new, kept = (
            Image.open(BytesIO(data)).convert("RGB") for data in (serialized_data, snapshot_data)
        )
        return alike(new, kept)


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """The kept picture of a test."""
    return snapshot.use_extension(Pictures)


def frozen(name: str) -> Scene:
    """The scene of a frozen position."""
    dump = json.loads((POSITIONS / f"{name}.json").read_text(encoding="utf-8"))
    return scene_at(dump, NAMES[: len(dump["players"])])


@pytest.mark.parametrize("draw", [draw_wheels, draw_city])
@pytest.mark.parametrize(("name", "theme"), CASES)
def test_pictures_look_as_they_are_meant_to(
    picture: SnapshotAssertion, name: str, theme: str, draw: Callable[..., Picture]
) -> None:
    assert draw(frozen(name), theme=theme, t=ENGLISH).data == picture


@pytest.mark.parametrize(
    ("name", "theme", "what"),
    [
        ("base-4", "dark", "palenque"), ("all-5", "light", "chichen_itza"),
        ("all-4", "dark", "temples"), ("all-4", "light", "technologies"),
        ("all-5", "dark", "buildings"), ("base-4-end", "light", "monuments"),
        ("all-5", "light", "calendar"), ("all-4", "dark", "possessions"),
    ],
)  # fmt: skip
def test_close_ups_look_as_they_are_meant_to(
    picture: SnapshotAssertion, name: str, theme: str, what: str
) -> None:
    seat = 1 if what == POSSESSIONS else None
    assert draw_closeup(frozen(name), what, seat=seat, theme=theme, t=ENGLISH).data == picture


@pytest.mark.parametrize(("seats", "theme"), [(2, "light"), (5, "dark")])
def test_final_picture_looks_as_it_is_meant_to(
    picture: SnapshotAssertion, seats: int, theme: str
) -> None:
    result = FinalResult(NAMES[:seats], history(SEATS[:seats]))
    assert draw_final(result, theme=theme, t=ENGLISH).data == picture


@pytest.mark.parametrize(("seats", "theme"), [(2, "dark"), (4, "light"), (5, "dark")])
def test_the_card_looks_as_it_is_meant_to(
    picture: SnapshotAssertion, seats: int, theme: str
) -> None:
    shown = card(seats, turn=TURN if seats == 4 else None)
    assert draw_card(shown, theme=theme, t=ENGLISH).data == picture


@pytest.mark.parametrize(("of", "theme"), [(0, "dark"), (1, "light")], ids=["person", "server"])
def test_a_year_looks_as_it_is_meant_to(picture: SnapshotAssertion, of: int, theme: str) -> None:
    assert draw_year(year_of(YEARS[of], ENGLISH), theme=theme, t=ENGLISH).data == picture


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_standings_look_as_they_are_meant_to(picture: SnapshotAssertion, theme: str) -> None:
    assert draw_standings(table(8), theme=theme, t=ENGLISH).data == picture


@pytest.mark.parametrize(
    ("people", "seats", "over", "theme"),
    [(16, 4, 3, "dark"), (16, 4, 7, "light"), (16, 2, 9, "light"), (64, 4, 9, "dark")],
)
def test_a_bracket_looks_as_it_is_meant_to(
    picture: SnapshotAssertion, people: int, seats: int, over: int, theme: str
) -> None:
    shown = cup(ENGLISH, people, seats, seats // 2, over)
    assert draw_bracket(shown, theme=theme, t=ENGLISH).data == picture


@pytest.mark.parametrize(
    ("tiles", "theme"),
    [
        (("ah-chuy-kak", "cit-bolon-tum", "pal-3", "yax-7", "uxm-3", "chi-0"), "dark"),
        (("pal-1", "tik-3", "uxm-5", "chi-7"), "light"),
        (("a1-small-farm-1", "mon-works", "qa1-build", "drought"), "light"),
        (("mon-tombs", "mon-workers", "mon-mastery", "mon-temple-points", "mon-skulls"), "dark"),
    ],
)
def test_choices_look_as_they_are_meant_to(
    picture: SnapshotAssertion, tiles: tuple[str, ...], theme: str
) -> None:
    assert draw_strip(tiles, theme=theme, t=ENGLISH).data == picture


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_tiles_revealed_look_as_they_are_meant_to(picture: SnapshotAssertion, theme: str) -> None:
    assert draw_kept(KEPT, NAMES, theme=theme, t=ENGLISH).data == picture


@pytest.mark.parametrize(
    ("seats", "mid_age", "theme"), [(2, True, "light"), (5, False, "dark"), (5, True, "dark")]
)
def test_food_days_look_as_they_are_meant_to(
    picture: SnapshotAssertion, seats: int, mid_age: bool, theme: str
) -> None:
    day = crowded(seats, mid_age=mid_age)
    assert draw_food_day(day, theme=theme, t=ENGLISH).data == picture


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_food_day_of_the_first_age_looks_as_it_is_meant_to(
    picture: SnapshotAssertion, theme: str
) -> None:
    day = replace(crowded(4, mid_age=False), number=2)
    assert draw_food_day(day, theme=theme, t=ENGLISH).data == picture


def _with_corn(shown: Scene) -> Scene:
    seats = (shown.players[0]._replace(corn=shown.players[0].corn + 1), *shown.players[1:])
    return replace(shown, players=seats)


def _with_a_step(shown: Scene) -> Scene:
    up = {temple: step + 1 for temple, step in shown.players[0].temples.items()}
    return replace(shown, players=(shown.players[0]._replace(temples=up), *shown.players[1:]))


def _turned(shown: Scene) -> Scene:
    first = (None, *shown.gears["palenque"][:-1])
    return replace(shown, gears={**shown.gears, "palenque": first})


@pytest.mark.parametrize(
    ("draw", "change"),
    [
        (draw_wheels, _with_corn),
        (draw_wheels, _turned),
        (draw_wheels, lambda shown: replace(shown, round=shown.round + 1)),
        (draw_wheels, lambda shown: replace(shown, active_prophecy=None)),
        (draw_city, _with_a_step),
        (draw_city, lambda shown: replace(shown, building_row=shown.building_row[::-1])),
    ],
)
def test_the_tolerance_forgives_no_change_of_the_game(
    draw: Callable[..., Picture], change: Callable[[Scene], Scene]
) -> None:
    shown = frozen("all-5")
    assert not alike(small(draw(shown, t=ENGLISH).data), small(draw(change(shown), t=ENGLISH).data))
