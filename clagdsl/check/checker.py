"""The whole checker: from a file name or source text to checked rules.

Input: a path, a bundled name, source text, or a compiled game that embeds its source files. Output:
a `CheckResult` with the game, its evidence and every problem found.

The passes, in order:

1. `loader` parses the file and the files that it extends.
2. `hir.merge` applies `change`, `drop` and `add`, after the lints of `LINTS_OF_TEXTS` have run.
3. `resolve` resolves every name, completes the aspects of every deal and types every expression.
4. `prove` runs the proofs and then the examples.

Merging and resolving report all of their problems together. Rules with an error are not proved, so
that one mistake is not reported several times. If a file cannot be parsed, `recovery` checks it
again without its broken parts, to find the problems that do not depend on them. `recovery` also
decides which proposed fixes are safe.

A chain is a rules file followed by the files that it extends. A problem is an error or a warning.
The evidence is a summary of the proofs (`proof_report`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from clagdsl import problems
from clagdsl.check.hir import Document, Findings, merge
from clagdsl.check.lints import Lint, card_names, confusables, newer_words
from clagdsl.check.loader import (
    Reach,
    SharedTexts,
    SourceChain,
    chain_from_texts,
    compiled_too_large,
    is_bundled_name,
    is_compiled,
    load_chain,
    looks_compiled,
    read_rules,
    redirect_bundled_fixes,
)
from clagdsl.check.proof_report import Evidence
from clagdsl.check.prove import prove
from clagdsl.check.resolve import Resolved, resolve
from clagdsl.lang import resources
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.rules import Game
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic, RulesError

if TYPE_CHECKING:
    from clagdsl.check.recovery import FixedText

# Whether a game with these texts, the file first, was proved before.
IsProved: TypeAlias = Callable[[tuple[SourceText, ...]], bool]
# What rules from an untrusted source may extend.
UntrustedReach: TypeAlias = SharedTexts | Literal["bundled"]

# Lints that read all texts, before they are merged.
LINTS_OF_TEXTS: Final[tuple[Lint[Sequence[Document]], ...]] = (
    newer_words.lint,
    card_names.lint,
    confusables.lint,
)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check: the game, or None if there is an error, and every problem.

    `sources` maps the name of each file read, as shown in diagnostics, to its source text. `chain`
    holds the source text of the file, followed by those of the files that it extends; it is empty
    if nothing was resolved.
    """

    game: Game | None
    evidence: Evidence | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, SourceText] = field(default_factory=dict, repr=False)
    chain: tuple[SourceText, ...] = field(default=(), repr=False)


def check_path(
    reference: str | Path, is_proved: IsProved | None = None, within: Path | None = None
) -> CheckResult:
    """Checks a file, or the bundled variant of that name (a word without slash or dot).

    If `is_proved` returns True for the source texts, the proof is skipped and the resulting game
    carries no evidence. If `within` is a folder, the file may extend only bundled rules and files
    in that folder or below it. Raises ArgumentError if no bundled variant has the name.
    """
    shown = str(reference)
    path = Path(reference)
    if isinstance(reference, str) and is_bundled_name(reference):
        path = bundled(reference)
        shown = path.name
    read = read_rules(path, shown)
    if isinstance(read, Diagnostic):
        return CheckResult(None, None, (read,))
    if is_compiled(read, path):
        return _check_compiled(read, is_proved)
    return _check_and_mark_safe(read, path, is_proved, within)


def check_text(text: str, name: str = "rules.clag", path: Path | None = None) -> CheckResult:
    """Checks rules given as source text.

    `path` is the file that the text belongs to; its content on disk is not read. Files that the
    rules extend are looked up in its folder, or in the current folder if `path` is None.
    """
    return _check_source_text(SourceText(name, text), path)


def check_untrusted(
    text: str, name: str = "rules.clag", reach: UntrustedReach = "bundled"
) -> CheckResult:
    """Checks rules from an untrusted source, which may extend bundled games and texts in memory."""
    return _check_source_text(SourceText(name, text), None, reach)


def _check_source_text(source: SourceText, path: Path | None, within: Reach = None) -> CheckResult:
    """Checks source text that was not read from a file, unless it is too large."""
    from clagdsl.syntax.source_loader import check_source

    compiled = is_compiled(source, path)
    refused = compiled_too_large(source) if compiled else check_source(source)
    if refused is not None:
        return _refusal(source, refused)
    return _check_compiled(source) if compiled else _check_and_mark_safe(source, path, None, within)


