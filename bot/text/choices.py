"""The legal answers to an open decision, each with what it costs and brings.

Every answer is tried on a copy of the game and the two positions are compared, so the words are
always what would really happen, technologies and all.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.engine import Game
from bot.engine.board import GEARS, RESOURCES, STEP_POINTS, TECHNOLOGIES, TEMPLES
from bot.engine.components import COMPONENTS
from bot.engine.tribes import TRIBES
from bot.text.changes import Change, change_of, change_words, gain_words, signed
from bot.text.names import (
    TILE_IDS,
    amount,
    amounts,
    gear_name,
    listed,
    name_of,
    points,
    resource_name,
    technology_name,
    temple_name,
    tile_name,
)
from bot.text.places import offering_words, space_words
from bot.text.tiles import tile_cost, tile_effects, tile_line
from bot.text.translation import N_, Translations

LABEL = 34
"""The most characters that fit on a button of a phone."""
DETAIL = 100
"""The most characters of a select option's description."""

PLACE, PICK, PLAIN, OTHER = "place", "pick", "plain", "other"


@dataclass(frozen=True)
class Choice:
    """One legal answer in words."""

    action: str
    label: str
    """What its button says, at most LABEL characters."""
    detail: str
    """More about it, at most DETAIL characters, or nothing."""
    group: str = OTHER
    """Kind of move, for setting the buttons in rows: place, pick, plain (a building for which
    architecture is kept back) or other."""
    also: tuple[str, ...] = ()
    """What goes without saying after it: the usual action of a worker that is picked up."""

    @property
    def actions(self) -> tuple[str, ...]:
        """The answer with what goes without saying after it."""
        return (self.action, *self.also)


def choices(t: Translations, game: Game, seat: int) -> list[Choice]:
    """All legal answers of a seat, best readable order: as the board lies, not as words sort."""
    kind = next((d.kind for d in game.pending if d.seat == seat), None)
    if kind is None:
        return []
    before = game.position()
    found = []
    for action in game.legal(seat):
        tried = _Tried.of(game, before, seat, action)
        label, detail = _describe(t, kind, tried)
        found.append(
            Choice(
                action, shortened(label, LABEL), shortened(detail, DETAIL),
                _group(kind, action),
                (tried.usual,) if tried.usual else (),
            )
        )  # fmt: skip
    tiles = (*before["building_row"], *before["monument_row"])
    return sorted(found, key=lambda choice: _as_the_board_lies(choice.action, tiles))


def _group(kind: str, action: str) -> str:
    words = action.split()
    verb, last = words[0], words[-1]
    if kind in ("turn", "place", "pick") and verb in (PLACE, PICK):
        return verb
    return PLAIN if kind == "build" and last == PLAIN else OTHER


def question(t: Translations, kind: str, offered: Sequence[Choice] = ()) -> str:
    """What a kind of decision asks, as a short question, given what can be answered."""
    groups = {choice.group for choice in offered}
    if kind == "turn" and PICK not in groups and PLACE in groups:
        return t.gettext("Where do you place a worker?")
    if kind == "turn" and PLACE not in groups and PICK in groups:
        return t.gettext("Which worker do you pick up?")
    if kind == "keep" and any(len(choice.action.split()) > 3 for choice in offered):
        return t.gettext("Which tribe and which wealth tiles do you keep?")
    if kind == "tax" and any(choice.action.startswith("down ") for choice in offered):
        return t.gettext("A skull costs a step down on a temple now. Do you take it?")
    if any(choice.action == "decline" for choice in offered) and kind in ("up", "tech"):
        return t.gettext("This step has a price now. Do you take it?")
    return t.gettext(_QUESTIONS.get(kind, _QUESTION_OF_OTHERS))


def shortened(text: str, most: int) -> str:
    """The text, cut with an ellipsis if it is longer than that."""
    return text if len(text) <= most else text[: most - 1].rstrip(" ,;") + "…"


