"""Reviews of finished games: a computer examines the turns, and says privately what it found.

The press is answered at once, since a review takes a while; the answer is replaced when it is made.
"""

import asyncio
from functools import partial
from itertools import pairwise

from discord import ui

from bot.ai.review import CLOSER
from bot.engine.points_by_source import PointsHistory
from bot.model.advice import Review, Told
from bot.process.long_work import in_thread
from bot.tables.looking_back import points_history
from bot.tables.open_table import OpenTable
from bot.tables.replaying import LAST, Replay
from bot.tables.reviewing import Looking, reviewed
from bot.text.computers import hurried_line, level_name
from bot.text.descriptions.reviews import Expectations
from bot.text.reviews import told_lines
from bot.text.translation import Translations
from bot.text.turns import turn_line
from cogs.kit.answering import answer_error, speaks
from cogs.kit.buttons import Press, button, old_button, on_press, today_button
from cogs.kit.context import Interaction, ask_for_much, draw_soon
from cogs.kit.late_answers import fill
from cogs.kit.layout import Part, message, picture, row, small, text, with_icons
from cogs.kit.names import plain_names, seat_names
from cogs.kit.pictures import files
from cogs.kit.sharing import share_button
from cogs.looking.playing_on import play_on_button
from cogs.looking.replay import answer_moment
from rendering import Picture, draw_review

AS_MUCH_AS = 20
"""A review costs the person who has it made as much as this many pictures."""
PROGRESS = 5.0
"""Seconds between two reports of a review's progress."""
PATIENCE = 13 * 60.0
"""Seconds for which the answer is replaced, a little less than the 15 minutes Discord allows."""
MOST_CHARACTERS = 1100
"""The words about one turn have icons if they then have at most so many characters."""


