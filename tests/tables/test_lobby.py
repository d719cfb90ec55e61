"""Lobbies: opened, joined, left and started, with what is set for them; tables whose seats a
schedule has assigned."""

import asyncio
from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bot.model.computers import Computer
from bot.model.table import Posted
from bot.moderation import at_tables
from bot.notation.records import StoredRecord, sum_of
from bot.store import Store, settings
from bot.store import tables as stored
from bot.store.columns import SettingsJson
from bot.tables import Options, Person, PersonSettings, Seat, ServerSettings, Table, Tables
from bot.tables import lobby as lobbies
from bot.tables.records import checks, commitment, join_of_person, new_secret, verdict
from bot.tables.settings import OF_MODERATORS, OF_PEOPLE, OF_SERVERS, ON_PAGES
from bot.text.setting import Setting
from bot.text.translation import translator
from tests.tables.acts import (
    abandon,
    add_computer,
    change_computers,
    expire_lobbies,
    join,
    leave,
    open_lobby,
    open_rematch,
    open_scheduled,
    play_computers,
    record_of,
    remove_computer,
    set_options,
    start,
    start_scheduled,
    turn_of,
)
from tests.tables.playing import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    PEOPLE,
    Clock,
    all_there_is,
    lobby,
    play,
    refused,
    started,
)

# --- Opening a lobby, sitting down, leaving, switching, starting, and what happens to old ones ----


def names(table: Table) -> list[str]:
    """Who sits there, in seat order."""
    assert [holder.seat for holder in table.seats] == list(range(len(table.seats)))
    return [holder.name for holder in table.seats]


async def test_new_lobby(tables: Tables, clock: Clock) -> None:
    table = await open_lobby(tables, 1, CHANNEL, ADA, Options(theme="light"))

    assert table == Table(
        id=table.id,
        guild_id=1,
        channel_id=CHANNEL,
        status="lobby",
        host_id=ADA.id,
        seats=(Seat(0, ADA.id, "Ada"),),
        options=Options(theme="light"),
        version=0,
        created_at=clock(),
        updated_at=clock(),
        abandon_votes=frozenset(),
        commitment=table.commitment,
    )
    assert await tables.table(table.id) == table
    assert await tables.store.read(stored.open_in_channel, CHANNEL) == table
    assert await tables.store.read(stored.open_of_person, ADA.id) == [table]


async def test_unknown_table_is_refused(tables: Tables) -> None:
    await refused("no-table", tables.table(1))
    await refused("no-table", join(tables, 1, ADA))
    await refused("no-table", turn_of(tables, 1, ADA.id))
    await refused("no-table", tables.game(1))
    assert await tables.store.read(stored.open_in_channel, CHANNEL) is None
    assert await tables.store.read(stored.latest_in_channel, CHANNEL) is None
    assert await play_computers(tables, await _gone(tables)) == []


async def _gone(tables: Tables) -> int:
    table = await lobby(tables)
    await abandon(tables, table.id, ADA)
    return table.id


@pytest.mark.parametrize("as_what", ["lobby", "game"])
async def test_second_table_in_a_channel_is_refused(tables: Tables, as_what: str) -> None:
    table = await (lobby if as_what == "lobby" else started)(tables)

    await refused("channel-busy", open_lobby(tables, 1, CHANNEL, EVE))
    assert await tables.store.read(stored.open_in_channel, CHANNEL) == table
    other = await open_lobby(tables, 1, CHANNEL + 1, EVE)
    assert other.id != table.id


async def test_of_many_who_open_at_once_one_succeeds(tables: Tables) -> None:
    results = await asyncio.gather(
        *(open_lobby(tables, 1, CHANNEL, person) for person in PEOPLE * 5), return_exceptions=True
    )
    assert sum(isinstance(result, Table) for result in results) == 1


