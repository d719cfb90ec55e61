"""Writes the pages of all leagues whose servers allow it, or of one of them: its seasons with
standings, tables and results, its statistics, and a page for everybody who wants one."""

import asyncio
import multiprocessing
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from bot import FOLDER
from bot.leagues import games, queries, season_lifecycle
from bot.leagues.queries import bracket_of
from bot.leagues.season_transaction import (
    DivisionTable,
    Leagues,
    SeasonView,
    legend_of,
)
from bot.model.figures import LEAST_GAMES, Figures, Key, Scope, Sums
from bot.model.league import League, LeagueGame, LeagueTable
from bot.model.server import LANGUAGES, Language, Theme
from bot.model.table import Table
from bot.process import spare_the_collector
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.seasons.results import UNIT
from bot.seasons.stages.knockout import knockouts_of
from bot.seasons.standings import champions
from bot.settings import SettingsError
from bot.site import DAYS_PAGE, ICON, elements, game_page, league_home, season_page
from bot.site.folder import Folder, bytes_of, note, noted
from bot.site.replays import GamePage, read_game, replay_page, write_games
from bot.spreadsheet import Sheet
from bot.store import Store, settings
from bot.store import leagues as stored
from bot.store.stats import by_players
from bot.store.tables import by_id
from bot.tables import Tables
from bot.tables.settings import ServerSettings
from bot.text.descriptions.bracket import Bracket, alt_bracket, bracket_lines
from bot.text.descriptions.figures import (
    PAGES,
    TOO_FEW,
    FigureRow,
    alt_profile,
    figures_table,
    games_of,
    page_title,
    players_table,
    profile_card,
    share_range,
    source_lines,
    value_range,
)
from bot.text.leagues import (
    SEASONS_WON,
    TABLE,
    WRITTEN,
    goes_words,
    played_line,
    result_words,
    season_line,
    seated_names,
    status_name,
    web_words,
    wins_words,
)
from bot.text.names import GAMES
from bot.text.seasons import division_words, round_heading
from bot.text.standings import league_points, origin_signs, ranking_line
from bot.text.translation import Translations, day, listed, number, spoken, translator
from rendering import keep_more, page_icon

LAST = 12
"""A person's page shows so many tables at most, the newest ones."""
NOWHERE: Mapping[int, Language] = {}
Maker = Callable[[Language], Awaitable[elements.Page]]
"""Makes a page in a language, of what is stored when it is called."""


@dataclass(frozen=True)
class Found:
    """What the pages of a league show, except its replays."""

    leagues: Leagues
    league: League
    views: Sequence[SeasonView]
    tables: Mapping[int, Sequence[LeagueTable]]
    """The schedule of each season, by the id of the season."""
    people: elements.People
    languages: tuple[Language, ...]
    """The languages of its pages."""
    pictures: elements.Pictures
    games: Mapping[tuple[int, int], LeagueGame]
    """The games that have a page, by the id of the season and the number of the table in it."""
    closed: Mapping[tuple[int, int], LeagueGame]
    """The games that have none, since not everybody on the server may read their channels."""

    @property
    def home(self) -> str:
        """The folder of the league within that of a language."""
        return league_home(self.league.id)

    def called(self, t: Translations, person: int) -> str:
        """What a person is called, for words that may be bold."""
        return elements.plain_marks(self.people[person].called(t))

    def replay(self, season_id: int, number: int) -> str | None:
        """The page of a table's game; None if it has none."""
        game = self.games.get((season_id, number))
        return None if game is None else game_page(game.table_id)


def _places(league: League, view: SeasonView) -> Collection[int]:
    """The channels in which the threads of a season are, one or, if its league was moved, more."""
    made = view.made
    own = [one for one in (made.channel, made.home, *made.news_before) if one is not None]
    return own or [one for one in (league.channel_id,) if one is not None]


