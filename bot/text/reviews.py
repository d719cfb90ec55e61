"""A computer's review of a finished game in words."""

from bot.engine import Game
from bot.engine.position import Position
from bot.engine.turn import END
from bot.model.advice import Told
from bot.text.translation import Translations
from bot.text.turns import deeds_words


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
