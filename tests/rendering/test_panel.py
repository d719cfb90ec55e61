"""The picture of a private panel: its size, its plates, and its alt text."""

import random
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.engine import Game
from bot.engine.components import GEARS, MODULES
from bot.scene import Scene, Spot, panel_scene, scene_of
from bot.text.translation import translator
from rendering import panel
from rendering.drawing.lettering import cap_height
from rendering.drawing.theme import THEMES
from rendering.panel import TALLEST, WIDE, choices_image, draw_choices

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
    """No plate covers another one, and none reaches out of the picture."""
    lay, boxes = panel._apart, []

    def noted(wanted: list, sizes: list, *more: object) -> list:  # type: ignore[type-arg]
        found = lay(wanted, sizes, *more)
        for (x, y), (wide, high) in zip(found, sizes, strict=True):
            boxes.append((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
        return found

    most = 0
    monkeypatch.setattr(panel, "_apart", noted)
    for scene, seat, found in list(moments(4, 2))[::5]:
        boxes.clear()
        image = choices_image(scene, seat, found, THEMES["dark"])
        assert len(boxes) == len(found)
        most = max(most, len(boxes))
        for n, (left, top, right, bottom) in enumerate(boxes):
            assert left >= 0 and top >= 0, boxes
            assert right <= image.width and bottom <= image.height, boxes
            for other in boxes[:n]:
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
        assert draw_choices(shown, seat, found, t=T) == draw_choices(scene, seat, found, t=T)
        players = tuple(player._replace(corn=player.corn + 1) for player in scene.players)
        other = replace(scene, players=players, building_row=scene.building_row[::-1])
        assert other != scene
        assert (panel_scene(other, seat), hash(panel_scene(other, seat))) == (shown, hash(shown))
        moved = replace(scene, calendar_corn=scene.calendar_corn + 1)
        assert panel_scene(moved, seat) != shown
