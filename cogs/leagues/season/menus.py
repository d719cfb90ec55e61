"""The menus of the season wizard."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import discord
from discord import ui

from bot.clocks import WhenOut
from bot.clocks.rules import CLOCKS
from bot.engine.board import MODULES
from bot.leagues.settings import (
    MOST_AT_ONCE,
    MOST_FINAL_GAMES,
    WHOLE_ROUND,
    SeasonSettings,
    usual_handicap,
)
from bot.seasons.events import Finals, Form, Rules
from bot.seasons.points import scheme_named, scheme_names
from bot.seasons.seating import FEWEST_SEATS, MOST_SEATS
from bot.seasons.tie_breaks import chain_named, chain_names
from bot.tables.bidding import HOURS
from bot.text.answer_preview import shortened
from bot.text.bidding import hours_choice
from bot.text.finals import final_games_choice, finals_choice, finals_hint
from bot.text.hours import clock_name
from bot.text.leagues import at_once_words, scheme_name, scheme_words, seat_lines, seats_words
from bot.text.names import module_name, module_words
from bot.text.seasons import (
    chain_hint,
    chain_name,
    form_hint,
    form_name,
    games_choice,
    hand_over_choice,
    handicap_words,
    moves_choice,
    out_name,
    round_days_choice,
)
from bot.text.standings import ranking_line
from bot.text.translation import Translations
from cogs.kit.buttons import custom_id, select
from cogs.kit.layout import Part, row, small, text

MOST_LABEL, MOST_OPTIONS = 100, 25
"""Discord's limits."""
MOST_PLAYERS = (4, 6, 7, 8, 10, 12, 14, 16, 18, 20, 21, 24, 28, 32, 35, 40, 42, 48, 49, 56, 64, 100)
GAMES_NEEDED, TIME_OUTS = (0, 1, 2, 3, 5, 10, 20, 50), (0, 1, 2, 3, 5, 10)
DIVISION_SIZES = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 21, 25, 30, 36, 40)
ROUND_DAYS = (0, 3, 5, 7, 10, 14, 21, 28, 35, 42, 60, 90, 120)
MOVES = ((0, 0), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 3), (4, 4))
"""How many players move up and down."""


@dataclass(frozen=True)
class Page:
    """What a page of the wizard is about; its menus carry it."""

    target: str
    """The season or the draft, as in the words of presses."""
    revision: str
    """Of the settings that the page shows."""


def table_menus(t: Translations, page: Page, settings: SeasonSettings) -> list[Part]:
    """Seats, form, number of games, size of divisions."""
    rules = settings.rules
    seats = [
        _option(seats_words(t, n), n,
                n == rules.seats)
        for n in range(FEWEST_SEATS, MOST_SEATS + 1)
    ]  # fmt: skip
    forms = [
        _option(form_name(t, form), form, form == rules.form, form_hint(t, form))
        for form in get_args(Form)
    ]
    numbers = range(0 if rules.form == "games" else 1, MOST_OPTIONS)
    games = [
        _option(games_choice(t, n, rules.form), n, n == (rules.games or 0))
        for n in _with(numbers, rules.games or numbers[0])
    ]
    sizes = [
        _option(
            # Translators: option of a menu, at most 80 characters; {n} is a number from 3
            t.gettext("Divisions of about {n} players").format(n=n),
            n,
            n == rules.division_size,
        )
        for n in _with(DIVISION_SIZES, rules.division_size)
    ]
    standing = [
        # Translators: option of a menu, at most 80 characters: how divisions stand
        _option(t.gettext("One division below the other"), "off", not rules.pyramid),
        _option(
            # Translators: option of a menu, at most 80 characters: how many divisions stand on each
            # level, from the top
            t.gettext("A pyramid: 1, 2, 4… divisions"),
            "on",
            rules.pyramid,
            # Translators: second line of the option “A pyramid”, at most 100 characters
            t.gettext("for each that goes up, two go down to the two divisions below"),
        ),
    ]
    return [
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        _menu(page, "tables", "seats", t.gettext("Seats at a table"), seats),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        _menu(page, "tables", "form", t.gettext("How it is played"), forms),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        _menu(page, "tables", "games", t.gettext("How many games"), games),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        _menu(page, "tables", "size", t.gettext("Players in a division"), sizes),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # one below the other, or as a pyramid
        _menu(page, "tables", "pyramid", t.gettext("How divisions stand"), standing),
    ]


