"""Points in words: their sources, the places at the end, the winner, and the titles given then
(which seat gets which is decided by what it did, `bot.model.figures`). And a game that is over,
looked at again: the possible beginnings of a turn, and the whole game as a text to keep."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bot.engine.game_facts import PointsHistory, SeatPoints
from bot.engine.happenings import PointsSource
from bot.engine.position import Position
from bot.model.figures import GivenTitle
from bot.refusal import P_
from bot.text.choices import PICK, PLACE, group_title, in_board_order
from bot.text.names import (
    gear_name,
    module_name,
    name_of,
    points_number,
    resource_name,
    space_name,
    tile_name,
)
from bot.text.names import points as points_words
from bot.text.translation import N_, Translations, listed
from bot.text.turns import Taken, game_lines, news, taken_words

_SOURCES: Mapping[PointsSource, str] = {
    # Translators: what gave points, in a list: "temples 18".
    "temples": N_("temples"),
    # Translators: the gear; what gave points, in a list: "Chichen Itza 12".
    "chichen_itza": N_("Chichen Itza"),
    # Translators: what gave points, in a list: "buildings 6".
    "buildings": N_("buildings"),
    # Translators: what gave points, in a list: "monuments 12".
    "monuments": N_("monuments"),
    # Translators: what gave points, in a list: "technologies 5".
    "technologies": N_("technologies"),
    # Translators: what gave points, in a list: "prophecies 3".
    "prophecies": N_("prophecies"),
    # Translators: corn, wood, stone and gold left at the end; what gave points, in a list: "goods
    # 3¼".
    "goods": N_("goods"),
    # Translators: what gave points, in a list: "skulls 6".
    "skulls": N_("skulls"),
    # Translators: noun: points lost for workers that were not fed, in a list: "hunger −3".
    "hunger": N_("hunger"),
    # Translators: points from before the record begins, in a list: "from before 12".
    "earlier": N_("earlier"),
}
SOURCE_HEADINGS: Mapping[PointsSource, str] = {
    # Translators: label in a picture, in at most 14 characters: points from temples.
    "temples": N_("Temples"),
    # Translators: label in a picture, in at most 14 characters: points from this gear.
    "chichen_itza": N_("Chichen Itza"),
    # Translators: label in a picture, in at most 14 characters: points from buildings.
    "buildings": N_("Buildings"),
    # Translators: label in a picture, in at most 14 characters: points from monuments.
    "monuments": N_("Monuments"),
    # Translators: label in a picture, in at most 14 characters: points from technologies.
    "technologies": N_("Technologies"),
    # Translators: label in a picture, in at most 14 characters: points from prophecies.
    "prophecies": N_("Prophecies"),
    # Translators: label in a picture, in at most 14 characters: points from corn, wood, stone and
    # gold left at the end.
    "goods": N_("Goods"),
    # Translators: label in a picture, in at most 14 characters: points from skulls.
    "skulls": N_("Skulls"),
    # Translators: noun; label in a picture, in at most 14 characters: points lost for workers that
    # were not fed.
    "hunger": N_("Hunger"),
    # Translators: label in a picture, in at most 14 characters: points from before the record
    # begins.
    "earlier": N_("Earlier points"),
}


def source_name(t: Translations, source: PointsSource) -> str:
    """Name a source of points among others, in a word or two: "temples", "Chichen Itza"."""
    return t.gettext(_SOURCES[source])


def sources_words(t: Translations, points: SeatPoints, *, monuments: bool = True) -> str:
    """Tell a seat's points by source: "temples 18, Temple Monument 12, goods 3¼". `monuments` names
    each of them, otherwise they are one. Empty for a seat that neither won nor lost any."""
    parts: list[tuple[str, int]] = []
    for source, points4 in points.sources:
        if source == "monuments" and monuments:
            parts += [(tile_name(t, tile), n) for tile, n in points.monuments]
        else:
            parts.append((source_name(t, source), points4))
    return ", ".join(f"{what} {points_number(points4)}" for what, points4 in parts)


def points_line(t: Translations, name: str, points: SeatPoints) -> str:
    """Tell one seat's points: "Ixchel 57: temples 18, buildings 12"."""
    words = sources_words(t, points)
    number = points_number(points.points4)
    return f"{name} {number}: {words}" if words else f"{name} {number}"


