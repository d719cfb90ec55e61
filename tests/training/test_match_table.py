"""The ladder of levels: fair series, results that grow and can be stopped, and pages with marks."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.ai.value import NOTHING, WEIGHTS_PATH, save_net
from tests.docs.guides import TRANSLATED, guide
from tests.training.made_up import match
from training.match.__main__ import main
from training.match.figures import Tally, tallied
from training.match.games import Played
from training.match.page import BEGIN, END, with_strengths, written
from training.match.series import Series, below, every_series, itself, together
from training.match.table import DOCS, Table, fewest

SERIES = below("medium", 2, everything=False)
PAGE = f"# Before\n\n{BEGIN}\n{END}\n\nAfter\n"
CLEAR = ([(70, 50)], [(72, 50)], [(74, 50)], [(76, 50)])
"""Games by deal in which the first player is clearly ahead."""
UNCLEAR = ([(70, 50)], [(40, 50)], [(60, 50)], [(70, 50)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an empty page."""
    (tmp_path / "computers.md").write_text(PAGE, "utf-8")
    return tmp_path


def run(folder: Path, games: int) -> None:
    """The command, for one series."""
    main(["--table", "--folder", str(folder), "--only", str(SERIES), "--games", str(games)])


def rows(page: str, heading: str, level: str, seats: int = 2) -> list[str]:
    """The cells of a level's row under a heading."""
    text = page.partition(f"### {heading}\n")[2].partition("###")[0]
    [line] = [one for one in text.splitlines() if one.startswith(f"| {level} | {seats} |")]
    return [cell.strip() for cell in line.split("|")[1:-1]]


def row(folder: Path) -> list[str]:
    """The cells of the series on the page."""
    page = (folder / "computers.md").read_text("utf-8")
    return rows(
        page, "Against the level below, base game (five seats: with quick actions)", "medium"
    )


def test_every_level_on_every_number_of_seats() -> None:
    """Against the level below and at its own table, base and all modules; and all together."""
    series = every_series()
    assert len(set(series)) == len(series) == 2 * (3 + 4) * 4 + 2
    assert len({str(one) for one in series}) == len(series)
    assert below("hard", 5, everything=False).modules == ("quick_actions",)
    pairs = {one.players for one in series if len(one.players) == 2}
    assert pairs == {("medium", "easy"), ("hard", "medium"), ("master", "hard")}


@pytest.mark.parametrize("series", every_series(), ids=str)
def test_each_player_has_each_seat_equally_often(series: Series) -> None:
    """On each deal; and one of a level against the others of the level below."""
    for number in range(7):
        seatings = series.deal(number, "weights").seatings
        assert len({*seatings}) == len(seatings)
        assert all(len(seating) == series.seats for seating in seatings)
        if len(series.players) == 1:
            assert seatings == ((0,) * series.seats,)
            continue
        sat = Counter((one, seat) for seating in seatings for seat, one in enumerate(seating))
        for seat in range(series.seats):
            for one in range(len(series.players) - 1):
                assert sat[one, seat] == 1
            last = len(series.players) - 1
            assert sat[last, seat] == series.seats - last


def test_all_levels_sit_behind_each_other_equally_often() -> None:
    behind = Counter(
        (seating[seat - 1], seating[seat])
        for number in range(6)
        for seating in together(everything=False).seatings(number)
        for seat in range(4)
    )
    assert set(behind.values()) == {8}
    assert len(behind) == 12


def test_deals_are_the_same_for_all_series() -> None:
    seeds = {one.deal(3, "weights").seed for one in every_series()}
    assert seeds == {"table/3"}
    assert below("medium", 3, everything=False).deal(0, "some.npz").names == (
        "medium/styles@some.npz", "easy/styles@some.npz"
    )  # fmt: skip


