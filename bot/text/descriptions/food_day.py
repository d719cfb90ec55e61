"""The picture of a food day in words: its title, and its alt text."""

from bot.engine.board import TEMPLES
from bot.held_food_day import DAYS, Goods, HeldFoodDay, SeatsDay
from bot.text.descriptions import board
from bot.text.descriptions.alt_text import fitting
from bot.text.formats import listed
from bot.text.names import SEAT_LETTERS, amounts, points, signed_points, temple_name, tile_name
from bot.text.translation import Translations


def food_day_title(t: Translations, day: HeldFoodDay) -> str:
    """Name the food day by its number."""
    # Translators: title of a picture: "Food day 2 of 4"; at most 22 characters
    return t.gettext("Food day {n} of {all}").format(n=day.number, all=DAYS)


def alt_food_day(day: HeldFoodDay, t: Translations) -> str:
    """Describe the picture of a food day in at most `LONGEST` characters: in full, then without
    what each temple gave, then with the seats' letters for their names."""
    head = f"{food_day_title(t, day)}: {board.food_day_brings(t, mid_age=day.mid_age)}."
    over = ""
    if day.prophecy is not None:
        # Translators: in the description of a picture of a food day
        over = t.gettext("Prophecy that ends: {name}.").format(name=tile_name(t, day.prophecy))
    ways = (
        [head, over, *(_seat(t, day, one, one.name) for one in day.seats)],
        [head, *(_seat(t, day, one, one.name, temples=False) for one in day.seats)],
        [
            head,
            *(
                _seat(t, day, one, letter, temples=False)
                for letter, one in zip(SEAT_LETTERS, day.seats, strict=False)
            ),
        ],
    )
    return fitting(ways)


def _seat(
    t: Translations, day: HeldFoodDay, seat: SeatsDay, name: str, *, temples: bool = True
) -> str:
    """Tell the day of one seat in a sentence."""
    told = [*_feeding(t, seat)]
    if seat.income:
        # Translators: what a player's buildings brought on a food day: "buildings: +2 corn"
        told.append(t.gettext("buildings: {what}").format(what=_amounts(t, seat.income)))
    if temples:
        told += _temples(t, day, seat)
    if day.prophecy is not None:
        # Translators: what the prophecy that ends was worth: "prophecy: −5 points"
        told.append(t.gettext("prophecy: {what}").format(what=signed_points(seat.prophecy4)))
    standing = points(t, seat.points4)
    if seat.gained4:
        # Translators: part of a list: a player's points, and how many of them the day brought:
        # "24 points (+7 today)"
        standing = t.gettext("{points} ({gained} today)").format(
            points=standing, gained=signed_points(seat.gained4)
        )
    told.append(standing)
    if seat.place != seat.place_before:
        # Translators: part of a list; places by points, numbers
        places = t.gettext("place {place} (was {before})")
        told.append(places.format(place=seat.place, before=seat.place_before))
    # Translators: in the description of a picture: a player, and a list of what happened
    return t.gettext("{name}: {what}.").format(name=name, what="; ".join(told))


def _feeding(t: Translations, seat: SeatsDay) -> list[str]:
    fed = seat.fed
    if fed is None:
        return []
    told = []
    if fed.fed:
        if fed.corn:
            # Translators: part of a list; {corn} as "6 corn"
            words = t.ngettext("{n} worker fed for {corn}", "{n} workers fed for {corn}", fed.fed)
        else:
            # Translators: part of a list
            words = t.ngettext("{n} worker fed for free", "{n} workers fed for free", fed.fed)
        told.append(words.format(n=fed.fed, corn=amounts(t, {"corn": fed.corn})))
    if fed.hungry:
        # Translators: part of a list: workers that got no food, and the points lost for all of them
        words = t.ngettext(
            "{n} worker hungry: −{points}", "{n} workers hungry: −{points}", fed.hungry
        )
        told.append(words.format(n=fed.hungry, points=points(t, 4 * fed.lost)))
    return told


def _temples(t: Translations, day: HeldFoodDay, seat: SeatsDay) -> list[str]:
    """Tell what each temple gave; those that gave nothing are left out."""
    if day.mid_age:
        given = [_amounts(t, goods) for goods in seat.goods]
    else:
        given = [signed_points(points4) if points4 else "" for points4 in seat.temples4]
    named = [
        f"{temple_name(t, temple)} {what}"
        for temple, what in zip(TEMPLES, given, strict=True)
        if what
    ]
    return [listed(t, named)] if named else []


def _amounts(t: Translations, goods: Goods) -> str:
    """Write goods with a plus: "+2 wood, 1 skull"; empty for none."""
    return f"+{amounts(t, dict(goods))}" if goods else ""
