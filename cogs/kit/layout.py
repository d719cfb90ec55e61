"""Building blocks of our Components V2 messages, within Discord's limits, and our icons as emojis
of the application, so that they stand in messages and on buttons.

An emoji is called `tz_<icon>_<hash>`, with the first six hexadecimal digits of its PNG's sha256. A
picture that was drawn anew is therefore another emoji, and messages posted before keep theirs. What
is missing is added after the start, and looked for every hour: whoever manages the application may
have removed one, or Discord may not have taken it the first time.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

import discord
import structlog
from discord import ui
from discord.ext import commands, tasks

from bot.text import notation
from bot.text.answer_preview import shortened
from bot.text.names import with_mentions
from bot.text.translation import Translations
from bot.text.typed import escaped
from cogs.kit.answering import UNREACHABLE
from rendering import DrawingPool, Picture, emoji_images

TEXT_LIMIT = 4000
"""The most characters of all texts in a message together."""
MOST_CHOICES, LONGEST_CHOICE = notation.MOST_CHOICES, notation.MOST_CHARACTERS
"""The most entries of a list of choices, and the most characters of one."""
ACCENT = discord.Colour(0x2F8F6B)
"""The jade line beside everything the bot says."""
ACCENT_TURN = discord.Colour(0xD9A441)
"""The golden line beside what waits for a person."""

PHONE, MOST_IN_A_ROW = 265, 5
"""The width of a row of buttons on a phone 390 pixels wide, in pixels, and the most buttons in
one."""
LETTER, THIN, NARROW, SIGN, ICON, AROUND, APART = 8, 3.7, 2.3, 17, 30, 24.5, 8
"""Widths on a button in pixels, as measured in a browser: of a letter, a thin letter, a narrow
space, a sign of goods, the icon before them, the button's margins, and the gap between two
buttons."""
THIN_SIGNS, NARROW_SPACE = " ·.,:;'()fijlt|\u00a0", "\u202f"
KEPT = 4711
"""The id of the component whose text a press on the message reads again."""

AROUND_CARD, BESIDE_PICTURE, ROW, MENU = 38, 8, 38, 46
"""Heights in pixels of a phone 390 pixels wide, as measured in a browser: what is around the parts
of a message and around a picture, a row of buttons, and a menu."""
SMALL_LETTERS = 38
"""About how many small letters a phone shows in a line."""
LINES_HIGH = {"## ": (28, 28), "###": (24, 34), "-# ": (21, SMALL_LETTERS)}
LINE_HIGH = (22, 36)
"""The height of a line of text and about how many letters it has: by how it begins, else."""

Part = ui.Item[Any]
Listed = TypeVar("Listed")


_PARTED = re.compile(r"(?<=\d) (?=<a?:)|(?<=\d>) (?=[+−]?\d)|(?<=→) (?=\d)")
"""The blanks at which a number and its icon, or a number behind an arrow, could part at a line's
end. (Browsers break a line at an image all the same; phones do not.)"""
_WHOLE = "\u00a0"


def message(*parts: Part | None, accent: discord.Colour = ACCENT) -> ui.LayoutView:
    """A message of one container, without the parts that are None. Commands named in its texts
    become clickable if that keeps the texts within Discord's limit.

    The view is stopped before it is sent: discord.py would otherwise keep every private one, with
    a timer, for 15 minutes. Our buttons are found by their custom ids and need no view.
    """
    texts = [part for part in parts if isinstance(part, ui.TextDisplay) and part.id is None]
    for one in texts:
        one.content = _PARTED.sub(_WHOLE, one.content)
    longer = [with_mentions(one.content) for one in texts]
    if sum(map(characters, longer)) <= TEXT_LIMIT:
        for one, content in zip(texts, longer, strict=True):
            one.content = content
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*(p for p in parts if p is not None), accent_colour=accent))
    view.stop()
    return view


def characters(words: str) -> int:
    """The length as Discord counts it: characters outside the basic plane count twice."""
    return len(words.encode("utf-16-le")) // 2


_EMOJI = re.compile(r"<a?:\w+:\d+>")


def is_long(line: str) -> bool:
    """Whether a line takes more than one of a phone, in small letters."""
    return len(_EMOJI.sub("oo", line).replace("**", "")) > SMALL_LETTERS


def height_of(parts: Iterable[Part | None]) -> int:
    """About how many pixels of a phone texts, rows of buttons as `packed` gives them, and menus
    take."""
    found = 0
    for part in parts:
        if isinstance(part, ui.TextDisplay):
            found += height_of_lines(part.content.split("\n"))
        elif isinstance(part, ui.ActionRow):
            found += MENU if isinstance(part.children[0], ui.Select) else ROW
    return found


def height_of_lines(lines: Iterable[str]) -> int:
    """The same for lines of text."""
    found = 0
    for line in lines:
        high, letters = LINES_HIGH.get(line[:3], LINE_HIGH)
        shown = _EMOJI.sub("ooo", line).replace("\u2003", "  ").replace("**", "")
        rows, left = 1, letters
        for word in shown.removeprefix("-# ").split(" "):
            if len(word) > left:
                rows, left = rows + 1, letters
            left -= len(word) + 1
        found += high * rows
    return found


def height_of_picture(drawn: Picture) -> int:
    """The same for a picture over the whole width, by the size in its first bytes."""
    wide, high = (int.from_bytes(drawn.data[n : n + 4]) or PHONE for n in (16, 20))
    return BESIDE_PICTURE + round(high * PHONE / wide)


def words_in(lines: Iterable[str]) -> int:
    """How many words one must read: numbers, signs and icons are none."""
    said = (_EMOJI.sub(" ", line).split() for line in lines)
    return sum(any(map(str.isalpha, word)) for words in said for word in words)


def text(*lines: str) -> Part:
    """Lines of text."""
    return ui.TextDisplay("\n".join(lines))


def kept_text(words: str) -> Part:
    """A text that a press reads again from its message (`text_kept`), word for word."""
    return ui.TextDisplay(words, id=KEPT)


def text_kept(pressed: discord.Message | None) -> str:
    """The `kept_text` of a message; empty if it has none."""
    parts = list(pressed.components) if pressed is not None else []
    while parts:
        part = parts.pop()
        if isinstance(part, discord.TextDisplay) and part.id == KEPT:
            return part.content
        parts += getattr(part, "children", ())
    return ""


def small(line: str) -> str:
    """A line in small grey letters."""
    return f"-# {line}"


def printed(name: str) -> str:
    """A person's name in bold, with the Markdown signs in it escaped."""
    return f"**{escaped(name)}**"


