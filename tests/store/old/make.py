"""Made `database.sql.gz` and `said.json.gz` beside it: a database with everything in it, and the
program's answers about it; and `said_earlier.json.gz`, its answers about the databases of
`make_earlier.py`.

It ran once with the code of commit 3fb2503 and the `reading.py` of the commit that added this file,
and does not have to run with today's code. With this folder copied into a checkout of that commit:
`python -m tests.store.old.make FOLDER`.
"""

import asyncio
import gzip
import json
import random
import secrets
import sqlite3
import sys
import tempfile
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from bot.leagues.events import Rules
from bot.leagues.points import UNIT
from bot.leagues.results import Line, Result

from bot.ai import choose
from bot.clocks import BankClock, DaysClock, LiveClock, PersonalTime, QuietHours, TimeRules
from bot.engine import Game
from bot.engine.board import MODULES
from bot.seasons import SeasonSettings
from bot.tables import Moderator, Options, Person, PersonSettings, ServerSettings, Table
from bot.tables.fair_deal import new_secret
from tests.store.old import reading
from tests.store.old.reading import Program

FIRST = datetime(2030, 1, 2, 12, 0, tzinfo=UTC)
EARLIER = datetime(2029, 6, 2, 12, 0, tzinfo=UTC)
"""When the databases of earlier revisions are read."""
GUILD, OTHER_GUILD = 1, 2
NAMES = (
    "Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo",
    "Kai", "Lea", "Mo", "Nia", "Ole", "Pam", "Quin", "Rob", "Sue", "Tom",
)  # fmt: skip
PEOPLE = tuple(Person(101 + n, name) for n, name in enumerate(NAMES))
ADA, BEN, CLEO, DAN, EVE, *_ = PEOPLE
FORGOTTEN = Person(190, "Zoe")
ONE, TWO = Moderator(901, GUILD), Moderator(902, GUILD)
ELSEWHERE = Moderator(903, OTHER_GUILD)
DAYS, LIVE = TimeRules(DaysClock(2)), TimeRules(LiveClock(10))
BANK = TimeRules(BankClock(72, 12, 120), quiet_counts=True, when_out="moderator")
chance = random.Random(10)


def no_luck() -> None:
    """Make the same secrets in every run."""
    chance = random.Random("old databases")
    secrets.token_hex = lambda size=32: chance.randbytes(size).hex()  # type: ignore[assignment]
    secrets.randbits = chance.getrandbits  # type: ignore[assignment]
    secrets.randbelow = chance.randrange  # type: ignore[assignment]


async def think(game: Game, seat: int) -> str:
    """A computer that answers at once."""
    kind = next(decision.kind for decision in game.pending if decision.seat == seat)
    return choose(game.position(), seat, kind, game.legal(seat))


