"""/pings: how a person hears of a turn, and when not."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answering import speaks
from bot.client import TzolkinBot
from bot.clocks import (
    PersonalTime,
    Way,
    cancel_vacation,
    quiet_hours,
    take_vacation,
    zones_like,
)
from bot.tables import PersonSettings, Refusal, time_passing
from bot.text.hours import hours_lines, way_name, way_words
from bot.text.translation import Translations
from cogs.buttons import Press, button, on_press, select
from cogs.context import Interaction
from cogs.layout import message, row, small, text

WAYS: tuple[Way, ...] = ("mention", "direct", "none")
VACATION_DAYS_A_YEAR = 60
"""Beyond any table's rules; each table counts as many as its own rules allow."""
MOST_DAYS_AT_ONCE = 31


def settings_view(
    t: Translations, settings: PersonSettings, notice: str | None = None
) -> ui.LayoutView:
    """How a person is called, with what can be changed by a press."""
    hours = settings.hours
    options = [
        discord.SelectOption(label=way_name(t, way), value=way, default=way == settings.way)
        for way in WAYS
    ]
    buttons = []
    if hours.quiet is not None:
        buttons.append(button(t.gettext("No quiet hours"), "pings", 0, word="awake"))
    if hours.vacation:
        buttons.append(button(t.gettext("No vacation"), "pings", 0, word="back"))
    how_to = t.gettext(
        "Set quiet hours with /pings quiet_from quiet_until timezone, vacation with /pings "
        "vacation_from vacation_until."
    )
    return message(
        text("### " + t.gettext("How you are called"), *([notice] if notice else [])),
        text(
            way_words(t, settings.way),
            t.gettext(
                "You are called once when your turn comes, and once more when half of your time is "
                "over."
            ),
            *hours_lines(t, hours),
        ),
        row([select(options, "pingway", 0, placeholder=t.gettext("How to call me"))]),
        row(buttons) if buttons else None,
        text(small(how_to)),
    )


@on_press("pingway")
async def way_chosen(interaction: Interaction, press: Press) -> None:
    """Another way to be called."""
    chosen: Way = next((way for way in WAYS if way == press.values[0]), "mention")
    settings = await interaction.client.tables.person_settings(interaction.user.id)
    await _keep(interaction, replace(settings, way=chosen))


@on_press("pings")
async def hours_dropped(interaction: Interaction, press: Press) -> None:
    """No quiet hours any more, or no vacation."""
    settings = await interaction.client.tables.person_settings(interaction.user.id)
    hours = settings.hours
    if press.word == "awake":
        hours = replace(hours, quiet=None)
    else:
        # A day that has begun stays taken: time stood still for it.
        now = interaction.client.tables.now()
        left = {day for day in hours.vacation if day > now.date() + timedelta(days=1)}
        hours = cancel_vacation(hours, left, now)
    await _keep(interaction, replace(settings, hours=hours))


async def _keep(interaction: Interaction, settings: PersonSettings) -> None:
    t = speaks(interaction)
    await time_passing.set_person_settings(interaction.client.tables, interaction.user.id, settings)
    view = settings_view(t, settings, t.gettext("Changed."))
    await interaction.response.edit_message(view=view)


def read_time(word: str) -> time:
    """A time of the day, such as 23:00 or 7. Raises Refusal for anything else."""
    hour, _, minute = word.strip().replace(".", ":").partition(":")
    try:
        return time(int(hour), int(minute or 0))
    except ValueError:
        raise Refusal(
            "time", "“{word}” is no time of the day; write it as 23:00 or 07:30.", word=word[:20]
        ) from None


def read_date(word: str) -> date:
    """A date, such as 2026-12-24. Raises Refusal for anything else."""
    try:
        return date.fromisoformat(word.strip())
    except ValueError:
        raise Refusal(
            "date", "“{word}” is no date; write it as 2026-12-24.", word=word[:20]
        ) from None


class Pings(commands.Cog):
    """The command of a person's own settings."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot

    @app_commands.command(
        name=locale_str("pings"), description=locale_str("How you are called for your turn")
    )
    @app_commands.describe(
        quiet_from=locale_str("Nobody calls you from this time on, such as 23:00"),
        quiet_until=locale_str("Up to this time, such as 07:30"),
        timezone=locale_str("Where you live, such as Europe/Berlin"),
        vacation_from=locale_str("First day on which your clocks stand still, such as 2026-12-24"),
        vacation_until=locale_str("Last such day"),
    )
    async def pings(
        self,
        interaction: Interaction,
        quiet_from: str | None = None,
        quiet_until: str | None = None,
        timezone: str | None = None,
        vacation_from: str | None = None,
        vacation_until: str | None = None,
    ) -> None:
        """Show the person's settings, and change those that were given."""
        t = speaks(interaction)
        settings = await self.bot.tables.person_settings(interaction.user.id)
        hours = _with_quiet(settings.hours, quiet_from, quiet_until, timezone)
        hours = _with_vacation(hours, vacation_from, vacation_until, self.bot.tables.now())
        notice = None
        if hours != settings.hours:
            settings = replace(settings, hours=hours)
            await time_passing.set_person_settings(self.bot.tables, interaction.user.id, settings)
            notice = t.gettext("Changed.")
        await interaction.response.send_message(
            view=settings_view(t, settings, notice), ephemeral=True
        )

    @pings.autocomplete("timezone")
    async def _complete_zone(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=zone, value=zone) for zone in zones_like(current)]


def _with_quiet(
    hours: PersonalTime, start: str | None, end: str | None, zone: str | None
) -> PersonalTime:
    """With other quiet hours; what is not given stays."""
    if zone is not None:
        hours = replace(hours, zone=zone)
    if start is None and end is None:
        return hours
    if hours.quiet is None and (start is None or end is None):
        raise Refusal(
            "quiet-half", "Say when quiet hours begin and when they end: quiet_from, quiet_until."
        )
    if zone is None and hours.quiet is None and hours.zone == PersonalTime().zone:
        raise Refusal(
            "zone-missing", "Say where you live, too, as timezone; choose one of those offered."
        )
    old = hours.quiet
    begin = read_time(start) if start is not None else old.start if old else time(23)
    over = read_time(end) if end is not None else old.end if old else time(7)
    return replace(hours, quiet=quiet_hours(begin, over))


def _with_vacation(
    hours: PersonalTime, start: str | None, end: str | None, now: datetime
) -> PersonalTime:
    """With more days of vacation."""
    if start is None and end is None:
        return hours
    first = read_date(start or end or "")
    last = read_date(end or start or "")
    count = (last - first).days + 1
    if not 1 <= count <= MOST_DAYS_AT_ONCE:
        raise Refusal(
            "vacation",
            "Take {most} days of vacation at most at once, the last not before the first.",
            most=MOST_DAYS_AT_ONCE,
        )
    days = [first + timedelta(days=n) for n in range(count)]
    return take_vacation(hours, days, now, VACATION_DAYS_A_YEAR)


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Pings(bot))
