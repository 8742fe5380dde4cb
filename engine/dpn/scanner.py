"""Goes through a text from its beginning to its end, and knows in which line and column it is."""

from __future__ import annotations

import json
import re
from bisect import bisect_right

from engine.dpn.places import Place, error_at
from engine.tiles import NotationError

BLANKS = re.compile(r"[ \t\r\n]*")
STRING = re.compile(r'"(?:[^"\\\n]++|\\[^\n])*+"')
WORD = re.compile(r"\w+")
_SIGN = re.compile(r"\S{1,12}")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Scanner:
    """A text and a place in it.

    Attributes:
        text: the whole text.
        at: the index of the character that comes next.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]

    def place(self, at: int | None = None) -> Place:
        """The line and column of an index; of the next character unless one is given."""
        index = self.at if at is None else at
        line = bisect_right(self._lines, index)
        return Place(line, index - self._lines[line - 1] + 1)

    def fail(self, en: str, ru: str, at: int | None = None) -> NotationError:
        """The error that the text is malformed here."""
        return error_at(self.place(at), en, ru)

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    def skip(self) -> None:
        """Goes past blanks and ends of lines."""
        self.take(BLANKS)

    def sees(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What the pattern finds here; the place stays."""
        return pattern.match(self.text, self.at)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What the pattern finds here, and goes past it."""
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def takes(self, sign: str) -> bool:
        """Whether this sign stands here; then goes past it."""
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        return True

    def string(self) -> str | None:
        """A text in quotation marks, with JSON's escapes; None where none begins.

        Raises:
            NotationError: it does not end in its line, or an escape is wrong.
        """
        if not self.text.startswith('"', self.at):
            return None
        start, found = self.at, self.take(STRING)
        if not found:
            raise self.fail("the quotation marks are not closed", "кавычки не закрыты")
        try:
            value = json.loads(found.group(), strict=False)
        except ValueError:
            value = None
        if not isinstance(value, str) or _SURROGATE.search(value):
            raise self.fail(
                "a backslash stands before the wrong character", "после обратной косой черты не тот знак", start
            )
        return value

    def name(self) -> str | None:
        """A word of letters and digits, or a text in quotation marks; None where neither stands."""
        found = self.take(WORD)
        return found.group() if found else self.string()

    def next_sign(self) -> str:
        """The next few characters, for an error to show."""
        found = self.sees(_SIGN)
        return found.group() if found else self.text[self.at : self.at + 1]
