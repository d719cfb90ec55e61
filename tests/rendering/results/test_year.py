"""The card of a year: fit for a phone, of a person and of a server, with any numbers and names."""

import pytest

from bot.model.figures import Most, Year
from bot.model.server import LANGUAGES
from bot.text.descriptions.alt_text import LONGEST, length
from bot.text.descriptions.figures import YearCard, year_card
from bot.text.translation import Translations, translator
from rendering import draw_year
from rendering.drawing.theme import DARK, THEMES, ThemeName
from rendering.ground import PAGE_HIGHEST, PAGE_WIDTH
from rendering.results.cards import year_image
from tests.rendering import reading
from tests.rendering.results.test_card import CONTRAST, LEAST, SHOWN
from tests.rendering.scenes import NAMES
from tests.rendering.written import Written, watched, written

ENGLISH = translator("en")
OF_A_PERSON = Year(
    True, (3, 5, 0, 2, 8, 12, 1, 0, 4, 6, 9, 2), (1, 2, 0, 0, 3, 7, 1, 0, 1, 2, 4, 1), 1, 463, 4,
    (Most("opponent", 1, 23), Most("source", "monuments", 5210), Most("gear", "chichen_itza", 312)),
)  # fmt: skip
OF_A_SERVER = Year(
    False, (13, 25, 30, 42, 68, 112, 71, 60, 54, 46, 39, 22), (0,) * 12, 38, 612, 0,
    (Most("games", 1, 123), Most("wins", 2, 41), Most("points", 0, 612)),
)  # fmt: skip
YEARS = (OF_A_PERSON, OF_A_SERVER)
BEGUN = Year(True, (1,) + 11 * (0,), 12 * (0,), 1, -10, 0, (Most("source", "temples", 4),))
"""Of one game, lost."""


def card(year: Year, t: Translations, names: tuple[str, ...] = NAMES) -> YearCard:
    """The year of the first of these people, or of a server of this name."""
    return year_card(t, names[0], 2026, year, lambda number: names[number])


def words_on(shown: YearCard, language: str = "en") -> list[Written]:
    """What is written on it."""
    with watched():
        return written(year_image(shown, DARK, translator(language)))


@pytest.mark.parametrize("names", [NAMES, ("W" * 32,) * 5, ("🂡",) * 5])
@pytest.mark.parametrize("year", [*YEARS, BEGUN])
def test_it_is_read_where_it_is_shown_small(year: Year, names: tuple[str, ...]) -> None:
    words = words_on(card(year, ENGLISH, names))
    assert not [one.string for one in words if one.cut]
    whole = [one for one in words if one.string.isdigit()]
    assert len(whole) >= 4
    for one in whole:
        _, top, _, bottom = one.box
        assert (bottom - top) * SHOWN / PAGE_WIDTH >= LEAST, one.string


@pytest.mark.parametrize("look", THEMES)
@pytest.mark.parametrize("year", YEARS)
def test_what_is_written_stands_out(year: Year, look: ThemeName) -> None:
    with watched():
        image = year_image(card(year, ENGLISH), THEMES[look], ENGLISH)
    assert image.size == (PAGE_WIDTH, PAGE_HIGHEST)
    small = reading.small(image)
    contrasts = {
        one.string: reading.contrast(reading.seen(small, one, PAGE_WIDTH)) for one in written(image)
    }
    assert len(contrasts) > 20
    assert not {words: n for words, n in contrasts.items() if n < CONTRAST}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_words(language: str) -> None:
    t = translator(language)
    for year in (*YEARS, BEGUN):
        drawn = draw_year(card(year, t, ("W" * 100,) * 5), t=t)
        assert drawn.filename == "year.png" and length(drawn.alt) <= LONGEST
    said = draw_year(card(OF_A_PERSON, t), t=t).alt
    assert said.startswith(NAMES[0]) and NAMES[1] in said and "2026" in said
    assert all(f"{games} ({won})" in said for games, won in ((8, 3), (12, 7)))
