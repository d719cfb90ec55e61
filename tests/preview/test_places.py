"""The preview's address: a league's tables, which are threads, are named there and opened."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from bot.settings import Settings
from cogs.client import TzolkinBot
from cogs.preview import Places, preview
from tests.cogs.conftest import first_legal
from tests.cogs.driver import answer
from tests.cogs.moderators_page import propose
from tests.preview.phone import A_MOMENT, CHROMIUM, Page, opened

DRAWN = "has drawn the season"
"""What the channel is told, and no table."""
OPEN = "document.querySelector('nav [aria-current]')?.textContent"
SHOWN = "document.querySelector('iframe').contentDocument?.body?.innerText"
LINK = "document.querySelector('iframe').contentDocument?.querySelector('a[href$=\"/{id}\"]')"


@asynccontextmanager
async def begun(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Places]:
    """The preview, where a league was founded in the channel as a person would, everybody signed
    up, and the draw opened two tables."""
    monkeypatch.setattr(
        "cogs.preview.make_bot", lambda settings: TzolkinBot(settings, think=first_legal)
    )
    async with preview(Settings(_env_file=None)) as places:
        channel, people = places.page.channel, places.page.viewers
        first = people[0]
        await first.slash(channel, "season found", name="The long count", channel=channel)
        wizard = answer(await first.slash(channel, "season new"))
        await first.click(wizard, label="Create")
        posted = channel.last_message
        for person in people:
            await person.click(posted, label="Sign up")
        await first.click(answer(await propose(first, channel, "draw")), label="Confirm")
        yield places


def ids(said: dict[str, Any]) -> list[str]:
    """The ids of what is listed, in its order."""
    return [one["id"] for one in said["places"]]


def open_now(said: dict[str, Any]) -> list[str]:
    """The names of what is marked as open."""
    return [one["name"] for one in said["places"] if one["open"]]


async def test_tables_are_listed_opened_and_left(monkeypatch: pytest.MonkeyPatch) -> None:
    async with begun(monkeypatch) as places, aiohttp.ClientSession() as web:
        async with web.get(f"{places.url}/places") as got:
            said = await got.json()
        assert [one["name"].split(" · ")[0] for one in said["places"]] == [
            "# tzolkin", "↳ Table 2", "↳ Table 1",
        ]  # fmt: skip
        assert open_now(said) == ["# tzolkin"]
        shown = str(await places.page.snapshot())
        assert DRAWN in shown and "Choose my tiles" not in shown
        channel, _, table = ids(said)
        balam = places.page.viewers[1]
        async with web.post(f"{places.url}/open/{table}", data={"actor": str(balam.id)}) as got:
            there = await got.json()
        assert open_now(there)[0].startswith("↳ Table 1") and there["page"] != said["page"]
        shown = str(await places.page.snapshot())
        assert "Choose my tiles" in shown and DRAWN not in shown
        assert places.page.viewers[0] is balam, "one stays who one is"
        assert len(places.page.viewers) == 4, "the others are there, too"
        async with web.post(f"{places.url}/open/{channel}") as got:
            back = await got.json()
        assert open_now(back) == ["# tzolkin"]
        assert DRAWN in str(await places.page.snapshot())
        async with web.post(f"{places.url}/open/1") as got:
            assert got.status == 404
        assert str(places.page.channel.id) == channel, "nothing is closed for what is not there"


async def test_a_press_goes_to_what_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """SimCord's page comes through the address, in a frame of it and of nobody else."""
    async with begun(monkeypatch) as places, aiohttp.ClientSession() as web:
        async with web.get(f"{places.url}/places") as got:
            said = await got.json()
        async with web.post(f"{places.url}/open/{ids(said)[1]}") as got:
            path, _, capability = (await got.json())["page"].partition("#")
        at = places.url.rpartition("/")[0]
        async with web.get(at + path) as got:
            assert got.status == 200 and "viewer-picker" in await got.text()
            assert got.headers["X-Frame-Options"] == "SAMEORIGIN"
            assert "frame-ancestors 'self'" in got.headers["Content-Security-Policy"]
        headers = {"X-Simcord-Capability": capability, "Origin": at}
        async with web.post(f"{at}/api/pages", json={}, headers=headers) as got:
            assert got.status == 200 and "Choose my tiles" in await got.text()
        async with web.post(f"{at}/api/pages", json={}) as got:
            assert got.status == 401, "only for who knows the address"


