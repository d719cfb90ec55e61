"""The card of a finished game: it ends the game, and **Share** posts it as a message to forward."""

from typing import Any

import pytest

from bot.model.computers import Review, Told
from bot.store import puzzles
from bot.tables import looking_back
from bot.text.descriptions.alt_text import LONGEST
from bot.text.points import title_words
from bot.text.translation import translator
from cogs.telling.carry_on import carry_on
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    Message,
    answer,
    button_id,
    click_together,
    labels,
    new_game,
    pictured,
    said_privately,
    words,
)
from tests.cogs.test_every_button import (
    Kind,
    both_give_up,
    play_to_the_end,
    press,
    second_round,
    shown,
)
from tests.cogs.test_rematch import finished

CARD = "result.png"
ENGLISH = translator("en-US")
SHARE = Kind("share")


def cards(room: Room) -> list[Any]:
    """The cards that were shared in the channel, oldest first."""
    return [
        one
        for one in room.channel.history()
        if not one.components and [file.filename for file in one.attachments] == [CARD]
    ]


async def reviewed(room: Room) -> None:
    """Somebody has had the game reviewed."""
    table = await room.bot.tables.table(1)
    review = Review((), (Told(2, 0, 0, 3.0, ("end",)), Told(3, 1, 1, -7.6, ("end",))), 50)
    await room.bot.store.write(puzzles.keep_review, 1, table.rewinds, table.version, review)


async def share(room: Room, final: Message, person: int = 0) -> Any:
    actor = room.people[person]
    return await actor.click(final, custom_id=button_id(final, "Share"))


@pytest.mark.english
async def test_the_final_message_shows_the_card(room: Room) -> None:
    final = await finished(room)
    assert [one.filename for one in final.attachments] == [CARD]
    assert "wins!" in pictured(final) or "share the win!" in pictured(final)
    assert labels(final)[-3:] == ["Rematch", "Share", "Turn of the day"]
    given = await looking_back.titles(await room.bot.tables.read(1))
    assert len(given) == 3
    for one in given:
        assert one is not None
        assert f"-# {title_words(ENGLISH, one)}" in words(final), "below each seat its title"


@pytest.mark.english
@pytest.mark.parametrize("people", [2, 4])
async def test_it_is_posted_as_a_message_to_forward(room: Room, people: int) -> None:
    final = await finished(room, people)
    posted = answer(await share(room, final))
    assert not posted.ephemeral
    [card] = cards(room)
    assert card.id == posted.id and "wins!" in card.content and not card.mentions
    [file] = card.attachments
    assert file.description is not None and 0 < len(file.description) <= LONGEST
    names = [one.name for one in (await room.bot.tables.table(1)).seats]
    assert all(name in file.description for name in names)
    elsewhere = room.guild.create_text_channel("elsewhere")
    assert await room.people[0].forward(card, elsewhere)


@pytest.mark.english
async def test_it_is_posted_once(room: Room) -> None:
    final = await finished(room)
    await share(room, final)
    await room.restart()
    for person in (0, 1):
        said = said_privately(await share(room, final, person))
        assert said.ephemeral and f"/{room.channel.id}/{cards(room)[0].id}" in words(said)
    assert len(cards(room)) == 1


async def test_two_share_it_at_once(room: Room) -> None:
    ana, bob = room.people[:2]
    final = await finished(room, 2)
    once = button_id(final, "Share")
    await click_together([(ana, final, once), (bob, final, once), (ana, final, once)])
    assert len(cards(room)) == 1
    assert room.env.errors == []


@pytest.mark.english
async def test_once_more_with_the_turning_point(room: Room) -> None:
    final = await finished(room)
    await share(room, final)
    [first] = cards(room)
    assert "Turning point" not in str(first.attachments[0].description)
    await reviewed(room)
    await share(room, final, 1)
    _, second = cards(room)
    names = [one.name for one in (await room.bot.tables.table(1)).seats]
    assert f"Turning point: Round 3, {names[1]}, +8 points." in str(
        second.attachments[0].description
    )
    said = said_privately(await share(room, final, 2))
    assert str(second.id) in words(said) and len(cards(room)) == 2


async def test_a_card_that_was_deleted_can_be_posted_again(room: Room) -> None:
    final = await finished(room)
    await share(room, final)
    await cards(room)[0].delete()
    await share(room, final, 1)
    assert len(cards(room)) == 1


@pytest.mark.english
async def test_only_those_who_played_share_it(room: Room) -> None:
    final = await finished(room)
    said = said_privately(await share(room, final, 3))
    assert said.ephemeral and "Only this game's players" in words(said)
    assert cards(room) == []


@pytest.mark.english
async def test_a_game_that_was_not_played_to_its_end_has_none(room: Room) -> None:
    await second_round(room)
    ana = room.people[0]
    on = await shown(room, ana, SHARE)
    for status in ("playing", "abandoned"):
        [said] = await press(SHARE, on, ana, room=room)
        assert "played to its end" in words(said_privately(said))
        if status == "playing":
            await both_give_up(room)
    assert (await room.bot.tables.table(1)).status == "abandoned"
    assert cards(room) == []


@pytest.mark.english
async def test_who_has_been_deleted_is_not_named(room: Room) -> None:
    ana = room.people[0]
    final = await finished(room)
    asked = answer(await ana.slash(room.channel, "privacy delete"))
    await ana.click(asked, label=labels(asked)[0])
    said = said_privately(await share(room, final))
    assert "Only this game's players" in words(said)
    await share(room, final, 1)
    [card] = cards(room)
    assert "ana" not in f"{card.content} {card.attachments[0].description}".split()
    assert "eleted account" in str(card.attachments[0].description) or "ormer player" in str(
        card.attachments[0].description
    )


async def test_the_end_after_a_restart_shows_it_with_the_review(room: Room) -> None:
    """Told late, the game may have been reviewed before."""
    await new_game(room.channel, room.people[:2])
    await play_to_the_end(room)
    await reviewed(room)
    await room.restart()
    await carry_on(room.bot, 1)
    final = next(m for m in room.channel.history() if "Rematch" in labels(m))
    assert "+8" in pictured(final)
