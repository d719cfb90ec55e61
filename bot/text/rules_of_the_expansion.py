"""The rules of the expansion, and the words of the panel, in short texts of our own."""

from bot.text.rules_of_the_game import Topic
from bot.text.translation import N_

RULES_OF_THE_EXPANSION: tuple[Topic, ...] = (
    Topic(
        "tribes",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Expansion: tribes"),
        N_(
            "Before the first round every player chooses one of two tribes. Its ability lasts the "
            "whole game. /tribe shows yours, and /tile any other."
        ),
        "",
        # Translators: not shown: words by which people look for “Expansion: tribes”
        N_("ability expansion"),
    ),
    Topic(
        "prophecies",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Expansion: prophecies"),
        N_(
            "Three prophecies are drawn. Each is active from the day after a food day to the end "
            "of the next one: its calamity makes something dearer, and at its end every player "
            "gains or loses points by how well they met it. You may refuse a levy on a gain by "
            "doing without the gain, and you may pay it from what the gain itself brings. With "
            "Teacher Shortage you pay the step's own price first, and the resource on top from "
            "your hand or from the bonus of Extraction. A higher price, as for a building, is paid "
            "beforehand."
        ),
        "",
        # Translators: not shown: words by which people look for “Expansion: prophecies”
        N_("calamity expansion"),
    ),
    Topic(
        "quick",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Expansion: quick actions"),
        N_(
            "A tile beside the gears has spaces for workers, which use its action at the end of "
            "the same turn and come back when the calendar turns. A space costs 1 corn, takes one "
            "worker of each player, and can be taken even if the action cannot be done; you may "
            "decline its technology step or building. A step costs what it always does, a building "
            "1 corn more; your own technologies change nothing. Every two rounds another tile "
            "comes: you see those of the first age from the beginning, and those of the second "
            "from the first food day on. With five players the quick actions are always in the "
            "game."
        ),
        "",
        # Translators: not shown: words by which people look for “Expansion: quick actions”
        N_("expansion five players"),
    ),
)  # fmt: skip
WORDS_OF_THE_PANEL: tuple[Topic, ...] = (
    Topic(
        "icons",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("The icons"),
        N_(
            "Goods: corn, wood, stone, gold, crystal skull. Each gear, each temple and each "
            "technology has an icon of its own, and so have buildings, monuments, wealth tiles, "
            "tribes and prophecies. A star stands for points, a feather crown for the starting "
            "player, a figure for a worker, and the letters A to E for the seats."
        ),
        "",
        # Translators: not shown: words by which people look for “The icons”
        N_("icon legend symbol picture sign mean emoji"),
    ),
    Topic(
        "block",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Resource, block"),
        N_(
            "A resource is one wood, one stone or one gold; on buttons it is called a block for "
            "short. Corn and skulls are not resources. Where a price says block, you choose which; "
            "the button pays with those that are worth least, and the panel then lets you pay "
            "otherwise."
        ),
        "",
        # Translators: not shown: words by which people look for “Resource, block”
        N_("blocks resource resources cube wood stone gold"),
    ),
    Topic(
        "price",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("The price on a button"),
        N_(
            "In front of the dot stands all that this button costs: −1 corn, −1 wood, −1 Chaac for "
            "a step down on that temple, −1 step where you choose the temple next. Free means it "
            "costs nothing; where there is no dot, nothing is paid either. It only counts when you "
            "confirm."
        ),
        "",
        # Translators: not shown: words by which people look for “The price on a button”
        N_("cost minus free step label button"),
    ),
    Topic(
        "levy",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Levy"),
        N_(
            "A levy is what the active prophecy makes you pay on top, such as 1 corn for each gold "
            "or 1 resource for each technology step. The price on the button includes it. Some "
            "levies can be declined, and then you do without the gain."
        ),
        "",
        # Translators: not shown: words by which people look for “Levy”
        N_("tax prophecy calamity extra dearer decline"),
    ),
    Topic(
        "spaceback",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("A space back"),
        N_(
            "A worker does the action of its own space. For 1 corn per space it may do that of a "
            "lower space of its gear instead: Tikal 3 → 2 is the worker on space 3 with the action "
            "of space 2. You find these in the menu below the workers, and behind the button Other "
            "action."
        ),
        "7",
        # Translators: not shown: words by which people look for “A space back”
        N_("usual own other lower step"),
    ),
    Topic(
        "hand",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("In hand, out, home"),
        N_(
            "Workers in hand can be placed; those that are out stand on a gear or another space. A "
            "worker comes home when you pick it up, or unused when the gear pushes it off its last "
            "space. All of yours must be fed, wherever they are."
        ),
        "6-7",
        # Translators: not shown: words by which people look for “In hand, out, home”
        N_("available supply workers pushed unused"),
    ),
    Topic(
        "owed",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Owed, held, missing"),
        N_(
            "Owed is the corn that all your workers would eat if the food day were now; held is "
            "the corn you have; missing is the rest. A worker without food costs you 3 points."
        ),
        "13",
        # Translators: not shown: words by which people look for “Owed, held, missing”
        N_("food hunger hungry corn"),
    ),
    Topic(
        "steps",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Step, points an age, rival"),
        N_(
            "A step is a place on a temple, called by the points it gives at the end of an age; "
            "Chaac 2 → 4 moves your marker up from one to the next. Points an age are what you "
            "would get there. The best rival is the highest of the other players: whoever is "
            "highest gets the bonus."
        ),
        "10",
        # Translators: not shown: words by which people look for “Step, points an age, rival”
        N_("temple marker up down highest"),
    ),
    Topic(
        "age",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Age, round, day, tooth"),
        N_(
            "In a round everybody has one turn; then the calendar turns by a day, which is one "
            "tooth of the big gear. The game has two ages with two food days each; in the second "
            "age other buildings are on offer."
        ),
        "7, 13",
        # Translators: not shown: words by which people look for “Age, round, day, tooth”
        N_("half second calendar turn"),
    ),
    Topic(
        "level",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Level, bonus"),
        N_(
            "A level is how far you are in a technology, from 0 to 3. Beyond level 3, each step "
            "you pay for gives you the bonus of the technology."
        ),
        "12",
        # Translators: not shown: words by which people look for “Level, bonus”
        N_("technology track again"),
    ),
    Topic(
        "fullprice",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Full price, architects"),
        N_(
            "Architects are what Architecture gives you for building. If you build two buildings "
            "on Tikal 4, they help with one of them: pay the full price for the first, and you "
            "keep them for the second."
        ),
        "12",
        # Translators: not shown: words by which people look for “Full price, architects”
        N_("architecture plain discount building"),
    ),
)  # fmt: skip
