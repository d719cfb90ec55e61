"""People who had their data deleted: what stands in place of their name, and how they are told from
others."""

from bot.text.translation import N_, Translations

FORMER_NAME = N_("Former player")
"""Stored in place of the name; in English, whoever reads it."""


def is_former(user_id: int | None) -> bool:
    """Whether an id stands for somebody whose data was deleted: ids of Discord are positive."""
    return user_id is not None and user_id < 0


def shown_name(t: Translations, name: str) -> str:
    """A stored name as the reader shall see it."""
    return t.gettext(FORMER_NAME) if name == FORMER_NAME else name
