"""/league dispute: a player calls the moderators to a table, in a private thread without the
opponents. If the bot cannot open one, the moderators are called in their own channel, and the
player learns the decision by direct message. The moderators' buttons of a dispute are acts in a
season, with preview and reason; pages show all open disputes on a server."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import structlog
from discord import ui

from bot.leagues import games, people
from bot.leagues.act import SeasonAct
from bot.leagues.acting import InSeason
from bot.leagues.result_acts import DecideDispute, Replay, Void
from bot.leagues.season_transaction import SeasonView, posting_place
from bot.model.league import DisputePlace, League
from bot.model.notes import DisputeDecided, DisputeRaised
from bot.moderation.desk import must_be_staff
from bot.refusal import Full, Refusal
from bot.seasons.season import Dispute, open_dispute
from bot.tables import Moderator
from bot.text import standings
from bot.text.leagues import TABLE
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit import buttons, context, layout
from cogs.kit.answering import board_link, language_of_person, language_of_server, speaks, tell
from cogs.kit.channels import MEMBERS, THREADS, hindered, may_be_refused, unhindered, why_refused
from cogs.kit.leagues_named import season_pressed
from cogs.kit.members import names_of, staff_here
from cogs.kit.pages import WAITING_PARTS
from cogs.leagues.league_channel import channel_of, people_named, tell_season
from cogs.moderation.acts import propose
from cogs.telling.dispatcher import NotYet, tells
from cogs.telling.moderators_called import NowhereError, call_moderators_there, called_at

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Call:
    """A dispute as shown to moderators: its season, league and server, and the language."""

    season: SeasonView
    league: League
    guild: discord.Guild
    number: int
    t: Translations

    @property
    def dispute(self) -> Dispute:
        """The dispute itself."""
        return self.season.state.disputes[self.number - 1]


# --- the player ----------------------------------------------------------------------------------


async def _own_tables(
    interaction: context.Interaction, season: SeasonView
) -> list[tuple[int, str]]:
    """The player's own tables that can be disputed, newest first: numbers and labels."""
    leagues, t, state = interaction.client.leagues, speaks(interaction), season.state
    numbers = await people.disputable_tables(leagues, season, interaction.user.id)
    numbers = numbers[: layout.MOST_CHOICES]
    seated_at = {n: [state.holder(entry) for entry in state.tables[n].entries] for n in numbers}
    names = await names_of(interaction, [one for each in seated_at.values() for one in each])
    return [
        (number, f"{t.say(TABLE, n=number)} · {', '.join(names.plain(one) for one in seated)}")
        for number, seated in seated_at.items()
    ]


@buttons.on_press(context.Stands.ANYWHERE)
async def disputemine(interaction: context.Interaction, press: buttons.Press) -> None:
    """Ask which table is disputed and why, or raise the dispute. Raises Refusal (`none-disputable`)
    where nobody can dispute anything yet."""
    _, season = await season_pressed(interaction, press.word)
    if press.typed:
        number, reason = buttons.as_number(press.chosen.get("table", "")), press.typed["reason"]
        await _dispute(interaction, season, number, reason)
        return
    tables, t = await _own_tables(interaction, season), speaks(interaction)
    if not tables:
        raise Refusal("none-disputable", "None of your tables has begun; there is none to dispute.")
    # Translators: title of a form, at most 45 characters
    form = buttons.Form(t.gettext("Dispute a table"), press)
    # Translators: label of a line in a form, at most 45 characters
    form.ask_choice("table", t.gettext("Table"), [(str(n), label) for n, label in tables])
    # Translators: label of a line in a form, at most 45 characters
    what = t.gettext("What is wrong")
    # Translators: hint below a line in a form, at most 100 characters
    hint = t.gettext("Your opponents do not see it.")
    form.ask("reason", what, hint=hint, most=people.LONGEST_DISPUTE, least=3, needed=True)
    await interaction.response.send_modal(form)


