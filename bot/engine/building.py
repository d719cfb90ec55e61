"""Buildings and monuments: what can be built where, its price, taking the tile (p7, p9, p11)."""

from dataclasses import dataclass

from bot.engine.board import ARCHITECTURE, RESOURCES
from bot.engine.components import BUILDINGS, MONUMENTS, Building, Monument
from bot.engine.effects import effect, resolve
from bot.engine.flow import Question
from bot.engine.payment import has_printed, pay_printed
from bot.engine.refusal import IllegalAction
from bot.engine.state import Seat, State, Step

CORN_PER_BLOCK = 2  # Uxmal 4
WAIVE_ACTIONS = tuple(f"waive {resource}" for resource in RESOURCES)
STOP = "stop"


@dataclass(frozen=True, eq=False, slots=True)
class Site:
    """The terms on which an action lets a seat build."""

    architecture: bool = True  # the technology track works here
    in_corn: bool = False  # paid with corn instead of resources
    first_of_two: bool = False  # Tikal 4: a monument instead, or a second building after it
    may_stop: bool = False


TIKAL_2 = Site()
TIKAL_4 = Site(first_of_two=True)
TIKAL_4_SECOND = Site(may_stop=True)
TIKAL_4_SECOND_PLAIN = Site(architecture=False, may_stop=True)
UXMAL_4 = Site(in_corn=True)
TILE_BUILD = Site(may_stop=True)
"""A tile's build effect: its own Tikal 2 action, which may be declined (R-073)."""


def _discount(seat: Seat, site: Site) -> int:
    """Blocks taken off a price: 1 with architecture 3 (R-072)."""
    return 1 if site.architecture and seat.technologies[ARCHITECTURE] >= 3 else 0


def _corn_price(tile: Building, discount: int) -> int:
    return CORN_PER_BLOCK * max(0, tile.blocks - discount)


def _missing(seat: Seat, cost: tuple[int, int, int]) -> int:
    """How many blocks of the printed price the seat does not hold."""
    wood, stone, gold = seat.blocks
    return max(0, cost[0] - wood) + max(0, cost[1] - stone) + max(0, cost[2] - gold)


def _can_build(seat: Seat, tile: Building, site: Site, corn: int, discount: int) -> bool:
    if tile.skulls > seat.skulls:
        return False
    if site.in_corn:
        return _corn_price(tile, discount) <= corn
    return has_printed(seat, tile.cost) or _missing(seat, tile.cost) <= discount


def can_build_any(state: State, seat: Seat, site: Site, corn: int) -> bool:
    """Whether the seat can pay for any building on offer, with `corn` left to pay in corn."""
    discount = _discount(seat, site)
    for tile in state.building_row:
        if tile is not None and _can_build(seat, tile, site, corn, discount):
            return True
    return site.first_of_two and any(
        can_build_monument(seat, monument) for monument in state.monument_row
    )


def can_build_monument(seat: Seat, monument: Monument) -> bool:
    """Whether the seat can pay the monument's exact price (R-074)."""
    return has_printed(seat, monument.cost) and monument.skulls <= seat.skulls


def _options(state: State, step: Step) -> list[str]:
    _, index, site = step
    seat = state.seats[index]
    discount = _discount(seat, site)
    corn = seat.corn
    offered = [
        tile
        for tile in state.building_row
        if tile is not None and _can_build(seat, tile, site, corn, discount)
    ]
    options = [tile.build for tile in offered]
    if site.first_of_two:
        if seat.technologies[ARCHITECTURE]:  # keep architecture for the second one
            options += [tile.build_plain for tile in offered if has_printed(seat, tile.cost)]
        options += [
            monument.build for monument in state.monument_row if can_build_monument(seat, monument)
        ]
    if site.may_stop:
        options.append(STOP)
    return options


def _build(state: State, step: Step, action: str) -> None:
    if action == STOP:
        return
    _, index, site = step
    seat = state.seats[index]
    words = action.split()
    if words[0] == "monument":
        _build_monument(state, seat, words[1])
        return
    tile = BUILDINGS[words[1]]
    if site.first_of_two:
        plain = len(words) == 3
        # Architecture serves one of the two buildings; at level 0 nothing is used.
        kept = plain or not seat.technologies[ARCHITECTURE]
        second = TIKAL_4_SECOND if kept else TIKAL_4_SECOND_PLAIN
        state.agenda.append((BUILD, index, second))
        if plain:
            site = TIKAL_4_SECOND_PLAIN
    state.agenda.append((_take_building, index, tile, site))
    discount = _discount(seat, site)
    if site.in_corn:
        seat.corn -= _corn_price(tile, discount)
    elif discount and tile.blocks:
        state.agenda.append((DISCOUNT, index, tile))
    else:
        pay_printed(seat, tile.cost)


