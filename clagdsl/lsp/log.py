"""What the language server writes to its log: a line for each event, without tracebacks."""

from __future__ import annotations

import logging
import os
from typing import Final

from clagdsl.problems.safe_text import visible

LONGEST_LINE: Final = 500

REQUEST_FAILED: Final = -32803
"""What an editor is answered that asks for something that cannot be."""


class OneLine(logging.Formatter):
    """An event as one line, however much of a message it repeats."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        raised = record.exc_info[1] if record.exc_info else None
        if raised is not None and os.environ.get("CLAGDSL_DEBUG"):
            return super().format(record)
        told = record.getMessage()[:LONGEST_LINE]
        if raised is not None:
            told = f"{told}: {type(raised).__name__}: {raised}"
        return visible(" ".join(told.split()))[:LONGEST_LINE]


def is_event(record: logging.LogRecord) -> bool:
    """Whether a record is about this process: an editor that is refused something is told so."""
    raised = record.exc_info[1] if record.exc_info else None
    return getattr(raised, "code", None) != REQUEST_FAILED


def write_lines() -> None:
    """Write to standard error what this process logs; an editor keeps it."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    handler.addFilter(is_event)
    logging.getLogger().addHandler(handler)
