"""What is looked up while playing: the rules in short texts of our own, and the legend of the
pictures, every icon and sign with what it means."""

from collections.abc import Mapping, Sequence

from bot.engine.expansion import TRIBES
from bot.text.descriptions.alt_text import fitting
from bot.text.names import tile_name
from bot.text.tiles import tribe_words
from bot.text.translation import N_, Passage, Translations, listed, passages
from bot.text.typed import folded

TOPICS = tuple(part for part in passages("rules") if part.id)
BY_ID = {topic.id: topic for topic in TOPICS}


def sections(t: Translations) -> list[tuple[str, Sequence[Passage]]]:
    """List all topics, in sections with their names, which are short for a menu on a phone."""
    found: list[tuple[str, list[Passage]]] = []
    for part in passages("rules"):
        if part.id:
            found[-1][1].append(part)
        else:
            found.append((t.gettext(part.title), []))
    return [*found]


def topic_text(t: Translations, topic: Passage) -> str:
    """Write the topic's text, with where to read more."""
    words = t.gettext(topic.text)
    if not topic.rulebook:
        return words
    pages = topic.rulebook.replace("-", "–").split(", ")
    # Translators: where to read more, in small print; {pages} as "6", "6–7" or "8, 9 and 14"
    source = t.ngettext(
        "Rulebook, page {pages}", "Rulebook, pages {pages}", 1 if topic.rulebook.isdigit() else 2
    )
    return words + "\n" + "-# " + source.format(pages=listed(t, pages))


def topics_for(t: Translations, typed: str) -> list[Passage]:
    """Find the topics for a typed text, the best first; all, if it is empty."""
    wanted = folded(typed).split()
    if not wanted:
        return list(TOPICS)
    found = [
        (rank, n, topic) for n, topic in enumerate(TOPICS) if (rank := _rank(t, topic, wanted))
    ]
    return [topic for _, _, topic in sorted(found, key=lambda one: (-one[0], one[1]))]


def _rank(t: Translations, topic: Passage, wanted: Sequence[str]) -> int:
    """Measure how well a topic fits; 0 if it lacks one of the words."""
    title = folded(f"{t.gettext(topic.title)} {topic.title}")
    more = folded(f"{t.gettext(topic.words)} {topic.words} {topic.id}")
    rest = folded(t.gettext(topic.text))
    rank = 0
    for word in wanted:
        if word in title:
            rank += 13 if word in topic.id else 10
        elif word in more:
            rank += 5
        elif word in rest:
            rank += 1
        else:
            return 0
    return rank


TOPIC_ICONS: Mapping[str, str] = {
    "aim": "points",
    "placing": "worker",
    "begging": "beg",
    "start": "start",
    "calendar": "calendar",
    "foodday": "food_day",
    "feeding": "corn",
    "temples": "kukulkan",
    "palenque": "palenque",
    "burning": "burn",
    "yaxchilan": "yaxchilan",
    "tikal": "tikal",
    "uxmal": "uxmal",
    "market": "gold",
    "chichen": "chichen_itza",
    "skulls": "skull",
    "agriculture": "agriculture",
    "extraction": "extraction",
    "architecture": "architecture",
    "theology": "theology",
    "buildings": "building",
    "monuments": "monument",
    "wealth": "wealth",
    "tribes": "tribe",
    "prophecies": "prophecy",
    "renovation": "building",
    "quick": "quick",
}
"""The icons of topics, by id; a topic without an icon on the board has none."""


