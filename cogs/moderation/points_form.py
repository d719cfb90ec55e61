"""The form for the points of a table: one line for each seat, with the name of who sits there."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from discord import ui

from bot.text.translation import Translations
from bot.text.trying import shortened
from cogs.context import Interaction
from cogs.forms import Form
from cogs.moderation.moderators import FORFEIT, moderator_here, typed_points, typed_result

MOST_LABEL = 45
"""Discord's limit for the label of a text input."""
LONGEST_POINTS = 10

Sent = Callable[[Interaction, list[int], tuple[int, ...]], Awaitable[None]]
"""Given a sent form, the points in quarters by line, and the lines (from 0) of those who lost by
forfeit, does what the form is for."""


class PointsForm(Form):
    """Asks for the points of each seat; at most 5 lines, as Discord allows."""

    called = "a form of points"

    def __init__(
        self,
        t: Translations,
        names: Sequence[str],
        points4: Sequence[int] | None,
        sent: Sent,
        *,
        may_forfeit: bool = False,
        forfeits: Sequence[int] = (),
    ) -> None:
        # Translators: title of a form, at most 45 characters
        super().__init__(title=t.gettext("Points by seat"), timeout=900)
        self._sent, self._may_forfeit = sent, may_forfeit
        self._lines: list[ui.TextInput[Any]] = []
        for seat, name in enumerate(names):
            value = "" if points4 is None else f"{points4[seat] / 4:g}"
            line: ui.TextInput[Any] = ui.TextInput(
                custom_id=f"seat{seat + 1}",
                default=FORFEIT if may_forfeit and seat in forfeits else value,
                max_length=LONGEST_POINTS,
                # Translators: shown in an empty line of a form, at most 100 characters: what to
                # type; the letter x must stay
                placeholder=t.gettext("points; x: lost by forfeit") if may_forfeit else None,
            )
            # Translators: label of a line in a form, at most 45 characters with the name
            label = t.gettext("Seat {n}: {name}").format(n=seat + 1, name=name)
            self.add_item(ui.Label(text=shortened(discord.utils.remove_markdown(label), MOST_LABEL),
                                   component=line))  # fmt: skip
            self._lines.append(line)

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """The form is sent."""
        await moderator_here(interaction)
        typed = " ".join(line.value.strip().replace(",", ".") for line in self._lines)
        points4, forfeits = typed_result(typed, seats=len(self._lines))
        if forfeits and not self._may_forfeit:
            points4 = typed_points(typed)  # refuses what is no number
        await self._sent(interaction, points4, forfeits)
