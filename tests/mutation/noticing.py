"""Whether tests notice a mutant of a Python module.

    PYTHONPATH=tests python -m mutation.noticing prover --draw 200 --seed 1

The tests of a room are collected once.  A first pass notes which lines of its modules each of them
comes to, and how long it takes.  Then each mutant gets a process of its own, forked from there, in
which the changed function takes the place of the sound one, and the tests that come to its line run
until the first that fails, quick ones and those that noticed most first.  What a module does while
it is imported cannot be changed so: there, and where nothing has noticed a mutant, everything is
imported and collected anew with the mutant in its place.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import _lru_cache_wrapper
from inspect import CO_OPTIMIZED
from itertools import chain, zip_longest
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, TypeAlias

import pytest
from _pytest.runner import runtestprotocol

from mutation.python_mutants import PACKAGE, PythonMutant, mutated
from mutation.rooms import ROOMS, Room
from mutation.same import why_same

Line: TypeAlias = tuple[str, int]
"""A module, as its path below the package, and a line of it."""

TESTS: Final = Path(__file__).parent.parent
SPARE_SECONDS: Final = 5
"""So much longer than it takes a test may run with a mutant, beside ten times as long."""
MOST_SECONDS: Final = 4.0
"""Tests that take longer than this are left out."""
MOST_TOGETHER: Final = 20.0
"""So long may the tests of one mutant take together, unless `--patience` says so; the others are
left out, worst first."""
MOST_ANEW: Final = 600
"""So many seconds may pass while everything is collected anew: a mutant may never end."""
FIRST: Final = 15
"""So many tests are tried whatever lines they come to."""
COLLECTED: Final = "everything"
"""The name under which is noted what tests come to while they are collected."""
NEVER: Final = 1e9
MOST_MEMORY: Final = 3 * 2**30
KEEP_CACHES: Final = (
    "clagdsl.syntax",
    "clagdsl.problems",
    "clagdsl.lang.resources",
)
"""Whose kept answers no mutant changes."""
KEEP_ELSEWHERE: Final = "engine/actions.py"
"""Keeps one object for each action, by which tests know it: forgotten only if it is mutated."""


@dataclass(slots=True)
class Known:
    """What the first pass notes of a test."""

    seconds: float
    lines: frozenset[Line]
    noticed: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant: `noticed`, `same` or `survived`, and by which test or why."""

    mutant: str
    line: int
    outcome: str
    by: str
    seconds: float


# --- the mutant in the place of the sound module ----------------------------------------------


def compiled(mutant: PythonMutant) -> CodeType:
    """The code of the changed module."""
    file = str(PACKAGE / mutant.path)
    code = compile(mutated(mutant), file, "exec", dont_inherit=True)
    assert isinstance(code, CodeType)
    return code


