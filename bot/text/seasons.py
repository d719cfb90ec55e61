"""Words for moderators of leagues: the choices of a season, and their meaning; and its final."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from babel.numbers import format_percent

from bot.refusal import P_
from bot.seasons.events import FINAL, Finals, Rules
from bot.seasons.season import Season
from bot.text.names import GAMES
from bot.text.translation import N_, Translations, listed, moment

_FEW_SIZES = 6
FORM_NAMES: Mapping[str, str] = {
    # Translators: option of the menu “How it is played”, at most 60 characters: a form of a season;
    # its tables open whenever their players are free
    "games": N_("Free tables"),
    # Translators: option of the menu “How it is played”, at most 60 characters: a form of a season;
    # noun
    "rounds": N_("Rounds"),
    # Translators: option of the menu “How it is played”, at most 60 characters: rounds by the Swiss
    # system, as in chess
    "swiss": N_("Swiss rounds"),
}
FORM_HINTS: Mapping[str, str] = {
    # Translators: second line of the option “Free tables”, at most 100 characters
    "games": N_("Everybody meets everybody; a table opens when its players are free"),
    # Translators: second line of the option “Rounds”, at most 100 characters
    "rounds": N_("Everybody meets everybody, one table each in every round"),
    # Translators: second line of the option “Swiss rounds”, at most 100 characters
    "swiss": N_("Players with equal scores meet; drawn round by round"),
}
# Translators, for each: option of the menu “Who is ahead of whom”, at most 60 characters: an order
# of tie-breaks
CHAIN_NAMES: Mapping[str, str] = {
    "standard": N_("Wins, then shared tables"),
    "meeple": N_("Wins, then second places"),
    "uneven": N_("Average per game"),
    "shared": N_("Few tie-breaks: ties can remain"),
}
CHAIN_HINTS: Mapping[str, str] = {
    # Translators: second line of an option, continues it: the further tie-breaks in their order; at
    # most 100 characters
    "standard": N_("then points ahead, strength of opponents, drawing lots"),
    # Translators: second line of an option, continues it: the further tie-breaks in their order; at
    # most 100 characters
    "meeple": N_("then third places, ratio, points ahead, drawing lots"),
    # Translators: second line of the option “Averages per game”: when it is good; at most 100
    # characters
    "uneven": N_("when people play different numbers of games, as after late entries"),
    # Translators: second line of the option “Few tie-breaks: ties may stay”; at most 100 characters
    "shared": N_("wins and shared tables; equal players share the place"),
}


ORDER_NAMES: Mapping[str, str] = {
    # Translators: option of the menu “Who plays where”, at most 60 characters: how players are
    # divided into divisions
    "ladder": N_("By last season's standings"),
    # Translators: option of the menu “Who plays where”, at most 60 characters
    "rating": N_("By rating"),
    # Translators: option of the menu “Who plays where”, at most 60 characters
    "sign-up": N_("By the order of signing up"),
}
# Translators, for each: how the players were divided into divisions
ORDER_WORDS: Mapping[str, str] = {
    "ladder": N_("Divided by last season's standings."),
    "rating": N_("Divided by rating."),
    "sign-up": N_("Divided by the order of signing up."),
    "hand": N_("Divided by the moderators by hand."),
}
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
    "moderator": N_("Time up: moderators are asked"),
    "substitute": N_("Time up: substitutes are asked"),
    "relief": N_("Time up: a computer plays, substitutes are asked"),
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
        "{n} time-out loses the seat", "{n} time-outs lose the seat",
        time_outs,
    )  # fmt: skip
    return words.format(n=time_outs)


def computer_percent_words(t: Translations, percent: int) -> str:
    """Tell the share of a seat's turns a computer may play before it earns nothing, as a choice or
    a line of a season's settings."""
    if percent == 100:
        # Translators: option of a menu, at most 80 characters, and line of a season's settings
        return t.gettext("Computer turns cost no league points")
    # Translators: option of a menu, at most 80 characters, and line of a season's settings: a seat
    # of which a computer played more turns than {percent} ("20%") earns no league points
    return t.gettext("More than {percent} of the turns by a computer: no league points").format(
        percent=format_percent(percent / 100, locale=t.locale)
    )


