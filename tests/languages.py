"""Made-up languages for tests."""

from bot.text.translation import Translations


class MadeUp(Translations):
    """A language that makes its words from the English ones: `gettext` does, the others ask it."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)
