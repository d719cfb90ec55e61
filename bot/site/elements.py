"""What all pages are made of: their templates, which are in data/site, and their paths to each
other; their pictures; and what people are called on them: by name only those who agreed to it.

The name of a picture's file is a hash of everything seen on it: so each is drawn once, whichever
version of the program asks for it, and again only when it looks different. A picture that no page
names any more is removed with the other old files.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain
from typing import Any

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
from bot.site.folder import PICTURES, Folder
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
    layer,
    small_city,
    small_final,
    small_ground,
    small_profile,
    small_wheels,
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


LAYERS = 6
"""The most layers of a wheels picture upon its ground. With more layers the files of a game have
fewer bytes, but a round that is opened alone needs more of them."""


@dataclass(frozen=True)
class Pictures:
    """The pictures in one look and language. Each function draws what is not there yet and returns
    names of files in the folder."""

    folder: Folder
    theme: Theme
    t: Translations

    def rounds(self, scenes: Sequence[Scene]) -> list[tuple[str, ...]]:
        """The wheels at moments of a game that follow each other, or at a single one. For each
        moment the files that lie upon each other, the ground first; most moments share all but the
        last file with the moment before."""
        found = list[tuple[str, ...]]()
        for number, scene in enumerate(scenes):
            before = scenes[number - 1] if number % LAYERS else None
            below = found[-1] if before else (self._ground(scene),)
            found.append((*below, self._layer(scene, before)))
        return found

    def city(self, scene: Scene) -> str:
        """The city in this scene."""
        t, theme = self.t, self.theme
        return self._kept(
            lambda: small_city(scene, theme=theme, t=t), "city", scene, alt_city(scene, t)
        )

    def score(self, result: FinalResult) -> str:
        """The picture of a final score."""
        t, theme = self.t, self.theme
        words = alt_final(result.names, result.history, t)
        return self._kept(lambda: small_final(result, theme=theme, t=t), "score", result, words)

    def profile(self, card: ProfileCard) -> str:
        """The picture of a person's games."""
        t, theme = self.t, self.theme
        words = alt_profile(card, t)
        return self._kept(lambda: small_profile(card, theme=theme, t=t), "profile", card, words)

    def bracket(self, bracket: Bracket) -> str:
        """The picture of a cup's bracket."""
        t, theme = self.t, self.theme
        words = alt_bracket(bracket, t)
        return self._kept(
            lambda: draw_bracket(bracket, theme=theme, t=t).data, "bracket", bracket, words
        )

    def _ground(self, scene: Scene) -> str:
        below = _ground_of(scene)
        return self._kept(
            lambda: layer(small_ground(*below, self.theme), self.theme), "ground", below
        )

    def _layer(self, scene: Scene, before: Scene | None) -> str:
        """What lies upon the moment before or, without one, upon the ground."""
        t, theme = self.t, self.theme

        def draw() -> bytes:
            if before is None:
                below = small_ground(*_ground_of(scene), theme)
            else:
                below = small_wheels(before, theme=theme, t=t)
            return layer(small_wheels(scene, theme=theme, t=t), theme, below)

        words = [t.gettext(GEARS_IN_CAPITALS[gear]) for gear in GEARS]
        return self._kept(draw, "wheels", scene, before, words)

    def _kept(self, draw: Callable[[], bytes], *seen: object) -> str:
        """The file of a picture on which this is `seen`; it is drawn if it is not there yet."""
        name = sha256(repr((LOOK, self.theme, *seen)).encode()).hexdigest()[:32]
        file = f"{PICTURES}/{name[:2]}/{name}.png"
        self.folder.wanted.add(file)
        if not self.folder.has(file):
            self.folder.put(file, draw())
        return file


def _ground_of(scene: Scene) -> tuple[int, bool]:
    """What the ground of a scene depends on: the number of seats, and whether there are
    prophecies."""
    return len(scene.players), bool(scene.prophecies)


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


_TEMPLATES = Environment(
    loader=FileSystemLoader(SOURCE), autoescape=True, undefined=StrictUndefined,
    trim_blocks=True, lstrip_blocks=True,
)  # fmt: skip
_TEMPLATES.filters["marked"] = marked


def page(
    language: str, path: str, template: str, title: str, above: Sequence[Above] = (),
    *, languages: Sequence[Language] = LANGUAGES, **more: Any,
) -> tuple[str, bytes]:  # fmt: skip
    """Make a page from its template; return its path in the whole folder, and its bytes.

    `path` begins at the folder of the language. `above` are the pages that lead to it, the topmost
    first; `languages` are those in which the page is written, and `more` is for the template.
    """
    t, root = translator(language), "../" * (path.count("/") + 1)
    say = web_words(t)
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
    """The first page of the whole folder, which leads to the languages."""
    languages = [(one, name, f"{one}/index.html") for one, name in LANGUAGE_NAMES.items()]
    say = web_words(translator(SOURCE_LANGUAGE))
    return _TEMPLATES.get_template("index.html").render(
        languages=languages, language=SOURCE_LANGUAGE, title=say["leagues"], say=say, root="",
        home="", above=(), leagues=[(href, name) for _, name, href in languages], written="",
    ).encode()  # fmt: skip


def style_sheet() -> bytes:
    """The style sheet, in the colours of our pictures."""
    return _TEMPLATES.get_template("style.css").render(THEMES).encode()
