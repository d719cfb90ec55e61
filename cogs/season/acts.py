"""The moderators' acts in a season: shown first, done by a red button, told to the league's
channel. Whether somebody may is looked at with every press and sent form."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.answering import speaks, tell
from bot.client import TzolkinBot
from bot.leagues import Decided, League, SeasonView
from bot.leagues.deciding import RESULTS
from bot.leagues.explaining import signed_league_points
from bot.refusal import Refusal
from bot.tables import Entry, Moderator
from bot.text.translation import N_, Translations
from cogs.buttons import Press, button, on_press
from cogs.context import Interaction, speaks_server
from cogs.layout import first_lines, message, row, small, text
from cogs.leagues.dates import tell_closed
from cogs.leagues.here import season_in
from cogs.leagues.names import Names, names_of
from cogs.leagues.opening import open_ready
from cogs.leagues.pages import division_name
from cogs.moderation.moderators import ReasonForm, moderator_here
from cogs.names import printed
from cogs.season.previews import drawn_lines, people_of, preview_lines

RED = discord.ButtonStyle.danger
NOTHING = -1
"""In a press, in place of a number that was not given."""

_WISHES: Mapping[str, Sequence[str]] = {
    "season-draw": (),
    "season-round": ("division", "round"),
    "season-close": (),
    "season-late": ("user_id", "division"),
    "season-withdraw": ("entry",),
    "season-substitute": ("entry", "user_id"),
    "season-correct": ("table", "points4"),
    "season-void": ("table",),
    "season-adjust": ("entry", "units", "was"),
    "season-ban": ("user_id", "days"),
    "season-unban": ("user_id",),
}
"""What the press of an act says, number by number; `points4` are all that are left."""
_WITHOUT_REASON = ("season-draw", "season-round", "season-close")
"""What happens in every season; the season's name stands for the reason in the log."""

_SLOW = ("season-draw", "season-close")
"""What may take longer in a large league than Discord waits for an answer."""
_OPENING = (
    "season-draw", "season-round", "season-late", "season-withdraw", "season-substitute",
    "season-void",
)  # fmt: skip
"""After these a table may be played that could not before."""

_ASKED: Mapping[str, str] = {
    "season-draw": N_("Close the sign-up and draw the divisions?"),
    "season-round": N_("Draw the next round?"),
    "season-close": N_("Close the season?"),
    "season-late": N_("Let somebody enter late?"),
    "season-withdraw": N_("Take somebody out of the season?"),
    "season-substitute": N_("Let a substitute play on?"),
    "season-correct": N_("Correct the result?"),
    "season-void": N_("Take the table out of the season?"),
    "season-adjust": N_("Give or take points?"),
    "season-ban": N_("Keep somebody out of the league?"),
    "season-unban": N_("Let somebody in again?"),
}
_TOLD: Mapping[str, str] = {
    "season-draw": N_("{moderator} has drawn the season: it begins."),
    "season-round": N_("{moderator} has drawn the next round of {division}."),
    "season-close": N_("{moderator} has closed the season."),
    "season-late": N_("{moderator} let {who} enter late: {reason}"),
    "season-withdraw": N_("{moderator} took {entry} out of the season: {reason}"),
    "season-substitute": N_("{moderator} let {who} play on for {entry}: {reason}"),
    "season-correct": N_("{moderator} corrected the result of table {table}: {reason}"),
    "season-void": N_("{moderator} took table {table} out of the season: {reason}"),
    "season-adjust": N_("{moderator} changed the points of {entry} by {points}: {reason}"),
    "season-settings": N_("{moderator} changed the settings; they hold for tables opened later."),
}
"""What the league's channel is told. Bans are between the moderators and the person."""


