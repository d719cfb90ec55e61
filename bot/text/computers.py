"""Levels and styles of computers in words."""

from collections.abc import Mapping

from bot.model.advice import Computer, Level, Style
from bot.text.translation import C_, N_, Translations

_LEVEL, _STYLE = "level", "style"
_LEVELS: Mapping[Level, str] = {
    # Translators: how well a computer plays, behind "computer" and a comma; it answers in an
    # instant, without looking ahead; small letter
    "instant": C_("level", "instant"),
    # Translators: how well a computer plays: easy to beat; small letter
    "easy": C_("level", "easy"),
    # Translators: how well a computer plays: between easy and hard; small letter
    "medium": C_("level", "medium"),
    # Translators: how well a computer plays: hard to beat; small letter
    "hard": C_("level", "hard"),
    # Translators: how well a computer plays: best of all, as a master of the game; small letter
    "master": C_("level", "master"),
}
_STYLES: Mapping[Style, str] = {
    # Translators: what a computer likes: somebody who builds; noun, small letter where nouns have
    # one
    "builder": C_("style", "builder"),
    # Translators: what a computer likes: temples; noun, small letter where nouns have one
    "priest": C_("style", "priest"),
    # Translators: what a computer likes: corn; noun, small letter where nouns have one
    "farmer": C_("style", "farmer"),
}
_ABOUT_LEVELS: Mapping[Level, str] = {
    # Translators: about a computer that plays at the level "instant", below it in a menu
    "instant": N_("Plays at once, without looking ahead"),
    # Translators: about a computer that plays at the level "easy", below it in a menu
    "easy": N_("For first games: friendly, makes mistakes"),
    # Translators: about a computer that plays at the level "medium", below it in a menu
    "medium": N_("Looks ahead to its next turn"),
    # Translators: about a computer that plays at the level "hard", below it in a menu
    "hard": N_("Sees how others may answer; for people who know the game"),
    # Translators: about a computer that plays at the level "master", below it in a menu
    "master": N_("The strongest; thinks up to 4 seconds a turn"),
}
_ABOUT_STYLES: Mapping[Style, str] = {
    # Translators: about a computer with the style "builder", below it in a menu
    "builder": N_("Likes buildings, monuments and resources"),
    # Translators: about a computer with the style "priest", below it in a menu
    "priest": N_("Likes temples, skulls and theology"),
    # Translators: about a computer with the style "farmer", below it in a menu
    "farmer": N_("Likes corn, workers and agriculture"),
}


def level_name(t: Translations, level: Level) -> str:
    """Name a level: "hard"."""
    return t.pgettext(_LEVEL, _LEVELS[level])


def about_level(t: Translations, level: Level) -> str:
    """Explain a level, in a few words for a menu."""
    return t.gettext(_ABOUT_LEVELS[level])


def style_name(t: Translations, style: Style | None) -> str:
    """Name a style: "builder"; "no style"."""
    if style is None:
        # Translators: of a computer that likes nothing more than points; small letter
        return t.gettext("no style")
    return t.pgettext(_STYLE, _STYLES[style])


def about_style(t: Translations, style: Style | None) -> str:
    """Explain a style, in a few words for a menu."""
    if style is None:
        # Translators: about a computer without a style, below that in a menu
        return t.gettext("Likes nothing but points")
    return t.gettext(_ABOUT_STYLES[style])


def computer_words(t: Translations, computer: Computer) -> str:
    """Name a computer's level and style: "medium", "hard · builder", "master · 8 seconds"."""
    words = [level_name(t, computer.level)]
    if computer.style:
        words.append(style_name(t, computer.style))
    if computer.thinks_twice:
        # Translators: of a computer: it thinks about a turn for as long as this
        words.append(t.gettext("8 seconds"))
    return " · ".join(words)


def hurried_line(t: Translations) -> str:
    """Tell that a computer was hurried, behind what it did in its turn."""
    # Translators: below what a computer has done in its turn: many games were waiting, or the
    # machine was busy
    return t.gettext("Short on time: the computer looked less far ahead than usual.")


def hurried_in_all(t: Translations) -> str:
    """Tell that computers were hurried, once below what several seats did."""
    # Translators: below what computers have done in their turns: many games were waiting, or the
    # machine was busy
    return t.gettext("Short on time: computers looked less far ahead than usual.")
