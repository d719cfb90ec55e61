"""/season: acts on the people of a season: sign up, enter late, withdraw, substitute, ban."""

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.leagues import people
from bot.leagues.acts import acting
from bot.leagues.acts.act import SeasonAct
from bot.leagues.acts.people import (
    Ban,
    EnterLate,
    SignOff,
    SignUp,
    Substitute,
    Unban,
    Withdraw,
)
from bot.leagues.views import SeasonView
from bot.refusal import Refusal
from cogs.kit.context import Interaction
from cogs.kit.leagues_named import (
    WHICH_LEAGUE,
    DivisionNumber,
    LeagueName,
    league_command,
    season_in,
)
from cogs.kit.moderators import (
    WHO,
    WHY_OR_ASKED,
    Reason,
    moderator_here,
)
from cogs.leagues.season.acts import answer_done, propose, reason_by_name


class PeopleCommands:
    """Part of the group /season."""

    @league_command(
        "sign",
        # Translators: description of the command /season sign, at most 100 characters; imperative
        locale_str("Sign somebody up for a season, or off, before the draw"),
        person=WHO,
        # Translators: description of an option of /season sign, at most 100 characters; up: sign
        # up, off: sign off, as the option's choices are called
        way=locale_str("Up or off; without it up"),
        league=WHICH_LEAGUE,
    )
    @app_commands.choices(
        way=[
            app_commands.Choice(name="up", value="up"),
            app_commands.Choice(name="off", value="off"),
        ]
    )
    async def sign(
        self,
        interaction: Interaction,
        person: discord.User,
        way: str = "up",
        league: LeagueName | None = None,
    ) -> None:
        """Sign a person up or off, without a preview, since it can be undone the same way."""
        moderator = await moderator_here(interaction)
        season = await season_in(interaction, league, "sign-up", "running")
        if way == "up" and not isinstance(person, discord.Member):
            raise Refusal("not-here", "This person is not on the server; invite them first.")
        act: SeasonAct = SignOff(person.id)
        if isinstance(person, discord.Member) and way == "up":
            act = SignUp(a_person(person))
        reason = reason_by_name(season)
        done = await acting.moderate(interaction.client.leagues, season.id, moderator, act, reason)
        await answer_done(interaction, done)

    @league_command(
        "late",
        # Translators: description of the command /season late, at most 100 characters; imperative
        locale_str("Let somebody enter a season late"),
        person=WHO,
        # Translators: description of an option of /season late, at most 100 characters
        division=locale_str("Which division; without it the lowest"),
        league=WHICH_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def late(
        self,
        interaction: Interaction,
        person: discord.Member,
        division: DivisionNumber | None = None,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the late entry with its further tables."""
        where = None if division is None else division - 1
        await propose(
            interaction, league, lambda _: EnterLate(a_person(person), where), reason=reason
        )

    @league_command(
        "withdraw",
        # Translators: description of the command /season withdraw, at most 100 characters;
        # imperative
        locale_str("Take somebody out of a season"),
        person=WHO,
        league=WHICH_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def withdraw(
        self,
        interaction: Interaction,
        person: discord.User,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings without the person."""
        await propose(
            interaction,
            league,
            lambda season: [Withdraw(entry) for entry in people.entries_held(season, person.id)],
            reason=reason,
        )

    @league_command(
        "substitute",
        # Translators: description of the command /season substitute, at most 100 characters;
        # imperative
        locale_str("Let somebody play on in another person's place"),
        # Translators: description of an option of /season substitute, at most 100 characters
        person=locale_str("Who stops playing"),
        # Translators: description of an option of /season substitute, at most 100 characters
        by=locale_str("Who plays on"),
        league=WHICH_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def substitute(
        self,
        interaction: Interaction,
        person: discord.User,
        by: discord.Member,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the substitution with the tables to be taken over."""

        def act_for(season: SeasonView) -> list[SeasonAct]:
            held = people.entries_held(season, person.id, also_gone=True)
            return [Substitute(entry, a_person(by)) for entry in held]

        await propose(interaction, league, act_for, reason=reason)

    @league_command(
        "ban",
        # Translators: description of the command /season ban, at most 100 characters; imperative
        locale_str("Keep somebody out of a league"),
        person=WHO,
        # Translators: description of an option of /season ban, at most 100 characters
        days=locale_str("For how many days; without it for good"),
        league=WHICH_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def ban(
        self,
        interaction: Interaction,
        person: discord.User,
        days: app_commands.Range[int, 1, 3650] | None = None,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the ban, and list who is already banned."""
        await propose(
            interaction, league, lambda _: Ban(person.id, days), "sign-up", "running", reason=reason
        )

    @league_command(
        "unban",
        # Translators: description of the command /season unban, at most 100 characters; imperative
        locale_str("Let somebody into a league again"),
        person=WHO,
        league=WHICH_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def unban(
        self,
        interaction: Interaction,
        person: discord.User,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the end of a ban."""
        await propose(
            interaction, league, lambda _: Unban(person.id), "running", "sign-up", reason=reason
        )


def a_person(member: discord.Member) -> int:
    """The member's id. Raises Refusal for a bot."""
    if member.bot:
        raise Refusal("bot-in-league", "A bot cannot play in a league; name a person.")
    return member.id
