"""The reference interpreter: slow, obvious, the definition of what a match is.

`state` is what others see; `actions`, `events` and `view` are what goes in and comes out.
`transition` does what `legality` allows.  `worlds` deals anew what a seat has not seen, and
`players` has who decides.

Other rooms use `actions`, `before_play`, `events`, `legality`, `match_state`, `players.deciding`,
`players.game_queries`, `players.heuristic`, `players.named_players`, `players.player`,
`players.steady_player`, `state`, `transition`, `view`, `view_legality`, `worlds`.
"""
