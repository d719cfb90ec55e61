"""The titles given at a game's end, in words. Which seat gets which is decided by what it did
(`bot.model.titles`)."""

from bot.model.titles import Given
from bot.refusal import P_
from bot.text.translation import N_, Translations

# Translators, for each: a title that a player gets at a game's end, with what it is given for;
# friendly and short, in the idiom of your language. {n} is a number.
_TITLES: dict[str, tuple[str, str]] = {
    "rain": P_("Rain's favourite: {n} step on Chaac", "Rain's favourite: {n} steps on Chaac"),
    "feathers": P_(
        "Feathered friend: {n} step on Quetzalcoatl", "Feathered friend: {n} steps on Quetzalcoatl"
    ),
    "snake": P_("Snake charmer: {n} step on Kukulkan", "Snake charmer: {n} steps on Kukulkan"),
    "climber": P_("Stairway to heaven: {n} temple step", "Stairway to heaven: {n} temple steps"),
    "fallen": P_(
        "Two up, one down: fell {n} temple step", "Two up, one down: fell {n} temple steps"
    ),
    "balance": (N_("In balance: the same step in all temples"), ""),
    "bad_terms": P_(
        "On bad terms: at the bottom of {n} temple", "On bad terms: at the bottom of {n} temples"
    ),
    "granary": P_("Empty granary: begged {n} time", "Empty granary: begged {n} times"),
    "diet": P_("Strict diet: {n} worker went hungry", "Strict diet: {n} workers went hungry"),
    "table": P_(
        "Head of the table: {n} worker, always fed", "Head of the table: {n} workers, always fed"
    ),
    "family": P_("Big family: {n} worker", "Big family: {n} workers"),
    "three": (N_("Three will do: won with the first three workers"), ""),
    "time": P_(
        "Time flies: turned the calendar by two days {n} time",
        "Time flies: turned the calendar by two days {n} times",
    ),
    "first": P_(
        "Always first: on the starting-player space {n} time",
        "Always first: on the starting-player space {n} times",
    ),
    "heir": P_(
        "Heir of the calendar: took {n} corn from it", "Heir of the calendar: took {n} corn from it"
    ),
    "all_hands": P_(
        "All hands: placed {n} worker in one turn", "All hands: placed {n} workers in one turn"
    ),
    "harvest_home": P_(
        "All home: picked up {n} worker in one turn", "All home: picked up {n} workers in one turn"
    ),
    "patience": P_(
        "Patience pays: picked up {n} worker from space 6 or later",
        "Patience pays: picked up {n} workers from space 6 or later",
    ),
    "spender": P_(
        "Open hand: paid {n} corn to place workers", "Open hand: paid {n} corn to place workers"
    ),
    "skulls": P_(
        "Voice of the dead: {n} skull on Chichen Itza",
        "Voice of the dead: {n} skulls on Chichen Itza",
    ),
    "furthest": P_(
        "To the very end: a skull on space {n} of Chichen Itza",
        "To the very end: a skull on space {n} of Chichen Itza",
    ),
    "keeper": P_("Keeper of skulls: {n} left at the end", "Keeper of skulls: {n} left at the end"),
    "farms": P_("Farmer at heart: {n} farm", "Farmer at heart: {n} farms"),
    "builder": P_("Master builder: {n} building", "Master builder: {n} buildings"),
    "monuments": P_("Made to last: {n} monument", "Made to last: {n} monuments"),
    "open_sky": (N_("Under the open sky: not a single building"), ""),
    "renovator": P_(
        "Never finished: replaced {n} building", "Never finished: replaced {n} buildings"
    ),
    "inventor": P_("Inventor: {n} technology level", "Inventor: {n} technology levels"),
    "ahead": P_(
        "Ahead of the age: {n} technology at the top",
        "Ahead of the age: {n} technologies at the top",
    ),
    "old_ways": (N_("The old ways: no technology"), ""),
    "barn": P_("Full barn: {n} corn left at the end", "Full barn: {n} corn left at the end"),
    "hoard": P_("Hoarder: {n} gold left at the end", "Hoarder: {n} gold left at the end"),
    "bare": (N_("Not a crumb: nothing left at the end"), ""),
    "fire": P_("Playing with fire: burnt {n} forest", "Playing with fire: burnt {n} forests"),
    "thumb": P_("Green thumb: harvested {n} corn field", "Green thumb: harvested {n} corn fields"),
    "lumber": P_("Lumberjack: felled {n} forest", "Lumberjack: felled {n} forests"),
    "palenque": P_("At home in Palenque: {n} action", "At home in Palenque: {n} actions"),
    "yaxchilan": P_("At home in Yaxchilan: {n} action", "At home in Yaxchilan: {n} actions"),
    "tikal": P_("At home in Tikal: {n} action", "At home in Tikal: {n} actions"),
    "uxmal": P_("At home in Uxmal: {n} action", "At home in Uxmal: {n} actions"),
    "chichen_itza": P_(
        "At home in Chichen Itza: {n} action", "At home in Chichen Itza: {n} actions"
    ),
    "market": P_("Market crier: {n} trade", "Market crier: {n} trades"),
    "gold": P_("Gold fever: gained {n} gold", "Gold fever: gained {n} gold"),
    "corn": P_("King of corn: gained {n} corn", "King of corn: gained {n} corn"),
    "at_once": P_("Bumper harvest: {n} corn at once", "Bumper harvest: {n} corn at once"),
    "quick": P_("Quick hands: {n} quick action", "Quick hands: {n} quick actions"),
    "comeback": P_("Comeback: won from {n} point behind", "Comeback: won from {n} points behind"),
    "whisker": (N_("By a whisker: won by a point at most"), ""),
    "margin": P_("In another league: won by {n} point", "In another league: won by {n} points"),
    "leader": P_(
        "Front runner: in the lead for {n} round", "Front runner: in the lead for {n} rounds"
    ),
    "close": (N_("So close: a few points short"), ""),
    "temples": P_(
        "Temple treasure: {n} point from temples", "Temple treasure: {n} points from temples"
    ),
    "built_points": P_(
        "Rich in stone: {n} point from buildings", "Rich in stone: {n} points from buildings"
    ),
    "company": P_("Good company: {n} turn", "Good company: {n} turns"),
}


def title_words(t: Translations, given: Given) -> str:
    """Tell a title and what it was given for: "Rain's favourite: 14 steps on Chaac"."""
    one, many = _TITLES[given.title]
    words = t.ngettext(one, many, given.n) if many else t.gettext(one)
    return words.format(n=given.n)
