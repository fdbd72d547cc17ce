"""From text to the syntax tree and back: lexer, parser, recovery, hints, the one layout.

Other rooms use `expected_tokens`, `format`, `hints.synonyms`, `lex_errors`, `lexer`, `lr_parser`,
`nodes`, `parser`, `printer`, `recovery`, `source_loader`, `token`, `version_features`.
"""
