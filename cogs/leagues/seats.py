"""Seats that change hands in a season. Its log is applied to its running tables: people who
withdraw leave their seats, substitutes take over, and a game whose result comes from elsewhere is
given up.

Substitutes have a list, and free seats are offered to them in the league's channel. The first who
presses takes the seat, as an act by the season's rule in the audit log.
"""

import discord

from bot.leagues import acting, games, people, queries
from bot.leagues.people_acts import Substitute
from bot.leagues.season_transaction import SeasonView
from bot.model.notes import ChangeSeats, StopGame
from bot.model.table import Table, is_former
from bot.moderation import desk
from bot.moderation.at_tables import AtTable
from bot.moderation.table_acts import replace_player
from bot.refusal import Refusal
from bot.seasons.events import Substituted, Withdrew
from bot.seasons.results import NOT_PLAYED
from bot.store import log
from bot.tables import Moderator
from bot.tables.lobby import give_up
from bot.tables.time_passing import has_time
from bot.text import league_news
from bot.text.audit import GIVEN_UP, HAD_LEFT, TIME_WAS_OVER
from cogs.client import TzolkinBot
from cogs.kit.answering import refusal_text, speaks, tell
from cogs.kit.buttons import Press, button, on_press
from cogs.kit.channels import may_be_refused
from cogs.kit.context import Interaction, Stands, roles_of
from cogs.kit.layout import ACCENT_TURN, first_lines, message, row, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.pages import SEAT_OFFERS
from cogs.leagues.league_channel import channel_of, people_named, post_in
from cogs.leagues.overview import ask_for_name
from cogs.telling.carry_on import carry_on
from cogs.telling.dispatcher import NotYet, tells

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
    await post_in(where, view, people=pinged)
    return True


SEAT_OFFERS.append(offer_seat)


@on_press(Stands.ANYWHERE)
async def takeseat(interaction: Interaction, press: Press) -> None:
    """Give an offered seat to the person who pressed. Raises Refusal if they may not take it."""
    season_id, entry, holder, number, version = press.numbers(5)
    _, season = await season_pressed(interaction, str(season_id))
    bot, me = interaction.client, interaction.user.id
    gone = entry in season.state.withdrawn
    if not gone and await _plays_again(bot, season, number, holder, version):
        raise Refusal(
            "plays-again", "The player is back, or has more time; no substitute is needed."
        )
    assert interaction.guild_id is not None and bot.user is not None
    by_rule = Moderator(bot.user.id, interaction.guild_id)
    reason = HAD_LEFT if number == NO_TABLE else TIME_WAS_OVER
    act = Substitute(entry, me, holder)
    done = await desk.do(acting.InSeason(bot.leagues, season_id), by_rule, act, reason)
    t = speaks(interaction)
    left = sum(entry in table.entries for table in done.after.state.open_tables())
    words = t.ngettext(
        "The seat is yours, at {n} open table. I will notify you there as at any other table.",
        "The seat is yours, at {n} open tables. I will notify you there as at any other table.",
        left,
    )
    await tell(interaction, words.format(n=left))
    bot.dispatch("season_changed", season_id)


async def _plays_again(
    bot: TzolkinBot, season: SeasonView, number: int, holder: int, version: int
) -> bool:
    """Whether this person, who had left or was out of time at a table, plays on: has come back, has
    played there since the table's log had `version` events, or was given more time for the same
    turn; or the table is over."""
    if number == NO_TABLE or season.state.is_over(number):
        return season.entry_of(holder) is not None
    game = (await games.games(bot.leagues, season.id)).get(number)
    if game is None:
        return False
    opened = await bot.tables.read(game.table_id)
    table, one = opened.table, opened.table.seat_of(holder)
    waits = table.options.time.when_out == "substitute"  # else a computer has played meanwhile
    if waits and one is not None and has_time(opened, one.seat):
        return True
    since = await bot.store.read(log.events_between, table.id, version, table.version)
    return any(event.user_id == holder for event in since)


