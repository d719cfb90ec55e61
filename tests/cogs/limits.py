"""Discord's limits, checked on everything the bot sends.

The numbers are those of Discord's documentation. Where Discord's own API description lies beside
the project, every body is also validated against it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from simcord import HttpLogEntry

from cogs.kit.buttons import FIXED

OPENAPI = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"

ACTION_ROW, BUTTON, SELECT, INPUT, USER_SELECT, ROLE_SELECT = 1, 2, 3, 4, 5, 6
SECTION, TEXT = 9, 10
THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 11, 12, 13, 14, 17, 18
INSIDE_A_CONTAINER = {ACTION_ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR}
ON_TOP = {*INSIDE_A_CONTAINER, CONTAINER}
ONLY_V2 = {SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER}
INSIDE_A_MODAL = {ACTION_ROW, TEXT, LABEL}

LINK_STYLE = 5
EPHEMERAL, IS_COMPONENTS_V2 = 1 << 6, 1 << 15
MESSAGE_ANSWER, DEFERRED, DEFERRED_UPDATE, UPDATE_ANSWER = 4, 5, 6, 7
AUTOCOMPLETE_ANSWER, MODAL = 8, 9

MENTIONABLE_SELECT, CHANNEL_SELECT, RADIO, UPLOAD, CHECKBOXES = 7, 8, 21, 19, 22
CHOICES = (USER_SELECT, ROLE_SELECT, CHANNEL_SELECT, RADIO, UPLOAD, CHECKBOXES)
MENTIONING = (USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
BUTTON_ON_A_PHONE = 34
"""Our own limit for the label of a button: phones cut off longer ones."""
BUTTON_WITH_A_PRICE = 60
"""A long price comes first and in full; a phone cuts off the words after it."""

CREATE = re.compile(r"/channels/\d+/messages")
EDIT = re.compile(r"/channels/\d+/messages/\d+")
CALLBACK = re.compile(r"/interactions/\d+/([^/]+)/callback")
ORIGINAL = re.compile(r"/webhooks/\d+/([^/]+)/messages/(@original|\d+)")
FOLLOWUP = re.compile(r"/webhooks/\d+/([^/]+)")
THREAD = re.compile(r"/channels/\d+")
THREADS = re.compile(r"/channels/\d+/threads")
OPEN_DIRECT = "/users/@me/channels"
EVENTS = re.compile(r"/guilds/\d+/scheduled-events")
EVENT = re.compile(r"/guilds/\d+/scheduled-events/\d+")
PERMISSIONS = re.compile(r"/channels/\d+/permissions/\d+")
ROLE = re.compile(r"/guilds/\d+/roles/\d+")
INVITES = re.compile(r"/channels/\d+/invites")
EMOJIS = re.compile(r"/applications/\d+/emojis")
COMMANDS = re.compile(r"/applications/\d+(/guilds/\d+)?/commands")


def check_requests(requests: Sequence[HttpLogEntry]) -> int:
    """Check everything that was sent; returns how many messages and autocompletions were
    checked."""
    checked = 0
    for request in requests:
        if request.json is None or request.method not in ("POST", "PATCH", "PUT"):
            continue
        checked += check_request(request)
        check_against_openapi(request)
    check_order_of_answers(requests)
    return checked


def check_request(request: HttpLogEntry) -> int:
    """Check one request with a body; returns whether it was a message or an autocompletion."""
    body: Any = request.json
    if CALLBACK.fullmatch(request.path):
        return check_answer(body)
    if CREATE.fullmatch(request.path) or FOLLOWUP.fullmatch(request.path):
        check_sent(body)
    elif EDIT.fullmatch(request.path) or ORIGINAL.fullmatch(request.path):
        check_sent(body, new=False)
    elif THREADS.fullmatch(request.path):
        assert 1 <= length(body["name"]) <= 100
        if "message" not in body:
            return 0
        check_sent(body["message"])  # of a post in a forum
    elif THREAD.fullmatch(request.path):
        return 0
    elif EMOJIS.fullmatch(request.path):
        check_emoji(body)
        return 0
    elif EVENTS.fullmatch(request.path) or EVENT.fullmatch(request.path):
        check_event(body)
        return 0
    elif PERMISSIONS.fullmatch(request.path):
        assert set(body) == {"id", "type", "allow", "deny"}
        return 0
    elif INVITES.fullmatch(request.path):
        assert body["max_age"] == body["max_uses"] == 0, "it works for ever, for everybody"
        return 0
    elif ROLE.fullmatch(request.path):
        assert body == {"mentionable": True}
        return 0
    elif request.path == OPEN_DIRECT:
        assert set(body) == {"recipient_id"}
        return 0
    else:
        assert COMMANDS.fullmatch(request.path), f"nobody checks {request.path}"
        check_commands(body)
        return 0
    return 1


def check_event(body: Mapping[str, Any]) -> None:
    """A scheduled event, or what is changed of it."""
    if "name" in body:
        check_length(body["name"], 100, "the name of an event", least=1)
        check_length(body["description"], 1000, "what an event says", least=1)
        check_length(body["entity_metadata"]["location"], 100, "where an event is", least=1)
        assert body["scheduled_end_time"], "an event elsewhere has an end"


def check_answer(body: Mapping[str, Any]) -> int:
    """Check the first answer to an interaction; returns whether it was a message or an
    autocompletion."""
    kind, data = body["type"], body.get("data") or {}
    if kind in (MESSAGE_ANSWER, UPDATE_ANSWER):
        check_sent(data, new=kind == MESSAGE_ANSWER)
    elif kind == AUTOCOMPLETE_ANSWER:
        check_suggestions(data["choices"])
    elif kind == DEFERRED:
        assert set(data) <= {"flags"}, "an answer that is still to come says something"
        assert data.get("flags", 0) in (0, EPHEMERAL), "flags of an answer that is still to come"
        return 0
    elif kind == DEFERRED_UPDATE:
        assert not data, "a change that is still to come says something"
        return 0
    elif kind == MODAL:
        check_modal(data)
        return 0
    else:
        raise AssertionError(f"nobody checks answers of type {kind}")
    return 1


def check_order_of_answers(requests: Sequence[HttpLogEntry]) -> None:
    """Every interaction is answered once, followed up only afterwards, and not left “thinking”."""
    answered: set[str] = set()
    thinking: set[str] = set()
    for request in requests:
        if found := CALLBACK.fullmatch(request.path):
            assert found[1] not in answered, "an interaction was answered twice"
            answered.add(found[1])
            body: Any = request.json
            if body["type"] == DEFERRED:
                thinking.add(found[1])
        elif found := ORIGINAL.fullmatch(request.path) or FOLLOWUP.fullmatch(request.path):
            assert found[1] in answered, "an answer was changed or added to before it was given"
            thinking.discard(found[1])
    assert not thinking, "an answer that was to come never came"


MARKUP = re.compile(r"<a?:(\w+):(\d+)>")
"""A custom emoji in a text."""


def check_emoji(body: Mapping[str, Any]) -> None:
    """An emoji that is added to the application."""
    assert re.fullmatch(r"[a-z0-9_]{2,32}", body["name"]), f"an emoji called {body['name']}"
    kind, data = body["image"].split(",")
    assert kind == "data:image/png;base64"
    assert len(data) * 3 // 4 <= 256 * 1024, f"the emoji {body['name']} is too large"


def check_words_alone(text: str | None, what: str) -> None:
    """No custom emoji is written where Discord does not show them."""
    assert not MARKUP.search(text or ""), f"an icon in {what}: {text}"


def length(text: str) -> int:
    """The length of a text: characters outside the basic plane count twice, as they may for
    Discord."""
    return len(text.encode("utf-16-le")) // 2


def check_length(text: str | None, most: int, what: str, *, least: int = 0) -> None:
    """A text of `least` to `most` characters; None counts as empty."""
    if what not in _WITH_ICONS:
        check_words_alone(text, what)
    long = length(text or "")
    assert long >= least, f"{what} is empty"
    assert long <= most, f"{what} has {long} characters, not {most}: {text}"


_WITH_ICONS = ("the content", "all texts of the message together")


def components(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """All components of a message or modal, nested ones included."""
    waiting = list(body.get("components") or [])
    while waiting:
        component = waiting.pop(0)
        yield component
        waiting += component.get("components") or []
        waiting += [component[key] for key in ("accessory", "component") if component.get(key)]


def check_sent(body: Mapping[str, Any], *, new: bool = True) -> None:
    """A whole message that is sent (`new`), or that replaces another."""
    found = list(components(body))
    check_message(body)
    if new:
        assert body.get("content") or found, "a message that says nothing"
    check_length(str(body.get("nonce") or ""), 25, "the nonce")
    if any(component["type"] in ONLY_V2 for component in found):
        assert (body.get("flags") or 0) & IS_COMPONENTS_V2, "components without their flag"
    check_attachments(body, found, new=new)
    check_mentions(body, needed=new)


def check_message(body: Mapping[str, Any]) -> None:
    """The content of a message, however it is sent."""
    found = list(components(body))
    check_length(body.get("content"), 2000, "the content")
    if any(component["type"] in ONLY_V2 for component in found):
        for key in ("content", "embeds", "poll", "sticker_ids"):
            assert not body.get(key), f"a V2 message carries no {key}"
    check_nesting(body.get("components") or [], ON_TOP)
    assert len(found) <= 40, f"{len(found)} components"
    texts = [component["content"] for component in found if component["type"] == TEXT]
    check_length("".join(texts), 4000, "all texts of the message together")
    check_custom_ids(found)
    for component in found:
        check_component(component)
        if component["type"] in (SELECT, *CHOICES):
            fixed = component.get("id") or 0
            assert fixed >= FIXED, "a menu that loses its choice when others move"


def check_nesting(inside: Sequence[Mapping[str, Any]], allowed: Iterable[int]) -> None:
    """Which components may stand inside which."""
    for component in inside:
        assert component["type"] in allowed, f"no place for a component of type {component['type']}"
        if component["type"] == CONTAINER:
            assert component["components"], "an empty container"
            check_nesting(component["components"], INSIDE_A_CONTAINER)


def check_custom_ids(found: Sequence[Mapping[str, Any]]) -> None:
    """Custom ids, which must differ within a message."""
    ids = [component["custom_id"] for component in found if component.get("custom_id") is not None]
    assert len(ids) == len(set(ids)), "two components with one custom id"
    for custom_id in ids:
        check_length(custom_id, 100, "a custom id", least=1)


def check_component(component: Mapping[str, Any]) -> None:
    """One component by itself."""
    kind = component["type"]
    if kind == ACTION_ROW:
        inside = [item["type"] for item in component["components"]]
        assert 1 <= len(inside) <= 5, f"{len(inside)} in a row"
        assert len(inside) == 1 or set(inside) == {BUTTON}, "a select shares its row"
        known = {BUTTON, SELECT, INPUT, *MENTIONING}
        assert set(inside) <= known, f"a row of {inside}"
    elif kind == BUTTON:
        check_button(component)
    elif kind == SELECT:
        check_select(component)
    elif kind in MENTIONING:
        check_length(component.get("placeholder"), 150, "a placeholder")
    elif kind == INPUT:
        check_input(component)
    elif kind == SECTION:
        assert 1 <= len(component["components"]) <= 3, "texts of a section"
        assert all(item["type"] == TEXT for item in component["components"]), "not a text"
        assert component["accessory"]["type"] in (BUTTON, THUMBNAIL)
    elif kind == TEXT:
        assert component["content"].strip(), "an empty text"
    elif kind == THUMBNAIL:
        check_length(component["description"], 1024, "alt text", least=1)
    elif kind == GALLERY:
        assert 1 <= len(component["items"]) <= 10, f"{len(component['items'])} pictures"
        for item in component["items"]:
            check_length(item.get("description"), 1024, "alt text", least=1)
    elif kind in (CHANNEL_SELECT, RADIO, UPLOAD):
        assert component["custom_id"]
    elif kind == CHECKBOXES:
        assert 1 <= len(component["options"]) <= 10, f"{len(component['options'])} boxes"
        for one in component["options"]:
            check_length(one["label"], 100, "the label of a box", least=1)
    elif kind == LABEL:
        check_length(component["label"], 45, "a label in a modal", least=1)
        check_length(component.get("description"), 100, "a description in a modal")
        assert component["component"]["type"] in (SELECT, INPUT, *CHOICES)
    else:
        assert kind in (FILE, SEPARATOR, CONTAINER), f"nobody checks components of type {kind}"


def check_button(component: Mapping[str, Any]) -> None:
    """A button: its label, and what it does or links to."""
    label = component.get("label") or ""
    most = BUTTON_WITH_A_PRICE if label.startswith("−") else BUTTON_ON_A_PHONE
    check_length(label, most, "a button's label", least=1)
    leads = component.get("url") is not None
    assert leads == (component["style"] == LINK_STYLE), "a link has an address, others have none"
    assert leads != (component.get("custom_id") is not None), "a custom id or an address"
    check_length(component.get("url"), 512, "an address")
    assert not leads or component["url"].startswith(("https://", "http://", "discord://"))


def check_select(component: Mapping[str, Any]) -> None:
    """A select with its options."""
    assert component.get("custom_id"), "a select without a custom id"
    options = component["options"]
    assert 1 <= len(options) <= 25, f"{len(options)} options"
    check_length(component.get("placeholder"), 150, "a placeholder")
    for option in options:
        check_length(option["label"], 100, "an option's label", least=1)
        check_length(option["value"], 100, "an option's value", least=1)
        check_length(option.get("description"), 100, "an option's description")
    values = [option["value"] for option in options]
    assert len(values) == len(set(values)), "two options with one value"
    least, most = component.get("min_values"), component.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    assert 0 <= least <= most, f"from {least} to {most} values"
    assert 1 <= most <= len(options), f"{most} values of {len(options)}"
    chosen = sum(bool(option.get("default")) for option in options)
    assert chosen <= most, f"{chosen} chosen already, of at most {most}"


def check_input(component: Mapping[str, Any]) -> None:
    """A text input of a modal."""
    assert component.get("custom_id"), "an input without a custom id"
    check_length(component.get("label"), 45, "an input's label")
    check_length(component.get("placeholder"), 100, "an input's placeholder")
    least, most = component.get("min_length") or 0, component.get("max_length") or 4000
    assert 0 <= least <= most <= 4000, f"an input of {least} to {most} characters"
    if component.get("value"):
        check_length(component["value"], most, "what stands in an input", least=least)


def check_attachments(
    body: Mapping[str, Any], found: Sequence[Mapping[str, Any]], *, new: bool
) -> None:
    """Attached files; every picture shown must be one of them."""
    attached = body.get("attachments") or []
    assert len(attached) <= 10, f"{len(attached)} attachments"
    ids = [str(one["id"]) for one in attached]
    assert len(ids) == len(set(ids)), "two attachments with one id"
    names = [one["filename"] for one in attached if one.get("filename")]
    assert len(names) == len(set(names)), "two attachments with one name"
    for one in attached:
        check_length(one.get("description"), 1024, "an attachment's description")
    for name in names:
        # Other characters are changed on the way, and the picture is then not found by its name.
        assert re.fullmatch(r"[A-Za-z0-9.-]{1,100}", name), f"an attachment called {name}"
    media = [item["media"] for c in found if c["type"] == GALLERY for item in c["items"]]
    media += [c["media"] for c in found if c["type"] == THUMBNAIL]
    media += [c["file"] for c in found if c["type"] == FILE]
    for shown in (one["url"] for one in media):
        name = shown.removeprefix("attachment://")
        kept = "attachments" not in body and not new  # an edit that leaves the files alone
        assert name == shown or kept or name in names, f"{name} is not attached"


def check_mentions(body: Mapping[str, Any], *, needed: bool) -> None:
    """Nobody is pinged except by their id, and roles only where the message names them. Without
    `needed` a message may leave mentions out, since an edit pings nobody."""
    mentions: Mapping[str, Any] | None = body.get("allowed_mentions")
    if mentions is None:
        assert not needed, "a message does not say who may be pinged"
        return
    assert mentions["parse"] == [], "whoever is named would be pinged"
    roles = mentions.get("roles") or []
    assert all(f"<@&{role}>" in json.dumps(body) for role in roles), "a role that is not named"
    users = [str(user) for user in mentions.get("users") or []]
    assert len(users) <= 100 and len(users) == len(set(users))


def check_suggestions(choices: Sequence[Mapping[str, Any]]) -> None:
    """The answers to an autocomplete."""
    assert len(choices) <= 25, f"{len(choices)} suggestions"
    for choice in choices:
        check_length(choice["name"], 100, "a suggestion", least=1)
        check_length(str(choice["value"]), 100, "what a suggestion stands for", least=1)


def check_modal(data: Mapping[str, Any]) -> None:
    """A form that is shown as the answer to an interaction."""
    check_length(data["title"], 45, "a modal's title", least=1)
    check_length(data["custom_id"], 100, "a modal's custom id", least=1)
    assert 1 <= len(data["components"]) <= 5, f"{len(data['components'])} parts of a modal"
    check_nesting(data["components"], INSIDE_A_MODAL)
    found = list(components(data))
    check_custom_ids(found)
    for component in found:
        check_component(component)


def check_commands(commands: Sequence[Mapping[str, Any]]) -> None:
    """All commands as they are registered."""
    top = [command for command in commands if command.get("type", 1) == 1]
    assert len(top) <= 100, f"{len(top)} commands"
    check_names(commands)
    for command in commands:
        if command.get("type", 1) != 1:
            check_menu(command)
            continue
        check_command(command)
        total = characters(command)
        assert total <= 8000, f"/{command['name']} has {total} characters in all"


def check_menu(command: Mapping[str, Any]) -> None:
    """A context menu of a person or a message: it has only a name."""
    for one in (command["name"], *(command.get("name_localizations") or {}).values()):
        check_length(one, 32, "the name of a menu", least=1)
    assert not command.get("description"), "a menu is not described"


def check_command(command: Mapping[str, Any]) -> None:
    """A command, a group of commands or an option, with everything inside."""
    name = command["name"]
    for one in (name, *(command.get("name_localizations") or {}).values()):
        assert re.fullmatch(r"[-_'\w]{1,32}", one), f"a command or option called {one}"
        assert one == one.lower(), f"a command or option called {one}, not {one.lower()}"
    described = command.get("description_localizations") or {}
    for one in (command["description"], *described.values()):
        check_length(one, 100, f"the description of {name}", least=1)
    options = command.get("options") or []
    assert len(options) <= 25, f"{name} has {len(options)} options"
    required = [bool(option.get("required")) for option in options]
    assert required == sorted(required, reverse=True), f"{name} asks what is required last"
    check_names(options)
    for option in options:
        check_command(option)
    choices = command.get("choices") or []
    assert len(choices) <= 25, f"{name} has {len(choices)} choices"
    for choice in choices:
        for one in (choice["name"], *(choice.get("name_localizations") or {}).values()):
            check_length(one, 100, f"a choice of {name}", least=1)
        check_length(str(choice["value"]), 100, f"a choice of {name}", least=1)


def check_names(commands: Sequence[Mapping[str, Any]]) -> None:
    """Names on the same level differ, in every language."""
    locales = {locale for c in commands for locale in c.get("name_localizations") or {}}
    for locale in (None, *locales):
        names = [(c.get("name_localizations") or {}).get(locale, c["name"]) for c in commands]
        assert len(names) == len(set(names)), f"two with one name: {names}"


def characters(command: Mapping[str, Any]) -> int:
    """The characters of all names, descriptions and values, each in its longest language."""
    total = length(str(command["value"])) if "value" in command else 0
    for key in ("name", "description"):
        texts = [command.get(key) or "", *(command.get(f"{key}_localizations") or {}).values()]
        total += max(map(length, texts))
    inside = [*(command.get("options") or []), *(command.get("choices") or [])]
    return total + sum(map(characters, inside))


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
    ("PATCH", THREAD, "UpdateThreadRequestPartial"),
    ("POST", EVENTS, "ExternalScheduledEventCreateRequest"),
    ("PATCH", EVENT, "ExternalScheduledEventPatchRequestPartial"),
)
_ANSWERS = {
    MESSAGE_ANSWER: "CreateMessageInteractionCallbackRequest",
    DEFERRED: "CreateMessageInteractionCallbackRequest",
    DEFERRED_UPDATE: "UpdateMessageInteractionCallbackRequest",
    UPDATE_ANSWER: "UpdateMessageInteractionCallbackRequest",
    AUTOCOMPLETE_ANSWER: "ApplicationCommandAutocompleteCallbackRequest",
    MODAL: "ModalInteractionCallbackRequest",
}


@cache
def _types(reference: str) -> tuple[int, ...] | None:
    """The types of component that a schema is for; None if it is for other things."""
    description = _description()
    assert description is not None
    schema = description["components"]["schemas"][reference.rpartition("/")[2]]
    found = schema.get("properties", {}).get("type", {}).get("enum")
    return None if found is None else tuple(found)


def _one_of(
    validator: Validator, schemas: Sequence[Mapping[str, Any]], body: Any, schema: Mapping[str, Any]
) -> Iterator[Any]:
    """As ever, without the schemas that are for components of another type, which surely fail: to
    let them say how is most of the time."""
    possible = schemas
    if isinstance(body, dict) and (kind := body.get("type")) is not None:
        of_it = [_types(one["$ref"]) if "$ref" in one else None for one in schemas]
        left = zip(schemas, of_it, strict=True)
        possible = [one for one, types in left if types is None or kind in types] or schemas
    yield from Draft202012Validator.VALIDATORS["oneOf"](validator, possible, body, schema)


Checker = extend(Draft202012Validator, {"oneOf": _one_of})


@cache
def validator(schema: str) -> Validator | None:
    """A validator for one schema of Discord's API description; None where that is absent."""
    description = _description()
    if description is None:
        return None
    return Checker(
        {"$ref": f"#/components/schemas/{schema}", "components": description["components"]}
    )


