"""What the pages for people and hosts name exists, and what exists is named."""

import fnmatch
import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from bot import VERSION
from bot.hosting import EXIT_SETTINGS
from bot.settings import Settings
from tests.docs.guides import ROOT, ROW, commands

# --- What the pages for people name exists, and what exists is named ------------------------------

PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("**/*.md"))]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PATHS = {"data", "healthz", "opt", "proc", "var"}
"""What paths of a machine or a server begin with on these pages."""
every_page = pytest.mark.parametrize(
    "page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix()
)


def without_blocks(page: Path) -> str:
    """A page without its blocks of code, in which recipes name what does not exist."""
    text = page.read_text(encoding="utf-8")
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


@every_page
def test_commands_in_running_text_exist(page: Path) -> None:
    known = commands().keys() | {"tzolkin"} | PATHS
    text = ROW.sub("", without_blocks(page))  # the tables have their own test, in test_guides
    named = re.findall(r"`/([a-z]+(?: [a-z]+)?)", text)
    assert {name for name in named if name not in known} == set()


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?://)([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@every_page
def test_files_named_exist(page: Path) -> None:
    text = re.sub(r"^New file `[^`]+`", "", without_blocks(page), flags=re.MULTILINE)
    named = re.findall(
        r"(?<![\w/.])((?:bot|cogs|rendering|data|tests|scripts|requirements|docs)/[\w./-]*\w)", text
    )
    made = "data/locales/fr/"  # by the recipe of a language
    absent = [name for name in named if not (ROOT / name).exists()]
    assert [name for name in absent if not name.startswith(made)] == []


def test_the_example_of_settings_is_whole() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    given = dict(line.lstrip("#").split("=", 1) for line in lines if re.match(r"#?[A-Z_]+=", line))
    wanted = {
        field.validation_alias or f"TZOLKIN_{name.upper()}": field.default
        for name, field in Settings.model_fields.items()
    }
    shown = {"None": "", "True": "true", "False": "false"}
    assert given == {name: shown.get(str(value), str(value)) for name, value in wanted.items()}


@pytest.mark.parametrize("locked", ["run", "preview"])
def test_the_licence_of_every_library_is_listed(locked: str) -> None:
    listed = set(
        re.findall(
            r"^\| ([a-z0-9-]+) \|", (ROOT / "docs/licences.md").read_text("utf-8"), re.MULTILINE
        )
    )
    needed = re.findall(
        r"^([a-z0-9-]+)", (ROOT / f"requirements/{locked}.txt").read_text("utf-8"), re.MULTILINE
    )
    assert set(needed) - listed == set()


def test_the_changelog_knows_the_version() -> None:
    assert f"## [{VERSION}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_two_commands_are_there_and_run() -> None:
    block = re.search(r"```sh\n(.*?)```", README, re.DOTALL)
    assert block is not None
    scripts = [line.split()[0] for line in block[1].splitlines()]
    assert scripts == ["scripts/preview", "scripts/test"]
    for script in scripts:
        assert (ROOT / script).stat().st_mode & 0o111


# --- What directories of bots ask for is there, and short enough ----------------------------------

LISTING = (ROOT / "docs" / "listing.md").read_text("utf-8")


def test_the_texts_are_short_enough() -> None:
    short, long = re.findall(r"^> (.+)$", LISTING, re.MULTILINE)
    assert 100 < len(short) <= 200
    assert 300 < len(long) <= 400
    assert all("Unofficial" in text for text in (short, long))


def test_five_tags() -> None:
    assert len(re.findall(r"`([a-z -]+)`", LISTING.partition("## Tags")[2])) == 5


def test_terms_and_privacy_are_linked() -> None:
    for page in ("README.md", "docs/listing.md"):
        said = (ROOT / page).read_text("utf-8")
        assert "terms.md" in said and "privacy.md" in said
    terms = (ROOT / "docs" / "terms.md").read_text("utf-8")
    assert "unofficial" in terms and "privacy.md" in terms


def test_a_service_is_installed_and_updated_in_one_way() -> None:
    """It runs what `git pull` brings, and nothing that was installed from it before."""
    said = (ROOT / "docs" / "hosting" / "service.md").read_text("utf-8")
    unit = (ROOT / "docs" / "hosting" / "tzolkin.service").read_text("utf-8")
    assert "pip install" not in said and ".venv/bin/tzolkin" not in said + unit
    assert "/opt/tzolkin/scripts/tzolkin run" in unit
    assert (ROOT / "scripts" / "tzolkin").stat().st_mode & 0o111


