"""Names are found by people who type them without their accents, as on most keyboards."""

import unicodedata
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks import zone_names, zones_like
from bot.model.server import LANGUAGES
from bot.text.names import TILE_IDS, tile_name
from bot.text.rules import TOPICS, topics_for
from bot.text.translation import translator
from bot.text.typed import folded
from cogs.looking import board
from cogs.looking.rules import find_tile, suggest_tiles

WITHOUT = str.maketrans("", "", "'’")


def plainly(name: str) -> str:
    """The name as somebody types it without looking for accents."""
    apart = unicodedata.normalize("NFKD", name.translate(WITHOUT))
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).upper()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_is_found(language: str) -> None:
    t = translator(language)
    for tile in TILE_IDS:
        name = tile_name(t, tile)
        for typed in (name, plainly(name), f"  {name.replace(chr(39), '’')} "):
            assert tile_name(t, find_tile(t, typed)) == name
            assert (name, tile_id := find_tile(t, name)) in suggest_tiles(t, typed, [tile_id])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_of_the_rules_is_found(language: str) -> None:
    t = translator(language)
    for topic in TOPICS:
        title = t.gettext(topic.title)
        found = topics_for(t, plainly(title))
        assert topic in found
        assert found == topics_for(t, title)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_close_up_is_found(language: str) -> None:
    table: Any = SimpleNamespace(seats=(), options=SimpleNamespace(modules=()))
    t = translator(language)
    for look in board.looks(t, table):
        assert board.find_look(t, table, plainly(look.label)) == look
        assert (look.label, look.word) in board.suggest_looks(t, table, plainly(look.label))


def test_zones_are_found_by_the_names_of_cities_as_people_there_write_them() -> None:
    assert zones_like(folded("São Paulo")) == ("America/Sao_Paulo",)
    assert all(folded(name) == name.casefold() for name in zone_names())


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Łódź", "lodz"), ("Ørsted", "orsted"), ("Straße", "STRASSE"), ("Æsir", "aesir"),
        ("K’inich", "kinich"), ("Ñandú", "nandu"), ("İzmir", "izmir"), ("Đà Nẵng", "da nang"),
        ("Ёлка", "елка"), ("Ｔｉｋａｌ", "tikal"),
    ],
)  # fmt: skip
def test_letters_that_keyboards_lack(name: str, typed: str) -> None:
    assert folded(name) == folded(typed) == folded(folded(name))


@given(st.text())
def test_what_is_compared_is_the_same_compared_again(name: str) -> None:
    once = folded(name)
    assert folded(once) == once
    assert folded(unicodedata.normalize("NFD", name)) == once


def test_signs_that_are_letters_of_their_own_stay() -> None:
    for one, other in (("が", "か"), ("ก็", "ก"), ("שּׁ", "ש")):
        assert folded(one) != folded(other)
