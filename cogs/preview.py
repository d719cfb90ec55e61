"""Trying the bot without Discord: a local browser page with a channel, four people to act as, and
the real bot in it, on SimCord. The bot, its SQLite database and its pictures are the real ones;
only Discord is simulated.

SimCord serves a single channel, from a port of its own and in no frame. So its page is passed on
through the preview's address, which has the channel and its threads by name, and below them what is
written in the one that is open. A page for another channel takes its place when somebody opens one.
"""

import asyncio
import contextlib
import secrets
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import simcord
from aiohttp import ClientConnectionError, ClientSession, ClientTimeout, hdrs, web
from aiohttp.typedefs import Handler
from discord import PartialEmoji
from simcord.backend.access import can_access_channel
from simcord.backend.cdn import CDN_BASE

from bot.model.server import Language
from bot.process.work import StopSignals
from bot.settings import Settings, SettingsError
from bot.store.copies import alone
from bot.tables.finding import NO_PAUSES
from cogs.client import TzolkinBot, make_bot
from cogs.kit.answering import language_of_server
from cogs.kit.log import set_up_logging
from cogs.servers import greeting_view
from cogs.starting import start_explained
from rendering import emoji_images

# --- the address: the channel and its threads -----------------------------------------------------

Opening = Callable[
    [simcord.ChannelHandle, Sequence[simcord.MemberActor]],
    contextlib.AbstractAsyncContextManager[simcord.Preview],
]
"""Opens SimCord's page of a channel for these people; the first of them is the one who acts at
first."""
LARGEST_REQUEST = 2**28
"""The most bytes of a request: a press may bring files."""
HEADERS_OF_PAGE = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
}
HEADERS_OF_FRAME = {"X-Frame-Options": "SAMEORIGIN"}
NOT_ASKED_ON = {hdrs.HOST, hdrs.ORIGIN, hdrs.CONNECTION, hdrs.CONTENT_LENGTH}
"""Headers of a request that are not passed on: SimCord takes requests for its own port only."""
NOT_ANSWERED_ON = {
    *(hdrs.CONNECTION, hdrs.CONTENT_LENGTH, hdrs.TRANSFER_ENCODING, hdrs.DATE, hdrs.SERVER),
    "X-Frame-Options",
}
"""Headers of an answer that are not passed on."""
PAGE = """<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Tzolk'in</title>
<style>
  body { margin: 0; height: 100dvh; display: flex; flex-direction: column; background: #1e1f22 }
  nav { display: flex; flex: none; gap: 6px; padding: 6px; overflow-x: auto;
    scroll-padding-left: 110px }
  button { flex: none; max-width: min(50vw, 320px); min-height: 40px; padding: 0 12px;
    overflow: hidden; border: 0; border-radius: 8px; background: #383a40; color: #dbdee1;
    font: 16px sans-serif; text-overflow: ellipsis; white-space: nowrap; cursor: pointer }
  button:first-child { position: sticky; left: 0;  /* always there: the way back */
    box-shadow: 0 0 0 6px #1e1f22 }
  button[aria-current] { background: #5865f2; color: #fff }
  iframe { flex: 1; min-height: 0; width: 100%; border: 0 }
</style>
<nav></nav>
<iframe title="Tzolk'in"></iframe>
<script>
  const nav = document.querySelector("nav"), frame = document.querySelector("iframe");
  let places = [], page = "", asked = 0, opening = false;

  async function ask(path, options) {
    const number = ++asked;
    const answer = await fetch(location.pathname + path, options);
    if (!answer.ok || number !== asked) return;
    const said = await answer.json();
    if (JSON.stringify(said.places) !== JSON.stringify(places)) {
      places = said.places;
      nav.replaceChildren(...places.map(buttonOf));
    }
    if (said.page !== page) {
      page = said.page;
      frame.contentWindow.location.replace(page);
    }
  }
  function buttonOf({ id, name, open }) {
    const button = document.createElement("button");
    button.textContent = name;
    button.onclick = () => openPlace(id);
    if (open) {
      button.setAttribute("aria-current", "page");
      requestAnimationFrame(() => button.scrollIntoView({ inline: "nearest" }));
    }
    return button;
  }
  async function openPlace(id) {
    const actor = frame.contentDocument.querySelector("#viewer-picker")?.value ?? "";
    opening = true;
    try {
      await ask(`/open/${id}`, { method: "POST", body: new URLSearchParams({ actor }) });
    } finally {
      opening = false;
    }
  }
  /* Where a link or a mention of a channel leads, if it is one of these. */
  function placeOf(element) {
    const link = element.closest("a[href^='https://discord.com/channels/']");
    if (link) return places.find(({ id }) => id === new URL(link.href).pathname.split("/")[3]);
    const named = element.closest(".mention")?.textContent.replace(/^#/, "");
    return places.find(({ mentioned }) => mentioned === named);
  }
  frame.onload = () => frame.contentDocument.addEventListener("click", (event) => {
    const place = placeOf(event.target);
    if (!place) return;
    event.preventDefault();
    openPlace(place.id);
  }, true);
  async function follow() {
    if (!opening) await ask("/places").catch(() => {});
    setTimeout(follow, 1000);
  }
  follow();
</script>
"""


