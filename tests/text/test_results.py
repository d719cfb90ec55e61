"""Results in words: where points came from, titles, and the words of leagues."""

import random
import string

import pytest
from babel import Locale

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.game_facts import points_history
from bot.engine.happenings import POINTS_SOURCES
from bot.model.figures import TITLES, GivenTitle, titles_given
from bot.model.server import LANGUAGES
from bot.seasons.results import UNIT
from bot.text.audit import GIVEN_UP, TIME_WAS_OVER, reason_words
from bot.text.leagues import moves_words, season_title, wins_words
from bot.text.names import points, points_number, rating_words
from bot.text.points import (
    _TITLES,
    points_line,
    points_lines,
    source_name,
    sources_words,
    title_words,
)
from bot.text.standings import adjustment_words, league_points
from bot.text.translation import Translations, rating_number, translator
from tests.rendering.scenes import SEATS, history
from tests.text.test_words import Marked

# --- Where points came from, in words -------------------------------------------------------------

T = translator("en")
NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs")


def test_every_source_has_a_name_of_its_own() -> None:
    assert len({source_name(T, source) for source in POINTS_SOURCES}) == len(POINTS_SOURCES)
    assert source_name(Marked(), "temples") == "⟦temples⟧"


def test_a_seats_line() -> None:
    (first, *_) = history(SEATS[:2]).seats
    assert points_line(T, "Ixchel", first) == (
        "Ixchel 72¼: temples 42, Chichen Itza 11, Tomb Monument 10, Worker Monument 6, "
        "prophecies 3, goods 3¼, hunger −3"
    )
    assert "monuments 16" in sources_words(T, first, monuments=False)


QUARTERS = (
    "Points come in quarters: a shared bonus is halved, and each corn left at the end is worth "
    "¼ point."
)


def test_a_seat_without_points() -> None:
    (first, _) = history(({}, {"goods": 1}), monuments=()).seats
    assert points_line(T, "Ixchel", first) == "Ixchel 0"


def test_lines_go_by_place_and_say_how_a_tie_was_broken() -> None:
    level = ({"temples": 100}, {"temples": 120}, {"temples": 100}, {"goods": 3})
    told = points_lines(T, NAMES[:4], history(level, monuments=(), on_gears=(1, 0, 2, 0)))
    assert told == [
        "1 · Tomás 30: temples 30",
        "2 · Marisol 25: temples 25 (2 workers on gears)",
        "3 · Ixchel 25: temples 25 (1 worker on gears)",
        "4 · Kwame ¾: goods ¾",
        QUARTERS,
    ]


def test_quarters_are_explained_only_where_there_are_some() -> None:
    whole = ({"temples": 100}, {"temples": 120})
    assert QUARTERS not in points_lines(T, NAMES[:2], history(whole, monuments=()))


def test_in_a_running_game_no_tie_is_broken_yet() -> None:
    level = ({"temples": 100}, {"temples": 100})
    told = points_lines(T, NAMES[:2], history(level, monuments=(), finished=False))
    assert not any("gears" in line for line in told)


def test_the_parts_told_add_up_in_a_real_game() -> None:
    chance = random.Random(3)
    game = Game.new(5, modules=MODULES, seed=3)
    while not game.finished:
        game.play(game.pending[0].seat, chance.choice(game.legal()))
    record = game.record()
    told = points_history(record["setup"], [(seat, action) for seat, action in record["actions"]])
    *lines, note = points_lines(T, NAMES, told)
    assert len(lines) == 5 and note == QUARTERS
    for line, seat in zip(lines, told.by_place, strict=True):
        points = told.seats[seat]
        assert line.startswith(f"{points.place} · {NAMES[seat]} {points_number(points.points4)}")


def test_all_words_are_translated() -> None:
    *lines, note = points_lines(Marked(), NAMES[:2], history(SEATS[:2]))
    assert note == f"⟦{QUARTERS}⟧"
    for line in lines:
        assert "⟦temples⟧" in line


def test_one_point_less_is_one_point() -> None:
    assert [points(T, of) for of in (4, -4, 8, -5)] == [
        "1 point", "−1 point", "2 points", "−1¼ points"
    ]  # fmt: skip


# --- Titles: forty at least, one for each seat, the rarest that fits, each with its words ---------


def test_every_title_has_its_words_and_a_last_one_fits_everybody() -> None:
    assert [title.id for title in TITLES] == [*_TITLES]
    assert len(TITLES) >= 40
    assert len({title.id for title in TITLES}) == len(TITLES)
    assert all(0 < title.share <= 1 for title in TITLES)
    assert TITLES[-1].fits({"turns": 1})


def test_the_rarest_that_fits_and_none_twice() -> None:
    rain, fallback = TITLES[0], TITLES[-1]
    [feat] = rain.needs
    done = {"turns": 20, feat: rain.needs[feat] + 2}
    given = titles_given([done, done, {"turns": 19}])
    assert given[0] == GivenTitle(rain.id, rain.needs[feat] + 2)
    assert given[1] == GivenTitle(fallback.id, 20)
    assert given[2] is None, "no title is left"
    assert titles_given([{feat: rain.needs[feat] - 1}]) == (None,)


@pytest.mark.parametrize("locale", LANGUAGES)
def test_words_in_every_language(locale: str) -> None:
    t = translator(locale)
    for title in TITLES:
        for n in (1, 14):
            words = title_words(t, GivenTitle(title.id, n))
            assert not [name for _, name, _, _ in string.Formatter().parse(words) if name]
            assert len(words) <= 100
            if _TITLES[title.id][1] and title.id not in ("furthest",):
                assert str(n) in words


# --- Words about leagues: numbers as a language writes them, what is counted in part, own reasons -


def reader(name: str = "en_GB") -> Translations:
    t = Translations()
    t.locale = Locale.parse(name)
    return t


class MarkedInContext(Translations):
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
    assert rating_words(t, 9, 1, provisional=True) == "9.0 after 1 game, provisional"


def test_who_goes_up_and_down_is_a_list_of_sentences() -> None:
    assert moves_words(reader(), 1, 2) == (
        "At the end of the season, 1 player goes up and 2 players go down from each division."
    )
    assert (
        moves_words(reader(), 0, 0) == "Everybody stays in their division at the end of the season."
    )


def test_the_bots_own_reasons_are_translated_and_typed_ones_are_not() -> None:
    assert reason_words(MarkedInContext(), TIME_WAS_OVER) == "⟦Out of time.⟧"
    assert reason_words(MarkedInContext(), "He was ill.") == "He was ill."
    stored_long_ago = "The season was given up."
    assert reason_words(MarkedInContext(), stored_long_ago) == f"⟦{GIVEN_UP}⟧"
    assert reason_words(MarkedInContext(), "Time was over.") == f"⟦{TIME_WAS_OVER}⟧"
    assert reason_words(translator("de"), stored_long_ago) == translator("de").gettext(GIVEN_UP)


def test_what_a_season_does_has_words_of_its_own() -> None:
    """A season and a table that are being played may have different words."""
    assert season_title(MarkedInContext(), 2, "Jungle", "running") == (
        "⟦Season 2 of Jungle⟧ · ⟦season: in play⟧"
    )
