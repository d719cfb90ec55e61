"""/moderate, and the previews of acts at a table, which the page opens. Every command, press and
sent form checks that the person is a moderator, so that buttons of former moderators do nothing."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.leagues.games import refuse_latecomer
from bot.moderation import at_tables
from bot.moderation.table_acts import (
    CorrectResult,
    EndGame,
    RewindGame,
    SeatLatecomer,
)
from bot.tables import (
    Moderator,
    Rewind,
    Table,
    looking_back,
)
from bot.text.answer_preview import shortened
from bot.text.names import points as points_words
from bot.text.points import standings_lines
from bot.text.translation import Translations
from bot.text.turns import turn_line
from bot.text.typed import typed_count
from cogs.client import BotCog
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, old_button, on_press, select, work_on
from cogs.kit.context import Interaction
from cogs.kit.layout import (
    LONGEST_CHOICE,
    MOST_CHOICES,
    kept_text,
    last_lines,
    message,
    option,
    printed,
    row,
    text_kept,
)
from cogs.kit.moderators import (
    a_player,
    moderator_here,
)
from cogs.kit.names import plain_names, seat_names
from cogs.kit.places import Stands
from cogs.moderation.acts import (
    confirmation,
    proposed_in_season,
    word_of,
)
from cogs.moderation.audit_log import log_view
from cogs.moderation.set_up import set_up
from cogs.telling.notices import deal_told_line


def rewind_lines(t: Translations, offer: Rewind) -> list[str]:
    """Lines about what rewinding the game would undo."""
    names = seat_names(t, offer.table)
    lines = []
    if offer.table.status == "finished":
        lines.append(deal_told_line(t))
    if not offer.turns:
        return [*lines, t.gettext("Nothing is undone; the game continues where it ended.")]
    undone = ["- " + turn_line(t, names, u.seat, u.steps) for u in offer.turns]
    # Translators: above a list of turns
    count = t.ngettext("{n} turn is undone:", "{n} turns are undone:", len(undone))
    return [*lines, count.format(n=len(undone)), *last_lines(undone, 2500)]


@app_commands.guild_only()
class Moderate(
    BotCog,
    commands.GroupCog,
    group_name="moderate",
    # Translators: description of the command /moderate, at most 100 characters
    group_description=locale_str("For the moderators of this server"),
):
    """Moderators' commands: the page with all they can do, the log, and who they are."""

    # Translators: description of the command /moderate log, at most 100 characters
    @app_commands.command(name="log", description=locale_str("What moderators did: who, when, why"))
    async def log(self, interaction: Interaction) -> None:
        """Show the newest page of the audit log privately."""
        moderator = await moderator_here(interaction)
        view = await log_view(interaction, moderator, 0)
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command(
        name="page",
        # Translators: description of the command /moderate page, at most 100 characters
        description=locale_str("Everything moderators can do here, and what is waiting for them"),
    )
    async def page(self, interaction: Interaction) -> None:
        """Show what the button Moderate shows, for what this channel is about."""
        await work_on(interaction, Press("moderate", 0, "", ""))

    @app_commands.command(
        name="setup",
        # Translators: description of the command /moderate setup, at most 100 characters
        description=locale_str("Who moderates here, for people who manage the server"),
    )
    @app_commands.describe(
        # Translators: description of an option of /moderate setup, at most 100 characters
        role=locale_str("A role to add to the moderators, or to remove"),
        # Translators: description of an option of /moderate setup, at most 100 characters
        second=locale_str("Whether a second moderator confirms what changes a result"),
        # Translators: description of an option of /moderate setup, at most 100 characters
        channel=locale_str("Where moderators are notified, such as when somebody runs out of time"),
    )
    async def setup_moderators(
        self,
        interaction: Interaction,
        role: discord.Role | None = None,
        second: bool | None = None,
        channel: discord.TextChannel | None = None,
    ) -> None:
        """Set who moderates, whether a second moderator must confirm, and where they are called."""
        view = await set_up(
            interaction,
            role=None if role is None else str(role.id),
            second=None if second is None else "on" if second else "off",
            channel=None if channel is None else str(channel.id),
        )
        await interaction.response.send_message(view=view, ephemeral=True)


async def turns_of(interaction: Interaction, table: Table) -> list[tuple[int, str, str]]:
    """The turns to which the game can be rewound, newest first: the round, what `show_rewind`
    takes, and the turn in words."""
    t, names = speaks(interaction), plain_names(speaks(interaction), table)
    turns = await looking_back.all_turns(await interaction.client.tables.read(table))
    found = []
    for turn in reversed(turns):
        what = turn_line(t, names, turn.seat, turn.steps).replace("*", "")
        number = turn.before.round
        # Translators: in a menu, at most 100 characters with what fills it: a turn, “Ada: 2 workers
        # on Tikal”
        label = t.gettext("Round {round}: {what}").format(round=number, what=what)
        version = str(turn.table.version - len(turn.actions))
        found.append((number, version, shortened(label, LONGEST_CHOICE)))
    return found


