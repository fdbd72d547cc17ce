"""What rules say to people: the sheet of a game, how two games differ, the picture of its states.

Other rooms use `diff.compare`, `diff.text`, `diff.witness`, `diff.witness_text`, `graph.dot`,
`graph.mermaid`, `graph.picture`, `graph.svg`, `phrases`, `rule_sheet.markdown`, `rule_sheet.page`,
`rule_sheet.sheet_builder`.
"""
