"""A whole season of fourteen in two divisions through the commands, from founding the league to
the draw of the next season: with a withdrawal, a substitute, a time-out, a game rewound, a result
corrected to a tie, and somebody who gives up for good.

Who plays signs up, leaves and looks by commands; the turns between are taken by the tables'
service, as short as can be, and the last turn of every game is told as a press would.
"""

import json
import re
from collections import Counter
from typing import Any

import pytest
import simcord

from bot.leagues.season_transaction import SeasonView
from bot.seasons.standings import champions
from bot.store import leagues as stored
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, with_id, words
from tests.cogs.league_seasons import members
from tests.cogs.moderators_page import requests, turns_offered
from tests.cogs.season_commands import do, everybody_signs_up, found, name_moderators, new_season
from tests.cogs.season_tables import (
    moderate,
    play_out,
    playing,
    settled,
    take_turn,
    texts,
    thread_of,
    threads,
)
from tests.leagues.model.recount import order_again

PLAYERS, GAMES = 14, 14


async def the_log(room: Room, season: SeasonView) -> list[dict[str, Any]]:
    """What the season's log holds, as JSON."""
    log = await room.bot.store.read(stored.events_from, season.id)
    return list(json.loads(json.dumps([event.payload for event in log])))


async def standings_shown(
    room: Room, actor: simcord.MemberActor, people: list[simcord.MemberActor], division: int
) -> list[int]:
    """The order of a division as the command prints it, as ids."""
    said = words(answer(await actor.slash(room.channel, "league standings", division=division)))
    ids = {person.name: person.id for person in people}
    return [ids[name] for name in re.findall(r"^`[ \d]+` \*\*(.+?)\*\*", said, re.MULTILINE)]


async def rewind(room: Room, moderator: simcord.MemberActor, thread: simcord.ChannelHandle) -> str:
    """The last turns of a game, but for the newest, are undone."""
    offered = await turns_offered(moderator, thread)
    return await moderate(moderator, thread, "rewind", turn=offered[1]["value"])


async def confirmed(room: Room, second: simcord.MemberActor, said: str) -> None:
    """What changes a result waits for another moderator, who confirms it."""
    assert "Another moderator must confirm this" in said
    waiting = answer(await requests(second, room.channel))
    await second.click(waiting, label="Confirm")
    await settled(room)


@pytest.mark.long  # shorter ones: test_league_dates.py, test_league_night.py
async def test_from_founding_to_promotion(room: Room) -> None:
    people = members(room, PLAYERS)
    role = room.guild.create_role("referees")
    maya, noah = (
        room.guild.add_member(room.env.create_user(name), roles=[role]) for name in ("maya", "noah")
    )
    eve = room.guild.add_member(room.env.create_user("eve"))
    await name_moderators(room, role, second=True)

    # Founded, and everybody signs up by the button of its message.
    await found(room, maya)
    await new_season(room, maya)
    await everybody_signs_up(room, people)
    assert "Done" in await do(room, maya, "draw", None)
    await settled(room)
    season = await room.bot.leagues.read(1)
    assert [len(division.entries) for division in season.state.divisions] == [7, 7]
    assert len(season.state.tables) == GAMES
    begun = await playing(room, season)
    sitting = Counter(e for n in begun for e in season.state.tables[n].entries)
    assert len(threads(room)) == len(begun) < GAMES and max(sitting.values()) == 2, "others wait"

    leaving = season.state.divisions[0].entries[2]
    giving_up = season.state.divisions[1].entries[4]
    happened: Counter[str] = Counter()
    everybody = [*people, eve]
    while tables := await playing(room, season):
        for number, table in tables.items():
            thread = thread_of(room, table)
            count = len((await room.bot.leagues.read(1)).state.results)
            for _ in range(8):
                await take_turn(room, table.id)
            if count == 1:
                happened["time-out"] += 1
                await room.later(days=2, minutes=1)
                await settled(room)
            if count == 3:
                happened["rewound"] += 1
                await confirmed(room, noah, await rewind(room, maya, thread))
                assert (await room.bot.tables.table(table.id)).rewinds == 1
            if count == 5:
                happened["substitute"] += 1
                asked = answer(await with_id(people, leaving).slash(room.channel, "league leave"))
                await with_id(people, leaving).click(asked, label="Leave the season")
                await settled(room)
                said = await do(room, maya, "substitute", person=with_id(people, leaving), by=eve)
                await confirmed(room, noah, said)
            if count == 8:
                happened["given up"] += 1
                said = await do(room, maya, "withdraw", person=with_id(people, giving_up))
                await confirmed(room, noah, said)
            if (await room.bot.tables.table(table.id)).status == "playing":
                await play_out(room, table.id)
            if count == 9:
                happened["corrected"] += 1
                said = await do(room, maya, "correct", table=number, points="60 60 12 30.25")
                await confirmed(room, noah, said)
        season = await room.bot.leagues.read(1)

    assert set(happened.values()) == {1} and len(happened) == 5, happened
    assert len(season.state.results) == GAMES
    assert sum("Table " in told and ": 1. " in told for told in texts(room.channel)) >= GAMES

    # What the commands print agrees with the log counted anew.
    log = await the_log(room, season)
    kinds = Counter(event["event"] for event in log)
    assert kinds["Withdrew"] == 2 and kinds["Substituted"] == 1 and kinds["Corrected"] == 1
    assert kinds["TimedOut"] >= 1 and kinds["Finished"] == GAMES
    places = [[line["place"] for line in e["result"]["lines"]] for e in log if "result" in e]
    assert [1, 1, 4, 3] in places, "a tie"
    counted = order_again(log)
    holders = season.state.holders
    for number in (1, 2):
        shown = await standings_shown(room, people[0], everybody, number)
        assert shown == [holders[entry][-1] for entry in counted[number - 1]]
    rules = season.state.rules
    up = [entry for entry in counted[1] if entry not in season.state.withdrawn][: rules.promoted]

    # Closed, and the next season is drawn by where everybody goes.
    assert "Done" in await do(room, maya, "close", None)
    await settled(room)
    assert any("has closed the season" in told for told in texts(room.channel))
    assert any("🏆 Champion" in told for told in texts(room.channel))
    assert champions((await room.bot.leagues.read(1)).state) == (holders[counted[0][0]][-1],)
    await new_season(room, maya)
    posted = room.channel.last_message
    assert posted is not None
    stay = [p for p in everybody if p.id not in (leaving, giving_up)]
    for person in stay:
        await person.click(posted, label="Sign up")
    assert "Done" in await do(room, maya, "draw", None)
    following = await room.bot.leagues.read(2)
    top = following.state.divisions[0].entries
    assert {holders[entry][-1] for entry in up} <= set(top), "promoted"
    assert holders[counted[0][0]][-1] in top, "the champion stays"
    assert room.env.errors == []
