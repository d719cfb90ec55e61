"""What is told of a game: a turn, each deed in two whole forms (as a label, which stands behind a
name or a colon, and as a sentence of the log), and what happens without a turn, line by line: the
end of a round, a food day, the end of the game.

Everything follows from the actions and their happenings. `names` are the seats' names as they shall
be printed, in seat order.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple, Protocol

from bot.engine import Game, Step
from bot.engine.components import GEARS
from bot.engine.happenings import (
    AgeChanged,
    CalendarTurned,
    Fed,
    FoodDayBegan,
    FoodDayEnded,
    GameEnded,
    GoodsChanged,
    Happening,
    PointsChanged,
    ProphecyBegan,
    QuickActionDone,
    QuickTilesOpened,
    QuickTileTurned,
    StartingPlayerChanged,
    TilesKept,
    TurnEnded,
    WorkerPlaced,
    WorkerPushedOff,
)
from bot.engine.position import Position
from bot.scene import QUICK, START, Turn
from bot.text.names import gear_name, place_called, space_name, tile_name
from bot.text.seats import change_of, change_words, signed, signed_points
from bot.text.spaces import calamity_words, fulfilment_words
from bot.text.tiles import tile_effects
from bot.text.translation import N_, Translations, listed

Steps = Sequence[Step]
Names = Sequence[str]


class _Deed(NamedTuple):
    """A part of a turn."""

    kind: str
    where: Sequence[str] = ()
    """Its places, or its tile."""
    what: str = ""
    """What it cost and brought."""
    n: int = 1


def turn_line(
    t: Translations, names: Names, seat: int, steps: Steps, *, results: bool = True
) -> str:
    """Write a confirmed turn in a few words: "Ana → Tikal 0, Start (−1 corn)"; without `results`
    what workers picked up have cost and brought is left out: "Ana ← Tikal 2, Uxmal 1"."""
    deeds = _deeds(t, seat, steps, results=results)
    if not deeds or deeds[0].kind == "keep":
        return turn_sentences(t, names, seat, steps)
    name, words = names[seat], _labels(t, deeds)
    return (
        t.say(DONE_BY, name=name, what=words) if deeds[0].kind in _NO_VERBS else f"{name} {words}"
    )


def turn_sentences(t: Translations, names: Names, seat: int, steps: Steps) -> str:
    """Write a confirmed turn for the log, a sentence for each deed."""
    deeds = _deeds(t, seat, steps) or [_Deed("nothing")]
    # Translators: a whole sentence about a turn, as "Ana placed a worker: Tikal 0 (−1 corn)"; only
    # the full stop is added here
    sentence = t.gettext("{deeds}.")
    return " ".join(
        sentence.format(deeds=_in_words(t, deed, _FORMS[deed.kind][1], names[seat]))
        for deed in deeds
    )


def doings_words(
    t: Translations, seat: int, steps: Steps, *, still_open: bool = False, results: bool = True
) -> str:
    """Sum up steps of a seat, without arrows: "begging (+3 corn) · workers on Tikal 0+1 (−1 corn)".
    It can stand behind any word and a colon, such as "So far".

    With `still_open` the last worker picked up still has a question; its results so far are left
    out if there are none. Without `results` it is not told what workers brought.
    """
    deeds = _deeds(t, seat, steps, still_open=still_open, results=results)
    return " · ".join(
        _in_words(t, one, _BEHIND_A_COLON.get(one.kind, _FORMS[one.kind][0])) for one in deeds
    )


def deeds_words(t: Translations, begun: Game, seat: int, actions: Sequence[str]) -> str:
    """Sum up these actions of a seat, played on a copy of `begun`; see `doings_words`."""
    game = begun.copy()
    return doings_words(t, seat, [game.step(seat, action) for action in actions])


# Translators: a player, and what the turn or food day brought: "Ana: begs (+3 corn)"
DONE_BY = N_("{name}: {what}")


# Translators: what an answer or a food day came to, where nothing changed
NO_CHANGE = N_("no change")


# Translators: a place or a deed, and in brackets what it cost and brought: "Palenque 3 (+7
# corn)", "Ana begged the gods for corn (+3 corn)"
WITH_RESULT = N_("{place} ({what})")


def place_name(t: Translations, place: str, space: object = None) -> str:
    """Name where a worker is placed: on a gear, on this space of it, or beside the gears."""
    if place == START:
        # Translators: in a list of places where workers stand, and on a button: the space of the
        # starting player in one word; at most 7 characters
        return t.marked("start", t.pgettext("space", "Start"))
    if place == QUICK:
        # Translators: in a list of places where workers stand: the space of the quick action
        return t.marked("quick", t.gettext("quick action"))
    return t.marked(place, gear_name(t, place)) if space is None else space_name(t, place, space)


# --- the two forms --------------------------------------------------------------------------------

_NO_VERBS = ("quick", "answer")
"""The deeds whose label stands behind a name and a colon, for it says no verb."""
_Form = Callable[[Translations, int], str]
# Translators, for the pairs here: what a player did, first as a label, which stands behind a name
# or a colon, then as a sentence of the log, without its full stop
_FORMS: Mapping[str, tuple[_Form, _Form]] = {
    "place": (
        # Translators: workers placed; a list of places
        lambda t, _: t.gettext("→ {places}"),
        # Translators: the places are a list such as "Tikal 1 and Start"
        lambda t, n: t.ngettext(
            "{name} placed a worker: {places}", "{name} placed {n} workers: {places}", n
        ),
    ),
    "skip": (
        # Translators: behind a player's name: leaves out the lowest free space of a gear
        lambda t, _: t.gettext("skips a space: {places}"),
        lambda t, _: t.gettext("{name} skipped a space: {places}"),
    ),
    "pick": (
        # Translators: workers picked up; a list of places and what they brought
        lambda t, _: t.gettext("← {places}"),
        # Translators: the places are a list such as "Palenque 3 (+7 corn) and Tikal 2 (built: Small
        # Farm, −1 wood)"
        lambda t, n: t.ngettext(
            "{name} picked up a worker from {places}",
            "{name} picked up {n} workers from {places}",
            n,
        ),
    ),
    "beg": (
        # Translators: behind a player's name, among "→ Tikal 0" and "← Uxmal 2": begs the gods for
        # corn
        lambda t, _: t.marked("beg", t.gettext("begs")),
        lambda t, _: t.gettext("{name} begged the gods for corn"),
    ),
    "quick": (
        # Translators: the name of the quick action that was done
        lambda t, _: t.marked("quick", t.gettext("“{places}”")),
        lambda t, _: t.gettext("{name} used the quick action “{places}”"),
    ),
    "calendar": (
        # Translators: behind a player's name: how far that player turns the calendar
        lambda t, n: t.ngettext("turns the calendar {n} day", "turns the calendar {n} days", n),
        lambda t, n: t.ngettext(
            "{name} turned the calendar by {n} day", "{name} turned the calendar by {n} days", n
        ),
    ),
    "pass": (
        # Translators: behind a player's name, among "→ Tikal 0": neither places nor picks up
        lambda t, _: t.marked("pass", t.gettext("passes")),
        # Translators: a player neither placed nor picked up
        lambda t, _: t.gettext("{name} passed"),
    ),
    "answer": (
        lambda t, _: "{places}",
        # Translators: a player, and what an answer came to: "Ana: +2 corn"
        lambda t, _: t.gettext("{name}: {places}"),
    ),
    "keep": (
        # Translators: a player has chosen their first tiles; noun
        lambda t, _: t.gettext("tiles chosen"),
        # Translators: a player has secretly chosen their first tiles; no gender is known
        lambda t, _: t.gettext("{name} has chosen"),
    ),
    "nothing": (
        # Translators: there was nothing that the rules allowed the player to do; noun
        lambda t, _: t.gettext("no move"),
        # Translators: there was nothing that the rules allowed the player to do
        lambda t, _: t.gettext("{name} had no possible move"),
    ),
}
# Translators, for each: what a player does in a turn, behind words such as "So far:" and "Better:"
_BEHIND_A_COLON: Mapping[str, _Form] = {
    "place": (
        # Translators: "worker on Tikal 0", "workers on Tikal 0 and Start"
        lambda t, n: t.ngettext("worker on {places}", "workers on {places}", n)
    ),
    "pick": (
        # Translators: workers picked up: "worker from Palenque 2 (+4 corn)"
        lambda t, n: t.ngettext("worker from {places}", "workers from {places}", n)
    ),
    # Translators: to beg the gods for corn; noun
    "beg": lambda t, _: t.marked("beg", t.pgettext("deed", "begging")),
    # Translators: neither to place nor to pick up; noun
    "pass": lambda t, _: t.marked("pass", t.pgettext("deed", "passing")),
}


def _labels(t: Translations, deeds: Sequence[_Deed]) -> str:
    return " · ".join(_in_words(t, deed, _FORMS[deed.kind][0]) for deed in deeds)


def _in_words(t: Translations, deed: _Deed, form: _Form, name: str = "") -> str:
    """Write a deed in one of its forms; the sentence has a `name`."""
    places = listed(t, deed.where) if name else ", ".join(deed.where)
    words = form(t, deed.n).format(name=name, n=deed.n, places=places)
    return t.say(WITH_RESULT, place=words, what=deed.what) if deed.what else words


# --- what was done --------------------------------------------------------------------------------


def _deeds(
    t: Translations, seat: int, steps: Steps, *, still_open: bool = False, results: bool = True
) -> list[_Deed]:
    """Find the parts of a turn; without `results` what workers picked up brought is left out."""
    deeds: list[_Deed] = []
    index = 0
    while index < len(steps):
        words = steps[index].action.split()
        kind = _KINDS.get(words[0], "other")
        until = index + 1
        while until < len(steps) and _goes_on(kind, steps[until].action):
            until += 1
        own = steps[index:until]
        if kind == "place":
            deeds.append(_placed(t, own))
        elif kind == "pick":
            deeds.append(_picked(t, seat, own, still_open=still_open, results=results))
        elif words[0] == "advance" and words[1].isdigit():
            deeds.append(_Deed("calendar", n=int(words[1])))
        elif kind == "end":
            until = len(steps)  # later steps belong to the quick action
            deeds += _quick_actions(t, seat, steps[index:], still_open=still_open)
        elif kind in ("pass", "keep"):
            deeds.append(_Deed(kind))
        elif kind == "beg":
            deeds.append(_Deed("beg", what=_result(t, seat, own)))
        else:
            deeds.append(_Deed("answer", [_answered(t, seat, own)]))
        index = until
    return _with_calendar_corn(t, seat, steps, deeds)


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


def _with_calendar_corn(
    t: Translations, seat: int, steps: Steps, deeds: Sequence[_Deed]
) -> list[_Deed]:
    """Add the corn taken from the calendar at the end of the turn, by the starting-player space, to
    what placing cost."""
    taken = sum(
        one.corn
        for one in _happened(steps)
        if isinstance(one, GoodsChanged) and (one.source, one.seat) == ("calendar", seat)
    )
    if not taken:
        return [*deeds]
    corn = signed(t, "corn", taken)
    placed = [n for n, deed in enumerate(deeds) if deed.kind == "place"]
    if not placed:
        # Translators: corn that a player took from the starting-player space: "+3 corn from the
        # starting space"
        from_space = t.gettext("{corn} from the starting space").format(corn=corn)
        return [*deeds, _Deed("answer", [from_space])]
    [*_, last] = placed
    # Translators: in brackets behind the starting-player space: corn that the player took there:
    # "+3 corn there"
    corn = t.gettext("{corn} there").format(corn=corn)
    what = ", ".join(filter(None, (deeds[last].what, corn)))
    return [*deeds[:last], deeds[last]._replace(what=what), *deeds[last + 1 :]]


def _answered(t: Translations, seat: int, steps: Steps) -> str:
    """Tell the results of answers without the move that asked for them."""
    words = steps[0].action.split()
    changed = _result(t, seat, steps)
    if words[0] == "do":
        return t.say(WITH_RESULT, place=space_name(t, *words[1:]), what=changed or t.say(NOTHING))
    return changed or t.say(NO_CHANGE)


# Translators: in brackets behind a space or a quick action: what it brought
NOTHING = N_("nothing")


def _quick_actions(t: Translations, seat: int, steps: Steps, *, still_open: bool) -> list[_Deed]:
    """Tell the results of the quick actions after the placements, each by its tile."""
    deeds: list[_Deed] = []
    happened = list(takewhile(lambda h: not isinstance(h, TurnEnded), _happened(steps)))
    starts = [i for i, h in enumerate(happened) if isinstance(h, QuickActionDone)]
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(happened)
        tile = tile_name(t, getattr(happened[start], "tile", None) or "")
        own = [h for h in happened[start:end] if getattr(h, "source", None) != "calendar"]
        changed = ", ".join(change_words(t, change_of(own, seat)))
        deeds.append(_Deed("quick", [tile], changed or ("" if still_open else t.say(NOTHING))))
    return deeds


def _result(t: Translations, seat: int, steps: Steps) -> str:
    """Tell what some actions changed in all: "+5 corn, −1 wood"; empty for nothing."""
    return ", ".join(change_words(t, change_of(_happened(steps), seat)))


def _placed(t: Translations, steps: Steps) -> _Deed:
    placed = [h for step in steps for h in step.happenings if isinstance(h, WorkerPlaced)]
    if not placed:
        return _Deed("skip", [gear_name(t, steps[-1].action.split()[1])])
    spaces: dict[str, list[int | None]] = {}
    for one in placed:
        spaces.setdefault(one.place, []).append(one.space)
    paid = sum(one.corn for one in placed)
    several = len(spaces) > 1
    return _Deed(
        "place",
        [
            _place(t, place, "+".join(map(str, found)), several=several)
            for place, found in spaces.items()
        ],
        signed(t, "corn", -paid) if paid else "",
        len(placed),
    )


def _place(t: Translations, place: str, space: str, *, several: bool) -> str:
    """Name a place; of `several` the icon alone where there is one, so that they fit one line."""
    icon = t.in_text.get(place) if several and place in GEARS else None
    return f"{icon}\u202f{space}" if icon else place_name(t, place, space)


def _picked(t: Translations, seat: int, steps: Steps, *, still_open: bool, results: bool) -> _Deed:
    """Tell each worker picked up, with its `results`."""
    places: list[str] = []
    starts = [i for i, step in enumerate(steps) if step.action.startswith("pick ")]
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(steps)
        _, gear, space = steps[start].action.split()
        changed = _result(t, seat, steps[start:end])
        place = _place(t, gear, space, several=len(starts) > 1)
        if results and (changed or not still_open or end < len(steps)):
            place = t.say(WITH_RESULT, place=place, what=changed or t.say(NOTHING))
        places.append(place)
    return _Deed("pick", places, n=len(places))


def _happened(steps: Steps) -> list[Happening]:
    return [happening for step in steps for happening in step.happenings]


def news(t: Translations, names: Names, last: Step, *, in_full: bool = False) -> list[str]:
    """Tell the happenings after a turn: wealth tiles revealed, a food day, the calendar, workers
    coming home, another starting player.

    `last` is the turn's last action. The tiles revealed and a food day, which the channel sees in
    pictures, the quick actions to come, which **Board** lists, and how a new prophecy is scored are
    told `in_full` alone; the last food day always, as the end has another picture.
    """
    happenings = last.happenings
    kinds = {type(happening) for happening in happenings}
    lines: list[str] = []
    if TilesKept in kinds and in_full:
        lines += _kept(t, names, happenings)
    if in_full or last.position.phase == "finished":
        lines += food_day_lines(t, names, last)
    if AgeChanged in kinds:
        lines.append(t.gettext("**Second age**: six new buildings"))
    if CalendarTurned in kinds:
        lines += _calendar(t, names, last)
    if last.position.phase == "finished":
        return lines
    lines += [
        t.say(QUICK_ACTION_NOW, tile=tile_effects(t, happening.tile or ""))
        for happening in happenings
        if isinstance(happening, QuickTileTurned)
    ]
    lines += [
        t.gettext("Quick actions of the second age: {tiles}").format(
            tiles=listed(t, [tile_name(t, tile) for tile in happening.tiles])
        )
        for happening in happenings
        if in_full and isinstance(happening, QuickTilesOpened)
    ]
    lines += [
        prophecy_line(t, happening.prophecy, in_full=in_full)
        for happening in happenings
        if isinstance(happening, ProphecyBegan)
    ]
    return lines


class Taken(Turn, Protocol):
    """A turn, or an answer outside of one, in which nothing is hidden."""

    @property
    def by_computer(self) -> bool:
        """Whether a computer took it: in its own seat, or for a person whose time was over."""


def taken_words(
    t: Translations, names: Names, turn: Taken, *, computer: bool, in_full: bool = False,
    results: bool = True,
) -> str | None:  # fmt: skip
    """Tell a turn without the happenings after it: in a few words, with or without `results` as
    `turn_line`, or `in_full` in sentences. None for the choice that revealed all tiles and for the
    answer that completed a food day, since `news` tells them. `computer` is whether a computer sits
    in the seat."""
    if turn.before.phase == "keep" and turn.steps[-1].position.phase != "keep":
        return None
    kinds = {type(happening) for step in turn.steps for happening in step.happenings}
    if FoodDayEnded in kinds and FoodDayBegan not in kinds:
        return None
    if in_full:
        words = turn_sentences(t, names, turn.seat, turn.steps)
    else:
        words = turn_line(t, names, turn.seat, turn.steps, results=results)
    if turn.by_computer and not computer:
        # Translators: {words}: what the computer did, as "Ana → Tikal 0 (−1 corn)" or a sentence.
        over = t.gettext("{words} (out of time: a computer decided)")
        return over.format(words=words)
    return words


# Translators: at the beginning of a game: a long number that proves the deal is not changed
SEALED = N_("Proof of a fair deal (SHA-256): {value}")


def game_lines(t: Translations, position: Position) -> list[str]:
    """Tell the open parts of the expansion after the deal: the prophecies by name, in their order,
    and the quick action."""
    lines = []
    if position.prophecies:
        names = ", ".join(f"**{tile_name(t, tile)}**" for tile in position.prophecies)
        # Translators: the three prophecies of a game by their names, in order
        lines.append(t.gettext("Prophecies: {names}").format(names=names))
    if position.quick_tile and position.phase != "finished":
        lines.append(t.say(QUICK_ACTION_NOW, tile=tile_effects(t, position.quick_tile)))
    return lines


# Translators: what the quick action of this round does
QUICK_ACTION_NOW = N_("Quick action now: {tile}")


def prophecy_line(t: Translations, prophecy: str, *, in_full: bool = True) -> str:
    """Tell the calamity of a prophecy from now on, and `in_full` its points later."""
    # Translators: a prophecy, and a sentence about what it makes harder
    words = t.gettext("Prophecy **{name}**: {calamity}").format(
        name=tile_name(t, prophecy), calamity=calamity_words(t, prophecy)
    )
    return f"{words} {fulfilment_words(t, prophecy)}" if in_full else words


def _kept(t: Translations, names: Names, happenings: Sequence[Happening]) -> list[str]:
    chosen = {h.seat: h for h in happenings if isinstance(h, TilesKept)}
    # Translators: heading, then a line for each player with the tiles kept
    lines = [t.gettext("Everybody has chosen:")]
    for seat, kept in sorted(chosen.items()):
        tiles = listed(t, [tile_name(t, tile) for tile in kept.wealth])
        # Translators: a player, and the wealth tiles kept, by their names
        line = t.gettext("{name}: {tiles}").format(name=names[seat], tiles=tiles)
        if kept.tribe:
            # Translators: a player with the tribe and the wealth tiles kept, all by their names
            line = t.gettext("{name}: tribe {tribe}; wealth tiles: {tiles}").format(
                name=names[seat], tribe=tile_name(t, kept.tribe), tiles=tiles
            )
        lines.append(line)
    return lines


def food_day_lines(t: Translations, names: Names, last: Step) -> list[str]:
    """Write the lines of a food day that ended with this action; none if there was none."""
    happenings = last.happenings
    if not any(isinstance(happening, FoodDayEnded) for happening in happenings):
        return []
    finished = any(isinstance(happening, GameEnded) for happening in happenings)
    of_the_day = _of_the_food_day(happenings)
    parts = []
    for seat, name in enumerate(names):
        own = [h for h in of_the_day if getattr(h, "seat", None) == seat]
        words = _fed_and_rewarded(t, seat, own, finished=finished)
        parts.append(t.say(DONE_BY, name=name, what=" · ".join(words) or t.say(NO_CHANGE)))
    # Translators: heading, then a line for each player
    head = t.gettext("Last food day and final scoring")
    if not finished:
        # Translators: heading, then a line for each player: a food day was held
        head = t.gettext("Food day")
    return [f"**{head}**", *parts]


def _of_the_food_day(happenings: Sequence[Happening]) -> list[Happening]:
    """Choose the happenings of the food day and of the end of the game. If the food day asked a
    seat something, it began with an earlier action; then all from the first one on belong to it."""
    kinds = [type(happening) for happening in happenings]
    start = kinds.index(FoodDayBegan) if FoodDayBegan in kinds else 0
    end = kinds.index(FoodDayEnded)
    at_the_end = [h for h in happenings[end:] if isinstance(h, PointsChanged)]
    return [*happenings[start:end], *at_the_end]


def _fed_and_rewarded(
    t: Translations, seat: int, own: Sequence[Happening], *, finished: bool
) -> list[str]:
    """Tell a seat's losses and gains on a food day, by source; at the end of the game all goods
    together, since the points are told elsewhere."""
    words = [_fed(t, fed) for fed in own if isinstance(fed, Fed)]
    sources: Sequence[tuple[str, str]] = (
        ()
        if finished
        else (
            # Translators: what a player's buildings brought on a food day: "buildings: +2 corn"
            ("income", t.gettext("buildings: {what}")),
            # Translators: what the temples gave a player on a food day: "temples: +6 points"
            ("temples", t.gettext("temples: {what}")),
            # Translators: what the prophecy that ends was worth: "prophecy: −5 points"
            ("prophecies", t.gettext("prophecy: {what}")),
        )
    )
    named = {"food", "hunger", *(source for source, _ in sources)}
    for source, template in sources:
        change = change_of((h for h in own if getattr(h, "source", None) == source), seat)
        if change:
            words.append(template.format(what=", ".join(change_words(t, change))))
    change = change_of((h for h in own if getattr(h, "source", None) not in named), seat)
    if change:
        words.append(", ".join(change_words(t, change)))
    return words


def _fed(t: Translations, fed: Fed) -> str:
    """Tell the price of the food, and the hungry workers."""
    paid = signed(t, "corn", -fed.corn)
    if not fed.hungry:
        # Translators: part of a list: what a player paid on a food day
        return paid if fed.corn else t.gettext("no food needed")
    # Translators: part of a list: workers that got no food
    hungry = t.ngettext("{n} worker hungry", "{n} workers hungry", fed.hungry).format(n=fed.hungry)
    if fed.lost:
        hungry = t.say(WITH_RESULT, place=hungry, what=signed_points(t, -4 * fed.lost))
    return f"{paid}, {hungry}" if fed.corn else hungry


def touched_line(
    t: Translations, seat: int, happenings: Sequence[Happening], position: Position
) -> str:
    """Tell what others and the table did to a seat beyond what everybody sees: workers that came
    home, a food day, another place by points; empty for nothing. `happenings` are those since its
    turn was over, up to the position."""
    pieces = []
    pushed_off = sum(isinstance(h, WorkerPushedOff) and h.seat == seat for h in happenings)
    if pushed_off:
        # Translators: part of the list behind "For you:"; workers pushed off their last space
        home = t.ngettext("{n} worker back home", "{n} workers back home", pushed_off)
        pieces.append(home.format(n=pushed_off))
    for fed in happenings:
        if isinstance(fed, Fed) and fed.seat == seat:
            # Translators: part of the list behind "For you:"; {what} as "−6 corn, 1 worker hungry
            # (−3 points)"
            pieces.append(t.gettext("food day: {what}").format(what=_fed(t, fed)))
    now = {player: one.points4 for player, one in enumerate(position.players)}
    was = Counter(now)
    for h in happenings:
        if isinstance(h, PointsChanged):
            was[h.seat] -= h.points4
    place, before = (1 + sum(n > of[seat] for n in of.values()) for of in (now, was))
    if place != before and len({*was.values()}) > 1:  # nobody was ahead, so nobody falls behind
        # Translators: part of the list behind "For you:"; places by points, as "1st"
        fell = t.gettext("you fell from {before} to {place}")
        # Translators: part of the list behind "For you:"; places by points, as "1st"
        rose = t.gettext("you rose from {before} to {place}")
        moved = fell if place > before else rose
        places = {"before": place_called(t, before), "place": place_called(t, place)}
        pieces.append(moved.format_map(places))
    if not pieces:
        return ""
    # Translators: in the call of who is to move: what the others' turns changed for that player
    return t.gettext("**For you**: {what}").format(what="; ".join(pieces))


def _calendar(t: Translations, names: Names, last: Step) -> list[str]:
    lines = []
    pushed_off = Counter(h.seat for h in last.happenings if isinstance(h, WorkerPushedOff))
    for seat, fallen in sorted(pushed_off.items()):
        lines.append(
            t.ngettext(
                "{name}: a worker was pushed off a gear and is back home",
                "{name}: {n} workers were pushed off the gears and are back home",
                fallen,
            ).format(n=fallen, name=names[seat])
        )
    if last.position.phase == "play":
        for happening in last.happenings:
            if isinstance(happening, StartingPlayerChanged):
                first = names[happening.seat]
                # Translators: a line of the log: the new starting player
                lines.append(t.gettext("{name} now goes first").format(name=first))
    return lines
