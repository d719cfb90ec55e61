"""The page of the draw: the divisions as they would be drawn now. Moderators can change them
before the draw counts: other sizes, another order. After it they can have the
tables opened that are ready.

Each choice is an act, stored and told at once. The buttons carry the length of the season's log: if
it has grown since, a press only shows the page as it is now.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from discord import ui

from bot.leagues import games, season_lifecycle
from bot.leagues.acting import InSeason
from bot.leagues.season_acts import Draw, OpenTables, Seed, drawing_chosen
from bot.leagues.season_lifecycle import Divided
from bot.leagues.season_transaction import SeasonView
from bot.moderation import desk
from bot.seasons.events import Order
from bot.tables import Moderator
from bot.text.leagues import TABLE, gone_lines
from bot.text.seasons import NOT_KEPT, ORDER_NAMES, shape_name
from bot.text.translation import N_, Translations, listed
from cogs.kit.answering import fill, speaks, tell
from cogs.kit.buttons import RED, Press, button, on_press, select
from cogs.kit.context import Interaction, Stands
from cogs.kit.layout import Part, first_lines, message, option, row, rows, small, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.members import Names, gone_from, names_of, staff_here
from cogs.leagues.season_sweep import open_ready
from cogs.moderation.acts import do_now, reason_by_name

MOST_NOT_KEPT = 12
"""The most players listed who would not play in the division announced for them."""
# Translators: heading of a page, and something a moderator can do, in a menu or on a button, at
# most 34 characters: the players of a season in their order, the best first
PLAYERS_AND_SEEDS = N_("Players and seeds")


async def show_draw(interaction: Interaction, moderator: Moderator, season: SeasonView) -> None:
    """Answer with the divisions as they would be drawn now. Raises Refusal if there is nothing to
    draw."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await fill(interaction, view=await _page(interaction, moderator, season))


async def _page(
    interaction: Interaction, moderator: Moderator, season: SeasonView, notice: str | None = None
) -> ui.LayoutView:
    t, leagues = speaks(interaction), interaction.client.leagues
    act = Draw(against_announced=True)
    found = await desk.preview(InSeason(leagues, season.id), moderator, act)
    now = await season_lifecycle.divided_now(leagues, season.id)
    assert interaction.guild is not None
    gone = await gone_from(interaction.client, interaction.guild, season.state.signed_up)
    names = await names_of(interaction, season.state.signed_up)
    # Translators: button, at most 34 characters: draws the season although something is not as
    # announced; imperative
    label, word = t.gettext("Draw anyway"), "sure"
    if not now.not_kept:
        label, word = t.gettext("Confirm"), "go"
    seen = str(found.before.version)
    lines = [
        "### " + t.gettext(act.asks),
        season.title,
        *gone_lines(t, [names.printed(one) for one in gone]),
        *_not_kept_lines(t, now, names),
        *season_lifecycle.forecast_lines(t, season.settings, now.sizes),
        *act.preview(t, names.printed, found),
    ]
    return message(
        text(notice) if notice else None,
        text(*first_lines(lines)),
        *_menus(t, found.before, now, seen),
        row([button(label, "seasondraw", 0, seen, f"{season.id}.{word}", style=RED)]),
        text(small(t.gettext("This goes to the league's channel and the audit log."))),
    )


def _not_kept_lines(t: Translations, now: Divided, names: Names) -> list[str]:
    """The warning about players who do not go where it was announced; empty without them."""
    if not now.not_kept:
        return []
    # Translators: heading above a list of players who do not go where it was announced
    warned = [t.gettext("**Not placed where last season's standings said:**")]
    for one in now.not_kept[:MOST_NOT_KEPT]:
        words = t.gettext(NOT_KEPT[one.direction])
        warned.append(words.format(name=names.printed(one.person)))
    more = len(now.not_kept) - MOST_NOT_KEPT
    if more > 0:
        # Translators: last line of a list of people: so many further ones
        warned.append(t.ngettext("and {n} more", "and {n} more", more).format(n=more))
    return [*warned, ""]


def _sizes(now: Divided) -> list[tuple[int, ...]]:
    """The sizes of divisions to choose from, in the order of their menu: first those of now."""
    return list(dict.fromkeys([now.sizes, *now.shapes]))


