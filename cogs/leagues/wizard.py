"""The season wizard: a private message with what is chosen most, a second page with more, and text
inputs for the season's name and dates. Above the choices stands what is drawn for those who have
signed up so far, and how long it lasts. It starts from the previous season's settings, so that
creating the next one can be a single press. The same pages change an existing season: all of it
before the draw, then clock and dates.

Each choice is stored at once, in a draft of the new season or as an unsaved change of an existing
one (`season_lifecycle.prepare`), so a restart loses nothing. Two moderators may take turns: every
button carries the revision of the settings that its page shows, and a press on an outdated page
only shows the page as it is now.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, time
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.leagues import acting, season_lifecycle
from bot.leagues.season_acts import ChangeSettings, must_not_be_over
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import (
    BY_NAME,
    LONGEST_NAME,
    SETTINGS,
    SeasonSettings,
    changed,
    must_be_in_order,
    settings_to_json,
)
from bot.model.league import League
from bot.moderation import desk
from bot.refusal import Refusal, gathered, refuse_all
from bot.seasons.drawing import division_sizes
from bot.seasons.stages.knockout import rounds_from
from bot.store import settings as stored_settings
from bot.tables import Moderator
from bot.text.descriptions.bracket import rounds_words
from bot.text.leagues import dates_line
from bot.text.names import PLAYERS
from bot.text.seasons import SIZES
from bot.text.translation import Translations, listed_or
from bot.text.typed import escaped, read_moment
from cogs.kit import buttons
from cogs.kit.answering import speaks
from cogs.kit.context import Interaction, Stands
from cogs.kit.layout import Part, message, row, text
from cogs.kit.leagues_named import league_pressed
from cogs.kit.members import staff_here
from cogs.leagues.league_channel import post_news
from cogs.leagues.news import hindrances
from cogs.moderation.acts import reason_by_name, tell_done
from cogs.moderation.audit_log import answer_words

Change = Callable[[SeasonSettings], SeasonSettings]
"""Makes the change that a sent form asks for."""
DAY_BEGINS, DAY_ENDS = time(0, 0), time(23, 59)
MOST_TYPED = 60


def typed_moment(moment: datetime | None, zone: str) -> str:
    """A moment as `read_moment` reads it; empty for none."""
    return "" if moment is None else f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def dates_form(
    t: Translations, settings: SeasonSettings, zone: str, opens: buttons.Press, *, named: bool
) -> buttons.Form:
    """The form for a season's dates, in the moderator's time zone; with its name if `named`."""
    # Translators: button, one of two in a row, at most 24 characters, and title of a form: the
    # name and the dates of a season
    all_of_it = t.gettext("Name and dates")
    # Translators: button, one of two in a row, at most 24 characters, and title of a form: the
    # dates of a season
    dates = t.gettext("Dates")
    form = buttons.Form(all_of_it if named else dates, opens)
    if named:
        form.ask(
            # Translators: label of a line in a form, at most 45 characters
            "name", t.gettext("Name of the season"), settings.name, most=LONGEST_NAME, needed=True,
        )  # fmt: skip
    # Translators: hint below a line in a form, at most 100 characters with what fills it; the date
    # must stay in this form; {zone} is a name as “Europe/Berlin”
    hint = t.gettext(
        "Such as 2026-12-24 18:00, in the time zone {zone} (set it with /pings)"
    ).format(zone=zone)
    for name, label, moment, below in (
        # Translators: label of a line in a form, at most 45 characters; a date follows
        ("until", t.gettext("Sign-up until"), settings.sign_up_until, hint),
        # Translators: label of a line in a form, at most 45 characters: the date on which a season
        # starts; noun
        ("starts", t.pgettext("date", "Start"), settings.starts,
         # Translators: hint below a line in a form, at most 100 characters: what it means to leave
         # it empty
         t.gettext("If left empty, the season starts right after the draw")),
        # Translators: label of a line in a form, at most 45 characters: the date on which a season
        # ends; noun
        ("ends", t.pgettext("date", "End"), settings.ends,
         # Translators: hint below a line in a form, at most 100 characters: what it means to leave
         # it empty
         t.gettext("If left empty, the season ends when a moderator closes it")),
    ):  # fmt: skip
        form.ask(name, label, typed_moment(moment, zone), below, most=MOST_TYPED)
    return form


def dates_of(press: buttons.Press, language: str, zone: str, now: datetime) -> Change:
    """The change that a sent `dates_form` asks for. Raises Refusal for every line that cannot be
    read, all at once; the change raises it if the dates do not fit together. `language` is the
    locale of who typed."""
    typed, found = press.typed, list[Refusal]()
    moments: dict[str, datetime | None] = {}
    for line, without_time in (("until", DAY_ENDS), ("starts", DAY_BEGINS), ("ends", DAY_ENDS)):
        with gathered(found):
            moments[line] = read_moment(typed.get(line, ""), language, zone, without_time)
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
        )
        must_be_in_order(changed)
        return changed

    return change


@dataclass(frozen=True)
class Wizard:
    """The season or draft that is being changed, and its current settings."""

    league: League
    settings: SeasonSettings
    """The settings, with changes that are not saved yet."""
    season: SeasonView | None = None
    """The season, if it exists; None for a draft."""
    players: int = season_lifecycle.EXPECTED
    """How many have signed up or play; the expected number before enough have."""
    guild: discord.Guild | None = None
    """The server; without it the bot's permissions there are not checked."""

    @property
    def target(self) -> str:
        """The season or the draft, as the words of presses name it."""
        return f"l{self.league.id}" if self.season is None else f"s{self.season.id}"

    @property
    def revision(self) -> str:
        """The revision of the settings."""
        return season_lifecycle.revision(self.settings)

    @property
    def all_free(self) -> bool:
        """Whether every setting may change, since the season is not drawn."""
        return self.season is None or self.season.state.phase == "sign-up"

    @property
    def to_save(self) -> bool:
        """Whether the settings differ from those of the season."""
        return self.season is not None and self.settings != self.season.settings


