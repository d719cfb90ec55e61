"""/moderate: who may, what is shown before, what the table is told, what the log keeps. Players
take back a confirmed turn at once, or with the others' consent; and when a game that was over is
rewound, everybody is told that its secret is known."""

import discord
import pytest
from simcord import MemberActor, ResponseMessage, RoleHandle

from bot.tables import Moderator, Person, ServerSettings
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from cogs.leagues.ways import WAYS
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    button_id,
    choose_tiles,
    click_together,
    labels,
    new_game,
    open_panel,
    pinged,
    press,
    said_privately,
    select_id,
    with_id,
    words,
)
from tests.cogs.moderators_page import press_old, propose, set_up, turns_offered
from tests.cogs.test_every_button import play_to_the_end
from tests.tables.acts import (
    audit_log,
    count_entries,
    join,
    open_lobby,
    start,
    write_note,
)

WHY = "The line was cut."
ACTS = [name for name, way in WAYS.items() if way.section == "table"]


@pytest.fixture
def owner(room: Room) -> MemberActor:
    """Somebody who may manage the server."""
    managers = room.guild.create_role(
        "managers", permissions=discord.Permissions(manage_guild=True)
    )
    return room.guild.add_member(room.env.create_user("olga"), roles=[managers])


async def begin(room: Room, role: RoleHandle, people: int = 2, **more: bool) -> None:
    """A game in which the first turn begins, on a server with moderators."""
    chosen = ServerSettings(moderator_roles=(role.id,), **more)  # type: ignore[arg-type]
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    await new_game(room.channel, room.people[:people])
    for person in room.people[:people]:
        await choose_tiles(person, room.channel)


async def quiet_game(room: Room, role: RoleHandle) -> None:
    """A game nobody has drawn or told of yet, on a server with moderators."""
    chosen, tables = ServerSettings(moderator_roles=(role.id,)), room.bot.tables
    await tables.set_server_settings(room.guild.id, chosen)
    ana, bob = (Person(person.id, person.name) for person in room.people[:2])
    table = await open_lobby(tables, room.guild.id, room.channel.id, ana)
    await join(tables, table.id, bob)
    await start(tables, table.id, ana)


async def place(room: Room, action: str = "place tikal") -> int:
    """The person asked places a worker and confirms; who it was."""
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    panel = await press(person, await open_panel(person, room.channel), action)
    await person.click(panel, label="Confirm")
    return asked


async def do_it(actor: MemberActor, shown: ResponseMessage, why: str = WHY) -> str:
    """Press the button of a confirmation and give the reason; the answer."""
    form = await actor.click(shown, label="Confirm")
    if form.modal is None:  # the reason was given
        return words(answer(form))
    return words(answer(await actor.submit_modal(form, {"reason": why})))


async def test_nobody_without_the_role(room: Room, role: RoleHandle, owner: MemberActor) -> None:
    await quiet_game(room, role)
    before = await room.bot.tables.table(1)
    told = len(room.channel.history())
    for actor in (room.people[0], owner):  # with a role named, managing is not enough
        for command in ("moderate page", "moderate log"):
            said = answer(await actor.slash(room.channel, command))
            assert said.ephemeral
            if command == "moderate page" and actor is owner:
                assert labels(said) == ["Who moderates"]
                continue
            assert "Only the moderators" in words(said), command
        for act in ACTS:
            pressed, old = await press_old(actor, room.channel, f"t1 {act}")
            assert pressed.modal is None and "Only the moderators" in words(answer(pressed)), act
            await old.delete()
    assert await room.bot.tables.table(1) == before
    assert await count_entries(room.bot.tables, room.guild.id) == 0
    assert len(room.channel.history()) == told


