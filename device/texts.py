"""All sentences that the program says outside the web page, in every language, by key.

The dictionaries lie beside this file, one for each language, and one for both with the sentences that only `bench`
needs. A value is a template of `engine.text`, with the forms of words by number: `{n} {n:tile|tiles}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from device import texts_en, texts_ru
from device.bench import texts as texts_bench
from engine.text import fill

Language = Literal["en", "ru"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
DICTIONARIES: Mapping[Language, Mapping[str, str]] = {
    "en": texts_en.TEXTS | texts_bench.EN,
    "ru": texts_ru.TEXTS | texts_bench.RU,
}


def say(key: str, lang: Language, /, **values: object) -> str:
    """The sentence `key` in the language `lang`, with `values` filled in.

    Raises:
        KeyError: no such sentence, or a value that it names is missing.
    """
    return fill(DICTIONARIES[lang][key], **values)


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
