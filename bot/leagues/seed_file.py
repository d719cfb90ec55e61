"""Players and seeds as a file: written for the moderators of a season, and read from what they
send.

Columns are found by their headings, in any language of the bot. Whom a row means is found by the
Discord id, a mention, the name of the account, or the name on the server. A row that fits nobody,
or not alone, is passed over and named; nobody is entered who has not signed up.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.model.server import LANGUAGES
from bot.refusal import Refusal
from bot.seasons.drawing import seed_order
from bot.seasons.events import Seeded
from bot.seasons.season import Season
from bot.spreadsheet import Id, Sheet, Table
from bot.text.answer_preview import shortened
from bot.text.translation import N_, Translations, listed, translator
from bot.text.typed import escaped, folded

HEADINGS: Mapping[str, str] = {
    # Translators: possible headings of a column of a table that somebody sends, which has the name
    # of a player in each row; separated by commas, as many as people may use; no quotation marks
    "person": N_("player, name, person, participant, member, user, username, Discord id, id"),
    # Translators: possible headings of a column of a table that somebody sends, which has the seed
    # of a player in each row (1 for the best); separated by commas, as many as people may use
    "seed": N_("seed, seeding, seed number"),
    # Translators: possible headings of a column of a table that somebody sends, which has the
    # division of a player in each row; separated by commas, as many as people may use
    "division": N_("division, group, league"),
}
_MENTION = re.compile(r"<@!?(\d{1,19})>|(\d{1,19})", re.ASCII)
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)
_SEED = re.compile(r"#?(\d{1,6})\.?", re.ASCII)
MOST_DIVISIONS, _LAST = 100, 10**6
MOST_NAMED, _SHOWN = 15, 40
"""The most rows or people that are named, and the most characters of a cell."""

# Translators, for each: what is wrong with a row of a table that a moderator has sent; {row} is its
# number, {written} what stands there as the player
PROBLEMS: Mapping[str, str] = {
    "nobody": N_("Row {row}: I do not know anybody called {written} on this server."),
    "several": N_("Row {row}: several people are called {written}; give the player's Discord ID."),
    "again": N_("Row {row}: {written} is listed twice; only that player's first row counts."),
    "not-signed-up": N_("Row {row}: {written} has not signed up."),
    "seed": N_(
        "Row {row}: the seed given to {written} is not a whole number, so {written} comes last."
    ),
    "seed-again": N_(
        "Row {row}: another player already has the seed given to {written}, so {written} is "
        "placed right after that player."
    ),
    "division": N_(
        "Row {row}: I do not know the division given for {written}, so {written} plays in the "
        "lowest one."
    ),
}


@dataclass(frozen=True)
class Known:
    """A member of the server."""

    id: int
    username: str
    """The name of the account, which nobody else has."""
    names: Collection[str] = ()
    """What the person is called, on the server and elsewhere."""


@dataclass(frozen=True)
class Read:
    """What a file says about the people who signed up."""

    seeds: Seeded
    """Everybody who signed up, those last whom the file does not name."""
    fitting: int
    """How many rows fit somebody who signed up."""
    problems: Sequence[tuple[str, int, str]]
    """A key of `PROBLEMS`, the number of the row, and what stands there, for each row that does not
    fit."""
    unnamed: Sequence[int]
    """Those who signed up and do not stand in the file."""


def players_sheet(seeds: Seeded, names: Mapping[int, str]) -> Sheet:
    """List people in the order of their seeds, with their divisions if they have any; `read_seeds`
    reads it again."""
    head = ("seed", "player", "name", "division")
    lines = [
        (n + 1, Id(person), names.get(person), *(one + 1 for one in seeds.divisions[n : n + 1]))
        for n, person in enumerate(seeds.order)
    ]
    return Sheet(head if seeds.divisions else head[:3], lines)


def seeds_of(state: Season) -> Seeded:
    """The people of a season by their seeds, with the divisions in which they play or which
    moderators gave them; without seeds as they signed up, or division by division."""
    if state.phase == "sign-up":
        order = seed_order(state, waiting=True)
        where = dict(zip(state.seeds.order, state.seeds.divisions, strict=False))
        lowest = max(state.seeds.divisions, default=0)
        return Seeded(tuple(order), tuple(where.get(one, lowest) for one in order) if where else ())
    seeded = {person: n for n, person in enumerate(state.seeds.order)}
    entries = sorted(state.division_of, key=lambda entry: seeded.get(entry, len(seeded)))
    return Seeded(tuple(entries), tuple(state.division_of[entry] for entry in entries))


def ids_in(tables: Sequence[Table]) -> set[int]:
    """Find the ids that may stand for people in these tables."""
    cells = (cell for table in tables for row in table for cell in row)
    found = filter(None, map(_MENTION.fullmatch, cells))
    return {number for one in found if (number := int(one[1] or one[2])) > 1 << 32}


def read_seeds(
    tables: Sequence[Table], signed_up: Sequence[int], members: Collection[Known] = ()
) -> Read:
    """Read the seeds of the people who signed up, given in the order in which those come last whom
    the file does not name. Raises Refusal (`no-players-in-file`) for a file without a column for
    players and one for seeds or divisions."""
    table, head, columns = _table_meant(tables)
    find, problems = _finder(members, signed_up), list[tuple[str, int, str]]()
    seeds, divisions = dict[int, int](), dict[int, int | None]()
    for number, row in enumerate(table[head + 1 :], start=head + 2):
        person, seed, division = (
            [row[at] for at in columns.get(kind, ()) if at < len(row) and row[at]]
            for kind in ("person", "seed", "division")
        )
        meant = find(person)
        if isinstance(meant, str):
            if person or seed or division:
                problems.append((meant, number, " ".join(person[-1:])))
            continue
        if meant in seeds:
            problems.append(("again", number, person[-1]))
            continue
        divisions[meant] = _division(" ".join(division))
        if divisions[meant] is None and "division" in columns:
            problems.append(("division", number, person[-1]))
        typed = _SEED.fullmatch(" ".join(seed))
        place = int(typed[1]) if typed else 0
        if "seed" in columns and (not place or place in seeds.values()):
            problems.append(("seed-again" if place else "seed", number, person[-1]))
        seeds[meant] = place or _LAST
    unnamed = [person for person in signed_up if person not in seeds]
    order = [*sorted(seeds, key=lambda person: seeds[person]), *unnamed]
    lowest = max((one for one in divisions.values() if one is not None), default=0)
    places = [divisions.get(person) for person in order]
    placed = tuple(lowest if one is None else one for one in places)
    read = Seeded(tuple(order), placed if "division" in columns else ())
    return Read(read, len(seeds), problems, unnamed)


def _table_meant(tables: Sequence[Table]) -> tuple[Table, int, Mapping[str, Sequence[int]]]:
    """The first table with a row of headings, the place of this row, and that of the columns."""
    called = {
        folded(word): kind
        for language in LANGUAGES
        for kind, words in HEADINGS.items()
        for word in [*words.split(","), *translator(language).gettext(words).split(",")]
    }
    for table in tables:
        for n, row in enumerate(table[:20]):
            columns = defaultdict[str, list[int]](list)
            for column, cell in enumerate(row):
                if folded(cell) in called:
                    columns[called[folded(cell)]].append(column)
            if "person" in columns and len(columns) > 1:
                return table, n, columns
    raise Refusal(
        "no-players-in-file",
        "I cannot find any players in this file; its first row needs the headings “player” and "
        "“seed”, and may also have “division”.",
    )


def _finder(
    members: Collection[Known], signed_up: Collection[int]
) -> Callable[[Sequence[str]], int | str]:
    """Make the function that says whom the cells of a row mean; else a key of `PROBLEMS`."""
    accounts, called = dict[str, int](), defaultdict[str, set[int]](set)
    for one in members:
        accounts[folded(one.username)] = one.id
        for name in one.names:
            called[folded(name)].add(one.id)
    known = {one.id for one in members}.union(signed_up)

    def find(cells: Sequence[str]) -> int | str:
        several = False
        for cell in cells:
            mention, name = _MENTION.fullmatch(cell), folded(cell.removeprefix("@"))
            found = {int(mention[1] or mention[2])} & known if mention else set[int]()
            if name and not found:
                found = {accounts[name]} if name in accounts else called.get(name, found)
            among = found.intersection(signed_up) or found
            if len(among) == 1:
                [person] = among
                return person if person in signed_up else "not-signed-up"
            several |= len(among) > 1
        return "several" if several else "nobody"

    return find


def _division(cell: str) -> int | None:
    """A division as a number, with a word around it, or as a letter; from 0."""
    if len(cell) == 1 and cell.isascii() and cell.isalpha():
        return ord(cell.upper()) - ord("A")
    number = _NUMBER.search(cell)
    place = int(number[0]) - 1 if number else -1
    return place if 0 <= place < MOST_DIVISIONS else None


def read_lines(t: Translations, read: Read, name_of: Callable[[int], str]) -> Iterator[str]:
    """Say what a file gives: how many rows fit, every row that does not, and who is not in it."""
    # Translators: {n} rows of a table that somebody has sent
    words = t.ngettext("{n} row can be used.", "{n} rows can be used.", read.fitting)
    yield words.format(n=read.fitting)
    if read.unnamed:
        # Translators: {names} are people who have signed up
        words = t.gettext("Not in the file, so they come last: {names}")
        few = [name_of(person) for person in read.unnamed[:MOST_NAMED]]
        yield words.format(names=listed(t, few + ["…"] * (len(read.unnamed) > MOST_NAMED)))
    for kind, row, written in read.problems[:MOST_NAMED]:
        shown = escaped(shortened(written, _SHOWN)) or "–"
        yield "⚠️ " + t.gettext(PROBLEMS[kind]).format(row=row, written=shown)
    more = len(read.problems) - MOST_NAMED
    if more > 0:
        # Translators: last line of a list of rows with mistakes: so many further ones
        yield t.ngettext("and {n} more", "and {n} more", more).format(n=more)
    if any(kind == "not-signed-up" for kind, _, _ in read.problems):
        yield t.gettext(
            "You cannot sign anybody up with a file; players sign themselves up with the "
            "button on the season's message or with /league show."
        )
