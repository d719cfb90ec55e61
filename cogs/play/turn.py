"""The commands of a turn (/place, /pickup, /move, /endturn, /undo) and the buttons of its panel;
and taking back a person's last turn: the preview, and the consent of the others."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.engine import Game, IllegalAction
from bot.refusal import NotAsked, NotWhole, Stale
from bot.tables import Confirmed, Refusal, Rewind, Table, requests, turns
from bot.tables.computers import coached
from bot.tables.preparation import TURN_KIND
from bot.text import notation
from bot.text.advice import coach_lines
from bot.text.choices_in_one_tap import ALL_WORKERS, all_workers
from bot.text.translation import N_, Translations, listed
from bot.text.turns import food_day_lines, turn_line
from cogs.client import BotCog
from cogs.kit.answering import UNREACHABLE, language_of, refusal_text, speaks
from cogs.kit.buttons import (
    RED,
    Press,
    apart,
    board_button,
    button,
    custom_id,
    form_sent,
    old_button,
    on_press,
    pressed,
)
from cogs.kit.context import Interaction, Typed, open_here, table_here
from cogs.kit.layout import Part, message, row, small, text, text_kept, with_icons
from cogs.kit.members import seat_names
from cogs.kit.pages import menu
from cogs.play import shown
from cogs.play.first_tiles import keep_action, tiles_dealt
from cogs.play.newcomers import hints_of
from cogs.play.panel import explain_view, why_not_view
from cogs.telling.carry_on import answer_and_carry_on
from cogs.telling.messages import OTHERS_ASKED
from cogs.telling.requests import (
    REWIND,
    WITHDRAW,
    answer_withdrawn,
    asked_already,
    request_pressed,
    rewind_request_view,
    undone_lines,
)

NO = "no"
"""The word of the button that takes nothing back."""

# --- taking a turn back ---------------------------------------------------------------------------


def take_back_view(t: Translations, offer: Rewind) -> ui.LayoutView:
    """The message with what taking back would undo, and the button to do it or to ask for it."""
    table = offer.table
    lines = ["### " + t.gettext("Take back your last turn?"), *undone_lines(t, table, offer.turns)]
    missing = [seat_names(t, table)[seat] for seat in offer.missing]
    request = table.rewind_request
    mine = table.seats[offer.seat].user_id
    if offer.missing and request is not None and (request.to, request.by) == (offer.to, mine):
        lines += ["", asked_already(t, missing)]
        return message(text(*lines), row([button(t.gettext(WITHDRAW), "takebackdrop", table.id)]))
    if offer.missing:
        # Translators: {names}: one player or more.
        words = t.ngettext(
            "{names} has to agree first.", "{names} have to agree first.", len(missing)
        )
        lines += ["", words.format(names=listed(t, missing))]
        # Translators: button, at most 34 characters: whether they agree.
        label = t.gettext("Ask the others")
    else:
        # Translators: button, at most 34 characters: "it" is one's last turn.
        label = t.gettext("Take it back")
    press = button(label, "takeback", table.id, word=str(table.version), style=RED)
    # Translators: button: nothing is taken back
    no = button(t.gettext("No"), "takebackoffer", table.id, word=NO)
    return message(text(*lines), row([press, no]))


async def offer_take_back(interaction: Interaction, table: Table) -> None:
    """Answer privately with what taking back would undo. Raises Refusal if there is nothing."""
    opened = await interaction.client.tables.read(table)
    offer = await requests.rewind_offered(opened, interaction.user.id)
    view = take_back_view(speaks(interaction), offer)
    await interaction.response.send_message(view=view, ephemeral=True)


@on_press()
async def takebackoffer(interaction: Interaction, press: Press) -> None:
    """Show what taking back would undo, for the button beside a confirmed turn; with `NO`, take
    nothing back."""
    if press.word == NO:
        stays = message(text(speaks(interaction).gettext("Your turn stays as it is.")))
        await interaction.response.edit_message(view=stays)
        return
    await offer_take_back(interaction, await interaction.client.tables.table(press.table))


@on_press()
async def takeback(interaction: Interaction, press: Press) -> None:
    """Take the last turn back, or ask the others."""
    bot, t = interaction.client, speaks(interaction)
    async with bot.tables.open(press.table) as opened:
        offer = await requests.take_back(opened, interaction.user.id, press.number)
    if offer.done:
        said_privately = t.gettext("Your turn has been taken back.")
    else:
        said_privately = t.gettext(OTHERS_ASKED)
    answer = interaction.response.edit_message(view=message(text(said_privately)))
    await answer_and_carry_on(interaction, answer, press.table)


@on_press()
async def agree(interaction: Interaction, press: Press) -> None:
    """Agree to taking back; the last one to agree rewinds the game."""
    bot = interaction.client
    async with (
        request_pressed(interaction, press.table, REWIND),
        bot.tables.open(press.table) as opened,
    ):
        offer = await requests.agree_to_rewind(opened, interaction.user.id, press.number)
    t = language_of(bot, offer.table)
    if not offer.done:
        await interaction.response.edit_message(view=rewind_request_view(t, offer))
        return
    bot.channels[press.table].requests.pop(REWIND, None)
    # The board shows which.
    view = message(text(t.gettext("Everybody agrees: the turn is taken back.")))
    answer = interaction.response.edit_message(view=view)
    await answer_and_carry_on(interaction, answer, press.table)


@on_press()
async def takebackdrop(interaction: Interaction, press: Press) -> None:
    """Withdraw the request to take back."""
    async with request_pressed(interaction, press.table, REWIND):
        async with interaction.client.tables.open(press.table) as opened:
            table = requests.withdraw_rewind(opened, interaction.user.id)

        def words(t: Translations, name: str) -> str:
            return t.gettext("{name} withdrew the request to take back a turn.").format(name=name)

        await answer_withdrawn(interaction, table, REWIND, words)


# --- the turn -------------------------------------------------------------------------------------

FROM_BEFORE = N_("That button is out of date; here is your turn as it is now.")


@asynccontextmanager
async def panel_if_refused(interaction: Interaction) -> AsyncIterator[None]:
    """Answers typed words that cannot be done with the reason, and the panel that shows what can.

    Raises Refusal if it is not the person's turn.
    """
    try:
        yield
    except (IllegalAction, NotWhole) as refusal:
        here = await interaction.client.tables.read(await table_here(interaction))
        turn = turns.view(here, interaction.user.id)
        reason = refusal_text(speaks(interaction), refusal)
        if turn.kind == "keep":
            reason = speaks(interaction).gettext("Before the game begins, choose your tiles below.")
        await shown.show_panel(interaction, turn, reason)


def answered_view(
    t: Translations, table: Table, lines: Sequence[str], buttons: Sequence[Part] = ()
) -> ui.LayoutView:
    """A panel without choices: what was confirmed, with what one can do until the next turn, or why
    there is nothing to do. Against computers the next turn comes at once: there is nothing to wait
    for, and the board is below."""
    ways = (
        ("today", t.gettext("Turn of the day")),
        # Translators: menu option: the rules of the game, to be looked up
        ("rules", t.gettext("Rules")),
        # Translators: menu option: one's own games on all servers
        ("games", t.gettext("My games")),
        # Translators: heading: how the bot calls the reader whose turn it is.
        ("pings", t.gettext("Turn notifications")),
    )
    options = [discord.SelectOption(label=label, value=custom_id(verb, 0)) for verb, label in ways]
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters: what
    # one can do while the others take their turns
    placeholder = t.gettext("While you wait")
    if table.against_computers:
        return message(text(*lines), row(buttons) if buttons else None)
    return message(
        text(*lines),
        row([board_button(t, table.id), *buttons]),
        menu(options, "waiting", placeholder) if buttons else None,
    )


@on_press()
async def openturn(interaction: Interaction, press: Press) -> None:
    """Show the panel to a person whose turn it is, for the button of the turn message."""
    await shown.show_panel(
        interaction,
        turns.view(await interaction.client.tables.read(press.table), interaction.user.id),
    )


@on_press()
async def first(interaction: Interaction, press: Press) -> None:
    """Begin the turn with a choice on the turn message, and show the panel."""
    t, tables, user = speaks(interaction), interaction.client.tables, interaction.user.id
    actions, notice = apart(press.word), None
    try:
        async with tables.open(press.table) as opened:
            if press.word == ALL_WORKERS:
                now = turns.view(opened, user)
                every = all_workers(t, now.begun, now.seat)
                actions = every.actions if every else ()
            turn = turns.begin(opened, user, press.stamp, actions)
    except Stale:
        turn, notice = turns.view(await tables.read(press.table), user), t.gettext(FROM_BEFORE)
    else:
        if turn.prepared != actions:
            notice = t.gettext("You have already begun your turn; here it is.")
    await shown.show_panel(interaction, turn, notice, tapped=len(actions))


@on_press()
async def do(interaction: Interaction, press: Press) -> None:
    """Prepare the actions of a button of the panel."""
    await _choose(interaction, press, apart(press.word))


@on_press()
async def choose(interaction: Interaction, press: Press) -> None:
    """Prepare the actions chosen in a select of the panel."""
    await _choose(interaction, press, apart(press.value))


@on_press()
async def everyworker(interaction: Interaction, press: Press) -> None:
    """Pick up every worker that leaves nothing to choose."""
    t, every = speaks(interaction), None
    with suppress(Refusal):  # the turn is over: `_choose` answers the old stamp
        turn = turns.view(await interaction.client.tables.read(press.table), interaction.user.id)
        if turn.stamp != press.stamp and turn.prepared:  # a double press
            await shown.refresh_panel(interaction, turn)
            return
        every = all_workers(t, turn.game, turn.seat)
    await _choose(interaction, press, every.actions if every else ())


async def _choose(
    interaction: Interaction, press: Press, actions: Sequence[str], *, instead_of: int | None = None
) -> None:
    """Prepare these actions and show the panel. With `instead_of`, they replace the payment of the
    last tap, which did so many actions."""
    choosing = turns.choose_all if instead_of is None else turns.choose_instead
    try:
        async with interaction.client.tables.open(press.table) as opened:
            turn = choosing(opened, interaction.user.id, actions, press.stamp)
    except Stale:
        await _moved_on(interaction, press, done=actions)
    else:
        tapped = len(actions) if instead_of is None else instead_of
        await shown.refresh_panel(interaction, turn, tapped=tapped)


@on_press()
async def instead(interaction: Interaction, press: Press) -> None:
    """Change the payment of the last tap. The word begins with the number of that tap's actions."""
    tapped, *actions = apart(press.word)
    if not tapped.isdecimal():
        raise old_button()
    await _choose(interaction, press, actions, instead_of=int(tapped))


