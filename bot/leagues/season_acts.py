"""Moderators' acts that run a season: the draw, rounds and stages, opening tables, settings, the
end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Annotated, Any, Self

from pydantic import SkipValidation

from bot.leagues import games, season_lifecycle
from bot.leagues.act import Preview, SeasonAct
from bot.leagues.queries import division_tables
from bot.leagues.season_transaction import Leagues, OpenSeason, SeasonView
from bot.leagues.settings import (
    SeasonSettings,
    admission,
    checked,
    fixed,
    settings_from_json,
    settings_to_json,
)
from bot.model.notes import EndAnnounced, SignUpOpened
from bot.model.server import AuditEntry
from bot.moderation import desk
from bot.refusal import Refusal
from bot.seasons import events
from bot.seasons.season import Season, open_disputes
from bot.seasons.seating import meetings
from bot.seasons.stages.knockout import rounds_played, rounds_to_come
from bot.seasons.standings import champions
from bot.text.descriptions.bracket import BYE, TABLES_LEFT_OUT, round_name
from bot.text.leagues import TABLE
from bot.text.names import PLAYERS
from bot.text.seasons import BY_SEEDS, division_name, division_words
from bot.text.standings import meets_words
from bot.text.translation import N_, Translations, listed, moment

MOST_NAMES = 40
"""The most names of a division, and of those who have a bye, that are listed."""
MOST_TABLES = 20
"""The most tables of the first round of a cup that are listed."""


@dataclass(frozen=True)
class Open(SeasonAct):
    """Open a season for sign-up, which is only an entry in the audit log: `acting.create_season`
    makes the season. Or give it up before the draw."""

    act = "season-new"
    # Translators: in the audit log: what a moderator or the bot has done; a heading of a few words,
    # no sentence; about a season, whose sign-up begins, or which is given up
    called = N_("season opened or cancelled")
    asks_back = N_("Cancel the season?")
    tells = N_("{moderator} opened sign-up for the season.")
    tells_back = N_("{moderator} cancelled the season before the draw: {reason}")
    asks_reason = False
    touches = ("settings",)
    offer_back = desk.Offer(
        "season", N_("Cancel the season"), lambda here: Open(back=True),
        lambda here: here.phase == "sign-up",
    )  # fmt: skip

    back: bool = False
    """Whether the season is given up."""

    async def leaves(self, opened: OpenSeason) -> bool:
        """Whether it ends the season for those who have signed up."""
        return self.back

    def changes(self) -> tuple[object, ...]:
        """Giving it up changes what the draw does."""
        return ("entry",) if self.back else super().changes()

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Cancel the season, or list no event. Raises Refusal once it is drawn."""
        if self.back:
            if season.state.phase == "running":
                raise Refusal(
                    "drawn",
                    "The season has been drawn; you can only cancel a season that is open for "
                    "sign-up.",
                )
            return [events.Cancelled(reason)]
        if season.state.phase != "sign-up":
            raise Refusal("drawn-before", "The season has already been drawn; see /league show.")
        return []

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct | None:
        """Cancel the season; None where it is, as the next one is offered with its settings."""
        return None if self.back else Open(back=True)

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show for how many people it ends."""
        if not self.back:
            return []
        people = len(found.before.state.signed_up)
        words = t.ngettext("{n} player has signed up.", "{n} players have signed up.", people)
        return [
            words.format(n=people),
            t.gettext(
                "Nothing in this season will count. To prepare another season with the same "
                "settings, use /moderate page."
            ),
        ]


@dataclass(frozen=True)
class Draw(SeasonAct):
    """Close the sign-up, draw the divisions and begin the season."""

    act = "season-draw"
    called = N_("season drawn")
    asks = N_("Close sign-up and draw the season?")
    tells = N_("{moderator} drew the season, which begins now.")
    asks_reason = False
    takes_long = True
    touches = ("entry",)
    no_undo = "the season has begun, and its tables open"

    lacking: frozenset[int] = field(default=frozenset(), metadata=desk.NOT_STORED)
    """Who has signed up without the role that the season needs."""

    async def prepare(self, leagues: Leagues, season: SeasonView) -> Self:
        """Look up who has no longer the role that the season needs."""
        return replace(self, lacking=await season_lifecycle.without_role(leagues, season))

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Sign off who may not play, and draw the divisions and tables."""
        gone, drawn = await season_lifecycle.draw_events(season, lacking=self.lacking)
        return [*gone, drawn]

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show who is left out, and the divisions."""
        after = found.after.state
        left = [one for one in found.before.state.in_line if one not in after.in_line]
        # Translators: {people} are names of those who are not drawn, as they have not checked in or
        # may not play
        out = t.gettext("Left out of the draw: {people}").format(
            people=listed(t, list(map(name_of, left)))
        )
        return [*([out] if left else []), *drawn_lines(t, name_of, after)]


def drawn_lines(t: Translations, name_of: desk.NameOf, state: Season) -> list[str]:
    """List the divisions of a draw with their players, and how often these meet; of a
    cup the first round."""
    lines = [t.say(BY_SEEDS)] if state.seeds.order else []
    if state.rules.is_cup:
        return [*lines, *_first_round_lines(t, name_of, state)]
    for number, drawn in enumerate(state.divisions):
        tables = [one.entries for one in state.tables.values() if one.division == number]
        players = len(drawn.entries)
        head = t.say(PLAYERS, n=players)
        # Translators: how many tables a division has; item of a list
        count = t.ngettext("{n} table", "{n} tables", len(tables)).format(n=len(tables))
        lines.append(f"**{division_words(t, state, number)}** · {head} · {count}")
        shown = [name_of(entry) for entry in drawn.entries[:MOST_NAMES]]
        if players > MOST_NAMES:
            shown.append("…")
        lines.append(listed(t, shown))
        if state.rules.first.kind == "groups":
            place = {entry: n for n, entry in enumerate(drawn.entries)}
            met = meetings(players, [[place[e] for e in table] for table in tables])
            each = [n for one, times in enumerate(met) for n in times[:one]]
            lines.append("-# " + meets_words(t, min(each), max(each)))
    return lines


def _first_round_lines(t: Translations, name_of: desk.NameOf, state: Season) -> list[str]:
    """Tell the first round of a cup: its tables with their players, and who has a bye."""
    [first], coming = rounds_played(state, 0), rounds_to_come(state, 0)
    wide = [len(first.tables), *(len(one.sizes) for one in coming)]
    head = t.say(PLAYERS, n=len(state.divisions[0].entries))
    lines = [f"**{round_name(t, 0, wide)}** · {head}"]
    for drawn in first.tables[:MOST_TABLES]:
        people = listed(t, [name_of(entry) for entry in drawn.entries])
        lines.append(f"- {t.say(TABLE, n=drawn.table)}: {people}")
    if (more := len(first.tables) - MOST_TABLES) > 0:
        lines.append(f"- {t.say(TABLES_LEFT_OUT, n=more)}")
    if first.byes:
        shown = [name_of(entry) for entry in first.byes[:MOST_NAMES]]
        shown += ["…"] if len(first.byes) > MOST_NAMES else []
        lines.append(f"- {t.gettext(BYE)}: {listed(t, shown)}")
    return lines


@dataclass(frozen=True)
class Seed(SeasonAct):
    """Put the people who signed up into an order, and perhaps into divisions."""

    act = "season-seed"
    called = N_("players seeded")
    # Translators: {moderator} is a person's name, perhaps with a remark in brackets behind it;
    # {reason} is what a moderator has typed; a list of the players and their seeds follows
    tells = N_("{moderator} seeded the players: {reason}")
    tells_back = N_("{moderator} removed all seeds: {reason}")
    touches = ("seeds",)

    order: tuple[int, ...]
    """The people, the best seeded first; empty to take the seeds back."""
    divisions: tuple[int, ...] = ()
    """The division of each of them; empty where the seeds decide it."""

    @property
    def seeds(self) -> events.Seeded:
        """The event of the log."""
        return events.Seeded(self.order, self.divisions)

    def told(self) -> str:
        """The message for new seeds, or for seeds that are taken back."""
        return self.tells if self.order else self.tells_back

    async def seen(self, opened: OpenSeason) -> dict[str, Any]:
        """Describe the seeds so far."""
        was = opened.state.seeds
        return {"order": list(was.order), "divisions": list(was.divisions)}

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Seed the people. Raises Refusal after the draw, for somebody who has not signed up, and
        if nothing would change."""
        if season.state.phase == "sign-up":
            if len({*self.order}.intersection(season.state.in_line)) < len(self.order):
                raise Refusal(
                    "seeds-left", "One of these players is not signed up; open the page again."
                )
            if self.seeds == season.state.seeds:
                raise Refusal(
                    "seeds-same", "These seeds are already saved; change something first."
                )
        return [self.seeds]

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct:
        """Bring back the seeds from before, without whoever has left since. Raises Refusal if the
        season has other ones now."""
        before = desk.seen_before(entry)
        if opened.state.seeds != self.seeds:
            raise desk.changed_since()
        divisions = before["divisions"] or [0] * len(before["order"])
        kept = [
            (person, division)
            for person, division in zip(before["order"], divisions, strict=True)
            if person in opened.state.in_line
        ]
        places = tuple(division for _, division in kept) if before["divisions"] else ()
        return Seed(tuple(person for person, _ in kept), places)


