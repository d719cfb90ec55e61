"""Acts of moderators about the people in a season."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from bot.leagues import people
from bot.leagues.act import Preview, SeasonAct, seen_of
from bot.leagues.people import Newcomer, must_be_let_in, newcomer
from bot.leagues.season_transaction import Leagues, OpenSeason, SeasonView
from bot.model.league import Ban as LeagueBan
from bot.model.server import AuditEntry
from bot.moderation import desk
from bot.refusal import Refusal
from bot.seasons.drawing import plays_on
from bot.seasons.events import CheckedIn, Event, SignedUp, Substituted, SubstituteUnlisted
from bot.store import leagues as stored
from bot.text.leagues import late_games_lines
from bot.text.seasons import division_name
from bot.text.translation import N_, Translations

BEGAN = "began"
"""Key in the details of a ban: when it began, in ISO 8601."""


@dataclass(frozen=True)
class LetIn(SeasonAct):
    """An act by which a person, its field `user_id`, takes part in a season, or in more of it."""

    who: Newcomer | None = field(default=None, metadata=desk.NOT_STORED, kw_only=True)
    """The person as `must_be_let_in` asks for; None before `prepare`."""

    @property
    def by_moderator(self) -> bool:
        """Whether a moderator lets the person in."""
        return True

    async def prepare(self, leagues: Leagues, season: SeasonView) -> Self:
        """Look up the person's roles."""
        person = self.details()["user_id"]
        who = await newcomer(leagues, season, person, by_moderator=self.by_moderator)
        return replace(self, who=who)

    @property
    def prepared(self) -> Newcomer:
        """The person, once the act is prepared."""
        assert self.who is not None
        return self.who


