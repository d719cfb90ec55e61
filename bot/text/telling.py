"""What happened, in one line: a confirmed turn, the end of a round, the end of the game.

Everything follows from the actions and their happenings. `names` are the seats' names as they
shall be printed, in seat order.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile

from bot.engine import Game, Step
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
from bot.text.changes import change_of, change_words
from bot.text.formats import listed
from bot.text.names import amount, points, space_name, tile_name
from bot.text.prophecies import calamity_words, fulfilment_words
from bot.text.tiles import tile_effects
from bot.text.translation import Translations

Steps = Sequence[Step]
Names = Sequence[str]


def turn_line(t: Translations, names: Names, seat: int, steps: Steps) -> str:
    """One line about a confirmed turn: who, where, what it cost and brought."""
    if steps and steps[0].action.startswith("keep"):
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
        return t.gettext("{name} did nothing.").format(name=names[seat])
    # Translators: the whole line about a turn, as "Ana placed a worker on Tikal 0 (free)"; only the
    # full stop is added here
    return t.gettext("{deeds}.").format(deeds="; ".join(done))


def doings_words(t: Translations, seat: int, steps: Steps, *, still_open: bool = False) -> str:
    """What these steps of a seat come to: "2 workers placed on Tikal 0 and 1 (1 corn)". It can
    stand behind any word and a colon, such as "So far".

    With `still_open` the last worker picked up is still being asked about; what came of it so far
    is then left out if it is nothing.
    """
    return "; ".join(_doings(t, seat, steps, still_open=still_open))


def deeds_words(
    t: Translations, begun: Game, seat: int, actions: Sequence[str], *, still_open: bool = False
) -> str:
    """What these actions of a seat would do, played on a copy of `begun`; see `doings_words`."""
    game = begun.copy()
    steps = [game.step(seat, action) for action in actions]
    return doings_words(t, seat, steps, still_open=still_open)


def _doings(
    t: Translations, seat: int, steps: Steps, *, name: str = "", still_open: bool = False
) -> list[str]:
    """What a turn consists of, each part without a person: "2 workers placed on ...". With a
    `name` the first part is a sentence about the player, without its full stop."""
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
            deeds.append(_passed(t, who))
        elif kind == "end":
            until = len(steps)  # what follows belongs to the quick action
            found = _quick_actions(t, seat, steps[index:], still_open=still_open)
            deeds += [*(_by(t, who, one) for one in found[:1]), *found[1:]]
        elif kind == "other":
            deeds.append(_by(t, who, _answered(t, seat, own)))
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
"""By verb the parts that a turn consists of; the verbs of answers are not among them."""


def _goes_on(kind: str, action: str) -> bool:
    """Whether an action belongs to the part of a turn that was begun."""
    verb = action.split()[0]
    if kind in ("place", "keep"):
        return _KINDS.get(verb) == kind
    if kind in ("pick", "other"):
        return verb not in _KINDS or (kind == verb == "pick")
    return kind == "beg" and verb == "down"


def _by(t: Translations, name: str, deed: str) -> str:
    """A part of a turn with who did it; the same without a name."""
    # Translators: a player, and what the turn consisted of: "Ana: quick action “Stone” (+1 stone)"
    return t.gettext("{name}: {what}").format(name=name, what=deed) if name else deed


def _answered(t: Translations, seat: int, steps: Steps) -> str:
    """What came of answers without the move that asked for them, as in the middle of a turn."""
    words = steps[0].action.split()
    changed = _result(t, seat, steps)
    if words[0] == "do":
        return _with_result(t, space_name(t, *words[1:]), changed or _nothing(t))
    return changed or _no_change(t)


def _no_change(t: Translations) -> str:
    # Translators: what a market, an answer or a food day came to, where nothing changed
    return t.gettext("no change")


def _nothing(t: Translations) -> str:
    # Translators: in brackets behind a space or a quick action: what it brought
    return t.gettext("nothing")


def _with_result(t: Translations, place: str, what: str) -> str:
    # Translators: a space, and in brackets what its action brought: "Palenque 3 (+7 corn)"
    return t.gettext("{place} ({what})").format(place=place, what=what)


def _quick_actions(
    t: Translations, seat: int, steps: Steps, *, still_open: bool
) -> list[str]:  # fmt: skip
    """What the quick actions brought that were done after the placements, each by its tile."""
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
            deeds.append(
                t.gettext("quick action “{tile}” ({what})").format(
                    tile=tile, what=changed or _nothing(t)
                )
            )
    return deeds


def _result(t: Translations, seat: int, steps: Steps) -> str:
    """What came of some actions: "+5 corn", "sold: 2 stone; bought: 1 gold; in all: +2 corn, −2
    stone, +1 gold"; empty if nothing did."""
    return _with_trades(t, steps, ", ".join(change_words(t, change_of(_happened(steps), seat))))


def _with_trades(t: Translations, steps: Steps, changed: str) -> str:
    """What was sold and bought on a market, or to the tribe's trader, before all that changed."""
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
    parts.append(t.gettext("in all: {changes}").format(changes=changed or _no_change(t)))
    return "; ".join(parts)


