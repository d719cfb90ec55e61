"""Every kind of button and select there is, pressed in every way people press them.

By the right person after a restart and twice at once; by a stranger, out of turn, on an old
message and after the end. Each press is answered; who may not do a thing reads a private sentence
and changes nothing; what is done is done once; nothing ever "went wrong".
"""

import ast
from dataclasses import dataclass, replace
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor
from sqlalchemy import text

from bot import FOLDER
from bot.tables.settings import OF_PEOPLE, OF_SERVERS, OF_TABLES
from bot.tables.turns import moment_of
from bot.traffic import Limits
from cogs.kit.buttons import _HANDLERS, button, select
from cogs.kit.layout import message, row
from tests.cogs.conftest import Room, with_long
from tests.cogs.driver import (
    Message,
    answer,
    begin_game,
    click_together,
    give_up,
    new_game,
    raw,
    said_privately,
    with_id,
    words,
)
from tests.tables.acts import (
    choose,
    choose_all,
    confirm,
    count_entries,
    play_computers,
    turn_of,
    undo,
)

TABLE = 1
WENT_WRONG = "Something went wrong"
BEGUN = "The game begins."
STORED = ("tables", "seats", "events", "rewinds", "undone")
"""Everything that is stored of a game."""


@dataclass(frozen=True)
class Kind:
    """A button or select, and when somebody has it before them."""

    verb: str
    word: str = ""
    values: tuple[str, ...] = ()
    """What is chosen, for a select."""
    prepared: tuple[str, ...] = ()
    """What is prepared of the turn when it is shown."""
    stamped: bool = False
    """Whether it is made for one state of the turn."""
    then: tuple[str, ...] | None = None
    """What is prepared once it is pressed, if that is known."""
    by: str = "asked"
    """Who has it: who is `asked`, the one `waiting`, a `newcomer` without a seat."""
    public: bool = False
    """Whether it stands on a message everybody sees."""
    for_all: bool = False
    """Whether everybody may press it, seated or not."""

    @property
    def name(self) -> str:
        """What it is, for whoever reads that it failed."""
        return " ".join((self.verb, self.word, *self.values)).strip()


