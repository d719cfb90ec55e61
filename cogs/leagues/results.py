"""What happens at a table of a league is carried into its season: results, also those that
moderators decide, and who took somebody's seat. All of it may be done again at any time."""

from collections.abc import Mapping, Sequence

import discord

from bot.client import TzolkinBot
from bot.leagues import Counted, ScheduledTable, SeasonView
from bot.leagues.turns import with_handicap
from bot.refusal import Refusal
from bot.tables import Moderated, Table
from bot.text.names import points_number, signed_points
from bot.text.translation import Translations
from cogs.announce import said
from cogs.layout import message, text
from cogs.leagues.channel import LeagueChannel, channel_of, people_named, tell_league
from cogs.names import printed, seat_names
from cogs.speaking import call, language_of, speaker_of

VOID_WORD = "given up {table} {game}"
"""Under this word it is kept that a league was told of a game that ended without a result."""
Standings = Sequence[Mapping[str, int]]


async def carry_result(bot: TzolkinBot, table_id: int) -> Counted | None:
    """Count the result of a game that is over, as the moderators have left it, in its season, and
    tell the league; None for a game of no season, and for one that goes on. What is counted
    already stays, and is not told again."""
    scheduled = await bot.seasons.of_game(table_id)
    if scheduled is None:
        return None
    table, result = await bot.tables.table(table_id), await bot.tables.result(table_id)
    if table.status == "playing" or result is None or not result.standings:
        if table.status == "abandoned" or (result is not None and not result.standings):
            await _tell_given_up(bot, scheduled, table)
        return None
    act = result.decided_by
    if act is None:
        since = table.updated_at
        counted = await bot.seasons.game_over(
            table_id, table.version, result.standings, since=since
        )
    else:
        counted = await bot.seasons.game_over(
            table_id, table.version, result.standings,
            by=act.user_id, reason=act.reason, since=act.settled_at or act.at,
        )  # fmt: skip
    if counted is not None and counted.changed:
        known = scheduled.status == "finished"
        await _tell_result(bot, counted, table, result.standings, corrected=known)
    return counted


async def _tell_result(
    bot: TzolkinBot, counted: Counted, table: Table, standings: Standings, *, corrected: bool
) -> None:
    where = await channel_of(bot, counted.season)
    if where is None:
        return
    names = await _names(bot, where, counted, table)
    line = result_line(where.t, counted, names, standings, corrected)
    await tell_league(where, line)


async def _names(
    bot: TzolkinBot, where: LeagueChannel, counted: Counted, table: Table
) -> list[str]:
    """By seat who played; for whom, where it was a computer in the end."""
    scheduled = await bot.seasons.of_game(table.id)
    assert scheduled is not None and scheduled.seats is not None
    names = []
    shown = seat_names(table, where.t)
    for holder, name, entry in zip(table.holders, shown, scheduled.seats, strict=True):
        if not holder.computer:
            names.append(name)
            continue
        whose = [counted.season.state.holder(entry)]
        [person] = await people_named(bot, where.guild, whose)
        assert person is not None
        template = where.t.gettext("{computer} for {name}")
        names.append(template.format(computer=name, name=printed(person.name)))
    return names


def result_line(
    t: Translations,
    counted: Counted,
    names: Sequence[str],
    standings: Standings,
    corrected: bool,
) -> str:
    """The result of a season's table in one line, by place; with a handicap what each seat came to
    and was given."""
    handicap = counted.season.settings.handicap
    given = dict(enumerate(handicap))
    reached = []
    for row in with_handicap(standings, handicap):
        points = points_number(row["points4"])
        if extra := given.get(row["seat"], 0):
            points += f" ({points_number(row['points4'] - extra)} {signed_points(extra)})"
        reached.append(f"{row['place']}. {names[row['seat']]} {points}")
    template = (
        t.gettext("Table {number} of {season}, corrected: {result}")
        if corrected
        else t.gettext("Table {number} of {season}: {result}")
    )
    return template.format(
        number=counted.table,
        season=discord.utils.escape_markdown(counted.season.settings.name),
        result=" · ".join(reached),
    )


