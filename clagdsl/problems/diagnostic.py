"""What is told about a problem: frozen values, not yet text.

A problem is a class of facts; the modules beside this one hold one for each code.  What it says
is written as texts in which `{name}` stands for the fact of that name, or as properties where it
takes more than that.  Its page, with an example that fails and one that is mended, is
`pages/CODE.md`.  `clagdsl.problems.render` turns diagnostics into text, JSON or SARIF.
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

# --- one change of a text: a part of the mend that a problem has ----------------------------------


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a text: what stands at the place is replaced; an empty place inserts."""

    place: Place
    text: str


def replace_edit(place: Place, text: str) -> tuple[Edit, ...]:
    """Returns the edit that writes a text in the place of another."""
    return (Edit(place, text),)


def insert_before(place: Place, text: str) -> tuple[Edit, ...]:
    """Returns the edit that inserts a text where a place begins."""
    return (Edit(Place(place.file, place.line, place.column, place.line, place.column), text),)


def insert_after(place: Place, text: str) -> tuple[Edit, ...]:
    """Returns the edit that inserts a text where a place ends."""
    line, column = place.end_line, place.end_column
    return (Edit(Place(place.file, line, column, line, column), text),)


# --------------------------------------------------------------------------------------------------

Severity: TypeAlias = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that matters, and why."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: a code, where it is, what is wrong, what else is involved, how to mend it.

    `message` is a lower-case headline without full stop, user text in backticks.  `help` is one
    concrete mend.  `detail` holds further lines, such as the table of a counterexample.  `fix`
    is that mend as edits that do not overlap, where a program can make them; `safe` tells that
    nothing else can have been meant, so that nobody needs to be asked.
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
    """Why an action is refused: its code, the words, the rule's place in the file, its source."""

    code: str
    reason: str
    place: Place | None = None
    source: str | None = None


class IllegalAction(ClagError):  # noqa: N818
    """An action that the rules refuse: its code, why, where the rule stands, what it cites."""

    def __init__(self, why: Reason) -> None:
        self.code = why.code
        self.reason = why.reason
        self.place: Place | None = why.place
        self.source: str | None = why.source
        where = f" ({why.place})" if why.place else ""
        super().__init__(f"{why.code}: {why.reason}{where}")


class ArgumentError(ClagError, ValueError):
    """A wrong argument.  `code` says which kind, `reason` what is wrong and what would be right."""

    def __init__(self, code: str, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(f"{code}: {reason}")


class RulesError(ClagError):
    """Rules that do not check.  `diagnostics` holds what `clagdsl check` would print.

    `sources` are the texts of the files that they speak of, where these could be read.
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
"""Every kind of problem whose module has been imported, by code."""

_TEXTS: Final = ("message", "help", "label", "instead")
_REQUIRED_TEXTS: Final = ("message", "help")


@dataclass_transform(frozen_default=True)
class _ProblemMeta(RecordType):
    """The class of every kind of problem: a frozen record of its facts."""


class Problem(metaclass=_ProblemMeta):
    """One problem: the facts of it, and what is told about them.

    A class that names a code is a kind of problem, and registered by that.  `beside` says of
    facts that are places what is to be said there.
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
                raise ValueError(f"problem code {cls.code} stands twice")
            unsaid = [
                name for name in _REQUIRED_TEXTS if getattr(cls, name) is getattr(Problem, name)
            ]
            if unsaid:
                raise TypeError(f"problem {cls.code} does not say its {unsaid[0]}")
            PROBLEM_KINDS[cls.code] = cls

    @property
    def message(self) -> str:
        """What is wrong, as a lower-case headline without full stop."""
        raise NotImplementedError

    @property
    def help(self) -> str:
        """One concrete mend."""
        raise NotImplementedError

    @property
    def place(self) -> Place | None:
        """Where it is."""
        return None

    @property
    def label(self) -> str:
        """What is said at the place itself."""
        return ""

    @property
    def others(self) -> tuple[Label, ...]:
        """The other places that matter."""
        from clagdsl.problems.suggestions import fill_template

        places = ((getattr(self, name), text) for name, text in self.place_labels.items())
        return tuple(Label(place, fill_template(text, self)) for place, text in places if place)

    @property
    def detail(self) -> tuple[str, ...]:
        """Further lines."""
        return ()

    @property
    def fix(self) -> tuple[Edit, ...]:
        """The mend as edits, where a program can make them."""
        return ()

    @property
    def safe(self) -> bool:
        """Whether nothing else can have been meant."""
        return False

    def diagnostic(self) -> Diagnostic:
        """Returns the problem as it is told."""
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
    """Returns a text of a problem, made from its facts when it is asked for."""

    def text(self: Problem) -> str:
        from clagdsl.problems.suggestions import fill_template

        return fill_template(template, self)

    return property(text)


class PlacedProblem(Problem):
    """A problem at a place of a text."""

    place: Place

    @property
    def instead(self) -> str | None:
        """What is to be written in that place, where a program can do it."""
        return None

    @property
    def fix(self) -> tuple[Edit, ...]:
        """The mend as edits, where a program can make them."""
        return () if self.instead is None else replace_edit(self.place, self.instead)


# --- makes the edits that mend a text -------------------------------------------------------------


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Returns the text after edits that do not overlap; of edits that do, the first is made."""
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
    """Returns the edits of one file that nobody needs to be asked about."""
    return tuple(
        edit
        for diagnostic in diagnostics
        if diagnostic.safe and all(each.place.file == name for each in diagnostic.fix)
        for edit in diagnostic.fix
    )
