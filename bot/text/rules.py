"""The rules in short texts of our own, to look things up while playing."""

from collections.abc import Mapping, Sequence

from bot.text.formats import listed
from bot.text.pages import Passage, passages
from bot.text.translation import Translations
from bot.text.typed import folded

TOPICS = tuple(part for part in passages("rules") if part.id)
BY_ID = {topic.id: topic for topic in TOPICS}


def sections(t: Translations) -> list[tuple[str, Sequence[Passage]]]:
    """List all topics, in sections with their names, which are short for a menu on a phone."""
    found: list[tuple[str, list[Passage]]] = []
    for part in passages("rules"):
        if part.id:
            found[-1][1].append(part)
        else:
            found.append((t.gettext(part.title), []))
    return [*found]


def topic_title(t: Translations, topic: Passage) -> str:
    """Write the topic's title."""
    return t.gettext(topic.title)


def topic_text(t: Translations, topic: Passage) -> str:
    """Write the topic's text, with where to read more."""
    words = t.gettext(topic.text)
    if not topic.rulebook:
        return words
    pages = topic.rulebook.replace("-", "–").split(", ")
    # Translators: where to read more, in small print; {pages} as "6", "6–7" or "8, 9 and 14"
    source = t.ngettext(
        "Rulebook, page {pages}", "Rulebook, pages {pages}", 1 if topic.rulebook.isdigit() else 2
    )
    return words + "\n" + "-# " + source.format(pages=listed(t, pages))


def topics_for(t: Translations, typed: str) -> list[Passage]:
    """Find the topics for a typed text, the best first; all, if it is empty."""
    wanted = folded(typed).split()
    if not wanted:
        return list(TOPICS)
    found = [
        (rank, n, topic) for n, topic in enumerate(TOPICS) if (rank := _rank(t, topic, wanted))
    ]
    return [topic for _, _, topic in sorted(found, key=lambda one: (-one[0], one[1]))]


def _rank(t: Translations, topic: Passage, wanted: Sequence[str]) -> int:
    """Measure how well a topic fits; 0 if it lacks one of the words."""
    title = folded(f"{topic_title(t, topic)} {topic.title}")
    more = folded(f"{t.gettext(topic.words)} {topic.words} {topic.id}")
    rest = folded(t.gettext(topic.text))
    rank = 0
    for word in wanted:
        if word in title:
            rank += 13 if word in topic.id else 10
        elif word in more:
            rank += 5
        elif word in rest:
            rank += 1
        else:
            return 0
    return rank


TOPIC_ICONS: Mapping[str, str] = {
    "aim": "points",
    "placing": "worker",
    "begging": "beg",
    "start": "start",
    "calendar": "calendar",
    "foodday": "food_day",
    "feeding": "corn",
    "temples": "kukulkan",
    "palenque": "palenque",
    "burning": "burn",
    "yaxchilan": "yaxchilan",
    "tikal": "tikal",
    "uxmal": "uxmal",
    "market": "gold",
    "chichen": "chichen_itza",
    "skulls": "skull",
    "agriculture": "agriculture",
    "extraction": "extraction",
    "architecture": "architecture",
    "theology": "theology",
    "buildings": "building",
    "monuments": "monument",
    "wealth": "wealth",
    "tribes": "tribe",
    "prophecies": "prophecy",
    "renovation": "building",
    "quick": "quick",
}
"""The icons of topics, by id; a topic without an icon on the board has none."""
