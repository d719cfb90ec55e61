"""Undoing an entry that was chosen on a page of the audit log: a form for the reason, the preview,
and the act, which may wait for a second moderator like any other. Whether it is possible is decided
anew at every step."""

from bot.leagues.acts.act import SeasonAct
from bot.moderation import at_tables, setup
from bot.moderation.acting import no_entry
from bot.moderation.table_acts import CorrectResult, ReplacePlayer, RewindGame, TableAct
from bot.tables import AuditEntry, Moderator, Person, Table
from cogs.kit.answering import speaks, tell
from cogs.kit.buttons import Press, as_number, on_press
from cogs.kit.context import Interaction
from cogs.kit.forms import reason_form, reason_of
from cogs.kit.layout import text_kept
from cogs.kit.moderators import answer_words, moderator_here
from cogs.kit.places import Stands
from cogs.leagues.season import founding
from cogs.leagues.season.acts import do_at_once, preview_act
from cogs.moderation.acts import answer_done, confirmation, do_at_table, replacing_lines
from cogs.moderation.audit_log import DO, UNDO, undo_of
from cogs.moderation.moderate import correction_lines, rewind_lines


@on_press(UNDO, Stands.ANYWHERE)
async def undo_pressed(interaction: Interaction, press: Press) -> None:
    """Undo an entry: ask for the reason, then show the preview, then do it. What has no preview is
    done once its reason is given."""
    moderator = await moderator_here(interaction)
    number, _, step = (press.value if press.values else press.word).partition(".")
    entry = await at_tables.entry(interaction.client.tables, as_number(number))
    if entry is None or entry.guild_id != moderator.guild_id:
        raise no_entry()
    act = await undo_of(interaction, moderator, entry)
    reason = reason_of(press) or (text_kept(interaction.message) if step == DO else "")
    if not reason:
        opens = Press(UNDO, 0, "", str(entry.id))
        await interaction.response.send_modal(reason_form(speaks(interaction), opens))
        return
    if act is None:
        await _give_back(interaction, moderator, entry, reason)
        return
    at_once = step == DO or not act.asks
    if isinstance(act, SeasonAct):
        assert entry.season_id is not None
        season = await interaction.client.leagues.read(entry.season_id)
        show = do_at_once if at_once else preview_act
        await show(interaction, moderator, season, act, reason)
        return
    assert entry.table_id is not None
    if at_once:
        await interaction.response.defer(ephemeral=True, thinking=True)
        done = await do_at_table(interaction, entry.table_id, moderator, act, reason)
        await answer_done(interaction, done)
        return
    t, table = speaks(interaction), await interaction.client.tables.table(entry.table_id)
    lines = await _lines(interaction, moderator, table, act)
    view = confirmation(t, type(act), lines, UNDO, table, f"{entry.id}.{DO}", reason)
    await interaction.response.send_message(view=view, ephemeral=True)


async def _give_back(
    interaction: Interaction, moderator: Moderator, entry: AuditEntry, reason: str
) -> None:
    """Undo an entry about a league or the settings of the server."""
    if entry.act == setup.ACT:
        done = await setup.undo(interaction.client.tables, moderator, entry, reason)
        await tell(interaction, answer_words(speaks(interaction), done))
        return
    await founding.give_back(interaction, moderator, entry, reason)


async def _lines(
    interaction: Interaction, moderator: Moderator, table: Table, act: TableAct
) -> list[str]:
    """The preview of an act at a table."""
    t = speaks(interaction)
    if isinstance(act, CorrectResult):
        return correction_lines(t, table, act.points4)
    if isinstance(act, ReplacePlayer):
        person = None if act.user_id is None else Person(act.user_id, act.name or "")
        return replacing_lines(t, table, act.seat, person)
    assert isinstance(act, RewindGame)
    tables = interaction.client.tables
    return rewind_lines(t, await at_tables.rewind_preview(tables, table.id, moderator, act.to))
