"""The overview of a season: its rules, its people, the reader's tables, and buttons to all other
pages; taking part: signing up and off, entering late, withdrawing; and the bracket of a cup."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from discord import ui

from bot.leagues import games, people, season_lifecycle
from bot.leagues.queries import bracket_of
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import rules_lines
from bot.model.league import League, LeagueTable
from bot.model.notes import Happened
from bot.seasons.drawing import division_sizes
from bot.seasons.stages.knockout import knockouts_of
from bot.site import league_home, season_page
from bot.store import leagues as stored
from bot.store import settings as stored_settings
from bot.tables import time_passing
from bot.tables.settings import WHERE_NAMED
from bot.text.descriptions.bracket import Bracket, bracket_lines
from bot.text.leagues import (
    ENTERED_IN,
    HAS_LEFT,
    LATE_ENTRY,
    SIGNED_UP,
    TABLE,
    WAITING_LIST,
    dates_line,
    giving_up_lines,
    late_games_lines,
    season_title,
    seated_names,
)
from bot.text.seasons import division_name
from bot.text.translation import Translations, listed
from bot.text.typed import escaped
from cogs.client import TzolkinBot
from cogs.kit.answering import is_private, speaks, speaks_server, tell
from cogs.kit.buttons import GREEN, RED, Press, button, moderate_button, on_press
from cogs.kit.context import (
    Interaction,
    Stands,
    draw_soon,
    name_of,
    roles_of,
    web_address,
    web_button,
)
from cogs.kit.layout import (
    MOST_IN_A_ROW,
    Part,
    characters,
    first_lines,
    message,
    picture,
    row,
    rows,
    small,
    text,
)
from cogs.kit.leagues_named import season_pressed
from cogs.kit.members import Names, names_at, names_of
from cogs.kit.pages import answer_page, defer, note, theme_here, to_page, word_of
from cogs.moderation.audit_log import log_button
from rendering import Picture, draw_bracket

MOST_NAMES, MOST_DIVISIONS = 700, 8
"""The most characters of names, and the most divisions, in the overview; the standings show all."""
MOST_PEOPLE = 90
"""The most names that fit into `MOST_NAMES` characters."""
MOST_NEXT = 6
"""The most next tables of a person that are listed."""


@dataclass(frozen=True)
class Glance:
    """The data of a season's message."""

    league: League
    season: SeasonView
    names: Names
    me: int | None = None
    """The reader; None in a public message."""
    mine: tuple[LeagueTable, ...] = ()
    """The reader's tables that are not over, in playing order."""
    channels: Mapping[int, int] | None = None
    """The ids of the channels in which tables are played, by the table's number."""
    open_next: SeasonView | None = None
    """A later season that is open for sign-up."""
    cup: Sequence[str] = ()
    """The bracket in words, in place of the people, while a knock-out is played."""
    drawn: Picture | None = None
    """The picture of the bracket."""
    web: str | None = None
    """The address of the season on the web, if it has one."""
    elsewhere: bool = False
    """Whether it is shown to everybody outside the league's channel."""


def season_message(t: Translations, seen: Glance, notice: str | None = None) -> ui.LayoutView:
    """The season's message, for one reader or for everybody."""
    season = seen.season
    league = escaped(seen.league.name)
    head = season_title(t, season.number, league, season.state.phase)
    settings = season.settings
    until = settings.sign_up_until if season.state.phase == "sign-up" else None
    dates = dates_line(t, until, settings.starts, settings.ends)
    title = escaped(settings.name)
    return message(
        text(notice) if notice else None,
        text(f"### {title}", head, *([dates] if dates else [])),
        text(*_mine(t, seen)) if seen.mine else None,
        text(*(first_lines(seen.cup, MOST_NAMES) or _people(t, seen))),
        picture(seen.drawn.filename, seen.drawn.alt) if seen.drawn else None,
        ui.Separator(),
        text(*(small(one) for one in rules_of(t, season))),
        *_buttons(t, seen),
    )


