"""The log is the game, and its record is complete, readable, and no change in it goes unnoticed."""

import asyncio
import json
import random
import tempfile
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, text, update
from structlog.testing import capture_logs

from bot.__main__ import main
from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.deal import shuffle_deal
from bot.engine.state import RULES_VERSION
from bot.notation.records import (
    FORMAT,
    Entry,
    Record,
    RecordError,
    RewindEntry,
    Sealed,
    Seat,
    StoredRecord,
    from_json,
    sum_of,
    to_json,
)
from bot.store import Store, log
from bot.store.schema import events
from bot.store.schema import tables as tables_table
from bot.tables import Options, Table, Tables
from bot.tables.records import (
    checks,
    commitment,
    join_of_person,
    new_secret,
    playing_order,
    seed_of,
    shared_seed,
    verdict,
)
from bot.text.translation import translator
from tests.store.databases import empty_database
from tests.store.rows import read
from tests.tables.acts import (
    abandon,
    agree_to_rewind,
    choose,
    needing_computers,
    record_of,
    revealed_of,
    set_options,
    start,
    take_back,
    turn_of,
)
from tests.tables.playing import (
    ADA,
    BEN,
    EVE,
    PEOPLE,
    asked_seats,
    in_play,
    last_legal,
    lobby,
    play,
    refused,
    started,
    user,
)

# --- The deal and the log rebuild everything; the stored position is only a cache -----------------


async def stored_record(store: Store, table_id: int) -> dict[str, object]:
    """The deal and the log as stored."""
    async with store.engine.connect() as connection:
        return {
            "setup": await log.setup(connection, table_id),
            "actions": [
                [event.seat, event.action]
                for event in await log.events_between(connection, table_id, 0, 10**6)
            ],
        }


@settings(max_examples=12, deadline=None)
@given(
    people=st.integers(2, 4),
    seed=st.integers(0, 10**9),
    turns=st.integers(0, 60),
    prepared=st.booleans(),
)
def test_log_replays_to_the_kept_position(
    people: int, seed: int, turns: int, prepared: bool
) -> None:
    async def whole() -> None:
        with tempfile.TemporaryDirectory() as folder:
            store = Store(await empty_database(Path(folder)))
            await store.open()
            tables = Tables(store)
            chance = random.Random(seed)
            table = await started(tables, people, seed=str(seed))
            await play(tables, table, turns, chance)
            waiting = await asked_seats(tables, table.id)
            if prepared and waiting:  # must not be in the log
                view = await turn_of(tables, table.id, user(table, waiting[0]))
                await choose(tables, table.id, user(table, waiting[0]), view.legal[-1])

            record = await stored_record(store, table.id)
            async with store.engine.connect() as connection:
                kept = await log.position(connection, table.id)
            game = Game.replay(record)
            assert kept == (len(game.record()["actions"]), game.position())
            assert game.record() == record
            assert (await tables.game(table.id)).record() == record
            assert (await Tables(store).game(table.id)).record() == record
            await store.close()

    asyncio.run(whole())


async def test_log_wins_over_a_position_that_differs(store: Store) -> None:
    table = await in_play(Tables(store))
    game = await Tables(store).game(table.id)
    async with store.writing() as connection:
        await connection.execute(update(tables_table).values(position={"made": "up"}))

    with capture_logs() as logged:
        assert (await Tables(store).game(table.id)).snapshot() == game.snapshot()
    assert [entry["event"] for entry in logged] == ["position differs from log"]

    await play(Tables(store), table, 1)
    with capture_logs() as logged:
        await Tables(store).game(table.id)
    assert logged == []


async def test_position_that_agrees_is_not_complained_about(store: Store) -> None:
    table = await in_play(Tables(store))
    with capture_logs() as logged:
        await Tables(store).game(table.id)
    assert logged == []


