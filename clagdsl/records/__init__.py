"""Records of matches: reads and writes them, checks them against rules, infers tricks.

Other rooms use `match_end`, `parameter_trials`, `pasted_card`, `reading`, `recorded_match`,
`replay`, `report`, `row_context`, `rules_reference`, `seed_check`, `sheet`, `toml_spans`,
`workbook`, `writing`.
"""
