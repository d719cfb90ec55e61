"""/season: acts on results (correct, enter, take out, count again, replay) and on league points.
The points of a table are typed with the command or into a form."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.leagues import people
from bot.leagues.acts.act import SeasonAct
from bot.leagues.acts.results import (
    MOST_ADJUSTED,
    Adjust,
    Correct,
    EnterResult,
    Replay,
    Restore,
    Void,
    no_result,
)
from bot.leagues.views import SeasonView
from bot.model.server import Moderator
from bot.refusal import Refusal
from bot.seasons.points import UNIT
from bot.seasons.season import no_table
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, as_number, on_press
from cogs.kit.context import Interaction
from cogs.kit.leagues_named import (
    WHICH_LEAGUE,
    LeagueName,
    league_command,
    season_in,
    season_pressed,
)
from cogs.kit.moderators import (
    MOST_POINTS_TYPED,
    POINTS_TYPED,
    RESULT_TYPED,
    WHO,
    WHY_OR_ASKED,
    Reason,
    moderator_here,
    typed_number,
    typed_points,
    typed_result,
)
from cogs.kit.names import names_of
from cogs.kit.places import Stands
from cogs.leagues.season.acts import preview_act, propose
from cogs.moderation.previews import points_form, points_of

# Translators: description of an option of /season, at most 100 characters
_TABLE = locale_str("The table's number in the season")
_TableNumber = app_commands.Range[int, 1, 100_000]


class ResultCommands:
    """Part of the group /season."""

    @league_command(
        "correct",
        # Translators: description of the command /season correct, at most 100 characters;
        # imperative
        locale_str("Correct the result of a season's table"),
        table=_TABLE,
        points=POINTS_TYPED,
        league=WHICH_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def correct(
        self,
        interaction: Interaction,
        table: _TableNumber,
        points: app_commands.Range[str, 1, MOST_POINTS_TYPED] | None = None,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings before and after; without points ask for them in a form."""
        await correct(interaction, league, table, points, reason)

    @league_command(
        "result",
        # Translators: description of the command /season result, at most 100 characters; imperative
        locale_str("Enter the result of a table played elsewhere, or lost by forfeit"),
        table=_TABLE,
        points=RESULT_TYPED,
        league=WHICH_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def result(
        self,
        interaction: Interaction,
        table: _TableNumber,
        points: app_commands.Range[str, 1, MOST_POINTS_TYPED] | None = None,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings before and after; without points ask for them in a form."""
        await enter(interaction, league, table, points, reason)

    @league_command(
        "void",
        # Translators: description of the command /season void, at most 100 characters; imperative
        locale_str("Take a table out of a season"),
        table=_TABLE,
        league=WHICH_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def void(
        self,
        interaction: Interaction,
        table: _TableNumber,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings before and after."""
        await propose(interaction, league, lambda _: Void(table), reason=reason)

    @league_command(
        "restore",
        # Translators: description of the command /season restore, at most 100 characters;
        # imperative
        locale_str("Let a table count again that was taken out of a season"),
        table=_TABLE,
        league=WHICH_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def restore(
        self,
        interaction: Interaction,
        table: _TableNumber,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings before and after."""
        await propose(interaction, league, lambda _: Restore(table), reason=reason)

    @league_command(
        "replay",
        # Translators: description of the command /season replay, at most 100 characters; imperative
        locale_str("Let a table be played again; its result is taken away"),
        table=_TABLE,
        league=WHICH_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def replay(
        self,
        interaction: Interaction,
        table: _TableNumber,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings before and after."""
        await propose(interaction, league, lambda _: Replay(table), reason=reason)

    @league_command(
        "adjust",
        # Translators: description of the command /season adjust, at most 100 characters; imperative
        locale_str("Give a player league points, or take them away"),
        person=WHO,
        # Translators: description of an option of /season adjust, at most 100 characters
        points=locale_str("How many, such as 3 or -1.5"),
        league=WHICH_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def adjust(
        self,
        interaction: Interaction,
        person: discord.User,
        points: app_commands.Range[str, 1, MOST_POINTS_TYPED],
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings before and after."""

        def act_for(season: SeasonView) -> list[SeasonAct]:
            held, given = people.entries_held(season, person.id, also_gone=True), _units_of(points)
            was = season.state.adjustments
            return [Adjust(entry, given, was.get(entry, 0)) for entry in held]

        await propose(interaction, league, act_for, reason=reason)


async def correct(
    interaction: Interaction,
    league: str | None,
    table: int,
    points: str | None,
    reason: str | None,
) -> None:
    """Preview the correction of a table's points; without points ask for them in a form. Raises
    Refusal if the table has no result."""
    if points is not None:
        typed = tuple(typed_points(points))
        await propose(interaction, league, lambda _: Correct(table, typed), reason=reason)
        return
    moderator = await moderator_here(interaction)
    season = await season_in(interaction, league, "running")
    await ask_correction(interaction, moderator, season, table, reason)


async def ask_correction(
    interaction: Interaction,
    moderator: Moderator,
    season: SeasonView,
    table: int,
    reason: str | None = None,
) -> None:
    """Open the form for the corrected points of a table. Raises Refusal if the table has no
    result."""
    if table in season.state.tables and table not in season.state.results:
        raise no_result(table)

    await _ask_points(interaction, season, table, reason, "correct")


async def enter(
    interaction: Interaction,
    league: str | None,
    table: int,
    points: str | None,
    reason: str | None,
) -> None:
    """Preview the result of a table played elsewhere or lost by forfeit; without points ask for
    them in a form."""

    if points is not None:
        act = _result(table, *typed_result(points))
        await propose(interaction, league, lambda _: act, reason=reason)
        return
    await moderator_here(interaction)
    season = await season_in(interaction, league, "running")
    await _ask_points(interaction, season, table, reason, "enter")


def _result(table: int, points4: Sequence[int], forfeits: Sequence[int]) -> EnterResult:
    return EnterResult(table, sum(1 << seat for seat in forfeits), tuple(points4))


async def _ask_points(
    interaction: Interaction, season: SeasonView, table: int, reason: str | None, what: str
) -> None:
    """Open the form for the points of a table; `what` is “correct” or “enter”."""
    state = season.state
    drawn, result = state.tables.get(table), state.results.get(table)
    if drawn is None:
        raise no_table(table)
    people = [state.holder(entry) for entry in drawn.entries]
    names = await names_of(interaction, people)
    known = None if result is None else [line.points4 for line in result.lines]
    opens = Press("seasonpoints", 0, "", f"{what}.{season.id}.{table}")
    form = points_form(
        speaks(interaction), [*map(names.plain, people)], known, opens, reason or "",
        forfeits=() if result is None else result.forfeits, may_forfeit=what == "enter",
    )  # fmt: skip
    await interaction.response.send_modal(form)


@on_press("seasonpoints", Stands.ANYWHERE)
async def points_sent(interaction: Interaction, press: Press) -> None:
    """Preview the result that was typed into the form."""
    moderator = await moderator_here(interaction)
    what, season_id, number = press.parts(3)
    _, season = await season_pressed(interaction, season_id)
    table, enters = as_number(number), what == "enter"
    points4, forfeits = points_of(press, may_forfeit=enters)
    act = _result(table, points4, forfeits) if enters else Correct(table, tuple(points4))
    await preview_act(interaction, moderator, season, act, press.kept or None)


def _units_of(points: str) -> int:
    """Typed league points in `points.UNIT`. Raises Refusal (`league-points`) for anything else."""
    number = typed_number(points)
    if number is None or abs(number) > MOST_ADJUSTED:
        raise Refusal("league-points", "Give the league points as a number, such as 3 or −1.5.")
    return round(number * UNIT)