async def test_game_that_todays_rules_cannot_replay(store: Store) -> None:
    """It can be looked up and given up, and blocks nothing else."""
    tables = Tables(store)
    table = await in_play(tables)
    async with store.writing() as connection:
        await connection.execute(
            update(events).where(events.c.n == 0).values(action="keep what-you-like")
        )
    tables = Tables(store)

    await refused("rules-changed", tables.game(table.id))
    await refused("rules-changed", turn_of(tables, table.id, user(table, 0)))
    assert await needing_computers(tables) == []
    assert await tables.table(table.id) == table
    assert (await abandon(tables, table.id, EVE, moderator=True)).status == "abandoned"


async def test_log_with_a_gap_is_not_played_on(store: Store) -> None:
    tables = Tables(store)
    table = await in_play(tables)
    async with store.writing() as connection:
        await connection.execute(delete(events).where(events.c.n == table.version - 1))
    await refused("rules-changed", turn_of(Tables(store), table.id, user(table, 0)))


async def test_a_game_is_played_by_the_version_of_the_rules_it_began_with(
    store: Store, version_99: int
) -> None:
    tables = Tables(store)
    table = await started(tables)
    assert (await read(store, table.id)).rules == 1
    async with store.writing() as connection:
        await connection.execute(update(tables_table).values(rules=version_99))

    tables = Tables(store)
    with capture_logs() as logged:
        assert (await tables.game(table.id)).rules_version == version_99
    assert logged == []
    await play(tables, table, 2)
    assert (await read(store, table.id)).rules == version_99, "it stays what it began with"


async def test_a_game_of_rules_nobody_knows_is_not_played_on(store: Store) -> None:
    tables = Tables(store)
    table = await in_play(tables)
    async with store.writing() as connection:
        await connection.execute(update(tables_table).values(rules=99))
    await refused("rules-changed", Tables(store).game(table.id))


# --- Records of finished games: complete, readable, and no change in them goes unnoticed ----------

EN = translator("en")
SECRET = "5ea1" * 16


async def finished(
    tables: Tables, people: int = 2, *, deal_of: str | None = None, channel: int = 700
) -> Table:
    """A game played to its end, dealt as games are."""
    table = await lobby(tables, people, channel)
    table = await start(tables, table.id, ADA, deal_of=deal_of)
    await play(tables, table, 1000)
    table = await tables.table(table.id)
    assert table.status == "finished"
    return table


@cache
def a_record(modules: tuple[str, ...] = (), rules: int = RULES_VERSION) -> Record:
    """A record made without a database: two people and a computer, always the last legal action."""
    sealed = commitment(SECRET)
    joined = (*(join_of_person(sealed, person.id) for person in (ADA, BEN)), "computer Imix")
    seed = seed_of(SECRET, 7, joined)
    order = playing_order(3, seed)
    seated = tuple(joined[n] for n in order)
    names = ("Ada", "Ben", "Imix")
    deal = shuffle_deal(3, modules, seed)
    game, events = Game.from_setup({**deal, "rules": rules}), []
    while not game.finished:
        seat = game.pending[0].seat
        legal = game.legal(seat)
        action = "end" if "end" in legal else legal[-1]
        game.play(seat, action)
        events.append(Entry(seat, action, "2030-01-02T12:00:00+00:00", order[seat] == 2))
    return Record(
        format=FORMAT, version=1, table=7, rules=rules,
        opened="2030-01-02T11:00:00+00:00", modules=modules, without=(),
        seats=tuple(Seat(names[n], n == 2, joined[n]) for n in order),
        seed=seed, deal=deal, sealed=Sealed(sealed, SECRET, joined, seated), shared=None,
        events=tuple(events), set_back=(RewindEntry(9, 5, "2030-01-02T12:00:00+00:00"),),
        result=tuple(game.standings()),
    )  # fmt: skip


def found(record: Record) -> list[str]:
    """What is wrong with a record whose checksum was made to fit."""
    checked = checks(StoredRecord(record, sum_of(record)))
    return [check.words(EN) for check in checked if check.holds is False]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all plain values inside."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path


