"""When the picture of a new round is an animation, and when it is not."""

from dataclasses import replace

import pytest

from bot.engine import Game, Position, Step
from bot.scene import scene_of
from bot.tables import Confirmed, ServerSettings
from bot.text.translation import translator
from cogs.kit import pictures
from cogs.kit.pictures import wheels_of_round
from tests.cogs.conftest import Room
from tests.cogs.driver import new_game

pytestmark = pytest.mark.drawn

ENGLISH = translator("en")


def a_round(seed: int = 1) -> tuple[Position, list[Step], Game]:
    """A position, the steps from it until the calendar turns, and the game then."""
    game = Game.new(2, seed=seed)
    while game.position()["phase"] == "keep":
        game.play(game.pending[0].seat, game.legal(game.pending[0].seat)[0])
    before, steps = game.snapshot(), []
    while game.position()["tooth"] == before.tooth:
        legal = game.legal(game.pending[0].seat)
        action = "end" if "end" in legal else legal[0]
        steps.append(game.step(game.pending[0].seat, action))
    return before, steps, game


async def picture(room: Room, *, last: int | None = None, food_day: bool = True) -> str:
    """The name of the picture after a round of which the last steps are left out."""
    await new_game(room.channel, room.people[:2])
    table = replace(await room.bot.tables.table(1), guild_id=room.guild.id)
    before, steps, game = a_round()
    steps = steps[:last]
    turn = Confirmed(
        table=table, seat=0, actions=tuple(step.action for step in steps), before=before,
        after=steps[-1].position, game=game, steps=tuple(steps), new_round=True, food_day=food_day,
        finished=False, waiting=(), standings=None,
    )  # fmt: skip
    scene = scene_of(turn.after, ("Ana", "Bob"))
    drawn = await wheels_of_round(room.bot, ENGLISH, table, scene, [turn])
    return str(drawn.filename)


async def test_the_wheels_turn_on_food_days_alone(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PATIENCE", 60)  # nothing is drawn ahead in tests
    assert await picture(room) == "wheels-2.webp"


async def test_in_any_other_round_they_stand_still(room: Room) -> None:
    assert await picture(room, food_day=False) == "wheels-2.png"


async def test_pictures_are_still_where_the_server_wants_it(room: Room) -> None:
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(animation=False))
    assert await picture(room) == "wheels-2.png"


async def test_they_stand_still_while_the_calendar_does(room: Room) -> None:
    assert await picture(room, last=-1) == "wheels-1.png"


async def test_nobody_waits_long_for_an_animation(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PATIENCE", 0.01)
    assert await picture(room) == "wheels-2.png"
