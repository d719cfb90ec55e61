"""What moderators do with a league itself: found it, move it, rename it, delete it, say what
organisers may do who play, and choose who moderates it and who helps."""

from dataclasses import asdict, replace
from typing import Any

import discord
from discord import ui

from bot.leagues import acting, season_lifecycle
from bot.model.league import League, Organisers
from bot.model.server import AuditEntry
from bot.refusal import Refusal
from bot.tables import Moderator
from bot.text.audit import STAFF_LISTS, staff_words
from bot.text.translation import N_, Translations, listed
from bot.text.typed import escaped
from cogs.kit.answering import speaks, tell
from cogs.kit.buttons import GREEN, Press, as_number, button, menu_ids, on_press
from cogs.kit.context import HOMES, Home, Interaction, Stands
from cogs.kit.layout import Part, message, printed, row, small, text
from cogs.kit.leagues_named import league_pressed
from cogs.kit.members import moderator_here
from cogs.leagues.league_channel import missing_in
from cogs.leagues.season_sweep import move_tables
from cogs.leagues.wizard import Wizard, wizard_for, wizard_view
from cogs.moderation.audit_log import answer_words

# Translators: button, at most 34 characters: creates a league; imperative of “to found”
FOUND = N_("Create a league")


def about_leagues(t: Translations) -> str:
    """Say what a league is, on a server that has none."""
    return t.gettext(
        "A league is a series of seasons on this server: people sign up, everybody plays the "
        "same number of games, and the standings show who wins. I draw the tables, open them, "
        "count their results and remind people; you decide what to play and when."
    )


async def show_beginning(interaction: Interaction) -> None:
    """Answer on a server without a league: what a league is, and a moderator's way to the first."""
    t, last = speaks(interaction), list[Part]()
    try:
        await moderator_here(interaction)
    except Refusal:
        last.append(
            text(small(t.gettext("A moderator can create a league here with /league show.")))
        )
    else:
        last.append(row([button(t.say(FOUND), "moddo", 0, word="g found", style=GREEN)]))
    # Translators: heading on a server without a league
    head = "### " + t.gettext("No league yet")
    await interaction.response.send_message(
        view=message(text(head, about_leagues(t)), *last), ephemeral=True
    )


async def found(
    interaction: Interaction,
    moderator: Moderator,
    name: str,
    channel: Home,
    organisers: Organisers = "daylight",
) -> None:
    """Add a league, or move the one of this name to the channel, with its open tables whose channel
    is lost; go on with preparing its first season. Raises Refusal if the bot cannot open tables in
    the channel."""
    leagues, t = interaction.client.leagues, speaks(interaction)
    _must_be_able_to_open(interaction, channel)
    league, _ = await acting.found_league(
        leagues, moderator, name, channel.id, organisers=organisers
    )
    answer = t.gettext("The league {league} lives in {channel}.").format(
        league=printed(league.name), channel=channel.mention
    )
    if isinstance(channel, discord.ForumChannel):
        words = t.gettext(
            "Each season has a post for its news, and each table has a post of its own."
        )
        answer += f" {words}"
    seasons = await season_lifecycle.seasons_of(leagues, league.id)
    if not seasons:
        interaction.client.dispatch("leagues_changed", league.guild_id)
        wizard = await wizard_for(interaction, moderator, f"l{league.id}")
        await show_wizard(interaction, wizard, answer)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    for season in seasons:
        if season.state.phase in ("sign-up", "running"):
            await move_tables(interaction.client, season.id)
            interaction.client.dispatch("season_changed", season.id)
    interaction.client.dispatch("leagues_changed", league.guild_id)
    await tell(interaction, answer)


async def new_season(interaction: Interaction, moderator: Moderator, league: League) -> None:
    """Open the wizard for the next season. Raises Refusal while one is open for signing up."""
    if await season_lifecycle.newest(interaction.client.leagues, league.id, "sign-up"):
        raise season_lifecycle.sign_up_open()
    await show_wizard(interaction, await wizard_for(interaction, moderator, f"l{league.id}"))


async def show_wizard(interaction: Interaction, wizard: Wizard, notice: str | None = None) -> None:
    """Answer with the wizard, in a new message."""
    view = wizard_view(speaks(interaction), wizard, notice=notice)
    await interaction.response.send_message(view=view, ephemeral=True)


async def change(
    interaction: Interaction, moderator: Moderator, league: League, act: str, to: str
) -> None:
    """Rename a league, whose seasons keep their names, or say what its organisers may do who play:
    `act` is `acting.RENAME` or `acting.ORGANISERS`."""
    entry = await acting.change_league(interaction.client.leagues, moderator, league.id, act, to)
    interaction.client.dispatch("leagues_changed", league.guild_id)
    await tell(interaction, await answer_words(interaction, entry))


# --- its staff ------------------------------------------------------------------------------------

MOST_NAMED = 10
"""The most roles and people that a list of a league's staff names."""


