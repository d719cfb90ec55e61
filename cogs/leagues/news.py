"""The news in a league's channel: results, the draw, rounds that are over, the end of a season with
its champions. Each function posts one kind of note of the outbox.
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

import discord

from bot.clocks import first_awake
from bot.leagues import games, queries, season_acts, season_lifecycle
from bot.leagues.acting import ACTS
from bot.leagues.games import deadline_of
from bot.leagues.result_acts import EnterResult
from bot.leagues.season_transaction import DivisionTable, SeasonView
from bot.model import notes
from bot.model.league import LeagueTable
from bot.moderation.desk import seen_before
from bot.process.work import in_thread
from bot.seasons import events
from bot.seasons.results import Result
from bot.seasons.standings import champions
from bot.store import moderation
from bot.store import settings as stored_settings
from bot.tables import Table
from bot.text import league_news
from bot.text.leagues import round_days_words
from bot.text.seasons import division_name, later_name, round_lines
from bot.text.translation import Translations, listed, moment
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of_person
from cogs.kit.buttons import moderate_button
from cogs.kit.channels import may_be_refused
from cogs.kit.layout import Part, first_lines, message, picture, printed, row, small, text
from cogs.kit.members import Names, seat_names
from cogs.kit.pictures import files
from cogs.leagues import league_channel
from cogs.leagues.announcing import call_for_given_up, role_to_ping
from cogs.leagues.overview import here_button
from cogs.leagues.seats import offer_seat
from cogs.leagues.standings import drawn_tables, keep_standings
from cogs.moderation.audit_log import NAMES_OF_ACTS, act_buttons, act_lines, people_of
from cogs.telling.dispatcher import NotYet, telling, tells
from cogs.telling.messages import SEALED, seal_button


@tells(notes.NoResult)
async def _tell_no_result(bot: TzolkinBot, season: SeasonView, note: notes.NoResult) -> None:
    where = await league_channel.place_to_tell(bot, season)
    if where is not None:
        await call_for_given_up(where, note.table)


@tells(notes.SeatFree)
async def _offer_seat(bot: TzolkinBot, season: SeasonView, note: notes.SeatFree) -> None:
    if await league_channel.place_to_tell(bot, season) is None:
        return
    given_up, _ = await queries.event(bot.leagues, season.id, note.n)
    if isinstance(given_up, events.Withdrew) and given_up.entry in season.state.withdrawn:
        await offer_seat(bot, season, given_up.entry)


@tells(notes.SignUpOpened)
async def _tell_sign_up(bot: TzolkinBot, season: SeasonView, _: notes.SignUpOpened) -> None:
    where = await league_channel.place_to_tell(bot, season)
    if where is None or season.state.phase != "sign-up":
        return
    role = None if notes.RolePinged() in season.told else role_to_ping(where)
    await league_channel.show_season(where, role)
    if role is not None:
        await season_lifecycle.mark_told(bot.leagues, season.id, notes.RolePinged())


@tells(notes.Happened)
async def _tell_event(bot: TzolkinBot, season: SeasonView, note: notes.Happened) -> None:
    where = await league_channel.place_to_tell(bot, season)
    event, _ = await queries.event(bot.leagues, season.id, note.n)
    if isinstance(event, events.Closed):
        await _tell_closed(bot, season, where)
    elif where is not None:
        await _tell_happened(where, event)


async def _tell_happened(where: league_channel.LeagueChannel, event: events.Event) -> None:
    t, season = where.t, where.season
    match event:
        case events.Finished() | events.Corrected():
            names = await _seated(where, event.result.table)
            line = result_line(
                t, season, names, event.result, corrected=isinstance(event, events.Corrected)
            )
            await _tag_table(where, event.result.table)
        case events.Drawn():
            line = league_news.drawn_line(
                t, season.title, len(season.state.signed_up), len(season.state.divisions),
                season.settings.starts,
            )  # fmt: skip
            role = role_to_ping(where)
            pinging = text(role.mention) if role is not None else None
            told = message(pinging, text(line, *_deadline_lines(t, season)))
            await league_channel.post_in(where, told, role=role)
            return
        case events.MovedUp():
            people = [season.state.holder(one) for one in (event.entry, event.instead)]
            known = await where.names(people)
            name, left = (known.printed(person) for person in people)
            line = t.say(league_news.TAKES_PLACE, season=season.title, name=name, left=left)
        case events.TakenBack():
            tables = listed(t, [str(number) for number in event.replaced])
            n = len(event.replaced)
            line = t.say(league_news.DRAWN_ANEW, n=n, season=season.title, tables=tables)
        case events.SignedOff() if event.no_role:
            name = (await where.names([event.person])).printed(event.person)
            needed = f"<@&{season.settings.needs_role}>"
            line = t.say(league_news.LEFT_OUT, season=season.title, name=name, role=needed)
        case events.SignedOff() if event.moved_up is not None:
            name = (await where.names([event.moved_up])).printed(event.moved_up)
            line = t.say(league_news.MOVED_UP, season=season.title, name=name)
        case _:
            return
    await league_channel.post_in(where, message(text(line)))


# --- acts of moderators --------------------------------------------------------------------------


@tells(notes.ActInSeason)
async def _tell_act(bot: TzolkinBot, season: SeasonView, note: notes.ActInSeason) -> None:
    where = await league_channel.place_to_tell(bot, season)
    entry = await bot.store.read(moderation.by_id, note.entry)
    if entry is None or entry.act not in NAMES_OF_ACTS:  # of an older version
        return
    if where is None:
        raise NotYet  # it is told where the league goes on
    act = ACTS.get(entry.act)
    in_forum = isinstance(where.channel, discord.ForumChannel)
    if act is season_acts.Open and in_forum and season.made.news is None:
        raise NotYet  # the post begins with the season's message
    named = [*people_of([entry]), *(held[-1] for held in season.state.holders.values())]
    names = await where.names(list(dict.fromkeys(named)))
    lines = act_lines(where.t, entry, names)
    role = None
    if act is season_acts.Draw:
        role = role_to_ping(where)
        lines += season_acts.drawn_lines(where.t, names.printed, season.state)
    if act is season_acts.DrawRound and entry.details["round"] == 1 and season.state.later:
        found = season_acts.drawn_stage_lines
        lines += await in_thread(found, where.t, names.printed, season.state)
    if act is season_acts.DrawRound:
        division, days = entry.details["division"], season.settings.round_days
        until = None if days is None else entry.at + timedelta(days=days)
        lines += round_lines(where.t, season.state, division, until)
    if act in (season_acts.Draw, season_acts.DrawRound):
        lines += _deadline_lines(where.t, season)
    results = season.state.results
    if act is EnterResult and entry.details["table"] in results:
        result = results[entry.details["table"]]
        seated = await _seated(where, result.table)
        again = bool(seen_before(entry).get("result"))
        lines.append(result_line(where.t, season, seated, result, corrected=again))
    pinging = text(role.mention) if role is not None else None
    buttons = act_buttons(where.t, entry, season.league_id, season.id)
    view = message(pinging, text(*first_lines(lines)), buttons)
    await league_channel.post_in(where, view, role=role)
    if "table" in entry.details:  # taken out, counted again, to be played again
        await _tag_table(where, entry.details["table"])
    if act is season_acts.Close:
        await _tell_closed(bot, season, where)


def _deadline_lines(t: Translations, season: SeasonView) -> list[str]:
    """The line that says when tables opening now must be finished; none without a deadline."""
    days = season.settings.round_days
    return [] if days is None else [round_days_words(t, days)]


# --- results -------------------------------------------------------------------------------------


async def _seated(where: league_channel.LeagueChannel, number: int) -> dict[int, str]:
    """The names of a table's players by entry. A computer's name says for whom it played."""
    bot, season = where.bot, where.season
    game = (await games.games(bot.leagues, season.id)).get(number)
    scheduled = None if game is None else await games.table_of_game(bot.leagues, game.table_id)
    people = {entry: season.state.holder(entry) for entry in season.state.tables[number].entries}
    known = await where.names(people.values())
    names = {entry: known.printed(person) for entry, person in people.items()}
    if scheduled is None or scheduled.seats is None:  # a result without a game of the bot
        return names
    assert game is not None
    table = await bot.tables.table(game.table_id)
    shown = zip(scheduled.seats, table.seats, seat_names(where.t, table), strict=True)
    return {
        entry: where.t.say(league_news.COMPUTER_FOR, computer=name, name=names[entry])
        if holder.computer
        else name
        for entry, holder, name in shown
    }


def result_line(
    t: Translations, season: SeasonView, names: dict[int, str], result: Result, *, corrected: bool
) -> str:
    """The result of a season's table in one line, by place. `names` are by entry, in the order of
    the game's seats."""
    seats = list(names)
    found = [(line, line.entry) for line in result.lines if line.entry is not None]
    found.sort(key=lambda one: (one[0].place, seats.index(one[1])))
    by_place = [(line, names[entry]) for line, entry in found]
    return league_news.result_line(
        t,
        season.title,
        result.table,
        by_place,
        how=result.how,
        corrected=corrected,
        stage=later_name(t, season.state, season.state.tables[result.table].division),
    )


