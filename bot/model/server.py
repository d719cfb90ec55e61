"""What the people who manage a server set for all its games."""

from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from pydantic import Strict

Theme = Literal["dark", "light"]
"""The colours of pictures."""
THEMES: tuple[Theme, ...] = get_args(Theme)


@dataclass(frozen=True)
class ServerSettings:
    """The settings of one server."""

    animation: Annotated[bool, Strict()] = False
    """Whether a new round brings the board with its wheels turning, instead of a still picture."""
    theme: Theme | None = None
    """The colours of new games; None leaves them to whoever runs the bot."""
    moderator_roles: tuple[Annotated[int, Strict()], ...] = ()
    """The roles whose people are moderators; while there is none, those who may manage the
    server are."""
    second_moderator: Annotated[bool, Strict()] = False
    """Whether what changes a result waits until a second moderator confirms it."""