def _menus(t: Translations, season: SeasonView, now: Divided, seen: str) -> Sequence[Part]:
    """The menus of what moderators' seeds do not decide, and the button to the seeds."""
    seeds, sizes, word = season.state.seeds, _sizes(now), str(season.id)
    shapes = [option(shape_name(t, one), str(n), default=not n) for n, one in enumerate(sizes)]
    wanted: Order = season.state.drawing.order
    if wanted == "ladder" and not now.has_ladder:
        wanted = "sign-up"
    orders = [
        option(t.gettext(ORDER_NAMES[one]), one, default=one == wanted)
        for one in ("ladder", "rating", "sign-up")
        if now.has_ladder or one != "ladder"
    ]
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters: how
    # many divisions, of how many players
    size = t.gettext("Divisions")
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters: how
    # players are divided into divisions
    how = t.gettext("Who plays where")
    menus: list[Part] = []
    if not seeds.divisions and len(sizes) > 1:
        menus.append(select(shapes, "drawchoice", 0, seen, f"{word}.sizes", placeholder=size))
    if not seeds.order:
        menus.append(select(orders, "drawchoice", 0, seen, f"{word}.order", placeholder=how))
    menus.append(button(t.gettext(PLAYERS_AND_SEEDS), "moddo", 0, word=f"s{word} seeds"))
    return rows(menus, 1)


@on_press(Stands.ANYWHERE)
async def drawchoice(interaction: Interaction, press: Press) -> None:
    """Make a choice an act, and show the page with it: the order by which players come into
    divisions, or the sizes of these by their number in the menu."""
    moderator, t = await staff_here(interaction), speaks(interaction)
    number, what = press.parts(2)
    _, season = await season_pressed(interaction, number)
    leagues, notice, wanted = interaction.client.leagues, None, season.state.drawing
    if what == "order":
        order = next((one for one in get_args(Order) if one == press.value), wanted.order)
        wanted = replace(wanted, order=order)
    else:
        sizes = _sizes(await season_lifecycle.divided_now(leagues, season.id))
        wanted = replace(wanted, sizes=sizes[min(press.number_chosen, len(sizes) - 1)])
    place, act = InSeason(leagues, season.id), Seed((), drawing=drawing_chosen(wanted))
    async with place.try_out() as opened:
        await desk.may(act, moderator, place, opened)
    await interaction.response.defer()
    if str(season.version) != press.stamp:
        notice = t.say(MEANWHILE)
    elif wanted != season.state.drawing:
        season = (await desk.do(place, moderator, act, reason_by_name(season))).after
        interaction.client.dispatch("season_changed", season.id)
    view = await _page(interaction, moderator, season, notice)
    await fill(interaction, view=view)


MEANWHILE = N_("The season has changed, so nothing was done. This is how it is now.")


@on_press(Stands.ANYWHERE)
async def seasondraw(interaction: Interaction, press: Press) -> None:
    """Draw the season, as the page shows it."""
    moderator = await staff_here(interaction)
    number, how = press.parts(2)
    _, season = await season_pressed(interaction, number)
    leagues = interaction.client.leagues
    if season.state.phase == "sign-up" and str(season.version) != press.stamp:
        await interaction.response.defer()
        view = await _page(interaction, moderator, season, speaks(interaction).say(MEANWHILE))
        await fill(interaction, view=view)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    act = Draw(against_announced=how == "sure")
    await do_now(interaction, moderator, InSeason(leagues, season.id), act)


async def open_tables(interaction: Interaction, moderator: Moderator, season: SeasonView) -> None:
    """Open now all tables that would open automatically. Name those whose game was given up, which
    open only to be played again."""
    t = speaks(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    place = InSeason(interaction.client.leagues, season.id)
    await desk.do(place, moderator, OpenTables(), reason_by_name(season))
    opened = await open_ready(interaction.client, season.id)
    given_up = await games.given_up(interaction.client.leagues, season.id)
    if opened:
        answer = t.ngettext("{n} table is open now.", "{n} tables are open now.", len(opened))
    else:
        answer = t.gettext(
            "No table can open now: the remaining ones are waiting for players to be free, for "
            "the start of the season, or for something that I asked for in the league's "
            "channel."
        )
    answer = answer.format(n=len(opened))
    if given_up:
        # Translators: {tables} are names of tables: “Table 3 and Table 5”; “Let it be played again”
        # is a choice on the moderators' page, to be named as there
        answer += " " + t.gettext(
            "I will not open these tables again until a moderator chooses “Have it played "
            "again”: {tables}."
        ).format(tables=listed(t, [t.say(TABLE, n=number) for number in given_up]))
    await tell(interaction, answer)
