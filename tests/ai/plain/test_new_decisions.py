"""Decisions and answers a computer was not written for: it answers, and does no harm.

The kinds and words of the expansion are in the contract; others may come with the next module.
"""

import pytest

from tests.ai.plain import choose
from tests.engine.scenario import start

RICH = {f"players.0.{goods}": 5 for goods in ("corn", "wood", "stone", "gold")}
WELL_ON = RICH | {"players.0.temples": {"chaac": 3, "quetzalcoatl": 3, "kukulkan": 3}}
POSITION = start(WELL_ON | {"players.0.skulls": 1, "gears.tikal.3": 0}).game.snapshot()


def answer(kind: str, *legal: str) -> str:
    """The computer's answer to a made-up decision."""
    chosen = choose(POSITION, 0, kind, sorted(legal))
    assert chosen in legal
    return chosen


@pytest.mark.parametrize("words", ["frobnicate", "frobnicate wood", "", "  ", "do", "pick 1 2 3"])
@pytest.mark.parametrize(
    "kind",
    ["frobnicate", "keep", "turn", "place", "pick", "action", "harvest", "build", "calendar"],
)
def test_the_only_answer_there_is(kind: str, words: str) -> None:
    assert answer(kind, words) == words


@pytest.mark.parametrize(
    ("kind", "legal"),
    [
        ("turn", ["place quick", "skip-space tikal", "sell gold", "pass"]),
        ("turn", ["place nowhere", "pick tikal 3", "pick moon 1", "pick tikal x"]),
        ("place", ["end", "place quick", "skip-space uxmal", "pick tikal 3", "sell wood"]),
        ("pick", ["end", "sell gold", "pick tikal 99"]),
        ("action", ["do tikal 9", "do moon 1", "do tikal", "skip", "sell wood"]),
        ("harvest", ["corn", "wood", "burn", "fish"]),
        ("harvest", ["corn", "frobnicate"]),
        ("build", ["build x9-unknown", "monument mon-unknown", "build", "stop"]),
        ("keep", ["keep ixtab pal-1 pal-3 tik-1", "keep balam pal-1 pal-3", "keep nobody xyz-1"]),
        ("up", ["up moon", "up", "up chaac", "decline"]),
        ("pay", ["pay", "pay one two three", "pay 1 0 0"]),
        ("pay", ["pay 9 9 9", "pay 1 0 0"]),
        ("tech", ["advance time", "advance theology", "stop"]),
        ("bonus", ["bonus time", "bonus theology"]),
        ("exchange", ["lower time", "lower agriculture"]),
        ("renovate", ["renovate x9-unknown", "renovate a1-small-farm-1", "keep-all"]),
        ("calendar", ["advance 3", "advance 4"]),
    ],
)
def test_words_unknown_or_half_known(kind: str, legal: list[str]) -> None:
    answer(kind, *legal)


@pytest.mark.parametrize("way_out", ["skip", "stop", "done", "decline", "end", "pass", "keep-all"])
def test_rather_leaves_what_it_does_not_understand(way_out: str) -> None:
    assert answer("frobnicate", "frobnicate wood", "frobnicate gold", way_out) == way_out


@pytest.mark.parametrize(
    ("kind", "legal", "harmless"),
    [
        ("tax", ["down chaac", "down kukulkan", "decline"], {"down chaac", "down kukulkan"}),
        ("tax", ["take 0", "take 1"], {"take 1"}),
        ("up", ["up chaac", "decline"], {"up chaac"}),
        ("gain", ["gain gold", "gain stone", "gain wood"], {"gain gold"}),
        ("pay", ["pay 0 0 2", "pay 1 1 0", "pay 2 0 0"], {"pay 2 0 0"}),
        ("place", ["end", "place moon"], {"end"}),
        ("pick", ["end", "pick moon 1"], {"end"}),
        ("renovate", ["keep-all", "renovate a1-small-farm-1"], {"keep-all"}),
    ],
)
def test_harmless(kind: str, legal: list[str], harmless: set[str]) -> None:
    assert answer(kind, *legal) in harmless
