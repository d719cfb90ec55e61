"""Everything moderators can do on their page: in which section, when, what its form asks, and what
follows. An act that asks for nothing but a reason says itself how it is offered (`Act.offer`); here
are those with a form or a page of their own."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

import discord
from discord import ui

from bot.leagues import people, result_acts
from bot.leagues.act import SeasonAct
from bot.leagues.acting import ACTS as SEASON_ACTS
from bot.leagues.acting import ORGANISERS as CHANGE_ORGANISERS
from bot.leagues.acting import RENAME, InSeason, leaving
from bot.leagues.people_acts import SignUp, Substitute, Withdraw
from bot.leagues.season_acts import ChangeSettings, Draw, OpenTables
from bot.leagues.settings import LONGEST_NAME
from bot.model.league import Organisers
from bot.moderation import table_acts
from bot.moderation.at_tables import AtTable
from bot.moderation.desk import (
    LEFT,
    Act,
    Offer,
    Section,
    good_reason,
    left_to_others,
    must_be_staff,
)
from bot.refusal import Refusal
from bot.seasons.applying import apply
from bot.seasons.results import UNIT
from bot.tables import looking_back
from bot.text.answer_preview import shortened
from bot.text.audit import ORGANISERS, ORGANISERS_MAY
from bot.text.seasons import division_name
from bot.text.translation import N_, Translations
from bot.text.turns import turn_line
from bot.text.typed import typed_count, typed_number
from cogs.client import member_of
from cogs.kit.answering import speaks
from cogs.kit.buttons import Form, Press, ask_reason, old_button, reason_of
from cogs.kit.context import HOMES, Home, Interaction, name_of
from cogs.kit.layout import LONGEST_CHOICE, MOST_CHOICES
from cogs.kit.members import a_player, names_of, plain_names
from cogs.leagues import founding
from cogs.leagues.drawing import PLAYERS_AND_SEEDS, open_tables, show_draw, show_seeds
from cogs.leagues.waiting import Here, nudge
from cogs.leagues.wizard import wizard_for
from cogs.moderation.acts import ask_points, place_at, points_of, propose

MOST_LINES = 5
"""Discord's limit for the lines of a form."""
LONGEST_LINE = 60

Options = Sequence[tuple[str, str]]
"""What can be chosen in a form: values and labels."""


@dataclass(frozen=True)
class Ask:
    """A line of a form."""

    name: str
    label: str
    kind: Literal["line", "choice", "person", "channel", "points"] = "line"
    hint: str = ""
    needed: bool = True
    options: Callable[[Interaction, Here], Awaitable[Options]] | None = None
    """What can be chosen; without any the line is left out."""


@dataclass(frozen=True)
class Answers:
    """What a moderator has answered in a form; empty for an act without one."""

    reason: str | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, discord.Member] = field(default_factory=dict)
    home: Home | None = None

    def number(self, name: str, most: int) -> int | None:
        """A typed whole number from 1; None for nothing. Raises Refusal for anything else."""
        typed = self.words.get(name, "").strip()
        if not typed:
            return None
        number = typed_count(typed)
        if number is None or not 1 <= number <= most:
            raise Refusal("whole-number", "Enter a whole number from 1 to {most}.", most=most)
        return number


Do = Callable[[Interaction, Here, Answers], Awaitable[None]]


@dataclass(frozen=True)
class Way:
    """Something moderators can do."""

    section: Section
    label: str
    do: Do
    when: Callable[[Here], bool] = lambda here: True
    asks: tuple[Ask, ...] = ()
    with_reason: bool = False
    tried: Callable[[Here], Any] | None = None
    """The act, if it asks for nothing but a reason: it is offered if it would not be refused."""
    act: type[Act[Any]] | None = None
    """The kind of act that its form prepares."""
    of_server: bool = False
    """Whether only the moderators of the whole server do it, not those of the league."""


# --- what follows --------------------------------------------------------------------------------


Make = Callable[[Here, Answers], Act[Any] | Sequence[Act[Any]]]


def _act(make: Make) -> Do:
    """Propose an act, for the place of the person that was chosen."""

    async def do(interaction: Interaction, here: Here, answers: Answers) -> None:
        acts, place = make(here, answers), answers.words.get("entry")
        if not isinstance(acts, Act):
            meant = [one for one in acts if place in (None, str(one.details()["entry"]))]
            if not meant:
                raise old_button()
            acts = meant[0]
        if isinstance(acts, SeasonAct):
            at: AtTable | InSeason = InSeason(interaction.client.leagues, here.played.id)
        else:
            at = await place_at(interaction, here.game.id)
        await propose(interaction, here.moderator, at, acts, answers.reason)

    return do


