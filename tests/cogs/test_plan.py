"""Thinking ahead: a plan for the next turn, kept for one person alone and offered when the turn
comes; and what a computer would consider, told in private and only from what lies open."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from simcord import MemberActor, ResponseMessage

from bot.clocks import LiveClock, TimeRules
from bot.clocks.seat_clocks import Way
from bot.engine.components import WEALTH
from bot.model.server import HINT_STRENGTHS, HintStrength
from bot.model.table import PersonSettings
from bot.tables import Options, Person, ServerSettings
from bot.tables.preparation import LIVE_PAUSE, PAUSE, TELLING
from bot.tables.thinking import Advice
from bot.text.names import tile_name
from bot.text.translation import translator
from cogs.leagues.season_sweep import open_ready
from cogs.telling.carry_on import carry_on
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    Message,
    answer,
    begin_game,
    button_id,
    choose_tiles,
    click_together,
    labels,
    new_game,
    offered,
    open_panel,
    pinged,
    press,
    raw,
    said_privately,
    select_id,
    with_id,
    words,
)
from tests.cogs.faults import Discord, refused
from tests.cogs.seasons import drawn, playing, settled
from tests.cogs.test_clock import mentioned
from tests.tables.acts import (
    first_tiles,
    hint_for,
    join,
    plan_of,
    set_options,
    set_person_settings,
    turn_of,
)
from tests.tables.playing import refused as is_refused


async def begin(room: Room) -> tuple[MemberActor, MemberActor]:
    """A game in which the first turn begins; who has it, and who waits."""
    await begin_game(room.channel, room.people[:2])
    [asked] = pinged(room.channel)
    [waits] = [person for person in room.people[:2] if person.id != asked]
    return with_id(room.people, asked), waits


def steps(view: ResponseMessage) -> list[str]:
    """What may be added to a plan."""
    found: list[dict[str, Any]] = [c for c in raw(view) if "planadd" in c.get("custom_id", "")]
    return [option["value"] for one in found for option in one["options"]]


async def add(person: MemberActor, view: ResponseMessage, step: str) -> ResponseMessage:
    """Add a step to the plan."""
    return answer(await person.select(view, [step], custom_id=select_id(view, "planadd")))


async def test_planned_kept_and_offered(room: Room) -> None:
    first, waits = await begin(room)
    messages = len(room.channel.history())
    view = answer(await waits.slash(room.channel, "plan"))
    assert view.ephemeral
    assert "Nothing is planned yet" in words(view)
    view = await add(waits, view, "place tikal")
    view = await add(waits, view, "place uxmal")
    assert "Tikal" in words(view)
    assert "Uxmal" in words(view)
    assert len(room.channel.history()) == messages
    await room.restart()
    view = answer(await waits.slash(room.channel, "plan"))
    assert "Tikal" in words(view)

    panel = await press(first, await open_panel(first, room.channel), "place palenque")
    await first.click(panel, label="Confirm")
    assert pinged(room.channel) == [waits.id]
    panel = await open_panel(waits, room.channel)
    assert "Your plan" in words(panel)
    panel = answer(await waits.click(panel, label="Use my plan"))
    turn = await turn_of(room.bot.tables, 1, waits.id)
    assert turn.prepared == ("place tikal", "place uxmal")
    assert "Confirm" in labels(panel)


async def test_step_back_and_no_plan(room: Room) -> None:
    _, waits = await begin(room)
    view = answer(await waits.slash(room.channel, "plan"))
    view = await add(waits, view, "place tikal")
    view = await add(waits, view, "place uxmal")
    view = answer(await waits.click(view, label="Back"))
    assert (await plan_of(room.bot.tables, 1, waits.id)).way.actions == ("place tikal",)
    view = answer(await waits.click(view, label="Drop the plan"))
    assert "Nothing is planned yet" in words(view)


async def test_refused(room: Room) -> None:
    first, _ = await begin(room)
    now = answer(await first.slash(room.channel, "plan"))
    assert "your turn now" in words(now)
    assert "Round 1" in words(answer(await first.click(now, label="Your turn")))
    assert "are not in this game" in words(answer(await room.people[3].slash(room.channel, "plan")))


async def test_the_other_one_does_not_see_it(room: Room) -> None:
    first, waits = await begin(room)
    view = answer(await waits.slash(room.channel, "plan"))
    await add(waits, view, "place yaxchilan")
    seen = [words(await open_panel(first, room.channel))]
    for command in ("score", "log", "hint", "tribe", "board"):
        seen.append(words(answer(await first.slash(room.channel, command))))
    assert not any("plan" in text.lower() for text in seen)


async def wait(room: Room) -> None:
    """Let two minutes pass, and what is due be done."""
    await room.later(minutes=2)
    await carry_on(room.bot, 1)
    await room.env.settle()


async def planned_by(room: Room, waits: MemberActor, step: str) -> ResponseMessage:
    """A plan of one step that plays itself."""
    view = answer(await waits.slash(room.channel, "plan"))
    view = await add(waits, view, step)
    view = answer(await waits.click(view, label="Play it if possible"))
    assert "I will play it for you" in words(view)
    return view


async def confirm_elsewhere(room: Room, first: MemberActor, step: str = "place palenque") -> None:
    """The one before takes a turn."""
    panel = await press(first, await open_panel(first, room.channel), step)
    await first.click(panel, label="Confirm")


async def test_a_plan_plays_itself_and_is_told_as_planned(room: Room) -> None:
    first, waits = await begin(room)
    await planned_by(room, waits, "place uxmal")
    await confirm_elsewhere(room, first)
    call = room.channel.history()[-1]
    assert f"<@{waits.id}>, I will play your planned turn" in words(call)
    assert "Uxmal" not in words(call), "the plan is secret until it is played"
    assert mentioned(room) == [waits.id]
    assert labels(call)[:2] == ["Your turn", "Stop"]
    await wait(room)
    assert "Uxmal 0 (as planned)" in words(room.channel.history()[-1])
    assert pinged(room.channel) == [first.id]


async def ready(
    room: Room, *, way: Way = "mention", live: bool = False
) -> tuple[MemberActor, MemberActor]:
    """A plan that plays itself once the turn before it is taken: who takes that, and who planned
    and wants to be told in this way."""
    first, waits = await begin(room)
    await set_person_settings(room.bot.tables, waits.id, PersonSettings(way=way))
    if live:
        async with room.bot.tables.open(1) as opened:
            time = TimeRules(LiveClock())
            opened.change(options=replace(opened.table.options, time=time))
    view = await planned_by(room, waits, "place uxmal")
    n = 15 if live else 60
    assert f"have at least {n} seconds to press **Stop**" in words(view)
    return first, waits


def moment_said(call: ResponseMessage) -> datetime:
    """When a call says that the planned turn plays itself."""
    found = re.search(r"your planned turn <t:(\d+):R>", words(call))
    assert found is not None
    return datetime.fromtimestamp(int(found[1]), UTC)


@pytest.mark.parametrize("live", [False, True])
async def test_it_plays_itself_when_it_said(room: Room, live: bool) -> None:
    """Not before the promised time is over, and then at once."""
    first, _ = await ready(room, live=live)
    told = room.bot.tables.now()
    await confirm_elsewhere(room, first)
    said = moment_said(room.channel.history()[-1])
    pause = LIVE_PAUSE if live else PAUSE
    assert timedelta() < said - told - pause <= TELLING
    await room.later(seconds=pause.total_seconds() - 1)
    await carry_on(room.bot, 1)
    assert "as planned" not in words(room.channel.history()[-1])
    await room.later(seconds=TELLING.total_seconds() + 2)
    await carry_on(room.bot, 1)
    assert "as planned" in words(room.channel.history()[-1])


async def test_told_by_direct_message_with_the_button_that_stops_it(room: Room) -> None:
    first, waits = await ready(room, way="direct")
    await confirm_elsewhere(room, first)
    assert mentioned(room) == []
    [told] = waits.user.dm_channel.history()
    assert "I will play your planned turn" in words(told)
    panel = answer(await waits.user.click(told, label="Stop"))
    assert "Use my plan" in labels(panel)
    await wait(room)
    assert not any("as planned" in words(one) for one in room.channel.history())


async def test_who_wants_no_notifications_gets_none_of_a_plan_either(room: Room) -> None:
    first, waits = await ready(room, way="none")
    await confirm_elsewhere(room, first)
    assert "I will play your planned turn" in words(room.channel.history()[-1])
    assert mentioned(room) == []
    assert waits.user.dm_channel.history() == []


async def test_it_does_not_play_before_it_was_told(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where Discord takes no messages for a while, the time to stop it begins after that."""
    first, waits = await ready(room)
    through = Discord(room, monkeypatch)
    through.fault = refused(500)
    await confirm_elsewhere(room, first)
    await wait(room)
    assert (await turn_of(room.bot.tables, 1, waits.id)).kind == "turn", "not played yet"
    through.fault = None
    told = room.bot.tables.now()
    await carry_on(room.bot, 1)
    await room.env.settle()
    assert moment_said(room.channel.history()[-1]) - told > PAUSE
    assert (await turn_of(room.bot.tables, 1, waits.id)).kind == "turn"
    await wait(room)
    assert "as planned" in words(room.channel.history()[-1])


