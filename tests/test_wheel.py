"""A wheel that is built from the source speaks the languages of its catalogues, and runs beside
other projects whose packages are called as ours."""

import gettext
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from urllib.request import urlopen

import pytest
from babel.messages.pofile import write_po

from bot import VERSION
from bot.hosting.backups import address
from bot.settings import Settings
from bot.text.catalogue import ROOT, TEMPLATE, read_catalogue

BUILT_OF = ("bot", "cogs", "rendering", "data", "scripts")
FILES = ("pyproject.toml", "README.md", "LICENSE", ".gitignore")
INSIDE = "tzolkin_bot/"
LANGUAGE = "data/locales/sv/LC_MESSAGES"
"""One the bot does not have."""
OF_OTHERS = ("bot", "cogs", "rendering", "data")
"""Packages that another project may have, too."""
BACKUP_BESIDE = """
import asyncio, datetime, pathlib, sys
import tzolkin_bot
sys.path.insert(0, str(pathlib.Path(tzolkin_bot.__file__).parent))
from bot.hosting.scheduled import back_up_beside
from bot.process.beside import Beside
from bot.tables.thinking import PROGRAM
async def work():
    made = await back_up_beside(sys.argv[1], pathlib.Path("copies"), kept=1)
    print(made.file)
    worker = await Beside.begin(PROGRAM)
    worker._process.stdin.close()
    await worker.wait()
    print(worker._process.returncode)
asyncio.run(work())
"""
BUILT_ALONE = """
import sys
for name in ("pydantic", "sqlalchemy", "discord", "PIL"):
    sys.modules[name] = None
from hatchling.build import build_wheel
build_wheel(sys.argv[1])
"""
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a wheel is built of, with one language more."""
    pytest.importorskip("hatchling", reason="the packages of requirements/dev.txt")
    source = tmp_path_factory.mktemp("source")
    left_out = shutil.ignore_patterns("__pycache__", "*.mo")
    for folder in BUILT_OF:
        shutil.copytree(ROOT / folder, source / folder, ignore=left_out)
    for name in FILES:
        shutil.copy(ROOT / name, source / name)
    catalogue = read_catalogue(TEMPLATE)
    catalogue.locale = "sv"
    catalogue.get("Confirm").string = "Bekräfta"
    (source / LANGUAGE).mkdir(parents=True)
    with (source / LANGUAGE / "tzolkin.po").open("wb") as file:
        write_po(file, catalogue)
    return source


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built as pip does: where the libraries of the bot are not installed."""
    built = tmp_path_factory.mktemp("built")
    subprocess.run(
        [sys.executable, "-c", BUILT_ALONE, str(built)], cwd=source, check=True,
        capture_output=True, env={**os.environ, "PYTHONSAFEPATH": "1"},
    )  # fmt: skip
    [wheel] = built.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def commands(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the commands of an environment in which the wheel is installed, beside
    another project's packages."""
    made = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", made], check=True)
    python = made / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index",
         "--no-deps", wheel],
        check=True,
    )  # fmt: skip
    [packages] = made.glob("lib/python*/site-packages")
    assert sorted(one.name for one in packages.iterdir() if one.suffix != ".dist-info") == [
        "tzolkin_bot"
    ]
    put_others(packages)
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    return python.parent


@pytest.fixture
def run(commands: Path, tmp_path: Path) -> Run:
    """Starts a command of that environment in a folder with another project's packages."""
    here = tmp_path / "another project"
    here.mkdir()
    put_others(here)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TZOLKIN_")}
    url = address(here / "games.sqlite3")

    def started(command: str, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [commands / command, *words], cwd=here, capture_output=True, text=True, check=False,
            env={**kept, "TZOLKIN_DATABASE_URL": url, **more},
        )  # fmt: skip

    return started


def put_others(folder: Path) -> None:
    """Put another project's packages into a folder; who imports them gets nothing done."""
    for name in OF_OTHERS:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text("raise SystemExit('this is not ours')\n")


