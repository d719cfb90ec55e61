"""What the people who manage a server set for all its games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from bot.tables.table import Theme


@dataclass(frozen=True)
class ServerSettings:
    """The settings of one server."""

    animation: bool = False
    """Whether a new round brings the board with its wheels turning, instead of a still picture."""
    theme: Theme | None = None
    """The colours of new games; None leaves them to whoever runs the bot."""


def settings_of(stored: Mapping[str, object]) -> ServerSettings:
    """The settings as they are stored. What this version does not know is as if it was not set."""
    return ServerSettings(
        animation=stored.get("animation") is True,
        theme=next((theme for theme in get_args(Theme) if theme == stored.get("theme")), None),
    )


def stored_settings(chosen: ServerSettings) -> dict[str, object]:
    """The settings as changes to be stored: None takes a value away."""
    return {"animation": chosen.animation or None, "theme": chosen.theme}
