"""Declared settings on a page: the menu or button of each kind, and what a press on it means."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.refusal import Refusal
from bot.text.setting import Option, Setting, on_or_off, one_of, role
from bot.text.translation import translator
from cogs.kit.buttons import pressed_as, setting_menu, setting_pressed

T = translator("en")


@dataclass(frozen=True)
class Feast:
    """Settings that nobody has."""

    host: int | None = None
    place: int | None = None
    drink: str | None = None
    dishes: tuple[str, ...] = ()
    music: bool = False


HOST = role("host", "Host", "host")
PLACE = role("place", "Place", "place", kind="channel")
DRINK: Setting[Feast] = one_of(
    "drink",
    "Drink",
    "drink",
    ("cocoa", "balche"),
    lambda t, one, _: Option(one, one.capitalize()),
    none=("host", "As the host likes: {drink}"),
)
DISHES: Setting[Feast] = Setting(
    "dishes",
    "Dishes",
    ("dishes",),
    lambda feast, value: replace(feast, dishes=tuple(value.split(",")) if value else ()),
    lambda t, feast: [Option("maize", "Maize"), Option("beans", "Beans")],
    lambda feast: feast.dishes,
    kind="several",
)


def music(kind: str) -> Setting[Feast]:
    """A button of this kind."""
    return on_or_off(
        "music", "", "music", on="Play", off="Stop", while_on="It plays.", kind=kind
    )  # fmt: skip


def shown(one: Setting[Any], feast: Feast, word: str = "", **known: str) -> dict[str, Any]:
    """What Discord is sent."""
    part = setting_menu(T, one, feast, "feast", 7, "stamp", word, known=known)
    return dict(part.to_component_dict())


@pytest.mark.parametrize(
    ("one", "field", "kind"), [(HOST, "host", 6), (PLACE, "place", 8)], ids=["role", "channel"]
)
def test_discords_own_menus(one: Setting[Feast], field: str, kind: int) -> None:
    """Of roles and of channels: what is chosen is shown, and may be taken away."""
    empty = shown(one, Feast())
    assert (empty["type"], empty["min_values"]) == (kind, 0) and not empty.get("default_values")
    chosen = setting_pressed(one, Feast(), pressed_as(empty["custom_id"], ("42",)))
    assert chosen == replace(Feast(), **{field: 42})
    filled = shown(one, chosen)
    assert [each["id"] for each in filled["default_values"]] in (["42"], [42])
    assert setting_pressed(one, chosen, pressed_as(filled["custom_id"])) == Feast()
    with pytest.raises(Refusal, match="out of date"):
        setting_pressed(one, chosen, pressed_as(filled["custom_id"], ("everybody",)))


def test_one_of_several_words_or_none() -> None:
    menu = shown(DRINK, Feast(), drink="Balche")
    labels = [(each["label"], bool(each.get("default"))) for each in menu["options"]]
    assert labels == [("As the host likes: Balche", True), ("Cocoa", False), ("Balche", False)]
    chosen = setting_pressed(DRINK, Feast(), pressed_as(menu["custom_id"], ("cocoa",)))
    assert chosen == Feast(drink="cocoa")
    assert setting_pressed(DRINK, chosen, pressed_as(menu["custom_id"], ("host",))) == Feast()
    with pytest.raises(Refusal, match="out of date"):
        setting_pressed(DRINK, chosen, pressed_as(menu["custom_id"], ("tea",)))


def test_several_at_once() -> None:
    menu = shown(DISHES, Feast(dishes=("beans",)))
    assert (menu["min_values"], menu["max_values"]) == (0, 2)
    chosen = setting_pressed(DISHES, Feast(), pressed_as(menu["custom_id"], ("maize", "beans")))
    assert chosen == Feast(dishes=("maize", "beans"))
    assert setting_pressed(DISHES, chosen, pressed_as(menu["custom_id"])) == Feast()


@pytest.mark.parametrize(
    ("kind", "label", "playing"), [("switch", "Stop", "Play"), ("action", "Play", "Stop")]
)
@pytest.mark.parametrize("word", ["", "l1.feast.music"])
def test_buttons(kind: str, label: str, playing: str, word: str) -> None:
    """A switch says what holds, an action what its press does; either chooses the other value."""
    one = music(kind)
    off = shown(one, Feast(), word)
    assert off["label"] == label
    chosen = setting_pressed(one, Feast(), pressed_as(off["custom_id"]))
    assert chosen == Feast(music=True) and one.lines(T, chosen) == ["It plays."]
    on = shown(one, chosen, word)
    assert on["label"] == playing
    assert setting_pressed(one, chosen, pressed_as(on["custom_id"])) == Feast()
    assert one.lines(T, Feast()) == () and one.said(T, Feast()) == ["Stop"]
