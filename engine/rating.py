"""Rating points of a finished match of Kozel (rules.md 1.4)."""

from __future__ import annotations

from collections.abc import Mapping


def rating(scores: Mapping[str, int], leaver: str | None = None, limit: int = 101) -> dict[str, int]:
    """Rating points of a finished match of Kozel: the loser or leaver 0, the others at least 1.

    Args:
        scores: open points by side; remembered points do not count.
        leaver: the side that left before the end; the others are weighed against its score instead of the limit.
        limit: of the rules; the match is lost at it, so the others are weighed against one point less.
    """
    against = scores[leaver] if leaver is not None else limit - 1
    top = max(scores.values())
    lost = {side for side, score in scores.items() if score == top or score >= limit}
    lost = lost if leaver is None else {leaver}
    # (x + 5) // 10 rounds a half up, where Python's round() would take 6.5 to 6
    return {side: 0 if side in lost else max(1, (against - score + 5) // 10) for side, score in scores.items()}
