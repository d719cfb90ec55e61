"""The private panel of a turn: the seat's goods, what is prepared, what may be done next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

import discord
from discord import ui

from bot.engine.turn import BEG
from bot.scene import Spot
from bot.tables import TurnView
from bot.tables.preparation import DONE, END, TURN_KIND, Way, traded
from bot.text import choices, choices_in_one_tap, seats
from bot.text.answer_preview import OPTION, sentence
from bot.text.answers import nothing_to_harvest
from bot.text.names import NUMBERED, choice_letter, lettered, space_name, tile_name
from bot.text.refusals import KINDS_EXPLAINED, not_offered, not_offered_lines
from bot.text.spaces import progress_words
from bot.text.tiles import acts_now, tile_line
from bot.text.translation import N_, Translations
from bot.text.turns import deeds_words, doings_words
from cogs.kit import layout
from cogs.kit.buttons import (
    GREEN,
    Helpful,
    board_button,
    button,
    icons_button,
    menu_of,
    select,
    together,
)
from cogs.play.first_tiles import KEEP, keep_parts, tiles_dealt
from cogs.play.newcomers import Reason, hint_words, numbered_hint, rules_of_turn
from rendering import Picture

FEW = 3
"""Where room is short, larger groups of choices become menus; smaller ones if that is lower."""
MOST_MENUS = 2
"""The most menus that list the other actions of workers picked up, such as those of lower spaces;
where room is short, one, or none beside the menu of the usual actions."""
MOST_ABOUT_ME = 1500
"""The most characters of the lines about goods and the turn with icons; longer ones go without
icons."""
MOST_DONE = 140
"""The most pixels of the lines about a turn that tell what its workers brought."""
MOST_TOLD = 175  # together with a tribe's power
BRIEFEST = 2
"""How brief the lines about goods and the turn become at most, where room is short."""
ROUNDS_OF_TRIBE = 2
"""In how many first rounds a tribe's power is told at the start of each turn."""
MOST_WORDS, MOST_WORDS_OF_NEWCOMERS, TITLES = 40, 45, 7
"""The most words of a panel, and of one with hints; and how many of them are kept for the titles of
its groups. Lines about choices beyond that are behind **Explain**."""
HIGH, HIGHEST = 600, 676
"""How many pixels of a phone 390 pixels wide a panel takes at most, and that of a newcomer, which
has a hint."""
REST_IMPOSSIBLE = N_("What you planned after that is no longer possible.")
MOST_EXPLAINED = 3000
BUILDS = ("build", "monument")
ABOUT_TILES = (*BUILDS, "renovate")
"""The verbs of answers about a tile of the city."""
ON_BOARD = (TURN_KIND, choices.PLACE, choices.PICK)
"""The kinds of questions that are answered on the board."""


@dataclass(frozen=True)
class Room:
    """What is left for the question and its choices."""

    words: int
    pixels: int


Numbers = Mapping[tuple[str, int, bool], int]
"""The numbers on the picture, by place, space, and whether a worker is picked up there."""
MOST_BELOW = 3
"""The most buttons to confirm and to go back that stand side by side on a phone; the others are in
the menu below."""
NO_NUMBERS: Numbers = {}
CALENDAR = "calendar"
BLUE, GREY = discord.ButtonStyle.primary, discord.ButtonStyle.secondary


