"""Several answers in one tap: picking up a worker with its action, the questions of that, and the
payment; several workers at once; a whole visit to the market, and the last tap with another
payment. A person who wants something else can take each step back alone and answer differently."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, product

from bot.engine import Game, IllegalAction, Position
from bot.engine.components import RESOURCES, TEMPLES
from bot.text import choices
from bot.text.answer_preview import (
    CUT,
    OPTION,
    WIDE_LABEL,
    Said,
    Tried,
    Words,
    behind_number,
    fits,
    icon_brought,
    no_words,
    price_words,
    sentence,
    width,
)
from bot.text.answers import climbs_in_short, done_at, harvest_in_short, net_of
from bot.text.names import amount, amounts, in_signs, space_name
from bot.text.seats import gain_words
from bot.text.translation import N_, NO_ICONS, Translations


def one_tap_choices(
    t: Translations, game: Game, seat: int, without: str | None = None
) -> list[choices.Choice]:
    """Describe the choices of a seat, except the answer `without`. A tap pays with the blocks that
    are worth least; and where an action asks more with few answers, each way to answer all of it is
    a choice of its own."""
    kind = game.kind_asked(seat)
    if kind is None:
        return []
    legal = [tried.paid() for tried in choices.answers(game, seat, without)]
    if kind == "up" and any(tried.next_kind == "up" for tried in legal):
        climbs = _climbs(legal)
        if len(climbs) <= MOST_IN_ALL:
            return choices.alike(t, [_climb(t, whole) for whole in climbs])
    workers = sum(tried.words[0] == choices.PICK for tried in legal)
    room = min(MOST_IN_ALL - len(legal), MOST_AT_ONCE - workers)
    if kind == "action" and len(legal) > MOST_AT_ONCE:
        room = MOST_IN_A_MENU - len(legal)
    return choices.alike(t, _usual_first(_with_answers(t, kind, legal, room)))


def _usual_first(offered: Sequence[choices.Choice]) -> list[choices.Choice]:
    """Put the first way to pick up each worker, the usual one, before all others."""
    first = {one.at: one for one in reversed(offered) if one.group == choices.PICK}
    return sorted(offered, key=lambda one: first.get(one.at, one) is not one)


def first_choices(t: Translations, game: Game, seat: int) -> list[list[choices.Choice]]:
    """Choose the usual beginnings of a turn, for the call in the channel, in three lists: a worker
    placed, workers picked up, and begging where no corn is left (with some it is rare). Where there
    is not room for all workers, those farthest along are kept."""
    t = t.with_icons(NO_ICONS)  # beside its gear's icon a label names all that it brings
    legal = [tried.paid() for tried in choices.answers(game, seat)]
    placed = [tried for tried in legal if tried.words[0] == choices.PLACE][:MOST_PLACED]
    every = all_workers(t, game, seat)
    more = [] if every is None else [every]
    room = (FEW_FIRST if placed else MOST_FIRST) - len(more)
    picked = [tried for tried in legal if tried.words[0] == choices.PICK]
    farthest = sorted(picked, key=lambda tried: -int(tried.words[2]))[:room]
    picked = [tried for tried in picked if tried in farthest]
    broke = bool(legal) and not legal[0].before.players[seat].corn
    begged = [tried for tried in legal if broke and tried.words[0] == BEG]
    offered = [
        _with_answers(t, "turn", placed, 0),
        [*more, *_with_answers(t, "turn", picked, room - len(picked))],
        _with_answers(t, "turn", begged, 0),
    ]
    written = iter(choices.alike(t, [*chain(*offered)]))
    return [[next(written) for _ in each] for each in offered]


def _with_answers(
    t: Translations, kind: str, legal: Sequence[Tried], room: int
) -> list[choices.Choice]:
    """Describe choices, still without labels; one with further questions becomes a choice for each
    way to answer them, while these are at most `room` more. The temple for begging is asked
    next."""
    found, seen = _answered_at_once(legal, room), set[Outcome]()
    offered: list[choices.Choice] = []
    for tried in legal:
        ways = [one for one in _once(found[tried.actions], seen) if one is not tried]
        told = [_answered(t, kind, _where(tried), tried, one) for one in ways]
        labels = [one.label for one in choices.alike(t, told)] if told else []
        if told and len({one for one in labels if not one.endswith(CUT)}) == len(told):
            offered += told
        else:
            offered.append(choices.choice_of(t, kind, tried))
    return offered


Outcome = tuple[tuple[str, ...], tuple[tuple[str, int], ...], str | None]
"""What is done, in any order, its price, and the kind of question that is asked next."""


def _once(ways: Sequence[Tried], seen: set[Outcome]) -> Iterator[Tried]:
    """Leave out ways that come to the same as one `seen` before."""
    for way in ways:
        done = sorted(one.removesuffix(" plain") for one in way.actions if one.split()[0] != "pay")
        outcome = tuple(done), tuple(way.costs.items()), way.next_kind
        if outcome not in seen or len(way.actions) < 2:
            yield way
        seen.add(outcome)


Place = Callable[[Translations], str]
"""Gives the place of an action in words."""


def _where(tried: Tried) -> Place | None:
    """Find the place of an answer; None for an answer of no space."""
    if tried.words[0] in ("pick", "do"):
        return _at(*tried.words[1:])
    return None


def _at(gear: str, space: object) -> Place:
    return lambda t: space_name(t, gear, space)


def _farther_back(gear: str, space: object, used: object) -> Place:
    """Name a worker's space, and the one on that gear whose action it uses."""
    # Translators: a worker's space, and the one whose action it uses: "3 → 2"
    other = N_("{space} → {used}")
    return lambda t: space_name(t, gear, t.gettext(other).format(space=space, used=used))