_QUESTION_OF_OTHERS = N_("What do you choose?")
_QUESTIONS: Mapping[str, str] = {
    "keep": N_("Which two wealth tiles do you keep?"),
    "turn": N_("Place workers, or pick some up. Not both in one turn."),
    "place": N_("Another worker, or are you done?"),
    "pick": N_("Pick up another worker, or are you done?"),
    "anger": N_("The gods are angry. On which temple do you go a step down?"),
    "action": N_("Which action does this worker do?"),
    "harvest": N_("What do you take from the jungle?"),
    "tech": N_("Which technology do you raise?"),
    "bonus": N_("Which bonus do you take?"),
    "pay": N_("How do you pay?"),
    "build": N_("What do you build?"),
    "renovate": N_("Tear down a tile of yours towards the price?"),
    "discount": N_("Your architects save one block. Which one?"),
    "up": N_("On which temple do you go a step up?"),
    "gain": N_("Which block do you take?"),
    "trade": N_("What do you trade?"),
    "offering": N_("Offer a block for one more temple step?"),
    "exchange": N_("Which technology do you lower?"),
    "calendar": N_("How far does the calendar turn?"),
    "tax": N_("Gold has a price in corn now. How much do you take?"),
}


@dataclass(frozen=True)
class _Tried:
    """An answer and what it leads to."""

    action: str
    words: Sequence[str]
    seat: int
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    change: Change
    game: Game
    next_kind: str | None
    """The decision this seat is asked next in the same turn, if any."""

    @classmethod
    def of(cls, game: Game, before: Mapping[str, Any], seat: int, action: str) -> "_Tried":
        copy = game.copy()
        copy.play(seat, action)
        after = copy.position()
        next_kind = next((d.kind for d in copy.pending if d.seat == seat), None)
        return cls(
            action, action.split(), seat, before, after, change_of(before, after, seat), copy,
            next_kind,
        )  # fmt: skip

    @cached_property
    def usual(self) -> str | None:
        """The own action of the space a worker was picked up from, unless the worker has others
        that are no mere steps back for corn: then it is for the player to say."""
        if self.words[0] != "pick" or self.next_kind != "action":
            return None
        _, gear, space = self.words
        legal = self.game.legal(self.seat)
        own = f"do {gear} {space}"
        others = [action.split() for action in legal if action.startswith("do ")]
        steps_back = all(of == gear and int(number) <= int(space) for _, of, number in others)
        tribe = self.before["players"][self.seat]["tribe"]
        gains_by_stepping_back = tribe and TRIBES[tribe].powers.step_back_gain
        return own if own in legal and steps_back and not gains_by_stepping_back else None

    def answers(self) -> list["_Tried"]:
        """The answers to the decision this one leads to, each compared with where we began."""
        found = []
        for action in self.game.legal(self.seat):
            tried = _Tried.of(self.game, self.before, self.seat, action)
            found.append(tried)
        return found


Words = tuple[str, str]


def _describe(t: Translations, kind: str, tried: _Tried) -> Words:
    describe = _DESCRIBED_BY_VERB.get((kind, tried.words[0])) or _DESCRIBED_BY_KIND.get(kind)
    return describe(t, tried) if describe else (_plain(t, tried.words), "")


def _plain(t: Translations, words: Sequence[str]) -> str:
    """An action nobody has written words for: its own, with ids turned into names."""
    text = " ".join(name_of(t, word) for word in words)
    return text[:1].upper() + text[1:]


def _price(t: Translations, tried: _Tried) -> str:
    """What is paid, as "−2 corn", or how many blocks if they are yet to be chosen; empty for
    nothing."""
    paid = [signed(t, kind, n) for kind, n in tried.change.goods.items() if n < 0]
    if tried.next_kind == "pay":
        blocks = sum(int(n) for n in tried.game.legal(tried.seat)[0].split()[1:])
        paid.append(t.ngettext("−{n} block", "−{n} blocks", blocks).format(n=blocks))
    return ", ".join(paid)


def _with(label: str, more: str) -> str:
    return f"{label} ({more})" if more else label


def _fitting(*variants: str) -> str:
    """The first variant that fits on a button, else the last one."""
    return next((v for v in variants if len(v) <= LABEL), variants[-1])


