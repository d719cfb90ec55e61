"""An unofficial Discord bot for Tzolk'in: The Mayan Calendar."""

from pathlib import Path

VERSION = "0.1.0"
FOLDER = Path(__file__).parents[1]
"""Where `bot`, `cogs`, `rendering` and `data` lie."""
COMMAND = "tzolkin" if FOLDER.name == "tzolkin_bot" else "python -m bot"
"""How the program is called: in an installed wheel that is its folder (scripts/installed.py)."""
