"""Tables read back: workbooks as spreadsheets read them, CSV with every separator they may take."""

import csv
import io
import zipfile
from xml.etree import ElementTree

import pytest

from bot.spreadsheet import Id, Sheet, csv_of, workbook_of

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
    for cell in cells(csv_of(Sheet(("name", "points"), [(typed, 3)])), separator):
        assert not cell.strip().startswith(tuple(FORMULA))


def test_every_field_is_quoted_and_numbers_stay_numbers() -> None:
    sheet = Sheet(
        ("id", "name", "points", "margin", "by"),
        [(Id(1234567890123456789), 'Ada "the first", 2', -13.5, -3, None)],
    )
    written = csv_of(sheet)
    assert written == (
        '"id","name","points","margin","by"\n'
        '"\'1234567890123456789","Ada ""the first"", 2","-13.5","-3",""\n'
    )
    assert cells(written, ",")[-4:-1] == ['Ada "the first", 2', "-13.5", "-3"]


def test_plain_text_stays_as_it_is() -> None:
    for typed in ("Ada", "a=b", "x-y; z", "O'Neill", "3 - 4", "אבא", ""):
        assert cells(csv_of(Sheet(("name",), [(typed,)])), ",") == ["name", typed]


_IN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def pages_of(book: bytes) -> dict[str, list[dict[str, str | float]]]:
    """The lines of each sheet of a workbook: the cells by the letter of their column. A formula
    fails."""
    with zipfile.ZipFile(io.BytesIO(book)) as parts:
        read = {name: ElementTree.fromstring(parts.read(name)) for name in parts.namelist()}
    shared = ["".join(one.itertext()) for one in read["xl/sharedStrings.xml"].iter(f"{_IN}si")]
    found = {}
    for number, page in enumerate(read["xl/workbook.xml"].iter(f"{_IN}sheet"), start=1):
        lines = found[page.attrib["name"]] = []
        for row in read[f"xl/worksheets/sheet{number}.xml"].iter(f"{_IN}row"):
            line: dict[str, str | float] = {}
            for cell in row.iter(f"{_IN}c"):
                assert cell.find(f"{_IN}f") is None, "a formula"
                value = cell.findtext(f"{_IN}v") or ""
                text = cell.attrib.get("t") == "s"
                line[cell.attrib["r"].rstrip("0123456789")] = (
                    shared[int(value)] if text else float(value)
                )
            lines.append(line)
    return found


def test_a_workbook_has_text_as_text_and_numbers_as_numbers() -> None:
    """So it needs neither a separator nor a decimal sign, which differ between languages."""
    sheet = Sheet(
        ("id", "name", "points", "by"), [(Id(1234567890123456789), "Ñandú; Łódź", -13.5, None)]
    )
    pages = pages_of(workbook_of({"standings": sheet, "log": Sheet(("n",), [])}))
    assert pages["standings"] == [
        {"A": "id", "B": "name", "C": "points", "D": "by"},
        {"A": "1234567890123456789", "B": "Ñandú; Łódź", "C": -13.5},
    ]
    assert pages["log"] == [{"A": "n"}]


@pytest.mark.parametrize("typed", [*TYPED, "=1", "{=1}", "http://a.example", "12", "x" * 40_000])
def test_what_was_typed_stays_text_in_a_workbook(typed: str) -> None:
    book = workbook_of({"names": Sheet(("name",), [(typed,)])})
    [_, line] = pages_of(book)["names"]
    assert isinstance(line["A"], str)
    assert line["A"].replace("_x000D_", "\r") == typed[:32_767]
    with zipfile.ZipFile(io.BytesIO(book)) as parts:
        assert b"hyperlink" not in parts.read("xl/worksheets/sheet1.xml")