async def _dispute(
    interaction: context.Interaction, season: SeasonView, number: int, reason: str
) -> None:
    """Store a dispute, call the moderators, and tell the player where."""
    bot, t = interaction.client, speaks(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    season, n = await people.dispute(bot.leagues, season.id, interaction.user.id, number, reason)
    try:
        await tell_season(bot, season.id)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as failed:  # the next look calls
        log.warning("moderators not called", season=season.id, dispute=n, reason=str(failed))
    season = await bot.leagues.read(season.id)
    await tell(interaction, _called_words(t, season, n))


def _called_words(t: Translations, season: SeasonView, number: int) -> str:
    """The answer to the player: where the moderators are called, and how they will answer."""
    place = season.made.disputes.get(number)
    if place is not None and place.private:
        # Translators: {thread} is a link to a thread
        words = t.gettext("The moderators are notified; talk to them in {thread}.")
        return words.format(thread=f"<#{place.channel}>")
    if place is not None:
        return t.gettext(
            "The moderators are notified. I could not create a private thread for you and them, "
            "so I will send you their decision in a direct message."
        )
    if DisputeRaised(number) in season.untold:
        return t.gettext(
            "Your dispute is saved. I could not notify the moderators just now, and will try again "
            "every minute."
        )
    return t.gettext(
        "Your dispute is saved, but I cannot notify the moderators anywhere. Tell one of them to "
        "look at /moderate page."
    )


# --- messages ------------------------------------------------------------------------------------


@tells(DisputeRaised)
async def _call_for(bot: TzolkinBot, season: SeasonView, note: DisputeRaised) -> None:
    """Call the moderators for a new dispute. Raises NotYet while the server cannot be seen."""
    found = await call_of(bot, season, note.number)
    if found is None:
        raise NotYet
    if found.dispute.decision is None and note.number not in season.made.disputes:
        await _call(bot, found)  # else it was decided before this call


@tells(DisputeDecided)
async def _answer(bot: TzolkinBot, season: SeasonView, note: DisputeDecided) -> None:
    """Tell the player what was decided."""
    found = await call_of(bot, season, note.number)
    if found is None:
        raise NotYet
    await _tell_decided(bot, found)


async def call_of(
    bot: TzolkinBot, season: SeasonView, number: int, t: Translations | None = None
) -> Call | None:
    """A dispute as shown to moderators, in the language `t`, by default the server's; None while
    the server cannot be seen."""
    league = await bot.leagues.league(season.league_id)
    guild = bot.get_guild(league.guild_id)
    if guild is None:
        return None
    return Call(season, league, guild, number, t or language_of_server(bot, guild))


async def _call(bot: TzolkinBot, found: Call) -> None:
    thread = await _thread(bot, found)
    posted = None
    if thread is not None:
        with may_be_refused():
            posted = await _call_in_thread(bot, found, thread)
    private = posted is not None
    if posted is None:
        with suppress(NowhereError), may_be_refused():  # the moderators' page shows it
            posted = await _call_elsewhere(bot, found)
    if posted is not None:
        await people.dispute_called(
            bot.leagues, found.season.id, found.number, posted.channel.id, posted.id,
            private=private,
        )  # fmt: skip


async def _thread(bot: TzolkinBot, found: Call) -> discord.Thread | None:
    """The private thread for a dispute: a new one, or the one that was opened just before the
    program was stopped. None if the bot cannot open one."""
    where = await channel_of(bot, found.season)
    home = None if where is None else where.channel
    if where is None or home is None or not context.has_private_threads(home):
        return None
    name = _title(found, found.season.settings.name)[: context.LONGEST_THREAD_NAME]
    # Translators: the title of a post or thread where the season's own name is refused
    season = found.t.gettext("Season {n}").format(n=found.season.number)
    plain = _title(found, season)
    for thread in home.threads:
        mine = bot.user is not None and thread.owner_id == bot.user.id
        if mine and thread.is_private() and thread.name in (name, plain):
            first = await _first_message(bot, thread)
            if first is None or _is_about(first.components, found):
                return thread

    async def new(named: str) -> discord.Thread:
        return await home.create_thread(
            name=named, type=discord.ChannelType.private_thread,
            auto_archive_duration=context.A_WEEK,
            invitable=False,
        )  # fmt: skip

    try:
        return await context.first_taken(new, name, plain)
    except discord.HTTPException as error:
        refusal = why_refused(error, THREADS)
        if refusal is None:
            raise
        hindered(bot, where.guild.id, THREADS, refusal)
        return None


async def _first_message(bot: TzolkinBot, thread: discord.Thread) -> discord.Message | None:
    """The bot's first message with buttons in a thread."""
    async for known in thread.history(limit=5, oldest_first=True):
        if bot.user is not None and known.author.id == bot.user.id and known.components:
            return known
    return None


def _is_about(components: Iterable[Any], found: Call) -> bool:
    """Whether one of these buttons is about this dispute: the season of another league may have the
    same name."""
    return any(
        f":{_word(found)}." in (getattr(one, "custom_id", None) or "")
        or _is_about(getattr(one, "children", ()), found)
        for one in components
    )


async def _call_in_thread(bot: TzolkinBot, found: Call, thread: discord.Thread) -> discord.Message:
    known = await _first_message(bot, thread)
    if known is not None:
        return known  # posted just before the program was stopped
    player = found.dispute.person
    server = await bot.tables.server_settings(found.guild.id)
    place, staff = found.league.channel_id, found.league.staff
    called = await called_at(bot, found.guild, server, place, staff)
    for person in (player, *called.people):
        try:
            await thread.add_user(discord.Object(person))
        except discord.HTTPException as error:  # the player has left or cannot see the channel
            refusal = why_refused(error)
            if isinstance(refusal, Full):
                hindered(bot, found.guild.id, MEMBERS, refusal)
        else:
            unhindered(bot, found.guild.id, MEMBERS)
    mentions = " ".join(dict.fromkeys([f"<@{player}>", *called.line.split()]))
    users = [discord.Object(one) for one in dict.fromkeys([player, *called.people])]
    allowed = discord.AllowedMentions(everyone=False, roles=list(called.roles), users=users)
    [head, *rest], parts = await dispute_content(bot, found)
    view = layout.message(
        layout.text(*layout.first_lines([head, mentions, *rest])), *parts, accent=layout.ACCENT_TURN
    )
    return await thread.send(view=view, allowed_mentions=allowed)


async def _call_elsewhere(bot: TzolkinBot, found: Call) -> discord.Message:
    """Call the moderators in their own channel; or in the league's. Without the player's name and
    reason where opponents read it."""
    server = await bot.tables.server_settings(found.guild.id)
    if server.moderators_channel not in (None, found.league.channel_id):
        lines, parts = await dispute_content(bot, found)
        with may_be_refused():
            return await call_moderators_there(bot, found.guild, lines, *parts, league=found.league)
    look = buttons.button(found.t.gettext("Take a look"), "disputes", 0, word=_word(found))
    to_page = buttons.moderate_button(found.t, word=f"s{found.season.id}.t{found.dispute.table}")
    line = found.t.say(
        standings.LOOK_AT_TABLE, table=found.dispute.table, season=found.season.title
    )
    return await call_moderators_there(
        bot, found.guild, [line], layout.row([look, to_page]),
        otherwise=(posting_place(found.league, found.season),), league=found.league,
    )  # fmt: skip


async def dispute_content(bot: TzolkinBot, found: Call) -> tuple[list[str], list[layout.Part]]:
    """The lines about a dispute, the title first, and the moderators' buttons."""
    t, dispute = found.t, found.dispute
    [person] = await people_named(bot, found.guild, [dispute.person])
    assert person is not None
    link, position = await _position(bot, found)
    lines = [
        standings.dispute_line(t, layout.printed(person.name), dispute),
        position,
        t.say(standings.FOR_MODERATORS),
    ]
    return [f"### {_title(found, found.season.title)}", *lines], dispute_buttons(
        t, found.season, found.number, link
    )


async def _position(bot: TzolkinBot, found: Call) -> tuple[str | None, str]:
    """The link to the disputed position, and the line that shows it."""
    game = (await games.games(bot.leagues, found.season.id)).get(found.dispute.table)
    if game is None:
        return None, found.t.gettext("The table has no game here.")
    table = await bot.tables.table(game.table_id)
    link = board_link(table) or f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    try:
        now = (await bot.tables.game(table.id)).snapshot()
    except Refusal:  # the game is not dealt yet, or cannot be read any more
        # Translators: {link} is a link to the thread of the table
        return link, found.t.gettext("The table: {link}").format(link=f"<#{table.channel_id}>")
    # Translators: where the game is that is disputed; {link} is a link
    words = found.t.gettext("The position: {link}, round {round}")
    return link, words.format(link=f"<#{table.channel_id}>", round=now.round)


def dispute_buttons(
    t: Translations, season: SeasonView, number: int, link: str | None
) -> list[layout.Part]:
    """The moderators' buttons for a dispute; `link` leads to the position."""
    dispute = season.state.disputes[number - 1]

    def to(label: str, what: str) -> layout.Part:
        return buttons.button(label, "disputeact", 0, word=f"{season.id}.{number}.{what}")

    if dispute.table in season.state.voided:
        # Translators: button, one of two in a row, at most 24 characters: a table that was taken
        # out of its season counts again; imperative
        counts = to(t.gettext("Count it again"), "restore")
    else:
        counts = to(t.gettext("Remove it"), "void")
    board: discord.ui.Button[discord.ui.LayoutView] | None = None
    if link is not None:
        # Translators: button, one of two in a row, at most 24 characters: leads to the thread of
        # the table
        board = discord.ui.Button(label=t.gettext("To the table"), url=link)
    # Translators: button, one of two in a row, at most 24 characters: the dispute is settled;
    # participle
    settled = to(t.gettext("Settled"), "settle")
    # Translators: button, one of two in a row, at most 24 characters: rejects the dispute;
    # imperative
    reject = to(t.gettext("Reject"), "reject")
    return [
        # Translators: button, one of two in a row, at most 24 characters: corrects the result of a
        # table; imperative
        layout.row([to(t.gettext("Correct"), "correct"), counts]),
        layout.row([to(t.gettext("Play it again"), "replay"), *([board] if board else [])]),
        layout.row([settled, reject]),
        layout.row([buttons.moderate_button(t, word=f"s{season.id}.t{dispute.table}")]),
    ]


async def _tell_decided(bot: TzolkinBot, found: Call) -> None:
    """Tell the player what was decided, and remove the buttons of the call."""
    place, player = found.season.made.disputes.get(found.number), found.dispute.person
    me = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(player)])
    lines = [*standings.decided_lines(found.t, found.number, found.season.title, found.dispute)]
    if place is not None:
        channel = bot.get_partial_messageable(place.channel, guild_id=found.guild.id)
        with may_be_refused():
            shown = await _decided_call(bot, found, place, lines)
            view = layout.message(layout.text(*layout.first_lines(shown)))
            await channel.get_partial_message(place.message).edit(view=view)
        if place.private:
            with may_be_refused():
                view = layout.message(layout.text(*layout.first_lines([f"<@{player}>", *lines])))
                await channel.send(view=view, allowed_mentions=me)
                return
    if player < 0:
        return  # the person's data was deleted
    with may_be_refused():
        direct = await bot.create_dm(discord.Object(player))
        t = await language_of_person(bot, player, found.t)
        lines = [*standings.decided_lines(t, found.number, found.season.title, found.dispute)]
        await direct.send(view=layout.message(layout.text(*layout.first_lines(lines))))


