"""What placing and picking up costs and brings: the answers that make a turn."""

from bot.engine.components import COMPONENTS
from bot.engine.happenings import WorkerPlaced
from bot.text.changes import Change, change_of, change_words, gain_words, signed
from bot.text.names import (
    TILE_IDS,
    amount,
    amounts,
    gear_name,
    listed,
    space_name,
    tile_name,
)
from bot.text.spaces import offering_words, space_words
from bot.text.tiles import tile_effects
from bot.text.translation import Translations
from bot.text.trying import Tried, Words, fitting, price_words, sentence, with_more


def describe_keep(t: Translations, tried: Tried) -> Words:
    tiles = tried.words[1:]
    return (
        listed(t, [tile_name(t, tile) for tile in tiles]),
        " · ".join(tile_effects(t, tile) for tile in tiles if tile in TILE_IDS),
    )


def describe_place(t: Translations, tried: Tried) -> Words:
    where = tried.words[1]
    corn = -tried.change.goods.get("corn", 0)
    price = amount(t, "corn", corn) if corn else t.gettext("free")
    if where == "start":
        label = t.gettext("Start player · {price}").format(price=price)
        waiting = tried.before.calendar_corn
        if waiting:
            label = fitting(
                t.gettext("Start player (+{corn}) · {price}").format(
                    corn=amount(t, "corn", waiting), price=price
                ),
                label,
            )
        detail = t.gettext("You start the next round")
        if tried.before.first_seat == tried.seat:
            detail = t.gettext("Your left neighbour starts the next round")
        if waiting:
            corn_there = amount(t, "corn", waiting)
            detail = sentence(
                detail, t.gettext("you take the {corn} on the calendar").format(corn=corn_there)
            )
        return label, detail
    if where == "quick":
        tile = tried.after.quick_tile or ""
        label = fitting(
            t.gettext("Quick: {tile} · {price}").format(tile=tile_name(t, tile), price=price),
            t.gettext("Quick action · {price}").format(price=price),
        )
        return label, t.gettext("Done in this turn, once you have placed: {effects}").format(
            effects=tile_effects(t, tile)
        )
    space = next(h.space for h in tried.happenings if isinstance(h, WorkerPlaced))
    label = t.gettext("{place} · {price}").format(place=space_name(t, where, space), price=price)
    if tried.words[-1] == "discount":
        label = t.gettext("{place} (discount)").format(place=label)
    return label, t.gettext("After one day: {action}").format(
        action=space_words(t, where, space + 1)
    )


def describe_pick(t: Translations, tried: Tried) -> Words:
    _, gear, space = tried.words
    place = space_name(t, gear, space)
    no_action = t.gettext("{place}: no action").format(place=place)
    if tried.next_kind != "action":
        if tried.change:
            return f"{place}: {gain_words(t, tried.change)}", ""
        return no_action, t.gettext("The worker comes back to your hand")
    answers = {answer.action: answer for answer in tried.answers()}
    own = answers.get(f"do {gear} {space}")
    if own:
        return _done_at(t, place, own)
    if not any(action.startswith("do ") for action in answers):
        return no_action, ""
    spaces = ", ".join(answer.words[2] for answer in answers.values() if answer.words[0] == "do")
    return (
        t.gettext("{place}: choose an action").format(place=place),
        t.gettext("Actions you can do: {spaces}").format(spaces=spaces),
    )


def describe_do(t: Translations, tried: Tried) -> Words:
    _, gear, space = tried.words
    place = space_name(t, gear, space)
    return _done_at(t, place, tried)


def _done_at(t: Translations, place: str, tried: Tried) -> Words:
    """What `do G N` brings: the goods themselves, or what it is about and its price so far."""
    _, gear, space = tried.words
    price = price_words(t, tried)
    if tried.next_kind == "harvest":
        ways = _harvests(t, tried)
        or_ = t.gettext(" or ")
        variants = [f"{place}: {or_.join(ways[:most])}" for most in (3, 2)]
        return fitting(*(with_more(v, price) for v in variants), *variants), price
    done = tried.next_kind in (None, "pick")
    changed = ", ".join(change_words(t, tried.change))
    if gear in ("palenque", "yaxchilan") and tried.change and done:
        return fitting(
            f"{place}: {gain_words(t, tried.change)}",
            f"{place}: {gain_words(t, tried.change, brief=True)}",
        ), ""
    if gear == "chichen_itza" and int(space) <= len(COMPONENTS["chichen_itza_rewards"]):
        variants = [f"{place}: {words}" for words in offering_words(t, int(space))]
        return fitting(*variants), changed or variants[0]
    words = f"{place}: {space_words(t, gear, int(space))}"
    if done and changed:
        return fitting(with_more(words, _corn_price(t, tried.change)), words), changed
    return fitting(with_more(words, price), words), price


def _corn_price(t: Translations, change: Change) -> str:
    corn = change.goods.get("corn", 0)
    return signed(t, "corn", corn) if corn < 0 else ""


def _harvests(t: Translations, tried: Tried) -> list[str]:
    """What each way of harvesting gives, without the price paid before it."""
    found = {}
    for answer in tried.answers():
        way = answer.words[0]
        change = change_of(answer.happenings[len(tried.happenings) :], tried.seat)
        goods = amounts(t, change.goods)
        found[way] = t.gettext("burn {goods}").format(goods=goods) if way == "burn" else goods
    return [found[way] for way in ("corn", "wood", "burn") if way in found]


def describe_skip(t: Translations, tried: Tried) -> Words:
    return t.gettext("No action"), t.gettext("The worker only comes back to your hand")


def describe_beg(t: Translations, tried: Tried) -> Words:
    corn = amount(t, "corn", tried.after.players[tried.seat].corn)
    return (
        t.gettext("Beg: you then have {corn}").format(corn=corn),
        t.gettext("You go a step down on a temple for it, then take your turn"),
    )


def describe_calendar(t: Translations, tried: Tried) -> Words:
    if tried.words[1] == "1":
        return t.gettext("1 day, as usual"), ""
    return t.gettext("2 days"), t.gettext(
        "Everyone's workers move on two spaces; you cannot do this again until you reach a "
        "temple's top"
    )


def describe_end(t: Translations, tried: Tried) -> Words:
    if tried.next_kind in _ASKED_BY_QUICK_ACTIONS:
        tile = tile_name(t, tried.after.quick_tile or "")
        return t.gettext("On to the quick action: {tile}").format(tile=tile), ""
    return t.gettext("End my turn"), ""


_ASKED_BY_QUICK_ACTIONS = ("tech", "trade", "build", "renovate", "pay", "tax")


def describe_pass(t: Translations, tried: Tried) -> Words:
    return t.gettext("Pass this turn"), t.gettext("Neither place nor pick up a worker")


def describe_skip_space(t: Translations, tried: Tried) -> Words:
    gear = gear_name(t, tried.words[1])
    return t.gettext("Pass over a space: {gear}").format(gear=gear), t.gettext(
        "The lowest free space of {gear} counts as taken for you this turn"
    ).format(gear=gear)
