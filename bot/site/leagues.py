"""The pages of a league: its seasons with standings, tables and results, its statistics, and a page
for everybody who wants one."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from bot.leagues import queries
from bot.leagues.season_transaction import Leagues
from bot.leagues.views import Card, DivisionTable, Played, SeasonView
from bot.model.figures import LEAST_GAMES, Figures, Key, Scope, Sums
from bot.model.league import League, LeagueTable
from bot.model.server import Language
from bot.seasons.events import FINAL
from bot.seasons.standings import champions
from bot.site.people import People, Person
from bot.site.pictures import Pictures
from bot.site.templates import Above, page, plain_marks
from bot.store.counted_games import by_players
from bot.text.descriptions.figures import FigureRow, share_range, value_range
from bot.text.descriptions.profile import alt_profile
from bot.text.figures import (
    PAGES,
    figures_table,
    games_of,
    page_title,
    players_table,
    source_lines,
    too_few_words,
)
from bot.text.formats import listed, number
from bot.text.leagues import status_name, table_name
from bot.text.origins import legend, signs
from bot.text.profile import profile_card
from bot.text.records import (
    champion_line,
    goes_words,
    played_games_words,
    played_line,
    result_words,
    season_line,
    seated_names,
    wins_words,
)
from bot.text.seasons import division_words
from bot.text.standings import league_points, ranking_line
from bot.text.translation import Translations, translator

LAST = 12
"""The most newest tables on a person's page."""
Page = tuple[str, bytes]


@dataclass(frozen=True)
class Found:
    """All that the pages of a league show, beside its replays."""

    league: League
    views: Sequence[SeasonView]
    tables: Mapping[int, Sequence[LeagueTable]]
    """The schedule of each season, by the season's id."""
    people: People
    languages: tuple[Language, ...]
    """Those of its pages."""
    pictures: Pictures
    replays: Mapping[tuple[int, int], str]
    """The pages of games, by the season's id and the number of the table in it."""
    by_players: Mapping[int, Figures]
    profiles: Mapping[int, tuple[Card, Sequence[Played], Mapping[int, Figures]]]
    """By person."""

    @property
    def home(self) -> str:
        """The folder of the league in that of a language."""
        return f"league-{self.league.id}/"

    def called(self, t: Translations, person: int) -> str:
        """The name of a person in words that may be bold."""
        return plain_marks(self.people[person].called(t))


async def profiles(leagues: Leagues, league: League, people: People) -> dict[int, Any]:
    """Read what stands on the pages about people."""
    return {
        one.id: (
            await queries.card(leagues, league.id, one.id),
            await queries.played_by(leagues, league.id, one.id),
            await leagues.store.read(
                by_players, Scope(league.guild_id, user_id=one.id), ("points", "place", "gear")
            ),
        )
        for one in people.values() if one.profile
    }  # fmt: skip


def season_page(view: SeasonView) -> str:
    """The file of a season in its league's folder."""
    return f"season-{view.number}.html"


def pages(found: Found, language: Language) -> Iterator[Page]:
    """Make the pages of a league in a language, those that lead to others last."""
    t, index, languages = translator(language), f"{found.home}index.html", found.languages
    above = ((index, found.league.name),)
    for person in found.profiles:
        yield _profile(t, language, found, found.people[person], above)
    yield page(
        language, f"{found.home}statistics.html", "statistics.html", found.league.name, above,
        languages=languages, tables=list(_statistics(t, found.by_players)),
    )  # fmt: skip
    shown = [view for view in found.views if view.state.divisions]
    for view in shown:
        final = queries.final_table(view)
        standings = [*([final] if final else []), *queries.division_tables(view)]
        yield page(
            language, found.home + season_page(view), "season.html", view.settings.name, above,
            languages=languages, head=_season_line(t, found, view),
            ranking=ranking_line(t, view.state.rules.chain),
            divisions=[_division(t, found, view, one) for one in standings],
            schedule=list(_schedule(t, found, view)),
        )  # fmt: skip
    yield page(
        language, index, "league.html", found.league.name, languages=languages,
        seasons=[
            (season_page(view) if view in shown else None, _season_line(t, found, view))
            for view in reversed(found.views)
        ],
        people=[(one.page, one.called(t)) for one in found.people.values() if one.profile],
    )  # fmt: skip


def _season_line(t: Translations, found: Found, view: SeasonView) -> str:
    won = [found.called(t, person) for person in champions(view.state)]
    name, players = plain_marks(view.settings.name), len(view.state.division_of)
    return season_line(t, view.number, name, view.state.phase, won, players)


