"""The secret choice at the start: wealth tiles, and with the expansion a tribe."""

from collections.abc import Sequence

from discord import ButtonStyle

from bot.engine.expansion import NO_TRIBE, TRIBES
from bot.tables import TurnView
from bot.text.names import lettered, tile_name
from bot.text.tiles import tile_icon, tile_line
from bot.text.translation import Translations, listed
from cogs.kit.buttons import button
from cogs.kit.layout import Part, packed, picture, small, text, with_icons
from rendering import Picture

KEEP = "keep"
"""The kind of the question which tiles to keep."""
CHOSEN, FREE = ButtonStyle.success, ButtonStyle.primary


def tiles_dealt(turn: TurnView) -> tuple[str, ...]:
    """The tiles dealt to the person, tribes first: in the order of their letters. Other people's
    tiles, which the last choice reveals, are not among them."""
    offers = [action.split()[1:] for action in turn.begun.legal(turn.seat)]
    dealt = sorted({tile for offer in offers for tile in offer})
    return tuple(sorted(dealt, key=lambda tile: tile not in TRIBES))


def keep_parts(
    t: Translations, turn: TurnView, half_chosen: Sequence[str], drawn: Picture | None = None
) -> list[Part]:
    """The tiles dealt to the person, each with a button: drawn (`draw_strip` of `tiles_dealt`), or
    in words where no picture is shown."""
    dealt = tiles_dealt(turn)
    chosen = turn.prepared[-1].split()[1:] if turn.prepared else half_chosen
    tribes = any(tile in TRIBES for tile in dealt)
    n = _to_keep(chosen)
    if tribes:
        # Translators: heading; imperative
        head = t.gettext("Choose your tribe and tiles")
        # Translators: what to do; {n} is 2 or 3
        asked = t.ngettext(
            "Tap **one** tribe and **{n}** wealth tile, then confirm.",
            "Tap **one** tribe and **{n}** wealth tiles, then confirm.",
            n,
        ).format(n=n)
    else:
        # Translators: heading; imperative
        head = t.gettext("Choose your wealth tiles")
        # Translators: what to do; {n} is 2
        asked = t.ngettext(
            "Tap the **{n}** tile you want to begin with, then confirm.",
            "Tap the **{n}** tiles you want to begin with, then confirm.",
            n,
        ).format(n=n)
    secret = small(t.gettext("Your choice stays secret until everybody has chosen."))
    buttons = [
        button(
            lettered(number, tile_name(t, tile)), "tile", turn.table.id, turn.stamp,
            " ".join(tapped(tile, chosen)),
            style=CHOSEN if tile in chosen else FREE, icon=t.icons.get(tile_icon(tile)),
        )
        for number, tile in enumerate(dealt)
    ]  # fmt: skip
    # Translators: behind "You keep:", while no tile is chosen
    none = t.pgettext("tiles", "nothing yet")
    names = listed(t, [tile_name(t, tile) for tile in chosen]) or none
    # Translators: the tiles chosen so far, by their names
    lines = [t.gettext("**You keep**: {tiles}").format(tiles=names)]
    wealth = [tile for tile in chosen if tile not in TRIBES]
    if len(wealth) == n:
        # Translators: {tile}: the wealth tile that was chosen first
        swap = t.gettext("If you tap another tile, it replaces {tile}.")
        lines.append(small(swap.format(tile=tile_name(t, wealth[0]))))
    last = text(*lines)
    return [
        *([picture(drawn.filename, drawn.alt)] if drawn else []),
        text(f"### {head}", asked, secret, *([] if drawn else _lines(t, dealt))),
        *packed(buttons),
        last,
    ]


def _lines(t: Translations, tiles: Sequence[str]) -> Sequence[str]:
    return with_icons(
        t,
        lambda words: [lettered(n, tile_line(words, tile)) for n, tile in enumerate(tiles)],
        2600,
    )


def tapped(tile: str, chosen: Sequence[str]) -> list[str]:
    """The choice after a tap on this tile, which adds or removes it. A new tribe replaces the
    chosen one; a wealth tile too many replaces the oldest, which the panel says before."""
    if tile in chosen:
        return [other for other in chosen if other != tile]
    left = [*chosen, tile]
    if tile in TRIBES:
        left = [tile, *(other for other in chosen if other not in TRIBES)]
    tribes = [other for other in left if other in TRIBES]
    wealth = [other for other in left if other not in TRIBES]
    return [*tribes, *wealth[-_to_keep(left) :]]


def keep_action(chosen: Sequence[str]) -> str:
    """The action that keeps these tiles; legal only if they are as many as must be kept."""
    tribes = [tile for tile in chosen if tile in TRIBES]
    return " ".join(["keep", *tribes, *sorted(tile for tile in chosen if tile not in TRIBES)])


def _to_keep(chosen: Sequence[str]) -> int:
    """The number of wealth tiles to keep: two, or what the chosen tribe says (R-144)."""
    powers = [TRIBES[tile].powers for tile in chosen if tile in TRIBES]
    return (powers or [NO_TRIBE])[0].wealth_kept
