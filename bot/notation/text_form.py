"""A whole game as text that people read, write and paste, as chess has PGN: tags, then the turns.

docs/notation.md describes it. A turn is a line: the letter of its seat, and the turn in the
notation that the bot reads and writes (`bot.text.notation`). Reading plays the turns by the rules
at once, so an impossible line is named by its number.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.engine import Game, IllegalAction
from bot.notation.errors import NotationError, shortened
from bot.notation.games import (
    NOT_TO_BE_PLAYED,
    WrittenGame,
    must_not_be_too_long,
    of_fresh_record,
    play,
)
from bot.notation.head import COMPUTER, Head, with_facts, write_tags
from bot.notation.position_line import LETTERS
from bot.notation.records import Entry, Record
from bot.notation.tags import unquoted, without_comment
from bot.text.notation import END, read_turn, write_turn

LONGEST_TURN = 2000
"""The most characters of a turn's line; the longest of a game has some 300."""
_UTC = "+00:00"
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\+00:00|Z)?", re.ASCII)
_TIME = re.compile(r"\d\d:\d\d:\d\d", re.ASCII)
_ROUND = re.compile(r"round\s+(\d{1,3})\s*[:.]?", re.ASCII | re.IGNORECASE)
_TURN = re.compile(
    r"(?P<seat>[^:()@]{1,200}?)\s*(?:\((?P<by>computer|person)\)\s*)?:(?P<turn>[^@]*)(?:@(?P<at>.*))?"
)
_BY_LETTER = re.compile(r"([A-Ea-e])(?:\s*\((computer|person)\))?\s+")
_PERSON = "person"
_EACH = "="
"""Stands before actions that are named one by one, as in the log of a game."""


# --- writing -------------------------------------------------------------------------------------


def record_text(record: Record) -> str:
    """Write the text form of a record. Raises NotationError for a log against the rules."""
    return write_text(of_fresh_record(record))


def write_text(game: WrittenGame) -> str:
    """Write the text form of a game. Raises NotationError for a log against the rules."""
    return "\n".join([*write_tags(game), *_turns(game), ""])


def _turns(game: WrittenGame) -> Iterator[str]:
    now, day, told = game.begun(), "", None
    for begun, events in _lines_of(game, now):
        number = begun.round if begun.snapshot().phase == "play" else 0
        if number != told:
            told = number
            yield f"\nRound {number}" if number else ""
        first = events[0]
        who = LETTERS[first.seat]
        if first.computer != game.seats[first.seat].computer:
            who += f" ({COMPUTER if first.computer else _PERSON})"
        line = _turn(begun, first.seat, [event.action for event in events])
        at, day = _moment(first.at, day)
        yield f"{who}: {line}{at}"


def _lines_of(game: WrittenGame, now: Game) -> Iterator[tuple[Game, list[Entry]]]:
    """Group the actions into lines, with the game before each: a turn, or the part of one that was
    confirmed at one moment. `now` is played on."""
    begun, line = now.copy(), list[Entry]()
    for number, event in enumerate(game.events, start=1):
        if line and _confirmed(event) != _confirmed(line[0]):
            yield begun, line
            begun, line = now.copy(), []
        play(now, event, number)
        line.append(event)
        if now.turn_over(event.seat):
            yield begun, line
            begun, line = now.copy(), []
    if line:
        yield begun, line


def _confirmed(event: Entry) -> tuple[object, ...]:
    """The values that all actions of a line share."""
    return event.seat, event.at, event.computer


def _turn(begun: Game, seat: int, actions: Sequence[str]) -> str:
    """Write a turn in the shortest readable way; action by action if it is an incomplete one."""
    line = write_turn(begun, seat, actions)
    try:
        if _said(begun, seat, line) == [*actions]:
            return line
    except IllegalAction:
        pass
    return f"{_EACH} {'; '.join(actions)}"


def _moment(at: str | None, day: str) -> tuple[str, str]:
    """Write a moment behind a turn, and return its day; the day is left out if the turn before has
    the same."""
    if at is None:
        return "", day
    found = _MOMENT.fullmatch(at)
    if found is None or not at.endswith(_UTC):
        return f" @{json.dumps(at, ensure_ascii=False)}", day
    return f" @{found[2]}" if found[1] == day else f" @{found[1]}T{found[2]}", found[1]


# --- reading -------------------------------------------------------------------------------------


def read_text(text: str) -> WrittenGame:
    """Read the game of a text. Players and a seed are enough, and no turn is needed; a record is
    made where all facts of one are there. Raises NotationError, naming the line that is wrong."""
    must_not_be_too_long(text)
    head, turns = Head(), None
    for number, raw in enumerate(text.split("\n"), start=1):
        line = without_comment(raw)
        if not line:
            continue
        if line.startswith("["):
            if turns is not None:
                raise NotationError("Tags stand before the first turn.", number)
            head.read(line, number)
            continue
        turns = turns or _Turns(head.game())
        turns.read(line, number)
    game = head.game() if turns is None else turns.game
    if turns is None:
        game.begun()  # raises for an impossible deal
        return with_facts(head, game)
    return with_facts(head, replace(game, events=tuple(turns.events)))