@on_press()
async def useplan(interaction: Interaction, press: Press) -> None:
    """Prepare the plan for this turn, as far as it is possible, without confirming it."""
    tables, user = interaction.client.tables, interaction.user.id
    try:
        plan = (turns.view(await tables.read(press.table), user)).plan
        if plan is None or not plan.possible:
            await _moved_on(interaction, press)
            return
        async with tables.open(press.table) as opened:
            turn = turns.choose_all(opened, user, plan.possible, press.stamp)
    except Stale:
        await _moved_on(interaction, press)
    else:
        await shown.refresh_panel(interaction, turn)


@on_press()
async def tile(interaction: Interaction, press: Press) -> None:
    """Choose or drop a tribe or wealth tile at the start; the word has all that are then chosen."""
    tables, user = interaction.client.tables, interaction.user.id
    tiles = press.word.split()
    action = keep_action(tiles)
    try:
        turn = turns.view(await tables.read(press.table), user)
        if turn.prepared == (action,):  # a double press
            await shown.refresh_panel(interaction, turn)
            return
        stamp = press.stamp
        if turn.prepared:
            async with tables.open(press.table) as opened:
                turn = turns.undo(opened, user, stamp, everything=True)
            stamp = turn.stamp
        if action in turn.legal:
            async with tables.open(press.table) as opened:
                turn = turns.choose(opened, user, action, stamp)
    except Stale:
        await _moved_on(interaction, press, done=(action,))
    else:
        dealt = tiles_dealt(turn)
        half_chosen = [tile for tile in tiles if tile in dealt]
        said = text_kept(interaction.message)  # what a computer would keep stays there
        notice = said if said != speaks(interaction).gettext(FROM_BEFORE) else None
        await shown.refresh_panel(interaction, turn, notice or None, half_chosen=half_chosen)


