"""The past of a table: its confirmed turns, read from the log, the source of its points, its
result, and its replay, which shows a game again, moment by moment, from its first round to its end
or to now.

A replay is made from the log, so turns taken back are not in it, and from positions that lie open,
so nothing in it was secret at its moment.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.engine import Game, Step
from bot.engine.game_facts import PointsHistory, feats, points_of
from bot.engine.game_facts import points_history as history_of
from bot.engine.position import Position
from bot.model.computers import ORDINARY
from bot.model.figures import GivenTitle, titles_given
from bot.model.server import AuditEntry, Theme
from bot.model.table import Event, Options, Seat, Table
from bot.notation.games import WrittenGame
from bot.notation.position_line import LETTERS
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.store import log, moderation
from bot.store.tables import STARTED
from bot.tables.open_table import OpenTable, game_at
from bot.tables.preparation import SECRET_KIND, TURN_KIND
from bot.tables.turns import Confirmed, confirmed_turn

DECIDING = ("end", "correct", "rewind", "latecomer")
"""The moderators' acts that change a table's result; the newest one that was done counts."""


@dataclass(frozen=True)
class Result:
    """The result of a game."""

    standings: tuple[Mapping[str, int], ...]
    """`seat`, `place` and `points4` (quarters of a point) by place. Empty: the game does not
    count."""
    played: tuple[Mapping[str, int], ...] | None
    """The result of the play; None if it was not played to its end."""
    decided_by: AuditEntry | None
    """The moderator's act that set the result; None if the game did."""


@dataclass(frozen=True)
class Untold:
    """The part of a game that its channel has not been told."""

    table: Table
    """The table now; the game is as it is now too."""
    game: Game
    """It knows the hidden stacks: show of it only what `Confirmed.game` may show."""
    turns: tuple[Confirmed, ...]
    """The turns confirmed since, oldest first."""
    start: bool = False
    """Whether the channel has not seen the start of the game."""
    rewind: bool = False
    """Whether the game was rewound since."""


def turns_of(table: Table, begun: Game, events: Sequence[Event]) -> list[Confirmed]:
    """Group events of the log into turns, from the game `begun` on.

    `table` is the table after all of them; each turn holds the table as it was after it.
    """
    turns: list[Confirmed] = []
    before, after = begun, begun.copy()
    steps: list[Step] = []
    version = table.version - len(events)
    for event in events:
        steps.append(after.step(event.seat, event.action))
        if not after.turn_over(event.seat):
            continue
        version += len(steps)
        reached = after.copy()
        then = replace(table, version=version, status="finished" if after.finished else "playing")
        turns.append(
            confirmed_turn(
                then, event.seat, before, reached, steps,
                by_computer=event.user_id is None, hurried=event.hurried,
                planned=event.planned,
            )
        )  # fmt: skip
        before, steps = reached, []
    return turns


async def turns_since(opened: OpenTable, version: int) -> list[Confirmed]:
    """List the turns after the first `version` actions of the log, oldest first, each with the
    table as it was then. Raises Refusal if the game has not started or cannot be replayed."""
    game, table = opened.game, opened.table
    events = await opened.fetch(log.events_between, table.id, version, table.version)

    def replayed() -> list[Confirmed]:
        return turns_of(table, game_at(game, version), events)

    return await in_thread(replayed)  # perhaps a whole game: not while others wait


async def all_turns(opened: OpenTable) -> list[Confirmed]:
    """List all confirmed turns of a game, oldest first."""
    return await turns_since(opened, 0)


async def turns_to_point_out(opened: OpenTable, seat: int | None) -> list[Confirmed]:
    """List the turns that a person looking at the board has not seen, oldest first: those since
    this seat's last turn or, without a seat, since the round began; at most all since tiles were
    chosen. Raises Refusal if the game has not started or cannot be replayed."""
    game = opened.game
    return await turns_since(opened, await in_thread(_seen, game, seat))


