"""What the pictures of the guides show: one game, played the same way each time, up to a turn of
Itzel's, and that turn press by press; and the first season of a league, up to its draw.

`scripts/make_pictures.py` plays both on the page of the preview and takes the pictures there;
`tests/docs/test_pictures.py` plays them without a browser, and compares what the bot sends with the
notes that were made beside the pictures.
"""

import base64
import contextlib
import re
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest import mock

from PIL import Image
from simcord import MemberActor

from bot.engine import Game
from bot.model.computers import Computer
from bot.model.server import LANGUAGES, Language
from bot.scene import scene_of
from bot.settings import Settings
from bot.tables import Thought, lobby
from bot.text.translation import translator
from cogs.client import TzolkinBot
from cogs.preview import Place, furnished
from cogs.telling.carry_on import carry_on
from rendering import Picture, draw_wheels
from tests.cogs.driver import (
    CONFIRM,
    Message,
    answer,
    last_turn_message,
    offered,
    pictured,
    raw,
    turn_button,
    words,
)
from tests.cogs.limits import BUTTON
from tests.cogs.moderators_page import founded_at
from tests.played import PlayedTurn, played
from tests.tables.acts import choose_all, confirm, turn_of
from tests.test_scene import Turn

ROOT = Path(__file__).parents[2]
NOTES = ROOT / "docs" / "pictures.json"
"""What the bot sent when the pictures were made."""
RENEW = "scripts/make_pictures.py"
_SEATS, _SECRET = "the seats", "5ea1" * 16
_SMALL = (24, 30)
_IMPATIENT = (
    "kit.context.PATIENCE",
    "kit.answering.DEFERRED_AFTER",
    "kit.pictures.PATIENCE",
    "play.shown.IN_TIME",
    "telling.posting.PATIENCE",
)
"""The modules that answer otherwise, or without a picture, on a machine that is too slow."""
_FOR_EVER = 3600.0
LEAGUES: Mapping[Language, str] = {
    "en": "The long count", "de": "Die Lange Zählung", "es": "La cuenta larga",
    "it": "Il lungo computo", "pt-BR": "A contagem longa",
}  # fmt: skip
"""What the league is called in the pictures of a language."""
BOARD_NAMES = ("Ixchel", "Tomás", "Marisol", "Kwame")


@dataclass(frozen=True)
class Frame:
    """A moment of the turn: what Itzel sees last, and what is pressed then."""

    words: Sequence[str]
    """Texts, labels and descriptions of pictures, without the numbers of icons."""
    pictures: Mapping[str, str]
    """Each picture by its file name, much reduced (`reduced`)."""
    pressed: str
    """The label of the button that is pressed; empty for none."""

    def noted(self) -> dict[str, Any]:
        """The frame as it is written in the notes."""
        return asdict(self)


Look = Callable[[Message, Mapping[str, Any] | None], Awaitable[None]]
"""Looks at a message before its button (a component) is pressed, or at the last one."""


async def _think(
    game: Game, seat: int, computer: Computer, *,
    begun: Sequence[str] = (), legal: Sequence[str] = (), urgent: bool = False,
) -> Thought:  # fmt: skip
    """A computer's turn, as it was when the game was played."""
    _, turns = played("turn")
    return Thought(_next_of(game, turns, seat), computer.level)


def _next_of(game: Game, turns: Sequence[PlayedTurn], seat: int) -> Sequence[str]:
    """The next turn of a seat, whatever the others have done."""
    done = sum(one == seat for one, _ in game.record()["actions"])
    own = [answers for one, answers in turns if one == seat]
    return next(own[n] for n in range(len(own)) if sum(map(len, own[:n])) == done)


@contextlib.asynccontextmanager
async def at_the_turn(language: Language) -> AsyncIterator[tuple[TzolkinBot, Place, Sequence[str]]]:
    """The bot on a simulated Discord at the turn that is shown, with the answers of that turn."""
    setup = played("turn")[0].setup
    with (
        mock.patch("bot.tables.lobby.shuffle_deal", lambda *_, **__: setup),
        mock.patch.object(lobby, "start", partial(lobby.start, seed=_SEATS)),
        mock.patch("bot.tables.lobby.new_secret", lambda: _SECRET),
    ):
        async with on_discord(language) as (bot, place):
            await place.people[0].slash(place.channel, "tzolkin new", computers=2)
            await place.people[0].slash(place.channel, "tzolkin start")
            yield bot, place, await _played(bot, place)


@contextlib.asynccontextmanager
async def on_discord(language: Language) -> AsyncIterator[tuple[TzolkinBot, Place]]:
    """The bot on a simulated Discord in a language, patient with slow machines."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as patient:
        for patience in _IMPATIENT:
            patient.enter_context(mock.patch(f"cogs.{patience}", _FOR_EVER))
        settings = Settings(
            _env_file=None,
            database_url=f"sqlite+aiosqlite:///{folder}/pictures.sqlite3",
            backup_hours=0,
            log_level="ERROR",
        )
        bot = TzolkinBot(settings, think=_think)
        async with furnished(bot, language) as place:
            yield bot, place
        await bot.close()


async def _played(bot: TzolkinBot, place: Place) -> Sequence[str]:
    """Play until Itzel's last turn in the game that was played; returns its answers."""
    user, (_, turns) = place.people[0].id, played("turn")
    while True:
        await carry_on(bot, 1)
        await place.env.settle()
        game = await bot.tables.game(1)
        turn = await turn_of(bot.tables, 1, user)
        actions = _next_of(game, turns, turn.seat)
        if actions == [answers for seat, answers in turns if seat == turn.seat][-1]:
            return actions
        await choose_all(bot.tables, 1, user, actions)
        await confirm(bot.tables, 1, user)


