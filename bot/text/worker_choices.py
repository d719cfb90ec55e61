"""Placing and picking up in words, with price and gain: the answers that make a turn."""

from collections.abc import Sequence

from bot.engine.components import COMPONENTS
from bot.engine.happenings import Happening, QuickActionDone, WorkerPlaced
from bot.text.answer_preview import Tried, Words, price_words, sentence
from bot.text.changes import change_of, change_words, gain_words
from bot.text.formats import listed, listed_or
from bot.text.names import (
    TILE_IDS,
    amount,
    amounts,
    gear_name,
    in_signs,
    space_name,
    tile_name,
)
from bot.text.spaces import offering_words, space_in_short, space_words
from bot.text.tiles import tile_effects
from bot.text.translation import Translations


def describe_keep(t: Translations, tried: Tried) -> Words:
    tiles = tried.words[1:]
    return Words(
        (listed(t, [tile_name(t, tile) for tile in tiles]),),
        " · ".join(tile_effects(t, tile) for tile in tiles if tile in TILE_IDS),
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
            detail = t.gettext("Your left neighbour starts the next round")
        waiting = tried.before.calendar_corn
        if waiting:
            corn = amount(t, "corn", waiting)
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
        named = t.gettext("Quick: {tile}").format(tile=tile_name(t, tile))
        # Translators: button: place a worker for the quick action; at most 20 characters
        deeds = (named, t.gettext("Quick action"))
        # Translators: what a quick action does, after you have placed your workers
        detail = t.gettext("At the end of this turn: {effects}")
        if any(isinstance(h, QuickActionDone) and not h.possible for h in _happen_at_end(tried)):
            # Translators: more about a choice, below a menu's option; at most 100 characters;
            # "{effects}" is what it does
            detail = t.gettext("You could not do its action this turn: {effects}")
        detail = detail.format(effects=tile_effects(t, tile))
    else:
        space = next(h.space for h in tried.happenings if isinstance(h, WorkerPlaced))
        place = space_name(t, where, space)
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
    if set(tried.costs) == {"corn"}:
        brief = f"−{in_signs('corn', tried.costs['corn'])}"
    elif tried.costs:
        brief = ""
    elif waiting:
        brief = f"+{in_signs('corn', waiting)}"
    # Translators: price on a button: it costs nothing: "Free · Palenque 0"; at most 8 characters
    return Words(deeds, detail, None if tried.costs else t.pgettext("price", "Free"), brief)


def _happen_at_end(tried: Tried) -> Sequence[Happening]:
    """List the happenings if the turn ended with this answer."""
    if "end" not in tried.game.legal(tried.seat):
        return ()
    return tried.game.copy().step(tried.seat, "end").happenings


def describe_pick(t: Translations, tried: Tried) -> Words:
    _, gear, space = tried.words
    place = space_name(t, gear, space)
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
    if not spaces:
        return Words((no_action,), brings=(in_short,))
    # Translators: the spaces whose actions a worker may use, as numbers: "Actions you can do: 1, 2"
    which = t.gettext("Actions you can do: {spaces}").format(spaces=", ".join(spaces))
    usual = next((one for one in tried.answers() if one.action == own), None)
    if usual is None:
        # Translators: button: the worker there is picked up, its action is chosen next
        choose = t.gettext("{place}: choose an action").format(place=place)
        # Translators: button, behind a worker's number: its action is chosen next; imperative
        return Words((choose, place), which, brings=(t.gettext("Choose an action"),))
    return done_at(t, place, usual)._replace(detail=which, price=price_words(t, usual))


def describe_do(t: Translations, tried: Tried) -> Words:
    _, gear, space = tried.words
    return done_at(t, space_name(t, gear, space), tried)


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
        whats = [gain_words(t, tried.gains)]
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
        goods = amounts(t, change.goods)
        # Translators: part of a button: corn got by burning the forest: "2 wood or burn→5 corn";
        # at most 12 characters
        found[way] = t.gettext("burn→{goods}").format(goods=goods) if way == "burn" else goods
    return [found[way] for way in ("corn", "wood", "burn") if way in found]


def describe_skip(t: Translations, tried: Tried) -> Words:
    # Translators: button: the worker is picked up without an action
    label = t.gettext("No action")
    # Translators: more about a choice, below a menu's option; at most 100 characters
    return Words((label,), t.gettext("The worker only comes back to your hand"))


def describe_beg(t: Translations, tried: Tried) -> Words:
    corn = amount(t, "corn", tried.after.players[tried.seat].corn)
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
    # Translators: more about a choice, below a menu's option; at most 100 characters
    detail = t.gettext(
        "All workers move on two spaces; you cannot do this again until you reach the top of a "
        "temple"
    )
    # Translators: button: the calendar turns by two days
    return Words((t.gettext("2 days"),), detail, "")


def describe_end(t: Translations, tried: Tried) -> Words:
    if tried.next_kind in _ASKED_BY_QUICK_ACTIONS:
        tile = tile_name(t, tried.after.quick_tile or "")
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
    detail = t.gettext("The lowest free space of {gear} counts as taken for you this turn")
    gear = gear_name(t, tried.words[1])
    # Translators: button: leave out the lowest free space of a gear, the name of which comes
    # behind; imperative; at most 30 characters with “Chichen Itza”
    return Words((t.gettext("Skip a space: {gear}").format(gear=gear),), detail.format(gear=gear))