async def wizard_for(interaction: Interaction, moderator: Moderator, target: str) -> Wizard:
    """Read the season or draft that a press names. Raises Refusal for one of another server."""
    leagues, number = interaction.client.leagues, buttons.as_number(target[1:])
    season = await leagues.read(number) if target[0] == "s" else None
    league = await league_pressed(interaction, str(season.league_id if season else number))
    desk.must_be_staff(moderator, league.id, "settings")
    players = 0
    if season is None:
        settings = await season_lifecycle.draft(leagues, league.id)
    else:
        settings = season_lifecycle.prepared(league, season)
        players = len(season.state.division_of) or len(season.state.signed_up)
    if players < season_lifecycle.FEWEST_PLAYERS:
        players = await season_lifecycle.expected_players(leagues, league.id)
    return Wizard(league, settings, season, players, interaction.guild)


# --- the pages -----------------------------------------------------------------------------------


USUAL, MORE = "usual", "more"
"""The pages, as presses and the names of settings name them."""


def wizard_view(
    t: Translations, wizard: Wizard, page: str = USUAL, notice: str | None = None
) -> ui.LayoutView:
    """A page of the wizard: USUAL, for any other word than MORE."""
    named = escaped(wizard.league.name)
    if wizard.season is None:
        # Translators: heading; {league} is the name of a league
        title = t.gettext("New season of {league}").format(league=named)
    else:
        # Translators: heading; {season} is the name of a season
        title = t.gettext("Settings of {season}").format(season=escaped(wizard.settings.name))
    page = page if page == MORE else USUAL
    parts = menus(t, page, wizard.target, wizard.settings, all_free=wizard.all_free)
    return message(
        text(f"### {title}", *([notice] if notice else [])),
        text(*summary_lines(t, wizard)),
        *parts,
        *_page_buttons(t, wizard, page),
    )


def menus(
    t: Translations, page: str, target: str, settings: SeasonSettings, *, all_free: bool = True
) -> list[Part]:
    """The menus of a page; without `all_free` of what may change after the draw. `target` is the
    season or the draft, as the words of presses name it."""
    seen = season_lifecycle.revision(settings)
    return [
        row([
            buttons.setting_menu(t, one, settings, "seasonset", 0, seen, f"{target}.{one.name}")
        ])
        for one in SETTINGS
        if one.page == page and one.shown(settings) and (all_free or one.after_draw)
    ]  # fmt: skip


