"""Requests that wait for a second moderator, one on a page: what is now, and what would be."""

from dataclasses import replace

from discord import ui

from bot.leagues.acts import acting
from bot.leagues.acts.acting import ACTS
from bot.moderation import at_tables
from bot.moderation.acting import SEEN
from bot.moderation.second_moderator import settled_already
from bot.moderation.table_acts import DEAL_TOLD
from bot.tables import AuditEntry, Moderator, Refusal
from bot.text.translation import Translations
from cogs.kit.answering import refusal_text, speaks
from cogs.kit.buttons import Press, as_number, on_press, turning
from cogs.kit.context import Interaction
from cogs.kit.contributed import PENDING_PARTS
from cogs.kit.layout import first_lines, message, row, small, text
from cogs.kit.moderators import decider_here
from cogs.kit.names import names_of
from cogs.kit.places import Stands
from cogs.moderation.audit_log import entry_lines, people_of
from cogs.moderation.previews import preview_lines
from cogs.moderation.second import decide_buttons
from cogs.telling.notices import deal_told_line


async def pending_view(
    interaction: Interaction, moderator: Moderator, number: int
) -> ui.LayoutView:
    """The page of a request, numbered from the newest (0), to which calls refer: what it would
    change now, the buttons that decide it, and those to the other requests."""
    t = speaks(interaction)
    waiting = await at_tables.pending(interaction.client.tables, moderator.guild_id)
    # Translators: heading
    title = "### " + t.gettext("Waiting for a second moderator")
    disputed = [one for parts in PENDING_PARTS for one in await parts(interaction, moderator)]
    if not waiting:
        return message(text(title, t.gettext("Nothing is waiting.")), *disputed)
    number = min(max(number, 0), len(waiting) - 1)
    entry, more = await _as_now(interaction, moderator, t, waiting[number])
    names = await names_of(interaction, people_of([entry]))
    lines = [*entry_lines(t, entry, names), *more]
    if entry.details.get(DEAL_TOLD):
        lines.append(deal_told_line(t))
    # Translators: numbers; what a moderator asks a second one to confirm
    page = t.gettext("Request {n} of {all}").format(n=number + 1, all=len(waiting))
    turns = turning(t, number, len(waiting), "modpending")
    return message(
        text(*first_lines([title, small(page), *lines], 3000)),
        row(decide_buttons(t, entry)),
        row(turns) if turns else None,
        *disputed,
    )


async def _as_now(
    interaction: Interaction, moderator: Moderator, t: Translations, entry: AuditEntry
) -> tuple[AuditEntry, list[str]]:
    """The request, updated to what it would change now, and further lines: the standings
    afterwards, or why it can no longer be done."""
    bot = interaction.client
    try:
        if entry.act in ACTS and entry.season_id is not None:
            act = ACTS[entry.act].of_details(entry.details)
            found = await acting.preview(bot.leagues, entry.season_id, moderator, act)
            async with bot.leagues.try_out(entry.season_id) as season:
                seen = await act.seen(season)
            return _seen(entry, seen), await preview_lines(interaction, act, found)
        return _seen(entry, await at_tables.seen(bot.tables, entry)), []
    except Refusal as refusal:
        # Translators: {why} is a sentence that says why
        words = t.gettext("It can no longer be done: {why}")
        return entry, [words.format(why=refusal_text(t, refusal))]


def _seen(entry: AuditEntry, seen: dict[str, object]) -> AuditEntry:
    return replace(entry, details={**entry.details, SEEN: seen})


async def _show_called(
    interaction: Interaction, moderator: Moderator, what: str, number: int
) -> None:
    """Show, in a new message, the request that a call names: `number` is its entry in the audit log
    if `what` is "entry", else its page."""
    if what == "entry":
        waiting = await at_tables.pending(interaction.client.tables, moderator.guild_id)
        found = [place for place, one in enumerate(waiting) if one.id == number]
        if not found:
            raise settled_already()
        [number] = found
    view = await pending_view(interaction, moderator, number)
    await interaction.response.send_message(view=view, ephemeral=True)


@on_press("modpending", Stands.ANYWHERE)
async def pending_turned(interaction: Interaction, press: Press) -> None:
    """Show another request; for a button of a call, the request of the call in a new message."""
    moderator = await decider_here(interaction)
    what, _, number = press.word.rpartition(" ")
    if what:
        await _show_called(interaction, moderator, what, as_number(number))
        return
    view = await pending_view(interaction, moderator, press.number)
    await interaction.response.edit_message(view=view)
