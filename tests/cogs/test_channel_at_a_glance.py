"""How much there is to read in a game's channel, and how high its calls are on a phone, in a game
that computers have played."""

import re
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import ceil
from typing import Any

from discord import ui

from bot.engine import Game, Step
from bot.engine.board import MODULES
from bot.engine.happenings import CalendarTurned, FoodDayEnded
from bot.tables import Confirmed
from bot.tables.preparation import TURN_KIND
from bot.text.answer_preview import width
from bot.text.choices_in_one_tap import first_choices
from bot.text.translation import translator
from cogs.telling.messages import Call, board_message, recap, turn_message
from rendering import Picture, emoji_images
from tests.ai.plain.playing import computer
from tests.cogs.limits import ACTION_ROW, BUTTON, GALLERY, SEPARATOR, TEXT, components
from tests.cogs.test_panel import table

T = translator("en").with_icons({name: f"<:{name}:1>" for name in emoji_images()})
ICON, MENTION = re.compile(r"<:\w+:\d+>"), re.compile(r"<[@t/][^>]*>")
PICTURE = 290
"""The height of a picture in pixels of a phone 390 pixels wide."""
LINES = {"## ": (32, 28), "###": (26, 34), "-# ": (17, 42)}
LINE = (20, 36)
"""The height of a line, by how it begins, and how many letters it has."""
BUTTONS, GAP = 48, 8
ROW, AROUND, ICON_WIDE = 39, 5, 3
"""How many letters wide a row of buttons is, what is around a label, and an icon: three buttons of
at most 8 letters with their icon stand side by side."""


def count(text: str) -> int:
    """How many words and numbers are read: a mention is one, an icon or an arrow none."""
    said = MENTION.sub("somebody", ICON.sub(" ", text)).split()
    return sum(any(sign.isalnum() for sign in word) for word in said)


def parts(view: ui.LayoutView) -> Iterator[Mapping[str, Any]]:
    """What stands one below the other in a message."""
    body = {"components": view.to_components()}
    return (one for one in components(body) if one["type"] != BUTTON)


def said(view: ui.LayoutView) -> str:
    """All texts of a message."""
    return "\n".join(one["content"] for one in parts(view) if one["type"] == TEXT)


def height(view: ui.LayoutView) -> int:
    """About how many pixels of a phone a message takes."""
    found = 0
    for part in parts(view):
        if part["type"] == GALLERY:
            found += PICTURE * len(part["items"])
        elif part["type"] == SEPARATOR:
            found += 2 * GAP if part.get("divider", True) else GAP
        elif part["type"] == ACTION_ROW:
            found += BUTTONS * rows_of(part["components"])
        elif part["type"] == TEXT:
            found += sum(map(height_of, part["content"].split("\n")))
    return found


def height_of(line: str) -> int:
    """The same for a line of text."""
    high, letters = LINES.get(line[:3], LINE)
    printed = MENTION.sub("somebody", ICON.sub("oo", line)).replace("*", "").lstrip("-# ")
    return high * max(1, ceil(len(printed) / letters))


def rows_of(buttons: Sequence[Mapping[str, Any]]) -> int:
    """In how many rows a phone shows the buttons of one."""
    rows = left = 0
    for one in buttons:
        wide = width(one.get("label") or "") + ICON_WIDE * bool(one.get("emoji")) + AROUND
        if wide > left:
            rows, left = rows + 1, ROW
        left -= wide
    return rows


