"""Words for moderators of leagues: the choices of a season, and their meaning; and its final."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from babel.numbers import format_percent

from bot.refusal import P_
from bot.seasons.events import Rules, Stage, StageDrawn, StageKind, stage_of
from bot.seasons.results import COMPUTER_PERCENT
from bot.seasons.season import Season
from bot.seasons.stages.knockout import rounds_in_all, rounds_played
from bot.text.names import GAMES
from bot.text.translation import N_, Translations, listed, moment

# Translators, for each: option of the menu “How it is played”, at most 60 characters
PLAN_NAMES: Mapping[str, str] = {
    # Translators: option of the menu “How it is played”, at most 60 characters: tables open
    # whenever their players are free
    "league": N_("Free tables"),
    # Translators: option of the menu “How it is played”, at most 60 characters; noun
    "rounds": N_("Rounds"),
    # Translators: option of the menu “How it is played”, at most 60 characters: rounds by the Swiss
    # system, as in chess
    "swiss": N_("Swiss rounds"),
    "league-winners": N_("Free tables, then a final of the division winners"),
    "league-top": N_("Free tables, then a final of the top division's best 4"),
    "league-best": N_("Free tables, then a final of the best 4 overall"),
    "swiss-final": N_("Swiss rounds, then a final"),
    "groups-cup": N_("Groups, then a knock-out"),
    "top-8": N_("Free tables, then a knock-out of the top 8"),
    "top-16": N_("Free tables, then a knock-out of the top 16"),
    # Translators: option of the menu “How it is played”, at most 60 characters: a knock-out
    "cup": N_("Cup: the best 2 at each table advance"),
    # Translators: option of the menu “How it is played”, at most 60 characters: a knock-out
    "cup-places": N_("Cup: everybody plays on for a place"),
    # Translators: option of the menu “How it is played”, at most 60 characters: a knock-out
    "cup-winners": N_("Cup: only winners advance"),
    # Translators: option of the menu “How it is played”: what moderators have put together
    "own": N_("Keep the current settings"),
}
PLAN_HINTS: Mapping[str, str] = {
    # Translators: second line of the option “Free tables”, at most 100 characters
    "league": N_("Everyone plays everyone; a table opens when its players are free"),
    # Translators: second line of the option “Rounds”, at most 100 characters
    "rounds": N_("Everyone plays everyone; each player has one game in every round"),
    # Translators: second line of the option “Swiss rounds”, at most 100 characters
    "swiss": N_("Players with equal scores meet; there is a new draw for every round"),
    # Translators: second line of an option, at most 100 characters
    "league-winners": N_("The winners of the top two to five divisions play for the title"),
    # Translators: second line of an option, at most 100 characters
    "league-top": N_("The best 4 of the top division play for the title"),
    # Translators: second line of an option, at most 100 characters
    "league-best": N_("The best 4 overall by league points play for the title"),
    # Translators: second line of an option, at most 100 characters
    "swiss-final": N_("The best 4 play for the title"),
    # Translators: second line of an option, at most 100 characters
    "groups-cup": N_("The best 2 of each division advance, then the best 2 at each table"),
    # Translators: second line of an option, at most 100 characters
    "top-8": N_("The best 8 overall play a knock-out for the title"),
    # Translators: second line of an option, at most 100 characters
    "top-16": N_("The best 16 overall play a knock-out for the title"),
    # Translators: second line of an option, at most 100 characters
    "cup": N_("A knock-out down to one final table; good for a weekend"),
    # Translators: second line of an option, at most 100 characters
    "cup-places": N_(
        "Players who are knocked out keep playing; everybody has a game in every round"
    ),
    # Translators: second line of an option, at most 100 characters
    "cup-winners": N_("The shortest form: few rounds, and most players have only one game"),
}


# Translators: how the players were divided into divisions
BY_SEEDS = N_("The moderators chose the divisions.")
# Translators, for each: line of a list: the standings of the season before said so, the new draw
# does otherwise
NOT_KEPT: Mapping[str, str] = {
    "up": N_("{name} should go up, but does not"),
    "stays": N_("{name} should stay, but goes down"),
    "down": N_("{name} should go down, but does not"),
}
# Translators, for each: option of a menu, at most 80 characters: what happens when a player's time
# is over
OUT_NAMES: Mapping[str, str] = {
    "computer": N_("Time up: a computer plays the turn"),
    "moderator": N_("Time up: moderators are asked what to do"),
}


def hand_over_choice(t: Translations, time_outs: int) -> str:
    """Tell after how many time-outs a seat is given away, as a choice; 0 for never."""
    if not time_outs:
        # Translators: option of a menu, at most 80 characters; a time-out: somebody's time ran out
        # in a turn
        return t.gettext("Time-outs: nobody loses their seat")
    # Translators: option of a menu, at most 80 characters; a time-out: somebody's time ran out in a
    # turn
    words = t.ngettext(
        "{n} time-out costs the player their seat", "{n} time-outs cost the player their seat",
        time_outs,
    )  # fmt: skip
    return words.format(n=time_outs)


def computer_percent_words(t: Translations) -> str:
    """Tell the share of a seat's turns a computer may play before it earns nothing."""
    # Translators: option of a menu, at most 80 characters, and line of a season's settings: a seat
    # of which a computer played more turns than {percent} ("20%") earns no league points
    return t.gettext(
        "No league points if a computer plays more than {percent} of the turns"
    ).format(percent=format_percent(COMPUTER_PERCENT / 100, locale=t.locale))