def means(t: Translations, wizard: Wizard) -> list[str]:
    """What is drawn for those who have signed up so far, or for as many players as are expected:
    divisions, or the rounds of a cup; games, and how long it lasts."""
    settings = wizard.settings
    rules, sizes = settings.rules, division_sizes(wizard.players, settings.rules)
    players, shown = sum(sizes), [str(size) for size in sorted(set(sizes), reverse=True)]
    drawn = t.say(SIZES, players=players, n=len(sizes), sizes=listed_or(t, shown))
    if rules.is_cup:
        rounds = rounds_from(players, rules.seats, rules.first.go_on)
        words = rounds_words(t, [len(one.sizes) for one in rounds])
        drawn = f"{t.say(PLAYERS, n=players)} · {words}"
    return [
        drawn,
        *season_lifecycle.forecast_lines(t, settings, sizes),
    ]


def summary_lines(t: Translations, wizard: Wizard) -> list[str]:
    """The name, the dates, what is drawn, and what keeps the bot from announcing it; the menus say
    what is chosen."""
    settings = wizard.settings
    dates = dates_line(t, settings.sign_up_until, settings.starts, settings.ends)
    lines = [f"**{escaped(settings.name)}**", *([dates] if dates else []), *means(t, wizard)]
    if wizard.guild is not None:
        found = hindrances(t, wizard.guild, wizard.league, settings)
        lines += [f"⚠️ {one}" for one in found]
    return lines


def _page_buttons(t: Translations, wizard: Wizard, page: str) -> list[Part | None]:
    """Buttons to the other page and the dates, and those that create or save the season."""
    # Translators: button, one of two in a row, at most 24 characters: leads to the settings that
    # are seldom changed
    label, other = t.gettext("More settings"), MORE
    if page == MORE:
        # Translators: button, one of two in a row, at most 24 characters: leads to the settings
        # that are changed most
        label, other = t.gettext("Usual settings"), USUAL
    dates = t.gettext("Name and dates") if wizard.all_free else t.gettext("Dates")
    ways = [
        buttons.button(dates, "seasonform", 0, word=wizard.target),
        buttons.button(label, "seasonpage", 0, word=f"{wizard.target}.{other}"),
    ]
    seen, target, last = wizard.revision, wizard.target, list[Part]()
    if wizard.season is None:
        # Translators: button, at most 34 characters: creates a season; imperative
        create = t.gettext("Create")
        last.append(buttons.button(create, "seasoncreate", 0, seen, target, style=buttons.GREEN))
        return [row(ways), row(last)]
    if wizard.to_save:
        # Translators: button, one of two in a row, at most 24 characters; imperative
        save = t.gettext("Save changes")
        last.append(buttons.button(save, "seasonsave", 0, seen, target, style=buttons.GREEN))
        # Translators: button, one of two in a row, at most 24 characters; imperative
        drop = t.gettext("Discard changes")
        last.append(buttons.button(drop, "seasondrop", 0, seen, target))
    last.append(buttons.button(t.gettext("Back"), "moderate", 0, word=target))
    return [row(ways), row(last)]


# --- the presses ---------------------------------------------------------------------------------


@buttons.on_press(Stands.ANYWHERE)
async def seasonpage(interaction: Interaction, press: buttons.Press) -> None:
    """Show another page."""
    moderator = await staff_here(interaction)
    target, page = press.parts(2)
    wizard = await wizard_for(interaction, moderator, target)
    await interaction.response.edit_message(view=wizard_view(speaks(interaction), wizard, page))


@buttons.on_press(Stands.ANYWHERE)
async def seasonset(interaction: Interaction, press: buttons.Press) -> None:
    """Apply a choice from a menu, or switch something on or off."""
    target, page, word = press.parts(3)
    name = word.partition(".")[0]  # a switch has its value behind it

    def change(settings: SeasonSettings) -> SeasonSettings:
        try:
            return changed(settings, name, buttons.value_pressed(BY_NAME[name], press))
        except (KeyError, ValueError):  # no page of this version offers it
            raise buttons.old_button() from None

    await _change(interaction, target, page, press.stamp, change)


