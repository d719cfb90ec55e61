"""What a moderator's act in a season would change, shown before it is done."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from bot.leagues import Preview, SeasonView, league_points
from bot.leagues.explaining import balance_words, signed_league_points
from bot.leagues.looking import division_tables
from bot.leagues.model.season import Season
from bot.leagues.model.seating import balance_of
from bot.leagues.model.standings import champions
from bot.text.names import listed
from bot.text.translation import Translations
from cogs.leagues.names import Names
from cogs.leagues.pages import division_name

MOST_NAMES = 40
"""Names of a division that are told; the others are counted."""


async def preview_lines(
    t: Translations, names: Names, act: str, wish: Mapping[str, Any], found: Preview
) -> list[str]:
    """What an act would change, in lines for the moderator alone."""
    before, after = found.before, found.after
    if act == "season-draw":
        return drawn_lines(t, names, after.state)
    if act == "season-round":
        return _round_lines(t, names, after, wish["division"])
    if act == "season-close":
        return await _closed_lines(t, names, after)
    if act == "season-late":
        return _late_lines(t, names, after, wish["user_id"])
    if act == "season-substitute":
        return _substitute_lines(t, names, before, wish)
    lines = []
    if act == "season-withdraw":
        lines = _withdraw_lines(t, names, before, wish["entry"])
        division = before.state.division_of[wish["entry"]]
    elif act == "season-adjust":
        who = names.printed(before.state.holder(wish["entry"]))
        points = signed_league_points(wish["units"])
        lines = [t.gettext("{name}: {points} league points").format(name=who, points=points)]
        division = before.state.division_of[wish["entry"]]
    else:
        division = before.state.tables[wish["table"]].division
        lines = _table_lines(t, names, before, after, wish["table"])
    return [*lines, "", *await standings_change(t, names, before, after, division)]


async def standings_change(
    t: Translations, names: Names, before: SeasonView, after: SeasonView, division: int
) -> list[str]:
    """The standings of a division as they would be; whoever stands otherwise now has that
    behind."""
    tables = await asyncio.to_thread(
        lambda: (division_tables(before)[division], division_tables(after)[division])
    )
    was = {line.row.entry: line.row for line in tables[0].lines}
    lines = ["**" + t.gettext("Standings afterwards") + f"** · {division_name(t, division)}"]
    for line in tables[1].lines:
        row, old = line.row, was.get(line.row.entry)
        told = t.gettext("{place}. {name} {points}").format(
            place=row.place, name=names.printed(line.holder), points=league_points(row.points)
        )
        if old is not None and (old.place, old.points) != (row.place, row.points):
            told += " " + t.gettext("(now {place}. with {points})").format(
                place=old.place, points=league_points(old.points)
            )
        lines.append(told)
    return lines


def drawn_lines(t: Translations, names: Names, state: Season) -> list[str]:
    """The divisions of a draw with their people, and how even their schedules are."""
    lines = []
    for number, drawn in enumerate(state.divisions):
        tables = [one.entries for one in state.tables.values() if one.division == number]
        players = len(drawn.entries)
        head = t.ngettext("{n} player", "{n} players", players).format(n=players)
        count = t.ngettext("{n} table", "{n} tables", len(tables)).format(n=len(tables))
        lines.append(f"**{division_name(t, number)}** · {head} · {count}")
        shown = [names.printed(entry) for entry in drawn.entries[:MOST_NAMES]]
        if players > MOST_NAMES:
            shown.append("…")
        lines.append(listed(t, shown))
        if state.rules.form != "swiss":
            place = {entry: n for n, entry in enumerate(drawn.entries)}
            balance = balance_of(players, [tuple(place[e] for e in table) for table in tables])
            lines.append("-# " + " ".join(balance_words(t, balance)))
    return lines


def _round_lines(t: Translations, names: Names, after: SeasonView, division: int) -> list[str]:
    drawn = [event for event in after.state.rounds if event.division == division]
    tables = len(drawn[-1].tables)
    lines = [
        t.ngettext(
            "Round {round} of {division}: {n} table.",
            "Round {round} of {division}: {n} tables.",
            tables,
        ).format(round=len(drawn) + 1, division=division_name(t, division), n=tables)
    ]
    lines.append(t.gettext("Who meets whom is drawn when you press, by the standings then."))
    return lines


async def _closed_lines(t: Translations, names: Names, after: SeasonView) -> list[str]:
    """The champions of a season that is closed, and who goes up or down."""
    won = [names.printed(person) for person in champions(after.state)]
    lines = [t.gettext("First place: {names}").format(names=listed(t, won))] if won else []
    tables = await asyncio.to_thread(division_tables, after)
    for table in tables:
        going: dict[str, list[str]] = {"up": [], "down": []}
        for line in table.lines:
            if line.direction in going:
                going[line.direction].append(names.printed(line.holder))
        head = division_name(t, table.division)
        if going["up"]:
            lines.append(f"▲ {head}: {listed(t, going['up'])}")
        if going["down"]:
            lines.append(f"▼ {head}: {listed(t, going['down'])}")
    return lines


def _late_lines(t: Translations, names: Names, after: SeasonView, user_id: int) -> list[str]:
    state = after.state
    tables = sum(user_id in table.entries for table in state.tables.values())
    words = t.ngettext(
        "{name} enters {division}; {n} further table is drawn.",
        "{name} enters {division}; {n} further tables are drawn.",
        tables,
    )
    where = division_name(t, state.division_of[user_id])
    return [words.format(name=names.printed(user_id), division=where, n=tables)]


def _open_tables(view: SeasonView, entry: int) -> int:
    return sum(entry in table.entries for table in view.state.open_tables())


def _withdraw_lines(t: Translations, names: Names, before: SeasonView, entry: int) -> list[str]:
    left = _open_tables(before, entry)
    words = t.ngettext(
        "{name} leaves the season; at {n} open table a computer plays on, unless you name a "
        "substitute.",
        "{name} leaves the season; at {n} open tables computers play on, unless you name a "
        "substitute.",
        left,
    )
    return [words.format(name=names.printed(before.state.holder(entry)), n=left)]


def _substitute_lines(
    t: Translations, names: Names, before: SeasonView, wish: Mapping[str, Any]
) -> list[str]:
    left = _open_tables(before, wish["entry"])
    words = t.ngettext(
        "{now} plays on for {was}, at {n} open table.",
        "{now} plays on for {was}, at {n} open tables.",
        left,
    )
    return [
        words.format(
            now=names.printed(wish["user_id"]),
            was=names.printed(before.state.holder(wish["entry"])),
            n=left,
        ),
        t.gettext("Points and place stay with the seat; each table's points are shared by turns."),
    ]


def _table_lines(
    t: Translations, names: Names, before: SeasonView, after: SeasonView, number: int
) -> list[str]:
    """The result of a table as it is and as it would be."""
    lines = [t.gettext("Table {number} of the season").format(number=number)]
    was, then = before.state.results.get(number), after.state.results.get(number)
    if then is None:
        lines.append(t.gettext("It does not count any more, and is not played again."))
    for seat, entry in enumerate(before.state.tables[number].entries):
        told = names.printed(before.state.holder(entry))
        points = [f"{one.lines[seat].points4 / 4:g}" for one in (was, then) if one is not None]
        if points:
            told += " " + " → ".join(dict.fromkeys(points))
        lines.append(told)
    if any(before.settings.handicap):
        lines.append(t.gettext("The handicap by seat is part of these points."))
    return lines


def people_of(found: Preview, wish: Mapping[str, Any]) -> Sequence[int]:
    """Whose names a preview needs."""
    state = found.after.state
    people = [held[-1] for held in state.holders.values()]
    named = [wish[key] for key in ("user_id", "entry") if wish.get(key) is not None]
    return list(dict.fromkeys([*named, *people]))
