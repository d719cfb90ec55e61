"""What is hidden at a table: the sealed deal, the choice of wealth tiles, secret tribes; and whole
games of the expansion."""

import hashlib
import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.engine import Game
from bot.model.computers import Computer
from bot.store import Store
from bot.tables import Options, Tables
from bot.tables.records import (
    commitment,
    join_of_computer,
    join_of_person,
    new_secret,
    playing_order,
    seed_of,
    shared_seed,
)
from bot.tables.thinking import Thinking
from tests.tables.acts import (
    abandon,
    add_computer,
    choose,
    confirm,
    open_lobby,
    play_computers,
    set_options,
    start,
    turn_of,
    undo,
)
from tests.tables.playing import (
    ADA,
    CHANNEL,
    all_there_is,
    asked_seats,
    last_legal,
    lobby,
    play,
    refused,
    started,
    user,
)

# --- The sealed deal: commitment, seed and order, as plain functions ------------------------------

secrets = st.text("0123456789abcdef", min_size=64, max_size=64)
marks = st.lists(
    st.integers(1, 2**63).map(lambda user: join_of_person("sealed", user))
    | st.sampled_from(["Imix", "Kimi", "Lamat"]).map(join_of_computer),
    min_size=2,
    max_size=5,
    unique=True,
)


def test_secrets_are_long_and_never_twice_the_same() -> None:
    made = {new_secret() for _ in range(1000)}
    assert len(made) == 1000
    assert {len(bytes.fromhex(secret)) for secret in made} == {32}


def test_commitment_is_what_everybodys_tool_says() -> None:
    assert commitment("5ea1" * 16) == hashlib.sha256(b"5ea1" * 16).hexdigest()


def test_the_ways_things_are_hashed_stay() -> None:
    """Records written by one version must be readable by all later ones."""
    secret, ada = "5ea1" * 16, join_of_person("sealed", 101)
    assert ada == hashlib.sha256(b"tzolkin join 1\nsealed\n101").hexdigest()
    whole = f"tzolkin seed 1\n{secret}\n7\n{ada}\ncomputer Imix".encode()
    assert seed_of(secret, 7, [ada, join_of_computer("Imix")]) == hashlib.sha256(whole).hexdigest()
    assert playing_order(5, "1") == [3, 0, 2, 4, 1]


@given(secrets, st.integers(1, 2**31), marks, st.data())
def test_everything_goes_into_the_seed(
    secret: str, table: int, joins: list[str], data: st.DataObject
) -> None:
    seed = seed_of(secret, table, joins)
    assert seed_of(secret, table, list(joins)) == seed
    others = [
        seed_of(data.draw(secrets.filter(lambda other: other != secret)), table, joins),
        seed_of(secret, table + 1, joins),
        seed_of(secret, table, joins[:-1]),
        seed_of(secret, table, [*joins[1:], joins[0]]),
        shared_seed(secret),
        commitment(secret),
    ]
    assert seed not in others
    assert len(set(others)) == len(others)


@given(st.integers(1, 2**63), st.integers(1, 2**63), secrets, secrets)
def test_marks_tell_people_and_tables_apart(one: int, other: int, here: str, there: str) -> None:
    assume(one != other and here != there)
    found = {join_of_person(sealed, user) for sealed in (here, there) for user in (one, other)}
    assert len(found) == 4
    assert str(one) not in join_of_person(here, one) or one < 10**6


@given(st.integers(2, 5), secrets)
def test_everybody_gets_one_seat(seats: int, seed: str) -> None:
    assert sorted(playing_order(seats, seed)) == list(range(seats))


# --- The wealth tiles: several seats are asked at once, and nobody sees what another keeps --------


async def test_all_seats_are_asked_at_once(tables: Tables) -> None:
    table = await started(tables, 4)
    assert await asked_seats(tables, table.id) == [0, 1, 2, 3]
    for seat in range(4):
        view = await turn_of(tables, table.id, user(table, seat))
        assert (view.kind, len(view.legal), view.can_confirm) == ("keep", 6, False)


async def test_choice_is_prepared_undone_and_confirmed(tables: Tables) -> None:
    table = await started(tables, 3)
    person = user(table, 1)
    view = await turn_of(tables, table.id, person)
    chosen = await choose(tables, table.id, person, view.legal[2], view.stamp)

    assert (chosen.kind, chosen.legal, chosen.can_confirm) == ("keep", (), True)
    assert chosen.prepared == (view.legal[2],)
    assert chosen.position == view.position
    await refused("complete", choose(tables, table.id, person, view.legal[0]))
    await undo(tables, table.id, person, chosen.stamp)
    chosen = await choose(tables, table.id, person, view.legal[0])
    done = await confirm(tables, table.id, person, chosen.stamp)
    assert (done.seat, done.waiting, done.table.version) == (1, (0, 2), 1)
    await refused("others-choose", turn_of(tables, table.id, person))
    await refused("moved-on", confirm(tables, table.id, person, chosen.stamp))