PLACED = ("place palenque",)
IN_A_LOBBY = (
    Kind("lobby", "join", by="newcomer", public=True, for_all=True),
    Kind("lobby", "leave", by="newcomer"),
    Kind("lobby", "add", public=True),
    Kind("lobby", "computers", for_all=True),
    Kind("computers", values=("all",), for_all=True),
    Kind("level", "all", values=("hard",)),
    Kind("style", "Imix", values=("none",)),
    Kind("twice", "yes.all"),
    Kind("lobby", "remove"),
    Kind("lobby", "options", public=True, for_all=True),
    Kind("lobby", "thread"),
    Kind("lobby", "here"),
    Kind("lobby", "thread"),
    Kind("lobby", "here"),
    Kind("theme", values=("light",)),
    Kind("tongue", values=("de",)),
    Kind("modules", values=("quick_actions",)),
    Kind("without", values=("tribe_1",)),
    Kind("clock", values=("days2",)),
    Kind("hints", values=("on",)),
    Kind("lobby", "start", public=True),
)
LOOKING = (
    Kind("live", public=True, for_all=True),
    Kind("live", "again", for_all=True),
    Kind("live", "again turn", prepared=PLACED, then=PLACED, for_all=True),
    Kind("mine", public=True),
    Kind("closer", values=("palenque",), for_all=True),
    Kind("closer", values=("text",), for_all=True),
    Kind("closer", values=("seat-1",), for_all=True),
    Kind("lookat", "calendar", for_all=True, public=True),
    Kind("points", for_all=True, public=True),
    Kind("history", for_all=True, public=True),
    Kind("seal", "5ea1", for_all=True, public=True),
    Kind("icons", for_all=True, public=True),
    Kind("page", "0", for_all=True),
    Kind("page", "7", for_all=True),
    Kind("log", "0", for_all=True),
    Kind("log", "9", for_all=True),
    Kind("rounds", for_all=True, public=True),
    Kind("replay", "first.1.0", for_all=True),
    Kind("replay", "last.0.0", for_all=True),
    Kind("replay", "round", values=("1.0",), for_all=True),
    Kind("replay", "turn", values=("1.1",), for_all=True),
)
OF_ONE_PERSON = (
    Kind("rules", for_all=True),
    Kind("rules", values=("begging",), for_all=True),
    Kind("rules", values=("a topic of long ago",), for_all=True),
    Kind("games", for_all=True),
    Kind("games", "mine.first", for_all=True),
    Kind("games", "server.0"),
    Kind("opentables", for_all=True),
    Kind("opentables", "0", for_all=True),
    Kind("learn", for_all=True),
    Kind("learn", "a lesson of long ago", for_all=True),
    Kind("pingway", values=("mention",), for_all=True),
    Kind("pingreminder", "off", for_all=True),
    Kind("pingreminder", "on", for_all=True),
    Kind("pingsoon", "off", for_all=True),
    Kind("pingpictures", "off", for_all=True),
    Kind("pingcoach", "on", for_all=True),
    Kind("pingcoach", "off", for_all=True),
    Kind("showturns", "off", for_all=True),
    Kind("showturns", "on", for_all=True),
    Kind("pings", for_all=True),
    Kind("pings", "awake", for_all=True),
    Kind("pings", "back", for_all=True),
    Kind("pings", "quiet", for_all=True),
    Kind("pings", "away", for_all=True),
    Kind("pings", "home", for_all=True),
    Kind("pingset", "from", values=("22:00",), for_all=True),
    Kind("reminders", "off"),
    Kind("serverratings", "off"),
    Kind("webpages", "on"),
    Kind("onpages", values=("hidden",), for_all=True),
    Kind("formoderators", for_all=True),
    Kind("serverpage"),
    Kind("mendhere"),
    Kind("letmention", "42"),
    Kind("wheels", "still"),
    Kind("hintlevel", values=("hard",)),
    Kind("colours", values=("light",)),
    Kind("language", values=("de",)),
    Kind("serverzone", values=("Europe/Berlin",)),
    Kind("callsaday", values=("5",)),
    Kind("todaychannel", values=()),
    Kind("stats", "server.0.0.players.picture", values=("tribe",), for_all=True),
    Kind("stats", "server.0.0.ratings.text", for_all=True),
    Kind("stats", "me.0.3.rounds.text", for_all=True),
    Kind("statfiles", "all.0.0.players.picture", for_all=True),
)
IN_A_TURN = (
    Kind("openturn", public=True),
    Kind("whynot"),
    Kind("explain"),
    Kind("more", values=("tz:explain:1::",)),
    Kind("hintask"),
    Kind("hint", stamped=True),
    Kind("useplan", stamped=True, then=()),
    Kind("first", "place palenque", public=True, stamped=True, then=PLACED),
    Kind("first", "all", public=True, stamped=True),
    Kind("do", "place palenque", stamped=True, then=PLACED),
    Kind("choose", values=PLACED, stamped=True, then=PLACED),
    Kind("everyworker", stamped=True),
    Kind("instead", "1;place tikal", prepared=PLACED, stamped=True, then=("place tikal",)),
    Kind("undo", "1", prepared=PLACED, stamped=True, then=()),
    Kind("undo", "all", prepared=PLACED, stamped=True, then=()),
)
THINKING_AHEAD = (
    Kind("plan", by="waiting"),
    Kind("planadd", values=PLACED, by="waiting"),
    Kind("planback", by="waiting"),
    Kind("planplay", by="waiting"),
    Kind("planprice", values=("2",), by="waiting"),
    Kind("planwait", by="waiting"),
    Kind("planelse", by="waiting"),
    Kind("planthen", by="waiting"),
    Kind("planstop", public=True),
    Kind("plandrop", by="waiting"),
)
TAKING_BACK = (
    Kind("takebackoffer"),
    Kind("takebackoffer", "no"),
    Kind("takeback", "6"),
    Kind("agree", "2", by="waiting", public=True),
)
"""Of a game whose log has six actions: the last turn of who is asked began at the second."""
AT_THE_END = (
    Kind("confirm", prepared=PLACED, stamped=True),
    Kind("abandon", public=True),
    Kind("abandon", "no"),
    Kind("abandon", "back", public=True),
    Kind("abandon", "yes"),
)
TILES = (
    Kind("tile", "FIRST", stamped=True, then=()),
    Kind("tile", "FIRST SECOND", stamped=True),
    Kind("firsttiles", "FIRST", stamped=True),
    Kind("confirm", stamped=True),
)
"""While tiles are chosen; FIRST and SECOND are wealth tiles of who is asked."""
MODERATING = (
    Kind("act", "rewind.2.6"),
    Kind("act", "replace.0.7.dan"),
    Kind("act", "end.1"),
    Kind("openlog", "0.0.0"),
)
"""For those who moderate alone."""
ELSEWHERE = {
    "pauseyes", "pauseno", "pausedrop", "pauseend", "takebackdrop", "forget",
    "season", "standings", "schedule", "export", "webfiles", "card", "ratings",
    "archive", "signup", "signoff", "checkin", "late", "enter", "withdraw",
    "leaving", "substitutes", "disputemine",
    "seasonpage", "seasonset", "seasonform",
    "seasoncreate", "newgame", "rematch", "share", "record", "gamefile", "review", "thatmoment",
    "playon", "sitdown", "publish", "year",
    "moderate", "moddo",
    "seasonsave", "seasondrop", "leaguestaff", "seasondraw",
    "seedlist", "seedsave", "seedfile",
    "outcomputer", "outmore", "takeseat",
    "actask", "goon", "modsetup", "modundo",
    "today", "tryout", "trylesson", "todayshare", "todaypast", "findplayers", "findzone",
    "invited", "callme", "nights", "endnight",
    "jointable", "unfilled", "listtables", "invitelink",
}  # fmt: skip
"""Pressed in all these ways in test_substitutes.py, test_clock.py, test_moderate.py,
test_people.py, test_league.py, test_moderators_page.py, test_season.py, test_lobby.py,
test_daylight.py, test_forum_league.py, test_finished.py, test_review.py, test_replay.py,
test_forms.py, test_gathering.py, test_open_tables.py and test_gone.py: they need a clock, a game
that is over, a league, a channel without a game, a game without a channel, or no game at all."""
IN_A_GAME = (*LOOKING, *OF_ONE_PERSON, *IN_A_TURN, *THINKING_AHEAD, *TAKING_BACK, *AT_THE_END)
"""In an order in which each can be pressed after the others."""


