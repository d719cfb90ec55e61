"""Words with icons and without, and the commands in a text that can be clicked."""

from collections.abc import Iterator

import pytest

from bot.engine import Game
from bot.engine.components import GEARS, RESOURCES, TECHNOLOGIES, TEMPLES, WEALTH
from bot.engine.expansion import TRIBES
from bot.text import names
from bot.text.choices import choices, icon_of
from bot.text.names import SEAT_LETTERS, amount, amounts, seat_icon, space_name, with_mentions
from bot.text.rules import BY_ID, TOPIC_ICONS
from bot.text.seats import effect_so_far, goods_line
from bot.text.tiles import tile_icon, tile_line
from bot.text.translation import translator
from bot.text.turns import turn_line
from cogs.kit.layout import TEXT_LIMIT, characters, message, text
from rendering import emoji_images
from tests.engine.scenario import start

# --- Words with icons and without: what is shown in messages, and what stays words alone ----------

ICONS = {name: f"<{name}>" for name in emoji_images()}
PLAIN = translator("en")
T = PLAIN.with_icons(ICONS)
SHOWN = T.for_message()


def spaced(words: str) -> str:
    """With ordinary spaces."""
    return words.replace("\u202f", " ").replace("\u00a0", " ").replace("\u2003", "  ")


def test_only_the_text_of_a_message_has_icons() -> None:
    assert (amount(PLAIN, "corn", 3), amount(T, "corn", 3)) == ("3 corn", "3 corn")
    assert amount(PLAIN.for_message(), "corn", 3) == "3 corn"
    assert spaced(amount(SHOWN, "corn", 3)) == "3 <corn>"
    assert spaced(amounts(SHOWN, {"wood": 1, "skulls": 2})) == "1 <wood>, 2 <skull>"
    assert (T.icons.get("corn"), PLAIN.icons.get("corn"), T.icons.get("")) == ("<corn>", None, None)


def test_where_one_icon_is_missing_its_word_stands() -> None:
    some = PLAIN.with_icons({"wood": "<wood>"}).for_message()
    assert spaced(amounts(some, {"corn": 2, "wood": 1})) == "2 corn, 1 <wood>"
    player = Game.new(2, seed=1).snapshot().players[0]._replace(corn=4, wood=1)
    assert spaced(goods_line(some, player)) == "4 corn, 1 <wood>"


def test_a_language_keeps_what_it_is_shown_with() -> None:
    assert translator("en").icons == {}
    assert translator("en").in_text == T.in_text == {}
    assert T.gettext("corn") == SHOWN.gettext("corn") == "corn"


def test_what_i_have() -> None:
    goods = {"corn": 5, "wood": 2, "stone": 0, "gold": 0, "skulls": 1}
    player = Game.new(2, seed=1).snapshot().players[0]._replace(**goods)
    assert goods_line(T, player) == "5 corn, 2 wood, 1 skull"
    assert spaced(goods_line(SHOWN, player)) == "5 <corn>  2 <wood>  1 <skull>"


def test_every_tribe_and_wealth_tile_has_an_icon() -> None:
    assert all(tile_icon(tile) in ICONS for tile in (*WEALTH, *TRIBES))
    found = [tile_icon(tile) for tile in ("uxm-5", "pal-3", "yax-5", "uxm-7", "chi-5", "balam")]
    assert found == ["worker", "quetzalcoatl", "extraction", "gold", "wood", "tribe_balam"]


def test_names_keep_their_words_beside_the_icon() -> None:
    assert spaced(space_name(SHOWN, "tikal", 3)) == "<tikal> Tikal 3"
    assert space_name(T, "tikal", 3) == "Tikal 3"


def test_a_turn_and_what_it_changes() -> None:
    table = start({"gears.yaxchilan.2": 0, "players.0.available": 2})
    game = table.game
    before = game.snapshot()
    steps = [game.step(0, action) for action in ("pick yaxchilan 2", "do yaxchilan 2")]
    names = [SHOWN.marked(seat_icon(seat), "Ana") for seat in range(2)]
    told = spaced(turn_line(SHOWN, names, 0, steps))
    assert told == "<seat_a> Ana ← <yaxchilan> Yaxchilan 2 (+1 <corn>, +1 <stone>)"
    plain = turn_line(T, ["Ana", "Bob"], 0, steps)
    assert plain == "Ana ← Yaxchilan 2 (+1 corn, +1 stone)"
    changed = spaced(effect_so_far(SHOWN, before, game.snapshot(), 0))
    assert "<corn> " in changed and " → " in changed


