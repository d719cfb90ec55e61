"""The refusal: the one error, in the whole program, for something that may not be done."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager


def P_(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence about a number `{n}`, in singular and plural, for extraction. It is
    translated only where it is shown, with the plurals of that language."""
    return one, many


class Refusal(Exception):
    """Something may not be done now; nothing has changed.

    `code` names the reason, and there is one sentence for each; the program decides by the classes
    below. `template` is an English sentence that also says what to do instead, and `params` fill
    the names in it; it is translated only where it is shown (`bot.text.refusals`). A sentence that
    counts something also has a `plural`, for any `n` but one (`*P_(…)`). `str` gives the filled
    English sentence.
    """

    def __init__(self, code: str, template: str, plural: str = "", **params: object) -> None:
        said = plural if plural and params["n"] != 1 else template
        super().__init__(said.format(**params))
        self.code = code
        self.template = template
        self.plural = plural
        self.params: Mapping[str, object] = params


class Stale(Refusal):
    """The button belongs to an earlier state: show the present one."""


class Over(Refusal):
    """The game, lobby or request is over, or has begun already."""


class NotAsked(Refusal):
    """The person is not asked anything now, or has no prepared turn to go on with."""


class AskedNow(Refusal):
    """It is the person's own turn, which comes first."""


class NotWhole(Refusal):
    """The chosen actions are not a whole turn yet, or are more than one."""


class Full(Refusal):
    """There is no room for one more."""


class NotTaken(Refusal):
    """Discord does not take it in this form, and nobody on the server can change that."""


class StillOpen(Refusal):
    """The season cannot end before its final is drawn."""


KINDS = tuple(
    name for name, kind in list(vars().items())
    if isinstance(kind, type) and issubclass(kind, Refusal)
)  # fmt: skip
"""The names of the refusals above. Whoever looks for texts to translate finds them in calls of
these names, as the second argument (`bot.text.catalogue`)."""


class Several(Refusal):
    """Several inputs of one command or form are refused; `found` has the refusals in their
    order."""

    def __init__(self, found: Sequence[Refusal]) -> None:
        super().__init__("several", "{sentences}", sentences="\n".join(map(str, found)))
        self.found = tuple(found)


@contextmanager
def gathered(found: list[Refusal]) -> Iterator[None]:
    """Add the refusal of one input to `found` in place of raising it, so that the next input is
    read, too; call `refuse_all` after the last."""
    try:
        yield
    except Several as refusals:
        found += refusals.found
    except Refusal as refusal:
        found.append(refusal)


def refuse_all(found: Sequence[Refusal]) -> None:
    """Raise what was `gathered`: a single Refusal, or `Several`; nothing if there is none. Equal
    sentences count as one."""
    told = list({str(one): one for one in found}.values())
    if len(told) > 1:
        raise Several(told)
    for one in told:
        raise one
