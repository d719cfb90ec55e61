"""The pages of a small league: whole, in every language, and without what nobody may know."""

import asyncio
import json
import re
import shutil
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from zipfile import ZipFile

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.__main__ import main
from bot.hosting.backups import address
from bot.hosting.scheduled import site_is_due, write_site_beside
from bot.leagues import games, privacy, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings
from bot.model.server import LANGUAGES
from bot.model.table import OnPages
from bot.seasons.events import Rules, Stage
from bot.settings import SettingsError
from bot.site import ICON, elements, replays
from bot.site.elements import as_told, style_sheet
from bot.site.folder import NOTE
from bot.site.leagues import Written, pack_league, write_site
from bot.site.replays import GamePage
from bot.statistics import count_games
from bot.store import Store, settings
from bot.store.schema import events, league_tables, season_events, seasons, seats, tables
from bot.tables import PersonSettings, Tables, utc_now
from bot.tables.privacy import remove_old
from bot.tables.settings import ServerSettings
from rendering import page_icon
from rendering.drawing.theme import contrast, rgb
from tests.leagues.changes import create_league, create_season
from tests.preview.phone import CHROMIUM, Page, opened
from tests.statistics.games import GUILD, played, store_game
from tests.store.databases import only_sqlite

MODERATOR = 999


async def allow(store: Store, *, pages: bool = True) -> None:
    """Let the server's manager allow web pages, or not."""
    await store.write(settings.set_server, GUILD, ServerSettings(pages=pages), at=utc_now())


async def stand(
    store: Store, person: int, on_pages: OnPages, *, in_games: bool | None = True
) -> None:
    """Let a person stand so on web pages."""
    chosen = PersonSettings(on_pages=on_pages, named_in_games=in_games)
    await store.write(settings.set_person, person, chosen, at=utc_now())


async def season(
    store: Store, names: Mapping[int, str], rules: Rules, *, most: int = 10**6,
    modules: tuple[str, ...] = (), close: bool = False, league: str = "The long count",
) -> SeasonView:  # fmt: skip
    """A season of these people with at most so many games."""
    leagues, of_games = Leagues(store), Tables(store)
    made = await create_league(leagues, GUILD, league)
    view = await create_season(leagues, made.id, SeasonSettings("Rainy <season>", rules), by=1)
    for person in names:
        await sign_up(leagues, view.id, person)
    view = await season_lifecycle.draw(leagues, view.id, by=MODERATOR, seed=5)
    count = 0
    while count < most and (ready := await games.ready(leagues, view.id)):
        for one in ready[: most - count]:
            count += 1
            table_id = await store_game(
                store, one.people, 100 + count % 24, modules=modules, channel_id=count
            )
            async with store.writing() as connection:
                for person in one.people:
                    at = (seats.c.table_id == table_id) & (seats.c.user_id == person)
                    await connection.execute(update(seats).where(at).values(name=names[person]))
            await games.opened(leagues, view.id, one.number, await of_games.table(table_id))
            await games.count_game(leagues, of_games, table_id)
    if close:
        view = await season_lifecycle.close(leagues, view.id, by=MODERATOR)
    await count_games(of_games, rest=0)
    return await leagues.read(view.id)


async def play_on(store: Store, view: SeasonView) -> None:
    """Let the only game of a season go on: without its last actions and its result."""
    async with store.writing() as connection:
        [game] = (await games.games(Leagues(store), view.id)).values()
        of_game = tables.c.id == game.table_id
        version = await connection.scalar(select(tables.c.version).where(of_game))
        assert version is not None
        values = {"status": "playing", "version": version - 20, "position": None, "counted": None}
        await connection.execute(update(tables).where(of_game).values(**values))
        later = (events.c.table_id == game.table_id) & (events.c.n >= version - 20)
        await connection.execute(delete(events).where(later))
        finished = (season_events.c.season_id == view.id) & (season_events.c.kind == "Finished")
        await connection.execute(delete(season_events).where(finished))
        of_season = seasons.c.id == view.id
        await connection.execute(update(seasons).where(of_season).values(version=view.version - 1))
        of_table = league_tables.c.season_id == view.id
        await connection.execute(update(league_tables).where(of_table).values(status="playing"))


