"""/today: the turn of the day and those of the last days, one's own mistakes as puzzles, and how a
server did.

A puzzle has the private panel of a turn. Its buttons carry the verb `try`, and in their words the
verb and the word they have at a table.
"""

import asyncio
from collections import Counter
from contextlib import suppress
from datetime import date
from http import HTTPStatus
from typing import Any, Literal

import discord
import structlog
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.ai.advice import CLOSER
from bot.clocks import zone_named
from bot.engine.position import Position
from bot.engine.turn import END
from bot.model.notes import DayChannelLost, TurnOfDay
from bot.notation.position_line import read_position
from bot.refusal import Refusal
from bot.scene import Scene, scene_of
from bot.store import outbox, settings
from bot.store import puzzles as stored
from bot.tables import ServerSettings, practice
from bot.tables.lobby import COMPUTER_NAMES
from bot.tables.practice import Solving
from bot.text.advice import THEME_WORDS, comparison, day_title, mean_words, tried_words, try_line
from bot.text.choices_in_one_tap import all_workers
from bot.text.leagues import PLAYER_NUMBER
from bot.text.names import SEAT_LETTERS
from bot.text.translation import N_, Translations, listed, weekday_and_day
from bot.text.turns import deeds_words
from cogs.client import LoopCog, TzolkinBot, every
from cogs.kit import answering, context, layout
from cogs.kit.buttons import (
    GREEN,
    Press,
    apart,
    as_number,
    button,
    custom_id,
    old_button,
    on_press,
    pressed_as,
    select,
)
from cogs.kit.members import names_of, plain_names
from cogs.kit.pages import theme_here
from cogs.kit.pictures import files, private_pictures
from cogs.play.panel import explain_view, why_not_view
from cogs.play.plan import MOST_HINT_CHARACTERS, by_level, way_parts
from cogs.play.shown import Drawn
from cogs.play.turn import FROM_BEFORE
from cogs.telling.dispatcher import once, tell_server, tells
from cogs.telling.moderators_called import NowhereError, call_moderators_there
from rendering import Picture, draw_wheels

MORNING = 8
"""The hour from which a server's turn of the day is posted."""
MOST_PEOPLE = 10
LOOKS = ("explain", "whynot", "live")
WORK = (*LOOKS, "do", "choose", "everyworker", "instead", "undo", "confirm")
"""The verbs of a panel that work without a table."""
log = structlog.get_logger(__name__)


# --- the panel ------------------------------------------------------------------------------------


async def _show(
    interaction: context.Interaction, now: Solving, notice: str | None = None, tapped: int = 0
) -> None:
    """Fill the deferred answer with the panel of a try, or with its result."""
    if now.tried.lost is not None:
        tables, user = interaction.client.tables, interaction.user.id
        days = await practice.streak_of(tables, user, interaction.guild_id)
        await answering.fill(
            interaction, view=result_view(answering.speaks(interaction), now, days), attachments=[]
        )
        return
    drawn = Drawn(
        interaction, now.turn, newcomer=False, notice=notice, tapped=tapped,
        made_over=_for_a_try,
    )  # fmt: skip
    view, attached = await drawn.in_time()
    shown = await answering.fill(interaction, view=view, attachments=attached)
    drawn.follow(shown.id)


def _for_a_try(view: ui.LayoutView) -> ui.LayoutView:
    """Make the buttons of a panel act on a try, and leave out options of menus that need a table;
    change the view and return it."""
    for part in view.walk_children():
        if isinstance(part, ui.Select):  # of a menu of buttons, each option is one
            part.options = [
                one for one in part.options if pressed_as(one.value).verb in ("", *WORK)
            ]
            for one in part.options:
                one.value = _as_try(one.value)
        if isinstance(part, ui.Button | ui.Select):
            part.custom_id = _as_try(part.custom_id or "")
    return view


def _as_try(made: str) -> str:
    """The custom id by which a button of a panel acts on a try; that of any other button stays."""
    press = pressed_as(made)
    if press.verb not in WORK:
        return made
    return custom_id("tryout", 0, press.stamp, f"{press.verb} {press.word}")


