"""What tiles and rules say in numbers and goods is what data says, in every language.

The expected numbers are read from data/components.json here once more, on another way than the
program's words: a number that is wrong in a text is found.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from bot.engine import Game
from bot.engine.components import COMPONENTS as DATA
from bot.model.server import LANGUAGES
from bot.text.names import TILE_IDS, gear_name, tile_name
from bot.text.rules import BY_ID, TOPICS
from bot.text.tiles import tile_cost, tile_effects
from bot.text.translation import Translations, translator
from tests.engine.scenario import parts, start
from tests.engine.test_calendar import fed, food_day

_WORDS = {
    "en": "two three four five six",
    "de": "zwei drei vier(?:mal)? fünf sechs",
    "es": "dos tres cuatro cinco seis",
    "it": "due tre quattro cinque sei",
    "pt": "dois|duas três quatro cinco seis",
}
"""The numbers from 2 on in words; one is an article, too, and is left out."""
_UNITS = {
    "corn": "corn|mais|maíz|milhos?|🌽",
    "wood": "wood|holz|maderas?|madeiras?|legn[oi]|🪵",
    "stone": "stone|steine?|piedras?|pedras?|pietr[ae]|🪨",
    "gold": "gold|oro|ouros?|🪙",
    "skull": "skulls?|schädel|calaveras?|caveiras?|tesch(?:io|i)|💀",
    "resource": "resources?|rohstoffe?|recursos?|risors[ae]",
    "point": "points?|punkte?|puntos?|punt[oi]|pontos?",
}
_ICON = re.compile(r"<:tz_(\w+):\d+>")
_BESIDE = r"[ \u202f]?(?:de |di )?"
_UNIT = "|".join(f"(?P<{unit}>{words})" for unit, words in _UNITS.items())
_AGE = r"(?<!age )(?<!era )", r"(?!ª|\. zeitalter)"
"""Stand before and behind a number that is not that of an age."""
_NUMBER = re.compile(rf"{_AGE[0]}([−+]?\d+){_AGE[1]}(?:{_BESIDE}(?:{_UNIT})(?!\w))?")


def said(t: Translations, text: str) -> list[str]:
    """The numbers of a text in order, each with the good behind it: ["3 corn", "5"]; no ages."""
    text = _ICON.sub(r"\1", text).casefold()
    for n, words in enumerate(_WORDS[t.locale.language].split(), start=2):
        text = re.sub(rf"\b(?:{words})\b", str(n), text)
    return [
        " ".join([found[1].lstrip("+"), *(unit for unit in _UNITS if found[unit])])
        for found in _NUMBER.finditer(text)
    ]


# --- What tiles and rules say in numbers and goods is what data says, in every language -----------
# The expected numbers are read from data/components.json here once more, on another way than the
# program's words: a number that is wrong in a text, missing or too many fails.

Raw = Mapping[str, Any]
GOODS = ("corn", "wood", "stone", "gold", "skull")
TILES: Mapping[str, Raw] = {
    raw["id"]: raw
    for kind in ("wealth_tiles", "buildings", "monuments", "tribes", "prophecies")
    for raw in DATA[kind]
} | {raw["id"]: raw for raw in DATA["quick_actions"]["tiles"]}
every_language = pytest.mark.parametrize("language", LANGUAGES)


def goods(amounts: Raw) -> list[str]:
    """Amounts as they are said: ["3 corn", "1 resource"]."""
    return [f"{n} {'resource' if good == 'any_resource' else good}" for good, n in amounts.items()]


def signed(n: int) -> str:
    return str(n).replace("-", "−")


# --- tiles ----------------------------------------------------------------------------------------


def effect(raw: Raw) -> list[str]:
    match raw["type"]:
        case "gain":
            return goods(raw["resources"])
        case "temple" | "technology":
            return [str(abs(raw["steps"]))]
        case "worker":
            return [str(raw["count"])]
        case "feed_free":
            return [str(raw["workers"])]
        case "feed_discount":
            return [f"{raw['corn_per_worker']} corn"]
        case "points":
            return [f"{raw['amount']} point"]
        case "any_action":
            return [f"{raw['corn']} corn"]
        case "food_day_income" if "by_age" in raw:
            return [one for given in raw["by_age"].values() for one in goods(given)]
        case "food_day_income":
            return goods(raw["resources"])
        case "technology_exchange":
            return [str(len(DATA["technologies"]) - raw["lower"]["tracks"])]
        case "market" | "build" | "renovation" | "skull_offering":
            return []
    raise ValueError(raw["type"])


def scoring(raw: Raw) -> list[str]:
    match raw["type"]:
        case "per_monument_built_by_anyone":
            return [str(n) for pair in raw["points_by_players"].items() for n in pair]
        case "by_tracks_at_level_3":
            _, one, two, three, _ = raw["points"]
            return [str(one), str(two), f"{three} point", "1", "2", "3", "3"]
        case "by_workers_in_play":
            four, five, six = (raw["points"][n] for n in "456")
            return [str(four), str(five), f"{six} point", "4", "5", "6"]
        case "temple_step_points_again":
            return [str(len(DATA["temples"]))]
        case "best_temple_steps_above_start":
            return [f"{raw['points_per_step']} point"]
    return [f"{raw['points']} point"]


def prophecy(raw: Raw) -> list[str]:
    calamity, metric = raw["calamity"], raw["metric"]
    corn = ("corn_each", "corn_per_worker")
    found = [f"{calamity[key]} corn" for key in corn if key in calamity]
    for key in ("cost", "cost_each", "cost_when_paying_corn"):
        found += goods(calamity.get(key, {}))
    if "amount" in calamity:
        found.append(f"{calamity['amount']} {calamity['resource']}")
    if "level" in calamity:
        found.append(str(calamity["level"]))
    if metric["type"] == "tracks_at_level_2_or_more":
        found.append("2")
    lowest = 0
    if "below_start" in metric:
        found.append(signed(metric["below_start"]))
        lowest = metric["below_start"] * (1 if "temple" in metric else len(DATA["temples"]))
    for band in raw["bands"]:
        ends = {band.get("min", lowest), band.get("max", band.get("min"))}
        found += [signed(n) for n in (*ends, band["points"])]
    return found


TRIBES: Mapping[str, Callable[[Raw], Sequence[str]]] = {
    "pick_up_one_after_placing": lambda raw: [str(raw["min_workers_placed_on_gears"])],
    "one_ahead": lambda raw: goods(raw["cost"]),
    "may_pass": lambda raw: [],
    "corn_floor": lambda raw: [
        f"{raw['at_turn_start']} corn", f"{raw['beg_when_at_most']} corn", str(raw["beg_to"]),
    ],
    "step_back_gains_corn": lambda raw: [f"{raw['gain_total']} corn"],
    "placement_discount_and_extra_space": lambda raw: [f"{raw['discount']} corn"],
    "paired_gear_action": lambda raw: [],
    "cheap_technology": lambda raw: [
        "1", "3", f"{raw['resource_discount_levels_1_to_3']} resource",
        "3", f"{raw['bonus_cost']} resource",
    ],
    "extra_wealth": lambda raw: [str(raw["keep"]), str(DATA["setup"]["wealth_tiles_kept"])],
    "skip_space": lambda raw: [],
    "sell_resource": lambda raw: [],
    "many_workers": lambda raw: [
        str(raw["start_workers"]), f"{raw['feed_extra_corn_per_worker']} corn",
        f"{-raw['unfed_points']} point",
    ],
    "placement_table": lambda raw: [
        f"{raw['worker_count_total']['2']} corn", "2",
        *(part for n in "3456" for part in (str(raw["worker_count_total"][n]), n)),
    ],
}  # fmt: skip


def of_tile(raw: Raw) -> Sequence[str]:
    """The numbers of a tile's price and effects, with their goods."""
    if "bands" in raw:
        return prophecy(raw)
    if "ability" in raw:
        return TRIBES[raw["ability"]["type"]](raw["ability"])
    found = goods(raw.get("cost", {})) + goods(raw.get("resources", {}))
    for one in raw.get("effects", ()):
        found += effect(one)
    return found + (scoring(raw["scoring"]) if "scoring" in raw else [])


