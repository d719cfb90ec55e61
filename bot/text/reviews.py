"""A computer's review of a finished game in words, and what those who watch guess about its end."""

from collections.abc import Sequence

from bot.engine import Game
from bot.engine.position import Position
from bot.engine.turn import END
from bot.model.advice import Told
from bot.model.table import Guess
from bot.text.names import points as points_words
from bot.text.translation import N_, Translations
from bot.text.turns import deeds_words

MOST_SHOWN = 10
"""The most guesses in a message."""
# Translators: at most 100 characters; of a guess who wins a game, with how many points
RULE = N_("10 for the right winner; 10 for the points, less 1 for each they are off.")


def told_lines(t: Translations, before: Position, rules: int, told: Told) -> list[str]:
    """Tell the computer's own turn instead of one that was played, or the best it found beside it,
    and the points between them. `before` is the position before the turn, played by this version of
    the rules: nothing else can be in these words."""
    begun = Game.from_position({"rules": rules, **before.dump()})
    actions = told.other[:-1] if told.other[-1:] == (END,) else told.other
    deeds = deeds_words(t, begun, told.seat, actions)
    n = round(abs(told.lost))
    if told.lost > 0:
        # Translators: about a turn of a game that is over; {deeds} as "2 workers placed on Tikal 0
        # and 1 (1 corn)"
        instead = t.gettext("The computer's choice: {deeds}.")
        # Translators: about the turn a computer would have chosen instead of the one played
        points = t.ngettext(
            "It expects about {n} point more.",
            "It expects about {n} points more.",
            n,
        )
    else:
        # Translators: about a turn of a game that is over; {deeds} as "2 workers placed on Tikal 0
        # and 1 (1 corn)"
        instead = t.gettext("Its best alternative: {deeds}.")
        # Translators: about the turn that was played, beside the best other one
        points = t.ngettext(
            "What was played is worth about {n} point more.",
            "What was played is worth about {n} points more.",
            n,
        )
    return [instead.format(deeds=deeds), points.format(n=n)]


def guess_words(t: Translations, names: Sequence[str], said: Guess) -> str:
    """Write a guess: "Ada, 60 points"."""
    return f"{names[said.seat]}, {points_words(t, 4 * said.points)}"


def counted_lines(t: Translations, rows: Sequence[tuple[int, str]]) -> list[str]:
    """List what guesses scored, the best first."""
    # Translators: heading: who guessed best who wins a game, or the final of a season
    head = t.gettext("**Best guesses**")
    return [head, *(f"`{scored:>2}` {what}" for scored, what in rows[:MOST_SHOWN])]
