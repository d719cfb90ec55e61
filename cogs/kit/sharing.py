"""Share: what only one person sees is posted for everybody, once.

The button posts what stands above it in its own message: texts and pictures, never buttons. So
whatever is private on a page stands below the button.
"""

from collections.abc import Sequence
from io import BytesIO

import discord
from discord import ui

from bot.refusal import Refusal
from bot.text.translation import Translations
from cogs.kit.answering import UNREACHABLE, speaks
from cogs.kit.buttons import Press, button, old_button, on_press, pressed_as
from cogs.kit.context import Interaction, ask_for_much, may_speak, name_of
from cogs.kit.late_answers import fill, is_private, post_beside
from cogs.kit.layout import Part, as_posted, file_name, message, printed, small, text
from cogs.kit.no_room import why_refused
from cogs.kit.places import Stands

VERB = "publish"


def share_button(t: Translations, once_over: int = 0) -> Part:
    """The button that posts what stands above it; once the game of the table `once_over` is over,
    if that is given."""
    # Translators: button, at most 34 characters; imperative: what only the reader sees is posted
    # for everybody
    return button(t.gettext("Share"), VERB, once_over)


def share_here(interaction: Interaction) -> list[Part]:
    """The same for an answer that may be anywhere: none where the bot is not on the server."""
    here = interaction.client.get_guild(interaction.guild_id or 0)
    return [share_button(speaks(interaction))] if here is not None else []


@on_press(VERB, Stands.ANYWHERE)
async def share_pressed(interaction: Interaction, press: Press) -> None:
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
    again = Refusal("shared-already", "You have shared this already; it is in the channel.")
    with bot.once.only(page, again):
        ask_for_much(interaction, max(1, len(urls)))
        await interaction.response.defer()
        await _post(interaction, _above(as_posted(pressed)), urls)
    view = as_posted(pressed)
    for item in view.walk_children():
        if isinstance(item, ui.Button) and _shares(item):
            item.disabled = True
    await fill(interaction, view=view)


async def _post(interaction: Interaction, parts: Sequence[Part], urls: Sequence[str]) -> None:
    load = interaction.client.http.get_from_cdn  # what is in a container has no `read` that works
    try:
        files = [discord.File(BytesIO(await load(url)), file_name(url)) for url in urls]
    except UNREACHABLE:
        raise Refusal("share-gone", "This picture is gone; ask for it again to share it.") from None
    # Translators: small, below what somebody has posted for all to see
    by = speaks(interaction).gettext("Shared by {name}")
    by = small(by.format(name=printed(name_of(interaction.user))))
    nobody = discord.AllowedMentions.none()
    try:
        await post_beside(
            interaction, view=message(*parts, text(by)), files=files, allowed_mentions=nobody
        )
    except discord.HTTPException as error:
        raise why_refused(error) or error from None


def _above(view: ui.LayoutView) -> list[Part]:
    """The texts and pictures of a message that stand above the button."""
    above: list[Part] = []
    for part in view.walk_children():
        if isinstance(part, ui.TextDisplay | ui.MediaGallery):
            above.append(part)
        elif _shares(part):
            return above
    raise old_button()


def _shares(part: Part) -> bool:
    return pressed_as(getattr(part, "custom_id", None) or "").verb == VERB
