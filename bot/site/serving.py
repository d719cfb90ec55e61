"""The pages as the running bot serves them: by HTTP, without accounts, cookies and scripts of
others.

A page is made when somebody asks for it, and kept for a few seconds, so that many readers cost as
much as one; what somebody deletes or no longer agrees to is therefore gone within `FRESH` seconds.
Pages are made one at a time, and so are their pictures, in the processes that draw: players come
first. A picture is served only while a page shows it.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from time import monotonic
from typing import Any

from aiohttp import hdrs, web

from bot import FOLDER
from bot.leagues.games import table_of_game
from bot.leagues.season_transaction import Leagues
from bot.model.league import League
from bot.model.server import LANGUAGES, Language, Theme
from bot.model.table import Table
from bot.monitoring import serve_on
from bot.process import Newest
from bot.process.beside import Gone
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.site import ICON, elements, server_page
from bot.site.elements import Draw, OpenToAll, Page
from bot.site.folder import bytes_of
from bot.site.games import (
    days_over,
    live_page,
    page_of_day,
    page_of_days,
    page_of_server,
    page_outside_leagues,
    read_server,
    seated,
)
from bot.site.leagues import (
    FONTS,
    Found,
    addresses,
    game_of,
    index_page,
    read_league,
)
from bot.site.replays import GamePage, Told, page_without_game, read_game, replay_page
from bot.store import leagues as stored
from bot.store import settings, tables
from bot.tables import Tables
from bot.tables.finding import Locks
from bot.tables.settings import ServerSettings
from rendering import page_icon

FRESH = 10.0
"""Seconds for which a page is shown again as it was made, and for which a browser may do so."""
GRACE = 40.0
"""Seconds for which a picture is served that its page has just stopped to show."""
MOST_PAGES, MOST_REPLAYS, MOST_TOLD, MOST_LEAGUES = 200, 60, 5, 20
"""How many of each are kept in memory at most: pages, pages of finished games (0.2 MB each),
finished games (2.5 MB each, which take twice as long to read as to be told in one more language),
and leagues."""
MOST_SEEN, MOST_BYTES = 2_000, 24_000_000
"""Of how many pictures it is known how to draw them, and how many bytes of pictures are kept."""
AT_ONCE = 1
"""How many pages are made at the same time, and how many of their pictures drawn."""
PATIENCE = 20.0
"""Seconds that somebody waits for a page or a picture at most."""
BURST, EACH_SECOND = 240, 8.0
"""How much one address may ask for at once, and each second from then on."""
MOST_ADDRESSES = 20_000
"""How many addresses are remembered for that."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self' data:; font-src 'self'; style-src 'self'; "
        "style-src-attr 'unsafe-inline'; script-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Robots-Tag": "noarchive",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Server": "tzolkin",
}
DEEPEST = 4
"""In so many folders a reader is told in words that there is no page."""
ROBOTS = b"User-agent: *\nDisallow: /*.json\nDisallow: /*.csv\nCrawl-delay: 2\n"
"""What programs that search the web are told: the same twice is of no use to them."""
_TYPES = {
    "html": "text/html", "json": "application/json", "csv": "text/csv", "css": "text/css",
    "js": "text/javascript", "ttf": "font/ttf", "txt": "text/plain", "png": "image/png",
}  # fmt: skip
_NUMBER = "([1-9][0-9]{0,18})"
_GREATEST = 2**63 - 1
"""Ids have 19 digits; the database has no greater numbers than this."""
_DAY = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
_PAGE = re.compile(
    rf"(index|today(?:-({_DAY}))?|server-{_NUMBER}|game-{_NUMBER}|league-{_NUMBER}/[a-z0-9-]+)\.html"
)
_PICTURE = re.compile(r"pictures/[0-9a-f]{2}/[0-9a-f]{32}\.png")
FIRST: Language = "en"
"""The language of who reads none of ours, and of servers that have chosen none."""
_BY_TAG: Mapping[str, Language] = {one.partition("-")[0]: one for one in LANGUAGES}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Wanted(dict[str, Draw]):
    """The pictures that a page shows, by their files."""

    def want(self, file: str, draw: Draw) -> None:
        """Note a picture."""
        self[file] = draw


@dataclass(frozen=True)
class Made:
    """A page as it was made: the bytes of each of its files, by the end of its name."""

    files: Mapping[str, bytes]
    at: float
    """When it was made."""


@dataclass(frozen=True)
class Seen:
    """A picture that a page shows."""

    page: tuple[str, Language]
    draw: Draw
    at: float
    """When the page that showed it last was made."""


