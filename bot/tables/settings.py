"""What is set for a server, by a person for all tables, and for a table.

A setting is declared once, as those of a season are (`bot.leagues.settings`): a field, and its
declaration among those below. The pages, the presses, the checks, the lines about it and the audit
log follow from these.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, get_args

from pydantic import Strict

from bot.clocks import ZONES, NoClock, Way
from bot.clocks.hours import UTC_NAME
from bot.clocks.rules import CLOCKS
from bot.engine.components import MODULES
from bot.engine.expansion import TRIBES
from bot.model import server
from bot.model.table import OnPages, Options, PersonSettings
from bot.text.advice import level_name
from bot.text.audit import NONE
from bot.text.hours import clock_name, reminder_words, way_name, way_words
from bot.text.names import MODULES_BRING, module_name, theme_name, tile_name
from bot.text.setting import Option, Setting, on_or_off, one_of, put, role
from bot.text.translation import N_, Translations, capital, listed

# --- of a server ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ServerSettings:
    """The settings of one server."""

    animation: Annotated[bool, Strict()] = True
    """Whether a food day brings the board with its wheels turning, instead of a still picture."""
    reminders: Annotated[bool, Strict()] = True
    """Whether people are reminded once after a day in new games without a clock, unless they chose
    otherwise."""
    theme: server.Theme | None = None
    """The colours of new games; None leaves them to whoever runs the bot."""
    language: server.Language | None = None
    """The language of what everybody on the server reads; None for the one that the server has on
    Discord. Private answers are in the reader's own."""
    hints: server.HintStrength = "medium"
    """How far the computers look that give hints. A table may play without them all the same."""
    moderator_roles: tuple[Annotated[int, Strict()], ...] = ()
    """The roles whose people are moderators; while there is none, those who may manage the
    server are."""
    moderators_channel: Annotated[int, Strict()] | None = None
    """Where moderators are called; None for the channel of the league or of the table."""
    ratings: Annotated[bool, Strict()] = False
    """Whether people have ratings from their games here outside leagues."""
    pages: Annotated[bool, Strict()] = False
    """Whether the leagues here, and games in channels that everybody may read, may be web pages."""
    zone: str = UTC_NAME
    """The time zone in which a day begins for those who have set none."""
    puzzle_channel: Annotated[int, Strict()] | None = None
    """Where the turn of the day is posted each morning; None for nowhere."""
    calls_a_day: Annotated[int, Strict()] = 2
    """How often a day hosts may call the people who want to be called for games; 0 for never."""
    lists_tables: Annotated[bool, Strict()] = False
    """Whether the open tables here are listed on other servers that do the same."""
    invite: str = ""
    """The code of the invite link by which people come from there; empty for none that works."""


def _listing_line(t: Translations, settings: ServerSettings) -> Sequence[str]:
    if not settings.lists_tables:
        # Translators: setting: open tables of this server are not listed on other servers
        return [t.gettext("**Open tables on other servers**: off")]
    if not settings.invite:
        return [
            # Translators: setting: open tables of this server are to be listed on other servers
            t.gettext(
                "**Open tables on other servers**: not listed yet, because an invite link is "
                "missing"
            )
        ]
    # Translators: setting: open tables of this server are listed on other servers; {link}: an
    # invite to this server
    words = t.gettext("**Open tables on other servers**: listed, with {link}")
    return [words.format(link=f"<https://discord.gg/{settings.invite}>")]