def points_lines(t: Translations, names: Sequence[str], history: PointsHistory) -> list[str]:
    """Tell all seats' points, the first place first, each with its place and sources; and how a tie
    was broken. `names` are the seats' names as they shall be printed."""
    lines = []
    for seat in history.by_place:
        points = history.seats[seat]
        line = f"{points.place} · {points_line(t, names[seat], points)}"
        if tied(history, points):
            line += f" ({on_gears_words(t, points)})"
        lines.append(line)
    note = quarters_note(t, (seat.points4 for seat in history.seats))
    return [*lines, note] if note else lines


def quarters_note(t: Translations, points4s: Iterable[int]) -> str:
    """Explain fractions of points; empty where all points are whole."""
    if all(points4 % 4 == 0 for points4 in points4s):
        return ""
    return t.gettext(
        "Points come in quarters: a shared bonus is halved, and each corn left at the end is "
        "worth ¼ point."
    )


def on_gears_words(t: Translations, points: SeatPoints) -> str:
    """Tell the tie-break of a seat: "2 workers on gears"."""
    n = points.workers_on_gears
    # Translators: what broke a tie at the end, in brackets after a player's points.
    return t.ngettext("{n} worker on gears", "{n} workers on gears", n).format(n=n)


def tied(history: PointsHistory, points: SeatPoints) -> bool:
    """Whether another seat has as many points at the end: then workers on gears decide (R-126)."""
    return history.finished and sum(s.points4 == points.points4 for s in history.seats) > 1


def standings_lines(
    t: Translations, names: Sequence[str], standings: Iterable[Mapping[str, int]]
) -> list[str]:
    """Write the final table: place, name, points; equal places share their number."""
    return [
        f"{row['place']} · {names[row['seat']]}: {points_words(t, row['points4'])}"
        for row in standings
    ]


def winner_line(
    t: Translations, names: Sequence[str], standings: Iterable[Mapping[str, int]]
) -> str:
    """Name the winner, or those who share the win."""
    first = [names[row["seat"]] for row in standings if row["place"] == 1]
    if len(first) > 1:
        # Translators: {names}: two or more players.
        return t.gettext("{names} share the win!").format(names=listed(t, first))
    # Translators: {name}: one player
    return t.gettext("{name} wins!").format(name=first[0])


def food_days_words(t: Translations, names: Sequence[str], history: PointsHistory) -> list[str]:
    """Tell the points after each food day, where they change most."""
    told = []
    for number, day in enumerate(history.food_days, start=1):
        if day is not None:
            points = ", ".join(
                f"{name} {points_number(seat.line[number])}"
                for name, seat in zip(names, history.seats, strict=True)
            )
            told.append(
                # Translators: {n}: number of the round; {points} as "Ann 12, Bob 9½".
                t.gettext("After the food day of round {n}: {points}.").format(
                    n=number, points=points
                )
            )
    return told


# Translators: title of a picture: points at the end of the game; at most 30 characters.
FINAL_SCORE = N_("Final score")


