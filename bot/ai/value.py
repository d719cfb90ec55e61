"""The value of a position for a seat, in points at the end: what it is sure of now, and what a
learned net expects to come. And playing on without thought, to a seat's next turn or to the end,
while the others do nothing or answer as they are told to.

The net has three layers, which turn a feature vector into points still to come. When it is used it
needs numpy alone. Weights are a file with a version, the list of their features, and a check sum of
everything, which is checked when they are read.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.ai import features
from bot.ai.features import Outlook, own_part
from bot.engine.calendar import ADVANCE_ACTIONS, CALENDAR
from bot.engine.components import FOOD_DAY_TEETH
from bot.engine.scoring import POINTS4_PER_SKULL, goods_points4, monument_points
from bot.engine.state import State, answer, run
from bot.engine.temples import DECLINE
from bot.engine.turn import END, begin_turn, end_turn

Reply = Callable[[State, int], State]
"""reply(state, seat): take the turn of this seat, which is asked, and return the state; it may use
up `state`, and does not end the turn."""


def next_turn(state: State, seat: int, *, days: int = 1, reply: Reply | None = None) -> State:
    """Play on until the seat is asked for its turn, or the game ends and is scored; food days are
    held and the calendar turns. Uses up `state`; without `reply` the same object is returned.

    With `reply` the others take their turns, otherwise they do nothing. If the seat may choose how
    far the calendar turns, it chooses `days`; others always choose one.
    """
    while True:
        if state.asked:
            answer(state, _quiet(state, seat, days), begin_turn)
        else:
            run(state, begin_turn)
        if state.asked:
            continue
        if not state.agenda:
            return state
        other = state.agenda[-1][1]
        if other == seat:
            run(state, end_turn)
            return state
        if reply is None:
            state.agenda.pop()  # another seat's turn
        else:
            run(state, end_turn)
            state = reply(state, other)
            end(state)


def is_over(state: State) -> bool:
    """Whether the game is over."""
    return state.phase == "finished"


def rounds_left(state: State) -> int:
    """Count the rounds after this one if the calendar turns one day each round."""
    return max(0, FOOD_DAY_TEETH[-1] - state.tooth)


def is_last_turn(state: State) -> bool:
    """Whether this round ends with the last food day, so that no turn follows it."""
    return state.food_days_held >= len(FOOD_DAY_TEETH) - 1 and not rounds_left(state)


def points_at_the_end(state: State, seat: int) -> float:
    """The final points of a seat in its last turn, if the others do nothing more."""
    state = state.copy()
    end(state)
    next_turn(state, seat)
    return state.seats[seat].points4 / 4


def end(state: State) -> None:
    """End a turn whose last worker has acted."""
    if state.asked:
        answer(state, END, begin_turn)


def shortest(state: State) -> tuple[str, ...]:
    """Play the rest of the turn without thought, with answers that end or decline where there are
    any; return the actions. Uses up `state`."""
    path = []
    while state.asked:
        options = state.options
        action = next((one for one in _ENDING if one in options), options[0])
        answer(state, action, end_turn)
        path.append(action)
    return tuple(path)


_ENDING = ("end", "skip", "done", "stop", "decline")


def _quiet(state: State, seat: int, days: int) -> str:
    """Choose the answer that changes least, on a food day or when the calendar turns."""
    step, options = state.asked, state.options
    assert step is not None
    if step[0] is CALENDAR:
        return ADVANCE_ACTIONS[days - 1 if step[1] == seat else 0]
    return DECLINE if DECLINE in options else options[0]


Array: TypeAlias = NDArray[np.float32]
FORMAT = 1
HIDDEN = (512, 32)
POINTS = 20.0
"""How many points an output of 1 stands for."""
OWN = len(features.OWN_NAMES)


class BadWeights(Exception):
    """A file of weights is damaged, or belongs to another version of the program."""


@dataclass(frozen=True, eq=False, slots=True)
class Net:
    """A net: `layers` are (matrix, row of constants) from input to output, `generation` says from
    which step of training they are."""

    layers: tuple[tuple[Array, Array], ...]
    generation: int = 0

    def outlook(self, part: bytes) -> Array:
        """The share of the vector's second part in the first layer; it is worked out once a
        turn."""
        matrix, constants = self.layers[0]
        found: Array = read_net(part, 1) @ matrix[OWN:] + constants
        return found

    def points(self, outlook: Array, own_parts: Sequence[bytes]) -> Array:
        """Estimate the points still to come for each of these first parts, with the `outlook` of
        the turn."""
        matrix, _ = self.layers[0]
        return self._further(read_net(b"".join(own_parts), len(own_parts)) @ matrix[:OWN] + outlook)

    def points_of(self, vectors: Array) -> Array:
        """Estimate the points still to come for whole vectors, one in each row."""
        matrix, constants = self.layers[0]
        return self._further(vectors @ matrix + constants)

    def _further(self, sums: Array) -> Array:
        for matrix, constants in self.layers[1:]:
            np.maximum(sums, 0, out=sums)
            sums = sums @ matrix + constants
        found: Array = sums[:, 0] * np.float32(POINTS)
        return found


def _nothing() -> Net:
    sizes = (len(features.NAMES), *HIDDEN, 1)
    shapes = pairwise(sizes)
    layers = [(np.zeros(shape, np.float32), np.zeros(shape[1], np.float32)) for shape in shapes]
    return Net(tuple(layers))


NOTHING = _nothing()
"""A net that expects no further points."""


def read_net(vectors: bytes, count: int) -> Array:
    """Read `count` vectors that follow each other as the rows of an array."""
    return np.frombuffer(vectors, np.int8).reshape(count, -1).astype(np.float32)


def save_net(net: Net, path: Path) -> None:
    """Write the weights to a file, with 16 bits each; the same weights give the same bytes."""
    arrays = [part.astype(np.float16) for layer in net.layers for part in layer]
    names = list(features.NAMES)
    head = {
        "format": FORMAT,
        "features": features.VERSION,
        "generation": net.generation,
        "names": names,
    }
    text = json.dumps({**head, "names": names})
    with path.open("wb") as file:
        parts: dict[str, Any] = {f"part{number}": array for number, array in enumerate(arrays)}
        np.savez_compressed(
            file, head=np.array(text), sum=np.array(_check_sum(text, arrays)), **parts
        )


def load_net(path: Path) -> Net:
    """Read weights from a file. Raises BadWeights if it is damaged or of another version."""
    try:
        with np.load(path, allow_pickle=False) as file:
            text, told = str(file["head"]), str(file["sum"])
            arrays = [file[f"part{number}"] for number in range(2 * (len(HIDDEN) + 1))]
    except (OSError, ValueError, KeyError) as error:
        raise BadWeights(f"{path.name} cannot be read: {error}") from error
    if told != _check_sum(text, arrays):
        raise BadWeights(f"{path.name} is damaged: its check sum is another one")
    head = json.loads(text)
    if (head["format"], head["features"]) != (FORMAT, features.VERSION):
        raise BadWeights(f"{path.name} is of another version")
    parts = [array.astype(np.float32) for array in arrays]
    parts[0] = _by_name(parts[0], head["names"])
    return Net(tuple(zip(parts[::2], parts[1::2], strict=True)), head["generation"])


def _by_name(matrix: Array, names: Sequence[str]) -> Array:
    """Put the rows in the order of this program's features. A feature that is not in the file
    weighs nothing."""
    if tuple(names) == features.NAMES:
        return matrix
    rows = dict(zip(names, matrix, strict=True))
    without = np.zeros(matrix.shape[1], np.float32)
    found: Array = np.stack([rows.get(name, without) for name in features.NAMES])
    return found


def _check_sum(text: str, arrays: Sequence[NDArray[np.float16]]) -> str:
    found = hashlib.sha256(text.encode())
    for array in arrays:
        found.update(str(array.shape).encode())
        found.update(array.astype("<f2").tobytes())
    return found.hexdigest()


WEIGHTS_PATH = Path(__file__).parents[2] / "data" / "computer.npz"


@cache
def weights() -> Net:
    """Load the net that comes with the program. Raises BadWeights if its file is damaged."""
    return load_net(WEIGHTS_PATH)


class Judge:
    """Values positions within one turn of a seat; it is made once a turn."""

    def __init__(self, net: Net, state: State, seat: int) -> None:
        self.seat = seat
        self.outlook = Outlook(state, seat)
        self._last_turn = is_last_turn(state)
        self._net = net
        self._base: Array | None = None

    def features(self, state: State) -> bytes:
        """The part of the feature vector that the turn can change."""
        return own_part(state, self.outlook)

    def certain(self, state: State) -> float:
        """The points that the seat is sure of; in its last turn its final points."""
        if self._last_turn:
            return points_at_the_end(state, self.seat)
        return certain_points(state, self.seat)

    def values(self, features: Sequence[bytes], certain: Sequence[float]) -> list[float]:
        """The values of positions in points at the end, from their features and certain points. In
        the last turn nothing is added to the certain points."""
        if self._last_turn or not features:
            return list(certain)
        if self._base is None:
            self._base = self._net.outlook(self.outlook.part)
        to_come: list[float] = self._net.points(self._base, features).tolist()
        return [now + more for now, more in zip(certain, to_come, strict=True)]


def certain_points(state: State, seat: int) -> float:
    """The points a seat would have if the game ended now: points so far, goods, skulls and
    monuments."""
    owner = state.seats[seat]
    points4 = owner.points4 + goods_points4(owner) + POINTS4_PER_SKULL * owner.skulls
    for monument in owner.monuments:
        points4 += 4 * monument_points(state, owner, monument)
    return points4 / 4
