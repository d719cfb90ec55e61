"""Words about leagues: phases, forms, points schemes, places, what comes after a season."""

from collections.abc import Mapping, Sequence

from bot.leagues.model.points import UNIT, PointsScheme
from bot.text.names import listed, points_number
from bot.text.standings import league_points
from bot.text.translation import N_, Translations

_PHASES: Mapping[str, str] = {
    "sign-up": N_("open for signing up"),
    "running": N_("being played"),
    "finished": N_("over"),
}
_FORMS: Mapping[str, str] = {
    "games": N_("Everybody meets everybody; tables open as soon as their players are free."),
    "rounds": N_("Everybody meets everybody, round by round."),
    "swiss": N_("Swiss form: each round brings together who stands level."),
}
_SCHEMES: Mapping[str, str] = {
    "beaten": N_("{points} league points by place: two for everybody left behind"),
    "wins": N_("a win is a league point, nothing else counts"),
}
"""Schemes that are told better by a sentence of their own than by their numbers."""
_STATUSES: Mapping[str, str] = {
    "waiting": N_("waits for its players"),
    "playing": N_("being played"),
    "voided": N_("does not count"),
}
_GOES: Mapping[tuple[str, bool], str] = {
    ("up", True): N_("▲ goes up"),
    ("up", False): N_("▲ would go up"),
    ("down", True): N_("▼ goes down"),
    ("down", False): N_("▼ would go down"),
    ("stays", True): N_("stays"),
}


def phase_name(t: Translations, phase: str) -> str:
    """What a season is doing: "being played"."""
    return t.gettext(_PHASES[phase])


def season_title(t: Translations, number: int, league: str, phase: str) -> str:
    """ "Season 2 of Jungle, being played"; `league` is its name as it shall be printed."""
    return t.gettext("Season {n} of {league}, {phase}").format(
        n=number, league=league, phase=phase_name(t, phase)
    )


def table_name(t: Translations, number: int) -> str:
    """ "Table 3"."""
    return t.gettext("Table {n}").format(n=number)


def seats_words(t: Translations, seats: int) -> str:
    """ "Tables of 4 seats"."""
    return t.ngettext("Tables of {n} seat", "Tables of {n} seats", seats).format(n=seats)


def status_name(t: Translations, status: str) -> str:
    """What a table without a result is doing."""
    return t.gettext(_STATUSES[status])


def form_words(t: Translations, form: str, games: int | None) -> str:
    """How a season is played, in one or two sentences."""
    words = t.gettext(_FORMS[form])
    if games is None:
        return words
    if form == "games":
        number = t.ngettext("{n} game each.", "{n} games each.", games)
    else:
        number = t.ngettext("{n} round.", "{n} rounds.", games)
    return f"{words} {number.format(n=games)}"


def scheme_name(t: Translations, scheme: PointsScheme, seats: int) -> str:
    """A points scheme as its numbers by place at tables of this size: "10 · 6 · 3 · 1"."""
    if scheme.share:
        return t.gettext("Share of the points")
    return " · ".join(_by_place(scheme, seats))


def scheme_words(t: Translations, scheme: PointsScheme, seats: int) -> str:
    """What a place at a table of this size is worth: "10, 6, 3 and 1 league points by place"."""
    if scheme.name in _SCHEMES:
        template = t.gettext(_SCHEMES[scheme.name])
    elif scheme.share:
        template = t.gettext(
            "{share} league points for an average share of the points at the table"
        )
    elif scheme.ratio == UNIT:
        template = t.gettext(
            "{points} league points by place, and up to one more for a score near the winner's"
        )
    elif scheme.ratio:
        template = t.gettext(
            "{points} league points by place, and up to {ratio} more for a score near the winner's"
        )
    else:
        template = t.gettext("{points} league points by place")
    return template.format(
        points=listed(t, _by_place(scheme, seats)),
        share=league_points(scheme.share),
        ratio=league_points(scheme.ratio),
    )


def _by_place(scheme: PointsScheme, seats: int) -> list[str]:
    return [league_points(units) for units in scheme.places[seats]]


def moves_words(t: Translations, promoted: int, relegated: int) -> str:
    """How many change divisions at the end of a season."""
    if not promoted and not relegated:
        return t.gettext("Nobody changes divisions at the end.")
    up = t.ngettext("{n} goes up", "{n} go up", promoted).format(n=promoted)
    down = t.ngettext("{n} goes down", "{n} go down", relegated).format(n=relegated)
    return t.gettext("At the end of each division {up} and {down}.").format(up=up, down=down)


def goes_words(t: Translations, direction: str, certain: bool) -> str:
    """Where a place in the standings leads, with an arrow; empty where nothing is to be said."""
    template = _GOES.get((direction, certain))
    return t.gettext(template) if template else ""


def moved_words(t: Translations, places: int) -> str:
    """How many places were won or lost in the last days; empty for none."""
    if not places:
        return ""
    n = abs(places)
    if places > 0:
        return t.ngettext("{n} place won", "{n} places won", n).format(n=n)
    return t.ngettext("{n} place lost", "{n} places lost", n).format(n=n)


def games_words(t: Translations, games: int) -> str:
    """ "6 games"."""
    return t.ngettext("{n} game", "{n} games", games).format(n=games)


def wins_words(t: Translations, wins: str) -> str:
    """ "3 wins", from a number as it is shown: shared wins count in part."""
    return t.ngettext("{n} win", "{n} wins", 1 if wins == "1" else 2).format(n=wins)


def league_points_words(t: Translations, points: str) -> str:
    """ "34.5 points", from a number as it is shown."""
    return t.ngettext("{n} point", "{n} points", 1 if points == "1" else 2).format(n=points)


def result_words(t: Translations, seats: Sequence[tuple[int, str, int]]) -> str:
    """A result by place: "1. Ada 62 · 2. Ben 55½"; each seat is a place, a name as it is to be
    printed, and points in quarters."""
    return " · ".join(
        t.gettext("{place}. {name} {points}").format(
            place=place, name=name, points=points_number(points4)
        )
        for place, name, points4 in sorted(seats, key=lambda seat: seat[0])
    )


def rating_words(t: Translations, shown: float, games: int, *, provisional: bool) -> str:
    """A rating: "12.3 after 14 games", with a word where it rests on few games."""
    told = t.ngettext("{rating} after {n} game", "{rating} after {n} games", games).format(
        rating=rating_number(shown), n=games
    )
    return t.gettext("{rating}, provisional").format(rating=told) if provisional else told


def rating_number(shown: float) -> str:
    """A rating with one place after the point: "12.3", "−0.4"."""
    rounded = f"{shown:.1f}"
    return "0.0" if rounded == "-0.0" else rounded.replace("-", "−")
