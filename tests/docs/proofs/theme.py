"""A theme more: it can be chosen, is told and drawn."""

from io import BytesIO

from PIL import Image

from bot.engine import Game
from bot.model.server import THEMES
from bot.scene import scene_of
from bot.store import tables as stored
from bot.text.names import theme_name
from rendering import draw_city, draw_wheels
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, select_id
from tests.docs.proofs.shown import ENGLISH

pytest_plugins = ("tests.cogs.conftest",)
"""The bot on a simulated Discord."""


def test_it_is_told_and_drawn() -> None:
    assert "night" in THEMES
    assert theme_name(ENGLISH, "night") == "Night board"
    scene = scene_of(Game.new(2, seed=1).snapshot(), ["Ada", "Ben"])
    for draw in (draw_wheels, draw_city):
        pixels = Image.open(BytesIO(draw(scene, theme="night", t=ENGLISH).data)).convert("RGB")
        found = {colour for _, colour in pixels.getcolors(pixels.width * pixels.height) or ()}
        assert (5, 7, 10) in found


async def test_it_can_be_chosen(room: Room) -> None:
    ana = room.people[0]
    await ana.slash(room.channel, "tzolkin new")
    options = answer(await ana.slash(room.channel, "tzolkin options"))
    await ana.select(options, ["night"], custom_id=select_id(options, "theme"))
    table = await room.bot.store.read(stored.open_in_channel, room.channel.id)
    assert table is not None and table.options.theme == "night"
