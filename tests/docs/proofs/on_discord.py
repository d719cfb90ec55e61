"""Proofs of the recipes about what is seen on Discord: a command, a setting of a server, a theme, a
colour."""

from dataclasses import replace
from io import BytesIO

import discord
import simcord
from PIL import Image

from bot.engine import Game
from bot.model.server import THEMES
from bot.scene import scene_of
from bot.store import tables as stored
from bot.tables import ServerSettings
from bot.text.names import theme_name
from rendering import draw_city, draw_wheels
from rendering.drawing.encoding import PALETTES
from rendering.drawing.theme import THEMES as LOOKS
from rendering.drawing.theme import rgb
from rendering.wheels.picture import wheels_image
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, button_id, choose_tiles, new_game, select_id, words
from tests.cogs.test_commands import (
    test_every_command_is_used_by_some_test_in_the_pseudo_locale,
    test_every_name_is_marked_for_translation_and_no_other,
)
from tests.docs.proofs.shown import ENGLISH
from tests.docs.test_guides import (
    test_the_tables_have_every_command_as_discord_shows_it,
)
from tests.text.test_catalogue import test_the_template_is_what_the_source_says
from tests.text.test_refusals import test_every_refusal_is_written_down

# --- A command more: /foodday ---------------------------------------------------------------------

pytest_plugins = ("tests.cogs.conftest",)
"""The bot on a simulated Discord."""

__all__ = [
    "test_every_command_is_used_by_some_test_in_the_pseudo_locale",
    "test_every_name_is_marked_for_translation_and_no_other",
    "test_every_refusal_is_written_down",
    "test_the_tables_have_every_command_as_discord_shows_it",
    "test_the_template_is_what_the_source_says",
]


async def test_it_is_registered_refused_and_answered(room: Room) -> None:
    command = room.bot.tree.get_command("foodday")
    assert command is not None
    ana = room.people[0]
    refused = answer(await ana.slash(room.channel, "foodday"))
    assert refused.ephemeral and "There is no game in this channel" in words(refused)
    await ana.slash(room.channel, "tzolkin new")
    early = answer(await ana.slash(room.channel, "foodday"))
    assert words(early) == "The first food day is known when the game has begun."


async def test_it_answers_in_a_game(room: Room) -> None:
    people = room.people[:2]
    await new_game(room.channel, people)
    for one in people:
        await choose_tiles(one, room.channel)
    told = answer(await people[0].slash(room.channel, "foodday"))
    assert told.ephemeral and words(told).startswith("Food day in ")


# --- A setting of a server more: stored, shown on the page, and changed by a press on it ----------


def manager(room: Room) -> simcord.MemberActor:
    """Somebody who may manage the server."""
    role = room.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return room.guild.add_member(room.env.create_user("maya"), roles=[role])


async def test_it_is_stored(room: Room) -> None:
    tables = room.bot.tables
    await tables.set_server_settings(1, ServerSettings(theme="light"))
    assert await tables.server_settings(1) == ServerSettings(theme="light", applause=False)
    await tables.set_server_settings(1, ServerSettings(applause=True))
    assert await tables.server_settings(1) == ServerSettings(applause=True)


async def test_it_is_chosen_on_the_page(room: Room) -> None:
    maya, tables, server = manager(room), room.bot.tables, room.guild.id
    before = await tables.server_settings(server)
    panel = answer(await maya.slash(room.channel, "settings"))
    assert "Applause**: off" in words(panel) and "its winner is applauded" in words(panel)
    assert button_id(panel, "Applaud winners") == "tz:applause:0::on"
    panel = answer(await maya.click(panel, label="Applaud winners"))
    assert "Applause**: on" in words(panel) and "server's settings have been saved" in words(panel)
    assert await tables.server_settings(server) == replace(before, applause=True)
    panel = answer(await maya.click(panel, label="No applause"))
    assert await tables.server_settings(server) == before


# --- A theme more: it can be chosen, is told and drawn --------------------------------------------


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


# --- Another colour for food days: it is in the pictures, and in the palettes of the PNG files ----


def test_it_is_drawn() -> None:
    scene = scene_of(Game.new(2, seed=1).snapshot(), ["Ada", "Ben"])
    for theme in LOOKS.values():
        assert theme.food_end == rgb("8A3FD1")
        image = wheels_image(scene, theme)
        colours = image.convert("RGB").getcolors(image.width * image.height)
        assert rgb("8A3FD1") in {colour for _, colour in colours or ()}


def test_the_palettes_hold_it() -> None:
    for colours in PALETTES.values():
        assert rgb("8A3FD1") in {tuple(colours[at : at + 3]) for at in range(0, 768, 3)}
