"""How much there is to read in a game's channel, and how high its calls are on a phone, in a game
that computers have played."""

import re
import statistics
from collections.abc import Iterator, Mapping, Sequence
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


def calls(players: int, modules: tuple[str, ...] = ()) -> Iterator[tuple[str, ui.LayoutView]]:
    """The messages of a game that call somebody, each with what it brings: "round" for the board,
    "food day" for that after one, or "turn"."""
    picture, told = Picture("wheels-1.png", b"", "alt"), list[Confirmed]()
    for turn in turns(players, modules):
        told.append(turn)
        if turn.asked != TURN_KIND:
            continue
        [seat] = turn.waiting
        call = Call([seat], TURN_KIND, first=first_choices(T, turn.game, seat))
        lines = recap(T.for_message(), told)
        if not turn.new_round:
            yield "turn", turn_message(T, turn.table, turn.after, call, lines=lines)
            continue
        food_day = any(one.food_day for one in told)
        shown = board_message(
            T, turn.table, turn.after, [picture] , waiting=turn.waiting, lines=lines, call=call, food_day=food_day
        )  # fmt: skip
        yield "food day" if food_day else "round", shown
        told.clear()


OLD = 0


def test_x() -> None:
    for players, modules in ((2, ()), (4, ()), (4, MODULES), (5, MODULES)):
        words = [count(recap(T.for_message(), [turn])[0]) for turn in turns(players, modules)]
        print(
            players,
            bool(modules),
            "turn",
            statistics.median(words),
            sorted(words)[len(words) * 9 // 10],
        )
        found = [*calls(players, modules)]
        for kind in ("round", "food day", "turn"):
            heights = sorted(height(v) for k, v in found if k == kind)
            ws = sorted(count(said(v)) for k, v in found if k == kind)
            print(
                "  ",
                kind,
                len(ws),
                "words",
                statistics.median(ws),
                ws[len(ws) * 9 // 10],
                "height",
                statistics.median(heights),
                heights[len(heights) * 9 // 10],
                heights[-1],
            )
        pics = sorted(height(v) for k, v in found if k != "turn")
        print("   with board", statistics.median(pics))