async def read_league(
    leagues: Leagues, league: League, kept: elements.Kept, theme: Theme, language: Language,
    open_to_all: elements.OpenToAll, languages: tuple[Language, ...] = (),
) -> Found:  # fmt: skip
    """Read a league for its pages. They are in these `languages`; without any in the `language` of
    its server, in which its pictures are, and in those that its people read. Only games in channels
    that are `open_to_all` have a page, wherever the pages are."""
    views = await season_lifecycle.seasons_of(leagues, league.id)
    tables = {view.id: await games.schedule(leagues, view.id) for view in views}
    played, closed = dict[tuple[int, int], LeagueGame](), dict[tuple[int, int], LeagueGame]()
    for view in views:
        channels = await leagues.store.read(stored.channels_of, view.id)
        places = _places(league, view)
        for table, game in (await games.games(leagues, view.id)).items():
            over = game.status == "finished" and table in view.state.results
            if over or game.status == "playing":
                seen = await open_to_all(league.guild_id, channels[table], places)
                (played if seen else closed)[view.id, table] = game
    seated = await leagues.store.read(stored.seated_in, [view.id for view in views])
    people = await elements.people_of(leagues, league, views, seated)
    if not languages:
        read = set(map(spoken, await leagues.store.read(settings.locales_of, list(people))))
        languages = (language, *(one for one in LANGUAGES if one in read and one != language))
    pictures = elements.Pictures(kept, theme, translator(language))
    return Found(leagues, league, views, tables, people, languages, pictures, played, closed)


def addresses(found: Found) -> Mapping[str, Maker]:
    """The pages of a league by their files in the folder of a language; those that lead to others
    come last."""
    home, shown = found.home, [view for view in found.views if view.state.divisions]
    return {
        **{
            f"{home}{one.page}": partial(_profile, found, one)
            for one in found.people.values() if one.profile
        },
        f"{home}statistics.html": partial(_figures, found),
        **{home + season_page(view.number): partial(_season, found, view) for view in shown},
        f"{home}index.html": partial(_league, found),
    }  # fmt: skip


def index_page(
    language: Language, leagues: Sequence[League], home: Mapping[int, Language] = NOWHERE, *,
    servers: Sequence[tuple[str, str]] = (), days: bool = False, written: datetime | None = None,
) -> elements.Page:  # fmt: skip
    """The page that leads to these leagues, and to the games of these `servers` (path and name),
    and to the turns of the `days`.
    `home` is the language in which the pages of a league are if it is not this one; `written` when
    the pages were made, where that may be long ago."""
    t = translator(language)
    return elements.page(
        language, "index.html", "index.html", web_words(t)["leagues"], servers=servers,
        days=DAYS_PAGE if days else None,
        leagues=[
            (f"../{home.get(one.id, language)}/{league_home(one.id)}index.html", one.name)
            for one in leagues
        ],
        written=written and t.say(WRITTEN, day=day(t, written.date(), year=True)),
    )  # fmt: skip


async def _league(found: Found, language: Language) -> elements.Page:
    t = translator(language)
    called = [one for one in found.people.values() if one.profile]
    seasons = [
        (season_page(view.number) if view.state.divisions else None, _season_line(t, found, view))
        for view in reversed(found.views)
    ]
    return elements.page(
        language, f"{found.home}index.html", "league.html", found.league.name,
        languages=found.languages,
        seasons=seasons, people=[(one.page, one.called(t)) for one in called],
        sheets={
            "seasons": Sheet(
                ("number", "name", "phase", "players"),
                [
                    (one.number, one.settings.name, one.state.phase, len(one.state.division_of))
                    for one in found.views
                ],
            ),
            "players": Sheet(("number", "name"), [(one.number, one.called(t)) for one in called]),
        },
    )  # fmt: skip


def _above(found: Found) -> Sequence[elements.Above]:
    return ((f"{found.home}index.html", found.league.name),)


async def _season(found: Found, view: SeasonView, language: Language) -> elements.Page:
    return await in_thread(_season_now, found, view, language)


def _season_now(found: Found, view: SeasonView, language: Language) -> elements.Page:
    t = translator(language)
    divisions = [
        _division(t, found, view, one)
        for one in (*queries.later_tables(view), *queries.division_tables(view))
    ]
    schedule = list(_schedule(t, found, view))
    return elements.page(
        language, found.home + season_page(view.number), "season.html", view.settings.name,
        _above(found), languages=found.languages, head=_season_line(t, found, view),
        brackets=[_bracket(t, found, view, number) for number in knockouts_of(view.state)],
        ranking=ranking_line(t), divisions=divisions, schedule=schedule,
        sheets={
            "standings": Sheet(
                ("division", "place", "name", "points", "games", "wins"),
                [
                    (one["name"], row["place"], row["name"], row["row"].points / UNIT,
                     row["row"].games, row["row"].wins / UNIT)
                    for one in divisions for row in one["rows"]
                ],
            ),
            "tables": Sheet(
                ("table", "part", "what", "game"),
                [
                    (one["number"], head.replace("**", ""), one["said"], one["replay"])
                    for head, tables in schedule for one in tables
                ],
            ),
        },
    )  # fmt: skip