@on_press(Stands.ANYWHERE)
async def substitutes(interaction: Interaction, press: Press) -> None:
    """Put who pressed on the season's list of substitutes, or take them off it."""
    _, season = await season_pressed(interaction, press.word)
    t, me = speaks(interaction), interaction.user.id
    on = me not in season.state.substitutes
    leagues, roles = interaction.client.leagues, roles_of(interaction)
    season = await people.list_substitute(leagues, season.id, me, on=on, roles=roles)
    name = season.title
    if on:
        words = t.gettext(
            "You are a substitute for **{season}**: when a seat becomes free, you are notified "
            "in the league's channel, and the first to press takes it. Leave the list with "
            "/league show."
        )
    else:
        words = t.gettext("You are no longer a substitute for **{season}**.")
    await tell(interaction, words.format(season=name))
    if on:
        await ask_for_name(interaction)


@tells(ChangeSeats)
async def change_seats(bot: TzolkinBot, season: SeasonView, note: ChangeSeats) -> None:
    """Fill the seats of an entry at all running tables of its season: with a computer if the entry
    was withdrawn, else with the person who plays for it now. Raises NotYet while the server cannot
    be seen, and discord.HTTPException."""
    event, by = await queries.event(bot.leagues, season.id, note.n)
    assert isinstance(event, (Substituted, Withdrew)) and bot.user is not None
    reason = event.reason
    if by is None or not reason:  # a player who withdraws gives no reason
        by, reason = bot.user.id, GIVEN_UP
    await _seat_entry(bot, season, event.entry, by=by, reason=reason)


@tells(StopGame)
async def stop_game(bot: TzolkinBot, season: SeasonView, note: StopGame) -> None:
    """Give up the game of a table whose result comes from elsewhere, also while the table is being
    opened."""
    async with bot.leagues.alone("opening", season.id):
        game = (await games.games(bot.leagues, season.id)).get(note.table)
        result = season.state.results.get(note.table)
        if game is not None and (result is None or result.how in NOT_PLAYED):
            async with bot.tables.open(game.table_id) as opened:
                if opened.table.status in ("lobby", "playing"):
                    give_up(opened)


async def _seat_entry(
    bot: TzolkinBot, season: SeasonView, entry: int, *, by: int, reason: str
) -> None:
    """Change the seats of an entry, as an act of the person `by` in each table's audit log."""
    wanted = None if entry in season.state.withdrawn else season.state.holder(entry)
    for number, game in (await games.games(bot.leagues, season.id)).items():
        if game.status not in ("playing", "lobby") or number in season.state.voided:
            continue
        scheduled = await games.table_of_game(bot.leagues, game.table_id)
        if scheduled is None or not scheduled.seats or entry not in scheduled.seats:
            continue
        table = await bot.tables.table(game.table_id)
        if table.status == "lobby":
            continue  # the table is just opening, with the people of now
        seat = scheduled.seats.index(entry)
        sits = table.seats[seat].user_id
        if sits == wanted or (sits is not None and sits not in season.state.holders[entry]):
            continue  # done, or a moderator has seated somebody at this table alone
        guild = bot.get_guild(table.guild_id or 0)
        if guild is None:
            raise NotYet
        [person] = await people_named(bot, guild, [wanted])
        try:
            act = replace_player(seat, person)
            await desk.do(AtTable(bot.tables, table.id), Moderator(by, guild.id), act, reason)
        except Refusal as refusal:
            await _tell_kept(bot, season, number, refusal)
        else:
            await carry_on(bot, table.id)


async def _tell_kept(bot: TzolkinBot, season: SeasonView, number: int, refusal: Refusal) -> None:
    """Tell the league's channel that a seat could not be changed, and why."""
    where = await channel_of(bot, season)
    if where is not None:
        line = where.t.say(
            league_news.SEATS_KEPT, number=number, why=refusal_text(where.t, refusal)
        )
        with may_be_refused():
            await post_in(where, message(text(line)))
