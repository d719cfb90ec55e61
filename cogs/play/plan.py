"""/plan: a plan for the person's next turn, kept privately until then."""

from collections.abc import Sequence
from functools import partial

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.refusal import AskedNow
from bot.tables import PlanView, turns
from bot.text.choices import (
    OTHER,
    PICK,
    PLACE,
    PLAIN,
    Choice,
    choices,
    group_title,
    icon_of,
    question,
)
from bot.text.seats import AFTER_THIS, effect_so_far
from bot.text.translation import N_, Translations
from bot.text.turns import deeds_words
from cogs.client import TzolkinBot
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, button, on_press, select
from cogs.kit.context import Interaction, table_here
from cogs.kit.layout import MOST_CHOICES, Part, message, row, small, text, with_icons
from cogs.telling.messages import answer_your_turn

REST_IMPOSSIBLE = N_("What you planned after that is no longer possible.")
STEP = "; "
"""Separates the actions of one choice, such as a pick-up and its action."""


def _planned(t: Translations, view: PlanView) -> list[str]:
    """Lines about the plan, as far as it is possible, and about what it would change."""
    words = deeds_words(t, view.begun, view.seat, view.plan.possible)
    # Translators: then what was planned, as "2 workers placed on Tikal 0 and 1 (1 corn)"
    lines = [t.gettext("**Planned**: {deeds}").format(deeds=words)]
    effect = effect_so_far(t, view.start, view.position, view.seat)
    if effect:
        lines.append(t.gettext(AFTER_THIS).format(effect=effect))
    return lines


def plan_view(t: Translations, view: PlanView, notice: str | None = None) -> ui.LayoutView:
    """The message with the plan, its effect, and menus to add to it."""
    plan = view.plan
    # Translators: heading; imperative
    head = t.gettext("Plan your next turn")
    lines = [f"### {head}", *([notice] if notice else [])]
    if not plan.actions:
        # Translators: in place of a player's plan
        lines.append(t.gettext("Nothing is planned yet."))
    else:
        lines += with_icons(t, partial(_planned, view=view))
    if not plan.holds:
        lines.append(t.gettext(REST_IMPOSSIBLE))
    offered = [one for one in choices(t, view.game, view.seat) if one.action != "end"]
    buttons: list[Part] = [
        # Translators: button: the last step is undone, or the page before is shown
        button(t.gettext("Back"), "planback", view.table.id),
        # Translators: button: what is planned is dropped
        button(t.gettext("No plan"), "plandrop", view.table.id),
    ]
    return message(
        text(*lines),
        *_next_steps(t, view, offered),
        row(buttons) if plan.actions else None,
        text(
            small(
                t.gettext(
                    "Only you see your plan. When your turn comes, you are offered what is still "
                    "possible of it."
                )
            )
        ),
    )


def _next_steps(t: Translations, view: PlanView, offered: Sequence[Choice]) -> list[Part]:
    """The next question, with a menu for each kind of move."""
    if not offered:
        return []
    parts: list[Part] = [text(f"**{question(t, view.kind, offered)}**")]
    names = {group: group_title(t, group) for group in (PLACE, PICK)}
    # Translators: on a menu until something is chosen: what is neither placing nor picking up
    other = t.gettext("Something else")
    # Translators: on a menu until something is chosen; imperative
    choose = t.gettext("Choose")
    for group in (PLACE, PICK, OTHER, PLAIN):
        options = [
            discord.SelectOption(
                label=one.label, value=STEP.join(one.actions), description=one.detail or None,
                emoji=t.icons.get(icon_of(one.action)),
            )
            for one in offered
            if one.group == group
        ]  # fmt: skip
        if not options:
            continue
        name = names.get(group, other if parts[1:] else choose)
        stamp = str(len(view.plan.possible))
        menu = select(
            options[:MOST_CHOICES], "planadd", view.table.id, stamp, group, placeholder=name
        )
        parts.append(row([menu]))
    return parts


@on_press("planadd")
async def step_added(interaction: Interaction, press: Press) -> None:
    """Add a step to the plan."""
    tables, user = interaction.client.tables, interaction.user.id
    now = turns.plan(await tables.read(press.table), user)
    if press.stamp != str(len(now.plan.possible)):  # a double press, or the table has moved on
        await _show(interaction, now)
        return
    added = press.value.split(STEP)
    async with tables.open(press.table) as opened:
        view = turns.set_plan(opened, user, [*now.plan.possible, *added])
    await _show(interaction, view)


@on_press("planback")
async def step_taken_back(interaction: Interaction, press: Press) -> None:
    """Remove the plan's last step."""
    tables, user = interaction.client.tables, interaction.user.id
    now = turns.plan(await tables.read(press.table), user)
    async with tables.open(press.table) as opened:
        view = turns.set_plan(opened, user, now.plan.possible[:-1])
    await _show(interaction, view)


@on_press("plandrop")
async def plan_dropped(interaction: Interaction, press: Press) -> None:
    """Drop the plan."""
    async with interaction.client.tables.open(press.table) as opened:
        view = turns.set_plan(opened, interaction.user.id, ())
    await _show(interaction, view)


@on_press("plan")
async def plan_asked(interaction: Interaction, press: Press) -> None:
    """Show the plan privately, for the button beside a confirmed turn."""
    view = turns.plan(await interaction.client.tables.read(press.table), interaction.user.id)
    await interaction.response.send_message(
        view=plan_view(speaks(interaction), view), ephemeral=True
    )


async def _show(interaction: Interaction, view: PlanView) -> None:
    await interaction.response.edit_message(view=plan_view(speaks(interaction), view))


class Plans(commands.Cog):
    """The command that plans the next turn."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot

    @app_commands.command(name="plan", description=locale_str("Plan your next turn while you wait"))
    @app_commands.guild_only()
    async def plan(self, interaction: Interaction) -> None:
        """Show the plan privately, with menus to change it."""
        table = await table_here(interaction)
        try:
            view = turns.plan(await self.bot.tables.read(table), interaction.user.id)
        except AskedNow as refusal:
            await answer_your_turn(interaction, refusal, table)
            return
        await interaction.response.send_message(
            view=plan_view(speaks(interaction), view), ephemeral=True
        )


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Plans(bot))
