"""Every kind of picture in one language, with what is written on it and its alt text."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from PIL import Image

from bot.engine.components import BUILDINGS, MONUMENTS, QUICK_TILES, WEALTH
from bot.engine.expansion import PROPHECIES, TRIBES
from bot.engine.happenings import POINTS_SOURCES, TilesKept
from bot.scene import Scene
from bot.seasons.results import CRITERIA, UNIT, Rating
from bot.text.descriptions.figures import PAGES as PAGES_OF_STATISTICS
from bot.text.descriptions.figures import (
    figures_table,
    players_table,
    profile_card,
    ratings_table,
    rounds_table,
)
from bot.text.descriptions.results import (
    Band,
    Expectations,
    FinalResult,
    RatingLine,
    RatingsChart,
    StandingsRow,
    StandingsTable,
)
from bot.text.names import TILE_IDS
from bot.text.rules import LEGEND_PAGES
from bot.text.standings import (
    ORIGIN_SIGNS,
    criterion_name,
    league_points,
    legend_line,
    origin_signs,
)
from bot.text.translation import Translations
from rendering import (
    CLOSEUPS,
    POSSESSIONS,
    Picture,
    draw_bracket,
    draw_card,
    draw_city,
    draw_closeup,
    draw_figures,
    draw_final,
    draw_food_day,
    draw_kept,
    draw_legend,
    draw_profile,
    draw_ratings,
    draw_review,
    draw_rounds,
    draw_standings,
    draw_strip,
    draw_tile,
    draw_wheels,
    draw_year,
)
from rendering.drawing.encoding import coloured
from rendering.results.standings import MOST_ROWS
from tests.rendering.results import test_cards as cards
from tests.rendering.results import test_cards as years
from tests.rendering.results.test_standings import cup
from tests.rendering.scenes import NAMES, figures, games_of_a_person, history
from tests.rendering.written import Written, watched, written
from tests.test_scene import game as days_held

TITLE = "Kupferliga 9"
"""The name of a league."""
GIVEN = (*NAMES, TITLE, "Tzolk'in")
"""What people have named, which no language translates, and the game's own name."""
_POINTS = 105 * UNIT + UNIT // 2  # league points, in a column as wide as it gets


@dataclass(frozen=True)
class Shown:
    """A picture as it is before it is encoded."""

    kind: str
    image: Image.Image
    words: tuple[Written, ...]
    """All that is written on it; the names round the gears are not among them."""
    alt: str

    @property
    def scale(self) -> float:
        """What a phone that shows pictures 400 pixels wide makes of a pixel."""
        return 400 / self.image.width


Draw = Callable[..., Shown]
"""`shown(kind, draw, *arguments)` draws a picture."""


@contextmanager
def looking() -> Iterator[Draw]:
    """Pictures drawn inside are looked at before they are encoded, which would take most of the
    time."""
    images: list[Image.Image] = []

    def kept(image: Image.Image, theme: Any) -> bytes:
        images.append(coloured(image, theme) if image.mode == "L" else image)
        return b""

    def shown(kind: str, draw: Callable[..., Picture], *of: Any, **more: Any) -> Shown:
        alt = draw(*of, **more).alt
        image = images.pop()
        return Shown(kind, image, tuple(w for w in written(image) if w.string.strip()), alt)

    with watched():
        users = [
            module
            for name, module in list(sys.modules.items())
            if name.startswith("rendering.") and hasattr(module, "png")
        ]
        encode = users[0].png
        for module in users:
            module.png = kept  # type: ignore[attr-defined]
        try:
            yield shown
        finally:
            for module in users:
                module.png = encode  # type: ignore[attr-defined]


def of_positions(t: Translations, shown: Draw, scenes: dict[str, Scene]) -> Iterator[Shown]:
    """Both main pictures of each scene and all its close-ups."""
    for name, scene in scenes.items():
        yield shown(f"wheels of {name}", draw_wheels, scene, t=t)
        yield shown(f"city of {name}", draw_city, scene, t=t)
        for what in CLOSEUPS:
            if what != POSSESSIONS:
                yield shown(f"{what} of {name}", draw_closeup, scene, what, t=t)
        for seat in range(len(scene.players)):
            kind = f"possessions of {seat} in {name}"
            yield shown(kind, draw_closeup, scene, POSSESSIONS, seat=seat, t=t)


def of_tiles(t: Translations, shown: Draw, tiles: Sequence[str] = TILE_IDS) -> Iterator[Shown]:
    """Each tile alone."""
    for tile in tiles:
        yield shown(f"tile {tile}", draw_tile, tile, t=t)


def of_choices(t: Translations, shown: Draw) -> Iterator[Shown]:
    """Strips of all tiles in groups as games offer them, first tiles revealed, and food days."""
    wealth, tribes = [*WEALTH], [*TRIBES]
    for kind in (BUILDINGS, MONUMENTS, QUICK_TILES):
        tiles = [*kind]
        for at in range(0, len(tiles), 6):
            yield shown(f"strip from {tiles[at]}", draw_strip, tiles[at : at + 6], t=t)
    for at in range(0, len(tribes), 2):
        tiles = [*tribes[at : at + 2], *wealth[at : at + 4]]
        yield shown(f"strip from {tiles[0]}", draw_strip, tiles, t=t)
    yield shown("strip of prophecies", draw_strip, [*PROPHECIES][:3], t=t)
    kept = [
        TilesKept(seat, tribes[3 * seat], tuple(wealth[2 * seat : 2 * seat + 2]), 3)
        for seat in range(5)
    ]
    yield shown("tiles kept", draw_kept, kept, NAMES, t=t)
    for told in days_held(5):
        yield shown(f"food day {told.day.number}", draw_food_day, told.day, t=t)