# Translators, for each: meaning of an icon, in the picture that explains them.
LEGEND: Sequence[tuple[str, Mapping[str, str]]] = (
    (
        # Translators: heading in the picture that explains the icons; at most 34 characters.
        N_("On the gears"),
        {
            # Translators: meaning of a golden block on the calendar.
            "today": N_("current round"),
            # Translators: meaning of an orange tooth of the calendar with a number.
            "tooth-mid": N_("round with a food day that gives goods"),
            # Translators: meaning of a teal tooth of the calendar with a number.
            "tooth-end": N_("round with a food day that gives points"),
            # Translators: meaning of a number before the icon of corn, as in “+2”.
            "start-corn": N_("corn for the next starting player"),
            # Translators: meaning of a number beside the icon of a jungle tile.
            "tiles-left": N_("jungle tiles left at this space"),
            # Translators: meaning of a number on the colour of a temple, at Chichen Itza.
            "offering": N_("points for a skull; the colour shows the temple you climb"),
            # Translators: meaning of a skull on a grey tablet, at Chichen Itza.
            "offered": N_("taken: a skull lies here"),
            # Translators: meaning of two numbers after the icon of a worker, as in “1/4”.
            "in-hand": N_("workers in hand, out of the total"),
            # Translators: meaning of a number on a red ground.
            "short": N_("too little corn for the next food day"),
            # Translators: meaning of the icons of a prophecy in a golden frame.
            "active-prophecy": N_("active prophecy: what it makes harder"),
        },
    ),
    (
        # Translators: heading in the picture that explains the icons; at most 34 characters.
        N_("Workers and players"),
        {
            # Translators: meaning of an icon, under “Workers and players”.
            "worker": N_("worker"),
            # Translators: meaning of a sign: a disc, square and so on with a letter.
            "seat": N_("worker or marker: letter, shape and colour show whose it is"),
            # Translators: meaning of a sign: a player’s marker with a rim.
            "to-move": N_("thick border: this player's turn"),
            "dummy": N_("dummy worker, belongs to nobody"),
            "feed-free": N_("workers that need no corn"),
            # Translators: meaning of an icon, under “Workers and players”.
            "everyone": N_("all players together"),
            "first-player": N_("starting player, and the starting space"),
            "check": N_("has played this round"),
            "sun": N_("may still turn the calendar by two days"),
            "moon": N_("has turned the calendar by two days"),
        },
    ),
    (
        # Translators: heading in the picture that explains the icons; at most 34 characters.
        N_("Marks"),
        {
            # Translators: meaning of a ring round something on the board.
            "ring": N_("placed, moved or new in the last few turns"),
            # Translators: meaning of a sign: a pale marker in a ring.
            "ghost": N_("a worker was picked up here"),
            # Translators: meaning of a ring of dashes round something on the board.
            "dashed": N_("only prepared, not yet confirmed"),
        },
    ),
    (
        # Translators: heading in the picture that explains the icons; at most 34 characters.
        N_("Food days"),
        {
            "food-mid": N_("food day on which temple steps give goods"),
            "food-end": N_("food day on which temple steps give points"),
            # Translators: meaning of an icon, under “Food days”.
            "food-days": N_("every food day"),
        },
    ),
    (
        # Translators: heading in the picture that explains the icons; at most 34 characters.
        N_("Goods"),
        {
            # Translators: meaning of an icon, under “Goods”.
            "corn": N_("corn"),
            # Translators: meaning of an icon, under “Goods”.
            "wood": N_("wood"),
            # Translators: meaning of an icon, under “Goods”.
            "stone": N_("stone"),
            # Translators: meaning of an icon, under “Goods”.
            "gold": N_("gold"),
            "any-resource": N_("a resource of your choice: wood, stone or gold"),
            # Translators: meaning of an icon, under “Goods”.
            "skull": N_("skull"),
            # Translators: meaning of an icon, under “Goods”.
            "points": N_("points"),
            "quarters": N_("quarters of a point"),
            "corn-tile": N_("corn tile in the jungle"),
            "wood-tile": N_("wood tile in the jungle"),
            # Translators: meaning of an icon: an empty field.
            "tile-gone": N_("jungle tile already taken"),
            "no-tile": N_("harvest without a corn tile"),
        },
    ),
    (
        # Translators: heading in the picture that explains the icons; at most 34 characters.
        N_("Gears"),
        {
            # Translators: meaning of an icon, under “Gears”.
            "city-palenque": N_("Palenque"),
            # Translators: meaning of an icon, under “Gears”.
            "city-yaxchilan": N_("Yaxchilan"),
            # Translators: meaning of an icon, under “Gears”.
            "city-tikal": N_("Tikal"),
            # Translators: meaning of an icon, under “Gears”.
            "city-uxmal": N_("Uxmal"),
            # Translators: meaning of an icon, under “Gears”.
            "city-chichen_itza": N_("Chichen Itza"),
            "any-city": N_("any action of the four smaller gears"),
            "free-choice": N_("any action of this gear"),
            # Translators: meaning of an arrow between icons.
            "arrow": N_("price on the left, what you get on the right"),
            # Translators: meaning of an icon, under “Gears”.
            "fish": N_("fishing"),
            # Translators: meaning of an icon, under “Gears”.
            "burn": N_("burning the forest"),
            "market": N_("market: sell and buy"),
        },
    ),
    (
        # Translators: heading in the picture that explains the icons; at most 34 characters.
        N_("Temples"),
        {
            "temple-chaac": N_("a step up on Chaac"),
            "temple-quetzalcoatl": N_("a step up on Quetzalcoatl"),
            "temple-kukulkan": N_("a step up on Kukulkan"),
            "temple-any": N_("a step up on a temple of your choice"),
            "temple-down": N_("a step down on a temple of your choice"),
            # Translators: meaning of an icon, under “Temples”.
            "highest-temple": N_("your highest temple"),
        },
    ),
    (
        # Translators: heading in the picture that explains the icons; at most 34 characters.
        N_("Technologies"),
        {
            # Translators: meaning of an icon, under “Technologies”.
            "tech-agriculture": N_("Agriculture"),
            # Translators: meaning of an icon, under “Technologies”.
            "tech-extraction": N_("Extraction"),
            # Translators: meaning of an icon, under “Technologies”.
            "tech-architecture": N_("Architecture"),
            # Translators: meaning of an icon, under “Technologies”.
            "tech-theology": N_("Theology"),
            "tech-any": N_("a step in a technology of your choice"),
            "tech-down": N_("a step down in a technology"),
            "tracks-1": N_("1 technology at level 3"),
            "tracks-2": N_("2 technologies at level 3"),
            "tracks-3": N_("3 technologies at level 3"),
        },
    ),
    (
        # Translators: heading in the picture that explains the icons; at most 34 characters.
        N_("Buildings and monuments"),
        {
            # Translators: meaning of an icon, under “Buildings and monuments”.
            "build": N_("building"),
            # Translators: meaning of an icon, under “Buildings and monuments”.
            "monument": N_("monument"),
            # Translators: meaning of an icon, under “Buildings and monuments”.
            "category-farm": N_("farm"),
            # Translators: meaning of an icon, under “Buildings and monuments”.
            "category-civic": N_("civic building"),
            # Translators: meaning of an icon, under “Buildings and monuments”.
            "category-tomb": N_("tomb"),
            # Translators: meaning of an icon, under “Buildings and monuments”.
            "category-shrine": N_("shrine"),
            "stack": N_("buildings not yet on offer"),
            # Translators: meaning of an icon on a building.
            "renovation": N_("may be torn down to save resources"),
            "kept-skull": N_("skull that stays on a building"),
        },
    ),
    (
        # Translators: heading in the picture that explains the icons; at most 34 characters.
        N_("Tribes and Prophecies"),
        {
            "tile-back": N_("the next quick action"),
            # Translators: meaning of an icon, under “Tribes and Prophecies”.
            "prophecy": N_("prophecy"),
        },
    ),
)
"""Headings, each with the names of icons and signs and their meaning."""
_PAGES_OF_LEGEND = (LEGEND[:4], LEGEND[4:6], LEGEND[6:-1])
LEGEND_PAGES = len(_PAGES_OF_LEGEND) + 1
"""The number of pictures: each is about as high as a phone, on which it is read. The last has what
the expansion brings."""