@on_press(context.Stands.ANYWHERE)
async def tryout(interaction: context.Interaction, press: Press) -> None:
    """Do at a puzzle what the button does at a table."""
    tables, me, t = (
        interaction.client.tables,
        context.person(interaction),
        answering.speaks(interaction),
    )
    verb, _, word = press.word.partition(" ")
    now = await practice.solving(tables, me, as_number(press.stamp.partition(".")[0]))
    if verb in LOOKS:
        await _look(interaction, now, verb)
        return
    await interaction.response.defer()
    if now.tried.lost is not None:
        await _show(interaction, now)
        return
    await practice.must_be_open(tables, now, me, interaction.guild_id)
    turn, tapped = now.turn, 0
    prepared, more = turn.prepared, apart(press.value if verb == "choose" else word)
    if press.stamp != turn.stamp:
        await _show(interaction, now, t.gettext(FROM_BEFORE))
        return
    if verb == "confirm":
        ask = interaction.client.look_back
        if ask is None:
            raise Refusal("no-judge", "This bot has no computer player that can judge turns.")
        today = await practice.day_of(tables, me.id, interaction.guild_id)
        again = Refusal(
            "judging", "Your turn is being judged; you will see the result in a moment."
        )
        with interaction.client.once.only(("try", me.id, press.stamp), again):
            context.ask_for_much(interaction)
            now = await practice.confirm(tables, ask, me, now, more if word else (), today)
        await _show(interaction, now)
        return
    if verb == "undo":
        actions = () if word == "all" else prepared[: -max(1, as_number(word))]
    elif verb == "instead":
        tapped, more = as_number(more[0]), more[1:]
        actions = (*prepared[: -len(more)], *more)
    elif verb in WORK:
        every = all_workers(t, turn.game, turn.seat) if verb == "everyworker" else None
        more = every.actions if every else more
        actions, tapped = (*prepared, *more), len(more)
    else:
        raise old_button()
    await _show(interaction, await practice.choose(tables, me, now, actions), tapped=tapped)


async def _look(interaction: context.Interaction, now: Solving, verb: str) -> None:
    """Answer privately with what helps: words about the choices, or the whole board."""
    turn, t = now.turn, answering.speaks(interaction)
    if verb != "live":
        view = explain_view(t, turn) if verb == "explain" else why_not_view(t, turn)
        await interaction.response.send_message(view=view, ephemeral=True)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    scene = scene_of(turn.position, plain_names(t, turn.table), waiting=[turn.seat])
    drawn = await private_pictures(interaction, t, turn.table, scene)
    if not drawn:
        raise context.picture_late()
    board = layout.message(*(layout.picture(one.filename, one.alt) for one in drawn))
    await answering.fill(interaction, view=board, attachments=files(drawn))


# --- the result -----------------------------------------------------------------------------------


def result_view(t: Translations, now: Solving, days: int) -> ui.LayoutView:
    """What a try has lost, the computer's best turns with reasons, and what to do next."""
    puzzle, turn, tried = now.puzzle, now.turn, now.tried
    # Translators: button, at most 24 characters, and heading: turns of one's own games, tried again
    mistakes = t.gettext("My mistakes")
    day = tried.day or puzzle.day
    title = day_title(t, day) if day else mistakes
    lines = [f"### {title}", try_line(t, tried.lost or 0.0, days if tried.day else 0)]
    if day is None and puzzle.lost:
        n = round(puzzle.lost)
        # Translators: about a turn, of one's own game or of a day, that was tried again
        words = t.ngettext("The first time, you lost about {n} point here.",
                           "The first time, you lost about {n} points here.", n)  # fmt: skip
        lines.append(words.format(n=n))

    def deeds(t: Translations) -> list[str]:
        done = [one for one in tried.prepared if one != END]
        # Translators: {deeds} as "2 workers placed on Tikal 0 and 1 (1 corn)"
        you = t.gettext("You: {deeds}").format(deeds=deeds_words(t, turn.begun, turn.seat, done))
        own = not tried.lost
        told = comparison(t, turn.begun, turn.seat, *now.pair, own=own) if now.pair else []
        # Translators: heading
        head = t.gettext("What a computer would do")
        return [you, *told, "", f"**{head}**"]

    buttons = [button(mistakes, "today", 0, word="mine"), _past_button(t)]
    if tried.day is not None:
        # Translators: button, at most 24 characters: how a server did
        buttons.insert(0, button(t.gettext("This server"), "today", 0, word="server"))
    if tried.day is not None and not tried.shared:
        # Translators: button: post the result for everybody; imperative
        share = button(t.gettext("Share"), "todayshare", 0, word=str(puzzle.id), style=GREEN)
        buttons.insert(0, share)
    return layout.message(
        layout.text(*lines, *layout.with_icons(t, deeds, MOST_HINT_CHARACTERS)),
        *way_parts(t, turn.begun, turn.seat, puzzle.ways, reasons=False),
        by_level(t, CLOSER),
        *layout.packed(buttons),
    )