async def test_a_button_from_before_opens_the_turn_that_has_come(room: Room) -> None:
    """Beside a confirmed turn, and on the page of a plan."""
    first, waits = await begin(room)
    page = answer(await waits.slash(room.channel, "plan"))
    page = await add(waits, page, "place uxmal")
    panel = await press(first, await open_panel(first, room.channel), "place palenque")
    confirmed = answer(await first.click(panel, label="Confirm"))
    panel = answer(await waits.click(page, label="Or else …"))
    assert "Use my plan" in labels(panel)
    panel = await press(waits, panel, "place uxmal")
    await waits.click(panel, label="Confirm")
    panel = answer(await first.click(confirmed, label="Plan ahead"))
    assert panel.ephemeral
    assert "It is your turn now" not in words(panel)
    assert "place palenque" in offered(panel)


async def test_the_page_says_what_may_cost_more_and_what_never_plays_itself(room: Room) -> None:
    _, waits = await begin(room)
    view = await planned_by(room, waits, "place uxmal")
    assert "same or higher spaces" not in words(view)
    view = answer(await waits.select(view, ["2"], custom_id=select_id(view, "planprice")))
    assert "up to 2 corn more, as long as your workers are on the same gears" in words(view)


async def test_stopping_it_calls_as_usual(room: Room) -> None:
    first, waits = await begin(room)
    await planned_by(room, waits, "place uxmal")
    await confirm_elsewhere(room, first)
    call = room.channel.history()[-1]
    told = answer(await first.click(call, label="Stop"))
    assert "not your turn" in words(told)
    panel = answer(await waits.click(call, label="Stop"))
    assert "Use my plan" in labels(panel)
    await wait(room)
    last = room.channel.history()[-1]
    assert "your turn" in words(last)
    assert "planned" not in words(last)
    assert (await turn_of(room.bot.tables, 1, waits.id)).plan is not None


