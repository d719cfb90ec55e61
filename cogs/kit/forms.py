"""Forms that always count: all they mean is written in their custom id, as on buttons.

A form that is sent is a press (`cogs.kit.buttons`) with something typed, and has the same handler
as the button that opened it. So it counts however long somebody types, and whatever was restarted
meanwhile; where it is refused the answer repeats what was typed.
"""

from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.text.answer_preview import shortened
from bot.text.translation import Translations
from cogs.kit.answering import answer_error, may_be_read, may_begin, typed_parts
from cogs.kit.buttons import CUSTOM_ID_LIMIT, Press, pressed_as, work_on
from cogs.kit.context import Interaction
from cogs.kit.log import begin_trace

MOST_LABEL, MOST_HINT = 45, 100
"""Discord's limits for the title of a form and the label of a line, and for the hint below it."""
_KEEPS = ":"
"""In the custom id of a line, between its name and a part of what the form keeps."""


class Form(ui.Modal):
    """A form that is sent to the handler of a verb. `opens` is the press that it is for, and `kept`
    are up to 180 characters that come back with it (`Press.kept`)."""

    def __init__(self, title: str, opens: Press, kept: str = "") -> None:
        super().__init__(title=shortened(title, MOST_LABEL), custom_id=opens.custom_id)
        self.stop()  # else discord.py keeps it for as long as the program runs, if it is never sent
        self._kept = kept

    def ask(
        self, name: str, label: str, value: str = "", hint: str = "", *,
        most: int, least: int | None = None, needed: bool = False, empty: str | None = None,
    ) -> None:  # fmt: skip
        """Add a line with this name (`Press.typed`); `empty` is shown while it is empty."""
        room = CUSTOM_ID_LIMIT - len(name) - len(_KEEPS)
        part, self._kept = self._kept[:room], self._kept[room:]
        line: ui.TextInput[Any] = ui.TextInput(
            custom_id=f"{name}{_KEEPS}{part}" if part else name, default=value or None,
            required=needed, min_length=least, max_length=most, placeholder=empty,
        )  # fmt: skip
        self.add_item(
            ui.Label(
                text=shortened(discord.utils.remove_markdown(label), MOST_LABEL),
                description=shortened(hint, MOST_HINT) or None,
                component=line,
            )
        )


async def form_sent(interaction: Interaction) -> None:
    """Called for every interaction: hand a form that was sent to its handler; none is left without
    an answer."""
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
        kept="".join(line.partition(_KEEPS)[2] for line in lines),
    )
    try:
        await work_on(interaction, press)
    except Exception as error:
        await answer_error(
            interaction, error, f"form {press.verb}", press.table, typed=press.typed.values()
        )


def reason_form(t: Translations, opens: Press) -> Form:
    """Asks for the reason of a moderators' act, which is the line `reason`."""
    # Translators: title of a form, at most 45 characters
    form = Form(t.gettext("Why?"), opens)
    # Translators: label of a line in a form, at most 45 characters
    label = t.gettext("The reason, for the audit log")
    form.ask("reason", label, most=200, least=3, needed=True)
    return form


def reason_of(press: Press) -> str:
    """The reason that was typed in such a form, whatever it is; empty where none was sent."""
    return (press.typed.get("reason") or "?") if press.typed else ""
