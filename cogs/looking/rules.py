"""/rules: rules to look up while playing."""

from collections.abc import Sequence

from discord import SelectOption, app_commands, ui
from discord.app_commands import locale_str

from bot.tables import Refusal
from bot.text.descriptions.legend import PAGES
from bot.text.pages import Passage
from bot.text.rules import BY_ID, TOPIC_ICONS, sections, topic_text, topic_title, topics_for
from bot.text.translation import Translations
from cogs.client import BotCog
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, on_press, select
from cogs.kit.context import Interaction, Typed, anywhere, draw_soon, picture_late
from cogs.kit.late_answers import fill
from cogs.kit.layout import MOST_CHOICES, Part, message, picture, row, small, text
from cogs.kit.pictures import files
from cogs.kit.places import Stands
from cogs.kit.sharing import share_here
from rendering import Picture, draw_legend

ICONS = "icons"
"""The topic with which the legend of the pictures is shown."""


def rules_view(
    t: Translations,
    topic: Passage | None,
    legend: Sequence[Picture] = (),
    share: Sequence[Part] = (),
) -> ui.LayoutView:
    """The message of a topic, or of an introduction without one, with selects for all topics.
    `share` are the buttons of a topic."""
    if topic is None:
        head = [
            # Translators: heading
            "### " + t.gettext("Rules of Tzolk'in"),
            t.gettext("Choose a topic, or type it after /rules."),
        ]
    else:
        title = t.for_message().marked(TOPIC_ICONS.get(topic.id, ""), topic_title(t, topic))
        head = [f"### {title}", topic_text(t, topic)]
    selects = [row([_topics(t, name, topics)]) for name, topics in sections(t)]
    # Translators: in small print below a rules page: the rulebook decides, not these words
    note = small(t.gettext("In our own words; the rulebook has the final say."))
    shown = [picture(page.filename, page.alt) for page in legend]
    buttons = row(share) if share and topic is not None else None
    return message(text(*head), *shown, buttons, *selects, text(note))


async def _show_legend(interaction: Interaction, *, alone: bool = False) -> None:
    """Fill the deferred answer with the legend, `alone` or with its topic."""
    bot, t = interaction.client, speaks(interaction)
    theme = bot.settings.theme
    drawn = [
        await draw_soon(interaction, draw_legend, page, theme=theme, t=t) for page in range(PAGES)
    ]
    legend = [one for one in drawn if one is not None]
    if alone and not legend:
        raise picture_late()
    if alone:
        shown = (picture(one.filename, one.alt) for one in legend)
        share = share_here(interaction)
        view = message(*shown, row(share) if share else None)
    else:
        view = rules_view(t, BY_ID[ICONS], legend, share_here(interaction))
    await fill(interaction, view=view, attachments=files(legend))


def _topics(t: Translations, section: str, topics: Sequence[Passage]) -> Part:
    options = [
        SelectOption(
            label=topic_title(t, one), value=one.id,
            emoji=t.icons.get(TOPIC_ICONS.get(one.id, "")),
        )
        for one in topics
    ]  # fmt: skip
    return select(options, "rules", 0, word=topics[0].id, placeholder=section)


@on_press("rules", Stands.ANYWHERE)
async def topic_chosen(interaction: Interaction, press: Press) -> None:
    """Replace the topic by the one chosen."""
    t, topic = speaks(interaction), BY_ID.get(press.value)
    if topic is None or topic.id != ICONS:
        view = rules_view(t, topic, share=share_here(interaction))
        await interaction.response.edit_message(view=view, attachments=[])
        return
    await interaction.response.defer()
    await _show_legend(interaction)


@on_press("icons", Stands.ANYWHERE)
async def icons_pressed(interaction: Interaction, press: Press) -> None:
    """Show the legend alone privately."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _show_legend(interaction, alone=True)


class Rules(BotCog):
    """The command /rules."""

    @app_commands.command(name="rules", description=locale_str("Look up a rule"))
    @anywhere
    @app_commands.describe(topic=locale_str("What to look up, such as begging"))
    async def rules(self, interaction: Interaction, topic: Typed | None = None) -> None:
        """Show privately the topic that fits the typed text best; without a text, all topics."""
        t, found = speaks(interaction), None
        if topic is not None:
            named = BY_ID.get(topic)
            best = [named] if named else topics_for(t, topic)
            if not best:
                raise Refusal(
                    "no-topic",
                    "No rule about “{topic}” found; try another word, or just /rules.",
                    topic=topic[:50],
                )
            found = best[0]
        if found is None or found.id != ICONS:
            view = rules_view(t, found, share=share_here(interaction))
            await interaction.response.send_message(view=view, ephemeral=True)
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _show_legend(interaction)

    @rules.autocomplete("topic")
    async def _complete_topic(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        t = speaks(interaction)
        return [
            app_commands.Choice(name=topic_title(t, one), value=one.id)
            for one in topics_for(t, current)[:MOST_CHOICES]
        ]
