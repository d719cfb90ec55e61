"""Shards: the connections by which Discord tells of servers. A process holds some of them, and
plays only the games of the servers that belong to these."""

import re
from dataclasses import dataclass

_WRITTEN = re.compile(r"(?P<first>\d{1,5})(-(?P<last>\d{1,5}))?/(?P<count>\d{1,5})")
SHIFT = 22
"""The low bits of a Discord id below the moment it was made; the moment decides the shard."""


@dataclass(frozen=True)
class Shards:
    """The shards from `first` to `last` that this process holds, of `count` in all."""

    first: int = 0
    last: int = 0
    count: int = 1

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"

    @property
    def ids(self) -> range:
        """The numbers of these shards."""
        return range(self.first, self.last + 1)

    @property
    def are_all(self) -> bool:
        """Whether this process holds all shards."""
        return len(self.ids) == self.count

    def have(self, guild_id: int | None) -> bool:
        """Whether a server belongs to one of these shards. What belongs to no server comes by shard
        0."""
        return ((guild_id or 0) >> SHIFT) % self.count in self.ids


ALL = Shards()
"""The shards of a process that holds all."""


def parsed(written: str) -> Shards:
    """Read shards written as `0-3/16`: 0 to 3 of 16. Raises ValueError with a reason."""
    found = _WRITTEN.fullmatch(written.strip())
    if found is None:
        raise ValueError("it must be like 0-3/16: the first and the last shard, of how many")
    first, count = int(found["first"]), int(found["count"])
    last = first if found["last"] is None else int(found["last"])
    if not first <= last < count:
        raise ValueError("shards are counted from 0, so 0-3/16 are the first four of 16")
    return Shards(first, last, count)