def picture(filename: str, alt: str) -> Part:
    """The picture attached under this name, whole and over the whole width. Several in one gallery
    would be cropped to tiles."""
    found: ui.MediaGallery[Any] = ui.MediaGallery()
    found.add_item(media=f"attachment://{filename}", description=alt)
    return found


def as_posted(posted: discord.Message, *, only_files: bool = False) -> ui.LayoutView:
    """A message of ours as it was posted, to be changed; it keeps its files. With `only_files` a
    picture is left out if the message does not say that it has the file."""
    known = {one.filename for one in posted.attachments}
    view = ui.LayoutView.from_message(posted, timeout=None)
    view.stop()
    for part in [*view.walk_children()]:
        if isinstance(part, ui.File):
            part.media = f"attachment://{file_name(part.media.url)}"
        elif isinstance(part, ui.MediaGallery):
            names = [file_name(one.media.url) for one in part.items]
            part.items = [
                discord.MediaGalleryItem(f"attachment://{name}", description=one.description)
                for name, one in zip(names, part.items, strict=True)
                if name in known or not only_files
            ]
            if not part.items and isinstance(part.parent, ui.Container):
                part.parent.remove_item(part)
    return view


def file_name(url: str) -> str:
    """The name of a file from its address in a message."""
    return PurePosixPath(urlsplit(url).path or url).name


