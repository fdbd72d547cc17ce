"""Statistics of a circle: what many finished matches come to, whatever they were kept in.

`finished_match` makes a finished match of a record or a score sheet, `counting` a season of many.
A season is figures alone; `page` and `columns` show them, and only `record_folder` reads
files.

Other rooms use `aggregate`, `columns`, `finished_match`, `model`, `page`, `record_folder`.
"""
