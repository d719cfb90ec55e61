"""The pages' templates, which are in data/site, and the paths of pages to each other."""

import re
from collections.abc import Sequence
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from bot import FOLDER
from bot.model.server import LANGUAGE_NAMES, LANGUAGES, Language
from bot.text.site import labels
from bot.text.translation import SOURCE_LANGUAGE, translator
from rendering import THEMES

SOURCE = FOLDER / "data" / "site"
_STAR = "\ue000"
"""Stands for an asterisk that is no sign of bold type."""
_BOLD = re.compile(r"\*\*(.+?)\*\*")

Above = tuple[str, str]
"""A page above another one: its path from the folder of the language, and its title."""


def plain_marks(name: str) -> str:
    """Write a name so that `marked` shows its asterisks."""
    return name.replace("*", _STAR)


def marked(words: str) -> Markup:
    """Write words of messages as HTML: what is bold there is bold here."""
    return Markup(_BOLD.sub(r"<b>\1</b>", str(escape(words))).replace(_STAR, "*"))  # noqa: S704


_TEMPLATES = Environment(
    loader=FileSystemLoader(SOURCE), autoescape=True, undefined=StrictUndefined,
    trim_blocks=True, lstrip_blocks=True,
)  # fmt: skip
_TEMPLATES.filters["marked"] = marked


def page(
    language: str, path: str, template: str, title: str, above: Sequence[Above] = (),
    *, languages: Sequence[Language] = LANGUAGES, **more: Any,
) -> tuple[str, bytes]:  # fmt: skip
    """Make a page from its template: its path in the whole folder, and its bytes. `path` begins at
    the folder of the language; `above` are the pages that lead to it, from the first; `languages`
    are those that the page is written in."""
    t, root = translator(language), "../" * (path.count("/") + 1)
    say = labels(t)
    html = _TEMPLATES.get_template(template).render(
        language=language, title=title, say=say, root=root, home=f"{root}{language}/",
        above=[("index.html", say["leagues"]), *above] if path != "index.html" else (),
        languages=[
            (one, LANGUAGE_NAMES[one], f"{root}{one}/{path}")
            for one in LANGUAGES if one in languages
        ],
        **more,
    )  # fmt: skip
    return f"{language}/{path}", html.encode()


def entrance() -> bytes:
    """Make the page of the whole folder, which leads to the languages."""
    languages = [(one, name, f"{one}/index.html") for one, name in LANGUAGE_NAMES.items()]
    say = labels(translator(SOURCE_LANGUAGE))
    return _TEMPLATES.get_template("index.html").render(
        languages=languages, language=SOURCE_LANGUAGE, title=say["leagues"], say=say, root="",
        home="", above=(), leagues=[(href, name) for _, name, href in languages], written="",
    ).encode()  # fmt: skip


def style_sheet() -> bytes:
    """Make the style sheet, in the colours of our pictures."""
    return _TEMPLATES.get_template("style.css").render(THEMES).encode()
