"""Words about places, results and records in leagues: promotion, results of tables, ratings, a
person's card, two people against each other, the archive."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.seasons.points import UNIT
from bot.seasons.ratings import PROVISIONAL_GAMES
from bot.seasons.results import Line, Result
from bot.text.formats import listed
from bot.text.leagues import phase_name
from bot.text.names import games_words, players_words, points
from bot.text.origins import how_words, reached, uncounted
from bot.text.standings import league_points
from bot.text.translation import N_, Translations

_GOES: Mapping[tuple[str, bool], str] = {
    # Translators: where a place in the standings leads, with its arrow; verb; behind a player's
    # name; to a higher division
    ("up", True): N_("▲ goes up"),
    # Translators: where a place in the standings leads, with its arrow; verb; behind a player's
    # name; to a higher division if the season ended now
    ("up", False): N_("▲ would go up"),
    # Translators: where a place in the standings leads, with its arrow; verb; behind a player's
    # name; to a lower division
    ("down", True): N_("▼ goes down"),
    # Translators: where a place in the standings leads, with its arrow; verb; behind a player's
    # name; to a lower division if the season ended now
    ("down", False): N_("▼ would go down"),
    # Translators: where a place in the standings leads: in its division; verb; behind a player's
    # name
    ("stays", True): N_("stays"),
}


def goes_words(t: Translations, direction: str, certain: bool) -> str:
    """Tell with an arrow whether a place is promoted or relegated; empty for neither."""
    template = _GOES.get((direction, certain))
    return t.gettext(template) if template else ""


def wins_words(t: Translations, units: int) -> str:
    """Write wins, in `points.UNIT`: "3 wins", "2.5 wins", as a shared one counts in part."""
    # Translators: {n} is a number that may have a part: "2.5"
    return t.ngettext("{n} win", "{n} wins", _counted(units)).format(n=league_points(t, units))


def league_points_words(t: Translations, units: int) -> str:
    """Write league points: "34.5 points". `units` are in `points.UNIT`."""
    # Translators: {n} is a number that may have a part: "34.5", "55½"
    return t.ngettext("{n} point", "{n} points", _counted(units)).format(n=league_points(t, units))


def _counted(units: int) -> int:
    """The number that decides between singular and plural; a fraction counts as two."""
    return 2 if units % UNIT else abs(units) // UNIT


# --- results and records -------------------------------------------------------------------------


def place_line(t: Translations, place: int, name: str, points: str) -> str:
    """Write a place: "1. Ada 62"; points as they shall be printed."""
    # Translators: one place of a result or of the standings: "1. Ada 62"; {points} is a number, or
    # the word for a forfeit
    return t.gettext("{place}. {name} {points}").format(place=place, name=name, points=points)


def result_words(
    t: Translations, result: Result, names: Sequence[str], *, computer_percent: int
) -> str:
    """Write a result by place, and its source: "1. Ada 62 · 2. Ben 55½ · played elsewhere"; also
    which seats earn nothing, as a computer took more than `computer_percent` of their turns. The
    names are by seat, as they are to be printed."""
    by_place = sorted(zip(result.lines, names, strict=True), key=lambda seat: seat[0].place)
    told = [
        place_line(t, line.place, name, reached(t, line.points4, forfeited=line.forfeited))
        + (f" ({why})" if (why := uncounted(t, line, computer_percent)) else "")
        for line, name in by_place
    ]
    if result.how != "forfeit":  # its seat says so
        told.append(how_words(t, result.how))
    return " · ".join(one for one in told if one)


def seated_names(
    t: Translations, people: Iterable[int | None], name_of: Callable[[int], str]
) -> list[str]:
    """Name who sits at a table; None is a computer."""
    # Translators: who sits in a seat; in lists of names, as subject and behind an arrow; never
    # behind a preposition
    computer = t.gettext("a computer")
    return [computer if one is None else name_of(one) for one in people]


def provisional_words(t: Translations) -> str:
    """Explain provisional ratings."""
    return t.ngettext(
        "A rating is provisional for the first {n} game.",
        "A rating is provisional for the first {n} games.",
        PROVISIONAL_GAMES,
    ).format(n=PROVISIONAL_GAMES)


def stands_line(t: Translations, season: str, division: str, place: int) -> str:
    """Tell a person's place in a season: "Rainy season: Division 2, level 2, place 3"."""
    # Translators: {season} is the name of a season, {division} “Division 2” or “Division 2, level
    # 2”
    return t.gettext("{season}: {division}, place {place}").format(
        season=season, division=division, place=place
    )


