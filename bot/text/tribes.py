"""The powers of tribes, in words for people who have never seen their tiles.

There is a sentence for each power, not for each tribe: a tribe is described by the fields of its
`Powers` that differ from those of a seat without a tribe. Most sentences stand with the field;
those about several fields, or with more than a number, are here.
"""

from collections.abc import Callable, Collection
from dataclasses import fields
from itertools import accumulate

from bot.engine.board import GEARS
from bot.engine.tribes import NO_TRIBE, PARTNER_GEAR, TRIBES, Powers
from bot.text.formats import listed
from bot.text.names import amount, gear_name, points
from bot.text.translation import Translations, fill

Sentence = Callable[[Translations, Powers], str]
_SENTENCES: dict[str, Sentence] = {}
"""The sentences by field."""


def tribe_words(t: Translations, tribe: str) -> str:
    """Tell the powers of a tribe, in one or two sentences."""
    return powers_words(t, TRIBES[tribe].powers)


def powers_words(t: Translations, powers: Powers) -> str:
    """Write the sentences of all powers that a seat without a tribe does not have."""
    sentences: dict[str, None] = {}  # several fields may have the same one
    for power in fields(powers):
        value = getattr(powers, power.name)
        if value != getattr(NO_TRIBE, power.name):
            sentence = _SENTENCES.get(power.name)
            words = power.metadata.get("words", "")
            plural = power.metadata.get("plural", "")
            told = sentence(t, powers) if sentence else _with_number(t, words, plural, value)
            sentences[told] = None
    return " ".join(sentences)


def _with_number(t: Translations, words: str, plural: str, n: int) -> str:
    """Write the sentence of a field, with its number alone, of corn, or of resources."""
    goods = {"corn": amount(t, "corn", n), "resources": amount(t, "resources", n)}
    return fill(t, words, {"n": n, **goods}, plural)


def _power(*names: str) -> Callable[[Sentence], Sentence]:
    """Register the sentence about these fields of Powers."""

    def register(sentence: Sentence) -> Sentence:
        _SENTENCES.update(dict.fromkeys(names, sentence))
        return sentence

    return register


@_power("ahead_for_corn")
def _ahead_for_corn(t: Translations, powers: Powers) -> str:
    return t.gettext(
        "When you pick up a worker you may pay {corn} to use the action one space ahead, on any "
        "gear."
    ).format(corn=amount(t, "corn", 1))


@_power("beg_below", "beg_up_to")
def _beg(t: Translations, powers: Powers) -> str:
    # Translators: "{most}" is "3 corn", "{after}" a number
    return t.gettext("You may beg with {most} or less, and then have {after}.").format(
        most=amount(t, "corn", powers.beg_below - 1), after=powers.beg_up_to
    )


@_power("last_space", "own_spaces", "lowest_free", "falls_off")
def _last_space(t: Translations, powers: Powers) -> str:
    return t.gettext(
        "Your workers may ride one space further on each gear, and have a free choice of its "
        "actions there, too."
    )


@_power("own_and_partner_gear")
def _own_and_partner_gear(t: Translations, powers: Powers) -> str:
    pairs = [
        listed(t, [gear_name(t, GEARS[one]), gear_name(t, GEARS[other])])
        for one, other in enumerate(PARTNER_GEAR)
        if one < other
    ]
    # Translators: pairs of gears: "Palenque and Yaxchilan; Tikal and Uxmal"
    return t.gettext(
        "A worker may use the action of the same number, or a lower one, on the partner gear: "
        "{pairs}."
    ).format(pairs="; ".join(pairs))


@_power("wealth_kept", "step_down_at_start")
def _wealth_kept(t: Translations, powers: Powers) -> str:
    if powers.wealth_kept == NO_TRIBE.wealth_kept:
        return t.gettext("Before the first round you go a step down on a temple of your choice.")
    if not powers.step_down_at_start:
        # Translators: "{n}" is 3
        words = t.ngettext(
            "You keep {n} wealth tile instead of two.",
            "You keep {n} wealth tiles instead of two.",
            powers.wealth_kept,
        )
    else:
        words = t.ngettext(
            "You keep {n} wealth tile instead of two, and then go a step down on a temple of your "
            "choice.",
            "You keep {n} wealth tiles instead of two, and then go a step down on a temple of your "
            "choice.",
            powers.wealth_kept,
        )
    return words.format(n=powers.wealth_kept)


@_power("feed_extra", "unfed_points")
def _feed_extra(t: Translations, powers: Powers) -> str:
    if powers.start_workers == NO_TRIBE.start_workers:
        words = t.gettext(
            "Each of your workers needs {corn} more on food days, and costs {points} if it is not "
            "fed."
        )
    else:  # after the sentence about the workers
        # Translators: behind the sentence "You begin with {n} workers."
        words = t.gettext(
            "Each needs {corn} more on food days, and costs {points} if it is not fed."
        )
    return words.format(
        corn=amount(t, "corn", powers.feed_extra), points=points(t, 4 * powers.unfed_points)
    )


@_power("worker_count_cost")
def _worker_count_cost(t: Translations, powers: Powers) -> str:
    _, two, three, four, five, six = accumulate(powers.worker_count_cost)
    # Translators: "{two}" is "1 corn", the others are numbers
    return t.gettext(
        "Placing several workers costs less: {two} for 2, {three} for 3, {four} for 4, {five} for "
        "5, {six} for 6, on top of their spaces."
    ).format(two=amount(t, "corn", two), three=three, four=four, five=five, six=six)


def acts_now(tribe: str, kind: str, legal: Collection[str]) -> bool:
    """Whether a tribe gives a choice in this question that its buttons do not explain."""
    powers = TRIBES[tribe].powers
    if kind == "place":
        return powers.pick_after_placing > 0 and any(one.startswith("pick ") for one in legal)
    return kind == "action" and (powers.ahead_for_corn or powers.own_and_partner_gear)
