"""A whole game written down: its deal, its seats, and every action in order; the game as text, and
told turn by turn in the words of the log.

A record is read into a `WrittenGame`, from which each form is written. Facts that only a record has
(its table, the seal of its deal, the rewinds) are in `stored`.

The text is for people to read and paste, as chess has PGN: tags, then the turns. docs/notation.md
describes it. Each turn is a line: the letter of its seat, and the turn in the notation that the bot
reads and writes (`bot.text.notation`). The text is not read back; programs read a record
(`bot.notation.records`), which holds the whole game.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine import Game, Step
from bot.engine.deal import shuffle_deal
from bot.engine.position import Position
from bot.notation import position_line
from bot.notation.records import Entry, RecordError, Seat, StoredRecord, from_json, too_long
from bot.text.names import shown_name
from bot.text.notation import write_turn
from bot.text.points import whole_game
from bot.text.translation import Translations

_SEATS = range(2, len(position_line.LETTERS) + 1)
NOT_TO_BE_PLAYED = (
    ValueError, KeyError, TypeError, IndexError, AttributeError, ArithmeticError, AssertionError,
    RecursionError,
)  # fmt: skip
"""Errors that a deal or log written by hand may cause."""


@dataclass(frozen=True)
class WrittenGame:
    """A game with everything that is written down of it."""

    rules: int
    """The version of the rules by which it was played."""
    seats: tuple[Seat, ...]
    """The seats in playing order."""
    deal: Mapping[str, Any]
    """The deal as `Game.from_setup` takes it, but for the version of the rules."""
    events: tuple[Entry, ...]
    """The actions, oldest first."""
    modules: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    """The tribes that were left out of the deal."""
    seed: str | None = None
    """The seed from which the deal was shuffled; None if it is unknown."""
    stored: StoredRecord | None = None
    """The record of the game; None if it was not read from one."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, in playing order."""
        return tuple(seat.name for seat in self.seats)

    def begun(self) -> Game:
        """The game before its first action. Raises NotationError for an impossible deal."""
        if "position" in self.deal:
            position_line.checked_dump(self.deal["position"])
        players = players_of(self.deal)
        if type(players) is not int or players not in _SEATS or players != len(self.seats):
            raise position_line.NotationError(
                "The deal is for another number of seats than the game has."
            )
        if self.deal.get("first_seat", 0) not in range(players):
            raise position_line.NotationError("The deal names no seat that begins.")
        try:
            return Game.from_setup({**self.deal, "rules": self.rules})
        except NOT_TO_BE_PLAYED:
            raise position_line.NotationError("This deal cannot be laid out.") from None

    def played(self, actions: int | None = None) -> Game:
        """The game after so many actions, or after all of them (None). Raises NotationError if the
        deal or an action is against the rules."""
        game = self.begun()
        for number, event in enumerate(self.events[:actions], start=1):
            play(game, event, number)
        return game


def players_of(deal: Mapping[str, Any]) -> Any:
    """The number of players of a deal, which may be written by hand; None if it has none."""
    if "position" not in deal:
        return deal.get("players")
    try:
        return len(deal["position"]["players"])
    except (KeyError, TypeError):
        return None


def play(game: Game, event: Entry, number: int) -> Step:
    """Play an action of a log, the `number`th (from 1), and return what comes of it. Raises
    NotationError if the rules do not allow it."""
    try:
        return game.step(event.seat, sys.intern(event.action))
    except NOT_TO_BE_PLAYED:
        raise position_line.NotationError(
            f"Action {number} ({position_line.shortened(event.action)}) is against the rules."
        ) from None


def written_down(
    game: Game, names: Sequence[str] = (), computers: Sequence[bool] = ()
) -> WrittenGame:
    """Make a `WrittenGame` of a game of the engine. Seats without a name are called by their
    letter."""
    record = game.record()
    setup = {key: record["setup"][key] for key in record["setup"] if key != "rules"}
    count = len(game.snapshot().players)
    seats = [
        Seat(
            names[seat] if seat < len(names) else position_line.LETTERS[seat],
            computers[seat] if seat < len(computers) else False,
            None,
        )
        for seat in range(count)
    ]
    return WrittenGame(
        rules=game.rules_version,
        seats=tuple(seats),
        deal=setup,
        events=tuple(
            Entry(seat, action, None, seats[seat].computer) for seat, action in record["actions"]
        ),
        modules=game.snapshot().modules,
    )


def of_record(stored: StoredRecord) -> WrittenGame:
    """Make a `WrittenGame` of a record."""
    record = stored.record
    return WrittenGame(
        rules=record.rules,
        seats=record.seats,
        deal=record.deal,
        events=record.events,
        modules=record.modules,
        without=record.without,
        seed=record.seed,
        stored=stored,
    )


def follows_from_the_seed(game: WrittenGame) -> bool:
    """Whether the game's seed is known and gives this deal."""
    if game.seed is None:
        return False
    try:
        deal = shuffle_deal(len(game.seats), game.modules, game.seed, without=game.without)
    except ValueError:
        return False
    return deal == game.deal


