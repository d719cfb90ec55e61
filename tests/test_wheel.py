"""A wheel that is built from the source speaks the languages of its catalogues."""

import gettext
import os
import shutil
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import write_po

from bot.text.catalogue import ROOT, TEMPLATE, read_catalogue

BUILT_OF = ("bot", "cogs", "rendering", "data", "scripts")
FILES = ("pyproject.toml", "README.md", "LICENSE", ".gitignore")
LANGUAGE = "data/locales/sv/LC_MESSAGES"
"""One the bot does not have."""


def test_a_wheel_has_the_languages(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="the packages of requirements/dev.txt")
    source, built = tmp_path / "source", tmp_path / "built"
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
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)],
        cwd=source, check=True, capture_output=True, env={**os.environ, "PYTHONSAFEPATH": "1"},
    )  # fmt: skip
    [wheel] = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        compiled = gettext.GNUTranslations(BytesIO(packed.read(f"{LANGUAGE}/tzolkin.mo")))
    assert compiled.gettext("Confirm") == "Bekräfta"
    languages = [one.name for one in (source / "data/locales").iterdir() if one.is_dir()]
    assert {f"data/locales/{one}/LC_MESSAGES/tzolkin.mo" for one in languages} <= set(names)
    assert not any(one.startswith(("tests/", "training/")) for one in names)