def changed_functions(sound: CodeType, other: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Functions that differ, the outermost; raises ValueError if what runs at import differs."""
    if bool(sound.co_flags & CO_OPTIMIZED):
        if sound != other:
            yield sound, other
        return
    inner, others = (
        [c for c in code.co_consts if isinstance(c, CodeType)] for code in (sound, other)
    )
    plain, plain_other = (
        [repr(c) for c in code.co_consts if not isinstance(c, CodeType)] for code in (sound, other)
    )
    if (
        len(inner) != len(others)
        or plain != plain_other
        or (sound.co_code, sound.co_names) != (other.co_code, other.co_names)
    ):
        raise ValueError(sound.co_qualname)
    for one, another in zip(inner, others, strict=True):
        yield from changed_functions(one, another)


def within(sound: CodeType, other: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Functions that differ within one that does: what it made before may be alive."""
    inner, others = (
        [c for c in code.co_consts if isinstance(c, CodeType)] for code in (sound, other)
    )
    for one, another in zip(inner, others, strict=False):
        if one != another:
            yield one, another
            yield from within(one, another)


class Swap:
    """Puts changed functions in the place of those that are alive."""

    def __init__(self, room: Room) -> None:
        self.sound = {}
        for path in room.paths():
            file = PACKAGE / path
            text = file.read_text(encoding="utf-8")
            self.sound[path] = compile(text, str(file), "exec", dont_inherit=True)
        self.alive: dict[tuple[str, CodeType], list[FunctionType]] = {}
        files = {str(PACKAGE / path) for path in self.sound}
        objects = gc.get_objects()
        for each in objects:
            if isinstance(each, FunctionType) and each.__code__.co_filename in files:
                self.alive.setdefault(_key(each.__code__), []).append(each)
        self.caches = kept_answers(room)

    def make(self, mutant: PythonMutant, code: CodeType) -> bool:
        """Change what is alive, if that is all there is to change."""
        try:
            pairs = list(changed_functions(self.sound[mutant.path], code))
            if not pairs:
                return False
            for sound, other in pairs:
                found = self.alive.get(_key(sound))
                if not found:
                    return False
                for function in found:
                    function.__code__ = other
                for inner, another in within(sound, other):
                    for function in self.alive.get(_key(inner), ()):
                        function.__code__ = another
        except ValueError:
            return False
        for cache in self.caches:
            cache.cache_clear()
        return True


def kept_answers(room: Room) -> list[Any]:
    """What keeps answers that were worked out while tests were collected."""
    keep = () if KEEP_ELSEWHERE in room.paths() else (module_name(KEEP_ELSEWHERE),)
    return [
        each
        for each in gc.get_objects()
        if isinstance(each, _lru_cache_wrapper)
        and each.cache_info().currsize
        and _is_ours(each.__wrapped__, (*KEEP_CACHES, *keep))
    ]


def module_name(path: str) -> str:
    """How a module is imported, by its path below the package."""
    return ".".join(Path("clagdsl", path).with_suffix("").parts).removesuffix(".__init__")


def _key(code: CodeType) -> tuple[str, CodeType]:
    return code.co_filename, code


def _is_ours(function: Callable[..., object], keep: tuple[str, ...]) -> bool:
    name = function.__module__
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    return not name.startswith(keep) and str(PACKAGE.parent) in file


class Replaced(importlib.abc.MetaPathFinder):
    """Imports some modules with other code; they are given as paths below the package."""

    def __init__(self, codes: Mapping[str, CodeType]) -> None:
        self.codes = {module_name(path): code for path, code in codes.items()}

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        code = self.codes.get(name)
        if code is None:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        assert spec is not None

        class Loader(importlib.machinery.SourceFileLoader):
            def get_code(self, _name: str) -> CodeType:
                return code

        assert spec.origin is not None
        return importlib.util.spec_from_file_location(
            name, spec.origin, loader=Loader(name, spec.origin)
        )


# --- running tests ----------------------------------------------------------------------------


def first_failing(items: Sequence[pytest.Item], known: dict[str, Known]) -> str | None:
    """The first test that fails; a process that takes too long is ended by its clock."""
    for number, item in enumerate(items):
        following = items[number + 1] if number + 1 < len(items) else None
        note = known.get(item.nodeid)
        seconds = SPARE_SECONDS + 10 * (note.seconds if note else MOST_SECONDS)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        reports = runtestprotocol(item, log=False, nextitem=following)
        if any(report.failed for report in reports):
            return item.nodeid
    return None


def apart(work: Callable[[], object]) -> Any:
    """What a forked process answers, or the number of the signal that ended it."""
    import resource

    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
        signal.alarm(600)
        try:
            answer = json.dumps(work())
        except BaseException as error:  # a mutant may end in any way
            answer = json.dumps({"raised": repr(error)})
        with os.fdopen(writing, "w") as out:
            out.write(answer)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answers:
        text = answers.read()
    _, status = os.waitpid(child, 0)
    return json.loads(text) if text else {"ended": os.WTERMSIG(status) or status}


class Marks(ast.NodeTransformer):
    """Lets every statement of a function note its lines before it runs."""

    def __init__(self, path: str, stretches: list[tuple[str, int, int]]) -> None:
        self.path = path
        self.stretches = stretches

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.mark(node)
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        self.mark(node)
        return node

    def mark(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Puts a note before every statement of a function."""
        self.generic_visit(node)
        for inner in ast.walk(node):
            for _, value in ast.iter_fields(inner):
                if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                    value[:] = self.marked(value, documented=inner is node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self.generic_visit(node)
        note = self.note(node.lineno, node.end_lineno or node.lineno).value
        both = ast.Tuple([note, node.body], ast.Load())
        node.body = ast.Subscript(both, ast.Constant(1), ast.Load())
        return node

    def marked(self, statements: list[ast.stmt], *, documented: bool) -> list[ast.stmt]:
        """Statements with a note before each."""
        found: list[ast.stmt] = []
        for number, each in enumerate(statements):
            text = number == 0 and documented and isinstance(each, ast.Expr)
            text = text and isinstance(each.value, ast.Constant)
            if not text and not hasattr(each, "is_note"):
                body = getattr(each, "body", None) or getattr(each, "cases", None)
                last = each.end_lineno or each.lineno
                if body:
                    start = body[0]
                    inner = start.pattern if isinstance(start, ast.match_case) else start
                    last = max(each.lineno, inner.lineno - 1)
                found.append(ast.copy_location(self.note(each.lineno, last), each))
                for case in each.cases if isinstance(each, ast.Match) else ():
                    line, end = case.pattern.lineno, case.body[0].lineno - 1
                    found.append(ast.copy_location(self.note(line, max(line, end)), each))
            found.append(each)
        return found

    def note(self, first: int, last: int) -> ast.Expr:
        """A statement that notes these lines."""
        call = ast.parse(f"_note_that({len(self.stretches)})", mode="eval").body
        note = ast.Expr(call)
        note.is_note = True  # type: ignore[attr-defined]
        self.stretches.append((self.path, first, last))
        return note


class Watch:
    """A plugin of pytest that notes to which lines of some modules each test comes."""

    def __init__(self, room: Room, notes: Path) -> None:
        self.room = room
        self.notes = notes
        self.known = read_notes(notes)
        self.stretches: list[tuple[str, int, int]] = []
        self.seen: set[int] = set()
        codes = {}
        for path in room.paths():
            tree = ast.parse((PACKAGE / path).read_text(encoding="utf-8"))
            marked = ast.fix_missing_locations(Marks(path, self.stretches).visit(tree))
            codes[path] = compile(marked, str(PACKAGE / path), "exec", dont_inherit=True)
        builtins._note_that = self.seen.add  # type: ignore[attr-defined]
        sys.meta_path.insert(0, Replaced(codes))

    def pytest_configure(self) -> None:
        quiet_hypothesis()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Watch the tests that are new."""
        began = time.perf_counter()
        gc.unfreeze()  # what was set aside after collecting is looked for, too
        self.known[COLLECTED] = Known(NEVER, self.lines(self.seen))
        caches = kept_answers(self.room)
        gc.collect()
        gc.freeze()
        new = [item for item in session.items if item.nodeid not in self.known]
        for number, item in enumerate(new):
            found = apart(lambda item=item: self.watched(item, caches))
            if "seen" in found:
                self.known[item.nodeid] = Known(found["seconds"], self.lines(found["seen"]))
            else:
                print("not used:", item.nodeid, str(found)[-600:], file=sys.stderr, flush=True)
                self.known[item.nodeid] = Known(NEVER, frozenset())
            if found.get("seconds", 0) > 2:
                print("slow:", item.nodeid, found["seconds"], file=sys.stderr, flush=True)
            if number % 100 == 99 or number + 1 == len(new):
                took = time.perf_counter() - began
                tell_progress = f"{number + 1} of {len(new)} tests watched, {took:.0f} s"
                print(tell_progress, file=sys.stderr, flush=True)
                write_notes(self.notes, self.known)
        return True

    def watched(self, item: pytest.Item, caches: Sequence[Any]) -> dict[str, object]:
        """Run one test and tell where it came to."""
        for cache in caches:
            cache.cache_clear()
        self.seen.clear()
        signal.setitimer(signal.ITIMER_PROF, 4 * MOST_SECONDS)
        began = time.process_time()
        reports = runtestprotocol(item, log=False, nextitem=None)
        seconds = time.process_time() - began
        if not all(report.passed for report in reports):
            return {"outcome": [str(report.longrepr)[-300:] for report in reports]}
        return {"seconds": round(seconds, 3), "seen": sorted(self.seen)}

    def lines(self, seen: Iterable[int]) -> frozenset[Line]:
        """The lines of the statements that were come to."""
        found = [self.stretches[number] for number in seen]
        return frozenset((path, n) for path, low, high in found for n in range(low, high + 1))


def read_notes(notes: Path) -> dict[str, Known]:
    """What was noted of the tests before."""
    if not notes.exists():
        return {}
    return {
        name: Known(seconds, frozenset((path, line) for path, line in lines), noticed)
        for name, (seconds, lines, noticed) in json.loads(notes.read_text()).items()
    }


def write_notes(notes: Path, known: Mapping[str, Known]) -> None:
    """Keep what is known of the tests."""
    entries = {n: (one.seconds, sorted(one.lines), one.noticed) for n, one in known.items()}
    notes.write_text(json.dumps(entries))


class Judge:
    """A plugin of pytest that runs mutants in the place of the tests."""

    def __init__(
        self, room: Room, chosen: list[PythonMutant], notes: Path, patience: float
    ) -> None:
        self.room = room
        self.chosen = chosen
        self.notes = notes
        self.patience = patience
        self.known: dict[str, Known] = {}
        self.verdicts: list[Verdict] = []

    def pytest_configure(self) -> None:
        quiet_hypothesis()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge every mutant."""
        for path in self.room.paths():
            importlib.import_module(module_name(path))
        gc.unfreeze()  # what was set aside after collecting is changed, too
        swap = Swap(self.room)
        gc.collect()
        gc.freeze()
        self.known.update(read_notes(self.notes))
        for mutant in self.chosen:
            verdict = self.judge(mutant, session.items, swap)
            self.verdicts.append(verdict)
            tell(verdict)
        return True

    def reaching(self, mutant: PythonMutant, items: Sequence[pytest.Item]) -> list[pytest.Item]:
        """The tests that come to a mutant, best first."""
        line = (mutant.path, mutant.line)
        items = [item for item in items if item.nodeid in self.known]
        found = [i for i in items if self.comes_to(i, line)]
        if found or not mutant.at_import:
            return self.best(found, self.patience)
        # what is made at import is read anywhere: some tests of every file
        inside = self.best([i for i in items if self.comes_to_module(i, mutant.path)], None)
        mixed = [one for pair in zip_longest(inside, self.best(items, None)) for one in pair if one]
        return self.within(list(dict.fromkeys(mixed)), self.patience)

    def best(self, items: Iterable[pytest.Item], most: float | None) -> list[pytest.Item]:
        """Tests in the order of their worth, after the first ones in turns."""
        quick = [item for item in items if self.known[item.nodeid].seconds <= MOST_SECONDS]
        quick.sort(key=lambda item: self.worth(item.nodeid))
        chosen = chain(quick[:FIRST], self.in_turns(quick[FIRST:]))
        return list(chosen) if most is None else self.within(chosen, most)

    def in_turns(self, items: list[pytest.Item]) -> Iterator[pytest.Item]:
        """Tests in turns: in each of them every line that some come to is come to by one at least.

        So the first few of very many come to whatever these do.
        """
        while items:
            seen: set[Line] = set()
            left: list[pytest.Item] = []
            for item in items:
                lines = self.known[item.nodeid].lines
                if lines <= seen:
                    left.append(item)
                else:
                    seen |= lines
                    yield item
            if len(left) == len(items):  # they come to no line at all
                yield from left
                return
            items = left

    def within(self, items: Iterable[pytest.Item], most: float) -> list[pytest.Item]:
        """The first tests, no more than so many seconds of them."""
        together = 0.0
        chosen: list[pytest.Item] = []
        for item in items:
            together += self.known[item.nodeid].seconds
            if together > most:
                break
            chosen.append(item)
        return chosen

    def comes_to(self, item: pytest.Item, line: Line) -> bool:
        return line in self.known[item.nodeid].lines

    def comes_to_module(self, item: pytest.Item, path: str) -> bool:
        return any(found == path for found, _ in self.known[item.nodeid].lines)

    def worth(self, name: str) -> float:
        """What orders tests: seconds for each mutant that it may notice."""
        note = self.known[name]
        return (note.seconds + 0.005) / (note.noticed + 0.2)

    def judge(self, mutant: PythonMutant, items: Sequence[pytest.Item], swap: Swap) -> Verdict:
        """What becomes of a mutant."""
        began = time.perf_counter()

        def verdict(outcome: str, by: str) -> Verdict:
            seconds = round(time.perf_counter() - began, 1)
            return Verdict(mutant.name, mutant.line, outcome, by, seconds)

        reason = why_same(mutant.name)
        if reason is not None:
            return verdict("same", reason)
        chosen = self.reaching(mutant, items)
        if not chosen:
            return verdict("survived", "no test comes to it")
        try:
            code = compiled(mutant)
        except (SyntaxError, ValueError) as error:
            return verdict("noticed", repr(error))
        found = apart(lambda: self.swapped(mutant, code, swap, chosen))
        collected = (mutant.path, mutant.line) in self.known[COLLECTED].lines
        if found == "cannot" or (collected and isinstance(found, dict) and "survived" in found):
            found = self.anew(mutant, chosen)
        match found:
            case {"noticed": str(by)}:
                if by in self.known:
                    self.known[by].noticed += 1
                return verdict("noticed", by)
            case {"survived": int(many)}:
                return verdict("survived", f"{many} tests come to it")
            case _:
                return verdict("noticed", str(found))

    def swapped(
        self, mutant: PythonMutant, code: CodeType, swap: Swap, chosen: Sequence[pytest.Item]
    ) -> object:
        if not swap.make(mutant, code):
            return "cannot"
        found = first_failing(chosen, self.known)
        return {"survived": len(chosen)} if found is None else {"noticed": found}

    def anew(self, mutant: PythonMutant, chosen: Sequence[pytest.Item]) -> object:
        """Judge a mutant by a process that imports and collects everything with it."""
        asked = {
            "mutant": asdict(mutant),
            "tests": [item.nodeid for item in chosen],
            "seconds": [self.known[item.nodeid].seconds for item in chosen],
        }
        with tempfile.TemporaryDirectory() as folder:
            file, answer = Path(folder, "asked.json"), Path(folder, "answer.json")
            file.write_text(json.dumps(asked))
            files = list(dict.fromkeys(str(item.path) for item in chosen))
            try:
                done = subprocess.run(
                    [sys.executable, "-m", "mutation.noticing", "anew", str(file), *files],
                    env={**os.environ, "PYTHONPATH": f"{TESTS.parent}{os.pathsep}{TESTS}"},
                    capture_output=True,
                    timeout=MOST_ANEW,
                    check=False,
                    cwd=TESTS.parent,
                )
            except subprocess.TimeoutExpired:
                return {"ended": f"after {MOST_ANEW} s"}
            if answer.exists():
                found: object = json.loads(answer.read_text())
                return found
            return {"ended": done.returncode}


class Anew:
    """A plugin of pytest that runs chosen tests in their order until one fails."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.asked = json.loads(file.read_text())

    def pytest_configure(self) -> None:
        quiet_hypothesis()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        by_name = {item.nodeid: item for item in session.items}
        items = [by_name[name] for name in self.asked["tests"] if name in by_name]
        pairs = zip(self.asked["tests"], self.asked["seconds"], strict=True)
        known = {name: Known(seconds, frozenset()) for name, seconds in pairs}
        if len(items) < len(known):
            found: str | None = "tests are gone"
        else:
            found = first_failing(items, known)
        answer = {"survived": len(items)} if found is None else {"noticed": found}
        (self.file.parent / "answer.json").write_text(json.dumps(answer))
        return True


def quiet_hypothesis() -> None:
    """Draw the same every time, keep nothing, and do not look for the smallest example."""
    from hypothesis import HealthCheck, Phase, settings

    settings.register_profile(
        "any machine",
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("any machine")


def tell(verdict: Verdict) -> None:
    """One line as JSON."""
    print(json.dumps(asdict(verdict), ensure_ascii=False), flush=True)


CHOSEN: Final = "not long and not browser"
OPTIONS: Final = (
    "-q",
    "-m",
    CHOSEN,
    "-s",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "--prove-anew",
    "--no-header",
    "-o",
    "python_functions=test_* by_hand_*",
)


def main(arguments: Sequence[str]) -> int:
    """Judge the mutants that are asked for."""
    if arguments[:1] == ["anew"]:
        plugin = Anew(Path(arguments[1]))
        mutant = PythonMutant(**plugin.asked["mutant"])
        sys.meta_path.insert(0, Replaced({mutant.path: compiled(mutant)}))
        return int(pytest.main([*OPTIONS, *arguments[2:]], plugins=[plugin]))
    if arguments[:1] == ["watch"]:
        watch = Watch(ROOMS[arguments[1]], Path(arguments[2]))
        return int(pytest.main([*OPTIONS, *arguments[3:]], plugins=[watch]))
    parser = argparse.ArgumentParser(prog="mutation.noticing")
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--draw", type=int, help="so many, drawn; otherwise every one")
    parser.add_argument("--each", action="store_true", help="so many of each module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="those with this text in their names", action="append")
    parser.add_argument("--goes-on", type=Path, help="from what was judged before")
    parser.add_argument("--notes", type=Path, help="where the first pass is kept")
    parser.add_argument(
        "--patience", type=float, default=MOST_TOGETHER, help="seconds for the tests of a mutant"
    )
    parser.add_argument("--names", action="store_true", help="only tell the names")
    asked = parser.parse_args(arguments)
    room = ROOMS[asked.room]
    if room.plain and os.environ.get("NUMBA_DISABLE_JIT") != "1":
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        os.execv(sys.executable, [sys.executable, "-m", "mutation.noticing", *arguments])
    only = asked.only or [""]
    mutants = [m for m in room.mutants() if any(part in m.name for part in only)]
    chosen = []
    for path in room.paths() if asked.each else [""]:
        of_path = [m for m in mutants if m.path.startswith(path)]
        chosen += drawn(of_path, asked.draw, asked.seed)
    before: list[Verdict] = []
    if asked.goes_on and asked.goes_on.exists():
        lines = asked.goes_on.read_text(encoding="utf-8").splitlines()
        before = [Verdict(**json.loads(line)) for line in lines if line.startswith("{")]
        names = {mutant.name for mutant in chosen}
        before = [verdict for verdict in before if verdict.mutant in names]
        done = {verdict.mutant for verdict in before}
        chosen = [mutant for mutant in chosen if mutant.name not in done]
    if asked.names:
        print("\n".join(mutant.name for mutant in chosen))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(room, chosen, asked.notes or Path(folder, "notes.json"), asked.patience)
        tests = [str(path) for each in room.tests for path in sorted(TESTS.glob(each))]
        watching = [sys.executable, "-m", "mutation.noticing", "watch", asked.room]
        subprocess.run([*watching, str(judge.notes), *tests], check=True)
        pytest.main([*OPTIONS, *tests], plugins=[judge])
        write_notes(judge.notes, judge.known)
    every = [*before, *judge.verdicts]
    counts = Counter(verdict.outcome for verdict in every)
    judged = counts["noticed"] + counts["survived"]
    share = counts["noticed"] / judged if judged else 1.0
    seconds = sum(verdict.seconds for verdict in every)
    print(f"{asked.room}: {len(every)} drawn, {dict(counts)}, {share:.1%}, {seconds:.0f} s")
    return 0 if len(judge.verdicts) == len(chosen) and share >= 0.95 else 1


def drawn(every: list[PythonMutant], many: int | None, seed: int) -> list[PythonMutant]:
    """Return so many of these mutants, the same for each seed.

    The name of a mutant decides its place, so that a change of the room leaves the others drawn.
    """
    if many is None:
        return every
    return sorted(every, key=lambda mutant: random.Random(f"{seed} {mutant.name}").random())[:many]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
