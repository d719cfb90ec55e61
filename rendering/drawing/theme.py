"""Every colour of the pictures: a frozen `Theme` for Discord's dark look, another for its light
look, and the colours of icons, which are the same in both.

Colours are (red, green, blue), 0 to 255. Values that both looks share are in `_BOTH`, the others in
`DARK` and `LIGHT`. After a change run scripts/make_palettes.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.model import server

Colour = tuple[int, int, int]
ThemeName = server.Theme


def rgb(code: str) -> Colour:
    """The colour of six hexadecimal digits, e.g. `rgb("F2BE3F")`."""
    return (int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16))


# Colours of icons, markers and signs, the same in both looks.
WHITE, BLACK = rgb("FFFFFF"), rgb("000000")
MARKER_RIM = rgb("14161A")
KERNEL, KERNEL_LINE, KERNEL_SHINE = rgb("F4BE3C"), rgb("C98A1C"), rgb("FCE08F")
LEAF, LEAF_SHADE = rgb("4FA25A"), rgb("36803F")
BARK, BARK_LINE, SAPWOOD, RING = rgb("9C5F31"), rgb("6E3F1C"), rgb("EBBE8B"), rgb("B47A45")
ROCK, ROCK_LIGHT, ROCK_SHADE = rgb("9BA2AC"), rgb("C9CED5"), rgb("737A84")
GOLD, GOLD_LIGHT, GOLD_SHADE = rgb("F7B500"), rgb("FFE68A"), rgb("C08300")
CRYSTAL, CRYSTAL_SHADE, SOCKET = rgb("C9F3F4"), rgb("84D5D8"), rgb("123C42")
CARTOUCHE, CARTOUCHE_LINE, STAR = rgb("F8F1DF"), rgb("B99B62"), rgb("8A6414")
STONE_SIDE = rgb("A9B0BA")
CORN_TILE, WOOD_TILE = rgb("F2D27C"), rgb("6B4524")
SUN, SUN_DISC, MOON = rgb("F3B93E"), rgb("FFE08A"), rgb("8A90A0")
FISH, FLAME, FLAME_HEART = rgb("8FCBE3"), rgb("E8622C"), rgb("FFD24A")
COPPER, SILVER, BRONZE = rgb("F5C23C"), rgb("C4CBD3"), rgb("B98A2C")
RED_PLUME, TEAL_PLUME = rgb("E8533A"), rgb("2FA8A4")
MEDALS = (SUN_DISC, SILVER, rgb("D89A62"), rgb("A79C84"))  # the last for all further places
ANY_CITY = (rgb("C0764A"), rgb("D9574C"), rgb("E2B23A"), rgb("4DAA63"))
PALE, DARK_SIGN = rgb("F7EEDD"), rgb("2B1A0A")
FEATHER, SERPENT_EYE = rgb("F6D36B"), rgb("1C5A30")
DISC, NAVY, SPROUT, HANDLE = rgb("E9EEF6"), rgb("1F3B63"), rgb("2E7D46"), rgb("85502A")
ROOF, WALL, DOOR = rgb("B87035"), rgb("EAD8B0"), rgb("4A2A16")
ROOF_LIGHT, WALL_SHADE = rgb("D0884A"), rgb("C7B084")
STELA, STELA_SHADE, GLYPH = rgb("C9BFAB"), rgb("A2967F"), rgb("4D443A")
LEVEL_BLOCK, BONUS_TABLET = rgb("7FA3D6"), rgb("EDCF87")
SACK, SACK_SHADE = rgb("D9B98A"), rgb("B08E5F")
EYE, IRIS, EYE_RAYS = rgb("F8F3E4"), rgb("35BFC6"), rgb("FFD24A")  # of the prophecies
SHIELD_RIM = (rgb("D9A032"), rgb("FFE08A"))  # of the tribes
SHIELD_GROUNDS = tuple(
    rgb(code)
    for code in (
        "8E2A25", "1F5C8A", "3B3552", "1E6B45", "A4551F", "2B8FB0", "2C3E50", "6A2C70", "E9D7A8",
        "5E7A1E", "C23B2E", "1D2A5A", "17736C",
    )
)  # fmt: skip


DIM = 0.56
"""The part of the ground's colour (0 to 1) that is mixed into what does not matter now."""


@dataclass(frozen=True)
class CityColours:
    """Colours of a city's gear: its face, its shaded edge, numerals and emblem, and the dial below
    these."""

    gear: Colour
    shade: Colour
    numeral: Colour
    dial: Colour