async def _tag_table(where: league_channel.LeagueChannel, number: int) -> None:
    """In a forum, tag a table's post as running or over."""
    bot, season = where.bot, where.season
    if not isinstance(where.channel, discord.ForumChannel):
        return
    game = (await games.games(bot.leagues, season.id)).get(number)
    if game is not None:
        over = season.state.is_over(number)
        post = (await bot.tables.table(game.table_id)).channel_id
        await league_channel.tag_post(
            bot,
            where.channel,
            where.t,
            post,
            league_channel.OVER if over else league_channel.RUNNING,
        )


# --- the draw and rounds -------------------------------------------------------------------------


async def tell_once(
    bot: TzolkinBot,
    season: SeasonView,
    note: notes.ToldOnce,
    line: Callable[[Translations], str],
) -> None:
    """Post a line in a season's channel once (`told_once`)."""
    where = await league_channel.channel_of(bot, season)
    if where is not None:
        view = message(text(line(where.t)))
        await league_channel.told_once(
            bot, season, note, lambda: league_channel.post_in(where, view)
        )


@tells(notes.NotHere)
async def _tell_not_here(bot: TzolkinBot, season: SeasonView, note: notes.NotHere) -> None:
    where = await league_channel.place_to_tell(bot, season)
    if where is not None:
        known = await where.names(note.people)
        people = listed(where.t, list(map(known.printed, note.people)))
        line = where.t.say(league_news.NOT_HERE, season=season.title, people=people)
        await league_channel.post_in(where, message(text(*first_lines([line]))))


