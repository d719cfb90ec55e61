"""Substitutes: their list, and the seats offered to them in the league's channel. The first who
presses takes the seat, as an act by the season's rule in the audit log."""

import discord

from bot.leagues import games, people
from bot.leagues.acts import acting
from bot.leagues.acts.people import TakeSeat
from bot.leagues.views import SeasonView
from bot.model.table import Table, is_former
from bot.refusal import Refusal
from bot.store import log
from bot.tables import Moderator
from bot.text import league_news
from bot.text.audit import HAD_LEFT, TIME_WAS_OVER
from cogs.client import TzolkinBot
from cogs.kit.answering import speaks, tell
from cogs.kit.buttons import Press, button, on_press
from cogs.kit.context import Interaction, roles_of
from cogs.kit.contributed import SEAT_OFFERS
from cogs.kit.layout import ACCENT_TURN, first_lines, message, row, text
from cogs.kit.leagues_named import season_in, season_pressed
from cogs.kit.places import Stands
from cogs.leagues.channel import channel_of, say
from cogs.leagues.overview import ask_for_name

NO_TABLE = 0
"""Stands in a press for a table's number: the seat is free at all tables."""
MOST_PINGED = 50


async def offer_seat(
    bot: TzolkinBot,
    season: SeasonView,
    entry: int,
    number: int = NO_TABLE,
    game: Table | None = None,
) -> bool:
    """Offer the seat of an entry to the substitutes, in the league's channel. False if nobody on
    the list could take it or nothing can be posted. `number` and `game` are the table at which the
    time ran out. Raises discord.HTTPException."""
    state = season.state
    able = await people.substitutes_for(bot.leagues, season, entry)
    called = [one for one in able if not is_former(one)]
    where = await channel_of(bot, season)
    if where is None or not called or state.phase != "running":
        return False
    holder = state.holder(entry)
    names = await where.names([holder])
    link = None if game is None else f"<#{game.channel_id}>"
    season_name = season.title
    lines = league_news.seat_offered_lines(where.t, season_name, names.printed(holder), link)
    version = 0 if game is None else game.version
    word = f"{season.id}.{entry}.{holder}.{number}.{version}"
    take = button(
        # Translators: button, at most 34 characters; imperative: play on for somebody
        where.t.gettext("Take the seat"), "takeseat", 0, word=word,
        style=discord.ButtonStyle.success,
    )  # fmt: skip
    pinged = called[:MOST_PINGED]
    mentions = " ".join(f"<@{one}>" for one in pinged)
    view = message(text(*first_lines([*lines, mentions])), row([take]), accent=ACCENT_TURN)
    await say(where, view, people=pinged)
    return True


SEAT_OFFERS.append(offer_seat)


@on_press("takeseat", Stands.ANYWHERE)
async def take_pressed(interaction: Interaction, press: Press) -> None:
    """Give an offered seat to the person who pressed. Raises Refusal if they may not take it."""
    season_id, entry, holder, number, version = press.numbers(5)
    _, season = await season_pressed(interaction, str(season_id))
    bot, me = interaction.client, interaction.user.id
    gone = entry in season.state.withdrawn
    if not gone and await _plays_again(bot, season, number, holder, version):
        raise Refusal("plays-again", "The player is back; no substitute is needed.")
    assert interaction.guild_id is not None and bot.user is not None
    by_rule = Moderator(bot.user.id, interaction.guild_id)
    reason = HAD_LEFT if number == NO_TABLE else TIME_WAS_OVER
    act = TakeSeat(entry, holder, me)
    done = await acting.moderate(bot.leagues, season_id, by_rule, act, reason)
    t = speaks(interaction)
    left = sum(entry in table.entries for table in done.season.state.open_tables())
    words = t.ngettext(
        "The seat is yours, at {n} open table. You are notified as at any table.",
        "The seat is yours, at {n} open tables. You are notified as at any table.",
        left,
    )
    await tell(interaction, words.format(n=left))
    bot.dispatch("season_changed", season_id)


async def _plays_again(
    bot: TzolkinBot, season: SeasonView, number: int, holder: int, version: int
) -> bool:
    """Whether this person, who had left or was out of time at a table, plays on: has come back, has
    played there since the table's log had `version` events, or the table is over."""
    if number == NO_TABLE or season.state.is_over(number):
        return season.entry_of(holder) is not None
    game = (await games.games(bot.leagues, season.id)).get(number)
    if game is None:
        return False
    table = await bot.tables.table(game.table_id)
    since = await bot.store.read(log.events_between, table.id, version, table.version)
    return any(event.user_id == holder for event in since)


async def list_me(interaction: Interaction, league: str | None) -> None:
    """Put the person who asks on the season's list of substitutes, or take them off it."""
    season = await season_in(interaction, league, "running", "sign-up")
    t, me = speaks(interaction), interaction.user.id
    on = me not in season.state.substitutes
    leagues, roles = interaction.client.leagues, roles_of(interaction)
    season = await people.list_substitute(leagues, season.id, me, on=on, roles=roles)
    name = season.title
    if on:
        words = t.gettext(
            "You are a substitute for **{season}**: when a seat becomes free, you are notified "
            "in the league's channel, and the first to press takes it. Leave the list with "
            "/league substitute."
        )
    else:
        words = t.gettext("You are no longer a substitute for **{season}**.")
    await tell(interaction, words.format(season=name))
    if on:
        await ask_for_name(interaction)
