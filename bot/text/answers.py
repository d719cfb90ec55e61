"""The answers to a question in words, each with its price and gain: those that make a turn (placing
and picking up workers), and those within an action (technologies, buildings, steps, trades)."""

from collections.abc import Callable, Mapping, Sequence

from bot.engine.components import BUILDINGS, COMPONENTS, MONUMENTS, STEP_POINTS, TEMPLES, TOP_LEVEL
from bot.engine.happenings import Happening, QuickActionDone, WorkerPlaced
from bot.engine.position import Position
from bot.text import names
from bot.text.answer_preview import Said, Tried, Words, no_words, price_words, sentence
from bot.text.seats import (
    CLIMB,
    change_of,
    change_words,
    food_owed_words,
    gain_words,
    signed,
    signed_goods,
)
from bot.text.spaces import offering_words, space_in_short, space_words
from bot.text.tiles import tile_effects
from bot.text.translation import N_, Translations, listed, listed_or
from bot.text.turns import NO_CHANGE


def describe_keep(t: Translations, tried: Tried) -> Words:
    tiles = tried.words[1:]
    return Words(
        (listed(t, [names.tile_name(t, tile) for tile in tiles]),),
        " · ".join(tile_effects(t, tile) for tile in tiles if tile in names.TILE_IDS),
        "",
    )


def describe_place(t: Translations, tried: Tried) -> Words:
    where, waiting = tried.words[1], 0
    deeds: tuple[str, ...]
    if where == "start":
        # Translators: button: place a worker on the starting-player space; at most 20 characters
        deeds = (t.gettext("Starting player"),)
        # Translators: more about a choice, below a menu's option; at most 100 characters
        detail = t.gettext("You start the next round")
        if tried.before.first_seat == tried.seat:
            # Translators: more about a choice, below a menu's option; at most 100 characters
            detail = t.gettext("The player on your left starts the next round")
        waiting = tried.before.calendar_corn
        if waiting:
            corn = names.amount(t, "corn", waiting)
            # Translators: button: place a worker on the starting-player space, with the corn that
            # lies on the calendar; at most 28 characters
            whole = t.gettext("Starting player (+{corn})").format(corn=corn)
            # Translators: button: the starting-player space in one word, with the corn that lies on
            # the calendar; at most 16 characters
            less = t.gettext("Start (+{corn})").format(corn=corn)
            deeds = (whole, less, *deeds)
            # Translators: behind "You start the next round · "
            taken = t.gettext("you take the {corn} on the calendar").format(corn=corn)
            detail = sentence(detail, taken)
    elif where == "quick":
        tile = tried.after.quick_tile or ""
        # Translators: button: place a worker for the quick action with this name
        named = t.gettext("Quick: {tile}").format(tile=names.tile_name(t, tile))
        # Translators: button: place a worker for the quick action; at most 20 characters
        deeds = (named, t.gettext("Quick action"))
        # Translators: what a quick action does, after you have placed your workers
        detail = t.gettext("At the end of this turn: {effects}")
        if any(isinstance(h, QuickActionDone) and not h.possible for h in _happen_at_end(tried)):
            # Translators: more about a choice, below a menu's option; at most 100 characters;
            # "{effects}" is what it does
            detail = t.gettext("This action would not be possible this turn: {effects}")
        detail = detail.format(effects=tile_effects(t, tile))
    else:
        space = next(h.space for h in tried.happenings if isinstance(h, WorkerPlaced))
        place = names.space_name(t, where, space)
        deeds = (place,)
        if tried.words[-1] == "discount":
            # Translators: button: a space of a gear, paid less for with a tribe's discount
            deeds = (t.gettext("{place} (discount)").format(place=place), place)
        action = space_words(t, where, space + 1)
        # Translators: the action that the worker will have after a day: "After one day: 1 building"
        detail = t.gettext("After one day: {action}").format(action=action)
    # Translators: button, beside the number or the icon of a place: it costs nothing: "1 · free";
    # at most 8 characters
    brief = t.pgettext("place", "free")
    if set(tried.costs) == {"corn"} and waiting:
        brief = f"−{tried.costs['corn']}\u202f+{names.in_signs('corn', waiting)}"
    elif set(tried.costs) == {"corn"}:
        brief = f"−{names.in_signs('corn', tried.costs['corn'])}"
    elif tried.costs:
        brief = ""
    elif waiting:
        brief = f"+{names.in_signs('corn', waiting)}"
    # Translators: price on a button: it costs nothing: "Free · Palenque 0"; at most 8 characters
    return Words(deeds, detail, None if tried.costs else t.pgettext("price", "Free"), brief)