class Scenes:
    """Tables in all states, by name."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tables = program.tables
        self.clock = program.clock
        self.ids: dict[str, int] = {}
        self.channel = 700

    async def lobby(
        self, name: str, people: int, *, computers: int = 0, guild: int | None = GUILD,
        options: Options | None = None, first: int = 0,
    ) -> Table:  # fmt: skip
        """A lobby in a channel of its own."""
        self.channel += 1
        self.clock.pass_by(timedelta(seconds=7))
        host, *others = PEOPLE[first : first + people]
        table = await self.tables.open(guild, self.channel, host, options or Options())
        for one in others:
            table = await self.tables.join(table.id, one)
        for _ in range(computers):
            table = await self.tables.add_computer(table.id, host)
        await self.tables.set_message(table.id, lobby=9000 + table.id)
        self.ids[name] = table.id
        return table

    async def game(self, name: str, people: int, until: Any = "turn", **more: Any) -> int:
        """A game, played to a round, the first turn, or the choice of tiles; everything told."""
        deal = more.pop("deal_of", None)
        seed = more.pop("seed", None)
        table = await self.lobby(name, people, **more)
        await self.tables.start(table.id, PEOPLE[more.get("first", 0)], deal_of=deal, seed=seed)
        await self.tables.set_message(table.id, board=8000 + table.id)
        if until != "keep":
            await self.until(table.id, until)
        await self.all_told(table.id)
        return table.id

    async def until(self, number: int, until: Any) -> None:
        """Play to a round or to the first turn, or to the end (None)."""
        while True:
            game = await self.tables.game(number)
            if not game.pending:
                return
            there = game.pending[0].kind == "turn"
            if there and (until == "turn" or (until and game.position()["round"] >= until)):
                return
            await self.one_turn(number)

    async def one_turn(self, number: int, seat: int | None = None) -> None:
        """A turn of a computer, or of a person who usually plays like one."""
        game = await self.tables.game(number)
        table = await self.tables.table(number)
        seat = game.pending[0].seat if seat is None else seat
        user = table.holders[seat].user_id
        self.clock.pass_by(timedelta(seconds=5))
        if user is None:
            await self.tables.play_computers(number)
            return
        view = await self.tables.turn(number, user)
        while not view.can_confirm:
            action = await think(view.game, seat)
            if chance.random() < 0.1:
                action = chance.choice([one for one in view.legal if one != "beg"] or view.legal)
            view = await self.tables.choose(number, user, action, view.stamp)
        await self.tables.confirm(number, user, view.stamp)

    async def all_told(self, number: int) -> None:
        """Note that the channel was told everything."""
        table = await self.tables.table(number)
        await self.tables.set_announced(number, table.version, rewinds=table.rewinds)

    async def asked(self, number: int) -> tuple[int, int]:
        """The first seat that is asked, and its person."""
        game = await self.tables.game(number)
        table = await self.tables.table(number)
        return next(
            (one.seat, user)
            for one in game.pending
            if (user := table.holders[one.seat].user_id) is not None
        )

    async def prepare(self, number: int, *, whole: bool, user: int | None = None) -> int:
        """A turn in preparation, incomplete or ready to be confirmed; returns its person."""
        user = user or (await self.asked(number))[1]
        view = await self.tables.turn(number, user)
        while not view.can_confirm:
            options = view.legal
            if not whole and not view.prepared:  # something that asks a further question
                options = tuple(o for o in view.legal if o.startswith(("pick", "beg"))) or options
            action = options[0] if not whole else await think(view.game, view.seat)
            view = await self.tables.choose(number, user, action, view.stamp)
            if not whole:
                break
        return user

    async def waiting(self, number: int) -> list[int]:
        """The people who are not asked."""
        game = await self.tables.game(number)
        asked = {one.seat for one in game.pending}
        table = await self.tables.table(number)
        return [
            one.user_id
            for one in table.holders
            if one.user_id is not None and one.seat not in asked
        ]

    async def plan(self, number: int, user: int, actions: int = 1) -> None:
        """Somebody plans actions."""
        view = await self.tables.plan(number, user)
        for _ in range(actions):
            legal = [one for one in view.legal if one not in ("end", "pass", "beg")]
            if not legal:
                break
            planned = (*view.plan.actions, legal[0])
            view = await self.tables.set_plan(number, user, planned)


async def everything(program: Program) -> Scenes:
    """All scenes, guild by guild."""
    scenes = Scenes(program)
    await settings(program)
    await lobbies(scenes)
    await choices(scenes)
    await running(scenes)
    await timed(scenes)
    await taken_back(scenes)
    await over(scenes)
    await moderated(scenes)
    await leagues(scenes)
    await forgotten(scenes)
    await pending(scenes)
    await live(scenes)
    await program.tables.beat()
    return scenes


async def settings(program: Program) -> None:
    """The settings of servers, channels and people."""
    tables = program.tables
    await tables.set_server_settings(
        GUILD, ServerSettings(animation=True, theme="light", moderator_roles=(31, 32))
    )
    await tables.change_guild_settings(GUILD, {"locale": "de"})
    await tables.change_channel_settings(701, {"told": "once"})
    quiet = PersonalTime("Europe/Berlin", QuietHours(time(22, 0), time(7, 30)))
    away = PersonalTime(
        "Asia/Tokyo", QuietHours(time(23, 0), time(6, 0)),
        frozenset({date(2030, 1, 5), date(2030, 1, 6)}),
    )  # fmt: skip
    for person, chosen in (
        (ADA, PersonSettings("direct", quiet)),
        (BEN, PersonSettings("none")),
        (CLEO, PersonSettings("mention", away)),
        (FORGOTTEN, PersonSettings("direct", quiet)),
    ):
        await tables.set_person_settings(person.id, chosen)


async def lobbies(scenes: Scenes) -> None:
    """Lobbies."""
    await scenes.lobby("lobby, one person", 1)
    await scenes.lobby("lobby, two people", 2)
    full = Options("light", MODULES, ("balam", "huracan"), BANK, hints=False)
    await scenes.lobby("lobby, full, with a clock and modules", 3, computers=2, options=full)
    await scenes.lobby("lobby, in a direct message", 1, computers=1, guild=None)
    table = await scenes.lobby("lobby, closed", 1)
    await scenes.tables.leave(table.id, ADA)
    ids = scenes.ids
    await scenes.tables.set_announced(ids["lobby, two people"], 0)


async def choices(scenes: Scenes) -> None:
    """Games in which the wealth tiles are chosen in secret."""
    number = await scenes.game("tiles, one of two has chosen", 2, "keep")
    await scenes.one_turn(number, 1)
    number = await scenes.game("tiles, some of four have chosen", 4, "keep")
    await scenes.one_turn(number, 2)
    await scenes.one_turn(number, 0)
    await scenes.prepare(number, whole=False)
    number = await scenes.game(
        "tiles and tribes of the expansion", 5, "keep", options=Options(modules=MODULES)
    )
    await scenes.one_turn(number, 4)
    await scenes.prepare(number, whole=True)
    await scenes.game("tiles, computers have not chosen", 1, "keep", computers=2)


async def running(scenes: Scenes) -> None:
    """Running games, with turns in preparation and plans."""
    await scenes.game("first turn", 3)
    for people in (2, 3, 4, 5):
        number = await scenes.game(f"base, {people}, half a turn", people, 4 + people)
        await scenes.prepare(number, whole=False)
        for user in await scenes.waiting(number):
            await scenes.plan(number, user)
        options = Options(modules=MODULES)
        number = await scenes.game(
            f"expansion, {people}, a whole turn", people, 5 + 2 * people, options=options
        )
        await scenes.prepare(number, whole=True)
        for user in (await scenes.waiting(number))[:2]:
            await scenes.plan(number, user, 2)
    for module in MODULES:
        without = ("ahau-chamahez",) if module == "tribes" else ()
        await scenes.game(
            f"module {module}", 2, 6, options=Options(modules=(module,), without=without)
        )
    await scenes.game("base, last round", 2, 26)
    number = await scenes.game(
        "expansion, last round", 4, 26, options=Options("light", MODULES), first=6
    )
    await scenes.prepare(number, whole=True)
    number = await scenes.game("plan that became impossible", 3, 8)
    waiting = await scenes.waiting(number)
    for user in waiting:
        await scenes.plan(number, user, 3)
    for _ in range(40):
        await scenes.one_turn(number)
        waiting = [user for user in await scenes.waiting(number) if user in waiting]
        views = [await scenes.tables.plan(number, user) for user in waiting]
        if not all(view.plan.holds for view in views):
            break
        if not waiting:
            waiting = await scenes.waiting(number)
            for user in waiting:
                await scenes.plan(number, user, 3)
    else:
        raise AssertionError("every plan is possible")
    number = await scenes.game("with computers", 2, 9, computers=2)
    await scenes.prepare(number, whole=False)
    number = await scenes.game("a computer is asked", 1, 7, computers=3)
    while not (await scenes.tables.needing_computers()).count(number):
        _, user = await scenes.asked(number)
        view = await scenes.tables.turn(number, user)
        while not view.can_confirm:
            action = await think(view.game, view.seat)
            view = await scenes.tables.choose(number, user, action, view.stamp)
        await scenes.tables.confirm(number, user, view.stamp)
    number = await scenes.game("turns not told", 2, 5)
    await scenes.one_turn(number)
    await scenes.one_turn(number)
    table = await scenes.lobby("start not told", 2)
    await scenes.tables.start(table.id, ADA)
    await scenes.game("with a given seed, in a direct message", 2, 3, guild=None, seed="old")


async def timed(scenes: Scenes) -> None:
    """Clocks."""
    tables, clock = scenes.tables, scenes.clock
    number = await scenes.game("bank", 3, 4, options=Options(time=BANK))
    await scenes.prepare(number, whole=True)
    await scenes.game("days", 3, 4, options=Options(time=DAYS))
    number = await scenes.game("paused by agreement", 2, 3, options=Options(time=DAYS))
    await tables.wish_pause(number, ADA.id)
    await tables.agree_to_pause(number, BEN.id)
    number = await scenes.game("pause wished", 3, 3, options=Options(time=BANK))
    await tables.wish_pause(number, BEN.id)
    number = await scenes.game("paused by a moderator", 2, 3, options=Options(time=DAYS))
    await tables.pause(number, ONE, "the server moves")
    number = await scenes.game("more time", 2, 3, options=Options(time=DAYS), first=5)
    await tables.extend(number, ONE, None, timedelta(hours=30), "holidays")
    clock.pass_by(timedelta(hours=25))
    await tables.time_calls()  # reminders of the clocks with days


async def taken_back(scenes: Scenes) -> None:
    """Rewinds, requested and done, and votes to give up."""
    tables = scenes.tables
    number = await scenes.game("rewind wished, one of three has agreed", 4, 6)
    _, user = await scenes.asked(number)
    for _ in range(3):
        await scenes.one_turn(number)
    await scenes.all_told(number)
    table = await tables.table(number)
    offer = await tables.take_back(number, user, table.version)
    assert not offer.done and len(offer.missing) == 3
    agreeing = table.holders[offer.missing[0]].user_id
    assert agreeing is not None
    await tables.agree_to_take_back(number, agreeing, offer.to)
    number = await scenes.game("rewind wished by one of two", 2, 5)
    _, user = await scenes.asked(number)
    await scenes.one_turn(number)
    await scenes.one_turn(number)
    table = await tables.table(number)
    await tables.take_back(number, user, table.version)
    for name, agreed in (("own turn taken back", False), ("set back by consent", True)):
        number = await scenes.game(name, 2, 5, options=Options(time=DAYS))
        for _ in range(40):
            seat, user = await scenes.asked(number)
            await scenes.one_turn(number)
            if agreed:
                await scenes.one_turn(number)
            table = await tables.table(number)
            offer = await tables.take_back_offered(number, user)
            if bool(offer.missing) == agreed:
                break
        offer = await tables.take_back(number, user, table.version)
        for seat in offer.missing:
            voter = table.holders[seat].user_id
            assert voter is not None
            offer = await tables.agree_to_take_back(number, voter, offer.to)
        assert offer.done
    number = await scenes.game("two of three want to give up", 3, 4)
    await tables.abandon(number, ADA)
    await tables.abandon(number, CLEO)


async def over(scenes: Scenes) -> None:
    """Games that are over."""
    tables = scenes.tables
    await scenes.game("finished, base", 3, None)
    await scenes.game("finished, expansion", 4, None, options=Options(modules=MODULES, time=DAYS))
    await scenes.game("finished, with computers", 1, None, computers=2)
    await scenes.game("finished, with a given seed", 2, None, seed="finished")
    number = await scenes.game("finished, not told", 2, 27)
    await scenes.until(number, None)
    shared = new_secret()
    await scenes.game("finished, deal shared with a game going on", 2, None, deal_of=shared)
    await scenes.game("going on, deal shared with a finished game", 2, 4, deal_of=shared, first=5)
    number = await scenes.game("given up by all", 2, 3)
    await tables.abandon(number, ADA)
    await tables.abandon(number, BEN)
    number = await scenes.game("given up by a moderator's word", 2, 3)
    await tables.abandon(number, Person(901, "Moderator"), moderator=True)


async def moderated(scenes: Scenes) -> None:
    """Moderators' acts without a second moderator."""
    tables = scenes.tables
    number = await scenes.game("seats replaced", 3, 4, computers=1, options=Options(time=DAYS))
    table = await tables.table(number)
    seat = {one.name: one.seat for one in table.holders}
    computer = next(one.seat for one in table.holders if one.computer)
    await tables.replace_player(number, ONE, seat["Ben"], None, "Ben has no time")
    await tables.replace_player(number, ONE, computer, PEOPLE[9], "Jo wants to play")
    await tables.replace_player(number, ONE, seat["Cleo"], PEOPLE[10], "Kai for Cleo")
    number = await scenes.game("back in the lobby with a latecomer", 2, "keep")
    await tables.seat_latecomer(number, ONE, PEOPLE[8], "Ida was late")
    number = await scenes.game("set back by a moderator", 3, 7, options=Options(time=DAYS))
    turns = await tables.all_turns(number)
    to = turns[-5].table.version
    await tables.rewind(number, ONE, to, turns[-1].table.version, "a misunderstanding")
    number = await scenes.game("ended early, counts", 3, 9)
    await tables.end(number, ONE, "two have gone", counts=True)
    number = await scenes.game("ended early, does not count", 2, 3)
    await tables.end(number, ONE, "nobody came", counts=False)
    number = await scenes.game("ended early, taken up again", 2, 6)
    await tables.end(number, ONE, "a mistake", counts=True)
    version = (await tables.table(number)).version
    await tables.rewind(number, ONE, version, version, "they play on")
    number = await scenes.game("finished, result corrected", 3, None)
    await tables.correct(number, ONE, [200, 240, 240], "a bug")
    number = await scenes.game("finished, then set back", 2, None)
    turns = await tables.all_turns(number)
    to = turns[-3].table.version
    await tables.rewind(number, ONE, to, turns[-1].table.version, "the last round again")
    await tables.note(number, ONE, "look at this once more")
    number = scenes.ids["paused by a moderator"]
    other = await scenes.game("clocks resumed", 2, 3, options=Options(time=DAYS))
    await tables.pause(other, TWO, "a power failure")
    scenes.clock.pass_by(timedelta(minutes=3))
    await tables.resume(other, TWO, "power is back")
    await tables.note(number, TWO, "will be resumed tomorrow")