def panel(
    t: Translations,
    turn: TurnView,
    notice: str | None = None,
    half_chosen: Sequence[str] = (),
    tapped: int = 0,
    *,
    offered: Sequence[choices.Choice] | None = None,
    drawn: Picture | None = None,
    newcomer: bool = False,
    hint: Reason | None = None,
) -> ui.LayoutView:
    """The panel of a seat whose turn it is: the picture, what is to be done, and the buttons with
    the `notice` right above them. `half_chosen` are the tribe and the wealth tiles tapped while
    they are not enough. `tapped` is the number of prepared actions that the last tap did, 0 if
    unknown. `offered` is what `offered_now` gives, if it is known. With the picture `drawn` of its
    `spots` the buttons have their numbers, with that of its `tiles_shown` their letters, else
    words. A `newcomer` has a little more room, for the `hint` above the question."""
    keeps = turn.kind == KEEP  # a tap on a tile leaves the notice there
    said = (layout.kept_text if keeps else layout.text)(notice) if notice else None
    if keeps:
        return layout.message(
            *keep_parts(t, turn, half_chosen, drawn),
            said,
            *layout.packed(_last_row_of_tiles(t, turn, half_chosen)),
            accent=layout.ACCENT_TURN,
        )
    tapped = min(tapped or _done_at_once(turn.prepared), len(turn.prepared))
    otherwise = [  # the last tap with another payment, if there are few
        button(
            one.label, "instead", turn.table.id, turn.stamp, together([str(tapped), *one.actions])
        )
        for one in choices_in_one_tap.other_payments(
            t, turn.begun, turn.seat, turn.prepared, tapped
        )
    ]
    offered = offered_now(t, turn) if offered is None else offered
    found = spots(turn, offered) if drawn else ()
    numbers = _numbers(found)
    letters = tiles_shown(turn, offered) if drawn else ()
    warned = seats.hunger_line(t, turn.position, turn.seat) if turn.can_confirm else ""
    above = [
        *(_planned(t, turn, turn.plan) if turn.plan else []),
        layout.text("💡 " + numbered_hint(t.for_message(), hint, found)) if hint else None,
        said,
    ]
    below = [
        *layout.packed(otherwise),
        layout.text(warned) if warned else None,
        *_last_rows(t, turn, tapped, many_payments=not otherwise),
    ]
    texts = [part.content for part in (*above, *below) if isinstance(part, ui.TextDisplay)]
    most = MOST_WORDS_OF_NEWCOMERS if newcomer else MOST_WORDS
    words = most - layout.words_in(texts)
    # a notice comes once in a while: nothing changes its place for it
    high = layout.height_of([*above[:-1], *below]) + layout.AROUND_CARD
    high += layout.height_of_picture(drawn) if drawn else 0
    for brief in range(BRIEFEST + 1):
        told = partial(_state, turn=turn, room=words - TITLES, brief=brief)
        state = layout.with_icons(t, told, MOST_ABOUT_ME)
        pixels = (HIGHEST if newcomer else HIGH) - high - layout.height_of_lines(state)
        room = Room(words - layout.words_in(state), pixels)
        asked = _offered(
            t, turn, offered, room, numbers, letters, gears=newcomer, last=brief == BRIEFEST
        )
        if layout.height_of(asked) <= pixels:
            break
    return layout.message(
        layout.picture(drawn.filename, drawn.alt) if drawn else None,
        layout.text(*state),
        *above,
        *asked,
        *below,
        accent=layout.ACCENT_TURN,
    )


def spots(turn: TurnView, offered: Sequence[choices.Choice]) -> tuple[Spot, ...]:
    """The places on the board that these choices are about, numbered; empty where most choices are
    about something else."""
    if turn.kind not in ON_BOARD:
        return ()
    return choices.spots_of(offered, turn.position.modules, turn.prepared)


def tiles_shown(turn: TurnView, offered: Sequence[choices.Choice]) -> tuple[str, ...]:
    """The tiles that these choices are about, in the order of their letters; empty where they are
    about something else, or are shown on the board."""
    if turn.kind == KEEP:
        return tiles_dealt(turn)
    tiles = [] if turn.kind in ON_BOARD else [tile for one in offered for tile in _tiles_of(one)]
    return tuple(dict.fromkeys(tiles))


def _tiles_of(choice: choices.Choice) -> list[str]:
    """The tiles that a choice builds or tears down."""
    words = map(str.split, choice.actions)
    return [rest[0] for verb, *rest in words if verb in ABOUT_TILES and rest]


def _all_drawn(choice: choices.Choice, letters: Sequence[str]) -> bool:
    """Whether the picture shows all tiles of a choice that has some."""
    tiles = _tiles_of(choice)
    return bool(tiles) and all(tile in letters for tile in tiles)


def _numbers(found: Sequence[Spot]) -> Numbers:
    return {(one.place, one.space, one.picks): one.number for one in found}


