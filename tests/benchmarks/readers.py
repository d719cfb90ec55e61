"""People who read a live table on the web, for `test_presses.py`: each looks again as often as its
page says, and gets the pictures that are new. They come one after the other, and none has the
address of another.

    python readers.py URL COUNT     runs until it is ended, then prints what the readers got as JSON
"""

import asyncio
import json
import re
import signal
import sys
import time
from collections import Counter
from typing import Any
from urllib.parse import urljoin

import aiohttp

PICTURE = re.compile(r"(?:src=\"|url\()([^\")]*pictures/[^\")]+)")
EVERY = re.compile(r'data-every="(\d+)"')
USUAL = 10


async def read(web: aiohttp.ClientSession, url: str, number: int, got: Counter[str]) -> None:
    """One reader."""
    tags, headers = dict[str, str](), {"X-Forwarded-For": f"10.1.{number // 250}.{number % 250}"}

    async def get(address: str) -> bytes | None:
        began = time.monotonic()
        more = {"If-None-Match": tags[address]} if address in tags else {}
        async with web.get(address, headers={**headers, **more}) as answer:
            body = await answer.read()
        got[str(answer.status)] += 1
        got["bytes"] += len(body)
        got["milliseconds"] += round(1000 * (time.monotonic() - began))
        if answer.status != 200:
            return None
        tags[address] = answer.headers["ETag"]
        return body

    await asyncio.sleep(USUAL * number / 200 % USUAL)
    while True:
        page, every = await get(url), USUAL
        if page is not None:
            said = page.decode()
            every = int(found[1]) if (found := EVERY.search(said)) else USUAL
            for one in dict.fromkeys(PICTURE.findall(said)):
                if urljoin(url, one) not in tags:
                    await get(urljoin(url, one))
        await asyncio.sleep(every)


async def main(url: str, count: int) -> dict[str, Any]:
    """All of them, until SIGTERM."""
    got, ended = Counter[str](), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as web:
        readers = [asyncio.ensure_future(read(web, url, n, got)) for n in range(count)]
        stopped = asyncio.ensure_future(ended.wait())
        await asyncio.wait([stopped, *readers], return_when=asyncio.FIRST_COMPLETED)
        failed = [one for one in readers if one.done()]
        for one in readers:
            one.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
    return {**got, "failed": [repr(one.exception()) for one in failed if not one.cancelled()]}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1], int(sys.argv[2])))))
