"""Whether a database has every turn that people were told is confirmed, each once, and whether its
channels tell each once."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.engine import Game
from bot.store import Store, log
from bot.tables import Confirmed, Tables, looking_back
from bot.tables.preparation import TURN_KIND
from bot.text.translation import translator
from bot.text.turns import turn_line
from cogs.kit.answering import DONE
from cogs.kit.members import seat_names
from cogs.telling.messages import recap
from cogs.telling.posting import busy
from tests.soak.server import TURN, Confirmation, Friends, Message, buttons, lines, parts, plain

LEFT_OUT = "…"
GALLERY = 12
ENGLISH = translator("en")


@dataclass(frozen=True)
class Found:
    """What was looked at, and each thing that is wrong."""

    tables: int
    turns: int
    """In the logs, computers' among them."""
    told: int
    """Lines about turns in the channels."""
    old_calls: int
    """Calls that stayed where the next one came."""
    again: Sequence[str]
    """Lines that stand in two messages that stay. Where the program is killed between posting a
    message and noting that, and one more turn was confirmed in between, it is told anew with that
    turn, so that Discord does not know it for a copy."""
    wrong: Sequence[str]
    """A turn is missing, counts twice, or is another one."""


async def look(url: str, channels: Sequence[Friends]) -> Found:
    """Look at the database, and at the channels of these friends, after the program has told all
    there is."""
    store = Store(url)
    await store.open()
    try:
        return await _look(Tables(store), store, channels)
    finally:
        await store.close()


async def _look(tables: Tables, store: Store, channels: Sequence[Friends]) -> Found:
    async with store.engine.connect() as connection:
        numbers = await log.games_begun(connection)
    games: dict[int, list[list[Confirmed]]] = defaultdict(list)
    asked: dict[int, str | None] = {}
    wrong: list[str] = []
    for number in numbers:
        table = await tables.table(number)
        wrong += [f"table {number}: {one}" for one in await _in_itself(tables, store, number)]
        games[table.channel_id].append(await looking_back.all_turns(await tables.read(number)))
        pending = (await tables.game(number)).pending
        asked[table.channel_id] = pending[0].kind if pending else None
    told = stayed = 0
    again: list[str] = []
    for friends in channels:
        here = games[friends.channel]
        messages = list(friends.server.channels[friends.channel].values())
        expected = [line for turns in here for line in lines_of(turns)]
        told, stayed = told + len(expected), stayed + len(old_calls(messages))
        answered_alone = asked.get(friends.channel) not in (TURN_KIND, None)
        wrong += in_the_log(here, friends.wanted, friends.confirmed)
        missing, more = in_the_channel(expected, messages, untold_at_end=answered_alone)
        wrong += [f"channel {friends.channel}: {one}" for one in missing]
        again += [f"channel {friends.channel}: {one}" for one in more]
    count = sum(len(turns) for here in games.values() for turns in here)
    return Found(len(numbers), count, told, stayed, again, wrong)


async def _in_itself(tables: Tables, store: Store, number: int) -> list[str]:
    """What is wrong with a table by itself: its log is replayed."""
    table = await tables.table(number)
    async with store.engine.connect() as connection:
        setup = await log.setup(connection, number)
        events = await log.events_between(connection, number, 0, table.version + 1)
        kept = await log.position(connection, number)
    game = Game.replay({"setup": setup, "actions": [(one.seat, one.action) for one in events]})
    wrong = []
    if table.version != len(events) or kept != (table.version, game.position()):
        wrong.append("the position that is kept is not that of the log")
    turns = await looking_back.all_turns(await tables.read(number))
    if sum(len(turn.actions) for turn in turns) != len(events):
        wrong.append("the log ends in the middle of a turn")
    return wrong


def in_the_log(
    games: Iterable[Sequence[Confirmed]],
    wanted: Sequence[Confirmation],
    confirmed: Sequence[Confirmation],
) -> list[str]:
    """What is wrong with the turns of people in these logs: one that was answered as confirmed is
    not there, or another one is in its place; one is there that nobody asked for. A turn is known
    by what its seat had confirmed before, so that one that counts twice is one that nobody asked
    for."""
    t = translator("en")
    logged: dict[Confirmation, str] = {}
    for turns in games:
        bases: Counter[int] = Counter()
        for turn in turns:
            user = turn.table.seats[turn.seat].user_id
            if user is not None and not turn.by_computer:
                secret = turn.before.phase == "keep"
                line = plain(turn_line(t, seat_names(t, turn.table), turn.seat, turn.steps))
                key = Confirmation(turn.table.id, user, bases[turn.seat])
                logged[key] = "" if secret else line
            bases[turn.seat] += len(turn.actions)
    wrong = []
    for one in confirmed:
        logged_line = logged.get(replace(one, words=None))
        if logged_line is None:
            wrong.append(f"a turn that was answered is not in the log: {one}")
        elif logged_line not in (one.words or ""):
            wrong.append(f"the log has another turn than was answered: {one}, {logged_line}")
    unasked = logged.keys() - set(wanted)
    return wrong + [f"a turn is in the log that nobody confirmed: {one}" for one in unasked]


def lines_of(turns: Sequence[Confirmed]) -> list[str]:
    """What stays in a channel about the turns of a game, in order. Who has chosen tiles stands in
    calls alone, and these are deleted."""
    t = translator("en")
    shown = [turn for turn in turns if turn.after.phase != "keep"]
    told = [line for turn in shown for line in recap(t, [turn])]
    return [line for whole in told for line in plain(whole).split("\n") if line]


def in_the_channel(
    expected: Sequence[str], messages: Sequence[Message], *, untold_at_end: bool
) -> tuple[list[str], list[str]]:
    """What is wrong with what a channel reads about these turns, and what it reads once more than
    it should: all its messages together are to say each in its place, once. `untold_at_end`: the
    last ones may not be told yet. A call that stayed when the next one came does not count: it
    tells what the next one tells again."""
    known, old = set(expected), {one["id"] for one in old_calls(messages)}
    # The notice that a press takes long, of a program killed before it could delete it.
    old |= {one["id"] for one in messages if one.get("content") == DONE}
    read = [(line, one["id"]) for one in messages if one["id"] not in old for line in lines(one)]
    if any(line == LEFT_OUT for line, _ in read):
        return ["lines were left out of a message, so it was not compared"], []
    told = [line for line, _ in read if line in known]
    if told == list(expected) or (untold_at_end and told == list(expected[: len(told)])):
        return [], []
    again = [
        f"{line} in the messages {[message for said, message in read if said == line]}"
        for line in Counter(told) - Counter(expected)
    ]
    missing = [f"not told: {line}" for line in Counter(expected) - Counter(told)]
    if untold_at_end and set(missing) <= {f"not told: {line}" for line in expected[-1:]}:
        missing = []
    if not missing and not again:
        missing = ["told in another order"]
    return missing, again


def old_calls(messages: Sequence[Message]) -> list[Message]:
    """The calls that stayed where the next one came: the program was killed before it could delete
    them."""
    calls = [one for one in messages if buttons(one, TURN) and not _is_board(one)]
    return [one for one in calls if one is not messages[-1]]


def _is_board(message: Message) -> bool:
    """Whether it shows the board, or stands in its place: the program was killed before the picture
    followed."""
    return any(
        part["type"] == GALLERY or busy(ENGLISH) in part.get("content", "")
        for part in parts(message)
    )
