"""The typefaces, what they cannot draw, and names in lines."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont, features

from bot.model.server import LANGUAGES
from bot.text.catalogue import read_catalogue
from bot.text.translation import DOMAIN, LOCALES, translator
from rendering.drawing import lettering
from rendering.drawing.lettering import text, titled, width, wrapped
from rendering.results.standings import readable_names

# --- The typefaces: there, readable, and what they cannot draw ------------------------------------


@pytest.fixture
def no_cached_fonts():
    lettering.font.cache_clear()
    yield
    lettering.font.cache_clear()


def test_all_weights_are_there() -> None:
    lettering.check_fonts()


@pytest.mark.usefixtures("no_cached_fonts")
def test_a_broken_file_is_told_with_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(lettering, "_FOLDER", tmp_path)
    with pytest.raises(lettering.FontsMissing, match=r"Lato-Black\.ttf is missing or broken"):
        lettering.check_fonts()
    (tmp_path / "Lato-Black.ttf").write_bytes(b"no font")
    with pytest.raises(lettering.FontsMissing, match=r"Lato-Black\.ttf is missing or broken"):
        lettering.check_fonts()


def test_digits_are_all_equally_wide() -> None:
    for weight in ("black", "bold"):
        assert len({lettering.width(digit, weight, 52) for digit in "0123456789"}) == 1


@pytest.mark.parametrize(
    "name", ["W" * 32, "i" * 200, "漢字" * 16, "Wilhelmina von und zu", "", "A b"]
)
@pytest.mark.parametrize("room", [60, 190])
def test_fitted_never_takes_more_than_its_room(name: str, room: int) -> None:
    fitted = lettering.fitted(lettering.showable(name), "black", 37, room)
    assert lettering.width(fitted, "black", 37) <= room
    assert fitted == name or fitted.endswith("…") or not lettering.showable(name)


@pytest.mark.skipif(not features.check("raqm"), reason="needs fribidi")
@pytest.mark.parametrize(
    ("letter", "marks"),
    [
        ("a", "\u0301\u0302\u0303\u0323"),
        ("\u0645", "\u064e\u064f\u0651\u0670"),
        ("\u05e9", "\u05b8\u05b9\u05c1\u05bc"),
        ("\u0e01", "\u0e34\u0e49\u0e4c\u0e47"),
        ("\u0915", "\u093c\u0947\u0902\u0901"),
    ],
    ids=["Latin", "Arabic", "Hebrew", "Thai", "Devanagari"],
)
def test_marks_stacked_on_a_name_stay_in_its_line(letter: str, marks: str) -> None:
    stacked = lettering.showable((letter + marks * 8) * 3)
    for piece, face in lettering.runs(stacked, "bold", 100):
        _, top, _, bottom = face.getbbox(piece, anchor="ls")
        assert top >= -90 and bottom <= 40
    assert lettering.showable(letter + marks[0]) == unicodedata.normalize("NFC", letter + marks[0])


@pytest.mark.skipif(not features.check("raqm"), reason="needs fribidi")
@pytest.mark.parametrize(
    "name",
    [
        "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",
        "\u0e1e\u0e35\u0e48\u0e19\u0e49\u0e2d\u0e07",
        "\u0915\u093c\u0947\u0902",
    ],
)
def test_words_keep_the_marks_they_are_written_with(name: str) -> None:
    assert lettering.showable(name) == unicodedata.normalize("NFKC", name)


def test_names_come_in_letters_that_can_be_drawn() -> None:
    assert lettering.showable("Tomás") == "Tomás"
    assert lettering.showable("𝓜𝓪𝔁") == "Max"
    assert lettering.showable("Ｆｕｌｌ　Width") == "Full Width"
    assert lettering.showable("e\u0301") == "é"
    assert lettering.showable("  a \n\t b\u200b ") == "a b"
    assert lettering.showable("🎮🎲") == ""


def test_no_name_is_drawn_with_the_box_of_a_missing_character() -> None:
    for name in ("Łukasz Жуков", "漢字", "Ștefan ő", "Nguyễn", "مرحبا"):
        for character in lettering.showable(name):
            assert lettering._face_of(character) is not None


def test_letters_lato_lacks_come_from_another_typeface() -> None:
    assert lettering.showable("Жуков") == "Жуков"
    pieces = lettering.runs("Anna Жуков", "black", 40)
    assert [piece for piece, _ in pieces] == ["Anna ", "Жуков"]
    image = Image.new("RGB", (400, 80))
    text(image, (10, 40), "Anna Жуков", "black", 40, (255, 255, 255), "lm")
    box = image.getbbox()
    assert box is not None
    assert abs((box[2] - 10) - lettering.width("Anna Жуков", "black", 40)) < 8


def test_ordinals_stay_as_they_are_written() -> None:
    """Among letters that are made plain, too."""
    assert lettering.showable("2ª Era, 1º, 𝐀na") == "2ª Era, 1º, Ana"


SHAPED = ("محمد علي", "דוד כהן", "สมชาย ใจดี", "प्रिया शर्मा", "গৌতম", "குமார்", "გიორგი", "Արամ")


@pytest.mark.parametrize("name", SHAPED)
def test_a_name_of_another_script_is_whole_and_in_one_piece(name: str) -> None:
    """Marks on letters included."""
    if not features.check("raqm"):
        pytest.skip("Pillow is without Raqm here")
    assert lettering.showable(name) == unicodedata.normalize("NFKC", name)
    [(piece, face)] = lettering.runs(lettering.showable(name), "black", 40)
    assert piece == lettering.showable(name)
    assert face.layout_engine == ImageFont.Layout.RAQM


def test_arabic_letters_join() -> None:
    if not features.check("raqm"):
        pytest.skip("Pillow is without Raqm here")
    [(_, face)] = lettering.runs("محمد", "bold", 40)
    mask = Image.new("L", (200, 100))
    ImageDraw.Draw(mask).text((20, 60), "محمد", fill=255, font=face, anchor="ls")
    left, _, right, _ = mask.getbbox() or (0, 0, 0, 0)
    assert all(mask.crop((x, 0, x + 1, 100)).getbbox() for x in range(left, right))


def test_a_name_read_from_the_right_begins_there() -> None:
    if not features.check("raqm"):
        pytest.skip("Pillow is without Raqm here")
    assert [piece for piece, _ in lettering.runs("דוד Ada", "bold", 40)] == ["Ada ", "דוד"]
    assert [piece for piece, _ in lettering.runs("Ada דוד", "bold", 40)] == ["Ada ", "דוד"]


@pytest.fixture
def other_machine() -> Iterator[None]:
    """What was found out about the typefaces of this machine is forgotten before and after."""
    found = (
        lettering._shaped,
        lettering._fallback,
        lettering._shows,
        lettering._face_of,
        lettering.showable,
    )
    for cache in found:
        cache.cache_clear()
    yield
    for cache in found:
        cache.cache_clear()


@pytest.mark.usefixtures("other_machine")
def test_without_raqm_such_letters_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering.features, "check", lambda name: False)
    assert lettering.showable("דוד Ada") == "Ada"
    [scripts] = [
        scripts for scripts, helps in lettering.left_out().items() if "libfribidi0" in helps
    ]
    assert scripts.startswith("Arabic, Hebrew, Thai")


@pytest.mark.usefixtures("other_machine")
def test_without_the_extra_for_them_such_letters_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The pictures need no more than Lato."""
    pytest.importorskip("noto_cjk_sans_jp_bold")
    assert "Chinese, Japanese, Korean" not in lettering.left_out()
    assert lettering.showable("漢字 Ada Жуков") == "漢字 Ada Жуков"
    for cache in (lettering._fallback, lettering._shows, lettering._face_of, lettering.showable):
        cache.cache_clear()
    files = lettering.resources.files

    def without(package: str) -> object:
        if package == "noto_cjk_sans_jp_bold":
            raise ModuleNotFoundError(package)
        return files(package)

    monkeypatch.setattr(lettering.resources, "files", without)
    lettering.check_fonts()
    assert lettering.showable("漢字 Ada Жуков") == "Ada Жуков"
    assert lettering.left_out()["Chinese, Japanese, Korean"].startswith("the extra cjk")


