"""A seat in words: its changes by happenings, as data and in words; and the seat at this moment:
its goods, the changes of its turn so far, its workers, and its food for the next food day."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.engine.calendar import corn_by_then, feeding
from bot.engine.components import GEARS, HIGHEST, MONUMENTS, TECHNOLOGIES, TEMPLES
from bot.engine.expansion import NO_TRIBE
from bot.engine.happenings import (
    GoodsChanged,
    Happening,
    PointsChanged,
    TechnologyMoved,
    TempleMoved,
    TileBuilt,
    TilesKept,
    TileTornDown,
    WorkerGained,
)
from bot.engine.position import Player, Position, load
from bot.refusal import P_
from bot.text import names
from bot.text.spaces import space_in_short
from bot.text.translation import N_, Translations

NO_BREAK = "\u00a0"
GOODS = ("corn", "wood", "stone", "gold", "skulls")


@dataclass(frozen=True)
class Change:
    """The sum of a seat's changes by some happenings; zero and empty where nothing changed."""

    goods: Mapping[str, int]
    """Changed amounts by corn, wood, stone, gold and skulls."""
    points4: int
    workers: int
    temples: Mapping[str, int]
    """The new step of each temple whose marker moved."""
    temples_up: Mapping[str, int]
    """The number of steps by which each of these moved."""
    technologies: Mapping[str, int]
    """The new level of each technology that moved."""
    tiles: Sequence[str]
    """Buildings and monuments gained, in order."""
    tiles_lost: Sequence[str]

    def __bool__(self) -> bool:
        return bool(self.goods or self.besides_goods)

    @property
    def besides_goods(self) -> int:
        """How many things changed besides goods."""
        return (
            bool(self.points4) + bool(self.workers) + len(self.temples) + len(self.technologies)
            + len(self.tiles) + len(self.tiles_lost)
        )  # fmt: skip


def change_of(happenings: Iterable[Happening], seat: int) -> Change:
    """Add up the changes of a seat by these happenings."""
    goods = dict.fromkeys(GOODS, 0)
    temples_up, levels = dict.fromkeys(TEMPLES, 0), dict.fromkeys(TECHNOLOGIES, 0)
    temples: dict[str, int] = {}
    technologies: dict[str, int] = {}
    points4 = workers = 0
    tiles: list[str] = []
    monuments: list[str] = []
    lost: list[str] = []
    for happening in happenings:
        match happening:
            case GoodsChanged() if happening.seat == seat:
                for kind in GOODS:
                    goods[kind] += getattr(happening, kind)
            case PointsChanged() if happening.seat == seat:
                points4 += happening.points4
            case TempleMoved() if happening.seat == seat:
                temples_up[happening.temple] += happening.steps
                temples[happening.temple] = happening.step
            case TechnologyMoved() if happening.seat == seat:
                levels[happening.technology] += happening.levels
                technologies[happening.technology] = happening.level
            case WorkerGained() if happening.seat == seat:
                workers += 1
            case TilesKept() if happening.seat == seat:
                workers += happening.workers - NO_TRIBE.start_workers
            case TileBuilt() if happening.seat == seat:
                (monuments if happening.monument else tiles).append(happening.tile)
            case TileTornDown() if happening.seat == seat:
                if happening.tile in tiles:
                    tiles.remove(happening.tile)
                else:
                    lost.append(happening.tile)
    return Change(
        goods={kind: n for kind, n in goods.items() if n},
        points4=points4,
        workers=workers,
        temples={temple: temples[temple] for temple in TEMPLES if temples_up[temple]},
        temples_up={temple: temples_up[temple] for temple in TEMPLES if temples_up[temple]},
        technologies={track: technologies[track] for track in TECHNOLOGIES if levels[track]},
        tiles=(*tiles, *monuments),
        tiles_lost=tuple(lost),
    )


