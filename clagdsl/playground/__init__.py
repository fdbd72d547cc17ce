"""Answers about rules that somebody writes in a web page, from their text alone.

`page_answers.answer(question)` is the whole of it: a question of `page_questions`, or its JSON, in, JSON out.
The page in a browser asks it of a worker with Pyodide, or of `clagdsl serve`; neither NumPy nor
Numba nor jsonschema is imported, and no file is read but what is shipped with the package.

Other rooms use nothing of it.
"""
