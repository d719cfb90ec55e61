"""What goes over the wire between the bot and a simulated Discord, as people read it, in a language
that is put into words later."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial, wraps
from inspect import signature
from re import Match, compile
from types import MappingProxyType
from typing import Any

import pytest
from simcord import interactions
from simcord.backend import Backend
from simcord.http import router

from bot.text.answer_preview import Written
from bot.text.translation import Translations, translator
from cogs.kit import answering
from tests.cogs.limits import (
    ACTION_ROW,
    BUTTON,
    CALLBACK,
    COMMANDS,
    CREATE,
    EDIT,
    EMOJIS,
    EPHEMERAL,
    EVENTS,
    FILE,
    FOLLOWUP,
    GALLERY,
    INPUT,
    LABEL,
    ORIGINAL,
    TEXT,
    THREADS,
    check_component,
    components,
)
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

    def replace(self, *args: object, **named: object) -> str:  # type: ignore[override]
        """The same: who reads a transcript sees no space that does not break."""
        return self

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


# --- What goes over the wire between the bot and a simulated Discord, as people read it -----------
# Who did what, and what they and everybody else were answered.
# While it records, the bot speaks a language that is put into words later; the
# simulated Discord and the tests read English. Lines of an answer that its reader has just read
# are left out, and so are buttons and options that were there before: what is new is read.

TYPED, PRESSED, SUBMITTED = 2, 3, 5
"""The kinds of interactions that are written down."""
NESTED = {1, 2}
"""The kinds of a command's options that are commands themselves."""
MOST_ALT_TEXTS = 2
"""So many alt texts of each picture are written down; after that they say much the same."""
MOST_REMEMBERED = 120
"""So many lines a reader has just read."""
OUR_OWN = (
    (re.compile(r"</([^:>]+):\d+>"), r"/\1"),
    (re.compile(r"<t:\d+(:\w)?>"), "‹time›"),
    (re.compile(r"https://discord\.com/\S+?(?=[)\s]|$)"), "‹link›"),
    (re.compile(r"[0-9a-f]{64}"), "‹sha256›"),
)
"""What differs from one run to the next, and markup that Discord shows as words."""
CUT_OPTION = re.compile(r">     ▫ [^–]*…( –|$)")
"""An option whose label would be cut: the bot offers the action without its answers instead."""
MENTION = re.compile(r"<[@#][!&]?(\d+)>")


