"""The options of a table, each declared once; menus and presses follow from it."""

from collections.abc import Sequence
from dataclasses import replace

from bot.clocks import NoClock
from bot.clocks.rules import CLOCKS
from bot.engine.board import MODULES
from bot.engine.tribes import TRIBES
from bot.model.server import LANGUAGE_NAMES, LANGUAGES, THEMES, Language, Theme
from bot.model.table import Options
from bot.tables.bidding import HOURS
from bot.text.bidding import hours_choice
from bot.text.hours import clock_name
from bot.text.names import module_name, module_words, theme_name, tile_name
from bot.text.setting import Option, Setting
from bot.text.translation import N_, Translations

AS_THE_SERVER = "server"
"""In place of a language."""


def _languages(t: Translations, options: Options) -> Sequence[Option]:
    # Translators: option of a menu: the game is told in the language of the Discord server
    as_the_server = t.gettext("The server's language")
    known = [Option(value, label) for value, label in LANGUAGE_NAMES.items()]
    return [Option(AS_THE_SERVER, as_the_server), *known]


def _with_language(options: Options, value: str) -> Options:
    language: Language | None = next((one for one in LANGUAGES if one == value), None)
    return replace(options, language=language)


def _with_theme(options: Options, value: str) -> Options:
    theme: Theme = next((one for one in THEMES if one == value), "dark")
    return replace(options, theme=theme)


def _with_clock(options: Options, value: str) -> Options:
    return replace(options, time=replace(options.time, clock=CLOCKS.get(value, NoClock())))


def _hints(t: Translations, options: Options) -> Sequence[Option]:
    return [
        # Translators: menu option: players may ask the bot for a hint.
        Option("on", t.gettext("With hints (/hint)")),
        # Translators: menu option.
        Option("off", t.gettext("Without hints")),
    ]


def _seats(t: Translations, options: Options) -> Sequence[Option]:
    # Translators: menu option: who sits where is drawn by chance.
    shuffled = Option("0", t.gettext("Seats: shuffled at the start"))
    return [shuffled, *(Option(str(n), hours_choice(t, n)) for n in HOURS)]


OPTIONS: tuple[Setting[Options], ...] = (
    Setting(
        "theme",
        # Translators: shown in a menu before something is chosen: dark or light.
        N_("Colours of the board"),
        ("theme",),
        _with_theme,
        lambda t, _: [Option(one, theme_name(t, one)) for one in THEMES],
        lambda options: (options.theme,),
    ),
    Setting(
        "tongue",
        # Translators: heading of a menu of languages
        N_("Language of the game"),
        ("language",),
        _with_language,
        _languages,
        lambda options: (options.language or AS_THE_SERVER,),
    ),
    Setting(
        "modules",
        # Translators: shown in a menu before something is chosen: no part of the expansion is
        # chosen yet; modules are its parts.
        N_("Base game: choose modules"),
        ("modules",),
        lambda options, value: replace(
            options, modules=tuple(one for one in MODULES if one in value.split(","))
        ),
        lambda t, _: [Option(one, module_name(t, one), module_words(t, one)) for one in MODULES],
        lambda options: options.modules,
        kind="several",
    ),
    Setting(
        "without",
        # Translators: shown in a menu before something is chosen: tribes that nobody may play.
        N_("Tribes to leave out"),
        ("without",),
        lambda options, value: replace(
            options, without=tuple(one for one in TRIBES if one in value.split(","))
        ),
        lambda t, _: [Option(tribe, tile_name(t, tribe)) for tribe in TRIBES],
        lambda options: options.without,
        kind="several",
    ),
    Setting(
        "clock",
        # Translators: shown in a menu before something is chosen.
        N_("Time for a turn"),
        ("time",),
        _with_clock,
        lambda t, options: [
            Option(name, clock_name(t, replace(options.time, clock=clock)))
            for name, clock in CLOCKS.items()
        ],
        lambda options: tuple(one for one, clock in CLOCKS.items() if clock == options.time.clock),
    ),
    Setting(
        "hints",
        # Translators: noun, plural; shown in a menu before something is chosen.
        N_("Hints"),
        ("hints",),
        lambda options, value: replace(options, hints=value == "on"),
        _hints,
        lambda options: ("on" if options.hints else "off",),
    ),
    Setting(
        "bidhours",
        # Translators: shown in a menu before something is chosen.
        N_("Who sits where"),
        ("bid_hours",),
        lambda options, value: replace(options, bid_hours=int(value) or None),
        _seats,
        lambda options: (str(options.bid_hours or 0),),
    ),
)
