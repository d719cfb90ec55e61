"""How long a season takes at its clock, before the draw and after it."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from bot.clocks import BankClock, ClockRule, DaysClock, LiveClock
from bot.leagues.settings import WHOLE_ROUND, SeasonSettings
from bot.seasons.divisions import division_shapes
from bot.seasons.events import Rules
from bot.seasons.length import Length, length_of
from bot.seasons.schedules import Extent, extent_of_games, extent_of_rounds
from bot.seasons.season import Season


def length_before(settings: SeasonSettings, players: int) -> Length:
    """About how long a season takes with so many players, at least 2."""
    sizes = division_shapes(players, settings.rules)[0]
    return _length(settings, [_extent(settings.rules, size) for size in sizes])


def length_drawn(settings: SeasonSettings, state: Season) -> Length:
    """About how long a season takes as it is drawn."""
    if state.rules.form == "swiss":  # further rounds are drawn as it goes on
        sizes = [len(drawn.entries) for drawn in state.divisions]
        return _length(settings, [_extent(state.rules, size) for size in sizes])
    counts = Counter(
        drawn.division for number, drawn in state.tables.items() if number not in state.voided
    )
    extents = [
        Extent(counts[number], *state.games_each(number)) for number in range(len(state.divisions))
    ]
    return _length(settings, extents)


def _extent(rules: Rules, players: int) -> Extent:
    if rules.form == "games":
        return extent_of_games(players, rules.seats, rules.games)
    return extent_of_rounds(players, rules.seats, rules.games or 1)


def _length(settings: SeasonSettings, extents: Sequence[Extent]) -> Length:
    at_once = 1 if settings.at_once in (None, WHOLE_ROUND) else settings.at_once
    turn = usual_turn(settings.time.clock)
    return length_of(extents, settings.rules.seats, at_once or 1, turn)


def usual_turn(clock: ClockRule) -> timedelta:
    """How long a turn usually takes at a clock: a quarter of what a slow clock allows, half of what
    a live one does, and six hours without a clock."""
    match clock:
        case LiveClock(minutes):
            return timedelta(minutes=minutes) / 2
        case DaysClock(days):
            return timedelta(days=days) / 4
        case BankClock():
            return timedelta(hours=max(clock.increment, 4)) / 2
        case _:
            return timedelta(hours=6)
