"""The main picture of a new round: with turning wheels where a server wants them."""

import asyncio
from collections.abc import Sequence

import structlog

from bot.client import TzolkinBot
from bot.last_move import before_turning
from bot.scene import Scene, scene_of
from bot.tables import Confirmed, Table
from bot.text.translation import Translations
from rendering import Picture, draw_turning, draw_wheels

PATIENCE = 2.0
"""Seconds a channel waits for an animation before it gets the still picture instead."""

log = structlog.get_logger(__name__)


async def wheels_of_round(
    bot: TzolkinBot, t: Translations, table: Table, scene: Scene, turns: Sequence[Confirmed]
) -> Picture:
    """The wheels of a scene to which these turns led: turning, if the calendar turned in them,
    the server has switched it on and it does not take too long; else still."""
    theme, subject = table.options.theme, ("wheels", table.id)
    start = before_turning(turns)
    if start and (await bot.tables.server_settings(table.guild_id)).animation:
        before = scene_of(start, scene.names)
        try:
            async with asyncio.timeout(PATIENCE):
                return await bot.pool.draw(
                    draw_turning, before, scene, theme=theme, t=t, subject=subject
                )
        except TimeoutError:
            log.info("the wheels stand still", table=table.id, reason="drawing took too long")
    return await bot.pool.draw(draw_wheels, scene, theme=theme, t=t, subject=subject)
