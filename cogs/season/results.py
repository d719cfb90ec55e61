"""/season correct and /season result: the points of a table, typed with the command or in a
form."""

from bot.answering import speaks
from bot.leagues.acts.results import Correct, EnterResult, no_result
from bot.leagues.model.season import no_table
from bot.leagues.views import SeasonView
from bot.model.server import Moderator
from cogs.context import Interaction
from cogs.leagues.context import season_in
from cogs.leagues.names import names_of
from cogs.moderation.moderators import moderator_here, typed_points, typed_result
from cogs.moderation.points_form import PointsForm, Sent
from cogs.season.acts import preview_act, propose


async def correct(
    interaction: Interaction,
    league: str | None,
    table: int,
    points: str | None,
    reason: str | None,
) -> None:
    """Preview other points for a table; without points ask for them in a form. Raises Refusal for a
    table without a result."""
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
    """Ask for other points for a table in a form, then preview them. Raises Refusal for a table
    without a result."""
    if table in season.state.tables and table not in season.state.results:
        raise no_result(table)

    async def sent(form: Interaction, points4: list[int], _: tuple[int, ...]) -> None:
        await preview_act(form, moderator, season, Correct(table, tuple(points4)), reason)

    form = await _form(interaction, season, table, sent)
    await interaction.response.send_modal(form)


async def enter(
    interaction: Interaction,
    league: str | None,
    table: int,
    points: str | None,
    reason: str | None,
) -> None:
    """Preview the result of a table that was played elsewhere, or lost by forfeit; without points
    ask for them in a form."""

    async def show(asking: Interaction, points4: list[int], forfeits: tuple[int, ...]) -> None:
        mask = sum(1 << seat for seat in forfeits)
        act = EnterResult(table, mask, tuple(points4))
        await propose(asking, league, lambda _: act, reason=reason)

    if points is not None:
        await show(interaction, *typed_result(points))
        return
    await moderator_here(interaction)
    season = await season_in(interaction, league, "running")
    await interaction.response.send_modal(
        await _form(interaction, season, table, show, forfeits=True)
    )


async def _form(
    interaction: Interaction, season: SeasonView, table: int, sent: Sent, *, forfeits: bool = False
) -> PointsForm:
    state = season.state
    drawn, result = state.tables.get(table), state.results.get(table)
    if drawn is None:
        raise no_table(table)
    people = [state.holder(entry) for entry in drawn.entries]
    names = await names_of(interaction, people)
    known = None if result is None else [line.points4 for line in result.lines]
    return PointsForm(
        speaks(interaction), [*map(names.plain, people)], known, sent,
        forfeits=() if result is None else result.forfeits, may_forfeit=forfeits,
    )  # fmt: skip
