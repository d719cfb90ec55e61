"""A game from its beginning: /replay shows it again, round by round, as everybody saw it then; /log
tells it in words, page by page.

At the end of a replay are its files: one animated picture, a text to read, notation, a play for BG
Stats. Each is a `GameFile` in `FILES`.

From a moment of a finished game another one can begin. Whoever wants it chooses a seat; the lobby
of the new game is opened by what that seat's button says (`cogs.lobby.lobby`).
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from types import MappingProxyType

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.notation.bg_stats import bg_stats_file, bg_stats_link
from bot.notation.games import WrittenGame, write_text
from bot.notation.records import Seat
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.scene import Scene
from bot.store import tables as stored
from bot.tables import Confirmed, Table, looking_back, records
from bot.tables.looking_back import LAST, WRITTEN, Moment, Replay
from bot.text.names import SEAT_LETTERS
from bot.text.points import possible_lines, standings_lines, whole_game, winner_line
from bot.text.translation import N_, Translations, day
from cogs.client import BotCog
from cogs.kit import layout
from cogs.kit.answering import fill, speaks
from cogs.kit.buttons import Press, button, old_button, on_press, select
from cogs.kit.context import (
    Interaction,
    ask_for_much,
    latest_table,
    web_address_of,
    web_button,
)
from cogs.kit.members import plain_names, seat_names
from cogs.kit.pages import (
    RECORD,
    can_play_on,
    file_kept,
    game_of_file,
    looked_at,
    moment_to_play_on,
    share_button,
)
from cogs.kit.pictures import files, private_pictures, table_scene
from cogs.telling.messages import board_title, recap, review_button
from rendering import Picture, draw_whole_game

# --- the log --------------------------------------------------------------------------------------

LOG_PAGE_LENGTH = 1800
"""The most characters of a page: about two screens of a phone, well below Discord's limit."""


def log_pages(t: Translations, turns: Sequence[Confirmed]) -> list[str]:
    """The game so far in words, oldest first, with a heading for each round."""
    pages: list[list[str]] = [[]]
    length, round_told = 0, 0
    for turn in turns:
        lines, heading = [], ""
        if turn.before.phase == "play":
            number = turn.before.round
            # Translators: heading in the log.
            heading = "### " + t.gettext("Round {round}").format(round=number)
            if number != round_told:
                round_told = number
                lines.append(heading)
        if (
            turn.before.phase == turn.after.phase == "keep"
            and turns[-1].after.phase != "keep"
            and not turn.hurried
        ):
            continue  # all choices are told together, when they were revealed
        lines += [f"- {line}" for line in recap(t, [turn], in_full=True, tell_hurried=True)]
        size = sum(len(line) + 1 for line in lines)
        if pages[-1] and length + size > LOG_PAGE_LENGTH:
            pages.append([])
            length = 0
            if heading and lines[:1] != [heading]:  # the page begins within a round
                lines.insert(0, heading)
        pages[-1] += lines
        length += size
    return ["\n".join(lines) for lines in pages]


def log_view(t: Translations, table: Table, pages: Sequence[str], number: int) -> ui.LayoutView:
    """A page of the log, with buttons to the next ones."""
    # Translators: heading of the log.
    title = t.gettext("The game so far · page {page} of {pages}").format(
        page=number + 1, pages=len(pages)
    )
    # Translators: button, at most 34 characters: the page of the log before this one.
    older = button(t.gettext("Older"), "log", table.id, word=str(number - 1), disabled=number == 0)
    newer = button(
        # Translators: button, at most 34 characters: the page of the log after this one.
        t.gettext("Newer"), "log", table.id, word=str(number + 1),
        disabled=number == len(pages) - 1,
    )  # fmt: skip
    words = pages[number] or t.gettext("Nothing has happened yet.")
    return layout.message(
        layout.text(f"### {title}", words), layout.row([older, newer]) if len(pages) > 1 else None
    )


async def _log_page(interaction: Interaction, table_id: int, number: int | None) -> ui.LayoutView:
    tables, t = interaction.client.tables, speaks(interaction)
    table = await tables.table(table_id)
    pages = log_pages(t, await looking_back.all_turns(await tables.read(table_id)))
    last = len(pages) - 1
    return log_view(t, table, pages, last if number is None else min(max(number, 0), last))


