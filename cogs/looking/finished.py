"""Finished games: the review, the card, and the check of the deal.

In a review a computer examines the turns, and says privately what it found. The press is answered
at once, since a review takes a while; the answer is replaced when it is made.

The card is posted by a press on **Share** as a message that can be forwarded: once, and once more
when the review has found the turn that decided most. Whoever asks again is shown where it is.

/verify checks whether the deal of a finished game was fair, and gives its record as a file.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from itertools import chain, pairwise

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.ai.advice import CLOSER
from bot.ai.puzzles import theme_of
from bot.model.computers import Lesson, Review, Told
from bot.model.table import SharedCard
from bot.notation.records import Record, from_json, to_json
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.store import tables as stored
from bot.tables import Result, Revealed, Table, looking_back, records
from bot.tables.computers import MOST_LESSONS, Looking, reviewed, turning_point
from bot.tables.looking_back import LAST, Replay
from bot.tables.open_table import OpenTable
from bot.tables.records import Check, checks, join_of_person, verdict, verdict_words
from bot.text.advice import (
    HURRIED,
    THEME_WORDS,
    coach_lines,
    level_name,
    review_lines,
)
from bot.text.descriptions.results import Expectations
from bot.text.points import winner_line
from bot.text.translation import Translations
from bot.text.turns import SEALED, turn_line
from cogs.client import BotCog, TzolkinBot
from cogs.kit.answering import UNREACHABLE, answer_error, fill, language_of, message_link, speaks
from cogs.kit.buttons import Press, button, old_button, on_press, today_button
from cogs.kit.context import (
    Interaction,
    ask_for_much,
    draw_soon,
    latest_table,
    may_speak,
    picture_late,
    soon,
    web_address_of,
)
from cogs.kit.layout import (
    Part,
    first_lines,
    message,
    packed,
    picture,
    printed,
    row,
    small,
    text,
    with_icons,
)
from cogs.kit.members import plain_names, seat_names
from cogs.kit.pages import share_button
from cogs.kit.pictures import card_picture, files
from cogs.looking.replays import answer_moment, play_on_button
from rendering import Picture, draw_review

# --- the review -----------------------------------------------------------------------------------

REVIEW_AS_MUCH_AS = 20
"""A review costs the person who has it made as much as this many pictures."""
PROGRESS_SECONDS = 5.0
"""Seconds between two reports of a review's progress."""
REVIEW_PATIENCE = 13 * 60.0
"""The seconds during which the private answer is updated: a little less than the 15 minutes that
Discord allows."""
MOST_CHARACTERS = 1100
"""Words about one turn have icons only if they are at most so many characters long with them."""


