"""The pictures of terminals are what the commands print today; a page shows each picture."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from support.expected import assert_as_reviewed

DOCS = Path(__file__).parent.parent.parent / "docs"
SPEC = spec_from_file_location("write_pictures", DOCS / "write_pictures.py")
assert SPEC is not None
assert SPEC.loader is not None
pictures = module_from_spec(SPEC)
SPEC.loader.exec_module(pictures)


@pytest.mark.parametrize("name", pictures.TERMINALS)
def test_a_picture_shows_what_the_command_prints(name: str) -> None:
    assert_as_reviewed(pictures.picture_of(name), DOCS / "_static" / f"{name}.svg")


def test_a_page_shows_each_picture() -> None:
    made = {f"{name}.svg" for name in pictures.TERMINALS}
    made |= {f"{name}.png" for name in pictures.SCREENSHOTS}
    assert {path.name for path in (DOCS / "_static").iterdir()} == made
    pages = "".join(path.read_text("utf-8") for path in DOCS.rglob("*.md"))
    assert [name for name in sorted(made) if f"_static/{name}" not in pages] == []