# Translators, for each: a title that a player gets at a game's end, with what it is given for;
# friendly and short, in the idiom of your language. {n} is a number.
_TITLES: dict[str, tuple[str, str]] = {
    "rain": P_("Rain's favourite: {n} step on Chaac", "Rain's favourite: {n} steps on Chaac"),
    "feathers": P_(
        "Feathered friend: {n} step on Quetzalcoatl", "Feathered friend: {n} steps on Quetzalcoatl"
    ),
    "snake": P_("Snake charmer: {n} step on Kukulkan", "Snake charmer: {n} steps on Kukulkan"),
    "climber": P_("Stairway to heaven: {n} temple step", "Stairway to heaven: {n} temple steps"),
    "fallen": P_(
        "Two up, one down: fell {n} temple step", "Two up, one down: fell {n} temple steps"
    ),
    "balance": (N_("In balance: the same step on all temples"), ""),
    "bad_terms": P_(
        "On bad terms: at the bottom of {n} temple", "On bad terms: at the bottom of {n} temples"
    ),
    "granary": P_("Empty granary: begged {n} time", "Empty granary: begged {n} times"),
    "diet": P_("Strict diet: {n} worker went hungry", "Strict diet: {n} workers went hungry"),
    "table": P_(
        "Head of the table: {n} worker, always fed", "Head of the table: {n} workers, always fed"
    ),
    "family": P_("Big family: {n} worker", "Big family: {n} workers"),
    "three": (N_("Three will do: won with only three workers"), ""),
    "time": P_(
        "Time flies: turned the calendar by two days {n} time",
        "Time flies: turned the calendar by two days {n} times",
    ),
    "first": P_(
        "Always first: on the starting space {n} time",
        "Always first: on the starting space {n} times",
    ),
    "heir": P_(
        "Heir to the calendar: took {n} corn from it", "Heir to the calendar: took {n} corn from it"
    ),
    "all_hands": P_(
        "All hands: placed {n} worker in one turn", "All hands: placed {n} workers in one turn"
    ),
    "harvest_home": P_(
        "All home: picked up {n} worker in one turn", "All home: picked up {n} workers in one turn"
    ),
    "patience": P_(
        "Patience pays: picked up {n} worker from space 6 or higher",
        "Patience pays: picked up {n} workers from space 6 or higher",
    ),
    "spender": P_(
        "Open hand: paid {n} corn to place workers", "Open hand: paid {n} corn to place workers"
    ),
    "skulls": P_(
        "Voice of the dead: {n} skull on Chichen Itza",
        "Voice of the dead: {n} skulls on Chichen Itza",
    ),
    "furthest": P_(
        "To the very end: a skull on space {n} of Chichen Itza",
        "To the very end: a skull on space {n} of Chichen Itza",
    ),
    "keeper": P_("Keeper of skulls: {n} left at the end", "Keeper of skulls: {n} left at the end"),
    "farms": P_("Farmer at heart: {n} farm", "Farmer at heart: {n} farms"),
    "builder": P_("Master builder: {n} building", "Master builder: {n} buildings"),
    "monuments": P_("Made to last: {n} monument", "Made to last: {n} monuments"),
    "open_sky": (N_("Under the open sky: not a single building"), ""),
    "renovator": P_(
        "Never finished: tore down {n} building", "Never finished: tore down {n} buildings"
    ),
    "inventor": P_("Inventor: {n} technology level", "Inventor: {n} technology levels"),
    "ahead": P_(
        "Ahead of the times: {n} technology at the top",
        "Ahead of the times: {n} technologies at the top",
    ),
    "old_ways": (N_("The old ways: no technology"), ""),
    "barn": P_("Full barn: {n} corn left at the end", "Full barn: {n} corn left at the end"),
    "hoard": P_("Hoarder: {n} gold left at the end", "Hoarder: {n} gold left at the end"),
    "bare": (N_("Not a crumb: nothing left at the end"), ""),
    "fire": P_("Playing with fire: burnt {n} forest", "Playing with fire: burnt {n} forests"),
    "thumb": P_("Green thumb: harvested {n} corn field", "Green thumb: harvested {n} corn fields"),
    "lumber": P_("Lumberjack: felled {n} forest", "Lumberjack: felled {n} forests"),
    "palenque": P_("At home in Palenque: {n} action", "At home in Palenque: {n} actions"),
    "yaxchilan": P_("At home in Yaxchilan: {n} action", "At home in Yaxchilan: {n} actions"),
    "tikal": P_("At home in Tikal: {n} action", "At home in Tikal: {n} actions"),
    "uxmal": P_("At home in Uxmal: {n} action", "At home in Uxmal: {n} actions"),
    "chichen_itza": P_(
        "At home in Chichen Itza: {n} action", "At home in Chichen Itza: {n} actions"
    ),
    "market": P_("Market crier: {n} trade", "Market crier: {n} trades"),
    "gold": P_("Gold fever: gained {n} gold", "Gold fever: gained {n} gold"),
    "corn": P_("King of corn: gained {n} corn", "King of corn: gained {n} corn"),
    "at_once": P_("Bumper harvest: {n} corn at once", "Bumper harvest: {n} corn at once"),
    "quick": P_("Quick hands: {n} quick action", "Quick hands: {n} quick actions"),
    "comeback": P_("Comeback: won from {n} point behind", "Comeback: won from {n} points behind"),
    "whisker": (N_("By a whisker: won by a point or less"), ""),
    "margin": P_("In another league: won by {n} point", "In another league: won by {n} points"),
    "leader": P_(
        "Front runner: in the lead for {n} round", "Front runner: in the lead for {n} rounds"
    ),
    "close": (N_("So close: a few points short of winning"), ""),
    "temples": P_(
        "Temple treasure: {n} point from temples", "Temple treasure: {n} points from temples"
    ),
    "built_points": P_(
        "Rich in stone: {n} point from buildings", "Rich in stone: {n} points from buildings"
    ),
    "company": P_("Good company: played {n} turn", "Good company: played {n} turns"),
}


