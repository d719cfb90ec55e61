"""What a process for drawing can be asked for that fails."""

from rendering.drawing.picture import FontsMissing


def no_fonts() -> None:
    """As where the fonts are missing."""
    raise FontsMissing("Lato is missing; install the program anew")
