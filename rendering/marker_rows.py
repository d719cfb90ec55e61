"""Markers of several seats on one place: side by side, in two rows where one would crowd."""

from collections.abc import Sequence

from PIL import Image

from rendering.canvas import Box, paste
from rendering.markers import marker
from rendering.theme import Theme

LARGEST = 40
_SPREAD = 1.09  # from marker to marker, in sizes


def place_markers(
    image: Image.Image,
    seats: Sequence[int],
    room: Box,
    centre: float,
    theme: Theme,
    *,
    largest: int = LARGEST,
    asked: Sequence[int] = (),
) -> None:
    """Markers side by side inside `room`, round `centre` if they can be, of at most `largest`
    pixels; the seats `asked` have a gold rim. Where the markers would become too small in one row,
    they stand in two."""
    left, top, right, bottom = room
    wide, tall = right - left, bottom - top
    size = min(largest, int(wide / len(seats) / _SPREAD))
    rows = [seats]
    half = (len(seats) + 1) // 2
    in_two_rows = min(largest, int(tall / 2 / 1.08), int(wide / half / _SPREAD))
    if in_two_rows > size:
        rows, size = [seats[:half], seats[half:]], in_two_rows
    pitch = size * _SPREAD
    for row, members in enumerate(rows):
        y = (top + bottom) / 2 + (row - (len(rows) - 1) / 2) * tall / 2
        reach = pitch * len(members) / 2
        x = min(max(centre, left + reach), right - reach) - reach + pitch / 2
        for seat in members:
            paste(image, marker(seat, size, theme, to_move=seat in asked), (x, y))
            x += pitch
