"""Turns in one line, as the log of a game writes them and people type them, and the suggestions
while somebody types one: the legal actions, with their prices and gains.

`place palenque tikal; end` places two workers, `pick palenque 3 corn; pick yaxchilan 2; end` picks
two up, the first of them taking corn. Commands are separated by `;`. A command is an action of the
engine without the words that are not needed: the verb of an answer, the own action of a worker's
space, and whatever makes a name longer than is needed to tell it apart.

Reading never decides whether a move is legal: it follows the words on a copy of the game, and
leaves what nobody could guess to the engine's refusal.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine import Game, IllegalAction
from bot.engine.components import BUILDINGS, GEARS, MONUMENTS, WEALTH
from bot.engine.expansion import TRIBES
from bot.engine.state import NOT_ON_OFFER
from bot.refusal import P_
from bot.text.choices import Choice, choices
from bot.text.names import amount
from bot.text.translation import N_, Translations
from bot.text.typed import folded

END = "end"
PLACES = (*GEARS, "start", "quick")
DISCOUNT = "discount"
_LONGEST_ANSWER = 5
"""The most words of an action after its verb."""
_MOST_NAMED = 12
"""The most choices named in a refusal; the panel below it offers all."""
_LONGEST_WORD, _MOST_REPEATED = 40, 60
"""The most characters of a word that are read, and of words that a refusal repeats."""
_BUILDING = ("build", "monument", "renovate")
_TILE_NAMES = {
    tile.partition("-")[2]: one.name
    for tiles in (BUILDINGS, MONUMENTS)
    for tile, one in tiles.items()
} | {tile: one.name for tiles in (WEALTH, TRIBES) for tile, one in tiles.items()}
"""The English names of tiles by the written part of their ids."""
_VERBS_LEFT_OUT = ("do", "up", "down", "gain", "advance", "build", "monument", "offer", "bonus")
"""The verbs that are left out of answers, where that stays clear."""


@dataclass(frozen=True)
class Typed:
    """The content of a typed line."""

    actions: tuple[str, ...]
    """The engine's actions, without an `end` that only closes the turn."""
    ends: bool
    """Whether it closes with `end`: the turn is to be confirmed at once."""


def read_places(game: Game, seat: int, text: str) -> list[str]:
    """Read places such as "palenque palenque tikal start", for a seat that is asked.

    Names may be shortened as long as they stay clear ("pal", "ch"). Raises IllegalAction for an
    unknown word, an empty text, and more places than workers in hand.
    """
    words = words_of(text)
    if not words:
        raise _no_place_named()
    position = game.snapshot()
    places: list[str] = []
    for word in words:
        if places and word == DISCOUNT:
            places[-1] += f" {DISCOUNT}"
        else:
            places.append(_place(word, quick=position.quick is not None))
    hand = position.players[seat].available
    if len(places) > hand > 0 and game.kind_asked(seat) in ("turn", "place"):
        raise IllegalAction(
            "too-many-workers",
            *P_(
                "You named {n} place but have fewer workers in hand ({hand}); name fewer places.",
                "You named {n} places but have fewer workers in hand ({hand}); name fewer places.",
            ),
            n=len(places),
            hand=hand,
        )
    return [f"place {place}" for place in places]


def read_pickups(game: Game, seat: int, text: str) -> list[str]:
    """Read pickups such as "palenque 3 corn, yaxchilan 2".

    Each worker is named by gear and space. Words after it answer its questions, in order: a lower
    space's number, corn, wood, burn, a temple. `game` stands where the seat is asked, and is not
    changed. Raises IllegalAction for words that do not fit.
    """
    pieces = [piece.strip() for piece in re.split(r"[,;]", text) if piece.strip()]
    if not pieces:
        raise _no_worker_named()
    reader = Reader(game, seat)
    for piece in pieces:
        words = words_of(piece)
        if len(words) < 2 or not words[1].isdigit():
            raise _no_worker_named()
        _place(words[0])
        try:
            reader.command(["pick", *words])
        except IllegalAction:
            cut = _next_worker(words)
            if cut:
                raise _separator_forgotten(
                    "comma-forgotten",
                    N_("Separate the workers with a comma: “{example}”."),
                    ", ", [words[:cut], words[cut:]],
                ) from None  # fmt: skip
            raise
    return reader.actions