def offered_now(t: Translations, turn: TurnView) -> list[choices.Choice]:
    """The choices of the open question. If only `end` is missing, the Confirm button plays it."""
    return choices_in_one_tap.one_tap_choices(
        t, turn.game, turn.seat, END if turn.can_confirm else None
    )


def _state(t: Translations, turn: TurnView, *, room: int, brief: int) -> list[str]:
    """A line about the game, what the seat has, what is prepared, and in signs the tribe and the
    prophecy. The tribe's power is told where it matters, in at most `room` words in all. It may
    be `brief`: 1 without that and what is prepared in fewer words, 2 without tribe and prophecy,
    and once something is prepared without the corn for a food day that is far."""
    position, me = turn.position, turn.position.players[turn.seat]
    this_round = t.say(seats.THIS_ROUND, round=position.round)
    briefest = brief == BRIEFEST and bool(turn.prepared)  # it was told at the turn's start
    food = seats.food_state(t, position, turn.seat, brief=briefest)
    state = " · ".join(filter(None, (this_round, food)))
    own = [state, *t.gettext(seats.YOU_HAVE).format(goods=seats.holdings(t, me)).split("\n")]
    lines = own
    if turn.prepared:
        game = turn.begun.copy()
        steps = [game.step(turn.seat, action) for action in turn.prepared]
        told = partial(doings_words, t, turn.seat, steps, still_open=not turn.can_confirm)
        for results in (False,) if brief else (True, False):
            deeds, ended = told(results=results), END in turn.prepared
            lines = [*own, seats.so_far(t, position, turn.seat, deeds, ended=ended)]
            if layout.height_of_lines(lines) <= MOST_DONE:
                break
    known = []
    if me.tribe:
        early = position.round <= ROUNDS_OF_TRIBE and not turn.prepared
        power = layout.small(tile_line(t, me.tribe))
        early = early or acts_now(me.tribe, turn.kind, turn.legal)
        fits = layout.words_in([*lines, power]) <= room
        if early and fits and not brief and layout.height_of_lines([*lines, power]) <= MOST_TOLD:
            lines.append(power)
        else:
            known.append(t.marked("tribe", tile_name(t, me.tribe)))
    if position.active_prophecy:
        known.append(progress_words(t, position, turn.seat))
    told_in_signs = known and not turn.prepared and brief < BRIEFEST
    return [*lines, layout.small(" · ".join(known))] if told_in_signs else lines


def _planned(t: Translations, turn: TurnView, plan: Way) -> list[layout.Part]:
    """The part of the plan that is still possible, with the button that prepares it."""
    if not plan.possible:
        return [layout.text(layout.small(t.gettext("What you planned is no longer possible.")))]

    def planned(t: Translations) -> list[str]:
        deeds = deeds_words(t, turn.begun, turn.seat, plan.possible)
        # Translators: then what was planned, as "2 workers placed on Tikal 0 and 1 (1 corn)"
        return [t.gettext("**Your plan**: {deeds}").format(deeds=deeds)]

    lines = [*layout.with_icons(t, planned, 900)]
    if not plan.holds:
        lines.append(layout.small(t.gettext(REST_IMPOSSIBLE)))
    # Translators: button: prepare the turn as it was planned; at most 34 characters
    use = button(t.gettext("Use my plan"), "useplan", turn.table.id, turn.stamp, style=GREEN)
    return [layout.text(*lines), layout.row([use])]


