"""Records of matches: reading and writing them, holding them against rules, inferring tricks.

Other rooms use `match_end`, `named_rules`, `reading`, `recorded_match`, `replay`, `report`,
`row_context`, `sheet`, `toml_spans`, `writing`.
"""
