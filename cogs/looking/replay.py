"""/replay: a game shown again, round by round, as everybody saw it then."""

from collections.abc import Sequence
from io import BytesIO

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.scene import Scene
from bot.store import tables as stored
from bot.tables import Refusal, Table
from bot.tables.replaying import LAST, WRITTEN, Moment, Replay
from bot.text.formats import day
from bot.text.names import SEAT_LETTERS
from bot.text.points import standings_lines, winner_line
from bot.text.replays import possible_lines
from bot.text.translation import Translations
from cogs.client import BotCog
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, button, old_button, on_press, select
from cogs.kit.context import Interaction, latest_table
from cogs.kit.late_answers import fill
from cogs.kit.layout import (
    LONGEST_CHOICE,
    MOST_CHOICES,
    Part,
    first_lines,
    message,
    picture,
    row,
    small,
    text,
)
from cogs.kit.names import plain_names, seat_names
from cogs.kit.pictures import files, private_pictures, table_scene
from cogs.kit.sharing import share_button
from cogs.kit.written_games import NAME, kept, looked_at, of_file
from cogs.looking.playing_on import play_on_button
from cogs.looking.replay_files import file_buttons
from cogs.telling.messages import board_title, recap, review_button
from rendering import Picture

ROUNDS_SHOWN = MOST_CHOICES - 1
"""The most rounds on a page of the menu; one more option leads to the other page."""
_TOLD = 1900  # the most characters about what was done: the rest of the message needs room, too


async def answer_moment(
    interaction: Interaction, table_id: int, number: int, turn: int = 0
) -> None:
    """Fill the deferred answer with a moment of a table's game."""
    await _answer(interaction, await looked_at(interaction, table_id), number, turn)


async def _answer(
    interaction: Interaction,
    game: Replay,
    number: int,
    turn: int = 0,
    *,
    file: Sequence[discord.File | discord.Attachment] = (),
) -> None:
    """Fill the deferred answer with a moment of a game; `file` is the file of a written game."""
    t = speaks(interaction)
    moment = game.moment(number, turn)
    scene = table_scene(t, game.table, moment.position, moment.waiting, moment.moved)
    drawn = await private_pictures(interaction, t, game.table, scene)
    view = moment_message(t, game, moment, scene, drawn)
    await fill(interaction, view=view, attachments=[*files(drawn), *file])


def moment_message(
    t: Translations, game: Replay, moment: Moment, scene: Scene, drawn: Sequence[Picture]
) -> ui.LayoutView:
    """The message of a moment of a game, with buttons and menus to all others."""
    table = game.table
    # Translators: small, above a moment of a game that is looked at again; {number}: of the game.
    head = t.gettext("Replay of game {number}").format(number=table.id)
    if table.id == WRITTEN:
        # Translators: small, above a moment of a game that is looked at again.
        head = t.gettext("Replay of a game from a file")
    title = board_title(t, moment.position, moment.waiting)
    of_all = file_buttons(t, table)
    if table.id != WRITTEN:
        of_all.append(review_button(t, table))
    return message(
        text(small(head), title, *_result_lines(t, game, moment)),
        *(picture(one.filename, one.alt) for one in drawn),
        row(_steps(t, game, moment)),
        row([_list_of_rounds(t, game, moment)]),
        *_list_of_turns(t, game, moment),
        text(*_told_lines(t, game, moment, scene)),
        row(of_all) if moment.round == LAST else None,
        row([*play_on_button(t, game, moment), share_button(t)]),
        ui.File(f"attachment://{NAME}") if table.id == WRITTEN else None,
    )


def _result_lines(t: Translations, game: Replay, moment: Moment) -> list[str]:
    """Lines about the winner and the standings at the end of a finished game; else none."""
    if moment.round != LAST or game.result is None or not game.result.standings:
        return []
    names, standings = seat_names(t, game.table), game.result.standings
    return [f"### {winner_line(t, names, standings)}", *standings_lines(t, names, standings)]


