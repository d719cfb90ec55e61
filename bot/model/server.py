"""A server: what can be set for its games, and what its moderators did. And shards, the connections
over which Discord tells of servers: a process holds some of them, and plays only the games of the
servers that belong to these."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

Theme = Literal["dark", "light"]
"""The colours of pictures."""
THEMES: tuple[Theme, ...] = get_args(Theme)
Language = Literal["en", "es", "pt-BR", "it", "de"]
"""The languages that a server or table can choose, by Discord's codes."""
LANGUAGES: tuple[Language, ...] = get_args(Language)
LANGUAGE_NAMES: Mapping[Language, str] = {
    "en": "English",
    "es": "Español",
    "pt-BR": "Português (Brasil)",
    "it": "Italiano",
    "de": "Deutsch",
}
"""They are not translated: whoever looks for a language knows its own name."""

HintStrength = Literal["off", "easy", "medium", "hard"]
"""The level of the computers that give hints; "off" for none."""
HINT_STRENGTHS: tuple[HintStrength, ...] = get_args(HintStrength)

NEEDED_PERMISSIONS = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files")
"""Everything the bot needs in a channel, and everything the invitation asks for, by Discord's
names."""


EntryStatus = Literal["pending", "done", "refused"]
"""`done`; in older versions acts were `pending` until a second moderator confirmed or `refused`
them."""


Rank = Literal["moderates", "helps"]
"""What a person may do in a league: everything moderators do there, or only what touches time."""


@dataclass(frozen=True)
class Moderator:
    """A person who may moderate on a server, or in some of its leagues. The caller has checked
    that."""

    id: int
    guild_id: int
    others: tuple[int, ...] = ()
    """Other moderators of the server, as far as Discord and the audit log have named them."""
    staff_of: Mapping[int, Rank] | None = None
    """The leagues of which they are staff, by id; None for who moderates the whole server."""

    def rank(self, league_id: int | None) -> Rank | None:
        """What they may do in a league, or, for None, outside leagues; None for nothing."""
        if self.staff_of is None:
            return "moderates"
        return None if league_id is None else self.staff_of.get(league_id)


@dataclass(frozen=True)
class AuditEntry:
    """An entry of the audit log, as it may be shown to moderators."""

    id: int
    """0 until it is written."""
    guild_id: int
    table_id: int | None
    at: datetime
    user_id: int
    """The moderator."""
    act: str
    """The stored name of the act."""
    reason: str
    details: Mapping[str, Any]
    """What was chosen and what it changed, in plain JSON types; nothing that is hidden in a
    game."""
    own_table: bool
    """Whether the moderator played at the table."""
    status: EntryStatus = "done"
    settled_by: int | None = None
    """The second moderator, if one was asked in an older version."""
    settled_at: datetime | None = None
    season_id: int | None = None
    """The season, if it is about a league."""


_WRITTEN = re.compile(r"(?P<first>\d{1,5})(-(?P<last>\d{1,5}))?/(?P<count>\d{1,5})")
SHIFT = 22
"""How many low bits of a Discord id are below the moment at which it was made; that moment decides
the shard."""


@dataclass(frozen=True)
class Shards:
    """The shards `first` to `last` out of `count`, which this process holds."""

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
        """Whether a server belongs to one of these shards. What belongs to no server (None) comes
        over shard 0."""
        return ((guild_id or 0) >> SHIFT) % self.count in self.ids


ALL = Shards()
"""The shards of a process that holds all."""


def parsed(written: str) -> Shards:
    """Read shards from text as `0-3/16`: 0 to 3 of 16. Raises ValueError with a reason."""
    found = _WRITTEN.fullmatch(written.strip())
    if found is None:
        raise ValueError("it must be like 0-3/16: the first and the last shard, of how many")
    first, count = int(found["first"]), int(found["count"])
    last = first if found["last"] is None else int(found["last"])
    if not first <= last < count:
        raise ValueError("shards are counted from 0, so 0-3/16 are the first four of 16")
    return Shards(first, last, count)