def row(items: Iterable[Part]) -> Part:
    """A row of up to five buttons, or of one select."""
    return ui.ActionRow(*items)


def option(
    label: str, value: str, hint: str = "", *, default: bool = False
) -> discord.SelectOption:
    """An option of a select; label and hint are cut if they are too long."""
    return discord.SelectOption(
        label=shortened(label, LONGEST_CHOICE), value=value, default=default,
        description=shortened(hint, LONGEST_CHOICE) or None,
    )  # fmt: skip


def packed(buttons: Sequence[ui.Button[Any]]) -> list[Part]:
    """Buttons in as few rows as a phone shows them, in their order."""
    found: list[list[ui.Button[Any]]] = []
    left = 0.0
    for one in buttons:
        wide = _wide(one)
        if wide > left or len(found[-1]) == MOST_IN_A_ROW:
            found.append([])
            left = PHONE + APART
        found[-1].append(one)
        left -= wide
    return [ui.ActionRow(*each) for each in found]


def _wide(one: ui.Button[Any]) -> float:
    """About how many pixels wide a button is on a phone, with the gap beside it."""
    letters = sum(map(_wide_sign, one.label or ""))
    return letters + (ICON if one.emoji else 0) + AROUND + APART


def _wide_sign(sign: str) -> float:
    if sign > "\uffff":
        return SIGN
    return THIN if sign in THIN_SIGNS else NARROW if sign == NARROW_SPACE else LETTER


def rows(items: Sequence[Part], each: int = 2) -> list[Part]:
    """Buttons in rows of `each`."""
    return [ui.ActionRow(*items[i : i + each]) for i in range(0, len(items), each)]


def with_icons(
    t: Translations, lines_of: Callable[[Translations], Sequence[str]], most: int = 2400
) -> Sequence[str]:
    """Lines with icons among the words; or without icons, if the lines would have more than `most`
    characters together. An icon's markup has some 40."""
    lines = lines_of(t.for_message())
    return lines if sum(characters(one) + 1 for one in lines) <= most else lines_of(t)


def first_lines(lines: Sequence[str], most: int = 3500) -> list[str]:
    """As many of the first lines as fit into `most` characters, then "…" if some are left out."""
    kept: list[str] = []
    total = 0
    for one in lines:
        total += characters(one) + 1
        if total > most:
            return [*kept, "…"]
        kept.append(one)
    return kept


def last_lines(lines: Sequence[str], most: int = 2500) -> list[str]:
    """As many of the last lines as fit into `most` characters, after "…" if some are left out."""
    return first_lines(lines[::-1], most)[::-1]


def split(
    found: Sequence[Listed], words: Callable[[Listed], str], each: int, most: int
) -> list[list[Listed]]:
    """Things split into pages of at most `each`, whose `words` have at most `most` characters
    together; one empty page if there are none."""
    pages, room = [list[Listed]()], most
    for one in found:
        takes = characters(words(one)) + 1
        if takes > room or len(pages[-1]) == each:
            pages.append([])
            room = most
        pages[-1].append(one)
        room -= takes
    return pages


# --- icons as emojis ------------------------------------------------------------------------------

OUR_EMOJI = re.compile(r"tz_(?P<icon>[a-z_]+)_[0-9a-f]{6}")
MOST_EMOJIS = 1500
"""The most emojis of ours that are kept; Discord allows an application 2,000."""
LOOK_AGAIN_SECONDS = 3600
BAD_REQUEST = 400

log = structlog.get_logger(__name__)


class HasIcons(Protocol):
    """The part of the bot that this module uses."""

    icons: Mapping[str, str]
    pool: DrawingPool

    async def is_first(self) -> bool: ...

    async def fetch_application_emojis(self) -> list[discord.Emoji]: ...

    async def create_application_emoji(self, *, name: str, image: bytes) -> discord.Emoji: ...

    def log_error(self, error: BaseException, what: str) -> str: ...


