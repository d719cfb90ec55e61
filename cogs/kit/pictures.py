"""The pictures of a table: having them drawn, and attaching them to messages."""

import asyncio
from collections.abc import Awaitable, Sequence
from functools import partial
from io import BytesIO

import discord
import structlog

from bot.engine.game_facts import PointsHistory
from bot.engine.position import Position
from bot.model.computers import Told
from bot.scene import Scene, Turn, before_turning, held_food_day, revealed, scene_of
from bot.tables import Confirmed, OpenTable, Table, looking_back
from bot.text.descriptions.results import Card, FinalResult
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.context import Interaction, ask_for_much, soon
from cogs.kit.members import plain_names
from rendering import (
    Picture,
    Superseded,
    draw_card,
    draw_city,
    draw_final,
    draw_food_day,
    draw_kept,
    draw_turning,
    draw_wheels,
)

log = structlog.get_logger(__name__)

PATIENCE = 2.0
"""Seconds a channel waits for an animation before it gets the still picture instead."""


async def pictures(
    bot: TzolkinBot, t: Translations, table: Table, position: Position, waiting: Sequence[int],
    *, city: bool = False, turns: Sequence[Confirmed] = (),
) -> list[Picture]:  # fmt: skip
    """Draw what happened to all seats in `turns`, if anything did, the wheels picture of a position
    with the moves of `turns` marked and, with `city`, the city picture, for everybody. A picture is
    left out if a newer one of the same table was asked for meanwhile."""
    scene = table_scene(t, table, position, waiting, turns)
    draws: list[Awaitable[Picture | None]] = [
        event_picture(bot, t, table, turns),
        wheels_of_round(bot, t, table, scene, turns),
    ]
    if city:
        theme = table.options.theme
        draws.append(bot.pool.draw(draw_city, scene, theme=theme, t=t, subject=("city", table.id)))
    drawn = await asyncio.gather(*draws, return_exceptions=True)
    for one in drawn:
        if isinstance(one, BaseException) and not isinstance(one, Superseded):
            raise one
    return [one for one in drawn if isinstance(one, Picture)]


async def private_pictures(
    interaction: Interaction, t: Translations, table: Table, scene: Scene
) -> list[Picture]:
    """Draw the wheels picture and the city picture of a scene for one person. Unlike in `pictures`,
    a newer request does not take their place; if drawing takes too long the list is empty."""
    theme = table.options.theme
    ask_for_much(interaction, 2)
    draw = partial(interaction.client.pool.draw, by=interaction.user.id, theme=theme, t=t)
    both = asyncio.gather(draw(draw_wheels, scene), draw(draw_city, scene))
    return [*(await soon(interaction, both) or ())]


async def wheels_of_round(
    bot: TzolkinBot, t: Translations, table: Table, scene: Scene, turns: Sequence[Confirmed]
) -> Picture:
    """The wheels picture of the scene after these turns. On a food day it is animated, unless the
    server has switched that off, other pictures wait, or it takes longer than `PATIENCE`; else it
    is still."""
    theme, subject = table.options.theme, ("wheels", table.id)
    start = before_turning(turns) if any(turn.food_day for turn in turns) else None
    if start and (await bot.tables.server_settings(table.guild_id)).animation:
        before = scene_of(start, scene.names)
        try:
            async with asyncio.timeout(PATIENCE):
                animated = await draw_turning(
                    bot.pool, before, scene, theme=theme, t=t, subject=subject
                )
            if animated:
                return animated
        except TimeoutError:
            log.info("the wheels stand still", table=table.id, reason="drawing took too long")
    return await bot.pool.draw(draw_wheels, scene, theme=theme, t=t, subject=subject)


async def event_picture(
    bot: TzolkinBot, t: Translations, table: Table, turns: Sequence[Confirmed]
) -> Picture | None:
    """Draw what happened to all seats in these turns: a food day, or the first tiles revealed; None
    if there was neither."""
    names, theme = tuple(plain_names(t, table)), table.options.theme
    if day := held_food_day(turns, names):
        return await bot.pool.draw(draw_food_day, day, theme=theme, t=t)
    if kept := revealed(turns):
        return await bot.pool.draw(draw_kept, kept, names, theme=theme, t=t)
    return None


async def score_picture(
    bot: TzolkinBot, t: Translations, table: Table, history: PointsHistory, *, by: int | None = None
) -> Picture:
    """Draw the points of a table's game in a thread; `by` is the id of the person who asks."""
    result = FinalResult(tuple(plain_names(t, table)), history)
    return await bot.pool.draw(draw_final, result, by=by, theme=table.options.theme, t=t)


async def card_picture(
    bot: TzolkinBot, t: Translations, opened: OpenTable, turn: Told | None, *, by: int | None = None
) -> Picture:
    """Draw the card of a finished game, with the `turn` that decided most if that is known; `by` is
    the id of the person who asks."""
    table = opened.table
    history = await looking_back.points_history(opened)
    card = Card(tuple(plain_names(t, table)), history, table.updated_at.date(), turn)
    return await bot.pool.draw(draw_card, card, by=by, theme=table.options.theme, t=t)


def table_scene(
    t: Translations,
    table: Table,
    position: Position,
    waiting: Sequence[int],
    turns: Sequence[Turn] = (),
    prepared: Turn | None = None,
) -> Scene:
    """The scene of a table's position, with the players' names and the moves of `turns` and of the
    turn `prepared`."""
    return scene_of(
        position, plain_names(t, table),
        waiting=waiting, last_move=turns, prepared=prepared,
    )  # fmt: skip


def files(drawn: Sequence[Picture]) -> list[discord.File]:
    """The pictures as attachments."""
    return [discord.File(BytesIO(p.data), filename=p.filename) for p in drawn]
