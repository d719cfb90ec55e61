"""Python processes beside the bot, which run a function of ours."""

import sys

from bot import FOLDER


def program(module: str, function: str) -> tuple[str, ...]:
    """The command line of such a process. It finds our modules wherever it is started, also beside
    another program's `bot`, and where the environment keeps the working folder off the path."""
    path = f"import sys; sys.path.insert(0, {str(FOLDER)!r})"
    return (sys.executable, "-c", f"{path}; from {module} import {function}; {function}()")