def check_in_choice(t: Translations, hours: int) -> str:
    """Tell when people check in, as a choice; 0 hours for no check-in."""
    if not hours:
        # Translators: option of a menu, at most 80 characters: nobody must say to be here
        return t.gettext("No check-in")
    # Translators: option of a menu, at most 80 characters: for so long people can say to be here
    words = t.ngettext(
        "Check-in: the last {n} hour before the start",
        "Check-in: the last {n} hours before the start",
        hours,
    )
    return words.format(n=hours)


# Translators: option of a menu, at most 80 characters: nobody changes divisions
NOBODY_MOVES = N_("Nobody goes up or down")
# Translators: option of a menu, at most 80 characters: so many go up to the next division, so
# many down; numbers
MOVES = N_("{up} up, {down} down")


def games_choice(t: Translations, games: int, stage: Stage) -> str:
    """Write "6 games each", "6 rounds"; 0 is as many as make the schedule even."""
    if not games:
        # Translators: option of the menu “How many games”, at most 60 characters
        return t.gettext("As many games as an even schedule needs")
    if not stage.has_rounds:
        # Translators: option of the menu “How many games”, at most 60 characters
        return t.ngettext("{n} game each", "{n} games each", games).format(n=games)
    # Translators: how many rounds a season or a game has; a noun with its number
    return t.ngettext("{n} round", "{n} rounds", games).format(n=games)


# Translators: {players} is a number from 2; {sizes} are the numbers of players in a division,
# such as "7" or "8 or 7"
SIZES = P_(
    "With {players} players: {n} division of {sizes}.",
    "With {players} players: {n} divisions of {sizes}.",
)


def sign_up_words(t: Translations, until: datetime) -> str:
    """Tell until when people sign up for a season."""
    # Translators: one of a season's dates; noun; {date} is a date with the time
    return t.gettext("Sign-up until {date}").format(date=moment(until, "f"))


def start_words(t: Translations, at: datetime) -> str:
    """Tell when a season begins."""
    # Translators: one of a season's dates; noun; {date} is a date with the time
    return t.gettext("Start: {date}").format(date=moment(at, "f"))


def end_words(t: Translations, at: datetime) -> str:
    """Tell when a season ends."""
    # Translators: one of a season's dates; noun; {date} is a date with the time
    return t.gettext("End: {date}").format(date=moment(at, "f"))


# Translators, for each: a part of a season; noun; stands in the place of a division's name, and is
# the heading of a menu; at most 24 characters
STAGE_NAMES: Mapping[str, str] = {
    "groups": N_("Groups"),
    "swiss": N_("Swiss rounds"),
    "knockout": N_("Knock-out"),
    # Translators: the games for the title at the end of a season; noun; stands in the place of a
    # division's name, and is the heading of a menu
    "final": N_("Final"),
}


def division_name(t: Translations, division: int, of: Rules | str | None = None) -> str:
    """Name a division by its index, which begins with 0: "Division 1"; or a later stage, given the
    rules of the season or the stage's kind. Without them it is a final, as up to version 1.0.0."""
    stage, kind = stage_of(division), of if isinstance(of, str) else "final"
    if isinstance(of, Rules) and stage < len(of.stages):
        kind = of.stages[stage].kind
    if stage or kind == "knockout":  # a cup has no divisions
        return t.gettext(STAGE_NAMES[kind])
    # Translators: name of a division of a season; stands alone, before a colon and in sentences,
    # without article; at most 24 characters in a picture
    return t.gettext("Division {n}").format(n=division + 1)


def later_name(t: Translations, state: Season, division: int) -> str:
    """Name a stage after the first; empty for a division of the first."""
    return division_name(t, division, state.rules) if stage_of(division) else ""


