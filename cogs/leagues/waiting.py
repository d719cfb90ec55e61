"""What waits for moderators, first on their page: disputes, tables that stall, and free
seats, each with its button.

What their page is about: a server, a league, a season, a table or a person. Buttons name it by a
word: `g` the server, `l3` a league, `s5` a season, `s5.t7` its table 7, `s5.p123` a person there (a
negative number: the data was deleted), `t12` a table by its id.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from discord import ui

from bot.leagues import games, season_lifecycle
from bot.leagues.people import open_disputes_on
from bot.leagues.season_transaction import SeasonView
from bot.model.league import League
from bot.moderation.desk import must_be_staff, must_belong
from bot.moderation.table_acts import turn_gone
from bot.refusal import Refusal
from bot.seasons.season import Season, no_table
from bot.tables import Moderator, Table, time_passing
from bot.text.answer_preview import shortened
from bot.text.leagues import TABLE, gone_lines, status_name
from bot.text.standings import OPEN_DISPUTES
from bot.text.translation import Translations, moment
from cogs.kit.answering import speaks
from cogs.kit.buttons import as_number, button, old_button
from cogs.kit.channels import hindrance_lines
from cogs.kit.context import Interaction, latest_table
from cogs.kit.layout import Part, first_lines, message, rows, text
from cogs.kit.leagues_named import counted, league_pressed
from cogs.kit.members import gone_from, names_of, seat_names
from cogs.telling.carry_on import answer_and_carry_on

SERVER = "g"
_WORD = re.compile(
    r"(?P<root>[lst])(?P<id>\d{1,19})(?:\.(?P<kind>[tp])(?P<of>-?\d{1,19}))?", re.ASCII
)


@dataclass(frozen=True)
class Here:
    """What the page is about, as it is now."""

    moderator: Moderator
    league: League | None = None
    season: SeasonView | None = None
    number: int | None = None
    """The season's number of the table."""
    table: Table | None = None
    """The game; None for a table of a season that is not opened."""
    person: int | None = None

    @property
    def word(self) -> str:
        """The word by which buttons name it."""
        if self.season is not None:
            if self.number is not None:
                return f"s{self.season.id}.t{self.number}"
            return f"s{self.season.id}" + (f".p{self.person}" if self.person else "")
        if self.table is not None:
            return f"t{self.table.id}"
        return SERVER if self.league is None else f"l{self.league.id}"

    @property
    def home(self) -> League:
        """The league, of what has one."""
        assert self.league is not None
        return self.league

    @property
    def played(self) -> SeasonView:
        """The season, of what has one."""
        assert self.season is not None
        return self.season

    @property
    def state(self) -> Season:
        """The state of the season, of what has one."""
        return self.played.state

    @property
    def phase(self) -> str:
        """The phase of the season; empty for what has none."""
        return "" if self.season is None else self.season.state.phase

    @property
    def at(self) -> int:
        """The season's number of the table, of what has one."""
        assert self.number is not None
        return self.number

    @property
    def game(self) -> Table:
        """The game, of what has one."""
        assert self.table is not None
        return self.table


async def here_named(interaction: Interaction, moderator: Moderator, word: str) -> Here:
    """What a button means. Raises Refusal for what another server has, as if it did not exist."""
    if word == SERVER:
        must_be_staff(moderator, None, "time")
        return Here(moderator)
    found = _WORD.fullmatch(word)
    if found is None:
        raise old_button()
    number = as_number(found["id"])
    if found["root"] == "t":
        return await _of_table(interaction, moderator, number)
    if found["root"] == "l":
        return await of_league(interaction, moderator, number)
    season = await interaction.client.leagues.read(number)
    league = await _league(interaction, moderator, season.league_id)
    season = await counted(interaction, season)
    here = Here(moderator, league, season)
    if found["of"] is None:
        return here
    if found["kind"] == "t":
        return await _of_number(interaction, here, as_number(found["of"]))
    return replace(here, person=as_number(found["of"]))


async def of_league(interaction: Interaction, moderator: Moderator, league_id: int) -> Here:
    """A league with its newest season that is not over, or else its newest one."""
    league = await _league(interaction, moderator, league_id)
    season = await season_lifecycle.current(interaction.client.leagues, league.id)
    return Here(moderator, league, None if season is None else await counted(interaction, season))


