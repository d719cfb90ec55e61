"""The learned net: three layers that turn a feature vector into points still to come.

At run time it needs numpy alone. Weights are a file with a version, the list of their features, and
a check sum of all of it, which is compared when they are read.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.ai.value import features

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
        found: Array = read(part, 1) @ matrix[OWN:] + constants
        return found

    def points(self, outlook: Array, own_parts: Sequence[bytes]) -> Array:
        """Estimate the points to come, for each of these first parts."""
        matrix, _ = self.layers[0]
        return self._further(read(b"".join(own_parts), len(own_parts)) @ matrix[:OWN] + outlook)

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


def read(vectors: bytes, count: int) -> Array:
    """Read vectors that follow each other as the rows of an array."""
    return np.frombuffer(vectors, np.int8).reshape(count, -1).astype(np.float32)


def save(net: Net, path: Path) -> None:
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


def load(path: Path) -> Net:
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


PATH = Path(__file__).parents[3] / "data" / "computer.npz"


@cache
def weights() -> Net:
    """Load this program's net. Raises BadWeights if its file is damaged."""
    return load(PATH)
