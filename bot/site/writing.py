"""Writing the pages of all leagues whose servers allow it, or of one of them."""

import asyncio
import multiprocessing
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot import FOLDER
from bot.leagues import games, season_lifecycle
from bot.leagues.season_transaction import Leagues
from bot.leagues.views import SeasonView
from bot.model.league import League
from bot.model.server import LANGUAGES, Language, Theme
from bot.model.table import Table
from bot.settings import SettingsError
from bot.site.folder import Folder, note, noted
from bot.site.leagues import pages, profile_pictures, read_standing, season_page
from bot.site.people import People, people_of
from bot.site.replays import GamePage, write_game
from bot.site.templates import SOURCE, entrance, page, style_sheet
from bot.store import Store, settings
from bot.store import leagues as stored
from bot.store.tables import by_id
from bot.tables.settings import ServerSettings
from bot.text.site import labels, written_words
from bot.text.translation import translator

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
    before, folder, store = noted(path)[1], Folder(path), Store(url)
    try:
        await store.open_to_read()
        leagues, left_out = Leagues(store), list[str]()
        chosen = await store.read(settings.of_servers, ServerSettings)
        shown = await _leagues(store, only)
        allowed = {server for server, one in chosen.items() if one.pages}
        for league in [one for one in shown if one.guild_id not in allowed]:
            shown.remove(league)
            left_out.append(
                f"League “{league.name}” ({league.id}) of server {league.guild_id}: nobody who "
                "manages the server has allowed web pages with /settings."
            )
        _put_shared(folder)
        made: dict[str, str] = {}
        drawn = 0
        with _executor(processes) as executor:
            for league in shown:
                language = chosen[league.guild_id].language or "en"
                drawn += await _write_league(
                    leagues, league, folder, _Way(url, executor, language, theme),
                    before, made, left_out,
                )  # fmt: skip
        for one in LANGUAGES:
            folder.put(*page(
                one, "index.html", "index.html", labels(translator(one))["leagues"],
                leagues=[(f"league-{league.id}/index.html", league.name) for league in shown],
                written=written_words(translator(one), now().date()),
            ))  # fmt: skip
        folder.put("index.html", entrance())
        note(folder, now(), made)
        folder.keep("pictures/ground-*.webp")
        return Written(len(shown), len(made), drawn, folder.remove_others(), tuple(left_out))
    finally:
        await store.close()


async def _leagues(store: Store, only: str) -> list[League]:
    found = await store.read(stored.all_leagues)
    if only:
        found = [one for one in found if only in (str(one.id), one.name)]
        if not found:
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


@dataclass(frozen=True)
class _Way:
    """How the pages of a league's games are made."""

    url: str
    executor: Executor
    language: Language
    theme: Theme


async def _write_league(
    leagues: Leagues, league: League, folder: Folder, way: _Way,
    before: Mapping[str, str], made: dict[str, str], left_out: list[str],
) -> int:  # fmt: skip
    """Write all pages of a league; returns how many games were drawn. `before` has the sums of what
    pages of games were made of by the last time, and `made` gets those of now."""
    views = await season_lifecycle.seasons_of(leagues, league.id)
    tables = {view.id: await games.schedule(leagues, view.id) for view in views}
    over = await _games_over(leagues, views)
    seated = [seat.user_id for table in over.values() for seat in table.seats if seat.user_id]
    people = await people_of(leagues, league, views, seated)
    wanted = {
        (view.id, number): _game_page(league, view, number, over[view.id, number], people, way)
        for view in views for number in view.state.results if (view.id, number) in over
    }  # fmt: skip
    new = {
        key: one for key, one in wanted.items()
        if before.get(str(one.table_id)) != one.made_of or not folder.keep(*_files(one))
    }  # fmt: skip
    loop = asyncio.get_running_loop()
    told = await asyncio.gather(*(
        loop.run_in_executor(way.executor, write_game, way.url, folder.path, one)
        for one in new.values()
    ))  # fmt: skip
    for (key, one), why in zip(new.items(), told, strict=True):
        if why:
            del wanted[key]
            left_out.append(f"Game {one.table_id} of league “{league.name}”: {why}")
        else:
            folder.keep(*_files(one))
    made.update((str(one.table_id), one.made_of) for one in wanted.values())
    replays = {key: one.path for key, one in wanted.items()}
    found = await read_standing(leagues, league, views, tables, people, replays)
    for file in profile_pictures(found, way.language, way.theme):
        folder.put(*file)
    for language in LANGUAGES:
        for file in pages(found, language):
            folder.put(*file)
    return len(new) - sum(map(bool, told))


def _files(one: GamePage) -> tuple[str, ...]:
    return (f"pictures/{one.table_id}/*.webp", *(f"{each}/{one.path}" for each in LANGUAGES))


async def _games_over(
    leagues: Leagues, views: Sequence[SeasonView]
) -> dict[tuple[int, int], Table]:
    """The tables of finished games, by season and number of the table in it."""
    found = {}
    for view in views:
        for number, game in (await games.games(leagues, view.id, "finished")).items():
            table = await leagues.store.read(by_id, game.table_id)
            if table is not None:
                found[view.id, number] = table
    return found


def _game_page(
    league: League, view: SeasonView, number: int, table: Table, people: People, way: _Way
) -> GamePage:
    seats = tuple(
        None if seat.user_id is None else people[seat.user_id].at_table(seat.name)
        for seat in table.seats
    )
    home = f"league-{league.id}/"
    above = (
        (f"{home}index.html", league.name), (home + season_page(view), view.settings.name)
    )  # fmt: skip
    return GamePage(
        table.id, table.revision, seats, above, (view.settings.name, number), way.language,
        way.theme,
    )  # fmt: skip