PAIRS = Rules(seats=2, games=3, division_size=4, promoted=1, relegated=1)


async def leagues(scenes: Scenes) -> None:
    """Leagues, with seasons in all phases."""
    program, seasons, clock = scenes.program, scenes.program.seasons, scenes.clock
    league, _ = await seasons.found(ONE, "The long count", 600)
    await seasons.found(ONE, "The long count", 601)
    first = (
        await seasons.create(league.id, ONE, SeasonSettings("Season 1", Rules(seats=4)))
    ).season.id
    for person in (*PEOPLE[:13], FORGOTTEN):
        await seasons.sign_up(first, person.id)
    await seasons.sign_up(first, PEOPLE[13].id)
    await seasons.sign_off(first, PEOPLE[13].id)
    await seasons.act(first, ONE, "season-draw", {}, "all are here")
    await finished_season(scenes, first)

    clock.pass_by(timedelta(hours=1))
    await seasons.set_draft(league.id, SeasonSettings("Season two", PAIRS, time=DAYS))
    second = (
        await seasons.create(
            league.id, ONE,
            SeasonSettings("Season two", PAIRS, time=DAYS, ends=clock() + timedelta(days=40)),
        )
    ).season.id  # fmt: skip
    for person in PEOPLE[:8]:
        await seasons.sign_up(second, person.id)
    await seasons.draw(second, by=ONE.id, seed=7)
    await running_season(scenes, second)
    third = (
        await seasons.create(
            league.id, TWO,
            SeasonSettings("Season 3", PAIRS, sign_up_until=clock() + timedelta(days=3)),
        )
    ).season.id  # fmt: skip
    for person in (ADA, CLEO, PEOPLE[14]):
        await seasons.sign_up(third, person.id)
    await seasons.act(second, ONE, "season-ban", {"user_id": 199, "days": 30}, "rude to others")
    await seasons.act(second, ONE, "season-ban", {"user_id": 198, "days": None}, "cheated")
    await seasons.act(second, ONE, "season-ban", {"user_id": 197, "days": 1}, "a mistake")
    await seasons.act(second, TWO, "season-unban", {"user_id": 197}, "was a mistake")
    await seasons.keep_told(third, "reminded")

    duel, _ = await seasons.found(ONE, "Duplicates", 602)
    swiss = Rules(seats=2, form="swiss", games=3, division_size=6, late_entry=False)
    shared = (
        await seasons.create(
            duel.id, ONE,
            SeasonSettings("Same deal", swiss, MODULES, DAYS, duplicate=True, handicap=(0, 6)),
        )
    ).season.id  # fmt: skip
    for person in PEOPLE[8:13]:
        await seasons.sign_up(shared, person.id)
    await seasons.draw(shared, by=ONE.id, seed=4)
    games = await reading.open_ready(program, shared, 1100)
    for game in games.values():
        await scenes.until(game, None)
        await scenes.all_told(game)
    await reading.count_results(program, shared)
    await seasons.act(shared, ONE, "season-round", {"division": 0, "round": 2}, "round two")
    games = await reading.open_ready(program, shared, 1110)
    (one, other) = games.values()
    await scenes.until(one, None)
    await scenes.all_told(one)
    await reading.count_results(program, shared)
    await scenes.until(other, 5)
    await scenes.all_told(other)
    scenes.ids |= {"shared deal, finished": one, "shared deal, going on": other}

    there, _ = await seasons.found(ELSEWHERE, "The long count", 1200)
    draft = SeasonSettings("A draft", Rules(seats=3, form="rounds", games=3), handicap=(0, 2, 4))
    await seasons.set_draft(there.id, draft)


