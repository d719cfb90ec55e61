"""A setting of a season, a table, a server or a person. Each is declared once; menus, checks and
lines follow from it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeVar

from bot.text.notation import MOST_CHOICES
from bot.text.translation import Translations

S = TypeVar("S")
"""The frozen dataclass of settings that a setting belongs to."""
V = TypeVar("V", bound=str)


@dataclass(frozen=True)
class Option:
    """A value that may be chosen."""

    value: str
    """The value in presses, which stays valid for ever."""
    label: str
    """May name what only its page knows in braces, such as {theme}."""
    hint: str = ""
    """A second line for the menu."""


def nothing(t: Translations, settings: object) -> Sequence[str]:
    """Write no lines."""
    return ()


@dataclass(frozen=True)
class Setting(Generic[S]):
    """A setting: its menu, its values, its limits and its words."""

    name: str
    """The name in presses: the page of the setting, and its own."""
    heading: str
    """The text of its menu, until something is chosen."""
    fields: tuple[str, ...]
    """The fields it sets, such as "at_once" or "rules.seats"."""
    change: Callable[[S, str], S]
    """Gives the settings with another value. Raises ValueError for one that cannot be chosen."""
    options: Callable[[Translations, S], Sequence[Option]] = lambda t, settings: ()
    """The options of the menu; empty for a role of the server."""
    chosen: Callable[[S], tuple[str, ...]] = lambda settings: ()
    """The values that are chosen."""
    lines: Callable[[Translations, S], Sequence[str]] = nothing
    """The lines about it among others; empty where there is nothing to say."""
    about: str = ""
    """What it does, in a sentence or two, for a page that explains."""
    logged: Callable[[Translations, S], Sequence[str]] | None = None
    """The lines in the audit log; without it `lines`, or the chosen options."""
    limits: tuple[int, int] | None = None
    """The limits of the number in its first field: the least, the most."""
    kind: Literal["menu", "several", "switch", "action", "role", "channel"] = "menu"
    """What is pressed: a menu, or a button. A switch shows the current choice of two, an action
    says what its press does; roles and channels are chosen from Discord's own menus."""
    after_draw: bool = False
    """Whether it may still change once the season is drawn."""
    shown: Callable[[S], bool] = lambda settings: True
    """Whether it can be chosen beside the other settings."""
    at_sign_up: bool = False
    """Whether its lines only matter for signing up."""

    @property
    def page(self) -> str:
        """The page of the setting."""
        return self.name.split(".")[0]

    def log_lines(self, t: Translations, settings: S) -> Sequence[str]:
        """Write the lines that the audit log compares."""
        return self.said(t, settings) if self.logged is None else self.logged(t, settings)

    def said(self, t: Translations, settings: S) -> Sequence[str]:
        """Write its lines, or what is chosen where it has none."""
        chosen = self.chosen(settings)
        labels = [one.label for one in self.options(t, settings) if one.value in chosen]
        return self.lines(t, settings) or labels or [f"<@&{one}>" for one in chosen]


def got(settings: object, field: str) -> Any:
    """The value of a field, such as "at_once", "rules.seats" or "rules.stages.0.games"."""
    for name in field.split("."):
        settings = settings[int(name)] if isinstance(settings, tuple) else getattr(settings, name)
    return settings


def put(settings: S, field: str, value: Any) -> S:
    """Give the settings with another value of a field (`got`)."""
    first, _, rest = field.partition(".")
    new = put(got(settings, first), rest, value) if rest else value
    if isinstance(settings, tuple):
        items = list(settings)
        items[int(first)] = new
        return tuple(items)  # type: ignore[return-value]
    return replace(settings, **{first: new})  # type: ignore[type-var]


def number(
    name: str,
    heading: str,
    field: str,
    numbers: Iterable[int] | Callable[[S], Iterable[int]],
    label: Callable[[Translations, int, S], str],
    *,
    none: int | None = None,
    **more: Any,
) -> Setting[S]:
    """Declare a choice of `numbers`, of which `none` stands for None."""

    def chosen(settings: S) -> int:
        found = got(settings, field)
        return none or 0 if found is None else found

    def options(t: Translations, settings: S) -> Sequence[Option]:
        offered = [*(numbers(settings) if callable(numbers) else numbers)]
        if chosen(settings) not in offered:
            offered = sorted([*offered, chosen(settings)])
        return [Option(str(n), label(t, n, settings)) for n in offered[:MOST_CHOICES]]

    def change(settings: S, typed: str) -> S:
        return put(settings, field, None if int(typed) == none else int(typed))

    return Setting(
        name,
        heading,
        (field,),
        change,
        options=options,
        chosen=lambda settings: (str(chosen(settings)),),
        **more,
    )


def one_of(
    name: str,
    heading: str,
    field: str,
    values: Sequence[V],
    label: Callable[[Translations, V, S], Option],
    *,
    none: tuple[str, str] | None = None,
    **more: Any,
) -> Setting[S]:
    """Declare a choice of several words, or of None, for which `none` has a word and a label."""

    def options(t: Translations, settings: S) -> Sequence[Option]:
        first = [] if none is None else [Option(none[0], t.gettext(none[1]))]
        return [*first, *(label(t, one, settings) for one in values)]

    def change(settings: S, value: str) -> S:
        if none is not None and value == none[0]:
            return put(settings, field, None)
        if value not in values:
            raise ValueError(f"{name} cannot be {value}")
        return put(settings, field, value)

    def chosen(settings: S) -> tuple[str, ...]:
        found = got(settings, field)
        return (none[0] if none is not None and found is None else str(found),)

    more = {"change": change, "chosen": chosen, **more}
    return Setting(name, heading, (field,), options=options, **more)


def on_or_off(
    name: str,
    heading: str,
    field: str,
    *,
    on: str,
    off: str,
    hint: str = "",
    while_on: str = "",
    while_off: str = "",
    values: tuple[str, str] = ("off", "on"),
    **more: Any,
) -> Setting[S]:
    """Declare a switch, with the words for both; `hint` is a second line for on, `while_on` and
    `while_off` are the lines about it, `values` the words of presses."""

    def options(t: Translations, settings: S) -> Sequence[Option]:
        explained = t.gettext(hint) if hint else ""
        return [Option(values[0], t.gettext(off)), Option(values[1], t.gettext(on), explained)]

    def change(settings: S, value: str) -> S:
        if value not in values:
            raise ValueError(f"{name} cannot be {value}")
        return put(settings, field, value == values[1])

    def chosen(settings: S) -> tuple[str, ...]:
        return (values[1] if got(settings, field) else values[0],)

    def lines(t: Translations, settings: S) -> Sequence[str]:
        line = while_on if got(settings, field) else while_off
        return [t.gettext(line)] if line else ()

    more = {"chosen": chosen, "lines": lines, **more}
    return Setting(name, heading, (field,), change, options=options, **more)


def role(name: str, heading: str, field: str, **more: Any) -> Setting[S]:
    """Declare a role of the server, or none; with the kind "channel" a channel."""

    def change(settings: S, value: str) -> S:
        return put(settings, field, int(value) or None)

    def chosen(settings: S) -> tuple[str, ...]:
        role = got(settings, field)
        return () if role is None else (str(role),)

    more = {"change": change, "chosen": chosen, "kind": "role", **more}
    return Setting(name, heading, (field,), **more)
