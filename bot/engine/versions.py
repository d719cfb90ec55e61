"""Versions of the rules: what was ruled otherwise in games that were begun earlier.

A log is the deal and the answers, without those that were forced. So a question more or less, or
one answer more, would put every log behind it out of step: a game is played to its end, and
replayed for ever, by the version it was begun with. A rule that differs reads a field of `Rules`
from the state; nothing else asks for the number.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """One version of the rules: what it rules otherwise than version 1."""

    version: int
    quick_action_optional: bool = False
    """Whether the quick-action space may be used although its action cannot be done, and the
    action's technology step or building declined (R-175)."""
    tax_from_bonus: bool = False
    """Whether a tax on a technology step may come off the blocks of its own bonus (R-151)."""


RULES_VERSION = 2
"""The version by which new games are played."""
UNNAMED_VERSION = 2
"""The version meant by a setup that names none; it never changes."""
_VERSIONS = {
    rules.version: rules
    for rules in (
        Rules(1),
        Rules(2, quick_action_optional=True, tax_from_bonus=True),
    )
}
LATEST = _VERSIONS[RULES_VERSION]


def rules_of(version: int) -> Rules:
    """The rules of a version. Raises ValueError for one that this engine does not know."""
    if version not in _VERSIONS:
        raise ValueError(f"version {version} of the rules is not known")
    return _VERSIONS[version]