async def finished_season(scenes: Scenes, number: int) -> None:
    """A season played to its end with made-up results, and every act a moderator can do."""
    seasons, chance = scenes.program.seasons, random.Random(3)
    for done in range(100):
        ready = await seasons.ready(number)
        if not ready:
            break
        scenes.clock.pass_by(timedelta(minutes=1))
        if done == 4:
            entry = await seasons.entry_of(number, 103)
            await seasons.withdraw(number, entry, by=103, reason="no time")
            details = {"entry": entry, "user_id": 116}
            await seasons.act(number, ONE, "season-substitute", details, "Pam plays on")
        if done == 7:
            await seasons.act(number, ONE, "season-withdraw", {"entry": 110}, "lost interest")
        ready = await seasons.ready(number)
        table = ready[0]
        points = [chance.randrange(160, 200) for _ in table.entries]
        late = chance.choice([e for e, p in zip(table.entries, table.people, strict=True) if p])
        if done in (2, 5):
            await seasons.note_time_out(number, table.number, late, 2)
        lines = []
        for entry, person, mine in zip(table.entries, table.people, points, strict=True):
            computer = 26 if person is None else 2 if entry == late and done in (2, 5) else 0
            played: tuple[tuple[int, int], ...] = ()
            if person is not None:
                played = ((person, 26 - computer),)
            if person is not None and person != entry:
                played = ((entry, 6), (person, 20))
            place = 1 + sum(other > mine for other in points)
            lines.append(Line(entry, place, mine, played, computer))
        await seasons.count(number, Result(table.number, tuple(lines)))
        if done == 3:
            details = {"table": table.number, "points4": [160, 180, 200, 220]}
            await seasons.act(number, ONE, "season-correct", details, "two seats were mixed up")
        if done == 6:
            await seasons.act(number, TWO, "season-void", {"table": table.number}, "foul play")
        if done == 8:
            details = {"entry": 102, "units": -2 * UNIT, "was": 0}
            await seasons.act(number, TWO, "season-adjust", details, "late to every table")
    await seasons.act(number, ONE, "season-close", {}, "all is played")


