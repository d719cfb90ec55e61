"""The deal and the secret choices appear neither in the program's log nor in what is shown."""

import random

from structlog.testing import capture_logs

from bot.store import Store
from bot.tables import Tables
from tests.tables.acts import abandon, play_computers, turn_of
from tests.tables.playing import ADA, last_legal, play, refused, started, user


def words_of(text: str) -> set[str]:
    """The words of a text, ids of tiles among them."""
    return set(text.replace("'", " ").replace(",", " ").replace("=", " ").split())


async def test_log_lines_reveal_no_secret(store: Store) -> None:
    with capture_logs() as logged:
        tables = Tables(store, think=last_legal)
        table = await started(tables, 2, computers=1, seed="a secret seed")
        setup = (await tables.game(table.id)).setup
        await play_computers(tables, table.id)
        await play(tables, table, 2, random.Random(1))
        await play_computers(tables, table.id)
        await refused("not-a-player", turn_of(tables, table.id, 404))
        await Tables(store).game(table.id)
        await abandon(tables, table.id, ADA, moderator=True)

    assert len(logged) >= 6
    secrets = {*setup["age1"], *setup["age2"], *setup["wealth"], *setup["monuments"], "seed"}
    assert not secrets & words_of(repr(logged))


async def test_snapshots_hold_no_deal(tables: Tables) -> None:
    table = await started(tables, 2, seed="a secret seed")
    view = await turn_of(tables, table.id, user(table, 0))
    setup = view.game.setup
    dealt_to_0 = set(setup["wealth"][:4])
    shown = words_of(repr(view)) | words_of(repr(table))

    assert dealt_to_0 <= shown
    assert not (set(setup["wealth"]) - dealt_to_0) & shown
    assert not set(setup["age1"][6:]) & shown
    assert "seed" not in shown
