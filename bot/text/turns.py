"""A turn in words: as a line of the log, or without its person, to stand behind a colon.

Everything follows from the actions and their happenings. `names` are the seats' names as they shall
be printed, in seat order.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile

from bot.engine import Game, Step
from bot.engine.happenings import (
    GoodsChanged,
    Happening,
    QuickActionDone,
    TurnEnded,
    WorkerPlaced,
)
from bot.last_move import QUICK, START
from bot.text.changes import change_of, change_words
from bot.text.formats import listed
from bot.text.names import amount, gear_name, space_name, tile_name
from bot.text.translation import Translations

Steps = Sequence[Step]
Names = Sequence[str]


def turn_line(t: Translations, names: Names, seat: int, steps: Steps) -> str:
    """Write one line about a confirmed turn: who, where, its price and gain."""
    if steps and steps[0].action.startswith("keep"):
        # Translators: a player has secretly chosen their first tiles; no gender is known
        return t.gettext("{name} has chosen.").format(name=names[seat])
    done = _doings(t, seat, steps, name=names[seat])
    taken = 0  # from the starting-player space, at the end of the turn
    for step in steps:
        for happening in step.happenings:
            if isinstance(happening, GoodsChanged) and happening.source == "calendar":
                taken += happening.corn if happening.seat == seat else 0
    if taken:
        corn = amount(t, "corn", taken)
        if done:
            # Translators: part of a list, after what somebody did: corn taken from the calendar
            done.append(t.gettext("{corn} from the calendar").format(corn=corn))
        else:
            done.append(
                t.gettext("{name} took {corn} from the calendar").format(
                    name=names[seat], corn=corn
                )
            )
    if not done:
        # Translators: a player whose turn was left out
        return t.gettext("{name} did nothing.").format(name=names[seat])
    # Translators: the whole line about a turn, as "Ana placed a worker on Tikal 0 (free)"; only the
    # full stop is added here
    return t.gettext("{deeds}.").format(deeds="; ".join(done))


def doings_words(t: Translations, seat: int, steps: Steps, *, still_open: bool = False) -> str:
    """Sum up the steps of a seat: "2 workers placed on Tikal 0 and 1 (1 corn)". It can stand behind
    any word and a colon, such as "So far".

    With `still_open` the last worker picked up still has a question; its results so far are left
    out if there are none.
    """
    return "; ".join(_doings(t, seat, steps, still_open=still_open))


def deeds_words(
    t: Translations, begun: Game, seat: int, actions: Sequence[str], *, still_open: bool = False
) -> str:
    """Sum up these actions of a seat, played on a copy of `begun`; see `doings_words`."""
    game = begun.copy()
    steps = [game.step(seat, action) for action in actions]
    return doings_words(t, seat, steps, still_open=still_open)


def _doings(
    t: Translations, seat: int, steps: Steps, *, name: str = "", still_open: bool = False
) -> list[str]:
    """Write the parts of a turn, each without a person: "2 workers placed on ...". With a `name`
    the first part is a sentence about the player, without its full stop."""
    deeds: list[str] = []
    index = 0
    while index < len(steps):
        words = steps[index].action.split()
        kind = _KINDS.get(words[0], "other")
        until = index + 1
        while until < len(steps) and _goes_on(kind, steps[until].action):
            until += 1
        own = steps[index:until]
        who = "" if deeds else name
        if kind == "place":
            deeds.append(_placed(t, own, who))
        elif kind == "pick":
            deeds.append(_picked(t, seat, own, who, still_open=still_open))
        elif kind == "beg":
            deeds.append(_begged(t, seat, own, who))
        elif words[0] == "advance" and words[1].isdigit():
            deeds.append(_turned_calendar(t, int(words[1]), who))
        elif kind == "pass":
            deeds.append(_passed(t, who, in_log=bool(name)))
        elif kind == "end":
            until = len(steps)  # later steps belong to the quick action
            found = _quick_actions(t, seat, steps[index:], still_open=still_open)
            deeds += [*(done_by(t, who, one) for one in found[:1]), *found[1:]]
        elif kind == "other":
            deeds.append(done_by(t, who, _answered(t, seat, own)))
        index = until
    return deeds


_KINDS: Mapping[str, str] = {
    "place": "place",
    "skip-space": "place",
    "pick": "pick",
    "beg": "beg",
    "pass": "pass",
    "end": "end",
    "keep": "keep",
}
"""The parts of a turn by verb; the verbs of answers are not among them."""


def _goes_on(kind: str, action: str) -> bool:
    """Whether an action belongs to the present part of the turn."""
    verb = action.split()[0]
    if kind in ("place", "keep"):
        return _KINDS.get(verb) == kind
    if kind in ("pick", "other"):
        return verb not in _KINDS or (kind == verb == "pick")
    return kind == "beg" and verb == "down"


def done_by(t: Translations, name: str, deed: str) -> str:
    """Put the name before a turn or food day in words; without a name change nothing."""
    # Translators: a player, and what the turn consisted of: "Ana: quick action “Stone” (+1 stone)"
    return t.gettext("{name}: {what}").format(name=name, what=deed) if name else deed


def _answered(t: Translations, seat: int, steps: Steps) -> str:
    """Tell the results of answers without the move that asked for them."""
    words = steps[0].action.split()
    changed = _result(t, seat, steps)
    if words[0] == "do":
        return with_result(t, space_name(t, *words[1:]), changed or _nothing(t))
    return changed or no_change(t)


def no_change(t: Translations) -> str:
    """Say that a market, an answer or a food day changed nothing."""
    # Translators: what a market, an answer or a food day came to, where nothing changed
    return t.gettext("no change")


def _nothing(t: Translations) -> str:
    # Translators: in brackets behind a space or a quick action: what it brought
    return t.gettext("nothing")


def with_result(t: Translations, place: str, what: str) -> str:
    """Write a space with what its action brought: "Palenque 3 (+7 corn)"."""
    # Translators: a space, and in brackets what its action brought: "Palenque 3 (+7 corn)"
    return t.gettext("{place} ({what})").format(place=place, what=what)


def _quick_actions(t: Translations, seat: int, steps: Steps, *, still_open: bool) -> list[str]:
    """Tell the results of the quick actions after the placements, each by its tile."""
    deeds: list[str] = []
    happened = list(takewhile(lambda h: not isinstance(h, TurnEnded), _happened(steps)))
    starts = [i for i, h in enumerate(happened) if isinstance(h, QuickActionDone)]
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(happened)
        tile = tile_name(t, getattr(happened[start], "tile", None) or "")
        own = [h for h in happened[start:end] if getattr(h, "source", None) != "calendar"]
        changed = ", ".join(change_words(t, change_of(own, seat)))
        if len(starts) == 1:
            changed = _with_trades(t, steps, changed)
        if still_open and not changed:
            # Translators: a part of a turn: the quick action with this name was done
            deeds.append(t.gettext("quick action “{tile}”").format(tile=tile))
        else:
            # Translators: a part of a turn: the quick action with this name, and what it brought
            words = t.gettext("quick action “{tile}” ({what})")
            deeds.append(words.format(tile=tile, what=changed or _nothing(t)))
    return deeds


def _result(t: Translations, seat: int, steps: Steps) -> str:
    """Tell the results of some actions: "+5 corn", "sold: 2 stone; bought: 1 gold; in all: +2 corn,
    −2 stone, +1 gold"; empty if there are none."""
    return _with_trades(t, steps, ", ".join(change_words(t, change_of(_happened(steps), seat))))