def read_turn(game: Game, seat: int, text: str) -> Typed:
    """Read a line such as "pick palenque 3 corn; end", for a seat that is asked.

    `game` is not changed. Raises IllegalAction, naming the part that is wrong.
    """
    pieces = [piece.strip() for piece in text.split(";") if piece.strip()]
    if not pieces:
        raise IllegalAction(
            "no-move-written",
            "Write your turn like “place palenque tikal; end” or “pick tikal 3”.",
        )
    reader = Reader(game, seat)
    *others, last = pieces
    closes = last.lower() == END
    for piece in others if closes else pieces:
        words = words_of(piece)
        try:
            reader.command(words)
        except IllegalAction:
            steps = _steps(words)
            if len(steps) > 1:
                raise _separator_forgotten(
                    "semicolon-forgotten",
                    N_("Separate the steps with a semicolon: “{example}”."),
                    "; ", steps,
                ) from None  # fmt: skip
            raise
    if closes:
        reader.close()
    ends = closes or (END in reader.actions and reader.is_over())  # a quick action came after `end`
    return Typed(tuple(reader.actions), ends)


_BEGIN_A_STEP = ("pick", "place", "beg", "pass", END)
"""Verbs that only ever begin a step."""


_MOST_CUT = 12
"""Steps that are cut off at most, so that a long text is refused at once; no turn has so many."""


def _steps(words: Sequence[str]) -> list[Sequence[str]]:
    """Cut words wherever another step begins."""
    found: list[Sequence[str]] = []
    while len(found) < _MOST_CUT and (cut := _next_step(words)):
        found.append(words[:cut])
        more = ["pick"] if words[0] == "pick" and words[cut] in GEARS else []
        words = [*more, *words[cut:]]
    return [*found, words]


def _next_step(words: Sequence[str]) -> int:
    """Find where another step begins within the words; 0 if none does."""
    for number, word in enumerate(words[1:], start=1):
        if word in _BEGIN_A_STEP and not (word == END and number < len(words) - 1):
            return number
    return _next_worker(words[1:]) + 1 if words[0] == "pick" and _next_worker(words[1:]) else 0


def _next_worker(words: Sequence[str]) -> int:
    """Find where another worker is named behind the first one; 0 if none is."""
    for number in range(2, len(words) - 1):
        gears = [gear for gear in GEARS if gear.startswith(words[number])]
        if len(gears) == 1 and words[number + 1].isdigit():
            return number
    return 0


def _separator_forgotten(
    code: str, sentence: str, sign: str, commands: Sequence[Sequence[str]]
) -> IllegalAction:
    """Make the refusal that shows where a sign between commands is missing."""
    example = sign.join(map(_repeated, commands))
    return IllegalAction(code, sentence, example=_spaced(example))


def write_turn(game: Game, seat: int, actions: Sequence[str]) -> str:
    """Write the shortest line that `read_turn` reads as these actions of a seat; `game` stands
    before them and is not changed. A turn closed with `end` is written with it.

    Raises IllegalAction for actions that are not legal there.
    """
    commands: list[str] = []
    reader = Reader(game, seat)
    for action in actions:
        if action != reader.own_action():
            wanted = [*reader.actions, action]
            commands = next(
                (way for way in _ways_to_add(commands, action) if _read(game, seat, way) == wanted),
                [*wanted],
            )
        reader.play(action)
    if commands and commands[-1] != END and _read(game, seat, commands) != reader.actions:
        commands[-1] += (
            f" {reader.actions[-1]}"  # its own space's action, which nothing after it implies
        )
    return "; ".join(commands)


def _ways_to_add(commands: Sequence[str], action: str) -> Iterator[list[str]]:
    """Yield lines with one more action, the shortest ways first."""
    verb, _, rest = action.partition(" ")
    if commands and verb not in ("pick", END):
        *others, last = commands
        if verb == "do":
            yield [*others, f"{last} {rest.split()[-1]}"]
        if verb in _BUILDING:
            yield [*others, f"{last} {_printed(rest)}"]
        if verb in _VERBS_LEFT_OUT or (verb == "place" and last.startswith("place ")):
            yield [*others, f"{last} {rest}"]
        if verb not in ("place", "skip-space", "beg", "pass"):
            yield [*others, f"{last} {action}"]
    yield [*commands, action]


def _read(game: Game, seat: int, commands: Sequence[str]) -> list[str]:
    """List the actions of these commands; empty if they cannot be read."""
    reader = Reader(game, seat)
    try:
        for command in commands:
            reader.command(words_of(command))
    except IllegalAction:
        return []
    return reader.actions


