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
"""Maximum number of deals in a match, and of deals in the rows of a schedule."""
MOST_DECLARED: Final = 100
"""Maximum number of deals and twists that a file may declare."""
MOST_PARAMETERS: Final = 100
"""Maximum number of parameters of a game."""
MOST_LETS: Final = 100
"""Maximum number of names declared by `let`."""
MOST_PAST: Final = 16
"""Maximum number of runs and tallies of a game."""
MOST_EXAMPLES: Final = 2_000
"""Maximum number of examples of a game."""
MOST_SPECIALS: Final = 40
"""Maximum number of special cards with the same name in a pack."""
MOST_SPECIAL_NAMES: Final = 16
"""Maximum number of special card names in a game."""
SHORTEST_CARD_NAME: Final = 3
"""Minimum number of letters in a card's name; a shorter one could be mistaken for a card."""
LONGEST_LINE_OF_DEALS: Final = 64
"""Maximum length of a chain of deals, each based on the next."""
LONGEST_CHAIN: Final = 16
"""Maximum length of a chain of files, each extending the next."""
MOST_CALLS: Final = 4096
"""Maximum number of combinations of twists from which a caller chooses."""
MOST_FORMULA_PARTS: Final = 10_000
"""Maximum number of names, numbers and signs in all formulas, including inherited ones."""

# Limits on the text of a rules file. Exceeding one is an error with a place.

LARGEST_FILE: Final = 1 << 20
"""Maximum size of a rules file in bytes: 1 MiB."""
MOST_TOKENS: Final = 60_000
"""Maximum number of tokens in a file; this many are checked within a few seconds."""
MOST_PROBLEMS: Final = 200
"""Maximum number of syntax errors reported for one file."""
LONGEST_WORD: Final = 60
"""Maximum length of a name in a rules file, in characters."""
LONGEST_TEXT: Final = 1_000
"""Maximum length of a text in quotation marks, in characters."""
DEEPEST_NESTING: Final = 64
"""Maximum depth of nested brackets and signs."""
MOST_PARTS: Final = 300
"""Maximum number of numbers, names and operations in an expression."""

# Limits on other input from strangers.

LARGEST_COMPILED: Final = 1 << 22
"""Maximum size of a compiled game in bytes: 4 MiB."""
MOST_DIGITS: Final = 4_000
"""Maximum number of digits in a typed number; Python parses up to 4,300."""
LONGEST_NAME: Final = 100
"""Maximum length of a name in a record, in characters."""
LONGEST_RECORD_NOTE: Final = 1_000
"""Maximum length of a record's note, in characters."""
MOST_PEOPLE: Final = 40
"""Maximum number of people who have ever sat at one table."""
MOST_CHANGES: Final = 300
"""Maximum number of roster changes in a match; the same limit applies to adjustments."""
LARGEST_ADJUSTMENT: Final = 1_000_000
"""Maximum number of points that one adjustment adds or deducts."""
LONGEST_NOTE: Final = 200
"""Maximum length of an adjustment's note, in characters."""

# Work of the proofs. It is counted in steps, not timed, so that a proof has the same result on
# every machine.

STEPS: Final = 9_000_000
"""Steps for all proofs of a file; a step takes about a tenth of a microsecond."""
MOST_COMBINATIONS: Final = 1_000_000
"""Maximum number of combinations of values that are tried for one expression at one table."""
PARAMETER_STEPS: Final = STEPS // 4
"""Steps for parameters with a large range of values; payments and examples are proved after them.
"""
MISS_STEPS: Final = STEPS // 4
"""Further steps to find missed bids that pay; those not found within this budget are not reported.
"""
MOST_VALUES: Final = 64
"""Number of values up to which all values of a parameter are tried; of a longer range, both ends
and as many as possible are tried.
"""
MOST_STATES: Final = 500
"""Maximum number of states of the runs and tallies on which a limit on bids depends."""
MOST_OUTCOMES_COMPARED: Final = 2_000
"""Maximum number of outcomes of a deal compared with other tables; longer lists are skipped."""

# The cost of each kind of work, in steps.

DEAL_COST: Final = 100
"""Checking a deal after a call, however short its formulas are."""
REPEATED_DEAL_COST: Final = 25
"""Checking a deal that differs from a deal at another table only in the values in formulas."""
EXPRESSION_COST: Final = 60
"""Setting up the evaluation of an expression."""
HISTORY_COST: Final = 40
"""Updating one run, tally or row figure after a deal."""
MISS_CHECK_COST: Final = 8
"""Checking whether an outcome is a missed bid that pays."""
TABLE_COST: Final = 400
"""Opening a separate table for an example with other parameters."""
TABLE_ENTRY_COST: Final = 20
"""Processing a deal, twist, name or parameter of such a table."""
SCHEDULED_DEAL_COST: Final = 60
"""Processing a scheduled deal of such a table."""
EXAMPLE_MATCH_COST: Final = 10
"""Checking whether an example applies to a deal of the schedule."""
EXAMPLE_DEAL_COST: Final = 120
"""Checking an example at a scheduled deal to which it applies."""
EXAMPLE_TRICK_COST: Final = 300
"""Checking an example about a trick or a legal play at one table."""
EXAMPLE_PASTS_STEPS: Final = STEPS // 40
"""Steps to work out the pasts of players at one table; examples with others are not checked."""

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
"""Maximum number of cards tried for all deals of a record."""
DEAL_STEPS: Final = 100_000
"""Maximum number of cards tried for one deal."""
