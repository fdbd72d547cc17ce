"""A score sheet for a match played with real cards: players enter bids and tricks, not cards.

`score_sheet` is the public interface. A sheet is a fold over a log of entries: `entries` parses
them, `legality` allows or refuses them, `reducer` applies them. `corrections` replays the log with
one part replaced.

Other rooms use `entries`, `score_sheet`, `sheet_view`, `stake`.
"""
