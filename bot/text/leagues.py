"""Words about leagues: phases, forms, points schemes, the end of a season; places, promotion,
results of tables, a person's card, two people against each other, the archive; and what stands on
the web pages of leagues alone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from bot.refusal import P_
from bot.seasons.drawing import Forecast
from bot.seasons.events import Rules
from bot.seasons.results import UNIT, Line, PointsScheme, Result
from bot.seasons.season import Season
from bot.text.names import PLAYERS, UNOFFICIAL, points
from bot.text.seasons import division_name, end_words, sign_up_words, start_words
from bot.text.standings import how_words, league_points, reached, uncounted
from bot.text.translation import C_, N_, Translations, listed, moment

# Translators, for each: what a season is doing; stands alone, behind its name
_PHASES: Mapping[str, str] = {
    "sign-up": C_("season", "open for sign-up"),
    "running": C_("season", "in play"),
    "finished": C_("season", "finished"),
    "cancelled": C_("season", "cancelled"),
}
_SCHEMES: Mapping[str, str] = {
    # Translators: option of a menu, at most 100 characters, and a line of the rules; {points} are
    # numbers: "6, 4, 2 and 0"
    "beaten": N_("League points by place: {points} (two for each player below you)"),
    # Translators: option of a menu, at most 100 characters, and a line of the rules
    "wins": N_("One league point for a win, none for any other place"),
}
"""Schemes that a sentence of their own tells better than their numbers."""
# Translators, for each: what a table of a season is doing; behind its players
_STATUSES: Mapping[str, str] = {
    "waiting": C_("table", "waiting for its players"),
    "playing": C_("table", "in play"),
    "voided": C_("table", "not counted"),
    "lobby": C_("table", "not started yet"),
    "finished": C_("table", "finished"),
    "abandoned": C_("table", "no result"),
}


def phase_name(t: Translations, phase: str) -> str:
    """Name the phase of a season: "being played"."""
    return t.pgettext("season", _PHASES[phase])


def season_title(t: Translations, number: int, league: str, phase: str) -> str:
    """Write "Season 2 of Jungle · being played"; `league` is its name as it shall be printed."""
    # Translators: {league} is the name of the league, as people have typed it
    title = t.gettext("Season {n} of {league}").format(n=number, league=league)
    return f"{title} · {phase_name(t, phase)}"


# Translators: name of a table of a season, as in “Table 3”; also the name of its thread
TABLE = N_("Table {n}")


# Translators: {n} is 2 to 5
TABLES_OF_SEATS = P_("Tables of {n} seat", "Tables of {n} seats")


def status_name(t: Translations, status: str) -> str:
    """Name the state of a table."""
    return t.pgettext("table", _STATUSES[status])


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
            "League points by place: {points}, plus up to 1 for a score close to the winner's"
        )
    elif scheme.ratio:
        # Translators: option of a menu, at most 100 characters, and a line of the rules; {points}
        # are numbers: "6, 4, 2 and 0"; {ratio} is a number from 2
        template = t.gettext(
            "League points by place: {points}, plus up to {ratio} for a score close to the winner's"
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
            "A pyramid: 1, 2, 4… divisions per level, with about {n} player each.",
            "A pyramid: 1, 2, 4… divisions per level, with about {n} players each.",
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
        return t.gettext("Everybody stays in their division at the end of the season.")
    # Translators: item of a list: goes to a higher division
    up = t.ngettext("{n} player goes up", "{n} players go up", promoted).format(n=promoted)
    # Translators: item of a list: goes to a lower division
    down = t.ngettext("{n} player goes down", "{n} players go down", relegated).format(n=relegated)
    # Translators: {up} is "2 players go up", {down} "1 player goes down"; from each division at the
    # end of a season
    return t.gettext("At the end of the season, {up} and {down} from each division.").format(
        up=up, down=down
    )


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


def forecast_words(
    t: Translations, found: Forecast, at_once: int | None, turn: timedelta | None
) -> str:
    """Tell what a season asks of its players: "14 tables · 7 games each · Up to 2 tables at once ·
    about 3½ months at 6 h a turn". `at_once` is 0 for all tables of a round, None in a cup; `turn`
    the time that a turn takes."""
    games = str(found.most) if found.fewest == found.most else f"{found.fewest}–{found.most}"
    parts = [
        # Translators: how many tables a division has; item of a list
        t.ngettext("{n} table", "{n} tables", found.tables).format(n=found.tables),
        # Translators: how many games everybody plays; {n} is a number or a range, such as "4–5"
        t.ngettext("{n} game each", "{n} games each", found.most).format(n=games),
        *([] if at_once is None else [at_once_words(t, at_once)]),
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


TOO_LONG = N_(
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


# Translators: how far a season is. Neither number may bend a word: both can be 1
TABLES_OVER = N_("Tables finished: {finished} of {all}")


# --- taking part ---------------------------------------------------------------------------------


# Translators: {division} is the name of a division, such as "Division 2"
LATE_ENTRY = N_(
    "The season has already begun, but you can still join {division}: I will draw more tables "
    "there for you and other players. You start with no points."
)


SIGNED_UP = N_("You have signed up.")
WAITING_LIST = N_(
    "All places are taken: you are number {n} on the waiting list and move up when somebody "
    "withdraws. Anybody still waiting at the draw becomes a substitute."
)


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
    """Tell how many games people in a division have, and the effect on the standings; nothing if
    all have as many."""
    fewest, most = state.games_each(division)
    if fewest == most:
        return []
    # Translators: {division} is the name of a division, such as "Division 2"; {fewest} and {most}
    # are numbers
    games = t.ngettext(
        "After that, players in {division} will have {fewest} to {most} games each.",
        "After that, players in {division} will have {fewest} to {most} games each.",
        most,
    ).format(division=division_name(t, division), fewest=fewest, most=most)
    return [
        games,
        t.gettext(
            "The standings add up league points, so people who play more games can earn more."
        ),
    ]


# Translators: {division} is the name of a division, such as "Division 2"
ENTERED_IN = P_(
    "You are in {division} and play at {n} table.", "You are in {division} and play at {n} tables."
)


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
            "Your points stay on your card, unless somebody takes over your seat, in which "
            "case that person gets them."
        ),
        t.gettext(
            "You will rank below everybody who plays on, and you will lose your place in the "
            "divisions."
        ),
    ]


HAS_LEFT = N_("You have left the season; a moderator can bring you back.")


_GOES: Mapping[tuple[str, bool], str] = {
    # Translators: where a place in the standings leads, with its arrow; verb; behind a player's
    # name; to a higher division
    ("up", True): N_("▲ goes up"),
    # Translators: where a place in the standings leads, with its arrow; verb; behind a player's
    # name; to a higher division if the season ended now
    ("up", False): N_("▲ would go up"),
    # Translators: where a place in the standings leads, with its arrow; verb; behind a player's
    # name; to a lower division
    ("down", True): N_("▼ goes down"),
    # Translators: where a place in the standings leads, with its arrow; verb; behind a player's
    # name; to a lower division if the season ended now
    ("down", False): N_("▼ would go down"),
    # Translators: where a place in the standings leads: in its division; verb; behind a player's
    # name
    ("stays", True): N_("stays"),
}


def goes_words(t: Translations, direction: str, certain: bool) -> str:
    """Tell, with an arrow, whether a place goes up or down; that it stays only where that is
    certain, else nothing."""
    template = _GOES.get((direction, certain))
    return t.gettext(template) if template else ""


def wins_words(t: Translations, units: int) -> str:
    """Write wins, in `results.UNIT`: "3 wins", "2.5 wins", as a shared one counts in part."""
    # Translators: {n} is a number that may have a part: "2.5"
    return t.ngettext("{n} win", "{n} wins", _counted(units)).format(n=league_points(t, units))


def league_points_words(t: Translations, units: int) -> str:
    """Write league points: "34.5 points". `units` are in `results.UNIT`."""
    # Translators: {n} is a number that may have a part: "34.5", "55½"
    return t.ngettext("{n} point", "{n} points", _counted(units)).format(n=league_points(t, units))


def _counted(units: int) -> int:
    """The number that decides between singular and plural; a fraction counts as two."""
    return 2 if units % UNIT else abs(units) // UNIT


# --- results and records -------------------------------------------------------------------------


# Translators: one place of a result or of the standings: "1. Ada 62"; {points} is a number, or
# the word for a forfeit
PLACE = N_("{place}. {name} {points}")


def result_words(t: Translations, result: Result, names: Sequence[str]) -> str:
    """Write a result by place, and its source: "1. Ada 62 · 2. Ben 55½ · played elsewhere"; also
    which seats earn nothing, as a computer took too many of their turns. The names are by seat, as
    they are to be printed."""
    by_place = sorted(zip(result.lines, names, strict=True), key=lambda seat: seat[0].place)
    told = [
        t.say(
            PLACE,
            place=line.place,
            name=name,
            points=reached(t, line.points4, forfeited=line.forfeited),
        )
        + (f" ({why})" if (why := uncounted(t, line)) else "")
        for line, name in by_place
    ]
    if result.how != "forfeit":  # its seat says so
        told.append(how_words(t, result.how))
    return " · ".join(one for one in told if one)


def seated_names(
    t: Translations, people: Iterable[int | None], name_of: Callable[[int], str]
) -> list[str]:
    """Name who sits at a table; None is a computer."""
    # Translators: who sits in a seat; in lists of names, as subject and behind an arrow; never
    # behind a preposition
    computer = t.gettext("a computer")
    return [computer if one is None else name_of(one) for one in people]


# Translators: {season} is the name of a season, {division} “Division 2” or “Division 2, level
# 2”
STANDS = N_("{season}: {division}, place {place}")


# Translators: {seasons} are names of seasons
SEASONS_WON = N_("🏆 Seasons won: {seasons}")


def played_line(t: Translations, season: str, result: Result, line: Line) -> str:
    """Tell a finished table: "Rainy season, table 5: place 2 of 4 with 55½ points"."""
    if line.forfeited:
        # Translators: a result on a person's card; {season} is the name of a season
        words = t.gettext("{season}, table {n}: lost by forfeit")
        return words.format(season=season, n=result.table)
    # Translators: a result on a person's card; {season} is the name of a season, {points} are “55½
    # points”
    told = t.gettext("{season}, table {n}: place {place} of {all}, {points}").format(
        season=season, n=result.table, place=line.place, all=len(result.lines),
        points=points(t, line.points4),
    )  # fmt: skip
    how = how_words(t, result.how)
    return f"{told} · {how}" if how else told


def season_line(
    t: Translations, number: int, name: str, phase: str, champions: Sequence[str], players: int
) -> str:
    """Tell a season in the archive with its champions, or with its phase."""
    # Translators: a season in the archive: its number and its name
    named = t.gettext("{n}. {name}").format(n=number, name=f"**{name}**")
    if not champions:
        return f"{named} · {phase_name(t, phase)}"
    return f"{named} · 🏆 {listed(t, champions)} · {t.say(PLAYERS, n=players)}"


def web_words(t: Translations) -> Mapping[str, str]:
    """List the headings and links of the pages, by the names that the templates have for them."""
    return {
        # Translators: heading of a web page: all leagues; noun, plural
        "leagues": t.gettext("Leagues"),
        # Translators: heading of a web page: the seasons of a league; noun, plural
        "seasons": t.gettext("Seasons"),
        "standings": t.gettext("Standings"),
        # Translators: heading of a web page: the rounds of a knock-out and who meets whom in them
        "bracket": t.gettext("Bracket"),
        # Translators: heading of a web page: the tables of a season; noun, plural
        "tables": t.gettext("Tables"),
        # Translators: heading of a web page: figures of all games of a league
        "statistics": t.gettext("Statistics"),
        # Translators: heading of a web page: who plays in a season; noun, plural
        "players": t.gettext("Players"),
        "ratings": t.gettext("Ratings"),
        "why": t.gettext("**Why this order**"),
        "done": t.gettext("**What happened**"),
        # Translators: link to a game that can be watched again, round by round; verb
        "watch": t.gettext("Watch the game"),
        # Translators: link to a game that is being played; verb
        "live": t.gettext("Watch live"),
        # Translators: heading of a web page: servers with games outside leagues; noun, plural
        "servers": t.gettext("Games on Discord servers"),
        # Translators: heading of a web page: games that are being played; noun, plural
        "played_now": t.gettext("Games being played"),
        # Translators: heading of a web page: tables that wait for players; noun, plural
        "waits": t.gettext("Tables waiting for players"),
        # Translators: heading of a web page; noun, plural
        "over": t.gettext("Finished games"),
        # Translators: stands behind the name of a player who is asked for a turn
        "to_move": t.gettext("to move"),
        # Translators: heading on a web page, above the turns of the round
        "happened": t.gettext("What happened in this round"),
        # Translators: at the foot of the web page of a game that is being played
        "again": t.gettext("New turns appear on this page automatically."),
        "days": t.gettext("Turn of the day"),
        "computer": t.gettext("What a computer would do"),
        # Translators: on the web page of a position of /today that people may still solve
        "try_it": t.gettext(
            "Find the best turn yourself with /today; the answer will be shown here later."
        ),
        "back": t.gettext("Back"),
        "next": t.pgettext("round", "Next"),
        "end": t.gettext("The end of the game"),
        "last_round": t.pgettext("round", "Last"),
        # Translators: label of the buttons through the rounds of a game, for screen readers
        "steps": t.gettext("Rounds of the game"),
        "language": t.gettext("Language"),
        "points": t.pgettext("column", "Points"),
        "games": t.pgettext("column", "Games"),
        "wins": t.pgettext("column", "Wins"),
        "nothing": t.gettext("There are no tables here yet."),
        # Translators: caption of a picture with temples, technologies and buildings of a game
        "city": t.gettext("Temples, technologies and buildings"),
        "last": t.gettext("**Latest tables**"),
        "unofficial": t.say(UNOFFICIAL),
    }


# Translators: at the foot of a web page; {day} is a date
WRITTEN = N_("Updated on {day}")


# Translators: stands in place of the name of a person who has not agreed to show it
PLAYER_NUMBER = N_("Player {n}")
