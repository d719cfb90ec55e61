"""Reading a game from a file in any form: a record, text, JSON lines."""

import json

from bot.notation.errors import NotationError
from bot.notation.games import WrittenGame, must_not_be_too_long, read_lines, read_record
from bot.notation.text_form import read_text


def read_file(data: bytes) -> WrittenGame:
    """Read the game of a file with this content. Raises NotationError for any other content."""
    must_not_be_too_long(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotationError("This is not text in UTF-8.") from None
    return read_game(text)


def read_game(text: str) -> WrittenGame:
    """Read the game of a text in any form. Raises NotationError for any other text."""
    if not text.lstrip().startswith("{"):
        return read_text(text)
    first = text.lstrip().partition("\n")[0]
    header = _object(first)
    return read_record(text) if header is None or "events" in header else read_lines(text)


def _object(line: str) -> dict[str, object] | None:
    """Parse a line as a JSON object; None if the line alone is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
