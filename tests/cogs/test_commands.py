"""The commands as they are registered, in every language, and the ones that only look; a rule
looked up; a whole turn typed in one line."""

import re
from pathlib import Path
from typing import Any

import discord
import pytest
import structlog
from discord import app_commands
from discord.app_commands import TranslationContext
from simcord import HttpLogEntry

from bot.text.catalogue import catalogues, command_names
from bot.text.rules import LEGEND_PAGES
from bot.text.translation import Translations, translator
from cogs.client import PERMISSIONS, GettextTranslator, context_of, taken_by_discord
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    begin_game,
    labels,
    new_game,
    offered,
    pinged,
    raw,
    with_id,
    words,
)
from tests.cogs.limits import COMMANDS, GALLERY, check_against_openapi, check_commands
from tests.cogs.test_taps import stand
from tests.tables.acts import turn_of

NAME = re.compile(r"[-_'\w]{1,32}", re.UNICODE)
SUBCOMMAND = 1


def check_option(node: dict[str, Any], *, depth: int = 0) -> int:
    """One command, group or option; the number of its characters that count for the limit."""
    assert NAME.fullmatch(node["name"]) and node["name"] == node["name"].lower(), node["name"]
    assert 1 <= len(node["description"]) <= 100, node["name"]
    total = len(node["name"]) + len(node["description"])
    for key, most in (("name_localizations", 32), ("description_localizations", 100)):
        for locale, text in (node.get(key) or {}).items():
            assert 1 <= len(text) <= most, (locale, text)
            assert key.startswith("description") or text == text.lower()
    options = node.get("options") or []
    assert len(options) <= 25
    names = [option["name"] for option in options]
    assert len(names) == len(set(names))
    required = [option.get("required", False) for option in options]
    assert required == sorted(required, reverse=True), "required options come first"
    assert depth <= 2
    return total + sum(check_option(option, depth=depth + 1) for option in options)


async def test_the_command_tree_keeps_the_limits(room: Room) -> None:
    tree = room.bot.tree
    payload = [
        await command.get_translated_payload(tree, GettextTranslator())
        for command in tree.get_commands(type=discord.AppCommandType.chat_input)
    ]
    assert 1 <= len(payload) <= 100
    assert all(check_option(command) <= 8000 for command in payload)
    names = {
        " ".join([command["name"], option["name"]]) if option["type"] == SUBCOMMAND
        else command["name"]
        for command in payload
        for option in command.get("options") or [{"name": "", "type": 0}]
    }  # fmt: skip
    assert names >= {
        "tzolkin new", "tzolkin start", "tzolkin status", "tzolkin abandon", "tzolkin options",
        "place", "pickup", "endturn", "undo", "board", "tribe", "tile", "score",
    }  # fmt: skip
    check_against_openapi(
        HttpLogEntry("PUT", f"/applications/{room.bot.application_id}/commands", {}, payload, None)
    )


