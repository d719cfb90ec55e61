"""/today: the turn of the day, one's own mistakes as puzzles, and how a server did.

A puzzle has the private panel of a turn. Its buttons carry the verb `try`, and in their words the
verb and the word they have at a table.
"""

import asyncio
from functools import partial
from typing import Any, Literal

import discord
import structlog
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.ai.review import CLOSER
from bot.clocks import zone_named
from bot.engine.turn import END
from bot.model.advice import Advised
from bot.notation.position_line import read_position
from bot.refusal import Refusal
from bot.scene import scene_of
from bot.store import puzzles as stored
from bot.store import settings
from bot.tables import ServerSettings, puzzles
from bot.tables.puzzles import Solving
from bot.text.advice import way_lines
from bot.text.choices_in_one_tap import all_workers
from bot.text.computers import level_name
from bot.text.formats import listed, weekday_and_day
from bot.text.names import SEAT_LETTERS
from bot.text.puzzles import (
    day_title,
    lost_row,
    lost_words,
    mean_words,
    result_line,
    server_lines,
    streak_words,
    theme_words,
)
from bot.text.translation import Translations
from bot.text.turns import deeds_words
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of_server, speaks, speaks_server
from cogs.kit.buttons import (
    GREEN,
    PREFIX,
    Press,
    apart,
    as_number,
    button,
    custom_id,
    old_button,
    on_press,
    pressed_as,
)
from cogs.kit.context import Interaction, ask_for_much, may_speak, person
from cogs.kit.late_answers import fill
from cogs.kit.layout import Part, message, picture, printed, row, small, text, with_icons
from cogs.kit.loops import LoopCog, every
from cogs.kit.names import names_of, plain_names
from cogs.kit.pictures import files, private_pictures
from cogs.kit.places import Stands
from cogs.play.panel import explain_view, why_not_view
from cogs.play.shown import panel_with_picture
from cogs.play.turn import FROM_BEFORE
from rendering import draw_wheels

MORNING = 8
"""The hour from which a server's turn of the day is posted."""
MOST_CHARACTERS = 1100
"""The words about one turn have icons if they then have at most so many characters."""
MOST_PEOPLE = 10
LOOKS = ("explain", "whynot", "live")
CHANGES = ("do", "choose", "all", "instead", "undo", "confirm")
"""The verbs of a panel that work without a table."""
log = structlog.get_logger(__name__)


# --- the panel ------------------------------------------------------------------------------------


async def _show(
    interaction: Interaction, now: Solving, notice: str | None = None, tapped: int = 0
) -> None:
    """Fill the deferred answer with the panel of a try, or with its result."""
    if now.tried.lost is not None:
        days = await puzzles.streak_of(
            interaction.client.tables, interaction.user.id, interaction.guild_id
        )
        await fill(interaction, view=result_view(speaks(interaction), now, days), attachments=[])
        return
    view, attached = await panel_with_picture(
        interaction, now.turn, newcomer=False, notice=notice, tapped=tapped
    )
    for part in view.walk_children():
        if isinstance(part, ui.Select):
            part.options = [one for one in part.options if _works(one.value)]
            for one in part.options:
                one.value = _as_try(one.value)
        if isinstance(part, ui.Button | ui.Select):
            part.custom_id = _as_try(part.custom_id or "")
    await fill(interaction, view=view, attachments=attached)


def _works(value: str) -> bool:
    """Whether a menu's entry is no button, or one that works without a table."""
    return not value.startswith(PREFIX + ":") or pressed_as(value).verb in (*LOOKS, *CHANGES)


def _as_try(made: str) -> str:
    """The custom id of a button of a panel, for a try; anything else stays."""
    press = pressed_as(made)
    if press.verb not in (*LOOKS, *CHANGES):
        return made
    return custom_id("try", 0, press.stamp, f"{press.verb} {press.word}")


