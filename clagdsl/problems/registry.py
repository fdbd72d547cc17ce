"""Every kind of problem there is, with its page.  Nothing else loads all the problems at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Final

from clagdsl.lang.frozen import dataclass
from clagdsl.problems.model import KINDS, Severity

HERE: Final = Path(__file__).parent
PAGES: Final = HERE / "pages"
SHARED: Final = PAGES / "shared"
_SHARED_TEXT: Final = re.compile(r"^\{\{([\w-]+)\}\}$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """One kind of problem, as `clagdsl explain CODE` describes it; `page` is Markdown."""

    code: str
    severity: Severity
    title: str
    page: str


def page(code: str) -> str:
    """The page of a problem; a line `{{name}}` stands for the text of `pages/shared/name`."""
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    return _SHARED_TEXT.sub(lambda found: _shared(found[1]), text)


def _shared(name: str) -> str:
    return (SHARED / f"{name}.txt").read_text(encoding="utf-8").removesuffix("\n")


def problem_kind(code: str) -> ProblemKind:
    """One kind of problem, of a module that has been imported: one that has been told."""
    kind = KINDS[code]
    return ProblemKind(code, kind.severity, kind.title, page(code))


@cache
def problem_kinds() -> Mapping[str, ProblemKind]:
    """Every kind of problem by code, in the order of the codes."""
    for module in iter_modules([str(HERE)]):
        import_module(f"clagdsl.problems.{module.name}")
    return {code: problem_kind(code) for code in sorted(KINDS)}
