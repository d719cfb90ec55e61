"""What has been played at a table: its confirmed turns, told again from the log, where the points
came from, and how the game ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine import Game, Step
from bot.engine.points_by_source import PointsHistory
from bot.engine.points_by_source import points_history as history_of
from bot.model.seat_points import counted, history_counted
from bot.model.server import AuditEntry
from bot.model.table import Event, Table
from bot.store import log, moderation
from bot.store.tables import STARTED
from bot.tables.open_table import OpenTable, game_at
from bot.tables.preparation import SECRET_KIND, TURN_KIND
from bot.tables.turns import Confirmed, confirmed_turn
from bot.traffic.long_work import in_thread

DECIDING = ("end", "correct", "rewind", "latecomer")
"""The moderators' acts that change the result of a table; the newest that was done decides."""


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    standings: tuple[Mapping[str, int], ...]
    """By place: `seat`, `place` and `points4` (quarters of a point), and where seats were given
    points the part of these (`bot.model.seat_points`). Empty: it does not count."""
    played: tuple[Mapping[str, int], ...] | None
    """What the game came to, such points included; None if it was not played to its end."""
    decided_by: AuditEntry | None
    """The moderator's act that decided it, if not the game."""


@dataclass(frozen=True)
class Untold:
    """What a channel has not been told about its game."""

    table: Table
    """As it is now, as the game."""
    game: Game
    """As hidden as that of a confirmed turn."""
    turns: tuple[Confirmed, ...]
    """Confirmed since, oldest first."""
    start: bool = False
    """Whether the channel knows nothing of the game yet."""
    rewind: bool = False
    """Whether the game was rewound since."""


def turns_of(table: Table, begun: Game, events: Sequence[Event]) -> list[Confirmed]:
    """The turns that these events of the log make up, from `begun` on.

    `table` is the table after all of them; each turn has it as it was then.
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
        by_computer = event.user_id is None
        turns.append(
            confirmed_turn(then, event.seat, before, reached, steps, by_computer=by_computer)
        )
        before, steps = reached, []
    return turns


async def turns_since(opened: OpenTable, version: int) -> list[Confirmed]:
    """The turns after the first `version` actions of the log, oldest first, each with the table
    as it was then. Raises Refusal if the game has not started or cannot be replayed."""
    game, table = opened.game, opened.table
    events = await opened.fetch(log.events_between, table.id, version, table.version)

    def replayed() -> list[Confirmed]:
        return turns_of(table, game_at(game, version), events)

    return await in_thread(replayed)  # it may be a whole game: not where others wait


async def all_turns(opened: OpenTable) -> list[Confirmed]:
    """Every confirmed turn of a game, oldest first."""
    return await turns_since(opened, 0)


async def turns_to_point_out(opened: OpenTable, seat: int | None) -> list[Confirmed]:
    """The confirmed turns, oldest first, that somebody who looks at the board has not seen: those
    since the last turn of this seat or, without a seat, since the round began; at most all since
    tiles were chosen. Raises Refusal if the game has not started or cannot be replayed."""
    game = opened.game
    return await turns_since(opened, await in_thread(_seen, game, seat))


def _seen(game: Game, seat: int | None) -> int:
    """How many actions of the log were played when the seat's last turn was over or, without a
    seat, when the round began."""
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
    """What the channel has not been told; None if it knows everything. `known` is what was told
    without being noted: so many rewinds, and so many actions of the log after them. With `until` it
    is what it had not been told after so many actions of the log, while the game went on. Raises
    Refusal if today's rules cannot replay it."""
    table = opened.table
    if table.status not in STARTED:
        return None
    game = opened.game
    if until is not None:
        table = replace(table, version=until, status="playing")
    noted = table.posted.told
    if noted is None and known is not None and known[0] < table.rewinds:
        known = None  # dealt anew since: nothing of that game was told
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
    """Who asked for it."""
    undone: tuple[Confirmed, ...]
    """What it undid, oldest first."""
    entry: AuditEntry | None
    """If it was a moderator's act."""


async def last_rewind(opened: OpenTable) -> LastRewind | None:
    """The last rewind; None of a game that was never rewound. Raises Refusal if the game has not
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
    """Where every seat's points came from, round by round, in a game running or over; what belongs
    to the seats counts from the beginning."""
    record = opened.game.record()
    actions = [(seat, action) for seat, action in record["actions"]]
    # A whole game is played again for it: not where others wait.
    history = await in_thread(history_of, record["setup"], actions)
    return history_counted(history, opened.table.seat_points)


async def result(opened: OpenTable) -> Result | None:
    """How a game ended: what moderators decided, else what it came to. None while it goes on, and
    for a lobby that was closed."""
    table = opened.table
    if table.rules is None or table.status not in ("finished", "abandoned"):
        return None
    game = opened.game
    entry = await opened.fetch(moderation.latest_done, table.id, DECIDING)
    return decided(table, game.standings() if game.finished else None, entry)


def decided(
    table: Table, standings: Sequence[Mapping[str, int]] | None, entry: AuditEntry | None
) -> Result:
    """How a game ended that came to these standings, or was not played to its end (None), where
    this is the newest of the acts that decide (`DECIDING`)."""
    given = table.seat_points
    played = None if standings is None else tuple(counted(standings, given))
    if entry is not None and entry.act in ("end", "correct"):
        named = entry.details.get("standings") or ()
        if entry.act == "end":  # else all points that count were named
            named = counted(named, given)
        return Result(tuple(named), played, entry)
    return Result(played or (), played, None)
