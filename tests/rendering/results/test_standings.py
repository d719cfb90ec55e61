"""The pictures of standings, of ratings and of brackets: everything on them, nothing over anything
else."""

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest
from PIL import Image

from bot.text.descriptions.bracket import (
    Bracket,
    BracketRound,
    BracketRow,
    BracketTable,
    State,
    alt_bracket,
    bracket_lines,
    round_name,
)
from bot.text.descriptions.results import (
    Band,
    RatingLine,
    RatingsChart,
    StandingsRow,
    StandingsTable,
    alt_ratings,
    alt_standings,
)
from bot.text.translation import Translations, rating_number, translator
from rendering.drawing.theme import THEMES, contrast
from rendering.results.bracket import bracket_image, draw_bracket
from rendering.results.standings import MOST_ROWS, draw_standings, standings_image
from rendering.results.statistics import MOST_POINTS, draw_ratings, ratings_image
from tests.rendering.colour_vision import apart
from tests.rendering.test_names import EMPTY, LONG
from tests.rendering.written import Written, watched, written
from tests.text.test_alt_text import Longwinded

# --- The standings picture: every place on it, nothing over anything else, and its words ----------

ENGLISH = translator("en")
NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs")
WIDEST = 11 / 7
COLUMNS = ("Points", "Games", "Wins")


