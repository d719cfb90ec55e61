"""Make the pictures of the guides: docs/board.png, and in each language the animation of a turn on
a phone (docs/turn.webp, docs/de/turn.webp and so on), the panel of that turn (panel.webp), and
three pages of a league's first season (season.webp), one below the other, since a guide is read on
phones, too: what decides of each, as large as Discord shows it.

Run it again when tests/docs/test_pictures.py says that they are old:

    .venv/bin/pip install playwright
    .venv/bin/python scripts/make_pictures.py

It plays a turn of a fixed game and opens a season (tests/docs/pictured.py) in the preview, which a
browser shows as a phone does. The browser is Chromium: that of the system, or the one that
`playwright install chromium` brings. With names of languages only their pictures are made
(`... de it`); what the bot sent is noted in docs/pictures.json.
"""

import argparse
import asyncio
import contextlib
import json
import shutil
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot.model.server import LANGUAGES, Language  # noqa: E402
from cogs.client import TzolkinBot  # noqa: E402
from cogs.preview import Place, page_of  # noqa: E402
from tests.cogs.driver import Message, raw  # noqa: E402
from tests.cogs.limits import BUTTON  # noqa: E402
from tests.docs.pictured import (  # noqa: E402
    NOTES,
    PAGES,
    Frame,
    at_the_turn,
    board,
    frame_of,
    noted_board,
    on_discord,
    open_the_season,
    take_the_turn,
)

WIDE, HIGH, SCALE = 390, 844, 2
"""The screen of a phone, in points, and the pixels of a point."""
TALL = 1600
"""The height of a screen on which a whole message can be seen."""
SHOWN = 585
"""The width of the animation in pixels; a README shows it smaller."""
READ, TAP = 2400, 900
"""Milliseconds for which a screen is shown, and then with the finger on it."""
PATIENCE, STILL = 120_000, 700
"""Milliseconds to wait for what the page shows at most, and until it moves no more."""
MOST_BYTES, MOST_ANIMATED, MOST_STILL = 300_000, 1_500_000, 120_000
PAGE_SHOWN, APART = 400, 12
"""The width of one of several pages below each other, and the space between, in pixels."""
PARTS = ("menus", "whole", "head")
"""What is shown of the pages of a season: all below the first text, all, all above the menus."""
BEHIND = (49, 51, 56)
FINGER, RING = (255, 255, 255, 60), (255, 255, 255, 240)


@dataclass(frozen=True)
class Screen:
    """A screen of the phone, and where the finger goes; None for nowhere."""

    image: Image.Image
    tap: tuple[float, float] | None

    def tapped(self) -> Image.Image:
        """The screen with a drawn mark under the finger."""
        assert self.tap is not None
        mark = Image.new("RGBA", self.image.size)
        pen = ImageDraw.Draw(mark)
        (x, y), radius = self.tap, 24 * SCALE
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), FINGER, RING, 4 * SCALE)
        return Image.alpha_composite(self.image.convert("RGBA"), mark).convert("RGB")


@contextlib.asynccontextmanager
async def phone(bot: TzolkinBot, place: Place, browser: Any, port: int) -> AsyncIterator[Any]:
    """The place on the screen of a phone: the browser's page, and the height of the preview's bar
    above."""
    async with page_of(bot, place, port=port) as served:
        page = await browser.new_page(
            viewport={"width": WIDE, "height": HIGH}, device_scale_factor=SCALE
        )
        await page.goto(served.url)
        bar = await page.evaluate("document.querySelector('#toolbar').clientHeight")
        await page.set_viewport_size({"width": WIDE, "height": HIGH + bar})
        await page.wait_for_function(_SETTLED, timeout=PATIENCE)
        yield page, bar
        await page.close()


async def screens(
    language: Language, browser: Any, port: int
) -> tuple[list[Screen], list[Image.Image], list[Frame]]:
    """Take the turn in this language: every screen of it, the panel that opens, and what the bot
    sent."""
    taken: list[Screen] = []
    panel: list[Image.Image] = []
    sent: list[Frame] = []
    async with (
        at_the_turn(language) as (bot, place, actions),
        phone(bot, place, browser, port) as (page, bar),
    ):

        async def look(message: Message, button: Mapping[str, Any] | None) -> None:
            sent.append(await frame_of(message, button))
            if len(sent) == 2:
                panel.append(await _card(page, bar, message))
            taken.append(await _screen(page, bar, message, button))

        await take_the_turn(place, actions, look)
    return taken, panel, sent


async def season(
    language: Language, browser: Any, port: int
) -> tuple[list[Image.Image], list[Frame]]:
    """Open a league's first season in this language: its pages, and what the bot sent."""
    taken: list[Image.Image] = []
    sent: list[Frame] = []
    async with (
        on_discord(language) as (bot, place),
        phone(bot, place, browser, port) as (page, bar),
    ):

        async def look(message: Message, button: Mapping[str, Any] | None) -> None:
            sent.append(await frame_of(message, button))
            taken.append(await _card(page, bar, message, PARTS[len(taken)]))

        await open_the_season(place, language, look)
    return taken, sent


async def _card(page: Any, bar: int, message: Message, part: str = "whole") -> Image.Image:
    """Take this message alone, from its top to its end, or one of the `PARTS` of it."""
    await page.set_viewport_size({"width": WIDE, "height": TALL + bar})
    await page.reload()
    shown = page.locator(f'.channel-message[data-message-id="{message.id}"] .component-container')
    await shown.first.wait_for(timeout=PATIENCE)
    await shown.first.evaluate(_LEFT_OUT, part)
    await shown.first.evaluate("one => one.scrollIntoView({block: 'center'})")
    await page.wait_for_function(_SETTLED, timeout=PATIENCE)
    await page.wait_for_timeout(STILL)
    taken = await shown.first.screenshot()
    await page.set_viewport_size({"width": WIDE, "height": HIGH + bar})
    return Image.open(BytesIO(taken)).convert("RGB")