def _past_button(t: Translations) -> ui.Button[Any]:
    # Translators: button, at most 24 characters, and heading: the turns of the last thirty days
    return button(t.gettext("Earlier days"), "today", 0, word="past")


@on_press(context.Stands.ANYWHERE)
async def todayshare(interaction: context.Interaction, press: Press) -> None:
    """Post the result of the day once, without giving the turn away."""
    tables, me = interaction.client.tables, context.person(interaction)
    now = await practice.solving(tables, me, press.number)
    if (day := now.tried.day) is None:
        raise old_button()
    if not await context.may_speak(interaction):
        return
    t, scene = answering.speaks_server(interaction), _scene(read_position(now.puzzle.position))
    theme = await theme_here(interaction.client, interaction.guild_id)
    drawn = await context.draw_for(interaction, draw_wheels, scene, theme=theme, t=t)
    now = await practice.share(tables, me, now)
    await interaction.response.defer()
    days = await practice.streak_of(tables, me.id, interaction.guild_id)
    line = try_line(t, now.tried.lost or 0.0, days)  # the theme would give a hint
    said = layout.text(f"{layout.printed(me.name)} · {day_title(t, day)}", line)
    await answering.post_beside(
        interaction,
        view=_public(t, drawn, said),
        files=files([drawn]),
        allowed_mentions=discord.AllowedMentions.none(),
    )
    await answering.fill(
        interaction, view=result_view(answering.speaks(interaction), now, days), attachments=[]
    )


def _scene(position: Position) -> Scene:
    """What everybody may see of a puzzle: the table before the turn."""
    names = COMPUTER_NAMES[: len(position.players)]
    return scene_of(position, names, waiting=[position.turn_seat])


def _public(t: Translations, drawn: Picture, said: layout.Part) -> ui.LayoutView:
    """A message for everybody, with the button to take the turn of the day."""
    # Translators: button, at most 34 characters: take the turn of the day; imperative
    try_it = button(t.gettext("Try it"), "today", 0, style=GREEN)
    return layout.message(layout.picture(drawn.filename, drawn.alt), said, layout.row([try_it]))


# --- the pages ------------------------------------------------------------------------------------


@on_press(context.Stands.ANYWHERE)
async def today(interaction: context.Interaction, press: Press) -> None:
    """Open a page of /today."""
    await _open(interaction, press.word)


