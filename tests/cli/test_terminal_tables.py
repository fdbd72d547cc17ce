"""Tables on a terminal and elsewhere."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from clagdsl.cli._output import write_tables
from clagdsl.cli.main import main

ROOT = Path(__file__).parent.parent.parent
TABLES = "Clag: 5 matches\n\nseat  [mean]\n   0   1.00"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    """What a terminal shows of the tables."""
    return on_a_terminal(lambda: write_tables(TABLES), monkeypatch, **environment)


def on_a_terminal(
    tell: Callable[[], object], monkeypatch: pytest.MonkeyPatch, **environment: str
) -> str:
    screen = Terminal()
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {"TERM": "xterm-256color", **environment}.items():
        monkeypatch.setenv(name, value)
    with monkeypatch.context() as replaced:
        replaced.setattr(sys, "stdout", screen)
        tell()
    return screen.getvalue()


def test_the_first_line_of_each_table_stands_out_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert shown(monkeypatch) == (
        "\x1b[1mClag: 5 matches\x1b[0m\n\n\x1b[1mseat  [mean]\x1b[0m\n   0   1.00\n"
    )


def test_the_title_of_each_part_of_a_difference_stands_out(monkeypatch: pytest.MonkeyPatch) -> None:
    text = on_a_terminal(lambda: main(["diff", "foss", "pagat"]), monkeypatch)
    assert "\x1b[1mthe game\x1b[0m\n  players\n    A  3 to 7\n" in text
    assert "\x1b[1mnormal\x1b[0m\n" in text


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_nothing_stands_out_where_nobody_wants_it(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shown(monkeypatch, **{name: value}) == TABLES + "\n"


def test_what_is_piped_is_plain(capsys: pytest.CaptureFixture[str]) -> None:
    write_tables(TABLES)
    assert capsys.readouterr().out == TABLES + "\n"
