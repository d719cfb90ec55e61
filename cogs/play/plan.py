"""/plan: a plan for the person's next turn, kept privately until then; and /hint: the turns a
computer would consider, shown privately.

A hint is deferred before the computer thinks: with the waiting in the queue that may take longer
than the three seconds Discord allows.
"""

import string
from collections.abc import Callable, Sequence
from functools import partial

import discord
from discord import ButtonStyle, app_commands, ui
from discord.app_commands import locale_str

from bot.engine import Game
from bot.engine.expansion import TRIBES
from bot.model.computers import Advised, Level
from bot.model.notes import CallSeat
from bot.refusal import AskedNow
from bot.tables import Hint, OpenTable, Table, TurnView, computers, preparation, turns
from bot.tables.preparation import MOST_EXTRA, TURN_KIND, PlanView
from bot.text.advice import (
    HURRIED,
    first_reason,
    first_tiles_lines,
    level_name,
    prepared_by,
    way_lines,
)
from bot.text.choices import (
    OTHER,
    PICK,
    PLACE,
    PLAIN,
    Choice,
    choices,
    group_title,
    icon_of,
    question,
)
from bot.text.names import amount
from bot.text.seats import AFTER_THIS, effect_so_far
from bot.text.translation import Translations
from bot.text.turns import deeds_words
from cogs.client import BotCog
from cogs.kit.answering import speaks
from cogs.kit.buttons import GREEN, Press, button, on_press, select
from cogs.kit.context import Interaction, table_here
from cogs.kit.layout import MOST_CHOICES, Part, message, row, small, text, with_icons
from cogs.kit.pages import share_button
from cogs.play.newcomers import hint_words, reasons_for
from cogs.play.panel import REST_IMPOSSIBLE
from cogs.play.shown import refresh_panel, show_panel
from cogs.telling.carry_on import answer_and_carry_on
from cogs.telling.messages import answer_your_turn

STEP = "; "
"""Separates the actions of one choice, such as a pick-up and its action."""


def _planned(t: Translations, view: PlanView) -> list[str]:
    """Lines about the ways to take each planned turn, as far as they are possible, and about the
    effect of the way being planned."""
    lines = []
    for number, ways in enumerate(view.turns):
        for nth, way in enumerate(ways):
            if way.begun is None or not (way.actions or number or nth):
                continue
            deeds = deeds_words(t, way.begun, view.seat, way.possible) or "…"
            if nth:
                # Translators: another way to take a planned turn, if those above are not possible
                lines.append(t.gettext("or else: {deeds}").format(deeds=deeds))
            elif number:
                # Translators: then what was planned for the turn after the one above
                lines.append(t.gettext("**Then**: {deeds}").format(deeds=deeds))
            else:
                # Translators: then what was planned, as "2 workers placed on Tikal 0 and 1"
                lines.append(t.gettext("**Planned**: {deeds}").format(deeds=deeds))
    effect = effect_so_far(t, view.start, view.position, view.seat)
    if effect:
        lines.append(t.gettext(AFTER_THIS).format(effect=effect))
    return lines


def plan_view(t: Translations, view: PlanView, notice: str | None = None) -> ui.LayoutView:
    """The message with the plan, its effect, and menus to add to it."""
    # Translators: heading; imperative
    head = t.gettext("Plan your next turn")
    lines = [f"### {head}", *([notice] if notice else [])]
    if not view.kept.turns:
        # Translators: in place of a player's plan
        lines.append(t.gettext("Nothing is planned yet."))
    else:
        lines += with_icons(t, partial(_planned, view=view))
    if not all(way.holds for ways in view.turns for way in ways):
        lines.append(t.gettext(REST_IMPOSSIBLE))
    offered = [one for one in choices(t, view.game, view.seat) if one.action != "end"]
    return message(
        text(*lines),
        *_next_steps(t, view, offered),
        *(row(one) for one in _plan_buttons(t, view) if one),
        text(small(_how_it_is_used(t, view))),
    )


