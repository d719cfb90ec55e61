"""Shards: Discord tells of each server by one of several connections, and a process may have some
of them. It plays the games of the servers that come by its own, and of no others."""

import re
from dataclasses import dataclass

_WRITTEN = re.compile(r"(?P<first>\d{1,5})(-(?P<last>\d{1,5}))?/(?P<count>\d{1,5})")
SHIFT = 22
"""An id of Discord, shifted by so many bits, is the moment it was made; shards go by that."""


@dataclass(frozen=True)
class Shards:
    """Those of `first` to `last`, of so many that there are."""

    first: int = 0
    last: int = 0
    count: int = 1

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"

    @property
    def ids(self) -> range:
        """Their numbers."""
        return range(self.first, self.last + 1)

    @property
    def are_all(self) -> bool:
        """Whether there are no others."""
        return len(self.ids) == self.count

    def have(self, guild_id: int | None) -> bool:
        """Whether Discord tells of a server by one of these; what belongs to no server comes by
        shard 0."""
        return ((guild_id or 0) >> SHIFT) % self.count in self.ids


ALL = Shards()
"""One process has them all."""


def parsed(written: str) -> Shards:
    """The shards that are written as in `0-3/16`: 0 to 3 of 16. Raises ValueError with a reason."""
    found = _WRITTEN.fullmatch(written.strip())
    if found is None:
        raise ValueError("it must be like 0-3/16: the first and the last shard, of how many")
    first, count = int(found["first"]), int(found["count"])
    last = first if found["last"] is None else int(found["last"])
    if not first <= last < count:
        raise ValueError("shards are counted from 0, so 0-3/16 are the first four of 16")
    return Shards(first, last, count)