@on_press()
async def review(interaction: Interaction, press: Press) -> None:
    """Show the review of a finished game: the stored one, or one that is made now."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    client = interaction.client
    opened = await client.tables.read(press.table)
    looked_at = await reviewed(opened)
    found = await client.reviews.known(looked_at)
    if found is None:
        ask_for_much(interaction, REVIEW_AS_MUCH_AS)
        found = client.reviews.begin(looked_at)
    if isinstance(found, Review):
        await _put(interaction, looked_at, found)
        return
    await _tell(interaction, _progress_words(speaks(interaction), found))
    client.in_background(_show_when_made(interaction, looked_at, found), "showing a review")


async def _show_when_made(interaction: Interaction, looked_at: Replay, looking: Looking) -> None:
    """Report the progress until the review is made, then show it; stop after `REVIEW_PATIENCE`."""
    t, made = speaks(interaction), looking.made
    try:
        for _ in range(round(REVIEW_PATIENCE / PROGRESS_SECONDS)):
            await asyncio.wait({made}, timeout=PROGRESS_SECONDS)
            if made.done():
                await _show(interaction, looked_at, made.result())
                return
            await _tell(interaction, _progress_words(t, looking))
        await _tell(
            interaction,
            t.gettext("The review is taking longer than usual; ask for it again later."),
        )
    except Exception as error:
        await answer_error(interaction, error, "review")


async def _tell(interaction: Interaction, words: str) -> None:
    await fill(interaction, view=message(text(words)))


async def _show(interaction: Interaction, looked_at: Replay, review: Review) -> None:
    """Fill the private answer with the review. Raises Refusal as `reviewed` if the game has gone on
    since."""
    opened = await interaction.client.tables.read(looked_at.table.id)
    await _put(interaction, await reviewed(opened), review)


def _progress_words(t: Translations, looking: Looking) -> str:
    # Translators: while a review is made; {done} and {turns} are numbers
    words = t.gettext(
        "A computer is reviewing the game: turn {done} of {turns}. Its review will appear here."
    )
    return words.format(done=looking.done, turns=looking.turns)


async def _put(interaction: Interaction, looked_at: Replay, review: Review) -> None:
    """Fill the private answer with the review of a game that was just read."""
    t = speaks(interaction)
    shown = expectations(plain_names(t, looked_at.table), looked_at, review)
    drawn = await draw_soon(
        interaction, draw_review, shown, theme=looked_at.table.options.theme, t=t
    )
    mine = looked_at.table.seat_of(interaction.user.id)
    seat = None if mine is None else mine.seat
    view = await in_thread(review_view, t, looked_at, review, drawn, seat)
    await fill(interaction, view=view, attachments=files([drawn] if drawn else []))


def expectations(names: list[str], looked_at: Replay, review: Review) -> Expectations:
    """The data for the picture of a review. A round for which nothing was computed takes the
    expectation of the round before, or else of the round after."""
    known, history = dict(review.rounds), looked_at.points
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
    t: Translations,
    looked_at: Replay,
    review: Review,
    drawn: Picture | None,
    seat: int | None = None,
) -> ui.LayoutView:
    """The message of a review: a line for each seat, the turns that gained or lost most, and the
    lessons for the reader at `seat`, or for all."""
    table = looked_at.table
    parts: list[Part | None] = [
        # Translators: heading; {number}: of the game
        text("### " + t.gettext("Review of game {number}").format(number=table.id)),
        picture(drawn.filename, drawn.alt) if drawn else None,
    ]
    for one in review.told:
        parts.append(
            text(
                *with_icons(t, partial(_turn_told, looked_at=looked_at, told=one), MOST_CHARACTERS)
            )
        )
        there = button(
            # Translators: button, at most 34 characters: to the board as a turn found it
            t.gettext("Board at that moment"), "thatmoment", table.id,
            word=f"{one.round}.{one.turn}",
        )  # fmt: skip
        moment = looked_at.moment(one.round, one.turn)
        parts.append(row([there, *play_on_button(t, looked_at, moment)]))
    if not review.told:
        parts.append(
            # Translators: about a whole game that a computer looked at
            text(t.gettext("The computer would have played nearly every turn the same way."))
        )
    notes = [
        # Translators: {level} is one of instant, easy, medium, hard, master
        t.gettext(
            "Reviewed by a computer (level: {level}) that knew only what was visible at the "
            "time. It can be wrong."
        ).format(level=level_name(t, CLOSER))
    ]
    computers = [one for one in table.seats if one.computer is not None]
    if computers and len(computers) < len(table.seats):
        # Translators: below a review of a game with people and computers
        notes.append(t.gettext("Only the human players' turns were reviewed."))
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
    return message(*parts, *_lessons(t, looked_at, review, seat))


def _lessons(t: Translations, looked_at: Replay, review: Review, seat: int | None) -> list[Part]:
    """The lessons of a game, at most `MOST_LESSONS`, each with the button that opens its position;
    the reader's own if there are any."""
    own = [one for one in review.lessons if one.seat == seat]
    shown = sorted(own or review.lessons, key=lambda one: -one.why.lost)[:MOST_LESSONS]
    shown.sort(key=lambda one: (one.round, one.turn))
    if not shown:
        return []

    def lines(t: Translations) -> list[str]:
        # Translators: heading: what to learn from the turns of a game
        return [
            "### " + t.gettext("Lessons from this game"),
            *chain.from_iterable(_lesson_lines(t, looked_at, one, own=bool(own)) for one in shown),
        ]

    tries = [
        # Translators: button, at most 34 characters: a turn of this round is tried; imperative
        button(t.gettext("Try round {round}").format(round=one.round), "trylesson",
               looked_at.table.id, word=f"{one.round}.{one.turn}")
        for one in shown
    ]  # fmt: skip
    return [text(*with_icons(t, lines, MOST_CHARACTERS)), *packed(tries)]


def _lesson_lines(
    t: Translations, looked_at: Replay, lesson: Lesson, *, own: bool
) -> Iterator[str]:
    played, why = looked_at.turn(lesson.round, lesson.turn), lesson.why
    rules = played.game.rules_version
    # Translators: within a sentence: somebody's turn, compared with another one
    whose = t.gettext("{name}'s turn").format(name=seat_names(t, looked_at.table)[lesson.seat])
    theme = t.gettext(THEME_WORDS[theme_of(played.before, rules, (why.better, why.played))])
    heading = t.gettext("Round {round}").format(round=lesson.round)
    yield small(f"{heading} · {theme}")
    yield from coach_lines(t, played.begun, lesson.seat, why, None if own else whose)