@on_press()
async def log(interaction: Interaction, press: Press) -> None:
    """Show another page."""
    await interaction.response.defer()  # reading the whole game takes long
    view = await _log_page(interaction, press.table, press.number)
    await fill(interaction, view=view)


@on_press()
async def history(interaction: Interaction, press: Press) -> None:
    """Show the newest page privately."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await fill(interaction, view=await _log_page(interaction, press.table, None))


class History(BotCog):
    """The command that tells what happened."""

    @app_commands.command(name="log", description=locale_str("The game so far in words"))
    @app_commands.guild_only()
    async def log(self, interaction: Interaction) -> None:
        """Show the newest page privately to anybody, also if they do not play."""
        table = await latest_table(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await fill(interaction, view=await _log_page(interaction, table.id, None))


# --- playing on -----------------------------------------------------------------------------------


def play_on_button(t: Translations, game: Replay, moment: Moment) -> list[layout.Part]:
    """The button to play on from a moment; none where nobody can."""
    if not can_play_on(game, moment):
        return []
    word = f"{moment.round}.{moment.turn}"
    # Translators: button, at most 34 characters; imperative: begin a game in the position shown
    return [button(t.gettext("Play on from here"), "playon", game.table.id, word=word)]


@on_press()
async def playon(interaction: Interaction, press: Press) -> None:
    """Ask privately which seat the person takes. Raises Refusal as `looked_at` and
    `moment_to_play_on` do."""
    number, turn = press.numbers(2)
    files: list[discord.File] = []
    await interaction.response.defer(ephemeral=True, thinking=True)
    if press.table == WRITTEN:  # the file goes along, as nothing of it is stored
        game, content = await game_of_file(interaction, file_kept(interaction)[0])
        files.append(discord.File(BytesIO(content), filename=RECORD))
    else:
        game = await looked_at(interaction, press.table)
    moment_to_play_on(game, number, turn)
    t = speaks(interaction)
    seats = [
        button(
            f"{SEAT_LETTERS[seat]} {name}"[:34], "sitdown", press.table, word=f"{press.word}.{seat}"
        )
        for seat, name in enumerate(plain_names(t, game.table))
    ]
    # Translators: heading: a game begins in a position of another one
    heading = t.gettext("Which seat will you take?")
    about = t.gettext(
        "Computers take the other seats until somebody joins. The hidden tiles are dealt anew, "
        "and the game does not count towards statistics or ratings."
    )
    file: layout.Part | None = ui.File(f"attachment://{RECORD}") if files else None
    asked = layout.message(layout.text(f"### {heading}", about), *layout.packed(seats), file)
    await fill(interaction, asked, files)


# --- files ----------------------------------------------------------------------------------------

_LONGEST_LINK = 3000
"""The most characters of a link for which a message has room beside its words."""
ANIMATION_AS_MUCH_AS = 20
"""An animation costs the person who asks for it as much as this many pictures."""

FileAnswer = tuple[ui.LayoutView, list[discord.File]]


@dataclass(frozen=True)
class GameFile:
    """A kind of file of a game."""

    label: str
    """The label of its button, at most 34 characters, marked for translation."""
    made: Callable[[Interaction, Translations, Replay], Awaitable[FileAnswer]]
    """Makes the private answer with the file."""
    of_record: bool = False
    """Whether it can be made only of a game that was played at a table."""


async def _animated(interaction: Interaction, t: Translations, game: Replay) -> FileAnswer:
    """Answer with the whole game as one animated picture."""
    drawn = await _whole_picture(interaction, t, game)
    view = layout.message(layout.picture(drawn.filename, drawn.alt))
    return view, files([drawn])


async def _whole_picture(interaction: Interaction, t: Translations, game: Replay) -> Picture:
    pool, table = interaction.client.pool, game.table
    theme, names = table.options.theme, tuple(plain_names(t, table))
    moment = (table.id, table.rewinds, table.version)
    key = ("whole game", moment, theme, names, str(t.locale))
    kept = pool.kept(*key) if table.id != WRITTEN else None
    if kept is not None:
        ask_for_much(interaction)
        return kept
    ask_for_much(interaction, ANIMATION_AS_MUCH_AS)
    scenes = await in_thread(_scenes, t, game)
    drawn = await draw_whole_game(pool, scenes, theme=theme, t=t, by=interaction.user.id)
    if table.id != WRITTEN:
        pool.keep(drawn, *key)
    return drawn


def _scenes(t: Translations, game: Replay) -> list[Scene]:
    """The scenes of the beginning of each round, and of the end."""
    found = []
    for number in (*(one.number for one in game.rounds), LAST):
        one = game.moment(number)
        found.append(table_scene(t, game.table, one.position, one.waiting, one.moved))
    return found


async def _written(interaction: Interaction, t: Translations, game: Replay) -> FileAnswer:
    """Answer with the whole game in words, as a text file."""
    ask_for_much(interaction)
    told = await in_thread(game_text, t, game)
    name = _name_of_file(game, "txt")
    view = layout.message(
        # Translators: above a text file with a whole game.
        layout.text(t.gettext("The whole game in words, to read or to keep.")),
        ui.File(f"attachment://{name}"),
    )
    return view, [_file(told, name)]


def game_text(t: Translations, game: Replay) -> str:
    """A game as a text to read, in the words of /log."""
    table, result = game.table, game.result
    played = [turn for one in game.rounds for turn in one.turns]
    return whole_game(
        t,
        plain_names(t, table),
        [seat.computer is not None for seat in table.seats],
        game.begun,
        # The last choice of wealth tiles reveals all of them.
        [*game.choice[-1:], *played],
        result.standings if result is not None else (),
    )


async def _in_notation(interaction: Interaction, t: Translations, game: Replay) -> FileAnswer:
    """Answer with the deal and all actions, as text to read and paste. Unlike the record
    (`/verify`), it has neither the secret of the deal nor the times of the actions."""
    ask_for_much(interaction)
    record = await records.record_of(await interaction.client.tables.read(game.table.id))
    plain = WrittenGame(
        rules=record.rules,
        seats=tuple(Seat(seat.name, seat.computer, None) for seat in record.seats),
        deal=record.deal,
        events=tuple(replace(event, at=None) for event in record.events),
        modules=record.modules,
    )
    written = await in_thread(write_text, plain)
    view = layout.message(
        layout.text(
            # Translators: above a text file with a whole game in a notation, as chess games have.
            t.gettext(
                "The whole game in notation, to read or paste anywhere. The bot's "
                "documentation explains the notation."
            )
        ),
        ui.File(f"attachment://{_name_of_file(game, 'notation.txt')}"),
    )
    return view, [_file(written, _name_of_file(game, "notation.txt"))]


async def _for_bg_stats(interaction: Interaction, t: Translations, game: Replay) -> FileAnswer:
    """Answer with the result as a play for the app BG Stats: a link that opens it, and a file."""
    ask_for_much(interaction)
    record = await records.record_of(await interaction.client.tables.read(game.table.id))
    if record.result is None:
        raise Refusal("no-result", "This game was not played to its end, so it has no result.")
    play, link = await in_thread(lambda: (bg_stats_file(record, t), bg_stats_link(record, t)))
    # Translators: {app} is a link with the name of an app, in which people keep what they played.
    words = t.gettext("Keep this game in {app}: tap the link, or open the file with the app.")
    name = _name_of_file(game, "bgsplay")
    shown = f"[BG Stats]({link})" if len(link) <= _LONGEST_LINK else "BG Stats"
    view = layout.message(layout.text(words.format(app=shown)), ui.File(f"attachment://{name}"))
    return view, [_file(play, name)]


def _name_of_file(game: Replay, ending: str) -> str:
    number = "" if game.table.id == WRITTEN else f"-{game.table.id}"
    return f"tzolkin{number}.{ending}"


def _file(content: str, name: str) -> discord.File:
    return discord.File(BytesIO(content.encode()), filename=name)


FILES: Mapping[str, GameFile] = MappingProxyType(
    {
        # Translators: button, at most 34 characters: a whole game as one animated picture.
        "picture": GameFile(N_("Whole game as a picture"), _animated),
        # Translators: button, at most 34 characters: a whole game in words, as a file.
        "text": GameFile(N_("Whole game as text"), _written),
        # Translators: button, at most 34 characters: a whole game in a notation, as a file.
        "notation": GameFile(N_("In notation"), _in_notation, of_record=True),
        # Translators: button, at most 34 characters: a result for an app of this name.
        "bgstats": GameFile(N_("For BG Stats"), _for_bg_stats, of_record=True),
    }
)
"""All kinds of files, by the word of their buttons."""


@on_press()
async def gamefile(interaction: Interaction, press: Press) -> None:
    """Answer with a file of a finished game, privately. Raises Refusal (`not-ended`) for a running
    game, also one that was rewound."""
    wanted = FILES.get(press.word)
    if wanted is None or (press.table == WRITTEN and wanted.of_record):
        raise old_button()
    await interaction.response.defer(ephemeral=True, thinking=True)
    game = await looked_at(interaction, press.table)
    if not game.over:
        raise Refusal(
            "not-ended", "The game is still going on; you can get this file once it is over."
        )
    view, attached = await wanted.made(interaction, speaks(interaction), game)
    await fill(interaction, view=view, attachments=attached)


# --- the replay -----------------------------------------------------------------------------------

ROUNDS_SHOWN = layout.MOST_CHOICES - 1
"""The most rounds on a page of the menu. One more option leads to the other rounds."""
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
    web = await web_address_of(interaction.client, game.table)
    view = moment_message(t, game, moment, scene, drawn, web)
    await fill(interaction, view=view, attachments=[*files(drawn), *file])


def moment_message(
    t: Translations, game: Replay, moment: Moment, scene: Scene, drawn: Sequence[Picture],
    web: str | None = None,
) -> ui.LayoutView:  # fmt: skip
    """The message of a moment of a game, with buttons and menus to all others, and to its page on
    the `web`, if it has one."""
    table = game.table
    # Translators: small, above a moment of a game that is looked at again; {number}: of the game.
    head = t.gettext("Replay of game {number}").format(number=table.id)
    if table.id == WRITTEN:
        # Translators: small, above a moment of a game that is looked at again.
        head = t.gettext("Replay of a game from a file")
    title = board_title(t, moment.position, moment.waiting)
    of_all: list[layout.Part] = [
        button(t.gettext(one.label), "gamefile", table.id, word=word)
        for word, one in FILES.items()
        if table.id != WRITTEN or not one.of_record
    ]
    if table.id != WRITTEN:
        of_all.append(review_button(t, table))
    return layout.message(
        layout.text(layout.small(head), title, *_result_lines(t, game, moment)),
        *(layout.picture(one.filename, one.alt) for one in drawn),
        layout.row(_steps(t, game, moment)),
        layout.row([_list_of_rounds(t, game, moment)]),
        *_list_of_turns(t, game, moment),
        layout.text(*_told_lines(t, game, moment, scene)),
        layout.row(of_all) if moment.round == LAST else None,
        layout.row([*play_on_button(t, game, moment), share_button(t), *web_button(t, web)]),
        ui.File(f"attachment://{RECORD}") if table.id == WRITTEN else None,
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
    lines += [t.gettext("**What happened**"), *layout.first_lines(done, _TOLD)] if done else []
    if not done and moment.round != LAST:
        # Translators: in a game that is looked at again and goes on: it has come to this moment.
        lines.append(t.gettext("This is where the game is now."))
    if scene.last_move or scene.changed:
        if moment.turn == 0 and moment.round != LAST:
            lines.append(layout.small(t.gettext("Circled: what moved in the previous round.")))
        else:
            lines.append(layout.small(t.gettext("Circled: what has moved since the round began.")))
    return lines


def _steps(t: Translations, game: Replay, moment: Moment) -> list[layout.Part]:
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


def _list_of_rounds(t: Translations, game: Replay, moment: Moment) -> layout.Part:
    """The menu of all rounds and the end. If they are too many, it has a part of them, and an
    option that leads to the others."""
    numbers = [one.number for one in game.rounds]
    shown = [*numbers, LAST] if game.over else numbers
    options = []
    if len(shown) > layout.MOST_CHOICES:
        here = shown.index(moment.round)
        early, late = shown[:ROUNDS_SHOWN], shown[ROUNDS_SHOWN:]
        if here < ROUNDS_SHOWN:
            # Translators: option of a menu of rounds, at most 60 characters: to later ones.
            label = t.gettext("Round {round} and later").format(round=late[0])
            shown, more = early, (label, late[0])
        else:
            # Translators: option of a menu of rounds, at most 60 characters: to earlier ones.
            label = t.gettext("Round {round} and earlier").format(round=early[-1])
            shown, more = late, (label, early[-1])
        options.append(discord.SelectOption(label=more[0], value=f"{more[1]}.0"))
    for number in shown:
        # Translators: option of a menu of rounds, at most 60 characters: the end of the game.
        end = t.gettext("The end of the game")
        label = end if number == LAST else t.gettext("Round {round}").format(round=number)
        chosen = number == moment.round
        options.append(discord.SelectOption(label=label, value=f"{number}.0", default=chosen))
    # Translators: shown in a menu before something is chosen: to which round of the game.
    placeholder = t.gettext("Go to a round …")
    return select(options, "replay", game.table.id, word="round", placeholder=placeholder)


def _list_of_turns(t: Translations, game: Replay, moment: Moment) -> list[layout.Part]:
    """The menu of the turns of the round shown; empty if there are fewer than two."""
    begun = next((r.begun for r in game.rounds if r.number == moment.round), ())
    if len(begun) < 2:
        return []
    names = plain_names(t, game.table)
    options = [
        discord.SelectOption(
            label=f"{number + 1} · {SEAT_LETTERS[turn.seat]} {names[turn.seat]}"[
                : layout.LONGEST_CHOICE
            ],
            value=f"{moment.round}.{number}",
            default=number == moment.turn,
        )
        for number, turn in enumerate(begun)
    ]
    # Translators: shown in a menu before something is chosen: to whose turn of this round.
    placeholder = t.gettext("Go to a turn of this round …")
    menu = select(options, "replay", game.table.id, word="turn", placeholder=placeholder)
    return [layout.row([menu])]


@on_press()
async def replay(interaction: Interaction, press: Press) -> None:
    """Replace the moment by the one chosen."""
    word = press.value if press.values else press.word.partition(".")[2]
    number, turn = Press("replay", press.table, "", word, ()).numbers(2)
    if number < LAST or turn < 0:
        raise old_button()
    file = file_kept(interaction) if press.table == WRITTEN else []
    await interaction.response.defer()
    game = await looked_at(interaction, press.table)
    await _answer(interaction, game, number, turn, file=file)


@on_press()
async def rounds(interaction: Interaction, press: Press) -> None:
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
            "No game in this channel has the number {number}; pick one of the suggestions.",
            number=number,
        )
    return table


class Replays(BotCog):
    """The command that shows a game again."""

    @app_commands.command(
        name="replay",
        description=locale_str("Replay a game from this channel, round by round"),
    )
    @app_commands.describe(
        game=locale_str("A game's number; leave empty for this channel's latest game"),
        # Translators: description of an option of /replay, at most 100 characters
        file=locale_str("A record file from /verify, to watch instead of a game from this channel"),
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
            written, content = await game_of_file(interaction, file)
            again = discord.File(BytesIO(content), filename=RECORD)
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
            stored.begun_in_channel, interaction.channel_id, digits, most=layout.MOST_CHOICES
        )
        return [app_commands.Choice(name=_game_label(t, one), value=one.id) for one in found]


def _game_label(t: Translations, table: Table) -> str:
    """ "12 · 3 May · Ana, Bob"."""
    begun = day(t, table.created_at.date())
    names = ", ".join(plain_names(t, table))
    return f"{table.id} · {begun} · {names}"[: layout.LONGEST_CHOICE]
