"""What the answers within an action cost and bring: technologies, buildings, steps, trade."""

from collections.abc import Mapping

from bot.engine.board import STEP_POINTS, TEMPLES
from bot.text.names import (
    amount,
    amounts,
    points,
    resource_name,
    step_called,
    technology_name,
    temple_name,
    tile_name,
)
from bot.text.tiles import tile_cost, tile_effects
from bot.text.translation import N_, Translations
from bot.text.trying import LABEL, Tried, Words, fitting, price_words, sentence, with_more


def describe_harvest(t: Translations, tried: Tried) -> Words:
    goods = amounts(t, tried.change.goods)
    if tried.words[0] == "burn":
        return (
            t.gettext("Burn the forest: {goods}").format(goods=goods),
            t.gettext("The wood is lost and you go a step down on a temple"),
        )
    return t.gettext("Take {goods}").format(goods=goods), ""


def describe_advance(t: Translations, tried: Tried) -> Words:
    track = tried.words[1]
    old = tried.before.players[tried.seat].technologies[track]
    name = technology_name(t, track)
    new = tried.after.players[tried.seat].technologies[track]
    top = t.gettext("{track}: the bonus again").format(track=name)
    label = top if old == 3 else t.gettext("{track} {old} → {new}").format(
        track=name, old=old, new=max(new, old + 1)
    )  # fmt: skip
    price = price_words(t, tried)
    effect = technology_words(t, track, old + 1)
    with_price = with_more(label, price)
    if len(with_price) <= LABEL:
        return with_price, effect
    return label, sentence(price, effect)


_TECHNOLOGY_LEVELS: Mapping[str, tuple[str, ...]] = {
    "agriculture": (
        N_("1 corn more from the jungle"),
        N_("corn from the jungle without a tile, 1 corn more from the river"),
        N_("2 corn more from the jungle"),
        N_("a step up on any temple"),
    ),
    "extraction": (
        N_("1 wood more where you get wood by an action"),
        N_("1 stone more where you get stone by an action"),
        N_("1 gold more where you get gold by an action"),
        N_("2 blocks of your choice"),
    ),
    "architecture": (
        N_("1 corn for each building"),
        N_("2 points for each building"),
        N_("each building 1 block (or 2 corn) cheaper"),
        N_("3 points"),
    ),
    "theology": (
        N_("in Chichen Itza you may use the action one space ahead"),
        N_("in Chichen Itza a block buys one more temple step"),
        N_("1 skull more on Yaxchilan 4"),
        N_("1 skull"),
    ),
}


def technology_words(t: Translations, track: str, level: int) -> str:
    """What a level of a technology brings: 1 to 3, and 4 for the bonus beyond."""
    return t.gettext(_TECHNOLOGY_LEVELS[track][min(level, 4) - 1])


def describe_stop(t: Translations, tried: Tried) -> Words:
    return t.gettext("Stop here"), t.gettext("Without the rest of this action")


def describe_pay(t: Translations, tried: Tried) -> Words:
    blocks = dict(zip(("wood", "stone", "gold"), map(int, tried.words[1:]), strict=True))
    return t.gettext("Pay {goods}").format(goods=amounts(t, blocks)), ""


def describe_build(t: Translations, tried: Tried) -> Words:
    tile = tried.words[1]
    paid = {kind: -n for kind, n in tried.change.goods.items() if n < 0}
    name = tile_name(t, tile)
    label = fitting(
        f"{name}: {amounts(t, paid) or tile_cost(t, tile)}",
        f"{name}: {amounts(t, paid, brief=True)}",
        name,
    )
    if tried.words[-1] == "plain":
        label = fitting(
            t.gettext("{tile}, full price").format(tile=name),
            t.gettext("{tile} (full)").format(tile=name),
        )
        return label, t.gettext("Keeps your architects for the next: {effects}").format(
            effects=tile_effects(t, tile)
        )
    return label, tile_effects(t, tile)


def describe_renovate(t: Translations, tried: Tried) -> Words:
    if tried.words[0] == "keep-all":
        return t.gettext("Keep all, pay in full"), ""
    return t.gettext("Tear down {tile}").format(tile=tile_name(t, tried.words[1])), ""


def describe_waive(t: Translations, tried: Tried) -> Words:
    return t.gettext("Save 1 {resource}").format(resource=resource_name(t, tried.words[1])), ""


def describe_climb(t: Translations, tried: Tried) -> Words:
    temple = tried.words[1]
    old = tried.before.players[tried.seat].temples[temple]
    new = tried.after.players[tried.seat].temples[temple]
    price = price_words(t, tried)
    if tried.next_kind == "pay":  # an angry god's resource: the marker moves when it is paid
        new = old + 1
    moved = t.gettext("{temple} {old} → {new}").format(
        temple=temple_name(t, temple), old=step_called(temple, old), new=step_called(temple, new)
    )
    label = with_more(moved, price)
    others = [
        player.temples[temple]
        for seat, player in enumerate(tried.after.players)
        if seat != tried.seat
    ]
    worth = STEP_POINTS[TEMPLES.index(temple)][new]
    return label, t.gettext("{points} an age, best rival on {step}").format(
        points=points(t, 4 * worth), step=step_called(temple, max(others, default=0))
    )


def describe_decline(t: Translations, tried: Tried) -> Words:
    return t.gettext("No, thank you"), ""


def describe_gain(t: Translations, tried: Tried) -> Words:
    return t.gettext("Take {goods}").format(goods=amount(t, tried.words[1], 1)), ""


def describe_trade(t: Translations, tried: Tried) -> Words:
    corn = amount(t, "corn", abs(tried.change.goods.get("corn", 0)))
    what = {"resource": resource_name(t, tried.words[1]), "corn": corn}
    if tried.words[0] == "sell":
        return t.gettext("Sell 1 {resource} for {corn}").format(**what), ""
    return t.gettext("Buy 1 {resource} for {corn}").format(**what), ""


def describe_done(t: Translations, tried: Tried) -> Words:
    return t.gettext("Done trading"), ""


def describe_offer(t: Translations, tried: Tried) -> Words:
    return t.gettext("Offer 1 {resource}").format(
        resource=resource_name(t, tried.words[1])
    ), t.gettext("One more step up on a temple")


def describe_lower(t: Translations, tried: Tried) -> Words:
    return t.gettext("{track} a level down").format(
        track=technology_name(t, tried.words[1])
    ), t.gettext("The three others go a level up")


def describe_take(t: Translations, tried: Tried) -> Words:
    gold = int(tried.words[1])
    if not gold:
        return t.gettext("Take no gold"), ""
    return t.gettext("Take {gold}, pay {corn}").format(
        gold=amount(t, "gold", gold), corn=amount(t, "corn", -tried.change.goods.get("corn", 0))
    ), ""


def describe_leave_skull(t: Translations, tried: Tried) -> Words:
    return t.gettext("Leave the skull"), ""


def describe_bonus(t: Translations, tried: Tried) -> Words:
    track = tried.words[1]
    return t.gettext("Bonus of {track}").format(track=technology_name(t, track)), technology_words(
        t, track, 4
    )
