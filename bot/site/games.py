"""Pages that only the running bot serves: the games of a server, a table while it is played, and
the turns of the day.
What they show is what a reader of the channel sees: the position as it lies open, the turns of the
round, and the clocks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.engine import Game
from bot.engine.position import Position
from bot.model.computers import Puzzle
from bot.model.league import League
from bot.model.server import LANGUAGES, Language, Theme
from bot.model.table import OpenGame, Table, is_former
from bot.notation.position_line import read_position
from bot.process.work import in_thread
from bot.scene import Scene, scene_of
from bot.site import DAYS_PAGE, day_page, game_page, league_home, server_page
from bot.site.elements import Above, Kept, Page, Person, Pictures, page, unmarked
from bot.site.replays import GamePage, told_lines
from bot.spreadsheet import Sheet
from bot.store import Store, puzzles, settings
from bot.store.tables import ended_at
from bot.tables import Confirmed, Tables, looking_back
from bot.tables.finding import games_at_server
from bot.tables.open_table import OpenTable
from bot.tables.practice import PAST_DAYS
from bot.text.advice import THEME_WORDS, day_title, way_lines
from bot.text.descriptions.alt_text import alt_city, alt_wheels
from bot.text.hours import clock_name
from bot.text.leagues import TABLE
from bot.text.names import (
    FORMER_NAME,
    SEAT_LETTERS,
    module_name,
    points,
    shown_name,
    told_apart,
)
from bot.text.seats import moment_words
from bot.text.translation import Translations, capital, day, listed, translator
from rendering import small_size

MOST_ENDED = 50
"""A server's page lists so many finished games at most, the newest."""
AGAIN = 10
"""After so many seconds the page of a table looks whether something happened."""


@dataclass(frozen=True)
class Listed:
    """A game in the list of a server."""

    game: OpenGame | Table
    people: tuple[Person | None, ...]
    """Who sits there, by seat; None for a computer."""

    def called(self, t: Translations) -> str:
        """Who plays, in words."""
        return listed(t, _names(t, self.people, [one.name for one in self.game.seats]))


def _names(t: Translations, people: Sequence[Person | None], names: Sequence[str]) -> list[str]:
    return told_apart([
        shown_name(t, name) if person is None else person.called(t)
        for person, name in zip(people, names, strict=True)
    ])  # fmt: skip


async def seated(store: Store, games: Sequence[OpenGame | Table]) -> list[Listed]:
    """Find what to call the people at these tables: by name who agreed to it, the others by their
    seats."""
    ids = {one.user_id for game in games for one in game.seats if one.user_id is not None}
    agreed = await store.read(settings.named_on_pages, ids, outside_leagues=True)
    return [
        Listed(
            game,
            tuple(
                None if one.user_id is None
                else Person(
                    one.user_id, one.seat + 1,
                    FORMER_NAME if is_former(one.user_id)
                    else one.name if one.user_id in agreed else None,
                    profile=False,
                )
                for one in game.seats
            ),
        )
        for game in games
    ]  # fmt: skip


@dataclass(frozen=True)
class AtServer:
    """What the page of a server shows."""

    guild_id: int
    name: str
    leagues: Sequence[League]
    open: Sequence[Listed]
    ended: Sequence[Listed]

    @property
    def channels(self) -> set[int]:
        """The channels in which its games are."""
        return {one.game.channel_id for one in (*self.open, *self.ended)}


async def read_server(
    tables: Tables, guild_id: int, name: str, leagues: Sequence[League]
) -> AtServer:
    """Read the games of a server: the open ones, and the newest that are over and belong to no
    league."""
    now = [one for one in await games_at_server(tables, guild_id) if one.gone_at is None]
    over = await tables.store.read(ended_at, guild_id, MOST_ENDED)
    return AtServer(
        guild_id, name, leagues,
        await seated(tables.store, now), await seated(tables.store, over),
    )  # fmt: skip


