"""Sentences in both languages of the page, and how values are put into them.

A template is one of `str.format`; a number followed by a word takes the word's forms in the field:
`{n} {n:tile|tiles}`, in Russian `{n} {n:кость|кости|костей}`.
"""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import Any, NamedTuple


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

    def filled(self, **values: object) -> Text:
        """The template in both languages; a value that is a `Text` gives each language its own."""
        en = {key: value.en if isinstance(value, Text) else value for key, value in values.items()}
        ru = {key: value.ru if isinstance(value, Text) else value for key, value in values.items()}
        return Text(fill(self.en, **en), fill(self.ru, **ru))

    def as_sentence(self) -> Text:
        """The same with a capital letter at its start."""
        return Text(*(text[:1].upper() + text[1:] for text in self))


AND, OR = Text(" and ", " и "), Text(" or ", " или ")
"""Between two things that are named."""


def joined(texts: Iterable[Text], by: Text | None = None) -> Text:
    """Texts one after the other, with `by` (a space where none is given) between them."""
    parts = list(texts)
    between = by or Text(" ", " ")
    return Text(between.en.join(text.en for text in parts), between.ru.join(text.ru for text in parts))


def quoted(text: str) -> str:
    """What somebody wrote, in Russian quotation marks; what cannot be printed is escaped as `repr` does it."""
    return f"«{repr(text)[1:-1]}»"


def counts(numbers: Iterable[int]) -> Text:
    """ "2 or 4"; three numbers and more in a row as "2 to 8"."""
    several = list(numbers)
    if len(several) > 2 and several == list(range(several[0], several[-1] + 1)):
        return Text(f"{several[0]} to {several[-1]}", f"от {several[0]} до {several[-1]}")
    return either(several)


def either(values: Iterable[object]) -> Text:
    """ "2, 3 or 4"."""
    words = [str(value) for value in values]
    if len(words) < 2:
        return Text("".join(words), "".join(words))
    start = ", ".join(words[:-1])
    return Text(f"{start} or {words[-1]}", f"{start} или {words[-1]}")


def fill(template: str, /, **values: object) -> str:
    """The template with its values.

    Raises:
        KeyError: a value that it names is missing.
    """
    return _Sentences().format(template, **values)


class _Sentences(string.Formatter):
    """`str.format` whose fields may choose among a word's forms by number; numbers below zero have a real minus.

    `{word!q}` puts a word into Russian quotation marks, as `{word!r}` puts it into English ones.
    """

    def convert_field(self, value: object, conversion: Any) -> object:
        return quoted(str(value)) if conversion == "q" else super().convert_field(value, conversion)

    def format_field(self, value: object, format_spec: str) -> str:
        if "|" in format_spec and isinstance(value, int):
            return _form_for(value, format_spec.split("|"))
        text = str(super().format_field(value, format_spec))
        return text.replace("-", "−") if isinstance(value, int) else text


def _form_for(number: int, forms: list[str]) -> str:
    """Two forms: one, many (English). Three: 1, 2-4, 5 and more, by the last digits (Russian)."""
    number = abs(number)
    if len(forms) == 2:
        return forms[0 if number == 1 else 1]
    if number % 10 == 1 and number % 100 != 11:
        return forms[0]
    return forms[1 if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else 2]
