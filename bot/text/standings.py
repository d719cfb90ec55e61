"""The standings of a season in words: tie-breaks, the balance of a schedule, the sources of its
results (also as signs), and disputes about them, for moderators and for the person who disputed.
Names come as they shall be printed."""

from collections.abc import Callable, Collection, Mapping, Sequence

from bot.refusal import P_
from bot.seasons.events import Decision
from bot.seasons.results import CRITERIA, MARGIN_UNIT, UNIT, How, Line, Origin
from bot.seasons.season import Dispute
from bot.seasons.standings import TieStep
from bot.text.names import NO_PLACE, points_number
from bot.text.translation import N_, Translations, listed, number

# Translators, for each: criterion of the standings; stands in a list, before a colon and behind
# one, so without article; at most 40 characters in a picture
_NAMES: Mapping[str, str] = {
    "points": N_("league points"),
    "wins": N_("wins"),
    "margin": N_("points ahead of opponents"),
    "opponents": N_("strength of opponents"),
    # Translators: criterion of the standings; stands in a list, before a colon and behind one, so
    # without article; at most 40 characters in a picture; turns that a computer had to play for the
    # person
    "computer_turns": N_("turns played by a computer"),
    # Translators: criterion of the standings; stands in a list, before a colon and behind one, so
    # without article; at most 40 characters in a picture; noun
    "lot": N_("drawing lots"),
}
_IN_UNITS = ("points", "wins", "opponents")


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
    if criterion == "computer_turns":
        return number(t, -value)
    return number(t, value)


