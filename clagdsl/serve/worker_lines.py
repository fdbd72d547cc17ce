"""What a worker process and whoever asks it agree on."""

from __future__ import annotations

from typing import Final

SECONDS: Final = 5.0
"""So long a question may take, by the clock and of the processor."""
MOST_MEMORY: Final = 512 << 20
"""So many bytes of address space a worker has."""
MOST_QUESTIONS: Final = 100
"""After so many questions a worker ends, and another takes its place."""
LONGEST_QUESTION: Final = 1 << 24
LONGEST_ANSWER: Final = 1 << 24
"""So many bytes a line of either has at most."""

READY: Final = "clagdsl rules"
MEMORY: Final = "memory"
BROKEN: Final = "broken"