@dataclass(frozen=True)
class SignUp(LetIn):
    """Sign somebody up before the draw, or off again; check in who has signed up; or let somebody
    enter a running season."""

    act = "season-sign-up"
    called = N_("signed up, let in late, withdrawn or checked in by a moderator")
    asks = N_("Let somebody join late?")
    tells = N_("{moderator} signed {who} up.")
    tells_late: ClassVar[str] = N_("{moderator} let {who} join late: {reason}")
    tells_back = N_("{moderator} withdrew {who} from the season.")
    asks_reason = asks_reason_back = False
    touches = ("entry", "user_id")
    offer = desk.Offer(
        # Translators: something a moderator can do for a person, on a button, at most 34
        # characters: note that they will play; imperative
        "person", N_("Check in"), lambda here: SignUp(here.person, here=True),
        lambda here: here.phase == "sign-up" and here.played.settings.check_in is not None
        and here.person in here.state.in_line and here.person not in here.state.here,
    )  # fmt: skip
    offer_back = desk.Offer(
        "person", N_("Cancel sign-up"), lambda here: SignUp(here.person, back=True),
        lambda here: here.phase == "sign-up" and here.person in here.state.in_line,
    )  # fmt: skip

    user_id: int
    name: str = field(default="", metadata=desk.NOT_STORED)
    """The person's name on the server."""
    here: bool = False
    """Whether the person, who has signed up, is checked in."""
    back: bool = False
    """Whether the person, who has signed up, is signed off."""
    late: bool = False
    """Whether the person enters a running season."""

    def asked(self) -> str:
        """The question before a late entry; all else is done at once."""
        return self.asks if self.late else ""

    def needs_reason(self) -> bool:
        """Whether it is a late entry."""
        return self.late

    def changes(self) -> tuple[object, ...]:
        """A late entry changes what leaving a running season does."""
        return ("seat", self.user_id) if self.late else super().changes()

    async def seen(self, opened: OpenSeason) -> dict[str, Any]:
        """Describe the division of a late entry, which is the lowest."""
        return {"division": len(opened.state.divisions) - 1} if self.late else {}

    def told(self) -> str:
        """The message to the channel."""
        if self.late:
            return self.tells_late
        # Translators: {moderator} is a person's name, perhaps with a remark in brackets behind it;
        # {who} is a person's name
        return N_("{moderator} checked {who} in.") if self.here else super().told()

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[Event]:
        """Sign the person up or off, check them in, or add their entry and its tables. Raises
        Refusal as `must_be_let_in` and `people.late_entry` do, and for somebody who has signed up,
        or has not."""
        if self.late:
            return [await people.late_entry(season, self.prepared)]
        if self.back and season.state.phase == "running":
            raise Refusal(
                "sign-off-late", "The season has begun; remove this player from it instead."
            )
        if (self.back or self.here) and self.user_id not in season.state.in_line:
            raise Refusal("player-not-signed-up", "This player has not signed up.")
        if self.back:
            return [people.signed_off(season, self.user_id)]
        if self.here:
            if self.user_id in season.state.here:
                raise Refusal("player-checked-in", "This player is already checked in.")
            return [CheckedIn(self.user_id)]
        await must_be_let_in(season, self.prepared)
        if self.user_id in season.state.in_line:
            raise Refusal("player-signed-up", "This player has already signed up.")
        return [SignedUp(self.user_id, self.name)]

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct | None:
        """Sign the person off, or up again, behind everybody else; who was only checked in can be
        signed off as anybody. Who entered late is taken out, with the tables that have not
        begun."""
        if self.late:
            return Withdraw(self.user_id)
        return None if self.here else SignUp(self.user_id, back=not self.back)

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show how many tables a late entry adds."""
        if not self.late:
            return []
        state = found.after.state
        tables = sum(self.user_id in table.entries for table in state.tables.values())
        # Translators: {division} is the name of a division, such as "Division 2"
        words = t.ngettext(
            "{name} joins the season ({division}); {n} more table is drawn.",
            "{name} joins the season ({division}); {n} more tables are drawn.",
            tables,
        )
        where = division_name(t, state.division_of[self.user_id])
        line = words.format(name=name_of(self.user_id), division=where, n=tables)
        return [line, *late_games_lines(t, state, state.division_of[self.user_id])]


@dataclass(frozen=True)
class Withdraw(SeasonAct):
    """Take somebody out of a season."""

    act = "season-withdraw"
    called = N_("removed from the season")
    asks = N_("Remove somebody from the season?")
    tells = N_("{moderator} removed {entry} from the season: {reason}")
    tells_lost: ClassVar[str] = N_("{entry} ran out of time too often and loses the seat.")
    touches = ("seat", "entry")
    offer = desk.Offer(
        "person", N_("Remove from the season"), lambda here: [
            Withdraw(entry) for entry in people.entries_held(here.played, here.person)
        ],
        lambda here: here.phase == "running" and here.played.entry_of(here.person) is not None,
    )  # fmt: skip

    entry: int
    by_rule: bool = False
    """Whether the season's rules take the seat, as its person's time ran out too often."""
    former: int | None = field(default=None, metadata=desk.LOG_ONLY)
    """Who had left the seat free, where an undo takes it from a substitute again."""

    def told(self) -> str:
        """The message for the choice made in `by_rule`."""
        return self.tells_lost if self.by_rule else self.tells

    async def seen(self, opened: OpenSeason) -> dict[str, Any]:
        """Describe the person who plays for the entry now."""
        return seen_of(opened.state, self.entry)

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[Event]:
        """Withdraw the entry. Raises Refusal if the rules no longer take it."""
        if self.by_rule and self.entry not in people.to_hand_over(season.view):
            raise Refusal("not-due", "This seat is not free; its player is still playing.")
        gone = await people.withdrawal(season, self.entry, reason)
        return (
            gone if self.former is None else [Substituted(self.entry, self.former, reason), *gone]
        )

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct | None:
        """Give the seat back; None if tables of a late entry were dropped with it, as they would
        stay dropped. Raises Refusal if somebody plays there, or has had it since."""
        state, had = opened.state, desk.seen_before(entry).get("people")
        if self.entry not in state.withdrawn or (had and had[0] != state.holder(self.entry)):
            raise desk.changed_since()
        late = {number for number, one in state.late_tables.items() if one == self.entry}
        return None if late & state.voided else Substitute(self.entry, state.holder(self.entry))

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show at how many tables computers play on."""
        left = _open_tables(found.before, self.entry)
        words = t.ngettext(
            "{name} leaves the season; a computer takes over {n} open table unless you name a "
            "substitute.",
            "{name} leaves the season; computers take over {n} open tables unless you name a "
            "substitute.",
            left,
        )
        lines = [words.format(name=name_of(found.before.state.holder(self.entry)), n=left)]
        state = found.after.state
        if gone := state.replaced - found.before.state.replaced:
            newest = state.tables[max(state.tables)]
            was = {entry for number in gone for entry in state.tables[number].entries}
            [into] = set(newest.entries) - was
            # Translators: the best player who did not go on in a cup takes the place of another
            words = t.gettext(
                "{name} advances instead, because no turn has been played at the table yet."
            )
            lines.append(words.format(name=name_of(state.holder(into))))
        return lines

    def division_changed(self, before: SeasonView) -> int | None:
        """The entry's division, as a withdrawn entry is ranked last."""
        return before.state.division_of[self.entry]


