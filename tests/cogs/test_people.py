"""The menu on a person: where they play and what they did, and nothing that is hidden."""

import discord

from bot.leagues import privacy, season_lifecycle
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, choose_tiles, labels, new_game, pinged, with_id, words
from tests.cogs.league_seasons import drawn_season, play

MENU = "Tzolk'in games"
NOTHING = "Nothing here yet"


async def test_open_games_of_a_person(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    await new_game(room.channel, [ana, bob])
    other = room.guild.create_text_channel("other")
    await ana.slash(other, "tzolkin new")
    said = answer(await cleo.context_menu(room.channel, MENU, ana))
    assert said.ephemeral and "**ana**" in words(said)
    assert "Choosing wealth tiles; it is their turn" in words(said)
    assert "open to join" in words(said)
    assert words(said).count("discord.com/channels/") == 2
    for person in (ana, bob):
        await choose_tiles(person, room.channel)
    asked = with_id(room.people, pinged(room.channel)[0])
    waiting = bob if asked is ana else ana
    assert "it is their turn" in words(answer(await cleo.context_menu(room.channel, MENU, asked)))
    assert "their turn" not in words(answer(await cleo.context_menu(room.channel, MENU, waiting)))
    assert "it is your turn" in words(answer(await asked.context_menu(room.channel, MENU, asked)))
    assert NOTHING in words(answer(await ana.context_menu(room.channel, MENU, cleo)))


async def test_games_in_channels_the_reader_does_not_see(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    secret = room.guild.create_text_channel(
        "secret", overwrites={cleo: discord.PermissionOverwrite(view_channel=False)}
    )
    await new_game(secret, [ana, bob])
    assert NOTHING in words(answer(await cleo.context_menu(room.channel, MENU, ana)))
    assert "Open games" in words(answer(await bob.context_menu(room.channel, MENU, ana)))


async def test_the_card_of_the_league(room: Room) -> None:
    ana, bob, cleo, dan = room.people
    await play(room, await drawn_season(room, [ana, bob, cleo]))
    said = answer(await dan.context_menu(room.channel, MENU, ana))
    assert "1 season" in words(said) and "The long count" in words(said)
    card = answer(await dan.click(said, label=labels(said)[0]))
    assert "ana" in words(card)
    assert NOTHING in words(answer(await dan.context_menu(room.channel, MENU, dan)))


async def test_nothing_is_told_of_whoever_is_forgotten(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    season = await play(room, await drawn_season(room, [ana, bob, cleo]))
    await season_lifecycle.close(room.bot.leagues, season.id, by=None)
    await privacy.forget(room.bot.leagues, ana.id)
    said = words(answer(await bob.context_menu(room.channel, MENU, ana)))
    assert NOTHING in said, said
