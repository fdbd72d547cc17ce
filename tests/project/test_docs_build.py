"""The documentation builds without a warning, and every reference in it leads somewhere."""

import json
import subprocess
import sys
from pathlib import Path

from clagdsl.lang.aspects import TABLE
from clagdsl.problems.registry import problem_kinds

ROOT = Path(__file__).parent.parent.parent


def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "sphinx", "-q", "-n", "-W", "--keep-going"]
    done = subprocess.run(
        [*build, "-d", tmp_path / "doctrees", ROOT / "docs", tmp_path / "html"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    page = (tmp_path / "html" / "reference" / "problems.html").read_text("utf-8")
    missing = [code for code in problem_kinds() if f'id="{code.lower()}"' not in page]
    assert missing == []
    index = (tmp_path / "html" / "searchindex.js").read_text("utf-8")
    index = json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))
    language = index["docnames"].index("reference/language")
    for aspect in TABLE.values():  # the first that a search for the word shows
        entries = index["indexentries"][aspect.keyword]
        assert [(page, main) for page, _, main in entries] == [(language, True)]
