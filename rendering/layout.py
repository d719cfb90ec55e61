"""The places of everything on the wheels picture and on the city picture, in pixels.

The wheels are measured in one unit, the gears' module `M`; a gear with n teeth has the pitch radius
n * M / 2, and gears touch at their pitch circles. Angles are degrees, clockwise from straight up.
The calendar turns anticlockwise and the cities clockwise, by whole teeth: the gears always look
the same, and only what lies on them moves.

The wheels picture is made for phones, which show it 265 to 400 pixels wide: every digit on it is
`DIGIT` pixels high or higher.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from rendering.drawing.canvas import Point, around

WIDTH = 1600
WHEELS_HEIGHT = 1392  # the wheels end here; the seats follow
DIGIT = 75  # size of the letters whose digits are 56 pixels high, 14 where 400 are shown

M = 28.0
CALENDAR_TEETH = 26
CALENDAR: Point = (824.0, 783.0)
CALENDAR_RADIUS = M * CALENDAR_TEETH / 2
DAY_ANGLE = 360 / CALENDAR_TEETH
HUB_RADIUS = CALENDAR_RADIUS - 3.7 * M
ARROW: Point = (CALENDAR[0], CALENDAR[1] + CALENDAR_RADIUS + 2.6 * M)
START_SPACE: Point = (94.0, 98.0)
START_SPACE_RADIUS = 56
SKULL_STOCK: Point = (204.0, 144.0)
QUICK_PANEL = (1168, 14, 1586, 208)  # left, top, right, bottom

WORKER = 62

# Below the wheels, from above: the prophecies if the game has them, then a line for each seat.
BAND_HEIGHT, LINE_HEIGHT, LINE_GAP = 100, 76, 8
FOOT_TOP = WHEELS_HEIGHT + 24  # the step-fret is between the wheels and the foot
FRET_TOP = WHEELS_HEIGHT + 2
FOOT_LEFT, FOOT_RIGHT = 16, WIDTH - 16


def seats_top(*, prophecies: bool) -> int:
    """The upper edge of the first seat's line, in pixels."""
    return FOOT_TOP + (BAND_HEIGHT + 8 if prophecies else 0)


def wheels_height(seats: int, *, prophecies: bool) -> int:
    """The height of the whole wheels picture."""
    return seats_top(prophecies=prophecies) + seats * (LINE_HEIGHT + LINE_GAP) + 8


# The boxes of the city picture; their contents move and grow with them.
TEMPLES_BOX = (20, 20, 880, 664)
TECHNOLOGIES_BOX = (896, 20, 1580, 664)
BUILDINGS_BOX = (20, 680, 1580, 934)
MONUMENTS_BOX = (20, 950, 1580, 1248)
CITY_HEIGHT = 1268
CARD_GAP = 14  # between the tiles of a row

_NUMERAL_DEPTH = {10: 1.36, 13: 1.62}  # modules from the pitch circle to the middle of a number
_TO_WORKER = 2.58  # modules from a number to the worker on its space


@dataclass(frozen=True, eq=False)
class City:
    """One city's gear: the calendar tooth it meshes with, and where the tablets of its spaces are.

    `tablets[i]` is the middle of the tablet of space i + 1; the last one stands for all free-choice
    spaces.
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

    @cached_property
    def centre(self) -> Point:
        """Middle of the gear: a pitch radius of each gear away from the calendar's middle."""
        return around(CALENDAR, CALENDAR_RADIUS + self.radius, self.tooth * DAY_ANGLE)

    def angle(self, space: float) -> float:
        """The angle of a space in degrees. The gear touches the calendar between its last two
        spaces, which have no number. A fraction is a point between two spaces, for a gear that is
        turning."""
        contact = self.tooth * DAY_ANGLE + 180
        return contact + self.step * (space - (self.teeth - 1.5))

    def worker(self, space: float) -> Point:
        """Middle of a worker standing on the space."""
        out = _TO_WORKER - _NUMERAL_DEPTH[self.teeth]
        return around(self.centre, self.radius + out * M, self.angle(space))

    def numeral(self, space: int) -> Point:
        """Middle of the space's number. A number of two digits is moved on a little, away from the
        one before it."""
        depth = _NUMERAL_DEPTH[self.teeth] * M
        return around(self.centre, self.radius - depth, self.angle(space) + 4 * (space > 9))


_TABLES = (
    ("palenque", 10, 22, "226,717 146,607 141,437 209,263 425,212 590,354"),
    ("yaxchilan", 10, 0, "572,240 582,144 654,49 946,49 1067,82 1038,365"),
    ("tikal", 10, 4, "1114,276 1248,249 1438,288 1513,434 1510,639 1312,714"),
    ("uxmal", 10, 9, "1418,823 1479,961 1499,1167 1449,1277 1172,1321 1063,1214"),
    (
        "chichen_itza",
        13,
        17,
        "624,1198 537,1345 297,1352 208,1344 125,1225 70,1114 88,1005 112,905 232,814 394,817",
    ),
)


def _points(words: str) -> tuple[Point, ...]:
    pairs = (word.split(",") for word in words.split())
    return tuple((float(x), float(y)) for x, y in pairs)


CITIES: Mapping[str, City] = MappingProxyType(
    {name: City(name, teeth, tooth, _points(words)) for name, teeth, tooth, words in _TABLES}
)


def day_angle(days_ahead: float) -> float:
    """The angle in degrees of a day's tooth, `days_ahead` of today (negative: past). Today's tooth
    points down, at the arrow."""
    return 180 + days_ahead * DAY_ANGLE
