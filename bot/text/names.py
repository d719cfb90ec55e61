"""Names of gears, temples, technologies, goods, tiles, modules, looks; amounts and lists. And the
names of commands, their options and choices, as they are translated.

Each name of a command has a note for translators. Its context in the catalogues is the whole
command ("/league show"), that of the others is their kind; so a word used elsewhere too is
translated apart. A test holds that there is no other name.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from string import ascii_uppercase
from types import MappingProxyType

from bot.engine import components
from bot.engine.expansion import PROPHECIES, TRIBES
from bot.model.server import Theme
from bot.refusal import P_
from bot.text.translation import N_, Translations, rating_number
from bot.text.typed import plain_name

_GEARS: Mapping[str, str] = {
    "palenque": N_("Palenque"),
    "yaxchilan": N_("Yaxchilan"),
    "tikal": N_("Tikal"),
    "uxmal": N_("Uxmal"),
    "chichen_itza": N_("Chichen Itza"),
}
_GEARS_IN_SHORT: Mapping[str, str] = {
    # Translators: Palenque, cut for a button; at most 4 characters
    "palenque": N_("Pal"),
    # Translators: Yaxchilan, cut for a button; at most 4 characters
    "yaxchilan": N_("Yax"),
    # Translators: Tikal, cut for a button; at most 4 characters
    "tikal": N_("Tik"),
    # Translators: Uxmal, cut for a button; at most 4 characters
    "uxmal": N_("Uxm"),
    # Translators: Chichen Itza, cut for a button; at most 4 characters
    "chichen_itza": N_("Chi"),
}
# Translators, for each: the gear, in capitals in a picture, at most 14 characters.
GEARS_IN_CAPITALS: Mapping[str, str] = {
    "palenque": N_("PALENQUE"),
    "yaxchilan": N_("YAXCHILAN"),
    "tikal": N_("TIKAL"),
    "uxmal": N_("UXMAL"),
    "chichen_itza": N_("CHICHEN ITZA"),
}
# Translators, for each: a god and his temple; decided in names.toml
_TEMPLES: Mapping[str, str] = {
    "chaac": N_("Chaac"),
    "quetzalcoatl": N_("Quetzalcoatl"),
    "kukulkan": N_("Kukulkan"),
}
_TEMPLES_CUT: Mapping[str, str] = {
    "chaac": "Chaac",
    "quetzalcoatl": "Quetz",
    "kukulkan": "Kukul",
}
# Translators, for each: name of a technology track
_TECHNOLOGIES: Mapping[str, str] = {
    "agriculture": N_("Agriculture"),
    "extraction": N_("Extraction"),
    "architecture": N_("Architecture"),
    "theology": N_("Theology"),
}
_TECHNOLOGIES_CUT: Mapping[str, str] = {
    "agriculture": "Agri",
    "extraction": "Extr",
    "architecture": "Archi",
    "theology": "Theo",
}
_SIGNS: Mapping[str, str] = {
    "corn": "🌽", "wood": "🪵", "stone": "🪨", "gold": "🪙", "skull": "💀", "skulls": "💀",
    "worker": "👷",
}  # fmt: skip
"""The signs for goods, and for a worker, where there is no room for words."""
_GOODS: Mapping[str, str] = {
    # Translators: the good, without article: "corn 5 → 3", or in a list where there is one of it
    "corn": N_("corn"),
    # Translators: the good, without article: "wood 5 → 3", or in a list where there is one of it
    "wood": N_("wood"),
    # Translators: the good, without article: "stone 5 → 3", or in a list where there is one of it
    "stone": N_("stone"),
    # Translators: the good, without article: "gold 5 → 3", or in a list where there is one of it
    "gold": N_("gold"),
    # Translators: a crystal skull, without article, in a list where there is one of it
    "skull": N_("skull"),
    # Translators: crystal skulls, without article: "skulls 0 → 1"
    "skulls": N_("skulls"),
}
_CATEGORIES: Mapping[str, str] = {
    # Translators: kind of a building or monument: "monument, farm"
    "farm": N_("farm"),
    # Translators: kind of a building or monument: "monument, tomb"
    "tomb": N_("tomb"),
    # Translators: kind of a building or monument: "monument, civic building"
    "civic": N_("civic building"),
    # Translators: kind of a building or monument: "monument, shrine"
    "shrine": N_("shrine"),
}
GEAR_PURPOSES: Mapping[str, str] = {
    # Translators: what a gear is good for: "Palenque: corn and wood"
    "palenque": N_("corn and wood"),
    # Translators: what a gear is good for: "Yaxchilan: wood, stone, gold, skulls"
    "yaxchilan": N_("wood, stone, gold, skulls"),
    # Translators: what a gear is good for: "Tikal: technology, buildings, temples"
    "tikal": N_("technology, buildings, temples"),
    # Translators: what a gear is good for: "Uxmal: temples, trade, new workers"
    "uxmal": N_("temples, trade, new workers"),
    # Translators: what a gear is good for: "Chichen Itza: a skull for points and a temple step"
    "chichen_itza": N_("points and a temple step for a skull"),
}

_THEMES: Mapping[Theme, str] = {
    # Translators: a look of the pictures: option of a menu
    "dark": N_("Dark board"),
    # Translators: a look of the pictures: option of a menu
    "light": N_("Light board"),
}

# Translators, for each: a module of the expansion: option of a menu, and in lists
_MODULES: Mapping[str, str] = {
    "tribes": N_("Tribes"),
    "prophecies": N_("Prophecies"),
    "buildings": N_("New buildings"),
    "quick_actions": N_("Quick actions"),
    # Translators: an extra wealth tile that was given away once: option of a menu, and in lists
    "promo": N_("Promo wealth tile"),
}
# Translators, for each: below a menu's option; at most 100 characters
MODULES_BRING: Mapping[str, str] = {
    "tribes": N_("Each player has an ability of their own, chosen in secret"),
    "prophecies": N_("Three calamities, and points for coping with them"),
    "buildings": N_("8 more buildings; you can tear down 4 of them to save resources"),
    "quick_actions": N_(
        "Spaces whose action you take on the turn you place a worker there; always used with 5 "
        "players"
    ),
    "promo": N_("One more wealth tile: 6 corn, 4 wood, a step down on Chaac"),
}

# Translators: instead of the name of somebody whose data was deleted, and who may still be on the
# server or play again
FORMER_NAME = N_("Deleted account")
"""Stored in the place of a deleted person's name; in English, whoever reads it."""
DELETED_NAMES = (FORMER_NAME, "Former player")
"""What stands in that place in databases and records, also in those of earlier versions."""

