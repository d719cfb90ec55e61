"""/moderate: who may, what is shown before, what the table is told, what the log keeps. Players
take back a confirmed turn at once, or with the others' consent; and when a game that was over is
rewound, everybody is told that its secret is known."""

import discord
from simcord import MemberActor, ResponseMessage, RoleHandle

from bot.tables import Moderator, Person, ServerSettings
from cogs.leagues.ways import WAYS
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    begin_game,
    button_id,
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
from tests.cogs.moderators_page import (
    WHY,
    manager,
    open_page,
    press_it,
    press_old,
    propose,
    set_up,
    turns_offered,
)
from tests.cogs.test_every_button import play_to_the_end
from tests.tables.acts import audit_log, count_entries, join, open_lobby, start, write_note

ACTS = [name for name, way in WAYS.items() if way.section == "table"]


async def quiet_game(room: Room) -> None:
    """A game nobody has drawn or told of yet."""
    tables = room.bot.tables
    ana, bob = (Person(person.id, person.name) for person in room.people[:2])
    table = await open_lobby(tables, room.guild.id, room.channel.id, ana)
    await join(tables, table.id, bob)
    await start(tables, table.id, ana)


async def place(
    room: Room, action: str = "place tikal", *, by: MemberActor | None = None
) -> MemberActor:
    """The person asked by the last message, or this one, places a worker and confirms; who it
    was."""
    person = by or with_id(room.people, *pinged(room.channel))
    panel = await press(person, await open_panel(person, room.channel), action)
    await person.click(panel, label="Confirm")
    return person


async def test_nobody_without_the_role(room: Room, role: RoleHandle, maya: MemberActor) -> None:
    """Nor with a button of a message that somebody else got, or the form of who was a moderator;
    with a role named, managing the server is not enough."""
    await quiet_game(room)
    form = await propose(maya, room.channel, "end", fill=False)
    before, told = await room.bot.tables.table(1), len(room.channel.history())
    owner = manager(room)
    assert labels(answer(await owner.slash(room.channel, "moderate page"))) == ["Who moderates"]
    for actor in (room.people[0], owner):
        commands = ["moderate log"] if actor is owner else ["moderate page", "moderate log"]
        for command in commands:
            said = answer(await actor.slash(room.channel, command))
            assert said.ephemeral and "Only the moderators" in words(said), command
        for act in ACTS:
            pressed = await press_old(actor, room.channel, f"t1 {act}")
            assert pressed.modal is None and "Only the moderators" in words(answer(pressed)), act
    for verb, word in (
        ("act", "rewind.0.3"), ("act", "replace.0.-1."),
        ("act", "end.1"), ("act", "correct.4.8"), ("actask", "end.1"),
        ("openlog", "0.0.0"), ("modundo", "1.do"),
    ):  # fmt: skip
        said = answer(await press_old(room.people[0], room.channel, word, verb, 1))
        assert said.ephemeral and "Only the moderators" in words(said), verb
    others = ServerSettings(moderator_roles=(role.id + 1,))
    await room.bot.tables.set_server_settings(room.guild.id, others)
    sent = await maya.submit_modal(form, {"counts": "yes", "reason": WHY})
    assert "Only the moderators" in words(answer(sent))
    assert await room.bot.tables.table(1) == before
    assert await count_entries(room.bot.tables, room.guild.id) == 0
    now = [one for one in room.channel.history() if labels(one) != ["Press"]]
    assert len(now) == told


async def test_until_roles_are_named_those_who_manage_the_server(
    room: Room, role: RoleHandle
) -> None:
    owner, maya = manager(room), room.guild.add_member(room.env.create_user("maya"), roles=[role])
    assert "Who moderates" in labels(await open_page(owner, room.channel))
    await new_game(room.channel, room.people[:2])
    seat = {"seat": 0, "by": room.people[2]}
    said = await press_it(owner, answer(await propose(owner, room.channel, "replace", **seat)))
    assert "entry 1" in said
    said = words(answer(await propose(maya, room.channel, "replace", **seat)))
    assert "Only the moderators" in said
    assert "manage this server" in words(await set_up(maya, room.channel))
    assert f"<@&{role.id}>" in words(await set_up(owner, room.channel, role=role))
    seat["by"] = room.people[3]
    said = await press_it(maya, answer(await propose(maya, room.channel, "replace", **seat)))
    assert "entry 3" in said, "the second is what was set up"
    log = words(answer(await maya.slash(room.channel, "moderate log")))
    assert f"moderators: everybody who can manage this server → <@&{role.id}>" in log
    said = words(answer(await owner.slash(room.channel, "moderate log")))
    assert "Only the moderators" in said
    said = words(await set_up(owner, room.channel, role=None))
    assert "everybody who can manage" in said


WARNING = "anybody who looked may know the order of the hidden stacks"


