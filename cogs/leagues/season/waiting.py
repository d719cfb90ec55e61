"""What waits for moderators, first on their page: requests, tables that stall or are late, free
seats, disputes and the dates that come, each with its button."""

from collections.abc import Sequence
from datetime import timedelta

from bot.leagues import games
from bot.leagues.deadlines import Deadline, deadlines
from bot.moderation import at_tables
from bot.text.answer_preview import shortened
from bot.text.hours import moment
from bot.text.leagues import gone_lines, table_name
from bot.text.seasons import end_words, sign_up_words, start_words
from cogs.kit.answering import speaks
from cogs.kit.buttons import button
from cogs.kit.context import Interaction
from cogs.kit.contributed import PENDING_PARTS
from cogs.kit.layout import Part, first_lines, rows, small, text
from cogs.kit.names import gone_from, names_of
from cogs.leagues.season.here import Here

STALLED = timedelta(days=2)
"""A table counts as stalled on the page after this time without a turn."""
MOST_FREE = 4
"""The most free seats that are listed; the menu of people has all."""
LONGEST_BUTTON = 34

Waits = tuple[list[str], list[Part]]
"""Lines about what waits, and their buttons."""


async def waiting(interaction: Interaction, here: Here) -> list[Part | None]:
    """What waits, or that nothing does. The page of a table leaves out what only concerns its
    season, and says nothing where nothing waits."""
    found, due = [await _requests(interaction, here)], list[Deadline]()
    if here.phase == "sign-up" and here.number is None:
        found.append(await _gone(interaction, here))
    if here.phase == "running":
        due += await deadlines(interaction.client.leagues, here.played)
        found.append(await _late_tables(interaction, here, due))
        if here.number is None:
            found.append(await _free_seats(interaction, here))
    lines = [line for one, _ in found for line in one]
    buttons = [one for _, some in found for one in some]
    disputed = [one for parts in PENDING_PARTS for one in await parts(interaction, here.moderator)]
    t = speaks(interaction)
    if not lines and not disputed and here.number is None:
        # Translators: on the moderators' page
        lines = [t.gettext("Nothing is waiting for you.")]
    if here.number is None and here.phase in ("sign-up", "running"):
        lines += map(small, await _dates(interaction, here, due))
        # Translators: button, one of two in a row, at most 24 characters: opens a form; noun
        dates = button(t.gettext("Dates"), "seasonform", 0, word=f"s{here.played.id}")
        buttons.append(dates)
    return [
        text(*first_lines(lines, 800)) if lines else None,
        *rows(buttons),
        *disputed,
    ]


async def _requests(interaction: Interaction, here: Here) -> Waits:
    found = await at_tables.pending(interaction.client.tables, here.moderator.guild_id)
    if not found:
        return [], []
    t, n = speaks(interaction), len(found)
    # Translators: on the moderators' page
    words = t.ngettext(
        "{n} request is waiting for a second moderator.",
        "{n} requests are waiting for a second moderator.",
        n,
    )
    # Translators: button, one of two in a row, at most 24 characters: what moderators ask a second
    # one to confirm
    return [words.format(n=n)], [button(t.gettext("Requests"), "modpending", 0, word="page 0")]


async def _gone(interaction: Interaction, here: Here) -> Waits:
    """The people who have signed up and are no longer on the server, each with the button to the
    person's page, where they can be signed off."""
    t, state = speaks(interaction), here.state
    assert interaction.guild is not None
    gone = await gone_from(interaction.client, interaction.guild, state.in_line)
    names = await names_of(interaction, gone)
    lines, buttons = gone_lines(t, [names.printed(one) for one in gone]), list[Part]()
    for person in gone[:MOST_FREE]:
        # Translators: button, at most 34 characters with what fills it: a person who has signed up
        # and left the server; imperative
        label = t.gettext("Sign off {name}").format(name=names.plain(person))
        word = f"s{here.played.id}.p{person}"
        buttons.append(button(shortened(label, LONGEST_BUTTON), "moderate", 0, word=word))
    return lines, buttons


