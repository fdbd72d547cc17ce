"""One game at one table: pure functions over the checked rules, and the states of a match.

What may be done is decided here: `following` says which cards may be played, so that a revoke is
refused there, `bids` and `calls` what may be bid and called, `trump_choice` what may be named.
What is said of a refusal is a class of `problems.illegal_actions`.

Other rooms use `auctions`, `bid_masks`, `bids`, `budget`, `calls`, `deal_rules`, `following`,
`one_more_hand`, `outcomes`, `past`, `people`, `phases`, `possible_past`, `roster`, `schedule`,
`scoring`, `seats`, `standings`, `states`, `table`, `tabulate`, `trick_values`, `tricks`,
`trump_choice`, `turns`, `voids`, `worths`.
"""
