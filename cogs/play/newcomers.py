"""The hint of a newcomer's turn: one sentence about the turn that a computer finds best, or about
the rules. A hint is thought of while the person is called, beside everything else, so that no panel
waits for it; it stands on the first panel of the turn and then behind Explain, and no hint comes
twice in a game.

What was told is kept in this run alone.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from discord.ext import commands

from bot.engine import Game
from bot.engine.components import GEARS
from bot.engine.turn import BEG, END
from bot.model.computers import Advised
from bot.refusal import P_, Refusal
from bot.scene import START, Spot
from bot.tables import TurnView, computers
from bot.tables.preparation import TURN_KIND
from bot.tables.turns import read_stamp
from bot.text import seats
from bot.text.advice import SOON, ComparedBy, Known, differences, known
from bot.text.choices import PICK, PLACE
from bot.text.names import (
    GEAR_PURPOSES,
    NUMBERED,
    amount,
    points,
    space_name,
    technology_name,
    temple_name,
    tile_name,
)
from bot.text.seats import change_of
from bot.text.translation import N_, Translations, listed
from bot.text.turns import place_name
from cogs.client import BotCog, TzolkinBot

GAINS = ("corn", "wood", "stone", "gold")


@dataclass(frozen=True)
class Reason:
    """What speaks for a turn, as data. Reasons with the same kind and subject are one hint."""

    kind: str
    about: str = ""
    """A tile, temple, technology, gear or space that it is about, or which food day."""
    numbers: tuple[tuple[str, int], ...] = ()
    """Its numbers by their names."""
    places: tuple[str, ...] = ()
    """Gears or spaces that are named, too."""
    deeds: tuple[str, ...] = field(default=(), compare=False)
    """The actions that it advises: once all are prepared, there is nothing left to say."""


@dataclass(frozen=True)
class Hints:
    """The hints of a person at a table."""

    turn: str = ""
    """The turn to which the following belong, by its stamp without the changes to it."""
    reasons: tuple[Reason, ...] = ()
    """What speaks for the turn, the most important first."""
    actions: tuple[str, ...] = ()
    """The turn a computer finds best."""
    shown: Reason | None = None
    """What was told in this turn."""
    told: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """The kinds and subjects of what was told in this game, each with the turn it was told in: how
    many actions the seat had confirmed before."""


# Translators, for each: a hint to somebody who plays for the first time, in one short sentence that
# a child understands; at most 16 words with what is put in
FOOD_IN = P_(
    "Get food first: you need {due} in {n} round but have only {have}.",
    "Get food first: you need {due} in {n} rounds but have only {have}.",
)
SENTENCES = {
    "both": N_("Place workers or pick some up, but not both in one turn."),
    "food": N_("Get food first: you need {due} after this round but have only {have}."),
    "beg": N_("Beg now: you go down one temple step, and then have {due}."),
    "build": N_("Build {about} now: you can pay for it."),
    "worker": N_("Get a new worker: with more workers you do more each round."),
    "technology": N_("Raise {about}: it helps you for the rest of the game."),
    "temple": N_("Climb {about}: its steps pay on food days."),
    "skull": N_("Pick up from {places}: your skull brings {points}."),
    "start": N_("Take the starting space: you begin the next round."),
    "start corn": N_("Take the starting space: you get {due} and begin the next round."),
    "corn there": N_("Take the starting space: you get {due} when you confirm."),
    "pick": N_("Pick up a worker from {about}: you get {goods}."),
    "wait": N_("Place rather than pick up: your workers on the gears ride on to better spaces."),
    "gear": N_("Place a worker on {about}: it is good for {goods}."),
}
OF_KIND: dict[ComparedBy, Sequence[str]] = {
    "tiles": ["build"], "workers": ["worker"], "technologies": ["technology"],
    "temples": ["temple"], "leads": ["temple"], "skulls": ["skull"], "points": ["skull", "build"],
    "start": ["start", "start corn"], "goods": ["pick", "corn there"], "kept": ["pick"],
    "food": ["pick"],
}  # fmt: skip
"""The kinds of reasons for what a turn brings more of than the next best one."""
STARTS = ("start", "start corn", "corn there")
"""The kinds of reasons to take the starting space; the last one is for who begins already, and
passes the starting player's marker on (R-096)."""
LAST = ("pick", *STARTS, "wait", "gear")


