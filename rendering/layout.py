"""The places of everything on the wheels picture and on the city picture, in pixels.

The wheels are measured in one unit, the gears' module `M`; a gear with n teeth has the pitch radius
n * M / 2, and gears touch at their pitch circles. Angles are degrees, clockwise from straight up.
The calendar turns anticlockwise and the cities clockwise, by whole teeth: the gears always look
the same, and only what lies on them moves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rendering.drawing.geometry import Point, around

WIDTH, HEIGHT = 1600, 1440
WHEELS_HEIGHT = 1125  # the wheels end here; the step-fret and the seat cards follow
FRET_TOP, CARDS_TOP = 1130, 1154

M = 24.2
CALENDAR_TEETH = 26
CALENDAR: Point = (816.0, 656.0)
CALENDAR_RADIUS = M * CALENDAR_TEETH / 2
DAY_ANGLE = 360 / CALENDAR_TEETH
DAY_NUMBER_RADIUS = CALENDAR_RADIUS - 1.88 * M
HUB_RADIUS = CALENDAR_RADIUS - 2.54 * M
ARROW: Point = (816.0, 1036.0)
START_SPACE: Point = (134.0, 478.0)
START_SPACE_RADIUS = 51
SKULL_STOCK: Point = (64.0, 1086.0)
QUICK_PANEL = (16, 16, 220, 410)  # left, top, right, lowest bottom
PROPHECY_PANEL = (1256, 16, 1584, 278)

WORKER = round(2.35 * M)

# The boxes of the city picture; their contents move and grow with them.
TEMPLES_BOX = (20, 20, 880, 664)
TECHNOLOGIES_BOX = (896, 20, 1580, 664)
BUILDINGS_BOX = (20, 680, 1580, 934)
MONUMENTS_BOX = (20, 950, 1580, 1248)
CITY_FRET_TOP, CITY_CARDS_TOP = 1260, 1284
CITY_HEIGHT = 1570
CARD_GAP = 14  # between the tiles of a row


@dataclass(frozen=True, eq=False)
class City:
    """One city's gear: which calendar tooth it meshes with and where its tablets are.

    `tablets[i]` is the middle of the tablet of space i + 1; the free-choice spaces of a ten-tooth
    gear share the curved band instead.
    """

    id: str
    teeth: int
    tooth: int
    tablets: tuple[Point, ...]

    @property
    def radius(self) -> float:
        """Pitch radius."""
        return M * self.teeth / 2

    @property
    def step(self) -> float:
        """Degrees from one space to the next."""
        return 360 / self.teeth

    @property
    def centre(self) -> Point:
        """Middle of the gear: a pitch radius of each gear away from the calendar's middle."""
        return around(CALENDAR, CALENDAR_RADIUS + self.radius, self.tooth * DAY_ANGLE)

    def angle(self, space: float) -> float:
        """The angle of a space. The calendar meshes between the last two spaces, which have no
        number. A fraction is a point between two spaces, for a gear that is turning."""
        contact = self.tooth * DAY_ANGLE + 180
        return contact + self.step * (space - (self.teeth - 1.5))

    def worker(self, space: float) -> Point:
        """Middle of a worker standing on the space."""
        return around(self.centre, self.radius + 0.25 * M, self.angle(space))

    def numeral(self, space: int) -> Point:
        """Middle of the space's number on the dial."""
        return around(self.centre, self.radius - 2.24 * M, self.angle(space))


_TABLES = (
    ("palenque", 10, 23, "361,476 304,351 306,239 388,140 552,122"),
    ("yaxchilan", 10, 1, "733,187 783,75 909,41 1020,64 1143,128"),
    ("tikal", 10, 5, "1155,320 1274,315 1391,365 1474,489 1438,636"),
    ("uxmal", 10, 9, "1326,738 1358,839 1370,962 1392,1060 1196,1096"),
    (
        "chichen_itza",
        13,
        18,
        "559,998 435,1048 314,1048 190,998 136,919 96,814 141,721 165,657 333,594 449,624",
    ),
)


def _points(words: str) -> tuple[Point, ...]:
    pairs = (word.split(",") for word in words.split())
    return tuple((float(x), float(y)) for x, y in pairs)


CITIES: Mapping[str, City] = MappingProxyType(
    {name: City(name, teeth, tooth, _points(words)) for name, teeth, tooth, words in _TABLES}
)


def day_angle(days_ahead: float) -> float:
    """The angle of the tooth of a day, `days_ahead` of today (negative: past). Today is down, at
    the arrow."""
    return 180 + days_ahead * DAY_ANGLE