async def propose(
    interaction: Interaction,
    league: str | None,
    act: str,
    wished: Callable[[SeasonView], dict[str, Any]],
    *phases: str,
) -> None:
    """The answer to a moderator's command: what the act would change. `wished` gives its wish for
    the season that is meant: the newest in one of these phases, without any the running one."""
    moderator = await moderator_here(interaction)
    season = await season_in(interaction, league, *(phases or ("running",)))
    await ask(interaction, moderator, season, act, **wished(season))


async def ask(
    interaction: Interaction, moderator: Moderator, season: SeasonView, act: str, **wish: Any
) -> None:
    """Show what an act would change, with the red button that does it. Refused where the act
    would be."""
    t, seasons = speaks(interaction), interaction.client.seasons
    if act in _SLOW:
        await interaction.response.defer(ephemeral=True, thinking=True)
    found = await seasons.preview(season.id, moderator, act, wish)
    names = await names_of(interaction, people_of(found, wish))
    lines = await preview_lines(t, names, act, wish, found)
    await show(interaction, t, season, act, wish, lines)


async def show(
    interaction: Interaction,
    t: Translations,
    season: SeasonView,
    act: str,
    wish: Mapping[str, Any],
    lines: Sequence[str],
) -> None:
    """The question, what would change, the red button."""
    numbers: list[int] = []
    for key in _WISHES[act]:
        value = wish[key]
        numbers += value if key == "points4" else [NOTHING if value is None else value]
    word = ".".join(map(str, (season.id, act, *numbers)))
    if act in _WITHOUT_REASON:
        after = t.gettext("The league's channel is told, and the audit log keeps it.")
    elif act in _TOLD:
        after = t.gettext(
            "You will be asked for a reason; the league's channel is told, and the log keeps it."
        )
    else:
        after = t.gettext("You will be asked for a reason; the audit log keeps it.")
    server = await interaction.client.tables.server_settings(interaction.guild_id or 0)
    if act in RESULTS and server.second_moderator:
        after += " " + t.gettext("Another moderator must confirm it.")
    title = "### " + t.gettext(_ASKED[act])
    view = message(
        text(*first_lines([title, discord.utils.escape_markdown(season.settings.name), *lines])),
        row([button(t.gettext("Do it"), "seasonact", 0, word=word, style=RED)]),
        text(small(after)),
    )
    if interaction.response.is_done():
        await interaction.followup.send(view=view, ephemeral=True)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


def wish_of(act: str, numbers: Sequence[int]) -> dict[str, Any]:
    """What the numbers of a press mean. Raises ValueError for too few."""
    wish: dict[str, Any] = {}
    left = list(numbers)
    for key in _WISHES[act]:
        if key == "points4":
            wish[key], left = left, []
        else:
            value = left.pop(0)
            wish[key] = None if value == NOTHING and key in ("division", "days") else value
    return wish


@on_press("seasonact")
async def act_pressed(interaction: Interaction, press: Press) -> None:
    """The red button of a preview: does it, or asks for the reason first."""
    moderator = await moderator_here(interaction)
    season_id, act, *numbers = press.word.split(".")
    if act not in _WISHES:
        raise Refusal("act", "This button is of another version; use the command again.")
    wish = wish_of(act, [int(number) for number in numbers])

    async def do(sent: Interaction, who: Moderator, reason: str) -> None:
        done = await sent.client.seasons.act(int(season_id), who, act, wish, reason)
        await answer_done(sent, done)

    if act in _WITHOUT_REASON:
        await interaction.response.defer(ephemeral=True, thinking=True)
        season = await interaction.client.seasons.season(int(season_id))
        await do(interaction, moderator, reason_by_name(season))
    else:
        await interaction.response.send_modal(ReasonForm(speaks(interaction), do))


def reason_by_name(season: SeasonView) -> str:
    """What the log has as the reason where none is asked for. A name may be shorter than a
    reason."""
    return f"{season.settings.name} ({season.number})"


