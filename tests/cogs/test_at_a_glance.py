"""How much there is to read and to tap in whole games that computers play: in the channel, how
high its calls are on a phone, on the private panels, and from the call to the confirmed turn.

A word is what stands between blanks and has a letter: numbers, signs and icons are none. Counted
are the texts; what stands on buttons and menus is no text. The panels are those of a person who
has played before, with icons and with the picture wherever there is one. Taps are the fewest
that lead from the call through the panels to the same turn confirmed. To open a menu is a tap,
and to choose from it another one."""

import heapq
import itertools
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from math import ceil
from typing import Any

import pytest
from discord import ui

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.happenings import CalendarTurned, FoodDayEnded
from bot.tables import Confirmed, Table, TurnView
from bot.tables.preparation import TURN_KIND
from bot.text.choices_in_one_tap import ALL_WORKERS, all_workers, first_choices
from bot.text.translation import translator
from cogs.kit.buttons import apart
from cogs.kit.layout import packed
from cogs.play import newcomers
from cogs.play.panel import offered_now, panel, spots, tiles_shown
from cogs.telling.messages import Call, board_message, recap, turn_message
from rendering import Picture, emoji_images
from tests.cogs.driver import view_of
from tests.cogs.limits import ACTION_ROW, BUTTON, GALLERY, SEPARATOR, TEXT, components
from tests.cogs.test_panel import sent, table
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
    shown = MENTION.sub("somebody", ICON.sub("oo", line)).replace("*", "").replace("\u202f", "")
    printed = shown.lstrip("-# ")
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


def test_what_a_shortage_of_food_costs_is_told_in_the_last_rounds() -> None:
    """Before them the call says what to prepare for."""
    texts = [said(view) for _, view, _ in calls(4)]
    when = "in 2 rounds|after the next round"
    need = r": need \d+ corn, have \d+ \(\*\*−\d+ points\*\*\)"
    icon = "\u202f" + T.icons["corn"]
    plain = [one.replace(icon, " corn") for one in texts]
    lost = [re.search(f"Food day ({when}){need}", one) for one in plain]
    assert {one[1] for one in lost if one} == {*when.split("|")}
    prepare = [re.search(r"Food day in (\d) rounds: you need \d+.*? by then", one) for one in texts]
    assert {int(one[1]) for one in prepare if one} >= {3, 5, 7}


PLAIN = translator("en")
BOARD = Picture(bytes(16) + (640).to_bytes(4) + (557).to_bytes(4), "turn-1.png", "alt")
"""A picture as wide and high as that of a whole board, which makes menus of larger groups."""
PLACING, PICKING_UP = 2, 4
"""What half of the turns take at most."""
LONGEST_PLACING, LONG = 5, 8
"""What nearly every turn of placing takes at most, and of picking up."""
VERY_FEW = 0.03
"""The others place several workers after begging, pick up three and more, or build twice with all
that follows, and each choice in a menu is a tap more: menus keep panels as high as a phone."""


def turns_of_game(name: str) -> Iterator[tuple[Game, int, Sequence[str]]]:
    """The turns of a game: the game before, the seat, and what it does."""
    game, found = played(name)
    for seat, actions in found:
        before = game.copy()
        for action in actions:
            game.play(seat, action)
        if before.kind_asked(seat) == TURN_KIND:
            yield before, seat, actions


def pressed(
    view: ui.LayoutView, game: Game, seat: int, prepared: tuple[str, ...] = ()
) -> Iterator[tuple[int, tuple[str, ...], int]]:
    """What can be chosen on a message: how many taps it takes, what is prepared then, and how many
    actions of that the tap did, 0 for a step back."""
    body: Mapping[str, Any] = {"components": view.to_components()}
    for one in components(body):
        _, verb, *_, word = one.get("custom_id", ":open:::").split(":", 4)
        if verb == "all" or (verb == "first" and word == ALL_WORKERS):
            every = all_workers(PLAIN, game, seat)
            assert every is not None
            yield 1, (*prepared, *every.actions), len(every.actions)
        elif verb in ("do", "first") and one["type"] == BUTTON:
            yield 1, (*prepared, *apart(word)), len(apart(word))
        elif verb == "instead":
            last_tap, *paid = apart(word)
            until = max(n for n, action in enumerate(prepared) if action.startswith("pay "))
            yield 1, (*prepared[:until], *paid), int(last_tap)
        elif verb == "undo" and word != "all":
            yield 1, prepared[: -int(word)], 0
        elif verb == "more":
            ways = [option["value"].split(":", 4) for option in one["options"]]
            backs = [int(last) for _, way, *_, last in ways if way == "undo" and last != "all"]
            yield from ((2, prepared[:-back], 0) for back in backs)
        elif verb == "choose":
            for option in one["options"]:
                actions = apart(option["value"])
                yield 2, (*prepared, *actions), len(actions)


def can_be_mended(target: Counter[str], prepared: Sequence[str], tapped: int) -> bool:
    """Whether the last tap began as wanted and went on with another payment or action, which the
    panel offers to change."""
    kept, last = prepared[: len(prepared) - tapped], prepared[len(prepared) - tapped :]
    if tapped < 2 or Counter(kept) - target or (target - Counter(kept))[last[0]] == 0:
        return False
    nothing_wanted = (target - Counter(kept))["skip"] > 0
    wrong = {action.split()[0] for action in Counter(prepared) - target}
    return nothing_wanted or wrong <= {"do", "pay"}


