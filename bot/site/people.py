"""What the people of a league are called on its pages: by name only who has agreed to that."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bot.leagues import queries
from bot.leagues.season_transaction import Leagues
from bot.leagues.views import SeasonView
from bot.model.league import League
from bot.model.table import is_former
from bot.store import settings
from bot.text.names import FORMER_NAME, shown_name
from bot.text.site import player_number
from bot.text.translation import Translations


@dataclass(frozen=True)
class Person:
    """A person of a league."""

    id: int
    number: int
    """The number in the league, from 1, in the order in which people came to it."""
    name: str | None
    """The name as stored; None where the person has not agreed to show it, or it is not known."""
    profile: bool
    """Whether there is a page about the person."""

    def called(self, t: Translations) -> str:
        """What to call the person."""
        return shown_name(t, self.name) if self.name else player_number(t, self.number)

    def at_table(self, name: str) -> "Person":
        """The person by the name at a table, if any is to be shown."""
        return replace(self, name=self.name and name)

    @property
    def page(self) -> str | None:
        """The file of the person's page in the league's folder."""
        return f"player-{self.number}.html" if self.profile else None


People = dict[int, Person]
"""The people of a league, by id."""


async def people_of(
    leagues: Leagues, league: League, views: Sequence[SeasonView], seated: Sequence[int]
) -> People:
    """List everybody who ever played in a league; `seated` are the people of its games."""
    ids = list(dict.fromkeys([*chain.from_iterable(map(_in_season, views)), *seated]))
    agreed = await leagues.store.read(settings.named_on_pages, ids)
    names = await queries.last_names(leagues, league.guild_id, list(agreed))
    names = {**names, **{one: FORMER_NAME for one in ids if is_former(one)}}
    return {
        one: Person(one, number, names.get(one), agreed.get(one) == "profile" and one in names)
        for number, one in enumerate(ids, start=1)
    }


def _in_season(view: SeasonView) -> Sequence[int]:
    state = view.state
    lines = [line for result in state.results.values() for line in result.lines]
    return [
        *(person for held in state.holders.values() for person in held),
        *(person for line in lines for person, _ in line.turns),
        *(line.player for line in lines if line.player is not None),
    ]
