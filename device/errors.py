"""What went wrong outside the program, in words a player can act on."""

from __future__ import annotations

import errno

from device.texts import Language, say_or_keep
from engine.errors import EngineError
from engine.text import Text


class UserError(Exception):
    """Something that the user can put right: the command line prints it as one sentence and exits with `exit_code`.

    Give a key of the texts, so that the sentence exists in every language, with the values it names:
    `UserError("error.no_such_file", path="x.jpg")`. Text that is no key is kept as it is. Other errors may stand among
    the values; they are told in the language, too.
    """

    exit_code = 1

    def __init__(self, text: str | Text, /, **values: object) -> None:
        super().__init__(text)
        self.text = text
        self.values = values

    def sentence(self, lang: Language, prog: str = "tilefish") -> str:
        """The sentence in the language `lang`; `prog` is how this program is called, where the sentence names it."""
        if isinstance(self.text, Text):
            return self.text.in_language(lang)
        values = {"prog": prog} | {name: in_language(value, lang, prog) for name, value in self.values.items()}
        return say_or_keep(self.text, lang, **values)

    def __str__(self) -> str:
        return self.sentence("en")


def in_language(value: object, lang: Language, prog: str = "tilefish") -> object:
    """What a sentence says of a value: an error as the clause that tells it, anything else as it is."""
    if isinstance(value, EngineError):
        return value.text.in_language(lang)
    if isinstance(value, Text):
        return value.in_language(lang)
    if isinstance(value, UserError):
        return value.sentence(lang, prog).rstrip(".")
    if isinstance(value, OSError):
        code = errno.errorcode.get(value.errno or 0, "")
        return say_or_keep(f"system.{code}", lang).removeprefix("system." + code) or value.strerror or str(value)
    return value


class UsageError(UserError):
    """A command that cannot be understood: exit code 2."""

    exit_code = 2
