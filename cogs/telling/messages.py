"""The messages everybody in the channel reads: the lobby, the board of a round, whose turn it
is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.engine.position import Position
from bot.model.figures import GivenTitle
from bot.model.table import Seat
from bot.notation.position_line import read_position
from bot.refusal import AskedNow
from bot.tables import Confirmed, Table
from bot.tables.lobby import MOST_SEATS, most_seats
from bot.tables.turns import moment_of
from bot.text.advice import HURRIED, computer_words
from bot.text.answer_preview import CUT, WIDE_LABEL, sentence, shortened, width
from bot.text.choices import Choice, icon_of, question
from bot.text.choices_in_one_tap import ALL_WORKERS
from bot.text.descriptions.alt_text import alt_cover
from bot.text.hours import clock_name, wanted_words
from bot.text.names import UNOFFICIAL, in_signs, module_name, seat_icon, tile_name
from bot.text.points import standings_lines, title_words, winner_line
from bot.text.seats import food_state, moment_words
from bot.text.translation import N_, Translations, capital, listed, moment
from bot.text.turns import news, taken_words
from cogs.kit.answering import refusal_text, speaks
from cogs.kit.buttons import board_button, button, icons_button, today_button, together
from cogs.kit.context import Interaction, web_button
from cogs.kit.layout import (
    ACCENT,
    ACCENT_TURN,
    Part,
    as_posted,
    is_long,
    last_lines,
    message,
    packed,
    picture,
    row,
    small,
    text,
)
from cogs.kit.members import seat_names
from rendering import COVER, Picture

BOARD_LINES = 2600
"""The most characters about what was done in the message of a round, so that a call still fits."""
ROWS_BELOW_BOARD = {2: 3, 3: 2, 4: 0, 5: 0}
ROWS_BELOW_FOOD_DAY = 1
"""The most rows of choices below a board, by the number of seats, and below one with the card of a
food day: as many as a phone shows together with the picture. Further choices are on the panel."""
PART_OF_A_ROW = 15
"""The most letters of a button with an icon that picks up a worker, so that calls stay low."""
OTHERS_ASKED = N_("I have asked the others in the channel.")
SEALED = N_("The deal (which tiles lie where) is sealed: nobody can change it.")
FIVE_SEATS = N_("Games with five seats always use quick actions.")
PRIMARY, GREEN = ButtonStyle.primary, ButtonStyle.success


@dataclass(frozen=True)
class Call:
    """Who is asked now."""

    people: Sequence[int]
    """The seats that are called; may be empty."""
    kind: str | None
    """The kind of decision they are asked for; None if nobody is."""
    touched: str = ""
    """Words on what the others and the table have changed for the one who is asked."""
    first: Sequence[Sequence[Choice]] = ()
    """The choices that can begin the turn, one list for each kind of move. Each has a button, which
    opens the panel with the turn begun."""


def recap(
    t: Translations,
    turns: Sequence[Confirmed],
    *,
    in_full: bool = False,
    tell_hurried: bool = False,
    brief: bool = False,
) -> list[str]:
    """Lines about confirmed turns in their order, each with what the table did after it: briefly
    and in small letters, or `in_full` as in the log. A line says so if the turn was planned, or if
    a computer took it for a person.

    With `brief`, what workers brought is left out of turns that take more than one line on a phone.
    With `tell_hurried`, a line in letters of the usual size follows each turn for which a computer
    was hurried.
    """
    lines: list[str] = []
    for turn in turns:
        names, seat = seat_names(t, turn.table), turn.table.seats[turn.seat]
        told = partial(taken_words, t, names, turn, computer=seat.computer is not None)
        words = told(in_full=in_full)
        if brief and words is not None and is_long(words):
            words = told(results=False)
        if words is not None and turn.planned:
            # Translators: what a player did; the turn was planned before and confirmed itself.
            words = t.gettext("{deeds} (as planned)").format(deeds=words)
        done = [words] if words is not None else []
        after = news(t, names, turn.steps[-1], in_full=in_full)
        lines += done if in_full else map(small, done)
        if turn.hurried and tell_hurried:
            lines.append(t.say(HURRIED))
        lines += after if in_full else map(small, after)
    return lines


def board_title(t: Translations, position: Position, waiting: Sequence[int]) -> str:
    """The heading of a board message, which says what moment it shows. `waiting` are the seats that
    are asked then."""
    if position.phase == "keep":
        if "tribes" in position.modules:
            # Translators: heading, to all players.
            return "## " + t.gettext("A new game: choose your tribe and wealth tiles")
        # Translators: heading, to all players.
        return "## " + t.gettext("A new game: choose your wealth tiles")
    if position.phase == "finished":
        # Translators: heading.
        return "## " + t.gettext("The game is over")
    return "## " + moment_words(t, position, waiting)


def board_message(
    t: Translations,
    table: Table,
    position: Position,
    pictures: Sequence[Picture],
    *,
    waiting: Sequence[int] = (),
    lines: Sequence[str] = (),
    standings: Sequence[Mapping[str, int]] | None = None,
    call: Call | None = None,
    food_day: bool = False,
    titles: Sequence[GivenTitle | None] = (),
    web: str | None = None,
) -> ui.LayoutView:
    """The message with the board for everybody: its pictures, the `lines` about what was done, and
    at the end the call, which `without_call` removes later.

    `waiting` are the seats that are asked now. `food_day` says whether one was held just before.
    `standings`, and `titles` for each seat, are those of a game that is over. `web` is the address
    of the game on the web, if it has one.
    """
    shown = [picture(p.filename, p.alt) for p in pictures]
    if position.phase == "finished":
        words = [board_title(t, position, waiting), *_result_lines(t, table, standings, titles)]
        words += last_lines(lines, BOARD_LINES)
        return message(text(*words), *shown, *(row(one) for one in _buttons_of_end(t, table, web)))
    title = [text(board_title(t, position, waiting))]
    if len(shown) > 1 and call is not None and call.people:
        title = []  # the card of a food day has one, and the call names the round
    elif food_day:
        # Translators: heading of the board after a food day; the round that begins
        day = t.gettext("Food day · Round {round} begins").format(round=position.round)
        title = [text(f"### {day}")]
    elif position.phase == "play" and call is not None and call.people:
        title = []  # the call names the round
    done = [text(*last_lines(lines, BOARD_LINES))] if lines else []
    buttons: list[Part] = [board_button(t, table.id)]
    if position.phase == "keep" and position.prophecies:
        # Translators: button, at most 34 characters: the prophecies of this game.
        buttons.append(button(t.gettext("Prophecies"), "lookat", table.id, word="calendar"))
    buttons += [icons_button(t, table.options.modules), *web_button(t, web)]
    room = ROWS_BELOW_BOARD[len(table.seats)]
    room = min(room, ROWS_BELOW_FOOD_DAY) if food_day else room
    called = _call(t, table, position, call, buttons, rows=room) if call is not None else []
    if not called:
        if position.phase != "keep":  # beside a call there is no room for it in one row
            # Translators: button, at most 34 characters: shows a player's own goods and tiles.
            buttons.insert(1, button(t.gettext("What I have"), "mine", table.id))
        return message(*title, *shown, *done, row(buttons))
    # `without_call` takes away what follows the separator
    return message(*title, *shown, *done, _separator(), *called, accent=ACCENT_TURN)


def _result_lines(
    t: Translations,
    table: Table,
    standings: Sequence[Mapping[str, int]] | None,
    titles: Sequence[GivenTitle | None],
) -> list[str]:
    """Lines with the winner, the thanks, and the standings, each seat with its title below it.
    Empty without standings."""
    if not standings:
        return []
    names = seat_names(t.for_message(), table)
    lines = [f"### {winner_line(t, names, standings)}"]
    people = [f"<@{one.user_id}>" for one in table.seats if one.can_agree]
    if people:
        # Translators: {mentions}: one person or more.
        thanks = t.ngettext(
            "Thanks for playing, {mentions}.", "Thanks for playing, {mentions}.", len(people)
        )
        lines.append(thanks.format(mentions=listed(t, people)))
    for one, line in zip(standings, standings_lines(t, names, standings), strict=True):
        lines.append(line)
        given = titles[one["seat"]] if titles else None
        if given is not None:
            lines.append(small(title_words(t, given)))
    return lines


def _separator() -> Part:
    return ui.Separator(visible=False)


def _buttons_of_end(t: Translations, table: Table, web: str | None) -> list[list[Part]]:
    """The rows of buttons below the result of a game."""
    details: list[Part] = [
        # Translators: button, at most 34 characters.
        button(t.gettext("Where points came from"), "points", table.id),
        # Translators: button, at most 34 characters: the log of the game.
        button(t.gettext("How it went"), "history", table.id),
        # Translators: noun; button, at most 34 characters: the record of the game, as a file.
        button(t.gettext("Record"), "record", table.id),
        *_seal_for_others(t, table),
    ]
    # Translators: imperative; button, at most 24 characters: posts the result of a game as a
    # picture that can be forwarded
    share = button(t.gettext("Share"), "share", table.id)
    # Translators: button, at most 34 characters: another game of the same people.
    rematch = button(t.gettext("Rematch"), "rematch", table.id, style=PRIMARY)
    # Translators: noun; button, at most 34 characters: the game looked at again round by round.
    again = button(t.gettext("Replay"), "rounds", table.id)
    looking: list[Part] = [board_button(t, table.id), again, review_button(t, table)]
    looking += web_button(t, web)
    return [details, looking, [rematch, share, today_button(t)]]


def review_button(t: Translations, table: Table) -> Part:
    """The button for a computer's review of a game that is over."""
    # Translators: noun; button, at most 34 characters: a computer looks at a game that is over, and
    # tells which turns gained or lost most.
    return button(t.pgettext("game", "Review"), "review", table.id)