def change_words(t: Translations, change: Change) -> list[str]:
    """Write the changes in short pieces: "+5 corn", "−1 gold", "Chaac 0 → 2", "Agriculture level
    2"; in the text of a message with icons instead of names, but for tiles."""
    # Translators: in a list of changes, a label before the name of a building or monument
    built = t.gettext("built: {tile}")
    # Translators: in a list of changes, a label before the name of a building
    torn_down = t.gettext("torn down: {tile}")
    pieces = [built.format(tile=_marked(t, tile)) for tile in change.tiles]
    pieces += [torn_down.format(tile=_marked(t, tile)) for tile in change.tiles_lost]
    pieces += [signed(t, kind, n) for kind, n in change.goods.items()]
    if change.points4:
        pieces.append(signed_points(t, change.points4))
    if change.workers:
        # Translators: in a list of changes: "+1 worker"
        more = t.ngettext("+{n} worker", "+{n} workers", change.workers).format(n=change.workers)
        icon = t.in_text.get("worker")
        short = (
            names.in_signs("worker", change.workers)
            if t.in_signs
            else f"{change.workers}\u202f{icon}"
        )
        pieces.append(f"+{short}" if t.in_signs or icon else more)
    # Translators: in a list of changes, a technology and the level reached: "Agriculture level 2"
    level = "{track} {n}" if t.in_signs else t.gettext("{track} level {n}")
    pieces += [
        t.say(
            CLIMB,
            temple=t.in_text.get(temple, names.temple_name(t, temple)),
            old=names.step_called(temple, new - steps),
            new=names.step_called(temple, new),
        )
        for temple, steps in change.temples_up.items()
        for new in [change.temples[temple]]
    ]
    pieces += [
        level.format(track=t.in_text.get(track, names.technology_name(t, track)), n=n)
        for track, n in change.technologies.items()
    ]
    return pieces


# Translators: a temple, and by the points printed there the steps its marker moved from and to
CLIMB = N_("{temple} {old} → {new}")


def _marked(t: Translations, tile: str) -> str:
    """A building or monument with its icon."""
    return t.marked("monument" if tile in MONUMENTS else "building", names.tile_name(t, tile))


def gain_words(t: Translations, change: Change) -> str:
    """Write the changes for a label: "+5 corn, Chaac 0 → 2"."""
    return names.in_a_row(t, change_words(t, change))


def signed_goods(t: Translations, goods: Mapping[str, int]) -> str:
    """Write gains and losses of goods: "+5 corn, −1 gold"."""
    return names.in_a_row(t, [signed(t, kind, n) for kind, n in goods.items() if n])


def signed(t: Translations, kind: str, n: int) -> str:
    """Write a gain or loss of a good: "+5 corn", "−1 gold"."""
    return ("+" if n > 0 else "−") + names.amount(t, kind, abs(n))


def signed_points(t: Translations, points4: int) -> str:
    """Write points won or lost: "+7 points", "−1 point"."""
    return ("+" if points4 > 0 else "−") + names.points(t, abs(points4))


# Translators: what a player has: "5 corn, 2 wood, 1 skull", or with icons "5 🌽  2 🪵"
YOU_HAVE = N_("**You have**: {goods}")
# Translators: what is prepared this turn, as "2 workers placed on Tikal 0 and 1 (1 corn)"
SO_FAR = N_("**So far**: {deeds}")


def so_far(t: Translations, position: Position, seat: int, deeds: str, *, ended: bool) -> str:
    """Tell what is prepared this turn, and the corn of the starting space if the turn, which has
    not `ended`, brings it at its end."""
    line = t.gettext(SO_FAR).format(deeds=deeds)
    if ended or position.start_space != seat or not position.calendar_corn:
        return line
    # Translators: behind what is prepared this turn: the corn of the starting space comes at the
    # end of the turn; "Confirm" is a button
    later = t.gettext("{deeds} · {corn} when you confirm")
    return later.format(deeds=line, corn=signed(t, "corn", position.calendar_corn))


# Translators: what a player will have: "corn 5 → 3, 2 wood"
AFTER_THIS = N_("**After this**: {effect}")