def division_words(t: Translations, state: Season, division: int) -> str:
    """Name a division, in a pyramid with its level: "Division 3, level 2"."""
    if not state.rules.pyramid or stage_of(division):
        return division_name(t, division, state.rules)
    # Translators: a division of a season and its level in a pyramid of divisions
    return t.gettext("Division {n}, level {level}").format(
        n=division + 1, level=state.divisions[division].tier + 1
    )


MOST_SEEDS = 15
"""The most people whose new seeds are told one by one."""


def seeded_lines(
    t: Translations,
    name_of: Callable[[int], str],
    was: Mapping[str, Any],
    now: Mapping[str, Any],
    most: int = MOST_SEEDS,
) -> list[str]:
    """List the people whose seed or division has changed, with both: "Ana: 5 → 2", or "Ana: – → 2"
    without one before. `was` and `now` hold "order" and "divisions" as the event `Seeded` does."""
    before, after, changed = _seeds(was), _seeds(now), list[str]()
    for person in after | before:
        each = zip(before.get(person, (None, None)), after.get(person, (None, None)), strict=True)
        seed, division = (
            " → ".join(dict.fromkeys("–" if one is None else str(one + 1) for one in both))
            for both in each
        )
        if "→" not in seed + division:
            continue
        if division != "–":
            # Translators: in brackets behind a player's seed; {number} is one number, or “1 → 2”
            seed += " (" + t.gettext("division {number}").format(number=division) + ")"
        changed.append(f"{name_of(person)}: {seed}")
    more = len(changed) - most
    if more > 0:
        # Translators: last line of a list of people: so many further ones
        changed[most:] = [t.ngettext("and {n} more", "and {n} more", more).format(n=more)]
    return changed


def _seeds(kept: Mapping[str, Any]) -> dict[int, tuple[int, int | None]]:
    """The seed and the division of each person, from 0."""
    order = kept.get("order") or ()
    divisions = kept.get("divisions") or [None] * len(order)
    return {person: (seed, divisions[seed]) for seed, person in enumerate(order)}


def round_heading(t: Translations, state: Season, division: int, number: int) -> str:
    """Write the heading above the tables of a round, given by its number from 0 as in
    `DrawnTable.round`; empty where a stage has no rounds."""
    if not state.stage(division).has_rounds:
        return ""
    if not stage_of(division):
        # Translators: heading above the tables of a round
        return t.gettext("**Round {round}**").format(round=number + 1)
    first = min(one.round for one in state.tables_in(division))
    # Translators: heading above the tables of a round; {stage} is a part of the season, such as
    # “Knock-out”
    return t.gettext("**{stage}, round {round}**").format(
        stage=division_name(t, division, state.rules), round=number - first + 1
    )


# Translators: option of a menu, at most 80 characters; {n} is a number from 3
SIZE_CHOICE = P_("Divisions of about {n} player", "Divisions of about {n} players")


def late_entries_words(t: Translations, most: int) -> str:
    """Tell how many may enter late, as a choice or a line of a season's settings; 0 for nobody."""
    if not most:
        # Translators: option of a menu, at most 80 characters, and line of a season's settings
        return t.gettext("No late entries")
    # Translators: option of a menu, at most 80 characters, and line of a season's settings
    return t.ngettext("At most {n} late entry", "At most {n} late entries", most).format(n=most)


# Translators: option of a menu, at most 80 characters
ANY_NUMBER_OF_PLAYERS = N_("Any number of players")
# Translators: option of a menu, at most 80 characters; {n} is a number from 4
AT_MOST_PLAYERS = P_("At most {n} player", "At most {n} players")


MOST_PLAYERS = P_(
    "At most {n} player; later sign-ups go on the waiting list.",
    "At most {n} players; later sign-ups go on the waiting list.",
)


# Translators: {role} is a mention of a role of the server
FOR_ROLE = N_("Only for people with the role {role}.")


# Translators: option of a menu, at most 80 characters
FINAL_GAMES = P_("The final is one game", "The final is {n} games")
_FORMS: Mapping[str, str] = {
    "games": N_("Everyone plays everyone; tables open as soon as their players are free."),
    "rounds": N_("Everyone plays everyone, round by round."),
    "swiss": N_("Swiss rounds: players with equal scores meet."),
    "knockout": N_("A knock-out from the first game on."),
}


def stage_lines(t: Translations, rules: Rules) -> list[str]:
    """Explain how a season is played, a line for each stage."""
    first = rules.first
    form = "rounds" if first.in_rounds else _FORM_OF[first.kind]
    line = t.gettext(_FORMS[form])
    if first.games is not None:
        if first.has_rounds:
            # Translators: how many rounds a season has; a sentence behind another one
            number = t.ngettext("{n} round.", "{n} rounds.", first.games)
        else:
            # Translators: how many games everybody plays; a sentence behind another one
            number = t.ngettext("{n} game each.", "{n} games each.", first.games)
        line = f"{line} {number.format(n=first.games)}"
    if first.kind == "knockout":
        line = f"{line} {_knockout_words(t, first)}"
    return [line, *(_later_line(t, stage) for stage in rules.stages[1:])]


