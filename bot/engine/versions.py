"""Versions of the rules: earlier rulings that old games keep.

A log is the deal and the answers, without those that were forced. One question or one answer more
would put every later entry of a log out of step. So a game is played to its end, and replayed for
ever, by the version it was begun with. A rule that differs reads a field of `Rules` from the state;
nothing else asks for the number.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """One version of the rules, as its differences from version 1."""

    version: int


RULES_VERSION = 1
"""The version by which new games are played."""
UNNAMED_VERSION = 1
"""The version meant by a setup that names none; it never changes."""
_ALL = [
    Rules(1),
]
_VERSIONS = {rules.version: rules for rules in _ALL}
LATEST = _VERSIONS[RULES_VERSION]


def rules_of(version: int) -> Rules:
    """Find the rules of a version. Raises ValueError for one that this engine does not know."""
    if version not in _VERSIONS:
        raise ValueError(f"version {version} of the rules is not known")
    return _VERSIONS[version]
