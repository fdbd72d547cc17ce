"""The language of a request, and the messages of the pages that the server makes.

The language is set once for each request, before anything answers it. So whatever is refused or
rendered for the request is in the language of its reader, like the programs of the pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from typing import Any, Final, TypeAlias

from clagdsl.explain.catalogue import ENGLISH, compiled_language, wanted_language
from clagdsl.lang.json_value import JsonValue

Fact: TypeAlias = "str | int | Sequence[str]"
"""The value of a variable; a list of names counts as its length."""
Quote: TypeAlias = Callable[[str], str]

_VARIABLE: Final = re.compile(r"\{([^}]*)\}")
_LIST_WORD: Final = re.compile(r"(, | or | and )")
_language: Final = ContextVar("language", default=ENGLISH)


def set_language(chosen: str | None, accepted: str) -> None:
    """Sets the language of a request, from its cookie and its Accept-Language header."""
    _language.set(wanted_language(chosen, accepted))


def page_language() -> str:
    """Returns the language of the request."""
    return _language.get()


def phrase(name: str, /, **facts: Fact) -> str:
    """Returns a message in the language of the request."""
    return quoted_phrase(str, name, facts)


def english_phrase(name: str, /, **facts: Fact) -> str:
    """Returns a message in English, for what is stored."""
    return _Resolver(ENGLISH, str).message(name, facts)


def quoted_phrase(quote: Quote, name: str, facts: Mapping[str, Fact]) -> str:
    """Returns a message in the language of the request; `quote` escapes its texts and its facts."""
    return _Resolver(page_language(), quote).message(name, facts)


class _Resolver:
    """Chooses the variants of compiled messages in a language, and fills in facts.

    It does what `web/look/catalogue.js` does in browsers, except for the forms of places.
    """

    def __init__(self, language: str, quote: Quote) -> None:
        self._language = language
        self._quote = quote
        self._catalogue: Any = compiled_language(language)

    def message(self, name: str, facts: Mapping[str, Fact]) -> str:
        """Returns a message."""
        return self._resolved(self._catalogue["messages"][name], facts)

    def report(self, name: str, facts: Mapping[str, Fact]) -> str:
        """Returns a report."""
        return self._resolved(self._catalogue["reports"][name], facts)

    def _resolved(self, pattern: JsonValue, facts: Mapping[str, Fact]) -> str:
        match pattern:
            case str(text):
                quoted = str(self._quote(text))
                return _VARIABLE.sub(lambda found: self._written(facts[found[1]]), quoted)
            case [str(name), dict(variants), *_]:
                return self._resolved(self._variant(facts[name], variants), facts)
            case list(parts):
                return "".join(self._resolved(part, facts) for part in parts)
            case _:
                raise TypeError(pattern)

    def _variant(self, value: Fact, variants: Mapping[str, JsonValue]) -> JsonValue:
        """Returns the variant for a value or a number of this plural form; otherwise the last."""
        count = value if isinstance(value, str | int) else len(value)
        last = [*variants.values()][-1]
        if str(count) in variants or isinstance(count, str):
            return variants.get(str(count), last)
        is_one = count == 1 or (count == 0 and self._language == "fr")
        return variants.get("one" if is_one else "other", last)

    def _written(self, value: Fact) -> str:
        if isinstance(value, int):
            return str(value).replace("-", "\N{MINUS SIGN}")
        if isinstance(value, str):
            return str(self._quote(value))
        *names, last = (str(self._quote(one)) for one in value)
        return f"{', '.join(names)}{self.message('and', {})}{last}" if names else last


# --- reports ----------------------------------------------------------------------------


def reported(text: str) -> str:
    """Returns a report of the rules or of a table in the language of the request.

    Both report in English. As in `web/look/reports.js`, the sentence is recognised and its facts
    are taken out; an unknown one stays English. It begins in lower case, without a full stop.
    """
    known = None if page_language() == ENGLISH else _translated(text)
    if known is None:
        return text
    return known if "`" in text else known.replace("`", "")


@cache
def _recognised() -> list[tuple[str, re.Pattern[str], list[str]]]:
    found: Any = compiled_language(ENGLISH)["recognised"]
    return [(name, re.compile(expression), facts) for name, expression, facts in found]


def _translated(text: str) -> str | None:
    for name, expression, variables in _recognised():
        found = expression.search(text)
        if found is not None:
            groups = zip(variables, found.groups(), strict=True)
            facts = {one.rstrip("`"): _fact(one, part) for one, part in groups if part is not None}
            return _Resolver(page_language(), str).report(name, facts)
    return None


def _fact(name: str, text: str) -> Fact:
    """Returns a fact of a sentence; one between backticks is the same in all languages."""
    if text.isascii() and text.isdigit():
        return int(text)
    if name.endswith("`"):
        return text
    if name.endswith("list"):
        return "".join(map(_list_part, _LIST_WORD.split(text)))
    return _translated(text) or text


def _list_part(part: str) -> str:
    if part in (" or ", " and "):
        return phrase("or") if part == " or " else phrase("and")
    return _translated(part) or part
