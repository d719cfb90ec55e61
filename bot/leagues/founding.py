"""Leagues and their seasons: founding, signing up, the draw, the end."""

import asyncio
import secrets
from collections.abc import Sequence

from bot.leagues.desk import league_of
from bot.leagues.desked import Desked
from bot.leagues.model.drawing import draw, next_order
from bot.leagues.model.events import Closed, Created, Drawn, SignedOff, SignedUp, to_json
from bot.leagues.model.season import Season
from bot.leagues.settings import (
    SeasonSettings,
    checked,
    settings_from_json,
    settings_to_json,
)
from bot.leagues.views import League, SeasonView
from bot.refusal import Refusal
from bot.store import leagues
from bot.store.errors import ChangedMeanwhileError
from bot.store.leagues import NameTakenError
from bot.tables.fair_deal import new_secret

LONGEST_LEAGUE_NAME = 60
FEWEST_PLAYERS = 2


class Founding(Desked):
    """What begins and ends a season."""

    async def create_league(
        self, guild_id: int, name: str, *, defaults: SeasonSettings | None = None
    ) -> League:
        """Found a league on a server; `defaults` is what its seasons are offered to begin with.
        Refused for a name that is empty, too long or taken."""
        name = " ".join(name.split())
        if not 1 <= len(name) <= LONGEST_LEAGUE_NAME:
            raise Refusal(
                "name",
                "Give the league a name of 1 to {most} letters.",
                most=LONGEST_LEAGUE_NAME,
            )
        settings = settings_to_json(checked(defaults or SeasonSettings(name)))
        try:
            league_id = await self._desk.write(
                leagues.add_league, guild_id, name, settings, at=self._desk.now()
            )
        except NameTakenError:
            raise Refusal(
                "name-taken",
                "This server has a league called {name} already; choose another name.",
                name=name,
            ) from None
        return await self._desk.league(league_id)

    async def leagues_of(self, guild_id: int) -> list[League]:
        """The leagues of a server, the oldest first."""
        rows = await self._desk.store.read(leagues.leagues_of, guild_id)
        return [league_of(row) for row in rows]

    async def league(self, league_id: int) -> League:
        """The league. Refused (`no-league`) if there is none."""
        return await self._desk.league(league_id)

    async def offered(self, league_id: int) -> SeasonSettings:
        """What the wizard for the next season of a league begins with."""
        return settings_from_json((await self._desk.league(league_id)).settings)

    async def create_season(
        self, league_id: int, settings: SeasonSettings, *, by: int | None
    ) -> SeasonView:
        """Open the next season for signing up. Refused for settings that cannot be played
        (see `settings.checked`), and while another one is open for signing up. The next season
        of the league is offered the same."""
        league = await self._desk.league(league_id)
        settings = checked(settings)
        stored = settings_to_json(settings)
        try:
            season_id = await self._desk.write(
                leagues.add_season,
                league_id,
                stored,
                to_json(Created(settings.name, settings.rules)),
                at=self._desk.now(),
                user_id=by,
                secret=new_secret(),
            )
        except ChangedMeanwhileError:
            raise Refusal(
                "sign-up-open",
                "A season of this league is open for signing up already; draw it first.",
            ) from None
        await self._desk.store.write(leagues.set_league, league_id, league.name, stored)
        return await self._desk.season(season_id)

    async def season(self, season_id: int) -> SeasonView:
        """The season as it is now. Refused (`no-season`) if there is none."""
        return await self._desk.season(season_id)

    async def seasons_of(self, league_id: int) -> list[SeasonView]:
        """All seasons of a league, the first one first: the archive, and what goes on now."""
        return [await self._desk.view(row) for row in await self._rows(league_id)]

    async def current(self, league_id: int) -> SeasonView | None:
        """The season to show where none is named: the running one, else the newest."""
        rows = await self._rows(league_id)
        running = [row for row in rows if row.status == "running"]
        return await self._desk.view((running or rows)[-1]) if rows else None

    async def sign_up(self, season_id: int, user_id: int) -> SeasonView:
        """Somebody wants to play. Refused (`banned`) for who is kept out of the league."""
        await self._refuse_banned(season_id, user_id)
        return await self._desk.happen(season_id, lambda _: [SignedUp(user_id)], by=user_id)

    async def sign_off(self, season_id: int, user_id: int) -> SeasonView:
        """Somebody does not want to play after all, before the draw."""
        return await self._desk.happen(season_id, lambda _: [SignedOff(user_id)], by=user_id)

    async def draw(self, season_id: int, *, by: int | None, seed: int | None = None) -> SeasonView:
        """Close the sign-up: divisions, by the ladder of the season before, and their schedule.
        The seed decides all lots; without one chance does. Refused with fewer than 2 players
        and while the season before is still played."""
        chosen = secrets.randbits(63) if seed is None else seed
        view = await self._desk.season(season_id)
        before = await self._season_before(view)
        drawn: dict[tuple[int, ...], Drawn] = {}

        def planned(state: Season) -> Drawn:
            order = list(state.signed_up) if before is None else next_order(before, state.signed_up)
            return draw(state, order, seed=chosen)

        def decide(state: Season) -> Sequence[Drawn]:
            if state.phase == "sign-up" and len(state.signed_up) < FEWEST_PLAYERS:
                raise Refusal(
                    "too-few-players",
                    "At least {players} players must have signed up; wait for others.",
                    players=FEWEST_PLAYERS,
                )
            if state.phase != "sign-up":
                return [Drawn((), (), "")]  # refused by the season itself
            if state.signed_up not in drawn:
                drawn[state.signed_up] = planned(state)
            return [drawn[state.signed_up]]

        if view.state.phase == "sign-up" and len(view.state.signed_up) >= FEWEST_PLAYERS:
            # the search for a schedule may take a second: not on the event loop
            drawn[view.state.signed_up] = await asyncio.to_thread(planned, view.state)
        return await self._desk.happen(season_id, decide, by=by)

    async def _season_before(self, view: SeasonView) -> Season | None:
        earlier = [row for row in await self._rows(view.league_id) if row.number < view.number]
        if not earlier:
            return None
        if any(row.status == "running" for row in earlier):
            raise Refusal(
                "season-before",
                "The season before is still played; close it first, then draw this one.",
            )
        return (await self._desk.view(earlier[-1])).state

    async def close(self, season_id: int, *, by: int | None) -> SeasonView:
        """End a season: its standings are final, its champions known. Refused while tables are
        open."""
        return await self._desk.happen(season_id, lambda _: [Closed()], by=by)
