"""The pages on both databases."""

import re
from io import BytesIO
from zipfile import ZipFile

from bot.site.elements import as_told
from bot.site.leagues import pack_league
from bot.store import Store
from tests.site.test_served import crawled, outside_leagues, served
from tests.site.test_site import Open, fill
from tests.store.databases import on_both


@on_both
async def test_all_pages_are_there(url: str) -> None:
    """Served, and in the zip of a league."""
    store = Store(url)
    await fill(store)
    await outside_leagues(store)
    await store.close()
    async with served(url) as site:
        found = await crawled(site)
    kinds = {re.sub("[0-9]+|^/[^/]+/", "", one) for one in found if one.endswith(".html")}
    assert kinds == {
        "index.html", "today.html", "today---.html", "server-.html", "game-.html",
        "league-/index.html", "league-/season-.html", "league-/statistics.html",
        "league-/player-.html",
    }  # fmt: skip
    assert any('class="live"' in text for text in found.values())
    packed, games, left = await pack_league(url, 1, 10**7, as_told(Open()))
    assert (games, left) == (1, 0)
    with ZipFile(BytesIO(packed)) as archive:
        assert "en/league-1/season-1.html" in archive.namelist()
