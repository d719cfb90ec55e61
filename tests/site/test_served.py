"""The pages as the running bot serves them: every link is there, nothing hidden is on them, and
what somebody takes back is gone within a minute."""

import asyncio
import json
import re
import shutil
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from zipfile import ZipFile

import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer
from sqlalchemy import delete, func, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import Game
from bot.hosting.backups import address
from bot.leagues import privacy
from bot.leagues.season_transaction import Leagues
from bot.model.computers import Advised
from bot.model.league import Made
from bot.model.server import LANGUAGES
from bot.model.table import AskedSince
from bot.notation.position_line import read_position
from bot.site import ICON, replays, serving
from bot.site.elements import as_told
from bot.site.leagues import pack_league, write_site
from bot.site.serving import BURST, FRESH, GRACE, Limits, Pages, Source, application, language_for
from bot.store import Store, puzzles
from bot.store.schema import events, leagues, seasons, seats, tables
from bot.store.schema import puzzles as puzzles_table
from bot.tables import Tables, practice, utc_now
from tests.site.test_site import (
    ADA,
    ASKED,
    BEN,
    GUILD,
    NAMES,
    Open,
    Read,
    allow,
    ask,
    database,
    played,
    stand,
    store_game,
)
from tests.store.databases import only_sqlite

__all__ = ["database"]
pytestmark = only_sqlite
HIDDEN_CHANNEL, SEEN_CHANNEL = 900, 901
ZENOBIA = 10**17 + 77
AGO = (90, 3, 0)
SERVER = "Halls <of> *Tikal*"
DRAWN = b"\x89PNG"


@dataclass
class Site:
    """The pages of a database, and what can be changed about them."""

    url: str
    store: Store
    client: Any
    pages: Pages
    now: list[float]
    names: dict[int, str]
    drawn: list[str] = field(default_factory=list)
    asked: int = 0

    async def get(self, path: str, **headers: str) -> ClientResponse:
        """Ask for an address, as somebody who has asked for nothing else; redirects are not
        followed."""
        self.asked += 1
        headers = {"X-Forwarded-For": f"10.0.{self.asked // 256}.{self.asked % 256}", **headers}
        found: ClientResponse = await self.client.get(path, headers=headers, allow_redirects=False)
        return found

    async def read(self, path: str) -> Read:
        """A page, which must be there."""
        found = await self.get(path)
        assert found.status == 200, path
        return Read(await found.text())

    async def bytes(self, path: str) -> bytes:
        """The bytes at an address, which must be there."""
        found = await self.get(path)
        assert found.status == 200, path
        return await found.read()


@asynccontextmanager
async def served(file: Path | str, **more: Any) -> AsyncIterator[Site]:
    """The pages of a database, a file or one at an address, of which everybody may read all
    channels but one."""
    url = file if isinstance(file, str) else address(file)
    store, now, drawn, names = Store(url), [0.0], list[str](), {GUILD: SERVER}
    await store.open()

    async def draw(function: Any, *_: Any, by: str, keep: bool, **__: Any) -> bytes:
        assert by and not keep
        drawn.append(function.__name__)
        return DRAWN

    async def open_to_all(guild_id: int, channel_id: int, within: Collection[int] = ()) -> bool:
        return channel_id != HIDDEN_CHANNEL

    source = Source(Tables(store), Leagues(store), "dark", draw, lambda: names, open_to_all)
    pages = Pages(source, lambda: now[0])
    limits = more.get("limits") or Limits(lambda: now[0])
    app = application(pages, "X-Forwarded-For", limits)
    async with TestClient(TestServer(app)) as client:
        yield Site(url, store, client, pages, now, names, drawn)
    await store.close()


@pytest.fixture
async def site(database: Path, tmp_path: Path) -> AsyncIterator[Site]:
    """Two leagues; outside of them two games that are over and two that go on, one of each in a
    channel that not everybody may read."""
    file = tmp_path / "games.sqlite3"
    shutil.copyfile(database, file)
    store = Store(address(file))
    await outside_leagues(store)
    await store.close()
    async with served(file) as found:
        yield found