def reasons_for(begun: Game, seat: int, ways: Sequence[Advised]) -> tuple[Reason, ...]:
    """List what speaks for the first of these whole turns, the most important first: food, then
    what it brings more of than the second. Each is about what the turn itself does."""
    turns = [way for way in ways if way.actions][:2]
    if not turns:
        return ()
    best, *others = known(begun, seat, turns)
    found = [*_of_turn(begun, seat, best)]
    wanted = ["both", "food", "beg"]
    for kind in differences(best, others[0]) if others else [*best.worth()]:
        wanted += OF_KIND[kind]
    wanted += [*LAST, *SENTENCES]
    return tuple(sorted(dict.fromkeys(found), key=lambda one: wanted.index(one.kind)))


def _of_turn(begun: Game, seat: int, best: Known) -> Iterator[Reason]:
    """Yield every reason that holds."""
    before = begun.snapshot()
    me, food, rounds = before.players[seat], best.way.food, before.rounds_to_food_day
    need = before.food_owed(seat)
    helps = food is not None and food.missing < food.missing_before
    if helps and rounds is not None and rounds <= SOON and need > me.corn:
        numbers = (("corn", need), ("have", me.corn), ("rounds", rounds))
        held = str(before.food_days_held)  # told once before each food day, and in its round
        yield Reason("food", held if rounds else f"{held}-now", numbers)
    game, picked = begun.copy(), 0
    for action, rest in _parts(best.deeds):
        verb, *words = action.split()
        change = change_of(
            [each for one in (action, *rest) for each in game.step(seat, one).happenings], seat
        )
        deeds = (action, *rest)
        if action == BEG:
            yield Reason("beg", numbers=(("corn", game.snapshot().players[seat].corn),))
        if verb == "pick":
            picked += 1
            gains = tuple((kind, n) for kind in GAINS if (n := change.goods.get(kind, 0)) > 0)
            if change.goods.get("skulls", 0) < 0 and change.points4 > 0:
                won = (("points", change.points4),)
                yield Reason("skull", "", won, (" ".join(words),), deeds)
            elif gains:
                yield Reason("pick", " ".join(words), gains, deeds=deeds)
        if action == f"place {START}":
            corn = before.calendar_corn  # theirs at the turn's end
            if before.first_seat == seat:
                kind = "corn there" if corn > 0 else ""
            else:
                kind = "start corn" if corn > 0 else "start"
            if kind:
                yield Reason(kind, numbers=(("corn", corn),), deeds=deeds)
        yield from (Reason("build", tile, deeds=deeds) for tile in change.tiles)
        yield from [Reason("worker", deeds=deeds)][: change.workers]
        yield from (Reason("technology", track, deeds=deeds) for track in change.technologies)
        if rounds is not None:
            up = [one for one, n in change.temples_up.items() if n > 0]
            yield from (Reason("temple", one, deeds=deeds) for one in up)
    placed = [action.split()[1] for action in best.deeds if action.startswith("place ")]
    places = tuple(dict.fromkeys(place for place in placed if place in GEARS))
    if placed and not picked and me.available < me.workers:
        yield Reason("wait")
    if places:
        yield from (Reason("gear", place, deeds=(f"place {place}",)) for place in places)