def _seen(game: Game, seat: int | None) -> int:
    """Count the actions of the log up to the seat's last turn or, without a seat, up to the start
    of the round; in both cases at least up to the choice of tiles."""
    record = game.record()
    played = Game.from_setup(record["setup"])
    seen, round_shown, kind = 0, 0, None
    for version, (acting, action) in enumerate(record["actions"], start=1):
        choosing = played.kind_asked(acting) == SECRET_KIND
        kind = kind or played.kind_asked(acting)
        played.play(acting, action)
        if not played.turn_over(acting):
            continue
        if (
            choosing
            or (seat is None and played.round > round_shown)
            or (acting == seat and kind == TURN_KIND)
        ):
            seen = version
        round_shown, kind = played.round, None
    return seen


async def untold(
    opened: OpenTable, known: tuple[int, int] | None = None, *, until: int | None = None
) -> Untold | None:
    """Find the part of the game that the channel has not been told; None if it knows everything, or
    the game has not started. `known` is what was told but not stored yet: the number of rewinds,
    and of actions in the log after them. `until` leaves out all after so many actions, and shows
    the game as still played. Raises Refusal if today's rules cannot replay it."""
    table = opened.table
    if table.status not in STARTED:
        return None
    game = opened.game
    if until is not None:
        table = replace(table, version=until, status="playing")
    noted = table.posted.told
    if noted is None and known is not None and known[0] < table.rewinds:
        known = None  # dealt anew since: that game does not count
    if noted is not None and noted >= (table.rewinds, table.version):
        return None
    told = max((one for one in (noted, known) if one is not None), default=None)
    rewound = told is not None and told[0] < table.rewinds
    since = (table.posted.version or 0) if told is None or rewound else told[1]
    turns = await turns_since(opened, since) if since < table.version else []
    if until is not None:
        game = await in_thread(game_at, game, until)
        turns = [turn for turn in turns if turn.table.version <= until]
    return Untold(
        table=table,
        game=game,
        start=told is None,
        rewind=rewound,
        turns=tuple(turns),
    )


@dataclass(frozen=True)
class LastRewind:
    """The last rewind of a game."""

    by: int | None
    """The person who asked for it."""
    undone: tuple[Confirmed, ...]
    """The turns it undid, oldest first."""
    entry: AuditEntry | None
    """The moderator's act, if it was one."""


async def last_rewind(opened: OpenTable) -> LastRewind | None:
    """Find the last rewind; None if the game was never rewound. Raises Refusal if the game has not
    started or cannot be replayed."""
    table, game = opened.table, opened.game
    last = await opened.fetch(log.last_rewind, table.id)
    if last is None:
        return None
    to, by, events = last
    entry = await opened.fetch(moderation.latest_done, table.id, ("rewind",))
    if entry is not None and entry.details.get("rewind") != table.rewinds:
        entry = None
    then = replace(table, version=to + len(events))
    turns = await in_thread(lambda: turns_of(then, game_at(game, to), events))
    return LastRewind(by, tuple(turns), entry)


async def points_history(opened: OpenTable) -> PointsHistory:
    """Count the points of every seat by source and round, in a running or finished game."""
    record = opened.game.record()
    # This replays a whole game: not while others wait.
    return await in_thread(history_of, record["setup"], record["actions"])


async def titles(opened: OpenTable) -> tuple[GivenTitle | None, ...]:
    """Find the title of each seat of a finished game; none if it was not played to its end, or did
    not begin at the beginning."""
    if opened.table.options.position:
        return ()
    record = opened.game.record()
    done = await in_thread(feats, record["setup"], record["actions"])
    return titles_given(done) if done else ()


async def result(opened: OpenTable) -> Result | None:
    """Find the result of a game: the moderators' decision, or else that of the play. None while it
    is played, and for a lobby that was closed."""
    table = opened.table
    if table.rules is None or table.status not in ("finished", "abandoned"):
        return None
    game = opened.game
    entry = await opened.fetch(moderation.latest_done, table.id, DECIDING)
    return decided(table, game.standings() if game.finished else None, entry)