def points_menus(t: Translations, page: Page, settings: SeasonSettings) -> list[Part]:
    """Points, tie-breaks, promotion, late entries, seats; with what the choices mean."""
    rules = settings.rules
    schemes = [
        _option(
            scheme_name(t, scheme_named(name), rules.seats),
            name,
            name == rules.scheme,
            scheme_words(t, scheme_named(name), rules.seats),
        )
        for name in scheme_names()
    ]
    chains = [
        _option(chain_name(t, name), name, chain_named(name) == rules.chain, chain_hint(t, name))
        for name in chain_names()
    ]
    now = (rules.promoted, rules.relegated)
    moves = [
        _option(moves_choice(t, up, down), f"{up}.{down}", (up, down) == now)
        for up, down in dict.fromkeys([*MOVES, now])
    ]
    late = [
        # Translators: option of a menu, at most 80 characters
        _option(t.gettext("Late entries are possible"), "on", rules.late_entry),
        # Translators: option of a menu, at most 80 characters
        _option(t.gettext("No late entries"), "off", not rules.late_entry),
    ]
    given = settings.handicap if any(settings.handicap) else usual_handicap(rules.seats)
    how = settings.bid_hours or ("points" if any(settings.handicap) else "drawn")
    order = [
        # Translators: option of a menu, at most 80 characters: everybody sits where the schedule
        # says
        _option(t.gettext("Seats as drawn"), "drawn", how == "drawn"),
        _option(
            # Translators: option of a menu, at most 80 characters: everybody sits where the
            # schedule says, and seats are given points
            t.gettext("Seats as drawn, with points"), "points", how == "points",
            handicap_words(t, given),
        ),
        *(
            _option(hours_choice(t, n), n, n == settings.bid_hours)
            for n in _with(HOURS, settings.bid_hours or HOURS[0])
        ),
    ]  # fmt: skip
    return [
        text(
            small(scheme_words(t, scheme_named(rules.scheme), rules.seats)),
            small(ranking_line(t, rules.chain)),
            *map(small, seat_lines(t, settings.handicap, settings.bid_hours)),
        ),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # league points
        _menu(page, "points", "scheme", t.gettext("Points for a game"), schemes),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # the order of tie-breaks
        _menu(page, "points", "chain", t.gettext("Who is ahead of whom"), chains),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # how many change divisions
        _menu(page, "points", "moves", t.gettext("Who goes up and down"), moves),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        _menu(page, "points", "late", t.gettext("Late entries"), late),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        _menu(page, "points", "order", t.gettext("Who sits where"), order),
        *_final_menus(t, page, rules),
    ]


def _final_menus(t: Translations, page: Page, rules: Rules) -> list[Part]:
    """Who plays a final for the title, and how often."""
    sizes = range(FEWEST_SEATS, MOST_SEATS + 1)
    ways: list[tuple[Finals, int]] = [("none", 0), ("winners", 0)]
    ways += [("top", n) for n in sizes] + [("best", n) for n in sizes]
    chosen = rules.finals, rules.finalists if rules.finals in ("top", "best") else 0
    finals = [
        _option(
            finals_choice(t, way, n), f"{way}.{n}" if n else way, (way, n) == chosen,
            finals_hint(t, way),
        )
        for way, n in ways
    ]  # fmt: skip
    menus = [_menu(page, "points", "finals", t.gettext("Final"), finals)]
    if rules.finals != "none":
        games = [
            _option(final_games_choice(t, n), n, n == rules.final_games)
            for n in range(1, MOST_FINAL_GAMES + 1)
        ]
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        menus.append(_menu(page, "points", "finalgames", t.gettext("Games of the final"), games))
    return menus


def people_menus(t: Translations, page: Page, settings: SeasonSettings) -> list[Part]:
    """Who may sign up: how many, with which role, with how many games and time-outs."""
    rules = settings.rules
    most = [
        # Translators: option of a menu, at most 80 characters
        _option(t.gettext("As many players as want to"), 0, rules.most_players is None),
        *(
            # Translators: option of a menu, at most 80 characters; {n} is a number from 4
            _option(t.gettext("At most {n} players").format(n=n), n, n == rules.most_players)
            for n in _with(MOST_PLAYERS, rules.most_players or MOST_PLAYERS[0])[: MOST_OPTIONS - 1]
        ),
    ]
    games = [
        _option(
            # Translators: option of a menu, at most 80 characters: to sign up for a season
            t.ngettext("{n} finished game needed", "{n} finished games needed", n).format(n=n)
            if n
            # Translators: option of a menu, at most 80 characters: to sign up for a season
            else t.gettext("No games needed before"),
            n,
            n == settings.needs_games,
        )
        for n in _with(GAMES_NEEDED, settings.needs_games)
    ]
    outs = [
        # Translators: option of a menu, at most 80 characters: to sign up for a season
        _option(t.gettext("Time-outs of last season do not matter"), "any",
                settings.most_time_outs is None),
        *(
            _option(
                # Translators: option of a menu, at most 80 characters: to sign up for a season; 0
                # too
                t.ngettext("{n} time-out at most", "{n} time-outs at most", n).format(n=n),
                n,
                n == settings.most_time_outs,
            )
            for n in _with(TIME_OUTS, settings.most_time_outs or 0)
        ),
    ]  # fmt: skip
    role: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=custom_id("seasonset", 0, page.revision, f"{page.target}.people.role"),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters: of
        # the server's roles, to sign up for a season
        placeholder=t.gettext("Role needed: none"),
        min_values=0,
        default_values=[discord.Object(settings.needs_role)] if settings.needs_role else [],
    )
    return [
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        _menu(page, "people", "most", t.gettext("How many players"), most),
        row([role]),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # how many somebody must have finished to sign up
        _menu(page, "people", "played", t.gettext("Games finished before"), games),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # how many somebody may have had in the season before
        _menu(page, "people", "timeouts", t.gettext("Time-outs before"), outs),
    ]


