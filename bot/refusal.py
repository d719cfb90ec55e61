"""Why something is not done: the one refusal of the whole program."""

from collections.abc import Mapping


class Refusal(Exception):
    """Something that may not be done now; nothing has changed.

    `code` names the reason, and belongs to one sentence; the program decides by the classes below.
    `template` is an English sentence with named places that says what to do instead, and `params`
    fills them; it is translated only where it is shown (`bot.text.refusals`). `str` gives the
    filled English sentence.
    """

    def __init__(self, code: str, template: str, **params: object) -> None:
        super().__init__(template.format(**params))
        self.code = code
        self.template = template
        self.params: Mapping[str, object] = params


class Stale(Refusal):
    """What was pressed was made for an earlier state: show the present one instead."""


class Over(Refusal):
    """What it is about is over, or has begun: a game, a lobby, a request."""


class NotAsked(Refusal):
    """The person is not asked now, or has nothing prepared to go on with."""


class AskedNow(Refusal):
    """It is the person's own turn, which comes first."""


class NotWhole(Refusal):
    """What was chosen is no whole turn yet, or more than one."""


class Full(Refusal):
    """There is no room for more."""


class StillOpen(Refusal):
    """Something of a season waits to be decided before the season ends: its final."""


class RequestsWait(StillOpen):
    """Acts wait for a second moderator."""


class DisputesOpen(StillOpen):
    """Disputes are open."""


KINDS = tuple(
    name for name, kind in list(vars().items())
    if isinstance(kind, type) and issubclass(kind, Refusal)
)  # fmt: skip
"""The names of all these classes: the sentence is the second thing that each is given."""
