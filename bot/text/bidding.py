"""Bids for the seats in words: the question, who has bid, and the result."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.table import Bidding
from bot.text.formats import listed
from bot.text.hours import moment
from bot.text.names import points as points_words
from bot.text.names import points_number
from bot.text.translation import Translations


def what_is_asked(t: Translations) -> str:
    """Explain bidding, for everybody."""
    return t.gettext(
        "Before the deal, everybody secretly bids final points for each place in the turn order. "
        "Places are given so that the total paid is highest, and you pay your bid for the place "
        "you get."
    )


def open_lines(
    t: Translations, until: datetime, bidden: Sequence[str], missing: Sequence[str]
) -> list[str]:
    """Tell everybody the state of bidding: who has bid, who has not, and its end."""
    lines = []
    if bidden:
        # Translators: who has bid for the seats already
        lines.append(t.gettext("Already bid: {names}").format(names=listed(t, bidden)))
    if missing:
        # Translators: who has not bid for the seats yet
        lines.append(t.gettext("Yet to bid: {names}").format(names=listed(t, missing)))
    return [
        *lines,
        # Translators: {moment} is relative, such as “in 3 hours”
        t.gettext(
            "The game begins once everybody has bid, at the latest {moment}. Anybody who has not "
            "bid by then bids 0, as computers do."
        ).format(moment=moment(until, "R")),
    ]


def reminder_line(t: Translations, mentions: Sequence[str], until: datetime) -> str:
    """Call the people who have not bid."""
    # Translators: {moment} is relative, such as "in 3 hours"
    return t.gettext("{names}: the bidding for the seats ends {moment}.").format(
        names=" ".join(mentions), moment=moment(until, "R")
    )


def own_lines(t: Translations, until: datetime) -> list[str]:
    """Write the lines above the choices of a person's own bid."""
    return [
        t.gettext("How many final points is each place worth to you?"),
        t.gettext(
            "You pay your bid only for the place you get. Bids stay secret until all are "
            "revealed, at the latest {moment}; until then you can change yours."
        ).format(moment=moment(until, "R")),
    ]


def place_words(t: Translations, place: int, points: int) -> str:
    """Write a choice: points for a place, which counts from 0."""
    # Translators: option of a menu: a place in the turn order, and the points offered for it: “4
    # points”
    return t.gettext("Place {place}: {points}").format(
        place=place + 1, points=points_words(t, 4 * points)
    )


def bid_words(t: Translations, bid: Sequence[int]) -> str:
    """Write a bid: "place 1: 4, place 2: 0"."""
    return ", ".join(
        # Translators: item of a list: a place in the turn order, and the number of points bid for
        # it
        t.gettext("place {place}: {points}").format(place=place, points=points_number(4 * points))
        for place, points in enumerate(bid, start=1)
    )


def revealed_lines(t: Translations, names: Sequence[str], bidding: Bidding) -> list[str]:
    """Tell all bids once they are revealed, with the price of each seat. `names` are by seat."""
    lines = [t.gettext("The bids are revealed:")]
    for seat, n in enumerate(bidding.order):
        paid = points_words(t, 4 * bidding.paid[seat])
        lines.append(
            # Translators: {place} is a place in the turn order, {points} “4 points”, {bid} the
            # person's whole bid: “place 1: 4, place 2: 0”
            t.gettext("{place}. {name} pays {points} ({bid})").format(
                place=seat + 1, name=names[seat], points=paid,
                bid=bid_words(t, bidding.bids[n]),
            )
        )  # fmt: skip
    return lines


def hours_line(t: Translations, hours: int) -> str:
    """Say that the seats are bid for, and how long."""
    return t.ngettext(
        "Players bid for seats before the deal, for at most {n} hour.",
        "Players bid for seats before the deal, for at most {n} hours.",
        hours,
    ).format(n=hours)


def hours_choice(t: Translations, hours: int) -> str:
    """Write the hours of bidding as a choice in a menu."""
    # Translators: option of the menu “Who sits where”: the seats are bid for, in points
    return t.ngettext(
        "Bids in points, for {n} hour", "Bids in points, for {n} hours", hours
    ).format(n=hours)
