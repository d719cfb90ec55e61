"""A queue in which people take turns."""

from bot.traffic.in_turn import InTurn


def test_persons_take_turns() -> None:
    queue = InTurn[str]()
    for who, what in [("ana", "a1"), ("ana", "a2"), ("ana", "a3"), ("bob", "b1"), ("cleo", "c1")]:
        queue.add(who, what)
    assert len(queue) == 5
    assert [queue.take() for _ in range(3)] == ["a1", "b1", "c1"]
    queue.add("bob", "b2")
    assert [queue.take() for _ in range(4)] == ["a2", "b2", "a3", None]
    assert len(queue) == 0