def test_there_is_no_other_kind(room: Room) -> None:
    """A new verb must be pressed in all these ways, too."""
    everything = (*IN_A_LOBBY, *TILES, *IN_A_GAME, *MODERATING)
    assert {kind.verb for kind in everything} | ELSEWHERE == set(_HANDLERS)


VERB_AT = {
    "button": 1, "select": 1, "menu_ids": 0, "custom_id": 0, "Press": 0, "to_page": 1,
    "page_id": 0, "page_buttons": 3, "turning": 3, "division_menu": 3, "setting_menu": 3,
    "zone_menu": 3,
}  # fmt: skip
"""Which argument of what makes buttons and menus is the verb."""
HANDED_ON = {"act", "actask", "modundo"}
"""The verbs of moderators' acts, which are handed on to the function that makes the buttons of all
of them."""


def test_a_verb_is_the_name_of_its_function(room: Room) -> None:
    """One search finds a button and what a press of it does. The verbs of declared settings are the
    settings' names. No function waits for presses of a button that nobody makes."""
    settings = {one.name for one in (*OF_TABLES, *OF_SERVERS, *OF_PEOPLE)}
    for verb, handler in _HANDLERS.items():
        assert verb == handler.__name__ or verb in settings, verb
    assert len(set(map(id, _HANDLERS.values()))) == len(set(_HANDLERS) - settings) + 3
    made, handed_on = set(), set()
    for file in sorted((FOLDER / "cogs").rglob("*.py")):
        for part in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(part, ast.Constant):
                handed_on.add(part.value)
            if isinstance(part, ast.Call):
                name = getattr(part.func, "id", getattr(part.func, "attr", ""))
                verb = part.args[VERB_AT[name] :][:1] if name in VERB_AT else []
                made |= {one.value for one in verb if isinstance(one, ast.Constant)}
    assert made - {""} <= set(_HANDLERS), "every button has a function"
    assert set(_HANDLERS) - settings - made <= handed_on & HANDED_ON, "every function has a button"