def _told_lines(t: Translations, game: Replay, moment: Moment, scene: Scene) -> list[str]:
    """Lines about what was possible in the moment, what was done from there to the end of the
    round, and what the rings on the pictures mean."""
    lines: list[str] = []
    if moment.begun is not None:
        name = seat_names(t, game.table)[moment.begun.seat]
        lines += [*possible_lines(t, name, moment.begun.possible), ""]
    # The last choice of wealth tiles reveals all of them.
    first = moment.turn == 0 and moment.round == game.rounds[0].number
    turns = [*game.choice[-1:], *moment.played] if first else moment.played
    done = [f"- {line}" for line in recap(t, turns, in_full=True, tell_hurried=True)]
    # Translators: heading of a list, about a round of a game that is looked at again: what all did
    lines += [t.gettext("**What was done**"), *first_lines(done, _TOLD)] if done else []
    if not done and moment.round != LAST:
        # Translators: in a game that is looked at again and goes on: it has come to this moment.
        lines.append(t.gettext("This is where the game is now."))
    if scene.last_move or scene.changed:
        if moment.turn == 0 and moment.round != LAST:
            lines.append(small(t.gettext("Circled: what moved in the round before.")))
        else:
            lines.append(small(t.gettext("Circled: what has moved since the round began.")))
    return lines


def _steps(t: Translations, game: Replay, moment: Moment) -> list[Part]:
    """The buttons to the first, the previous and the next round, and to the last moment."""
    numbers = [one.number for one in game.rounds]
    here = len(numbers) if moment.round == LAST else numbers.index(moment.round)
    at_first = here == 0 and moment.turn == 0
    at_last = moment == game.moment(LAST)
    before = numbers[max(0, here - 1)]
    after = numbers[here + 1] if here + 1 < len(numbers) else LAST
    steps = (
        # Translators: button, at most 34 characters: to the first round of a game.
        (t.pgettext("round", "First"), "first", numbers[0], at_first),
        (t.gettext("Back"), "back", before, at_first),
        # Translators: button, at most 34 characters: to the next round of a game.
        (t.pgettext("round", "Next"), "next", after, at_last),
        # Translators: button, at most 34 characters: to the end of a game, or to where it is now.
        (t.pgettext("round", "Last"), "last", LAST, at_last),
    )
    # Buttons to the same round need different custom ids: the word names the step.
    return [
        button(label, "replay", game.table.id, word=f"{step}.{to}.0", disabled=disabled)
        for label, step, to, disabled in steps
    ]


def _list_of_rounds(t: Translations, game: Replay, moment: Moment) -> Part:
    """The menu of all rounds and the end. If they are too many, it has a part of them, and an
    option that leads to the others."""
    numbers = [one.number for one in game.rounds]
    shown = [*numbers, LAST] if game.over else numbers
    options = []
    if len(shown) > MOST_CHOICES:
        here = shown.index(moment.round)
        early, late = shown[:ROUNDS_SHOWN], shown[ROUNDS_SHOWN:]
        if here < ROUNDS_SHOWN:
            # Translators: option of a menu of rounds, at most 60 characters: to later ones.
            label = t.gettext("Round {round} and later").format(round=late[0])
            shown, more = early, (label, late[0])
        else:
            # Translators: option of a menu of rounds, at most 60 characters: to earlier ones.
            label = t.gettext("Round {round} and before").format(round=early[-1])
            shown, more = late, (label, early[-1])
        options.append(discord.SelectOption(label=more[0], value=f"{more[1]}.0"))
    for number in shown:
        # Translators: option of a menu of rounds, at most 60 characters: the end of the game.
        end = t.gettext("The end of the game")
        label = end if number == LAST else t.gettext("Round {round}").format(round=number)
        chosen = number == moment.round
        options.append(discord.SelectOption(label=label, value=f"{number}.0", default=chosen))
    # Translators: shown in a menu before something is chosen: to which round of the game.
    placeholder = t.gettext("To a round …")
    return select(options, "replay", game.table.id, word="round", placeholder=placeholder)


