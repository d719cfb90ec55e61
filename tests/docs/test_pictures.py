"""The pictures of the guides show today's program: what the bot sends on the way they show is
compared with what it sent when they were made. No browser is needed for that."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from PIL import Image, ImageSequence

from bot.model.server import LANGUAGES, Language
from cogs.client import TzolkinBot
from tests.docs.pictured import (
    NOTES,
    PAGES,
    RENEW,
    Frame,
    alike,
    board,
    frames,
    noted_board,
    season_frames,
)

OLD = f"{{what}} is old ({{why}}): run .venv/bin/python {RENEW}"
MOST_ANIMATED, MOST_STILL = 1_500_000, 120_000


@pytest.fixture(scope="module")
def notes() -> Any:
    return json.loads(NOTES.read_text("utf-8"))


def why_old(noted: Mapping[str, Any], sent: Frame) -> str:
    """What has changed in a frame since it was noted; empty for nothing."""
    if list(noted["words"]) != list(sent.words) or noted["pressed"] != sent.pressed:
        return "the words have changed"
    if noted["pictures"].keys() != sent.pictures.keys():
        return "it has other pictures"
    changed = [n for n, one in sent.pictures.items() if not alike(noted["pictures"][n], one)]
    return f"{changed[0]} looks different" if changed else ""


async def _no_warm_up(_: TzolkinBot) -> None:
    """Pictures are drawn in this process; the bot's own would draw ahead for nobody."""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_turn_is_today_s(
    language: Language, notes: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TzolkinBot, "warm_up", _no_warm_up)
    must_be_as_noted(f"turn.webp in {language}", notes["turn"][language], await frames(language))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_season_is_today_s(
    language: Language, notes: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TzolkinBot, "warm_up", _no_warm_up)
    sent = await season_frames(language)
    must_be_as_noted(f"season.webp in {language}", notes["season"][language], sent)


def must_be_as_noted(what: str, noted: Sequence[Mapping[str, Any]], sent: Sequence[Frame]) -> None:
    """What the bot sends now is what it sent when the picture was made."""
    assert len(noted) == len(sent), OLD.format(what=what, why="it has other steps")
    for one, now in zip(noted, sent, strict=True):
        why = why_old(one, now)
        assert not why, OLD.format(what=what, why=why)


def test_the_board_is_today_s(notes: Any) -> None:
    noted, now = notes["board"], noted_board(board())
    same = noted["words"] == now["words"] and alike(noted["picture"], now["picture"])
    assert same, OLD.format(what="docs/board.png", why="it looks different")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_animation_is_small_and_slow_enough(language: Language, notes: Any) -> None:
    path = PAGES[language] / "turn.webp"
    assert path.stat().st_size <= MOST_ANIMATED
    moving = Image.open(path)
    times = [frame.copy().info["duration"] for frame in ImageSequence.Iterator(moving)]
    shown = 2 * len(notes["turn"][language]) - 1  # each but the last is shown with the finger, too
    assert len(times) == shown <= 10
    assert min(times) >= 800 and times[-1] >= 3000


@pytest.mark.parametrize("language", LANGUAGES)
def test_stills_are_small_and_legible_on_a_phone(language: Language) -> None:
    """They have its width, so that a browser does not make the words smaller."""
    for name in ("panel.webp", "season.webp"):
        assert (PAGES[language] / name).stat().st_size <= MOST_STILL
        assert Image.open(PAGES[language] / name).width <= 400


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_shows_its_own_language(language: Language) -> None:
    page = PAGES[language] if language != "en" else PAGES["en"].parent
    text = (page / "README.md").read_text("utf-8")
    turn = "docs/turn.webp" if language == "en" else "turn.webp"
    assert f'src="{turn}"' in text
    for guide, picture in (("playing.md", "panel.webp"), ("leagues.md", "season.webp")):
        assert f"]({picture})" in (PAGES[language] / guide).read_text("utf-8")
    shown = {one for one in LANGUAGES if f"--language {one}" in text}
    assert shown == ({"de"} if language == "en" else {language})


def test_a_change_is_noticed() -> None:
    """The comparison can fail, and forgives what machines draw otherwise."""
    grey, darker, other = (Frame(["a"], {"x.png": one}, "b") for one in ("gIA=", "f38=", "gAA="))
    assert why_old(grey.noted(), grey) == why_old(grey.noted(), darker) == ""
    assert "looks different" in why_old(grey.noted(), other)
    assert "words" in why_old(grey.noted(), Frame(["c"], grey.pictures, "b"))
    assert "words" in why_old(grey.noted(), Frame(["a"], grey.pictures, "c"))
    assert "other pictures" in why_old(grey.noted(), Frame(["a"], {}, "b"))
