"""A server for assistants, by the Model Context Protocol, that checks, measures and explains rules.

`server` is the only module that imports the protocol's library. `tools` has every tool as data: a
question of the playground, or one of `measures`, with its answer; both give the JSON Schemas.
`pages` has what an assistant can read, `folder` the only files that it can reach, `refusals` the
errors of calls. `text_worker` and `measure_worker` are the processes that answer. The primer is a
text file, which the documentation shows as well.

Other rooms use `pages`, `server`.
"""
