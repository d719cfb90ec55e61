"""Messages to the channel of a league and to its tables. Names of seasons and people come as they
shall be printed."""

from collections.abc import Sequence
from datetime import datetime

from bot.refusal import P_
from bot.seasons.results import How, Line
from bot.text.names import PLAYERS
from bot.text.standings import how_words, reached, uncounted
from bot.text.translation import N_, Translations, listed, moment


def drawn_line(
    t: Translations, season: str, players: int, divisions: int, starts: datetime | None
) -> str:
    """Say that a season is drawn; its tables open at `starts`, or at once."""
    # Translators: {season} is the name of a season, {players} “14 players”, {divisions} “2
    # divisions”
    line = t.gettext(
        "**{season}** has been drawn: {players}, {divisions}. See /league show."
    ).format(
        season=season,
        players=t.say(PLAYERS, n=players),
        # Translators: item of a list: how many divisions a season has
        divisions=t.ngettext("{n} division", "{n} divisions", divisions).format(n=divisions),
    )
    if starts is not None:
        # Translators: {moment} is a date with the time
        line += " " + t.gettext("The tables open {moment}.").format(moment=moment(starts, "F"))
    return line


# Translators: {why} is a sentence that says why
NOT_DRAWN = N_("**{season}** cannot be drawn yet. {why}")


TOO_FEW = N_(
    "Sign-up for **{season}** is over, but too few people have signed up. The season will be "
    "drawn as soon as there are enough; its dates do not change."
)


TOO_FEW_HERE = N_(
    "**{season}** is due to be drawn, but too few people have checked in. I will draw it as "
    "soon as enough people have: ask the others to press “I'm here”, check them in on their "
    "pages, or set a later date."
)
NOT_HERE = N_("**{season}** has been drawn without {people}, who did not check in.")
CHECK_IN = N_(
    "**{season}** will be drawn {moment}. Press “I'm here” by then, or somebody else will play "
    "in your place."
)


ROLE_GONE = N_(
    "Nobody can sign up, because the role that players must have no longer exists. Before the "
    "draw, choose another role under “More settings”, and remove it again if no role is needed."
)


LATE = P_(
    "**{season}** has reached its end date, but {n} table is still open. The season closes "
    "when that table is over.",
    "**{season}** has reached its end date, but {n} tables are still open. The season closes "
    "when those tables are over.",
)


CLOSES_BY_DATE = N_(
    "All tables of **{season}** are over. You can dispute results with /league show until "
    "{date}; then the season closes."
)
MODERATORS_CLOSE = N_(
    "All tables of **{season}** are over. You can dispute results with /league show until "
    "{date}; then the moderators close the season."
)


# Translators: {why} is a sentence that says why
KEPT_OPEN = N_("**{season}** should have ended but is not closed yet. {why}")


TO_CLOSE = N_(
    "All tables of **{season}** are over, and the time for disputes is up. You can close the "
    "season."
)


# Translators: {season} is the name of a season; {why} is a sentence that says what helps
CANNOT_OPEN_NOW = N_("**{season}**: no table can open now; I will try again. {why}")


# Translators: {season} is the name of a season; {why} is a sentence that says what helps
TABLE_REFUSED = N_(
    "**{season}**: table {table} could not open; I will try again every hour, and the other "
    "tables open as usual. {why}"
)


CANNOT_OPEN = P_(
    "The tables of **{season}** cannot open: somebody who manages the server must give me the "
    "permission {permissions} in this channel. Then I will open them.",
    "The tables of **{season}** cannot open: somebody who manages the server must give me the "
    "permissions {permissions} in this channel. Then I will open them.",
)


# Translators: title of a table: the name of its season, its number, its players
TABLE_POST = N_("**{season}**, table {number}: {names}")


# --- a table --------------------------------------------------------------------------------------


# Translators: heading of a table's thread; {season} is the name of a season
OPENING = N_("Table {number} of {season}")
SEATS_IN_ORDER = N_("Seating order, as set by the schedule:")


