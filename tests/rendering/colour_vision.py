"""How colours look to people who tell fewer of them apart, and how far apart they then are."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from types import MappingProxyType

from PIL import Image

from rendering.drawing.theme import Colour

Matrix = tuple[tuple[float, float, float], ...]
Lab = tuple[float, float, float]

# Machado, Oliveira and Fernandes 2009, full severity, for linear red, green and blue.
SIGHTS: Mapping[str, Matrix] = MappingProxyType({
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
               (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
               (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
               (0.004733, 0.691367, 0.303900)),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,  # no colour at all: only light and shape are left
})  # fmt: skip
COLOUR_SIGHTS = ("usual", "protan", "deutan", "tritan")


def _linear(channel: float) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


@lru_cache(maxsize=65536)
def seen_as(colour: Colour, sight: str) -> Lab:
    """The colour as that sight sees it, in CIELAB for daylight (D65)."""
    linear = [_linear(channel) for channel in colour]
    red, green, blue = (
        min(1.0, max(0.0, sum(m * v for m, v in zip(row, linear, strict=True))))
        for row in SIGHTS[sight]
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    one, two, three = (
        v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z)
    )
    return 116 * two - 16, 500 * (one - two), 200 * (two - three)


def ciede2000(one: Lab, other: Lab) -> float:
    """Difference of two colours after CIE 142-2001: about 1 is the least an eye sees side by side,
    10 is seen at a glance."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0
    if c1 * c2:
        turn = h2 - h1
        turn += 360 if turn < -180 else -360 if turn > 180 else 0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2
    if c1 * c2:
        hue = hue / 2 if abs(h1 - h2) <= 180 else (hue + (360 if hue < 360 else -360)) / 2
    t = (
        1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6)) - 0.20 * cos(radians(4 * hue - 63))
    )  # fmt: skip
    sl = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = (
        -2
        * sqrt(chroma**7 / (chroma**7 + 25**7))
        * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    )
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rotation * (dc / sc) * (dh / sh))


def apart(one: Colour, other: Colour, sight: str) -> float:
    """How far apart two colours are to that sight."""
    return ciede2000(seen_as(one, sight), seen_as(other, sight))


def share_apart(
    one: Image.Image, other: Image.Image, sight: str, least: float, *, ground: Colour
) -> float:
    """Of the pixels that either of two sprites of one size inks, laid on a ground, the share that
    differs by `least` or more."""
    differ = inked = 0
    for a, b in zip(_pixels(one, ground), _pixels(other, ground), strict=True):
        if a != ground or b != ground:
            inked += 1
            differ += apart(a, b, sight) >= least
    return differ / max(1, inked)


def _pixels(sprite: Image.Image, ground: Colour) -> Sequence[Colour]:
    image = Image.new("RGB", sprite.size, ground)
    image.paste(sprite, (0, 0), sprite)
    # Few shades, so that a colour is reckoned once.
    data = image.point([value & 0xFC for value in range(256)] * 3).tobytes()
    flat = (ground[0] & 0xFC, ground[1] & 0xFC, ground[2] & 0xFC)
    return [
        ground if data[i : i + 3] == bytes(flat) else (data[i], data[i + 1], data[i + 2])
        for i in range(0, len(data), 3)
    ]