def _happen_at_end(tried: Tried) -> Sequence[Happening]:
    """List the happenings if the turn ended with this answer."""
    if "end" not in tried.game.legal(tried.seat):
        return ()
    return tried.game.copy().step(tried.seat, "end").happenings


def describe_pick(t: Translations, tried: Tried) -> Words:
    _, gear, space = tried.words
    place = names.space_name(t, gear, space)
    own = f"do {gear} {space}"
    if own in tried.actions:
        return done_at(t, place, tried)
    # Translators: button: the worker there is picked up without an action
    no_action = t.gettext("{place}: no action").format(place=place)
    # Translators: button: the worker is picked up without an action
    in_short = t.gettext("No action")
    if tried.next_kind != "action":
        if tried.change:
            # Translators: button: a space, and what its action brings: "Palenque 3: +7 corn"
            words = t.gettext("{place}: {what}")
            what = gain_words(t, tried.gains)
            return Words((words.format(place=place, what=what),), brings=(what,))
        # Translators: more about a choice, below a menu's option; at most 100 characters
        detail = t.gettext("The worker comes back to your hand")
        return Words((no_action,), detail, brings=(in_short,))
    legal = tried.game.legal(tried.seat)
    spaces = [action.split()[2] for action in legal if action.startswith("do ")]
    bare = nothing_to_harvest(t, tried.before, gear, int(space))
    if not spaces:
        return Words((no_action,), bare, brings=(in_short,))
    # Translators: the spaces whose actions a worker may use, as numbers: "Actions you can do: 1, 2"
    which = t.gettext("Actions you can use: {spaces}").format(spaces=", ".join(spaces))
    usual = next((one for one in tried.answers() if one.action == own), None)
    if usual is None:
        # Translators: button: the worker there is picked up, its action is chosen next
        choose = t.gettext("{place}: choose an action").format(place=place)
        # Translators: button, behind a worker's number: its action is chosen next; imperative
        brings = (t.gettext("Choose an action"),)
        return Words((choose, place), sentence(bare, which), brings=brings)
    return done_at(t, place, usual)._replace(detail=which, price=price_words(t, usual))


def nothing_to_harvest(t: Translations, position: Position, gear: str, space: int) -> str:
    """Say that no tile of the jungle is left for a worker on this space; empty where some are."""
    left = position.jungle.get(space) if gear == "palenque" else None
    if left is None or left.corn or left.wood:
        return ""
    # Translators: why a worker on this space of Palenque has no harvest; at most 45 characters
    return t.gettext("Palenque {space} has no corn left").format(space=space)


def describe_do(t: Translations, tried: Tried) -> Words:
    _, gear, space = tried.words
    return done_at(t, names.space_name(t, gear, space), tried)


def done_at(t: Translations, place: str, tried: Tried) -> Words:
    """Describe an action `do G N` done at this place: its goods, or its subject."""
    gear, space = tried.words[1], int(tried.words[2])
    done = tried.next_kind in (None, "pick")
    whats: Sequence[str] = space_in_short(t, gear, space)
    detail = ", ".join(change_words(t, tried.change)) if done else ""
    if tried.next_kind == "harvest":
        ways = _harvests(t, tried)
        whats = [listed_or(t, ways[:most]) for most in (3, 2)]
    elif gear in ("palenque", "yaxchilan") and tried.gains and done:
        whats, detail = [gain_words(t, tried.gains)], ""  # behind the price, that is all
    elif gear == "chichen_itza" and space <= len(COMPONENTS["chichen_itza_rewards"]):
        whats = offering_words(t, space)
        detail = detail or whats[0]
    # Translators: button: a space, and what its action brings: "Palenque 3: +7 corn"
    framed = t.gettext("{place}: {what}")
    deeds = tuple(framed.format(place=place, what=what) for what in whats)
    return Words(deeds, detail, brings=tuple(whats))


