"""/tutorial: a private lesson by doing, from the first worker to the first food day."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from discord import ButtonStyle, app_commands, ui
from discord.app_commands import locale_str

from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.scene import Spot, held_food_day, scene_of
from bot.tables import practice as lessons
from bot.tables.lobby import COMPUTER_NAMES
from bot.tables.practice import LEARNER, PRESSES, Lesson
from bot.text.answer_preview import LABEL, sentence, width
from bot.text.choices import OTHER, PICK, PLACE, PLAIN, Choice, choices, icon_of, spots_of
from bot.text.names import NUMBERED, amount, lettered, seat_icon
from bot.text.seats import SO_FAR, YOU_HAVE, hand_words, holdings
from bot.text.translation import Translations, lesson_ending, lesson_presses
from bot.text.turns import doings_words, place_name, turn_line
from cogs.client import BotCog
from cogs.kit.answering import fill, speaks
from cogs.kit.buttons import GREEN, Press, button, on_press, today_button
from cogs.kit.context import Interaction, Stands, draw_soon, name_of
from cogs.kit.layout import ACCENT_TURN, Part, message, packed, picture, printed, row, small, text
from cogs.kit.pages import FRIENDS, defer
from cogs.kit.pictures import files
from cogs.lobby.lobby import open_new
from rendering import Picture, draw_choices, draw_closeup, draw_food_day, draw_strip

BLUE, GREY = ButtonStyle.primary, ButtonStyle.secondary
END = "end"
NAMED, RIVALS = 4, 7
"""How many presses goods are told with their names, and after how many the rival's turns are told,
and goods besides corn: the lesson speaks of both there."""
_WORD = re.compile(r"(\d{1,3})(?:!(\d{1,3}|end))?", re.ASCII)
"""The number of presses made; then, after "!", the choice that was pressed in place of the wanted
one."""


def lesson_view(
    t: Translations, now: Lesson, name: str, drawn: Sequence[Picture],
    *, other: str | None = None, resumed: bool = False,
) -> ui.LayoutView:  # fmt: skip
    """The message of a step of the lesson: the board, what happened, what to do and why, and the
    choices.

    `other` is the choice that was pressed in place of the wanted one (its number, or "end"): the
    message then also says what it would have done.
    """
    shown = t.for_message()
    names = [
        shown.marked(seat_icon(seat), printed(one))
        for seat, one in enumerate((name, COMPUTER_NAMES[0]))
    ]
    if now.over:
        return message(
            *(picture(p.filename, p.alt) for p in drawn),
            text(
                # Translators: heading at the end of the tutorial
                "### " + t.gettext("Well done: that was your first food day"),
                t.gettext(lesson_ending()),
            ),
            row(
                [
                    # Translators: button, at most 34 characters; imperative
                    button(t.gettext("Play against a computer"), "newgame", 0, style=GREEN),
                    # Translators: button: the tutorial from its beginning
                    button(t.gettext("Once more"), "learn", 0, word="0"),
                    today_button(t),
                    # Translators: button: the last step is undone, or the page before is shown
                    button(t.gettext("Back"), "learn", 0, word=str(now.presses - 1)),
                ]
            ),
            accent=ACCENT_TURN,
        )
    # Translators: heading; the step is one of the tutorial, not of a temple
    head = t.gettext("Tutorial · step {n} of {all} · round {round}").format(
        n=now.presses + 1, all=PRESSES, round=now.game.snapshot().round
    )
    offered = _offered(t, now)
    lines = [f"### {head}"]
    if resumed:
        lines.append(small(t.gettext("This is where you left off in the tutorial.")))
    if not now.turn.steps and now.presses >= RIVALS:
        lines += [
            small(turn_line(shown, names, deed.seat, deed.steps))
            for deed in now.deeds
            if deed.seat != LEARNER
        ]
    lines += [*_have(t, now), t.gettext(lesson_presses()[now.presses])]
    if other is not None:
        # Translators: in the tutorial; {pressed} and {wanted} are what buttons say
        words = t.gettext(
            "In a game you could press “{pressed}”, but the tutorial follows a single path: "
            "press “{wanted}”."
        )
        labels = [_label(t, now, offered, one) for one in offered]
        actions = [one.action for one in offered]
        # Translators: button: the prepared turn counts now; imperative
        confirm = t.gettext("Confirm")
        words = words.format(
            pressed=dict(enumerate(labels)).get(-1 if other == END else int(other), confirm),
            wanted=dict(zip(actions, labels, strict=True)).get(now.wanted[0], confirm),
        )
        lines.append(f"❗ {words}")
    return message(
        *(picture(p.filename, p.alt) for p in drawn),
        text(*lines),
        *_choices(t, now, offered),
        row(_last_row(t, now, resumed=resumed)),
        accent=ACCENT_TURN,
    )


def _have(t: Translations, now: Lesson) -> list[str]:
    """Lines about the learner's goods and the turn so far."""
    position = now.game.snapshot()
    me, shown = position.players[LEARNER], t.for_message()
    if now.presses < RIVALS:
        me = me._replace(wood=0, stone=0, gold=0, skulls=0)
    goods = holdings(shown, me)
    if now.presses < NAMED:
        named = [("corn", amount(t, "corn", me.corn)), ("worker", hand_words(t, me))]
        goods = " · ".join(shown.marked(*one) for one in named)
    lines = [t.gettext(YOU_HAVE).format(goods=goods)]
    if now.turn.steps:
        deeds = doings_words(shown, LEARNER, now.turn.steps, still_open=True)
        if deeds:
            lines.append(t.gettext(SO_FAR).format(deeds=deeds))
    return lines


