"""Answers about rules that somebody writes in a web page, from their text alone.

`page_answers.answer(question)` is the whole of it: in goes a question of `requests`, or its
JSON, and out comes JSON.  The page in a browser asks it of a worker with Pyodide, or of a server;
neither NumPy nor Numba is imported, and no file is read but those of the package.

Other rooms use `page_answers`, `requests`, `responses`.
"""