def said_of(t: Translations, tile: str) -> list[str]:
    return said(t, f"{tile_cost(t, tile)}; {tile_effects(t, tile)}")


def counted(numbers: Iterable[str]) -> Counter[str]:
    """Without the number 1 that stands alone: it is an article in some languages."""
    return Counter(one for one in numbers if one not in ("1", "−1"))


@every_language
def test_a_tile_says_the_numbers_and_goods_of_data(language: str) -> None:
    t = translator(language)
    icons = {good: f"<:tz_{good}:1>" for good in GOODS}
    for tile in TILE_IDS:
        for shown in (t, t.with_icons(icons).for_message()):
            assert counted(said_of(shown, tile)) == counted(of_tile(TILES[tile])), tile


def test_every_tile_is_looked_at() -> None:
    assert set(TILE_IDS) == set(TILES) - {"promo-time-monument"}  # it has no price


@every_language
def test_a_wrong_number_of_a_tile_is_found(language: str) -> None:
    """The test above can fail: another number, or another good, in data is not what is said."""
    t = translator(language)
    for tile in TILE_IDS:
        for n, one in enumerate(numbers := of_tile(TILES[tile])):
            number, _, good = one.partition(" ")
            higher = f"{int(number.replace('−', '-')) + 1} {good}".strip()
            other = f"{number} {'gold' if good == 'wood' else 'wood'}"
            for wrong in (higher, other) if good else (higher,):
                changed = [*numbers[:n], wrong, *numbers[n + 1 :]]
                if counted(changed) != counted(numbers):
                    assert counted(said_of(t, tile)) != counted(changed)


