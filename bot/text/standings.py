"""Tie-breaks of standings, and the balance of a schedule, in words."""

from collections.abc import Callable, Mapping, Sequence

from bot.seasons.points import UNIT
from bot.seasons.seating import Balance
from bot.seasons.standings import TieStep
from bot.seasons.tie_breaks import MARGIN_UNIT
from bot.text.formats import listed, number
from bot.text.translation import N_, Translations

# Translators, for each: criterion of the standings; stands in a list, before a colon and behind
# one, so without article; at most 40 characters in a picture
_NAMES: Mapping[str, str] = {
    "points": N_("league points"),
    "average": N_("league points per game"),
    "wins": N_("wins"),
    "wins_average": N_("wins per game"),
    "seconds": N_("second places"),
    "thirds": N_("third places"),
    # Translators: criterion of the standings; stands in a list, before a colon and behind one, so
    # without article; at most 40 characters in a picture; how people who are level came out against
    # each other
    "head_to_head": N_("places at shared tables"),
    "margin": N_("points ahead of opponents"),
    "ratio": N_("points as a share of the winner's"),
    # Translators: criterion of the standings; stands in a list, before a colon and behind one, so
    # without article; at most 40 characters in a picture; the sum of the points in all games
    "total": N_("points in games"),
    "opponents": N_("strength of opponents"),
    # Translators: criterion of the standings; stands in a list, before a colon and behind one, so
    # without article; at most 40 characters in a picture; turns that a computer had to play for the
    # person
    "computer_turns": N_("turns played by a computer"),
    # Translators: criterion of the standings; stands in a list, before a colon and behind one, so
    # without article; at most 40 characters in a picture; noun
    "lot": N_("drawing lots"),
}
_IN_UNITS = ("points", "average", "wins", "wins_average", "ratio", "opponents")


def criterion_name(t: Translations, criterion: str) -> str:
    """Name a tie-break in a few words. Raises KeyError for one that does not exist."""
    return t.gettext(_NAMES[criterion])


def league_points(t: Translations, units: int) -> str:
    """Write units as league points: "10", "7.5"."""
    return number(t, units / UNIT)


def signed_league_points(t: Translations, units: int) -> str:
    """Write units as league points with their sign: "+3", "−1.5"."""
    points = league_points(t, units)
    return points if units < 0 else f"+{points}"


def adjustment_words(t: Translations, units: int) -> str:
    """Write league points given or taken: "+3 league points"."""
    counted = 2 if units % UNIT else abs(units) // UNIT
    # Translators: {n} has a sign: "+3", "−1.5"
    words = t.ngettext("{n} league point", "{n} league points", counted)
    return words.format(n=signed_league_points(t, units))


def criterion_value(t: Translations, criterion: str, value: int) -> str:
    """Write the value of a criterion."""
    if criterion in _IN_UNITS:
        return league_points(t, value)
    if criterion == "margin":
        return number(t, value / MARGIN_UNIT)
    if criterion == "total":
        return number(t, value / 4)
    if criterion == "computer_turns":
        return number(t, -value)
    return number(t, value)


def ranking_line(t: Translations, chain: Sequence[str]) -> str:
    """List the criteria by which a season ranks, from the first."""
    # Translators: {criteria} are the standings' criteria in their order, with arrows between them:
    # "league points → wins → second places"
    return t.gettext("Ranking: {criteria}").format(
        criteria=" → ".join(criterion_name(t, name) for name in chain)
    )


def tie_sentences(
    t: Translations, ties: tuple[TieStep, ...], name_of: Callable[[int], str]
) -> list[str]:
    """Tell each step of a tie, from the first: "wins: Ada 3, Ben 2"; steps that separated nobody
    are listed as well. `name_of` gives an entry's name as it shall be printed. A drawing of lots
    shows no number: it follows from the seed in the season's log."""
    said = []
    for step in ties:
        what = criterion_name(t, step.criterion)
        names = [name_of(entry) for entry in step.tied]
        if not step.decided:
            said.append(
                # Translators: one step of a tie; {what} is a criterion of the standings, {names}
                # are two or more people
                t.gettext("{what}: {names} are tied").format(what=what, names=listed(t, names))
            )
            continue
        if step.criterion == "lot":
            order = ", ".join(names)
        else:
            order = ", ".join(
                f"{name} {criterion_value(t, step.criterion, value)}"
                for name, value in zip(names, step.values, strict=True)
            )
        # Translators: one step of a tie; {what} is a criterion of the standings, {order} are people
        # with their values: “Ada 3, Ben 2”
        said.append(t.gettext("{what}: {order}").format(what=what, order=order))
    return said


def unplayed_words(t: Translations, *, by_lots: bool) -> str:
    """Tell how players without a finished table are ordered."""
    if by_lots:
        return t.gettext("Players without a finished table are ordered by drawing lots.")
    return t.gettext("Players without a finished table share the place.")


def balance_words(t: Translations, balance: Balance) -> list[str]:
    """Tell how balanced a schedule is in meetings, seats and games, with numbers."""
    fewest, most = balance.meetings
    if fewest == most:
        lines = [
            t.ngettext(
                "Everybody meets everybody {n} time.", "Everybody meets everybody {n} times.", most
            ).format(n=most)
        ]
    else:
        # Translators: how often any two players of a division meet; numbers, plural by {most}
        words = t.ngettext(
            "Two players meet {fewest} to {most} times.",
            "Two players meet {fewest} to {most} times.",
            most,
        )
        if balance.even_meetings and (fewest, most) == (0, 1):
            # Translators: how often any two players of a division meet
            words = t.gettext("No two players meet more than once; it can't be more even.")
        elif balance.even_meetings:
            # Translators: how often any two players of a division meet; numbers, plural by {most}
            words = t.ngettext(
                "Two players meet {fewest} to {most} times, which is as even as possible.",
                "Two players meet {fewest} to {most} times, which is as even as possible.",
                most,
            )
        lines = [words.format(fewest=fewest, most=most)]
    if balance.of_seats:
        lines.append(
            t.ngettext(
                "How often players get the same seat differs by at most {n}.",
                "How often players get the same seat differs by at most {n}.",
                balance.of_seats,
            ).format(n=balance.of_seats)
        )
    else:
        lines.append(t.gettext("Everybody gets every seat equally often."))
    if balance.of_games:
        fewest, most = balance.games
        lines.append(
            # Translators: numbers, plural by {most}
            t.ngettext(
                "Everybody plays {fewest} to {most} games.",
                "Everybody plays {fewest} to {most} games.",
                most,
            ).format(fewest=fewest, most=most)
        )
    return lines