@dataclass(frozen=True)
class SeatColours:
    """The colours of a seat's marker and of the letter on it."""

    fill: Colour
    letter: Colour

    @property
    def light(self) -> Colour:
        """The marker's edge towards the light."""
        return mix(self.fill, WHITE, 0.45)

    @property
    def shade(self) -> Colour:
        """The marker's edge away from the light."""
        return mix(self.fill, BLACK, 0.3)


def _cities(**codes: str) -> Mapping[str, CityColours]:
    return MappingProxyType(
        {city: CityColours(*(rgb(code) for code in four.split())) for city, four in codes.items()}
    )


def _colours(**codes: str) -> Mapping[str, Colour]:
    return MappingProxyType({name: rgb(code) for name, code in codes.items()})


TEMPLES = _colours(chaac="723E1D", quetzalcoatl="E2B23A", kukulkan="2F8A4C")
CATEGORIES = _colours(farm="E3B93A", tomb="8D9299", civic="4FA265", shrine="4486C6")
SEATS = (
    SeatColours(rgb("DB2F34"), rgb("FFFFFF")),
    SeatColours(rgb("4CB3F5"), rgb("14110B")),
    SeatColours(rgb("FFD23C"), rgb("14110B")),
    SeatColours(rgb("8E4FE0"), rgb("FFFFFF")),
    SeatColours(rgb("F7F4EC"), rgb("14110B")),
)


@dataclass(frozen=True, eq=False)  # compared by identity: a theme is a key of many caches
class Theme:
    """The colours that differ between the two looks, or may. The comment of a colour for text names
    the grounds on which it is written."""

    name: ThemeName
    is_dark: bool  # whether its grounds are darker than what is drawn on them
    page: Colour  # Discord's background, seen outside the rounded corners
    ground: Colour  # of a whole picture
    step: Colour  # stepped corners of the ground, barely lighter or darker than it
    panel: Colour  # seat cards and other panels
    base: Colour  # the slab on which the gears turn
    base_edge: Colour
    obsidian: Colour  # dials and hub
    text: Colour  # on ground and panel
    dim: Colour  # text of less weight, on ground and panel
    faint: Colour  # zeros and past days, which need not stand out
    turn: Colour  # frame and rim of the seat to move, on ground and panel
    turn_ink: Colour  # text on `turn`
    warn: Colour  # a lack of food: text on panels, and ground of `turn_ink`
    news: Colour  # rings round what moved last, on base and ground
    tablet: Colour  # stone tablets with costs and effects
    tablet_shade: Colour
    tablet_used: Colour  # tablet of a space that is used up
    ink: Colour  # on tablets
    stone: Colour  # calendar gear
    stone_shade: Colour
    building_card: Colour
    jade_deep: Colour
    fret: Colour  # step-fret between wheels and cards
    worker: Colour  # pawn on panels
    shadow: Colour
    cities: Mapping[str, CityColours]
    hub_text: Colour  # on obsidian, in both looks
    hub_turn: Colour
    hub_dim: Colour
    hub_panel: Colour
    hub_shadow: Colour
    food_mid: Colour
    food_end: Colour
    food_ink: Colour  # on the teeth of food days
    jade: Colour
    maize: Colour
    outline: Colour  # round every icon
    dummy: Colour
    dummy_mark: Colour
    temples: Mapping[str, Colour]
    categories: Mapping[str, Colour]
    seats: tuple[SeatColours, ...]


_BOTH = {  # the values that serve the dark and the light look alike
    "hub_text": rgb("F3EDE0"),
    "hub_turn": rgb("FFD24A"),
    "hub_dim": rgb("8C8A84"),
    "hub_panel": rgb("33373C"),
    "hub_shadow": rgb("07090B"),
    "food_mid": rgb("D9803A"),
    "food_end": rgb("2FA8A4"),
    "food_ink": rgb("14110B"),
    "jade": rgb("3FB38F"),
    "maize": rgb("F2BE3F"),
    "outline": rgb("15171A"),
    "dummy": rgb("8E9298"),
    "dummy_mark": rgb("3A3D42"),
}

