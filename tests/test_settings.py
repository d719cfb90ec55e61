"""Settings and the command line: one sentence and exit code 2 for what is missing or wrong."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import discord
import pytest
import structlog

from bot.__main__ import main
from bot.settings import Settings, SettingsError, load_settings
from cogs.client import TzolkinBot

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings but those a test makes, and no .env of the person who runs the tests."""
    for name in list(os.environ):
        if name.startswith("TZOLKIN_") or name == "DISCORD_TOKEN":
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """What `run` does to logging is undone."""
    handlers, level = logging.root.handlers, logging.root.level
    yield
    logging.root.handlers = handlers
    logging.root.setLevel(level)
    structlog.reset_defaults()


def test_without_any_setting_all_have_sensible_values() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database_url.startswith("sqlite+aiosqlite:///")


def test_every_setting_is_documented() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description and len(field.description) > 20, name


def test_settings_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings"]) == 0
    listed = capsys.readouterr().out
    assert "DISCORD_TOKEN" in listed and "TZOLKIN_DATABASE_URL" in listed


def test_a_file_is_read_and_the_environment_wins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=abc\nTZOLKIN_THEME=light\n")
    monkeypatch.setenv("TZOLKIN_THEME", "dark")
    settings = load_settings()
    assert settings.token() == "abc"
    assert settings.theme == "dark"


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("TZOLKIN_LOG_LEVEL", "loud", "it must be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ("TZOLKIN_DRAWING_PROCESSES", "many", "it must be a whole number"),
        ("TZOLKIN_DRAWING_PROCESSES", "0", "it must be 1 or more"),
        ("TZOLKIN_COMPUTER_PROCESSES", "9", "it must be 8 or less"),
        ("TZOLKIN_DATABASE_URL", "games.sqlite3", "it must begin with"),
        ("TZOLKIN_DATABASE_URL", "sqlite:///games.sqlite3", "it must begin with"),
        ("TZOLKIN_SYNC_GUILD", "my server", "it must be a whole number"),
        ("TZOLKIN_THEME", "pink", "it must be 'dark' or 'light'"),
        ("TZOLKIN_LOBBY_HOURS", "-1", "it must be more than 0"),
        ("TZOLKIN_EMOJIS", "perhaps", "it must be true or false"),
    ],
)
def test_a_wrong_setting_is_named_in_one_sentence_of_ours(
    name: str,
    value: str,
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(name, value)
    assert main(["run"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith(name)
    assert value.lower() in said.err.lower()
    assert f"cannot be used: {reason}" in said.err


def test_every_wrong_value_of_every_setting_has_a_reason_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody reads a library's words, such as "Input should be a valid integer"."""
    for name in ("TZOLKIN_" + field.upper() for field in Settings.model_fields):
        for value in ("-1", "0", "0.5", "x", "1e99", "9" * 30, "9" * 5000, "nan", "inf"):
            with monkeypatch.context() as only:
                only.setenv(name, value)
                try:
                    load_settings()
                except SettingsError as refused:
                    assert "nput" not in str(refused)


@pytest.mark.parametrize("token", [None, "", "   "])
def test_run_without_a_token(
    token: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if token is not None:
        monkeypatch.setenv("DISCORD_TOKEN", token)
    assert main(["run"]) == 2
    said = capsys.readouterr().err
    assert "DISCORD_TOKEN is not set" in said
    assert "preview" in said


@pytest.mark.parametrize("token", ['"abc\ndef"', '"abc def"', "abc\u00e9", '"a\tb"'])
def test_a_token_that_was_copied_badly(
    token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={token}\n", "utf-8")
    assert main(["run"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "copy the token again" in said and "abc" not in said


@pytest.mark.parametrize(
    "content",
    [
        "DISCORD_TOKEN=abc\n".encode("utf-16"),
        "DISCORD_TOKEN=abc\n".encode("utf-16-le"),
        b"DISCORD_TOKEN=abc\n# caf\xe9\n",
    ],
)
@pytest.mark.parametrize("verb", ["run", "migrate", "check"])
def test_a_file_that_is_no_text_in_utf_8(
    content: bytes, verb: str,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_bytes(content)
    assert main([verb]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "is not text in UTF-8" in said
    assert [one.name for one in tmp_path.iterdir()] == [".env"]


@pytest.mark.parametrize(
    ("failure", "code", "words"),
    [
        (discord.LoginFailure("no"), 2, "not accepted"),
        (aiohttp.ClientConnectionError("no route"), 1, "cannot be reached"),
    ],
)
def test_a_token_that_does_not_work(
    failure: Exception, code: int, words: str,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    async def login(self: TzolkinBot, token: str) -> None:
        raise failure

    monkeypatch.setenv("DISCORD_TOKEN", "abc")
    monkeypatch.setattr(TzolkinBot, "login", login)
    assert main(["run"]) == code
    said = capsys.readouterr().err.splitlines()
    assert words in said[-1]


def test_the_token_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very-secret")
    assert "very-secret" not in repr(load_settings())
    monkeypatch.setenv("TZOLKIN_THEME", "pink")
    with pytest.raises(SettingsError) as refused:
        load_settings()
    assert "very-secret" not in str(refused.value)


def test_as_a_program() -> None:
    """The exit code reaches the shell, and nothing but the sentence is printed."""
    environment = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"}
    done = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        env={**environment, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_migrate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZOLKIN_DATABASE_URL", "sqlite+aiosqlite:///made.sqlite3")
    assert main(["migrate"]) == 0
    assert (tmp_path / "made.sqlite3").stat().st_size > 0
