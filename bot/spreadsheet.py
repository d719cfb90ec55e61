"""Tables as CSV that all spreadsheets and programs read in the same way.

Every field is quoted. Numbers stay numbers; ids are text, for a spreadsheet keeps 15 digits of a
number only. Text that people typed never becomes a formula, whichever separator the reader takes.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence

TEXT = "'"
"""Stands before text that would otherwise be read as a number or a formula."""
_FORMULA = re.compile("(^|[;\t\r\n])( *)(?=[=+\\-@\t\r＝＋－＠])")
"""The start of a cell with a formula, for a reader that takes semicolons or tabs for separators
too."""

Cell = int | float | str | None


class NoFormula(str):
    """Text without any start of a cell with a formula, such as JSON on one line without semicolons;
    a long one need not be searched."""

    __slots__ = ()


class Id(int):
    """A Discord id, or another number that is a name."""


def csv_of(head: Sequence[str], lines: Iterable[Sequence[Cell]]) -> str:
    """Write the table with its head. None is an empty field."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(head)
    writer.writerows(list(map(_written, line)) for line in lines)
    return text.getvalue()


def _written(cell: Cell) -> Cell:
    if isinstance(cell, Id):
        return f"{TEXT}{cell}"
    if isinstance(cell, NoFormula):
        return cell
    return _FORMULA.sub(rf"\1\2{TEXT}", cell) if isinstance(cell, str) else cell