def _offered(
    t: Translations, turn: TurnView, offered: Sequence[choices.Choice], room: Room,
    numbers: Numbers, letters: Sequence[str], *, gears: bool, last: bool,
) -> list[layout.Part]:  # fmt: skip
    """The question and its choices in groups, as buttons or menus, with as many words about them as
    there is room for. `numbers` are those of the places on the picture, `letters` the tiles on
    it, which shows what they do.

    Each act has one place in a whole game. To place a worker there are always buttons: at most
    seven, each with its number on the picture and its price, three in a row, or (`gears`) with the
    icon of its gear, too, two in a row. To pick one up there is always one menu, the usual action
    of each worker first, and one of lower spaces: these are up to twenty ways, which need a line of
    words each and a second one for what a building does; as buttons they would take more than the
    rest of a phone's screen. All other choices are buttons where there is room, else in a menu or,
    beside workers to pick up, in theirs; `last`, places are so, too, as after begging with all that
    the expansion brings."""
    if not offered or (turn.can_confirm and not turn.legal):
        return [layout.text(t.gettext("**Nothing more to do: confirm, or go back a step.**"))]
    if turn.kind == CALENDAR:
        return _days(t, turn, offered, room.words)
    groups = [
        [c for c in offered if c.group == group]
        for group in (choices.PLACE, choices.PICK, choices.OTHER, choices.PLAIN)
    ]
    both, on_board = bool(groups[0] and groups[1]), turn.kind in ON_BOARD
    asked = numbers and _asked_by_number(t, groups[0], groups[1], numbers)
    if turn.can_confirm and turn.kind in (choices.PLACE, choices.PICK):
        asked = _asked_to_go_on(t, turn.kind)
    lines = [f"**{asked or choices.question(t, turn.kind, offered)}**"] if asked or not both else []
    title = "" if lines else f"**{choices.group_title(t, choices.PLACE)}**"
    if turn.kind == "action" and (reason := _without_harvest(t, turn)):
        lines.append(layout.small(reason))
    visits = choices_in_one_tap.market_visits(t, turn.game, turn.seat)
    others_in = partial(choices_in_one_tap.other_actions, t, turn.game, turn.seat, offered)
    others = others_in(MOST_MENUS) if groups[1] else []

    def fits_in(group: Sequence[choices.Choice]) -> bool:
        return len(groups[1]) + len(group) <= layout.MOST_CHOICES

    if others and not others[0].lower and fits_in(others[0].choices):
        groups[1], others = [*groups[1], *others[0].choices], others[1:]
    every = choices_in_one_tap.all_workers(t, turn.game, turn.seat) if groups[1] else None
    shown = [groups[0], [every] if every else [], groups[2]]
    buttons = _buttons(t, turn, shown, numbers, letters, gears)
    about = _details(
        t, [one for one in groups[2] if _needs_words(one, letters, on_board=on_board)], 1800
    )
    menus = len(visits) + bool(groups[1]) + len(others) + bool(groups[3])
    rows = [len(layout.packed(each)) * layout.ROW for each in buttons]
    taken = layout.height_of_lines(filter(None, [*lines, title])) + menus * layout.MENU

    def lacks(told: Sequence[str]) -> bool:
        return taken + sum(rows) + layout.height_of_lines(told) > room.pixels

    if lacks([]) and len(others) == 1 and fits_in(others[0].choices):
        groups[1], others = [*groups[1], *others[0].choices], []
        taken -= layout.MENU
    in_menu = len(groups[2]) > FEW and lacks(about)
    if lacks([]):
        if groups[1] and fits_in(groups[2]):
            groups[1], groups[2] = [*groups[1], *groups[2]], []
            buttons[2], about, rows[2], in_menu = [], [], 0, False
        in_menu = in_menu or rows[2] > layout.MENU
        if len(others) > 1:
            others = others_in(1)
            taken -= layout.MENU
    if in_menu:  # it tells below each entry what that does
        buttons[2], about, rows[2] = [], [], layout.MENU
    if last and lacks([]):  # the menu has these workers one by one
        buttons[1], rows[1] = [], 0
    if last and lacks([]) and on_board and turn.can_confirm:  # the buttons say it as well
        taken, lines = taken - layout.height_of_lines(lines), []
    if last and lacks([]):  # the picture shows which quick action it is
        buttons[0] = _buttons(t, turn, groups[:1], numbers, letters, gears, briefly=True)[0]
        rows[0] = len(layout.packed(buttons[0])) * layout.ROW
    places, asks = last and lacks([]) and rows[0] > layout.MENU, ""
    if last and lacks([]) and in_menu and not on_board:  # the question stands on the menu alone
        asks, lines = choices.question(t, turn.kind, offered), []
    words = room.words - layout.words_in(filter(None, [*lines, title]))
    while about and (lacks(about) or layout.words_in(about) > words):
        about = about[:-1] if on_board else []
    parts: list[layout.Part] = [layout.text(*lines, *about)] if lines or about else []
    parts += [layout.text(title)] if title else []
    for row in ([] if places else buttons[0], [*buttons[1], *buttons[2]]):
        parts += layout.packed(row)
    in_menus = (groups[0], places), (groups[1], True), (groups[2], in_menu), (groups[3], True)
    for group, menu in in_menus:
        if group and menu:
            parts.append(layout.row([_as_select(t, turn, group, numbers, letters, asks)]))
    return [*parts, *_menus(t, turn, others, "else"), *_menus(t, turn, visits, "visit")]


