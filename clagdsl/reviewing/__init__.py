"""The value of the decisions in a recorded match, based on what each player could know.

`review` replays the decisions of a record and has a bot weigh the alternatives; `model` is the
result; `text` and `page` present it.

Other rooms use `model`, `page`, `review`, `text`.
"""