@on_press("try", Stands.ANYWHERE)
async def panel_pressed(interaction: Interaction, press: Press) -> None:
    """Do at a puzzle what the button does at a table."""
    tables, me = interaction.client.tables, person(interaction)
    verb, _, word = press.word.partition(" ")
    now = await puzzles.solving(tables, me, as_number(press.stamp.partition(".")[0]))
    turn, t = now.turn, speaks(interaction)
    if verb in LOOKS and now.tried.lost is None:
        await _look(interaction, now, verb)
        return
    await interaction.response.defer()
    if now.tried.lost is not None:
        await _show(interaction, now)
        return
    await puzzles.must_be_open(tables, now, me, interaction.guild_id)
    if press.stamp != turn.stamp:
        await _show(interaction, now, t.gettext(FROM_BEFORE))
        return
    prepared, more = turn.prepared, apart(press.value if verb == "choose" else word)
    tapped = len(more)
    if verb == "confirm":
        if interaction.client.look_back is None:
            raise Refusal("no-judge", "This bot has no computer to judge turns.")
        today = await puzzles.day_of(tables, me.id, interaction.guild_id)
        ask = interaction.client.look_back
        now = await puzzles.confirm(tables, ask, me, now, more if word else (), today)
        await _show(interaction, now)
        return
    if verb == "undo":
        steps = len(prepared) if word == "all" else as_number(word)
        actions, tapped = prepared[: -max(1, steps)], 0
    elif verb == "all":
        every = all_workers(t, turn.game, turn.seat)
        actions = (*prepared, *(every.actions if every else ()))
    elif verb == "instead":
        tapped, more = as_number(more[0]), more[1:]
        actions = (*prepared[: -len(more)], *more)
    elif verb in CHANGES:
        actions = (*prepared, *more)
    else:
        raise old_button()
    await _show(interaction, await puzzles.choose(tables, me, now, actions), tapped=tapped)


async def _look(interaction: Interaction, now: Solving, verb: str) -> None:
    """Answer privately with what helps: words about the choices, or the whole board."""
    turn, t = now.turn, speaks(interaction)
    if verb != "live":
        view = explain_view(t, turn) if verb == "explain" else why_not_view(t, turn)
        await interaction.response.send_message(view=view, ephemeral=True)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    scene = scene_of(turn.position, plain_names(t, turn.table), waiting=[turn.seat])
    drawn = await private_pictures(interaction, t, turn.table, scene)
    board = message(*(picture(one.filename, one.alt) for one in drawn))
    await fill(interaction, view=board, attachments=files(drawn))


# --- the result -----------------------------------------------------------------------------------


def result_view(t: Translations, now: Solving, days: int) -> ui.LayoutView:
    """What a try has lost, the computer's best turns with reasons, and what to do next."""
    puzzle, turn, tried = now.puzzle, now.turn, now.tried
    lost = tried.lost or 0.0
    told = f"{lost_row(lost)} **{lost_words(t, lost)}**"
    if tried.day is None:
        head = _mistakes_title(t)
        n = round(puzzle.lost)
        # Translators: about a turn of one's own game that was tried again
        words = t.ngettext(
            "In your game you lost about {n} point here.",
            "In your game you lost about {n} points here.",
            n,
        )
        lines = [told, words.format(n=n)]
    else:
        head = day_title(t, tried.day)
        lines = [" · ".join((told, *([streak_words(t, days)] if days else [])))]

    def deeds(t: Translations) -> list[str]:
        done = tuple(one for one in tried.prepared if one != END)
        # Translators: {deeds} as "2 workers placed on Tikal 0 and 1 (1 corn)"
        words = t.gettext("You: {deeds}")
        return [words.format(deeds=deeds_words(t, turn.begun, turn.seat, done))]

    parts: list[Part | None] = [
        text(f"### {head}", *lines, *with_icons(t, deeds, MOST_CHARACTERS)),
        # Translators: heading
        text("**" + t.gettext("What a computer would do") + "**"),
    ]
    for number, way in enumerate(puzzle.ways, 1):
        said = partial(_told, now=now, way=way, number=number if puzzle.ways[1:] else 0)
        parts.append(text(*with_icons(t, said, MOST_CHARACTERS)))
    # Translators: {level} is one of instant, easy, medium, hard, master
    words = t.gettext("From a computer of level {level}. You may well know better.")
    parts.append(text(small(words.format(level=level_name(t, CLOSER)))))
    buttons: list[Part] = []
    if tried.day is not None:
        if not tried.shared:
            # Translators: button: post the result for everybody; imperative
            share = t.gettext("Share")
            buttons.append(button(share, "todayshare", 0, word=str(puzzle.id), style=GREEN))
        # Translators: button, at most 24 characters: how a server did
        buttons.append(button(t.gettext("This server"), "today", 0, word="server"))
    buttons.append(button(_mistakes_title(t), "today", 0, word="mine"))
    return message(*parts, row(buttons))


