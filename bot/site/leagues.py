"""The pages of a league: its seasons with standings, tables and results, its statistics, and a page
for everybody who wants one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from bot.leagues import queries
from bot.leagues.season_transaction import Leagues
from bot.leagues.views import Card, DivisionTable, Played, SeasonView
from bot.model.figures import LEAST_GAMES, Figures, Kind, Scope
from bot.model.league import League, LeagueTable
from bot.model.table import is_former
from bot.seasons.events import FINAL
from bot.seasons.ratings import Rating
from bot.seasons.standings import champions
from bot.site.people import People, Person
from bot.site.templates import STAR, Above, page
from bot.store import counted_games as stored
from bot.text.descriptions.figures import share_range, value_range
from bot.text.descriptions.profile import alt_profile
from bot.text.figures import (
    PAGES,
    figures_table,
    games_of,
    lines_of,
    page_title,
    players_table,
    ratings_table,
    source_lines,
    too_few_words,
)
from bot.text.formats import listed, number
from bot.text.league_news import season_over_lines
from bot.text.leagues import season_title, status_name, table_name
from bot.text.names import players_words
from bot.text.origins import legend, signs
from bot.text.profile import profile_card
from bot.text.records import (
    champion_line,
    goes_words,
    played_games_words,
    played_line,
    result_words,
    season_line,
    wins_words,
)
from bot.text.seasons import division_words
from bot.text.standings import league_points, ranking_line
from bot.text.translation import Translations, translator
from rendering import draw_profile, small

_PROFILE: Sequence[Kind] = ("points", "place", "gear")
_LAST = 12
"""The most newest tables on a person's page."""
Page = tuple[str, bytes]


@dataclass(frozen=True)
class Standing:
    """All that the pages of a league show, beside its replays."""

    league: League
    views: Sequence[SeasonView]
    tables: Mapping[int, Sequence[LeagueTable]]
    """The schedule of each season, by the season's id."""
    people: People
    replays: Mapping[tuple[int, int], str]
    """The pages of games, by the season's id and the number of the table in it."""
    figures: Figures
    by_players: Mapping[int, Figures]
    ratings: Mapping[int, Sequence[tuple[int, Rating]]]
    """By the number of players."""
    profiles: Mapping[int, tuple[Card, Sequence[Played], Mapping[int, Figures]]]
    """By person."""

    @property
    def home(self) -> str:
        """The folder of the league in that of a language."""
        return f"league-{self.league.id}/"

    @property
    def above(self) -> tuple[Above, ...]:
        """The league's page, as one above another."""
        return ((f"{self.home}index.html", self.league.name),)


async def read_standing(
    leagues: Leagues, league: League, views: Sequence[SeasonView],
    tables: Mapping[int, Sequence[LeagueTable]], people: People,
    replays: Mapping[tuple[int, int], str],
) -> Standing:  # fmt: skip
    """Read what the pages of a league show."""
    read, scope = leagues.store.read, Scope(league_id=league.id)
    profiles = {}
    for one in people.values():
        if one.profile:
            own = Scope(league.guild_id, user_id=one.id)
            profiles[one.id] = (
                await queries.card(leagues, league.id, one.id),
                await queries.played_by(leagues, league.id, one.id),
                await read(stored.by_players, own, _PROFILE),
            )
    ratings = {n: await queries.ratings(leagues, league.id, n) for n in range(2, 6)}
    return Standing(
        league, views, tables, people, replays, await read(stored.figures_of, scope, None),
        await read(stored.by_players, scope), ratings, profiles,
    )  # fmt: skip


def season_page(view: SeasonView) -> str:
    """The file of a season in its league's folder."""
    return f"season-{view.number}.html"


def pages(found: Standing, language: str) -> Iterator[Page]:
    """Make the pages of a league in a language, those that lead to others last."""
    t, above = translator(language), found.above
    for person in found.profiles:
        yield _profile(t, language, found, found.people[person])
    yield page(
        language, f"{found.home}statistics.html", "statistics.html", found.league.name, above,
        tables=list(_statistics(t, found)),
    )  # fmt: skip
    shown = [view for view in found.views if view.state.divisions]
    for view in shown:
        yield page(
            language, found.home + season_page(view), "season.html", view.settings.name, above,
            head=season_title(t, view.number, found.league.name, view.state.phase),
            lines=_over(t, found, view),
            divisions=[_division(t, found, view, one) for one in _standings(view)],
            ranking=ranking_line(t, view.state.rules.chain),
            schedule=list(_schedule(t, found, view)),
        )  # fmt: skip
    yield page(
        language, above[0][0], "league.html", found.league.name,
        seasons=[
            (season_page(view) if view in shown else None, _season_line(t, found, view))
            for view in reversed(found.views)
        ],
        people=[
            (one.page, one.called(t)) for one in found.people.values() if one.page is not None
        ],
        ratings=[
            (players_words(t, players), lines)
            for players, all_rated in found.ratings.items()
            if (lines := _ratings(t, found, all_rated))
        ],
    )  # fmt: skip


def _printed(t: Translations, found: Standing, person: int) -> str:
    return found.people[person].called(t).replace("*", STAR)


def _season_line(t: Translations, found: Standing, view: SeasonView) -> str:
    won = [_printed(t, found, person) for person in champions(view.state)]
    name = view.settings.name.replace("*", STAR)
    players = len(view.state.division_of)
    return season_line(t, view.number, name, view.state.phase, won, players)