async def test_after_a_restart_it_plays_once(room: Room) -> None:
    first, waits = await begin(room)
    await planned_by(room, waits, "place uxmal")
    await confirm_elsewhere(room, first)
    await room.restart()
    await wait(room)
    await room.restart()
    await wait(room)
    told = [one for one in room.channel.history() if "as planned" in words(one)]
    assert len(told) == 1


@pytest.mark.parametrize("lost", [False, True])
async def test_it_is_told_once_where_discord_fails(
    room: Room, monkeypatch: pytest.MonkeyPatch, lost: bool
) -> None:
    """Where it takes no messages for a while, or takes one and says that it did not."""
    first, waits = await begin(room)
    await planned_by(room, waits, "place uxmal")
    await confirm_elsewhere(room, first)
    through = Discord(room, monkeypatch)
    through.fault, through.loses_answers = (None, 1) if lost else (refused(500), 0)
    await wait(room)
    through.fault = None
    await wait(room)
    await wait(room)
    told = [one for one in room.channel.history() if "as planned" in words(one)]
    assert len(told) == 1
    assert pinged(room.channel) == [first.id]


async def test_what_has_changed_is_called_for(room: Room) -> None:
    first, waits = await begin(room)
    view = await planned_by(room, waits, "place uxmal")
    assert "Also if it costs up to 2 corn more" in str(raw(view))
    await confirm_elsewhere(room, first, "place uxmal")
    assert pinged(room.channel) == [waits.id]
    await wait(room)
    assert pinged(room.channel) == [waits.id]


