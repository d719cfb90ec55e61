"""Those who watch guess who wins: asked in a form, secret until it closes, counted at the end."""

import simcord

from bot.leagues import privacy
from bot.model.table import Guess, Options
from bot.store import reviews
from bot.tables import Person
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from cogs.telling.carry_on import carry_on
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, words
from tests.cogs.season_commands import do, name_moderators
from tests.cogs.season_tables import play_out, playing, settled, take_turn, texts, thread_of
from tests.cogs.test_season_finals import divisions_over, won
from tests.tables.acts import join, open_lobby, set_options, start

ASK = "Who wins?"


async def begun(room: Room, *, agreed: bool = True) -> simcord.ResponseMessage:
    """A game of ana and bob in its first round; the message with its board."""
    tables = room.bot.tables
    ana, bob = (Person(one.id, one.user.name) for one in room.people[:2])
    table = await open_lobby(tables, room.guild.id, room.channel.id, ana)
    await join(tables, table.id, bob)
    await set_options(tables, table.id, ana, Options(guesses=agreed))
    await start(tables, table.id, ana)
    await on(room, 1)
    return room.channel.history()[-1]


async def on(room: Room, number: int) -> None:
    """Play until a round begins, and let the channel be told."""
    while (position := (await room.bot.tables.game(1)).snapshot()).phase == "keep" or (
        position.round < number
    ):
        await take_turn(room, 1)
    await carry_on(room.bot, 1)
    await settled(room)


async def say(
    person: simcord.MemberActor, board: simcord.ResponseMessage, seat: int, points: str
) -> str:
    """A guess; the answer."""
    form = await person.click(board, label=ASK)
    if form.modal is None:
        return words(answer(form))
    sent = await person.submit_modal(form, {"seat": str(seat), "points": points})
    assert answer(sent).ephemeral
    return words(answer(sent))


async def test_guessed_changed_told_and_counted(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    board = await begun(room)
    ana, _, cleo, dan = room.people
    names = [one.name for one in (await room.bot.tables.table(1)).seats]
    assert "only those who watch" in await say(ana, board, 0, "60")
    assert "Moderators" in await say(maya, board, 0, "60")
    assert "whole number" in await say(cleo, board, 0, "6½")
    assert f"{names[0]}**, 60 points" in await say(cleo, board, 0, "60")
    assert f"{names[1]}**, 55 points" in await say(cleo, board, 1, "55")
    await say(dan, board, 0, "200")
    assert not any("55 points" in one for one in texts(room.channel)), "secret"
    await room.restart()
    kept = await room.bot.store.read(reviews.guesses_of, 1)
    assert set(kept) == {Guess(cleo.id, 1, 55), Guess(dan.id, 0, 200)}
    await on(room, 10)
    [told] = [one for one in texts(room.channel) if "55 points" in one]
    assert told.count("cleo") == 1 and told.count(names[1]) >= 1
    assert ASK not in labels(room.channel.history()[-1])
    assert "ends with round 9" in await say(dan, board, 0, "60")
    await play_out(room, 1)
    [counted] = [one for one in texts(room.channel) if "Best guesses" in one]
    assert "cleo" in counted and "the computer" in counted
    await privacy.forget(room.bot.leagues, cleo.id)
    assert [one.person for one in await room.bot.store.read(reviews.guesses_of, 1)] == [dan.id]


async def test_nobody_guesses_where_nobody_agreed(room: Room) -> None:
    board = await begun(room, agreed=False)
    assert ASK not in labels(board)
    view = message(row([button(ASK, "seer", 1)]))
    await room.bot.get_partial_messageable(room.channel.id).send(view=view)
    assert "the players must agree" in await say(
        room.people[2], room.channel.history()[-1], 0, "60"
    )


async def test_at_the_final_of_a_league_everybody_else_guesses(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season = await divisions_over(room, role)
    await do(room, maya, "finals", None)
    await settled(room)
    season = await room.bot.leagues.read(season.id)
    [number] = season.state.final_tables
    game = (await playing(room, season))[number]
    assert game.options.guesses and thread_of(room, game)
    [watcher, other] = [one for one in room.people if game.seat_of(one.id) is None]
    seats = (season.state.tables[number].entries[1], season.state.tables[number].entries[0])
    seat = next(one.seat for one in game.seats if one.user_id == seats[0])
    put = room.bot.store.write
    await put(reviews.put_guess, game.id, Guess(watcher.id, seat, 58))
    await put(reviews.put_guess, game.id, Guess(other.id, 1 - seat, 60))
    await put(reviews.put_guess, game.id, Guess(seats[1], seat, 60))  # a player of it
    shown = words(answer(await maya.slash(room.channel, "league standings", division=1)))
    assert "Best guesses" not in shown
    await won(room, season, number, 1)
    shown = words(answer(await maya.slash(room.channel, "league standings", division=1)))
    best = shown[shown.index("Best guesses") :]
    assert f"`18` **{watcher.user.name}**" in best and f"`10` **{other.user.name}**" in best
    assert len([one for one in best.split("\n") if one.startswith("`")]) == 2
