"""Python in the browser tells of every text what it tells here, to the place.

CI asks a sample of them in a browser, in `test_page.py`.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from support.case_texts import texts_to_check
from support.node import node

from clagdsl.playground.page_answers import answer

JOBS = Path(__file__).parent.parent / "support" / "pyodide_answers.mjs"


@pytest.mark.long
def test_every_text(site: Path) -> None:
    asked = [{"wish": "check", "text": text} for text in texts_to_check()]
    assert len(asked) > 500
    done = subprocess.run(
        [node(), str(JOBS), str(site)],
        input=json.dumps([json.dumps(question) for question in asked]),
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    for question, found in zip(asked, json.loads(done.stdout), strict=True):
        assert json.loads(found) == json.loads(json.dumps(answer(question))), question
