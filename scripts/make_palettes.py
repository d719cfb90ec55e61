"""Make data/palettes.json: the colours of each theme, by k-means over many pictures.

Run it again after the look of the pictures has changed:  python scripts/make_palettes.py
It takes a quarter minute and prints how near the pictures come to their true colours. The result
is always the same for the same look. With a file name it writes there instead.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import log10
from pathlib import Path

from PIL import Image, ImageChops

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot.engine import Game  # noqa: E402
from bot.engine.components import MODULES  # noqa: E402
from bot.scene import Scene, scene_of  # noqa: E402
from bot.text.translation import ENGLISH  # noqa: E402
from rendering.drawing import encoding, kept  # noqa: E402
from rendering.drawing.encoding import DIMMED  # noqa: E402
from rendering.drawing.theme import DIM, THEMES, Colour, Theme, mix  # noqa: E402

# Before anything that draws takes them from there: here plates and sprites keep all their colours,
# for which they need four bytes a pixel instead of one.
for name in ("reduced", "numbers_of", "coloured"):
    vars(encoding)[name] = lambda image, theme: image
keep = kept.kept
vars(kept)["kept"] = lambda most: keep(4 * most)

from rendering.city import picture as city  # noqa: E402
from rendering.wheels import picture as wheels  # noqa: E402

Drawing = Callable[[Scene, Theme], Image.Image]


def wheels_image(scene: Scene, theme: Theme) -> Image.Image:
    """The wheels picture in full colour, without a palette."""
    image, top = Image.new("RGB", wheels.wheels_size(scene)), 0
    for plate in wheels.wheels_plates(theme, len(scene.players), bool(scene.prophecies)):
        image.paste(plate, (0, top))
        top += plate.height
    wheels.draw_scene(image, scene, theme, ENGLISH)
    return image


DRAWINGS: tuple[Drawing, ...] = (wheels_image, city.city_image)
"""What is looked at for colours: everything that is encoded in a theme's palette."""

NAMES = (
    "Ixchel", "Tomás", "Marisol", "Kwame", "Anaïs", "Bao", "Çağla", "Dmitrij", "Ένας", "Fjóla",
    "Gwendolyn-Marguerite", "Жанна", "李小龙", "Jo", "Łukasz", "さくら", "W" * 32, "Zoë",
)  # fmt: skip
ROUNDS = (1, 5, 9, 14, 19, 25)
COLOURS = 112
"""Of a theme: more of them are not seen, and make every picture larger."""
EXACT = 16
"""Besides the theme's own, so many of the most frequent colours are kept as they are."""
MOST_COLOURS = 2**16
"""More than any picture has. Pillow counts in a table of that size: one for every pixel takes it
five times as long."""
WEIGHT = 0.65
"""A colour counts by this power of how often it is seen, or large things would take them all."""
RICH = ("do", "build", "monument", "advance")
"""Actions preferred, since those who only move at random never build."""

Counts = Counter[Colour]


def scenes() -> Iterator[Scene]:
    """Positions of games from early to the end, with two to five seats, without and with the
    expansion, under many names."""
    chance = random.Random(2012)
    for players in (2, 3, 4, 5):
        for modules in ((), MODULES):
            if players == 5 and not modules:
                continue
            game = Game.new(players, seed=players, modules=modules)
            seen = set()
            names = chance.sample(NAMES, players)
            while game.pending:
                decision = game.pending[0]
                legal = game.legal(decision.seat)
                rich = [action for action in legal if action.split()[0] in RICH]
                game.play(decision.seat, chance.choice(rich or legal))
                number = game.snapshot().round
                if number in ROUNDS and number not in seen and game.pending:
                    seen.add(number)
                    waiting = [open_.seat for open_ in game.pending]
                    yield scene_of(game.snapshot(), names, waiting=waiting)
            yield scene_of(game.snapshot(), names)


def counted(draw: Drawing, theme: Theme, shown: list[Scene]) -> Counts:
    """How often each colour is seen."""
    counts: Counts = Counter()
    for scene in shown:
        image = draw(scene, theme)
        found = image.getcolors(MOST_COLOURS)
        assert found is not None, "a picture of more colours: MOST_COLOURS must grow"
        for count, colour in found:
            counts[colour] += count  # type: ignore[index]
    return counts


