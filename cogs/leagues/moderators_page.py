"""The moderators' page: first what waits for them, then everything they can do: with a season, a
table, a person. The log is the audit log's page.

The button Moderate (verb `moderate`) opens it; its word, or its table, says what it is about. A
choice of an act (verb `moddo`) opens the act's form, or its preview at once; the form that is sent
comes back to the same handler.

Undoing an entry that was chosen on a page of the audit log: a form for the reason, the preview,
and the act. Whether it is possible is decided anew at every step.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from discord import ui

from bot.leagues import games, season_lifecycle
from bot.leagues.acting import place_of
from bot.leagues.season_lifecycle import FEWEST_PLAYERS
from bot.leagues.season_transaction import SeasonView
from bot.model.league import League
from bot.moderation import at_tables
from bot.moderation.desk import no_entry
from bot.refusal import Refusal
from bot.seasons.drawing import rounds_left, stage_due
from bot.seasons.season import open_disputes
from bot.store import moderation, tables
from bot.tables import AuditEntry, Moderator
from bot.text.leagues import (
    TABLE,
    TABLES_OVER,
    result_words,
    season_title,
    seated_names,
    status_name,
)
from bot.text.seasons import division_words
from bot.text.standings import dispute_line
from bot.text.translation import Translations, moment
from bot.text.typed import escaped
from cogs.kit import buttons, layout, members
from cogs.kit.answering import fill, speaks, tell
from cogs.kit.context import Interaction, Stands
from cogs.kit.pages import defer
from cogs.leagues import founding
from cogs.leagues.league_channel import is_lost
from cogs.leagues.waiting import (
    SERVER,
    Here,
    going_lines,
    here_named,
    of_channel,
    time_outs_words,
    waiting,
)
from cogs.leagues.ways import WAYS, Way, answers_of, form_for, must_leave, offered
from cogs.moderation.acts import do_now, propose
from cogs.moderation.audit_log import DO, UNDO, answer_words, log_button, undo_of
from cogs.moderation.set_up import setup_button

# --- what comes next ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """What comes next."""

    line: str
    act: str = ""
    """The name of the way (`cogs.leagues.ways`) that does it; empty where nothing can be done."""
    page: str = ""
    """The word of the page on which it is done, if that is another one."""


def step_on_server(t: Translations, leagues: Sequence[League]) -> Step:
    """The next step on the page of a server."""
    if not leagues:
        return Step(t.gettext("Next: create the first league."), "found")
    if len(leagues) > 1:
        return Step(t.gettext("Next: choose a league from the menu below."))
    [league] = leagues
    words = t.gettext("Next: go on with {league}.").format(league=escaped(league.name))
    return Step(words, page=f"l{league.id}")


def step_in_league(
    t: Translations,
    here: Here,
    seasons: Sequence[SeasonView],
    there: Container[str],
    now: datetime,
    *,
    lost: bool,
) -> Step:
    """The next step on the page of a league or its season. `seasons` are all of the league, oldest
    first, `there` the names of what can be done now; `lost` says that the league's channel is gone,
    or that the bot may not write there any more."""
    if lost:
        channel = f"<#{here.home.channel_id}>"
        words = t.gettext(
            "Next: choose another channel; {channel} is gone, or I no longer have the "
            "permissions I need there."
        )
        return Step(words.format(channel=channel), "move")
    number = 0 if here.season is None else here.season.number
    newer = [one for one in seasons if one.number > number and one.state.phase != "cancelled"]
    match here.phase:
        case "sign-up":
            return _in_sign_up(t, here.played, seasons)
        case "running":
            return _while_running(t, here.played, there, now)
        case _ if newer:
            words = t.gettext("Next: go on with {season}.")
            return Step(words.format(season=newer[-1].title), page=f"s{newer[-1].id}")
        case "":
            return Step(t.gettext("Next: prepare the first season."), "new")
        case _:
            return Step(t.gettext("Next: prepare the next season."), "new")


def _in_sign_up(t: Translations, season: SeasonView, seasons: Sequence[SeasonView]) -> Step:
    until, missing = season.settings.drawn_at, FEWEST_PLAYERS - len(season.state.signed_up)
    before = [one for one in seasons if one.state.phase == "running"]
    if before:
        words = t.gettext("Next: close {season}, then draw this one.")
        return Step(words.format(season=before[-1].title), page=f"s{before[-1].id}")
    if missing > 0:
        words = t.ngettext(
            "Next: wait until {n} more player has signed up.",
            "Next: wait until {n} more players have signed up.",
            missing,
        )
        return Step(words.format(n=missing))
    if until is not None:
        # Translators: {moment} is relative, such as “in 3 days”
        words = t.gettext("Next: I will draw the season {moment}, or you can do it now.")
        return Step(words.format(moment=moment(until)), "draw")
    return Step(t.gettext("Next: draw the season once everybody has signed up."), "draw")


def _while_running(
    t: Translations, season: SeasonView, there: Container[str], now: datetime
) -> Step:
    state, starts, ends = season.state, season.settings.starts, season.settings.ends
    still = len(state.open_tables())
    if open_disputes(state.disputes):
        return Step(t.gettext("Next: decide the disputes below."))
    if still:
        if starts is not None and starts > now:
            # Translators: {moment} is relative, such as “in 3 days”
            words = t.gettext("Next: I will open the first tables {moment}.")
            return Step(words.format(moment=moment(starts)))
        words = t.ngettext(
            "Next: wait for {n} more result; new tables open by themselves.",
            "Next: wait for {n} more results; new tables open by themselves.",
            still,
        )
        return Step(words.format(n=still))
    rounds = any(rounds_left(state, division) for division in state.drawn_divisions())
    if rounds or (stage_due(state) and "close" not in there):
        return Step(t.gettext("Next: wait a moment; I will draw what comes next."))
    if "close" not in there:
        return Step(t.gettext("Next: make the decisions that are waiting below."))
    if ends is not None and ends > now:
        # Translators: {moment} is relative, such as “in 3 days”
        words = t.gettext("Next: I will close the season {moment}, or you can do it now.")
        return Step(words.format(moment=moment(ends)), "close")
    return Step(t.gettext("Next: close the season; all tables are over."), "close")


@buttons.on_press(Stands.ANYWHERE)
async def moderate(interaction: Interaction, press: buttons.Press) -> None:
    """Show the moderators' page: a press on the page itself replaces it, any other press gets it in
    a new message. Who manages the server without moderating it is offered to say who moderates."""
    try:
        moderator = await members.staff_here(interaction)
    except Refusal:
        if interaction.guild is None or not interaction.permissions.manage_guild:
            raise
        view = layout.message(layout.row([setup_button(speaks(interaction))]))
        await interaction.response.send_message(view=view, ephemeral=True)
        return
    word, _, page = (press.value if press.values else press.word).partition(" ")
    if word.isdigit():  # a person, chosen in a season
        word = f"{press.word}.p{word}"
    if press.table:
        here = await here_named(interaction, moderator, f"t{press.table}")
    elif word:
        here = await here_named(interaction, moderator, word)
    else:
        here = await of_channel(interaction, moderator)
    await show_page(interaction, here, buttons.as_number(page or "0"))


@buttons.on_press(Stands.ANYWHERE)
async def moddo(interaction: Interaction, press: buttons.Press) -> None:
    """Open the form of an act, or do what follows where nothing is asked or all is answered."""
    moderator = await members.staff_here(interaction)
    word, _, name = press.word.rpartition(" ")
    if press.values:
        word, name = press.word, press.value
    if name not in WAYS:
        raise buttons.old_button()
    here, way = await here_named(interaction, moderator, word), WAYS[name]
    must_leave(here, way)
    if not press.typed and not press.chosen:
        opens = buttons.Press("moddo", 0, "", f"{here.word} {name}")
        form = await form_for(interaction, here, name, opens)
        if form is not None:
            await interaction.response.send_modal(form)
            return
    await way.do(interaction, here, await answers_of(interaction, way, press))


async def show_page(interaction: Interaction, here: Here, page: int = 0) -> None:
    """Answer with the page, in place of a private page whose button was pressed; `page` is that of
    its list of tables."""
    await defer(interaction)
    if here.person is not None:
        view = await _of_person(interaction, here)
    elif here.number is not None or here.table is not None:
        view = await _of_table(interaction, here)
    else:
        view = await _of_season(interaction, here, page)
    await fill(interaction, view=view)


# --- the server, a league, a season ---------------------------------------------------------------


async def _of_season(interaction: Interaction, here: Here, page: int) -> ui.LayoutView:
    t, season, league = speaks(interaction), here.season, here.league
    leagues = interaction.client.leagues
    known = await season_lifecycle.leagues_of(leagues, here.moderator.guild_id)
    title = "### " + t.gettext("Moderate")
    if season is not None and league is not None:
        head = season_title(t, season.number, escaped(league.name), season.state.phase)
        title += " · " + escaped(season.settings.name)
        lines = [title, layout.small(head)]
        state, counting = season.state, season.state.tables.keys() - season.state.voided
        if counting:
            over = counting & state.results.keys()
            lines.append(layout.small(t.say(TABLES_OVER, finished=len(over), all=len(counting))))
    elif league is not None:
        lines = [f"{title} · {escaped(league.name)}"]
    else:
        lines = [title]
        if not known:
            lines.append(founding.about_leagues(t))
    if league is None:
        step = step_on_server(t, known)
        there = await offered(interaction, here, "server")
    else:
        there = await offered(interaction, here, "season")
        seasons = await season_lifecycle.seasons_of(leagues, league.id)
        assert interaction.guild is not None
        lost = is_lost(interaction.guild, league)
        step = step_in_league(t, here, seasons, there, leagues.now(), lost=lost)
    tables, pages = await _tables(interaction, here, page)
    turns = buttons.turning(t, page, pages, "moderate", f"{here.word} ")
    last = [log_button(t, league.id if league else 0, season.id if season else 0)]
    if league is None and interaction.permissions.manage_guild:
        last.append(setup_button(t))
    return layout.message(
        layout.text(*lines, f"**{step.line}**"),
        _green(t, here, step),
        *await waiting(interaction, here),
        ui.Separator(),
        _menu_of(t, here, there, but=step.act),
        *tables,
        layout.row(turns) if turns else None,
        _anybody(t, here),
        *await _others(interaction, here),
        layout.row(last),
    )


def _green(t: Translations, here: Here, step: Step) -> layout.Part | None:
    """The button of the next step; None where nothing can be pressed."""
    if step.act:
        verb, word, label = "moddo", f"{here.word} {step.act}", t.gettext(WAYS[step.act].label)
    elif step.page:
        # Translators: button, at most 34 characters: leads to another page, where the next step is
        verb, word, label = "moderate", step.page, t.gettext("Go to the next step")
    else:
        return None
    return layout.row([buttons.button(label, verb, 0, word=word, style=buttons.GREEN)])


def _menu_of(
    t: Translations, here: Here, there: Mapping[str, Way], but: str = ""
) -> layout.Part | None:
    """The menu of everything that is possible, but for the next step; None where that is all."""
    options = [
        layout.option(t.gettext(way.label), name) for name, way in there.items() if name != but
    ]
    if not options:
        return None
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters
    placeholder = t.gettext("What do you want to do?")
    return layout.row(
        [buttons.select(options, "moddo", 0, word=here.word, placeholder=placeholder)]
    )


async def _tables(interaction: Interaction, here: Here, page: int) -> tuple[list[layout.Part], int]:
    """A menu of the tables: those of the season, or else the open ones of the server; and its
    number of pages."""
    t, found = speaks(interaction), list[tuple[str, str, str]]()
    if here.season is not None:
        known = await games.schedule(interaction.client.leagues, here.season.id)
        known.sort(key=lambda one: (here.state.is_over(one.number), one.number))
        sitting = [one for table in known for one in table.people if one is not None]
        names = await members.names_of(interaction, list(dict.fromkeys(sitting)))
        for one in known:
            people = ", ".join(seated_names(t, one.people, names.plain))
            label = f"{t.say(TABLE, n=one.number)} · {people}"
            found.append((f"s{here.season.id}.t{one.number}", label, status_name(t, one.status)))
    elif here.league is None:
        store = interaction.client.store
        for game in await store.read(tables.open_games_at, here.moderator.guild_id):
            people = ", ".join(seat.name for seat in game.seats)
            found.append((f"t{game.id}", f"{game.id} · {people}", game.status))
    if not found:
        return [], 0
    pages = -(-len(found) // layout.MOST_CHOICES)
    shown = found[min(page, pages - 1) * layout.MOST_CHOICES :][: layout.MOST_CHOICES]
    options = [layout.option(label, value, hint) for value, label, hint in shown]
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters
    placeholder = t.gettext("Choose a table")
    menu = buttons.select(options, "moderate", 0, word="tables", placeholder=placeholder)
    return [layout.row([menu])], pages


def _anybody(t: Translations, here: Here) -> layout.Part | None:
    """The menu of everybody on the server, on the page of a season."""
    if here.season is None:
        return None
    anybody: ui.UserSelect[ui.LayoutView] = ui.UserSelect(
        **buttons.menu_ids("moderate", 0, "anybody", here.word),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        placeholder=t.gettext("Choose a person"),
    )
    return layout.row([anybody])


async def _others(interaction: Interaction, here: Here) -> list[layout.Part]:
    """A menu of the other seasons and leagues of the server, and the server itself."""
    t, leagues = speaks(interaction), interaction.client.leagues
    options = []
    if here.league is not None and here.moderator.staff_of is None:
        # Translators: in a menu of the moderators' page: the server with all its leagues and tables
        options.append(layout.option(t.gettext("The whole server"), SERVER))
    if here.league is not None:
        for season in reversed(await season_lifecycle.seasons_of(leagues, here.league.id)):
            if here.season is None or season.id != here.season.id:
                options.append(layout.option(season.settings.name, f"s{season.id}"))
    for league in await season_lifecycle.leagues_of(leagues, here.moderator.guild_id):
        other = here.league is None or league.id != here.league.id
        if other and here.moderator.rank(league.id):
            options.append(layout.option(league.name, f"l{league.id}"))
    if not options:
        return []
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters
    placeholder = t.gettext("Another season or league")
    menu = buttons.select(
        options[: layout.MOST_CHOICES], "moderate", 0, word="other", placeholder=placeholder
    )
    return [layout.row([menu])]


# --- a table, a person ----------------------------------------------------------------------------


def _back(t: Translations, here: Here) -> layout.Part:
    word = SERVER if here.season is None else f"s{here.season.id}"
    # Translators: button, one of two in a row, at most 24 characters: to the page before
    return buttons.button(t.gettext("Back"), "moderate", 0, word=word)


async def _of_table(interaction: Interaction, here: Here) -> ui.LayoutView:
    t, table, number = speaks(interaction), here.table, here.number
    lines, ways_to, people = [], [_back(t, here)], None
    if number is not None:
        state, result = here.state, here.state.results.get(number)
        sitting = [state.holder(entry) for entry in state.tables[number].entries]
        played = [line.player for line in result.lines] if result is not None else []
        decides = here.moderator.rank(here.home.id) == "moderates"
        disputes = open_disputes(state.disputes, number).values() if decides else ()
        named = [*sitting, *played, *(one.person for one in disputes)]
        names = await members.names_of(interaction, [one for one in named if one is not None])
        head = f"{t.say(TABLE, n=number)} · {escaped(here.played.settings.name)}"
        lines = [f"### {head}", ", ".join(map(names.printed, sitting))]
        if number in state.voided:
            lines.append(status_name(t, "voided"))
        elif result is not None:
            lines.append(result_words(t, result, seated_names(t, played, names.printed)))
        lines += [f"⚠️ {dispute_line(t, names.printed(one.person), one)}" for one in disputes]
        seated = [
            layout.option(names.plain(one), f"s{here.played.id}.p{one}")
            for one in dict.fromkeys(sitting)
        ]
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        choose = t.gettext("Choose a player")
        people = layout.row(
            [buttons.select(seated, "moderate", 0, word="people", placeholder=choose)]
        )
    else:
        lines = [
            "### " + t.gettext("table {number}").format(number=here.game.id),
            ", ".join(layout.printed(name) for name in members.plain_names(t, here.game)),
        ]
    if table is not None:
        lines += await going_lines(interaction, here)
        url = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
        ways_to.append(ui.Button(label=t.gettext("Go to the table"), url=url))
    acts = _menu_of(t, here, await offered(interaction, here, "table"))
    parts = await waiting(interaction, here)
    return layout.message(layout.text(*lines), *parts, acts, people, layout.row(ways_to))


async def _of_person(interaction: Interaction, here: Here) -> ui.LayoutView:
    t, person, state = speaks(interaction), here.person, here.state
    assert person is not None
    names = await members.names_of(interaction, [person])
    lines = [f"### {names.printed(person)}", escaped(here.played.settings.name)]
    for entry in state.holders:
        if state.holder(entry) == person:
            lines += _entry_lines(t, here, entry)
    if person in state.substitutes:
        # Translators: on the moderators' page: of a person
        lines.append(t.gettext("On the list of substitutes"))
    menu = _menu_of(t, here, await offered(interaction, here, "person"))
    return layout.message(
        layout.text(*layout.first_lines(lines)), menu, layout.row([_back(t, here)])
    )


def _entry_lines(t: Translations, here: Here, entry: int) -> list[str]:
    """Lines about one place in the season: its division, its open tables, its time-outs."""
    state = here.state
    where = [division_words(t, state, state.division_of[entry])]
    if entry in state.withdrawn:
        # Translators: of a player who has left a season; verb; behind the name
        where.append(t.gettext("has left the season"))
    mine = [t.say(TABLE, n=one.table) for one in state.open_tables() if entry in one.entries]
    # Translators: of a player in a season; {tables} are “Table 3, Table 5”, or 0
    tables = t.gettext("open tables: {tables}").format(tables=", ".join(mine) or "0")
    lines = [" · ".join(where), tables]
    if times := state.time_outs_of(entry):
        lines.append(time_outs_words(t, times))
    return lines


@buttons.on_press(Stands.ANYWHERE)
async def modundo(interaction: Interaction, press: buttons.Press) -> None:
    """Undo an entry: ask for the reason, then show the preview, then do it. What has no preview is
    done once its reason is given."""
    moderator = await members.staff_here(interaction)
    number, _, step = (press.value if press.values else press.word).partition(".")
    entry = await interaction.client.store.read(moderation.by_id, buttons.as_number(number))
    if entry is None or entry.guild_id != moderator.guild_id:
        raise no_entry()
    act = await undo_of(interaction, moderator, entry)
    reason = buttons.reason_of(press) or (
        layout.text_kept(interaction.message) if step == DO else ""
    )
    if not reason:
        opens = buttons.Press(UNDO, 0, "", str(entry.id))
        await interaction.response.send_modal(buttons.reason_form(speaks(interaction), opens))
        return
    if act is None:
        await _give_back(interaction, moderator, entry, reason)
        return
    bot = interaction.client
    place = await place_of(bot.leagues, bot.tables, entry)
    await (do_now if step == DO else propose)(interaction, moderator, place, act, reason)


async def _give_back(
    interaction: Interaction, moderator: Moderator, entry: AuditEntry, reason: str
) -> None:
    """Undo an entry about a league or the settings of the server."""
    if entry.act == at_tables.SET_UP:
        done = await at_tables.undo_set_up(interaction.client.tables, moderator, entry, reason)
        interaction.client.dispatch("leagues_changed", entry.guild_id)
        await tell(interaction, await answer_words(interaction, done))
        return
    await founding.give_back(interaction, moderator, entry, reason)
