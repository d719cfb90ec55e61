"""Private pages. What all league pages share: buttons, pagination, and answering; parts of shared
pages and calls that features contribute, each when it is imported, so that the page need not know
the feature; Share; games from files; and the menu in which people say for which games to call them.

Each league page has a verb, and the words of a press say what it shows: `12 public` of `season`,
`12 0 1` of `standings`. The person who presses gets a private page, which replaces the private page
the button was on.

**Share** posts for everybody, once, what only one person sees: what stands above the button in its
own message, texts and pictures, never buttons. So whatever is private on a page stands below it.

A person who sends the record of a game sees it as a replay. Nothing is stored: the file stays
attached to the private message with the replay, and each press reads it again from there.
"""

from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO

import discord
from discord import ui

from bot.leagues.season_transaction import SeasonView
from bot.notation import NotationError, read_file
from bot.notation.records import LONGEST
from bot.process.work import in_thread_of_files
from bot.refusal import Refusal
from bot.seasons.season import Season
from bot.tables import Theme
from bot.tables.filling import TOLD_A_DAY
from bot.tables.looking_back import WRITTEN, Moment, Replay, replay, replay_written
from bot.text.seasons import division_name
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit import layout
from cogs.kit.answering import UNREACHABLE, fill, is_private, post_beside, speaks
from cogs.kit.buttons import (
    Press,
    as_number,
    button,
    custom_id,
    old_button,
    on_press,
    pressed_as,
    select,
    turning,
)
from cogs.kit.channels import why_refused
from cogs.kit.context import Interaction, Stands, ask_for_much, may_speak, name_of
from cogs.kit.pictures import files
from rendering import Picture

# --- what features contribute ---------------------------------------------------------------------

DoctorLines = Callable[[TzolkinBot, Translations, discord.Guild], Awaitable[Sequence[str]]]
SeasonNews = Callable[[Interaction, SeasonView], Awaitable[None]]

FRIENDS = "friends"
"""The word of the button that opens a lobby without a computer (`newgame`)."""
DOCTOR_LINES: list[DoctorLines] = []
"""Lines for /doctor about what is wrong on a server."""
SEASON_NEWS: list[SeasonNews] = []
"""Functions that tell a league's channel what waits for a season, and the person who asks if that
is impossible."""


# --- pages of leagues -----------------------------------------------------------------------------

PAGE_LENGTH = 2500
"""The most characters of a page's lines. With heading and footer it stays below Discord's limit in
every language."""
NO_GAME = 0
"""Stands in a custom id for the table, where there is none."""


def linked(t: Translations, channel_id: int, link: str, *, to_join: bool) -> str:
    """A channel, and in brackets the link to the game there."""
    # Translators: a link, in brackets after a channel: join the game there.
    there = t.gettext("join")
    if not to_join:
        # Translators: a link, in brackets after a channel: look at the game's board.
        there = t.gettext("see the board")
    return f"<#{channel_id}> ([{there}]({link}))"


def page_gone() -> Refusal:
    """The refusal of a page that this version does not know."""
    return Refusal("page", "This page no longer exists; use /league show.")


def word_of(words: Sequence[str], place: int) -> str:
    """One of the words of a page. Raises Refusal if there are fewer."""
    if place >= len(words):
        raise page_gone()
    return words[place]


def number_of(words: Sequence[str], place: int) -> int:
    """One of the words of a page as a number. Raises Refusal for anything else."""
    return as_number(word_of(words, place))


