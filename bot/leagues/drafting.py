"""The next season while it is being prepared, and what may be changed after it was created.

A league has one draft, kept in the database: a moderator may go on where another one stopped, and
a restart loses nothing. It may be such as cannot be played yet; `settings.checked` decides when
the season is created.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.leagues.desked import Desked
from bot.leagues.model.events import Form, Rules
from bot.leagues.model.promotion import cut_into_divisions
from bot.leagues.model.schedules import games_each
from bot.leagues.model.tie_breaks import chain_named
from bot.leagues.settings import (
    LONGEST_NAME,
    SeasonSettings,
    checked,
    settings_from_json,
    settings_to_json,
)
from bot.leagues.views import SeasonView
from bot.refusal import Refusal
from bot.store import leagues

DRAFT = "draft"
"""In a league's settings: the season that is being prepared."""


class Drafting(Desked):
    """Preparing a season, and changing what may be changed of it."""

    async def draft(self, league_id: int) -> SeasonSettings:
        """The next season as prepared so far. It begins as the season before was, without its
        dates and under another name."""
        league = await self._desk.league(league_id)
        if DRAFT in league.settings:
            return settings_from_json(league.settings[DRAFT])
        offered = settings_from_json(league.settings)
        name = next_name(offered.name, len(await self._rows(league_id)) + 1)
        return replace(offered, name=name, sign_up_until=None, starts=None, ends=None)

    async def set_draft(self, league_id: int, settings: SeasonSettings) -> None:
        """Keep what was prepared; it is taken away when the season is created."""
        league = await self._desk.league(league_id)
        stored = {**league.settings, DRAFT: settings_to_json(settings)}
        await self._desk.store.write(leagues.set_league, league_id, league.name, stored)

    async def usual_players(self, league_id: int) -> int:
        """How many to reckon with in the next season: as many as played the last one, else two
        full divisions."""
        for row in reversed(await self._rows(league_id)):
            if row.status != "sign-up":
                return len((await self._desk.view(row)).state.division_of)
        return 2 * (await self.draft(league_id)).rules.division_size

    async def _change_settings(self, season_id: int, stored: Mapping[str, Any]) -> SeasonView:
        """Change modules, clock and dates of a season: they hold for tables opened from now on.
        Refused for what is fixed, for settings that cannot be, and at its end."""
        view = await self._desk.season(season_id)
        wanted = checked(settings_from_json(stored))
        if view.state.phase == "finished":
            raise Refusal(
                "finished", "The season is over; choose settings for the next one: /season new."
            )
        if _fixed(wanted) != _fixed(view.settings):
            raise Refusal(
                "fixed",
                "Only modules, clock and dates may change once a season is created.",
            )
        await self._desk.write(leagues.set_season, season_id, settings_to_json(wanted))
        return await self._desk.season(season_id)


def _fixed(settings: SeasonSettings) -> SeasonSettings:
    """The settings without those that may change."""
    free = SeasonSettings("")
    return replace(
        settings, modules=free.modules, time=free.time, sign_up_until=None, starts=None, ends=None
    )


def next_name(name: str, number: int) -> str:
    """The name of the season after one of this name: "Season 4" after "Season 3", and with the
    number of the season behind a name without one."""
    found = re.search(r"\d+$", name)
    if found is not None:
        return f"{name[: found.start()]}{int(found[0]) + 1}"[-LONGEST_NAME:]
    behind = f" {number}"
    return name[: LONGEST_NAME - len(behind)] + behind


def changed(settings: SeasonSettings, field: str, value: str) -> SeasonSettings:
    """The settings with one choice made in the wizard; what no longer fits it is brought to the
    nearest that does. Raises ValueError for a field or value that is none."""
    rules = settings.rules
    match field:
        case "seats":
            rules = replace(rules, seats=int(value))
            settings = replace(settings, handicap=())
        case "form":
            rules = replace(rules, form=_form(value))
        case "games":
            rules = replace(rules, games=int(value) or None)
        case "size":
            rules = replace(rules, division_size=int(value))
        case "scheme":
            rules = replace(rules, scheme=value)
        case "chain":
            rules = replace(rules, chain=chain_named(value))
        case "moves":
            up, down = (int(part) for part in value.split("."))
            rules = replace(rules, promoted=up, relegated=down)
        case "late":
            rules = replace(rules, late_entry=value == "on")
        case "deals":
            settings = replace(settings, duplicate=value == "on")
        case _:
            raise ValueError(f"no such field: {field}")
    return replace(settings, rules=_fitting(rules))


def _form(value: str) -> Form:
    forms: dict[str, Form] = {"games": "games", "rounds": "rounds", "swiss": "swiss"}
    if value not in forms:
        raise ValueError(f"no such form: {value}")
    return forms[value]


def _fitting(rules: Rules) -> Rules:
    games = rules.games
    if games is None and rules.form != "games":
        games = rules.seats
    promoted = min(rules.promoted, rules.division_size // 2)
    relegated = min(rules.relegated, rules.division_size - promoted)
    return replace(rules, games=games, promoted=promoted, relegated=relegated)


def divisions_of(rules: Rules, players: int) -> Sequence[tuple[int, int]]:
    """Of every division, from the top, how many players it would have and how many games (or
    rounds) each of them would play."""
    sizes = [len(people) for people in cut_into_divisions(range(players), rules.division_size)]
    if rules.form != "games":
        return [(size, rules.games or 1) for size in sizes]
    return [(size, games_each(size, rules.seats, rules.games)) for size in sizes]
