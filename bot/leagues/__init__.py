"""Leagues of a server: seasons kept as logs, their tables and games, standings, ratings.

`Leagues` (in `opened`) reads and opens seasons. The modules beside it hold the functions, by
subject: `founding`, `people`, `bans`, `games`, `queries`, `exporting`, `privacy`; `acts` holds what
moderators do, `model` the mathematics, pure and synchronous. Everything shown is derived from a
season's log.
"""