async def _tell_given_up(bot: TzolkinBot, scheduled: ScheduledTable, table: Table) -> None:
    """Once for each game: it is for the moderators to say how the season goes on."""
    if scheduled.status in ("finished", "voided"):
        return
    season = await bot.seasons.season(scheduled.season_id)
    where = await channel_of(bot, season)
    word = VOID_WORD.format(table=scheduled.number, game=f"{table.id} {table.rewinds}")
    if where is None or word in await bot.seasons.told(season.id):
        return
    line = where.t.gettext(
        "Table {number} of {season} ended without a result. The moderators let it be played anew "
        "with /season open, or take it out with /season void."
    ).format(number=scheduled.number, season=discord.utils.escape_markdown(season.settings.name))
    if await tell_league(where, line):
        await bot.seasons.keep_told(season.id, word)


async def carry_replacement(bot: TzolkinBot, done: Moderated) -> None:
    """Whoever took a person's seat by a moderator's word plays on for that entry, so that points
    are shared by turns. A computer in the seat changes nothing but whose turns are counted."""
    entry, table = done.entry, done.table
    if entry.act != "replace" or entry.status != "done":
        return
    scheduled = await bot.seasons.of_game(table.id)
    came = entry.details["now"]["user_id"]
    if scheduled is None or came is None or scheduled.status != "playing":
        return
    season = await bot.seasons.season(scheduled.season_id)
    number = scheduled.seats[int(entry.details["seat"])] if scheduled.seats else None
    if number is None or season.entry_of(came) == number:
        return
    try:
        await bot.seasons.substitute(season.id, number, came, by=entry.user_id, reason=entry.reason)
    except Refusal as refusal:
        await _tell_not_substituted(bot, season, scheduled.number, done, refusal)
        return
    where = await channel_of(bot, season)
    if where is not None:
        line = where.t.gettext("Table {number} of {season}: {now} plays on for {was}.")
        await tell_league(where, _named(line, season, scheduled.number, done, where))


async def _tell_not_substituted(
    bot: TzolkinBot, season: SeasonView, number: int, done: Moderated, refusal: Refusal
) -> None:
    """Somebody of the same division, for example, may sit in for one table, and no more."""
    where = await channel_of(bot, season)
    if where is not None:
        line = where.t.gettext(
            "Table {number} of {season}: {now} sits in for {was} at this table alone, and has the "
            "part of its points that goes by turns."
        )
        await tell_league(where, _named(line, season, number, done, where))


def _named(
    line: str, season: SeasonView, number: int, done: Moderated, where: LeagueChannel
) -> str:
    details = done.entry.details
    return line.format(
        number=number,
        season=discord.utils.escape_markdown(season.settings.name),
        was=printed(details["was"]["name"] or ""),
        now=printed(details["now"]["name"] or ""),
    )


async def tell_voided(bot: TzolkinBot, season: SeasonView, number: int, reason: str) -> None:
    """Tell those who still play a table that it was taken out of its season."""
    table_id, status = (await bot.seasons.games(season.id)).get(number, (0, ""))
    if status != "playing":
        return
    table, speaker = await bot.tables.table(table_id), speaker_of(bot)
    line = language_of(bot, table).gettext(
        "This table does not count for {season} any more, and may be given up with /tzolkin "
        "abandon. {reason}"
    )
    said_line = line.format(
        season=discord.utils.escape_markdown(season.settings.name),
        reason=discord.utils.escape_markdown(reason),
    )
    await said(speaker, table_id, call(speaker, table, message(text(said_line))))


async def refuse_latecomer(bot: TzolkinBot, table_id: int) -> None:
    """Raises Refusal for a table of a season: its players and seats are those of the schedule."""
    if await bot.seasons.of_game(table_id) is not None:
        raise Refusal(
            "league-table",
            "The players of a league's table are those of its schedule; /moderate replace lets "
            "somebody take a seat.",
        )