async def _change(
    interaction: Interaction,
    target: str,
    page: str,
    seen: str,
    change: Callable[[SeasonSettings], SeasonSettings],
) -> None:
    """Store a change, unless the settings have left the revision `seen`; show the page anew."""
    moderator = await staff_here(interaction)
    wizard = await wizard_for(interaction, moderator, target)
    if wizard.season is not None:
        must_not_be_over(wizard.season.state)
    if wizard.revision == seen:
        wanted, leagues = change(wizard.settings), interaction.client.leagues
        if await season_lifecycle.prepare(
            leagues, wizard.league.id, wizard.season, wanted, seen=seen
        ):
            view = wizard_view(speaks(interaction), replace(wizard, settings=wanted), page)
            await interaction.response.edit_message(view=view)
            return
        wizard = await wizard_for(interaction, moderator, target)
    await _show_newer(interaction, wizard, page)


async def _show_newer(interaction: Interaction, wizard: Wizard, page: str = USUAL) -> None:
    """Replace an outdated page by the page as it is now."""
    t = speaks(interaction)
    notice = t.gettext(
        "Somebody else has changed the settings, so yours were not saved. These are the "
        "current ones."
    )
    await interaction.response.edit_message(view=wizard_view(t, wizard, page, notice))


@buttons.on_press(Stands.ANYWHERE)
async def seasonform(interaction: Interaction, press: buttons.Press) -> None:
    """Open the form of the name and the dates, or store what was typed into it."""
    moderator = await staff_here(interaction)
    wizard = await wizard_for(interaction, moderator, press.word)
    person = await interaction.client.store.read(stored_settings.of_person, interaction.user.id)
    zone = person.hours.zone_or_utc
    if press.typed:
        change = dates_of(press, str(interaction.locale), zone, interaction.client.tables.now())
        await _change(interaction, press.word, USUAL, press.stamp, change)
        return
    t, opens = speaks(interaction), replace(press, stamp=wizard.revision)
    form = dates_form(t, wizard.settings, zone, opens, named=wizard.all_free)
    await interaction.response.send_modal(form)


@buttons.on_press(Stands.ANYWHERE)
async def seasoncreate(interaction: Interaction, press: buttons.Press) -> None:
    """Create the season from the draft, and announce the sign-up in the league's channel."""
    moderator = await staff_here(interaction)
    leagues, t = interaction.client.leagues, speaks(interaction)
    wizard = await wizard_for(interaction, moderator, press.word)
    if await season_lifecycle.newest(leagues, wizard.league.id, "sign-up"):
        raise season_lifecycle.sign_up_open()
    if press.stamp != wizard.revision:
        await _show_newer(interaction, wizard)
        return
    season = await acting.create_season(leagues, wizard.league.id, moderator, wizard.settings)
    answer = t.gettext(
        "**{season}** is open for sign-up. When enough people have signed up, draw the season: "
        "press **Moderate** on the season's message for the draw and all settings."
    ).format(season=season.title)
    await interaction.response.edit_message(view=message(text(answer)))
    await post_news(interaction, season)
    interaction.client.dispatch("season_changed", season.id)


@buttons.on_press(Stands.ANYWHERE)
async def seasonsave(interaction: Interaction, press: buttons.Press) -> None:
    """Save the changes of an existing season, which is an act like any other."""
    moderator = await staff_here(interaction)
    wizard = await wizard_for(interaction, moderator, press.word)
    if wizard.season is None or wizard.revision != press.stamp or not wizard.to_save:
        await _show_newer(interaction, wizard)
        return
    was = settings_to_json(wizard.season.settings)
    act = ChangeSettings(settings_to_json(wizard.settings), was)
    place = acting.InSeason(interaction.client.leagues, wizard.season.id)
    done = await desk.do(place, moderator, act, reason_by_name(wizard.season))
    t, wizard = speaks(interaction), await wizard_for(interaction, moderator, press.word)
    notice = await answer_words(interaction, done.entry)
    await interaction.response.edit_message(view=wizard_view(t, wizard, notice=notice))
    await tell_done(interaction, done)


@buttons.on_press(Stands.ANYWHERE)
async def seasondrop(interaction: Interaction, press: buttons.Press) -> None:
    """Drop the unsaved changes of an existing season."""
    season = await interaction.client.leagues.read(buttons.as_number(press.word[1:]))
    await _change(interaction, press.word, USUAL, press.stamp, lambda _: season.settings)
