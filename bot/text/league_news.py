"""Messages to the channel of a league and to its tables. Names of seasons and people come as they
shall be printed."""

from collections.abc import Sequence
from datetime import datetime

from bot.seasons.events import FINAL
from bot.seasons.results import How, Line
from bot.text.names import players_words
from bot.text.seasons import division_name, sign_up_words
from bot.text.standings import how_words, reached, uncounted
from bot.text.translation import Translations, listed, moment


def drawn_line(
    t: Translations, season: str, players: int, divisions: int, starts: datetime | None
) -> str:
    """Say that a season is drawn; its tables open at `starts`, or at once."""
    # Translators: {season} is the name of a season, {players} “14 players”, {divisions} “2
    # divisions”
    line = t.gettext("**{season}** is drawn: {players}, {divisions}. See /league schedule.").format(
        season=season,
        players=players_words(t, players),
        # Translators: item of a list: how many divisions a season has
        divisions=t.ngettext("{n} division", "{n} divisions", divisions).format(n=divisions),
    )
    if starts is not None:
        # Translators: {moment} is a date with the time
        line += " " + t.gettext("Its tables open {moment}.").format(moment=moment(starts, "F"))
    return line


def event_lines(t: Translations, until: datetime | None, link: str | None) -> list[str]:
    """Say in a season's scheduled event until when to sign up, and where (`link` to the league's
    channel)."""
    lines = [""]
    if until is not None:
        lines.append(sign_up_words(t, until))
    lines.append(t.gettext("Sign up with /league join to play."))
    return [*lines, link] if link is not None else lines


def no_event_line(t: Translations, season: str, permission: str) -> str:
    """Say that the bot lacks the permission for a season's scheduled event."""
    # Translators: an event of the Discord server; {permission} is the name of a permission
    return t.gettext(
        "I cannot update the event of **{season}**: somebody who manages the server must give me "
        "the permission {permission}. Then I update it."
    ).format(season=season, permission=permission)


def not_drawn_line(t: Translations, season: str, why: str) -> str:
    """Say that a season cannot be drawn after its sign-up; `why` is the refusal in words."""
    # Translators: {why} is a sentence that says why
    return t.gettext("**{season}** cannot be drawn yet. {why}").format(season=season, why=why)


def too_few_line(t: Translations, season: str) -> str:
    """Say that the sign-up is over, and too few people have signed up."""
    return t.gettext(
        "Sign-up for **{season}** is over, but too few people have signed up. It is drawn as "
        "soon as there are enough; its dates stay."
    ).format(season=season)


def role_gone_words(t: Translations) -> str:
    """Say that the role needed to take part was deleted, and what helps."""
    return t.gettext(
        "Nobody can sign up, because the role they need no longer exists. Before the draw, "
        "remove it or choose another on the page “Players” of the season's settings."
    )


def late_line(t: Translations, season: str, tables: int) -> str:
    """Say that a season should have ended, though so many tables are open."""
    return t.ngettext(
        "**{season}** has reached its end date, but {n} table is still open. The season closes "
        "when it is over.",
        "**{season}** has reached its end date, but {n} tables are still open. The season closes "
        "when they are over.",
        tables,
    ).format(season=season, n=tables)


def appeals_line(t: Translations, season: str, until: datetime, *, by_date: bool) -> str:
    """Say that all tables of a season are over, and its results can be disputed until then;
    `by_date` where it is closed by its date."""
    if by_date:
        template = t.gettext(
            "All tables of **{season}** are over. Dispute results with /league dispute until "
            "{date}; then the season closes."
        )
    else:
        template = t.gettext(
            "All tables of **{season}** are over. Dispute results with /league dispute until "
            "{date}; then the moderators close the season."
        )
    return template.format(season=season, date=moment(until, "f"))


def kept_open_line(t: Translations, season: str, why: str) -> str:
    """Say that a season is not closed at its date; `why` is the refusal in words."""
    # Translators: {why} is a sentence that says why
    return t.gettext("**{season}** should have ended but is not closed yet. {why}").format(
        season=season, why=why
    )


def to_close_line(t: Translations, season: str) -> str:
    """Say that all tables of a season are over, and its results cannot be disputed any more."""
    return t.gettext(
        "All tables of **{season}** are over, and the time for disputes is up. You can close the "
        "season."
    ).format(season=season)


