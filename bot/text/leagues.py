"""Words about leagues: phases, forms, points schemes, places, the end of a season."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from bot.seasons.events import Rules
from bot.seasons.forecast import Forecast
from bot.seasons.points import UNIT, PointsScheme
from bot.seasons.season import Season
from bot.text.formats import listed
from bot.text.hours import moment
from bot.text.seasons import (
    division_name,
    end_words,
    sign_up_words,
    start_words,
)
from bot.text.standings import league_points
from bot.text.translation import C_, N_, Translations

# Translators, for each: what a season is doing; stands alone, behind its name
_PHASES: Mapping[str, str] = {
    "sign-up": C_("season", "open for sign-up"),
    "running": C_("season", "being played"),
    "finished": C_("season", "over"),
    "cancelled": C_("season", "cancelled"),
}
_FORMS: Mapping[str, str] = {
    "games": N_("Everybody meets everybody; tables open as soon as their players are free."),
    "rounds": N_("Everybody meets everybody, round by round."),
    "swiss": N_("Swiss rounds: players with equal scores meet."),
}
_SCHEMES: Mapping[str, str] = {
    # Translators: option of a menu, at most 100 characters, and a line of the rules; {points} are
    # numbers: "6, 4, 2 and 0"
    "beaten": N_("League points by place: {points}, two for everybody below you"),
    # Translators: option of a menu, at most 100 characters, and a line of the rules
    "wins": N_("One league point for a win and nothing else"),
}
"""Schemes that a sentence of their own tells better than their numbers."""
# Translators, for each: what a table of a season is doing; behind its players
_STATUSES: Mapping[str, str] = {
    "waiting": C_("table", "waiting for its players"),
    "playing": C_("table", "being played"),
    "voided": C_("table", "does not count"),
    "lobby": C_("table", "has not begun"),
    "finished": C_("table", "is over"),
    "abandoned": C_("table", "ended without a result"),
}


def phase_name(t: Translations, phase: str) -> str:
    """Name the phase of a season: "being played"."""
    return t.pgettext("season", _PHASES[phase])


def season_title(t: Translations, number: int, league: str, phase: str) -> str:
    """Write "Season 2 of Jungle · being played"; `league` is its name as it shall be printed."""
    # Translators: {league} is the name of the league, as people have typed it
    title = t.gettext("Season {n} of {league}").format(n=number, league=league)
    return f"{title} · {phase_name(t, phase)}"


def table_name(t: Translations, number: int) -> str:
    """Name a table: "Table 3"."""
    # Translators: name of a table of a season, as in “Table 3”; also the name of its thread
    return t.gettext("Table {n}").format(n=number)


def seats_words(t: Translations, seats: int) -> str:
    """Tell the number of seats: "Tables of 4 seats"."""
    # Translators: {n} is 2 to 5
    return t.ngettext("Tables of {n} seat", "Tables of {n} seats", seats).format(n=seats)


def status_name(t: Translations, status: str) -> str:
    """Name the state of a table."""
    return t.pgettext("table", _STATUSES[status])


def form_words(t: Translations, form: str, games: int | None) -> str:
    """Explain the form of a season, in one or two sentences."""
    words = t.gettext(_FORMS[form])
    if games is None:
        return words
    if form == "games":
        # Translators: how many games everybody plays; a sentence behind another one
        number = t.ngettext("{n} game each.", "{n} games each.", games)
    else:
        # Translators: how many rounds a season has; a sentence behind another one
        number = t.ngettext("{n} round.", "{n} rounds.", games)
    return f"{words} {number.format(n=games)}"


def scheme_name(t: Translations, scheme: PointsScheme, seats: int) -> str:
    """Name a points scheme by its numbers by place at tables of this size: "10 · 6 · 3 · 1"."""
    if scheme.share:
        # Translators: option of a menu, at most 80 characters: a scheme of league points in which
        # everybody gets a share of them by the points at the table; noun
        return t.gettext("Share of the points")
    return " · ".join(_by_place(t, scheme, seats))


def scheme_words(t: Translations, scheme: PointsScheme, seats: int) -> str:
    """Explain a points scheme at tables of this size: "League points by place: 10, 6, 3 and 1"."""
    if scheme.name in _SCHEMES:
        template = t.gettext(_SCHEMES[scheme.name])
    elif scheme.share:
        # Translators: option of a menu, at most 100 characters, and a line of the rules; {share} is
        # a number
        template = t.gettext(
            "League points by your share of the table's points; an average share gives {share}"
        )
    elif scheme.ratio == UNIT:
        # Translators: option of a menu, at most 100 characters, and a line of the rules; {points}
        # are numbers: "6, 4, 2 and 0"
        template = t.gettext(
            "League points by place: {points}, plus up to 1 more, the closer to the winner's score"
        )
    elif scheme.ratio:
        # Translators: option of a menu, at most 100 characters, and a line of the rules; {points}
        # are numbers: "6, 4, 2 and 0"; {ratio} is a number from 2
        template = t.gettext(
            "League points by place: {points}, plus up to {ratio} more, the closer to the "
            "winner's score"
        )
    else:
        # Translators: option of a menu, at most 100 characters, and a line of the rules; {points}
        # are numbers: "6, 4, 2 and 0"
        template = t.gettext("League points by place: {points}")
    return template.format(
        points=listed(t, _by_place(t, scheme, seats)),
        share=league_points(t, scheme.share),
        ratio=league_points(t, scheme.ratio),
    )


def _by_place(t: Translations, scheme: PointsScheme, seats: int) -> list[str]:
    return [league_points(t, units) for units in scheme.places[seats]]


def divisions_words(t: Translations, rules: Rules) -> str:
    """Tell the size of divisions, and their arrangement."""
    if rules.pyramid:
        words = t.ngettext(
            "A pyramid of 1, 2, 4… divisions of about {n} player.",
            "A pyramid of 1, 2, 4… divisions of about {n} players.",
            rules.division_size,
        )
    else:
        words = t.ngettext(
            "Divisions of about {n} player.", "Divisions of about {n} players.", rules.division_size
        )
    return words.format(n=rules.division_size)


def moves_words(t: Translations, promoted: int, relegated: int) -> str:
    """Tell how many are promoted and relegated at the end of a season."""
    if not promoted and not relegated:
        return t.gettext("Everybody stays in their division at the end.")
    # Translators: item of a list: goes to a higher division
    up = t.ngettext("{n} player goes up", "{n} players go up", promoted).format(n=promoted)
    # Translators: item of a list: goes to a lower division
    down = t.ngettext("{n} player goes down", "{n} players go down", relegated).format(n=relegated)
    # Translators: {up} is "2 players go up", {down} "1 player goes down"; from each division at the
    # end of a season
    return t.gettext("At the end, in each division: {up}, {down}.").format(up=up, down=down)


def round_days_words(t: Translations, days: int) -> str:
    """Tell the days for finishing a table, and what happens after them."""
    words = t.ngettext(
        "A table must be finished {n} day after it opens; then the moderators decide.",
        "A table must be finished {n} days after it opens; then the moderators decide.",
        days,
    )
    return words.format(n=days)


def at_once_words(t: Translations, at_once: int) -> str:
    """Tell at how many tables a person plays at a time; 0 for all of a round."""
    if not at_once:
        # Translators: option of a menu, at most 80 characters, and a line of the rules; how many
        # tables of a season one plays at a time
        return t.gettext("All tables of a round at once")
    # Translators: option of a menu, at most 80 characters, and a line of the rules; how many tables
    # of a season one plays at a time
    words = t.ngettext("One table at a time", "Up to {n} tables at once", at_once)
    return words.format(n=at_once)


def forecast_words(t: Translations, found: Forecast, at_once: int, turn: timedelta | None) -> str:
    """Tell what a season asks of its players: "14 tables · 7 games each · Up to 2 tables at once ·
    about 3½ months at 6 h a turn". `at_once` is 0 for all tables of a round, `turn` the time that a
    turn takes."""
    games = str(found.most) if found.fewest == found.most else f"{found.fewest}–{found.most}"
    parts = [
        # Translators: how many tables a division has; item of a list
        t.ngettext("{n} table", "{n} tables", found.tables).format(n=found.tables),
        # Translators: how many games everybody plays; {n} is a number or a range, such as "4–5"
        t.ngettext("{n} game each", "{n} games each", found.most).format(n=games),
        at_once_words(t, at_once),
    ]
    if found.takes is not None and turn is not None:
        # Translators: how long a season takes; {time} is such as "3½ months", {hours} a number
        words = t.ngettext(
            "about {time} at {hours} hour a turn", "about {time} at {hours} hours a turn",
            turn // timedelta(hours=1),
        )  # fmt: skip
        parts.append(
            words.format(time=_long_time(t, found.takes), hours=turn // timedelta(hours=1))
        )
    return " · ".join(parts)


def too_long_words(t: Translations) -> str:
    """Warn of a season that takes more than half a year."""
    return "⚠️ " + t.gettext(
        "That is more than half a year: choose fewer games, smaller divisions, more tables at once "
        "or a faster clock."
    )


def _long_time(t: Translations, takes: timedelta) -> str:
    """Write a duration in days, from two weeks in weeks, from two months in months and halves."""
    days = max(1, round(takes / timedelta(days=1)))
    if days < 14:
        # Translators: how long something takes, behind “about”
        return t.ngettext("{n} day", "{n} days", days).format(n=days)
    if days < 61:
        weeks = round(days / 7)
        # Translators: how long something takes, behind “about”
        return t.ngettext("{n} week", "{n} weeks", weeks).format(n=weeks)
    halves = round(2 * days * 12 / 365.25)
    # Translators: how long something takes, behind “about”; {n} is from 2, perhaps with a half:
    # "3½"
    words = t.ngettext("{n} month", "{n} months", -(-halves // 2))
    return words.format(n=f"{halves // 2}{'½' if halves % 2 else ''}")


def dates_line(
    t: Translations, sign_up_until: datetime | None, starts: datetime | None, ends: datetime | None
) -> str:
    """Tell the dates of a season; empty for none."""
    found = []
    if sign_up_until:
        found.append(f"{sign_up_words(t, sign_up_until)} ({moment(sign_up_until)})")
    if starts:
        found.append(start_words(t, starts))
    if ends:
        found.append(end_words(t, ends))
    return " · ".join(found)


def tables_over(t: Translations, finished: int, tables: int) -> str:
    """Tell the progress of a division: "Tables over: 12 of 30"."""
    # Translators: how far a season is. Neither number may bend a word: both can be 1
    return t.gettext("Tables over: {finished} of {all}").format(finished=finished, all=tables)


# --- taking part ---------------------------------------------------------------------------------


def late_entry_words(t: Translations, division: int) -> str:
    """Explain what entering a season late means."""
    # Translators: {division} is the name of a division, such as "Division 2"
    return t.gettext(
        "The season is already being played, but you can join {division} late: more tables are "
        "drawn for you and opponents there. You start with no points."
    ).format(division=division_name(t, division))


def signed_up_words(t: Translations, state: Season, person: int) -> str:
    """Confirm a sign-up, or tell the place on the waiting list."""
    if person not in state.waiting:
        return t.gettext("You have signed up.")
    return t.gettext(
        "All places are taken: you are number {n} on the waiting list and move up when somebody "
        "withdraws. Anybody still waiting at the draw becomes a substitute."
    ).format(n=state.waiting.index(person) + 1)


def gone_lines(t: Translations, names: Sequence[str]) -> list[str]:
    """Tell moderators who has signed up but left the server since; nothing for nobody."""
    if not names:
        return []
    # Translators: on the page of moderators, before a season is drawn; {names} are people
    words = t.ngettext(
        "⚠️ {names} has left this server, but is still signed up.",
        "⚠️ {names} have left this server, but are still signed up.",
        len(names),
    )
    return [words.format(names=listed(t, names))]


def late_games_lines(t: Translations, state: Season, division: int) -> list[str]:
    """Tell the games of everybody in a division, and the effect on the standings, if their numbers
    differ."""
    fewest, most = state.games_each(division)
    if fewest == most:
        return []
    # Translators: {division} is the name of a division, such as "Division 2"; {fewest} and {most}
    # are numbers
    games = t.ngettext(
        "Then people in {division} have {fewest} to {most} games each.",
        "Then people in {division} have {fewest} to {most} games each.",
        most,
    ).format(division=division_name(t, division), fewest=fewest, most=most)
    if state.ranked_by_sum:
        ranked = t.gettext(
            "The standings add up league points, so people who play more games can earn more."
        )
    else:
        ranked = t.gettext("The standings do not add up points, so this is fair.")
    return [games, ranked]


def entered_words(t: Translations, division: int, tables: int) -> str:
    """Tell a late entry's person the division and the number of tables."""
    # Translators: {division} is the name of a division, such as "Division 2"
    return t.ngettext(
        "You are in {division}, with {n} table.", "You are in {division}, with {n} tables.", tables
    ).format(division=division_name(t, division), n=tables)


def giving_up_lines(t: Translations, tables: int) -> list[str]:
    """Explain the consequences of giving a season up, with so many tables that are not over."""
    # Translators: heading: leave a season that is being played
    lines = [t.gettext("**Leave the season?**")]
    if tables:
        words = t.ngettext(
            "A computer takes over your {n} open table unless the moderators find a substitute.",
            "Computers take over your {n} open tables unless the moderators find a substitute.",
            tables,
        )
        lines.append(words.format(n=tables))
    return [
        *lines,
        t.gettext(
            "Your finished games stay on your card. If somebody takes over a seat, its points "
            "are split by the turns each of you played."
        ),
        t.gettext("You rank below everybody who plays on, and you leave the divisions."),
    ]


def given_up_words(t: Translations) -> str:
    """Confirm that a person has given a season up."""
    return t.gettext("You have left the season; a moderator can bring you back.")
