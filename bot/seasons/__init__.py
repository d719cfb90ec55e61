"""The mathematics of leagues: schedules, Swiss rounds, points, standings, ratings and seasons.

Pure and synchronous: no Discord, no SQL, no clock, and no chance except from seeds that are passed
in. A season is a list of events (`bot.seasons.events`). Everything else is calculated from it, so a
standing can always be worked out anew, and a correction is one more event.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LEAGUES: Mapping[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "leagues.json").read_text(encoding="utf-8")
)
"""Points schemes and designs of schedules."""