class Icons(commands.Cog):
    """Brings the icons up and looks after them every hour."""

    def __init__(self, bot: HasIcons) -> None:
        self.bot = bot
        self.images: Mapping[str, bytes] = {}
        self.failed = False

    async def cog_load(self) -> None:
        """Begin, without keeping the start waiting."""
        self.look.start()

    async def cog_unload(self) -> None:
        """Stop."""
        self.look.cancel()

    @tasks.loop(seconds=LOOK_AGAIN_SECONDS)
    async def look(self) -> None:
        """Add what is missing. What Discord refuses is logged when it begins."""
        try:
            if not self.images:  # drawing takes a while: show those of the run before until then
                self.bot.icons = _newest_emojis(await self.bot.fetch_application_emojis())
                self.images = await self.bot.pool.draw(emoji_images, keep=False)
            if await self.bot.is_first():
                await bring_up_emojis(self.bot, self.images)
            else:
                await show_emojis(self.bot, self.images)
            self.failed = False
        except UNREACHABLE as refused:
            if not self.failed:
                log.warning("icons not up", shown=len(self.bot.icons), reason=str(refused))
            self.failed = True
        except Exception as error:
            self.bot.log_error(error, "icons")


def emoji_name(icon: str, png: bytes) -> str:
    """What the emoji of an icon is called."""
    return f"tz_{icon}_{sha256(png).hexdigest()[:6]}"


async def bring_up_emojis(bot: HasIcons, images: Mapping[str, bytes]) -> None:
    """Add the emojis that are missing, and remove the oldest beyond MOST_EMOJIS. Those that exist
    can be shown even if this fails half-way. Raises one of UNREACHABLE."""
    names = {emoji_name(icon, png): icon for icon, png in images.items()}
    there = await bot.fetch_application_emojis()
    try:
        held = {emoji.name for emoji in there}
        for name, icon in names.items():
            if name not in held:
                there.append(await _created_emoji(bot, name, images[icon]))
    finally:
        bot.icons = _markup(names, there)
    for emoji in _too_many_emojis(names, there):
        await emoji.delete()


async def show_emojis(bot: HasIcons, images: Mapping[str, bytes]) -> None:
    """Show the emojis that exist; another process adds the missing ones. Raises one of
    UNREACHABLE."""
    names = {emoji_name(icon, png): icon for icon, png in images.items()}
    bot.icons = _markup(names, await bot.fetch_application_emojis())


def _newest_emojis(there: Sequence[discord.Emoji]) -> Mapping[str, str]:
    """The markup of every icon that has an emoji of any version: that of the newest one."""
    ours = [
        (OUR_EMOJI.fullmatch(emoji.name), emoji) for emoji in sorted(there, key=lambda one: one.id)
    ]
    return {found["icon"]: str(emoji) for found, emoji in ours if found}


def _markup(names: Mapping[str, str], there: Sequence[discord.Emoji]) -> Mapping[str, str]:
    """The markup of each icon in a message, by its name."""
    return {names[emoji.name]: str(emoji) for emoji in there if emoji.name in names}


async def _created_emoji(bot: HasIcons, name: str, png: bytes) -> discord.Emoji:
    """Create an emoji. If another process was faster, Discord refuses the name as taken, and the
    other's emoji is returned."""
    try:
        return await bot.create_application_emoji(name=name, image=png)
    except discord.HTTPException as refused:
        if refused.status != BAD_REQUEST:
            raise
        for emoji in await bot.fetch_application_emojis():
            if emoji.name == name:
                return emoji
        raise


def _too_many_emojis(
    names: Mapping[str, str], there: Sequence[discord.Emoji]
) -> Sequence[discord.Emoji]:
    """The emojis of ours to remove: the oldest that show no current picture."""
    ours = [emoji for emoji in there if OUR_EMOJI.fullmatch(emoji.name)]
    past = sorted((emoji for emoji in ours if emoji.name not in names), key=lambda one: one.id)
    return past[: max(0, len(ours) - MOST_EMOJIS)]
