"""The answers within an action, with price and gain: technologies, buildings, steps, trades."""

from collections.abc import Callable, Mapping

from bot.engine.board import STEP_POINTS, TEMPLES, TOP_LEVEL
from bot.engine.components import BUILDINGS, MONUMENTS
from bot.text.answer_preview import Said, Tried, Words, no_words
from bot.text.changes import climb_words, signed, signed_goods
from bot.text.names import (
    amount,
    points,
    step_called,
    technology_name,
    temple_name,
    tile_name,
)
from bot.text.tiles import tile_effects
from bot.text.translation import N_, Translations
from bot.text.turns import no_change


def describe_harvest(t: Translations, tried: Tried) -> Words:
    goods = signed_goods(t, tried.gains.goods)
    if tried.words[0] == "burn":
        return Words(
            (
                # Translators: button: burn the forest, and the corn got by it: "+5 corn"; at most
                # 30 characters
                t.gettext("Burn the forest: {goods}").format(goods=goods),
                # Translators: button: burn the forest, and the corn got by it; at most 16
                # characters
                t.gettext("Burn: {goods}").format(goods=goods),
            ),
            # Translators: more about a choice, below a menu's option; at most 100 characters
            t.gettext("The wood is lost, and you go a step down on a temple"),
        )
    return Words((goods,))


def harvest_in_short(t: Translations, tried: Tried) -> str:
    """Say what a harvest brings: "+2 wood", "burn, +5 corn"."""
    goods = signed_goods(t, tried.gains.goods)
    # Translators: part of a button: burn the forest, and the corn got by it: "burn, +5 corn"; at
    # most 14 characters
    return t.gettext("burn, {goods}").format(goods=goods) if tried.words[0] == "burn" else goods


def describe_advance(t: Translations, tried: Tried) -> Words:
    track = tried.words[1]
    old = tried.before.players[tried.seat].technologies[track]
    name = technology_name(t, track)
    new = tried.after.players[tried.seat].technologies[track]
    if old == TOP_LEVEL:
        # Translators: button: a technology beyond level 3, whose bonus one gets once more
        label = t.gettext("{track}: the bonus again").format(track=name)
    else:
        # Translators: button: a technology, its level now and then: "Agriculture 0 → 1"
        label = t.gettext("{track} {old} → {new}")
        label = label.format(track=name, old=old, new=max(new, old + 1))
    effect = technology_words(t, track, old + 1)
    if old == TOP_LEVEL and _blocks_to_gain(tried) == 1:
        # Translators: the bonus of Extraction, two resources, of which one pays the levy
        effect = t.gettext("1 resource of your choice; the other one pays the levy")
    return Words((label, name), effect)


def _blocks_to_gain(tried: Tried) -> int:
    """Count the blocks of choice the seat is asked for next, one after the other."""
    game, gains = tried.game.copy(), 0
    while game.kind_asked(tried.seat) == "gain":
        game.play(tried.seat, game.legal(tried.seat)[0])
        gains += 1
    return gains


# Translators, for each: effect of a technology level, behind a colon
_TECHNOLOGY_LEVELS: Mapping[str, tuple[str, ...]] = {
    "agriculture": (
        N_("1 corn more from the jungle"),
        N_("corn from the jungle even without an open corn tile, 1 corn more from fishing"),
        N_("2 corn more from the jungle"),
        # Translators: bonus of a technology, behind a colon
        N_("a step up on any temple"),
    ),
    "extraction": (
        N_("1 wood more whenever an action gives you wood"),
        N_("1 stone more whenever an action gives you stone"),
        N_("1 gold more whenever an action gives you gold"),
        # Translators: bonus of a technology, behind a colon
        N_("2 resources of your choice"),
    ),
    "architecture": (
        N_("1 corn for each building"),
        N_("2 points for each building"),
        N_("each building 1 resource (or 2 corn) cheaper"),
        # Translators: bonus of a technology, behind a colon
        N_("3 points"),
    ),
    "theology": (
        N_("on Chichen Itza you may use the action one space ahead"),
        N_("on Chichen Itza a resource buys one more temple step"),
        N_("1 skull more on Yaxchilan 4"),
        # Translators: bonus of a technology, behind a colon
        N_("1 skull"),
    ),
}


def technology_words(t: Translations, track: str, level: int) -> str:
    """Say what a level of a technology brings: 1 to 3, and 4 for the bonus beyond."""
    return t.gettext(_TECHNOLOGY_LEVELS[track][min(level, 4) - 1])


def describe_stop(t: Translations, tried: Tried) -> Words:
    # Translators: button: do not build or raise anything more with this action; imperative
    label = t.gettext("Stop here")
    # Translators: more about "Stop here"
    return Words((label,), t.gettext("Skip the rest of this action"))


def describe_pay(t: Translations, tried: Tried) -> Words:
    # Translators: button, behind a price: "−1 wood · Pay this"; imperative
    return Words((t.gettext("Pay this"),))


def describe_build(t: Translations, tried: Tried) -> Words:
    tile = tried.words[1]
    name = tile_name(t, tile)
    if tried.words[-1] == "plain":
        return Words(
            (
                # Translators: button: a building, paid without the help of Architecture
                t.gettext("{tile}, full price").format(tile=name),
                # Translators: button: a building, paid at its full price
                t.gettext("{tile} (full)").format(tile=name),
                # Translators: button: a building, paid at its full price; the name may be cut
                t.gettext("Full: {tile}").format(tile=name),
                *([name] if t.in_signs else []),  # the price says it
            ),
            # Translators: the same where there is no room for what the building does
            t.gettext("Keeps your architects for the next building")
            if t.in_signs
            # Translators: more about paying a building in full: Architecture then helps with the
            # next one; behind the colon what the building does
            else t.gettext("Keeps your architects for the next: {effects}").format(
                effects=tile_effects(t, tile)
            ),
        )
    open_price = tried.next_kind in _PRICE_STILL_OPEN
    return Words((name,), tile_effects(t, tile), _printed_price(t, tile) if open_price else None)


