"""Why something is not done: the one refusal of the whole program."""

from collections.abc import Mapping


class Refusal(Exception):
    """Something that may not be done now; nothing has changed.

    `code` names the reason: programs decide by it alone. `template` is an English sentence with
    named places that says what to do instead, and `params` fills them; it is translated only
    where it is shown (`bot.text.refusals`). `str` gives the filled English sentence.
    """

    def __init__(self, code: str, template: str, **params: object) -> None:
        super().__init__(template.format(**params))
        self.code = code
        self.template = template
        self.params: Mapping[str, object] = params


class Stale(Refusal):
    """What was pressed was made for an earlier state: show the present one instead."""