MOST_PLACED, MOST_FIRST, FEW_FIRST = 6, 5, 3
"""The most ways to place a worker (gears and starting space) below a call, and the most to pick
some up: fewer where there is placing too, so that a call fits the screen of a phone."""
MOST_AT_ONCE, MOST_IN_ALL, MOST_IN_A_MENU = 8, 12, 25
"""The most workers with their answers side by side, the most choices in all, and the most in a
menu; a worker with more actions has a menu of its own."""
LONGEST_WORD, LONGEST_VALUE = 64, 100
"""The most characters of joined actions in the id of a button, and in the value of an option."""
BEG, ANGER = "beg", "anger"
_ASKED_BY = ("pick", "do", "advance", "build", "corn", "wood", "burn", "gain", "offer")
_ANSWERED_AT_ONCE = (
    "harvest", ANGER, "tech", "bonus", "build", "renovate", "discount", "up", "gain", "offering",
    "tax", "exchange",
)  # fmt: skip
"""The kinds of questions that are answered with the same tap."""
_ANSWERED_IN_MENUS = tuple(kind for kind in _ANSWERED_AT_ONCE if kind != ANGER)
_HAVE_EFFECTS = ("advance", "build")
"""Verbs of answers that take a technology or a tile, each with an effect of its own."""
_SEEN_OTHERWISE = ("up", "down", "pay", "offer", "waive", *choices.LAST)
"""Verbs of answers that the price or the temples already tell."""


def _climbs(legal: Sequence[Tried]) -> list[Tried]:
    """Try all temple steps asked one after the other: each combination once, whatever its order."""
    found: dict[tuple[str, ...], Tried] = {}
    for whole in chain.from_iterable(map(_climbed, legal)):
        answers = (action for action in whole.actions if not action.startswith("pay "))
        found.setdefault(tuple(sorted(answers)), whole)
    return list(found.values())


def _climbed(tried: Tried) -> Iterator[Tried]:
    if tried.next_kind != "up":
        yield tried
        return
    for action in choices.in_board_order(tried.game.legal(tried.seat)):
        yield from _climbed(tried.then(action).paid())


def _climb(t: Translations, whole: Tried) -> choices.Choice:
    """Describe a combination of temple steps, or none, as a choice."""
    if len(whole.actions) == 1 or not whole.change.temples:
        return replace(choices.choice_of(t, "up", whole), actions=whole.actions)
    return _worded("up", whole, lambda way: climbs_in_short(way, whole))


