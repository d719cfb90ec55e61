"""The titles given at a game's end: one for each seat, for what it did (`bot.engine.feats`).

A title fits a seat that reaches all the counts it needs. `data/titles.json` lists them, each with
the share of seats that it fits in games of computers (`python -m training.titles`): the rarer, the
more it tells.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot import FOLDER
from bot.engine.feats import Feats


@dataclass(frozen=True)
class Title:
    """A title and when it is given."""

    id: str
    needs: Mapping[str, int]
    """The least counts by feat. The first feat is the one that is told."""
    share: float
    """The share of seats that it fits, from 0 to 1."""

    def fits(self, done: Feats) -> bool:
        """Whether a seat has reached all of it."""
        return all(done.get(feat, 0) >= least for feat, least in self.needs.items())


@dataclass(frozen=True)
class Given:
    """A title that a seat was given."""

    title: str
    """The id."""
    n: int
    """The count that it was given for."""


TITLES: tuple[Title, ...] = tuple(
    Title(**one) for one in json.loads((FOLDER / "data" / "titles.json").read_text())
)


def titles_given(done: Sequence[Feats]) -> tuple[Given | None, ...]:
    """Give each seat the rarest title that fits it, and no title to two seats: a seat whose title
    is rarer chooses first. None for a seat that no title is left for."""
    fitting = sorted(
        (title.share, seat, number)
        for number, title in enumerate(TITLES)
        for seat, feats in enumerate(done)
        if title.fits(feats)
    )
    given: dict[int, Given] = {}
    taken: set[int] = set()
    for _, seat, number in fitting:
        if seat not in given and number not in taken:
            taken.add(number)
            title = TITLES[number]
            given[seat] = Given(title.id, done[seat][next(iter(title.needs))])
    return tuple(given.get(seat) for seat in range(len(done)))