def test_results_stay_and_grow(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(folder, games=2)
    first = row(folder)
    assert first[2] == "2"
    assert "Games behind these tables: 2." in (folder / "computers.md").read_text("utf-8")
    run(folder, games=2)
    assert row(folder) == first, "enough is enough"
    run(folder, games=3)
    assert row(folder)[2] == "4"
    assert json.loads((folder / "computers.json").read_text("utf-8"))[str(SERIES)]["deals"] == 2
    assert "4 games" in capsys.readouterr().out


def test_the_page_around_the_tables_is_left_alone(folder: Path) -> None:
    Table(folder, WEIGHTS_PATH).write()
    page = (folder / "computers.md").read_text("utf-8")
    assert page.startswith("# Before\n")
    assert page.endswith(f"{END}\n\nAfter\n")
    assert written(page, {}, set()) == page
    with pytest.raises(ValueError, match="has no"):
        written("nothing", {}, set())


def test_a_level_not_shown_to_be_stronger_is_marked() -> None:
    """In each series for itself."""
    clear, unclear, few = (below("hard", seats, everything=False) for seats in (2, 3, 4))
    tallies = {
        clear: tallied(match(*CLEAR), 2),
        unclear: tallied(match(*UNCLEAR), 2),
        few: tallied(match(*CLEAR[:2]), 2),
    }
    page = written(PAGE, tallies, tallies)
    heading = "Against the level below, base game (five seats: with quick actions)"
    marks = [rows(page, heading, "hard", seats)[-2:] for seats in (2, 3, 4, 5)]
    assert marks == [
        ["23.0 ± 4.1", "yes"],
        ["10.0 ± 22.3", "**not shown**"],
        ["21.0", "**not shown**"],
        ["–", "–"],
    ]


def test_all_levels_at_one_table(folder: Path) -> None:
    """Each beside the next one below it."""
    series = together(everything=True)
    tally = Tally.between(4)
    for deal in ("1", "2", "3", "4"):
        tally.add([four(deal, (90, 80, int(deal) * 40, 60)), four(deal, (94, 80, 80, 60))])
    page = written(PAGE, {series: tally}, {series})
    heading = "All levels at one table, all modules"
    found = [rows(page, heading, level, 4) for level in ("master", "hard", "medium", "easy")]
    assert [one[2] for one in found] == ["8"] * 4
    assert [one[4] for one in found] == ["92.0 ± 0.0", "80.0 ± 0.0", "90.0 ± 40.8", "60.0 ± 0.0"]
    assert [one[6] for one in found] == ["yes", "**not shown**", "**not shown**", "–"]


def four(deal: str, points: Sequence[float]) -> Played:
    """A game of four players with these points; the first one wins."""
    [pattern] = match([(1, 0)])
    return Played(
        deal,
        tuple(
            replace(pattern.seats[0], player=number, points=own, first=float(number == 0))
            for number, own in enumerate(points)
        ),
    )


def test_the_strengths_of_levels_in_pages(folder: Path) -> None:
    """Beside the comments for them, in README and its translations; what was not played stays."""
    docs = folder / "docs"
    (docs / "de").mkdir(parents=True)
    (docs / "computers.md").write_text(PAGE, "utf-8")
    line = "| {}<!-- hard wins --> | {}<!-- hard points --> | 7 %<!-- master wins --> | 12 % |"
    pages = (folder / "README.md", docs / "de" / "README.md")
    for page in pages:
        page.write_text(line.format("–", "–"), "utf-8")
    table = Table(docs, WEIGHTS_PATH)
    table.stored[itself("hard", 4, everything=False)] = tallied(match([(77.4, 60)]), 1)
    for deals, shown in ((CLEAR, "100 %"), (UNCLEAR, "75 %†"), (CLEAR, "100 %")):
        table.stored[below("hard", 4, everything=False)] = tallied(match(*deals), 2)
        table.write()
        assert {page.read_text("utf-8") for page in pages} == {line.format(shown, "77")}


def test_pages_tell_the_figures_there_are() -> None:
    """As after the command: nobody has changed one of them by hand."""
    table = Table(DOCS, WEIGHTS_PATH)
    for page in (guide("README.md", language) for language in ("en", *TRANSLATED)):
        text = page.read_text("utf-8")
        assert with_strengths(text, table.stored) == text
        assert text.count(" wins -->") == 3  # of easy there is no level below
        assert text.count(" points -->") == 4


def test_other_weights_begin_anew(folder: Path, tmp_path: Path) -> None:
    """What was played with the weights before is shown with a star until then."""
    table = Table(folder, WEIGHTS_PATH)
    tally = tallied(match(*CLEAR), 2)
    tally.of = table.state(SERIES)
    table.stored[SERIES] = tally
    table.write()
    assert row(folder)[2] == "4"
    assert Table(folder, WEIGHTS_PATH).now()[SERIES].games == 4
    save_net(NOTHING, tmp_path / "others.npz")
    later = Table(folder, tmp_path / "others.npz")
    later.write()
    assert row(folder)[2] == "4\\*"
    assert later.now()[SERIES].games == 0


def test_limits_of_either_level_belong_to_a_series(folder: Path) -> None:
    state = Table(folder, WEIGHTS_PATH).state(below("hard", 4, everything=False))
    assert "hard: depth " in state
    assert "medium: depth " in state
    assert "seconds" not in state


def test_series_with_the_fewest_games_come_first() -> None:
    wanted = every_series()[:3]
    tallies = {
        series: Tally([], games=games) for series, games in zip(wanted, (8, 4, 6), strict=True)
    }
    assert fewest(tallies, wanted, 10, []) == wanted[1]
    assert fewest(tallies, wanted, 10, [wanted[1]]) == wanted[2]
    assert fewest(tallies, wanted, 7, [wanted[1], wanted[2]]) is None


def test_what_is_stored_is_what_was_played() -> None:
    """Times too, of a level at its own table."""
    for players in (1, 2):
        tally = tallied(match(*UNCLEAR), players)
        again = Tally.from_json(json.loads(json.dumps(tally.as_json())))
        if players == 1:
            assert again == tally
        assert again.sides[-1].points == tally.sides[-1].points
        assert again.ahead == tally.ahead
