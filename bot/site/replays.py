"""The page of a finished game: its result, and every round in a picture and in words.

A process of its own writes it, from the database into the folder. It shows what a replay in the
channel shows: positions that lay open, of a game that is over and whose deal nobody is playing any
more.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from bot import VERSION
from bot.engine.game_facts import PointsHistory
from bot.model.server import Language, Theme
from bot.refusal import Refusal
from bot.scene import Scene, scene_of
from bot.site import game_page
from bot.site.elements import (
    SOURCE,
    Above,
    Kept,
    Page,
    Person,
    Pictures,
    page,
    plain_marks,
    unmarked,
)
from bot.site.folder import Folder
from bot.spreadsheet import Sheet
from bot.store import Store
from bot.tables import Confirmed, Tables
from bot.tables.looking_back import LAST, Moment, Replay, replay
from bot.tables.records import must_be_told
from bot.text.descriptions.alt_text import alt_city, alt_wheels
from bot.text.descriptions.results import FinalResult, alt_final
from bot.text.leagues import TABLE, web_words
from bot.text.names import SEAT_LETTERS, module_name, points, shown_name, told_apart
from bot.text.points import winner_line
from bot.text.refusals import refusal_words
from bot.text.seats import moment_words
from bot.text.translation import Translations, day, translator
from bot.text.turns import news, taken_words
from rendering import LOOK, small_size


@dataclass(frozen=True)
class GamePage:
    """A game whose page should be written."""

    table_id: int
    revision: int
    """The revision of its table: it is another one after anything that changes the game or its
    result."""
    seats: tuple[Person | None, ...]
    """Who sat in each seat; None for a computer."""
    above: tuple[Above, ...]
    """The pages that lead to it: those of the league and of the season."""
    number: int
    """The number of the table in its season."""
    languages: tuple[Language, ...]
    """The languages of the page; its pictures, the same for all, are in the first."""
    theme: Theme

    @property
    def made_of(self) -> str:
        """A hash of everything from which the page is made."""
        sources = [one.read_bytes() for one in sorted(SOURCE.iterdir()) if one.is_file()]
        return sha256(repr((VERSION, LOOK, self, sources)).encode()).hexdigest()

    @property
    def path(self) -> str:
        """Its file within the folder of a language."""
        return game_page(self.table_id)

    @property
    def files(self) -> tuple[str, ...]:
        """Its files in the whole folder, for each language."""
        stem = self.path.removesuffix(".html")
        return tuple(
            f"{language}/{stem}.{kind}"
            for language in self.languages for kind in ("html", "json", "csv")
        )  # fmt: skip


def write_games(url: str, path: Path, wanted: Sequence[GamePage]) -> list[str]:
    """Write these pages with their pictures into this folder, in all their languages, from the
    database at this address. Return for each why that cannot be done, in an English sentence; empty
    if it is done."""
    return asyncio.run(_write_all(url, Folder(path), wanted))


async def _write_all(url: str, folder: Folder, wanted: Sequence[GamePage]) -> list[str]:
    store = Store(url)
    try:
        return [await _write(Tables(store), folder, one) for one in wanted]
    finally:
        await store.close()


async def _write(tables: Tables, folder: Folder, wanted: GamePage) -> str:
    try:
        told = await read_game(tables, wanted.table_id)
    except Refusal as refusal:
        return str(refusal)
    for language in wanted.languages:
        for file in replay_page(folder, wanted, told, language).files():
            folder.put(*file)
    return ""


@dataclass(frozen=True)
class Told:
    """What the page of a finished game tells."""

    game: Replay

    @cached_property
    def history(self) -> PointsHistory:
        """Where the points came from."""
        return self.game.points

    @cached_property
    def moments(self) -> Sequence[Moment]:
        """The moments that are shown: the beginnings of all rounds, and the end."""
        return [self.game.moment(n) for n in (*(one.number for one in self.game.rounds), LAST)]


async def read_game(tables: Tables, table_id: int) -> Told:
    """Read a finished game. Raises Refusal for one that cannot be replayed, and while its deal may
    still be played elsewhere."""
    opened = await tables.read(table_id)
    await must_be_told(opened)
    return Told(await replay(opened))


def replay_page(kept: Kept, wanted: GamePage, told: Told, language: Language) -> Page:
    """The page of a finished game in a language."""
    drawn = _As(translator(wanted.languages[0]), wanted, told)
    own = drawn if language == wanted.languages[0] else _As(translator(language), wanted, told)
    return _page(language, wanted, told, own, _draw(kept, wanted, told, drawn))


def page_without_game(wanted: GamePage, refusal: Refusal, language: Language) -> Page:
    """The page of a game that cannot be shown, which says why."""
    t = translator(language)
    return page(
        language, wanted.path, "words.html", t.say(TABLE, n=wanted.number), wanted.above,
        languages=wanted.languages, words=refusal_words(t, refusal),
    )  # fmt: skip


@dataclass(frozen=True)
class _Shown:
    """The files of the page's pictures."""

    rounds: Sequence[tuple[str, ...]]
    """For each moment the files that lie upon each other, the ground first."""
    size: tuple[int, int]
    """Width and height of each of them, in pixels."""
    cities: Mapping[str, str]
    """The picture of the city, by the name of the moment (`_called`)."""
    score: str