def _harvests(t: Translations, tried: Tried) -> list[str]:
    """Tell what each way of harvesting gives, without the price paid before it."""
    found = {}
    for answer in tried.answers():
        way = answer.words[0]
        change = change_of(answer.happenings[len(tried.happenings) :], tried.seat)
        goods = names.amounts(t, change.goods)
        # Translators: part of a button: corn got by burning the forest: "2 wood or burn→5 corn";
        # at most 12 characters
        found[way] = t.gettext("burn→{goods}").format(goods=goods) if way == "burn" else goods
    return [found[way] for way in ("corn", "wood", "burn") if way in found]


def describe_skip(t: Translations, tried: Tried) -> Words:
    # Translators: button: the worker is picked up without an action
    label = t.gettext("No action")
    # Translators: more about a choice, below a menu's option; at most 100 characters
    return Words((label,), t.gettext("The worker comes back to your hand without an action"))


def describe_beg(t: Translations, tried: Tried) -> Words:
    corn = names.amount(t, "corn", tried.after.players[tried.seat].corn)
    return Words(
        (
            # Translators: button: beg for corn, and the corn one has then; at most 30 characters
            t.gettext("Beg: you then have {corn}").format(corn=corn),
            # Translators: button: beg for corn, and the corn one has then; at most 20 characters
            t.gettext("Beg → {corn}").format(corn=corn),
        ),
        # Translators: more about a choice, below a menu's option; at most 100 characters
        t.gettext("Costs a step down on a temple; then you take your turn"),
    )


def describe_calendar(t: Translations, tried: Tried) -> Words:
    if tried.words[1] == "1":
        # Translators: button: the calendar turns by one day
        return Words((t.gettext("1 day, as usual"),), price="")
    # Translators: more about turning the calendar by two days
    detail = t.gettext("Workers move two spaces")
    until = [one.rounds_to_food_day or 0 for one in (tried.before, tried.after)]
    if until[0] - until[1] > 1:
        # Translators: more about turning the calendar by two days; {food}: "need 6 corn, have 4"
        detail = t.gettext("Workers move two spaces, and food day comes a round sooner: {food}")
        detail = detail.format(food=food_owed_words(t, tried.after, tried.seat))
    # Translators: button: the calendar turns by two days
    return Words((t.gettext("2 days"),), detail, "")


def describe_end(t: Translations, tried: Tried) -> Words:
    if tried.next_kind in _ASKED_BY_QUICK_ACTIONS:
        tile = names.tile_name(t, tried.after.quick_tile or "")
        # Translators: button: go on to the quick action with this name
        words = t.gettext("On to the quick action: {tile}")
        # The shorter way is for a phone, where the whole name matters more.
        return Words((words.format(tile=tile), t.gettext("Quick action: {tile}").format(tile=tile)))
    # Translators: button; imperative
    return Words((t.gettext("End my turn"),))


_ASKED_BY_QUICK_ACTIONS = ("tech", "trade", "build", "renovate", "pay", "tax")


def describe_pass(t: Translations, tried: Tried) -> Words:
    # Translators: button; imperative
    label = t.gettext("Pass this turn")
    # Translators: more about passing the turn; imperative
    return Words((label,), t.gettext("Neither place nor pick up a worker"), "")