def all_workers(t: Translations, game: Game, seat: int) -> choices.Choice | None:
    """Describe picking up every worker whose usual action asks nothing and costs nothing, in the
    order of the board, still without a label; None for fewer than two of them."""
    done: Tried | None = None
    count, now = 0, game
    before = game.snapshot()
    picks = [a for a in game.legal(seat) if a.startswith("pick ")]
    for action in choices.in_board_order(picks):
        if action not in now.legal(seat):
            continue
        tried = done.then(action) if done else Tried.of(game, before, seat, action)
        usual = replace(tried, words=action.split()).usual
        tried = tried.then(usual) if usual else tried
        if usual and tried.next_kind == "pick" and not tried.costs:
            done, now, count = tried, tried.game, count + 1
    if done is None or count < 2:
        return None
    gained = done.gains

    def told(way: Translations) -> str:
        # Translators: button: pick up several workers, and what they bring: "3 workers: +7 corn, +1
        # gold"
        label = way.ngettext("{n} worker: {what}", "{n} workers: {what}", count)
        return label.format(n=count, what=gain_words(way, gained))

    def fewest(way: Translations) -> str:
        return f"{in_signs('worker', count)}: {gain_words(way, gained)}"

    def deeds(way: Translations) -> Sequence[str]:
        return [told(way), *([fewest(way)] if way.in_cut_names else [])]

    brief = told(t.with_signs())
    return choices.Choice(
        ALL_WORKERS, Said(no_words, deeds, detail=lambda way: gain_words(way, gained)),
        choices.PICK, done.actions, brief if width(brief) <= WIDE_LABEL else fewest(t.with_signs()),
    )  # fmt: skip


ALL_WORKERS = "all"
"""The `action` of a choice that picks up several workers."""


def _answered_at_once(
    legal: Sequence[Tried], room: int, longest: int = LONGEST_WORD,
    kinds: Sequence[str] = _ANSWERED_AT_ONCE,
) -> dict[tuple[str, ...], list[Tried]]:  # fmt: skip
    """Try, for each legal answer, the ways to answer the questions it asks; return them by its
    actions. Each in turn goes one question further, while that takes at most `room` ways more in
    all and their joined actions have at most `longest` characters; the temple for burning is
    answered for all or none, so that each burning reads alike. `kinds` are those of the questions
    that are answered."""
    found = {tried.actions: [tried] for tried in legal}
    open_still = [tried.actions for tried in legal if tried.words[0] in _ASKED_BY]
    while open_still:
        burning = [a for a in open_still if any(one.next_kind == ANGER for one in found[a])]
        temples = sum(one.next_kind == ANGER for a in burning for one in found[a])
        if temples * (len(TEMPLES) - 1) > room:
            open_still = [one for one in open_still if one not in burning]
        for actions in tuple(open_still):
            further = _with_next_answers(found[actions], longest, kinds)
            more = len(further) - len(found[actions])
            if further and more <= room:
                room -= more
                found[actions] = further
            else:
                open_still.remove(actions)
    return found


def _with_next_answers(ways: Sequence[Tried], longest: int, kinds: Sequence[str]) -> list[Tried]:
    """Try each way with each answer to its next question; ways that differ only in order count
    once. Empty where no question is answered at once, or the actions are longer than `longest`."""
    if not any(one.next_kind in kinds for one in ways):
        return []
    found: dict[tuple[str, ...], Tried] = {}
    for one in ways:
        for way in _next_answers(one, kinds):
            if len(";".join(way.actions)) > longest:
                return []
            done = (action for action in way.actions if not action.startswith("pay "))
            found.setdefault(tuple(sorted(map(_kind_of_tile, done))), way)
    return list(found.values())


def _next_answers(tried: Tried, kinds: Sequence[str]) -> Iterator[Tried]:
    if tried.next_kind not in kinds:
        yield tried
        return
    builds = tried.next_kind == "build"
    tiles = (*tried.after.building_row, *tried.after.monument_row) if builds else ()
    for action in choices.in_board_order(tried.game.legal(tried.seat), tiles):
        yield tried.then(action).paid()


def _kind_of_tile(action: str) -> str:
    """Cut off the number that tells equal buildings apart."""
    return action.rstrip("-0123456789") if action.startswith("build ") else action