@cache
def turns(players: int, modules: tuple[str, ...] = ()) -> Sequence[Confirmed]:
    """All turns of a game of computers, those in which they choose their tiles left out."""
    game, found = Game.new(players, modules=modules, seed=3), list[Confirmed]()
    while game.pending:
        seat, kind = game.pending[0].seat, game.pending[0].kind
        before, steps = game.snapshot(), list[Step]()
        while not steps or (kind == TURN_KIND and not game.turn_over(seat)):
            asked = next(one for one in game.pending if one.seat == seat)
            steps.append(game.step(seat, computer(game, asked)))
        if before.phase == "keep":
            continue
        kinds = {type(happening) for step in steps for happening in step.happenings}
        found.append(
            Confirmed(
                table(players), seat, tuple(step.action for step in steps), before, game.snapshot(),
                game.copy(), tuple(steps), CalendarTurned in kinds and not game.finished,
                FoodDayEnded in kinds, game.finished, tuple(one.seat for one in game.pending),
                None, game.pending[0].kind if game.pending else None,
            )
        )  # fmt: skip
    return found


Draw = Callable[[Sequence[Confirmed]], Sequence[Picture]]
"""Gives the pictures of a board after these turns."""


def nothing_drawn(told: Sequence[Confirmed]) -> Sequence[Picture]:
    """Pictures without anything on them, as many as a board has after these turns."""
    names = ["wheels.png", "food-day.png"][: 1 + any(one.food_day for one in told)]
    return [Picture(b"", name, "alt") for name in names]


def calls(
    players: int, modules: tuple[str, ...] = (), draw: Draw = nothing_drawn
) -> Iterator[tuple[str, ui.LayoutView, Sequence[Picture]]]:
    """The messages of a game that call somebody, with their pictures, each with what it brings:
    "round" for the board, "food day" for that after one, or "turn"."""
    told = list[Confirmed]()
    for turn in turns(players, modules):
        told.append(turn)
        if turn.asked != TURN_KIND:
            continue
        [seat] = turn.waiting
        call = Call([seat], TURN_KIND, first=first_choices(T, turn.game, seat))
        lines = recap(T.for_message(), told)
        if not turn.new_round:
            yield "turn", turn_message(T, turn.table, turn.after, call, lines=lines), ()
            continue
        food_day, pictures = any(one.food_day for one in told), draw(told)
        yield (
            "food day" if food_day else "round",
            board_message(
                T, turn.table, turn.after, pictures,
                waiting=turn.waiting, lines=lines, call=call, food_day=food_day,
            ),
            pictures,
        )  # fmt: skip
        told.clear()


def test_a_recap_is_told_in_few_words() -> None:
    for modules in ((), MODULES):
        told = [count(recap(T.for_message(), [turn])[0]) for turn in turns(4, modules)]
        assert len(told) > 80
        assert statistics.median(told) <= 10
        told = [count(said(view)) for kind, view, _ in calls(4, modules) if kind == "round"]
        assert len(told) > 20
        assert statistics.median(told) <= 60


def test_a_call_fits_the_screen_of_a_phone() -> None:
    for players, modules, most in ((2, (), 620), (4, (), 670), (4, MODULES, 670)):
        heights = [height(view) for kind, view, _ in calls(players, modules) if kind == "round"]
        assert statistics.median(heights) <= most
    for players in (2, 4):
        heights = [height(view) for kind, view, _ in calls(players) if kind == "food day"]
        assert len(heights) == 3 and statistics.median(heights) <= 900


def test_a_call_has_the_picture_first_and_the_buttons_last() -> None:
    for _, view, _ in calls(4, MODULES):
        kinds = [one["type"] for one in parts(view) if one["type"] in (TEXT, GALLERY, ACTION_ROW)]
        buttons = kinds.index(ACTION_ROW)
        assert kinds[buttons:] == [ACTION_ROW] * (len(kinds) - buttons)
        assert kinds[buttons - 1] == TEXT
        assert GALLERY not in kinds or kinds.index(GALLERY) <= 1


def test_what_a_shortage_of_food_costs_is_marked() -> None:
    texts = [said(view) for _, view, _ in calls(4)]
    assert any(
        re.search(r"Food day in \d: need \d+, have \d+ \(\*\*−\d+ points\*\*\)", one)
        for one in texts
    )