def champion_line(t: Translations, seasons: Sequence[str]) -> str:
    """List the seasons that a person has won."""
    # Translators: {seasons} are names of seasons
    return t.gettext("🏆 Seasons won: {seasons}").format(seasons=listed(t, seasons))


def played_games_words(t: Translations, units: int) -> str:
    """Write a number of games played, from `points.UNIT`: shared seats count in part."""
    if units % UNIT == 0:
        return games_words(t, units // UNIT)
    # Translators: {n} is a number with a part: "6.5": seats that several people played count in
    # part
    return t.gettext("{n} games, counting shared ones in part").format(n=league_points(t, units))


def played_line(t: Translations, season: str, result: Result, line: Line) -> str:
    """Tell a finished table: "Rainy season, table 5: place 2 of 4 with 55½ points"."""
    if line.forfeited:
        # Translators: a result on a person's card; {season} is the name of a season
        words = t.gettext("{season}, table {n}: lost by forfeit")
        return words.format(season=season, n=result.table)
    # Translators: a result on a person's card; {season} is the name of a season, {points} are “55½
    # points”
    told = t.gettext("{season}, table {n}: place {place} of {all}, {points}").format(
        season=season, n=result.table, place=line.place, all=len(result.lines),
        points=points(t, line.points4),
    )  # fmt: skip
    how = how_words(t, result.how)
    return f"{told} · {how}" if how else told


def met_lines(
    t: Translations, one: str, other: str, ahead: int, behind: int, level: int
) -> list[str]:
    """Tell how often two people met at a table, and who was ahead how often."""
    games = ahead + behind + level
    if not games:
        return [
            t.gettext("{one} and {other} have not met in this league yet.").format(
                one=one, other=other
            )
        ]
    head = t.ngettext(
        "{one} and {other} met at {n} table.", "{one} and {other} met at {n} tables.", games
    ).format(one=one, other=other, n=games)
    # Translators: how often this person was ahead of the other; item of a list
    in_front = t.gettext("{name} ahead: {n}")
    sums = [
        in_front.format(name=one, n=ahead),
        in_front.format(name=other, n=behind),
        # Translators: how often neither of two people was ahead; item of a list
        t.gettext("Tied: {n}").format(n=level),
    ]
    return [head, " · ".join(sums)]


def met_line(
    t: Translations, season: str, table: int, first: tuple[str, int], second: tuple[str, int]
) -> str:
    """Tell a table at which two people met; each with points in quarters."""
    # Translators: a table at which two people met; {one} and {other} are their names, {first} and
    # {second} their points: “55½ points”
    return t.gettext("{season}, table {n}: {one} {first}, {other} {second}").format(
        season=season,
        n=table,
        one=first[0],
        other=second[0],
        first=points(t, first[1]),
        second=points(t, second[1]),
    )


def season_line(
    t: Translations, number: int, name: str, phase: str, champions: Sequence[str], players: int
) -> str:
    """Tell a season in the archive with its champions, or with its phase."""
    # Translators: a season in the archive: its number and its name
    named = t.gettext("{n}. {name}").format(n=number, name=f"**{name}**")
    if not champions:
        return f"{named} · {phase_name(t, phase)}"
    return f"{named} · 🏆 {listed(t, champions)} · {players_words(t, players)}"
