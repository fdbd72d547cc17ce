"""What an extra needs is told whatever way a copy came."""

import re
from importlib.metadata import PackageNotFoundError

import pytest

from clagdsl.lang import optional_deps
from clagdsl.lang.optional_deps import install_command, packages_of

REQUIRED = [
    "click<9",
    "numba<0.69; extra == 'simulate'",
    'numpy<3; extra == "simulate"',
    "clagdsl[simulate]; extra == 'parquet'",
    "pyarrow<27; extra == 'parquet'",
]


def _nowhere(_: str) -> list[str]:
    raise PackageNotFoundError


def test_pip_says_what_the_extras_of_its_copy_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optional_deps, "requires", lambda _: REQUIRED)
    assert packages_of("parquet") == ("pyarrow<27", "numba<0.69", "numpy<3")
    told = install_command("simulate", "parquet", python="a python")
    assert told == '"a python" -m pip install "numba<0.69" "numpy<3" "pyarrow<27"'


@pytest.mark.parametrize("required", [_nowhere, lambda _: None, lambda _: ["click<9"]])
def test_a_copy_that_nobody_installed_says_what_its_project_says(
    required: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optional_deps, "requires", required)
    names = [re.match("[a-z]+", package) for package in packages_of("plot", "cluster")]
    assert [name and name[0] for name in names] == ["matplotlib", "distributed", "numba", "numpy"]
    monkeypatch.setattr(optional_deps, "__file__", "/nowhere/lang/extras.py")
    assert packages_of("plot") == ()
    assert install_command("plot") == 'pip install -e "FOLDER[plot]"'
