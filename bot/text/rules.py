"""The rules in short texts of our own, to look things up while playing.

Each topic has the page of the rulebook (the Spanish edition's numbering, which the other editions
share) on which the whole of it can be read; those of the expansion say so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.text.translation import N_, Translations


@dataclass(frozen=True)
class Topic:
    """One thing to look up."""

    id: str
    title: str
    """English; translated when it is shown, as `text` is."""
    text: str
    page: str
    """Pages of the rulebook, such as "6" or "6-7"; empty for the expansion and for our words."""
    words: str = ""
    """More English words by which it is found."""


TOPICS: tuple[Topic, ...] = (
    Topic(
        "aim", N_("The aim of the game"),
        N_(
            "Have the most points after 27 rounds at most. Points come from temples on food days, "
            "from buildings and monuments, from skulls left in Chichen Itza, and at the end from "
            "goods and skulls you still hold. The calendar's last tooth ends the game."
        ),
        "2, 14", "win goal score",
    ),
    Topic(
        "turn", N_("Your turn"),
        N_(
            "Either place workers or pick workers up, at least one, never both. With no worker in "
            "hand you must pick up; with none on the gears you must place. You may place or pick "
            "up as many as you like."
        ),
        "6", "place pick choose",
    ),
    Topic(
        "placing", N_("Placing workers"),
        N_(
            "A worker goes to the lowest free numbered space of a gear. You pay the space's number "
            "in corn, and for the number of workers you place this turn: 0, 1, 3, 6, 10 or 15 corn "
            "for one to six. The panel charges each worker as it is placed: its space, and one "
            "corn for every worker placed before."
        ),
        "6", "cost price corn worker",
    ),
    Topic(
        "picking", N_("Picking workers up"),
        N_(
            "Workers come back one after the other, in the order you like. Each may use the action "
            "of its space, or a lower one of the same gear for 1 corn per space back, or none at "
            "all. Picking up costs nothing. A worker picked up cannot be placed in the same turn."
        ),
        "6-7", "action back lower",
    ),
    Topic(
        "free", N_("The last spaces: free choice"),
        N_(
            "From spaces 6 and 7 (10 on Chichen Itza) any action of that gear may be used without "
            "paying corn for going back. What the action itself costs is still paid. A worker "
            "pushed off the last space comes home without an action."
        ),
        "7", "six seven star any",
    ),
    Topic(
        "begging", N_("Begging for corn"),
        N_(
            "At the beginning of your turn, with 0 to 2 corn, you may beg once: you then hold "
            "exactly 3 corn and one of your temple markers goes down a step. Who has no worker on "
            "a gear and cannot pay for any placement must beg."
        ),
        "6, 11", "poor corn anger",
    ),
    Topic(
        "start", N_("The starting player's space"),
        N_(
            "It costs no corn for itself and holds one worker. Who stands there takes all corn "
            "that lies on the calendar at the end of the turn and becomes the first player; who is "
            "first already hands the marker to the next seat. Once a game that player may also "
            "turn the calendar by two days."
        ),
        "10", "first player headdress marker",
    ),
    Topic(
        "calendar", N_("The calendar turns"),
        N_(
            "After everybody's turn the big gear turns by one day, and every worker moves on by "
            "one space. If nobody stands on the starting player's space, a corn is laid on the "
            "calendar."
        ),
        "7, 10", "round end day",
    ),
    Topic(
        "double", N_("Two days at once"),
        N_(
            "Who takes the starting player's space may turn the calendar by two days instead of "
            "one, once a game, while the own board shows its light side. Not if that would push a "
            "worker off a gear by its second day, and not in the last round."
        ),
        "10", "advance light side sun",
    ),
    Topic(
        "foodday", N_("Food days"),
        N_(
            "Four times a game every worker must be fed with 2 corn, on the gears or in hand; for "
            "each that stays hungry you lose 3 points. Then the temples reward: in the middle of "
            "an age with goods, at the end of an age with points."
        ),
        "13", "feed hunger hungry",
    ),
    Topic(
        "feeding", N_("Feeding less"),
        N_(
            "Farms feed some of your workers: some spare one worker 1 corn, others all of them, "
            "others feed whole workers. The wealth tile of the frugal feeds one. The panel and "
            "your card on the board always count what you will owe."
        ),
        "11, 13", "farm food",
    ),
    Topic(
        "temples", N_("Temples"),
        N_(
            "Three temples: Chaac, Quetzalcoatl and Kukulkan. A step is called by the points "
            "printed beside it: at the end of an age you get these, and who stands highest gets a "
            "bonus, half of it if tied. In the middle of an age every step that shows a good gives "
            "it to all who stand on it or above. Only one marker may stand on the top step; who "
            "reaches it turns the own board to its light side again."
        ),
        "10-11, 13", "steps gods reward chaac quetzalcoatl kukulkan",
    ),
    Topic(
        "anger", N_("Anger of the gods"),
        N_(
            "Begging and burning the jungle anger the gods: you choose a temple in which your "
            "marker goes down a step. If all your markers stand at the bottom you can do neither."
        ),
        "11", "beg burn down",
    ),
    Topic(
        "palenque", N_("Palenque: corn and wood"),
        N_(
            "Space 1 gives 3 corn from fishing. Spaces 2 to 5 harvest the jungle: take a wood tile "
            "for wood, or a corn tile that lies open for corn. You keep the tile: some monuments "
            "count them."
        ),
        "8", "fish jungle harvest green",
    ),
    Topic(
        "burning", N_("Burning the jungle"),
        N_(
            "On Palenque 3 to 5 you may burn a field: its wood leaves the game, you harvest the "
            "corn below, and one of your temple markers goes down a step. With the second level of "
            "agriculture you harvest corn even where no corn lies open, without burning."
        ),
        "8, 11", "wood corn anger",
    ),
    Topic(
        "yaxchilan", N_("Yaxchilan: resources"),
        N_(
            "Space 1 gives wood, 2 a stone and a corn, 3 a gold and 2 corn, 4 a skull, 5 a gold, a "
            "stone and 2 corn. Extraction adds to wood, stone and gold."
        ),
        "8", "wood stone gold skull",
    ),
    Topic(
        "tikal", N_("Tikal: building and technology"),
        N_(
            "Space 1 is one technology step, 2 a building, 3 one or two technology steps, 4 one "
            "or two buildings or a monument, 5 a step in two different temples for one resource."
        ),
        "8-9", "build monument technology red",
    ),
    Topic(
        "uxmal", N_("Uxmal: trade and favours"),
        N_(
            "Space 1 is a temple step for 3 corn, 2 the market, 3 one more worker, 4 a building "
            "paid with corn (2 for each resource), 5 any action of another gear for 1 corn, but "
            "none of Chichen Itza."
        ),
        "9", "market worker yellow",
    ),
    Topic(
        "market", N_("The market"),
        N_(
            "On Uxmal 2 buy and sell as often as you like: wood is worth 2 corn, stone 3, gold 4. "
            "Skulls cannot be traded."
        ),
        "9", "trade buy sell exchange",
    ),
    Topic(
        "chichen", N_("Chichen Itza: skulls"),
        N_(
            "Leave a skull on the space of your worker: points, a step in that space's temple, on "
            "the higher ones also a resource. Each space takes one skull a game. The last space is "
            "a free choice."
        ),
        "9", "blue offering points",
    ),
    Topic(
        "skulls", N_("Crystal skulls"),
        N_(
            "There are 13. Skulls left in Chichen Itza stay there. Each skull you still hold at "
            "the end is worth 3 points."
        ),
        "8, 9, 14", "crystal",
    ),
    Topic(
        "technology", N_("Technologies"),
        N_(
            "Four tracks with three levels each. A step costs as many resources as the level you "
            "reach, in any mix. Beyond the third level every further step costs one resource and "
            "gives the bonus of the track."
        ),
        "12", "levels research track",
    ),
    Topic(
        "agriculture", N_("Agriculture"),
        N_(
            "Level 1: one corn more for each corn harvest. Level 2: harvest corn even where none "
            "lies open, and one corn more from fishing. Level 3: two corn more for each corn "
            "harvest. Beyond: a temple step."
        ),
        "12", "technology corn",
    ),
    Topic(
        "extraction", N_("Extraction"),
        N_(
            "Level 1: one wood more whenever an action gives wood. Level 2: one stone more. Level "
            "3: one gold more. Beyond: two resources of your choice."
        ),
        "12", "technology wood stone gold",
    ),
    Topic(
        "architecture", N_("Architecture"),
        N_(
            "Level 1: a corn for each building you build. Level 2: 2 points for each. Level 3: a "
            "building costs one resource less. Beyond: 3 points. Monuments gain nothing by it."
        ),
        "12", "technology building",
    ),
    Topic(
        "theology", N_("Theology"),
        N_(
            "Level 1: use the action of the next higher space on Chichen Itza. Level 2: after an "
            "action there pay a resource for a temple step. Level 3: one skull more whenever an "
            "action gives skulls. Beyond: a skull."
        ),
        "12", "technology skull chichen",
    ),
    Topic(
        "buildings", N_("Buildings"),
        N_(
            "Six lie open; each is paid for once and gives its effect at once, farms for the rest "
            "of the game. The row is filled up at the end of the turn. In the second age other "
            "buildings come."
        ),
        "11", "build cost farm civic tomb shrine",
    ),
    Topic(
        "monuments", N_("Monuments"),
        N_(
            "They are built on Tikal 4 and give points at the end of the game, each for something "
            "else. They are never filled up."
        ),
        "11, 16", "end points",
    ),
    Topic(
        "end", N_("The end of the game"),
        N_(
            "After the fourth food day every 4 corn are worth a point, with all resources turned "
            "into corn as on the market; what is left over counts in quarters of a point. Every "
            "skull gives 3 points, and monuments what they say. If points are equal, who has more "
            "workers on the gears is ahead."
        ),
        "14", "final tie winner",
    ),
    Topic(
        "wealth", N_("Wealth tiles"),
        N_(
            "At the beginning everybody gets four and keeps two, in secret: goods, technology "
            "steps, temple steps, a worker."
        ),
        "5, 16", "start setup",
    ),
    Topic(
        "twothree", N_("Two or three players"),
        N_(
            "Dummy workers stand on the gears and turn with them: 12 with two players, 6 with "
            "three. They block spaces and never leave."
        ),
        "5", "dummies neutral",
    ),
    Topic(
        "tribes", N_("Expansion: tribes"),
        N_(
            "Everybody chooses one of two tribes at the beginning. Its ability holds for the whole "
            "game; /tribe tells yours, /tile any other."
        ),
        "", "ability expansion",
    ),
    Topic(
        "prophecies", N_("Expansion: prophecies"),
        N_(
            "Three prophecies are drawn. Each runs from the day after a food day to the end of the "
            "next one: a calamity makes something dearer, and at its end everybody gains or loses "
            "points by how well the prophecy was met. A tax on a gain may be refused together with "
            "the gain, and be paid from what the gain itself brings: under Teacher Shortage you "
            "pay a step's own price first, and the resource on top from your hand or else from the "
            "bonus of Extraction. A higher price, as of a building, is paid beforehand."
        ),
        "", "calamity expansion",
    ),
    Topic(
        "quick", N_("Expansion: quick actions"),
        N_(
            "A tile beside the gears offers spaces for a worker who uses its action at the end of "
            "the same turn and comes back when the calendar turns. The space costs 1 corn and "
            "takes one worker of each player, even if the action cannot be done; its technology "
            "step or building can be declined. A step is paid as ever, a building costs 1 corn "
            "more; your own technologies change nothing. Every two rounds another tile comes: "
            "those of the first age lie open from the beginning, those of the second from the "
            "first food day on. With five players it is always played."
        ),
        "", "expansion five players",
    ),
    Topic(
        "icons", N_("The icons"),
        N_(
            "Goods: corn, wood, stone, gold, crystal skull. Each gear, each temple and each "
            "technology has an icon of its own, and so have buildings, monuments, wealth tiles, "
            "tribes and prophecies. A star marks points, a feather crown the first player, a "
            "figure a worker, and letters A to E the seats."
        ),
        "", "icon legend symbol picture sign mean emoji",
    ),
    Topic(
        "block", N_("Block"),
        N_(
            "A block is one wood, one stone or one gold: a resource. Corn and skulls are no "
            "blocks. Where a price says blocks you choose which; the button pays with those that "
            "are worth least, and the panel then offers to pay otherwise."
        ),
        "", "blocks resource resources cube wood stone gold",
    ),
    Topic(
        "price", N_("The price on a button"),
        N_(
            "What stands before the dot is all that this tap costs: −1 corn, −1 wood, −1 Chaac "
            "for a step down on that temple, −1 step where you choose the temple next. Free costs "
            "nothing; where there is no dot nothing is paid. It counts only when you confirm."
        ),
        "", "cost minus free step label button",
    ),
    Topic(
        "levy", N_("Levy"),
        N_(
            "A levy, or tax, is what a prophecy that is active makes you pay on top, such as a "
            "corn for each gold or a block for each technology step. The price on the button "
            "includes it; some can be declined, and then you do without the gain."
        ),
        "", "tax prophecy calamity extra dearer decline",
    ),
    Topic(
        "spaceback", N_("A space back"),
        N_(
            "A worker does the action of its own space. For 1 corn a space it may do that of a "
            "lower space of its gear instead: Tikal 3 → 2 is the worker of space 3 with the action "
            "of space 2. The menu below the workers has these, and Other action leads there, too."
        ),
        "7", "usual own other lower step",
    ),
    Topic(
        "hand", N_("In hand, out, home"),
        N_(
            "Workers in hand can be placed; those that are out stand on a gear or another space. "
            "A worker comes home when you pick it up, or unused when the gear pushes it off its "
            "last space. All of yours must be fed, wherever they are."
        ),
        "6-7", "available supply workers pushed unused",
    ),
    Topic(
        "owed", N_("Owed, held, missing"),
        N_(
            "Owed is the corn that all your workers would eat if the food day were now, held is "
            "the corn you have, missing the rest. A worker without food costs 3 points."
        ),
        "13", "food hunger hungry corn",
    ),
    Topic(
        "steps", N_("Step, points an age, rival"),
        N_(
            "A step is a place on a temple, called by the points it gives at the end of an age; "
            "Chaac 2 → 4 moves your marker up from the one to the next. Points an age are what you "
            "would get there, and the best rival is the highest of the others: who stands highest "
            "gets the bonus."
        ),
        "10", "temple marker up down highest",
    ),
    Topic(
        "age", N_("Age, round, day, tooth"),
        N_(
            "A round is one turn for everybody; then the calendar turns by a day, which is one "
            "tooth of the big gear. The game has two ages of two food days each; in the second age "
            "other buildings are on offer."
        ),
        "7, 13", "half second calendar turn",
    ),
    Topic(
        "level", N_("Level, bonus"),
        N_(
            "A level is how far you are on a technology, 0 to 3. Beyond level 3 a step gives the "
            "bonus of the track once, as often as you pay for it."
        ),
        "12", "technology track again",
    ),
    Topic(
        "fullprice", N_("Full price, architects"),
        N_(
            "Architects are what Architecture gives you for building. On Tikal 4 with two "
            "buildings they help with one: at full price you keep them for the second."
        ),
        "12", "architecture plain discount building",
    ),
)  # fmt: skip

BY_ID = {topic.id: topic for topic in TOPICS}

_SECTIONS = (
    ("aim", N_("Turns, food, temples")),
    ("palenque", N_("The five gears")),
    ("technology", N_("Technologies and tiles")),
    ("end", N_("End, set-up, expansion")),
    ("icons", N_("Icons and words")),
)
"""The id of each section's first topic, and its name: short, for a menu on a phone."""


