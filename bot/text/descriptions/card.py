"""The card of a game that is over: what its picture shows, and its alt text.

It is posted with the result, and shared where people do not know the table; so all its words say
what they are about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain

from bot.engine.points_by_source import PointsHistory
from bot.model.advice import Told
from bot.text.descriptions.alt_text import fitting
from bot.text.formats import day, listed
from bot.text.names import points as points_words
from bot.text.points import final_score, food_days_words, winner_line
from bot.text.translation import Translations

_SHORTER_NAMES = (14, 7)


@dataclass(frozen=True)
class Card:
    """The data of the card. Compared by value, so that a drawing can be kept."""

    names: tuple[str, ...]
    """The names by seat, as the server shows them."""
    history: PointsHistory
    played: date
    """The day on which the game ended."""
    turn: Told | None = None
    """The turn that decided most, by the computer's review; None while there is none."""

    @property
    def standings(self) -> Sequence[Mapping[str, int]]:
        """Seats with their places, from the first place to the last."""
        seats = self.history.seats
        return [{"seat": n, "place": seats[n].place} for n in self.history.by_place]

    @property
    def last_change(self) -> int | None:
        """The round after which the winner was alone in front for good; one more than there were
        rounds where the final scoring decided. None where several share the win."""
        winners = [n for n, seat in enumerate(self.history.seats) if seat.place == 1]
        if len(winners) > 1:
            return None
        rounds = len(self.history.food_days)
        behind = [
            number
            for number in range(rounds + 1)
            if any(
                seat.line[number] >= self.history.seats[winners[0]].line[number]
                for n, seat in enumerate(self.history.seats)
                if n != winners[0]
            )
        ]
        return max(behind, default=0) + 1

    @property
    def climbers(self) -> tuple[int, ...]:
        """The seats that climbed most temple steps; none where nobody climbed."""
        climbed = [seat.climbed for seat in self.history.seats]
        return tuple(n for n, steps in enumerate(climbed) if steps and steps == max(climbed))


def played_words(t: Translations, card: Card) -> str:
    """Tell when the game ended and how long it was: "27 November 2026 · 27 rounds"."""
    rounds = len(card.history.food_days)
    counted = t.ngettext("{n} round", "{n} rounds", rounds).format(n=rounds)
    return f"{day(t, card.played, year=True)} · {counted}"


def turning_title(t: Translations, card: Card) -> str:
    """Name what decided the game."""
    if card.turn is not None:
        # Translators: label in a picture, at most 22 characters: the turn that decided a game most
        return t.gettext("Turning point")
    # Translators: label in a picture, at most 22 characters: when the lead in points changed for
    # the last time
    return t.gettext("Last change of lead")


def turning_moment(t: Translations, card: Card) -> str:
    """Say when the game was decided: in a round, or by the final scoring; empty if it was not."""
    number = card.turn.round if card.turn is not None else card.last_change
    if number is None:
        return ""
    if number > len(card.history.food_days):
        return final_score(t)
    return t.gettext("Round {round}").format(round=number)


def climbing_title(t: Translations) -> str:
    """Name what is told of who climbed most temple steps."""
    # Translators: label in a picture, at most 22 characters: who climbed most steps in the temples
    return t.gettext("Most temple steps")


def turn_gain(card: Card) -> int:
    """The points that the turn won over any other, or lost to the best other (below 0)."""
    assert card.turn is not None
    return -round(card.turn.lost)


def alt_card(card: Card, t: Translations) -> str:
    """Describe the card in an alt text: the winner, all points, what decided the
    game, who climbed most, and the points after each food day. If that is too long, first the food
    days are left out, then names are cut."""
    whole = [*_told(t, card, card.names), *food_days_words(t, card.names, card.history)]
    lengths = (None, *_SHORTER_NAMES)
    shorter = (_told(t, card, [name[:most] for name in card.names]) for most in lengths)
    return fitting(chain([whole], shorter))


def _told(t: Translations, card: Card, names: Sequence[str]) -> Sequence[str]:
    seats = card.history.seats
    places = [
        f"{seats[n].place}. {names[n]}, {points_words(t, seats[n].points4)}."
        for n in card.history.by_place
    ]
    return [
        winner_line(t, names, card.standings),
        f"{played_words(t, card)}.",
        *places,
        _turning(t, card, names),
        _climbing(t, card, names),
    ]


def _turning(t: Translations, card: Card, names: Sequence[str]) -> str:
    moment = turning_moment(t, card)
    if not moment:
        return ""
    if card.turn is not None:
        gain = turn_gain(card)
        # Translators: in the description of a picture; {round} as "Round 14", {points} as "−6
        # points": what a turn of this player won or lost
        words = t.gettext("Turning point: {round}, {name}, {points}.")
        sign = "+" if gain > 0 else ""
        points = sign + points_words(t, 4 * gain)
        return words.format(round=moment, name=names[card.turn.seat], points=points)
    # Translators: in the description of a picture: when the lead in points changed for the last
    # time; {round} as "Round 14" or "Final score"
    return t.gettext("Last change of lead: {round}.").format(round=moment)


def _climbing(t: Translations, card: Card, names: Sequence[str]) -> str:
    if not card.climbers:
        return ""
    n = card.history.seats[card.climbers[0]].climbed
    # Translators: in the description of a picture; {names}: one player or more, who climbed most
    words = t.ngettext(
        "Most temple steps: {names}, {n} step.",
        "Most temple steps: {names}, {n} steps.",
        n,
    )
    return words.format(names=listed(t, [names[seat] for seat in card.climbers]), n=n)
