"""The refusal: the one error of the whole program for something that may not be done."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager


def P_(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence about a number `{n}`, for one and for more, for extraction; it is translated
    later, where it is shown, as its language counts."""
    return one, many


class Refusal(Exception):
    """Something may not be done now; nothing has changed.

    `code` names the reason, and belongs to one sentence; the program decides by the classes below.
    `template` is an English sentence with named places that says what to do instead, and `params`
    fills them; it is translated only where it is shown (`bot.text.refusals`). A sentence that
    counts something has a `plural`, too, which holds for another `n` than one (`*P_(…)`). `str`
    gives the filled English sentence.
    """

    def __init__(self, code: str, template: str, plural: str = "", **params: object) -> None:
        said = plural if plural and params["n"] != 1 else template
        super().__init__(said.format(**params))
        self.code = code
        self.template = template
        self.plural = plural
        self.params: Mapping[str, object] = params


class Stale(Refusal):
    """The button belongs to an earlier state: show the present one instead."""


class Over(Refusal):
    """The game, the lobby or the request is over, or has begun already."""


class NotAsked(Refusal):
    """The person is not asked now, or has no prepared turn to continue."""


class AskedNow(Refusal):
    """It is the person's own turn, which comes first."""


class NotWhole(Refusal):
    """The chosen actions are no whole turn yet, or more than one."""


class Full(Refusal):
    """There is no room for another one."""


class NotTaken(Refusal):
    """Discord refuses it as it is, and nobody at the server can mend that."""


class StillOpen(Refusal):
    """The season cannot end before an open matter is settled: its final."""


class RequestsWait(StillOpen):
    """The season cannot end while acts wait for a second moderator."""


class DisputesOpen(StillOpen):
    """The season cannot end while disputes are open."""


KINDS = tuple(
    name for name, kind in list(vars().items())
    if isinstance(kind, type) and issubclass(kind, Refusal)
)  # fmt: skip
"""The names of all these classes, whose second argument is the sentence."""


class Several(Refusal):
    """Several inputs of one command or form are refused; `found` says why, in their order."""

    def __init__(self, found: Sequence[Refusal]) -> None:
        super().__init__("several", "{sentences}", sentences="\n".join(map(str, found)))
        self.found = tuple(found)


@contextmanager
def gathered(found: list[Refusal]) -> Iterator[None]:
    """Put the refusal of one input among those `found`, so that the next one is read, too; call
    `refuse_all` after the last."""
    try:
        yield
    except Several as refusals:
        found += refusals.found
    except Refusal as refusal:
        found.append(refusal)


def refuse_all(found: Sequence[Refusal]) -> None:
    """Raise what was `gathered`: the one Refusal, or `Several`; nothing if there is none. The same
    sentence is said once."""
    told = list({str(one): one for one in found}.values())
    if len(told) > 1:
        raise Several(told)
    for one in told:
        raise one
