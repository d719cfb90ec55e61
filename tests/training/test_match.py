"""Matches between computers: their figures, series that can be stopped, and their pages."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.ai.limits import LEVELS, Level
from bot.ai.players import STYLES
from bot.ai.value import NOTHING, WEIGHTS_PATH, save_net
from bot.engine import Game
from bot.engine.game_facts import points_history
from tests.ai.planning import turns_of_games
from tests.docs.guides import TRANSLATED, guide
from training.match.__main__ import main
from training.match.figures import Sum, Tally, between, errors, tallied
from training.match.games import Deal, Played, Seated, deal_played, play, rotations
from training.match.page import BEGIN, END, with_strengths, written
from training.match.players import Asked, player, thinking
from training.match.series import Series, below, every_series, itself, together
from training.match.table import DOCS, Table, fewest


def seat(player: int, points: float, first: float) -> Seated:
    """A seat that took two turns, of 1 ms and of 2 ms."""
    return Seated(player, points, first, 0.0, 0, 0, 0, 0, (0.001, 0.002))


def against(own: float, other: float, deal: str) -> Played:
    """A game between two players with these points."""
    first = (1 + (own > other) - (own < other)) / 2
    return Played(deal, (seat(0, own, first), seat(1, other, 1 - first)))


def match(*deals: Sequence[tuple[float, float]]) -> list[Played]:
    """Games between two players: by deal, the points of both in each game."""
    return [
        against(own, other, str(deal)) for deal, games in enumerate(deals) for own, other in games
    ]


def alone(deal: str, **measured: float) -> Played:
    """A game of one seat, in which these things were measured."""
    return Played(deal, (replace(seat(0, 60, 1), **measured),))


# --- Matches: seats in rotation, games counted as they ended, and figures by hand -----------------

LEVEL = "instant"


def test_every_seat_on_every_deal() -> None:
    assert list(rotations((0, 1, 1))) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    half = list(rotations((0, 0, 1, 1)))
    assert [sum(seating[seat] for seating in half) for seat in range(4)] == [2, 2, 2, 2]


def hasty(asked: Asked) -> tuple[str, ...]:
    """Any answer, but two days of the calendar whenever they are offered."""
    return (asked.legal[-1] if asked.kind == "calendar" else player("random", "1")(asked)[0],)


def test_a_game_is_counted_as_it_ended() -> None:
    """As its log tells when it is played again."""
    game = Game.new(3, seed=2)
    played = play(game, [player(LEVEL), hasty], (1, 0, 1), "2")
    assert [one.player for one in played.seats] == [1, 0, 1]
    record = game.record()
    history = points_history(record["setup"], record["actions"])
    answers = Counter((seat, action) for seat, action in record["actions"])
    for seat, (one, told) in enumerate(zip(played.seats, history.seats, strict=True)):
        assert 4 * one.points == told.points4
        assert one.first == (told.place == 1)
        assert 4 * one.hunger == dict(told.sources).get("hunger", 0)
        assert one.begged == answers[seat, "beg"]
        assert one.double_days == answers[seat, "advance 2"]
        assert one.technology == sum(game.position()["players"][seat]["technologies"].values())
        assert len(one.seconds) > 20
        assert one.illegal == 0
    for what in ("hunger", "begged", "double_days", "technology"):
        assert any(getattr(one, what) for one in played.seats), what


def test_illegal_answers_are_counted_and_the_game_goes_on() -> None:
    def wrong(asked: Asked) -> tuple[str, ...]:
        return ("fly away",)

    played = play(Game.new(2, seed=1), [wrong, player(LEVEL)], (0, 1), "1")
    assert played.seats[0].illegal > 20
    assert (played.seats[0].first, played.seats[1].illegal) == (0, 0)


def test_all_seatings_of_a_deal_are_played_on_it() -> None:
    first, second = deal_played(Deal(("random", LEVEL), (), "7", ((0, 1), (1, 0))))
    assert first.deal == second.deal == "7"
    assert [[one.player for one in game.seats] for game in (first, second)] == [[0, 1], [1, 0]]


def test_figures_by_hand() -> None:
    tally = tallied(match([(60, 50), (40, 70)], [(50, 50), (66, 50)]), 2)
    assert (tally.games, tally.deals) == (4, 2)
    assert tally.firsts()[0] == 62.5
    assert tally.firsts(1)[0] == 37.5
    assert [side.points.mean for side in tally.sides] == [54, 55]
    assert tally.ahead.mean == -1
    assert tally.winning.mean == 61.5
    assert [tally.sides[0].time(share) for share in (0.5, 1)] == pytest.approx([1, 2], rel=0.05)
    played = [alone("1", hunger=-6, begged=2), alone("1", technology=5), alone("2", double_days=1)]
    [side] = tallied(played, 1).sides
    assert side.hunger.mean == -1.5
    assert side.begged.mean == 0.5
    assert side.technology.mean == 1.25
    assert side.double_days.mean == 0.5


def test_games_on_one_deal_are_one_measurement() -> None:
    """Points: the interval of the means of four deals, 8, 12, 4 and 8, by Student's factor 3.18."""
    deals = ([(60, 50), (56, 50)], [(62, 50)] * 2, [(50, 50), (58, 50)], [(58, 50)] * 2)
    ahead = tallied(match(*deals), 2).ahead
    assert ahead.mean == 8
    assert ahead.around == pytest.approx(3.18 * (32 / 3) ** 0.5 / 2, rel=0.01)
    assert tallied(match(*(games * 2 for games in deals)), 2).ahead == ahead
    alone = [[game] for games in deals for game in games]
    assert tallied(match(*alone), 2).ahead.around < 0.8 * ahead.around


