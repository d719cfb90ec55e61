"""Points in words: their sources, the places at the end, the winner."""

from collections.abc import Iterable, Mapping, Sequence

from bot.engine.happenings import PointsSource
from bot.engine.points_by_source import PointsHistory, SeatPoints
from bot.text.formats import listed
from bot.text.names import points as points_words
from bot.text.names import points_number, tile_name
from bot.text.translation import N_, Translations

_SOURCES: Mapping[PointsSource, str] = {
    # Translators: what gave points, in a list: "temples 18".
    "temples": N_("temples"),
    # Translators: the gear; what gave points, in a list: "Chichen Itza 12".
    "chichen_itza": N_("Chichen Itza"),
    # Translators: what gave points, in a list: "buildings 6".
    "buildings": N_("buildings"),
    # Translators: what gave points, in a list: "monuments 12".
    "monuments": N_("monuments"),
    # Translators: what gave points, in a list: "technologies 5".
    "technologies": N_("technologies"),
    # Translators: what gave points, in a list: "prophecies 3".
    "prophecies": N_("prophecies"),
    # Translators: corn, wood, stone and gold left at the end; what gave points, in a list: "goods
    # 3¼".
    "goods": N_("goods"),
    # Translators: what gave points, in a list: "skulls 6".
    "skulls": N_("skulls"),
    # Translators: noun: points lost for workers that were not fed, in a list: "hunger −3".
    "hunger": N_("hunger"),
    # Translators: points from before the record begins, in a list: "from before 12".
    "earlier": N_("earlier"),
}
_SOURCE_HEADINGS: Mapping[PointsSource, str] = {
    # Translators: label in a picture, in at most 14 characters: points from temples.
    "temples": N_("Temples"),
    # Translators: label in a picture, in at most 14 characters: points from this gear.
    "chichen_itza": N_("Chichen Itza"),
    # Translators: label in a picture, in at most 14 characters: points from buildings.
    "buildings": N_("Buildings"),
    # Translators: label in a picture, in at most 14 characters: points from monuments.
    "monuments": N_("Monuments"),
    # Translators: label in a picture, in at most 14 characters: points from technologies.
    "technologies": N_("Technologies"),
    # Translators: label in a picture, in at most 14 characters: points from prophecies.
    "prophecies": N_("Prophecies"),
    # Translators: label in a picture, in at most 14 characters: points from corn, wood, stone and
    # gold left at the end.
    "goods": N_("Goods"),
    # Translators: label in a picture, in at most 14 characters: points from skulls.
    "skulls": N_("Skulls"),
    # Translators: noun; label in a picture, in at most 14 characters: points lost for workers that
    # were not fed.
    "hunger": N_("Hunger"),
    # Translators: label in a picture, in at most 14 characters: points from before the record
    # begins.
    "earlier": N_("Earlier"),
}


def source_name(t: Translations, source: PointsSource) -> str:
    """Name a source of points among others, in a word or two: "temples", "Chichen Itza"."""
    return t.gettext(_SOURCES[source])


def source_heading(t: Translations, source: PointsSource) -> str:
    """Name a source of points as a label: "Temples"."""
    return t.gettext(_SOURCE_HEADINGS[source])


def sources_words(t: Translations, points: SeatPoints, *, monuments: bool = True) -> str:
    """Tell a seat's points by source: "temples 18, Temple Monument 12, goods 3¼". `monuments` names
    each of them, otherwise they are one. Empty for a seat that neither won nor lost any."""
    parts: list[tuple[str, int]] = []
    for source, points4 in points.sources:
        if source == "monuments" and monuments:
            parts += [(tile_name(t, tile), n) for tile, n in points.monuments]
        else:
            parts.append((source_name(t, source), points4))
    return ", ".join(f"{what} {points_number(points4)}" for what, points4 in parts)


def points_line(t: Translations, name: str, points: SeatPoints) -> str:
    """Tell one seat's points: "Ixchel 57: temples 18, buildings 12"."""
    words = sources_words(t, points)
    number = points_number(points.points4)
    return f"{name} {number}: {words}" if words else f"{name} {number}"


def points_lines(t: Translations, names: Sequence[str], history: PointsHistory) -> list[str]:
    """Tell all seats' points, the first place first, each with its place and sources; and how a tie
    was broken. `names` are the seats' names as they shall be printed."""
    lines = []
    for seat in history.by_place:
        points = history.seats[seat]
        line = f"{points.place} · {points_line(t, names[seat], points)}"
        if tied(history, points):
            line += f" ({on_gears_words(t, points)})"
        lines.append(line)
    note = quarters_note(t, (seat.points4 for seat in history.seats))
    return [*lines, note] if note else lines


def quarters_note(t: Translations, points4s: Iterable[int]) -> str:
    """Explain fractions of points; empty where all points are whole."""
    if all(points4 % 4 == 0 for points4 in points4s):
        return ""
    return t.gettext(
        "Points come in quarters: a shared bonus is halved, and each corn left at the end is "
        "worth ¼."
    )


def on_gears_words(t: Translations, points: SeatPoints) -> str:
    """Tell the tie-break of a seat: "2 workers on gears"."""
    n = points.workers_on_gears
    # Translators: what broke a tie at the end, in brackets after a player's points.
    return t.ngettext("{n} worker on gears", "{n} workers on gears", n).format(n=n)


def tied(history: PointsHistory, points: SeatPoints) -> bool:
    """Whether another seat has as many points at the end: workers on gears count (R-126)."""
    return history.finished and sum(s.points4 == points.points4 for s in history.seats) > 1


def standings_lines(
    t: Translations, names: Sequence[str], standings: Iterable[Mapping[str, int]]
) -> list[str]:
    """Write the final table: place, name, points; equal places share their number."""
    return [
        f"{row['place']} · {names[row['seat']]}: {points_words(t, row['points4'])}"
        for row in standings
    ]


def winner_line(
    t: Translations, names: Sequence[str], standings: Iterable[Mapping[str, int]]
) -> str:
    """Name the winner, or those who share the win."""
    first = [names[row["seat"]] for row in standings if row["place"] == 1]
    if len(first) > 1:
        # Translators: {names}: two or more players.
        return t.gettext("{names} share the win!").format(names=listed(t, first))
    # Translators: {name}: one player
    return t.gettext("{name} wins!").format(name=first[0])


def food_days_words(t: Translations, names: Sequence[str], history: PointsHistory) -> list[str]:
    """Tell the points after each food day, where they change most."""
    told = []
    for number, day in enumerate(history.food_days, start=1):
        if day is not None:
            points = ", ".join(
                f"{name} {points_number(seat.line[number])}"
                for name, seat in zip(names, history.seats, strict=True)
            )
            told.append(
                # Translators: {n}: number of the round; {points} as "Ann 12, Bob 9½".
                t.gettext("After the food day of round {n}: {points}.").format(
                    n=number, points=points
                )
            )
    return told


def final_score(t: Translations) -> str:
    """Name the points at the end."""
    # Translators: title of a picture: points at the end of the game; at most 30 characters.
    return t.gettext("Final score")
