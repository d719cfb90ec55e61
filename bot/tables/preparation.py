"""A seat's turns before they are confirmed: the turn in preparation, tried on a copy of the game,
and plans, the next turns, prepared while others are asked.

A turn begins with kind `turn` and is over with `end` or `pass`, or, where a worker stands on the
quick actions, with the last answer asked after `end`. Before that the engine shows nothing new, so
everything may be played on a copy, looked at and undone. Other questions (tiles to keep, the
calendar, a food day) have no closing action: the last answer itself goes on, and what it uncovers
must not be seen before it is confirmed. Such an answer is remembered, but not played on the copy
that is shown.

Each turn of a plan is played on what lies open, as if nobody did anything until then. When the turn
comes, it is offered as far as the rules still allow it; and where the person wished so, it confirms
itself after a pause, if it is as it was planned: all of it is legal, the workers go to the same
spaces, the seat has the same before it and after it, and the food day is as near. If some corn more
is allowed, workers may go farther up the same gears for it. A turn that asks something when it ends
never confirms itself: what it uncovers must be seen first; nor does one after the next food day.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.engine import Game, IllegalAction, Step
from bot.engine.happenings import WorkerPlaced
from bot.engine.position import Player, Position
from bot.engine.state import not_asked
from bot.engine.turn import PASS
from bot.model.table import PlannedTurn, RestsOn, SeatPlan, Table
from bot.refusal import AskedNow, NotWhole, Refusal
from bot.tables.open_table import OpenTable, must_sit_in_play

END = "end"
DONE = "done"
"""The answer that leaves the market."""
_TRADES = ("sell ", "buy ")
"""The beginnings of answers that trade on a market."""
TURN_KIND = "turn"
SECRET_KIND = "keep"  # noqa: S105 - a kind of question
_LONGEST_ACTION = 80
"""The most characters of an action: a longer text is not looked at, nor repeated in a refusal."""


@dataclass(frozen=True)
class PreparedTurn:
    """Prepared actions tried on a copy of the confirmed game."""

    seat: int
    actions: tuple[str, ...]
    game: Game
    """The game after all actions, without one that completes the turn."""
    complete: bool
    """Whether the last action completes the turn; then nothing can be added."""
    kind: str
    """The kind of question open in `game`."""
    legal: tuple[str, ...]
    """The actions that may be added."""

    @property
    def whole(self) -> tuple[str, ...] | None:
        """The actions to confirm, with the closing one if only that is missing, and before it the
        one that leaves a market. None while something must be decided, as by a quick action that
        asks after `end`."""
        if self.complete:
            return self.actions
        closing, game = self.actions, self.game
        for answer in (DONE, END) if traded(self.actions) else (END,):
            if answer in game.legal(self.seat):
                closing = (*closing, answer)
                if game.ends_turn(answer):
                    return closing
                game = game.copy()
                game.play(self.seat, answer)
        return None


def traded(actions: Sequence[str]) -> bool:
    """Whether the last of a turn's actions is a trade on a market."""
    return bool(actions) and actions[-1].startswith(_TRADES)


def prepare(confirmed: Game, seat: int, actions: Sequence[str]) -> PreparedTurn:
    """Try actions of a seat that is asked on a copy of the game; `confirmed` does not change.

    Raises IllegalAction for an action the rules do not allow, and Refusal (`complete`) for one
    after the end of the turn.
    """
    _must_be_short(actions)
    shown, complete = confirmed.copy(), False
    for action in actions:
        if complete:
            raise _complete()
        after = shown.copy()
        after.play(seat, action)
        complete = after.turn_over(seat)
        if not complete:
            shown = after
    kind = shown.kind_asked(seat)
    if kind is None:
        raise not_asked()
    legal = () if complete else tuple(shown.legal(seat))
    return PreparedTurn(seat, tuple(actions), shown, complete, kind, legal)


