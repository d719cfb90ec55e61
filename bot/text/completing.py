"""Suggestions while somebody types a turn: the legal actions, with their prices and gains."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.engine import Game, IllegalAction
from bot.text.choices import Choice, choices
from bot.text.names import amount
from bot.text.notation import END, Reader, read_places, shown_line, words_of, write_turn
from bot.text.translation import Translations
from bot.text.typed import folded

MOST_CHOICES = 25
MOST_CHARACTERS = 100
VERBS = (["place"], ["pick"])
"""The words that may stand alone while a command is being typed."""


@dataclass(frozen=True)
class Completion:
    """One suggestion: what is shown, and the whole text it stands for."""

    shown: str
    text: str


def complete_places(t: Translations, game: Game, seat: int, text: str) -> list[Completion]:
    """Suggest what may follow the places typed so far, each with the price of the whole."""
    done, partial = _split_last(text)
    after = game.copy()
    try:
        typed = [
            action.partition(" ")[2] for action in (read_places(game, seat, done) if done else [])
        ]
        for place in typed:
            after.play(seat, f"place {place}")
    except IllegalAction:
        return []
    found: list[Completion] = []
    if typed and not partial:
        found.append(_places(t, game, after, seat, typed))
    for choice in choices(t, after, seat):
        words = choice.action.split()
        if words[0] != "place" or not words[1].startswith(partial):
            continue
        tried = after.copy()
        tried.play(seat, choice.action)
        found.append(_places(t, game, tried, seat, [*typed, " ".join(words[1:])]))
    return _within_limits(found)


def _places(
    t: Translations, before: Game, after: Game, seat: int, places: Sequence[str]
) -> Completion:
    old, new = (game.snapshot().players[seat].corn for game in (before, after))
    # Translators: price of placing workers: it costs nothing
    cost = amount(t, "corn", old - new) if old != new else t.pgettext("price", "free")
    said = " ".join(places)
    # Translators: a suggestion while somebody types: places in English, and what they cost
    shown = t.gettext("{places}: {price}").format(places=shown_line(said), price=cost)
    return Completion(shown, said)


def complete_pickups(t: Translations, game: Game, seat: int, text: str) -> list[Completion]:
    """Suggest what may follow the workers and answers typed so far."""
    pieces = [f"pick {piece}" for piece in re.split(r"[,;]", text)]
    return _within_limits(
        [
            replace(one, text=_without_verbs(one.text))
            for one in _continued(t, game, seat, pieces, _without_verbs)
            if not re.search(rf"; {END}\b", one.text)
        ]
    )


def _without_verbs(line: str) -> str:
    return ", ".join(piece.removeprefix("pick ") for piece in line.split("; "))


def complete_turn(t: Translations, game: Game, seat: int, text: str) -> list[Completion]:
    """Suggest what may follow the line typed so far, with the closing `end` once it is possible."""
    return _within_limits(_continued(t, game, seat, text.split(";")))


def _continued(
    t: Translations,
    game: Game,
    seat: int,
    pieces: Sequence[str],
    spelled: Callable[[str], str] = str,
) -> list[Completion]:
    """Suggest the pieces typed so far, and each with what may follow; `spelled` writes a line."""
    *earlier, current = pieces
    found: list[Completion] = []
    begun = words_of(current) and words_of(current) not in VERBS
    whole = _reader(game, seat, [*earlier, current]) if begun else None
    if whole is not None and whole.actions:
        line = write_turn(game, seat, whole.actions)
        found.append(Completion(spelled(shown_line(line)), line))
        if _may_close(whole):
            closed = f"{line}; {END}"
            # Translators: a suggestion while somebody types: a line of commands in English, and
            # that it confirms the turn; at most 100 characters with the line
            label = t.gettext("{line} → confirm the turn").format(line=spelled(shown_line(closed)))
            found.append(Completion(label, closed))
        found += _one_more(t, game, whole, choices(t, whole.game, seat), spelled)
    done, partial = _split_last(current)
    before = _reader(game, seat, [*earlier, done])
    if before is not None and (partial or whole is None or not whole.actions):
        fitting = [
            choice
            for choice in choices(t, before.game, seat)
            if any(word.startswith(partial) for word in choice.action.split())
            and (words_of(done) not in VERBS or choice.action.startswith(words_of(done)[0]))
        ]
        found += _one_more(t, game, before, fitting, spelled)
    return list({one.text: one for one in found}.values())


def _reader(game: Game, seat: int, pieces: Sequence[str]) -> Reader | None:
    """Read these commands; None if they cannot be read. A verb alone is not read yet."""
    reader = Reader(game, seat)
    try:
        for number, piece in enumerate(pieces):
            words = words_of(piece)
            own = reader.own_action()
            if number and own is not None and words[:1] in ([], ["pick"]):
                reader.play(own)
            if words and words not in VERBS:
                reader.command(words)
    except IllegalAction:
        return None
    return reader


def _may_close(reader: Reader) -> bool:
    if END in reader.actions or reader.is_over():
        return False
    try:
        Reader.close(reader.copy())
    except IllegalAction:
        return False
    return True


def _one_more(
    t: Translations,
    game: Game,
    reader: Reader,
    offered: Sequence[Choice],
    spelled: Callable[[str], str],
) -> list[Completion]:
    """Suggest the line with each possible action more."""
    if reader.is_over():
        return []
    found = []
    for choice in offered:
        if choice.action == END:
            continue
        line = write_turn(game, reader.seat, [*reader.actions, choice.action])
        if choice.action.startswith("pick "):
            before = spelled(shown_line(line).rpartition("; ")[0])
            between = ", " if spelled is _without_verbs else "; "
            shown = f"{before}{between}{choice.label}" if before else choice.label
        else:
            words = spelled(shown_line(line))
            # Translators: a suggestion while somebody types: a line of commands in English, and
            # what it does next
            shown = t.gettext("{line} → {choice}").format(line=words, choice=choice.label)
        found.append(Completion(shown, line))
    return found


def _split_last(text: str) -> tuple[str, str]:
    """Split a text into its finished words, and the one that is being typed."""
    if not text or text[-1].isspace() or text[-1] in ",;":
        return text, ""
    done, _, partial = text.rpartition(" ")
    return done, folded(partial)


def _within_limits(found: Sequence[Completion]) -> list[Completion]:
    """Keep to Discord's limits: 25 suggestions of at most 100 characters. The end of a line is
    kept, as the new part is there."""
    return [
        Completion(_end_of(one.shown), one.text)
        for one in found
        if len(one.text) <= MOST_CHARACTERS
    ][:MOST_CHOICES]


def _end_of(shown: str) -> str:
    return shown if len(shown) <= MOST_CHARACTERS else "…" + shown[1 - MOST_CHARACTERS :]
