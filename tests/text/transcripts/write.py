"""Writes the transcripts anew: `python -m tests.text.transcripts.write`."""

import os
import sys

import pytest

from tests.text.transcripts.files import WRITE

if __name__ == "__main__":
    os.environ[WRITE] = "1"
    tests = (
        "tests/text/test_every_refusal.py",
        "tests/cogs/test_transcripts.py",
        "tests/cogs/test_league_transcript.py",
    )
    sys.exit(pytest.main(["-q", "-n", "0", *tests]))