async def test_a_rewind_is_shown_first_and_told(room: Room, maya: MemberActor) -> None:
    await begin_game(room.channel, room.people[:2])
    first = await place(room)
    second = await place(room, "place palenque")
    offered = await turns_offered(maya, room.channel)
    assert "Palenque" in offered[0]["label"] and "Tikal" in offered[1]["label"]
    assert [one["label"] for one in offered[-2:]] == [
        one["label"] for one in offered if "has chosen" in one["label"]
    ], "what was kept in secret is not told"
    to = offered[1]["value"]
    shown = answer(await propose(maya, room.channel, "rewind", turn=to))
    assert shown.ephemeral
    assert "2 turns are undone" in words(shown) and "Tikal" in words(shown)
    assert WARNING not in words(shown), "nothing of the deal is known yet"
    assert (await room.bot.tables.table(1)).rewinds == 0
    wrong = await propose(maya, room.channel, "rewind", turn=to, reason="   x  ")
    assert "reason of 3 to 200" in words(answer(wrong))
    assert "entry 1" in await press_it(maya, shown)
    assert (await room.bot.tables.table(1)).rewinds == 1
    assert pinged(room.channel) == [first.id]
    [told] = [words(m) for m in room.channel.history() if "rewound the game" in words(m)]
    assert WHY in told and "maya" in told and WARNING not in told
    assert "moved on" in await press_it(maya, shown), "a stale button"
    assert await place(room) == first != second


async def test_every_earlier_turn_of_a_game_that_is_over_can_be_reached(
    room: Room, maya: MemberActor
) -> None:
    """The form has the newest ones; once the oldest of them is undone, it has those before. The
    deal was told at the end, which is said before and to all."""
    await begin_game(room.channel, room.people[:2])
    await play_to_the_end(room)
    offered = await turns_offered(maya, room.channel)
    assert len(offered) == 25
    oldest = offered[-1]["value"]
    shown = answer(await propose(maya, room.channel, "rewind", turn=oldest))
    assert "turns are undone" in words(shown) and WARNING in words(shown)
    assert "entry 1" in await press_it(maya, shown)
    [told] = [words(m) for m in room.channel.history() if "rewound the game" in words(m)]
    assert WARNING in told
    [entry] = await audit_log(room.bot.tables, room.guild.id)
    assert entry.details["deal_told"] is True
    table = await room.bot.tables.table(1)
    assert (table.rewinds, table.status, table.version) == (1, "playing", int(oldest))
    before = await turns_offered(maya, room.channel)
    assert int(before[0]["value"]) < int(oldest)


async def seated(room: Room, maya: MemberActor, seat: int, by: MemberActor | None) -> str:
    """Give a seat to somebody, or to a computer; what was shown before."""
    shown = answer(await propose(maya, room.channel, "replace", seat=seat, by=by))
    await press_it(maya, shown)
    assert (await room.bot.tables.table(1)).seats[seat].user_id == (by and by.id)
    return words(shown)


async def test_a_computer_takes_a_seat_and_gives_it_back(room: Room, maya: MemberActor) -> None:
    """And whoever takes a seat that is asked is called."""
    await begin_game(room.channel, room.people[:2])
    [asked] = pinged(room.channel)
    seat = next(h.seat for h in (await room.bot.tables.table(1)).seats if h.user_id == asked)
    said = await seated(room, maya, seat, None)
    assert "a computer takes it" in said and "clock" not in said
    [other] = pinged(room.channel)
    assert other != asked, "the computer has moved"
    said = await seated(room, maya, seat, with_id(room.people, asked))
    assert "the new player's clock starts afresh" in said
    await place(room, by=with_id(room.people, other))
    assert pinged(room.channel) == [asked]
    newcomer = room.people[2]
    await seated(room, maya, seat, newcomer)
    assert pinged(room.channel) == [newcomer.id]
    assert await place(room) == newcomer


async def test_a_direct_call_is_forgotten_when_a_computer_takes_the_seat(
    room: Room, maya: MemberActor
) -> None:
    """The seat no longer says who got it. Else each start of the program would look for it."""
    for person in room.people[:2]:
        shown = answer(await person.slash(room.channel, "pings"))
        await person.select(shown, ["direct"], custom_id=select_id(shown, "pingway"))
    await begin_game(room.channel, room.people[:2])
    await place(room)
    table, [asked] = await room.bot.tables.table(1), pinged(room.channel)
    [seat] = [one.seat for one in table.seats if one.user_id == asked]
    assert [call.seat for call in table.posted.calls if call.seat is not None] == [seat]
    await seated(room, maya, seat, None)
    await room.env.advance_time(61)
    assert await room.bot.tables.with_calls_left() == []


async def test_the_log_has_pages_and_marks(room: Room, maya: MemberActor) -> None:
    """Notes are entries that only version 1.0.0 wrote."""
    await quiet_game(room)
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


# --- turns that players take back -----------------------------------------------------------------