def play_whole(confirmed: Game, seat: int, actions: Sequence[str]) -> tuple[Game, list[Step]]:
    """Play a whole turn on a copy of the game, with the closing actions where only those are
    missing, as in `PreparedTurn.whole`. Return the game after it, and what each action did.

    Raises as `prepare`, and Refusal as `not_whole` while something must be decided.
    """
    _must_be_short(actions)
    game, over = confirmed.copy(), False
    steps: list[Step] = []
    for action in actions:
        if over:
            raise _complete()
        steps.append(game.step(seat, action))
        over = game.turn_over(seat)
    for closing in (DONE, END) if traded(actions) else (END,):
        if not over and closing in game.legal(seat):
            steps.append(game.step(seat, closing))
            over = game.turn_over(seat)
    if not over:
        raise not_whole(game.kind_asked(seat))
    return game, steps


def not_whole(kind: str | None) -> Refusal:
    """Make the refusal to confirm a turn while a question of this kind must be decided."""
    if kind == TURN_KIND:
        return NotWhole(
            "incomplete", "You have not chosen anything yet; place a worker or pick one up first."
        )
    return NotWhole(
        "question-open", "Your turn is not complete yet; answer the open question first."
    )


def _complete() -> Refusal:
    return NotWhole("complete", "Your turn is complete; confirm it, or undo to change it.")


def _must_be_short(actions: Sequence[str]) -> None:
    if any(len(action) > _LONGEST_ACTION for action in actions):
        raise IllegalAction("too-long", "There is no such action; choose one that is offered.")


MOST_TURNS, MOST_WAYS = 3, 3
"""The turns that can be planned ahead, and the ways to take each."""
MOST_EXTRA = 5
"""The most corn that a turn may cost more than planned."""
PAUSE, LIVE_PAUSE = timedelta(seconds=60), timedelta(seconds=15)
"""How long a person can still stop a planned turn after being told of it: usually, and at a live
table, where everybody waits."""
TELLING = timedelta(seconds=5)
"""The time that telling may take. If it takes longer, the pause begins anew."""
LATE = timedelta(minutes=2)
"""A planned turn so much overdue, as after a pause of the game or while the program stood still, is
told once more before it confirms itself."""


@dataclass(frozen=True)
class Way:
    """A way to take a turn, as it was planned, and how much of it is still possible."""

    actions: tuple[str, ...]
    """The planned actions, oldest first."""
    possible: tuple[str, ...]
    """The planned actions up to the first that the rules no longer allow."""
    rests_on: RestsOn | None = None
    """What the turn rests on, as it was planned; None while it cannot confirm itself."""
    begun: Game | None = field(default=None, compare=False, repr=False)
    """The game at the beginning of the planned turn, made from what lies open."""

    @property
    def holds(self) -> bool:
        """Whether the rules still allow the whole way."""
        return self.possible == self.actions


@dataclass(frozen=True)
class PlanView:
    """A seat's plan, played on the table as it would be at its next turns if nobody did anything
    until then. The last way of the last turn is being planned."""

    seat: int
    table_id: int
    kept: SeatPlan
    turns: tuple[tuple[Way, ...], ...]
    """The ways of each turn; one at least."""
    kind: str
    legal: tuple[str, ...]
    """The actions that may be added to the way being planned; empty once it is a whole turn."""
    start: Position
    """The table at the beginning of the turn being planned."""
    position: Position
    """The table after the possible part of it."""
    game: Game = field(compare=False, repr=False)
    """The game at `position`. It is made from what lies open, and knows nothing hidden."""
    after_food_day: bool
    """Whether a food day comes before the turn being planned."""
    pause: timedelta
    """The time for which a planned turn can be stopped before it confirms itself."""
    may_play: bool
    """Whether plans may confirm themselves at this table."""
    may_add_way: bool
    may_add_turn: bool

    @property
    def way(self) -> Way:
        """The way being planned."""
        return self.turns[-1][-1]

    @property
    def stamp(self) -> str:
        """Letters and digits that change with each step of the plan."""
        return f"{len(self.turns)}.{len(self.turns[-1])}.{len(self.way.possible)}"


# --- planning while others are asked --------------------------------------------------------------


def view_plan(opened: OpenTable, user_id: int) -> PlanView:
    """Show this person's plan. Raises Refusal for a stranger, a game that is not being played or
    has no more turn for the person, and a person who is asked now."""
    return _plan_view(opened, *_turn_to_come(opened, user_id))


