"""Seats that change hands in a season. Its log is applied to its running tables: people who
withdraw leave their seats, substitutes take over, and a game whose result comes from elsewhere is
given up.

Substitutes have a list, and free seats are offered to them in the league's channel. The first who
presses takes the seat, as an act by the season's rule in the audit log.

Disputes: a player has moderators look at a table. They are called with what the player wrote, and
decide on the page of the table, by any act that changes its result or by a sentence. Everybody
reads in the league's channel that a table is disputed, and the decision; the player gets it by
direct message, too.
"""

from contextlib import suppress

import discord

from bot.leagues import acting, games, people, queries
from bot.leagues.people_acts import Substitute
from bot.leagues.season_transaction import SeasonView, posting_place
from bot.model.notes import ChangeSeats, DisputeDecided, DisputeRaised, StopGame
from bot.model.table import is_former
from bot.moderation import desk
from bot.moderation.at_tables import AtTable
from bot.moderation.table_acts import replace_player
from bot.refusal import Refusal
from bot.seasons.events import Substituted, Withdrew
from bot.seasons.results import NOT_PLAYED
from bot.tables import Moderator
from bot.tables.lobby import give_up
from bot.text import league_news, standings
from bot.text.audit import GIVEN_UP, HAD_LEFT
from bot.text.leagues import TABLE
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of_person, language_of_server, refusal_text, speaks, tell
from cogs.kit.buttons import (
    Form,
    Press,
    as_number,
    button,
    moderate_button,
    old_button,
    on_press,
)
from cogs.kit.channels import may_be_refused
from cogs.kit.context import Interaction, Stands, roles_of
from cogs.kit.layout import ACCENT_TURN, MOST_CHOICES, first_lines, message, printed, row, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.members import names_of
from cogs.leagues.league_channel import channel_of, people_named, post_in
from cogs.leagues.overview import ask_for_name
from cogs.telling.carry_on import carry_on
from cogs.telling.dispatcher import NotYet, tells
from cogs.telling.moderators_called import NowhereError, call_moderators_there

MOST_PINGED = 50


async def offer_seat(bot: TzolkinBot, season: SeasonView, entry: int) -> None:
    """Offer the seat of an entry that was given up to the substitutes who could take it, in the
    league's channel. Raises discord.HTTPException."""
    state = season.state
    able = await people.substitutes_for(bot.leagues, season, entry)
    called = [one for one in able if not is_former(one)][:MOST_PINGED]
    where = await channel_of(bot, season)
    if where is None or not called or state.phase != "running":
        return
    holder = state.holder(entry)
    name = (await where.names([holder])).printed(holder)
    take = button(
        # Translators: button, at most 34 characters; imperative: play on for somebody
        where.t.gettext("Take the seat"), "takeseat", 0, word=f"{season.id}.{entry}.{holder}",
        style=discord.ButtonStyle.success,
    )  # fmt: skip
    lines = league_news.seat_offered_lines(where.t, season.title, name)
    mentions = " ".join(f"<@{one}>" for one in called)
    view = message(text(*first_lines([*lines, mentions])), row([take]), accent=ACCENT_TURN)
    await post_in(where, view, people=called)


@on_press(Stands.ANYWHERE)
async def takeseat(interaction: Interaction, press: Press) -> None:
    """Give an offered seat to the person who pressed. Raises Refusal if they may not take it, or if
    the player has come back."""
    numbers = press.numbers()
    if len(numbers) not in (3, 5):  # version 1.0.0 named a table, too
        raise old_button()
    season_id, entry, holder = numbers[:3]
    _, season = await season_pressed(interaction, str(season_id))
    bot, me = interaction.client, interaction.user.id
    if entry not in season.state.withdrawn and season.entry_of(holder) == entry:
        raise Refusal("plays-again", "The player is back, so no substitute is needed.")
    assert interaction.guild_id is not None and bot.user is not None
    by_rule = Moderator(bot.user.id, interaction.guild_id)
    act = Substitute(entry, me, holder)
    done = await desk.do(acting.InSeason(bot.leagues, season_id), by_rule, act, HAD_LEFT)
    t = speaks(interaction)
    left = sum(entry in table.entries for table in done.after.state.open_tables())
    words = t.ngettext(
        "You have taken over the seat at {n} open table. I will notify you there as I do at "
        "any other table.",
        "You have taken over the seat at {n} open tables. I will notify you there as I do at "
        "any other table.",
        left,
    )
    await tell(interaction, words.format(n=left))
    bot.dispatch("season_changed", season_id)


