"""What can be said: cards, expressions, aspects and their policies, the rules of a game, records.

The lowest room: every other one speaks in its values, and it knows none of them.

Other rooms use `aspects`, `auction_words`, `build_id`, `cards`, `csv_text`, `enumeration`,
`errors`, `expr.compile_expr`, `expr.evaluate`, `expr.expression_text`, `expr.free_variables`,
`expr.intervals`, `expr.operators`, `expr.simplify`, `expr.tree`, `expr.walk`, `extras`,
`file_lock`, `files`, `fingerprint`, `frozen`, `game_json`, `game_text`, `identifiers`,
`json_lines`, `json_reading`, `json_schema`, `json_value`, `keywords`, `limits`, `numerals`, `pack`,
`paths`, `philox`, `policies.auction`, `policies.bid`, `policies.call`, `policies.card_worth`,
`policies.contract`, `policies.follow`, `policies.opening`, `policies.outcome`, `policies.rank`,
`policies.sight`, `policies.trump`, `policies.wild`, `private_folder`, `record`, `remembered`,
`resources`, `roster_changes`, `row_fix`, `rules`, `source`, `special`, `targets`, `typed_numbers`,
`used_names`, `value_parts`, `vocabulary`.
"""
