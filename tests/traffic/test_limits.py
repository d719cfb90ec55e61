"""How much one person and one server may ask for."""

from itertools import count

import pytest

from bot.refusal import Refusal
from bot.traffic import MOST_KNOWN, PER_PERSON, PER_SERVER, Limits

ANA, BOB, SERVER = 1, 2, 7


def test_one_person() -> None:
    """So many at once, then one more every so many seconds; others are not concerned."""
    now = 100.0
    limits = Limits(lambda: now)
    for _ in range(PER_PERSON.at_once):
        limits.take(ANA, SERVER)
    with pytest.raises(Refusal) as refused:
        limits.take(ANA, SERVER)
    assert refused.value.code == "too-much"
    seconds = refused.value.params["seconds"]
    assert seconds == PER_PERSON.seconds
    limits.take(BOB, SERVER)
    limits.take_typed(ANA, SERVER)  # counted by itself
    now += PER_PERSON.seconds
    limits.take(ANA, SERVER)
    with pytest.raises(Refusal):
        limits.take(ANA, SERVER)


def test_one_server() -> None:
    """Many people of one server together; those of another are not concerned, and who is refused
    for the server's sake has not used up anything."""
    limits = Limits(lambda: 5.0)
    for number in range(PER_SERVER.at_once):
        limits.take(1000 + number, SERVER)
    with pytest.raises(Refusal):
        limits.take(ANA, SERVER)
    for _ in range(PER_PERSON.at_once):
        limits.take(ANA, None)
    limits.take(BOB, SERVER + 1)


def test_who_asked_for_nothing_lately_is_forgotten() -> None:
    times = count()
    limits = Limits(lambda: float(next(times)))
    for number in range(MOST_KNOWN + 50):
        limits.take(number, None)
    assert len(limits._paid_at) < MOST_KNOWN