def _told(t: Translations, now: Solving, way: Advised, number: int) -> list[str]:
    deeds, about = way_lines(t, now.turn.begun, now.turn.seat, way, number)
    return [deeds, *map(small, about)]


def _mistakes_title(t: Translations) -> str:
    # Translators: button, at most 24 characters, and heading: turns of one's own games, tried again
    return t.gettext("My mistakes")


@on_press("todayshare", Stands.ANYWHERE)
async def share_pressed(interaction: Interaction, press: Press) -> None:
    """Post the result of the day once, without giving the turn away."""
    tables, me = interaction.client.tables, person(interaction)
    now = await puzzles.solving(tables, me, press.number)
    if not await may_speak(interaction):
        return
    if now.tried.day is None:
        raise old_button()
    ask_for_much(interaction)
    await puzzles.share(tables, me, now)
    t = speaks_server(interaction)
    days = await puzzles.streak_of(tables, me.id, interaction.guild_id)
    line = result_line(t, now.puzzle.theme, now.tried.lost or 0.0, days)
    view = message(
        text(f"{printed(me.name)} · {day_title(t, now.tried.day)}", line), row([_try_it(t)])
    )
    await interaction.response.send_message(
        view=view, allowed_mentions=discord.AllowedMentions.none()
    )


def _try_it(t: Translations) -> ui.Button[Any]:
    # Translators: button, at most 34 characters: take the turn of the day; imperative
    return button(t.gettext("Try it"), "today", 0, style=GREEN)


# --- the pages ------------------------------------------------------------------------------------


