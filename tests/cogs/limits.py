"""Discord's limits, held against everything the bot sent.

The numbers are those of Discord's documentation. Where Discord's own API description lies beside
the project, every body is checked against it as well.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from simcord import HttpLogEntry

OPENAPI = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"

ACTION_ROW, BUTTON, SELECT, TEXT, GALLERY, CONTAINER = 1, 2, 3, 10, 12, 17
LINK_STYLE = 5
IS_COMPONENTS_V2 = 1 << 15
MESSAGE_ANSWER, UPDATE_ANSWER, AUTOCOMPLETE_ANSWER = 4, 7, 8

CREATE = re.compile(r"/channels/\d+/messages")
EDIT = re.compile(r"/channels/\d+/messages/\d+")
CALLBACK = re.compile(r"/interactions/\d+/[^/]+/callback")
ORIGINAL = re.compile(r"/webhooks/\d+/[^/]+/messages/(@original|\d+)")
FOLLOWUP = re.compile(r"/webhooks/\d+/[^/]+")
COMMANDS = re.compile(r"/applications/\d+(/guilds/\d+)?/commands")


def check_requests(requests: Sequence[HttpLogEntry]) -> int:
    """Check everything that was sent; how many messages and autocompletions were checked."""
    checked = 0
    for request in requests:
        body = request.json
        if body is None or request.method not in ("POST", "PATCH", "PUT"):
            continue
        if CALLBACK.fullmatch(request.path):
            if body["type"] in (MESSAGE_ANSWER, UPDATE_ANSWER):
                check_message(body["data"])
                checked += 1
            if body["type"] == AUTOCOMPLETE_ANSWER:
                check_suggestions(body["data"]["choices"])
                checked += 1
        elif any(p.fullmatch(request.path) for p in (CREATE, EDIT, ORIGINAL, FOLLOWUP)):
            check_message(body)
            checked += 1
        check_against_openapi(request)
    return checked


def components(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """All components of a message, nested ones included."""
    waiting = list(body.get("components") or [])
    while waiting:
        component = waiting.pop(0)
        yield component
        waiting += component.get("components") or []


def check_message(body: Mapping[str, Any]) -> None:
    """One message, sent or edited."""
    found = list(components(body))
    assert len(body.get("content") or "") <= 2000
    if not found:
        return
    assert not body.get("content"), "a V2 message carries no content"
    assert len(found) <= 40, f"{len(found)} components"
    texts = [c["content"] for c in found if c["type"] == TEXT]
    assert all(texts), "an empty text"
    assert sum(len(text) for text in texts) <= 4000
    ids = [c["custom_id"] for c in found if "custom_id" in c]
    assert len(ids) == len(set(ids)), "two components with one custom id"
    assert all(1 <= len(custom_id) <= 100 for custom_id in ids)
    for component in found:
        check_component(component)
    mentions = body.get("allowed_mentions")
    if mentions:
        assert mentions["parse"] == [], "a mention of everyone or of roles"


def check_component(component: Mapping[str, Any]) -> None:
    """One component by itself."""
    kind = component["type"]
    if kind == ACTION_ROW:
        inside = component["components"]
        assert 1 <= len(inside) <= 5
        assert len(inside) == 1 or all(item["type"] == BUTTON for item in inside)
    elif kind == BUTTON:
        assert 1 <= len(component["label"]) <= 34, component["label"]
        if component["style"] == LINK_STYLE:
            assert len(component["url"]) <= 512
    elif kind == SELECT:
        assert 1 <= len(component["options"]) <= 25
        assert len(component.get("placeholder") or "") <= 150
        for option in component["options"]:
            assert 1 <= len(option["label"]) <= 100
            assert 1 <= len(option["value"]) <= 100
            assert len(option.get("description") or "") <= 100
        values = [option["value"] for option in component["options"]]
        assert len(values) == len(set(values))
    elif kind == GALLERY:
        assert 1 <= len(component["items"]) <= 10
        for item in component["items"]:
            assert 1 <= len(item["description"]) <= 1024, "a picture needs alt text"


def check_suggestions(choices: Sequence[Mapping[str, Any]]) -> None:
    """The answers to an autocomplete."""
    assert len(choices) <= 25
    for choice in choices:
        assert 1 <= len(choice["name"]) <= 100
        assert 1 <= len(choice["value"]) <= 100


@cache
def _description() -> Mapping[str, Any] | None:
    if not OPENAPI.exists():
        return None
    loaded: dict[str, Any] = json.loads(OPENAPI.read_text(encoding="utf-8"))
    return loaded


_SCHEMAS = (
    ("POST", CREATE, "MessageCreateRequest"),
    ("PATCH", EDIT, "MessageEditRequestPartial"),
    ("PATCH", ORIGINAL, "IncomingWebhookUpdateRequestPartial"),
    ("POST", FOLLOWUP, "IncomingWebhookRequestPartial"),
)


@cache
def validator(schema: str) -> Draft202012Validator | None:
    """Checks against one schema of Discord's API description; None where that is absent."""
    description = _description()
    if description is None:
        return None
    return Draft202012Validator(
        {"$ref": f"#/components/schemas/{schema}", "components": description["components"]}
    )


def check_against_openapi(request: HttpLogEntry) -> None:
    """One request against Discord's description of it, if that is at hand."""
    for method, path, schema in _SCHEMAS:
        if request.method == method and path.fullmatch(request.path):
            _check(schema, request.json)
    body: Any = request.json
    if CALLBACK.fullmatch(request.path) and body["type"] in (MESSAGE_ANSWER, UPDATE_ANSWER):
        schema = (
            "CreateMessageInteractionCallbackRequest"
            if body["type"] == MESSAGE_ANSWER
            else "UpdateMessageInteractionCallbackRequest"
        )
        _check(schema, body)
    if request.method == "PUT" and COMMANDS.fullmatch(request.path):
        for command in body:
            _check("ApplicationCommandUpdateRequest", command)


def _as_sent(body: Any) -> Any:
    """With ids as text: discord.py sends some as numbers, which Discord also takes."""
    if not isinstance(body, dict):
        return body
    changed = {key: _as_sent(value) if key == "data" else value for key, value in body.items()}
    if changed.get("attachments"):
        changed["attachments"] = [{**a, "id": str(a["id"])} for a in changed["attachments"]]
    mentions = changed.get("allowed_mentions")
    if mentions and mentions.get("users"):
        users = [str(user) for user in mentions["users"]]
        changed["allowed_mentions"] = {**mentions, "users": users}
    return changed


_SEEN: set[tuple[str, str]] = set()


def _check(schema: str, body: Any) -> None:
    checker = validator(schema)
    body = _as_sent(body)
    shape = json.dumps(_shape(body), sort_keys=True)
    if checker is None or (schema, shape) in _SEEN:
        return
    _SEEN.add((schema, shape))
    errors = [error.message[:300] for error in checker.iter_errors(body)]
    assert not errors, f"{schema}: {errors[:3]} in {json.dumps(body)[:500]}"


def _shape(value: Any) -> Any:
    """A body without its texts and numbers, kinds of components apart: one of each shape is
    checked, since the description is slow to check against."""
    if isinstance(value, dict):
        return {k: v if k in ("type", "style") else _shape(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_shape(item) for item in value]
    return type(value).__name__
