"""Makes the conformance suite for other implementations: files that need no Python.

Input: the cases, all rules files, the pages that describe them, and the JavaScript of clag-score.
Output: `suite_files`, the contents of every file by its path in the suite, or `suite_archive`, the
same as one tar.gz.

- Games are compiled from their declarations each time, as `clagdsl compile --compact` does. They
  are not proved again, because the tests do that.
- The same files always give the same bytes: names are sorted, and no time and no user is stored.
- The manifest has the SHA-256 hash of every other file.
"""

from __future__ import annotations

import io
import json
import re
import tarfile
from collections import Counter
from collections.abc import Iterator
from gzip import GzipFile
from hashlib import sha256
from pathlib import Path
from typing import Final

from clagdsl.check.checker import check_path
from clagdsl.conformance.cases import all_cases
from clagdsl.lang.game_json import game_json, game_schema
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.resources import SUITE_PAGES, conformance_folder, data_folder, reference_folder
from clagdsl.version import VERSION

SUITE_VERSION: Final = 1
"""Changes if a program for the older suite could misread the newer one."""
SUITE_NAME: Final = f"clag-conformance-{SUITE_VERSION}"
LICENCE: Final = "CC0-1.0"
MANIFEST: Final = "manifest.json"

MAIN_PAGE: Final = "conformance.md"
"""The page of the reference that is the README of the suite."""
SCORE_FILES: Final = ("CHANGELOG.md", "LICENSE", "README.md", "package.json")
DATA_FILES: Final = (".csv", ".json", ".toml")


def suite_files() -> dict[str, bytes]:
    """Returns the contents of every file of the suite by path, in the order of the paths."""
    files = dict(sorted(_files()))
    manifest: JsonValue = {
        "format": "clag conformance suite",
        "version": SUITE_VERSION,
        "licence": LICENCE,
        "clagdsl": VERSION,
        "cases": dict(Counter(str(case["kind"]) for case in all_cases())),
        "files": {name: sha256(content).hexdigest() for name, content in files.items()},
    }
    return {**files, MANIFEST: _json_bytes(manifest, indent=1)}


def suite_archive() -> bytes:
    """Returns the suite as the bytes of a tar.gz, below one folder."""
    packed = io.BytesIO()
    with (
        GzipFile(filename="", mode="wb", fileobj=packed, mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for name, content in suite_files().items():
            member = tarfile.TarInfo(f"{SUITE_NAME}/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def write_suite(folder: Path) -> None:
    """Writes the files of the suite into a folder."""
    for name, content in suite_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _files() -> Iterator[tuple[str, bytes]]:
    cases, score = conformance_folder(), data_folder("web") / "clag-score"
    for path in cases.rglob("*"):
        if path.suffix in DATA_FILES:
            yield f"cases/{path.relative_to(cases).as_posix()}", path.read_bytes()
    rules = data_folder("rules")
    for folder, path in [
        *((rules, path) for path in rules.rglob("*.clag")),
        *((cases, path) for path in cases.rglob("*.clag")),
    ]:
        name = path.relative_to(folder).with_suffix("").as_posix()
        yield f"rules/{name}.clag", path.read_bytes()
        yield f"games/{name}.json", _compiled(path)
    yield "game.schema.json", _json_bytes(game_schema(), indent=1)
    for page in SUITE_PAGES:
        name = "README.md" if page == MAIN_PAGE else page
        yield name, _without_links((reference_folder() / page).read_text("utf-8")).encode()
    programs = (path for folder in ("src", "test") for path in (score / folder).rglob("*.js"))
    for path in (*programs, *(score / name for name in SCORE_FILES)):
        yield f"clag-score/{path.relative_to(score).as_posix()}", path.read_bytes()


def _compiled(path: Path) -> bytes:
    game = check_path(path, is_proved=lambda _: True).game
    if game is None:
        raise ValueError(f"{path} does not check")
    return _json_bytes(game_json(game))


def _json_bytes(value: JsonValue, indent: int | None = None) -> bytes:
    separators = (",", ":") if indent is None else None
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    return f"{text}\n".encode()


def _without_links(text: str) -> str:
    """Returns a page as plain Markdown, whose links lead only to pages of the suite."""
    plain = re.sub(r"\{\w+\}`([^`<]*?)(?: <[^`]*>)?`", r"`\1`", text)
    outside = r"\[([^\]]*)\]\((?!https?:|#)([^()#\s]*)(?:#[^()\s]*)?\)"
    return re.sub(outside, lambda link: link[0] if link[2] in SUITE_PAGES else link[1], plain)
