"""The checks of Discord's limits find what is beyond them, and no language leads beyond them."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from itertools import cycle, islice
from math import ceil
from typing import Any

import pytest
from discord import ui
from simcord import HttpLogEntry

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
from cogs.kit.buttons import menu_ids
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
    BUTTON,
    SELECT,
    check_against_openapi,
    check_commands,
    check_message,
    check_modal,
    check_requests,
    check_sent,
    check_suggestions,
    components,
    validator,
)
from tests.pseudo import MadeUp

Body = dict[str, Any]
Break = Callable[[Body], Any]


# What the checks let pass, and what they do not.


def a_button(label: str = "Join", custom_id: str = "tz:join:1::") -> Body:
    return {"type": 2, "style": 2, "label": label, "custom_id": custom_id}


def an_option(n: int) -> Body:
    return {"label": f"Palenque {n}", "value": f"place {n}", "description": "2 corn"}


def a_message() -> Body:
    """A message with one of everything, all of it allowed."""
    select = {
        "type": 3, **menu_ids("choose", 1),
        "options": [an_option(n) for n in range(3)], "placeholder": "Where?",
        "min_values": 0, "max_values": 2,
    }  # fmt: skip
    link = {"type": 2, "style": 5, "label": "Board", "url": "https://discord.com/channels/1/2/3"}
    picture = {"description": "The board.", "media": {"url": "attachment://board-1.png"}}
    inside = [
        {"type": 10, "content": "Round 3"},
        {"type": 12, "items": [picture]},
        {"type": 14},
        {"type": 1, "components": [a_button(), link]},
        {"type": 1, "components": [select]},
    ]
    return {
        "flags": 1 << 15,
        "nonce": "b1-2",
        "components": [{"type": 17, "components": inside}],
        "attachments": [{"id": 0, "filename": "board-1.png", "description": "The board."}],
        "allowed_mentions": {"parse": [], "users": [1, 2]},
    }


def inside(body: Body) -> list[Body]:
    parts: list[Body] = body["components"][0]["components"]
    return parts


def first(body: Body, kind: int) -> Any:
    return next(c for c in components(body) if c["type"] == kind)


def add(body: Body, *parts: Body) -> None:
    inside(body).extend(parts)


def buttons(number: int) -> list[Body]:
    return [a_button(custom_id=f"tz:do:1::{n}") for n in range(number)]


def a_text(long: int) -> Body:
    return {"type": 10, "content": "a" * long}


BROKEN_MESSAGES: Mapping[str, Break] = {
    "one text too long": lambda m: add(m, a_text(4001)),
    "texts together too long": lambda m: add(m, a_text(2000), a_text(1999)),
    "letters that count twice": lambda m: add(m, {"type": 10, "content": "𝕎" * 2000}),
    "an empty text": lambda m: add(m, a_text(0)),
    "a blank text": lambda m: add(m, {"type": 10, "content": " \n"}),
    "41 components, nested ones counted": lambda m: add(
        m, *({"type": 1, "components": [b]} for b in buttons(16))
    ),
    "41 components, 31 of them in rows": lambda m: add(
        m, *({"type": 1, "components": buttons(31)[5 * n : 5 * n + 5]} for n in range(7))
    ),
    "six buttons in a row": lambda m: add(m, {"type": 1, "components": buttons(6)}),
    "an empty row": lambda m: add(m, {"type": 1, "components": []}),
    "a button beside a select": lambda m: inside(m)[4]["components"].append(a_button("B", "b")),
    "a button without a row": lambda m: add(m, a_button("B", "b")),
    "a box in a box": lambda m: add(m, {"type": 17, "components": [a_text(3)]}),
    "an empty box": lambda m: m["components"].append({"type": 17, "components": []}),
    "26 options": lambda m: first(m, SELECT).update(options=[an_option(n) for n in range(26)]),
    "no options": lambda m: first(m, SELECT).update(options=[], max_values=None),
    "two options with one value": lambda m: first(m, SELECT)["options"].append(an_option(0)),
    "an option's long label": lambda m: first(m, SELECT)["options"][0].update(label="a" * 101),
    "an option's empty label": lambda m: first(m, SELECT)["options"][0].update(label=""),
    "an option's long value": lambda m: first(m, SELECT)["options"][0].update(value="a" * 101),
    "a long description": lambda m: first(m, SELECT)["options"][0].update(description="a" * 101),
    "a long placeholder": lambda m: first(m, SELECT).update(placeholder="a" * 151),
    "more values than options": lambda m: first(m, SELECT).update(max_values=4),
    "no value at most": lambda m: first(m, SELECT).update(max_values=0),
    "fewer at most than at least": lambda m: first(m, SELECT).update(min_values=3),
    "more chosen than may be": lambda m: first(m, SELECT).update(
        options=[{**an_option(n), "default": True} for n in range(3)]
    ),
    "a select without custom id": lambda m: first(m, SELECT).update(custom_id=""),
    "a menu numbered from the top": lambda m: first(m, SELECT).pop("id"),
    "a label too long for Discord": lambda m: first(m, BUTTON).update(label="a" * 81),
    "a label too long for a phone": lambda m: first(m, BUTTON).update(label="a" * 35),
    "an empty label": lambda m: first(m, BUTTON).update(label=""),
    "a long custom id": lambda m: first(m, BUTTON).update(custom_id="a" * 101),
    "an empty custom id": lambda m: first(m, BUTTON).update(custom_id=""),
    "no custom id": lambda m: first(m, BUTTON).pop("custom_id"),
    "a custom id twice": lambda m: first(m, BUTTON).update(custom_id="tz:choose:1::"),
    "a link with a custom id": lambda m: inside(m)[3]["components"][1].update(custom_id="b"),
    "a button with an address": lambda m: first(m, BUTTON).update(url="https://discord.com"),
    "a long address": lambda m: inside(m)[3]["components"][1].update(url="https://" + "a" * 505),
    "long alt text": lambda m: inside(m)[1]["items"][0].update(description="a" * 1025),
    "no alt text": lambda m: inside(m)[1]["items"][0].pop("description"),
    "no pictures": lambda m: inside(m)[1].update(items=[]),
    "eleven pictures": lambda m: inside(m)[1].update(items=inside(m)[1]["items"] * 11),
    "an unknown component": lambda m: add(m, {"type": 99}),
    "words outside the components": lambda m: m.update(content="Round 3"),
}
BROKEN_SENDINGS: Mapping[str, Break] = {
    "an attachment's name with a line": lambda m: m["attachments"][0].update(
        filename="board_1.png"
    ),
    "an attachment's name with a letter beyond A to Z": lambda m: m["attachments"].append(
        {"id": 1, "filename": "brätt.png"}
    ),
    "a picture that is not attached": lambda m: m.update(attachments=[]),
    "two attachments with one id": lambda m: m["attachments"].append(
        {"id": 0, "filename": "city.png"}
    ),
    "two attachments with one name": lambda m: m["attachments"].append(
        {"id": 1, "filename": "board-1.png"}
    ),
    "an attachment's long description": lambda m: m["attachments"][0].update(
        description="a" * 1025
    ),
    "eleven attachments": lambda m: m["attachments"].extend(
        {"id": n, "filename": f"{n}.png"} for n in range(1, 11)
    ),
    "nothing about mentions": lambda m: m.pop("allowed_mentions"),
    "mentions of everyone": lambda m: m["allowed_mentions"].update(parse=["everyone"]),
    "mentions of whoever is named": lambda m: m["allowed_mentions"].update(parse=["users"]),
    "mentions of a role": lambda m: m["allowed_mentions"].update(roles=[7]),
    "a person mentioned twice": lambda m: m["allowed_mentions"].update(users=[1, 1]),
    "101 people mentioned": lambda m: m["allowed_mentions"].update(users=list(range(101))),
    "a long nonce": lambda m: m.update(nonce="a" * 26),
    "no flag of its components": lambda m: m.update(flags=0),
    "nothing at all": lambda m: m.update(components=[]),
    "long content": lambda m: m.update(components=[], content="a" * 2001),
}


def test_what_is_allowed_passes() -> None:
    body = a_message()
    check_sent(body)
    add(body, *({"type": 1, "components": [b]} for b in buttons(15)))
    add(body, {"type": 14})
    assert len(list(components(body))) == 40
    inside(body)[0]["content"] = "a" * 4000
    first(body, BUTTON)["label"] = "a" * 34
    check_sent(body)
    check_sent({"content": "It is not your turn.", "allowed_mentions": {"parse": []}})
    check_sent({key: body[key] for key in ("flags", "components")}, new=False)


@pytest.mark.parametrize("name", BROKEN_MESSAGES)
def test_a_broken_message_is_found(name: str) -> None:
    body = a_message()
    BROKEN_MESSAGES[name](body)
    with pytest.raises(AssertionError):
        check_message(body)


@pytest.mark.parametrize("name", BROKEN_SENDINGS)
def test_a_broken_sending_is_found(name: str) -> None:
    body = a_message()
    BROKEN_SENDINGS[name](body)
    with pytest.raises(AssertionError):
        check_sent(body)


def a_modal() -> Body:
    field = {"type": 4, "style": 1, "custom_id": "time", "max_length": 5, "placeholder": "20:00"}
    when = {"type": 18, "label": "When?", "description": "Hours and minutes", "component": field}
    return {"custom_id": "tz:when:1::", "title": "Your time", "components": [when]}


def a_label(body: Body) -> Body:
    found: Body = body["components"][0]
    return found


BROKEN_MODALS: Mapping[str, Break] = {
    "a long title": lambda m: m.update(title="a" * 46),
    "an empty title": lambda m: m.update(title=""),
    "a long custom id": lambda m: m.update(custom_id="a" * 101),
    "no fields": lambda m: m.update(components=[]),
    "six fields": lambda m: m.update(
        components=[
            {
                "type": 18,
                "label": "When?",
                "component": {"type": 4, "style": 1, "custom_id": str(n)},
            }
            for n in range(6)
        ]
    ),
    "a field twice": lambda m: m["components"].append(deepcopy(a_label(m))),
    "a long label": lambda m: a_label(m).update(label="a" * 46),
    "a long description": lambda m: a_label(m).update(description="a" * 101),
    "a long placeholder": lambda m: a_label(m)["component"].update(placeholder="a" * 101),
    "a long value": lambda m: a_label(m)["component"].update(value="12:000"),
    "less at most than at least": lambda m: a_label(m)["component"].update(min_length=6),
    "a field for a novel": lambda m: a_label(m)["component"].update(max_length=4001),
    "a button": lambda m: a_label(m).update(component=a_button()),
    "a box": lambda m: m["components"].append({"type": 17, "components": [a_text(3)]}),
}


@pytest.mark.parametrize("name", [None, *BROKEN_MODALS])
def test_a_broken_modal_is_found(name: str | None) -> None:
    body = a_modal()
    if name is None:
        check_modal(body)
        return
    BROKEN_MODALS[name](body)
    with pytest.raises(AssertionError):
        check_modal(body)


def suggested(n: int, name: str = "palenque: free", value: Any = "palenque") -> list[Body]:
    return [{"name": name, "value": value}] * n


@pytest.mark.parametrize(
    "broken",
    [suggested(26), suggested(1, name="a" * 101), suggested(1, name=""),
     suggested(1, value="a" * 101), suggested(1, value="")],
)  # fmt: skip
def test_broken_suggestions_are_found(broken: list[Body]) -> None:
    check_suggestions(suggested(25, name="a" * 100))
    check_suggestions([])
    with pytest.raises(AssertionError):
        check_suggestions(broken)


def a_command() -> Body:
    option = {
        "type": 3, "name": "workers", "description": "Where", "required": True,
        "choices": [{"name": "Palenque", "value": "palenque"}],
    }  # fmt: skip
    private = {"type": 5, "name": "private", "description": "To you alone"}
    return {"name": "place", "description": "Place workers", "options": [option, private]}


def with_words(names: Sequence[str]) -> list[Body]:
    return [{"type": 3, "name": name, "description": "Where"} for name in names]


BROKEN_COMMANDS: Mapping[str, Break] = {
    "a long name": lambda c: c.update(name="a" * 33),
    "a name with a capital": lambda c: c.update(name="Place"),
    "a name of two words": lambda c: c.update(name="place it"),
    "a name with brackets": lambda c: c.update(name_localizations={"de": "⟦setzen⟧"}),
    "a translated name with a capital": lambda c: c.update(name_localizations={"de": "Setzen"}),
    "a long translated name": lambda c: c.update(name_localizations={"de": "a" * 33}),
    "a long description": lambda c: c.update(description="a" * 101),
    "no description": lambda c: c.update(description=""),
    "a long translated one": lambda c: c.update(description_localizations={"de": "a" * 101}),
    "26 options": lambda c: c.update(options=with_words([f"o{n}" for n in range(26)])),
    "two options with one name": lambda c: c.update(options=with_words(["where", "where"])),
    "two with one translated name": lambda c: [
        option.update(name_localizations={"de": "wo"}) for option in c["options"]
    ],
    "required options last": lambda c: c["options"].reverse(),
    "26 choices": lambda c: c["options"][0].update(choices=suggested(26)),
    "a long choice": lambda c: c["options"][0].update(choices=suggested(1, name="a" * 101)),
    "too much in all": lambda c: c.update(
        options=[
            {"type": 1, "name": f"o{n}", "description": "a" * 100,
             "options": [{**one, "description": "a" * 100} for one in with_words(["b", "c", "d"])]}
            for n in range(25)
        ]
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", [None, *BROKEN_COMMANDS])
def test_a_broken_command_is_found(name: str | None) -> None:
    command = a_command()
    if name is None:
        check_commands([command])
        return
    BROKEN_COMMANDS[name](command)
    with pytest.raises(AssertionError):
        check_commands([command])


def test_two_commands_with_one_name_are_found() -> None:
    with pytest.raises(AssertionError, match="one name"):
        check_commands([a_command(), a_command()])


def request(method: str, path: str, body: Any) -> HttpLogEntry:
    return HttpLogEntry(method, path, {}, body, None)


def answered(kind: int, data: Any = None, token: str = "abc") -> HttpLogEntry:
    body = {"type": kind} if data is None else {"type": kind, "data": data}
    return request("POST", f"/interactions/1/{token}/callback", body)


FILLED = {"content": "Done.", "allowed_mentions": {"parse": []}}
LATER = request("PATCH", "/webhooks/9/abc/messages/@original", {"content": "Done."})
FOLLOWED = request("POST", "/webhooks/9/abc", FILLED)


@pytest.mark.parametrize(
    "sent",
    [
        [answered(4, FILLED)],
        [answered(5, {"flags": 64}), LATER],
        [answered(5), FOLLOWED],
        [answered(6)],
        [answered(8, {"choices": suggested(3)})],
        [answered(9, a_modal())],
        [request("POST", "/channels/1/messages", a_message())],
        [request("PATCH", "/channels/1/messages/2", {"components": [], "flags": 1 << 15})],
    ],
    ids=lambda sent: sent[0].path.split("/")[1] + str(sent[0].json.get("type", "")),
)
def test_good_requests_pass(sent: list[HttpLogEntry]) -> None:
    check_requests(sent)


@pytest.mark.parametrize(
    ("reason", "sent"),
    [
        ("answered twice", [answered(6), answered(6)]),
        ("never came", [answered(5, {"flags": 64})]),
        ("before it was given", [LATER, answered(4, FILLED)]),
        ("before it was given", [FOLLOWED]),
        ("says something", [answered(5, {"content": "Wait."}), LATER]),
        ("flags", [answered(5, {"flags": 1}), LATER]),
        ("says something", [answered(6, {"content": "Wait."})]),
        ("title", [answered(9, {**a_modal(), "title": "a" * 46})]),
        ("suggestions", [answered(8, {"choices": suggested(26)})]),
        ("pinged", [answered(4, {"content": "Hello @everyone"})]),
        ("type 12", [answered(12)]),
        ("nobody checks", [request("POST", "/channels/1/polls", {"question": "?"})]),
        ("content has", [request("POST", "/channels/1/messages", {"content": "a" * 2001})]),
        ("called Place", [request("PUT", "/applications/1/commands", [{
            "type": 1, "name": "Place", "description": "Place workers"}])]),
    ],
)  # fmt: skip
def test_bad_requests_are_found(reason: str, sent: list[HttpLogEntry]) -> None:
    with pytest.raises(AssertionError, match=reason):
        check_requests(sent)


@pytest.mark.skipif(validator("MessageCreateRequest") is None, reason="no API description here")
@pytest.mark.parametrize(
    ("schema", "sent"),
    [
        ("MessageCreate", request("POST", "/channels/1/messages", {**a_message(), "tts": "no"})),
        ("MessageEdit", request("PATCH", "/channels/1/messages/2", {"flags": "v2"})),
        ("IncomingWebhookUpdate", request("PATCH", LATER.path, {"content": "Hi", "embeds": 1})),
        ("IncomingWebhook", request("POST", FOLLOWED.path, {**FILLED, "tts": 1})),
        ("CreateMessage", answered(4, {**FILLED, "tts": 1})),
        ("UpdateMessage", answered(7, {**FILLED, "embeds": 1})),
        ("Autocomplete", answered(8, {"choices": [{"name": "a", "value": "b", "extra": 1}, 3]})),
        ("Modal", answered(9, {**a_modal(), "components": [{"type": 10, "content": 3}]})),
        ("ApplicationCommand", request("PUT", "/applications/1/commands", [
            {**a_command(), "type": "slash"}])),
    ],
)  # fmt: skip
def test_what_the_api_description_forbids_is_found(schema: str, sent: HttpLogEntry) -> None:
    with pytest.raises(AssertionError, match=schema):
        check_against_openapi(sent)


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


def shown(view: ui.LayoutView) -> Body:
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
