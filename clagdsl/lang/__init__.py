"""The values of the language: cards, expressions, aspects and policies, checked rules, records.

This is the lowest package: all others use its types, and it imports none of them.

Other rooms use `aspects`, `cards`, `csv_text`, `errors`, `expr.ast`, `expr.evaluate`,
`expr.free_variables`, `expr.intervals`, `expr.operators`, `expr.simplify`, `expr.unparse`, `files`,
`fingerprint`, `frozen`, `game_json`, `identifiers`, `json_schema`, `json_value`, `limits`,
`numerals`, `optional_deps`, `output_paths`, `pack`, `philox`, `policies.bid`, `policies.deal_end`,
`policies.play`, `policies.trump`, `policies.trump_order`, `record`, `references`, `resources`,
`roster_changes`, `rules`, `source`, `special_cards`, `vocabulary`.
"""
