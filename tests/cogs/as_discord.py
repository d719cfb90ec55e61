"""Discord as it is, where SimCord leaves something out. In forums: a post has the id of its first
message; who made a thread may edit some of it. Of scheduled events: Create Events makes them and
changes one's own."""

from typing import Any

import pytest
from simcord.backend import Backend, errors, serializers
from simcord.backend.models import Channel, Message
from simcord.http import router
from simcord.http.router import RequestContext

PUT_AWAY = 50083
"""The code of Discord's refusal to change something in a thread that is archived."""
REQUIRE_TAG = 1 << 4
OF_THE_CREATOR = {"name", "archived", "auto_archive_duration", "applied_tags"}
"""What the creator of a thread may edit; the rest needs Manage Threads."""

FLAGS: dict[int, int] = {}
"""Of forums, by their ids, in the test that runs."""

_create_post = Backend.create_forum_post
_create_thread = Backend.create_thread
_channel_payload = serializers.channel_payload


def with_forums(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SimCord have forums as Discord has them."""
    FLAGS.clear()

    def must_be_out(channel: Channel, taken_out: bool = False) -> None:
        kept = channel.thread_metadata
        if kept is not None and kept.archived and not taken_out:
            raise errors.BackendError(400, PUT_AWAY, "Thread is archived")

    def edit_message(ctx: RequestContext) -> Any:
        must_be_out(ctx.backend.get_channel(ctx.int_arg("channel_id")))
        return edit_any_message(ctx)

    def send(ctx: RequestContext) -> Any:
        channel = ctx.backend.get_channel(ctx.int_arg("channel_id"))
        if channel.thread_metadata is not None and channel.thread_metadata.archived:
            ctx.backend.edit_channel(channel.id, {}, thread_metadata={"archived": False})
        return send_any(ctx)

    def created(backend: Backend, forum_id: int, name: str, starter: Message, **more: Any) -> Any:
        def same_id(*args: Any, **others: Any) -> Channel:
            return _create_thread(backend, *args, **{**others, "message_id": starter.id})

        backend.create_thread = same_id  # type: ignore[method-assign]
        try:
            return _create_post(backend, forum_id, name, starter, **more)
        finally:
            del backend.create_thread

    def channel_payload(backend: Any, channel: Channel) -> Any:
        payload = _channel_payload(backend, channel)
        return {**payload, "flags": FLAGS[channel.id]} if channel.id in FLAGS else payload

    def edit(ctx: RequestContext) -> Any:
        backend = ctx.backend
        channel = backend.get_channel(ctx.int_arg("channel_id"))
        if not channel.is_thread:
            return edit_channel(ctx)
        wanted = ctx.fields(*OF_THE_CREATOR, "locked")
        if not set(wanted) <= OF_THE_CREATOR or channel.owner_id != backend.bot_user.id:
            ctx.require_channel_permissions(channel.id, "manage_threads")
        must_be_out(channel, "archived" in wanted and not wanted["archived"])
        changes = {"name": wanted["name"]} if "name" in wanted else {}
        if "applied_tags" in wanted:
            changes["applied_tags"] = [int(one) for one in wanted["applied_tags"]]
        kept = {key: wanted[key] for key in ("archived", "locked") if key in wanted}
        backend.edit_channel(channel.id, changes, overwrites=None, thread_metadata=kept)
        return dict(serializers.thread_payload(backend, channel))

    edit_channel = _replaced(monkeypatch, "PATCH", "channels/{channel_id}", edit)
    messages = "channels/{channel_id}/messages"
    edit_any_message = _replaced(monkeypatch, "PATCH", messages + "/{message_id}", edit_message)
    send_any = _replaced(monkeypatch, "POST", messages, send)
    monkeypatch.setattr(Backend, "create_forum_post", created)
    monkeypatch.setattr(serializers, "channel_payload", channel_payload)


def _replaced(
    monkeypatch: pytest.MonkeyPatch, method: str, path: str, handler: router.Handler
) -> router.Handler:
    """Let SimCord answer these requests by another handler; returns the one it has."""
    routes = router._ROUTES[method]
    [had] = [one for template, one in routes if template == path.split("/")]
    others = [route for route in routes if route[1] is not had]
    monkeypatch.setitem(router._ROUTES, method, [*others, (path.split("/"), handler)])
    return had