def other(value: Any) -> Any:
    """A different value of the same type."""
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}?"


def changed(plain: dict[str, Any], path: tuple[Any, ...], value: Any) -> str:
    """A file with one value replaced."""
    copy = deepcopy(plain)
    inside: Any = copy
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return json.dumps(copy)


def noticed(text: str) -> bool:
    """Whether reading or checking a file finds something wrong."""
    try:
        stored = from_json(text)
    except RecordError as error:
        assert error.template.endswith(".")
        return True
    return verdict(checks(stored)) == "false"


@pytest.mark.parametrize("rules", [1, 99])
@pytest.mark.parametrize("modules", [(), MODULES])
def test_true_record_holds_and_comes_back(
    modules: tuple[str, ...], rules: int, version_99: int
) -> None:
    record = a_record(modules, rules)
    stored = from_json(to_json(record))
    assert stored.record == record
    checked = checks(stored)
    assert [check.holds for check in checked] == [True] * 7 + [None]
    assert all(check.words(EN) for check in checked)
    assert verdict(checked) == "true"


def test_no_value_can_be_changed_unnoticed() -> None:
    plain = json.loads(to_json(a_record()))
    paths = [*leaves(plain)]
    assert len(paths) > 500
    seen = set()
    for path in paths:
        kind = path[:1] + tuple(key for key in path[1:] if isinstance(key, str))
        if kind in seen and path[0] in ("events", "deal"):
            continue  # one of each kind: every check plays the game
        seen.add(kind)
        value = plain
        for key in path:
            value = value[key]
        assert noticed(changed(plain, path, other(value))), path
    assert not noticed(json.dumps(plain))


@pytest.mark.parametrize(
    "change",
    [
        lambda plain: plain["events"].pop(),
        lambda plain: plain["events"].insert(3, plain["events"][2]),
        lambda plain: plain.update(extra=1),
        lambda plain: plain["seats"][0].update(user_id=101),
        lambda plain: plain.pop("sealed"),
        lambda plain: plain.pop("sum"),
        lambda plain: plain.update(sealed=None),
        lambda plain: plain.update(version=2),
        lambda plain: plain.update(format="another"),
        lambda plain: plain.update(result=None),
        lambda plain: plain.update(events=plain["events"][:5], result=None),
        lambda plain: plain.update(table="7"),
    ],
)
def test_nothing_can_be_added_or_left_out_unnoticed(change: Callable[[Any], Any]) -> None:
    plain = json.loads(to_json(a_record()))
    change(plain)
    assert noticed(json.dumps(plain))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda plain: plain["sealed"].update(secret="00" * 32), "The secret does not match"),
        (lambda plain: plain["sealed"].update(commitment="00" * 32), "The secret does not match"),
        (lambda plain: plain["sealed"]["joined"].reverse(), "The seed does not follow"),
        (lambda plain: plain.update(table=8), "The seed does not follow"),
        (lambda plain: plain.update(seed="1"), "The deal does not follow"),
        (lambda plain: plain["sealed"]["seated"].reverse(), "The order of the seats does not"),
        (lambda plain: plain["deal"]["age2"].reverse(), "The deal does not follow"),
        (lambda plain: plain.update(modules=["promo"]), "The deal does not follow"),
        (lambda plain: plain.update(modules=["unheard of"]), "The deal does not follow"),
        (lambda plain: plain.update(without=["ixtab"] * 99), ""),
        (lambda plain: plain["deal"].update(players=4), "different numbers of seats"),
        (lambda plain: plain["deal"].update(age1=["none"]), "cannot be replayed"),
        (lambda plain: plain["deal"].update(wealth=7), "cannot be replayed"),
        (lambda plain: plain["deal"].clear(), "different numbers of seats"),
        (lambda plain: plain["events"][4].update(action="pass"), "Action 5 of the log (pass)"),
        (lambda plain: plain["events"][4].update(seat=99), "Action 5 of the log"),
        (lambda plain: plain["events"].append(plain["events"][0]), "of the log"),
        (lambda plain: plain["result"][0].update(points4=999), "does not lead to this result"),
        (lambda plain: plain.update(result=None), "does not lead to this result"),
        (lambda plain: plain["events"].pop(), "does not lead to this result"),
    ],
)
def test_a_sum_made_to_fit_does_not_help(change: Callable[[Any], Any], says: str) -> None:
    plain = json.loads(to_json(a_record()))
    change(plain)
    record = from_json(json.dumps(plain)).record
    wrong = found(record)
    assert bool(wrong) == bool(says)  # tribes are not played, so that none is left out is no lie
    assert any(says in line for line in wrong) or not says


