"""The games of one year, of a person or a server, for a picture."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bot.model.figures import Counted

MONTHS = 12
Kind = Literal["opponent", "source", "gear", "games", "wins", "points"]
"""Of a person: whom they met, what gave them points, from where they took workers. Of a server: who
played, who won, who had the most points."""


class Most(NamedTuple):
    """What there was most of: its name, or the id of a person, and how often, how many workers, or
    points in quarters."""

    kind: Kind
    name: str | int
    n: int


@dataclass(frozen=True)
class Year:
    """What there was in a year."""

    of_person: bool
    games: tuple[int, ...]
    """The games that ended in each month, in UTC."""
    won: tuple[int, ...]
    """The games of them that the person won; zeros for a server."""
    people: int
    """The people who played."""
    best4: int
    """The most points of a seat, in quarters."""
    streak: int
    """The most games in a row that the person won."""
    most: tuple[Most, ...]


def year_of(games: Sequence[Counted], user_id: int = 0, at: int = 0) -> Year | None:
    """Sum the games of a year, the oldest first: those of a person or, without a person, of a
    server. None without a game that people have played. Opponents are those met `at` this server,
    if it is given."""
    months, won = [set[int]() for _ in range(MONTHS)], [0] * MONTHS
    opponents, sources, gears = Counter[int](), Counter[str](), Counter[str]()
    played, wins, best = Counter[int](), Counter[int](), Counter[int]()
    streak = longest = 0
    for game in games:
        month = game.finished_at.month - 1
        for seat, facts in zip(game.seats, game.facts.seats, strict=True):
            who = seat.user_id or 0
            if user_id not in (0, who):
                if who > 0 and at in (0, game.guild_id):
                    opponents[who] += 1
                continue
            if who <= 0 or not seat.own:
                continue
            months[month].add(game.table_id)
            played[who] += 1
            wins[who] += seat.place == 1
            best[who] = max(best[who], seat.points4)
            if user_id:
                won[month] += seat.place == 1
                streak = streak + 1 if seat.place == 1 else 0
                longest = max(longest, streak)
                for source, _, points4 in facts.gains:
                    sources[source] += points4
                gears.update(facts.gears)
    if not played:
        return None
    found: list[tuple[Kind, Counter[int] | Counter[str]]] = (
        [("opponent", opponents), ("source", sources), ("gear", gears)]
        if user_id
        else [("games", played), ("wins", wins), ("points", best)]
    )
    most = [Most(kind, *one) for kind, of in found for one in of.most_common(1) if one[1] > 0]
    return Year(
        bool(user_id), tuple(map(len, months)), tuple(won), len(played), max(best.values()),
        longest, tuple(most),
    )  # fmt: skip
