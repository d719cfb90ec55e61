"""/profile and the menu on a person: finished games, to whom they are shown, and the rating."""

from datetime import timedelta

import discord

from bot.leagues import privacy
from bot.statistics import count_games, rate_servers
from bot.tables.settings import ServerSettings
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.statistics.games import EVENING, OTHER_GUILD, store_game

MENU = "Tzolk'in games"
NOTHING = "Nothing here yet"


async def played(
    room: Room, count: int, *, guild_id: int | None = None, channel: int | None = None
) -> None:
    """So many finished games of two people of the room and a computer, counted and rated; the
    room's first channel is theirs unless another is named."""
    people = room.people
    for n in range(count):
        await store_game(
            room.bot.store,
            (people[n % 2].id, people[1 - n % 2].id, None)[: 2 + n % 2],
            n % 4,
            guild_id=guild_id or room.guild.id,
            begun=EVENING + timedelta(days=n),
            channel_id=channel or room.channel.id,
        )
    await count_games(room.bot.tables, rest=0)
    await rate_servers(room.bot.tables, rest=0)


def alt(shown: discord.Message) -> str:
    """What the picture of the page says."""
    [media] = [one for one in raw(shown) if one["type"] == 12]
    described: str = media["items"][0]["description"]
    return described


async def test_ones_own_games_of_all_servers_also_in_direct_messages(room: Room) -> None:
    ana = room.people[0]
    await played(room, 2)
    await played(room, 1, guild_id=OTHER_GUILD)
    for shown in (
        answer(await ana.slash(room.channel, "profile")),
        answer(await ana.user.slash("profile")),
    ):
        assert shown.ephemeral
        assert [one.filename for one in shown.attachments] == ["profile.png"]
        assert alt(shown).startswith("ana, 3 games. All games: 3 games, ")
        assert "2 players: 2 games, " in alt(shown) and "Workers picked up per game: " in alt(shown)
        assert words(shown).count("to the board") == 3
        assert "against **Player 1**" in words(shown) and "Rating" not in words(shown)


async def test_somebody_elses_games_of_this_server_alone(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    await played(room, 1, guild_id=OTHER_GUILD)
    assert NOTHING in words(answer(await cleo.slash(room.channel, "profile", person=ana)))
    await played(room, 7)
    shown = answer(await cleo.slash(room.channel, "profile", person=ana))
    assert alt(shown).startswith("ana, 7 games. ") and words(shown).count("to the board") == 5
    by_menu = answer(await cleo.context_menu(room.channel, MENU, ana))
    assert (alt(by_menu), words(by_menu)) == (alt(shown), words(shown))
    refused = words(answer(await cleo.user.slash("profile", person=bob.user)))
    assert "Look up others in a server channel" in refused


async def test_games_in_channels_the_reader_does_not_see_are_not_listed(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    secret = room.guild.create_text_channel(
        "secret", overwrites={cleo: discord.PermissionOverwrite(view_channel=False)}
    )
    await played(room, 2, channel=secret.id)
    hidden = answer(await cleo.slash(room.channel, "profile", person=ana))
    assert "to the board" not in words(hidden) and "2 games" in alt(hidden)
    assert "to the board" in words(answer(await bob.slash(room.channel, "profile", person=ana)))
    assert "to the board" in words(answer(await ana.slash(room.channel, "profile")))


async def test_ratings_where_the_server_wants_them(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(ratings=True))
    await played(room, 9)
    page = answer(await cleo.slash(room.channel, "stats"))
    page = answer(await cleo.select(page, values=["ratings"]))
    assert "Nobody has 10 rated games yet." in words(page) and "All" not in labels(page)
    shown = answer(await cleo.slash(room.channel, "profile", person=ana))
    assert "after 9 games, provisional (estimated " in words(shown)
    assert "after 9 games, provisional." in alt(shown)

    await played(room, 3)
    page = answer(await cleo.select(page, values=["ratings"]))
    assert "1. " in alt(page) and "2. " in alt(page) and "(12 games)" in alt(page)
    told = words(answer(await cleo.click(page, label="As text")))
    assert "after 12 games (estimated" in told and "Player 0" in told and "Player 1" in told

    await privacy.forget(room.bot.leagues, ana.id)
    page = answer(await bob.slash(room.channel, "stats"))
    page = answer(await bob.select(page, values=["ratings"]))
    assert "1. bob" in alt(page) and "2. " not in alt(page)
    assert NOTHING in words(answer(await bob.slash(room.channel, "profile", person=ana)))
    shown = answer(await bob.slash(room.channel, "profile"))
    assert "against **Deleted account**" in words(shown) and alt(shown).startswith("bob, 12 games.")


async def test_no_page_of_ratings_where_nobody_wants_them(room: Room) -> None:
    ana = room.people[0]
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(ratings=True))
    await played(room, 1)
    page = answer(await ana.slash(room.channel, "stats"))
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings())
    assert "ratings" in str(raw(page))
    page = answer(await ana.select(page, values=["ratings"]))
    assert "Number of players" in words(page) and "ratings" not in str(raw(page))
