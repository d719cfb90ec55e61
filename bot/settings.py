"""The settings of the program, from the environment and a file `.env` in the working folder.

Every setting is a field of `Settings`. Its environment variable is `TZOLKIN_` and the name in
capitals, except for the token, which is `DISCORD_TOKEN` as in all bots.
"""

import os
from difflib import get_close_matches
from pathlib import Path
from typing import Literal
from urllib.request import proxy_bypass_environment  # type: ignore[attr-defined]

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot import COMMAND
from bot.model.server import ALL, Shards, Theme, parsed

TOKEN_VARIABLE = "DISCORD_TOKEN"  # noqa: S105 - a name
PREFIX = "TZOLKIN_"
_SECRET = (TOKEN_VARIABLE, "sentry_dsn")
"""Settings that are never shown, not even when their value is wrong."""
_ALIKE = 0.75
"""How similar two names must be (by `difflib`, 1 is equal) for one to count as a misspelling of the
other."""


_REASONS = {
    "greater_than": "it must be more than {gt:g}",
    "greater_than_equal": "it must be {ge:g} or more",
    "less_than_equal": "it must be {le:g} or less",
    "int_parsing": "it must be a whole number",
    "int_parsing_size": "it must be a smaller number",
    "float_parsing": "it must be a number",
    "bool_parsing": "it must be true or false",
    "literal_error": "it must be {expected}",
    "value_error": "{error}",
}
"""Why a value cannot be used, by the kinds of error that pydantic knows."""


class SettingsError(Exception):
    """A setting is missing or wrong; the message is one sentence for whoever set it."""


class UnreachableError(Exception):
    """Something that the program needs does not answer now, but may later; the message is one
    sentence for whoever runs it."""


class Settings(BaseSettings):
    """All settings, with their meaning and their defaults."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    discord_token: SecretStr | None = Field(
        default=None,
        validation_alias=TOKEN_VARIABLE,
        description="The bot's token from the Discord developer portal; needed by `run` alone.",
    )
    database_url: str = Field(
        default="sqlite+aiosqlite:///tzolkin.sqlite3",
        description="Where games are kept, as a SQLAlchemy address with an asynchronous driver.",
    )
    shards: str | None = Field(
        default=None,
        description="The shards of this process where several share the servers on one "
        "PostgreSQL, such as 0-3/16: the first four of 16 (default: all, as many as Discord "
        "advises).",
    )
    sync_guild: int | None = Field(
        default=None,
        gt=0,
        description=(
            "A server's id: commands are registered there only, and right away. For trying out; "
            "without it they are registered for all servers."
        ),
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="The lowest level of log lines that are written."
    )
    log_format: Literal["text", "json"] = Field(
        default="text", description="Log lines for people (text) or for machines (json)."
    )
    drawing_processes: int = Field(
        default=1,
        ge=1,
        le=8,
        description="How many separate processes draw pictures; each needs memory of its own.",
    )
    computer_processes: int = Field(
        default=1,
        ge=0,
        le=8,
        description=(
            "How many separate processes computer players think in, 40 to 64 MB each. With 0 "
            "they think in the bot itself, which then answers a little later while they do."
        ),
    )
    theme: Theme = Field(
        default="dark", description="The board's colours, unless a table chooses its own."
    )
    emojis: bool = Field(
        default=True,
        description=(
            "Whether messages and buttons show our icons: the bot adds them to its application "
            "as emojis. Without them, or if that fails, only words are shown."
        ),
    )
    greeting: bool = Field(
        default=True,
        description="Whether the bot introduces itself once in a channel when it joins a server.",
    )
    lobby_hours: float = Field(
        default=24,
        gt=0,
        le=24 * 30,
        description="Close a lobby that nobody started after this many hours without a change.",
    )
    lobby_check_minutes: float = Field(
        default=5,
        gt=0,
        le=1440,
        description="How often lobbies nobody started are looked for and closed, in minutes.",
    )

    retention_days: int = Field(
        default=365,
        ge=0,
        le=36500,
        description=(
            "After how many days without use abandoned games, lobbies, and settings of people "
            "who have not been seen are removed; 0 keeps them."
        ),
    )

    backup_hours: float = Field(
        default=0,
        ge=0,
        le=24 * 30,
        description="After how many hours the running bot makes another backup; 0 makes none.",
    )
    backup_folder: str | None = Field(
        default=None,
        description="Where backups are (default: the folder backups beside the SQLite file, with "
        "PostgreSQL in the working folder).",
    )
    backups_kept: int = Field(
        default=14,
        ge=1,
        le=10_000,
        description="How many backups are kept in that folder; older ones are removed.",
    )

    site_folder: str | None = Field(
        default=None,
        description="A folder into which the running bot writes the leagues whose servers allow it "
        "as web pages, once a week; without it never.",
    )

    pages_port: int | None = Field(
        default=None,
        ge=1,
        le=65535,
        description="A port on which the bot serves web pages of servers that allow it: leagues, "
        "games live and looked back at; none without it.",
    )
    pages_host: str = Field(
        default="127.0.0.1",
        description="The address of that port: this machine alone, where a proxy such as Caddy "
        "takes it up, unless a container must be reached from outside (0.0.0.0).",
    )
    pages_url: str | None = Field(
        default=None,
        description="Where people find these pages, such as https://tzolkin.example; with it, "
        "messages link to them.",
    )
    pages_client: str | None = Field(
        default=None,
        description="The header in which the proxy names who asks, such as X-Forwarded-For; each "
        "address may ask for so much. Set it only behind a proxy.",
    )

    monitoring_port: int | None = Field(
        default=None,
        ge=1,
        le=65535,
        description="A port on which the bot answers /metrics (Prometheus), /healthz and /readyz; "
        "none without it.",
    )
    monitoring_host: str = Field(
        default="127.0.0.1",
        description="The address of that port: this machine alone, unless a container must be "
        "reached from outside (0.0.0.0). What it shows is not secret, but not for everybody.",
    )
    source_url: str | None = Field(
        default=None,
        description="Where people find the source of this bot; /about names it.",
    )
    sentry_dsn: SecretStr | None = Field(
        default=None,
        description=(
            "Where errors are reported with sentry-sdk (the extra reports), without typed text, "
            "names or secrets; without it nowhere."
        ),
    )

    @field_validator("log_level", mode="before")
    @classmethod
    def _capitals(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("pages_url")
    @classmethod
    def _address(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(("https://", "http://")):
            raise ValueError("it must begin with https://, such as https://tzolkin.example")
        return value and value.rstrip("/")

    @field_validator("database_url")
    @classmethod
    def _asynchronous(cls, value: str) -> str:
        scheme = value.split("://")[0]
        if scheme not in ("sqlite+aiosqlite", "postgresql+asyncpg"):
            raise ValueError(
                "it must begin with sqlite+aiosqlite:// or postgresql+asyncpg://, "
                "such as sqlite+aiosqlite:///tzolkin.sqlite3"
            )
        return value

    @field_validator("shards")
    @classmethod
    def _some(cls, value: str | None, others: ValidationInfo) -> str | None:
        if value is None:
            return None
        some = not parsed(value).are_all
        if some and others.data.get("database_url", "").startswith("sqlite"):
            raise ValueError("several processes need PostgreSQL in TZOLKIN_DATABASE_URL")
        return value

    @property
    def shard_range(self) -> Shards:
        """The shards that this process serves."""
        return ALL if self.shards is None else parsed(self.shards)

    def token(self) -> str:
        """The bot's token. Raises SettingsError if there is none."""
        token = self.discord_token.get_secret_value().strip() if self.discord_token else ""
        if not token:
            raise SettingsError(
                f"{TOKEN_VARIABLE} is not set; put the bot's token into .env as in .env.example, "
                f"or try the bot without one: {COMMAND} preview."
            )
        if not (token.isascii() and token.isprintable() and " " not in token):
            raise SettingsError(
                f"{TOKEN_VARIABLE} holds a space, a line break or another character that no token "
                "has; "
                "copy the token again, in one line."
            )
        return token


