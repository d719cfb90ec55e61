"""A replay: a game shown again, moment by moment, from its first round to its end or to now.

It is made from the log, so turns taken back are not in it, and from positions that lie open, so
nothing in it was secret at its moment.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.engine import Game
from bot.engine.position import Position
from bot.model.advice import ORDINARY
from bot.model.server import Theme
from bot.model.table import Event, Options, Seat, Table
from bot.notation.games import WrittenGame
from bot.notation.position_line import LETTERS
from bot.process.long_work import in_thread
from bot.refusal import Refusal
from bot.tables.looking_back import Result, all_turns, result, turns_of
from bot.tables.open_table import OpenTable, game_at
from bot.tables.preparation import TURN_KIND
from bot.tables.turns import Confirmed

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
    """All turns, oldest first, with answers on a food day or about the calendar."""
    begun: tuple[Begun, ...]
    """The seats' own turns among them."""


@dataclass(frozen=True)
class Moment:
    """One moment of a game as everybody saw it."""

    round: int
    """The number of the round; `LAST` at the end of a game."""
    turn: int
    """How many seats had had their turn of the round."""
    position: Position
    waiting: tuple[int, ...]
    """The seats that were asked."""
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
    def over(self) -> bool:
        """Whether the last moment is the end of the game."""
        return self.now.phase == "finished"

    def moment(self, number: int, turn: int = 0) -> Moment:
        """Find the moment of a round after so many seats' turns, or the round's last one; `LAST` is
        the end, or now. A game that began in a position has its first round for those before.
        Raises Refusal (`no-round`) if there was no such round."""
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