async def running_season(scenes: Scenes, number: int) -> None:
    """A season in the middle, with real games in all states."""
    program, seasons, tables = scenes.program, scenes.program.seasons, scenes.tables
    games = await reading.open_ready(program, number, 1000)
    (finished, corrected, voided, *_) = numbers = list(games)
    for one in (finished, corrected, voided):
        await scenes.until(games[one], None)
        await scenes.all_told(games[one])
    assert len(await reading.count_results(program, number)) == 3
    points4 = [140, 150]
    details = {"table": corrected, "points4": points4}
    await seasons.act(number, ONE, "season-correct", details, "a bug in the scores")
    await seasons.act(number, ONE, "season-void", {"table": voided}, "they had agreed on it")
    await scenes.until(games[numbers[3]], 4)
    await scenes.all_told(games[numbers[3]])
    await seasons.timed_out(games[numbers[3]], 0)
    scenes.ids["league, round 1 going on"] = games[numbers[3]]
    await seasons.act(number, TWO, "season-late", {"user_id": 114, "division": None}, "Nia is late")
    first = (await seasons.season(number)).state.divisions[0].entries
    details = {"entry": first[0], "user_id": 115}
    await seasons.act(number, ONE, "season-substitute", details, "Ole for the champion")
    withdrawn = (await seasons.season(number)).state.divisions[1].entries[0]
    await seasons.act(number, ONE, "season-withdraw", {"entry": withdrawn}, "gone for good")
    later = await reading.open_ready(program, number, 1010, most=2)
    await scenes.until(later[min(later)], None)  # over, and not counted
    scenes.ids["league, finished and not counted"] = later[min(later)]
    for one, game in later.items():
        if one != min(later):
            await scenes.until(game, 3)
            await scenes.all_told(game)
            scenes.ids["league, given up without a result"] = game
    given_up = max(later.values())
    await tables.end(given_up, ONE, "both have gone", counts=False)
    settings = (await seasons.season(number)).settings
    stored = reading.settings_to_json(settings)
    stored["time"]["clock"] = {"kind": "days", "days": 3}
    details = {"settings": stored}
    await seasons.act(number, ONE, "season-settings", details, "more time from now on")
    await seasons.act(number, ONE, "season-open", {}, "what can be played")
    # one more was being opened when the program was stopped: its seats taken, nothing dealt
    one, *_ = await seasons.ready(number)
    seated = [None if user is None else Person(user, f"player {user}") for user in one.people]
    table = await tables.open_scheduled(
        GUILD, 1050, seated, Options(time=settings.time, hints=False),
        host_id=next(user for user in one.people if user is not None),
        claim=seasons.claiming(one),
    )  # fmt: skip
    scenes.ids["league, being opened"] = table.id


