"""The served pages in a browser: on a phone and a desk, dark and light, in every language."""

import asyncio
import json
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.model.server import LANGUAGES
from bot.seasons.events import Rules, Stage
from bot.site import games
from bot.site.serving import FRESH
from tests.preview.phone import CHROMIUM, Page, opened
from tests.site import test_served
from tests.site.test_served import Site, live_of, site
from tests.site.test_site import GUILD, NAMES, database, season
from tests.store.databases import only_sqlite

__all__ = ["database", "site"]
pytestmark = [only_sqlite, pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")]
WIDTHS, LOOKS = (390, 1200), ("dark", "light")
LEAST_CONTRAST, LARGE, LEAST_OF_LARGE = 4.5, 24, 3.0
"""Of words to their ground (WCAG 2, AA); and of those whose size is at least so many pixels."""
WORDS = """
[...document.querySelectorAll('body *')].filter(e => !e.closest('.unseen') && e.offsetParent
    && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())).map(e => {
  let ground = e, fill;
  do { fill = getComputedStyle(ground).backgroundColor; ground = ground.parentElement; }
  while (ground && fill === 'rgba(0, 0, 0, 0)');
  const style = getComputedStyle(e);
  return [e.textContent.trim().slice(0, 30), style.color, fill, parseFloat(style.fontSize)];
})
"""
SEEN = "document.readyState === 'complete' && location.href === {url}"


@pytest.fixture
async def drawn(site: Site, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    """A site with a cup, whose pictures a browser can show."""
    some = BytesIO()
    Image.new("RGB", (40, 30), "teal").save(some, "PNG")
    monkeypatch.setattr(test_served, "DRAWN", some.getvalue())
    cup = Rules(2, (Stage("knockout", go_on=1),))
    await season(site.store, NAMES, cup, most=1, league="Cups")
    yield site


async def go(page: Page, url: str) -> None:
    """Open an address, whole with its pictures."""
    await page.ask("Page.navigate", url=url)
    while not await page.value(SEEN.format(url=json.dumps(url))):  # noqa: ASYNC110
        await asyncio.sleep(0.02)


def luminance(colour: str) -> float:
    """How light a colour is, as a browser writes it."""
    assert colour.startswith("rgb("), "no words see through to another ground"
    parts = [int(one) / 255 for one in colour[4:-1].split(",")]
    linear = [one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """How much two colours differ, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def address(site: Site, path: str) -> str:
    """The whole address of a path."""
    return f"http://127.0.0.1:{site.client.server.port}{path}"


async def every_kind(site: Site) -> list[str]:
    """A page of each kind, by its path in the folder of a language."""
    days = [one for one in (await site.read("/en/today.html")).links if one.startswith("today-")]
    listed = (await site.read(f"/en/server-{GUILD}.html")).links
    played = [one for one in listed if one.startswith("game-")]
    of_days = [one for one in days if one.endswith(".html")]
    return [
        "index.html", "nothing.html", "today.html", *of_days, f"server-{GUILD}.html",
        *(f"league-1/{one}.html" for one in ("index", "season-1", "statistics", "player-1")),
        "league-3/season-1.html", played[0], played[-1],
    ]  # fmt: skip


@pytest.mark.long
async def test_every_kind_of_page(drawn: Site) -> None:
    """Nothing is wider than the screen, all words can be read, every picture is there and has a
    description."""
    kinds = await every_kind(drawn)
    asked = 0
    async with opened("about:blank") as page:
        await page.ask("Network.enable")
        for path in (f"/{language}/{kind}" for language in LANGUAGES for kind in kinds):
            asked += 1
            headers = {"X-Forwarded-For": f"10.7.0.{asked}"}
            await page.ask("Network.setExtraHTTPHeaders", headers=headers)
            await go(page, address(drawn, path))
            pictures = await page.value("[...document.images].map(e => [e.alt, e.naturalWidth])")
            assert pictures or "game-" not in path
            for alt, wide in pictures:
                assert len(alt) > 20 and (wide or "game-" in path), path  # others wait for a round
            for width, look in ((width, look) for width in WIDTHS for look in LOOKS):
                await page.ask(
                    "Emulation.setDeviceMetricsOverride",
                    width=width, height=844, deviceScaleFactor=1, mobile=width < 500,
                )  # fmt: skip
                scheme = {"name": "prefers-color-scheme", "value": look}
                await page.ask("Emulation.setEmulatedMedia", features=[scheme])
                wide = await page.value("document.documentElement.scrollWidth")
                assert wide <= width, f"{path} at {width}"
                words = await page.value(WORDS)
                assert len(words) > 5
                for said, ink, ground, size in words:
                    least = LEAST_OF_LARGE if size >= LARGE else LEAST_CONTRAST
                    assert contrast(ink, ground) >= least, f"{said} on {path}, {look}"


async def test_a_live_page_shows_what_has_happened_by_itself(
    drawn: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And, once the game is over, its replay."""
    monkeypatch.setattr(games, "AGAIN", 0.1)
    live, shown = await live_of(drawn), "document.querySelector('main').innerText"
    drawn.now[0] += FRESH
    async with opened("about:blank") as page:
        await go(page, address(drawn, live))
        assert "Zenobia" not in await page.value(shown)
        await test_served.name_in_games(drawn, "Zenobia")
        drawn.now[0] += FRESH
        await _comes(page, f"{shown}.includes('Zenobia')")
        await test_served.finish(drawn, live)
        drawn.now[0] += FRESH
        await _comes(page, "!document.querySelector('.live') && document.querySelector('h1')")


async def _comes(page: Page, script: str) -> None:
    async with asyncio.timeout(20):
        while not await page.value(f"Boolean({script})"):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_a_program_that_got_into_a_page_would_not_run(drawn: Site) -> None:
    """The headers forbid it."""
    async with opened("about:blank") as page:
        await go(page, address(drawn, f"/en/server-{GUILD}.html"))
        await page.value("""
            window.forbidden = [];
            addEventListener("securitypolicyviolation",
                             e => window.forbidden.push(e.effectiveDirective));
            const typed = document.createElement("div");
            document.body.append(typed);
            typed.innerHTML = "<img src=x onerror='window.hacked = 1'>" +
                "<img src='http://127.0.0.2/x.png'><a href='javascript:window.hacked = 1'>x</a>";
            typed.querySelector("a").click();
            const script = document.createElement("script");
            script.textContent = "window.hacked = 1";
            document.body.append(script);
        """)
        await _comes(page, "window.forbidden.length >= 4")
        found: Any = await page.value("[window.hacked === undefined, window.forbidden]")
        assert found[0]
        assert {*found[1]} == {"img-src", "script-src-attr", "script-src-elem"}
