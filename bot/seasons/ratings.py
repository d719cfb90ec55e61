"""Ratings: how strong a person plays, by openskill's Plackett-Luce model (Weng and Lin 2011).

A rating belongs to a person and a number of players: two-player and four-player games are
different games. It counts only what people did:

- a seat is rated for the person who confirmed more than half of all its turns, the computer's
  included; nobody's rating changes for a seat of which that is true of no one;
- a table that somebody lost by forfeit rates nobody; one that was played elsewhere counts;
- computer seats are left out of the table as if they had not been there, and what remains is
  rated if at least two people do. So a rating is never changed by a computer seat.

The Terra Mystica site rates games of three or more the same way for all sizes, by Elo over pairs,
and leaves out unregistered players; openskill takes the whole order of a table at once, and knows
how sure it is. Ratings are worked out from all results in order, so a corrected result corrects
everything after it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from bot.seasons.results import Line, Result

PROVISIONAL_GAMES = 10
"""A rating from fewer games is provisional: shown as such, and not in ranking lists."""

_MODEL = PlackettLuce()


@dataclass(frozen=True)
class Rating:
    """The estimate of a person's strength at one number of players."""

    mu: float = _MODEL.mu
    """The estimate; 25 to start with."""
    sigma: float = _MODEL.sigma
    """Its uncertainty (standard deviation); 25/3 to start with, never negative."""
    games: int = 0
    """Rated games so far."""

    @property
    def provisional(self) -> bool:
        """Whether it rests on too few games for a ranking."""
        return self.games < PROVISIONAL_GAMES

    @property
    def shown(self) -> float:
        """The number for ranking lists, openskill's ordinal: the strength a person has with 99.7 %
        certainty, mu - 3 sigma; 0 to start with."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True)
class Change:
    """A step in the history of ratings."""

    table: int
    players: int
    """The seats of the table, computer seats included."""
    person: int
    before: Rating
    after: Rating


Ratings = Mapping[tuple[int, int], Rating]
"""Ratings by person and number of players; a missing one is the rating to start with."""


def rate(ranked: Sequence[tuple[Rating, int]], model: PlackettLuce = _MODEL) -> list[Rating]:
    """Calculate the ratings after one game from those before it and the places; in the order given.

    `model` is openskill's with its own defaults. It adds a little to every uncertainty before a
    game (tau, 25/300), so that ratings can always follow a change. Raises ValueError for fewer than
    two.
    """
    if len(ranked) < 2:
        raise ValueError("a rated game has at least two people")
    teams = [[model.rating(rating.mu, rating.sigma)] for rating, _ in ranked]
    after = model.rate(teams, ranks=[float(place) for _, place in ranked])
    return [
        Rating(team[0].mu, team[0].sigma, rating.games + 1)
        for team, (rating, _) in zip(after, ranked, strict=True)
    ]


def rated_person(line: Line) -> int | None:
    """Find the person who took more than half of a seat's turns, and is rated; None for nobody."""
    if not line.turns:
        return line.entry if not line.computer_turns else None
    everything = line.computer_turns + sum(turns for _, turns in line.turns)
    by_person: dict[int, int] = {}
    for person, turns in line.turns:
        by_person[person] = by_person.get(person, 0) + turns
    for person, turns in by_person.items():
        if 2 * turns > everything:
            return person
    return None


def changes_of(ratings: Ratings, result: Result) -> list[Change]:
    """Calculate the rating changes of one result; empty if fewer than two of its seats are rated,
    and where somebody lost by forfeit."""
    if result.how == "forfeit":
        return []
    players = len(result.lines)
    rated = [
        (person, line.place) for line in result.lines if (person := rated_person(line)) is not None
    ]
    if len(rated) < 2 or len({person for person, _ in rated}) < len(rated):
        return []  # nobody is rated against himself
    before = [ratings.get((person, players), Rating()) for person, _ in rated]
    after = rate([(rating, place) for rating, (_, place) in zip(before, rated, strict=True)])
    return [
        Change(result.table, players, person, old, new)
        for (person, _), old, new in zip(rated, before, after, strict=True)
    ]


def rate_all(results: Iterable[Result]) -> tuple[dict[tuple[int, int], Rating], list[Change]]:
    """Calculate all ratings, and their history, from all results in order of finishing."""
    ratings: dict[tuple[int, int], Rating] = {}
    history: list[Change] = []
    for result in results:
        for change in changes_of(ratings, result):
            ratings[change.person, change.players] = change.after
            history.append(change)
    return ratings, history
