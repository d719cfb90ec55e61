"""How moderators do acts, at tables and in seasons: a preview, a red button, a reason, the answer
and the news; and /moderate with the page of all they can do. Every command, press and sent form
checks again that the person is a moderator, so that buttons of former moderators do nothing. The
acts themselves and their texts are in `bot.moderation.table_acts`, and in
`bot.leagues.people_acts`, `result_acts` and `season_acts`."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.leagues.act import Preview, SeasonAct
from bot.leagues.acting import InSeason, at_table, season_act_for
from bot.leagues.queries import table_in
from bot.leagues.season_transaction import SeasonView
from bot.model.server import AuditEntry
from bot.moderation import desk, table_acts
from bot.moderation.at_tables import AtTable
from bot.moderation.desk import Act, Done, Place
from bot.process.work import in_thread
from bot.tables import Moderator, Table, computers
from bot.text.audit import TIME_WAS_OVER
from bot.text.leagues import PLACE, league_points_words
from bot.text.names import NO_PLACE
from bot.text.seasons import division_name
from bot.text.standings import league_points
from bot.text.translation import Translations
from bot.text.typed import escaped
from cogs.client import BotCog
from cogs.kit import buttons, layout, members
from cogs.kit.answering import speaks, tell
from cogs.kit.context import Interaction, Stands, name_of
from cogs.kit.leagues_named import season_pressed
from cogs.kit.pages import SEASON_NEWS
from cogs.moderation.audit_log import DO, UNDO, answer_words
from cogs.telling.carry_on import answer_and_carry_on

MORE_SECONDS = 24 * 3600
"""Seconds given by one press."""


# --- the way of an act ----------------------------------------------------------------------------


async def place_at(interaction: Interaction, table_id: int) -> AtTable:
    """The table as the place of acts."""
    bot = interaction.client
    return await at_table(bot.leagues, bot.tables, table_id)


async def propose(
    interaction: Interaction,
    moderator: Moderator,
    place: AtTable | InSeason,
    act: Act[Any],
    reason: str | None = None,
) -> None:
    """Answer with the preview of an act, at a league's table that of the season's act in its place;
    an act without a preview is done at once. The preview keeps a `reason` that is already given, as
    every undo has. Raises Refusal if the act would be refused."""
    if isinstance(place, AtTable) and act.undoes is None:
        table = await interaction.client.tables.table(place.id)
        instead = await season_act_for(interaction.client.leagues, table, act)
        if instead is not None:
            season, act = instead
            place = InSeason(interaction.client.leagues, season.id)
    if not act.asked():
        await do_now(interaction, moderator, place, act, reason)
        return
    if act.takes_long:
        await interaction.response.defer(ephemeral=True, thinking=True)
    anywhere: Place[Any, Any] = place
    found = await desk.preview(anywhere, moderator, act)
    t, lines = speaks(interaction), await preview_lines(interaction, act, found)
    if isinstance(found.before, SeasonView):
        lines = [escaped(found.before.settings.name), *lines]
    # Translators: button, at most 34 characters: does what the message says; imperative
    confirm = t.gettext("Confirm")
    after = t.gettext("This will be posted in the league's channel and the audit log.")
    if place.season_id is None:
        after = t.gettext("This will be posted at the table and in the audit log.")
    if act.needs_reason() and not reason:
        after += " " + t.gettext("You will be asked for a reason.")
    view = layout.message(
        layout.text(*layout.first_lines(["### " + t.gettext(act.asked()), *lines])),
        layout.row([act_button(confirm, place, act, style=buttons.RED)]),
        layout.text(layout.small(after)),
        layout.kept_text(reason) if reason else None,
    )
    if interaction.response.is_done():
        await interaction.followup.send(view=view, ephemeral=True)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


def act_button(
    label: str,
    place: AtTable | InSeason,
    act: Act[Any],
    verb: str = "act",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> ui.Button[Any]:
    """A button that does an act, or with the verb `actask` shows its preview."""
    table_id = place.table_id or 0
    if act.undoes is not None:
        return buttons.button(label, UNDO, table_id, word=f"{act.undoes}.{DO}", style=style)
    return buttons.button(label, verb, table_id, word=word_of(place, act), style=style)


def word_of(place: AtTable | InSeason, act: Act[Any]) -> str:
    """The word of a button for an act. The place is the season that it begins with, or else the
    table whose number the button carries."""
    return act.word() if isinstance(place, AtTable) else f"{place.id}.{act.word()}"


async def meant(
    interaction: Interaction, table_id: int, word: str
) -> tuple[AtTable | InSeason, Act[Any]]:
    """The place and the act that a press means. Raises Refusal for an unknown act."""
    place: AtTable | InSeason
    if table_id:
        place = await place_at(interaction, table_id)
    else:
        season_id, _, word = word.partition(".")
        place = InSeason(interaction.client.leagues, buttons.as_number(season_id))
    name, _, chosen = word.partition(".")
    kind: type[Act[Any]] | None = place.acts.get(name)
    if kind is None:
        raise buttons.old_button()
    try:
        act = kind.of_word(chosen, buttons.as_number)
    except ValueError:  # of another version
        raise buttons.old_button() from None
    if not act.asked():
        raise buttons.old_button()
    return place, act


@buttons.on_press(Stands.AT_THE_SERVER)
async def actask(interaction: Interaction, press: buttons.Press) -> None:
    """Show the preview of the act that a call of the moderators offers."""
    moderator = await members.staff_here(interaction)
    place, act = await meant(interaction, press.table, press.word)
    if isinstance(place, InSeason):
        await season_pressed(interaction, str(place.id))
    await propose(interaction, moderator, place, act)


@buttons.on_press(Stands.AT_THE_SERVER)
async def act(interaction: Interaction, press: buttons.Press) -> None:
    """Do the act of a preview whose red button was pressed. If the act needs a reason and the
    message keeps none, open the form for it; the form comes back to this handler."""
    moderator = await members.staff_here(interaction)
    place, act = await meant(interaction, press.table, press.word)
    reason = buttons.reason_of(press) or layout.text_kept(interaction.message)
    if act.needs_reason() and not reason:
        await interaction.response.send_modal(buttons.reason_form(speaks(interaction), press))
    else:
        await do_now(interaction, moderator, place, act, reason)


async def do_now(
    interaction: Interaction,
    moderator: Moderator,
    place: AtTable | InSeason,
    act: Act[Any],
    reason: str | None = None,
) -> None:
    """Do an act whose reason is given or that needs none, and answer."""
    if not interaction.response.is_done():
        await interaction.response.defer(ephemeral=True, thinking=True)
    if not reason and isinstance(place, InSeason):
        reason = reason_by_name(await interaction.client.leagues.read(place.id))
    await answer_done(interaction, await desk.do(place, moderator, act, reason or ""))


def reason_by_name(season: SeasonView) -> str:
    """The reason logged for acts that ask for none: the season's name with its number, since a name
    alone may be too short for a reason."""
    return f"{season.settings.name} ({season.number})"


async def answer_done(interaction: Interaction, done: Done[Any]) -> None:
    """Answer the moderator; then let the game go on, or tell the league's channel."""
    entry, after = done.entry, done.after
    answer = tell(interaction, await answer_words(interaction, entry))
    if isinstance(after, Table):
        await _play_on(interaction, answer, entry, after)
        return
    await answer
    await tell_done(interaction, done)


