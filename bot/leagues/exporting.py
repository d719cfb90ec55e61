"""A season as files for spreadsheets and programs."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.leagues.looking import division_tables
from bot.leagues.model.points import UNIT, scheme_named
from bot.leagues.settings import settings_to_json
from bot.leagues.views import SeasonView
from bot.model.league import SeasonEvent

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes a cell that begins with it for."""


def season_json(view: SeasonView, log: Sequence[SeasonEvent]) -> dict[str, Any]:
    """A season with its whole log as plain JSON: the log alone is enough to work everything out
    again. People are Discord ids."""
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
    """The standings of all divisions, a line for each entry; people without a name are empty."""
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
    """The results of all tables, a line for each seat; the player is who played for the entry
    last."""
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


def csv_safe(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(_FORMULA) else name


def _written(head: Sequence[str], lines: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(lines)
    return text.getvalue()