async def test_or_else_and_then(room: Room) -> None:
    _, waits = await begin(room)
    view = answer(await waits.slash(room.channel, "plan"))
    view = await add(waits, view, "place tikal")
    view = answer(await waits.click(view, label="Or else …"))
    view = await add(waits, view, "place uxmal")
    assert "or else: worker on Uxmal 0" in words(view)
    view = answer(await waits.click(view, label="Then …"))
    assert any(step.startswith("pick tikal 1") for step in steps(view))


async def test_who_is_next_is_told_where_wished(room: Room) -> None:
    """By a quiet line in the call of three and more; by direct message to who wants it."""
    people = room.people[:3]
    await new_game(room.channel, people)
    others = people[1:]
    for person in others:
        shown = answer(await person.slash(room.channel, "pings"))
        told = answer(await person.click(shown, label="Tell me when I am next"))
        assert "you get a direct message" in words(told)
    for person in people:
        await choose_tiles(person, room.channel)
    table = await room.bot.tables.table(1)
    order = [with_id(room.people, one.user_id or 0) for one in table.seats]
    assert f"next:\xa0**{order[1].name}**" in words(room.channel.history()[-1])

    def heard(person: MemberActor) -> list[str]:
        return [words(one) for one in person.user.dm_channel.history()]

    assert [bool(heard(person)) for person in order] == [False, order[1] in others, False]
    if order[1] in others:
        assert f"it is {order[0].name}'s turn" in heard(order[1])[0]
    panel = await press(order[0], await open_panel(order[0], room.channel), "place palenque")
    await order[0].click(panel, label="Confirm")
    assert bool(heard(order[2])) == (order[2] in others)


ENGLISH = translator("en")


async def begin_first_turn(room: Room) -> None:
    """A game in which the first turn begins."""
    await begin_game(room.channel, room.people[:2])


def taken(hint: Message) -> list[str]:
    """The buttons that prepare each way."""
    return [one["custom_id"] for one in raw(hint) if "tz:hint:" in one.get("custom_id", "")]


