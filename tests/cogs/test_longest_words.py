"""No language leads beyond Discord's limits: the longest texts in the fullest places."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from itertools import cycle, islice
from math import ceil
from typing import Any

import pytest
from discord import ui

from bot.ai.advice import advise
from bot.engine import Game
from bot.engine.components import BUILDINGS, MODULES, MONUMENTS, WEALTH
from bot.engine.expansion import TRIBES
from bot.engine.position import Position
from bot.engine.state import RULES_VERSION
from bot.model.server import LANGUAGES
from bot.scene import scene_of
from bot.tables import Confirmed, Hint, Options, Revealed, Seat, Table, TurnView
from bot.tables import lobby as lobbies
from bot.tables.preparation import prepare
from bot.tables.turns import confirmed_turn
from bot.text.choices_in_one_tap import first_choices
from bot.text.descriptions.alt_text import alt_city, alt_cover, alt_wheels
from bot.text.descriptions.closeups import alt_tile
from bot.text.descriptions.results import alt_card, alt_final
from bot.text.names import TILE_IDS
from bot.text.refusals import KINDS_EXPLAINED
from bot.text.translation import Translations, translator
from bot.text.turns import touched_line
from bot.traffic import Allowance
from cogs.client import GettextTranslator
from cogs.kit.layout import first_lines, message, text, with_icons
from cogs.looking.board import live_message, mine_lines
from cogs.looking.finished import revealed_lines
from cogs.play.panel import panel, why_not_view
from cogs.play.plan import hint_view
from cogs.play.turn import FROM_BEFORE
from cogs.telling.messages import Call, board_message, lobby_message, recap, turn_message
from rendering import COVER, DrawingPool, Picture, emoji_images
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, offered, options_id, raw, turn_button, view_of
from tests.cogs.limits import (
    check_commands,
    check_message,
    check_requests,
    components,
)
from tests.pseudo import MadeUp

# Every language: the longest texts in the fullest places.

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LONG_NAME = "_" * 32
ICONS = {name: f"<:tz_{name}_ab12cd:{2**63 - 1}>" for name in emoji_images()}
LETTERS = "жщфыԱխնძწपრعλω"


class Longer(MadeUp):
    """A language whose every text is 40 % longer than the English, in letters that are not Latin.

    Commands are named in small letters without spaces, as any translation must name them.
    """

    def gettext(self, message: str) -> str:
        words = re.sub(r"{\w+}", "", message)
        return message + "".join(islice(cycle(LETTERS), ceil(len(words) * 0.4)))


@pytest.fixture
def longer(monkeypatch: pytest.MonkeyPatch) -> Longer:
    """The bot speaks the long language; pictures are not drawn, but told."""
    t = Longer()
    for module in ("cogs.client", "cogs.kit.answering"):
        monkeypatch.setattr(f"{module}.translator", lambda locale: t)

    async def told(
        pool: DrawingPool,
        function: Any,
        scene: Any,
        *,
        theme: str,
        t: Translations,
        subject: Any = None,
        players: int | None = None,
        by: object = None,
    ) -> Picture:
        """A picture without its drawing."""
        if function.__name__ == "draw_tile":
            return Picture(b"", "tile.png", alt_tile(t, scene))
        if function.__name__ == "draw_cover":
            return Picture(b"", COVER, alt_cover(t))
        if function.__name__ == "draw_card":
            return Picture(b"", "result.png", alt_card(scene, t))
        if function.__name__ == "draw_final":
            return Picture(b"", "final.png", alt_final(scene.names, scene.history, t))
        words = alt_wheels if function.__name__ == "draw_wheels" else alt_city
        return Picture(b"", function.__name__.replace("_", "-") + ".png", words(scene, t))

    monkeypatch.setattr(DrawingPool, "draw", told)
    return t


def a_table(seats: int, **more: Any) -> Table:
    """A table of people with long names full of signs that Markdown would read."""
    holders = tuple(Seat(n, 2**60 + n, LONG_NAME) for n in range(seats))
    options = Options(modules=MODULES, without=tuple(TRIBES))
    table = Table(
        2**40, 2**60, 2**60, "playing", 2**60, holders, options, 10**4, 2**60, 2**60, NOW, NOW,
        commitment="5ea1" * 16,
    )  # fmt: skip
    return replace(table, **more)


def shown(view: ui.LayoutView) -> dict[str, Any]:
    return {"components": view.to_components()}


LONG_STAMP = "9999x99"
A_SCREEN = 1_500
"""Characters that are read on a phone without scrolling much."""


def built_first(chance: random.Random, legal: Sequence[str]) -> str:
    """Players who only move at random never build: prefer what makes a rich position."""
    wanted = ("do", "build", "monument", "advance", "place")
    return chance.choice([a for a in legal if a.split()[0] in wanted] or legal)


def all_turns(
    seed: int, players: int = 5, modules: Sequence[str] = MODULES
) -> Iterator[tuple[list[TurnView], Confirmed]]:
    """A game turn by turn: the panels of the turn in preparation, and the recap."""
    chance, game = random.Random(seed), Game.new(players, modules=modules, seed=seed)
    table = a_table(players)
    while not game.finished:
        seat = chance.choice(game.pending).seat
        prepared = prepare(game, seat, ())
        views = [view_of(table, game, seat, (), LONG_STAMP)]
        while not prepared.complete and (not prepared.whole or chance.random() < 0.7):
            choices = [action for action in prepared.legal if action != "end"] or ["end"]
            actions = (*prepared.actions, built_first(chance, choices))
            prepared = prepare(game, seat, actions)
            views.append(view_of(table, game, seat, actions, LONG_STAMP))
        after = game.copy()
        steps = [after.step(seat, action) for action in prepared.whole or ()]
        yield views, confirmed_turn(table, seat, game, after, steps)
        game = after


@pytest.mark.parametrize(
    ("players", "modules", "icons", "seeds"),
    [
        pytest.param(5, MODULES, {}, (1, 2), id="words", marks=pytest.mark.long),
        pytest.param(5, MODULES, ICONS, (1,), id="icons"),
        pytest.param(5, MODULES, ICONS, (2,), id="icons again", marks=pytest.mark.long),
        pytest.param(2, (), ICONS, (1,), id="base game, icons"),
        pytest.param(2, (), ICONS, (2, 3), id="base game again", marks=pytest.mark.long),
    ],
)
async def test_panels_and_recaps_of_whole_games_in_the_longest_words(
    players: int, modules: Sequence[str], icons: Mapping[str, str], seeds: Sequence[int]
) -> None:
    t, kinds, told = Longer().with_icons(icons), set(), []
    notice = t.gettext(FROM_BEFORE)
    for seed in seeds:
        for views, confirmed in all_turns(seed, players, modules):
            told.append(confirmed)
            for view in views:
                kinds.add(view.kind)
                check_message(shown(panel(t, view, notice=notice)))
                if view.legal and view.kind in KINDS_EXPLAINED:
                    check_message(shown(why_not_view(t, view)))
            if confirmed.finished or confirmed.new_round:
                check_messages_to_all(t, told[-9:])
    assert {"keep", "turn", "place", "pick", "action", "pay", "build", "up", "trade"} <= kinds


@pytest.mark.parametrize(
    "modules",
    [pytest.param((), marks=pytest.mark.long), MODULES],
    ids=["base game", "all modules"],
)
def test_hints_in_every_language(modules: Sequence[str]) -> None:
    """Also in the longest words, of rich positions of a whole game; short enough for a phone."""
    kinds = set()
    for number, (views, _) in enumerate(all_turns(3, 4, modules)):
        view = views[-1 if number % 2 else 0]
        if number % 12 or not view.legal:
            continue
        kinds.add(view.kind)
        position, seat = view.begun.snapshot(), view.seat
        kind = view.begun.kind_asked(seat)
        assert kind is not None
        legal = view.begun.legal(seat) if kind != "turn" else ()
        ways = advise(position, seat, kind, legal, "medium", prepared=view.prepared)
        hint = Hint(replace(view, stamp=LONG_STAMP), ways, "medium")
        for t in (*map(translator, LANGUAGES), Longer()):
            for icons in ({}, ICONS):
                body = shown(hint_view(t.with_icons(icons), hint))
                check_message(body)
                said = [part["content"] for part in components(body) if part["type"] == 10]
                assert icons or t.__class__ is Longer or sum(map(len, said)) < A_SCREEN
    assert "turn" in kinds


def check_messages_to_all(t: Translations, turns: Sequence[Confirmed]) -> None:
    """The board and the turn message after these turns."""
    last = turns[-1]
    table, position = last.table, last.after
    lines = with_icons(t, partial(recap, turns=turns))
    scene = scene_of(position, [LONG_NAME] * len(table.seats), waiting=last.waiting)
    pictures = [
        Picture(b"", "wheels.png", alt_wheels(scene, t)),
        Picture(b"", "city.png", alt_city(scene, t)),
    ]
    standings = last.standings
    happenings = [one for turn in turns for step in turn.steps for one in step.happenings]
    touched = touched_line(t.for_message(), last.seat, happenings, position)
    everybody = range(len(table.seats))
    calls = [Call(everybody, kind, touched) for kind in ("turn", last.asked) if last.waiting]
    if last.asked == "turn":
        game = Game.from_position({"rules": RULES_VERSION, **position.dump()})
        calls.append(replace(calls[0], first=first_choices(t, game, last.waiting[0])))
    for call in (None, *calls):
        view = board_message(
            t, table, position, pictures, lines=lines, standings=standings, call=call
        )
        check_message(shown(view))
    for prepared in (None, True, False):
        view = live_message(
            t, table, position, scene, pictures, seat=0, prepared=prepared, standings=standings
        )
        check_message(shown(view))
    for call in calls:
        check_message(shown(turn_message(t, table, position, call, lines=lines)))


def test_the_seal_in_the_longest_words() -> None:
    t = Longer()
    revealed = Revealed("5ea1" * 16, "5ec2" * 16, "5a3f" * 16)
    check_message(shown(message(text(*revealed_lines(t, revealed)))))


def test_the_lobby_in_the_longest_words() -> None:
    t = Longer()
    notice = t.gettext("Nobody started this game in time. Open another with /tzolkin new.")
    for closed in (False, True):
        table = a_table(5, status="lobby")
        wanted = replace(
            table.options, wanted_seats=5, wanted="experienced", begins="moment",
            begins_at=NOW, computers_fill=True, pace="evening",
        )  # fmt: skip
        table = replace(table, options=wanted)
        check_message(shown(lobby_message(t, table, notice=notice, closed=closed)))


@cache
def rich() -> tuple[Position, ...]:
    """Positions shortly before the ends of games, made richer than any is: every seat has much of
    everything, and the tiles that need most words."""
    found = []
    for seed in (1, 2, 3):
        position = [confirmed.before for _, confirmed in all_turns(seed)][-1]
        players = tuple(
            player._replace(
                corn=104, wood=12, stone=11, gold=10, skulls=13, points4=-403,
                buildings=(*BUILDINGS,)[seat::4], monuments=(*MONUMENTS,)[seat::4],
                wealth=(*WEALTH,)[seat : seat + 3], tribe=(*TRIBES,)[seed + seat],
                corn_tiles=12, wood_tiles=10,
                technologies=dict.fromkeys(player.technologies, 3),
            )
            for seat, player in enumerate(position.players)
        )  # fmt: skip
        found.append(replace(position, players=players))
    return tuple(found)


def test_what_is_mine_in_the_longest_words() -> None:
    for position in rich():
        for seat in range(5):
            for t in (Longer(), Longer().with_icons(ICONS)):
                lines_of = partial(mine_lines, position=position, seat=seat)
                lines = first_lines(with_icons(t, lines_of, 3900), 3900)
                check_message(shown(message(text(*lines))))


def test_alt_texts_of_the_fullest_boards_in_the_longest_words() -> None:
    for position in rich():
        scene = scene_of(position, [LONG_NAME] * 5, waiting=range(5))
        for alt in (alt_wheels(scene, Longer()), alt_city(scene, Longer())):
            assert 500 < len(alt.encode("utf-16-le")) // 2 <= 1024


async def test_a_table_of_five_speaks_the_longest_words(
    longer: Longer, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that is said on the way into a game with everything; the fixture holds it all
    against the limits."""
    monkeypatch.setattr(lobbies, "start", partial(lobbies.start, seed="five"))
    await commands_in_longer_words(room)
    names = [f"{n}{LONG_NAME[1:]}" for n in range(5)]
    people = [room.guild.add_member(room.env.create_user(name)) for name in names]
    channel, host = room.channel, people[0]
    lobby = answer(await host.slash(channel, "tzolkin new"))
    await host.slash(channel, "tzolkin status")
    options = answer(await host.click(lobby, custom_id=options_id(lobby)))
    for verb, values in (("modules", MODULES), ("without", ["balam", "yaluk", "ixtab"])):
        options = answer(await host.select(options, values, custom_id=f"tz:{verb}:1::"))
    for person in people[1:]:
        await person.click(lobby, custom_id="tz:lobby:1::join")
    await host.click(lobby, custom_id="tz:lobby:1::start")
    for person in people:
        await keep(room, person)
        await person.slash(channel, "tzolkin status")
        await person.slash(channel, "endturn")
    position = (await room.bot.tables.game(1)).snapshot()
    assert position.phase == "play" and position.modules == MODULES
    for _ in range(7):
        table = await room.bot.tables.table(1)
        seat = (await room.bot.tables.game(1)).pending[0].seat
        actor = next(p for p in people if p.id == table.seats[seat].user_id)
        places = await actor.autocomplete(channel, "place", "workers", "")
        await actor.autocomplete(channel, "pickup", "workers", "")
        for typed in ("", "place ", places[0]["value"]):
            await actor.autocomplete(channel, "move", "turn", typed)
        await actor.slash(channel, "move", turn="rome " * 80)
        panel = answer(await actor.slash(channel, "place", workers=places[0]["value"]))
        while "tz:confirm" not in str(pressable(panel)):
            action = next(iter(offered(panel).values()))[0]
            panel = answer(await actor.click(panel, custom_id=action))
        await actor.slash(channel, "endturn")
    for command in ("score", "tribe", "board", "undo", "tzolkin options", "tzolkin abandon"):
        await host.slash(channel, command)
    await host.slash(channel, "board", private=True)
    await host.slash(channel, "place", workers="rome")
    await host.slash(channel, "pickup", workers="palenque 3")
    await room.people[0].slash(channel, "tribe")
    assert room.env.errors == []


