"""No test draws a sign that no typeface has: it would vanish without a word. And what tests draw
again is kept."""

from collections.abc import Iterator
from functools import cache

import pytest

from rendering.drawing import lettering
from rendering.drawing.lettering import Run, Weight
from rendering.wheels import picture
from tests.rendering.caches import much_kept
from tests.rendering.written import forget_watched

_runs = lettering.runs


def _with_all_its_signs(string: str, weight: Weight, size: int) -> tuple[Run, ...]:
    lacking = [sign for sign in string if not sign.isspace() and not lettering.is_drawn(sign)]
    assert not lacking, f"no typeface has {lacking} of “{string}”"
    return _runs(string, weight, size)


@pytest.fixture(autouse=True)
def _every_sign_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "runs", _with_all_its_signs)


@pytest.fixture(scope="package", autouse=True)
def _much_is_kept() -> Iterator[None]:
    """What lies below the gears is the same whenever the wheels turn."""
    below_gears = cache(picture.without_gears)
    with much_kept(8), pytest.MonkeyPatch.context() as patch:
        patch.setattr(picture, "without_gears", lambda theme: below_gears(theme))
        yield
    forget_watched()