# --- rules ----------------------------------------------------------------------------------------

GEARS: Mapping[str, Sequence[Raw]] = {gear["id"]: gear["spaces"] for gear in DATA["gears"]}
PALENQUE, YAXCHILAN, TIKAL, UXMAL, CHICHEN = GEARS.values()
LEVELS = {one["id"]: [level["effect"] for level in one["levels"]] for one in DATA["technologies"]}
COSTS = {tuple(level["cost"] for level in one["levels"]) for one in DATA["technologies"]}
BONUSES = {one["bonus"]["cost"] for one in DATA["technologies"]}
DAYS = str(DATA["calendar"]["double_advance"]["days"])
BEG, PLACE, MARKET = DATA["begging"], DATA["placement"], DATA["market"]
UNFED = f"{-DATA['feeding']['points_per_unfed']} point"
SETUP, QUICK = DATA["setup"], DATA["quick_actions"]
TOP = str(max(len(levels) for levels in LEVELS.values()))


def spaces(gear: Sequence[Raw], action: str) -> list[int]:
    return [one["space"] for one in gear if one["action"] == action]


def harvests() -> Iterator[str]:
    found = spaces(PALENQUE, "harvest")
    yield from ("1", *goods(PALENQUE[1]["gain"]), str(found[0]), str(found[-1]))
    for good in ("corn", "wood"):
        for n in found:
            if PALENQUE[n][good]:
                yield from (f"{PALENQUE[n][good]} {good}", str(n))
    yield from (str(n) for n in found if not PALENQUE[n]["wood"])


def gains(gear: Sequence[Raw]) -> Iterator[str]:
    for n in spaces(gear, "gain"):
        yield from (str(n), *(one for one in goods(gear[n]["gain"]) if one != "1 skull"))


def harvest_bonus(level: Any) -> str:
    effects = level if isinstance(level, list) else [level]
    [bonus] = [one for one in effects if one["type"] == "harvest_bonus"]
    return f"{bonus['amount']} {bonus['resource']}"


