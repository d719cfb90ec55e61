"""The settings of a season: what may be chosen, when, how each reads, and how they are stored.

A setting is declared once: a field of `SeasonSettings`, or of `Rules`, and its declaration in
`SETTINGS`. The pages of the wizard, the presses, the checks, the lines about a season and the audit
log follow from these.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, get_args

from pydantic import TypeAdapter

from bot.clocks import UNHURRIED, DaysClock, Moment, TimeRules, WhenOut
from bot.engine.components import MODULES
from bot.refusal import P_, Refusal
from bot.seasons.events import Rules, Stage
from bot.seasons.results import scheme_named, scheme_names
from bot.seasons.season import no_rounds
from bot.seasons.seating import FEWEST_SEATS, MOST_PLAYERS, MOST_SEATS
from bot.tables.settings import clock, modules
from bot.text import leagues, setting
from bot.text import seasons as words
from bot.text.hours import clock_name, when_out_words
from bot.text.names import module_name
from bot.text.notation import MOST_CHOICES
from bot.text.seasons import FINAL_GAMES
from bot.text.standings import ranking_line
from bot.text.translation import N_, Translations, listed
from bot.text.typed import escaped

LONGEST_NAME = 60
WHOLE_ROUND = 0
"""In place of a number of tables at once: all of a round."""
MOST_APPEAL_DAYS = 14
MOST_AT_ONCE, MOST_FINAL_GAMES = 5, 3


@dataclass(frozen=True)
class SeasonSettings:
    """The settings of a season. All may change until it is drawn; then modules, clock, dates
    and the number of tables at once still may, for tables that have not opened."""

    name: str
    rules: Rules = field(default_factory=Rules)
    modules: tuple[str, ...] = ()
    """Modules of the expansion, by the engine's names."""
    time: TimeRules = UNHURRIED
    """The clock of every table."""
    sign_up_until: Moment | None = None
    """UTC, like the other dates; None where a moderator closes the sign-up."""
    starts: Moment | None = None
    ends: Moment | None = None
    needs_role: int | None = None
    """The id of the role without which nobody signs up; None for everybody."""
    hand_over_after: int | None = None
    """After how many time-outs of a person the seat is given away; None for never."""
    at_once: int = 1
    """At how many tables of the season a person plays at a time; `WHOLE_ROUND` for all of a round,
    which then opens at once."""
    appeal_days: int = 2
    """How many days after the last result or decision a season is closed by its date at the
    earliest; until then results can be disputed."""
    check_in: int | None = None
    """How many hours before the draw, which then is at the season's start, people can check in: who
    does not is left out of it. None for no check-in."""

    @property
    def drawn_at(self) -> datetime | None:
        """When the season is drawn by itself: with a check-in at its start, else when the sign-up
        ends; None for never."""
        return (self.starts if self.check_in else None) or self.sign_up_until

    @property
    def check_in_from(self) -> datetime | None:
        """From when people can check in; None without a check-in, and where no date is known."""
        at = self.drawn_at
        return None if at is None or self.check_in is None else at - timedelta(hours=self.check_in)


FIRST = SeasonSettings(
    "",
    Rules(stages=(Stage(games=4),)),
    # without a clock a large league would wait for its slowest player
    time=TimeRules(DaysClock(1)),
    at_once=2,
    hand_over_after=3,
)
"""What a league's first season is offered: 4 to 16 people play it in two months at most."""


# --- what is chosen from --------------------------------------------------------------------------


_MOVES = ((0, 0), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 3), (4, 4))
"""How many players move up and down."""


_PYRAMID = "pyramid"


def _moves_now(settings: SeasonSettings) -> str:
    rules = settings.rules
    return _PYRAMID if rules.pyramid else f"{rules.promoted}.{rules.relegated}"


def _moves_options(t: Translations, settings: SeasonSettings) -> Sequence[setting.Option]:
    now = (settings.rules.promoted, settings.rules.relegated)
    flat = [
        setting.Option(
            f"{up}.{down}",
            t.say(words.NOBODY_MOVES)
            if not up and not down
            else t.say(words.MOVES, up=up, down=down),
        )
        for up, down in dict.fromkeys([*_MOVES, now])
    ]
    # Translators: option of a menu, at most 80 characters: how many divisions stand on each level,
    # from the top
    pyramid = t.gettext("A pyramid: 1, 2, 4… divisions")
    # Translators: second line of the option “A pyramid”, at most 100 characters
    hint = t.gettext("for each player who goes up, two go down, one to each division below")
    return [*flat, setting.Option(_PYRAMID, pyramid, hint)]


