"""Words about the final of a season."""

from collections.abc import Sequence

from bot.leagues.model.events import Finals, Rules
from bot.text.formats import listed
from bot.text.translation import Translations


def finals_choice(t: Translations, finals: Finals, finalists: int) -> str:
    """Who plays the final, as a choice: so short that a phone shows all of it."""
    if finals == "winners":
        return t.gettext("Final: division winners")
    if finals == "best":
        return t.gettext("Final: best {n} of all").format(n=finalists)
    if finals == "top":
        return t.gettext("Final: top division's best {n}").format(n=finalists)
    return t.gettext("No final")


def finals_hint(t: Translations, finals: Finals) -> str:
    """What such a choice means; empty where it is plain."""
    if finals == "winners":
        return t.gettext("of the top five, where there are more; it needs two divisions")
    if finals == "best":
        return t.gettext("by league points a game, whichever division they play in")
    return ""


def final_games_choice(t: Translations, games: int) -> str:
    """How many games a final has, as a choice."""
    if games == 1:
        return t.gettext("The final is one game")
    return t.ngettext("The final is {n} game", "The final is {n} games", games).format(n=games)


def finals_line(t: Translations, rules: Rules) -> str:
    """The final of a season, in a line; empty for none."""
    if rules.finals == "winners":
        who = t.gettext("A final of the winners of the divisions")
    elif rules.finals == "best":
        who = t.gettext("A final of the best {n} of all")
    elif rules.finals == "top":
        who = t.gettext("A final of the best {n} of the top division")
    else:
        return ""
    games = t.ngettext("{n} game", "{n} games", rules.final_games).format(n=rules.final_games)
    return t.gettext("{final}: {games}, for the title.").format(
        final=who.format(n=rules.finalists), games=games
    )


def finalist_lines(
    t: Translations, names: Sequence[str], games: int, drawn_among: Sequence[str], *, bids: bool
) -> list[str]:
    """Who plays the final, the best first, and who were drawn among the last of them. With `bids`
    they bid for their seats."""
    lines = [
        " · ".join(place_words(t, place, name) for place, name in enumerate(names, start=1)),
        t.ngettext(
            "They play {n} game; who is first is the champion.",
            "They play {n} games; who is first is the champion.",
            games,
        ).format(n=games),
    ]
    if not bids:
        lines.append(
            t.ngettext(
                "They sit in this order.",
                "They sit in this order, in each further game one seat on.",
                games,
            )
        )
    if drawn_among:
        lines.append(
            t.gettext("Level for the last place, drawn by the season's seed: {names}.").format(
                names=listed(t, drawn_among)
            )
        )
    return lines


def place_words(t: Translations, place: int, name: str) -> str:
    """ "1. Ada"."""
    return t.gettext("{place}. {name}").format(place=place, name=name)


def final_due_line(t: Translations, season: str) -> str:
    """All tables of the divisions are over, and the final can be drawn."""
    return t.gettext(
        "All tables of the divisions of **{season}** are over. The moderators draw the final with "
        "/season finals."
    ).format(season=season)


def final_again_line(t: Translations, season: str) -> str:
    """Others should play a final that is drawn."""
    return t.gettext(
        "**{season}**: by the standings and the players now, others play the final. As long as "
        "none of its games is over, /season finals draws it again."
    ).format(season=season)


def final_line(t: Translations, names: Sequence[str], *, over: bool) -> str:
    """The final below the standings of a division: who plays it, or how it stands, best first."""
    separator = " · " if over else ", "
    return t.gettext("Final: {names}").format(names=separator.join(names))