def feeds(name: str) -> Raw:
    """The one effect of all farms of a name."""
    found = [one["effects"] for one in DATA["buildings"] if one["name"] == name]
    assert found and all(one == found[0] for one in found)
    return found[0][0]


def dummies(players: int, *, quick: bool) -> int:
    setup = SETUP["players"][str(players)]
    return setup["quick_actions"]["dummy_workers_total"] if quick else setup["dummy_workers"]


def of_rules() -> Mapping[str, Sequence[str]]:
    """The numbers of each topic that has some, from data."""
    [(level_one, level_two, level_three)], [bonus] = COSTS, BONUSES
    assert (level_one, level_two, level_three) == (1, 2, 3)  # "as many as the level you reach"
    free = [one["space"] for one in CHICHEN if one["action"] == "free_choice"]
    offering = spaces(CHICHEN, "skull_offering")
    workers = [PLACE["worker_count_total"][str(n)] for n in range(1, PLACE["max_workers"] + 1)]
    small, great = feeds("Small Farm")["workers"], feeds("Great Farm")["workers"]
    common, frugal = feeds("Common Farm")["corn_per_worker"], TILES["uxm-3"]["effects"][0]
    build = next(one for one in TIKAL[4]["options"] if "buildings_max" in one)["buildings_max"]
    chaac = [str(one["points"]) for one in DATA["temples"][0]["steps_bottom_to_top"]]
    assert chaac.index("4") == chaac.index("2") + 1  # the example of a step
    burnt = [one["space"] for one in PALENQUE if one.get("burn_allowed")]
    corn, twice, cheaper = LEVELS["architecture"]
    beyond = {one["id"]: one["bonus"]["effect"] for one in DATA["technologies"]}
    _, paid, skull = LEVELS["theology"]
    renovated = [one for one in DATA["buildings"] if {"type": "renovation"} in one["effects"]]
    assert {one["age"] for one in renovated} == {1}
    assert renovated == [one for one in DATA["buildings"] if "food_day_income" in str(one)]
    [points] = {tuple(b["points"] for b in one["bands"]) for one in DATA["prophecies"]}
    ages = Counter(one["age"] for one in DATA["calendar"]["food_days"])
    assert len(set(ages.values())) == 1
    return {
        "aim": [str(DATA["calendar"]["rounds_without_double_advance"])],
        "placing": [
            *map(str, workers[:-1]), f"{workers[-1]} corn", str(PLACE["max_workers"]), "1 corn",
        ],
        "picking": ["1 corn"],
        "free": [str(n) for n in [*spaces(PALENQUE, "free_choice"), *free]],
        "begging": ["0", f"{BEG['max_corn_before']} corn", f"{BEG['corn_after']} corn"],
        "start": [DAYS],
        "calendar": ["1 corn"],
        "double": [DAYS],
        "foodday": [
            str(len(DATA["calendar"]["food_days"])), f"{DATA['feeding']['corn_per_worker']} corn",
            UNFED,
        ],
        "feeding": [str(small), str(great), f"{common} corn", str(frugal["workers"])],
        "temples": [str(len(DATA["temples"]))],
        "palenque": [*harvests()],
        "burning": [
            str(burnt[0]), str(burnt[-1]),
            *(str(n) for n, level in enumerate(LEVELS["agriculture"], start=1)
              if "harvest_corn_without_tile" in str(level)),
        ],
        "yaxchilan": [*gains(YAXCHILAN)],
        "tikal": [
            "1", "2", "3", str(TIKAL[3]["levels_max"]), "4", str(build),
            "5", str(TIKAL[5]["steps"][0]["temples"]), *goods(TIKAL[5]["cost"]),
        ],
        "uxmal": [
            "1", *goods(UXMAL[1]["cost"]), "2", "3", "4", str(UXMAL[4]["corn_per_resource"]),
            TOP, f"{cheaper['uxmal_corn']} corn", "5", *goods(UXMAL[5]["cost"]),
        ],
        "market": [
            str(spaces(UXMAL, "market")[0]), f"{MARKET['corn_value']['wood']} corn",
            str(MARKET["corn_value"]["stone"]), str(MARKET["corn_value"]["gold"]),
        ],
        "chichen": [str(n) for n in offering if CHICHEN[n]["any_resource"]],
        "skulls": [
            str(DATA["supplies"]["skulls"]), f"{MARKET['final_points_per_skull']} point",
        ],
        "technology": [str(len(LEVELS)), TOP, TOP, f"{bonus} resource"],
        "agriculture": [
            part for n, level in enumerate(LEVELS["agriculture"], start=1)
            for part in (str(n), harvest_bonus(level))
        ],
        "extraction": [
            *(part for n, level in enumerate(LEVELS["extraction"], start=1)
              for part in (str(n), f"{level['amount']} {level['resource']}")),
            f"{beyond['extraction']['count']} resource",
        ],
        "architecture": [
            "1", *goods(corn["gain"]), "2", f"{twice['points']} point",
            "3", f"{cheaper['tikal_any_resource']} resource",
            f"{cheaper['uxmal_corn']} corn", str(spaces(UXMAL, "build")[0]),
            f"{beyond['architecture']['amount']} point",
        ],
        "theology": [
            "1", "2", *goods(paid["optional_cost"]), "3",
            skull["spaces"][0].removeprefix("yaxchilan-"), f"{skull['amount']} skull",
        ],
        "end": [
            f"{round(1 / MARKET['final_points_per_corn'])} corn",
            f"{MARKET['final_points_per_skull']} point",
        ],
        "wealth": [str(SETUP["wealth_tiles_dealt"]), str(SETUP["wealth_tiles_kept"])],
        "twothree": [
            *(part for quick, most in ((False, 3), (True, 4)) for players in range(2, most + 1)
              for part in (str(dummies(players, quick=quick)), str(players))),
            *(part for players, setup in SETUP["players"].items()
              for part in (str(setup["monuments"]), players)),
        ],
        "buildings": [str(SETUP["building_row"])],
        "monuments": [str(next(one["space"] for one in TIKAL if "options" in one))],
        "tribes": [str(SETUP["tribes_dealt"]), "1 corn"],  # a space back costs it
        "prophecies": [
            str(SETUP["prophecies_dealt"]), *map(signed, points[:-1]), f"{points[-1]} point",
        ],
        "renovation": [str(len(renovated))],
        "quick": [
            str(QUICK["placement"]["spaces"]), f"{QUICK['placement']['space_cost']} corn",
            *goods(TILES["qa1-build"]["cost"]), str(QUICK["schedule"]["teeth_per_tile"]),
            *(n for n, one in SETUP["players"].items() if one["quick_actions"].get("required")),
        ],
        "levy": [
            *goods(TILES["gold-shortage"]["calamity"]["cost_each"]),
            *goods(TILES["teacher-shortage"]["calamity"]["cost"]),
        ],
        "price": ["5", "−1 corn", "5", "1 corn", "−1 wood", "−1", "−1"],  # examples
        "spaceback": ["1 corn", "3", "2", "3", "2"],  # an example
        "owed": [UNFED],
        "steps": ["2", "4"],  # an example, held against Chaac's steps above
        "age": [str(len(ages)), str(ages[1])],
        "level": ["0", TOP, TOP],
        "fullprice": [str(build), "4"],
    }  # fmt: skip


