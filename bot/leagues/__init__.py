"""Leagues of a server: seasons kept as logs, their tables and games, standings, ratings.

`Leagues` (in `season_transaction`) reads and opens seasons. The modules beside it hold the
functions, by subject; `acts` holds what moderators do, `bot.seasons` the mathematics, pure and
synchronous. Everything shown is derived from a season's log.
"""