def _without_harvest(t: Translations, turn: TurnView) -> str:
    """Why the worker just picked up cannot harvest, if nothing is left there; else empty."""
    verb, *where = turn.prepared[-1].split() if turn.prepared else ("",)
    if verb != choices.PICK or f"do {' '.join(where)}" in turn.legal:
        return ""
    return nothing_to_harvest(t, turn.position, where[0], int(where[1]))


def _needs_words(choice: choices.Choice, letters: Sequence[str], *, on_board: bool) -> bool:
    """Whether a line says what a choice does: on the board one that builds, and no tile that is
    drawn."""
    builds = any(action.split()[0] in BUILDS for action in choice.actions)
    return (builds or not on_board) and not _all_drawn(choice, letters)


def _asked_to_go_on(t: Translations, kind: str) -> str:
    """What can be done beside Confirm once a worker is placed or picked up."""
    if kind == choices.PLACE:
        # Translators: above buttons; a worker; "confirm" as on Confirm; at most 34 characters
        return t.gettext("Place another, or confirm.")
    # Translators: as the text before
    return t.gettext("Pick up another, or confirm.")


def _asked_by_number(
    t: Translations, placing: Sequence[choices.Choice], picking: Sequence[choices.Choice],
    numbers: Numbers,
) -> str:  # fmt: skip
    """The question whether to place or to pick up, by the numbers on the picture; empty for any
    other."""
    place, pick = (
        _range(
            [
                numbers[*one.at, one.group == choices.PICK]
                for one in group
                if one.at and one.group in (choices.PLACE, choices.PICK)
            ]
        )
        for group in (placing, picking)
    )
    if place and pick:
        # Translators: above buttons: the numbers of those that place a worker, and of those that
        # pick one up: "Place (1–6) or pick up (7–9)"; at most 32 characters
        return t.gettext("Place ({place}) or pick up ({pick})").format(place=place, pick=pick)
    return ""


def _range(found: Sequence[int]) -> str:
    """Numbers from the least to the greatest: "1–6", "2"; empty for none."""
    ends = sorted({min(found), max(found)}) if found else ()
    return "–".join(map(str, ends))


def _details(t: Translations, offered: Sequence[choices.Choice], most: int) -> list[str]:
    """The lines above the buttons that explain them, in at most `most` characters."""
    told = layout.with_icons(
        t, lambda words: [layout.small(one) for one in choices.details(words, offered)], most
    )
    return layout.last_lines(told, most)


def _days(
    t: Translations, turn: TurnView, offered: Sequence[choices.Choice], words: int
) -> list[layout.Part]:
    """The question how far the calendar turns, in about so many words; a tap also confirms."""
    table, stamp, styles = turn.table.id, turn.stamp, (GREEN, GREY)
    buttons = [
        button(one.label, "confirm", table, stamp, one.action, style=styles[bool(one.detail)])
        for one in offered
    ]
    # Translators: button: take back the turn confirmed; imperative
    buttons.append(button(t.gettext("Take back"), "takebackoffer", table))
    # Translators: an answer, and more about it: "2 days: you cannot do this again"
    more = t.gettext("{what}: {more}")
    lines = [more.format(what=one.label, more=one.detail) for one in offered if one.detail]
    # Translators: about turning the calendar by two days
    lines.append(t.gettext("You can do this once; reaching the top of a temple gives it back."))
    asked = f"**{choices.question(t, turn.kind)}**"
    told = lines[: None if layout.words_in([asked, *lines]) <= words else 1]
    return [layout.text(asked, *map(layout.small, told)), layout.row(buttons)]