NO_PLACE = "–"
"""Stands for the place of a player who has none."""
SEAT_LETTERS = "ABCDE"
"""The letters of seats 0 to 4, as on their markers."""

TILE, CUT = "tile", "cut"
"""The contexts of names of tiles (one is called "Build", which is no command), and of names that
are cut."""

_TILES: Mapping[str, str] = {
    raw["id"]: raw["name"]
    for raws in (
        components.COMPONENTS["wealth_tiles"],
        components.COMPONENTS["buildings"],
        components.COMPONENTS["monuments"],
        components.COMPONENTS["tribes"],
        components.COMPONENTS["prophecies"],
        components.COMPONENTS["quick_actions"]["tiles"],
    )
    for raw in raws
}


def gear_name(t: Translations, gear: str) -> str:
    """Name a gear, as "Chichen Itza"."""
    return t.gettext((_GEARS_IN_SHORT if t.in_cut_names else _GEARS)[gear])


def space_name(t: Translations, gear: str, space: object) -> str:
    """Name a space of a gear, or several: "Tikal 3", "Tikal 1 and 3"."""
    names = _GEARS_IN_SHORT if t.in_cut_names else _GEARS
    # Translators: a space of a gear, or several: "Tikal 3", "Tikal 1 and 3", "Tikal 3 → 2"
    words = t.gettext("{gear} {space}").format(gear=t.gettext(names[gear]), space=space)
    return t.marked(gear, words)


