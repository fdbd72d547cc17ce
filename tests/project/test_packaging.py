"""What is installed from the wheel works without the checkout: the grammar, the rules, the demo."""

import gzip
import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from email.parser import Parser
from importlib.util import find_spec
from pathlib import Path
from socket import create_connection
from time import monotonic, sleep
from urllib.request import Request, urlopen

import pytest
from support.browser import Browser
from support.set_up import USERS_SET_UP
from support.table_server import Phone

from clagdsl.conformance.suite import suite_archive
from clagdsl.explain.web_bundle import served_text
from clagdsl.problems.render import PAGES

ROOT = Path(__file__).parent.parent.parent
MOST_BYTES = 60_000
"""The JavaScript and CSS of a page, compressed."""
NAMES = sorted(path.stem for path in (ROOT / "rules").glob("*.clag"))


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={"PATH": os.environ["PATH"], "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with an sdist of the checkout and the wheel that was built from that sdist."""
    folder = tmp_path_factory.mktemp("dist")
    done = run(
        *(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT), cwd=folder
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A clean environment with the wheel and what the wheel says it needs, and another folder.

    What it needs comes from the environment of the tests, so that no network is needed; anything
    else that the package should import without saying so is missing.
    """
    folder = tmp_path_factory.mktemp("installed")
    environment = folder / "environment"
    assert (
        run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=folder).returncode == 0
    )
    (wheel,) = built.glob("*.whl")
    python = environment / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "-q", wheel)
    done = run(*pip, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    (packages,) = environment.glob("lib/python*/site-packages")
    for name in needed(wheel):
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        (packages / name).symlink_to(Path(spec.origin).parent)
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    return environment / "bin", elsewhere


def needed(wheel: Path) -> list[str]:
    """The names of the packages that the wheel requires without any extra."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(archive.read(name).decode())
    required = metadata.get_all("Requires-Dist", [])
    return [re.split(r"[<>=~! ;]", text)[0] for text in required if "extra ==" not in text]


def test_the_wheel_needs_only_the_parser_and_what_the_command_line_shows_with(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert needed(wheel) == ["click", "jsonschema", "lark"]


def test_links_of_the_readme_lead_from_the_index_to_the_repository(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        text = archive.read(name).decode()
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 20
    assert all(link.startswith("https://") for link in links)
    for link in links:
        if found := re.search(
            r"//(?:raw\.)?github[a-z]*\.com/clagdsl/clagdsl/(?:blob/)?main/(.+)", link
        ):
            assert (ROOT / found[1]).exists(), link


def test_the_wheel_and_the_sdist_hold_every_file_of_data(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    (sdist,) = built.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        shipped = set(archive.namelist())
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("grammars", "rules", "tests/conformance", "web"):
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
        files = [path for path in files if path.suffix not in (".py", ".pyc")]
        assert files
        for path in files:
            inside = path.relative_to((ROOT / folder).parent).as_posix()
            assert f"clagdsl/_data/{inside}" in shipped
            # the sdist holds the program that generates cases
            assert path.relative_to(ROOT).as_posix() in packed or path.parent.name == "generated"
    assert {"LICENSE", "README.md", "CHANGELOG.md", ".ci/run", "tasks.py"} <= packed
    assert {"clagdsl/py.typed", "clagdsl/_data/tables.json"} <= shipped
    pages = {path.relative_to(ROOT).as_posix() for path in PAGES.rglob("*.*")}
    assert pages <= shipped & packed
    assert not any(name.startswith(("tests/", "docs/")) for name in shipped)


@pytest.fixture
def served(built: Path, tmp_path: Path) -> Iterator[str]:
    """A server of what is in the wheel; the packages that it needs are those of the tests."""
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "wheel")
    data = tmp_path / "tables.db"
    command = (sys.executable, "-m", "clagdsl", "serve", "--port", "0", "--data", str(data))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "wheel"), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        found = re.search(r"http://(\S+:[0-9]+)", program.stdout.readline())
        assert found is not None
        began = monotonic()
        while not is_listening(found[1]) and monotonic() - began < 20:
            sleep(0.05)
        yield found[1]
        program.terminate()


def is_listening(address: str) -> bool:
    host, _, port = address.rpartition(":")
    with suppress(OSError), create_connection((host, int(port)), timeout=1):
        return True
    return False


def load(address: str, path: str) -> tuple[str, dict[str, str], int]:
    """Returns the text at an address, its headers, and how many bytes were sent."""
    request = Request(f"http://{address}{path}", headers={"Accept-Encoding": "gzip"})
    with urlopen(request) as answer:
        sent = answer.read()
        headers = {name.lower(): value for name, value in answer.headers.items()}
    text = gzip.decompress(sent) if headers.get("content-encoding") == "gzip" else sent
    return text.decode(), headers, len(sent)


def test_an_installed_page_loads_in_three_small_requests(served: str) -> None:
    table = Phone(served).open("pagat", "Ann", "Bob", "Cai", "Dot")
    for path, name in ((table, "keeper"), ("/", "home")):
        shell, _, _ = load(served, path)
        (script,) = re.findall(r'<script src="([^"]+)" type="module">', shell)
        (style,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', shell)
        size = 0
        for address in (script, style):
            text, headers, sent = load(served, address)
            assert headers["cache-control"].endswith("immutable")
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["content-security-policy"].startswith("default-src 'self';")
            assert re.findall(r"^import|\bimport *[({\"]|@import", text) == [], "one request each"
            sources = served_text(f"{name}.{'js' if address == script else 'css'}")
            assert len(text) < 0.8 * len(sources)
            size += sent
        assert 0 < size <= MOST_BYTES, path


@pytest.mark.browser
def test_the_minified_keeper_takes_entries(browser: Browser, served: str) -> None:
    host = Phone(served)
    table = host.open("pagat", "Ann", "Bob", "Cai", "Dot")
    browser.turn_to("")
    for name, (secret, path) in host.cookies.items():
        browser.keep_cookie(name, secret, f"http://{served}{path}")
    browser.watch()
    browser.requested.clear()
    browser.faults.clear()
    browser.open(f"http://{served}{table}")
    browser.until("document.querySelector('[data-key=\"bid 1\"]') !== null")
    program = [url for url in browser.requested if re.search(r"/page/|/web/|/t/[^/]+$", url)]
    assert len(program) == 3, program
    browser.run("document.querySelector('[data-key=\"bid 1\"]').click()")
    browser.run("document.querySelector('[data-key=more]').click()")
    assert "Take this table along" in browser.run("document.querySelector('dialog').innerText")
    began = monotonic()
    while host.now(table)["number"] < 1 and monotonic() - began < 10:
        sleep(0.05)
    assert [one["entry"] for one in host.now(table)["log"]] == ["bid 1"]
    assert browser.faults == []
    browser.open("about:blank")


def test_every_bundled_variant_checks_from_another_folder(installed: tuple[Path, Path]) -> None:
    binaries, elsewhere = installed
    done = run(binaries / "clagdsl", "check", *NAMES, "--json", cwd=elsewhere)
    assert done.returncode == 0, done.stdout + done.stderr
    answer = json.loads(done.stdout)
    assert answer["problems"] == []
    assert [summary["file"] for summary in answer["summaries"]] == NAMES


def test_the_conformance_cases_run_installed(installed: tuple[Path, Path]) -> None:
    binaries, elsewhere = installed
    done = run(binaries / "clagdsl", "conform", "scottish", "--json", cwd=elsewhere)
    assert done.returncode == 0, done.stdout + done.stderr
    answer = json.loads(done.stdout)
    assert answer["held"] == answer["facts"] > 0


def test_the_conformance_suite_is_the_same_installed(installed: tuple[Path, Path]) -> None:
    binaries, elsewhere = installed
    command = (binaries / "clagdsl", "conform", "--archive", "suite.tar.gz")
    done = run(*command, cwd=elsewhere, PYTHONHASHSEED="1", TZ="Asia/Tokyo")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (elsewhere / "suite.tar.gz").read_bytes() == suite_archive()


def test_the_installed_package_is_not_the_checkout(installed: tuple[Path, Path]) -> None:
    binaries, elsewhere = installed
    code = "import clagdsl.lang.source; print(clagdsl.lang.source.__file__)"
    done = run(binaries / "python", "-c", code, cwd=elsewhere)
    assert Path(done.stdout.strip()).is_relative_to(binaries.parent)


def test_the_installed_parser_needs_no_grammar_compiler(installed: tuple[Path, Path]) -> None:
    binaries, elsewhere = installed
    code = (
        "import sys; from clagdsl.lang.source import SourceText\n"
        "from clagdsl.syntax.parser import parse\n"
        "assert parse(SourceText('a', 'clag 1')).file; print('lark' in sys.modules)"
    )
    done = run(binaries / "python", "-c", code, cwd=elsewhere)
    assert (done.stdout.strip(), done.stderr) == ("False", "")


def test_the_demo_runs_installed(installed: tuple[Path, Path]) -> None:
    binaries, elsewhere = installed
    done = run(binaries / "python", "-m", "clagdsl", "demo", cwd=elsewhere)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""


def test_the_set_up_of_the_readme_works_in_a_folder_of_its_own(built: Path, tmp_path: Path) -> None:
    """In what is packed of the checkout; pip fetches what the package needs.

    The task runs, and its steps are the commands for those who type them themselves.
    """
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    settings = {name: text for name, text in os.environ.items() if name.startswith("PIP_")}
    task, *typed = USERS_SET_UP
    done = run("bash", "-c", task, cwd=folder, HOME=str(tmp_path), **settings)
    assert done.returncode == 0, done.stdout + done.stderr
    steps = re.findall(r"^\$ (.*)", done.stdout, re.M)
    steps = [step.replace("/python -m pip ", "/pip ") for step in steps]  # which is a program there
    assert [re.sub(r"^\S+(?= -m venv)", "python3", step) for step in steps] == typed
    command = folder / ".venv" / "bin" / "clagdsl"
    done = run(command, "check", "pagat", "nosuch", cwd=folder, HOME=str(tmp_path))
    assert done.returncode == 2
    assert "pagat: Clag, Pagat: no errors" in done.stdout


def test_the_language_server_says_what_it_needs(installed: tuple[Path, Path]) -> None:
    binaries, elsewhere = installed
    done = run(binaries / "clagdsl", "language-server", cwd=elsewhere)
    assert done.returncode == 2
    assert f'`{binaries / "python"} -m pip install "pygls' in done.stderr
    assert "Traceback" not in done.stderr


def test_the_lexer_is_announced_to_pygments(installed: tuple[Path, Path]) -> None:
    binaries, elsewhere = installed
    code = (
        "from importlib.metadata import entry_points\n"
        "print(*(p.value for p in entry_points(group='pygments.lexers', name='clag')))"
    )
    done = run(binaries / "python", "-c", code, cwd=elsewhere)
    assert done.stdout.strip() == "clagdsl.lsp.pygments_lexer:ClagLexer"


def test_the_tasks_say_what_they_are() -> None:
    done = run(sys.executable, ROOT / "tasks.py", "tests", cwd=ROOT)
    assert done.returncode == 2
    assert "usage: " in done.stdout
    assert "\n  demo  install clagdsl" in done.stdout
    assert "\n  quick  run some tests" in done.stdout
    assert "\n  test  install everything" in done.stdout