@on_press("review")
async def review_asked(interaction: Interaction, press: Press) -> None:
    """Show the review of a game, which is stored or made now."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    client = interaction.client
    opened = await client.tables.read(press.table)
    looked_at = await reviewed(opened)
    found = await client.reviews.known(looked_at)
    if found is None:
        ask_for_much(interaction, AS_MUCH_AS)
        found = client.reviews.begin(looked_at)
    if isinstance(found, Review):
        await _put(interaction, opened, looked_at, found)
        return
    await _tell(interaction, _progress_words(speaks(interaction), found))
    client.in_background(_show_when_made(interaction, looked_at, found), "showing a review")


async def _show_when_made(interaction: Interaction, looked_at: Replay, looking: Looking) -> None:
    """Report the progress until the review is made, then show it; stop after `PATIENCE`."""
    t, made = speaks(interaction), looking.made
    try:
        for _ in range(round(PATIENCE / PROGRESS)):
            await asyncio.wait({made}, timeout=PROGRESS)
            if made.done():
                await _show(interaction, looked_at, made.result())
                return
            await _tell(interaction, _progress_words(t, looking))
        await _tell(
            interaction,
            t.gettext("This takes longer today; ask for the review again later."),
        )
    except Exception as error:
        await answer_error(interaction, error, "review")


async def _tell(interaction: Interaction, words: str) -> None:
    await fill(interaction, view=message(text(words)))


def _progress_words(t: Translations, looking: Looking) -> str:
    # Translators: while a review is made; {done} and {turns} are numbers
    words = t.gettext(
        "A computer is reviewing the game: turn {done} of {turns}. Its review will appear here."
    )
    return words.format(done=looking.done, turns=looking.turns)


async def _show(interaction: Interaction, looked_at: Replay, review: Review) -> None:
    """Fill the private answer with the review. Raises Refusal as `reviewed` if the game has gone on
    since."""
    opened = await interaction.client.tables.read(looked_at.table.id)
    await _put(interaction, opened, await reviewed(opened), review)


async def _put(
    interaction: Interaction, opened: OpenTable, looked_at: Replay, review: Review
) -> None:
    """Fill the private answer with the review of a game that was just read."""
    t = speaks(interaction)
    shown = expectations(
        plain_names(t, looked_at.table), looked_at, review, await points_history(opened)
    )
    drawn = await draw_soon(
        interaction, draw_review, shown, theme=looked_at.table.options.theme, t=t
    )
    view = await in_thread(review_view, t, looked_at, review, drawn)
    await fill(interaction, view=view, attachments=files([drawn] if drawn else []))


def expectations(
    names: list[str], looked_at: Replay, review: Review, history: PointsHistory
) -> Expectations:
    """The data of the picture. A round without a known expectation has that of the round before,
    else of the round after."""
    known = dict(review.rounds)
    numbers = range(1, looked_at.rounds[-1].number + 1)  # also those before a position
    for before, after in [*pairwise(numbers), *pairwise(reversed(numbers))]:
        if before in known:
            known.setdefault(after, known[before])
    return Expectations(
        names=tuple(names),
        lines=tuple(
            (*(4 * known[n][seat] for n in numbers), float(points.points4))
            for seat, points in enumerate(history.seats)
        ),
        ends=tuple(points.points4 for points in history.seats),
        by_place=history.by_place,
        food_days=history.food_days[-len(numbers) :],
    )


def review_view(
    t: Translations, looked_at: Replay, review: Review, drawn: Picture | None
) -> ui.LayoutView:
    """The message of a review: a line for each seat, and the turns that gained or lost most."""
    table = looked_at.table
    parts: list[Part | None] = [
        # Translators: heading; {number}: of the game
        text("### " + t.gettext("Review of game {number}").format(number=table.id)),
        picture(drawn.filename, drawn.alt) if drawn else None,
    ]
    for one in review.told:
        parts.append(
            text(*with_icons(t, partial(_told, looked_at=looked_at, told=one), MOST_CHARACTERS))
        )
        there = button(
            # Translators: button, at most 34 characters: to the board as a turn found it
            t.gettext("Board of that moment"), "thatmoment", table.id,
            word=f"{one.round}.{one.turn}",
        )  # fmt: skip
        moment = looked_at.moment(one.round, one.turn)
        parts.append(row([there, *play_on_button(t, looked_at, moment)]))
    if not review.told:
        parts.append(
            # Translators: about a whole game that a computer looked at
            text(t.gettext("The computer would have played nearly the same, turn by turn."))
        )
    notes = [
        # Translators: {level} is one of instant, easy, medium, hard, master
        t.gettext(
            "By a computer (level: {level}), from what was visible at the time. It can be wrong."
        ).format(level=level_name(t, CLOSER))
    ]
    computers = [one for one in table.seats if one.computer is not None]
    if computers and len(computers) < len(table.seats):
        # Translators: below a review of a game with people and computers
        notes.append(t.gettext("It reviewed only people's turns."))
    hurried = sum(turn.hurried for one in looked_at.rounds for turn in one.turns)
    if hurried:
        words = t.ngettext(
            # Translators: below a review of a game with computers
            "On {n} turn the computer had less time than usual.",
            "On {n} turns the computer had less time than usual.",
            hurried,
        )
        notes.append(words.format(n=hurried))
    parts += [text(small(" ".join(notes))), row([share_button(t), today_button(t)])]
    return message(*parts)


def _told(t: Translations, looked_at: Replay, told: Told) -> list[str]:
    """Lines about a turn: its round, seat and moves, the better choice, the points between."""
    of = next(one for one in looked_at.rounds if one.number == told.round)
    played = of.turns[of.begun[told.turn].number]
    names = seat_names(t, looked_at.table)
    heading = t.gettext("Round {round}").format(round=told.round)
    rules = played.game.rules_version
    return [
        f"**{heading}** · {turn_line(t, names, told.seat, played.steps)}",
        *([hurried_line(t)] if played.hurried else []),
        *told_lines(t, played.before, rules, told),
    ]


@on_press("thatmoment")
async def moment_asked(interaction: Interaction, press: Press) -> None:
    """Show a turn of the review in the replay, in a private message."""
    number, turn = press.numbers(2)
    if number < LAST or turn < 0:
        raise old_button()
    await interaction.response.defer(ephemeral=True, thinking=True)
    await answer_moment(interaction, press.table, number, turn)
