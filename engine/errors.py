"""What the engine raises: cannot parse (`tiles.NotationError`), illegal, contradictory."""

from __future__ import annotations


class RulesError(ValueError):
    """A rule set or option that does not exist, or that contradicts another one; one sentence says which."""


class IllegalPlayError(ValueError):
    """A move that the rules forbid; `reason` is one of `engine.line.Reason`'s words."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