def unknown_variables() -> dict[str, str | None]:
    """Variables of the environment and of `.env` that look like settings but are none, such as
    misspelt ones; each with the most similar setting, or None."""
    known = sorted(f"{PREFIX}{name.upper()}" for name in Settings.model_fields)
    given = {name.upper() for name in (*os.environ, *dotenv_values(".env"))}
    return {
        name: next(iter(get_close_matches(name, known, n=1, cutoff=_ALIKE)), None)
        for name in sorted(given.difference(known))
        if name.startswith(PREFIX)
    }


def proxy_for(host: str) -> str | None:
    """The proxy through which HTTPS_PROXY lets programs reach a host, or None; NO_PROXY names hosts
    without one. Both come from the environment, or else from `.env`. The address begins with
    http:// and may hold a password. Raises SettingsError for any other kind of proxy."""
    given = _spoken_of("HTTPS_PROXY")
    if not given or proxy_bypass_environment(host, {"no": _spoken_of("NO_PROXY")}):
        return None
    scheme, found, rest = given.rpartition("://")
    if found and scheme.lower() != "http":
        known = scheme if scheme.isalnum() and len(scheme) <= 10 else "unknown"
        raise SettingsError(
            f"HTTPS_PROXY names a proxy of the kind {known}, and the bot can only use one that "
            f"begins with http://; name such a one, or set NO_PROXY={host} to do without."
        )
    return f"http://{rest}"


def _spoken_of(name: str) -> str:
    """The value of a variable that programs read in small or in capital letters; empty if it is not
    set."""
    from_file = dotenv_values(".env") if Path(".env").is_file() else {}
    names = (name.lower(), name)
    found = [where.get(one) for where in (os.environ, from_file) for one in names]
    return next((one for one in found if one is not None), "").strip()


def _may_be_shown(name: str, value: str) -> bool:
    """Whether a wrong value can be shown since it holds no secret: the address of a database may
    hold a password."""
    if name == "database_url":
        return not set("@:?") & set(value.partition("://")[2])
    return name not in _SECRET


def _must_be_text(file: Path) -> None:
    """Raises SettingsError if the file is there but is not text in UTF-8, as some editors on
    Windows write it."""
    if not file.is_file():
        return
    data = file.read_bytes()
    try:
        readable = "\0" not in data.decode("utf-8-sig")
    except UnicodeDecodeError:
        readable = False
    if not readable:
        raise SettingsError(
            f"The file {file.absolute()} is not text in UTF-8; save it again in that encoding."
        )


def load_settings() -> Settings:
    """Read the settings. Raises SettingsError for one that cannot be used, and for a file `.env`
    that cannot be read."""
    try:
        _must_be_text(Path(".env"))
        return Settings()
    except OSError as error:
        raise SettingsError(f"The file .env cannot be read: {error.strerror}.") from None
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        variable = name if name == TOKEN_VARIABLE else f"{PREFIX}{name.upper()}"
        reason = _REASONS[first["type"]].format_map(first.get("ctx", {}))
        given = f" “{first['input']}”" if _may_be_shown(name, str(first["input"])) else ""
        raise SettingsError(f"{variable}{given} cannot be used: {reason}.") from None
