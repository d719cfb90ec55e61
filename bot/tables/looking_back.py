"""What has been played at a table: its confirmed turns, told again from the log, where the points
came from, and how the game ended."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine import Game, Step
from bot.engine.points_by_source import PointsHistory
from bot.engine.points_by_source import points_history as history_of
from bot.engine.position import Position
from bot.model.server import AuditEntry
from bot.model.table import Event, Table
from bot.store import log, moderation
from bot.store.tables import STARTED
from bot.tables.open_games import OpenGame
from bot.tables.open_table import OpenTable
from bot.tables.preparation import (
    SECRET_KIND,
    TURN_KIND,
    kind_asked,
    play_out,
    prepare,
)

_RESULTS = ("end", "correct", "rewind", "latecomer")
"""The moderators' acts that change the result of a table; the newest that was done decides."""


@dataclass(frozen=True)
class Confirmed:
    """One confirmed turn, for everybody to see. (A secret choice is not in here.)"""

    table: Table
    seat: int
    actions: tuple[str, ...]
    """What was played, the closing `end` included. A choice of wealth tiles that is still secret
    is just `keep`, and so is the last one, since the uncovered tiles tell it (`after`)."""
    before: Position
    after: Position
    steps: tuple[Step, ...]
    """What came of each of `actions`."""
    new_round: bool
    """Whether a round begins with it, the first one included."""
    food_day: bool
    """Whether a food day was completed with it."""
    finished: bool
    waiting: tuple[int, ...]
    """The seats asked now, in seat order."""
    standings: list[Mapping[str, int]] | None
    """The final result as `Game.standings` gives it, once the game is finished."""
    asked: str | None = None
    """The kind of decision that is asked now; None once the game is finished."""
    kind: str | None = None
    """The kind of decision that was answered with the first of `actions`."""
    by_computer: bool = False
    """Whether a computer answered: in its own seat, or for a person whose time was over."""


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    standings: tuple[Mapping[str, int], ...]
    """By place: `seat`, `place` and `points4` (quarters of a point). Empty: it does not count."""
    played: tuple[Mapping[str, int], ...] | None
    """What the game itself came to; None if it was not played to its end."""
    decided_by: AuditEntry | None
    """The moderator's act that decided it, if not the game."""


@dataclass(frozen=True)
class Untold:
    """What a channel has not been told about its game."""

    table: Table
    """As it is now, as everything below."""
    position: Position
    waiting: tuple[int, ...]
    """The seats asked now."""
    asked: str | None
    """The kind of decision that is asked now; None once the game is finished."""
    turns: tuple[Confirmed, ...]
    """Confirmed since, oldest first."""
    start: bool = False
    """Whether the channel knows nothing of the game yet."""
    rewind: bool = False
    """Whether the game was rewound since."""


def confirmed_turn(
    table: Table,
    seat: int,
    before: Game,
    after: Game,
    steps: Sequence[Step],
    *,
    by_computer: bool = False,
) -> Confirmed:
    """A turn that led from one game to the other."""
    was, now = before.snapshot(), after.snapshot()
    first = kind_asked(before, seat)
    waiting = tuple(decision.seat for decision in after.pending)
    if first == SECRET_KIND:
        steps = [step._replace(action=SECRET_KIND) for step in steps]
    return Confirmed(
        table=table,
        seat=seat,
        actions=tuple(step.action for step in steps),
        before=was,
        after=now,
        steps=tuple(steps),
        new_round=not after.finished and (
            now.round > was.round or _first_turn_begins(first, after, now)
        ),
        food_day=now.food_days_held > was.food_days_held,
        finished=after.finished,
        waiting=waiting,
        standings=[*after.standings()] if after.finished else None,
        asked=after.pending[0].kind if after.pending else None,
        kind=first,
        by_computer=by_computer,
    )  # fmt: skip


