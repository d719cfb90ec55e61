"""Every refusal can be read in every language, side by side with its English."""

from bot.text.catalogue import TEMPLATE, read_catalogue
from tests.text.transcripts.files import compare
from tests.text.transcripts.refusals import sentences, written


def test_every_refusal_is_written_down() -> None:
    assert len(sentences()) > 300
    compare("refusals", written)


def test_every_refusal_can_be_translated() -> None:
    known = {message.id for message in read_catalogue(TEMPLATE)}
    assert [
        one for one in sentences()
        if ((one.template, one.plural) if one.plural else one.template) not in known
    ] == []  # fmt: skip


def test_a_code_belongs_to_one_sentence() -> None:
    said: dict[str, set[str]] = {}
    for one in sentences():
        said.setdefault(one.code, set()).add(one.template)
    assert {code: found for code, found in said.items() if len(found) > 1} == {}