@dataclass
class Seats:
    """Who sits where, seen from whose turn it is."""

    asked: MemberActor
    waiting: MemberActor
    newcomer: MemberActor

    def who(self, kind: Kind) -> MemberActor:
        """The one who has this button before them."""
        actor: MemberActor = getattr(self, kind.by)
        return actor


async def lobby(room: Room) -> Seats:
    """A lobby of two."""
    opened = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    await room.people[1].click(opened, label="Join")
    return Seats(*room.people[:3])


async def tiles_to_choose(room: Room) -> Seats:
    """A game of two who choose their tiles."""
    await new_game(room.channel, room.people[:2])
    return Seats(*room.people[:3])


async def second_round(room: Room) -> Seats:
    """A game of two in its second round."""
    await begin_game(room.channel, room.people[:2])
    await both_play(room)
    return await _now(room)


async def both_play(room: Room) -> None:
    """Each takes a short turn."""
    for gear in ("yaxchilan", "tikal"):
        asked = (await _now(room)).asked
        done = answer(await asked.slash(room.channel, "move", turn=f"place {gear}; end"))
        assert "Turn confirmed" in words(done)


async def _now(room: Room) -> Seats:
    tables = room.bot.tables
    seat = (await tables.game(TABLE)).pending[0].seat
    user = (await tables.table(TABLE)).seats[seat].user_id
    assert user is not None
    asked = with_id(room.people, user)
    return Seats(asked, next(p for p in room.people[:2] if p is not asked), room.people[2])


async def shown(room: Room, actor: MemberActor, kind: Kind) -> Message:
    """A message with this button as it is made now for this person: a public one, or a private
    one as only they have it."""
    stamp = "1.1.0" if kind.verb == "planadd" else ""
    if kind.verb == "first":
        stamp = moment_of(await room.bot.tables.table(TABLE))
    elif kind.stamped:
        stamp = (await turn_of(room.bot.tables, TABLE, actor.id)).stamp
    view = message(row([_pressable(kind, stamp)]))
    if kind.public:
        channel: Any = room.bot.get_channel(room.channel.id)
        sent: discord.Message = await channel.send(view=view)
        return sent
    private = answer(await actor.slash(room.channel, "rules"))
    room.env.backend.edit_message(
        private.channel_id, private.id, {"components": view.to_components()}
    )
    return private


def _pressable(kind: Kind, stamp: str) -> Any:
    if not kind.values:
        return button("Press", kind.verb, TABLE, stamp, kind.word)
    options = [discord.SelectOption(label=value, value=value) for value in kind.values]
    return select(options, kind.verb, TABLE, stamp, kind.word, placeholder="Choose")


async def prepare(room: Room, kind: Kind, asked: MemberActor) -> None:
    """Have prepared of the turn just what is prepared when the button is shown."""
    tables = room.bot.tables
    if (await turn_of(tables, TABLE, asked.id)).prepared:
        await undo(tables, TABLE, asked.id, everything=True)
    if kind.prepared:
        await choose_all(tables, TABLE, asked.id, kind.prepared)


