"""Tie-breaks of standings, and the balance of a schedule, in words."""

from collections.abc import Callable, Mapping

from bot.leagues.model.points import UNIT
from bot.leagues.model.seating import Balance
from bot.leagues.model.standings import TieStep
from bot.leagues.model.tie_breaks import MARGIN_UNIT
from bot.text.translation import N_, Translations

_NAMES: Mapping[str, str] = {
    "points": N_("league points"),
    "average": N_("league points by game"),
    "wins": N_("wins"),
    "wins_average": N_("wins by game"),
    "seconds": N_("second places"),
    "thirds": N_("third places"),
    "head_to_head": N_("places at tables shared"),
    "margin": N_("points ahead of opponents"),
    "ratio": N_("points as a part of the winner's"),
    "total": N_("points in games"),
    "opponents": N_("strength of opponents"),
    "computer_turns": N_("turns left to the computer"),
    "lot": N_("drawing lots"),
}
_IN_UNITS = ("points", "average", "wins", "wins_average", "ratio", "opponents")


def criterion_name(t: Translations, criterion: str) -> str:
    """A tie-break in a few words. Raises KeyError for one that does not exist."""
    return t.gettext(_NAMES[criterion])


def number(value: float) -> str:
    """A number with at most two places after the point, without needless zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-", "−")


def league_points(units: int) -> str:
    """Units as league points: "10", "7.5"."""
    return number(units / UNIT)


def signed_league_points(units: int) -> str:
    """Units as league points with their sign: "+3", "−1.5"."""
    points = league_points(units)
    return points if units < 0 else f"+{points}"


def criterion_value(criterion: str, value: int) -> str:
    """What a criterion counted, as it is shown."""
    if criterion in _IN_UNITS:
        return league_points(value)
    if criterion == "margin":
        return number(value / MARGIN_UNIT)
    if criterion == "total":
        return number(value / 4)
    if criterion == "computer_turns":
        return str(-value)
    return number(value)


def tie_sentences(
    t: Translations, ties: tuple[TieStep, ...], name_of: Callable[[int], str]
) -> list[str]:
    """Each step of a tie, from the first: "wins: Ada 3, Ben 2"; steps that separated nobody are
    listed as well. `name_of` gives an entry's name as it shall be printed. A drawing of lots
    shows no number: it follows from the seed in the season's log."""
    said = []
    for step in ties:
        what = criterion_name(t, step.criterion)
        names = [name_of(entry) for entry in step.tied]
        if not step.decided:
            said.append(
                t.gettext("{what}: {names} are level").format(what=what, names=", ".join(names))
            )
            continue
        if step.criterion == "lot":
            order = ", ".join(names)
        else:
            order = ", ".join(
                f"{name} {criterion_value(step.criterion, value)}"
                for name, value in zip(names, step.values, strict=True)
            )
        said.append(t.gettext("{what}: {order}").format(what=what, order=order))
    return said


def unplayed_words(t: Translations, *, by_lots: bool) -> str:
    """How players without a finished table are ordered."""
    if by_lots:
        return t.gettext("Players without a finished table are ordered by drawing lots.")
    return t.gettext("Players without a finished table share the place.")


def balance_words(t: Translations, balance: Balance) -> list[str]:
    """How balanced a schedule is in meetings, seats and games, with numbers."""
    fewest, most = balance.meetings
    if fewest == most:
        lines = [
            t.ngettext(
                "Everybody meets everybody {n} time.", "Everybody meets everybody {n} times.", most
            ).format(n=most)
        ]
    else:
        words = t.gettext("Two players meet {fewest} to {most} times.")
        if balance.even_meetings:
            words = t.gettext(
                "Two players meet {fewest} to {most} times: more even is not possible."
            )
        lines = [words.format(fewest=fewest, most=most)]
    if balance.of_seats:
        lines.append(
            t.ngettext(
                "Nobody has a seat more than {n} time more often than another player.",
                "Nobody has a seat more than {n} times more often than another player.",
                balance.of_seats,
            ).format(n=balance.of_seats)
        )
    else:
        lines.append(t.gettext("Everybody has every seat equally often."))
    if balance.of_games:
        fewest, most = balance.games
        lines.append(
            t.gettext("Some play {fewest} games, some {most}.").format(fewest=fewest, most=most)
        )
    return lines