def plan_way(opened: OpenTable, user_id: int, actions: Sequence[str]) -> PlanView:
    """Replace the actions of the way that is being planned; without any, an added way or turn goes.
    Raises Refusal as `view_plan`, and for actions the rules do not allow."""
    seat, begun = _turn_to_come(opened, user_id)
    now = _plan_view(opened, seat, begun)
    kept, shown = now.kept, now.turns  # less where an earlier turn became impossible
    *earlier, ways = kept.turns[: len(shown)] or ((PlannedTurn(),),)
    before = begun if not earlier else _after(begun, seat, [turn[0] for turn in earlier])
    planned = _planned(opened, before, seat, prepare(before, seat, actions))
    ways = (*ways[:-1], planned) if actions or not ways[1:] else ways[:-1]
    turns = (*earlier, ways) if ways != (PlannedTurn(),) else (*earlier,)
    return _keep_plan(opened, seat, begun, replace(kept, turns=turns, played=0))


def add_way(opened: OpenTable, user_id: int) -> PlanView:
    """Begin another way to take the turn that is being planned, for the case that the ways before
    are not possible. Raises Refusal as `view_plan`, and (`plan-full`) where no more may be
    added."""
    seat, begun = _turn_to_come(opened, user_id)
    now = _plan_view(opened, seat, begun)
    if not now.may_add_way:
        raise _plan_full()
    *earlier, ways = now.kept.turns
    turns = (*earlier, (*ways, PlannedTurn()))
    return _keep_plan(opened, seat, begun, replace(now.kept, turns=turns))


def add_turn(opened: OpenTable, user_id: int) -> PlanView:
    """Begin to plan the turn after those that are planned. Raises Refusal as `add_way`."""
    seat, begun = _turn_to_come(opened, user_id)
    now = _plan_view(opened, seat, begun)
    if not now.may_add_turn:
        raise _plan_full()
    turns = (*now.kept.turns, (PlannedTurn(),))
    return _keep_plan(opened, seat, begun, replace(now.kept, turns=turns))


def set_plays(opened: OpenTable, user_id: int, *, plays: bool, extra: int = 0) -> PlanView:
    """Let planned turns confirm themselves, or not; `extra` is the corn that each may cost more
    than planned. Raises Refusal as `view_plan`, and (`plans-wait`) where the table does not allow
    it."""
    seat, begun = _turn_to_come(opened, user_id)
    now = _plan_view(opened, seat, begun)
    if plays and not now.may_play:
        raise Refusal(
            "plans-wait",
            "At this table, plans are not played automatically; I will offer you your plan "
            "when your turn comes.",
        )
    extra = min(max(extra, 0), MOST_EXTRA)
    return _keep_plan(opened, seat, begun, replace(now.kept, plays=plays, extra=extra))


def drop_plan(opened: OpenTable, user_id: int) -> PlanView:
    """Drop the plan. Raises Refusal as `view_plan`."""
    return _keep_plan(opened, *_turn_to_come(opened, user_id), SeatPlan())


def _plan_full() -> Refusal:
    return Refusal(
        "plan-full",
        "Finish the turn you are planning first; a plan holds up to three turns, each with up "
        "to three alternatives.",
    )


def _no_more_turns() -> Refusal:
    return Refusal(
        "no-more-turns",
        "There is no turn to plan: the game has not begun, or you have no turns left.",
    )


def _turn_to_come(opened: OpenTable, user_id: int) -> tuple[int, Game]:
    """Find a person's seat, and the game as it would be at the seat's next turn."""
    seat = must_sit_in_play(opened.table, user_id).seat
    if opened.game.kind_asked(seat) is not None:
        raise AskedNow("your-turn", "It is your turn now; open it with the button.")
    begun = opened.game.next_turn(seat)
    if begun is None:
        raise _no_more_turns()
    return seat, begun


def _keep_plan(opened: OpenTable, seat: int, begun: Game, plan: SeatPlan) -> PlanView:
    kept = plan if plan.turns else None
    if opened.table.seats[seat].plan != kept:
        opened.change_seat(seat, plan=kept)
    return _plan_view(opened, seat, begun)


