"""Tables as a workbook for people, which opens in any spreadsheet, even on a phone and where a
comma is the decimal sign; and as CSV, for programs.

In CSV every field is quoted. Numbers stay numbers; ids are text, since a spreadsheet keeps only 15
digits of a number. Text that people typed never becomes a formula, whichever separator the reader
takes.

Tables that people send are read again: CSV as spreadsheets of any country write it, and workbooks
(.xlsx). What is read is text; a formula counts with the value that the file keeps of it. Nothing
that a file says costs more than its size: parts that grow when unpacked, endless rows and
declarations of its own XML are refused. Reading still takes a while, so it belongs into a thread.
"""

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from xml.parsers import expat

from bot.refusal import Refusal

TEXT = "'"
"""Put before text that would otherwise be read as a number or a formula."""
_FORMULA = re.compile("(^|[;\t\r\n])( *)(?=[=+\\-@\t\r＝＋－＠])")
"""Where a formula could begin, even for a reader that takes semicolons or tabs for separators."""

Cell = int | float | str | None


class Id(int):
    """A Discord id, or another number that is only a name."""


@dataclass(frozen=True)
class Sheet:
    """A table with the headings of its columns; None is an empty cell."""

    head: Sequence[str]
    lines: Sequence[Sequence[Cell]]


def csv_of(sheet: Sheet) -> str:
    """The table as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(sheet.head)
    writer.writerows(list(map(_written, line)) for line in sheet.lines)
    return text.getvalue()


def workbook_of(sheets: Mapping[str, Sheet]) -> bytes:
    """The tables as one workbook (.xlsx), each on a sheet of its name. Text stays text: cells have
    types, so nothing that was typed becomes a formula or a number."""
    import xlsxwriter  # takes a while, and most runs of the program write no workbook

    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True}) as book:
        bold = book.add_format({"bold": True})
        for name, sheet in sheets.items():
            page = book.add_worksheet(name)
            page.freeze_panes(1, 0)
            for column, words in enumerate(sheet.head):
                page.write_string(0, column, words, bold)
                cells = (_shown(line[column]) for line in sheet.lines[:_MEASURED])
                width = max((len(words), *(len(str(cell)) for cell in cells)))
                page.set_column(column, column, min(width + 2, _WIDEST))
            for row, line in enumerate(sheet.lines, start=1):
                for column, cell in enumerate(map(_shown, line)):
                    if isinstance(cell, str):
                        page.write_string(row, column, cell)
                    elif cell is not None:
                        page.write_number(row, column, cell)
    return file.getvalue()


_MEASURED, _WIDEST = 200, 60
"""How many lines are looked at for the width of a column, and the greatest width, in characters."""
_LONGEST_CELL = 32_767
"""The most characters of a cell; of a longer text a spreadsheet keeps nothing."""


def _shown(cell: Cell) -> int | float | str | None:
    if isinstance(cell, Id):
        return str(int(cell))
    return cell[:_LONGEST_CELL] if isinstance(cell, str) else cell


def _written(cell: Cell) -> Cell:
    if isinstance(cell, Id):
        return f"{TEXT}{cell}"
    return _FORMULA.sub(rf"\1\2{TEXT}", cell) if isinstance(cell, str) else cell


# --- files that people send -----------------------------------------------------------------------


LONGEST = 1_000_000
"""The most bytes of a file."""
MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 2_000, 50, 200
"""The most rows and columns of a table, and the most characters of a cell; what is beyond the
last two is left out."""
_UNPACKED = 8_000_000
"""The most bytes of a part of a workbook, unpacked."""
_MOST_SHEETS = 10
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_COLUMN = re.compile(r"[A-Z]{1,3}", re.ASCII)
_BROKEN = (
    zipfile.BadZipFile, zlib.error, expat.ExpatError, csv.Error, RuntimeError, NotImplementedError,
    EOFError, OSError, ValueError, LookupError,
)  # fmt: skip
"""What is raised for a file that is not what it says; RuntimeError for one with a password."""

Table = Sequence[Sequence[str]]
"""The rows of a table, empty ones included, so that a row's place is its number in the file."""


def tables_in(data: bytes) -> list[Table]:
    """Read all tables of a file: the one of a CSV, or one for each sheet of a workbook. Raises
    Refusal for a file that is too long (`sheet-too-long`), and for one that is neither
    (`no-sheet`)."""
    if len(data) > LONGEST:
        raise too_long()
    try:
        return _workbook(data) if data.startswith(b"PK") else [_csv(data)]
    except _BROKEN:
        raise Refusal(
            "no-sheet", "I cannot read this file; send a CSV file or an Excel workbook (.xlsx)."
        ) from None


def too_long() -> Refusal:
    """The refusal of a file that is too long."""
    return Refusal(
        "sheet-too-long",
        "This file is too long; send a table of at most {rows} rows.",
        rows=MOST_ROWS,
    )


# --- CSV -----------------------------------------------------------------------------------------


