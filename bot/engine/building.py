"""Buildings and monuments: what can be built where, its price, and taking the tile (p7, p9,
p11)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from bot.engine.components import ARCHITECTURE, BUILDINGS, MONUMENTS, RESOURCES, Building, Monument
from bot.engine.goods import gain
from bot.engine.happenings import (
    GoodsChanged,
    Listener,
    PointsChanged,
    TileBuilt,
    TileTornDown,
)
from bot.engine.market import PAY, has_printed, pay_corn, pay_printed
from bot.engine.state import (
    Goods,
    IllegalAction,
    Question,
    Seat,
    Space,
    State,
    Step,
    effect,
    resolve,
)
from bot.engine.technology import STOP, works
from bot.engine.temples import DECLINE

CORN_PER_BLOCK = 2  # Uxmal 4
WAIVE_ACTIONS = tuple(f"waive {resource}" for resource in RESOURCES)
KEEP_ALL = "keep-all"
Cost = tuple[int, int, int]
"""What is printed on a tile as its price: wood, stone, gold."""
AnyTile = TypeVar("AnyTile", Building, Monument)


@dataclass(frozen=True, eq=False, slots=True)
class Site:
    """The terms on which an action lets a seat build."""

    architecture: bool = True  # the technology track works here
    in_corn: bool = False  # paid with corn instead of resources
    first_of_two: bool = False  # Tikal 4: a second building may follow
    buildings: bool = True
    monuments: bool = False
    corn: int = 0  # added to the price, paid with the answer
    leave: str | None = None  # the answer that builds nothing; None where the seat must build


TIKAL_2 = Site()
TIKAL_4 = Site(first_of_two=True, monuments=True)
TIKAL_4_SECOND = Site(leave=STOP)
TIKAL_4_SECOND_PLAIN = Site(architecture=False, leave=STOP)
UXMAL_4 = Site(in_corn=True)
QUICK_BUILD = Site(architecture=False, leave=DECLINE)
"""The building that a quick action allows: technology has no effect on it (R-177), and it can be
declined (R-175)."""
TILE_BUILD = Site(leave=STOP)
"""The building that a tile's effect allows: like Tikal 2, but it can be declined (R-073)."""
TILE_MONUMENT = Site(architecture=False, buildings=False, monuments=True, leave=STOP)
"""The monument that the Monument Tomb allows (R-171)."""


# A price is worked out in this order: what renovation leaves of the printed blocks, a block less
# for architecture 3, a block more in crowded cities.


def _may_waive(state: State, seat: Seat, site: Site) -> bool:
    """Whether architecture 3 takes a block off the price (R-072)."""
    return site.architecture and works(state, seat, ARCHITECTURE, 3)


def _crowding(state: State, tile: Building | Monument) -> int:
    """Count the blocks that a prophecy adds to a building's price; a monument's price stays
    (R-160)."""
    return state.calamity.building_blocks if isinstance(tile, Building) else 0


def _corn_price(state: State, seat: Seat, left: Cost, site: Site) -> int:
    blocks = sum(left)
    if blocks and _may_waive(state, seat, site):
        blocks -= 1
    return CORN_PER_BLOCK * blocks + state.calamity.building_corn


def _missing(seat: Seat, cost: Cost) -> int:
    """Count the blocks of a price that the seat lacks."""
    wood, stone, gold = seat.blocks
    missing = cost[0] - wood if cost[0] > wood else 0
    if cost[1] > stone:
        missing += cost[1] - stone
    if cost[2] > gold:
        missing += cost[2] - gold
    return missing


def _can_pay(
    state: State, seat: Seat, tile: Building | Monument, left: Cost, site: Site, corn: int
) -> bool:
    """Whether the seat can pay for a tile with its blocks or, where building costs corn, with this
    much `corn`. `left` is what renovation leaves of the printed price."""
    if tile.skulls > seat.skulls or site.corn > corn:
        return False
    if site.in_corn:
        return _corn_price(state, seat, left, site) <= corn
    held = has_printed(seat, left)
    if held and not state.calamity.building_blocks:
        return True
    waived = 1 if _may_waive(state, seat, site) and any(left) else 0
    if not held and (not waived or _missing(seat, left) > 1):
        return False
    return sum(seat.blocks) >= sum(left) - waived + _crowding(state, tile)


def _renovations(seat: Seat, tile: Building | Monument) -> list[tuple[Building, Cost]]:
    """List the seat's buildings that it could tear down for this tile, each with the price then
    left. They need the renovation mark and a block in common with the price (R-163, R-164)."""
    found = []
    for own in seat.buildings:
        if own.renovation and any(map(min, own.cost, tile.cost)):
            wood, stone, gold = (
                max(0, new - old) for new, old in zip(tile.cost, own.cost, strict=True)
            )
            found.append((own, (wood, stone, gold)))
    return found