def _build_monument(state: State, seat: Seat, monument_id: str) -> None:
    monument = MONUMENTS[monument_id]
    pay_printed(seat, monument.cost)
    seat.skulls -= monument.skulls
    state.bank_skulls += monument.skulls
    state.monument_row.remove(monument)
    seat.monuments.append(monument)


def _take_building(state: State, step: Step) -> None:
    """(_take_building, seat, tile, site): it is paid; architecture pays out, then the tile."""
    _, index, tile, site = step
    seat = state.seats[index]
    state.building_row[state.building_row.index(tile)] = None  # refilled after the turn
    seat.buildings.append(tile)
    if site.architecture:  # before the building's own effects
        level = seat.technologies[ARCHITECTURE]
        if level >= 1:
            seat.corn += 1
        if level >= 2:
            seat.points4 += 4 * 2
    resolve(state, index, tile)


def _why_not(state: State, step: Step, action: str) -> IllegalAction | None:
    _, index, site = step
    words = action.split()
    if len(words) < 2 or words[0] not in ("build", "monument"):
        return None
    if words[0] == "monument":
        if not site.first_of_two:
            return IllegalAction("A monument can only be built with Tikal 4.")
        if words[1] not in MONUMENTS or MONUMENTS[words[1]] not in state.monument_row:
            return IllegalAction("That monument is not on offer; choose one that is.")
        return IllegalAction(
            "You cannot pay for {tile}: you need {price}.",
            tile=words[1],
            price=_price_words(MONUMENTS[words[1]].cost, MONUMENTS[words[1]].skulls),
        )
    tile = BUILDINGS.get(words[1])
    if tile is None or tile not in state.building_row:
        return IllegalAction("That building is not on offer; choose one that is.")
    if words[2:] == ["plain"] and not site.first_of_two:
        return IllegalAction(
            "Architecture can be kept back for the first building of Tikal 4 only."
        )
    if words[2:] == ["plain"] and not state.seats[index].technologies[ARCHITECTURE]:
        return IllegalAction("You have no architecture to keep back; build without “plain”.")
    if site.in_corn:
        price = _corn_price(tile, _discount(state.seats[index], site))
        return IllegalAction(
            "You cannot pay for {tile}: it costs {price} corn here and you have {held}.",
            tile=tile.id,
            price=price,
            held=state.seats[index].corn,
        )
    return IllegalAction(
        "You cannot pay for {tile}: you need {price}.",
        tile=tile.id,
        price=_price_words(tile.cost, tile.skulls),
    )


def _price_words(cost: tuple[int, int, int], skulls: int) -> str:
    parts = [f"{n} {name}" for n, name in zip(cost, RESOURCES, strict=True) if n]
    if skulls:
        parts.append(f"{skulls} skull")
    return ", ".join(parts)


BUILD = Question("build", _options, _build, _why_not)
"""(BUILD, seat, site): a building, or with Tikal 4 a monument."""


def _waived(tile: Building, kind: int) -> tuple[int, int, int]:
    """The price of the tile with one block of the kind left out."""
    wood, stone, gold = tile.cost
    return (wood - (kind == 0), stone - (kind == 1), gold - (kind == 2))


def _discount_options(state: State, step: Step) -> list[str]:
    seat, tile = state.seats[step[1]], step[2]
    return [
        WAIVE_ACTIONS[kind]
        for kind in range(3)
        if tile.cost[kind] and has_printed(seat, _waived(tile, kind))
    ]


def _waive(state: State, step: Step, action: str) -> None:
    pay_printed(state.seats[step[1]], _waived(step[2], WAIVE_ACTIONS.index(action)))


def _why_not_waive(state: State, step: Step, action: str) -> IllegalAction | None:
    if action not in WAIVE_ACTIONS:
        return None
    return IllegalAction(
        "Without that block you could still not pay the rest of {tile}, or it is not part of the "
        "price; choose another.",
        tile=step[2].id,
    )


DISCOUNT = Question("discount", _discount_options, _waive, _why_not_waive)
"""(DISCOUNT, seat, tile): which block of the price architecture 3 takes off (R-072)."""


@effect("build")
def _build_effect(state: State, step: Step) -> None:
    state.agenda.append((BUILD, step[1], TILE_BUILD))
