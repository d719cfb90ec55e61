"""What stands in place of the name of people who had their data deleted."""

from bot.text.translation import N_, Translations

FORMER_NAME = N_("Former player")
"""Stored in place of the name; in English, whoever reads it."""


def shown_name(t: Translations, name: str) -> str:
    """A stored name as the reader shall see it."""
    return t.gettext(FORMER_NAME) if name == FORMER_NAME else name
