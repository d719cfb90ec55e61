"""Guesses of those who watch a game: who wins, and with how many points. They close with round
`LAST_ROUND`, are secret until then, and are counted at the end."""

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.position import Position
from bot.model.notes import GuessesCounted
from bot.model.table import Guess
from bot.refusal import Over, Refusal
from bot.store import reviews
from bot.tables.open_table import OpenTable, must_be_playing

LAST_ROUND, MOST_POINTS, RIGHT = 9, 300, 10
"""The last is what the right winner scores; and points that are not off."""


def must_watch(opened: OpenTable, user_id: int) -> None:
    """Raises Refusal for somebody who plays there, and where nobody may guess, or not any more."""
    options = opened.table.options
    must_be_playing(opened.table)
    if opened.table.seat_of(user_id) is not None:
        raise Refusal("guess-own", "You play here yourself; only those who watch guess.")
    if options.guesses_closed or not options.guesses:
        raise Over(
            "guesses-closed",
            "Nobody can guess here now: the players must agree, and it ends with round {round}.",
            round=LAST_ROUND,
        )


async def guess(opened: OpenTable, said: Guess) -> None:
    """Store a guess, in the place of the person's earlier one. Raises Refusal as `must_watch`."""
    must_watch(opened, said.person)
    if not (0 <= said.seat < len(opened.table.seats) and 0 <= said.points <= MOST_POINTS):
        raise Refusal("guess-points", "Give a whole number up to {most}.", most=MOST_POINTS)
    await opened.write(reviews.put_guess, opened.table.id, said)


def closes(before: Position, after: Position) -> bool:
    """Whether guesses close with a turn that leads from one position to the other."""
    return before.round <= LAST_ROUND < after.round


def turn_confirmed(opened: OpenTable, before: Position, after: Position) -> None:
    """Close the guesses, or have them counted, after a turn."""
    options = opened.table.options
    if options.guesses and closes(before, after):
        opened.change(options=replace(options, guesses_closed=True))
    if options.guesses and after.phase == "finished":
        opened.must_tell(GuessesCounted())


def score(won: Mapping[int, int], said: Guess) -> int:
    """Count a guess, up to 2 * `RIGHT`. `won` has the winners' quarters of a point by seat."""
    off = min((abs(points4 - 4 * said.points) // 4 for points4 in won.values()), default=RIGHT)
    return RIGHT * (said.seat in won) + max(0, RIGHT - off)
