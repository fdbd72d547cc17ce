"""The limits: how much rules, records and files may hold, and how much work a proof may be.

A limit is here for one of two reasons: the text comes from a stranger, or the answer must be the
same on every machine.  Whatever goes beyond one is an error with a place and a code, never a
sample and never silence.  Limits of one layout or one cache stay where they are used, and
`expr.operators.LARGEST` is no limit of this kind: it is what a figure is.
"""

from __future__ import annotations

from typing import Final

# What rules may say: more of it is an error with a place, reported before anything is proved.

FEWEST_PLAYERS: Final = 2
"""No game is for fewer."""
MOST_PLAYERS: Final = 10
"""No game is for more."""
MOST_DEALS: Final = 500
"""No match has more deals, no schedule more deals in its rows."""
MOST_DECLARED: Final = 100
"""Deals and calls that a file may declare."""
MOST_PARAMETERS: Final = 100
"""Parameters of a game."""
MOST_LETS: Final = 100
"""Names that `let` declares."""
MOST_PAST: Final = 16
"""Runs and tallies of a game."""
MOST_EXAMPLES: Final = 2_000
"""Examples of a game."""
MOST_SPECIALS: Final = 40
"""Special cards of one name in a pack."""
MOST_SPECIAL_NAMES: Final = 16
"""Names of special cards in a game."""
SHORTEST_CARD_NAME: Final = 3
"""A shorter name could be taken for a card."""
LONGEST_LINE_OF_DEALS: Final = 64
"""Deals of which each is made from the next."""
LONGEST_CHAIN: Final = 16
"""Files of which each extends the next."""
MOST_CALLS: Final = 4096
"""Calls of which the caller may make one."""
MOST_FORMULA_PARTS: Final = 10_000
"""Names, numbers and signs in all formulas, those that a deal takes over included."""

# What the text of a rules file may hold: more of it is an error with a place.

LARGEST_FILE: Final = 1 << 20
"""Bytes of a rules file: 1 MiB."""
MOST_TOKENS: Final = 60_000
"""Words and signs of a file, which is answered within seconds."""
MOST_PROBLEMS: Final = 200
"""Syntax errors of a file that are reported."""
LONGEST_WORD: Final = 60
"""Letters of a name in a rules file."""
LONGEST_TEXT: Final = 1_000
"""Letters of a text in quotation marks."""
DEEPEST_NESTING: Final = 64
"""Brackets and signs that nest."""
MOST_PARTS: Final = 300
"""Numbers, names and operations of an expression."""

# What strangers send beside rules.

LARGEST_COMPILED: Final = 1 << 22
"""Bytes of a compiled game: 4 MiB."""
MOST_DIGITS: Final = 4_000
"""Digits of a number that somebody types; Python reads up to 4,300."""
LONGEST_NAME: Final = 100
"""Letters of a name in a record."""
LONGEST_RECORD_NOTE: Final = 1_000
"""Letters of the note of a record."""
MOST_PEOPLE: Final = 40
"""People who have ever sat at one table."""
MOST_CHANGES: Final = 300
"""Times that people come and go in a match, and adjustments made in it."""
LARGEST_ADJUSTMENT: Final = 1_000_000
"""Points that an adjustment brings or takes."""
LONGEST_NOTE: Final = 200
"""Letters of the note of an adjustment."""

# Work of the proofs.  They must end alike on every machine, so it is counted, not timed.

STEPS: Final = 9_000_000
"""Steps for all proofs of a file, about a tenth of a microsecond each."""
MOST_COMBINATIONS: Final = 1_000_000
"""Combinations of figures that are gone through for one expression at one table."""
PARAMETER_STEPS: Final = STEPS // 4
"""Steps for the values of parameters that have very many: payments and examples come after them."""
MISS_STEPS: Final = STEPS // 4
"""Further steps to find the bids of misses that pay; beyond them there is no such warning."""
MOST_VALUES: Final = 64
"""Values of one parameter that are always tried; of more the ends, and as many as can be."""
MOST_STATES: Final = 500
"""Ways in which the runs and tallies that a limit on bids reads may stand."""
MOST_OUTCOMES_COMPARED: Final = 2_000
"""Outcomes of a deal that are compared with those of other tables; longer lists never are."""

# What the work costs, in steps.

DEAL_COST: Final = 100
"""What is asked of every deal after every call, however short its formulas are."""
REPEATED_DEAL_COST: Final = 25
"""A deal in which only values in formulas differ from those of another table."""
EXPRESSION_COST: Final = 60
"""What is asked of an expression before it is worked out."""
HISTORY_COST: Final = 40
"""What one deal adds to one of the things that are remembered."""
MISS_CHECK_COST: Final = 8
"""Whether an outcome is a missed bid that pays."""
TABLE_COST: Final = 400
"""A table of its own, which an example with other parameters has."""
TABLE_ENTRY_COST: Final = 20
"""Each deal, twist, name and parameter of such a table."""
SCHEDULED_DEAL_COST: Final = 60
"""Each deal of the schedule of such a table."""
EXAMPLE_MATCH_COST: Final = 10
"""Whether an example can be about a deal of the schedule."""
EXAMPLE_DEAL_COST: Final = 120
"""A deal of the schedule that an example can be about."""
EXAMPLE_TRICK_COST: Final = 300
"""A trick, or what may be played, at one table."""

# Work for the records that strangers send, in steps of inference.

INFERENCE_STEPS: Final = 1_000_000
"""All rows of a record."""
ROW_INFERENCE_STEPS: Final = 400_000
"""One row."""
FIX_SEARCH_STEPS: Final = 600_000
"""Finding fixes of a record."""
MOST_TRIALS: Final = 2_500
"""Rows that are read again with other figures to find fixes."""
RECORD_STEPS: Final = 300_000
"""Cards tried for all deals of a record."""
DEAL_STEPS: Final = 100_000
"""Cards tried for one deal."""