def test_when_the_long_tests_run_is_as_the_pages_say() -> None:
    """Each night and before a release in the hosted workflow; `.ci/run` leaves them out unless they
    are asked for, and fails where a text waits for its translation."""
    run = (ROOT / ".ci" / "run").read_text("utf-8")
    done = [line for line in run.splitlines() if not line.startswith("#")]
    assert 'scripts/test "$@" || failed=$?' in done
    assert ".venv/bin/python -m bot texts --check || failed=$?" in done
    assert done[-1] == 'exit "$failed"' and "--long" not in "".join(done)
    workflow = (ROOT / ".github" / "workflows" / "checks.yaml").read_text("utf-8")
    assert re.search(r'^  schedule:\n    - cron: "\d+ \d+ \* \* \*"$', workflow, re.M), "each night"
    assert re.search(r"^  workflow_dispatch:$", workflow, re.M), "by hand"
    asked = re.search(r"fromJSON\('(.*)'\), github\.event_name\)\) && '--long' \|\| ''", workflow)
    assert asked and json.loads(asked[1]) == ["schedule", "workflow_dispatch"]
    assert "- run: .ci/run $LONG" in workflow
    release = (ROOT / ".github" / "workflows" / "release.yaml").read_text("utf-8")
    assert "uses: ./.github/workflows/checks.yaml\n    with:\n      long: true\n" in release
    for page in ("docs/contributing.md", "docs/inside/tests.md"):
        said = " ".join((ROOT / page).read_text("utf-8").split())
        assert re.search(r"long tests.*each night.*before a release", said), page


# --- The page of faults names tests that there are, and each row at least one ---------------------

ROWS = [
    line
    for line in (ROOT / "docs/faults.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| fault |", "| --- |"))
]
TEST = re.compile(r"`(tests/[a-z_/]+\.py)::(test_\w+)`")


@cache
def names_in(file: str) -> set[str]:
    """The names of the tests in a file."""
    said = (ROOT / file).read_text("utf-8")
    return set(re.findall(r"^(?:async )?def (\w+)\(", said, re.MULTILINE))


def test_there_are_rows() -> None:
    assert len(ROWS) > 20


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip()[:50])
def test_each_row_names_tests_that_there_are(row: str) -> None:
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert len(cells) == 5 and all(cells)
    named = TEST.findall(cells[-1])
    assert named and len(named) == cells[-1].count("`") // 2
    for file, name in named:
        assert name in names_in(file), f"{file} has no {name}"


# --- The files for hosts: the image, Compose and the unit of systemd go with the program ----------

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


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yaml"))
BOUND = re.compile(
    r"uses: (?:\./\.github/workflows/\w+\.yaml|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)"
)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_is_bound_and_may_only_read(workflow: Path) -> None:
    """To commits of actions, which nobody can move as they can a tag; more rights are a job's own,
    and the token does not stay in the checkout."""
    said = workflow.read_text("utf-8")
    used = [line.strip(" -") for line in said.splitlines() if "uses:" in line]
    assert used and [line for line in used if not BOUND.fullmatch(line)] == []
    assert "\npermissions:\n  contents: read\njobs:\n" in said
    assert said.count("persist-credentials: false") == said.count("actions/checkout@")
    assert "://" not in said, "a host is named"


def test_an_action_is_bound_to_one_commit_everywhere() -> None:
    used = re.findall(
        r"uses: ([\w-]+/[\w-]+)\S*@(\w+ # \S+)",
        "".join(one.read_text("utf-8") for one in WORKFLOWS),
    )
    assert len({action for action, _ in used}) > 5
    assert len({*used}) == len({action for action, _ in used})


def test_a_release_is_checked_before_anything_is_published() -> None:
    release = (ROOT / ".github" / "workflows" / "release.yaml").read_text("utf-8")
    jobs = dict(re.findall(r"^  (\w+):\n    needs: (\w+)$", release, re.MULTILINE))
    assert jobs == {"wheel": "checks", "image": "wheel", "publish": "wheel", "page": "publish"}
    parts = dict(re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", release, re.MULTILINE))
    approved = {name for name, part in parts.items() if "    environment: release\n" in part}
    assert approved == {"image", "publish"}, "somebody says that it may be published"
    assert "platforms: linux/amd64,linux/arm64" in release and "file: Containerfile" in release
    assert "registry: ${{ vars.IMAGE_REGISTRY }}" in release
    said = (ROOT / "docs" / "releasing.md").read_text("utf-8")
    for name in re.findall(r"(?:vars|secrets)\.(\w+)", release):
        assert f"`{name}`" in said, name


def test_compose_takes_a_published_image_if_it_is_named() -> None:
    named = re.findall(r"image: \$\{(\w+):-tzolkin-bot\}", COMPOSE)
    assert named == ["BOT_IMAGE"]
    said = (ROOT / "docs" / "hosting" / "container.md").read_text("utf-8")
    assert "`BOT_IMAGE=" in said


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
