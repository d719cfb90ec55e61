"""Names in lines: whole, else parted where a reader parts them, else cut after a word."""

import pytest

from rendering.drawing.lettering import titled, width, wrapped

SIZES = (32, 30, 28)


def test_a_long_compound_is_parted_between_two_consonants() -> None:
    assert titled("Schädelmonument", SIZES, 160, lines=2) == ()
    assert titled("Schädelmonument", SIZES, 160, lines=2, at_need=2) == (
        ("Schädel-", 32), ("monument", 32)
    )  # fmt: skip
    farm = titled("Gemeinschaftsfarm", SIZES, 224, at_need=2)
    assert [line for line, _ in farm] == ["Gemein-", "schaftsfarm"]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Aufstiegsmonument", ["Aufstiegs-", "monument"]),
        ("Baumeistergrabmal", ["Baumeister-", "grabmal"]),
        ("Braun-grünes Grabmal", ["Braun-grünes", "Grabmal"]),
        ("Holzstapel", ["Holzstapel"]),
    ],
)
def test_compounds_are_parted_where_they_are_put_together(name: str, lines: list[str]) -> None:
    assert [line for line, _ in titled(name, SIZES, 224, at_need=2)] == lines


def test_two_words_take_two_lines_before_one_is_parted() -> None:
    assert titled("Monumento al Tempio", SIZES, 224, at_need=2) == (
        ("Monumento al", 32), ("Tempio", 32)
    )  # fmt: skip
    assert len(titled("Monument", SIZES, 224, at_need=2)) == 1


def test_a_word_without_a_place_to_part_it_is_cut_off() -> None:
    assert titled("Aaaaaaaaaaaaaaaaaaaaaa", SIZES, 160, at_need=2) == ()
    ((line, size),) = titled("Mine aaaaaaaaaaaaaaaaaaaaaa", SIZES, 160, at_need=2)
    assert line.rstrip(".…") == "Mine" and size == 28


def test_what_an_arrow_leads_to_stays_with_it() -> None:
    room = width("Points: 2 to 3 →", "regular", 36) + 2
    assert wrapped("Points: 2 to 3 → 0", "regular", 36, room) == ("Points: 2 to 3", "→ 0")