async def press(
    kind: Kind, on: Message, *people: MemberActor, room: Room
) -> list[InteractionResult]:
    """All these people press it at the same moment; each is answered, and nothing goes wrong."""
    [custom_id] = [c["custom_id"] for c in raw(on) if "custom_id" in c]
    results = await click_together([(one, on, custom_id) for one in people], kind.values)
    assert room.env.errors == [], kind.name
    for result in results:
        assert result.acknowledged, kind.name
        for said in _said(result):
            assert WENT_WRONG not in words(said), kind.name
    return results


def _said(result: InteractionResult) -> list[Any]:
    return [said for said in (result.response, *result.followups) if said is not None]


def refusal(result: InteractionResult) -> str | None:
    """The sentence of a refusal, which is private; None if something was done or shown."""
    said = said_privately(result)
    if said.content in ("", BEGUN):
        return None
    assert said.ephemeral, said.content
    sentence = said.content.split("\n")[0]
    assert sentence.endswith((".", "!")), sentence
    return sentence


async def stored(room: Room) -> dict[str, list[Any]]:
    """All that is stored of games."""
    found = {}
    async with room.bot.store.writing() as connection:
        for table in STORED:
            rows = await connection.execute(text(f"SELECT * FROM {table}"))
            found[table] = sorted(map(repr, rows.all()))
    return found


async def with_tiles(room: Room, kind: Kind, actor: MemberActor) -> Kind:
    """The kind with the names of wealth tiles this person may choose."""
    legal = (await turn_of(room.bot.tables, TABLE, actor.id)).legal
    if not legal:
        return kind
    first, second = legal[0].split()[-2:]
    return replace(kind, word=kind.word.replace("FIRST", first).replace("SECOND", second))


def let_manage(room: Room, *people: MemberActor) -> None:
    """People who manage the server, so that its settings can be pressed."""
    role = room.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    for person in people:
        room.env.backend.get_guild(room.guild.id).members[person.id].role_ids.append(role.id)


async def log_length(room: Room) -> int:
    """How many actions of the game count."""
    return (await room.bot.tables.table(TABLE)).version


@pytest.mark.parametrize("how", ["after a restart", "twice at once"])
async def test_by_the_right_person_in_a_lobby(room: Room, how: str) -> None:
    seats = await lobby(room)
    for kind in IN_A_LOBBY:
        on = await shown(room, seats.who(kind), kind)
        if how == "after a restart":
            await room.restart()
        await _pressed_rightly(room, kind, on, seats.who(kind), how)
    table = await room.bot.tables.table(TABLE)
    assert table.status == "playing"
    assert sorted(holder.name for holder in table.seats) == ["ana", "bob"]
    assert (table.options.theme, table.options.modules) == ("light", ("quick_actions",))
    said = [words(one) for one in room.channel.history()]
    assert sum("A new game" in one for one in said) == 1


@pytest.mark.parametrize("how", ["after a restart", "twice at once"])
async def test_by_the_right_person_choosing_tiles(room: Room, how: str) -> None:
    seats = await tiles_to_choose(room)
    for kind in TILES:
        kind = await with_tiles(room, kind, seats.asked)
        on = await shown(room, seats.asked, kind)
        if how == "after a restart":
            await room.restart()
        await _pressed_rightly(room, kind, on, seats.asked, how)
    assert await log_length(room) == 1, "one seat has chosen, once"


