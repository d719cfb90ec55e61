"""The life of leagues and seasons: founding, the draft of the next season, its divisions, the draw,
the end.

A league has one draft of its next season, stored in the database: a moderator can continue where
another one stopped, and a restart loses nothing. A draft may not be playable yet;
`settings.checked` decides when the season is created.

The people who have signed up are divided as they would be drawn now, with the seeds that moderators
gave them (`season_acts.Seed`).
"""

import hashlib
import json
import re
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from bot.clocks import usual_time
from bot.leagues import games
from bot.leagues.season_transaction import Leagues, OpenSeason, SeasonView, no_league
from bot.leagues.seed_file import seeds_of
from bot.leagues.settings import (
    LONGEST_NAME,
    SeasonSettings,
    checked,
    checked_name,
    settings_from_json,
    settings_to_json,
)
from bot.model.league import League
from bot.model.notes import Happened, NotHere, ToldOnce
from bot.process.work import in_thread
from bot.refusal import P_, Refusal, StillOpen
from bot.seasons import events
from bot.seasons.drawing import (
    Announced,
    announced,
    by_ladder,
    divided,
    division_sizes,
    forecast,
    not_kept,
    placed,
    seed_order,
)
from bot.seasons.drawing import draw as drawn_season
from bot.seasons.events import stage_of
from bot.seasons.schedules import TURNS
from bot.seasons.season import Season, open_disputes
from bot.store import leagues as stored
from bot.store import outbox
from bot.store.database import ChangedMeanwhileError, Transaction
from bot.store.leagues import NameTakenError
from bot.text.leagues import TOO_LONG, forecast_words
from bot.text.translation import Translations


@dataclass(frozen=True)
class Divided:
    """The divisions as they would be drawn now."""

    divisions: tuple[events.DrawnDivision, ...]
    not_kept: Sequence[Announced]
    """What the season before announced to people who are drawn elsewhere."""
    order: Sequence[int]
    """The people of the divisions, the best seeded first."""

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


async def without_role(leagues: Leagues, season: SeasonView) -> frozenset[int]:
    """Find who has signed up and no longer has the role that the season needs. Empty if nobody has
    it: then the role is gone, or the server cannot be seen. It asks Discord, so call it before the
    season is opened."""
    role, people = season.settings.needs_role, season.state.in_line
    if role is None or season.state.phase != "sign-up":
        return frozenset()
    guild_id = (await leagues.league(season.league_id)).guild_id
    lacking = [one for one in people if role not in await leagues.roles_of(guild_id, one)]
    return frozenset(lacking if len(lacking) < len(people) else ())


def absent(view: SeasonView, now: datetime) -> frozenset[int]:
    """Find who has signed up and has not checked in; nobody before the check-in is open."""
    begins = view.settings.check_in_from
    if view.state.phase != "sign-up" or begins is None or now < begins:
        return frozenset()
    return frozenset(view.state.in_line).difference(view.state.here)


async def without_banned(
    season: OpenSeason, lacking: Collection[int] = ()
) -> tuple[list[events.SignedOff], OpenSeason]:
    """List who leaves before the draw: those who were kept out of the league after signing up, as
    by a ban in the season before, those `lacking` the role, and those who have not checked in. With
    a trial of the season in which they have left."""
    banned = {ban.user_id for ban in await season.bans()}
    away = absent(season.view, season.now)
    gone = [
        events.SignedOff(person, no_role=person in lacking and person not in banned)
        for person in season.state.in_line
        if person in banned or person in lacking or person in away
    ]
    trial = season.trial()
    trial.happen(*gone, by=None)
    return gone, trial


async def divide(season: OpenSeason) -> Divided:
    """Divide the people who have signed up (`without_banned`), as moderators seeded them, else in
    the best way."""
    state, before = season.state, await season_before(season)
    # the standings of a large season take too long for the event loop
    return await in_thread(_divide, state, before)


def _divide(state: Season, before: Season | None) -> Divided:
    people, pyramid = state.signed_up, state.rules.pyramid
    ladder = [] if before is None else announced(before, people)
    sizes = division_sizes(len(people), state.rules, ladder)
    order = seed_order(state, ladder)
    if not state.seeds.order and ladder:
        order = by_ladder(ladder, order[len(ladder) :], sizes, pyramid=pyramid)
    divisions = placed(order, state.seeds, pyramid=pyramid)
    divisions = divisions or divided(order, sizes, pyramid=pyramid)
    return Divided(divisions, not_kept(ladder, divisions), order)


async def divided_now(leagues: Leagues, season_id: int) -> Divided:
    """Show how a season would be divided now, without those who lack its role; write nothing."""
    lacking = await without_role(leagues, await leagues.read(season_id))
    async with leagues.try_out(season_id) as season:
        _, trial = await without_banned(season, lacking)
        return await divide(trial)


