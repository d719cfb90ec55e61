"""The board: /board, /tribe (the person's own goods and tiles) and /score; the private board, with
both pictures of the position now, rings round what has moved since the person's last turn, and on
request the turn in preparation; and private close-ups: a gear, the tiles with their effects, a
seat, or the position in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.engine.components import GEARS
from bot.engine.position import Player, Position
from bot.scene import Scene, scene_of
from bot.store import tables as stored
from bot.tables import Refusal, Result, Table, looking_back, turns
from bot.text.answers import technology_words
from bot.text.descriptions.position import Section, position_sections
from bot.text.names import (
    CORN_TILES,
    SEAT_LETTERS,
    WOOD_TILES,
    gear_name,
    points_number,
    seat_icon,
    technology_level,
    temple_step,
    tile_name,
)
from bot.text.points import points_lines, standings_lines, winner_line
from bot.text.seats import FOOD_LINE, food_day_words, food_owed_words, goods_line
from bot.text.tiles import tile_line
from bot.text.translation import Translations
from bot.text.turns import prophecy_line
from bot.text.typed import escaped, folded
from cogs.client import BotCog
from cogs.kit import layout
from cogs.kit.answering import fill, language_of, speaks
from cogs.kit.buttons import (
    AGAIN,
    WITH_TURN,
    Press,
    board_button,
    button,
    icons_button,
    on_press,
    select,
)
from cogs.kit.context import (
    Interaction,
    Typed,
    ask_for_much,
    draw_for,
    latest_table,
    soon,
    web_address_of,
)
from cogs.kit.members import plain_names, seat_names
from cogs.kit.pages import share_button
from cogs.kit.pictures import files, pictures, private_pictures, score_picture, table_scene
from cogs.looking.replays import answer_moment
from cogs.telling.messages import board_message, board_title
from cogs.telling.posting import busy, call_of, note_messages, take_over_board
from rendering import POSSESSIONS, Picture, draw_closeup

# --- close-ups ------------------------------------------------------------------------------------

PICTURE, WORDS = "picture", "text"
MOST_OF_A_PAGE = layout.TEXT_LIMIT - 300
"""The most characters of a page in words; what Discord allows beyond it is for the heading."""
_LONGEST_LABEL = 100


@dataclass(frozen=True)
class Look:
    """A close-up that the menu offers."""

    word: str
    """Its name in custom ids and for typing."""
    label: str
    icon: str = ""
    """The name of the icon before the label in the menu."""
    closeups: tuple[tuple[str, int | None], ...] = ()
    """The pictures that are drawn, each with the seat it needs; none for the position in words."""


def looks(t: Translations, table: Table) -> list[Look]:
    """All close-ups of a game."""
    gears = [Look(gear, gear_name(t, gear), gear, ((gear, None),)) for gear in GEARS]
    seats = [
        Look(
            f"seat-{seat}", f"{SEAT_LETTERS[seat]} {name}"[:_LONGEST_LABEL], seat_icon(seat),
            ((POSSESSIONS, seat),),
        )
        for seat, name in enumerate(plain_names(t, table))
    ]  # fmt: skip
    # Translators: menu option: a picture to look at, at most 60 characters.
    calendar = t.gettext("Calendar and food days")
    if {"prophecies", "quick_actions"} & set(table.options.modules):
        # Translators: menu option: a picture to look at, at most 60 characters.
        calendar = t.gettext("Calendar and expansion")
    return [
        # Translators: menu option: the whole position as text, at most 60 characters.
        Look(WORDS, t.gettext("Text: everything in words")),
        *gears,
        Look(
            # Translators: menu option: pictures to look at, at most 60 characters.
            "steps", t.gettext("Temples and technologies"), "kukulkan",
            (("temples", None), ("technologies", None)),
        ),
        Look(
            # Translators: menu option: pictures to look at, at most 60 characters.
            "tiles", t.gettext("Buildings and monuments"), "building",
            (("buildings", None), ("monuments", None)),
        ),
        Look("calendar", calendar, "calendar", (("calendar", None),)),
        *seats,
    ]  # fmt: skip


def find_look(t: Translations, table: Table, typed: str) -> Look:
    """The close-up that was typed: its word, its label, or a part that only one label has. Raises
    Refusal if none or several match."""
    wanted = folded(" ".join(typed.split()))
    known = looks(t, table)
    for look in known:
        if wanted in (folded(look.word), folded(look.label)):
            return look
    holding = [look for look in known if wanted and wanted in folded(look.label)]
    if len(holding) != 1:
        raise Refusal(
            "no-look",
            "There is nothing called “{name}” to look at; pick one of the suggestions.",
            name=typed,
        )
    return holding[0]


def suggest_looks(t: Translations, table: Table | None, typed: str) -> list[tuple[str, str]]:
    """(label, word) of the close-ups whose label contains the typed text."""
    # Translators: suggestion while typing /board: a picture that everybody sees.
    known = [Look(PICTURE, t.gettext("Picture: the whole board, for everybody"))]
    if table is not None:
        known += looks(t, table)
    wanted = folded(typed)
    return [
        (look.label, look.word)
        for look in known
        if wanted in folded(look.label) or look.word.startswith(wanted)
    ][: layout.MOST_CHOICES]


async def answer_look(interaction: Interaction, table: Table, look: Look, page: int = 0) -> None:
    """Fill the deferred answer with a close-up, or with a page of the position in words."""
    bot, t = interaction.client, speaks(interaction)
    game = await bot.tables.game(table.id)
    waiting = [decision.seat for decision in game.pending]
    drawn: list[Picture] = []
    said: list[str] = []
    if look.word == WORDS:
        names = [escaped(holder.name) for holder in table.seats]
        said = pages_in_words(
            position_sections(scene_of(game.snapshot(), names, waiting=waiting), t)
        )
    else:
        scene = table_scene(t, table, game.snapshot(), waiting)
        for what, seat in look.closeups:
            theme = table.options.theme
            drawn.append(
                await draw_for(interaction, draw_closeup, scene, what, seat=seat, theme=theme, t=t)
            )
    view = look_message(t, table, look, drawn, said, page)
    await fill(interaction, view=view, attachments=files(drawn))


def look_message(
    t: Translations,
    table: Table,
    look: Look,
    drawn: Sequence[Picture] = (),
    said: Sequence[str] = (),
    page: int = 0,
) -> ui.LayoutView:
    """The message of a close-up, with the menu of all others and the button to the board."""
    parts: list[layout.Part] = [layout.picture(one.filename, one.alt) for one in drawn]
    if said:
        page = min(max(page, 0), len(said) - 1)
        parts.append(layout.text(said[page]))
    turning: list[layout.Part] = []
    for other in (page - 1, page + 1):
        if said and 0 <= other < len(said):
            # Translators: button, at most 34 characters: to this page.
            label = t.gettext("Page {n} of {all}").format(n=other + 1, all=len(said))
            turning.append(button(label, "page", table.id, "", str(other)))
    turning += [board_button(t, table.id, again=True), share_button(t)]
    return layout.message(*parts, layout.row(turning), layout.row([closer_menu(t, table, look)]))


def closer_menu(t: Translations, table: Table, shown: Look | None = None) -> layout.Part:
    """The menu of all close-ups."""
    options = [
        discord.SelectOption(
            label=one.label, value=one.word, emoji=t.icons.get(one.icon),
            default=shown is not None and one.word == shown.word,
        )
        for one in looks(t, table)
    ]  # fmt: skip
    # Translators: shown in a menu before something is chosen; its options are names of things on
    # the board, as "Tikal", "Buildings and monuments".
    return select(options, "closer", table.id, placeholder=t.gettext("Look closer at …"))


def pages_in_words(sections: Sequence[Section], most: int = MOST_OF_A_PAGE) -> list[str]:
    """The sections as texts of at most `most` characters. A section that goes on in the next text
    has its heading there again."""
    found: list[str] = []
    current = ""
    for section in sections:
        heading = f"### {section.heading}"
        for number, line in enumerate(
            line for long in section.lines for line in _cut_words(long, most)
        ):
            added = f"{heading}\n{line}" if number == 0 else line
            if current and layout.characters(current) + 1 + layout.characters(added) > most:
                found.append(current)
                current, added = "", f"{heading}\n{line}"
            current = f"{current}\n{added}" if current else added
    return [*found, current] if current else found


def _cut_words(line: str, most: int) -> list[str]:
    """The pieces of a line, cut between words so that each leaves room for a heading in `most`
    characters."""
    room, pieces = most - 300, [""]
    for word in line.split(" "):
        if layout.characters(pieces[-1]) + 1 + layout.characters(word) > room:
            pieces.append(word)
        else:
            pieces[-1] = f"{pieces[-1]} {word}".strip()
    return pieces


@on_press()
async def closer(interaction: Interaction, press: Press) -> None:
    """Replace the close-up by the one chosen."""
    table = await interaction.client.tables.table(press.table)
    look = find_look(speaks(interaction), table, press.value)
    await interaction.response.defer()
    await answer_look(interaction, table, look)


@on_press()
async def lookat(interaction: Interaction, press: Press) -> None:
    """Show privately the close-up that the word of the press names."""
    table = await interaction.client.tables.table(press.table)
    look = find_look(speaks(interaction), table, press.word)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await answer_look(interaction, table, look)


@on_press()
async def page(interaction: Interaction, press: Press) -> None:
    """Show another page of the position in words."""
    table = await interaction.client.tables.table(press.table)
    look = find_look(speaks(interaction), table, WORDS)
    await interaction.response.defer()
    await answer_look(interaction, table, look, press.number)


# --- the private board ----------------------------------------------------------------------------


async def answer_board(interaction: Interaction, table_id: int, *, with_turn: bool = False) -> None:
    """Fill the deferred answer with the board as it is now."""
    bot, t = interaction.client, speaks(interaction)
    opened = await bot.tables.read(table_id)
    table, game = opened.table, opened.game
    holder = table.seat_of(interaction.user.id)
    seat = holder.seat if holder is not None else None
    position, waiting = game.snapshot(), opened.waiting
    own = turns.in_preparation(opened, seat) if seat is not None else None
    since = await looking_back.turns_to_point_out(opened, seat)
    drawn_in = own if with_turn else None
    scene = table_scene(
        t, table, drawn_in.position if drawn_in else position, waiting, since, drawn_in
    )
    drawn = await private_pictures(interaction, t, table, scene)
    view = live_message(
        t, table, position, scene, drawn,
        seat=seat, prepared=None if own is None else with_turn,
        standings=game.standings() if game.finished else None,
    )  # fmt: skip
    await fill(interaction, view=view, attachments=files(drawn))


def live_message(
    t: Translations,
    table: Table,
    position: Position,
    scene: Scene,
    drawn: Sequence[Picture],
    *,
    seat: int | None,
    prepared: bool | None = None,
    standings: Sequence[Mapping[str, int]] | None = None,
) -> ui.LayoutView:
    """The message of a private board. `position` is public; `scene` and `drawn` are what the person
    in `seat` may see (None: a spectator).

    `prepared` is None if no turn is in preparation; else it says whether that turn is drawn, and a
    button leads to the other view.
    """
    title = board_title(t, position, scene.waiting)
    if prepared:
        # Translators: heading of a board that shows what the reader has prepared
        title = "## " + t.gettext("Round {round}, with your turn").format(round=position.round)
    words = [title]
    if standings:
        names = seat_names(t.for_message(), table)
        words += [f"### {winner_line(t, names, standings)}", *standings_lines(t, names, standings)]
    words += [layout.small(line) for line in _pointed_out(t, scene, seat, bool(prepared))]
    buttons: list[layout.Part] = []
    if prepared is not None:
        # Translators: button, at most 34 characters: the board without the turn one has prepared.
        without = t.gettext("Without my turn")
        # Translators: button, at most 34 characters: the board with the turn one has prepared.
        with_turn = t.gettext("With my turn")
        label = without if prepared else with_turn
        buttons.append(board_button(t, table.id, label=label, again=True, with_turn=not prepared))
    if position.phase != "finished":
        # Translators: button, at most 34 characters; imperative: show the board as it is now.
        label = t.gettext("Refresh")
        buttons.append(board_button(t, table.id, label=label, again=True, with_turn=bool(prepared)))
    if seat is not None:
        # Translators: button, at most 34 characters: shows a player's own goods and tiles.
        buttons.append(button(t.gettext("What I have"), "mine", table.id))
    buttons.append(icons_button(t, table.options.modules))
    return layout.message(
        *(layout.picture(one.filename, one.alt) for one in drawn),
        layout.text(*words),
        layout.row(buttons),
        layout.row([closer_menu(t, table)]),
    )


def _pointed_out(t: Translations, scene: Scene, seat: int | None, prepared: bool) -> list[str]:
    """Lines that say what the rings on the pictures mean."""
    if scene.phase == "keep":
        return []
    ringed = not all(
        [one.prepared for one in scene.last_move] + [one.prepared for one in scene.changed]
    )
    if seat is None:
        lines = [
            t.gettext("Circled: what has moved since the round began.")
            if ringed
            else t.gettext("Nothing has moved since the round began.")
        ]
    else:
        lines = [
            t.gettext("Circled: what has moved since your last turn.")
            if ringed
            else t.gettext("Nothing has moved since your last turn.")
        ]
    if prepared:
        lines.append(t.gettext("Dashed circles: your turn, not yet confirmed."))
    return lines


@on_press()
async def live(interaction: Interaction, press: Press) -> None:
    """Show the board in a new private message, or in the one whose button was pressed."""
    said = press.word.split()
    if AGAIN in said:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)
    await answer_board(interaction, press.table, with_turn=WITH_TURN in said)


# --- commands -------------------------------------------------------------------------------------


async def _post_board(interaction: Interaction, table: Table) -> None:
    """Answer publicly with both pictures. This message becomes the table's live board. It names
    those whose turn it is, but pings nobody."""
    bot, t = interaction.client, language_of(interaction.client, table)
    ask_for_much(interaction)
    await interaction.response.defer(thinking=True)
    game = await bot.tables.game(table.id)
    position = game.snapshot()
    waiting = [decision.seat for decision in game.pending]
    drawing = pictures(bot, t, table, position, waiting, city=True)
    drawn = await soon(interaction, drawing) or []
    standings = game.standings() if game.finished else None
    async with bot.channels[table.id].lock:
        table = await bot.tables.table(table.id)
        people = [seat for seat in waiting if seat in table.human_seats]
        call = await call_of(bot, t, table, game, people)
        view = board_message(
            t, table, position, drawn,
            waiting=waiting, standings=standings, call=call, lines=() if drawn else [busy(t)],
            web=await web_address_of(bot, table),
        )  # fmt: skip
        posted = await fill(interaction, view=view, attachments=files(drawn))
        take_over_board(bot, table, posted, calls=bool(people))
        await note_messages(bot, table.id)


@on_press()
async def mine(interaction: Interaction, press: Press) -> None:
    """Show privately what the person has in the game."""
    table = await interaction.client.tables.table(press.table)
    await _send_mine(interaction, table)


async def _send_mine(interaction: Interaction, table: Table) -> None:
    t = speaks(interaction)
    holder = table.seat_of(interaction.user.id)
    if holder is None:
        raise Refusal(
            "no-own-seat", "You have no seat in this game; see what everybody has with /board."
        )
    position = (await interaction.client.tables.game(table.id)).snapshot()
    lines = layout.with_icons(t, partial(mine_lines, position=position, seat=holder.seat), 3900)
    view = layout.message(layout.text(*layout.first_lines(lines, 3900)))
    await interaction.response.send_message(view=view, ephemeral=True)


def mine_lines(t: Translations, position: Position, seat: int) -> list[str]:
    """Lines about everything a seat has, with the effects of its tiles."""
    me: Player = position.players[seat]
    lines = [
        # Translators: heading: what the reader has in the game.
        "### " + t.gettext("What you have"),
        # Translators: heading of a line; {goods}: what a player has, as "5 corn, 2 wood".
        t.gettext("**Goods** {goods}").format(goods=goods_line(t, me)),
        # Translators: heading of a line; {points}: a number.
        t.gettext("**Points** {points}").format(points=points_number(me.points4)),
        # Translators: heading of a line; {all}, {hand}: numbers; in hand means not on the board.
        t.gettext("**Workers** {all}, in hand: {hand}").format(all=me.workers, hand=me.available),
    ]
    if position.phase == "play":
        lines.append(
            t.say(
                FOOD_LINE,
                when=food_day_words(t, position.rounds_to_food_day),
                food=food_owed_words(t, position, seat),
            )
        )
    # Translators: heading.
    lines += ["", t.gettext("**Temples**")]
    lines += [t.marked(temple, temple_step(t, temple, n)) for temple, n in me.temples.items()]
    # Translators: heading.
    lines += ["", t.gettext("**Technologies**")]
    lines += [_technology_line(t, track, level) for track, level in me.technologies.items()]
    if me.tribe:
        # Translators: heading of a line; {tribe}: the name of a tribe and what it can do.
        lines += ["", t.gettext("**Tribe** {tribe}").format(tribe=tile_line(t, me.tribe))]
    if me.wealth:
        tiles = ", ".join(tile_name(t, tile) for tile in me.wealth)
        # Translators: heading of a line; {tiles}: their names.
        lines += ["", t.gettext("**Wealth tiles** {tiles}").format(tiles=tiles)]
    built = [*me.buildings, *me.monuments]
    if built:
        # Translators: heading.
        lines += ["", t.gettext("**Buildings and monuments**"), *(tile_line(t, x) for x in built)]
    if me.corn_tiles or me.wood_tiles:
        corn, wood = t.say(CORN_TILES, n=me.corn_tiles), t.say(WOOD_TILES, n=me.wood_tiles)
        # Translators: heading of a line; {corn} as "2 corn tiles", {wood} as "1 wood tile".
        taken = t.gettext("**From the jungle** {corn}, {wood}")
        lines.append(taken.format(corn=corn, wood=wood))
    if position.active_prophecy:
        lines += ["", prophecy_line(t, position.active_prophecy)]
    if me.light_side:
        lines.append(t.gettext("You can still turn the calendar by two days at once."))
    return lines


# Translators, for each: {reason}: typed by a moderator, in any form.
def decided_lines(t: Translations, table: Table, result: Result | None) -> list[str]:
    """Lines about what moderators decided about a game's result; none if they decided nothing."""
    if result is None or result.decided_by is None:
        return []
    act = result.decided_by
    if act.act == "correct":
        said = t.gettext("The moderators corrected this result: {reason}")
    elif result.standings:
        said = t.gettext(
            "The moderators ended this game early, and these points count. Reason: {reason}"
        )
    else:
        said = t.gettext("The moderators ended this game without a result: {reason}")
    lines = [said.format(reason=escaped(act.reason))]
    if act.act == "correct":
        lines += standings_lines(t, seat_names(t, table), result.standings)
        # Translators: above the points as they were played, before moderators corrected them.
        lines += ["", t.gettext("Points before the correction:")]
    return lines