async def _found(interaction: Interaction, here: Here, answers: Answers) -> None:
    if answers.home is None:
        raise founding.channel_unseen()
    name = answers.words["name"] if here.league is None else here.league.name
    await founding.found(interaction, here.moderator, name, answers.home, _wanted(answers))


async def _settings(interaction: Interaction, here: Here, answers: Answers) -> None:
    wizard = await wizard_for(interaction, here.moderator, f"s{here.played.id}")
    await founding.show_wizard(interaction, wizard)


def _replace(here: Here, answers: Answers) -> table_acts.TableAct:
    by = answers.members.get("by")
    return table_acts.replace_player(
        int(answers.words["seat"]), None if by is None else a_player(by)
    )


def _rewind(here: Here, answers: Answers) -> table_acts.TableAct:
    turn = typed_count(answers.words.get("turn", ""))
    return table_acts.RewindGame(-1 if turn is None else turn, here.game.version)


async def _sign_up(interaction: Interaction, here: Here, answers: Answers) -> None:
    assert interaction.guild is not None
    member = await member_of(interaction.guild, _person(here))
    if member is None:
        raise Refusal("not-here", "This person is not on the server; invite them first.")
    act = SignUp(a_person(member), name_of(member))
    place = InSeason(interaction.client.leagues, here.played.id)
    await propose(interaction, here.moderator, place, act)


def _result(here: Here, answers: Answers) -> Act[Any]:
    """Enter or correct the result; also where somebody lost by forfeit."""
    seats = len(here.state.tables[here.at].entries)
    points4, forfeits = points_of(answers.words, seats)
    return result_acts.EnterResult(here.at, sum(1 << seat for seat in forfeits), tuple(points4))


def _longer(here: Here, answers: Answers) -> table_acts.TableAct:
    hours, seat = answers.number("hours", 1440), answers.words.get("seat")
    assert hours is not None
    return table_acts.ExtendTime(None if seat in (None, "", ALL) else int(seat), hours * 3600)


def _person(here: Here) -> int:
    assert here.person is not None
    return here.person


def _adjust(here: Here, answers: Answers) -> Sequence[SeasonAct]:
    number, was = typed_number(answers.words["points"]), here.state.adjustments
    if number is None or abs(number) > result_acts.MOST_ADJUSTED:
        raise Refusal("league-points", "Enter the league points as a number, such as 3 or −1.5.")
    held = people.entries_held(here.played, _person(here), also_gone=True)
    return [result_acts.Adjust(entry, round(number * UNIT), was.get(entry, 0)) for entry in held]


def _substitute(here: Here, answers: Answers) -> Sequence[SeasonAct]:
    held = people.entries_held(here.played, _person(here), also_gone=True)
    by, holder = a_person(answers.members["by"]), here.state.holder
    return [Substitute(entry, by, holder(entry), named=True) for entry in held]


def _wanted(answers: Answers) -> Organisers:
    return "leave" if answers.words.get("organisers") == "leave" else "daylight"


def a_person(member: discord.Member) -> int:
    """The member's id. Raises Refusal for a bot."""
    if member.bot:
        raise Refusal("bot-in-league", "A bot cannot play in a league; choose a person.")
    return member.id


# --- what forms ask ------------------------------------------------------------------------------

ALL = "all"


async def _seats(interaction: Interaction, here: Here) -> Options:
    """The seats, those whose turn it is first."""
    waited_for: Sequence[int] = ()
    with suppress(Refusal):  # the game cannot be played on
        waited_for = (await interaction.client.tables.read(here.game)).waiting
    names = list(enumerate(plain_names(speaks(interaction), here.game)))
    names.sort(key=lambda one: one[0] not in waited_for)
    return [(str(n), name) for n, name in names]


async def _seats_or_all(interaction: Interaction, here: Here) -> Options:
    # Translators: a choice in a form: every player of a table
    return [(ALL, speaks(interaction).gettext("All seats")), *await _seats(interaction, here)]


