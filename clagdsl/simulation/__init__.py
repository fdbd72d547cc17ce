"""Many matches at once: a game as arrays, compiled kernels, their statistics, runs that are kept.

Other rooms use `batch.matches`, `cluster.connection`, `cluster.parts`, `cluster.worker`,
`lowering.arrays`, `plots.image`, `plots.page`, `plots.plot_data`, `runner`, `runs.blocks`,
`runs.match_arrays`, `runs.match_rows`, `runs.parquet`, `runs.precompile`, `runs.saved_run`,
`runs.stopping_rule`, `stats.confidence`, `stats.counters`, `stats.differences`,
`stats.paired_comparison`, `stats.sanity`, `stats.statistics`, `stats.summary`.
"""
