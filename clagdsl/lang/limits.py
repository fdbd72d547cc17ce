"""Limits on the size of rules, records and files, and on the work of a proof.

A limit is here for one of two reasons: the text comes from a stranger, or the result must be the
same on every machine. Input that exceeds one is an error with a place and a code, unless the limit
says otherwise. Limits of one layout or one cache are defined where they are used. So is
`expr.operators.LARGEST`, which defines the range of a number.
"""

from __future__ import annotations

from typing import Final

# Limits on the contents of rules. Exceeding one is an error with a place, reported before
# anything is proved.

FEWEST_PLAYERS: Final = 2
"""Minimum number of players."""
MOST_PLAYERS: Final = 10
"""Maximum number of players."""
MOST_DEALS: Final = 500
"""Deals of a match, and deals in the rows of a schedule."""
MOST_DECLARED: Final = 100
"""Deals and twists that a file may declare."""
MOST_PARAMETERS: Final = 100
"""Parameters of a game."""
MOST_LETS: Final = 100
"""Names declared by `let`."""
MOST_PAST: Final = 16
"""Runs and tallies of a game."""
MOST_EXAMPLES: Final = 2_000
"""Examples of a game."""
MOST_SPECIALS: Final = 40
"""Special cards of one name in a pack."""
MOST_SPECIAL_NAMES: Final = 16
"""Names of special cards in a game."""
SHORTEST_CARD_NAME: Final = 3
"""Minimum number of letters in a card's name; a shorter one could be mistaken for a card."""
LONGEST_LINE_OF_DEALS: Final = 64
"""Length of a chain of deals, each based on the next."""
LONGEST_CHAIN: Final = 16
"""Length of a chain of files, each extending the next."""
MOST_CALLS: Final = 4096
"""Combinations of twists from which a caller chooses."""
MOST_FORMULA_PARTS: Final = 10_000
"""Names, numbers and signs in all formulas, including those that a deal inherits."""

# Limits on the text of a rules file. Exceeding one is an error with a place.

LARGEST_FILE: Final = 1 << 20
"""Bytes of a rules file: 1 MiB."""
MOST_TOKENS: Final = 60_000
"""Tokens of a file; this many are checked within a few seconds."""
MOST_PROBLEMS: Final = 200
"""Syntax errors reported for one file."""
LONGEST_WORD: Final = 60
"""Letters of a name in a rules file."""
LONGEST_TEXT: Final = 1_000
"""Letters of a text in quotation marks."""
DEEPEST_NESTING: Final = 64
"""Depth of nested brackets and signs."""
MOST_PARTS: Final = 300
"""Numbers, names and operations in an expression."""

# Limits on other input from strangers.

LARGEST_COMPILED: Final = 1 << 22
"""Bytes of a compiled game: 4 MiB."""
MOST_DIGITS: Final = 4_000
"""Digits of a typed number; Python parses up to 4,300."""
LONGEST_NAME: Final = 100
"""Letters of a name in a record."""
LONGEST_RECORD_NOTE: Final = 1_000
"""Letters of the note of a record."""
MOST_PEOPLE: Final = 40
"""People who have ever sat at one table."""
MOST_CHANGES: Final = 300
"""Roster changes in a match; the same limit applies to adjustments."""
LARGEST_ADJUSTMENT: Final = 1_000_000
"""Points that one adjustment gives or takes."""
LONGEST_NOTE: Final = 200
"""Letters of the note of an adjustment."""

# Work of the proofs. It is counted in steps, not timed, so that proofs end alike on every
# machine.

STEPS: Final = 9_000_000
"""Steps for all proofs of a file, about a tenth of a microsecond each."""
MOST_COMBINATIONS: Final = 1_000_000
"""Combinations of values that are tried for one expression at one table."""
PARAMETER_STEPS: Final = STEPS // 4
"""Steps for parameters with a large range of values; payments and examples are proved after them.
"""
MISS_STEPS: Final = STEPS // 4
"""Further steps to find missed bids that pay; beyond them they are not reported."""
MOST_VALUES: Final = 64
"""Values of a parameter that are always tried; of a longer range, both ends and as many as
possible.
"""
MOST_STATES: Final = 500
"""States of the runs and tallies on which a limit on bids depends."""
MOST_OUTCOMES_COMPARED: Final = 2_000
"""Outcomes of a deal that are compared with those at other tables; longer lists are skipped."""

# The cost of each kind of work, in steps.

DEAL_COST: Final = 100
"""The checks of every deal after every call, however short its formulas are."""
REPEATED_DEAL_COST: Final = 25
"""A deal that differs from a deal at another table only in the values in formulas."""
EXPRESSION_COST: Final = 60
"""The setup for evaluating an expression."""
HISTORY_COST: Final = 40
"""Updating one run, tally or row figure after a deal."""
MISS_CHECK_COST: Final = 8
"""Checking whether an outcome is a missed bid that pays."""
TABLE_COST: Final = 400
"""A separate table, for an example with other parameters."""
TABLE_ENTRY_COST: Final = 20
"""Each deal, twist, name and parameter of such a table."""
SCHEDULED_DEAL_COST: Final = 60
"""Each deal of the schedule of such a table."""
EXAMPLE_MATCH_COST: Final = 10
"""Checking whether an example applies to a deal of the schedule."""
EXAMPLE_DEAL_COST: Final = 120
"""A deal of the schedule to which an example applies."""
EXAMPLE_TRICK_COST: Final = 300
"""An example about a trick or a legal play, at one table."""

# Work for records from strangers, in steps of inference.

INFERENCE_STEPS: Final = 1_000_000
"""Steps for all rows of a record."""
ROW_INFERENCE_STEPS: Final = 400_000
"""Steps for one row."""
FIX_SEARCH_STEPS: Final = 600_000
"""Steps for finding fixes of a record."""
MOST_TRIALS: Final = 2_500
"""Rows read again with other figures to find fixes."""
PARAMETER_TRIAL_STEPS: Final = 500_000
"""Reading a record again with other values of its parameters."""
ROW_TRIAL_STEPS: Final = 500
"""Reading one row for that, however little is inferred from it."""
RECORD_STEPS: Final = 300_000
"""Cards tried for all deals of a record."""
DEAL_STEPS: Final = 100_000
"""Cards tried for one deal."""
