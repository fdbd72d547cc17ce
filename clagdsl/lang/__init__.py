"""What can be said: cards, expressions, aspects and their policies, the rules of a game, records.

The lowest room: every other one speaks in its values, and it knows none of them.

Other rooms use `aspects`, `cards`, `csv_text`, `errors`, `expr.ast`, `expr.evaluate`,
`expr.free_variables`, `expr.intervals`, `expr.operators`, `expr.simplify`, `expr.unparse`, `files`,
`fingerprint`, `frozen`, `game_json`, `identifiers`, `json_schema`, `json_value`, `limits`,
`numerals`, `optional_deps`, `output_paths`, `pack`, `philox`, `policies.bid`, `policies.deal_end`,
`policies.play`, `policies.trump`, `record`, `references`, `resources`, `roster_changes`, `rules`,
`source`, `special_cards`, `vocabulary`.
"""
