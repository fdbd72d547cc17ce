"""Loads the rules that a record names, with restrictions, since a record may come
from a stranger.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from clagdsl import problems
from clagdsl.check.checker import CheckResult, check_path
from clagdsl.check.loader import (
    as_from_here,
    is_bundled_name,
    is_inside,
    looks_compiled,
    looks_like_rules,
    read_rules,
)
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.record import Record
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import ArgumentError, Diagnostic
from clagdsl.problems.escape import quoted


def load_record_rules(
    record: Record, folder: Path, place: Place, *, trust: bool = False
) -> CheckResult:
    """Returns the rules that a record in `folder` names; errors are reported as problems of the
    record.

    Bundled rules and files in the folder or below it are allowed; the rules that these extend must
    be there as well. Other files need `trust`, or a `rules_hash` in the record, which shows that
    its author had the file. If a file is not a rules file, the error does not reveal its contents.
    """
    if is_bundled_name(record.rules):
        try:
            return _with_record_problem(check_path(record.rules), record.rules, place)
        except ArgumentError as error:
            return _refused(problems.records.UnusableRulesOfRecord(place, error.reason))
    path = as_from_here(folder / record.rules)
    if not trust and not is_inside(path, folder):
        checked = None if record.rules_hash is None else check_path(path)
        if checked is not None and checked.game and rules_hash(checked.game) == record.rules_hash:
            return checked
        reason = f"the rules of this record, {quoted(record.rules)}, are not in its folder"
        return _refused(problems.records.RulesOutOfReach(place, reason))
    read = read_rules(path, str(path))
    if not isinstance(read, Diagnostic) and not (
        looks_like_rules(read.text) or looks_compiled(read.text)
    ):
        reason = f"the rules of this record, {quoted(record.rules)}, are not a rules file"
        return _refused(problems.records.UnusableRulesOfRecord(place, reason))
    return _with_record_problem(
        check_path(path, within=None if trust else folder), str(path), place
    )


def _refused(problem: problems.records.UnusableRulesOfRecord) -> CheckResult:
    return CheckResult(None, None, (problem.diagnostic(),))


def _with_record_problem(checked: CheckResult, reference: str, place: Place) -> CheckResult:
    if checked.game is not None:
        return checked
    reason = f"the rules of this record, `{reference}`, have errors"
    problem = problems.records.UnusableRulesOfRecord(place, reason).diagnostic()
    return replace(checked, diagnostics=(problem, *checked.diagnostics))