def _called(moment: Moment) -> str:
    """The name of a moment in the names of files and of places on the page."""
    return "end" if moment.round == LAST else str(moment.round)


def _after_food_day(moment: Moment) -> bool:
    """Whether a food day was held just before this moment: then the city is shown, too."""
    return any(turn.food_day for turn in moment.moved)


class _As:
    """A game as it is shown in a language."""

    def __init__(self, t: Translations, wanted: GamePage, told: Told) -> None:
        self.t, self.names = t, _names(t, told.game, wanted)
        self.scenes = [
            scene_of(one.position, self.names, waiting=one.waiting, last_move=one.moved)
            for one in told.moments
        ]
        self.cities = {
            _called(moment): alt_city(scene, t)
            for moment, scene in zip(told.moments, self.scenes, strict=True)
            if _after_food_day(moment)
        }
        """The city in words, by the name of the moment."""


def _names(t: Translations, game: Replay, wanted: GamePage) -> list[str]:
    return told_apart([
        shown_name(t, seat.name) if person is None else person.called(t)
        for seat, person in zip(game.table.seats, wanted.seats, strict=True)
    ])  # fmt: skip


def _draw(kept: Kept, wanted: GamePage, told: Told, drawn: _As) -> _Shown:
    """Have the pictures of the page kept."""
    pictures = Pictures(kept, wanted.theme, drawn.t)
    cities = {
        called: pictures.city(scene, drawn.cities[called])
        for moment, scene in zip(told.moments, drawn.scenes, strict=True)
        if (called := _called(moment)) in drawn.cities
    }
    score = pictures.score(FinalResult(tuple(drawn.names), told.history))
    return _Shown(pictures.rounds(drawn.scenes), small_size(drawn.scenes[0]), cities, score)


def _page(language: Language, wanted: GamePage, told: Told, own: _As, shown: _Shown) -> Page:
    t, names, game = own.t, own.names, told.game
    standings = game.result.standings if game.result else ()
    number = t.say(TABLE, n=wanted.number)
    title = winner_line(t, names, standings) if standings else number
    facts = [day(t, game.table.updated_at.date(), year=True)]
    facts += [module_name(t, module) for module in game.now.modules]
    profile = wanted.above[0][0].removesuffix("index.html")
    rows = [
        {
            "place": row["place"], "seat": row["seat"], "letter": SEAT_LETTERS[row["seat"]],
            "name": names[row["seat"]], "points": points(t, row["points4"]),
            "page": person and person.page and profile + person.page,
        }
        for row in standings for person in [wanted.seats[row["seat"]]]
    ]  # fmt: skip
    rounds = [
        {**_round(own, game, one, scene), "files": files, "city": shown.cities.get(_called(one))}
        for one, scene, files in zip(told.moments, own.scenes, shown.rounds, strict=True)
    ]
    return page(
        language, wanted.path, "game.html", title, wanted.above,
        languages=wanted.languages, facts=" · ".join(facts), table=number, size=shown.size,
        rows=rows, rounds=rounds,
        score={"file": shown.score, "alt": alt_final(names, told.history, t)},
        sheets={
            "result": Sheet(
                ("place", "seat", "name", "points"),
                [
                    (one["place"], one["seat"] + 1, names[one["seat"]], one["points4"] / 4)
                    for one in standings
                ],
            ),
            "rounds": Sheet(
                ("round", "board", "what"),
                [
                    (one["id"], one["alt"], "\n".join(unmarked(line) for line in one["lines"]))
                    for one in rounds
                ],
            ),
        },
    )  # fmt: skip


def told_lines(t: Translations, names: Sequence[str], turns: Sequence[Confirmed]) -> list[str]:
    """Tell turns in full, with what the table did after each; names are bold."""
    printed, lines = [f"**{plain_marks(name)}**" for name in names], list[str]()
    for turn in turns:
        computer = turn.table.seats[turn.seat].computer is not None
        words = taken_words(t, printed, turn, computer=computer, in_full=True)
        lines += [words] if words else []
        lines += news(t, printed, turn.steps[-1], in_full=True)
    return lines


def _round(own: _As, game: Replay, moment: Moment, scene: Scene) -> Mapping[str, Any]:
    t, called, ended = own.t, _called(moment), moment.round == LAST
    first = moment.round == game.rounds[0].number
    turns = () if ended else (*(game.choice[-1:] if first else ()), *moment.played)
    return {
        "id": called,
        "title": web_words(t)["end"] if ended else moment_words(t, moment.position, moment.waiting),
        "alt": alt_wheels(scene, t), "lines": told_lines(t, own.names, turns),
        "city_alt": own.cities.get(called, ""),
    }  # fmt: skip
