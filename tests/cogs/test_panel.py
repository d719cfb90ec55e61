"""The private panel and the private pages: for every decision of random games, with the picture
whose numbers its buttons have, and with what each choice takes."""

import asyncio
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

import discord
import pytest
from discord import ui
from simcord import ResponseMessage

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.happenings import GoodsChanged, PointsChanged, TempleMoved
from bot.engine.position import Position
from bot.model.server import LANGUAGES
from bot.store import stats
from bot.tables import Options, PersonSettings, Seat, ServerSettings, Table, TurnView, practice
from bot.text.choices_in_one_tap import all_workers, first_choices, one_tap_choices
from bot.text.names import space_name, temple_name
from bot.text.seats import GOODS
from bot.text.translation import Translations, translator
from cogs.kit.buttons import apart
from cogs.looking.board import mine_lines
from cogs.play import newcomers, shown
from cogs.play.panel import explain_view, offered_now, panel, spots, tiles_shown
from cogs.telling.messages import Call, recap, turn_message
from rendering import Picture, Superseded, emoji_images
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    ask,
    begin_game,
    helpful,
    labels,
    last_turn_message,
    offered,
    open_panel,
    pinged,
    press,
    raw,
    select_id,
    view_of,
    with_id,
    words,
)
from tests.cogs.limits import BUTTON, GALLERY, TEXT, check_message, components
from tests.engine.scenario import start
from tests.tables.acts import set_person_settings
from tests.text.test_numbers_said import said

T = translator("en")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def table(players: int) -> Table:
    holders = tuple(Seat(n, 100 + n, f"person {n}") for n in range(players))
    return Table(2**40, 2**60, 2**60, "playing", 100, holders, Options(), 0, 2**60, None, NOW, NOW)


def turns(players: int, seed: int) -> Iterator[TurnView]:
    """Every state of every turn in preparation of a random game."""
    chance, game = random.Random(seed), Game.new(players, seed=seed)
    while not game.finished:
        seat = game.pending[0].seat
        before, prepared, ended = game.copy(), [], False
        while not ended:
            kind = next(d.kind for d in game.pending if d.seat == seat)
            legal = game.legal(seat)
            yield TurnView(
                table(players), seat, kind, tuple(legal), tuple(prepared), game.snapshot(),
                "a" * 12, "end" in legal, game.copy(), before,
            )  # fmt: skip
            stop = "end" in legal and chance.random() < 0.4
            action = "end" if stop else chance.choice(legal)
            game.play(seat, action)
            prepared.append(action)
            ended = action == "end" or kind in ("keep", "calendar")


def sent(view: ui.LayoutView) -> Mapping[str, Any]:
    return {"components": view.to_components()}


@pytest.mark.parametrize(
    ("players", "seeds"),
    [
        pytest.param(2, (2,), marks=pytest.mark.short),
        pytest.param(4, (1,), marks=pytest.mark.short),
        *(pytest.param(players, (0, 1, 2), marks=pytest.mark.long) for players in (2, 3, 4)),
    ],
)
async def test_panels_keep_the_limits(players: int, seeds: Sequence[int]) -> None:
    kinds = set()
    for seed in seeds:
        for turn in turns(players, seed):
            kinds.add(turn.kind)
            body = sent(panel(T, turn, notice="Read this."))
            check_message(body)
            said = "\n".join(c["content"] for c in components(body) if c["type"] == TEXT)
            if turn.kind != "keep":
                assert f"**Round {turn.position.round}**" in said
                assert ("**So far**" in said) == bool(turn.prepared)
                offered = str(body)
                for action in turn.legal:
                    assert action in offered or action == "end"
    assert {"turn", "place", "pick", "action", "pay", "tech", "build", "up", "trade"} <= kinds