def _csv(data: bytes) -> Table:
    text = _decoded(data)
    first, _, rest = text.partition("\n")
    if first.strip().lower().startswith("sep=") and len(first.strip()) == len("sep=;"):
        text, separator = "\n" + rest, first.strip()[-1]  # the row still counts
    else:
        head = next((line for line in text.splitlines() if line.strip()), "")
        separator = max(",;\t", key=head.count)
    rows = list[list[str]]()
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
        if len(rows) >= MOST_ROWS:
            raise too_long()
        rows.append([_cell(cell) for cell in row[:MOST_COLUMNS]])
    return rows


def _decoded(data: bytes) -> str:
    """UTF-8 or UTF-16, or else what spreadsheets of Western countries write."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    with suppress(UnicodeDecodeError):
        return data.decode("utf-8-sig")
    return data.decode("cp1252", "replace")


def _cell(written: str) -> str:
    """The text of a cell on one line, without the mark that keeps text from becoming a number."""
    return " ".join(written.split()).removeprefix(TEXT)[:LONGEST_CELL]


# --- workbooks -----------------------------------------------------------------------------------


def _workbook(data: bytes) -> list[Table]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        names = [name for name in packed.namelist() if _SHEET.fullmatch(name)]
        if not names:
            raise ValueError("a workbook without sheets")
        names.sort(key=lambda name: (len(name), name))
        shared = list[str]()
        if "xl/sharedStrings.xml" in packed.namelist():
            shared = _Strings(_part(packed, "xl/sharedStrings.xml")).found
        return [_Sheet(_part(packed, name), shared).rows for name in names[:_MOST_SHEETS]]


def _part(packed: zipfile.ZipFile, name: str) -> bytes:
    with packed.open(name) as part:
        data = part.read(_UNPACKED + 1)
    if len(data) > _UNPACKED:
        raise too_long()
    return data


class _Reader:
    """Reads a part of a workbook, tag by tag. Raises ValueError for one that declares types of its
    own, with which a few bytes could stand for gigabytes."""

    def __init__(self, data: bytes) -> None:
        self._text: list[str] | None = None
        """What is collected of the text that is read; None where it is passed over."""
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = self._declared
        parser.StartElementHandler = lambda tag, given: self.begin(tag.rpartition(":")[2], given)
        parser.EndElementHandler = lambda tag: self.end(tag.rpartition(":")[2])
        parser.CharacterDataHandler = self._said
        parser.Parse(data, True)

    def _declared(self, *_: object) -> None:
        raise ValueError("a workbook declares no types")

    def _said(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def begin(self, tag: str, given: dict[str, str]) -> None:
        """A tag opens."""

    def end(self, tag: str) -> None:
        """A tag closes."""


class _Strings(_Reader):
    """The texts that cells refer to by their numbers."""

    def __init__(self, data: bytes) -> None:
        self.found: list[str] = []
        self._parts: list[str] = []
        self._aside = 0
        super().__init__(data)

    def begin(self, tag: str, given: dict[str, str]) -> None:
        if tag == "si":
            self._parts = []
        elif tag == "rPh":  # how a name is pronounced
            self._aside += 1
        elif tag == "t" and not self._aside:
            self._text = self._parts

    def end(self, tag: str) -> None:
        if tag == "t":
            self._text = None
        elif tag == "rPh":
            self._aside -= 1
        elif tag == "si":
            self.found.append(_cell("".join(self._parts)))


class _Sheet(_Reader):
    """The rows of a sheet. Of merged cells the first has the value, and the others are empty."""

    def __init__(self, data: bytes, shared: Sequence[str]) -> None:
        self.rows: list[list[str]] = []
        self._shared = shared
        self._row, self._column, self._kind = 0, 0, ""
        super().__init__(data)

    def begin(self, tag: str, given: dict[str, str]) -> None:
        if tag == "row":
            self._row = int(given.get("r", self._row + 1))
            self._column = 0
        elif tag == "c":
            named = _COLUMN.match(given.get("r", ""))
            if named is not None:
                self._column = 0
                for letter in named[0]:
                    self._column = self._column * 26 + ord(letter) - ord("A") + 1
                self._column -= 1
            self._kind, self._value = given.get("t", "n"), list[str]()
        elif tag in ("v", "t") and self._kind:
            self._text = self._value

    def end(self, tag: str) -> None:
        if tag in ("v", "t"):
            self._text = None
        elif tag == "c":
            written = "".join(self._value).strip()
            if self._kind == "s" and written:
                written = self._shared[int(written)]
            elif self._kind == "e":  # an error, such as #REF!
                written = ""
            elif self._kind == "n":
                written = re.sub(r"\.0+$", "", written)
            if written and self._column < MOST_COLUMNS:
                self._put(_cell(written))
            self._column, self._kind = self._column + 1, ""

    def _put(self, written: str) -> None:
        if self._row > MOST_ROWS:
            raise too_long()
        self.rows += [[] for _ in range(self._row - len(self.rows))]
        row = self.rows[self._row - 1]
        row += [""] * (self._column + 1 - len(row))
        row[self._column] = written
