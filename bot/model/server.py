"""What the people who manage a server set for all its games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

Theme = Literal["dark", "light"]
"""The colours of pictures."""
THEMES: tuple[Theme, ...] = get_args(Theme)


@dataclass(frozen=True)
class ServerSettings:
    """The settings of one server."""

    animation: bool = False
    """Whether a new round brings the board with its wheels turning, instead of a still picture."""
    theme: Theme | None = None
    """The colours of new games; None leaves them to whoever runs the bot."""
    moderator_roles: tuple[int, ...] = ()
    """The roles whose people are moderators; while there is none, those who may manage the
    server are."""
    second_moderator: bool = False
    """Whether what changes a result waits until a second moderator confirms it."""


def settings_of(stored: Mapping[str, object]) -> ServerSettings:
    """The settings as they are stored. What this version does not know is as if it was not set."""
    return ServerSettings(
        animation=stored.get("animation") is True,
        theme=next((theme for theme in get_args(Theme) if theme == stored.get("theme")), None),
        moderator_roles=_roles(stored.get("moderator_roles")),
        second_moderator=stored.get("second_moderator") is True,
    )


def _roles(stored: object) -> tuple[int, ...]:
    if not isinstance(stored, list) or not all(type(role) is int for role in stored):
        return ()
    return tuple(stored)


def stored_settings(chosen: ServerSettings) -> dict[str, object]:
    """The settings as changes to be stored: None takes a value away."""
    return {
        "animation": chosen.animation or None,
        "theme": chosen.theme,
        "moderator_roles": list(chosen.moderator_roles) or None,
        "second_moderator": chosen.second_moderator or None,
    }
