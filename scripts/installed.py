"""The package `tzolkin_bot` of an installed wheel: all of the program lies in its folder.

`bot`, `cogs`, `rendering` and `data` are names that other projects have, too. So a wheel has this
one package, with these four in its folder, and this file as its `__init__.py`; `tzolkin` calls
`main`, which puts the folder first on the path. Nothing else finds them there.
"""

import sys
from pathlib import Path


def main() -> int:
    """What the command `tzolkin` does; the exit code."""
    sys.path.insert(0, str(Path(__file__).parent))
    from bot.__main__ import main as run

    return run()