def test_a_wheel_has_the_languages(source: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        compiled = gettext.GNUTranslations(BytesIO(packed.read(f"{INSIDE}{LANGUAGE}/tzolkin.mo")))
    assert compiled.gettext("Confirm") == "Bekräfta"
    languages = [one.name for one in (source / "data/locales").iterdir() if one.is_dir()]
    wanted = {f"{INSIDE}data/locales/{one}/LC_MESSAGES/tzolkin.mo" for one in languages}
    assert wanted <= set(names)


def test_a_wheel_has_every_file_of_the_program(source: Path, wheel: Path) -> None:
    """Migrations, tables of the game, fonts, templates: whatever the checkout has."""
    with zipfile.ZipFile(wheel) as packed:
        names = {*packed.namelist()}
    files = [one for name in OF_OTHERS for one in (source / name).rglob("*") if one.is_file()]
    wanted = {f"{INSIDE}{one.relative_to(source).as_posix()}" for one in files}
    assert {one.suffix for one in files} >= {".py", ".json", ".ttf", ".mo", ".npz", ".html"}
    assert wanted - names == set()


def test_a_wheel_has_one_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        tops = {name.split("/")[0] for name in packed.namelist()}
        inside = {name.split("/")[1] for name in packed.namelist() if name.startswith(INSIDE)}
    assert tops == {"tzolkin_bot", f"tzolkin_bot-{VERSION}.dist-info"}
    assert inside == {"__init__.py", *OF_OTHERS}


@pytest.mark.parametrize(
    "more",
    [
        {"PYTHONSAFEPATH": "1", "PYTHONPATH": "."},
        *(
            pytest.param(one, marks=pytest.mark.long)
            for one in ({}, {"PYTHONSAFEPATH": "1"}, {"PYTHONPATH": "."})
        ),
    ],
    ids=str,
)
def test_it_runs_beside_packages_of_the_same_names(run: Run, more: dict[str, str]) -> None:
    told = run("tzolkin", "--version", **more)
    assert (told.returncode, told.stdout) == (0, f"tzolkin-bot {VERSION}\n"), told.stderr
    settings = run("tzolkin", "settings", **more)
    assert settings.stdout.count("\n    ") == len(Settings.model_fields), settings.stderr
    migrated = run("tzolkin", "migrate", **more)
    assert (migrated.returncode, migrated.stdout, migrated.stderr) == (0, "", "")


def test_verbs_find_their_files_and_say_the_command(
    run: Run, newest_form: Path, tmp_path: Path
) -> None:
    shutil.copy(newest_form, tmp_path / "another project" / "games.sqlite3")
    looked = run("tzolkin", "doctor", DISCORD_TOKEN="")
    assert "the typeface of the pictures is there" in looked.stdout, looked.stderr
    assert "all languages are compiled" in looked.stdout
    assert "make one with tzolkin backup" in looked.stdout
    made = run("tzolkin", "backup", "copies")
    assert (made.returncode, made.stderr) == (0, "")
    assert len(list((tmp_path / "another project" / "copies").glob("*.sqlite3"))) == 1


def test_it_is_found_by_the_name_of_the_package(run: Run) -> None:
    """As `uvx tzolkin-bot` and `pipx run tzolkin-bot` look for it."""
    assert run("tzolkin-bot", "--version").stdout == f"tzolkin-bot {VERSION}\n"


@pytest.mark.long
def test_it_installs_from_a_folder_of_wheels_alone(wheel: Path, tmp_path: Path) -> None:
    """Without an index and without the checkout, as pipx and uvx do; then it helps, checks, and
    plays on the local page."""
    alone = {name: value for name, value in os.environ.items() if name[:4] not in ("PIP_", "TZOL")}
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    fetched = subprocess.run(
        [*pip, "download", "--only-binary", ":all:", "--dest", tmp_path, f"{wheel}[preview]"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if fetched.returncode:
        pytest.skip(f"packages cannot be fetched: {fetched.stderr.strip().splitlines()[-1]}")
    made = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", made], check=True)
    subprocess.run(
        [*pip, "--isolated", "--python", made / "bin" / "python", "install", "--no-index",
         "--find-links", tmp_path, "tzolkin-bot[preview]"],
        check=True, env={**alone, "PIP_CONFIG_FILE": os.devnull},
    )  # fmt: skip
    command = made / "bin" / "tzolkin"
    for word, code, words in (
        ("--help", 0, "preview"),
        ("doctor", 2, "all languages are compiled"),
    ):
        said = subprocess.run(
            [command, word], cwd=tmp_path, capture_output=True, text=True, check=False,
            env={**alone, "DISCORD_TOKEN": ""},
        )  # fmt: skip
        assert said.returncode == code and words in said.stdout, said.stderr
    with subprocess.Popen(
        [command, "preview"], cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=alone
    ) as page:
        try:
            assert page.stdout is not None
            told = (line.strip() for line in page.stdout)
            found = next(line for line in told if line.startswith("http://127.0.0.1:"))
            with urlopen(found) as answer:
                assert answer.status == 200 and b"Tzolk" in answer.read()
        finally:
            page.terminate()
    assert page.returncode == 0


def test_texts_are_not_written_there(run: Run, commands: Path) -> None:
    """What is installed belongs to the installer."""
    [package] = commands.parent.glob("lib/python*/site-packages/tzolkin_bot")
    before = written(package)
    refused = run("tzolkin", "texts")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        f"Texts can only be written in a checkout of the project, which {package} is not; an "
        "installed bot has its languages compiled already.\n"
    )
    assert written(package) == before


def written(folder: Path) -> dict[Path, int]:
    """When each file was written, but those that Python writes when it runs a module."""
    files = [one for one in folder.rglob("*") if one.is_file() and one.suffix != ".pyc"]
    return {one: one.stat().st_mtime_ns for one in files}


@pytest.mark.parametrize(
    "more",
    [
        {"PYTHONSAFEPATH": "1", "PYTHONPATH": "{here}"},
        pytest.param({"PYTHONSAFEPATH": "1"}, marks=pytest.mark.long),
        pytest.param({"PYTHONPATH": "."}, marks=pytest.mark.long),
    ],
    ids=str,
)
def test_its_processes_find_it(
    run: Run, newest_form: Path, tmp_path: Path, more: dict[str, str]
) -> None:
    """Those for backups and for computers' thoughts."""
    here = tmp_path / "another project"
    shutil.copy(newest_form, here / "games.sqlite3")
    surroundings = {name: value.format(here=here) for name, value in more.items()}
    done = run("python", "-c", BACKUP_BESIDE, address(here / "games.sqlite3"), **surroundings)
    assert done.returncode == 0, done.stderr
    file, thinking = done.stdout.splitlines()
    assert Path(file).parent == here / "copies"
    assert thinking == "0", done.stderr
