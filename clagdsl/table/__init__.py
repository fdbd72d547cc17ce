"""One game at one table: pure functions over the checked rules, and the states of a match.

What may be done is decided here: `following` says which cards may be played, so that a revoke is
refused there, `bids` and `calls` what may be bid and called, `trump_choice` what may be named.
What is said of a refusal is a class of `problems.illegal_actions`.

Other rooms use `bid_masks`, `bids`, `budget`, `choices`, `deal_rules`, `history`, `legal_plays`,
`outcome_tables`, `outcomes`, `phases`, `schedule`, `scoring`, `seating`, `seats`, `standings`,
`states`, `table`, `trick_value`, `tricks`.
"""