async def show_earlier_turns(
    interaction: Interaction, table: Table, reason: str, number: int | None = None
) -> None:
    """Ask for the round to which the game is rewound, or for one of the turns of round `number`."""
    t, turns = speaks(interaction), await turns_of(interaction, table)
    if number is None:
        rounds = dict.fromkeys(each for each, _, _ in turns)
        # Translators: in a menu: a round of a game
        options = [option(t.gettext("Round {round}").format(round=n), str(n)) for n in rounds]
        word = "round"
    else:
        options = [option(label, value) for each, value, label in turns if each == number]
        word = "turn"
    if not options:
        raise old_button()
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters
    placeholder = t.gettext("The first turn to be undone")
    # Those that are left out are in the menu from which this one was opened.
    menu = select(options[-MOST_CHOICES:], "modturns", table.id, word=word, placeholder=placeholder)
    view = message(row([menu]), kept_text(reason))
    await interaction.response.send_message(view=view, ephemeral=True)


@on_press("modturns", Stands.AT_THE_SERVER)
async def earlier_turn_chosen(interaction: Interaction, press: Press) -> None:
    """Show the turns of the chosen round, or preview the rewind to the chosen turn."""
    moderator = await moderator_here(interaction)
    table = await interaction.client.tables.table(press.table)
    at_tables.must_belong(table, moderator)
    reason = text_kept(interaction.message)
    if press.word == "round":
        await show_earlier_turns(interaction, table, reason, press.number_chosen)
    else:
        await show_rewind(interaction, moderator, table, press.value, reason)


async def show_rewind(
    interaction: Interaction, moderator: Moderator, table: Table, turn: str, reason: str | None
) -> None:
    """Preview the turns that would be undone, from `turn` on, as `turns_of` names it."""
    # An old form gets the refusal `no-such-turn`.
    typed = typed_count(turn)
    to = -1 if typed is None else typed
    offer = await at_tables.rewind_preview(interaction.client.tables, table.id, moderator, to)
    t = speaks(interaction)
    view = confirmation(
        t, RewindGame, rewind_lines(t, offer), "modrewind", table,
        f"{to}.{offer.table.version}", reason,
    )  # fmt: skip
    await interaction.response.send_message(view=view, ephemeral=True)


async def show_latecomer(
    interaction: Interaction, table: Table, player: discord.Member, reason: str | None
) -> None:
    """Preview the seating of a latecomer, which requires a new deal."""
    await refuse_latecomer(interaction.client.leagues, table.id)
    t, person = speaks(interaction), a_player(player)
    lines = [
        t.gettext(
            "The deal depends on the number of players, so the game is dealt again: the table "
            "returns to its lobby with {name}, and everybody chooses again."
        ).format(name=printed(person.name)),
    ]
    view = confirmation(t, SeatLatecomer, lines, "modseat", table, word_of(person), reason)
    await interaction.response.send_message(view=view, ephemeral=True)


async def show_end(
    interaction: Interaction, table: Table, counts: bool, reason: str | None
) -> None:
    """Preview the end of the game with its result, or without one."""
    t = speaks(interaction)
    if counts:
        played = (await interaction.client.tables.game(table.id)).standings()
        lines = standings_lines(t, seat_names(t, table), played)
    else:
        lines = [t.gettext("It counts for nobody.")]
    word = "counts" if counts else "void"
    view = confirmation(t, EndGame, lines, "modend", table, word, reason)
    await interaction.response.send_message(view=view, ephemeral=True)


async def points_known(interaction: Interaction, table: Table) -> list[int] | None:
    """The points of each seat in quarters, once the game has a result."""
    result = await looking_back.result(await interaction.client.tables.read(table))
    by_seat = {} if result is None else {r["seat"]: r["points4"] for r in result.standings}
    return [by_seat[one.seat] for one in table.seats] if by_seat else None


def correction_lines(t: Translations, table: Table, points4: Sequence[int]) -> list[str]:
    """Lines about a game's result with these points, in quarters."""
    lines = [
        # Translators: a player and the points: “Ada: 55½ points”
        t.gettext("{name}: {points}").format(name=name, points=points_words(t, each))
        for name, each in zip(seat_names(t, table), points4, strict=True)
    ]
    return [*lines, t.gettext("The game's own result is kept as well.")]


async def show_correction(
    interaction: Interaction,
    moderator: Moderator,
    table: Table,
    points4: Sequence[int],
    reason: str | None,
) -> None:
    """Preview the correction of a game's result, by points in quarters."""
    t = speaks(interaction)
    act = CorrectResult(list(points4))
    if await proposed_in_season(interaction, moderator, table, act, reason or None):
        return
    lines = correction_lines(t, table, points4)
    word = ".".join(str(each) for each in points4)
    view = confirmation(t, CorrectResult, lines, "modcorrect", table, word, reason or None)
    await interaction.response.send_message(view=view, ephemeral=True)
