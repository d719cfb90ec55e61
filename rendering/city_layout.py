"""Where everything on the second plate stands, in pixels of the picture: change a box here, and
what is in it moves and grows with it."""

from rendering.canvas import Box

TEMPLES_BOX: Box = (20, 20, 880, 622)
TECHNOLOGIES_BOX: Box = (896, 20, 1580, 622)
BUILDINGS_BOX = (20, 638, 1580, 860)
MONUMENTS_BOX = (20, 876, 1580, 1118)
CARD_GAP = 14  # between the tiles of a row
