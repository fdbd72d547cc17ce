"""Records of matches: reading and writing them, holding them against rules, inferring tricks.

Other rooms use `match_end`, `reading`, `recorded_match`, `replay`, `report`, `row_context`,
`rules_reference`, `sheet`, `toml_spans`, `writing`.
"""