async def test_join_until_full(tables: Tables) -> None:
    table = await lobby(tables, 5)
    assert names(table) == ["Ada", "Ben", "Cleo", "Dan", "Fay"]
    before = await all_there_is(tables, table.id)

    refusal = await refused("full", join(tables, table.id, EVE))
    assert refusal.params == {"n": 5}
    await refused("full", add_computer(tables, table.id, ADA))
    assert await all_there_is(tables, table.id) == before


async def test_join_twice_is_refused(tables: Tables) -> None:
    table = await lobby(tables)
    await refused("seated-already", join(tables, table.id, BEN))


async def test_of_many_who_join_at_once_each_gets_a_seat_of_their_own(tables: Tables) -> None:
    table = await open_lobby(tables, 1, CHANNEL, ADA)
    crowd = [replace(EVE, id=1000 + n, name=f"Eve {n}") for n in range(20)]
    results = await asyncio.gather(
        *(join(tables, table.id, person) for person in crowd), return_exceptions=True
    )

    assert sum(isinstance(result, Table) for result in results) == 4
    table = await tables.table(table.id)
    assert len(set(names(table))) == 5


async def test_leave(tables: Tables) -> None:
    table = await lobby(tables, 3)
    table = await leave(tables, table.id, BEN)

    assert names(table) == ["Ada", "Cleo"]
    assert table.host_id == ADA.id
    await refused("not-seated", leave(tables, table.id, BEN))


async def test_host_who_leaves_hands_over(tables: Tables) -> None:
    table = await open_lobby(tables, 1, CHANNEL, ADA)
    await add_computer(tables, table.id, ADA)
    await join(tables, table.id, BEN)
    table = await leave(tables, table.id, ADA)

    assert table.host_id == BEN.id
    assert names(table)[1:] == ["Ben"]


async def test_last_person_who_leaves_closes_the_lobby(tables: Tables) -> None:
    table = await open_lobby(tables, 1, CHANNEL, ADA)
    await add_computer(tables, table.id, ADA)
    table = await leave(tables, table.id, ADA)

    assert table.status == "abandoned"
    assert await tables.store.read(stored.open_in_channel, CHANNEL) is None
    assert await tables.store.read(stored.latest_in_channel, CHANNEL) == table
    await refused("abandoned", join(tables, table.id, ADA))
    await open_lobby(tables, 1, CHANNEL, BEN)


async def test_computers_come_and_go(tables: Tables) -> None:
    table = await lobby(tables)
    table = await add_computer(tables, table.id, BEN)
    table = await add_computer(tables, table.id, ADA, Computer("hard", "priest"))

    assert [(holder.user_id, holder.computer) for holder in table.seats] == [
        (ADA.id, None),
        (BEN.id, None),
        (None, Computer("medium", "builder")),
        (None, Computer("hard", "priest")),
    ]
    assert len(set(names(table))) == 4
    last_name = names(table)[3]
    table = await remove_computer(tables, table.id, BEN)
    assert len(table.seats) == 3
    assert last_name not in names(table)
    table = await remove_computer(tables, table.id, BEN)
    await refused("no-computer", remove_computer(tables, table.id, BEN))
    await refused("not-seated", add_computer(tables, table.id, EVE))
    await refused("not-seated", remove_computer(tables, table.id, EVE))


async def test_computers_added_alike_do_not_play_alike(tables: Tables) -> None:
    """The styles go round; the level is that of the one before, if one was there."""
    table = await open_lobby(tables, 1, CHANNEL, ADA)
    for level in (None, "hard"):
        for _ in range(2):
            async with tables.open(table.id) as opened:
                one = lobbies.one_more(opened.table, level) if level else None
                table = lobbies.add_computer(opened, ADA, one)
    assert [one.computer for one in table.seats[1:]] == [
        Computer("medium", "builder"),
        Computer("medium", "priest"),
        Computer("hard", "farmer"),
        Computer("hard", None),
    ]
    table = await remove_computer(tables, table.id, ADA)
    table = await add_computer(tables, table.id, ADA)
    assert table.seats[4].computer == Computer("hard", None)