def news_menus(t: Translations, page: Page, settings: SeasonSettings) -> list[Part]:
    """How the season is announced: a role that is pinged, an event on the server."""
    role: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=custom_id("seasonset", 0, page.revision, f"{page.target}.news.ping"),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # which of the server's roles is pinged
        placeholder=t.gettext("Role to ping: none"),
        min_values=0,
        default_values=[discord.Object(settings.ping_role)] if settings.ping_role else [],
    )
    events = [
        # Translators: option of a menu, at most 80 characters: no scheduled event of Discord is
        # made
        _option(t.gettext("No event on the server"), "off", not settings.event),
        _option(
            # Translators: option of a menu, at most 80 characters: a scheduled event of Discord is
            # made
            t.gettext("An event on the server"),
            "on",
            settings.event,
            # Translators: second line of the option “An event on the server”, at most 100
            # characters
            t.gettext("from the start to the end of the season, and cancelled with it"),
        ),
    ]
    # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
    # whether a scheduled event of Discord is made
    return [row([role]), _menu(page, "news", "event", t.gettext("An event"), events)]


def game_menus(t: Translations, page: Page, settings: SeasonSettings) -> list[Part]:
    """Modules, clock, what happens when time is over, how many tables at once, their deadline."""
    modules = [
        _option(module_name(t, one), one, one in settings.modules, module_words(t, one))
        for one in MODULES
    ]
    time = settings.time
    clocks = [
        _option(clock_name(t, replace(time, clock=clock)), name, clock == time.clock)
        for name, clock in CLOCKS.items()
    ]
    out = [_option(out_name(t, one), one, one == time.when_out) for one in get_args(WhenOut)]
    after = settings.hand_over_after or 0
    given_away = [
        _option(hand_over_choice(t, n), n, n == after) for n in _with((0, 1, 2, 3, 5, 8), after)
    ]
    chosen = settings.at_once or (1 if settings.at_once is None else WHOLE_ROUND)
    once = [
        _option(at_once_words(t, n), n, n == chosen)
        for n in (*range(1, MOST_AT_ONCE + 1), WHOLE_ROUND)
    ]
    limit = settings.round_days or 0
    days = [_option(round_days_choice(t, n), n, n == limit) for n in _with(ROUND_DAYS, limit)]
    return [
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters: no
        # part of the expansion is chosen yet
        _menu(page, "game", "modules", t.gettext("Base game: choose modules"), modules,
              least=0, most=len(modules)),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        _menu(page, "game", "clock", t.gettext("Time for a turn"), clocks),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        _menu(page, "game", "out", t.gettext("When time is over"), out),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # how many tables one plays at a time
        _menu(page, "game", "once", t.gettext("Tables at once"), once),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # after how many time-outs
        _menu(page, "game", "handover", t.gettext("Seats given away"), given_away),
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters
        _menu(page, "game", "days", t.gettext("Deadline of a table"), days),
    ]  # fmt: skip


def _with(numbers: Iterable[int], chosen: int) -> Sequence[int]:
    """The numbers with the chosen one added, in order."""
    return sorted({*numbers, chosen})[:MOST_OPTIONS]


def _option(label: str, value: object, chosen: bool, hint: str = "") -> discord.SelectOption:
    return discord.SelectOption(
        label=shortened(label, MOST_LABEL),
        value=str(value),
        default=chosen,
        description=shortened(hint, MOST_LABEL) or None,
    )


def _menu(
    page: Page,
    named: str,
    field: str,
    placeholder: str,
    options: Sequence[discord.SelectOption],
    *,
    least: int = 1,
    most: int = 1,
) -> Part:
    word = f"{page.target}.{named}.{field}"
    menu = select(
        options, "seasonset", 0, page.revision, word,
        placeholder=placeholder, least=least, most=most,
    )  # fmt: skip
    return row([menu])