def round_over_line(t: Translations, season: str, division: int, number: int) -> str:
    """Say that all tables of a division's round are over, in the Swiss form."""
    # Translators: {division} is the name of a division, such as "Division 2"
    return t.gettext(
        "**{season}**, {division}: round {round} is over. The moderators draw the next one "
        "with /moderate page."
    ).format(season=season, division=division_name(t, division), round=number)


def no_event_now_line(t: Translations, season: str, why: str) -> str:
    """Say why a season cannot be an event of the server now."""
    # Translators: {season} is the name of a season; {why} is a sentence that says what helps
    return t.gettext("**{season}** cannot become a server event now. {why}").format(
        season=season, why=why
    )


def cannot_open_now_line(t: Translations, season: str, why: str) -> str:
    """Say why no table of a season can open now."""
    # Translators: {season} is the name of a season; {why} is a sentence that says what helps
    words = t.gettext("**{season}**: no table can open now; I will try again. {why}")
    return words.format(season=season, why=why)


def table_refused_line(t: Translations, season: str, table: int, why: str) -> str:
    """Say to moderators why a table of a season does not open, while the others do."""
    # Translators: {season} is the name of a season; {why} is a sentence that says what helps
    words = t.gettext(
        "**{season}**: table {table} does not open; I try again every hour, and the other tables "
        "open as usual. {why}"
    )
    return words.format(season=season, table=table, why=why)


def cannot_open_line(t: Translations, season: str, permissions: Sequence[str]) -> str:
    """Say that the bot lacks permissions to open tables."""
    return t.ngettext(
        "The tables of **{season}** cannot open: somebody who manages the server must give me "
        "the permission {permissions} in this channel. Then I open them.",
        "The tables of **{season}** cannot open: somebody who manages the server must give me "
        "the permissions {permissions} in this channel. Then I open them.",
        len(permissions),
    ).format(season=season, permissions=listed(t, permissions))


def table_post_line(t: Translations, season: str, table: int, names: str) -> str:
    """Write the first message of a table's post in a forum, before the game is there."""
    # Translators: title of a table: the name of its season, its number, its players
    return t.gettext("**{season}**, table {number}: {names}").format(
        season=season, number=table, names=names
    )


def shared_deal_line(t: Translations, season: str, number: int) -> str:
    """Say that all tables of a round play the same deal."""
    # Translators: sealed: its seal is published, so that nobody can change the deal
    return t.gettext(
        "Round {round} of **{season}**: all its tables play the same sealed deal."
    ).format(round=number, season=season)


# --- a table --------------------------------------------------------------------------------------


def opening_lines(t: Translations, season: str, table: int, names: Sequence[str]) -> list[str]:
    """Begin a table's thread. `names` are of the seats, in playing order."""
    # Translators: heading of a table's thread; {season} is the name of a season
    title = t.gettext("Table {number} of {season}").format(number=table, season=season)
    said = t.gettext("Seats from the schedule, in playing order:")
    return [f"### {title}", said, *(f"{n}. {name}" for n, name in enumerate(names, start=1))]


def shared_seal(t: Translations, seal: str) -> str:
    """Write the line in a thread whose deal other tables play, too."""
    # Translators: {value} is a long number in hexadecimal digits, the seal of the deal
    return t.gettext("The deal is shared by tables of this round, sha256: {value}").format(
        value=f"`{seal}`"
    )


def result_line(
    t: Translations,
    season: str,
    table: int,
    seats: Sequence[tuple[Line, str]],
    *,
    how: How,
    corrected: bool,
    computer_percent: int,
    final: bool = False,
) -> str:
    """Write the result of a table in one line. A seat is its line of the result and its name. Seats
    of which a computer took more than `computer_percent` of the turns are marked."""
    told = [division_name(t, FINAL)] if final else []
    for line, name in seats:
        points = reached(t, line.points4, forfeited=line.forfeited)
        if why := uncounted(t, line, computer_percent):
            points += f" ({why})"
        told.append(f"{line.place}. {name} {points}")
    if how in ("elsewhere", "adjudicated") and (words := how_words(t, how)):
        told.append(words)
    template = (
        # Translators: the result of a table that moderators have corrected; {season} is the name of
        # a season, {result} its places: “1. Ada 62 · 2. Ben 55½”
        t.gettext("Table {number} of {season}, corrected: {result}")
        if corrected
        # Translators: the result of a table; {season} is the name of a season, {result} its places:
        # “1. Ada 62 · 2. Ben 55½”
        else t.gettext("Table {number} of {season}: {result}")
    )
    return template.format(number=table, season=season, result=" · ".join(told))