def without_call(
    board: discord.Message, *, only_files: bool = False, instead: str = ""
) -> ui.LayoutView:
    """A board as it was posted, but without the call: what stands below the separator is removed,
    except for the last row of buttons, which loses only its first one. `instead` are words in the
    place of the call.

    With `only_files`, a picture whose file the message does not name is left out.
    """
    view = as_posted(board, only_files=only_files)
    for container in view.children:
        if not isinstance(container, ui.Container):
            continue
        container.accent_colour = ACCENT
        parts = container.children
        lines = [n for n, part in enumerate(parts) if isinstance(part, ui.Separator)]
        for part in parts[lines[0] : -1] if lines else []:
            container.remove_item(part)
        last = parts[-1]
        if lines and isinstance(last, ui.ActionRow):
            last.remove_item(last.children[0])
            if instead:
                container.remove_item(last).add_item(text(instead)).add_item(last)
    return view


def turn_message(
    t: Translations,
    table: Table,
    position: Position,
    call: Call,
    *,
    lines: Sequence[str] = (),
) -> ui.LayoutView:
    """The message that says what was done in this round (`lines`), and calls who is asked."""
    done: list[Part] = [text(*last_lines(lines))] if lines else []
    called = _call(t, table, position, call, [board_button(t, table.id)])
    if not called:
        return message(*done)
    return message(*done, *([_separator()] if done else []), *called, accent=ACCENT_TURN)