def describe_skip_space(t: Translations, tried: Tried) -> Words:
    # Translators: more about a choice, below a menu's option; at most 100 characters
    detail = t.gettext("The lowest free space on {gear} counts as occupied for you this turn")
    gear = names.gear_name(t, tried.words[1])
    # Translators: button: leave out the lowest free space of a gear, the name of which comes
    # behind; imperative; at most 30 characters with “Chichen Itza”
    return Words((t.gettext("Skip a space: {gear}").format(gear=gear),), detail.format(gear=gear))


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
            t.gettext("The wood is lost, and you go down a step on a temple"),
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
    name = names.technology_name(t, track)
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
        effect = t.gettext("2 resources: one pays the extra cost, you choose the other")
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
        N_("1 extra corn from the jungle"),
        N_("corn from the jungle even without an open corn tile, and 1 extra corn from fishing"),
        N_("2 extra corn from the jungle"),
        # Translators: bonus of a technology, behind a colon
        N_("a step up on any temple"),
    ),
    "extraction": (
        N_("1 extra wood whenever an action gives you wood"),
        N_("1 extra stone whenever an action gives you stone"),
        N_("1 extra gold whenever an action gives you gold"),
        # Translators: bonus of a technology, behind a colon
        N_("2 resources of your choice"),
    ),
    "architecture": (
        N_("1 corn for each building you build"),
        N_("2 points for each building you build"),
        N_("each building costs 1 resource (or 2 corn) less"),
        # Translators: bonus of a technology, behind a colon
        N_("3 points"),
    ),
    "theology": (
        N_("on Chichen Itza you may use the action one space ahead"),
        N_("on Chichen Itza a resource buys one more temple step"),
        N_("1 extra skull on Yaxchilan 4"),
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
    name = names.tile_name(t, tile)
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
            else t.gettext("Saves Architecture for later; this building: {effects}").format(
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
    tile = names.tile_name(t, tried.words[1])
    # Translators: button: tear down one's building with this name; imperative
    return Words((t.gettext("Tear down: {tile}").format(tile=tile), tile))


def describe_waive(t: Translations, tried: Tried) -> Words:
    saved = names.amount(t, tried.words[1], 1)
    # Translators: button: which resource of the price is left out: "Save 1 stone"; imperative
    return Words((t.gettext("Save {goods}").format(goods=saved),))


def describe_climb(t: Translations, tried: Tried) -> Words:
    temple = tried.words[1]
    old = tried.before.players[tried.seat].temples[temple]
    new = tried.after.players[tried.seat].temples[temple]
    if tried.next_kind == "pay":  # an angry god's resource: the marker moves when it is paid
        new = old + 1
    name = names.temple_name(t, temple)
    others = [
        player.temples[temple]
        for seat, player in enumerate(tried.after.players)
        if seat != tried.seat
    ]
    worth = STEP_POINTS[TEMPLES.index(temple)][new]
    # Translators: a step of a temple: the points it gives at the end of each age, and that of the
    # rival who stands highest: "Your step would then give 4 points at the end of each age; the top
    # rival there gets 6"
    detail = t.gettext(
        "Your step would then give {points} at the end of each age; your highest rival's step "
        "gives {step}"
    ).format(
        points=names.points(t, 4 * worth), step=names.step_called(temple, max(others, default=0))
    )
    if tried.words[0] == "down":
        # Translators: button, behind "−1 Chaac": a step down on a temple, by the points printed on
        # its steps: "from 0 to −1 points"
        words = t.gettext("from {old} to {points}").format(
            old=names.step_called(temple, old), points=names.points(t, 4 * worth)
        )
        # the price names the temple
        in_short = f"{names.step_called(temple, old)} → {names.points(t, 4 * worth)}"
        return Words((words, in_short), detail)
    return Words(
        (
            t.say(
                CLIMB,
                temple=name,
                old=names.step_called(temple, old),
                new=names.step_called(temple, new),
            ),
            name,
        ),
        detail,
    )


def climbs_in_short(t: Translations, tried: Tried) -> list[str]:
    """Write the temples on which markers climb, with their steps and by name alone; a step down is
    part of the price."""
    old = tried.before.players[tried.seat].temples
    moved = {temple: new for temple, new in tried.change.temples.items() if new > old[temple]}
    return [
        " + ".join(
            t.say(
                CLIMB,
                temple=names.temple_name(t, temple),
                old=names.step_called(temple, old[temple]),
                new=names.step_called(temple, new),
            )
            for temple, new in moved.items()
        ),
        " + ".join(names.temple_name(t, temple) for temple in moved),
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
        return Said(no_words, lambda t: [signed_goods(t, given) or t.say(NO_CHANGE)], detail=detail)
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
    track = names.technology_name(t, tried.words[1])
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
    name = names.technology_name(t, track)
    # Translators: button: the bonus of a technology
    label = t.gettext("Bonus: {track}").format(track=name)
    return Words((label, name), technology_words(t, track, 4))
