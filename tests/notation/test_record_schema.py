"""The published schema is that of the records that are written."""

import json
from copy import deepcopy
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bot.notation.records import RecordError, from_json, schema_text, to_json
from tests.docs.guides import ROOT
from tests.notation.random_games import random_record
from tests.tables.test_records import a_record

SCHEMA = json.loads((ROOT / "docs" / "record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def test_the_schema_is_up_to_date() -> None:
    assert (ROOT / "docs" / "record.schema.json").read_text(encoding="utf-8") == schema_text()


def test_records_are_as_the_schema_says() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    for record in (a_record(), *(random_record(number) for number in range(4))):
        VALIDATOR.validate(json.loads(to_json(record)))


@pytest.mark.parametrize("path", [("table",), ("seats", 0, "name"), ("sum",), ("events", 0, "at")])
@pytest.mark.parametrize("value", [{}, 1.5, True])
def test_schema_and_reader_refuse_the_same(path: tuple[Any, ...], value: object) -> None:
    plain = json.loads(to_json(a_record()))
    assert VALIDATOR.is_valid(plain)
    changed = deepcopy(plain)
    inside: Any = changed
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    assert not VALIDATOR.is_valid(changed)
    with pytest.raises(RecordError):
        from_json(json.dumps(changed))
    inside[path[-1]] = None
    assert VALIDATOR.is_valid(changed) == (path[-1] == "at")
    changed = {**plain, "more": 1}
    assert not VALIDATOR.is_valid(changed)
