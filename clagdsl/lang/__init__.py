"""What can be said: cards, expressions, aspects and their policies, the rules of a game, records.

The lowest room: every other one speaks in its values, and it knows none of them.

Other rooms use `aspects`, `cards`, `csv_text`, `errors`, `expr.evaluate`, `expr.unparse`,
`expr.free_variables`, `expr.intervals`, `expr.operators`, `expr.simplify`, `expr.tree`, `extras`,
`files`, `fingerprint`, `frozen`, `game_json`, `identifiers`, `json_schema`, `json_value`, `limits`,
`numerals`, `pack`, `philox`, `policies.bid`, `policies.outcome`, `policies.play`, `policies.trump`,
`record`, `resources`, `roster_changes`, `rules`, `source`, `special`, `targets`, `references`,
`vocabulary`.
"""
