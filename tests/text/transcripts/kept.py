"""A language whose texts are kept and put into words later: so one game that was played once can be
read in every language.

Each text that the program asks for becomes one character, of those Unicode leaves to everybody. It
stands for the English text and what was filled in. `Keeper.in_words` replaces these characters by
what a language says, from the inside out. Where words depend on their length, as labels of buttons
do, or on the language as a whole, as lists, numbers and dates do, the call is kept in the same way.
"""

import sys
from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from re import Match, compile
from types import MappingProxyType
from typing import Any

import pytest

from bot.text.answer_preview import Written
from bot.text.translation import Translations, translator
from tests.text.transcripts.files import languages

FIRST, LAST = 0xF0000, 0x10FFFF
CHARACTER = compile(f"[{chr(FIRST)}-{chr(LAST)}]")

Say = Callable[[Any], Any]
"""Puts what is in a value into words."""
Words = Callable[[Translations, Say], str]
"""Says in a language what was kept."""


class Keeper:
    """What every character stands for."""

    def __init__(self) -> None:
        self._kept: list[Words] = []
        self._known: dict[Any, str] = {}

    def keep(self, key: Any, words: Words) -> str:
        """The character that stands for these words: the same one for the same key."""
        if key not in self._known:
            self._known[key] = self.keep_new(words)
        return self._known[key]

    def keep_new(self, words: Words) -> str:
        """A character of their own for these words."""
        assert FIRST + len(self._kept) <= LAST, "too many texts for one transcript"
        self._kept.append(words)
        return chr(FIRST + len(self._kept) - 1)

    def in_words(self, text: str, language: str) -> str:
        """A text with all that was kept in it, as a language says it."""
        t = translator(language)

        def found(match: Match[str]) -> str:
            return self._kept[ord(match[0]) - FIRST](t, say)

        def say(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(map(say, value))
            return CHARACTER.sub(found, value) if isinstance(value, str) else value

        return str(say(text))


class KeptText(str):
    """A text that is not in words yet; `format` fills its places."""

    keeper: Keeper
    asked: tuple[Any, ...]

    def __reduce__(self) -> Any:
        """Nothing is filled in where pictures are drawn."""
        return str, (str(self),)

    def format(self, *args: object, **filled: object) -> str:
        """The same with its places filled, not in words yet either."""
        asked = self.asked

        def words(t: Translations, say: Say) -> str:
            return _text(t, asked).format(**{name: say(value) for name, value in filled.items()})

        assert not args
        return self.keeper.keep(_key((asked, *sorted(filled.items()))), words)

    def format_map(self, filled: Mapping[str, object]) -> str:
        """The same, as `Translations.say` asks for it."""
        return self.format(**filled)


class KeptLanguage(Translations):
    """The language the program speaks meanwhile."""

    def __init__(self, keeper: Keeper) -> None:
        super().__init__()
        self._keeper = keeper

    def __reduce__(self) -> Any:
        """Tests draw in their own process: what was sent there is this one again."""
        _SPOKEN[id(self)] = self
        return _SPOKEN.__getitem__, (id(self),)

    def _asked(self, *asked: Any) -> str:
        kept = KeptText(self._keeper.keep(_key(asked), lambda t, say: _text(t, asked)))
        kept.keeper, kept.asked = self._keeper, asked
        return kept

    def gettext(self, message: str) -> str:
        return self._asked("gettext", message) if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._asked("ngettext", msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self._asked("pgettext", context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self._asked("npgettext", context, msgid1, msgid2, n)


_SPOKEN = dict[int, KeptLanguage]()


def _key(value: Any) -> Any:
    """The same for the same words: 1 is not True here."""
    return (tuple(map(_key, value)),) if isinstance(value, tuple) else (type(value), value)


def _text(t: Translations, asked: tuple[Any, ...]) -> str:
    method, *arguments = asked
    return str(getattr(t, method)(*arguments))


BY_LANGUAGE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "bot.text.translation": (
            "number",
            "day",
            "weekday_and_day",
            "span",
            "_joined",
            "rating_number",
        ),
        "bot.text.descriptions.alt_text": ("alt_city", "alt_wheels"),
        "bot.text.descriptions.closeups": ("alt_closeup", "alt_tile"),
        "bot.text.rules": ("alt_legend",),
        "bot.text.descriptions.results": ("alt_final", "alt_ratings", "alt_standings"),
        "bot.text.answer_preview": ("in_one_form", "shortened"),
    }
)
"""The functions whose words depend on the language as a whole, or on the length of words."""
IMPORTED = ("bot.text.", "bot.leagues.", "cogs.", "rendering.")
"""The packages that may have imported them."""


def keep_calls(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on keep the calls of those functions, too."""
    modules = {name: module for name, module in sys.modules.items() if name.startswith(IMPORTED)}
    for home, names in BY_LANGUAGE.items():
        for name in names:
            function = getattr(modules[home], name)
            kept = (_kept_row if name == "in_one_form" else _kept_call)(keeper, function)
            for module in modules.values():
                if getattr(module, name, None) is function:
                    monkeypatch.setattr(module, name, kept)


def _spoken() -> tuple[Translations, ...]:
    return tuple(map(translator, languages()))


def _kept_call(keeper: Keeper, function: Callable[..., str]) -> Callable[..., str]:
    """The same function, called with its arguments when the language is known."""
    parameters = signature(function)

    @wraps(function)
    def call(*args: Any, **more: Any) -> str:
        given = parameters.bind(*args, **more)
        given.apply_defaults()
        asked = tuple(
            (name, tuple(value) if isinstance(value, list) else value)
            for name, value in given.arguments.items()
            if name != "t"
        )
        language = {"t"} & given.arguments.keys()
        if language and not isinstance(given.arguments["t"], KeptLanguage):
            return function(*args, **more)  # while something kept is put into words
        if not language and not any(CHARACTER.search(str(value)) for _, value in asked):
            return function(*args, **more)

        def words(t: Translations, say: Say) -> str:
            said = {name: say(value) for name, value in asked}
            return str(say(function(**dict.fromkeys(language, t), **said)))

        if any(callable(value) for _, value in asked):  # what it says is the same, not who says it
            whole = {spoken: function(spoken, **dict(asked)) for spoken in _spoken()}
            said = (*whole.values(),)
            if not any(said):
                return ""
            return keeper.keep((function, *said), lambda t, say: whole[t])
        try:
            return keeper.keep((function, _key(asked)), words)
        except TypeError:  # a scene cannot be looked up
            return keeper.keep_new(words)

    return call


def _kept_row(keeper: Keeper, function: Callable[..., list[Written]]) -> Callable[..., Any]:
    """The same for a row of buttons, whose form depends on the lengths of all its labels."""

    @wraps(function)
    def call(t: Translations, *args: Any, **more: Any) -> list[Written]:
        if not isinstance(t, KeptLanguage):
            return function(t, *args, **more)
        rows = {spoken: function(spoken, *args, **more) for spoken in _spoken()}
        return [
            Written(
                *(
                    _one_of(keeper, dict(zip(rows, said, strict=True)))
                    for said in zip(*one, strict=True)
                )
            )
            for one in zip(*rows.values(), strict=True)
        ]

    return call


def _one_of(keeper: Keeper, said: Mapping[Translations, str]) -> str:
    texts = tuple(said.values())
    return keeper.keep((Written, *texts), lambda t, say: str(say(said[t]))) if any(texts) else ""
