"""How high calls and private panels are on a phone, measured in a browser where there is one."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from bot.engine.components import MODULES
from bot.scene import held_food_day, scene_of
from bot.tables import Confirmed, TurnView
from bot.tables.preparation import TURN_KIND
from bot.text.translation import ENGLISH, translator
from cogs.play.newcomers import Reason
from cogs.play.panel import offered_now, panel, spots, tiles_shown
from rendering import Picture, draw_choices, draw_food_day, draw_strip, draw_wheels
from tests.cogs import test_at_a_glance as channel
from tests.cogs.test_at_a_glance import panels
from tests.preview.phone import CHROMIUM, Shown, phone

NAMES = ("ana", "bob", "cleo", "dani", "eva")
CALL, FOOD_DAY, PANEL, HIGHEST_PANEL = 620, 900, 620, 700
HINT = Reason("wait", deeds=("place start",))
"""The longest one, with a number."""
EVERY = 12
"""One of so many panels is measured."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
]


def drawing() -> Callable[[Sequence[Confirmed]], Sequence[Picture]]:
    """What draws the pictures after these turns of one game: its board is of one size whatever lies
    on it, so it is drawn once."""
    board: list[Picture] = []

    def drawn(told: Sequence[Confirmed]) -> Sequence[Picture]:
        last, names = told[-1], NAMES[: len(told[-1].table.seats)]
        if not board:
            scene = scene_of(last.after, names, waiting=last.waiting, last_move=told)
            board.append(draw_wheels(scene, t=ENGLISH))
        day = held_food_day(told, names)
        card = [draw_food_day(day, t=ENGLISH)] if day else []
        return [*card, *board]

    return drawn


def with_picture(turn: TurnView, *, newcomer: bool = False) -> Shown:
    """A panel as it is shown, that of a newcomer with a hint at the start of a turn."""
    offered, names = offered_now(channel.T, turn), NAMES[: len(turn.table.seats)]
    found, tiles = spots(turn, offered), tiles_shown(turn, offered)
    picture = None
    if found:
        scene = scene_of(turn.position, names, waiting=[turn.seat])
        picture = draw_choices(scene, turn.seat, found, t=ENGLISH)
    elif tiles:
        picture = draw_strip(tiles, players=len(names), t=ENGLISH)
    hint = HINT if newcomer and turn.kind == TURN_KIND and not turn.prepared else None
    view = panel(channel.T, turn, offered=offered, drawn=picture, newcomer=newcomer, hint=hint)
    return view, [picture] if picture else []


def some_panels() -> Iterator[TurnView]:
    """Panels of games with and without the expansion."""
    for name in (f"{seats} {kind}" for seats in (2, 3, 4, 5) for kind in ("base", "all")):
        yield from [*panels(name)][::EVERY]


@pytest.mark.parametrize(
    ("seats", "modules"),
    [(2, ()), (3, ()), (4, ()), (4, MODULES), (5, MODULES)],
    ids=lambda one: str(one),
)
async def test_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: int, modules: tuple[str, ...]
) -> None:
    async with phone(tmp_path) as shown:
        monkeypatch.setattr(channel, "T", translator("en").with_icons(shown.icons))
        calls = [one for one in channel.calls(seats, modules, drawing()) if one[0] != "turn"]
        heights = await shown.measured([(view, pictures) for _, view, pictures in calls])
    for kind, most in (("round", CALL), ("food day", FOOD_DAY)):
        found = [high for high, call in zip(heights, calls, strict=True) if call[0] == kind]
        # the expansion brings more news, and the card and the board of five seats are higher
        more = 40 if modules and kind == "round" else 110 if seats == 5 else 0
        print(seats, len(modules), kind, sorted(found))  # with -s
        typical = max if kind == "food day" else statistics.median
        assert typical(found) <= most + more, sorted(found)


@pytest.mark.parametrize("newcomer", [False, True], ids=["experienced", "newcomer"])
async def test_panels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, newcomer: bool) -> None:
    async with phone(tmp_path) as shown:
        monkeypatch.setattr(channel, "T", translator("en").with_icons(shown.icons))
        found = [with_picture(turn, newcomer=newcomer) for turn in some_panels()]
        heights = await shown.measured(found)
    print(statistics.quantiles(heights, n=10)[4::4], max(heights))  # median, 90th, worst
    assert max(heights) <= (HIGHEST_PANEL if newcomer else PANEL), sorted(heights)
