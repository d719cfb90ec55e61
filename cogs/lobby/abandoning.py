"""/tzolkin abandon: one player confirms privately, then all must agree; also closes a lobby."""

from discord import ui

from bot.leagues.games import table_of_game
from bot.moderation.table_acts import EndGame
from bot.tables import Refusal, Table, lobby
from bot.text.seats import round_words
from bot.text.translation import Translations, listed
from cogs.client import TzolkinBot
from cogs.kit.answering import is_private, language_of, speaks
from cogs.kit.buttons import RED, Press, button, on_press
from cogs.kit.context import Interaction, name_of, person
from cogs.kit.layout import Part, message, row, text
from cogs.kit.members import remember_name, seat_names, staff_here
from cogs.moderation.acts import place_at, propose
from cogs.telling import requests
from cogs.telling.carry_on import answer_and_carry_on
from cogs.telling.messages import OTHERS_ASKED, lobby_message
from cogs.telling.posting import edit_lobby

YES, AT_ONCE, NO, BACK = "yes", "now", "no", "back"
"""The words of presses. A press without a word agrees to a request."""


async def ask_back(interaction: Interaction, table: Table, *, at_once: bool) -> None:
    """Ask privately for a confirmation. The question says what ends and who must agree. Raises
    Refusal if the person may not give the game up."""
    t = speaks(interaction)
    if at_once:
        in_league = await _must_moderate(interaction, table.id)
        lobby.must_be_open(table)
        if in_league:
            place, moderator = (
                await place_at(interaction, table.id),
                await staff_here(interaction),
            )
            await propose(interaction, moderator, place, EndGame(counts=False))
            return
        view = await _question(t, interaction.client, table, at_once=True)
    else:
        await _must_be_no_leagues(interaction, table.id)
        mine = lobby.may_abandon(table, interaction.user.id)
        if mine.seat in table.abandon_votes:
            view = _asked_already(t, table)
        else:
            view = await _question(t, interaction.client, table, me=mine.seat)
    await interaction.response.send_message(view=view, ephemeral=True)


async def _must_be_no_leagues(interaction: Interaction, table_id: int) -> None:
    """Raises Refusal (`moderators-end-it`) for a league's table, which players cannot end."""
    if await table_of_game(interaction.client.leagues, table_id) is not None:
        raise Refusal(
            "moderators-end-it",
            "Only moderators can end a league game; ask one of them, or leave the season with "
            "/league show.",
        )


async def _must_moderate(interaction: Interaction, table_id: int) -> bool:
    """Check that the person may end the game at once, and return whether it is a league's game,
    which only moderators may end. Raises Refusal."""
    if await table_of_game(interaction.client.leagues, table_id) is not None:
        await staff_here(interaction)
        return True
    if not interaction.permissions.manage_messages:
        raise Refusal(
            "not-message-manager",
            "Only people who can manage messages here can end a game at once; vote with /tzolkin "
            "abandon instead.",
        )
    return False


async def _question(
    t: Translations, bot: TzolkinBot, table: Table, *, me: int | None = None, at_once: bool = False
) -> ui.LayoutView:
    names = seat_names(t, table)
    # Translators: button, at most 34 characters: no to giving up the game.
    no = button(t.gettext("Play on"), "abandon", table.id, word=NO)
    if table.status == "lobby":
        lines = [
            "### " + t.gettext("Close this lobby?"),
            # Translators: {names}: who sits at the table, one player or more, computers too.
            t.gettext("Seated: {names}. Nothing has been played yet.").format(
                names=", ".join(names)
            ),
        ]
        # Translators: button, at most 34 characters.
        label = t.gettext("Close the lobby")
        # Translators: button, at most 34 characters: the lobby stays.
        no = button(t.gettext("Leave it open"), "abandon", table.id, word=NO)
    else:
        lines = ["### " + t.gettext("Abandon this game?"), await _progress_line(t, bot, table)]
        lines.append(t.gettext("The game ends for everybody, without a result."))
        others = [seat for seat in lobby.yet_to_agree(table) if seat != me]
        # Translators: button, at most 34 characters.
        label = t.gettext("Abandon the game")
        if at_once:
            lines.append(t.gettext("The game ends at once; nobody else is asked."))
        elif others:
            # Translators: button, at most 34 characters: yes to what another player asks for.
            agree = t.gettext("I agree")
            # Translators: button, at most 34 characters: whether they agree.
            ask = t.gettext("Ask the others")
            label = agree if table.abandon_votes else ask
            # Translators: {names}: one player or more; "you all" are all players of the game.
            words = t.ngettext(
                "The game ends once {names} agrees; until then, play on.",
                "The game ends once {names} agree; until then, play on.",
                len(others),
            )
            lines.append(words.format(names=listed(t, [names[seat] for seat in others])))
        else:
            lines.append(t.gettext("Nobody else has to agree; the game ends at once."))
    word = AT_ONCE if at_once else YES
    return message(
        text(*lines), row([button(label, "abandon", table.id, word=word, style=RED), no])
    )