@pytest.mark.english
@pytest.mark.parametrize("late", [False, True])
async def test_a_hurried_hint_says_so(
    room: Room, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    await begin_first_turn(room)
    [asked] = pinged(room.channel)
    advise = room.bot.tables.advise
    assert advise is not None

    async def busy(*args: Any, **more: Any) -> Advice:
        return replace(await advise(*args, **more), late=late)

    monkeypatch.setattr(room.bot.tables, "advise", busy)
    hint = answer(await with_id(room.people, asked).slash(room.channel, "hint"))
    assert ("Short on time" in words(hint)) == late


async def test_hint_is_prepared_by_a_press_and_confirmed_by_hand(room: Room) -> None:
    await begin_first_turn(room)
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    messages = len(room.channel.history())
    hint = answer(await person.slash(room.channel, "hint"))
    assert hint.ephemeral
    assert "What a computer would do" in words(hint)
    [why] = [line for line in words(hint).split("\n") if line.startswith("💡 ")]
    assert why.endswith(".") and words(hint).index("**1.**") < words(hint).index(why)
    assert len(room.channel.history()) == messages
    before = await turn_of(room.bot.tables, 1, asked)
    assert before.prepared == ()
    panel = answer(await person.click(hint, custom_id=taken(hint)[0]))
    assert "Confirm" in labels(panel)
    turn = await turn_of(room.bot.tables, 1, asked)
    assert turn.prepared
    assert turn.can_confirm
    await person.click(panel, label="Confirm")
    assert pinged(room.channel) != [asked]


async def test_hint_goes_on_from_what_is_prepared(room: Room) -> None:
    await begin_first_turn(room)
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    await press(person, await open_panel(person, room.channel), "place tikal")
    hint = await hint_for(room.bot.tables, 1, asked)
    assert hint.turn.prepared == ("place tikal",)
    for way in hint.ways:
        assert all(not action.startswith("pick") for action in way.actions)


async def test_each_way_is_prepared_by_its_own_button(room: Room) -> None:
    """The second one just as well, and an old button not at all."""
    await begin_first_turn(room)
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    shown = answer(await person.slash(room.channel, "hint"))
    said = await hint_for(room.bot.tables, 1, asked)
    assert len(said.ways) > 1
    assert labels(shown) == [*["Prepare this"] * len(said.ways), "Share"]
    assert all(f"**{number}.** " in words(shown) for number in range(1, len(said.ways) + 1))
    assert "level: medium" in words(shown)
    shared = sum(way.place < number for number, way in enumerate(said.ways, 1))
    assert words(shown).count("Just as good") == shared
    again = answer(await person.slash(room.channel, "hint"))
    panel = answer(await person.click(shown, custom_id=taken(shown)[1]))
    assert "Confirm" in labels(panel)
    assert (await turn_of(room.bot.tables, 1, asked)).prepared == said.ways[1].actions[:-1]
    late = answer(await person.click(again, custom_id=taken(again)[0]))
    assert "changed" in words(late)
    assert (await turn_of(room.bot.tables, 1, asked)).prepared == said.ways[1].actions[:-1]


async def test_a_hint_where_the_turn_is_prepared_whole(room: Room) -> None:
    await begin_first_turn(room)
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    await press(person, await open_panel(person, room.channel), "place start")
    while (turn := await turn_of(room.bot.tables, 1, asked)).legal != ("end",):
        more = [action for action in turn.legal if action.startswith("place")]
        if not more:
            break
        await press(person, await open_panel(person, room.channel), more[0])
    hint = answer(await person.slash(room.channel, "hint"))
    assert "A computer would end the turn here." in words(hint)
    assert labels(hint) == ["Share"]


@pytest.mark.parametrize("strength", HINT_STRENGTHS)
async def test_how_well_the_computer_plays(room: Room, strength: HintStrength) -> None:
    """As the server has it, and nobody can have a hint where it has none."""
    await begin_first_turn(room)
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(hints=strength))
    [asked] = pinged(room.channel)
    said = words(answer(await with_id(room.people, asked).slash(room.channel, "hint")))
    if strength == "off":
        assert "switched off on this server" in said
    else:
        assert f"level: {strength}" in said


async def test_never_at_tables_of_a_league(room: Room) -> None:
    """Whatever the server has."""
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(hints="hard"))
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    await settled(room)
    table, *_ = (await playing(room, season)).values()
    assert not table.options.hints
    sitting = table.seats[0].user_id
    assert sitting is not None
    await is_refused("no-hints", hint_for(room.bot.tables, table.id, sitting))
    await is_refused("no-hints", first_tiles(room.bot.tables, table.id, sitting, None))


async def test_nobody_else_gets_one(room: Room) -> None:
    await begin_first_turn(room)
    [asked] = pinged(room.channel)
    [other] = [person for person in room.people[:2] if person.id != asked]
    assert "not your turn" in words(answer(await other.slash(room.channel, "hint")))
    assert "are not in this game" in words(answer(await room.people[3].slash(room.channel, "hint")))