def round_days_choice(t: Translations, days: int) -> str:
    """Tell the days for finishing a table, as a choice; 0 for no limit."""
    if not days:
        # Translators: option of a menu, at most 80 characters
        return t.gettext("No deadline for tables")
    # Translators: option of a menu, at most 80 characters: in so many days it must be finished
    words = t.ngettext("A table has {n} day", "A table has {n} days", days)
    return words.format(n=days)


# Translators: button: gives a table more days; two of them in a row, at most 24 characters
DAYS_MORE = P_("{n} day more", "{n} days more")


# Translators: option of a menu, at most 80 characters: nobody changes divisions
NOBODY_MOVES = N_("Nobody goes up or down")
# Translators: option of a menu, at most 80 characters: so many go up to the next division, so
# many down; numbers
MOVES = N_("{up} up, {down} down")


def games_choice(t: Translations, games: int, form: str) -> str:
    """Write "6 games each", "6 rounds"; 0 is as many as make the schedule even."""
    if not games:
        # Translators: option of the menu “How many games”, at most 60 characters
        return t.gettext("As many games as an even schedule needs")
    if form == "games":
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


def division_name(t: Translations, division: int) -> str:
    """Name a division by its index, which begins with 0: "Division 1"; or the final."""
    if division == FINAL:
        # Translators: the games for the title at the end of a season; noun; stands in the place of
        # a division's name, and is the heading of a menu
        return t.gettext("Final")
    # Translators: name of a division of a season; stands alone, before a colon and in sentences,
    # without article; at most 24 characters in a picture
    return t.gettext("Division {n}").format(n=division + 1)


def division_words(t: Translations, state: Season, division: int) -> str:
    """Name a division, in a pyramid with its level: "Division 3, level 2"."""
    if not state.rules.pyramid or division == FINAL:
        return division_name(t, division)
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
    """List the people whose seed or division has changed, with both: "Ana: 5 → 2". Without seeds
    before, everybody from the first. `was` and `now` hold "order" and "divisions" as the event
    `Seeded` does."""
    before, changed = _seeds(was), list[str]()
    for person, place in _seeds(now).items():
        old = before.get(person, place)
        if person in before and old == place:
            continue
        seed, division = (
            " → ".join(dict.fromkeys(str(one + 1) for one in each if one is not None))
            for each in zip(old, place, strict=True)
        )
        if division:
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


def shape_name(t: Translations, sizes: Sequence[int]) -> str:
    """Name divisions by their sizes: "3 divisions: 7, 7 and 6"; many of a size: "7 × 8"."""
    runs = [(size, sizes.count(size)) for size in dict.fromkeys(sizes)]
    if len(sizes) <= _FEW_SIZES:
        shown = [str(size) for size in sizes]
    else:
        shown = [f"{size} × {count}" for size, count in runs]
    # Translators: option of a menu, at most 100 characters; {sizes} are the numbers of players: "7,
    # 7 and 6"
    words = t.ngettext("{n} division: {sizes}", "{n} divisions: {sizes}", len(sizes))
    return words.format(n=len(sizes), sizes=listed(t, shown))


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


# Translators: option of a menu, at most 80 characters: to sign up for a season
NO_GAMES_NEEDED = N_("No games needed before")
# Translators: option of a menu, at most 80 characters: to sign up for a season
GAMES_NEEDED = P_("{n} finished game needed", "{n} finished games needed")


def time_outs_choice(t: Translations, most: int | None) -> str:
    """Tell how many time-outs the season before may have had, as a choice; None for any."""
    if most is None:
        # Translators: option of a menu, at most 80 characters: to sign up for a season
        return t.gettext("Last season's time-outs do not matter")
    # Translators: option of a menu, at most 80 characters: to sign up for a season; 0 too
    return t.ngettext("{n} time-out at most", "{n} time-outs at most", most).format(n=most)


MOST_PLAYERS = P_(
    "At most {n} player; later sign-ups go on the waiting list.",
    "At most {n} players; later sign-ups go on the waiting list.",
)


# Translators: {role} is a mention of a role of the server
FOR_ROLE = N_("For people with the role {role}.")


FOR_PLAYERS_OF_GAMES = P_(
    "For people who have finished {n} game with this bot.",
    "For people who have finished {n} games with this bot.",
)


MOST_TIME_OUTS = P_(
    "For people who ran out of time at most {n} time last season.",
    "For people who ran out of time at most {n} times last season.",
)