def _answered(
    t: Translations, kind: str, place: Place | None, tried: Tried, answer: Tried
) -> choices.Choice:
    """Describe an action and the answers to its questions as one choice, still without a label.
    `place` is where the action is done, None for an action of no space."""

    further = answer.actions[len(tried.actions) :]
    answered: list[tuple[str, Tried]] = []
    written = dict[Translations, tuple[list[str], str, tuple[tuple[str, str], ...]]]()

    def told(way: Translations) -> tuple[list[str], str, tuple[tuple[str, str], ...]]:
        if not answered:
            first = [] if tried.words[0] in ("pick", "do") else [(kind, tried)]
            answered.extend([*first, *_one_by_one(tried, further)])
        if way not in written:
            written[way] = _deeds(way, answer, answered)
        return written[way]

    def whats(way: Translations) -> Sequence[str]:
        return told(way)[0]

    def deeds(way: Translations) -> Sequence[str]:
        if place is None:
            return whats(way)
        # Translators: button: a space, and what its action brings: "Palenque 3: +7 corn"
        frame = way.gettext("{place}: {what}")
        return [
            frame.format(place=place(way), what=what) if what else place(way) for what in whats(way)
        ]

    def bare(way: Translations) -> Sequence[str]:
        without = place and len(answer.actions) > 1 and answer.actions[-1] not in choices.LAST
        return whats(way)[-1:] if without else ()

    several = sum(one.split()[0] in _HAVE_EFFECTS for one in answer.actions) > 1
    each = told(t)[2] if several else ()
    at = choices.place_of(tried)
    said = Said(
        lambda way: price_words(way, answer), deeds, bare, detail=lambda way: told(way)[1],
        place=place or no_words, several=bool(each),
    )  # fmt: skip
    return choices.Choice(
        answer.actions[0], said,
        choices.PICK if tried.actions[0].startswith("pick ") else choices.OTHER,
        answer.actions, each=each, at=at, behind=behind_number(t, answer, whats) if at else None,
        corn=choices.corn_alone(answer), icon=icon_brought(answer) if at else "",
        price=price_words(t.with_signs(), answer),
    )  # fmt: skip


def _deeds(
    t: Translations, answer: Tried, answered: Sequence[tuple[str, Tried]]
) -> tuple[list[str], str, tuple[tuple[str, str], ...]]:
    """Describe an answer and those to all its questions (`answered`, each with the kind of its
    question), without prices. Return what is done, in full and then ever shorter, at last without
    the temples on which markers climb, if nobody chose them; more about it, empty for nothing; and
    of several technologies or tiles each with its effect, as `Choice.each`."""
    parts, detail, each = list[Sequence[str]](), "", list[tuple[str, str]]()
    for asked, told in answered:
        words = choices.described(t, asked, told)
        if told.words[0] not in _SEEN_OTHERWISE:
            parts.append(_goods(t, told) or words.deeds)
        if told.words[0] not in ("pay", *choices.LAST):
            detail = words.detail or detail
        if told.words[0] in _HAVE_EFFECTS:
            each.append((told.actions[0], words.detail))
    done, climbs = [*parts], climbs_in_short(t, answer)
    if all(climbs):
        parts.append(climbs)
    if not parts and not answer.change.temples:  # all was declined
        parts.append(words.deeds)
    found = [" + ".join(part[n] for part in parts) for n in (0, -1)]
    if done and all(climbs) and not any(action.startswith("up ") for action in answer.actions):
        found.append(" + ".join(part[-1] for part in done))
    if len(each) < 2:
        return found, detail, ()
    return found, sentence(*(brings for _, brings in each)), tuple(each)


def _one_by_one(tried: Tried, actions: Sequence[str]) -> Iterator[tuple[str, Tried]]:
    """Try each answer alone, with the kind of question it answers."""
    for action in actions:
        told = Tried.of(tried.game, tried.after, tried.seat, action)
        yield tried.next_kind or "", told
        tried = told


def _goods(t: Translations, told: Tried) -> Sequence[str]:
    """Write the goods of an answer that is about goods."""
    if told.words[0] not in ("corn", "wood", "burn", "gain", "take") or not told.gains.goods:
        return ()
    return [harvest_in_short(t, told)]


def _worded(
    verb: str, tried: Tried, deeds: Callable[[Translations], Sequence[str]],
    detail: Callable[[Translations], str] = no_words,
) -> choices.Choice:  # fmt: skip
    said = Said(lambda way: price_words(way, tried), deeds, detail=detail)
    return choices.Choice(
        tried.actions[0],
        said,
        choices.PICK if verb == choices.PICK else choices.OTHER,
        tried.actions,
    )