async def test_only_for_this_machine_s_own_page(monkeypatch: pytest.MonkeyPatch) -> None:
    async with begun(monkeypatch) as places, aiohttp.ClientSession() as web:
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            async with web.get(f"{places.url}/places", headers=headers) as got:
                assert got.status == 403
        async with web.get(places.url) as got:
            assert got.status == 200 and got.headers["X-Frame-Options"] == "DENY"
        async with web.get(f"{places.url[:-1]}/places") as got:
            assert "places" not in await got.text(), "not without the whole address"


async def test_a_private_thread_is_opened_for_who_may_read_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with begun(monkeypatch) as places, aiohttp.ClientSession() as web:
        first, second, *_ = places.page.viewers
        there: Any = places.page.env.bot.get_channel(places.page.channel.id)
        for name, member in (("Between us", second), ("The bot's own", None)):
            thread = await there.create_thread(name=name, invitable=False)
            if member is not None:
                await thread.add_user(discord.Object(member.id))
        async with web.get(f"{places.url}/places") as got:
            said = await got.json()
        names = [one["name"] for one in said["places"]]
        assert "↳ Between us" in names and "↳ The bot's own" not in names
        between = ids(said)[names.index("↳ Between us")]
        data = {"actor": str(first.id)}  # who may not read it
        async with web.post(f"{places.url}/open/{between}", data=data) as got:
            assert open_now(await got.json()) == ["↳ Between us"]
        assert [*places.page.viewers] == [second]


async def test_it_ends_from_the_page_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening another place closes a page of SimCord's, too, and does not end the preview."""
    async with begun(monkeypatch) as places, aiohttp.ClientSession() as web:
        closed = asyncio.create_task(places.wait_closed())
        async with web.get(f"{places.url}/places") as got:
            said = await got.json()
        async with web.post(f"{places.url}/open/{ids(said)[1]}"):
            pass
        done, _ = await asyncio.wait([closed], timeout=A_MOMENT)
        assert not done
        await places.page.close()
        await asyncio.wait_for(closed, 30)


async def until(page: Page, script: str, wanted: str) -> None:
    """Wait until a script gives something with these words."""
    for _ in range(200):
        if wanted in (given := str(await page.value(script))):
            return
        await asyncio.sleep(A_MOMENT)
    pytest.fail(f"{wanted!r} is not in {given!r}")


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
async def test_by_taps_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name above, back by the channel's, and by the link in a message; what opens meanwhile
    is listed by itself."""
    async with begun(monkeypatch) as places, opened(places.url) as page:
        channel = places.page.channel
        await until(page, OPEN, "tzolkin")
        await until(page, SHOWN, DRAWN)
        await page.value("document.querySelectorAll('nav button')[1].click()")
        await until(page, OPEN, "Table 2")
        await until(page, SHOWN, "Choose my tiles")
        await page.value("document.querySelectorAll('nav button')[0].click()")
        await until(page, OPEN, "tzolkin")
        link = LINK.format(id=channel.threads[0].id)
        await until(page, f"Boolean({link})", "True")
        await page.value(f"{link}.click()")
        await until(page, OPEN, "Table 1")
        await until(page, SHOWN, "Choose my tiles")
        there: Any = places.page.env.bot.get_channel(channel.id)
        await there.create_thread(name="Just now", type=discord.ChannelType.public_thread)
        await until(page, "document.querySelector('nav').textContent", "Just now")
