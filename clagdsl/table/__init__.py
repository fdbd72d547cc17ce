"""One game at one table: pure functions over the checked rules, and the states of a match.

The legality of every action is decided here: `legal_plays` decides which cards may be played and
refuses a revoke, `bids` decides about bids and auctions, `choices` about calls, named trumps and
the number of cards. The text of each refusal is a class of `problems.illegal_actions`.

Other rooms use `bid_masks`, `bids`, `budget`, `choices`, `counted_cards`, `deal_rules`, `history`,
`legal_plays`, `outcome_tables`, `outcomes`, `phases`, `possible_pasts`, `schedule`, `scoring`,
`seating`, `seats`, `standings`, `states`, `table`, `trick_value`, `tricks`.
"""