async def test_a_crowd_of_choices_becomes_selects() -> None:
    """Other kinds and longer lists, as the expansion will bring, still fit."""
    before = next(iter(turns(2, 1))).begun
    for seat in (0, 1):
        before.play(seat, before.legal(seat)[0])

    class Many:
        """A game that offers very much."""

        def __getattr__(self, name: str) -> Any:
            return getattr(before, name)

        def legal(self, seat: int | None = None) -> list[str]:
            return [f"dance {n} times around the idol of tribe {n}" for n in range(25)]

        def copy(self) -> Any:
            class Copy:
                pending = ()

                def kind_asked(self, seat: int) -> None:
                    return None

                def play(self, seat: int, action: str, listener: Any) -> None:
                    pass

                def snapshot(self) -> Position:
                    return before.snapshot()

            return Copy()

    seat = before.pending[0].seat
    many: Any = Many()
    turn = TurnView(
        table(2), seat, "dance", tuple(many.legal()), (), before.snapshot(),
        "a1", False, many, before,
    )  # fmt: skip
    body = sent(panel(T, turn))
    check_message(body)
    options = next(c for c in components(body) if c["type"] == 3)["options"]
    assert len(options) == 25
    assert options[0]["label"].startswith("dance 0 times")


@pytest.mark.parametrize(
    "games", [pytest.param(2, marks=pytest.mark.short), pytest.param(6, marks=pytest.mark.long)]
)
async def test_what_is_mine_fits_into_a_message_to_the_end(games: int) -> None:
    longest = 0
    for seed in range(games):
        for turn in turns(4, seed):
            for seat in range(4):
                longest = max(longest, len("\n".join(mine_lines(T, turn.position, seat))))
    assert 500 < longest < 4000


def test_no_turns_no_recap() -> None:
    assert recap(T, []) == []


async def begin(room: Room) -> Any:
    """A game in which the first turn begins; the person whose turn it is."""
    await begin_game(room.channel, room.people[:2])
    return with_id(room.people, pinged(room.channel)[0])


def alt_of(panel: ResponseMessage) -> str | None:
    """The alt text of a panel's picture; None without one."""
    found = [item for one in raw(panel) if one["type"] == GALLERY for item in one["items"]]
    return found[0]["description"] if found else None


@pytest.mark.english
@pytest.mark.drawn
async def test_buttons_have_the_numbers_of_the_picture(room: Room) -> None:
    asked = await begin(room)
    panel = await open_panel(asked, room.channel)
    assert raw(panel)[1]["type"] == GALLERY, "the picture comes first"
    alt = alt_of(panel)
    assert alt is not None and "1: Palenque 0, Free" in alt
    assert labels(panel)[0] == "1 · free"
    named = [re.fullmatch(r"\d · (free|[−+]\d🌽)", label) for label in labels(panel)[:6]]
    assert all(named), labels(panel)
    panel = await press(asked, panel, "place palenque")
    alt = alt_of(panel)
    assert alt is not None and "1: Palenque 1, −2 corn" in alt
    assert "1 · −2🌽" in labels(panel)
    done = answer(await asked.click(panel, label="Confirm"))
    assert "Turn confirmed" in words(done) and alt_of(done) is None


@pytest.mark.english
@pytest.mark.drawn
async def test_who_wants_words_has_no_picture(room: Room) -> None:
    asked = await begin(room)
    await set_person_settings(room.bot.tables, asked.id, PersonSettings(pictures=False))
    panel = await open_panel(asked, room.channel)
    assert alt_of(panel) is None
    assert "Free · Palenque 0" in labels(panel)


@pytest.mark.english
@pytest.mark.drawn
@pytest.mark.parametrize(
    ("error", "logged"),
    [(RuntimeError("no picture"), True), (Superseded(), False)],
    ids=["a fault", "the program ends"],
)
async def test_without_its_picture_a_panel_has_words(
    room: Room, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    error: Exception, logged: bool,
) -> None:  # fmt: skip
    def fail(*_: object, **__: object) -> None:
        raise error

    asked = await begin(room)
    first = await open_panel(asked, room.channel)
    monkeypatch.setattr(shown, "draw_choices", fail)
    panel = await press(asked, first, "place palenque")
    assert alt_of(panel) is None, "the picture before is gone, too"
    assert "−1 corn · Tikal 0" in labels(panel)
    assert ("picture of a panel" in capsys.readouterr().out) == logged