def turns_of(table: Table, begun: OpenGame, events: Sequence[Event]) -> list[Confirmed]:
    """The turns that these events of the log make up, from `begun` on.

    `table` is the table after all of them; each turn has it as it was then.
    """
    turns: list[Confirmed] = []
    game, version = begun.game, begun.version
    actions: list[str] = []
    for event in events:
        actions.append(event.action)
        if not prepare(game, event.seat, actions).complete:
            continue
        after, steps = play_out(game, event.seat, actions)
        version += len(actions)
        then = replace(table, version=version, status="finished" if after.finished else "playing")
        by_computer = event.user_id is None
        turns.append(confirmed_turn(then, event.seat, game, after, steps, by_computer=by_computer))
        game, actions = after, []
    return turns


def _first_turn_begins(first: str | None, after: Game, now: Position) -> bool:
    """Whether the set-up is over: after an answer that was no turn the first player's turn
    begins. In later rounds the number of the round tells."""
    if first == TURN_KIND or not after.pending:
        return False
    asked = after.pending[0]
    return asked.kind == TURN_KIND and asked.seat == now.first_seat


async def turns_since(opened: OpenTable, version: int) -> list[Confirmed]:
    """The turns after the first `version` actions of the log, oldest first, each with the table
    as it was then. Raises Refusal if the game has not started or cannot be replayed."""
    game, table = opened.open_game, opened.table
    events = await opened.fetch(log.events_between, table.id, version, table.version)

    def replayed() -> list[Confirmed]:
        return turns_of(table, game.at(version), events)

    return await asyncio.to_thread(replayed)  # it may be a whole game: not where others wait


async def all_turns(opened: OpenTable) -> list[Confirmed]:
    """Every confirmed turn of a game, oldest first."""
    return await turns_since(opened, 0)


async def since_own_turn(opened: OpenTable, seat: int) -> list[Confirmed]:
    """The confirmed turns since this seat answered last, oldest first."""
    if opened.table.rules is None:
        return []
    return await turns_since(opened, await opened.fetch(log.version_after, opened.table.id, seat))


async def untold(opened: OpenTable, known: tuple[int, int] | None = None) -> Untold | None:
    """What the channel has not been told; None if it knows everything. `known` is what was told
    without being noted: so many rewinds, and so many actions of the log after them. Raises Refusal
    if today's rules cannot replay it."""
    table = opened.table
    if table.status not in STARTED:
        return None
    noted = None if table.announced is None else (table.rewinds_told, table.announced)
    if noted is not None and noted >= (table.rewinds, table.version):
        return None
    told = max((one for one in (noted, known) if one is not None), default=None)
    rewound = told is not None and told[0] < table.rewinds
    since = (table.announced or 0) if told is None or rewound else told[1]
    turns = await turns_since(opened, since) if since < table.version else []
    pending = opened.game.pending
    return Untold(
        table=table,
        position=opened.game.snapshot(),
        waiting=opened.waiting,
        asked=pending[0].kind if pending else None,
        start=told is None,
        rewind=rewound,
        turns=tuple(turns),
    )


async def points_history(opened: OpenTable) -> PointsHistory:
    """Where every seat's points came from, round by round, in a game running or over."""
    record = opened.game.record()
    actions = [(seat, action) for seat, action in record["actions"]]
    # A whole game is played again for it: not where others wait.
    return await asyncio.to_thread(history_of, record["setup"], actions)


async def result(opened: OpenTable) -> Result | None:
    """How a game ended: what moderators decided, else what it came to. None while it goes on, and
    for a lobby that was closed."""
    table = opened.table
    if table.rules is None or table.status not in ("finished", "abandoned"):
        return None
    game = opened.game
    played = tuple(game.standings()) if game.finished else None
    entry = await opened.fetch(moderation.latest_done, table.id, _RESULTS)
    if entry is not None and entry.act in ("end", "correct"):
        return Result(tuple(entry.details.get("standings") or ()), played, entry)
    return Result(played or (), played, None)