def taps(at: Table, game: Game, seat: int, wanted: Sequence[str]) -> int | None:
    """The fewest taps from the call to the confirmed turn; None where no taps were found."""
    target = Counter(action for action in wanted if action != "end")
    call = Call([seat], TURN_KIND, first=first_choices(PLAIN, game, seat))
    begun = [(1, (), 0), *pressed(turn_message(PLAIN, at, game.snapshot(), call), game, seat)]
    ways = list[tuple[int, int, int, tuple[str, ...], int]]()
    seen, tried = set[tuple[object, ...]](), itertools.count()

    def try_later(count: int, prepared: tuple[str, ...], tapped: int) -> None:
        """What is not the turn yet takes another tap at least: so the turn is tried before."""
        at_least = count + (Counter(prepared) != target)
        heapq.heappush(ways, (at_least, -count, next(tried), prepared, tapped))

    for one in begun:
        try_later(*one)
    while ways:
        _, less, _, prepared, tapped = heapq.heappop(ways)
        count = -less
        missed = bool(Counter(prepared) - target)
        key = (tapped if missed else 0, *sorted(prepared))
        if key in seen or (missed and not can_be_mended(target, prepared, tapped)):
            continue
        seen.add(key)
        view = view_of(at, game, seat, prepared, "1r1")
        if Counter(prepared) == target and view.can_confirm:
            return count + 1
        offered = offered_now(PLAIN, view)
        drawn = BOARD if spots(view, offered) or tiles_shown(view, offered) else None
        shown = panel(PLAIN, view, tapped=tapped, offered=offered, drawn=drawn)
        for more, then, new in pressed(shown, view.game, seat, prepared):
            if not missed or len(then) <= len(prepared):
                try_later(count + more, then, new)
    return None


def check_taps(games: Sequence[str], every: int = 1) -> None:
    """The taps of one in so many turns of these games stay within what is wanted."""
    placing, picking_up, not_found = list[int](), list[int](), list[Sequence[str]]()
    for name in games:
        for before, seat, actions in islice(turns_of_game(name), 0, None, every):
            at = table(len(before.snapshot().players))
            count = taps(at, before, seat, actions)
            if count is None:
                not_found.append(actions)
            else:
                picks = any(action.startswith("pick ") for action in actions)
                asked_which_temple = "beg" in actions  # takes a tap of its own
                (picking_up if picks else placing).append(count - asked_which_temple)
    assert len(placing) > 40 / every and len(picking_up) > 30 / every
    assert statistics.median(placing) <= PLACING, Counter(placing)
    assert statistics.median(picking_up) <= PICKING_UP, Counter(picking_up)
    for found, most in ((placing, LONGEST_PLACING), (picking_up, LONG)):
        assert sum(count > most for count in found) <= ceil(VERY_FEW * len(found)), Counter(found)
    assert len(not_found) <= 1, not_found


@pytest.mark.short
async def test_taps_of_two_games() -> None:
    check_taps(["2 base", "2 all"], 2)


@pytest.mark.long
async def test_taps_of_more_games() -> None:
    check_taps([f"{seats} {kind}" for seats in (2, 3, 4, 5) for kind in ("base", "all")])


NEWCOMERS, OTHERS = 45, 40
"""The most words on any panel."""
EMOJI = re.compile(r"<:\w+:\d+>")
DRAWN = Picture(b"", "turn-1.png", "alt")


def words_of(
    turn: TurnView, *, newcomer: bool = False, hint: newcomers.Reason | None = None
) -> int:
    """The words of the texts on this panel."""
    offered = offered_now(T, turn)
    drawn = DRAWN if spots(turn, offered) else None
    shown = panel(T, turn, offered=offered, drawn=drawn, newcomer=newcomer, hint=hint)
    texts = (one["content"] for one in components(sent(shown)) if one["type"] == TEXT)
    said = EMOJI.sub(" ", " ".join(texts)).split()
    return sum(any(map(str.isalpha, word)) for word in said)


def panels(name: str, every: int = 1) -> Iterator[TurnView]:
    """The panels of a game that was played, one after each action of a turn; those of one turn of
    so many."""
    at = table(int(name[0]))
    for before, seat, actions in islice(turns_of_game(name), 0, None, every):
        for n in range(len(actions)):
            yield view_of(at, before, seat, actions[:n], "1r1")


@pytest.mark.parametrize(("name", "places"), [("3 base", 6), ("4 all", 7)])
def test_a_number_means_one_place_in_the_whole_game_and_one_worker_in_the_whole_turn(
    name: str, places: int
) -> None:
    gears, workers = dict[int, str](), dict[int, tuple[str, int]]()
    for turn in panels(name):
        workers = workers if turn.prepared else {}
        for spot in spots(turn, offered_now(T, turn)):
            if spot.picks:
                where = (spot.place, spot.space)
                assert workers.setdefault(spot.number, where) == where
                assert spot.number > places
            else:
                assert gears.setdefault(spot.number, spot.place) == spot.place
    assert {*gears} == {*range(1, places + 1)}


@pytest.mark.parametrize(
    "every", [pytest.param(1, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.short)]
)
async def test_a_panel_is_read_at_a_glance(every: int) -> None:
    """Also with the longest hint."""
    longest = max(newcomers.SENTENCES, key=lambda kind: count(newcomers.SENTENCES[kind]))
    hint = newcomers.Reason(longest, numbers=(("corn", 5),), deeds=("place start",))
    games = [*panels("2 base", every), *panels("4 all", every)]
    assert len(games) > 400 / every
    for turn in games:
        told = hint if turn.kind == TURN_KIND and not turn.prepared else None
        assert words_of(turn) <= OTHERS, turn.stamp
        assert words_of(turn, newcomer=True, hint=told) <= NEWCOMERS, turn.stamp


def test_a_newcomers_panel_repeats_nothing_and_others_have_no_hint() -> None:
    first = next(turn for turn in panels("2 base") if turn.kind == "turn")
    assert words_of(first, newcomer=True) == words_of(first)
