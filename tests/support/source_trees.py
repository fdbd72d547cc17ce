"""Syntax trees of modules, for tests of the source code; each module is parsed once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """Returns the tree of a module, which callers must not change."""
    return ast.parse(path.read_text("utf-8"))
