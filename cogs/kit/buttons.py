"""Buttons and selects that always work: their custom id says everything their handler needs.

A custom id is `tz:<verb>:<table>:<stamp>:<word>`. Any press on any message, however old, finds its
handler by the verb alone, also after the bot was restarted.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any
from zlib import crc32

import discord
from discord import ui

from bot.refusal import Refusal
from bot.text.translation import Translations
from cogs.kit.answering import answer_error, may_begin
from cogs.kit.context import Interaction
from cogs.kit.log import begin_trace
from cogs.kit.places import Stands, must_stand_there

GREEN, RED = discord.ButtonStyle.success, discord.ButtonStyle.danger
CUSTOM_ID_LIMIT = 100
PREFIX = "tz"
LARGEST = 2**63 - 1
"""No number in a custom id may be larger: the database cannot take it."""
_NUMBER = re.compile(r"-?\d{1,19}", re.ASCII)


def old_button() -> Refusal:
    """The refusal of a button whose custom id this version cannot read."""
    return Refusal(
        "old-button",
        "That button is out of date; use /board for fresh ones.",
    )


def as_number(word: str) -> int:
    """A word of a custom id as a number. Raises Refusal for anything else."""
    if _NUMBER.fullmatch(word) is None or abs(int(word)) > LARGEST:
        raise old_button()
    return int(word)


@dataclass(frozen=True)
class Press:
    """A press of a button or select, or a form that was sent: what its custom id says."""

    verb: str
    table: int
    stamp: str
    """The state of the turn in preparation for which the button was made; empty if it counts in
    any state."""
    word: str
    """The action, or whatever else the verb needs."""
    values: Sequence[str] = ()
    """The options chosen in a select."""
    typed: Mapping[str, str] = field(default_factory=dict)
    """The texts typed into a form, by the names of its lines."""
    chosen: Mapping[str, str] = field(default_factory=dict)
    """What was chosen in a form, by the names of its lines: a person's, role's or channel's id, or
    an option's value; empty for nothing."""
    kept: str = ""
    """The text that a form has carried along unseen."""

    @property
    def custom_id(self) -> str:
        """The custom id by which a button or form has the meaning of this press."""
        return custom_id(self.verb, self.table, self.stamp, self.word)

    # The following raise Refusal (`old-button`) if the custom id is not one of this version.

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
        """The word split at points into so many parts; the last one may contain points."""
        parts = self.word.split(".", count - 1)
        if len(parts) != count:
            raise old_button()
        return parts

    def numbers(self, count: int | None = None) -> list[int]:
        """The word split at points into numbers, exactly `count` of them if that is given."""
        numbers = [as_number(part) for part in self.word.split(".")]
        if count is not None and len(numbers) != count:
            raise old_button()
        return numbers


Handler = Callable[[Interaction, Press], Awaitable[None]]
_HANDLERS: dict[str, Handler] = {}
_STAND: dict[str, Stands] = {}


def on_press(verb: str, stands: Stands = Stands.AT_THE_TABLE) -> Callable[[Handler], Handler]:
    """Register the handler of a verb. It is called only for presses in the places that `stands`
    names; anywhere else the press is refused."""

    def register(handler: Handler) -> Handler:
        _HANDLERS[verb], _STAND[verb] = handler, stands
        return handler

    return register


def custom_id(verb: str, table: int, stamp: str = "", word: str = "") -> str:
    """The custom id of these parts. Raises ValueError if a part contains a colon or all are too
    long together."""
    text = f"{PREFIX}:{verb}:{table}:{stamp}:{word}"
    if ":" in verb + stamp or len(text) > CUSTOM_ID_LIMIT:
        raise ValueError(f"not a custom id: {text}")
    return text


_TEMPLATE = re.compile(r"tz:(?P<verb>[a-z]+):(?P<table>\d+):(?P<stamp>[^:]*):(?P<word>.*)")


def pressed_as(custom_id: str, values: Sequence[str] = ()) -> Press:
    """The press that a custom id means; its verb is empty if the custom id is not one of ours."""
    found = _TEMPLATE.fullmatch(custom_id)
    if found is None:
        return Press("", 0, "", "", values)
    table = min(int(found["table"]), LARGEST)
    return Press(found["verb"], table, found["stamp"], found["word"], values)


async def work_on(interaction: Interaction, press: Press) -> None:
    """Hand a press to its handler. Raises what the handler raises, and Refusal for a press in the
    wrong place or with an unknown verb."""
    interaction.client.in_hand.begin()
    stands = _STAND.get(press.verb, Stands.ANYWHERE)
    await must_stand_there(interaction, press.table, stands)
    await _HANDLERS.get(press.verb, _from_another_version)(interaction, press)


