"""All sentences that the program says outside the web page, in every language, by key.

The dictionaries lie beside this file, one for each language. A value is a `str.format` template; a number followed by a
word takes the word's forms in the field: `{n} {n:tile|tiles}`, in Russian `{n} {n:кость|кости|костей}`.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Literal, get_args

from device import texts_en, texts_ru

Language = Literal["en", "ru"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
DICTIONARIES: Mapping[Language, Mapping[str, str]] = {"en": texts_en.TEXTS, "ru": texts_ru.TEXTS}


def say(key: str, lang: Language, /, **values: object) -> str:
    """The sentence `key` in the language `lang`, with `values` filled in.

    Raises:
        KeyError: no such sentence, or a value that it names is missing.
    """
    return _Sentences().format(DICTIONARIES[lang][key], **values)


def say_or_keep(text: str, lang: Language, /, **values: object) -> str:
    """Like `say`, but a text that is no key is a sentence already and comes back as it is."""
    return say(text, lang, **values) if text in DICTIONARIES[lang] else text


def pick_language(environment: Mapping[str, str], asked: str | None = None) -> Language:
    """The language to speak: the one `asked` for, else of TILEFISH_LANG, else of the system's locale, else English.

    Raises:
        ValueError: a language is asked for that Tilefish does not speak.
    """
    if asked is not None:
        for lang in LANGUAGES:
            if asked.lower() == lang:
                return lang
        raise ValueError(f"no texts in {asked!r}")
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    for wish in (environment.get("TILEFISH_LANG", ""), locale):
        for lang in LANGUAGES:
            if wish.lower().replace("-", "_").split("_")[0].split(".")[0] == lang:
                return lang
    return "en"


class _Sentences(string.Formatter):
    """`str.format` whose fields may choose among a word's forms by number."""

    def format_field(self, value: object, format_spec: str) -> str:
        if "|" in format_spec and isinstance(value, int):
            return _form_for(value, format_spec.split("|"))
        return str(super().format_field(value, format_spec))


def _form_for(number: int, forms: list[str]) -> str:
    """Two forms: one, many (English). Three: 1, 2-4, 5 and more, by the last digits (Russian)."""
    number = abs(number)
    if len(forms) == 2:
        return forms[0 if number == 1 else 1]
    if number % 10 == 1 and number % 100 != 11:
        return forms[0]
    return forms[1 if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else 2]
