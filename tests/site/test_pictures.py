"""Pictures of pages are drawn once, and are what they would be if each were drawn whole."""

import random
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.engine import Game
from bot.scene import Scene, scene_of
from bot.site import elements
from bot.site.elements import LAYERS, Pictures
from bot.site.folder import Folder
from bot.text.translation import translator
from rendering import draw_wheels
from tests.engine.random_play import MOODS, choose

ENGLISH = translator("en")
NAMES = ("Ada", "Ben", "Cleo")


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    """The beginnings of the first rounds of a game."""
    chance, game, found = random.Random(4), Game.new(3, seed=4), list[Scene]()
    while len(found) < LAYERS + 3:
        asked = game.pending[0]
        if asked.kind == "turn" and game.snapshot().round > len(found):
            found.append(scene_of(game.snapshot(), NAMES))
        game.play(asked.seat, choose(chance, game.legal(asked.seat), MOODS[0]))
    return found


def of(folder: Path, **more: Any) -> Pictures:
    return Pictures(Folder(folder), more.get("theme", "dark"), more.get("t", ENGLISH))


def files(folder: Path) -> dict[str, int]:
    """Every file with the time at which it was written."""
    return {
        one.relative_to(folder).as_posix(): one.stat().st_mtime_ns
        for one in folder.rglob("*") if one.is_file()
    }  # fmt: skip


def seen(folder: Path, layers: Sequence[str]) -> Image.Image:
    """What a browser shows that lays these files upon each other."""
    with Image.open(folder / layers[0]) as ground:
        image = ground.convert("RGBA")
    for one in layers[1:]:
        with Image.open(folder / one) as above:
            image.alpha_composite(above.convert("RGBA"))
    return image.convert("RGB")


def test_every_round_looks_as_if_it_were_drawn_whole(tmp_path: Path, scenes: list[Scene]) -> None:
    found = of(tmp_path).rounds(scenes)
    assert [len(one) for one in found] == [2, 3, 4, 5, 6, 7, 2, 3, 4]
    for scene, layers in zip(scenes, found, strict=True):
        with Image.open(BytesIO(draw_wheels(scene, t=ENGLISH).data)) as drawn:
            whole = drawn.convert("RGB").reduce(2)
        off = ImageChops.difference(seen(tmp_path, layers), whole).convert("L").histogram()
        assert sum(off[24:]) <= 0.0005 * sum(off)
    assert set(files(tmp_path)) == {one for layers in found for one in layers}


def test_a_moment_alone_needs_no_other(tmp_path: Path, scenes: list[Scene]) -> None:
    [alone] = of(tmp_path / "alone").rounds(scenes[4:5])
    among = of(tmp_path / "all").rounds(scenes)[4]
    assert len(alone) == 2
    one, other = seen(tmp_path / "alone", alone), seen(tmp_path / "all", among)
    assert one.tobytes() == other.tobytes()


def test_what_is_kept_is_not_drawn_again(
    tmp_path: Path, scenes: list[Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, before = of(tmp_path).rounds(scenes), files(tmp_path)
    counted = list[Scene]()

    def layer_of_board(scene: Scene, before: Scene | None, **more: Any) -> bytes:
        counted.append(scene)
        return drawing(scene, before, **more)

    drawing = elements.layer_of_board
    monkeypatch.setattr(elements, "layer_of_board", layer_of_board)
    assert of(tmp_path).rounds(scenes) == found and not counted
    (tmp_path / found[3][-1]).unlink()
    assert of(tmp_path).rounds(scenes) == found
    assert counted == [scenes[3]], "what is missing"
    again = files(tmp_path)
    assert {one for one in again if again[one] != before[one]} == {found[3][-1]}


def test_another_look_is_drawn_anew(
    tmp_path: Path, scenes: list[Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [set(of(tmp_path).rounds(scenes[:1])[0])]
    names.append(set(of(tmp_path, theme="light").rounds(scenes[:1])[0]))
    monkeypatch.setattr(elements, "LOOK", elements.LOOK + 1)
    names.append(set(of(tmp_path).rounds(scenes[:1])[0]))
    assert len(set.union(*names)) == 6 and set.union(*names) == set(files(tmp_path))


def test_the_words_on_a_picture_belong_to_its_look(tmp_path: Path, scenes: list[Scene]) -> None:
    languages = [of(tmp_path, t=translator(one)) for one in ("en", "de")]
    cities = {one.city(scenes[0]) for one in languages}
    assert len(cities) == 2


def test_a_file_is_there_whole_or_not_at_all(
    tmp_path: Path, scenes: list[Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash while the second picture is written; later a loss of power that empties a file."""
    wanted = of(tmp_path / "whole").rounds(scenes[:2])
    with monkeypatch.context() as crashing:
        crashing.setattr(Path, "replace", _second_fails(Path.replace))
        with pytest.raises(OSError, match="power"):
            of(tmp_path / "site").rounds(scenes[:2])
    left = files(tmp_path / "site")
    [part] = left.keys() - set(wanted[1])
    assert len(left) == 2, "one is in its place"
    (tmp_path / "site" / part).rename(tmp_path / "site" / f"{part}0")  # of another process
    store = of(tmp_path / "site")
    assert store.rounds(scenes[:2]) == wanted
    assert Folder(tmp_path / "site", {*wanted[0], *wanted[1]}).remove_others() == 1
    emptied = tmp_path / "site" / wanted[1][-1]
    emptied.write_bytes(b"")
    assert of(tmp_path / "site").rounds(scenes[:2]) == wanted
    for one in files(tmp_path / "site"):
        assert (tmp_path / "site" / one).read_bytes() == (tmp_path / "whole" / one).read_bytes()


def _second_fails(replace: Callable[..., Path]) -> Callable[..., Path]:
    calls = list[Path]()

    def failing(file: Path, target: Path) -> Path:
        calls.append(file)
        if len(calls) == 2:
            raise OSError("power")
        return replace(file, target)

    return failing
