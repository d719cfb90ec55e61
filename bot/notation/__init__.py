"""Games and positions written down. Read back are the record of a finished game (JSON) and a
position in one line; written only are a whole game as text, a game told in words, and plays for BG
Stats.

docs/notation.md describes the forms. Nothing here knows Discord, the database or pictures.
"""

from bot.notation.games import WrittenGame, read_file, write_text, written_down
from bot.notation.position_line import NotationError, read_position, write_position

__all__ = [
    "NotationError",
    "WrittenGame",
    "read_file",
    "read_position",
    "write_position",
    "write_text",
    "written_down",
]
