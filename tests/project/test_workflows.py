"""The workflow files of a public forge are well-formed and safe, and run the README's commands."""

from __future__ import annotations

import json
import re
import subprocess
import sysconfig
import tomllib
from pathlib import Path

import pytest
import yaml

from clagdsl.version import VERSION

ROOT = Path(__file__).parent.parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").iterdir())
SCRIPTS = Path(sysconfig.get_path("scripts"))

LINTERS = {
    "check-jsonschema": ["--builtin-schema", "vendor.github-workflows"],
    "zizmor": ["--offline", "--quiet", "--persona=auditor"],
}


FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def validate(schema: str, *files: Path) -> None:
    command = [SCRIPTS / "check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_forms_of_issues_and_the_citation_are_well_formed() -> None:
    (config,) = (file for file in FORMS if file.stem == "config")
    validate("github-issue-forms", *(file for file in FORMS if file != config))
    validate("github-issue-config", config)
    validate("citation-file-format", ROOT / "CITATION.cff")


def test_every_file_names_the_same_version_and_addresses() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    source, site = PROJECT["urls"]["Source"], PROJECT["urls"]["Documentation"]
    assert citation["version"] == VERSION
    assert (citation["repository-code"], citation["url"]) == (source, site)
    assert f"## {VERSION} " in (ROOT / "CHANGELOG.md").read_text("utf-8")
    extension = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text("utf-8"))
    assert extension["repository"]["url"] == f"{source}.git"
    assert f"repo: {source}\n    rev: v{VERSION}\n" in (
        ROOT / "docs" / "how-to" / "use-an-editor.md"
    ).read_text("utf-8")
    cite = (ROOT / "docs" / "how-to" / "cite.md").read_text("utf-8")
    for entry in (f"version = {{{VERSION}}}", f"> Version {VERSION}. {site}\n", f"{{{site}}}"):
        assert entry in cite
    assert f"title = {{{citation['title']}}}" in cite
    pages = [ROOT / "docs" / "404.html", ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml"]
    assert all(site in page.read_text("utf-8") for page in pages)


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
