"""The workflow files of a public forge are well-formed and safe, and run the README's commands."""

from __future__ import annotations

import re
import subprocess
import sysconfig
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").iterdir())
SCRIPTS = Path(sysconfig.get_path("scripts"))

LINTERS = {
    "check-jsonschema": ["--builtin-schema", "vendor.github-workflows"],
    "zizmor": ["--offline", "--quiet", "--persona=auditor"],
}


@pytest.mark.parametrize("linter", LINTERS)
def test_a_linter_finds_nothing(linter: str) -> None:
    command = [SCRIPTS / linter, *LINTERS[linter], *WORKFLOWS]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_readmes_commands_run_on_every_system_and_python() -> None:
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    (job,) = yaml.safe_load(text)["jobs"].values()
    matrix = job["strategy"]["matrix"]
    assert {name.partition("-")[0] for name in matrix["system"]} == {"ubuntu", "macos", "windows"}
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert set(re.findall(r"\bmatrix\.(\w+)", text)) == set(matrix)
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = re.findall(r"^python3 (tasks\.py \w+)$", readme, re.MULTILINE)
    assert [step["run"] for step in job["steps"] if "run" in step] == [f"python {c}" for c in shown]
