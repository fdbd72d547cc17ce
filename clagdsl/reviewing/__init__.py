"""What the decisions of a recorded match were worth, by what whoever made them could know.

`reviewed` goes through the moments of a record at which somebody decides, and has a player weigh
what could be done; `model` is what that comes to; `text` and `page`
tell it.

Other rooms use `model`, `page`, `review`, `text`.
"""