def _placed(t: Translations, steps: Steps, name: str) -> str:
    placed = [h for step in steps for h in step.happenings if isinstance(h, WorkerPlaced)]
    paid = sum(h.corn for h in placed)
    # Translators: price of placing workers, in brackets: it cost nothing
    price = amount(t, "corn", paid) if paid else t.pgettext("price", "free")
    only_gears = not any(h.place in ("start", "quick") for h in placed)
    places = listed(t, [_place(t, h) for h in placed])
    n = len(placed)
    if name and only_gears:
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


def _place(t: Translations, placed: WorkerPlaced) -> str:
    if placed.place == "start":
        # Translators: in a list of places where workers stand
        return t.marked("start", t.gettext("starting-player space"))
    if placed.place == "quick":
        # Translators: in a list of places where workers stand: the space of the quick action
        return t.marked("quick", t.gettext("quick action"))
    return space_name(t, placed.place, placed.space)


def _picked(t: Translations, seat: int, steps: Steps, name: str, *, still_open: bool) -> str:
    """Each worker picked up with what came of it."""
    places: list[str] = []
    starts = [i for i, step in enumerate(steps) if step.action.startswith("pick ")]
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(steps)
        _, gear, space = steps[start].action.split()
        changed = _result(t, seat, steps[start:end])
        place = space_name(t, gear, space)
        if changed or not still_open or end < len(steps):
            place = _with_result(t, place, changed or _nothing(t))
        places.append(place)
    if name:
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
    return words.format(name=name, n=len(places), places=", ".join(places))


def _happened(steps: Steps) -> list[Happening]:
    return [happening for step in steps for happening in step.happenings]


def _begged(t: Translations, seat: int, steps: Steps, name: str) -> str:
    if name:
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


def _passed(t: Translations, name: str) -> str:
    if name:
        return t.gettext("{name} passed").format(name=name)
    # Translators: a part of a turn, behind "So far:", "Planned:" or "It would play:": neither
    # placing nor picking up; noun
    return t.gettext("passing the turn")


def news(t: Translations, names: Names, last: Step) -> list[str]:
    """What the table did by itself when a turn was over: the chosen wealth tiles
    revealed, a food day, the calendar turning, workers coming home, another starting player.

    `last` is the turn's last action.
    """
    happenings = last.happenings
    kinds = {type(happening) for happening in happenings}
    lines: list[str] = []
    if TilesKept in kinds:
        lines += _kept(t, names, happenings)
    if FoodDayEnded in kinds:
        lines += _food_day(t, names, happenings)
    if AgeChanged in kinds:
        lines.append(t.gettext("The second age begins, with six new buildings on offer."))
    if CalendarTurned in kinds:
        lines += _calendar(t, names, last)
    if last.position.phase == "finished":
        return lines
    lines += [
        _quick_action_line(t, happening.tile or "")
        for happening in happenings
        if isinstance(happening, QuickTileTurned)
    ]
    lines += [
        t.gettext("The quick actions of the second age lie open now: {tiles}.").format(
            tiles=listed(t, [tile_name(t, tile) for tile in happening.tiles])
        )
        for happening in happenings
        if isinstance(happening, QuickTilesOpened)
    ]
    lines += [
        prophecy_line(t, happening.prophecy)
        for happening in happenings
        if isinstance(happening, ProphecyBegan)
    ]
    return lines


def sealed_line(t: Translations, commitment: str | None) -> str:
    """The seal of a deal, which proves later that it was not changed."""
    return t.gettext("Deal sealed, sha256: {value}").format(value=f"`{commitment}`")


def game_lines(t: Translations, position: Position) -> list[str]:
    """What lies open after the deal of a game with the expansion: prophecies by name, in their
    order, and the quick action."""
    lines = []
    if position.prophecies:
        names = ", ".join(f"**{tile_name(t, tile)}**" for tile in position.prophecies)
        lines.append(t.gettext("Prophecies: {names}").format(names=names))
    if position.quick_tile and position.phase != "finished":
        lines.append(_quick_action_line(t, position.quick_tile))
    return lines


def _quick_action_line(t: Translations, tile: str) -> str:
    return t.gettext("Quick action now: {tile}").format(tile=tile_effects(t, tile))


def prophecy_line(t: Translations, prophecy: str) -> str:
    """What a prophecy changes from now on, and what it will be worth."""
    return t.gettext("Prophecy **{name}**: {calamity} {fulfilment}").format(
        name=tile_name(t, prophecy),
        calamity=calamity_words(t, prophecy),
        fulfilment=fulfilment_words(t, prophecy),
    )


def _kept(t: Translations, names: Names, happenings: Sequence[Happening]) -> list[str]:
    chosen = {h.seat: h for h in happenings if isinstance(h, TilesKept)}
    lines = [t.gettext("Everyone has chosen:")]
    for seat, kept in sorted(chosen.items()):
        tiles = listed(t, [tile_name(t, tile) for tile in kept.wealth])
        line = t.gettext("{name}: {tiles}").format(name=names[seat], tiles=tiles)
        if kept.tribe:
            # Translators: a player with the tribe and the wealth tiles kept, all by their names
            line = t.gettext("{name}: tribe {tribe}; wealth tiles: {tiles}").format(
                name=names[seat], tribe=tile_name(t, kept.tribe), tiles=tiles
            )
        lines.append(line)
    return lines


