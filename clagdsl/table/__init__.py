"""One game at one table: pure functions over the checked rules, and the states of a match.

Other rooms use `bid_masks`, `bids`, `budget`, `calls`, `clause_choice`, `deal_rules`, `following`,
`outcomes`, `phases`, `schedule`, `scoring`, `seats`, `states`, `table`, `tabulate`, `tricks`,
`trump_choice`.
"""