@dataclass(frozen=True)
class OpenTables(SeasonAct):
    """Open all tables that can be played. It is only an entry in the audit log: the cog opens
    them."""

    act = "season-open"
    called = N_("tables opened")
    asks_reason = False
    touches = ("tables",)
    no_undo = "a table that is open is played"

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """List no event. Raises Refusal where the season is not running."""
        if season.state.phase != "running":
            raise Refusal("not-running", "This season is not being played; draw it first.")
        return []


@dataclass(frozen=True)
class Close(SeasonAct):
    """End a season: its standings are final; or let it go on again, so that its results can be
    corrected."""

    act = "season-close"
    called = N_("season closed or reopened")
    asks, asks_back = N_("Close the season?"), N_("Reopen the season?")
    tells = N_("{moderator} closed the season.")
    tells_back = N_(
        "{moderator} reopened the season; its standings are not final until it is closed again: "
        "{reason}"
    )
    asks_reason = False
    takes_long = True
    touches = ("end",)
    offer = desk.Offer(
        "season", N_("Close the season"), lambda here: Close(),
        lambda here: here.phase == "running", tried=True,
    )  # fmt: skip
    offer_back = desk.Offer(
        "season", N_("Reopen the season"), lambda here: Close(back=True),
        lambda here: here.phase == "finished", tried=True,
    )  # fmt: skip

    back: bool = False
    """Whether the season, which is closed, goes on."""

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """End the season; the results that are still disputed stand. Or reopen it, without its date
        of closing. Raises Refusal while tables are open, and before its final is drawn; and to
        reopen a season that is not closed, or whose standings the draw of a later one has used."""
        return await (_reopened if self.back else season_lifecycle.closing)(season, reason)

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct:
        """Reopen the season, or close it again."""
        return Close(back=not self.back)

    async def seen(self, opened: OpenSeason) -> dict[str, Any]:
        """Describe until when results could have been disputed, if it ends that time."""
        if self.back:
            return {}
        appeals = await games.appeals_until(opened.fetch, opened.view)
        return {"appeals": appeals.isoformat()} if appeals and appeals > opened.now else {}

    async def leaves(self, opened: OpenSeason) -> bool:
        """Whether it reopens the season, ends the time for disputes, or comes before the last
        round."""
        if self.back:
            return True
        disputed = open_disputes(opened.state.disputes) or await self.seen(opened)
        return bool(disputed) or bool(await games.draws_due(opened.state))

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show the champions and who moves up or down, and until when results can be disputed; or
        what it means that the season goes on."""
        if self.back:
            return [
                t.gettext(
                    "The standings will no longer be final, and results can be corrected until you "
                    "close the season again. The closing date will be removed."
                )
            ]
        won = [name_of(person) for person in champions(found.after.state)]
        # Translators: {names} are one or several people
        lines = [t.gettext("First place: {names}").format(names=listed(t, won))] if won else []
        if "appeals" in found.seen:
            words = t.gettext(
                "⚠️ Results can be disputed until {date}; if you close the season now, nobody "
                "can dispute them any more."
            )
            appeals = datetime.fromisoformat(found.seen["appeals"])
            lines.insert(0, words.format(date=moment(appeals, "f")))
        for table in division_tables(found.after):
            going: dict[str, list[str]] = {"up": [], "down": []}
            for line in table.lines:
                if line.direction in going:
                    going[line.direction].append(name_of(line.holder))
            head = division_name(t, table.division, found.after.state.rules)
            if going["up"]:
                lines.append(f"▲ {head}: {listed(t, going['up'])}")
            if going["down"]:
                lines.append(f"▼ {head}: {listed(t, going['down'])}")
        return lines


async def _reopened(season: OpenSeason, reason: str) -> Sequence[events.Event]:
    """Let a closed season go on; what was decided when it ended is open again."""
    later = (one for one in await season.of_league() if one.number > season.view.number)
    if any(one.state.phase in ("running", "finished") for one in later):
        raise Refusal(
            "later-season",
            "The next season was drawn from these standings, so this one stays closed.",
        )
    season.change(
        settings=replace(season.view.settings, ends=None),
        told=season.view.told - {EndAnnounced()},
    )
    season.leagues.counted.clear()  # results that came after the end may count now
    return [events.Reopened(reason)]


def must_not_be_over(state: Season) -> None:
    """Raises Refusal (`season-over`) for a season that is over, so that its settings are fixed."""
    if state.phase in ("finished", "cancelled"):
        raise Refusal(
            "season-over", "The season is over; prepare the next one with /moderate page."
        )


@dataclass(frozen=True)
class ChangeSettings(SeasonAct):
    """Change the settings of a season: all of them before the draw; then modules, clock and dates,
    for tables that open from now on."""

    act = "season-settings"
    called = N_("settings of the season changed")
    tells = N_(
        "{moderator} changed the settings; see /league show. Open tables keep their old settings."
    )
    asks_reason = False
    touches = ("settings",)

    settings: Annotated[Mapping[str, Any], SkipValidation]
    """The settings as `settings.settings_to_json` writes them."""
    was: Annotated[Mapping[str, Any], SkipValidation]
    """The changed settings as they were shown to the moderator. Other settings keep the value they
    have when it is saved."""

    async def leaves(self, opened: OpenSeason) -> bool:
        """Whether it changes the number of places, or what decides who may enter: until the draw
        also when that is."""
        wanted, now = self._wanted(opened.view), opened.view.settings
        drawn = opened.state.phase == "sign-up" and wanted.drawn_at != now.drawn_at
        return drawn or admission(wanted) != admission(now)

    def _wanted(self, season: SeasonView) -> SeasonSettings:
        now = settings_to_json(season.settings)
        return settings_from_json({**now, **self._chosen(self.was)})

    def _chosen(self, was: Mapping[str, Any]) -> dict[str, Any]:
        """The settings with another value than they had."""
        return {key: value for key, value in self.settings.items() if value != was.get(key)}

    def changes(self) -> tuple[object, ...]:
        """The settings that it changes."""
        return "settings", *sorted(self._chosen(self.was))

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct | None:
        """Give these settings the values they had, but for those that only version 1.0.0 had.
        Raises Refusal if one of them has another value now than this act gave it."""
        now, chosen = settings_to_json(opened.view.settings), self._chosen(self.was)
        chosen = {key: value for key, value in chosen.items() if key in now}
        if not chosen:
            return None
        if any(now[key] != value for key, value in chosen.items()):
            raise desk.changed_since()
        before = {**self.was, **desk.seen_before(entry).get("settings", {})}
        back = {key: before.get(key) for key in chosen}
        return ChangeSettings({**self.settings, **back}, self.settings)

    async def seen(self, opened: OpenSeason) -> dict[str, Any]:
        """Describe the settings so far."""
        return {"settings": settings_to_json(opened.view.settings)}

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[events.Event]:
        """Store the settings, and note changed rules in the log; before the draw the channel gets
        the message of the sign-up again. Raises Refusal for changes of fixed settings, for invalid
        settings, and after the season's end."""
        wanted, state = checked(self._wanted(season.view)), season.state
        must_not_be_over(state)
        if state.phase == "sign-up":
            season.change(settings=wanted)
            season.must_tell(SignUpOpened())
            if (wanted.name, wanted.rules) == (state.name, state.rules):
                return []
            return [events.RulesChanged(wanted.name, wanted.rules)]
        if fixed(wanted) != fixed(season.view.settings):
            raise Refusal(
                "fixed",
                "Once a season is drawn, you can change only its modules, clock, dates, tables "
                "at once and lost seats.",
            )
        season.change(settings=wanted)
        return []
