"""The form for the points of a table: one line for each seat, with the name of who sits there."""

from collections.abc import Sequence

from bot.text.translation import Translations
from cogs.kit.buttons import Press
from cogs.kit.forms import Form
from cogs.kit.moderators import FORFEIT, typed_points, typed_result

LONGEST_POINTS = 10


def points_form(
    t: Translations,
    names: Sequence[str],
    points4: Sequence[int] | None,
    opens: Press,
    kept: str = "",
    *,
    may_forfeit: bool = False,
    forfeits: Sequence[int] = (),
) -> Form:
    """Asks for the points of each seat; at most 5 lines, as Discord allows."""
    # Translators: title of a form, at most 45 characters
    form = Form(t.gettext("Points by seat"), opens, kept)
    for seat, name in enumerate(names):
        value = "" if points4 is None else f"{points4[seat] / 4:g}"
        form.ask(
            f"seat{seat + 1}",
            # Translators: label of a line in a form, at most 45 characters with the name
            t.gettext("Seat {n}: {name}").format(n=seat + 1, name=name),
            FORFEIT if may_forfeit and seat in forfeits else value,
            most=LONGEST_POINTS,
            needed=True,
            # Translators: shown in an empty line of a form, at most 100 characters: what to type;
            # the letter x must stay
            empty=t.gettext("points; x: lost by forfeit") if may_forfeit else None,
        )
    return form


def points_of(press: Press, *, may_forfeit: bool = False) -> tuple[list[int], tuple[int, ...]]:
    """The points in quarters by line, and the lines (from 0) of those who lost by forfeit. Raises
    Refusal for anything else."""
    typed = " ".join(line.strip() or "?" for line in press.typed.values())
    points4, forfeits = typed_result(typed, seats=len(press.typed))
    if forfeits and not may_forfeit:
        typed_points(typed)  # refuses what is no number
    return points4, forfeits
