"""Modules as trees, for the tests that look at how something is written: each parsed once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """The tree of a module, which nobody changes."""
    return ast.parse(path.read_text("utf-8"))