def _over(t: Translations, found: Standing, view: SeasonView) -> list[str]:
    """The line about the champions."""
    won = [_printed(t, found, person) for person in champions(view.state)]
    return season_over_lines(t, view.settings.name, won)[1:] if won else []


# --- a season ------------------------------------------------------------------------------------


def _standings(view: SeasonView) -> list[DivisionTable]:
    final = queries.final_table(view)
    return [*([final] if final else []), *queries.division_tables(view)]


def _division(
    t: Translations, found: Standing, view: SeasonView, table: DivisionTable
) -> Mapping[str, Any]:
    moves, by_lots = view.moves(table.division), "lot" in view.state.rules.chain
    alone = len(view.state.divisions) == 1 and table.division != FINAL
    return {
        "name": "" if alone else division_words(t, view.state, table.division),
        "rows": [
            {
                "place": one.row.place, "name": found.people[one.holder].called(t),
                "page": found.people[one.holder].page, "signs": signs(one.origins),
                "points": league_points(t, one.row.points), "games": number(t, one.row.games),
                "wins": league_points(t, one.row.wins), "gone": one.row.withdrawn,
                "goes": goes_words(t, one.goes, one.certain) if moves else "",
                "band": one.goes if moves else "stays",
            }
            for one in table.lines
        ],
        "legend": legend(t, {how for one in table.lines for how in one.origins}),
        "ties": table.tie_lines(t, lambda one: _printed(t, found, one), by_lots=by_lots),
    }  # fmt: skip


def _schedule(
    t: Translations, found: Standing, view: SeasonView
) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """The tables of a season: with a heading for each round, unless they open one by one."""
    in_rounds = view.state.rules.form != "games"
    by_round = groupby(found.tables[view.id], key=lambda one: one.round if in_rounds else 0)
    for played_in, tables in by_round:
        # Translators: heading above the tables of a round
        head = t.gettext("**Round {round}**").format(round=played_in + 1) if in_rounds else ""
        yield head, [_table(t, found, view, one) for one in tables]


def _table(
    t: Translations, found: Standing, view: SeasonView, table: LeagueTable
) -> Mapping[str, Any]:
    result = view.state.results.get(table.number)
    seated = table.people if result is None else [line.player for line in result.lines]
    # Translators: stands in place of a name
    names = [t.gettext("a computer") if p is None else found.people[p].called(t) for p in seated]
    if result is None:
        said = f"{listed(t, names)} · {status_name(t, table.status)}"
    else:
        percent = view.state.rules.computer_percent
        said = result_words(t, result, names, computer_percent=percent)
    replay = found.replays.get((view.id, table.number))
    return {"name": table_name(t, table.number), "said": said, "replay": replay}


# --- figures and people --------------------------------------------------------------------------


def _statistics(t: Translations, found: Standing) -> Iterator[Mapping[str, Any]]:
    games = games_of(found.figures)
    if games < LEAST_GAMES:
        yield {"title": "", "note": too_few_words(t, games), "rows": [], "lines": []}
        return
    for kind in PAGES:
        if kind == "rounds":
            yield {
                "title": page_title(t, kind), "note": "", "rows": [],
                "lines": source_lines(t, found.figures),
            }  # fmt: skip
            continue
        if kind == "players":
            table, lines = players_table(t, found.by_players)
        else:
            table, lines = figures_table(t, kind, found.figures), []
        most = max((row.points.value for row in table.rows), default=1)
        if table.rows:
            yield {
                "title": table.title, "note": table.note, "lines": lines,
                "rows": [
                    (
                        row.label, number(t, row.games), value_range(t, row.points),
                        share_range(t, row.wins) if row.wins else "",
                        max(0, round(100 * row.points.value / most)),
                    )
                    for row in table.rows
                ],
            }  # fmt: skip


def _ratings(t: Translations, found: Standing, rated: Sequence[tuple[int, Rating]]) -> list[str]:
    """Lines of the ratings that rest on enough games, of those who are still there."""
    shown = [
        (found.people[person].called(t), rating) for person, rating in rated
        if not rating.provisional and not is_former(person) and person in found.people
    ]  # fmt: skip
    return lines_of(t, ratings_table(t, shown))


def _profile_picture(league: League, person: Person) -> str:
    return f"pictures/league-{league.id}/player-{person.number}.webp"


def profile_pictures(found: Standing, language: str, theme: Any) -> Iterator[Page]:
    """Draw the picture of each person's games, in one language."""
    t = translator(language)
    for person, (_, _, figures) in found.profiles.items():
        one = found.people[person]
        if card := profile_card(t, one.called(t), figures):
            picture = draw_profile(card, theme=theme, t=t)
            yield _profile_picture(found.league, one), small(picture)


def _profile(t: Translations, language: str, found: Standing, one: Person) -> Page:
    card, played, figures = found.profiles[one.id]
    drawn = profile_card(t, one.called(t), figures)
    won = [f"**{view.settings.name.replace('*', STAR)}**" for view in card.titles]
    sums = [played_games_words(t, card.credit.games), wins_words(t, card.credit.wins)]
    return page(
        language, f"{found.home}{one.page}", "profile.html", one.called(t), found.above,
        lines=[" · ".join(sums), *([champion_line(t, won)] if won else [])],
        picture=_profile_picture(found.league, one) if drawn else None,
        alt=alt_profile(drawn, t) if drawn else "",
        played=[
            (
                played_line(t, game.season.settings.name, game.result, game.line),
                found.replays.get((game.season.id, game.result.table)),
            )
            for game in list(played)[: -_LAST - 1 : -1]
        ],
    )  # fmt: skip
