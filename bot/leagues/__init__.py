"""Leagues of a server: seasons kept as logs, their tables and games, standings, ratings.

`Leagues` (in `opened`) reads and opens seasons; the modules beside it hold the functions, by
subject: `founding`, `people`, `games`, `looking`, `exporting`, `privacy`, and in `acts` what
moderators do. In `model` is the mathematics, pure and synchronous. Everything shown is worked out
from the log of a season.
"""
