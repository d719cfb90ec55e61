"""Tables read back: workbooks as spreadsheets read them, CSV with every separator they may take."""

import csv
import io
import random
import re
import zipfile
from xml.etree import ElementTree

import pytest

from bot.refusal import Refusal
from bot.spreadsheet import (
    LONGEST,
    LONGEST_CELL,
    MOST_COLUMNS,
    MOST_ROWS,
    Id,
    Sheet,
    csv_of,
    tables_in,
    workbook_of,
)

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


# --- read again ----------------------------------------------------------------------------------

ROWS = [["seed", "player"], ["1", "Ünal Ñuñez"], ["2", "O'Brien"]]
AS_TEXT = "seed,player\n1,Ünal Ñuñez\n2,O'Brien\n"


@pytest.mark.parametrize(
    "data",
    [
        AS_TEXT.encode(),
        AS_TEXT.encode("utf-8-sig"),
        AS_TEXT.encode("utf-16"),
        AS_TEXT.replace(",", ";").encode("cp1252"),
        AS_TEXT.replace(",", "\t").replace("\n", "\r\n").encode("utf-16"),
        AS_TEXT.replace("1,Ünal Ñuñez", '"1","Ünal\n  Ñuñez"').encode(),
        workbook_of({"seeds": Sheet(ROWS[0], ROWS[1:])}),
        workbook_of({"seeds": Sheet(ROWS[0], [(1, "Ünal Ñuñez"), (2, "O'Brien")])}),
    ],
)
def test_files_of_every_spreadsheet(data: bytes) -> None:
    assert tables_in(data) == [ROWS]


def test_a_separator_that_the_file_names_is_a_row() -> None:
    assert tables_in(b"sep=;\r\nseed;player\r\n1;Ana, Bob") == [
        [[], ["seed", "player"], ["1", "Ana, Bob"]]
    ]


def packed(sheet: str, **more: str) -> bytes:
    """A workbook with this sheet and other parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/worksheets/sheet1.xml", sheet)
        for name, content in more.items():
            book.writestr(f"xl/{name}.xml", content)
    return file.getvalue()


def sheet(rows: str) -> str:
    """A sheet as some programs write it, with a prefix before each tag."""
    whole = f'<worksheet xmlns:x="x"><sheetData>{rows}</sheetData></worksheet>'
    return re.sub("<(/?)", r"<\1x:", whole)


def test_what_stands_in_cells() -> None:
    """Formulas with their kept values, merged and formatted cells, errors, several letters."""
    strings = "<sst><si><r><t>An</t></r><r><t>a</t></r><rPh><t>aah</t></rPh></si></sst>"
    rows = (
        '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2"><f>1+2</f><v>3</v></c></row>'
        '<row r="4"><c r="A4" t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="str"><f>A()</f><v>x</v></c>'
        '<c t="inlineStr"><is><t>in</t></is></c><c><f>NOW()</f></c><c r="AB4"><v>7.0</v></c></row>'
        '<row r="1048576"><c r="A1048576" s="3"/></row>'
        '<mergeCells><mergeCell ref="B2:B4"/></mergeCells>'
    )  # fmt: skip
    far = ["", "x", "in", *[""] * 24, "7"]
    assert tables_in(packed(sheet(rows), sharedStrings=strings)) == [
        [[], ["", "Ana", "3"], [], far]
    ]


BOMB = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>'


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04", "no-sheet"),
        (packed("")[:60], "no-sheet"),
        (packed("<worksheet>"), "no-sheet"),
        (packed(BOMB), "no-sheet"),
        (packed(sheet("") + " " * 9_000_000), "sheet-too-long"),
        (packed(sheet(f'<row r="{MOST_ROWS + 1}"><c r="A1"><v>1</v></c></row>')), "sheet-too-long"),
        (packed(sheet('<row r="-1"><c r="A1"><v>1</v></c></row>')), "no-sheet"),
        (packed(sheet('<row r="x"><c r="A1"><v>1</v></c></row>')), "no-sheet"),
        (packed(sheet('<row><c t="s"><v>5</v></c></row>')), "no-sheet"),
        (packed(sheet('<row><c t="s"><v>1e9</v></c></row>')), "no-sheet"),
        (b"a\n" * (MOST_ROWS + 1), "sheet-too-long"),
        (b"a" * (LONGEST + 1), "sheet-too-long"),
        (b'"' + b"a" * 200_000, "no-sheet"),
    ],
)
def test_hostile_files(data: bytes, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        tables_in(data)
    assert refused.value.code == code


def test_what_is_read_is_never_large() -> None:
    wide = ",".join(["x" * 3_000] * 300)
    [[row]] = tables_in(wide.encode())
    assert len(row) == MOST_COLUMNS and set(map(len, row)) == {LONGEST_CELL}
    far = packed(sheet('<row><c r="ZZZ1"><v>1</v></c><c r="B1"><v>2</v></c></row>'))
    assert tables_in(far) == [[["", "2"]]]


def test_any_bytes_are_read_or_refused() -> None:
    chance, book = random.Random(4), bytearray(workbook_of({"seeds": Sheet(ROWS[0], ROWS[1:])}))
    for _ in range(300):
        broken = bytearray(book)
        for _ in range(chance.randint(1, 8)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        for data in (bytes(broken), chance.randbytes(chance.randint(0, 300))):
            try:
                tables_in(data)
            except Refusal as refusal:
                assert refusal.code == "no-sheet"
