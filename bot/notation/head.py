"""The tags before the turns of a text form: the game's data and, of a record, all its facts."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from bot.engine.deal import shuffle_deal
from bot.engine.position import Position
from bot.engine.versions import RULES_VERSION, rules_of
from bot.notation.errors import NotationError, shortened
from bot.notation.games import WrittenGame, follows_from_the_seed, of_record
from bot.notation.position_line import LETTERS, read_position, write_position
from bot.notation.records import FORMAT, VERSION, RecordError, Seat, StoredRecord, from_json
from bot.notation.tags import (
    numbers_named,
    read_numbers_named,
    read_tag,
    read_value,
    tag,
    value_words,
    whole_number,
)

FORM = "1"
"""The version of the form, written in the tag `Tzolkin`."""
COMPUTER = "computer"
_MARK = "mark="
ONCE = (
    "Tzolkin", "Rules", "Players", "Modules", "Without", "Seed", "Position", "Table", "Opened",
    "Sealed", "Joined", "Seated", "Given", "Shared", "SeatPoints", "Result", "Sum",
)  # fmt: skip
"""The tags that may stand only once."""
OFTEN = ("Seat", "Deal", "Bid", "Rewound", "Place")


def write_tags(game: WrittenGame) -> Iterator[str]:
    """Write the tags of a game."""
    yield tag("Tzolkin", [FORM])
    yield tag("Rules", [str(game.rules)])
    for letter, seat in zip(LETTERS, game.seats, strict=False):
        words = [letter, seat.name, *[COMPUTER] * seat.computer]
        if seat.join is not None:
            words.append(_MARK + seat.join)
        yield tag("Seat", words)
    if game.modules:
        yield tag("Modules", game.modules)
    if game.without:
        yield tag("Without", game.without)
    if game.seed is not None:
        yield tag("Seed", [game.seed])
    if not follows_from_the_seed(game):
        yield from _deal(game)
    if game.stored is not None:
        yield from _facts(game.stored)


def _deal(game: WrittenGame) -> Iterator[str]:
    deal = game.deal
    if deal.keys() == {"position"} and game.seed is None:
        line = write_position(Position.from_dump(deal["position"]))
        if read_position(line).dump() == deal["position"]:
            yield tag("Position", line.split())
            return
    told = {"players": len(game.seats), "modules": [*game.modules]}
    for key, value in deal.items():
        if key not in told or told[key] != value:
            yield tag("Deal", [key, *value_words(value)])


def _facts(stored: StoredRecord) -> Iterator[str]:
    """Write the tags for facts that only a record has."""
    record, sealed = stored.record, stored.record.sealed
    yield tag("Table", [str(record.table)])
    yield tag("Opened", [record.opened])
    if sealed is not None:
        yield tag("Sealed", [sealed.commitment, sealed.secret])
        yield tag("Joined", sealed.joined)
        yield tag("Seated", sealed.seated)
        if sealed.given:
            yield tag("Given")
        for bids in sealed.bids:
            yield tag("Bid", [*map(str, bids)])
    if record.shared is not None:
        yield tag("Shared", [record.shared.commitment, record.shared.secret])
    if record.seat_points:
        yield tag("SeatPoints", [*map(str, record.seat_points)])
    for back in record.set_back:
        yield tag("Rewound", [str(back.actions), str(back.stayed), back.at])
    if record.result is not None:
        yield tag("Result")
        for row in record.result:
            yield tag("Place", numbers_named(row))
    yield tag("Sum", [stored.sum])


class Head:
    """The tags of a game, as read."""

    def __init__(self) -> None:
        self._once: dict[str, tuple[list[str], int]] = {}
        self._often: dict[str, list[tuple[list[str], int]]] = {name: [] for name in OFTEN}

    def read(self, line: str, number: int) -> None:
        """Read one tag. Raises NotationError for a malformed one."""
        name, words = read_tag(line, number)
        if name in self._often:
            self._often[name].append((words, number))
            return
        if name not in ONCE:
            raise NotationError(f"There is no tag “{shortened(name)}”.", number)
        if name in self._once:
            raise NotationError(f"The tag {name} stands here a second time.", number)
        self._once[name] = words, number

    def has(self, name: str) -> bool:
        """Whether there is a tag of this name."""
        return name in self._once

    def words(self, name: str, count: int | None = None) -> list[str]:
        """List the words of a tag, empty if it is missing. Raises NotationError if their number is
        wrong."""
        words, number = self._once.get(name, ([], 0))
        return _so_many(name, words, count if name in self._once else None, number)

    def each(self, name: str, count: int | None = None) -> Iterator[tuple[list[str], int]]:
        """Yield the words of each tag of a name, with the number of its line."""
        for words, number in self._often[name]:
            yield _so_many(name, words, count, number), number

    def numbers(self, name: str) -> list[int]:
        """List the words of a tag as whole numbers."""
        words, number = self._once.get(name, ([], 0))
        return [whole_number(word, number) for word in words]

    def number(self, name: str, without: int) -> int:
        """Read the one number of a tag; `without` if the tag is missing."""
        self.words(name, 1)
        return self.numbers(name)[0] if self.has(name) else without

    def line(self, name: str) -> int:
        """Find the number of a tag's line."""
        return self._once[name][1]

    def game(self) -> WrittenGame:
        """Make the game before its first turn. Raises NotationError for wrong tags."""
        if self.has("Tzolkin") and self.words("Tzolkin", 1) != [FORM]:
            raise NotationError(
                "This was written by another version of the bot; read it with that one.",
                self.line("Tzolkin"),
            )
        rules = self.number("Rules", RULES_VERSION)
        try:
            rules_of(rules)
        except ValueError:
            raise NotationError(
                f"There is no version {rules} of the rules.", self.line("Rules")
            ) from None
        seats, modules = self._seats(), tuple(self.words("Modules"))
        without = tuple(self.words("Without"))
        seed = self.words("Seed", 1)[0] if self.has("Seed") else None
        return WrittenGame(
            rules, seats, self._deal(seats, modules, without, seed), (), modules, without, seed
        )

    def _seats(self) -> tuple[Seat, ...]:
        seats = [
            _seat(LETTERS[place : place + 1], words, number)
            for place, (words, number) in enumerate(self.each("Seat"))
        ]
        count = len(seats)
        if self.has("Position"):
            count = len(self._position().players)
        elif self.has("Players"):
            count = self.number("Players", 0)
        if not seats and 2 <= count <= len(LETTERS):
            seats = [Seat(letter, False, None) for letter in LETTERS[:count]]
        if not 2 <= len(seats) == count:
            raise NotationError(
                "A game has 2 to 5 seats: name them in tags like [Seat A Ada], or their number in "
                "one like [Players 3]."
            )
        return tuple(seats)

    def _position(self) -> Position:
        try:
            return read_position(" ".join(self.words("Position")))
        except NotationError as wrong:
            raise NotationError(wrong.sentence, self.line("Position")) from None

    def _deal(
        self, seats: Sequence[Seat], modules: Sequence[str], without: Sequence[str],
        seed: str | None,
    ) -> Mapping[str, Any]:  # fmt: skip
        """Make the deal, as written out or else shuffled by the seed."""
        if self.has("Position"):
            return {"position": self._position().dump()}
        deal: dict[str, Any] = {}
        for words, number in self.each("Deal"):
            if len(words) < 2:
                raise NotationError("The tag Deal names what is dealt, and how.", number)
            deal[words[0]] = read_value(words[1:], number)
        try:
            if deal:
                written = {"players": len(seats), "modules": [*modules], **deal}
                return {"position": deal["position"]} if deal.keys() == {"position"} else written
            if seed is not None:
                return shuffle_deal(len(seats), modules, seed, without=without)
        except ValueError as error:
            raise NotationError(f"This cannot be dealt: {error}.") from None
        raise NotationError("A game needs its deal: the tag Seed, as in [Seed 5], or tags Deal.")


