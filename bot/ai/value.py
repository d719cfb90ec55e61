"""The value of a position to a seat, as its points at the end: the current score, and what a
learned net expects of later points; and playing on in thought, to a seat's next turn or to the end,
while the others do nothing, or answer as they are told to.

The net has three layers, which turn a feature vector into points still to come. At run time it
needs numpy alone. Weights are a file with a version, the list of their features, and a check sum of
all of it, which is compared when they are read.
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
"""reply(state, seat): the state after this seat's turn, which is asked for; it may use up `state`,
and leaves the turn to be ended."""


def next_turn(state: State, seat: int, *, days: int = 1, reply: Reply | None = None) -> State:
    """Play on until the seat is asked for its turn, or the game ends and is scored; food days are
    held and the calendar turns. Uses up `state`; without `reply` the result is the same object.

    With `reply` the others take their turns. If the seat may turn the calendar by two days, it
    turns it by `days`; others always turn it by one.
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
    """Whether the game has ended."""
    return state.phase == "finished"


def rounds_left(state: State) -> int:
    """Count the rounds after this one, if nobody turns the calendar by two days any more."""
    return max(0, FOOD_DAY_TEETH[-1] - state.tooth)


def is_last_turn(state: State) -> bool:
    """Whether nobody has another turn after this round: it ends with the last food day."""
    return state.food_days_held >= len(FOOD_DAY_TEETH) - 1 and not rounds_left(state)


def points_at_the_end(state: State, seat: int) -> float:
    """Calculate the final points of a seat in its last turn, if the others did nothing any more."""
    state = state.copy()
    end(state)
    next_turn(state, seat)
    return state.seats[seat].points4 / 4


def end(state: State) -> None:
    """End a turn in which the last worker has acted."""
    if state.asked:
        answer(state, END, begin_turn)


def shortest(state: State) -> tuple[str, ...]:
    """Take a legal rest of the turn without thinking, and return it. Uses up `state`."""
    path = []
    while state.asked:
        options = state.asked[0][1]
        action = next((one for one in _ENDING if one in options), options[0])
        answer(state, action, end_turn)
        path.append(action)
    return tuple(path)


_ENDING = ("end", "skip", "done", "stop", "decline")


def _quiet(state: State, seat: int, days: int) -> str:
    """Choose the answer that changes least, on a food day or when the calendar turns."""
    ((step, options),) = state.asked
    if step[0] is CALENDAR:
        return ADVANCE_ACTIONS[days - 1 if step[1] == seat else 0]
    return DECLINE if DECLINE in options else options[0]


Array: TypeAlias = NDArray[np.float32]
FORMAT = 1
HIDDEN = (512, 32)
POINTS = 20.0
"""The points that an output of 1 stands for."""
OWN = len(features.OWN_NAMES)


class BadWeights(Exception):
    """A file of weights that is damaged, or belongs to another version of the program."""


@dataclass(frozen=True, eq=False, slots=True)
class Net:
    """The weights. `layers` are (matrix, row of constants) from input to output."""

    layers: tuple[tuple[Array, Array], ...]
    generation: int = 0

    def outlook(self, part: bytes) -> Array:
        """Calculate the second part's share of the first layer, once for a whole turn."""
        matrix, constants = self.layers[0]
        found: Array = read_net(part, 1) @ matrix[OWN:] + constants
        return found

    def points(self, outlook: Array, own_parts: Sequence[bytes]) -> Array:
        """Estimate the points to come, for each of these first parts."""
        matrix, _ = self.layers[0]
        return self._further(read_net(b"".join(own_parts), len(own_parts)) @ matrix[:OWN] + outlook)

    def points_of(self, vectors: Array) -> Array:
        """Estimate the points to come, for whole vectors, one a row."""
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
"""A net that expects no points beyond those that are certain."""


def read_net(vectors: bytes, count: int) -> Array:
    """Read vectors that follow each other as the rows of an array."""
    return np.frombuffer(vectors, np.int8).reshape(count, -1).astype(np.float32)


def save_net(net: Net, path: Path) -> None:
    """Write weights to a file, in 16 bits each; the same weights give the same bytes."""
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
    """Read the weights of a file. Raises BadWeights if it is damaged or of another version."""
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
    """Order the rows by the features of this program. A tile added since has no weight yet."""
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
    """Load this program's net. Raises BadWeights if its file is damaged."""
    return load_net(WEIGHTS_PATH)


class Judge:
    """Values the positions of one turn of a seat; made once a turn."""

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
        """The points that are certain; in the last turn the final points."""
        if self._last_turn:
            return points_at_the_end(state, self.seat)
        return certain_points(state, self.seat)

    def values(self, features: Sequence[bytes], certain: Sequence[float]) -> list[float]:
        """Value positions by their features and certain points, in points at the end. In the last
        turn no more points come, so the certain points are all."""
        if self._last_turn or not features:
            return list(certain)
        if self._base is None:
            self._base = self._net.outlook(self.outlook.part)
        to_come: list[float] = self._net.points(self._base, features).tolist()
        return [now + more for now, more in zip(certain, to_come, strict=True)]


def certain_points(state: State, seat: int) -> float:
    """Count points, goods, skulls, and monuments by their score now."""
    owner = state.seats[seat]
    points4 = owner.points4 + goods_points4(owner) + POINTS4_PER_SKULL * owner.skulls
    for monument in owner.monuments:
        points4 += 4 * monument_points(state, owner, monument)
    return points4 / 4
