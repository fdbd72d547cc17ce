"""From what the parser reduces to the nodes of the syntax tree."""
