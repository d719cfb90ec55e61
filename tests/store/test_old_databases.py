"""Databases written by earlier versions of the program open, give the same answers as then, and can
be played on.

`old/database.sql.gz` was made by commit 3fb2503 with everything in it, the others at each revision
of the database before the first release; the answers of the program at that time lie beside them.
Only `old/reading.py` calls the program.
"""

import csv
import gzip
import io
import json
import random
import re
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.store.databases import only_sqlite
from tests.store.old import reading
from tests.store.old.reading import Program

pytestmark = only_sqlite

OLD = Path(__file__).parent / "old"
EARLIER = ("0001", "0002", "0003", "0004", "0005", "0006")
FIRST_AND_LAST = ("0001", "0006")
WITHOUT_SEAL_AND_WITH = ("0004", "0006")
"""The last revision without sealed deals, and the first that was used with them."""
ADA, BEN, CLEO = (101, "Ada"), (102, "Ben"), (103, "Cleo")
ONE, TWO, THREE = (901, 1), (902, 1), (903, 1)
"""Moderators: their ids and their server."""


@cache
def _read(name: str) -> Any:
    return json.loads(gzip.decompress((OLD / name).read_bytes()))


@cache
def _dump(name: str) -> str:
    return gzip.decompress((OLD / name).read_bytes()).decode()


ORACLE = _read("said.json.gz")
SCENES: dict[str, int] = ORACLE["scenes"]
SEASONS: dict[str, int] = ORACLE["seasons"]
SAID: dict[str, Any] = ORACLE["said"]


def loaded(folder: Path, dump: str) -> str:
    """The address of a new database that holds what was dumped."""
    file = folder / "old.sqlite3"
    connection = sqlite3.connect(file)
    connection.executescript(_dump(dump))
    connection.close()
    return f"sqlite+aiosqlite:///{file}"


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database of commit 3fb2503."""
    return loaded(tmp_path, "database.sql.gz")


def today(url: str, **later: float) -> Any:
    """Today's program on it, some time (as for timedelta) after it was last used."""
    return reading.program(url, datetime.fromisoformat(ORACLE["at"]) + timedelta(**later))


def table_said(scene: str) -> dict[str, Any]:
    """The stored answers about a table."""
    said: dict[str, Any] = SAID["tables"][str(SCENES[scene])]
    return said


def differences(now: Any, then: Any, at: str = "") -> Iterator[str]:
    """Where two answers differ; in a file for spreadsheets line by line and column by column."""
    if isinstance(now, str) and isinstance(then, str) and "\n" in now and "," in now:
        now, then = ([*csv.DictReader(io.StringIO(one))] for one in (now, then))
        now = [line for line in now if line.get("how") != "bye"]  # byes had no lines then
    if isinstance(now, dict) and isinstance(then, dict):
        for key in sorted({*now, *then}):
            if key not in now or key not in then:
                yield f"{at}/{key} is {'gone' if key not in now else 'new'}"
            else:
                yield from differences(now[key], then[key], f"{at}/{key}")
    elif isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        for n, (one, other) in enumerate(zip(now, then, strict=True)):
            yield from differences(one, other, f"{at}/{n}")
    elif now != then:
        yield f"{at}: {str(then)[:200]} became {str(now)[:200]}"