def result_line(
    t: Translations,
    season: str,
    table: int,
    seats: Sequence[tuple[Line, str]],
    *,
    how: How,
    corrected: bool,
    stage: str = "",
) -> str:
    """Write the result of a table in one line. A seat is its line of the result and its name. Seats
    of which a computer took too many turns are marked. `stage` names one
    after the first."""
    told = [stage] if stage else []
    for line, name in seats:
        points = reached(t, line.points4, forfeited=line.forfeited)
        if why := uncounted(t, line):
            points += f" ({why})"
        told.append(f"{line.place}. {name} {points}")
    if how in ("elsewhere", "adjudicated") and (words := how_words(t, how)):
        told.append(words)
    template = (
        # Translators: the result of a table that moderators have corrected; {season} is the name of
        # a season, {result} its places: “1. Ada 62 · 2. Ben 55½”
        t.gettext("Table {number} of {season}, corrected result: {result}")
        if corrected
        # Translators: the result of a table; {season} is the name of a season, {result} its places:
        # “1. Ada 62 · 2. Ben 55½”
        else t.gettext("Table {number} of {season}: {result}")
    )
    return template.format(number=table, season=season, result=" · ".join(told))


# Translators: who sat in a seat: a computer, by its name, in the place of a person
COMPUTER_FOR = N_("{computer} for {name}")


GIVEN_UP = N_(
    "Table {number} of {season} ended without a result. Moderators can have it played again "
    "or remove it with /moderate page."
)


def seat_offered_lines(t: Translations, season: str, name: str) -> list[str]:
    """Offer the seat of a player who has left the season to substitutes."""
    why = t.gettext("**{season}**: {name} has left the season. Who takes over?")
    return [
        why.format(season=season, name=name),
        t.gettext(
            "The first substitute to press the button takes over all of this player's open tables."
        ),
    ]


# Translators: {why} is a sentence that says why
SEATS_KEPT = N_("The seats at table {number} have not changed. {why}")


# Translators: {season} is the name of a season; {reason} is what a moderator has typed
VOIDED = N_(
    "This table no longer counts towards {season}; you can end it with /tzolkin abandon. {reason}"
)


# Translators: {season} is the name of a season; {reason} is what a moderator has typed
ENTERED = N_(
    "The moderators of {season} entered the result of this table, so this game is abandoned. "
    "{reason}"
)


# --- the end --------------------------------------------------------------------------------------


def season_over_lines(t: Translations, season: str, champions: Sequence[str]) -> list[str]:
    """Tell the end of a season; no champions where all have given up."""
    # Translators: heading; {season} is the name of a season
    over = t.gettext("{season} is over").format(season=season)
    lines = [f"### {over}"]
    if champions:
        lines.append(
            # Translators: who has won a season; where the word has a gender, better a neutral one,
            # as “Title: …”
            t.ngettext("🏆 Champion: {names}", "🏆 Champions: {names}", len(champions)).format(
                names=listed(t, champions)
            )
        )
    return lines


def moved_lines(t: Translations, up: Sequence[str], down: Sequence[str]) -> list[str]:
    """List the people who are promoted from a division, and relegated."""
    lines = []
    if up:
        # Translators: who goes up to a higher division at the end of a season
        lines.append(t.gettext("Going up: {names}").format(names=listed(t, up)))
    if down:
        # Translators: who goes down to a lower division at the end of a season
        lines.append(t.gettext("Going down: {names}").format(names=listed(t, down)))
    return lines


LEFT_OUT = N_("**{season}** · {name} no longer has the role {role} and is left out of the draw.")
MOVED_UP = N_("**{season}** · {name} moves up from the waiting list.")
# Translators: in a cup, before the first turn at a table; {left} is who has left the season
TAKES_PLACE = N_("**{season}** · {left} left before the first turn, so {name} advances instead.")
# Translators: in a cup, after a result was changed; {tables} are numbers, such as "3" or "3 and 4"
# Translators: {division} is the name of a division, such as "Division 2", or "Final"
ROUND_DRAWN = N_("**{season}** · The next round is drawn ({division}).")


DRAWN_ANEW = P_(
    "**{season}** · Table {tables} no longer counts: a result it was based on has changed.",
    "**{season}** · Tables {tables} no longer count: a result they were based on has changed.",
)