class Slow:
    """Drawing of which each picture waits until it is let go."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go_on, self._env = asyncio.Event(), room.env
        self._draw = room.bot.pool.draw
        monkeypatch.setattr(room.bot.pool, "draw", self)
        monkeypatch.setattr(shown, "IN_TIME", 0.0)

    async def __call__(self, *args: Any, **named: Any) -> Any:
        await self._env.external_wait(self.go_on.wait(), reason="drawing is slow")
        return await self._draw(*args, **named)


def now(room: Room, panel: ResponseMessage) -> str:
    """The components of the panel as it stands now."""
    return str(room.env.backend.get_message(panel.channel_id, panel.id).components)


@pytest.mark.english
@pytest.mark.drawn
async def test_a_picture_that_is_late_follows(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel is there at once, in words, and can be pressed."""
    asked, slow = await begin(room), Slow(room, monkeypatch)
    panel = await open_panel(asked, room.channel)
    assert alt_of(panel) is None and "Free · Palenque 0" in labels(panel)
    slow.go_on.set()
    await room.env.settle()
    assert "1: Palenque 0, Free" in now(room, panel)
    panel = await press(asked, panel, "place palenque")
    slow.go_on.clear()
    panel = await press(asked, panel, "place palenque")
    assert alt_of(panel) is None, "the picture before is gone"
    slow.go_on.set()
    await room.env.settle()
    assert "'media'" in now(room, panel)


