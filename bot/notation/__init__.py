"""Games and positions written down and read back: the record of a finished game (JSON), a whole
game as text and as JSON lines, a position in one line, a game told in words, plays for BG Stats.

docs/notation.md describes the forms. Nothing here knows Discord, the database or pictures.
"""

from bot.notation.errors import NotationError
from bot.notation.games import WrittenGame, written_down
from bot.notation.position_line import read_position, write_position
from bot.notation.text_form import read_text, record_text, write_text

__all__ = [
    "NotationError",
    "WrittenGame",
    "read_position",
    "read_text",
    "record_text",
    "write_position",
    "write_text",
    "written_down",
]