LAST_CALL = timedelta(hours=1)
"""How long before the draw those who have not checked in are asked again."""
MOST_CALLED = 50


async def tell_check_in(bot: TzolkinBot, season: SeasonView) -> None:
    """Ask those who have signed up to check in, when that is possible, and again shortly before the
    draw those who have not; each is pinged as they want it (/pings)."""
    now, at = bot.leagues.now(), season.settings.drawn_at
    away = season_lifecycle.absent(season, now)
    if not away or at is None or at <= now:
        return
    last = at - now <= LAST_CALL and notes.CheckIn() in season.told
    note = notes.CheckIn(last=last and (season.settings.check_in or 0) > 1)
    where = await league_channel.channel_of(bot, season)
    if where is not None:
        await league_channel.told_once(
            bot, season, note, lambda: _ask_to_check_in(where, note, at, away)
        )


async def _ask_to_check_in(
    where: league_channel.LeagueChannel, note: notes.CheckIn, at: datetime, away: Collection[int]
) -> None:
    bot, season = where.bot, where.season
    names, called, direct, shown = await where.names(away), list[int](), list[int](), list[str]()
    for one in [one for one in season.state.in_line if one in away][:MOST_CALLED]:
        own = await bot.store.read(stored_settings.of_person, one)
        if own.way != "none" and first_awake(bot.leagues.now(), own.hours) <= bot.leagues.now():
            (called if own.way == "mention" else direct).append(one)
        shown.append(f"<@{one}>" if one in called else names.printed(one))
    line = where.t.say(league_news.CHECK_IN, season=season.title, moment=moment(at))
    view = message(
        text(*first_lines([line, " ".join(shown)])), row([here_button(where.t, season, 1)])
    )
    with telling(f"here-{season.id}-{int(note.last)}"):
        posted = await league_channel.post_in(where, view, people=called)
    for one in direct:
        t = await language_of_person(bot, one, where.t)
        line = t.say(league_news.CHECK_IN, season=season.title, moment=moment(at))
        with may_be_refused():
            channel = await bot.create_dm(discord.Object(one))
            await channel.send(view=message(text(f"{line} <#{posted.channel.id}>")))