async def _late_tables(interaction: Interaction, here: Here, due: Sequence[Deadline]) -> Waits:
    """The tables of the season that had no turn for long, and those past their deadline."""
    t, leagues, season = speaks(interaction), interaction.client.leagues, here.played
    now, lines = leagues.now(), []
    running = await games.games(leagues, season.id, "playing")
    stalled = sum(
        number not in season.state.voided and game.updated_at <= now - STALLED
        for number, game in running.items()
    )
    if stalled:
        # Translators: on the moderators' page
        words = t.ngettext(
            "{n} table had no turn for two days.", "{n} tables had no turn for two days.", stalled
        )
        lines.append(words.format(n=stalled))
    late = sum(one.at <= now for one in due)
    if late:
        # Translators: on the moderators' page
        words = t.ngettext(
            "{n} table is past its deadline.", "{n} tables are past their deadlines.", late
        )
        lines.append(words.format(n=late))
    # Translators: button, one of two in a row, at most 24 characters: tables without a turn for
    # long, or past their deadline
    label, word = t.gettext("Stalled tables"), f"{season.id}.show"
    return lines, [button(label, "stalled", 0, word=word)] if lines else []


async def _free_seats(interaction: Interaction, here: Here) -> Waits:
    """The seats that nobody plays for any more, each with the button to the person's page."""
    t, state = speaks(interaction), here.state
    needed = {entry for table in state.open_tables() for entry in table.entries}
    free = [state.holder(entry) for entry in sorted(state.withdrawn & needed)]
    names = await names_of(interaction, free[:MOST_FREE])
    lines, buttons = list[str](), list[Part]()
    for person in free[:MOST_FREE]:
        # Translators: on the moderators' page; a person has left the season
        words = t.gettext("The seat of {name} is free.")
        lines.append(words.format(name=names.printed(person)))
        # Translators: button, at most 34 characters with what fills it: a seat that is free; {name}
        # has left it
        label = t.gettext("Seat of {name}").format(name=names.plain(person))
        word = f"s{here.played.id}.p{person}"
        buttons.append(button(shortened(label, LONGEST_BUTTON), "moderate", 0, word=word))
    more = len(free) - MOST_FREE
    if more > 0:
        # Translators: on the moderators' page, below some seats that are free
        words = t.ngettext("{n} more seat is free.", "{n} more seats are free.", more)
        lines.append(words.format(n=more))
    return lines, buttons


async def _dates(interaction: Interaction, here: Here, due: Sequence[Deadline]) -> list[str]:
    """The dates that come: of the season, the next deadline of a table, the end of disputes."""
    t, leagues, season = speaks(interaction), interaction.client.leagues, here.played
    now, settings, found = leagues.now(), season.settings, list[str]()
    if settings.sign_up_until is not None and here.phase == "sign-up":
        found.append(sign_up_words(t, settings.sign_up_until))
    if settings.starts is not None and settings.starts > now:
        found.append(start_words(t, settings.starts))
    coming = next((one for one in due if one.at > now), None)
    if coming is not None:
        # Translators: on the moderators' page: the table that must be finished next; {date} is a
        # date with the time
        words = t.gettext("{table} is due by {date}")
        table, date = table_name(t, coming.number), moment(coming.at, "f")
        found.append(words.format(table=table, date=date))
    appeals = await games.appeals_until(leagues, season)
    if appeals is not None and appeals > now:
        # Translators: on the moderators' page: the results of a season; {date} is a date with the
        # time
        found.append(t.gettext("Disputes until {date}").format(date=moment(appeals, "f")))
    if settings.ends is not None:
        found.append(end_words(t, settings.ends))
    # Translators: on the moderators' page: of a season
    return found or [t.gettext("No dates are set.")]
