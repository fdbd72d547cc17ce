"""From syntax trees to checked rules: names, inheritance, types and proofs.

Other rooms use `checker`, `loader`, `proof_cache`, `proof_report`, `prove`,
`prove.parameter_space`, `types`.
"""
