"""A score sheet for a match that is played with real cards: bids and tricks, and no card.

`score_sheet` is what others see.  A sheet is the fold of its entries, which `entries` reads,
`judging` allows or refuses, `entering` does, and `correcting` does once more where one was wrong.

Other rooms use `entries`, `score_sheet`, `sheet_view`, `stake`.
"""
