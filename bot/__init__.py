"""An unofficial Discord bot for Tzolk'in: The Mayan Calendar."""

from pathlib import Path

VERSION = "1.0.0"
FOLDER = Path(__file__).parents[1]
"""The folder that holds `bot`, `cogs`, `rendering` and `data`."""
COMMAND = "tzolkin" if FOLDER.name == "tzolkin_bot" else "python -m bot"
"""The command of the program: an installed wheel lies in `tzolkin_bot` (scripts/installed.py)."""
