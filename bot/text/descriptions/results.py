"""Results in words, for their pictures: points of a game, its card, a food day, its review;
standings and ratings of a league.

The pictures show plain data made for them; they do not know how leagues rank players. The card is
posted with the result, and shared where people do not know the table; so all its words say what
they are about.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Literal

from bot.engine.components import TEMPLES
from bot.engine.game_facts import FoodDay, PointsHistory
from bot.model.computers import Told
from bot.scene import DAYS, Goods, HeldFoodDay, SeatsDay
from bot.text.descriptions import board
from bot.text.descriptions.alt_text import LONGEST, fitting
from bot.text.names import (
    GAMES,
    NO_PLACE,
    PLAYERS,
    SEAT_LETTERS,
    amounts,
    place_called,
    points_number,
    signed_points,
    temple_name,
    tile_name,
)
from bot.text.names import points as points_words
from bot.text.points import (
    FINAL_SCORE,
    food_days_words,
    on_gears_words,
    quarters_note,
    sources_words,
    tied,
    winner_line,
)
from bot.text.translation import N_, Translations, listed, rating_number
from bot.text.translation import day as day_words

Band = Literal["up", "stays", "down"]
_SHORT_NAME = 14
_SHORTER_NAMES_IN_TABLES = (14, 10, 7)


@dataclass(frozen=True)
class FinalResult:
    """The data of the final picture. Compared by value, so that a drawing can be kept."""

    names: tuple[str, ...]
    """The names by seat, as the server shows them."""
    history: PointsHistory


def alt_final(names: Sequence[str], history: PointsHistory, t: Translations) -> str:
    """Describe the final picture: places, points, their sources and the points after each food day.
    If that is too long, long names are cut first, then the monuments' names, the food days and the
    sources are left out, one after the other."""
    return fitting(_final_ways(names, history, t))


def _final_ways(
    names: Sequence[str], history: PointsHistory, t: Translations
) -> Iterator[Sequence[str]]:
    yield _final_told(t, names, history, monuments=True, food_days=True)
    short = [name[:_SHORT_NAME] for name in names]
    yield _final_told(t, short, history, monuments=True, food_days=True)
    yield _final_told(t, short, history, food_days=True)
    yield _final_told(t, short, history)
    yield _final_told(t, short, history, sources=False)


def _final_told(
    t: Translations,
    names: Sequence[str],
    history: PointsHistory,
    *,
    monuments: bool = False,
    food_days: bool = False,
    sources: bool = True,
) -> Sequence[str]:
    rounds = len(history.food_days)
    if history.finished:
        head = t.ngettext(
            "Final score after {n} round.", "Final score after {n} rounds.", rounds
        ).format(n=rounds)
    else:
        head = t.ngettext("Points after {n} round.", "Points after {n} rounds.", rounds).format(
            n=rounds
        )
    sentences = [head]
    for seat in history.by_place:
        points = history.seats[seat]
        what = sources_words(t, points, monuments=monuments) if sources else ""
        if tied(history, points):
            on_gears = on_gears_words(t, points)
            what = f"{what}; {on_gears}" if what else on_gears
        reached = points_words(t, points.points4)
        one = f"{points.place}. {names[seat]}, {reached}"
        sentences.append(f"{one}: {what}." if what else f"{one}.")
    if food_days:
        sentences += food_days_words(t, names, history)
        sentences.append(quarters_note(t, (seat.points4 for seat in history.seats)))
    return sentences


@dataclass(frozen=True)
class StandingsRow:
    """One line of the standings."""

    place: int | None
    """The place, from 1, shared by ties; None for an entry without one."""
    name: str
    """The name, as the server shows it."""
    values: tuple[str, ...]
    """The texts for the table's columns."""
    tie: str = ""
    """Why the row stands before the next though both are level, in the reader's language."""
    band: Band = "stays"
    """Whether this place is promoted or relegated at the end of the season."""
    gone: bool = False
    """Whether the entry has withdrawn: it stays in the table, in faint colours."""
    signs: str = ""
    """Small signs behind the name, which the legend explains."""


