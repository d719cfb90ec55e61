"""The files for hosts: the image, Compose and the unit of systemd go with the program."""

import fnmatch
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.hosting.findings import EXIT_SETTINGS
from bot.settings import Settings
from tests.docs.guides import ROOT

CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8") + (ROOT / "compose.postgres.yaml").read_text(
    "utf-8"
)
UNIT = ROOT / "docs" / "hosting" / "tzolkin.service"
SECRET_OR_IDLE = (
    ".env", ".env.example", "tzolkin.sqlite3", "backups/tzolkin-20261124T104839Z.sqlite3",
    ".git/HEAD", ".venv/bin/python", "tests/conftest.py", "training/log.txt", "docs/board.png",
    "data/.env", "bot/games.sqlite3-wal", "bot/__pycache__/x.pyc",
)  # fmt: skip
NEEDED = (
    "bot/__main__.py", "cogs/looking/finished.py", "rendering/layout.py", "data/computer.npz",
    "data/locales/de/LC_MESSAGES/tzolkin.po", "requirements/run.txt", "scripts/install",
)  # fmt: skip
MOST_EXPOSED = 20
"""In tenths, as systemd rates it."""


def in_the_image(path: str) -> bool:
    """Whether a file goes into the image: the last line of .dockerignore that matches counts."""
    inside = True
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            pattern = line.removeprefix("!")
            if any(_matches(part, pattern) for part in (path, *map(str, Path(path).parents))):
                inside = line.startswith("!")
    return inside


def _matches(path: str, pattern: str) -> bool:
    if path == ".":
        return False
    anywhere = pattern.removeprefix("**/")
    if anywhere != pattern:
        return fnmatch.fnmatch(Path(path).name, anywhere)
    return fnmatch.fnmatch(path, pattern)


@pytest.mark.parametrize("path", SECRET_OR_IDLE)
def test_what_is_secret_or_idle_stays_out_of_the_image(path: str) -> None:
    assert not in_the_image(path)


@pytest.mark.parametrize("path", NEEDED)
def test_what_the_image_needs_goes_into_it(path: str) -> None:
    assert (ROOT / path).exists()
    assert in_the_image(path)


def test_everything_the_image_copies_is_there_and_goes_into_it() -> None:
    copied = re.findall(r"^COPY (?!--from)(\S+) ", CONTAINERFILE, re.MULTILINE)
    assert {"bot", "cogs", "rendering", "data", "requirements"} <= set(copied)
    assert [path for path in copied if not (ROOT / path).exists() or not in_the_image(path)] == []


def test_the_program_is_process_1_and_no_root() -> None:
    """A shell as process 1 would not pass signals on."""
    last = CONTAINERFILE.rsplit("FROM ", 1)[1]
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", last, re.MULTILINE)
    assert re.search(r'^ENTRYPOINT \["python", "-m", "bot"\]\nCMD \["run"\]$', last, re.MULTILINE)


@pytest.mark.parametrize("text", [CONTAINERFILE, COMPOSE], ids=["image", "Compose"])
def test_settings_that_are_named_exist(text: str) -> None:
    named = set(re.findall(r"TZOLKIN_[A-Z_]+", text))
    assert "TZOLKIN_DATABASE_URL" in named
    assert named <= {f"TZOLKIN_{name.upper()}" for name in Settings.model_fields}


def test_the_locked_lists_for_hosts_are_lean() -> None:
    def packages(name: str) -> set[str]:
        text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
        return set(re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE))

    optional = {"noto-cjk-sans-jp-bold", "asyncpg", "sentry-sdk"}
    assert not packages("run") & {*optional, "pytest", "simcord", "hatchling", "mypy", "av"}
    assert packages("all") >= packages("run") | optional


def test_the_unit_stays_down_with_a_wrong_setting() -> None:
    assert f"RestartPreventExitStatus={EXIT_SETTINGS}\n" in UNIT.read_text("utf-8")


def test_the_unit_takes_away_what_the_bot_does_not_need(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed here")
    allowed = ["systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSED}"]
    done = subprocess.run(
        [*allowed, "--no-pager", str(UNIT)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Unknown" not in done.stderr, done.stderr