async def forgotten(scenes: Scenes) -> None:
    """Somebody whose data was deleted, after playing and being mentioned."""
    tables = scenes.tables
    scenes.channel += 1
    table = await tables.open(GUILD, scenes.channel, FORGOTTEN)
    table = await tables.join(table.id, ADA)
    await tables.start(table.id, ADA)
    await scenes.until(table.id, None)
    await scenes.all_told(table.id)
    await tables.correct(table.id, ONE, [200, 180], "Zoe had counted wrongly")
    scenes.ids["finished, of somebody forgotten"] = table.id
    assert await reading.forget(scenes.program, FORGOTTEN.id)


async def pending(scenes: Scenes) -> None:
    """Acts that wait for a second moderator; acts that one has confirmed, and rejected."""
    tables, seasons, ids = scenes.tables, scenes.program.seasons, scenes.ids
    now = await tables.server_settings(GUILD)
    await tables.set_server_settings(
        GUILD, ServerSettings(now.animation, now.theme, now.moderator_roles, second_moderator=True)
    )
    second = 2
    await tables.end(ids["base, 2, half a turn"], ONE, "both are ill", counts=True)
    await tables.end(ids["base, 3, half a turn"], ONE, "nobody plays", counts=False)
    await tables.correct(ids["finished, base"], ONE, [200, 201, 202], "points were forgotten")
    finished = await tables.all_turns(ids["finished, expansion"])
    version = finished[-1].table.version
    number = ids["finished, expansion"]
    await tables.rewind(number, TWO, finished[-6].table.version, version, "the end once more")
    refused = await tables.correct(ids["finished, with computers"], ONE, [4, 8, 12], "a joke")
    await tables.settle(refused.entry.id, TWO, confirm=False)
    done = await tables.correct(ids["finished, not told"], ONE, [100, 104], "a mistake")
    await tables.settle(done.entry.id, TWO, confirm=True)

    view = await seasons.season(second)
    known = [number for number in view.state.results if number not in view.state.voided]
    details: dict[str, Any] = {"table": known[0], "points4": [200, 100]}
    await seasons.act(second, ONE, "season-correct", details, "the other way round")
    details = {"table": known[-1]}
    await seasons.act(second, ONE, "season-void", details, "they had talked")
    details = {"entry": 104, "units": UNIT, "was": view.state.adjustments.get(104, 0)}
    await seasons.act(second, TWO, "season-adjust", details, "had waited for long")
    details = {"entry": 105, "units": -UNIT, "was": 0}
    refused_too = await seasons.act(second, TWO, "season-adjust", details, "no reason at all")
    await seasons.settle(refused_too.entry.id, ONE, confirm=False)
    details = {"entry": 106, "units": -UNIT, "was": 0}
    done_too = await seasons.act(second, TWO, "season-adjust", details, "was late")
    await seasons.settle(done_too.entry.id, ONE, confirm=True)