@on_press()
async def explain(interaction: Interaction, press: Press) -> None:
    """Say privately in more words what can be done now."""
    turn = turns.view(await interaction.client.tables.read(press.table), interaction.user.id)
    hint = hints_of(interaction.client, turn, interaction.user.id).shown
    view = explain_view(speaks(interaction), turn, hint)
    await interaction.response.send_message(view=view, ephemeral=True)


@on_press()
async def whynot(interaction: Interaction, press: Press) -> None:
    """Say privately why other moves are not offered."""
    turn = turns.view(await interaction.client.tables.read(press.table), interaction.user.id)
    view = why_not_view(speaks(interaction), turn)
    await interaction.response.send_message(view=view, ephemeral=True)


@on_press()
async def undo(interaction: Interaction, press: Press) -> None:
    """Undo a step, or all of them."""
    tables, user = interaction.client.tables, interaction.user.id
    try:
        async with tables.open(press.table) as opened:
            everything = press.word == "all"
            steps = 1 if everything else press.number
            turn = turns.undo(opened, user, press.stamp, steps=steps, everything=everything)
    except Stale:
        await _moved_on(interaction, press)
    else:
        await shown.refresh_panel(interaction, turn)


@on_press()
async def confirm(interaction: Interaction, press: Press) -> None:
    """Confirm the prepared turn, after the action that the button adds, if any."""
    tables, user = interaction.client.tables, interaction.user.id
    more = apart(press.word) if press.word else ()
    try:
        async with tables.open(press.table) as opened:
            confirmed = turns.confirm(opened, user, press.stamp, more=more)
    except Stale:
        done = await _confirmed_before(interaction, press)
        if done is None:
            await _moved_on(interaction, press)
        else:
            await _answer_confirmed(interaction, done)
        return
    await _answer_and_coach(interaction, confirmed)


