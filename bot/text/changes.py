"""The changes of one seat by happenings, as data and in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.engine.board import TECHNOLOGIES, TEMPLES
from bot.engine.components import MONUMENTS
from bot.engine.happenings import (
    GoodsChanged,
    Happening,
    PointsChanged,
    TechnologyMoved,
    TempleMoved,
    TileBuilt,
    TilesKept,
    TileTornDown,
    WorkerGained,
)
from bot.engine.tribes import NO_TRIBE
from bot.text.names import (
    amount,
    in_a_row,
    in_signs,
    points,
    step_called,
    technology_name,
    temple_name,
    tile_name,
)
from bot.text.translation import Translations

NO_BREAK = "\u00a0"
GOODS = ("corn", "wood", "stone", "gold", "skulls")


@dataclass(frozen=True)
class Change:
    """The sum of a seat's changes by some happenings; zero and empty where nothing changed."""

    goods: Mapping[str, int]
    """Changed amounts by corn, wood, stone, gold and skulls."""
    points4: int
    workers: int
    temples: Mapping[str, int]
    """The new step of each temple whose marker moved."""
    temples_up: Mapping[str, int]
    """The number of steps by which each of these moved."""
    technologies: Mapping[str, int]
    """The new level of each technology that moved."""
    tiles: Sequence[str]
    """Buildings and monuments gained, in order."""
    tiles_lost: Sequence[str]

    def __bool__(self) -> bool:
        return bool(self.goods or self.besides_goods)

    @property
    def besides_goods(self) -> int:
        """How many things changed besides goods."""
        return (
            bool(self.points4) + bool(self.workers) + len(self.temples) + len(self.technologies)
            + len(self.tiles) + len(self.tiles_lost)
        )  # fmt: skip


def change_of(happenings: Iterable[Happening], seat: int) -> Change:
    """Add up the changes of a seat by these happenings."""
    goods = dict.fromkeys(GOODS, 0)
    temples_up, levels = dict.fromkeys(TEMPLES, 0), dict.fromkeys(TECHNOLOGIES, 0)
    temples: dict[str, int] = {}
    technologies: dict[str, int] = {}
    points4 = workers = 0
    tiles: list[str] = []
    monuments: list[str] = []
    lost: list[str] = []
    for happening in happenings:
        match happening:
            case GoodsChanged() if happening.seat == seat:
                for kind in GOODS:
                    goods[kind] += getattr(happening, kind)
            case PointsChanged() if happening.seat == seat:
                points4 += happening.points4
            case TempleMoved() if happening.seat == seat:
                temples_up[happening.temple] += happening.steps
                temples[happening.temple] = happening.step
            case TechnologyMoved() if happening.seat == seat:
                levels[happening.technology] += happening.levels
                technologies[happening.technology] = happening.level
            case WorkerGained() if happening.seat == seat:
                workers += 1
            case TilesKept() if happening.seat == seat:
                workers += happening.workers - NO_TRIBE.start_workers
            case TileBuilt() if happening.seat == seat:
                (monuments if happening.monument else tiles).append(happening.tile)
            case TileTornDown() if happening.seat == seat:
                if happening.tile in tiles:
                    tiles.remove(happening.tile)
                else:
                    lost.append(happening.tile)
    return Change(
        goods={kind: n for kind, n in goods.items() if n},
        points4=points4,
        workers=workers,
        temples={temple: temples[temple] for temple in TEMPLES if temples_up[temple]},
        temples_up={temple: temples_up[temple] for temple in TEMPLES if temples_up[temple]},
        technologies={track: technologies[track] for track in TECHNOLOGIES if levels[track]},
        tiles=(*tiles, *monuments),
        tiles_lost=tuple(lost),
    )


def unbroken(words: str) -> str:
    """Join words by no-break spaces, so that they stay on one line."""
    return words.replace(" ", NO_BREAK)


def change_words(t: Translations, change: Change) -> list[str]:
    """Write the changes in short pieces: "+5 corn", "−1 gold", "Chaac 0 → 2", "Agriculture level
    2"; in the text of a message with icons instead of names, but for tiles."""
    # Translators: in a list of changes, a label before the name of a building or monument
    built = t.gettext("built: {tile}")
    # Translators: in a list of changes, a label before the name of a building
    torn_down = t.gettext("torn down: {tile}")
    pieces = [built.format(tile=_marked(t, tile)) for tile in change.tiles]
    pieces += [torn_down.format(tile=_marked(t, tile)) for tile in change.tiles_lost]
    pieces += [signed(t, kind, n) for kind, n in change.goods.items()]
    if change.points4:
        pieces.append(signed_points(t, change.points4))
    if change.workers:
        # Translators: in a list of changes: "+1 worker"
        more = t.ngettext("+{n} worker", "+{n} workers", change.workers).format(n=change.workers)
        icon = t.in_text.get("worker")
        short = (
            in_signs("worker", change.workers) if t.in_signs else f"{change.workers}\u202f{icon}"
        )
        pieces.append(f"+{short}" if t.in_signs or icon else more)
    # Translators: in a list of changes, a technology and the level reached: "Agriculture level 2"
    level = "{track} {n}" if t.in_signs else t.gettext("{track} level {n}")
    pieces += [
        climb_words(t, t.in_text.get(temple, temple_name(t, temple)), temple, new - steps, new)
        for temple, steps in change.temples_up.items()
        for new in [change.temples[temple]]
    ]
    pieces += [
        level.format(track=t.in_text.get(track, technology_name(t, track)), n=n)
        for track, n in change.technologies.items()
    ]
    return pieces


def climb_words(t: Translations, name: str, temple: str, old: int, new: int) -> str:
    """Write a temple's name with the steps its marker moved from and to: "Chaac 0 → 2"."""
    # Translators: a temple, and by the points printed there the steps its marker moved from and to
    return t.gettext("{temple} {old} → {new}").format(
        temple=name, old=step_called(temple, old), new=step_called(temple, new)
    )


def _marked(t: Translations, tile: str) -> str:
    """A building or monument with its icon."""
    return t.marked("monument" if tile in MONUMENTS else "building", tile_name(t, tile))


def gain_words(t: Translations, change: Change) -> str:
    """Write the changes for a label: "+5 corn, Chaac 0 → 2"."""
    return in_a_row(t, change_words(t, change))


def signed_goods(t: Translations, goods: Mapping[str, int]) -> str:
    """Write gains and losses of goods: "+5 corn, −1 gold"."""
    return in_a_row(t, [signed(t, kind, n) for kind, n in goods.items() if n])


def signed(t: Translations, kind: str, n: int) -> str:
    """Write a gain or loss of a good: "+5 corn", "−1 gold"."""
    return ("+" if n > 0 else "−") + amount(t, kind, abs(n))


def signed_points(t: Translations, points4: int) -> str:
    """Write points won or lost: "+7 points", "−1 point"."""
    return ("+" if points4 > 0 else "−") + points(t, abs(points4))
