"""The picture of a lobby."""

from io import BytesIO

from PIL import Image

from bot.engine import Game
from bot.scene import scene_of
from bot.text.translation import translator
from rendering import COVER, Picture, draw_cover
from rendering.drawing.theme import ThemeName
from rendering.layout import WIDTH


def drawn(theme: ThemeName, names: str = "ABCD") -> Picture:
    board = scene_of(Game.new(4, seed=0).snapshot(), names)
    return draw_cover(board, theme=theme, t=translator("en"))


def test_it_is_small_and_shows_no_seats() -> None:
    dark, light = drawn("dark"), drawn("light")
    assert dark.data != light.data
    for one in (dark, light):
        assert one.filename == COVER and one.alt
        assert Image.open(BytesIO(one.data)).width == WIDTH // 2
        assert len(one.data) < 150_000
    assert drawn("dark", "WXYZ").data == dark.data, "it is of no table"
