"""What happened, in one line: a confirmed turn, the end of a round, the end of the game.

Everything is told from positions and actions alone. `names` are the seats' names as they shall be
printed, in seat order.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.engine.feeding import Feeding, feeding
from bot.engine.food_day import MID_AGE_DAYS
from bot.engine.position import Player, Position
from bot.text.changes import change_of, change_words, signed_points, unbroken
from bot.text.names import (
    amount,
    gear_name,
    listed,
    name_of,
    points,
    points_number,
    technology_name,
    temple_name,
    tile_name,
)
from bot.text.prophecies import calamity_words, fulfilment_words
from bot.text.tiles import tile_effects
from bot.text.translation import Translations

Steps = Sequence[tuple[str, Position]]
"""The actions of a turn, each with the position after it."""
Names = Sequence[str]


def turn_line(
    t: Translations, names: Names, seat: int, before: Position, steps: Steps
) -> str:  # fmt: skip
    """One line about a confirmed turn: who, where, what it cost and brought."""
    done = doings(t, seat, before, steps)
    if steps and steps[0][0].startswith("keep"):
        return t.gettext("{name} has chosen.").format(name=names[seat])
    taken = _calendar_corn_taken(seat, before, steps)
    if taken:
        done.append(
            t.gettext("took {corn} from the calendar").format(corn=amount(t, "corn", taken))
        )
    if not done:
        return t.gettext("{name} did nothing.").format(name=names[seat])
    return t.gettext("{name} {deeds}.").format(name=names[seat], deeds="; ".join(done))


def doings(
    t: Translations, seat: int, before: Position, steps: Steps, *, still_open: bool = False
) -> list[str]:
    """What a turn consists of: "placed ...", "picked up ...".

    With `still_open` the last worker picked up is still being asked about; what came of it so far
    is then left out if it is nothing.
    """
    deeds: list[str] = []
    position = before
    index = 0
    while index < len(steps):
        verb = steps[index][0].split()[0]
        until = index + 1
        if verb in ("place", "skip-space"):
            while until < len(steps) and steps[until][0].split()[0] in ("place", "skip-space"):
                until += 1
            deeds.append(_placed(t, seat, position, steps[index:until]))
        elif verb == "pick":
            while until < len(steps) and steps[until][0].split()[0] not in _AFTER_A_PICK:
                until += 1
            deeds.append(_picked(t, seat, position, steps[index:until], still_open=still_open))
        elif verb == "beg":
            while until < len(steps) and steps[until][0].startswith("down "):
                until += 1
            deeds.append(_begged(t, seat, position, steps[index:until]))
        elif verb == "advance" and steps[index][0].split()[1].isdigit():
            deeds.append(_turned_calendar(t, int(steps[index][0].split()[1])))
        elif verb == "pass":
            deeds.append(t.gettext("passed"))
        elif verb == "end":
            until = len(steps)  # what follows belongs to the quick action
            if position.quick and seat in position.quick.spaces:
                deeds.append(_quick_action(t, position, steps[index + 1 :]))
        elif verb != "keep":
            changed = ", ".join(change_words(t, change_of(position, steps[index][1], seat)))
            deeds.append(changed or " ".join(name_of(t, w) for w in steps[index][0].split()))
        position = steps[until - 1][1]
        index = until
    return deeds


_AFTER_A_PICK = ("end", "pass", "place", "skip-space")


def _quick_action(t: Translations, position: Position, steps: Steps) -> str:
    """What was done on the quick-action spaces, after the placements."""
    tile = tile_name(t, position.quick_tile or "")
    chosen = [
        name_of(t, words[1])
        for words in (action.split() for action, _ in steps)
        if words[0] in ("advance", "build", "sell", "buy")
    ]
    if not chosen:
        return t.gettext("quick action {tile}").format(tile=tile)
    return t.gettext("quick action {tile}: {what}").format(tile=tile, what=listed(t, chosen))


def _placed(t: Translations, seat: int, before: Position, steps: Steps) -> str:
    places: list[str] = []
    position = before
    for action, after in steps:
        words = action.split()
        if words[0] == "place":
            places.append(_place_words(t, seat, words[1], position, after))
        position = after
    paid = before.players[seat].corn - position.players[seat].corn
    workers = t.ngettext("placed a worker", "placed {n} workers", len(places)).format(n=len(places))
    price = amount(t, "corn", paid) if paid else t.gettext("free")
    return t.gettext("{placed} on {places} ({price})").format(
        placed=workers, places=listed(t, places), price=price
    )


def _place_words(
    t: Translations, seat: int, where: str, before: Position, after: Position
) -> str:  # fmt: skip
    if where == "start":
        return t.gettext("the start-player space")
    if where == "quick":
        return t.gettext("the quick action")
    old, new = before.gears[where], after.gears[where]
    space = next(s for s, who in enumerate(new) if who == seat and old[s] != seat)
    return t.gettext("{gear} {space}").format(gear=gear_name(t, where), space=space)


def _picked(t: Translations, seat: int, before: Position, steps: Steps, *, still_open: bool) -> str:
    """Each worker picked up with what came of it."""
    parts: list[str] = []
    starts = [i for i, (action, _) in enumerate(steps) if action.startswith("pick ")]
    position = before
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(steps)
        _, gear, space = steps[start][0].split()
        after = steps[end - 1][1]
        changed = ", ".join(change_words(t, change_of(position, after, seat)))
        place = t.gettext("{gear} {space}").format(gear=gear_name(t, gear), space=space)
        if changed or not still_open or end < len(steps):
            place = t.gettext("{place} ({what})").format(
                place=place, what=changed or t.gettext("nothing")
            )
        parts.append(place)
        position = after
    return t.gettext("picked up {workers}").format(workers=", ".join(parts))


def _begged(t: Translations, seat: int, before: Position, steps: Steps) -> str:
    change = change_of(before, steps[-1][1], seat)
    return t.gettext("begged the gods for corn ({what})").format(
        what=", ".join(change_words(t, change))
    )


def _turned_calendar(t: Translations, days: int) -> str:
    return t.ngettext(
        "turns the calendar by {n} day", "turns the calendar by {n} days", days
    ).format(n=days)  # fmt: skip


def _calendar_corn_taken(seat: int, before: Position, steps: Steps) -> int:
    """Corn from the starting-player space, which who stands there takes when the turn is over."""
    if not steps or all(action != "end" for action, _ in steps):
        return 0
    earlier = steps[-2][1] if len(steps) > 1 else before
    corn: int = earlier.calendar_corn if earlier.start_space == seat else 0
    return corn


def news(t: Translations, names: Names, before: Position, after: Position) -> list[str]:
    """What the table did by itself when a turn was over: the choices of wealth tiles coming to
    light, a food day, the calendar turning, workers coming home, another starting player.

    `before` is the position before the turn's last action, `after` the one after it.
    """
    lines: list[str] = []
    if before.phase == "keep" and after.phase != "keep":
        lines += _kept(t, names, after)
    if after.food_days_held > before.food_days_held:
        lines += _food_day(t, names, before, after)
    if after.age > before.age:
        lines.append(t.gettext("The second age begins, with six new buildings on offer."))
    if after.tooth > before.tooth:
        lines += _calendar(t, names, before, after)
    if _quick_tile(after) not in (None, _quick_tile(before)):
        tile = _quick_tile(after)
        lines.append(t.gettext("Quick action now: {tile}").format(tile=tile_effects(t, tile or "")))
    if after.active_prophecy not in (None, before.active_prophecy):
        lines.append(prophecy_line(t, after.active_prophecy))
    return lines


def game_lines(t: Translations, position: Position) -> list[str]:
    """What the deal of a game with the expansion has laid open: prophecies, quick action."""
    lines = []
    if position.prophecies:
        lines.append(t.gettext("The prophecies of this game, one after each of the food days:"))
        lines += [prophecy_line(t, prophecy) for prophecy in position.prophecies]
    tile = _quick_tile(position)
    if tile:
        lines.append(t.gettext("Quick action now: {tile}").format(tile=tile_effects(t, tile)))
    return lines


def _quick_tile(position: Position) -> str | None:
    """The quick-action tile under the arrow, while one is played with."""
    return None if position.phase == "finished" else position.quick_tile


def prophecy_line(t: Translations, prophecy: str) -> str:
    """What a prophecy changes from now on, and what it will be worth."""
    return t.gettext("Prophecy **{name}**: {calamity} {fulfilment}").format(
        name=tile_name(t, prophecy),
        calamity=calamity_words(t, prophecy),
        fulfilment=fulfilment_words(t, prophecy),
    )


def _kept(t: Translations, names: Names, after: Position) -> list[str]:
    lines = [t.gettext("Everyone has chosen:")]
    for name, player in zip(names, after.players, strict=True):
        tiles = [tile_name(t, tile) for tile in player.wealth]
        if player.tribe:
            tiles.insert(0, tile_name(t, player.tribe))
        lines.append(t.gettext("{name}: {tiles}").format(name=name, tiles=listed(t, tiles)))
    return lines


def _food_day(t: Translations, names: Names, before: Position, after: Position) -> list[str]:
    parts = []
    for seat, name in enumerate(names):
        change, fed = change_of(before, after, seat), feeding(before, after, seat)
        words = []
        if fed is not None:
            words.append(_fed(t, fed))
            goods = {kind: n for kind, n in change.goods.items() if kind != "corn"}
            income = {"corn": fed.income} if fed.income else {}
            points4 = change.points4 + 4 * fed.lost
            change = replace(change, goods={**income, **goods}, points4=points4)
            built = change.tiles or change.technologies  # with the turn's last action
            if points4 and not built and after.phase != "finished":
                words.append(_rewarded(t, points4, before))
                change = replace(change, points4=0)
        words += change_words(t, change)
        parts.append(
            t.gettext("{name}: {what}").format(
                name=name, what=", ".join(words) or t.gettext("no change")
            )
        )
    head = t.gettext("Food day: workers are fed, temples give their rewards.")
    if after.phase == "finished":
        head = t.gettext("The last food day, and all that counts at the end:")
    return [head, *parts]


def _fed(t: Translations, fed: Feeding) -> str:
    """What was paid for food, and who got none."""
    paid = t.gettext("{corn} for food").format(corn=amount(t, "corn", fed.paid))
    if not fed.hungry:
        return paid if fed.paid else t.gettext("no food needed")
    hungry = t.ngettext(
        "{n} worker went hungry", "{n} workers went hungry", fed.hungry
    ).format(n=fed.hungry)  # fmt: skip
    hungry = t.gettext("{hungry} (−{points})").format(hungry=hungry, points=points(t, 4 * fed.lost))
    return f"{paid}, {hungry}" if fed.paid else hungry


def _rewarded(t: Translations, points4: int, before: Position) -> str:
    """The points of a food day beside those for hunger, with what they came from."""
    prophecy, temples = before.active_prophecy, before.food_days_held not in MID_AGE_DAYS
    if prophecy is None:
        what = t.gettext("temples")
    elif temples:
        what = t.gettext("temples and prophecy")
    else:
        what = t.gettext("prophecy")
    score = signed_points(t, points4)
    return t.gettext("{what} {points}").format(what=what, points=score)


def _calendar(t: Translations, names: Names, before: Position, after: Position) -> list[str]:
    lines = []
    for seat, name in enumerate(names):
        fallen = _on_gears(before, seat) - _on_gears(after, seat)
        if fallen > 0:
            lines.append(
                t.ngettext(
                    "A worker of {name} fell off the last space and comes home.",
                    "{n} workers of {name} fell off the last space and come home.",
                    fallen,
                ).format(n=fallen, name=name)
            )
    if after.first_seat != before.first_seat and after.phase == "play":
        first = names[after.first_seat]
        lines.append(t.gettext("{name} is the new starting player.").format(name=first))
    return lines


def _on_gears(position: Position, seat: int) -> int:
    return sum(who == seat for spaces in position.gears.values() for who in spaces)


def effect_so_far(t: Translations, before: Position, now: Position, seat: int) -> str:
    """All goods, and what else has changed, before and after: "corn 5 → 3, 2 wood"."""
    old, new = before.players[seat], now.players[seat]
    parts = [
        amount(t, kind, held)
        if had == held
        else t.gettext("{what} {old} → {new}").format(what=name_of(t, kind), old=had, new=held)
        for (kind, had), held in zip(old.goods.items(), new.goods.values(), strict=True)
        if had or held or kind == "corn"
    ]
    if old.points4 != new.points4:
        parts.append(
            t.gettext("points {old} → {new}").format(
                old=points_number(old.points4), new=points_number(new.points4)
            )
        )
    for name, was, is_now in (
        (temple_name, old.temples, new.temples),
        (technology_name, old.technologies, new.technologies),
    ):
        parts += [
            t.gettext("{what} {old} → {new}").format(what=name(t, which), old=was[which], new=step)
            for which, step in is_now.items()
            if was[which] != step
        ]
    if old.workers != new.workers:
        parts.append(t.gettext("workers {old} → {new}").format(old=old.workers, new=new.workers))
    parts += [tile_name(t, tile) for tile in change_of(before, now, seat).tiles]
    return ", ".join(unbroken(part) for part in parts)


def standings_lines(
    t: Translations, names: Names, standings: Iterable[Mapping[str, int]]
) -> list[str]:  # fmt: skip
    """The final table: place, name, points; equal places share their number."""
    return [
        t.gettext("{place} · {name}: {points}").format(
            place=row["place"], name=names[row["seat"]], points=points(t, row["points4"])
        )
        for row in standings
    ]


def winner_line(
    t: Translations, names: Names, standings: Iterable[Mapping[str, int]]
) -> str:  # fmt: skip
    """Who has won, or who share the win."""
    first = [names[row["seat"]] for row in standings if row["place"] == 1]
    if len(first) > 1:
        return t.gettext("{names} share the win!").format(names=listed(t, first))
    return t.gettext("{name} wins!").format(name=first[0])


def goods_line(t: Translations, player: Player) -> str:
    """What a seat holds: "5 corn, 2 wood, 1 skull", zeros left out but corn."""
    return ", ".join(amount(t, kind, n) for kind, n in player.goods.items() if n or kind == "corn")