async def pressed(interaction: Interaction) -> None:
    """Hand a press of any button or select of ours to its handler, and answer every error. Called
    for every interaction. (discord.py's own way rebuilds the whole message for each press.)"""
    if interaction.type is not discord.InteractionType.component:
        return
    data: Any = interaction.data or {}
    press = pressed_as(str(data.get("custom_id", "")), tuple(data.get("values", ())))
    if not press.verb:
        return
    begin_trace(server=interaction.guild_id, table=press.table)
    if not await may_begin(interaction):
        return
    try:
        await work_on(interaction, press)
    except Exception as error:
        await answer_error(interaction, error, f"press {press.verb}", press.table)


async def _from_another_version(interaction: Interaction, press: Press) -> None:
    raise old_button()


_AND, _TIMES = ";", "*"
_RUN = re.compile(r"(\d{1,2})\*(.+)", re.ASCII)


def together(actions: Sequence[str]) -> str:
    """The word of a button that does several actions in one press; `apart` reads it. An action
    repeated in a row is written once with its count: "3*sell wood"."""
    runs = [(action, len(list(run))) for action, run in groupby(actions)]
    return _AND.join(f"{n}{_TIMES}{action}" if n > 1 else action for action, n in runs)


def apart(word: str) -> tuple[str, ...]:
    """The actions in a word that `together` has written."""
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
    """A button with this custom id. `icon` is the markup of an emoji, `t.icons.get(name)`, shown
    before the label; the label must be clear without it."""
    return ui.Button(
        label=label, style=style, disabled=disabled, emoji=icon,
        custom_id=custom_id(verb, table, stamp, word),
    )  # fmt: skip


def turning(
    t: Translations, page: int, pages: int, verb: str, before: str = ""
) -> list[ui.Button[Any]]:
    """Buttons to the previous and next page, whose numbers stand behind `before` in their words;
    none where there is only one page."""
    if pages < 2:
        return []
    back, on = f"{before}{page - 1}", f"{before}{page + 1}"
    return [
        # Translators: button, one of two in a row, at most 24 characters: to the page before
        button(t.gettext("Previous"), verb, 0, word=back, disabled=page == 0),
        # Translators: button, one of two in a row, at most 24 characters: to the next page
        button(t.gettext("Next"), verb, 0, word=on, disabled=page >= pages - 1),
    ]


Helpful = tuple[ui.Button[Any], str]
"""A button, and what it does in more words than its label says."""


def menu_of(
    buttons: Sequence[Helpful], table: int, stamp: str = "", *, placeholder: str
) -> ui.Select[Any]:
    """A select in which choosing an option is a press of its button."""
    options = [
        discord.SelectOption(
            label=one.label or "", value=one.custom_id or "", description=more or None
        )
        for one, more in buttons
    ]
    return select(options, "more", table, stamp, placeholder=placeholder)


@on_press("more", Stands.ANYWHERE)
async def chosen_button(interaction: Interaction, press: Press) -> None:
    """Do what the button does that was chosen in a menu of buttons."""
    await work_on(interaction, pressed_as(press.value))


AGAIN, WITH_TURN = "again", "turn"
"""Words of buttons that show the board: AGAIN replaces the message with the button, WITH_TURN shows
the turn in preparation."""


def board_button(
    t: Translations,
    table: int,
    *,
    label: str | None = None,
    again: bool = False,
    with_turn: bool = False,
) -> ui.Button[Any]:
    """A button that privately shows the board as it is now, in a new message or, with `again`, in
    place of the one the button is on. `with_turn` adds the turn in preparation."""
    words = [word for word, wanted in ((AGAIN, again), (WITH_TURN, with_turn)) if wanted]
    # Translators: noun; button, at most 34 characters: shows the board.
    return button(label or t.gettext("Board"), "live", table, "", " ".join(words))


def moderate_button(t: Translations, table: int = 0, word: str = "") -> ui.Button[Any]:
    """A button that opens the moderators' page for a table, or for what `word` names
    (`cogs.leagues.season.here`); without both for what its channel is about."""
    # Translators: button, one of two in a row, at most 24 characters, and heading of the page that
    # it opens for those who moderate; imperative
    return button(t.gettext("Moderate"), "moderate", table, word=word)


def today_button(t: Translations) -> ui.Button[Any]:
    """A button that privately opens the turn of the day."""
    # Translators: button, at most 24 characters, and heading: a puzzle, the same for everybody
    return button(t.gettext("Turn of the day"), "today", 0)


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
    """A select with this custom id, in which `least` to `most` options must be chosen."""
    return ui.Select(
        options=list(options), placeholder=placeholder, min_values=least, max_values=most,
        **menu_ids(verb, table, stamp, word),
    )  # fmt: skip


FIXED = 1 << 30
"""The smallest number of a component that keeps it; Discord gives small ones by itself."""


def menu_ids(verb: str, table: int, stamp: str = "", word: str = "") -> dict[str, Any]:
    """The custom id of a menu, and a number for it that is the same in every edit of its message.

    Without such a number, components are numbered from the top. So a menu that is new on the page
    moves the numbers of those below it, and each of these goes on showing what was chosen in the
    one before.
    """
    meant = custom_id(verb, table, stamp, word)
    return {"custom_id": meant, "id": FIXED | crc32(meant.encode()) & FIXED - 1}