# --- The pages of a small league: whole, in every language, and without what nobody may know ------

pytestmark = only_sqlite
ADA, BEN, GONE, ASKED = PEOPLE = tuple(10**17 + n for n in range(4))
NAMES = {ADA: "Ada <b>*&*</b>", BEN: "Ben", GONE: "Gonzalo", ASKED: "Hildegard"}
LEAGUE = "The long *count*"
READ = ("en", "de")
"""What the people of the league read; English is also the server's language."""
EMPTY = {"meta", "link", "img", "br"}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory, newest_form: Path) -> Path:
    """A season that is over, in which everybody met everybody once, and another league whose only
    game goes on. One of the people has a profile, one agreed to be named, one chose nothing, one
    has deleted their data."""
    file = tmp_path_factory.mktemp("league") / "games.sqlite3"
    shutil.copyfile(newest_form, file)
    changed(file, fill)
    return file


async def fill(store: Store) -> None:
    """Play what `database` has."""
    rules = Rules(seats=4, stages=(Stage(games=1),), division_size=4)
    await season(store, NAMES, rules, modules=("tribes",), close=True, league=LEAGUE)
    rules = Rules(seats=2, stages=(Stage(games=1),), division_size=2, promoted=0, relegated=0)
    two = {ADA: NAMES[ADA], BEN: NAMES[BEN]}
    view = await season(store, two, rules, league="Running")
    await play_on(store, view)
    await stand(store, ADA, "profile")
    await stand(store, BEN, "named")
    await store.write(settings.set_locale, ADA, "en-US", at=utc_now())
    await store.write(settings.set_locale, BEN, "de", at=utc_now())
    await privacy.forget(Leagues(store), GONE)
    await allow(store)


class Open(dict[int, bool]):
    """Channels that everybody may read, all but those that are named."""

    def get(self, key: int, default: Any = None) -> bool:
        return super().get(key, True)


async def ask(guild_ids: Collection[int], channels: Mapping[int, bool] = Open()) -> Any:
    """What Discord would say."""
    assert set(guild_ids) == {GUILD}
    return channels


def write(database: Path, folder: Path, ask: Any = ask, **more: Any) -> Written:
    """Write the pages in this process."""
    return asyncio.run(write_site(address(database), folder, ask, processes=0, **more))


def pack(database: Path, league_id: int, most: int, **more: Any) -> tuple[bytes, int, int]:
    """Make the zip of a league."""
    open_to_all = as_told(more.get("channels", Open()))
    return asyncio.run(pack_league(address(database), league_id, most, open_to_all))


