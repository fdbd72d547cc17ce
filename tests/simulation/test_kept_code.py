"""Kept machine code: of this very simulator, where only its user can write, or nowhere."""

from __future__ import annotations

import errno
import logging
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clagdsl.simulation import code_cache, jit, numba_pipeline
from clagdsl.simulation.code_cache import (
    FOLDER,
    PACKAGE,
    FunctionCache,
    cache_folder,
    fingerprint,
    kernel_sources,
)
from clagdsl.simulation.vector.code_files import report_not_cached

KERNEL = "from clagdsl.table.points import MADE\n\n@compiled\ndef score(tricks):\n    ...\n"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small package, one of whose constants comes from afar."""
    texts = {
        "simulation/kernels/score.py": KERNEL,
        "table/points.py": "from clagdsl.lang import (\n    prizes,\n)\nMADE = prizes.PRIZE\n",
        "lang/prizes.py": "PRIZE = 10\n",
        "lang/other.py": "",
        "cli/simulate.py": "",
    }
    for name, text in texts.items():
        path = tmp_path / "home" / "clagdsl" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "home" / "clagdsl"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "clagdsl"


# --- what it is made from -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["simulation/kernels/score.py", "table/points.py"])
def test_a_change_of_the_simulator_is_another_state(name: str, package: Path) -> None:
    before = fingerprint(package)
    path = package / name
    path.write_text(path.read_text() + "# changed\n")
    assert fingerprint(package) != before


def test_a_constant_of_a_constant_counts(package: Path) -> None:
    before = fingerprint(package)
    (package / "lang" / "prizes.py").write_text("PRIZE = 11\n")
    assert fingerprint(package) != before


def test_what_is_never_compiled_does_not_count(package: Path) -> None:
    before = fingerprint(package)
    for name in ("lang/other.py", "cli/simulate.py"):
        (package / name).write_text("# changed\n")
    assert fingerprint(package) == before


def test_everything_that_plays_counts() -> None:
    found = {path.relative_to(PACKAGE).as_posix() for path in kernel_sources(PACKAGE)}
    assert found >= {
        "simulation/kernels/deal_phases.py",
        "simulation/lowering/layout.py",
        "simulation/jit.py",
        "engine/players/heuristic.py",
        "lang/philox.py",
    }
    assert not any(name.startswith(("cli/", "check/", "records/")) for name in found)


# --- where it is kept ---------------------------------------------------------------------


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "clagdsl"]


def test_it_is_kept_beside_the_package(package: Path, caplog: pytest.LogCaptureFixture) -> None:
    found = cache_folder("", package)
    assert found == package / "simulation" / "__pycache__" / (FOLDER + fingerprint(package))
    assert mode(found) == 0o700
    assert told(caplog) == []


def test_a_folder_of_the_environment_has_one_for_each_state(package: Path, tmp_path: Path) -> None:
    given = tmp_path / "given"
    first = cache_folder(str(given), package)
    (package / "lang" / "prizes.py").write_text("PRIZE = 11\n")
    second = cache_folder(str(given), package)
    assert first is not None
    assert second is not None
    assert first.parent == second.parent == given / "clagdsl"
    assert first != second


def test_old_states_go(package: Path, tmp_path: Path) -> None:
    for prize in range(8):
        (package / "lang" / "prizes.py").write_text(f"PRIZE = {prize}\n")
        beside = cache_folder("", package)
        given = cache_folder(str(tmp_path / "given"), package)
    assert beside is not None
    assert list(beside.parent.iterdir()) == [beside]
    assert given is not None
    assert given in given.parent.iterdir()
    assert len(list(given.parent.iterdir())) == code_cache.MOST_STATES


@pytest.mark.parametrize("given", ["", "cache"])
@pytest.mark.parametrize("umask", [0o000, 0o002, 0o077])
def test_what_is_made_is_private_whatever_the_umask(
    given: str, umask: int, package: Path, own_cache: Path, tmp_path: Path
) -> None:
    (package / "simulation").chmod(0o777)  # it goes to the user's own folder
    before = os.umask(umask)
    try:
        found = cache_folder(given and str(tmp_path / given), package)
    finally:
        os.umask(before)
    assert found is not None
    assert found.parent == own_cache
    assert [mode(each) for each in (found, found.parent, found.parent.parent)] == [0o700] * 3


@pytest.mark.parametrize("open_to_all", ["given", "given/clagdsl", "."])
def test_a_folder_that_others_can_write_or_rename_is_not_used(
    open_to_all: str, package: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    base = tmp_path / "base"
    assert cache_folder(str(base / "given"), package) is not None
    folder = base / open_to_all
    folder.chmod(0o777)
    assert cache_folder(str(base / "given"), package) is None
    assert told(caplog) == [
        "machine code cannot be saved and is compiled again each time: others can write in"
        f" `{folder}`"
    ]
    folder.chmod(0o1777)  # where only the owner of a file can rename it, as in /tmp
    assert cache_folder(str(base / "given"), package) is not None


def test_nobody_elses_folder_is_used(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    given = tmp_path / "given"
    assert cache_folder(str(given), package) is not None
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert cache_folder(str(given), package) is None
    (line,) = told(caplog)
    assert line.endswith("belongs to somebody else")


def test_a_link_is_followed_before_anything_is_believed(package: Path, tmp_path: Path) -> None:
    (tmp_path / "open" / "real").mkdir(parents=True)
    (tmp_path / "open").chmod(0o777)
    (tmp_path / "given").symlink_to(tmp_path / "open" / "real")
    assert cache_folder(str(tmp_path / "given"), package) is None


def test_what_was_open_to_others_is_thrown_away(package: Path) -> None:
    found = cache_folder("", package)
    assert found is not None
    (found / "planted.nbi").touch()
    found.chmod(0o750)
    assert cache_folder("", package) == found
    assert list(found.iterdir()) == []
    assert mode(found) == 0o700


def test_without_a_home_nothing_is_written_where_one_stands(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    (package / "simulation").chmod(0o777)

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    for value in (None, "", "relative", "~"):
        monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
        if value is not None:
            monkeypatch.setenv("XDG_CACHE_HOME", value)
        report_not_cached.cache_clear()  # each reason is logged once
        assert cache_folder("", package) is None
    assert list(here.iterdir()) == []
    assert len(told(caplog)) == 4
    assert told(caplog)[0].endswith("; there is no home folder")


def test_one_line_says_that_nothing_is_kept(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    program = "import clagdsl.simulation.jit as it; print(it.KEPT)"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "CLAGDSL_CACHE": str(tmp_path / "new")},
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout == "None\n"
    assert ended.stderr == (
        "machine code cannot be saved and is compiled again each time: others can write in"
        f" `{tmp_path}`\n"
    )
    assert list(tmp_path.iterdir()) == []


# --- keeping it ---------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where this test keeps its code."""
    found = tmp_path / "machine-code-test"
    found.mkdir(mode=0o700)
    monkeypatch.setattr(jit, "KEPT", found)
    monkeypatch.setattr(FunctionCache, "trouble", None)
    return found


