"""The typefaces: there, readable, and what they cannot draw."""

from pathlib import Path

import pytest
from PIL import Image

from rendering.drawing import fonts
from rendering.drawing.lettering import text


@pytest.fixture
def no_cached_fonts():
    fonts.font.cache_clear()
    yield
    fonts.font.cache_clear()


def test_all_weights_are_there() -> None:
    fonts.check_fonts()


@pytest.mark.usefixtures("no_cached_fonts")
def test_a_missing_package_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> Path:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(fonts.resources, "files", nothing)
    with pytest.raises(fonts.FontsMissing, match=r"install the package font-lato\.$"):
        fonts.check_fonts()


@pytest.mark.usefixtures("no_cached_fonts")
def test_a_broken_file_is_told_with_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(fonts, "_folder", lambda: tmp_path)
    with pytest.raises(fonts.FontsMissing, match=r"Lato-Black\.ttf is missing or broken"):
        fonts.check_fonts()
    (tmp_path / "Lato-Black.ttf").write_bytes(b"no font")
    with pytest.raises(fonts.FontsMissing, match=r"Lato-Black\.ttf is missing or broken"):
        fonts.check_fonts()


def test_digits_are_all_equally_wide() -> None:
    for weight in ("black", "bold"):
        assert len({fonts.width(digit, weight, 52) for digit in "0123456789"}) == 1


@pytest.mark.parametrize(
    "name", ["W" * 32, "i" * 200, "漢字" * 16, "Wilhelmina von und zu", "", "A b"]
)
@pytest.mark.parametrize("room", [60, 190])
def test_fitted_never_takes_more_than_its_room(name: str, room: int) -> None:
    fitted = fonts.fitted(fonts.showable(name), "black", 37, room)
    assert fonts.width(fitted, "black", 37) <= room
    assert fitted == name or fitted.endswith("…") or not fonts.showable(name)


def test_names_come_in_letters_that_can_be_drawn() -> None:
    assert fonts.showable("Tomás") == "Tomás"
    assert fonts.showable("𝓜𝓪𝔁") == "Max"
    assert fonts.showable("Ｆｕｌｌ　Width") == "Full Width"
    assert fonts.showable("e\u0301") == "é"
    assert fonts.showable("  a \n\t b\u200b ") == "a b"
    assert fonts.showable("🎮🎲") == ""


def test_no_name_is_drawn_with_the_box_of_a_missing_character() -> None:
    for name in ("Łukasz Жуков", "漢字", "Ștefan ő", "Nguyễn", "مرحبا"):
        for character in fonts.showable(name):
            assert fonts._face_of(character) is not None


def test_letters_lato_lacks_come_from_another_typeface() -> None:
    pytest.importorskip("fontpkg_noto_sans")
    assert fonts.showable("Жуков") == "Жуков"
    pieces = fonts.runs("Anna Жуков", "black", 40)
    assert [piece for piece, _ in pieces] == ["Anna ", "Жуков"]
    image = Image.new("RGB", (400, 80))
    text(image, (10, 40), "Anna Жуков", "black", 40, (255, 255, 255), "lm")
    box = image.getbbox()
    assert box is not None
    assert abs((box[2] - 10) - fonts.width("Anna Жуков", "black", 40)) < 8