async def undo(room: Room, person: MemberActor, label: str | None = None) -> ResponseMessage:
    """What /undo offers to a person, or what answers this button of it."""
    offer = answer(await person.slash(room.channel, "undo"))
    return offer if label is None else answer(await person.click(offer, label=label))


async def wished(room: Room, person: MemberActor) -> discord.Message:
    """The message that asks the others to agree that a turn is taken back."""
    await undo(room, person, "Ask the others")
    return room.channel.last_message


async def test_at_once_while_nothing_has_come_of_it(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])
    first = await place(room)
    assert "are not in this game" in words(await undo(room, room.people[3]))
    offer = await undo(room, first)
    assert offer.ephemeral
    assert "→ Tikal" in words(offer)
    assert labels(offer) == ["Take it back", "No"]
    kept = answer(await first.click(offer, label="No"))
    assert words(kept) == "Your turn stays as it is." and not labels(kept)
    offer = await undo(room, first)
    await click_together([(first, offer, button_id(offer, "Take it back"))] * 2)
    assert (await room.bot.tables.table(1)).rewinds == 1, "two presses do it once"
    [board] = [words(m) for m in room.channel.history() if "took back a turn" in words(m)]
    assert "→ Tikal" in board
    assert pinged(room.channel) == [first.id], "who took back is asked again"
    await place(room, "place palenque")
    assert pinged(room.channel) != [first.id]


async def test_the_board_of_a_turn_taken_back_says_so(room: Room) -> None:
    """That of the round it began stays in the channel; the newer one is below."""
    await begin_game(room.channel, room.people[:2])
    await place(room)
    person = await place(room)
    board = room.channel.last_message
    assert "your turn in round 2" in words(board)
    await undo(room, person, "Take it back")
    told = {message.id: words(message) for message in room.channel.history()}
    says = "This was taken back; the game goes on below."
    assert [number for number, text in told.items() if says in text] == [board.id]
    assert "your turn in round 2" not in told[board.id]


async def test_the_call_of_a_turn_taken_back_calls_nobody_any_more(room: Room) -> None:
    """It is deleted, and what it told of the round is told by the board, which calls instead."""
    await begin_game(room.channel, room.people[:3])
    first, second = await place(room, "place palenque"), await place(room)
    called = room.channel.last_message
    assert "Your turn" in labels(called)
    await undo(room, second, "Take it back")
    assert called.id not in [message.id for message in room.channel.history()]
    assert f"-# **{first.name}** → Palenque" in words(room.channel.history()[-1])
    assert pinged(room.channel) == [second.id]
    await place(room)
    assert "→ Palenque" not in words(room.channel.history()[-1]), "the board tells it above"


async def test_once_somebody_has_acted_all_must_agree(room: Room) -> None:
    await begin_game(room.channel, room.people[:3])
    first, second = await place(room), await place(room)
    [third] = pinged(room.channel)
    assert "have to agree first" in words(await undo(room, first))
    wish = await wished(room, first)
    assert set(pinged(room.channel)) == {second.id, third}
    stranger = room.people[3]
    assert "are not in this game" in words(answer(await stranger.click(wish, label="I agree")))

    await with_id(room.people, third).click(wish, label="I agree")
    assert pinged(room.channel) == [second.id]
    await room.restart()
    await second.click(room.channel.last_message, label="I agree")
    assert pinged(room.channel) == [first.id]
    table = await room.bot.tables.table(1)
    assert (table.rewinds, table.version) == (1, 3)


async def test_who_asked_withdraws_it_or_play_goes_on(room: Room) -> None:
    await begin_game(room.channel, room.people[:3])
    first, second = await place(room), await place(room)
    [third] = pinged(room.channel)

    async def must_be_settled(wish: discord.Message, said: str) -> None:
        [settled] = [m for m in room.channel.history() if m.id == wish.id]
        assert labels(settled) == [] and said in words(settled)
        assert (await room.bot.tables.table(1)).rewind_request is None

    wish = await wished(room, first)
    refused = said_privately(await second.click(wish, label="Withdraw"))
    assert "Only the person who made this request" in words(refused)
    await first.click(wish, label="Withdraw")
    await must_be_settled(wish, "withdrew the request")

    wish = await wished(room, first)
    again = await undo(room, first)
    assert "to agree" in words(again)
    await first.click(again, label="Withdraw")
    await must_be_settled(wish, "withdrew the request")

    wish = await wished(room, first)
    await with_id(room.people, third).slash(room.channel, "move", turn="place palenque; end")
    await must_be_settled(wish, "The game went on")


async def test_prepared_choices_come_first(room: Room) -> None:
    await begin_game(room.channel, room.people[:2])
    await place(room)
    await place(room, "place palenque")
    person = with_id(room.people, pinged(room.channel)[0])
    await press(person, await open_panel(person, room.channel), "place tikal")
    undone = await undo(room, person)
    assert "Take it back" not in labels(undone)
    assert "Confirm" not in labels(undone)
