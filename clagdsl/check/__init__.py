"""From syntax trees to checked rules: names, inheritance, types, proofs.

Other rooms use `checked_rules`, `checker`, `kept_proofs`, `loader`, `proof_report`, `prove`,
`proved_table`, `references`, `types`.
"""