async def of_channel(interaction: Interaction, moderator: Moderator) -> Here:
    """What a channel is about: the league that lives there, its table, the server's only league, or
    the server."""
    leagues = [
        one
        for one in await season_lifecycle.leagues_of(interaction.client.leagues, moderator.guild_id)
        if moderator.rank(one.id)
    ]
    at_home = [one for one in leagues if one.channel_id == interaction.channel_id]
    if len(at_home) != 1:
        try:
            table = await latest_table(interaction)
            return await _of_table(interaction, moderator, table.id)
        except Refusal:
            pass
    meant = at_home or leagues
    if len(meant) == 1 or moderator.staff_of is not None:
        return await of_league(interaction, moderator, meant[0].id)
    return Here(moderator)


async def _league(interaction: Interaction, moderator: Moderator, league_id: int) -> League:
    league = await league_pressed(interaction, str(league_id))
    must_be_staff(moderator, league.id, "time")
    return league


async def _of_table(interaction: Interaction, moderator: Moderator, table_id: int) -> Here:
    bot = interaction.client
    table = await bot.tables.table(table_id)
    must_belong(table.guild_id, moderator)
    drawn = await games.table_of_game(bot.leagues, table_id)
    if drawn is None:
        must_be_staff(moderator, None, "time")
        return Here(moderator, table=table)
    season = await counted(interaction, await bot.leagues.read(drawn.season_id))
    league = await _league(interaction, moderator, season.league_id)
    return Here(moderator, league, season, drawn.number, table)


async def _of_number(interaction: Interaction, here: Here, number: int) -> Here:
    if number not in here.state.tables:
        raise no_table(number)
    bot, season = interaction.client, here.played
    game = (await games.games(bot.leagues, season.id)).get(number)
    table = None if game is None else await bot.tables.table(game.table_id)
    return Here(here.moderator, here.league, season, number, table)


async def nudge(interaction: Interaction, here: Here) -> None:
    """Remind the people whose turn it is at a table. Raises Refusal as `call_again`."""
    t, table = speaks(interaction), here.game
    async with interaction.client.tables.open(table.id) as opened:
        seats = [seat for seat in opened.waiting if table.seats[seat].can_agree]
        for seat in seats[:1]:
            await time_passing.call_again(opened, seat)
    if not seats:
        raise turn_gone()
    words = t.gettext("{name} will get another reminder.").format(
        name=seat_names(t, table)[seats[0]]
    )
    answer = interaction.response.send_message(view=message(text(words)), ephemeral=True)
    await answer_and_carry_on(interaction, answer, table.id)


async def going_lines(interaction: Interaction, here: Here) -> list[str]:
    """Lines about how a game goes: since when nothing happened, who is waited for, and how often
    that person's time ran out."""
    t, table = speaks(interaction), here.game
    lines = [status_name(t, table.status)]
    if table.status != "playing":
        return lines
    # Translators: behind a table; {moment} is relative, such as “3 days ago”
    last = t.gettext("last turn {moment}").format(moment=moment(table.updated_at))
    lines[0] += f" · {last}"
    asked: Sequence[int] = ()
    with suppress(Refusal):  # the game cannot be played on
        asked = (await interaction.client.tables.read(table)).waiting
    for seat in asked:
        said = [t.gettext("It is {name}'s turn.").format(name=seat_names(t, table)[seat])]
        if (end := table.deadlines.get(seat)) is not None:
            # Translators: {moment} is relative, such as “in 3 hours”
            said.append(t.gettext("Time runs out {moment}.").format(moment=moment(end)))
        user_id = table.seats[seat].user_id or 0
        entry = None if here.season is None else here.season.entry_of(user_id)
        if entry is not None and (times := here.state.time_outs_of(entry)):
            said.append(time_outs_words(t, times))
        lines.append(" ".join(said))
    return lines


def time_outs_words(t: Translations, times: int) -> str:
    """Say how often a player ran out of time."""
    # Translators: of a player
    had = t.ngettext(
        "This player has run out of time {n} time this season.",
        "This player has run out of time {n} times this season.",
        times,
    )
    return had.format(n=times)


STALLED = timedelta(days=2)
"""A table counts as stalled on the page after this time without a turn."""
MOST_FREE = 4
"""The most buttons of each kind; the menus of tables and people have all."""
LONGEST_BUTTON = 34

Waits = tuple[list[str], list[ui.Button[Any]]]
"""Lines about what waits, and their buttons."""