def temple_name(t: Translations, temple: str) -> str:
    """Name a temple, by its god."""
    return t.pgettext(CUT, _TEMPLES_CUT[temple]) if t.in_cut_names else t.gettext(_TEMPLES[temple])


def technology_name(t: Translations, track: str) -> str:
    """Name a technology track."""
    return (
        t.pgettext(CUT, _TECHNOLOGIES_CUT[track])
        if t.in_cut_names
        else t.gettext(_TECHNOLOGIES[track])
    )


def technology_level(t: Translations, track: str, level: int) -> str:
    """Name a level of a technology: "Agriculture 2"."""
    # Translators: a technology and its level: "Agriculture 2"
    return t.gettext("{track} {level}").format(track=t.gettext(_TECHNOLOGIES[track]), level=level)


def step_called(temple: str, step: int) -> str:
    """Name a step, counted from the bottom, by the points printed beside it: "6"."""
    return points_number(4 * components.STEP_POINTS[components.TEMPLES.index(temple)][step])


def temple_step(t: Translations, temple: str, step: int) -> str:
    """Tell a marker's step in a temple: "Chaac: step 2"."""
    # Translators: where a marker is on a temple; a step is called by the points printed beside it
    return t.gettext("{temple}: step {step}").format(
        temple=t.gettext(_TEMPLES[temple]), step=step_called(temple, step)
    )


def resource_name(t: Translations, resource: str) -> str:
    """Name corn, wood, stone, gold or skull, in the form after a number."""
    return t.gettext(_GOODS[resource])


def category_name(t: Translations, category: str) -> str:
    """Name the kind of a building or monument: farm, tomb, civic building, shrine."""
    return t.gettext(_CATEGORIES[category])


def tile_name(t: Translations, tile: str) -> str:
    """Name a building, monument, wealth tile, tribe, prophecy or quick action, by its id in
    components.json."""
    if t.in_cut_names and tile in _TILES_CUT:
        return t.pgettext(CUT, _TILES_CUT[tile])
    return t.pgettext(TILE, _TILES[tile])


_TILES_CUT: Mapping[str, str] = {
    "a1-brown-yellow-tomb": "Brown-Yellow Tomb",
    "a1-brown-green-tomb": "Brown-Green Tomb",
    "a1-builder-tomb": "Builder's Tomb",
    "a1-mason-shrine": "Mason Shrine",
    "a1-oracle-shrine": "Oracle Shrine",
    "a2-trader-tomb": "Trader's Tomb",
    "a2-stone-academy": "Stone Academy",
    "a2-skull-academy": "Skull Academy",
    "a2-priest-shrine": "Priest Shrine",
    "a2-scholar-shrine": "Scholar Shrine",
    "x1-store-farm": "Store Farm",
    "x2-monument-tomb": "Monument Tomb",
    "x2-exchange-hall": "Exchange Hall",
    "mon-wood-tiles": "Wood Tile Monument",
    "mon-highest-temple": "Ascent Monument",
    "mon-skulls": "Skull Monument",
    "promo-time-monument": "Time Monument",
    "a2-labourer-tomb": "Labourer's Tomb",
    "a2-envoy-tomb": "Envoy's Tomb",
    "a2-three-gods-tomb": "Three Gods Tomb",
    "a2-architect-shrine": "Architect Shrine",
    "x1-season-tomb": "Season Tomb",
    "x2-skull-shrine": "Skull Shrine",
    "mon-tombs": "Tomb Monument",
    "mon-works": "Monument of Works",
    "mon-all-monuments": "Mon. of Monuments",
    "mon-civic": "Civic Monument",
    "mon-mastery": "Mastery Monument",
    "mon-learning": "Learning Monument",
    "mon-workers": "Worker Monument",
    "mon-shrines": "Shrine Monument",
    "mon-temple-points": "Temple Monument",
}
"""Names that are too long beside a price in signs, in one language or another, cut short in
names.toml."""
CUT_NAMES = (*_TEMPLES_CUT.values(), *_TECHNOLOGIES_CUT.values(), *_TILES_CUT.values())


