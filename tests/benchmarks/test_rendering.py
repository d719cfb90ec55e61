"""What pictures cost: still ones, the turning wheels, a whole game."""

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.engine import Game
from bot.engine.components import MODULES
from bot.scene import Scene, scene_of
from bot.text.translation import translator
from cogs.client import SWITCH_INTERVAL
from rendering import (
    DrawingPool,
    Picture,
    draw_city,
    draw_wheels,
    draw_whole_game,
    prepare,
    prepare_turning,
)
from rendering.city import picture as city
from rendering.drawing import canvas
from rendering.drawing.encoding import png
from rendering.drawing.picture import TURNING_STEPS
from rendering.drawing.pool import KEPT
from rendering.drawing.theme import THEMES
from rendering.wheels import picture as wheels
from tests.benchmarks import size
from tests.rendering.caches import forget_drawings
from tests.rendering.test_snapshots import frozen
from tests.rendering.wheels.test_animations import back, draw_turning, rounds_of_a_game

# --- What a picture costs, in time, bytes and memory, against floors measured in the same run -----
# Run with `scripts/test tests/benchmarks --benchmark-only -s`. No time is asserted: times belong
# to the machine. What is asserted are bytes and memory, which do not.

ROOT = Path(__file__).parents[2]
NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs")
ENGLISH = translator("en")
DARK = THEMES["dark"]
MOST_BYTES = 250_000
MOST_MEMORY = 120_000_000
IMAGES = [wheels.wheels_image, city.city_image]
TABLES: list[tuple[int, tuple[str, ...]]] = [(4, ()), (5, MODULES)]

Drawing = Callable[..., Image.Image]


def scenes(players: int, modules: tuple[str, ...], seed: int = 9) -> list[Scene]:
    """Every tenth position of a random game."""
    game, chance, found = Game.new(players, seed=seed, modules=modules), random.Random(seed), []
    actions = count(1)
    while game.pending:
        seat = game.pending[0].seat
        game.play(seat, chance.choice(game.legal(seat)))
        if next(actions) % 10 == 0 and game.position()["phase"] == "play":
            found.append(scene_of(game.snapshot(), NAMES[:players], waiting=(seat,)))
    return found[: size(len(found), 6)]


def times(work: Callable[[Any], Any], on: Sequence[Any]) -> list[float]:
    """Seconds of this thread's own computing that each takes, in order of size: what it takes on a
    core that nobody else uses, so that another program's work does not count as ours."""
    found = []
    for one in on:
        start = time.thread_time()
        work(one)
        found.append(time.thread_time() - start)
    return sorted(found)


