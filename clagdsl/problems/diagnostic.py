"""Diagnostics as frozen values, and the base classes of the problems from which they are made.

A problem is a class of facts; its instances become a `Diagnostic`, `Reason` or `ArgumentError`.
`render` turns these into text, JSON or SARIF. Classes replaced functions with one docstring page
each: a new code needed five registrations. A metaclass keeps the classes cheap to import.

How a problem is written:

- The class is named after the mistake (`UnknownDeal`, `MissingComma`). Its annotated fields are the
  facts.
- `code` registers the class. Its letter is the stage: S syntax, C checks, P proofs, E examples, A
  actions, R records, U arguments, J compiled games. A subclass without a code is a variant of its
  base: the code and page are the same, the wording differs.
- `title` is the entry in the list of problems. `message` is a lower-case headline without a full
  stop, with user text in backticks. `help` is one concrete fix.
- These texts are templates: `{name}` is a fact, and `{name:excerpt}` formats it (`FACT_FORMATS` in
  `suggestions`). If a text depends on more, a property replaces the template.
- The page `pages/CODE.md` has an example that fails and one that is fixed. Tests run both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import (
    ClassVar,
    Final,
    Literal,
    TypeAlias,
    dataclass_transform,
)

from clagdsl.lang.errors import ClagError
from clagdsl.lang.frozen import RecordType, dataclass
from clagdsl.lang.source import Place, SourceText

# --- edits: the parts of a fix --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of the text at a place; an empty place makes it an insertion."""

    place: Place
    text: str


def replace_edit(place: Place, text: str) -> tuple[Edit, ...]:
    """Returns the edit that replaces the text at a place."""
    return (Edit(place, text),)


def insert_before(place: Place, text: str) -> tuple[Edit, ...]:
    """Returns the edit that inserts a text at the start of a place."""
    return (Edit(Place(place.file, place.line, place.column, place.line, place.column), text),)


def insert_after(place: Place, text: str) -> tuple[Edit, ...]:
    """Returns the edit that inserts a text at the end of a place."""
    line, column = place.end_line, place.end_column
    return (Edit(Place(place.file, line, column, line, column), text),)


# --------------------------------------------------------------------------------------------------

Severity: TypeAlias = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Label:
    """A secondary place, with the text shown there."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem, ready to be rendered.

    - `message`: a lower-case headline without a full stop, with user text in backticks.
    - `help`: one concrete fix in words.
    - `label`, `others`: the texts at the place itself and at related places.
    - `detail`: further lines, such as the table of a counterexample.
    - `fix`: the fix as edits that do not overlap; empty if it cannot be made automatically.
    - `safe`: True if no other meaning is plausible, so that the fix may be applied without asking.
    """

    code: str
    severity: Severity
    message: str
    place: Place | None
    help: str
    label: str = ""
    others: tuple[Label, ...] = ()
    detail: tuple[str, ...] = ()
    fix: tuple[Edit, ...] = ()
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """A refusal of an action: its code, its text, and the place and source of the rule."""

    code: str
    reason: str
    place: Place | None = None
    source: str | None = None


class IllegalAction(ClagError):  # noqa: N818
    """Raised for an action that the rules do not allow; has the fields of its `Reason`."""

    def __init__(self, why: Reason) -> None:
        self.code = why.code
        self.reason = why.reason
        self.place: Place | None = why.place
        self.source: str | None = why.source
        where = f" ({why.place})" if why.place else ""
        super().__init__(f"{why.code}: {why.reason}{where}")


