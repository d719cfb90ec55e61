"""/moderate: acts of moderators at a table. Every command, press and sent form checks that the
person is a moderator, so that buttons of former moderators do nothing."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.leagues.games import refuse_latecomer
from bot.model.seat_points import counted
from bot.moderation import at_tables
from bot.moderation.table_acts import (
    CorrectResult,
    EndGame,
    ExtendTime,
    PauseClocks,
    ResumeClocks,
    RewindGame,
    SeatLatecomer,
    TableAct,
)
from bot.tables import (
    Moderator,
    Refusal,
    Rewind,
    Table,
    looking_back,
)
from bot.text.answer_preview import shortened
from bot.text.names import points as points_words
from bot.text.points import standings_lines
from bot.text.translation import Translations
from bot.text.turns import turn_line
from bot.text.typed import folded, typed_count
from cogs.client import BotCog
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, old_button, on_press, work_on
from cogs.kit.context import Interaction, latest_table
from cogs.kit.layout import LONGEST_CHOICE, MOST_CHOICES, last_lines, printed
from cogs.kit.moderators import (
    MOST_POINTS_TYPED,
    POINTS_TYPED,
    WHY_OR_ASKED,
    Reason,
    a_player,
    moderator_here,
    typed_points,
)
from cogs.kit.names import plain_names, seat_names
from cogs.kit.places import Stands
from cogs.moderation.acts import (
    answer_done,
    confirmation,
    do_at_table,
    proposed_in_season,
    show_replacing,
    word_of,
)
from cogs.moderation.audit_log import log_view
from cogs.moderation.previews import points_form, points_of
from cogs.moderation.set_up import set_up
from cogs.telling.notices import deal_told_line

# Translators: description of an option of /moderate, at most 100 characters
_WHY = locale_str("Why, for the audit log")


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
    """Moderators' commands at a table."""

    async def _asked(self, interaction: Interaction) -> tuple[Translations, Moderator, Table]:
        """The moderator's language, the moderator, and the table of this channel."""
        moderator = await moderator_here(interaction)
        return speaks(interaction), moderator, await latest_table(interaction)

    async def _at_once(self, interaction: Interaction, act: TableAct, reason: str) -> None:
        _, moderator, table = await self._asked(interaction)
        done = await do_at_table(interaction, table.id, moderator, act, reason)
        await answer_done(interaction, done)

    # Translators: description of the command /moderate pause, at most 100 characters; imperative
    @app_commands.command(name="pause", description=locale_str("Pause this table's clocks"))
    @app_commands.describe(reason=_WHY)
    async def pause(self, interaction: Interaction, reason: Reason) -> None:
        """Stop the clocks."""
        await self._at_once(interaction, PauseClocks(), reason)

    # Translators: description of the command /moderate resume, at most 100 characters; imperative
    @app_commands.command(name="resume", description=locale_str("Restart this table's clocks"))
    @app_commands.describe(reason=_WHY)
    async def resume(self, interaction: Interaction, reason: Reason) -> None:
        """Start the clocks again."""
        await self._at_once(interaction, ResumeClocks(), reason)

    # Translators: description of the command /moderate extend, at most 100 characters; imperative
    @app_commands.command(name="extend", description=locale_str("Give a player more time"))
    @app_commands.describe(
        # Translators: description of an option of /moderate extend, at most 100 characters
        hours=locale_str("How many hours"),
        reason=_WHY,
        # Translators: description of an option of /moderate extend, at most 100 characters
        seat=locale_str("Which seat, in playing order; leave it out for all"),
    )
    async def extend(
        self,
        interaction: Interaction,
        hours: app_commands.Range[int, 1, 1440],
        reason: Reason,
        seat: app_commands.Range[int, 1, 5] | None = None,
    ) -> None:
        """Give more time."""
        longer = ExtendTime(None if seat is None else seat - 1, hours * 3600)
        await self._at_once(interaction, longer, reason)

    @app_commands.command(
        name="rewind",
        # Translators: description of the command /moderate rewind, at most 100 characters;
        # imperative
        description=locale_str("Rewind the game to an earlier turn"),
    )
    # Translators: description of an option of /moderate rewind, at most 100 characters
    @app_commands.describe(turn=locale_str("The first turn to be undone"), reason=WHY_OR_ASKED)
    async def rewind(
        self,
        interaction: Interaction,
        turn: app_commands.Range[str, 1, 100],
        reason: Reason | None = None,
    ) -> None:
        """Preview the turns that would be undone."""
        _, moderator, table = await self._asked(interaction)
        await show_rewind(interaction, moderator, table, turn, reason)

    @rewind.autocomplete("turn")
    async def turns(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the turns, newest first; nothing to people who are not moderators."""
        try:
            await moderator_here(interaction)
            table = await latest_table(interaction)
            turns = await turns_of(interaction, table)
        except Refusal:
            return []
        return [
            app_commands.Choice(name=label, value=value)
            for value, label in turns
            if folded(typed) in folded(label)
        ][:MOST_CHOICES]

    # Translators: description of the command /moderate replace, at most 100 characters; imperative
    @app_commands.command(name="replace", description=locale_str("Give a seat to somebody else"))
    @app_commands.describe(
        # Translators: description of an option of /moderate replace, at most 100 characters
        seat=locale_str("Which seat, in playing order"),
        # Translators: description of an option of /moderate replace, at most 100 characters
        player=locale_str("Who takes it; leave it out for a computer"),
        reason=WHY_OR_ASKED,
    )
    async def replace(
        self,
        interaction: Interaction,
        seat: app_commands.Range[int, 1, 5],
        player: discord.Member | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview who would leave the seat and who would take it."""
        _, moderator, table = await self._asked(interaction)
        person = None if player is None else a_player(player)
        await show_replacing(interaction, moderator, table, seat - 1, person, reason)

    # Translators: description of the command /moderate end, at most 100 characters; imperative
    @app_commands.command(name="end", description=locale_str("End the game early"))
    @app_commands.describe(
        # Translators: description of an option of /moderate end, at most 100 characters
        counts=locale_str("Whether the points so far are the result"),
        reason=WHY_OR_ASKED,
    )
    async def end(
        self, interaction: Interaction, counts: bool, reason: Reason | None = None
    ) -> None:
        """Preview the end with its result."""
        _, _, table = await self._asked(interaction)
        await show_end(interaction, table, counts, reason)

    # Translators: description of the command /moderate correct, at most 100 characters; imperative
    @app_commands.command(name="correct", description=locale_str("Correct the result of a game"))
    @app_commands.describe(points=POINTS_TYPED, reason=WHY_OR_ASKED)
    async def correct(
        self,
        interaction: Interaction,
        points: app_commands.Range[str, 1, MOST_POINTS_TYPED] | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the result before and after; without points ask for them in a form."""
        t, moderator, table = await self._asked(interaction)
        if points is not None:
            typed = typed_points(points, seats=len(table.seats))
            await show_correction(interaction, moderator, table, typed, reason)
            return
        opens = Press("modpoints", table.id, "", "")
        known = await points_known(interaction, table)
        await interaction.response.send_modal(
            points_form(t, plain_names(t, table), known, opens, reason or "")
        )

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


async def turns_of(interaction: Interaction, table: Table) -> list[tuple[str, str]]:
    """The turns to which the game can be rewound, newest first: what `show_rewind` takes, and in
    words."""
    t, names = speaks(interaction), plain_names(speaks(interaction), table)
    turns = await looking_back.all_turns(await interaction.client.tables.read(table))
    found = []
    for turn in reversed(turns):
        what = turn_line(t, names, turn.seat, turn.steps).replace("*", "")
        # Translators: suggestion of a command, at most 100 characters with what fills it: a
        # turn, “Ada: 2 workers on Tikal”
        label = t.gettext("Round {round}: {what}").format(round=turn.before.round, what=what)
        version = str(turn.table.version - len(turn.actions))
        found.append((version, shortened(label, LONGEST_CHOICE)))
    return found


async def show_rewind(
    interaction: Interaction, moderator: Moderator, table: Table, turn: str, reason: str | None
) -> None:
    """Preview the turns that would be undone, from `turn` on, as `turns_of` names it."""
    # Typed text that is none of the suggestions gets the refusal `no-such-turn`.
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
        lines = standings_lines(t, seat_names(t, table), counted(played, table.seat_points))
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


@on_press("modpoints", Stands.AT_THE_SERVER)
async def points_sent(interaction: Interaction, press: Press) -> None:
    """Preview the correction with the points typed into the form."""
    moderator = await moderator_here(interaction)
    table = await interaction.client.tables.table(press.table)
    at_tables.must_belong(table, moderator)
    points4, _ = points_of(press.typed, len(press.typed))
    if len(points4) != len(table.seats):
        raise old_button()
    await show_correction(interaction, moderator, table, points4, press.kept)


def correction_lines(t: Translations, table: Table, points4: Sequence[int]) -> list[str]:
    """Lines about a game's result with these points, in quarters."""
    lines = [
        # Translators: a player and the points: “Ada: 55½ points”
        t.gettext("{name}: {points}").format(name=name, points=points_words(t, each))
        for name, each in zip(seat_names(t, table), points4, strict=True)
    ]
    if any(table.seat_points):
        lines.append(t.gettext("These points include what the seats cost or bring."))
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