@pytest.mark.english
@pytest.mark.drawn
async def test_a_late_picture_does_not_undo_a_press(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, slow = await begin(room), Slow(room, monkeypatch)
    panel = await press(asked, await open_panel(asked, room.channel), "place palenque")
    assert "−1 corn · Tikal 0" in labels(panel), "a picture that never comes keeps nobody waiting"
    done = answer(await asked.click(panel, label="Confirm"))
    assert "Turn confirmed" in words(done)
    slow.go_on.set()
    await room.env.settle()
    assert "Turn confirmed" in now(room, panel)
    assert room.env.errors == []


@pytest.mark.english
@pytest.mark.drawn
async def test_a_picture_that_comes_while_the_panel_is_sent_follows(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, drawing = await begin(room), room.bot.pool.draw

    async def soon(*args: Any, **named: Any) -> Any:
        await room.env.external_wait(shown_in_words.wait(), reason="drawing is slow")
        return await drawing(*args, **named)

    shown_in_words = asyncio.Event()
    send = discord.InteractionResponse.send_message

    async def sent(self: Any, *args: Any, **what: Any) -> Any:
        answered = await send(self, *args, **what)
        shown_in_words.set()
        await asyncio.sleep(0.5)  # the answer of Discord takes longer than the picture
        return answered

    monkeypatch.setattr(room.bot.pool, "draw", soon)
    monkeypatch.setattr(shown, "IN_TIME", 0.0)
    monkeypatch.setattr(discord.InteractionResponse, "send_message", sent)
    panel = await open_panel(asked, room.channel)
    assert "1: Palenque 0, Free" in now(room, panel)


@pytest.mark.english
@pytest.mark.drawn
async def test_a_press_beside_the_panel_keeps_its_picture(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who looks at something else meanwhile still gets the picture."""
    asked, slow = await begin(room), Slow(room, monkeypatch)
    panel = await open_panel(asked, room.channel)
    await asked.slash(room.channel, "board", show="in words")
    slow.go_on.set()
    await room.env.settle()
    assert "1: Palenque 0, Free" in now(room, panel)


@pytest.mark.english
@pytest.mark.drawn
async def test_a_panel_left_over_loses_its_buttons(room: Room) -> None:
    asked = await begin(room)
    panels = [await open_panel(asked, room.channel) for _ in range(2)]
    assert all(offered(one) for one in panels)
    newest = await press(asked, panels[1], "place palenque")
    left = room.env.backend.get_message(panels[0].channel_id, panels[0].id)
    assert "goes on" in str(left.components) and "tz:" not in str(left.components)
    done = answer(await asked.click(newest, label="Confirm"))
    assert "Turn confirmed" in words(done)


@pytest.mark.english
@pytest.mark.drawn
async def test_a_command_closes_the_panel(room: Room) -> None:
    asked = await begin(room)
    panel = await open_panel(asked, room.channel)
    await asked.slash(room.channel, "move", turn="place tikal; end")
    left = room.env.backend.get_message(panel.channel_id, panel.id)
    assert "tz:" not in str(left.components)


@pytest.mark.english
@pytest.mark.drawn
async def test_a_newcomer_is_looked_up_once_a_turn(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> int:
        raise AssertionError("looked up again")

    asked = await begin(room)
    panel = await open_panel(asked, room.channel)
    monkeypatch.setattr(stats, "games_of", fail)
    panel = await press(asked, panel, "place palenque")
    assert "Confirm" in labels(panel)


@pytest.mark.english
@pytest.mark.drawn
async def test_help_is_in_one_menu(room: Room) -> None:
    asked = await begin(room)
    panel = await open_panel(asked, room.channel)
    known = ["Hint", "Explain", "Why not?", "What I have", "Board", "Icons"]
    assert [*helpful(panel)] == known
    menu = select_id(panel, "more")
    told = await ask(asked, panel, "What I have")
    assert told.ephemeral and "What you have" in words(told)
    await room.env.settle()
    assert select_id(panel, "more") != menu, "a menu with other ids shows its name again"
    assert [*helpful(panel)] == known
    assert (await ask(asked, panel, "Board")).ephemeral
    await room.env.settle()
    assert select_id(panel, "more") == menu
    panel = await press(asked, panel, "place palenque")
    assert "Confirm" in labels(panel)


def test_an_entry_of_a_menu_says_nothing_twice() -> None:
    seen = 0
    for view in begun_turns():
        body = sent(panel(T, view, drawn=DRAWN))
        for menu in components(body):
            for one in menu.get("options", ()):
                said = (one.get("description") or "").split(", ")
                assert not all(piece in one["label"] for piece in said if piece) or said == [""]
                seen += 1
    assert seen > 100


def test_a_worker_without_a_harvest_says_why() -> None:
    """In the menu, and above the question what it does instead."""
    changes = {"gears.palenque.2": 0, "jungle.2.corn": 0, "jungle.2.wood": 0, "players.0.corn": 3}
    game = start(changes).game
    why = "Palenque 2 has no corn left"
    for prepared in ((), ("pick palenque 2",)):
        view = view_of(table(2), game, 0, prepared, "1r1")
        assert why in str(sent(panel(T, view, drawn=DRAWN if not prepared else None)))
    there = view_of(table(2), start({**changes, "jungle.2.corn": 1}).game, 0, (), "1r1")
    assert why not in str(sent(panel(T, there, drawn=DRAWN)))


def test_the_button_of_a_turn_is_green_and_of_a_pick_up_has_its_arrow() -> None:
    t, seen = T.with_icons(ICONS), 0
    for view in begun_turns():
        first = first_choices(t, view.game, view.seat)
        call = Call([view.seat], "turn", first=first)
        for one in components(sent(turn_message(t, view.table, view.position, call))):
            custom_id, label = one.get("custom_id", ""), one.get("label") or ""
            if custom_id.startswith("tz:openturn"):
                assert one["style"] == discord.ButtonStyle.success.value
            if ":pick " in custom_id and ":first:" in custom_id:
                assert label.startswith("← ")
                seen += 1
            assert not label.startswith("→") and label != "…"
    assert seen > 5


@pytest.mark.english
@pytest.mark.drawn
async def test_a_newcomers_hint_is_shown_once_and_then_explained(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thought of while the person is called; on the first panel of the turn."""
    room.bot.thinks_of_hints = True
    asked = await begin(room)
    await room.env.settle()
    panel = await open_panel(asked, room.channel)
    [hint] = [line for line in words(panel).split("\n") if line.startswith("💡")]
    numbers, _, hint = hint.removeprefix("💡 ").partition(" · ")
    assert numbers == "1"  # as on the picture and on the button
    assert hint.startswith("Place a worker on Palenque: it is good for ")
    panel = await press(asked, panel, "place palenque")
    assert "💡" not in words(panel)
    told = await ask(asked, panel, "Explain")
    assert told.ephemeral and f"💡 {hint}" in words(told)
    again = await open_panel(asked, room.channel)
    assert "💡" not in words(again)

    monkeypatch.setattr(practice, "GAMES_OF_NEWCOMERS", 0)
    assert await room.bot.newcomers.sees(1, asked.id)  # to the end of the game
    room.bot.panels.clear()  # as in the next turn
    room.bot.hints.clear()
    room.bot.newcomers = practice.Newcomers(room.bot.tables)
    await newcomers.think_of_hint(room.bot, 1, asked.id)
    assert not room.bot.hints
    assert "💡" not in words(await open_panel(asked, room.channel))


def test_what_is_explained_stands_once_and_line_by_line_with_the_buttons_numbers() -> None:
    view = next(one for one in begun_turns() if both_possible(one))
    lines = words_of(explain_view(T, view, newcomers.BOTH))
    assert sum("but not both in one turn" in line for line in lines) == 1
    numbers = {(one.place, one.picks): one.number for one in spots(view, offered_now(T, view))}
    assert f"{numbers['palenque', False]} · Palenque: corn and wood" in lines
    assert f"{numbers['tikal', False]} · Tikal: technology, buildings, temples" in lines
    [(gear, space), *_] = view.position.workers_of(view.seat)
    number = f"{numbers[gear, True]} · {space_name(T, gear, space)}: "
    assert any(line.startswith(number) for line in lines)
    assert any(re.search(r"need \d+ corn, have \d+", line) for line in lines)
    settings = PersonSettings(pictures=False)
    at = replace(table(2), seats=tuple(replace(one, settings=settings) for one in table(2).seats))
    lines = words_of(explain_view(T, replace(view, table=at)))
    assert "Palenque: corn and wood" in lines  # no picture, no numbers


def test_what_the_starting_space_does_is_told_as_it_is_for_who_begins() -> None:
    seen = set()
    for view in begun_turns():
        lines = words_of(explain_view(T, view))
        begins = view.position.first_seat == view.seat
        first = any("go first next round" in line for line in lines)
        passed_on = any("the player after you goes first" in line for line in lines)
        if first or passed_on:
            assert (first, passed_on) == (not begins, begins)
            seen.add(begins)
    assert seen == {True, False}


def test_a_newcomers_buttons_have_their_gears_beside_workers_to_pick_up() -> None:
    t = T.with_icons(ICONS)
    view = next(one for one in begun_turns() if both_possible(one))
    shown = sent(panel(t, view, drawn=DRAWN, newcomer=True))
    placing = [
        one for one in components(shown)
        if one["type"] == BUTTON and ":place " in one.get("custom_id", "")
    ]  # fmt: skip
    assert placing and all(one.get("emoji") for one in placing)
    for one in placing:
        assert one["emoji"]["name"].split(":")[1] == one["custom_id"].split()[-1]


def test_places_are_on_buttons_and_workers_to_pick_up_in_a_menu() -> None:
    """In every turn, and a hint says so with the number it names."""
    found, t = set(), T.with_icons(ICONS)
    for view in begun_turns():
        offered = offered_now(t, view)
        for spot in spots(view, offered):
            deed = f"pick {spot.place} {spot.space}" if spot.picks else f"place {spot.place}"
            reason = newcomers.Reason("technology", "theology", deeds=(deed,))
            view_now = panel(t, view, offered=offered, drawn=DRAWN, newcomer=True, hint=reason)
            on_buttons = [one.get("label") or "" for one in components(sent(view_now))]
            has = any(one.startswith(f"{spot.number} ·") for one in on_buttons)
            [told] = [line for line in words_of(view_now) if line.startswith("💡")]
            number = f"{spot.number} ·" if has else f"No. {spot.number} in the menu ·"
            assert told.startswith(f"💡 {number} ")
            assert has != spot.picks
            menu = [
                m for m in components(sent(view_now)) if m.get("custom_id", "").endswith("pick")
            ]
            rows = [one["label"] for m in menu for one in m["options"]]
            assert any(one.startswith(f"{spot.number} ·") for one in rows) == spot.picks
            found.add(has)
    assert found == {True, False}


def begun_turns() -> Iterator[TurnView]:
    return (one for one in turns(2, 1) if one.kind == "turn" and not one.prepared)


def both_possible(view: TurnView) -> bool:
    return {"place", "pick"} <= {action.split()[0] for action in view.legal}


def words_of(view: ui.LayoutView) -> list[str]:
    """The lines of all texts."""
    texts = (one["content"] for one in components(sent(view)) if one["type"] == TEXT)
    return [line.replace("\u00a0", " ") for text in texts for line in text.split("\n")]


@pytest.mark.english
async def test_a_newcomers_call_has_the_private_panel_alone(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others begin their turn with a button of the call."""
    await begin(room)
    assert labels(last_turn_message(room.channel))[:2] == ["Your turn", "Board"]
    monkeypatch.setattr(practice, "GAMES_OF_NEWCOMERS", 0)
    room.bot.newcomers = practice.Newcomers(room.bot.tables)
    await room.people[2].slash(room.channel, "board")
    assert any("Free" in one for one in labels(last_turn_message(room.channel)))


@pytest.mark.english
async def test_no_hint_where_hints_are_off(room: Room) -> None:
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(hints="off"))
    room.bot.thinks_of_hints = True
    asked = await begin(room)
    await room.env.settle()
    assert "💡" not in words(await open_panel(asked, room.channel))


LABEL, OPTION = 34, 100
"""The most characters of a button, and of a menu's option and its description."""
ICONS = {name: f"<:{name}:1>" for name in emoji_images()}
DRAWN = Picture(bytes(16) + (640).to_bytes(4) + (557).to_bytes(4), "turn-1.png", "alt")
SIGNS = "🌽🪵🪨🪙💀"
GOODS_SAID = ("corn", "wood", "stone", "gold", "skull")


class Shown(NamedTuple):
    """A button or an option."""

    row: str
    """The group whose form it has: the buttons, a menu, or the other payments."""
    label: str
    description: str
    actions: tuple[str, ...]
    begins: int
    """The number of prepared actions that stay."""


def shown_on(body: Mapping[str, Any], t: Translations, turn: TurnView) -> Iterator[Shown]:
    """What can be chosen on a panel."""
    for one in components(body):
        _, verb, *_, word = one.get("custom_id", ":open:::").split(":", 4)
        prepared, label = len(turn.prepared), one.get("label", "")
        if verb == "all":
            every = all_workers(t, turn.game, turn.seat)
            assert every is not None
            yield Shown("buttons", label, "", every.actions, prepared)
        elif verb in ("do", "confirm") and one["type"] == BUTTON and word:
            yield Shown("buttons", label, "", tuple(apart(word)), prepared)
        elif verb == "instead":
            _, *paid = apart(word)
            until = max(n for n, done in enumerate(turn.prepared) if done.startswith("pay "))
            yield Shown("payments", label, "", tuple(paid), until)
        elif verb == "choose":
            for option in one["options"]:
                actions = tuple(apart(option["value"]))
                about = option.get("description") or ""
                yield Shown(one["custom_id"], option["label"], about, actions, prepared)


def panels(players: int, modules: Sequence[str], seed: int, every: int) -> Iterator[TurnView]:
    """One in `every` panels of a random game."""
    chance, game = random.Random(seed), Game.new(players, modules=modules, seed=seed)
    while not game.finished:
        seat, before, prepared = game.pending[0].seat, game.copy(), list[str]()
        while not prepared or any(one.seat == seat for one in game.pending):
            kind = game.kind_asked(seat)
            if chance.random() * every < 1 and kind != "keep":
                yield view_of(table(players), before, seat, prepared, "1r1")
            legal = game.legal(seat)
            stop = "end" in legal and chance.random() < 0.4
            prepared.append("end" if stop else chance.choice(legal))
            game.play(seat, prepared[-1])
            if prepared[-1] == "end" or kind in ("keep", "calendar"):
                break


def taken(t: Translations, turn: TurnView, one: Shown) -> tuple[list[str], list[str], Game]:
    """What a seat pays and loses by a choice, as `said` reads it and as words, and the game after:
    goods and points, and the steps down on temples."""
    game, paid, down = turn.begun.copy(), Counter[str](), Counter[str]()
    for action in turn.prepared[: one.begins]:
        game.play(turn.seat, action)
    before = game.snapshot().players[turn.seat]
    trade = one.actions[0].split()[0] in ("sell", "buy")
    for action in one.actions:
        for each in game.step(turn.seat, action).happenings:
            if getattr(each, "seat", None) != turn.seat:
                continue
            if isinstance(each, GoodsChanged):
                paid.update({kind: max(0, -getattr(each, kind)) for kind in GOODS})
            if isinstance(each, PointsChanged):
                paid["points"] += max(0, -each.points4 // 4)
            if isinstance(each, TempleMoved) and each.steps < 0:
                down[each.temple] -= each.steps
    if trade:
        after = game.snapshot().players[turn.seat]
        paid = Counter({kind: getattr(before, kind) - getattr(after, kind) for kind in GOODS})
    goods = [f"−{n} {kind.removesuffix('s')}" for kind, n in paid.items() if n > 0]
    steps = [f"−{n} {temple_name(t, temple)}" for temple, n in down.items()]
    if game.kind_asked(turn.seat) == "anger":
        steps.append(t.gettext("−1 step"))
    return goods, steps, game


def check(t: Translations, turn: TurnView, *, drawn: bool) -> int:
    """Check everything that can be chosen on a panel; how many of these take something."""
    offered = offered_now(t, turn)
    shows = drawn and (spots(turn, offered) or tiles_shown(turn, offered))
    body = sent(panel(t, turn, offered=offered, drawn=DRAWN if shows else None))
    found, takes, after = [*shown_on(body, t, turn)], 0, dict[Any, Shown]()
    for one in found:
        assert len(one.label) <= (LABEL if one.row in ("buttons", "payments") else OPTION), one
        assert len(one.description) <= OPTION, one
        goods, steps, game = taken(t, turn, one)
        # the starting space's price and corn have one sign: "−2 +3🌽"
        label = re.sub(r"(−\d+)\u202f(\+\d+(.+))", r"\1\3 \2", one.label)
        told = said(t, label if one.actions[0] == "place start" else one.label)
        told += said(t, one.description)
        assert not Counter(goods) - Counter(told), (one, goods)
        for step in steps:
            cut = step.split(" ")[0] + " " + step.split(" ")[1][:5]
            assert cut in one.label, (one, step)
        takes += bool(goods or steps)
        where = [each for each in one.actions if each.split()[0] in ("pick", "do", "skip-space")]
        key = (repr(game.snapshot()), *game.legal(turn.seat), *where)
        assert key not in after, (one, after[key])
        after[key] = one
    for row in {one.row for one in found}:
        labels = [one.label for one in found if one.row == row]
        signs = [label for label in labels if any(sign in label for sign in SIGNS)]
        without = [label.translate(dict.fromkeys(map(ord, SIGNS))) for label in labels]
        words = [
            label for label in without if any(one.endswith(GOODS_SAID) for one in said(t, label))
        ]
        assert not (signs and words), (signs, words)
    return takes


def check_games(language: str, games: Sequence[tuple[int, Sequence[str], int]], every: int) -> None:
    t, takes, checked = translator(language).with_icons(ICONS), 0, 0
    for players, modules, seed in games:
        for turn in panels(players, modules, seed, every):
            checked += 1
            takes += check(t, turn, drawn=True) + check(t, turn, drawn=False)
    assert checked > 10 and takes > 100


@pytest.mark.short
@pytest.mark.parametrize("language", ["en", "de"])
async def test_what_a_choice_takes_stands_there_once_and_in_the_form_of_its_row(
    language: str,
) -> None:
    check_games(language, [(4, MODULES, 5)], 20)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_choices_of_more_games_take(language: str) -> None:
    check_games(language, [(2, (), 1), (4, MODULES, 5), (5, MODULES, 7)], 2)


def test_a_step_down_for_burning_has_a_minus_beside_its_number() -> None:
    temples = {"players.0.temples.quetzalcoatl": 2, "players.0.temples.kukulkan": 2}
    game = start({"gears.palenque.3": 0, "jungle.3": {"corn": 2, "wood": 2}, **temples}).game
    t = translator("en").with_icons(ICONS)
    offered = one_tap_choices(t, game, 0)
    burnt = [(one.icon, one.short) for one in offered if "burn" in one.actions]
    assert burnt == [
        ("corn", "−1 Chaac · burn, +5🌽"),
        ("corn", "−1 Quetzalcoatl · burn, +5🌽"),
        ("corn", "−1 Kukulkan · burn, +5🌽"),
    ]
