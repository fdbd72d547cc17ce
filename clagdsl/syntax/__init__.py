"""Text to syntax tree and back: lexer, LALR(1) parser, error recovery, hints, formatter.

`parser` begins with an overview of how these parts meet.

Other rooms use `expected_tokens`, `format`, `hints.error_hints`, `hints.paraphrases`,
`hints.rewrites`, `hints.synonyms`, `lex_errors`, `lexer`, `lr_parser`, `nodes`, `parser`,
`printer`, `recovery`, `source_loader`, `token`, `version_features`.
"""