async def _turns(interaction: Interaction, here: Here) -> Options:
    """The newest turns, to which the game can be rewound: the newest first."""
    t, names = speaks(interaction), plain_names(speaks(interaction), here.game)
    turns = await looking_back.all_turns(await interaction.client.tables.read(here.game))
    found = []
    for turn in turns[: -MOST_CHOICES - 1 : -1]:
        what = turn_line(t, names, turn.seat, turn.steps).replace("*", "")
        # Translators: in a menu, at most 100 characters with what fills it: a turn, “Ada: 2 workers
        # on Tikal”
        label = t.gettext("Round {round}: {what}").format(round=turn.before.round, what=what)
        version = str(turn.table.version - len(turn.actions))
        found.append((version, shortened(label, LONGEST_CHOICE)))
    return found


async def _places(interaction: Interaction, here: Here, *, also_gone: bool) -> Options:
    """The places of a person in the season, if there are several."""
    t, held = (
        speaks(interaction),
        people.entries_held(here.played, _person(here), also_gone=also_gone),
    )
    names = await names_of(interaction, held)
    # Translators: a choice in a form, at most 100 characters; {division} is “Division 2”, {name} a
    # person
    label = t.gettext("{division}: {name}'s place")
    return [
        (
            str(one),
            label.format(
                division=division_name(t, here.state.division_of[one]), name=names.plain(one)
            ),
        )
        for one in (held if len(held) > 1 else ())
    ]


async def _whether(interaction: Interaction, here: Here) -> Options:
    t = speaks(interaction)
    return [
        # Translators: a choice in a form: of a game that is ended early
        ("yes", t.gettext("The points scored so far count")),
        # Translators: a choice in a form: of a game that is ended early
        ("no", t.gettext("The game ends without a result")),
    ]


async def _organisers(interaction: Interaction, here: Here) -> Options:
    t = speaks(interaction)
    return [(one, t.gettext(words)) for one, words in ORGANISERS_MAY.items()]


# Translators, for each: label of a line in a form, at most 45 characters
_NAME = Ask("name", N_("The league's name"))
_CHANNEL = Ask("channel", N_("Where its tables open"), "channel")
_HOURS = Ask("hours", N_("How many hours"))
_BY = Ask("by", N_("Who takes over"), "person")
_POINTS = Ask("points", N_("Points by seat"), "points")
# Translators: label of a line in a form, at most 45 characters: a place in a season, which a person
# plays for
_PLACE = Ask(
    "entry", N_("Which place in the season?"), "choice", options=partial(_places, also_gone=True)
)
_STILL_HELD = replace(_PLACE, options=partial(_places, also_gone=False))


def _offered(section: Section, acts: Mapping[str, type[Act[Any]]]) -> dict[str, Way]:
    """The ways to the acts that say themselves how they are offered in a section."""
    found = {}
    for name, act in acts.items():
        for offer, back, reason in (
            (act.offer, "", act.asks_reason),
            (act.offer_back, "-back", act.asks_reason_back),
        ):
            if offer is not None and offer.section == section:
                found[name.removeprefix("season-") + back] = Way(
                    section, offer.label, _act(_made(offer)), offer.when, act=act,
                    asks=(_STILL_HELD,) if act is Withdraw else (),
                    with_reason=reason, tried=offer.make if offer.tried else None,
                )  # fmt: skip
    return found


def _made(offer: Offer) -> Make:
    return lambda here, answers: offer.make(here)


