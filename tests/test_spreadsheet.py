"""CSV for spreadsheets, read back with every separator a spreadsheet may take."""

import csv
import io

import pytest

from bot.spreadsheet import Id, csv_of

FORMULA = "=+-@＝＋－＠"
TYPED = (
    '=HYPERLINK("http://x")', "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "  =1", "＝1",
    "Ada;=1+1", 'Ada";=1+1', "Ada\t=1+1", "Ada;  @x", "Ada\n=1", ";+1;-1", "a;\t=1",
)  # fmt: skip


def cells(text: str, separator: str) -> list[str]:
    return [cell for line in csv.reader(io.StringIO(text), delimiter=separator) for cell in line]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("typed", TYPED)
def test_no_text_becomes_a_formula(typed: str, separator: str) -> None:
    for cell in cells(csv_of(("name", "points"), [(typed, 3)]), separator):
        assert not cell.strip().startswith(tuple(FORMULA))


def test_every_field_is_quoted_and_numbers_stay_numbers() -> None:
    written = csv_of(
        ("id", "name", "points", "margin", "by"),
        [(Id(1234567890123456789), 'Ada "the first", 2', -13.5, -3, None)],
    )
    assert written == (
        '"id","name","points","margin","by"\n'
        '"\'1234567890123456789","Ada ""the first"", 2","-13.5","-3",""\n'
    )
    assert cells(written, ",")[-4:-1] == ['Ada "the first", 2', "-13.5", "-3"]


def test_plain_text_stays_as_it_is() -> None:
    for typed in ("Ada", "a=b", "x-y; z", "O'Neill", "3 - 4", "אבא", ""):
        assert cells(csv_of(("name",), [(typed,)]), ",") == ["name", typed]