def _moved(settings: SeasonSettings, value: str) -> SeasonSettings:
    settings = setting.put(settings, "rules.pyramid", value == _PYRAMID)
    if value == _PYRAMID:
        return settings
    up, down = (int(part) for part in value.split("."))
    return setting.put(setting.put(settings, "rules.promoted", up), "rules.relegated", down)


def _late_entries(settings: SeasonSettings) -> int:
    """How many people may enter late; 0 for nobody."""
    return settings.rules.most_late if settings.rules.late_entry else 0


def _with_late_entries(settings: SeasonSettings, value: str) -> SeasonSettings:
    most = int(value)
    settings = setting.put(settings, "rules.late_entry", most > 0)
    return setting.put(settings, "rules.most_late", most) if most else settings


_FINAL = Stage("final", 1, who="top", players=4)
PLANS: Mapping[str, tuple[Stage, ...]] = {
    "league": (Stage(),),
    "rounds": (Stage(in_rounds=True),),
    "swiss": (Stage("swiss"),),
    "league-winners": (Stage(), replace(_FINAL, who="winners")),
    "league-top": (Stage(), _FINAL),
    "league-best": (Stage(), replace(_FINAL, who="best")),
    "swiss-final": (Stage("swiss"), replace(_FINAL, who="best")),
    "groups-cup": (Stage(), Stage("knockout", who="each", players=2)),
    "top-8": (Stage(), Stage("knockout", who="best", players=8)),
    "top-16": (Stage(), Stage("knockout", who="best", players=16)),
    "cup": (Stage("knockout"),),
    "cup-places": (Stage("knockout", places=True),),
    "cup-winners": (Stage("knockout", go_on=1),),
}
"""The ways a season is played that are offered; how many games they have is chosen apart."""


