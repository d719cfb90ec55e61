"""Why a setting of time is not accepted, in one sentence that can be translated."""

from collections.abc import Mapping


class ClockRefusal(ValueError):
    """A value outside its range, or an unknown one; nothing has changed.

    `template` is an English sentence with named places that says what to do instead, `params`
    fills them, and `code` names the reason for programs. `str` gives the filled sentence.
    """

    def __init__(self, code: str, template: str, **params: object) -> None:
        super().__init__(template.format(**params))
        self.code = code
        self.template = template
        self.params: Mapping[str, object] = params