def _with_trades(t: Translations, steps: Steps, changed: str) -> str:
    """Put the trades on a market, or with the tribe's trader, before the changes."""
    trades = Counter(
        words for words in (tuple(step.action.split()) for step in steps)
        if words[0] in ("sell", "buy")
    )  # fmt: skip
    sold, bought = (
        [amount(t, what, n) for (verb, what), n in trades.items() if verb == wanted]
        for wanted in ("sell", "buy")
    )
    parts = []
    if sold:
        # Translators: label before goods sold on the market: "sold: 2 stone"
        parts.append(t.gettext("sold: {goods}").format(goods=listed(t, sold)))
    if bought:
        # Translators: label before goods bought on the market: "bought: 1 gold"
        parts.append(t.gettext("bought: {goods}").format(goods=listed(t, bought)))
    if not parts:
        return changed
    # Translators: label before what a visit to the market changed in all: "in all: +2 corn, −2
    # stone"
    parts.append(t.gettext("in all: {changes}").format(changes=changed or no_change(t)))
    return "; ".join(parts)


def _placed(t: Translations, steps: Steps, name: str) -> str:
    placed = [h for step in steps for h in step.happenings if isinstance(h, WorkerPlaced)]
    if not placed:
        gear = gear_name(t, steps[-1].action.split()[1])
        # Translators: a part of a turn, behind "So far:", "Planned:" or "It would play:"; noun: the
        # lowest free space of a gear is left out
        return t.gettext("passing over a space: {gear}").format(gear=gear)
    paid = sum(h.corn for h in placed)
    # Translators: price of placing workers, in brackets: it cost nothing
    price = amount(t, "corn", paid) if paid else t.pgettext("price", "free")
    only_gears = not any(h.place in (START, QUICK) for h in placed)
    places = listed(t, [place_name(t, h.place, h.space) for h in placed])
    n = len(placed)
    if name and only_gears:
        # Translators: a line of the log, without its full stop
        words = t.ngettext(
            "{name} placed a worker on {places} ({price})",
            "{name} placed {n} workers on {places} ({price})",
            n,
        )
    elif name:
        # Translators: the places are a list such as "Tikal 1 and starting-player space"
        words = t.ngettext(
            "{name} placed a worker: {places} ({price})",
            "{name} placed {n} workers: {places} ({price})",
            n,
        )
    elif only_gears:
        # Translators: a part of a turn, behind "So far:", "Planned:" or "It would play:"
        words = t.ngettext(
            "{n} worker placed on {places} ({price})",
            "{n} workers placed on {places} ({price})",
            n,
        )
    else:
        # Translators: a part of a turn, behind "So far:", "Planned:" or "It would play:"; the
        # places are a list such as "Tikal 1 and starting-player space"
        words = t.ngettext(
            "{n} worker placed: {places} ({price})",
            "{n} workers placed: {places} ({price})",
            n,
        )
    return words.format(name=name, n=n, places=places, price=price)