async def _play_on(
    interaction: Interaction, answer: Coroutine[Any, Any, None], entry: AuditEntry, table: Table
) -> None:
    bot = interaction.client
    if entry.season_id is not None:
        bot.dispatch("season_changed", entry.season_id)
    if entry.act == table_acts.PlayTurn.act:
        seat = entry.details["seat"]
        turns = await computers.time_over(bot.tables, table.id, seat, ordered=True)
        bot.dispatch("table_changed", table.id)
        await answer_and_carry_on(interaction, answer, table.id, turns)
    elif not table_acts.ACTS[entry.act].tells:
        await answer
    else:
        members.remember_name(bot, entry.guild_id, interaction.user.id, name_of(interaction.user))
        await answer_and_carry_on(interaction, answer, table.id)


async def tell_done(interaction: Interaction, done: Done[SeasonView]) -> None:
    """Tell the league's channel what was done, and let the season go on."""
    for tell_news in SEASON_NEWS:
        await tell_news(interaction, done.after)
    interaction.client.dispatch("season_changed", done.after.id)


# --- the call of the moderators after somebody's time has run out ---------------------------------


@buttons.on_press(Stands.AT_THE_SERVER)
async def outcomputer(interaction: Interaction, press: buttons.Press) -> None:
    """Let a computer take the turn that is due."""
    await _decide(interaction, press, table_acts.PlayTurn)


@buttons.on_press(Stands.AT_THE_SERVER)
async def outmore(interaction: Interaction, press: buttons.Press) -> None:
    """Give the seat another day."""
    await _decide(interaction, press, lambda seat: table_acts.ExtendTime(seat, MORE_SECONDS))


async def _decide(
    interaction: Interaction, press: buttons.Press, act: Callable[[int], table_acts.TableAct]
) -> None:
    """Do an act for the seat whose time is over. Raises Refusal if the seat has moved."""
    moderator = await members.staff_at(interaction, press.table)
    seat, version = press.numbers(2)
    opened = await interaction.client.tables.read(press.table)
    desk.must_belong(opened.table.guild_id, moderator)
    if opened.table.version != version or seat not in opened.waiting:
        raise table_acts.turn_gone()
    place = await place_at(interaction, press.table)
    await do_now(interaction, moderator, place, act(seat), TIME_WAS_OVER)


