"""Numbers, dates and lists as each language writes them."""

from datetime import date, timedelta

import pytest
from babel import Locale

from bot.text.translation import Translations, day, listed, listed_or, number, span


def reader(locale: str) -> Translations:
    t = Translations()
    t.locale = Locale.parse(locale)
    return t


@pytest.mark.parametrize(
    ("locale", "expected"),
    [("en_GB", "−12.35"), ("de", "−12,35"), ("pt_BR", "−12,35"), ("it", "−12,35"),
     ("es_ES", "−12,35"), ("es_419", "−12.35")],
)  # fmt: skip
def test_numbers(locale: str, expected: str) -> None:
    assert number(reader(locale), -12.345001) == expected


def test_decimals_are_shown_where_there_are_some() -> None:
    assert number(reader("de"), 3.0) == "3"
    assert number(reader("de"), 3.25, 1) == "3,2"
    assert number(reader("de"), 3.25, 0) == "3"


@pytest.mark.parametrize(
    ("locale", "short", "whole"),
    [("en_US", "March 15", "March 15, 2026"), ("en_GB", "15 March", "15 March 2026"),
     ("es_419", "15 de marzo", "15 de marzo de 2026"), ("it", "15 marzo", "15 marzo 2026"),
     ("pt_BR", "15 de março", "15 de março de 2026"), ("de", "15. März", "15. März 2026")],
)  # fmt: skip
def test_days(locale: str, short: str, whole: str) -> None:
    assert day(reader(locale), date(2026, 3, 15)) == short
    assert day(reader(locale), date(2026, 3, 15), year=True) == whole


def test_spans_of_time() -> None:
    assert span(reader("en"), timedelta(hours=12)) == "12 hours"
    assert span(reader("de"), timedelta(days=3, hours=2)) == "3 Tage"


def test_lists() -> None:
    english = reader("en_US")
    assert listed(english, []) == "" and listed(english, ["a"]) == "a"
    assert listed(english, ["a", "b", "c"]) == "a, b and c"
    assert listed(reader("pt_BR"), ["a", "b", "c"]) == "a, b e c"
    assert listed_or(reader("de"), ["a", "b"]) == "a oder b"


@pytest.mark.parametrize(
    ("last", "words"),
    [("Itzel", "Balam e Itzel"), ("**Hilda**", "Balam e **Hilda**"), ("Ana", "Balam y Ana"),
     ("hielo", "Balam y hielo"), ("Ian", "Balam y Ian")],
)  # fmt: skip
def test_spanish_does_not_repeat_a_sound(last: str, words: str) -> None:
    assert listed(reader("es"), ["Balam", last]) == words
    assert listed_or(reader("es"), ["piedra", "oro"]) == "piedra u oro"