RULES = of_rules()


def test_every_number_of_a_rule_belongs_to_data() -> None:
    assert {topic.id for topic in TOPICS if said(translator("en"), topic.text)} == set(RULES)


@every_language
def test_a_rule_says_the_numbers_and_goods_of_data(language: str) -> None:
    t = translator(language)
    for topic in TOPICS:
        expected = list(RULES.get(topic.id, ()))
        found = said(t, t.gettext(topic.text))
        if language == "en":
            assert found == expected, topic.id
        # In another language they may stand otherwise.
        assert Counter(found) == Counter(expected), topic.id


@every_language
def test_a_wrong_number_in_a_rule_is_found(language: str) -> None:
    """The tests above can fail: each number of each page, one too high, is read as another."""
    t = translator(language)
    for topic, numbers in RULES.items():
        words = t.gettext(BY_ID[topic].text)
        for digits in re.finditer(r"\d+(?!\d*ª)", words):
            wrong = f"{words[: digits.start()]}{int(digits[0]) + 1}{words[digits.end() :]}"
            assert Counter(said(t, wrong)) != Counter(numbers), topic


# --- what rulings say without a number, played ----------------------------------------------------


def home_before_the_calendar_turns() -> None:
    """The worker on the starting space is in hand again, and its player is the first."""
    table = start({"first_seat": 1, "turn_seat": 0, "players.0.light_side": False})
    table.play(0, "place start", "end")
    table.expect({"start_space": None, "players.0.available": 3, "first_seat": 0, "tooth": 3})


