"""Messages as a phone shows them: posted on the local page, and measured in a browser."""

import asyncio
import itertools
import json
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import aiohttp
import discord
import simcord
from discord import ui

from bot.settings import Settings
from cogs.client import TzolkinBot
from cogs.preview import _furnish, _icon_files, _simulated
from rendering import Picture

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
"""The browser, which is no part of what is installed; None where there is none."""
WIDTH, HEIGHT = 390, 844
"""The size of a phone's screen in its pixels."""
AT_ONCE = 45
"""Messages posted together: the page shows fifty."""
A_MOMENT = 0.3
"""Seconds after which the page is looked at again."""
MEASURED = """
[...document.querySelectorAll('.channel-message')].map(e => ({
  card: e.querySelector('.component-container').getBoundingClientRect().height,
  pending: [...e.querySelectorAll('img')].some(i => !i.naturalWidth)
}))
"""


class Page:
    """A page of a browser, driven by its debugging protocol."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket, self._numbers = socket, itertools.count(1)

    async def ask(self, method: str, **params: Any) -> Mapping[str, Any]:
        """What the browser answers to a method of its protocol."""
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": params})
        while True:
            said: dict[str, Any] = json.loads((await self._socket.receive()).data)
            if said.get("id") == number:
                return said.get("result", said)

    async def value(self, script: str) -> Any:
        """What a script gives."""
        said = await self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        return said["result"].get("value", said)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Page]:
    """The page at an address, in a window of a phone's size."""
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = await asyncio.create_subprocess_exec(
            CHROMIUM, "--headless=new", "--no-sandbox", "--remote-debugging-port=0",
            f"--user-data-dir={folder}", "about:blank",
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            told = Path(folder) / "DevToolsActivePort"
            while not told.exists() or "\n" not in told.read_text():  # noqa: ASYNC110
                await asyncio.sleep(A_MOMENT)
            port = told.read_text().split()[0]
            async with aiohttp.ClientSession() as web:
                async with web.put(f"http://127.0.0.1:{port}/json/new?about:blank") as answer:
                    target = await answer.json()
                async with web.ws_connect(
                    target["webSocketDebuggerUrl"], max_msg_size=2**27
                ) as socket:
                    page = Page(socket)
                    await page.ask(
                        "Emulation.setDeviceMetricsOverride",
                        width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=True,
                    )  # fmt: skip
                    await page.ask("Page.navigate", url=url)
                    yield page
        finally:
            browser.terminate()
            await browser.wait()


Shown = tuple[ui.LayoutView, Sequence[Picture]]
"""A message with its pictures."""


class Phone:
    """A channel of the local page on a phone."""

    def __init__(self, env: simcord.Env, channel: simcord.ChannelHandle, page: Page) -> None:
        self._env, self._channel, self._page = env, channel, page
        self.icons: Mapping[str, str] = env.bot.icons
        """The icons as messages have them."""

    async def measured(self, messages: Sequence[Shown]) -> list[float]:
        """The height of each message's card in pixels."""
        found: list[float] = []
        for some in _in_parts(messages):
            posted = [await _post(self._env, self._channel, *one) for one in some]
            await self._page.ask("Page.reload")
            found += [one["card"] for one in await _when_shown(self._page, len(some))]
            for one in posted:
                await one.delete()
        return found


@asynccontextmanager
async def phone(folder: Path) -> AsyncIterator[Phone]:
    """An empty channel of the program's local page, in a browser of a phone's size."""
    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{folder / 'x'}")
    async with _simulated(TzolkinBot(settings)) as env:
        people, channel = _furnish(env)
        async with (
            env.preview(
                channel, viewers=people, layout="channel", width=WIDTH, height=HEIGHT,
                assets=_icon_files(env.bot),
            ) as preview,
            opened(preview.url) as page,
        ):  # fmt: skip
            yield Phone(env, channel, page)
        await env.bot.store.close()


def _in_parts(messages: Sequence[Shown]) -> Iterator[Sequence[Shown]]:
    for n in range(0, len(messages), AT_ONCE):
        yield messages[n : n + AT_ONCE]


async def _post(env: Any, channel: Any, view: ui.LayoutView, pictures: Sequence[Picture]) -> Any:
    files = [discord.File(BytesIO(one.data), filename=one.filename) for one in pictures]
    there: Any = env.bot.get_channel(channel.id)
    return await there.send(view=view, files=files)


async def _when_shown(page: Page, count: int) -> list[Mapping[str, Any]]:
    """The measures of so many messages, once they stand still."""
    before: Any = None
    while True:
        await asyncio.sleep(A_MOMENT)
        now = await page.value(MEASURED)
        if now == before and len(now) == count and not any(one["pending"] for one in now):
            return list(now)
        before = now