def page_of_server(found: AtServer, language: Language) -> Page:
    """The page of a server: its leagues, its open games, and those that are over."""
    t = translator(language)

    def line(one: Listed, status: str) -> Mapping[str, Any]:
        at = one.game.changed_at if isinstance(one.game, OpenGame) else one.game.updated_at
        return {
            "id": one.game.id, "status": status, "names": one.called(t),
            "day": day(t, at.astimezone(UTC).date(), year=True),
            "page": None if status == "lobby" else game_page(one.game.id),
        }  # fmt: skip

    games = [line(one, one.game.status) for one in (*found.open, *found.ended)]
    return page(
        language, server_page(found.guild_id), "server.html", found.name, games=games,
        leagues=[(f"{league_home(one.id)}index.html", one.name) for one in found.leagues],
        sheets={
            "games": Sheet(
                ("status", "players", "day", "page"),
                [(one["status"], one["names"], one["day"], one["page"]) for one in games],
            ),
            "leagues": Sheet(
                ("name", "page"),
                [(one.name, f"{league_home(one.id)}index.html") for one in found.leagues],
            ),
        },
    )  # fmt: skip


def page_outside_leagues(found: Listed, table: Table, above: Above, language: Language) -> GamePage:
    """The page of a game that belongs to no league, on a server with this language."""
    languages = (language, *(one for one in LANGUAGES if one != language))
    theme = table.options.theme
    return GamePage(table.id, table.revision, found.people, (above,), table.id, languages, theme)


async def live_page(kept: Kept, wanted: GamePage, opened: OpenTable, language: Language) -> Page:
    """The page of a table at which a game is played. Raises Refusal for one that cannot be
    replayed."""
    turns = await looking_back.turns_to_point_out(opened, None)
    return await in_thread(_live_now, kept, wanted, opened, turns, language)


def _live_now(
    kept: Kept, wanted: GamePage, opened: OpenTable, turns: Sequence[Confirmed], language: Language
) -> Page:
    table, position = opened.table, opened.game.snapshot()
    t, of_pictures = translator(language), translator(wanted.languages[0])
    waiting = opened.waiting
    stored = [one.name for one in table.seats]

    def scene(t: Translations) -> Scene:
        names = _names(t, wanted.seats, stored)
        return scene_of(position, names, waiting=waiting, last_move=turns)

    names, shown = _names(t, wanted.seats, stored), scene(t)
    pictures = Pictures(kept, wanted.theme, of_pictures)
    drawn = scene(of_pictures)
    [files] = pictures.rounds([drawn])
    ends, since = table.deadlines, dict(table.asked or ())
    seats = [
        {
            "seat": one.seat, "letter": SEAT_LETTERS[one.seat], "name": names[one.seat],
            "points": points(t, position.players[one.seat].points4),
            "asked": one.seat in waiting,
            "time": _time(t, table, since.get(one.seat), ends.get(one.seat)),
        }
        for one in table.seats
    ]  # fmt: skip
    lines, number = told_lines(t, names, turns), t.say(TABLE, n=wanted.number)
    facts = [number, *(module_name(t, one) for one in position.modules)]
    facts.append(clock_name(t, table.options.time))
    return page(
        language, wanted.path, "live.html", listed(t, names), wanted.above,
        languages=wanted.languages, facts=" · ".join(facts), every=AGAIN, seats=seats, lines=lines,
        moment=_moment(t, position, waiting), size=small_size(drawn),
        board={"files": files, "alt": alt_wheels(shown, t)},
        city={"file": pictures.city(drawn), "alt": alt_city(shown, t)},
        sheets={
            "seats": Sheet(
                ("seat", "name", "points", "asked", "since", "until"),
                [
                    (
                        one.seat + 1, names[one.seat], position.players[one.seat].points4 / 4,
                        int(one.seat in waiting), _iso(since.get(one.seat)),
                        _iso(ends.get(one.seat)),
                    )
                    for one in table.seats
                ],
            ),
            "round": Sheet(
                ("round", "board", "what"),
                [(position.round, alt_wheels(shown, t), "\n".join(map(unmarked, lines)))],
            ),
        },
    )  # fmt: skip


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).isoformat(timespec="seconds")


