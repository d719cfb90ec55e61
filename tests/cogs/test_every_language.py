"""What stands on buttons, in menus and in forms is whole and within Discord's limits in every
language; messages of a game and of a season are checked in test_transcripts.py."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice, product
from typing import Any, get_args

import discord
import pytest

from bot.engine import Game
from bot.engine.components import MODULES
from bot.leagues.settings import SeasonSettings
from bot.seasons.events import Finals, Form, Rules
from bot.tables import TurnView
from bot.tables.preparation import TURN_KIND
from bot.text.choices_in_one_tap import first_choices
from bot.text.names import TILE_IDS, tile_name
from bot.text.rules import TOPICS
from bot.text.translation import Translations, translator
from cogs.kit import buttons
from cogs.kit.buttons import Press, reason_form
from cogs.leagues.wizard import dates_form, menus
from cogs.looking.rules import rules_view
from cogs.moderation.second import ask_points
from cogs.play.panel import panel
from cogs.telling.messages import Call, turn_message
from tests.cogs.limits import check_message, check_modal, check_suggestions
from tests.cogs.test_limits import LONG_NAME, all_turns, shown
from tests.text.cuts import Cuts
from tests.text.transcripts.files import languages

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
GAMES = ((5, MODULES, 1), (3, MODULES, 2), (2, (), 1))
"""How many play, with what, and the seed."""
LONG_GAMES = tuple(product(range(2, 6), ((), MODULES), (10,)))
EACH_LANGUAGE = pytest.mark.parametrize("language", languages())


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> Cuts:
    return Cuts(monkeypatch)


def turns_shown(
    t: Translations, players: int, modules: Sequence[str], seed: int, every: int
) -> Iterator[dict[str, Any]]:
    """The panel of each `every`th step of the turns of a game, and as many calls."""
    turns = [view for views, _ in all_turns(seed, players, modules) for view in views]
    for view in islice(turns, seed % every, None, every):
        yield shown(panel(t, view))
        if view.kind == TURN_KIND and not view.prepared:
            yield shown(called(t, view))


def called(t: Translations, view: TurnView) -> discord.ui.LayoutView:
    game: Game = view.game
    first = first_choices(t, game, view.seat)
    return turn_message(t, view.table, game.snapshot(), Call([view.seat], TURN_KIND, first=first))


@pytest.mark.short
@EACH_LANGUAGE
def test_nothing_in_a_turn_is_cut(language: str, cuts: Cuts) -> None:
    t = translator(language)
    for players, modules, seed in GAMES:
        for body in turns_shown(t, players, modules, seed, every=4):
            check_message(body)
            assert cuts.in_message(body) == []


@pytest.mark.long
@EACH_LANGUAGE
def test_nothing_in_many_games_is_cut(language: str, cuts: Cuts) -> None:
    t, first = translator(language), languages().index(language)
    for players, modules, seed in LONG_GAMES[first % 4 :: 4]:  # each game in one language or two
        for body in turns_shown(t, players, modules, seed, every=1):
            check_message(body)
            assert cuts.in_message(body) == []


def seasons() -> Iterator[SeasonSettings]:
    """Of every form, with every number of seats and kind of final."""
    plain = SeasonSettings(name="Spring")
    for form, seats, finals in product(get_args(Form), range(2, 6), get_args(Finals)):
        rules: Rules = replace(plain.rules, form=form, seats=seats, games=3, finals=finals)
        yield replace(plain, rules=rules)


@EACH_LANGUAGE
def test_nothing_in_the_season_wizard_is_cut(language: str, cuts: Cuts) -> None:
    t = translator(language)
    for season in seasons():
        for name in ("tables", "points", "people", "news", "game"):
            view = discord.ui.LayoutView()
            for part in menus(t, name, "1", season):
                view.add_item(part)
            check_message(shown(view))
            assert cuts.in_message(shown(view)) == []


@EACH_LANGUAGE
def test_forms_keep_the_limits(language: str, cuts: Cuts) -> None:
    t, season = translator(language), next(seasons())
    zone = "America/Argentina/ComodRivadavia"  # the longest there is
    names, opens = (
        [LONG_NAME] * 5,
        Press("seasonpoints", 0, "", "correct.9223372036854775807.99999"),
    )
    points, known_points = buttons.Form("Points", opens), buttons.Form("Points", opens, "W" * 200)
    ask_points(t, points, names, None, may_forfeit=False, forfeits=())
    ask_points(t, known_points, names, [40] * 5, may_forfeit=True, forfeits=[1])
    for form in (
        reason_form(t, opens),
        points,
        known_points,
        dates_form(t, season, zone, opens, named=True),
        dates_form(t, season, zone, opens, named=False),
    ):
        body = form.to_dict()
        check_modal(body)
        assert cuts.in_message(body, *names) == []


@EACH_LANGUAGE
def test_rules_and_tiles_are_found_by_whole_names(language: str) -> None:
    t = translator(language)
    check_message(shown(rules_view(t, None)))
    topics = [{"name": t.gettext(one.title), "value": one.id} for one in TOPICS]
    tiles = [{"name": tile_name(t, tile), "value": tile} for tile in TILE_IDS]
    for one in (*topics, *tiles):
        check_suggestions([one])