def _season_line(t: Translations, found: Found, view: SeasonView) -> str:
    won = [found.called(t, person) for person in champions(view.state)]
    name, players = elements.plain_marks(view.settings.name), len(view.state.division_of)
    return season_line(t, view.number, name, view.state.phase, won, players)


def _bracket(t: Translations, found: Found, view: SeasonView, division: int) -> Mapping[str, Any]:
    """The bracket of a knock-out as a picture, in words, and as its alt text."""

    def shown(t: Translations, *, marks: bool = False) -> Bracket:
        def called(person: int) -> str:
            return found.called(t, person) if marks else found.people[person].called(t)

        return bracket_of(t, view, division, found.tables[view.id], called)

    return {
        "picture": found.pictures.bracket(shown(found.pictures.t)),
        "alt": alt_bracket(shown(t), t),
        "lines": [
            (line.removeprefix("- ").removeprefix("-# "), line.startswith("-# "))
            for line in bracket_lines(t, shown(t, marks=True))
        ],
    }


def _division(
    t: Translations, found: Found, view: SeasonView, table: DivisionTable
) -> Mapping[str, Any]:
    moves = view.moves(table.division)
    alone = len(view.state.drawn_divisions()) == 1
    return {
        "name": "" if alone else division_words(t, view.state, table.division),
        "rows": [
            {
                "row": one.row, "place": one.place, "name": found.people[one.holder].called(t),
                "page": found.people[one.holder].page, "signs": origin_signs(one.origins),
                "points": league_points(t, one.row.points), "wins": league_points(t, one.row.wins),
                "goes": goes_words(t, one.goes, one.certain) if moves else "",
                "band": one.goes if moves else "",
            }
            for one in table.lines
        ],
        "legend": legend_of(t, table.lines),
        "ties": table.tie_lines(t, lambda one: found.called(t, one)),
    }  # fmt: skip


def _schedule(
    t: Translations, found: Found, view: SeasonView
) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """Yields the tables of a season with a heading: round by round, or all together without one if
    they open one by one."""
    by_round = groupby(
        found.tables[view.id],
        key=lambda one: round_heading(t, view.state, one.division, one.round),
    )
    for head, tables in by_round:
        yield head, [_table(t, found, view, one) for one in tables]


def _table(
    t: Translations, found: Found, view: SeasonView, table: LeagueTable
) -> Mapping[str, Any]:
    result = view.state.results.get(table.number)
    seated = table.people if result is None else [line.player for line in result.lines]
    names = seated_names(t, seated, lambda one: found.people[one].called(t))
    if result is None:
        said = f"{listed(t, names)} · {status_name(t, table.status)}"
    else:
        said = result_words(t, result, names)
    return {
        "number": table.number, "name": t.say(TABLE, n=table.number), "said": said,
        "replay": found.replay(view.id, table.number),
        "live": result is None and table.status == "playing",
    }  # fmt: skip


async def _figures(found: Found, language: Language) -> elements.Page:
    by_person = await found.leagues.store.read(by_players, Scope(league_id=found.league.id))
    t = translator(language)
    tables = await in_thread(list, _statistics(t, by_person))
    return elements.page(
        language, f"{found.home}statistics.html", "statistics.html", found.league.name,
        _above(found), languages=found.languages, tables=tables,
        sheets={
            "statistics": Sheet(
                ("of", "what", "games", "points", "wins"),
                [(title, *row[:4]) for title, _, rows in tables for row in rows],
            )
        },
    )  # fmt: skip