async def tell_appeals(bot: TzolkinBot, season: SeasonView) -> None:
    """Tell that all tables are over, and until when results can be disputed. A later decision moves
    that date, and the new one is told again."""
    until = await games.appeals_until(bot.leagues.store.read, season)
    if until is not None and until > bot.leagues.now():
        by_date = season.settings.ends is not None

        def line(t: Translations) -> str:
            return t.say(
                league_news.CLOSES_BY_DATE if by_date else league_news.MODERATORS_CLOSE,
                season=season.title, date=moment(until, "f"),
            )  # fmt: skip

        note = notes.AppealsOpen(until.replace(second=0, microsecond=0))
        await tell_once(bot, season, note, line)


# --- tables open ---------------------------------------------------------------------------------


def opening_lines(
    t: Translations, season: SeasonView, scheduled: LeagueTable, table: Table
) -> list[str]:
    """The first lines in a table's thread: the seats, the deadline, and that the deal is sealed."""
    names = [printed(holder.name) for holder in table.seats]
    title = t.say(league_news.OPENING, number=scheduled.number, season=season.title)
    said = t.say(league_news.SEATS_IN_ORDER)
    lines = [f"### {title}", said, *(f"{n}. {name}" for n, name in enumerate(names, start=1))]
    if stage := later_name(t, season.state, scheduled.division):
        lines.insert(1, f"**{stage}**")
    at = deadline_of(season, scheduled.number, table.created_at)
    if at is not None:
        lines.append(t.say(league_news.DEADLINE, date=moment(at, "f")))
    return [*lines, small(t.gettext(SEALED))]


def opening_buttons(t: Translations, table: Table) -> Part:
    """Buttons of a table's first message: the seal of its deal, and the moderators' page."""
    return row([seal_button(t, table), moderate_button(t, table.id)])


# --- the end -------------------------------------------------------------------------------------


async def _tell_closed(
    bot: TzolkinBot, season: SeasonView, where: league_channel.LeagueChannel | None
) -> None:
    """Announce the end of a season: a message for each division, top one first."""
    await keep_standings(bot, season)
    if where is not None:
        async for found, drawn in drawn_tables(where):
            lines = closing_lines(where.t, season, found.table, found.names)
            view = message(text(*first_lines(lines)), picture(drawn.filename, drawn.alt))
            await league_channel.post_in(where, view, files=files([drawn]))
    await season_lifecycle.mark_told(bot.leagues, season.id, notes.EndAnnounced())


def closing_lines(
    t: Translations, season: SeasonView, table: DivisionTable, names: Names
) -> list[str]:
    """The lines about one division at the end of a season."""
    lines = []
    state = season.state
    if table.division == (events.LATER * len(state.later)):
        won = [names.printed(person) for person in champions(season.state)]
        lines += league_news.season_over_lines(t, season.title, won)
    if len(state.drawn_divisions()) > 1:
        lines.append(f"**{division_name(t, table.division, state.rules)}**")
    up, down = (
        [names.printed(line.holder) for line in table.lines if line.direction == direction]
        for direction in ("up", "down")
    )
    return [*lines, *league_news.moved_lines(t, up, down)]
