"""What rules say to people: the sheet of a game, how two games differ, the picture of its states.

In `rule_sheet`, `sheet_builder` puts the sections together; `statements` says how deals are played
and what is different in one. Their sentences come from `card_sentences`, `deal_sentences`,
`match_sentences` and `score_sentences`, and for named policies from `lang.policies` by `phrases`.

Other rooms use `diff.compare`, `diff.partial_eval`, `diff.text`, `diff.witness`, `english`,
`graph.picture`, `graph.svg`, `keeper_page`, `phrases`, `rule_sheet.document`, `rule_sheet.page`,
`rule_sheet.sheet_builder`.
"""