def _statistics(
    t: Translations, of_players: Mapping[int, Figures]
) -> Iterator[tuple[str, Sequence[str], Sequence[Sequence[str | int]]]]:
    """Yields tables of figures: a title, lines of text, and rows with a label, figures and the
    length of a bar."""
    whole = defaultdict[Key, Sums](Sums)
    for figures in of_players.values():
        for key, sums in figures.items():
            whole[key] += sums
    games = games_of(whole)
    if games < LEAST_GAMES:
        yield "", [t.say(TOO_FEW, n=games, least=LEAST_GAMES)], []
        return
    for kind in PAGES:
        rows: Sequence[FigureRow] = ()
        lines: Sequence[str] = ()
        if kind == "rounds":
            lines = source_lines(t, whole)
        elif kind == "players":
            table, lines = players_table(t, of_players)
            rows = table.rows
        else:
            rows = figures_table(t, kind, whole).rows
        most = max((row.points.value for row in rows if row.points.value > 0), default=1)
        if rows or lines:
            yield page_title(t, kind), lines, [
                (row.label, number(t, row.games), value_range(t, row.points),
                 share_range(t, row.wins) if row.wins else "",
                 round(100 * min(1, max(0, row.points.value / most))))
                for row in rows
            ]  # fmt: skip


async def _profile(found: Found, one: elements.Person, language: Language) -> elements.Page:
    leagues, league = found.leagues, found.league
    card = await queries.card(leagues, league.id, one.id)
    played = await queries.played_by(leagues, league.id, one.id)
    scope = Scope(league.guild_id, user_id=one.id)
    figures = await leagues.store.read(by_players, scope, ("points", "place", "gear"))
    t, of_pictures = translator(language), found.pictures.t
    shown = profile_card(t, one.called(t), figures)
    of_picture = profile_card(of_pictures, one.called(of_pictures), figures)
    won = [f"**{elements.plain_marks(view.settings.name)}**" for view in card.titles]
    sums = [t.say(GAMES, n=card.games), wins_words(t, card.wins)]
    games = [
        (played_line(t, game.season.settings.name, game.result, game.line),
         found.replay(game.season.id, game.result.table))
        for game in list(played)[: -LAST - 1 : -1]
    ]  # fmt: skip
    return elements.page(
        language, f"{found.home}{one.page}", "profile.html", one.called(t), _above(found),
        languages=found.languages,
        lines=[" · ".join(sums), *([t.say(SEASONS_WON, seasons=listed(t, won))] if won else [])],
        picture=of_picture and found.pictures.profile(of_picture),
        alt=shown and alt_profile(shown, t), played=games,
        sheets={"games": Sheet(("what", "game"), games)},
    )  # fmt: skip


