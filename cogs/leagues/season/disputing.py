"""The moderators' buttons of a dispute, which are acts in a season with preview and reason; and the
pages of all open disputes on a server."""

from collections.abc import Sequence

from discord import ui

from bot.leagues import disputes
from bot.leagues.acts.act import SeasonAct
from bot.leagues.acts.disputes import Reject, Settle
from bot.leagues.acts.results import Replay, Restore, Void
from bot.leagues.views import SeasonView
from bot.refusal import Refusal
from bot.seasons.disputes import Dispute, open_dispute
from bot.tables import Moderator
from bot.text.disputes import dispute_title, open_disputes_line
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, as_number, button, old_button, on_press, turning, work_on
from cogs.kit.context import Interaction
from cogs.kit.contributed import PENDING_PARTS
from cogs.kit.layout import Part, first_lines, message, row, small, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.moderators import decider_here, moderator_here
from cogs.kit.places import Stands
from cogs.leagues.disputes import call_of, dispute_content, kept_from, unread_line
from cogs.leagues.season.acts import preview_act

MOST_LISTED = 800
"""The most characters of the list of disputes on the page of requests."""


async def disputes_parts(interaction: Interaction, moderator: Moderator) -> Sequence[Part]:
    """The open disputes of the server with links to their threads, and the button that shows them;
    empty if there are none."""
    found = await disputes.open_on(interaction.client.leagues, moderator.guild_id)
    if not found:
        return []
    t = speaks(interaction)
    lines = [open_disputes_line(t, len(found))]
    for season, number, one in found:
        name = season.title
        place = season.made.disputes.get(number)
        if place is not None and place.private:  # the thread has the same name
            lines.append(f"- <#{place.channel}>")
        else:
            lines.append("- " + dispute_title(t, number, one.table, name))
    show = button(t.gettext("Disputes"), "disputes", 0, word="all")
    return [text(*first_lines(lines, MOST_LISTED)), row([show])]


PENDING_PARTS.append(disputes_parts)


@on_press("disputeact", Stands.ANYWHERE)
async def act_pressed(interaction: Interaction, press: Press) -> None:
    """Show the preview of an act, or ask for the points of a correction."""
    moderator = await moderator_here(interaction)
    season_id, place, what = press.parts(3)
    number = as_number(place)
    _, season = await season_pressed(interaction, season_id)
    dispute = open_dispute(season.state.disputes, number)
    called = await call_of(interaction.client, season, number)
    if called is not None and moderator.id in await kept_from(interaction.client, called):
        raise Refusal(
            "dispute-of-rivals",
            "You play in this division; another moderator must decide this dispute.",
        )
    if what == "correct":
        await work_on(interaction, Press("moddo", 0, "", f"s{season.id}.t{dispute.table} correct"))
        return
    acts: dict[str, SeasonAct] = {
        "void": Void(dispute.table),
        "restore": Restore(dispute.table),
        "replay": Replay(dispute.table),
        "settle": Settle(number, dispute.table),
        "reject": Reject(number, dispute.table),
    }
    if what not in acts:
        raise old_button()
    await preview_act(interaction, moderator, season, acts[what])


@on_press("disputes", Stands.ANYWHERE)
async def look_pressed(interaction: Interaction, press: Press) -> None:
    """Show the open disputes of the server, one on a page: the one a call names, or the one with
    this index."""
    moderator = await decider_here(interaction)
    found = await disputes.open_on(interaction.client.leagues, moderator.guild_id)
    which = [f"{season.id}.{number}" for season, number, _ in found]
    turned = press.word.startswith("page ")
    if not turned and press.word in which:
        page = which.index(press.word)
    else:
        page = as_number(press.word[5:]) if turned else 0
    view = await _page(interaction, moderator, found, page)
    if turned:
        await interaction.response.edit_message(view=view)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


async def _page(
    interaction: Interaction,
    moderator: Moderator,
    found: Sequence[tuple[SeasonView, int, Dispute]],
    page: int,
) -> ui.LayoutView:
    t = speaks(interaction)
    if not found:
        return message(text(t.gettext("There are no open disputes.")))
    page = min(max(page, 0), len(found) - 1)
    season, number, _ = found[page]
    called = await call_of(interaction.client, season, number, t)
    assert called is not None
    if moderator.id in await kept_from(interaction.client, called):
        words = t.gettext("You play in this division; only other moderators can read this.")
        lines, parts = [unread_line(called), words], list[Part]()
    else:
        lines, parts = await dispute_content(interaction.client, called)
    place = season.made.disputes.get(number)
    if place is not None and place.private:
        lines.append(f"<#{place.channel}>")
    turns = turning(t, page, len(found), "disputes", "page ")
    head = small(open_disputes_line(t, len(found)))
    return message(text(*first_lines([head, *lines])), *parts, row(turns) if turns else None)
