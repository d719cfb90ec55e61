"""Open tables: those of a server that wait for players, with who sits there and how reliably they
play, and Join right there; those that other servers list for it, without names; the direct messages
to people who want to be called for games; and what the people of a lobby are asked that does not
fill.

List and messages have only tables in channels that their reader can see. What they say of people
stands in the lobby, too, but for how many turns somebody took on time, which each person may hide.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import groupby
from types import MappingProxyType
from typing import Any

import discord
from discord import ui

from bot.model import notes
from bot.model.table import PersonSettings, Reliability, Seat, Wish, is_former
from bot.refusal import Refusal
from bot.store import settings as stored_settings
from bot.store import stats
from bot.tables import OpenTable, Person, Table, filling
from bot.tables import lobby as lobbies
from bot.tables.finding import no_table
from bot.tables.timing import ping_of
from bot.text.hours import clock_name, wanted_words
from bot.text.translation import Translations, moment
from cogs.client import LoopCog, TzolkinBot, every, member_of
from cogs.kit.answering import (
    UNREACHABLE,
    is_private,
    language_of,
    language_of_person,
    language_of_server,
    message_link,
    speaks,
)
from cogs.kit.buttons import (
    Press,
    as_number,
    button,
    old_button,
    on_press,
    open_tables_heading,
    turning,
)
from cogs.kit.channels import why_refused
from cogs.kit.context import Interaction, Stands, name_of, open_to_all
from cogs.kit.layout import Part, message, packed, printed, row, small, split, text
from cogs.kit.members import member_sees, seat_names
from cogs.kit.pages import FRIENDS, calls_menu, calls_words, linked, pace_chosen
from cogs.lobby.lobby import Change, change_seats, tell_begun
from cogs.telling.carry_on import answer_and_carry_on
from cogs.telling.dispatcher import once, tell_server, tells
from cogs.telling.messages import GREEN, PRIMARY, lobby_message, what_is_played
from cogs.telling.posting import edit_lobby, post

# --- the list -------------------------------------------------------------------------------------

ON_A_PAGE, MOST_TOLD, MOST_CHARACTERS = 5, 3, 3000
"""The most tables on a page and in a direct message, and the most characters about them."""
Wanted = tuple[Wish, PersonSettings]
WIDEST = Reliability(100, 100, new=False)
"""What takes most room behind a name."""


Listed = Table | filling.Elsewhere


@dataclass(frozen=True)
class Shown:
    """The tables in the list, and what is known of the people on the page that is shown."""

    tables: Sequence[Listed]
    """Those of other servers are last."""
    people: Mapping[int, Reliability] = field(default_factory=dict)
    pace: str | None = None
    """For games of which pace the reader is called."""


async def _open_tables(interaction: Interaction) -> Shown:
    """The tables of this server that wait for players, in channels that the reader can see. Raises
    Refusal (`server-tables`) elsewhere."""
    guild, reader = interaction.guild, interaction.user
    if guild is None or interaction.client.get_guild(guild.id) is None:
        raise Refusal(
            "server-tables",
            "To see open tables, use this command in a channel of a server I am on.",
        )
    if not isinstance(reader, discord.Member):
        return Shown(())
    bot, read = interaction.client, interaction.client.store.read
    wish = await read(stored_settings.wish_of, reader.id, guild.id)
    found = await filling.open_tables(bot.tables, guild.id)
    seen = [table for table in found if await member_sees(guild, reader, table.channel_id)]
    elsewhere = [
        one for one in await filling.elsewhere(bot.tables, guild.id) if _still_open_to_all(bot, one)
    ]
    return Shown([*seen, *elsewhere], pace=wish.pace if wish else None)


def _still_open_to_all(bot: TzolkinBot, one: filling.Elsewhere) -> bool:
    """Whether everybody on the other server may see the table's channel, as far as it is known
    here: another process may have that server."""
    guild = bot.get_guild(one.table.guild_id or 0)
    return guild is None or open_to_all(guild.get_channel_or_thread(one.table.channel_id))


def pages_of(t: Translations, tables: Sequence[Listed]) -> list[list[Listed]]:
    """The pages of the list: as many tables on each as fit, whatever is known of the people."""

    def widest(one: Listed) -> str:
        table = one.table if isinstance(one, filling.Elsewhere) else one
        return _words(t, one, dict.fromkeys(filling.people_at(table), WIDEST))

    return split(tables, widest, ON_A_PAGE, MOST_CHARACTERS)


def tables_message(
    t: Translations, shown: Shown, reader: int, page: int, notice: str | None = None
) -> ui.LayoutView:
    """A page of the list."""
    pages = pages_of(t, shown.tables)
    page = min(max(page, 0), len(pages) - 1)
    elsewhere = [one for one in shown.tables if isinstance(one, filling.Elsewhere)]
    parts: list[Part | None] = [
        text(f"### {open_tables_heading(t)}", *([notice] if notice else [])),
    ]
    if len(elsewhere) == len(shown.tables) and not page:
        parts.append(text(t.gettext("No table is waiting for players here. Open one yourself.")))
    for one in pages[page]:
        if one in elsewhere[:1]:
            # Translators: heading in a list of open tables: those of other servers
            parts.append(text("### " + t.gettext("On other servers")))
        parts.append(text(_words(t, one, shown.people)))
        if isinstance(one, filling.Elsewhere):
            # Translators: button, at most 34 characters: leads to the server of an open table, so
            # that one can join there; imperative
            there = t.gettext("Join on that server")
            parts.append(row([ui.Button(label=there, url=f"https://discord.gg/{one.invite}")]))
        elif one.seat_of(reader) is None:
            # Translators: button, at most 34 characters: sit down at the table.
            join = button(t.gettext("Join"), "jointable", one.id, style=PRIMARY)
            parts.append(row([join]))
        else:
            parts.append(text(small(t.gettext("You are at this table."))))
    buttons = [
        # Translators: button, at most 34 characters: open a game here for others to join
        button(t.gettext("Open a table here"), "newgame", 0, word=FRIENDS),
        # Translators: heading, and button, at most 34 characters
        button(t.gettext("Your games"), "games", 0, word="mine.first"),
        # Translators: heading, and button, at most 34 characters: games that begin every week
        button(t.gettext("Game nights"), "nights", 0),
    ]
    return message(
        *parts,
        row([calls_menu(t, shown.pace, "callme", "list")]),
        *packed([*turning(t, page, len(pages), "opentables"), *buttons]),
    )


def _words(t: Translations, one: Listed, people: Mapping[int, Reliability]) -> str:
    if isinstance(one, filling.Elsewhere):
        return _about_elsewhere(t, one, people)
    return _about(t, one, people)


def _about(
    t: Translations, table: Table, people: Mapping[int, Reliability] = MappingProxyType({})
) -> str:
    """A table in the list: where it is, what is played, and who sits there."""
    link = message_link(table, table.posted.lobby)
    where = f"<#{table.channel_id}>"
    if link:
        where = linked(t, table.channel_id, link, to_join=True)
    sit = [
        _sitting(t, one, name, people.get(one.user_id or 0))
        for one, name in zip(table.seats, seat_names(t, table), strict=True)
    ]
    return "\n".join([*_what_waits(t, where, table), *sit])


def _about_elsewhere(
    t: Translations, one: filling.Elsewhere, people: Mapping[int, Reliability]
) -> str:
    """A table of another server: what is played, and how many people sit there, without names."""
    n = len(filling.people_at(one.table))
    # Translators: of a table: how many people sit there
    about = [t.ngettext("{n} person sits there", "{n} people sit there", n).format(n=n)]
    percent = filling.mean_on_time(one.table, people)
    if percent is not None:
        # Translators: of the people at a table, in the mean; in a list, with a point between
        about.append(t.gettext("turns on time: {n}%").format(n=percent))
    lines = _what_waits(t, printed(one.server), one.table)
    return "\n".join([*lines, small(" · ".join(about))])


def _what_waits(t: Translations, where: str, table: Table) -> list[str]:
    """Lines about a table that waits: where, with how many seats taken, and what is played."""
    seats = lobbies.most_seats(table)
    # Translators: of a table that waits for players, after its channel: "2 of 4 seats taken"
    taken = t.ngettext("{taken} of {n} seat taken", "{taken} of {n} seats taken", seats)
    taken = taken.format(taken=seats - filling.free_seats(table), n=seats)
    said = wanted_words(t, replace(table.options, wanted_seats=0))
    about = [what_is_played(t, table), clock_name(t, table.options.time), *([said] if said else [])]
    return [f"{where} · {taken}", small(" · ".join(about))]


def _sitting(t: Translations, one: Seat, name: str, known: Reliability | None) -> str:
    """Somebody at a table, with how many of the last turns were on time, if that is known and the
    person shows it."""
    if one.computer:
        # Translators: a player that is a computer
        return t.gettext("{name} (computer)").format(name=name)
    if known is None or not one.settings.shows_turns:
        return name
    if known.turns:
        # Translators: of a player, behind the name: how reliably they play
        words = t.ngettext(
            "{on_time} of the last {n} turn on time", "{on_time} of the last {n} turns on time",
            known.turns,
        )  # fmt: skip
        return f"{name} · {words.format(on_time=known.on_time, n=known.turns)}"
    # Translators: of a player who has finished no game at this server; behind the name
    new = t.gettext("new here")
    return f"{name} · {new}" if known.new else name


@on_press(Stands.ANYWHERE)
async def opentables(interaction: Interaction, press: Press) -> None:
    """Show a page of the list in place of the message; without a word the first in a new one."""
    number = as_number(press.word) if press.word else 0
    view = await _list(interaction, number)
    if press.word:
        await interaction.response.edit_message(view=view)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


async def _list(interaction: Interaction, page: int, notice: str | None = None) -> ui.LayoutView:
    t, shown = speaks(interaction), await _open_tables(interaction)
    pages = pages_of(t, shown.tables)
    on_page = pages[min(max(page, 0), len(pages) - 1)]
    tables = [one.table if isinstance(one, filling.Elsewhere) else one for one in on_page]
    if sit := {person for table in tables for person in filling.people_at(table)}:
        read = interaction.client.store.read
        shown = replace(
            shown, people=await read(stats.reliability_of, interaction.guild_id or 0, sit)
        )
    return tables_message(t, shown, interaction.user.id, page, notice)


@on_press(Stands.ANYWHERE)
async def jointable(interaction: Interaction, press: Press) -> None:
    """Sit down at a table of the list. Raises Refusal, as for a table that does not exist where its
    channel cannot be seen."""
    bot = interaction.client
    member = await _must_see(interaction, await bot.tables.table(press.table))
    person = Person(member.id, name_of(member))  # as on the server, also in direct messages

    def join(opened: OpenTable, _: Person) -> Table:
        return lobbies.join(opened, person)

    before, table = await change_seats(interaction, press.table, join)
    if table.status == "playing":
        await tell_begun(interaction, before, table)
        return
    # Translators: {channel}: a link to a channel
    joined = speaks(interaction).gettext("You have joined the table in {channel}.")
    joined = joined.format(channel=f"<#{table.channel_id}>")
    try:
        if is_private(interaction):
            await interaction.response.edit_message(view=await _list(interaction, 0, joined))
        else:
            await interaction.response.send_message(view=message(text(joined)), ephemeral=True)
    finally:
        await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))


async def _must_see(interaction: Interaction, table: Table) -> discord.Member:
    """The person as a member of the table's server. Raises Refusal (`no-table`) for somebody who
    cannot see its channel."""
    guild = interaction.client.get_guild(table.guild_id or 0)
    if guild is not None and interaction.guild_id in (None, guild.id):
        member = await member_of(guild, interaction.user.id)
        if isinstance(interaction.user, discord.Member):
            member = interaction.user
        if member is not None and await member_sees(guild, member, table.channel_id):
            return member
    raise no_table()


# --- who wants to be called -----------------------------------------------------------------------


@on_press(Stands.ANYWHERE)
async def callme(interaction: Interaction, press: Press) -> None:
    """Note for which games the person is to be called from now on: as chosen in the list, or in the
    private answer to the button of a call, by which one is called for all; or end it, by the button
    of a direct message, whose word is the server."""
    bot, t, me, word = interaction.client, speaks(interaction), interaction.user.id, press.word
    if word.isdecimal():
        await bot.store.write(stored_settings.set_wish, me, int(word), None)
        said = message(text(t.gettext("You will no longer be called for games on that server.")))
        await interaction.response.edit_message(view=said)
        return
    here, pace = interaction.guild_id, pace_chosen(press)
    if here is None:
        raise old_button()
    wish = None if press.values else await bot.store.read(stored_settings.wish_of, me, here)
    if wish is not None:
        pace = wish.pace  # as chosen before
    else:
        await bot.store.write(stored_settings.set_wish, me, here, pace)
    words = calls_words(t, pace)
    if word == "list":
        await interaction.response.edit_message(view=await _list(interaction, 0, words))
        return
    said = message(text(words), row([calls_menu(t, pace, "callme")]))
    if press.values:
        await interaction.response.edit_message(view=said)
    else:
        await interaction.response.send_message(view=said, ephemeral=True)


async def _tell_guild(bot: TzolkinBot, guild_id: int, wishes: Sequence[Wanted]) -> None:
    """Tell those who want to be called which tables have opened at a server."""
    guild, now = bot.get_guild(guild_id), bot.tables.now()
    found = await filling.open_tables(bot.tables, guild_id)
    if guild is None or not found:
        return
    others = [wish for wish, _ in wishes]
    for wish, chosen in wishes:
        new = filling.of_interest(wish, others, found, now)
        if not new or not filling.may_be_told(wish, chosen.hours, now):
            continue
        member = await member_of(guild, wish.user_id)
        seen = [
            table for table in new
            if member is not None and await member_sees(guild, member, table.channel_id)
        ]  # fmt: skip
        upto = max(table.id for table in new)
        await filling.tell_wish(bot.tables, wish, chosen.hours, upto, seen)
    await tell_server(bot, guild_id)


class OpenTables(LoopCog):
    """Calls people for games when a table has opened."""

    @every(60, "telling of open tables")
    async def look(self) -> None:
        """Tell those who want to be called, server by server."""
        wishes = await self.bot.store.read(stored_settings.wishes_at, self.bot.mine)
        for guild_id, some in groupby(wishes, key=lambda one: one[0].guild_id):
            await self.bot.guarded(_tell_guild(self.bot, guild_id, [*some]), "open tables")


@tells(notes.TablesOpened)
async def _tell_opened(bot: TzolkinBot, guild_id: int, note: notes.TablesOpened) -> None:
    """Send the direct message, with those of the tables that still wait."""
    guild, waiting = bot.get_guild(guild_id), await filling.open_tables(bot.tables, guild_id)
    found = [one for one in waiting if one.id in note.tables and not one.seat_of(note.person)]
    if guild is None or is_former(note.person) or not found:
        return
    wish = await bot.store.read(stored_settings.wish_of, note.person, guild_id)
    if wish is None:
        return
    t = await language_of_person(bot, note.person, language_of_server(bot, guild))
    try:
        channel = await bot.create_dm(discord.Object(note.person))
        await channel.send(view=opened_message(t, guild.name, found, guild_id), **once())
    except discord.HTTPException as refused:
        if why_refused(refused) is None:
            raise
        await filling.not_told(bot.tables, wish)


def opened_message(
    t: Translations, server: str, found: Sequence[Table], guild_id: int
) -> ui.LayoutView:
    """The direct message about tables that have opened; the first few of them."""
    # Translators: in a direct message; {server}: the name of a Discord server
    head = t.gettext("Players wanted on {server}").format(server=printed(server))
    parts: list[Part] = [text(f"### {head}")]
    listed = [(table, _about(t, table)) for table in found]
    for table, words in split(listed, lambda one: one[1], MOST_TOLD, MOST_CHARACTERS)[0]:
        # Translators: button, at most 34 characters: sit down at the table.
        join = button(t.gettext("Join"), "jointable", table.id, style=PRIMARY)
        parts += [text(words), row([join])]
    # Translators: button, at most 34 characters: nobody calls the reader to games any more
    stop = button(t.gettext("Don't call me for games"), "callme", 0, word=str(guild_id))
    return message(*parts, row([stop]))


# --- lobbies that do not fill ---------------------------------------------------------------------


def unfilled_message(t: Translations, bot: TzolkinBot, table: Table) -> ui.LayoutView:
    """What its people are asked about a lobby that does not fill."""
    seats = lobbies.most_seats(table)
    # Translators: {people}: mentions, one player or more
    words = t.ngettext(
        "{people}: this table is still waiting for players; {taken} of {n} seat is taken.",
        "{people}: this table is still waiting for players; {taken} of {n} seats are taken.",
        seats,
    )
    people = " ".join(f"<@{one.user_id}>" for one in table.seats if one.can_agree)
    # Translators: {moment}: as "in 12 hours"
    closes = t.gettext("If nobody does anything, the table closes {moment}.")
    closes = closes.format(moment=moment(table.updated_at + bot.tables.lobby_life))
    buttons: list[ui.Button[Any]] = []
    if len(table.seats) >= lobbies.FEWEST_SEATS:
        # Translators: button, at most 34 characters: start the game.
        start = t.pgettext("button", "Start")
        buttons.append(button(start, "lobby", table.id, "", "start", style=GREEN))
    if bot.tables.think is not None and filling.to_fill(table):
        # Translators: button, at most 34 characters: computers take the free seats; imperative
        buttons.append(button(t.gettext("Fill with computers"), "unfilled", table.id, word="fill"))
    # Translators: button, at most 34 characters: the table stays open for so long
    longer = t.gettext("Another day")
    if filling.pace_of(table.options) == "evening":
        # Translators: button, at most 34 characters: the table stays open for so long
        longer = t.gettext("Another hour")
    buttons += [
        button(longer, "unfilled", table.id, word="longer"),
        # Translators: button, at most 34 characters: close a table that nobody joins; imperative
        button(t.pgettext("button", "Close"), "unfilled", table.id, word="close"),
    ]
    taken = words.format(people=people, taken=seats - filling.free_seats(table), n=seats)
    return message(text(taken, small(closes)), *packed(buttons))


@tells(notes.LobbyWaits)
async def _tell_unfilled(bot: TzolkinBot, table: Table, note: notes.LobbyWaits) -> None:
    if table.status != "lobby":
        return
    now = bot.tables.now()
    called = [
        one.user_id for one in table.seats
        if one.can_agree and ping_of(table, one, now) in ("mention", "direct")
    ]  # fmt: skip
    await post(bot, table, unfilled_message(language_of(bot, table), bot, table), pinged=called)


_ACTS: Mapping[str, Change] = {
    "fill": filling.fill, "longer": filling.wait_longer, "close": lobbies.abandon,
}  # fmt: skip


@on_press()
async def unfilled(interaction: Interaction, press: Press) -> None:
    """Do with a lobby that does not fill what its people choose, and say so in place of the
    question."""
    bot, act = interaction.client, _ACTS.get(press.word)
    if act is None:
        raise old_button()
    before, table = await change_seats(interaction, press.table, act)
    t = language_of(bot, table)
    if table.status == "playing":
        await tell_begun(interaction, before, table)
        if interaction.message is not None:
            with suppress(*UNREACHABLE):
                await interaction.message.edit(view=message(text(t.gettext("The game has begun."))))
        return
    over = t.gettext("This game is over.") if table.status != "lobby" else None
    if over:
        said = message(text(t.gettext("The lobby is closed.")))
        answer = interaction.response.edit_message(view=said)
        await answer_and_carry_on(interaction, answer, table.id)
        bot.channels.pop(table.id, None)
    else:
        await interaction.response.edit_message(view=_done(interaction, t, press.word, table))
    await edit_lobby(bot, table, lobby_message(t, table, notice=over, closed=over is not None))


def _done(interaction: Interaction, t: Translations, word: str, table: Table) -> ui.LayoutView:
    """What stands in place of the question."""
    names = seat_names(t, table)
    if word == "fill":
        of_computers = [names[one.seat] for one in table.seats if one.computer]
        # Translators: {names}: computers that play, one or more
        words = t.ngettext(
            "This computer plays too: {names}.", "These computers play too: {names}.",
            len(of_computers),
        )  # fmt: skip
        # Translators: button, at most 34 characters: start the game.
        start = button(t.pgettext("button", "Start"), "lobby", table.id, "", "start", style=GREEN)
        return message(text(words.format(names=", ".join(of_computers))), row([start]))
    mine = table.seat_of(interaction.user.id)
    # Translators: {name}: a player; {moment}: as "in 24 hours"
    words = t.gettext(
        "{name} is keeping the table open. If nobody does anything, the table closes {moment}."
    )
    closes = moment(table.updated_at + interaction.client.tables.lobby_life)
    return message(text(words.format(name=names[mine.seat] if mine else "…", moment=closes)))