TOGETHER = 8
"""How many pages of games a process writes with one open database."""
OF_A_GAME = 50_000
"""More objects than a process makes for the page of a game. All are free when it is written, so
looking for rubbish among them would find none, and takes 8 ms for each game."""
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""Noted as the time of the first run until it is finished: if it is ended before, another one is
due."""
FONTS = ("Lato-Regular.ttf", "Lato-Black.ttf", "OFL-Lato.txt")


@dataclass(frozen=True)
class Written:
    """How much was written, and what was not."""

    leagues: int
    games: int
    """How many games have a page."""
    drawn: int
    """How many of these pages were made now; the others had not changed."""
    removed: int
    """How many files of earlier pages were removed."""
    left_out: tuple[str, ...]
    """What is left out and why, in English sentences."""


async def write_site(
    url: str, path: Path, ask: elements.AskChannels, *, only: str = "", theme: Theme = "dark",
    processes: int = 1, now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Written:  # fmt: skip
    """Write pages into a folder, from the database at the address `url`: those of all leagues, or
    of the `only` one, named by its name or number. Pages of games are made in so many `processes`;
    with 0 in a thread. Discord is asked (`ask`) once, which games may have one.

    Files that have not changed stay as they are, and pages are written before those that lead to
    them. Raises SettingsError for a folder that holds other files or if there is no such league,
    and StoreError.
    """
    (written, before), store = noted(path), Store(url)
    try:
        await store.open_to_read()
        chosen = await store.read(settings.of_servers, ServerSettings)
        shown = await _leagues(store, only)
        wish = {one.guild_id for one in shown} & {id for id, one in chosen.items() if one.pages}
        open_to_all = elements.as_told(await ask(wish) if wish else {})
        with _executor(processes) as executor:
            run = _Run(url, Folder(path), executor, theme, before)
            run.note(written or LONG_AGO)
            _put_shared(run.folder)
            for league in list(shown):
                at_server = chosen.get(league.guild_id, ServerSettings())
                if at_server.pages:
                    language = at_server.language or "en"
                    await _write_league(run, Leagues(store), league, language, open_to_all)
                    continue
                shown.remove(league)
                run.left_out.append(
                    f"League “{league.name}” ({league.id}) of server {league.guild_id}: nobody who "
                    "manages the server has allowed web pages with /settings."
                )
    finally:
        await store.close()
    for one in LANGUAGES:
        home = {league.id: one if one in read else read[0] for league in shown
                for read in [run.languages[league.id]]}  # fmt: skip
        run.put(index_page(one, shown, home, written=now()))
    run.folder.put("index.html", elements.entrance())
    run.note(now())
    removed = run.folder.remove_others()
    return Written(len(shown), len(run.made), len(run.drawn), removed, tuple(run.left_out))


@dataclass(frozen=True)
class _Run:
    """One run that writes the pages."""

    url: str
    folder: Folder
    executor: Executor
    theme: Theme
    before: Mapping[str, str]
    """From what the page of each game was made the last time, by the number of the game."""
    made: dict[str, str] = field(default_factory=dict)
    """From what they are made now."""
    drawn: list[int] = field(default_factory=list)
    languages: dict[int, tuple[Language, ...]] = field(default_factory=dict)
    """The languages of each league's pages, by the id of the league."""
    left_out: list[str] = field(default_factory=list)

    def put(self, page: elements.Page) -> None:
        """Write a page."""
        for file in page.files():
            self.folder.put(*file)

    def note(self, at: datetime) -> None:
        """Write down how far this run is, so that what is done need not be done again if it is
        ended."""
        note(self.folder, at, {**self.before, **self.made})

    async def games(self, wanted: Sequence[GamePage], league: League) -> None:
        """Write the pages of games, without those that are there and would be the same."""
        new = [one for one in wanted if not self._is_there(one)]
        parts = [new[n : n + TOGETHER] for n in range(0, len(new), TOGETHER)]
        await asyncio.gather(*(self._write(part, league) for part in parts))

    def _is_there(self, wanted: GamePage) -> bool:
        number, made_of = str(wanted.table_id), wanted.made_of
        if self.before.get(number) != made_of or not self.folder.keep(*wanted.files):
            return False
        self.made[number] = made_of
        return True

    async def _write(self, wanted: Sequence[GamePage], league: League) -> None:
        found = await asyncio.get_running_loop().run_in_executor(
            self.executor, write_games, self.url, self.folder.path, wanted
        )
        for one, why in zip(wanted, found, strict=True):
            number = str(one.table_id)
            if why:
                self.left_out.append(f"Game {number} of league “{league.name}”: {why}")
                continue
            self.drawn.append(one.table_id)
            self.folder.keep(*one.files)
            self.made[number] = one.made_of
        self.note(LONG_AGO)


async def _leagues(store: Store, only: str) -> list[League]:
    found = await store.read(stored.all_leagues)
    if only and not (found := [one for one in found if only in (str(one.id), one.name)]):
        raise SettingsError(f"There is no league “{only}”; name it as /league show does.")
    return found


@dataclass
class _Packed:
    """Files in memory, in the order in which they came."""

    files: dict[str, bytes] = field(default_factory=dict)

    def put(self, name: str, data: bytes) -> None:
        self.files[name] = data

    def want(self, file: str, draw: Callable[[], Any]) -> None:
        if file not in self.files:
            self.files[file] = bytes_of(draw())

    @property
    def bytes(self) -> int:
        return sum(map(len, self.files.values()))


def _put_shared(folder: Folder | _Packed) -> None:
    folder.put("style.css", elements.style_sheet())
    folder.put(ICON, bytes_of(page_icon()))
    folder.put("step.js", (elements.SOURCE / "step.js").read_bytes())
    for name in FONTS:
        folder.put(f"fonts/{name}", (FOLDER / "data" / "fonts" / name).read_bytes())


