"""The pages that people read in five languages: README.md, and four of docs/.

`python -m tests.docs.guides` writes the rows of the commands into them anew, as Discord shows the
commands: after a change of a name or a description, or of its translation. A command that has no
row yet gets one at the end of the first table of docs/commands.md: move it to where it belongs.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from discord import app_commands
from discord.ext.commands import GroupCog

from bot.text.names import OPTION_CONTEXT
from bot.text.translation import Translations, translator
from cogs.client import cogs_of_features

ROOT = Path(__file__).parents[2]
COMMANDS = "commands.md"
"""The page with the tables of all commands."""
GUIDES = ("README.md", COMMANDS, "playing.md", "leagues.md", "privacy.md")
TRANSLATED = ("es", "pt-BR", "it", "de")
"""The languages besides English, by the names of their folders in docs/."""
ROW = re.compile(r"^\| `/([a-z ]+)` \|.*$", re.MULTILINE)
"""A command's row in a table, beginning with its English name."""
_TABLE = re.compile(r"(?:^\| `/[a-z ]+` \|.*\n)+", re.MULTILINE)


def guide(name: str, language: str = "en") -> Path:
    """Where one of `GUIDES` is in a language."""
    if language != "en":
        return ROOT / "docs" / language / name
    return ROOT / name if name == "README.md" else ROOT / "docs" / name


def commands() -> dict[str, str]:
    """The names of all commands a person can type, with their English descriptions."""
    return {name: command.description for name, command in _commands()}


def _commands() -> Iterator[tuple[str, app_commands.Command[Any, ..., Any]]]:
    for cog in cogs_of_features():
        group = f"{cog.__cog_group_name__} " if issubclass(cog, GroupCog) else ""
        for command in cog.__cog_app_commands__:
            assert isinstance(command, app_commands.Command)
            yield f"{group}{command.name}", command


def row_of(name: str, language: str = "en") -> str:
    """The row of a command: its name, in other languages also as Discord shows it there, what it
    does, and its options as Discord shows them, each on a line of its own."""
    t = translator(language)
    shown = "" if language == "en" else f" `/{_shown_name(t, name)}` |"
    command = dict(_commands())[name]
    lines = [t.gettext(command.description)]
    for option in command.parameters:
        called = t.pgettext(OPTION_CONTEXT, option.display_name)
        lines.append(f"`{called}`: {t.gettext(str(option.description))}")
    return f"| `/{name}` |{shown} {'<br>'.join(lines)} |"


def _shown_name(t: Translations, name: str) -> str:
    parts = name.split()
    return " ".join(
        t.pgettext("/" + " ".join(parts[: n + 1]), part) for n, part in enumerate(parts)
    )


def with_rows(text: str, language: str = "en") -> str:
    """A page with the rows of its commands as they should be: which command stands in which table
    is as in the English page."""
    tables = iter(_TABLE.findall(text if language == "en" else guide(COMMANDS).read_text("utf-8")))
    return _TABLE.sub(
        lambda _: "".join(f"{row_of(name, language)}\n" for name in ROW.findall(next(tables))), text
    )


def with_every_command(text: str) -> str:
    """The English page of the commands, with a row, still to be filled, for each that has none."""
    first = _TABLE.search(text)
    assert first is not None
    new = "".join(f"| `/{name}` | |\n" for name in commands() if name not in ROW.findall(text))
    return text[: first.end()] + new + text[first.end() :]


if __name__ == "__main__":
    english = guide(COMMANDS)
    english.write_text(with_every_command(english.read_text("utf-8")), "utf-8")
    for spoken in ("en", *TRANSLATED):
        page = guide(COMMANDS, spoken)
        page.write_text(with_rows(page.read_text("utf-8"), spoken), "utf-8")