def rules_of(t: Translations, season: SeasonView) -> list[str]:
    """What the season asks of its players so far, and how it is played, one line per subject."""
    state, settings = season.state, season.settings
    sizes: Sequence[int] = [len(drawn.entries) for drawn in state.divisions]
    if not sizes and len(state.signed_up) > 1:
        sizes = division_sizes(len(state.signed_up), settings.rules)
    asked = season_lifecycle.forecast_lines(t, settings, sizes) if sizes else []
    return [*asked, *rules_lines(t, settings, at_sign_up=not state.divisions)]


def _people(t: Translations, seen: Glance) -> list[str]:
    state = seen.season.state
    if not state.divisions:
        number = len(state.signed_up)
        if not number:
            return [t.gettext("Nobody has signed up yet."), *_substitutes(t, seen)]
        # Translators: heading above a list of people
        head = t.ngettext("**{n} person has signed up**", "**{n} people have signed up**", number)
        lines = [head.format(n=number), _some(t, seen.names, state.signed_up, MOST_NAMES)]
        if state.here:
            # Translators: heading before a list of people, who have checked in
            here = t.ngettext("**{n} person is here**", "**{n} people are here**", len(state.here))
            named = _some(t, seen.names, state.here, MOST_NAMES)
            lines.append(f"{here.format(n=len(state.here))} {named}")
        if state.waiting:
            # Translators: heading above a list of people
            waits = t.ngettext(
                "**{n} person on the waiting list**",
                "**{n} people on the waiting list**",
                len(state.waiting),
            )
            lines.append(waits.format(n=len(state.waiting)))
            lines.append(_some(t, seen.names, state.waiting, MOST_NAMES // 2))
        return [*lines, *_substitutes(t, seen)]
    most = MOST_NAMES // min(len(state.divisions), MOST_DIVISIONS)
    lines = []
    for number, drawn in enumerate(state.divisions):
        head = division_name(t, number)
        people = [state.holder(entry) for entry in drawn.entries if entry not in state.withdrawn]
        lines.append(f"**{head}** {_some(t, seen.names, people, most)}")
    lines = lines[:MOST_DIVISIONS] + (["…"] if len(lines) > MOST_DIVISIONS else [])
    return [*lines, *_substitutes(t, seen)]


def _substitutes(t: Translations, seen: Glance) -> list[str]:
    """The line that names the substitutes, in order; none if there are none."""
    state = seen.season.state
    people = state.substitutes
    if not people or state.phase not in ("sign-up", "running"):
        return []
    # Translators: heading before a list of people
    head = t.ngettext("**{n} substitute**", "**{n} substitutes**", len(people))
    return [f"{head.format(n=len(people))} {_some(t, seen.names, people, MOST_NAMES // 2)}"]


def named_people(season: SeasonView) -> list[int]:
    """The people whose names the overview may have room for."""
    state = season.state
    waiting = state.substitutes[: MOST_PEOPLE // 2]
    if not state.divisions:
        return [*state.in_line[:MOST_PEOPLE], *waiting]
    divisions = state.divisions[:MOST_DIVISIONS]
    each = MOST_PEOPLE // len(divisions)
    playing = [state.holder(entry) for drawn in divisions for entry in drawn.entries[:each]]
    return [*playing, *waiting]


def _some(t: Translations, names: Names, people: Sequence[int], most: int) -> str:
    """As many names as fit into `most` characters, and the number of the others."""
    shown: list[str] = []
    long = 0
    for number, person in enumerate(people):
        name = names.printed(person)
        long += characters(name) + 2
        if shown and long > most:
            left = len(people) - number
            # Translators: last item of a list of people: so many further ones
            more = t.ngettext("{n} more", "{n} more", left).format(n=left)
            return listed(t, [*shown, more])
        shown.append(name)
    return listed(t, shown)


def _mine(t: Translations, seen: Glance) -> list[str]:
    """The reader's current and next tables."""
    later = [table for table in seen.mine if table.status == "waiting"]
    now = [table for table in seen.mine if table.status == "playing"]
    # Translators: heading above the tables that the reader plays
    lines = [t.gettext("**Your tables**")]
    for table in now:
        lines.append(
            # Translators: a table that the reader plays now: “Table 3 (Ben and a computer)”
            t.gettext("Now: {table} ({names})").format(
                table=table_link(t, seen.league, table, seen.channels or {}),
                names=_others(t, seen, table),
            )
        )
    for table in later[:MOST_NEXT]:
        named = t.say(TABLE, n=table.number)
        lines.append(
            # Translators: a table that the reader plays later: “Table 3 (Ben and a computer)”
            t.gettext("Next: {table} ({names})").format(table=named, names=_others(t, seen, table))
        )
    left = len(later) - MOST_NEXT
    if left > 0:
        lines.append(
            # Translators: line below the reader's next tables: so many further tables
            t.ngettext("and {n} more after that", "and {n} more after those", left).format(n=left)
        )
    return lines


def _others(t: Translations, seen: Glance, table: LeagueTable) -> str:
    others = [person for person in table.people if person != seen.me]
    return listed(t, seated_names(t, others, seen.names.printed))


def table_link(
    t: Translations, league: League, table: LeagueTable, channels: Mapping[int, int]
) -> str:
    """ "Table 3", linked to where it is played."""
    name = t.say(TABLE, n=table.number)
    channel = channels.get(table.number)
    if channel is None:
        return name
    return f"[{name}](https://discord.com/channels/{league.guild_id}/{channel})"


def _buttons(t: Translations, seen: Glance) -> list[Part]:
    season, league = seen.season, seen.league
    parts: list[Part] = []
    taking_part: list[Part] = []
    phase, signed = season.state.phase, seen.me in season.state.in_line
    if phase == "sign-up":
        if seen.me is None or not signed:
            # Translators: button, one of two in a row, at most 24 characters; imperative: take part
            # in a season
            taking_part.append(to_page(t.gettext("Sign up"), "signup", season.id, style=GREEN))
        if seen.me is None or signed:
            # Translators: button, one of two in a row, at most 24 characters; imperative: not take
            # part after all
            taking_part.append(to_page(t.gettext("Cancel sign-up"), "signoff", season.id))
        if season.settings.check_in_from and (seen.me is None or seen.me not in season.state.here):
            parts.append(row([here_button(t, season)]))
    elif phase == "running" and season.settings.rules.late_entry:
        there = seen.me is not None and any(
            seen.me in held for held in season.state.holders.values()
        )
        if not there and seen.open_next is None:
            # Translators: button, at most 34 characters; imperative: take part in a season that is
            # being played
            taking_part.append(to_page(t.gettext("Join late"), "late", season.id))
    own = [] if seen.me is None else _own_acts(t, season, seen.me)
    if seen.open_next is not None:
        # Translators: button, at most 34 characters; imperative
        label = t.gettext("Sign up for season {n}").format(n=seen.open_next.number)
        if seen.me in seen.open_next.state.in_line:
            # Translators: button, at most 34 characters: leads to a season for which the reader has
            # signed up
            label = t.gettext("Season {n}: you are signed up").format(n=seen.open_next.number)
        taking_part.append(to_page(label, "season", seen.open_next.id))
    if taking_part:
        parts.append(row(taking_part))
    looking: list[Part] = []
    if season.state.divisions:
        # Translators: button, one of two in a row, at most 24 characters: leads to the standings of
        # a season
        looking.append(to_page(t.gettext("Standings"), "standings", season.id, -1, 0))
        # Translators: button, one of two in a row, at most 24 characters, and heading: who meets
        # whom in a season, table by table
        looking.append(to_page(t.gettext("Schedule"), "schedule", season.id, -1, -1))
    # Translators: button, one of two in a row, at most 24 characters: leads to what the reader has
    # achieved in a league
    looking.append(to_page(t.gettext("My card"), "card", league.id, 0))
    if season.number > 1 or phase in ("finished", "cancelled"):
        # Translators: button, one of two in a row, at most 24 characters: leads to all seasons of a
        # league
        looking.append(to_page(t.gettext("Archive"), "archive", league.id, 0))
    parts += rows(looking, MOST_IN_A_ROW if len(looking) <= MOST_IN_A_ROW else 3)
    last = [log_button(t, league.id, season.id), moderate_button(t, word=f"s{season.id}")]
    last += web_button(t, seen.web)
    if seen.elsewhere and league.channel_id is not None:
        in_forum = season.made.news if season.made.home == league.channel_id else None
        url = f"https://discord.com/channels/{league.guild_id}/{in_forum or league.channel_id}"
        # Translators: button, at most 34 characters
        last.insert(0, ui.Button(label=t.gettext("Open the league channel"), url=url))
    return [*parts, *rows(own), row(last)]


def _own_acts(t: Translations, season: SeasonView, me: int) -> list[Part]:
    """The buttons of a person's private page of a season for what is seldom done."""
    own: list[Part] = []
    state, phase = season.state, season.state.phase
    playing = phase == "running" and season.entry_of(me) is not None
    if playing:
        # Translators: button, one of two in a row, at most 24 characters; imperative: ask the
        # moderators to look at one of one's tables
        own.append(to_page(t.gettext("Dispute a table"), "disputemine", season.id))
        own.append(to_page(t.gettext("Leave the season"), "leaving", season.id))
    if me in state.substitutes:
        # Translators: button, one of two in a row, at most 24 characters; imperative: leave the
        # list of substitutes
        own.append(to_page(t.gettext("Stop being a substitute"), "substitutes", season.id))
    elif (phase == "sign-up" and me not in state.in_line) or (phase == "running" and not playing):
        # Translators: button, one of two in a row, at most 24 characters; imperative: enter the
        # list of substitutes
        own.append(to_page(t.gettext("Be a substitute"), "substitutes", season.id))
    return own


async def look_at(
    interaction: Interaction, league: League, season: SeasonView, *, public: bool
) -> Glance:
    """Read the data of the season's message."""
    leagues, state = interaction.client.leagues, season.state
    me = None if public else interaction.user.id
    mine: tuple[LeagueTable, ...] = ()
    channels: Mapping[int, int] = {}
    if me is not None and state.phase == "running":
        own = {drawn.table for drawn in state.open_tables() if me in season.people(drawn.entries)}
        mine = tuple(await games.schedule(leagues, season.id, own))
        channels = await leagues.store.read(stored.channels_of, season.id, own)
    shown = [person for table in mine for person in table.people if person is not None]
    t = speaks_server(interaction) if public else speaks(interaction)
    names = await names_of(interaction, list(dict.fromkeys([*shown, *named_people(season)])), t)
    later = await season_lifecycle.newest(leagues, league.id, "sign-up")
    if later is not None and later.id == season.id:
        later = None  # a league has one sign-up at a time
    found, drawn = await bracket_in_message(interaction.client, league.guild_id, season, t), None
    if found is not None:
        await defer(interaction, public=public)
        theme = await theme_here(interaction.client, league.guild_id)
        drawn = await draw_soon(interaction, draw_bracket, found[0], theme=theme, t=t)
    cup = () if found is None else found[1]
    web = await web_of_season(interaction.client, league, season)
    here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    elsewhere = public and league.channel_id not in here
    return Glance(league, season, names, me, mine, channels, later, cup, drawn, web, elsewhere)


async def web_of_season(bot: TzolkinBot, league: League, season: SeasonView) -> str | None:
    """The address of a season on the web, or of its league while it is not drawn; None without."""
    page = season_page(season.number) if season.state.divisions else "index.html"
    return await web_address(bot, league.guild_id, f"{league_home(league.id)}{page}")


def here_button(t: Translations, season: SeasonView, *more: int) -> Part:
    """The button by which people check in; with one `more` word outside the season's message."""
    # Translators: button, at most 34 characters: says before a season is drawn that one is there to
    # play
    return to_page(t.gettext("I'm here"), "checkin", season.id, *more, style=GREEN)


async def show_season(
    interaction: Interaction,
    league: League,
    season: SeasonView,
    *,
    public: bool = False,
    notice: str | None = None,
) -> None:
    """Answer with the season, privately or publicly."""
    t = speaks_server(interaction) if public else speaks(interaction)
    seen = await look_at(interaction, league, season, public=public)
    pictures = [seen.drawn] if seen.drawn else []
    await answer_page(interaction, season_message(t, seen, notice), pictures, public=public)


@on_press(Stands.ANYWHERE)
async def season(interaction: Interaction, press: Press) -> None:
    """Show the season whose button was pressed."""
    league, season = await season_pressed(interaction, word_of(press.words, 0))
    await show_season(interaction, league, season)


# --- taking part --------------------------------------------------------------------------------


async def _say(
    interaction: Interaction, league: League, season: SeasonView, said: str, *, stays: bool = False
) -> None:
    """Say what a press has done, and show the season as it is now, in the public message whose
    button was pressed; one that `stays` is about something else."""
    if not stays and interaction.message is not None and not is_private(interaction):
        season = await interaction.client.leagues.read(season.id)  # others may have pressed, too
        seen = await look_at(interaction, league, season, public=True)
        view = season_message(speaks_server(interaction), seen)
        await interaction.response.edit_message(view=view)
        stays = True
    if stays:
        await tell(interaction, said)
    else:
        await show_season(interaction, league, season, notice=said)


async def ask_for_name(interaction: Interaction) -> None:
    """Ask once whether the name of who just came to a league may stand on pages, below the answer;
    until then it does not. The buttons are presses of `onpages` (/privacy pages)."""
    bot, t, me = interaction.client, speaks(interaction), interaction.user.id
    own = await bot.store.read(stored_settings.of_person, me)
    if own.asked_on_pages or own.on_pages != "hidden":
        return
    asked = replace(own, asked_on_pages=True, named_in_games=False)
    await time_passing.set_person_settings(bot.tables, me, asked)
    # Translators: a question to who has signed up for a league
    lines = ["### " + t.gettext("May your name be shown on web pages?"), t.gettext(WHERE_NAMED)]
    # Translators: button, one of two in a row, at most 24 characters: one's name may stand on web
    # pages; imperative
    show = button(t.gettext("Show my name"), "onpages", 0, word="named")
    # Translators: button, one of two in a row, at most 24 characters: on web pages one is
    # “Player 3”, say, and not named
    stay = button(t.gettext("Only a number"), "onpages", 0, word="hidden")
    later = small(t.gettext("You can change this at any time with /privacy pages."))
    view = message(text(*lines), row([show, stay]), text(later))
    await interaction.followup.send(view=view, ephemeral=True)


@on_press(Stands.ANYWHERE)
async def signup(interaction: Interaction, press: Press) -> None:
    """Sign up the person who pressed, on a message of any age."""
    league, season = await season_pressed(interaction, word_of(press.words, 0))
    leagues, t, me = interaction.client.leagues, speaks(interaction), interaction.user.id
    roles, name = roles_of(interaction), name_of(interaction.user)
    season = await people.sign_up(leagues, season.id, me, roles=roles, name=name)
    said = t.say(SIGNED_UP)
    if me in season.state.waiting:
        said = t.say(WAITING_LIST, n=season.state.waiting.index(me) + 1)
    await _say(interaction, league, season, said)
    await ask_for_name(interaction)


@on_press(Stands.ANYWHERE)
async def signoff(interaction: Interaction, press: Press) -> None:
    """Sign off the person who pressed."""
    league, season = await season_pressed(interaction, word_of(press.words, 0))
    season = await people.sign_off(interaction.client.leagues, season.id, interaction.user.id)
    if any(isinstance(one, Happened) for one in season.untold):  # somebody moved up
        interaction.client.dispatch("season_changed", season.id)
    said = speaks(interaction).gettext("Your sign-up is cancelled.")
    await _say(interaction, league, season, said)


@on_press(Stands.ANYWHERE)
async def checkin(interaction: Interaction, press: Press) -> None:
    """Check in the person who pressed."""
    league, season = await season_pressed(interaction, word_of(press.words, 0))
    season = await people.check_in(interaction.client.leagues, season.id, interaction.user.id)
    interaction.client.dispatch("season_changed", season.id)
    said = speaks(interaction).gettext("You are checked in. See you in the game!")
    await _say(interaction, league, season, said, stays=len(press.words) > 1)


@on_press(Stands.ANYWHERE)
async def late(interaction: Interaction, press: Press) -> None:
    """Explain what entering late means, and ask whether to."""
    _, season = await season_pressed(interaction, word_of(press.words, 0))
    t, state = speaks(interaction), season.state
    me, roles = interaction.user.id, roles_of(interaction)
    after = await people.late_entry_seen(interaction.client.leagues, season.id, me, roles=roles)
    lowest = len(state.divisions) - 1
    lines = [t.say(LATE_ENTRY, division=division_name(t, lowest))]
    lines += late_games_lines(t, after, lowest)
    # Translators: button, at most 34 characters; imperative: take part in a season that is being
    # played
    enter = to_page(t.gettext("Join now"), "enter", season.id, style=GREEN)
    await answer_page(interaction, message(text(*lines), row([enter])))


@on_press(Stands.ANYWHERE)
async def enter(interaction: Interaction, press: Press) -> None:
    """Enter the person who confirmed it late."""
    league, season = await season_pressed(interaction, word_of(press.words, 0))
    t, me = speaks(interaction), interaction.user.id
    leagues, roles = interaction.client.leagues, roles_of(interaction)
    season = await people.enter_late(leagues, season.id, me, roles=roles)
    interaction.client.dispatch("season_changed", season.id)  # further tables may open
    tables = sum(me in table.entries for table in season.state.tables.values())
    said = t.say(ENTERED_IN, division=division_name(t, season.state.division_of[me]), n=tables)
    await show_season(interaction, league, season, notice=said)
    await ask_for_name(interaction)


@on_press(Stands.ANYWHERE)
async def leaving(interaction: Interaction, press: Press) -> None:
    """Explain what leaving the season means, with the button that does it."""
    _, season = await season_pressed(interaction, word_of(press.words, 0))
    t, entry = speaks(interaction), season.entry_of(interaction.user.id)
    left = sum(entry in table.entries for table in season.state.open_tables())
    # Translators: button, one of two in a row, at most 24 characters: leave a season that is being
    # played
    give_up = to_page(t.gettext("Leave the season"), "withdraw", season.id, style=RED)
    # Translators: button, one of two in a row, at most 24 characters, beside “Leave the season”;
    # imperative
    stay = to_page(t.gettext("Stay"), "season", season.id)
    await answer_page(interaction, message(text(*giving_up_lines(t, left)), row([give_up, stay])))


@on_press(Stands.ANYWHERE)
async def withdraw(interaction: Interaction, press: Press) -> None:
    """Withdraw the entry of the person who pressed the red button. A second press is refused."""
    _, season = await season_pressed(interaction, word_of(press.words, 0))
    t, me = speaks(interaction), interaction.user.id
    await people.give_up(interaction.client.leagues, season.id, me)
    interaction.client.dispatch("season_changed", season.id)  # computers take the seats
    await answer_page(interaction, note(t.say(HAS_LEFT)))


# --- the bracket of a cup -------------------------------------------------------------------------


async def bracket_in_message(
    bot: TzolkinBot, guild_id: int, season: SeasonView, t: Translations
) -> tuple[Bracket, Sequence[str]] | None:
    """The bracket for the season's message, for its picture and as lines: that of the knock-out
    that is played or was played last; None for any other season."""
    division = season.state.drawn_divisions()[-1:]
    if not {*division} & {*knockouts_of(season.state)}:
        return None
    names = await names_at(bot, guild_id, season.state.entries_in(division[0]), t)
    tables = await games.schedule(bot.leagues, season.id)
    shown, told = (
        bracket_of(t, season, division[0], tables, called)
        for called in (names.plain, names.printed)
    )
    return shown, bracket_lines(t, told)
