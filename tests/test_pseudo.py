"""The pseudo-locale itself."""

import pytest

from tests.pseudo import CLOSE, OPEN, catalogue, english_in, plain, pseudo, speaking

TEXTS = (
    "Confirm",
    "**{name}** has {n} corn.\nStart another with /tzolkin new, or see `place tikal`.",
    "### Options of this game",
    "",
    "https://example.org/x",
    "{a}: {b}",
)


@pytest.mark.parametrize("text", TEXTS)
def test_it_can_be_read_back(text: str) -> None:
    said = pseudo(text)
    assert plain(said) == text
    assert said.startswith(OPEN) and said.endswith(CLOSE)


def test_it_is_longer_by_what_translations_are() -> None:
    text = "Nobody started this game in time. Try again?"
    assert len(pseudo(text)) == pytest.approx(len(text) * 1.6, abs=1)


def test_what_a_translation_keeps_is_kept() -> None:
    said = pseudo("**{name}** may use /tzolkin new,\nor `place tikal`; https://example.org/a")
    for kept in ("**{name}**", "/tzolkin new,", "\n", "`place tikal`", "https://example.org/a"):
        assert kept in said
    assert english_in(said.format(name="")) == []


def test_english_is_found() -> None:
    assert english_in(f"{pseudo('Goods')}: corn <@123> <:tz_corn_1:2> /board <t:1:R>") == ["corn"]


def test_every_text_of_the_template_is_in_it() -> None:
    t, texts = speaking(), [message for message in catalogue() if message.id]
    assert len(texts) > 2000
    assert t.gettext("Confirm") == pseudo("Confirm")
    assert t.gettext("no text of ours") == "no text of ours"
    plural = next(one for one in texts if isinstance(one.id, tuple) and not one.context)
    assert t.ngettext(*plural.id, 1) == pseudo(plural.id[0])
    assert t.ngettext(*plural.id, 2) == pseudo(plural.id[1])
    assert t.pgettext("/place", "place") != "place"