def place_name(t: Translations, place: str, space: int | None = None) -> str:
    """Name where a worker is placed: on a gear, on this space of it, or beside the gears."""
    if place == START:
        # Translators: in a list of places where workers stand
        return t.marked("start", t.gettext("starting-player space"))
    if place == QUICK:
        # Translators: in a list of places where workers stand: the space of the quick action
        return t.marked("quick", t.gettext("quick action"))
    return t.marked(place, gear_name(t, place)) if space is None else space_name(t, place, space)


def _picked(t: Translations, seat: int, steps: Steps, name: str, *, still_open: bool) -> str:
    """Tell each worker picked up with its results."""
    places: list[str] = []
    starts = [i for i, step in enumerate(steps) if step.action.startswith("pick ")]
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(steps)
        _, gear, space = steps[start].action.split()
        changed = _result(t, seat, steps[start:end])
        place = space_name(t, gear, space)
        if changed or not still_open or end < len(steps):
            place = with_result(t, place, changed or _nothing(t))
        places.append(place)
    if name:
        # Translators: a line of the log, without its full stop; the places are a list such as
        # "Palenque 3 (+7 corn) and Tikal 2 (built: Small Farm, −1 wood)"
        words = t.ngettext(
            "{name} picked up a worker from {places}",
            "{name} picked up {n} workers from {places}",
            len(places),
        )
    else:
        # Translators: a part of a turn, behind "So far:", "Planned:" or "It would play:"
        words = t.ngettext(
            "{n} worker picked up from {places}",
            "{n} workers picked up from {places}",
            len(places),
        )
    return words.format(name=name, n=len(places), places=listed(t, places))


def _happened(steps: Steps) -> list[Happening]:
    return [happening for step in steps for happening in step.happenings]


def _begged(t: Translations, seat: int, steps: Steps, name: str) -> str:
    if name:
        # Translators: a line of the log, without its full stop; in brackets what changed
        words = t.gettext("{name} begged the gods for corn ({what})")
    else:
        # Translators: a part of a turn, behind "So far:", "Planned:" or "It would play:"; noun
        words = t.gettext("begging the gods for corn ({what})")
    return words.format(
        name=name, what=", ".join(change_words(t, change_of(_happened(steps), seat)))
    )


def _turned_calendar(t: Translations, days: int, name: str) -> str:
    if name:
        words = t.ngettext(
            "{name} turned the calendar by {n} day", "{name} turned the calendar by {n} days", days
        )
    else:
        # Translators: a part of a turn, behind "It would play:"; how far the calendar turns
        words = t.ngettext("calendar: {n} day", "calendar: {n} days", days)
    return words.format(name=name, n=days)


def _passed(t: Translations, name: str, *, in_log: bool) -> str:
    """Tell a pass. `in_log` without a name: in a line of the log that began with another deed."""
    if name:
        # Translators: a player neither placed nor picked up; a full stop follows
        return t.gettext("{name} passed").format(name=name)
    if in_log:
        # Translators: of the same player, behind "Ana begged the gods for corn (+3 corn); ":
        # neither placed nor picked up; a verb
        return t.pgettext("log", "passed the turn")
    # Translators: a part of a turn, behind "So far:", "Planned:" or "It would play:": neither
    # placing nor picking up; noun
    return t.gettext("passing the turn")
