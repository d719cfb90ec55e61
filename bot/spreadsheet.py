"""Tables as a workbook for people, which opens in any spreadsheet, even on a phone and where a
comma is the decimal sign; and as CSV, for programs.

In CSV every field is quoted. Numbers stay numbers; ids are text, since a spreadsheet keeps only 15
digits of a number. Text that people typed never becomes a formula, whichever separator the reader
takes.
"""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

TEXT = "'"
"""Put before text that would otherwise be read as a number or a formula."""
_FORMULA = re.compile("(^|[;\t\r\n])( *)(?=[=+\\-@\t\r＝＋－＠])")
"""Where a formula could begin, even for a reader that takes semicolons or tabs for separators."""

Cell = int | float | str | None


class NoFormula(str):
    """Text in which no formula can begin, such as JSON on one line without semicolons; as it may be
    long, it is not searched."""

    __slots__ = ()


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
    if isinstance(cell, NoFormula):
        return cell
    return _FORMULA.sub(rf"\1\2{TEXT}", cell) if isinstance(cell, str) else cell