@dataclass(frozen=True)
class StandingsTable:
    """The data of the picture. Compared by value, so that a drawing can be cached."""

    title: str
    columns: tuple[str, ...]
    """Heads of the columns of numbers, the first counts most: ("Points", "Games", "Wins")."""
    rows: tuple[StandingsRow, ...]
    """The rows by place, at most `MOST_ROWS`."""
    note: str = ""
    """A note at the right of the title: "After round 3 of 6"."""
    legend: str = ""
    """The meaning of the rows' signs, below them."""


def alt_standings(table: "StandingsTable", t: Translations) -> str:
    """Describe the standings: the title, every place with its values, who is promoted or relegated.
    If that is too long, ties and moves are left out first, then all columns but the first; then
    long names are cut, and the last places left out."""
    return fitting(_standings_ways(t, table))


def _standings_ways(t: Translations, table: "StandingsTable") -> Iterator[Sequence[str]]:
    yield _standings_told(t, table)
    yield _standings_told(t, table, ties=False)
    for longest in (None, *_SHORTER_NAMES_IN_TABLES):
        yield _standings_told(t, table, ties=False, columns=1, longest=longest)
    for rows in range(len(table.rows) - 1, -1, -1):
        yield _standings_told(t, table, ties=False, columns=1, longest=longest, rows=rows)


def _standings_told(
    t: Translations,
    table: "StandingsTable",
    *,
    ties: bool = True,
    columns: int | None = None,
    longest: int | None = None,
    rows: int | None = None,
) -> Sequence[str]:
    head = ", ".join(part for part in (table.title, table.note) if part)
    # Translators: {title}: a league or season by its name, and how far it is: "Autumn, after round
    # 3 of 6".
    sentences = [t.gettext("Standings: {title}.").format(title=head)]
    told = table.rows[:rows]
    for row in told:
        sentences.append(_standings_row(t, table, row, ties=ties, columns=columns, longest=longest))
    left = len(table.rows) - len(told)
    if left:
        # Translators: last in a table too long to be told whole.
        more = t.ngettext("And {n} more place.", "And {n} more places.", left)
        sentences.append(more.format(n=left))
    if ties and table.legend:
        sentences.append(f"{table.legend}.")
    return sentences


def _standings_row(
    t: Translations,
    table: "StandingsTable",
    row: "StandingsRow",
    *,
    ties: bool,
    columns: int | None,
    longest: int | None,
) -> str:
    values = [
        f"{head} {value}"
        for head, value in zip(table.columns[:columns], row.values[:columns], strict=True)
    ]
    if row.gone:
        # Translators: in a list about a player, who has left the season.
        values.append(t.gettext("has left the season"))
    elif row.band == "up":
        # Translators: in a list about a player, who would go up to the division above.
        values.append(t.gettext("set to go up"))
    elif row.band == "down":
        # Translators: in a list about a player, who would go down to the division below.
        values.append(t.gettext("set to go down"))
    if ties and row.tie:
        values.append(row.tie)
    name = " ".join(filter(None, (row.name[:longest], row.signs if ties else "")))
    place = f"{row.place}." if row.place else NO_PLACE
    return f"{place} {name}: {', '.join(values)}."


@dataclass(frozen=True)
class RatingLine:
    """The history of one rating."""

    players: int
    """The number of players, 2 to 5, which chooses the line's colour and marker."""
    values: tuple[float, ...]
    """The rating after each game, the first game first; every line begins at 0 before it."""


@dataclass(frozen=True)
class RatingsChart:
    """The data of the picture. Compared by value, so that a drawing can be cached."""

    name: str
    """The name of the rated person, as the server shows it."""
    lines: tuple[RatingLine, ...]
    """The lines by number of players; at most four."""
    provisional: int
    """The number of games up to which a rating is provisional, and its line thin."""


def alt_ratings(chart: RatingsChart, t: Translations) -> str:
    """Describe the picture: each rating with its lowest and highest value, and its present one."""
    # Translators: {name}: a player.
    said = [t.gettext("{name}'s ratings, game by game.").format(name=chart.name)]
    for line in chart.lines:
        # Translators: a player's rating at tables of so many players; {players} as "3 players",
        # {games} as "12 games", the other places are numbers.
        told = t.gettext("{players}: {rating} ({games}), lowest {low}, highest {high}.")
        said.append(
            told.format(
                players=t.say(PLAYERS, n=line.players),
                rating=rating_number(t, line.values[-1]),
                games=t.say(GAMES, n=len(line.values)),
                low=rating_number(t, min(line.values)),
                high=rating_number(t, max(line.values)),
            )
        )
    return " ".join(said)[:LONGEST]


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
    return f"{day_words(t, card.played, year=True)} · {counted}"