async def test_computers_are_let_play_otherwise(tables: Tables) -> None:
    table = await lobby(tables)
    for _ in range(2):
        table = await add_computer(tables, table.id, ADA)
    first, second = lobbies.names_of_computers(table)
    harder = partial(replace, level="hard")
    table = await change_computers(tables, table.id, BEN, [second], harder)
    assert [one.computer for one in table.seats[2:]] == [
        Computer("medium", "builder"),
        Computer("hard", "priest"),
    ]
    await change_computers(tables, table.id, ADA, [first, second], partial(replace, style=None))
    table = await tables.table(table.id)
    assert [one.computer for one in table.seats[2:]] == [Computer("medium"), Computer("hard")]
    assert [one.computer for one in table.seats[:2]] == [None, None]
    await refused("not-seated", change_computers(tables, table.id, EVE, [first], harder))
    await refused("computer-gone", change_computers(tables, table.id, ADA, ["Ada"], harder))
    await start(tables, table.id, ADA)
    await refused("started", change_computers(tables, table.id, ADA, [first], harder))


async def test_no_computer_where_none_can_play(store: Store) -> None:
    tables = Tables(store)
    table = await lobby(tables)
    await refused("no-computers-here", add_computer(tables, table.id, ADA))


async def test_options(tables: Tables) -> None:
    table = await lobby(tables)
    table = await set_options(tables, table.id, BEN, Options(theme="light"))

    assert table.options == Options(theme="light")
    assert (await tables.table(table.id)).options == Options(theme="light")
    await refused("not-seated", set_options(tables, table.id, EVE, Options()))


async def test_only_the_theme_of_a_running_game_changes(tables: Tables) -> None:
    table = await started(tables)
    table = await set_options(tables, table.id, ADA, Options(theme="light"))
    assert table.options.theme == "light"
    await refused("started", set_options(tables, table.id, ADA, Options(modules=("tribes",))))


async def test_modules_that_cannot_be_played_are_refused_at_the_start(tables: Tables) -> None:
    table = await lobby(tables)
    await set_options(tables, table.id, ADA, Options(modules=("no such module",)))
    before = await all_there_is(tables, table.id)

    await refused("options", start(tables, table.id, ADA))
    assert await all_there_is(tables, table.id) == before


async def test_start(tables: Tables) -> None:
    table = await lobby(tables, 4)
    table = await start(tables, table.id, CLEO)

    assert (table.status, table.version) == ("playing", 0)
    assert sorted(names(table)) == ["Ada", "Ben", "Cleo", "Dan"]
    game = await tables.game(table.id)
    assert [decision.kind for decision in game.pending] == ["keep"] * 4
    assert await tables.table(table.id) == table
    for doing in (
        start(tables, table.id, ADA),
        join(tables, table.id, EVE),
        leave(tables, table.id, ADA),
        add_computer(tables, table.id, ADA),
        remove_computer(tables, table.id, ADA),
    ):
        await refused("started", doing)
    assert await tables.table(table.id) == table


async def test_start_needs_two_seats_and_a_seat(tables: Tables) -> None:
    table = await open_lobby(tables, 1, CHANNEL, ADA)
    await refused("too-few", start(tables, table.id, ADA))
    await add_computer(tables, table.id, ADA)
    await refused("not-seated", start(tables, table.id, EVE))
    table = await start(tables, table.id, ADA)
    assert len(table.seats) == 2


async def test_of_many_who_start_at_once_one_succeeds(tables: Tables) -> None:
    table = await lobby(tables, 4)
    results = await asyncio.gather(
        *(start(tables, table.id, person) for person in PEOPLE * 5), return_exceptions=True
    )
    assert sum(isinstance(result, Table) for result in results) == 1


async def test_seed_decides_deal_and_seats(tables: Tables) -> None:
    seatings = set()
    for number in range(12):
        pair = []
        for copy in range(2):
            table = await started(tables, 4, seed=str(number), channel=2 * number + copy)
            pair.append((names(table), (await tables.game(table.id)).setup))
        assert pair[0] == pair[1]
        seatings.add(tuple(pair[0][0]))
    assert len(seatings) > 6, "the seats are shuffled"