def _call(
    t: Translations,
    table: Table,
    position: Position,
    call: Call,
    beside: Sequence[Part],
    *,
    rows: int | None = None,
) -> list[Part]:
    """The parts of a call: its words, at most `rows` rows of buttons that begin the turn (None: as
    many as there are), and a last row with the button of the private panel and the buttons `beside`
    it. Empty if nobody is called.

    In place of the buttons that begin the turn, a planned turn has one to stop it.
    """
    asked = _call_text(t, table, position, call, below_board=rows is not None)
    if not asked:
        return []
    parts = [text(asked)]
    opening: list[Part] = [opening_button(t, table, keep=position.phase == "keep")]
    if _confirms_itself(table, call) is None:
        first = [_first_button(t, table, one) for each in call.first for one in each]
        parts += packed([one for one in first if one.label])[:rows]
    else:
        # Translators: button, at most 34 characters: a planned turn does not confirm itself.
        opening.append(button(t.gettext("Stop"), "planstop", table.id))
    return [*parts, row([*opening, *beside])]


def _confirms_itself(table: Table, call: Call) -> datetime | None:
    """When the planned turn of the seat that is called confirms itself; None if it does not."""
    return table.seats[call.people[0]].plan_due if len(call.people) == 1 else None


def _first_button(t: Translations, table: Table, choice: Choice) -> ui.Button[Any]:
    """A button that begins a turn. If it has an icon, its label is short."""
    every = choice.action == ALL_WORKERS  # what it does is found again from the turn's state
    word = ALL_WORKERS if every else together(choice.actions)
    icon = None if every else t.icons.get(icon_of(choice.action))
    label = _beside_icon(t, choice) if icon or every else choice.label
    return button(label, "first", table.id, moment_of(table), word, icon=icon)


