"""/pings: how a person hears of a turn, and when not."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.clocks import (
    PersonalTime,
    QuietHours,
    cancel_vacation,
    quiet_hours,
    take_vacation,
    zones_like,
)
from bot.clocks.hours import today
from bot.refusal import P_, gathered, refuse_all
from bot.store import settings as stored_settings
from bot.tables import PersonSettings, Refusal, time_passing
from bot.tables.settings import OF_PEOPLE
from bot.text.hours import hours_lines
from bot.text.translation import N_, Translations, weekday_and_day
from bot.text.typed import folded, read_date, read_time
from cogs.client import BotCog
from cogs.kit.answering import speaks
from cogs.kit.buttons import (
    Press,
    button,
    old_button,
    on_press,
    select,
    setting_menu,
    setting_pressed,
    zone_menu,
)
from cogs.kit.context import Interaction, Stands, Typed
from cogs.kit.layout import MOST_CHOICES, Part, message, packed, row, small, text
from cogs.kit.pages import calls_menu, calls_words, pace_chosen

VACATION_DAYS_A_YEAR = 60
"""The most days of vacation in a year: more than any table allows. Each table counts only as many
as its own rules allow."""
MOST_DAYS_AT_ONCE = 31
# Translators: answer to a button or menu that has changed them
SAVED = N_("Your notification settings have been saved.")
USUAL, NIGHT = (time(23), time(7)), timedelta(hours=8)
"""The quiet hours of a person who has chosen only one end of them, and how long these are."""


def settings_view(
    t: Translations,
    settings: PersonSettings,
    notice: str | None = None,
    *,
    server: int | None = None,
    called: str | None = None,
) -> ui.LayoutView:
    """The message that says how a person is called, with buttons and menus to change it; on a
    server also for games of which pace they are called there (None: for none)."""
    hours = settings.hours
    chosen = [(one.kind, setting_menu(t, one, settings, one.name)) for one in OF_PEOPLE]
    buttons: list[Any] = [
        # Translators: button and heading, at most 34 characters: hours in which nobody is called.
        button(t.gettext("Quiet hours"), "pings", 0, word="quiet"),
        # Translators: button and heading, at most 34 characters: days on which nobody is called.
        button(t.gettext("Vacation"), "pings", 0, word="away"),
        *(part for kind, part in chosen if kind == "action"),
    ]
    drop = []
    if hours.quiet is not None:
        # Translators: button, at most 34 characters: removes one's quiet hours.
        drop.append(button(t.gettext("No quiet hours"), "pings", 0, word="awake"))
    if hours.vacation:
        # Translators: button, at most 34 characters: removes one's vacation.
        drop.append(button(t.gettext("No vacation"), "pings", 0, word="back"))
    return message(
        # Translators: heading: how the bot calls the reader whose turn it is.
        text("### " + t.gettext("Turn notifications"), *([notice] if notice else [])),
        text(
            *(line for one in OF_PEOPLE for line in one.lines(t, settings)),
            *hours_lines(t, hours),
            *([calls_words(t, called)] if server is not None else []),
        ),
        *(row([part]) for kind, part in chosen if kind != "action"),
        row([calls_menu(t, called, "pingset", "called")]) if server is not None else None,
        *packed(buttons),
        row(drop) if drop else None,
    )


# --- quiet hours and vacation by selects ----------------------------------------------------------


def quiet_view(
    t: Translations, settings: PersonSettings, now: datetime, notice: str | None = None
) -> ui.LayoutView:
    """The message about quiet hours: when they begin and end, and the person's time zone."""
    hours = settings.hours
    start = None if hours.quiet is None else hours.quiet.start
    end = None if hours.quiet is None else hours.quiet.end
    how_to = t.gettext(
        "To use other times or time zones, type them with /pings; it suggests places."
    )
    return message(
        # Translators: button and heading, at most 34 characters: hours in which nobody is called.
        text("### " + t.gettext("Quiet hours"), *([notice] if notice else [])),
        text(hours_lines(t, replace(hours, vacation=frozenset()))[0]),
        # Translators: shown in a menu of times before something is chosen: when quiet hours begin.
        row([_times(start, "from", t.gettext("Begin at"))]),
        # Translators: shown in a menu of times before something is chosen: when quiet hours end.
        row([_times(end, "until", t.gettext("End at"))]),
        row([zone_menu(t, hours.zone, now, "pingset", word="zone")]),
        row([_back(t)]),
        text(small(how_to)),
    )


def _times(chosen: time | None, word: str, placeholder: str) -> Part:
    values = [time(hour) for hour in range(24)]
    if chosen is not None and chosen not in values:
        values = sorted([*values, chosen])
    options = [
        discord.SelectOption(label=f"{at:%H:%M}", value=f"{at:%H:%M}", default=at == chosen)
        for at in values
    ]
    return select(options, "pingset", 0, "", word, placeholder=placeholder)


