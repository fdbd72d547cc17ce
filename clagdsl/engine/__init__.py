"""The reference interpreter: slow, obvious, the definition of what a match is.

Other rooms use `actions`, `events`, `match_state`, `players.estimates`, `players.policy_names`,
`players.random_player`, `players.steady_player`, `state`, `transition`, `view`.
"""
