"""What tables are kept in: one SQLite file of events that are only ever added to.

`store` is what others see.  It takes an event for kept only once it is safe on the disk.  A body is
a text that nobody here reads: what the events come to is the business of whoever adds them.

Other rooms use `model`, `store`, `stored_file`.
"""
