"""The preview as tests start it."""

from typing import Any

import pytest

from rendering import DrawingPool


@pytest.fixture(autouse=True)
def _nothing_drawn_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test starts a process that draws, and most are over before both themes are prepared."""

    def pool(**how: Any) -> DrawingPool:
        return DrawingPool(**{**how, "ahead": ()})

    monkeypatch.setattr("cogs.client.DrawingPool", pool)