async def seeded_now(
    leagues: Leagues, season_id: int, seeds: events.Seeded | None = None
) -> tuple[events.Seeded, Divided | None]:
    """Show everybody who signed up in the order of the seeds, of these ones or of those there are,
    and how those of them who may play would be divided now, which nobody knows while the season
    before is played. Raises Refusal for seeds that cannot be."""
    lacking = await without_role(leagues, await leagues.read(season_id))
    async with leagues.try_out(season_id) as season:
        trial = season.trial()
        if seeds is not None:
            trial.happen(seeds, by=None)
        seeded = seeds_of(trial.state)
        _, playing = await without_banned(trial, lacking)
        try:
            now = await divide(playing) if len(playing.state.signed_up) >= FEWEST_PLAYERS else None
        except Refusal:
            now = None
        if now is not None and not trial.state.seeds.order:
            order = dict.fromkeys([*now.order, *seeded.order])
            seeded = events.Seeded(tuple(order))
        return seeded, now


FEWEST_PLAYERS = 2
"""The fewest players a season can be drawn with."""
FEWEST_HERE = 3
"""The fewest who must have checked in for a draw by date, where others have not, and at least half
of those with a place: else moderators are asked."""
EXPECTED = 8
"""How many players a first season is thought to have, until enough have signed up."""
DRAFT, CHANGES = "draft", "changes"
"""Keys in a league's settings: the draft of its next season; and unsaved changes of seasons'
settings, by season."""

# --- leagues -------------------------------------------------------------------------------------


async def leagues_of(leagues: Leagues, guild_id: int) -> list[League]:
    """List the leagues of a server, oldest first."""
    return await leagues.store.read(stored.leagues_of, guild_id)


async def add_league(
    leagues: Leagues,
    transaction: Transaction,
    guild_id: int,
    name: str,
    defaults: SeasonSettings | None = None,
) -> int:
    """Add a league to a server, within a transaction; return its id. `defaults` are offered for its
    first season. Raises Refusal for a name that is empty, too long or taken."""
    name = checked_name(name)
    settings = settings_to_json(checked(defaults or SeasonSettings(name)))
    try:
        return await transaction.run(stored.add_league, guild_id, name, settings, at=leagues.now())
    except NameTakenError:
        raise name_taken(name) from None


async def must_be_empty(leagues: Leagues, league_id: int) -> None:
    """Raises Refusal for a league that cannot be deleted: a season of it was drawn, or people can
    sign up for one."""
    for season in await seasons_of(leagues, league_id):
        if season.state.phase == "sign-up":
            raise Refusal(
                "cancel-first",
                "A season of this league is open for sign-up; cancel it first.",
            )
        if season.state.divisions:
            raise Refusal(
                "season-kept",
                "A league in which a season has been played cannot be deleted; rename it instead.",
            )


def name_taken(name: str) -> Refusal:
    """Make the refusal for a name that another league of the server has."""
    return Refusal(
        "name-taken",
        "This server already has a league called {name}; choose another name.",
        name=name,
    )


# --- seasons of a league -------------------------------------------------------------------------


async def seasons_of(leagues: Leagues, league_id: int) -> list[SeasonView]:
    """List all seasons of a league, oldest first."""
    records = await leagues.store.read(stored.seasons_of, league_id)
    return [await leagues.view(record) for record in records]


async def current(leagues: Leagues, league_id: int) -> SeasonView | None:
    """Find the season to show where none is named: the running one, else the newest that was not
    cancelled, else a cancelled one."""
    records = await leagues.store.read(stored.seasons_of, league_id)
    records.reverse()
    records.sort(key=lambda record: record.status != "running")
    for record in records:
        if (found := await leagues.view(record)).state.phase != "cancelled":
            return found
    return await leagues.view(records[0]) if records else None


async def newest(leagues: Leagues, league_id: int, *phases: str) -> SeasonView | None:
    """Find the newest season of a league in the first of these phases that any is in."""
    found = (await seasons_of(leagues, league_id))[::-1]
    return next((one for phase in phases for one in found if one.state.phase == phase), None)


async def active_seasons(leagues: Leagues) -> list[SeasonView]:
    """List the seasons of all leagues that are open for sign-up or being played."""
    records = await leagues.store.read(stored.seasons_in, ("sign-up", "running"), leagues.shards)
    return [await leagues.view(record) for record in records]


# --- the next season -----------------------------------------------------------------------------


async def offered(leagues: Leagues, league_id: int) -> SeasonSettings:
    """Make the settings with which the wizard for a league's next season starts."""
    return settings_from_json((await leagues.league(league_id)).settings)