async def test_stale_buttons_and_forms_of_who_was_a_moderator(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    await quiet_game(room, role)
    shown = answer(await propose(maya, room.channel, "end", counts="yes", reason=WHY))
    form = await propose(maya, room.channel, "end", fill=False)
    log = answer(await maya.slash(room.channel, "moderate log"))
    await room.bot.tables.set_server_settings(
        room.guild.id, ServerSettings(moderator_roles=(role.id + 1,))
    )
    sent = await maya.submit_modal(form, {"counts": "yes", "reason": WHY})
    assert "Only the moderators" in words(answer(sent))
    assert "Only the moderators" in words(answer(await maya.click(shown, label="Confirm")))
    for label in ("Newer", "Older"):
        if label in labels(log):
            assert "Only the moderators" in words(answer(await maya.click(log, label=label)))
    assert (await room.bot.tables.table(1)).status == "playing"
    assert await count_entries(room.bot.tables, room.guild.id) == 0


async def test_every_button_refuses_strangers(room: Room, role: RoleHandle) -> None:
    """Custom ids as in old messages, pressed by somebody else."""
    await quiet_game(room, role)
    before = await room.bot.tables.table(1)
    verbs = [
        ("act", "rewind.0.3"), ("act", "replace.0.-1."),
        ("act", "end.1"), ("act", "correct.4.8"), ("actask", "end.1"),
        ("openlog", "0.0.0"), ("modundo", "1.do"),
    ]  # fmt: skip
    place = room.bot.get_partial_messageable(room.channel.id)
    for verb, word in verbs:
        await place.send(view=message(row([button("Press", verb, 1, word=word)])))
        left = room.channel.history()[-1]
        said = answer(await room.people[0].click(left, label="Press"))
        assert said.ephemeral
        assert "Only the moderators" in words(said), verb
    assert await room.bot.tables.table(1) == before


async def test_until_roles_are_named_those_who_manage_the_server(
    room: Room, owner: MemberActor, role: RoleHandle
) -> None:
    maya = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    await new_game(room.channel, room.people[:2])
    seat = {"seat": 0, "by": room.people[2]}
    said = await do_it(owner, answer(await propose(owner, room.channel, "replace", **seat)))
    assert "entry 1" in said
    said = words(answer(await propose(maya, room.channel, "replace", **seat)))
    assert "Only the moderators" in said
    assert "manage this server" in words(await set_up(maya, room.channel))
    said = words(await set_up(owner, room.channel, role=role))
    assert f"<@&{role.id}>" in said
    seat["by"] = room.people[3]
    said = await do_it(maya, answer(await propose(maya, room.channel, "replace", **seat)))
    assert "entry 3" in said, "the second is what was set up"
    said = words(answer(await owner.slash(room.channel, "moderate log")))
    assert "Only the moderators" in said
    said = words(await set_up(owner, room.channel, role=None))
    assert "everybody who can manage" in said


async def test_a_rewind_is_shown_first_and_told(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    await begin(room, role)
    first = await place(room)
    second = await place(room, "place palenque")
    offered = await turns_offered(maya, room.channel)
    assert "Palenque" in offered[0]["label"] and "Tikal" in offered[1]["label"]
    assert [one["label"] for one in offered[-2:]] == [
        one["label"] for one in offered if "has chosen" in one["label"]
    ], "what was kept in secret is not told"
    shown = answer(
        await propose(maya, room.channel, "rewind", turn=offered[1]["value"], reason=WHY)
    )
    assert shown.ephemeral
    assert "2 turns are undone" in words(shown) and "Tikal" in words(shown)
    assert (await room.bot.tables.table(1)).rewinds == 0
    wrong = await propose(maya, room.channel, "rewind", turn=offered[1]["value"], reason="   x  ")
    assert "reason of 3 to 200" in words(answer(wrong))
    assert "entry 1" in await do_it(maya, shown)
    table = await room.bot.tables.table(1)
    assert (table.rewinds, pinged(room.channel)) == (1, [first])
    told = [words(m) for m in room.channel.history() if "rewound the game" in words(m)]
    assert len(told) == 1 and WHY in told[0] and "maya" in told[0]
    assert "moved on" in await do_it(maya, shown), "a stale button"
    assert await place(room) == first != second


async def test_every_earlier_turn_can_be_reached(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    """The form has the newest ones; once the oldest of them is undone, it has those before."""
    await begin(room, role)
    await play_to_the_end(room)
    offered = await turns_offered(maya, room.channel)
    assert len(offered) == 25
    oldest = offered[-1]["value"]
    shown = answer(await propose(maya, room.channel, "rewind", turn=oldest, reason=WHY))
    assert "turns are undone" in words(shown)
    assert "entry 1" in await do_it(maya, shown)
    table = await room.bot.tables.table(1)
    assert (table.rewinds, table.status, table.version) == (1, "playing", int(oldest))
    before = await turns_offered(maya, room.channel)
    assert int(before[0]["value"]) < int(oldest)


async def test_a_computer_takes_a_seat_and_gives_it_back(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    await begin(room, role)
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    seat = next(h.seat for h in (await room.bot.tables.table(1)).seats if h.user_id == asked)
    shown = answer(await propose(maya, room.channel, "replace", seat=seat))
    assert "a computer takes it" in words(shown) and "clock" not in words(shown)
    await do_it(maya, shown)
    assert (await room.bot.tables.table(1)).seats[seat].computer
    [other] = pinged(room.channel)
    assert other != asked, "the computer has moved"
    shown = answer(await propose(maya, room.channel, "replace", seat=seat, by=person))
    assert "the new player's clock starts afresh" in words(shown)
    await do_it(maya, shown)
    assert (await room.bot.tables.table(1)).seats[seat].user_id == asked
    panel = await open_panel(with_id(room.people, other), room.channel)
    panel = await press(with_id(room.people, other), panel, "place tikal")
    await with_id(room.people, other).click(panel, label="Confirm")
    assert pinged(room.channel) == [asked]


async def test_a_direct_call_is_forgotten_when_a_computer_takes_the_seat(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    """The seat no longer says who got it. Else each start of the program would look for it."""
    for person in room.people[:2]:
        shown = answer(await person.slash(room.channel, "pings"))
        await person.select(shown, ["direct"], custom_id=select_id(shown, "pingway"))
    await begin(room, role)
    await place(room)
    table, [asked] = await room.bot.tables.table(1), pinged(room.channel)
    [seat] = [one.seat for one in table.seats if one.user_id == asked]
    assert [call.seat for call in table.posted.calls if call.seat is not None] == [seat]
    await do_it(maya, answer(await propose(maya, room.channel, "replace", seat=seat)))
    assert (await room.bot.tables.table(1)).seats[seat].computer
    await room.env.advance_time(61)
    assert await room.bot.tables.with_calls_left() == []


async def test_who_takes_a_seat_that_is_asked_is_called(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    await begin(room, role)
    [asked] = pinged(room.channel)
    seat = next(h.seat for h in (await room.bot.tables.table(1)).seats if h.user_id == asked)
    newcomer = room.people[2]
    shown = answer(await propose(maya, room.channel, "replace", seat=seat, by=newcomer))
    await do_it(maya, shown)
    assert pinged(room.channel) == [newcomer.id]
    assert await place(room) == newcomer.id


async def test_the_log_has_pages_and_marks(room: Room, role: RoleHandle, maya: MemberActor) -> None:
    """Notes are entries that only version 1.0.0 wrote."""
    await quiet_game(room, role)
    for number in range(7):
        await write_note(room.bot.tables, 1, Moderator(maya.id, room.guild.id), f"=note {number}")
    ana = Moderator(room.people[0].id, room.guild.id)
    await write_note(room.bot.tables, 1, ana, "My own game.", own_table=True)
    page = answer(await maya.slash(room.channel, "moderate log"))
    assert page.ephemeral
    assert "Newer" not in labels(page) and "at a table where they play" in words(page)
    assert "note 0" not in words(page)
    older = answer(await maya.click(page, label="Older"))
    assert "note 0" in words(older) and "at a table where they play" not in words(older)
    assert "Older" not in labels(older)
    assert "Older" in labels(answer(await maya.click(older, label="Newer")))


async def begin_game(room: Room, people: int = 2) -> None:
    """A game in which the first turn begins."""
    await new_game(room.channel, room.people[:people])
    for person in room.people[:people]:
        await choose_tiles(person, room.channel)


async def test_at_once_while_nothing_has_come_of_it(room: Room) -> None:
    await begin_game(room)
    first = await place(room)
    person = with_id(room.people, first)
    offer = answer(await person.slash(room.channel, "undo"))
    assert offer.ephemeral
    assert "→ Tikal" in words(offer)
    assert labels(offer) == ["Take it back", "No"]
    kept = answer(await person.click(offer, label="No"))
    assert words(kept) == "Your turn stays as it is." and not labels(kept)
    offer = answer(await person.slash(room.channel, "undo"))
    done = answer(await person.click(offer, label="Take it back"))
    assert "taken back" in words(done)
    board = [words(m) for m in room.channel.history() if "took back a turn" in words(m)]
    assert len(board) == 1
    assert "→ Tikal" in board[0]
    assert pinged(room.channel) == [first], "who took back is asked again"
    await place(room, "place palenque")
    assert pinged(room.channel) != [first]


async def test_the_board_of_a_turn_taken_back_says_so(room: Room) -> None:
    """That of the round it began stays in the channel; the newer one is below."""
    await begin_game(room)
    await place(room)
    person = with_id(room.people, await place(room))
    board = room.channel.last_message
    assert "your turn in round 2" in words(board)
    offer = answer(await person.slash(room.channel, "undo"))
    await person.click(offer, label="Take it back")
    told = {message.id: words(message) for message in room.channel.history()}
    says = "This was taken back; the game goes on below."
    assert [number for number, text in told.items() if says in text] == [board.id]
    assert "your turn in round 2" not in told[board.id]


async def test_two_presses_do_it_once(room: Room) -> None:
    await begin_game(room)
    first = with_id(room.people, await place(room))
    offer = answer(await first.slash(room.channel, "undo"))
    take = button_id(offer, "Take it back")
    await click_together([(first, offer, take), (first, offer, take)])
    told = [words(m) for m in room.channel.history()]
    assert sum("took back a turn" in text for text in told) == 1
    assert (await room.bot.tables.table(1)).rewinds == 1


async def test_once_somebody_has_acted_all_must_agree(room: Room) -> None:
    await begin_game(room, 3)
    first, second = await place(room), await place(room)
    [third] = pinged(room.channel)
    person = with_id(room.people, first)
    offer = answer(await person.slash(room.channel, "undo"))
    assert "have to agree first" in words(offer)
    await person.click(offer, label="Ask the others")
    wish = room.channel.last_message
    assert wish is not None
    assert set(pinged(room.channel)) == {second, third}
    stranger = room.people[3]
    assert "are not in this game" in words(answer(await stranger.click(wish, label="I agree")))

    await with_id(room.people, third).click(wish, label="I agree")
    assert pinged(room.channel) == [second]
    await room.restart()
    wish = room.channel.last_message
    assert wish is not None
    await with_id(room.people, second).click(wish, label="I agree")
    assert pinged(room.channel) == [first]
    table = await room.bot.tables.table(1)
    assert (table.rewinds, table.version) == (1, 3)


async def test_who_asked_withdraws_it(room: Room) -> None:
    await begin_game(room, 3)
    first, second = await place(room), await place(room)
    person, other = with_id(room.people, first), with_id(room.people, second)
    for by_command in (False, True):
        offer = answer(await person.slash(room.channel, "undo"))
        await person.click(offer, label="Ask the others")
        wish = room.channel.last_message
        assert wish is not None
        assert "Only the person who made this request" in words(
            said_privately(await other.click(wish, label="Withdraw"))
        )
        if by_command:
            wish_again = answer(await person.slash(room.channel, "undo"))
            assert "to agree" in words(wish_again)
            await person.click(wish_again, label="Withdraw")
        else:
            await person.click(wish, label="Withdraw")
        [settled] = [m for m in room.channel.history() if m.id == wish.id]
        assert labels(settled) == [] and "withdrew the request" in words(settled)
        assert (await room.bot.tables.table(1)).rewind_request is None


async def test_a_request_is_settled_when_play_goes_on(room: Room) -> None:
    await begin_game(room, 3)
    first = await place(room)
    await place(room)
    [third] = pinged(room.channel)
    person = with_id(room.people, first)
    offer = answer(await person.slash(room.channel, "undo"))
    await person.click(offer, label="Ask the others")
    wish = room.channel.last_message
    assert wish is not None
    actor = with_id(room.people, third)
    await actor.slash(room.channel, "move", turn="place palenque; end")
    [settled] = [m for m in room.channel.history() if m.id == wish.id]
    assert labels(settled) == [] and "The game went on" in words(settled)


async def test_nothing_to_take_back(room: Room) -> None:
    await begin_game(room)
    [asked] = pinged(room.channel)
    [other] = [person for person in room.people[:2] if person.id != asked]
    await place(room)
    await place(room, "place palenque")
    told = answer(await room.people[3].slash(room.channel, "undo"))
    assert "are not in this game" in words(told)
    assert other.id in {person.id for person in room.people}


async def test_prepared_choices_come_first(room: Room) -> None:
    await begin_game(room)
    await place(room)
    await place(room, "place palenque")
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    panel = await open_panel(person, room.channel)
    await press(person, panel, "place tikal")
    undone = answer(await person.slash(room.channel, "undo"))
    assert "Take it back" not in labels(undone)
    assert "Confirm" not in labels(undone)


async def test_the_call_of_a_turn_taken_back_calls_nobody_any_more(room: Room) -> None:
    """It is deleted, and what it told of the round is told by the board, which calls instead."""
    await begin_game(room, 3)
    first, second = await place(room, "place palenque"), await place(room)
    called = room.channel.last_message
    assert called is not None and "Your turn" in labels(called)
    person = with_id(room.people, second)
    offer = answer(await person.slash(room.channel, "undo"))
    await person.click(offer, label="Take it back")
    assert called.id not in [message.id for message in room.channel.history()]
    board = words(room.channel.history()[-1])
    name = with_id(room.people, first).name
    assert f"-# **{name}** → Palenque" in board
    assert pinged(room.channel) == [second]
    await place(room)
    assert "→ Palenque" not in words(room.channel.history()[-1]), "the board tells it above"


WARNING = "anybody who looked may know the order of the hidden stacks"


async def set_back(room: Room) -> tuple[str, str]:
    """A moderator sets the game back by its last turn: what was shown before, what the table was
    told."""
    role = room.guild.create_role("judges", permissions=discord.Permissions(manage_guild=True))
    judge = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    [newest, *_] = await turns_offered(judge, room.channel)
    shown = answer(await propose(judge, room.channel, "rewind", turn=newest["value"]))
    await judge.click(shown, label="Confirm")
    [told] = [words(m) for m in room.channel.history() if "rewound the game" in words(m)]
    return words(shown), told


async def test_after_the_end_it_is_said_before_and_to_all(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    await play_to_the_end(room)
    shown, told = await set_back(room)
    assert WARNING in shown
    assert WARNING in told
    [entry] = await audit_log(room.bot.tables, room.guild.id)
    assert entry.details["deal_told"] is True


async def test_while_it_goes_on_there_is_nothing_to_say(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    await room.people[0].slash(room.channel, "move", turn="place tikal; end")
    await room.people[1].slash(room.channel, "move", turn="place tikal; end")
    shown, told = await set_back(room)
    assert WARNING not in shown + told