def _menus(
    t: Translations, turn: TurnView, menus: Sequence[choices.Menu], word: str
) -> list[layout.Part]:
    """Menus of choices without buttons; `word` keeps their custom ids apart from other menus'."""
    return [
        layout.row([select(
            _options(t, menu.choices), "choose", turn.table.id, turn.stamp,
            f"{word}{n}" if n else word, placeholder=menu.asked,
        )])
        for n, menu in enumerate(menus)
    ]  # fmt: skip


def explain_view(t: Translations, turn: TurnView, hint: Reason | None = None) -> ui.LayoutView:
    """Everything about this question that the panel leaves out: the `hint` of this turn, the rules
    of a turn, what each choice does, with its number where the panel has a picture, the tribe and
    the prophecy."""
    offered = offered_now(t, turn)
    drawn = turn.table.seats[turn.seat].settings.pictures
    numbers = _numbers(spots(turn, offered)) if drawn else NO_NUMBERS

    def lines(t: Translations) -> list[str]:
        position, tribe = turn.position, turn.position.players[turn.seat].tribe
        told = [*rules_of_turn(t, turn, numbers), *choices.details(t, offered)]
        if position.rounds_to_food_day is not None:
            when = seats.food_day_words(t, position.rounds_to_food_day)
            food = seats.food_owed_words(t, position, turn.seat)
            told.append(t.say(seats.FOOD_LINE, when=when, food=food))
        if hint is not None and (advised := hint_words(t, hint)) not in told:
            told.insert(0, f"💡 {advised}")
        told = told or [choices.question(t, turn.kind)]
        if tribe:
            told.append(tile_line(t, tribe))
        if position.active_prophecy:
            told.append(tile_line(t, position.active_prophecy))
        return told

    told = layout.first_lines(layout.with_icons(t, lines, MOST_EXPLAINED))
    # Translators: heading: what can be done now, in more words
    return layout.message(layout.text("### " + t.gettext("Your turn, explained"), *told))


def _buttons(
    t: Translations, turn: TurnView, groups: Sequence[Sequence[choices.Choice]], numbers: Numbers,
    letters: Sequence[str], gears: bool, *, briefly: bool = False,
) -> list[list[ui.Button[Any]]]:  # fmt: skip
    """The buttons of each group, all in one form; with `gears` those to place have the icons of
    their gears, `briefly` nothing but a number and a price."""
    written = iter(choices.alike(t, [*chain(*groups)], signs=bool(letters)))
    return [
        [_button(t, turn, next(written), numbers, letters, gears, briefly) for _ in group]
        for group in groups
    ]


def _button(
    t: Translations, turn: TurnView, choice: choices.Choice, numbers: Numbers,
    letters: Sequence[str], gears: bool, briefly: bool,
) -> ui.Button[Any]:  # fmt: skip
    table, stamp = turn.table.id, turn.stamp
    if choice.action == choices_in_one_tap.ALL_WORKERS:  # the press finds its actions
        label, icon = choice.short if numbers else choice.label, t.icons.get("worker")
        return button(label, "everyworker", table, stamp, style=BLUE, icon=icon)
    label, icon = (
        _labelled(t, choice, numbers, letters, briefly),
        t.icons.get(choices.icon_of(choice.action)),
    )
    if _all_drawn(choice, letters):  # the tile is on the picture
        icon = None
    elif numbers and choice.at:  # the number says where, and the icon what it brings
        icon = t.icons.get(choice.icon or (choice.at[0] if gears else ""))
    untraded = choice.action == DONE and not traded(turn.prepared)
    return button(
        label, "do", table, stamp, together(choice.actions),
        style=GREY if choice.action == BEG else BLUE, icon=icon,
        disabled=untraded and END not in turn.prepared,
    )  # fmt: skip


def _labelled(
    t: Translations, choice: choices.Choice, numbers: Numbers, letters: Sequence[str], briefly: bool
) -> str:
    """The label of a choice's button. If the picture shows its tiles: their letters, the price and
    the space. If it numbers its place: that number, what it costs and, unless `briefly`, what it
    brings. Else its words, short ones if other choices have numbers."""
    if _all_drawn(choice, letters):
        spaces = [words[1:] for words in map(str.split, choice.actions) if words[0] == "do"]
        where = [space_name(t, *space) for space in spaces]
        about = sentence(choice.price, *where) or choice.label
        return _lettered(choice, letters, about)
    number = _number(choice, numbers)
    if number is not None:
        what = choice.brief if briefly and choice.brief else choice.short
        return t.say(NUMBERED, number=number, what=what)
    return choice.short if numbers else choice.label


