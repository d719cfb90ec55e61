"""Titles: forty at least, one for each seat, the rarest that fits, each with its words."""

import string

import pytest

from bot.model.figures import TITLES, GivenTitle, titles_given
from bot.model.server import LANGUAGES
from bot.text.points import _TITLES, title_words
from bot.text.translation import translator


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