def goods_line(t: Translations, player: Player) -> str:
    """Tell a seat's goods: "5 corn, 2 wood, 1 skull", zeros left out but corn."""
    between = "\u2003" if names.good_icon(t, "corn") else ", "
    goods = player.goods.items()
    return between.join(names.amount(t, kind, n) for kind, n in goods if n or kind == "corn")


def effect_so_far(t: Translations, before: Position, now: Position, seat: int) -> str:
    """Tell goods and all other changes, before and after: "corn 5 → 3, 2 wood"."""
    old, new = before.players[seat], now.players[seat]
    # Translators: before and after: a good, a temple or a technology: "corn 5 → 3", "Chaac 2 → 4"
    went = t.gettext("{what} {old} → {new}")
    parts = [
        names.amount(t, kind, held)
        if had == held
        else went.format(what=names.good_icon(t, kind) or names.name_of(t, kind), old=had, new=held)
        for (kind, had), held in zip(old.goods.items(), new.goods.values(), strict=True)
        if had or held or kind == "corn"
    ]
    if old.points4 != new.points4:
        parts.append(
            # Translators: before and after, in a list: "points 12 → 19"
            t.gettext("points {old} → {new}").format(
                old=names.points_number(old.points4), new=names.points_number(new.points4)
            )
        )
    parts += [
        went.format(
            what=t.marked(temple, names.temple_name(t, temple)),
            old=names.step_called(temple, old.temples[temple]), new=names.step_called(temple, step),
        )
        for temple, step in new.temples.items()
        if old.temples[temple] != step
    ]  # fmt: skip
    parts += [
        went.format(
            what=t.marked(track, names.technology_name(t, track)),
            old=old.technologies[track],
            new=level,
        )
        for track, level in new.technologies.items()
        if old.technologies[track] != level
    ]
    if old.workers != new.workers:
        # Translators: before and after, in a list: "workers 3 → 4"
        parts.append(t.gettext("workers {old} → {new}").format(old=old.workers, new=new.workers))
    had = {*old.buildings, *old.monuments}
    parts += [
        names.tile_name(t, tile) for tile in (*new.buildings, *new.monuments) if tile not in had
    ]
    return ", ".join(part.replace(" ", NO_BREAK) for part in parts)


def coming_lines(t: Translations, position: Position, seat: int) -> list[str]:
    """Tell for each worker of a seat on the gears the actions of the next two rounds: "Tikal 1:
    next round 1 building, then 2 technologies"."""
    lines = []
    for gear, space in position.workers_of(seat):
        first, then = (_coming(t, gear, space + rounds) for rounds in (1, 2))
        place = names.space_name(t, gear, space)
        if space >= HIGHEST[GEARS.index(gear)]:
            # Translators: a worker on a last space, which the gear pushes off in the next round
            line = t.gettext("{place}: the worker comes home unused next round").format(place=place)
        elif first == then:
            # Translators: the action a worker will have: "Tikal 1: next round 1 building"
            line = t.gettext("{place}: next round {first}").format(place=place, first=first)
        else:
            # Translators: the actions a worker will have in the next two rounds: "Tikal 1: next
            # round 1 building, then 2 technologies"
            line = t.gettext("{place}: next round {first}, then {then}").format(
                place=place, first=first, then=then
            )
        lines.append(line)
    return lines


def landing_line(t: Translations, position: Position, gears: Sequence[str]) -> str:
    """Tell the actions in the next round of workers placed on these gears now, if they differ from
    the first space's; empty if there is none."""
    spaces = [(gear, position.gears[gear].index(None) + 1) for gear in gears]
    found = [
        # Translators: a space, and its action in two or three words: "Tikal 2: 1 building"
        t.gettext("{place}: {what}").format(place=names.space_name(t, gear, space), what=what)
        for gear, space in spaces
        if space > 1 and (what := _coming(t, gear, space))
    ]
    if not found:
        return ""
    # Translators: the actions that workers would have next round if they were placed now: "Next
    # round if you place now: Tikal 2: 1 building · Uxmal 3: a new worker"
    return t.gettext("Next round, if you place now: {places}").format(places=" · ".join(found))


