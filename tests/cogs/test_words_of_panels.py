"""How much one reads on the private panels of whole games, as computers play them.

A word is what stands between blanks and has a letter: numbers, signs and icons are none. Counted
are the texts; what stands on buttons and menus is no text. The panels are those of a person who has
played before, with icons and with the picture wherever there is one.
"""

import re
from collections.abc import Iterator

import pytest

from bot.tables import TurnView
from bot.text.translation import translator
from cogs.play.panel import offered_now, panel, spots
from rendering import Picture, emoji_images
from tests.cogs.driver import view_of
from tests.cogs.limits import TEXT, components
from tests.cogs.test_panel import sent, table
from tests.cogs.test_taps_of_games import turns

T = translator("en").with_icons({name: f"<:{name}:1>" for name in emoji_images()})
START_OF_TURN, ANY_PANEL = 45, 40
NEARLY_EVERY = 0.9
EMOJI = re.compile(r"<:\w+:\d+>")
DRAWN = Picture(b"", "turn-1.png", "alt")


def words_of(turn: TurnView, *, newcomer: bool = False) -> int:
    """The words of the texts on this panel."""
    offered = offered_now(T, turn)
    drawn = DRAWN if spots(turn, offered) else None
    shown = panel(T, turn, offered=offered, drawn=drawn, newcomer=newcomer)
    texts = (one["content"] for one in components(sent(shown)) if one["type"] == TEXT)
    said = EMOJI.sub(" ", " ".join(texts)).split()
    return sum(any(map(str.isalpha, word)) for word in said)


def panels(name: str) -> Iterator[TurnView]:
    """Every panel of a game that was played, one after each action of a turn."""
    at = table(int(name[0]))
    for before, seat, actions in turns(name):
        for n in range(len(actions)):
            yield view_of(at, before, seat, actions[:n], "1r1")


@pytest.mark.short
async def test_a_panel_is_read_at_a_glance() -> None:
    shown = [*panels("2 base"), *panels("4 all")]
    begun = sorted(words_of(turn) for turn in shown if not turn.prepared)
    every = sorted(map(words_of, shown))
    assert len(begun) > 100 and len(every) > 400
    assert begun[int(NEARLY_EVERY * len(begun))] <= START_OF_TURN, begun
    assert every[len(every) // 2] <= ANY_PANEL, every


async def test_hints_are_there_for_newcomers_alone() -> None:
    first = next(turn for turn in panels("2 base") if turn.kind == "turn")
    assert words_of(first, newcomer=True) > words_of(first) + 20
