"""What drawing keeps stays bounded, however many names and numbers it has drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from PIL import Image

from bot.scene import Scene
from rendering.city import picture as city
from rendering.drawing.kept import Kept, Shelf
from rendering.drawing.pool import KEPT
from rendering.drawing.theme import THEMES
from rendering.wheels import picture as wheels
from rendering.wheels.seats import draw_seats
from tests.rendering.caches import caches, forget_drawings, kept_images, much_kept
from tests.rendering.scenes import crowded, position, scene

MOST = 70_000_000
"""Bytes of all images kept, the finished pictures of the pool among them."""
FINITE = {
    "rendering.drawing.encoding._lookup": len(THEMES),
    "rendering.drawing.encoding.dimming": len(THEMES),
    "rendering.drawing.encoding.number_of": len(THEMES) * 40,
}
"""Kept for each theme, the last for each plain colour: they need no bound."""
NO_PICTURES = ("rendering.drawing.encoding._PIXELS",)
"""Bytes in modules that are part of no picture."""


@pytest.fixture(autouse=True)
def emptied() -> Iterator[None]:
    """What other tests have drawn is not counted, and there is room as in the program."""
    forget_drawings()
    with much_kept(1):
        yield


def named(of: Scene, first: int) -> Scene:
    """The scene with other names and numbers in every seat."""
    seats = tuple(
        replace(seat, name=f"Ж{first + n} 漢{first * 7 + n}") for n, seat in enumerate(of.seats)
    )
    players = tuple(
        player._replace(points4=first + n, corn=first % 107 + n)
        for n, player in enumerate(of.players)
    )
    return replace(of, seats=seats, players=players)


@pytest.mark.parametrize(
    "every", [pytest.param(15, marks=pytest.mark.short), pytest.param(5, marks=pytest.mark.long)]
)
def test_many_names_and_numbers(every: int) -> None:
    """Whole pictures of every third of them, with --long of each."""
    shown = scene(crowded(5))
    for number in range(0, 450, 5):
        theme = THEMES["dark" if number % 10 else "light"]
        draw_seats(Image.new("RGB", (1600, 500)), named(shown, number), theme, 8)
        if number % every == 0:
            wheels.wheels_image(named(shown, number), theme, paletted=True)
    for full_name, cache in caches().items():
        if isinstance(cache, Shelf):
            assert cache.cache_info().bytes <= cache.cache_info().most, full_name
            continue
        bound = cache.cache_parameters()["maxsize"]
        if full_name in FINITE:
            assert cache.cache_info().currsize <= FINITE[full_name], full_name
        else:
            assert bound is not None, f"{full_name} keeps without end"
    filled = {name.rpartition(".")[2] for name, cache in caches().items() if is_full(cache)}
    assert {"letters", "width"} <= filled, "not enough was drawn to fill the caches"
    assert sum(kept_images().values()) + KEPT < MOST
    assert {*kept_images()} <= {*caches(), *NO_PICTURES}, "kept_apart knows shelves alone"


def is_full(cache: object) -> bool:
    info = cache.cache_info()  # type: ignore[attr-defined]
    if isinstance(cache, Shelf):
        return bool(info.bytes > 0.9 * info.most)
    return info.maxsize is not None and info.currsize == info.maxsize


@pytest.mark.parametrize(
    "turns",
    [
        pytest.param((2, 99), marks=pytest.mark.short),
        pytest.param((2, 16, 99), marks=pytest.mark.long),
    ],
)
def test_everything_that_can_be_seen_on_both_pictures(turns: Sequence[int]) -> None:
    """Two and five seats in the first round and at the end, with --long also in between; in both
    themes."""
    for players in (2, 5):
        for until in turns:
            shown = scene(position(players, until, seed=until))
            for theme in THEMES.values():
                wheels.wheels_image(shown, theme)
                city.city_image(shown, theme)
    assert sum(kept_images().values()) + KEPT < MOST


def test_a_process_that_draws_many_games_keeps_more() -> None:
    shelf = Shelf(1_000)
    for widened in (False, True):
        if widened:
            shelf.widen(3)
        for number in range(20):
            shelf.put(number, b"a" * 200)
        assert shelf.cache_info().values == (7 if widened else 2)


def test_what_is_kept_is_bounded_by_bytes() -> None:
    """The newest are kept, those used lately longest, and nothing that is too large."""
    drawn = []

    def draw(side: int) -> Image.Image:
        drawn.append(side)
        return Image.new("L", (side, 100))

    keeping = Kept(draw, 8_000)
    for side in (30, 31, 30, 32, 30):
        keeping(side)
    assert drawn == [30, 31, 32]
    assert keeping.cache_info().bytes <= 8_000
    for side in (31, 30, 200, 30):
        keeping(side)
    assert drawn[3:] == [31, 200]
    assert keeping.cache_info().bytes <= 8_000
