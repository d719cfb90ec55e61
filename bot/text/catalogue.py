"""The template of all texts, data/locales/tzolkin.pot, and the catalogues of the languages, kept by
Babel.

`python -m bot texts` writes the template anew from the source and brings every catalogue up to it;
a test compares them. Names of tiles, gears, temples, technologies and modules come from
data/locales/names.toml. See data/locales/README.md.
"""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import normalize, read_po, write_po

from bot import refusal
from bot.engine.components import COMPONENTS
from bot.text import names, translation
from bot.text.names import CUT, CUT_NAMES, TILE
from bot.text.translation import LOCALES

ROOT = Path(__file__).parents[2]
SOURCES = ("bot", "cogs", "rendering")
_COGS = ROOT / "cogs"
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "N_": None,
    "C_": ((1, "c"), 2),
    "P_": (1, 2),
    "locale_str": None,
    "IllegalAction": (2,),
    "power": (2,),
    **dict.fromkeys(refusal.KINDS, (2,)),
}
"""Calls whose marked argument is translated later, besides gettext's own functions."""
_CALLED = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\s*\(")
COMMENT_TAGS = ("Translators:",)
"""How a comment for translators begins, on the lines right above a call."""
SHARED_TAG = "Translators, for each:"
"""The same for all texts of the statement below that have no comment of their own."""
OF_ACTS: Mapping[str, str] = {
    "called": "in the audit log: what a moderator or the bot has done; a heading of a few words, "
    "no sentence",
    "tells": "{moderator} is a person's name, perhaps with a remark in brackets behind it; "
    "{reason} is what a moderator has typed; {who}, {entry}, {was} and {now} are names of people",
    "offer": "something a moderator can do, in a menu or on a button, at most 34 characters; "
    "imperative",
}
"""The same for the texts of each act of moderators (a class with `act`), by how the name of the
attribute begins; what the act does follows."""
DESCRIPTION = "Describes a command or an option of one, at most 100 characters."
"""What translators are told about those."""
TILE_KINDS: Mapping[str, str] = {
    "wealth_tiles": "wealth tile",
    "buildings": "building",
    "monuments": "monument",
    "tribes": "tribe",
    "prophecies": "prophecy",
    "quick_actions": "quick action tile",
}
"""The parts of components.json that have tiles with names, as the template tells them."""
TEMPLATE = LOCALES / f"{translation.DOMAIN}.pot"
NAMES = LOCALES / "names.toml"
CLOSE = 0.6
"""The likeness to an old text, by `difflib` from 0 to 1, from which a new one is taken for the
same, changed; gettext's msgmerge asks for as much. In our own history nearly all such pairs of one
module were one sentence, changed."""
WIDTH = 100
_OLD = "| "
"""How Babel reads a line of the old text, `#| msgid "…"`: as a comment that begins so."""
_OLD_LINES = re.compile(r"((?:^# \| .*\n)+)((?:^#[.:,] .*\n)*)", re.MULTILINE)
_HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'


@dataclass(frozen=True)
class Extracted:
    """A text in the source."""

    path: str
    """Of the module, from the project's top."""
    text: str
    plural: str
    """Empty where nothing is counted."""
    context: str | None
    comments: tuple[str, ...]


def template() -> str:
    """The content the template file should have."""
    return _written(
        _from_source(), f"# Texts of the bot. Written by `python -m bot texts`.\n{_HEADER}"
    )


def _from_source() -> Catalog:
    catalog = Catalog(fuzzy=False, charset="utf-8")
    for one in _marked_in(ROOT, SOURCES):
        catalog.add(
            (one.text, one.plural) if one.plural else one.text,
            locations=[(one.path, 0)],
            auto_comments=one.comments,
            context=one.context,
        )
    for name in command_names():
        catalog.add(
            name.name,
            locations=[("bot/text/names.py", 0)],
            auto_comments=[name.note],
            context=name.context,
        )
    for cut in CUT_NAMES:
        catalog.add(
            cut,
            locations=[("bot/text/names.py", 0)],
            auto_comments=["A name cut short for a button, decided in names.toml"],
            context=CUT,
        )
    for key, kind in TILE_KINDS.items():
        part = COMPONENTS[key]
        for tile in part["tiles"] if isinstance(part, dict) else part:
            catalog.add(
                tile["name"],
                locations=[("data/components.json", 0)],
                auto_comments=[f"Name of a {kind}, decided in names.toml"],
                context=TILE,
            )
    return catalog


@dataclass(frozen=True)
class CommandName:
    """A name of what Discord shows, as it stands in the catalogues."""

    context: str
    name: str
    note: str


@cache
def command_names() -> tuple[CommandName, ...]:
    """List the names of all commands, options, choices and menus. What is said of a command is its
    description, unless there is a note."""
    rule = "Small letters without spaces (- or _ between words), at most 32 characters."
    described = dict(one for source in sorted(_COGS.rglob("*.py")) for one in _commands(source))
    notes = {
        **{name: f"{said}; the command is called so." for name, said in described.items()},
        **names.COMMANDS,
    }
    commands = (
        CommandName(command, command.lstrip("/").split()[-1], f"Name of a command. {note} {rule}")
        for command, note in notes.items()
    )
    options = (
        CommandName(names.OPTION_CONTEXT, option, f"Name of an option of commands. {note} {rule}")
        for option, note in names.OPTIONS.items()
    )
    shown = ((names.CHOICE_CONTEXT, names.CHOICES), (names.MENU_CONTEXT, names.MENUS))
    others = (CommandName(of, name, note) for of, all_of in shown for name, note in all_of.items())
    return (*commands, *options, *others)


def _commands(source: Path) -> Iterator[tuple[str, str]]:
    """The commands that a module defines, by their whole names, with their descriptions."""
    written = source.read_text(encoding="utf-8")
    if "command(" not in written:  # to parse it takes long
        return
    for cog in ast.parse(written).body:
        if not isinstance(cog, ast.ClassDef):
            continue
        group = {one.arg: _text(one.value) for one in cog.keywords}
        if "group_name" in group:
            yield f"/{group['group_name']}", group["group_description"]
        for made in (d for method in cog.body for d in getattr(method, "decorator_list", ())):
            called = ast.unparse(made.func) if isinstance(made, ast.Call) else ""
            if called == "app_commands.command":
                said = {one.arg: one.value for one in made.keywords}
                name, description = made.args or (said["name"], said["description"])
                whole = f"{group.get('group_name', '')} {_text(name)}"
                yield f"/{whole.strip()}", _text(description)


def _text(said: ast.expr) -> str:
    """The words of a constant, or of a call with one: "Shows it" of locale_str("Shows it")."""
    return str(ast.literal_eval(said.args[0] if isinstance(said, ast.Call) else said))


@cache  # the source is read once for all languages
def _marked_in(root: Path, folders: tuple[str, ...]) -> tuple[Extracted, ...]:
    """Everything marked in the source. The template and each language build a catalogue of their
    own of it: Babel moves messages from one catalogue into another, names of a language with
    them."""
    return tuple(_marked(root, folders))


def _marked(root: Path, folders: tuple[str, ...]) -> Iterator[Extracted]:
    for folder in folders:
        for source in sorted((root / folder).rglob("*.py")):
            if not _CALLED.search(source.read_text(encoding="utf-8")):  # Babel reads slowly
                continue
            described, shared = _descriptions(source), _shared_comments(source)
            found = extract_from_file(
                "python", source, keywords=KEYWORDS, comment_tags=COMMENT_TAGS,
                strip_comment_tags=True,
            )  # fmt: skip
            for line, message, comments, context in found:
                if not comments:
                    comments = [said for lines, said in shared if line in lines]
                text, plural = message[:2] if isinstance(message, tuple) else (message, "")
                if str(text) in described:
                    comments = [*comments, DESCRIPTION]
                if text:
                    yield Extracted(
                        source.relative_to(root).as_posix(), str(text), str(plural or ""), context,
                        (" ".join(comments),) if comments else (),
                    )  # fmt: skip


def _shared_comments(source: Path) -> list[tuple[range, str]]:
    """Comments for translators that hold for each text of the statement below them, such as a
    mapping or a function, unless it has one of its own: in which lines, and what they say."""
    lines = source.read_text(encoding="utf-8").splitlines()
    if not any(SHARED_TAG in line or line.startswith("    act = ") for line in lines):
        return []
    tree, found = ast.parse("\n".join(lines)), list[tuple[range, str]]()
    ends = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            found += _of_act(node)
        if isinstance(node, ast.stmt):
            first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
            ends[first] = node.end_lineno or node.lineno
    for n, line in enumerate(lines, start=1):
        if line.strip().startswith(f"# {SHARED_TAG}"):
            below = n
            while lines[below].strip().startswith("#"):
                below += 1
            words = " ".join(one.strip("# ") for one in lines[n - 1 : below])
            said = words.removeprefix(SHARED_TAG).strip()
            found.append((range(below + 1, ends[below + 1] + 1), said))
    return found


def _of_act(node: ast.ClassDef) -> Iterator[tuple[range, str]]:
    """Comments for the texts of an act of moderators (`OF_ACTS`); none in other classes."""
    given = [one for one in node.body if isinstance(one, (ast.Assign, ast.AnnAssign)) and one.value]
    if not any(ast.unparse(one).startswith("act = ") for one in given):
        return
    does = (ast.get_docstring(node) or "").split(".")[0]
    for one in given:
        for begins, said in OF_ACTS.items():
            if ast.unparse(one).startswith(begins):
                lines = range(one.lineno, (one.end_lineno or one.lineno) + 1)
                yield lines, f"{said}; of the act: {does}"


def _descriptions(source: Path) -> set[str]:
    """What a module says about commands and their options."""
    if "locale_str" not in source.read_text(encoding="utf-8"):  # to read it with Babel takes long
        return set()
    found = extract_from_file("python", source, keywords={"locale_str": None})
    return {str(message) for _, message, _, _ in found}


def _written(catalog: Catalog, header: str) -> str:
    file = BytesIO()
    write_po(
        file, catalog, omit_header=True, include_lineno=False, sort_output=True, width=WIDTH,
        ignore_obsolete=True,
    )  # fmt: skip
    # Babel writes old texts as it reads them, first and as comments; its own way to write them
    # breaks lines within the quotation marks, which gettext refuses.
    texts = _OLD_LINES.sub(
        lambda found: found[2] + found[1].replace("# |", "#|"), file.getvalue().decode("utf-8")
    )
    return f"{header}\n{texts}"


def catalogues() -> list[Path]:
    """The catalogue of each language there is."""
    return sorted(LOCALES.glob(f"*/LC_MESSAGES/{translation.DOMAIN}.po"))


def read_catalogue(path: Path) -> Catalog:
    """A catalogue with its translations, or the template; and the texts of the pages, which are
    translated beside it."""
    catalog = _read(path)
    said = translation.said_in(
        translation.SOURCE_LANGUAGE if path == TEMPLATE else path.parents[1].name
    )
    about = {
        one.title: f"A title, at most {translation.TITLE_LIMIT} characters"
        for one in translation.passages("rules")
    }
    about |= {
        one.words: "not shown: words by which it is found" for one in translation.passages("rules")
    }
    for english, translated in said.items():
        comment = [about[english]] if english in about else []
        catalog.add(english, "" if path == TEMPLATE else translated, auto_comments=comment)
    return catalog


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=None if path == TEMPLATE else path.parents[1].name)


