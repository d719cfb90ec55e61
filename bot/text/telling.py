"""What happened, in one line: a confirmed turn, the end of a round, the end of the game.

Everything follows from the actions and their happenings. `names` are the seats' names as they
shall be printed, in seat order.
"""

from collections import Counter
from collections.abc import Sequence
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
from bot.text.names import amount, name_of, points, space_name, tile_name
from bot.text.prophecies import calamity_words, fulfilment_words
from bot.text.tiles import tile_effects
from bot.text.translation import Translations

Steps = Sequence[Step]
Names = Sequence[str]


def turn_line(t: Translations, names: Names, seat: int, steps: Steps) -> str:
    """One line about a confirmed turn: who, where, what it cost and brought."""
    if steps and steps[0].action.startswith("keep"):
        return t.gettext("{name} has chosen.").format(name=names[seat])
    done = doings(t, seat, steps)
    taken = 0  # from the starting-player space, at the end of the turn
    for step in steps:
        for happening in step.happenings:
            if isinstance(happening, GoodsChanged) and happening.source == "calendar":
                taken += happening.corn if happening.seat == seat else 0
    if taken:
        done.append(
            t.gettext("took {corn} from the calendar").format(corn=amount(t, "corn", taken))
        )
    if not done:
        return t.gettext("{name} did nothing.").format(name=names[seat])
    return t.gettext("{name} {deeds}.").format(name=names[seat], deeds="; ".join(done))


def deeds_words(
    t: Translations, begun: Game, seat: int, actions: Sequence[str], *, still_open: bool = False
) -> str:
    """What these actions of a seat would do, played on a copy of `begun`; see `doings`."""
    game = begun.copy()
    steps = [game.step(seat, action) for action in actions]
    return "; ".join(doings(t, seat, steps, still_open=still_open))


def doings(t: Translations, seat: int, steps: Steps, *, still_open: bool = False) -> list[str]:
    """What a turn consists of: "placed ...", "picked up ...".

    With `still_open` the last worker picked up is still being asked about; what came of it so far
    is then left out if it is nothing.
    """
    deeds: list[str] = []
    index = 0
    while index < len(steps):
        verb = steps[index].action.split()[0]
        until = index + 1
        if verb in ("place", "skip-space"):
            while until < len(steps) and steps[until].action.split()[0] in ("place", "skip-space"):
                until += 1
            deeds.append(_placed(t, steps[index:until]))
        elif verb == "pick":
            while until < len(steps) and steps[until].action.split()[0] not in _AFTER_A_PICK:
                until += 1
            deeds.append(_picked(t, seat, steps[index:until], still_open=still_open))
        elif verb == "beg":
            while until < len(steps) and steps[until].action.startswith("down "):
                until += 1
            deeds.append(_begged(t, seat, steps[index:until]))
        elif verb == "advance" and steps[index].action.split()[1].isdigit():
            deeds.append(_turned_calendar(t, int(steps[index].action.split()[1])))
        elif verb == "pass":
            deeds.append(t.gettext("passed"))
        elif verb == "end":
            until = len(steps)  # what follows belongs to the quick action
            deeds += _quick_actions(t, seat, steps[index:], still_open=still_open)
        elif verb != "keep":
            changed = _result(t, seat, steps[index:until])
            deeds.append(changed or " ".join(name_of(t, w) for w in steps[index].action.split()))
        index = until
    return deeds


_AFTER_A_PICK = ("end", "pass", "place", "skip-space")


def _quick_actions(
    t: Translations, seat: int, steps: Steps, *, still_open: bool
) -> list[str]:  # fmt: skip
    """What the quick actions brought that were done after the placements, each by its tile."""
    deeds: list[str] = []
    happened = list(takewhile(lambda h: not isinstance(h, TurnEnded), _happened(steps)))
    starts = [i for i, h in enumerate(happened) if isinstance(h, QuickActionDone)]
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(happened)
        tile = getattr(happened[start], "tile", None) or ""
        own = [h for h in happened[start:end] if getattr(h, "source", None) != "calendar"]
        changed = ", ".join(change_words(t, change_of(own, seat)))
        traded = _traded(t, steps) if len(starts) == 1 else ""
        if traded:
            changed = t.gettext("{traded}: {what}").format(
                traded=traded, what=changed or t.gettext("no change")
            )
        if still_open and not changed:
            deeds.append(t.gettext("quick action {tile}").format(tile=tile_name(t, tile)))
            continue
        deeds.append(
            t.gettext("quick action {tile} ({what})").format(
                tile=tile_name(t, tile), what=changed or t.gettext("nothing")
            )
        )
    return deeds


