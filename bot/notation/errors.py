"""The error for a text that is no game or position: one English sentence, for whoever wrote it."""

_LONGEST = 60
"""The most characters of a text that are repeated in a sentence."""


class NotationError(ValueError):
    """A text that cannot be read, or a game that cannot be written down. `line` is the number of
    the line that is wrong, from 1; None where it is no single one."""

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence if line is None else f"Line {line}: {sentence}")
        self.sentence = sentence
        self.line = line


def shortened(words: str) -> str:
    """Shorten a text to repeat it in a sentence, in printable letters."""
    shown = "".join(sign if sign.isprintable() else "�" for sign in words[: _LONGEST + 1])
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
