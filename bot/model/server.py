"""A server: what the people who manage it have set for its games, and what its moderators did."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, get_args

from pydantic import Strict

Theme = Literal["dark", "light"]
"""The colours of pictures."""
THEMES: tuple[Theme, ...] = get_args(Theme)
Language = Literal["en", "es", "pt-BR", "it", "de"]
"""The languages a server or a table may choose, in the words of Discord."""
LANGUAGES: tuple[Language, ...] = get_args(Language)
LANGUAGE_NAMES: Mapping[Language, str] = {
    "en": "English",
    "es": "Español",
    "pt-BR": "Português (Brasil)",
    "it": "Italiano",
    "de": "Deutsch",
}
"""Not translated: whoever looks for a language knows its own name."""

HintStrength = Literal["off", "easy", "medium", "hard"]
"""The level of the computers that give hints; "off" for no hints."""
HINT_STRENGTHS: tuple[HintStrength, ...] = get_args(HintStrength)

NEEDED_PERMISSIONS = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files")
"""All the bot needs in a channel, and all the invitation asks for, in Discord's words."""


@dataclass(frozen=True)
class ServerSettings:
    """The settings of one server."""

    animation: Annotated[bool, Strict()] = False
    """Whether a new round brings the board with its wheels turning, instead of a still picture."""
    reminders: Annotated[bool, Strict()] = True
    """Whether people are reminded once after a day in new games without a clock, unless they chose
    otherwise."""
    theme: Theme | None = None
    """The colours of new games; None leaves them to whoever runs the bot."""
    language: Language | None = None
    """What everybody at the server is spoken to in; None for the language Discord says."""
    hints: HintStrength = "medium"
    """How far the computers look that give hints. A table may play without them all the same."""
    moderator_roles: tuple[Annotated[int, Strict()], ...] = ()
    """The roles whose people are moderators; while there is none, those who may manage the
    server are."""
    moderators_channel: Annotated[int, Strict()] | None = None
    """Where moderators are called; None for the channel of the league or of the table."""
    ratings: Annotated[bool, Strict()] = False
    """Whether people have ratings from their games here outside leagues."""
    second_moderator: Annotated[bool, Strict()] = False
    """Whether what changes a result waits until a second moderator confirms it."""


EntryStatus = Literal["pending", "done", "refused"]
"""`pending` until a second moderator makes it `done` or `refused`."""


@dataclass(frozen=True)
class Moderator:
    """A person who may moderate at a server. Who may is for the caller to know."""

    id: int
    guild_id: int
    named: bool = True
    """Whether the person is a moderator; a person who only manages the server decides as the last
    resort what no moderator may confirm."""
    manages: bool = False
    """Whether the person may manage the server."""
    others: frozenset[int] = frozenset()
    """Other people known to be moderators there; needed only where `manages` is used."""
    all_known: bool = True
    """Whether these are all: the bot cannot list the members of a role."""


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
    """What was chosen and what it changed, in plain JSON types: nothing hidden in a game."""
    own_table: bool
    """Whether the moderator played at the table."""
    status: EntryStatus = "done"
    settled_by: int | None = None
    """The second moderator, if one had to be asked."""
    settled_at: datetime | None = None
    season_id: int | None = None
    """The season, where it is about a league."""
