"""Writes the pages of all leagues whose servers allow it, or of one of them: its seasons with
standings, tables and results, its statistics, and a page for everybody who wants one."""

import asyncio
import multiprocessing
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from bot import FOLDER
from bot.leagues import games, queries, season_lifecycle
from bot.leagues.queries import bracket_of
from bot.leagues.season_transaction import (
    Card,
    DivisionTable,
    Leagues,
    Played,
    SeasonView,
    legend_of,
)
from bot.model.figures import LEAST_GAMES, Figures, Key, Scope, Sums
from bot.model.league import League, LeagueTable
from bot.model.server import LANGUAGES, Language, Theme
from bot.seasons.stages.knockout import knockouts_of
from bot.seasons.standings import champions
from bot.settings import SettingsError
from bot.site import elements
from bot.site.folder import Folder, note, noted
from bot.site.replays import GamePage, write_game
from bot.store import Store, settings
from bot.store import leagues as stored
from bot.store.stats import by_players
from bot.store.tables import by_id
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
from rendering import keep_more

LAST = 12
"""A person's page shows so many tables at most, the newest ones."""
Page = tuple[str, bytes]


@dataclass(frozen=True)
class Found:
    """Everything that the pages of a league show, except its replays."""

    league: League
    views: Sequence[SeasonView]
    tables: Mapping[int, Sequence[LeagueTable]]
    """The schedule of each season, by the id of the season."""
    people: elements.People
    languages: tuple[Language, ...]
    """The languages of its pages."""
    pictures: elements.Pictures
    replays: Mapping[tuple[int, int], str]
    """The page of each game, by the id of the season and the number of the table in it."""
    by_players: Mapping[int, Figures]
    profiles: Mapping[int, tuple[Card, Sequence[Played], Mapping[int, Figures]]]
    """What stands on people's pages, by person."""

    @property
    def home(self) -> str:
        """The folder of the league within that of a language."""
        return f"league-{self.league.id}/"

    def called(self, t: Translations, person: int) -> str:
        """What a person is called, for words that may be bold."""
        return elements.plain_marks(self.people[person].called(t))


async def profiles(leagues: Leagues, league: League, people: elements.People) -> dict[int, Any]:
    """Read what stands on people's pages, by person."""
    return {
        one.id: (
            await queries.card(leagues, league.id, one.id),
            await queries.played_by(leagues, league.id, one.id),
            await leagues.store.read(
                by_players, Scope(league.guild_id, user_id=one.id), ("points", "place", "gear")
            ),
        )
        for one in people.values() if one.profile
    }  # fmt: skip


def season_page(view: SeasonView) -> str:
    """The file of a season in its league's folder."""
    return f"season-{view.number}.html"


def pages(found: Found, language: Language) -> Iterator[Page]:
    """Yields the pages of a league in a language; those that lead to others come last."""
    t, index, languages = translator(language), f"{found.home}index.html", found.languages
    above = ((index, found.league.name),)
    for person in found.profiles:
        yield _profile(t, language, found, found.people[person], above)
    yield elements.page(
        language, f"{found.home}statistics.html", "statistics.html", found.league.name, above,
        languages=languages, tables=list(_statistics(t, found.by_players)),
    )  # fmt: skip
    shown = [view for view in found.views if view.state.divisions]
    for view in shown:
        standings = [*queries.later_tables(view), *queries.division_tables(view)]
        yield elements.page(
            language, found.home + season_page(view), "season.html", view.settings.name, above,
            languages=languages, head=_season_line(t, found, view),
            brackets=[_bracket(t, found, view, number) for number in knockouts_of(view.state)],
            ranking=ranking_line(t),
            divisions=[_division(t, found, view, one) for one in standings],
            schedule=list(_schedule(t, found, view)),
        )  # fmt: skip
    yield elements.page(
        language, index, "league.html", found.league.name, languages=languages,
        seasons=[
            (season_page(view) if view in shown else None, _season_line(t, found, view))
            for view in reversed(found.views)
        ],
        people=[(one.page, one.called(t)) for one in found.people.values() if one.profile],
    )  # fmt: skip


def _season_line(t: Translations, found: Found, view: SeasonView) -> str:
    won = [found.called(t, person) for person in champions(view.state)]
    name, players = elements.plain_marks(view.settings.name), len(view.state.division_of)
    return season_line(t, view.number, name, view.state.phase, won, players)