def is_tile(name: str) -> bool:
    """Whether the word is the id of a tile."""
    return name in _TILES


def name_of(t: Translations, word: str) -> str:
    """Name anything that has an id in the action strings; other words stay as they are."""
    for names in (_GEARS, _TEMPLES, _TECHNOLOGIES, _GOODS):
        if word in names:
            return t.gettext(names[word])
    return tile_name(t, word) if is_tile(word) else word


def told_apart(names: Sequence[str]) -> list[str]:
    """Make the names differ: an empty name, or one that stood before, gets a number (1 is the
    first)."""
    found: list[str] = []
    for number, name in enumerate(names, start=1):
        found.append(name if name and name not in found else f"{name} ({number})".strip())
    return found


def shown_name(t: Translations, name: str) -> str:
    """Write a stored name for the reader, on one line."""
    return t.gettext(FORMER_NAME) if name in DELETED_NAMES else plain_name(name)


# Translators: the name of the expansion, as on its box.
EXPANSION_NAME = N_("Tribes & Prophecies")


def module_name(t: Translations, module: str) -> str:
    """Name a module of Tribes & Prophecies, as in the lobby."""
    return t.gettext(_MODULES[module])


def theme_name(t: Translations, theme: Theme) -> str:
    """Name the look of the pictures: "Dark board"."""
    return t.gettext(_THEMES[theme])


def good_icon(t: Translations, resource: str) -> str:
    """The icon of a good in the text of a message; empty elsewhere."""
    return t.in_text.get("skull" if resource == "skulls" else resource, "")


def seat_icon(seat: int) -> str:
    """The name of a seat's icon, which is its marker in the pictures."""
    return f"seat_{SEAT_LETTERS[seat].lower()}"


def choice_letter(number: int) -> str:
    """Name a choice by its place among those offered, counted from 0: A, B, C ... The picture and
    the button say the same letter."""
    return ascii_uppercase[number]


def lettered(number: int, words: str) -> str:
    """Write the label of a choice with its letter: "A · Sunlit Field"."""
    return f"{choice_letter(number)} · {words}"


# Translators: button: the number of a place on the picture, and what it costs or brings: "2 ·
# −1🌽"
NUMBERED = N_("{number} · {what}")


def tribe_icon(tribe: str) -> str:
    """Name the icon of a tribe."""
    return "tribe_" + tribe.replace("-", "_")


def amount(t: Translations, resource: str, n: int) -> str:
    """Write an amount of a good, or of resources of any kind: "5 corn", "1 skull"; in the text of a
    message the number and the icon, in signs "5🌽"."""
    if t.in_signs and resource in _SIGNS:
        return in_signs(resource, n)
    icon = good_icon(t, resource)
    if icon:
        return f"{n}\u202f{icon}"
    return _COUNTED[resource](t, n).format(n=n)