async def _progress_line(t: Translations, bot: TzolkinBot, table: Table) -> str:
    """A sentence about how far the game has come."""
    try:
        position = (await bot.tables.game(table.id)).snapshot()
    except Refusal:
        return t.gettext("This game cannot go on.")
    if position.phase == "keep":
        return t.gettext("The game has just begun: players are choosing wealth tiles.")
    return round_words(t, position)


def _asked_already(t: Translations, table: Table) -> ui.LayoutView:
    names = seat_names(t, table)
    missing = [names[seat] for seat in lobby.yet_to_agree(table)]
    parts: list[Part] = [button(t.gettext(requests.WITHDRAW), "abandon", table.id, word=BACK)]
    return message(
        text(
            "### " + t.gettext("Abandon this game?"),
            requests.asked_already(t, missing),
        ),
        row(parts),
    )


@on_press()
async def abandon(interaction: Interaction, press: Press) -> None:
    """Agree to give the game up, decline, or withdraw the request."""
    if press.word == NO:
        words = speaks(interaction).gettext(requests.NOTHING_CHANGED)
        await interaction.response.edit_message(view=message(text(words)))
    elif press.word == AT_ONCE:
        await _end_at_once(interaction, press.table)
    else:
        if press.word != BACK:
            await _must_be_no_leagues(interaction, press.table)
        async with requests.request_pressed(interaction, press.table, requests.ABANDON):
            await (_withdraw if press.word == BACK else _agree)(interaction, press.table)


async def _agree(interaction: Interaction, table_id: int) -> None:
    bot = interaction.client
    async with bot.tables.open(table_id) as opened:
        table = lobby.abandon(opened, person(interaction))
    private = is_private(interaction)
    t = speaks(interaction) if private else language_of(bot, table)
    if table.status == "abandoned":
        if not private:
            bot.channels[table_id].requests.pop(requests.ABANDON, None)
        view = message(text(t.gettext("Everybody agrees: the game is over.")))
        await _over(interaction, table, view)
        return
    if private:
        view = message(text(t.gettext(OTHERS_ASKED)))
    else:
        view = requests.abandon_request_view(t, table)
    answer = interaction.response.edit_message(view=view)
    await answer_and_carry_on(interaction, answer, table_id)
    if private:
        await requests.show_again(bot, table, requests.ABANDON)


async def _withdraw(interaction: Interaction, table_id: int) -> None:
    bot = interaction.client
    async with bot.tables.open(table_id) as opened:
        table = lobby.withdraw_abandon(opened, person(interaction))
    if table.abandon_votes:  # others still want to give the game up
        view = requests.abandon_request_view(language_of(bot, table), table)
        if is_private(interaction):
            view = message(text(speaks(interaction).gettext(requests.WITHDRAWN)))
            await requests.show_again(bot, table, requests.ABANDON)
        await interaction.response.edit_message(view=view)
        return

    def words(t: Translations, name: str) -> str:
        return t.gettext("{name} withdrew the request to abandon the game.").format(name=name)

    await requests.answer_withdrawn(interaction, table, requests.ABANDON, words)


async def _end_at_once(interaction: Interaction, table_id: int) -> None:
    """End the game at once and tell the channel who did. Raises Refusal as `_must_moderate`."""
    bot, user = interaction.client, interaction.user
    if await _must_moderate(interaction, table_id):
        raise Refusal(
            "league-game",
            "You must give a reason to end a league game; use /moderate page in this channel.",
        )
    if interaction.guild_id is not None:
        remember_name(bot, interaction.guild_id, user.id, name_of(user))
    async with bot.tables.open(table_id) as opened:
        table = lobby.abandon(opened, person(interaction), moderator=True)
    await _over(interaction, table, message(text(speaks(interaction).gettext("The game is over."))))


async def _over(interaction: Interaction, table: Table, view: ui.LayoutView) -> None:
    bot = interaction.client
    await answer_and_carry_on(interaction, interaction.response.edit_message(view=view), table.id)
    bot.channels.pop(table.id, None)
    t = language_of(bot, table)
    over = t.gettext("This game is over.")
    await edit_lobby(bot, table, lobby_message(t, table, notice=over, closed=True))