def test_wins_on_one_deal_are_one_measurement() -> None:
    """Firsts: a deal won in all its games says as much as one game, not as four."""
    won, lost = [(60, 50)] * 4, [(50, 60)] * 4
    share, low, high = tallied(match(*[won, lost] * 20), 2).firsts()
    assert share == 50
    assert (low, high) == pytest.approx((35, 65), abs=1)  # 160 games alone: 42 to 58
    mixed = tallied(match(*[[(60, 50), (50, 60)] * 2] * 40), 2).firsts()
    assert mixed == pytest.approx((50, 42, 58), abs=1)  # at most as many as were played


def test_few_deals_say_little() -> None:
    """Wilson's interval for as many games as there are deals, where all ended alike; wider than his
    by Student's factor. None for fewer than three deals."""
    assert tallied(match(*[[(60, 50)] * 4] * 75), 2).firsts() == pytest.approx(
        (100, 95, 100), abs=0.2
    )
    assert tallied(match(*[[(60, 50)] * 4] * 4), 2).firsts()[1] == pytest.approx(28, abs=1)
    two = tallied(match([(60, 50)] * 4, [(60, 51)] * 4), 2)
    assert two.firsts() == (100, 0, 100)
    assert str(two.ahead) == "9.5"
    assert between(Sum(), 0) == (0, 100)


def test_how_sure_a_mean_is() -> None:
    """As in tables of Student's distribution."""
    assert [errors(count) for count in (4, 10, 100)] == pytest.approx([3.18, 2.26, 1.98], abs=0.03)
    four = Sum()
    for number in (1.0, 2.0, 3.0, 4.0):
        four.add(number)
    assert four.figure.around == pytest.approx(3.18 * 1.29 / 2, abs=0.03)


def test_names_of_players() -> None:
    for name in ("nobody", "hard/sailor"):
        with pytest.raises(ValueError, match=name):
            player(name)
    assert thinking("instant", NOTHING)


def test_another_style_on_each_seat() -> None:
    whole = player("instant/styles")
    styles = [player(f"instant/{style}") for style in STYLES]
    for game, seat in turns_of_games(3, (), seed=4, every=10):
        asked = Asked(game.snapshot(), seat, "turn", game.legal(seat))
        assert whole(asked) == styles[seat](asked)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    main([LEVEL, "random", "--seats", "2", "--games", "5"])
    outcome, figures, own, other = capsys.readouterr().out.splitlines()
    assert outcome.startswith(f"{LEVEL} against random: 6 games on 3 deals")
    assert figures.startswith("firsts 100 % (")
    assert ", ahead " in figures
    assert " ± " in figures
    for line, name in ((own, LEVEL), (other, "random")):
        assert line.startswith(f"{name}: points ")
        for what in ("hunger −", "begged", "technology levels", "double advances", "99th"):
            assert what in line
        assert line.endswith("illegal answers 0")


# --- The ladder of levels -------------------------------------------------------------------------
# Fair series, results that grow and can be stopped, and pages with marks.

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


MEDIUM = LEVELS["medium"]
HASTY = replace(MEDIUM, depth=1, width=1, evaluations=100)


@pytest.mark.parametrize(
    "medium",
    [
        pytest.param(HASTY, id="hasty", marks=pytest.mark.short),
        pytest.param(MEDIUM, id="as it plays", marks=pytest.mark.long),
    ],
)
def test_results_stay_and_grow(
    medium: Level,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(LEVELS, "medium", medium)
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
    pages = {folder / "README.md": "–", docs / "de" / "README.md": "1 %"}
    for page, before in pages.items():
        page.write_text(line.format(before, "–"), "utf-8")
    table = Table(docs, WEIGHTS_PATH)
    table.stored[itself("hard", 4, everything=False)] = tallied(match([(77.4, 60)]), 1)
    for deals, shown in ((CLEAR, "100 %"), (UNCLEAR, "75 %†"), (CLEAR, "100 %")):
        table.stored[below("hard", 4, everything=False)] = tallied(match(*deals), 2)
        table.write()
        english, german = (page.read_text("utf-8") for page in pages)
        assert english == line.format(shown.replace(" ", ""), "77")
        assert german == line.format(shown, "77")


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
