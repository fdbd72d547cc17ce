"""The steps of programs that decide whether a match ends: see `lowering.end_conditions`."""

from __future__ import annotations

from itertools import count
from typing import Final

_steps = count()
# The steps.  A row of a program is a step and its operand.
NUMBER: Final = next(_steps)  # pushes its operand
FIGURE: Final = next(_steps)  # pushes a figure of the match: HIGHEST, LOWEST or DEAL_NUMBER
JUMP: Final = next(_steps)  # continues at the step whose place is its operand
JUMP_UNLESS: Final = next(_steps)  # pops a value, and jumps as JUMP does if it is 0
NEGATIVE: Final = next(_steps)
NOT: Final = next(_steps)
SIZE: Final = next(_steps)
PLUS: Final = next(_steps)  # this and the following replace the two topmost values by a result
MINUS: Final = next(_steps)
TIMES: Final = next(_steps)
DIVIDED: Final = next(_steps)
REMAINDER: Final = next(_steps)
EQUAL: Final = next(_steps)
UNEQUAL: Final = next(_steps)
BELOW: Final = next(_steps)
AT_MOST: Final = next(_steps)
ABOVE: Final = next(_steps)
AT_LEAST: Final = next(_steps)
SMALLER: Final = next(_steps)
LARGER: Final = next(_steps)

# The figures of a match: the highest and the lowest total, and the number of the deal.
HIGHEST: Final = 0
LOWEST: Final = 1
DEAL_NUMBER: Final = 2