async def live(scenes: Scenes) -> None:
    """Live clocks in every state; last, since they run."""
    tables, clock = scenes.tables, scenes.clock
    late = TimeRules(LiveClock(1), when_out="moderator")
    number = await scenes.game("time over, moderators called", 2, 2, options=Options(time=late))
    live, minutes = Options(time=LIVE), timedelta(minutes=1)
    for name, wait in (("time over", 2), ("last call", 3), ("reminded", 4), ("running", 1)):
        await scenes.game(f"live, {name}", 2, 2, options=live, first=5)
        clock.pass_by(wait * minutes)
    for call in await tables.time_calls():
        if call.table.id == number and call.what == "time_out":
            await tables.time_over(number, call.seat)


def dumped(file: Path) -> str:
    """A database as SQL."""
    connection = sqlite3.connect(file)
    try:
        return "\n".join(connection.iterdump()) + "\n"
    finally:
        connection.close()


def keep(file: Path, words: str) -> None:
    """Write a compressed file, byte for byte the same in every run."""
    file.write_bytes(gzip.compress(words.encode(), 9, mtime=0))


async def made(folder: Path) -> None:
    """Make the database and the answers, and store both."""
    no_luck()
    with tempfile.TemporaryDirectory() as work:
        file = Path(work) / "old.sqlite3"
        url = f"sqlite+aiosqlite:///{file}"
        async with reading.program(url, FIRST, think) as program:
            scenes = await everything(program)
            now = program.clock()
        keep(folder / "database.sql.gz", dumped(file))
        async with reading.program(url, now) as program:  # nothing is left in memory
            people = [*(person.id for person in PEOPLE), FORGOTTEN.id, 197, 198, 199, 901]
            asked = {
                "people": people,
                "guilds": [GUILD, OTHER_GUILD],
                "channels": [701, scenes.channel, 1000, 1050, 5],
                "tables": sorted(number for number in await all_tables(program)),
            }
            said = await reading.said_of_everything(program, **asked)
        oracle = {
            "at": now.isoformat(),
            "scenes": scenes.ids,
            "seasons": {"finished": 1, "running": 2, "sign-up": 3, "shared deals": 4},
            "asked": asked,
            "said": said,
        }
        words = json.dumps(oracle, ensure_ascii=False, indent=0, sort_keys=True)
        keep(folder / "said.json.gz", words + "\n")