class Places:
    """A channel and its threads at one address, one of them open."""

    def __init__(
        self,
        home: simcord.ChannelHandle,
        people: Sequence[simcord.MemberActor],
        opening: Opening,
        session: ClientSession,
    ) -> None:
        self._home, self._people, self._opening, self._session = home, people, opening, session
        self._path = f"/{secrets.token_urlsafe(32)}"
        self._port = self._opened = 0
        self._held = contextlib.AsyncExitStack()
        # A page must not be closed in the middle of a press.
        self._lock = asyncio.Lock()
        self.page: simcord.Preview
        """SimCord's page of what is open."""

    @property
    def url(self) -> str:
        """The address. Who knows it can act as everybody."""
        return f"http://127.0.0.1:{self._port}{self._path}"

    @contextlib.asynccontextmanager
    async def served(self, port: int) -> AsyncIterator[None]:
        """Serve the address on a port (0: any free one), with the channel open."""
        async with self._held:
            await self._show(self._home, self._people)
            app = web.Application(
                client_max_size=LARGEST_REQUEST, middlewares=[self._only_from_here]
            )
            app.add_routes([
                web.get(self._path, self._index),
                web.get(f"{self._path}/places", self._places),
                web.post(f"{self._path}/open/{{id}}", self._open),
                web.route("*", "/{rest:.*}", self._pass_on),
            ])  # fmt: skip
            runner = web.AppRunner(app, access_log=None, handler_cancellation=False)
            await runner.setup()
            try:
                await web.TCPSite(runner, "127.0.0.1", port).start()
                self._port = runner.addresses[0][1]
                yield
            finally:
                await runner.cleanup()

    async def wait_closed(self) -> None:
        """Return once the session was ended from the page."""
        while True:
            page = self.page
            await page.wait_closed()
            async with self._lock:
                if page is self.page:
                    return

    def _readable(self) -> dict[str, tuple[simcord.ChannelHandle, list[simcord.MemberActor]]]:
        """The channel and its threads, the newest first, by id, with who may read them; without
        those that nobody may."""
        env = self.page.env
        found = {}
        for place in (self._home, *reversed(self._home.threads)):
            readers = [
                person
                for person in self._people
                if can_access_channel(env, place.id, person, history=True)
            ]
            if readers:
                found[str(place.id)] = place, readers
        return found

    async def _show(
        self, place: simcord.ChannelHandle, people: Sequence[simcord.MemberActor]
    ) -> None:
        await self._held.aclose()
        self.page = await self._held.enter_async_context(self._opening(place, people))
        self._opened += 1

    @web.middleware
    async def _only_from_here(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what comes from another site, or by another name of this machine."""
        ours = {f"{name}:{self._port}" for name in ("127.0.0.1", "localhost")}
        origin = request.headers.get(hdrs.ORIGIN)
        if request.host not in ours or origin not in {None, f"http://{request.host}"}:
            raise web.HTTPForbidden
        return await handler(request)

    async def _index(self, _: web.Request) -> web.Response:
        return web.Response(text=PAGE, content_type="text/html", headers=HEADERS_OF_PAGE)

    async def _places(self, _: web.Request) -> web.Response:
        return self._told()

    def _told(self) -> web.Response:
        open_now = self.page.channel.id
        places = [
            {
                "id": key,
                "name": f"{'↳' if place.is_thread else '#'} {place.name}",
                "mentioned": place.name,
                "open": place.id == open_now,
            }
            for key, (place, _) in self._readable().items()
        ]
        # The number makes it another page for the browser: after a # it would load nothing.
        page = f"/?{self._opened}#{self.page.capability}"
        return web.json_response({"places": places, "page": page}, headers=HEADERS_OF_PAGE)

    async def _open(self, request: web.Request) -> web.Response:
        """Open a place; the person who acts stays the same if that person may read it."""
        actor = (await request.post()).get("actor")
        async with self._lock:
            if (found := self._readable().get(request.match_info["id"])) is None:
                raise web.HTTPNotFound
            place, readers = found
            await self._show(place, sorted(readers, key=lambda one: str(one.id) != actor))
        return self._told()

    async def _pass_on(self, request: web.Request) -> web.Response:
        """Pass a request on to SimCord's page of the open place, and its answer back."""
        holding = self._lock if request.path == "/api/action" else contextlib.nullcontext()
        try:
            async with holding:
                status, headers, body = await self._asked(request)
        except (ClientConnectionError, simcord.SetupError):  # another place is being opened
            raise web.HTTPServiceUnavailable from None
        told = web.Response(status=status, body=body, headers=headers | HEADERS_OF_FRAME)
        rules = told.headers.get("Content-Security-Policy", "")
        told.headers["Content-Security-Policy"] = rules.replace(
            "frame-ancestors 'none'", "frame-ancestors 'self'"
        )
        return told

    async def _asked(self, request: web.Request) -> tuple[int, dict[str, str], bytes]:
        """Ask SimCord's page; the status, headers and body of its answer."""
        async with self._session.request(
            request.method,
            f"{self.page.url.partition('/#')[0]}{request.rel_url}",
            headers=[one for one in request.headers.items() if one[0] not in NOT_ASKED_ON],
            data=await request.read() if request.can_read_body else None,
        ) as answer:
            headers = {
                key: said for key, said in answer.headers.items() if key not in NOT_ANSWERED_ON
            }
            return answer.status, headers, await answer.read()


@contextlib.asynccontextmanager
async def served_places(
    home: simcord.ChannelHandle,
    people: Sequence[simcord.MemberActor],
    opening: Opening,
    *,
    port: int = 0,
) -> AsyncIterator[Places]:
    """Serve a channel and its threads for as long as the result is entered."""
    async with ClientSession(timeout=ClientTimeout(total=None)) as session:
        places = Places(home, people, opening, session)
        async with places.served(port):
            yield places


# --- the bot in it --------------------------------------------------------------------------------

PEOPLE = ("Itzel", "Balam", "Nicte", "Kinich")
NAME = "Tzolk'in"
SERVER, CHANNEL = "Friends", "tzolkin"
LOCALES: Mapping[Language, str] = {"en": "en-US", "es": "es-ES"}
"""Discord's locale for each language whose code is not itself one."""
HOW_TO_TRY = (
    "A game: press Invite friends, then choose another person at the top and press Join. Alone: "
    "Play against a computer.",
    f"A league: as {PEOPLE[0]}, write /moderate page and press Create a league; its tables are "
    "threads, listed at the very top.",
    "The turn of the day: write /today.",
)
"""How to try what people come for."""
SETTLE_SECONDS = 3600.0
"""Seconds for which the start or a press may keep the bot busy with drawing and thinking: enough
for any machine."""


class _PatientEnv(simcord.Env):
    """A SimCord environment that waits `settle_timeout` for the start, too, not five seconds."""

    async def _settle_internal(self, **how: Any) -> None:
        if how.get("timeout") is not None:
            how["timeout"] = self.settle_timeout
        await super()._settle_internal(**how)


async def show(
    settings: Settings,
    signals: StopSignals,
    *,
    port: int = 0,
    seats: int | None = None,
    database: str | None = None,
    language: Language = "en",
) -> None:
    """Serve the page until cancelled, asked to stop (Ctrl-C) or ended from the page; prints its
    address.

    With `seats` a game of so many seats is started at once, with the first person in one seat and
    computers in the others. `database` is the file of the games; `language` is that of the server
    and of everybody on it.
    """
    _must_be_free(port)
    set_up_logging(settings.model_copy(update={"log_level": "WARNING"}))
    with start_explained():
        async with preview(
            settings, port=port, seats=seats, database=database, language=language
        ) as page:
            bot = page.page.env.bot
            assert isinstance(bot, TzolkinBot)
            await signals.until_asked(_open(page), bot.in_hand.finish)


async def _open(page: Places) -> None:
    print("Tzolk'in without Discord: open this address in a browser, Ctrl-C ends it.")
    print(page.url, flush=True)
    for line in HOW_TO_TRY:
        print(line, flush=True)
    await page.wait_closed()


def _must_be_free(port: int) -> None:
    """Check that the page can be served on the port. Raises SettingsError."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            raise SettingsError(
                f"Port {port} cannot be used; choose another one with --port."
            ) from None


@contextlib.asynccontextmanager
async def preview(
    settings: Settings,
    *,
    port: int = 0,
    seats: int | None = None,
    database: str | None = None,
    language: Language = "en",
) -> AsyncIterator[Places]:
    """Serve the page as long as the result is entered; parameters as in `show`."""
    with (
        tempfile.TemporaryDirectory(prefix="tzolkin-preview-") as folder,
        contextlib.ExitStack() as held,
    ):
        path = Path(database) if database else Path(folder) / "preview.sqlite3"
        settings = settings.model_copy(
            update={
                "database_url": f"sqlite+aiosqlite:///{path.absolute()}",
                "sync_guild": None,
                "backup_hours": 0,
            }
        )
        held.enter_context(alone(settings.database_url))
        bot = make_bot(settings)
        # The page shows what computers do when all have played, so that waiting helps nobody; and
        # a wait that ends while the simulated clock moves can be missed by it.
        bot.tables.pauses = NO_PAUSES
        async with furnished(bot, language) as place:
            if seats is not None:
                await place.people[0].slash(place.channel, "tzolkin new", computers=seats - 1)
                await place.people[0].slash(place.channel, "tzolkin start")
            else:
                await _greet(bot, place.channel)

            def opening(
                channel: simcord.ChannelHandle, people: Sequence[simcord.MemberActor]
            ) -> contextlib.AbstractAsyncContextManager[simcord.Preview]:
                return page_of(bot, Place(place.env, people, channel))

            async with served_places(place.channel, place.people, opening, port=port) as page:
                yield page
        await bot.close()


async def _greet(bot: TzolkinBot, channel: simcord.ChannelHandle) -> None:
    """Post the greeting, which Discord's servers get when the bot joins them."""
    [guild] = bot.guilds
    place = bot.get_partial_messageable(channel.id, guild_id=guild.id)
    await place.send(view=greeting_view(language_of_server(bot, guild)))


@dataclass(frozen=True)
class Place:
    """A simulated server with a channel and four people, of whom the first manages the server."""

    env: simcord.Env
    people: Sequence[simcord.MemberActor]
    channel: simcord.ChannelHandle


@contextlib.asynccontextmanager
async def furnished(bot: TzolkinBot, language: Language) -> AsyncIterator[Place]:
    """Run the bot on a simulated Discord where everything is in this language, and stop it at the
    end."""
    locale = LOCALES.get(language, language)
    async with _simulated(bot) as env:
        assert bot.user is not None
        await bot.user.edit(username=NAME)
        _read_by_all(env, locale)
        yield Place(env, *_furnish(env, locale))


def page_of(
    bot: TzolkinBot, place: Place, *, port: int = 0
) -> contextlib.AbstractAsyncContextManager[simcord.Preview]:
    """Serve the place as a page, for as long as the result is entered."""
    return place.env.preview(
        place.channel, viewers=place.people, layout="channel", port=port, width=1200, height=900,
        assets=_icon_files(bot),
    )  # fmt: skip


@contextlib.asynccontextmanager
async def _simulated(bot: TzolkinBot) -> AsyncIterator[simcord.Env]:
    """Run the bot on a simulated Discord, and stop it at the end."""
    env = _PatientEnv(bot, check_errors=False, settle_timeout=SETTLE_SECONDS)
    await env.start()
    try:
        with env.time_context():
            yield env
    finally:
        await env.shutdown()


def _read_by_all(env: simcord.Env, locale: str) -> None:
    """Give everybody this locale; SimCord itself gives them American English."""
    emit = env.backend.emit

    def with_locale(event: str, payload: Any, *others: Any, **more: Any) -> Any:
        if event == "INTERACTION_CREATE":
            payload |= {"locale": locale, "guild_locale": locale}
        return emit(event, payload, *others, **more)

    env.backend.emit = with_locale  # type: ignore[method-assign]


def _icon_files(bot: TzolkinBot) -> Mapping[str, tuple[str, bytes]]:
    """The icons by the addresses from which the page loads emojis: SimCord does not keep their
    pictures."""
    images = emoji_images() if bot.icons else {}
    numbers = {icon: PartialEmoji.from_str(markup).id for icon, markup in bot.icons.items()}
    return {
        f"{CDN_BASE}/emojis/{number}.png": (f"{icon}.png", images[icon])
        for icon, number in numbers.items()
    }


def _furnish(
    env: simcord.Env, locale: str = LOCALES["en"]
) -> tuple[Sequence[simcord.MemberActor], simcord.ChannelHandle]:
    """Create a server with four people and a channel, where the bot has the permissions it needs.
    The first person manages the server, so that settings and leagues can be tried."""
    guild = env.create_guild(SERVER, preferred_locale=locale)
    manages = guild.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
    people = [
        guild.add_member(
            env.create_user(name.lower(), global_name=name), roles=[] if number else [manages]
        )
        for number, name in enumerate(PEOPLE)
    ]
    return people, guild.create_text_channel(CHANNEL)
