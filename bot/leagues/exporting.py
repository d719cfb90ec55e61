"""A season as files for spreadsheets and programs.

The files of a large season take a second. They are made in a thread, piece by piece in plain
Python: one long call, such as `json.dumps` of everything, would block the event loop.
"""

import io
import json
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from bot.leagues.queries import division_tables, final_table
from bot.leagues.settings import settings_to_json
from bot.leagues.views import SeasonView
from bot.model.league import RatingStep, SeasonEvent
from bot.seasons.events import FINAL, Disputed, Settled, SignedUp
from bot.seasons.points import UNIT, scheme_named
from bot.seasons.ratings import Rating
from bot.seasons.standings import bye_units, byes_of
from bot.spreadsheet import Cell, Id, NoFormula, Sheet, csv_of, workbook_of


def season_json(view: SeasonView, log: Sequence[SeasonEvent]) -> str:
    """Write a season with its whole log as JSON, an event a line: everything else can be derived
    from the log. People are Discord ids."""
    head = {
        "format": "tzolkin-bot season 1",
        "season": view.id,
        "league": view.league_id,
        "number": view.number,
        "settings": settings_to_json(view.settings),
    }
    events = ",\n".join(
        f"{_json({'n': e.n, 'at': e.at.isoformat(), 'by': e.user_id})[:-1]}, {_public(e)[1:]}"
        for e in log
    )
    return f'{_json(head)[:-1]}, "log": [\n{events}\n]}}\n'


def standings_sheet(view: SeasonView, names: Mapping[int, str]) -> Sheet:
    """List the standings of all divisions, one line per entry. A name that is not known is empty.
    `level` is the division's in the pyramid, 1 for the top; `adjustment` and `bye_points` are the
    parts of `points` that come from no table."""
    state = view.state
    bye = bye_units(state)
    return Sheet(
        ("division", "level", "place", "entry", "player", "name", "games", "byes", "points",
         "adjustment", "bye_points", "wins", "margin", "computer_turns", "withdrawn", "goes",
         "certain"),
        [
            (
                table.division + 1, table.tier + 1, line.row.place, Id(line.row.entry),
                Id(line.holder), names.get(line.holder), line.row.games, byes[line.row.entry],
                line.row.points / UNIT, state.adjustments.get(line.row.entry, 0) / UNIT,
                byes[line.row.entry] * bye / UNIT, line.row.wins / UNIT, line.row.margin / 48,
                line.row.computer_turns, int(line.row.withdrawn), line.direction,
                int(line.certain),
            )
            for table in division_tables(view)
            for byes in [Counter(chain.from_iterable(byes_of(state, table.division)))]
            for line in table.lines
        ],
    )  # fmt: skip


def results_sheet(view: SeasonView, names: Mapping[int, str]) -> Sheet:
    """List the results of all tables, one line per seat, then the byes. `player` is the last
    person who played for the entry; `how` is the source of the result (`results.How`), or "bye"."""
    return Sheet(
        ("table", "division", "round", "seat", "entry", "player", "name", "place", "points",
         "league_points", "turns", "computer_turns", "how", "forfeited"),
        [*_result_lines(view, names), *_bye_lines(view, names)],
    )  # fmt: skip


def final_sheet(view: SeasonView, names: Mapping[int, str]) -> Sheet:
    """List the standings of the final, one line per finalist; `seed` is the place among the
    finalists when it was drawn. Without a final there are no lines."""
    table, finalists = final_table(view), view.state.finalists
    return Sheet(
        ("place", "seed", "entry", "player", "name", "games", "points", "wins", "margin",
         "withdrawn"),
        [
            (
                line.row.place, finalists.index(line.row.entry) + 1, Id(line.row.entry),
                Id(line.holder), names.get(line.holder), line.row.games, line.row.points / UNIT,
                line.row.wins / UNIT, line.row.margin / 48, int(line.row.withdrawn),
            )
            for line in (table.lines if table else ())
        ],
    )  # fmt: skip


