"""What the expansion adds to a scene, in sentences; each is empty without its module."""

from bot.engine.prophecies import PROPHECIES
from bot.text.names import is_tile, tile_name
from bot.text.prophecies import calamity_words, fulfilment_words
from bot.text.translation import Translations
from rendering.markers import LETTERS
from rendering.scene import Scene
from rendering.words import occupant


def quick_words(t: Translations, scene: Scene) -> str:
    """The quick-action tile and who stands on its spaces."""
    if scene.quick is None:
        return ""
    standing = [
        t.gettext("{who} on {space}").format(who=occupant(t, who), space=space)
        for space, who in enumerate(scene.quick.spaces, start=1)
        if who is not None
    ]
    return t.gettext("Quick action {tile}: {workers}.").format(
        tile=quick_name(t, scene), workers=", ".join(standing) or t.gettext("empty")
    )


def quick_name(t: Translations, scene: Scene) -> str:
    """What the quick-action tile that lies there is called."""
    tile = scene.quick.tile if scene.quick else None
    if not tile:
        return t.gettext("unknown")
    return tile_name(t, tile) if is_tile(tile) else tile


def next_quick_words(t: Translations, scene: Scene) -> str:
    """When the next quick-action tile comes, if one will."""
    if scene.quick is None or scene.rounds_of_quick_tile is None:
        return ""
    rounds = scene.rounds_of_quick_tile
    return t.ngettext(
        "A new quick action in {n} round.", "A new quick action in {n} rounds.", rounds
    ).format(n=rounds)


def tribes_words(t: Translations, scene: Scene) -> str:
    """Which seat plays which tribe."""
    tribes = [
        t.gettext("{seat} {tribe}").format(seat=LETTERS[number], tribe=tile_name(t, seat.tribe))
        for number, seat in enumerate(scene.seats)
        if seat.tribe
    ]
    return t.gettext("Tribes: {tribes}.").format(tribes=", ".join(tribes)) if tribes else ""


def prophecy_words(t: Translations, scene: Scene) -> str:
    """The prophecies, the active one marked."""
    if not scene.prophecies:
        return ""
    names = [
        t.gettext("{prophecy} (active)").format(prophecy=tile_name(t, tile))
        if tile == scene.active_prophecy
        else tile_name(t, tile)
        for tile in scene.prophecies
    ]
    return t.gettext("Prophecies: {names}.").format(names=", ".join(names))


def calamity_and_bands(t: Translations, scene: Scene) -> str:
    """What the prophecy that is shown does, and what it will give."""
    shown = scene.prophecy_shown
    if shown is None or shown not in PROPHECIES:
        return ""
    return f"{calamity_words(t, shown)} {fulfilment_words(t, shown)}"


def prophecy_points_words(t: Translations, scene: Scene) -> str:
    """What the active prophecy would give each seat now."""
    seats = [
        f"{LETTERS[number]} {str(seat.prophecy_points).replace('-', '−')}"
        for number, seat in enumerate(scene.seats)
        if seat.prophecy_points is not None
    ]
    if not seats or scene.active_prophecy is None:
        return ""
    return t.gettext("{prophecy} would give now, in points: {points}.").format(
        prophecy=tile_name(t, scene.active_prophecy), points=", ".join(seats)
    )


def kept_skull_words(t: Translations, scene: Scene) -> str:
    """Skulls that lie on buildings for good."""
    seats = ", ".join(LETTERS[number] for number in scene.skull_keepers)
    return t.gettext("Skulls kept on buildings: {seats}.").format(seats=seats) if seats else ""
