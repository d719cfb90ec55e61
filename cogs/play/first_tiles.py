"""The secret choice at the start: wealth tiles, and with the expansion a tribe."""

from collections.abc import Sequence

from discord import ButtonStyle

from bot.engine.tribes import NO_TRIBE, TRIBES
from bot.tables import TurnView
from bot.text.formats import listed
from bot.text.names import tile_name
from bot.text.tiles import tile_icon, tile_line
from bot.text.translation import Translations
from cogs.kit.buttons import button
from cogs.kit.layout import Part, row, rows, text, with_icons

CHOSEN, FREE = ButtonStyle.success, ButtonStyle.primary


def keep_parts(t: Translations, turn: TurnView, half_chosen: Sequence[str]) -> list[Part]:
    """The tiles dealt to the person, each with a button. Other people's tiles, which the last
    choice reveals, are not shown."""
    offers = [action.split()[1:] for action in turn.begun.legal(turn.seat)]
    dealt = sorted({tile for offer in offers for tile in offer})
    tribes = [tile for tile in dealt if tile in TRIBES]
    wealth = [tile for tile in dealt if tile not in TRIBES]
    chosen = turn.prepared[-1].split()[1:] if turn.prepared else half_chosen

    def buttons(tiles: Sequence[str]) -> list[Part]:
        return rows(
            [
                button(
                    tile_name(t, tile), "tile", turn.table.id, turn.stamp,
                    " ".join(tapped(tile, chosen)),
                    style=CHOSEN if tile in chosen else FREE, icon=t.icons.get(tile_icon(tile)),
                )
                for tile in tiles
            ]
        )  # fmt: skip

    # Translators: behind "You keep:", while no tile is chosen
    none = t.pgettext("tiles", "nothing yet")
    names = listed(t, [tile_name(t, tile) for tile in chosen]) or none
    # Translators: the tiles chosen so far, by their names
    last: list[Part] = [text(t.gettext("**You keep**: {tiles}").format(tiles=names))]
    if turn.table.options.hints:
        word = " ".join(chosen)
        # Translators: button: which tiles a computer would keep; noun
        advice = button(t.gettext("Advice"), "firsttiles", turn.table.id, turn.stamp, word)
        last.append(row([advice]))
    secret = t.gettext("The others see them when everybody has chosen.")
    if not tribes:
        return [
            text(
                # Translators: heading; imperative
                "### " + t.gettext("Choose your wealth tiles"),
                t.gettext("Tap the two you keep, then confirm; you get what is on them at once."),
                secret,
                *_lines(t, wealth),
            ),
            *buttons(wealth),
            *last,
        ]
    return [
        text(
            # Translators: heading; imperative
            "### " + t.gettext("Choose your tribe"),
            t.gettext("Tap one tribe, then the wealth tiles you keep, then confirm."),
            secret,
            *_lines(t, tribes),
        ),
        *buttons(tribes),
        text(
            "### "
            # Translators: heading; imperative
            + t.ngettext(
                "Choose {n} wealth tile", "Choose {n} wealth tiles", _to_keep(chosen)
            ).format(n=_to_keep(chosen)),
            *_lines(t, wealth),
        ),
        *buttons(wealth),
        *last,
    ]


def _lines(t: Translations, tiles: Sequence[str]) -> Sequence[str]:
    return with_icons(t, lambda words: [tile_line(words, tile) for tile in tiles], 1700)


def tapped(tile: str, chosen: Sequence[str]) -> list[str]:
    """The choice after a tap on this tile, which adds or removes it. A new tribe replaces the
    chosen one; a wealth tile too many replaces the oldest."""
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