def double(number: int) -> int:
    return number + number


def hits() -> tuple[int, bool]:
    """What a newly decorated function says, and whether its code was kept already."""
    made = jit.compiled_entry(double)
    said = made(21)
    return said, bool(made.stats.cache_hits)  # type: ignore[attr-defined]


def test_what_is_kept_is_found_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert hits() == (42, False)
    assert hits() == (42, True)
    assert sorted(path.suffix for path in folder.iterdir()) == [".nbc", ".nbi"]
    monkeypatch.setattr(code_cache, "KEPT", folder)
    assert code_cache.is_kept("double")
    assert not code_cache.is_kept("triple")


def test_an_inner_function_is_kept_for_callers_alone(folder: Path) -> None:
    """It is made machine code as a part of its callers, and not by itself."""
    assert list(folder.iterdir()) == []
    first: Any = jit.compiled(double)

    def one_more(number: int) -> int:
        return int(first(number)) + 1

    assert jit.compiled_entry(one_more)(21) == 43
    (made,) = first.overloads.values()
    assert made.library.get_pointer_to_function(made.fndesc.llvm_func_name) == 0
    assert made.library._get_compiled_object() == b""

    again: Any = jit.compiled(double)

    def two_more(number: int) -> int:
        return int(again(number)) + 2

    assert jit.compiled_entry(two_more)(4) == 10
    assert sum(again.stats.cache_hits.values()) == 1
    (kept,) = again.overloads.values()
    assert kept.library.get_pointer_to_function(kept.fndesc.llvm_func_name) == 0


def test_a_function_whose_called_function_is_gone_is_compiled_again(folder: Path) -> None:
    """What is kept of a function is its own code, and the files of what it calls."""

    def calls() -> tuple[int, int]:
        inner: Any = jit.compiled(double)

        def four_times(number: int) -> int:
            return int(inner(inner(number)))

        middle: Any = jit.compiled(four_times)

        def one_more(number: int) -> int:
            return int(middle(number)) + 1

        for path in folder.glob("*.one_more-*"):
            path.unlink()
        numba_pipeline.KEPT_LIBRARIES.clear()  # as in another process
        said = jit.compiled_entry(one_more)(5)
        return said, sum(middle.stats.cache_hits.values())

    assert calls() == (21, 0)
    assert calls() == (21, 1)
    for path in folder.glob("*.double-*"):
        path.unlink()
    assert calls() == (21, 0)
    assert calls() == (21, 1)