@on_press(Stands.ANYWHERE)
async def substitutes(interaction: Interaction, press: Press) -> None:
    """Put who pressed on the season's list of substitutes, or take them off it."""
    _, season = await season_pressed(interaction, press.word)
    t, me = speaks(interaction), interaction.user.id
    on = me not in season.state.substitutes
    leagues, roles = interaction.client.leagues, roles_of(interaction)
    season = await people.list_substitute(leagues, season.id, me, on=on, roles=roles)
    name = season.title
    if on:
        words = t.gettext(
            "You are a substitute for **{season}**: when a seat becomes free, I notify you in "
            "the league's channel, and the first to press the button takes it. Leave the list "
            "with /league show."
        )
    else:
        words = t.gettext("You are no longer a substitute for **{season}**.")
    await tell(interaction, words.format(season=name))
    if on:
        await ask_for_name(interaction)


@tells(ChangeSeats)
async def change_seats(bot: TzolkinBot, season: SeasonView, note: ChangeSeats) -> None:
    """Fill the seats of an entry at all running tables of its season: with a computer if the entry
    was withdrawn, else with the person who plays for it now. Raises NotYet while the server cannot
    be seen, and discord.HTTPException."""
    event, by = await queries.event(bot.leagues, season.id, note.n)
    assert isinstance(event, (Substituted, Withdrew)) and bot.user is not None
    reason = event.reason
    if by is None or not reason:  # a player who withdraws gives no reason
        by, reason = bot.user.id, GIVEN_UP
    await _seat_entry(bot, season, event.entry, by=by, reason=reason)


@tells(StopGame)
async def stop_game(bot: TzolkinBot, season: SeasonView, note: StopGame) -> None:
    """Give up the game of a table whose result comes from elsewhere, also while the table is being
    opened."""
    async with bot.leagues.alone("opening", season.id):
        game = (await games.games(bot.leagues, season.id)).get(note.table)
        result = season.state.results.get(note.table)
        if game is not None and (result is None or result.how in NOT_PLAYED):
            async with bot.tables.open(game.table_id) as opened:
                if opened.table.status in ("lobby", "playing"):
                    give_up(opened)


async def _seat_entry(
    bot: TzolkinBot, season: SeasonView, entry: int, *, by: int, reason: str
) -> None:
    """Change the seats of an entry, as an act of the person `by` in each table's audit log."""
    wanted = None if entry in season.state.withdrawn else season.state.holder(entry)
    for number, game in (await games.games(bot.leagues, season.id)).items():
        if game.status not in ("playing", "lobby") or number in season.state.voided:
            continue
        scheduled = await games.table_of_game(bot.leagues, game.table_id)
        if scheduled is None or not scheduled.seats or entry not in scheduled.seats:
            continue
        table = await bot.tables.table(game.table_id)
        if table.status == "lobby":
            continue  # the table is just opening, with the people of now
        seat = scheduled.seats.index(entry)
        sits = table.seats[seat].user_id
        if sits == wanted or (sits is not None and sits not in season.state.holders[entry]):
            continue  # done, or a moderator has seated somebody at this table alone
        guild = bot.get_guild(table.guild_id or 0)
        if guild is None:
            raise NotYet
        [person] = await people_named(bot, guild, [wanted])
        try:
            act = replace_player(seat, person)
            await desk.do(AtTable(bot.tables, table.id), Moderator(by, guild.id), act, reason)
        except Refusal as refusal:
            await _tell_kept(bot, season, number, refusal)
        else:
            await carry_on(bot, table.id)


async def _tell_kept(bot: TzolkinBot, season: SeasonView, number: int, refusal: Refusal) -> None:
    """Tell the league's channel that a seat could not be changed, and why."""
    where = await channel_of(bot, season)
    if where is not None:
        line = where.t.say(
            league_news.SEATS_KEPT, number=number, why=refusal_text(where.t, refusal)
        )
        with may_be_refused():
            await post_in(where, message(text(line)))


