"""Statistics of a circle: what many finished matches come to, whatever they were kept in.

`from_records` makes a finished match of a record or a score sheet, `counting` a season of many.  A
season is figures alone; `page` and `season_tables` show them, and only `record_folder` and
`other_names` read files.

Other rooms use `counting`, `finished_match`, `from_records`, `other_names`, `page`,
`record_folder`, `season_lines`, `season_tables`.
"""
