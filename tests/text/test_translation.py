"""How a language counts and writes numbers, dates and lists; and the pseudo-locale, in which every
text can be told from English."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import read_po, write_po

from bot.engine.expansion import NO_TRIBE
from bot.refusal import P_, Refusal
from bot.text.catalogue import TEMPLATE, brought_up, compile_catalogues, read_catalogue
from bot.text.names import points
from bot.text.refusals import refusal_words
from bot.text.tiles import powers_words
from bot.text.translation import (
    ENGLISH,
    Translations,
    day,
    listed,
    listed_or,
    number,
    span,
    translator,
)
from tests.pseudo import CLOSE, OPEN, catalogue, english_in, plain, pseudo, speaking

# --- Numbers, dates and lists as each language writes them ----------------------------------------


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


# --- What is counted is said as the language counts, with as many forms as it has -----------------

HOLDS_WORDS = {
    "a", "b", "channel", "corn", "division", "entry", "gained", "gear", "goods", "league",
    "moderator", "name", "names", "other", "permissions", "points", "price", "resources", "sealed",
    "season", "seat", "seats", "space", "temple", "tile", "track", "was", "who", "x", "y",
}  # fmt: skip
"""Places filled with words: names, and goods with their number, "3 corn"."""
CALLED = {
    "building", "entry", "level", "line", "page", "round", "seat", "step", "table", "turn",
}  # fmt: skip
"""Stand before a number that counts nothing: "table 3 is open"."""
NO_NOUN = {
    "and", "at", "begins", "by", "counts", "for", "from", "has", "in", "is", "needs", "no", "of",
    "on", "or", "the", "to", "was", "with",
}  # fmt: skip
"""Follow a number whose noun is somewhere else, or nowhere."""
NEVER_CHANGES = {
    "+{hours} h for {who}": "a unit",
    "Slow down: try again in {seconds} s.": "a unit",
    "This file is too large to be a game; send a file of at most {most} MB.": "a unit",
    "{label}: {games}, {points} points on average; {places}.": "always with a decimal",
    "{points} points lost on average": "always with a decimal",
    "{players}: {rounds} rounds, {days} days; whoever went first won {share}; {games}": "always "
    "with a decimal",
    "**{season}** · {left} left before the first turn, so {name} advances instead.": "a name",
    "{was} leaves the seat, and {now} takes it.": "a name",
    "Each gold costs {price} now, but you have {held}; take less than {gold} gold.": "a mass",
    "The word {word} mixes letters from different alphabets; type it again using only one "
    "alphabet.": "no number",
    "{host}: the table for the game night on {moment} will open here as soon as the game in "
    "this channel is over; if that is too late, the next game night is on {next}.": "moments",
    "{host}: the game night on {moment} did not take place; the next is on {next}.": "moments",
    "No finished games from {year} count here.": "a year",
    "{up} up, {down} down": "no noun",
    "This file is too long; send a table of at most {rows} rows.": "always the same",
    "Row {row}: I do not know the division given for {written}, so {written} plays in the "
    "lowest one.": "no noun",
    "Row {row}: the seed given to {written} is not a whole number, so {written} comes last.": "no "
    "noun",
    "Build {about} now: you can pay for it.": "a name",
    "Get food first: you need {due} after this round but have only {have}.": "an amount of corn",
    "Take the starting space: you get {due} when you confirm.": "as above",
}
"""Texts with one form in every language, and why."""
_NUMBER = re.compile(r"(?:(?P<before>\w+)\W{1,3})?{(?P<place>\w+)}\*{0,2} (?P<after>[A-Za-z-]+)")


def counts(text: str) -> bool:
    """Whether a text has a number before its noun."""
    return any(
        found["after"] == found["place"]
        or (
            found["place"] not in HOLDS_WORDS
            and found["after"] not in NO_NOUN
            and (found["before"] or "").lower() not in CALLED
        )
        for found in _NUMBER.finditer(text)
    )


def test_every_number_before_a_noun_has_a_plural() -> None:
    """Else no language can count it; say `t.ngettext`, or `*P_(…)` in a refusal."""
    found = {
        message.id
        for message in read_catalogue(TEMPLATE)
        if isinstance(message.id, str) and counts(message.id)
    }
    assert found == set(NEVER_CHANGES)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("At most {n} players", True),
        ("You need at least **{seats}** chairs.", False),  # the names of seats
        ("Final: best {n} of all", False),
        ("Table {table} needs more days.", False),
        ("{points} league points by place", False),  # "3 points"
        ("{points} points", True),
        ("All {most} late places are taken.", True),
    ],
)
def test_a_number_before_a_noun_is_found(text: str, found: bool) -> None:
    assert counts(text) is found


FORMS = ("wieloma: {n}", "jeden: {n}", "kilka: {n}")
POLISH = "nplurals=3; plural=(n==1 ? 1 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 2 : 0);"


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Translations]:
    """A language of three forms, begun as in docs/recipes/a-language.md; everything counted is
    translated."""
    for module in ("catalogue", "translation"):
        monkeypatch.setattr(f"bot.text.{module}.LOCALES", tmp_path)
    path = tmp_path / "pl" / "LC_MESSAGES" / "tzolkin.po"
    path.parent.mkdir(parents=True)
    path.write_text(f'msgid ""\nmsgstr ""\n"Plural-Forms: {POLISH}\\n"\n', encoding="utf-8")
    path.write_text(brought_up(path), encoding="utf-8")
    with path.open("rb") as file:
        catalogue = read_po(file, locale="pl")
    counted = [message for message in catalogue if message.pluralizable]
    assert len(counted) > 150
    for message in counted:
        message.string = FORMS
    with path.open("wb") as file:
        write_po(file, catalogue, width=100)
    path.write_text(written := brought_up(path), encoding="utf-8")
    assert brought_up(path) == written and "nplurals=3" in written
    assert not [message.id for message in read_catalogue(path) if message.pluralizable
                and message.string != FORMS]  # fmt: skip
    compile_catalogues()
    translator.cache_clear()
    yield translator("pl")
    translator.cache_clear()


def test_a_language_has_as_many_forms_as_it_needs(polish: Translations) -> None:
    """In a sentence, in a refusal, and in the power of a tribe."""
    for n, form in ((1, "jeden"), (3, "kilka"), (5, "wieloma"), (22, "kilka")):
        assert points(polish, 4 * n) == f"{form}: {n}"
        forms = P_("Type a name of 1 to {n} character.", "Type a name of 1 to {n} characters.")
        refusal = Refusal("name", *forms, n=n)
        assert refusal_words(polish, refusal) == f"{form}: {n}"
        assert f"{form}: {n}" in powers_words(polish, replace(NO_TRIBE, pick_after_placing=n))


def test_a_refusal_counts_in_english() -> None:
    forms = P_("At least {n} player must sign up.", "At least {n} players must sign up.")
    one, two = (Refusal("few", *forms, n=n) for n in (1, 2))
    assert str(one) == refusal_words(ENGLISH, one) == "At least 1 player must sign up."
    assert str(two) == refusal_words(ENGLISH, two) == "At least 2 players must sign up."


# --- The pseudo-locale itself ---------------------------------------------------------------------

TEXTS = (
    "Confirm",
    "**{name}** has {n} corn.\nStart another with /tzolkin new, or see `place tikal`.",
    "### Options of this game",
    "",
    "https://example.org/x",
    "{a}: {b}",
)


@pytest.mark.parametrize("text", TEXTS)
def test_it_can_be_read_back(text: str) -> None:
    said = pseudo(text)
    assert plain(said) == text
    assert said.startswith(OPEN) and said.endswith(CLOSE)


def test_it_is_longer_by_what_translations_are() -> None:
    text = "Nobody started this game in time. Try again?"
    assert len(pseudo(text)) == pytest.approx(len(text) * 1.6, abs=1)


def test_what_a_translation_keeps_is_kept() -> None:
    said = pseudo("**{name}** may use /tzolkin new,\nor `place tikal`; https://example.org/a")
    for kept in ("**{name}**", "/tzolkin new,", "\n", "`place tikal`", "https://example.org/a"):
        assert kept in said
    assert english_in(said.format(name="")) == []


def test_english_is_found() -> None:
    assert english_in(f"{pseudo('Goods')}: corn <@123> <:tz_corn_1:2> /board <t:1:R>") == ["corn"]


def test_every_text_of_the_template_is_in_it() -> None:
    t, texts = speaking(), [message for message in catalogue() if message.id]
    assert len(texts) > 2000
    assert t.gettext("Confirm") == pseudo("Confirm")
    assert t.gettext("no text of ours") == "no text of ours"
    plural = next(one for one in texts if isinstance(one.id, tuple) and not one.context)
    assert t.ngettext(*plural.id, 1) == pseudo(plural.id[0])
    assert t.ngettext(*plural.id, 2) == pseudo(plural.id[1])
    assert t.pgettext("/place", "place") != "place"
