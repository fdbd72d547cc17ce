"""Every problem that can be told, how it is shown, and how it is mended.

Other rooms use `actions.reasons`, `arguments`, `batch`, `calls`, `check`, `check.naming`,
`examples`, `model`, `policies`, `proofs`, `records.dealt_cards`, `records.mismatches`,
`records.texts`, `registry`, `render`, `safe_text`, `simulation`, `syntax`, `syntax.wording`,
`text_edits`, `usage`.
"""
