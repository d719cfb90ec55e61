"""Events as JSON and back."""

import json

import pytest

from bot.seasons.events import (
    Adjusted,
    Cancelled,
    Closed,
    Corrected,
    Created,
    DeadlineMoved,
    Disputed,
    Drawn,
    DrawnDivision,
    DrawnTable,
    DrawPrepared,
    EnteredLate,
    Event,
    FinalDrawn,
    Finished,
    RankedBy,
    Reopened,
    Replayed,
    Restored,
    RoundDrawn,
    Rules,
    RulesChanged,
    Settled,
    SignedOff,
    SignedUp,
    Substituted,
    SubstituteListed,
    SubstituteUnlisted,
    TimedOut,
    Voided,
    Withdrew,
    from_json,
    from_written,
    to_json,
)
from bot.seasons.results import Line, Result

RESULT = Result(3, (Line(1, 1, 200, turns=((1, 10), (9, 4)), computer_turns=2), Line(None, 2, -4)))
TABLE = DrawnTable(1, 0, 0, (2, 1))
EVENTS: list[Event] = [
    Created("Spring", Rules(games=4, form="swiss", chain=("points", "lot"))),
    RulesChanged("Summer", Rules(seats=2)),
    Cancelled("too few"),
    SignedUp(7),
    SignedOff(7),
    DrawPrepared((1, 1), "hand", (2, 1)),
    Drawn((DrawnDivision(0, (1, 2)),), (TABLE,), "12"),
    RoundDrawn(0, (TABLE,), (3,), (1,), (2,)),
    FinalDrawn((2, 1), (DrawnTable(2, 1000, 1, (2, 1)),)),
    EnteredLate(8, 0, (TABLE,)),
    RankedBy(("average", "lot")),
    Withdrew(1, "moving house"),
    Substituted(1, 9),
    SubstituteListed(9),
    SubstituteUnlisted(9),
    TimedOut(1, 2, 3),
    Finished(RESULT),
    Finished(RESULT, "adjudicated"),
    Corrected(RESULT, "miscounted"),
    Voided(1, "wrong modules"),
    Restored(1, "the right ones after all"),
    Replayed(1, "a mistake of the program"),
    DeadlineMoved(1, 7, "the mail was slow"),
    Disputed(1, 9, "my worker stood on 3"),
    Settled(1, "rejected", "the log says 4"),
    Adjusted(1, -60_000, "late"),
    Closed(),
    Reopened("a dispute"),
]


def test_every_event_is_here() -> None:
    assert {type(event) for event in EVENTS} == set(Event.__subclasses__())


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_there_and_back(event: Event) -> None:
    assert from_json(json.loads(json.dumps(to_json(event)))) == event
    kind, raw = type(event).__name__, to_json(event)
    assert from_written(kind, json.dumps(raw)) == event, "as the database has it"
    assert from_written(kind, json.dumps(raw, sort_keys=True, indent=1)) == event


def test_a_field_that_came_later_takes_its_default() -> None:
    assert from_json({"event": "Withdrew", "entry": 4}) == Withdrew(4)
    assert from_json({"event": "Created", "name": "x", "rules": {}}) == Created("x", Rules())


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"event": "Exploded"},
        {"event": "SignedUp"},
        {"event": "SignedUp", "person": "7"},
        {"event": "SignedUp", "person": True},
        {"event": "SignedUp", "person": 7, "colour": "red"},
        {"event": "Created", "name": "x", "rules": {"form": "golf"}},
        {"event": "Drawn", "divisions": 3, "tables": [], "seed": ""},
        {"event": "Finished", "result": [1, 2]},
    ],
)
def test_what_is_no_event_is_refused(raw: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        from_json(raw)
    with pytest.raises(ValueError, match=r".+"):
        from_written(str(raw.get("event")), json.dumps(raw))
