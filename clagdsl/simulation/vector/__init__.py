"""The vector engine: plays many matches at once, with NumPy or as compiled machine code."""