def _beside_icon(t: Translations, choice: Choice) -> str:
    """The label of a choice that has an icon, or of several workers. To place a worker: the price.
    To pick one up: the arrow of a turn's line, since the icon is that of a place, too, the space,
    and what its action costs and brings, cut off behind the price if that is wide; empty where
    nothing is left to say. For several workers: how many, and what they bring. To beg: what that
    costs and brings."""
    if choice.brief:
        return choice.brief
    if choice.at is None:
        return f"{choice.price} +{in_signs('corn', choice.corn)}"
    _, space = choice.at
    # Translators: button beside the icon of a gear: its space, and what its action brings, as "3:
    # +7🌽"
    frame = "← " + t.gettext("{place}: {what}")
    whole = frame.format(place=space, what=choice.short)
    answered = len(choice.actions) > 2  # more than the action of a space: it names the answers
    if answered or width(whole) <= PART_OF_A_ROW:
        return shortened(whole, WIDE_LABEL)
    return f"{frame.format(place=space, what=choice.price)} {CUT}" if choice.price else ""


def opening_button(t: Translations, table: Table, *, keep: bool = False) -> ui.Button[Any]:
    """The button that opens the private panel, for a turn or (`keep`) for the choice of wealth
    tiles: green wherever it stands."""
    if keep:
        # Translators: button, at most 34 characters: opens the choice of wealth tiles and tribe.
        label = t.gettext("Choose my tiles")
    else:
        # Translators: button, at most 34 characters: opens the panel for one's turn.
        label = t.gettext("Your turn")
    return button(label, "openturn", table.id, style=GREEN)


async def answer_your_turn(interaction: Interaction, refusal: AskedNow, table: Table) -> None:
    """Tell this person privately that something is refused since it is their turn. The answer has
    the button that opens the turn, as the call in the channel may have been deleted."""
    t = speaks(interaction)
    keep = (await interaction.client.tables.game(table.id)).snapshot().phase == "keep"
    view = message(text(refusal_text(t, refusal)), row([opening_button(t, table, keep=keep)]))
    await interaction.response.send_message(view=view, ephemeral=True)