def palette(theme: Theme, counts: Counts) -> bytes:
    """The theme's colours: the large areas and the most frequent colours exactly, means for the
    others. No two stand for the same shades of Pillow's coarse look-up."""
    found: dict[Colour, Colour] = {}  # by what the look-up takes for it
    for colour in flat_colours(theme):
        found.setdefault(coarse(colour), colour)
    most = len(found) + EXACT
    for colour, _ in counts.most_common():
        if len(found) == most:
            break
        found.setdefault(coarse(colour), colour)
    weights = {
        colour: round(count**WEIGHT)
        for colour, count in counts.items()
        if coarse(colour) not in found
    }
    # Means that fall on a colour kept exactly are no gain: then more of them are asked for.
    for wanted in range(COLOURS - len(found), 2 * COLOURS):
        colours = dict(found)
        for colour in means(weights, wanted):
            colours.setdefault(coarse(colour), colour)
        if len(colours) >= COLOURS:
            break
    return b"".join(bytes(colour) for colour in list(colours.values())[:COLOURS])


def means(weights: Mapping[Colour, int], wanted: int) -> list[Colour]:
    """So many colours that stand for all, by Pillow's k-means."""
    pixels = [colour for colour, weight in weights.items() for _ in range(weight)]
    sample = Image.new("RGB", (len(pixels), 1))
    sample.putdata(pixels)
    few = sample.quantize(wanted, method=Image.Quantize.MEDIANCUT, kmeans=3)
    made = (few.getpalette() or [])[: 3 * wanted]
    return [(made[i], made[i + 1], made[i + 2]) for i in range(0, len(made), 3)]


def dimmed(theme: Theme, counts: Counts) -> bytes:
    """The colours of what is dimmed: exactly those by which things are told apart, and means for
    the others."""
    kept = (
        theme.ground, theme.tablet, theme.stone, theme.food_mid, theme.food_end,
        theme.seats[0].fill, theme.seats[3].fill, *(city.gear for city in theme.cities.values()),
    )  # fmt: skip
    exact = [mix(colour, theme.ground, DIM) for colour in kept]
    weights: Counts = Counter()
    for colour, count in counts.items():
        weights[mix(colour, theme.ground, DIM)] += round(count**WEIGHT)
    for colour in exact:
        del weights[colour]
    return b"".join(bytes(colour) for colour in (*exact, *means(weights, DIMMED - len(exact))))


def flat_colours(theme: Theme) -> list[Colour]:
    """The colours that fill areas whose change would be seen."""
    grounds = (theme.ground, theme.panel, theme.base, theme.obsidian, theme.stone, theme.tablet)
    cities = (
        colour
        for city in theme.cities.values()
        for colour in (city.gear, city.shade, city.numeral, city.dial)
    )
    seats = (colour for seat in theme.seats for colour in (seat.fill, seat.light, seat.shade))
    rest = (
        theme.page, theme.step, theme.turn, theme.hub_turn, theme.food_mid, theme.food_end,
        theme.warn, theme.news, theme.jade_deep,
    )  # fmt: skip
    return [*grounds, *cities, *seats, *rest, *theme.temples.values()]


def coarse(colour: Colour) -> Colour:
    """The colour Pillow looks up in its place: it knows only every fourth shade."""
    red, green, blue = (value & ~3 for value in colour)
    return (red, green, blue)


def decibels(theme: Theme, colours: bytes, shown: list[Scene]) -> list[float]:
    """How near each drawing comes to its true colours: the peak signal-to-noise ratio of all its
    pictures together."""
    lookup = Image.new("P", (1, 1))
    lookup.putpalette(bytes(value & ~3 for value in colours))
    found = []
    for draw in DRAWINGS:
        squares = values = 0
        for scene in shown:
            image = draw(scene, theme)
            reduced = image.quantize(palette=lookup, dither=Image.Dither.NONE)
            reduced.putpalette(colours)
            off = ImageChops.difference(image, reduced.convert("RGB")).histogram()
            squares += sum(count * (i % 256) ** 2 for i, count in enumerate(off))
            values += sum(off)
        found.append(10 * log10(255**2 * values / squares))
    return found


def main() -> None:
    target = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "data" / "palettes.json"
    made = {}
    shown = list(scenes())
    for name, theme in THEMES.items():
        seen = {draw: counted(draw, theme, shown) for draw in DRAWINGS}
        colours = palette(theme, sum(seen.values(), Counter()))
        quality = zip(DRAWINGS, decibels(theme, colours, shown[::5]), strict=True)
        print(name, *(f"{draw.__name__}: {db:.1f} dB" for draw, db in quality))
        code = (colours + dimmed(theme, seen[wheels_image])).hex()
        made[name] = [code[i : i + 96] for i in range(0, len(code), 96)]
    target.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