DARK = Theme(
    name="dark",
    is_dark=True,
    page=rgb("313338"),
    ground=rgb("1F2226"),
    step=rgb("26292E"),
    panel=rgb("2A2D32"),
    base=rgb("2A2E34"),
    base_edge=rgb("474C54"),
    obsidian=rgb("15181C"),
    text=rgb("F3EDE0"),
    dim=rgb("B9B4A8"),
    faint=rgb("7F7C75"),
    turn=rgb("FFD24A"),
    turn_ink=rgb("14110B"),
    warn=rgb("FF7A4D"),
    news=rgb("35BFC6"),
    tablet=rgb("E9E0CC"),
    tablet_shade=rgb("A79C84"),
    tablet_used=rgb("54534E"),
    ink=rgb("221E18"),
    stone=rgb("B9AE98"),
    stone_shade=rgb("8C826F"),
    building_card=rgb("34383E"),
    jade_deep=rgb("1E6B57"),
    fret=rgb("245C4C"),
    worker=rgb("E7DFCB"),
    shadow=rgb("0E1013"),
    cities=_cities(
        palenque="328146 1F5530 7FC88C 13251A",
        yaxchilan="BC855C 6A4529 DDB088 271A12",
        tikal="C25349 6C2621 F09A8F 2D1311",
        uxmal="D2A43C 86661C F0CF6E 281E08",
        chichen_itza="4381C6 1E4270 93C3F4 0F1E36",
    ),
    temples=TEMPLES,
    categories=CATEGORIES,
    seats=SEATS,
    **_BOTH,
)

LIGHT = Theme(
    name="light",
    is_dark=False,
    page=rgb("FFFFFF"),
    ground=rgb("EFE8DA"),
    step=rgb("E5DCC8"),
    panel=rgb("FBF7EE"),
    base=rgb("E3D9C4"),
    base_edge=rgb("C9BB9F"),
    obsidian=rgb("2A2620"),
    text=rgb("241F18"),
    dim=rgb("5D5446"),
    faint=rgb("8A8070"),
    turn=rgb("B85C00"),
    turn_ink=rgb("FFFFFF"),
    warn=rgb("BC3C14"),
    news=rgb("0E6F78"),
    tablet=rgb("FFFDF7"),
    tablet_shade=rgb("BFB192"),
    tablet_used=rgb("DDD4C1"),
    ink=rgb("221E18"),
    stone=rgb("B3A485"),
    stone_shade=rgb("857757"),
    building_card=rgb("FFFDF7"),
    jade_deep=rgb("2A7C66"),
    fret=rgb("9CCDB8"),
    worker=rgb("3A352D"),
    shadow=rgb("B4A88F"),
    cities=_cities(
        palenque="3C8A4E 245A33 7FC88C 182E20",
        yaxchilan="885836 563620 DDB088 30211A",
        tikal="8A2925 571B17 F09A8F 381A17",
        uxmal="A2780B 755812 F0CF6E 33270B",
        chichen_itza="356CA8 1E4270 93C3F4 152845",
    ),
    temples=TEMPLES,
    categories=CATEGORIES,
    seats=SEATS,
    **_BOTH,
)

THEMES: Mapping[ThemeName, Theme] = MappingProxyType({one.name: one for one in (DARK, LIGHT)})


@dataclass(frozen=True)
class AgeSky:
    """The colours of an age's picture: its sky from the top down, the sun and its glow, and what
    stands far away, near, and in front."""

    bands: tuple[Colour, ...]
    sun: Colour
    glow: Colour
    far: Colour
    near: Colour
    front: Colour


_DAWN = AgeSky(
    bands=tuple(map(rgb, ("1E5A49", "2A7C66", "3FA37F", "7FC88C", "D8DE8E"))),
    sun=rgb("FFE68A"),
    glow=rgb("EBDD7E"),
    far=rgb("2F7A55"),
    near=rgb("1E6B57"),
    front=rgb("143F33"),
)
_DUSK = AgeSky(
    bands=tuple(map(rgb, ("4A2A16", "85502A", "C07608", "E2A23A", "F4BE3C"))),
    sun=rgb("FFE68A"),
    glow=rgb("FCD870"),
    far=rgb("8C826F"),
    near=rgb("A79C84"),
    front=rgb("4D443A"),
)


def sky_of_age(age: int) -> AgeSky:
    """The colours of age 1, a green dawn, or of age 2, a golden dusk; the same in both looks."""
    return _DAWN if age == 1 else _DUSK


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """The colour `share` of the way from `one` (0) to `other` (1)."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return (red, green, blue)


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio of two colours after WCAG 2: 1.0 (equal) to 21.0 (black on white)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