def _call_text(
    t: Translations, table: Table, position: Position, call: Call, *, below_board: bool = False
) -> str:
    """The words of a call: who is asked what, what changed for them, their food, how long they
    have, and who is next. Empty if nobody is called.

    `below_board` says whether it stands below a board: if its table is large, who is next is left
    out where it would take a line of its own.
    """
    people = [
        t.for_message().marked(seat_icon(seat), f"<@{table.seats[seat].user_id}>")
        for seat in call.people
        if table.seats[seat].user_id is not None
    ]
    mentions = " ".join(people)
    if not people:
        return ""
    if position.phase == "keep":
        if "tribes" in position.modules:
            # Translators: {mentions}: one person or more.
            asked = t.ngettext(
                "{mentions}: choose your tribe and wealth tiles, in secret.",
                "{mentions}: choose your tribe and wealth tiles, in secret.",
                len(people),
            )
        else:
            # Translators: {mentions}: one person or more.
            asked = t.ngettext(
                "{mentions}: choose two of your four wealth tiles, in secret.",
                "{mentions}: choose two of your four wealth tiles, in secret.",
                len(people),
            )
        return asked.format(mentions=mentions)
    due = _confirms_itself(table, call)
    if due is not None:
        # Translators: {mentions}: one person; {moment}: Discord shows it as "in 1 minute".
        words = t.gettext("{mentions}, I will play your planned turn {moment}.")
        return words.format(mentions=mentions, moment=moment(due))
    if call.kind in (None, "turn"):
        # Translators: {mentions}: one person.
        words = t.gettext("{mentions}, your turn in round {round}!")
        asked = words.format(mentions=mentions, round=position.round)
    else:
        # no colon: what stands behind it begins with a small letter in some languages
        asked = sentence(mentions, question(t, call.kind))
    seat = call.people[0]
    state = capital(food_state(t.for_message(), position, seat))
    end, ends = table.deadlines.get(seat), ""
    if end is not None:
        # Translators: {moment}: Discord shows it as "in 3 hours"; keep it at the end.
        ends = t.gettext("Your time ends {moment}").format(moment=moment(end))
    following = position.next_seat
    if len(table.seats) > 2 and following not in (None, seat):
        # Translators: behind a line about the game: the player whose turn is next
        after = t.gettext("next: {name}").replace(" ", "\u00a0")  # stays in one line
        after = after.format(name=seat_names(t, table)[following])
        if not (below_board and ROWS_BELOW_BOARD[len(table.seats)] == 0):
            state = f"{state} · {after}" if state else after
        elif ends:  # behind the state it would begin another line
            ends = f"{ends} · {after}"
    return "\n".join([asked, *(small(line) for line in (call.touched, state, ends) if line)])


def what_is_played(t: Translations, table: Table) -> str:
    """ "Base game", or the modules of the expansion that are played."""
    options = table.options
    if not options.modules:
        # Translators: the game without the expansion.
        return t.gettext("Base game")
    names = [module_name(t, module) for module in options.modules]
    # Translators: {modules}: parts of the expansion, as "Tribes, Quick actions".
    game = t.gettext("With: {modules}").format(modules=", ".join(names))
    if options.without and "tribes" in options.modules:
        tribes = ", ".join(tile_name(t, tribe) for tribe in options.without)
        # Translators: {game} as "With: Tribes, Prophecies"; {tribes}: names of tribes that are left
        # out.
        return t.gettext("{game} (tribes left out: {tribes})").format(game=game, tribes=tribes)
    return game


def _seat_line(t: Translations, table: Table, holder: Seat, name: str) -> str:
    n = holder.seat + 1
    if holder.computer:
        # Translators: a seat at the table: its number, a player that is a computer, and how it
        # plays, as "hard · builder".
        words = t.gettext("{n}. {name} (computer, {how})")
        return words.format(n=n, name=name, how=computer_words(t, holder.computer))
    if holder.seat in table.options.asked:
        # Translators: a seat at the table: its number and player; "Start" is the button's label.
        return t.gettext("{n}. {name} (has yet to press Start)").format(n=n, name=name)
    return f"{n}. {name}"