def brought_up(path: Path) -> str:
    """The content a catalogue should have: all texts of the source and no other, with the
    translations it has for them. A text that has changed keeps its old translation as fuzzy, with
    the old text, until somebody has looked at it; a name is always that of names.toml."""
    catalog = _read(path)
    catalog.update(_from_source(), no_fuzzy_matching=True)
    names = decided_names(path.parents[1].name)
    for message in catalog:
        if isinstance(message.id, str) and (message.context, message.id) in names:
            message.string = names[message.context, message.id]
            message.flags.discard("fuzzy")
    _keep_old_translations(catalog)
    for message in catalog:
        if not message.fuzzy:
            message.user_comments = [c for c in message.user_comments if not c.startswith(_OLD)]
    header = _HEADER.removesuffix("\n") + (
        f'\n"Language: {catalog.locale_identifier}\\n"\n"Plural-Forms: {catalog.plural_forms}\\n"\n'
    )
    return _written(catalog, f"# {catalog.locale.english_name}\n{header}")


def _keep_old_translations(catalog: Catalog) -> None:
    """Give each new text the translation of the one it replaces, as fuzzy: of those that are gone,
    from the same module, with the same context, counted or not like it, the most alike, at least
    `CLOSE`. Babel's own search would also take texts that are still said, from anywhere."""
    gone = [message for message in catalog.obsolete.values() if _translated(message)]
    alike = [
        (likeness, _forms(new), _forms(old), new, old)
        for new in catalog
        if new.id and not _translated(new)
        for old in gone
        if new.context == old.context and new.pluralizable == old.pluralizable
        and {path for path, _ in new.locations} & {path for path, _ in old.locations}
        and (likeness := _likeness(_forms(new), _forms(old))) >= CLOSE
    ]  # fmt: skip
    for _, _, _, new, old in sorted(alike, key=lambda pair: pair[:3], reverse=True):
        if _translated(new) or old not in gone:
            continue
        gone.remove(old)
        new.string = old.string
        translates = old.user_comments if old.fuzzy else _as_old(old)
        if translates != _as_old(new):  # else it was changed and changed back
            new.flags.add("fuzzy")
            new.user_comments = translates


