"""How moderators do acts in a season: a preview, a red button, the news in the league's channel.
Every press and sent form checks again that the person is a moderator. The acts themselves and
their texts are in `bot.leagues.people_acts`, `result_acts` and `season_acts`."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.leagues import acting
from bot.leagues.act import SeasonAct
from bot.leagues.acting import ACTS, Decided
from bot.leagues.season_transaction import SeasonView
from bot.model.server import Moderator
from bot.refusal import Refusal
from bot.text.seasons import division_name
from bot.text.typed import escaped
from cogs.kit.answering import speaks, tell
from cogs.kit.buttons import (
    RED,
    Press,
    as_number,
    button,
    old_button,
    on_press,
    reason_form,
    reason_of,
    select,
)
from cogs.kit.channels import may_be_refused
from cogs.kit.context import Interaction, Stands
from cogs.kit.layout import (
    MOST_CHOICES,
    first_lines,
    kept_text,
    message,
    option,
    row,
    small,
    text,
    text_kept,
)
from cogs.kit.leagues_named import season_pressed
from cogs.kit.members import answer_words, moderator_here, names_of
from cogs.kit.pages import SEASON_PROPOSALS
from cogs.leagues.league_channel import channel_of, tell_season
from cogs.moderation.audit_log import DO, UNDO
from cogs.moderation.second import call_for_requests, decided, preview_lines, take_call_back

MOST_MENUS = 15
"""The most menus that fit into a message with their rows: enough for 375 entries of a person."""


async def preview_act(
    interaction: Interaction,
    moderator: Moderator,
    season: SeasonView,
    act: SeasonAct,
    reason: str | None = None,
) -> None:
    """Answer with a preview of the act. Raises Refusal if the act would be refused."""
    if act.takes_long:
        await interaction.response.defer(ephemeral=True, thinking=True)
    found = await acting.preview(interaction.client.leagues, season.id, moderator, act)
    lines = await preview_lines(interaction, act, found)
    other_way = act.other_way(speaks(interaction), found)
    await show(interaction, season, act, lines, other_way, reason)


SEASON_PROPOSALS.append(preview_act)


async def ask_which(
    interaction: Interaction, season: SeasonView, acts: Sequence[SeasonAct], reason: str | None
) -> None:
    """Ask which of a person's entries the act is meant for; shows their divisions and tables."""
    t, state = speaks(interaction), season.state
    entries = [int(act.details()["entry"]) for act in acts]
    names = await names_of(interaction, entries)
    options = []
    for act, entry in zip(acts, entries, strict=True):
        tables = [str(one.table) for one in state.open_tables() if entry in one.entries]
        # Translators: option of a menu, at most 100 characters; {division} is “Division 2”, {name}
        # a person
        label = t.gettext("{division}: the place of {name}").format(
            division=division_name(t, state.division_of[entry]), name=names.plain(entry)
        )
        # Translators: second line of an option; {tables} are numbers of tables, or 0
        hint = t.gettext("open tables: {tables}").format(tables=", ".join(tables) or "0")
        options.append(option(label, _word_of(season, act), hint))
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters; a
    # place in a season, which a person plays for
    placeholder = t.gettext("Choose a place")
    menus = [
        row(
            [
                select(
                    options[first : first + MOST_CHOICES], "seasonwhich", 0, word=str(first),
                    placeholder=placeholder,
                )
            ]
        )
        for first in range(0, len(options), MOST_CHOICES)
    ]  # fmt: skip
    view = message(
        text(
            # Translators: heading; a place in a season, which a person plays for
            "### " + t.gettext("Which place?"),
            t.gettext("This person plays for several places in the season."),
        ),
        *menus[:MOST_MENUS],
        kept_text(reason) if reason else None,
    )
    await interaction.response.send_message(view=view, ephemeral=True)


@on_press(Stands.ANYWHERE)
async def seasonask(interaction: Interaction, press: Press) -> None:
    """Show the preview of the act that a call of the moderators offers."""
    moderator = await moderator_here(interaction)
    season_id, act = _act_of(press.word)
    _, season = await season_pressed(interaction, str(season_id))
    await preview_act(interaction, moderator, season, act)


@on_press(Stands.ANYWHERE)
async def seasonwhich(interaction: Interaction, press: Press) -> None:
    """Show the preview of the act for the entry that was chosen."""
    moderator = await moderator_here(interaction)
    season_id, act = _act_of(press.value)
    season = await interaction.client.leagues.read(season_id)
    await preview_act(interaction, moderator, season, act, text_kept(interaction.message))


def _word_of(season: SeasonView, act: SeasonAct) -> str:
    return ".".join(map(str, (season.id, act.act, *act.numbers())))


def _act_of(word: str) -> tuple[int, SeasonAct]:
    """The season's id and the act that a press means. Raises Refusal for an unknown act."""
    season_id, _, said = word.partition(".")
    name, *numbers = said.split(".")
    kind = ACTS.get(name)
    if kind is None or not kind.asks:
        raise Refusal("act", "That button is out of date; use the command again.")
    read = as_number(season_id), [as_number(number) for number in numbers]
    try:
        return read[0], kind.of_numbers(read[1])
    except ValueError:  # too few numbers
        raise old_button() from None