_FORM_OF: Mapping[StageKind, str] = {
    "groups": "games", "swiss": "swiss", "knockout": "knockout",
}  # fmt: skip


def _knockout_words(t: Translations, stage: Stage) -> str:
    """Say who goes on in a knock-out, and what those do who are out."""
    # Translators: in a knock-out; a sentence behind another one
    words = t.ngettext(
        "The winner of each table advances.", "The best {n} at each table advance.", stage.go_on
    )
    lines = [words.format(n=stage.go_on)]
    if stage.places:
        # Translators: in a knock-out; a sentence behind another one
        lines.append(
            t.gettext("Players who are knocked out keep playing for the remaining places.")
        )
    return " ".join(lines)


def _later_line(t: Translations, stage: Stage) -> str:
    """Explain a stage that is drawn from the one before."""
    games = t.say(GAMES, n=stage.games or 1)
    if stage.who == "winners":
        # Translators: who goes on to the next part of a season; behind a colon
        who = t.gettext("the winners of the divisions")
    elif stage.who == "each":
        # Translators: who goes on to the next part of a season; behind a colon
        who = t.ngettext(
            "the best {n} of each division", "the best {n} of each division", stage.players
        )
    elif stage.who == "best":
        # Translators: who goes on to the next part of a season; behind a colon
        who = t.ngettext("the best {n} overall", "the best {n} overall", stage.players)
    elif stage.who == "top":
        # Translators: who goes on to the next part of a season; behind a colon
        who = t.ngettext(
            "the best {n} of the top division", "the best {n} of the top division", stage.players
        )
    else:
        # Translators: who goes on to the next part of a season; behind a colon
        who = t.gettext("everybody")
    if stage.kind == "final":
        # Translators: a part of a season; {games} is its length, such as "3 games"; {who} are such
        # as "the best 4 of all"
        words = t.gettext("Then a final for the title ({games}): {who}.")
    elif stage.kind == "knockout":
        # Translators: a part of a season; {who} are such as "the best 4 of all"
        words = t.gettext("Then a knock-out: {who}.") + " " + _knockout_words(t, stage)
    else:
        # Translators: a part of a season; {games} is its length, such as "3 rounds"; {who} are such
        # as "the best 4 of all"
        words = t.gettext("Then a Swiss stage ({games}): {who}.")
        games = games_choice(t, stage.games or 1, stage)
    return words.format(games=games, who=who.format(n=stage.players))


def round_lines(t: Translations, state: Season, division: int) -> list[str]:
    """Tell which round of a knock-out was drawn last; no lines for other stages."""
    if state.stage(division).kind != "knockout":
        return []
    number, every = len(rounds_played(state, division)), rounds_in_all(state, division)
    # Translators: of a cup
    return [t.gettext("Round {round} of {every}.").format(round=number, every=every)]


def goes_on_lines(
    t: Translations, rules: Rules, drawn: StageDrawn, names: Sequence[str], level: Sequence[str]
) -> list[str]:
    """List the players of a stage that is drawn, the best first, and `level`: the people among whom
    its last places were drawn by lot."""
    lines = [
        " · ".join(
            t.say(PLACE, place=place, name=name) for place, name in enumerate(names, start=1)
        )
    ]
    if rules.stages[drawn.stage].kind == "final":
        games = len(drawn.tables)
        lines += [
            t.ngettext(
                "They play {n} game; the winner wins the season.",
                "They play {n} games; whoever leads after them wins the season.",
                games,
            ).format(n=games),
            # Translators: singular: for a final of one game; plural: for one of several
            t.ngettext(
                "They sit in this order.",
                "They sit in this order, moving one seat each game.",
                games,
            ),
        ]
    if level:
        lines.append(
            # Translators: who was level for the last place in the final, of whom one was drawn by
            # lots
            t.gettext(
                "These players were tied for the last spot in this stage, and lots were drawn: "
                "{names}."
            ).format(names=listed(t, level))
        )
    return lines


# Translators: a place and who has it: “1. Ada”
PLACE = N_("{place}. {name}")


def later_line(t: Translations, stage: str, names: Sequence[str], *, over: bool) -> str:
    """Write a later stage below a division: its players, or its standings, best first."""
    # Translators: {stage} is a part of the season, such as “Final”; {names} are people, or while it
    # goes on their places: "1. Ada · 2. Ben"
    return t.gettext("{stage}: {names}").format(
        stage=stage, names=" · ".join(names) if over else listed(t, names)
    )
