"""From syntax trees to checked rules: names, inheritance, types, proofs.

Other rooms use `checked_rules`, `checker`, `loader`, `proof_report`, `proved_table`, `references`,
`types`.
"""
