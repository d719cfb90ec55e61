"""Words about disputes, for moderators and for the person who disputed. Names come as they shall be
printed."""

from collections.abc import Mapping, Sequence

from bot.seasons.disputes import Dispute
from bot.seasons.events import Decision
from bot.text.translation import N_, Translations


def dispute_title(t: Translations, number: int, table: int, season: str) -> str:
    """Write the title of a dispute, for its thread and the head of its message."""
    # Translators: title, and name of a thread, at most 100 characters with the name of the season;
    # {number} and {table} are numbers
    return t.gettext("Dispute {number}: table {table} of {season}").format(
        number=number, table=table, season=season
    )


def dispute_line(t: Translations, name: str, dispute: Dispute) -> str:
    """Say who disputes which table, and why."""
    # Translators: {reason} is what the person has typed
    return t.gettext("{name} disputes table {table}: {reason}").format(
        name=name, table=dispute.table, reason=_escaped(dispute.reason)
    )


def dispute_lines(t: Translations, name: str, dispute: Dispute, position: str) -> Sequence[str]:
    """Write the lines in the thread, for moderators and the player; `position` is a link and the
    lines of the standings there."""
    return [
        dispute_line(t, name, dispute),
        position,
        # Translators: “Settled” is the label of a button
        t.gettext(
            "For moderators: each button first shows what it would change. To go back in the "
            "game, use /moderate page at the table, then press “Settled”."
        ),
    ]


def hidden_dispute_line(t: Translations, season: str, table: int) -> str:
    """Write the call in a channel that others read, without the person and the reason."""
    return t.gettext("Moderators, please look at table {table} of **{season}**.").format(
        table=table, season=season
    )


def decision_words(t: Translations, decision: Decision) -> str:
    """Say how a dispute was decided."""
    return t.gettext(_DECISIONS[decision])


def decided_lines(
    t: Translations, number: int, season: str, dispute: Dispute, *, why: bool = True
) -> Sequence[str]:
    """Tell the player the decision; with `why` its reason, where nobody else reads it."""
    assert dispute.decision is not None
    title = dispute_title(t, number, dispute.table, f"**{season}**")
    lines = [f"{title} · {decision_words(t, dispute.decision)}"]
    return [*lines, _escaped(dispute.answer)] if why and dispute.answer else lines


def open_disputes_line(t: Translations, n: int) -> str:
    """Say how many disputes wait for a decision."""
    return t.ngettext(
        "{n} dispute is waiting for a decision.", "{n} disputes are waiting for a decision.", n
    ).format(n=n)


# Translators, for each: what came of a dispute; behind its title and a dot
_DECISIONS: Mapping[Decision, str] = {
    "corrected": N_("the moderators corrected the result"),
    "voided": N_("the moderators removed the table from the season"),
    "restored": N_("the moderators made the table count again"),
    "replayed": N_("the moderators are having the table played again"),
    "settled": N_("the moderators settled it"),
    "rejected": N_("the moderators rejected it: the result stays"),
}


def _escaped(words: str) -> str:
    """Escape typed words, so that nothing is Markdown or a mention."""
    for sign in "\\*_~`|>#[]()<@":
        words = words.replace(sign, f"\\{sign}")
    return words
