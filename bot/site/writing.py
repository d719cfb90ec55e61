"""Writing the pages of all leagues whose servers allow it, or of one of them."""

import asyncio
import multiprocessing
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from bot import FOLDER
from bot.leagues import games, season_lifecycle
from bot.leagues.season_transaction import Leagues
from bot.model.figures import Scope
from bot.model.league import League
from bot.model.server import LANGUAGES, Language, Theme
from bot.settings import SettingsError
from bot.site.folder import Folder, note, noted
from bot.site.leagues import Found, pages, profiles, season_page
from bot.site.people import people_of
from bot.site.pictures import Pictures
from bot.site.replays import GamePage, write_game
from bot.site.templates import SOURCE, entrance, page, style_sheet
from bot.store import Store, settings
from bot.store import leagues as stored
from bot.store.counted_games import by_players
from bot.store.tables import by_id
from bot.tables.settings import ServerSettings
from bot.text.site import labels, written_words
from bot.text.translation import spoken, translator

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands for the time of a run that was not finished: another one is due."""
FONTS = ("Lato-Regular.ttf", "Lato-Black.ttf", "OFL-Lato.txt")


@dataclass(frozen=True)
class Written:
    """What was written, and what was not."""

    leagues: int
    games: int
    """The games with a page."""
    drawn: int
    """Those of them whose pages were made now: the others had not changed."""
    removed: int
    """The files of earlier pages that were removed."""
    left_out: tuple[str, ...]
    """What is left out and why, in English sentences."""


async def write_site(
    url: str, path: Path, *, only: str = "", theme: Theme = "dark", processes: int = 1,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Written:  # fmt: skip
    """Write the pages into a folder, from the database at an address: of all leagues, or of the
    `only` one, by its name or number. Pages of games are made in so many `processes`; with 0 in a
    thread.

    Files that have not changed stay as they are, and pages come before those that lead to them.
    Raises SettingsError for a folder that holds other files, or if there is no such league, and
    StoreError.
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
        run.folder.put(*page(
            one, "index.html", "index.html", labels(translator(one))["leagues"],
            leagues=[
                (f"../{one if one in read else read[0]}/league-{league.id}/index.html", league.name)
                for league in shown for read in [run.languages[league.id]]
            ],
            written=written_words(translator(one), now().date()),
        ))  # fmt: skip
    run.folder.put("index.html", entrance())
    run.note(now())
    removed = run.folder.remove_others()
    return Written(len(shown), len(run.made), len(run.drawn), removed, tuple(run.left_out))


@dataclass(frozen=True)
class _Run:
    """One writing of the pages."""

    url: str
    folder: Folder
    executor: Executor
    theme: Theme
    before: Mapping[str, str]
    """What the pages of games were made of the last time, by the number of the game."""
    made: dict[str, str] = field(default_factory=dict)
    """What they are made of now."""
    drawn: list[int] = field(default_factory=list)
    languages: dict[int, tuple[Language, ...]] = field(default_factory=dict)
    """Those of the pages of each league, by its id."""
    left_out: list[str] = field(default_factory=list)

    def note(self, at: datetime) -> None:
        """Note how far it is, so that a run that is ended is not done again."""
        note(self.folder, at, {**self.before, **self.made})

    async def game(self, wanted: GamePage, league: League) -> None:
        """Write the page of a game, unless it is there."""
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
    folder.put("style.css", style_sheet())
    folder.put("step.js", (SOURCE / "step.js").read_bytes())
    for name in FONTS:
        folder.put(f"fonts/{name}", (FOLDER / "data" / "fonts" / name).read_bytes())


def _executor(processes: int) -> Executor:
    if not processes:
        return ThreadPoolExecutor(1)
    # Begun anew instead of forked: a copy would hold the threads' locks, and the open database.
    return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"))


async def _write_league(run: _Run, leagues: Leagues, league: League, language: Language) -> None:
    """Write all pages of a league, in the `language` of its server and its pictures, and in those
    that its people read."""
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
    people, home = await people_of(leagues, league, views, seated), f"league-{league.id}/"
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
        Pictures(run.folder, run.theme, translator(language)), replays,
        await leagues.store.read(by_players, Scope(league_id=league.id)),
        await profiles(leagues, league, people),
    )  # fmt: skip
    for one in languages:
        for file in pages(found, one):
            run.folder.put(*file)