async def _open(interaction: Interaction, page: str) -> None:
    """Answer privately with the turn of the day, one's own mistakes, or the server's page."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    t, tables, me = speaks(interaction), interaction.client.tables, person(interaction)
    here = interaction.guild_id or 0
    if page == "server":
        await fill(interaction, view=await _server_page(interaction, t, here))
    elif page == "mine":
        found = await puzzles.mistakes(tables, me, here)
        if found.now is None:
            if found.next is not None:
                # Translators: {day} as "Sun, 15 Mar"
                words = t.gettext("Nothing is due today. The next one comes back on {day}.")
                words = words.format(day=weekday_and_day(t, found.next))
            else:
                words = t.gettext(
                    "Nothing here yet. Have a finished game of yours reviewed: what lost you most "
                    "comes back here, after 1, 3, 9 and 27 days."
                )
            await fill(interaction, view=message(text(f"### {_mistakes_title(t)}", words)))
            return
        due = [f"{theme_words(t, theme)} {n}" for theme, n in found.due.most_common()]
        # Translators: {due} as "Building 2, Skulls 1"
        left = t.gettext("Due: {due}").format(due=listed(t, due))
        await _show(interaction, found.now, f"**{_mistakes_title(t)}** · {left}")
    else:
        now = await puzzles.of_today(tables, me, here)
        assert now.tried.day is not None
        # Translators: what to do with the turn of the day
        words = t.gettext("Which turn brings the most points in the end? You have one try.")
        await _show(interaction, now, f"**{day_title(t, now.tried.day)}**\n{words}")


async def _server_page(interaction: Interaction, t: Translations, here: int) -> ui.LayoutView:
    tables, me = interaction.client.tables, interaction.user.id
    today = await puzzles.day_of(tables, me, here)
    people, servers = await puzzles.week_of(tables, here, today)
    named = [one for one in people if one.user_id][:MOST_PEOPLE]
    names = await names_of(interaction, [one.user_id for one in named])
    lines = []
    for number, one in enumerate(named, 1):
        # Translators: what somebody made of the turns of the last seven days: "3 of 5 found"
        words = t.gettext("{found} of {tries} found").format(found=one.found, tries=one.tries)
        who = names.printed(one.user_id)
        lines.append(f"{number}. {who}: {words}, {mean_words(t, one.mean)}")
    if not people:
        lines.append(t.gettext("Nobody here took a turn of the day in the last seven days."))
    # Translators: heading
    title = "### " + t.gettext("Turns of the last seven days")
    return message(
        text(title, *lines), text(*said) if (said := server_lines(t, servers, here)) else None
    )


@on_press("today", Stands.ANYWHERE)
async def today_pressed(interaction: Interaction, press: Press) -> None:
    """Open a page of /today."""
    await _open(interaction, press.word)


class Today(LoopCog):
    """The command, and the loop that posts the turn of the day and makes puzzles ahead."""

    def __init__(self, bot: TzolkinBot) -> None:
        super().__init__(bot)
        self._making = asyncio.Lock()

    @app_commands.command(
        name="today",
        description=locale_str("The turn of the day: find the best turn, the same for everybody"),
    )
    @app_commands.describe(
        show=locale_str("Your own mistakes to try again, or how this server did")
    )
    @app_commands.guild_only()
    async def today(
        self, interaction: Interaction, show: Literal["mine", "server"] | None = None
    ) -> None:
        """Answer privately with a page."""
        await _open(interaction, show or "")

    @every(60, "the turn of the day")
    async def look(self) -> None:
        """Post the turn of the day where it is morning, and begin to make puzzles if some are
        missing and nobody else does."""
        bot = self.bot
        chosen = await bot.store.read(settings.of_servers, ServerSettings)
        for guild_id, one in chosen.items():
            if one.puzzle_channel is not None and bot.mine.have(guild_id):
                await bot.guarded(
                    self._post(guild_id, one, one.puzzle_channel), "a turn of the day"
                )
        if bot.look_back is not None and not self._making.locked() and await bot.is_first():
            bot.in_background(self._make_more(), "making puzzles")

    async def _make_more(self) -> None:
        async with self._making:
            assert self.bot.look_back is not None
            await puzzles.make_more(self.bot.tables, self.bot.look_back)

    async def _post(self, guild_id: int, chosen: ServerSettings, channel_id: int) -> None:
        bot, guild = self.bot, self.bot.get_guild(guild_id)
        now = bot.tables.now().astimezone(zone_named(chosen.zone))
        if guild is None or now.hour < MORNING:
            return
        day, noted = now.date(), "puzzle_posted"
        async with bot.tables.alone("today", guild_id):
            known = await bot.store.read(settings.get, "guild", guild_id)
            if known.get(noted) == f"{day}":
                return
            try:
                puzzle = await bot.store.read(
                    stored.by_id, await puzzles.puzzle_of(bot.tables, day)
                )
            except Refusal:
                return
            assert puzzle is not None
            t, position = language_of_server(bot, guild), read_position(puzzle.position)
            names = SEAT_LETTERS[: len(position.players)]
            scene = scene_of(position, names, waiting=[position.turn_seat])
            theme = chosen.theme or bot.settings.theme
            drawn = await bot.pool.draw(draw_wheels, scene, theme=theme, t=t)
            # Translators: {seat}: the letter of a seat on the picture
            words = t.gettext("It is the turn of {seat}. Which is the best?")
            view = message(
                picture(drawn.filename, drawn.alt),
                text(f"### {day_title(t, day)}", words.format(seat=names[position.turn_seat])),
                row([_try_it(t)]),
            )
            channel = bot.get_partial_messageable(channel_id, guild_id=guild_id)
            try:
                await channel.send(view=view, files=files([drawn]))
            except (discord.Forbidden, discord.NotFound) as error:
                log.warning("turn of the day not posted", server=guild_id, reason=str(error))
            await bot.store.write(
                settings.change, "guild", guild_id, {noted: f"{day}"}, at=bot.tables.now()
            )


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Today(bot))