async def test_a_table_without_hints(room: Room) -> None:
    await room.people[0].slash(room.channel, "tzolkin new")
    host = Person(room.people[0].id, "ana")
    await set_options(room.bot.tables, 1, host, Options(hints=False))
    await join(room.bot.tables, 1, Person(room.people[1].id, "bob"))
    await room.people[0].slash(room.channel, "tzolkin start")
    told = answer(await room.people[0].slash(room.channel, "hint"))
    assert "switched off" in words(told)


async def test_hint_for_the_secret_choice_sees_the_own_tiles_alone(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    hint = answer(await room.people[0].slash(room.channel, "hint"))
    assert "keep" in words(hint)
    view = await turn_of(room.bot.tables, 1, room.people[0].id)
    own = await hint_for(room.bot.tables, 1, room.people[0].id)
    assert all(way.actions[0] in view.legal for way in own.ways)


async def test_advice_on_the_first_tiles(room: Room) -> None:
    """Of the own tiles alone, a sentence for each, in the panel itself."""
    ana, bob = room.people[:2]
    await new_game(room.channel, [ana, bob])
    for person in (ana, bob):
        panel = await open_panel(person, room.channel)
        dealt = {tile for a in (await turn_of(room.bot.tables, 1, person.id)).legal
                 for tile in a.split()[1:]}  # fmt: skip
        advised = answer(await person.click(panel, label="Advice"))
        said = words(advised)
        [keep] = [line for line in said.splitlines() if line.startswith("**Advice**")]
        kept = [tile for tile in dealt if tile_name(ENGLISH, tile) in keep]
        assert len(kept) == 2
        for tile in kept:
            assert f"- {tile_name(ENGLISH, tile)}: " in said
        others = [tile_name(ENGLISH, tile) for tile in WEALTH if tile not in dealt]
        assert not any(name in said for name in others), "nothing of what others may choose"
        assert (await turn_of(room.bot.tables, 1, person.id)).prepared == (), "nothing is chosen"
        names = [one for one in labels(advised) if one[:4] in ("A · ", "B · ", "C · ")]
        tapped = answer(await person.click(advised, label=names[0]))
        assert keep in words(tapped), "it stays while tiles are tapped"
        tapped = answer(await person.click(tapped, label=names[1]))
        assert f"it replaces {names[0][4:]}" in words(tapped)
        tapped = answer(await person.click(tapped, label=names[2]))
        assert f"it replaces {names[1][4:]}" in words(tapped) and keep in words(tapped)
        await person.click(tapped, label=names[1])
        await person.click(tapped, label=names[2])
    assert await choose_tiles(ana, room.channel)


async def test_no_advice_where_hints_are_off(room: Room) -> None:
    ana, bob = room.people[:2]
    await new_game(room.channel, [ana, bob])
    panel = await open_panel(ana, room.channel)
    async with room.bot.tables.open(1) as opened:
        opened.change(options=replace(opened.table.options, hints=False))
    assert "switched off" in words(said_privately(await ana.click(panel, label="Advice")))
    assert "Advice" not in labels(await open_panel(ana, room.channel))


async def test_advice_after_the_tiles_are_chosen(room: Room) -> None:
    ana, bob = room.people[:2]
    await new_game(room.channel, [ana, bob])
    panels = {p.id: await open_panel(p, room.channel) for p in (ana, bob)}
    advice = {p.id: button_id(panels[p.id], "Advice") for p in (ana, bob)}
    stored = {
        p.id: room.env.backend.get_message(panels[p.id].channel_id, panels[p.id].id)
        for p in (ana, bob)
    }
    before = {number: one.components for number, one in stored.items()}
    for person in (ana, bob):
        await choose_tiles(person, room.channel)
        await settled(room)
        assert "Advice" not in labels(panels[person.id])
    for person in (ana, bob):
        stored[person.id].components = before[person.id]  # sent before the button was gone
        pressed = (person, panels[person.id], advice[person.id])
        [result] = await click_together([pressed])
        late = words(said_privately(result))
        assert "moved on" in late or "not your turn" in late
