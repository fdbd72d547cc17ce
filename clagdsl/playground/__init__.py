"""Answers about rules that are written in a web page, computed from their text alone.

`page_answers.answer(question)` is the whole interface: it takes a question of `requests`, or its
JSON, and returns JSON. A page calls it in a worker with Pyodide, or through a server. Neither NumPy
nor Numba is imported, and only files of the package are read.

Other rooms use `page_answers`, `requests`, `responses`.
"""
