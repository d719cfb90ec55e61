"""The local page: the real bot in a browser, without Discord."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.__main__ import main
from bot.settings import Settings
from bot.tables.practice import PRESSES
from cogs.client import TzolkinBot
from cogs.preview import PEOPLE, SETTLE_SECONDS, _furnish, _simulated, preview
from tests.cogs.conftest import first_legal
from tests.cogs.driver import answer, words
from tests.cogs.test_tutorial import ONCE_MORE, wanted

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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda one: one.name)
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


async def test_an_empty_channel_is_the_default() -> None:
    async with preview(Settings(_env_file=None)) as page:
        snapshot = await page.page.snapshot()
        assert snapshot["timeline"] == []


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
