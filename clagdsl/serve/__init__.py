"""Tables in the browser: a score keeper for real cards, on one phone or a phone each.

`site` has every page, as functions from what is asked to what is answered, and `lobby` the tables;
`application` puts both behind Starlette.  Pages are made of templates, which escape all that they
show, and forms work without script.

Other rooms use `http`, `lobby`, `offered_games`, `server`.
"""