async def _decided_call(
    bot: TzolkinBot, found: Call, place: DisputePlace, lines: Sequence[str]
) -> Sequence[str]:
    """The lines that replace a call after the decision; only that it is made, if opponents read."""
    server = await bot.tables.server_settings(found.guild.id)
    own = place.channel == server.moderators_channel != found.league.channel_id
    if not (place.private or own):
        season = found.season.title
        return standings.decided_lines(found.t, found.number, season, found.dispute, why=False)
    [_, disputed, *_], _ = await dispute_content(bot, found)
    return [f"### {lines[0]}", disputed, *lines[1:]]


def _title(found: Call, season: str) -> str:
    return found.t.say(
        standings.DISPUTE_TITLE, number=found.number, table=found.dispute.table, season=season
    )


def _word(found: Call) -> str:
    return f"{found.season.id}.{found.number}"


MOST_LISTED = 800
"""The most characters of the list of disputes on the moderators' page."""


async def disputes_parts(
    interaction: context.Interaction, moderator: Moderator
) -> Sequence[layout.Part]:
    """The open disputes of the server with links to their threads, and the button that shows them;
    empty if there are none."""
    found = await _open(interaction, moderator)
    if not found:
        return []
    t = speaks(interaction)
    lines = [t.say(standings.OPEN_DISPUTES, n=len(found))]
    for season, number, one in found:
        name = season.title
        place = season.made.disputes.get(number)
        if place is not None and place.private:  # the thread has the same name
            lines.append(f"- <#{place.channel}>")
        else:
            lines.append(
                "- " + t.say(standings.DISPUTE_TITLE, number=number, table=one.table, season=name)
            )
    # Translators: button, at most 34 characters: shows the open disputes; noun
    show = buttons.button(t.gettext("Disputes"), "disputes", 0, word="all")
    return [layout.text(*layout.first_lines(lines, MOST_LISTED)), layout.row([show])]


