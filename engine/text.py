"""A sentence in both languages of the page."""

from __future__ import annotations

from typing import NamedTuple


class Text(NamedTuple):
    """One sentence or word in English and in Russian."""

    en: str
    ru: str

    def in_language(self, lang: str) -> str:
        """The wording for "en" or "ru"; any other language gets English."""
        return self.ru if lang == "ru" else self.en

    def to_json(self) -> dict[str, str]:
        """`{"en": ..., "ru": ...}`, as the page takes it."""
        return {"en": self.en, "ru": self.ru}
