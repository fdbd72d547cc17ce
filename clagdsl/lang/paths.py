"""What a path leads to, where the path may come from an argument and be one that no file can have.

The methods of a Path, such as `exists`, raise OSError for some of these before Python 3.14.
"""

from __future__ import annotations

import os
from pathlib import Path


def is_there(path: Path) -> bool:
    """Whether a path leads to something; False for a path that cannot be followed."""
    return os.path.exists(path)  # noqa: PTH110


def is_folder(path: Path) -> bool:
    """Whether a path leads to a folder; False for a path that cannot be followed."""
    return os.path.isdir(path)  # noqa: PTH112


def is_file(path: Path) -> bool:
    """Whether a path leads to an ordinary file; False for a path that cannot be followed."""
    return os.path.isfile(path)  # noqa: PTH113