@pytest.mark.parametrize(
    "text", ["", "[]", "7", "{}", "\ud800", "[" * 100_000, '{"format": "tzolkin-record"}']
)
def test_what_is_no_record_is_one_sentence(text: str) -> None:
    with pytest.raises(RecordError, match=r"^This (file|record) .*[^.]*\.$"):
        from_json(text)
    with pytest.raises(RecordError, match="too long"):
        from_json(" " * 3_000_000)


async def test_record_of_a_played_game_is_true(tables: Tables) -> None:
    table = await finished(tables, 3)
    record = await record_of(tables, table.id)
    assert found(record) == []
    assert [seat.name for seat in record.seats] == [holder.name for holder in table.seats]
    assert record.sealed.commitment == table.commitment
    text = to_json(record)
    assert from_json(text).record == record
    for person in PEOPLE[:3]:
        assert join_of_person(record.sealed.commitment, person.id) in record.sealed.joined
    ids = [str(one.id) for one in PEOPLE[:3]] + [f"{table.guild_id}", f"{table.channel_id}"]
    numbers = {str(value) for value in plain_values(json.loads(text))}
    assert not set(ids[:3]) & numbers
    assert '"guild' not in text
    assert '"channel' not in text
    assert '"user' not in text
    revealed = await revealed_of(tables, table.id)
    assert revealed is not None
    assert commitment(revealed.secret) == table.commitment
    assert revealed.record_sum == sum_of(record)


def plain_values(value: Any) -> Iterator[Any]:
    """All plain values inside."""
    for path in leaves(value):
        inside = value
        for key in path:
            inside = inside[key]
        yield inside


async def test_nothing_is_told_before_the_end(tables: Tables) -> None:
    table = await lobby(tables)
    await refused("deal-secret", record_of(tables, table.id))
    table = await start(tables, table.id, ADA)
    await play(tables, table, 5)
    await refused("deal-secret", record_of(tables, table.id))
    assert await revealed_of(tables, table.id) is None
    await abandon(tables, table.id, ADA, moderator=True)
    await refused("given-up-deal", record_of(tables, table.id))
    assert await revealed_of(tables, table.id) is None


async def test_game_ended_before_its_end_has_a_record_without_result(
    tables: Tables, store: Store
) -> None:
    table = await lobby(tables)
    table = await start(tables, table.id, ADA)
    await play(tables, table, 5)
    async with store.writing() as connection:  # as a moderator ends it
        await connection.execute(text("UPDATE tables SET status = 'finished'"))
    record = await record_of(tables, table.id)
    assert record.result is None
    checked = checks(StoredRecord(record, sum_of(record)))
    assert [check.holds for check in checked] == [True] * 6 + [None]
    assert "not played to its end" in checked[-1].words(EN)


async def test_the_secret_is_in_no_log_and_no_snapshot(store: Store) -> None:
    with capture_logs() as logged:
        tables = Tables(store, think=last_legal)
        table = await lobby(tables)
        before = repr(table)
        table = await start(tables, table.id, ADA)
        rows = (
            repr(await tables.read(table.id))
            + repr(await tables.table(table.id))
            + before
            + repr(table)
        )
        view = repr(await turn_of(tables, table.id, ADA.id))
        await play(tables, table, 1000)
    revealed = await revealed_of(tables, table.id)
    record = await record_of(tables, table.id)
    assert revealed is not None
    assert len(logged) > 20
    for hidden in (revealed.secret, record.seed):
        for seen in (repr(logged), rows, view):
            assert hidden not in seen
    assert table.commitment in rows


