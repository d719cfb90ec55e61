"""A whole game as text that people read and paste, as chess has PGN: tags, then the turns.

docs/notation.md describes it. A turn is a line: the letter of its seat, and the turn in the
notation that the bot reads and writes (`bot.text.notation`). The text is not read back: a record
(`bot.notation.records`) holds the whole game for programs.
"""

import json
import re
from collections.abc import Iterator

from bot.engine import Game
from bot.engine.position import Position
from bot.notation.games import WrittenGame, follows_from_the_seed, play
from bot.notation.position_line import LETTERS, write_position
from bot.notation.records import Entry
from bot.text.notation import write_turn

FORM = "1"
"""The version of the form, written in the tag `Tzolkin`."""
_COMPUTER, _PERSON = "computer", "person"
_BARE = re.compile(r"[A-Za-z0-9_.:+/!?,=-]+", re.ASCII)
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\+00:00", re.ASCII)


def write_text(game: WrittenGame) -> str:
    """Write the text form of a game. Raises NotationError for a log against the rules."""
    return "\n".join([*_tags(game), *_turns(game), ""])


# --- tags ----------------------------------------------------------------------------------------


def _tags(game: WrittenGame) -> Iterator[str]:
    yield _tag("Tzolkin", FORM)
    yield _tag("Rules", game.rules)
    for letter, seat in zip(LETTERS, game.seats, strict=False):
        yield _tag("Seat", letter, seat.name, *[_COMPUTER] * seat.computer)
    if game.modules:
        yield _tag("Modules", *game.modules)
    if game.without:
        yield _tag("Without", *game.without)
    if game.seed is not None:
        yield _tag("Seed", game.seed)
    if "position" in game.deal:
        game.begun()  # raises for an impossible one
        yield _tag("Position", *write_position(Position.from_dump(game.deal["position"])).split())
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
    """Write the line of a tag; a word with more than letters, digits and a few signs in quotes."""
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
        who = LETTERS[last.seat]
        if last.computer != game.seats[last.seat].computer:
            who += f" ({_COMPUTER if last.computer else _PERSON})"
        line = write_turn(begun, last.seat, [event.action for event in events])
        at, day = _moment(last.at, day)
        yield f"{who}: {line}{at}"


def _lines_of(game: WrittenGame, now: Game) -> Iterator[tuple[Game, list[Entry]]]:
    """Group the actions by turns, with the game before each. `now` is played on."""
    begun, line = now.copy(), list[Entry]()
    for number, event in enumerate(game.events, start=1):
        play(now, event, number)
        line.append(event)
        if now.turn_over(event.seat) or number == len(game.events):
            yield begun, line
            begun, line = now.copy(), []


def _moment(at: str | None, day: str) -> tuple[str, str]:
    """Write a moment behind a turn, and return its day; the day is left out if the turn before has
    the same."""
    if at is None:
        return "", day
    found = _MOMENT.fullmatch(at)
    if found is None:
        return f" @{json.dumps(at, ensure_ascii=False)}", day
    return f" @{found[2]}" if found[1] == day else f" @{found[1]}T{found[2]}", found[1]