WAYS: Mapping[str, Way] = {
    # Translators, for each of the following labels: something a moderator can do, in a menu or on
    # a button, at most 34 characters; imperative
    "found": Way(
        "server", founding.FOUND, _found,
        # Translators: label of a line in a form, at most 45 characters; two choices follow
        asks=(_NAME, _CHANNEL, Ask("organisers", ORGANISERS, "choice",
                                   options=_organisers)),
    ),
    "draw": Way(
        "season", N_("Draw the season"), lambda i, h, a: show_draw(i, h.moderator, h.played),
        lambda h: h.phase == "sign-up", act=Draw,
    ),
    "seeds": Way(
        "season", PLAYERS_AND_SEEDS, lambda i, h, a: show_seeds(i, h.played),
        lambda h: h.phase == "sign-up",
    ),
    "new": Way(
        "season", N_("Prepare the next season"),
        lambda i, h, a: founding.new_season(i, h.moderator, h.home),
        lambda h: h.phase != "sign-up",
    ),
    "settings": Way(
        "season", N_("Settings and dates"), _settings,
        lambda h: h.phase in ("sign-up", "running"), act=ChangeSettings,
    ),
    "open": Way(
        "season", N_("Open tables now"), lambda i, h, a: open_tables(i, h.moderator, h.played),
        lambda h: h.phase == "running", act=OpenTables,
    ),
    **_offered("season", SEASON_ACTS),
    "move": Way("season", N_("Choose another channel"), _found, asks=(_CHANNEL,)),
    "rename": Way(
        "season", N_("Rename the league"),
        lambda i, h, a: founding.change(i, h.moderator, h.home, RENAME, a.words["name"]),
        asks=(_NAME,),
    ),
    "organisers": Way(
        "season", N_("Choose what organisers may do"),
        lambda i, h, a: founding.change(i, h.moderator, h.home, CHANGE_ORGANISERS, _wanted(a)),
        asks=(Ask("organisers", ORGANISERS, "choice", options=_organisers),), of_server=True,
    ),
    "staff": Way(
        "season", N_("Choose its moderators"), lambda i, h, a: founding.show_staff(i, h.home),
        of_server=True,
    ),
    "delete": Way(
        "season", N_("Delete the league"),
        lambda i, h, a: founding.delete(i, h.moderator, h.home, a.reason or ""),
        lambda h: h.phase in ("", "cancelled"), with_reason=True, of_server=True,
    ),
    "result": Way(
        # Translators: something a moderator can do, in a menu: enter or correct it; noun
        "table", N_("Result"), _act(_result),
        lambda h: h.phase == "running",
        asks=(_POINTS,), with_reason=True,
        act=result_acts.EnterResult,
    ),
    **_offered("table", SEASON_ACTS),
    "nudge": Way(
        "table", N_("Remind whoever is to move"), lambda i, h, a: nudge(i, h),
        lambda h: _status(h, "playing"), act=table_acts.ExtendTime,
    ),
    **_offered("table", table_acts.ACTS),
    "extend": Way(
        "table", N_("Give more time"), _act(_longer), lambda h: _status(h, "playing"),
        # Translators: label of a line in a form, at most 45 characters
        asks=(_HOURS, Ask("seat", N_("Who gets more time"), "choice", options=_seats_or_all)),
        with_reason=True, act=table_acts.ExtendTime,
    ),
    "rewind": Way(
        "table", N_("Rewind the game"), _act(_rewind),
        lambda h: _status(h, "playing", "finished", "abandoned"),
        # Translators: label of a line in a form, at most 45 characters
        asks=(Ask("turn", N_("The first turn to be undone"), "choice", options=_turns),),
        with_reason=True,
        act=table_acts.RewindGame,
    ),
    "replace": Way(
        "table", N_("Give the seat to somebody else"), _act(_replace),
        lambda h: _status(h, "playing"),
        asks=(
            # Translators: label of a line in a form, at most 45 characters
            Ask("seat", N_("Whose seat is given away"), "choice", options=_seats),
            Ask("by", _BY.label, "person", N_("leave empty for a computer"), needed=False),
        ),
        with_reason=True,
        act=table_acts.ReplacePlayer,
    ),
    "end": Way(
        "table", N_("End the game"),
        _act(lambda h, a: table_acts.EndGame(a.words["counts"] == "yes")),
        lambda h: _status(h, "playing"),
        # Translators: label of a line in a form, at most 45 characters
        asks=(Ask("counts", N_("Result"), "choice", options=_whether),), with_reason=True,
        act=table_acts.EndGame,
    ),
    "up": Way(
        "person", N_("Sign up"), _sign_up,
        lambda h: h.phase == "sign-up" and h.person not in h.state.in_line,
        act=SignUp,
    ),
    "late": Way(
        "person", N_("Let this person join late"),
        _act(lambda here, answers: SignUp(_person(here), late=True)),
        lambda h: h.phase == "running" and h.played.entry_of(_person(h)) is None,
        with_reason=True, act=SignUp,
    ),
    **_offered("person", SEASON_ACTS),
    "substitute": Way(
        "person", N_("Bring in a substitute"), _act(_substitute),
        lambda h: h.phase == "running" and _held(h), asks=(_PLACE, _BY),
        with_reason=True, act=Substitute,
    ),
    "adjust": Way(
        "person", N_("Add or remove league points"), _act(_adjust),
        lambda h: h.phase == "running" and _held(h),
        # Translators: label of a line in a form, at most 45 characters
        asks=(_PLACE, Ask("points", N_("How many league points, such as 3 or -1.5"))),
        with_reason=True, act=result_acts.Adjust,
    ),
}  # fmt: skip


def _status(here: Here, *wanted: str) -> bool:
    return here.table is not None and here.table.status in wanted