async def test_nothing_public_tells_a_choice_before_all_have_chosen(tables: Tables) -> None:
    table = await started(tables, 3)
    kept = {}
    for seat in (2, 0):
        person = user(table, seat)
        kept[seat] = (await turn_of(tables, table.id, person)).legal[3]
        await choose(tables, table.id, person, kept[seat])
        done = await confirm(tables, table.id, person)

        assert done.actions == ("keep",)
        assert [step.action for step in done.steps] == ["keep"]
        tiles = kept[seat].split()[1:]
        other = await turn_of(tables, table.id, user(table, 1))
        for public in (done, other.position, other.begun.snapshot(), other.table):
            words = repr(public)
            assert not any(f"'{tile}'" in words for tile in tiles)
        assert not any(set(tiles) & set(action.split()) for action in other.legal)
        assert all(player.wealth == () for player in done.after.players)
        assert not done.new_round


async def test_last_choice_uncovers_all(tables: Tables) -> None:
    table = await started(tables, 3)
    kept = []
    for seat in range(3):
        person = user(table, seat)
        kept.append((await turn_of(tables, table.id, person)).legal[seat])
        await choose(tables, table.id, person, kept[seat])
        done = await confirm(tables, table.id, person)

    assert done.before.phase == "keep"
    assert done.after.phase == "play"
    assert [[*p.wealth] for p in done.after.players] == [k.split()[1:] for k in kept]
    assert done.actions == ("keep",)
    assert done.new_round
    assert len(done.waiting) == 1


async def test_choice_of_another_leaves_ones_own_panel_good(tables: Tables) -> None:
    table = await started(tables, 2)
    mine, other = user(table, 0), user(table, 1)
    first = await turn_of(tables, table.id, mine)
    await choose(tables, table.id, other, (await turn_of(tables, table.id, other)).legal[0])
    await confirm(tables, table.id, other)

    chosen = await choose(tables, table.id, mine, first.legal[0], first.stamp)
    done = await confirm(tables, table.id, mine, chosen.stamp)
    assert done.after.phase == "play"


async def test_tiles_of_another_cannot_be_kept(tables: Tables) -> None:
    table = await started(tables, 2)
    others = (await turn_of(tables, table.id, user(table, 1))).legal[0]
    before = await all_there_is(tables, table.id)
    await refused("illegal", choose(tables, table.id, user(table, 0), others))
    assert await all_there_is(tables, table.id) == before


async def test_who_has_chosen_is_told_for_whom_to_wait(tables: Tables) -> None:
    table = await started(tables, 3)
    person = user(table, 0)
    await choose(tables, table.id, person, (await turn_of(tables, table.id, person)).legal[0])
    await confirm(tables, table.id, person)

    refusal = await refused("others-choose", turn_of(tables, table.id, person))
    assert refusal.params == {"names": f"{table.seats[1].name}, {table.seats[2].name}"}
    assert str(refusal).startswith("You have chosen")


# --- The deal and the secret choices appear neither in the program's log nor in what is shown -----


def words_of(text: str) -> set[str]:
    """The words of a text, ids of tiles among them."""
    return set(text.replace("'", " ").replace(",", " ").replace("=", " ").split())


async def test_log_lines_reveal_no_secret(store: Store) -> None:
    with capture_logs() as logged:
        tables = Tables(store, think=last_legal)
        table = await started(tables, 2, computers=1, seed="a secret seed")
        setup = (await tables.game(table.id)).setup
        await play_computers(tables, table.id)
        await play(tables, table, 2, random.Random(1))
        await play_computers(tables, table.id)
        await refused("not-a-player", turn_of(tables, table.id, 404))
        await Tables(store).game(table.id)
        await abandon(tables, table.id, ADA, moderator=True)

    assert len(logged) >= 6
    secrets = {*setup["age1"], *setup["age2"], *setup["wealth"], *setup["monuments"], "seed"}
    assert not secrets & words_of(repr(logged))


async def test_snapshots_hold_no_deal(tables: Tables) -> None:
    table = await started(tables, 2, seed="a secret seed")
    view = await turn_of(tables, table.id, user(table, 0))
    setup = view.game.setup
    dealt_to_0 = set(setup["wealth"][:4])
    shown = words_of(repr(view)) | words_of(repr(table))

    assert dealt_to_0 <= shown
    assert not (set(setup["wealth"]) - dealt_to_0) & shown
    assert not set(setup["age1"][6:]) & shown
    assert "seed" not in shown


# --- Tribes & Prophecies at a table: modules, five seats, secret tribes, whole games --------------