async def draft(leagues: Leagues, league_id: int) -> SeasonSettings:
    """Read the draft of the next season. It starts as a copy of the previous season without its
    dates, under the next name (the same, if that one was cancelled)."""
    league = await leagues.league(league_id)
    if DRAFT in league.settings:
        return settings_from_json(league.settings[DRAFT])
    seasons = await seasons_of(leagues, league_id)
    before = seasons[-1].settings if seasons else settings_from_json(league.settings)
    name = next_name(before.name, len(seasons) + 1)
    if seasons and seasons[-1].state.phase == "cancelled":
        name = before.name
    return replace(before, name=name, sign_up_until=None, starts=None, ends=None)


def next_name(name: str, number: int) -> str:
    """The name of the season after `name`: "Season 4" after "Season 3"; a name without a number
    gets `number` appended."""
    found = re.search(r"\d+$", name)
    if found is not None:
        return f"{name[: found.start()]}{int(found[0]) + 1}"[-LONGEST_NAME:]
    behind = f" {number}"
    return name[: LONGEST_NAME - len(behind)] + behind


def forecast_lines(t: Translations, settings: SeasonSettings, sizes: Sequence[int]) -> list[str]:
    """Tell what a season with divisions of these sizes asks of its players, with a warning where it
    takes too long."""
    turn = usual_time(settings.time.clock, TURNS)
    found = forecast(sizes, settings.rules, settings.at_once, turn)
    at_once = None if settings.rules.is_cup else settings.at_once
    lines = [forecast_words(t, found, at_once, turn)]
    return [*lines, "⚠️ " + t.say(TOO_LONG)] if found.too_long else lines


def prepared(league: League, season: SeasonView) -> SeasonSettings:
    """Read the settings of a season with the changes that moderators have not saved yet."""
    waiting = league.settings.get(CHANGES, {}).get(str(season.id))
    return season.settings if waiting is None else settings_from_json(waiting)


async def prepare(
    leagues: Leagues,
    league_id: int,
    season: SeasonView | None,
    settings: SeasonSettings,
    *,
    seen: str,
) -> bool:
    """Store the draft of the next season, which creating the season removes, or unsaved changes of
    an existing season. `seen` is the revision that the moderator saw; if it was changed meanwhile,
    stores nothing and returns False."""
    first = await draft(leagues, league_id) if season is None else season.settings
    async with leagues.store.transaction() as transaction:
        league = await transaction.run(stored.league, league_id, to_write=True)
        if league is None:
            raise no_league()
        if season is not None:
            now = prepared(league, season)
            waiting = {
                **league.settings.get(CHANGES, {}),
                str(season.id): settings_to_json(settings),
            }
            changed = {**league.settings, CHANGES: waiting}
        else:
            kept = league.settings.get(DRAFT)
            now = first if kept is None else settings_from_json(kept)
            changed = {**league.settings, DRAFT: settings_to_json(settings)}
        if revision(now) != seen:
            return False
        await transaction.run(stored.set_league, league_id, league.name, changed)
    return True


def revision(settings: SeasonSettings) -> str:
    """A short word that is another one as soon as any setting is: the buttons of a page carry it,
    so that a press on a page that is no longer true is noticed."""
    written = json.dumps(settings_to_json(settings), sort_keys=True)
    return hashlib.blake2s(written.encode(), digest_size=5).hexdigest()


async def expected_players(leagues: Leagues, league_id: int) -> int:
    """Estimate the players of the next season: as many as played the last one, else 8."""
    for season in reversed(await seasons_of(leagues, league_id)):
        if season.state.divisions:
            return len(season.state.division_of)
    return EXPECTED


async def add_season(
    leagues: Leagues,
    transaction: Transaction,
    league_id: int,
    settings: SeasonSettings,
    *,
    by: int | None,
) -> int:
    """Open the next season for sign-up, within a transaction; return its id. The league's next
    draft starts from the same settings. Raises Refusal for settings that cannot be played (see
    `settings.checked`), and while another season is open for sign-up."""
    league = await leagues.league(league_id)
    settings = checked(settings)
    chosen = settings_to_json(settings)
    first = events.to_json(events.Created(settings.name, settings.rules))
    try:
        season_id = await transaction.run(stored.add_season, league_id, chosen, first,
            at=leagues.now(), user_id=by,
        )  # fmt: skip
    except ChangedMeanwhileError:
        raise sign_up_open() from None
    await transaction.run(stored.set_league, league_id, league.name, chosen)
    return season_id


def sign_up_open() -> Refusal:
    """Make the refusal for a second sign-up: a league has one at a time."""
    return Refusal(
        "sign-up-open",
        "A season of this league is already open for sign-up; draw it first.",
    )


# --- the draw and the end ------------------------------------------------------------------------