def to_page(
    label: str,
    verb: str,
    *words: object,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> layout.Part:
    """A button that leads to the page of this verb."""
    said = " ".join(map(str, words))
    return button(label, verb, NO_GAME, word=said, style=style, disabled=disabled)


def page_id(verb: str, *words: object) -> str:
    """The value of a menu's option that leads to the page of this verb."""
    return custom_id(verb, NO_GAME, word=" ".join(map(str, words)))


def menu(options: Sequence[discord.SelectOption], name: str, placeholder: str) -> layout.Part:
    """A menu whose options lead to pages; `name` distinguishes it from other menus of a message."""
    return layout.row([select(options, "more", NO_GAME, word=name, placeholder=placeholder)])


def page_buttons(
    t: Translations, page: int, pages: int, verb: str, *words: object
) -> layout.Part | None:
    """Buttons to the previous and next page of a verb; None where there is only one page."""
    buttons = turning(t, page, pages, verb, "".join(f"{word} " for word in words))
    return layout.row(buttons) if buttons else None


def page_words(t: Translations, page: int, pages: int) -> str:
    """ "page 2 of 5", for `page` counted from 0; empty where there is only one page."""
    if pages < 2:
        return ""
    # Translators: behind a heading or alone; numbers
    return t.gettext("page {page} of {pages}").format(page=page + 1, pages=pages)


def division_menu(
    t: Translations, state: Season, chosen: int, verb: str, *words: object, after: object
) -> layout.Part | None:
    """A menu of the later stages that are drawn, and the divisions around the chosen one; None if
    only one of all these exists. An option leads to the page of `words`, the division and
    `after`."""
    divisions, all_of_them = len(state.divisions), state.drawn_divisions()
    if len(all_of_them) < 2:
        return None
    later = all_of_them[divisions:]
    most = layout.MOST_CHOICES - len(later)
    first = max(0, min(chosen - most // 2, divisions - most))
    options = [
        discord.SelectOption(
            label=division_name(t, number, state.rules),
            value=page_id(verb, *words, number, after),
            default=number == chosen,
        )
        for number in (*later, *range(first, min(divisions, first + most)))
    ]
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters
    return menu(options, "divisions", t.gettext("Another division"))


def paginated(
    lines: Sequence[str], most: int = PAGE_LENGTH, rows: int | None = None
) -> list[list[str]]:
    """Split lines into pages of at most `most` characters and `rows` lines. A longer line gets a
    page of its own, truncated; without lines there is one empty page."""
    pages: list[list[str]] = [[]]
    long = 0
    for line in lines:
        size = layout.characters(line) + 1
        if pages[-1] and (long + size > most or len(pages[-1]) == rows):
            pages.append([])
            long = 0
        pages[-1].append(line if size <= most + 1 else line[: most // 2] + "…")
        long += size
    return pages


def nearest_page(page: int, pages: Sequence[object]) -> int:
    """The page number clamped to those that exist."""
    return min(max(page, 0), len(pages) - 1)


def note(line: str) -> ui.LayoutView:
    """A message of one sentence."""
    return layout.message(layout.text(line))


async def answer_page(
    interaction: Interaction,
    view: ui.LayoutView,
    drawn: Sequence[Picture] = (),
    *,
    public: bool = False,
) -> None:
    """Show a page in place of the private one whose button was pressed, else as a new message,
    which is public only if `public`. May follow a `defer`."""
    if not interaction.response.is_done():
        await defer(interaction, public=public)
    await fill(interaction, view=view, attachments=files(drawn))


async def defer(interaction: Interaction, *, public: bool = False) -> None:
    """Tell Discord that the answer takes a moment."""
    if is_private(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=not public, thinking=True)


async def theme_here(bot: TzolkinBot, guild_id: int | None) -> Theme:
    """The colours of pictures on a server."""
    return (await bot.tables.server_settings(guild_id)).theme or bot.settings.theme


# --- share ----------------------------------------------------------------------------------------


def share_button(t: Translations, once_over: int = 0) -> layout.Part:
    """The button that posts what stands above it; with `once_over`, a table's id, only once that
    game is over."""
    # Translators: button, at most 34 characters; imperative: what only the reader sees is posted
    # for everybody
    return button(t.gettext("Share"), "publish", once_over)


def share_here(interaction: Interaction) -> list[layout.Part]:
    """The share button for an answer that may be given anywhere; none where the bot is not on the
    server."""
    here = interaction.client.get_guild(interaction.guild_id or 0)
    return [share_button(speaks(interaction))] if here is not None else []


@on_press(Stands.ANYWHERE)
async def publish(interaction: Interaction, press: Press) -> None:
    """Post what stands above the button, with the name of whoever pressed it, and disable the
    button. Raises Refusal for a game that goes on (`share-later`), for a second press
    (`shared-already`), and if the pictures are gone (`share-gone`) or Discord refuses."""
    bot, pressed = interaction.client, interaction.message
    if pressed is None or not is_private(interaction):
        raise old_button()
    goes_on = ("lobby", "playing")
    if press.table and (await bot.tables.table(press.table)).status in goes_on:
        raise Refusal("share-later", "The game is still going on; share this when it is over.")
    if not await may_speak(interaction):
        return
    above = _above(ui.LayoutView.from_message(pressed, timeout=None))
    galleries = [part.items for part in above if isinstance(part, ui.MediaGallery)]
    urls = [one.media.url for items in galleries for one in items]
    # The page that a message shows may change, and be shared again.
    page = (pressed.id, str([part.to_component_dict() for part in above]))
    again = Refusal("shared-already", "You have already shared this; it is in the channel.")
    with bot.once.only(page, again):
        ask_for_much(interaction, max(1, len(urls)))
        await interaction.response.defer()
        await _post_shared(interaction, _above(layout.as_posted(pressed)), urls)
    view = layout.as_posted(pressed)
    for item in view.walk_children():
        if isinstance(item, ui.Button) and _shares(item):
            item.disabled = True
    await fill(interaction, view=view)


async def _post_shared(
    interaction: Interaction, parts: Sequence[layout.Part], urls: Sequence[str]
) -> None:
    load = interaction.client.http.get_from_cdn  # what is in a container has no `read` that works
    try:
        files = [discord.File(BytesIO(await load(url)), layout.file_name(url)) for url in urls]
    except UNREACHABLE:
        raise Refusal("share-gone", "This picture is gone; ask for it again to share it.") from None
    # Translators: small, below what somebody has posted for all to see
    by = speaks(interaction).gettext("Shared by {name}")
    by = layout.small(by.format(name=layout.printed(name_of(interaction.user))))
    nobody = discord.AllowedMentions.none()
    try:
        await post_beside(
            interaction,
            view=layout.message(*parts, layout.text(by)),
            files=files,
            allowed_mentions=nobody,
        )
    except discord.HTTPException as error:
        raise why_refused(error) or error from None


def _above(view: ui.LayoutView) -> list[layout.Part]:
    """The texts and pictures of a message that stand above the button."""
    above: list[layout.Part] = []
    for part in view.walk_children():
        if isinstance(part, ui.TextDisplay | ui.MediaGallery):
            above.append(part)
        elif _shares(part):
            return above
    raise old_button()


def _shares(part: layout.Part) -> bool:
    return pressed_as(getattr(part, "custom_id", None) or "").verb == "publish"


# --- games from files -----------------------------------------------------------------------------

RECORD = "record.json"
"""The name of the file at the message, whatever it was called before."""


async def looked_at(interaction: Interaction, table_id: int) -> Replay:
    """The game of a table or, for `WRITTEN`, of the file at the message with the button. Raises
    Refusal as `replay` and `game_of_file`, and (`no-file`) if the file is gone."""
    if table_id != WRITTEN:
        return await replay(await interaction.client.tables.read(table_id))
    return (await game_of_file(interaction, file_kept(interaction)[0]))[0]


def file_kept(interaction: Interaction) -> list[discord.Attachment]:
    """The file at the message whose button was pressed. Raises Refusal (`no-file`) if there is
    none."""
    there = interaction.message.attachments if interaction.message is not None else []
    found = [one for one in there if one.filename == RECORD]
    if not found:
        raise _no_file()
    return found[:1]


async def game_of_file(interaction: Interaction, file: discord.Attachment) -> tuple[Replay, bytes]:
    """The game of a file, and the file's content. Raises Refusal for a file without a game
    (`no-game-in-file`, `file-too-long`), for one that is gone (`no-file`), and as
    `ask_for_much`."""
    if file.size > LONGEST:
        raise Refusal(
            "file-too-long",
            "This file is too large to be a game; send a file of at most {most} MB.",
            most=LONGEST // 1_000_000,
        )
    ask_for_much(interaction)
    try:
        data = await file.read()
    except (discord.HTTPException, OSError):
        raise _no_file() from None
    theme = await theme_here(interaction.client, interaction.guild_id)
    try:
        return await in_thread_of_files(lambda: replay_written(read_file(data), theme)), data
    except NotationError:
        raise Refusal(
            "no-game-in-file",
            "I cannot find a game in this file; send a record from /verify.",
        ) from None


def can_play_on(game: Replay, moment: Moment) -> bool:
    """Whether a new game can begin at this moment: before a turn of a game that is over, or of one
    from a file."""
    return moment.begun is not None and (game.over or game.table.id == WRITTEN)


def moment_to_play_on(game: Replay, number: int, turn: int) -> Moment:
    """Find the moment of a round after so many turns in which another game is to begin. Raises
    Refusal as `Replay.moment`, and (`not-to-play-on`) unless `can_play_on`."""
    moment = game.moment(number, turn)
    if not can_play_on(game, moment):
        raise Refusal("not-to-play-on", "You can only play on from a turn of a finished game.")
    return moment


def _no_file() -> Refusal:
    return Refusal("no-file", "The file is gone; send it again with /replay.")


# --- being called for games -----------------------------------------------------------------------

_PACES = ("evening", "days", "any", "off")
"""For which games somebody may want to be called: the values of `calls_menu`."""


def calls_menu(t: Translations, chosen: str | None, verb: str, word: str = "") -> layout.Part:
    """The menu in which a person says for which games to be called on this server; a choice is a
    press with this verb. `chosen` is the pace chosen so far, None for no calls."""
    labels = {
        # Translators: menu option: the reader is told of games that are played in an evening
        "evening": t.gettext("Call me for games played in one evening"),
        # Translators: menu option: the reader is told of games that are played over days
        "days": t.gettext("Call me for games played over several days"),
        # Translators: menu option: the reader is told of all games
        "any": t.gettext("Call me for every game"),
        # Translators: button, at most 34 characters: nobody calls the reader to games any more
        "off": t.gettext("Don't call me for games"),
    }
    options = [
        discord.SelectOption(label=labels[one], value=one, default=one == chosen)
        for one in _PACES
        if one != "off" or chosen is not None  # then the placeholder says what the menu is for
    ]
    # Translators: button, at most 34 characters: the reader wants to be called when somebody looks
    # for players; imperative
    placeholder = t.gettext("Call me for games")
    return select(options, verb, 0, "", word, placeholder=placeholder)


def pace_chosen(press: Press) -> str | None:
    """The pace chosen in `calls_menu`, None for no calls; of a button without a choice "any"."""
    chosen = press.value if press.values else "any"
    if chosen not in _PACES:
        raise old_button()
    return None if chosen == "off" else chosen


def calls_words(t: Translations, pace: str | None) -> str:
    """Say what it means to be called for games on this server, or that one is not."""
    if pace is None:
        return t.gettext("You are not called for games on this server.")
    # Translators: {n}: a number of messages
    words = t.ngettext(
        "You are called for games on this server: I mention you when a host calls players, and "
        "otherwise send you a direct message when a table opens, at most {n} a day and none in "
        "your quiet hours.",
        "You are called for games on this server: I mention you when a host calls players, and "
        "otherwise send you a direct message when a table opens, at most {n} a day and none in "
        "your quiet hours.",
        TOLD_A_DAY,
    )
    return words.format(n=TOLD_A_DAY)