CALLS_A_DAY = (0, 1, 2, 3, 5, 10)
"""How many calls for players a day a server may allow."""
OF_SERVERS: tuple[Setting[ServerSettings], ...] = (
    on_or_off(
        "wheels",
        "",
        "animation",
        on=N_("Animate the gears"),
        off=N_("Show a still picture"),
        while_on=N_("**Animated gears**: on"),
        while_off=N_("**Animated gears**: off"),
        values=("still", "turning"),
        kind="action",
        about=N_(
            "On food days, four times a game, the board shows the gears turning in a short "
            "animation."
        ),
    ),
    on_or_off(
        "reminders",
        "",
        "reminders",
        # Translators: button: whoever is asked for a day is reminded in new games without a clock
        on=N_("Remind people"),
        # Translators: button: nobody is reminded in new games without a clock
        off=N_("No reminders"),
        while_on=N_("**Reminders in games without a clock**: on"),
        while_off=N_("**Reminders in games without a clock**: off"),
        kind="action",
        about=N_(
            "In new games without a clock, anybody who keeps the others waiting for a day gets "
            "one reminder. Each person can switch that off or on with /pings."
        ),
    ),
    one_of(
        "hintlevel",
        # Translators: noun, plural; shown in a menu before something is chosen.
        N_("Hints"),
        "hints",
        server.HINT_STRENGTHS,
        lambda t, one, _: Option(
            one,
            # Translators: menu option.
            t.gettext("Without hints") if one == "off" else capital(level_name(t, one)),
        ),
        about=N_(
            "How strong the computer behind /hint is. Switch hints off for one game with "
            "/tzolkin options; league tables have none."
        ),
    ),
    one_of(
        "language",
        # Translators: heading of a menu of languages
        N_("Language"),
        "language",
        server.LANGUAGES,
        lambda t, one, _: Option(one, server.LANGUAGE_NAMES[one]),
        # Translators: option of a menu; {language} is a language by its own name, such as Deutsch
        none=("discord", N_("Same as in Discord: {language}")),
        about=N_(
            "The language of public messages on this server. Each game can choose its own with "
            "/tzolkin options; private answers use each person's Discord language."
        ),
    ),
    one_of(
        "colours",
        # Translators: heading of a menu: dark or light
        N_("Colours of new games"),
        "theme",
        server.THEMES,
        lambda t, one, _: Option(one, theme_name(t, one)),
        none=("bot", N_("The bot's default: {theme}")),
        about=N_("Each game can have its own colours; choose them with /tzolkin options."),
    ),
    on_or_off(
        "serverratings",
        "",
        "ratings",
        # Translators: button, at most 34 characters: people get ratings (strength of play)
        on=N_("Give people ratings"),
        # Translators: button, at most 34 characters: nobody has a rating (strength of play)
        off=N_("No ratings"),
        # Translators: setting: whether people have ratings (strength of play) from their games
        while_on=N_("**Ratings outside leagues**: on"),
        # Translators: setting: whether people have ratings (strength of play) from their games
        while_off=N_("**Ratings outside leagues**: off"),
        kind="action",
        about=N_(
            "Every finished game here with two or more people counts towards ratings, "
            "including past games; see /profile and /stats. Leagues have their own ratings."
        ),
    ),
    on_or_off(
        "webpages",
        "",
        "pages",
        # Translators: button, at most 34 characters: leagues and games may be put on web pages
        on=N_("Allow web pages"),
        # Translators: button, at most 34 characters: leagues and games may not be on web pages
        off=N_("No web pages"),
        # Translators: setting: whether whoever runs the bot may put this server on web pages
        while_on=N_("**Web pages**: allowed"),
        # Translators: setting: whether whoever runs the bot may put this server on web pages
        while_off=N_("**Web pages**: not allowed"),
        kind="action",
        about=N_(
            "If you allow it, whoever runs this bot may show this server's leagues on the web, "
            "and also games in channels that everybody here can see. Only people who agree are "
            "named there; the others appear as “Player 3”."
        ),
    ),
    one_of(
        "serverzone",
        # Translators: heading of a menu of time zones
        N_("Time zone"),
        "zone",
        ZONES,
        lambda t, zone, _: Option(zone, zone),
        about=N_(
            "The time zone that decides when each turn of the day begins, for people who have "
            "not set their own with /pings."
        ),
    ),
    Setting(
        "callsaday",
        # Translators: heading of a menu of numbers: how often hosts may call players to a game
        N_("Calls for players"),
        ("calls_a_day",),
        lambda s, value: replace(s, calls_a_day=CALLS_A_DAY[CALLS_A_DAY.index(int(value))]),
        lambda t, _: [
            Option(
                str(n),
                t.ngettext("{n} call a day", "{n} calls a day", n).format(n=n)
                if n
                # Translators: option of a menu: nobody may call players to a game
                else t.gettext("No calls"),
            )
            for n in CALLS_A_DAY
        ],
        lambda s: (str(s.calls_a_day),),
        about=N_(
            "How many times a day the hosts of games may call the people who have pressed "
            "**Call me for games**."
        ),
    ),
    on_or_off(
        "listtables",
        "",
        "lists_tables",
        # Translators: button, at most 34 characters: other servers list the open tables of this one
        on=N_("List our tables on other servers"),
        # Translators: button, at most 34 characters: other servers do not list our open tables
        off=N_("No longer list our tables"),
        lines=_listing_line,
        kind="action",
        about=N_(
            "Servers that switch this on list each other's tables that are waiting for "
            "players: the server's name, an invite, the game and its seats, but nobody's name. "
            "Tables in channels that not everybody can see are left out."
        ),
    ),
    role(
        "todaychannel",
        # Translators: heading of a menu of channels: where the turn of the day is posted
        N_("Turn of the day"),
        "puzzle_channel",
        kind="channel",
        about=N_("Choose a channel where I should post the turn of the day each morning (/today)."),
    ),
)
"""In the order of the page (/settings)."""


