"""What people type into `/place` and `/pickup`, read into actions, and completed as they type.

Reading never decides whether a move is legal: it follows the typed words on a copy of the game and
leaves the refusal to the engine.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine import Game, IllegalAction
from bot.engine.board import GEARS
from bot.text.choices import Choice, choices
from bot.text.names import amount, gear_name
from bot.text.translation import Translations

PLACES = (*GEARS, "start", "quick")
DISCOUNT = "discount"
MOST_CHOICES = 25
MOST_CHARACTERS = 100


@dataclass(frozen=True)
class Completion:
    """One suggestion: what is shown, and the whole text it stands for."""

    shown: str
    text: str


def read_places(text: str) -> list[str]:
    """Actions of a text such as "palenque palenque tikal start".

    Names may be shortened as long as they stay clear ("pal", "ch"). Raises IllegalAction for a
    word that is none of them, or an empty text.
    """
    words = _words(text)
    if not words:
        raise IllegalAction("Name at least one place, as in “palenque tikal start”.")
    return [f"place {place}" for place in _places(words)]


def read_pickups(game: Game, seat: int, text: str) -> list[str]:
    """Actions of a text such as "palenque 3 corn, yaxchilan 2".

    Each worker is named by gear and space; words after it answer what is then asked, in order: a
    lower space's number, corn, wood, burn, a temple. `game` stands where the seat is asked, and is
    not changed. Raises IllegalAction for words that do not fit.
    """
    pieces = [piece for piece in re.split(r"[,;]", text) if piece.strip()]
    if not pieces:
        raise IllegalAction("Name a worker by its gear and space, as in “palenque 3”.")
    game = game.copy()
    actions: list[str] = []
    for number, piece in enumerate(pieces, start=1):
        actions += _read_pickup(game, seat, piece, finish=number < len(pieces))
    return actions


def complete_places(t: Translations, game: Game, seat: int, text: str) -> list[Completion]:
    """What may follow the places typed so far, each with the price of the whole."""
    words = _words(text)
    finished = not words or text[-1].isspace()
    done, partial = (words, "") if finished else (words[:-1], words[-1])
    found: list[Completion] = []
    try:
        game, paid, typed = _placed(game, seat, done)
    except IllegalAction:
        return []
    if typed and not partial:
        found.append(Completion(_shown(t, typed, paid), " ".join(typed)))
    for choice in choices(t, game, seat):
        words = choice.action.split()
        if words[0] != "place" or not words[1].startswith(partial.lower()):
            continue
        tried = game.copy()
        tried.play(seat, choice.action)
        price = paid + _corn(game, seat) - _corn(tried, seat)
        so_far = [*typed, " ".join(words[1:])]
        found.append(Completion(_shown(t, so_far, price), " ".join(so_far)))
    return _within_limits(found)


def complete_pickups(t: Translations, game: Game, seat: int, text: str) -> list[Completion]:
    """What may follow the workers and answers typed so far."""
    *earlier, current = re.split(r"[,;]", text)
    game = game.copy()
    prefix = "".join(f"{piece.strip()}, " for piece in earlier)
    try:
        for piece in earlier:
            _read_pickup(game, seat, piece, finish=True)
    except IllegalAction:
        return []
    typed = current.strip()
    after = game.copy()
    try:
        _read_pickup(after, seat, typed, finish=False)
    except IllegalAction:
        return _within_limits(_workers(t, game, seat, prefix, typed))
    found = [Completion(f"{prefix}{typed}", f"{prefix}{typed}")]
    kind = _kind(after, seat)
    for choice in choices(t, after, seat):
        words = choice.action.split()
        if words[0] == "pick" and kind == "pick":
            more = f"{prefix}{typed}, {words[1]} {words[2]}"
            found.append(Completion(f"{prefix}{typed}, {choice.label}", more))
        elif words[0] not in ("pick", "end"):
            more = f"{prefix}{typed} {' '.join(_short(choice))}"
            found.append(Completion(f"{prefix}{typed} → {choice.label}", more))
    return _within_limits(found)


def _words(text: str) -> list[str]:
    text = re.sub(r"chich[eé]n[ _-]*itz[aá]", "chichen_itza", text, flags=re.IGNORECASE)
    return re.split(r"[\s,;]+", text.strip()) if text.strip() else []


def _places(words: Sequence[str]) -> list[str]:
    """Places in full, with the word that asks for a tribe's discount on the one before it."""
    places: list[str] = []
    for word in words:
        if places and word.lower() == DISCOUNT:
            places[-1] += f" {DISCOUNT}"
        else:
            places.append(_place(word))
    return places