def fix_untrusted_text(
    text: str, name: str = "rules.clag", reach: UntrustedReach = "bundled"
) -> FixedText:
    """Applies every safe fix to rules from an untrusted source (see `check_untrusted`)."""
    from clagdsl.check.recovery import FixedText, apply_safe_fixes
    from clagdsl.syntax.source_loader import check_source

    source = SourceText(name, text)
    refused = check_source(source)
    if refused is not None:
        return FixedText(text, (refused,), 0)
    if looks_compiled(text):
        return FixedText(text, _check_compiled(source).diagnostics, 0)

    check = _problem_finder(None, reach)
    return apply_safe_fixes(source, check(source), check)


def fix_text_at(source: SourceText, path: Path) -> FixedText:
    """Applies every safe fix to `source`, checked as if it were the content of the file `path`."""
    from clagdsl.check.recovery import apply_safe_fixes

    check = _problem_finder(path, None)
    return apply_safe_fixes(source, check(source), check)


def _problem_finder(
    path: Path | None, within: Reach
) -> Callable[[SourceText], tuple[Diagnostic, ...]]:
    """Returns a function that checks source text as if it were at this path, without verifying
    fixes.
    """
    return lambda text: _check(text, path, None, within).diagnostics


def game_of(chain: Sequence[SourceText]) -> Game:
    """Returns the game of a chain that was already checked, without reading or proving anything.

    `chain` holds the source text of a file, followed by those of the files that it extends. Raises
    ValueError if they do not resolve to a game.
    """
    findings = Findings()
    gathered = chain_from_texts(chain)
    documents = [] if gathered.diagnostics else gathered.documents
    resolved = resolve(merge(documents, findings), findings) if documents else None
    if resolved is None:
        raise ValueError("these are not texts of checked rules")
    return resolved.game


def bundled(name: str) -> Path:
    """Returns the path of a bundled variant; raises ArgumentError if the name is unknown."""
    path = resources.bundled_path(name)
    if path is None:
        from clagdsl.problems.suggestions import suggest_name

        variants = resources.all_names()
        hint = suggest_name(name, variants, "choose from")
        file = resources.file_with_ending(name)
        if file is not None:
            hint = f"did you mean the file `{file}`?"
        elif resources.is_folder(Path(name)):
            hint = f"the folder `{name}` is not a rules file: name a file in it"
        raise problems.arguments.NoSuchVariant(name, hint).error()
    return path


def _check_and_mark_safe(
    source: SourceText,
    path: Path | None,
    is_proved: IsProved | None = None,
    within: Reach = None,
) -> CheckResult:
    """Checks source text and verifies which of its proposed fixes are safe."""
    result = _check(source, path, is_proved, within)
    if not any(each.safe for each in result.diagnostics):
        return result
    from clagdsl.check.recovery import mark_safe_fixes

    diagnostics = mark_safe_fixes(source, result.diagnostics, _problem_finder(path, within))
    return replace(result, diagnostics=diagnostics)


def _check(
    source: SourceText,
    path: Path | None,
    is_proved: IsProved | None = None,
    within: Reach = None,
) -> CheckResult:
    gathered = load_chain(source, path, within)

    def stated(text: SourceText) -> tuple[Diagnostic, ...] | None:
        chain = load_chain(text, path, within)
        gathered.sources.update({**chain.sources, **gathered.sources})
        return _resolve_chain(chain)[1] if chain.documents else None

    if not gathered.documents:
        from clagdsl.check.recovery import with_independent_problems

        unread = tuple(gathered.diagnostics)
        every = _by_place(with_independent_problems(source, unread, stated, gathered.sources))
        return CheckResult(None, None, every, gathered.sources)
    result = _prove_chain(gathered, is_proved)
    if result.game is None and any(each.fix for each in result.diagnostics):
        from clagdsl.check.recovery import with_checked_fixes

        diagnostics = with_checked_fixes(source, result.diagnostics, stated)
        return replace(result, diagnostics=diagnostics)
    return result


def _prove_chain(
    gathered: SourceChain, is_proved: IsProved | None, compiled: SourceText | None = None
) -> CheckResult:
    """Resolves and proves a parsed chain; a compiled game's chain must compile to `compiled`."""
    resolved, problems_stated = _resolve_chain(gathered)
    if resolved is None:
        return CheckResult(None, None, _by_place(problems_stated), gathered.sources)
    chain = tuple(document.source for document in gathered.documents)
    if compiled is not None:
        from clagdsl.check.compiled_game import compilation_difference

        differs = compilation_difference(compiled, resolved.game, chain)
        if differs is not None:
            return _refusal(compiled, differs.diagnostic())
    if is_proved is not None and is_proved(chain):
        statement_problems = _by_place(problems_stated)
        return CheckResult(resolved.game, None, statement_problems, gathered.sources, chain)
    # suggestions may use the words of the newest version in the chain
    version = max(document.tree.version for document in gathered.documents)
    evidence, proof_problems = prove(resolved.game, resolved.examples, version)
    redirected = redirect_bundled_fixes((*problems_stated, *proof_problems), gathered.documents)
    diagnostics = _by_place(redirected)
    game = None if evidence is None else resolved.game
    return CheckResult(game, evidence, diagnostics, gathered.sources, chain)


