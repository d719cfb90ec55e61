"""A whole game as one animated picture: every round as it was, small enough in any case."""

from collections.abc import AsyncIterator
from io import BytesIO
from typing import get_args

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from bot.engine.components import MODULES
from bot.scene import Scene
from bot.tables.looking_back import LAST
from bot.text.translation import translator
from rendering import DrawingPool, Picture, ThemeName, draw_whole_game, small
from rendering import animations as asking
from rendering.animations import MOST_BYTES, QUALITIES
from rendering.small import draw_round, put_game_together
from tests.rendering.scenes import LONG_NAMES, crowded
from tests.rendering.scenes import scene as scene_of_dump
from tests.tables.test_replaying import looked_at, played, scene

ENGLISH = translator("en")
MODERATE = 8.0
"""How far a colour of a lossy picture may be from the exact one in the mean, of 255."""


@pytest.fixture
async def pool() -> AsyncIterator[DrawingPool]:
    """A pool that is closed in the end."""
    made = DrawingPool()
    yield made
    made.close()


def rounds_of_a_game(players: int = 5, modules: tuple[str, ...] = tuple(MODULES)) -> list[Scene]:
    """The beginning of each round, and the end."""
    whole = looked_at(played(players, modules, 4))
    return [scene(whole.moment(n)) for n in (*(one.number for one in whole.rounds), LAST)]


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are from each other in the mean."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


async def test_the_fullest_game_fits_and_shows_each_round_as_it_was(pool: DrawingPool) -> None:
    moments = rounds_of_a_game()
    picture = await draw_whole_game(pool, moments, t=ENGLISH)
    assert len(picture.data) <= MOST_BYTES and picture.filename == "game.webp"
    assert picture.alt.startswith("The whole game, one picture for each round from 1 to 2")
    assert len(picture.alt) <= 1024
    stills = [draw_round(one, t=ENGLISH) for one in (*moments[:3], *moments[-3:])]
    exact = [Image.open(BytesIO(one.data)).convert("RGB") for one in stills]
    with Image.open(BytesIO(picture.data)) as shown:
        assert shown.size == exact[0].size and shown.width == 800 and shown.info["loop"] == 0
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(shown)]
        assert shown.info["duration"] > 3000, "the end is seen longer"
    assert len(frames) == len(moments) >= 25
    for frame, still in zip((*frames[:3], *frames[-3:]), exact, strict=True):
        assert difference(frame, still) < MODERATE
    # What a round has left behind would stay: so the end is nearer to itself than to any other.
    assert difference(frames[-1], exact[-1]) < difference(frames[-1], exact[-2]) / 2


async def test_what_is_too_large_is_drawn_in_less_quality(
    pool: DrawingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = rounds_of_a_game(2, ())[:6]
    best = await draw_whole_game(pool, moments, t=ENGLISH)
    tried: list[int] = []

    def watched(frames: tuple[bytes, ...], quality: int, alt: str) -> Picture:
        tried.append(quality)
        return put_game_together(frames, quality, alt)

    monkeypatch.setattr(small, "put_game_together", watched)
    monkeypatch.setattr(asking, "MOST_BYTES", len(best.data) // 2)
    less = await draw_whole_game(pool, moments, t=ENGLISH)
    assert len(less.data) <= len(best.data) // 2
    assert tried == list(QUALITIES[: len(tried)]) and len(tried) > 1
    monkeypatch.setattr(asking, "MOST_BYTES", 0)
    await draw_whole_game(pool, moments, t=ENGLISH)
    assert tried[-1] == QUALITIES[-1], "and then it stays as it is"


@pytest.mark.long
async def test_even_a_game_that_changes_everything_each_round_fits(pool: DrawingPool) -> None:
    """Fuller than any game, with the longest names, and no two rounds alike."""
    dumps = []
    for number in range(28):
        dump = crowded(5)
        dump["round"], dump["tooth"] = number + 1, number
        for gear in dump["gears"].values():
            gear[:] = [(n * 7 + number * 3) % 5 for n, _ in enumerate(gear)]
        for player in dump["players"]:
            player["corn"], player["points4"] = 77 + 13 * number % 900, 401 + 31 * number
        dumps.append(dump)
    moments = [scene_of_dump(dump, LONG_NAMES) for dump in dumps]
    for theme in get_args(ThemeName):
        picture = await draw_whole_game(pool, moments, theme=theme, t=ENGLISH)
        assert len(picture.data) <= MOST_BYTES


async def test_its_parts_take_no_other_picture_s_place(pool: DrawingPool) -> None:
    await draw_whole_game(pool, rounds_of_a_game(2, ())[:3], t=ENGLISH)
    assert not pool._pictures
    kept = Picture(b"1234", "game.webp", "")
    assert pool.kept("whole game", 1) is None
    pool.keep(kept, "whole game", 1)
    assert pool.kept("whole game", 1) is kept
