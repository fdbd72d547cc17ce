"""Explains rules to people: the rule sheet, the semantic diff and the state diagram.

In `rule_sheet`, `sheet_builder` assembles the sections; `statements` describes the play of deals
and the differences of one deal from another. Their sentences come from `card_sentences`,
`deal_sentences`, `match_sentences` and `score_sentences`, and for named policies from
`lang.policies` by `phrases`.

`web_bundle` joins the programs of the pages, and `catalogue` adds their texts in a language.

Other rooms use `catalogue`, `diff.compare`, `diff.partial_eval`, `diff.text`, `diff.witness`,
`english`, `graph.picture`, `graph.svg`, `keeper_page`, `phrases`, `rule_sheet.document`,
`rule_sheet.page`, `rule_sheet.sheet_builder`, `web_bundle`.
"""