async def take_the_turn(place: Place, actions: Sequence[str], look: Look) -> None:
    """Take the turn as Itzel does: from the call to the panel, its answers, Confirm, and the next
    call."""
    itzel = place.people[0]
    shown: Message = last_turn_message(place.channel)
    shown = await _press(itzel, shown, turn_button(shown), look)
    for action in actions:
        if action in offered(shown):
            shown = await _press(itzel, shown, offered(shown)[action][0], look)
    confirms = next(
        one["custom_id"] for one in raw(shown) if one.get("custom_id", "").startswith(CONFIRM)
    )
    await _press(itzel, shown, confirms, look)
    await place.env.settle()
    await look(last_turn_message(place.channel), None)


async def open_the_season(place: Place, language: Language, look: Look) -> None:
    """Open the first season of a league as Itzel does: the wizard, the season's message once all
    have signed up, and the moderators' page."""
    itzel, channel = place.people[0], place.channel
    wizard = answer(await founded_at(itzel, channel, LEAGUES[language]))
    await look(wizard, None)
    await itzel.click(wizard, custom_id=_button(wizard, "seasoncreate"))
    await place.env.settle()
    for person in place.people:
        posted = _posted(place)
        await person.click(posted, custom_id=_button(posted, "signup"))
        await place.env.settle()
    posted = _posted(place)
    await look(posted, None)
    await look(answer(await itzel.click(posted, custom_id=_button(posted, "moderate"))), None)


def _posted(place: Place) -> Message:
    """The season's message in the channel."""
    last = place.channel.last_message
    assert last is not None
    return last


def _button(shown: Message, verb: str) -> str:
    return next(
        one["custom_id"]
        for one in raw(shown)
        if one["type"] == BUTTON and one.get("custom_id", "").startswith(f"tz:{verb}:")
    )


async def _press(who: MemberActor, shown: Message, custom_id: str, look: Look) -> Message:
    await look(shown, next(one for one in raw(shown) if one.get("custom_id") == custom_id))
    return answer(await who.click(shown, custom_id=custom_id))


async def frame_of(message: Message, button: Mapping[str, Any] | None) -> Frame:
    """A moment as it is noted."""
    labels = [one.get("label") or one.get("placeholder") or "" for one in raw(message)]
    said = [words(message), *labels, pictured(message)]
    return Frame(
        words=[_without_numbers(one) for one in said if one],
        pictures={one.filename: reduced(await one.read()) for one in message.attachments},
        pressed="" if button is None else button.get("label") or "",
    )


def _without_numbers(said: str) -> str:
    """Words without the numbers that Discord gives to icons and people."""
    return re.sub(r"<(a?:tz_\w+)_\w+:\d+>|(<[@#])\d+>", r"\1\2", said)


async def frames(language: Language) -> list[Frame]:
    """The turn in this language, played without a browser."""
    found: list[Frame] = []

    async def look(message: Message, button: Mapping[str, Any] | None) -> None:
        found.append(await frame_of(message, button))

    async with at_the_turn(language) as (_, place, actions):
        await take_the_turn(place, actions, look)
    return found


async def season_frames(language: Language) -> list[Frame]:
    """The season in this language, opened without a browser."""
    found: list[Frame] = []

    async def look(message: Message, button: Mapping[str, Any] | None) -> None:
        found.append(await frame_of(message, button))

    async with on_discord(language) as (_, place):
        await open_the_season(place, language, look)
    return found


def board() -> Picture:
    """The board of the README: a game of four in its eighteenth round, as the channel sees it, with
    the last turn marked."""
    game, turns = played("board")
    for seat, answers in turns:
        before = game.snapshot()
        turn = Turn(seat, before, [game.step(seat, answer) for answer in answers])
    waiting = [decision.seat for decision in game.pending]
    scene = scene_of(game.snapshot(), BOARD_NAMES, waiting=waiting, last_move=[turn])
    return draw_wheels(scene, theme="dark", t=translator("en"))


def noted_board(drawn: Picture) -> Mapping[str, str]:
    """The board as it is written in the notes."""
    return {"words": drawn.alt, "picture": reduced(drawn.data)}


def reduced(data: bytes) -> str:
    """A picture as some shades of grey, which differ little between machines."""
    image = Image.open(BytesIO(data)).convert("L").resize(_SMALL, Image.Resampling.BOX)
    return base64.b64encode(image.tobytes()).decode()


def alike(one: str, other: str) -> bool:
    """Whether two reduced pictures are the same but for what another machine draws otherwise."""
    shades = zip(base64.b64decode(one), base64.b64decode(other), strict=True)
    return max(abs(a - b) for a, b in shades) <= MOST_APART


MOST_APART = 6
"""Shades (of 255) by which one place of a reduced picture may differ."""
PAGES: Mapping[Language, Path] = {
    language: ROOT / "docs" / ("" if language == "en" else language) for language in LANGUAGES
}
"""The folder with the pictures of each language."""