def _bye_lines(view: SeasonView, names: Mapping[int, str]) -> Iterator[Sequence[Cell]]:
    state = view.state
    given = bye_units(state) / UNIT
    for division in range(len(state.divisions)):
        for number, out in enumerate(byes_of(state, division), start=1):
            for entry in out:
                holder = state.holder(entry)
                yield (
                    None, division + 1, number, None, Id(entry), Id(holder), names.get(holder),
                    None, None, given, None, None, "bye", 0,
                )  # fmt: skip


def _result_lines(view: SeasonView, names: Mapping[int, str]) -> Iterator[Sequence[Cell]]:
    state = view.state
    scheme = scheme_named(state.rules.scheme)
    for number, result in sorted(state.results.items()):
        drawn = state.tables[number]
        division = "final" if drawn.division == FINAL else drawn.division + 1
        given = scheme.for_table(
            [line.place for line in result.lines], [line.points4 for line in result.lines],
            result.forfeits,
        )  # fmt: skip
        for seat, (line, units) in enumerate(zip(result.lines, given, strict=True)):
            lost = line.earns_nothing(state.rules.computer_percent)
            turns, player = line.turns, line.player
            yield (
                number, division, drawn.round + 1, seat + 1, _id(line.entry),
                _id(player), None if player is None else names.get(player), line.place,
                line.points4 / 4, 0 if lost else units / UNIT,
                sum(n for _, n in turns), line.computer_turns, result.how, int(line.forfeited),
            )  # fmt: skip


def log_sheet(log: Sequence[SeasonEvent], name_of: Callable[[int], str]) -> Sheet:
    """List the log of a season, one line per event, with the event's own fields as JSON."""
    return Sheet(
        ("n", "at", "by", "name", "event", "details"),
        [
            (
                e.n, e.at.isoformat(), _id(e.user_id),
                None if e.user_id is None else name_of(e.user_id), e.kind,
                NoFormula(_details(e)),
            )
            for e in log
        ],
    )  # fmt: skip


_PRIVATE = (Disputed.__name__, Settled.__name__, SignedUp.__name__)
"""The events with a reason that only the player and the moderators may read, or with a name."""


def _public(event: SeasonEvent) -> str:
    """Write an event as JSON without its private parts."""
    if event.kind not in _PRIVATE:
        return event.written
    private = ("reason", "name")
    return _json({key: value for key, value in event.payload.items() if key not in private})


def _details(event: SeasonEvent) -> str:
    """Write the event's own fields on one line."""
    public, begins = _public(event), f'{{"event": "{event.kind}", '
    if public.startswith(begins) and "\\u" not in public:
        own = "{" + public[len(begins) :]  # parsing a large draw would block the loop
    else:
        own = _json({key: one for key, one in json.loads(public).items() if key != "event"})
    return own.replace(";", "\\u003b")  # the same JSON without a spreadsheet's separator


def ratings_sheet(history: Sequence[RatingStep], name_of: Callable[[int], str]) -> Sheet:
    """List how the season's tables changed the ratings, one line per person and table."""
    return Sheet(
        ("table", "player", "name", "players", "mu", "sigma", "rating", "games"),
        [
            (
                step.number, Id(step.after.user_id), name_of(step.after.user_id),
                step.after.players, after.mu, after.sigma, after.shown, after.games,
            )
            for step in history
            for after in [Rating(step.after.mu, step.after.sigma, step.after.games)]
        ],
    )  # fmt: skip


def export_files(
    season: SeasonView,
    log: Sequence[SeasonEvent],
    history: Sequence[RatingStep],
    known: Mapping[int, str],
    name_of: Callable[[int], str],
) -> tuple[bytes, bytes]:
    """Write everything public about a season: a workbook for people, and a zip of CSV and JSON
    files for programs. `history` are the steps of the ratings at its tables; `known` holds the
    known names, `name_of` gives a name or a stand-in for any id."""
    sheets = {
        "standings": standings_sheet(season, known),
        **({"final": final_sheet(season, known)} if season.state.final_tables else {}),
        "results": results_sheet(season, known),
        "ratings": ratings_sheet(history, name_of),
        "log": log_sheet(log, name_of),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, sheet in sheets.items():
            archive.writestr(f"{name}.csv", csv_of(sheet))
        archive.writestr("season.json", season_json(season, log))
    return workbook_of(sheets), packed.getvalue()


def _id(number: int | None) -> Id | None:
    return None if number is None else Id(number)


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