@dataclass(frozen=True)
class Substitute(LetIn):
    """Let a person play on for another one: named by a moderator, or taking an offered seat."""

    act = "season-substitute"
    called = N_("seat given to a substitute")
    asks = N_("Bring in a substitute?")
    tells = N_("{moderator} brought in {who} for {entry}: {reason}")
    tells_taken: ClassVar[str] = N_("{who} takes over from {entry}: {reason}")
    touches = ("seat", "entry")

    entry: int
    user_id: int
    holder: int | None = None
    """Who played for the entry when it was offered to the substitutes, or a moderator was asked to
    confirm, so that of two substitutes the first one has it; None where nobody looks."""
    named: bool = False
    """Whether a moderator names the substitute, where `holder` is known."""

    @property
    def by_moderator(self) -> bool:
        """Whether a moderator names the substitute."""
        return self.named or self.holder is None

    def told(self) -> str:
        """The message for a substitute who is named, or who takes the seat."""
        return self.tells if self.by_moderator else self.tells_taken

    async def seen(self, opened: OpenSeason) -> dict[str, Any]:
        """Describe the person who plays for the entry now."""
        return seen_of(opened.state, self.entry)

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[Event]:
        """Give the entry another holder. Raises Refusal as `must_be_let_in` does, and if somebody
        was faster; for an offered seat also for a person who is not on the list."""
        if not self.by_moderator and self.user_id not in season.state.substitutes:
            raise Refusal(
                "only-substitutes",
                "This seat is only for the season's substitutes; to become one, use /league show.",
            )
        if self.holder not in (None, season.state.holders.get(self.entry, (None,))[-1]):
            raise Refusal("taken", "Somebody else was faster: this seat is taken.")
        if not self.by_moderator and not plays_on(season.state, self.entry):
            raise Refusal(
                "seat-over",
                "This seat has no games left to play; you stay on the list of substitutes.",
            )
        await must_be_let_in(season, self.prepared)
        return [Substituted(self.entry, self.user_id, reason)]

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct | None:
        """Give the seat back to the player before, or leave it free if it was, or was offered. None
        in entries that do not say so. Raises Refusal if the substitute plays no longer."""
        state, seen = opened.state, desk.seen_before(entry)
        if state.holder(self.entry) != self.user_id or self.entry in state.withdrawn:
            raise desk.changed_since()
        if not self.by_moderator or seen.get("free"):
            former = seen.get("people", [None])[0]
            return Withdraw(self.entry, former=None if former == self.user_id else former)
        return Substitute(self.entry, seen["people"][0]) if "free" in seen else None

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show at how many tables the substitute plays on."""
        left = _open_tables(found.before, self.entry)
        # Translators: {now} and {was} are names of people
        words = t.ngettext(
            "{now} takes over from {was} at {n} open table.",
            "{now} takes over from {was} at {n} open tables.",
            left,
        )
        now, was = name_of(self.user_id), name_of(found.before.state.holder(self.entry))
        return [
            words.format(now=now, was=was, n=left),
            t.gettext("The seat keeps its points and its place."),
        ]


@dataclass(frozen=True)
class Ban(SeasonAct):
    """Ban a person from a league, or end the ban."""

    act = "season-ban"
    called = N_("ban imposed or lifted")
    asks, asks_back = N_("Ban somebody from the league?"), N_("Lift a ban?")
    touches = ("admission", "user_id")
    offer = desk.Offer(
        "person", N_("Ban from the league"), lambda here: Ban(here.person), lambda here: True,
    )  # fmt: skip
    offer_back = desk.Offer(
        "person", N_("Lift the ban"), lambda here: Ban(here.person, back=True),
        lambda here: True, tried=True,
    )  # fmt: skip

    user_id: int
    back: bool = False
    """Whether the ban ends."""

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[Event]:
        """Store the ban, or end it. Who is banned is signed off, and taken off the list of
        substitutes; running games go on. It takes the place of an earlier ban. Raises Refusal
        where there is no ban to end."""
        if self.back:
            if await _ban_of(season, self.user_id) is None:
                raise Refusal("no-ban", "This person is not banned from the league.")
            season.write_at_end(stored.lift_ban, season.view.league_id, self.user_id)
            return []
        ban = LeagueBan(season.view.league_id, self.user_id, None, reason, season.now)
        season.write_at_end(stored.ban, ban)
        state, events = season.state, list[Event]()
        if self.user_id in state.substitutes:
            events.append(SubstituteUnlisted(self.user_id))
        if state.phase == "sign-up" and self.user_id in state.in_line:
            events.append(people.signed_off(season, self.user_id))
        return events

    async def seen(self, opened: OpenSeason) -> dict[str, Any]:
        """Describe until when the person is kept out, None for good (bans of version 1.0.0 may have
        an end); for who is not, only whether the ban withdraws a sign-up."""
        ban = await _ban_of(opened, self.user_id)
        if ban is None:
            line = opened.state.in_line if opened.state.phase == "sign-up" else ()
            return {"signed_up": True} if self.user_id in line else {}
        return {"until": None if ban.until is None else ban.until.isoformat()}

    async def apply(self, opened: OpenSeason, by: int, reason: str) -> desk.Outcome:
        """Store the ban, and note when it began; or end it."""
        await super().apply(opened, by, reason)
        return desk.Outcome({} if self.back else {BEGAN: opened.now.isoformat()})

    async def undo(self, opened: OpenSeason, entry: AuditEntry) -> SeasonAct | None:
        """Let the person in, unless another ban was in force before; or keep the person out again,
        if that had no end. Raises Refusal if another ban is in force now."""
        now, seen = await _ban_of(opened, self.user_id), desk.seen_before(entry)
        if now is not None and now.at.isoformat() != entry.details.get(BEGAN):
            raise desk.changed_since()
        if not self.back:
            return None if "until" in seen else Ban(self.user_id, back=True)
        return Ban(self.user_id) if seen.get("until", "") is None else None

    def preview(self, t: Translations, name_of: desk.NameOf, found: Preview) -> list[str]:
        """Show the consequences of the ban, or who may sign up again."""
        who = f"<@{self.user_id}>"
        if self.back:
            # Translators: {who} is a mention of a person
            words = t.gettext("{who} can sign up again; this does not sign them up.")
            return [words.format(who=who)]
        # Translators: {who} is a mention of a person
        words = t.gettext("{who} can no longer sign up, join late or be a substitute.")
        lines = [words.format(who=who)]
        if found.before.entry_of(self.user_id) is not None:
            # Translators: {who} is a mention of a person
            words = t.gettext("{who} stays in this season until somebody removes them.")
            lines.append(words.format(who=who))
        if self.user_id in found.before.state.in_line and not found.before.state.divisions:
            # Translators: {who} is a mention of a person
            lines.append(t.gettext("{who} has signed up and will be withdrawn.").format(who=who))
        return lines


async def _ban_of(opened: OpenSeason, user_id: int) -> LeagueBan | None:
    return next((ban for ban in await opened.bans() if ban.user_id == user_id), None)


def _open_tables(season: SeasonView, entry: int) -> int:
    return sum(entry in table.entries for table in season.state.open_tables())
