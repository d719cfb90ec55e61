"""Languages of the tests: made-up ones, and the pseudo-locale."""

import gettext
import re
from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO
from itertools import cycle, islice
from math import ceil
from typing import Any

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from bot.text.catalogue import TEMPLATE, command_names, read_catalogue
from bot.text.translation import Translations


class MadeUp(Translations):
    """A language that makes its words from the English ones: `gettext` does, the others ask it."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


# --- The pseudo-locale ----------------------------------------------------------------------------
# A language in which every text can be told from English, is 60 % longer, and can be read back.
# It is a catalogue made in memory from the template, so a text that is missing there stays
# English. Letters get marks ("Confirm" is "⟦Ċȯṅḟĩṙṁ øøøøø⟧"); places, commands, code, addresses
# and line breaks stay. `plain` takes all of that back, so a test may compare what it has always
# compared while the program speaks this language.

LONGER = 0.6
"""How much longer than English a text may become by translation."""
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MARKED = "ȧḃċḋėḟġḣĩĵķļṁṅȯṗɋṙṡṫůṿẇẋẏżȦḂĊḊĖḞĠḢĨĴĶĻṀṄȮṖɊṘṠṪŮṾẆẊẎŻ"
OPEN, CLOSE, MORE, GAP = "⟦", "⟧", "ø", "\u2009"
_TO_MARKED = str.maketrans(PLAIN, MARKED)
_TO_PLAIN = str.maketrans(
    {**dict(zip(MARKED, PLAIN, strict=True)), **dict.fromkeys((OPEN, CLOSE, MORE, GAP))}
)
_COMMANDS = [one.context for one in command_names() if one.context.startswith("/")]
_WHOLE_COMMANDS = "|".join(sorted(map(re.escape, _COMMANDS), key=len, reverse=True))
_KEPT = re.compile(
    rf"({{[^{{}}]*}}|```.*?```|`[^`]*`|(?:{_WHOLE_COMMANDS})\b|https?://\S+)", re.DOTALL
)
"""What no translation changes: places, code, commands and addresses."""


def pseudo(text: str) -> str:
    """A text in this language."""
    own = "".join(_KEPT.split(text)[::2])
    marked = spelt(text, _TO_MARKED)
    more = "".join(islice(cycle(GAP + MORE * 6), ceil(len(own) * LONGER)))
    return f"{OPEN}{marked}{more[: max(0, len(more) - 2)]}{CLOSE}"


def spelt(text: str, letters: Mapping[int, Any]) -> str:
    """A text in other letters, without what no translation changes."""
    parts = _KEPT.split(text)
    return "".join(part if n % 2 else part.translate(letters) for n, part in enumerate(parts))


def plain(text: str) -> str:
    """The English of what was said in this language."""
    return text.translate(_TO_PLAIN)


def plainly(value: Any) -> Any:
    """Plain JSON, all texts of which are English again."""
    return each_text(plain, value)


def without_brackets(value: Any) -> Any:
    """Plain JSON, all texts of which are as long as a translation would be."""
    return each_text(lambda text: text.replace(OPEN, "").replace(CLOSE, ""), value)


def each_text(change: Callable[[str], str], value: Any) -> Any:
    """Plain JSON, all texts of which are changed so."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [each_text(change, one) for one in value]
    if isinstance(value, dict):
        return {key: each_text(change, one) for key, one in value.items()}
    return value


def catalogue() -> Catalog:
    """The template, translated. Names of commands are names of commands again."""
    made = Catalog(locale=Locale("en"), charset="utf-8", fuzzy=False)
    for message in read_catalogue(TEMPLATE):
        if not message.id:
            continue
        if message.context == "option" or (message.context or "").startswith("/"):
            string: Any = command_name(message.id)
        elif isinstance(message.id, tuple):
            string = tuple(map(pseudo, message.id))
        else:
            string = pseudo(message.id)
        made.add(message.id, string, context=message.context)
    return made


def command_name(name: str) -> str:
    """A name as Discord takes it, in this language."""
    return (name.translate(_TO_MARKED) + MORE * ceil(len(name) * LONGER))[:32]


@cache
def speaking() -> Translations:
    """The words of this language. Numbers, lists and dates are written as in English."""
    file = BytesIO()
    write_mo(file, catalogue())
    file.seek(0)
    words = Translations()
    words.add_fallback(gettext.GNUTranslations(file))
    return words


ENGLISH = re.compile(r"[A-Za-z]{2,}")
"""A word that is not in this language."""
_NO_WORDS = re.compile(
    rf"<[^<>\s][^<>]*>|```.*?```|`[^`]*`|https?://\S+|(?:{_WHOLE_COMMANDS})\b|attachment://\S+",
    re.DOTALL,
)
"""Mentions, times and icons as Discord writes them, code, addresses, commands."""


def english_in(text: str) -> list[str]:
    """The words of a text that were not translated."""
    return ENGLISH.findall(_NO_WORDS.sub(" ", text))