def _technology_line(t: Translations, track: str, level: int) -> str:
    named = t.marked(track, technology_level(t, track, level))
    if not level:
        return named
    words = "; ".join(technology_words(t, track, n) for n in range(1, level + 1))
    return f"{named}: {words}"


@on_press()
async def points(interaction: Interaction, press: Press) -> None:
    """Show privately where the points came from."""
    await _send_points(interaction, await interaction.client.tables.table(press.table))


async def _send_points(interaction: Interaction, table: Table) -> None:
    """Answer privately with the points so far or at the end, and where they came from."""
    bot = interaction.client
    t = speaks(interaction)
    ask_for_much(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    opened = await bot.tables.read(table)
    history = await looking_back.points_history(opened)
    result = await looking_back.result(opened)
    decided = decided_lines(t, table, result)
    over = history.finished or bool(decided)
    # Translators: heading: points at the end of the game.
    final = t.gettext("Final points")
    # Translators: heading: points in a game that goes on.
    so_far = t.gettext("Points so far")
    head = final if over else so_far
    lines = [*decided, *points_lines(t, seat_names(t.for_message(), table), history)]
    if not over:
        lines.append(
            layout.small(t.gettext("Goods, skulls and monuments count at the end of the game."))
        )
    drawing = score_picture(bot, t, table, history, by=interaction.user.id)
    drawn = await soon(interaction, drawing)
    view = layout.message(
        layout.text(f"### {head}", *lines),
        layout.picture(drawn.filename, drawn.alt) if drawn else None,
        layout.row([share_button(t)]),
    )
    await fill(interaction, view=view, attachments=files([drawn] if drawn else []))


class Board(BotCog):
    """The commands to look at a game."""

    @app_commands.command(
        name="board", description=locale_str("Show the board of this channel's game")
    )
    @app_commands.describe(
        show=locale_str("See one thing up close, or everything in words; only you see it"),
        private=locale_str("Show the board only to you"),
        number=locale_str("Show the board at the start of an earlier round, only to you"),
    )
    @app_commands.rename(number="round")
    @app_commands.guild_only()
    async def board(
        self,
        interaction: Interaction,
        show: Typed = PICTURE,
        private: bool = False,
        number: app_commands.Range[int, 1, 27] | None = None,
    ) -> None:
        """Post both pictures, or show privately: a close-up, the position in words or an earlier
        round."""
        table = await latest_table(interaction)
        if number is not None and show != PICTURE:
            raise Refusal(
                "round-or-look",
                "Earlier rounds are always shown as the whole board; choose either a round or "
                "a view, not both.",
            )
        if number is not None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await answer_moment(interaction, table.id, number)
            return
        if show == PICTURE and not private:
            await _post_board(interaction, table)
            return
        look = None if show == PICTURE else find_look(speaks(interaction), table, show)
        await interaction.response.defer(ephemeral=True, thinking=True)
        if look is None:
            await answer_board(interaction, table.id)
        else:
            await answer_look(interaction, table, look)

    @board.autocomplete("show")
    async def _complete_show(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        assert interaction.channel_id is not None
        table = await self.bot.store.read(stored.latest_in_channel, interaction.channel_id)
        found = suggest_looks(speaks(interaction), table, current)
        return [app_commands.Choice(name=label, value=word) for label, word in found]

    @app_commands.command(
        name="tribe", description=locale_str("What you have: goods, tiles, levels")
    )
    @app_commands.guild_only()
    async def tribe(self, interaction: Interaction) -> None:
        """Show privately what the person has in the game."""
        await _send_mine(interaction, await latest_table(interaction))

    @app_commands.command(
        name="score",
        description=locale_str("Show the points so far, or the final points once the game is over"),
    )
    @app_commands.guild_only()
    async def score(self, interaction: Interaction) -> None:
        """Show the points privately."""
        await _send_points(interaction, await latest_table(interaction))
