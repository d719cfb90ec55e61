"""The program as it is, but that for it Discord is at the port named first on the command line; the
rest of that are its own arguments. A line on stdout tells which process it is for itself: in a
namespace of its own 1."""

import os
import sys

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.__main__ import main
from cogs import client

PATIENCE = "STANDIN_PATIENCE"
"""The variable that says how long Discord may take to let the bot in, in seconds."""
HOST = "STANDIN_HOST"
"""The variable that names a host by which Discord is reached through TLS, if it is not reached at a
port of this machine."""
AHEAD = "STANDIN_AHEAD"
"""The variable that is set where the process for drawing starts with the bot and draws ahead, as in
the program; else it starts with the first picture, and takes nothing where nobody asks for one."""


def at_standin(port: str) -> None:
    """Discord is on this port of the machine."""
    host = os.environ.get(HOST)
    http, gateway = (f"https://{host}", f"wss://{host}") if host else (
        f"http://127.0.0.1:{port}", f"ws://127.0.0.1:{port}",
    )  # fmt: skip
    Route.BASE = f"{http}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{gateway}/gateway-socket")
    client.LOGIN_SECONDS = float(os.environ.get(PATIENCE, client.LOGIN_SECONDS))
    if AHEAD not in os.environ:
        client.TzolkinBot.warm_up = _no_warm_up  # type: ignore[method-assign]


async def _no_warm_up(_: client.TzolkinBot) -> None:
    """Start no process."""


if __name__ == "__main__":
    at_standin(sys.argv[1])
    print(f"process {os.getpid()}", flush=True)
    sys.exit(main(sys.argv[2:]))
