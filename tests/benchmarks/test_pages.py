"""What web pages cost the running bot: a page made anew and a page made a moment ago, in processor
time of this process (its pictures are drawn in another one), and two hundred readers who open a
live table at once.

Run with `scripts/test tests/benchmarks/test_pages.py --benchmark-only -s`.
"""

import asyncio
import time
from collections.abc import Awaitable
from typing import Any

from bot.model.server import LANGUAGES
from bot.process import spare_the_collector
from bot.site.serving import FRESH
from tests.benchmarks import size
from tests.site.test_served import GUILD, Site, _day, database, live_of, site

__all__ = ["database", "site"]
READERS = size(200, 3)


async def _cost(work: Awaitable[Any]) -> float:
    """Milliseconds of processor time."""
    began = time.process_time()
    await work
    return 1000 * (time.process_time() - began)


async def test_pages(site: Site, benchmark: Any) -> None:
    """Each page in every language, the first of them with all that is read for it."""
    spare_the_collector()  # as where the bot runs
    live = (await live_of(site)).removeprefix("/en/")
    links = (await site.read("/en/league-1/season-1.html")).links
    over = next(one for one in links if "game-" in one).rpartition("/")[2]
    named = {
        "a server": f"server-{GUILD}.html", "a league": "league-1/index.html",
        "a season": "league-1/season-1.html", "figures": "league-1/statistics.html",
        "a live table": live, "a replay": over,
        "a turn of the day": f"today-{_day(90)}.html",
    }  # fmt: skip
    for name, path in named.items():
        site.now[0] += 10 * FRESH
        cold = [await _cost(site.pages.page(path, one)) for one in LANGUAGES]
        site.now[0] += 10 * FRESH
        again = [await _cost(site.pages.page(path, one)) for one in LANGUAGES]
        warm = [await _cost(site.pages.page(path, one)) for one in LANGUAGES]
        said = f"{name}: first {max(cold):.1f} ms, anew {max(again):.1f}, warm {max(warm):.2f}"
        print(f"\n{said}", end="")

    site.now[0] += FRESH
    began = time.perf_counter()
    spent = await _cost(asyncio.gather(*(site.bytes(f"/en/{live}") for _ in range(READERS))))
    took = time.perf_counter() - began
    print(f"\n{READERS} readers at once: {took:.2f} s, {spent / READERS:.2f} ms each, with theirs")
    benchmark.pedantic(lambda: None)  # the figures are printed