_PRICE_STILL_OPEN = ("renovate", "discount")
"""The kinds of questions that make a building cheaper before it is paid."""


def _printed_price(t: Translations, tile: str) -> str:
    """Write the printed price of a tile, signed, while the discount is yet to be chosen."""
    raw = MONUMENTS[tile].raw if tile in MONUMENTS else BUILDINGS[tile].raw
    return ", ".join(signed(t, kind, -n) for kind, n in raw["cost"].items())


def describe_renovate(t: Translations, tried: Tried) -> Words:
    if tried.words[0] == "keep-all":
        # Translators: button: tear down no building, pay the whole price; imperative
        full = t.gettext("Keep all, pay in full")
        # Translators: button: tear down no building; imperative, at most 16 characters
        return Words((full, t.gettext("Keep all")))
    tile = tile_name(t, tried.words[1])
    # Translators: button: tear down one's building with this name; imperative
    return Words((t.gettext("Tear down: {tile}").format(tile=tile), tile))


def describe_waive(t: Translations, tried: Tried) -> Words:
    saved = amount(t, tried.words[1], 1)
    # Translators: button: which resource of the price is left out: "Save 1 stone"; imperative
    return Words((t.gettext("Save {goods}").format(goods=saved),))


def describe_climb(t: Translations, tried: Tried) -> Words:
    temple = tried.words[1]
    old = tried.before.players[tried.seat].temples[temple]
    new = tried.after.players[tried.seat].temples[temple]
    if tried.next_kind == "pay":  # an angry god's resource: the marker moves when it is paid
        new = old + 1
    name = temple_name(t, temple)
    others = [
        player.temples[temple]
        for seat, player in enumerate(tried.after.players)
        if seat != tried.seat
    ]
    worth = STEP_POINTS[TEMPLES.index(temple)][new]
    # Translators: a step of a temple: the points it gives at the end of each age, and the step of
    # the rival who stands highest: "4 points an age, best rival: 6"
    detail = t.gettext("{points} an age, best rival: {step}").format(
        points=points(t, 4 * worth), step=step_called(temple, max(others, default=0))
    )
    if tried.words[0] == "down":  # the price names the temple
        return Words((f"{step_called(temple, old)} → {step_called(temple, new)}",), detail)
    return Words((climb_words(t, name, temple, old, new), name), detail)


def climbs_in_short(t: Translations, tried: Tried) -> list[str]:
    """Write the temples on which markers climb, with their steps and by name alone; a step down is
    part of the price."""
    old = tried.before.players[tried.seat].temples
    moved = {temple: new for temple, new in tried.change.temples.items() if new > old[temple]}
    return [
        " + ".join(
            climb_words(t, temple_name(t, temple), temple, old[temple], new)
            for temple, new in moved.items()
        ),
        " + ".join(temple_name(t, temple) for temple in moved),
    ]


def describe_decline(t: Translations, tried: Tried) -> Words:
    # Translators: button: decline what is offered
    return Words((t.gettext("No, thank you"),))


def describe_gain(t: Translations, tried: Tried) -> Words:
    return Words((signed(t, tried.words[1], 1),))


def describe_trade(t: Translations, tried: Tried) -> Words:
    said = net_of(tried)
    return Words(tuple(said.deeds(t)), price=said.price(t))


def net_of(tried: Tried, detail: Callable[[Translations], str] = no_words) -> Said:
    """Say what trades give for what, in all: "−1 stone · +1 corn, +1 wood"."""
    goods = tried.change.goods
    given = {kind: n for kind, n in goods.items() if n < 0}
    taken = {kind: n for kind, n in goods.items() if n > 0}
    if not taken:  # what was sold is bought back, or some of it
        return Said(no_words, lambda t: [signed_goods(t, given) or no_change(t)], detail=detail)
    return Said(lambda t: signed_goods(t, given), lambda t: [signed_goods(t, taken)], detail=detail)


def describe_done(t: Translations, tried: Tried) -> Words:
    # Translators: button: the visit to the market is over
    return Words((t.gettext("Done"),))


def describe_offer(t: Translations, tried: Tried) -> Words:
    # Translators: button, behind a price: what a resource buys
    step = t.gettext("One more step up on a temple")
    # Translators: button, behind a price: one more step up on a temple; at most 16 characters
    return Words((step, t.gettext("One more step")), step)


def describe_lower(t: Translations, tried: Tried) -> Words:
    track = technology_name(t, tried.words[1])
    return Words(
        # Translators: button, behind "−1 Agriculture": the other technologies go up a level
        (t.gettext("the other three +1"),),
        # Translators: more about a choice, below a menu's option; at most 100 characters
        t.gettext("The other three go up a level"),
        price=f"−1 {track}",
    )


def describe_take(t: Translations, tried: Tried) -> Words:
    gold = int(tried.words[1])
    # Translators: button; imperative
    return Words((signed(t, "gold", gold) if gold else t.gettext("Take no gold"),))


def describe_leave_skull(t: Translations, tried: Tried) -> Words:
    # Translators: button: do not take the skull; imperative
    return Words((t.gettext("Leave the skull"),))


def describe_bonus(t: Translations, tried: Tried) -> Words:
    track = tried.words[1]
    name = technology_name(t, track)
    # Translators: button: the bonus of a technology
    label = t.gettext("Bonus: {track}").format(track=name)
    return Words((label, name), technology_words(t, track, 4))
