"""The texts of problems, in which `{name}` is a fact and `{name:named}` a fact shown so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Final

from clagdsl.problems.naming import named
from clagdsl.problems.safe_text import shortened
from clagdsl.problems.wording import excerpt, listed, quoted

SHOWN_AS: Final[Mapping[str, Callable[..., str]]] = {
    "excerpt": excerpt,
    "listed": listed,
    "named": named,
    "quoted": quoted,
    "shortened": shortened,
}
"""The ways to show a fact that a text can ask for; other specifications are those of `format`."""


class _FactFormatter(Formatter):
    """Takes the values of a text from the facts of a problem."""

    def get_value(
        self, key: int | str, _args: Sequence[object], kwargs: Mapping[str, object]
    ) -> object:
        return getattr(kwargs["problem"], str(key))

    def format_field(self, value: object, format_spec: str) -> str:
        show = SHOWN_AS.get(format_spec)
        return show(value) if show else format(value, format_spec)


_FACTS: Final = _FactFormatter()


def filled(template: str, problem: object) -> str:
    """A text with the facts of a problem in it."""
    return _FACTS.vformat(template, (), {"problem": problem})