def _coming(t: Translations, gear: str, space: int) -> str:
    if space > HIGHEST[GEARS.index(gear)]:
        # Translators: instead of an action, in "Tikal 6: next round any Tikal action, then home
        # unused": the worker comes home without having acted
        return t.gettext("back home, unused")
    return space_in_short(t, gear, space)[-1]


def round_words(t: Translations, position: Position) -> str:
    """Tell the round: "Round 3 · Food day in 2 rounds"."""
    # Translators: the round, and when the next food day is: "Round 3 · Food day in 2 rounds"
    return t.gettext("Round {round} · {food_day}").format(
        round=position.round, food_day=food_day_words(t, position.rounds_to_food_day)
    )


def progress_words(t: Translations, position: Position) -> str:
    """Tell how far a game has come: its round, or the choice of tiles before the first one."""
    if position.phase == "keep":
        # Translators: what is going on in a game: all players choose their tiles.
        return t.gettext("Choosing wealth tiles")
    return round_words(t, position)


# Translators, for each: the moment of a round, and when the next food day is
def moment_words(t: Translations, position: Position, waiting: Sequence[int]) -> str:
    """Tell the moment of a round that a position shows, in play: "Round 3 begins · Food day in 2
    rounds". `waiting` are the seats asked then."""
    if waiting and position.turn_seat not in waiting:
        words = t.gettext("Round {round}, all turns taken · {food_day}")
    elif position.turn_seat == position.first_seat:
        words = t.gettext("Round {round} begins · {food_day}")
    else:
        words = t.gettext("Round {round}, turn {turn} of {turns} · {food_day}")
    seats = len(position.players)
    return words.format(
        round=position.round,
        turn=(position.turn_seat - position.first_seat) % seats + 1,
        turns=seats,
        food_day=food_day_words(t, position.rounds_to_food_day),
    )


NEAR = 2
"""In the last rounds before a food day what hunger will cost is told."""
IN_A_LINE = 4
"""How many amounts with icons a phone has room for in a line: so none parts from its icon."""
# Translators: the round of a game
THIS_ROUND = N_("**Round {round}**")


# Translators: in a line about the game: the food day is at the end of this round
FOOD_DAY_NOW = N_("food day after this round")
# Translators: in a line about the game: the food day is at the end of the next round
FOOD_DAY_NEXT = N_("food day after the next round")
# Translators: in a line about the game: the rounds until the next food day
FOOD_DAY_IN = P_("food day in {n} round", "food day in {n} rounds")


def food_state(t: Translations, position: Position, seat: int, *, brief: bool = False) -> str:
    """Tell the next food day and what the seat lacks for it: "food day in 6 rounds: have 4 corn by
    then", and when it is near "food day in 2 rounds: need 4, have 2 (**−6 points**)"; empty where
    there is none any more. If `brief`, a day that is not near is told without the corn."""
    rounds = position.rounds_to_food_day
    if rounds is None:
        return ""
    if rounds <= 1:
        when = t.say(FOOD_DAY_NEXT if rounds else FOOD_DAY_NOW)
    else:
        when = t.say(FOOD_DAY_IN, n=rounds)
    if brief and rounds > NEAR:
        return when
    need = position.food_owed(seat)
    have = position.players[seat].corn + _corn_to_come(position, seat)
    if rounds > NEAR and need > have:
        # Translators: {when}: "food day in 6 rounds"; {corn}: what all workers will eat: "8 corn"
        prepare = t.gettext("{when}: you need {corn} by then")
        return prepare.format(when=when, corn=names.amount(t, "corn", need))
    # Translators: "food day in 2 rounds: need 4 corn, have 2"
    return t.gettext("{when}: {food}").format(when=when, food=food_owed_words(t, position, seat))


