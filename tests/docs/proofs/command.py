"""A command more: /foodday."""

from tests.cogs.conftest import Room
from tests.cogs.driver import answer, choose_tiles, new_game, words
from tests.cogs.test_commands import (
    test_every_command_is_used_by_some_test_in_the_pseudo_locale,
    test_every_name_is_marked_for_translation_and_no_other,
)
from tests.docs.test_guides import (
    test_the_tables_have_every_command_as_discord_shows_it,
)
from tests.text.test_catalogue import test_the_template_is_what_the_source_says
from tests.text.test_every_refusal import test_every_refusal_is_written_down

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
