"""The error for a text that is no game or position: one English sentence, for whoever wrote it."""

_LONGEST = 60
"""The most characters of a text that are repeated in a sentence."""


class NotationError(ValueError):
    """A text that cannot be read, or a game that cannot be written down."""


def shortened(words: str) -> str:
    """Shorten a text to repeat it in a sentence, in printable letters."""
    shown = "".join(sign if sign.isprintable() else "�" for sign in words[: _LONGEST + 1])
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
