"""The tables of data/leagues.json, read once: points schemes, tie-break chains, designs."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LEAGUES: Mapping[str, Any] = json.loads(
    (Path(__file__).parents[3] / "data" / "leagues.json").read_text(encoding="utf-8")
)