def check_against_openapi(request: HttpLogEntry) -> None:
    """Validate one request against Discord's description of it, if that is available."""
    for method, path, schema in _SCHEMAS:
        if request.method == method and path.fullmatch(request.path):
            check_schema(schema, request.json)
    body: Any = request.json
    if THREADS.fullmatch(request.path):
        kind = "CreateForumThread" if "message" in body else "CreateTextThreadWithoutMessage"
        check_schema(f"{kind}Request", body)
    if CALLBACK.fullmatch(request.path):
        check_schema(_ANSWERS[body["type"]], body)
    if request.method == "PUT" and COMMANDS.fullmatch(request.path):
        for command in body:
            check_schema("ApplicationCommandUpdateRequest", command)


def _as_sent(body: Any) -> Any:
    """The body with ids as text: discord.py sends some as numbers, which Discord also accepts."""
    if isinstance(body, list):
        return [_as_sent(item) for item in body]
    if not isinstance(body, dict):
        return body
    changed = {key: _as_sent(value) for key, value in body.items()}
    if isinstance(changed.get("emoji"), dict) and changed["emoji"].get("id"):
        changed["emoji"] = {**changed["emoji"], "id": str(changed["emoji"]["id"])}
    for kind in ("attachments", "default_values"):
        if changed.get(kind):
            changed[kind] = [{**one, "id": str(one["id"])} for one in changed[kind]]
    mentions = changed.get("allowed_mentions")
    if mentions:
        named = {
            kind: [str(one) for one in mentions[kind]]
            for kind in ("users", "roles")
            if mentions.get(kind)
        }
        changed["allowed_mentions"] = {**mentions, **named}
    return changed


_SEEN: set[tuple[str, str]] = set()


def check_schema(schema: str, body: Any) -> None:
    """Validate a body against a schema, unless one of the same shape was validated before."""
    checker = validator(schema)
    body = _as_sent(body)
    shape = json.dumps(_shape(body), sort_keys=True)
    if checker is None or (schema, shape) in _SEEN:
        return
    errors = [error.message[:300] for error in checker.iter_errors(body)]
    assert not errors, f"{schema}: {errors[:3]} in {json.dumps(body)[:500]}"
    _SEEN.add((schema, shape))


def _shape(value: Any) -> Any:
    """A body without its texts and numbers, but with the types of its components: only one of each
    shape is validated, since validation is slow."""
    if isinstance(value, dict):
        return {k: v if k in ("type", "style") else _shape(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_shape(item) for item in value]
    return type(value).__name__