def _plan_buttons(t: Translations, view: PlanView) -> list[list[Part]]:
    """Rows of buttons for what else can be done with the plan; a row may be empty."""
    if not view.kept.turns:
        return []
    table, stamp = view.table_id, view.stamp
    steps: list[Part] = [
        # Translators: button: the last step is undone, or the page before is shown
        button(t.gettext("Back"), "planback", table, stamp),
        # Translators: button: what is planned is dropped
        button(t.gettext("Drop the plan"), "plandrop", table),
    ]
    if view.may_add_way:
        # Translators: button, at most 34 characters: plan another way to take the turn, for the
        # case that the first is not possible
        steps.append(button(t.gettext("Or else …"), "planelse", table, stamp))
    if view.may_add_turn:
        # Translators: button, at most 34 characters: plan the turn after the one that is planned
        steps.append(button(t.gettext("Then …"), "planthen", table, stamp))
    if not view.may_play:
        return [steps]
    if not view.kept.plays:
        # Translators: button, at most 34 characters: the planned turn confirms itself when it comes
        play = button(t.gettext("Play it if possible"), "planplay", table, word="0", style=GREEN)
        return [steps, [play]]
    prices = [
        discord.SelectOption(
            label=_price(t, corn), value=str(corn), default=corn == view.kept.extra
        )
        for corn in range(MOST_EXTRA + 1)
    ]
    # Translators: button, at most 34 characters: a planned turn is offered, and does not confirm
    # itself
    wait = button(t.gettext("Ask me before playing it"), "planwait", table)
    return [steps, [select(prices, "planprice", table, placeholder=_price(t, 0))], [wait]]


def _price(t: Translations, corn: int) -> str:
    if not corn:
        # Translators: menu option: a planned turn is only played if it costs what was planned
        return t.gettext("Only at this price")
    # Translators: menu option: a planned turn is also played if it costs up to {corn} more than
    # planned, as "2 corn"
    return t.gettext("Also if it costs up to {corn} more").format(corn=amount(t, "corn", corn))


def _how_it_is_used(t: Translations, view: PlanView) -> str:
    if not view.kept.plays:
        return t.gettext(
            "Only you can see your plan. When your turn comes, I will offer you whatever part "
            "of it is still possible."
        )
    if view.after_food_day:
        return t.gettext("A food day comes before this turn, so I will not play it for you.")
    if view.way.holds and view.way.rests_on is None:
        return t.gettext(
            "This turn ends with a choice you have to make, so I will not play it for you."
        )
    n = int(view.pause.total_seconds())
    lines = [
        # Translators: below a planned turn; **Stop**: the name of a button
        t.ngettext(
            "Only you can see your plan. When your turn comes, I will play it for you if "
            "nothing it depends on has changed and the food day is as far off as planned. You "
            "will be notified as set in /pings and will have at least {n} second to press "
            "**Stop**. Otherwise your turn waits for you.",
            "Only you can see your plan. When your turn comes, I will play it for you if "
            "nothing it depends on has changed and the food day is as far off as planned. You "
            "will be notified as set in /pings and will have at least {n} seconds to press "
            "**Stop**. Otherwise your turn waits for you.",
            n,
        ).format(n=n)
    ]
    if view.kept.extra:
        # Translators: below a planned turn; {corn} as "2 corn"
        words = t.gettext(
            "I will also play it if it costs up to {corn} more, as long as your workers are on "
            "the same gears as planned and on the same or higher spaces."
        )
        lines.append(words.format(corn=amount(t, "corn", view.kept.extra)))
    return " ".join(lines)


def _next_steps(t: Translations, view: PlanView, offered: Sequence[Choice]) -> list[Part]:
    """The next question, with a menu for each kind of move."""
    if not offered:
        return []
    parts: list[Part] = [text(f"**{question(t, view.kind, offered)}**")]
    alone = not any(one.group in (PLACE, PICK) for one in offered)
    for group in (PLACE, PICK, OTHER, PLAIN):
        options = [
            discord.SelectOption(
                label=one.label, value=STEP.join(one.actions), description=one.detail or None,
                emoji=t.icons.get(icon_of(one.action)),
            )
            for one in offered
            if one.group == group
        ]  # fmt: skip
        if not options:
            continue
        menu = select(
            options[:MOST_CHOICES], "planadd", view.table_id, view.stamp, group,
            placeholder=group_title(t, group, alone=alone),
        )  # fmt: skip
        parts.append(row([menu]))
    return parts


@on_press()
async def planadd(interaction: Interaction, press: Press) -> None:
    """Add steps to the turn that is being planned."""
    added = press.value.split(STEP)

    def add(opened: OpenTable, user: int, view: PlanView) -> PlanView:
        return preparation.plan_way(opened, user, [*view.way.possible, *added])

    await _plan_on(interaction, press, add)


@on_press()
async def planback(interaction: Interaction, press: Press) -> None:
    """Take the last step back."""

    def back(opened: OpenTable, user: int, view: PlanView) -> PlanView:
        return preparation.plan_way(opened, user, view.way.possible[:-1])

    await _plan_on(interaction, press, back)


@on_press()
async def planelse(interaction: Interaction, press: Press) -> None:
    """Begin another way to take the turn."""
    await _plan_on(interaction, press, lambda opened, user, _: preparation.add_way(opened, user))


@on_press()
async def planthen(interaction: Interaction, press: Press) -> None:
    """Begin to plan the turn after the last one that is planned."""
    await _plan_on(interaction, press, lambda opened, user, _: preparation.add_turn(opened, user))


