"""Formatting in an editor: the change that gives a document the one layout."""

from pathlib import Path

import pytest

from clagdsl.lsp.server import Replacement, layout_change
from clagdsl.syntax.format import format_text

PAGAT = (Path(__file__).parent.parent.parent / "rules" / "pagat.clag").read_text("utf-8")


def changed(text: str, change: Replacement) -> str:
    return text[: change.span.start] + change.text + text[change.span.end :]


@pytest.mark.parametrize(
    "text",
    [
        PAGAT.replace("  trump turned", "trump     turned"),
        PAGAT.replace("\n", "\r\n").replace("  trump turned", "trump turned # 😀"),
        "# 😀\n" + PAGAT.rstrip(),
        " ".join(PAGAT.split("\n")),
        PAGAT + "\n\n\n",
    ],
)
def test_the_change_gives_the_one_layout(text: str) -> None:
    change = layout_change(text)
    assert change is not None
    assert changed(text, change) == format_text(text)


def test_only_the_lines_that_differ_are_replaced() -> None:
    change = layout_change(PAGAT.replace("  trump turned", "trump     turned"))
    assert change is not None
    assert change.text == "  trump turned\n"


@pytest.mark.parametrize("text", [PAGAT, "clag 1\ndeal x\n", "", "\x00"])
def test_what_has_the_layout_or_an_error_is_left_alone(text: str) -> None:
    assert layout_change(text) is None
