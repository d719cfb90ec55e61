"""The wealth tiles: several seats are asked at once, and nobody sees what another keeps."""

from bot.tables import Tables
from tests.tables.acts import choose, confirm, turn_of, undo
from tests.tables.playing import all_there_is, asked_seats, refused, started, user


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