def share(ordered: Sequence[float], of: float) -> float:
    """The value that such a share (0 to 1) of the ordered values does not exceed."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * of))]


def three_times_as_large(draw_image: Drawing, scene: Scene) -> tuple[float, float, float]:
    """The floor: the scene redrawn at three times the size, reduced, saved as PNG at level 6.
    Seconds for drawing, reducing, saving.

    Nothing is kept from picture to picture but the opened fonts. Every shape is drawn at three
    times its size (small icons and a few discs at their own factors of 8 and 2); a canvas of
    4,800 x 4,320 is filled and reduced by LANCZOS; the true-colour picture is saved by Pillow.

    The real thing would take longer: here a thing that is seen many times is drawn once, text is
    set and sprites are laid at single size.
    """
    forget_drawings()
    start = time.thread_time()
    image = draw_image(scene, DARK)
    drawn = time.thread_time()
    large = image.resize((3 * image.width, 3 * image.height), Image.Resampling.NEAREST)
    begun = time.thread_time()
    image = large.resize(image.size, Image.Resampling.LANCZOS)
    reduced = time.thread_time()
    image.save(BytesIO(), "PNG", compress_level=6)
    return drawn - start, reduced - begun, time.thread_time() - reduced


@pytest.mark.parametrize(("players", "modules"), TABLES, ids=["base", "everything"])
@pytest.mark.parametrize("draw_image", IMAGES, ids=["wheels", "city"])
def test_a_new_picture(
    benchmark: Any,
    monkeypatch: pytest.MonkeyPatch,
    draw_image: Drawing,
    players: int,
    modules: tuple[str, ...],
) -> None:
    """Composed and encoded, against the same scenes drawn three times as large, and against
    copying a canvas in memory."""

    def new(scene: Scene) -> bytes:
        return png(drawn(scene), DARK)

    def drawn(scene: Scene) -> Image.Image:
        return draw_image(scene, DARK, ENGLISH, paletted=True)

    forget_drawings()
    of = scenes(players, modules)
    sizes = [len(new(scene)) for scene in of]  # fills the caches with another game's sprites
    fresh = scenes(players, modules, seed=10)
    whole = times(new, fresh)  # every position for the first time
    composing = times(drawn, fresh)
    canvases = times(lambda image: image.copy(), [draw_image(of[0], DARK)] * 50)
    following = cycle(of)
    benchmark.pedantic(lambda: new(next(following)), rounds=2 * len(of))
    with monkeypatch.context() as patch:
        for drawing in (canvas.Sketch.__init__, canvas.raised):
            patch.setitem(drawing.__kwdefaults__, "smoothing", 3)
        large = [three_times_as_large(draw_image, scene) for scene in of[5 :: size(20, len(of))]]
    forget_drawings()

    floor = share(sorted(sum(parts) for parts in large), 0.5)
    middle, high, copy = share(whole, 0.5), share(whole, 0.95), share(canvases, 0.5)
    drawing, reducing, saving = (sorted(part)[len(part) // 2] for part in zip(*large, strict=True))
    benchmark.extra_info.update(
        times_faster=round(floor / middle), times_a_copy=round(middle / copy, 1), bytes=max(sizes)
    )
    print(
        f"\n{draw_image.__module__}, {players} seats: median {ms(middle)} (composing "
        f"{ms(share(composing, 0.5))}), 95 % within {ms(high)}; at three times the size "
        f"{ms(floor)} (drawing {ms(drawing)}, reducing {ms(reducing)}, saving {ms(saving)}): "
        f"{floor / middle:.0f} times faster, at 95 % {floor / high:.0f}; "
        f"{middle / copy:.1f} copies of the canvas ({ms(copy)}); "
        f"{share(sorted(sizes), 0.5) / 1000:.0f} kB, at most {max(sizes) / 1000:.0f}"
    )
    assert max(sizes) <= MOST_BYTES


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"


@pytest.mark.parametrize("draw", [draw_wheels, draw_city])
def test_with_everything_against_the_base_game(benchmark: Any, draw: Callable[..., Any]) -> None:
    def drawn(scene: Scene) -> Any:
        return draw(scene, t=ENGLISH)

    prepare("dark")
    base, everything = scenes(4, ()), scenes(4, MODULES)
    for scene in (*base, *everything):  # fill the caches of sprites
        drawn(scene)
    plain = min(share(times(drawn, base), 0.5) for _ in range(3))
    full = min(share(times(drawn, everything), 0.5) for _ in range(3))

    benchmark(drawn, everything[len(everything) // 2])

    benchmark.extra_info["times_the_base_game"] = round(full / plain, 2)
    print(
        f"\n{draw.__name__}: {ms(full)} with everything, {ms(plain)} in the base game: "
        f"{full / plain:.2f} times"
    )


def drawings() -> Iterator[tuple[Callable[..., Any], Scene]]:
    """Both pictures of the positions of a game, without end."""
    return cycle([(draw, scene) for scene in scenes(4, ()) for draw in (draw_wheels, draw_city)])


async def delays(threads: int, seconds: float = size(3.0, 0.1)) -> list[float]:
    """How much later than asked the event loop goes on, in seconds in order of size, while so
    many threads draw without pause."""
    stopped = False

    def draw_on() -> None:
        for draw, scene in drawings():
            if stopped:
                return
            draw(scene, t=ENGLISH)

    found = []
    with ThreadPoolExecutor(max(1, threads)) as pool:
        for _ in range(threads):
            pool.submit(draw_on)
        end = time.perf_counter() + seconds
        while (asked := time.perf_counter()) < end:
            await asyncio.sleep(0.001)
            found.append(time.perf_counter() - asked - 0.001)
        stopped = True
    return sorted(found)


def test_the_event_loop_while_pictures_are_drawn(benchmark: Any) -> None:
    """The delay of the event loop with threads beside it that draw without pause: none, one and
    two, in turns. The bot draws in a process of its own instead."""
    for draw, scene in islice(drawings(), size(200, 4)):  # fills the caches
        draw(scene, t=ENGLISH)
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)  # as the bot does
    try:
        rounds = [{n: asyncio.run(delays(n)) for n in (0, 1, 2)} for _ in range(3)]
    finally:
        sys.setswitchinterval(before)
    benchmark.pedantic(lambda: None)
    print(f"\nevent loop on {os.cpu_count()} cores:")
    for n in rounds[0]:
        p99 = sorted(share(found[n], 0.99) for found in rounds)
        p50 = sorted(share(found[n], 0.5) for found in rounds)
        benchmark.extra_info[f"p99_ms_with_{n}_threads"] = round(p99[1] * 1000, 2)
        print(f"  {n} threads: median {ms(p50[1])}, 99 % within {ms(p99[1])} (best {ms(p99[0])})")


def test_two_workers_against_one(benchmark: Any) -> None:
    """Pictures per second. Composing holds the interpreter most of the time, reducing the colours
    and compressing do not."""
    work = list(islice(drawings(), size(200, 4)))

    def draw_all(threads: int) -> float:
        with ThreadPoolExecutor(threads) as pool:
            start = time.perf_counter()
            list(pool.map(lambda pair: pair[0](pair[1], t=ENGLISH), work))
            return len(work) / (time.perf_counter() - start)

    draw_all(1)  # fills the caches
    pairs = [(draw_all(1), draw_all(2)) for _ in range(4)]
    one, two = (max(rates) for rates in zip(*pairs, strict=True))
    benchmark.pedantic(lambda: draw_all(2), rounds=1)
    benchmark.extra_info["two_against_one"] = round(two / one, 2)
    print(f"\n{two:.0f} pictures a second with two threads, {one:.0f} with one: {two / one:.2f}")


_FIRST = """
import sys, time
from cogs.client import SWITCH_INTERVAL
from bot.engine import Game
from bot.text.translation import translator
from rendering import draw_wheels
from bot.scene import scene_of
draw_wheels(scene_of(Game.new(4, seed=1).snapshot(), ["A", "B", "C", "D"]), t=translator("en"))
"""


def test_the_first_picture_after_the_start(benchmark: Any) -> None:
    """A new process until it has drawn its first picture: interpreter, modules, everything."""

    def start() -> None:
        subprocess.run([sys.executable, "-c", _FIRST], cwd=ROOT, check=True)

    start()  # so that compiled modules lie ready, as after an installation
    benchmark.pedantic(start, rounds=size(5, 1))
    print(f"\nfirst picture after {share(sorted(benchmark.stats.stats.data), 0.5):.2f} s")


_MANY = """
import json, random, sys
from datetime import date
from cogs.client import SWITCH_INTERVAL
from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.game_facts import points_history
from bot.text.descriptions.results import Card
from bot.text.descriptions.results import FinalResult
from bot.text.translation import translator
from rendering import (
    CLOSEUPS, POSSESSIONS, draw_card, draw_city, draw_closeup, draw_final,
    draw_wheels, prepare,
)
from bot.scene import scene_of
from tests.rendering.caches import kept_images, resident
start = resident()
prepare("dark"); prepare("light")
ready = resident()
chance, drawn, english = random.Random(1), 0, translator("en")
letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ÄÖéñжЯ漢字あい"
while drawn < int(sys.argv[1]):
    players = chance.randint(2, 5)
    everything = players == 5 or chance.random() < 0.5
    game = Game.new(players, seed=drawn, modules=MODULES if everything else ())
    names = ["".join(chance.choices(letters, k=chance.randint(1, 32))) for _ in range(players)]
    theme, played = chance.choice(("dark", "light")), 0
    while game.pending:
        seat = game.pending[0].seat
        game.play(seat, chance.choice(game.legal(seat)))
        played += 1
        if played % 25 == 0 and game.position()["phase"] == "play":
            scene = scene_of(game.snapshot(), names, waiting=(seat,))
            for draw in (draw_wheels, draw_city):
                draw(scene, theme=theme, t=english)
                drawn += 1
            if played % 50 == 0:
                what = chance.choice(CLOSEUPS)
                seat = 0 if what == POSSESSIONS else None
                draw_closeup(scene, what, seat=seat, theme=theme, t=english)
                drawn += 1
    record = game.record()
    points = points_history(record["setup"], record["actions"])
    draw_final(FinalResult(tuple(names), points), theme=theme, t=english)
    draw_card(Card(tuple(names), points, date(2026, 11, 27)), theme=theme, t=english)
    drawn += 2
