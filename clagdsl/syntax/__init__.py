"""From text to the syntax tree and back: lexer, parser, recovery, hints, the one layout.

Other rooms use `expected_tokens`, `format`, `format.print_names`, `format.printer`,
`hints.synonyms`, `lex_errors`, `lexer`, `lr_parser`, `nodes`, `parser`, `recovery`, `since`,
`source_loader`, `sync_points`, `token`.
"""
