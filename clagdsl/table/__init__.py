"""One game at one table: pure functions over the checked rules, and the states of a match.

Other rooms use `bids`, `calls`, `clause_choice`, `deal_rules`, `following`, `phases`, `schedule`,
`scoring`, `states`, `table`, `tricks`, `trump_choice`.
"""