ALL = ("tribes", "prophecies", "buildings", "quick_actions", "promo")


async def test_modules_are_dealt(tables: Tables) -> None:
    table = await lobby(tables, 3)
    await set_options(tables, table.id, ADA, Options(modules=("prophecies", "buildings")))
    table = await start(tables, table.id, ADA, seed="1")

    position = (await tables.game(table.id)).snapshot()
    assert position.modules == ("prophecies", "buildings")
    assert len(position.prophecies) == 3
    assert position.quick is None


async def test_five_seats_always_have_quick_actions(tables: Tables) -> None:
    table = await lobby(tables, 5)
    table = await start(tables, table.id, ADA, seed="1")

    position = (await tables.game(table.id)).snapshot()
    assert position.modules == ("quick_actions",)
    assert position.quick.spaces == (None, None, None)


async def test_tribes_left_out_are_never_dealt(tables: Tables) -> None:
    without = ("yaluk", "balam", "huracan")
    options = Options(modules=("tribes",), without=without)
    for number in range(8):
        table = await open_lobby(tables, 1, CHANNEL + number, ADA)
        for _ in range(4):
            await add_computer(tables, table.id, ADA)
        await set_options(tables, table.id, ADA, options)
        await start(tables, table.id, ADA, seed=str(number))
        dealt = (await tables.game(table.id)).setup["tribes"]
        assert len(dealt) == 10
        assert not set(dealt) & set(without)


async def test_too_few_tribes_are_refused_at_the_start(tables: Tables) -> None:
    table = await lobby(tables, 5)
    without = ("yaluk", "balam", "huracan", "bacab")
    await set_options(tables, table.id, ADA, Options(modules=("tribes",), without=without))
    before = await all_there_is(tables, table.id)

    await refused("options", start(tables, table.id, ADA))
    assert await all_there_is(tables, table.id) == before


async def test_modules_of_a_running_game_stay(tables: Tables) -> None:
    table = await lobby(tables)
    await set_options(tables, table.id, ADA, Options(modules=("tribes",)))
    await start(tables, table.id, ADA)
    for changed in (Options(), Options(modules=("tribes",), without=("yaluk",))):
        await refused("started", set_options(tables, table.id, ADA, changed))


async def test_nothing_public_tells_a_tribe_before_all_have_chosen(tables: Tables) -> None:
    table = await lobby(tables, 3)
    await set_options(tables, table.id, ADA, Options(modules=("tribes",)))
    table = await start(tables, table.id, ADA, seed="4")
    dealt = (await tables.game(table.id)).setup["tribes"][:6]
    for seat in (0, 1):
        person = user(table, seat)
        await choose(tables, table.id, person, (await turn_of(tables, table.id, person)).legal[-1])
        done = await confirm(tables, table.id, person)
        other = await turn_of(tables, table.id, user(table, 2))
        for public in (done, other.position, other.begun.snapshot(), other.table):
            assert not any(f"'{tribe}'" in repr(public) for tribe in dealt)
        assert not any(tribe in action for tribe in dealt[:4] for action in other.legal)
    person = user(table, 2)
    await choose(tables, table.id, person, (await turn_of(tables, table.id, person)).legal[0])
    done = await confirm(tables, table.id, person)
    assert all(player.tribe in dealt for player in done.after.players)


@pytest.mark.parametrize(("people", "modules"), [(2, ALL), (3, ("quick_actions",)), (5, ALL)])
async def test_whole_games_of_people(tables: Tables, people: int, modules: tuple[str, ...]) -> None:
    """To the end with random turns; the log is replayed in between, as after a restart."""
    table = await lobby(tables, people)
    await set_options(tables, table.id, ADA, Options(modules=modules))
    table = await start(tables, table.id, ADA, seed="2")
    played = await play(tables, table, 40, random.Random(1))
    assert not played[-1].finished
    tables.games.drop(table.id)  # as after a restart: rebuilt from the log
    played = await play(tables, table, 400, random.Random(2))
    assert played[-1].finished
    game = await tables.game(table.id)
    assert Game.replay(game.record()).snapshot() == game.snapshot()


async def test_whole_game_of_computers_with_everything(store: Store) -> None:
    thinking = Thinking(0, timed=False)
    tables = Tables(store, think=thinking.turn)
    table = await open_lobby(tables, 1, CHANNEL, ADA)
    for _ in range(4):
        await add_computer(tables, table.id, ADA, Computer("instant"))
    await set_options(tables, table.id, ADA, Options(modules=ALL))
    table = await start(tables, table.id, ADA, seed="5")
    chance = random.Random(5)
    for _ in range(60):
        await play_computers(tables, table.id)
        if not await play(tables, table, 1, chance):
            break
    assert (await tables.table(table.id)).status == "finished"
    await thinking.close()