print(json.dumps([drawn, start, ready, resident(), kept_images()]))
"""


def test_memory_after_many_pictures(benchmark: Any) -> None:
    """Many games with many names, two to five seats, without and with everything, both themes, in
    a new process: bytes of all images kept, and of the process."""

    def many() -> Any:
        done = subprocess.run(
            [sys.executable, "-c", _MANY, str(size(1000, 20))],
            cwd=ROOT,
            check=True,
            stdout=subprocess.PIPE,
        )
        return json.loads(done.stdout)

    drawn, start, ready, end, images = benchmark.pedantic(many, rounds=1)
    total = sum(images.values())
    benchmark.extra_info["megabytes_kept"] = round(total / 1e6)
    largest = sorted(images.items(), key=lambda item: -item[1])[:6]
    print(
        f"\nafter {drawn} pictures {total / 1e6:.0f} MB of images are kept ("
        + ", ".join(f"{name.removeprefix('rendering.')} {size / 1e6:.0f}" for name, size in largest)
        + f"); the process takes {end / 1e6:.0f} MB, {ready / 1e6:.0f} before the first picture, "
        f"{start / 1e6:.0f} before anything was drawn"
    )
    assert total + KEPT < MOST_MEMORY


# --- What the turning wheels cost, against the still picture drawn in the same run ----------------
# Run with `scripts/test tests/benchmarks --benchmark-only`.

STILL_PICTURES = size(20, 1)


def processor_seconds(draw: Callable[[], Picture]) -> float:
    """What one picture costs one core, whatever else the machine does."""
    start = time.thread_time()
    draw()
    return time.thread_time() - start


@pytest.mark.parametrize("days", [1, 2])
def test_turning_against_the_still_picture(benchmark: Any, days: int) -> None:
    prepare("dark")
    for step in range(size(TURNING_STEPS, 1)):
        prepare_turning(step, "dark")
    after = frozen("all-5")
    before = back(after, days)

    def still(skulls: int = 0) -> Picture:
        return draw_wheels(replace(after, bank_skulls=skulls), t=ENGLISH)

    def turning() -> Picture:
        return draw_turning(before, after, t=ENGLISH)

    turning()  # fill the caches of sprites
    of_still = sorted(processor_seconds(lambda n=n: still(n)) for n in range(STILL_PICTURES))  # type: ignore[misc]
    one = of_still[STILL_PICTURES // 2]
    moving = min(processor_seconds(turning) for _ in range(3))

    picture = benchmark.pedantic(turning, rounds=3)

    ratio, long = moving / one, len(picture.data)
    benchmark.extra_info.update(
        kilobytes=long // 1000, times_the_still=round(ratio, 1), processor_ms=round(moving * 1000)
    )
    print(
        f"\n{days} day(s): {moving * 1000:.0f} ms, {long // 1000} kB; still {one * 1000:.1f} ms, "
        f"{len(still().data) // 1000} kB: {ratio:.0f} times the time"
    )


# --- A whole game as one animated picture ---------------------------------------------------------
# What a whole game as one animated picture costs, against one still picture drawn in the same run,
# and how long the event loop stands still meanwhile.
# Run with `scripts/test tests/benchmarks --benchmark-only --numprocesses 0 -s`.

TICK = 0.001
RUNS = size(5, 1)


async def longest_block(work: Callable[[], Awaitable[Any]]) -> tuple[float, Any]:
    """How long the event loop could not go on at most, beyond a tick, while this process worked
    (not others on the machine); and what came of the work."""
    longest = 0.0

    async def watch() -> None:
        nonlocal longest
        while True:
            before, worked = time.perf_counter(), time.process_time()
            await asyncio.sleep(TICK)
            late = time.perf_counter() - before - TICK
            longest = max(longest, min(late, time.process_time() - worked))

    watching = asyncio.create_task(watch())
    await asyncio.sleep(10 * TICK)
    result = await work()
    watching.cancel()
    return longest, result


@pytest.mark.parametrize(("players", "modules"), [(2, ()), (5, tuple(MODULES))])
def test_whole_game_against_a_still_picture(
    benchmark: Any, players: int, modules: tuple[str, ...]
) -> None:
    prepare("dark")
    moments = rounds_of_a_game(players, modules)
    switched = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)  # as the bot does

    async def measured() -> tuple[float, float, float, float, Picture]:
        pool = DrawingPool()
        await draw_whole_game(pool, moments, t=ENGLISH)  # fill the caches of sprites
        stills = []
        for skulls in range(size(15, 1)):
            begun = time.perf_counter()
            await pool.draw(draw_wheels, replace(moments[9], bank_skulls=skulls), t=ENGLISH)
            stills.append(time.perf_counter() - begun)
        idle, _ = await longest_block(lambda: asyncio.sleep(1))
        seconds = blocked = 60.0
        for _ in range(RUNS):  # the best one, since other programs run, too
            begun = time.perf_counter()
            held, picture = await longest_block(lambda: draw_whole_game(pool, moments, t=ENGLISH))
            seconds, blocked = min(seconds, time.perf_counter() - begun), min(blocked, held)
        pool.close()
        return sorted(stills)[len(stills) // 2], seconds, idle, blocked, picture

    try:
        still, seconds, idle, blocked, picture = asyncio.run(measured())
        benchmark.pedantic(lambda: asyncio.run(_drawn(moments)), rounds=1)
    finally:
        sys.setswitchinterval(switched)
    kilobytes = len(picture.data) // 1000
    print(
        f"\n{players} seats, {len(moments)} frames: {seconds:.2f} s, {kilobytes} kB; "
        f"a still picture {still * 1000:.0f} ms: {seconds / still:.0f} times the time; "
        f"event loop held up for {blocked * 1000:.1f} ms at most, idle {idle * 1000:.1f} ms"
    )


async def _drawn(moments: Any) -> None:
    pool = DrawingPool()
    await draw_whole_game(pool, moments, t=ENGLISH)
    pool.close()