def pity_pays_all_corn() -> None:
    """Without a marker that could go down, the cheapest space for what one has."""
    changes = {f"gears.{gear}.0": "dummy" for gear in GEARS}
    changes |= {f"gears.{gear}.1": "dummy" for gear in GEARS if gear != "tikal"}
    bottom = {temple["id"]: 0 for temple in DATA["temples"]}
    changes |= {"start_space": 1, "players.0.temples": bottom, "players.0.corn": 0}
    table = start({**changes, "gears.tikal.1": "dummy", "gears.uxmal.2": "dummy"})
    table.lacks(0, "beg", "place uxmal").offers(0, "place tikal")
    table.play(0, "place tikal").legal(0, "end").expect({"players.0.corn": 0})


def whole_workers_as_many_as_the_corn_allows() -> None:
    """Five corn feed two workers of three, and the fifth stays."""
    assert fed(3, 5) == (1, DATA["feeding"]["points_per_unfed"])
    assert fed(6, 2, "a1-common-farm-1", "a2-great-farm-1") == (
        0,
        DATA["feeding"]["points_per_unfed"],
    )


def too_few_skulls_for_all() -> None:
    """Two players stand where a skull is given, and one or two are left."""
    steps = DATA["temples"][2]["steps_bottom_to_top"]
    [step] = [n for n, one in enumerate(steps) if "skull" in str(one)]
    both = {f"players.{seat}.temples.kukulkan": step for seat in (0, 1)}
    for left, given in ((1, 0), (2, 1)):
        held = {"players.0.skulls": 6, "players.1.skulls": 7 - left}
        table = food_day(1, both | held | {"players.0.corn": 9, "players.1.corn": 9})
        table.expect({"players.0.skulls": 6 + given, "bank_skulls": left - 2 * given})


def one_worker_on_the_quick_actions() -> None:
    """R-174: the first worker takes the spaces from its player."""
    table = start({**parts(quick="qa1-stone"), "players.0.corn": 20})
    table.play(0, "place quick").lacks(0, "place quick")


def jungle_as_many_as_players() -> None:
    """At the start, for 2 to 5 players."""
    for players in range(2, 6):
        modules = ("quick_actions",) if players == 5 else ()
        jungle = Game.new(players, modules=modules, seed=1).position()["jungle"]
        assert {n for field in jungle.values() for n in field.values() if n} == {players}


def one_ahead_without_corn() -> None:
    """Theology, level 1: from Chichen Itza 1 the action of 2, with no corn at all."""
    at = {"gears.chichen_itza.1": 0, "players.0.skulls": 1}
    for level in (0, 1):
        table = start({**at, "players.0.technologies.theology": level})
        table.play(0, "pick chichen_itza 1")
        assert ("do chichen_itza 2" in table.game.legal(0)) == bool(level)