# Translators: label in a picture, at most 22 characters: the turn that decided a game most
TURNING_POINT = N_("Turning point")
# Translators: label in a picture, at most 22 characters: when the lead in points changed for
# the last time
LAST_CHANGE = N_("Last lead change")


def turning_moment(t: Translations, card: Card) -> str:
    """Say when the game was decided: in a round, or by the final scoring; empty if it was not."""
    number = card.turn.round if card.turn is not None else card.last_change
    if number is None:
        return ""
    if number > len(card.history.food_days):
        return t.say(FINAL_SCORE)
    return t.gettext("Round {round}").format(round=number)


# Translators: label in a picture, at most 22 characters: who climbed most steps in the temples
MOST_STEPS = N_("Most temple steps")


def turn_gain(card: Card) -> int:
    """The points that the turn won over any other, or lost to the best other (below 0)."""
    assert card.turn is not None
    return -round(card.turn.lost)


def alt_card(card: Card, t: Translations) -> str:
    """Describe the card: the winner, all points, what decided the game, who climbed most, and the
    points after each food day. If that is too long, first the food days are left out, then names
    are cut."""
    whole = [*_card_told(t, card, card.names), *food_days_words(t, card.names, card.history)]
    lengths = (None, *_SHORTER_NAMES)
    shorter = (_card_told(t, card, [name[:most] for name in card.names]) for most in lengths)
    return fitting(chain([whole], shorter))


def _card_told(t: Translations, card: Card, names: Sequence[str]) -> Sequence[str]:
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
    return t.gettext("Last lead change: {round}.").format(round=moment)


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


# Translators: title of a picture: "Food day 2 of 4"; at most 22 characters
FOOD_DAY = N_("Food day {n} of {all}")


def alt_food_day(day: HeldFoodDay, t: Translations) -> str:
    """Describe the picture of a food day in at most `LONGEST` characters: in full, then without
    what each temple gave, then with the seats' letters for their names."""
    title = t.say(FOOD_DAY, n=day.number, all=DAYS)
    head = f"{title}: {board.food_day_brings(t, mid_age=day.mid_age)}."
    over = ""
    if day.prophecy is not None:
        # Translators: in the description of a picture of a food day
        over = t.gettext("Prophecy ending: {name}.").format(name=tile_name(t, day.prophecy))
    ways = (
        [head, over, *(_seat_fed(t, day, one, one.name) for one in day.seats)],
        [head, *(_seat_fed(t, day, one, one.name, temples=False) for one in day.seats)],
        [
            head,
            *(
                _seat_fed(t, day, one, letter, temples=False)
                for letter, one in zip(SEAT_LETTERS, day.seats, strict=False)
            ),
        ],
    )
    return fitting(ways)


def _seat_fed(
    t: Translations, day: HeldFoodDay, seat: SeatsDay, name: str, *, temples: bool = True
) -> str:
    """Tell the day of one seat in a sentence."""
    told = [*_feeding(t, seat)]
    if seat.income:
        # Translators: what a player's buildings brought on a food day: "buildings: +2 corn"
        told.append(t.gettext("buildings: {what}").format(what=_amounts(t, seat.income)))
    if temples:
        told += _temples_on_the_day(t, day, seat)
    if day.prophecy is not None:
        # Translators: what the prophecy that ends was worth: "prophecy: −5 points"
        told.append(t.gettext("prophecy: {what}").format(what=signed_points(seat.prophecy4)))
    standing = points_words(t, seat.points4)
    if seat.gained4:
        # Translators: part of a list: a player's points, and how many of them the day brought:
        # "24 points in all (+7 today)"
        standing = t.gettext("{points} in all ({gained} on this food day)").format(
            points=standing, gained=signed_points(seat.gained4)
        )
    told.append(standing)
    if seat.place != seat.place_before:
        # Translators: part of a list; places by points, as "1st"
        places = t.gettext("now {place} (was {before})")
        place, before = place_called(t, seat.place), place_called(t, seat.place_before)
        told.append(places.format(place=place, before=before))
    # Translators: in the description of a picture: a player, and a list of what happened
    return t.gettext("{name}: {what}.").format(name=name, what="; ".join(told))


