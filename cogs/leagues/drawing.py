"""The page of the draw: the divisions as they would be drawn now. Moderators can change them
before the draw counts: other sizes, another order. After it they can have the
tables opened that are ready.

Each choice is an act, stored and told at once. The buttons carry the length of the season's log: if
it has grown since, a press only shows the page as it is now.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import get_args

from discord import ui

from bot.leagues import games, season_lifecycle
from bot.leagues.acting import InSeason
from bot.leagues.season_acts import Draw, OpenTables, Seed, drawing_chosen
from bot.leagues.season_lifecycle import Divided
from bot.leagues.season_transaction import SeasonView
from bot.moderation import desk
from bot.seasons.events import DrawPrepared, Order
from bot.tables import Moderator
from bot.text.leagues import TABLE, gone_lines
from bot.text.seasons import NOT_KEPT, ORDER_NAMES, shape_name
from bot.text.translation import N_, Translations, listed
from cogs.kit.answering import fill, speaks, tell
from cogs.kit.buttons import RED, Press, button, old_button, on_press, select
from cogs.kit.context import Interaction, Stands
from cogs.kit.layout import first_lines, message, option, row, small, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.members import gone_from, names_of, staff_here
from cogs.leagues.season_sweep import open_ready
from cogs.moderation.acts import do_now, reason_by_name

MOST_NOT_KEPT = 12
"""The most players listed who would not play in the division announced for them."""
# Translators: heading of a page, and something a moderator can do, in a menu or on a button, at
# most 34 characters: the players of a season in their order, the best first
PLAYERS_AND_SEEDS = N_("Players and seeds")
_SIZES = re.compile(r"\d{1,3}x\d{1,3}(\.\d{1,3}x\d{1,3})*", re.ASCII)


async def show_draw(interaction: Interaction, moderator: Moderator, season: SeasonView) -> None:
    """Answer with the divisions as they would be drawn now. Raises Refusal if there is nothing to
    draw."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    view = await _page(interaction, moderator, season)
    await interaction.response.send_message(view=view, ephemeral=True)


async def _page(
    interaction: Interaction, moderator: Moderator, season: SeasonView, notice: str | None = None
) -> ui.LayoutView:
    t, leagues = speaks(interaction), interaction.client.leagues
    act = Draw(against_announced=True)
    place = InSeason(leagues, season.id)
    found = await desk.preview(place, moderator, act)
    now = await season_lifecycle.divided_now(leagues, season.id)
    assert interaction.guild is not None
    gone = await gone_from(interaction.client, interaction.guild, season.state.signed_up)
    names = await names_of(interaction, season.state.signed_up)
    settings = season.settings
    lines = [
        *season_lifecycle.forecast_lines(t, settings, now.sizes),
        *act.preview(t, names.printed, found),
    ]
    broken = [
        t.gettext(NOT_KEPT[one.direction]).format(name=names.printed(one.person))
        for one in now.not_kept
    ]
    lines = [
        *gone_lines(t, [names.printed(one) for one in gone]),
        *_not_kept_lines(t, broken),
        *lines,
    ]
    title = "### " + t.gettext(act.asks)
    head = [title, season.title]
    after = t.gettext("This goes to the league's channel and the audit log.")
    act = Draw(against_announced=bool(broken))
    label, word = t.gettext("Confirm"), "go"
    if broken:
        # Translators: button, at most 34 characters: draws the season although something is not as
        # announced; imperative
        label, word = t.gettext("Draw anyway"), "sure"
    seen = str(found.before.version)
    return message(
        text(notice) if notice else None,
        text(*first_lines([*head, *lines])),
        *_menus(t, found.before, now, seen),
        row([button(label, "seasondraw", 0, seen, f"{season.id}.{word}", style=RED)]),
        text(small(after)),
    )


def _not_kept_lines(t: Translations, broken: Sequence[str]) -> list[str]:
    """The warning above the preview: `broken` are the lines about players who do not go where it
    was announced. Empty without them."""
    if not broken:
        return []
    # Translators: heading above a list of players who do not go where it was announced
    warned = [
        t.gettext("**Not placed according to last season's standings:**"),
        *broken[:MOST_NOT_KEPT],
    ]
    more = len(broken) - MOST_NOT_KEPT
    if more > 0:
        # Translators: last line of a list of people: so many further ones
        warned.append(t.ngettext("and {n} more", "and {n} more", more).format(n=more))
    return [*warned, ""]


def _menus(
    t: Translations, season: SeasonView, now: Divided, seen: str
) -> Sequence[ui.Item[ui.LayoutView] | None]:
    """The menus of what moderators' seeds do not decide."""
    seeds = season.state.seeds
    sizes = list(dict.fromkeys([now.sizes, *now.shapes]))
    shapes = [option(shape_name(t, one), _written(one), default=one == now.sizes) for one in sizes]
    wanted: Order = season.state.drawing.order
    offered: list[Order] = ["ladder", "rating", "sign-up"]
    if not now.has_ladder:
        offered.remove("ladder")
        wanted = "sign-up" if wanted == "ladder" else wanted
    orders = [option(t.gettext(ORDER_NAMES[one]), one, default=one == wanted) for one in offered]
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters: how
    # many divisions, of how many players
    size = t.gettext("Divisions")
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters: how
    # players are divided into divisions
    how = t.gettext("Who plays where")
    return [
        None
        if seeds.divisions
        else row([select(shapes, "drawsizes", 0, seen, str(season.id), placeholder=size)]),
        None
        if seeds.order
        else row([select(orders, "draworder", 0, seen, str(season.id), placeholder=how)]),
        row([button(t.gettext(PLAYERS_AND_SEEDS), "moddo", 0, word=f"s{season.id} seeds")]),
    ]


def _written(sizes: Sequence[int]) -> str:
    """Sizes as the value of an option: "7x3.6" is 7, 7, 7, 6."""
    runs: list[list[int]] = []
    for size in sizes:
        if runs and runs[-1][0] == size:
            runs[-1][1] += 1
        else:
            runs.append([size, 1])
    return ".".join(f"{size}x{count}" for size, count in runs)


def _read(written: str) -> tuple[int, ...]:
    if _SIZES.fullmatch(written) is None:
        raise old_button()
    runs = [one.split("x") for one in written.split(".")]
    return tuple(int(size) for size, count in runs for _ in range(int(count)))


def _order(written: str) -> Order:
    found = (one for one in get_args(Order) if one == written in ORDER_NAMES)
    order: Order | None = next(found, None)
    if order is None:
        raise old_button()
    return order


async def _choose(
    interaction: Interaction, press: Press, choice: Callable[[DrawPrepared], DrawPrepared]
) -> None:
    """Make a choice an act, and show the page with it."""
    moderator, t = await staff_here(interaction), speaks(interaction)
    _, season = await season_pressed(interaction, press.word)
    place, notice = InSeason(interaction.client.leagues, season.id), None
    wanted = choice(season.state.drawing)
    act = Seed((), drawing=drawing_chosen(wanted))
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
async def drawsizes(interaction: Interaction, press: Press) -> None:
    """Choose the sizes of the divisions."""
    await _choose(interaction, press, lambda was: replace(was, sizes=_read(press.value)))


@on_press(Stands.ANYWHERE)
async def draworder(interaction: Interaction, press: Press) -> None:
    """Choose the order by which players come into divisions."""
    await _choose(interaction, press, lambda was: replace(was, order=_order(press.value)))


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
