"""Tables as CSV that any spreadsheet and program reads alike.

Every field is quoted. Numbers stay numbers; ids are text, for a spreadsheet keeps 15 digits of a
number only. Text that people typed never becomes a formula, whichever separator the reader takes.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence

TEXT = "'"
"""Before text that would else be read as a number or a formula."""
_FORMULA = re.compile("(^|[;\t\r\n])( *)(?=[=+\\-@\t\r＝＋－＠])")
"""Where a cell may begin, if a reader takes semicolons or tabs for separators, before a character
that begins a formula."""

Cell = int | float | str | None


class NoFormula(str):
    """Text in which no cell that holds a formula can begin, such as JSON on one line without
    semicolons; long texts are not searched through for nothing."""

    __slots__ = ()


class Id(int):
    """A Discord id, or another number that is a name."""


def csv_of(head: Sequence[str], lines: Iterable[Sequence[Cell]]) -> str:
    """The table with its head. None is an empty field."""
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