def _plan_view(opened: OpenTable, seat: int, begun: Game) -> PlanView:
    plan = opened.table.seats[seat].plan or SeatPlan()
    shown, last = [], prepare(begun, seat, ())
    before: Game | None = begun
    for ways in plan.turns or ((PlannedTurn(),),):
        if before is None:  # the turns before have become impossible
            break
        tried = [_possible(before, seat, way.actions) for way in ways]
        shown.append(
            tuple(
                Way(way.actions, turn.actions, way.rests_on, before)
                for way, turn in zip(ways, tried, strict=True)
            )
        )
        start, last = before, tried[-1]
        before = _turn_after(tried[0])
    complete = last.whole is not None and shown[-1][-1].holds
    return PlanView(
        seat=seat,
        table_id=opened.table.id,
        kept=plan,
        turns=tuple(shown),
        kind=last.kind,
        legal=last.legal,
        start=start.snapshot(),
        position=last.game.snapshot(),
        game=last.game,
        after_food_day=_is_after_food_day(opened, start),
        pause=pause_of(opened.table),
        may_play=opened.table.options.plans_play,
        may_add_way=complete and len(shown[-1]) < MOST_WAYS,
        may_add_turn=complete and before is not None and len(shown) < MOST_TURNS,
    )


def _after(begun: Game, seat: int, turns: Sequence[PlannedTurn]) -> Game:
    """Find the game at the turn after these. Raises Refusal if they are not possible any more."""
    for one in turns:
        after = _turn_after(prepare(begun, seat, one.actions))
        if after is None:
            raise _no_more_turns()
        begun = after
    return begun


def _turn_after(turn: PreparedTurn) -> Game | None:
    """Find the game at the seat's turn after this one; None if this one is not whole, or is the
    last."""
    if turn.whole is None:
        return None
    *more, closing = turn.whole[len(turn.actions) :] or turn.whole[-1:]
    game = turn.game.copy() if more else turn.game
    for action in more:
        game.play(turn.seat, action)
    return game.next_turn(turn.seat, closing=closing)


def _is_after_food_day(opened: OpenTable, begun: Game) -> bool:
    """Whether a food day is held before this turn to come."""
    now = opened.game.snapshot()
    rounds = now.rounds_to_food_day
    return rounds is not None and begun.round - now.round > rounds


def _planned(opened: OpenTable, begun: Game, seat: int, turn: PreparedTurn) -> PlannedTurn:
    """Note a turn, prepared on the game `begun`, with what it rests on."""
    if turn.whole is None or turn.whole[-1] not in (END, PASS) or _is_after_food_day(opened, begun):
        return PlannedTurn(turn.actions)
    played, placed = begun.copy(), []
    for action in turn.whole[:-1]:
        happened = played.step(seat, action).happenings
        placed += [(one.place, one.space) for one in happened if isinstance(one, WorkerPlaced)]
    before, after = begun.snapshot(), played.at_turn_end(turn.whole[-1])
    had, has = (_held(position.players[seat]) for position in (before, after))
    held = {what: (had.get(what, 0), has.get(what, 0)) for what in {**had, **has}}
    rests_on = RestsOn(tuple(placed), held, before.rounds_to_food_day)
    return PlannedTurn(turn.actions, rests_on)


def _held(player: Player) -> dict[str, int]:
    """All that a seat has, by name."""
    return {
        **player.goods, "points4": player.points4, "workers": player.workers,
        "corn_tiles": player.corn_tiles, "wood_tiles": player.wood_tiles,
        **player.temples, **player.technologies,
        **dict.fromkeys((*player.buildings, *player.monuments), 1),
    }  # fmt: skip


def _possible(game: Game, seat: int, actions: Sequence[str]) -> PreparedTurn:
    """Play the actions, up to the first that is not possible."""
    turn = prepare(game, seat, ())
    for count in range(1, len(actions) + 1):
        try:
            turn = prepare(game, seat, actions[:count])
        except Refusal:
            break
    return turn


# --- when the turn comes --------------------------------------------------------------------------


def offered_way(opened: OpenTable, seat: int) -> Way | None:
    """Find the way to take its turn that a seat is offered: the first that is as it was planned,
    else as much as is possible of the first one."""
    plan = opened.table.seats[seat].plan
    if plan is None or opened.game.kind_asked(seat) != TURN_KIND:
        return None
    whole = as_planned(opened, seat)
    first = plan.turns[0][0]
    chosen = next((one for one in plan.turns[0] if whole and _is_of(one, whole)), first)
    return Way(chosen.actions, _possible(opened.game, seat, chosen.actions).actions)