_COUNTED: Mapping[str, Callable[[Translations, int], str]] = {
    # Translators: so much of the good: a price, a gain or what somebody has: "5 corn"
    "corn": lambda t, n: t.ngettext("{n} corn", "{n} corn", n),
    # Translators: so much of the good: a price, a gain or what somebody has: "5 wood"
    "wood": lambda t, n: t.ngettext("{n} wood", "{n} wood", n),
    # Translators: so much of the good: a price, a gain or what somebody has: "5 stone"
    "stone": lambda t, n: t.ngettext("{n} stone", "{n} stone", n),
    # Translators: so much of the good: a price, a gain or what somebody has: "5 gold"
    "gold": lambda t, n: t.ngettext("{n} gold", "{n} gold", n),
    # Translators: so many crystal skulls: a price, a gain or what somebody has
    "skull": lambda t, n: t.ngettext("{n} skull", "{n} skulls", n),
    # Translators: so many crystal skulls: a price, a gain or what somebody has
    "skulls": lambda t, n: t.ngettext("{n} skull", "{n} skulls", n),
    # Translators: so many wood, stone or gold of one's choice: a price: "2 resources"
    "resources": lambda t, n: t.ngettext("{n} resource", "{n} resources", n),
}
"""Amounts of goods in words; a resource is a wood, stone or gold of one's choice."""


def in_signs(what: str, n: int) -> str:
    """Write an amount of a good, or of workers, without words: "5🌽"."""
    return f"{n}{_SIGNS[what]}"


def in_a_row(t: Translations, pieces: Iterable[str]) -> str:
    """Join amounts, prices and other pieces: "2 corn, 1 gold"; signs stand without commas: "2🌽
    1🪙"."""
    return (" " if t.in_signs else ", ").join(pieces)


def amounts(t: Translations, goods: Mapping[str, int], *, brief: bool = False) -> str:
    """Write several goods: "2 corn, 1 gold", brief "2 corn, gold"; empty for none."""
    return in_a_row(
        t,
        (
            resource_name(t, kind)
            if brief and n == 1 and kind != "skulls" and not t.in_signs
            else amount(t, kind, n)
            for kind, n in goods.items()
            if n
        ),
    )


# Translators: tiles of the jungle with corn on them
CORN_TILES = P_("{n} corn tile", "{n} corn tiles")


# Translators: tiles of the jungle with wood on them
WOOD_TILES = P_("{n} wood tile", "{n} wood tiles")


def place_called(t: Translations, place: int) -> str:
    """A place in a game of up to five players, in the sentences that say how it changed."""
    # Translators, for each: a place in a game, in "you fell from 1st to 4th" and "3rd (was 1st)";
    # the number alone if your sentences say "from place 1 to place 4"
    return (
        t.pgettext("place", "1st"),
        t.pgettext("place", "2nd"),
        t.pgettext("place", "3rd"),
        t.pgettext("place", "4th"),
        t.pgettext("place", "5th"),
    )[place - 1]


def points(t: Translations, points4: int) -> str:
    """Write points from quarters of a point: "7 points", "1¼ points"."""
    whole = abs(points4) // 4 if points4 % 4 == 0 else 2
    # Translators: points of victory; the number may have quarters: "7 points", "1¼ points"
    return t.ngettext("{n} point", "{n} points", whole).format(n=points_number(points4))


def points_number(points4: int) -> str:
    """Write the number of points alone: "7", "1¼", "−3"."""
    whole, quarters = divmod(abs(points4), 4)
    fraction = ("", "¼", "½", "¾")[quarters]
    number = f"{whole}{fraction}" if whole or not fraction else fraction
    return f"−{number}" if points4 < 0 else number


def signed_points(points4: int) -> str:
    """Write points that are given or taken: "+1½", "−3"."""
    return f"+{points_number(points4)}" if points4 > 0 else points_number(points4)


# Translators: so many people at a table
PLAYERS = P_("{n} player", "{n} players")


# Translators: how many games somebody has played, or a final has; item of a list
GAMES = P_("{n} game", "{n} games")


def rating_words(t: Translations, shown: float, games: int, *, provisional: bool) -> str:
    """Write a rating: "12.3 after 14 games", with a word where it rests on few games."""
    if provisional:
        # Translators: a person's rating that rests on few games: "12.3 after 4 games, provisional"
        words = t.ngettext(
            "{rating} after {n} game, provisional", "{rating} after {n} games, provisional", games
        )
    else:
        # Translators: a person's rating: "12.3 after 14 games"
        words = t.ngettext("{rating} after {n} game", "{rating} after {n} games", games)
    return words.format(rating=rating_number(t, shown), n=games)


