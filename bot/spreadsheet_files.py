"""Tables that people send, read again: CSV as spreadsheets of any country write it, and workbooks
(.xlsx). What is read is text; a formula counts with the value that the file keeps of it.

Nothing that a file says costs more than its size: parts that grow when unpacked, endless rows and
declarations of its own XML are refused. Reading still takes a while, so it belongs into a thread.
"""

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from xml.parsers import expat

from bot.refusal import Refusal
from bot.spreadsheet import TEXT

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
