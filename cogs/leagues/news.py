"""The news in a league's channel: results, the draw, rounds that are over, the end of a season with
its champions. Each function posts one kind of note of the outbox.

Beside them, calls of the moderators, each made once, with a ping where they read and a button for
the act that is due. `hindrances` says what keeps the bot from announcing a season.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta

import discord

from bot.clocks import first_awake
from bot.leagues import games, queries, season_acts, season_lifecycle
from bot.leagues.act import SeasonAct
from bot.leagues.acting import ACTS, InSeason
from bot.leagues.games import DECISIONS
from bot.leagues.result_acts import EnterResult, Replay, Void
from bot.leagues.season_acts import Close
from bot.leagues.season_transaction import DivisionTable, SeasonView, posting_place
from bot.leagues.settings import SeasonSettings
from bot.model import notes
from bot.model.league import League, LeagueTable
from bot.moderation.desk import seen_before
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.seasons import events
from bot.seasons.drawing import who_goes_on
from bot.seasons.results import Result
from bot.seasons.season import open_disputes
from bot.seasons.standings import champions
from bot.store import leagues as stored
from bot.store import moderation
from bot.store import settings as stored_settings
from bot.tables import Table
from bot.text import league_news
from bot.text.seasons import division_name, goes_on_lines, later_name, round_lines
from bot.text.translation import Translations, listed, moment
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of_person, language_of_server, refusal_text
from cogs.kit.buttons import moderate_button
from cogs.kit.channels import may_be_refused
from cogs.kit.layout import Part, first_lines, message, picture, printed, row, small, text
from cogs.kit.members import Names, roles_gone, seat_names
from cogs.kit.pages import DOCTOR_LINES
from cogs.kit.pictures import files
from cogs.leagues import league_channel
from cogs.leagues.league_channel import LeagueChannel, home_of, missing_in, post_in, told_once
from cogs.leagues.overview import here_button
from cogs.leagues.seats import offer_seat
from cogs.leagues.standings import drawn_tables
from cogs.moderation.acts import act_button
from cogs.moderation.audit_log import NAMES_OF_ACTS, act_buttons, act_lines, people_of
from cogs.telling.dispatcher import NotYet, telling, tells
from cogs.telling.messages import SEALED, seal_button
from cogs.telling.moderators_called import call_moderators_there


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
    if where is not None and season.state.phase == "sign-up":
        await league_channel.show_season(where)


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
        case events.Drawn():
            line = league_news.drawn_line(
                t, season.title, len(season.state.signed_up), len(season.state.divisions),
                season.settings.starts,
            )  # fmt: skip
        case events.RoundDrawn() | events.StageDrawn():
            await _tell_drawn(where, event)
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


async def _tell_drawn(
    where: league_channel.LeagueChannel, drawn: events.RoundDrawn | events.StageDrawn
) -> None:
    """Tell that a round is drawn, or a stage with its players."""
    t, season, state, players = where.t, where.season, where.season.state, list[str]()
    if isinstance(drawn, events.StageDrawn):
        division = events.LATER * drawn.stage
        found = await in_thread(who_goes_on, state, drawn.stage)
        level = found.drawn_among if found.entries == drawn.entries else ()
        known = await where.names([state.holder(entry) for entry in drawn.entries])
        on, tied = (
            [known.printed(state.holder(entry)) for entry in some]
            for some in (drawn.entries, level)
        )
        players = goes_on_lines(t, state.rules, drawn, on, tied)
    else:
        division = drawn.division
    name = division_name(t, division, state.rules)
    line = t.say(league_news.ROUND_DRAWN, season=season.title, division=name)
    lines = [line, *players, *round_lines(t, state, division)]
    await league_channel.post_in(where, message(text(*first_lines(lines))))


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
    begins = act is season_acts.Open and not entry.details.get("back")
    if begins and in_forum and season.made.news is None:
        raise NotYet  # the post begins with the season's message
    named = [*people_of([entry]), *(held[-1] for held in season.state.holders.values())]
    names = await where.names(list(dict.fromkeys(named)))
    lines = act_lines(where.t, entry, names)
    if act is season_acts.Draw:
        lines += season_acts.drawn_lines(where.t, names.printed, season.state)
    results = season.state.results
    if act is EnterResult and entry.details["table"] in results:
        result = results[entry.details["table"]]
        seated = await _seated(where, result.table)
        again = bool(seen_before(entry).get("result"))
        line = result_line(where.t, season, seated, result, corrected=again)
        lines[len(lines) if again else 1 :] = [line]  # a first result says all that has changed
    buttons = act_buttons(where.t, entry, season.league_id, season.id)
    await league_channel.post_in(where, message(text(*first_lines(lines)), buttons))
    if act is season_acts.Close and not entry.details.get("back"):
        await _tell_closed(bot, season, where)


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
    """The first lines in a table's thread: the seats, and that the deal is sealed."""
    names = [printed(holder.name) for holder in table.seats]
    title = t.say(league_news.OPENING, number=scheduled.number, season=season.title)
    said = t.say(league_news.SEATS_IN_ORDER)
    lines = [f"### {title}", said, *(f"{n}. {name}" for n, name in enumerate(names, start=1))]
    if stage := later_name(t, season.state, scheduled.division):
        lines.insert(1, f"**{stage}**")
    return [*lines, small(t.gettext(SEALED))]


def opening_buttons(t: Translations, table: Table) -> Part:
    """Buttons of a table's first message: the seal of its deal, and the moderators' page."""
    return row([seal_button(t, table), moderate_button(t, table.id)])