WAITING_PARTS.append(disputes_parts)


async def _open(
    interaction: context.Interaction, moderator: Moderator
) -> list[tuple[SeasonView, int, Dispute]]:
    """The open disputes of the server that a person may decide, with their seasons and numbers."""
    found = await people.open_disputes_on(interaction.client.leagues, moderator.guild_id)
    return [one for one in found if moderator.rank(one[0].league_id) == "moderates"]


@buttons.on_press(context.Stands.ANYWHERE)
async def disputeact(interaction: context.Interaction, press: buttons.Press) -> None:
    """Show the preview of an act, or ask for the points of a correction."""
    moderator = await staff_here(interaction)
    season_id, place, what = press.parts(3)
    number = buttons.as_number(place)
    _, season = await season_pressed(interaction, season_id)
    must_be_staff(moderator, season.league_id, "dispute")
    dispute = open_dispute(season.state.disputes, number)
    if what == "correct":
        await buttons.work_on(
            interaction, buttons.Press("moddo", 0, "", f"s{season.id}.t{dispute.table} result")
        )
        return
    acts: dict[str, SeasonAct] = {
        "void": Void(dispute.table),
        "restore": Void(dispute.table, back=True),
        "replay": Replay(dispute.table),
        "settle": DecideDispute(number, dispute.table),
        "reject": DecideDispute(number, dispute.table, rejected=True),
    }
    if what not in acts:
        raise buttons.old_button()
    where = InSeason(interaction.client.leagues, season.id)
    await propose(interaction, moderator, where, acts[what])


