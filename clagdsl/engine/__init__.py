"""The reference interpreter: slow but simple. It defines the meaning of the rules in a match.

`state` is the interface for programs; `actions`, `events` and `view` are its inputs and outputs.
`legality` decides which actions are legal, and `transition` applies them. `worlds` samples the
cards that a seat has not seen. `players` holds the policies.

Other rooms use `actions`, `before_play`, `claims`, `events`, `match_state`, `players.deciding`,
`players.game_queries`, `players.heuristic`, `players.named_players`, `players.player`,
`players.steady_player`, `state`, `transition`, `view`, `view_contracts`, `view_legality`, `worlds`.
"""
