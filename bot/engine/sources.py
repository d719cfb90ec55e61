"""What points are given for: whatever gives points says so itself, where the rule stands.

A game that is played never asks; points_by_source does, when it plays a game again.
"""

from collections.abc import Callable
from typing import Any, Literal, TypeVar, get_args

Source = Literal[
    "temples",
    "chichen_itza",  # skulls put there
    "buildings",
    "monuments",
    "technologies",
    "prophecies",
    "goods",  # corn and resources at the end
    "skulls",  # those held at the end
    "hunger",  # workers that were not fed
    "earlier",  # what a game begun in the middle started with
]
SOURCES: tuple[Source, ...] = get_args(Source)
"""In the order in which they are told."""

Giver = TypeVar("Giver", bound=Any)
SOURCE_OF: dict[Any, Source] = {}
"""By what stands first in a step of the agenda: a function, or a Question whose answer gives."""


def gives_points(source: Source) -> Callable[[Giver], Giver]:
    """Say that all points this step changes are for `source`."""

    def register(giver: Giver) -> Giver:
        SOURCE_OF[giver] = source
        return giver

    return register
