"""The rules of the base game in short texts of our own.

Each topic has the page of the rulebook (the Spanish edition's numbering, which the other editions
share) on which the whole of it can be read.
"""

from dataclasses import dataclass

from bot.text.translation import N_


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
    """More words by which it is found, translated as well."""


RULES_OF_THE_GAME: tuple[Topic, ...] = (
    Topic(
        "aim",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("The aim of the game"),
        N_(
            "Have the most points after at most 27 rounds. You get points from temples at the end "
            "of each age, from buildings and monuments, from skulls you leave on Chichen Itza, and "
            "at the end from the goods and skulls you still hold. The last tooth of the calendar "
            "ends the game."
        ),
        "2, 14",
        # Translators: not shown: words by which people look for “The aim of the game”
        N_("win goal score"),
    ),
    Topic(
        "turn",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Your turn"),
        N_(
            "Either place workers or pick workers up, at least one, but never both. With no worker "
            "in hand you must pick up; with none on the gears you must place. You may place or "
            "pick up as many as you like."
        ),
        "6",
        # Translators: not shown: words by which people look for “Your turn”
        N_("place pick choose"),
    ),
    Topic(
        "placing",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Placing workers"),
        N_(
            "A worker goes to the lowest free numbered space of a gear. You pay the number of the "
            "space in corn, and for the number of workers you place this turn: 0, 1, 3, 6, 10 or "
            "15 corn for one to six. The panel charges you worker by worker: for its space, and 1 "
            "corn for each worker placed before it."
        ),
        "6",
        # Translators: not shown: words by which people look for “Placing workers”
        N_("cost price corn worker"),
    ),
    Topic(
        "picking",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Picking up workers"),
        N_(
            "Your workers come back one after the other, in any order you like. Each may use the "
            "action of its space, or that of a lower space of the same gear for 1 corn per space "
            "back, or none at all. Picking up costs nothing. A worker you pick up cannot be placed "
            "in the same turn."
        ),
        "6-7",
        # Translators: not shown: words by which people look for “Picking up workers”
        N_("action back lower"),
    ),
    Topic(
        "free",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("The last spaces: free choice"),
        N_(
            "From spaces 6 and 7 (on Chichen Itza from space 10) you may use any action of that "
            "gear without paying corn for going back. You still pay what the action itself costs. "
            "A worker that is pushed off the last space comes home without an action."
        ),
        "7",
        # Translators: not shown: words by which people look for “The last spaces: free choice”
        N_("six seven star any"),
    ),
    Topic(
        "begging",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Begging for corn"),
        N_(
            "At the start of your turn, if you have 0 to 2 corn, you may beg once: you then have "
            "exactly 3 corn, and one of your temple markers goes a step down. If you have no "
            "worker on a gear and cannot pay to place any, you must beg."
        ),
        "6, 11",
        # Translators: not shown: words by which people look for “Begging for corn”
        N_("poor corn anger"),
    ),
    Topic(
        "start",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("The starting-player space"),
        N_(
            "The space itself costs no corn and holds one worker. If you place a worker there, you "
            "take all the corn on the calendar at the end of your turn and become the starting "
            "player; if you already are, the next seat becomes it. Once a game you may also turn "
            "the calendar by two days then."
        ),
        "10",
        # Translators: not shown: words by which people look for “The starting-player space”
        N_("first player headdress marker"),
    ),
    Topic(
        "calendar",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("The calendar turns"),
        N_(
            "When everybody has had a turn, the big gear turns by one day and every worker moves "
            "on one space. If nobody stands on the starting-player space, 1 corn is put on the "
            "calendar."
        ),
        "7, 10",
        # Translators: not shown: words by which people look for “The calendar turns”
        N_("round end day"),
    ),
    Topic(
        "double",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Two days at once"),
        N_(
            "If you take the starting-player space, you may turn the calendar by two days instead "
            "of one, once a game, while your player board shows its light side. You may not if the "
            "second day would push a worker off a gear, nor in the last round."
        ),
        "10",
        # Translators: not shown: words by which people look for “Two days at once”
        N_("advance light side sun"),
    ),
    Topic(
        "foodday",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Food days"),
        N_(
            "Four times a game you feed every worker with 2 corn, whether it is on a gear or in "
            "hand; for each one that goes hungry you lose 3 points. Then the temples give their "
            "rewards: goods in the middle of an age, points at the end of it."
        ),
        "13",
        # Translators: not shown: words by which people look for “Food days”
        N_("feed hunger hungry"),
    ),
    Topic(
        "feeding",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Feeding less"),
        N_(
            "Farms help to feed your workers: some save 1 corn for one worker, some 1 corn for "
            "each, others feed whole workers. One wealth tile feeds a worker, too. The panel and "
            "your card on the board always count what you will owe."
        ),
        "11, 13",
        # Translators: not shown: words by which people look for “Feeding less”
        N_("farm food"),
    ),
    Topic(
        "temples",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Temples"),
        N_(
            "There are three temples: Chaac, Quetzalcoatl and Kukulkan. A step is called by the "
            "points printed beside it. At the end of an age you get these points, and whoever is "
            "highest gets a bonus, or half of it in a tie. In the middle of an age every step that "
            "shows a good gives it to all markers on it or above it. Only one marker fits on the "
            "top step; whoever reaches it turns their player board to its light side again."
        ),
        "10-11, 13",
        # Translators: not shown: words by which people look for “Temples”
        N_("steps gods reward chaac quetzalcoatl kukulkan"),
    ),
    Topic(
        "anger",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Anger of the gods"),
        N_(
            "Begging and burning the forest anger the gods: you choose a temple, and your marker "
            "goes a step down there. If all your markers are at the bottom, you can do neither."
        ),
        "11",
        # Translators: not shown: words by which people look for “Anger of the gods”
        N_("beg burn down"),
    ),
    Topic(
        "palenque",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Palenque: corn and wood"),
        N_(
            "Space 1 gives 3 corn from fishing. On spaces 2 to 5 you harvest in the jungle: take a "
            "wood tile for wood, or an open corn tile for corn. You keep the tile, since some "
            "monuments count them."
        ),
        "8",
        # Translators: not shown: words by which people look for “Palenque: corn and wood”
        N_("fish jungle harvest green"),
    ),
    Topic(
        "burning",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Burning the forest"),
        N_(
            "On Palenque 3 to 5 you may burn the forest: a wood tile leaves the game, you harvest "
            "the corn below it, and one of your temple markers goes a step down. With level 2 of "
            "Agriculture you harvest corn even where no corn tile lies open, without burning."
        ),
        "8, 11",
        # Translators: not shown: words by which people look for “Burning the forest”
        N_("wood corn anger"),
    ),
    Topic(
        "yaxchilan",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Yaxchilan: resources"),
        N_(
            "Space 1 gives 1 wood; space 2 gives 1 stone and 1 corn; space 3 gives 1 gold and 2 "
            "corn; space 4 gives a skull; space 5 gives 1 gold, 1 stone and 2 corn. Extraction "
            "adds to wood, stone and gold."
        ),
        "8",
        # Translators: not shown: words by which people look for “Yaxchilan: resources”
        N_("wood stone gold skull"),
    ),
    Topic(
        "tikal",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Tikal: building and technology"),
        N_(
            "Space 1: a technology step. Space 2: a building. Space 3: one or two technology "
            "steps. Space 4: one or two buildings, or a monument. Space 5: a step on two different "
            "temples for 1 resource."
        ),
        "8-9",
        # Translators: not shown: words by which people look for “Tikal: building and technology”
        N_("build monument technology red"),
    ),
    Topic(
        "uxmal",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Uxmal: trade and favours"),
        N_(
            "Space 1: a temple step for 3 corn. Space 2: the market. Space 3: one more worker. "
            "Space 4: a building paid with corn, 2 for each resource. Space 5: for 1 corn any "
            "action of another gear, except Chichen Itza."
        ),
        "9",
        # Translators: not shown: words by which people look for “Uxmal: trade and favours”
        N_("market worker yellow"),
    ),
    Topic(
        "market",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("The market"),
        N_(
            "On Uxmal 2 you buy and sell as often as you like: wood is worth 2 corn, stone 3 and "
            "gold 4. Skulls cannot be traded."
        ),
        "9",
        # Translators: not shown: words by which people look for “The market”
        N_("trade buy sell exchange"),
    ),
    Topic(
        "chichen",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Chichen Itza: skulls"),
        N_(
            "Leave a skull on your worker's space to get points, a step on that space's temple "
            "and, on the higher spaces, a resource, too. Each space takes one skull a game. The "
            "last space is a free choice."
        ),
        "9",
        # Translators: not shown: words by which people look for “Chichen Itza: skulls”
        N_("blue offering points"),
    ),
    Topic(
        "skulls",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Crystal skulls"),
        N_(
            "There are 13 of them. Skulls left on Chichen Itza stay there. Each skull you still "
            "hold at the end is worth 3 points."
        ),
        "8, 9, 14",
        # Translators: not shown: words by which people look for “Crystal skulls”
        N_("crystal"),
    ),
    Topic(
        "technology",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Technologies"),
        N_(
            "There are four technologies with three levels each. A step costs as many resources as "
            "the level you reach, in any mix. Beyond level 3 every further step costs 1 resource "
            "and gives the bonus of the technology."
        ),
        "12",
        # Translators: not shown: words by which people look for “Technologies”
        N_("levels research track"),
    ),
    Topic(
        "agriculture",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Agriculture"),
        N_(
            "Level 1: 1 corn more for each harvest of corn. Level 2: you harvest corn even where "
            "no corn tile lies open, and get 1 corn more from fishing. Level 3: 2 corn more for "
            "each harvest of corn. Beyond: a temple step."
        ),
        "12",
        # Translators: not shown: words by which people look for “Agriculture”
        N_("technology corn"),
    ),
    Topic(
        "extraction",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Extraction"),
        N_(
            "Level 1: 1 wood more whenever an action gives you wood. Level 2: 1 stone more "
            "whenever one gives you stone. Level 3: 1 gold more whenever one gives you gold. "
            "Beyond: 2 resources of your choice."
        ),
        "12",
        # Translators: not shown: words by which people look for “Extraction”
        N_("technology wood stone gold"),
    ),
    Topic(
        "architecture",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Architecture"),
        N_(
            "Level 1: 1 corn for each building you build. Level 2: 2 points for each. Level 3: "
            "each building costs 1 resource less. Beyond: 3 points. Monuments gain nothing by it."
        ),
        "12",
        # Translators: not shown: words by which people look for “Architecture”
        N_("technology building"),
    ),
    Topic(
        "theology",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Theology"),
        N_(
            "Level 1: on Chichen Itza you may use the action of the next higher space. Level 2: "
            "after an action there you may pay a resource for a temple step. Level 3: 1 skull more "
            "whenever an action gives you a skull. Beyond: a skull."
        ),
        "12",
        # Translators: not shown: words by which people look for “Theology”
        N_("technology skull chichen"),
    ),
    Topic(
        "buildings",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Buildings"),
        N_(
            "Six are on offer. You pay for a building once and have its effect at once, or, with a "
            "farm, for the rest of the game. At the end of your turn the row is filled up again. "
            "In the second age other buildings come."
        ),
        "11",
        # Translators: not shown: words by which people look for “Buildings”
        N_("build cost farm civic tomb shrine"),
    ),
    Topic(
        "monuments",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Monuments"),
        N_(
            "You build them on Tikal 4, and at the end of the game they give points, each for "
            "something else. Their row is never filled up again."
        ),
        "11, 16",
        # Translators: not shown: words by which people look for “Monuments”
        N_("end points"),
    ),
    Topic(
        "end",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("The end of the game"),
        N_(
            "After the fourth food day all your resources are turned into corn as on the market, "
            "and every 4 corn are worth a point; what is left over counts in quarters of a point. "
            "Each skull gives 3 points, and monuments what they say. In a tie, the player with "
            "more workers on the gears is ahead."
        ),
        "14",
        # Translators: not shown: words by which people look for “The end of the game”
        N_("final tie winner"),
    ),
    Topic(
        "wealth",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Wealth tiles"),
        N_(
            "Before the first round every player gets four and secretly keeps two of them: goods, "
            "technology steps, temple steps, a worker."
        ),
        "5, 16",
        # Translators: not shown: words by which people look for “Wealth tiles”
        N_("start setup"),
    ),
    Topic(
        "twothree",
        # Translators: title of a rules page, also an option of a menu; at most 40 characters
        N_("Two or three players"),
        N_(
            "Dummy workers stand on the gears and turn with them: 12 with two players, 6 with "
            "three. They take up spaces and never leave."
        ),
        "5",
        # Translators: not shown: words by which people look for “Two or three players”
        N_("dummies neutral"),
    ),
)  # fmt: skip
