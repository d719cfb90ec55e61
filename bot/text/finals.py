"""Words about the final of a season."""

from collections.abc import Sequence

from bot.seasons.events import Finals, Rules
from bot.text.formats import listed
from bot.text.names import games_words
from bot.text.translation import Translations


def finals_choice(t: Translations, finals: Finals, finalists: int) -> str:
    """Describe the players of the final, as a choice: so short that a phone shows all of it."""
    if finals == "winners":
        # Translators: option of a menu, at most 40 characters: who plays the final
        return t.gettext("Final: division winners")
    if finals == "best":
        # Translators: option of a menu, at most 40 characters: who plays the final; {n} is 2 to 5
        return t.ngettext("Final: best {n} of all", "Final: best {n} of all", finalists).format(
            n=finalists
        )
    if finals == "top":
        # Translators: option of a menu, at most 40 characters: who plays the final; {n} is 2 to 5
        return t.ngettext(
            "Final: top division's best {n}", "Final: top division's best {n}", finalists
        ).format(n=finalists)
    # Translators: option of a menu, at most 40 characters
    return t.gettext("No final")


def finals_hint(t: Translations, finals: Finals) -> str:
    """Explain such a choice; empty where it is plain."""
    if finals == "winners":
        # Translators: second line of the option “Final: division winners”, at most 100 characters
        return t.gettext("winners of up to five top divisions (at least two)")
    if finals == "best":
        # Translators: second line of the option “Final: best 3 of all”, at most 100 characters
        return t.gettext("by league points per game, in any division")
    return ""


def final_games_choice(t: Translations, games: int) -> str:
    """Tell the number of games in the final, as a choice."""
    # Translators: option of a menu, at most 80 characters
    return t.ngettext("The final is one game", "The final is {n} games", games).format(n=games)


def finals_line(t: Translations, rules: Rules) -> str:
    """Describe the final of a season in a line; empty for none."""
    if rules.finals == "winners":
        # Translators: {games} is the length of the final, such as "3 games"
        words = t.gettext("The winners of the divisions play a final for the title: {games}.")
    elif rules.finals == "best":
        # Translators: {n} is a number from 2; {games} is the length of the final, such as "3 games"
        words = t.ngettext(
            "The best {n} of all plays a final for the title: {games}.",
            "The best {n} of all play a final for the title: {games}.",
            rules.finalists,
        )
    elif rules.finals == "top":
        # Translators: {n} is a number from 2; {games} is the length of the final, such as "3 games"
        words = t.ngettext(
            "The best {n} of the top division plays a final for the title: {games}.",
            "The best {n} of the top division play a final for the title: {games}.",
            rules.finalists,
        )
    else:
        return ""
    return words.format(n=rules.finalists, games=games_words(t, rules.final_games))


def finalist_lines(
    t: Translations, names: Sequence[str], games: int, drawn_among: Sequence[str]
) -> list[str]:
    """List the players of the final, the best first, and who of the last were drawn by lot."""
    lines = [
        " · ".join(place_words(t, place, name) for place, name in enumerate(names, start=1)),
        t.ngettext(
            "They play {n} game; the winner wins the season.",
            "They play {n} games; the leader wins the season.",
            games,
        ).format(n=games),
        # Translators: singular: for a final of one game; plural: for one of several
        t.ngettext(
            "They sit in this order.",
            "They sit in this order, moving one seat each game.",
            games,
        ),
    ]
    if drawn_among:
        lines.append(
            # Translators: who was level for the last place in the final, of whom one was drawn by
            # lots
            t.gettext("Tied for the last place, drawn by the season's seed: {names}.").format(
                names=listed(t, drawn_among)
            )
        )
    return lines


def place_words(t: Translations, place: int, name: str) -> str:
    """Write a place: "1. Ada"."""
    # Translators: a place and who has it: “1. Ada”
    return t.gettext("{place}. {name}").format(place=place, name=name)


def final_due_line(t: Translations, season: str) -> str:
    """Say that all tables of the divisions are over, and the final can be drawn."""
    return t.gettext(
        "All tables of the divisions of **{season}** are over. The moderators draw the final "
        "with /moderate page."
    ).format(season=season)


def final_again_line(t: Translations, season: str) -> str:
    """Say that others should play a final that is drawn."""
    return t.gettext(
        "**{season}**: by the current standings, other players would be in the final. Until one "
        "of its games is over, moderators can draw it again."
    ).format(season=season)


def final_line(t: Translations, names: Sequence[str], *, over: bool) -> str:
    """Write the final below a division: its players, or its standings, best first."""
    # Translators: {names} are people, or while it goes on their places: "1. Ada · 2. Ben"
    return t.gettext("Final: {names}").format(names=" · ".join(names) if over else listed(t, names))
