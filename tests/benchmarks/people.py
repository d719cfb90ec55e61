"""The people of `test_presses.py`: they press what a panel offers, with the mix of a recorded game.

Each table follows the turns of the recorded game from where it stands: as many workers placed or
picked up, the same actions and answers where the panel offers them, else ones of the same kind. A
recording does not tell of those who look at the board first, or go back a step and choose again;
that is added at random.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cogs.kit.buttons import apart, pressed_as

RECORDED = Path(__file__).parents[1] / "engine" / "playthroughs" / "2-seats.txt"
LOOKS_AT_BOARD, GOES_BACK = 0.2, 0.25
"""In how many of the turns somebody looks at the board, and goes back a step."""
LONGEST_TURN = 30
"""Presses, after which a turn is only to be ended."""
BUTTON, SELECT = 2, 3
BEGINS = ("place", "pick", "beg", "keep")
"""How a step of a turn begins; what follows until the next one answers its questions."""
PAYS, ENDS = "pay ", ("end", "pass", "done")
ON_BOARD, OF_TILES = ("place", "pick"), ("build", "monument", "renovate")
"""The verbs of choices that are shown in a picture."""


def recorded_turns() -> list[tuple[str, ...]]:
    """The turns of the recorded game, in order, without payments and the word that ends them."""
    found = []
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        if turn := re.fullmatch(r"play +\d: (.+)", line):
            found.append(tuple(one for one in turn[1].split("; ") if _tells(one)))
    return found


def _tells(action: str) -> bool:
    return not action.startswith(PAYS) and action not in ENDS


@dataclass(frozen=True)
class Offer:
    """Something that can be pressed or chosen in a panel."""

    custom_id: str
    value: str | None
    """The chosen value, where it stands in a menu."""
    verb: str
    """What the button does."""
    actions: tuple[str, ...]
    """The actions that are done with it, without payments."""


@dataclass(frozen=True)
class NextPress:
    """What somebody presses."""

    kind: str
    custom_id: str
    value: str | None = None

    @property
    def data(self) -> dict[str, Any]:
        """What Discord sends of it."""
        if self.value is None:
            return {"custom_id": self.custom_id, "component_type": BUTTON}
        return {"custom_id": self.custom_id, "component_type": SELECT, "values": [self.value]}


def components(tops: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """All components, nested ones included."""
    for one in tops:
        yield one
        yield from components(one.get("components") or ())


def offered_in(panel: Sequence[Mapping[str, Any]]) -> list[Offer]:
    """What can be pressed in a panel to go on with a turn."""
    found = []
    for one in components(panel):
        if one.get("disabled") or "custom_id" not in one:
            continue
        press = pressed_as(one["custom_id"])
        if press.verb == "choose":
            for value in (option["value"] for option in one["options"]):
                found.append(_offer(one["custom_id"], value, "do", value))
        elif press.verb in ("do", "tile", "all", "confirm"):
            word = press.word if press.verb in ("do", "confirm") else ""
            found.append(_offer(one["custom_id"], None, press.verb, word))
    return found


def _offer(custom_id: str, value: str | None, verb: str, word: str) -> Offer:
    actions = tuple(one for one in apart(word) if _tells(one)) if word else ()
    return Offer(custom_id, value, verb, actions)


def should_have_picture(offered: Sequence[Offer]) -> bool:
    """Whether a panel with these choices is shown with a picture, if there is time."""
    verbs = {action.split()[0] for one in offered for action in one.actions}
    return any(one.verb == "tile" for one in offered) or bool(verbs & {*ON_BOARD, *OF_TILES})


def texts(panel: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """All that is written in a message."""
    return (one["content"] for one in components(panel) if "content" in one)


@dataclass
class Place:
    """A channel with a game of two, and who presses there."""

    channel: int
    table: int
    people: tuple[int, int]
    asked: int
    """The person who plays, as far as is known."""
    turns: Sequence[tuple[str, ...]]
    """Those of the recorded game."""
    turn: int
    """Which of them is taken next."""
    panel: list[dict[str, Any]] = field(default_factory=list)
    """What the person sees; empty before it is opened."""
    message: str = "1"
    """The private message in which the panel is."""
    left: tuple[str, ...] = ()
    """What of the recorded turn is still to be done."""
    before: tuple[str, ...] = ()
    """The same before the last choice."""
    presses: int = 0
    """In this turn."""
    chose: bool = False
    """Whether the last press was a choice."""
    looks: bool = False
    goes_back: bool = False
    """Whether the board is still to be looked at, and a step to be undone, in this turn."""

    def begin_turn(self, chance: random.Random) -> None:
        """Another turn begins, or the same one anew."""
        self.panel = []
        self.left = self.before = self.turns[self.turn % len(self.turns)]
        self.presses, self.chose = 0, False
        self.looks = chance.random() < LOOKS_AT_BOARD
        self.goes_back = chance.random() < GOES_BACK

    def next_press(self, chance: random.Random) -> NextPress:
        """What is pressed next."""
        self.presses += 1
        if self.looks:
            self.looks = False
            return NextPress("look", f"tz:live:{self.table}::")
        offered = offered_in(self.panel)
        if not offered:
            return NextPress("open", f"tz:openturn:{self.table}::")
        back = self._back() if self.goes_back and self.chose else None
        if back is not None:
            self.goes_back = self.chose = False
            self.left = self.before
            return NextPress("back", back)
        if any(one.verb == "tile" for one in offered):
            return self._tiles(offered)
        whole = [one for one in offered if one.verb == "confirm" and not one.actions]
        if whole and (not self.left or self.presses > LONGEST_TURN):
            return NextPress("confirm", whole[0].custom_id)
        one = self._choice([one for one in offered if one not in whole] or whole, chance)
        if one.verb == "confirm":
            return NextPress("confirm", one.custom_id)
        self.chose = True
        verb = one.actions[0].split()[0] if one.actions else "pick"
        kind = verb if verb in ON_BOARD else "answer"
        return NextPress(kind, one.custom_id, one.value)

    def _back(self) -> str | None:
        for one in components(self.panel):
            if one.get("custom_id", "").startswith("tz:undo:") and not one.get("disabled"):
                return str(one["custom_id"])
        return None

    def _tiles(self, offered: Sequence[Offer]) -> NextPress:
        """The first tiles: until they are enough."""
        for one in offered:
            if one.verb == "confirm":
                return NextPress("confirm", one.custom_id)
        best = max(offered, key=lambda one: len(pressed_as(one.custom_id).word.split()))
        return NextPress("tile", best.custom_id)

    def _choice(self, offered: Sequence[Offer], chance: random.Random) -> Offer:
        """The choice that is most like what was recorded; it is crossed off."""
        self.before = self.left
        begun = [one for one in self.left if one.split()[0] in BEGINS]
        every = [one for one in offered if one.verb == "all"]
        picks = [one for one in begun if one.startswith("pick ")]
        if every and len(picks) > 1 and picks == begun:
            self.left = ()
            return every[0]
        offered = [one for one in offered if one.verb != "all"] or offered
        alike = [_alike(one.actions, self.left) for one in offered]
        best = max(alike)
        one = chance.choice([one for one, much in zip(offered, alike, strict=True) if much == best])
        self.left = self.left[max(1, best[0]) :]
        if not best[0]:  # another answer was given: what it would have asked is not asked
            while self.left and self.left[0].split()[0] not in BEGINS:
                self.left = self.left[1:]
        return one


def _alike(actions: Sequence[str], recorded: Sequence[str]) -> tuple[int, int]:
    """How many first actions are the recorded ones, and how many words of the first one."""
    if not actions or not recorded:
        return 0, 0
    same = 0
    for one, other in zip(actions, recorded, strict=False):
        if one != other:
            break
        same += 1
    words = 0
    for word, said in zip(actions[0].split(), recorded[0].split(), strict=False):
        if word != said:
            break
        words += 1
    return same, words