async def test_chance_decides_without_a_seed(tables: Tables) -> None:
    deals = []
    for channel in range(2):
        table = await lobby(tables, channel=channel)
        await start(tables, table.id, ADA)
        deals.append((await tables.game(table.id)).setup)
    assert deals[0] != deals[1]


async def test_computer_keeps_its_name_when_seats_are_shuffled(tables: Tables) -> None:
    table = await started(tables, 2, computers=2, seed="7")
    assert [h.user_id is None for h in table.seats] == [bool(h.computer) for h in table.seats]
    assert table.human_seats == {h.seat for h in table.seats if h.name in ("Ada", "Ben")}
    assert table.seat_of(BEN.id) == next(h for h in table.seats if h.name == "Ben")
    assert table.seat_of(EVE.id) is None


async def test_computers_play_as_they_did_in_a_rematch(tables: Tables) -> None:
    table = await lobby(tables)
    for computer in (Computer("hard", "builder"), Computer("easy")):
        table = await add_computer(tables, table.id, ADA, computer)
    table = await start(tables, table.id, ADA, seed="7")
    before = {one.name: one.computer for one in table.seats}
    assert set(before.values()) == {None, Computer("hard", "builder"), Computer("easy")}
    await abandon(tables, table.id, ADA, moderator=True)

    again = await open_rematch(tables, await tables.table(table.id), BEN)

    assert {one.name: one.computer for one in again.seats} == before
    assert names(again) != names(table)


async def test_a_rematch_wants_the_same_people_and_begins_by_hand(
    tables: Tables, clock: Clock
) -> None:
    table = await lobby(tables)
    asked = Options(wanted_seats=4, wanted="experienced", computers_fill=True, pace="days")
    at_a_time = replace(asked, begins="moment", begins_at=clock())
    await set_options(tables, table.id, ADA, at_a_time)
    await start(tables, (await add_computer(tables, table.id, ADA)).id, ADA, seed="7")
    await abandon(tables, table.id, ADA, moderator=True)

    again = await open_rematch(tables, await tables.table(table.id), ADA)

    assert again.options == replace(asked, order_stays=True, asked=again.options.asked)


async def test_old_lobbies_expire(tables: Tables, clock: Clock) -> None:
    old = await lobby(tables, channel=1)
    playing = await started(tables, channel=2)
    clock.pass_by(timedelta(hours=23))
    young = await lobby(tables, channel=3)
    assert await expire_lobbies(tables) == []

    clock.pass_by(timedelta(hours=1))
    closed = await expire_lobbies(tables)

    assert [table.id for table in closed] == [old.id]
    assert closed[0].status == "abandoned"
    assert await tables.store.read(stored.open_in_channel, 1) is None
    assert await tables.table(playing.id) == playing
    assert await tables.table(young.id) == young
    assert await expire_lobbies(tables) == []


async def test_lobby_in_which_something_happens_does_not_expire(
    tables: Tables, clock: Clock
) -> None:
    table = await lobby(tables)
    for person in (CLEO, DAN):
        clock.pass_by(timedelta(hours=20))
        await join(tables, table.id, person)
    assert await expire_lobbies(tables) == []


async def test_messages(tables: Tables) -> None:
    table = await lobby(tables)
    await tables.store.write(stored.note_lobby, table.id, 11)
    await tables.store.write(stored.note_messages, table.id, Posted(board=12))
    table = await tables.table(table.id)
    assert (table.posted.lobby, table.posted.board) == (11, 12)


async def test_settings_of_servers_and_channels(tables: Tables) -> None:
    assert await tables.store.read(settings.get, "guild", 1) == {}
    change = partial(tables.store.write, settings.change, at=tables.now())
    await change("guild", 1, {"theme": "light", "language": "de"})
    await change("guild", 1, {"theme": None, "pings": False})
    await change("channel", 1, {"theme": "dark"})

    assert await tables.store.read(settings.get, "guild", 1) == {"language": "de", "pings": False}
    assert await tables.store.read(settings.get, "channel", 1) == {"theme": "dark"}