TILE_IDS: Sequence[str] = (
    *components.WEALTH,
    *components.BUILDINGS,
    *components.MONUMENTS,
    *TRIBES,
    *PROPHECIES,
    *components.QUICK_TILES,
)
"""The ids of all tiles that `/tile` explains."""


# Translators: about this program, last in a line: "Base game · No clock · 2 to 5 players ·
# Unofficial, made by fans".
UNOFFICIAL = N_("Unofficial, made by fans")


OPTION_CONTEXT, CHOICE_CONTEXT, MENU_CONTEXT = "option", "choice", "menu"
"""The contexts of the names of options, of choices for one, and of menus on a person."""

COMMANDS: Mapping[str, str] = MappingProxyType({
    "/tzolkin": "Name of a group of commands, of the game: new, start, status… Best left as it is.",
    "/tzolkin new": "Opens a new game. Adjective or infinitive.",
    "/tzolkin start": "Starts the game that is open. Infinitive or noun.",
    "/tzolkin status": "Shows who plays and who is to move. Noun.",
    "/tzolkin options": "Shows the options of a game. Noun.",
    "/tzolkin move": "Goes on here with a game whose channel is gone. Infinitive: move over.",
    "/tzolkin abandon": "Gives the game up. Infinitive.",
    "/place": "Places workers on gears. Infinitive.",
    "/pickup": "Picks workers up from gears. Infinitive.",
    "/move": "A whole turn typed in one line. Noun: a player's turn.",
    "/endturn": "Confirms the turn. Infinitive: end the turn.",
    "/undo": "Takes the last step back. Infinitive.",
    "/board": "Shows the board. Noun.",
    "/tribe": "Shows what is one's own: goods, tiles, levels, tribe. Noun.",
    "/score": "Shows the points so far. Noun.",
    "/games": "All games of the person who asks, on all servers. Noun, plural.",
    "/tile": "Explains a tile, building or monument. Noun.",
    "/profile": "The page about a person: finished games, rating. Noun.",
    "/stats": "Statistics of finished games. Noun, plural.",
    "/settings": "The settings of a server. Noun, plural.",
    "/pings": "How a person is called (pinged) when it is their turn. Noun, plural.",
    "/log": "The game so far, turn by turn. Noun: the record of what happened.",
    "/replay": "A game looked at again, round by round. Noun.",
    "/hint": "What a computer would consider. Noun.",
    "/today": "The turn of the day: a puzzle. Adverb or noun.",
    "/help": "How to begin, and where to find what. Noun.",
    "/about": "What this bot is, its version, and where to read more. Preposition or noun.",
    "/doctor": "Checks whether the bot can work in the channel. Noun, meant as a joke.",
    "/plan": "Plans the next turn. Noun or infinitive.",
    "/rules": "Explains the rules. Noun, plural.",
    "/tutorial": "Teaches the game in ten minutes. Noun.",
    "/verify": "Checks that the deal was fair. Infinitive.",
    "/pause": "Asks to stop the clocks of a game. Noun or infinitive.",
    "/resume": "Lets the clocks run on after a pause. Infinitive.",
    "/nudge": "Reminds those who are to move, kindly. Infinitive.",
    "/privacy": "Name of a group of commands: what is stored about a person. Noun.",
    "/privacy export": "Gives a person everything stored about them. Infinitive.",
    "/privacy delete": "Deletes what is stored about a person. Infinitive.",
    "/privacy pages": "How a person stands on web pages of leagues. Noun, plural: web pages.",
    "/moderate": "Name of a group of commands, for moderators. Infinitive.",
    "/moderate log": "What moderators did: the audit log. Noun.",
    "/moderate setup": "Says who moderates at the server. Noun or infinitive.",
    "/league": "Name of a group of commands, for the players of a league. Noun.",
    "/league show": "Shows the season. Infinitive.",
    "/moderate page": "The page with everything moderators can do. Noun.",
})  # fmt: skip
"""Notes about commands, by their whole names, where translators must know more than the description
says. Names in one group must differ."""

