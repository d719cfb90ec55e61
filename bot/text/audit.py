"""Words of the audit log: who decided, what was set up."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.text.translation import N_, Translations


def manager_words(t: Translations, *, plays: bool) -> str:
    """Who decided where no moderator was free to."""
    if plays:
        return t.gettext("decided by the server's manager, who plays in this season")
    return t.gettext("decided by the server's manager, as no moderator was free to")


def manager_line(t: Translations, acts: Sequence[str], *, plays: bool) -> str:
    """The line below the standings for such acts, which are named."""
    if plays:
        words = t.gettext(
            "Decided by the server's manager, who plays in this season, as no other moderator was "
            "known: {acts}."
        )
    else:
        words = t.gettext("Decided by the server's manager, as no moderator was free to: {acts}.")
    return words.format(acts=", ".join(acts))


def setup_words(t: Translations, was: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What was set up for moderators, with the old and the new value of each setting."""
    found = []
    for name, value in now.items():
        what = t.gettext(_SETTINGS[name]) if name in _SETTINGS else name
        old, new = _value(t, name, was.get(name)), _value(t, name, value)
        found.append(t.gettext("{what}: {was} → {now}").format(what=what, was=old, now=new))
    return found


def _value(t: Translations, name: str, value: Any) -> str:
    if isinstance(value, bool):
        return t.gettext("on") if value else t.gettext("off")
    if name == "moderator_roles":
        if not value:
            return t.gettext("everybody who may manage this server")
        return ", ".join(f"<@&{role}>" for role in value)
    if name.endswith("channel"):
        return f"<#{value}>" if value else t.gettext("none")
    return str(value)


_SETTINGS: Mapping[str, str] = {
    "moderator_roles": N_("moderators"),
    "second_moderator": N_("second moderator"),
    "moderators_channel": N_("moderators' channel"),
}