async def test_tables_of_a_person_are_the_open_ones(tables: Tables) -> None:
    first = await lobby(tables, channel=1)
    second = await started(tables, channel=2)
    await abandon(tables, (await lobby(tables, channel=3)).id, ADA)

    assert [table.id for table in await tables.store.read(stored.open_of_person, BEN.id)] == [
        first.id,
        second.id,
    ]
    assert await tables.store.read(stored.open_of_person, EVE.id) == []


# --- Tables whose seats a schedule has assigned: opened in one step, their deal sealed ------------

CLAIMED: list[int] = []


async def claim(connection: object, table_id: int) -> None:
    """Note which table it was."""
    CLAIMED.append(table_id)


async def taken(connection: object, table_id: int) -> None:
    """Somebody else was faster."""
    raise LookupError


async def scheduled(
    tables: Tables, seated: tuple[Person | None, ...] = (CLEO, ADA, None, BEN), **more: Any
) -> Table:
    """A table opened for these people, with computers for None."""
    return await open_scheduled(
        tables, 1, CHANNEL, seated, Options(), host_id=CLEO.id, claim=more.get("claim", claim)
    )


async def test_the_seats_stay_as_they_are_given(tables: Tables) -> None:
    table = await scheduled(tables)
    assert CLAIMED[-1] == table.id
    assert (table.status, table.host_id) == ("lobby", CLEO.id)
    await join(tables, table.id, DAN)  # whatever is pressed in the meantime counts for nothing
    started = await start_scheduled(tables, table.id, (CLEO, ADA, None, BEN))
    assert [holder.user_id for holder in started.seats] == [CLEO.id, ADA.id, None, BEN.id]
    assert started.seats[2].computer
    assert started.status == "playing"
    await refused("started", start_scheduled(tables, table.id, (CLEO, ADA, None, BEN)))


async def test_what_cannot_be_claimed_is_not_opened(tables: Tables) -> None:
    with pytest.raises(LookupError):
        await scheduled(tables, claim=taken)
    assert await tables.store.read(stored.open_in_channel, CHANNEL) is None
    assert await tables.store.read(stored.latest_in_channel, CHANNEL) is None
    await scheduled(tables)
    await refused("channel-busy", scheduled(tables))


async def test_without_computers_none_can_be_seated(tables: Tables) -> None:
    people_only = Tables(tables.store, now=tables.now)
    await refused("no-computers-here", scheduled(people_only))
    assert (await scheduled(people_only, (ADA, BEN))).status == "lobby"


async def test_the_record_says_that_the_seats_were_given(tables: Tables) -> None:
    shared = new_secret()
    table = await scheduled(tables, (BEN, ADA))
    table = await start_scheduled(tables, table.id, (BEN, ADA), deal_of=shared)
    while (await tables.table(table.id)).status == "playing":
        await play(tables, table, 20)
    record = await record_of(tables, table.id)
    assert record.sealed.given
    marks = tuple(join_of_person(record.sealed.commitment, one.id) for one in (BEN, ADA))
    assert record.sealed.joined == record.sealed.seated == marks
    assert record.shared is not None and record.shared.commitment == commitment(shared)
    found = checks(StoredRecord(record, sum_of(record)))
    assert verdict(found) == "true"
    assert any("comes from the schedule or the previous game" in check.template for check in found)


async def test_the_secret_of_a_scheduled_table_is_not_told(tables: Tables) -> None:
    table = await scheduled(tables)
    await refused("deal-secret", record_of(tables, table.id))
    row = await tables.store.read(stored.by_id, table.id)
    assert row is not None and "secret" not in vars(row)


# --- What is set for servers, people and tables: stored, declared once, and told by the audit log -

ENGLISH = translator("en")
SERVER = SettingsJson(ServerSettings)


def test_nothing_set_is_turning_wheels_in_the_colours_of_the_bot() -> None:
    assert SERVER.process_result_value({}) == ServerSettings(animation=True, theme=None)


