"""Made-up statistics, with everything that has a name in them."""

from bot.engine.components import GEARS, MONUMENTS, TECHNOLOGIES, TEMPLES
from bot.engine.expansion import PROPHECIES, TRIBES
from bot.engine.game_facts import THE_END
from bot.engine.happenings import POINTS_SOURCES
from bot.model.figures import SHARE, Figures, Key, Sums

GAMES = 1_312


def sums(number: int, games: int = GAMES) -> Sums:
    """So many games with some points, of which half were won."""
    points4 = 4 * 30 + 13 * (number % 17)
    won = games // 2
    return Sums(
        games, 2 * games, 2 * games * points4, 2 * games * (points4**2 + 900 * (1 + number % 7)),
        won * SHARE, won, won * (points4 + 60), won * ((points4 + 60) ** 2 + 400),
    )  # fmt: skip


def figures() -> Figures:
    """One figure of each kind and name that there is, as many games as a large server has."""
    openings = [(gear, gear, other) for gear in GEARS for other in GEARS if gear < other]
    keys = [
        Key("points"), Key("rounds"), Key("length"),
        *(Key("order", str(n)) for n in range(5)),
        *(Key("tribe", one) for one in TRIBES),
        *(Key("prophecy", one) for one in PROPHECIES),
        *(Key("monument", one) for one in MONUMENTS),
        *(Key("opening", ".".join(sorted(one, key=GEARS.index))) for one in openings),
        *(Key("technology", f"{one}.{n}") for one in TECHNOLOGIES for n in range(4)),
        *(Key("temple", f"{one}.{n}") for one in TEMPLES for n in range(6)),
        *(Key("source", one) for one in POINTS_SOURCES),
        *(Key("gain", f"{one}.{n}") for one in POINTS_SOURCES for n in (9, 14, 20, THE_END)),
    ]  # fmt: skip
    found = {key: sums(n, GAMES - 7 * n if n > 3 else GAMES) for n, key in enumerate(keys)}
    small = Sums(GAMES, 2 * GAMES, 2 * GAMES * 11, 2 * GAMES * 300)
    return {
        key: small if key.kind == "gain" else small + small + small + small
        if key.kind == "source" else one
        for key, one in found.items()
    }  # fmt: skip


def games_of_a_person(players: int) -> Figures:
    """The figures of one person at tables of this size: somewhat often at each place."""
    places = [23 + 131 * place % 97 for place in range(1, players + 1)]
    games = sum(places)
    return {
        Key("points"): Sums(games, games, games * 4 * 61 + 1, games * (4 * 61) ** 2),
        **{Key("place", str(n)): Sums(one, one) for n, one in enumerate(places, start=1)},
        **{Key("gear", gear): Sums(games, games, (n + 2) * games) for n, gear in enumerate(GEARS)},
    }