@dataclass(frozen=True)
class Source:
    """What the pages are made of, and how to ask Discord what it knows."""

    tables: Tables
    leagues: Leagues
    theme: Theme
    draw: Callable[..., Awaitable[Any]]
    """Draws in a process of its own: `DrawingPool.draw`."""
    servers: Callable[[], Mapping[int, str]]
    """The names of the servers that this process knows, by id."""
    open_to_all: OpenToAll
    """Whether everybody on a server may read a channel."""


class Pages:
    """All pages of the servers that wish to have them."""

    def __init__(self, source: Source, clock: Callable[[], float] = monotonic) -> None:
        self._source, self._now = source, clock
        self._made = Newest[tuple[str, Language], Made](MOST_PAGES)
        self._replays = Newest[tuple[GamePage, Language], tuple[Page, Wanted]](MOST_REPLAYS)
        self._told = Newest[tuple[int, int], Told](MOST_TOLD)
        self._leagues = Newest[int, tuple[float, Found | None]](MOST_LEAGUES)
        self._seen = Newest[str, Seen](MOST_SEEN)
        self._icon: bytes | None = None
        self._pictures, self._bytes = OrderedDict[str, bytes](), 0
        self._locks = Locks()
        self._making, self._drawing = asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(AT_ONCE)

    async def page(self, path: str, language: Language) -> Made | None:
        """The page with this path in the folder of a language; None if there is none."""
        key = (path, language)
        async with self._locks.of(key):
            made = self._made.used(key)
            if made is not None and self._now() - made.at < FRESH:
                return made
            shown = Wanted()
            async with self._making:
                page = await self._page(path, language, shown)
            if page is None:
                self._made.pop(key, None)
                return None
            files = {name.rpartition(".")[2]: data for name, data in page.files()}
            made = Made(files, self._now())
            self._made[key] = made
            for file, draw in shown.items():
                self._seen[file] = Seen(key, draw, made.at)
            return made

    async def icon(self) -> bytes:
        """The icon of all pages."""
        async with self._locks.of(ICON):
            if self._icon is None:
                self._icon = await self._drawn(partial(page_icon))
            return self._icon

    async def picture(self, file: str) -> bytes | None:
        """A picture that a page shows now, or did a moment ago; None for any other."""
        seen = self._seen.used(file)
        if seen is not None and self._now() - seen.at > GRACE:
            await self.page(*seen.page)  # if it still shows the picture, this is noted
            seen = self._seen.used(file)
        if seen is None or self._now() - seen.at > GRACE:
            self._seen.pop(file, None)
            self._drop(file)
            return None
        async with self._locks.of(file):
            if file not in self._pictures:
                self._keep(file, await self._drawn(seen.draw))
            self._pictures.move_to_end(file)
            return self._pictures[file]

    async def _drawn(self, draw: Draw) -> bytes:
        async with self._drawing:
            drawn = await self._source.draw(
                draw.func, *draw.args, by="web pages", keep=False, **draw.keywords
            )
        return bytes_of(drawn)

    def _keep(self, file: str, drawn: bytes) -> None:
        self._pictures[file] = drawn
        self._bytes += len(drawn)
        while self._bytes > MOST_BYTES and len(self._pictures) > 1:
            self._drop(next(iter(self._pictures)))

    def _drop(self, file: str) -> None:
        self._bytes -= len(self._pictures.pop(file, b""))

    async def _page(self, path: str, language: Language, shown: Wanted) -> Page | None:
        kind = _PAGE.fullmatch(path)
        if kind is None:
            return None
        page, day, server, game, league = kind.groups()
        if page.startswith("today"):
            return await self._today(day, language, shown)
        if int(server or game or league or 0) > _GREATEST:
            return None
        if server:
            return await self._server(int(server), language)
        if game:
            return await self._game(int(game), language, shown)
        if league:
            found = await self._league(int(league))
            make = None if found is None else addresses(_with(found, shown)).get(path)
            return None if make is None else await make(language)
        return await self._index(language)

    async def _today(self, day: str | None, language: Language, shown: Wanted) -> Page | None:
        tables = self._source.tables
        found = await days_over(tables)
        if day is None:
            return page_of_days(found, language) if found else None
        wanted = next((one for one in found if str(one.day) == day), None)
        if wanted is None:
            return None
        theme, now = self._source.theme, tables.now()
        return await in_thread(page_of_day, shown, theme, wanted, now, language)

    async def _index(self, language: Language) -> Page:
        source = self._source
        named = source.servers()
        chosen = await source.tables.store.read(settings.of_servers, ServerSettings)
        wish = {one for one, at_server in chosen.items() if at_server.pages and one in named}
        every = await source.tables.store.read(stored.all_leagues)
        return index_page(
            language, [one for one in every if one.guild_id in wish],
            days=bool(await days_over(source.tables)),
            servers=sorted(
                ((server_page(one), named[one]) for one in wish), key=lambda one: one[1].casefold()
            ),
        )  # fmt: skip

    async def _name(self, guild_id: int | None) -> str | None:
        """The name of a server that wishes to have pages; None for any other."""
        name = self._source.servers().get(guild_id or 0)
        if name is None or not (await self._source.tables.server_settings(guild_id)).pages:
            return None
        return name

    async def _server(self, guild_id: int, language: Language) -> Page | None:
        name = await self._name(guild_id)
        if name is None:
            return None
        source = self._source
        leagues = await source.leagues.store.read(stored.leagues_of, guild_id)
        found = await read_server(source.tables, guild_id, name, leagues)
        seen = {one for one in found.channels if await source.open_to_all(guild_id, one)}
        found = replace(
            found,
            open=[one for one in found.open if one.game.channel_id in seen],
            ended=[one for one in found.ended if one.game.channel_id in seen],
        )
        return await in_thread(page_of_server, found, language)

    async def _league(self, league_id: int) -> Found | None:
        """Read a league, in all languages; None if its server does not wish for pages."""
        known = self._leagues.used(league_id)
        if known is not None and self._now() - known[0] < FRESH:
            return known[1]
        league = await self._source.leagues.store.read(stored.league, league_id)
        found = None
        if league is not None and await self._name(league.guild_id) is not None:
            found = await self._read(league)
        self._leagues[league_id] = (self._now(), found)
        return found

    async def _read(self, league: League) -> Found:
        source = self._source
        at_server = await source.tables.server_settings(league.guild_id)
        language = at_server.language or FIRST
        return await read_league(
            source.leagues, league, Wanted(), source.theme, language, source.open_to_all,
            (language, *(one for one in LANGUAGES if one != language)),
        )  # fmt: skip

    async def _game(self, table_id: int, language: Language, shown: Wanted) -> Page | None:
        source = self._source
        table = await source.tables.store.read(tables.by_id, table_id)
        if table is None or table.guild_id is None or table.status not in ("playing", "finished"):
            return None
        name = await self._name(table.guild_id)
        if name is None:
            return None
        wanted = await self._wanted(table, name)
        if wanted is None:
            return None
        try:
            if table.status == "playing":
                return await live_page(shown, wanted, await source.tables.read(table), language)
            return await self._replay(table, wanted, language, shown)
        except Refusal as refusal:
            return page_without_game(wanted, refusal, language)

    async def _wanted(self, table: Table, server: str) -> GamePage | None:
        """What the page of a game is made of; None if its league does not show it."""
        source = self._source
        in_league = await table_of_game(source.leagues, table.id)
        if in_league is None:
            assert table.guild_id is not None
            if not await source.open_to_all(table.guild_id, table.channel_id):
                return None
            [listed] = await seated(source.tables.store, [table])
            at_server = await source.tables.server_settings(table.guild_id)
            above = (server_page(table.guild_id), server)
            return page_outside_leagues(listed, table, above, at_server.language or FIRST)
        view = await source.leagues.read(in_league.season_id)
        found = await self._league(view.league_id)
        if found is None or (view.id, in_league.number) not in found.games:
            return None
        return game_of(found, view, in_league.number, table, source.theme)

    async def _replay(
        self, table: Table, wanted: GamePage, language: Language, shown: Wanted
    ) -> Page | None:
        kept = self._replays.used((wanted, language))
        if kept is None:
            at, pictures = (table.id, table.revision), Wanted()
            told = self._told.used(at) or await read_game(self._source.tables, table.id)
            self._told[at] = told
            made = await in_thread(replay_page, pictures, wanted, told, language)
            kept = (made, pictures)
            self._replays[wanted, language] = kept
        shown.update(kept[1])
        return kept[0]


