"""What one tap does: a worker picked up together with the action it uses, what that asks, and the
payment; several workers at once. Where a person wants something else, each step can be taken back
alone and answered differently."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from bot.engine import Game
from bot.text.action_choices import climbs_in_short, harvest_in_short
from bot.text.changes import gain_words
from bot.text.choices import (
    LAST,
    OTHER,
    PICK,
    PLACE,
    PLAIN,
    Choice,
    answers,
    as_the_board_lies,
    choice_of,
    described,
)
from bot.text.names import amount, space_name
from bot.text.translation import Translations
from bot.text.trying import (
    DETAIL,
    LABEL,
    OPTION,
    Tried,
    Words,
    labelled,
    price_words,
    sentence,
    shortened,
)
from bot.text.worker_choices import done_at


def one_tap_choices(t: Translations, game: Game, seat: int) -> list[Choice]:
    """The same, each with what one tap does besides: blocks are paid with those that are worth
    least, and where an action asks one thing more that has few answers, each answer is a choice
    of its own."""
    kind = game.kind_asked(seat)
    if kind is None:
        return []
    legal = [tried.paid() for tried in answers(game, seat)]
    if kind == "up" and any(tried.next_kind == "up" for tried in legal):
        climbs = _climbs(legal)
        if len(climbs) <= MOST_IN_ALL:
            return [_climb(t, whole) for whole in climbs]
    workers = sum(tried.words[0] == PICK for tried in legal)
    room = min(MOST_IN_ALL - len(legal), MOST_AT_ONCE - workers)
    if kind == "action" and len(legal) > MOST_AT_ONCE:
        room = MOST_IN_A_MENU - len(legal)
    return _with_answers(t, kind, legal, room)


def first_choices(t: Translations, game: Game, seat: int) -> list[list[Choice]]:
    """How most turns begin, for the call in the channel: with a worker placed on a gear, or with
    workers picked up; those farthest along first where there is not room for all."""
    legal = [tried.paid() for tried in answers(game, seat)]
    placed = [tried for tried in legal if tried.words[0] == PLACE][:MOST_PLACED]
    every = all_workers(t, game, seat)
    more = [] if every is None else [every]
    room = (FEW_FIRST if placed else MOST_FIRST) - len(more)
    picked = [tried for tried in legal if tried.words[0] == PICK]
    farthest = sorted(picked, key=lambda tried: -int(tried.words[2]))[:room]
    picked = [tried for tried in picked if tried in farthest]
    return [
        _with_answers(t, "turn", placed, 0),
        [*more, *_with_answers(t, "turn", picked, room - len(picked))],
    ]


def _with_answers(t: Translations, kind: str, legal: Sequence[Tried], room: int) -> list[Choice]:
    """Choices, and instead of those that ask one thing more one for each answer, as long as these
    are at most `room` choices more."""
    answered: dict[str, list[Tried]] = {}
    for tried in sorted(legal, key=lambda one: one.words[0] == "beg"):  # workers have room first
        found = _answered_at_once(tried, _ANSWERED_AT_ONCE.get(tried.words[0], ()))
        if found and len(found) - 1 <= room:
            room -= len(found) - 1
            answered[tried.action] = found
    offered: list[Choice] = []
    for tried in legal:
        if tried.action not in answered:
            offered.append(choice_of(t, kind, tried))
            continue
        place = t.gettext("Beg") if tried.words[0] == "beg" else ""
        if tried.words[0] in ("pick", "do"):
            place = space_name(t, *tried.words[1:])
        found = answered[tried.action]
        offered += [_answered(t, tried.words[0], place, tried, one) for one in found]
    return offered


MOST_PLACED, MOST_FIRST, FEW_FIRST = 6, 5, 3
"""So many ways to place a worker stand below a call, the gears and the starting space, and to pick
some up, fewer where there is placing, too, so that a call fits the screen of a phone."""
MOST_AT_ONCE, MOST_IN_ALL, MOST_IN_A_MENU = 8, 12, 25
"""So many workers with their answers, and choices in all, may stand side by side; a worker's
actions that are more than that are a menu anyway, with room for so many."""
_ANSWERED_AT_ONCE: Mapping[str, Sequence[str]] = {
    "beg": ("anger",),
    "pick": ("harvest", "tech", "build", "up"),
    "do": ("harvest", "tech", "build", "up"),
}
"""By verb the kinds of decisions that are answered with the same tap."""


def _climbs(legal: Sequence[Tried]) -> list[Tried]:
    """All steps on temples that are asked one after the other, each combination once whatever its
    order."""
    found: dict[tuple[str, ...], Tried] = {}
    for whole in chain.from_iterable(map(_climbed, legal)):
        answers = (action for action in whole.actions if not action.startswith("pay "))
        found.setdefault(tuple(sorted(answers)), whole)
    return list(found.values())


def _climbed(tried: Tried) -> Iterator[Tried]:
    if tried.next_kind != "up":
        yield tried
        return
    for action in sorted(
        tried.game.legal(tried.seat), key=lambda action: as_the_board_lies(action, ())
    ):
        yield from _climbed(tried.then(action).paid())


def _climb(t: Translations, whole: Tried) -> Choice:
    """The choice of a combination of steps, or of none."""
    if len(whole.actions) == 1 or not whole.change.temples:
        return replace(choice_of(t, "up", whole), actions=whole.actions)
    return _worded(t, "up", whole, Words(tuple(climbs_in_short(t, whole)), ""), LABEL)


def all_workers(t: Translations, game: Game, seat: int) -> Choice | None:
    """Picking up every worker whose usual action asks nothing and costs nothing, in the order of
    the board; None for fewer than two of them."""
    done: Tried | None = None
    count, now = 0, game
    before = game.snapshot()
    picks = [a for a in game.legal(seat) if a.startswith("pick ")]
    for action in sorted(picks, key=lambda action: as_the_board_lies(action, ())):
        if action not in now.legal(seat):
            continue
        tried = done.then(action) if done else Tried.of(game, before, seat, action)
        usual = replace(tried, words=action.split()).usual
        tried = tried.then(usual) if usual else tried
        if usual and tried.next_kind == "pick" and not tried.costs:
            done, now, count = tried, tried.game, count + 1
    if done is None or count < 2:
        return None
    gains = gain_words(t, done.gains)
    label = t.ngettext("{n} worker: {what}", "{n} workers: {what}", count)
    whats = [
        label.format(n=count, what=what) for what in (gains, gain_words(t, done.gains, brief=True))
    ]
    return Choice(ALL_WORKERS, labelled(t, "", whats), shortened(gains, DETAIL), PICK, done.actions)


ALL_WORKERS = "all"
"""The `action` of a choice that picks up several workers."""


def _answered_at_once(tried: Tried, kinds: Sequence[str]) -> list[Tried]:
    """An answer with each answer to what it asks, of one temple step after the other those that
    differ; empty where it asks nothing of these kinds, or where something may be declined."""
    if tried.next_kind not in kinds:
        return []
    tiles = (*tried.before.building_row, *tried.before.monument_row)
    legal = sorted(
        tried.game.legal(tried.seat), key=lambda action: as_the_board_lies(action, tiles)
    )
    if any(action in LAST or action.endswith(PLAIN) for action in legal):
        return []
    found: dict[tuple[str, ...], Tried] = {}
    for action in legal:
        one = tried.then(action).paid()
        more = _answered_at_once(one, ("up",)) if action.startswith("up ") else []
        for answer in more or [one]:
            same = tuple(sorted(map(_kind_of_tile, answer.actions[len(tried.actions) :])))
            found.setdefault(same, answer)
    return list(found.values())


def _kind_of_tile(action: str) -> str:
    """An action without the number of a building that there is more than once."""
    return action.rstrip("-0123456789") if action.startswith("build ") else action


def _answered(
    t: Translations, verb: str, place: str, tried: Tried, answer: Tried, most: int = LABEL
) -> Choice:
    """The choice of an action together with an answer to what it asks. `place` is where the
    action is done, empty for an action of no space."""
    words = answer.actions[len(tried.actions)].split()
    asked = tried.next_kind or ""
    told = replace(answer, words=words)
    found = described(t, asked, told)
    whats: Sequence[str] = found.deeds
    if asked == "harvest":
        whats = [harvest_in_short(t, told)]
    elif asked == "up":
        whats = climbs_in_short(t, told)
    if place:
        framed = [t.gettext("{place}: {what}").format(place=place, what=what) for what in whats]
        whats = framed if most == OPTION else [*framed, whats[-1]]
    detail = found.detail
    if verb == "beg":
        corn = amount(t, "corn", answer.after.players[answer.seat].corn)
        detail = sentence(t.gettext("you then have {corn}").format(corn=corn), detail)
    return _worded(t, verb, answer, Words(tuple(whats), detail), most)


def _worded(t: Translations, verb: str, tried: Tried, words: Words, most: int) -> Choice:
    return Choice(
        tried.actions[0], labelled(t, price_words(t, tried), words.deeds, most),
        shortened(words.detail, DETAIL), PICK if verb == PICK else OTHER, tried.actions,
    )  # fmt: skip


def other_actions(t: Translations, game: Game, seat: int) -> list[Choice]:
    """For a menu: workers picked up with any action but the usual one, such as one a space back,
    as far as there is room with the answers to what these ask."""
    before = game.snapshot()
    picks = sorted(
        (action for action in game.legal(seat) if action.startswith("pick ")),
        key=lambda action: as_the_board_lies(action, ()),
    )
    done = [
        (place, one)
        for action in picks
        for place, one in _actions_of(t, Tried.of(game, before, seat, action))
    ][:MOST_IN_A_MENU]
    room = MOST_IN_A_MENU - len(done)
    offered: list[Choice] = []
    for place, one in done:
        found = _answered_at_once(one, _ANSWERED_AT_ONCE["do"])
        if found and len(found) - 1 <= room:
            room -= len(found) - 1
            offered += [_answered(t, PICK, place, one, answer, OPTION) for answer in found]
        else:
            offered.append(_worded(t, PICK, one, done_at(t, place, one), OPTION))
    return offered


def _actions_of(t: Translations, picked: Tried) -> Iterator[tuple[str, Tried]]:
    """The actions of a worker that is picked up, but for the usual one, each with where the worker
    stands and where the action is done; for the action of another gear those of that gear."""
    if picked.next_kind != "action":
        return
    _, gear, space = picked.words
    for action in sorted(
        picked.game.legal(picked.seat), key=lambda action: as_the_board_lies(action, ())
    ):
        verb, *where = action.split()
        if verb != "do":
            continue
        one = replace(picked.then(action).paid(), words=action.split())
        if one.next_kind == "action":
            for further in one.game.legal(one.seat):
                if further.startswith("do "):
                    last = replace(one.then(further).paid(), words=further.split())
                    yield space_name(t, last.words[1], last.words[2]), last
        elif action != picked.usual:
            name = t.gettext("{space} → {used}").format(space=space, used=where[1])
            yield space_name(t, gear, name), one
