"""No module hides a public name: `clagdsl.simulate` is a function, whatever has been imported.

The pages for users import public names only.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"

EVERY_MODULE_THEN_EVERY_NAME = """
import importlib, pkgutil
import clagdsl
for module in pkgutil.walk_packages(clagdsl.__path__, "clagdsl."):
    if module.name != "clagdsl.__main__":
        importlib.import_module(module.name)
modules = [name for name in clagdsl.__all__ if isinstance(getattr(clagdsl, name), type(importlib))]
assert not modules, modules
for name in ("load", "replay", "simulate", "read_card", "read_action", "random_action"):
    assert callable(getattr(clagdsl, name)), name
game = clagdsl.load("foss")
assert clagdsl.simulate(game, 10).matches == 10
assert game.start(seed=1).view(0).hand
assert clagdsl.replay(clagdsl.simulate("foss", 5).record(4)).over
assert game.simulate(3).totals.shape == (3, 3)
assert game.batch(2).matches == 2
"""


def test_every_public_name_is_what_it_says_once_every_module_is_imported() -> None:
    subprocess.run([sys.executable, "-c", EVERY_MODULE_THEN_EVERY_NAME], check=True, timeout=300)


@pytest.mark.parametrize("folder", ["learn", "how-to", "reference"])
def test_pages_import_only_public_names(folder: str) -> None:
    for page in (DOCS / folder).glob("*.md"):
        modules = re.findall(
            r"^(?:>>> )?(?:from|import) clagdsl\.(\S+)", page.read_text("utf-8"), re.M
        )
        assert all(re.match(r"(rl|batch)\b", module) for module in modules), page.name