def ranking_line(t: Translations) -> str:
    """List the criteria by which seasons rank, from the first."""
    # Translators: {criteria} are the standings' criteria in their order, with arrows between them:
    # "league points → wins → drawing lots"
    return t.gettext("Ranking: {criteria}").format(
        criteria=" → ".join(criterion_name(t, name) for name in CRITERIA)
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


UNPLAYED_BY_LOTS = N_("Players without a finished table are ordered by drawing lots.")


def meets_words(t: Translations, fewest: int, most: int) -> str:
    """Tell how often any two players of a division meet."""
    if fewest == most:
        words = t.ngettext(
            "Everyone plays everyone {n} time.", "Everyone plays everyone {n} times.", most
        )
        return words.format(n=most)
    # Translators: how often any two players of a division meet; numbers, plural by {most}
    words = t.ngettext(
        "Any two players meet {fewest} to {most} times.",
        "Any two players meet {fewest} to {most} times.",
        most,
    )
    return words.format(fewest=fewest, most=most)


_HOW: Mapping[How, str] = {
    # Translators: where the result of a table comes from; stands alone behind the result; the
    # moderators changed it; participle (result)
    "corrected": N_("corrected"),
    # Translators: where the result of a table comes from; stands alone behind the result;
    # participle (table)
    "elsewhere": N_("played elsewhere"),
    # Translators: where the result of a table comes from; stands alone behind the result
    "forfeit": N_("by forfeit"),
    # Translators: where the result of a table comes from; stands alone behind the result;
    # participle (table)
    "adjudicated": N_("decided by moderators"),
}
ORIGIN_SIGNS: Mapping[Origin, str] = {
    "forfeit": "×", "elsewhere": "‡", "adjudicated": "§", "computer": "†",
}  # fmt: skip
"""The signs beside a name in the standings that has a result of this origin."""
# Translators, for each: meaning of a sign in the legend below the standings: the sign, then this;
# at most 40 characters
_LEGEND: Mapping[Origin, str] = {
    "forfeit": N_("by forfeit"),
    "elsewhere": N_("played elsewhere"),
    "adjudicated": N_("decided by moderators"),
    "computer": N_("computer played: no league points"),
}


def how_words(t: Translations, how: How) -> str:
    """Tell the source of a result; empty for a game of this bot."""
    return t.gettext(_HOW[how]) if how in _HOW else ""


def origin_signs(origins: Collection[Origin]) -> str:
    """Write the signs of a place's results: "×‡"; empty for none."""
    return "".join(sign for how, sign in ORIGIN_SIGNS.items() if how in origins)


def legend_line(t: Translations, origins: Collection[Origin], *, unplaced: bool) -> str:
    """Explain these signs in one line, with `unplaced` also the dash; empty for none."""
    signs = [
        f"{sign} {t.gettext(_LEGEND[how])}" for how, sign in ORIGIN_SIGNS.items() if how in origins
    ]
    if unplaced:
        # Translators: explains the dash that stands for the place of some players in the standings;
        # in a picture, too, at most 70 characters
        signs.append(
            f"{NO_PLACE} "
            + t.gettext("no place: left, or played fewer than half as many games as others")
        )
    return " · ".join(signs)


def reached(t: Translations, points4: int, *, forfeited: bool) -> str:
    """Tell a seat's points, or that it lost by forfeit."""
    # Translators: stands in place of the points of somebody who lost by forfeit; noun; short
    return t.gettext("forfeit") if forfeited else points_number(points4)


def uncounted(t: Translations, line: Line) -> str:
    """Say that a seat earns nothing, as a computer took too many of its turns; empty where it
    counts."""
    if not line.computer_took_over:
        return ""
    turns = line.computer_turns + sum(n for _, n in line.turns)
    # Translators: behind a seat's points, in brackets: {n} turns of {turns} were a computer's;
    # plural by {turns}
    return t.ngettext(
        "no league points: a computer took {n} of {turns} turn",
        "no league points: a computer took {n} of {turns} turns",
        turns,
    ).format(n=line.computer_turns, turns=turns)


def entered_lines(t: Translations, forfeiting: Sequence[str]) -> list[str]:
    """Explain what entering a result means; `forfeiting` are the names of the losing seats."""
    if not forfeiting:
        first = t.gettext(
            "The game was played elsewhere and counts like any other, for ratings as well."
        )
    else:
        first = t.gettext(
            "Lost by forfeit: {names}. They get 0 points, last place and no league points; "
            "ratings do not change."
        ).format(names=listed(t, forfeiting))
    return [
        first,
        t.gettext("If this table's game is still being played here, it will be abandoned."),
    ]


def dispute_line(t: Translations, name: str, dispute: Dispute) -> str:
    """Say who disputes which table, and why."""
    # Translators: {reason} is what the person has typed
    return t.gettext("{name} disputes table {table}: {reason}").format(
        name=name, table=dispute.table, reason=_escaped(dispute.reason)
    )


DISPUTED = N_("Table {table} of **{season}** is disputed; a moderator will decide.")


def decided_lines(t: Translations, season: str, dispute: Dispute) -> Sequence[str]:
    """Tell the player the decision, and its reason."""
    assert dispute.decision is not None
    # Translators: what came of a player's dispute follows; {season} is the name of a season
    title = t.gettext("Your dispute about table {table} of {season}:").format(
        table=dispute.table, season=f"**{season}**"
    )
    lines = [f"{title} {t.gettext(_DECISIONS[dispute.decision])}"]
    return [*lines, _escaped(dispute.answer)] if dispute.answer else lines


OPEN_DISPUTES = P_(
    "{n} dispute is waiting for a decision.",
    "{n} disputes are waiting for a decision.",
)


# Translators, for each: what came of a dispute; behind a colon
_DECISIONS: Mapping[Decision, str] = {
    "corrected": N_("the moderators corrected the result"),
    "voided": N_("the moderators removed the table from the season"),
    "restored": N_("the moderators made the table count again"),
    "replayed": N_("the moderators are having the table played again"),
    "settled": N_("the moderators settled it"),
    "rejected": N_("the moderators rejected it: the result stands"),
    "closed": N_("the season was closed: the result stands"),
}


def _escaped(words: str) -> str:
    """Escape typed words, so that nothing is Markdown or a mention."""
    for sign in "\\*_~`|>#[]()<@":
        words = words.replace(sign, f"\\{sign}")
    return words