def words_of(text: str) -> list[str]:
    """Split a command into words, in small letters; "palenque3" is two, "Chichén Itzá" is one."""
    text = re.sub(r"chich[eé]n[ _-]*itz[aá]", "chichen_itza", text.strip(), flags=re.IGNORECASE)
    words: list[str] = []
    for word in re.split(r"[\s,;]+", text.lower()):
        glued = re.fullmatch(r"([a-z_]+)(\d+)", word)
        if glued and any(gear.startswith(glued[1]) for gear in GEARS):
            words += glued.groups()
        elif word:
            words.append(word[:_LONGEST_WORD])
    return words


def _no_place_named() -> IllegalAction:
    return IllegalAction("no-place-named", "Name at least one place, like “palenque tikal start”.")


def _no_worker_named() -> IllegalAction:
    return IllegalAction(
        "no-worker-named", "Name a worker by its gear and space, like “palenque 3”."
    )


def _place(word: str, *, quick: bool = True) -> str:
    places = [place for place in PLACES if quick or place != "quick"]
    matching = [place for place in places if place.startswith(word)]
    if len(matching) != 1:
        raise IllegalAction(
            "not-a-place",
            "“{word}” is not a place; use one of these: {places}.",
            word=word,
            places=", ".join(_spaced(place) for place in places),
        )
    return matching[0]


Fits = Callable[[Sequence[str], Sequence[str]], bool]


class Reader:
    """Follows words on a copy of a game."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game.copy()
        self.seat = seat
        self.actions: list[str] = []
        self._in_turn = game.in_turn
        self._worker: tuple[str, str] | None = None
        """Gear and space of the worker picked up last."""

    def copy(self) -> "Reader":
        """Copy the reader, at the same point."""
        new = Reader(self.game, self.seat)
        new.actions, new._worker, new._in_turn = [*self.actions], self._worker, self._in_turn
        return new

    def play(self, action: str) -> None:
        """Play one action of the engine."""
        self.game.play(self.seat, action)
        self.actions.append(action)
        verb, *rest = action.split()
        if verb == "pick":
            self._worker = (rest[0], rest[1])

    def command(self, words: Sequence[str]) -> None:
        """Play all actions of one command. Raises IllegalAction for words that do not fit."""
        left = list(words)
        placing = False
        while left:
            action, used = self._answer(left, placing=placing)
            own = self.own_action()
            if action is None and own is not None:
                self.play(own)
                continue
            if action is None:
                raise self._refusal(words, left, placing=placing)
            self.play(action)
            placing = action.startswith("place ")
            left = left[used:]

    def close(self) -> None:
        """Play the closing `end`. Raises IllegalAction while a question is open."""
        own = self.own_action()
        if own is not None:
            self.play(own)
        if self.is_over() or (self.actions and not self._in_turn):
            return
        after = self.game.copy()
        if END in self.legal() or self.kind() == "turn":
            after.play(self.seat, END)  # raises, with the reason, where nothing is done yet
            if after.turn_over(self.seat):
                return
        raise IllegalAction(
            "end-too-early",
            "“end” comes too early; first answer with one of these: {choices}.",
            choices=_typed(after.legal(self.seat)),
        )

    def is_over(self) -> bool:
        """Whether the seat has nothing more to decide before the game goes on."""
        return bool(self.actions) and self.game.turn_over(self.seat)

    def kind(self) -> str | None:
        """The kind of the open question; None if nothing is asked."""
        return self.game.kind_asked(self.seat)

    def legal(self) -> list[str]:
        """The legal actions; empty after the end of the turn."""
        return [] if self.is_over() else self.game.legal(self.seat)

    def own_action(self) -> str | None:
        """The action that needs no word: that of its own space, if the worker picked up last is
        asked for one."""
        if self.kind() != "action" or self._worker is None or self.is_over():
            return None
        action = f"do {self._worker[0]} {self._worker[1]}"
        return action if action in self.game.legal(self.seat) else None

    def _answer(self, words: Sequence[str], *, placing: bool) -> tuple[str | None, int]:
        """Find the legal action that the first words name, and how many of them it takes."""
        legal = self.legal()
        for used in range(min(len(words), _LONGEST_ANSWER + 1), 0, -1):
            said = list(words[:used])
            for fits in (_is, _begins):
                found = [action for action in legal if self._says(said, action, placing, fits)]
                if len({_without_number(action) for action in found}) == 1:
                    return found[0], used
        return None, 0

    def _says(self, said: list[str], action: str, placing: bool, fits: Fits) -> bool:
        words = action.split()
        if fits(said, words):
            return True
        verb = words[0]
        if verb in ("pick", END) or (verb == "place" and not placing):
            return False
        if len(words) > 1 and fits(said, words[1:]):
            return True
        if verb in _BUILDING and said:
            named = said[1:] if said[0] == verb else said
            full = named[-1:] == ["plain"]
            name = "-".join(named[:-1] if full else named)
            name = name.replace("'", "").replace("’", "")
            if name and full == (words[-1] == "plain"):
                called = (_printed(words[1]), _name_typed(words[1]))
                if fits is _begins:
                    return any(one.startswith(name) for one in called)
                return name in called
        own_gear = self._worker is not None and verb == "do" and words[1] == self._worker[0]
        return own_gear and said == words[2:]

    def _refusal(
        self, command: Sequence[str], left: Sequence[str], *, placing: bool
    ) -> IllegalAction:
        """Make the refusal of words that name no legal action: the engine's reason if they are an
        action, otherwise the possible actions."""
        legal = self.legal()
        if not legal:
            return IllegalAction(
                "after-the-end",
                "“{words}” comes after the end of your turn; leave it out.",
                words=_repeated(left),
            )
        said = [*(["place"] if placing else []), *left]
        spelled = " ".join([said[0], *(_full(word) for word in said[1:])])
        if len(said) > 3 and said[0] == "pick":
            spelled = " ".join(spelled.split()[:3])
        elif said[0] == "place":
            if len(said) < 2:
                return _no_place_named()
            quick = self.game.snapshot().quick is not None
            spelled = f"place {_place(said[1], quick=quick)}"
        try:
            self.game.copy().play(self.seat, spelled)
        except IllegalAction as reason:
            if reason.code != NOT_ON_OFFER:
                return reason
        return IllegalAction(
            "does-not-fit",
            "“{words}” does not fit here; choose one of these: {choices}.",
            words=_repeated(left if len(left) < len(command) else command),
            choices=_typed(legal),
        )


def _is(said: Sequence[str], words: Sequence[str]) -> bool:
    return list(said) == list(words)


def _begins(said: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each word said begins one of the action's; numbers must be whole."""
    return len(said) == len(words) and all(
        one == whole if one.isdigit() else whole.startswith(one)
        for one, whole in zip(said, words, strict=True)
    )