async def waiting(interaction: Interaction, here: Here) -> list[Part | None]:
    """What waits. The page of a table leaves out what only concerns its season."""
    found, t = list[Waits](), speaks(interaction)
    if here.number is None:
        found.append(await _disputed(interaction, here))
        if here.phase == "sign-up":
            found.append(await _gone(interaction, here))
    if here.phase == "running":
        found.append(await _late_tables(interaction, here))
        if here.number is None:
            found.append(await _free_seats(interaction, here))
    lines = [line for one, _ in found for line in one]
    buttons = {one.custom_id: one for _, some in found for one in some}
    if here.number is None:
        lines += hindrance_lines(interaction.client, t, here.moderator.guild_id)
    return [text(*first_lines(lines, 800)) if lines else None, *rows(list(buttons.values()))]


async def _disputed(interaction: Interaction, here: Here) -> Waits:
    """The disputes on the server that the person may decide, each with the button to the page of
    its table."""
    t, leagues, lines = speaks(interaction), interaction.client.leagues, list[str]()
    found = [
        (season, one.table)
        for season, one in await open_disputes_on(leagues, here.moderator.guild_id)
        if here.moderator.rank(season.league_id) == "moderates"
    ]
    if found:
        lines.append(t.say(OPEN_DISPUTES, n=len(found)))
    tables = {f"s{season.id}.t{n}": (season, n) for season, n in found}
    # Translators: button, at most 34 characters with what fills it: leads to a disputed table
    label = t.gettext("Table {n} of {season}")
    return lines, [
        _to_page(label.format(n=n, season=season.settings.name), word)
        for word, (season, n) in list(tables.items())[:MOST_FREE]
    ]


def _to_page(label: str, word: str) -> ui.Button[Any]:
    return button(shortened(label, LONGEST_BUTTON), "moderate", 0, word=word)


async def _gone(interaction: Interaction, here: Here) -> Waits:
    """The people who have signed up and are no longer on the server, each with the button to the
    person's page, where they can be signed off."""
    t, state = speaks(interaction), here.state
    assert interaction.guild is not None
    gone = await gone_from(interaction.client, interaction.guild, state.in_line)
    names = await names_of(interaction, gone)
    # Translators: button, at most 34 characters with what fills it: a person who has signed up
    # and left the server; imperative
    label = t.gettext("Withdraw {name}")
    return gone_lines(t, [names.printed(one) for one in gone]), [
        _to_page(label.format(name=names.plain(one)), f"s{here.played.id}.p{one}")
        for one in gone[:MOST_FREE]
    ]


async def _late_tables(interaction: Interaction, here: Here) -> Waits:
    """The tables of the season that had no turn for long, the longest first, each with the button
    to its page."""
    t, leagues, season = speaks(interaction), interaction.client.leagues, here.played
    now, lines = leagues.now(), []
    running = await games.games(leagues, season.id, "playing")
    counting = [one for number, one in running.items() if number not in season.state.voided]
    counting.sort(key=lambda game: game.updated_at)
    stalled = [game.number for game in counting if game.updated_at <= now - STALLED]
    if stalled:
        # Translators: on the moderators' page
        words = t.ngettext(
            "{n} table has had no turn for two days.", "{n} tables have had no turn for two days.",
            len(stalled),
        )  # fmt: skip
        lines.append(words.format(n=len(stalled)))
    tables = [] if here.number is not None else stalled
    return lines, [_to_page(t.say(TABLE, n=n), f"s{season.id}.t{n}") for n in tables[:MOST_FREE]]


async def _free_seats(interaction: Interaction, here: Here) -> Waits:
    """How many seats nobody plays for any more, with the buttons to the persons' pages."""
    t, state = speaks(interaction), here.state
    needed = {entry for table in state.open_tables() for entry in table.entries}
    free = [state.holder(entry) for entry in sorted(state.withdrawn & needed)]
    names = await names_of(interaction, free[:MOST_FREE])
    # Translators: on the moderators' page: people have left the season
    words = t.ngettext("{n} seat is free.", "{n} seats are free.", len(free))
    # Translators: button, at most 34 characters with what fills it: a seat that is free; {name}
    # has left it
    label = t.gettext("{name}'s seat")
    return [words.format(n=len(free))] if free else [], [
        _to_page(label.format(name=names.plain(one)), f"s{here.played.id}.p{one}")
        for one in free[:MOST_FREE]
    ]
