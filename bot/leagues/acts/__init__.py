"""Acts of moderators in a season: a section of a file for each, and what is the same for all."""

from collections.abc import Mapping

from bot.leagues.acts.act import SeasonAct
from bot.leagues.acts.people import Ban, EnterLate, Substitute, Unban, Withdraw
from bot.leagues.acts.results import Adjust, Correct, Void
from bot.leagues.acts.running import ChangeSettings, Close, Draw, DrawRound, OpenTables

__all__ = [
    "ACTS",
    "Adjust",
    "Ban",
    "ChangeSettings",
    "Close",
    "Correct",
    "Draw",
    "DrawRound",
    "EnterLate",
    "OpenTables",
    "SeasonAct",
    "Substitute",
    "Unban",
    "Void",
    "Withdraw",
]

ACTS: Mapping[str, type[SeasonAct]] = {
    act.name: act
    for act in (
        Draw, DrawRound, OpenTables, Close, EnterLate, Withdraw, Substitute, Correct, Void, Adjust,
        Ban, Unban, ChangeSettings,
    )
}  # fmt: skip
"""By the name under which they are stored."""
