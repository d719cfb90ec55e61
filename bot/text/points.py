"""Points in words: where they came from, the places at the end, who has won."""

from collections.abc import Iterable, Mapping, Sequence

from bot.engine.happenings import PointsSource
from bot.engine.points_by_source import PointsHistory, SeatPoints
from bot.model.seat_points import GIVEN
from bot.text.formats import listed
from bot.text.names import points as points_words
from bot.text.names import points_number, signed_points, tile_name
from bot.text.translation import N_, Translations

_SOURCES: Mapping[PointsSource, str] = {
    "temples": N_("temples"),
    "chichen_itza": N_("Chichen Itza"),
    "buildings": N_("buildings"),
    "monuments": N_("monuments"),
    "technologies": N_("technologies"),
    "prophecies": N_("prophecies"),
    "goods": N_("goods"),
    "skulls": N_("skulls"),
    "hunger": N_("hunger"),
    "earlier": N_("before"),
    "seat": N_("seat"),
}


def source_name(t: Translations, source: PointsSource) -> str:
    """What gave points, in a word or two: "temples", "Chichen Itza"."""
    return t.gettext(_SOURCES[source])


def sources_words(t: Translations, points: SeatPoints, *, monuments: bool = True) -> str:
    """A seat's points by source: "temples 18, Temple Monument 12, goods 3¼". `monuments` names
    each of them, else they are told together. Empty for a seat that neither won nor lost any."""
    parts: list[tuple[str, int]] = []
    for source, points4 in points.sources:
        if source == "monuments" and monuments:
            parts += [(tile_name(t, tile), n) for tile, n in points.monuments]
        else:
            parts.append((source_name(t, source), points4))
    return ", ".join(
        t.gettext("{what} {points}").format(what=what, points=points_number(points4))
        for what, points4 in parts
    )


def points_line(t: Translations, name: str, points: SeatPoints) -> str:
    """One seat: "Ixchel 57: temples 18, buildings 12"."""
    words = sources_words(t, points)
    number = points_number(points.points4)
    if not words:
        return t.gettext("{name} {points}").format(name=name, points=number)
    return t.gettext("{name} {points}: {sources}").format(name=name, points=number, sources=words)


def points_lines(t: Translations, names: Sequence[str], history: PointsHistory) -> list[str]:
    """All seats, the first place first, each with its place and where its points came from; and
    how a tie was broken. `names` are the seats' names as they shall be printed."""
    lines = []
    for seat in history.by_place:
        points = history.seats[seat]
        line = t.gettext("{place} · {points}").format(
            place=points.place, points=points_line(t, names[seat], points)
        )
        if tied(history, points):
            tie_break = on_gears_words(t, points)
            line = t.gettext("{line} ({tie_break})").format(line=line, tie_break=tie_break)
        lines.append(line)
    note = quarters_note(t, (seat.points4 for seat in history.seats))
    return [*lines, note] if note else lines


def quarters_note(t: Translations, points4s: Iterable[int]) -> str:
    """How fractions are to be understood; empty where all points are whole."""
    if all(points4 % 4 == 0 for points4 in points4s):
        return ""
    return t.gettext(
        "Points are counted in quarters: a shared bonus is halved, and a corn left at the end is ¼."
    )


def on_gears_words(t: Translations, points: SeatPoints) -> str:
    """What broke a tie, or tried to: "2 workers on gears"."""
    n = points.workers_on_gears
    return t.ngettext("{n} worker on gears", "{n} workers on gears", n).format(n=n)


def tied(history: PointsHistory, points: SeatPoints) -> bool:
    """Whether at the end somebody has the same points, so that workers on gears count (R-126)."""
    return history.finished and sum(s.points4 == points.points4 for s in history.seats) > 1


def standings_lines(
    t: Translations, names: Sequence[str], standings: Iterable[Mapping[str, int]]
) -> list[str]:  # fmt: skip
    """The final table: place, name, points; equal places share their number. Points that belong to
    a seat are named."""
    return [
        t.gettext("{place} · {name}: {points}").format(
            place=row["place"], name=names[row["seat"]], points=_final_words(t, row)
        )
        for row in standings
    ]


def _final_words(t: Translations, row: Mapping[str, int]) -> str:
    given, reached = row.get(GIVEN, 0), points_words(t, row["points4"])
    if not given:
        return reached
    return t.gettext("{played} {given} for seat {seat} = {points}").format(
        played=points_number(row["points4"] - given), given=signed_points(given),
        seat=row["seat"] + 1, points=reached,
    )  # fmt: skip


def winner_line(
    t: Translations, names: Sequence[str], standings: Iterable[Mapping[str, int]]
) -> str:  # fmt: skip
    """Who has won, or who share the win."""
    first = [names[row["seat"]] for row in standings if row["place"] == 1]
    if len(first) > 1:
        return t.gettext("{names} share the win!").format(names=listed(t, first))
    return t.gettext("{name} wins!").format(name=first[0])