def computer_for(t: Translations, computer: str, name: str) -> str:
    """Name a computer that ended the game in the seat of a person."""
    # Translators: who sat in a seat: a computer, by its name, in the place of a person
    return t.gettext("{computer} for {name}").format(computer=computer, name=name)


def given_up_line(t: Translations, season: str, table: int) -> str:
    """Say that a game ended without a result, and moderators must say how it goes on."""
    return t.gettext(
        "Table {number} of {season} ended without a result. Moderators can have it played again "
        "or remove it with /moderate page."
    ).format(number=table, season=season)


def seat_offered_lines(t: Translations, season: str, name: str, table: str | None) -> list[str]:
    """Offer a seat to substitutes; `table` is a link to the table where time was over, None where
    the player has left the season."""
    if table is None:
        why = t.gettext("**{season}**: {name} has left the season. Who takes over?")
    else:
        # Translators: {table} is a link to the table
        why = t.gettext("**{season}**: {name} is out of time ({table}). Who takes over?")
    return [
        why.format(season=season, name=name, table=table),
        t.gettext("The first substitute to press takes over all open tables of this player."),
    ]


def seat_kept_line(t: Translations, table: int, why: str) -> str:
    """Say that a seat could not be given to somebody else; `why` is the refusal in words."""
    # Translators: {why} is a sentence that says why
    return t.gettext("The seats at table {number} have not changed. {why}").format(
        number=table, why=why
    )


def voided_line(t: Translations, season: str, reason: str) -> str:
    """Tell the players of a table that it was voided."""
    # Translators: {season} is the name of a season; {reason} is what a moderator has typed
    return t.gettext(
        "This table no longer counts for {season}; you can end it with /tzolkin abandon. {reason}"
    ).format(season=season, reason=reason)


def deadline_line(t: Translations, at: datetime) -> str:
    """Tell the deadline of a table at the beginning of its thread."""
    return t.gettext(
        "Finish this table by {date}; after that the moderators decide how it ends."
    ).format(date=moment(at, "f"))


def deadline_near_lines(t: Translations, at: datetime, waiting: Sequence[str]) -> list[str]:
    """Remind a day before a deadline; `waiting` are names or mentions of the seats asked."""
    lines = [
        # Translators: {moment} is relative, such as “in 24 hours”
        t.gettext(
            "Finish this table {moment}; after that the moderators decide how it ends."
        ).format(moment=moment(at))
    ]
    if waiting:
        # Translators: {names} are the players who are waited for, one or several
        lines.append(t.gettext("It is the turn of {names}.").format(names=listed(t, waiting)))
    return lines


def deadline_over_lines(t: Translations, season: str, table: int, at: datetime) -> list[str]:
    """Tell the moderators of a table that is not finished at its deadline."""
    return [
        t.gettext("**{season}**, table {number} was due by {date}.").format(
            season=season, number=table, date=moment(at, "f")
        ),
        t.gettext("Decide by the points so far, remove it, or give it more days."),
    ]


def more_days_line(t: Translations, season: str, days: int) -> str:
    """Tell the players of a table that it was given more days."""
    words = t.ngettext(
        "The moderators of {season} gave this table {n} more day.",
        "The moderators of {season} gave this table {n} more days.",
        days,
    )
    return words.format(season=season, n=days)


def days_back_line(t: Translations, season: str, days: int) -> str:
    """Tell the players of a table that days it was given were taken back."""
    words = t.ngettext(
        "The moderators of {season} took back {n} day of this table's extra time.",
        "The moderators of {season} took back {n} days of this table's extra time.",
        days,
    )
    return words.format(season=season, n=days)


def entered_line(t: Translations, season: str, reason: str) -> str:
    """Tell the players of a table that a moderator entered its result."""
    # Translators: {season} is the name of a season; {reason} is what a moderator has typed
    return t.gettext(
        "The moderators of {season} entered the result of this table; this game is abandoned. "
        "{reason}"
    ).format(season=season, reason=reason)


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
        lines.append(t.gettext("Up: {names}").format(names=listed(t, up)))
    if down:
        # Translators: who goes down to a lower division at the end of a season
        lines.append(t.gettext("Down: {names}").format(names=listed(t, down)))
    return lines


def moved_up_line(t: Translations, season: str, name: str) -> str:
    """Say that somebody on the waiting list of a season has a place now."""
    return t.gettext("**{season}** · {name} moves up from the waiting list.").format(
        season=season, name=name
    )
