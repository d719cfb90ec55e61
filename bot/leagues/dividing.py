"""The division of the people who have signed up, as it would be drawn now, and the choices of
moderators about it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.leagues.season_transaction import Leagues, OpenSeason
from bot.leagues.views import SeasonView
from bot.process.long_work import in_thread
from bot.refusal import Refusal
from bot.seasons.divisions import (
    NotKept,
    announced,
    by_ladder,
    divided,
    division_shapes,
    not_kept,
)
from bot.seasons.events import DrawnDivision, DrawPrepared, SignedOff
from bot.seasons.ratings import Rating
from bot.seasons.season import Season
from bot.store import leagues as stored


@dataclass(frozen=True)
class Divided:
    """The divisions as they would be drawn now."""

    divisions: tuple[DrawnDivision, ...]
    shapes: Sequence[tuple[int, ...]]
    """The sizes of divisions to choose from, the best first."""
    not_kept: Sequence[NotKept]
    """The people drawn elsewhere than the season before announced."""
    has_ladder: bool
    """Whether somebody played the season before; else the ladder is the order of signing up."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the divisions, from the top."""
        return tuple(len(drawn.entries) for drawn in self.divisions)


async def season_before(season: OpenSeason) -> Season | None:
    """Find the season played before this one; None for the first. Raises Refusal (`season-before`)
    while it is still played."""
    earlier = await season.earlier()
    if any(one.state.phase == "running" for one in earlier):
        raise Refusal(
            "season-before",
            "The previous season is still being played; close it first, then draw this one.",
        )
    played = [one.state for one in earlier if one.state.phase != "cancelled"]
    return played[-1] if played else None


async def without_banned(season: OpenSeason) -> tuple[list[SignedOff], OpenSeason]:
    """List who leaves before the draw: those who were kept out of the league after signing up, as
    by a ban in the season before. With a trial of the season in which they have left."""
    banned = {ban.user_id for ban in await season.bans()}
    gone = [SignedOff(person) for person in season.state.in_line if person in banned]
    trial = season.trial()
    trial.happen(*gone, by=None)
    return gone, trial


async def divide(season: OpenSeason) -> Divided:
    """Divide the people who have signed up and may play, by the moderators' choices, else in the
    best way."""
    _, trial = await without_banned(season)
    state, before = trial.state, await season_before(season)
    ratings: dict[int, Rating] = {}
    if state.drawing.order == "rating":
        ratings = {
            one.user_id: Rating(one.mu, one.sigma, one.games)
            for one in await season.transaction.run(stored.ratings_of, season.view.league_id)
            if one.players == state.rules.seats
        }
    # the standings of a large season take too long for the event loop
    return await in_thread(_divide, state, before, ratings)


def _divide(state: Season, before: Season | None, ratings: dict[int, Rating]) -> Divided:
    people, wanted, pyramid = list(state.signed_up), state.drawing, state.rules.pyramid
    ladder = [] if before is None else announced(before, people)
    shapes = division_shapes(len(people), state.rules, ladder)
    sizes = wanted.sizes if sum(wanted.sizes) == len(people) else shapes[0]
    if wanted.order == "hand":
        placed = [person for person in wanted.entries if person in people]
        people = placed + [person for person in people if person not in placed]
    elif wanted.order == "rating":
        people.sort(key=lambda person: -ratings[person].shown if person in ratings else 0.0)
    elif wanted.order == "ladder" and ladder:
        known = {one.person for one in ladder}
        newcomers = [person for person in people if person not in known]
        people = by_ladder(ladder, newcomers, sizes, pyramid=pyramid)
    divisions = divided(people, sizes, pyramid=pyramid, as_it_is=wanted.order == "hand")
    return Divided(divisions, shapes, not_kept(ladder, divisions), bool(ladder))


async def divided_now(leagues: Leagues, season_id: int) -> Divided:
    """Show how a season would be divided now, and write nothing."""
    async with leagues.try_out(season_id) as season:
        return await divide(season)


Choice = Callable[[DrawPrepared, Divided], DrawPrepared]


async def choose(
    leagues: Leagues, season_id: int, choice: Choice, *, seen: int, by: int
) -> SeasonView | None:
    """Change the division of a season. `seen` is the length of its log that the moderator saw. If
    something has happened in it since, nothing changes, and None is returned."""
    async with leagues.open(season_id) as season:
        if season.view.version != seen:
            return None
        wanted = choice(season.state.drawing, await divide(season))
        if wanted != season.state.drawing:
            season.happen(wanted, by=by)
    return season.view


def swapped(one: int, other: int) -> Choice:
    """Make the choice to swap two people. Raises Refusal for a person who has not signed up."""

    def choice(was: DrawPrepared, now: Divided) -> DrawPrepared:
        entries = [person for drawn in now.divisions for person in drawn.entries]
        if one not in entries or other not in entries:
            raise Refusal(
                "choose-signed-up", "Choose two people who have signed up for the season."
            )
        places = entries.index(one), entries.index(other)
        entries[places[0]], entries[places[1]] = other, one
        return DrawPrepared(now.sizes, "hand", tuple(entries))

    return choice