async def _screen(
    page: Any, bar: int, message: Message, button: Mapping[str, Any] | None
) -> Screen:
    """Take the page as it is with this message in sight, without the bar of the preview above."""
    await page.locator("#refresh").click()
    shown = page.locator(f'.channel-message[data-message-id="{message.id}"]')
    await shown.wait_for(timeout=PATIENCE)
    aim = None
    if button is not None:
        number = [one for one in raw(message) if one["type"] == BUTTON].index(button)
        aim = shown.locator(".component-button").nth(number)
    taken, before = b"", None
    while taken != before:  # until nothing moves or is loaded any more
        before = taken
        await page.wait_for_function(_SETTLED, timeout=PATIENCE)
        if aim is None:
            await shown.evaluate("one => one.scrollIntoView({block: 'end'})")
        else:  # the picture, too, if there is room for it
            await shown.evaluate("one => one.scrollIntoView({block: 'start'})")
            await aim.scroll_into_view_if_needed()
        await page.wait_for_timeout(STILL)
        clip = {"x": 0, "y": bar, "width": WIDE, "height": HIGH}
        taken = await page.screenshot(clip=clip)
    image = Image.open(BytesIO(taken)).convert("RGB")
    if aim is None:
        return Screen(image, None)
    at = await aim.bounding_box()
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2 - bar
    return Screen(image, (x * SCALE, y * SCALE))


_LEFT_OUT = """(card, part) => {
    const all = [...card.children];
    const menu = all.findIndex(one => one.querySelector('[class*=select]'));
    const left_out = {whole: [], menus: all.slice(0, 1), head: menu < 0 ? [] : all.slice(menu)};
    left_out[part].forEach(one => one.remove());
}"""
"""Removes what is not shown of a message."""
_SETTLED = """() => !/…/.test(document.querySelector("#action-status").textContent)
    && [...document.images].every(image => {
    const box = image.getBoundingClientRect();
    const away = box.bottom < 0 || box.top > innerHeight || !box.width;
    return away || (image.complete && image.naturalWidth);
})"""
"""Whether the page has nothing to do, and the pictures and icons in sight are loaded."""


def animate(taken: Sequence[Screen], path: Path) -> None:
    """Keep the screens as an animation, each still and then with the finger on it."""
    frames, times = list[Image.Image](), list[int]()
    for one in taken:
        frames.append(one.image)
        times.append(READ)
        if one.tap is not None:
            frames.append(one.tapped())
            times.append(TAP)
    times[-1] *= 2
    size = (SHOWN, round(SHOWN * HIGH / WIDE))
    first, *others = [one.resize(size, Image.Resampling.LANCZOS) for one in frames]
    out = BytesIO()
    first.save(
        out, "WEBP", save_all=True, append_images=others, duration=times, loop=0, quality=80,
        method=6,
    )  # fmt: skip
    keep(out.getvalue(), path, MOST_ANIMATED)


def below(taken: Sequence[Image.Image], path: Path) -> None:
    """Keep pages as one picture, below each other."""
    pages = [
        one.resize(
            (PAGE_SHOWN, round(one.height * PAGE_SHOWN / one.width)), Image.Resampling.LANCZOS
        )
        for one in taken
    ]
    high = sum(one.height + APART for one in pages) - APART
    whole = Image.new("RGB", (PAGE_SHOWN, high), BEHIND)
    top = 0
    for one in pages:
        whole.paste(one, (0, top))
        top += one.height + APART
    out = BytesIO()
    whole.save(out, "WEBP", quality=72, method=6)
    keep(out.getvalue(), path, MOST_STILL)


def keep(data: bytes, path: Path, most: int) -> None:
    """Write a picture. Raises SystemExit for one that is too large for a README."""
    if len(data) > most:
        raise SystemExit(f"{path} has {len(data)} bytes, more than {most}.")
    path.write_bytes(data)
    print(f"{path.relative_to(ROOT)}: {len(data)} bytes")


async def main() -> None:
    """Make the pictures, and note what the bot sent."""
    parser = argparse.ArgumentParser(description="Make the pictures of the guides.")
    parser.add_argument("languages", nargs="*", help=f"of {', '.join(LANGUAGES)}; all if left out")
    parser.add_argument("--port", type=int, default=8841, help="of the preview's page")
    options = parser.parse_args()
    wanted = [one for one in LANGUAGES if one in options.languages or not options.languages]
    notes = json.loads(NOTES.read_text("utf-8")) if NOTES.exists() else {}
    if "en" in wanted:
        drawn = board()
        keep(drawn.data, PAGES["en"] / "board.png", MOST_BYTES)
        notes["board"] = noted_board(drawn)
    from playwright.async_api import async_playwright  # only whoever makes pictures needs it

    async with async_playwright() as played:
        browser = await played.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for language in wanted:
            taken, panel, sent = await screens(language, browser, options.port)
            animate(taken, PAGES[language] / "turn.webp")
            below(panel, PAGES[language] / "panel.webp")
            notes.setdefault("turn", {})[language] = [one.noted() for one in sent]
            pages, sent = await season(language, browser, options.port)
            below(pages, PAGES[language] / "season.webp")
            notes.setdefault("season", {})[language] = [one.noted() for one in sent]
            NOTES.write_text(json.dumps(notes, ensure_ascii=False, indent=1) + "\n", "utf-8")
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