def _resolve_chain(gathered: SourceChain) -> tuple[Resolved | None, tuple[Diagnostic, ...]]:
    """Returns the resolved game, not yet proved, and the problems in its files.

    If a file in the chain cannot be read, returns None as the game, and leaves out unknown names.
    """
    findings = Findings()
    for lint in LINTS_OF_TEXTS:
        findings.add_all(lint(gathered.documents))
    hir = merge(gathered.documents, findings)
    changes_nothing = any(
        each.code == problems.checks.NothingToChange.code for each in findings.diagnostics
    )
    resolved = resolve(hir, findings)
    diagnostics = _without_inherited(findings.diagnostics, gathered.documents)
    if not gathered.diagnostics and not changes_nothing and not hir.ambiguous:
        return resolved, diagnostics
    from clagdsl.check.recovery import is_of_name, without_names

    if gathered.diagnostics or changes_nothing:
        return None, (*gathered.diagnostics, *without_names(diagnostics))
    source = gathered.documents[0].source
    return None, tuple(each for each in diagnostics if not is_of_name(each, hir.ambiguous, source))


def _without_inherited(
    diagnostics: tuple[Diagnostic, ...], documents: Sequence[Document]
) -> tuple[Diagnostic, ...]:
    """Drops warnings about inherited names that the extended file does not use either.

    The check of the extended file warns about these. A line that sets such a name keeps its
    warning.
    """
    if not diagnostics:
        return ()
    code = problems.checks.NameNeverUsed.code
    orphaned = {
        each: each.others[0].place
        for each in diagnostics
        if each.code == code and each.others and each.fix[0].place != each.place
    }
    if not orphaned:
        return diagnostics
    findings = Findings()
    resolve(merge(list(documents[1:]), findings), findings)
    unused = {
        each.others[0].place if each.others else each.place
        for each in findings.diagnostics
        if each.code == code
    }
    return tuple(each for each in diagnostics if orphaned.get(each) not in unused)


def _check_compiled(source: SourceText, is_proved: IsProved | None = None) -> CheckResult:
    """Checks a compiled game: its source texts, and that the rest of it is compiled from them."""
    from clagdsl.check.compiled_game import (
        carried_texts_in,
        chain_problem,
        file_within,
        relocate_diagnostic,
    )

    texts = carried_texts_in(source)
    if isinstance(texts, Diagnostic):
        return _refusal(source, texts)
    gathered = chain_from_texts(texts)
    broken = chain_problem(source, gathered.documents)
    if gathered.diagnostics:
        result = CheckResult(None, None, _by_place(gathered.diagnostics), gathered.sources)
    elif broken is not None:
        return _refusal(source, broken.diagnostic())
    else:
        result = _prove_chain(gathered, is_proved, source)
    if result.sources.get(source.name) is source:  # the diagnostics are about the JSON itself
        return result
    diagnostics = tuple(relocate_diagnostic(each, source) for each in result.diagnostics)
    sources = {file_within(source, name): text for name, text in result.sources.items()}
    return replace(result, diagnostics=diagnostics, sources={source.name: source, **sources})


def _refusal(source: SourceText, diagnostic: Diagnostic) -> CheckResult:
    return CheckResult(None, None, (diagnostic,), {source.name: source})


def _by_place(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorts problems by place: by file in order of first appearance, then from top to bottom."""
    unordered = list(diagnostics)
    files = list(dict.fromkeys(d.place.file for d in unordered if d.place is not None))

    def key(diagnostic: Diagnostic) -> tuple[int, int, int]:
        place = diagnostic.place
        return (-1, 0, 0) if place is None else (files.index(place.file), place.line, place.column)

    return tuple(sorted(unordered, key=key))


# --- rules without an error ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CheckedRules:
    """Rules without errors, their evidence, and their source texts, as in `CheckResult`."""

    game: Game
    evidence: Evidence
    sources: Mapping[str, SourceText] = field(default_factory=dict)
    chain: tuple[SourceText, ...] = ()


def load_checked(reference: str | Path) -> CheckedRules:
    """Returns the checked rules of a path or bundled name; raises RulesError for errors."""
    result = check_path(reference)
    if result.game is None or result.evidence is None:
        raise RulesError(result.diagnostics, result.sources)
    return CheckedRules(result.game, result.evidence, result.sources, result.chain)


def compiled_json(game: Game, chain: Sequence[SourceText]) -> JsonValue:
    """Returns a checked game as JSON, including its source texts, to which all places refer."""
    from clagdsl.check.compiled_game import carried_texts
    from clagdsl.lang.game_json import game_json

    texts = carried_texts(chain)
    return game_json(game if texts == tuple(chain) else game_of(texts), texts)
