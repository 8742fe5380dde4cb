"""What the engine raises: cannot parse (`tiles.NotationError`), illegal, contradictory."""

from __future__ import annotations

from engine.text import Text


class EngineError(ValueError):
    """Something that whoever asked can put right; `text` says it in both languages, `str()` in English.

    The wording is a clause, so that it can stand after a file's name; `sentence` makes a sentence of it.
    """

    def __init__(self, en: str, ru: str) -> None:
        super().__init__(en, ru)
        self.text = Text(en, ru)

    def __str__(self) -> str:
        return self.text.en

    def sentence(self, lang: str) -> str:
        """The error as one whole sentence in "en" or "ru"."""
        clause = self.text.in_language(lang)
        return clause[:1].upper() + clause[1:] + ("" if clause.endswith(".") else ".")


class RulesError(EngineError):
    """A rule set or option that does not exist, or that contradicts another one; one sentence says which."""


class LogError(EngineError):
    """A seat or event that is not in this match."""


class IllegalPlayError(ValueError):
    """A move that the rules forbid; `reason` is one of `engine.line.Reason`'s words."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
