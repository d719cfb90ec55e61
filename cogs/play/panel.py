"""The private panel of a turn: the seat's goods, what is prepared, what may be done next."""

from collections.abc import Sequence
from functools import partial

import discord
from discord import ui

from bot.engine.board import GEARS
from bot.tables import Plan, TurnView
from bot.tables.preparation import END
from bot.text.choices import (
    OTHER,
    PICK,
    PLACE,
    PLAIN,
    Choice,
    Menu,
    details,
    group_title,
    icon_of,
    question,
)
from bot.text.choices_in_one_tap import all_workers, one_tap_choices, other_actions
from bot.text.names import gear_name, gear_purpose, tile_name
from bot.text.prophecies import calamity_words
from bot.text.refusals import KINDS_EXPLAINED, not_offered, not_offered_lines
from bot.text.seats import (
    SO_FAR,
    YOU_HAVE,
    coming_lines,
    effect_so_far,
    food_line,
    goods_line,
    landing_line,
    workers_line,
)
from bot.text.shortcuts import market_visits, other_payments
from bot.text.tiles import tile_line
from bot.text.translation import Translations
from bot.text.turns import deeds_words
from cogs.kit.buttons import GREEN, board_button, button, select, together
from cogs.kit.layout import (
    ACCENT_TURN,
    MOST_CHOICES,
    Part,
    first_lines,
    last_lines,
    message,
    row,
    rows,
    small,
    text,
    with_icons,
)
from cogs.play.first_tiles import keep_parts
from cogs.play.plan import REST_IMPOSSIBLE

MOST_BUTTONS = 12
"""A group with more choices is offered as a select."""
MOST_BUTTONS_IN_ALL, FEW = 16, 6
"""With more choices in all than the first, groups with more than the second become selects."""
MOST_MENUS = 3
"""The most menus of workers if there are few buttons; a menu takes the room of two."""
MOST_ABOUT_ME = 1500
"""Lines about goods and the turn have icons if they then have at most so many characters."""
ROUNDS_OF_NEWCOMERS = 3
"""The number of first rounds in which the panel says what each gear is for."""
CALENDAR = "calendar"
BLUE = discord.ButtonStyle.primary


def panel(
    t: Translations,
    turn: TurnView,
    notice: str | None = None,
    half_chosen: Sequence[str] = (),
    tapped: int = 0,
) -> ui.LayoutView:
    """The panel of a seat whose turn it is. `notice` comes first. `half_chosen` are the tribe and
    the wealth tiles tapped while they are not enough. `tapped` is the number of prepared actions
    that the last tap did, 0 if unknown."""
    if turn.kind == "keep":
        return message(
            text(notice) if notice else None,
            *keep_parts(t, turn, half_chosen),
            *rows(_last_row(t, turn, 0), width=5),
            accent=ACCENT_TURN,
        )
    tapped = min(tapped or _done_at_once(turn.prepared), len(turn.prepared))
    otherwise: list[Part] = [  # the last tap with another payment, if there are few
        button(
            one.label, "instead", turn.table.id, turn.stamp, together([str(tapped), *one.actions])
        )
        for one in other_payments(t, turn.begun, turn.seat, turn.prepared, tapped)
    ]
    return message(
        text(notice) if notice else None,
        text(*with_icons(t, partial(_mine, turn=turn), MOST_ABOUT_ME)),
        *(_planned(t, turn, turn.plan) if turn.plan else []),
        ui.Separator(),
        *_offered(t, turn),
        row(otherwise) if otherwise else None,
        *rows(_last_row(t, turn, tapped, many_payments=not otherwise), width=5),
        accent=ACCENT_TURN,
    )


def _mine(t: Translations, turn: TurnView) -> list[str]:
    """Lines about the seat's goods and this turn's rules; once something is prepared, about that
    and the goods after it."""
    position, me = turn.position, turn.position.players[turn.seat]
    workers = workers_line(t, position, turn.seat)
    # Translators: heading of a player's own panel
    lines = ["### " + t.gettext("Your turn · round {round}").format(round=position.round)]
    if turn.prepared:
        deeds = deeds_words(
            t, turn.begun, turn.seat, turn.prepared, still_open=not turn.can_confirm
        )
        effect = effect_so_far(t, turn.confirmed_position, position, turn.seat)
        lines += [
            t.gettext(SO_FAR).format(deeds=deeds),
            # Translators: what a player will have, and where the workers are then: "**After this**:
            # corn 5 → 3; 2 workers in hand"
            t.gettext("**After this**: {effect}; {workers}").format(effect=effect, workers=workers),
        ]
    else:
        lines += [t.gettext(YOU_HAVE).format(goods=goods_line(t, me)), workers]
    if position.phase == "play":
        lines.append(food_line(t, position, turn.seat))
    if me.tribe and not turn.prepared:
        lines.append(small(tile_line(t, me.tribe)))
    if position.active_prophecy and not turn.prepared:
        # Translators: the name of the active prophecy, and a sentence about what it makes harder
        prophecy = t.gettext("**{prophecy}**: {calamity}").format(
            prophecy=tile_name(t, position.active_prophecy),
            calamity=calamity_words(t, position.active_prophecy),
        )
        lines.append(small(prophecy))
    return lines


