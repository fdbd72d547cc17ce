"""Answers questions about rules written in a web page, from their text alone.

`page_answers.answer(question)`, public as `clagdsl.playground_answer`, is the whole interface: it
takes a question from `requests`, or its JSON, and returns JSON. A page calls it in a worker with
Pyodide, or through a server. Only `simulate_answers` imports NumPy, nothing imports Numba, and only
files of the package are read.

Other rooms use `page_answers`, `requests`, `responses`, `trick_winner`.
"""
