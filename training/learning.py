"""Learning: fits a net to the samples of games, by Adam."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bot.ai import features
from bot.ai.value import HIDDEN, POINTS, Array, Net
from training.games import Sample

BATCH = 512
RAMP = 0.1
"""The share of a fit in which the learning rate rises. The first steps know little of how the
slopes vary, and would undo what was learned before."""
LAST_RATE = 0.02
"""The share of the learning rate that is left at the end of a fit. It evens out the chance effects
of the last samples."""
DECAY = 1.0
"""The share that a weight loses in each step, as a multiple of the learning rate."""
MOMENTS = (0.9, 0.999)
TINY = 1e-8


@dataclass(frozen=True, eq=False, slots=True)
class Samples:
    """Samples as arrays: a row for each vector, in signed bytes, and the points to come."""

    vectors: NDArray[np.int8]
    to_come: Array

    @classmethod
    def of(cls, samples: Sequence[Sample]) -> "Samples":
        """The samples of some games."""
        joined = b"".join(sample.vector for sample in samples)
        vectors = np.frombuffer(joined, np.int8).reshape(-1, len(features.NAMES))
        return cls(vectors, np.array([sample.to_come for sample in samples], np.float32))

    @classmethod
    def joined(cls, parts: Sequence["Samples"]) -> "Samples":
        """All samples of these parts."""
        return cls(
            np.concatenate([part.vectors for part in parts]),
            np.concatenate([part.to_come for part in parts]),
        )


def scales_of(samples: Samples) -> Array:
    """The factor of each feature while learning, which keeps it between -1 and 1: 1 divided by its
    largest absolute value in the samples."""
    usual = np.abs(samples.vectors.astype(np.float32)).max(axis=0)
    found: Array = (1 / np.maximum(usual, 1)).astype(np.float32)
    return found


def new_net(scales: Array, seed: int, hidden: Sequence[int] = HIDDEN) -> Net:
    """A net with random weights, except in the last layer: it expects no points besides the certain
    ones."""
    chance = np.random.default_rng(seed)
    sizes = (len(features.NAMES), *hidden, 1)
    layers: list[tuple[Array, Array]] = []
    for above, below in pairwise(sizes):
        spread = 0.0 if below == 1 else (2 / min(above, 100)) ** 0.5
        matrix = (chance.normal(0, 1, (above, below)) * spread).astype(np.float32)
        if not layers:
            matrix *= scales[:, None]
        layers.append((matrix, np.zeros(below, np.float32)))
    return Net(tuple(layers))


def widened(net: Net, scales: Array, width: int, seed: int) -> Net:
    """The net, of three layers, with `width` numbers in the first one. It gives the same values:
    the new numbers are random functions of the features, but have no weight yet."""
    (first, first_row), (second, second_row), last = net.layers
    more = width - first.shape[1]
    if more <= 0:
        return net
    (fresh, fresh_row), *_ = new_net(scales, seed, (more, second.shape[1])).layers
    unused = np.zeros((more, second.shape[1]), np.float32)
    layers = (
        (np.concatenate([first, fresh], axis=1), np.concatenate([first_row, fresh_row])),
        (np.concatenate([second, unused]), second_row),
        last,
    )
    return Net(layers, net.generation)


def error_of(net: Net, samples: Samples) -> float:
    """The error of a net in points: the root of the mean square."""
    off = net.points_of(samples.vectors.astype(np.float32)) - samples.to_come
    return float(np.sqrt(np.mean(off * off)))


def fit(
    net: Net, samples: Samples, scales: Array, epochs: int, rate: float, seed: str
) -> tuple[Net, float]:
    """The net after so many epochs, and its error in the last one, in points. `rate` is the highest
    learning rate. The same arguments give the same net."""
    chance = np.random.default_rng([ord(letter) for letter in seed])
    weights = [part.copy() for layer in net.layers for part in layer]
    weights[0] /= scales[:, None]
    first = [np.zeros_like(part) for part in weights]
    second = [np.zeros_like(part) for part in weights]
    count, step, error = len(samples.to_come), 0, 0.0
    steps = epochs * -(-count // BATCH)
    for _ in range(epochs):
        order, error = chance.permutation(count), 0.0
        for start in range(0, count, BATCH):
            chosen = order[start : start + BATCH]
            inputs = samples.vectors[chosen].astype(np.float32) * scales
            slopes, off = _slopes(weights, inputs, samples.to_come[chosen] / np.float32(POINTS))
            error += off
            step += 1
            present = rate * min(step / steps / RAMP, 1 - step / steps * (1 - LAST_RATE))
            for place, slope in enumerate(slopes):
                first[place] += np.float32(1 - MOMENTS[0]) * (slope - first[place])
                second[place] += np.float32(1 - MOMENTS[1]) * (slope * slope - second[place])
                likely = first[place] / np.float32(1 - MOMENTS[0] ** step)
                spread = np.sqrt(second[place] / np.float32(1 - MOMENTS[1] ** step))
                change = likely / (spread + np.float32(TINY))
                if weights[place].ndim == 2:
                    change += np.float32(DECAY) * weights[place]
                weights[place] -= np.float32(present) * change
    weights[0] *= scales[:, None]
    layers = tuple(zip(weights[::2], weights[1::2], strict=True))
    return Net(layers, net.generation), float(np.sqrt(error / max(1, count)) * POINTS)


def _slopes(weights: Sequence[Array], inputs: Array, wanted: Array) -> tuple[list[Array], float]:
    """The gradient of the squared error by each weight, and the sum of squared errors."""
    reached = [inputs]
    for place in range(0, len(weights), 2):
        sums = reached[-1] @ weights[place] + weights[place + 1]
        reached.append(np.maximum(sums, 0) if place + 2 < len(weights) else sums)
    off = reached[-1][:, 0] - wanted
    slope = (2 / len(wanted) * off)[:, None].astype(np.float32)
    slopes: list[Array] = []
    for place in range(len(weights) - 2, -1, -2):
        below = reached[place // 2]
        slopes = [below.T @ slope, slope.sum(axis=0), *slopes]
        if place:
            slope = (slope @ weights[place].T) * (below > 0)
    return slopes, float(off @ off)


def rounded(net: Net, generation: int) -> Net:
    """The net with its weights rounded to 16 bits, as computers use it."""
    layers = tuple(
        (matrix.astype(np.float16).astype(np.float32), row.astype(np.float16).astype(np.float32))
        for matrix, row in net.layers
    )
    return Net(layers, generation)