def test_tiles_tell_goods_temples_and_technologies_with_icons() -> None:
    told = spaced(tile_line(SHOWN, "a1-brown-green-tomb"))
    assert "<wood>" in told and "<stone>" in told
    assert "<chaac> Chaac" in told and "<kukulkan> Kukulkan" in told
    assert "<agriculture> Agriculture" in tile_line(SHOWN, "a1-field-school").replace("\u202f", " ")


def test_labels_and_details_of_choices_are_words_alone() -> None:
    game = Game.new(2, seed=3)
    for _ in range(60):
        seat = game.pending[0].seat
        for choice in choices(T, game, seat):
            assert "<" not in choice.label + choice.detail
        game.play(seat, game.legal(seat)[0])


@pytest.mark.parametrize(
    ("action", "icon"),
    [
        ("place palenque", "palenque"), ("place start", "start"), ("place quick", "quick"),
        ("pick chichen_itza 4", "chichen_itza"), ("do uxmal 2", "uxmal"),
        ("advance theology", "theology"), ("advance 2", "calendar"), ("lower extraction",
        "extraction"), ("up chaac", "chaac"), ("down kukulkan", "kukulkan"),
        ("build a1-small-farm-1", "building"), ("monument mon-works", "monument"),
        ("sell wood", "wood"), ("buy gold", "gold"), ("gain stone", "stone"),
        ("corn", "corn"), ("wood", "wood"), ("burn", "burn"), ("beg", "beg"), ("pass", "pass"),
        ("end", ""), ("stop", ""), ("decline", ""), ("pay 1 0 2", ""), ("keep pal-1 pal-3", ""),
    ],
)  # fmt: skip
def test_what_stands_on_the_button_of_an_answer(action: str, icon: str) -> None:
    assert icon_of(action) == icon
    assert not icon or icon in ICONS


def test_every_icon_that_is_named_is_drawn() -> None:
    named = {*GEARS, *TEMPLES, *TECHNOLOGIES, *RESOURCES, *TOPIC_ICONS.values()}
    named |= {seat_icon(seat) for seat in range(len(SEAT_LETTERS))}
    assert named <= set(ICONS)
    assert set(TOPIC_ICONS) <= set(BY_ID)


def test_a_language_with_its_icons_is_one_object() -> None:
    """Pictures are kept by what they were drawn from."""
    assert PLAIN.with_icons(ICONS) is PLAIN.with_icons(ICONS)
    assert PLAIN.with_icons(dict(ICONS)) is not T


# --- Commands in a text ---------------------------------------------------------------------------
# Those that are named can be clicked, and nothing else can.


@pytest.fixture
def _known() -> Iterator[None]:
    before = dict(names._command_ids)
    names.know_commands({"tzolkin new": 1, "tzolkin abandon": 1, "board": 2, "rules": 3})
    yield
    names.know_commands(before)


@pytest.mark.usefixtures("_known")
@pytest.mark.parametrize(
    ("said", "sent"),
    [
        ("start with /tzolkin new.", "start with </tzolkin new:1>."),
        ("/board shows it", "</board:2> shows it"),
        ("(see /rules topic; /board)", "(see </rules:3> topic; </board:2>)"),
        ("**/board**", "**</board:2>**"),
        ("/tzolkin alone, /unknown", "/tzolkin alone, /unknown"),
        ("and/board, 1/2, </board:2>", "and/board, 1/2, </board:2>"),
        ("https://discord.com/board", "https://discord.com/board"),
        (
            "`/board` and ```\n/board\n``` and /board",
            "`/board` and ```\n/board\n``` and </board:2>",
        ),
    ],
)
def test_which_names_become_mentions(said: str, sent: str) -> None:
    assert with_mentions(said) == sent


@pytest.mark.usefixtures("_known")
def test_nothing_is_changed_before_the_commands_are_known() -> None:
    names.know_commands({})
    assert with_mentions("/board") == "/board"


@pytest.mark.usefixtures("_known")
def test_a_message_never_gets_too_long_by_them() -> None:
    room = TEXT_LIMIT - len("/board" * 2)
    shown = [
        str(one["content"])
        for one in message(text("x" * (room - 1) + "\n/board"), text("/board")).to_components()[0][
            "components"
        ]
    ]
    assert "".join(shown).count("</board:2>") == 0
    short = message(text("see /board"), text("x" * 100)).to_components()[0]["components"]
    assert short[0]["content"] == "see </board:2>"
    assert characters("𝒳") == 2
