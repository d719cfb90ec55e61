"""A position in one line, as chess has FEN: everything that lies open on the table. And the error
for a text that is no game or position: one English sentence, for whoever wrote it.

Fields stand in a fixed order with spaces between them: first what all share, then a field for each
seat. docs/notation.md names them all. Seats are the letters A to E; `x` is a dummy worker, `s` a
skull. Reading checks that such a position is possible: names, numbers, and what adds up.
"""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

from bot.engine import components
from bot.engine.deal import checked_modules
from bot.engine.expansion import PROPHECIES, TRIBES
from bot.engine.placing import QUICK_SPACES
from bot.engine.position import Jungle, Occupant, Phase, Player, Position, Quick

_LONGEST = 60
"""How many characters of a text a sentence repeats at most."""


class NotationError(ValueError):
    """A text cannot be read, or a game cannot be written down."""


def shortened(words: str) -> str:
    """The text short enough to repeat it in a sentence, in printable characters."""
    shown = "".join(sign if sign.isprintable() else "�" for sign in words[: _LONGEST + 1])
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"


LONGEST = 4000
"""The most characters of a line; one with five seats near the end of a game has some 1,000."""
LETTERS = "ABCDE"
"""The letters of seats, in playing order."""
MOST = 9999
"""The highest number of goods or points that can be read; no game comes near it."""
_NOTHING, _FREE, _DUMMY, _SKULL, _UNKNOWN = "-", ".", "x", "s", "?"
_PHASES: tuple[Phase, ...] = ("keep", "play", "finished")
SHARED = (
    "time", "phase", "seats", "table", "gears", "jungle", "skulls", "buildings", "monuments",
    "modules", "prophecies", "quick actions",
)  # fmt: skip
"""The names of the fields before those of the seats."""
_OF_A_SEAT = 11
"""How many parts the field of a seat has."""
_SKULL_SPACES = components.HIGHEST[components.CHICHEN_ITZA] - 1
_LAST_ROUND = components.FOOD_DAY_TEETH[-1] + 1
_LAST_TOOTH = components.FOOD_DAY_TEETH[-1] + 2


def write_position(position: Position) -> str:
    """Write the position in one line."""
    quick = position.quick
    row = [tile or _NOTHING for tile in position.building_row]
    prophecies = [
        f"{tile}!" if tile == position.active_prophecy else tile for tile in position.prophecies
    ]
    return " ".join(
        (
            f"{position.round}/{position.tooth}/{position.age}",
            position.phase,
            f"{LETTERS[position.first_seat]}{LETTERS[position.turn_seat]}",
            f"{position.calendar_corn}/{position.food_days_held}/{position.bank_skulls}/"
            f"{_NOTHING if position.start_space is None else LETTERS[position.start_space]}",
            "/".join(_spaces(position.gears[gear]) for gear in components.GEARS),
            "/".join(f"{left.corn}:{left.wood}" for left in position.jungle.values()),
            _runs(_SKULL if skull else _FREE for skull in position.skull_spaces),
            f"{_listed(row)}/{position.age1_left}/{position.age2_left}",
            _listed(position.monument_row),
            _listed(position.modules),
            _listed(prophecies),
            _NOTHING
            if quick is None
            else f"{quick.tile or _UNKNOWN}/{_listed(quick.coming)}/{_spaces(quick.spaces)}",
            *(_of_a_seat(player) for player in position.players),
        )
    )


def _of_a_seat(player: Player) -> str:
    goods = (player.corn, player.wood, player.stone, player.gold, player.skulls)
    return "/".join(
        (
            ",".join(map(str, goods)),
            f"{player.points4 / 4:.2f}".rstrip("0").rstrip("."),
            f"{player.available}:{player.workers}",
            "light" if player.light_side else "dark",
            "".join(str(player.temples[temple]) for temple in components.TEMPLES),
            "".join(str(player.technologies[track]) for track in components.TECHNOLOGIES),
            _listed(player.buildings),
            _listed(player.monuments),
            _listed(player.wealth),
            player.tribe or _NOTHING,
            f"{player.corn_tiles}:{player.wood_tiles}",
        )
    )


def _listed(names: Sequence[str]) -> str:
    return ",".join(names) or _NOTHING


def _spaces(spaces: Sequence[Occupant]) -> str:
    return _runs(
        _FREE if who is None else _DUMMY if isinstance(who, str) else LETTERS[who] for who in spaces
    )


