"""What a side is called after the match, as a text writes it: `"general"`, `"officer 2/80"`, or "ГЕНЕРАЛ" by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import get_args

from engine.ledger import Title, TitleName

WORDS: Mapping[TitleName, tuple[str, ...]] = {
    "kozel": ("козел", "goat"),
    "osel": ("осел", "donkey"),
    "sea_kozel": ("морской козел", "sea goat"),
    "worker_kozel": ("трудовой козел", "worker's goat"),
    "officer": ("офицер",),
    "general": ("генерал", "адмирал", "admiral"),
    "bald_kozel": ("лысый козел", "bald goat"),
    "svoyak": ("свояк",),
}
"""How people write the titles, in small letters and without the dots of ё."""

_WRITTEN = re.compile(r"([a-z_]+)(?: (\d{1,6})/(\d{1,6}))?")


def title_text(title: Title) -> str:
    """The title's name, with how many eggs it has and what they weigh: `officer 2/80`."""
    return f"{title.name} {title.eggs}/{title.weight}" if title.eggs or title.weight else title.name


def title_of(side: str, text: str) -> Title | None:
    """The title that `title_text` wrote; None where the text is no such title."""
    found = _WRITTEN.fullmatch(text)
    name = next((name for name in get_args(TitleName) if found and name == found.group(1)), None)
    if found is None or name is None:
        return None
    return Title(side, name, int(found.group(2) or 0), int(found.group(3) or 0))


def is_called(text: str, title: Title) -> bool:
    """Whether a title by hand is this one; what stands after its name (its eggs, their weight) is not compared."""
    plain = text.casefold().replace("ё", "е")
    return any(plain.startswith(word) for word in (title.name, *WORDS[title.name]))