# --- /moderate ------------------------------------------------------------------------------------


@app_commands.guild_only()
class Moderate(
    BotCog,
    commands.GroupCog,
    group_name="moderate",
    # Translators: description of the command /moderate, at most 100 characters
    group_description=locale_str("For the moderators of this server"),
):
    """Moderators' commands: the page with all they can do, the log, and who they are."""

    # Translators: description of the command /moderate log, at most 100 characters
    @app_commands.command(name="log", description=locale_str("What moderators did: who, when, why"))
    async def log(self, interaction: Interaction) -> None:
        """Show the newest page of the audit log privately."""
        await buttons.work_on(interaction, buttons.Press("openlog", 0, "", "0.0.0"))

    @app_commands.command(
        name="page",
        # Translators: description of the command /moderate page, at most 100 characters
        description=locale_str("Everything moderators can do here, and what is waiting for them"),
    )
    async def page(self, interaction: Interaction) -> None:
        """Show what the button Moderate shows, for what this channel is about."""
        await buttons.work_on(interaction, buttons.Press("moderate", 0, "", ""))

    @app_commands.command(
        name="setup",
        # Translators: description of the command /moderate setup, at most 100 characters
        description=locale_str("Choose who moderates here (only for people who manage the server)"),
    )
    async def setup_moderators(self, interaction: Interaction) -> None:
        """Show who moderates, and where they are called, with the menus that change it."""
        await buttons.work_on(interaction, buttons.Press("modsetup", 0, "", ""))


# --- what an act would change, and points in its form ---------------------------------------------


async def preview_lines(
    interaction: Interaction, act: Act[Any], found: desk.Preview[Any]
) -> list[str]:
    """The act's own preview; in a season also the standings of the division that it changes."""
    t = speaks(interaction)
    if not isinstance(act, SeasonAct):
        return act.preview(t, members.seat_names(t, found.before).__getitem__, found)
    details = act.details()
    named = [details[key] for key in ("user_id", "entry") if details.get(key) is not None]
    names = await members.names_of(
        interaction,
        list(dict.fromkeys([*named, *[held[-1] for held in found.after.state.holders.values()]])),
    )
    lines = act.preview(t, names.printed, found)
    division = act.division_changed(found.before)
    if division is not None:
        lines += ["", *await standings_change(t, names, found, division)]
    return lines


async def standings_change(
    t: Translations, names: members.Names, found: Preview, division: int
) -> list[str]:
    """The standings of a division after the act. An entry that would move has its current place and
    points appended."""
    before, after = await in_thread(
        lambda: [table_in(one, division) for one in (found.before, found.after)]
    )
    assert after is not None
    was = {line.row.entry: line.row for line in before.lines} if before else {}
    # Translators: heading of a preview, then the name of a division
    head = t.gettext("Standings afterwards")
    lines = [f"**{head}** · {division_name(t, division)}"]
    for line in after.lines:
        now, old = line.row, was.get(line.row.entry)
        name = names.printed(line.holder)
        points = league_points(t, now.points)
        text_line = f"{NO_PLACE} {name} {points}"
        if now.place is not None:
            text_line = t.say(PLACE, place=now.place, name=name, points=points)
        if old is not None and (old.place, old.points) != (now.place, now.points):
            # Translators: behind a line of the standings as they would be: how it is now; {points}
            # is "7.5 points"
            text_line += " " + t.gettext("(now: place {place}, {points})").format(
                place=old.place or NO_PLACE, points=league_points_words(t, old.points)
            )
        lines.append(text_line)
    return lines


def ask_points(
    t: Translations,
    form: buttons.Form,
    names: Sequence[str],
    points4: Sequence[int] | None,
    forfeits: Sequence[int],
) -> None:
    """Add a line for the points of each seat, with those known."""
    for seat, name in enumerate(names):
        value = "" if points4 is None else f"{points4[seat] / 4:g}"
        form.ask(
            f"seat{seat + 1}",
            # Translators: label of a line in a form, at most 45 characters with the name
            t.gettext("Seat {n}: {name}").format(n=seat + 1, name=name),
            members.FORFEIT if seat in forfeits else value,
            most=10,
            needed=True,
            # Translators: shown in an empty line of a form, at most 100 characters: what to type;
            # the letter x must stay
            empty=t.gettext("points, or x for a loss by forfeit"),
        )


def points_of(typed: Mapping[str, str], seats: int) -> tuple[list[int], tuple[int, ...]]:
    """The points of each seat in quarters, from the lines of `ask_points`, and the seats that lost
    by forfeit. Raises Refusal for anything else, and where a seat has no line."""
    words = " ".join(typed.get(f"seat{n + 1}", "?").strip() or "?" for n in range(seats))
    return members.typed_result(words, seats=seats)
