"""What the pages for people name exists, and what exists is named."""

import re
from pathlib import Path

import pytest

from bot import VERSION
from bot.settings import Settings
from tests.docs.guides import ROOT, ROW, commands

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
