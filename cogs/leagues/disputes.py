"""Disputes: a player has moderators look at a table. They are called with what the player wrote,
and decide on the page of the table, by any act that changes its result or by a sentence. Everybody
reads in the league's channel that a table is disputed, and the decision; the player gets it by
direct message, too."""

from contextlib import suppress

import discord

from bot.leagues import people
from bot.leagues.season_transaction import SeasonView, posting_place
from bot.model.notes import DisputeDecided, DisputeRaised
from bot.refusal import Refusal
from bot.text import standings
from bot.text.leagues import TABLE
from cogs.client import TzolkinBot
from cogs.kit import buttons, context
from cogs.kit.answering import language_of_person, language_of_server, speaks, tell
from cogs.kit.channels import may_be_refused
from cogs.kit.layout import MOST_CHOICES, first_lines, message, printed, row, text
from cogs.kit.leagues_named import season_pressed
from cogs.kit.members import names_of
from cogs.leagues.league_channel import channel_of, people_named, post_in
from cogs.telling.dispatcher import NotYet, tells
from cogs.telling.moderators_called import NowhereError, call_moderators_there


@buttons.on_press(context.Stands.ANYWHERE)
async def disputemine(interaction: context.Interaction, press: buttons.Press) -> None:
    """Ask which table is disputed and why, or raise the dispute. Raises Refusal (`none-disputable`)
    where nobody can dispute anything yet."""
    _, season = await season_pressed(interaction, press.word)
    leagues, t, me = interaction.client.leagues, speaks(interaction), interaction.user.id
    if press.typed:
        number = buttons.as_number(press.chosen.get("table", ""))
        await people.dispute(leagues, season.id, me, number, press.typed["reason"])
        interaction.client.dispatch("season_changed", season.id)
        said = t.gettext(
            "Your dispute is saved, and the moderators are notified. You get their decision in a "
            "direct message."
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
    form = buttons.Form(t.gettext("Dispute a table"), press)
    # Translators: label of a line in a form, at most 45 characters
    form.ask_choice("table", t.gettext("Table"), options)
    # Translators: label of a line in a form, at most 45 characters
    what = t.gettext("What is wrong")
    # Translators: hint below a line in a form, at most 100 characters
    hint = t.gettext("Your opponents do not see it.")
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
    decide = row([buttons.moderate_button(t, word=f"s{season.id}.t{dispute.table}")])
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