def lobby_message(
    t: Translations, table: Table, *, notice: str | None = None, closed: bool = False
) -> ui.LayoutView:
    """The lobby: who plays, and the buttons to join and start; all else is behind Options. Until it
    is `closed` it shows the file `COVER`, which goes with it."""
    seats = [
        _seat_line(t, table, holder, name)
        for holder, name in zip(table.seats, seat_names(t, table), strict=True)
    ]
    fixed = table.options.position or table.options.wanted_seats
    about = (
        what_is_played(t, table),
        clock_name(t, table.options.time),
        # Translators: in a line about a game that is open to join
        *([] if fixed else [t.gettext("2 to 5 players")]),
        t.say(UNOFFICIAL),
    )
    lines = [
        # Translators: heading of the message where players join a game.
        "## " + t.gettext("Tzolk'in: who plays?"),
        *seats,
        small(" · ".join(about)),
    ]
    if (wanted := wanted_words(t, table.options)) and not closed:
        lines.append(wanted)
    if len(table.seats) == MOST_SEATS and "quick_actions" not in table.options.modules:
        lines.append(small(t.gettext(FIVE_SEATS)))
    if table.options.thread and not closed:
        lines.append(small(t.gettext("The game begins in a new thread.")))
    if table.options.position:
        # Translators: below the players of a game that begins in a position; {round}: a number
        words = t.gettext(
            "The game begins in round {round}, with the hidden tiles dealt anew. It does not "
            "count towards statistics or ratings."
        )
        lines.append(small(words.format(round=read_position(table.options.position).round)))
    elif table.options.order_stays and not closed:
        lines.append(small(t.gettext("A rematch: everybody moves one seat along.")))
    if notice:
        lines.append(notice)
    if closed:
        seal = _seal_for_others(t, table) if table.status != "abandoned" else []
        return message(text(*lines), row(seal) if seal else None)
    with_computers = len(table.seats) > 1 and len(table.human_seats) == 1
    join = ButtonStyle.secondary if with_computers else PRIMARY
    buttons: list[Part] = [
        # Translators: button, at most 34 characters: sit down at the table.
        button(t.gettext("Join"), "lobby", table.id, "", "join", style=join),
        # Translators: button, at most 34 characters: start the game.
        button(t.pgettext("button", "Start"), "lobby", table.id, "", "start", style=GREEN),
    ]
    if with_computers:  # who opened it to play against them needs only Start
        buttons.reverse()
    if table.options.asked:
        # Translators: button, at most 34 characters: without those who have yet to press Start.
        without = button(t.gettext("Start without the others"), "lobby", table.id, "", "without")
        buttons += [leave_button(t, table), without]
    elif len(table.seats) < most_seats(table):
        # Translators: button, at most 34 characters.
        buttons.append(button(t.gettext("Add a computer"), "lobby", table.id, "", "add"))
    if not table.options.asked:
        buttons.append(find_button(t, table))
    # The seal is posted with this button; it is shown behind it.
    options = f"options.{table.commitment or ''}"
    # Translators: button, at most 34 characters: of this game.
    buttons.append(button(t.gettext("Options"), "lobby", table.id, "", options))
    return message(picture(COVER, alt_cover(t)), text(*lines), row(buttons))


def find_button(t: Translations, table: Table) -> Part:
    """The button of a lobby with which its host says whom and what the game is for, and when it
    begins."""
    # Translators: button, at most 34 characters, and title of a form: whom a game waits for, when
    # it starts, whom to invite; imperative
    return button(t.gettext("Find players"), "findplayers", table.id)


def leave_button(t: Translations, table: Table) -> Part:
    """The button of a lobby to give up one's seat."""
    # Translators: button, at most 34 characters: leave the table before the game.
    return button(t.gettext("Leave"), "lobby", table.id, "", "leave")


def _seal_for_others(t: Translations, table: Table) -> list[Part]:
    """The button of the seal, which nobody needs who plays against computers alone."""
    return [] if table.against_computers else [seal_button(t, table)]


def seal_button(t: Translations, table: Table) -> Part:
    """The button that shows the seal of a table's deal. The seal stands in the button's custom id:
    so it is posted before the game begins, and anybody can read it there."""
    # Translators: button and heading, at most 34 characters: proof that the deal (which tiles lie
    # where) was fixed before the game.
    return button(t.gettext("Proof of a fair deal"), "seal", table.id, word=table.commitment)