def _division(
    t: Translations, found: Found, view: SeasonView, table: DivisionTable
) -> Mapping[str, Any]:
    moves, by_lots = view.moves(table.division), "lot" in view.state.rules.chain
    alone = len(view.state.divisions) == 1 and table.division != FINAL
    return {
        "name": "" if alone else division_words(t, view.state, table.division),
        "rows": [
            {
                "row": one.row, "name": found.people[one.holder].called(t),
                "page": found.people[one.holder].page, "signs": signs(one.origins),
                "points": league_points(t, one.row.points), "wins": league_points(t, one.row.wins),
                "goes": goes_words(t, one.goes, one.certain) if moves else "",
                "band": one.goes if moves else "",
            }
            for one in table.lines
        ],
        "legend": legend(t, {how for one in table.lines for how in one.origins}),
        "ties": table.tie_lines(t, lambda one: found.called(t, one), by_lots=by_lots),
    }  # fmt: skip


def _schedule(
    t: Translations, found: Found, view: SeasonView
) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """The tables of a season: with a heading for each round, unless they open one by one."""
    in_rounds = view.state.rules.form != "games"
    by_round = groupby(found.tables[view.id], key=lambda one: one.round if in_rounds else 0)
    for played_in, tables in by_round:
        # Translators: heading above the tables of a round
        head = t.gettext("**Round {round}**").format(round=played_in + 1) if in_rounds else ""
        yield head, [_table(t, found, view, one) for one in tables]


def _table(
    t: Translations, found: Found, view: SeasonView, table: LeagueTable
) -> Mapping[str, Any]:
    result = view.state.results.get(table.number)
    seated = table.people if result is None else [line.player for line in result.lines]
    names = seated_names(t, seated, lambda one: found.people[one].called(t))
    if result is None:
        said = f"{listed(t, names)} · {status_name(t, table.status)}"
    else:
        percent = view.state.rules.computer_percent
        said = result_words(t, result, names, computer_percent=percent)
    replay = found.replays.get((view.id, table.number))
    return {"name": table_name(t, table.number), "said": said, "replay": replay}


def _statistics(
    t: Translations, of_players: Mapping[int, Figures]
) -> Iterator[tuple[str, Sequence[str], Sequence[Sequence[str | int]]]]:
    """Tables of figures: a title, lines, and rows with a label, figures and the length of a bar."""
    whole = defaultdict[Key, Sums](Sums)
    for figures in of_players.values():
        for key, sums in figures.items():
            whole[key] += sums
    games = games_of(whole)
    if games < LEAST_GAMES:
        yield "", [too_few_words(t, games)], []
        return
    for kind in PAGES:
        rows: Sequence[FigureRow] = ()
        lines: Sequence[str] = ()
        if kind == "rounds":
            lines = source_lines(t, whole)
        elif kind == "players":
            table, lines = players_table(t, of_players)
            rows = table.rows
        else:
            rows = figures_table(t, kind, whole).rows
        most = max((row.points.value for row in rows if row.points.value > 0), default=1)
        if rows or lines:
            yield page_title(t, kind), lines, [
                (row.label, number(t, row.games), value_range(t, row.points),
                 share_range(t, row.wins) if row.wins else "",
                 round(100 * min(1, max(0, row.points.value / most))))
                for row in rows
            ]  # fmt: skip


def _profile(
    t: Translations, language: Language, found: Found, one: Person, above: Sequence[Above]
) -> Page:
    card, played, figures = found.profiles[one.id]
    shown = profile_card(t, one.called(t), figures)
    of_picture = profile_card(found.pictures.t, one.called(found.pictures.t), figures)
    won = [f"**{plain_marks(view.settings.name)}**" for view in card.titles]
    sums = [played_games_words(t, card.credit.games), wins_words(t, card.credit.wins)]
    return page(
        language, f"{found.home}{one.page}", "profile.html", one.called(t), above,
        languages=found.languages,
        lines=[" · ".join(sums), *([champion_line(t, won)] if won else [])],
        picture=of_picture and found.pictures.profile(of_picture),
        alt=shown and alt_profile(shown, t),
        played=[
            (played_line(t, game.season.settings.name, game.result, game.line),
             found.replays.get((game.season.id, game.result.table)))
            for game in list(played)[: -LAST - 1 : -1]
        ],
    )  # fmt: skip