def _moment(t: Translations, position: Position, waiting: Sequence[int]) -> str:
    if position.phase == "keep" and "tribes" in position.modules:
        return t.gettext("A new game: choose your tribe and wealth tiles")
    if position.phase == "keep":
        return t.gettext("A new game: choose your wealth tiles")
    return moment_words(t, position, waiting)


def _time(t: Translations, table: Table, since: datetime | None, end: datetime | None) -> str:
    """How long a seat that is asked has been waited for, and until when; empty for the others."""
    if since is None:
        return ""
    parts = [t.gettext("turn began {moment}").format(moment=_at(t, since))]
    if table.paused:
        parts.append(t.gettext("clocks paused"))
    elif end is not None:
        parts.append(t.gettext("time runs out {moment}").format(moment=_at(t, end)))
    return capital(" · ".join(parts))


def _at(t: Translations, at: datetime) -> str:
    at = at.astimezone(UTC)
    return f"{day(t, at.date())}, {at:%H:%M} UTC"


# --- the turn of the day --------------------------------------------------------------------------

MOST_DAYS = 400
"""The archive has so many days at most, the newest."""
_LAST_ZONE = timedelta(hours=12)
"""How far the last time zone is behind UTC."""


async def days_over(tables: Tables) -> Sequence[Puzzle]:
    """List the puzzles of the days that are over in all time zones, the newest first."""
    last = (tables.now() - _LAST_ZONE).date() - timedelta(days=1)
    return await tables.store.read(puzzles.of_days, last, MOST_DAYS)


def page_of_days(found: Sequence[Puzzle], language: Language) -> Page:
    """The page that leads to the turns of the day."""
    t = translator(language)
    days = [
        (day_page(one.day), day(t, one.day, year=True), t.gettext(THEME_WORDS[one.theme]))
        for one in found if one.day is not None
    ]  # fmt: skip
    return page(
        language,
        DAYS_PAGE,
        "today.html",
        _turn_of_the_day(t),
        days=days,
        sheets={"days": Sheet(("page", "day", "theme"), days)},
    )


def _turn_of_the_day(t: Translations) -> str:
    # Translators: heading of a menu of channels: where the turn of the day is posted
    return t.gettext("Turn of the day")


def page_of_day(kept: Kept, theme: Theme, one: Puzzle, now: datetime, language: Language) -> Page:
    """The page of the turn of a day: its position and, once nobody can open it any more to try it,
    the best turns."""
    assert one.day is not None
    t, position = translator(language), read_position(one.position)
    seat, letters = position.turn_seat, SEAT_LETTERS[: len(position.players)]
    scene = scene_of(position, letters, waiting=[seat])
    pictures = Pictures(kept, theme, translator(LANGUAGES[0]))
    begun = Game.from_position({"rules": one.rules, **position.dump()})
    closed = now.date() - one.day > timedelta(days=PAST_DAYS + 1)
    ways = one.ways if closed else ()
    best = [
        line
        for n, way in enumerate(ways, 1)
        for line in way_lines(t, begun, seat, way, n if len(ways) > 1 else 0, reasons=False)[:1]
    ]
    [files] = pictures.rounds([scene])
    return page(
        language, day_page(one.day), "day.html", day_title(t, one.day),
        [(DAYS_PAGE, _turn_of_the_day(t))],
        theme=f"{day(t, one.day, year=True)} · {t.gettext(THEME_WORDS[one.theme])}",
        moment=moment_words(t, position, [seat]), size=small_size(scene), best=best,
        board={"files": files, "alt": alt_wheels(scene, t)},
        city={"file": pictures.city(scene), "alt": alt_city(scene, t)},
        sheets={
            "day": Sheet(
                ("day", "theme", "position", "best"),
                [(str(one.day), one.theme, one.position, "\n".join(map(unmarked, best)))],
            )
        },
    )  # fmt: skip
