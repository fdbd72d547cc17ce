"""Every page of the documentation begins with what you can do there, in a short paragraph."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent.parent / "docs"
OTHER_FOLDERS = ("_build", "decisions", "internals", "learn")
PAGES = sorted(
    str(path.relative_to(DOCS))
    for path in DOCS.rglob("*.md")
    if path.relative_to(DOCS).parts[0] not in OTHER_FOLDERS
)
MOST_WORDS, MOST_SENTENCES, MOST_WORDS_A_SENTENCE = 40, 3, 18
NO_PROSE = re.compile(r"#|```|:::|\||[-*] |\d+\. |!\[|\(.+\)=$")


def fault_of_opening(page: str) -> str | None:
    """Returns what is wrong with the first paragraph below the title of a page, or None."""
    title, _, rest = page.partition("\n\n")
    opening = rest.partition("\n\n")[0]
    if not re.fullmatch(r"(\(.+\)=\n)?# .+", title) or NO_PROSE.match(opening) or not opening:
        return "no paragraph below the title"
    words = len(opening.split())
    sentences = len(re.findall(r"[.!?](?=\s|$)", opening))
    if words > MOST_WORDS or not 1 <= sentences <= MOST_SENTENCES:
        return f"{words} words, {sentences} sentences"
    if words / sentences > MOST_WORDS_A_SENTENCE:
        return f"{words / sentences:.0f} words a sentence"
    return None


def test_each_page_begins_with_what_you_can_do_there() -> None:
    faults = {page: fault_of_opening((DOCS / page).read_text("utf-8")) for page in PAGES}
    assert {page: fault for page, fault in faults.items() if fault} == {}


@pytest.mark.parametrize(
    "opening",
    [
        "## A heading",
        "```text\nclagdsl\n```",
        "| a | b |",
        "word " * 20 + "end. " + "word " * 20 + "end.",
        "word " * 18 + "end.",
        "Four. Very. Short. Sentences.",
        "no end",
    ],
)
def test_what_is_no_opening(opening: str) -> None:
    assert fault_of_opening(f"# Title\n\n{opening}\n\nA paragraph.\n") is not None