def as_planned(opened: OpenTable, seat: int) -> tuple[str, ...] | None:
    """Find the actions of the first way to take its turn that is as it was planned for a seat that
    is asked, its closing action included. None if there is none."""
    plan = opened.table.seats[seat].plan
    if plan is None or opened.game.kind_asked(seat) != TURN_KIND:
        return None
    game = opened.game
    for way in plan.turns[0]:
        turn = _possible(game, seat, way.actions)
        now = _planned(opened, game, seat, turn)
        if turn.actions == way.actions and _allowed(way.rests_on, now.rests_on, plan):
            return turn.whole
    return None


def _allowed(planned: RestsOn | None, now: RestsOn | None, plan: SeatPlan) -> bool:
    """Whether a turn rests on what was planned, but for corn: each turn may cost as much more as
    the plan allows (`SeatPlan.extra`), with workers on the same gears, on no lower spaces. False if
    either is None."""
    if planned is None or now is None:
        return False
    had, kept = planned.held["corn"]
    has, keeps = now.held["corn"]
    gone, dearer = had - has, (has - keeps) - (had - kept)
    if not (0 <= gone <= plan.extra * plan.played and 0 <= dearer <= plan.extra):
        return False
    if plan.extra and _no_lower(planned.placed, now.placed):
        now = replace(now, placed=planned.placed)
    return planned == replace(now, held={**now.held, "corn": (had, kept)})


def _no_lower(planned: Sequence[tuple[str, int]], now: Sequence[tuple[str, int]]) -> bool:
    """Whether `now` has workers on the same gears as planned, in this order, none on a lower
    space."""
    return len(planned) == len(now) and all(
        gear == other and space >= lowest
        for (gear, lowest), (other, space) in zip(planned, now, strict=True)
    )


def _is_of(way: PlannedTurn, whole: Sequence[str]) -> bool:
    return tuple(whole[: len(way.actions)]) == way.actions


def plans_go_on(opened: OpenTable, seat: int, actions: Sequence[str], *, earns: bool) -> None:
    """Update all plans after a seat has confirmed these actions; `earns` says that they are a whole
    turn. If the seat has played its plan, the turns planned after it stay, else its plan is
    dropped. Seats asked now whose plan may confirm itself, and is possible as planned, will confirm
    it."""
    own = opened.table.seats[seat].plan
    if earns and own is not None:
        played = any(_is_of(way, actions) for way in own.turns[0])
        rest = None
        if played and own.turns[1:]:
            rest = replace(own, turns=own.turns[1:], played=own.played + 1)
        opened.change_seat(seat, plan=rest)
    if opened.table.status != "playing" or not opened.table.options.plans_play:
        return
    for kept in opened.table.seats:
        if kept.plan is None or not kept.plan.plays or kept.plan_due is not None:
            continue
        if as_planned(opened, kept.seat) is not None:  # None for a seat that is not asked, too
            let_plan_wait(opened, kept.seat)


def pause_of(table: Table) -> timedelta:
    """Find the time in which a planned turn can be stopped at this table."""
    return LIVE_PAUSE if table.options.time.is_live else PAUSE


def let_plan_wait(opened: OpenTable, seat: int) -> None:
    """Set when a seat's planned turn confirms itself: after the time to tell it (`TELLING`) and the
    pause."""
    opened.change_seat(seat, plan_due=opened.now + pause_of(opened.table) + TELLING)


def too_soon(table: Table, now: datetime) -> list[int]:
    """List the seats whose planned turn would confirm itself before the pause is over, if its
    person were told just now."""
    return [
        one.seat
        for one in table.seats
        if one.plan_due is not None and one.plan_due < now + pause_of(table)
    ]


def stop_plan(opened: OpenTable, user_id: int) -> bool:
    """Keep a planned turn from confirming itself; the person is asked as usual. Return whether
    there was one. Raises Refusal for a stranger, and a game that is not being played."""
    mine = must_sit_in_play(opened.table, user_id)
    if mine.plan_due is None:
        return False
    opened.change_seat(mine.seat, plan_due=None)
    return True
