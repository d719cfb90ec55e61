"""The table of figures: it grows, can be stopped, and says how many games are behind it."""

import json
from pathlib import Path
from statistics import mean

import pytest

from bot.ai.value.net import NOTHING, PATH, save
from tests.docs.guides import TRANSLATED, guide
from training.match.__main__ import main
from training.match.figures import Figure
from training.match.games import Played
from training.match.page import BEGIN, END, with_strengths, written
from training.match.series import Series, Sum, Tally, deal_played, every_series
from training.match.table import DOCS, Table, fewest

SERIES = Series("instant", "random", 4, everything=False)
PAGE = f"# Before\n\n{BEGIN}\n{END}\n\nAfter\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an empty page."""
    (tmp_path / "computers.md").write_text(PAGE, "utf-8")
    return tmp_path


def run(folder: Path, games: int = 4) -> None:
    """The command, for one series."""
    main(["--table", "--folder", str(folder), "--only", str(SERIES), "--games", str(games)])


def row(folder: Path) -> list[str]:
    """What the page says of the series."""
    text = (folder / "computers.md").read_text("utf-8").partition("Other yardsticks")[2]
    line = next(line for line in text.splitlines() if line.startswith("| instant |"))
    return [cell.strip() for cell in line.split("|")[1:-1]]


def test_every_level_on_every_number_of_seats() -> None:
    """Against the plain player and itself, base and all modules; and two other yardsticks."""
    series = every_series()
    assert len(set(series)) == len(series) == 4 * 4 * 2 * 2 + 4 * 2
    assert len({str(one) for one in series}) == len(series)
    assert Series("hard", "plain", 5, everything=False).modules == ("quick_actions",)


def test_a_deal_has_the_level_on_each_seat(tmp_path: Path) -> None:
    save(NOTHING, tmp_path / "nothing.npz")
    games = deal_played(SERIES._replace(seats=2), 0, str(tmp_path / "nothing.npz"))
    assert [game.first for game in games] == [(True, False), (False, True)]
    alone = deal_played(Series("instant", "itself", 2, False), 0, str(tmp_path / "nothing.npz"))
    assert [game.first for game in alone] == [(True, True)]


def test_results_stay_and_grow(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(folder)
    first = row(folder)
    assert first[4] == "4"
    assert first[1].startswith("100 % (")
    assert "Games behind these tables: 4." in (folder / "computers.md").read_text("utf-8")
    run(folder)
    assert row(folder) == first, "enough is enough"
    run(folder, games=5)
    assert row(folder)[4] == "8"
    assert json.loads((folder / "computers.json").read_text("utf-8"))[str(SERIES)]["deals"] == 2
    assert "8 games" in capsys.readouterr().out


def test_the_page_around_the_tables_is_left_alone(folder: Path) -> None:
    Table(folder, PATH).write()
    page = (folder / "computers.md").read_text("utf-8")
    assert page.startswith("# Before\n")
    assert page.endswith(f"{END}\n\nAfter\n")
    assert written(page, {}, set()) == page
    with pytest.raises(ValueError, match="has no"):
        written("nothing", {}, set())


def test_the_strengths_of_levels_in_pages(folder: Path) -> None:
    """Beside the comments for them, in README and its translations; what was not played stays."""
    docs = folder / "docs"
    (docs / "de").mkdir(parents=True)
    (docs / "computers.md").write_text(PAGE, "utf-8")
    line = "| {} %<!-- hard wins --> | {}<!-- hard points --> | 7 %<!-- easy wins --> | 12 % |"
    pages = (folder / "README.md", docs / "de" / "README.md")
    for page in pages:
        page.write_text(line.format("–", "–"), "utf-8")
    table = Table(docs, PATH)
    hard = Series("hard", "plain", 4, everything=False)
    table.stored[hard] = Tally(table.state(hard))
    for points, share in (((90, 40), 1), ((80, 50), 1), ((60, 61), 0)):
        table.stored[hard].add([played(points, share)])
    table.write()
    assert {page.read_text("utf-8") for page in pages} == {line.format("67", "77")}


def test_pages_tell_the_figures_there_are() -> None:
    """As after the command: nobody has changed one of them by hand."""
    table = Table(DOCS, PATH)
    for page in (guide("README.md", language) for language in ("en", *TRANSLATED)):
        text = page.read_text("utf-8")
        assert with_strengths(text, table.stored) == text
        assert text.count(" wins -->") == text.count(" points -->") == 4


def test_other_weights_begin_anew(folder: Path, tmp_path: Path) -> None:
    """What was played with the weights before is shown with a star until then."""
    table = Table(folder, PATH)
    tally = Tally(table.state(SERIES))
    tally.add([played((50, 40), 1), played((50, 40), 1)])
    table.stored[SERIES] = tally
    table.write()
    assert row(folder)[4] == "2"
    assert Table(folder, PATH).now()[SERIES] == tally
    save(NOTHING, tmp_path / "others.npz")
    later = Table(folder, tmp_path / "others.npz")
    later.write()
    assert row(folder)[4] == "2\\*"
    assert later.now()[SERIES].games == 0


def test_series_with_the_fewest_games_come_first() -> None:
    wanted = every_series()[:3]
    tallies = {
        series: Tally("", games=games) for series, games in zip(wanted, (8, 4, 6), strict=True)
    }
    assert fewest(tallies, wanted, 10, []) == wanted[1]
    assert fewest(tallies, wanted, 10, [wanted[1]]) == wanted[2]
    assert fewest(tallies, wanted, 7, [wanted[1], wanted[2]]) is None


def played(points: tuple[float, ...], share: float) -> Played:
    return Played((True, False), points, share, ((0.0012, 0.0349), (0.005,)), 0)


def test_sums_say_what_measurements_do() -> None:
    numbers = [61.5, 40.25, 77.0, 58.0]
    added = Sum()
    added.add(numbers)
    assert added.figure.mean == mean(numbers)
    assert added.figure.around == pytest.approx(Figure.of(numbers).around)


def test_a_tally_by_hand() -> None:
    tally = Tally("")
    tally.add([played((60, 50), 1), played((40, 70), 0)])
    assert (tally.games, tally.deals) == (2, 1)
    assert tally.share[0] == 50
    assert tally.own.figure.mean == 50
    assert tally.winning.figure.mean == 65
    assert tally.times == {"1.2": 2, "35": 2}
    assert (tally.time(0.5), tally.time(0.99), tally.worst) == (1.2, 35, 34.9)
    assert Tally.from_json(json.loads(json.dumps(tally.as_json()))) == tally