def _can_build(state: State, seat: Seat, tile: Building | Monument, site: Site, corn: int) -> bool:
    if _can_pay(state, seat, tile, tile.cost, site, corn):
        return True
    renovations = _renovations(seat, tile) if seat.buildings else []
    return renovations != [] and any(
        _can_pay(state, seat, tile, left, site, corn) for _, left in renovations
    )


def _affordable(
    state: State, seat: Seat, tiles: Iterable[AnyTile | None], site: Site, corn: int
) -> list[AnyTile]:
    """List the tiles that the seat can pay for; None, an empty place, is left out."""
    if (
        site.in_corn
        or site.corn
        or state.calamity.building_blocks
        or _may_waive(state, seat, site)
        or (seat.buildings and any(own.renovation for own in seat.buildings))
    ):
        return [
            tile for tile in tiles if tile is not None and _can_build(state, seat, tile, site, corn)
        ]
    wood, stone, gold = seat.blocks  # nothing but the printed price counts
    skulls = seat.skulls
    return [
        tile
        for tile in tiles
        if tile is not None
        and tile.cost[0] <= wood
        and tile.cost[1] <= stone
        and tile.cost[2] <= gold
        and tile.skulls <= skulls
    ]


def _offered(state: State, seat: Seat, site: Site, corn: int) -> list[Building]:
    return _affordable(state, seat, state.building_row, site, corn) if site.buildings else []


def _offered_monuments(state: State, seat: Seat, site: Site) -> list[Monument]:
    """List the monuments that the seat can pay for; architecture does not help (R-074)."""
    if not site.monuments:
        return []
    return _affordable(state, seat, state.monument_row, TILE_MONUMENT, seat.corn)


def can_build_any(state: State, seat: Seat, site: Site, corn: int) -> bool:
    """Whether the seat can pay for any tile on offer; `corn` is what it has for prices in corn."""
    return bool(_offered(state, seat, site, corn) or _offered_monuments(state, seat, site))


def _options(state: State, step: Step) -> list[str]:
    _, index, site = step
    seat = state.seats[index]
    options = [tile.build for tile in _offered(state, seat, site, seat.corn)]
    if site.first_of_two and seat.technologies[ARCHITECTURE]:  # keep it for the second
        plain = _offered(state, seat, TIKAL_4_SECOND_PLAIN, seat.corn)
        options += [tile.build_plain for tile in plain]
    options += [monument.build for monument in _offered_monuments(state, seat, site)]
    if site.leave is not None:
        options.append(site.leave)
    return options


def _build(state: State, step: Step, action: str) -> None:
    _, index, site = step
    if action == site.leave:
        return
    seat = state.seats[index]
    if site.corn:
        pay_corn(state, index, site.corn, "quick_action")
        site = replace(site, corn=0)
    words = action.split()
    if words[0] == "monument":
        monument = MONUMENTS[words[1]]
        state.agenda.append((_take_monument, index, monument))
        _ask_price(state, index, monument, TILE_MONUMENT)
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
    _ask_price(state, index, tile, site)


def _ask_price(state: State, seat: int, tile: Building | Monument, site: Site) -> None:
    """Put the steps of paying on the agenda: renovation, discount, printed blocks, crowding."""
    crowding = _crowding(state, tile)
    if crowding and not site.in_corn:
        state.agenda.append((PAY, seat, crowding, "building"))
    if any(own.renovation for own in state.seats[seat].buildings):
        state.agenda.append((RENOVATE, seat, tile, site))
    else:
        _pay(state, seat, tile, tile.cost, site)


def _pay(state: State, index: int, tile: Building | Monument, left: Cost, site: Site) -> None:
    seat = state.seats[index]
    if site.in_corn:
        pay_corn(state, index, _corn_price(state, seat, left, site), "building")
    elif sum(left) and _may_waive(state, seat, site):
        state.agenda.append((DISCOUNT, index, tile, left))
    else:
        pay_printed(state, seat, left, "building")


def _take_monument(state: State, step: Step) -> None:
    """(_take_monument, seat, monument): give the seat a monument it has paid for."""
    _, index, monument = step
    seat = state.seats[index]
    seat.skulls -= monument.skulls
    state.bank_skulls += monument.skulls
    state.monument_row.remove(monument)
    seat.monuments.append(monument)
    if state.listener:
        _tell_built(state.listener, index, monument, 0)


def _tell_built(listener: Listener, seat: int, tile: Building | Monument, skulls_kept: int) -> None:
    if tile.skulls:
        listener(GoodsChanged(seat, "building", skulls=-tile.skulls))
    listener(TileBuilt(seat, tile.id, isinstance(tile, Monument), skulls_kept))


