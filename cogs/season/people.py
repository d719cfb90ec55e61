"""Who plays in a season: the commands of moderators for late entries, withdrawals, substitutes and
bans."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answering import speaks
from bot.leagues import SeasonView
from bot.refusal import Refusal
from bot.text.hours import moment
from cogs.context import Interaction
from cogs.leagues.here import DivisionNumber, LeagueName, leagues_typed, season_in
from cogs.moderation.moderators import moderator_here
from cogs.season.acts import propose, show

_LEAGUE = locale_str("which league, where there are several")
_WHO = locale_str("the player")


class SeasonPeople(commands.Cog):
    """The part of /season that is about people."""

    @app_commands.command(
        name=locale_str("late"), description=locale_str("Let somebody enter a running season")
    )
    @app_commands.describe(
        person=_WHO,
        division=locale_str("which division; without it the lowest"),
        league=_LEAGUE,
    )
    @app_commands.autocomplete(league=leagues_typed)
    async def late(
        self,
        interaction: Interaction,
        person: discord.Member,
        division: DivisionNumber | None = None,
        league: LeagueName | None = None,
    ) -> None:
        """Show the further tables."""
        where = None if division is None else division - 1
        await propose(
            interaction,
            league,
            "season-late",
            lambda _: {"user_id": a_person(person), "division": where},
        )

    @app_commands.command(
        name=locale_str("withdraw"), description=locale_str("Take somebody out of a season")
    )
    @app_commands.describe(person=_WHO, league=_LEAGUE)
    @app_commands.autocomplete(league=leagues_typed)
    async def withdraw(
        self, interaction: Interaction, person: discord.User, league: LeagueName | None = None
    ) -> None:
        """Show the standings without."""
        await propose(
            interaction,
            league,
            "season-withdraw",
            lambda season: {"entry": entry_held(season, person.id)},
        )

    @app_commands.command(
        name=locale_str("substitute"),
        description=locale_str("Let somebody play on in another person's place"),
    )
    @app_commands.describe(
        person=locale_str("who stops"), by=locale_str("who plays on"), league=_LEAGUE
    )
    @app_commands.autocomplete(league=leagues_typed)
    async def substitute(
        self,
        interaction: Interaction,
        person: discord.User,
        by: discord.Member,
        league: LeagueName | None = None,
    ) -> None:
        """Show the tables to be played on."""
        await propose(
            interaction,
            league,
            "season-substitute",
            lambda season: {
                "entry": entry_held(season, person.id, also_gone=True),
                "user_id": a_person(by),
            },
        )

    @app_commands.command(
        name=locale_str("ban"), description=locale_str("Keep somebody out of a league")
    )
    @app_commands.describe(
        person=_WHO, days=locale_str("for how many days; without it for good"), league=_LEAGUE
    )
    @app_commands.autocomplete(league=leagues_typed)
    async def ban(
        self,
        interaction: Interaction,
        person: discord.User,
        days: app_commands.Range[int, 1, 3650] | None = None,
        league: LeagueName | None = None,
    ) -> None:
        """Show what it means, and who is kept out already."""
        await moderator_here(interaction)
        t, seasons = speaks(interaction), interaction.client.seasons
        season = await season_in(interaction, league, "running", "sign-up")
        who = f"<@{person.id}>"
        if days is None:
            told = t.gettext("{who} cannot sign up, enter late or substitute any more.")
        else:
            told = t.ngettext(
                "{who} cannot sign up, enter late or substitute for {n} day.",
                "{who} cannot sign up, enter late or substitute for {n} days.",
                days,
            )
        lines = [told.format(who=who, n=days)]
        if season.entry_of(person.id) is not None:
            lines.append(
                t.gettext("In this season {who} plays on; /season withdraw ends that.").format(
                    who=who
                )
            )
        for known in await seasons.bans(season.league_id):
            until = t.gettext("for good") if known.until is None else moment(known.until, "f")
            lines.append(
                t.gettext("Kept out already: {who}, until {until}").format(
                    who=f"<@{known.user_id}>", until=until
                )
            )
        wish = {"user_id": person.id, "days": days}
        await show(interaction, t, season, "season-ban", wish, lines)

    @app_commands.command(
        name=locale_str("unban"), description=locale_str("Let somebody into a league again")
    )
    @app_commands.describe(person=_WHO, league=_LEAGUE)
    @app_commands.autocomplete(league=leagues_typed)
    async def unban(
        self, interaction: Interaction, person: discord.User, league: LeagueName | None = None
    ) -> None:
        """Show whom."""
        await moderator_here(interaction)
        t, seasons = speaks(interaction), interaction.client.seasons
        season = await season_in(interaction, league, "running", "sign-up")
        if all(ban.user_id != person.id for ban in await seasons.bans(season.league_id)):
            raise Refusal("no-ban", "Nobody keeps this person out of the league.")
        lines = [t.gettext("{who} may sign up again.").format(who=f"<@{person.id}>")]
        wish = {"user_id": person.id}
        await show(interaction, t, season, "season-unban", wish, lines)


def a_person(member: discord.Member) -> int:
    """Raises Refusal for a bot."""
    if member.bot:
        raise Refusal("a-bot", "A bot cannot play in a league; name a person.")
    return member.id


def entry_held(season: SeasonView, user_id: int, *, also_gone: bool = False) -> int:
    """The entry somebody plays for, or (`also_gone`) has given up. Raises Refusal for others."""
    found = season.entry_of(user_id)
    if found is None and also_gone:
        gone = [e for e in season.state.withdrawn if season.state.holder(e) == user_id]
        found = gone[0] if gone else None
    if found is None and user_id in season.state.withdrawn:
        raise Refusal("withdrawn", "This player has left the season already.")
    if found is None:
        raise Refusal("no-entry", "This person does not play in the season; choose one who does.")
    return found