def of_rows(t: Translations, shown: Draw, scene: Scene) -> Iterator[Shown]:
    """The city with every building and every monument once, beside as many others as the scene
    has."""
    buildings, monuments = [*BUILDINGS], [*MONUMENTS]
    row, offered = len(scene.building_row), len(scene.monument_row)
    for start in range(0, len(buildings), row):
        by = start // row * offered % len(monuments)
        city = replace(
            scene,
            building_row=tuple((buildings[start:] + buildings)[:row]),
            monument_row=tuple((monuments[by:] + monuments)[:offered]),
        )
        yield shown(f"city with building {start}", draw_city, city, t=t)


def of_results(t: Translations, shown: Draw) -> Iterator[Shown]:
    """Legend, final scores, ratings, standings and brackets."""
    for page in range(LEGEND_PAGES):
        yield shown(f"legend {page}", draw_legend, page, t=t)
    for finished in (True, False):
        made = FinalResult(NAMES, history(_every_source(), finished=finished))
        yield shown("final" if finished else "points so far", draw_final, made, t=t)
    yield shown("review", draw_review, expectations(5), t=t)
    for turn in (None, cards.TURN):
        kind = "card" if turn else "card without review"
        yield shown(kind, draw_card, cards.card(5, turn=turn), t=t)
    lines = [RatingLine(n, tuple(range(-n, 3 * n))) for n in (2, 3, 4, 5)]
    lines[0] = RatingLine(2, (-9.5,) * 3)  # provisional, beside a long number
    yield shown("ratings", draw_ratings, RatingsChart(NAMES[0], tuple(lines), 10), t=t)
    made_up = figures()
    for page in PAGES_OF_STATISTICS:
        if page not in ("players", "rounds"):
            table = figures_table(t, page, made_up)
            yield shown(f"statistics of {page}", draw_figures, table, t=t)
    table, _ = players_table(t, dict.fromkeys((2, 3, 4, 5), made_up))
    yield shown("statistics of players", draw_figures, table, t=t)
    yield shown("statistics of rounds", draw_rounds, rounds_table(t, made_up), t=t)
    people = [
        (f"{name} {n}", Rating(30.0 - n, 1.0 + n / 4, 200 - n)) for n, name in enumerate(NAMES)
    ]
    yield shown("statistics of ratings", draw_figures, ratings_table(t, people), t=t)
    for sizes, course in (((2, 3, 4, 5), 37), ((3,), 4), ((4,), 0)):
        by_players = {players: games_of_a_person(players) for players in sizes}
        ratings = [Rating(25 + n, 8 - n / 9, n + 1) for n in range(course)]
        card = profile_card(t, NAMES[0], by_players, ratings)
        yield shown(f"profile of {len(sizes)} sizes, {course} rated", draw_profile, card, t=t)
    for year in years.YEARS:
        kind = "year of a person" if year.of_person else "year of a server"
        yield shown(kind, draw_year, years.card_of_year(year, t), t=t)
    for rows in (3, 12, MOST_ROWS):
        yield shown(f"standings of {rows}", draw_standings, standings(t, rows), t=t)
    for people, seats, over in ((16, 4, 3), (16, 2, 9), (33, 2, 0), (48, 4, 30), (200, 4, 20)):
        bracket = cup(t, people, seats, 1, over, names=NAMES, title=TITLE)
        yield shown(f"bracket of {people}, {over} over", draw_bracket, bracket, t=t)


def expectations(seats: int) -> Expectations:
    """What seats were expected to end with, in a game of 27 rounds that ends closely."""
    came_to = history(_every_source()[:seats])
    lines = tuple(
        tuple(240.0 + 13 * seat - seat * number + 7 * (number * seat % 5) for number in range(28))
        for seat in range(seats)
    )
    return Expectations(
        names=NAMES[:seats],
        lines=lines,
        ends=tuple(round(line[-1]) for line in lines),
        by_place=came_to.by_place,
        food_days=came_to.food_days,
    )


def _every_source() -> list[dict[str, int]]:
    """Five seats that together have points of every source."""
    return [
        {source: 40 + 7 * seat for source in POINTS_SOURCES[seat::2] if source != "monuments"}
        for seat in range(5)
    ]


def standings(t: Translations, rows: int) -> StandingsTable:
    """A table as leagues post it, with every tie-break and every sign."""
    criteria = sorted(CRITERIA)
    bands: list[Band] = ["up", *["stays"] * (rows - 2), "down"]  # type: ignore[list-item]
    heads = (
        t.pgettext("column", "Points"), t.pgettext("column", "Games"), t.pgettext("column", "Wins")
    )  # fmt: skip
    counted = t.ngettext(
        "{finished} of {all} table finished", "{finished} of {all} tables finished", 24
    )
    return StandingsTable(
        TITLE,
        heads,
        tuple(
            StandingsRow(
                place=number + 1,
                name=NAMES[number % len(NAMES)],
                values=(league_points(t, _POINTS), "24", league_points(t, 11 * UNIT + UNIT // 2)),
                tie=t.gettext("tie broken by: {what}").format(
                    what=criterion_name(t, criteria[number % len(criteria)])
                ),
                band=bands[number],
                gone=number == rows - 2,
                signs=origin_signs([*ORIGIN_SIGNS]) if number == 2 else "",
            )
            for number in range(rows)
        ),
        counted.format(finished=23, all=24),
        legend_line(t, [*ORIGIN_SIGNS], unplaced=True),
    )
