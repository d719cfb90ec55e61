"""Applies a season's log to its running tables: people who withdraw leave their seats, substitutes
take over, and a game whose result comes from elsewhere is given up."""

from bot.leagues import games, queries
from bot.leagues.views import SeasonView
from bot.model.notes import ChangeSeats, StopGame
from bot.moderation import at_tables
from bot.moderation.table_acts import replace_player
from bot.refusal import Refusal
from bot.seasons.events import Substituted, Withdrew
from bot.seasons.results import NOT_PLAYED
from bot.tables import Moderator
from bot.tables.lobby import give_up
from bot.text import league_news
from bot.text.audit import GIVEN_UP
from cogs.client import TzolkinBot
from cogs.kit.answering import refusal_text
from cogs.kit.layout import message, text
from cogs.kit.no_room import may_be_refused
from cogs.leagues.channel import channel_of, people_named, say
from cogs.telling.carry_on import carry_on
from cogs.telling.dispatcher import NotYet, tells


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
            await at_tables.act(bot.tables, table.id, Moderator(by, guild.id), act, reason)
        except Refusal as refusal:
            await _tell_kept(bot, season, number, refusal)
        else:
            await carry_on(bot, table.id)


async def _tell_kept(bot: TzolkinBot, season: SeasonView, number: int, refusal: Refusal) -> None:
    """Tell the league's channel that a seat could not be changed, and why."""
    where = await channel_of(bot, season)
    if where is not None:
        line = league_news.seat_kept_line(where.t, number, refusal_text(where.t, refusal))
        with may_be_refused():
            await say(where, message(text(line)))