def _take_building(state: State, step: Step) -> None:
    """(_take_building, seat, tile, site): give the seat a building it has paid for, and its
    effects."""
    _, index, tile, site = step
    seat = state.seats[index]
    seat.skulls -= tile.skulls
    state.bank_skulls += tile.skulls - tile.skulls_kept
    state.building_row[state.building_row.index(tile)] = None  # refilled after the turn
    seat.buildings.append(tile)
    if state.listener:
        _tell_built(state.listener, index, tile, tile.skulls_kept)
    if site.architecture:  # before the building's own effects
        if works(state, seat, ARCHITECTURE, 1):
            gain(state, index, 1, 0, 0, 0, "technology")
        if works(state, seat, ARCHITECTURE, 2):
            seat.points4 += 4 * 2
            if state.listener:
                state.listener(PointsChanged(index, 4 * 2, "technologies"))
    resolve(state, index, tile)


def _why_not(state: State, step: Step, action: str) -> IllegalAction | None:
    _, index, site = step
    seat = state.seats[index]
    words = action.split()
    if len(words) < 2 or words[0] not in ("build", "monument"):
        return None
    if words[0] == "monument":
        if not site.monuments:
            return IllegalAction(
                "no-monument-here", "No monument can be built here; use Tikal 4 for that."
            )
        monument = MONUMENTS.get(words[1])
        if monument not in state.monument_row:
            return IllegalAction(
                "monument-not-on-offer", "That monument is not for sale; choose one from the row."
            )
        return _price_missing(state, seat, monument, TILE_MONUMENT)
    if not site.buildings:
        return IllegalAction(
            "monument-only", "Only a monument can be built here; choose one or stop."
        )
    tile = BUILDINGS.get(words[1])
    if tile is None or tile not in state.building_row:
        return IllegalAction(
            "building-not-on-offer", "That building is not for sale; choose one from the row."
        )
    if words[2:] == ["plain"] and not site.first_of_two:
        return IllegalAction(
            "plain-not-here",
            "You can save your Architecture discount for a second building only while building "
            "the first of two on Tikal 4.",
        )
    if words[2:] == ["plain"] and not seat.technologies[ARCHITECTURE]:
        return IllegalAction(
            "no-architecture",
            "You have no Architecture discount to save; build at the usual price.",
        )
    return _price_missing(state, seat, tile, site)


def _price_missing(
    state: State, seat: Seat, tile: Building | Monument, site: Site
) -> IllegalAction:
    """Say what the seat lacks to pay for a tile that is on offer."""
    if site.in_corn and tile.skulls > seat.skulls:
        # Translators: "{tile}" is the name of a building or monument
        return IllegalAction(
            "skull-missing-for-tile",
            "{tile} also costs a skull, but you have none.",
            tile=tile.id,
        )
    if site.in_corn:
        price = _corn_price(state, seat, tile.cost, site)
        # Translators: "{tile}" is the name of a building or monument; "{price}" is a price such as
        # "3 corn"; "{held}" a number of the same
        return IllegalAction(
            "tile-corn-price",
            "{tile} costs {price} here, but you have {held}.",
            tile=tile.id,
            price=Goods(corn=price),
            held=seat.corn,
        )
    crowding = _crowding(state, tile)
    if crowding:
        # Translators: "{tile}" is the name of a building or monument; "{price}" is a price such as
        # "2 wood, 1 stone"; "{extra}" is "1 resource"
        return IllegalAction(
            "tile-price-crowded",
            "{tile} now costs {price} and {extra} of any kind, which is more than you can pay.",
            tile=tile.id,
            price=_price(tile.cost, tile.skulls),
            extra=Goods(resources=crowding),
        )
    # Translators: "{tile}" is the name of a building or monument; "{price}" is a price such as "2
    # wood, 1 stone"
    return IllegalAction(
        "tile-price",
        "{tile} costs {price}, which is more than you can pay.",
        tile=tile.id,
        price=_price(tile.cost, tile.skulls),
    )


def _price(cost: Cost, skulls: int) -> Goods:
    price = Goods((name, n) for name, n in zip(RESOURCES, cost, strict=True) if n)
    if skulls:
        price["skulls"] = skulls
    return price


