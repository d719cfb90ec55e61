"""The whole position in words: every fact of it is said, in its section, and nothing hidden.

The facts are written here from the position's dump, not with the functions that are tested.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine import Game
from bot.engine.components import COMPONENTS, MODULES
from bot.engine.position import Position as TypedPosition
from bot.scene import Moved
from bot.text.descriptions.alt_text import alt_city, alt_wheels
from bot.text.descriptions.position import position_sections
from bot.text.translation import translator
from tests.rendering.scenes import NAMES, Position, position_in_words, scene, scene_at
from tests.rendering.scenes import position as dumped

ENGLISH = translator("en")
LETTERS = "ABCDE"
GEARS = {gear["id"]: gear["id"].replace("_", " ").title() for gear in COMPONENTS["gears"]}
TEMPLES = {temple["id"]: temple for temple in COMPONENTS["temples"]}
TRACKS = {track["id"]: track["id"].title() for track in COMPONENTS["technologies"]}
TILES: dict[str, dict[str, Any]] = {
    tile["id"]: tile
    for tiles in (
        *(COMPONENTS[key] for key in (
            "wealth_tiles", "buildings", "monuments", "tribes", "prophecies",
        )),
        COMPONENTS["quick_actions"]["tiles"],
    )
    for tile in tiles
}  # fmt: skip
FOOD_DAYS = (7, 13, 20, 26)

Sections = dict[str, list[str]]


def sections(said: str) -> Sections:
    """The text by headings."""
    found: Sections = {}
    for block in said.split("\n\n"):
        heading, *lines = block.split("\n")
        assert heading.startswith("### ")
        found[heading.removeprefix("### ")] = lines
    return found


def several(n: int, one: str, more: str = "") -> str:
    """So many of a thing in English."""
    return f"{n} {one if n == 1 else more or one + 's'}"


def score(points4: int) -> str:
    """Quarters of a point in English."""
    sign = "−" if points4 < 0 else ""
    whole, quarters = divmod(abs(points4), 4)
    number = f"{whole or ''}{['', '¼', '½', '¾'][quarters]}" or "0"
    return f"{sign}{number} point{'' if abs(points4) == 4 else 's'}"


def facts(dump: Position) -> Iterator[tuple[str, str]]:
    """(heading, a text that must be found in one of its lines) of everything that lies open."""
    yield from facts_of_the_round(dump)
    yield from facts_beside_the_gears(dump)
    if dump["quick"] is not None:
        yield "Quick action", f"{TILES[dump['quick']['tile']]['name']}"
        for number, who in enumerate(dump["quick"]["spaces"], start=1):
            yield "Quick action", f"Space {number}: {called(who)}."
    yield from facts_of_the_prophecies(dump)
    yield from facts_of_the_tracks(dump)
    yield from facts_of_the_rows(dump)
    for seat in range(len(dump["players"])):
        for fact in facts_of_a_seat(dump, seat):
            yield f"Seat {LETTERS[seat]} {NAMES[seat]}", fact


def called(who: int | str | None) -> str:
    return "free" if who is None else who if isinstance(who, str) else LETTERS[who]


def moment(dump: Position) -> str:
    """Which moment of its round a position shows."""
    said, seats = f"Age {dump['age']}, round {dump['round']}", len(dump["players"])
    if dump["phase"] != "play":
        return said
    turn = (dump["turn_seat"] - dump["first_seat"]) % seats + 1
    return f"{said}, turn {turn} of {seats}" if turn > 1 else f"{said} begins"


def facts_of_the_round(dump: Position) -> Iterator[tuple[str, str]]:
    yield (
        "Round",
        f"round {dump['round']}" if dump["phase"] == "finished" else f"{moment(dump)}.",
    )
    yield "Round", f"Starting player: {LETTERS[dump['first_seat']]}"
    if dump["phase"] == "finished":
        return
    held = dump["food_days_held"]
    if held == 4:
        yield "Round", "The last food day is over."
    for number in range(held, 4):
        rounds = max(0, FOOD_DAYS[number] - dump["tooth"])
        kind = "goods" if number in (0, 2) else "points"
        if rounds == 1 and number == held:
            yield "Round", f"Food day after the next round (temple steps give {kind}"
        elif rounds:
            later = "Another food day" if number > held else "Food day"
            yield "Round", f"{later} in {several(rounds, 'round')} (temple steps give {kind}"
        else:
            yield "Round", f"Food day at the end of this round (temple steps give {kind}"


def facts_beside_the_gears(dump: Position) -> Iterator[tuple[str, str]]:
    for gear, name in GEARS.items():
        told = [f"{called(w)} on {s}" for s, w in enumerate(dump["gears"][gear]) if w is not None]
        yield "Gears", f"{name}: {', '.join(told) or 'empty'}."
    where = "Beside the gears"
    yield where, f"Starting space: {called(dump['start_space'])}."
    yield where, f"On the calendar: {dump['calendar_corn']} corn."
    for space in "2345":
        corn, wood = dump["jungle"][space]["corn"], dump["jungle"][space]["wood"]
        yield (
            where,
            (f"Palenque {space}: {several(corn, 'corn tile')}, {several(wood, 'wood tile')}."),
        )
    lying = [str(n) for n, skull in enumerate(dump["skull_spaces"], start=1) if skull]
    yield (
        where,
        f"Skulls on these spaces of Chichen Itza: {', '.join(lying)}." if lying else "No skull",
    )
    yield where, f"In the supply: {several(dump['bank_skulls'], 'skull')}."


def facts_of_the_prophecies(dump: Position) -> Iterator[tuple[str, str]]:
    for number, prophecy in enumerate(dump["prophecies"]):
        state = "over" if number < dump["food_days_held"] else "to come"
        if prophecy == dump["active_prophecy"]:
            state = "active"
        yield "Prophecies", f"{number + 1}. {TILES[prophecy]['name']} ({state})."
        for band in TILES[prophecy]["bands"]:
            sign = "+" if band["points"] > 0 else "−" if band["points"] < 0 else ""
            points = f"{sign}{abs(band['points'])} for "
            if "max" not in band:
                yield "Prophecies", f"{points}{band['min']} or more"
            elif "min" in band:
                yield "Prophecies", f"{points}{band['min']}"
            else:  # from the least that can be counted
                yield "Prophecies", points
                yield "Prophecies", f" {band['max']}, 0 for ".replace("-", "−")


def facts_of_the_tracks(dump: Position) -> Iterator[tuple[str, str]]:
    for temple, raw in TEMPLES.items():
        bonus = raw["leader_bonus"]
        yield (
            "Temples",
            (
                f"{raw['id'].title()}: its leader gets {score(4 * bonus['age1'])} in age 1 and "
                f"{score(4 * bonus['age2'])} in age 2."
            ),
        )
        for seat, player in enumerate(dump["players"]):
            points = raw["steps_bottom_to_top"][player["temples"][temple]]["points"]
            step = f"step {score(4 * points).split()[0]}"
            yield "Temples", rf"~^{raw['id'].title()}, {step}( \(.*\))?: .*{LETTERS[seat]}"
    for track, name in TRACKS.items():
        for seat, player in enumerate(dump["players"]):
            level = player["technologies"][track]
            yield "Technologies", rf"~^{name} level {level}: .*{LETTERS[seat]}"


def facts_of_the_rows(dump: Position) -> Iterator[tuple[str, str]]:
    for row, key in (
        ("Buildings on offer", "building_row"),
        ("Monuments on offer", "monument_row"),
    ):
        for number, tile in enumerate(dump[key], start=1):
            if tile is None:
                yield row, f"{number}. No building."
                continue
            cost = TILES[tile]["cost"]
            goods = ", ".join(
                several(n, "skull") if kind == "skull" else f"{n} {kind}"
                for kind, n in cost.items()
            )
            yield (
                row,
                rf"~^{number}\. {re.escape(TILES[tile]['name'])}, .*Cost: {goods}\. Effect: \w",
            )
    yield "Buildings on offer", f"Stack of age 1: {several(dump['age1_left'], 'building')}."
    yield "Buildings on offer", f"Stack of age 2: {several(dump['age2_left'], 'building')}."
    for seat, player in enumerate(dump["players"]):
        for tile in player["monuments"]:
            yield "Monuments on offer", f"Built by {LETTERS[seat]}: {TILES[tile]['name']}."


def facts_of_a_seat(dump: Position, seat: int) -> Iterator[str]:
    player = dump["players"][seat]
    yield f"{score(player['points4'])}."
    yield (
        f"{player['corn']} corn, {player['wood']} wood, {player['stone']} stone, "
        f"{player['gold']} gold, {several(player['skulls'], 'skull')}."
    )
    yield f"Free workers: {player['available']} of {player['workers']}"
    standing = [
        f"{GEARS[gear]} {space}"
        for gear in GEARS
        for space, who in enumerate(dump["gears"][gear])
        if who == seat
    ]
    standing += ["starting space"] * (dump["start_space"] == seat)
    if dump["quick"] is not None:
        spaces = enumerate(dump["quick"]["spaces"], start=1)
        standing += [f"quick action {space}" for space, who in spaces if who == seat]
    if standing:
        yield f"; on the board: {', '.join(standing)}."
    yield "light side up" if player["light_side"] else "dark side up"
    for temple, raw in TEMPLES.items():
        points = raw["steps_bottom_to_top"][player["temples"][temple]]["points"]
        step = f"step {score(4 * points).split()[0]}"
        yield rf"~^Temples: .*{raw['id'].title()} {step}( \(.*\))?[;.]"
    for track, name in TRACKS.items():
        yield rf"~^Technologies: .*{name} level {player['technologies'][track]}[,.]"
    corn, wood = player["corn_tiles"], player["wood_tiles"]
    yield f"From the jungle: {several(corn, 'corn tile')}, {several(wood, 'wood tile')}."
    if player["tribe"]:
        yield f"Tribe: {TILES[player['tribe']]['name']}."
    for what, key in (("Buildings", "buildings"), ("Monuments", "monuments")):
        yield f"{what}: none." if not player[key] else f"{what}: {TILES[player[key][0]]['name']}"
        for tile in player[key]:
            yield rf"~^{what}: .*{re.escape(TILES[tile]['name'])} \("
    for tile in player["wealth"]:
        yield rf"~^Wealth tiles kept: .*{re.escape(TILES[tile]['name'])}[,.]"
    if dump["phase"] == "play" and dump["food_days_held"] < 4:
        owed = TypedPosition.from_dump(dump).food_owed(seat)
        yield f"Needs {owed} corn on the next food day{' but has less' * (owed > player['corn'])}"
    if dump["phase"] == "play":
        if seat == dump["turn_seat"]:
            yield "It is this player's turn."
        if seat == dump["first_seat"]:
            yield "Starting player."


def is_said(fact: str, lines: list[str]) -> bool:
    """Whether one of the lines holds it; "~" begins a pattern."""
    if fact.startswith("~"):
        return any(re.search(fact[1:], line) for line in lines)
    return any(fact in line for line in lines)


def missing(dump: Position, said: str) -> list[tuple[str, str]]:
    """The facts of the position that the text does not hold."""
    found = sections(said)
    return [
        (heading, fact)
        for heading, fact in facts(dump)
        if not is_said(fact, found.get(heading, []))
    ]


def random_game(seed: int) -> Game:
    """A game of 2 to 5 seats with any of the modules, stopped anywhere. Builds if it may."""
    chance = random.Random(seed)
    modules = tuple(m for m in MODULES if chance.random() < 0.6)
    players = chance.randint(2, 5 if modules else 4)
    game = Game.new(players, seed=seed, modules=modules)
    until = chance.choice((0, 1, 3, 7, 12, 18, 24, 99))
    while not game.finished:
        seat, kind = game.pending[0]
        if until == 0 or (kind == "turn" and game.position()["round"] >= until):
            break
        legal = game.legal(seat)
        wanted = [a for a in legal if a.split()[0] in ("do", "build", "monument", "advance")]
        game.play(seat, chance.choice(wanted or legal))
    return game


def checking(examples: int) -> settings:
    """The same examples in every run, so that a failure is everybody's failure."""
    return settings(
        max_examples=examples, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip


SEEDS = st.integers(min_value=0, max_value=2**32 - 1)


@checking(100)
@given(seed=SEEDS)
def test_every_fact_of_the_position_is_said_and_nothing_hidden(seed: int) -> None:
    game = random_game(seed)
    dump = game.position()
    waiting = tuple(decision.seat for decision in game.pending)
    shown = scene_at(dump, NAMES[: len(dump["players"])], waiting=waiting)
    said = position_in_words(shown, ENGLISH)
    assert not missing(dump, said)
    check_hidden(game, dump, said)
    for words, kept in ((alt_wheels, facts_of_wheels), (alt_city, facts_of_city)):
        alt = words(shown, ENGLISH)
        assert len(alt) <= 1024
        assert not [fact for fact in kept(dump) if not re.search(fact, alt)]
        check_hidden(game, dump, alt)


def facts_of_wheels(dump: Position) -> Iterator[str]:
    """Patterns of what the main picture's alt text says however full the board is."""
    yield from facts_of_both(dump)
    for heading, fact in facts_beside_the_gears(dump):
        if heading == "Gears":
            yield re.escape(fact)
    for seat, player in enumerate(dump["players"]):
        yield (
            rf"{LETTERS[seat]}( {NAMES[seat]})?: {player['corn']} corn, "
            rf"{score(player['points4'])}, "
            rf"free workers: {player['available']} of {player['workers']}"
        )


def facts_of_city(dump: Position) -> Iterator[str]:
    """The same of the second picture."""
    yield from facts_of_both(dump)
    for temple, raw in TEMPLES.items():
        for seat, player in enumerate(dump["players"]):
            points = raw["steps_bottom_to_top"][player["temples"][temple]]["points"]
            number = str(points).replace("-", "−")
            yield rf"{temple.title()} \(.*?{LETTERS[seat]}[^;.]* at {number}[;.]"
    for track, name in TRACKS.items():
        for seat, player in enumerate(dump["players"]):
            yield rf"{name}: .*?{LETTERS[seat]}[^;.]* level {player['technologies'][track]}[;.]"
    for row in ("building_row", "monument_row"):
        for number, tile in enumerate(dump[row], start=1):
            if tile:
                yield rf"\b{number} {re.escape(TILES[tile]['name'])}"
    for seat, player in enumerate(dump["players"]):
        yield rf"{LETTERS[seat]}( {NAMES[seat]})?: .*?{score(player['points4'])}"


def facts_of_both(dump: Position) -> Iterator[str]:
    """Round, food day, who is to move."""
    if dump["phase"] == "finished":
        yield f"ended after round {dump['round']}"
        return
    yield f"^{moment(dump)}"
    if dump["food_days_held"] < 4:
        rounds = max(0, FOOD_DAYS[dump["food_days_held"]] - dump["tooth"])
        yield (
            f"Food day in {rounds} rounds",
            "Food day at the end of this round",
            "Food day after the next round",
        )[(rounds == 0) + 2 * (rounds == 1)]
    if dump["phase"] == "play":
        yield rf"To move: {LETTERS[dump['turn_seat']]}( {NAMES[dump['turn_seat']]})?\."


def check_hidden(game: Game, dump: Position, said: str) -> None:
    """Nothing is named that does not lie open: tiles in the stacks, dealt to choose from, to come
    as quick actions."""
    players = dump["players"]
    open_tiles = {tile for tile in (*dump["building_row"], *dump["monument_row"]) if tile}
    open_tiles |= {*dump["prophecies"]}
    for player in players:
        open_tiles |= {*player["buildings"], *player["monuments"], *player["wealth"]}
        open_tiles |= {player["tribe"]} - {None}
    setup = game.setup
    hidden = {
        tile
        for key in ("age1", "age2", "wealth", "tribes", "monuments", "prophecies")
        for tile in setup.get(key, ())
    }
    named = {TILES[tile]["name"] for tile in hidden - open_tiles}
    named -= {TILES[tile]["name"] for tile in open_tiles}
    # A tile that an age's row turned over and nobody bought is no secret, but not told either.
    assert len(named) > 5
    words = set(re.findall(r"(?<=[:;,.] )(?:\d+\.? )?([^:;,.(]+)", said))
    assert not {name for name in named if name in words}


def test_the_check_finds_what_is_missing() -> None:
    dump = dumped(4, 12)
    said = position_in_words(scene(dump), ENGLISH)
    assert not missing(dump, said)
    for key in ("round", "bank_skulls", "calendar_corn", "age2_left", "tooth"):
        assert missing({**dump, key: dump[key] + 1}, said), key
    for key in ("corn", "wood", "points4", "available", "corn_tiles"):
        changed = [{**dump["players"][0], key: 77}, *dump["players"][1:]]
        assert missing({**dump, "players": changed}, said)
    lines = said.split("\n")
    for number, line in enumerate(lines):
        if re.search(r"\d", line):
            assert missing(dump, "\n".join([*lines[:number], *lines[number + 1 :]])), line


def test_the_check_finds_what_is_hidden() -> None:
    game = Game.new(4, seed=5)
    while game.pending[0].kind == "keep":
        game.play(game.pending[0].seat, game.legal(game.pending[0].seat)[0])
    dump = game.position()
    open_names = {TILES[tile]["name"] for tile in dump["building_row"]}
    secret = next(t for t in game.setup["age2"] if TILES[t]["name"] not in open_names)
    said = position_in_words(scene(dump), ENGLISH)
    check_hidden(game, dump, said)
    with pytest.raises(AssertionError):
        check_hidden(game, dump, f"{said}\nNext: {TILES[secret]['name']}.")


def test_sections_stand_in_the_same_order_always() -> None:
    orders = []
    for seed in range(6):
        dump = random_game(seed).position()
        shown = scene_at(dump, NAMES[: len(dump["players"])])
        orders.append([section.heading for section in position_sections(shown, ENGLISH)])
    longest = max(orders, key=len)
    for order in orders:
        places = [longest.index(heading) for heading in order]
        assert places == sorted(places)
    assert longest[:3] == ["Round", "Gears", "Beside the gears"]


@checking(40)
@given(seed=SEEDS)
def test_each_line_is_a_sentence_and_each_number_agrees_with_its_noun(seed: int) -> None:
    dump = random_game(seed).position()
    said = position_in_words(scene_at(dump, NAMES[: len(dump["players"])]), ENGLISH)
    for line in said.split("\n"):
        assert line.startswith("### ") or line == "" or line.endswith("."), line
        assert "  " not in line
        assert not re.search(
            r"(?<![\d¼½¾−.])1 (\w+ )?(points|tiles|skulls|rounds|buildings|steps)\b", line
        ), line
        assert not re.search(
            r"\b(0|[2-9]|\d\d) (point|skull|round|step|(corn|wood) tile)\b(?! \d)", line
        ), line
        assert "{" not in line


def test_moves_to_all_places_are_told() -> None:
    game = Game.new(5, seed=2, modules=MODULES)
    dump = game.position()
    shown = scene_at(dump, NAMES, last_move=())
    moves = (
        Moved(0, "tikal", 0, placed=True),
        Moved(0, "start", 0, placed=True),
        Moved(1, "quick", 2, placed=True),
        Moved(2, "uxmal", 3, placed=False),
    )
    said = sections(position_in_words(replace(shown, last_move=moves), ENGLISH))["Round"]
    assert (
        "Latest moves: A (Tikal 0), A (starting space), B (quick action 3), C (Uxmal 3, picked up)."
    ) in said