def finals_choice(t: Translations, finals: Finals, finalists: int) -> str:
    """Describe the players of the final, as a choice: so short that a phone shows all of it."""
    if finals == "winners":
        # Translators: option of a menu, at most 40 characters: who plays the final
        return t.gettext("Final: division winners")
    if finals == "best":
        # Translators: option of a menu, at most 40 characters: who plays the final; {n} is 2 to 5
        return t.ngettext("Final: best {n} of all", "Final: best {n} of all", finalists).format(
            n=finalists
        )
    if finals == "top":
        # Translators: option of a menu, at most 40 characters: who plays the final; {n} is 2 to 5
        return t.ngettext(
            "Final: top division's best {n}", "Final: top division's best {n}", finalists
        ).format(n=finalists)
    # Translators: option of a menu, at most 40 characters
    return t.gettext("No final")


def finals_hint(t: Translations, finals: Finals) -> str:
    """Explain a choice of the final's players; empty where it is plain."""
    if finals == "winners":
        # Translators: second line of the option “Final: division winners”, at most 100 characters
        return t.gettext("winners of up to five top divisions (at least two)")
    if finals == "best":
        # Translators: second line of the option “Final: best 3 of all”, at most 100 characters
        return t.gettext("by league points per game, in any division")
    return ""


# Translators: option of a menu, at most 80 characters
FINAL_GAMES = P_("The final is one game", "The final is {n} games")


def finals_line(t: Translations, rules: Rules) -> str:
    """Describe the final of a season in a line; empty for none."""
    if rules.finals == "winners":
        # Translators: {games} is the length of the final, such as "3 games"
        words = t.gettext("The winners of the divisions play a final for the title: {games}.")
    elif rules.finals == "best":
        # Translators: {n} is a number from 2; {games} is the length of the final, such as "3 games"
        words = t.ngettext(
            "The best {n} of all plays a final for the title: {games}.",
            "The best {n} of all play a final for the title: {games}.",
            rules.finalists,
        )
    elif rules.finals == "top":
        # Translators: {n} is a number from 2; {games} is the length of the final, such as "3 games"
        words = t.ngettext(
            "The best {n} of the top division plays a final for the title: {games}.",
            "The best {n} of the top division play a final for the title: {games}.",
            rules.finalists,
        )
    else:
        return ""
    return words.format(n=rules.finalists, games=t.say(GAMES, n=rules.final_games))


def finalist_lines(
    t: Translations, names: Sequence[str], games: int, drawn_among: Sequence[str]
) -> list[str]:
    """List the players of the final, the best first, and `drawn_among`: the people among whom its
    last places were drawn by lot."""
    lines = [
        " · ".join(
            t.say(PLACE, place=place, name=name) for place, name in enumerate(names, start=1)
        ),
        t.ngettext(
            "They play {n} game; the winner wins the season.",
            "They play {n} games; the leader wins the season.",
            games,
        ).format(n=games),
        # Translators: singular: for a final of one game; plural: for one of several
        t.ngettext(
            "They sit in this order.",
            "They sit in this order, moving one seat each game.",
            games,
        ),
    ]
    if drawn_among:
        lines.append(
            # Translators: who was level for the last place in the final, of whom one was drawn by
            # lots
            t.gettext("Tied for the last place, drawn by the season's seed: {names}.").format(
                names=listed(t, drawn_among)
            )
        )
    return lines


# Translators: a place and who has it: “1. Ada”
PLACE = N_("{place}. {name}")


def final_due_line(t: Translations, season: str) -> str:
    """Say that all tables of the divisions are over, and the final can be drawn."""
    return t.gettext(
        "All tables of the divisions of **{season}** are over. The moderators draw the final "
        "with /moderate page."
    ).format(season=season)


def final_again_line(t: Translations, season: str) -> str:
    """Say that others should play a final that is drawn."""
    return t.gettext(
        "**{season}**: by the current standings, other players would be in the final. Until one "
        "of its games is over, moderators can draw it again."
    ).format(season=season)


def final_line(t: Translations, names: Sequence[str], *, over: bool) -> str:
    """Write the final below a division: its players, or its standings, best first."""
    # Translators: {names} are people, or while it goes on their places: "1. Ada · 2. Ben"
    return t.gettext("Final: {names}").format(names=" · ".join(names) if over else listed(t, names))