def why_nothing_to_build(
    state: State, seat: Seat, site: Site, corn: int, gear: str, number: int
) -> IllegalAction | None:
    """Say why the seat cannot build with this action: what it lacks for the tile it could pay for
    most nearly, or that no tile is left. `corn` is what it has for prices in corn."""
    tiles: list[Building | Monument] = [tile for tile in state.building_row if tile is not None]
    if site.monuments:
        tiles += state.monument_row
    if not tiles:
        # Translators: "{space}" is a space such as "Tikal 3"
        return IllegalAction(
            "nothing-to-build",
            "There is nothing left to build with {space}; choose another action or skip.",
            space=Space(gear, number),
        )
    if site.in_corn:
        cheapest = min(
            tiles,
            key=lambda tile: (tile.skulls > seat.skulls, _corn_price(state, seat, tile.cost, site)),
        )
        price = Goods(corn=_corn_price(state, seat, cheapest.cost, site))
        if cheapest.skulls:
            price["skulls"] = cheapest.skulls
        # Translators: "{space}" is a space such as "Tikal 3"; "{tile}" is the name of a building or
        # monument; "{price}" is a price such as "3 corn"; "{held}" a number of the same
        return IllegalAction(
            "no-affordable-building-in-corn",
            "You cannot afford any building with {space}: the cheapest is {tile} ({price}), "
            "but you have {held}.",
            space=Space(gear, number),
            tile=cheapest.id,
            price=price,
            held=corn,
        )
    nearest = min(
        tiles,
        key=lambda tile: (
            _missing(seat, tile.cost) + max(0, tile.skulls - seat.skulls),
            sum(tile.cost) + tile.skulls,
        ),
    )
    # Translators: "{space}" is a space such as "Tikal 3"; "{tile}" is the name of a building or
    # monument; "{price}" is a price such as "2 wood, 1 stone"
    return IllegalAction(
        "no-affordable-building",
        "You cannot afford any building with {space}; the one you come closest to affording is "
        "{tile} ({price}).",
        space=Space(gear, number),
        tile=nearest.id,
        price=_price(nearest.cost, nearest.skulls),
    )


BUILD = Question("build", _options, _build, _why_not)
"""(BUILD, seat, site): which building to take, or at Tikal 4 which monument."""


def _renovate_options(state: State, step: Step) -> list[str]:
    _, index, tile, site = step
    seat = state.seats[index]
    options = [
        f"renovate {own.id}"
        for own, left in _renovations(seat, tile)
        if _can_pay(state, seat, tile, left, site, seat.corn)
    ]
    if _can_pay(state, seat, tile, tile.cost, site, seat.corn):
        options.append(KEEP_ALL)
    return options


def _renovate(state: State, step: Step, action: str) -> None:
    _, index, tile, site = step
    seat = state.seats[index]
    if action == KEEP_ALL:
        _pay(state, index, tile, tile.cost, site)
        return
    for own, left in _renovations(seat, tile):
        if action == f"renovate {own.id}":
            seat.buildings.remove(own)  # out of the game
            if state.listener:
                state.listener(TileTornDown(index, own.id))
            _pay(state, index, tile, left, site)
            return


def _why_not_renovate(state: State, step: Step, action: str) -> IllegalAction | None:
    if action == KEEP_ALL:
        # Translators: "{tile}" is the name of a building or monument
        return IllegalAction(
            "renovation-needed",
            "You can only pay for “{tile}” by tearing a building down; choose which one.",
            tile=step[2].id,
        )
    if not action.startswith("renovate "):
        return None
    # Translators: "{tile}" is the name of a building or monument
    return IllegalAction(
        "cannot-renovate",
        "You cannot tear down that building for “{tile}”: it must be yours, be one that may be "
        "torn down and share a resource with the price, and you must be able to pay the rest.",
        tile=step[2].id,
    )


RENOVATE = Question("renovate", _renovate_options, _renovate, _why_not_renovate)
"""(RENOVATE, seat, tile, site): which own building to tear down for part of the price (R-163)."""


def _waived(left: Cost, kind: int) -> Cost:
    """Take one block of this kind off the price."""
    wood, stone, gold = left
    return (wood - (kind == 0), stone - (kind == 1), gold - (kind == 2))


def _discount_options(state: State, step: Step) -> list[str]:
    _, index, _, left = step
    seat = state.seats[index]
    return [
        WAIVE_ACTIONS[kind]
        for kind in range(3)
        if left[kind] and has_printed(seat, _waived(left, kind))
    ]


def _waive(state: State, step: Step, action: str) -> None:
    left = _waived(step[3], WAIVE_ACTIONS.index(action))
    pay_printed(state, state.seats[step[1]], left, "building")


def _why_not_waive(state: State, step: Step, action: str) -> IllegalAction | None:
    if action not in WAIVE_ACTIONS:
        return None
    # Translators: "{tile}" is the name of a building or monument
    return IllegalAction(
        "cannot-waive",
        "Even if you save that resource, you cannot pay for “{tile}”; save a different one.",
        tile=step[2].id,
    )


DISCOUNT = Question("discount", _discount_options, _waive, _why_not_waive)
"""(DISCOUNT, seat, tile, left): which block architecture 3 takes off the price `left` (R-072)."""


@effect("build")
def _build_effect(state: State, step: Step) -> None:
    site = TILE_MONUMENT if step[2].raw["what"] == "monument" else TILE_BUILD
    state.agenda.append((BUILD, step[1], site))