def read_file(data: bytes) -> WrittenGame:
    """Read the game from the content of a record's file. Raises NotationError for any other
    content."""
    if too_long(data):
        raise position_line.NotationError("This is too long to be a game.")
    try:
        return of_record(from_json(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise position_line.NotationError("This is not text in UTF-8.") from None
    except RecordError as error:
        raise position_line.NotationError(error.template) from None


FORM = "1"
"""The version of this form, which stands in the tag `Tzolkin`."""
_COMPUTER, _PERSON = "computer", "person"
_BARE = re.compile(r"[A-Za-z0-9_.:+/!?,=-]+", re.ASCII)
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\+00:00", re.ASCII)


def write_text(game: WrittenGame) -> str:
    """Write the game as text. Raises NotationError for a log against the rules."""
    return "\n".join([*_tags(game), *_turns(game), ""])


# --- tags ----------------------------------------------------------------------------------------


def _tags(game: WrittenGame) -> Iterator[str]:
    yield _tag("Tzolkin", FORM)
    yield _tag("Rules", game.rules)
    for letter, seat in zip(position_line.LETTERS, game.seats, strict=False):
        yield _tag("Seat", letter, seat.name, *[_COMPUTER] * seat.computer)
    if game.modules:
        yield _tag("Modules", *game.modules)
    if game.without:
        yield _tag("Without", *game.without)
    if game.seed is not None:
        yield _tag("Seed", game.seed)
    if "position" in game.deal:
        game.begun()  # raises for an impossible one
        yield _tag(
            "Position",
            *position_line.write_position(Position.from_dump(game.deal["position"])).split(),
        )
    elif not follows_from_the_seed(game):
        for key, value in game.deal.items():
            if key not in ("players", "modules"):
                yield _tag("Deal", key, *(value if isinstance(value, list | tuple) else [value]))
    if game.stored is not None:
        record = game.stored.record
        yield _tag("Table", record.table)
        yield _tag("Opened", record.opened)
        for row in record.result or ():
            yield _tag("Place", *(f"{name}={value}" for name, value in row.items()))


def _tag(name: str, *words: object) -> str:
    """The line of a tag; a word is quoted if it has more than letters, digits and a few signs."""
    return f"[{' '.join([name, *map(_quoted, map(str, words))])}]"


def _quoted(word: str) -> str:
    return word if _BARE.fullmatch(word) else json.dumps(word, ensure_ascii=False)


# --- turns ---------------------------------------------------------------------------------------


def _turns(game: WrittenGame) -> Iterator[str]:
    now, day, told = game.begun(), "", None
    for begun, events in _lines_of(game, now):
        number = begun.round if begun.snapshot().phase == "play" else 0
        if number != told:
            told = number
            yield f"\nRound {number}" if number else ""
        last = events[-1]
        who = position_line.LETTERS[last.seat]
        if last.computer != game.seats[last.seat].computer:
            who += f" ({_COMPUTER if last.computer else _PERSON})"
        line = write_turn(begun, last.seat, [event.action for event in events])
        at, day = _moment(last.at, day)
        yield f"{who}: {line}{at}"


def _lines_of(game: WrittenGame, now: Game) -> Iterator[tuple[Game, list[Entry]]]:
    """Yields the actions turn by turn, each time with the game before them. `now` is played on."""
    begun, line = now.copy(), list[Entry]()
    for number, event in enumerate(game.events, start=1):
        play(now, event, number)
        line.append(event)
        if now.turn_over(event.seat) or number == len(game.events):
            yield begun, line
            begun, line = now.copy(), []


def _moment(at: str | None, day: str) -> tuple[str, str]:
    """How a moment is written behind a turn, and its day; the day is left out if it is that of the
    turn before (`day`)."""
    if at is None:
        return "", day
    found = _MOMENT.fullmatch(at)
    if found is None:
        return f" @{json.dumps(at, ensure_ascii=False)}", day
    return f" @{found[2]}" if found[1] == day else f" @{found[1]}T{found[2]}", found[1]


@dataclass(frozen=True)
class PlayedTurn:
    """A turn of a written game, or an answer outside of a turn, with what came of it. Nothing in it
    is hidden."""

    seat: int
    before: Position
    steps: tuple[Step, ...]
    waiting: tuple[int, ...]
    """The seats that are asked after it."""
    by_computer: bool
    """Whether a computer took it: in its own seat, or for a person who ran out of time."""

    @property
    def after(self) -> Position:
        """The position after it."""
        return self.steps[-1].position

    @property
    def round(self) -> int:
        """The round; 0 while tiles are chosen."""
        return self.before.round if self.before.phase == "play" else 0


def turns_of(game: WrittenGame) -> Iterator[PlayedTurn]:
    """Yields the turns, oldest first; an unfinished one comes last. Raises NotationError if the
    deal or an action is against the rules."""
    now, steps = game.begun(), list[Step]()
    before = now.snapshot()
    for number, event in enumerate(game.events, start=1):
        steps.append(play(now, event, number))
        if now.turn_over(event.seat) or number == len(game.events):
            waiting = tuple(decision.seat for decision in now.pending)
            yield PlayedTurn(event.seat, before, tuple(steps), waiting, event.computer)
            before, steps = now.snapshot(), []


def shown_names(t: Translations, game: WrittenGame) -> list[str]:
    """The names of the seats as they are shown."""
    return [shown_name(t, name) for name in game.names]


def told(t: Translations, game: WrittenGame, turns: Sequence[PlayedTurn]) -> str:
    """Tell these turns of a game, which begin with its first, as a text to read; if they reach the
    end of the game, with its result."""
    begun = game.begun().snapshot()
    last = turns[-1].after if turns else begun
    return whole_game(
        t,
        shown_names(t, game),
        [seat.computer for seat in game.seats],
        begun,
        # Choices that are all revealed together, with the last one.
        [turn for turn in turns if turn.after.phase != "keep" or last.phase == "keep"],
        last.standings() if last.phase == "finished" else (),
    )
