"""Words about leagues: numbers as a language writes them, what is counted in part, own reasons."""

from babel import Locale

from bot.seasons.results import UNIT
from bot.text.audit import GIVEN_UP, TIME_WAS_OVER, reason_words
from bot.text.leagues import moves_words, played_games_words, season_title, wins_words
from bot.text.names import rating_words
from bot.text.standings import adjustment_words, league_points
from bot.text.translation import Translations, rating_number, translator


def reader(name: str = "en_GB") -> Translations:
    t = Translations()
    t.locale = Locale.parse(name)
    return t


class Marked(Translations):
    """A language in which every text is marked."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{context}: {message}⟧"


def test_numbers_are_written_as_the_reader_writes_them() -> None:
    assert league_points(reader(), round(7.5 * UNIT)) == "7.5"
    assert league_points(reader("de"), round(-7.5 * UNIT)) == "−7,5"
    assert rating_number(reader("es"), 12.34) == "12,3"
    assert rating_number(reader("de"), -0.04) == "0,0"
    assert adjustment_words(reader("de"), round(1.5 * UNIT)) == "+1,5 league points"


def test_what_is_counted_in_part_is_in_the_plural() -> None:
    t = reader()
    assert [wins_words(t, units) for units in (0, UNIT, UNIT // 2, 2 * UNIT)] == [
        "0 wins", "1 win", "0.5 wins", "2 wins",
    ]  # fmt: skip
    assert adjustment_words(t, -UNIT) == "−1 league point"
    assert played_games_words(t, 6 * UNIT) == "6 games"
    assert played_games_words(t, UNIT * 13 // 2) == "6.5 games, counting shared ones in part"
    assert rating_words(t, 9, 1, provisional=True) == "9.0 after 1 game, provisional"


def test_who_goes_up_and_down_is_a_list_of_sentences() -> None:
    assert moves_words(reader(), 1, 2) == (
        "At the end, in each division: 1 player goes up, 2 players go down."
    )
    assert moves_words(reader(), 0, 0) == "Everybody stays in their division at the end."


def test_the_bots_own_reasons_are_translated_and_typed_ones_are_not() -> None:
    assert reason_words(Marked(), TIME_WAS_OVER) == "⟦Out of time.⟧"
    assert reason_words(Marked(), "He was ill.") == "He was ill."
    stored_long_ago = "The season was given up."
    assert reason_words(Marked(), stored_long_ago) == f"⟦{GIVEN_UP}⟧"
    assert reason_words(Marked(), "Time was over.") == f"⟦{TIME_WAS_OVER}⟧"
    assert reason_words(translator("de"), stored_long_ago) == translator("de").gettext(GIVEN_UP)


def test_what_a_season_does_has_words_of_its_own() -> None:
    """A season and a table that are being played may have different words."""
    assert season_title(Marked(), 2, "Jungle", "running") == (
        "⟦Season 2 of Jungle⟧ · ⟦season: being played⟧"
    )
