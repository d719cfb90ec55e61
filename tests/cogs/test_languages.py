"""Who is spoken to in which language: the reader alone, everybody at a server or at a table, and
by direct message. No message mixes two, and what stands on buttons, in menus and in forms is
whole and within Discord's limits in every language; messages of a game and of a season are
checked in test_transcripts.py. And the pseudo-locale on the wire finds what it is there to find."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice, product
from typing import Any

import discord
import pytest
import simcord
from babel import Locale
from simcord import HttpLogEntry
from sqlalchemy import text as sql

from bot.engine import Game
from bot.engine.components import MODULES
from bot.leagues.settings import PLANS, SeasonSettings
from bot.model.table import PersonSettings
from bot.store import settings
from bot.tables import TurnView
from bot.tables.preparation import TURN_KIND
from bot.text.choices_in_one_tap import first_choices
from bot.text.names import TILE_IDS, tile_name
from bot.text.rules import TOPICS
from bot.text.translation import Translations, translator
from cogs.kit import buttons
from cogs.kit.buttons import Press, button, reason_form
from cogs.kit.layout import message, row, text
from cogs.leagues.wizard import dates_form, menus
from cogs.looking.rules import rules_view
from cogs.moderation.acts import ask_points
from cogs.play.panel import panel
from cogs.telling.messages import Call, turn_message
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    button_id,
    choose_tiles,
    options_id,
    select_id,
    words,
)
from tests.cogs.limits import check_message, check_modal, check_suggestions
from tests.cogs.test_longest_words import LONG_NAME, all_turns, shown
from tests.cogs.test_whole_game import play_out
from tests.cogs.wire import LABEL, Wire, said_in
from tests.pseudo import MadeUp, each_text, pseudo, spelt
from tests.tables.acts import stored_about
from tests.text.cuts import Cuts
from tests.text.transcripts.files import languages

SPEAKING_MODULES = ("cogs.kit.answering", "cogs.client")
"""Those that ask for the words of a language."""


class Named(MadeUp):
    """A language in which every text begins with its name, as "[de] Turn confirmed."."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def gettext(self, message: str) -> str:
        return f"[{self.name}] {message}"


