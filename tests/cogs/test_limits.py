"""The checks of Discord's limits find what is beyond them."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

import pytest
from simcord import HttpLogEntry

from cogs.kit.buttons import menu_ids
from tests.cogs.limits import (
    BUTTON,
    SELECT,
    check_against_openapi,
    check_commands,
    check_message,
    check_modal,
    check_requests,
    check_sent,
    check_suggestions,
    components,
    validator,
)

Body = dict[str, Any]
Break = Callable[[Body], Any]


# What the checks let pass, and what they do not.


def a_button(label: str = "Join", custom_id: str = "tz:join:1::") -> Body:
    return {"type": 2, "style": 2, "label": label, "custom_id": custom_id}


def an_option(n: int) -> Body:
    return {"label": f"Palenque {n}", "value": f"place {n}", "description": "2 corn"}


def a_message() -> Body:
    """A message with one of everything, all of it allowed."""
    select = {
        "type": 3, **menu_ids("choose", 1),
        "options": [an_option(n) for n in range(3)], "placeholder": "Where?",
        "min_values": 0, "max_values": 2,
    }  # fmt: skip
    link = {"type": 2, "style": 5, "label": "Board", "url": "https://discord.com/channels/1/2/3"}
    picture = {"description": "The board.", "media": {"url": "attachment://board-1.png"}}
    inside = [
        {"type": 10, "content": "Round 3"},
        {"type": 12, "items": [picture]},
        {"type": 14},
        {"type": 1, "components": [a_button(), link]},
        {"type": 1, "components": [select]},
    ]
    return {
        "flags": 1 << 15,
        "nonce": "b1-2",
        "components": [{"type": 17, "components": inside}],
        "attachments": [{"id": 0, "filename": "board-1.png", "description": "The board."}],
        "allowed_mentions": {"parse": [], "users": [1, 2]},
    }


def inside(body: Body) -> list[Body]:
    parts: list[Body] = body["components"][0]["components"]
    return parts


def first(body: Body, kind: int) -> Any:
    return next(c for c in components(body) if c["type"] == kind)


def add(body: Body, *parts: Body) -> None:
    inside(body).extend(parts)


def buttons(number: int) -> list[Body]:
    return [a_button(custom_id=f"tz:do:1::{n}") for n in range(number)]


def a_text(long: int) -> Body:
    return {"type": 10, "content": "a" * long}


BROKEN_MESSAGES: Mapping[str, Break] = {
    "one text too long": lambda m: add(m, a_text(4001)),
    "texts together too long": lambda m: add(m, a_text(2000), a_text(1999)),
    "letters that count twice": lambda m: add(m, {"type": 10, "content": "𝕎" * 2000}),
    "an empty text": lambda m: add(m, a_text(0)),
    "a blank text": lambda m: add(m, {"type": 10, "content": " \n"}),
    "41 components, nested ones counted": lambda m: add(
        m, *({"type": 1, "components": [b]} for b in buttons(16))
    ),
    "41 components, 31 of them in rows": lambda m: add(
        m, *({"type": 1, "components": buttons(31)[5 * n : 5 * n + 5]} for n in range(7))
    ),
    "six buttons in a row": lambda m: add(m, {"type": 1, "components": buttons(6)}),
    "an empty row": lambda m: add(m, {"type": 1, "components": []}),
    "a button beside a select": lambda m: inside(m)[4]["components"].append(a_button("B", "b")),
    "a button without a row": lambda m: add(m, a_button("B", "b")),
    "a box in a box": lambda m: add(m, {"type": 17, "components": [a_text(3)]}),
    "an empty box": lambda m: m["components"].append({"type": 17, "components": []}),
    "26 options": lambda m: first(m, SELECT).update(options=[an_option(n) for n in range(26)]),
    "no options": lambda m: first(m, SELECT).update(options=[], max_values=None),
    "two options with one value": lambda m: first(m, SELECT)["options"].append(an_option(0)),
    "an option's long label": lambda m: first(m, SELECT)["options"][0].update(label="a" * 101),
    "an option's empty label": lambda m: first(m, SELECT)["options"][0].update(label=""),
    "an option's long value": lambda m: first(m, SELECT)["options"][0].update(value="a" * 101),
    "a long description": lambda m: first(m, SELECT)["options"][0].update(description="a" * 101),
    "a long placeholder": lambda m: first(m, SELECT).update(placeholder="a" * 151),
    "more values than options": lambda m: first(m, SELECT).update(max_values=4),
    "no value at most": lambda m: first(m, SELECT).update(max_values=0),
    "fewer at most than at least": lambda m: first(m, SELECT).update(min_values=3),
    "more chosen than may be": lambda m: first(m, SELECT).update(
        options=[{**an_option(n), "default": True} for n in range(3)]
    ),
    "a select without custom id": lambda m: first(m, SELECT).update(custom_id=""),
    "a menu numbered from the top": lambda m: first(m, SELECT).pop("id"),
    "a label too long for Discord": lambda m: first(m, BUTTON).update(label="a" * 81),
    "a label too long for a phone": lambda m: first(m, BUTTON).update(label="a" * 35),
    "an empty label": lambda m: first(m, BUTTON).update(label=""),
    "a long custom id": lambda m: first(m, BUTTON).update(custom_id="a" * 101),
    "an empty custom id": lambda m: first(m, BUTTON).update(custom_id=""),
    "no custom id": lambda m: first(m, BUTTON).pop("custom_id"),
    "a custom id twice": lambda m: first(m, BUTTON).update(custom_id="tz:choose:1::"),
    "a link with a custom id": lambda m: inside(m)[3]["components"][1].update(custom_id="b"),
    "a button with an address": lambda m: first(m, BUTTON).update(url="https://discord.com"),
    "a long address": lambda m: inside(m)[3]["components"][1].update(url="https://" + "a" * 505),
    "long alt text": lambda m: inside(m)[1]["items"][0].update(description="a" * 1025),
    "no alt text": lambda m: inside(m)[1]["items"][0].pop("description"),
    "no pictures": lambda m: inside(m)[1].update(items=[]),
    "eleven pictures": lambda m: inside(m)[1].update(items=inside(m)[1]["items"] * 11),
    "an unknown component": lambda m: add(m, {"type": 99}),
    "words outside the components": lambda m: m.update(content="Round 3"),
}
BROKEN_SENDINGS: Mapping[str, Break] = {
    "an attachment's name with a line": lambda m: m["attachments"][0].update(
        filename="board_1.png"
    ),
    "an attachment's name with a letter beyond A to Z": lambda m: m["attachments"].append(
        {"id": 1, "filename": "brätt.png"}
    ),
    "a picture that is not attached": lambda m: m.update(attachments=[]),
    "two attachments with one id": lambda m: m["attachments"].append(
        {"id": 0, "filename": "city.png"}
    ),
    "two attachments with one name": lambda m: m["attachments"].append(
        {"id": 1, "filename": "board-1.png"}
    ),
    "an attachment's long description": lambda m: m["attachments"][0].update(
        description="a" * 1025
    ),
    "eleven attachments": lambda m: m["attachments"].extend(
        {"id": n, "filename": f"{n}.png"} for n in range(1, 11)
    ),
    "nothing about mentions": lambda m: m.pop("allowed_mentions"),
    "mentions of everyone": lambda m: m["allowed_mentions"].update(parse=["everyone"]),
    "mentions of whoever is named": lambda m: m["allowed_mentions"].update(parse=["users"]),
    "mentions of a role": lambda m: m["allowed_mentions"].update(roles=[7]),
    "a person mentioned twice": lambda m: m["allowed_mentions"].update(users=[1, 1]),
    "101 people mentioned": lambda m: m["allowed_mentions"].update(users=list(range(101))),
    "a long nonce": lambda m: m.update(nonce="a" * 26),
    "no flag of its components": lambda m: m.update(flags=0),
    "nothing at all": lambda m: m.update(components=[]),
    "long content": lambda m: m.update(components=[], content="a" * 2001),
}


def test_what_is_allowed_passes() -> None:
    body = a_message()
    check_sent(body)
    add(body, *({"type": 1, "components": [b]} for b in buttons(15)))
    add(body, {"type": 14})
    assert len(list(components(body))) == 40
    inside(body)[0]["content"] = "a" * 4000
    first(body, BUTTON)["label"] = "a" * 34
    check_sent(body)
    check_sent({"content": "It is not your turn.", "allowed_mentions": {"parse": []}})
    check_sent({key: body[key] for key in ("flags", "components")}, new=False)


@pytest.mark.parametrize("name", BROKEN_MESSAGES)
def test_a_broken_message_is_found(name: str) -> None:
    body = a_message()
    BROKEN_MESSAGES[name](body)
    with pytest.raises(AssertionError):
        check_message(body)


@pytest.mark.parametrize("name", BROKEN_SENDINGS)
def test_a_broken_sending_is_found(name: str) -> None:
    body = a_message()
    BROKEN_SENDINGS[name](body)
    with pytest.raises(AssertionError):
        check_sent(body)


def a_modal() -> Body:
    field = {"type": 4, "style": 1, "custom_id": "time", "max_length": 5, "placeholder": "20:00"}
    when = {"type": 18, "label": "When?", "description": "Hours and minutes", "component": field}
    return {"custom_id": "tz:when:1::", "title": "Your time", "components": [when]}


def a_label(body: Body) -> Body:
    found: Body = body["components"][0]
    return found


BROKEN_MODALS: Mapping[str, Break] = {
    "a long title": lambda m: m.update(title="a" * 46),
    "an empty title": lambda m: m.update(title=""),
    "a long custom id": lambda m: m.update(custom_id="a" * 101),
    "no fields": lambda m: m.update(components=[]),
    "six fields": lambda m: m.update(
        components=[
            {
                "type": 18,
                "label": "When?",
                "component": {"type": 4, "style": 1, "custom_id": str(n)},
            }
            for n in range(6)
        ]
    ),
    "a field twice": lambda m: m["components"].append(deepcopy(a_label(m))),
    "a long label": lambda m: a_label(m).update(label="a" * 46),
    "a long description": lambda m: a_label(m).update(description="a" * 101),
    "a long placeholder": lambda m: a_label(m)["component"].update(placeholder="a" * 101),
    "a long value": lambda m: a_label(m)["component"].update(value="12:000"),
    "less at most than at least": lambda m: a_label(m)["component"].update(min_length=6),
    "a field for a novel": lambda m: a_label(m)["component"].update(max_length=4001),
    "a button": lambda m: a_label(m).update(component=a_button()),
    "a box": lambda m: m["components"].append({"type": 17, "components": [a_text(3)]}),
}


@pytest.mark.parametrize("name", [None, *BROKEN_MODALS])
def test_a_broken_modal_is_found(name: str | None) -> None:
    body = a_modal()
    if name is None:
        check_modal(body)
        return
    BROKEN_MODALS[name](body)
    with pytest.raises(AssertionError):
        check_modal(body)


def suggested(n: int, name: str = "palenque: free", value: Any = "palenque") -> list[Body]:
    return [{"name": name, "value": value}] * n


@pytest.mark.parametrize(
    "broken",
    [suggested(26), suggested(1, name="a" * 101), suggested(1, name=""),
     suggested(1, value="a" * 101), suggested(1, value="")],
)  # fmt: skip
def test_broken_suggestions_are_found(broken: list[Body]) -> None:
    check_suggestions(suggested(25, name="a" * 100))
    check_suggestions([])
    with pytest.raises(AssertionError):
        check_suggestions(broken)


def a_command() -> Body:
    option = {
        "type": 3, "name": "workers", "description": "Where", "required": True,
        "choices": [{"name": "Palenque", "value": "palenque"}],
    }  # fmt: skip
    private = {"type": 5, "name": "private", "description": "To you alone"}
    return {"name": "place", "description": "Place workers", "options": [option, private]}


def with_words(names: Sequence[str]) -> list[Body]:
    return [{"type": 3, "name": name, "description": "Where"} for name in names]


BROKEN_COMMANDS: Mapping[str, Break] = {
    "a long name": lambda c: c.update(name="a" * 33),
    "a name with a capital": lambda c: c.update(name="Place"),
    "a name of two words": lambda c: c.update(name="place it"),
    "a name with brackets": lambda c: c.update(name_localizations={"de": "⟦setzen⟧"}),
    "a translated name with a capital": lambda c: c.update(name_localizations={"de": "Setzen"}),
    "a long translated name": lambda c: c.update(name_localizations={"de": "a" * 33}),
    "a long description": lambda c: c.update(description="a" * 101),
    "no description": lambda c: c.update(description=""),
    "a long translated one": lambda c: c.update(description_localizations={"de": "a" * 101}),
    "26 options": lambda c: c.update(options=with_words([f"o{n}" for n in range(26)])),
    "two options with one name": lambda c: c.update(options=with_words(["where", "where"])),
    "two with one translated name": lambda c: [
        option.update(name_localizations={"de": "wo"}) for option in c["options"]
    ],
    "required options last": lambda c: c["options"].reverse(),
    "26 choices": lambda c: c["options"][0].update(choices=suggested(26)),
    "a long choice": lambda c: c["options"][0].update(choices=suggested(1, name="a" * 101)),
    "too much in all": lambda c: c.update(
        options=[
            {"type": 1, "name": f"o{n}", "description": "a" * 100,
             "options": [{**one, "description": "a" * 100} for one in with_words(["b", "c", "d"])]}
            for n in range(25)
        ]
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", [None, *BROKEN_COMMANDS])
def test_a_broken_command_is_found(name: str | None) -> None:
    command = a_command()
    if name is None:
        check_commands([command])
        return
    BROKEN_COMMANDS[name](command)
    with pytest.raises(AssertionError):
        check_commands([command])


def test_two_commands_with_one_name_are_found() -> None:
    with pytest.raises(AssertionError, match="one name"):
        check_commands([a_command(), a_command()])


def request(method: str, path: str, body: Any) -> HttpLogEntry:
    return HttpLogEntry(method, path, {}, body, None)


def answered(kind: int, data: Any = None, token: str = "abc") -> HttpLogEntry:
    body = {"type": kind} if data is None else {"type": kind, "data": data}
    return request("POST", f"/interactions/1/{token}/callback", body)


FILLED = {"content": "Done.", "allowed_mentions": {"parse": []}}
LATER = request("PATCH", "/webhooks/9/abc/messages/@original", {"content": "Done."})
FOLLOWED = request("POST", "/webhooks/9/abc", FILLED)


@pytest.mark.parametrize(
    "sent",
    [
        [answered(4, FILLED)],
        [answered(5, {"flags": 64}), LATER],
        [answered(5), FOLLOWED],
        [answered(6)],
        [answered(8, {"choices": suggested(3)})],
        [answered(9, a_modal())],
        [request("POST", "/channels/1/messages", a_message())],
        [request("PATCH", "/channels/1/messages/2", {"components": [], "flags": 1 << 15})],
    ],
    ids=lambda sent: sent[0].path.split("/")[1] + str(sent[0].json.get("type", "")),
)
def test_good_requests_pass(sent: list[HttpLogEntry]) -> None:
    check_requests(sent)


@pytest.mark.parametrize(
    ("reason", "sent"),
    [
        ("answered twice", [answered(6), answered(6)]),
        ("never came", [answered(5, {"flags": 64})]),
        ("before it was given", [LATER, answered(4, FILLED)]),
        ("before it was given", [FOLLOWED]),
        ("says something", [answered(5, {"content": "Wait."}), LATER]),
        ("flags", [answered(5, {"flags": 1}), LATER]),
        ("says something", [answered(6, {"content": "Wait."})]),
        ("title", [answered(9, {**a_modal(), "title": "a" * 46})]),
        ("suggestions", [answered(8, {"choices": suggested(26)})]),
        ("pinged", [answered(4, {"content": "Hello @everyone"})]),
        ("type 12", [answered(12)]),
        ("nobody checks", [request("POST", "/channels/1/polls", {"question": "?"})]),
        ("content has", [request("POST", "/channels/1/messages", {"content": "a" * 2001})]),
        ("called Place", [request("PUT", "/applications/1/commands", [{
            "type": 1, "name": "Place", "description": "Place workers"}])]),
    ],
)  # fmt: skip
def test_bad_requests_are_found(reason: str, sent: list[HttpLogEntry]) -> None:
    with pytest.raises(AssertionError, match=reason):
        check_requests(sent)


@pytest.mark.skipif(validator("MessageCreateRequest") is None, reason="no API description here")
@pytest.mark.parametrize(
    ("schema", "sent"),
    [
        ("MessageCreate", request("POST", "/channels/1/messages", {**a_message(), "tts": "no"})),
        ("MessageEdit", request("PATCH", "/channels/1/messages/2", {"flags": "v2"})),
        ("IncomingWebhookUpdate", request("PATCH", LATER.path, {"content": "Hi", "embeds": 1})),
        ("IncomingWebhook", request("POST", FOLLOWED.path, {**FILLED, "tts": 1})),
        ("CreateMessage", answered(4, {**FILLED, "tts": 1})),
        ("UpdateMessage", answered(7, {**FILLED, "embeds": 1})),
        ("Autocomplete", answered(8, {"choices": [{"name": "a", "value": "b", "extra": 1}, 3]})),
        ("Modal", answered(9, {**a_modal(), "components": [{"type": 10, "content": 3}]})),
        ("ApplicationCommand", request("PUT", "/applications/1/commands", [
            {**a_command(), "type": "slash"}])),
    ],
)  # fmt: skip
def test_what_the_api_description_forbids_is_found(schema: str, sent: HttpLogEntry) -> None:
    with pytest.raises(AssertionError, match=schema):
        check_against_openapi(sent)
