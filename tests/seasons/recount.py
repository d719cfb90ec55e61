"""The standings of a season worked out once more from its log, by a few lines that share nothing
with the program: four seats at a table, 10, 6, 3 and 1 point, and the tie-breaks."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any


def order_again(log: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """The order of every division from the log as JSON: points, wins, margin, strength of
    opponents, fewer computer turns."""
    members = [d["entries"] for e in log if e["event"] == "Drawn" for d in e["divisions"]]
    results = {e["result"]["table"]: e["result"]["lines"] for e in log if "result" in e}
    gone = {e["entry"] for e in log if e["event"] == "Withdrew"}
    gone -= {e["entry"] for e in log if e["event"] == "Substituted"}
    points: dict[int, Fraction] = defaultdict(Fraction)
    wins: dict[int, Fraction] = defaultdict(Fraction)
    margin: dict[int, Fraction] = defaultdict(Fraction)
    computer: Counter[int] = Counter()
    faced: dict[int, list[int]] = defaultdict(list)
    for lines in results.values():
        for line in lines:
            me, tied = line["entry"], [o for o in lines if o["place"] == line["place"]]
            faced[me] += [o["entry"] for o in lines if o is not line]
            computer[me] += line["computer_turns"]
            lost = 4 * line["computer_turns"] > sum(n for _, n in line["turns"])
            if lost:
                continue
            places = range(line["place"], line["place"] + len(tied))
            points[me] += Fraction(sum((0, 10, 6, 3, 1)[p] for p in places), len(tied))
            wins[me] += Fraction(line["place"] == 1, len(tied))
            others = [o["points4"] for o in lines if o is not line]
            margin[me] += Fraction(line["points4"] * len(others) - sum(others), len(others))

    def order(tied: list[int], depth: int = 0) -> list[int]:
        if len(tied) < 2 or depth == 5:
            return tied
        key = {
            0: lambda e: points[e],
            1: lambda e: wins[e],
            2: lambda e: margin[e],
            3: lambda e: sum((points[o] for o in faced[e]), Fraction()) / len(faced[e]),
            4: lambda e: -computer[e],
        }[depth]
        found = []
        for value in sorted({key(e) for e in tied}, reverse=True):
            found += order([e for e in tied if key(e) == value], depth + 1)
        return found

    return [
        order([e for e in entries if e not in gone]) + order([e for e in entries if e in gone])
        for entries in members
    ]