def _number(choice: choices.Choice, numbers: Numbers) -> int | None:
    """The number of a choice's place on the picture; None for one that is not there."""
    return numbers.get((*choice.at, choice.group == choices.PICK)) if choice.at else None


def _lettered(choice: choices.Choice, letters: Sequence[str], about: str) -> str:
    """Words behind the letters of a choice's tiles: "A + B · −2🪵"."""
    *first, last = [letters.index(tile) for tile in _tiles_of(choice)]
    return " + ".join([*map(choice_letter, first), lettered(last, about)])


def _as_select(
    t: Translations, turn: TurnView, group: Sequence[choices.Choice], numbers: Numbers,
    letters: Sequence[str], asks: str,
) -> layout.Part:  # fmt: skip
    """A menu of these choices that asks for them by the name of their group, or as it is given."""
    asked = asks or choices.group_title(t, group[0].group, alone=turn.kind not in ON_BOARD)
    if group[0].group == choices.PLAIN:
        # Translators: above a menu of buildings that are paid without the help of Architecture,
        # which is kept for the second building; imperative, at most 40 characters
        asked = t.gettext("Pay in full, keep architects for later")
    written = choices.alike(t, group, OPTION, signs=bool(letters))
    return select(
        _options(t, written, numbers, letters),
        "choose",
        turn.table.id,
        turn.stamp,
        group[0].group,
        placeholder=asked,
    )


def _options(
    t: Translations,
    offered: Sequence[choices.Choice],
    numbers: Numbers = NO_NUMBERS,
    letters: Sequence[str] = (),
) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=_named(t, c, numbers, letters), value=together(c.actions),
            description=c.more or None, emoji=t.icons.get(choices.icon_of(c.action)),
        )
        for c in offered[:layout.MOST_CHOICES]
    ]  # fmt: skip


def _named(
    t: Translations, choice: choices.Choice, numbers: Numbers, letters: Sequence[str]
) -> str:
    """The label of a choice in a menu: its number or letters on the picture, if any, then all its
    words."""
    if _all_drawn(choice, letters):
        return _lettered(choice, letters, choice.label)
    number = _number(choice, numbers)
    return choice.label if number is None else t.say(NUMBERED, number=number, what=choice.label)


def _last_row_of_tiles(
    t: Translations, turn: TurnView, half_chosen: Sequence[str]
) -> list[ui.Button[Any]]:
    """The buttons below the first tiles; tapping the tiles again goes back."""
    table, stamp = turn.table.id, turn.stamp
    buttons = [confirm_button(t, turn)]
    if turn.table.options.hints:
        chosen = " ".join(turn.prepared[-1].split()[1:] if turn.prepared else half_chosen)
        # Translators: button: which tiles a computer would keep; noun
        buttons.append(button(t.gettext("Advice"), "firsttiles", table, stamp, chosen))
    return [*buttons, board_button(t, table)]


def confirm_button(t: Translations, turn: TurnView) -> ui.Button[Any]:
    """The button that ends the turn, grey while something is to be chosen."""
    return button(
        # Translators: button: the prepared turn counts now; imperative
        t.gettext("Confirm"), "confirm", turn.table.id, turn.stamp,
        style=GREEN, disabled=not turn.can_confirm,
    )  # fmt: skip


