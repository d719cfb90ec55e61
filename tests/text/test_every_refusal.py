"""Every refusal can be read in every language, side by side with its English."""

from tests.text.transcripts.files import compare
from tests.text.transcripts.refusals import sentences, written


def test_every_refusal_is_written_down() -> None:
    assert len(sentences()) > 300
    compare("refusals", written)
