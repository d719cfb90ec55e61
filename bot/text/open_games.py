"""Words of the lists of open tables: the people they wait for, since when, and until when."""

from collections.abc import Sequence

from bot.model.open_games import OpenGame
from bot.text.formats import capital, listed
from bot.text.hours import moment
from bot.text.translation import N_, Translations

MOST_NAMES = 3
"""The most people named; more are only counted."""

# Translators: heading, above the reader's games in which the reader is to do something
WAITS_FOR_YOU = N_("Waiting for you")
# Translators: heading, above the reader's games in which others are to do something
WAITS_FOR_OTHERS = N_("Waiting for others")
# Translators: heading, above games that have not begun
NOT_BEGUN = N_("Not begun")
# Translators: heading, above games that cannot go on where they are
STANDS_STILL = N_("On hold")
# Translators: heading, for moderators, above games with which something is wrong
NEEDS_HELP = N_("Needs a look")
# Translators: heading, for moderators, above games; whoever has been waited for longest is first
LONGEST_FIRST = N_("Longest wait first")


def state_words(
    t: Translations, game: OpenGame, names: Sequence[str], *, mine: bool = False
) -> str:
    """Tell the state of a table: "Waiting for Ada · turn began 3 days ago · time ends in 2 hours".
    `names` are those of the seats waited for; `mine`: the reader is one of them, and not named."""
    parts: list[str] = []
    if game.gone_at is not None:
        # Translators: of a game; in a list, with a point between: "its channel is gone · …"
        parts.append(t.gettext("its channel is gone; continue it elsewhere with /tzolkin move"))
    if game.status == "lobby":
        parts.append(_lobby_words(t, game, mine=mine))
    if names and not mine:
        some = list(names[:MOST_NAMES])
        left = len(names) - len(some)
        if left:
            # Translators: last item of a list of people: so many further ones
            some.append(t.ngettext("{n} more", "{n} more", left).format(n=left))
        # Translators: in a list, with a point between; {names}: who is to move
        parts.append(t.gettext("waiting for {names}").format(names=listed(t, some)))
    if not game.told and game.gone_at is None and game.status == "playing":
        # Translators: of a game; in a list, with a point between: Discord did not take messages
        parts.append(t.gettext("messages are still being sent there"))
    return capital(" · ".join([*parts, *_times(t, game)]))


def _lobby_words(t: Translations, game: OpenGame, *, mine: bool) -> str:
    if mine:
        # Translators: to the reader, who was named for a game and has to say yes or no; in a list,
        # with a point between
        return t.gettext("say whether you will play")
    # Translators: of a game; in a list, with a point between
    return t.gettext("open to join")


def _times(t: Translations, game: OpenGame) -> list[str]:
    parts = []
    if game.status == "playing" and game.waited_for:
        # Translators: in a list, with a point between; {moment} is relative: "3 days ago"
        began = t.gettext("turn began {moment}")
        parts.append(began.format(moment=moment(game.since)))
    if game.paused and game.gone_at is None:
        # Translators: of a game; in a list, with a point between
        parts.append(t.gettext("its clocks are paused"))
    end = game.deadline
    if end is not None:
        # Translators: in a list, with a point between; {moment} is relative: "in 3 hours"
        parts.append(t.gettext("time ends {moment}").format(moment=moment(end)))
    return parts