def _food_day(t: Translations, names: Names, happenings: Sequence[Happening]) -> list[str]:
    """The lines of a food day that ends in these happenings."""
    finished = any(isinstance(happening, GameEnded) for happening in happenings)
    of_the_day = _of_the_food_day(happenings)
    parts = []
    for seat, name in enumerate(names):
        own = [h for h in of_the_day if getattr(h, "seat", None) == seat]
        words = _fed_and_rewarded(t, seat, own, finished=finished)
        parts.append(_by(t, name, "; ".join(words) or _no_change(t)))
    head = t.gettext("Food day: workers are fed, temples give their rewards.")
    if finished:
        head = t.gettext("The last food day, and all that counts at the end:")
    return [head, *parts]


def _of_the_food_day(happenings: Sequence[Happening]) -> list[Happening]:
    """The happenings of the food day and of the end of the game. Where the food day asked a seat
    something, it began with an earlier action: then all from the first one on belong to it."""
    kinds = [type(happening) for happening in happenings]
    start = kinds.index(FoodDayBegan) if FoodDayBegan in kinds else 0
    end = kinds.index(FoodDayEnded)
    at_the_end = [h for h in happenings[end:] if isinstance(h, PointsChanged)]
    return [*happenings[start:end], *at_the_end]


def _fed_and_rewarded(
    t: Translations, seat: int, own: Sequence[Happening], *, finished: bool
) -> list[str]:
    """What a food day took from a seat and gave it, by what it came from; at the end of the game
    all that it gave together, since the points are told by themselves."""
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
    """What was paid for food, and who got none."""
    # Translators: part of a list: what a player paid on a food day, as "6 corn for food"
    paid = t.gettext("{corn} for food").format(corn=amount(t, "corn", fed.corn))
    if not fed.hungry:
        # Translators: part of a list: what a player paid on a food day
        return paid if fed.corn else t.gettext("no food needed")
    if fed.lost:  # all workers of a seat cost alike
        hungry = t.ngettext(
            "{n} worker went hungry (−{points})",
            "{n} workers went hungry (−{points} each)",
            fed.hungry,
        ).format(n=fed.hungry, points=points(t, 4 * fed.lost // fed.hungry))
    else:
        hungry = t.ngettext(
            "{n} worker went hungry", "{n} workers went hungry", fed.hungry
        ).format(n=fed.hungry)  # fmt: skip
    return f"{paid}, {hungry}" if fed.corn else hungry


def touched_line(
    t: Translations, seat: int, happenings: Sequence[Happening], position: Position
) -> str:
    """What the others and the table have changed for a seat; empty if nothing. `happenings` are
    those since its turn was over, up to the position."""
    own = [h for h in happenings if getattr(h, "seat", None) == seat]
    pieces = []
    pushed_off = sum(isinstance(h, WorkerPushedOff) for h in own)
    if pushed_off:
        pieces.append(
            t.ngettext(
                "a worker of yours fell off its gear and is home",
                "{n} of your workers fell off their gears and are home",
                pushed_off,
            ).format(n=pushed_off)
        )
    places = [
        space_name(t, gear, space)
        for gear, spaces in position.gears.items()
        for space, who in enumerate(spaces)
        if who == seat
    ]
    if places and any(isinstance(h, CalendarTurned) for h in happenings):
        pieces.append(
            t.ngettext(
                "your worker moved on to {places}", "your workers moved on to {places}", len(places)
            ).format(places=listed(t, places))
        )
    pieces += _fed_and_rewarded(t, seat, own, finished=False)
    now = {player: one.points4 for player, one in enumerate(position.players)}
    was = Counter(now)
    for h in happenings:
        if isinstance(h, PointsChanged):
            was[h.seat] -= h.points4
    place, before = (1 + sum(n > of[seat] for n in of.values()) for of in (now, was))
    if place != before:
        # Translators: part of a list; places by points: "you are in place 2 by points (before: 3)"
        pieces.append(
            t.gettext("you are in place {place} by points (before: {before})").format(
                place=place, before=before
            )
        )
    if not pieces:
        return ""
    # Translators: private, above the panel: what the others' turns changed for the reader, a list
    return t.gettext("**For you**: {what}.").format(what="; ".join(pieces))


def _calendar(t: Translations, names: Names, last: Step) -> list[str]:
    lines = []
    pushed_off = Counter(h.seat for h in last.happenings if isinstance(h, WorkerPushedOff))
    for seat, fallen in sorted(pushed_off.items()):
        lines.append(
            t.ngettext(
                "A worker of {name} fell off the last space and comes home.",
                "{n} workers of {name} fell off the last space and come home.",
                fallen,
            ).format(n=fallen, name=names[seat])
        )
    if last.position.phase == "play":
        for happening in last.happenings:
            if isinstance(happening, StartingPlayerChanged):
                first = names[happening.seat]
                lines.append(t.gettext("{name} is the new starting player.").format(name=first))
    return lines
