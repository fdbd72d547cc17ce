"""The web server: score sheets for real cards, and matches whose cards the server deals.

`site` has every page as a function from a request to a response, and `lobby` has the tables.
`application` connects both to Starlette. Pages are Jinja templates, which escape everything they
show, and their forms work without scripts.

Other rooms use `http`, `lobby`, `offered_games`, `rules_worker`, `server`, `table_rules`,
`user_rules`, `worker_pool`.
"""