def holdings(t: Translations, player: Player) -> str:
    """Tell a seat's goods, the workers in its hand, and its points if it has any: "2 corn, 1 wood,
    3 workers in hand, 8 points"; with icons a second line where one is too long for a phone."""
    goods = [names.amount(t, kind, n) for kind, n in player.goods.items() if n or kind == "corn"]
    goods.append(hand_words(t, player))
    goods += [names.points(t, player.points4)] if player.points4 else []
    if not names.good_icon(t, "corn"):
        return ", ".join(goods)
    lines = [goods[n : n + IN_A_LINE] for n in range(0, len(goods), IN_A_LINE)]
    return "\n".join("\u2002".join(line) for line in lines)


def hand_words(t: Translations, player: Player) -> str:
    """Tell how many workers a seat can place: "3 workers in hand"."""
    n = player.available
    if worker := t.in_text.get("worker"):
        return f"{n}\u202f{worker}"
    # Translators: workers that can be placed; followed by a list of where the others are
    return t.ngettext("{n} worker in hand", "{n} workers in hand", n).format(n=n)


# Translators: "**Food day in 2 rounds**: need 6 corn, have 4"
FOOD_LINE = N_("**{when}**: {food}")


def food_day_words(t: Translations, rounds: int | None) -> str:
    """Tell the next food day from the number of rounds before it (None: no more food days)."""
    if rounds is None:
        # Translators: heading, or behind a dot: "Round 26 · No more food days"
        return t.gettext("No more food days")
    if rounds == 0:
        # Translators: heading, or behind a dot: "Round 7 · Food day at the end of this round"
        return t.gettext("Food day at the end of this round")
    if rounds == 1:
        # Translators: heading, or behind a dot: "Round 7 · Food day after the next round"
        return t.gettext("Food day after the next round")
    # Translators: heading, or behind a dot: "Round 3 · Food day in 2 rounds"
    return t.ngettext("Food day in {n} round", "Food day in {n} rounds", rounds).format(n=rounds)


def hunger_line(t: Translations, position: Position, seat: int) -> str:
    """Warn of a food day after this round for which the seat will have too little, with what its
    turn's end and its buildings bring before; empty otherwise."""
    if position.rounds_to_food_day != 0:
        return ""
    state = load(position)
    owner = state.seats[seat]
    lost = feeding(state, owner, corn_by_then(state, owner)).lost
    # Translators: above the button Confirm: workers of the reader would not be fed
    warning = t.ngettext(
        "⚠️ Hunger will cost you {n} point.",
        "⚠️ Hunger will cost you {n} points.",
        lost,
    )
    return warning.format(n=lost) if lost else ""


def _corn_to_come(position: Position, seat: int) -> int:
    """The corn that a seat gets for the starting-player space when its turn ends."""
    return position.calendar_corn if position.start_space == seat else 0


def food_owed_words(t: Translations, position: Position, seat: int, *, alone: bool = False) -> str:
    """Tell the corn a seat will need on the next food day and has: "need 6 corn, have 7", or "have
    4 + 2" with what it gets when its turn is confirmed; if that is too little, also the points it
    would lose. It stands behind a colon, or is a line of its own if `alone`."""
    need, corn = position.food_owed(seat), position.players[seat].corn
    to_come = _corn_to_come(position, seat)
    have = f"{corn}\u00a0+\u00a0{to_come}" if to_come else corn
    if not need:
        # Translators: the workers eat nothing on the next food day; behind a colon
        words = t.gettext("need nothing")
    else:
        # Translators: what all workers will eat on the next food day, as "6 corn", and the corn a
        # player has; behind a colon
        words = t.gettext("need {need}, have {have}").format(
            need=names.amount(t, "corn", need), have=have
        )
    state = load(position)
    lost = feeding(state, state.seats[seat], corn + to_come).lost
    if lost:
        words = f"{words} (**{signed_points(t, -4 * lost)}**)"
    # Translators: a line of its own: "Food: need 6 corn, have 7"
    return t.gettext("Food: {words}").format(words=words) if alone else words
