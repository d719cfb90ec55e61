"""Words of the web pages of leagues that stand nowhere else."""

from collections.abc import Mapping
from datetime import date

from bot.text.formats import day
from bot.text.names import unofficial
from bot.text.translation import Translations


def labels(t: Translations) -> Mapping[str, str]:
    """List the headings and links of the pages, by the names that the templates have for them."""
    return {
        # Translators: heading of a web page: all leagues; noun, plural
        "leagues": t.gettext("Leagues"),
        # Translators: heading of a web page: the seasons of a league; noun, plural
        "seasons": t.gettext("Seasons"),
        "standings": t.gettext("Standings"),
        "tables": t.gettext("Tables"),
        # Translators: heading of a web page: figures of all games of a league
        "statistics": t.gettext("Statistics"),
        "players": t.gettext("Players"),
        "ratings": t.gettext("Ratings"),
        "why": t.gettext("**Why this order**"),
        "done": t.gettext("**What was done**"),
        # Translators: link to a game that can be watched again, round by round; verb
        "watch": t.gettext("Watch the game"),
        "back": t.gettext("Back"),
        "next": t.pgettext("round", "Next"),
        "end": t.gettext("The end of the game"),
        "last_round": t.pgettext("round", "Last"),
        # Translators: label of the buttons through the rounds of a game, for screen readers
        "steps": t.gettext("Rounds of the game"),
        "language": t.gettext("Language"),
        "points": t.pgettext("column", "Points"),
        "games": t.pgettext("column", "Games"),
        "wins": t.pgettext("column", "Wins"),
        "nothing": t.gettext("There are no tables here yet."),
        # Translators: caption of a picture with temples, technologies and buildings of a game
        "city": t.gettext("Temples, technologies and buildings"),
        "last": t.gettext("**Last tables**"),
        "unofficial": unofficial(t),
    }


def written_words(t: Translations, on: date) -> str:
    """Say when the pages were written."""
    # Translators: at the foot of a web page; {day} is a date
    return t.gettext("Written on {day}").format(day=day(t, on, year=True))


def player_number(t: Translations, n: int) -> str:
    """Call a person whose name is not shown or not known."""
    # Translators: stands in place of the name of a person who has not agreed to show it
    return t.gettext("Player {n}").format(n=n)
