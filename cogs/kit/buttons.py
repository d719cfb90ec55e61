"""Buttons and selects that always work: all they mean is written in their custom id.

A custom id is `tz:<verb>:<table>:<stamp>:<word>`. Any press on any message, however old and
whatever was restarted since, finds its handler by the verb alone.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Self

import discord
from discord import ui

from bot.refusal import Refusal
from bot.text.translation import Translations
from cogs.kit.answering import answer_error, may_begin
from cogs.kit.context import Interaction
from cogs.kit.log import begin_trace
from cogs.kit.places import Stands, must_stand_there

CUSTOM_ID_LIMIT = 100
PREFIX = "tz"
LARGEST = 2**63 - 1
"""The largest number that the database takes."""
_NUMBER = re.compile(r"-?\d{1,19}", re.ASCII)


def old_button() -> Refusal:
    """The refusal of a button that says something this version does not understand."""
    return Refusal(
        "old-button",
        "This button is from another version of the bot; use /board for fresh ones.",
    )


def as_number(word: str) -> int:
    """The number that stands on a button. Raises Refusal for anything else."""
    if _NUMBER.fullmatch(word) is None or abs(int(word)) > LARGEST:
        raise old_button()
    return int(word)


@dataclass(frozen=True)
class Press:
    """What a person pressed."""

    verb: str
    table: int
    stamp: str
    """The state of the turn in preparation the button was made for; empty if it does not care."""
    word: str
    """The action, or whatever else the verb needs."""
    values: Sequence[str] = ()
    """What was chosen, for a select."""
    typed: Mapping[str, str] = field(default_factory=dict)
    """What was typed, for a form that was sent, by the names of its lines."""
    kept: str = ""
    """What such a form has kept."""

    @property
    def custom_id(self) -> str:
        """That of a button or form that means the same."""
        return custom_id(self.verb, self.table, self.stamp, self.word)

    # What follows raises Refusal (`old-button`) where this version would have written otherwise.

    @property
    def value(self) -> str:
        """The one option that was chosen."""
        if not self.values:
            raise old_button()
        return self.values[0]

    @property
    def number_chosen(self) -> int:
        """The one option that was chosen, as a number."""
        return as_number(self.value)

    @property
    def number(self) -> int:
        """The word as a number."""
        return as_number(self.word)

    def parts(self, count: int) -> list[str]:
        """The parts of the word, with points between them; the last one may hold points."""
        parts = self.word.split(".", count - 1)
        if len(parts) != count:
            raise old_button()
        return parts

    def numbers(self, count: int | None = None) -> list[int]:
        """The parts of the word as numbers."""
        numbers = [as_number(part) for part in self.word.split(".")]
        if count is not None and len(numbers) != count:
            raise old_button()
        return numbers


Handler = Callable[[Interaction, Press], Awaitable[None]]
_HANDLERS: dict[str, Handler] = {}
_STAND: dict[str, Stands] = {}


def on_press(verb: str, stands: Stands = Stands.AT_THE_TABLE) -> Callable[[Handler], Handler]:
    """Registers the handler of a verb. It is called only for presses where such buttons `stand`: if
    nothing else is said, at the table whose number they carry."""

    def register(handler: Handler) -> Handler:
        _HANDLERS[verb], _STAND[verb] = handler, stands
        return handler

    return register


def custom_id(verb: str, table: int, stamp: str = "", word: str = "") -> str:
    """The custom id that carries this meaning. Raises ValueError if it cannot."""
    text = f"{PREFIX}:{verb}:{table}:{stamp}:{word}"
    if ":" in verb + stamp or len(text) > CUSTOM_ID_LIMIT:
        raise ValueError(f"not a custom id: {text}")
    return text


_TEMPLATE = re.compile(r"tz:(?P<verb>[a-z]+):(?P<table>\d+):(?P<stamp>[^:]*):(?P<word>.*)")


def pressed_as(custom_id: str, values: Sequence[str] = ()) -> Press:
    """What a custom id means; one that is not ours is of no verb that is known."""
    found = _TEMPLATE.fullmatch(custom_id)
    if found is None:
        return Press("", 0, "", "", values)
    table = min(int(found["table"]), LARGEST)
    return Press(found["verb"], table, found["stamp"], found["word"], values)


async def work_on(interaction: Interaction, press: Press) -> None:
    """Hand a press to its handler. Raises what that raises, and Refusal for one that does not
    count."""
    interaction.client.in_hand.begin()
    stands = _STAND.get(press.verb, Stands.ANYWHERE)
    await must_stand_there(interaction, press.table, stands)
    await _HANDLERS.get(press.verb, _from_another_version)(interaction, press)


class Pressed(ui.DynamicItem[ui.Item[Any]], template=_TEMPLATE):
    """Any button or select of this program, found again from its custom id when it is pressed."""

    press: Press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The item that was pressed, with its meaning read from the custom id."""
        data: Any = interaction.data or {}
        pressed = cls(item)
        pressed.press = pressed_as(match[0], tuple(data.get("values", ())))
        return pressed

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Called by discord.py before the press counts."""
        begin_trace(server=interaction.guild_id, table=self.press.table)
        return await may_begin(interaction)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to its handler; nothing that goes wrong is left without an answer."""
        press = self.press
        try:
            await work_on(interaction, press)
        except Exception as error:
            await answer_error(interaction, error, f"press {press.verb}", press.table)