def _place(word: str) -> str:
    matching = [place for place in PLACES if place.startswith(word.lower())]
    if len(matching) != 1:
        raise IllegalAction(
            "“{word}” is not a place; use {places}.", word=word, places=", ".join(PLACES)
        )
    return matching[0]


def _placed(game: Game, seat: int, words: Sequence[str]) -> tuple[Game, int, list[str]]:
    """The game after these placements, the corn they cost, and the places' full names."""
    after = game.copy()
    places = _places(words)
    for place in places:
        after.play(seat, f"place {place}")
    return after, _corn(game, seat) - _corn(after, seat), places


def _corn(game: Game, seat: int) -> int:
    corn: int = game.position()["players"][seat]["corn"]
    return corn


def _kind(game: Game, seat: int) -> str | None:
    return next((d.kind for d in game.pending if d.seat == seat), None)


def _read_pickup(game: Game, seat: int, piece: str, *, finish: bool) -> list[str]:
    """Read one worker and its answers, playing them on the given game.

    With `finish` another worker follows: an action left open is then the one of its own space.
    """
    words = _words(piece)
    if len(words) == 1 and (glued := re.fullmatch(r"(\D+)(\d+)", words[0])):
        words = list(glued.groups())
    if len(words) < 2 or not words[1].isdigit():
        raise IllegalAction("Name a worker by its gear and space, as in “palenque 3”.")
    gear, space = _place(words[0]), words[1]
    actions = [f"pick {gear} {space}"]
    game.play(seat, actions[0])
    own = f"do {gear} {space}"
    rest = words[2:]
    if finish and not rest and own in game.legal(seat):
        game.play(seat, own)
        return [*actions, own]
    while rest:
        action, used = _answer(game, seat, gear, rest)
        if action is None:
            if own not in game.legal(seat):
                raise IllegalAction(
                    "“{words}” does not fit here; choose one of: {choices}.",
                    words=" ".join(rest),
                    choices=", ".join(game.legal(seat)),
                )
            action, used = own, 0  # the worker's own action goes without saying
        game.play(seat, action)
        actions.append(action)
        rest = rest[used:]
    return actions


def _answer(game: Game, seat: int, gear: str, words: Sequence[str]) -> tuple[str | None, int]:
    """The legal action the next words name, and how many of them it takes."""
    legal = [action for action in game.legal(seat) if action.split()[0] not in ("pick", "end")]
    for used in range(min(len(words), 5), 0, -1):
        said = " ".join(words[:used]).lower()
        for action in legal:
            without_verb = action.partition(" ")[2]
            if said in (action, without_verb) or action == f"do {gear} {said}":
                return action, used
    return None, 0


def _workers(t: Translations, game: Game, seat: int, prefix: str, typed: str) -> list[Completion]:
    """My workers that can be picked up, as far as they begin with what is typed."""
    found = []
    for choice in choices(t, game, seat):
        words = choice.action.split()
        if words[0] != "pick":
            continue
        text = f"{words[1]} {words[2]}"
        shown = gear_name(t, words[1]).lower()
        if text.startswith(typed.lower()) or shown.startswith(typed.lower()):
            found.append(Completion(f"{prefix}{choice.label}", f"{prefix}{text}"))
    return found


def _short(choice: Choice) -> list[str]:
    """The action as one types it: without its verb where that stays clear."""
    words = choice.action.split()
    return words[1:] if words[0] in ("do", "up", "down", "gain") else words


def _shown(t: Translations, places: Sequence[str], price: int) -> str:
    cost = amount(t, "corn", price) if price else t.gettext("free")
    return t.gettext("{places}: {price}").format(places=" ".join(places), price=cost)


def _within_limits(found: Sequence[Completion]) -> list[Completion]:
    """What Discord takes: 25 suggestions of at most 100 characters."""
    return [
        Completion(c.shown[:MOST_CHARACTERS], c.text)
        for c in found
        if len(c.text) <= MOST_CHARACTERS
    ][:MOST_CHOICES]