def sections(t: Translations) -> list[tuple[str, Sequence[Topic]]]:
    """All topics, in sections with their names."""
    starts = [TOPICS.index(BY_ID[first]) for first, _ in _SECTIONS]
    ends = [*starts[1:], len(TOPICS)]
    return [
        (t.gettext(name), TOPICS[start:end])
        for (_, name), start, end in zip(_SECTIONS, starts, ends, strict=True)
    ]


def topic_title(t: Translations, topic: Topic) -> str:
    """The topic's name."""
    return t.gettext(topic.title)


def topic_text(t: Translations, topic: Topic) -> str:
    """The topic's text, with where to read more."""
    words = t.gettext(topic.text)
    if not topic.page:
        return words
    return words + "\n" + "-# " + t.gettext("Rulebook, page {page}").format(page=topic.page)


def topics_for(t: Translations, typed: str) -> list[Topic]:
    """The topics for what somebody has typed, the best first; all, if nothing."""
    wanted = typed.casefold().split()
    if not wanted:
        return list(TOPICS)
    found = [
        (rank, n, topic) for n, topic in enumerate(TOPICS) if (rank := _rank(t, topic, wanted))
    ]
    return [topic for _, _, topic in sorted(found, key=lambda one: (-one[0], one[1]))]


def _rank(t: Translations, topic: Topic, wanted: Sequence[str]) -> int:
    """How well a topic fits; 0 if a word is found nowhere in it."""
    title = f"{topic_title(t, topic)} {topic.title}".casefold()
    rest = f"{t.gettext(topic.text)} {topic.words} {topic.id}".casefold()
    rank = 0
    for word in wanted:
        if word in title:
            rank += 13 if word in topic.id else 10
        elif word in topic.words or word in topic.id:
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
    "quick": "quick",
}
"""The icon of a topic, by its id; where none is shown on the board, there is none here."""