# --- the end -------------------------------------------------------------------------------------


async def _tell_closed(
    bot: TzolkinBot, season: SeasonView, where: league_channel.LeagueChannel | None
) -> None:
    """Announce the end of a season: a message for each division, top one first."""
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


# --- calls of the moderators ----------------------------------------------------------------------


async def call_once(
    bot: TzolkinBot,
    season: SeasonView,
    note: notes.ToldOnce,
    line: Callable[[Translations], str],
    buttons: Callable[[Translations], Sequence[Part]] = lambda _: (),
) -> None:
    """Call the moderators of a season with a line, these buttons and the one to their page, once
    (`told_once`)."""
    league = await bot.leagues.league(season.league_id)

    async def call() -> None:
        guild = bot.get_guild(league.guild_id)
        assert guild is not None
        t = language_of_server(bot, guild)
        await call_moderators_there(
            bot, guild, [line(t)],
            row([*buttons(t), moderate_button(t, word=f"s{season.id}")]),
            otherwise=(posting_place(league, season),), league=league,
        )  # fmt: skip

    await told_once(bot, season, note, call)


async def call_kept_open(bot: TzolkinBot, season: SeasonView, refusal: Refusal) -> None:
    """Call the moderators: the date to close the season has passed, but `refusal` keeps it
    open."""
    await call_once(
        bot, season, notes.KeptOpen(refusal.code, ""),
        lambda t: t.say(league_news.KEPT_OPEN, season=season.title, why=refusal_text(t, refusal)),
    )  # fmt: skip


async def call_to_close(bot: TzolkinBot, season: SeasonView) -> None:
    """Call the moderators to close a season that no date closes: all tables are over, nothing
    waits, and the time for disputes has ended. They are called again after each decision."""
    state, leagues = season.state, bot.leagues
    over = state.phase == "running" and state.tables and not state.open_tables()
    if not over or season.settings.ends is not None or open_disputes(state.disputes):
        return
    if await games.draws_due(state):
        return
    until = await games.appeals_until(leagues.store.read, season)
    if (until is not None and until > leagues.now()) or await games.played_on(leagues, season):
        return
    last = await leagues.store.read(stored.last_event, season.id, DECISIONS)
    await call_once(
        bot, season, notes.ReadyToClose((last or season.created_at).replace(microsecond=0)),
        lambda t: t.say(league_news.TO_CLOSE, season=season.title),
        # Translators: button, at most 34 characters; imperative
        lambda t: [_offer(t.gettext("Close the season"), bot, season, Close())],
    )  # fmt: skip


async def call_for_given_up(where: LeagueChannel, number: int) -> None:
    """Tell the league's channel that a game ended without a result, and call the moderators in
    their own channel, else there. Raises discord.HTTPException."""
    bot, season, t = where.bot, where.season, where.t
    server = await bot.tables.server_settings(where.guild.id)
    line = t.say(league_news.GIVEN_UP, number=number, season=season.title)
    buttons = row(
        [
            # Translators: button, one of two in a row, at most 24 characters; it: a table of a
            # season
            _offer(t.gettext("Have it played again"), bot, season, Replay(number)),
            # Translators: button, one of two in a row, at most 24 characters; it: a table, out of
            # its season
            _offer(t.gettext("Remove it"), bot, season, Void(number)),
            moderate_button(t, word=f"s{season.id}.t{number}"),
        ]
    )
    place = posting_place(where.league, season)
    if place is None or server.moderators_channel not in (None, place):
        await post_in(where, message(text(line)))
    if place is not None or server.moderators_channel is not None:
        await call_moderators_there(
            bot, where.guild, [line], buttons, otherwise=(place,), league=where.league
        )


def _offer(label: str, bot: TzolkinBot, season: SeasonView, act: SeasonAct) -> Part:
    """A button that shows the preview of an act, which has a button to do it."""
    return act_button(label, InSeason(bot.leagues, season.id), act, "actask")


def hindrances(
    t: Translations, guild: discord.Guild, league: League, settings: SeasonSettings
) -> list[str]:
    """A line for everything that keeps the bot from announcing a season with these settings, with
    what helps."""
    lines, home = [], home_of(guild, league)
    if home is None:
        lines.append(
            t.gettext("The league has no channel any more; choose one with /moderate page.")
        )
    elif missing := missing_in(t, home):
        lines.append(
            # Translators: {permissions} are names of Discord permissions
            t.ngettext(
                "Somebody who manages the server must give me the permission {permissions} in "
                "{channel}.",
                "Somebody who manages the server must give me the permissions {permissions} in "
                "{channel}.",
                len(missing),
            ).format(channel=home.mention, permissions=listed(t, missing))
        )
    if roles_gone(guild, [settings.needs_role]):
        lines.append(t.say(league_news.ROLE_GONE))
    return lines


async def hindrances_here(bot: TzolkinBot, t: Translations, guild: discord.Guild) -> Sequence[str]:
    """The `hindrances` of a server's seasons that are open for signing up or being played, with
    their names."""
    own = {league.id: league for league in await season_lifecycle.leagues_of(bot.leagues, guild.id)}
    active = await season_lifecycle.active_seasons(bot.leagues) if own else []
    return [
        f"❌ **{season.title}**: {one}"
        for season in active
        if season.league_id in own
        for one in hindrances(t, guild, own[season.league_id], season.settings)
    ]


DOCTOR_LINES.append(hindrances_here)
