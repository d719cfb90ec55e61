"""How long a season is said to take, against what is drawn."""

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.clocks import BankClock, DaysClock, LiveClock, NoClock, TimeRules
from bot.leagues.season_length import length_before, length_drawn, usual_turn
from bot.leagues.settings import WHOLE_ROUND, SeasonSettings
from bot.seasons.applying import apply, replay
from bot.seasons.drawing import draw
from bot.seasons.events import Created, Rules, SignedUp
from bot.text.seasons import length_lines
from bot.text.translation import translator


@settings(deadline=None, max_examples=25)
@given(
    st.integers(2, 40), st.integers(2, 5), st.sampled_from(["games", "rounds"]), st.integers(3, 9)
)
def test_what_is_announced_is_drawn(players: int, seats: int, form: str, size: int) -> None:
    """The games each are those that are drawn, whatever was chosen."""
    rules = Rules(
        seats=seats, form="games" if form == "games" else "rounds",
        games=None if form == "games" else 4, division_size=size, promoted=0, relegated=0,
    )  # fmt: skip
    wanted = SeasonSettings("Dry season", rules, at_once=2)
    announced = length_before(wanted, players)
    state = replay([Created("Dry season", rules), *map(SignedUp, range(players))])
    state = apply(state, draw(state, state.signed_up, seed=1))
    drawn = length_drawn(wanted, state)
    assert announced == drawn


def test_how_long_it_takes() -> None:
    rules = Rules(seats=4, games=7, division_size=8)
    season = SeasonSettings("Dry season", rules, time=TimeRules(DaysClock(1)), at_once=2)
    length = length_before(season, 8)
    assert (length.tables, length.most, length.at_once) == (14, 7, 2)
    assert length.turn == timedelta(hours=6)
    [line] = length_lines(translator("en"), length)
    assert line == "14 tables, 7 games each, 2 at once, about 3½ months if a turn takes 6 h."
    slow = SeasonSettings("Dry season", rules, time=TimeRules(DaysClock(3)), at_once=WHOLE_ROUND)
    line, warned = length_lines(translator("en"), length_before(slow, 8), 8)
    assert line.startswith("With 8 players: 14 tables, 7 games each, 1 at once, about ")
    assert "That is long" in warned


def test_how_long_a_turn_takes() -> None:
    assert usual_turn(NoClock()) == timedelta(hours=6)
    assert usual_turn(LiveClock(10)) == timedelta(minutes=5)
    assert usual_turn(DaysClock(2)) == timedelta(hours=12)
    assert usual_turn(BankClock(72, 12, 120)) == timedelta(hours=6)