def _said(begun: Game, seat: int, line: str) -> list[str]:
    """List all actions of a line, the closing `end` included. Raises IllegalAction."""
    if line.startswith(_EACH):
        return [action.strip() for action in line.removeprefix(_EACH).split(";")]
    typed = read_turn(begun, seat, line)
    actions = [*typed.actions]
    if typed.ends:
        after = begun.copy()
        for action in actions:
            after.play(seat, action)
        if not actions or not after.turn_over(seat):
            actions.append(END)
    return actions


class _Turns:
    """Reads the lines of turns."""

    def __init__(self, game: WrittenGame) -> None:
        self.game = game
        self.events: list[Entry] = []
        self._now = game.begun()
        self._day = ""
        self._last: tuple[Game, str, Entry] | None = None
        """The game before the last line, its turn, and its last action."""

    def read(self, line: str, number: int) -> None:
        """Read one line: a turn, or the heading of a round. Raises NotationError for any other."""
        if len(line) > LONGEST_TURN:
            raise NotationError("This line is too long for a turn.", number)
        heading = _ROUND.fullmatch(line)
        if heading:
            self._heading(int(heading[1]), number)
            return
        seat, by, turn, at = self._parts(line, number)
        moment = self._moment(at, number)
        self._close_the_turn_before(seat)
        self._must_be_asked(seat, number)
        begun = self._now.copy()
        try:
            actions = _said(begun, seat, turn)
            for action in actions:
                self._now.play(seat, action)
        except IllegalAction as refusal:
            raise NotationError(str(refusal), number) from None
        except NOT_TO_BE_PLAYED:
            raise NotationError("The game cannot go on from its deal.", number) from None
        computer = self.game.seats[seat].computer if by is None else by == COMPUTER
        self.events += [Entry(seat, action, moment, computer) for action in actions]
        self._last = begun, turn, self.events[-1]

    def _heading(self, round_: int, number: int) -> None:
        self._close_the_turn_before(None)
        if round_ != self._now.round or self._now.finished:
            raise NotationError(
                f"Round {round_} does not begin here: the game is over."
                if self._now.finished
                else f"Round {round_} does not begin here: this is round {self._now.round}.",
                number,
            )

    def _must_be_asked(self, seat: int, number: int) -> None:
        asked = [LETTERS[decision.seat] for decision in self._now.pending]
        if not asked:
            raise NotationError("The game is over before this turn.", number)
        if LETTERS[seat] not in asked:
            raise NotationError(
                f"Seat {LETTERS[seat]} has nothing to decide here; {' and '.join(asked)} has.",
                number,
            )

    def _close_the_turn_before(self, seat: int | None) -> None:
        """End the turn before. A line is a whole turn, and its `end` may be left out where another
        seat's turn follows."""
        if self._last is None:
            return
        begun, turn, last = self._last
        if not self._now.legal(last.seat) or (seat is not None and self._now.legal(seat)):
            return
        try:
            actions = _said(begun, last.seat, f"{turn}; {END}")
            now = begun.copy()
            for action in actions:
                now.play(last.seat, action)
        except NOT_TO_BE_PLAYED:
            return  # the error is about the next line
        played = len(begun.record()["actions"])
        self._now = now
        self.events[played:] = [replace(last, action=action) for action in actions]

    def _parts(self, line: str, number: int) -> tuple[int, str | None, str, str | None]:
        """Split a line into its seat, its player where named, the turn, and its moment."""
        by_letter = _BY_LETTER.match(line)
        if by_letter and not line[by_letter.end() :].startswith(":"):
            rest = line[by_letter.end() :]
            turn, sign, at = rest.partition("@")
            if ":" not in turn:
                seat = self._seat(by_letter[1], number)
                return seat, by_letter[2], turn.strip(), at.strip() if sign else None
        found = _TURN.fullmatch(line)
        if found is None:
            raise NotationError(
                "A turn begins with its seat and a colon, like “A: place palenque tikal; end”.",
                number,
            )
        at = found["at"]
        seat = self._seat(found["seat"].strip(), number)
        return seat, found["by"], found["turn"].strip(), None if at is None else at.strip()

    def _seat(self, named: str, number: int) -> int:
        if len(named) == 1 and named.upper() in LETTERS[: len(self.game.seats)]:
            return LETTERS.index(named.upper())
        names = [name.casefold() for name in self.game.names]
        if names.count(named.casefold()) != 1:
            raise NotationError(
                f"“{shortened(named)}” is not a seat of this game; use a letter from A to "
                f"{LETTERS[len(names) - 1]}.",
                number,
            )
        return names.index(named.casefold())

    def _moment(self, written: str | None, number: int) -> str | None:
        """Write the moment of a turn as records do."""
        if written is None:
            return None
        if written.startswith('"'):
            return unquoted(written, number)
        found = _MOMENT.fullmatch(written)
        if found:
            self._day = found[1]
            return f"{found[1]}T{found[2]}{_UTC}"
        if _TIME.fullmatch(written) and self._day:
            return f"{self._day}T{written}{_UTC}"
        raise NotationError(
            f"“{shortened(written)}” is not a moment like 2030-01-02T12:00:00, or 12:00:00 on the "
            "day of the turn before.",
            number,
        )