def _shown(now: Lesson, offered: Sequence[Choice]) -> list[Choice]:
    """The choices that get buttons: the wanted one, and those that the lesson has spoken of."""
    if now.beside is None:
        group = {one.group for one in offered if one.action == now.wanted[0]}
        return [one for one in offered if one.group in group]
    return [one for one in offered if one.action in (now.wanted[0], *now.beside)]


def _spots(now: Lesson, offered: Sequence[Choice]) -> tuple[Spot, ...]:
    """The places shown, with their numbers."""
    prepared = [one.action for one in now.turn.steps]
    return spots_of(_shown(now, offered), now.turn.before.modules, prepared)


def _tiles(now: Lesson, offered: Sequence[Choice]) -> list[str]:
    """The tiles that are drawn, in the order of their letters."""
    return [one.action.split()[1] for one in offered] if now.look == "tiles" else []


def _offered(t: Translations, now: Lesson) -> list[Choice]:
    return [one for one in choices(t, now.game, LEARNER) if one.action != END]


def _choices(t: Translations, now: Lesson, offered: Sequence[Choice]) -> list[Part]:
    """The buttons of the choices; the wanted one is highlighted."""
    shown, parts = _shown(now, offered), list[Part]()
    for group in (PLACE, PICK, OTHER, PLAIN):
        parts += packed([_button(t, now, offered, one) for one in shown if one.group == group])
    return parts


def _label(t: Translations, now: Lesson, offered: Sequence[Choice], choice: Choice) -> str:
    """The label of a choice's button: if the picture numbers its place, that number, what it costs
    and brings, and the place; if it shows its tile, its letter and the whole words."""
    numbers = [one.number for one in _spots(now, offered) if (one.place, one.space) == choice.at]
    if numbers and choice.at:
        what = sentence(choice.short, place_name(t, choice.at[0]))
        what = what if width(what) <= LABEL else choice.short
        return t.say(NUMBERED, number=numbers[0], what=what)
    if _tiles(now, offered):
        return lettered(offered.index(choice), choice.label)
    return choice.label


def _button(
    t: Translations, now: Lesson, offered: Sequence[Choice], choice: Choice
) -> ui.Button[Any]:
    place = choice.at[0] if choice.at else ""
    icon = t.icons.get(choice.icon or place or icon_of(choice.action))
    wanted = choice.action == now.wanted[0]
    word = str(now.presses + 1) if wanted else f"{now.presses}!{offered.index(choice)}"
    label = _label(t, now, offered, choice)
    return button(label, "learn", 0, word=word, style=BLUE if wanted else GREY, icon=icon)