def partner_gears() -> None:
    """Huracan: Palenque with Yaxchilan, Tikal with Uxmal, at the same number or a lower one."""
    for here, there in (("palenque", "yaxchilan"), ("yaxchilan", "palenque"), ("tikal", "uxmal")):
        at = {f"gears.{here}.3": 0, "players.0.corn": 4, "players.0.workers": 4}
        table = start({**parts(tribe="huracan"), **at}).play(0, f"pick {here} 3")
        table.offers(0, f"do {there} 3", f"do {there} 2").lacks(0, f"do {there} 4")


def the_calendar_turns_once_more() -> None:
    """After the fourth food day, so that who is pushed off comes home before the count."""
    table = food_day(4, {"gears.uxmal.7": 0, "players.0.corn": 9, "players.1.corn": 9})
    table.expect({"phase": "finished", "tooth": 27, "gears.uxmal.7": None, "gears.palenque.1": 1})


RULED: Sequence[tuple[str, str, Callable[[], None]]] = (
    ("start", "Before the calendar turns, your worker comes home and you become the starting "
     "player", home_before_the_calendar_turns),
    ("begging", "you place one worker on the cheapest space there is and pay all the corn you have",
     pity_pays_all_corn),
    ("foodday", "A worker is fed whole or not at all, and you must feed as many as your corn "
     "allows", whole_workers_as_many_as_the_corn_allows),
    ("foodday", "If there are not enough skulls for everybody who should get one, nobody gets any",
     too_few_skulls_for_all),
    ("quick", "a player may have only one worker on all of them together",
     one_worker_on_the_quick_actions),
    ("twothree", "as many tiles for each space as there are players", jungle_as_many_as_players),
    ("theology", "the action one space ahead instead of its own or a lower one, for no corn",
     one_ahead_without_corn),
    ("tribes", "on the partner gear: Palenque and Yaxchilan are partners, and Tikal and Uxmal",
     partner_gears),
    ("end", "After the fourth food day the calendar turns once more, and workers that are pushed "
     "off their gear come home", the_calendar_turns_once_more),
)  # fmt: skip
"""A topic, what it says, and a game in which it is so."""


@pytest.mark.parametrize(
    ("topic", "words", "is_so"), RULED, ids=[is_so.__name__ for _, _, is_so in RULED]
)
def test_a_rule_says_what_the_game_does(topic: str, words: str, is_so: Callable[[], None]) -> None:
    """In English; that the other languages follow is held by the checksums of their pages."""
    assert words in BY_ID[topic].text
    is_so()


def named(language: str) -> Mapping[str, set[str]]:
    """What a topic must name, from data."""
    t = translator(language)
    tiles = [*DATA["buildings"], *DATA["monuments"]]

    def names(tiles: Iterable[Raw]) -> set[str]:
        return {tile_name(t, one["id"]) for one in tiles}

    fed = [one for one in DATA["buildings"] if "feed_" in str(one["effects"])]
    [placed] = [one for one in DATA["monuments"] if "where" in one["scoring"]]
    chichen, shrine = placed["scoring"]["where"]
    of_civic = [one for one in tiles if one["id"] in ("mon-civic", "mon-learning")]
    assert {one["category"] for one in of_civic} == {"civic"}
    return {
        "feeding": names(fed),
        "uxmal": {gear_name(t, gear) for gear in UXMAL[5]["gears"]},
        "monuments": {
            *names(of_civic), tile_name(t, placed["id"]), gear_name(t, chichen),
            tile_name(t, shrine),
        },
    }  # fmt: skip


@every_language
def test_a_rule_names_what_data_names(language: str) -> None:
    t = translator(language)
    for topic, names in named(language).items():
        words = t.gettext(BY_ID[topic].text)
        assert {name for name in names if name not in words} == set(), topic


@every_language
def test_a_tile_with_places_names_them(language: str) -> None:
    """The Skull Monument counts skulls where data says."""
    t = translator(language)
    for raw in DATA["monuments"]:
        if "where" in raw["scoring"]:
            gear, shrine = raw["scoring"]["where"]
            words = tile_effects(t, raw["id"])
            assert gear_name(t, gear) in words
            assert tile_name(t, shrine) in words
