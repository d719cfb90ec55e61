"""The typefaces have every sign that the words of the pictures have, in every language."""

from pathlib import Path

import pytest
from PIL import Image

from bot.model.server import LANGUAGES
from bot.text.catalogue import read_catalogue
from bot.text.translation import DOMAIN, LOCALES, translator
from rendering.drawing import lettering
from rendering.drawing.lettering import text

DRAWS = ("rendering/", "bot/text/descriptions/", "bot/text/names.py", "bot/text/points.py",
         "bot/text/rules.py", "bot/text/seats.py", "bot/text/spaces.py", "bot/text/standings.py",
         "bot/text/tiles.py")  # fmt: skip
"""Where the words of pictures come from."""
IN_MESSAGES = "⚠️✅❌⬆⬇☀🌽🪵🪨🟡💀👑🥇🥈🥉▲▼•⚖🎲🧮"
"""Signs of these texts that are put into messages alone."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_pictures(language: str) -> None:
    lacking = {}
    path = LOCALES / "de" / "LC_MESSAGES" / f"{DOMAIN}.po"
    if language != "en":
        path = LOCALES / translator(language).locale.__str__() / "LC_MESSAGES" / f"{DOMAIN}.po"
    for message in read_catalogue(Path(path)):
        if not any(file.startswith(DRAWS) for file, _ in message.locations):
            continue
        said = message.id if language == "en" else message.string
        for one in [said] if isinstance(said, str) else said:
            missing = [
                sign
                for sign in one
                if not sign.isspace() and sign not in IN_MESSAGES and not lettering.is_drawn(sign)
            ]
            if missing:
                lacking[one] = missing
    assert not lacking


def test_an_arrow_is_drawn_as_heavy_as_the_words() -> None:
    """It stands in how a prophecy is scored: "0 → −5"."""
    inked = []
    for weight in ("regular", "bold", "black"):
        image = Image.new("L", (80, 60))
        text(image, (40, 30), "→", weight, 40, 255, "mm")  # type: ignore[arg-type]
        assert image.getbbox() is not None, weight
        inked.append(sum(image.histogram()[128:]))
    assert inked == sorted(inked) and inked[0] < inked[-1]
