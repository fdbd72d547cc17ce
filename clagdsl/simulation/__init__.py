"""Many matches at once: a game as arrays, compiled kernels, their statistics, runs that are kept.

Other rooms use `balancing.balance_report`, `balancing.balance_request`, `balancing.balance_result`,
`batch.action_names`, `batch.import_states`, `batch.matches`, `batch.observation`,
`batch.vector_env`, `lowering.arrays`, `lowering.lower`, `optional_deps`, `request_error`,
`runs.match_arrays`, `runs.match_record`, `runs.progress`, `runs.request`, `runs.saved_run`,
`runs.simulation`, `runs.start`.
"""