async def outside_leagues(store: Store) -> None:
    """Play what `site` has outside leagues."""
    for channel in (HIDDEN_CHANNEL, SEEN_CHANNEL):
        await store_game(store, [ADA, BEN, ZENOBIA, None], 3, channel_id=channel)
        going_on = await store_game(store, [ADA, 77], 4, channel_id=10 * channel)
        await _play_on(store, going_on, channel)
    await _days(store)
    await stand(store, ZENOBIA, "named")
    async with store.writing() as connection:
        hers = seats.c.user_id == ZENOBIA
        await connection.execute(update(seats).where(hers).values(name="Zenobia"))


async def _days(store: Store) -> None:
    """Turns of the day: of long ago, of three days ago, and of today."""
    for (source, one), ago in zip(practice.shipped(), AGO, strict=False):
        position = read_position(one.position)
        begun = Game.from_position({"rules": one.rules, **position.dump()})
        way = Advised((begun.legal(position.turn_seat)[0],), 7.0)
        await store.write(puzzles.add, [(source, replace(one, ways=(way,)))])
        async with store.writing() as connection:
            newest = select(func.max(puzzles_table.c.id)).scalar_subquery()
            of_it = update(puzzles_table).where(puzzles_table.c.id == newest)
            await connection.execute(of_it.values(day=_day(ago)))


def _day(ago: int) -> date:
    return utc_now().date() - timedelta(days=ago)


async def _ids(connection: AsyncConnection, query: Any) -> list[int]:
    return list(await connection.scalars(query))


async def _play_on(store: Store, table_id: int, channel: int, left: int = 0) -> None:
    """Let a game of two go on: without its last actions, or with only so many."""
    async with store.writing() as connection:
        values = {"status": "playing", "position": None, "channel_id": channel}
        asked = (AskedSince(0, utc_now()),)
        of_game = tables.c.id == table_id
        version = left or len(played(2, 4, ()).record()["actions"]) - 20
        await connection.execute(
            update(tables).where(of_game).values(version=version, asked=asked, **values)
        )
        later = (events.c.table_id == table_id) & (events.c.n >= version)
        await connection.execute(delete(events).where(later))


async def name_in_games(site: Site, name: str) -> None:
    """Everybody is called so at all tables."""
    async with site.store.writing() as connection:
        await connection.execute(update(seats).values(name=name))


async def finish(site: Site, page: str) -> None:
    """End the game of a page, whose deal is still played elsewhere."""
    number = int(re.findall("[0-9]+", page)[0])
    async with site.store.writing() as connection:
        values = {"status": "finished", "shared_commitment": "x", "revision": 9}
        await connection.execute(update(tables).where(tables.c.id == number).values(**values))
        others = tables.c.status == "playing"
        await connection.execute(update(tables).where(others).values(shared_commitment="x"))


async def live_of(site: Site) -> str:
    """The address of the game outside leagues that goes on."""
    for link in (await site.read(f"/en/server-{GUILD}.html")).links:
        if link.startswith("game-"):
            page = await site.read(f"/en/{link}")
            if 'class="live"' in page.text and f"server-{GUILD}.html" in page.text:
                return f"/en/{link}"
    raise AssertionError


async def crawled(site: Site) -> dict[str, str]:
    """All that can be reached from the first page, by address: pages with their text."""
    first = await site.get("/")
    found, waiting = dict[str, str](), [urljoin("/", first.headers["Location"])]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        site.now[0] += 1
        answer = await site.get(path)
        assert answer.status == 200, path
        found[path] = ""
        if path.endswith((".png", ".ttf")):
            continue
        found[path] = await answer.text()
        if path.endswith(".html"):
            waiting += [
                urljoin(path, link).partition("#")[0]
                for link in Read(found[path]).links if not link.startswith("#")
            ]  # fmt: skip
    return found


async def test_every_link_and_picture_is_there(site: Site) -> None:
    found = await crawled(site)
    kinds = {re.sub(r"[0-9]+", "", one.partition("/en/")[2]) for one in found if "/en/" in one}
    assert {
        "index.html", "server-.html", "league-/index.html", "league-/season-.html",
        "league-/statistics.html", "league-/player-.html", "game-.html", "game-.json",
        "league-/season-.csv",
    } <= kinds  # fmt: skip
    assert {one.split("/")[1] for one in found if one.endswith("index.html")} == {*LANGUAGES}
    for path, text in found.items():
        if path.endswith(".html"):
            page = Read(text)
            assert text.startswith("<!doctype html>") and len({*page.ids}) == len(page.ids)
            assert page.language == path.split("/")[1]
            assert all(len(one["alt"] or "") > 20 for one in page.pictures), path
        if path.endswith(".json"):
            json.loads(text)
    lives = [text for text in found.values() if 'class="live"' in text]
    assert len(lives) == 2 * len(LANGUAGES), "one in a league, one outside, in every language"
    assert {"layer_of_board", "ground_of_boards", "small_city", "small_final"} <= {*site.drawn}


