"""Who sits at the tables of a season that are being played: who gives the season up leaves them,
and who comes takes over; whoever takes a seat by a moderator's word plays on for its entry."""

import discord

from bot.answering import refusal_text
from bot.client import TzolkinBot
from bot.leagues import games, people
from bot.leagues.views import SeasonView
from bot.model.server import AuditEntry
from bot.moderation import at_tables
from bot.moderation.at_tables import Moderated
from bot.moderation.table_acts import replace_player
from bot.refusal import Refusal
from bot.tables import Moderator
from bot.text import league_news
from cogs.carry_on import carry_on
from cogs.layout import printed
from cogs.leagues.channel import channel_of, people_named, tell_league


async def seat_entry(bot: TzolkinBot, season_id: int, entry: int, *, by: int, reason: str) -> None:
    """Let everybody sit as the season says at the tables of an entry that are being played: a
    computer where it was given up, else who plays for it now. It is written into the audit log as
    an act of `by`. Harmless to call again."""
    season = await bot.leagues.read(season_id)
    wanted = None if entry in season.state.withdrawn else season.state.holder(entry)
    for number, game in (await games.games(bot.leagues, season_id)).items():
        if game.status != "playing" or number in season.state.voided:
            continue
        scheduled = await games.of_game(bot.leagues, game.table_id)
        if scheduled is None or not scheduled.seats or entry not in scheduled.seats:
            continue
        seat = scheduled.seats.index(entry)
        table = await bot.tables.table(game.table_id)
        guild = bot.get_guild(table.guild_id) if table.guild_id else None
        sits = table.seats[seat].user_id
        if guild is None or sits == wanted:
            continue
        if sits is not None and sits not in season.state.holders[entry]:
            continue  # somebody whom a moderator seated at this table alone
        [person] = await people_named(bot, guild, [wanted])
        try:
            act = replace_player(seat, person)
            done = await at_tables.act(bot.tables, table.id, Moderator(by, guild.id), act, reason)
        except Refusal as refusal:
            where = await channel_of(bot, season)
            if where is not None:
                why = refusal_text(where.t, refusal)
                await tell_league(bot, where, league_news.seat_kept_line(where.t, number, why))
            continue
        bot.dispatch("moderated", done)
        await carry_on(bot, table.id)


async def carry_replacement(bot: TzolkinBot, done: Moderated) -> None:
    """Whoever took a person's seat by a moderator's word plays on for that entry, so that points
    are shared by turns. A computer in the seat changes nothing but whose turns are counted."""
    entry, table = done.entry, done.table
    if entry.act != "replace" or entry.status != "done":
        return
    scheduled = await games.of_game(bot.leagues, table.id)
    came = entry.details["now"]["user_id"]
    if scheduled is None or came is None or scheduled.status != "playing":
        return
    season = await bot.leagues.read(scheduled.season_id)
    number = scheduled.seats[int(entry.details["seat"])] if scheduled.seats else None
    if number is None or season.entry_of(came) == number:
        return
    where = await channel_of(bot, season)
    try:
        await people.substitute(
            bot.leagues, season.id, number, came, by=entry.user_id, reason=entry.reason
        )
        whole_season = True
    except Refusal:  # somebody of the same division, for example
        whole_season = False
    if where is not None:
        line = league_news.seat_taken_line(
            where.t,
            discord.utils.escape_markdown(season.settings.name),
            scheduled.number,
            printed(entry.details["was"]["name"] or ""),
            printed(entry.details["now"]["name"] or ""),
            whole_season=whole_season,
        )
        await tell_league(bot, where, line)


async def tell_voided(bot: TzolkinBot, season: SeasonView, entry: AuditEntry) -> None:
    """Tell those who still play a table that it was taken out of its season."""
    game = (await games.games(bot.leagues, season.id)).get(entry.details["table"])
    if game is not None and game.status == "playing":
        await bot.tables.must_tell(game.table_id, f"entry {entry.id}")
        await carry_on(bot, game.table_id)