def _parts(deeds: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each worker placed or picked up, and any other action before, with the answers to what
    it asks."""
    verbs = [one.split()[0] for one in deeds]
    begins = [n for n, verb in enumerate(verbs) if not n or verb in ("place", "pick", BEG, "pass")]
    for n, until in zip(begins, [*begins[1:], len(deeds)], strict=True):
        yield deeds[n], deeds[n + 1 : until]


def hint_words(t: Translations, reason: Reason) -> str:
    """Say a reason in one sentence."""
    numbers, about = dict(reason.numbers), reason.about
    goods = listed(t, [amount(t, kind, n) for kind, n in reason.numbers if kind in GAINS])
    if reason.kind == "gear":
        goods = t.gettext(GEAR_PURPOSES[about])
    said = {
        "about": _named(t, reason.kind, about), "goods": goods, "have": numbers.get("have", 0),
        "due": amount(t, "corn", numbers.get("corn", 0)),
        "points": points(t, numbers.get("points", 0)),
        "places": listed(t, [_place(t, place) for place in reason.places]),
    }  # fmt: skip
    if numbers.get("rounds"):
        return t.say(FOOD_IN, n=numbers["rounds"], due=said["due"], have=said["have"])
    return t.gettext(SENTENCES[reason.kind]).format(**said)


def places_meant(reason: Reason, found: Sequence[Spot]) -> list[Spot]:
    """The places on the picture where the deeds of a reason are done."""
    words = [deed.split() for deed in reason.deeds]
    places = {(verb == "pick", *where) for verb, *where in words if verb in ("place", "pick")}
    return [
        one
        for one in found
        if (one.picks, one.place, *([str(one.space)] if one.picks else [])) in places
    ]


def numbered_hint(t: Translations, reason: Reason, found: Sequence[Spot]) -> str:
    """Say a reason, with the numbers on the picture of the places it means in front, as on their
    buttons: "6 · Take the starting space"; workers to pick up are in a menu."""
    meant = places_meant(reason, found)
    number = " + ".join(str(one.number) for one in meant)
    said = hint_words(t, reason)
    if any(one.picks for one in meant):
        # Translators: before a hint: the number of what it advises, which is in a menu below
        number = t.gettext("No. {number} in the menu").format(number=number)
    return t.say(NUMBERED, number=number, what=said) if number else said


def rules_of_turn(
    t: Translations, turn: TurnView, numbers: Mapping[tuple[str, int, bool], int]
) -> list[str]:
    """Lines for newcomers, behind the `numbers` of their places on the picture: that a turn either
    places or picks up, what each gear is for, and which spaces workers reach in the next rounds.
    Empty for any other question."""
    if turn.kind not in (TURN_KIND, PLACE, PICK):
        return []
    position, lines = turn.position, list[str]()
    placed = {place: number for (place, _, picks), number in numbers.items() if not picks}
    placings = [action.split()[1:] for action in turn.legal if action.startswith("place ")]
    gears = [where[0] for where in placings if len(where) == 1 and where[0] in GEARS]
    if turn.kind == TURN_KIND:
        lines.append(t.gettext("Place workers or pick some up, but not both in one turn."))
    if gears:
        lines += [
            _after_number(t, placed.get(place), line) for place, line in _purposes(t, turn).items()
        ]
    landing = seats.landing_line(t, position, [gear for gear in GEARS if gear in gears])
    lines += [landing] if landing else []
    coming = seats.coming_lines(t, position, turn.seat)
    standing = position.workers_of(turn.seat)
    return lines + [
        _after_number(t, numbers.get((*where, True)), line)
        for where, line in zip(standing, coming, strict=True)
    ]


def _after_number(t: Translations, number: int | None, line: str) -> str:
    """A line behind the number of its button, if it has one."""
    return line if number is None else t.say(NUMBERED, number=number, what=line)


def _purposes(t: Translations, turn: TurnView) -> dict[str, str]:
    """A line about what each gear and the starting-player space are for, for newcomers."""
    # Translators: what the starting-player space is good for, behind its name
    start = t.gettext("go first next round, and get its corn when you confirm")
    if turn.position.first_seat == turn.seat:
        # Translators: what the starting-player space is good for, behind its name, for who went
        # first in this round and would pass that on
        start = t.gettext("get its corn when you confirm; the player after you goes first")
    purposes = {gear: t.gettext(GEAR_PURPOSES[gear]) for gear in GEARS} | {START: start}
    # Translators: a gear, and what it is good for: "Palenque: corn and wood"
    line = t.gettext("{gear}: {what}")
    return {
        place: line.format(gear=place_name(t, place), what=what) for place, what in purposes.items()
    }


def _named(t: Translations, kind: str, about: str) -> str:
    match kind:
        case "pick" | "gear":
            return _place(t, about)
        case "build":
            return tile_name(t, about)
        case "technology":
            return technology_name(t, about)
        case "temple":
            return temple_name(t, about)
    return ""


def _place(t: Translations, place: str) -> str:
    """Name a gear, or a space of one as actions write it."""
    gear, *space = place.split()
    return space_name(t, gear, *space) if space else place_name(t, gear)


BOTH = Reason("both")


def new_hint(hints: Hints, turn: TurnView) -> Reason | None:
    """Choose the hint of a turn on its first panel: the rule that one may not place and pick up,
    when both are possible for the first time; else the first reason that was not told before (but
    in this turn, before it was taken back) and whose deeds are not all prepared. None where nothing
    is new, and where what was begun is not the best turn."""
    verbs = {action.split()[0] for action in turn.legal}
    first = [BOTH] if turn.kind == TURN_KIND and {"place", "pick"} <= verbs else []
    fits = not Counter(turn.prepared) - Counter(hints.actions)
    left = [
        one for one in hints.reasons if not one.deeds or Counter(one.deeds) - Counter(turn.prepared)
    ]
    found, now = [*first, *(left if fits else ())], confirmed_before(turn)
    return next((one for one in found if hints.told.get((one.kind, one.about), now) == now), None)


def hint_to_show(bot: TzolkinBot, turn: TurnView, user_id: int) -> Reason | None:
    """The hint for the panel that is made now, which is told with it; None after the first panel of
    the turn."""
    hints = hints_of(bot, turn, user_id)
    reason = None if hints.shown else new_hint(hints, turn)
    if reason is not None:
        told = {**hints.told, (reason.kind, reason.about): confirmed_before(turn)}
        bot.hints[turn.table.id, user_id] = replace(hints, shown=reason, told=told)
    return reason


def hints_of(bot: TzolkinBot, turn: TurnView, user_id: int) -> Hints:
    """The hints of this turn."""
    hints = bot.hints.get((turn.table.id, user_id)) or Hints()
    now = of_turn(turn.stamp)
    return hints if hints.turn == now else Hints(now, told=hints.told)


def confirmed_before(turn: TurnView) -> int:
    """How many actions the seat had confirmed before this turn; as many again once the turn was
    taken back."""
    stamp = read_stamp(turn.stamp)
    return stamp.base if stamp else 0


def of_turn(stamp: str) -> str:
    """A turn's stamp without the number of changes to it."""
    return stamp.partition("r")[0]


async def think_of_hint(bot: TzolkinBot, table_id: int, user_id: int) -> None:
    """Find what speaks for a newcomer's best turn, and keep it for the panel."""
    if not await bot.newcomers.sees(table_id, user_id):
        return
    with suppress(Refusal):  # the game has gone on, or there are no hints
        found = await computers.hint(bot.tables, table_id, user_id, ahead=True)
        hints, begun = hints_of(bot, found.turn, user_id), found.turn.begun
        if (
            found.ways
            and not found.turn.prepared
            and begun.kind_asked(found.turn.seat) == TURN_KIND
        ):
            reasons = reasons_for(begun, found.turn.seat, found.ways)
            own = tuple(one for one in found.ways[0].actions if one != END)
            bot.hints[table_id, user_id] = replace(hints, reasons=reasons, actions=own)


class Newcomers(BotCog):
    """Thinks of a hint while somebody is called."""

    @commands.Cog.listener()
    async def on_turn_called(self, table_id: int, user_id: int) -> None:
        """Begin to think, where computers have processes of their own."""
        if self.bot.thinks_of_hints:
            work = partial(think_of_hint, self.bot, table_id, user_id)
            self.bot.in_background(work(), "a newcomer's hint")
