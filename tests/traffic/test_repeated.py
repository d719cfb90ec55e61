"""Interactions that are delivered twice."""

from bot.traffic.overload import Received


def test_the_second_time_is_known() -> None:
    received = Received()
    assert [received.again(one) for one in (7, 8, 7, 8, 9)] == [False, False, True, True, False]


def test_only_the_last_are_kept() -> None:
    received = Received(room=2)
    for one in (1, 2, 3):
        assert not received.again(one)
    assert received.again(3) and received.again(2) and not received.again(1)
