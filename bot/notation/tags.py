"""The lines of a text form: tags such as `[Seat A "Ada"]`, and comments behind `#`.

A tag is a name and words. A word is anything without spaces, quotes, brackets and `#`; whatever
else is written as a string of JSON.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from bot.notation.errors import NotationError, shortened

_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'
"""A string of JSON. In this order `re` remembers a place for each escaped character only, not for
every character: a long line would cost megabytes."""
_WORD = re.compile(rf'\s*({_STRING}|[^\s"\[\]#]+)')
_STRING_OR_COMMENT = re.compile(rf'{_STRING}|["#]')
_BARE = re.compile(r"[A-Za-z0-9_.:+/!?,=-]+", re.ASCII)
_WHOLE_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,30})", re.ASCII)
_JSON = "json:"
"""Stands before a value that is neither a number nor a list of words."""


def without_comment(line: str) -> str:
    """Cut a line before its comment, and strip the spaces around."""
    for found in _STRING_OR_COMMENT.finditer(line):
        if found[0] == "#":
            return line[: found.start()].strip()
        if found[0] == '"':  # a string without an end: it reaches to the end of the line
            break
    return line.strip()


def tag(name: str, words: Sequence[str] = ()) -> str:
    """Write the line of a tag."""
    return f"[{' '.join([name, *map(quoted, words)])}]"


def read_tag(line: str, number: int) -> tuple[str, list[str]]:
    """Read the name and the words of a tag. Raises NotationError for a malformed one."""
    if not line.endswith("]"):
        raise NotationError("This tag is not closed with “]”.", number)
    inside, words, at = line[1:-1].rstrip(), list[str](), 0
    while at < len(inside):
        found = _WORD.match(inside, at)
        if found is None:
            raise NotationError(
                f"The tag “{shortened(line)}” has a sign in it that belongs in quotes.", number
            )
        words.append(unquoted(found[1], number))
        at = found.end()
    if not words:
        raise NotationError("This tag has no name.", number)
    return words[0], words[1:]


def quoted(word: str) -> str:
    """Put a word in quotes where it needs them."""
    return word if _BARE.fullmatch(word) else json.dumps(word, ensure_ascii=False)


def unquoted(word: str, number: int) -> str:
    """Take a word out of its quotes. Raises NotationError for a malformed string."""
    if not word.startswith('"'):
        return word
    try:
        said = json.loads(word)
        said.encode()  # raises for half of a character that takes two
    except ValueError:
        raise NotationError(f"{shortened(word)} is not a JSON string.", number) from None
    assert isinstance(said, str)
    return said


def value_words(value: Any) -> list[str]:
    """Write a value as words: a whole number, a list of words, or JSON."""
    if type(value) is int and _WHOLE_NUMBER.fullmatch(str(value)):
        return [str(value)]
    if (
        isinstance(value, list | tuple)
        and value
        and all(isinstance(word, str) for word in value)
        and not value[0].startswith(_JSON)
        and not (len(value) == 1 and _WHOLE_NUMBER.fullmatch(value[0]))
    ):
        return [*value]
    return [_JSON + json.dumps(value)]


def read_value(words: Sequence[str], number: int) -> Any:
    """Read the value that `value_words` wrote. Raises NotationError for other words."""
    if len(words) == 1 and _WHOLE_NUMBER.fullmatch(words[0]):
        return int(words[0])
    if len(words) == 1 and words[0].startswith(_JSON):
        try:
            return json.loads(words[0].removeprefix(_JSON))
        except (ValueError, RecursionError):
            raise NotationError("What follows “json:” is not JSON.", number) from None
    if not words:
        raise NotationError("This tag says nothing.", number)
    return [*words]


def whole_number(word: str, number: int) -> int:
    """Read a whole number. Raises NotationError for any other word."""
    if not _WHOLE_NUMBER.fullmatch(word):
        raise NotationError(f"“{shortened(word)}” is not a whole number.", number)
    return int(word)


def numbers_named(numbers: Mapping[str, int]) -> list[str]:
    """Write named numbers as words: `points4=250`."""
    return [f"{name}={value}" for name, value in numbers.items()]


def read_numbers_named(words: Sequence[str], number: int) -> dict[str, int]:
    """Read the numbers that `numbers_named` wrote. Raises NotationError for other words."""
    found = {}
    for word in words:
        name, sign, value = word.rpartition("=")
        if not sign:
            raise NotationError(f"“{shortened(word)}” is not a name, “=” and a number.", number)
        found[name] = whole_number(value, number)
    return found
