"""Why a text is no game or position: one English sentence, for whoever wrote it."""

_LONGEST = 60
"""Characters of what was written that are repeated in a sentence."""


class NotationError(ValueError):
    """A text that cannot be read, or a game that cannot be written down. `line` is the number of
    the line that is wrong, from 1; None where it is no single one."""

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence if line is None else f"Line {line}: {sentence}")
        self.sentence = sentence
        self.line = line


def shortened(words: str) -> str:
    """What was written, to be repeated in a sentence: cut, and in letters that can be printed."""
    shown = "".join(sign if sign.isprintable() else "�" for sign in words[: _LONGEST + 1])
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
