"""A replay in words: the possible beginnings of a turn, and the whole game as a text to keep."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bot.engine.position import Position
from bot.text.choices import PICK, PLACE, group_title, in_board_order
from bot.text.formats import listed
from bot.text.happenings import Taken, game_lines, news, taken_words
from bot.text.names import gear_name, module_name, name_of, resource_name, space_name
from bot.text.points import standings_lines, winner_line
from bot.text.translation import Translations


def possible_lines(t: Translations, name: str, legal: Sequence[str]) -> list[str]:
    """Tell a seat's possible beginnings of its turn: how many answers there were, and of which
    kinds. `legal` are these answers as the engine lists them."""
    # Translators: heading of a list, about a turn of a game that is looked at again: how many first
    # actions the rules allowed {name}, and below it which.
    head = t.ngettext(
        "**What was possible**: {name} could begin in {n} way",
        "**What was possible**: {name} could begin in {n} ways",
        len(legal),
    ).format(name=name, n=len(legal))
    lines, legal = [head], in_board_order(legal)
    for group in (PLACE, PICK):
        # Each place once: a tribe may have two ways to place there.
        where = dict.fromkeys(_first_of(t, one) for one in legal if one.split()[0] == group)
        if where:
            # Translators: a kind of action, and the places for it: "Place a worker: Tikal, Uxmal"
            line = t.gettext("{what}: {places}")
            lines.append("- " + line.format(what=group_title(t, group), places=", ".join(where)))
    others = [_first_of(t, one) for one in legal if one.split()[0] not in (PLACE, PICK)]
    return [*lines, *(f"- {one}" for one in Counter(others))]


def _first_of(t: Translations, action: str) -> str:
    """Describe the first action of a turn in a few words."""
    match action.split():
        case ["place", "start", *_]:
            return t.gettext("Starting player")
        case ["place", "quick", *_]:
            return t.gettext("Quick action")
        case ["place", gear, *_]:
            return gear_name(t, gear)
        case ["pick", gear, space]:
            return space_name(t, gear, space)
        case ["skip-space", gear]:
            return t.gettext("Skip a space: {gear}").format(gear=gear_name(t, gear))
        case ["sell", resource]:
            return t.gettext("Selling {resource}").format(resource=resource_name(t, resource))
        case ["beg"]:
            # Translators: what could be done at the start of a turn: beg the gods for corn; verb
            return t.gettext("Beg")
        case ["pass"]:
            return t.gettext("Pass this turn")
        case words:
            return " ".join(name_of(t, word) for word in words)


def whole_game(
    t: Translations,
    names: Sequence[str],
    computers: Sequence[bool],
    begun: Position,
    turns: Iterable[Taken],
    standings: Sequence[Mapping[str, int]],
) -> str:
    """Write a game as a text: its players and open tiles, every round with a heading, and the
    result, if there is one.

    `computers` says of each seat whether a computer sits there, `begun` is the position after the
    deal, and `turns` are those to be told, oldest first. Signs of Markdown are removed.
    """
    # Translators: first line of a text that tells a whole game; {names}: all who played.
    title = t.gettext("A game of Tzolk'in: {names}").format(names=listed(t, names))
    lines = [title, "=" * len(title)]
    if begun.modules:
        lines.append(listed(t, [module_name(t, module) for module in begun.modules]))
    lines += game_lines(t, begun)
    told: str | None = None
    for turn in turns:
        heading = _part(t, turn.before)
        if heading != told:
            told = heading
            lines += ["", heading, "-" * len(heading)]
        words = taken_words(t, names, turn, computer=computers[turn.seat], in_full=True)
        done = [] if words is None else [words]
        lines += [f"* {line}" for line in (*done, *news(t, names, turn.steps[-1], in_full=True))]
    if standings:
        lines += ["", winner_line(t, names, standings), *standings_lines(t, names, standings)]
    return "\n".join(lines).replace("**", "").replace("-# ", "") + "\n"


def _part(t: Translations, position: Position) -> str:
    """Name the part of the game in which a turn was."""
    if position.phase == "play":
        return t.gettext("Round {round}").format(round=position.round)
    # Translators: heading in a text that tells a whole game: the choice of tiles.
    return t.gettext("Before the first round")