def _roles(settings: ServerSettings) -> list[str]:
    return [f"<@&{one}>" for one in settings.moderator_roles]


def _with_roles(settings: ServerSettings, value: str) -> ServerSettings:
    roles = {int(one) for one in value.split(",")} - {0}
    return replace(settings, moderator_roles=tuple(sorted(roles)))


def _moderators_line(t: Translations, settings: ServerSettings) -> Sequence[str]:
    if not settings.moderator_roles:
        # Translators: line of settings; “manage”: Discord's permission Manage Server
        return [t.gettext("Moderators: everybody who can manage this server")]
    # Translators: {roles} are mentions of roles
    return [t.gettext("Moderators: {roles}").format(roles=listed(t, _roles(settings)))]


def _moderators_logged(t: Translations, settings: ServerSettings) -> Sequence[str]:
    if not settings.moderator_roles:
        # Translators: who moderates; value of a setting
        return [t.gettext("everybody who can manage this server")]
    return [listed(t, _roles(settings))]


def _channel_line(t: Translations, settings: ServerSettings) -> Sequence[str]:
    if settings.moderators_channel is None:
        return [t.gettext("Moderators are notified in the league's channel, or at the table.")]
    channel = f"<#{settings.moderators_channel}>"
    return [t.gettext("Moderators are notified in {channel}.").format(channel=channel)]


OF_MODERATORS: tuple[Setting[ServerSettings], ...] = (
    role(
        "role",
        # Translators: name of a setting: which roles moderate
        N_("moderators"),
        "moderator_roles",
        change=_with_roles,
        chosen=lambda s: tuple(str(one) for one in s.moderator_roles),
        lines=_moderators_line,
        logged=_moderators_logged,
    ),
    role(
        "channel",
        # Translators: name of a setting: the channel in which moderators are called
        N_("moderators' channel"),
        "moderators_channel",
        kind="channel",
        lines=_channel_line,
        logged=lambda t, s: [f"<#{s.moderators_channel}>" if s.moderators_channel else NONE],
    ),
)
"""Set by the options of /moderate setup, which have their names. Their headings are names in the
audit log."""


# --- of a person ---------------------------------------------------------------------------------

OF_PEOPLE: tuple[Setting[PersonSettings], ...] = (
    one_of(
        "pingway",
        # Translators: shown in a menu before something is chosen.
        N_("Notifications"),
        "way",
        get_args(Way),
        lambda t, way, _: Option(way, way_name(t, way)),
        lines=lambda t, s: [
            way_words(t, s.way),
            t.gettext(
                "You get one notification when your turn comes, and one more when half your time "
                "is gone."
            ),
        ],
    ),
    on_or_off(
        "pingreminder",
        "",
        "reminder",
        # Translators: button, at most 34 characters: where there is no clock.
        on=N_("Remind me"),
        # Translators: button, at most 34 characters: where there is no clock.
        off=N_("No reminder"),
        chosen=lambda s: ("off" if s.reminder is False else "on",),
        lines=lambda t, s: [reminder_words(t, s.reminder)],
        kind="action",
    ),
    on_or_off(
        "pingsoon",
        "",
        "soon",
        # Translators: button, at most 34 characters: a direct message when one's turn is next
        on=N_("Tell me when I am next"),
        # Translators: button, at most 34 characters: no direct message when one's turn is next
        off=N_("Don't tell me when I am next"),
        while_on=N_("When your turn is next, you get a direct message."),
        kind="action",
    ),
    on_or_off(
        "pingcoach",
        "",
        "coach",
        # Translators: button, at most 34 characters: a computer says after one's turn what would
        # have been better; imperative
        on=N_("Coach my turns"),
        # Translators: button, at most 34 characters: no computer says what would have been better
        off=N_("No coach"),
        while_on=N_(
            "After your turn, a computer tells you whether a different turn would have been "
            "clearly better. It does not do this in a league, nor at a table without hints."
        ),
        kind="action",
    ),
    on_or_off(
        "showturns",
        "",
        "shows_turns",
        # Translators: button, at most 34 characters: others read how many of one's turns were on
        # time; imperative
        on=N_("Show how often I am on time"),
        # Translators: button, at most 34 characters: others do not read how many of one's turns
        # were on time; imperative
        off=N_("Hide how often I am on time"),
        # Translators: “Open tables” is a list, where others read how many turns were on time
        while_on=N_("**Turns on time**: shown in “Open tables”"),
        # Translators: “Open tables” is a list, where others read how many turns were on time
        while_off=N_("**Turns on time**: hidden in “Open tables”"),
        kind="action",
    ),
    on_or_off(
        "pingpictures",
        "",
        "pictures",
        # Translators: button, at most 34 characters: the private panel of a turn shows a picture.
        on=N_("With pictures"),
        # Translators: button, at most 34 characters: the private panel of a turn has no picture.
        off=N_("Words only"),
        while_on=N_("**Your turn**: with pictures"),
        while_off=N_("**Your turn**: words only"),
        kind="action",
    ),
)
"""In the order of the page (/pings). Quiet hours and vacation have pages of their own: what these
offer follows from the day and the time where the person lives, and takes two steps."""