def table(
    count: int, names: tuple[str, ...] = NAMES, signs: tuple[str, ...] = ("",), **more: Any
) -> StandingsTable:
    """Made-up standings: two go up, three go down, some are tied."""
    rows = []
    for number in range(count):
        band: Band = "up" if number < 2 else "down" if number >= count - 3 else "stays"
        rows.append(
            StandingsRow(
                place=number + 1,
                name=names[number % len(names)],
                values=(f"{100 - number}½", str(number % 7), str(number // 2)),
                tie="ahead by wins: 3 to 2" if number % 4 == 1 else "",
                band=band,
                signs=signs[number % len(signs)],
            )
        )
    return StandingsTable("Division 2", COLUMNS, tuple(rows), note="After round 3 of 6", **more)


def words_of(shown: StandingsTable, theme: str = "dark") -> tuple[Image.Image, list[Written]]:
    """The picture, and what is written on it."""
    with watched():
        image = standings_image(shown, THEMES[theme])
    return image, written(image)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("count", [0, 1, 2, 4, 8, 14, MOST_ROWS])
def test_a_picture_for_a_chat(count: int, theme: Any) -> None:
    picture = draw_standings(table(count), theme=theme, t=ENGLISH)
    image = Image.open(BytesIO(picture.data))
    assert image.width == 1600
    assert 1 / WIDEST <= image.width / image.height <= WIDEST
    assert len(picture.data) <= 250_000
    assert len(picture.alt) <= 1024


@pytest.mark.parametrize("count", [3, MOST_ROWS])
def test_everything_is_written_and_large_enough(count: int) -> None:
    shown = table(count, tuple(f"Person {n}" for n in range(count)))
    _, words = words_of(shown)
    strings = Counter(one.string for one in words)
    assert strings["Division 2"] == strings["After round 3 of 6"] == 1
    assert all(strings[column] == 1 for column in COLUMNS)
    for row in shown.rows:
        assert strings[row.name] == 1
        assert all(strings[value] for value in row.values)
        assert strings[str(row.place)]
    assert strings["ahead by wins: 3 to 2"] == sum(row.tie != "" for row in shown.rows)
    for one in words:
        if one.string.startswith("Person") or one.string.endswith("½"):
            assert one.size / 4 >= 8  # at 400 pixels


def check_whole(image: Image.Image, words: list[Written]) -> None:
    """Nothing leaves the picture, and nothing is written over anything else."""
    for one in words:
        left, top, right, bottom = one.box
        assert left >= 20 and top >= 0 and right <= 1580 and bottom <= image.height, one.string
    for one, other in combinations(words, 2):
        (a, b, c, d), (e, f, g, h) = one.box, other.box
        assert not (a < g and e < c and b < h and f < d), (one.string, other.string)


@pytest.mark.parametrize("count", [2, 9, MOST_ROWS])
def test_names_of_any_length_leave_it_whole(count: int) -> None:
    names = (*LONG.values(), *EMPTY.values())
    for first in range(0, len(names), count):
        check_whole(*words_of(table(count, names[first:] + names[:first])))


def test_long_words_leave_it_whole() -> None:
    shown = table(12)
    rows = tuple(
        replace(row, tie="ahead by the points in the games against each other, " * 4)
        for row in shown.rows
    )
    columns = ("Erreichte Punkte", "Spiele", "Gewonnene Spiele")
    check_whole(*words_of(replace(shown, rows=rows, columns=columns)))
    check_whole(*words_of(replace(shown, title="A season with a long name " * 5, note="W" * 90)))


def test_more_rows_than_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="20 rows"):
        draw_standings(table(MOST_ROWS + 1), t=ENGLISH)


def test_a_row_without_all_its_values_is_refused() -> None:
    shown = table(2)
    with pytest.raises(ValueError, match="each column"):
        draw_standings(replace(shown, columns=("Points",)), t=ENGLISH)


def colours_at_the_left(shown: StandingsTable) -> list[tuple[int, int, int]]:
    """The colour beside the left edge in the middle of each row."""
    image, words = words_of(shown)
    found = []
    for row in shown.rows:
        at = next(one for one in words if one.string == row.name)
        pixel = image.getpixel((44, round(at.middle[1])))
        assert isinstance(pixel, tuple)
        found.append((pixel[0], pixel[1], pixel[2]))
    return found


def test_bands_are_seen_and_who_has_withdrawn_has_none() -> None:
    look = THEMES["dark"]
    shown = table(9, tuple(f"Person {n}" for n in range(9)))
    rows = (*shown.rows[:8], replace(shown.rows[8], gone=True))
    colours = colours_at_the_left(replace(shown, rows=rows))
    assert colours[:2] == [look.jade] * 2
    assert colours[6:8] == [look.food_mid] * 2
    assert {*colours[2:6], colours[8]} == {look.panel}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_bands_are_told_apart_by_every_eye(theme: str) -> None:
    look = THEMES[theme]
    for sight in ("usual", "protan", "deutan", "tritan"):
        assert apart(look.jade, look.food_mid, sight) >= 10
    for colour in (look.jade, look.food_mid):  # and by their triangles, which point up and down
        assert contrast(look.food_ink, colour) >= 4.5


def test_alt_text_tells_everything() -> None:
    shown = table(6)
    alt = draw_standings(shown, t=ENGLISH).alt
    assert alt.startswith("Standings: Division 2, After round 3 of 6.")
    for row in shown.rows:
        values = ", ".join(f"{c} {v}" for c, v in zip(COLUMNS, row.values, strict=True))
        assert f"{row.place}. {row.name}: {values}" in alt
    assert alt.count("set to go up") == 2 and alt.count("set to go down") == 3
    assert alt.count("ahead by wins") == 2


@pytest.mark.parametrize("count", [4, MOST_ROWS])
def test_alt_text_fits_whatever_people_are_called(count: int) -> None:
    for name in (*LONG.values(), "\U0001f9d9" * 32):
        for t in (ENGLISH, Longwinded()):
            alt = alt_standings(table(count, (name,)), t)
            assert len(alt.encode("utf-16-le")) // 2 <= 1024
            assert "100½" in alt
            if t is ENGLISH:  # else the last places may have to give way
                assert f"{101 - count}½" in alt
    assert len(alt_standings(replace(table(2), title="W" * 3000), ENGLISH)) <= 1024


def test_signs_stand_behind_names_and_are_explained() -> None:
    long = "a name so long that it has to be cut somewhere behind its middle part"
    shown = table(6, ("Ada", long, "Ben"), ("×‡", "§"), legend="× a table by forfeit")
    image, words = words_of(shown)
    assert [one.string for one in words if one.string in ("×‡", "§")] == ["×‡", "§"] * 3
    assert "× a table by forfeit" in [one.string for one in words]
    assert image.width / image.height >= 1 / WIDEST
    alt = draw_standings(shown, t=ENGLISH).alt
    assert "1. Ada ×‡: " in alt and alt.endswith("× a table by forfeit.")


# --- The picture of ratings: all lines and numbers on it, nothing over anything else, its words ---

REDUCED = 400 / 1600


def chart(*lengths: int, name: str = "Ixchel", seed: int = 1) -> RatingsChart:
    """Made-up ratings: for 2, 3, 4... players so many games each."""
    chance, lines = random.Random(seed), []
    for players, length in enumerate(lengths, start=2):
        value, values = 0.0, []
        for _ in range(length):
            value += chance.uniform(-2, 2.8)
            values.append(value)
        if values:
            lines.append(RatingLine(players, tuple(values)))
    return RatingsChart(name, tuple(lines), 10)


def words_of_chart(shown: RatingsChart, theme: str = "dark", t: Any = ENGLISH) -> list[Written]:
    """What is written on the picture."""
    with watched():
        image = ratings_image(shown, THEMES[theme], t)
    return written(image)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("lengths", [(1,), (0, 0, 40), (12, 30, 3, 8), (2, 700, 650, 1)])
def test_a_chart_for_a_chat(lengths: tuple[int, ...], theme: Any) -> None:
    picture = draw_ratings(chart(*lengths), theme=theme, t=ENGLISH)
    image = Image.open(BytesIO(picture.data))
    assert image.width == 1600
    assert image.width / image.height <= WIDEST
    assert len(picture.data) <= 250_000
    assert picture.filename == "ratings.png"


def test_every_rating_is_written_large_enough() -> None:
    shown = chart(12, 30, 3, 8)
    words = words_of_chart(shown)
    strings = Counter(one.string for one in words)
    assert strings["Ixchel"] == 1
    for line in shown.lines:
        assert strings[rating_number(ENGLISH, line.values[-1])] >= 1
        assert strings[f"{line.players} players"] == 1
    assert strings["provisional"] == sum(len(line.values) < 10 for line in shown.lines) == 2
    numbers = {rating_number(ENGLISH, line.values[-1]) for line in shown.lines}
    for one in words:
        if one.string in numbers or one.string.endswith("players"):
            assert one.size * REDUCED >= 8


@pytest.mark.parametrize("name", [*LONG.values(), *EMPTY.values()])
def test_names_of_any_length_leave_the_chart_whole(name: str) -> None:
    check_chart(words_of_chart(chart(12, 30, 3, 8, name=name)))


@pytest.mark.parametrize("seed", range(6))
def test_lines_that_end_together_keep_their_words_apart(seed: int) -> None:
    shown = chart(9, 9, 9, 9, seed=seed)
    level = tuple(replace(line, values=(*line.values, seed * 3.0)) for line in shown.lines)
    check_chart(words_of_chart(replace(shown, lines=level)))
    check_chart(words_of_chart(replace(shown, lines=level), t=Longwinded()))


def check_chart(words: list[Written]) -> None:
    """Nothing leaves the picture, and nothing is written over anything else."""
    for one in words:
        left, top, right, bottom = one.box
        assert left >= 20 and top >= 0 and right <= 1580 and bottom <= 1030, one.string
    for one, other in combinations(words, 2):
        (a, b, c, d), (e, f, g, h) = one.box, other.box
        assert not (a < g and e < c and b < h and f < d), (one.string, other.string)


def colours(shown: RatingsChart) -> Counter[Any]:
    image = ratings_image(shown, THEMES["dark"], ENGLISH)
    found = image.crop((130, 180, 1170, 920)).getcolors(10**6) or []
    return Counter({colour: count for count, colour in found})


def test_every_line_has_the_colour_of_its_number_of_players() -> None:
    look = THEMES["dark"]
    for players in range(4):
        lengths = [0] * 4
        lengths[players] = 30
        found = colours(chart(*lengths))
        for other in range(4):
            assert (found[look.seats[other].fill] > 2000) == (other == players)


def test_provisional_games_are_drawn_thinner() -> None:
    straight = RatingLine(2, tuple(float(n) for n in range(1, 21)))
    fill = THEMES["dark"].seats[0].fill
    settled = colours(RatingsChart("a", (straight,), 1))[fill]
    provisional = colours(RatingsChart("a", (straight,), 19))[fill]
    assert provisional < 0.75 * settled


def test_long_histories_keep_their_last_value() -> None:
    shown = chart(MOST_POINTS * 3 + 1)
    last = rating_number(ENGLISH, shown.lines[0].values[-1])
    assert last in {one.string for one in words_of_chart(shown)}


def test_alt_text_tells_every_rating() -> None:
    shown = RatingsChart("Ada", (RatingLine(2, (1.0, -0.54, 2.26)), RatingLine(4, (3.0,))), 10)
    assert alt_ratings(shown, ENGLISH) == (
        "Ada's ratings, game by game. 2 players: 2.3 (3 games), lowest −0.5, highest 2.3. "
        "4 players: 3.0 (1 game), lowest 3.0, highest 3.0."
    )
    assert len(alt_ratings(replace(chart(9, 9, 9, 9), name="W" * 3000), ENGLISH)) <= 1024


# --- The picture of a bracket: everybody on it, large enough for a phone, and its words -----------

PEOPLE = (
    "Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs", "Yuki", "Bartholomew", "Zoë", "Mateo", "Ingrid",
    "Priya", "Oluwaseun", "Lena", "Giuseppe", "Ana", "Maximilian", "Noor", "Søren", "Chloé", "Ravi",
    "Hanna", "Dmitri", "Fatima", "Liam", "Inés", "Kenji", "Paola", "Aoife", "Jorge", "Wanjiru",
)  # fmt: skip


def cup(
    t: Translations, people: int, seats: int, goes_on: int, over: int = 0, playing: int = 2,
    names: Sequence[str] = PEOPLE, title: str = "Spring Cup",
) -> Bracket:  # fmt: skip
    """A made-up cup of tables of `seats`, from each of which `goes_on` go on. The first `over`
    tables have a result, the next `playing` of each round are played. With two seats the best
    seeded have byes."""
    shapes = _shapes(people, seats, goes_on)
    called = [names[n % len(names)] + (f" {n // len(names) + 1}" if n >= len(names) else "")
              for n in range(people)]  # fmt: skip
    coming = [BracketRow(name, n + 1) for n, name in enumerate(called)]
    rounds, number, drawn = list[BracketRound](), 0, True
    for stage, sizes in enumerate(shapes):
        last = stage == len(shapes) - 1
        tables, following, waiting, free = list[BracketTable](), list[BracketRow](), coming, 0
        for size in sizes if drawn else ():
            if size == 1:
                tables.append(BracketTable("bye", (replace(waiting[0], goes_on=True),)))
                following.append(waiting[0])
                waiting = waiting[1:]
                continue
            number += 1
            if stage:
                rows, waiting = waiting[:size], waiting[size:]
            else:  # the best seeded meet the worst
                rows = [*waiting[: -(-size // 2)], *waiting[: -(size // 2) - 1 : -1]]
                waiting = waiting[-(-size // 2) : len(waiting) - size // 2]
            state: State = "waiting"
            on = 0 if last else min(size - 1, goes_on)
            if number <= over:
                state = "played"
                rows = [
                    replace(row, points=_points(number, place),
                            goes_on=None if last else place < on)
                    for place, row in enumerate(rows)
                ]  # fmt: skip
            elif free < playing:
                state, free = "playing", free + 1
            tables.append(BracketTable(state, tuple(rows), number))
            following += [BracketRow(row.name, row.seed, number) for row in rows[:on]]
        if not drawn:
            tables = [BracketTable("to come", seats=size) for size in sizes]
        games = [sum(size > 1 for size in one) for one in shapes]
        name = round_name(t, stage, games)
        rounds.append(BracketRound(name, tuple(tables), 0 if last else goes_on))
        drawn = drawn and all(table.state in ("played", "bye") for table in tables)
        coming = following
    return Bracket(title, tuple(rounds))


def _points(table: int, place: int) -> str:
    quarter = "¼" if table % 5 == 2 else ""
    return f"{97 - 11 * place - table % 7}{quarter}"


def _shapes(people: int, seats: int, goes_on: int) -> list[list[int]]:
    """The sizes of the tables of each round; 1 is a bye."""
    shapes = []
    while people > seats:
        if seats == 2:
            full = 2 ** (people - 1).bit_length()
            byes = full - people
            sizes = [1] * byes + [2] * ((people - byes) // 2)
        else:
            tables = -(-people // seats)
            sizes = [people // tables + (n < people % tables) for n in range(tables)]
        shapes.append(sizes)
        people = sum(min(max(1, size - 1), goes_on) for size in sizes)
    return [*shapes, [people]]


SIZES = (3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 24, 25, 32, 33, 48, 64, 65, 100, 200)
KINDS = ((2, 1), (3, 1), (4, 2), (5, 3))
"""How many sit at a table, and how many of them go on."""


def words_of_bracket(shown: Bracket, theme: str = "dark", t: Translations = ENGLISH) -> Any:
    """The picture, and what is written on it."""
    with watched():
        image = bracket_image(shown, THEMES[theme], t)
    return image, written(image)


def tables_of(shown: Bracket) -> int:
    return sum(len(one.games) for one in shown.rounds)


@pytest.mark.parametrize("people", SIZES)
@pytest.mark.parametrize(("seats", "goes_on"), KINDS)
def test_a_cup_of_any_size_can_be_read_on_a_phone(people: int, seats: int, goes_on: int) -> None:
    """At its beginning, in the middle and at its end."""
    all_tables = tables_of(cup(ENGLISH, people, seats, goes_on))
    for over in {0, all_tables // 3, all_tables - 1, all_tables}:
        shown = cup(ENGLISH, people, seats, goes_on, over, playing=9)
        image, words = words_of_bracket(shown, "dark" if over % 2 else "light")
        assert image.width == 1600
        assert 1 / WIDEST <= image.width / image.height <= WIDEST
        assert min(one.size for one in words if one.string.strip()) / 4 >= 11  # at 400 pixels
        check_whole(image, words)
        assert len(alt_bracket(shown, ENGLISH)) <= 1024


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("people", [3, 16, 64, 200])
def test_a_picture_of_a_cup_for_a_chat(people: int, theme: Any) -> None:
    picture = draw_bracket(cup(ENGLISH, people, 4, 2, 5), theme=theme, t=ENGLISH)
    assert picture.filename == "bracket.png" and len(picture.data) <= 250_000


@pytest.mark.parametrize(("people", "seats", "goes_on"), [(16, 4, 2), (8, 2, 1), (16, 2, 1)])
def test_every_seat_of_a_bracket_is_written(people: int, seats: int, goes_on: int) -> None:
    names = [f"Who {number}" for number in range(people)]
    shown = cup(ENGLISH, people, seats, goes_on, 3, playing=1, names=names)
    strings = Counter(one.string for one in words_of_bracket(shown)[1])
    seated = Counter(row.name for one in shown.rounds for table in one.tables for row in table.rows)
    assert {name: strings[name] for name in seated} == seated
    numbers = [table.number for one in shown.rounds for table in one.games if table.number]
    assert numbers and all(strings[f"Table {number}"] == 1 for number in numbers)
    points = [row.points for table in shown.rounds[0].tables for row in table.rows if row.points]
    assert points and all(strings[one] for one in points)
    assert all(strings[str(seed)] for seed in range(1, people + 1))


def test_who_goes_on_stands_out_and_not_by_colour_alone() -> None:
    shown = cup(ENGLISH, 6, 2, 1, 2)
    _, words = words_of_bracket(shown)
    weights = {one.string: one.weight for one in words}
    for table in shown.rounds[0].games:
        assert [weights[row.name] for row in table.rows] == ["black", "bold"]


def test_a_table_that_is_played_has_a_frame() -> None:
    for theme in ("dark", "light"):
        image, words = words_of_bracket(cup(ENGLISH, 8, 2, 1, 0, playing=1), theme)
        edges = []
        for number in (1, 2):
            at = next(one for one in words if one.string == f"Table {number}")
            edges.append(image.getpixel((22, round(at.middle[1]) + 60)))
        assert edges[0] == THEMES[theme].turn != edges[1]


def test_the_champion_has_the_head_of_the_picture_once_the_final_is_over() -> None:
    before, after = (cup(ENGLISH, 8, 4, 1, over) for over in (2, 3))
    assert after.champion and not before.champion
    told = f"{after.champion} wins the cup!"
    assert told not in {one.string for one in words_of_bracket(before)[1]}
    words = words_of_bracket(after)[1]
    head = next(one for one in words if one.string == told)
    assert head.size == max(one.size for one in words)
    assert told in alt_bracket(after, ENGLISH)


def test_tables_that_do_not_fit_are_counted_and_those_played_now_are_shown() -> None:
    shown = cup(ENGLISH, 200, 4, 1, 30, playing=20)
    strings = {one.string for one in words_of_bracket(shown)[1]}
    heads = [one for one in strings if re.fullmatch(r"Table \d+", one)]
    assert {f"Table {number}" for number in range(31, 51)} <= {*heads}
    left = next(one for one in strings if one.startswith("and "))
    assert left == f"and {50 - len(heads)} more table{'s' * (len(heads) != 49)}"


def test_rounds_that_are_over_shrink_to_who_went_on() -> None:
    shown = cup(ENGLISH, 64, 4, 2, 16, names=[f"Who{number:02}" for number in range(64)])
    words = " ".join(one.string for one in words_of_bracket(shown)[1])
    assert "Table 1 " not in words and "Table 17 " in words
    for table in shown.rounds[0].tables:
        assert [row.name in words for row in table.rows] == [True, True, False, False]


def test_byes_are_shown() -> None:
    for people in (5, 33):
        shown = cup(ENGLISH, people, 2, 1)
        words = [one.string for one in words_of_bracket(shown)[1]]
        free = [
            row.name for one in shown.rounds[0].tables if one.state == "bye" for row in one.rows
        ]
        assert len(free) == 3 if people == 5 else 31
        assert any(one.startswith("Bye") for one in words)
        assert all(name in " ".join(words) for name in free)


@pytest.mark.parametrize(("people", "seats", "goes_on"), [(16, 4, 2), (16, 2, 1), (64, 4, 2)])
def test_names_of_any_length_leave_a_bracket_whole(people: int, seats: int, goes_on: int) -> None:
    names = (*LONG.values(), *EMPTY.values())
    for over in (2, 999):
        shown = cup(ENGLISH, people, seats, goes_on, over, names=names, title="A long name " * 9)
        check_whole(*words_of_bracket(shown))
        for t in (ENGLISH, Longwinded()):
            assert len(alt_bracket(shown, t).encode("utf-16-le")) // 2 <= 1024


def test_long_words_leave_a_bracket_whole() -> None:
    for people, seats, goes_on in ((16, 4, 2), (16, 2, 1), (64, 2, 1)):
        shown = cup(Longwinded(), people, seats, goes_on, 3)
        check_whole(*words_of_bracket(shown, t=Longwinded()))


def test_lines_lead_to_where_people_go_on_and_do_not_cross() -> None:
    """The tables of a column stand in the order of those that follow."""
    shown = cup(ENGLISH, 8, 2, 1, 4)
    first, second, final = shown.rounds
    crossed = [(table, to) for to, table in enumerate(first.tables)]
    tables = [
        replace(second.tables[0], rows=(BracketRow("Ixchel", 1, 1), BracketRow("Kwame", 4, 4))),
        replace(second.tables[1], rows=(BracketRow("Tomás", 2, 2), BracketRow("Marisol", 3, 3))),
    ]
    assert len(crossed) == 4
    shown = replace(shown, rounds=(first, replace(second, tables=tuple(tables)), final))
    image, words = words_of_bracket(shown)
    check_whole(image, words)
    at = {n: next(one for one in words if one.string == f"Table {n}").box[1] for n in range(1, 7)}
    assert sorted(range(1, 5), key=at.__getitem__) == [1, 4, 2, 3]
    assert at[5] < at[6]
    jade = THEMES["dark"].jade
    way = [x for x in range(500, 580) if image.getpixel((x, (at[1] + at[4]) // 2)) == jade]
    assert way  # from tables 1 and 4 to table 5


def scattered(first: int) -> Bracket:
    """Two byes, at the top or at the bottom, and a table from which people go on to both of two
    tables."""
    byes = [BracketTable("bye", (BracketRow(name, goes_on=True),)) for name in ("Zoë", "Ana")]
    four = [BracketRow(name, goes_on=name < "N") for name in ("Ben", "Kim", "Noor", "Yuki")]
    games = [BracketTable("played", tuple(four), 1)]
    second = [
        BracketTable("waiting", (BracketRow(free), BracketRow(other, source=1)), number)
        for free, other, number in (("Zoë", "Ben", 2), ("Ana", "Kim", 3))
    ]
    tables = (*byes, *games) if first else (*games, *byes)
    final = BracketRound("Final", (BracketTable("to come", seats=2),))
    rounds = (BracketRound("Round 1", tables, 2), BracketRound("Semi-finals", tuple(second), 1))
    return Bracket("Cup", (*rounds, final))


@pytest.mark.parametrize("first", [0, 1])
def test_tables_level_with_their_byes_do_not_lie_on_each_other(first: int) -> None:
    shown = scattered(first)
    image, words = words_of_bracket(shown)
    check_whole(image, words)
    names = ["Semi-finals", "Table 2", "Table 3"]
    head, two, three = (next(w for w in words if w.string == one).box for one in names)
    assert head[3] < two[1] and two[3] + 150 < three[1] < image.height - 200


def test_it_is_told_where_a_table_leads_only_if_that_is_one_table() -> None:
    shown = cup(ENGLISH, 16, 2, 1, 8)
    assert any(one.string == "→ 9" for one in words_of_bracket(shown)[1])
    first, second, *others = shown.rounds
    [one, two, *more] = second.tables
    swapped = [
        replace(one, rows=(one.rows[0], replace(one.rows[1], source=two.rows[0].source))),
        two,
    ]
    tangled = replace(second, tables=(*swapped, *more))
    shown = replace(shown, rounds=(first, tangled, *others))
    assert not any("→ 9" in one.string for one in words_of_bracket(shown)[1])


def test_rounds_are_named_by_how_far_the_final_is() -> None:
    def names(*tables: int) -> list[str]:
        return [round_name(ENGLISH, number, tables) for number in range(len(tables))]

    assert names(1) == ["Final"]
    assert names(8, 4, 2, 1) == ["Round 1", "Quarter-finals", "Semi-finals", "Final"]
    assert names(5, 3, 1) == ["Round 1", "Round 2", "Final"]
    assert names(3, 2, 1) == ["Round 1", "Semi-finals", "Final"]


def test_a_bracket_in_words() -> None:
    shown = cup(ENGLISH, 8, 4, 2, 1)
    assert alt_bracket(shown, ENGLISH) == (
        "Bracket of Spring Cup: Semi-finals · 1 of 2 tables finished. "
        "Table 1: Ixchel 96 and Tomás 85 advance; knocked out: Zoë 74 and Bartholomew 63. "
        "Table 2, in play: Marisol, Kwame, Yuki and Anaïs. Final."
    )
    assert bracket_lines(ENGLISH, shown) == [
        "**Semi-finals** · 2 advance",
        "- Table 1: Ixchel 96 and Tomás 85 advance; knocked out: Zoë 74 and Bartholomew 63",
        "- Table 2, in play: Marisol, Kwame, Yuki and Anaïs",
        "-# Then: Final",
    ]
    over = cup(ENGLISH, 8, 4, 2, 3)
    assert bracket_lines(ENGLISH, over) == [
        "🏆 **Ixchel wins the cup!**",
        "**Final**",
        "- Table 3: 1. Ixchel 94, 2. Tomás 83, 3. Marisol 72, 4. Kwame 61",
        "-# **Semi-finals:** Ixchel, Tomás, Marisol and Kwame advance",
    ]


def test_one_who_goes_on_alone_is_told_in_the_singular() -> None:
    lines = bracket_lines(ENGLISH, cup(ENGLISH, 5, 2, 1, 1, playing=0))
    assert "-# **Round 1:** Ixchel, Tomás, Marisol and Kwame advance" in lines
    first = bracket_lines(ENGLISH, cup(ENGLISH, 6, 2, 1, 1, playing=0))
    assert "- Table 1: Marisol 96 advances; knocked out: Yuki 85" in first
    assert "- Bye: Ixchel and Tomás" in first
