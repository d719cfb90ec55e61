"""What the tutorial says at each of its presses: what to do, and why."""

from bot.text.translation import N_, Translations

_WORDS = (
    # Round 1
    N_(
        "**Put a worker on Palenque**, where corn grows. Workers ride on turning gears, and the "
        "longer one rides, the better its action."
    ),
    N_(
        "**Put a second one on Chichen Itza**, where you will offer your crystal skull for points. "
        "The first worker of a turn is free, the second costs 1 corn."
    ),
    N_(
        "**Confirm your turn.** Nothing counts before that, so you can try things and go back "
        "as often as you like."
    ),
    # Round 2
    N_(
        "The calendar has turned, and each worker rode on by one space. **Put your last worker on "
        "Tikal**, where one builds: in a turn you either place or pick up, never both."
    ),
    N_("**Confirm.** All your workers ride now, and waiting makes their actions better."),
    # Round 3
    N_(
        "No worker is left to place, so you must pick one up: **take the one on Palenque 2**, for "
        "4 corn. The others wait for better spaces."
    ),
    N_("**Confirm.** The worker is in your hand again, ready for a later turn."),
    # Round 4
    N_(
        "Your worker on Tikal has waited long enough: space 2 builds. **Pick it up**, since "
        "buildings help you for the rest of the game."
    ),
    N_(
        "**Build the Small Farm** for 1 wood. On food days every worker eats 2 corn, and with "
        "this farm one of yours needs none."
    ),
    N_(
        "**Confirm.** Your worker on Chichen Itza waits on, for each space there is worth more."
    ),
    # Round 5
    N_(
        "The computer took the starting space, and so could turn the calendar by two days. **Put a "
        "worker on Palenque again**: the first food day is near."
    ),
    N_(
        "**Put the other one on Yaxchilan**, where blocks for building come from. A grey worker, "
        "which is nobody's, stands on space 0, so yours goes to space 1 and pays 1 corn more."
    ),
    N_("**Confirm.** In two rounds both will have reached something worth taking."),
    # Round 6
    N_(
        "Your oldest worker has reached Chichen Itza 6, worth 8 points: **pick it up**. It leaves "
        "your skull there, and the god is pleased: one step up on Kukulkan's temple."
    ),
    N_("This space gives a block, too: **take the gold**. It is the most valuable of the three."),
    N_(
        "**Confirm.** Temple steps pay twice in each age: goods on the first food day, points on "
        "the second."
    ),
    # Round 7
    N_(
        "After this round is a **food day**: each worker must be fed. **Pick up the worker on "
        "Palenque** for 4 corn."
    ),
    N_(
        "In one turn you may pick up several. **Take the one on Yaxchilan, too**: it has reached "
        "1 gold and 2 corn."
    ),
    N_(
        "**Confirm and see the food day.** Your three workers eat 2 corn each, but the farm feeds "
        "one: you pay 4."
    ),
)  # fmt: skip


def words_at(t: Translations, presses: int) -> str:
    """What to press after so many presses, and why. Raises IndexError at the end."""
    return t.gettext(_WORDS[presses])


def other_choice(t: Translations, pressed: str, wanted: str) -> str:
    """Why another choice than the one wanted is not carried out; both as their buttons say."""
    return t.gettext(
        "“{pressed}” would be allowed in a game. This lesson is played one way: press “{wanted}”."
    ).format(pressed=pressed, wanted=wanted)


def ending(t: Translations) -> list[str]:
    """What there is beyond the first food day."""
    return [
        t.gettext("You fed your workers, and Kukulkan gave you 1 wood for your step."),
        "",
        t.gettext("The rest is for you to discover:"),
        "- "
        + t.gettext(
            "There are **four food days**; the second and the last bring points for temples. Who "
            "cannot feed a worker loses 3 points."
        ),
        "- " + t.gettext("**Monuments** and skulls bring most points, if you plan for them early."),
        "- "
        + t.gettext(
            "**Technologies** make your actions better for the rest of the game; you raise them "
            "on Tikal."
        ),
        "",  # or Discord takes what follows for a part of the last point
        t.gettext("Ask /rules, /tile and /hint whenever you like."),
    ]
