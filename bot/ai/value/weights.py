"""The weights that come with the program."""

from functools import cache
from pathlib import Path

from bot.ai.value.net import Net, load

PATH = Path(__file__).parents[3] / "data" / "computer.npz"


@cache
def weights() -> Net:
    """The net of this program. Raises BadWeights if its file is damaged."""
    return load(PATH)