async def _open(interaction: context.Interaction, page: str) -> None:
    """Answer privately with the turn of the day, one's own mistakes, or the server's page."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    t, tables, me = (
        answering.speaks(interaction),
        interaction.client.tables,
        context.person(interaction),
    )
    here = interaction.guild_id or 0
    if page == "server":
        await answering.fill(interaction, view=await _server_page(interaction, t, here))
    elif page == "past":
        await answering.fill(interaction, view=await _past_page(interaction, t, here))
    elif page == "mine":
        await _mistakes(interaction, t, here)
    else:
        now = await practice.puzzle_of_today(tables, me, here)
        # Translators: what to do with the turn of the day
        words = t.gettext("Which turn brings the most points in the end? You have one try.")
        title = day_title(t, now.tried.day) if now.tried.day else ""
        await _show(interaction, now, f"**{title}**\n{words}")


@on_press()
async def trylesson(interaction: context.Interaction, press: Press) -> None:
    """Open a try at a lesson of a reviewed game."""
    number, turn = press.numbers(2)
    await interaction.response.defer(ephemeral=True, thinking=True)
    t, here = answering.speaks(interaction), interaction.guild_id or 0
    now = await practice.try_lesson(
        interaction.client.tables, context.person(interaction), here, press.table, number, turn
    )
    title = t.gettext("Round {round}").format(round=number)
    # Translators: what to do with a turn of a game that is over
    words = t.gettext("Find a better turn than the one that was played.")
    await _show(interaction, now, f"**{title}**\n{words}")


async def _mistakes(interaction: context.Interaction, t: Translations, here: int) -> None:
    found, now = await practice.mistakes(
        interaction.client.tables, context.person(interaction), here
    )
    title = t.gettext("My mistakes")
    if now is not None:
        themes = Counter(t.gettext(THEME_WORDS[one.theme]) for one in found)
        due = listed(t, [f"{theme} {n}" for theme, n in themes.most_common()])
        # Translators: {due} as "Building 2, Skulls 1"
        left = t.gettext("To try again: {due}").format(due=due)
        await _show(interaction, now, f"**{title}** · {left}")
        return
    words = t.gettext(
        "Nothing here yet. Have a finished game of yours reviewed: the turns that cost you "
        "most come back here after 1, 3, 9 and 27 days."
    )
    if found:
        # Translators: {day} as "Sun, 15 Mar"
        words = t.gettext("There is no turn to try again today. The next one comes back on {day}.")
        words = words.format(day=weekday_and_day(t, min(one.due for one in found)))
    await answering.fill(interaction, view=layout.message(layout.text(f"### {title}", words)))


async def _server_page(
    interaction: context.Interaction, t: Translations, here: int
) -> ui.LayoutView:
    today = await practice.day_of(interaction.client.tables, interaction.user.id, here)
    people = await practice.week_of(interaction.client.tables, here, today)
    shown = [one.whose for one in people[:MOST_PEOPLE]]
    agreed = await interaction.client.store.read(settings.named_on_pages, shown)
    names = await names_of(interaction, list(agreed))
    # Translators: heading
    lines = ["### " + t.gettext("Turns of the last seven days")]
    for number, one in enumerate(people[:MOST_PEOPLE], 1):
        # Translators: how many of somebody's tries found the best turn
        words = t.ngettext(
            "best turn found in {found} of {tries} try",
            "best turn found in {found} of {tries} tries",
            one.tries,
        ).format(found=one.found, tries=one.tries)
        who = names.printed(one.whose) if one.whose in agreed else t.say(PLAYER_NUMBER, n=number)
        if one.whose == interaction.user.id:
            # Translators: in a list of people, the reader; {name} may be “Player 3”
            who = t.gettext("{name} (you)").format(name=who)
        lines.append(f"{number}. {who}: {words}, {mean_words(t, one.mean)}")
    if not people:
        lines.append(t.gettext("Nobody here tried the turn of the day in the last seven days."))
    return layout.message(layout.text(*lines))


async def _past_page(interaction: context.Interaction, t: Translations, here: int) -> ui.LayoutView:
    days = await practice.past_days(interaction.client.tables, interaction.user.id, here)
    # Translators: button, at most 24 characters, and heading: the turns of the last thirty days
    lines = ["### " + t.gettext("Earlier days")]
    if days:
        lines.append(
            t.gettext(
                "The turns of the last thirty days, each with the best turn and the reasons "
                "for it. Try any that you missed; the result will not count."
            )
        )
    else:
        lines.append(t.gettext("There are no earlier days yet; come back tomorrow."))
    menus: list[layout.Part] = []
    for first in range(0, len(days), layout.MOST_CHOICES):
        options = [
            discord.SelectOption(
                label=f"{weekday_and_day(t, day)} · {tried_words(t, lost)}", value=f"{day}"
            )
            for day, lost in days[first : first + layout.MOST_CHOICES]
        ]
        # Translators: shown in a menu before something is chosen
        placeholder = t.gettext("Choose a day …")
        menus.append(
            layout.row([select(options, "todaypast", 0, word=f"{first}", placeholder=placeholder)])
        )
    return layout.message(layout.text(*lines), *menus)


@on_press(context.Stands.ANYWHERE)
async def todaypast(interaction: context.Interaction, press: Press) -> None:
    """Show the turn of a day that is over, or let the person try it."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    tables, me, here = (
        interaction.client.tables,
        context.person(interaction),
        interaction.guild_id or 0,
    )
    try:
        day = date.fromisoformat(press.value)
    except ValueError:
        raise old_button() from None
    now = await practice.puzzle_of_past(tables, me, here, day)
    await _show(interaction, now, f"**{day_title(answering.speaks(interaction), day)}**")


# --- in the morning -------------------------------------------------------------------------------


