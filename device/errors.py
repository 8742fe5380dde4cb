"""What went wrong outside the program, in words a player can act on."""

from __future__ import annotations

from device.texts import Language, say_or_keep


class UserError(Exception):
    """Something that the user can put right: the command line prints it as one sentence and exits with `exit_code`.

    Give a key of the texts, so that the sentence exists in every language, with the values it names:
    `UserError("error.no_such_file", path="x.jpg")`. Text that is no key is kept as it is.
    """

    exit_code = 1

    def __init__(self, text: str, /, **values: object) -> None:
        super().__init__(text)
        self.text = text
        self.values = values

    def sentence(self, lang: Language) -> str:
        """The sentence in the language `lang`."""
        return say_or_keep(self.text, lang, **self.values)

    def __str__(self) -> str:
        return self.sentence("en")


class UsageError(UserError):
    """A command that cannot be understood: exit code 2."""

    exit_code = 2