def vacation_view(
    t: Translations, settings: PersonSettings, now: datetime, first: date | None = None
) -> ui.LayoutView:
    """The message about vacation: it asks for the first day, and then for the last."""
    hours = settings.hours
    lines = hours_lines(t, replace(hours, quiet=None))[1:]
    lines = lines or [t.gettext("You have no vacation.")]
    # Translators: shown in a menu of days before something is chosen: the first day of a vacation.
    first_day = t.gettext("First day")
    # Translators: shown in a menu of days before something is chosen: the last day of a vacation.
    last_day = t.gettext("Last day")
    return message(
        # Translators: button and heading, at most 34 characters: days on which nobody is called.
        text("### " + t.gettext("Vacation"), *lines),
        text(
            small(
                t.gettext(
                    "On these days you get no notifications, and your clocks are paused, except in "
                    "live games."
                )
            )
        ),
        row([_days(t, today(now, hours), "first", first_day, first)]),
        row([_days(t, first, f"last.{first}", last_day)]) if first else None,
        row([_back(t)]),
        text(small(t.gettext("To choose later days, type them with /pings."))),
    )


def _days(
    t: Translations, start: date, word: str, placeholder: str, chosen: date | None = None
) -> Part:
    """A menu of the days from `start` on."""
    options = [
        discord.SelectOption(label=weekday_and_day(t, on), value=f"{on}", default=on == chosen)
        for on in (start + timedelta(days=n) for n in range(MOST_CHOICES))
    ]
    return select(options, "pingset", 0, "", word, placeholder=placeholder)


def _back(t: Translations) -> Part:
    # Translators: button, at most 34 characters: to the page before.
    return button(t.gettext("Back"), "pings", 0, word="home")


# --- presses --------------------------------------------------------------------------------------


_BY_NAME = {one.name: one for one in OF_PEOPLE}


@on_press(Stands.ANYWHERE, *_BY_NAME)
async def own_setting_chosen(interaction: Interaction, press: Press) -> None:
    """Apply the choice from the menu of a setting, or the press on its button."""
    settings = await interaction.client.store.read(stored_settings.of_person, interaction.user.id)
    await _keep(interaction, setting_pressed(_BY_NAME[press.verb], settings, press))


@on_press(Stands.ANYWHERE)
async def pings(interaction: Interaction, press: Press) -> None:
    """Show another page, or end the quiet hours or the vacation; without a word show the settings
    in a new message."""
    tables, t = interaction.client.tables, speaks(interaction)
    settings = await tables.store.read(stored_settings.of_person, interaction.user.id)
    hours, now = settings.hours, tables.now()
    match press.word:
        case "":
            view = await _view(interaction, settings)
            await interaction.response.send_message(view=view, ephemeral=True)
        case "quiet":
            await interaction.response.edit_message(view=quiet_view(t, settings, now))
        case "away":
            await interaction.response.edit_message(view=vacation_view(t, settings, now))
        case "home":
            await interaction.response.edit_message(view=await _view(interaction, settings))
        case "awake":
            await _keep(interaction, replace(settings, hours=replace(hours, quiet=None)))
        case _:
            # A day that has begun stays taken: time stood still for it.
            left = {one for one in hours.vacation if one > now.date() + timedelta(days=1)}
            hours = cancel_vacation(hours, left, now)
            await _keep(interaction, replace(settings, hours=hours))


@on_press(Stands.ANYWHERE)
async def pingset(interaction: Interaction, press: Press) -> None:
    """Apply a time, a time zone, a day or a pace of games that was chosen from one of the menus."""
    tables, t = interaction.client.tables, speaks(interaction)
    settings = await tables.store.read(stored_settings.of_person, interaction.user.id)
    hours, now, chosen = settings.hours, tables.now(), press.value
    said = str(interaction.locale)
    what, _, more = press.word.partition(".")
    if what == "first":
        view = vacation_view(t, settings, now, read_date(chosen, said))
        await interaction.response.edit_message(view=view)
        return
    if what == "last":
        hours = _with_vacation(hours, more, chosen, said, now)
        await _keep(interaction, replace(settings, hours=hours))
        return
    if what == "called":
        server, pace = interaction.guild_id, pace_chosen(press)
        if server is None:
            raise old_button()
        await tables.store.write(stored_settings.set_wish, interaction.user.id, server, pace)
        view = await _view(interaction, settings, t.gettext(SAVED))
        await interaction.response.edit_message(view=view)
        return
    if what == "zone":
        hours = replace(hours, zone=chosen)
    else:
        hours = replace(hours, quiet=_moved(hours.quiet, what, read_time(chosen)))
    settings = replace(settings, hours=hours)
    await time_passing.set_person_settings(tables, interaction.user.id, settings)
    view = quiet_view(t, settings, now, t.gettext("Your quiet hours have been saved."))
    await interaction.response.edit_message(view=view)


def _moved(quiet: QuietHours | None, what: str, at: time) -> QuietHours:
    """Quiet hours that now begin ("from") or end ("until") `at` this time. The other end stays, or
    is the usual one; it moves along if the hours would be refused otherwise."""
    start = at if what == "from" else quiet.start if quiet else USUAL[0]
    end = at if what == "until" else quiet.end if quiet else USUAL[1]
    try:
        return quiet_hours(start, end)
    except Refusal:
        if what == "from":
            return quiet_hours(at, _later(at, NIGHT))
        return quiet_hours(_later(at, -NIGHT), at)


