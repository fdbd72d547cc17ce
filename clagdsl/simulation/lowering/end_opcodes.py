"""The condition that ends a match as steps on a stack: what each number of a program means."""

from __future__ import annotations

from itertools import count
from typing import Final

_steps = count()
# What a step does; a row of a program is the step and its number.
NUMBER: Final = next(_steps)  # puts its number on the stack
FIGURE: Final = next(_steps)  # puts a figure there: HIGHEST, LOWEST or DEAL
JUMP: Final = next(_steps)  # goes on at the step of its number
JUMP_UNLESS: Final = next(_steps)  # the same, if what lies on top is 0; takes it off
NEGATIVE: Final = next(_steps)
NOT: Final = next(_steps)
SIZE: Final = next(_steps)
PLUS: Final = next(_steps)  # this and the following take two off and put what comes of them there
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

HIGHEST: Final = 0
LOWEST: Final = 1
DEAL_NUMBER: Final = 2