async def show_staff(interaction: Interaction, league: League) -> None:
    """Answer with who moderates a league and who helps, and the menus that change it."""
    view = _staff_view(interaction, league)
    await interaction.response.send_message(view=view, ephemeral=True)


def _staff_view(interaction: Interaction, league: League, *more: str) -> ui.LayoutView:
    t, guild, parts = speaks(interaction), interaction.guild, list[Part]()
    assert guild is not None
    held, person = asdict(league.staff), discord.SelectDefaultValue.from_user
    for number, (label, roles, people) in enumerate(STAFF_LISTS):
        menu: ui.MentionableSelect[Any] = ui.MentionableSelect(
            **menu_ids("leaguestaff", 0, word=f"{league.id}.{number}"),
            # Translators: heading of a menu of people and roles, shown until some are chosen, at
            # most 60 characters
            placeholder=t.gettext("Choose people or roles"),
            min_values=0, max_values=MOST_NAMED,
            default_values=[
                *(one for one in map(guild.get_role, held[roles]) if one is not None),
                *(person(discord.Object(one)) for one in held[people]),
            ],
        )  # fmt: skip
        parts += [text(f"**{t.gettext(label)}**: {staff_words(held, roles, people)}"), row([menu])]
    words = t.gettext(
        "The league's moderators can do everything with its seasons and tables. Its helpers "
        "can give more time, remind players and open tables. The server's moderators can do "
        "all of this, too."
    )
    return message(text(f"### {escaped(league.name)}", words), *parts, *map(text, more))


@on_press(Stands.ANYWHERE)
async def leaguestaff(interaction: Interaction, press: Press) -> None:
    """Choose the people and roles of a list of a league's staff, and show all as it is then."""
    moderator = await moderator_here(interaction)
    number, which = press.numbers(2)
    league, guild = await league_pressed(interaction, str(number)), interaction.guild
    assert guild is not None
    _, roles, people = STAFF_LISTS[which % len(STAFF_LISTS)]
    chosen = [as_number(one) for one in press.values]
    named = tuple(one for one in chosen if guild.get_role(one) is not None)
    others = tuple(one for one in chosen if one not in named)
    staff = replace(league.staff, **{roles: named, people: others})
    leagues = interaction.client.leagues
    entry = await acting.change_league(leagues, moderator, league.id, acting.STAFF, staff)
    interaction.client.dispatch("leagues_changed", league.guild_id)
    done = await answer_words(interaction, entry)
    view = _staff_view(interaction, replace(league, staff=staff), done)
    await interaction.response.edit_message(view=view)


# --- undoing --------------------------------------------------------------------------------------


async def give_back(
    interaction: Interaction, moderator: Moderator, entry: AuditEntry, reason: str
) -> None:
    """Give a league the name, channel or staff it had before an entry, or its organisers who play
    what they could do. Raises Refusal if the bot cannot open tables there."""
    bot = interaction.client
    before = await acting.league_before(bot.store.read, entry)
    if entry.act == acting.FOUND:
        assert interaction.guild is not None
        channel = interaction.guild.get_channel(before.channel_id or 0)
        if not isinstance(channel, Home):
            raise channel_unseen()
        _must_be_able_to_open(interaction, channel)
    undoing = await acting.undo_league(bot.leagues, moderator, entry, reason)
    bot.dispatch("leagues_changed", entry.guild_id)
    await tell(interaction, await answer_words(interaction, undoing))


def channel_unseen() -> Refusal:
    """Make the refusal of a channel in which no tables can open, or that the bot cannot see."""
    return Refusal("channel-unseen", "I cannot see this channel; choose another one.")


async def delete(
    interaction: Interaction, moderator: Moderator, league: League, reason: str
) -> None:
    """Delete a league. Raises Refusal if a season of it was drawn."""
    entry = await acting.delete_league(interaction.client.leagues, league.id, moderator, reason)
    interaction.client.dispatch("leagues_changed", league.guild_id)
    await tell(interaction, await answer_words(interaction, entry))


def _must_be_able_to_open(interaction: Interaction, channel: Home) -> None:
    """Raises Refusal if the channel is of a kind in which no league can live, if the bot cannot
    open tables in it, or the person may not write there."""
    t = speaks(interaction)
    if channel.type not in HOMES:
        raise Refusal(
            "no-home",
            "{channel} is an announcement channel; choose a text channel or a forum.",
            channel=channel.mention,
        )
    assert isinstance(interaction.user, discord.Member)
    own = channel.permissions_for(interaction.user)
    if not (own.view_channel and own.send_messages):
        raise Refusal(
            "channel-not-yours",
            "You cannot write in {channel} yourself; choose a channel where you can.",
            channel=channel.mention,
        )
    missing = missing_in(t, channel)
    if missing:
        # Translators: {permissions} are one or several names of Discord permissions
        raise Refusal(
            "permissions",
            "I cannot open tables in {channel}: somebody who manages the server must give me "
            "these permissions there: {permissions}.",
            channel=channel.mention,
            permissions=listed(t, missing),
        )
