"""Why the person may not do something, in words for the terminal."""

from __future__ import annotations

from clagdsl.cli.play.display import Showing, paragraph
from clagdsl.problems.model import Reason
from clagdsl.problems.safe_text import visible


def refusal_lines(showing: Showing, reason: Reason) -> list[str]:
    """A refusal in words, with the rule as it is written and where it comes from."""
    style = showing.style
    lines = [
        style.refusal(line) for line in paragraph(f"{reason.code}: {visible(reason.reason)}", "  ")
    ]
    if reason.place is not None:
        text = f"  rule    {visible(showing.quote(reason.place))} ({visible(str(reason.place))})"
        lines += paragraph(text, " " * 10)
    elif reason.code not in ("A101", "A103", "A301"):
        lines.append("  rule    as usual; the rules file says nothing else")
    if reason.source:
        lines += paragraph(f"  source  {visible(reason.source)}", " " * 10)
    return lines
