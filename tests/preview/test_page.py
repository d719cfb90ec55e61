"""The local page: the real bot in a browser, without Discord, and its address."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import simcord

from bot.__main__ import main
from bot.settings import Settings
from bot.tables.practice import PRESSES
from cogs.client import TzolkinBot
from cogs.leagues.founding import FOUND
from cogs.preview import (
    HOW_TO_TRY,
    PEOPLE,
    SETTLE_SECONDS,
    Places,
    _furnish,
    _simulated,
    preview,
)
from tests.cogs.conftest import first_legal
from tests.cogs.driver import answer, words
from tests.cogs.moderators_page import founded_at, propose, wizard_of
from tests.cogs.test_lobby import ONCE_MORE, wanted
from tests.preview.phone import A_MOMENT, CHROMIUM, Page, opened

# --- The local page: the real bot in a browser, without Discord -----------------------------------

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def _all_in(value: Any) -> Iterator[Mapping[str, Any]]:
    """All mappings inside of what the page shows."""
    if isinstance(value, Mapping):
        yield value
    if isinstance(value, Mapping | list):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _all_in(one)


async def test_a_page_in_another_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "cogs.preview.make_bot", lambda settings: TzolkinBot(settings, think=first_legal)
    )
    settings = Settings(_env_file=None)
    async with preview(settings, seats=2, language="de") as page:
        shown = str(await page.page.snapshot())
    assert "Wähle deine Vermögensplättchen" in shown and "wealth tiles" not in shown


async def test_a_page_with_four_people_and_a_game_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "cogs.preview.make_bot", lambda settings: TzolkinBot(settings, think=first_legal)
    )
    port = free_port()
    database = tmp_path / "games.sqlite3"
    settings = Settings(_env_file=None)
    async with preview(settings, port=port, seats=3, database=str(database)) as page:
        assert page.url.startswith(f"http://127.0.0.1:{port}/")
        assert [viewer.name for viewer in page.page.viewers] == [name.lower() for name in PEOPLE]
        shown = str(await page.page.snapshot())
        assert "choose two of your four wealth tiles" in shown
        emojis = [one for one in _all_in(await page.page.snapshot()) if one.get("custom")]
        assert emojis, "who is called has the marker of the seat"
        assert all(emoji["available"] for emoji in emojis), "the page has the pictures"
        assert database.exists()
    with pytest.raises(OSError, match=r"."), socket.create_connection(("127.0.0.1", port), 1):
        pass


@pytest.mark.parametrize(
    "number",
    [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.long)],
    ids=lambda one: one.name,
)
def test_as_a_program_until_interrupted(number: signal.Signals, tmp_path: Path) -> None:
    """The README's first command: prints an address that answers, ends with Ctrl-C."""
    # A program begun in the background of a shell would not hear Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    for _ in range(3):  # tests beside this one may take the port before the program does
        port = free_port()
        program = subprocess.Popen(
            [sys.executable, "-m", "bot", "preview", "--port", str(port)],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert program.stdout is not None
        said = [program.stdout.readline()]
        if said[-1]:
            said.append(program.stdout.readline())
            break
    signal.signal(signal.SIGINT, before)
    try:
        assert said[0].startswith("Tzolk'in without Discord"), said
        assert f"http://127.0.0.1:{port}/" in said[-1]
        with socket.create_connection(("127.0.0.1", port), 60):
            pass
        program.send_signal(number)
        _, errors = program.communicate(timeout=120)
    finally:
        program.kill()
    assert program.returncode == 0
    assert "Traceback" not in errors
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


def test_a_port_that_is_taken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["preview", "--port", str(port)]) == 2
    assert (
        capsys.readouterr().err == f"Port {port} cannot be used; choose another one with --port.\n"
    )


async def test_the_greeting_and_three_lines_say_how_to_begin() -> None:
    """How to try a game, a computer, a league and the turn of the day; what is named is there."""
    async with preview(Settings(_env_file=None)) as page:
        greeting = str(await page.page.snapshot())
    game, league, day = HOW_TO_TRY
    for label in ("Invite friends", "Play against a computer"):
        assert label in game and label in greeting
    assert FOUND in league and PEOPLE[0] in league and "/today" in day


async def test_the_tutorial_as_fast_as_it_goes(tmp_path: Path) -> None:
    """Again and again, with other choices and steps back: far more pictures than it has steps.
    Nobody is told to wait: limits go by real time, and leave room for who presses in a hurry."""
    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{tmp_path / 'x'}")
    async with _simulated(TzolkinBot(settings)) as env:
        people, channel = _furnish(env)
        view = answer(await people[0].slash(channel, "tutorial"))
        pressed = 0
        for _ in range(5):
            for _ in range(PRESSES):
                view = answer(await people[0].click(view, custom_id=wanted(view)))
                assert "step" in words(view) or "Well done" in words(view), words(view)
                pressed += 1
            view = answer(await people[0].click(view, label=ONCE_MORE))
        assert pressed > 60
        assert env.errors == []
        assert env.bot.store is not None
        await env.bot.store.close()


async def test_the_first_one_manages_the_server(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{tmp_path / 'x'}")
    async with _simulated(TzolkinBot(settings)) as env:
        people, channel = _furnish(env)
        result = await people[0].slash(channel, "moderate log")
        assert result.response is not None
        assert "Audit log" in str(result.response.components)


async def test_a_slow_machine_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """SimCord would give up the start of a bot that is busy for five seconds."""
    monkeypatch.setattr("cogs.preview.make_bot", _SlowBot)
    given: list[float] = []
    settle = simcord.Env._settle_internal

    async def noted(env: simcord.Env, **how: Any) -> None:
        given.append(env.settle_timeout if how.get("timeout") is None else how["timeout"])
        await settle(env, **how)

    monkeypatch.setattr(simcord.Env, "_settle_internal", noted)
    async with preview(Settings(_env_file=None)) as page:
        await page.page.snapshot()
    assert min(given) >= SETTLE_SECONDS, "nothing is given up after a few seconds"


class _SlowBot(TzolkinBot):
    """A bot that is still busy long after it has begun."""

    async def warm_up(self) -> None:
        await asyncio.to_thread(time.sleep, 0.6)


# --- The preview's address: a league's tables, which are threads, are named there and opened ------

DRAWN = "drew the season"
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
        await founded_at(first, channel, "The long count", channel)
        wizard = await wizard_of(first, channel)
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
