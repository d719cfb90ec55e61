"""What all pages are made of: their templates, which are in data/site, and their paths to each
other; their pictures; and what people are called on them: by name only those who agreed to it.

The name of a picture's file is a hash of everything seen on it: so each is drawn once, whichever
version of the program asks for it, and again only when it looks different. A picture that no page
names any more is removed with the other old files.
"""

import json
import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from hashlib import sha256
from itertools import chain
from typing import Any, Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from bot import FOLDER
from bot.engine.components import GEARS
from bot.leagues import queries
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.model.league import League
from bot.model.server import LANGUAGE_NAMES, LANGUAGES, Language, Theme
from bot.model.table import is_former
from bot.scene import Scene
from bot.site.folder import PICTURES
from bot.spreadsheet import Id, Sheet, csv_of
from bot.store import settings
from bot.text.descriptions.alt_text import alt_city
from bot.text.descriptions.bracket import Bracket, alt_bracket
from bot.text.descriptions.figures import ProfileCard, alt_profile
from bot.text.descriptions.results import FinalResult, alt_final
from bot.text.leagues import PLAYER_NUMBER, web_words
from bot.text.names import FORMER_NAME, GEARS_IN_CAPITALS, shown_name
from bot.text.translation import SOURCE_LANGUAGE, Translations, translator
from rendering import (
    LOOK,
    THEMES,
    draw_bracket,
    ground_of_boards,
    layer_of_board,
    small_city,
    small_final,
    small_profile,
)


@dataclass(frozen=True)
class Person:
    """A person of a league."""

    id: int
    number: int
    """The number in the league, from 1, in the order in which people first played in it."""
    name: str | None
    """The stored name; None if the person has not agreed to show it, or it is not known."""
    profile: bool
    """Whether the person has a page."""

    def called(self, t: Translations) -> str:
        """What to call the person."""
        return shown_name(t, self.name) if self.name else t.say(PLAYER_NUMBER, n=self.number)

    def at_table(self, name: str) -> "Person":
        """The person under the name used at a table, if a name may be shown."""
        return replace(self, name=self.name and name)

    @property
    def page(self) -> str | None:
        """The file of the person's page in the league's folder; None if there is none."""
        return f"player-{self.number}.html" if self.profile else None


People = dict[int, Person]
"""The people of a league by id."""


async def people_of(
    leagues: Leagues, league: League, views: Sequence[SeasonView], seated: Sequence[int]
) -> People:
    """Everybody who ever played in a league, by id; `seated` are the people in its games."""
    ids = list(dict.fromkeys([*chain.from_iterable(map(_in_season, views)), *seated]))
    agreed = await leagues.store.read(settings.named_on_pages, ids)
    names = await queries.last_names(leagues, league.guild_id, list(agreed))
    names = {**names, **{one: FORMER_NAME for one in ids if is_former(one)}}
    return {
        one: Person(one, number, names.get(one), agreed.get(one) == "profile" and one in names)
        for number, one in enumerate(ids, start=1)
    }


def _in_season(view: SeasonView) -> Sequence[int]:
    state = view.state
    lines = [line for result in state.results.values() for line in result.lines]
    return [
        *(person for held in state.holders.values() for person in held),
        *(person for line in lines for person, _ in line.turns),
        *(line.player for line in lines if line.player is not None),
    ]


class OpenToAll(Protocol):
    """Says what Discord knows about who may read a channel."""

    async def __call__(self, guild_id: int, channel_id: int, within: Collection[int] = ()) -> bool:
        """Whether everybody on a server may read a channel; if that is not known any more, whether
        they may read all of those `within` one of which it was."""


AskChannels = Callable[[Collection[int]], Awaitable[Mapping[int, bool]]]
"""Asks Discord about the channels of these servers: by their ids, whether everybody on the server
may read them."""


def as_told(channels: Mapping[int, bool]) -> OpenToAll:
    """What was asked before the pages are written."""

    async def open_to_all(guild_id: int, channel_id: int, within: Collection[int] = ()) -> bool:
        others = bool(within) and all(channels.get(one, False) for one in within)
        return channels.get(channel_id, others)

    return open_to_all


