"""Share: what only one person sees is posted for everybody, once.

The button posts what stands above it in its own message: texts and pictures, never buttons. So
whatever is private on a page stands below the button.
"""

from io import BytesIO

import discord

from bot.refusal import Refusal
from bot.text.translation import Translations
from cogs.kit.answering import UNREACHABLE, speaks
from cogs.kit.buttons import Press, button, old_button, on_press, pressed_as
from cogs.kit.context import Interaction, ask_for_much, may_speak, name_of
from cogs.kit.late_answers import fill, is_private
from cogs.kit.layout import Part, as_posted, file_name, message, picture, printed, small, text
from cogs.kit.no_room import no_room
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
    if interaction.guild is None or interaction.client.get_guild(interaction.guild.id) is None:
        return []
    return [share_button(speaks(interaction))]


@on_press(VERB, Stands.ANYWHERE)
async def share_pressed(interaction: Interaction, press: Press) -> None:
    """Post what stands above the button, with the name of whoever pressed it, and disable the
    button. Raises Refusal for a game that goes on (`share-later`), for a second press
    (`shared-already`), and if the pictures are gone (`share-gone`) or Discord refuses."""
    bot, t, pressed = interaction.client, speaks(interaction), interaction.message
    if pressed is None or not is_private(interaction):
        raise old_button()
    if press.table and (await bot.tables.table(press.table)).status != "finished":
        raise Refusal("share-later", "The game is still going on; share this when it is over.")
    if not await may_speak(interaction):
        return
    above, pictures = _above(pressed)
    # The page that a message shows may change, and be shared again.
    page = (pressed.id, *above, *(one.media.url for one in pictures))
    again = Refusal("shared-already", "You have shared this already; it is in the channel.")
    with bot.once.only(page, again):
        ask_for_much(interaction, max(1, len(pictures)))
        await interaction.response.defer()
        await _post(interaction, t, above, pictures)
    await fill(interaction, view=_pressed_once(pressed))


async def _post(
    interaction: Interaction,
    t: Translations,
    above: list[str | int],
    pictures: list[discord.MediaGalleryItem],
) -> None:
    try:
        files = [
            discord.File(BytesIO(await one.media.read()), file_name(one.media.url))
            for one in pictures
        ]
    except UNREACHABLE:
        raise Refusal(
            "share-gone", "This picture is gone; ask for it again, and share it then."
        ) from None
    parts = [
        text(one) if isinstance(one, str)
        else picture(files[one].filename, pictures[one].description or "")
        for one in above
    ]  # fmt: skip
    # Translators: small, below what somebody has posted for all to see
    by = t.gettext("Shared by {name}").format(name=printed(name_of(interaction.user)))
    try:
        await interaction.followup.send(
            view=message(*parts, text(small(by))), files=files, ephemeral=False,
            allowed_mentions=discord.AllowedMentions.none(),
        )  # fmt: skip
    except discord.HTTPException as error:
        raise no_room(error) or error from None


def _above(pressed: discord.Message) -> tuple[list[str | int], list[discord.MediaGalleryItem]]:
    """What stands above the button: texts, and pictures by their numbers among those that are
    returned beside them."""
    above, pictures = list[str | int](), list[discord.MediaGalleryItem]()
    for container in pressed.components:
        for part in getattr(container, "children", ()):
            if isinstance(part, discord.ActionRow) and _is_ours(part):
                return above, pictures
            if isinstance(part, discord.TextDisplay):
                above.append(part.content)
            elif isinstance(part, discord.MediaGalleryComponent):
                above += range(len(pictures), len(pictures) + len(part.items))
                pictures += part.items
    raise old_button()


def _is_ours(row: discord.ActionRow) -> bool:
    ids = (getattr(one, "custom_id", None) or "" for one in row.children)
    return any(pressed_as(one).verb == VERB for one in ids)


def _pressed_once(pressed: discord.Message) -> discord.ui.LayoutView:
    """The message as it is, with the button disabled."""
    view = as_posted(pressed)
    for item in view.walk_children():
        if isinstance(item, discord.ui.Button) and pressed_as(item.custom_id or "").verb == VERB:
            item.disabled = True
    return view