async def _plan_on(
    interaction: Interaction, press: Press, step: Callable[[OpenTable, int, PlanView], PlanView]
) -> None:
    """Take a step of planning, unless the press is a second one or the table has moved on since its
    button was shown: then the plan is shown as it is."""
    user = interaction.user.id

    def change(opened: OpenTable) -> PlanView:
        view = preparation.view_plan(opened, user)
        return step(opened, user, view) if press.stamp == view.stamp else view

    await _change_plan(interaction, press, change)


@on_press()
async def planplay(interaction: Interaction, press: Press) -> None:
    """Let planned turns confirm themselves at the price that was planned."""
    await _let_play(interaction, press, plays=True)


@on_press()
async def planprice(interaction: Interaction, press: Press) -> None:
    """Let planned turns confirm themselves for so much corn more."""
    await _let_play(interaction, press, plays=True, extra=press.number_chosen)


@on_press()
async def planwait(interaction: Interaction, press: Press) -> None:
    """Let planned turns wait for their person."""
    await _let_play(interaction, press, plays=False)


async def _let_play(interaction: Interaction, press: Press, *, plays: bool, extra: int = 0) -> None:
    user = interaction.user.id
    await _change_plan(
        interaction,
        press,
        lambda opened: preparation.set_plays(opened, user, plays=plays, extra=extra),
    )


@on_press()
async def plandrop(interaction: Interaction, press: Press) -> None:
    """Drop the plan."""
    user = interaction.user.id
    await _change_plan(interaction, press, lambda opened: preparation.drop_plan(opened, user))


async def _change_plan(
    interaction: Interaction, press: Press, change: Callable[[OpenTable], PlanView]
) -> None:
    """Change a plan and show it; where it is the person's turn now, show that in its place."""
    tables = interaction.client.tables
    try:
        async with tables.open(press.table) as opened:
            view = change(opened)
    except AskedNow:
        turn = turns.view(await tables.read(press.table), interaction.user.id)
        await refresh_panel(interaction, turn)
    else:
        await interaction.response.edit_message(view=plan_view(speaks(interaction), view))


@on_press()
async def plan(interaction: Interaction, press: Press) -> None:
    """Show the plan privately, for the button beside a confirmed turn; or the turn, where that has
    come meanwhile."""
    try:
        await _open_plan(interaction, press.table)
    except AskedNow:
        opened = await interaction.client.tables.read(press.table)
        await show_panel(interaction, turns.view(opened, interaction.user.id))


@on_press()
async def planstop(interaction: Interaction, press: Press) -> None:
    """Keep the planned turn from confirming itself, and call the person as usual."""
    user = interaction.user.id
    async with interaction.client.tables.open(press.table) as opened:
        stopped = preparation.stop_plan(opened, user)
        turn = turns.view(opened, user)
        if stopped:
            opened.must_tell(CallSeat(turn.seat, "mention", silent=True))
    await answer_and_carry_on(interaction, show_panel(interaction, turn), press.table)


async def _open_plan(interaction: Interaction, table: int | Table) -> None:
    view = preparation.view_plan(await interaction.client.tables.read(table), interaction.user.id)
    shown = plan_view(speaks(interaction), view)
    await interaction.response.send_message(view=shown, ephemeral=True)


class Plans(BotCog):
    """The command that plans the next turn."""

    @app_commands.command(name="plan", description=locale_str("Plan your next turn while you wait"))
    @app_commands.guild_only()
    async def plan(self, interaction: Interaction) -> None:
        """Show the plan privately, with menus to change it."""
        table = await table_here(interaction)
        try:
            await _open_plan(interaction, table)
        except AskedNow as refusal:
            await answer_your_turn(interaction, refusal, table)


# --- hints ----------------------------------------------------------------------------------------

MOST_HINT_CHARACTERS = 1100
"""The most characters of the words about one turn with icons; longer ones go without icons."""
_LETTERS = string.digits + string.ascii_letters


def hint_view(t: Translations, hint: Hint) -> ui.LayoutView:
    """The message with the best ways to go on, each with a button that prepares it."""
    turn, ways = hint.turn, hint.ways
    # Translators: heading
    parts: list[Part | None] = [text("### " + t.gettext("What a computer would do"))]
    if not ways:
        parts.append(text(t.gettext("A computer would end the turn here.")))
    for way, told in zip(ways, way_parts(t, turn.game, turn.seat, ways), strict=True):
        parts.append(told)
        if prepared_by(way):
            press = button(
                # Translators: button: prepare the turn that is suggested; imperative
                t.gettext("Prepare this"), "hint", turn.table.id, turn.stamp, _word_of(turn, way),
                style=ButtonStyle.primary if way.place == 1 else ButtonStyle.secondary,
            )  # fmt: skip
            parts.append(row([press]))
    share = row([share_button(t, once_over=turn.table.id)])
    hurried = text(small(t.say(HURRIED))) if hint.hurried else None
    return message(*parts, by_level(t, hint.level), hurried, share)