async def test_a_table_of_its_own_secret_each(tables: Tables) -> None:
    found = {(await lobby(tables, channel=channel)).commitment for channel in range(9)}
    assert len(found) == 9


async def test_seed_chosen_for_a_test_is_no_fair_deal(tables: Tables) -> None:
    """A person who could choose the seed would be found out."""
    table = await started(tables, 2, seed="1")
    await play(tables, table, 1000)
    assert any("seed does not follow" in line for line in found(await record_of(tables, table.id)))


async def test_shared_deal_is_the_same_and_shown_when_all_are_over(tables: Tables) -> None:
    secret = new_secret()
    one = await finished(tables, deal_of=secret, channel=1)
    alone = await record_of(tables, one.id)
    assert found(alone) == []
    late = await lobby(tables, channel=2)
    late = await start(tables, late.id, ADA, deal_of=secret)
    assert (await tables.game(late.id)).setup == alone.deal
    assert alone.deal == shuffle_deal(2, (), shared_seed(secret))
    await refused("deal-played", record_of(tables, one.id))
    assert await revealed_of(tables, one.id) is None
    await play(tables, late, 1000)
    record = await record_of(tables, one.id)
    assert record == alone
    assert record.shared is not None
    assert record.shared.commitment == commitment(secret)
    plain = json.loads(to_json(record))
    plain["shared"]["secret"] = "00" * 32
    wrong = found(from_json(json.dumps(plain)).record)
    assert len(wrong) == 2
    assert "shared deal does not match" in wrong[0]


async def test_rewinds_are_in_the_record(tables: Tables) -> None:
    table = await lobby(tables)
    table = await start(tables, table.id, ADA)
    [*_, last] = await play(tables, table, 3)
    user_id = last.table.seats[last.seat].user_id
    assert user_id is not None
    rewind = await take_back(tables, table.id, user_id, last.table.version)
    if not rewind.done:
        other_id = next(h.user_id for h in last.table.seats if h.user_id != user_id)
        assert other_id is not None
        rewind = await agree_to_rewind(tables, table.id, other_id, rewind.to)
    assert rewind.done
    await play(tables, table, 1000)
    record = await record_of(tables, table.id)
    assert [(back.actions, back.stayed) for back in record.set_back] == [
        (last.table.version, rewind.to)
    ]
    told = [check.words(EN) for check in checks(StoredRecord(record, sum_of(record)))]
    assert f"from action {last.table.version} to action {rewind.to}" in told[-1]
    assert found(record) == []


async def test_options_left_out_are_in_the_record(tables: Tables) -> None:
    table = await lobby(tables, 3)
    options = Options(modules=("tribes", "quick_actions"), without=("ixtab",))
    await set_options(tables, table.id, ADA, options)
    table = await start(tables, table.id, ADA)
    await play(tables, table, 1000)
    record = await record_of(tables, table.id)
    assert (record.modules, record.without) == (options.modules, options.without)
    assert found(record) == []


def test_the_verb_says_whether_a_file_is_true(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(to_json(a_record()), encoding="utf-8")
    assert main(["check", str(file)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 9
    assert said[-1].startswith("Everything checks out")
    file.write_text(to_json(a_record()).replace('"Ada"', '"Eva"'), encoding="utf-8")
    assert main(["check", str(file)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("NO  The record was changed")
    assert said[-1] == "This record does not check out."
    file.write_text("no record", encoding="utf-8")
    assert main(["check", str(file)]) == 1
    assert capsys.readouterr().err == "This file is not a record of a game: it is not JSON.\n"
    assert main(["check", str(tmp_path / "none.json")]) == 2
    assert "cannot be read: No such file" in capsys.readouterr().err