@pytest.mark.parametrize("how", ["after a restart", "twice at once"])
async def test_by_the_right_person_in_a_game(room: Room, how: str) -> None:
    let_manage(room, *room.people[:2])
    seats = await second_round(room)
    looking = (*LOOKING, *OF_ONE_PERSON)
    messages = [await shown(room, seats.who(kind), kind) for kind in looking]
    if how == "after a restart":
        await room.restart()
    for kind, on in zip(looking, messages, strict=True):
        await _pressed_rightly(room, kind, on, seats.who(kind), how)
    for kind in (*IN_A_TURN, *THINKING_AHEAD, *TAKING_BACK, *AT_THE_END):
        seats = await _now(room)
        await prepare(room, kind, seats.asked)
        before = await log_length(room)
        on = await shown(room, seats.who(kind), kind)
        if how == "after a restart":
            await room.restart()
        await _pressed_rightly(room, kind, on, seats.who(kind), how)
        if kind.then is not None:
            turn = await turn_of(room.bot.tables, TABLE, seats.asked.id)
            assert turn.prepared == kind.then, kind.name
        grown = {"agree": -4, "confirm": 2}.get(kind.verb, 0)
        assert await log_length(room) == before + grown, kind.name
    table = await room.bot.tables.table(TABLE)
    assert table.status == "playing" and len(table.abandon_votes) == 1


async def _pressed_rightly(
    room: Room, kind: Kind, on: Message, actor: MemberActor, how: str
) -> None:
    """The press does or shows something; the second of two may find that it is done."""
    at_once = 2 if how == "twice at once" else 1
    if kind.word in ("add", "remove"):
        at_once = 1  # two computers are just what two presses ask for
    room.bot.limits = Limits()  # nobody asked for much before
    results = await press(kind, on, *[actor] * at_once, room=room)
    assert None in [refusal(result) for result in results], kind.name


@pytest.mark.parametrize("when", ["lobby", "tiles", "game"])
async def test_by_a_stranger(room: Room, when: str) -> None:
    """Somebody without a seat changes nothing, whatever they get hold of."""
    begin = {"lobby": lobby, "tiles": tiles_to_choose, "game": second_round}[when]
    kinds = {"lobby": IN_A_LOBBY, "tiles": TILES, "game": IN_A_GAME}[when]
    seats, stranger = await begin(room), room.people[3]
    for kind in kinds:
        if kind.word == "join":
            continue
        if when == "tiles":
            kind = await with_tiles(room, kind, seats.asked)
        elif when == "game":
            await prepare(room, kind, seats.asked)
        on = await shown(room, seats.who(kind), kind)
        before = await stored(room)
        [result] = await press(kind, on, stranger, room=room)
        assert await stored(room) == before, kind.name
        assert answer(result).ephemeral, kind.name
        if not kind.for_all:
            assert nothing_done(result), kind.name


def nothing_done(result: InteractionResult) -> bool:
    """Whether a private sentence says why nothing was done."""
    sentence = refusal(result) or words(said_privately(result))
    return said_privately(result).ephemeral and sentence.split("\n")[0].endswith(".")


async def test_moderating_by_those_who_do_not(room: Room) -> None:
    """Neither those who play nor others get anything done, or see what moderators see."""
    seats = await second_round(room)
    for kind in MODERATING:
        on = await shown(room, seats.asked, kind)
        before = await stored(room)
        results = await press(kind, on, seats.asked, room.people[3], room=room)
        assert await stored(room) == before, kind.name
        assert all(map(nothing_done, results)), kind.name


async def test_out_of_turn(room: Room) -> None:
    await second_round(room)
    for kind in (*IN_A_TURN, AT_THE_END[0]):
        seats = await _now(room)
        await prepare(room, kind, seats.asked)
        on = await shown(room, seats.asked, kind)
        before = await stored(room)
        [result] = await press(kind, on, seats.waiting, room=room)
        assert await stored(room) == before, kind.name
        assert nothing_done(result), kind.name