async def _answer_and_coach(interaction: Interaction, confirmed: Confirmed) -> None:
    """Answer with what was confirmed, go on with the game, and let the coach look at the turn in
    the background if the person wants that."""
    answer = _answer_confirmed(interaction, confirmed)
    await answer_and_carry_on(interaction, answer, confirmed.table.id, [confirmed])
    if confirmed.table.seats[confirmed.seat].settings.coach:
        interaction.client.in_background(_coach(interaction, confirmed), "a coach")


async def _coach(interaction: Interaction, confirmed: Confirmed) -> None:
    """Tell privately which turn would have been clearly better, if any, and why; not if the turn
    was taken back meanwhile."""
    bot, t = interaction.client, speaks(interaction)
    if bot.look_back is None:
        return
    why = await coached(bot.tables, bot.look_back, confirmed)
    now = await bot.tables.table(confirmed.table.id)
    if why is None or now.rewinds != confirmed.table.rewinds:
        return
    begun = confirmed.begun
    # Translators: small heading: what a computer says about the turn that the reader has taken
    head = t.gettext("Coach on your turn in round {round}").format(round=confirmed.before.round)
    lines = with_icons(t, lambda t: coach_lines(t, begun, confirmed.seat, why))
    with suppress(*UNREACHABLE):
        view = message(text(small(head), *lines))
        await interaction.followup.send(view=view, ephemeral=True)


async def _confirmed_before(interaction: Interaction, press: Press) -> Confirmed | None:
    """The turn that this Confirm has already confirmed; None if it confirmed none, the game was
    rewound, or the person's next turn has begun."""
    opened = await interaction.client.tables.read(press.table)
    stamp = turns.read_stamp(press.stamp)
    if stamp is None or stamp.rewinds != opened.table.rewinds:
        return None
    try:
        done = (await requests.rewind_offered(opened, interaction.user.id)).turns[0]
    except Refusal:
        return None
    if opened.game.kind_asked(done.seat) == TURN_KIND:
        return None
    of_this_panel = opened.game.answered(done.seat) == stamp.base + len(done.actions)
    return done if of_this_panel and not done.by_computer else None