def _likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    match = SequenceMatcher(None, "\n".join(one), "\n".join(other), autojunk=False)
    return match.ratio() if match.quick_ratio() >= CLOSE else 0


def _as_old(message: Message) -> list[str]:
    """The lines that tell what a fuzzy translation translates."""
    return [
        line
        for keyword, form in zip(("msgid", "msgid_plural"), _forms(message), strict=False)
        for line in f"{_OLD}{keyword} {normalize(form, _OLD, WIDTH - 1)}".splitlines()
    ]


def _forms(message: Message) -> tuple[str, ...]:
    """The English text, and its plural where something is counted."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _translated(message: Message) -> bool:
    said = message.string
    return all(said if isinstance(said, (tuple, list)) else [said])


def decided_names(language: str) -> dict[tuple[str | None, str], str]:
    """The names of names.toml in a language, by context and English name. Empty for a language it
    does not know."""
    tables = tomllib.loads(NAMES.read_text(encoding="utf-8"))
    return {
        (table if table in (TILE, CUT) else None, english): names[language]
        for table, rows in tables.items()
        for english, names in rows.items()
        if language in names
    }


def untranslated(catalog: Catalog) -> list[Message]:
    """What a catalogue says in English: what it has no translation for, and what has only that of
    an old text (`fuzzy`)."""
    return [
        message for message in catalog
        if message.id and (message.fuzzy or not _translated(message))
    ]  # fmt: skip


def waiting_for_translation(path: Path) -> list[str]:
    """Name the texts and passages that a language says in English, and those whose translation is
    older than the English."""
    return [
        *(" / ".join(_forms(message)) for message in untranslated(read_catalogue(path))),
        *translation.changed_passages(path.parents[1].name),
    ]


def in_checkout() -> bool:
    """Whether this is a checkout of the project, in which texts are worked on. In an installed
    package there is not all of the source, and what is there belongs to the installer."""
    return (ROOT / "pyproject.toml").is_file()


def write_texts() -> None:
    """Write the template, bring the catalogues up to it and compile them. Only in a checkout."""
    TEMPLATE.write_text(template(), encoding="utf-8")
    for path in catalogues():
        path.write_text(brought_up(path), encoding="utf-8")
    compile_catalogues()


def compile_catalogues() -> None:
    """Make the .mo file of each catalogue, which is what the program reads. Catalogues that have
    not changed since are left alone."""
    for path in catalogues():
        compiled = path.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime >= path.stat().st_mtime:
            continue
        with compiled.open("wb") as file:
            write_mo(file, _read(path))