def _plan(settings: SeasonSettings) -> str:
    """The plan of a season; empty if it is none of those that are offered."""

    def plain(stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
        most = settings.rules.seats - 1
        return tuple(replace(one, games=None, go_on=min(one.go_on, most)) for one in stages)

    now = plain(settings.rules.stages)
    return next((name for name, plan in reversed([*PLANS.items()]) if plain(plan) == now), "")


def _plan_options(t: Translations, settings: SeasonSettings) -> Sequence[setting.Option]:
    own = [] if _plan(settings) else ["own"]
    return [
        setting.Option(
            name,
            t.gettext(words.PLAN_NAMES[name]),
            t.gettext(words.PLAN_HINTS[name]) if name in words.PLAN_HINTS else "",
        )
        for name in (*PLANS, *own)
        if name != "cup" or settings.rules.seats > FEWEST_SEATS
    ]


def _with_plan(settings: SeasonSettings, value: str) -> SeasonSettings:
    if value == "own" and not _plan(settings):
        return settings
    if value not in PLANS:
        raise ValueError(f"no such plan: {value}")
    first, *later = PLANS[value]
    # as many as fit into two months at the clock that is offered; rounds drawn one by one are
    # played one after the other, and a final takes its time, too
    games = 2 if first.round_by_round or later else 4
    first = replace(first, games=None if first.kind == "knockout" else games)
    return setting.put(settings, "rules.stages", (first, *later))


def _in_divisions(settings: SeasonSettings) -> bool:
    """Whether divisions play the first stage."""
    return not settings.rules.is_cup


def _divisions_line(t: Translations, settings: SeasonSettings) -> Sequence[str]:
    rules = settings.rules
    moves = leagues.moves_words(t, rules.promoted, rules.relegated)
    return [f"{leagues.divisions_words(t, rules)} {moves}"]


def _modules_line(t: Translations, settings: SeasonSettings) -> Sequence[str]:
    if not settings.modules:
        return ()
    names = listed(t, [module_name(t, module) for module in settings.modules])
    # Translators: {modules} are the parts of the expansion that are played, joined by commas and
    # “and”
    return [t.gettext("Expansion: {modules}").format(modules=names)]


def _must_be_within(least: int, most: int, number: object) -> None:
    """Raises Refusal for a number beyond the limits, and for anything but a number or None."""
    # bool is an int to Python, and stored JSON may hold anything
    if number is not None and (type(number) is not int or not least <= number <= most):
        raise Refusal(
            "beyond", "Choose a number from {least} to {most}, not {value}.",
            least=least, most=most, value=number,
        )  # fmt: skip


def _must_be_known(settings: SeasonSettings) -> None:
    rules = settings.rules
    for number, stage in enumerate(rules.stages):
        final = stage.kind == "final"
        few = not FEWEST_SEATS <= stage.players <= (MOST_SEATS if final else MOST_PLAYERS)
        cup = stage.kind == "knockout" and not 1 <= stage.go_on < rules.seats
        if few or cup or (final and not number):
            raise Refusal(
                "stages", "This season cannot be played that way; choose another way from the menu."
            )
    if rules.scheme not in scheme_names():
        raise Refusal("scheme", "There is no such points scheme; choose one from the menu.")
    if not set(settings.modules) <= set(MODULES):
        raise Refusal("modules", "There is no such module; choose from the menu.")


# --- the settings, in the order of the lines about them -------------------------------------------

# Translators, for each: heading of a menu, shown until something is chosen, at most 60 characters
SETTINGS: tuple[setting.Setting[SeasonSettings], ...] = (
    setting.number(
        "usual.seats",
        N_("Seats at a table"),
        "rules.seats",
        range(FEWEST_SEATS, MOST_SEATS + 1),
        lambda t, n, _: t.say(leagues.TABLES_OF_SEATS, n=n),
        lines=lambda t, s: [
            f"{t.say(leagues.TABLES_OF_SEATS, n=s.rules.seats)} · {clock_name(t, s.time)}"
        ],
        limits=(FEWEST_SEATS, MOST_SEATS),
    ),
    setting.Setting(
        "usual.plan",
        N_("How the season is played"),
        ("rules.stages",),
        _with_plan,
        _plan_options,
        lambda s: (_plan(s) or "own",),
        lines=lambda t, s: words.stage_lines(t, s.rules),
    ),
    setting.number(
        "usual.games",
        N_("How many games"),
        "rules.stages.0.games",
        lambda s: range(1 if s.rules.first.has_rounds else 0, MOST_CHOICES),
        lambda t, n, s: words.games_choice(t, n, s.rules.first),
        none=0,
        logged=setting.nothing,
        limits=(1, 40),
        shown=_in_divisions,
    ),
    clock("usual.clock", logged=setting.nothing, after_draw=True),
    setting.number(
        "usual.size",
        N_("Players per division"),
        "rules.division_size",
        (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 21, 25, 30, 36, 40),
        lambda t, n, _: t.say(words.SIZE_CHOICE, n=n),
        lines=_divisions_line,
        limits=(2, MOST_PLAYERS),
        shown=_in_divisions,
    ),
    modules("usual.modules", lines=_modules_line, after_draw=True),
    setting.one_of(
        "more.out",
        N_("When time is up"),
        "time.when_out",
        get_args(WhenOut),
        lambda t, one, _: setting.Option(one, t.gettext(words.OUT_NAMES[one])),
        logged=lambda t, s: [when_out_words(t, s.time)],
        after_draw=True,
    ),
    setting.number(
        "more.once",
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # how many tables one plays at a time
        N_("Tables per player at once"),
        "at_once",
        lambda s: (*range(1, MOST_AT_ONCE + 1), WHOLE_ROUND),
        lambda t, n, _: leagues.at_once_words(t, n),
        lines=lambda t, s: [leagues.at_once_words(t, s.at_once)],
        limits=(WHOLE_ROUND, MOST_AT_ONCE),
        after_draw=True,
        shown=_in_divisions,
    ),
    setting.number(
        "more.handover",
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # after how many time-outs
        N_("When time-outs cost a seat"),
        "hand_over_after",
        (0, 1, 2, 3, 5, 8),
        lambda t, n, _: words.hand_over_choice(t, n),
        none=0,
        lines=lambda t, s: (
            () if s.hand_over_after is None else [words.hand_over_choice(t, s.hand_over_after)]
        ),
        limits=(1, 20),
        after_draw=True,
    ),
    setting.number(
        "more.checkin",
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # whether people must say before the draw that they are here
        N_("Check-in before the start"),
        "check_in",
        (0, 1, 24),
        lambda t, n, _: words.check_in_choice(t, n),
        none=0,
        lines=lambda t, s: () if s.check_in is None else [words.check_in_choice(t, s.check_in)],
        at_sign_up=True,
        limits=(1, 168),
    ),
    setting.one_of(
        "more.scheme",
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # league points
        N_("League points per game"),
        "rules.scheme",
        tuple(scheme_names()),
        lambda t, one, s: setting.Option(
            one,
            leagues.scheme_name(t, scheme_named(one), s.rules.seats),
            leagues.scheme_words(t, scheme_named(one), s.rules.seats),
        ),
        lines=lambda t, s: [leagues.scheme_words(t, scheme_named(s.rules.scheme), s.rules.seats)],
        shown=_in_divisions,
    ),
    setting.Setting(
        "more.moves",
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters:
        # how many change divisions
        N_("Who goes up and down"),
        ("rules.promoted", "rules.relegated", "rules.pyramid"),
        _moved,
        _moves_options,
        lambda s: (_moves_now(s),),
        logged=setting.nothing,
        shown=_in_divisions,
    ),
    setting.Setting(
        "more.late",
        N_("Late entries"),
        ("rules.late_entry", "rules.most_late"),
        _with_late_entries,
        lambda t, s: [
            setting.Option(str(n), words.late_entries_words(t, n))
            for n in sorted({0, 1, 2, 4, 8, _late_entries(s)})
        ],
        lambda s: (str(_late_entries(s)),),
        lambda t, s: [words.late_entries_words(t, _late_entries(s))] if s.rules.late_entry else (),
        shown=_in_divisions,
    ),
    setting.number(
        "more.finalgames",
        N_("How many games in the final"),
        "rules.stages.-1.games",
        range(1, MOST_FINAL_GAMES + 1),
        lambda t, n, _: t.say(FINAL_GAMES, n=n),
        limits=(1, MOST_FINAL_GAMES),
        shown=lambda s: s.rules.stages[-1].kind == "final",
        logged=setting.nothing,
    ),
    setting.number(
        "more.most",
        N_("How many players may take part"),
        "rules.most_players",
        (0, 4, 6, 7, 8, 10, 12, 14, 16, 18, 20, 21, 24, 28, 32, 35, 40, 42, 48, 49, 56, 64, 100),
        lambda t, n, _: (
            t.say(words.ANY_NUMBER_OF_PLAYERS) if not n else t.say(words.AT_MOST_PLAYERS, n=n)
        ),
        none=0,
        lines=lambda t, s: [
            ""
            if s.rules.most_players is None
            else t.say(words.MOST_PLAYERS, n=s.rules.most_players)
        ],
        at_sign_up=True,
        limits=(2, 1000),
    ),
    setting.role(
        "more.role",
        # Translators: heading of a menu, shown until something is chosen, at most 60 characters: of
        # the server's roles, to sign up for a season
        N_("Role needed to sign up: none"),
        "needs_role",
        lines=lambda t, s: [
            "" if s.needs_role is None else t.say(words.FOR_ROLE, role=f"<@&{s.needs_role}>")
        ],
        at_sign_up=True,
    ),
)
BY_NAME: Mapping[str, setting.Setting[SeasonSettings]] = {
    one.name.split(".")[1]: one for one in SETTINGS
}
"""By the name without the page."""
_DATES = ("sign_up_until", "starts", "ends")


def changed(settings: SeasonSettings, name: str, value: str) -> SeasonSettings:
    """The settings after one choice in the wizard, of a setting by its name without the page;
    values it makes invalid are clamped to the nearest valid one. Raises ValueError for an unknown
    setting or value."""
    if name not in BY_NAME:
        raise ValueError(f"no such setting: {name}")
    wanted = BY_NAME[name].change(settings, value)
    return replace(wanted, rules=_fitting(wanted.rules))


def _fitting(rules: Rules) -> Rules:
    first = rules.first
    if first.games is None and first.has_rounds and first.kind != "knockout":
        first = replace(first, games=rules.seats)
    promoted = min(rules.promoted, rules.division_size // 2)
    down = 2 * promoted if rules.pyramid else rules.relegated  # two divisions stand below one
    relegated = min(down, rules.division_size - promoted)
    stages = tuple(
        replace(stage, go_on=min(stage.go_on, rules.seats - 1))
        if stage.kind == "knockout"
        else stage
        for stage in (first, *rules.stages[1:])
    )
    return replace(rules, stages=stages, promoted=promoted, relegated=relegated)


def checked_name(name: str) -> str:
    """The name of a league or season with its whitespace normalised. Raises Refusal for one that is
    empty or too long, or has a word in letters of several alphabets, which look like other ones."""
    words = name.split()
    name = " ".join(words)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refusal(
            "name",
            *P_("Type a name of 1 to {n} character.", "Type a name of 1 to {n} characters."),
            n=LONGEST_NAME,
        )
    for word in words:
        alphabets = {unicodedata.name(sign, " ").split(" ")[0] for sign in word if sign.isalpha()}
        if len(alphabets & {"LATIN", "CYRILLIC", "GREEK"}) > 1:
            raise Refusal(
                "alphabets",
                "The word {word} mixes letters from different alphabets; type it again using "
                "only one alphabet.",
                word=escaped(word),
            )
    return name


def checked(settings: SeasonSettings) -> SeasonSettings:
    """The settings, with whitespace in the name normalised, if a season can be played with them.
    Raises Refusal for the first one that has to be changed."""
    name = checked_name(settings.name)
    for one in SETTINGS:
        if one.limits is not None and one.shown(settings):
            _must_be_within(*one.limits, setting.got(settings, one.fields[0]))
    _must_be_known(settings)
    rules, first = settings.rules, settings.rules.first
    _must_be_within(0, rules.division_size, rules.promoted)
    _must_be_within(0, rules.division_size - rules.promoted, rules.relegated)
    if first.games is None and first.has_rounds and first.kind != "knockout":
        raise no_rounds()
    _must_be_within(0, MOST_APPEAL_DAYS, settings.appeal_days)
    must_be_in_order(settings)
    return replace(settings, name=name)


def fixed(settings: SeasonSettings) -> SeasonSettings:
    """The settings with everything that may still change after the draw replaced by its default, to
    compare the rest."""
    free = [field for one in SETTINGS if one.after_draw for field in one.fields]
    for one in (*free, *_DATES, "appeal_days"):
        settings = setting.put(settings, one, setting.got(SeasonSettings(""), one))
    return settings


def admission(settings: SeasonSettings) -> tuple[object, ...]:
    """The settings that decide how many places there are, who may enter and who loses a seat."""
    rules = settings.rules
    return (
        rules.most_players, rules.late_entry, rules.most_late, settings.needs_role,
        settings.hand_over_after, settings.check_in,
    )  # fmt: skip


def rules_lines(
    t: Translations, settings: SeasonSettings, *, at_sign_up: bool = False
) -> list[str]:
    """How a season is played, a line for each subject; with `at_sign_up` also who may sign up."""
    shown = [one for one in SETTINGS if at_sign_up or not one.at_sign_up]
    shown = [one for one in shown if one.shown(settings)]
    lines = [line for one in shown for line in one.lines(t, settings) if line]
    return [*lines, *_ranking_lines(t, settings)]


def _ranking_lines(t: Translations, settings: SeasonSettings) -> list[str]:
    """The lines about what nobody chooses any more; none for a knock-out."""
    if not _in_divisions(settings):
        return []
    return [words.computer_percent_words(t), ranking_line(t)]


def log_lines(t: Translations, settings: SeasonSettings) -> list[str]:
    """All settings but the dates, for the audit log."""
    return [
        escaped(settings.name),
        *(line for one in SETTINGS for line in one.log_lines(t, settings) if line),
        *_ranking_lines(t, settings),
    ]


def must_be_in_order(settings: SeasonSettings) -> None:
    """Raises Refusal (`dates`) for dates out of order or without a time zone."""
    moments = [m for m in (settings.sign_up_until, settings.starts, settings.ends) if m is not None]
    if any(moment.utcoffset() is None for moment in moments):
        raise Refusal("dates", "Give the dates with a time zone.")
    if moments != sorted(moments):
        raise Refusal(
            "dates-order",
            "The dates are out of order: sign-up ends first, then the season starts, then it ends.",
        )


# --- as they are stored --------------------------------------------------------------------------

_STORED = TypeAdapter(SeasonSettings)


def settings_to_json(settings: SeasonSettings) -> dict[str, Any]:
    """The settings as plain JSON types."""
    return dict(_STORED.dump_python(settings, mode="json"))


def settings_from_json(raw: Mapping[str, Any]) -> SeasonSettings:
    """The inverse of `settings_to_json`; missing fields get their defaults, unknown ones are
    ignored. Raises ValueError for invalid values."""
    return _STORED.validate_python({"name": "", **raw})
