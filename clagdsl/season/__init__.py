"""Statistics of a group: the aggregate of many finished matches, from records or score sheets.

`finished_match` makes a finished match of a record or a score sheet, `aggregate` a season of many.
A season contains only figures; `page` and `columns` present them. Only `record_folder` reads files.

Other rooms use `aggregate`, `columns`, `finished_match`, `model`, `page`, `record_folder`.
"""