def _with(found: Found, shown: Wanted) -> Found:
    return replace(found, pictures=replace(found.pictures, kept=shown))


# --- by HTTP --------------------------------------------------------------------------------------


class Limits:
    """How much each address may ask for: a bucket of `BURST` that fills by `EACH_SECOND`."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._now = clock
        self._left = Newest[str, tuple[float, float]](MOST_ADDRESSES)

    def take(self, address: str) -> bool:
        """Whether this address may ask for something now."""
        now = self._now()
        left, at = self._left.used(address) or (BURST, now)
        left = min(BURST, left + (now - at) * EACH_SECOND)
        self._left[address] = (left - 1 if left >= 1 else left, now)
        return left >= 1


def address_of(request: web.Request, header: str | None) -> str:
    """Who asks: the last address in the `header` that our proxy sets, or else the other end of the
    connection. Of an IPv6 address the first half, which one person may have whole."""
    told = request.headers.get(header, "").rpartition(",")[2].strip() if header else ""
    try:
        found = ip_address(told or request.remote or "")
    except ValueError:
        return told[:40]
    if found.version == 6:
        return str(ip_network((found, 64), strict=False))
    return str(found)


def language_for(accepted: str) -> Language:
    """The best of our languages for a header Accept-Language."""
    tags = list[tuple[float, int, str]]()
    for number, one in enumerate(accepted[:500].split(",")):
        tag, _, weight = one.partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        tags.append((-quality, number, tag.strip().lower().partition("-")[0]))
    found = (_BY_TAG[tag] for _, _, tag in sorted(tags) if tag in _BY_TAG)
    return next(found, FIRST)


def application(pages: Pages, header: str | None, limits: Limits) -> web.Application:
    """What answers to requests. `header` is the one in which our proxy names the address of who
    asks; None without a proxy."""
    shared = {
        "style.css": elements.style_sheet(),
        "robots.txt": ROBOTS,
        **{one: (elements.SOURCE / one).read_bytes() for one in ("step.js", "live.js")},
        **{f"fonts/{one}": (FOLDER / "data" / "fonts" / one).read_bytes() for one in FONTS},
    }

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not limits.take(address_of(request, header)):
            answer: web.StreamResponse = _plain(HTTPStatus.TOO_MANY_REQUESTS)
            answer.headers[hdrs.RETRY_AFTER] = "10"
        else:
            try:
                async with asyncio.timeout(PATIENCE):
                    answer = await handler(request)
            except web.HTTPException as error:
                answer = _plain(HTTPStatus(error.status))
            except (TimeoutError, Gone):
                answer = _plain(HTTPStatus.SERVICE_UNAVAILABLE)
                answer.headers[hdrs.RETRY_AFTER] = "30"
        answer.headers.update(HEADERS)
        return answer

    async def answered(request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        if path in shared or path == ICON:
            data = await pages.icon() if path == ICON else shared[path]
            return _answer(request, path, data, seconds=3600)
        if _PICTURE.fullmatch(path):
            drawn = await pages.picture(path)
            if drawn is None:
                return _plain(HTTPStatus.NOT_FOUND)
            return _answer(request, path, drawn)
        language, _, rest = path.partition("/")
        if language not in LANGUAGES:
            return _to(request, path)
        stem, _, kind = (rest or "index.html").rpartition(".")
        made = await pages.page(f"{stem}.html", language)
        if made is None or kind not in made.files:
            return _missing(path, language)
        return _answer(request, f"{stem}.{kind}", made.files[kind])

    app = web.Application(middlewares=[guarded])
    app.add_routes([web.get("/{path:.*}", answered)])
    return app


def _to(request: web.Request, path: str) -> web.Response:
    """Send the reader to this page in the best language."""
    language = language_for(request.headers.get(hdrs.ACCEPT_LANGUAGE, ""))
    if path and not _PAGE.fullmatch(path):
        return _missing(path, language)
    up = "../" * path.count("/")  # whatever folder a proxy puts us in
    return web.Response(
        status=HTTPStatus.FOUND,
        headers={
            hdrs.LOCATION: f"{up}{language}/{path or 'index.html'}",
            hdrs.VARY: hdrs.ACCEPT_LANGUAGE,
            hdrs.CACHE_CONTROL: "no-cache",
        },
    )


def _missing(path: str, language: Language) -> web.Response:
    """Say that there is no such page; to who wants no page, in one word."""
    depth, is_page = path.count("/"), path.rpartition(".")[2] in ("html", path)
    if not is_page or depth > DEEPEST:
        return _plain(HTTPStatus.NOT_FOUND)
    return web.Response(
        status=HTTPStatus.NOT_FOUND, body=elements.missing_page(language, depth),
        content_type="text/html", charset="utf-8", headers={hdrs.CACHE_CONTROL: "no-store"},
    )  # fmt: skip


def _plain(status: HTTPStatus) -> web.Response:
    return web.Response(
        status=status, text=f"{status.phrase}\n", headers={hdrs.CACHE_CONTROL: "no-store"}
    )


def _answer(request: web.Request, path: str, data: bytes, seconds: float = 0) -> web.Response:
    """Send a file, or that what the reader has is still right."""
    etag = sha256(data).hexdigest()[:32]
    kind = path.rpartition(".")[2]
    headers = {
        hdrs.ETAG: f'"{etag}"',
        hdrs.CACHE_CONTROL: f"public, max-age={seconds:.0f}" if seconds else "no-cache",
    }
    if any(one.value in (etag, "*") for one in request.if_none_match or ()):
        return web.Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    text = kind in ("html", "json", "csv", "css", "js", "txt")
    return web.Response(
        body=data, headers=headers, content_type=_TYPES[kind], charset="utf-8" if text else None
    )


async def serve(pages: Pages, host: str, port: int, *, header: str | None = None) -> web.AppRunner:
    """Serve the pages until `cleanup` of what is returned. Raises PortTaken."""
    return await serve_on(application(pages, header, Limits()), host, port, "TZOLKIN_PAGES_PORT")