LAYERS = 6
"""The most layers of a wheels picture upon its ground. With more layers the files of a game have
fewer bytes, but a round that is opened alone needs more of them."""


Draw = partial[Any]
"""A function of `rendering` with its arguments, which draws a picture when it is called."""


class Kept(Protocol):
    """Where the pictures of pages are kept."""

    def want(self, file: str, draw: Draw) -> None:
        """Have the picture under this name of a file; it is drawn unless it is there."""


@dataclass(frozen=True)
class Pictures:
    """The pictures in one look and language. Each function wants what it shows to be kept, and
    returns names of files."""

    kept: Kept
    theme: Theme
    t: Translations

    def rounds(self, scenes: Sequence[Scene]) -> list[tuple[str, ...]]:
        """The wheels at moments of a game that follow each other, or at a single one. For each
        moment the files that lie upon each other, the ground first; most moments share all but the
        last file with the moment before."""
        found = list[tuple[str, ...]]()
        seen = [sha256(repr(one).encode()).digest() for one in scenes]
        for number, scene in enumerate(scenes):
            first = not number % LAYERS
            before = None if first else scenes[number - 1]
            below = (self._ground(scene),) if first else found[-1]
            upon = seen[number : number + 1] if first else seen[number - 1 : number + 1]
            found.append((*below, self._layer(scene, before, upon)))
        return found

    def city(self, scene: Scene, said: str | None = None) -> str:
        """The city in this scene; `said` is its `alt_city`, if it is known."""
        words = alt_city(scene, self.t) if said is None else said
        draw = partial(small_city, scene, theme=self.theme, t=self.t)
        return self._named(draw, "city", scene, words)

    def score(self, result: FinalResult) -> str:
        """The picture of a final score."""
        return self._named(
            partial(small_final, result, theme=self.theme, t=self.t),
            "score", result, alt_final(result.names, result.history, self.t),
        )  # fmt: skip

    def profile(self, card: ProfileCard) -> str:
        """The picture of a person's games."""
        return self._named(
            partial(small_profile, card, theme=self.theme, t=self.t),
            "profile", card, alt_profile(card, self.t),
        )  # fmt: skip

    def bracket(self, bracket: Bracket) -> str:
        """The picture of a cup's bracket."""
        return self._named(
            partial(draw_bracket, bracket, theme=self.theme, t=self.t),
            "bracket", bracket, alt_bracket(bracket, self.t),
        )  # fmt: skip

    def _ground(self, scene: Scene) -> str:
        below = len(scene.players), bool(scene.prophecies)
        return self._named(partial(ground_of_boards, *below, theme=self.theme), "ground", below)

    def _layer(self, scene: Scene, before: Scene | None, seen: Sequence[bytes]) -> str:
        """What lies upon the moment before or, without one, upon the ground. What is `seen` stands
        for both scenes."""
        words = [self.t.gettext(GEARS_IN_CAPITALS[gear]) for gear in GEARS]
        return self._named(
            partial(layer_of_board, scene, before, theme=self.theme, t=self.t),
            "wheels", *seen, words,
        )  # fmt: skip

    def _named(self, draw: Draw, *seen: object) -> str:
        """The file of a picture on which this is `seen`."""
        name = sha256(repr((LOOK, self.theme, *seen)).encode()).hexdigest()[:32]
        file = f"{PICTURES}/{name[:2]}/{name}.png"
        self.kept.want(file, draw)
        return file


SOURCE = FOLDER / "data" / "site"
_STAR = "\ue000"
"""Stands for an asterisk that does not mean bold type."""
_BOLD = re.compile(r"\*\*(.+?)\*\*")

Above = tuple[str, str]
"""A page that leads to another one: its path from the folder of the language, and its title."""


def plain_marks(name: str) -> str:
    """The name in such a form that `marked` shows its asterisks."""
    return name.replace("*", _STAR)


def marked(words: str) -> Markup:
    """Words of messages as HTML: what is bold there is bold here."""
    return Markup(_BOLD.sub(r"<b>\1</b>", str(escape(words))).replace(_STAR, "*"))  # noqa: S704