def other_actions(
    t: Translations, game: Game, seat: int, offered: Sequence[choices.Choice], most: int = 1
) -> list[choices.Menu]:
    """Make at most `most` menus of picking up workers in ways that no button of `offered` has: such
    as other answers to the usual action, and then the actions of lower spaces, of which few are
    answered at once, as these are rare."""
    before = game.snapshot()
    picks = choices.in_board_order(a for a in game.legal(seat) if a.startswith("pick "))
    buttons = {one.actions for one in offered}
    found = [one for action in picks for one in _actions_of(Tried.of(game, before, seat, action))]
    own = [one for one in found if not _is_lower(one[1].actions)]
    lower = [one for one in found if _is_lower(one[1].actions)]
    described = [
        _in_a_menu(t, own, buttons, MOST_IN_A_MENU - len(own)),
        _in_a_menu(t, lower, buttons, MOST_IN_ALL - len(lower)),
    ]
    menus = [menu for each in described for menu in _menus_of(each)]
    if len(menus) > most:
        menus = _menus_of([*chain(*described)])[:most]
    return [_with_heading(t, menu, menus) for menu in menus]


def _menus_of(found: Sequence[choices.Choice]) -> list[Sequence[choices.Choice]]:
    return [found[n:][:MOST_IN_A_MENU] for n in range(0, len(found), MOST_IN_A_MENU)]


def _is_lower(actions: Sequence[str]) -> bool:
    """Whether a worker is picked up and uses the action of a lower space of its gear."""
    (_, gear, space), (_, used, other, *_) = (one.split() for one in actions[:2])
    return gear == used and int(other) < int(space)


def _with_heading(
    t: Translations, menu: Sequence[choices.Choice], menus: Sequence[Sequence[choices.Choice]]
) -> choices.Menu:
    """Write one of these menus, headed by the workers it is for if others are like it."""
    lower = all(_is_lower(one.actions) for one in menu)
    alone = sum(all(_is_lower(one.actions) for one in each) == lower for each in menus) < 2
    if alone and lower:
        # Translators: on a menu until something is chosen: pick up a worker with the action of a
        # space before its own; imperative
        asked = t.gettext("Use a lower space")
    elif alone:
        # Translators: on a menu until something is chosen: what workers can do besides what the
        # buttons or the menu above it offer
        asked = t.gettext("Actions not shown above")
    else:
        # Translators: on a menu until something is chosen: pick up the workers on these spaces with
        # the action of a space before their own
        lower_of = t.gettext("Lower spaces: {spaces}")
        # Translators: on a menu until something is chosen: what the workers on these spaces can do
        # besides what the buttons or the menu above it offer
        asked = lower_of if lower else t.gettext("Not shown above: {spaces}")
        spaces = [space_name(t, *one.actions[0].split()[1:]) for one in menu]
        asked = asked.format(spaces=", ".join(dict.fromkeys(spaces)))
    return choices.Menu(asked, choices.alike(t, menu, OPTION), lower=lower)


def _in_a_menu(
    t: Translations, done: Sequence[tuple[Place, Tried]], buttons: Collection[tuple[str, ...]],
    room: int,
) -> list[choices.Choice]:  # fmt: skip
    """Describe actions of workers for a menu. One with further questions is replaced by each way to
    answer them, while these need at most `room` more and their words fit; the temple for burning is
    asked next. Buttons' ways are left out."""
    found = _answered_at_once([one for _, one in done], room, LONGEST_VALUE, _ANSWERED_IN_MENUS)
    begun, seen = {actions[:2] for actions in buttons}, set[Outcome]()
    offered: list[choices.Choice] = []
    for place, one in done:
        ways = [
            way for way in _once(found[one.actions], seen)
            if not _on_a_button(way.actions, buttons)
            and not (one.actions in buttons and len(_answers(one, way)) < 2)
        ]  # fmt: skip
        answered = [_answered(t, "", place, one, way) for way in ways if way is not one]
        told = [choice for choice in answered if fits(t, choice.said, OPTION)]
        if (any(way is one for way in ways) or len(told) < len(answered)) and one.actions[
            :2
        ] not in begun:
            offered.append(_done_at(t, place, one))
        offered += told
    return offered


