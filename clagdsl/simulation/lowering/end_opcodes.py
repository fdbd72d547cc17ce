"""The instruction set of the programs that decide whether a match ends: see `end_conditions`."""

from __future__ import annotations

from itertools import count
from typing import Final

_steps = count()
# The steps.  A row of a program is a step and its operand.
NUMBER: Final = next(_steps)  # pushes its operand
FIGURE: Final = next(_steps)  # pushes a figure of the match: HIGHEST, ..., LEADERS + criterion
JUMP: Final = next(_steps)  # continues at the step with that index
JUMP_UNLESS: Final = next(_steps)  # pops a value, and jumps if it is 0
# each of the next three replaces the topmost value: -x, 1 - x (of a truth value), and abs(x)
NEGATIVE: Final = next(_steps)
NOT: Final = next(_steps)
SIZE: Final = next(_steps)
# each of the others replaces the two topmost values with a result
PLUS: Final = next(_steps)
MINUS: Final = next(_steps)
TIMES: Final = next(_steps)
DIVIDED: Final = next(_steps)  # rounded down
REMAINDER: Final = next(_steps)
EQUAL: Final = next(_steps)
UNEQUAL: Final = next(_steps)
BELOW: Final = next(_steps)  # <
AT_MOST: Final = next(_steps)  # <=
ABOVE: Final = next(_steps)  # >
AT_LEAST: Final = next(_steps)  # >=
SMALLER: Final = next(_steps)  # min
LARGER: Final = next(_steps)  # max

# The figures of a match: the highest and the lowest total, the number of the deal, and how many
# players lead.  Added to LEADERS is twice the column that they are compared by (0: totals,
# 1: failed, 2: completed contracts), and 1 if the lowest number leads.
HIGHEST: Final = 0
LOWEST: Final = 1
DEAL_NUMBER: Final = 2
LEADERS: Final = 3
