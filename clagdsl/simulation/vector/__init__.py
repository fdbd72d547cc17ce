"""The vector engine: rules over lanes, executed by NumPy or as machine code."""