def _runs(signs: Iterable[str]) -> str:
    """The signs one after the other; free spaces in a row are written as their number."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), "".join(signs))


def read_position(line: str) -> Position:
    """Read a position from its line. Raises NotationError, with one sentence, for any other
    text."""
    if len(line) > LONGEST:
        raise NotationError("This line is too long for a position.")
    fields = line.split()
    seats = len(fields) - len(SHARED)
    if not 2 <= seats <= len(LETTERS):
        raise NotationError(
            f"A position has {len(SHARED)} fields and one for each of 2 to 5 seats, and this line "
            f"has {len(fields)}."
        )
    position = _Reader(fields, seats).position()
    for holds, sentence in (*_sums(position), *_sums_of_seats(position)):
        if not holds:
            raise NotationError(sentence)
    return position


def _wrong(what: str, written: str, wanted: str) -> NotationError:
    return NotationError(f"The {what} of a position {wanted}, not “{shortened(written)}”.")


class _Reader:
    """Reads the fields of a line. Each method raises NotationError for a wrong one."""

    def __init__(self, fields: Sequence[str], seats: int) -> None:
        self.shared = dict(zip(SHARED, fields, strict=False))
        self.of_seats = fields[len(SHARED) :]
        self.letters = LETTERS[:seats]

    def position(self) -> Position:
        """Read the whole position, part by part."""
        round_, tooth, age = self.parts("time", 3, "is round/tooth/age")
        corn, days, skulls, start = self.parts("table", 4, "is corn/food days/skulls/start")
        phase = self.shared["phase"]
        if phase not in _PHASES:
            raise _wrong("phase", phase, f"is one of {', '.join(_PHASES)}")
        first, turn = self.seats_named()
        row, left1, left2 = self.parts("buildings", 3, "are row/stack of age 1/stack of age 2")
        modules = self.modules()
        prophecies, active = self.prophecies()
        return Position(
            round=number("round", round_, 1, _LAST_ROUND),
            tooth=number("tooth", tooth, 0, _LAST_TOOTH),
            age=number("age", age, 1, 2),
            phase=phase,
            first_seat=first,
            turn_seat=turn,
            calendar_corn=number("corn on the calendar", corn, 0, MOST),
            food_days_held=number("food days held", days, 0, len(components.FOOD_DAY_TEETH)),
            bank_skulls=number("skulls in the bank", skulls, 0, components.SKULLS),
            start_space=None if start == _NOTHING else self.seat("starting space", start),
            gears=self.gears(),
            jungle=self.jungle(),
            skull_spaces=tuple(
                sign == _SKULL
                for sign in unrolled("skulls", self.shared["skulls"], _SKULL, _SKULL_SPACES)
            ),
            building_row=tuple(
                None if tile == _NOTHING else known("building", tile, components.BUILDINGS)
                for tile in row.split(",")
            ),
            age1_left=number("stack of age 1", left1, 0, len(components.BUILDINGS)),
            age2_left=number("stack of age 2", left2, 0, len(components.BUILDINGS)),
            monument_row=names("monument", self.shared["monuments"], components.MONUMENTS),
            modules=modules,
            prophecies=prophecies,
            active_prophecy=active,
            quick=self.quick(),
            players=tuple(
                _player(letter, field)
                for letter, field in zip(self.letters, self.of_seats, strict=True)
            ),
        )

    def parts(self, field: str, count: int, wanted: str) -> list[str]:
        """Split a field into `count` parts; `wanted` says in a sentence what they are."""
        found = self.shared[field].split("/")
        if len(found) != count:
            raise _wrong(field, self.shared[field], wanted)
        return found

    def seat(self, what: str, letter: str) -> int:
        """The number of a seat from its letter; `what` says in a sentence what it is."""
        if len(letter) != 1 or letter not in self.letters:
            raise _wrong(what, letter, f"is one of the seats {', '.join(self.letters)}")
        return self.letters.index(letter)

    def seats_named(self) -> tuple[int, int]:
        """Read which seat is the starting player and which has the turn."""
        named = self.shared["seats"]
        if len(named) != 2:
            raise _wrong("seats", named, "are the starting player and whose turn it is")
        return self.seat("starting player", named[0]), self.seat("seat at its turn", named[1])

    def modules(self) -> tuple[str, ...]:
        """Read the modules in their order."""
        found = names("module", self.shared["modules"], components.MODULES)
        if list(found) != checked_modules(len(self.letters), found):
            raise NotationError(
                f"The modules of a position stand in the order {', '.join(components.MODULES)}, "
                "and five seats have quick_actions."
            )
        return found

    def prophecies(self) -> tuple[tuple[str, ...], str | None]:
        """Read the prophecies in their order, and the one in force (None if there is none)."""
        written = self.shared["prophecies"]
        found = names("prophecy", written.replace("!", ""), PROPHECIES)
        active = [one for one in written.split(",") if one.endswith("!")]
        if written.count("!") != len(active) or len(active) > 1:
            raise _wrong("prophecies", written, "have one “!” at most, behind the one that runs")
        return found, active[0][:-1] if active else None

    def occupants(self, what: str, written: str, count: int) -> tuple[Occupant, ...]:
        """Read who stands on each of `count` spaces."""
        signs = unrolled(what, written, self.letters + _DUMMY, count)
        return tuple(
            None if sign == _FREE else "dummy" if sign == _DUMMY else self.letters.index(sign)
            for sign in signs
        )

    def gears(self) -> dict[str, tuple[Occupant, ...]]:
        """Read who stands on each space of the gears."""
        found = self.parts("gears", len(components.GEARS), f"are {'/'.join(components.GEARS)}")
        return {
            gear: self.occupants(f"gear {gear}", written, teeth)
            for gear, written, teeth in zip(components.GEARS, found, components.TEETH, strict=True)
        }

    def jungle(self) -> dict[int, Jungle]:
        """Read the tiles left in each group of the jungle."""
        found = self.parts("jungle", len(components.JUNGLE_GROUPS), "is corn:wood of each group")
        left = {}
        for group, written in zip(components.JUNGLE_GROUPS, found, strict=True):
            corn, wood = pair("jungle", written)
            if not wood <= corn <= len(self.letters):
                raise _wrong("jungle", written, "has no more wood than corn, or corn than seats")
            left[group] = Jungle(corn, wood)
        return left

    def quick(self) -> Quick | None:
        """Read the quick actions; None if they are not played."""
        written = self.shared["quick actions"]
        if written == _NOTHING:
            return None
        tile, coming, spaces = self.parts("quick actions", 3, "are tile/tiles to come/spaces")
        return Quick(
            tile=None if tile == _UNKNOWN else known("quick action", tile, components.QUICK_TILES),
            coming=names("quick action", coming, components.QUICK_TILES, twice=True),
            spaces=self.occupants("quick actions", spaces, QUICK_SPACES),
        )


def _player(letter: str, written: str) -> Player:
    parts = written.split("/")
    if len(parts) != _OF_A_SEAT:
        raise NotationError(
            f"The field of seat {letter} has {_OF_A_SEAT} parts, and here it has {len(parts)}."
        )
    goods, points, hand, side, temples, tracks, *tiles, tribe, jungle = parts
    held = goods.split(",")
    if len(held) != 5:
        raise _wrong(f"goods of seat {letter}", goods, "are corn,wood,stone,gold,skulls")
    corn, wood, stone, gold, skulls = (number("goods", one, 0, MOST) for one in held)
    if side not in ("light", "dark"):
        raise _wrong(f"side of seat {letter}", side, "is light or dark")
    available, workers = pair(f"workers of seat {letter}", hand)
    corn_tiles, wood_tiles = pair(f"jungle tiles of seat {letter}", jungle)
    buildings, monuments, wealth = tiles
    return Player(
        corn=corn,
        wood=wood,
        stone=stone,
        gold=gold,
        skulls=skulls,
        points4=_points4(letter, points),
        workers=workers,
        available=available,
        light_side=side == "light",
        temples=_steps(f"temples of seat {letter}", temples, components.TEMPLES, components.TOP),
        technologies=_steps(
            f"technologies of seat {letter}",
            tracks,
            components.TECHNOLOGIES,
            [components.TOP_LEVEL] * len(components.TECHNOLOGIES),
        ),
        buildings=names("building", buildings, components.BUILDINGS),
        monuments=names("monument", monuments, components.MONUMENTS),
        wealth=names("wealth tile", wealth, components.WEALTH),
        tribe=None if tribe == _NOTHING else known("tribe", tribe, TRIBES),
        corn_tiles=corn_tiles,
        wood_tiles=wood_tiles,
    )


def _points4(letter: str, written: str) -> int:
    if not re.fullmatch(r"-?\d{1,4}(\.(25|5|75))?", written, re.ASCII):
        raise _wrong(f"points of seat {letter}", written, "are a number such as 12 or 12.25")
    return int(float(written) * 4)


def _steps(what: str, written: str, named: Sequence[str], highest: Sequence[int]) -> dict[str, int]:
    """Read a digit for each of the names (temples or technologies)."""
    if not re.fullmatch(rf"\d{{{len(named)}}}", written, re.ASCII) or any(
        int(digit) > top for digit, top in zip(written, highest, strict=True)
    ):
        tops = ", ".join(map(str, highest))
        raise _wrong(what, written, f"are {len(named)} digits, at most {tops}")
    return dict(zip(named, map(int, written), strict=True))


def number(what: str, written: str, least: int, most: int) -> int:
    """Read a number from `least` to `most`. Raises NotationError for any other."""
    if not re.fullmatch(r"\d{1,6}", written, re.ASCII) or not least <= int(written) <= most:
        raise _wrong(what, written, f"is a number from {least} to {most}")
    return int(written)


def pair(what: str, written: str) -> tuple[int, int]:
    """Read two numbers with a colon between them. Raises NotationError for anything else."""
    if not re.fullmatch(r"\d{1,3}:\d{1,3}", written, re.ASCII):
        raise _wrong(what, written, "is two numbers, such as 2:3")
    first, _, second = written.partition(":")
    return int(first), int(second)


def known(what: str, written: str, there_are: Container[str]) -> str:
    """Return the name if it is one of these. Raises NotationError if not."""
    if written not in there_are:
        raise NotationError(f"There is no {what} “{shortened(written)}”.")
    return written


def names(
    what: str, written: str, there_are: Container[str], *, twice: bool = False
) -> tuple[str, ...]:
    """Read names with commas between them. Raises NotationError for an unknown one, or one that is
    there twice unless `twice` allows it."""
    if written == _NOTHING:
        return ()
    found = tuple(known(what, name, there_are) for name in written.split(","))
    if not twice and len(set(found)) < len(found):
        raise NotationError(f"A {what} stands twice in “{shortened(written)}”.")
    return found


def unrolled(what: str, written: str, signs: str, count: int) -> str:
    """Write out a sign for each of `count` spaces: a number stands for so many free ones. Raises
    NotationError for other signs or another number of spaces."""
    if len(written) > 3 * count or not re.fullmatch(rf"(?:[{signs}]|[1-9]\d?)+", written, re.ASCII):
        raise _wrong(what, written, f"has the signs {', '.join(signs)} and numbers of free spaces")
    spaces = re.sub(r"\d+", lambda run: _FREE * int(run[0]), written)
    if len(spaces) != count:
        raise NotationError(
            f"The {what} of a position has {count} spaces, and “{shortened(written)}” has "
            f"{len(spaces)}."
        )
    return spaces


def _sums(position: Position) -> Iterator[tuple[bool, str]]:
    """Yields the conditions for a whole table, each as (whether it is met, the sentence if not)."""
    players = position.players
    yield (
        len(position.building_row) <= components.BUILDING_ROW,
        f"The row has {components.BUILDING_ROW} buildings.",
    )
    buildings = [tile for tile in position.building_row if tile]
    monuments, wealth, tribes = [*position.monument_row], list[str](), list[str]()
    for player in players:
        buildings += player.buildings
        monuments += player.monuments
        wealth += player.wealth
        tribes += [player.tribe] if player.tribe else []
    for what, tiles in (
        ("building", buildings),
        ("monument", monuments),
        ("wealth tile", wealth),
        ("tribe", tribes),
    ):
        yield len({*tiles}) == len(tiles), f"A {what} is in two places."
    skulls = position.bank_skulls + sum(position.skull_spaces)
    skulls += sum(player.skulls for player in players)
    skulls += sum("x2-skull-shrine" in player.buildings for player in players)
    yield (
        skulls == components.SKULLS,
        f"There are {components.SKULLS} skulls in all, and here are {skulls}.",
    )
    age = 2 if position.food_days_held >= 2 else 1
    yield position.age == age, "The second age begins with the second food day."
    yield position.tooth >= position.round - 1, "The calendar turns by a tooth or more each round."
    quick = position.quick is not None
    yield (
        quick == ("quick_actions" in position.modules),
        ("Quick actions are there with their module, and only with it."),
    )
    for temple, top in zip(components.TEMPLES, components.TOP, strict=True):
        on_top = sum(player.temples[temple] == top for player in players)
        yield on_top <= 1, f"Only one marker can stand on the top of {temple}."


def _sums_of_seats(position: Position) -> Iterator[tuple[bool, str]]:
    quick = position.quick.spaces if position.quick else ()
    for seat, player in enumerate(position.players):
        letter = LETTERS[seat]
        workers = player.available + sum(spaces.count(seat) for spaces in position.gears.values())
        workers += quick.count(seat) + (position.start_space == seat)
        yield (
            workers == player.workers <= components.MAX_WORKERS,
            (
                f"Seat {letter} has not as many workers in hand and on the board as it says, or "
                f"more than {components.MAX_WORKERS}."
            ),
        )
        yield (
            list(player.wealth) == sorted(player.wealth),
            (f"The wealth tiles of seat {letter} are not in alphabetical order."),
        )


def checked_dump(dump: Any) -> Position:
    """Read a position from a dump that may be written by hand. Raises NotationError for an
    impossible one."""
    try:
        position = Position.from_dump(dump)
        read = read_position(write_position(position))
    except NotationError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise NotationError("This position is incomplete or damaged.") from None
    if read != position:
        raise NotationError("This position is incomplete or damaged.")
    return position