OPTIONS: Mapping[str, str] = MappingProxyType({
    "computers": "How many computers play. Noun, plural.",
    "level": "How well these computers play. Noun.",
    "at_once": "Whether a game ends without asking the others. Adverb.",
    "workers": "Which workers are placed or picked up. Noun, plural.",
    "turn": "A player's turn, typed in one line. Noun.",
    "everything": "Whether the whole turn is taken back. Pronoun.",
    "show": "What is to be shown. Infinitive.",
    "round": "An earlier round of the game, by its number. Noun.",
    "game": "A game of the channel, by its number. Noun.",
    "file": "A file with a game in it. Noun.",
    "private": "Whether only the person who asks sees it. Adjective.",
    "name": "Of a tile or a league. Noun.",
    "quiet_from": "When quiet hours begin, in which nobody is called.",
    "quiet_until": "When quiet hours end.",
    "timezone": "Where a person lives, such as Europe/Berlin. Noun.",
    "vacation_from": "The first day of a vacation.",
    "vacation_until": "The last day of a vacation.",
    "server": "The Discord server: whether its games are shown. Noun, as Discord calls it.",
    "topic": "What somebody wants to know about the rules. Noun.",
    "league": "Which league. Noun.",
    "public": "Whether everybody sees it. Adjective.",
    "person": "A member of the server. Noun.",
    "players": "At how many players' tables. Noun, plural.",
    "of": "Of which games statistics are: of the server, a league, one's own. Preposition or noun.",
})  # fmt: skip
"""A note about each option. Those of one command must differ."""

CHOICES: Mapping[str, str] = MappingProxyType({
    "easy": "Of /tzolkin new: computers are easy to beat.",
    "medium": "Of /tzolkin new: computers play between easy and hard.",
    "hard": "Of /tzolkin new: computers are hard to beat.",
    "master": "Of /tzolkin new: computers play best, as masters of the game. Noun.",
    "server": "Of /stats and /today: this server. Noun.",
    "mine": "Of /today: one's own mistakes. Pronoun.",
    "past": "Of /today: the turns of the last thirty days. Adjective or noun.",
    "league": "Of /stats: the games of a league. Noun.",
    "me": "Of /stats: one's own games. Pronoun.",
    "all": "Of /stats: all games of this bot, on all servers. Pronoun.",
})  # fmt: skip
MENUS: Mapping[str, str] = MappingProxyType(
    {"Tzolk'in games": "A person's games, in the menu on a member. At most 32 characters."}
)


_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_COMMAND_NAMED = re.compile(r"(?<![\w/<`:.])/([a-z]+)(?: ([a-z]+))?\b")
_command_ids: dict[str, int] = {}


def know_commands(ids: Mapping[str, int]) -> None:
    """Remember the ids of commands, by their whole names ("tzolkin new")."""
    _command_ids.clear()
    _command_ids.update(ids)


def with_mentions(text: str) -> str:
    """Make every command that a text names clickable, except in code."""
    if not _command_ids or "/" not in text:
        return text
    parts, at = [], 0
    for code in _CODE.finditer(text):
        parts += [_COMMAND_NAMED.sub(_mention, text[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*parts, _COMMAND_NAMED.sub(_mention, text[at:])])


def _mention(found: re.Match[str]) -> str:
    group, more = found.groups()
    whole = f"{group} {more}"
    if more and whole in _command_ids:
        return f"</{whole}:{_command_ids[whole]}>"
    if group in _command_ids:
        rest = found[0].removeprefix(f"/{group}")
        return f"</{group}:{_command_ids[group]}>{rest}"
    return found[0]
