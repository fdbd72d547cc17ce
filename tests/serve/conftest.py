"""One server for all tests of a module: each opens tables of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.table_server import QUICK, Phone, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("tables")
    rules = folder / "quick.clag"
    rules.write_text(QUICK, "utf-8")
    with serving(folder / "tables.db", rules) as address:
        yield address


@pytest.fixture
def host(server: str) -> Phone:
    return Phone(server)
