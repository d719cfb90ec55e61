"""Writes the transcripts anew: `python -m tests.text.transcripts.write`. With words it writes those
whose test has one of them in its name, such as `refusal`, in a few seconds."""

import os
import sys

import pytest

from tests.text.transcripts.files import WRITE

if __name__ == "__main__":
    os.environ[WRITE] = "1"
    tests = (
        "tests/text/test_refusals.py",
        "tests/cogs/test_transcripts.py",
    )
    words = sys.argv[1:] or [""]
    wanted = [test for test in tests if any(word in test for word in words)]
    sys.exit(pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", *wanted]))
