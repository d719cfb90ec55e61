"""Happenings without a turn, line by line: the end of a round, a food day, the end of the game.

Everything follows from the happenings. `names` are the seats' names as they shall be printed, in
seat order.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from bot.engine import Step
from bot.engine.happenings import (
    AgeChanged,
    CalendarTurned,
    Fed,
    FoodDayBegan,
    FoodDayEnded,
    GameEnded,
    Happening,
    PointsChanged,
    ProphecyBegan,
    QuickTilesOpened,
    QuickTileTurned,
    StartingPlayerChanged,
    TilesKept,
    WorkerPushedOff,
)
from bot.engine.position import Position
from bot.last_move import Turn
from bot.text.changes import change_of, change_words, signed, signed_points
from bot.text.formats import listed
from bot.text.names import tile_name
from bot.text.prophecies import calamity_words, fulfilment_words
from bot.text.tiles import tile_effects
from bot.text.translation import Translations
from bot.text.turns import done_by, no_change, turn_line, turn_sentences, with_result

Names = Sequence[str]


def news(t: Translations, names: Names, last: Step, *, in_full: bool = False) -> list[str]:
    """Tell the happenings after a turn: wealth tiles revealed, a food day, the calendar, workers
    coming home, another starting player.

    `last` is the turn's last action. The tiles revealed and a food day, which the channel sees in
    pictures, the quick actions to come, which **Board** lists, and how a new prophecy is scored are
    told `in_full` alone; the last food day always, as the end has another picture.
    """
    happenings = last.happenings
    kinds = {type(happening) for happening in happenings}
    lines: list[str] = []
    if TilesKept in kinds and in_full:
        lines += _kept(t, names, happenings)
    if in_full or last.position.phase == "finished":
        lines += food_day_lines(t, names, last)
    if AgeChanged in kinds:
        lines.append(t.gettext("**Second age**: six new buildings"))
    if CalendarTurned in kinds:
        lines += _calendar(t, names, last)
    if last.position.phase == "finished":
        return lines
    lines += [
        _quick_action_line(t, happening.tile or "")
        for happening in happenings
        if isinstance(happening, QuickTileTurned)
    ]
    lines += [
        t.gettext("Quick actions of the second age: {tiles}").format(
            tiles=listed(t, [tile_name(t, tile) for tile in happening.tiles])
        )
        for happening in happenings
        if in_full and isinstance(happening, QuickTilesOpened)
    ]
    lines += [
        prophecy_line(t, happening.prophecy, in_full=in_full)
        for happening in happenings
        if isinstance(happening, ProphecyBegan)
    ]
    return lines


class Taken(Turn, Protocol):
    """A turn, or an answer outside of one, in which nothing is hidden."""

    @property
    def by_computer(self) -> bool:
        """Whether a computer took it: in its own seat, or for a person whose time was over."""


def taken_words(
    t: Translations, names: Names, turn: Taken, *, computer: bool, in_full: bool = False,
    results: bool = True,
) -> str | None:  # fmt: skip
    """Tell a turn without the happenings after it, in a few words, also without `results`
    (`bot.text.turns.turn_line`), or `in_full`, in sentences; None
    for the choice that revealed all tiles and for the answer that completed a food day, since
    `news` tells them. `computer`: whether a computer sits in the seat."""
    if turn.before.phase == "keep" and turn.steps[-1].position.phase != "keep":
        return None
    kinds = {type(happening) for step in turn.steps for happening in step.happenings}
    if FoodDayEnded in kinds and FoodDayBegan not in kinds:
        return None
    if in_full:
        words = turn_sentences(t, names, turn.seat, turn.steps)
    else:
        words = turn_line(t, names, turn.seat, turn.steps, results=results)
    if turn.by_computer and not computer:
        # Translators: {words}: what the computer did, as "Ana → Tikal 0 (−1 corn)" or a sentence.
        over = t.gettext("{words} (out of time: a computer decided)")
        return over.format(words=words)
    return words


def sealed_line(t: Translations, commitment: str | None) -> str:
    """Write the seal of a deal, which proves later that it was not changed."""
    # Translators: at the beginning of a game: a long number that proves the deal is not changed
    return t.gettext("Deal sealed, sha256: {value}").format(value=f"`{commitment}`")


def game_lines(t: Translations, position: Position) -> list[str]:
    """Tell the open parts of the expansion after the deal: the prophecies by name, in their order,
    and the quick action."""
    lines = []
    if position.prophecies:
        names = ", ".join(f"**{tile_name(t, tile)}**" for tile in position.prophecies)
        # Translators: the three prophecies of a game by their names, in order
        lines.append(t.gettext("Prophecies: {names}").format(names=names))
    if position.quick_tile and position.phase != "finished":
        lines.append(_quick_action_line(t, position.quick_tile))
    return lines


def _quick_action_line(t: Translations, tile: str) -> str:
    # Translators: what the quick action of this round does
    return t.gettext("Quick action now: {tile}").format(tile=tile_effects(t, tile))


def prophecy_line(t: Translations, prophecy: str, *, in_full: bool = True) -> str:
    """Tell the calamity of a prophecy from now on, and `in_full` its points later."""
    # Translators: a prophecy, and a sentence about what it makes harder
    words = t.gettext("Prophecy **{name}**: {calamity}").format(
        name=tile_name(t, prophecy), calamity=calamity_words(t, prophecy)
    )
    return f"{words} {fulfilment_words(t, prophecy)}" if in_full else words


def _kept(t: Translations, names: Names, happenings: Sequence[Happening]) -> list[str]:
    chosen = {h.seat: h for h in happenings if isinstance(h, TilesKept)}
    # Translators: heading, then a line for each player with the tiles kept
    lines = [t.gettext("Everyone has chosen:")]
    for seat, kept in sorted(chosen.items()):
        tiles = listed(t, [tile_name(t, tile) for tile in kept.wealth])
        # Translators: a player, and the wealth tiles kept, by their names
        line = t.gettext("{name}: {tiles}").format(name=names[seat], tiles=tiles)
        if kept.tribe:
            # Translators: a player with the tribe and the wealth tiles kept, all by their names
            line = t.gettext("{name}: tribe {tribe}; wealth tiles: {tiles}").format(
                name=names[seat], tribe=tile_name(t, kept.tribe), tiles=tiles
            )
        lines.append(line)
    return lines


def food_day_lines(t: Translations, names: Names, last: Step) -> list[str]:
    """Write the lines of a food day that ended with this action; none if there was none."""
    happenings = last.happenings
    if not any(isinstance(happening, FoodDayEnded) for happening in happenings):
        return []
    finished = any(isinstance(happening, GameEnded) for happening in happenings)
    of_the_day = _of_the_food_day(happenings)
    parts = []
    for seat, name in enumerate(names):
        own = [h for h in of_the_day if getattr(h, "seat", None) == seat]
        words = _fed_and_rewarded(t, seat, own, finished=finished)
        parts.append(done_by(t, name, " · ".join(words) or no_change(t)))
    # Translators: heading, then a line for each player
    head = t.gettext("Last food day and final count")
    if not finished:
        # Translators: heading, then a line for each player: a food day was held
        head = t.gettext("Food day")
    return [f"**{head}**", *parts]


def _of_the_food_day(happenings: Sequence[Happening]) -> list[Happening]:
    """Choose the happenings of the food day and of the end of the game. If the food day asked a
    seat something, it began with an earlier action; then all from the first one on belong to it."""
    kinds = [type(happening) for happening in happenings]
    start = kinds.index(FoodDayBegan) if FoodDayBegan in kinds else 0
    end = kinds.index(FoodDayEnded)
    at_the_end = [h for h in happenings[end:] if isinstance(h, PointsChanged)]
    return [*happenings[start:end], *at_the_end]


def _fed_and_rewarded(
    t: Translations, seat: int, own: Sequence[Happening], *, finished: bool
) -> list[str]:
    """Tell a seat's losses and gains on a food day, by source; at the end of the game all goods
    together, since the points are told elsewhere."""
    words = [_fed(t, fed) for fed in own if isinstance(fed, Fed)]
    sources: Sequence[tuple[str, str]] = (
        ()
        if finished
        else (
            # Translators: what a player's buildings brought on a food day: "buildings: +2 corn"
            ("income", t.gettext("buildings: {what}")),
            # Translators: what the temples gave a player on a food day: "temples: +6 points"
            ("temples", t.gettext("temples: {what}")),
            # Translators: what the prophecy that ends was worth: "prophecy: −5 points"
            ("prophecies", t.gettext("prophecy: {what}")),
        )
    )
    named = {"food", "hunger", *(source for source, _ in sources)}
    for source, template in sources:
        change = change_of((h for h in own if getattr(h, "source", None) == source), seat)
        if change:
            words.append(template.format(what=", ".join(change_words(t, change))))
    change = change_of((h for h in own if getattr(h, "source", None) not in named), seat)
    if change:
        words.append(", ".join(change_words(t, change)))
    return words


def _fed(t: Translations, fed: Fed) -> str:
    """Tell the price of the food, and the hungry workers."""
    paid = signed(t, "corn", -fed.corn)
    if not fed.hungry:
        # Translators: part of a list: what a player paid on a food day
        return paid if fed.corn else t.gettext("no food needed")
    # Translators: part of a list: workers that got no food
    hungry = t.ngettext("{n} worker hungry", "{n} workers hungry", fed.hungry).format(n=fed.hungry)
    if fed.lost:
        hungry = with_result(t, hungry, signed_points(t, -4 * fed.lost))
    return f"{paid}, {hungry}" if fed.corn else hungry


def touched_line(
    t: Translations, seat: int, happenings: Sequence[Happening], position: Position
) -> str:
    """Tell what others and the table did to a seat beyond what everybody sees: workers that came
    home, a food day, another place by points; empty for nothing. `happenings` are those since its
    turn was over, up to the position."""
    pieces = []
    pushed_off = sum(isinstance(h, WorkerPushedOff) and h.seat == seat for h in happenings)
    if pushed_off:
        # Translators: part of the list behind "For you:"; workers pushed off their last space
        home = t.ngettext("{n} worker back home", "{n} workers back home", pushed_off)
        pieces.append(home.format(n=pushed_off))
    for fed in happenings:
        if isinstance(fed, Fed) and fed.seat == seat:
            # Translators: part of the list behind "For you:"; {what} as "−6 corn, 1 worker hungry
            # (−3 points)"
            pieces.append(t.gettext("food day: {what}").format(what=_fed(t, fed)))
    now = {player: one.points4 for player, one in enumerate(position.players)}
    was = Counter(now)
    for h in happenings:
        if isinstance(h, PointsChanged):
            was[h.seat] -= h.points4
    place, before = (1 + sum(n > of[seat] for n in of.values()) for of in (now, was))
    if place != before:
        # Translators: part of the list behind "For you:"; places by points, numbers
        fell = t.gettext("you fell from place {before} to {place}")
        # Translators: part of the list behind "For you:"; places by points, numbers
        rose = t.gettext("you rose from place {before} to {place}")
        pieces.append((fell if place > before else rose).format(before=before, place=place))
    if not pieces:
        return ""
    # Translators: in the call of who is to move: what the others' turns changed for that player
    return t.gettext("**For you**: {what}").format(what="; ".join(pieces))


def _calendar(t: Translations, names: Names, last: Step) -> list[str]:
    lines = []
    pushed_off = Counter(h.seat for h in last.happenings if isinstance(h, WorkerPushedOff))
    for seat, fallen in sorted(pushed_off.items()):
        lines.append(
            t.ngettext(
                "{name}: a worker was pushed off and is back home",
                "{name}: {n} workers were pushed off and are back home",
                fallen,
            ).format(n=fallen, name=names[seat])
        )
    if last.position.phase == "play":
        for happening in last.happenings:
            if isinstance(happening, StartingPlayerChanged):
                first = names[happening.seat]
                # Translators: a line of the log: the new starting player
                lines.append(t.gettext("{name} goes first now").format(name=first))
    return lines