@buttons.on_press(context.Stands.ANYWHERE)
async def disputes(interaction: context.Interaction, press: buttons.Press) -> None:
    """Show the open disputes of the server, one on a page: the one a call names, or the one with
    this index."""
    moderator = await staff_here(interaction)
    found = await _open(interaction, moderator)
    which = [f"{season.id}.{number}" for season, number, _ in found]
    turned = press.word.startswith("page ")
    if not turned and press.word in which:
        page = which.index(press.word)
    else:
        page = buttons.as_number(press.word[5:]) if turned else 0
    view = await _disputes_page(interaction, found, page)
    if turned:
        await interaction.response.edit_message(view=view)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


async def _disputes_page(
    interaction: context.Interaction,
    found: Sequence[tuple[SeasonView, int, Dispute]],
    page: int,
) -> ui.LayoutView:
    t = speaks(interaction)
    if not found:
        return layout.message(layout.text(t.gettext("There are no open disputes.")))
    page = min(max(page, 0), len(found) - 1)
    season, number, _ = found[page]
    called = await call_of(interaction.client, season, number, t)
    assert called is not None
    lines, parts = await dispute_content(interaction.client, called)
    place = season.made.disputes.get(number)
    if place is not None and place.private:
        lines.append(f"<#{place.channel}>")
    turns = buttons.turning(t, page, len(found), "disputes", "page ")
    head = layout.small(t.say(standings.OPEN_DISPUTES, n=len(found)))
    return layout.message(
        layout.text(*layout.first_lines([head, *lines])),
        *parts,
        layout.row(turns) if turns else None,
    )