def _so_many(name: str, words: list[str], count: int | None, number: int) -> list[str]:
    if count is not None and len(words) != count:
        raise NotationError(
            f"The tag {name} has {count} words, and here it has {len(words)}.", number
        )
    return words


def _seat(letter: str, words: Sequence[str], number: int) -> Seat:
    """Read a seat: its letter, its name, whether a computer sits there, and its mark."""
    if len(words) < 2 or not letter or words[0].upper() != letter:
        raise NotationError(
            f"Seats are named in playing order, like [Seat {letter or 'A'} Ada].", number
        )
    more = [*words[2:]]
    computer = COMPUTER in more
    if computer:
        more.remove(COMPUTER)
    mark = more.pop().removeprefix(_MARK) if more and more[-1].startswith(_MARK) else None
    if more:
        raise NotationError(f"“{shortened(more[0])}” is nothing that a seat has.", number)
    return Seat(words[1], computer, mark)


def with_facts(head: Head, game: WrittenGame) -> WrittenGame:
    """Add the record to the game, if all facts of one are there. Raises NotationError for facts
    that are wrong by themselves."""
    if not all(head.has(name) for name in ("Table", "Opened", "Sum", "Seed")):
        return game
    plain: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "table": head.number("Table", 0),
        "rules": game.rules,
        "opened": head.words("Opened", 1)[0],
        "modules": game.modules,
        "without": game.without,
        "seats": [asdict(seat) for seat in game.seats],
        "seed": game.seed,
        "deal": game.deal,
        "sealed": None,
        "shared": None,
        "events": [asdict(event) for event in game.events],
        "set_back": [
            {
                "actions": whole_number(actions, number),
                "stayed": whole_number(stayed, number),
                "at": at,
            }
            for (actions, stayed, at), number in head.each("Rewound", 3)
        ],
        "result": None,
        "seat_points": head.numbers("SeatPoints"),
        "sum": head.words("Sum", 1)[0],
    }
    if head.has("Sealed"):
        commitment, secret = head.words("Sealed", 2)
        plain["sealed"] = {
            "commitment": commitment,
            "secret": secret,
            "joined": head.words("Joined"),
            "seated": head.words("Seated"),
            "given": head.has("Given"),
            "bids": [
                [whole_number(word, number) for word in words] for words, number in head.each("Bid")
            ],
        }
    if head.has("Shared"):
        commitment, secret = head.words("Shared", 2)
        plain["shared"] = {"commitment": commitment, "secret": secret}
    if head.has("Result"):
        plain["result"] = [
            read_numbers_named(words, number) for words, number in head.each("Place")
        ]
    try:
        return of_record(from_json(json.dumps(plain)))
    except RecordError as error:
        raise NotationError(error.template) from None
