"""How much there is to read in a game's channel, and how high its calls are on a phone, in a game
that computers have played."""

import re
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import ceil
from typing import Any

import pytest
from discord import ui

from bot.engine.components import MODULES
from bot.engine.happenings import CalendarTurned, FoodDayEnded
from bot.tables import Confirmed
from bot.tables.preparation import TURN_KIND
from bot.text.choices_in_one_tap import first_choices
from bot.text.translation import translator
from cogs.kit.layout import packed
from cogs.telling.messages import Call, board_message, recap, turn_message
from rendering import Picture, emoji_images
from tests.cogs.limits import ACTION_ROW, BUTTON, GALLERY, SEPARATOR, TEXT, components
from tests.cogs.test_panel import table
from tests.played import played

T = translator("en").with_icons({name: f"<:{name}:1>" for name in emoji_images()})
ICON, MENTION = re.compile(r"<:\w+:\d+>"), re.compile(r"<[@t/][^>]*>")
# What follows are pixels of a phone 390 pixels wide, as a browser shows the preview's page there
# (tests/preview/phone.py measures them).
BOARDS, CARDS = {2: 264, 3: 278, 4: 291, 5: 323}, {2: 130, 3: 172, 4: 214, 5: 255}
"""The heights of the board and of a food day's card, by the number of seats."""
LINES = {"## ": (28, 28), "###": (24, 34), "-# ": (21, 38)}
LINE = (22, 36)
"""The height of a line, by how it begins, and how many letters it has."""
AROUND, BESIDE_PICTURE, BESIDE_LINE, BESIDE_ROW = 38, 8, 17, 6
"""What the card and its parts have around them."""
BUTTONS, GAP, MENU = 32, 8, 40
"""The height of a row of buttons, what is between two, and the height of a menu."""


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


def height(view: ui.LayoutView, seats: int) -> int:
    """About how many pixels of a phone a message takes."""
    found, pictures = AROUND, 0
    for part in parts(view):
        if part["type"] == GALLERY:
            pictures += 1
            found += BESIDE_PICTURE
        elif part["type"] == SEPARATOR:
            found += BESIDE_LINE
        elif part["type"] == ACTION_ROW:
            found += BESIDE_ROW + height_of_row(part["components"])
        elif part["type"] == TEXT:
            found += sum(map(height_of, part["content"].split("\n")))
    return found + (0, BOARDS[seats], BOARDS[seats] + CARDS[seats])[pictures]


def height_of(line: str) -> int:
    """The same for a line of text."""
    high, letters = LINES.get(line[:3], LINE)
    printed = MENTION.sub("somebody", ICON.sub("oo", line)).replace("*", "").lstrip("-# ")
    return high * max(1, ceil(len(printed) / letters))


def height_of_row(components: Sequence[Mapping[str, Any]]) -> int:
    """The same for a row: a menu, or buttons in as many rows as there is room for."""
    if components[0]["type"] != BUTTON:
        return MENU
    buttons = [
        ui.Button[Any](label=one.get("label"), emoji="🌽" if one.get("emoji") else None)
        for one in components
    ]
    rows = len(packed(buttons))
    return BUTTONS * rows + GAP * (rows - 1)


@cache
def turns(players: int, modules: tuple[str, ...] = ()) -> Sequence[Confirmed]:
    """All turns of a game that was played, those in which tiles are chosen left out."""
    game, every = played(f"{players} {'all' if modules else 'base'}")
    found = list[Confirmed]()
    for seat, answers in every:
        before = game.snapshot()
        steps = [game.step(seat, answer) for answer in answers]
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
        day_held = any(one.food_day for one in told)
        lines = recap(T.for_message(), told, brief=day_held)
        if not turn.new_round:
            yield "turn", turn_message(T, turn.table, turn.after, call, lines=lines), ()
            continue
        pictures = draw(told)
        yield (
            "food day" if day_held else "round",
            board_message(
                T, turn.table, turn.after, pictures,
                waiting=turn.waiting, lines=lines, call=call, food_day=day_held,
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


@pytest.mark.parametrize(
    ("seats", "modules"), [(2, ()), (3, ()), (4, ()), (5, ()), (4, MODULES), (5, MODULES)]
)
def test_a_call_fits_the_screen_of_a_phone(seats: int, modules: tuple[str, ...]) -> None:
    found: dict[str, list[int]] = {"turn": [], "round": [], "food day": []}
    for kind, view, _ in calls(seats, modules):
        found[kind].append(height(view, seats))
    assert statistics.median(found["turn"]) <= 400
    # Five lines about turns and five below the board leave no room for choices.
    assert statistics.median(found["round"]) <= (620 if seats < 5 else 660), found["round"]
    assert len(found["food day"]) == 3
    # The card and the board of five seats are higher.
    assert max(found["food day"]) <= (900 if seats < 5 else 1010), found["food day"]


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
        re.search(r"Food day in \d rounds?: need \d+, have \d+ \(\*\*−\d+ points\*\*\)", one)
        for one in texts
    )
