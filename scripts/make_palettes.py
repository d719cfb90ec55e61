"""Make rendering/palettes.py: the 256 colours of each theme, by k-means over many pictures.

Run it again after the look of the pictures has changed:  python scripts/make_palettes.py
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot.engine import Game  # noqa: E402
from rendering.scene import Scene, scene_of  # noqa: E402
from rendering.theme import THEMES, Colour, Theme  # noqa: E402

NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs")
ROUNDS = (1, 5, 9, 14, 19, 25)


def scenes() -> Iterator[Scene]:
    """Positions of random games, early to late, with two to four seats."""
    for players in (2, 3, 4):
        game, chance = Game.new(players, seed=players), random.Random(players)
        seen = set()
        while not game.finished:
            decision = game.pending[0]
            game.play(decision.seat, chance.choice(game.legal(decision.seat)))
            number = game.position()["round"]
            if number in ROUNDS and number not in seen and game.pending:
                seen.add(number)
                waiting = [open_.seat for open_ in game.pending]
                yield scene_of(game.position(), NAMES[:players], waiting=waiting)


def palette(theme: Theme) -> bytes:
    """The theme's 256 colours. The large areas and the most frequent colours are kept exactly; for
    the others, so that large things do not take them all, a colour counts by the square root of
    how often it is seen. No two stand for the same shades of Pillow's coarse look-up.
    """
    from rendering.city import draw_plate as city
    from rendering.wheels import draw_plate as wheels

    counts: Counter[Colour] = Counter()
    for scene in scenes():
        for draw in (wheels, city):
            image = draw(scene, theme)
            for count, colour in image.getcolors(image.width * image.height) or []:
                counts[colour] += count  # type: ignore[index]
    found: dict[Colour, Colour] = {}  # by what the look-up takes for it
    for colour in [*flat_colours(theme), *(colour for colour, _ in counts.most_common(64))]:
        found.setdefault(coarse(colour), colour)
    pixels: list[Colour] = []
    for colour, count in counts.items():
        if coarse(colour) not in found:
            pixels += [colour] * round(count**0.5)
    sample = Image.new("RGB", (len(pixels), 1))
    sample.putdata(pixels)
    few = sample.quantize(256 - len(found), method=Image.Quantize.MEDIANCUT, kmeans=3)
    made = (few.getpalette() or [])[: 3 * (256 - len(found))]
    for i in range(0, len(made), 3):
        colour = (made[i], made[i + 1], made[i + 2])
        found.setdefault(coarse(colour), colour)
    return b"".join(bytes(colour) for colour in found.values())


def flat_colours(theme: Theme) -> list[Colour]:
    """The colours that fill areas whose change would be seen."""
    grounds = (theme.plate, theme.panel, theme.base, theme.obsidian, theme.stone, theme.tablet)
    cities = (city.gear for city in theme.cities.values())
    seats = (seat.fill for seat in theme.seats)
    rest = (theme.page, theme.step, theme.turn, theme.hub_turn, theme.food_mid, theme.food_end)
    return [*grounds, *cities, *seats, *rest, *theme.temples.values()]


def coarse(colour: Colour) -> Colour:
    """The colour Pillow looks up in its place: it knows only every fourth shade."""
    red, green, blue = (value & ~3 for value in colour)
    return (red, green, blue)


def main() -> None:
    lines = ['"""The fixed colours of the pictures; made by scripts/make_palettes.py."""', ""]
    lines.append("PALETTES: dict[str, str] = {")
    for name, theme in THEMES.items():
        code = palette(theme).hex()
        lines.append(f'    "{name}": (')
        lines += [f'        "{code[i : i + 84]}"' for i in range(0, len(code), 84)]
        lines.append("    ),")
    lines.append("}")
    (ROOT / "rendering" / "palettes.py").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