def _held(here: Here) -> bool:
    return any(held[-1] == here.person for held in here.state.holders.values())


async def offered(interaction: Interaction, here: Here, section: Section) -> dict[str, Way]:
    """What is possible now in a section, by name."""
    there = {
        name: way
        for name, way in WAYS.items()
        if way.section == section and way.when(here) and _for_staff(here, way)
    }
    tried = {name: way.tried(here) for name, way in there.items() if way.tried is not None}
    if not tried or here.season is None:
        return there
    leagues = interaction.client.leagues
    async with leagues.try_out(here.season.id) as season:
        for name, act in tried.items():
            try:
                for event in await act.decide(season, "only looked at"):
                    apply(season.state, event)
            except Refusal:
                del there[name]
    return there


def _for_staff(here: Here, way: Way) -> bool:
    try:
        _must_be_theirs(here, way)
    except Refusal:
        return False
    return True


def _must_be_theirs(here: Here, way: Way) -> None:
    """Raises Refusal as `must_be_staff` for a way that is not open to the person."""
    league_id = None if here.league is None or way.of_server else here.league.id
    must_be_staff(here.moderator, league_id, "settings" if way.act is None else way.act.touches[0])


def must_leave(here: Here, way: Way) -> None:
    """Raises Refusal as `must_be_staff`, and (`left-to-others`) before anything is asked for an act
    that the person leaves to others."""
    _must_be_theirs(here, way)
    if way.act is None or way.act.touches[0] not in LEFT or here.season is None:
        return
    left_by = leaving(here.home, here.state)
    if here.moderator.id in left_by:
        raise left_to_others(here.moderator, left_by, here.league)


async def form_for(interaction: Interaction, here: Here, name: str, opens: Press) -> Form | None:
    """The form of what a moderator chose; None if nothing is asked."""
    t, way = speaks(interaction), WAYS[name]
    form = Form(t.gettext(way.label), opens)
    for ask in way.asks:
        await _add(interaction, t, form, here, name, ask)
    if way.with_reason and len(form.children) < MOST_LINES:
        ask_reason(t, form)
    return form if form.children else None


async def _add(
    interaction: Interaction, t: Translations, form: Form, here: Here, name: str, ask: Ask
) -> None:
    label, hint = t.gettext(ask.label), t.gettext(ask.hint) if ask.hint else ""
    if ask.kind == "points":
        await _add_points(interaction, t, form, here)
    elif ask.kind == "choice":
        assert ask.options is not None
        if options := await ask.options(interaction, here):
            form.ask_choice(ask.name, label, options, hint)
    elif ask.kind in ("person", "channel"):
        homes: Callable[..., ui.Item[Any]] = partial(ui.ChannelSelect, channel_types=list(HOMES))
        if name == "found" and isinstance(interaction.channel, Home):
            homes = partial(homes, default_values=[interaction.channel])
        menu = ui.UserSelect if ask.kind == "person" else homes
        form.ask_mention(ask.name, label, menu, hint, needed=ask.needed)
    else:
        most = LONGEST_NAME if ask.name == "name" else LONGEST_LINE
        form.ask(ask.name, label, hint=hint, most=most, needed=ask.needed)


async def _add_points(interaction: Interaction, t: Translations, form: Form, here: Here) -> None:
    drawn, result = here.state.tables[here.at], here.state.results.get(here.at)
    sitting = [here.state.holder(entry) for entry in drawn.entries]
    named = [*map((await names_of(interaction, sitting)).plain, sitting)]
    known = None if result is None else [line.points4 for line in result.lines]
    ask_points(t, form, named, known, () if result is None else result.forfeits)


async def answers_of(interaction: Interaction, way: Way, press: Press) -> Answers:
    """What was answered in a form that was sent. Raises Refusal (`reason`) for a reason that is too
    short or too long, and for a person who has left the server."""
    guild = interaction.guild
    assert guild is not None
    members, home = {}, None
    for ask in way.asks:
        chosen = press.chosen.get(ask.name)
        if not chosen:
            continue
        if ask.kind == "person":
            member = await member_of(guild, int(chosen))
            if member is None:
                raise Refusal("left", "This person has left the server; choose somebody else.")
            members[ask.name] = member
        elif ask.kind == "channel":
            channel = guild.get_channel(int(chosen))
            home = channel if isinstance(channel, Home) else None
    reason = good_reason(reason_of(press)) if "reason" in press.typed else None
    return Answers(reason, {**press.typed, **press.chosen}, members, home)