def _bracket(t: Translations, found: Found, view: SeasonView, division: int) -> Mapping[str, Any]:
    """The bracket of a knock-out as a picture, in words, and as its alt text."""

    def shown(t: Translations) -> Bracket:
        called = partial(found.called, t)
        return bracket_of(t, view, division, found.tables[view.id], called)

    own = shown(t)
    return {
        "picture": found.pictures.bracket(shown(found.pictures.t)),
        "alt": alt_bracket(own, t),
        "lines": [line.removeprefix("- ") for line in bracket_lines(t, own)],
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
    replay = found.replays.get((view.id, table.number))
    return {"name": t.say(TABLE, n=table.number), "said": said, "replay": replay}


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


def _profile(
    t: Translations,
    language: Language,
    found: Found,
    one: elements.Person,
    above: Sequence[elements.Above],
) -> Page:
    card, played, figures = found.profiles[one.id]
    shown = profile_card(t, one.called(t), figures)
    of_picture = profile_card(found.pictures.t, one.called(found.pictures.t), figures)
    won = [f"**{elements.plain_marks(view.settings.name)}**" for view in card.titles]
    sums = [t.say(GAMES, n=card.games), wins_words(t, card.wins)]
    return elements.page(
        language, f"{found.home}{one.page}", "profile.html", one.called(t), above,
        languages=found.languages,
        lines=[" · ".join(sums), *([t.say(SEASONS_WON, seasons=listed(t, won))] if won else [])],
        picture=of_picture and found.pictures.profile(of_picture),
        alt=shown and alt_profile(shown, t),
        played=[
            (played_line(t, game.season.settings.name, game.result, game.line),
             found.replays.get((game.season.id, game.result.table)))
            for game in list(played)[: -LAST - 1 : -1]
        ],
    )  # fmt: skip


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
    url: str, path: Path, *, only: str = "", theme: Theme = "dark", processes: int = 1,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Written:  # fmt: skip
    """Write pages into a folder, from the database at the address `url`: those of all leagues, or
    of the `only` one, named by its name or number. Pages of games are made in so many `processes`;
    with 0 in a thread.

    Files that have not changed stay as they are, and pages are written before those that lead to
    them. Raises SettingsError for a folder that holds other files or if there is no such league,
    and StoreError.
    """
    (written, before), store = noted(path), Store(url)
    try:
        await store.open_to_read()
        chosen = await store.read(settings.of_servers, ServerSettings)
        shown = await _leagues(store, only)
        with _executor(processes) as executor:
            run = _Run(url, Folder(path), executor, theme, before)
            run.note(written or LONG_AGO)
            _put_shared(run.folder)
            for league in list(shown):
                at_server = chosen.get(league.guild_id, ServerSettings())
                if at_server.pages:
                    await _write_league(run, Leagues(store), league, at_server.language or "en")
                    continue
                shown.remove(league)
                run.left_out.append(
                    f"League “{league.name}” ({league.id}) of server {league.guild_id}: nobody who "
                    "manages the server has allowed web pages with /settings."
                )
    finally:
        await store.close()
    for one in LANGUAGES:
        t = translator(one)
        run.folder.put(*elements.page(
            one, "index.html", "index.html", web_words(translator(one))["leagues"],
            leagues=[
                (f"../{one if one in read else read[0]}/league-{league.id}/index.html", league.name)
                for league in shown for read in [run.languages[league.id]]
            ],
            written=t.say(WRITTEN, day=day(t, now().date(), year=True)),
        ))  # fmt: skip
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

    def note(self, at: datetime) -> None:
        """Write down how far this run is, so that what is done need not be done again if it is
        ended."""
        note(self.folder, at, {**self.before, **self.made})

    async def game(self, wanted: GamePage, league: League) -> None:
        """Write the page of a game, unless it is there and would be the same."""
        number, files = str(wanted.table_id), wanted.files
        if self.before.get(number) != wanted.made_of or not self.folder.keep(*files):
            why = await asyncio.get_running_loop().run_in_executor(
                self.executor, write_game, self.url, self.folder.path, wanted
            )
            if why:
                self.left_out.append(f"Game {number} of league “{league.name}”: {why}")
                return
            self.drawn.append(wanted.table_id)
            self.folder.keep(*files)
        self.made[number] = wanted.made_of
        self.note(LONG_AGO)


async def _leagues(store: Store, only: str) -> list[League]:
    found = await store.read(stored.all_leagues)
    if only and not (found := [one for one in found if only in (str(one.id), one.name)]):
        raise SettingsError(f"There is no league “{only}”; name it as /league show does.")
    return found


def _put_shared(folder: Folder) -> None:
    folder.put("style.css", elements.style_sheet())
    folder.put("step.js", (elements.SOURCE / "step.js").read_bytes())
    for name in FONTS:
        folder.put(f"fonts/{name}", (FOLDER / "data" / "fonts" / name).read_bytes())


def _executor(processes: int) -> Executor:
    if not processes:
        return ThreadPoolExecutor(1)
    # Begun anew instead of forked: a copy would hold the threads' locks, and the open database.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, context, initializer=keep_more)


async def _write_league(run: _Run, leagues: Leagues, league: League, language: Language) -> None:
    """Write all pages of a league, in the `language` of its server and in those that its people
    read. The pictures are in the first."""
    views = await season_lifecycle.seasons_of(leagues, league.id)
    tables = {view.id: await games.schedule(leagues, view.id) for view in views}
    over = [
        (view, number, table)
        for view in views
        for number, game in (await games.games(leagues, view.id, "finished")).items()
        if number in view.state.results
        and (table := await leagues.store.read(by_id, game.table_id)) is not None
    ]
    seated = [seat.user_id for _, _, table in over for seat in table.seats if seat.user_id]
    people, home = await elements.people_of(leagues, league, views, seated), f"league-{league.id}/"
    read = set(map(spoken, await leagues.store.read(settings.locales_of, list(people))))
    languages = (language, *(one for one in LANGUAGES if one in read and one != language))
    run.languages[league.id] = languages
    wanted = {
        (view.id, number): GamePage(
            table.id, table.revision,
            tuple((s.user_id and people[s.user_id].at_table(s.name)) or None for s in table.seats),
            ((f"{home}index.html", league.name), (home + season_page(view), view.settings.name)),
            number, languages, run.theme,
        )
        for view, number, table in over
    }  # fmt: skip
    await asyncio.gather(*(run.game(one, league) for one in wanted.values()))
    replays = {key: one.path for key, one in wanted.items() if str(one.table_id) in run.made}
    found = Found(
        league, views, tables, people, languages,
        elements.Pictures(run.folder, run.theme, translator(language)), replays,
        await leagues.store.read(by_players, Scope(league_id=league.id)),
        await profiles(leagues, league, people),
    )  # fmt: skip
    for one in languages:
        for file in pages(found, one):
            run.folder.put(*file)