def test_no_two_people_look_alike_in_the_standings() -> None:
    names = readable_names(["ᏣᎳᎩ", "ᎠᎹ", "Ada", "Ada", "דוד"])
    assert names[:4] == ["(1)", "(2)", "Ada", "Ada (4)"]
    assert len(set(names)) == 5


# --- The typefaces have every sign that the words of the pictures have, in every language ---------

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


# --- Names in lines: whole, else parted where a reader parts them, else cut after a word ----------

SIZES = (32, 30, 28)


def test_a_long_compound_is_parted_between_two_consonants() -> None:
    assert titled("Schädelmonument", SIZES, 160, lines=2) == ()
    assert titled("Schädelmonument", SIZES, 160, lines=2, at_need=2) == (
        ("Schädel-", 32), ("monument", 32)
    )  # fmt: skip
    farm = titled("Gemeinschaftsfarm", SIZES, 224, at_need=2)
    assert [line for line, _ in farm] == ["Gemein-", "schaftsfarm"]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Aufstiegsmonument", ["Aufstiegs-", "monument"]),
        ("Baumeistergrabmal", ["Baumeister-", "grabmal"]),
        ("Braun-grünes Grabmal", ["Braun-grünes", "Grabmal"]),
        ("Holzstapel", ["Holzstapel"]),
    ],
)
def test_compounds_are_parted_where_they_are_put_together(name: str, lines: list[str]) -> None:
    assert [line for line, _ in titled(name, SIZES, 224, at_need=2)] == lines


def test_two_words_take_two_lines_before_one_is_parted() -> None:
    assert titled("Monumento al Tempio", SIZES, 224, at_need=2) == (
        ("Monumento al", 32), ("Tempio", 32)
    )  # fmt: skip
    assert len(titled("Monument", SIZES, 224, at_need=2)) == 1


def test_a_word_without_a_place_to_part_it_is_cut_off() -> None:
    assert titled("Aaaaaaaaaaaaaaaaaaaaaa", SIZES, 160, at_need=2) == ()
    ((line, size),) = titled("Mine aaaaaaaaaaaaaaaaaaaaaa", SIZES, 160, at_need=2)
    assert line.rstrip(".…") == "Mine" and size == 28


def test_what_an_arrow_leads_to_stays_with_it() -> None:
    room = width("Points: 2 to 3 →", "regular", 36) + 2
    assert wrapped("Points: 2 to 3 → 0", "regular", 36, room) == ("Points: 2 to 3", "→ 0")