@pytest.fixture(scope="module")
def site(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the pages."""
    folder = tmp_path_factory.mktemp("site") / "pages"
    written = write(database, folder)
    assert (written.leagues, written.games, written.drawn, written.left_out) == (2, 1, 1, ())
    return folder


@pytest.fixture
def copied(database: Path, site: Path, tmp_path: Path) -> tuple[Path, Path]:
    """The database and the pages, to be changed."""
    shutil.copyfile(database, tmp_path / "games.sqlite3")
    shutil.copytree(site, tmp_path / "pages")
    return tmp_path / "games.sqlite3", tmp_path / "pages"


def changed(database: Path, *work: Any) -> None:
    """Do something with the database."""

    async def do() -> None:
        store = Store(address(database))
        for one in work:
            await one(store)
        await store.close()

    asyncio.run(do())


@dataclass
class Read(HTMLParser):
    """A page, read strictly."""

    text: str
    links: list[str] = field(default_factory=list)
    pictures: list[Mapping[str, str | None]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    language: str | None = None

    def __post_init__(self) -> None:
        super().__init__()
        self._open: list[str] = []
        self.feed(self.text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert len(given) == len(attrs), "no attribute twice"
        assert not any(name.startswith("on") for name in given), "script stands in its file"
        if tag not in EMPTY:
            self._open.append(tag)
        self.language = given["lang"] if tag == "html" else self.language
        self.links += [link for name in ("href", "src") if (link := given.get(name))]
        self.links += re.findall(r"url\((.*?)\)", given.get("style") or "")
        self.pictures += [given] if tag == "img" else []
        self.ids += [one for name, one in attrs if name == "id" and one]

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


def pages(site: Path) -> Iterator[tuple[Path, Read]]:
    for file in sorted(site.rglob("*.html")):
        yield file, Read(file.read_text(encoding="utf-8"))


def contents(site: Path) -> dict[str, bytes]:
    return {
        str(one.relative_to(site)): one.read_bytes() for one in site.rglob("*") if one.is_file()
    }


def test_every_link_and_picture_is_there(site: Path) -> None:
    reached, kinds = {"index.html", NOTE, "fonts/OFL-Lato.txt"}, set()
    assert (site / ICON).read_bytes() == page_icon()
    reached |= {f"fonts/Lato-{weight}.ttf" for weight in ("Regular", "Black")}
    for file, page in pages(site):
        kinds.add(re.sub(r"\d", "", file.name))
        assert page.text.startswith("<!doctype html>") and len(set(page.ids)) == len(page.ids)
        if file.parent != site:
            assert page.language == file.relative_to(site).parts[0]
        for link in page.links:
            parts = urlsplit(link)
            assert not (parts.scheme or parts.netloc) and not link.startswith("/")
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            assert target.is_file(), f"{link} of {file}"
            assert not parts.fragment or f'id="{parts.fragment}"' in target.read_text()
            reached.add(str(target.relative_to(site.resolve())))
        for picture in page.pictures:
            assert len(picture["alt"] or "") > 20, picture
    assert reached == set(contents(site)), "everything is linked"
    assert kinds == {
        "index.html", "season-.html", "statistics.html", "player-.html", "game-.html"
    }  # fmt: skip


def test_a_replay_is_told_round_by_round(site: Path) -> None:
    for language, winner in (("en", "wins!"), ("de", "gewinnt!")):
        [game] = (site / language).glob("game-*.html")
        page = Read(game.read_text(encoding="utf-8"))
        rounds = [one for one in page.ids if one.startswith("round-")]
        assert rounds[0] == "round-1" and rounds[-1] == "round-end" and len(rounds) > 20
        assert len([one for one in page.pictures if one.get("class") == "board"]) == len(rounds)
        assert winner in page.text


def test_a_league_is_written_in_the_languages_that_its_people_read(site: Path) -> None:
    written = {file.relative_to(site).parts[0] for file in site.glob("*/league-1/index.html")}
    assert written == {file.parts[-2] for file in site.glob("*/game-*.html")} == set(READ)
    assert len([*site.glob("*/index.html")]) == len(LANGUAGES)
    for language, league in (("it", "../en"), ("en", "../en"), ("de", "../de")):
        page = Read((site / language / "index.html").read_text(encoding="utf-8"))
        assert f"{league}/league-1/index.html" in page.links
    league = Read((site / "de/league-1/index.html").read_text(encoding="utf-8"))
    others = {link.split("/")[2] for link in league.links if link.endswith("/index.html")}
    assert others - {"index.html"} == set(READ)


def test_who_reads_another_language_gets_it_with_the_next_writing(
    copied: tuple[Path, Path],
) -> None:
    database, folder = copied
    before = {one: one.stat().st_mtime_ns for one in folder.glob("pictures/*/*")}
    changed(database, lambda store: store.write(settings.set_locale, BEN, "it", at=utc_now()))
    assert write(database, folder).drawn == 1
    assert {file.parts[-2] for file in folder.glob("*/game-*.html")} == {"en", "it"}
    assert {one: one.stat().st_mtime_ns for one in folder.glob("pictures/*/*")} == before


def test_people_stand_there_as_they_agreed(site: Path) -> None:
    everything = b"".join(contents(site).values())
    for secret in ("Gonzalo", "Hildegard", *map(str, PEOPLE), "moderator"):
        assert secret.encode() not in everything
    season = (site / "en/league-1/season-1.html").read_text(encoding="utf-8")
    assert re.search(r"Player \d<", season.replace(" <", "<")) and "Deleted account" in season
    assert "Ada &lt;b&gt;*&amp;*&lt;/b&gt;" in season
    assert "Gelöschtes Konto" in (site / "de/league-1/season-1.html").read_text(encoding="utf-8")
    assert len([*site.glob("en/league-1/player-*.html")]) == 1
    written = [page.text for file, page in pages(site) if file.parts[-2:-1] != ("league-2",)]
    numbers = {one for text in written for one in re.findall(r"(?:Player|Spieler) \d", text)}
    assert numbers == {"Player 4", "Spieler 4"}, "one number in the season and in its replays"


def test_a_cup_has_its_bracket(copied: tuple[Path, Path]) -> None:
    """As a picture with its words in each language, drawn once for all, and as a list."""
    database, folder = copied

    async def played(store: Store) -> None:
        rules = Rules(2, (Stage("knockout", go_on=1),))
        await season(store, NAMES, rules, most=1, league="Cups")

    changed(database, played)
    write(database, folder)
    drawn = set()
    for language, words in (("en", "Bracket of Rainy"), ("de", "Turnierbaum von Rainy")):
        read = Read((folder / language / "league-3/season-1.html").read_text(encoding="utf-8"))
        [picture] = read.pictures
        assert (picture["alt"] or "").startswith(words)
        assert NAMES[BEN] in (picture["alt"] or "") and "Hildegard" not in read.text
        drawn.add((folder / language / "league-3" / (picture["src"] or "")).resolve())
        assert re.search(r"(Table|Tisch) 1: .+; (knocked out|ausgeschieden): ", read.text)
        assert "Ada <b>*&*</b>" in (picture["alt"] or ""), "as the name is, without marks of ours"
    [file] = drawn
    assert 0 < file.stat().st_size <= 250_000


def test_a_second_run_writes_what_changed(copied: tuple[Path, Path]) -> None:
    database, folder = copied
    before = {one: one.stat().st_mtime_ns for one in folder.rglob("*")}
    written = write(database, folder)
    assert (written.games, written.drawn, written.removed) == (1, 0, 0)
    newer = {one.name for one in folder.rglob("*") if one.stat().st_mtime_ns != before[one]}
    assert newer <= {NOTE, "pages"}
    changed(database, lambda store: stand(store, BEN, "hidden"))
    written = write(database, folder)
    assert written.drawn == 1 and written.removed >= 20, "the pictures with the name"
    [game] = folder.glob("en/game-*.html")
    assert "Ben" not in game.read_text(encoding="utf-8")
    changed(database, lambda store: allow(store, pages=False))
    written = write(database, folder)
    assert (written.leagues, written.games) == (0, 0)
    assert [one.split(":")[0] for one in written.left_out] == [
        "League “The long *count*” (1) of server 1", "League “Running” (2) of server 1"
    ]  # fmt: skip
    assert not [*folder.rglob("season*"), *folder.rglob("game*"), *folder.glob("pictures/*/*")]


def test_another_version_of_the_program_draws_nothing_again(
    copied: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It writes the pages, as their words may have changed."""
    database, folder = copied
    before = {one: one.stat().st_mtime_ns for one in folder.glob("pictures/*/*")}
    monkeypatch.setattr(replays, "VERSION", "99.0")
    drawn = ("layer_of_board", "small_city", "small_final", "small_profile", "ground_of_boards")
    for drawing in drawn:
        monkeypatch.setattr(elements, drawing, _draws_nothing)
    [game] = folder.glob("en/game-*.html")
    game.unlink()
    written = write(database, folder)
    assert (written.games, written.drawn, written.removed) == (1, 1, 0) and game.is_file()
    assert {one: one.stat().st_mtime_ns for one in folder.glob("pictures/*/*")} == before


def _draws_nothing(*_: Any, **__: Any) -> bytes:
    raise AssertionError("drawn again")


def test_a_picture_that_is_missing_is_drawn_again(copied: tuple[Path, Path]) -> None:
    database, folder = copied
    lost = sorted(folder.glob("pictures/*/*"))[5]
    was = lost.read_bytes()
    lost.unlink()
    assert write(database, folder).left_out == () and lost.read_bytes() == was


async def test_no_name_comes_back_by_itself(store: Store) -> None:
    """Once a person's settings are removed as old, the person has not agreed any more."""
    await stand(store, BEN, "profile")
    assert await store.read(settings.named_on_pages, [ADA, BEN]) == {BEN: "profile"}
    after = Tables(store, now=lambda: utc_now() + timedelta(days=900))
    assert (await remove_old(after, timedelta(days=365))).people == 1
    assert await store.read(settings.named_on_pages, [ADA, BEN]) == {}


def test_what_is_hidden_in_games_changes_nothing(copied: tuple[Path, Path]) -> None:
    """Another deal in the game that goes on; in the one that is over, other tiles never seen."""
    database, folder = copied
    before = contents(folder)

    async def deal_again(store: Store) -> None:
        other = played(2, 99, ()).record()["setup"]
        async with store.writing() as connection:
            going_on = update(tables).where(tables.c.status == "playing")
            done = await connection.execute(
                going_on.values(setup=other, seed="?", secret="?", position=None)
            )
            assert done.rowcount == 1
            over = select(tables).where(tables.c.status == "finished")
            row = (await connection.execute(over)).one()
            stack = row.setup["age2"]
            seen = repr(played(4, 101, ("tribes",)).snapshot())
            assert stack[-1] not in seen and stack[-2] not in seen
            setup = {**row.setup, "age2": [*stack[:-2], stack[-1], stack[-2]]}
            await connection.execute(
                update(tables).where(tables.c.id == row.id).values(setup=setup, position=None)
            )

    changed(database, deal_again)
    shutil.rmtree(folder)
    write(database, folder)
    after = contents(folder)
    del before[NOTE], after[NOTE]
    assert after == before


def test_a_deal_that_is_still_played_is_not_shown(copied: tuple[Path, Path]) -> None:
    database, folder = copied

    async def share(store: Store) -> None:
        async with store.writing() as connection:
            await connection.execute(update(tables).values(shared_commitment="x", revision=9))

    changed(database, share)
    written = write(database, folder)
    assert written.games == 0 and "Another table is still playing this deal" in written.left_out[0]
    assert not [*folder.rglob("game-*")]


def test_what_is_asked_for_wrongly(
    copied: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    database, folder = copied
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZOLKIN_DATABASE_URL", address(database))
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").touch()
    assert main(["site", str(other)]) == main(["site"]) == 2
    assert main(["site", str(folder), "--league", "Nobody's"]) == 2
    said = capsys.readouterr().err
    assert "choose an empty or new folder" in said and "no league “Nobody's”" in said
    assert "TZOLKIN_SITE_FOLDER" in said
    changed(database, lambda store: allow(store, pages=False))
    assert main(["site", str(folder), "--league", "Running"]) == 0
    assert "Left out: League “Running” (2)" in capsys.readouterr().out


async def test_once_a_week_in_a_process_beside(copied: tuple[Path, Path]) -> None:
    database, folder = copied
    now = datetime.now(UTC)
    assert not site_is_due(folder, now) and site_is_due(folder, now + timedelta(days=8))
    channels = await channels_of(database)
    written = await write_site_beside(address(database), folder, channels, theme="dark")
    assert (written["games"], written["drawn"]) == (1, 0)
    with pytest.raises(SettingsError):
        site_is_due(database.parent, now)


def test_a_league_is_packed_as_it_would_be_written(database: Path, site: Path) -> None:
    """With as many of its newest games as there is room for."""
    data, games, left = pack(database, 1, 10**7)
    assert (games, left) == (1, 0) and len(data) < 10**7
    with ZipFile(BytesIO(data)) as archive:
        files = {one: archive.read(one) for one in archive.namelist()}
    written = contents(site)
    ours = {one for one in written if "league-2" not in one and one != NOTE}
    assert {*files} == ours
    assert all(files[one] == written[one] for one in ours if not one.endswith("/index.html"))
    assert b"league-2" not in b"".join(files.values()), "no other league"
    data, games, left = pack(database, 1, 1_600_000)
    assert (games, left) == (0, 1)
    with ZipFile(BytesIO(data)) as archive:
        assert not [one for one in archive.namelist() if "game-" in one]
        assert b"game-" not in archive.read("en/league-1/season-1.html")
    assert pack(database, 2, 10**7)[1:] == (0, 0), "its game goes on"
    with pytest.raises(SettingsError):
        pack(database, 99, 10**7)


def test_a_league_is_packed_only_if_its_server_allows_pages(copied: tuple[Path, Path]) -> None:
    changed(copied[0], lambda store: allow(store, pages=False))
    with pytest.raises(SettingsError):
        pack(copied[0], 1, 10**7)


async def channels_of(database: Path, *closed: int) -> dict[int, bool]:
    """All channels in which games are; everybody may read them, but not the `closed` ones."""
    store = Store(address(database))

    async def found(connection: AsyncConnection) -> list[int]:
        return list(await connection.scalars(select(tables.c.channel_id)))

    known = await store.read(found)
    await store.close()
    return {one: one not in closed for one in known}


@pytest.mark.parametrize("look", ("dark", "light"))
def test_all_words_can_be_read(look: str) -> None:
    """By the colours of the style sheet: those that stand upon each other there."""
    css = style_sheet().decode()
    colours, light = (
        dict(re.findall(r"--(\w+): #(\w{6});", one)) for one in css.split("@media")[:2]
    )
    if look == "light":
        colours |= light
    pairs = [(ink, ground) for ink in ("text", "dim", "news") for ground in ("ground", "panel")]
    pairs += [("turn_ink", "turn"), ("dim", "step")]
    used = set(re.findall(r"[^-]color: var\(--(\w+)\)", css))
    assert used == {ink for ink, _ in pairs}, "every colour of words is among them"
    found = [(rgb(colours[one]), rgb(colours[other])) for one, other in pairs]
    seats = re.findall(r"\.seat-\d \{ background: #(\w+); color: #(\w+)", css)
    found += [(rgb(one), rgb(other)) for one, other in seats]
    assert len(seats) == 5 and min(contrast(*pair) for pair in found) >= 4.5


def test_a_page_of_a_game_knows_what_it_is_made_of() -> None:
    one = GamePage(1, 1, (None,), (("a", "b"), ("c", "d")), 1, ("en",), "dark")
    assert one.made_of == one.made_of != GamePage(**{**vars(one), "revision": 2}).made_of


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
async def test_in_a_browser(site: Path) -> None:
    """Nothing is wider than the screen of a phone or a desk, and one round is shown at a time."""
    async with opened("about:blank") as page:
        for width in (390, 1200):
            await page.ask(
                "Emulation.setDeviceMetricsOverride",
                width=width, height=844, deviceScaleFactor=1, mobile=width < 500,
            )  # fmt: skip
            for language in READ:
                for file in sorted((site / language).rglob("*.html")):
                    await _shown(page, file)
                    wide = await page.value("document.documentElement.scrollWidth")
                    assert wide <= width, f"{file} at {width}"
            [game] = (site / "en").glob("game-*.html")
            await _shown(page, game)
            rounds = "[...document.querySelectorAll('.round')]"
            seen = f"{rounds}.filter(e => e.offsetHeight).map(e => e.id)"
            said = "document.querySelector('.steps [role=status]').textContent"
            current = "document.querySelector('.steps [aria-current=step]').getAttribute('href')"
            assert await page.value(seen) == ["round-1"] and await page.value(said) == ""
            await page.value("document.querySelectorAll('.steps button')[1].click()")
            assert await page.value(seen) == ["round-2"]
            assert "2" in await page.value(said), "a screen reader hears the step"
            assert await page.value(current) == "#round-2"
            await page.value("dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft'}))")
            assert await page.value(seen) == ["round-1"]


async def _shown(page: Page, file: Path) -> None:
    await page.ask("Page.navigate", url=file.as_uri())
    ready = f"document.readyState == 'complete' && location.pathname == {json.dumps(str(file))}"
    while not await page.value(ready):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