async def test_people_stand_there_as_they_agreed(site: Site) -> None:
    """Whatever they are called."""
    found = await crawled(site)
    for secret in ("Gonzalo", "Hildegard", "moderator", *map(str, NAMES)):
        assert not any(secret in text for text in found.values()), secret
    html = [text for path, text in found.items() if path.endswith(".html")]
    assert not any(typed in text for typed in ("<b>*", "<of>") for text in html)
    server = await site.read(f"/en/server-{GUILD}.html")
    assert "Halls &lt;of&gt; *Tikal*" in server.text
    assert "Zenobia" in server.text and "Player 2" in server.text


async def test_what_a_person_deletes_is_gone_within_a_minute(site: Site) -> None:
    before = await crawled(site)
    pictures = [one for one in before if one.endswith(".png")]
    named = [one for one, text in before.items() if "Zenobia" in text]
    assert len(named) > 10
    await privacy.forget(Leagues(site.store), ZENOBIA)
    site.now[0] += max(FRESH, GRACE) + 1
    assert FRESH < 60 and GRACE < 60
    after = await crawled(site)
    assert not [one for one, text in after.items() if "Zenobia" in text]
    left = [one for one in pictures if (await site.get(one)).status == 200]
    assert {*left} <= {*after} and len(left) < len(pictures), "those with the name are gone"


async def test_what_a_person_deletes_is_gone_from_leagues_too(site: Site) -> None:
    """From every page of a league, its JSON and CSV, and the zip that is made anew."""
    async with site.store.writing() as connection:
        hers = seats.c.user_id == ASKED
        await connection.execute(update(seats).where(hers).values(name="Ixchel"))
    await stand(site.store, ASKED, "profile")

    async def packed() -> dict[str, bytes]:
        zipped = await pack_league(site.url, 1, 10**7, as_told(Open()))
        with ZipFile(BytesIO(zipped[0])) as archive:
            return {one: archive.read(one) for one in archive.namelist()}

    def named(found: Mapping[str, str | bytes]) -> set[str]:
        return {
            re.sub("[0-9]+|^/?[^/]+/", "", path) for path, text in found.items()
            if "Ixchel" in (text if isinstance(text, str) else text.decode("latin-1"))
        }  # fmt: skip

    before, zipped = await crawled(site), await packed()
    pages = "game-", "league-/index", "league-/season-", "league-/player-"
    kinds = {f"{one}.{kind}" for one in pages for kind in ("html", "json", "csv")}
    kinds -= {"league-/index.csv", "league-/player-.csv", "league-/player-.json"}  # without names
    assert kinds <= named(before) and kinds <= named(zipped)
    await privacy.forget(Leagues(site.store), ASKED)
    site.now[0] += max(FRESH, GRACE) + 1
    after, zipped_after = await crawled(site), await packed()
    assert not named(after) and not named(zipped_after)
    pictures = [one for one in before if one.endswith(".png") and one not in after]
    assert pictures and {(await site.get(one)).status for one in pictures} == {404}
    gone = {one for one in zipped if one.endswith(".png")} - {*zipped_after}
    assert gone, "pictures with the name are drawn anew"