def _later(at: time, by: timedelta) -> time:
    return (datetime.combine(date(2000, 1, 2), at) + by).time()


async def _keep(interaction: Interaction, settings: PersonSettings) -> None:
    t = speaks(interaction)
    await time_passing.set_person_settings(interaction.client.tables, interaction.user.id, settings)
    view = await _view(interaction, settings, t.gettext(SAVED))
    await interaction.response.edit_message(view=view)


async def _view(
    interaction: Interaction, settings: PersonSettings, notice: str | None = None
) -> ui.LayoutView:
    server, wish = interaction.guild_id, None
    if server is not None:
        read = interaction.client.store.read
        wish = await read(stored_settings.wish_of, interaction.user.id, server)
    called = wish.pace if wish else None
    return settings_view(speaks(interaction), settings, notice, server=server, called=called)


# --- what is typed --------------------------------------------------------------------------------


class Pings(BotCog):
    """The command of a person's own settings."""

    @app_commands.command(name="pings", description=locale_str("Set up your turn notifications"))
    @app_commands.describe(
        quiet_from=locale_str("No notifications from this time on, such as 23:00"),
        quiet_until=locale_str("No notifications until this time, such as 07:30"),
        timezone=locale_str("Your time zone, such as Europe/Berlin"),
        vacation_from=locale_str("First day of your vacation, such as 2026-12-24"),
        vacation_until=locale_str("Last day of your vacation"),
    )
    async def pings(
        self,
        interaction: Interaction,
        quiet_from: Typed | None = None,
        quiet_until: Typed | None = None,
        timezone: Typed | None = None,
        vacation_from: Typed | None = None,
        vacation_until: Typed | None = None,
    ) -> None:
        """Show the person's settings, and change those that were given."""
        t = speaks(interaction)
        settings = await self.bot.store.read(stored_settings.of_person, interaction.user.id)
        found, hours, notice = list[Refusal](), settings.hours, None
        with gathered(found):
            hours = _with_quiet(hours, quiet_from, quiet_until, timezone)
        with gathered(found):
            hours = _with_vacation(
                hours, vacation_from, vacation_until, str(interaction.locale), self.bot.tables.now()
            )
        refuse_all(found)
        if hours != settings.hours:
            settings = replace(settings, hours=hours)
            await time_passing.set_person_settings(self.bot.tables, interaction.user.id, settings)
            notice = t.gettext(SAVED)
        await interaction.response.send_message(
            view=await _view(interaction, settings, notice), ephemeral=True
        )

    @pings.autocomplete("timezone")
    async def _complete_zone(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=zone, value=zone) for zone in zones_like(folded(current))]


def _with_quiet(
    hours: PersonalTime, start: str | None, end: str | None, zone: str | None
) -> PersonalTime:
    """A person's hours with other quiet hours, as typed; what is None stays. Raises Refusal, which
    names everything that is wrong at once."""
    found, changed, first_time = list[Refusal](), start or end, hours.quiet is None
    begin, over = USUAL if hours.quiet is None else (hours.quiet.start, hours.quiet.end)
    half = first_time and (start is None) != (end is None)
    if half:
        found.append(Refusal("quiet-half", "Enter both the start and the end of your quiet hours."))
    if changed and zone is None and first_time and hours.zone is None:
        found.append(Refusal("zone-missing", "Choose your time zone as well, from the list."))
    if zone is not None:
        with gathered(found):
            ending = "/" + folded(zone).replace(" ", "_")
            meant = [
                one for one in zones_like(folded(zone)) if f"/{one.casefold()}".endswith(ending)
            ]
            hours = replace(hours, zone=meant[0] if len(meant) == 1 else zone)
    unread = len(found)
    with gathered(found):
        begin = begin if start is None else read_time(start)
    with gathered(found):
        over = over if end is None else read_time(end)
    if changed and not half and len(found) == unread:
        with gathered(found):
            hours = replace(hours, quiet=quiet_hours(begin, over))
    refuse_all(found)
    return hours


def _with_vacation(
    hours: PersonalTime, start: str | None, end: str | None, language: str, now: datetime
) -> PersonalTime:
    """A person's hours with more days of vacation, as typed in this language. One date alone means
    that day. Raises Refusal."""
    if start is None and end is None:
        return hours
    found, days = list[Refusal](), list[date]()
    for typed in (start or end or "", end or start or ""):
        with gathered(found):
            days.append(read_date(typed, language))
    refuse_all(found)
    first, last = days
    count = (last - first).days + 1
    if not 1 <= count <= MOST_DAYS_AT_ONCE:
        raise Refusal(
            "vacation",
            *P_(
                "A vacation can last at most {n} day; its last day must not be before the first.",
                "A vacation can last at most {n} days; its last day must not be before the first.",
            ),
            n=MOST_DAYS_AT_ONCE,
        )
    booked = [first + timedelta(days=n) for n in range(count)]
    return take_vacation(hours, booked, now, VACATION_DAYS_A_YEAR)