def _last_row(t: Translations, now: Lesson, *, resumed: bool) -> list[Part]:
    """The buttons Confirm, Back and From the beginning."""
    parts: list[Part] = []
    if now.wanted == (END,):
        word = str(now.presses + 1)
        # Translators: button: the prepared turn counts now; imperative
        parts.append(button(t.gettext("Confirm"), "learn", 0, word=word, style=GREEN))
    elif END in now.game.legal(LEARNER):
        word = f"{now.presses}!{END}"
        # Translators: button: the prepared turn counts now; imperative
        parts.append(button(t.gettext("Confirm"), "learn", 0, word=word, style=GREY))
    back = button(
        # Translators: button: the last step is undone, or the page before is shown
        t.gettext("Back"),
        "learn",
        0,
        word=str(max(0, now.presses - 1)),
        disabled=not now.presses,
    )
    parts.append(back)
    if resumed and now.presses > 1:
        # Translators: button: the tutorial from its beginning
        parts.append(button(t.gettext("From the beginning"), "learn", 0, word="0"))
    return parts


def _draw(
    t: Translations, now: Lesson, names: tuple[str, str]
) -> tuple[Callable[..., Picture], *tuple[Any, ...]] | None:
    """What draws the picture of a step, and what it is given: what can be done now, as in a game,
    or what the step speaks of. None for a step without a picture."""
    scene = scene_of(now.game.snapshot(), names, waiting=[LEARNER])
    offered = _offered(t, now)
    if now.over:
        return draw_food_day, held_food_day(now.deeds, names)
    if now.look == "tiles":
        return draw_strip, tuple(_tiles(now, offered))
    if now.look == "temples":
        return draw_closeup, scene, now.look
    if now.look == "none":
        return None
    return draw_choices, scene, LEARNER, _spots(now, offered)


async def _show(
    interaction: Interaction, presses: int, other: str | None = None, *, resumed: bool = False
) -> None:
    """Fill the deferred answer with the lesson after so many presses."""
    bot, t = interaction.client, speaks(interaction)
    now = await in_thread(lessons.lesson, presses)
    draw = _draw(t, now, (name_of(interaction.user), COMPUTER_NAMES[0]))
    one = await draw_soon(interaction, *draw, theme=bot.settings.theme, t=t) if draw else None
    drawn = [one] if one else []
    view = lesson_view(t, now, name_of(interaction.user), drawn, other=other, resumed=resumed)
    await fill(interaction, view=view, attachments=files(drawn))
    await lessons.note_presses(bot.tables, interaction.user.id, presses)


@on_press(Stands.ANYWHERE)
async def learn(interaction: Interaction, press: Press) -> None:
    """Show the lesson after a choice, or after a step back; without a word begin it, or go on where
    the person left it. On a message for everybody the answer is a private one."""
    if not press.word:
        await _begin(interaction)
        return
    found = _WORD.fullmatch(press.word)
    presses, other = (int(found[1]), found[2]) if found else (0, None)
    if presses > PRESSES:  # a button of another version of the program
        presses, other = 0, None
    await defer(interaction)
    await _show(interaction, presses, other)


@on_press(Stands.ANYWHERE)
async def newgame(interaction: Interaction, press: Press) -> None:
    """Open a lobby in this channel, for friends, or with an easy computer to play against."""
    if interaction.guild_id is None:
        raise Refusal(
            "no-server", "Games are played on servers: use /tzolkin new in a channel there."
        )
    await open_new(interaction, computers=0 if press.word == FRIENDS else 1, level="easy")


async def _begin(interaction: Interaction) -> None:
    await defer(interaction)
    made = await lessons.presses_made(interaction.client.tables, interaction.user.id)
    await _show(interaction, made, resumed=made > 0)


class Tutorial(BotCog):
    """The command to learn the game."""

    @app_commands.command(name="tutorial", description=locale_str("Learn the game in ten minutes"))
    async def tutorial(self, interaction: Interaction) -> None:
        """Begin the lesson privately, or go on where the person left it. Works in any channel."""
        await _begin(interaction)
