"""Records of matches: reading and writing them, holding them against rules, inferring tricks.

Other rooms use `csv_sheet`, `match_end`, `parse_record`, `recorded_match`, `replay`, `report`,
`row_context`, `rules_reference`, `toml_spans`, `toml_writer`.
"""
