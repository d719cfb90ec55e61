"""Stamps, locks, snapshots: the small parts, each by itself."""

import asyncio
import gc

import pytest

from bot.store.columns import SettingsJson
from bot.tables import Options
from bot.tables.finding import Locks
from bot.tables.turns import Stamp, read_stamp


@pytest.mark.parametrize("stamp", [Stamp(0, 0, 0), Stamp(0, 12, 3), Stamp(2, 999_999_999, 1)])
def test_stamp_is_read_as_written(stamp: Stamp) -> None:
    assert read_stamp(str(stamp)) == stamp
    assert str(stamp).isalnum()
    assert len(str(stamp)) <= 20


@pytest.mark.parametrize("text", ["", "r", "1r", "r1", "-1r2", "1r2 ", "1R2", "١r2", "9" * 50])
def test_what_is_no_stamp(text: str) -> None:
    assert read_stamp(text) is None


async def test_one_table_at_a_time() -> None:
    locks, inside = Locks(), 0

    async def enter() -> None:
        nonlocal inside
        async with locks.of(1):
            inside += 1
            assert inside == 1
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(enter() for _ in range(20)))


async def test_other_tables_do_not_wait() -> None:
    locks = Locks()
    async with locks.of(1), locks.of(2):
        assert len(locks) == 2
    gc.collect()
    assert len(locks) == 0


async def test_lock_is_free_after_an_exception() -> None:
    locks = Locks()
    with pytest.raises(ZeroDivisionError):
        async with locks.of(1):
            raise ZeroDivisionError
    async with asyncio.timeout(60), locks.of(1):
        pass


OPTIONS = SettingsJson(Options)


def test_options_come_back_as_stored() -> None:
    options = Options(theme="light", modules=("tribes", "promo"))
    assert OPTIONS.process_result_value(OPTIONS.process_bind_param(options)) == options


def test_options_of_another_version() -> None:
    assert OPTIONS.process_result_value({}) == Options()
    assert OPTIONS.process_result_value({"theme": "sepia", "music": True}) == Options()