async def asked_of_earlier(folder: Path) -> None:
    """Store the answers about the databases of earlier revisions, migrated by this program."""
    oracle = {}
    here = Path(__file__).parent
    for dump in sorted(here.glob("revision_*.sql.gz")):
        with tempfile.TemporaryDirectory() as work:
            file = Path(work) / "old.sqlite3"
            connection = sqlite3.connect(file)
            connection.executescript(gzip.decompress(dump.read_bytes()).decode())
            connection.close()
            async with reading.program(f"sqlite+aiosqlite:///{file}", EARLIER) as program:
                asked: dict[str, Any] = {
                    "people": [ADA.id, BEN.id, CLEO.id],
                    "guilds": [GUILD],
                    "channels": [700, 701],
                    "tables": await all_tables(program),
                }
                said = await reading.said_of_everything(program, **asked)
        name = dump.name.removeprefix("revision_").removesuffix(".sql.gz")
        oracle[name] = {"at": EARLIER.isoformat(), "asked": asked, "said": said}
    words = json.dumps(oracle, ensure_ascii=False, indent=0, sort_keys=True)
    keep(folder / "said_earlier.json.gz", words + "\n")


async def all_tables(program: Program) -> list[int]:
    """The ids of all tables."""
    async with program.store.reading() as connection:
        found = await connection.exec_driver_sql("SELECT id FROM tables ORDER BY id")
        return [row[0] for row in found]


if __name__ == "__main__":
    asyncio.run(made(Path(sys.argv[1])))
    asyncio.run(asked_of_earlier(Path(sys.argv[1])))