def title_words(t: Translations, given: GivenTitle) -> str:
    """Tell a title and what it was given for: "Rain's favourite: 14 steps on Chaac"."""
    one, many = _TITLES[given.title]
    words = t.ngettext(one, many, given.n) if many else t.gettext(one)
    return words.format(n=given.n)


def possible_lines(t: Translations, name: str, legal: Sequence[str]) -> list[str]:
    """Tell a seat's possible beginnings of its turn: how many answers there were, and of which
    kinds. `legal` are these answers as the engine lists them."""
    # Translators: heading of a list, about a turn of a game that is looked at again: how many first
    # actions the rules allowed {name}, and below it which.
    head = t.ngettext(
        "**What was possible**: {name} could start the turn in {n} way",
        "**What was possible**: {name} could start the turn in {n} ways",
        len(legal),
    ).format(name=name, n=len(legal))
    lines, legal = [head], in_board_order(legal)
    for group in (PLACE, PICK):
        # Each place once: a tribe may have two ways to place there.
        where = dict.fromkeys(_first_of(t, one) for one in legal if one.split()[0] == group)
        if where:
            # Translators: a kind of action, and the places for it: "Place a worker: Tikal, Uxmal"
            line = t.gettext("{what}: {places}")
            lines.append("- " + line.format(what=group_title(t, group), places=", ".join(where)))
    others = [_first_of(t, one) for one in legal if one.split()[0] not in (PLACE, PICK)]
    return [*lines, *(f"- {one}" for one in Counter(others))]


def _first_of(t: Translations, action: str) -> str:
    """Describe the first action of a turn in a few words."""
    match action.split():
        case ["place", "start", *_]:
            return t.gettext("Starting player")
        case ["place", "quick", *_]:
            return t.gettext("Quick action")
        case ["place", gear, *_]:
            return gear_name(t, gear)
        case ["pick", gear, space]:
            return space_name(t, gear, space)
        case ["skip-space", gear]:
            return t.gettext("Skip a space: {gear}").format(gear=gear_name(t, gear))
        case ["sell", resource]:
            return t.gettext("Selling {resource}").format(resource=resource_name(t, resource))
        case ["beg"]:
            # Translators: what could be done at the start of a turn: beg the gods for corn; verb
            return t.gettext("Beg")
        case ["pass"]:
            return t.gettext("Pass this turn")
        case words:
            return " ".join(name_of(t, word) for word in words)


def whole_game(
    t: Translations,
    names: Sequence[str],
    computers: Sequence[bool],
    begun: Position,
    turns: Iterable[Taken],
    standings: Sequence[Mapping[str, int]],
) -> str:
    """Write a game as a text: its players and open tiles, every round with a heading, and the
    result, if there is one.

    `computers` says of each seat whether a computer sits there, `begun` is the position after the
    deal, and `turns` are those to be told, oldest first. Signs of Markdown are removed.
    """
    # Translators: first line of a text that tells a whole game; {names}: all who played.
    title = t.gettext("A game of Tzolk'in: {names}").format(names=listed(t, names))
    lines = [title, "=" * len(title)]
    if begun.modules:
        lines.append(listed(t, [module_name(t, module) for module in begun.modules]))
    lines += game_lines(t, begun)
    told: str | None = None
    for turn in turns:
        if turn.before.phase == "play":
            heading = t.gettext("Round {round}").format(round=turn.before.round)
        else:
            # Translators: heading in a text that tells a whole game: the choice of tiles.
            heading = t.gettext("Before the first round")
        if heading != told:
            told = heading
            lines += ["", heading, "-" * len(heading)]
        words = taken_words(t, names, turn, computer=computers[turn.seat], in_full=True)
        done = [] if words is None else [words]
        lines += [f"* {line}" for line in (*done, *news(t, names, turn.steps[-1], in_full=True))]
    if standings:
        lines += ["", winner_line(t, names, standings), *standings_lines(t, names, standings)]
    return "\n".join(lines).replace("**", "").replace("-# ", "") + "\n"