class Today(LoopCog):
    """The command, and the loop that posts the turn of the day and makes puzzles ahead."""

    def __init__(self, bot: TzolkinBot) -> None:
        super().__init__(bot)
        self._making = asyncio.Lock()

    @app_commands.command(
        name="today",
        description=locale_str(
            "The turn of the day: find the best turn in a position everybody gets"
        ),
    )
    @app_commands.describe(
        show=locale_str("What to show: your own mistakes, earlier days, or this server's results")
    )
    @app_commands.guild_only()
    async def today(
        self,
        interaction: context.Interaction,
        show: Literal["mine", "past", "server"] | None = None,
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
                await bot.guarded(self._must_post(guild_id, one), "a turn of the day")
        for guild_id in await bot.store.read(outbox.servers_waiting, bot.mine):
            await bot.guarded(tell_server(bot, guild_id), "a turn of the day")
        if bot.look_back is not None and not self._making.locked() and await bot.is_first():
            bot.in_background(self._make_more(), "making puzzles")

    async def _make_more(self) -> None:
        async with self._making:
            assert self.bot.look_back is not None
            await practice.make_more(self.bot.tables, self.bot.look_back)

    async def _must_post(self, guild_id: int, chosen: ServerSettings) -> None:
        """Put the turn of the day into a server's outbox once it is morning there, unless that was
        done or no puzzle is left."""
        bot = self.bot
        now = bot.tables.now().astimezone(zone_named(chosen.zone))
        if bot.get_guild(guild_id) is None or now.hour < MORNING:
            return
        day = now.date()
        if (await bot.store.read(settings.get, "guild", guild_id)).get(stored.POSTED) == f"{day}":
            return
        try:
            await practice.puzzle_of(bot.tables, day)
        except Refusal:  # none is left: as soon as there is one
            return
        await bot.store.write(stored.must_post, guild_id, day, bot.tables.now())


@tells(TurnOfDay)
async def _post(bot: TzolkinBot, guild_id: int, note: TurnOfDay) -> None:
    """Post the turn of a day, unless the day is over. If Discord refuses the channel, it is tried
    again the next day; if the channel is gone, whoever manages the server is told."""
    guild, chosen = bot.get_guild(guild_id), await bot.tables.server_settings(guild_id)
    channel_id, today = chosen.puzzle_channel, bot.tables.now().astimezone(zone_named(chosen.zone))
    if guild is None or channel_id is None or note.day != today.date():
        return
    t, theme = answering.language_of_server(bot, guild), await theme_here(bot, guild_id)
    puzzle_id = await practice.puzzle_of(bot.tables, note.day)
    puzzle = await bot.store.read(stored.by_id, puzzle_id)
    assert puzzle is not None
    position = read_position(puzzle.position)
    drawn = await bot.pool.draw(draw_wheels, _scene(position), theme=theme, t=t)
    # Translators: {seat}: the letter of a seat on the picture
    words = t.gettext("{seat} is to move. Which turn is best?")
    words = words.format(seat=SEAT_LETTERS[position.turn_seat])
    view = _public(t, drawn, layout.text(f"### {day_title(t, note.day)}", words))
    channel = bot.get_partial_messageable(channel_id, guild_id=guild_id)
    try:
        await channel.send(view=view, files=files([drawn]), **once())
    except discord.NotFound:
        await bot.store.write(stored.channel_lost, guild_id, channel_id, bot.tables.now())
    except discord.HTTPException as error:
        if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        log.warning("turn of the day not posted", server=guild_id, reason=str(error))


@tells(DayChannelLost)
async def _tell_lost(bot: TzolkinBot, guild_id: int, _: DayChannelLost) -> None:
    """Tell the moderators, where they are called or in the server's own channel, else its owner
    directly, that nothing is posted any more."""
    guild = bot.get_guild(guild_id)
    if guild is None or (await bot.tables.server_settings(guild_id)).puzzle_channel is not None:
        return
    # Translators: to those who manage a server; {server}: its name
    words = N_(
        "The channel for the turn of the day on {server} is gone, so the turn is no longer "
        "posted. Choose another channel with /settings."
    )
    t = answering.language_of_server(bot, guild)
    system = guild.system_channel.id if guild.system_channel is not None else None
    line = t.gettext(words).format(server=layout.printed(guild.name))
    try:
        await call_moderators_there(bot, guild, [line], otherwise=(system,))
    except (NowhereError, discord.Forbidden, discord.NotFound):
        t = await answering.language_of_person(bot, guild.owner_id or 0, t)
        line = t.gettext(words).format(server=layout.printed(guild.name))
        with suppress(discord.Forbidden, discord.NotFound):
            channel = await bot.create_dm(discord.Object(guild.owner_id or 0))
            await channel.send(view=layout.message(layout.text(line)), **once())