def _result(t: Translations, seat: int, steps: Steps) -> str:
    """What came of some actions: "+5 corn", "sold 2 stone, bought 1 gold: +2 corn, −2 stone, +1
    gold"; empty if nothing did."""
    changed = ", ".join(change_words(t, change_of(_happened(steps), seat)))
    traded = _traded(t, steps)
    if not traded:
        return changed
    return t.gettext("{traded}: {what}").format(
        traded=traded, what=changed or t.gettext("no change")
    )


def _traded(t: Translations, steps: Steps) -> str:
    """What was sold and bought on a market, or to the tribe's trader; empty if nothing was."""
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
        parts.append(t.gettext("sold {goods}").format(goods=listed(t, sold)))
    if bought:
        parts.append(t.gettext("bought {goods}").format(goods=listed(t, bought)))
    return ", ".join(parts)


def _placed(t: Translations, steps: Steps) -> str:
    placed = [h for step in steps for h in step.happenings if isinstance(h, WorkerPlaced)]
    no_gears = {
        "start": t.marked("start", t.gettext("the start-player space")),
        "quick": t.marked("quick", t.gettext("the quick action")),
    }
    places = [no_gears.get(h.place) or space_name(t, h.place, h.space) for h in placed]
    paid = sum(h.corn for h in placed)
    workers = t.ngettext("placed a worker", "placed {n} workers", len(places)).format(n=len(places))
    price = amount(t, "corn", paid) if paid else t.gettext("free")
    return t.gettext("{placed} on {places} ({price})").format(
        placed=workers, places=listed(t, places), price=price
    )


def _picked(t: Translations, seat: int, steps: Steps, *, still_open: bool) -> str:
    """Each worker picked up with what came of it."""
    parts: list[str] = []
    starts = [i for i, step in enumerate(steps) if step.action.startswith("pick ")]
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(steps)
        _, gear, space = steps[start].action.split()
        changed = _result(t, seat, steps[start:end])
        place = space_name(t, gear, space)
        if changed or not still_open or end < len(steps):
            place = t.gettext("{place} ({what})").format(
                place=place, what=changed or t.gettext("nothing")
            )
        parts.append(place)
    return t.gettext("picked up {workers}").format(workers=", ".join(parts))


def _happened(steps: Steps) -> list[Happening]:
    return [happening for step in steps for happening in step.happenings]


def _begged(t: Translations, seat: int, steps: Steps) -> str:
    return t.gettext("begged the gods for corn ({what})").format(
        what=", ".join(change_words(t, change_of(_happened(steps), seat)))
    )


def _turned_calendar(t: Translations, days: int) -> str:
    return t.ngettext(
        "turns the calendar by {n} day", "turns the calendar by {n} days", days
    ).format(n=days)  # fmt: skip


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
            tiles=", ".join(tile_name(t, tile) for tile in happening.tiles)
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
            line = t.gettext("{name}: tribe {tribe}; wealth tiles {tiles}").format(
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
        parts.append(
            t.gettext("{name}: {what}").format(
                name=name, what="; ".join(words) or t.gettext("no change")
            )
        )
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
            ("income", t.gettext("buildings {what}")),
            ("temples", t.gettext("temples {what}")),
            ("prophecies", t.gettext("prophecy {what}")),
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
    paid = t.gettext("{corn} for food").format(corn=amount(t, "corn", fed.corn))
    if not fed.hungry:
        return paid if fed.corn else t.gettext("no food needed")
    hungry = t.ngettext(
        "{n} worker went hungry", "{n} workers went hungry", fed.hungry
    ).format(n=fed.hungry)  # fmt: skip
    if fed.lost:  # all workers of a seat cost alike
        each = points(t, 4 * fed.lost // fed.hungry)
        words = t.ngettext("{hungry} (−{points})", "{hungry} (−{points} each)", fed.hungry)
        hungry = words.format(hungry=hungry, points=each)
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
        pieces.append(
            t.gettext("by points you are in place {place} now, after {before}").format(
                place=place, before=before
            )
        )
    if not pieces:
        return ""
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
