"""What the tutorial says, round by round."""

from bot.text.translation import Translations


def opening(t: Translations) -> list[str]:
    """What it is all about, before the first choice."""
    return [
        t.gettext(
            "Your workers ride on turning gears. A turn is simple: **place** workers, or **pick "
            "some up** and use the actions they have reached. The longer a worker rides, the "
            "better its action."
        ),
        "",
        t.gettext(
            "You have three workers and 10 corn. Placing costs corn: the number of the space, and "
            "a little more for every further worker. Space 0 is free."
        ),
        "",
        t.gettext(
            "**Try it**: put one worker on **Palenque**, where corn grows, and a second one "
            "somewhere you are curious about."
        ),
    ]


def advice(t: Translations, round_number: int, kind: str, *, begun: bool, more: bool) -> list[str]:
    """What to think of now. `begun` is whether the turn has begun already, `more` whether there is
    anything left to do in it."""
    if kind in ("place", "pick") and not more:
        return [t.gettext("That was your last worker: confirm your turn, or go back a step.")]
    if kind == "place":
        return [
            t.gettext(
                "Placed. You may place another worker, which costs a little more, or confirm your "
                "turn: nothing counts before that, and every step can be taken back."
            )
        ]
    if kind == "pick":
        return [t.gettext("Picked up. Take another one back, or confirm your turn.")]
    if kind == "turn" and not begun:
        return _at_the_turn(t, round_number)
    return [
        t.gettext(
            "Now choose what this worker does. Each button says what you would get; whatever costs "
            "something says so, too."
        )
    ]


def _at_the_turn(t: Translations, round_number: int) -> list[str]:
    if round_number == 1:
        return opening(t)
    if round_number == 2:
        return [
            t.gettext(
                "The calendar has turned, and every worker has moved on by one space: look at the "
                "picture. The gold frame marks your workers."
            ),
            "",
            t.gettext(
                "Will you place the rest of your workers, or pick one up already? One more round "
                "would carry it to a better space. You can never do both in one turn."
            ),
        ]
    return [
        t.gettext(
            "Round three: now pick somebody up. Each button says what the worker's space gives. A "
            "worker may also use a lower space of its gear for a corn a step."
        ),
    ]


def ending(t: Translations) -> list[str]:
    """What there is beyond the first rounds."""
    return [
        t.gettext("That is how every round goes. What else you need to know:"),
        "- "
        + t.gettext(
            "On **food days**, four times a game, every worker eats 2 corn. The board and your "
            "panel count what you will owe."
        ),
        "- "
        + t.gettext(
            "**Points** come from temples at the end of an age, from buildings and monuments, and "
            "from skulls brought to Chichen Itza."
        ),
        "- "
        + t.gettext(
            "**Technologies** make your actions better, **temples** give goods and points: both "
            "are worth beginning early."
        ),
        "",  # or Discord takes what follows for a part of the last point
        t.gettext(
            "Look things up with /rules, ask a computer with /hint, and see what a tile does with "
            "/tile. Have fun: /tzolkin new opens a game, also one against computers."
        ),
    ]
