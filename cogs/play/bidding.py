"""Bids for seats: the private panel, and the loop that reveals bids in time.

The custom ids of the panel carry all its choices, so that a bid is stored only when it is given,
and a restart loses nothing. Every minute the loop looks at the open bids: it calls people who have
not bid once more, and at the end reveals the bids and begins the game.
"""

from collections.abc import Sequence
from contextlib import suppress

from discord import ui

from bot.leagues import games
from bot.refusal import Refusal
from bot.tables import Table, bidding, lobby
from bot.text.bidding import bid_words, own_lines, place_words
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of, speaks
from cogs.kit.buttons import GREEN, Press, button, old_button, on_press, select
from cogs.kit.context import Interaction, person
from cogs.kit.layout import message, option, row, small, text
from cogs.kit.loops import LoopCog, every
from cogs.telling.carry_on import carry_on, league_game_begun
from cogs.telling.messages import bids_message
from cogs.telling.posting import edit_lobby

LOOK_EVERY = 60
"""Seconds between two looks at the tables whose seats are bid for."""


def panel(t: Translations, table: Table, bid: Sequence[int]) -> ui.LayoutView:
    """The panel of a person's bid, with a menu for each place. `bid` has the chosen points."""
    assert table.bidding is not None
    word = ".".join(map(str, bid))
    menus = []
    for place, chosen in enumerate(bid):
        options = [
            option(place_words(t, place, points), str(points), default=points == chosen)
            for points in range(bidding.MOST_BID + 1)
        ]
        label = place_words(t, place, chosen)
        menus.append(
            row([select(options, "bidset", table.id, str(place), word, placeholder=label)])
        )
    # Translators: button, at most 34 characters: gives the bid; imperative
    give = button(t.gettext("Bid"), "bidgive", table.id, word=word, style=GREEN)
    head, *how = own_lines(t, table.bidding.until)
    return message(text(f"### {head}", *map(small, how)), *menus, row([give]))


@on_press("bid")
async def panel_asked(interaction: Interaction, press: Press) -> None:
    """Show the panel to a person who wants to bid, or to change the bid."""
    table = await interaction.client.tables.table(press.table)
    bid = bidding.own_bid(table, interaction.user.id)
    view = panel(speaks(interaction), table, bid)
    if press.word:  # the button is on the private message with the bid
        await interaction.response.edit_message(view=view)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


@on_press("bidset")
async def points_chosen(interaction: Interaction, press: Press) -> None:
    """Show the panel with the points chosen for a place; the bid is not given yet."""
    table = await interaction.client.tables.table(press.table)
    bidding.own_bid(table, interaction.user.id)
    bid = press.numbers()
    if not press.stamp.isdecimal() or int(press.stamp) >= len(bid):
        raise old_button()
    bid[int(press.stamp)] = press.number_chosen
    await interaction.response.edit_message(view=panel(speaks(interaction), table, bid))


@on_press("bidgive")
async def bid_given(interaction: Interaction, press: Press) -> None:
    """Store a bid, and begin the game if it is the last one."""
    bot, t = interaction.client, speaks(interaction)
    points = press.numbers()
    async with bot.tables.open(press.table) as opened:
        table = bidding.bid(opened, person(interaction), points)
    # Translators: {bid} is a list: “place 1: 4, place 2: 0”
    said = t.gettext("Your bid: {bid}.").format(bid=bid_words(t, points))
    if bidding.yet_to_bid(table):
        later = small(t.gettext("Nobody sees it until all bids are revealed."))
        # Translators: button, at most 34 characters: changes the bid; imperative
        change = button(t.gettext("Change"), "bid", table.id, word="again")
        view = message(text(said, later), row([change]))
    else:
        now = small(t.gettext("Everybody has bid: bids are revealed, and the game begins."))
        view = message(text(said, now))
    await interaction.response.edit_message(view=view)
    if not await reveal(bot, table.id):
        await _show(bot, table.id)


async def reveal(bot: TzolkinBot, table_id: int) -> bool:
    """Reveal the bids of a table and begin its game, if it is time; returns whether it was. The
    game of a table that was taken out of its season is given up."""
    scheduled = await games.table_of_game(bot.leagues, table_id)
    deal = None
    if scheduled is not None and scheduled.status == "voided":
        async with bot.tables.open(table_id) as opened:
            if opened.table.bids_open:
                lobby.give_up(opened)
        await _show(bot, table_id)
        return True
    if scheduled is not None:
        deal = await games.deal_of(bot.leagues, scheduled.season_id, scheduled.number)
    async with bot.tables.open(table_id) as opened:
        was = opened.table
        table = await bidding.settle(opened, deal_of=deal)
    if table.bids_open or not was.bids_open:
        return False
    await _show(bot, table.id)
    if scheduled is not None:
        with suppress(Refusal):  # the table was taken out of its season: an ordinary game
            await league_game_begun(bot, scheduled, table)
            return True
    await carry_on(bot, table_id)
    return True


async def _show(bot: TzolkinBot, table_id: int) -> None:
    """Update the message that asks for bids. One update runs at a time, so that an older state
    never replaces a newer one."""
    async with bot.tables.alone("bids shown", table_id):
        table = await bot.tables.table(table_id)
        await edit_lobby(bot, table, bids_message(language_of(bot, table), table))


class Bids(LoopCog):
    """Looks every minute at the tables whose seats are bid for."""

    @every(LOOK_EVERY, "looking at bids")
    async def look(self) -> None:
        """Call people who have not bid, and reveal the bids whose time is over."""
        for table_id in await bidding.being_bid_for(self.bot.tables):
            await self.bot.guarded(self._look_at(table_id), f"the bids of table {table_id}")

    async def _look_at(self, table_id: int) -> None:
        tables = self.bot.tables
        match bidding.what_is_due(await tables.table(table_id), tables.now()):
            case "reminder":
                async with tables.open(table_id) as opened:
                    bidding.remind(opened)
                await carry_on(self.bot, table_id)
            case _:
                await reveal(self.bot, table_id)