CHANGED_SINCE = (
    r"/options/position is new$",  # the position in which a game may begin
    # points that a moderator gave or took are on the card, as they were in the standings
    r"/cards/\d+/credit/points: -?\d+ became -?\d+$",
    r"/(draft|offered|settings|rules)/\w+ is new$",  # settings of seasons that did not exist then
    # the next season is offered the dates of the last one, weeks later
    r"/draft/(sign_up_until|starts|ends): None became \S+$",
    r"/titles/\d+: (\d+) became \{'id': \1, ",  # a card has the seasons won, not their numbers
    r"/position/quick/coming is new$",  # the quick actions to come lie open
    r"/cards/-?\d+/newest is new$",  # the standing in the newest season, on a card
    r"/files/\w+/\d+/\w+ is new$",  # further columns of files for spreadsheets
    # how a result came about, in what is stored about a person
    r"/log/\d+/(how|lost by forfeit) is new$",
    # another word in the file of what is stored about a person
    r"/stored/(set back is gone|rewinds is new)$",
    r"/stored/puzzles is new$",  # turns of the day
    r"/stored/statistics is new$",  # what finished games count as
    # of several sentences with one code each has its own
    r"/refused: (not-over became (deal-secret|given-up-deal)|abandoned became given-up-deal)$",
    r"/refused: (deal-played became deal-of-season|not-your-turn became others-choose)$",
    # the rewinds of a season's game when it was counted
    r"/tables/\d+/counted is new$",
    r"/told is gone$",  # words that are notes of the outbox now: test_outbox has them
    r"/language is new$",  # of a table, a server and a person
    r"/agreed to/\d+: set the game back became rewind the game$",
    # a move is certain whoever may leave, and foretold after a first game
    r"/standings/(\d+/)?certain: (0|1|True|False) became (0|1|True|False)$",
    r"/certain: (True|False) became (True|False)$",
    r"/history/seats/\d+/climbed is new$",  # the steps in the temples, for the card
    # a plan may have several turns with several ways, and confirm itself where a table allows it
    r"/seats/\d+/plan: (\[[^\[]*\]) became \{'turns': \[\[\{'actions': \1\}\]\]\}$",
    r"/options/plans_play is new$",
    # who has as many points in a game that goes on shares the better place
    r"/history/seats/\d+/place: [2-5] became [1-4]$",
)
"""Differences from commit 3fb2503 that are intended."""


def must_be_alike(now: Any, then: Any) -> None:
    """Fails with the first few differences that are not intended."""
    found = [
        difference
        for difference in differences(json.loads(json.dumps(now)), then)
        if not any(re.search(changed, difference) for changed in CHANGED_SINCE)
    ]
    assert found[:20] == []


async def test_all_is_as_it_was_said(url: str) -> None:
    async with today(url) as program:
        said = await reading.said_of_everything(program, **ORACLE["asked"])
    must_be_alike(said, SAID)


@pytest.mark.parametrize(
    "revision",
    [pytest.param(r, marks=() if r in FIRST_AND_LAST else pytest.mark.long) for r in EARLIER],
)
async def test_earlier_databases_say_the_same_and_play_on(revision: str, tmp_path: Path) -> None:
    then = _read("said_earlier.json.gz")[revision]
    url = loaded(tmp_path, f"revision_{revision}.sql.gz")
    async with reading.program(url, datetime.fromisoformat(then["at"])) as program:
        must_be_alike(await reading.said_of_everything(program, **then["asked"]), then["said"])
        program.clock.pass_by(timedelta(minutes=1))
        confirmed = await confirm_all(program, then["said"]["tables"])
        assert len(confirmed) >= 2
        (lobby,) = (int(n) for n, said in then["said"]["tables"].items() if _is_lobby(said))
        await reading.start(program, lobby, ADA)
        if revision in WITHOUT_SEAL_AND_WITH:
            await reading.play_on(program, lobby)
            sealed = (await reading.said_shortly(program, lobby))["commitment"] is not None
            assert await verdict(program, lobby) == ("true" if sealed else "unsealed")
        else:
            await reading.play_on(program, lobby, turns=4)
        await reading.play_on(program, confirmed[0])
        said = await reading.said_shortly(program, confirmed[0])
        assert said["status"] == "finished"


def _is_lobby(said: dict[str, Any]) -> bool:
    return said["status"] == "lobby"


async def verdict(program: Program, number: int) -> str:
    """Whether the record of a game is valid."""
    return str((await reading.said_of_record(program, number))["verdict"])


