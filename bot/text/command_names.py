"""The names of commands, their options and choices, as they are translated.

Each has a note for translators. The context of a command's name in the catalogues is the whole
command ("/league substitute"), that of the others is their kind; so a word used elsewhere too is
translated apart. A test holds that there is no other name.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

OPTION, CHOICE, MENU = "option", "choice", "menu"
"""The contexts of the names of options, of choices for one, and of menus on a person."""
_NAME = "Small letters without spaces (- or _ between words), at most 32 characters."

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
    "/league join": "Signs up for a season. Infinitive.",
    "/league leave": "Signs off from a season. Infinitive.",
    "/league substitute": "Offers to take a seat that becomes free. Noun: a substitute player.",
    "/league dispute": "Asks the moderators to look at a table. Infinitive or noun.",
    "/league standings": "Shows the standings. Noun.",
    "/league schedule": "Shows the tables of a season. Noun.",
    "/league card": "Shows what a person did in a league. Noun: a player's card.",
    "/season": "Name of a group of commands, for the moderators of a league. Noun.",
    "/moderate page": "The page with everything moderators can do. Noun.",
    "/season found": "Founds a league. Infinitive: to found, not: to find.",
    "/season new": "Prepares a new season. Adjective or infinitive.",
})  # fmt: skip
"""A note about each command, by its whole name. Names in one group must differ."""

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
    "reason": "Why a player disputes a result. Noun.",
    "role": "A role of the Discord server, as Discord calls it. Noun.",
    "second": "Whether a second moderator must confirm. Numeral.",
    "channel": "A channel of the Discord server, as Discord calls it. Noun.",
    "league": "Which league. Noun.",
    "public": "Whether everybody sees it. Adjective.",
    "table": "A table at which a game is played, by its number. Noun.",
    "division": "A division of a league, by its number. Noun.",
    "season": "A season of a league, by its number. Noun.",
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


@dataclass(frozen=True)
class CommandName:
    """A name, as it stands in the catalogues."""

    context: str
    name: str
    note: str


def command_names() -> Iterator[CommandName]:
    """List all names."""
    for command, note in COMMANDS.items():
        yield CommandName(command, own_name(command), f"Name of a command. {note} {_NAME}")
    for option, note in OPTIONS.items():
        yield CommandName(OPTION, option, f"Name of an option of commands. {note} {_NAME}")
    for context, notes in ((CHOICE, CHOICES), (MENU, MENUS)):
        for name, note in notes.items():
            yield CommandName(context, name, note)


def own_name(command: str) -> str:
    """The last word of a whole command: "new" of "/tzolkin new"."""
    return command.removeprefix("/").split(" ")[-1]


_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_NAMED = re.compile(r"(?<![\w/<`:.])/([a-z]+)(?: ([a-z]+))?\b")
_ids: dict[str, int] = {}


def know(ids: Mapping[str, int]) -> None:
    """Remember the ids of commands, by their whole names ("tzolkin new")."""
    _ids.clear()
    _ids.update(ids)


def with_mentions(text: str) -> str:
    """Make every command that a text names clickable, except in code."""
    if not _ids or "/" not in text:
        return text
    parts, at = [], 0
    for code in _CODE.finditer(text):
        parts += [_NAMED.sub(_mention, text[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*parts, _NAMED.sub(_mention, text[at:])])


def _mention(found: re.Match[str]) -> str:
    group, more = found.groups()
    whole = f"{group} {more}"
    if more and whole in _ids:
        return f"</{whole}:{_ids[whole]}>"
    if group in _ids:
        rest = found[0].removeprefix(f"/{group}")
        return f"</{group}:{_ids[group]}>{rest}"
    return found[0]
