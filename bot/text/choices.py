"""The legal answers to an open question, each with its price and gain.

Every answer is tried on a copy of the game, so the words say what would really happen, with all
technologies, tribes and prophecies.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from bot.engine import Game
from bot.engine.components import GEARS, RESOURCES, TECHNOLOGIES, TEMPLES
from bot.engine.happenings import WorkerPlaced
from bot.scene import QUICK, START, Spot
from bot.text import answer_preview
from bot.text.answer_preview import in_one_form
from bot.text.answers import (
    describe_advance,
    describe_beg,
    describe_bonus,
    describe_build,
    describe_calendar,
    describe_climb,
    describe_decline,
    describe_do,
    describe_done,
    describe_end,
    describe_gain,
    describe_harvest,
    describe_keep,
    describe_leave_skull,
    describe_lower,
    describe_offer,
    describe_pass,
    describe_pay,
    describe_pick,
    describe_place,
    describe_renovate,
    describe_skip,
    describe_skip_space,
    describe_stop,
    describe_take,
    describe_trade,
    describe_waive,
)
from bot.text.names import name_of, technology_name, temple_name
from bot.text.tiles import tile_line
from bot.text.translation import N_, Translations

PLACE, PICK, PLAIN, OTHER = "place", "pick", "plain", "other"


def _not_written() -> answer_preview.Written:
    return answer_preview.Written("", "")


@dataclass(frozen=True)
class Choice:
    """One legal answer in words."""

    action: str
    said: answer_preview.Said = field(compare=False, repr=False)
    """What it says, from which `alike` writes its label."""
    group: str
    """The group of its button: place, pick, plain (a building for which architecture is kept back)
    or other."""
    actions: tuple[str, ...]
    """The answer, and the answers given with it: the action of its own space for a worker that is
    picked up, where nothing is to be chosen, and all that one tap adds."""
    brief: str = ""
    """The price of placing a worker in the fewest signs, for beside the icon or the number of its
    place; of several workers picked up how many, and what they bring. Empty for any other
    answer."""
    each: tuple[tuple[str, str], ...] = ()
    """Each action and its effect, where one tap takes several technologies or tiles."""
    at: tuple[str, int] | None = None
    """The place on the board where a worker is placed or picked up: a gear, "start" or "quick", and
    its space."""
    behind: answer_preview.Said | None = field(default=None, compare=False, repr=False)
    """What it says beside the number of that place, where this is not `said`."""
    corn: int = 0
    """The corn it costs (below 0) or brings, as far as that is settled; 0 if there is more."""
    icon: str = ""
    """The name of the icon of what it brings; empty for nothing settled."""
    price: str = ""
    """What it costs, in signs; empty for nothing."""
    written: Callable[[], answer_preview.Written] = field(
        default=_not_written, compare=False, repr=False
    )
    """Writes it in the form of its row or menu."""
    written_behind: Callable[[], answer_preview.Written] = field(
        default=_not_written, compare=False, repr=False
    )
    """Writes it beside the number of its place, in the form of its row."""

    # Lazy, as many choices are shown in one of the forms only.

    @cached_property
    def label(self) -> str:
        """The text of its button, as `alike` has it written: the whole price, and at most LABEL
        characters where the price leaves room for words."""
        return self.written().label

    @cached_property
    def detail(self) -> str:
        """More about it, at most DETAIL characters, or nothing."""
        return self.written().detail

    @property
    def more(self) -> str:
        """Its detail, for below its label; empty where the label says all of that."""
        pieces = self.detail.replace(" · ", ", ").split(", ")
        # "Chaac 0 → 2" says no more than "Chaac"
        told = (one.rsplit(" ", 3)[0] if " → " in one else one for one in pieces)
        return "" if all(one in self.label for one in told) else self.detail

    @cached_property
    def short(self) -> str:
        """What it costs and brings, in signs, beside the number of its place."""
        return self.written_behind().label


@dataclass(frozen=True)
class Menu:
    """Choices for a select."""

    asked: str
    """The text on it until one is chosen."""
    choices: Sequence[Choice]
    lower: bool = False
    """Whether workers use the actions of lower spaces in all of them."""


def choices(t: Translations, game: Game, seat: int) -> list[Choice]:
    """Describe all legal answers of a seat, in the order of the board; none if it is not asked."""
    kind = game.kind_asked(seat)
    if kind is None:
        return []
    return alike(t, [choice_of(t, kind, tried) for tried in answers(game, seat)])


def alike(
    t: Translations,
    offered: Sequence[Choice],
    most: int = answer_preview.LABEL,
    *,
    signs: bool = False,
) -> list[Choice]:
    """Write choices that stand in one row or menu in one form (`in_one_form`), in signs only if
    asked for or if `most` characters are too few for words."""
    row = _Row(t, [one.said for one in offered], most, signs)
    behind = _Row(
        t, [one.behind or one.said for one in offered], answer_preview.BEHIND_A_NUMBER, signs=True
    )
    return [
        replace(one, written=partial(row.nth, n), written_behind=partial(behind.nth, n))
        for n, one in enumerate(offered)
    ]


@dataclass(frozen=True)
class _Row:
    """Choices that are written in one form once the first of them is read."""

    t: Translations
    said: Sequence[answer_preview.Said]
    most: int
    signs: bool

    @cached_property
    def _written(self) -> Sequence[answer_preview.Written]:
        return in_one_form(self.t, self.said, self.most, signs=self.signs)

    def nth(self, number: int) -> answer_preview.Written:
        """Give the words of the choice with this number, from 0."""
        return self._written[number]


def answers(game: Game, seat: int, without: str | None = None) -> list[answer_preview.Tried]:
    """Try the legal answers, except `without`, in the order of the board; a worker is picked up
    with its usual action (`Tried.usual`)."""
    before = game.snapshot()
    tiles = (*before.building_row, *before.monument_row)
    legal = in_board_order(game.legal(seat), tiles)
    found = [
        answer_preview.Tried.of(game, before, seat, action) for action in legal if action != without
    ]
    return [one.then(one.usual) if one.usual else one for one in found]


def choice_of(t: Translations, kind: str, tried: answer_preview.Tried) -> Choice:
    """Describe an answer to a question of this kind as a choice, still without a label."""
    verb, last = tried.words[0], tried.words[-1]

    written = dict[
        Translations, answer_preview.Words
    ]()  # `functools.cache` takes longer to make than to use

    def told(way: Translations) -> answer_preview.Words:
        if way not in written:
            written[way] = described(way, kind, tried)
        return written[way]

    def price(way: Translations) -> str:
        own = told(way).price
        return answer_preview.price_words(way, tried) if own is None else own

    brief = told(t).brief
    at = place_of(tried)
    if brief and at and at[0] == "quick":  # its space does not tell which action it is
        behind = answer_preview.Said(
            answer_preview.no_words,
            lambda way: [answer_preview.sentence(brief, one) for one in told(way).deeds],
        )
    elif brief:
        behind = answer_preview.Said(answer_preview.no_words, lambda _: [brief])
    else:
        behind = answer_preview.behind_number(
            t, tried, lambda way: told(way).brings or told(way).deeds
        )
    group = OTHER
    if kind in ("turn", "place", "pick") and verb in (PLACE, PICK):
        group = verb
    elif kind == "build" and last == PLAIN:
        group = PLAIN
    return Choice(
        tried.action,
        answer_preview.Said(price, lambda way: told(way).deeds,
        detail=lambda way: told(way).detail),
        group, tried.actions, brief, at=at, behind=behind if at else None,
        corn=corn_alone(tried),
        icon=answer_preview.icon_brought(tried) if verb == PICK else "",
        price=answer_preview.price_words(t.with_signs(), tried),
    )  # fmt: skip


def spots_of(
    offered: Sequence[Choice], modules: Iterable[str], prepared: Sequence[str] = ()
) -> tuple[Spot, ...]:
    """The places on the board where these choices place or pick up workers, each once, by number. A
    place to put a worker has one number in the whole game with these `modules`, and a worker to
    pick up one in the whole turn, whatever is `prepared`: a number that was learned stays true."""
    found: dict[tuple[str, int, bool], list[int]] = {}
    for group in (PLACE, PICK):
        for one in offered:
            if one.group == group and one.at:
                found.setdefault((*one.at, group == PICK), []).append(one.corn)
    places = [one for one in _BOARD if one != QUICK or "quick_actions" in modules]
    placing = {one[0]: one for one in reversed(found) if not one[2]}
    numbers = {placing[place]: n for n, place in enumerate(places, 1) if place in placing}
    moves = (action.split() for action in prepared)
    picked = {(move[1], int(move[2]), True) for move in moves if move[0] == PICK}
    others = sorted(
        {*found, *picked} - {*numbers}, key=lambda one: (one[2], _PLACES[one[0]], -one[1])
    )
    numbers |= {one: n for n, one in enumerate(others, len(places) + 1)}
    return tuple(
        Spot(numbers[one], *one, _settled(found[one], one[2]))
        for one in sorted(found, key=numbers.__getitem__)
    )


def _settled(corn: Sequence[int], picks: bool) -> int | None:
    """The corn of a place that has these choices; None if they differ, or for a worker that brings
    none."""
    first, *others = dict.fromkeys(corn)
    return None if others or (picks and not first) else first


def corn_alone(tried: answer_preview.Tried) -> int:
    """The corn that an answer costs (below 0) or brings; 0 where anything else changes, too: then
    its button tells all."""
    goods = tried.change.goods
    more = tried.change.besides_goods or len(goods) > ("corn" in goods)
    return 0 if more else goods.get("corn", 0)


def place_of(tried: answer_preview.Tried) -> tuple[str, int] | None:
    """Find the place on the board where an answer places or picks up a worker; None if it does
    neither."""
    if tried.words[0] == PICK:
        return tried.words[1], int(tried.words[2])
    placed = (one for one in tried.happenings if isinstance(one, WorkerPlaced))
    return next(((one.place, one.space or 0) for one in placed if tried.words[0] == PLACE), None)


# Translators, for each: question to a player, above buttons; at most 100 characters
def question(t: Translations, kind: str, offered: Sequence[Choice] = ()) -> str:
    """Write the short question of this kind, given the answers it offers."""
    groups = {choice.group for choice in offered}
    if kind == "turn" and PICK not in groups and PLACE in groups:
        return t.gettext("Where will you place a worker?")
    if kind == "turn" and PLACE not in groups and PICK in groups:
        return t.gettext("Which worker will you pick up?")
    if kind == "keep" and any(len(choice.action.split()) > 3 for choice in offered):
        return t.gettext("Which tribe and which wealth tiles will you keep?")
    if kind == "tax" and any(choice.action.startswith("down ") for choice in offered):
        return t.gettext(
            "A skull now costs a step down on a temple. Would you like to take the skull?"
        )
    if any(choice.action == "decline" for choice in offered):
        if kind == "build":
            return t.gettext("Would you like to build something?")
        if kind == "tech" and len(offered) > 2:
            return t.gettext("Would you like to raise a technology?")
        if kind in ("up", "tech"):
            return t.gettext("This step now has a price. Would you like to take the step?")
    return t.gettext(_QUESTIONS.get(kind, _QUESTION_OF_OTHERS))


def group_title(t: Translations, group: str, *, alone: bool = False) -> str:
    """Write the heading above the choices of a group, or on a menu of them. `alone` is whether no
    choice places or picks up a worker."""
    if alone:
        # Translators: on a menu until something is chosen; imperative
        return t.gettext("Choose")
    return t.gettext(_TITLES.get(group, _TITLES[OTHER]))


_TITLES: Mapping[str, str] = {
    # Translators: above buttons, and on a menu, of places for a worker; imperative
    PLACE: N_("Place a worker"),
    # Translators: above buttons, and on a menu, of workers to pick up; imperative
    PICK: N_("Pick up a worker"),
    # Translators: on a menu until something is chosen: what is neither placing nor picking up, such
    # as begging
    OTHER: N_("Something else"),
}


# Translators: question to a player, above buttons or on a menu; at most 100 characters
_QUESTION_OF_OTHERS = N_("What will you choose?")


# Translators, for each: question to a player, above buttons or on a menu; at most 100 characters
_QUESTIONS: Mapping[str, str] = {
    "keep": N_("Which two wealth tiles will you keep?"),
    "turn": N_("Place workers or pick some up, but not both in one turn."),
    "place": N_("Place another worker, or are you done?"),
    "pick": N_("Pick up another worker, or are you done?"),
    "anger": N_("The gods are angry. On which temple will you go down a step?"),
    "action": N_("Which action will this worker use?"),
    "harvest": N_("What will you take from the jungle?"),
    "tech": N_("Which technology will you raise?"),
    "bonus": N_("Which bonus will you take?"),
    "pay": N_("How will you pay?"),
    "build": N_("What will you build?"),
    "renovate": N_("Tear down one of your buildings to save resources?"),
    "discount": N_("Your architects save you one resource. Which one?"),
    "up": N_("On which temple will you go up a step?"),
    "gain": N_("Which resource will you take?"),
    "trade": N_("What will you trade?"),
    "offering": N_("Offer a resource for one more temple step?"),
    "exchange": N_("Which technology will you lower?"),
    "calendar": N_("How far should the calendar turn?"),
    "tax": N_("Gold now costs corn. How much gold will you take?"),
}


def described(t: Translations, kind: str, tried: answer_preview.Tried) -> answer_preview.Words:
    """Describe an answer to a question of this kind: its effect, more about it, and its price."""
    describe = _DESCRIBED_BY_VERB.get((kind, tried.words[0])) or _DESCRIBED_BY_KIND.get(kind)
    return (
        describe(t, tried)
        if describe
        else answer_preview.Words((" ".join(name_of(t, word) for word in tried.words),))
    )


_DESCRIBED_BY_VERB: Mapping[tuple[str, str], answer_preview.Describe] = {
    **{(kind, "place"): describe_place for kind in ("turn", "place")},
    **{(kind, "pick"): describe_pick for kind in ("turn", "pick", "place")},
    **{(kind, "end"): describe_end for kind in ("place", "pick")},
    **{(kind, "skip-space"): describe_skip_space for kind in ("turn", "place")},
    **{(kind, "sell"): describe_trade for kind in ("turn", "place", "pick", "action")},
    ("turn", "pass"): describe_pass,
    ("turn", "beg"): describe_beg,
    ("action", "do"): describe_do,
    ("action", "skip"): describe_skip,
    ("tech", "advance"): describe_advance,
    ("tech", "stop"): describe_stop,
    ("tech", "decline"): describe_decline,
    ("bonus", "bonus"): describe_bonus,
    ("tax", "take"): describe_take,
    ("tax", "down"): describe_climb,
    ("tax", "decline"): describe_leave_skull,
    ("pay", "pay"): describe_pay,
    ("build", "build"): describe_build,
    ("build", "monument"): describe_build,
    ("build", "stop"): describe_stop,
    ("build", "decline"): describe_decline,
    ("discount", "waive"): describe_waive,
    ("up", "up"): describe_climb,
    ("up", "decline"): describe_decline,
    ("gain", "gain"): describe_gain,
    ("trade", "sell"): describe_trade,
    ("trade", "buy"): describe_trade,
    ("trade", "done"): describe_done,
    ("offering", "offer"): describe_offer,
    ("offering", "decline"): describe_decline,
    ("exchange", "lower"): describe_lower,
    ("calendar", "advance"): describe_calendar,
}


_DESCRIBED_BY_KIND: Mapping[str, answer_preview.Describe] = {
    "keep": describe_keep,
    "anger": describe_climb,
    "harvest": describe_harvest,
    "renovate": describe_renovate,
}


LAST = ("skip", "stop", "decline", "done", "end", "pass", "keep-all")


_VERBS = ("corn", "wood", "burn", "sell", "buy", "build", "monument")
"""The verbs of one question in their order; all others come before them."""


_BOARD = (*GEARS, START, QUICK)
"""The places for workers in their order, which is that of their numbers."""
_PLACES: Mapping[str, int] = {
    word: place
    for words in (_BOARD, TEMPLES, TECHNOLOGIES, RESOURCES)
    for place, word in enumerate(words)
}
"""The index of each place, temple, technology and resource among its kind."""


def in_board_order(actions: Iterable[str], tiles: Sequence[str | None] = ()) -> list[str]:
    """Sort actions in the order of the board; `tiles` are the buildings and monuments on offer."""
    return sorted(actions, key=lambda action: _place_on_board(action, tiles))


def _place_on_board(action: str, tiles: Sequence[str | None]) -> tuple[Any, ...]:
    """The sort key of an action: the order of the board, and on a gear the farthest worker first.
    `tiles` are the buildings and monuments on offer, in order."""
    verb, *rest = action.split()
    rank = _VERBS.index(verb) if verb in _VERBS else -1
    place, numbers = 0, [int(word) for word in rest if word.isdigit()]
    if rest:
        place = tiles.index(rest[0]) if rest[0] in tiles else _PLACES.get(rest[0], 0)
    if verb in ("pick", "do", "pay"):
        numbers = [-number for number in numbers]
    return verb in LAST, rank, place, numbers, action


_TOLD = ("burn", "offer", "bonus", "skip-space", "pass")
"""The answers whose details deserve a line beside their buttons."""
_DESCRIBED = ("build", "monument", "advance", "up", "down", *_TOLD)


def details(t: Translations, offered: Sequence[Choice]) -> list[str]:
    """Write lines with more than the buttons say: the effects of tiles and technologies. Of answers
    given together, the line is about the one with more to tell."""
    lines = []
    for choice in offered:
        told = [words for words in map(str.split, choice.actions) if words[0] in _DESCRIBED]
        if not told or (words := told[0])[-1] == PLAIN or (words[0] == "burn" and told[1:]):
            continue
        if words[0] in ("build", "monument"):
            lines += [tile_line(t, tile) for verb, tile, *_ in told if verb == words[0]]
        elif words[0] == "advance" and not words[1].isdigit() and choice.each:
            lines += [_line_of_one(t, action, what) for action, what in choice.each]
        elif not choice.detail:
            continue
        elif words[0] == "advance" and not words[1].isdigit():
            lines.append(_technology_line(t, words[1], choice.detail))
        elif words[0] in ("up", "down") and len(told) == 1:
            lines.append(f"{t.marked(words[1], temple_name(t, words[1]))}: {choice.detail}")
        elif words[0] in _TOLD or words[0] == "advance":
            lines.append(
                # Translators: what a button says, and more about it, on one line
                t.gettext("{choice} · {detail}").format(choice=choice.label, detail=choice.detail)
            )
    return list(dict.fromkeys(lines))


def _line_of_one(t: Translations, action: str, what: str) -> str:
    verb, name, *_ = action.split()
    return _technology_line(t, name, what) if verb == "advance" else tile_line(t, name)


def _technology_line(t: Translations, track: str, what: str) -> str:
    return f"{t.marked(track, technology_name(t, track))}: {what}"


_ICONS_OF_VERBS: Mapping[str, str] = {
    "beg": "beg",
    "pass": "pass",
    "corn": "corn",
    "wood": "wood",
    "burn": "burn",
    "build": "building",
    "renovate": "building",
    "monument": "monument",
}
_HAVE_ICONS = {"start", "quick", *GEARS, *TEMPLES, *TECHNOLOGIES, *RESOURCES}


def icon_of(action: str) -> str:
    """Choose the icon before the label of an answer: its subject, the gear of a worker or a temple.
    Empty for none."""
    verb, *about = action.split()
    if verb == "advance" and about[0].isdigit():
        return "calendar"
    return _ICONS_OF_VERBS.get(verb) or next((one for one in about if one in _HAVE_ICONS), "")
