"""The JSON schema of a record's file, made from its types and stored as docs/record.schema.json.

`python -m bot.notation.record_schema > docs/record.schema.json` writes it anew.
"""

import json
from typing import Any

from pydantic import TypeAdapter

from bot.notation.records import Record


def record_schema() -> dict[str, Any]:
    """Make the schema of a record with its sum."""
    schema = TypeAdapter(Record).json_schema()
    schema["properties"]["sum"] = {
        "type": "string",
        "description": "SHA-256 over everything else: JSON with sorted keys and no spaces.",
    }
    schema["required"].append("sum")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "Record of a game of Tzolk'in played with tzolkin-bot",
    }


def schema_text() -> str:
    """Write the schema as the text of its file."""
    return json.dumps(record_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
