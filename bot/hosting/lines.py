"""Lines of the command line that tell of a file. Others may have written it and given it its name:
what stands in it must not move a terminal's cursor, fill it, or be taken for a line of ours."""

LONGEST_LINE = 400
MOST_LINES = 100


def plain(said: str) -> str:
    """One line, without anything that is not printed, and not too long."""
    if len(said) > LONGEST_LINE:
        said = f"{said[:LONGEST_LINE]}…"
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in said)


def printed(lines: list[str]) -> None:
    """Print lines, or as many as anybody reads."""
    for line in lines[:MOST_LINES]:
        print(plain(line))
    if len(lines) > MOST_LINES:
        print(f"And {len(lines) - MOST_LINES} lines more.")