async def show(
    interaction: Interaction,
    season: SeasonView,
    act: SeasonAct,
    lines: Sequence[str],
    other_way: tuple[str, SeasonAct] | None = None,
    reason: str | None = None,
) -> None:
    """Show the question, the preview and the red button, with `other_way` a second button. The
    message keeps a `reason` that is already given, as every undo has."""
    t = speaks(interaction)
    # Translators: button, at most 34 characters: does what the message says; imperative
    ways = [(t.gettext("Confirm"), act), *([other_way] if other_way else [])]
    if reason and not act.tells:
        # Translators: the reason follows in a line of its own
        after = t.gettext("This goes to the audit log, with your reason:")
    elif reason:
        # Translators: the reason follows in a line of its own
        after = t.gettext("This goes to the league's channel and the audit log, with your reason:")
    elif not act.asks_reason:
        after = t.gettext("This goes to the league's channel and the audit log.")
    elif act.tells:
        after = t.gettext(
            "You will be asked for a reason; it is posted in the league's channel and saved in "
            "the audit log."
        )
    else:
        after = t.gettext("You will be asked for a reason for the audit log.")
    moderator = await moderator_here(interaction)
    if await acting.must_wait(interaction.client.leagues, season, moderator, act):
        confirmed = t.gettext("Another moderator must confirm it.")
        after = f"{confirmed} {after}"
    title = "### " + t.gettext(act.asks)
    view = message(
        text(*first_lines([title, escaped(season.settings.name), *lines])),
        row(
            button(label, "seasonact", 0, word=_word_of(season, way), style=RED)
            if way.undoes is None
            else button(label, UNDO, 0, word=f"{way.undoes}.{DO}", style=RED)
            for label, way in ways
        ),
        text(small(after)),
        kept_text(reason) if reason else None,
    )
    if interaction.response.is_done():
        await interaction.followup.send(view=view, ephemeral=True)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


async def do_at_once(
    interaction: Interaction,
    moderator: Moderator,
    season: SeasonView,
    act: SeasonAct,
    reason: str | None = None,
) -> None:
    """Do an act whose reason is given or that needs none."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    leagues, reason = interaction.client.leagues, reason or reason_by_name(season)
    done = await acting.moderate(leagues, season.id, moderator, act, reason)
    await answer_done(interaction, done)


@on_press(Stands.ANYWHERE)
async def seasonact(interaction: Interaction, press: Press) -> None:
    """Do the act of a preview whose red button was pressed. If the act needs a reason and the
    message keeps none, open the form for it; the form comes back to this handler."""
    moderator = await moderator_here(interaction)
    season_id, act = _act_of(press.word)
    known = reason_of(press) or text_kept(interaction.message)
    if act.asks_reason and not known:
        await interaction.response.send_modal(reason_form(speaks(interaction), press))
    else:
        season = await interaction.client.leagues.read(season_id)
        await do_at_once(interaction, moderator, season, act, known)


def reason_by_name(season: SeasonView) -> str:
    """The reason logged for acts that ask for none: the season's name with its number, since a name
    alone may be too short for a reason."""
    return f"{season.settings.name} ({season.number})"


@on_press(Stands.ANYWHERE)
async def seasonsettle(interaction: Interaction, press: Press) -> None:
    """Confirm or reject what another moderator requested."""
    request, moderator, confirm = await decided(interaction, press)
    done = await acting.settle(interaction.client.leagues, request.id, moderator, confirm=confirm)
    await answer_done(interaction, done)
    await take_call_back(interaction.client, done.entry)


async def answer_done(interaction: Interaction, done: Decided) -> None:
    """Answer the moderator, then tell the league's channel."""
    await tell(interaction, answer_words(speaks(interaction), done.entry))
    if done.entry.status == "done":
        await tell_done(interaction, done)
    if done.entry.status == "pending":
        await call_for_requests(interaction.client)


async def tell_done(interaction: Interaction, done: Decided) -> None:
    """Tell the league's channel what was done, and let the season go on."""
    bot = interaction.client
    if ACTS[done.entry.act].tells:
        await post(interaction, done.season, partial(tell_season, bot, done.season.id))
    bot.dispatch("season_changed", done.season.id)


async def post(
    interaction: Interaction, season: SeasonView, telling: Callable[[], Awaitable[None]]
) -> None:
    """Post in a league's channel by `telling`; if that fails, tell the moderator."""
    league, t = await interaction.client.leagues.league(season.league_id), speaks(interaction)
    if league.channel_id is None:
        await tell(
            interaction,
            t.gettext("This league has no channel yet; choose one with /season found."),
        )
        return
    heard = await channel_of(interaction.client, season) is not None
    with may_be_refused():
        await telling()
        if heard:
            return
    await tell(
        interaction,
        t.gettext(
            "I cannot post in {channel}: allow me to see it and send messages, or choose another "
            "channel with /season found."
        ).format(channel=f"<#{league.channel_id}>"),
    )