LegendSection = tuple[str, Mapping[str, str]]


def signs_lines(t: Translations) -> list[str]:
    """Explain the signs in lines about turns: arrows, and numbers of spaces and steps."""
    # Translators, for each: a sign in the lines about turns, and what it means; “0+1” are two
    # spaces of one gear, “2 → 4” two steps of a temple by their points
    return [
        t.gettext("“→ Tikal 0+1”: workers placed on spaces 0 and 1 of Tikal"),
        t.gettext(
            "“← Tikal 3”: a worker picked up from space 3 of Tikal; what it brought follows in "
            "brackets"
        ),
        t.gettext("“Chaac 2 → 4”: up from the step with 2 points to the one with 4"),
    ]


def legend_page(t: Translations, page: int) -> Sequence[LegendSection]:
    """List the headings of a page, each with its icons and signs and what they mean."""
    shown = _PAGES_OF_LEGEND[page] if page < len(_PAGES_OF_LEGEND) else LEGEND[-1:]
    sections = [
        (t.gettext(heading), {name: t.gettext(words) for name, words in entries.items()})
        for heading, entries in shown
    ]
    if page < len(_PAGES_OF_LEGEND):
        return sections
    told = {
        # Translators: a tribe, and what it may do differently, one or two sentences
        f"tribe-{tribe}": t.gettext("{tribe}: {power}").format(
            tribe=tile_name(t, tribe), power=tribe_words(t, tribe)
        )
        for tribe in TRIBES
    }
    # Translators: heading in the picture that explains the icons; at most 34 characters.
    return [*sections, (t.gettext("Tribes"), told)]


def alt_legend(page: int, t: Translations) -> str:
    """Describe a page: its headings with the meanings below them. If that is too long, the last
    headings stand alone, and tribes by their names."""
    sections = legend_page(t, page)
    ways = [
        [
            f"{heading}: {', '.join(entries.values())}." if number < told else f"{heading}."
            for number, (heading, entries) in enumerate(sections)
        ]
        for told in range(len(sections), -1, -1)
    ]
    if page == len(_PAGES_OF_LEGEND):
        names = [tile_name(t, tribe) for tribe in TRIBES]
        ways.insert(1, [*ways[0][:-1], f"{sections[-1][0]}: {', '.join(names)}."])
    head = t.gettext("What the icons in the pictures mean.")
    return fitting([head, *way] for way in ways)
