"""The stamp of a turn in preparation: what a button must know to be refused when it is old.

A seat that is asked has confirmed a number of actions (`base`) and changed its turn in
preparation a number of times (`revision`). Both only grow until the game is set back, which
`rewinds` counts, and other seats do not touch them: a choice made in secret by somebody else
leaves one's own buttons good.
"""

import re
from typing import NamedTuple

_WRITTEN = re.compile(r"(?:(\d{1,9})w)?(\d{1,9})r(\d{1,9})", re.ASCII)


class Stamp(NamedTuple):
    """As written on a button: "12r3", or "1w12r3" in a game that was set back once."""

    rewinds: int
    base: int
    revision: int

    def __str__(self) -> str:
        before = f"{self.rewinds}w" if self.rewinds else ""
        return f"{before}{self.base}r{self.revision}"


def read_stamp(text: str) -> Stamp | None:
    """The stamp that is written there; None if none is."""
    written = _WRITTEN.fullmatch(text)
    return Stamp(int(written[1] or 0), int(written[2]), int(written[3])) if written else None
