"""The text inputs of the season wizard: its name and dates."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, time
from zoneinfo import ZoneInfo

from bot.leagues.settings import (
    LONGEST_NAME,
    MOST_APPEAL_DAYS,
    SeasonSettings,
    must_be_in_order,
)
from bot.refusal import P_, Refusal, gathered, refuse_all
from bot.text.translation import Translations
from bot.text.typed import read_moment, typed_count
from cogs.kit.buttons import Press
from cogs.kit.forms import Form

Change = Callable[[SeasonSettings], SeasonSettings]
"""Makes the change that a sent form asks for."""
DAY_BEGINS, DAY_ENDS = time(0, 0), time(23, 59)
MOST_TYPED = 60


def read_days(typed: str) -> int:
    """The days for disputes, 0 to `MOST_APPEAL_DAYS`. Raises Refusal for anything else."""
    days = typed_count(typed)
    if days is None or days > MOST_APPEAL_DAYS:
        raise Refusal(
            "appeal-days-typed",
            *P_("Give 0 to {n} day for disputes.", "Give 0 to {n} days for disputes."),
            n=MOST_APPEAL_DAYS,
        )
    return days


def typed_moment(moment: datetime | None, zone: str) -> str:
    """A moment as `read_moment` reads it; empty for none."""
    return "" if moment is None else f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def dates_form(
    t: Translations, settings: SeasonSettings, zone: str, opens: Press, *, named: bool
) -> Form:
    """The form for a season's dates, in the moderator's time zone; with its name if `named`."""
    # Translators: button, one of two in a row, at most 24 characters, and title of a form: the
    # name and the dates of a season
    all_of_it = t.gettext("Name and dates")
    # Translators: button, one of two in a row, at most 24 characters, and title of a form: the
    # dates of a season
    dates = t.gettext("Dates")
    form = Form(all_of_it if named else dates, opens)
    if named:
        form.ask(
            # Translators: label of a line in a form, at most 45 characters
            "name", t.gettext("Name of the season"), settings.name, most=LONGEST_NAME, needed=True,
        )  # fmt: skip
    # Translators: hint below a line in a form, at most 100 characters with what fills it; the date
    # must stay in this form; {zone} is a name as “Europe/Berlin”
    hint = t.gettext("Such as 2026-12-24 18:00, time zone {zone} (/pings)").format(zone=zone)
    form.ask(
        # Translators: label of a line in a form, at most 45 characters; a date follows
        "until", t.gettext("Sign-up until"), typed_moment(settings.sign_up_until, zone), hint,
        most=MOST_TYPED,
    )  # fmt: skip
    form.ask(
        # Translators: label of a line in a form, at most 45 characters: the date on which a season
        # starts; noun
        "starts", t.pgettext("date", "Start"), typed_moment(settings.starts, zone),
        # Translators: hint below a line in a form, at most 100 characters: what it means to leave
        # it empty
        t.gettext("Empty: right after the draw"), most=MOST_TYPED,
    )  # fmt: skip
    form.ask(
        # Translators: label of a line in a form, at most 45 characters: the date on which a season
        # ends; noun
        "ends", t.pgettext("date", "End"), typed_moment(settings.ends, zone),
        # Translators: hint below a line in a form, at most 100 characters: what it means to leave
        # it empty
        t.gettext("Empty: when a moderator closes it"), most=MOST_TYPED,
    )  # fmt: skip
    form.ask(
        # Translators: label of a line in a form, at most 45 characters; a number follows
        "appeals", t.gettext("Days for disputes before the end"), str(settings.appeal_days),
        # Translators: hint below a line in a form, at most 100 characters; days; the last result,
        # correction or other decision of a moderator
        t.ngettext(
            "0 to {n} day from the last result or decision to the end",
            "0 to {n} days from the last result or decision to the end",
            MOST_APPEAL_DAYS,
        ).format(n=MOST_APPEAL_DAYS),
        most=2,
    )  # fmt: skip
    return form


def dates_of(press: Press, language: str, zone: str, now: datetime) -> Change:
    """The change that a sent `dates_form` asks for. Raises Refusal for every line that cannot be
    read, all at once; the change raises it if the dates do not fit together. `language` is the
    locale of who typed."""
    typed, found = press.typed, list[Refusal]()
    moments: dict[str, datetime | None] = {}
    for line, without_time in (("until", DAY_ENDS), ("starts", DAY_BEGINS), ("ends", DAY_ENDS)):
        with gathered(found):
            moments[line] = read_moment(typed.get(line, ""), language, zone, without_time)
    days = None
    with gathered(found):
        given = typed.get("appeals", "").strip()
        days = read_days(given) if given else None
    refuse_all(found)
    until, starts, ends = moments.values()

    def change(was: SeasonSettings) -> SeasonSettings:
        for new, old in ((until, was.sign_up_until), (starts, was.starts), (ends, was.ends)):
            if new is not None and new != old and new <= now:
                raise Refusal("past", "This date is in the past; choose a later one.")
        changed = replace(
            was,
            name=" ".join(typed.get("name", was.name).split()) or was.name,
            sign_up_until=until,
            starts=starts,
            ends=ends,
            zone=zone,
            appeal_days=was.appeal_days if days is None else days,
        )
        must_be_in_order(changed)
        return changed

    return change
