"""Words for moderators of leagues: what a season's choices are called and what they mean."""

from collections.abc import Mapping, Sequence

from bot.leagues.model.events import FINAL
from bot.leagues.model.season import Season
from bot.text.formats import listed
from bot.text.names import points_number
from bot.text.translation import N_, Translations

_FEW_SIZES = 6
_FORM_NAMES: Mapping[str, str] = {
    "games": N_("Free tables"),
    "rounds": N_("Rounds"),
    "swiss": N_("Swiss rounds"),
}
_FORM_HINTS: Mapping[str, str] = {
    "games": N_("Everybody meets everybody; a table opens when its players are free"),
    "rounds": N_("Everybody meets everybody, one table each in every round"),
    "swiss": N_("Each round brings together those who stand level; drawn round by round"),
}
_CHAIN_NAMES: Mapping[str, str] = {
    "standard": N_("Wins, then tables shared"),
    "meeple": N_("Wins, then second places"),
    "uneven": N_("Averages by game"),
    "shared": N_("Few: ties may stay"),
}
_CHAIN_HINTS: Mapping[str, str] = {
    "standard": N_("then points ahead, strength of opponents; at last drawing lots"),
    "meeple": N_("then third places, ratio, points ahead; at last drawing lots"),
    "uneven": N_("where people play unequal numbers of games, as after late entries"),
    "shared": N_("wins and tables shared; who is still level shares the place"),
}


_ORDER_NAMES: Mapping[str, str] = {
    "ladder": N_("By the ladder of the season before"),
    "rating": N_("By rating"),
    "sign-up": N_("By the order of signing up"),
    "hand": N_("As moved by hand"),
}
_ORDER_WORDS: Mapping[str, str] = {
    "ladder": N_("Divided by the ladder of the season before."),
    "rating": N_("Divided by rating."),
    "sign-up": N_("Divided by the order of signing up."),
    "hand": N_("Divided by the moderators' hand."),
}
_NOT_KEPT: Mapping[str, str] = {
    "up": N_("{name} was to go up, but does not"),
    "stays": N_("{name} was to stay, but goes down"),
    "down": N_("{name} was to go down, but does not"),
}
_OUT_NAMES: Mapping[str, str] = {
    "computer": N_("Time over: a computer plays the turn"),
    "moderator": N_("Time over: moderators are called"),
    "substitute": N_("Time over: a substitute is called"),
    "relief": N_("Time over: a computer plays, a substitute is called"),
}


def out_name(t: Translations, when_out: str) -> str:
    """What happens when a player's time is over, as a choice."""
    return t.gettext(_OUT_NAMES[when_out])


def hand_over_choice(t: Translations, time_outs: int) -> str:
    """After how many time-outs a seat is given away, as a choice; 0 for never."""
    if not time_outs:
        return t.gettext("Time-outs: nobody loses the seat")
    words = t.ngettext(
        "After {n} time-out the seat is given away", "After {n} time-outs the seat is given away",
        time_outs,
    )  # fmt: skip
    return words.format(n=time_outs)


def round_days_choice(t: Translations, days: int) -> str:
    """In how many days a table must be finished, as a choice; 0 for no limit."""
    if not days:
        return t.gettext("No deadline for tables")
    words = t.ngettext("A table has {n} day", "A table has {n} days", days)
    return words.format(n=days)


def more_days_label(t: Translations, days: int) -> str:
    """The label of a button that moves a deadline."""
    return t.ngettext("{n} day more", "{n} days more", days).format(n=days)


def moves_choice(t: Translations, promoted: int, relegated: int) -> str:
    """How many go up and down, as a choice: "2 up, 2 down"."""
    if not promoted and not relegated:
        return t.gettext("Nobody up or down")
    return t.gettext("{up} up, {down} down").format(up=promoted, down=relegated)


def form_name(t: Translations, form: str) -> str:
    """A form of a season in one or two words."""
    return t.gettext(_FORM_NAMES[form])


def form_hint(t: Translations, form: str) -> str:
    """What it means, in at most 100 characters."""
    return t.gettext(_FORM_HINTS[form])


