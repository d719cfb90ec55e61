"""Close-ups of one tile alone: every tile of the data has one, whole and legible."""

from io import BytesIO

import pytest
from PIL import Image

from bot.engine.expansion import TRIBES
from bot.text.descriptions.alt_text import LONGEST
from bot.text.names import TILE_IDS, tile_name
from bot.text.tiles import tile_effects
from bot.text.translation import translator
from rendering import draw_tile
from rendering.closeups.blocks import WIDTH
from rendering.drawing import lettering

ENGLISH = translator("en")
MARGIN = 14


@pytest.mark.parametrize("theme", ["dark", "light"])
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