@on_press("seasonsettle")
async def settle_pressed(interaction: Interaction, press: Press) -> None:
    """Confirm or refuse what another moderator wished."""
    moderator = await moderator_here(interaction)
    entry, answer = press.word.split(".")
    done = await interaction.client.seasons.settle(
        int(entry), moderator, confirm=answer == "confirm"
    )
    await answer_done(interaction, done)


async def answer_done(interaction: Interaction, done: Decided) -> None:
    """Tell the moderator, then the league's channel."""
    t, entry = speaks(interaction), done.entry
    if entry.status == "pending":
        await tell(
            interaction,
            t.gettext(
                "This waits until another moderator confirms it with /moderate pending: entry "
                "{number}."
            ).format(number=entry.id),
        )
        return
    if entry.status == "refused":
        await tell(interaction, t.gettext("Refused; nothing was changed."))
        return
    await tell(
        interaction,
        t.gettext("Done; the audit log has it as entry {number}.").format(number=entry.id),
    )
    await tell_done(interaction, done)


async def tell_done(interaction: Interaction, done: Decided) -> None:
    """Tell the league's channel what was done, and open the tables that can be played now."""
    bot = interaction.client
    lines = await told_lines(interaction, speaks_server(interaction), done)
    if lines:
        league = await bot.seasons.league(done.season.league_id)
        await tell_league(interaction, league, message(text(*first_lines(lines))))
    if done.entry.act == "season-close":
        # Drawing takes a moment, and the moderator is answered already.
        bot.in_background(tell_closed(bot, done.season), f"the end of season {done.season.id}")
    bot.dispatch("season_moderated", done)
    if done.entry.act in _OPENING:
        await open_ready(bot, done.season.id, anew=False)


async def told_lines(interaction: Interaction, t: Translations, done: Decided) -> list[str]:
    """What the league's channel is told; nothing of some acts."""
    entry, season = done.entry, done.season
    if entry.act not in _TOLD:
        return []
    state = season.state
    people = [held[-1] for held in state.holders.values()]
    named = [entry.details[key] for key in ("user_id", "entry") if entry.details.get(key)]
    names = await names_of(interaction, list(dict.fromkeys([*named, *people])))
    lines = [told_line(t, interaction.user.display_name, entry, names)]
    if entry.act == "season-draw":
        lines += drawn_lines(t, names, state)
    lines[0] = f"**{discord.utils.escape_markdown(season.settings.name)}** · {lines[0]}"
    return lines


def told_line(t: Translations, moderator: str, entry: Entry, names: Names) -> str:
    """One line about an act. Who wished it is named where another moderator confirmed it."""
    details = entry.details
    if entry.settled_by is not None:
        moderator = f"{printed(moderator)} (<@{entry.user_id}>)"
    else:
        moderator = printed(moderator)
    return t.gettext(_TOLD[entry.act]).format(
        moderator=moderator,
        reason=discord.utils.escape_markdown(entry.reason),
        who=names.printed(details["user_id"]) if "user_id" in details else "",
        entry=names.printed(details["entry"]) if "entry" in details else "",
        table=details.get("table", ""),
        division=division_name(t, details.get("division") or 0),
        points=signed_league_points(details.get("units", 0)),
    )


async def tell_league(interaction: Interaction, league: League, view: ui.LayoutView) -> bool:
    """Say something in the league's channel; where that cannot be, the moderator is told."""
    bot: TzolkinBot = interaction.client
    t = speaks(interaction)
    if league.channel_id is None:
        await tell(
            interaction,
            t.gettext("This league has no channel yet; choose one with /season found."),
        )
        return False
    channel = bot.get_partial_messageable(league.channel_id, guild_id=league.guild_id)
    try:
        await channel.send(view=view)
    except (discord.Forbidden, discord.NotFound):
        await tell(
            interaction,
            t.gettext(
                "I cannot write in {channel}: let me see it and send messages there, or choose "
                "another channel with /season found."
            ).format(channel=f"<#{league.channel_id}>"),
        )
        return False
    return True
