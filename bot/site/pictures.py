"""The pictures of pages, in a folder. The name of a file is a sum of all that is seen on it: each
is drawn once, whichever version of the program asks for it, and again only when it looks different.
What no page names any more is removed with the other old files.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from bot.engine.board import GEARS
from bot.model.server import Theme
from bot.scene import Scene
from bot.site.folder import PICTURES, Folder
from bot.text.descriptions.alt_text import alt_city
from bot.text.descriptions.profile import ProfileCard, alt_profile
from bot.text.descriptions.results import FinalResult, alt_final
from bot.text.names import gear_in_capitals
from bot.text.translation import Translations
from rendering import (
    LOOK,
    layer,
    small_city,
    small_final,
    small_ground,
    small_profile,
    small_wheels,
)

LAYERS = 6
"""The most layers of a wheels picture upon its ground. With more, the files of a game are fewer
bytes, and a round that is opened alone needs more of them."""


@dataclass(frozen=True)
class Pictures:
    """The pictures of one look and language. Each function returns files of the folder, which are
    there by then."""

    folder: Folder
    theme: Theme
    t: Translations

    def rounds(self, scenes: Sequence[Scene]) -> list[tuple[str, ...]]:
        """Draw the wheels at moments of a game that follow each other, or at one alone. The files
        of a moment lie upon each other, the ground first; most moments share all but the last with
        the one before."""
        found = list[tuple[str, ...]]()
        for number, scene in enumerate(scenes):
            before = scenes[number - 1] if number % LAYERS else None
            below = found[-1] if before else (self._ground(scene),)
            found.append((*below, self._layer(scene, before)))
        return found

    def city(self, scene: Scene) -> str:
        """Draw the city."""
        t, theme = self.t, self.theme
        return self._kept(
            lambda: small_city(scene, theme=theme, t=t), "city", scene, alt_city(scene, t)
        )

    def score(self, result: FinalResult) -> str:
        """Draw a final score."""
        t, theme = self.t, self.theme
        words = alt_final(result.names, result.history, t)
        return self._kept(lambda: small_final(result, theme=theme, t=t), "score", result, words)

    def profile(self, card: ProfileCard) -> str:
        """Draw the games of a person."""
        t, theme = self.t, self.theme
        words = alt_profile(card, t)
        return self._kept(lambda: small_profile(card, theme=theme, t=t), "profile", card, words)

    def _ground(self, scene: Scene) -> str:
        below = _ground_of(scene)
        return self._kept(
            lambda: layer(small_ground(*below, self.theme), self.theme), "ground", below
        )

    def _layer(self, scene: Scene, before: Scene | None) -> str:
        """Draw what is to lie upon the moment before or, without one, upon the ground."""
        t, theme = self.t, self.theme

        def draw() -> bytes:
            if before is None:
                below = small_ground(*_ground_of(scene), theme)
            else:
                below = small_wheels(before, theme=theme, t=t)
            return layer(small_wheels(scene, theme=theme, t=t), theme, below)

        words = [gear_in_capitals(t, gear) for gear in GEARS]
        return self._kept(draw, "wheels", scene, before, words)

    def _kept(self, draw: Callable[[], bytes], *seen: object) -> str:
        """Find the file on which this is seen, and draw it unless it is there."""
        name = sha256(repr((LOOK, self.theme, *seen)).encode()).hexdigest()[:32]
        file = f"{PICTURES}/{name[:2]}/{name}.png"
        self.folder.wanted.add(file)
        if not self.folder.has(file):
            self.folder.put(file, draw())
        return file


def _ground_of(scene: Scene) -> tuple[int, bool]:
    """What the ground of a scene depends on: the number of seats, and whether there are
    prophecies."""
    return len(scene.players), bool(scene.prophecies)