async def confirm_all(program: Program, said: dict[str, Any]) -> list[int]:
    """Confirm all turns that were prepared to their end; returns their tables."""
    confirmed = []
    for number, then in said.items():
        for user, mine in then.get("people", {}).items():
            turn = mine["turn"]
            if not turn.get("prepared") or not turn["can confirm"]:
                continue
            await reading.confirm(program, int(number), int(user), turn["stamp"])
            now = await reading.said_shortly(program, int(number))
            seat, actions, version, computer = (await reading.turns_of(program, int(number)))[-1]
            expected = turn["prepared"]
            if turn["kind"] == "keep":
                expected = ["keep"]  # what was chosen in secret is not said
            elif actions != expected:
                expected = [*expected, "end"]
            assert (seat, actions) == (turn["seat"], expected)
            assert (version, computer) == (then["version"] + len(actions), False)
            assert now["announced"] == then["announced"]
            confirmed.append(int(number))
    return confirmed


async def test_prepared_turns_are_confirmed(url: str) -> None:
    async with today(url) as program:
        confirmed = await confirm_all(program, SAID["tables"])
    assert len(confirmed) > 5


async def test_turns_half_prepared_go_on(url: str) -> None:
    async with today(url) as program:
        for number, then in SAID["tables"].items():
            for user, mine in then.get("people", {}).items():
                turn = mine["turn"]
                if turn.get("prepared") and not turn["can confirm"] and turn["legal"]:
                    await reading.prepare(program, int(number), int(user), turn["legal"][:1])
                    said = await reading.said_to(program, int(number), int(user))
                    assert said["turn"]["prepared"] == [*turn["prepared"], turn["legal"][0]]


async def test_secret_choices_go_on(url: str) -> None:
    async with today(url) as program:
        for scene in SCENES:
            if scene.startswith("tiles"):
                await reading.play_on(program, SCENES[scene], turns=8)
                said = await reading.said_shortly(program, SCENES[scene])
                assert said["position"]["phase"] != "keep"


async def test_computers_play_where_they_are_asked(url: str) -> None:
    async with today(url) as program:
        for number in SAID["needing computers"]:
            assert await reading.let_computers_play(program, number) >= 1
            assert (await reading.turns_of(program, number))[-1][3], "by a computer"


async def test_plans_are_kept_and_replaced(url: str) -> None:
    async with today(url) as program:
        for scene in ("base, 4, half a turn", "expansion, 5, a whole turn"):
            for user, then in table_said(scene)["people"].items():
                if "actions" not in then["plan"]:
                    continue
                await reading.plan(program, SCENES[scene], int(user), ())
                empty = (await reading.said_to(program, SCENES[scene], int(user)))["plan"]
                action = empty["legal"][0]
                await reading.plan(program, SCENES[scene], int(user), (action,))
                said = await reading.said_to(program, SCENES[scene], int(user))
                assert said["plan"]["actions"] == [action]


async def test_games_come_to_their_ends(url: str) -> None:
    async with today(url) as program:
        for scene in (
            "base, last round", "expansion, last round", "finished, then set back",
            "seats replaced", "going on, deal shared with a finished game",
        ):  # fmt: skip
            number = SCENES[scene]
            await reading.play_on(program, number)
            said = await reading.said_shortly(program, number)
            assert said["status"] == "finished"
            assert said["result"]["standings"]
            assert said["deadlines"] == {}
            # a deal that was sealed holds, whoever sat there in the end
            assert await verdict(program, number) == "true"
        shared = SCENES["finished, deal shared with a game going on"]
        assert await verdict(program, shared) == "true", "both games with the deal are over now"


async def test_lobbies_begin(url: str) -> None:
    async with today(url) as program:
        for scene in ("lobby, two people", "lobby, full, with a clock and modules"):
            await reading.start(program, SCENES[scene], ADA)
            said = await reading.said_shortly(program, SCENES[scene])
            assert said["status"] == "playing"
        assert len(said["deadlines"]) == 3
        assert said["position"]["phase"] == "keep"


