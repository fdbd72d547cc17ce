"""The picture of the rooms in the documentation is the one that the code draws.

`CLAGDSL_REWRITE=1 pytest tests/project/test_rooms_picture.py` draws it anew; look at it.
"""

from __future__ import annotations

import rooms_picture
from support.expected import assert_as_reviewed


def test_the_picture_is_drawn_from_the_code() -> None:
    assert_as_reviewed(rooms_picture.drawn(), rooms_picture.PICTURE)


def test_every_arrow_goes_down() -> None:
    order = rooms_picture.rooms()
    for room, targets in rooms_picture.arrows().items():
        below = order[order.index(room) + 1 :]
        assert targets <= set(below), room


def test_the_rooms_are_what_stands_in_the_package() -> None:
    inside = {
        path.stem
        for path in rooms_picture.PACKAGE.iterdir()
        if (path / "__init__.py").is_file() or path.suffix == ".py"
    }
    assert inside - {"__init__", "__main__", "version"} == set(rooms_picture.rooms())