@dataclass
class Recorder:
    """Writes down what is done and said, in texts that are not in words yet."""

    keeper: Keeper = field(default_factory=Keeper)
    lines: list[str] = field(default_factory=list)
    components: list[Mapping[str, Any]] = field(default_factory=list)
    """Each different component that was sent."""
    _waiting: list[tuple[str, Any]] = field(default_factory=list)
    """Who read what since somebody did something."""
    _sent_before: set[str] = field(default_factory=set)
    _known: dict[str, str] = field(default_factory=dict)
    """The kept text of each English one, for what the bot takes from messages of its own."""
    _labels: dict[str, str] = field(default_factory=dict)
    """Of buttons, selects and options, by their custom ids and values."""
    _read: dict[str, list[str]] = field(default_factory=dict)
    """The lines each reader has read last, oldest first."""
    _shown: set[str] = field(default_factory=set)
    """The buttons and options there were before."""
    _names: dict[str, str] = field(default_factory=dict)
    """Of people, roles and channels, by their ids."""
    _pictures: Counter[str] = field(default_factory=Counter)

    def begin(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Listen from now on."""
        dispatch, payload_of = router.dispatch, interactions.base_payload
        language = KeptLanguage(self.keeper)
        monkeypatch.setattr(answering, "translator", lambda locale: language)
        keep_calls(self.keeper, monkeypatch)

        def dispatched(
            backend: Backend, method: str, path: str, *, json: Any = None, **more: Any
        ) -> Any:
            if json is None or COMMANDS.fullmatch(path) or EMOJIS.fullmatch(path):
                return dispatch(backend, method, path, json=json, **more)
            answer = dispatch(backend, method, path, json=_each(self._in_english, json), **more)
            self._know_names(backend)
            kept = _each(lambda text: self._known.get(text, text), json)
            self._know_components(kept)
            self._sent(backend, path, kept)
            return answer

        def doing(backend: Backend, **given: Any) -> Any:
            record, payload = payload_of(backend, **given)
            self._did(backend, record, payload)
            return record, payload

        monkeypatch.setattr(router, "dispatch", dispatched)
        monkeypatch.setattr(interactions, "base_payload", doing)

    def heading(self, words: str) -> None:
        """A part of the transcript begins."""
        self._all_read()
        self.lines += ["", f"## {words}"]

    def written(self, language: str) -> str:
        """All of it as a language says it, in Markdown, with names instead of ids."""
        self._all_read()
        written = []
        for line in self.lines:
            words = self.keeper.in_words(line, language)
            for found, instead in OUR_OWN:
                words = found.sub(instead, words)
            words = MENTION.sub(lambda found: self._names.get(found[1], "‹…›"), words)
            words = self.keeper.in_words(words, language)
            if CUT_OPTION.match(words):
                continue
            words = words.removesuffix(" – ")  # of an option that says no more in this language
            if line.startswith("> "):
                words = words.replace("\n", "\n> ")
            written += [one.rstrip() for one in words.split("\n")]
        return "\n".join(written).strip() + "\n"

    def check(self, languages: Iterable[str]) -> None:
        """Every button, menu, form and alt text that was sent keeps Discord's limits in these
        languages. What is fitted to the length of other words, as whole messages are, is longer
        here than the bot would send it."""
        for language in languages:
            in_words = cache(partial(self.keeper.in_words, language=language))
            for one in self.components:
                check_component(_each(in_words, one))

    def _know_components(self, body: Mapping[str, Any]) -> None:
        for one in components(body.get("data") or body):
            if (said := str(one)) not in self._sent_before:
                self.components.append(one)
                self._sent_before.add(said)

    def _in_english(self, text: str) -> str:
        english = self.keeper.in_words(text, "en")
        if english != text:
            self._known[english] = text
        return english

    def _know_names(self, backend: Backend) -> None:
        self._names.update({str(one.id): f"@{one.name}" for one in backend.users.values()})
        for channel in backend.channels.values():
            self._names[str(channel.id)] = self._place(backend, channel.id)
        for guild in backend.guilds.values():
            self._names.update({str(one.id): f"@{one.name}" for one in guild.roles.values()})

    def _did(self, backend: Backend, record: Any, payload: Mapping[str, Any]) -> None:
        self._all_read()
        data, kind = payload["data"], payload["type"]
        if kind == TYPED:
            done = f"`{self._typed(data)}`"
        elif kind == PRESSED:
            pressed = data["custom_id"]
            done = f"[{self._labels.get(pressed, '…')}]"
            if "values" in data:
                chosen = (
                    self._labels.get(f"{pressed} {one}") or self._named(one)
                    for one in data["values"]
                )
                done += f" {', '.join(chosen)}"
        elif kind == SUBMITTED:
            done = "✎ " + ", ".join(self._named(one) for one in _filled_in(data["components"]))
        else:
            return
        self.lines += ["", f"**{backend.get_user(record.user_id).name}** {done}"]

    def _typed(self, data: Mapping[str, Any]) -> str:
        """A command as it is typed."""
        words, options = f"/{data['name']}", data.get("options", ())
        while options and options[0]["type"] in NESTED:
            words += f" {options[0]['name']}"
            options = options[0].get("options", ())
        return " ".join(
            (words, *(f"{one['name']}: {self._named(one['value'])}" for one in options))
        )

    def _named(self, value: Any) -> str:
        """What was typed or chosen; a person, role or channel by its name."""
        return self._names.get(str(value), str(value))

    def _place(self, backend: Backend, channel_id: int) -> str:
        name = backend.get_channel(channel_id).name
        return f"#{self._known.get(name, name)}" if name else "✉"

    def _sent(self, backend: Backend, path: str, body: Any) -> None:
        interaction = (
            CALLBACK.fullmatch(path) or ORIGINAL.fullmatch(path) or FOLLOWUP.fullmatch(path)
        )
        if interaction:
            record = backend.interaction_by_token(interaction[1])
            data = body.get("data") if CALLBACK.fullmatch(path) else body
            if not data or "choices" in data:
                return
            private = data.get("flags", 0) & EPHEMERAL or _is_private(backend, record)
            reader = backend.get_user(record.user_id).name
            place = reader if private else self._place(backend, record.channel_id)
            self._waiting.append((place, data))
        elif CREATE.fullmatch(path) or EDIT.fullmatch(path):
            self._waiting.append((self._place(backend, int(path.split("/")[2])), body))
        elif THREADS.fullmatch(path):
            self._waiting.append((f"#{body['name']}", {}))
        elif EVENTS.fullmatch(path):
            said = {"title": body["name"], "content": body.get("description", "")}
            self._waiting.append(("📅", said))

    def _all_read(self) -> None:
        """Write down what was said since somebody did something: to persons first, then in one
        channel after the other, since the bot speaks in several at once."""
        for reader, message in sorted(self._waiting, key=lambda one: self._order(one[0])):
            self._says(reader, message)
        self._waiting.clear()

    def _order(self, reader: str) -> tuple[bool, str]:
        return reader.startswith("#"), self.keeper.in_words(reader, "en")

    def _says(self, reader: str, message: Mapping[str, Any]) -> None:
        read = self._read.setdefault(reader, [])
        whole = list(self._lines_of(message))
        lines = [line for line in whole if line not in read] or whole[:1]
        read += lines
        del read[:-MOST_REMEMBERED]
        while lines and not lines[-1]:
            lines.pop()
        if any(lines):
            self.lines += ["", f"→ {reader}", *(f"> {line}".rstrip() for line in lines)]
        elif not message:  # a thread is opened
            self.lines += ["", f"→ {reader}"]

    def _lines_of(self, message: Mapping[str, Any]) -> Iterator[str]:
        if message.get("title"):
            yield f"## {message['title']}"
        if message.get("content"):
            yield from self._split(message["content"])
        yield from self._parts(message.get("components") or ())

    def _parts(self, parts: Any) -> Iterator[str]:
        for part in parts:
            kind = part["type"]
            if kind == TEXT:
                yield from self._split(part["content"])
            elif kind == GALLERY:
                for item in part["items"]:
                    name = re.sub(r"[\d-]+", "", item["media"]["url"])
                    self._pictures[name] += 1
                    if self._pictures[name] <= MOST_ALT_TEXTS:
                        yield f"🖼 {item.get('description') or ''}"
            elif kind == FILE:
                yield f"📎 {part['file']['url'].removeprefix('attachment://')}"
            elif kind == ACTION_ROW:
                yield from self._row(part["components"])
            elif kind in (LABEL, INPUT):
                yield " · ".join(filter(None, (part.get("label"), part.get("description"))))
                yield from self._parts([part["component"]] if "component" in part else ())
                if part.get("placeholder"):
                    yield f"_{part['placeholder']}_"
            elif "options" in part:
                yield from self._row([part])
            yield from self._parts(part.get("components") or () if kind != ACTION_ROW else ())
            if "accessory" in part:
                yield from self._row([part["accessory"]])

    def _row(self, items: Any) -> Iterator[str]:
        new = []
        for item in items:
            key = item.get("custom_id", "")
            words = item.get("label") or item.get("placeholder") or ""
            if item.get("emoji"):
                words = f"{item['emoji']['name']} {words}".strip()
            self._labels[key] = words
            if item["type"] == BUTTON:
                if words not in self._shown:
                    new.append(f"[{words}]")
                self._shown.add(words)
                continue
            options = []
            for option in item.get("options", ()):
                self._labels[f"{key} {option['value']}"] = option["label"]
                said = " – ".join(filter(None, (option["label"], option.get("description"))))
                if said not in self._shown:
                    options.append(said)
                self._shown.add(said)
            if options or words not in self._shown:
                self._shown.add(words)
                new.append("\n    ▫ ".join((f"▾ {words}", *options)))
        yield from (
            "\n".join(new).split("\n")
            if any("▾" in one for one in new)
            else ([" ".join(new)] if new else [])
        )

    def _split(self, text: str) -> list[str]:
        return text.split("\n")


def _each(change: Callable[[str], str], value: Any) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_each(change, one) for one in value]
    return {k: _each(change, v) for k, v in value.items()} if isinstance(value, dict) else value


def _filled_in(components: Any) -> Iterator[Any]:
    for one in components:
        if "value" in one:
            yield one["value"]
        yield from one.get("values", ())
        yield from _filled_in(one.get("components", ()))
        yield from _filled_in([one["component"]] if "component" in one else ())


def _is_private(backend: Backend, record: Any) -> bool:
    """Whether only the person who pressed reads the answer."""
    if record.source_message_id is None:
        return bool(record.ephemeral)
    source = backend.get_message(record.channel_id, record.source_message_id)
    return bool(int(source.flags) & EPHEMERAL)
