"""Plays many matches at once: games as arrays, compiled rules, statistics, and saved runs.

Other rooms use `balancing.balance_report`, `balancing.balance_request`, `balancing.balance_result`,
`balancing.rule_search`, `balancing.rule_search_text`, `batch.action_names`, `batch.agents`,
`batch.batch_state`, `batch.import_states`, `batch.matches`, `batch.vector_env`, `blocks`,
`interpreted_runner`, `jit`, `lowering.arrays`, `lowering.layout`, `lowering.lower`,
`optional_deps`, `request_error`, `runner`, `runs.checkpoint`, `runs.match_arrays`,
`runs.match_record`, `runs.progress`, `runs.request`, `runs.run`, `runs.saved_run`,
`runs.simulation`, `runs.start`, `stats.confidence`, `stats.statistics`.
"""