def unmarked(words: str) -> str:
    """Words of messages as plain text."""
    return _BOLD.sub(r"\1", words).replace(_STAR, "*")


_TEMPLATES = Environment(
    loader=FileSystemLoader(SOURCE), autoescape=True, undefined=StrictUndefined,
    trim_blocks=True, lstrip_blocks=True,
)  # fmt: skip
_TEMPLATES.filters["marked"] = marked


@dataclass(frozen=True)
class Page:
    """A page in one language."""

    path: str
    """Its file in the whole folder."""
    html: bytes
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    """What it shows as tables, by name; the first is the one that programs read as CSV."""

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yields the path and the bytes of the page, and of the same as JSON and CSV."""
        yield self.path, self.html
        if self.sheets:
            stem = self.path.removesuffix(".html")
            yield f"{stem}.json", as_json(self.sheets)
            yield f"{stem}.csv", csv_of(next(iter(self.sheets.values()))).encode()


def as_json(sheets: Mapping[str, Sheet]) -> bytes:
    """Tables as JSON: lists of their lines by name, each line with the names of its columns. Ids
    are text, since JavaScript keeps only 53 bits of a number."""
    told = {
        name: [
            {
                column: str(int(cell)) if isinstance(cell, Id) else cell
                for column, cell in zip(sheet.head, line, strict=True)
            }
            for line in sheet.lines
        ]
        for name, sheet in sheets.items()
    }
    return json.dumps(told, ensure_ascii=False, indent=1).encode()


NO_SHEETS: Mapping[str, Sheet] = {}


def page(
    language: str, path: str, template: str, title: str, above: Sequence[Above] = (),
    *, languages: Sequence[Language] = LANGUAGES, sheets: Mapping[str, Sheet] = NO_SHEETS,
    depth: int | None = None, **more: Any,
) -> Page:  # fmt: skip
    """Make a page from its template.

    `path` begins at the folder of the language. `above` are the pages that lead to it, the topmost
    first; `languages` are those in which the page is written, `sheets` what it shows as tables,
    `depth` in how many folders it is seen if not in its own, and `more` is for the template.
    """
    t = translator(language)
    root = "../" * (path.count("/") + 1 if depth is None else depth)
    say = web_words(t)
    stem = path.rpartition("/")[2].removesuffix(".html")
    html = _TEMPLATES.get_template(template).render(
        language=language, title=title, say=say, root=root, home=f"{root}{language}/",
        above=[("index.html", say["leagues"]), *above] if path != "index.html" else (),
        languages=[
            (one, LANGUAGE_NAMES[one], f"{root}{one}/{path}")
            for one in LANGUAGES if one in languages
        ],
        data=[(f"{stem}.{kind}", kind.upper()) for kind in ("csv", "json")] if sheets else (),
        **more,
    )  # fmt: skip
    return Page(f"{language}/{path}", html.encode(), sheets)


@lru_cache(maxsize=20)
def missing_page(language: Language, depth: int) -> bytes:
    """What stands in so many folders where there is no page."""
    t = translator(language)
    # Translators: heading of a web page: what stands at this address; and what one can do
    title, words = t.gettext("There is nothing here"), t.gettext(
        "There is no such page, or it is no longer public. The start page leads to all the "
        "others."
    )  # fmt: skip
    return page(
        language, "index.html", "words.html", title, depth=depth, words=words, first=True
    ).html


def entrance() -> bytes:
    """The first page of the whole folder, which leads to the languages."""
    languages = [(one, name, f"{one}/index.html") for one, name in LANGUAGE_NAMES.items()]
    say = web_words(translator(SOURCE_LANGUAGE))
    return _TEMPLATES.get_template("index.html").render(
        languages=languages, language=SOURCE_LANGUAGE, title=say["leagues"], say=say, root="",
        home="", above=(), data=(), servers=(), days=None, written=None,
        leagues=[(href, name) for _, name, href in languages],
    ).encode()  # fmt: skip


def style_sheet() -> bytes:
    """The style sheet, in the colours of our pictures."""
    return _TEMPLATES.get_template("style.css").render(THEMES).encode()
