"""Forms that always count: as with buttons, their custom id says everything their handler needs.

A form that is sent is a press (`cogs.kit.buttons`) with typed texts, and has the handler of the
button that opened it. It counts however long somebody types, also if the bot was restarted
meanwhile. If it is refused, the answer repeats what was typed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.text.answer_preview import shortened
from bot.text.translation import Translations
from cogs.kit.answering import CHOICE, answer_error, may_be_read, may_begin, typed_parts
from cogs.kit.buttons import CUSTOM_ID_LIMIT, Press, pressed_as, work_on
from cogs.kit.context import Interaction
from cogs.kit.log import begin_trace

MOST_LABEL, MOST_HINT = 45, 100
"""Discord's limits in characters: for the title of a form and the label of a line; for a hint."""
MOST_RADIO = 10
"""The most options of a choice that Discord shows at once; more are in a menu."""
_KEEPS = ":"
"""Separates, in the custom id of a line, its name from a part of the text the form keeps."""


class Form(ui.Modal):
    """A form whose answers go to the handler of the press `opens`. `kept`, up to 180 characters,
    comes back with it (`Press.kept`)."""

    def __init__(self, title: str, opens: Press, kept: str = "") -> None:
        super().__init__(title=shortened(title, MOST_LABEL), custom_id=opens.custom_id)
        self.stop()  # else discord.py keeps it for as long as the program runs, if it is never sent
        self._kept = kept

    def ask(
        self, name: str, label: str, value: str = "", hint: str = "", *,
        most: int, least: int | None = None, needed: bool = False, empty: str | None = None,
    ) -> None:  # fmt: skip
        """Add a line of `least` to `most` characters; `Press.typed` has its text under `name`.
        `empty` is shown while it is empty."""
        room = CUSTOM_ID_LIMIT - len(name) - len(_KEEPS)
        part, self._kept = self._kept[:room], self._kept[room:]
        line: ui.TextInput[Any] = ui.TextInput(
            custom_id=f"{name}{_KEEPS}{part}" if part else name, default=value or None,
            required=needed, min_length=least, max_length=most, placeholder=empty,
        )  # fmt: skip
        self._add(label, hint, line)

    def ask_choice(
        self, name: str, label: str, options: Sequence[tuple[str, str]], hint: str = ""
    ) -> None:
        """Add a choice of one of 1 to 25 options (value and label), the first of which is chosen;
        `Press.chosen` has its value under `name`."""
        labels = [(value, shortened(shown, MOST_HINT)) for value, shown in options]
        line: ui.Item[Any]
        if 2 <= len(labels) <= MOST_RADIO:
            radios = [
                discord.RadioGroupOption(label=shown, value=value, default=n == 0)
                for n, (value, shown) in enumerate(labels)
            ]
            line = ui.RadioGroup(custom_id=name, options=radios)
        else:
            chosen = [
                discord.SelectOption(label=shown, value=value, default=n == 0)
                for n, (value, shown) in enumerate(labels)
            ]
            line = ui.Select(custom_id=name, options=chosen)
        self._add(label, hint, line)

    def ask_mention(
        self,
        name: str,
        label: str,
        menu: Callable[..., ui.Item[Any]],
        hint: str = "",
        *,
        needed: bool = False,
    ) -> None:
        """Add a choice of a person, role or channel, by this kind of menu; `Press.chosen` has its
        id under `name`."""
        self._add(label, hint, menu(custom_id=name, required=needed))

    def _add(self, label: str, hint: str, line: ui.Item[Any]) -> None:
        self.add_item(
            ui.Label(
                text=shortened(discord.utils.remove_markdown(label), MOST_LABEL),
                description=shortened(hint, MOST_HINT) or None,
                component=line,
            )
        )


def _chosen_parts(part: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The lines of a sent form in which something can be chosen, with what was."""
    if isinstance(part.get("values"), list):
        yield str(part.get("custom_id")), str(next(iter(part["values"]), ""))
    elif part.get("type") == CHOICE:
        yield str(part.get("custom_id")), str(part.get("value") or "")
    for inner in part.get("components", ()):
        yield from _chosen_parts(inner)
    if isinstance(part.get("component"), dict):
        yield from _chosen_parts(part["component"])


async def form_sent(interaction: Interaction) -> None:
    """Hand a form that was sent to its handler, and answer every error. Called for every
    interaction."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    data: Any = interaction.data or {}
    press = pressed_as(str(data.get("custom_id", "")))
    begin_trace(server=interaction.guild_id, table=press.table)
    if not (await may_begin(interaction) and await may_be_read(interaction)):
        return
    lines = {str(line.get("custom_id")): line["value"] for line in typed_parts(data)}
    press = replace(
        press,
        typed={line.partition(_KEEPS)[0]: typed for line, typed in lines.items()},
        chosen=dict(_chosen_parts(data)),
        kept="".join(line.partition(_KEEPS)[2] for line in lines),
    )
    try:
        await work_on(interaction, press)
    except Exception as error:
        await answer_error(
            interaction, error, f"form {press.verb}", press.table, typed=press.typed.values()
        )


def reason_form(t: Translations, opens: Press) -> Form:
    """A form that asks for the reason of a moderator's act, in the line `reason`."""
    # Translators: title of a form, at most 45 characters
    form = Form(t.gettext("Why?"), opens)
    ask_reason(t, form)
    return form


def ask_reason(t: Translations, form: Form) -> None:
    """Add the line `reason` for the reason of a moderator's act."""
    # Translators: label of a line in a form, at most 45 characters
    label = t.gettext("The reason, for the audit log")
    form.ask("reason", label, most=200, least=3, needed=True)


def reason_of(press: Press) -> str:
    """The text typed into a `reason_form`, "?" if it is empty; empty for the press of a button."""
    return (press.typed.get("reason") or "?") if press.typed else ""