def _planned(t: Translations, turn: TurnView, plan: Plan) -> list[Part]:
    """The part of the plan that is still possible, with the button that prepares it."""
    if not plan.possible:
        return [text(small(t.gettext("What you planned is no longer possible.")))]

    def planned(t: Translations) -> list[str]:
        deeds = deeds_words(t, turn.begun, turn.seat, plan.possible)
        # Translators: then what was planned, as "2 workers placed on Tikal 0 and 1 (1 corn)"
        return [t.gettext("**Your plan**: {deeds}").format(deeds=deeds)]

    lines = [*with_icons(t, planned, 900)]
    if not plan.holds:
        lines.append(small(t.gettext(REST_IMPOSSIBLE)))
    # Translators: button: prepare the turn as it was planned; at most 34 characters
    use = button(t.gettext("Use my plan"), "useplan", turn.table.id, turn.stamp, style=GREEN)
    return [text(*lines), row([use])]


def _offered(t: Translations, turn: TurnView) -> list[Part]:
    """The choices in groups, and below them where the workers on the gears will arrive."""
    if turn.can_confirm and not turn.legal:
        return [text(t.gettext("You have chosen everything: confirm, or go back a step."))]
    if turn.kind == CALENDAR:
        return _days(t, turn)
    # If only `end` is missing, the Confirm button plays it.
    offered = one_tap_choices(t, turn.game, turn.seat, END if turn.can_confirm else None)
    if not offered:
        return [text(t.gettext("**Nothing more to do: confirm your turn.**")), *_later(t, turn)]
    workers = [choice for choice in offered if choice.group in (PLACE, PICK)]
    apart = [choice for choice in offered if workers and choice.group == OTHER]
    known = [choice for choice in offered if choice not in apart]
    lines = [f"**{question(t, turn.kind, offered)}**", *_details(t, known, 1800)]
    newcomer = turn.position.round <= ROUNDS_OF_NEWCOMERS and not turn.prepared
    if newcomer and any(choice.group == PLACE for choice in offered):
        lines.append(small(_purposes(t.for_message())))
    parts: list[Part] = [text(*lines)]
    groups = [[c for c in offered if c.group == group] for group in (PLACE, PICK, OTHER, PLAIN)]
    both = bool(groups[0] and groups[1])
    for group in groups:
        crowded = len(offered) > MOST_BUTTONS_IN_ALL and len(group) > FEW
        if not group:
            continue
        parts += _group(
            t, turn, group, _details(t, apart, 500) if group == apart else (),
            titled=both or group == apart,
            as_select=crowded or len(group) > MOST_BUTTONS or group is groups[3],
        )  # fmt: skip
        if group is groups[1]:
            most = min(MOST_MENUS, 1 + (MOST_BUTTONS_IN_ALL - len(offered)) // 2)
            others = other_actions(t, turn.game, turn.seat, offered, max(1, most))
            parts += _menus(t, turn, others, "else")
    parts += _menus(t, turn, market_visits(t, turn.game, turn.seat), "visit")
    return [*parts, *_later(t, turn)]


def _details(t: Translations, offered: Sequence[Choice], most: int) -> list[str]:
    """The lines above the buttons that explain them, in at most `most` characters."""
    told = with_icons(t, lambda words: [small(one) for one in details(words, offered)], most)
    return last_lines(told, most)


def _days(t: Translations, turn: TurnView) -> list[Part]:
    """The question how far the calendar turns; a tap on an answer also confirms it."""
    answers = one_tap_choices(t, turn.game, turn.seat)
    buttons = [
        button(one.label, "confirm", turn.table.id, turn.stamp, one.action, style=GREEN)
        for one in answers
    ]
    lines = [small(one.detail) for one in answers if one.detail]
    return [text(f"**{question(t, turn.kind)}**", *lines), row(buttons)]


def _menus(t: Translations, turn: TurnView, menus: Sequence[Menu], word: str) -> list[Part]:
    """Menus of choices without buttons; `word` keeps their custom ids apart from other menus'."""
    return [
        row([select(
            _options(t, menu.choices), "choose", turn.table.id, turn.stamp,
            f"{word}{n}" if n else word, placeholder=menu.asked,
        )])
        for n, menu in enumerate(menus)
    ]  # fmt: skip


def _later(t: Translations, turn: TurnView) -> list[Part]:
    """Lines about the spaces that the seat's workers reach in the next rounds, from where they
    stand and from where one can be placed now."""
    if turn.kind not in ("turn", "place", "pick"):
        return []
    placings = [action.split()[1:] for action in turn.legal if action.startswith("place ")]
    gears = [where[0] for where in placings if len(where) == 1 and where[0] in GEARS]
    landing = landing_line(t, turn.position, [gear for gear in GEARS if gear in gears])
    lines = [landing] if landing else []
    lines += coming_lines(t, turn.position, turn.seat)
    return [text(*map(small, lines))] if lines else []


def _purposes(t: Translations) -> str:
    """A line about what each gear is for, for newcomers."""
    return " · ".join(
        # Translators: a gear, and what it is good for: "Palenque: corn and wood"
        t.gettext("{gear}: {what}").format(
            gear=t.marked(gear, gear_name(t, gear)), what=gear_purpose(t, gear)
        )
        for gear in GEARS
    )


def _group(
    t: Translations,
    turn: TurnView,
    group: Sequence[Choice],
    explained: Sequence[str],
    *,
    titled: bool,
    as_select: bool,
) -> list[Part]:
    """A group's title, the lines `explained` below it, and its buttons or menu."""
    title = group_title(t, group[0].group)
    lines = [*([title] if titled and title else []), *explained]
    parts: list[Part] = [text(*lines)] if lines else []
    if as_select:
        return [*parts, row([_as_select(t, turn, group)])]
    table, stamp = turn.table.id, turn.stamp
    buttons = []
    for choice in group:
        icon = t.icons.get(icon_of(choice.action))
        label = (icon and choice.brief) or choice.label
        word = together(choice.actions)
        buttons.append(button(label, "do", table, stamp, word, style=BLUE, icon=icon))
    every = all_workers(t, turn.game, turn.seat) if group[0].group == PICK else None
    if every is not None:  # the press finds its actions from the state of the turn
        buttons.append(
            button(every.label, "all", table, stamp, style=BLUE, icon=t.icons.get("worker"))
        )
    return [*parts, *rows(buttons)]


def _as_select(t: Translations, turn: TurnView, group: Sequence[Choice]) -> Part:
    asked = question(t, turn.kind)
    if group[0].group == PLAIN:
        # Translators: above a menu of buildings that are paid without the help of Architecture,
        # which is kept for the second building; imperative, at most 40 characters
        asked = t.gettext("Pay in full, keep architects")
    return select(
        _options(t, group), "choose", turn.table.id, turn.stamp, group[0].group, placeholder=asked
    )


def _options(t: Translations, offered: Sequence[Choice]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=c.label, value=together(c.actions), description=c.detail or None,
            emoji=t.icons.get(icon_of(c.action)),
        )
        for c in offered[:MOST_CHOICES]
    ]  # fmt: skip