def _sentence(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _keep(t: Translations, tried: _Tried) -> Words:
    tiles = tried.words[1:]
    return (
        listed(t, [tile_name(t, tile) for tile in tiles]),
        " · ".join(tile_effects(t, tile) for tile in tiles if tile in TILE_IDS),
    )


def _place(t: Translations, tried: _Tried) -> Words:
    where = tried.words[1]
    corn = -tried.change.goods.get("corn", 0)
    price = amount(t, "corn", corn) if corn else t.gettext("free")
    if where == "start":
        label = t.gettext("Start player · {price}").format(price=price)
        waiting = tried.before["calendar_corn"]
        if waiting:
            label = _fitting(
                t.gettext("Start player (+{corn}) · {price}").format(
                    corn=amount(t, "corn", waiting), price=price
                ),
                label,
            )
        detail = t.gettext("You start the next round")
        if tried.before["first_seat"] == tried.seat:
            detail = t.gettext("Your left neighbour starts the next round")
        if waiting:
            corn_there = amount(t, "corn", waiting)
            detail = _sentence(
                detail, t.gettext("you take the {corn} on the calendar").format(corn=corn_there)
            )
        return label, detail
    if where == "quick":
        tile = tried.after["quick"]["tile"]
        label = _fitting(
            t.gettext("Quick: {tile} · {price}").format(tile=tile_name(t, tile), price=price),
            t.gettext("Quick action · {price}").format(price=price),
        )
        return label, t.gettext("Done in this turn, once you have placed: {effects}").format(
            effects=tile_effects(t, tile)
        )
    space = _new_space(tried, where)
    label = t.gettext("{gear} {space} · {price}").format(
        gear=gear_name(t, where), space=space, price=price
    )
    if tried.words[-1] == "discount":
        label = t.gettext("{place} (discount)").format(place=label)
    return label, t.gettext("After one day: {action}").format(
        action=space_words(t, where, space + 1)
    )


def _new_space(tried: _Tried, gear: str) -> int:
    """The space the worker was put on."""
    old, new = tried.before["gears"][gear], tried.after["gears"][gear]
    return next(s for s, who in enumerate(new) if who == tried.seat and old[s] != tried.seat)


def _pick(t: Translations, tried: _Tried) -> Words:
    _, gear, space = tried.words
    place = t.gettext("{gear} {space}").format(gear=gear_name(t, gear), space=space)
    if tried.next_kind != "action":
        if tried.change:
            return f"{place}: {gain_words(t, tried.change)}", ""
        return t.gettext("{place}: no action").format(place=place), t.gettext(
            "The worker comes back to your hand"
        )
    answers = {answer.action: answer for answer in tried.answers()}
    own = answers.get(f"do {gear} {space}")
    if own:
        return _done_at(t, place, own)
    if not any(action.startswith("do ") for action in answers):
        return t.gettext("{place}: no action").format(place=place), ""
    spaces = ", ".join(answer.words[2] for answer in answers.values() if answer.words[0] == "do")
    return (
        t.gettext("{place}: choose an action").format(place=place),
        t.gettext("Actions you can do: {spaces}").format(spaces=spaces),
    )


def _do(t: Translations, tried: _Tried) -> Words:
    _, gear, space = tried.words
    place = t.gettext("{gear} {space}").format(gear=gear_name(t, gear), space=space)
    return _done_at(t, place, tried)


def _done_at(t: Translations, place: str, tried: _Tried) -> Words:
    """What `do G N` brings: the goods themselves, or what it is about and its price so far."""
    _, gear, space = tried.words
    price = _price(t, tried)
    if tried.next_kind == "harvest":
        ways = _harvests(t, tried)
        or_ = t.gettext(" or ")
        variants = [f"{place}: {or_.join(ways[:most])}" for most in (3, 2)]
        return _fitting(*(_with(v, price) for v in variants), *variants), price
    done = tried.next_kind in (None, "pick")
    changed = ", ".join(change_words(t, tried.change))
    if gear in ("palenque", "yaxchilan") and tried.change and done:
        return _fitting(
            f"{place}: {gain_words(t, tried.change)}",
            f"{place}: {gain_words(t, tried.change, brief=True)}",
        ), ""
    if gear == "chichen_itza" and int(space) <= len(COMPONENTS["chichen_itza_rewards"]):
        variants = [f"{place}: {words}" for words in offering_words(t, int(space))]
        return _fitting(*variants), changed or variants[0]
    words = f"{place}: {space_words(t, gear, int(space))}"
    if done and changed:
        return _fitting(_with(words, _corn_price(t, tried.change)), words), changed
    return _fitting(_with(words, price), words), price


def _corn_price(t: Translations, change: Change) -> str:
    corn = change.goods.get("corn", 0)
    return signed(t, "corn", corn) if corn < 0 else ""


def _harvests(t: Translations, tried: _Tried) -> list[str]:
    """What each way of harvesting gives, without the price paid before it."""
    found = {}
    for answer in tried.answers():
        way = answer.words[0]
        change = change_of(tried.after, answer.after, tried.seat)
        goods = amounts(t, change.goods)
        found[way] = t.gettext("burn {goods}").format(goods=goods) if way == "burn" else goods
    return [found[way] for way in ("corn", "wood", "burn") if way in found]


def _skip(t: Translations, tried: _Tried) -> Words:
    return t.gettext("No action"), t.gettext("The worker only comes back to your hand")


def _beg(t: Translations, tried: _Tried) -> Words:
    corn = amount(t, "corn", tried.after["players"][tried.seat]["corn"])
    return (
        t.gettext("Beg: you then have {corn}").format(corn=corn),
        t.gettext("You go a step down on a temple for it, then take your turn"),
    )


def _harvest(t: Translations, tried: _Tried) -> Words:
    goods = amounts(t, tried.change.goods)
    if tried.words[0] == "burn":
        return (
            t.gettext("Burn the forest: {goods}").format(goods=goods),
            t.gettext("The wood is lost and you go a step down on a temple"),
        )
    return t.gettext("Take {goods}").format(goods=goods), ""


def _advance(t: Translations, tried: _Tried) -> Words:
    track = tried.words[1]
    old = tried.before["players"][tried.seat]["technologies"][track]
    name = technology_name(t, track)
    new = tried.after["players"][tried.seat]["technologies"][track]
    top = t.gettext("{track}: the bonus again").format(track=name)
    label = top if old == 3 else t.gettext("{track} {old} → {new}").format(
        track=name, old=old, new=max(new, old + 1)
    )  # fmt: skip
    price = _price(t, tried)
    effect = technology_words(t, track, old + 1)
    with_price = _with(label, price)
    if len(with_price) <= LABEL:
        return with_price, effect
    return label, _sentence(price, effect)


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


def _stop(t: Translations, tried: _Tried) -> Words:
    return t.gettext("Stop here"), t.gettext("Without the rest of this action")


def _pay(t: Translations, tried: _Tried) -> Words:
    blocks = dict(zip(("wood", "stone", "gold"), map(int, tried.words[1:]), strict=True))
    return t.gettext("Pay {goods}").format(goods=amounts(t, blocks)), ""


def _build(t: Translations, tried: _Tried) -> Words:
    tile = tried.words[1]
    paid = {kind: -n for kind, n in tried.change.goods.items() if n < 0}
    name = tile_name(t, tile)
    label = _fitting(
        f"{name}: {amounts(t, paid) or tile_cost(t, tile)}",
        f"{name}: {amounts(t, paid, brief=True)}",
        name,
    )
    if tried.words[-1] == "plain":
        label = _fitting(
            t.gettext("{tile}, full price").format(tile=name),
            t.gettext("{tile} (full)").format(tile=name),
        )
        return label, t.gettext("Keeps your architects for the next: {effects}").format(
            effects=tile_effects(t, tile)
        )
    return label, tile_effects(t, tile)


def _renovate(t: Translations, tried: _Tried) -> Words:
    if tried.words[0] == "keep-all":
        return t.gettext("Keep all, pay in full"), ""
    return t.gettext("Tear down {tile}").format(tile=tile_name(t, tried.words[1])), ""


def _waive(t: Translations, tried: _Tried) -> Words:
    return t.gettext("Save 1 {resource}").format(resource=resource_name(t, tried.words[1])), ""


def _climb(t: Translations, tried: _Tried) -> Words:
    temple = tried.words[1]
    old = tried.before["players"][tried.seat]["temples"][temple]
    new = tried.after["players"][tried.seat]["temples"][temple]
    price = _price(t, tried)
    if tried.next_kind == "pay":  # an angry god's resource: the marker moves when it is paid
        new = old + 1
    label = _with(
        t.gettext("{temple} {old} → {new}").format(temple=temple_name(t, temple), old=old, new=new),
        price,
    )
    others = [
        player["temples"][temple]
        for seat, player in enumerate(tried.after["players"])
        if seat != tried.seat
    ]
    worth = STEP_POINTS[TEMPLES.index(temple)][new]
    return label, t.gettext("{points} an age, best rival on {step}").format(
        points=points(t, 4 * worth), step=max(others, default=0)
    )


def _decline(t: Translations, tried: _Tried) -> Words:
    return t.gettext("No, thank you"), ""


def _gain(t: Translations, tried: _Tried) -> Words:
    return t.gettext("Take {goods}").format(goods=amount(t, tried.words[1], 1)), ""


def _trade(t: Translations, tried: _Tried) -> Words:
    corn = amount(t, "corn", abs(tried.change.goods.get("corn", 0)))
    what = {"resource": resource_name(t, tried.words[1]), "corn": corn}
    if tried.words[0] == "sell":
        return t.gettext("Sell 1 {resource} for {corn}").format(**what), ""
    return t.gettext("Buy 1 {resource} for {corn}").format(**what), ""


def _done(t: Translations, tried: _Tried) -> Words:
    return t.gettext("Done trading"), ""


def _offer(t: Translations, tried: _Tried) -> Words:
    return t.gettext("Offer 1 {resource}").format(
        resource=resource_name(t, tried.words[1])
    ), t.gettext("One more step up on a temple")


def _lower(t: Translations, tried: _Tried) -> Words:
    return t.gettext("{track} a level down").format(
        track=technology_name(t, tried.words[1])
    ), t.gettext("The three others go a level up")


def _calendar(t: Translations, tried: _Tried) -> Words:
    if tried.words[1] == "1":
        return t.gettext("1 day, as usual"), ""
    return t.gettext("2 days"), t.gettext(
        "Everyone's workers move on two spaces; you cannot do this again until you reach a "
        "temple's top"
    )


def _end(t: Translations, tried: _Tried) -> Words:
    if tried.next_kind in _ASKED_BY_QUICK_ACTIONS:
        tile = tile_name(t, tried.after["quick"]["tile"])
        return t.gettext("On to the quick action: {tile}").format(tile=tile), ""
    return t.gettext("End my turn"), ""


_ASKED_BY_QUICK_ACTIONS = ("tech", "trade", "build", "renovate", "pay", "tax")


def _pass(t: Translations, tried: _Tried) -> Words:
    return t.gettext("Pass this turn"), t.gettext("Neither place nor pick up a worker")


def _skip_space(t: Translations, tried: _Tried) -> Words:
    gear = gear_name(t, tried.words[1])
    return t.gettext("Pass over a space: {gear}").format(gear=gear), t.gettext(
        "The lowest free space of {gear} counts as taken for you this turn"
    ).format(gear=gear)


def _take(t: Translations, tried: _Tried) -> Words:
    gold = int(tried.words[1])
    if not gold:
        return t.gettext("Take no gold"), ""
    return t.gettext("Take {gold}, pay {corn}").format(
        gold=amount(t, "gold", gold), corn=amount(t, "corn", -tried.change.goods.get("corn", 0))
    ), ""


def _leave_skull(t: Translations, tried: _Tried) -> Words:
    return t.gettext("Leave the skull"), ""


def _bonus(t: Translations, tried: _Tried) -> Words:
    track = tried.words[1]
    return t.gettext("Bonus of {track}").format(track=technology_name(t, track)), technology_words(
        t, track, 4
    )


Describe = Callable[[Translations, _Tried], Words]

_DESCRIBED_BY_VERB: Mapping[tuple[str, str], Describe] = {
    **{(kind, "place"): _place for kind in ("turn", "place")},
    **{(kind, "pick"): _pick for kind in ("turn", "pick", "place")},
    **{(kind, "end"): _end for kind in ("place", "pick")},
    **{(kind, "skip-space"): _skip_space for kind in ("turn", "place")},
    **{(kind, "sell"): _trade for kind in ("turn", "place", "pick", "action")},
    ("turn", "pass"): _pass,
    ("turn", "beg"): _beg,
    ("action", "do"): _do,
    ("action", "skip"): _skip,
    ("tech", "advance"): _advance,
    ("tech", "stop"): _stop,
    ("tech", "decline"): _decline,
    ("bonus", "bonus"): _bonus,
    ("tax", "take"): _take,
    ("tax", "down"): _climb,
    ("tax", "decline"): _leave_skull,
    ("pay", "pay"): _pay,
    ("build", "build"): _build,
    ("build", "monument"): _build,
    ("build", "stop"): _stop,
    ("discount", "waive"): _waive,
    ("up", "up"): _climb,
    ("up", "decline"): _decline,
    ("gain", "gain"): _gain,
    ("trade", "sell"): _trade,
    ("trade", "buy"): _trade,
    ("trade", "done"): _done,
    ("offering", "offer"): _offer,
    ("offering", "decline"): _decline,
    ("exchange", "lower"): _lower,
    ("calendar", "advance"): _calendar,
}
_DESCRIBED_BY_KIND: Mapping[str, Describe] = {
    "keep": _keep,
    "anger": _climb,
    "harvest": _harvest,
    "renovate": _renovate,
}

_LAST = ("skip", "stop", "decline", "done", "end", "pass", "keep-all")
_VERBS = ("corn", "wood", "burn", "sell", "buy", "build", "monument")
"""Verbs of one decision in their order; all others come before them."""
_PLACES: Mapping[str, int] = {
    word: place
    for words in ((*GEARS, "start", "quick"), TEMPLES, TECHNOLOGIES, RESOURCES)
    for place, word in enumerate(words)
}
"""Where things lie on the board, each among its like."""


def _as_the_board_lies(action: str, tiles: Sequence[str | None]) -> tuple[Any, ...]:
    """Sorts answers in the board's own order, of one gear the farthest worker first. `tiles` are
    the buildings and monuments on offer, as they lie."""
    verb, *rest = action.split()
    rank = _VERBS.index(verb) if verb in _VERBS else -1
    place, numbers = 0, [int(word) for word in rest if word.isdigit()]
    if rest:
        place = tiles.index(rest[0]) if rest[0] in tiles else _PLACES.get(rest[0], 0)
    if verb in ("pick", "do", "pay"):
        numbers = [-number for number in numbers]
    return verb in _LAST, rank, place, numbers, action


_TOLD = ("advance", "burn", "beg", "offer", "bonus", "skip-space", "pass")
"""Answers whose details are worth a line beside their buttons."""


def details(t: Translations, offered: Sequence[Choice]) -> list[str]:
    """Lines that tell more than the buttons do: what tiles do, what a technology brings."""
    lines = []
    for choice in offered:
        words = choice.action.split()
        if words[0] in ("build", "monument") and words[-1] != "plain":
            lines.append(tile_line(t, words[1]))
        elif words[0] in ("up", "down") and choice.detail:
            lines.append(f"{temple_name(t, words[1])}: {choice.detail}")
        elif words[0] in _TOLD and choice.detail:
            lines.append(
                t.gettext("{choice} · {detail}").format(choice=choice.label, detail=choice.detail)
            )
    return list(dict.fromkeys(lines))