async def test_requests_are_agreed_to(url: str) -> None:
    async with today(url) as program:
        number = SCENES["rewind wished, one of three has agreed"]
        request = table_said("rewind wished, one of three has agreed")["rewind wish"]
        seats = table_said("rewind wished, one of three has agreed")["seats"]
        missing = [one["user"] for n, one in enumerate(seats) if n not in request["votes"]]
        assert not await reading.agree_to_rewind(program, number, missing[0], request["to"])
        assert await reading.agree_to_rewind(program, number, missing[1], request["to"])
        said = await reading.said_shortly(program, number)
        assert (said["version"], said["rewinds"]) == (request["to"], 1)

        number = SCENES["pause wished"]
        assert not await reading.agree_to_pause(program, number, ADA[0])
        assert await reading.agree_to_pause(program, number, CLEO[0])
        assert (await reading.said_shortly(program, number))["paused"]
        number = SCENES["paused by agreement"]
        await reading.end_pause(program, number, BEN[0])
        assert len((await reading.said_shortly(program, number))["deadlines"]) == 1
        number = SCENES["paused by a moderator"]
        await reading.resume(program, number, ONE)
        assert len((await reading.said_shortly(program, number))["deadlines"]) == 1

        number = SCENES["two of three want to give up"]
        await reading.abandon(program, number, BEN)
        assert (await reading.said_shortly(program, number))["status"] == "abandoned"


async def test_what_is_due_about_time(url: str) -> None:
    async with today(url) as program:
        calls = await reading.time_calls(program)
        over = (SCENES["live, time over"], "time_out")
        assert over in [(number, what) for number, _, what in calls]
        assert SCENES["time over, moderators called"] not in [number for number, _, _ in calls]
        (seat,) = [seat for number, seat, _ in calls if number == over[0]]
        assert await reading.time_over(program, over[0], seat) == 1
        assert not [call for call in await reading.time_calls(program) if call[0] == over[0]]


async def test_time_is_given_back(url: str) -> None:
    async with today(url, hours=5) as program:
        assert await reading.give_time_back(program) > 10
        # a reminder may be due now, but nobody has lost a turn that was not lost before
        over = {
            number for number, _, what in await reading.time_calls(program) if what == "time_out"
        }
    assert over <= {SCENES["live, time over"]}


def _pending(acts: set[str]) -> list[dict[str, Any]]:
    log = SAID["guilds"]["1"]["audit log"]
    return [one for one in reversed(log) if one["status"] == "pending" and one["act"] in acts]


async def test_pending_acts_at_tables_are_settled(url: str) -> None:
    waiting = _pending({"end", "correct", "rewind"})
    assert len(waiting) == 4
    async with today(url) as program:
        for entry in waiting:
            other = TWO if entry["user_id"] == ONE[0] else ONE
            status = await reading.settle(program, entry["id"], other, season=False, confirm=True)
            assert status == "done"
            said = await reading.said_shortly(program, entry["table_id"])
            match entry["act"]:
                case "end":
                    counts = entry["details"]["counts"]
                    assert said["status"] == ("finished" if counts else "abandoned")
                    assert bool(said["result"]["standings"]) is counts
                case "correct":
                    placed = {row["seat"]: row["points4"] for row in said["result"]["standings"]}
                    assert placed == dict(enumerate(entry["details"]["points4"]))
                case "rewind":
                    assert (said["status"], said["version"]) == ("playing", entry["details"]["to"])
                    await reading.play_on(program, entry["table_id"], turns=1)


@pytest.mark.parametrize("confirm", [True, False])
async def test_pending_acts_in_seasons_are_settled(url: str, *, confirm: bool) -> None:
    waiting = _pending({"season-correct", "season-void", "season-adjust"})
    assert len(waiting) == 3
    number = SEASONS["running"]
    then = _season_said(number)
    async with today(url) as program:
        for entry in waiting:
            other = TWO if entry["user_id"] == ONE[0] else ONE
            await reading.settle(program, entry["id"], other, season=True, confirm=confirm)
        now = await reading.said_of_season(program, number)
    added = now["log"][len(then["log"]) :]
    assert [event[2]["event"] for event in added] == (
        ["Corrected", "Voided", "Adjusted"] if confirm else []
    )
    if not confirm:
        must_be_alike(now, then)


