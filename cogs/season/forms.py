"""The text inputs of the season wizard: name and dates, a handicap."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from discord import ui

from bot.leagues.settings import (
    LONGEST_NAME,
    MOST_APPEAL_DAYS,
    SeasonSettings,
    must_be_in_order,
    must_fit,
)
from bot.refusal import Refusal
from bot.text.translation import Translations
from bot.text.trying import shortened
from cogs.context import Interaction
from cogs.forms import Form
from cogs.moderation.moderators import typed_points
from cogs.pings import read_date, read_time

Change = Callable[[SeasonSettings], SeasonSettings]
Sent = Callable[[Interaction, Change], Awaitable[None]]
"""Makes the change that a sent form asks for, and answers the form; it also checks who sent it."""
MOST_LABEL, MOST_HINT = 45, 100
"""Discord's limits for the label and the hint of a text input."""
DAY_BEGINS, DAY_ENDS = time(0, 0), time(23, 59)
MOST_TYPED = 20


def read_moment(typed: str, zone: str, without_time: time) -> datetime | None:
    """A moment in UTC from "2026-12-24 18:00" in a person's time zone; None for an empty text. A
    date alone means that day at `without_time`. Raises Refusal for anything else."""
    words = typed.split()
    if not words:
        return None
    day = read_date(words[0])
    at = read_time(words[1]) if len(words) > 1 else without_time
    return datetime.combine(day, at, ZoneInfo(zone)).astimezone(UTC)


def read_days(typed: str) -> int:
    """The days for disputes. Raises Refusal for what is no such number."""
    if not typed.isdecimal() or len(typed) > 2 or int(typed) > MOST_APPEAL_DAYS:
        raise Refusal("appeal-days", "Give 0 to {most} days for disputes.", most=MOST_APPEAL_DAYS)
    return int(typed)


def typed_moment(moment: datetime | None, zone: str) -> str:
    """A moment in the form in which it would be typed."""
    return "" if moment is None else f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


class _Form(Form):
    called = "a form of a season"

    def __init__(self, title: str) -> None:
        super().__init__(title=shortened(title, MOST_LABEL), timeout=900)

    def ask(
        self, name: str, label: str, value: str, hint: str, *, most: int, needed: bool = False
    ) -> ui.TextInput[Any]:
        """Add a text input."""
        line: ui.TextInput[Any] = ui.TextInput(
            custom_id=name, default=value, required=needed, max_length=most
        )
        self.add_item(
            ui.Label(
                text=shortened(label, MOST_LABEL),
                description=shortened(hint, MOST_HINT) or None,
                component=line,
            )
        )
        return line


class DatesForm(_Form):
    """Name and dates, in the moderator's time zone."""

    def __init__(
        self,
        t: Translations,
        settings: SeasonSettings,
        zone: str,
        now: datetime,
        sent: Sent,
        *,
        named: bool,
    ) -> None:
        # Translators: button, one of two in a row, at most 24 characters, and title of a form: the
        # name and the dates of a season
        all_of_it = t.gettext("Name and dates")
        # Translators: button, one of two in a row, at most 24 characters, and title of a form: the
        # dates of a season
        dates = t.gettext("Dates")
        super().__init__(all_of_it if named else dates)
        self._zone, self._now, self._sent = zone, now, sent
        self.name: ui.TextInput[Any] | None = None
        if named:
            self.name = self.ask(
                # Translators: label of a line in a form, at most 45 characters
                "name", t.gettext("Name of the season"), settings.name, "",
                most=LONGEST_NAME, needed=True,
            )  # fmt: skip
        # Translators: hint below a line in a form, at most 100 characters with what fills it; the
        # date must stay in this form; {zone} is a name as “Europe/Berlin”
        hint = t.gettext("Such as 2026-12-24 18:00, time zone {zone} (/pings)").format(zone=zone)
        self.until = self.ask(
            # Translators: label of a line in a form, at most 45 characters; a date follows
            "until", t.gettext("Sign-up until"), typed_moment(settings.sign_up_until, zone), hint,
            most=MOST_TYPED,
        )  # fmt: skip
        self.starts = self.ask(
            # Translators: label of a line in a form, at most 45 characters: the date on which a
            # season starts; noun
            "starts", t.pgettext("date", "Start"), typed_moment(settings.starts, zone),
            # Translators: hint below a line in a form, at most 100 characters: what it means to
            # leave it empty
            t.gettext("Empty: at once after the draw"), most=MOST_TYPED,
        )  # fmt: skip
        self.ends = self.ask(
            # Translators: label of a line in a form, at most 45 characters: the date on which a
            # season ends; noun
            "ends", t.pgettext("date", "End"), typed_moment(settings.ends, zone),
            # Translators: hint below a line in a form, at most 100 characters: what it means to
            # leave it empty
            t.gettext("Empty: when a moderator closes it"), most=MOST_TYPED,
        )  # fmt: skip
        self.appeals = self.ask(
            # Translators: label of a line in a form, at most 45 characters; a number follows
            "appeals", t.gettext("Days for disputes before the end"), str(settings.appeal_days),
            # Translators: hint below a line in a form, at most 100 characters; days; the last
            # result, correction or other decision of a moderator
            t.gettext("0 to {most} days from the last result or decision to the end").format(
                most=MOST_APPEAL_DAYS
            ),
            most=2,
        )  # fmt: skip

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """The form is sent."""
        until = read_moment(self.until.value, self._zone, DAY_ENDS)
        starts = read_moment(self.starts.value, self._zone, DAY_BEGINS)
        ends = read_moment(self.ends.value, self._zone, DAY_ENDS)
        name = self.name.value if self.name is not None else None
        days = self.appeals.value.strip()

        def change(was: SeasonSettings) -> SeasonSettings:
            kept = was if not days else replace(was, appeal_days=read_days(days))
            return self._changed(kept, name, until, starts, ends)

        await self._sent(interaction, change)

    def _changed(
        self,
        was: SeasonSettings,
        name: str | None,
        until: datetime | None,
        starts: datetime | None,
        ends: datetime | None,
    ) -> SeasonSettings:
        for new, old in ((until, was.sign_up_until), (starts, was.starts), (ends, was.ends)):
            if new is not None and new != old and new <= self._now:
                raise Refusal("past", "A date lies in the past; choose a later one.")
        named = was.name if name is None else " ".join(name.split())
        now = replace(was, name=named, sign_up_until=until, starts=starts, ends=ends)
        must_be_in_order(now)
        return now


class HandicapForm(_Form):
    """Points added to seats, from the first seat."""

    def __init__(self, t: Translations, settings: SeasonSettings, sent: Sent) -> None:
        # Translators: title of a form, at most 45 characters
        super().__init__(t.gettext("Handicap by seat"))
        self._seats, self._sent = settings.rules.seats, sent
        value = " ".join(f"{quarters / 4:g}" for quarters in settings.handicap)
        # Translators: hint below a line in a form, at most 100 characters; the numbers must stay in
        # this form, with points
        hint = t.gettext("Such as 0 0 1 1.5, from the first seat; empty for none")
        self.points = self.ask(
            "points",
            # Translators: label of a line in a form, at most 45 characters
            t.gettext("Points added for each seat"),
            value,
            hint,
            most=60,
        )

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """The form is sent."""
        typed = self.points.value.strip()
        handicap = tuple(typed_points(typed)) if typed else ()
        must_fit(handicap, self._seats)
        await self._sent(interaction, lambda was: replace(was, handicap=handicap, bid_hours=None))
