"""A season counted once more from its export alone: standings, the final and the ratings. Nothing
of the bot is imported; what counts how is written down here a second time, as docs/leagues.md says
it. Points by place are those of "10-6-3-1", ties are broken by the criteria of all seasons."""

import hashlib
import io
import json
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

POINTS = {2: (10, 0), 3: (10, 4, 1), 4: (10, 6, 3, 1), 5: (10, 7, 4, 3, 1)}
FINAL = 1000

Entries = list[int]
Lines = Sequence[Mapping[str, Any]]


class Place(NamedTuple):
    """A line of the standings: no place for who left, or played less than half of the most games;
    league points, and the margin in points of the game."""

    entry: int
    place: int | None
    points: Fraction
    wins: Fraction
    margin: Fraction


class Recount:
    """What the log of an export comes to."""

    def __init__(self, export: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(export)) as archive:
            whole = json.loads(archive.read("season.json"))
        self.rules = whole["settings"]["rules"]
        assert self.rules["scheme"] == "10-6-3-1"
        self.divisions: list[Entries] = []
        self.finalists: Entries = []
        self.where: dict[int, int] = {}
        """The division of each table."""
        self.results: dict[int, Mapping[str, Any]] = {}
        """By table, in the order in which they came to count."""
        self.byes: Counter[int] = Counter()
        self.adjusted: Counter[int] = Counter()
        self.gone: set[int] = set()
        self.seed = ""
        self._out: dict[int, Mapping[str, Any]] = {}
        for event in whole["log"]:
            self._happens(event)

    def _happens(self, event: Mapping[str, Any]) -> None:
        kind = event["event"]
        if kind == "Drawn":
            self.seed = event["seed"]
            self.divisions = [list(division["entries"]) for division in event["divisions"]]
            playing = {entry for table in event["tables"] for entry in table["entries"]}
            if self.rules["stages"][0]["kind"] == "swiss":
                self.byes.update(e for d in self.divisions for e in d if e not in playing)
        if kind == "StageDrawn":
            self.finalists = event["entries"]
        for table in event.get("tables", ()) if kind != "DrawPrepared" else ():
            self.where[table["table"]] = table["division"]
        self.byes.update(event.get("byes", ()))
        if kind == "EnteredLate":
            self.divisions[event["division"]].append(event["person"])
        if kind == "Adjusted":
            self.adjusted[event["entry"]] += event["units"]
        if kind == "Withdrew":
            self.gone.add(event["entry"])
        if kind == "Substituted":
            self.gone.discard(event["entry"])
        if "result" in event:
            self.results[event["result"]["table"]] = event["result"]
        number = event.get("table")
        if kind == "Voided" and number in self.results:
            self._out[number] = self.results.pop(number)
        if kind == "Restored" and number in self._out:
            self.results[number] = self._out.pop(number)
        if kind == "Replayed":
            self.results.pop(number, None)
            self._out.pop(number, None)

    def standings(self, division: int) -> list[Place]:
        """The best first."""
        final = division == FINAL
        entries = self.finalists if final else self.divisions[division]
        played = [r for n, r in self.results.items() if self.where[n] == division]
        seats, byes = self.rules["seats"], Counter[int]() if final else self.byes
        bye = Fraction(sum(POINTS[seats]), seats)
        apart = {e: Fraction(self.adjusted[e], 60_000) + bye * byes[e] for e in entries}
        own = {} if final else apart
        return _ranked(entries, played, own, self.gone, byes, f"{self.seed} {division}")

    def ratings(self) -> dict[tuple[int, int], tuple[float, float, int]]:
        """Estimate, uncertainty and number of games, by person and number of players."""
        model = PlackettLuce()
        known: dict[tuple[int, int], tuple[float, float, int]] = {}
        for result in self.results.values():
            lines = result["lines"]
            rated = [(who, line["place"]) for line in lines if (who := _who(line)) is not None]
            people = {who for who, _ in rated}
            if result["how"] == "forfeit" or len(people) < max(2, len(rated)):
                continue
            size, start = len(lines), (25.0, 25 / 3, 0)
            before = [known.get((who, size), start) for who, _ in rated]
            teams = [[model.rating(mu, sigma)] for mu, sigma, _ in before]
            after = model.rate(teams, ranks=[float(place) for _, place in rated])
            for (who, _), (team,), (_, _, games) in zip(rated, after, before, strict=True):
                known[who, size] = (team.mu, team.sigma, games + 1)
        return known


def _who(line: Mapping[str, Any]) -> int | None:
    """Who took more than half of the turns."""
    turns = Counter[int]()
    for person, number in line["turns"]:
        turns[person] += number
    if not turns:
        return None if line["computer_turns"] else line["entry"]
    person, most = turns.most_common(1)[0]
    return person if 2 * most > turns.total() + line["computer_turns"] else None


def _lost(line: Mapping[str, Any]) -> bool:
    """Whether a seat earns nothing."""
    by_people = sum(number for _, number in line["turns"])
    return bool(line["forfeited"] or 4 * line["computer_turns"] > by_people)


def _ranked(
    entries: Entries,
    results: Iterable[Mapping[str, Any]],
    apart: Mapping[int, Fraction],
    gone: set[int],
    byes: Counter[int],
    seed: str,
) -> list[Place]:
    points = defaultdict(Fraction, apart)
    wins: dict[int, Fraction] = defaultdict(Fraction)
    margin: dict[int, Fraction] = defaultdict(Fraction)
    computer: Counter[int] = Counter()
    met: dict[int, list[int]] = defaultdict(list)
    games = Counter({entry: byes[entry] for entry in entries})
    for result in results:
        lines: Lines = result["lines"]
        worth = POINTS[len(lines)]
        for line in lines:
            entry, place = line["entry"], line["place"]
            games[entry] += 1
            computer[entry] += line["computer_turns"]
            if not line["forfeited"]:
                came = [other for other in lines if other is not line and not other["forfeited"]]
                met[entry] += [other["entry"] for other in came]
            if _lost(line):
                continue
            tied = sum(other["place"] == place for other in lines)
            points[entry] += Fraction(sum(worth[place - 1 : place - 1 + tied]), tied)
            wins[entry] += Fraction(place == 1, tied)
            others = [o["points4"] for o in lines if o is not line and not o["forfeited"]]
            if others:
                margin[entry] += line["points4"] - Fraction(sum(others), len(others))

    def strength(entry: int) -> Fraction:
        faced = [points[other] for other in met[entry] if other in entries]
        return Fraction(sum(faced), len(faced)) if faced else Fraction()

    def lot(entry: int) -> int:
        drawn = hashlib.sha256(f"{seed}:{entries.index(entry) + 1}".encode()).digest()
        return int.from_bytes(drawn[:4])

    def criteria(entry: int) -> tuple[Any, ...]:
        mine = points[entry], wins[entry], margin[entry]
        return *mine, strength(entry), -computer[entry], lot(entry)

    def order(tied: Entries) -> list[Entries]:
        by_place = groupby(sorted(tied, key=criteria, reverse=True), criteria)
        return [list(level) for _, level in by_place]

    half = Fraction(max(games.values()), 2)
    found: list[Place] = []
    for group in order([e for e in entries if e not in gone and games[e] >= half]):
        place = len(found) + 1
        found += [Place(e, place, points[e], wins[e], margin[e] / 4) for e in group]
    below = order([e for e in entries if e not in gone and games[e] < half])
    for group in [*below, *order([e for e in entries if e in gone])]:
        found += [Place(e, None, points[e], wins[e], margin[e] / 4) for e in group]
    return found
