"""Taking part in a season: signing up and off, entering late, giving up."""

from collections.abc import Sequence

import discord

from bot.answering import speaks, tell
from bot.leagues import founding, people
from bot.leagues.model.season import no_late_entry
from bot.leagues.views import SeasonView
from bot.model.league import League
from bot.refusal import Refusal
from bot.text.seasons import division_name
from bot.text.translation import Translations
from cogs.context import Interaction
from cogs.layout import message, row, text
from cogs.leagues.context import season_pressed
from cogs.leagues.overview import again_for_everybody, show_season
from cogs.leagues.pages import answer_page, note, on_page, to_page

RED = discord.ButtonStyle.danger
GREEN = discord.ButtonStyle.success


async def join(interaction: Interaction, league: League) -> None:
    """Sign up for the season that is open, or ask whether to enter the running one late. Raises
    Refusal where neither can be done."""
    found = await founding.seasons_of(interaction.client.leagues, league.id)
    for season in reversed(found):
        if season.state.phase == "sign-up":
            await _sign(interaction, league, season, up=True)
            return
    running = [season for season in found if season.state.phase == "running"]
    if not running:
        raise Refusal(
            "nothing-open",
            "No season of this league is open; wait until the moderators begin the next one.",
        )
    await _ask_late(interaction, running[-1])


async def leave(interaction: Interaction, league: League) -> None:
    """Sign off from the season that is open, or ask whether to give up the running one. Raises
    Refusal for who is in neither."""
    me = interaction.user.id
    found = await founding.seasons_of(interaction.client.leagues, league.id)
    for season in reversed(found):
        if season.state.phase == "sign-up" and me in season.state.signed_up:
            await _sign(interaction, league, season, up=False)
            return
    for season in reversed(found):
        if season.state.phase == "running" and season.entry_of(me) is not None:
            await answer_page(interaction, _leaving(speaks(interaction), season, me))
            return
    raise Refusal("not-there", "You take part in no season of this league; nothing is changed.")


async def _sign(interaction: Interaction, league: League, season: SeasonView, *, up: bool) -> None:
    """Sign up or off, and show the season as it is then."""
    leagues, t, me = interaction.client.leagues, speaks(interaction), interaction.user.id
    season = await (people.sign_up if up else people.sign_off)(leagues, season.id, me)
    said = t.gettext("You have signed up.") if up else t.gettext("You have signed off.")
    if interaction.message is not None and await again_for_everybody(interaction, league, season):
        await tell(interaction, said)
    else:
        await show_season(interaction, league, season, notice=said)


@on_page("signup")
async def sign_up_pressed(interaction: Interaction, words: Sequence[str]) -> None:
    """The button to sign up, on a message of any age."""
    league, season = await season_pressed(interaction, words[0])
    await _sign(interaction, league, season, up=True)


@on_page("signoff")
async def sign_off_pressed(interaction: Interaction, words: Sequence[str]) -> None:
    """The button to sign off."""
    league, season = await season_pressed(interaction, words[0])
    await _sign(interaction, league, season, up=False)


async def _ask_late(interaction: Interaction, season: SeasonView) -> None:
    t, state = speaks(interaction), season.state
    if state.phase != "running":
        raise Refusal("not-running", "This season is not being played; use /league join.")
    if any(interaction.user.id in held for held in state.holders.values()):
        raise Refusal("signed-up", "You take part in this season already.")
    if not state.rules.late_entry:
        raise no_late_entry()
    said = t.gettext(
        "The season is being played already. You can enter late: you join {division}, and further "
        "tables are drawn for you and for opponents there. You begin with no points."
    ).format(division=division_name(t, len(state.divisions) - 1))
    enter = to_page(t.gettext("Enter now"), "enter", season.id, style=GREEN)
    await answer_page(interaction, message(text(said), row([enter])))


@on_page("late")
async def late_pressed(interaction: Interaction, words: Sequence[str]) -> None:
    """The button that asks what entering late means."""
    _, season = await season_pressed(interaction, words[0])
    await _ask_late(interaction, season)


@on_page("enter")
async def enter_pressed(interaction: Interaction, words: Sequence[str]) -> None:
    """The confirmed late entry."""
    league, season = await season_pressed(interaction, words[0])
    t, me = speaks(interaction), interaction.user.id
    season = await people.enter_late(interaction.client.leagues, season.id, me, by=me)
    interaction.client.dispatch("season_entry", season.id, me)  # further tables may open
    tables = sum(me in table.entries for table in season.state.tables.values())
    said = t.ngettext(
        "You are in {division}, with {n} table.", "You are in {division}, with {n} tables.", tables
    ).format(division=division_name(t, season.state.division_of[me]), n=tables)
    await show_season(interaction, league, season, notice=said)


def _leaving(t: Translations, season: SeasonView, me: int) -> discord.ui.LayoutView:
    """What giving up means, with the button that does it."""
    entry = season.entry_of(me)
    left = sum(entry in table.entries for table in season.state.open_tables())
    said = [
        t.gettext("**Give up the season?**"),
        t.ngettext(
            "A computer plays on at your {n} table that is not over, unless the moderators find a "
            "substitute.",
            "Computers play on at your {n} tables that are not over, unless the moderators find a "
            "substitute.",
            left,
        ).format(n=left),
        t.gettext(
            "What you have played stays: its points are yours on your card, and a seat that "
            "somebody takes over is shared by the turns each of you played."
        ),
        t.gettext("In the standings you come after everybody who plays on, and you leave the "
                  "divisions."),
    ]  # fmt: skip
    give_up = to_page(t.gettext("Give up the season"), "withdraw", season.id, style=RED)
    stay = to_page(t.gettext("Stay"), "season", season.id)
    return message(text(*said), row([give_up, stay]))


@on_page("withdraw")
async def withdraw_pressed(interaction: Interaction, words: Sequence[str]) -> None:
    """The red button: the entry is given up. Pressed again it finds nobody to give up."""
    _, season = await season_pressed(interaction, words[0])
    t, me = speaks(interaction), interaction.user.id
    entry = season.entry_of(me)
    if entry is None:
        raise Refusal("not-there", "You do not play in this season any more.")
    await people.withdraw(interaction.client.leagues, season.id, entry, by=me)
    interaction.client.dispatch("season_entry", season.id, entry)  # computers take the seats
    said = t.gettext(
        "You have given up the season; a moderator can bring you back with /season substitute."
    )
    await answer_page(interaction, note(said))
