"""A game looked at again: what was possible at the beginning of a turn, and the whole game as a
text to keep."""

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.text.choices import PICK, PLACE, group_title, in_board_order
from bot.text.formats import listed
from bot.text.names import gear_name, name_of, resource_name, space_name
from bot.text.points import standings_lines, winner_line
from bot.text.translation import Translations

START, QUICK = "start", "quick"


def possible_lines(t: Translations, name: str, legal: Sequence[str]) -> list[str]:
    """With what a seat could begin its turn: how many answers there were, and of which kinds.
    `legal` are these answers as the engine lists them."""
    # Translators: heading of a list, about a turn of a game that is looked at again: how many first
    # actions the rules allowed {name}, and below it which.
    head = t.ngettext(
        "**What was possible**: {name} could begin in {n} way",
        "**What was possible**: {name} could begin in {n} ways",
        len(legal),
    ).format(name=name, n=len(legal))
    lines, legal = [head], in_board_order(legal)
    for group in (PLACE, PICK):
        # Each place once: a tribe may place there in two ways.
        where = dict.fromkeys(_first_of(t, one) for one in legal if one.split()[0] == group)
        if where:
            # Translators: a kind of action, and the places for it: "Place a worker: Tikal, Uxmal"
            line = t.gettext("{what}: {places}")
            lines.append("- " + line.format(what=group_title(t, group), places=", ".join(where)))
    others = [_first_of(t, one) for one in legal if one.split()[0] not in (PLACE, PICK)]
    return [*lines, *(f"- {one}" for one in Counter(others))]


def _first_of(t: Translations, action: str) -> str:
    """What a turn may begin with, in a few words."""
    match action.split():
        case ["place", where, *_] if where == START:
            return t.gettext("Starting player")
        case ["place", where, *_] if where == QUICK:
            return t.gettext("Quick action")
        case ["place", gear, *_]:
            return gear_name(t, gear)
        case ["pick", gear, space]:
            return space_name(t, gear, space)
        case ["skip-space", gear]:
            return t.gettext("Pass over: {gear}").format(gear=gear_name(t, gear))
        case ["sell", resource]:
            return t.gettext("Selling {resource}").format(resource=resource_name(t, resource))
        case ["beg"]:
            return t.gettext("Beg")
        case ["pass"]:
            return t.gettext("Pass this turn")
        case words:
            return " ".join(name_of(t, word) for word in words)


def whole_game(
    t: Translations,
    names: Sequence[str],
    parts: Sequence[tuple[str, Sequence[str]]],
    standings: Sequence[Mapping[str, int]],
) -> str:
    """A game as the text of a file: who played, then every part of it (a heading, and its lines),
    and at last the result, if there is one. Signs of Markdown are taken away."""
    # Translators: first line of a text file that tells a whole game; {names}: all who played.
    head = t.gettext("A game of Tzolk'in: {names}").format(names=listed(t, names))
    told = [head, "=" * len(head)]
    if standings:
        told += ["", winner_line(t, names, standings), *standings_lines(t, names, standings)]
    for heading, lines in parts:
        told += ["", heading, "-" * len(heading), *(f"* {line}" for line in lines)]
    return "\n".join(told).replace("**", "").replace("-# ", "") + "\n"