async def draw(
    leagues: Leagues,
    season_id: int,
    *,
    by: int | None,
    seed: int | None = None,
) -> SeasonView:
    """Close the sign-up and draw the divisions and their schedule. `seed` decides every random
    choice; without one it is random. Raises Refusal with fewer than 2 players, and while the
    previous season is still being played."""
    lacking = await without_role(leagues, await leagues.read(season_id))
    async with leagues.open(season_id) as season:
        gone, drawn = await draw_events(season, seed=seed, lacking=lacking)
        season.happen(*gone, by=by)
        if by is None:  # a moderator's act is told by its entry
            season.must_tell_next()
        season.happen(drawn, by=by)
    return season.view


async def draw_events(
    season: OpenSeason,
    *,
    seed: int | None = None,
    lacking: Collection[int] = (),
) -> tuple[list[events.SignedOff], events.Drawn]:
    """Make the events that draw a season: who may not play leaves, those `lacking` its role among
    them, which is told; and the draw. Raises Refusal as `draw` does."""
    if season.state.phase == "running":
        raise Refusal("drawn-before", "The season has already been drawn; see /league show.")
    if season.state.phase != "sign-up":
        return [], events.Drawn((), (), "")  # `apply` raises the Refusal
    await season_before(season)
    opened, (gone, season) = season, await without_banned(season, lacking)
    told = [n for n, one in enumerate(gone, start=opened.view.version) if one.no_role]
    opened.must_tell(*map(Happened, told))
    away = absent(opened.view, opened.now)
    state = season.state
    if len(state.signed_up) < FEWEST_PLAYERS and away:
        raise Refusal(
            "too-few-here",
            "Too few players have checked in; wait for more, or check people in on their pages.",
        )
    if len(state.signed_up) < FEWEST_PLAYERS:
        raise Refusal(
            "too-few-players",
            *P_(
                "At least {n} player must sign up; wait for more.",
                "At least {n} players must sign up; wait for more.",
            ),
            n=FEWEST_PLAYERS,
        )
    if away:
        opened.must_tell(NotHere(tuple(one for one in opened.state.in_line if one in away)))
    found = await divide(season)
    chosen = secrets.randbits(63) if seed is None else seed
    return gone, await in_thread(drawn_season, state.rules, found.divisions, seed=chosen)


async def close(leagues: Leagues, season_id: int, *, by: int | None) -> SeasonView:
    """End a season: its standings become final. Raises Refusal as `closing`."""
    async with leagues.open(season_id) as season:
        *settled, closed = await closing(season, "")
        season.happen(*settled, by=by)
        season.must_tell_next()
        season.happen(closed, by=by)
    return season.view


async def closing(season: OpenSeason, reason: str) -> list[events.Event]:
    """List the events that close a season: the results that are disputed stand. Raises Refusal
    (`stage-due`) before its last stage is drawn."""
    if any(stage_of(due.division) for due in await games.draws_due(season.state)):
        raise StillOpen(
            "stage-due",
            "The next stage is drawn once no result is disputed; decide the disputes first.",
        )
    disputed = open_disputes(season.state.disputes)
    return [*(events.Settled(one, "closed", reason) for one in disputed), events.Closed()]


# --- dates ---------------------------------------------------------------------------------------

Step = Literal["draw", "too-few", "close", "late"]


def step_due(view: SeasonView, now: datetime) -> Step | None:
    """Find what a season's dates require now: to draw it, or to report that too few have signed up;
    to close it, or to report that tables are still open."""
    settings, state = view.settings, view.state
    if state.phase == "sign-up" and _passed(settings.drawn_at, now):
        away = len(absent(view, now))
        fewest = max(FEWEST_HERE, len(state.signed_up) / 2) if away else FEWEST_PLAYERS
        return "draw" if len(state.in_line) - away >= fewest else "too-few"
    if state.phase == "running" and _passed(settings.ends, now):
        return "late" if state.open_tables() else "close"
    return None


def _passed(date: datetime | None, now: datetime) -> bool:
    return date is not None and date <= now


# --- telling --------------------------------------------------------------------------------------


async def known_posts(leagues: Leagues) -> set[int]:
    """Find the ids of the posts in forums for the news of seasons."""
    phases = ("sign-up", "running", "finished")
    found = await leagues.store.read(stored.made_in, phases, leagues.shards)
    return {one.news for one in found.values() if one.news is not None}


async def note_made(leagues: Leagues, season_id: int, **made: Any) -> None:
    """Note the things made on Discord for a season: fields of `Made`."""
    async with leagues.open(season_id) as season:
        season.change(made=replace(season.view.made, **made))


async def mark_told(leagues: Leagues, season_id: int, *notes: ToldOnce) -> None:
    """Mark these notes as told. Call it after telling."""
    await leagues.store.write(outbox.add, notes, season_id=season_id, told=True)
