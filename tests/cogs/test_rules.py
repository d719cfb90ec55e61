"""Looking a rule up, by the command and by its selects."""

from tests.cogs.conftest import Room
from tests.cogs.driver import answer, new_game, raw, words
from tests.cogs.limits import GALLERY


async def test_by_word_by_select_and_after_a_restart(room: Room) -> None:
    ana = room.people[0]
    shown = answer(await ana.slash(room.channel, "rules", topic="begging"))
    assert shown.ephemeral
    assert "exactly 3 corn" in words(shown)
    assert "pages 6 and 11" in words(shown)
    selects = [c for c in raw(shown) if c.get("custom_id", "").startswith("tz:rules:")]
    assert sum(len(one["options"]) for one in selects) > 30
    await room.restart()
    gears = next(c for c in selects if any(o["value"] == "market" for o in c["options"]))
    shown = answer(await ana.select(shown, ["market"], custom_id=gears["custom_id"]))
    assert "wood is worth 2 corn" in words(shown)


async def test_nothing_and_everything(room: Room) -> None:
    ana = room.people[0]
    refused = answer(await ana.slash(room.channel, "rules", topic="submarine"))
    assert "No rule about" in words(refused)
    shown = answer(await ana.slash(room.channel, "rules"))
    assert "Choose a topic" in words(shown)


async def test_the_icons_have_a_picture_and_the_words_of_the_panel_an_entry(room: Room) -> None:
    ana = room.people[0]
    shown = answer(await ana.slash(room.channel, "rules", topic="icons"))
    assert "The icons" in words(shown)
    assert any(c["type"] == GALLERY for c in raw(shown))
    menu = next(c for c in raw(shown) if any(o["value"] == "levy" for o in c.get("options", ())))
    for topic, said in (("levy", "prophecy"), ("block", "one wood, one stone or one gold")):
        shown = answer(await ana.select(shown, [topic], custom_id=menu["custom_id"]))
        assert said in words(shown)
        assert not any(c["type"] == GALLERY for c in raw(shown))
    shown = answer(await ana.select(shown, ["icons"], custom_id=menu["custom_id"]))
    assert any(c["type"] == GALLERY for c in raw(shown))


async def test_the_icons_are_a_tap_away_from_every_board(room: Room) -> None:
    ana, bob = room.people[:2]
    await new_game(room.channel, [ana, bob])
    live = answer(await ana.click(room.channel.last_message, label="Board"))
    for board in (room.channel.last_message, live):
        shown = answer(await ana.click(board, label="Icons"))
        assert shown.ephemeral
        assert any(c["type"] == GALLERY for c in raw(shown))
