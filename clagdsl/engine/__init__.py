"""The reference interpreter: slow, obvious, the definition of what a match is.

Other rooms use `actions`, `decided`, `events`, `legality`, `match_state`, `misplaced`,
`players.heuristic`, `players.policy_names`, `players.random_player`, `players.readings`,
`players.steady_player`, `seen_judgement`, `state`, `transition`, `view`.
"""