def _last_rows(
    t: Translations, turn: TurnView, tapped: int, *, many_payments: bool
) -> list[layout.Part]:
    """The buttons to confirm and to go back, and the menu of all that helps. `tapped` is as in
    `panel`."""
    table, stamp = turn.table.id, turn.stamp
    buttons = [confirm_button(t, turn)] if turn.can_confirm else []
    buttons += _ways_back(t, turn, tapped, many_payments=many_payments)
    helpful: list[Helpful] = [(one, "") for one in buttons[MOST_BELOW:]]
    done = [action.split()[0] for action in turn.prepared[-tapped:]]
    if turn.prepared and tapped > 1 and done.count("pick") == 1:
        word = str(tapped - 1 - done.index("pick"))  # undo what followed the pick-up
        # Translators: a menu's entry: choose another action for the worker picked up; imperative
        other = button(t.gettext("Change action"), "undo", table, stamp, word)
        # Translators: what "Change action" does; at most 50 characters
        helpful.append((other, t.gettext("Another action for the worker picked up")))
    if turn.table.options.hints and turn.legal:
        helpful.append(
            # Translators: a menu's entry: what a computer player would do; noun
            (button(t.gettext("Hint"), "hintask", table), t.gettext("What a computer would do"))
        )
    if turn.legal:
        helpful.append(
            (
                # Translators: a menu's entry: what can be done now, in more words; imperative
                button(t.gettext("Explain"), "explain", table),
                # Translators: what "Explain" does; at most 50 characters
                t.gettext("Each choice explained"),
            )
        )
    if turn.legal and turn.kind in KINDS_EXPLAINED:
        helpful.append(
            (
                # Translators: a menu's entry: why some moves are not possible now
                button(t.gettext("Why not?"), "whynot", table),
                # Translators: what "Why not?" shows; at most 50 characters
                t.gettext("Moves you cannot make now, and why"),
            )
        )
    helpful += [
        (
            # Translators: button, at most 34 characters: shows a player's own goods and tiles.
            button(t.gettext("What I have"), "mine", table),
            # Translators: what "What I have" shows; at most 50 characters
            t.gettext("Your goods, tiles and points"),
        ),
        # Translators: what "Board" shows; at most 50 characters
        (
            board_button(t, table, with_turn=bool(turn.prepared)),
            t.gettext("All gears, temples and buildings"),
        ),
        # Translators: what "Icons" shows; at most 50 characters
        (icons_button(t, turn.position.modules), t.gettext("What the icons in the pictures mean")),
    ]
    # Translators: on a menu until something is chosen: a hint, explanations, the board
    more = menu_of(helpful, table, stamp, placeholder=t.gettext("Help and more"))
    return [*layout.packed(buttons[:MOST_BELOW]), layout.row([more])]


def _ways_back(
    t: Translations, turn: TurnView, tapped: int, *, many_payments: bool
) -> list[ui.Button[Any]]:
    """The buttons that undo some of what is prepared, the most likely ones first."""
    table, stamp, prepared = turn.table.id, turn.stamp, turn.prepared
    if not prepared:
        return []
    # Translators: button: the last step is undone, or the page before is shown
    buttons = [button(t.gettext("Back"), "undo", table, stamp, str(tapped))]
    done = [action.split()[0] for action in prepared[-tapped:]]
    if many_payments and "pay" in done[1:]:  # undo the last payment and what followed it
        word = str(done[::-1].index("pay") + 1)
        # Translators: button: go back to the payment to choose another; imperative, at most 34
        # characters
        buttons.append(button(t.gettext("Pay differently"), "undo", table, stamp, word))
    if len(prepared) > tapped:
        # Translators: button: everything prepared this turn is undone; imperative
        buttons.append(button(t.gettext("Start over"), "undo", table, stamp, "all"))
    return buttons


def _done_at_once(prepared: Sequence[str]) -> int:
    """The number of last actions that one tap may have done: picking up a worker with its usual
    action, and the payment."""
    count = 2 if len(prepared) > 1 and prepared[-1].startswith("pay ") else 1
    if len(prepared) > count:
        verb, *space = prepared[-count - 1].split()
        done, *action = prepared[-count].split()
        count += (verb, done) == ("pick", "do") and space == action
    return count


def why_not_view(t: Translations, turn: TurnView) -> ui.LayoutView:
    """The list of moves that are not offered now, each with its reason."""
    lines = not_offered_lines(t, not_offered(t, turn.game, turn.seat))
    return layout.message(
        layout.text(
            # Translators: heading of the list of moves that are not possible now, with reasons
            "### " + t.gettext("Why not?"),
            *layout.first_lines(lines or [t.gettext("All moves are possible now.")]),
        )
    )