async def test_every_tile_is_told_in_the_longest_words(
    longer: Longer, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.traffic.PER_PERSON", Allowance(len(TILE_IDS), 1.0))
    for tile in TILE_IDS:
        told = answer(await room.people[0].slash(room.channel, "tile", name=tile))
        assert LETTERS[:2] in str(raw(told))
    for typed in ("", "a", "zzz"):
        await room.people[0].autocomplete(room.channel, "tile", "name", typed)
    assert check_requests(room.env.http_requests) > len(TILE_IDS)


def pressable(panel: Any) -> list[str]:
    """The custom ids of what can be pressed."""
    return [c["custom_id"] for c in raw(panel) if c.get("custom_id") and not c.get("disabled")]


async def keep(room: Room, person: Any) -> None:
    """Choose a tribe and wealth tiles, tapping until there are enough."""
    asks = next(m for m in reversed(room.channel.history()) if "tz:openturn:" in str(raw(m)))
    panel = answer(await person.click(asks, custom_id=turn_button(asks)))
    for number in range(6):
        tiles = [c["custom_id"] for c in raw(panel) if "tz:tile:" in c.get("custom_id", "")]
        if "tz:confirm" in str(pressable(panel)):
            break
        if number != 1:  # one tribe of two
            panel = answer(await person.click(panel, custom_id=tiles[number]))
    confirm = next(one for one in pressable(panel) if "tz:confirm" in one)
    await person.click(panel, custom_id=confirm)


async def commands_in_longer_words(room: Room) -> None:
    """The commands as they would be registered if there were this language."""
    tree = room.bot.tree
    payloads = [
        await command.get_translated_payload(tree, GettextTranslator())
        for command in tree.get_commands()
    ]
    localized = {locale for payload in payloads for locale in payload["name_localizations"]}
    assert len(localized) > 25, "the commands are not translated"
    check_commands(payloads)