def _executor(processes: int) -> Executor:
    if not processes:
        return ThreadPoolExecutor(1)
    # Begun anew instead of forked: a copy would hold the threads' locks, and the open database.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, context, initializer=_begin)


def _begin() -> None:
    keep_more()
    spare_the_collector(OF_A_GAME)


def game_of(found: Found, view: SeasonView, number: int, table: Table, theme: Theme) -> GamePage:
    """The page of a game of this league: that of the table with this number in its season."""
    return GamePage(
        table.id, table.revision,
        tuple(
            (s.user_id and found.people[s.user_id].at_table(s.name)) or None for s in table.seats
        ),
        (*_above(found), (found.home + season_page(view.number), view.settings.name)),
        number, found.languages, theme,
    )  # fmt: skip


async def _write_league(
    run: _Run, leagues: Leagues, league: League, language: Language, open_to_all: elements.OpenToAll
) -> None:
    """Write all pages of a league, in the `language` of its server and in those that its people
    read. Games that are being played are left out: their pages would soon be old."""
    found = await read_league(leagues, league, run.folder, run.theme, language, open_to_all)
    run.languages[league.id] = found.languages
    run.left_out.extend(
        f"Game {game.table_id} of league “{league.name}”: not everybody on the server may read its "
        "channel."
        for game in found.closed.values()
    )
    views, over = {view.id: view for view in found.views}, dict[tuple[int, int], GamePage]()
    for (season_id, n), game in found.games.items():
        table = await leagues.store.read(by_id, game.table_id)
        if game.status == "finished" and table is not None:
            over[season_id, n] = game_of(found, views[season_id], n, table, run.theme)
    await run.games([*over.values()], league)
    made = {key: found.games[key] for key, one in over.items() if str(one.table_id) in run.made}
    found = replace(found, games=made)
    for make in addresses(found).values():
        for one in found.languages:
            run.put(await make(one))


# --- the pages of a league as one file ------------------------------------------------------------

ROOM_FOR_LEAGUE = 1_500_000
"""The bytes that are left for the pages of the league itself, with their typefaces."""


async def pack_league(
    url: str, league_id: int, most: int, open_to_all: elements.OpenToAll, *, theme: Theme = "dark"
) -> tuple[bytes, int, int]:
    """Make a zip of the pages of a league with at most so many bytes, from the database at this
    address; return it, how many games have a page in it, and for how many there was no room: the
    newest are in it. Raises SettingsError if there is no such league or its server does not allow
    pages."""
    store = Store(url)
    try:
        await store.open_to_read()
        league = await store.read(stored.league, league_id)
        at_server = (
            await store.read(settings.of_server, league.guild_id, ServerSettings)
            if league
            else None
        )
        if league is None or at_server is None or not at_server.pages:
            raise SettingsError("The server of this league does not allow web pages.")
        packed, tables, language = _Packed(), Tables(store), at_server.language or "en"
        found = await read_league(Leagues(store), league, packed, theme, language, open_to_all)
        views = {view.id: view for view in found.views}
        over = {key: one for key, one in found.games.items() if one.status == "finished"}
        made = dict[tuple[int, int], LeagueGame]()
        for key, game in sorted(over.items(), key=lambda one: one[1].updated_at, reverse=True):
            files = _Packed({**packed.files})
            try:
                wanted = game_of(
                    found, views[key[0]], key[1], await tables.table(game.table_id), theme
                )
                told = await read_game(tables, game.table_id)
            except Refusal:  # its deal may still be played
                continue
            for one in found.languages:
                for file in replay_page(files, wanted, told, one).files():
                    files.put(*file)
            if files.bytes > most - ROOM_FOR_LEAGUE:
                break
            packed.files, made[key] = files.files, game
        found = replace(found, games=made)
        for make in addresses(found).values():
            for one in found.languages:
                for file in (await make(one)).files():
                    packed.put(*file)
        home = {league.id: found.languages[0]}
        for one in LANGUAGES:
            written = one in found.languages
            for file in index_page(one, [league], {} if written else home).files():
                packed.put(*file)
    finally:
        await store.close()
    packed.put("index.html", elements.entrance())
    _put_shared(packed)
    return _zipped(packed.files), len(made), len(over) - len(made)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return whole.getvalue()