async def _moved_on(interaction: Interaction, press: Press, done: Sequence[str] = ()) -> None:
    """Answer a press for an earlier state with the present one. `done` are the actions of the
    press; if they are the last ones prepared, it is the second of a double press."""
    t = speaks(interaction)
    tables = interaction.client.tables
    notice = t.gettext(FROM_BEFORE)
    try:
        turn = turns.view(await tables.read(press.table), interaction.user.id)
    except Refusal as refusal:
        table = await tables.table(press.table)
        lines = [t.gettext("This turn is over; the game has moved on."), refusal_text(t, refusal)]
        await interaction.response.edit_message(view=answered_view(t, table, lines), attachments=[])
        return
    again = bool(done) and turn.prepared[-len(done) :] == tuple(done)
    tapped = len(done) if again else 0
    await shown.refresh_panel(interaction, turn, None if again else notice, tapped=tapped)


async def _answer_confirmed(interaction: Interaction, confirmed: Confirmed) -> None:
    """Answer the press or command that confirmed a turn with what was confirmed, and with the next
    question if there is one for this seat, such as how far the calendar turns."""
    t, table = speaks(interaction), confirmed.table
    if confirmed.before.phase == "keep":
        # Translators: heading: your first tiles are chosen
        lines = ["### " + t.gettext("Tiles chosen.")]
        if confirmed.after.phase == "keep":
            lines.append(t.gettext("The tiles are revealed when everybody has chosen."))
        else:
            lines.append(t.gettext("You were the last to choose; all tiles are revealed now."))
    else:
        names, asked_more = seat_names(t, table), confirmed.asked not in (TURN_KIND, None)

        def told(t: Translations) -> list[str]:
            line = turn_line(t, names, confirmed.seat, confirmed.steps)
            # else the board of the next round follows at once, and shows it
            day = food_day_lines(t, names, confirmed.steps[-1]) if asked_more else []
            return [line, *day]

        done = with_icons(t, told)
        # Translators: heading
        lines = ["### " + t.gettext("Turn confirmed."), *done]
    shown.close_others(interaction, table.id)
    if confirmed.seat in confirmed.waiting:
        with suppress(Refusal):  # the person has answered from another device meanwhile
            opened = await interaction.client.tables.read(table.id)
            turn = turns.view(opened, interaction.user.id)
            if interaction.type is discord.InteractionType.component:
                await shown.refresh_panel(interaction, turn, "\n".join(lines))
            else:
                await shown.show_panel(interaction, turn, "\n".join(lines))
            return
    buttons = []
    if confirmed.after.phase == "play" and confirmed.before.phase == "play":
        # Translators: button: plan one's next turn; imperative
        plan = button(t.gettext("Plan ahead"), "plan", table.id)
        # Translators: button: take back the turn confirmed; imperative
        back = button(t.gettext("Take back"), "takebackoffer", table.id)
        buttons = [back] if table.against_computers else [plan, back]
    view = answered_view(t, table, lines, buttons)
    if interaction.type is discord.InteractionType.component:
        await interaction.response.edit_message(view=view, attachments=[])
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


async def _prepare(
    interaction: Interaction, read: Callable[[Game, int, str], Sequence[str]], typed: str
) -> None:
    async with panel_if_refused(interaction):
        async with open_here(interaction) as opened:
            now = turns.asked(opened, interaction.user.id)
            more = read(now.turn.game, now.seat, typed)
            turn = turns.change_turn(opened, now, (*now.turn.actions, *more))
        await shown.show_panel(interaction, turn)