async def _from_another_version(interaction: Interaction, press: Press) -> None:
    raise old_button()


_AND, _TIMES = ";", "*"
_RUN = re.compile(r"(\d{1,2})\*(.+)", re.ASCII)


def together(actions: Sequence[str]) -> str:
    """The word of a press that does several actions at once; `apart` reads it. What is done several
    times in a row is written once, with its number: "3*sell wood"."""
    runs = [(action, len(list(run))) for action, run in groupby(actions)]
    return _AND.join(f"{n}{_TIMES}{action}" if n > 1 else action for action, n in runs)


def apart(word: str) -> tuple[str, ...]:
    """The actions of a press."""
    actions: list[str] = []
    for one in word.split(_AND):
        run = _RUN.fullmatch(one)
        actions += [run[2]] * int(run[1]) if run else [one]
    return tuple(actions)


def button(
    label: str,
    verb: str,
    table: int,
    stamp: str = "",
    word: str = "",
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
    icon: str | None = None,
) -> ui.Button[Any]:
    """A button that carries its meaning. `icon` is the markup of an emoji, `t.icons.get(name)`: it
    stands before the label, which says all there is to say without it."""
    return ui.Button(
        label=label, style=style, disabled=disabled, emoji=icon,
        custom_id=custom_id(verb, table, stamp, word),
    )  # fmt: skip


AGAIN, WITH_TURN = "again", "turn"
"""Words of the buttons that show the board: in the place of the message with the button; with the
turn in preparation."""


def board_button(
    t: Translations,
    table: int,
    *,
    label: str | None = None,
    again: bool = False,
    with_turn: bool = False,
) -> ui.Button[Any]:
    """A button that shows the board as it is now to whoever presses it: in a private message, or
    `again` in the private message it stands on."""
    words = [word for word, wanted in ((AGAIN, again), (WITH_TURN, with_turn)) if wanted]
    # Translators: noun; button, at most 34 characters: shows the board.
    return button(label or t.gettext("Board"), "live", table, "", " ".join(words))


def icons_button(t: Translations) -> ui.Button[Any]:
    """A button that shows privately what the icons of the pictures mean."""
    # Translators: button, at most 34 characters: what the icons in the pictures mean.
    return button(t.gettext("Icons"), "icons", 0)


def select(
    options: Sequence[discord.SelectOption],
    verb: str,
    table: int,
    stamp: str = "",
    word: str = "",
    *,
    placeholder: str,
    least: int = 1,
    most: int = 1,
) -> ui.Select[Any]:
    """A select that carries its meaning; `least` to `most` options must be chosen."""
    return ui.Select(
        options=list(options), placeholder=placeholder, min_values=least, max_values=most,
        custom_id=custom_id(verb, table, stamp, word),
    )  # fmt: skip