# --- disputes -------------------------------------------------------------------------------------


@on_press(Stands.ANYWHERE)
async def disputemine(interaction: Interaction, press: Press) -> None:
    """Ask which table is disputed and why, or raise the dispute. Raises Refusal (`none-disputable`)
    where nobody can dispute anything yet."""
    _, season = await season_pressed(interaction, press.word)
    leagues, t, me = interaction.client.leagues, speaks(interaction), interaction.user.id
    if press.typed:
        number = as_number(press.chosen.get("table", ""))
        await people.dispute(leagues, season.id, me, number, press.typed["reason"])
        interaction.client.dispatch("season_changed", season.id)
        said = t.gettext(
            "Your dispute is saved, and the moderators have been notified. You will get their "
            "decision in a direct message."
        )
        await tell(interaction, said)
        return
    tables = (await people.disputable_tables(leagues, season, me))[:MOST_CHOICES]
    if not tables:
        raise Refusal(
            "none-disputable", "None of your tables has begun, so there is nothing to dispute yet."
        )
    state = season.state
    seated = {n: [state.holder(entry) for entry in state.tables[n].entries] for n in tables}
    names = await names_of(interaction, [one for each in seated.values() for one in each])
    options = [
        (str(n), f"{t.say(TABLE, n=n)} · {', '.join(map(names.plain, each))}")
        for n, each in seated.items()
    ]
    # Translators: title of a form, at most 45 characters
    form = Form(t.gettext("Dispute a table"), press)
    # Translators: label of a line in a form, at most 45 characters
    form.ask_choice("table", t.gettext("Table"), options)
    # Translators: label of a line in a form, at most 45 characters
    what = t.gettext("What is wrong")
    # Translators: hint below a line in a form, at most 100 characters
    hint = t.gettext("Your opponents do not see what you write.")
    form.ask("reason", what, hint=hint, most=people.LONGEST_DISPUTE, least=3, needed=True)
    await interaction.response.send_modal(form)


@tells(DisputeRaised)
async def _call_for(bot: TzolkinBot, season: SeasonView, note: DisputeRaised) -> None:
    """Call the moderators for a new dispute, with what the player wrote if they have a channel of
    their own, and tell everybody that the table is disputed. Raises NotYet while the server cannot
    be seen."""
    league = await bot.leagues.league(season.league_id)
    dispute = season.state.disputes[note.number - 1]
    guild = bot.get_guild(league.guild_id)
    if guild is None:
        raise NotYet
    if dispute.decision is not None:
        return  # before this call
    t, place = language_of_server(bot, guild), posting_place(league, season)
    server = await bot.tables.server_settings(guild.id)
    public = t.say(standings.DISPUTED, table=dispute.table, season=season.title)
    decide = row([moderate_button(t, word=f"s{season.id}.t{dispute.table}")])
    own = server.moderators_channel not in (None, place)
    lines = [public]
    if own:
        [person] = await people_named(bot, guild, [dispute.person])
        assert person is not None
        lines += [standings.dispute_line(t, printed(person.name), dispute)]
    with suppress(NowhereError), may_be_refused():  # the moderators' page shows it
        await call_moderators_there(bot, guild, lines, decide, otherwise=(place,), league=league)
    where = await channel_of(bot, season) if own else None
    if where is not None:
        with may_be_refused():
            await post_in(where, message(text(public), decide))


@tells(DisputeDecided)
async def _answer(bot: TzolkinBot, season: SeasonView, note: DisputeDecided) -> None:
    """Tell the player what was decided. Raises NotYet while the server cannot be seen."""
    league = await bot.leagues.league(season.league_id)
    dispute = season.state.disputes[note.number - 1]
    guild = bot.get_guild(league.guild_id)
    if guild is None:
        raise NotYet
    if dispute.person < 0:
        return  # the person's data was deleted
    with may_be_refused():
        direct = await bot.create_dm(discord.Object(dispute.person))
        t = await language_of_person(bot, dispute.person, language_of_server(bot, guild))
        lines = standings.decided_lines(t, season.title, dispute)
        await direct.send(view=message(text(*first_lines(lines))))
