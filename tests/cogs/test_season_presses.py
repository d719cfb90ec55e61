"""How much a whole season asks of one moderator: commands, presses, choices and sent forms, from
founding the league to the next season, with a time-out, a correction and a withdrawal between."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import simcord

from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, select_id, with_id, words
from tests.cogs.league_seasons import members
from tests.cogs.limits import SELECT
from tests.cogs.moderators_page import propose, requests
from tests.cogs.season_commands import name_moderators
from tests.cogs.season_tables import look, play_out, playing, settled, texts, threads
from tests.cogs.test_calling import called

GOAL = 27
PLAYERS, SEATS, DIVISION = 18, 3, 6


@dataclass
class Counted:
    """A moderator whose commands, presses, choices and sent forms are counted."""

    actor: simcord.MemberActor
    done: Counter[str] = field(default_factory=Counter)

    async def slash(self, *args: Any, **options: Any) -> Any:
        """A command."""
        self.done["command"] += 1
        return await self.actor.slash(*args, **options)

    async def click(self, *args: Any, **which: Any) -> Any:
        """A press."""
        self.done["press"] += 1
        return await self.actor.click(*args, **which)

    async def select(self, *args: Any, **which: Any) -> Any:
        """A choice."""
        self.done["choice"] += 1
        return await self.actor.select(*args, **which)

    async def submit_modal(self, *args: Any) -> Any:
        """A sent form."""
        self.done["form"] += 1
        return await self.actor.submit_modal(*args)


async def choose(actor: Counted, page: simcord.ResponseMessage, field_: str, value: str) -> Any:
    """Choose in the menu of a field; the page then."""
    menu = next(
        c["custom_id"]
        for c in raw(page)
        if c["type"] == SELECT and c["custom_id"].endswith(f".{field_}")
    )
    return answer(await actor.select(page, [value], custom_id=menu))


async def confirmed(room: Room, second: Counted, said: str) -> None:
    """What changes a result waits for another moderator, who confirms it."""
    assert "Another moderator must confirm this" in said
    waiting = answer(await requests(second, room.channel))
    await second.click(waiting, label="Confirm")
    await settled(room)


async def sign_up(room: Room, people: list[simcord.MemberActor]) -> None:
    """They press the button of the newest message."""
    posted = room.channel.last_message
    assert posted is not None and "Sign up" in labels(posted)
    for person in people:
        await person.click(posted, label="Sign up")


async def test_a_whole_season_of_one_moderator(room: Room, role: simcord.RoleHandle) -> None:
    people = members(room, PLAYERS)
    maya, noah = (
        Counted(room.guild.add_member(room.env.create_user(name), roles=[role]))
        for name in ("maya", "noah")
    )
    eve, finn = (room.guild.add_member(room.env.create_user(name)) for name in ("eve", "finn"))
    await name_moderators(room, role, second=True)

    # Founded and prepared, with other settings than those offered.
    page = answer(
        await maya.slash(room.channel, "season found", name="The long count", channel=room.channel)
    )
    page = answer(await maya.click(page, label="Tables"))
    page = await choose(maya, page, "seats", str(SEATS))
    page = await choose(maya, page, "games", "1")
    page = await choose(maya, page, "size", str(DIVISION))
    page = answer(await maya.click(page, label="Points"))
    page = await choose(maya, page, "moves", "1.1")
    page = answer(await maya.click(page, label="Game and clock"))
    page = await choose(maya, page, "out", "moderator")
    form = await maya.click(page, label="Name and dates")
    dates = {"until": "2026-03-08", "starts": "2026-03-09", "ends": "2026-05-31"}
    page = answer(await maya.submit_modal(form, {"name": "Season 1", **dates}))
    await maya.click(page, label="Create")
    await sign_up(room, people)

    # Drawn by its date; all tables open as soon as their players are free.
    await look(room, days=8)
    await settled(room)
    season = await room.bot.leagues.read(1)
    assert [len(drawn.entries) for drawn in season.state.divisions] == [DIVISION] * 3
    assert threads(room)

    happened: Counter[str] = Counter()
    leaving = season.state.divisions[1].entries[2]
    while tables := await playing(room, season):
        for number, table in tables.items():
            if not happened["time-out"]:
                happened["time-out"] += 1
                await replace_who_is_late(room, maya, noah, finn)
            await play_out(room, table.id)
            if not happened["correction"]:
                happened["correction"] += 1
                shown = answer(
                    await propose(maya, room.channel, "correct",
                        table=number, points="60 50 40", reason="Points were read off wrongly.",
                    )
                )  # fmt: skip
                said = words(answer(await maya.click(shown, label="Confirm")))
                await confirmed(room, noah, said)
            if not happened["withdrawal"] and len(season.state.results) > 2:
                happened["withdrawal"] += 1
                gone = with_id(people, leaving)
                asked = answer(await gone.slash(room.channel, "league leave"))
                await gone.click(asked, label="Leave the season")
                shown = answer(
                    await propose(maya, room.channel, "substitute",
                        person=gone, by=eve, reason="Eve plays on for them.",
                    )
                )  # fmt: skip
                said = words(answer(await maya.click(shown, label="Confirm")))
                await confirmed(room, noah, said)
            season = await room.bot.leagues.read(1)
    assert len(happened) == 3 and len(season.state.results) == PLAYERS // SEATS
    assert season.state.holder(leaving) == eve.id

    # Closed by its date; the next one is opened as this one was, and drawn by its date.
    await look(room, days=90)
    await settled(room)
    assert any("🏆 Champion" in told for told in texts(room.channel))
    page = answer(await maya.slash(room.channel, "season new"))
    assert "Sign-up until <t:" in words(page) and "End: <t:" in words(page)
    await maya.click(page, label="Create")
    await sign_up(room, people)
    await look(room, days=14)
    await settled(room)
    following = await room.bot.leagues.read(2)
    assert following.state.phase == "running" and await playing(room, following)
    assert room.env.errors == []

    presses = sum(maya.done.values())
    print(f"\nacts and presses of one moderator: {presses} {dict(maya.done)}; "
          f"of a second one: {sum(noah.done.values())}")  # fmt: skip
    assert presses <= GOAL, maya.done


async def replace_who_is_late(
    room: Room, maya: Counted, noah: Counted, by: simcord.MemberActor
) -> None:
    """Time is over at a table; whom the moderators are called for is replaced."""
    await room.later(days=6)
    await settled(room)
    call = called(room.channel)[0]
    asked = answer(await maya.click(call, label="Replace"))
    shown = answer(await maya.select(asked, [by], custom_id=select_id(asked, "outperson")))
    said = words(answer(await maya.click(shown, label="Confirm")))
    await confirmed(room, noah, said)