def _answers(one: Tried, way: Tried) -> list[str]:
    """List what a way answers to the questions of an action, without payments and ends."""
    further = way.actions[len(one.actions) :]
    return [action for action in further if action.split()[0] not in ("pay", *choices.LAST)]


def _on_a_button(actions: tuple[str, ...], buttons: Collection[tuple[str, ...]]) -> bool:
    """Whether a button does the same; to end the action there is the next thing it offers, and to
    burn there may be one for each temple."""
    burnt = actions[-1] == "burn" and any(one[: len(actions)] == actions for one in buttons)
    return burnt or actions in buttons or (actions[-1] in choices.LAST and actions[:-1] in buttons)


def _done_at(t: Translations, place: Place, one: Tried) -> choices.Choice:
    """Describe an action without further questions as an option."""
    written = dict[Translations, Words]()

    def told(way: Translations) -> Words:
        if way not in written:
            written[way] = done_at(way, place(way), one)
        return written[way]

    return _worded(choices.PICK, one, lambda way: told(way).deeds, lambda way: told(way).detail)


def _actions_of(picked: Tried) -> Iterator[tuple[Place, Tried]]:
    """List the actions of a worker that is picked up, each with the worker's space and the action's
    space; instead of the action of another gear those of that gear."""
    if picked.next_kind != "action":
        return
    _, gear, space = picked.words
    for action in choices.in_board_order(picked.game.legal(picked.seat)):
        verb, *where = action.split()
        if verb != "do":
            continue
        one = replace(picked.then(action).paid(), words=action.split())
        if one.next_kind == "action":
            for further in one.game.legal(one.seat):
                if further.startswith("do "):
                    last = replace(one.then(further).paid(), words=further.split())
                    yield _at(last.words[1], last.words[2]), last
        elif where == [gear, space]:
            yield _at(gear, space), one
        else:
            yield _farther_back(gear, space, where[1]), one


MOST_VISITS = 25
"""The most visits that fit a menu."""
MOST_BOUGHT = 4
"""The most blocks of one kind that are bought at once."""
MOST_PAYMENTS = 2
"""The most other payments that are offered; where there are more, none is."""
DONE, TRADE = "done", "trade"
Blocks = dict[str, int]
"""Amounts of blocks by kind."""


def market_visits(t: Translations, game: Game, seat: int) -> list[choices.Menu]:
    """Describe whole visits to the market: blocks sold; blocks bought, also for what must be sold
    for one of them; and blocks sold to buy with the corn afterwards. Empty where no market is
    open."""
    if game.kind_asked(seat) != TRADE:
        return []
    before, legal = game.snapshot(), game.legal(seat)
    me = before.players[seat]
    held = {kind: getattr(me, kind) for kind in RESOURCES if f"sell {kind}" in legal}
    sold = [(sales, Blocks()) for sales in _sales(held)]
    bought = [(Blocks(), {kind: n}) for kind in RESOURCES for n in range(1, MOST_BOUGHT + 1)]
    exchanged = [({one: 1}, {other: 1}) for one, other in product(held, RESOURCES) if one != other]
    needed = [
        (sales, {kind: 1})
        for (sales, _), kind in product(sold, RESOURCES)
        if sum(sales.values()) > 1 and kind not in sales
        and not any(_visit(game, before, seat, less, {kind: 1}) for less in _one_less(sales))
    ]  # fmt: skip
    several = [(sales, buys) for sales, buys in sold if sum(sales.values()) > 1]
    menus: list[tuple[str, Sequence[tuple[Blocks, Blocks]], bool]] = [
        # Translators: on a menu until something is chosen: sell resources and end the visit to the
        # market; imperative
        (t.gettext("Sell and finish"), sold, True),
        # Translators: on a menu until something is chosen: buy resources and end the
        # visit to the market; imperative
        (t.gettext("Buy and finish"), [*exchanged, *bought, *needed], True),
        # Translators: on a menu until something is chosen: sell several resources, then choose what
        # to buy; imperative
        (t.gettext("Sell several, then buy"), several, False),
    ]
    found = []
    for asked, visits, over in menus:
        tried = [(_visit(game, before, seat, *visit, over=over), *visit) for visit in visits]
        # one trade after which none is possible has a button
        told = [_told(one, *visit) for one, *visit in tried if one and one.actions[1:]]
        found.append(choices.Menu(asked, choices.alike(t, told[:MOST_VISITS], OPTION)))
    return [menu for menu in found if menu.choices]