def decided(
    table: Table, standings: Sequence[Mapping[str, int]] | None, entry: AuditEntry | None
) -> Result:
    """Combine the standings of the play (None: not played to its end) with the newest deciding act
    (`DECIDING`) into a result."""
    played = None if standings is None else tuple(standings)
    if entry is not None and entry.act in ("end", "correct"):
        return Result(tuple(entry.details.get("standings") or ()), played, entry)
    return Result(played or (), played, None)


LAST = 0
"""Stands in the place of a round for the end of a game, or for now."""
WRITTEN = 0
"""Stands in the place of a table's number for a game that somebody wrote down."""
LONGEST_NAME = 32
"""The most characters shown of a seat's name in a written game: as many as Discord allows."""
_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Begun:
    """A seat's turn that was played, at its beginning."""

    seat: int
    number: int
    """Its index among the round's turns, other answers counted too."""
    possible: tuple[str, ...]
    """The answers that the rules allowed first."""


@dataclass(frozen=True)
class Round:
    """The turns of one round."""

    number: int
    turns: tuple[Confirmed, ...]
    """All turns, oldest first, including answers on a food day and about the calendar."""
    begun: tuple[Begun, ...]
    """The seats' own turns among them."""


@dataclass(frozen=True)
class Moment:
    """One moment of a game as everybody saw it."""

    round: int
    """The number of the round; `LAST` at the end of a game."""
    turn: int
    """How many seats had taken their turn in the round; 0 at the end of a game."""
    position: Position
    waiting: tuple[int, ...]
    """The seats that were asked; none at the end of a game."""
    moved: tuple[Confirmed, ...]
    """The turns since the round began or, at its beginning, those of the round before."""
    played: tuple[Confirmed, ...]
    """The turns from there to the end of the round; at the end of a game, those of its last
    round."""
    begun: Begun | None
    """The turn that began there; None for now and for the end."""


@dataclass(frozen=True)
class Replay:
    """A game that has begun, to be looked at moment by moment."""

    table: Table
    choice: tuple[Confirmed, ...]
    """The choice of tiles before the first round."""
    rounds: tuple[Round, ...]
    now: Position
    waiting: tuple[int, ...]
    """The seats that are asked now."""
    result: Result | None
    """The result; None while the game is played."""

    @property
    def begun(self) -> Position:
        """Everything that lay open after the deal."""
        turns = (*self.choice, *(turn for one in self.rounds for turn in one.turns))
        return turns[0].before if turns else self.now

    @property
    def points(self) -> PointsHistory:
        """The points of every seat by source and round."""
        turns = (*self.choice, *(turn for one in self.rounds for turn in one.turns))
        heard = [each for turn in turns for step in turn.steps for each in step.happenings]
        return points_of(self.begun, heard, self.now)

    @property
    def over(self) -> bool:
        """Whether the last moment is the end of the game."""
        return self.now.phase == "finished"

    def turn(self, number: int, turn: int) -> Confirmed:
        """The turn of a round that was taken after so many seats' own turns."""
        found = next(one for one in self.rounds if one.number == number)
        return found.turns[found.begun[turn].number]

    def moment(self, number: int, turn: int = 0) -> Moment:
        """Find the moment of a round after so many seats' turns, or its last one if there were
        fewer; `LAST` is the end, or now. A round before the game's first one, as where it began in
        a position, stands for that. Raises Refusal (`no-round`) for a round after the last."""
        if number != LAST:
            number = max(number, self.rounds[0].number)
        found = next((one for one in self.rounds if one.number == number), None)
        if number == LAST and self.over:
            last = self.rounds[-1].turns if self.rounds else ()
            return Moment(LAST, 0, self.now, (), last, last, None)
        if number == LAST:
            found, turn = self.rounds[-1], len(self.rounds[-1].begun)
        if found is None:
            raise Refusal(
                "no-round",
                "This game has no round {round}; choose one up to round {last}.",
                round=number, last=self.rounds[-1].number,
            )  # fmt: skip
        if turn >= len(found.begun) and not self.over and found is self.rounds[-1]:
            moved = found.turns or self._before(found)
            return Moment(found.number, len(found.begun), self.now, self.waiting, moved, (), None)
        turn = min(turn, len(found.begun) - 1)
        begun = found.begun[turn]
        moved, played = found.turns[: begun.number], found.turns[begun.number :]
        return Moment(
            found.number, turn, played[0].before, (begun.seat,), moved or self._before(found),
            played, begun,
        )  # fmt: skip

    def _before(self, found: Round) -> tuple[Confirmed, ...]:
        """List the turns of the round before."""
        index = self.rounds.index(found)
        return self.rounds[index - 1].turns if index else ()


