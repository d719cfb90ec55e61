"""The turn in preparation: tried on a copy, chosen, undone, confirmed, and how it is drawn."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import update

from bot.engine import Game, IllegalAction
from bot.engine.components import MODULES
from bot.refusal import NotWhole
from bot.store import Store
from bot.store import tables as stored
from bot.store.schema import seats
from bot.tables import Confirmed, Refusal, Tables, looking_back, turns
from bot.tables.preparation import play_whole, prepare
from tests.engine.scenario import start as laid_out
from tests.tables.acts import (
    abandon,
    all_turns,
    choose,
    choose_all,
    confirm,
    join,
    open_lobby,
    start,
    turn_of,
    undo,
)
from tests.tables.playing import (
    ADA,
    CHANNEL,
    PEOPLE,
    all_there_is,
    asked_seats,
    in_play,
    play,
    prepare_turn,
    refused,
    started,
    user,
)

# --- Trying actions on a copy: when a turn is complete, and that nothing is revealed before -------


def game_at(kind: str, seed: int = 3) -> Game:
    """A random game of two at which this kind of decision is open."""
    chance = random.Random(seed)
    while True:
        game = Game.new(2, seed=chance.random().hex())
        while pending := game.pending:
            if pending[0].kind == kind:
                return game
            game.play(pending[0].seat, chance.choice(game.legal(pending[0].seat)))


def played(game: Game, seat: int, actions: Sequence[str] | None) -> Game:
    """The same game with a whole turn played."""
    assert actions is not None
    for action in actions:
        game.play(seat, action)
    return game


def test_turn_begins_empty() -> None:
    game = game_at("turn")
    seat = game.pending[0].seat
    turn = prepare(game, seat, ())

    assert (turn.kind, turn.complete, turn.whole) == ("turn", False, None)
    assert list(turn.legal) == game.legal(seat)


def test_confirmed_game_stays_as_it_is() -> None:
    game = game_at("turn")
    seat = game.pending[0].seat
    before = game.record(), game.snapshot()
    turn = prepare(game, seat, (game.legal(seat)[-1],))

    assert (game.record(), game.snapshot()) == before
    assert turn.game.snapshot() != before[1]


def test_placing_may_stop_after_a_worker() -> None:
    game = game_at("turn")
    turn = prepare(game, game.pending[0].seat, ("place palenque",))

    assert (turn.kind, turn.complete) == ("place", False)
    assert turn.whole == ("place palenque", "end")


def test_end_completes_a_turn_and_is_not_shown() -> None:
    game = game_at("turn")
    seat = game.pending[0].seat
    open_turn = prepare(game, seat, ("place palenque",))
    turn = prepare(game, seat, ("place palenque", "end"))

    assert (turn.kind, turn.complete, turn.legal) == ("place", True, ())
    assert turn.game.snapshot() == open_turn.game.snapshot()
    assert turn.whole == ("place palenque", "end")


def test_nothing_after_the_end() -> None:
    game = game_at("turn")
    with pytest.raises(Refusal) as caught:
        prepare(game, game.pending[0].seat, ("place palenque", "end", "place tikal"))
    assert caught.value.code == "complete"


def test_illegal_action() -> None:
    game = game_at("turn")
    with pytest.raises(IllegalAction):
        prepare(game, game.pending[0].seat, ("place palenque", "fly"))


def test_seat_not_asked() -> None:
    game = game_at("turn")
    with pytest.raises(IllegalAction) as caught:
        prepare(game, 1 - game.pending[0].seat, ())
    assert caught.value.code == "not-asked"


@pytest.mark.parametrize("kind", ["keep", "calendar"])
def test_answer_that_goes_on_is_complete_at_once_and_not_played(kind: str) -> None:
    game = game_at(kind)
    seat = game.pending[-1].seat
    answer = game.legal(seat)[-1]
    turn = prepare(game, seat, (answer,))

    assert (turn.kind, turn.complete, turn.legal) == (kind, True, ())
    assert turn.whole == (answer,)
    assert turn.game.snapshot() == game.snapshot()
    assert turn.game.record() == game.record()


@pytest.mark.parametrize(
    "games", [pytest.param(8, marks=pytest.mark.short), pytest.param(20, marks=pytest.mark.long)]
)
def test_shown_position_never_uncovers_a_tile(games: int) -> None:
    """Through whole games: until a turn is confirmed, no stack gets lower and no round ends."""
    looked_at = set()
    for seed in range(games):
        game, chance = Game.new(2 + seed % 3, seed=seed), random.Random(seed)
        while game.pending:
            seat = game.pending[0].seat
            before = game.position()
            actions: list[str] = []
            turn = prepare(game, seat, ())
            while not turn.complete:
                actions.append(chance.choice(turn.legal))
                turn = prepare(game, seat, actions)
                shown = turn.game.position()
                for key in ("round", "tooth", "age", "phase", "age1_left", "age2_left"):
                    assert shown[key] == before[key]
            looked_at.add(actions[-1].split()[0])
            played(game, seat, turn.whole)
    assert looked_at == {"keep", "end", "advance"}


def test_what_is_confirmed_is_what_was_prepared() -> None:
    """Through whole games: after each choice a turn is played whole just if it can be confirmed,
    with the same closing actions; the game it is played on does not change."""
    refused = set()
    for seed in range(6):
        game, chance = Game.new(2 + seed % 3, modules=MODULES, seed=seed), random.Random(seed)
        while game.pending:
            seat = game.pending[0].seat
            before, turn = game.record(), prepare(game, seat, ())
            while not turn.complete:
                turn = prepare(game, seat, (*turn.actions, chance.choice(turn.legal)))
                try:
                    after, steps = play_whole(game, seat, turn.actions)
                except NotWhole as refusal:
                    assert turn.whole is None
                    refused.add(refusal.code)
                else:
                    assert tuple(step.action for step in steps) == turn.whole
                    assert after.position() == steps[-1].position.dump()
            assert game.record() == before
            with pytest.raises(NotWhole, match="complete"):
                play_whole(game, seat, (*turn.actions, "end"))
            played(game, seat, turn.whole)
    assert refused == {"incomplete", "question-open"}


def test_answers_between_turns_are_prepared_together_and_uncover_nothing() -> None:
    """Through games of the expansion, which asks much on food days and before the first turn: the
    last answer of a seat is never applied to what is shown, whatever follows it."""
    asked_anew = set()
    for seed in range(12):
        game, chance = Game.new(2 + seed % 3, modules=MODULES, seed=seed), random.Random(seed)
        while game.pending:
            seat, first = game.pending[0]
            before = game.position()
            actions: list[str] = []
            turn = prepare(game, seat, ())
            while not turn.complete:
                actions.append(chance.choice(turn.legal))
                turn = prepare(game, seat, actions)
                shown = turn.game.position()
                for key in ("round", "tooth", "age", "phase", "turn_seat", "food_days_held"):
                    assert shown[key] == before[key]
                assert [shown["age1_left"], shown["age2_left"]] == [
                    before["age1_left"],
                    before["age2_left"],
                ]
            assert turn.whole == tuple(actions)
            assert turn.kind == turn.game.kind_asked(seat), "the last answer is not played"
            played(game, seat, actions)
            if first not in ("keep", "turn", "calendar"):
                asked_anew.add(game.kind_asked(seat))
    assert "turn" in asked_anew, "somebody is asked something new after the last answer"


def at_turn(changes: dict[str, Any], first: dict[str, Any]) -> Game:
    """A game of the expansion at a turn of seat 0, with changed possessions."""
    game = Game.new(2, modules=("tribes", "quick_actions"), seed=3)
    while game.pending[0].kind != "turn":
        seat = game.pending[0].seat
        game.play(seat, game.legal(seat)[0])
    position = game.position() | {"first_seat": 0, "turn_seat": 0} | changes
    position["players"][0] |= first
    return Game.from_position(position)


def test_several_answers_of_one_seat_are_prepared_together() -> None:
    """On a food day a seat may be asked twice outside of a turn."""
    gold = {"tribe": None, "corn": 99, "buildings": ["x1-gold-hall"]}
    gold["temples"] = {"chaac": 1, "quetzalcoatl": 3, "kukulkan": 1}
    third = {"round": 21, "tooth": 20, "age": 2, "food_days_held": 2, "turn_seat": 1}
    running = {
        "modules": ["prophecies", "buildings"],
        "prophecies": ["drought", "gold-shortage", "hunger"],
        "active_prophecy": "gold-shortage",
        "quick": None,
    }
    game = at_turn(third | running, gold)
    for action in ("place palenque", "end"):
        game.play(1, action)

    first = prepare(game, 0, ("take 1",))
    assert (first.kind, first.complete, first.legal) == ("tax", False, ("take 0", "take 1"))
    both = prepare(game, 0, ("take 1", "take 0"))
    assert (both.kind, both.complete, both.whole) == ("tax", True, ("take 1", "take 0"))
    assert both.game.pending[0].kind == "tax", "the last answer is not played"


def test_last_answer_of_the_game_is_complete() -> None:
    last = {"round": 27, "tooth": 26, "age": 2, "food_days_held": 4, "turn_seat": 1}
    game = at_turn(last, {})
    turn = prepare(game, 1, ("place palenque", "end"))
    assert turn.complete
    assert played(game, 1, turn.whole).finished


def test_pass_is_a_whole_turn() -> None:
    game = at_turn({}, {"tribe": "ahmakiq"})
    assert prepare(game, 0, ()).whole is None, "passing must be chosen"
    assert prepare(game, 0, ("pass",)).whole == ("pass",)


def test_a_quick_action_is_asked_after_the_end_and_in_the_same_turn() -> None:
    quick = {"tile": "qa1-technology", "spaces": [None, None, None]}
    untaught = dict.fromkeys(("agriculture", "extraction", "architecture", "theology"), 0)
    goods = {"corn": 9, "wood": 2, "stone": 2, "gold": 1}
    game = at_turn({"quick": quick}, {**goods, "technologies": untaught, "tribe": None})
    placed = prepare(game, 0, ("place quick",))
    assert "end" in placed.legal
    assert placed.whole is None, "which technology is still to be chosen"

    ended = prepare(game, 0, ("place quick", "end"))
    assert (ended.kind, ended.complete, ended.whole) == ("tech", False, None)
    assert ended.game.position()["quick"]["spaces"] == [0, None, None]
    paying = prepare(game, 0, ("place quick", "end", "advance theology"))
    assert paying.kind == "pay"
    assert not paying.complete
    whole = prepare(game, 0, ("place quick", "end", "advance theology", "pay 1 0 0"))
    assert whole.complete
    assert whole.whole[-1] == "pay 1 0 0"
    after = played(game, 0, whole.whole)
    assert after.position()["players"][0]["technologies"]["theology"] == 1
    assert after.pending[0].seat == 1


def test_a_quick_action_that_asks_nothing_is_done_with_the_end() -> None:
    quick = {"tile": "qa1-stone", "spaces": [None, None, None]}
    game = at_turn({"quick": quick}, {"corn": 9, "stone": 0, "tribe": None})
    placed = prepare(game, 0, ("place quick",))
    after = played(game, 0, placed.whole)
    assert after.position()["players"][0]["stone"] == 1


@pytest.mark.parametrize(
    ("actions", "whole"),
    [((), False), (("sell wood",), True), (("sell wood", "sell wood", "buy wood"), True)],
)
def test_confirming_leaves_a_market_where_something_was_traded(
    actions: Sequence[str], whole: bool
) -> None:
    game = laid_out({"gears.uxmal.2": 0, "players.0.wood": 2}).game
    turn = prepare(game, 0, ("pick uxmal 2", "do uxmal 2", *actions))
    assert turn.whole == ((*turn.actions, "done", "end") if whole else None)
    if whole:
        played(game, 0, turn.whole)
        assert game.turn_over(0)


# --- The turn in preparation: choosing, undoing, confirming ---------------------------------------


async def test_view_of_a_fresh_turn(tables: Tables) -> None:
    table = await in_play(tables)
    game = await tables.game(table.id)
    [(seat, _)] = game.pending
    view = await turn_of(tables, table.id, user(table, seat))

    assert view.table == table
    assert (view.seat, view.kind, view.prepared, view.can_confirm) == (seat, "turn", (), False)
    assert list(view.legal) == game.legal(seat)
    assert view.position == view.begun.snapshot() == game.snapshot()
    assert view.game.snapshot() == view.position
    assert view.stamp.isalnum()


async def test_choose_shows_what_it_brings_and_changes_nothing_for_others(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    before = (await tables.game(table.id)).record()
    view = await choose(tables, table.id, user(table, seat), "place tikal")

    assert (view.kind, view.prepared, view.can_confirm) == ("place", ("place tikal",), True)
    assert view.position.players[seat].available == 2
    assert view.begun.snapshot().players[seat].available == 3
    assert (await tables.game(table.id)).record() == before
    assert (await tables.table(table.id)).version == table.version
    assert await turn_of(tables, table.id, user(table, seat)) == view


async def test_choose_all_or_nothing(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    person = user(table, seat)
    view = await choose_all(tables, table.id, person, ["place palenque", "place tikal"])
    assert view.prepared == ("place palenque", "place tikal")
    before = await all_there_is(tables, table.id)

    await refused("illegal", choose_all(tables, table.id, person, ["place start", "place moon"]))
    assert await all_there_is(tables, table.id) == before
    assert await choose_all(tables, table.id, person, []) == view


async def test_undo_step_by_step_and_everything(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    person = user(table, seat)
    empty = await turn_of(tables, table.id, person)
    one = await choose(tables, table.id, person, "place palenque")
    two = await choose(tables, table.id, person, "place tikal")

    undone = await undo(tables, table.id, person)
    assert (undone.prepared, undone.position) == (one.prepared, one.position)
    redone = await choose(tables, table.id, person, "place tikal")
    assert redone.position == two.position
    nothing = await undo(tables, table.id, person, everything=True)
    assert (nothing.prepared, nothing.position) == ((), empty.position)
    await refused("nothing-prepared", undo(tables, table.id, person))
    stamps = [view.stamp for view in (empty, one, two, undone, redone, nothing)]
    assert len(set(stamps)) == len(stamps), "a stamp is never used again"


async def test_confirm_ends_the_turn(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    view = await choose(tables, table.id, user(table, seat), "place tikal")
    done = await confirm(tables, table.id, user(table, seat), view.stamp)

    assert done.actions == ("place tikal", "end")
    assert (done.seat, done.before) == (seat, view.begun.snapshot())
    assert [step.action for step in done.steps] == ["place tikal", "end"]
    assert done.steps[0].position == view.position
    assert done.steps[1].position == done.after
    assert done.table == await tables.table(table.id)
    assert done.table.version == table.version + 2
    assert done.waiting == (1 - seat,)
    game = await tables.game(table.id)
    assert game.snapshot() == done.after
    assert game.record()["actions"][-2:] == [[seat, "place tikal"], [seat, "end"]]


async def test_end_may_be_chosen_like_anything_else(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    view = await choose_all(tables, table.id, user(table, seat), ["place tikal", "end"])
    assert (view.legal, view.can_confirm) == ((), True)
    await refused("complete", choose(tables, table.id, user(table, seat), "place tikal"))

    view = await undo(tables, table.id, user(table, seat))
    assert "end" in view.legal
    await choose(tables, table.id, user(table, seat), "end")
    done = await confirm(tables, table.id, user(table, seat))
    assert done.actions == ("place tikal", "end")


async def test_confirming_an_unfinished_turn_is_refused(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    before = await all_there_is(tables, table.id)
    await refused("incomplete", confirm(tables, table.id, user(table, seat)))
    assert await all_there_is(tables, table.id) == before


async def test_second_press_of_confirm_is_told_that_it_is_done(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    view = await choose(tables, table.id, user(table, seat), "place tikal")
    await confirm(tables, table.id, user(table, seat), view.stamp)
    before = await all_there_is(tables, table.id)

    await refused("moved-on", confirm(tables, table.id, user(table, seat), view.stamp))
    await refused("moved-on", choose(tables, table.id, user(table, seat), "end", view.stamp))
    await refused("moved-on", undo(tables, table.id, user(table, seat), view.stamp))
    assert await all_there_is(tables, table.id) == before


async def test_second_press_on_the_last_turn_of_the_game(tables: Tables) -> None:
    table = await in_play(tables)
    chance = random.Random(1)
    while True:
        [seat] = await asked_seats(tables, table.id)
        view = await prepare_turn(tables, table, seat, chance)
        done = await confirm(tables, table.id, user(table, seat), view.stamp)
        if done.finished:
            break

    assert done.table.status == "finished"
    assert await tables.store.read(stored.open_in_channel, CHANNEL) is None
    assert await tables.store.read(stored.latest_in_channel, CHANNEL) == done.table
    assert (await tables.game(table.id)).standings() == done.standings
    await refused("moved-on", confirm(tables, table.id, user(table, seat), view.stamp))
    for doing in (
        confirm(tables, table.id, user(table, seat)),
        turn_of(tables, table.id, user(table, seat)),
        join(tables, table.id, ADA),
        start(tables, table.id, ADA),
        abandon(tables, table.id, ADA),
    ):
        await refused("finished", doing)


async def test_stale_stamps_are_refused(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    person = user(table, seat)
    first = await turn_of(tables, table.id, person)
    second = await choose(tables, table.id, person, "place tikal", first.stamp)
    before = await all_there_is(tables, table.id)

    for stamp in (first.stamp, "nonsense", "99r1", "0r0x", f"{second.stamp}0"):
        await refused("old-panel", choose(tables, table.id, person, "place palenque", stamp))
        await refused("old-panel", undo(tables, table.id, person, stamp))
        await refused("old-panel", confirm(tables, table.id, person, stamp))
    assert await all_there_is(tables, table.id) == before
    await confirm(tables, table.id, person, second.stamp)


async def test_who_is_not_asked_is_refused(tables: Tables) -> None:
    table = await in_play(tables, 3)
    [seat] = await asked_seats(tables, table.id)
    idle = user(table, (seat + 1) % 3)
    before = await all_there_is(tables, table.id)

    for doing in (
        turn_of(tables, table.id, idle),
        choose(tables, table.id, idle, "place tikal"),
        undo(tables, table.id, idle),
        confirm(tables, table.id, idle),
    ):
        refusal = await refused("not-your-turn", doing)
        assert refusal.params == {"names": table.seats[seat].name}
    for doing in (
        turn_of(tables, table.id, 404),
        choose(tables, table.id, 404, "place tikal"),
        confirm(tables, table.id, 404),
    ):
        await refused("not-a-player", doing)
    assert await all_there_is(tables, table.id) == before


async def test_lobby_asks_nobody_anything(tables: Tables) -> None:
    table = await open_lobby(tables, 1, CHANNEL, ADA)
    await refused("not-started", turn_of(tables, table.id, ADA.id))
    await refused("not-started", confirm(tables, table.id, ADA.id))
    await refused("not-started", tables.game(table.id))


@pytest.mark.parametrize("action", ["place moon", "", "end", "advance 2", "keep W1 W2", "{held}"])
async def test_illegal_actions_are_refused_with_the_engines_sentence(
    tables: Tables, action: str
) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    before = await all_there_is(tables, table.id)

    refusal = await refused("illegal", choose(tables, table.id, user(table, seat), action))
    assert str(refusal) == refusal.template.format(**refusal.params)
    assert await all_there_is(tables, table.id) == before


async def test_endless_typing_is_refused_without_repeating_it(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    refusal = await refused("illegal", choose(tables, table.id, user(table, seat), "place " * 900))
    assert len(str(refusal)) < 200


async def test_other_tables_are_not_touched(tables: Tables) -> None:
    one = await in_play(tables, channel=1)
    other = await in_play(tables, channel=2)
    before = await all_there_is(tables, other.id)
    await play(tables, one, 5)
    assert await all_there_is(tables, other.id) == before


async def test_prepared_turn_of_other_rules_is_begun_anew(tables: Tables, store: Store) -> None:
    """After an update a prepared action may be illegal: its seat must not be stuck with it."""
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    person = user(table, seat)
    view = await choose(tables, table.id, person, "place tikal")
    async with store.writing() as connection:
        await connection.execute(
            update(seats)
            .where(seats.c.prepared.is_not(None))
            .values(prepared=("place the-old-way",))
        )

    fresh = await turn_of(tables, table.id, person)
    assert (fresh.prepared, fresh.stamp) == ((), view.stamp)
    chosen = await choose(tables, table.id, person, "place tikal", fresh.stamp)
    assert chosen.prepared == ("place tikal",)


async def test_people_of_a_game_are_who_sat_down(tables: Tables) -> None:
    table = await started(tables, 5)
    assert {holder.user_id for holder in table.seats} == {person.id for person in PEOPLE}


# --- Pointed out ----------------------------------------------------------------------------------
# Which turns a person who looks at the board has not seen yet, and how a turn in preparation is
# drawn.


def expected(told: list[Confirmed], seat: int | None) -> list[Confirmed]:
    """The same, found in the whole game turn by turn."""
    since: list[Confirmed] = []
    for turn in told:
        since.append(turn)
        own = turn.seat == seat and turn.kind == "turn"
        begun = seat is None and turn.new_round
        if turn.before.phase == "keep" or own or begun:
            since = []
    return since


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param([(3, 5)], marks=pytest.mark.short),
        pytest.param([(2, 1), (3, 5), (4, 3)], marks=pytest.mark.long),
    ],
    ids=["one game", "three games"],
)
async def test_the_turns_since_my_own_or_since_the_round_began(
    tables: Tables, seeds: Sequence[tuple[int, int]]
) -> None:
    answered_between = 0
    for people, seed in seeds:
        table = await started(tables, people, seed=str(seed), channel=seed)
        chance = random.Random(seed)
        while (await tables.table(table.id)).status == "playing":
            await play(tables, table, 5, chance)
            opened = await tables.read(table.id)
            told = await all_turns(tables, table.id)
            for seat in (None, *range(people)):
                since = await looking_back.turns_to_point_out(opened, seat)
                wanted = expected(told, seat)
                assert [(t.seat, t.actions, t.before) for t in since] == [
                    (t.seat, t.actions, t.before) for t in wanted
                ]
                answered_between += any(turn.seat == seat for turn in since)
    assert answered_between, "an answer on a food day is no turn: what was done before it stays"


async def test_a_turn_in_preparation_is_seen_as_the_panel_shows_it(tables: Tables) -> None:
    table = await started(tables, 2)
    chance = random.Random(3)
    assert turns.in_preparation(await tables.read(table.id), 0) is None
    view = await turn_of(tables, table.id, user(table, 0))
    await choose(tables, table.id, user(table, 0), view.legal[0])
    kept = turns.in_preparation(await tables.read(table.id), 0)
    assert kept is None, "the tiles are chosen in secret"
    drawn = 0
    await play(tables, table, 2, chance)
    while (await tables.table(table.id)).status == "playing" and drawn < 60:
        [seat] = (await tables.read(table.id)).waiting
        view = await prepare_turn(tables, table, seat, chance)
        opened = await tables.read(table.id)
        own = turns.in_preparation(opened, seat)
        assert turns.in_preparation(opened, 1 - seat) is None
        if own is not None:
            drawn += 1
            assert own.position == view.position
            assert own.before == view.begun.snapshot()
            assert [step.action for step in own.steps] == list(view.prepared)[: len(own.steps)]
        else:
            assert view.position == view.begun.snapshot()
        await play(tables, table, 1, chance)
    assert drawn > 20