def _turn_told(t: Translations, looked_at: Replay, told: Told) -> list[str]:
    """Lines about a turn: its round, seat and moves, the better choice, the points between."""
    played = looked_at.turn(told.round, told.turn)
    names = seat_names(t, looked_at.table)
    heading = t.gettext("Round {round}").format(round=told.round)
    rules = played.game.rules_version
    return [
        f"**{heading}** · {turn_line(t, names, told.seat, played.steps)}",
        *([t.say(HURRIED)] if played.hurried else []),
        *review_lines(t, played.before, rules, told),
    ]


@on_press()
async def thatmoment(interaction: Interaction, press: Press) -> None:
    """Show a turn of the review in the replay, in a private message."""
    number, turn = press.numbers(2)
    if number < LAST or turn < 0:
        raise old_button()
    await interaction.response.defer(ephemeral=True, thinking=True)
    await answer_moment(interaction, press.table, number, turn)


# --- the card -------------------------------------------------------------------------------------


@on_press()
async def share(interaction: Interaction, press: Press) -> None:
    """Post the card of a game that was played to its end, or show where it was posted."""
    bot = interaction.client
    if (await bot.tables.table(press.table)).seat_of(interaction.user.id) is None:
        raise Refusal("cannot-share", "Only this game's players can share its result.")
    if not await may_speak(interaction):
        return
    async with bot.tables.alone("card", press.table):
        opened = await bot.tables.read(press.table)
        result = await _result_of_play(opened)
        turn = await turning_point(opened)
        table = opened.table
        shared = await bot.store.read(stored.shared_card, table.id)
        now = SharedCard(0, table.rewinds, table.version, turn is not None)
        if shared is not None and _tells_all(shared, now) and await _is_there(bot, table, shared):
            t = speaks(interaction)
            # Translators: {link}: an address; to hold a message: to press it long, on a phone
            said = t.gettext(
                "This result has already been shared: {link}. Press and hold that message to "
                "forward it."
            )
            view = message(text(said.format(link=message_link(table, shared.message))))
            await interaction.response.send_message(view=view, ephemeral=True)
            return
        ask_for_much(interaction)
        t = language_of(bot, table)
        drawing = card_picture(bot, t, opened, turn, by=interaction.user.id)
        drawn = await soon(interaction, drawing)
        if drawn is None:
            raise picture_late()
        # No layout of ours: whoever forwards it sends the line and the picture, and no buttons.
        said = winner_line(t, [printed(name) for name in plain_names(t, table)], result.standings)
        if web := await web_address_of(bot, table):
            said += f"\n<{web}>"
        sent = await interaction.response.send_message(
            said,
            file=discord.File(BytesIO(drawn.data), drawn.filename, description=drawn.alt),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        if sent.message_id is not None:
            noted = replace(now, message=sent.message_id)
            await bot.store.write(stored.note_card, table.id, noted)


async def _result_of_play(opened: OpenTable) -> Result:
    """The result as it was played. Raises Refusal: `no-card` if the game was not played to its end,
    `card-decided` if moderators changed the result."""
    result = await looking_back.result(opened)
    if result is None or result.played is None:
        raise Refusal("no-card", "Only a game that was played to its end can be shared.")
    if result.standings != result.played:
        raise Refusal(
            "card-decided",
            "The moderators changed this result, so it cannot be shared as a picture.",
        )
    return result


def _tells_all(shared: SharedCard, now: SharedCard) -> bool:
    """Whether the card that was shared is still up to date: the same game, and with the review if
    there is one now."""
    of_game = (shared.rewinds, shared.version) == (now.rewinds, now.version)
    return of_game and shared.reviewed >= now.reviewed


async def _is_there(bot: TzolkinBot, table: Table, shared: SharedCard) -> bool:
    """Whether the message still exists. If Discord does not say, it counts as existing."""
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    try:
        await channel.fetch_message(shared.message)
    except discord.NotFound:
        return False
    except UNREACHABLE:
        pass
    return True


# --- the check ------------------------------------------------------------------------------------

SIGNS_OF_CHECKS = {True: "✅", False: "❌", None: "▫️"}


def _looked_into(record: Record) -> tuple[bytes, list[Check]]:
    """The record as a file, and the checks made of what is read back from it."""
    file = to_json(record).encode()
    return file, checks(from_json(file))


def verify_view(
    t: Translations, record: Record, found: list[Check], filename: str | None
) -> ui.LayoutView:
    """The message with all checks, the verdict, and the file (None: the reader may not have it)."""
    lines = [f"{SIGNS_OF_CHECKS[check.holds]} {_check_told(t, check)}" for check in found]
    if filename is None:
        last = t.gettext("Only this game's players can get the whole record as a file.")
    else:
        # Translators: {command}: a command for a terminal.
        last = t.gettext(
            "The file holds the whole record; whoever runs this bot can check the file with "
            "{command}."
        ).format(command=f"`python -m bot check {filename}`")
    return message(
        text("### " + verdict_words(t, verdict(found)), *first_lines(lines)),
        ui.File(f"attachment://{filename}") if filename else None,
        text(small(last)),
    )


def _check_told(t: Translations, check: Check) -> str:
    """A check in words, with names in bold and other texts, such as checksums, as code."""
    dressed = {
        key: printed(value) if key == "name" else f"`{value}`"
        for key, value in check.params.items()
        if isinstance(value, str)
    }
    return Check(check.holds, check.template, {**check.params, **dressed}).words(t)


@on_press()
async def record(interaction: Interaction, press: Press) -> None:
    """Show the checks of a game from its final message."""
    await _show_record(interaction, await interaction.client.tables.table(press.table))


async def _show_record(interaction: Interaction, table: Table) -> None:
    ask_for_much(interaction)
    record = await records.record_of(await interaction.client.tables.read(table))
    await interaction.response.defer(ephemeral=True, thinking=True)
    # In a thread: the checks play the whole game again.
    file, found = await in_thread(_looked_into, record)
    sealed = record.sealed
    joined = join_of_person(sealed.commitment, interaction.user.id) in sealed.joined
    seated = joined or table.seat_of(interaction.user.id) is not None
    name = f"tzolkin-{table.id}.json" if seated else None
    view = verify_view(speaks(interaction), record, found, name)
    attached = [discord.File(BytesIO(file), filename=name)] if name else []
    await fill(interaction, view=view, attachments=attached)


@on_press()
async def seal(interaction: Interaction, press: Press) -> None:
    """Show the seal of the deal, which stands in the button; after the game also what was
    sealed."""
    tables, t = interaction.client.tables, speaks(interaction)
    opened = await tables.read(press.table)
    lines = [
        # Translators: button and heading, at most 34 characters: proof that the deal (which tiles
        # lie where) was fixed before the game.
        "### " + t.gettext("Proof of a fair deal"),
        t.gettext(
            "The deal (which tiles lie where) follows from a secret and from who plays. This "
            "is the secret's checksum (SHA-256), posted before anybody sat down, so that "
            "nobody can change the deal. Keep the checksum if you want to check the deal "
            "yourself."
        ),
        t.say(SEALED, value=f"`{press.word}`"),
    ]
    if opened.table.status == "finished":
        revealed = await records.revealed(opened)
        if revealed is None:
            lines.append(
                t.gettext("Another table is still playing this deal, so it stays secret for now.")
            )
        else:
            lines += revealed_lines(t, revealed)
    else:
        lines.append(small(t.gettext("The secret is revealed here when the game is over.")))
    await interaction.response.send_message(view=message(text(*lines)), ephemeral=True)


def revealed_lines(t: Translations, revealed: Revealed) -> list[str]:
    """Lines with what a seal held, by which anybody can check it."""
    return [
        # Translators: {value}: letters and digits.
        t.gettext("Secret of the deal: {value}").format(value=f"`{revealed.secret}`"),
        # Translators: {value}: the checksum (SHA-256) of the game's record, in letters and digits.
        t.gettext(
            "Checksum of the record: {value}. Use /verify to check it and the secret."
        ).format(value=f"`{revealed.record_sum}`"),
    ]


class Verify(BotCog):
    """The command that proves the deal."""

    @app_commands.command(
        name="verify",
        description=locale_str("Check that the deal was fair, and get the record of the game"),
    )
    @app_commands.guild_only()
    async def verify(self, interaction: Interaction) -> None:
        """Show the checks privately, with the file for those who sat at the table."""
        await _show_record(interaction, await latest_table(interaction))
