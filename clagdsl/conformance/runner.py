"""Drives a runner: the program of another implementation that judges conformance cases.

The protocol is described in `docs/reference/conformance.md`. A runner is started with the folder of
the suite as its last argument. It gets one case as a line of JSON, and answers with a line
`{"id": ..., "verdict": ...}`, before it gets the next one. So no pipe can fill up, and the case on
which a runner stops or hangs is known.

A runner that says nothing about a case, or nothing that can be read, fails the case.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE, Popen
from typing import IO, Any, Final, Literal, TypeAlias, get_args

from clagdsl.conformance.cases import Case
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_value import JsonObject
from clagdsl.problems.escape import escape_invisible, shorten

VerdictWord: TypeAlias = Literal["passed", "failed", "not implemented"]
WORDS: Final[tuple[VerdictWord, ...]] = get_args(VerdictWord)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A runner's verdict on a case; `found` is the outcome that it found instead, if it fails."""

    case: Case
    word: VerdictWord
    found: Any = None


def run_cases(command: Sequence[str], folder: Path, cases: Sequence[Case]) -> list[Verdict]:
    """Returns a runner's verdicts on cases; `folder` has the suite.

    Raises OSError if the runner cannot be started.
    """
    with Popen(
        [*command, folder], stdin=PIPE, stdout=PIPE, encoding="utf-8", errors="replace"
    ) as runner:
        assert runner.stdin is not None
        assert runner.stdout is not None
        verdicts = [_ask(runner.stdin, runner.stdout, case) for case in cases]
        runner.communicate()  # closes its input even if it has ended without reading all cases
        return verdicts


def _ask(questions: IO[str], answers: IO[str], case: Case) -> Verdict:
    sent = {key: value for key, value in case.items() if key != "stands_in"}
    with suppress(BrokenPipeError):  # it has ended: no line is left to read
        print(json.dumps(sent), file=questions, flush=True)
    line = answers.readline()
    with suppress(ValueError, RecursionError):
        match json.loads(line):
            case {"id": id_, "verdict": word, **rest} if id_ == case["id"] and word in WORDS:
                return Verdict(case, word, rest.get("found"))
    found = f"no verdict on this case: {shorten(line.strip())}" if line else "the runner has ended"
    return Verdict(case, "failed", found)


def counts_by_kind(verdicts: Sequence[Verdict]) -> dict[str, Counter[VerdictWord]]:
    """Returns the number of verdicts by kind of case and by word."""
    counts: dict[str, Counter[VerdictWord]] = {}
    for verdict in verdicts:
        counts.setdefault(verdict.case["kind"], Counter())[verdict.word] += 1
    return counts


def verdict_lines(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yields a table of the verdicts by kind, and a line for each case that fails."""
    counts = counts_by_kind(verdicts)
    rows = [*counts.items(), ("all", sum(counts.values(), Counter[VerdictWord]()))]
    width = max(len(kind) for kind, _ in (("kind", 0), *rows))
    yield f"{'kind':<{width}}  {'  '.join(WORDS)}"
    for kind, count in rows:
        yield f"{kind:<{width}}  {'  '.join(f'{count[word]:>{len(word)}}' for word in WORDS)}"
    for verdict in verdicts:
        if verdict.word == "failed":
            found = escape_invisible(json.dumps(verdict.found, ensure_ascii=False))
            yield f"{verdict.case['kind']} {verdict.case['id']}: {found}"


def verdicts_json(verdicts: Sequence[Verdict]) -> JsonObject:
    """Returns the numbers of verdicts by kind as JSON, and the cases that fail."""
    return {
        "kinds": {
            kind: {word: count[word] for word in WORDS}
            for kind, count in counts_by_kind(verdicts).items()
        },
        "failed": [
            {"id": verdict.case["id"], "found": verdict.found}
            for verdict in verdicts
            if verdict.word == "failed"
        ],
    }
