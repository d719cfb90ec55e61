"""Commands that are named in a text can be clicked, and nothing else can."""

from collections.abc import Iterator

import pytest

from bot.text import names
from bot.text.names import with_mentions
from cogs.kit.layout import TEXT_LIMIT, characters, message, text


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    before = dict(names._command_ids)
    names.know_commands({"tzolkin new": 1, "tzolkin abandon": 1, "board": 2, "rules": 3})
    yield
    names.know_commands(before)


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        ("start with /tzolkin new.", "start with </tzolkin new:1>."),
        ("/board shows it", "</board:2> shows it"),
        ("(see /rules topic; /board)", "(see </rules:3> topic; </board:2>)"),
        ("**/board**", "**</board:2>**"),
        ("/tzolkin alone, /unknown", "/tzolkin alone, /unknown"),
        ("and/board, 1/2, </board:2>", "and/board, 1/2, </board:2>"),
        ("https://discord.com/board", "https://discord.com/board"),
        (
            "`/board` and ```\n/board\n``` and /board",
            "`/board` and ```\n/board\n``` and </board:2>",
        ),
    ],
)
def test_which_names_become_mentions(said: str, sent: str) -> None:
    assert with_mentions(said) == sent


def test_nothing_is_changed_before_the_commands_are_known() -> None:
    names.know_commands({})
    assert with_mentions("/board") == "/board"


def test_a_message_never_gets_too_long_by_them() -> None:
    room = TEXT_LIMIT - len("/board" * 2)
    shown = [
        str(one["content"])
        for one in message(text("x" * (room - 1) + "\n/board"), text("/board")).to_components()[0][
            "components"
        ]
    ]
    assert "".join(shown).count("</board:2>") == 0
    short = message(text("see /board"), text("x" * 100)).to_components()[0]["components"]
    assert short[0]["content"] == "see </board:2>"
    assert characters("𝒳") == 2