def way_parts(
    t: Translations, begun: Game, seat: int, ways: Sequence[Advised], *, reasons: bool = True
) -> list[Part]:
    """The words about each of the best ways to go on from `begun`, numbered if several, and why the
    first is best; without `reasons` what each does and how far it is behind."""

    def told(t: Translations, way: Advised, number: int) -> list[str]:
        deeds, about = way_lines(t, begun, seat, way, number, reasons=reasons)
        why = _why_first(t, begun, seat, ways) if reasons and number < 2 else ""
        return [deeds, *([f"💡 {why}"] if why else []), *map(small, about)]

    said = [
        partial(told, way=way, number=n if len(ways) > 1 else 0) for n, way in enumerate(ways, 1)
    ]
    return [text(*with_icons(t, one, MOST_HINT_CHARACTERS)) for one in said]


def _why_first(t: Translations, begun: Game, seat: int, ways: Sequence[Advised]) -> str:
    """Say in a sentence why a computer would take the first of these ways: how it differs from the
    next best, else what speaks for it at the beginning of a turn; empty without a reason."""
    said = first_reason(t, begun, seat, ways)
    if said is None and begun.kind_asked(seat) == TURN_KIND:
        said = next((hint_words(t, one) for one in reasons_for(begun, seat, ways)), None)
    return said or ""


def by_level(t: Translations, level: Level) -> Part:
    """The small line that says how far the computer looked."""
    # Translators: {level} is one of instant, easy, medium, hard, master
    words = t.gettext("Suggested by a computer (level: {level}). You may well know better.")
    return text(small(words.format(level=level_name(t, level))))


# A custom id has no room for all actions of a turn. A letter stands for each action: its number
# among those that are legal at that point.


def _word_of(turn: TurnView, way: Advised) -> str:
    game, word = turn.game.copy(), ""
    for action in prepared_by(way):
        word += _LETTERS[game.legal(turn.seat).index(action)]
        game.play(turn.seat, action)
    return word


def _actions_of(turn: TurnView, word: str) -> list[str]:
    """The actions in a word made by `_word_of`. Raises Stale if the turn no longer has them."""
    game, actions = turn.game.copy(), []
    for letter in word:
        legal = game.legal(turn.seat)
        place = _LETTERS.find(letter)
        if not 0 <= place < len(legal):
            raise turns.moved_on()
        actions.append(legal[place])
        game.play(turn.seat, actions[-1])
    return actions


@on_press()
async def hint(interaction: Interaction, press: Press) -> None:
    """Prepare the turn that the hint suggests, without confirming it."""
    tables, user = interaction.client.tables, interaction.user.id
    async with tables.open(press.table) as opened:
        view = turns.view_of(opened, turns.asked(opened, user, press.stamp))
        own = _actions_of(view, press.word)
        turn = turns.choose_all(opened, user, own, press.stamp)
    await refresh_panel(interaction, turn)


@on_press()
async def hintask(interaction: Interaction, press: Press) -> None:
    """Answer with a hint for the button of the panel."""
    await _answer_hint(interaction, press.table)


async def _answer_hint(interaction: Interaction, table_id: int) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    hint = await computers.hint(interaction.client.tables, table_id, interaction.user.id)
    view = hint_view(speaks(interaction), hint)
    await interaction.response.send_message(view=view, ephemeral=True)


@on_press()
async def firsttiles(interaction: Interaction, press: Press) -> None:
    """Say in the panel which of the first tiles a computer would keep. The word of the press has
    the tiles tapped so far."""
    tables, user, t = interaction.client.tables, interaction.user.id, speaks(interaction)
    tapped = press.word.split()
    tribe = next((tile for tile in tapped if tile in TRIBES), None)
    await interaction.response.defer()
    tiles = await computers.first_tiles_hint(tables, press.table, user, tribe)
    turn = turns.view(await tables.read(press.table), user)
    lines = first_tiles_lines(t, tiles, tribes="tribes" in turn.position.modules)
    await refresh_panel(interaction, turn, "\n".join(lines), half_chosen=tapped)


class Hints(BotCog):
    """The command that asks a computer."""

    @app_commands.command(
        name="hint", description=locale_str("See which moves a computer would consider")
    )
    @app_commands.guild_only()
    async def hint(self, interaction: Interaction) -> None:
        """Answer privately with a hint for the person whose turn it is."""
        table = await table_here(interaction)
        await _answer_hint(interaction, table.id)