def _feeding(t: Translations, seat: SeatsDay) -> list[str]:
    fed = seat.fed
    if fed is None:
        return []
    told = []
    if fed.fed:
        if fed.corn:
            # Translators: part of a list; {corn} as "6 corn"
            words = t.ngettext("{n} worker fed for {corn}", "{n} workers fed for {corn}", fed.fed)
        else:
            # Translators: part of a list
            words = t.ngettext("{n} worker fed for free", "{n} workers fed for free", fed.fed)
        told.append(words.format(n=fed.fed, corn=amounts(t, {"corn": fed.corn})))
    if fed.hungry:
        # Translators: part of a list: workers that got no food, and the points lost for all of them
        words = t.ngettext(
            "{n} worker hungry: −{points}", "{n} workers hungry: −{points}", fed.hungry
        )
        told.append(words.format(n=fed.hungry, points=points_words(t, 4 * fed.lost)))
    return told


def _temples_on_the_day(t: Translations, day: HeldFoodDay, seat: SeatsDay) -> list[str]:
    """Tell what each temple gave; those that gave nothing are left out."""
    if day.mid_age:
        given = [_amounts(t, goods) for goods in seat.goods]
    else:
        given = [signed_points(points4) if points4 else "" for points4 in seat.temples4]
    named = [
        f"{temple_name(t, temple)} {what}"
        for temple, what in zip(TEMPLES, given, strict=True)
        if what
    ]
    return [listed(t, named)] if named else []


def _amounts(t: Translations, goods: Goods) -> str:
    """Write goods with a plus: "+2 wood, 1 skull"; empty for none."""
    return f"+{amounts(t, dict(goods))}" if goods else ""


@dataclass(frozen=True)
class Expectations:
    """The points a computer expected for each seat, in quarters. Compared by value, so that a
    drawing can be kept."""

    names: tuple[str, ...]
    """The names by seat, as the server shows them."""
    lines: tuple[tuple[float, ...], ...]
    """The expected points by seat: at the beginning of each round, and the final ones."""
    ends: tuple[int, ...]
    """The final points of each seat."""
    by_place: tuple[int, ...]
    """The seats from the first place to the last."""
    food_days: tuple[FoodDay | None, ...]
    """The food day of each round; None in a round without one."""


def alt_expectations(shown: Expectations, t: Translations) -> str:
    """Tell each seat's final points, and those expected at the beginning and after each food day,
    as whole points. If that is too long, names are cut."""
    short = [[name[:most] for name in shown.names] for most in _SHORTER_NAMES]
    return fitting(_expectations_told(t, shown, names) for names in (shown.names, *short))


def _expectations_told(t: Translations, shown: Expectations, names: Sequence[str]) -> Sequence[str]:
    # Translators: begins the description of a picture for those who cannot see it; after it stand
    # names and points of several moments of a game
    sentences = [t.gettext("The final points a computer expected for each seat.")]
    # Translators: a moment of a game; {points} as "Ann 60, Bob 58"
    start = t.gettext("At the start: {points}.")
    sentences.append(start.format(points=_expected_points(names, shown, 0)))
    for number, day in enumerate(shown.food_days[:-1], start=1):
        if day is not None:
            sentences.append(
                t.gettext("After the food day of round {n}: {points}.").format(
                    n=number, points=_expected_points(names, shown, number)
                )
            )
    ends = ", ".join(f"{names[n]} {points_number(shown.ends[n])}" for n in shown.by_place)
    # Translators: the end of a game; {points} as "Ann 71, Bob 64½"
    sentences.append(t.gettext("Final score: {points}.").format(points=ends))
    return sentences


def _expected_points(names: Sequence[str], shown: Expectations, number: int) -> str:
    return ", ".join(
        f"{names[n]} {points_number(4 * round(shown.lines[n][number] / 4))}" for n in shown.by_place
    )
