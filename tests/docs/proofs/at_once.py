"""Proofs of the recipes that are followed in every run: a tribe with an old power, a points scheme,
a setting of a season."""

from dataclasses import replace

from bot.engine import Game
from bot.leagues.settings import (
    SeasonSettings,
    changed,
    checked,
    fixed,
    log_lines,
    settings_from_json,
    settings_to_json,
)
from bot.seasons.results import UNIT, scheme_named, scheme_names
from bot.text.leagues import scheme_name, scheme_words
from bot.text.tiles import tribe_words
from cogs.leagues.wizard import menus
from tests.docs.proofs.shown import ENGLISH, drawn, tribes_told
from tests.engine.deals import deal

# --- A tribe with an old power: "Ek Chuah" has at least 5 corn when a turn begins -----------------


def test_it_is_kept_works_and_is_shown() -> None:
    setup = deal(modules=["tribes"])
    game = Game.from_setup(setup | {"tribes": ["ek-chuah", *setup["tribes"]]})
    kept = next(option for option in game.legal(0) if "ek-chuah" in option)
    game.play(0, kept)
    game.play(1, game.legal(1)[0])
    while game.snapshot().round < 3:
        seat = game.pending[0].seat
        if seat == 0:
            assert game.snapshot().players[0].corn >= 5
        legal = game.legal(seat)
        game.play(seat, "end" if "end" in legal else legal[0])
    assert "A Ek Chuah" in tribes_told(game)
    assert "Ek Chuah" in drawn(game)
    drawn(game, "possessions", seat=0)


def test_its_words() -> None:
    assert tribe_words(ENGLISH, "ek-chuah") == (
        "You begin your turn with at least 5 corn. If you have 5 corn or less, you may beg and "
        "then have 6."
    )


def test_it_is_dealt() -> None:
    assert "ek-chuah" in Game.new(2, seed=1, modules=["tribes"]).setup["tribes"]


# --- A points scheme more: it is counted, offered and told by its numbers -------------------------


def test_it_counts() -> None:
    scheme = scheme_named("5-3-2-1")
    given = scheme.for_table([1, 2, 3], [200, 100, 50])
    assert given == [7 * UNIT, 4 * UNIT, 3 * UNIT // 2]


def test_it_is_offered_and_told() -> None:
    scheme = scheme_named("5-3-2-1")
    assert "5-3-2-1" in scheme_names()
    assert scheme_name(ENGLISH, scheme, 4) == "5 · 3 · 2 · 1"
    assert scheme_words(ENGLISH, scheme, 4) == (
        "League points by place: 5, 3, 2 and 1, plus up to 2 for a score close to the winner's"
    )


# --- A setting of a season more: stored, chosen, kept after the draw, and told by the audit log ---

WITHOUT = SeasonSettings("Rain")
WITH = replace(WITHOUT, applause=True)


def test_it_is_stored() -> None:
    assert settings_from_json(settings_to_json(WITH)) == WITH
    assert settings_from_json({"name": "Rain"}) == WITHOUT, "a season from before"


def test_it_is_chosen_on_its_page() -> None:
    assert (
        changed(WITHOUT, "applause", "on") == WITH and changed(WITH, "applause", "off") == WITHOUT
    )
    assert checked(WITH) == WITH
    parts = [str(part.to_component_dict()) for part in menus(ENGLISH, "more", "l1", WITH)]
    assert any("Applause for the winners" in part and "l1.more.applause" in part for part in parts)


def test_it_may_change_after_the_draw_and_is_logged() -> None:
    assert fixed(WITH) == fixed(WITHOUT)
    now, then = log_lines(ENGLISH, WITH), log_lines(ENGLISH, WITHOUT)
    assert [one for one in now if one not in then] == ["Applause for the winners"]
