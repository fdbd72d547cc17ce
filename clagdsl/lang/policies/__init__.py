"""The named policies of the aspects, one module per group: their values and texts."""