def _repeated(words: Sequence[str]) -> str:
    said = " ".join(words)
    return said if len(said) <= _MOST_REPEATED else said[: _MOST_REPEATED - 1] + "…"


def _printed(tile: str) -> str:
    """Cut age and number off the id of a tile: "small-farm"."""
    return tile.partition("-")[2]


def _name_typed(tile: str) -> str:
    """Write the English name of a building or monument as one word: "traders-tomb"."""
    name = (MONUMENTS[tile] if tile in MONUMENTS else BUILDINGS[tile]).name
    return re.sub(r"[^a-z]+", "-", name.lower().replace("'", "")).strip("-")


def _without_number(action: str) -> str:
    """Cut off the part of an action that tells two buildings of one kind apart."""
    words = action.split()
    return " ".join(_name_typed(word) if word in BUILDINGS else word for word in words)


def _typed(legal: Sequence[str]) -> str:
    """List actions as people type them; of many the first, with an ellipsis."""
    found = []
    for action in legal[:_MOST_NAMED]:
        verb, _, rest = action.partition(" ")
        if verb in _BUILDING and rest:
            rest = _printed(rest)
        found.append(shown_line(rest if verb in _VERBS_LEFT_OUT and rest else f"{verb} {rest}"))
    return ", ".join(
        [*dict.fromkeys(one.strip() for one in found), *["…"] * (len(legal) > _MOST_NAMED)]
    )


def _spaced(word: str) -> str:
    """Write a word with spaces for the hyphens of ids: "chichen itza"."""
    return word.replace("_", " ")


def shown_line(line: str) -> str:
    """Write a line for people, with the names of gears and tiles; it can be typed like that."""
    return " ".join(_TILE_NAMES.get(word, _spaced(word)) for word in line.split(" "))


def _full(word: str) -> str:
    """Find the full name of a shortened gear."""
    matching = [gear for gear in GEARS if gear.startswith(word)]
    return matching[0] if len(matching) == 1 else word


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
        Completion(
            one.shown
            if len(one.shown) <= MOST_CHARACTERS
            else "…" + one.shown[1 - MOST_CHARACTERS :],
            one.text,
        )
        for one in found
        if len(one.text) <= MOST_CHARACTERS
    ][:MOST_CHOICES]
