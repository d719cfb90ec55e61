"""/tutorial: three rounds against a computer, explained by doing, in private."""

import asyncio
from collections.abc import Sequence

from discord import ButtonStyle, app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answering import speaks
from bot.client import TzolkinBot
from bot.scene import scene_of
from bot.tables import lesson as lessons
from bot.tables.lesson import LEARNER, Lesson
from bot.tables.lobby import COMPUTER_NAMES
from bot.text.choices import OTHER, PICK, PLACE, PLAIN, Choice, choices, details
from bot.text.lessons import advice, ending
from bot.text.seats import SO_FAR, YOU_HAVE, goods_line
from bot.text.telling import doings, turn_line
from bot.text.translation import Translations
from cogs.buttons import Press, button, on_press
from cogs.context import Interaction
from cogs.layout import ACCENT_TURN, Part, message, picture, printed, row, rows, small, text
from cogs.pictures import files
from rendering import Picture, draw_wheels

MOST_BUTTONS = 16
GROUPS = (PLACE, PICK, OTHER, PLAIN)
BLUE, GREEN = ButtonStyle.primary, ButtonStyle.success


def lesson_view(t: Translations, now: Lesson, name: str, drawn: Sequence[Picture]) -> ui.LayoutView:
    """Where the learner is: what happened, what to think of, the board, the choices."""
    position = now.game.snapshot()
    names = [printed(name), printed(COMPUTER_NAMES[0])]
    if now.over:
        head = t.gettext("Well done: three rounds are played")
        words = ending(t)
        offered: list[Part] = [row([button(t.gettext("Once more"), "learn", 0)])]
    else:
        head = t.gettext("Tutorial · round {round} of {rounds}").format(
            round=position.round, rounds=lessons.ROUNDS
        )
        words = advice(
            t, position.round, now.kind or "",
            begun=bool(now.turn.steps), more=any(action != "end" for action in now.legal),
        )  # fmt: skip
        offered = _offered(t, now)
    happened = [
        small(turn_line(t, names, deed.seat, deed.before, deed.steps)) for deed in now.deeds
    ]
    have = t.gettext(YOU_HAVE).format(goods=goods_line(t, position.players[LEARNER]))
    so_far = []
    if now.turn.steps:
        deeds = "; ".join(doings(t, LEARNER, now.turn.before, now.turn.steps, still_open=True))
        if deeds:
            so_far = [t.gettext(SO_FAR).format(deeds=deeds)]
    return message(
        text(f"### {head}", *([] if now.turn.steps else happened), *words),
        *(picture(p.filename, p.alt) for p in drawn),
        text(have, *so_far),
        ui.Separator(),
        *offered,
        accent=ACCENT_TURN,
    )


def _offered(t: Translations, now: Lesson) -> list[Part]:
    """The choices as buttons; what ends the turn is called so."""
    offered = [one for one in choices(t, now.game, LEARNER) if one.action != "end"]
    groups = [[c for c in offered[:MOST_BUTTONS] if c.group == group] for group in GROUPS]
    titles = (t.gettext("Place a worker"), t.gettext("Pick up a worker"), "", "")
    titled = bool(groups[0] and groups[1])
    buttons: list[Part] = []
    for group, title in zip(groups, titles, strict=True):
        if group and title and titled:
            buttons.append(text(title))
        buttons += rows([_button(now, one) for one in group])
    last: list[Part] = []
    if "end" in now.legal:
        word = lessons.chosen(now, "end")
        last.append(button(t.gettext("Confirm"), "learn", 0, word=word, style=GREEN))
    if now.choices:
        last.append(button(t.gettext("Back"), "learn", 0, word=now.choices[:-1]))
    more = [text(*(small(one) for one in details(t, offered)))] if details(t, offered) else []
    return [*more, *buttons, *([row(last)] if last else [])]


def _button(now: Lesson, choice: Choice) -> Part:
    word = lessons.chosen(now, choice.action)
    return button(choice.label, "learn", 0, word=word, style=BLUE)


async def _drawn(interaction: Interaction, t: Translations, now: Lesson) -> list[Picture]:
    names = (interaction.user.display_name, COMPUTER_NAMES[0])
    scene = scene_of(now.game.snapshot(), names, waiting=[] if now.over else [LEARNER])
    bot = interaction.client
    return [await bot.pool.draw(draw_wheels, scene, theme=bot.settings.theme, t=t)]


@on_press("learn")
async def step_taken(interaction: Interaction, press: Press) -> None:
    """A choice in the tutorial, or a step back."""
    t = speaks(interaction)
    try:
        now = await asyncio.to_thread(lessons.lesson, press.word)
    except ValueError:  # a button of another version of the program
        now = await asyncio.to_thread(lessons.lesson)
    await interaction.response.defer()
    drawn = await _drawn(interaction, t, now)
    view = lesson_view(t, now, interaction.user.display_name, drawn)
    await interaction.edit_original_response(view=view, attachments=files(drawn))


class Tutorial(commands.Cog):
    """The command to learn the game."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot

    @app_commands.command(
        name=locale_str("tutorial"), description=locale_str("Learn the game in five minutes")
    )
    async def tutorial(self, interaction: Interaction) -> None:
        """Begin, privately; in any channel, with or without a game."""
        t = speaks(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        now = await asyncio.to_thread(lessons.lesson)
        drawn = await _drawn(interaction, t, now)
        view = lesson_view(t, now, interaction.user.display_name, drawn)
        await interaction.edit_original_response(view=view, attachments=files(drawn))


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Tutorial(bot))