def chain_name(t: Translations, chain: str) -> str:
    """A chain of tie-breaks by its name."""
    return t.gettext(_CHAIN_NAMES[chain]) if chain in _CHAIN_NAMES else chain


def chain_hint(t: Translations, chain: str) -> str:
    """The order of its criteria, in at most 100 characters."""
    return t.gettext(_CHAIN_HINTS[chain]) if chain in _CHAIN_HINTS else ""


def games_choice(t: Translations, games: int, form: str) -> str:
    """ "6 games each", "6 rounds"; 0 is as many as make the schedule even."""
    if not games:
        return t.gettext("As many games as make it even")
    if form == "games":
        return t.ngettext("{n} game each", "{n} games each", games).format(n=games)
    return t.ngettext("{n} round", "{n} rounds", games).format(n=games)


def meaning(t: Translations, players: int, divisions: Sequence[tuple[int, int]], form: str) -> str:
    """What the chosen numbers give: "14 players make 2 divisions of 7; everybody plays 4 games".
    `divisions` are their sizes and games each (`bot.leagues.settings.divisions_of`)."""
    sizes = [str(size) for size in sorted({size for size, _ in divisions}, reverse=True)]
    made = t.ngettext(
        "{players} players make {n} division of {sizes}",
        "{players} players make {n} divisions of {sizes}",
        len(divisions),
    ).format(players=players, n=len(divisions), sizes=t.gettext(" or ").join(sizes))
    games = sorted({games for _, games in divisions})
    number = str(games[0]) if len(games) == 1 else f"{games[0]}-{games[-1]}"
    if form == "games":
        plays = t.ngettext("everybody plays {n} game", "everybody plays {n} games", games[-1])
    else:
        plays = t.ngettext("there is {n} round", "there are {n} rounds", games[-1])
    return f"{made}; {plays.format(n=number)}."


def handicap_words(t: Translations, handicap: Sequence[int]) -> str:
    """What seats are given, in quarters of a point: "+0, +0, +1, +2 points by seat"."""
    given = [("−" if q < 0 else "+") + points_number(abs(q)) for q in handicap]
    return t.gettext("Handicap: {points} points by seat").format(points=listed(t, given))


def division_name(t: Translations, division: int) -> str:
    """ "Division 1", from its index, which begins with 0; or the final."""
    if division == FINAL:
        return t.gettext("Final")
    return t.gettext("Division {n}").format(n=division + 1)


def division_words(t: Translations, state: Season, division: int) -> str:
    """A division's name, in a pyramid with its level: "Division 3, level 2"."""
    name = division_name(t, division)
    if not state.rules.pyramid or division == FINAL:
        return name
    level = level_words(t, state.divisions[division].tier)
    return t.gettext("{division}, {level}").format(division=name, level=level)


def level_words(t: Translations, tier: int) -> str:
    """ "level 2", from a tier, which begins with 0."""
    return t.gettext("level {n}").format(n=tier + 1)


def order_name(t: Translations, order: str) -> str:
    """How people are divided, as a choice."""
    return t.gettext(_ORDER_NAMES[order])


def order_words(t: Translations, order: str) -> str:
    """How people are or were divided."""
    return t.gettext(_ORDER_WORDS[order])


def shape_name(t: Translations, sizes: Sequence[int]) -> str:
    """Divisions by their sizes: "3 divisions: 7, 7 and 6"; many of a size: "7 × 8"."""
    runs = [(size, sizes.count(size)) for size in dict.fromkeys(sizes)]
    if len(sizes) <= _FEW_SIZES:
        shown = [str(size) for size in sizes]
    else:
        shown = [f"{size} × {count}" for size, count in runs]
    words = t.ngettext("{n} division: {sizes}", "{n} divisions: {sizes}", len(sizes))
    return words.format(n=len(sizes), sizes=listed(t, shown))


def not_kept_words(t: Translations, direction: str, name: str) -> str:
    """Who does not go where the season before announced it."""
    return t.gettext(_NOT_KEPT[direction]).format(name=name)
