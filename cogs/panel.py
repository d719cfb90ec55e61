"""The private panel: what I have, what I have prepared, what I may do next."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.engine import Game
from bot.engine.board import GEARS
from bot.tables import TurnView
from bot.text.choices import (
    OTHER,
    PICK,
    PLACE,
    Choice,
    choices,
    details,
    question,
)
from bot.text.food import food_day_words, food_owed_words
from bot.text.names import gear_name, gear_purpose, tile_name
from bot.text.prophecies import calamity_words
from bot.text.telling import doings, effect_so_far, goods_line
from bot.text.tiles import tile_line
from bot.text.translation import Translations
from cogs.keeping import keep_parts
from cogs.layout import ACCENT_TURN, Part, last_lines, line, link, message, row, rows, small, text
from cogs.presses import button, select

MOST_BUTTONS = 12
"""More choices of one group than this are offered as a select."""
MOST_BUTTONS_IN_ALL, FEW = 16, 6
"""With more choices than this in all, groups of more than a few are offered as selects."""
SELECT_LIMIT = 25
ROUNDS_OF_NEWCOMERS = 3
"""So long the panel says what each gear is for."""
BLUE, GREEN = discord.ButtonStyle.primary, discord.ButtonStyle.success


def panel(
    t: Translations,
    turn: TurnView,
    before: Game,
    *,
    board: str | None,
    notice: str | None = None,
    half_chosen: Sequence[str] = (),
) -> ui.LayoutView:
    """The panel of a seat that is asked.

    `before` stands before the prepared actions. `board` is the address of the
    live board; `notice` is said first; `half_chosen` are the tribe and the wealth tiles tapped
    before there are enough of them.
    """
    if turn.kind == "keep":
        return message(
            text(notice) if notice else None,
            *keep_parts(t, turn, before, half_chosen),
            row(_last_row(t, turn, board)),
            accent=ACCENT_TURN,
        )
    return message(
        text(notice) if notice else None,
        text(*_mine(t, turn)),
        *_prepared(t, turn, before),
        line(),
        *_offered(t, turn, turn.game),
        row(_last_row(t, turn, board)),
        accent=ACCENT_TURN,
    )


def told(t: Translations, lines: Sequence[str], board: str | None) -> ui.LayoutView:
    """A panel that asks nothing: what was confirmed, or why there is nothing to do."""
    link_row = row([link(t.gettext("To the board"), board)]) if board else None
    return message(text(*lines), link_row)


def _mine(t: Translations, turn: TurnView) -> list[str]:
    position, me = turn.position, turn.position["players"][turn.seat]
    out = [
        f"{gear_name(t, gear)} {space}"
        for gear, spaces in position["gears"].items()
        for space, who in enumerate(spaces)
        if who == turn.seat
    ]
    out_words = ""
    if out:
        out_words = t.gettext(", {n} out: {places}").format(n=len(out), places=", ".join(out))
    lines = [
        "### " + t.gettext("Your turn · round {round}").format(round=position["round"]),
        t.gettext("**You have** {goods}").format(goods=goods_line(t, me)),
        t.gettext("**Workers** {n} in hand").format(n=me["available"]) + out_words,
    ]
    if me["tribe"]:
        lines.append(tile_line(t, me["tribe"]))
    if position["active_prophecy"]:
        lines.append(
            t.gettext("**{prophecy}**: {calamity}").format(
                prophecy=tile_name(t, position["active_prophecy"]),
                calamity=calamity_words(t, position["active_prophecy"]),
            )
        )
    if position["phase"] == "play":
        lines.append(
            t.gettext("**{when}**: {owed}").format(
                when=food_day_words(t, position), owed=food_owed_words(t, position, turn.seat)
            )
        )
    return lines


def _prepared(t: Translations, turn: TurnView, before: Game) -> list[Part]:
    if not turn.prepared:
        return []
    steps = []
    game = before.copy()
    for action in turn.prepared:
        game.play(turn.seat, action)
        steps.append((action, game.position()))
    open_ = not turn.can_confirm
    deeds = "; ".join(doings(t, turn.seat, turn.confirmed_position, steps, still_open=open_))
    lines = [t.gettext("**So far** {deeds}").format(deeds=deeds)]
    effect = effect_so_far(t, turn.confirmed_position, turn.position, turn.seat)
    if effect:
        lines.append(t.gettext("**After this** {effect}").format(effect=effect))
    return [line(), text(*lines)]


def _offered(t: Translations, turn: TurnView, game: Game) -> list[Part]:
    offered = choices(t, game, turn.seat)
    if turn.can_confirm:  # the Confirm button plays it
        offered = [choice for choice in offered if choice.action != "end"]
    if turn.can_confirm and not turn.legal:
        return [text(t.gettext("Everything is chosen: confirm, or go back a step."))]
    heading = f"**{question(t, turn.kind, offered)}**"
    if not offered:
        return [text(t.gettext("**Nothing more to do: confirm your turn.**"))]
    lines = [heading, *last_lines([small(one) for one in details(t, offered)], 1500)]
    newcomer = turn.position["round"] <= ROUNDS_OF_NEWCOMERS
    if newcomer and any(choice.group == PLACE for choice in offered):
        lines.append(small(_purposes(t)))
    parts: list[Part] = [text(*lines)]
    groups = [[c for c in offered if c.group == group] for group in (PLACE, PICK, OTHER)]
    several = sum(bool(group) for group in groups) > 1
    for group in groups:
        crowded = len(offered) > MOST_BUTTONS_IN_ALL and len(group) > FEW
        if group:
            parts += _group(
                t, turn, group, titled=several, as_select=crowded or len(group) > MOST_BUTTONS
            )
    return parts


def _purposes(t: Translations) -> str:
    """What each gear is for, for those who do not know it by heart."""
    return " · ".join(
        t.gettext("{gear}: {what}").format(gear=gear_name(t, gear), what=gear_purpose(t, gear))
        for gear in GEARS
    )


def _group(
    t: Translations, turn: TurnView, group: Sequence[Choice], *, titled: bool, as_select: bool
) -> list[Part]:
    titles = {
        PLACE: t.gettext("Place a worker"),
        PICK: t.gettext("Pick up a worker"),
        OTHER: t.gettext("Or"),
    }
    parts: list[Part] = [text(titles[group[0].group])] if titled else []
    if as_select:
        return [*parts, row([_as_select(t, turn, group)])]
    buttons = [
        button(
            choice.label, "do", turn.table.id, turn.stamp, choice.action,
            style=BLUE,
        )
        for choice in group
    ]  # fmt: skip
    return [*parts, *rows(buttons)]


def _as_select(t: Translations, turn: TurnView, group: Sequence[Choice]) -> Part:
    options = [
        discord.SelectOption(label=c.label, value=c.action, description=c.detail or None)
        for c in group[:SELECT_LIMIT]
    ]
    return select(
        options, "choose", turn.table.id, turn.stamp, group[0].group,
        placeholder=question(t, turn.kind),
    )  # fmt: skip


def _last_row(t: Translations, turn: TurnView, board: str | None) -> list[Part]:
    table, stamp, nothing = turn.table.id, turn.stamp, not turn.prepared
    buttons: list[Part] = [
        button(
            t.gettext("Confirm"), "confirm", table, stamp,
            style=GREEN, disabled=not turn.can_confirm,
        ),
        button(t.gettext("Back a step"), "undo", table, stamp, "one", disabled=nothing),
        button(t.gettext("Start over"), "undo", table, stamp, "all", disabled=nothing),
    ]  # fmt: skip
    return [*buttons, link(t.gettext("Board"), board)] if board else buttons