async def replay(opened: OpenTable) -> Replay:
    """Make the replay of a table's game. Raises Refusal if it has not started, was given up or
    cannot be replayed, and (`no-replay`) before its first round."""
    turns = await all_turns(opened)
    ended = await result(opened)
    return await in_thread(replay_of, opened.table, opened.game, turns, ended)


def replay_of(table: Table, game: Game, turns: Sequence[Confirmed], ended: Result | None) -> Replay:
    """Make the replay of a game from all its turns. Raises Refusal (`no-replay`) before its first
    round."""
    now = game.snapshot()
    if now.phase == "keep":
        raise Refusal(
            "no-replay",
            "The first round has not begun; come back once everybody has chosen their tiles.",
        )
    rounds = _rounds(turns, game_at(game, 0))
    if now.phase == "play" and (not rounds or rounds[-1].number != now.round):
        rounds = (*rounds, Round(now.round, (), ()))
    return Replay(
        table=table,
        choice=tuple(turn for turn in turns if turn.before.phase == "keep"),
        rounds=rounds,
        now=now,
        waiting=tuple(decision.seat for decision in game.pending),
        result=ended,
    )


def replay_written(game: WrittenGame, theme: Theme = "dark") -> Replay:
    """Make the replay of a game from a file, without a table of this bot (its number
    is `WRITTEN`). Raises NotationError for a game against the rules, and Refusal as `replay_of`."""
    played = game.played()
    table = Table(
        id=WRITTEN, guild_id=None, channel_id=0,
        status="finished" if played.finished else "playing", host_id=0,
        seats=tuple(
            Seat(n, None if one.computer else n + 1, _shown(one.name) or LETTERS[n],
                 ORDINARY if one.computer else None)
            for n, one in enumerate(game.seats)
        ),
        options=Options(theme=theme, modules=game.modules),
        version=len(game.events),
        created_at=_LONG_AGO, updated_at=_LONG_AGO, rules=game.rules,
    )  # fmt: skip
    events = [
        Event(one.seat, one.action, None if one.computer else one.seat + 1) for one in game.events
    ]
    standings = tuple(played.standings()) if played.finished else ()
    ended = Result(standings, standings, None) if played.finished else None
    return replay_of(table, played, turns_of(table, game.begun(), events), ended)


def _shown(name: str) -> str:
    """Clean and shorten a name from a file for a message or a picture."""
    signs = "".join(sign if sign.isprintable() else " " for sign in name)
    return " ".join(signs.split())[:LONGEST_NAME]


def _rounds(turns: Sequence[Confirmed], before: Game) -> tuple[Round, ...]:
    """Group turns by rounds; `before` is the game at the first of them."""
    played: dict[int, list[Confirmed]] = {}
    begun: dict[int, list[Begun]] = {}
    for turn in turns:
        if turn.before.phase == "play":
            number = turn.before.round
            of_round, begun_there = played.setdefault(number, []), begun.setdefault(number, [])
            if turn.kind == TURN_KIND:
                possible = tuple(before.legal(turn.seat))
                begun_there.append(Begun(turn.seat, len(of_round), possible))
            of_round.append(turn)
        before = turn.game
    return tuple(Round(n, tuple(of), tuple(begun[n])) for n, of in played.items())
