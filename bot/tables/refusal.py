"""Why something is not done, in one sentence that can be translated."""

from collections.abc import Mapping

from bot.engine import IllegalAction


class Refusal(Exception):
    """Something a person may not do now; nothing has changed.

    `template` is an English sentence with named places that says what to do instead, `params`
    fills them, and `code` names the reason for programs. `str` gives the filled sentence.
    """

    def __init__(self, code: str, template: str, **params: object) -> None:
        super().__init__(template.format(**params))
        self.code = code
        self.template = template
        self.params: Mapping[str, object] = params


def illegal(reason: IllegalAction) -> Refusal:
    """What the rules do not allow, as a refusal with the engine's own sentence."""
    return Refusal("illegal", reason.template, **reason.params)
