"""The sealed deal in the channel, /verify, and the record as a file."""

import re

import simcord
from sqlalchemy import text

from bot.notation.records import from_json, sum_of
from bot.tables import Person
from bot.tables.records import checks, commitment, new_secret, verdict
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, button_id, choose_tiles, give_up, in_options, raw, words
from tests.tables.acts import (
    add_computer,
    choose,
    confirm,
    open_lobby,
    play_computers,
    record_of,
    start,
    turn_of,
)

SUM = r"`([0-9a-f]{64})`"
SEAL = "Seal of the deal"


async def play_to_the_end(room: Room) -> None:
    """Everybody does the first thing offered, until the game is over; the channel is told."""
    tables = room.bot.tables
    while (await tables.table(1)).status == "playing":
        [asked] = [decision.seat for decision in (await tables.game(1)).pending]
        user = (await tables.table(1)).seats[asked].user_id
        assert user is not None
        turn = await turn_of(tables, 1, user)
        while not turn.can_confirm:
            turn = await choose(tables, 1, user, turn.legal[0])
        await confirm(tables, 1, user)
        await play_computers(tables, 1)
    await room.restart()
    await room.env.settle()


async def lobby(room: Room) -> str:
    """A lobby of one person and a computer; the commitment it shows."""
    opened = answer(await room.people[0].slash(room.channel, "tzolkin new", computers=1))
    shown = await in_options(room.people[1], opened, SEAL)
    assert shown.ephemeral
    assert "revealed here when the game is over" in words(shown)
    [sealed] = re.findall(f"Deal sealed, sha256: {SUM}", words(shown))
    assert button_id(opened, "Options").endswith(f".{sealed}"), "it is posted, not only answered"
    return str(sealed)


def file_of(result: simcord.InteractionResult) -> str | None:
    """The name of the file a message shows, if any."""
    names = [c["file"]["url"] for c in raw(answer(result)) if c["type"] == 13]
    return names[0] if names else None


async def test_from_the_seal_to_the_proof(room: Room) -> None:
    sealed = await lobby(room)
    await room.people[0].slash(room.channel, "tzolkin start")
    await choose_tiles(room.people[0], room.channel)
    secret = await secret_of(room)
    assert commitment(secret) == sealed

    early = answer(await room.people[0].slash(room.channel, "verify"))
    assert early.ephemeral
    assert "stays secret until its game is over" in words(early)
    assert secret not in everything_said(room)

    await play_to_the_end(room)
    over = room.channel.history()[-1]
    assert secret not in words(over)
    last = words(answer(await room.people[1].click(over, label=SEAL)))
    assert re.findall(f"Secret of the deal: {SUM}", last) == [secret]
    [told_sum] = re.findall(f"Checksum of the record: {SUM}", last)
    record = await record_of(room.bot.tables, 1)
    assert sum_of(record) == told_sum

    result = await room.people[0].slash(room.channel, "verify")
    found = answer(result)
    assert found.ephemeral
    assert words(found).count("✅") == 7
    assert "❌" not in words(found)
    assert sealed in words(found)
    assert told_sum in words(found)
    assert file_of(result) is not None
    [attached] = found.attachments
    assert attached.filename == "tzolkin-1.json"
    stored = from_json(await attached.read())
    assert stored.record == record
    assert verdict(checks(stored)) == "true"

    stranger = await room.people[3].slash(room.channel, "verify")
    assert words(answer(stranger)).count("✅") == 7
    assert file_of(stranger) is None
    assert "This game's players" in words(answer(stranger))


async def test_every_lobby_has_a_seal_of_its_own(room: Room) -> None:
    first = await lobby(room)
    await give_up(room.people[0], room.channel)
    refused = answer(await room.people[0].slash(room.channel, "verify"))
    assert "abandoned, so its deal stays secret" in words(refused)
    assert await lobby(room) != first


async def test_without_a_game_there_is_nothing_to_verify(room: Room) -> None:
    none = answer(await room.people[0].slash(room.channel, "verify"))
    assert "no game in this channel" in words(none)


async def test_shared_deal_stays_secret_while_another_table_plays(room: Room) -> None:
    tables, secret = room.bot.tables, new_secret()
    await lobby(room)
    person = (await tables.table(1)).seats[0]
    assert person.user_id is not None
    me = Person(person.user_id, person.name)
    await start(tables, 1, me, deal_of=secret)
    other = await open_lobby(tables, None, 4711, me)
    await add_computer(tables, other.id, me)
    await start(tables, other.id, me, deal_of=secret)
    async with room.bot.store.writing() as connection:
        await connection.execute(text("UPDATE tables SET status = 'finished' WHERE id = 1"))
    refused = answer(await room.people[0].slash(room.channel, "verify"))
    assert "Another table still plays this deal" in words(refused)
    assert secret not in everything_said(room)


async def secret_of(room: Room) -> str:
    """The secret, from where nobody can look."""
    async with room.bot.store.engine.connect() as connection:
        found = await connection.exec_driver_sql("SELECT secret FROM tables WHERE id = 1")
        return str(found.scalar_one())


def everything_said(room: Room) -> str:
    """All that was sent to Discord."""
    return str([sent.json for sent in room.env.http_requests])
