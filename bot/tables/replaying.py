"""A game looked at again, from its first round to its end or as far as it has come: which moments
there are, and what everybody saw in each.

All of it comes from the log as it stands, so what was taken back is not in it; and from positions
that lie open, so nothing is in it that was secret at that moment.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.engine import Game
from bot.engine.position import Position
from bot.model.advice import ORDINARY
from bot.model.seat_points import counted
from bot.model.server import Theme
from bot.model.table import Event, Options, Seat, Table
from bot.notation.games import WrittenGame
from bot.notation.position_line import LETTERS
from bot.refusal import Refusal
from bot.tables.looking_back import Result, all_turns, result, turns_of
from bot.tables.open_table import OpenTable, game_at
from bot.tables.preparation import TURN_KIND
from bot.tables.turns import Confirmed
from bot.traffic.long_work import in_thread

LAST = 0
"""Stands for a round: the end of a game, or the moment up to which it has come."""
WRITTEN = 0
"""Stands for a table: there is none, somebody wrote the game down."""
LONGEST_NAME = 32
"""Characters of a seat's name in a written game that are shown: as many as Discord's own have."""
_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Begun:
    """A seat's turn that was played, as it began."""

    seat: int
    number: int
    """Its place among the turns of its round, answers to other questions counted."""
    possible: tuple[str, ...]
    """What the rules let the seat begin with."""


@dataclass(frozen=True)
class Round:
    """What was played in one round."""

    number: int
    turns: tuple[Confirmed, ...]
    """Oldest first, with the answers given on a food day or about the calendar."""
    begun: tuple[Begun, ...]
    """The seats' turns among them."""


@dataclass(frozen=True)
class Moment:
    """One moment of a game as everybody saw it."""

    round: int
    """Its number; `LAST` at the end of a game."""
    turn: int
    """How many seats had had their turn of the round."""
    position: Position
    waiting: tuple[int, ...]
    """The seats that were asked then."""
    moved: tuple[Confirmed, ...]
    """What has led to it since the round began or, at its beginning, in the round before."""
    played: tuple[Confirmed, ...]
    """What was played from there to the end of the round; at the end of a game all of its last
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
    """None while the game goes on."""

    @property
    def begun(self) -> Position:
        """What lay open after the deal."""
        turns = (*self.choice, *(turn for one in self.rounds for turn in one.turns))
        return turns[0].before if turns else self.now

    @property
    def over(self) -> bool:
        """Whether the last moment is the end of the game."""
        return self.now.phase == "finished"

    def moment(self, number: int, turn: int = 0) -> Moment:
        """The moment in a round at which so many seats had had their turn, or the last one there
        is of that round; `LAST` is the end, or now. Raises Refusal (`no-round`) if there was no
        such round."""
        found = next((one for one in self.rounds if one.number == number), None)
        if number == LAST and self.over:
            last = self.rounds[-1].turns if self.rounds else ()
            return Moment(LAST, 0, self.now, (), last, last, None)
        if number == LAST:
            found, turn = self.rounds[-1], len(self.rounds[-1].begun)
        if found is None:
            raise Refusal(
                "no-round",
                "There is no round {round} in this game; it has come to round {last}.",
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
        """What was played in the round before."""
        index = self.rounds.index(found)
        return self.rounds[index - 1].turns if index else ()


async def replay(opened: OpenTable) -> Replay:
    """The game of a table as it can be looked at again. Raises Refusal if it has not started, was
    given up or cannot be replayed, and (`no-replay`) before its first round."""
    turns = await all_turns(opened)
    ended = await result(opened)
    return await in_thread(replay_of, opened.table, opened.game, turns, ended)


def replay_of(table: Table, game: Game, turns: Sequence[Confirmed], ended: Result | None) -> Replay:
    """A game as it can be looked at again, of all its turns. Raises Refusal (`no-replay`) before
    its first round."""
    now = game.snapshot()
    if now.phase == "keep":
        raise Refusal(
            "no-replay",
            "The first round has yet to begin; look back once all have chosen their tiles.",
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
    """A game that somebody wrote down, at no table of this bot (its number is `WRITTEN`). Raises
    NotationError where it is against the rules, and Refusal as `replay_of`."""
    played = game.played()
    points = game.stored.record.seat_points if game.stored else ()
    table = Table(
        id=WRITTEN, guild_id=None, channel_id=0,
        status="finished" if played.finished else "playing", host_id=0,
        seats=tuple(
            Seat(n, None if one.computer else n + 1, _shown(one.name) or LETTERS[n],
                 ORDINARY if one.computer else None)
            for n, one in enumerate(game.seats)
        ),
        options=Options(theme=theme, modules=game.modules, handicap=points),
        version=len(game.events), board_message_id=None, lobby_message_id=None,
        created_at=_LONG_AGO, updated_at=_LONG_AGO, rules=game.rules,
    )  # fmt: skip
    events = [
        Event(one.seat, one.action, None if one.computer else one.seat + 1) for one in game.events
    ]
    standings = tuple(counted(played.standings(), points)) if played.finished else ()
    ended = Result(standings, standings, None) if played.finished else None
    return replay_of(table, played, turns_of(table, game.begun(), events), ended)


def _shown(name: str) -> str:
    """A name from a file as it can stand in a message and in a picture."""
    signs = "".join(sign if sign.isprintable() else " " for sign in name)
    return " ".join(signs.split())[:LONGEST_NAME]


def _rounds(turns: Sequence[Confirmed], before: Game) -> tuple[Round, ...]:
    """The rounds that these turns make up; `before` is the game at the first of them."""
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