def named(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every language be known by its name, which makes some labels too long for Discord."""
    room.check_limits = False
    known: dict[str, Translations] = {}
    for module in SPEAKING_MODULES:
        monkeypatch.setattr(
            f"{module}.translator", lambda locale: known.setdefault(locale, Named(locale))
        )


def reading(
    room: Room, monkeypatch: pytest.MonkeyPatch, people: dict[int, str], server: str = "en-US"
) -> None:
    """Let Discord say from now on which language these people and the server have; `people` may be
    changed later. Others read en-US."""
    emit = room.env.backend.emit
    room.env.backend.get_guild(room.guild.id).preferred_locale = server
    known = room.bot.get_guild(room.guild.id)
    assert known is not None
    known.preferred_locale = discord.Locale(server)

    def with_languages(event: str, payload: Any, *others: Any, **more: Any) -> Any:
        if event == "INTERACTION_CREATE":
            who = payload["member"]["user"] if "member" in payload else payload["user"]
            payload["locale"] = people.get(int(who["id"]), "en-US")
            payload["guild_locale"] = server
        return emit(event, payload, *others, **more)

    monkeypatch.setattr(room.env.backend, "emit", with_languages)


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ALPHABETS = {"de": 0x1D400, "pt-BR": 0x1D5D4, "es-419": 0x1D670, "en-US": 0x1D5A0}
"""Where the letters of each begin: mathematical letters, which no text of ours has."""


class Lettered(MadeUp):
    """A language in letters of its own, so that each word says which language it is in. Numbers
    and dates are as in the language."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.locale = Locale.parse(name, sep="-")
        first = _ALPHABETS[name]
        self._own = str.maketrans(_LETTERS, "".join(map(chr, range(first, first + 52))))

    def gettext(self, message: str) -> str:
        return spelt(message, self._own)


def lettered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every language have letters of its own."""
    known = {name: Lettered(name) for name in _ALPHABETS}
    monkeypatch.setattr("cogs.kit.answering.translator", known.__getitem__)


def languages_in(said: str) -> set[str]:
    """The languages whose letters a text has."""
    return {
        name for name, first in _ALPHABETS.items()
        if any(first <= ord(one) < first + 52 for one in said)
    }  # fmt: skip


_PLAIN = {first + n: letter for first in _ALPHABETS.values() for n, letter in enumerate(_LETTERS)}


def unlettered(value: Any) -> Any:
    """Plain JSON, all texts of which are in the letters of English."""
    return each_text(lambda text: text.translate(_PLAIN), value)


@pytest.fixture
def manager(room: Room) -> simcord.MemberActor:
    """Somebody who may manage the server."""
    role = room.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return room.guild.add_member(room.env.create_user("maya"), roles=[role])


async def test_a_server_speaks_as_discord_says_until_it_chooses(
    room: Room, manager: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(room, monkeypatch)
    ana, channel = room.people[0], room.channel
    reading(room, monkeypatch, {ana.id: "es-419"}, server="it")
    assert "[it] " in words(answer(await ana.slash(channel, "tzolkin new")))
    panel = answer(await manager.slash(channel, "settings"))
    assert "[en-US] " in words(panel), "the manager is answered alone"
    await manager.select(panel, ["pt-BR"], custom_id=select_id(panel, "language"))
    other = room.guild.create_text_channel("other")
    lobby = answer(await ana.slash(other, "tzolkin new"))
    assert "[pt-BR] " in words(lobby) and "[it]" not in words(lobby)
    said = answer(await ana.click(lobby, custom_id="tz:lobby:2::join"))
    assert "[es-419] " in words(said), "Ana is answered alone"
    await room.restart()
    third = room.guild.create_text_channel("third")
    assert "[pt-BR] " in words(answer(await ana.slash(third, "tzolkin new")))
    panel = answer(await manager.slash(channel, "settings"))
    await manager.select(panel, ["discord"], custom_id=select_id(panel, "language"))
    assert (await room.bot.tables.server_settings(room.guild.id)).language is None
    fourth = room.guild.create_text_channel("fourth")
    assert "[it] " in words(answer(await ana.slash(fourth, "tzolkin new")))


async def test_a_table_may_have_its_own(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    named(room, monkeypatch)
    (ana, bob), channel = room.people[:2], room.channel
    reading(room, monkeypatch, {ana.id: "es-ES"}, server="it")
    lobby = answer(await ana.slash(channel, "tzolkin new"))
    options = answer(await ana.click(lobby, custom_id=options_id(lobby)))
    assert "[es-ES] " in words(options)
    options = answer(await ana.select(options, ["de"], custom_id=select_id(options, "tongue")))
    assert "[es-ES] " in words(options)
    lobby_now = channel.history()[0]
    assert "[de] " in words(lobby_now) and "[it]" not in words(lobby_now)
    await bob.click(lobby_now, custom_id="tz:lobby:1::join")
    await ana.click(lobby_now, custom_id="tz:lobby:1::start")
    assert "[de] " in words(channel.history()[0]), "the lobby is closed in it"
    assert "[de] " in words(channel.history()[1]), "and so the game begins"
    await room.restart()
    board = answer(await bob.slash(channel, "board"))
    assert "[de] " in words(board) and "[it]" not in words(board)
    options = answer(await ana.slash(channel, "tzolkin options"))
    await ana.select(options, ["server"], custom_id=select_id(options, "tongue"))
    assert (await room.bot.tables.table(1)).options.language is None, "also in a running game"
    assert "[it] " in words(answer(await bob.slash(channel, "board")))


async def test_a_direct_message_speaks_the_language_its_reader_was_seen_with(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(room, monkeypatch)
    ana, bob = room.people[:2]
    languages = {ana.id: "es-419", bob.id: "pt-BR"}
    reading(room, monkeypatch, languages)
    for person in (ana, bob):
        shown = answer(await person.slash(room.channel, "pings"))
        await person.select(shown, ["direct"], custom_id=select_id(shown, "pingway"))
    await room.restart()  # it is known from the database
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, custom_id="tz:lobby:1::join")
    await ana.click(lobby, custom_id="tz:lobby:1::start")
    for person in (ana, bob):
        [direct] = person.user.dm_channel.history()
        assert f"[{languages[person.id]}] " in words(direct)
        assert "[en-US]" not in words(direct)
    assert "[en-US] " in words(room.channel.history()[-1])


async def test_a_language_is_written_only_when_it_changes(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, written = room.people[0], list[str]()
    set_locale = settings.set_locale

    async def counted(connection: object, user_id: int, locale: str, *, at: object) -> None:
        written.append(locale)
        await set_locale(connection, user_id, locale, at=at)  # type: ignore[arg-type]

    monkeypatch.setattr("bot.store.settings.set_locale", counted)
    languages = {ana.id: "de"}
    reading(room, monkeypatch, languages)
    for _ in range(2):
        for _ in range(3):
            await ana.slash(room.channel, "rules", topic="begging")
        await room.restart()
    languages[ana.id] = "it"
    await ana.slash(room.channel, "rules", topic="begging")
    await room.env.settle()
    assert written == ["de", "it"]
    assert await room.bot.store.read(settings.locale_of, ana.id) == "it"


async def test_who_asks_for_the_own_data_is_not_noted_by_that(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = room.people[0]
    reading(room, monkeypatch, {ana.id: "de"})
    await ana.slash(room.channel, "privacy export")
    assert (await stored_about(room.bot.tables, ana.id))["language"] is None
    await ana.slash(room.channel, "rules", topic="begging")
    await room.env.settle()
    assert (await stored_about(room.bot.tables, ana.id))["language"] == "de"
    said = answer(await ana.slash(room.channel, "privacy delete"))
    await ana.click(said, custom_id=button_id(said, "Delete my data"))
    await room.env.settle()
    assert await room.bot.store.read(settings.locale_of, ana.id) is None
    await ana.slash(room.channel, "rules", topic="begging")
    await room.env.settle()
    assert await room.bot.store.read(settings.locale_of, ana.id) == "de", "back, and somebody new"


TABLE = "de"
EPHEMERAL = 64
MESSAGE, DEFERRED, COMPLETED, FORM = 4, 5, 8, 9
"""How an interaction is answered."""
BY_BABEL = "und"
"""Between the last two of a list."""
_OF_INTERACTION = re.compile(r"/(?:interactions|webhooks)/\d+/([^/]+)")
_OF_CHANNEL = re.compile(r"/channels/(\d+)/")


@dataclass
class Pressed:
    """Somebody's interaction."""

    user_id: int
    alone: bool
    """Whether its answer is for that person alone: of the message that it is pressed on, or as the
    answer was announced."""


class Readers:
    """Everything that was sent, and who reads it."""

    def __init__(self, room: Room, wire: Wire, languages: dict[int, str]) -> None:
        self.room, self.wire, self.languages = room, wire, languages
        self.pressed: dict[str, Pressed] = {}
        emit = room.env.backend.emit

        def listened(event: str, payload: Any, *others: Any, **more: Any) -> Any:
            if event == "INTERACTION_CREATE":
                who = payload["member"]["user"] if "member" in payload else payload["user"]
                on = payload.get("message") or {}
                alone = bool(int(on.get("flags") or 0) & EPHEMERAL)
                self.pressed[payload["token"]] = Pressed(int(who["id"]), alone)
            return emit(event, payload, *others, **more)

        room.env.backend.emit = listened  # type: ignore[method-assign]

    def sent(self) -> Iterator[tuple[HttpLogEntry, str]]:
        """Each request with the language it should be in; no direct messages."""
        for request in self.wire.sent:
            if found := _OF_INTERACTION.search(request.path):
                pressed = self.pressed[found[1]]
                alone = self._alone(request, pressed)
                yield request, self.languages[pressed.user_id] if alone else TABLE
            elif _OF_CHANNEL.search(request.path):
                yield request, TABLE

    def _alone(self, request: HttpLogEntry, pressed: Pressed) -> bool:
        body = request.json
        flagged = bool(int((body.get("data") or body).get("flags") or 0) & EPHEMERAL)
        if request.path.endswith("/callback"):
            kind = body["type"]
            if kind in (MESSAGE, DEFERRED):
                pressed.alone = flagged
            return kind in (COMPLETED, FORM) or pressed.alone
        return pressed.alone or (request.method == "POST" and flagged)


@pytest.fixture
def readers(room: Room, wire: Wire, monkeypatch: pytest.MonkeyPatch) -> Readers:
    """A reader of Spanish, one of Portuguese, and one who never said anything to the bot."""
    lettered(monkeypatch)
    room.check_limits = False
    monkeypatch.setattr("tests.cogs.wire.plainly", unlettered)
    languages = dict(zip([one.id for one in room.people], ("es-419", "pt-BR"), strict=False))
    reading(room, monkeypatch, languages, server="en-US")
    return Readers(room, wire, languages)


async def game_in_german(room: Room, wire: Wire, people: list[simcord.MemberActor]) -> None:
    """A table that chose its language before anybody else came."""
    first, *others = people
    lobby = answer(await first.slash(room.channel, "tzolkin new"))
    options = answer(await first.click(lobby, custom_id=options_id(lobby)))
    await first.select(options, [TABLE], custom_id=select_id(options, "tongue"))
    del wire.sent[:]  # until then it was in the server's
    for other in others:
        await other.click(lobby, label="Join")
    await first.click(lobby, label="Start")


async def test_nobody_reads_another_ones_language(room: Room, wire: Wire, readers: Readers) -> None:
    people, channel = room.people[:2], room.channel
    await game_in_german(room, wire, people)
    for person in people:
        await choose_tiles(person, channel)
    await play_out(room, people, random.Random(3), most=8)
    for person in people:
        for command, given in (
            ("tzolkin new", {}), ("undo", {}), ("hint", {}), ("log", {}), ("score", {}),
            ("board", {"private": True}), ("board", {}), ("rules", {"topic": "food day"}),
            ("place", {"workers": "the moon"}), ("move", {"turn": "end"}), ("verify", {}),
            ("tzolkin status", {}), ("pings", {}), ("tzolkin options", {}), ("tutorial", {}),
        ):  # fmt: skip
            await person.slash(channel, command, **given)
    wire.know(BY_BABEL)
    await wire.names_of_people_and_places(room.bot.store)
    wrong, left, seen = [], [], set()
    for request, language in readers.sent():
        for key, said in said_in(request.json):
            found = languages_in(said)
            seen |= {(request.path.split("/")[1], one) for one in found}
            if found - {language}:
                wrong.append(f"{key}, not {language}: {unlettered(said)[:100]}")
            left += [f"{key}: {one}" for one in wire.left_in_english(said)]
    assert wrong == []
    assert left == []
    assert seen >= {("channels", TABLE), ("interactions", "es-419"), ("interactions", "pt-BR")}


async def test_of_whom_no_language_is_known_is_written_to_in_that_of_the_table(
    room: Room, wire: Wire, readers: Readers
) -> None:
    people, now = room.people[:2], room.wait()
    for person in people:
        await room.bot.store.write(
            settings.set_person, person.id, PersonSettings(way="direct"), at=now
        )
    await game_in_german(room, wire, people)
    async with room.bot.store.writing() as connection:
        await connection.execute(
            sql("UPDATE people SET locale = NULL WHERE user_id = :id"), {"id": people[1].id}
        )
    await room.restart()
    del wire.sent[:]
    await choose_tiles(people[0], room.channel)
    await room.later(days=2)  # a reminder
    direct = {person.user.dm_channel.id: set[str]() for person in people}
    for request in wire.sent:
        found = _OF_CHANNEL.search(request.path)
        if found and int(found[1]) in direct:
            for _, said in said_in(request.json):
                direct[int(found[1])] |= languages_in(said)
    assert direct[people[1].user.dm_channel.id] == {TABLE}


NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
GAMES = ((5, MODULES, 1), (3, MODULES, 2), (2, (), 1))
"""How many play, with what, and the seed."""
LONG_GAMES = tuple(product(range(2, 6), ((), MODULES), (10,)))
EACH_LANGUAGE = pytest.mark.parametrize("language", languages())


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> Cuts:
    return Cuts(monkeypatch)


def turns_shown(
    t: Translations, players: int, modules: Sequence[str], seed: int, every: int
) -> Iterator[dict[str, Any]]:
    """The panel of each `every`th step of the turns of a game, and as many calls."""
    turns = [view for views, _ in all_turns(seed, players, modules) for view in views]
    for view in islice(turns, seed % every, None, every):
        yield shown(panel(t, view))
        if view.kind == TURN_KIND and not view.prepared:
            yield shown(called(t, view))


def called(t: Translations, view: TurnView) -> discord.ui.LayoutView:
    game: Game = view.game
    first = first_choices(t, game, view.seat)
    return turn_message(t, view.table, game.snapshot(), Call([view.seat], TURN_KIND, first=first))


@pytest.mark.short
@EACH_LANGUAGE
def test_nothing_in_a_turn_is_cut(language: str, cuts: Cuts) -> None:
    t = translator(language)
    for players, modules, seed in GAMES:
        for body in turns_shown(t, players, modules, seed, every=4):
            check_message(body)
            assert cuts.in_message(body) == []


@pytest.mark.long
@EACH_LANGUAGE
def test_nothing_in_many_games_is_cut(language: str, cuts: Cuts) -> None:
    t, first = translator(language), languages().index(language)
    for players, modules, seed in LONG_GAMES[first % 4 :: 4]:  # each game in one language or two
        for body in turns_shown(t, players, modules, seed, every=1):
            check_message(body)
            assert cuts.in_message(body) == []


def seasons() -> Iterator[SeasonSettings]:
    """Of every plan, with every number of seats."""
    plain = SeasonSettings(name="Spring")
    for stages, seats in product(PLANS.values(), range(2, 6)):
        first = replace(stages[0], games=3)
        rules = replace(plain.rules, seats=seats, stages=(first, *stages[1:]))
        yield replace(plain, rules=rules)


@EACH_LANGUAGE
def test_nothing_in_the_season_wizard_is_cut(language: str, cuts: Cuts) -> None:
    t = translator(language)
    for season in seasons():
        for name in ("tables", "points", "people", "news", "game"):
            view = discord.ui.LayoutView()
            for part in menus(t, name, "1", season):
                view.add_item(part)
            check_message(shown(view))
            assert cuts.in_message(shown(view)) == []


@EACH_LANGUAGE
def test_forms_keep_the_limits(language: str, cuts: Cuts) -> None:
    t, season = translator(language), next(seasons())
    zone = "America/Argentina/ComodRivadavia"  # the longest there is
    names, opens = (
        [LONG_NAME] * 5,
        Press("seasonpoints", 0, "", "correct.9223372036854775807.99999"),
    )
    points, known_points = buttons.Form("Points", opens), buttons.Form("Points", opens, "W" * 200)
    ask_points(t, points, names, None, forfeits=())
    ask_points(t, known_points, names, [40] * 5, forfeits=[1])
    for form in (
        reason_form(t, opens),
        points,
        known_points,
        dates_form(t, season, zone, opens, named=True),
        dates_form(t, season, zone, opens, named=False),
    ):
        body = form.to_dict()
        check_modal(body)
        assert cuts.in_message(body, *names) == []


@EACH_LANGUAGE
def test_rules_and_tiles_are_found_by_whole_names(language: str) -> None:
    t = translator(language)
    check_message(shown(rules_view(t, None)))
    topics = [{"name": t.gettext(one.title), "value": one.id} for one in TOPICS]
    tiles = [{"name": tile_name(t, tile), "value": tile} for tile in TILE_IDS]
    for one in (*topics, *tiles):
        check_suggestions([one])


async def test_what_is_left_in_english_is_found(room: Room, wire: Wire) -> None:
    place = room.bot.get_partial_messageable(room.channel.id)
    await place.send(view=message(text(f"{pseudo('It is the turn of {name}.')} ana has corn.")))
    await wire.names_of_people_and_places(room.bot.store)
    with pytest.raises(AssertionError, match="content: name has corn"):
        wire.check(limits=True)
    wire.sent.clear()


async def test_what_becomes_too_long_is_found(room: Room, wire: Wire) -> None:
    place = room.bot.get_partial_messageable(room.channel.id)
    label = pseudo("x" * (LABEL - 20))
    await place.send(view=message(row([button(pseudo("Board"), "board", 0)])))
    wire.check(limits=True)
    wire.sent[-1].json["components"][0]["components"][0]["components"][0]["label"] = label
    with pytest.raises(AssertionError, match="label has"):
        wire.check(limits=True)
    wire.sent.clear()


async def test_tests_read_english(room: Room, wire: Wire) -> None:
    await room.people[0].slash(room.channel, "tzolkin new")
    assert "who plays?" in str(room.channel.history()[0].components)
    assert "who plays?" not in str(wire.sent)