def _sales(held: Blocks) -> list[Blocks]:
    """List the sales of these blocks, least first; where there are many, only all or none of each
    kind, and some of one kind alone as far as there is room."""
    ways = [
        {kind: n for kind, n in zip(held, counts, strict=True) if n}
        for counts in product(*(range(n, -1, -1) for n in held.values()))
    ]
    ways = sorted((sales for sales in ways if sales), key=lambda sales: sum(sales.values()))
    if len(ways) > MOST_VISITS:
        whole = [sales for sales in ways if all(n == held[kind] for kind, n in sales.items())]
        some = [sales for sales in ways if len(sales) == 1 and sales not in whole]
        kept = [*whole, *some][:MOST_VISITS]
        ways = [sales for sales in ways if sales in kept]
    return ways


def _one_less(sales: Blocks) -> Iterator[Blocks]:
    for kind in sales:
        less = {**sales, kind: sales[kind] - 1}
        yield {one: n for one, n in less.items() if n}


def _each(verb: str, blocks: Blocks) -> Iterator[str]:
    for kind, n in blocks.items():
        yield from [f"{verb} {kind}"] * n


def _visit(
    game: Game, before: Position, seat: int, sales: Blocks, buys: Blocks, *, over: bool = True
) -> Tried | None:
    """Try these trades, with the visit `over` or going on; None where the rules do not allow
    them."""
    try:
        trades = [*_each("sell", sales), *_each("buy", buys)]
        tried = Tried.of(game, before, seat, *trades)
    except IllegalAction:
        return None
    if not over:
        can_buy = any(action.startswith("buy ") for action in tried.game.legal(seat))
        return tried if tried.next_kind == TRADE and can_buy else None
    # The engine ends a visit where nothing more can be traded.
    return tried.then(DONE) if tried.next_kind == TRADE else tried


def _told(tried: Tried, sales: Blocks, buys: Blocks) -> choices.Choice:

    def prices(way: Translations) -> str:
        if not sales or not buys:
            return ""
        # Translators: below a trade on the market: what is sold, what is bought, and each price:
        # "sell 1 stone for 3 corn, buy 1 wood for 2 corn"
        return way.gettext("sell {sold} for {got}, buy {bought} for {paid}").format(
            sold=amounts(way, sales), got=amount(way, "corn", tried.gains.goods.get("corn", 0)),
            bought=amounts(way, buys), paid=amount(way, "corn", tried.costs.get("corn", 0)),
        )  # fmt: skip

    return choices.Choice(tried.action, net_of(tried, prices), choices.OTHER, tried.actions)


def other_payments(
    t: Translations, begun: Game, seat: int, prepared: Sequence[str], tapped: int
) -> list[choices.Choice]:
    """Describe the other ways to make the last payment among the actions of the last tap, each with
    the later answers; empty where there are many. `begun` is the game before all `prepared`."""
    last = [n for n, action in enumerate(prepared) if action.startswith("pay ")]
    if not last or last[-1] <= len(prepared) - tapped:
        return []
    game = begun.copy()
    for action in prepared[: last[-1]]:
        game.play(seat, action)
    paid, *after = prepared[last[-1] :]
    others = [one for one in game.legal(seat) if one.startswith("pay ") and one != paid]
    if len(others) > MOST_PAYMENTS:
        return []
    found = list[choices.Choice]()
    for pay in others:
        try:
            tried = Tried.of(game, game.snapshot(), seat, pay, *after)
        except IllegalAction:
            continue  # later answers need what this payment takes
        said = Said(partial(price_words, tried=tried), _paid_otherwise)
        found.append(choices.Choice(pay, said, choices.OTHER, tried.actions))
    return choices.alike(t, found)


def _paid_otherwise(t: Translations) -> Sequence[str]:
    # Translators: button, behind a price: pay with that; imperative
    return [t.gettext("Pay this instead")]
