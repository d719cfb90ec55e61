"""Players and seeds from tables that moderators send: whom a row means, and what does not fit."""

import pytest

from bot.leagues.seed_file import HEADINGS, Known, players_sheet, read_seeds, seeds_of
from bot.model.server import LANGUAGES
from bot.refusal import Refusal
from bot.seasons.applying import replay
from bot.seasons.events import Created, Rules, Seeded, SignedUp
from bot.spreadsheet import csv_of, tables_in
from bot.text.translation import translator

ANA, BOB, CLEO, DAN = 10**17 + 1, 10**17 + 2, 10**17 + 3, 10**17 + 4
SIGNED_UP = (ANA, BOB, CLEO)
MEMBERS = [
    Known(ANA, "ana.1", ("Ana", "Äna")), Known(BOB, "bob", ("Robert", "Ana")),
    Known(CLEO, "robert", ("Cléo", "")), Known(DAN, "dan", ("Cleo the second", "Dan")),
]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_in_every_language(language: str) -> None:
    person, seed, division = (
        [word.strip() for word in translator(language).gettext(words).split(",")]
        for words in HEADINGS.values()
    )
    for called in person:
        read = read_seeds([[[called.upper(), seed[-1]], ["Cleo", "2"], ["ana.1", "1"]]], SIGNED_UP)
        assert read.fitting == 0, "nobody is known by name"
        table = [["x"], [seed[0], called, division[0]], ["2", "Cleo", "1"], ["1", "ana.1", "B"]]
        read = read_seeds([table], SIGNED_UP, MEMBERS)
        assert read.seeds == Seeded((ANA, CLEO, BOB), (1, 0, 1)) and not read.problems


@pytest.mark.parametrize(
    ("written", "means"),
    [
        (str(ANA), ANA), (f"<@{ANA}>", ANA), (f"<@!{ANA}>", ANA), ("ANA.1", ANA), ("@ana.1", ANA),
        ("äna", "several"), ("Ana", "several"), ("Robert", CLEO), ("cleo", CLEO),
        ("Dan", "not-signed-up"),
        (str(DAN), "not-signed-up"), (str(10**17), "nobody"), ("<@&5>", "nobody"),
        ("Eve", "nobody"), ("@", "nobody"), ("", "nobody"), ("<@" + "9" * 30 + ">", "nobody"),
    ],
)  # fmt: skip
def test_whom_a_row_means(written: str, means: int | str) -> None:
    """The account's name comes before what people are called."""
    read = read_seeds([[["player", "seed"], [written, "1"]]], SIGNED_UP, MEMBERS)
    if isinstance(means, int):
        assert read.seeds.order[0] == means and not read.problems
    else:
        assert read.problems == [(means, 2, written)] and read.seeds.order == SIGNED_UP


def test_a_name_stands_in_for_an_id_that_a_spreadsheet_has_spoilt() -> None:
    rows = [["seed", "player", "name"], ["1", "1.0E+17", "Cleo"], ["2", str(ANA), "Bob"]]
    assert read_seeds([rows], SIGNED_UP, MEMBERS).seeds.order[:2] == (CLEO, ANA)


def test_the_sheet_with_players_and_seeds_is_found() -> None:
    other = [["place", "points"], ["1", "3"]]
    read = read_seeds([other, [], [["seed", "player"], ["1", "robert"]]], SIGNED_UP, MEMBERS)
    assert read.seeds.order[0] == CLEO
    no_player, no_seed = [["seed", "division"], ["1", "2"]], [["player"], ["Ana"]]
    for nothing in ([], [[]], [other], [no_seed], [no_player]):
        with pytest.raises(Refusal, match="cannot find any players"):
            read_seeds(nothing, SIGNED_UP, MEMBERS)


def test_rows_that_fit_by_half() -> None:
    rows = [
        ["player", "seed", "division"], ["ana.1", "0", "Division 2"], ["bob", "#2.", "0"],
        ["robert", "2", ""], ["", "4", "1"], ["", "", ""], ["robert", "1", "1"],
    ]  # fmt: skip
    read = read_seeds([rows], SIGNED_UP, MEMBERS)
    assert read.seeds == Seeded((BOB, CLEO, ANA), (1, 1, 1)) and read.fitting == 3
    assert [(kind, row) for kind, row, _ in read.problems] == [
        ("seed", 2), ("division", 3), ("division", 4), ("seed-again", 4), ("nobody", 5),
        ("again", 7),
    ]  # fmt: skip


@pytest.mark.parametrize("divisions", [(), (1, 0, 1, 0)])
def test_written_seeds_are_read_again(divisions: tuple[int, ...]) -> None:
    people = (ANA, BOB, CLEO, DAN)
    opened = Created("Rainy season", Rules(seats=2, division_size=2))
    season = replay([opened, *map(SignedUp, people), Seeded((DAN, ANA, CLEO, BOB), divisions)])
    seeds = seeds_of(season)
    assert seeds == season.seeds
    written = csv_of(players_sheet(seeds, {ANA: "=Ana"})).encode()
    read = read_seeds(tables_in(written), people)
    assert read.seeds == seeds and not read.problems and not read.unnamed