async def test_commands_are_translated_where_there_is_a_catalogue(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Shouting(Translations):
        def gettext(self, message: str) -> str:
            return message.lower() + "x"

        def pgettext(self, context: str, message: str) -> str:
            return {"/place": "setzen", "option": f"{message}_"}[context]

    monkeypatch.setattr("cogs.client.translator", lambda locale: Shouting())
    command = room.bot.tree.get_command("place")
    assert command is not None
    payload = await command.get_translated_payload(room.bot.tree, GettextTranslator())
    locales = {str(locale) for locale in discord.Locale}
    assert set(payload["name_localizations"]) == locales
    assert payload["name_localizations"]["de"] == "setzen"
    assert payload["options"][0]["name_localizations"]["it"] == "workers_"
    assert payload["description_localizations"]["pt-BR"].startswith("place workers")


@pytest.mark.parametrize("translated_commands", [True])
async def test_they_are_registered_in_our_languages(room: Room, translated_commands: bool) -> None:
    asked = [one for one in room.env.http_requests if COMMANDS.fullmatch(one.path)]
    [sent] = [one for one in asked if one.method == "PUT"]
    body: Any = sent.json
    place = next(one for one in body if one["name"] == "place")
    ours = {"de", "es-ES", "es-419", "it", "pt-BR"}
    assert set(place["description_localizations"]) == ours


async def test_every_name_is_marked_for_translation_and_no_other(room: Room) -> None:
    named: set[tuple[str | None, str]] = set()

    class Noted(GettextTranslator):
        async def translate(
            self, string: Any, locale: discord.Locale, context: TranslationContext[Any, Any]
        ) -> None:
            role = context_of(context)
            if role is not None:
                named.add((role, string.message))

    for command in room.bot.tree.get_commands():
        await command.get_translated_payload(room.bot.tree, Noted())
    assert named == {(one.context, one.name) for one in command_names()}


LANGUAGES = [path.parents[1].name for path in catalogues()]


def not_taken(t: Translations) -> list[str]:
    """The names of a language that Discord would refuse: those it does not take, and those that
    two in one group have."""
    found, known = [], dict[tuple[str, str], str]()
    for one in command_names():
        name = t.pgettext(one.context, one.name)
        if not taken_by_discord(name, one.context):
            found.append(f"{one.context} {one.name}: {name}")
        group = one.context.rpartition(" ")[0] if one.context.startswith("/") else one.context
        if known.setdefault((group, name), one.name) != one.name:
            found.append(f"{one.context}: {known[group, name]} and {one.name} are both {name}")
    return found


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_discord_takes_every_name_of_our_languages(language: str) -> None:
    assert not_taken(translator(language)) == []


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
async def test_discord_takes_the_commands_in_our_languages(room: Room, language: str) -> None:
    """Also the descriptions, and all of a command together."""

    class Alone(GettextTranslator):
        async def translate(
            self, string: Any, locale: discord.Locale, context: TranslationContext[Any, Any]
        ) -> str | None:
            role, t = context_of(context), translator(language)
            said = t.pgettext(role, string.message) if role else t.gettext(string.message)
            assert taken_by_discord(said, role), f"{role}: {said}"
            return said

    check_commands(
        [
            await command.get_translated_payload(room.bot.tree, Alone())
            for command in room.bot.tree.get_commands()
        ]
    )


MOST_IN_GROUP, MOST_CHARACTERS = 25, 8000


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
async def test_which_groups_have_room_for_another_command(room: Room, language: str) -> None:
    """The characters of a command count in each language by itself."""

    def said(node: dict[str, Any], key: str) -> str:
        locale = {"es": "es-ES", "pt_BR": "pt-BR"}.get(language, language)
        in_languages = node.get(f"{key}_localizations") or {}
        words: str = in_languages.get(locale) or node.get(key, "")
        return words

    def characters(node: dict[str, Any]) -> int:
        inner = [*(node.get("options") or []), *(node.get("choices") or [])]
        own = len(said(node, "name")) + len(said(node, "description"))
        return own + len(str(node.get("value", ""))) + sum(map(characters, inner))

    left = {}
    for command in room.bot.tree.get_commands(type=discord.AppCommandType.chat_input):
        payload = await command.get_translated_payload(room.bot.tree, GettextTranslator())
        if isinstance(command, discord.app_commands.Group):
            left[command.name] = MOST_IN_GROUP - len(command.commands)
        room_left = MOST_CHARACTERS - characters(payload)
        assert room_left > 0, command.name
        print(f"/{command.name}: room for {room_left} characters")
    print(f"room left, in commands: {left}")
    assert {name for name, commands in left.items() if commands < 1} == set(), left


@pytest.mark.parametrize(
    ("context", "name", "wrong"),
    [
        ("/board", "board", "Brett"),
        ("/moderate page", "page", "eine Seite"),
        ("/league show", "show", "x" * 33),
        ("option", "computers", "sitz?"),
        ("option", "computers", "players"),
        ("/moderate log", "log", "seite"),
        ("menu", "Tzolk'in games", ""),
    ],
)
def test_a_name_that_discord_refuses_is_found(context: str, name: str, wrong: str) -> None:
    class Wrong(Translations):
        def pgettext(self, role: str, message: str) -> str:
            known = {
                (context, name): wrong,
                ("/moderate setup", "setup"): "seite",
            }
            return known.get((role, message), message)

    found = not_taken(Wrong())
    assert len(found) == 1 and wrong in found[0]


async def test_the_invitation_asks_for_exactly_what_is_needed(room: Room) -> None:
    link = room.bot.invite_link()
    assert f"permissions={PERMISSIONS.value}" in link
    assert "applications.commands" in link
    assert {name for name, given in PERMISSIONS if given} == {
        "read_messages", "send_messages", "send_messages_in_threads", "attach_files",
    }  # fmt: skip


def test_no_privileged_intents_and_no_mentions(simcord_bot: Any) -> None:
    intents = simcord_bot.intents
    assert not (intents.members or intents.presences or intents.message_content)
    assert simcord_bot.allowed_mentions.to_dict() == {"parse": []}


async def test_looking_at_a_running_game(room: Room) -> None:
    people = room.people[:2]
    await begin_game(room.channel, people)
    ana, _, stranger, _ = room.people
    for command in ("tribe", "score", "tzolkin status"):
        said = answer(await ana.slash(room.channel, command))
        assert said.ephemeral, command
    assert "Wealth tiles" in words(answer(await ana.slash(room.channel, "tribe")))
    assert "no seat" in words(answer(await stranger.slash(room.channel, "tribe")))

    private = answer(await stranger.slash(room.channel, "board", private=True))
    assert private.ephemeral and len(private.attachments) == 2
    table = await room.bot.tables.table(1)
    assert table.posted.board != private.id
    old = table.posted.board
    board = answer(await stranger.slash(room.channel, "board"))
    assert not board.ephemeral and len(board.attachments) == 2
    table = await room.bot.tables.table(1)
    assert table.posted.board == board.id
    before = next(m for m in room.channel.history() if m.id == old)
    assert "Your turn" not in labels(before) and "Your turn" in labels(board), "it calls instead"
    assert [c for c in raw(before) if c["type"] == 12], "but still its pictures"
    assert [c for c in raw(board) if "custom_id" in c]

    now = answer(await stranger.click(board, label="Board"))
    assert now.ephemeral and len(now.attachments) == 2
    mine = answer(
        await ana.click(answer(await ana.click(board, label="Board")), label="What I have")
    )
    assert mine.ephemeral and "What you have" in words(mine)


@pytest.mark.english
async def test_tiles_are_explained(room: Room) -> None:
    ana = room.people[0]
    found = await ana.autocomplete(room.channel, "tile", "name", "small")
    assert [c["name"] for c in found] == ["Small Farm"]
    told = answer(await ana.slash(room.channel, "tile", name=found[0]["value"]))
    said = words(told)
    [media] = [item for c in raw(told) if c["type"] == GALLERY for item in c["items"]]
    assert told.ephemeral
    assert media["description"].startswith("Small Farm, building of age 1, farm. Price: 1 wood.")
    assert "Small Farm" in said and "1 wood" in said and "needs no food" in said
    said = words(answer(await ana.slash(room.channel, "tile", name="grand t")))
    assert "8 points" in said
    said = words(answer(await ana.slash(room.channel, "tile", name="palace")))
    assert "palace" in said and "suggestions" in said
    assert len(await ana.autocomplete(room.channel, "tile", "name", "")) == 25


async def test_who_has_the_same_points_shares_the_place(room: Room) -> None:
    """In the middle of a game, whoever has more workers on gears, which break ties at its end."""
    await begin_game(room.channel, room.people)
    tables = room.bot.tables
    table, game = await tables.table(1), await tables.game(1)
    user = table.seats[game.pending[0].seat].user_id
    asked = next(person for person in room.people if person.id == user)
    await asked.slash(room.channel, "move", turn="place palenque; end")
    said = words(answer(await room.people[0].slash(room.channel, "score")))
    lines = [line for line in said.splitlines() if " · " in line]
    assert [line[:4] for line in lines] == ["1 · "] * 4


async def test_a_failure_is_told_with_its_trace_id(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = room.people[:2]
    await new_game(room.channel, people)

    async def broken(_: object) -> None:
        raise RuntimeError("the roof fell in")

    monkeypatch.setattr(room.bot.tables, "read", broken)
    with structlog.testing.capture_logs() as logged:
        by_command = answer(await people[0].slash(room.channel, "score"))
        by_button = answer(await people[0].click(room.channel.history()[-1], label="Board"))
    assert [type(error) for error in room.env.errors] == [discord.app_commands.CommandInvokeError]
    traces = [entry["trace"] for entry in logged if entry["event"] == "error"]
    assert len(traces) == 2
    for said, trace in zip((by_command, by_button), traces, strict=True):
        assert said.ephemeral
        assert trace in words(said)
        assert "roof" not in words(said)


HERE = Path(__file__).parent


async def test_every_command_is_used_by_some_test_in_the_pseudo_locale(room: Room) -> None:
    """So nothing that a command answers stays English, or becomes too long, unnoticed
    (`tests/cogs/wire.py`)."""
    used = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    commands = [
        one.qualified_name
        for one in room.bot.tree.walk_commands()
        if isinstance(one, app_commands.Command)
    ]
    assert len(commands) > 40
    assert [one for one in commands if f'"{one}"' not in used] == []


async def test_by_word_by_select_and_after_a_restart(room: Room) -> None:
    ana = room.people[0]
    shown = answer(await ana.slash(room.channel, "rules", topic="begging"))
    assert shown.ephemeral
    assert "exactly 3 corn" in words(shown)
    assert "pages 6 and 11" in words(shown)
    selects = [c for c in raw(shown) if c.get("custom_id", "").startswith("tz:rules:")]
    assert sum(len(one["options"]) for one in selects) > 30
    await room.restart()
    gears = next(c for c in selects if any(o["value"] == "market" for o in c["options"]))
    shown = answer(await ana.select(shown, ["market"], custom_id=gears["custom_id"]))
    assert "wood is worth 2 corn" in words(shown)


async def test_nothing_and_everything(room: Room) -> None:
    ana = room.people[0]
    refused = answer(await ana.slash(room.channel, "rules", topic="submarine"))
    assert "I found no rule about" in words(refused)
    shown = answer(await ana.slash(room.channel, "rules"))
    assert "Choose a topic" in words(shown)


async def test_the_icons_have_a_picture_and_the_words_of_the_panel_an_entry(room: Room) -> None:
    ana = room.people[0]
    shown = answer(await ana.slash(room.channel, "rules", topic="icons"))
    assert "The icons" in words(shown)
    assert any(c["type"] == GALLERY for c in raw(shown))
    menu = next(c for c in raw(shown) if any(o["value"] == "levy" for o in c.get("options", ())))
    for topic, said in (("levy", "prophecy"), ("block", "one wood, one stone or one gold")):
        shown = answer(await ana.select(shown, [topic], custom_id=menu["custom_id"]))
        assert said in words(shown)
        assert not any(c["type"] == GALLERY for c in raw(shown))
    shown = answer(await ana.select(shown, ["icons"], custom_id=menu["custom_id"]))
    assert any(c["type"] == GALLERY for c in raw(shown))


async def test_the_icons_are_a_tap_away_from_every_board(room: Room) -> None:
    ana, bob = room.people[:2]
    await new_game(room.channel, [ana, bob])
    live = answer(await ana.click(room.channel.last_message, label="Board"))
    for board in (room.channel.last_message, live):
        shown = answer(await ana.click(board, label="Icons"))
        assert shown.ephemeral
        assert sum(c["type"] == GALLERY for c in raw(shown)) == LEGEND_PAGES - 1, "no tribes here"
    menu = answer(await ana.slash(room.channel, "rules", topic="icons"))
    assert sum(c["type"] == GALLERY for c in raw(menu)) == LEGEND_PAGES


async def begin(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])


async def test_a_line_that_ends_counts_at_once(room: Room) -> None:
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    other = next(person for person in room.people[:2] if person is not actor)
    said = answer(await actor.slash(room.channel, "move", turn="place pal tikal; end"))
    assert said.ephemeral and "Turn confirmed" in words(said)
    assert pinged(room.channel) == [other.id]
    assert f"**{actor.name}** → Palenque 0, Tikal 0 (" in words(room.channel.last_message)
    record = (await room.bot.tables.game(1)).record()["actions"]
    assert [action for _, action in record[2:]] == ["place palenque", "place tikal", "end"]


async def test_a_line_without_end_is_prepared(room: Room) -> None:
    await begin(room)
    actor = await stand(room, {"gears.palenque.3": 0, "gears.yaxchilan.2": 0})
    panel = answer(await actor.slash(room.channel, "move", turn="pick palenque 3 wood"))
    assert {"Confirm", "Back"} <= set(labels(panel))
    assert "pick yaxchilan 2" in offered(panel)
    said = answer(await actor.slash(room.channel, "move", turn="pick yax2; end"))
    assert "Turn confirmed" in words(said)
    assert "← Palenque 3 (+2 wood), Yaxchilan 2 (+1 corn, +1 stone)" in words(said)


async def test_nothing_of_a_line_counts_if_a_part_is_wrong(room: Room) -> None:
    await begin(room)
    actor = await stand(room, {"gears.palenque.3": 0, "gears.yaxchilan.2": 0})
    before = (await room.bot.tables.game(1)).record()
    for line, part in (
        ("pick palenque 3 wood; pick tikal 2; end", "no worker on Tikal 2"),
        ("pick palenque 3; end", "“end” comes too early"),
        ("pick palenque 3 gold; end", "“gold”"),
        ("pick palenque 3 wood; place tikal; end", "picking up"),
        ("x" * 400, "does not fit"),
    ):
        panel = answer(await actor.slash(room.channel, "move", turn=line))
        assert part in words(panel), words(panel)
        assert (await turn_of(room.bot.tables, 1, actor.id)).prepared == ()
        assert "pick palenque 3" in offered(panel), "the panel shows what can be done"
    assert (await room.bot.tables.game(1)).record() == before


async def test_what_is_suggested_can_be_sent(room: Room) -> None:
    await begin(room)
    actor = await stand(room, {"gears.palenque.3": 0, "gears.yaxchilan.2": 0})
    first = await actor.autocomplete(room.channel, "move", "turn", "")
    assert "pick palenque 3" in [choice["value"] for choice in first]
    more = await actor.autocomplete(room.channel, "move", "turn", "pick yaxchilan 2")
    line = next(choice["value"] for choice in more if choice["value"].endswith("end"))
    said = answer(await actor.slash(room.channel, "move", turn=line))
    assert "Turn confirmed" in words(said)
    stranger = room.people[3]
    assert await stranger.autocomplete(room.channel, "move", "turn", "") == []