def _season_said(number: int) -> dict[str, Any]:
    for league in SAID["guilds"]["1"]["leagues"].values():
        if str(number) in league["seasons"]:
            said: dict[str, Any] = league["seasons"][str(number)]
            return said
    raise AssertionError(number)


async def test_running_season_is_counted_played_and_closed(url: str) -> None:
    number, uncounted = SEASONS["running"], SCENES["league, finished and not counted"]
    then, chance = _season_said(number), random.Random(1)
    table = next(int(n) for n, game in then["games"].items() if game[0] == uncounted)
    async with today(url) as program:
        assert await reading.count_results(program, number) == [table]
        now = await reading.said_of_season(program, number)
        event = next(one for one in now["log"][len(then["log"]) :])[2]
        assert (event["event"], event["result"]["table"]) == ("Finished", table)

        (opening,) = then["being opened"]
        game = SCENES["league, being opened"]
        assert await reading.begin(program, number, opening, game) == game
        games = (await reading.said_of_season(program, number))["games"].values()
        playing = [game for game, status in games if status == "playing"]
        assert SCENES["league, being opened"] in playing
        for game in playing:
            await reading.play_on(program, game)
        assert len(await reading.count_results(program, number)) == len(playing)
        await reading.play_anew(program, number)
        games = await reading.open_ready(program, number, 5000, most=1)
        (game,) = games.values()
        await reading.play_on(program, game)
        assert await reading.count_results(program, number) == list(games)
        while await reading.count_made_up(program, number, chance):
            pass
        for entry in _pending({"season-correct", "season-void", "season-adjust"}):
            who = TWO if entry["user_id"] == ONE[0] else ONE
            await reading.settle(program, entry["id"], who, season=True, confirm=False)
        await reading.close(program, number, by=ONE[0])
        now = await reading.said_of_season(program, number)
        assert now["phase"] == "finished"
        assert len(now["champions"]) == 1
        # and the season after it begins, by the ladder of this one
        await reading.draw(program, SEASONS["sign-up"], by=ONE[0])
        now = await reading.said_of_season(program, SEASONS["sign-up"])
        assert now["phase"] == "running"
        assert now["tables"]


async def test_season_with_shared_deals_goes_on(url: str) -> None:
    number, game = SEASONS["shared deals"], SCENES["shared deal, going on"]
    async with today(url) as program:
        await reading.play_on(program, game)
        assert len(await reading.count_results(program, number)) == 1
        await reading.draw_round(program, number, 0, by=ONE[0])
        games = await reading.open_ready(program, number, 5000)
        assert len(games) == 2
        positions = []
        for game in games.values():
            said = await reading.said_shortly(program, game)
            positions.append({**said["position"], "players": None})
        assert positions[0] == positions[1], "the tables of a round play the same deal"
        for game in games.values():
            await reading.play_on(program, game)
        assert len(await reading.count_results(program, number)) == 2
        await reading.close(program, number, by=ONE[0])
        assert await verdict(program, SCENES["shared deal, finished"]) == "true"


async def test_somebody_is_forgotten_in_an_old_database(url: str) -> None:
    async with today(url) as program:
        assert await reading.forget(program, 116)  # the champion of the finished season
        assert not await reading.forget(program, 116)
        assert (await reading.said_of_person(program, 116))["stored"]["seasons"] == []
        now = await reading.said_of_season(program, SEASONS["finished"])
    then = _season_said(SEASONS["finished"])
    assert [len(one["lines"]) for one in now["standings"]] == [
        len(one["lines"]) for one in then["standings"]
    ]
    assert "116" not in json.dumps(now["standings"])
