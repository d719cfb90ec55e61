"""Who gives a season up leaves the tables that are being played, too, and who comes takes over."""

from bot.answering import refusal_text
from bot.client import TzolkinBot
from bot.refusal import Refusal
from bot.tables import Moderator
from cogs.leagues.channel import channel_of, people_named, tell_league
from cogs.moderation.acts import tell_table


async def seat_entry(
    bot: TzolkinBot, season_id: int, entry: int, *, by: int, name: str, reason: str
) -> None:
    """Let everybody sit as the season says at the tables of an entry that are being played: a
    computer where it was given up, else who plays for it now. It is written into the audit log as
    an act of `by`, called `name`. Harmless to call again."""
    season = await bot.seasons.season(season_id)
    wanted = None if entry in season.state.withdrawn else season.state.holder(entry)
    for number, (table_id, status) in (await bot.seasons.games(season_id)).items():
        scheduled = await bot.seasons.of_game(table_id) if status == "playing" else None
        if scheduled is None or number in season.state.voided or not scheduled.seats:
            continue
        if entry not in scheduled.seats:
            continue
        seat = scheduled.seats.index(entry)
        table = await bot.tables.table(table_id)
        guild = bot.get_guild(table.guild_id) if table.guild_id else None
        sits = table.holders[seat].user_id
        if guild is None or sits == wanted:
            continue
        if sits is not None and sits not in season.state.holders[entry]:
            continue  # somebody whom a moderator seated at this table alone
        [person] = await people_named(bot, guild, [wanted])
        try:
            done = await bot.tables.replace_player(
                table_id, Moderator(by, guild.id), seat, person, reason
            )
        except Refusal as refusal:
            where = await channel_of(bot, season)
            if where is not None:
                line = where.t.gettext("Nobody has changed seats at table {number}. {why}")
                why = refusal_text(where.t, refusal)
                await tell_league(where, line.format(number=number, why=why))
            continue
        await tell_table(bot, name, done)