def test_code_of_another_state_is_not_played(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert hits() == (42, False)
    other = folder.with_name("machine-code-other")
    folder.rename(other)
    monkeypatch.setattr(jit, "KEPT", other)
    assert hits() == (42, False)
    assert hits() == (42, True)


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", ["cut", "empty", "flip", "other", "gone", "folder"])
def test_what_is_damaged_is_thrown_away(folder: Path, suffix: str, damage: str) -> None:
    assert hits() == (42, False)
    (path,) = folder.glob(f"*{suffix}")
    whole = path.read_bytes()
    match damage:
        case "cut":
            path.write_bytes(whole[: len(whole) // 2])
        case "empty":
            path.write_bytes(b"")
        case "flip":
            place = len(whole) // 2
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        case "other":
            path.write_bytes(code_cache.sealed(b"cos\nsystem\n(S'false'\ntR."))
        case _:
            path.unlink()
            if damage == "folder":
                path.mkdir()
    assert hits() == (42, False)
    if damage != "folder":
        assert hits() == (42, True)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_full_disk_plays_without_keeping(
    number: int, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fdopen", full)
    with caplog.at_level(logging.WARNING):
        assert hits() == (42, False)
        assert hits() == (42, False)
    assert told(caplog) == [f"machine code cannot be saved: {os.strerror(number)}"]
    assert list(folder.iterdir()) == []


def test_a_disk_that_fills_up_keeps_what_is_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = code_cache.write_whole

    def full(path: Path, data: bytes) -> None:
        if path.suffix == ".nbi":
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, data)

    monkeypatch.setattr(code_cache, "write_whole", full)
    assert hits() == (42, False)
    monkeypatch.undo()
    monkeypatch.setattr(jit, "KEPT", folder)
    assert hits() == (42, False)
    assert hits() == (42, True)


def test_numba_alone_never_decides_where(folder: Path) -> None:
    """Whatever its settings say: no function of ours has a cache of Numba's own."""
    made = jit.compiled_entry(double)
    assert made._cache.cache_path == str(folder)  # type: ignore[attr-defined]
    text = "".join(path.read_text("utf-8") for path in (PACKAGE / "simulation").rglob("*.py"))
    assert "cache=True" not in text


# --- many processes that fill one folder --------------------------------------------------

PROGRAM = """
import os
import sys
from multiprocessing import get_context

from clagdsl.simulation.code_cache import FunctionCache
from clagdsl.simulation.jit import compiled, compiled_entry, compiled_noinline


def step(number):
    return number + 1

add = compiled_noinline(step)

def step(number):
    return number * 10

multiply = compiled_noinline(step)

@compiled
def tens(number):
    return multiply(add(number)) + multiply(number)

@compiled_entry
def added(number):
    return add(number)

@compiled_entry
def multiplied(number):
    return multiply(number)

@compiled_entry
def both(number):
    return add(number) * 1000 + multiply(number)

@compiled_entry
def summed(number):
    return tens(number)

@compiled_entry
def every(number):
    return tens(number) * 1000 + add(number)


def put(line):
    os.write(1, f"{line}\\n".encode())  # whole, though others write too

def call(names, together):
    FunctionCache.on_missing = staticmethod(lambda: put("compiles"))
    together.wait()
    for name in names.split():
        put(f"{name} {globals()[name](5)}")


if __name__ == "__main__":
    method, *calls = sys.argv[1:]
    context = get_context(method)
    together = context.Barrier(len(calls))
    processes = [context.Process(target=call, args=(names, together)) for names in calls]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    sys.exit(any(process.exitcode for process in processes))
"""

STARTS = sorted({"fork", "spawn"} & set(multiprocessing.get_all_start_methods()))


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return path


def printed(program: Path, method: str, *calls: str) -> list[str]:
    """What processes print that are started at once, each to call the functions named."""
    ended = subprocess.run(
        [sys.executable, program, method, *calls],
        env={**os.environ, "CLAGDSL_CACHE": str(program.parent / "kept")},
        capture_output=True,
        text=True,
        check=True,
    )
    return ended.stdout.splitlines()


@pytest.mark.parametrize("start", STARTS)
def test_no_two_processes_give_functions_of_one_name_the_same_symbol(
    start: str, program: Path
) -> None:
    """Each compiles another function called `step` as its second one; a third links both."""
    assert {"added 6", "multiplied 50"} < set(printed(program, start, "added", "multiplied"))
    assert printed(program, start, "both") == ["compiles", "both 6050"]


def test_processes_that_fill_an_empty_folder_at_once_leave_all_that_others_need(
    program: Path,
) -> None:
    """The last one compiles only what none of them called, and links it with what they left."""
    fills = ("added multiplied summed", "summed multiplied added", "multiplied summed added")
    results = ["added 6", "multiplied 50", "summed 110"]
    assert set(printed(program, "spawn", *fills)) == {*results, "compiles"}
    last = printed(program, "spawn", f"{fills[0]} every")
    assert last == [*results, "compiles", "every 110006"]
