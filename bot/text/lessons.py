"""What the tutorial says at each of its presses: what to do, and why."""

from bot.text.translation import N_, Translations

_WORDS = (
    # Round 1
    # Translators: the tutorial, text by text; what is bold is what to press
    N_(
        "**Place a worker on Palenque**, where corn grows. Workers ride on turning gears, and the "
        "longer they ride, the better their action."
    ),
    N_(
        "**Place a second one on Chichen Itza**, where you will offer your crystal skull for "
        "points. The first worker of a turn is free, the second costs 1 corn."
    ),
    N_(
        "**Confirm your turn.** Until then nothing counts, so you can try things and go back as "
        "often as you like."
    ),
    # Round 2
    N_(
        "The calendar has turned, and every worker has moved on one space. **Place your last "
        "worker on Tikal**, where buildings are built: in a turn you either place or pick up, "
        "never both."
    ),
    N_(
        "**Confirm.** All your workers are on the gears now, and waiting makes their actions "
        "better."
    ),
    # Round 3
    N_(
        "You have no worker left to place, so you must pick one up: **take the one on Palenque 2** "
        "for 4 corn. The others wait for better spaces."
    ),
    N_("**Confirm.** The worker is back in your hand, ready for a later turn."),
    # Round 4
    N_(
        "Your worker on Tikal has waited long enough: space 2 lets you build. **Pick it up**, "
        "since some buildings help you for the rest of the game."
    ),
    N_(
        "**Build the Small Farm** for 1 wood. On food days every worker eats 2 corn, but with this "
        "farm one of yours needs none."
    ),
    N_(
        "**Confirm.** Your worker on Chichen Itza keeps waiting, since each space there is worth "
        "more than the one before."
    ),
    # Round 5
    N_(
        "The computer took the starting-player space, and so it could turn the calendar by two "
        "days. **Place a worker on Palenque again**: the first food day is near."
    ),
    N_(
        "**Place the other one on Yaxchilan**, where the resources for building come from. A grey "
        "dummy worker stands on space 0, so yours goes to space 1 and costs 1 corn more."
    ),
    N_("**Confirm.** In two rounds both will have reached something worth taking."),
    # Round 6
    N_(
        "Your first worker on Chichen Itza has reached space 6, worth 8 points: **pick it up**. It "
        "leaves your skull there, and the god is pleased: you go one step up on Kukulkan."
    ),
    N_("This space gives a resource, too: **take the gold**, the most valuable of the three."),
    N_(
        "**Confirm.** Temple steps pay twice in each age: with goods on the first food day, with "
        "points on the second."
    ),
    # Round 7
    N_(
        "After this round comes a **food day**, when every worker must be fed. **Pick up the "
        "worker on Palenque** for 4 corn."
    ),
    N_(
        "You may pick up several in one turn. **Take the one on Yaxchilan, too**: its space gives "
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
        "In a game you could press “{pressed}”. The tutorial goes one way only: press “{wanted}”."
    ).format(pressed=pressed, wanted=wanted)


def ending(t: Translations) -> list[str]:
    """What there is beyond the first food day."""
    return [
        t.gettext("You fed your workers, and Kukulkan gave you 1 wood for your step."),
        "",
        t.gettext("The rest is for you to discover:"),
        "- "
        + t.gettext(
            "There are **four food days**; on the second and the last one temples give points. For "
            "each worker you cannot feed you lose 3 points."
        ),
        "- "
        + t.gettext("**Monuments** and skulls bring the most points if you plan for them early."),
        "- "
        + t.gettext(
            "**Technologies** make your actions better for the rest of the game; you raise them on "
            "Tikal."
        ),
        "",  # or Discord takes what follows for a part of the last point
        t.gettext("Use /rules, /tile and /hint whenever you like."),
    ]
