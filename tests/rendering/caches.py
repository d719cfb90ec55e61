"""What drawing keeps in memory: the caches of the modules in `rendering`, and what is in them."""

import gc
import importlib
import pkgutil
import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import Any

from PIL import Image

import rendering
from rendering.drawing.kept import Shelf

_OPEN_FONTS = {"font", "_fallback", "_face_of", "_blank"}
_MARK = "cache_clear"  # what keeps results has


def modules() -> list[ModuleType]:
    """All modules of `rendering`."""
    names = [module.name for module in pkgutil.walk_packages(rendering.__path__, "rendering.")]
    return [rendering, *(importlib.import_module(name) for name in names)]


def caches() -> dict[str, Any]:
    """Everything that keeps results, functions and shelves, by its full name."""
    return {
        f"{module.__name__}.{name}": value
        for module in modules()
        for name, value in vars(module).items()
        if not isinstance(value, type)
        and hasattr(value, _MARK)
        and (type(value) is Shelf or value.__module__ == module.__name__)
    }


def kept_images() -> dict[str, int]:
    """Bytes of the images kept, encoded ones too, by the full name of what keeps them."""
    found: dict[str, int] = {}
    seen: set[int] = set()
    for name, cache in caches().items():
        found[name] = sum(_bytes(image) for image in _images(cache, seen))
    for module in modules():
        for name, value in vars(module).items():
            if not name.startswith("__") and isinstance(value, (dict, list, tuple, Image.Image)):
                size = sum(_bytes(image) for image in _images(value, seen))
                found[f"{module.__name__}.{name}"] = size
    return {name: size for name, size in found.items() if size}


def _images(root: Any, seen: set[int]) -> Iterator[Image.Image | bytes]:
    """The images that can be reached from an object, each once, and bytes that may be one."""
    open_ = [root]
    while open_:
        thing = open_.pop()
        if id(thing) in seen or isinstance(thing, (FunctionType, ModuleType, type)):
            continue
        seen.add(id(thing))
        if isinstance(thing, (Image.Image, bytes)):
            yield thing
        else:
            open_ += gc.get_referents(thing)


def _bytes(image: Image.Image | bytes) -> int:
    """What the pixels take: Pillow keeps RGB in four bytes too."""
    if isinstance(image, bytes):
        return len(image)
    return image.width * image.height * (1 if image.mode in ("L", "P", "1") else 4)


def forget_drawings() -> None:
    """Empty all caches but those of opened fonts: the next picture is drawn from nothing."""
    for name, cache in caches().items():
        if name.rpartition(".")[2] not in _OPEN_FONTS:
            cache.cache_clear()
    for module in modules():
        for name, value in [*vars(module).items()]:
            own = isinstance(value, dict) and not name.startswith("__")
            images = _images(value, set()) if own else ()
            if any(isinstance(image, Image.Image) for image in images):
                value.clear()


_usual: dict[Shelf, int] = {}
"""The most bytes that the program keeps on each shelf."""


def _shelves() -> list[Shelf]:
    found = [cache for cache in caches().values() if isinstance(cache, Shelf)]
    for shelf in found:
        _usual.setdefault(shelf, shelf._most)
    return found


@contextmanager
def much_kept(times: int) -> Iterator[None]:
    """Inside, drawing keeps so many times as much as in the program: hundreds of pictures in a row
    have the same letters and icons."""
    shelves = _shelves()
    before = [shelf._most for shelf in shelves]
    for shelf in shelves:
        shelf._most = times * _usual[shelf]
    try:
        yield
    finally:
        for shelf, most in zip(shelves, before, strict=True):
            if most < shelf._most:
                shelf.cache_clear()
            shelf._most = most


Contents = dict[Shelf, tuple[OrderedDict[Any, Any], int]]
"""What lies on shelves, and its bytes."""


@contextmanager
def kept_apart(contents: Contents) -> Iterator[None]:
    """Inside, drawing has only this on its shelves, to which it adds; what lay there before comes
    back."""
    shelves = _shelves()
    _exchange(shelves, contents)
    try:
        yield
    finally:
        _exchange(shelves, contents)


def _exchange(shelves: list[Shelf], contents: Contents) -> None:
    for shelf in shelves:
        before = shelf._values, shelf._bytes
        shelf._values, shelf._bytes = contents.get(shelf, (OrderedDict(), 0))
        contents[shelf] = before


def resident() -> int:
    """Bytes of memory this process takes now (Linux; elsewhere the most it ever took)."""
    if sys.platform == "linux":
        from pathlib import Path
        from resource import getpagesize

        return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize()
    from resource import RUSAGE_SELF, getrusage

    return getrusage(RUSAGE_SELF).ru_maxrss