def _list_of_turns(t: Translations, game: Replay, moment: Moment) -> list[Part]:
    """The menu of the turns of the round shown; empty if there are fewer than two."""
    begun = next((r.begun for r in game.rounds if r.number == moment.round), ())
    if len(begun) < 2:
        return []
    names = plain_names(t, game.table)
    options = [
        discord.SelectOption(
            label=f"{number + 1} · {SEAT_LETTERS[turn.seat]} {names[turn.seat]}"[:LONGEST_CHOICE],
            value=f"{moment.round}.{number}", default=number == moment.turn,
        )
        for number, turn in enumerate(begun)
    ]  # fmt: skip
    # Translators: shown in a menu before something is chosen: to whose turn of this round.
    placeholder = t.gettext("To a turn of this round …")
    menu = select(options, "replay", game.table.id, word="turn", placeholder=placeholder)
    return [row([menu])]


@on_press("replay")
async def moment_pressed(interaction: Interaction, press: Press) -> None:
    """Replace the moment by the one chosen."""
    word = press.value if press.values else press.word.partition(".")[2]
    number, turn = Press("replay", press.table, "", word, ()).numbers(2)
    if number < LAST or turn < 0:
        raise old_button()
    file = kept(interaction) if press.table == WRITTEN else []
    await interaction.response.defer()
    game = await looked_at(interaction, press.table)
    await _answer(interaction, game, number, turn, file=file)


@on_press("rounds")
async def rounds_pressed(interaction: Interaction, press: Press) -> None:
    """Show the first round in a private message."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await answer_moment(interaction, press.table, 1)


async def _table_meant(interaction: Interaction, number: int | None) -> Table:
    """The game of this number, or else the latest of this channel. Raises Refusal (`no-such-game`)
    for a game of another channel."""
    tables, channel_id = interaction.client.tables, interaction.channel_id
    assert channel_id is not None
    if number is None:
        begun = await tables.store.read(stored.begun_in_channel, channel_id, most=1)
        return begun[0] if begun else await latest_table(interaction)
    try:
        table = await tables.table(number)
    except Refusal:
        table = None
    if table is None or table.channel_id != channel_id:
        raise Refusal(
            "no-such-game",
            "No game of this channel has the number {number}; pick one of the suggestions.",
            number=number,
        )
    return table


class Replays(BotCog):
    """The command that shows a game again."""

    @app_commands.command(
        name="replay",
        description=locale_str("Replay a game of this channel, round by round"),
    )
    @app_commands.describe(
        game=locale_str("A game's number; leave it out for this channel's latest"),
        # Translators: description of an option of /replay, at most 100 characters
        file=locale_str("A record from /verify, to watch instead"),
    )
    @app_commands.guild_only()
    async def replay(
        self,
        interaction: Interaction,
        game: app_commands.Range[int, 1, 2**53 - 1] | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        """Show privately the first round of a finished game, or the present of a running one. Not
        only for those who play."""
        if file is not None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            written, content = await of_file(interaction, file)
            again = discord.File(BytesIO(content), filename=NAME)
            await _answer(interaction, written, 1 if written.over else LAST, file=[again])
            return
        table = await _table_meant(interaction, game)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await answer_moment(interaction, table.id, 1 if table.status == "finished" else LAST)

    @replay.autocomplete("game")
    async def _complete_game(
        self, interaction: Interaction, current: int | str
    ) -> list[app_commands.Choice[int]]:
        assert interaction.channel_id is not None
        t, digits = speaks(interaction), "".join(c for c in str(current) if c in "0123456789")
        found = await self.bot.store.read(
            stored.begun_in_channel, interaction.channel_id, digits, most=MOST_CHOICES
        )
        return [app_commands.Choice(name=_game_label(t, one), value=one.id) for one in found]


def _game_label(t: Translations, table: Table) -> str:
    """ "12 · 3 May · Ana, Bob"."""
    begun = day(t, table.created_at.date())
    names = ", ".join(plain_names(t, table))
    return f"{table.id} · {begun} · {names}"[:LONGEST_CHOICE]
