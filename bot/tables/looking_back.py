"""The past of a table: its confirmed turns, read from the log, the source of its points, and its
result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine import Game, Step
from bot.engine.feats import feats
from bot.engine.points_by_source import PointsHistory
from bot.engine.points_by_source import points_history as history_of
from bot.model.server import AuditEntry
from bot.model.table import Event, Table
from bot.model.titles import Given, titles_given
from bot.process.long_work import in_thread
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
    """As hidden as the game of a confirmed turn."""
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
    of the round."""
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
    """Find the part of the game that the channel has not been told; None if it knows everything.
    `known` counts what was told but not noted: rewinds, and actions of the log after them. With
    `until` the part is taken as it was after so many actions, while the game went on. Raises
    Refusal if today's rules cannot replay it."""
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


async def titles(opened: OpenTable) -> tuple[Given | None, ...]:
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