class ArgumentError(ClagError, ValueError):
    """Raised for an invalid argument; `code` is its kind, and `reason` states what is accepted."""

    def __init__(self, code: str, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(f"{code}: {reason}")


class RulesError(ClagError):
    """Raised for rules with errors; `diagnostics` is what `clagdsl check` would print.

    `sources` has the texts of the files to which the diagnostics refer, if they could be read.
    """

    def __init__(
        self,
        diagnostics: tuple[Diagnostic, ...],
        sources: Mapping[str, SourceText] = MappingProxyType({}),
    ) -> None:
        self.diagnostics = diagnostics
        self.sources = dict(sources)
        errors = [d for d in diagnostics if d.severity == "error"]
        first = errors[0] if errors else diagnostics[0]
        where = f"{first.place}: " if first.place else ""
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{where}{first.code}: {first.message}{more}")


PROBLEM_KINDS: Final[dict[str, type[Problem]]] = {}
"""The problem classes of all modules imported so far, by code."""

# Class attributes that may be templates, and those that every code must define.
_TEXTS: Final = ("message", "help", "label", "instead")
_REQUIRED_TEXTS: Final = ("message", "help")


@dataclass_transform(frozen_default=True)
class _ProblemMeta(RecordType):
    """Metaclass of the problem classes: makes each a frozen record of its annotated facts."""


class Problem(metaclass=_ProblemMeta):
    """A problem: its facts, and the texts built from them.

    A class that sets `code` is registered. `place_labels` maps each fact that is a place to the
    text shown there.
    """

    code: ClassVar[str]
    title: ClassVar[str]
    severity: ClassVar[Severity] = "error"
    place_labels: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls) -> None:
        for name in _TEXTS:
            text = vars(cls).get(name)
            if isinstance(text, str) and "{" in text:
                setattr(cls, name, _template_property(text))
        if "code" in vars(cls):
            if cls.code in PROBLEM_KINDS:
                raise ValueError(f"problem code {cls.code} is taken")
            unsaid = [
                name for name in _REQUIRED_TEXTS if getattr(cls, name) is getattr(Problem, name)
            ]
            if unsaid:
                raise TypeError(f"problem {cls.code} does not say its {unsaid[0]}")
            PROBLEM_KINDS[cls.code] = cls

    @property
    def message(self) -> str:
        """The headline in lower case, without a full stop."""
        raise NotImplementedError

    @property
    def help(self) -> str:
        """One concrete fix in words."""
        raise NotImplementedError

    @property
    def place(self) -> Place | None:
        """The place of the problem, or None."""
        return None

    @property
    def label(self) -> str:
        """The text shown at the place itself."""
        return ""

    @property
    def others(self) -> tuple[Label, ...]:
        """The related places with their texts."""
        from clagdsl.problems.suggestions import fill_template

        places = ((getattr(self, name), text) for name, text in self.place_labels.items())
        return tuple(Label(place, fill_template(text, self)) for place, text in places if place)

    @property
    def detail(self) -> tuple[str, ...]:
        """Further lines."""
        return ()

    @property
    def fix(self) -> tuple[Edit, ...]:
        """The fix as edits; empty if it cannot be made automatically."""
        return ()

    @property
    def safe(self) -> bool:
        """True if no other meaning is plausible."""
        return False

    def diagnostic(self) -> Diagnostic:
        """Returns the problem as a diagnostic."""
        return Diagnostic(
            self.code,
            self.severity,
            self.message,
            self.place,
            self.help,
            self.label,
            self.others,
            self.detail,
            self.fix,
            self.safe,
        )


def _template_property(template: str) -> property:
    """Returns a property that fills a template with the facts of a problem."""

    def text(self: Problem) -> str:
        from clagdsl.problems.suggestions import fill_template

        return fill_template(template, self)

    return property(text)


class PlacedProblem(Problem):
    """A problem at a place in a text."""

    place: Place

    @property
    def instead(self) -> str | None:
        """The replacement for the text at the place, or None if it is not known."""
        return None

    @property
    def fix(self) -> tuple[Edit, ...]:
        """The fix as edits; empty if it cannot be made automatically."""
        return () if self.instead is None else replace_edit(self.place, self.instead)


# --- applying edits -------------------------------------------------------------------------------


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Returns a text with the edits applied; of overlapping edits, only the first is applied."""
    source = SourceText("", text)
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: edit.place):
        span = source.span(edit.place)
        if span.start < at:
            continue
        parts += [text[at : span.start], edit.text]
        at = span.end
    return "".join(parts) + text[at:]


def safe_edits(diagnostics: Iterable[Diagnostic], name: str) -> tuple[Edit, ...]:
    """Returns the edits of all safe fixes that change only the named file."""
    return tuple(
        edit
        for diagnostic in diagnostics
        if diagnostic.safe and all(each.place.file == name for each in diagnostic.fix)
        for edit in diagnostic.fix
    )