async def test_on_an_old_message(room: Room) -> None:
    """The game has gone on by a round; whoever was asked then is asked again."""
    await second_round(room)
    old = []
    seats = await _now(room)
    for kind in (*LOOKING, *IN_A_TURN, *TAKING_BACK, AT_THE_END[0]):
        await prepare(room, kind, seats.asked)
        old.append((kind, await shown(room, seats.who(kind), kind)))
    await prepare(room, LOOKING[0], seats.asked)
    await both_play(room)
    for kind, on in old:
        before = await stored(room)
        results = await press(kind, on, seats.asked, seats.waiting, room=room)
        assert await stored(room) == before, kind.name
        if kind.stamped or kind in TAKING_BACK[2:]:
            said = words(said_privately(results[0]))
            # Who is not asked reads at an old Confirm what was confirmed last.
            told = ["moved on", "out of date"]
            told += ["Turn confirmed"] if kind.verb == "confirm" else []
            assert any(one in said for one in told), f"{kind.name}: {said}"


async def test_on_the_lobby_after_the_start(room: Room) -> None:
    """Only the colours of the board and the language can still be changed."""
    seats = await lobby(room)
    old = [(kind, await shown(room, seats.who(kind), kind)) for kind in IN_A_LOBBY]
    await seats.asked.slash(room.channel, "tzolkin start")
    for kind, on in old:
        if kind.verb in ("theme", "tongue"):
            continue
        before = await stored(room)
        await press(kind, on, seats.asked, seats.newcomer, room=room)
        assert await stored(room) == before, kind.name


@pytest.mark.parametrize("end", ["given up", "played"])
async def test_after_the_game_ended(room: Room, end: str) -> None:
    await second_round(room)
    old = []
    seats = await _now(room)
    for kind in IN_A_GAME:
        await prepare(room, kind, seats.asked)
        old.append((kind, await shown(room, seats.who(kind), kind)))
    await prepare(room, LOOKING[0], seats.asked)
    await (both_give_up if end == "given up" else play_to_the_end)(room)
    for kind, on in old:
        before = await stored(room)
        results = await press(kind, on, seats.who(kind), room.people[3], room=room)
        assert await stored(room) == before, kind.name
        if kind in (*IN_A_TURN, *THINKING_AHEAD, *TAKING_BACK, *AT_THE_END):
            assert all(map(nothing_done, results)), kind.name


async def both_give_up(room: Room) -> None:
    """Both agree to end it."""
    for person in room.people[:2]:
        await give_up(person, room.channel)


async def play_to_the_end(room: Room, table: int = TABLE) -> None:
    """Short turns until nobody is asked any more."""
    tables = room.bot.tables
    while not (game := await tables.game(table)).finished:
        if await play_computers(tables, table):
            continue
        user = (await tables.table(table)).seats[game.pending[0].seat].user_id
        assert user is not None
        turn = await turn_of(tables, table, user)
        while not turn.can_confirm:
            turn = await choose(tables, table, user, turn.legal[0])
        await confirm(tables, table, user)


BY_A_MODERATOR = [kind for kind in MODERATING if kind.verb != "openlog"]
WHY = "It was agreed."


@pytest.mark.parametrize("how", with_long(["twice at once"], ["after a restart"]))
@pytest.mark.parametrize("kind", BY_A_MODERATOR, ids=lambda kind: kind.word)
async def test_moderating_by_a_moderator(room: Room, kind: Kind, how: str) -> None:
    """The form asks why, and what is wanted is done once."""
    tables, (moderator, other) = room.bot.tables, room.people[2:]
    let_manage(room, moderator, other)
    await second_round(room)
    before = await count_entries(tables, room.guild.id)
    on = await shown(room, moderator, kind)
    if how == "after a restart":
        await room.restart()
        tables = room.bot.tables
    at_once = [moderator] * (2 if how == "twice at once" else 1)
    results = await press(kind, on, *at_once, room=room)
    for result in results:
        assert result.modal is not None
        sent = await moderator.submit_modal(result, {"reason": WHY})
        assert WENT_WRONG not in words(answer(sent))
    assert room.env.errors == []
    done = await count_entries(tables, room.guild.id) - before
    assert done == 1
    table = await tables.table(TABLE)
    if kind.word.startswith("rewind"):
        assert table.version == 2
    elif kind.word.startswith("replace"):
        assert table.seats[0].name == "dan"
    else:
        assert table.status == "finished"