async def test_addresses_stay_after_a_restart_and_with_another_version(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And readers who have a page get no byte of it again."""
    found = await crawled(site)
    tags = {one: (await site.get(one)).headers["ETag"] for one in found}
    monkeypatch.setattr(replays, "VERSION", "99.0")
    async with served(site.url) as later:
        for path in sorted(found, key=lambda one: one.endswith(".png")):
            answer = await later.get(path, **{"If-None-Match": tags[path]})
            assert answer.status == 304, path
            assert (await later.get(path, **{"If-None-Match": '"another"'})).status == 200


async def test_who_no_longer_agrees_is_a_number(site: Site) -> None:
    assert "Ben" in (await site.read(f"/en/server-{GUILD}.html")).text
    await stand(site.store, BEN, "hidden")
    site.now[0] += FRESH
    assert "Ben" not in (await site.read(f"/en/server-{GUILD}.html")).text


async def test_who_agreed_about_leagues_alone_is_a_number_in_other_games(site: Site) -> None:
    server, season = f"/en/server-{GUILD}.html", "/en/league-1/season-1.html"
    in_league = await site.bytes(season)
    assert "Ben" in (await site.read(server)).text
    await stand(site.store, BEN, "named", in_games=None)
    site.now[0] += FRESH
    assert "Ben" not in (await site.read(server)).text
    assert await site.bytes(season) == in_league
    await stand(site.store, BEN, "hidden")
    site.now[0] += FRESH
    assert await site.bytes(season) != in_league


async def test_there_are_pages_only_where_they_are_wished_for(site: Site) -> None:
    hidden = select(tables.c.id).where(tables.c.channel_id == HIDDEN_CHANNEL)
    listed = (await site.read(f"/en/server-{GUILD}.html")).links
    numbers = await site.store.read(_ids, hidden)
    assert len(numbers) == 2
    for number in numbers:
        assert (await site.get(f"/en/game-{number}.html")).status == 404
        assert f"game-{number}.html" not in listed
    for unknown in (
        "/en/game-999.html", "/en/server-2.html", "/en/league-9/index.html", "/en/nothing.html",
        "/en/league-1/season-9.html", "/en/game-1.xml", "/xx/index.html", "/en/../style.css.html",
        f"/pictures/aa/{'a' * 32}.png", f"/en/game-{10**30}.html", f"/en/server-{10**19 - 1}.html",
    ):  # fmt: skip
        answer = await site.get(unknown)
        assert answer.status == 404 and answer.headers["Cache-Control"] == "no-store", unknown
    seen = await crawled(site)
    await allow(site.store, pages=False)
    site.now[0] += max(FRESH, GRACE) + 1
    of_days = {
        urljoin(path, link)
        for path, text in seen.items() if re.search("/today-.*html", path)
        for link in Read(text).links
    }  # fmt: skip
    for path in seen:
        kept = path in of_days or re.search(r"[.](css|js|ttf)$|^/[^/]+/(index|today)[.-]", path)
        assert ((await site.get(path)).status == 200) == bool(kept), path
    assert "league-1" not in (await site.read("/en/index.html")).text


@pytest.mark.parametrize("known", ("its channel", "the league's", "another one before"))
async def test_one_rule_says_which_games_have_pages(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: str
) -> None:
    """Served, in the folder and in the zip: those in channels that everybody may read; where the
    channel of a game is not known any more, all channels decide in which the season has been."""
    file = tmp_path / "games.sqlite3"
    shutil.copyfile(database, file)
    async with served(file) as site:
        async with site.store.writing() as connection:
            await connection.execute(update(leagues).values(channel_id=SEEN_CHANNEL))
            if known == "another one before":
                made = Made(channel=SEEN_CHANNEL, news_before=(HIDDEN_CHANNEL,))
                await connection.execute(update(seasons).values(made=made))
            over = select(tables.c.id, tables.c.channel_id).where(tables.c.status == "finished")
            [(number, channel)] = await connection.execute(over)
        page = f"en/game-{number}.html"
        for seen in (True, False):
            channels = {
                "its channel": {channel: seen, SEEN_CHANNEL: True},
                "the league's": {SEEN_CHANNEL: seen},
                "another one before": {HIDDEN_CHANNEL: seen, SEEN_CHANNEL: True},
            }[known]
            site.now[0] += FRESH
            monkeypatch.setattr(site.pages, "_source", replace(
                site.pages._source, open_to_all=as_told(channels)
            ))  # fmt: skip
            folder = tmp_path / str(seen)
            written = await write_site(
                address(file), folder, partial(ask, channels=channels), processes=0
            )
            packed = await pack_league(address(file), 1, 10**7, as_told(channels))
            with ZipFile(BytesIO(packed[0])) as archive:
                names = archive.namelist()
                linked = archive.read("en/league-1/season-1.html").decode()
            found = [(await site.get(f"/{page}")).status == 200, (folder / page).is_file()]
            assert [*found, page in names, Path(page).name in linked] == [seen] * 4
            assert packed[1:] == (int(seen), 0) and written.games == int(seen)
            left_out = [one for one in written.left_out if f"Game {number} of" in one]
            assert len(left_out) == int(not seen)


async def test_turns_of_the_day_are_there_once_the_day_is_over(site: Site) -> None:
    """With the best turns once nobody can open them any more."""
    index = await site.read("/en/index.html")
    assert "today.html" in index.links
    days = (await site.read("/en/today.html")).links
    shown = [one for one in days if one.startswith("today-") and one.endswith(".html")]
    assert shown == [f"today-{_day(3)}.html", f"today-{_day(90)}.html"]
    recent, old = [await site.read(f"/en/{one}") for one in shown]
    assert "What a computer would do" in old.text and "Find the best turn" not in old.text
    assert "What a computer would do" not in recent.text and "Find the best turn" in recent.text
    told = json.loads(await site.bytes(f"/en/today-{_day(3)}.json"))
    assert told["day"][0]["best"] == "" != told["day"][0]["position"]
    for hidden in (_day(0), _day(-1), "2026-13-40"):
        assert (await site.get(f"/en/today-{hidden}.html")).status == 404


async def test_a_reader_gets_what_has_changed(site: Site) -> None:
    live = await live_of(site)
    page = await site.get(live)
    tag = page.headers["ETag"]
    again = await site.get(live, **{"If-None-Match": tag})
    assert again.status == 304 and not await again.read() and again.headers["ETag"] == tag
    picture = urljoin(live, Read(await page.text()).pictures[0]["src"] or "")
    first = await site.get(picture)
    assert first.content_type == "image/png" and await first.read() == DRAWN
    drawn = len(site.drawn)
    assert (await site.get(picture, **{"If-None-Match": first.headers["ETag"]})).status == 304
    assert len(site.drawn) == drawn, "a picture is drawn once"
    for answer in (page, first):
        assert answer.headers["Cache-Control"] == "no-cache" and not answer.cookies
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        assert "unsafe-inline" not in answer.headers["Content-Security-Policy"].replace(
            "style-src-attr 'unsafe-inline'", ""
        )
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Server"] == "tzolkin"
    for path, text in (await crawled(site)).items():
        if path.endswith(".html"):
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|javascript:", text), path


HOSTILE = "<img src=x onerror=hacked()>\"'><script>hacked()</script>{{7*7}}*b*"


async def test_names_that_would_be_programs_stay_text(site: Site) -> None:
    """Whoever types them: on every kind of page, and in what programs read."""
    await name_in_games(site, HOSTILE)
    async with site.store.writing() as connection:
        await connection.execute(update(leagues).values(name=literal(HOSTILE).concat(leagues.c.id)))
        for row in list(await connection.execute(select(seasons.c.id, seasons.c.settings))):
            named = {**row.settings, "name": HOSTILE}
            of_it = update(seasons).where(seasons.c.id == row.id)
            await connection.execute(of_it.values(settings=named))
    for one in (ADA, BEN):
        await stand(site.store, one, "profile")
    site.names[GUILD] = HOSTILE
    shown = set[str]()
    for path, text in (await crawled(site)).items():
        if path.endswith(".html"):
            Read(text)  # refuses attributes such as onerror
            assert "<script>" not in text and "<img src=x" not in text and "<b>b" not in text, path
        if "hacked()" in text:
            shown.add(re.sub("[0-9]+|^/[^/]+/", "", path))
    pages = "game-", "league-/index", "league-/player-", "league-/season-", "server-"
    assert shown == {
        *(f"{one}.{kind}" for one in pages for kind in ("html", "json", "csv")),
        "index.html", "league-/statistics.html",
    }  # fmt: skip


async def test_browsers_are_told_to_run_and_load_what_is_ours_alone(site: Site) -> None:
    for path in ("/en/index.html", await live_of(site), "/style.css", "/nothing", "/en/x.json"):
        answer = await site.get(path)
        said = answer.headers["Content-Security-Policy"].split("; ")
        policy = dict(one.split(" ", 1) for one in said)
        assert policy == {
            "default-src": "'none'", "script-src": "'self'", "font-src": "'self'",
            "img-src": "'self' data:", "style-src": "'self'", "connect-src": "'self'",
            "style-src-attr": "'unsafe-inline'",  # the layers of a board's picture
            "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'",
        }, path  # fmt: skip


async def test_a_page_that_is_not_there_says_so_in_the_readers_language(site: Site) -> None:
    for path, accepted, words in (
        ("/de/nothing.html", "en", "Hier ist nichts"), ("/nothing", "de", "Hier ist nichts"),
        ("/en/league-9/season-1.html", "de", "There is nothing here"),
        ("/a/b/c", "", "There is nothing here"),
    ):  # fmt: skip
        answer = await site.get(path, **{"Accept-Language": accepted})
        assert answer.status == 404 and answer.headers["Cache-Control"] == "no-store"
        page = Read(await answer.text())
        assert words in page.text
        for link in page.links:
            assert (await site.get(urljoin(path, link))).status == 200, link
    for path in ("/en/x.json", "/x.png", "/" + 9 * "a/"):
        assert await (await site.get(path)).text() == "Not Found\n"


async def test_what_browsers_and_searchers_ask_for_by_themselves(site: Site) -> None:
    icon = await site.get(f"/{ICON}")
    assert icon.content_type == "image/png" and await icon.read() == DRAWN
    await site.get(f"/{ICON}")
    assert site.drawn.count("page_icon") == 1, "it is kept"
    robots = (await site.bytes("/robots.txt")).decode().splitlines()
    assert robots[0] == "User-agent: *" and "Disallow: /" not in robots
    assert (await site.get("/en/index.html")).headers["X-Robots-Tag"] == "noarchive"


async def test_readers_are_sent_to_their_language(site: Site) -> None:
    for accepted, language in (
        ("de-CH,fr;q=0.5", "de"), ("fr, pt;q=0.3, it;q=0.8", "it"), ("pt-PT", "pt-BR"),
        ("", "en"), ("xx;q=?, es", "es"),
    ):  # fmt: skip
        assert language_for(accepted) == language
        for path, target in (("/", "index.html"), ("/league-1/index.html", "league-1/index.html")):
            answer = await site.get(path, **{"Accept-Language": accepted})
            assert answer.status == 302 and "Accept-Language" in answer.headers["Vary"]
            goes = urljoin(f"http://x{path}", answer.headers["Location"])
            assert goes == f"http://x/{language}/{target}"
    assert (await site.get("/evil.example/")).status == 404


async def test_each_address_may_ask_for_so_much(database: Path) -> None:
    now = [0.0]
    async with served(database, limits=Limits(lambda: now[0])) as site:
        header = "X-Forwarded-For"
        one, other = {header: "6.6.6.6, 198.51.100.7"}, {header: "2001:db8::1"}
        answers = [(await site.get("/style.css", **one)).status for _ in range(int(BURST) + 5)]
        assert answers.count(200) == BURST and answers[-1] == 429
        assert (await site.get("/style.css", **one)).headers["Retry-After"]
        assert (await site.get("/style.css", **other)).status == 200, "another reader"
        now[0] += 1
        assert (await site.get("/style.css", **one)).status == 200, "it fills again"
        same = [f"2001:db8::{n:x}" for n in range(int(BURST) + 1)]
        for n in same:
            last = await site.get("/style.css", **{"X-Forwarded-For": n})
        assert last.status == 429, "one household has many addresses"


async def test_many_readers_make_a_page_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await live_of(site)
    site.now[0] += FRESH
    made = list[str]()

    async def counted(*args: Any) -> Any:
        made.append("")
        return await making(*args)

    making = serving.live_page
    monkeypatch.setattr(serving, "live_page", counted)
    answers = await asyncio.gather(*(site.bytes(live) for _ in range(50)))
    assert len({*answers}) == 1 and len(made) == 1


async def test_a_finished_game_is_the_same_address(site: Site) -> None:
    """While its deal may still be played the page says why it shows nothing."""
    live = await live_of(site)
    await finish(site, live)
    site.now[0] += FRESH
    said = await site.read(live.replace("/en/", "/de/"))
    assert "alle fertig sind" in said.text and not said.pictures
