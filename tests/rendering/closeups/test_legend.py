"""The legend: complete, legible on a phone, whole in every language."""

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from bot.engine.expansion import TRIBES
from bot.text.names import tile_name
from bot.text.rules import LEGEND_PAGES, alt_legend, legend_page
from bot.text.tiles import tile_effects
from bot.text.translation import Translations, translator
from rendering import draw_legend
from rendering.closeups.closeup import legend_image
from rendering.drawing.encoding import LARGEST
from rendering.drawing.theme import THEMES, ThemeName
from rendering.icons.catalogue import NAMES, SIGNS
from tests.rendering.written import watched, written
from tests.text.descriptions.test_alt_text import Longwinded, language_id

ENGLISH = translator("en")
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
    assert {*NAMES, *SIGNS} - ON_CARDS <= set(named)


def test_every_tribe_tells_its_power() -> None:
    [(_, told)] = legend_page(ENGLISH, LEGEND_PAGES - 1)
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
    assert picture.alt.startswith("What the icons of the pictures mean.")
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