class Play(BotCog):
    """The commands of a turn."""

    async def cog_load(self) -> None:
        """Make every button and select of the program work, whoever sent it and when."""
        self.bot.add_listener(pressed, "on_interaction")
        self.bot.add_listener(form_sent, "on_interaction")

    @commands.Cog.listener()
    async def on_table_changed(self, table_id: int) -> None:
        """Take the buttons off panels whose turn is over, as when time has run out."""
        await self.bot.guarded(shown.close_panels(self.bot, table_id), "closing panels")

    @app_commands.command(
        name="place",
        description=locale_str("Place workers on the gears, several in one go"),
    )
    @app_commands.describe(
        workers=locale_str(
            "Where to place them, in order, for example: palenque palenque tikal start"
        )
    )
    @app_commands.guild_only()
    async def place(self, interaction: Interaction, workers: Typed) -> None:
        """Prepare placements typed as text, and show the panel with the rest."""
        await _prepare(interaction, notation.read_places, workers)

    @place.autocomplete("workers")
    async def _complete_places(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await _suggestions(interaction, notation.complete_places, current)

    @app_commands.command(
        name="pickup", description=locale_str("Pick up workers and use their actions")
    )
    @app_commands.describe(
        workers=locale_str("Which to pick up, in order, for example: palenque 3 corn, yaxchilan 2")
    )
    @app_commands.guild_only()
    async def pickup(self, interaction: Interaction, workers: Typed) -> None:
        """Prepare pick-ups typed as text, and show the panel with what is left to answer."""
        await _prepare(interaction, notation.read_pickups, workers)

    @pickup.autocomplete("workers")
    async def _complete_pickups(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await _suggestions(interaction, notation.complete_pickups, current)

    @app_commands.command(
        name="move",
        description=locale_str("Play a whole turn in one line, written as in the log"),
    )
    @app_commands.describe(
        turn=locale_str("For example: place palenque tikal; end — or: pick palenque 3 corn; end")
    )
    @app_commands.guild_only()
    async def move(self, interaction: Interaction, turn: Typed) -> None:
        """Prepare the moves of a line, and confirm them if it ends with `end`."""
        async with panel_if_refused(interaction):
            user, confirmed = interaction.user.id, None
            async with open_here(interaction) as opened:
                now = turns.asked(opened, user)
                typed = notation.read_turn(now.turn.game, now.seat, turn)
                if typed.ends:
                    confirmed = turns.confirm(opened, user, more=typed.actions)
                else:
                    view = turns.change_turn(opened, now, (*now.turn.actions, *typed.actions))
            if confirmed is None:
                await shown.show_panel(interaction, view)
                return
            await _answer_and_coach(interaction, confirmed)

    @move.autocomplete("turn")
    async def _complete_turn(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await _suggestions(interaction, notation.complete_turn, current)

    @app_commands.command(
        name="endturn", description=locale_str("Confirm the turn you have prepared")
    )
    @app_commands.guild_only()
    async def endturn(self, interaction: Interaction) -> None:
        """Confirm the prepared turn."""
        async with panel_if_refused(interaction):
            async with open_here(interaction) as opened:
                confirmed = turns.confirm(opened, interaction.user.id)
            await _answer_and_coach(interaction, confirmed)

    @app_commands.command(
        name="undo",
        description=locale_str("Take back what you have prepared, or the turn you confirmed last"),
    )
    @app_commands.describe(
        everything=locale_str("Take back the whole turn, not only the last step")
    )
    @app_commands.guild_only()
    async def undo(self, interaction: Interaction, everything: bool = False) -> None:
        """Undo a step of the turn in preparation, or all; else offer to take back the last turn."""
        try:
            async with open_here(interaction) as opened:
                turn = turns.undo(opened, interaction.user.id, everything=everything)
        except NotAsked:
            await offer_take_back(interaction, opened.table)
        else:
            await shown.show_panel(interaction, turn)


async def _suggestions(
    interaction: Interaction,
    complete: Callable[[Translations, Game, int, str], Sequence[notation.Completion]],
    current: str,
) -> list[app_commands.Choice[str]]:
    """What may follow for the person who types; nothing for somebody who is not asked."""
    try:
        here = await interaction.client.tables.read(await table_here(interaction))
        turn = turns.view(here, interaction.user.id)
    except Refusal:
        return []
    found = complete(speaks(interaction), turn.game, turn.seat, current)
    return [app_commands.Choice(name=c.shown, value=c.text) for c in found]