def _last_row(
    t: Translations, turn: TurnView, tapped: int, *, many_payments: bool = False
) -> list[Part]:
    """The buttons to confirm, to go back, and for help. `tapped` is as in `panel`."""
    table, stamp, prepared = turn.table.id, turn.stamp, turn.prepared
    buttons: list[Part] = []
    secret = turn.kind == "keep"  # tapping the tiles again goes back
    if turn.can_confirm or secret:
        buttons.append(
            button(
                # Translators: button: the prepared turn counts now; imperative
                t.gettext("Confirm"), "confirm", table, stamp,
                style=GREEN, disabled=not turn.can_confirm,
            )
        )  # fmt: skip
    if prepared and not secret:
        # Translators: button: the last step is undone, or the page before is shown
        buttons.append(button(t.gettext("Back"), "undo", table, stamp, str(tapped)))
        done = [action.split()[0] for action in prepared[-tapped:]]
        if many_payments and "pay" in done[1:]:  # undo the last payment and what followed it
            word = str(done[::-1].index("pay") + 1)
            # Translators: button: go back to the payment to choose another; imperative, at most 34
            # characters
            buttons.append(button(t.gettext("Pay otherwise"), "undo", table, stamp, word))
        if tapped > 1 and done.count("pick") == 1:
            word = str(tapped - 1 - done.index("pick"))  # undo what followed the pick-up
            # Translators: button: choose another action for the worker picked up; noun
            buttons.append(button(t.gettext("Other action"), "undo", table, stamp, word))
        if len(prepared) > tapped:
            # Translators: button: everything prepared this turn is undone; imperative
            buttons.append(button(t.gettext("Start over"), "undo", table, stamp, "all"))
    if turn.legal and turn.kind in KINDS_EXPLAINED:
        # Translators: button: why some moves are not possible now
        buttons.append(button(t.gettext("Why not?"), "whynot", table))
    if turn.table.options.hints and turn.legal and not prepared and not secret:
        # Translators: button: what a computer player would do; noun
        buttons.append(button(t.gettext("Hint"), "hintask", table))
    buttons.append(board_button(t, table, with_turn=bool(prepared)))
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
    return message(
        text(
            # Translators: heading of the list of moves that are not possible now, with reasons
            "### " + t.gettext("Why not?"),
            *first_lines(lines or [t.gettext("Here you can do everything there is.")]),
        )
    )