# Translators, for each: option of a menu: how one stands on web pages and in the turn of the day
_ON_PAGES: Mapping[OnPages, str] = {
    "hidden": N_("Without my name, as “Player 3”"),
    "named": N_("With my name"),
    "profile": N_("With my name and a page about me"),
}
ON_PAGES: Setting[PersonSettings] = one_of(
    "onpages",
    # Translators: heading of a menu: how the reader stands on web pages and in the turn of the day
    N_("Web pages, turn of the day"),
    "on_pages",
    get_args(OnPages),
    lambda t, one, _: Option(one, t.gettext(_ON_PAGES[one])),
)
"""Set by /privacy pages."""
WHERE_NAMED = N_(
    "A server can allow web pages that anybody can open: about its leagues, and about games in "
    "channels that everybody there can see. The turn of the day has a ranking on each server. Your "
    "name appears on these pages and in this ranking only if you choose to show it."
)
"""What people agree to who choose to show their names."""
IN_GAMES_TOO = N_("Show my name in games, too")
"""A button, at most 34 characters: for who agreed to stand by name on pages of leagues."""
LEAGUES_ONLY = N_(
    "So far your name appears only in leagues and in the ranking. That will not change until "
    "you choose otherwise."
)
"""To who agreed to that much."""


def agreed_to_leagues_alone(settings: PersonSettings) -> bool:
    """Whether a person is named on pages of leagues, but not of other games."""
    return settings.on_pages != "hidden" and not settings.named_in_games


# --- of a table ----------------------------------------------------------------------------------


def modules(name: str, **more: Any) -> Setting[Any]:
    """Declare the modules of the expansion, of a table or of all tables of a season."""
    return Setting(
        name,
        # Translators: shown in a menu before something is chosen, at most 60 characters: no part of
        # the expansion is chosen yet; modules are its parts.
        N_("Add modules"),
        ("modules",),
        lambda s, value: replace(s, modules=tuple(m for m in MODULES if m in value.split(","))),
        lambda t, _: [
            Option(one, module_name(t, one), t.gettext(MODULES_BRING[one])) for one in MODULES
        ],
        lambda s: s.modules,
        kind="several",
        **more,
    )


def clock(name: str, **more: Any) -> Setting[Any]:
    """Declare the clock of a table, or of all tables of a season."""
    return Setting(
        name,
        # Translators: shown in a menu before something is chosen, at most 60 characters
        N_("Time for a turn"),
        ("time",),
        lambda s, value: put(s, "time.clock", CLOCKS.get(value, NoClock())),
        lambda t, s: [
            Option(one, clock_name(t, replace(s.time, clock=rules)))
            for one, rules in CLOCKS.items()
        ],
        lambda s: tuple(one for one, rules in CLOCKS.items() if rules == s.time.clock),
        **more,
    )


def _hints(t: Translations, options: Options) -> Sequence[Option]:
    return [
        # Translators: menu option: players may ask the bot for a hint.
        Option("on", t.gettext("With hints (/hint)")),
        # Translators: menu option.
        Option("off", t.gettext("Without hints")),
    ]


OF_TABLES: tuple[Setting[Options], ...] = (
    one_of(
        "theme",
        # Translators: shown in a menu before something is chosen: dark or light.
        N_("Board colours"),
        "theme",
        server.THEMES,
        lambda t, one, _: Option(one, theme_name(t, one)),
    ),
    one_of(
        "tongue",
        # Translators: heading of a menu of languages
        N_("Language of the game"),
        "language",
        server.LANGUAGES,
        lambda t, one, _: Option(one, server.LANGUAGE_NAMES[one]),
        # Translators: option of a menu: the game is told in the language of the Discord server
        none=("server", N_("The server's language")),
    ),
    modules("modules"),
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
    clock("clock"),
    Setting(
        "hints",
        # Translators: noun, plural; shown in a menu before something is chosen.
        N_("Hints"),
        ("hints",),
        lambda options, value: replace(options, hints=value == "on"),
        _hints,
        lambda options: ("on" if options.hints else "off",),
    ),
)
