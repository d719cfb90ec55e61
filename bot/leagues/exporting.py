"""A season as files for spreadsheets and programs."""

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.leagues.model.points import UNIT, scheme_named
from bot.leagues.model.ratings import Rating
from bot.leagues.queries import division_tables
from bot.leagues.settings import settings_to_json
from bot.leagues.views import SeasonView
from bot.model.league import RatingStep, SeasonEvent

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Characters with which a spreadsheet formula may begin."""


def season_json(view: SeasonView, log: Sequence[SeasonEvent]) -> dict[str, Any]:
    """A season with its whole log as plain JSON: everything else can be derived from the log.
    People are Discord ids."""
    return {
        "format": "tzolkin-bot season 1",
        "season": view.id,
        "league": view.league_id,
        "number": view.number,
        "settings": settings_to_json(view.settings),
        "log": [
            {"n": e.n, "at": e.at.isoformat(), "by": e.user_id, **e.payload} for e in log
        ],
    }  # fmt: skip


def standings_csv(view: SeasonView, names: Mapping[int, str]) -> str:
    """The standings of all divisions, one line per entry. The name is empty where it is not
    known."""
    return _written(
        ("division", "place", "entry", "player", "name", "games", "points", "wins", "margin",
         "computer_turns", "withdrawn", "goes", "certain"),
        (
            (
                table.division + 1, line.row.place, line.row.entry, line.holder,
                csv_safe(names.get(line.holder, "")), line.row.games, line.row.points / UNIT,
                line.row.wins / UNIT, line.row.margin / 48, line.row.computer_turns,
                int(line.row.withdrawn), line.direction, int(line.certain),
            )
            for table in division_tables(view)
            for line in table.lines
        ),
    )  # fmt: skip


def results_csv(view: SeasonView, names: Mapping[int, str]) -> str:
    """The results of all tables, one line per seat; `player` is the last person who played for the
    entry."""
    state = view.state
    scheme = scheme_named(state.rules.scheme)
    lines: list[tuple[Any, ...]] = []
    for number, result in sorted(state.results.items()):
        drawn = state.tables[number]
        given = scheme.for_table(
            [line.place for line in result.lines], [line.points4 for line in result.lines]
        )
        for seat, (line, units) in enumerate(zip(result.lines, given, strict=True)):
            lost = line.computer_took_over(state.rules.computer_percent)
            turns = line.turns
            player = turns[-1][0] if turns else ""
            name = csv_safe(names.get(player, "")) if isinstance(player, int) else ""
            lines.append(
                (
                    number, drawn.division + 1, drawn.round + 1, seat + 1, line.entry, player, name,
                    line.place, line.points4 / 4, 0 if lost else units / UNIT,
                    sum(n for _, n in turns), line.computer_turns,
                )
            )  # fmt: skip
    return _written(
        ("table", "division", "round", "seat", "entry", "player", "name", "place", "points",
         "league_points", "turns", "computer_turns"),
        lines,
    )  # fmt: skip


def log_csv(log: Sequence[SeasonEvent], name_of: Callable[[int], str]) -> str:
    """The log of a season, one line per event, with the event's own fields as JSON."""
    rows: list[Sequence[Any]] = []
    for event in log:
        details = {key: value for key, value in event.payload.items() if key != "event"}
        by = event.user_id
        rows.append(
            (
                event.n, event.at.isoformat(), "" if by is None else by,
                "" if by is None else csv_safe(name_of(by)), event.payload["event"],
                json.dumps(details, ensure_ascii=False),
            )
        )  # fmt: skip
    return _written(("n", "at", "by", "name", "event", "details"), rows)


def ratings_csv(
    history: Sequence[RatingStep], season_id: int, name_of: Callable[[int], str]
) -> str:
    """How the season's tables changed the ratings, one line per person and table."""
    rows: list[Sequence[Any]] = []
    for step in history:
        if step.season_id != season_id:
            continue
        after = Rating(step.after.mu, step.after.sigma, step.after.games)
        rows.append(
            (
                step.number, step.after.user_id, csv_safe(name_of(step.after.user_id)),
                step.after.players, after.mu, after.sigma, after.shown, after.games,
            )
        )  # fmt: skip
    return _written(("table", "player", "name", "players", "mu", "sigma", "rating", "games"), rows)


def export_file(
    season: SeasonView,
    log: Sequence[SeasonEvent],
    history: Sequence[RatingStep],
    known: Mapping[int, str],
    name_of: Callable[[int], str],
) -> bytes:
    """Everything public about a season, as a zip of CSV and JSON files. `known` holds the names
    that are known; `name_of` gives a name or a stand-in for anybody."""
    whole: dict[str, Any] = season_json(season, log)
    parts = {
        "standings.csv": standings_csv(season, known),
        "results.csv": results_csv(season, known),
        "ratings.csv": ratings_csv(history, season.id, name_of),
        "log.csv": log_csv(log, name_of),
        "season.json": json.dumps(whole, ensure_ascii=False, indent=1),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return packed.getvalue()


def csv_safe(name: str) -> str:
    """A name that no spreadsheet reads as a formula."""
    return f"'{name}" if name.startswith(_FORMULA) else name


def _written(head: Sequence[str], lines: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(lines)
    return text.getvalue()