@pytest.mark.parametrize(
    "chosen",
    [
        ServerSettings(),
        ServerSettings(animation=False),
        ServerSettings(theme="light", language="pt-BR"),
        ServerSettings(hints="off"),
    ],
)
def test_what_is_stored_is_found_again(chosen: ServerSettings) -> None:
    assert SERVER.process_result_value(SERVER.process_bind_param(chosen)) == chosen


def test_what_this_version_does_not_know_is_as_if_not_set() -> None:
    stored = {
        "animation": "often",
        "theme": "purple",
        "language": "tlh",
        "hints": "wise",
        "music": "drums",
    }
    assert SERVER.process_result_value(stored) == ServerSettings()


async def test_each_server_has_its_own(tables: Tables) -> None:
    await tables.store.write(settings.change, "guild", 1, {"music": "drums"}, at=tables.now())
    await tables.set_server_settings(1, ServerSettings(animation=False, theme="light"))
    assert await tables.server_settings(1) == ServerSettings(animation=False, theme="light")
    assert await tables.server_settings(2) == ServerSettings()
    assert await tables.server_settings(None) == ServerSettings()
    await tables.set_server_settings(1, ServerSettings())
    assert await tables.server_settings(1) == ServerSettings()
    kept = await tables.store.read(settings.get, "guild", 1)
    assert kept == {"music": "drums"}, "other settings stay, and what is not set is not stored"


async def test_moderators_of_a_server(tables: Tables) -> None:
    chosen = ServerSettings(moderator_roles=(7, 2**60))
    await tables.set_server_settings(1, chosen)
    assert await tables.server_settings(1) == chosen
    stored = {"moderator_roles": ["7"], "second_moderator": 1}
    assert SERVER.process_result_value(stored) == ServerSettings()


async def test_the_languages_that_were_set(tables: Tables) -> None:
    await tables.set_server_settings(1, ServerSettings(language="de"))
    await tables.set_server_settings(2, ServerSettings(theme="light"))
    await tables.store.write(settings.change, "channel", 3, {"language": "it"}, at=tables.now())
    assert await tables.languages_of_servers() == {1: "de"}


@pytest.mark.parametrize(
    ("kind", "declared", "besides"),
    [
        # an invite is typed, or made by the bot
        (ServerSettings, [*OF_SERVERS, *OF_MODERATORS], ["invite"]),
        # quiet hours and vacation have pages of their own; how far a lesson has come, and
        # whether somebody was asked for a name, is not chosen; whoever chooses to be named agrees
        # to it in games, too; where one is called for games is
        # chosen server by server
        (
            PersonSettings,
            (*OF_PEOPLE, ON_PAGES),
            ["asked_on_pages", "hours", "lesson", "named_in_games"],
        ),
    ],
)
def test_every_field_is_declared_once(
    kind: type[Any], declared: Sequence[Setting[Any]], besides: list[str]
) -> None:
    """And what a menu offers can be chosen, and is then shown as chosen."""
    found = [*besides, *(field for one in declared for field in one.fields)]
    assert sorted(found) == sorted(field.name for field in fields(kind))
    for one in declared:
        for option in one.options(ENGLISH, kind()):
            assert one.chosen(one.change(kind(), option.value)) == (option.value,)


def test_the_audit_log_tells_what_was_set_up() -> None:
    """Of entries as they are stored: the old and the new values of what has changed."""
    was = {"moderator_roles": [], "moderators_channel": None, "second_moderator": False}
    now = {"moderator_roles": [7, 8], "moderators_channel": 5, "second_moderator": True}
    assert at_tables.set_up_changes(ENGLISH, {"was": was, "now": now}) == [
        "moderators: everybody who can manage this server → <@&7> and <@&8>",
        "moderators' channel: – → <#5>",
    ]
    one = {"was": {"moderators_channel": 5}, "now": {"moderators_channel": 6}}
    assert at_tables.set_up_changes(ENGLISH, one) == ["moderators' channel: <#5> → <#6>"]
