"""What rules say to people: the sheet of a game, how two games differ, the picture of its states.

In `rule_sheet` it is `statements` with `deal_sentences` that words the ordinary deal and
`overrides` the others, and `sheet_builder` puts them together; the sentence of a policy stands with
its declaration in `lang.policies`, where `phrases` finds it for sheets and differences.

Other rooms use `diff.compare`, `diff.matching`, `diff.settled`, `diff.text`, `diff.witness`,
`diff.witness_text`, `english`, `event_words`, `graph.dot`, `graph.mermaid`, `graph.picture`,
`graph.svg`, `keeper_page`, `phrases`, `rule_sheet.markdown`, `rule_sheet.page`,
`rule_sheet.sheet_builder`.
"""
