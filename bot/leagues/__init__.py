"""Leagues of a server: seasons kept as logs, their tables and games, standings, ratings.

`Leagues` (in `season_transaction`) reads and opens seasons. The other modules hold the functions,
by subject; the `*_acts` are what moderators do. `bot.seasons` holds the mathematics, pure
and synchronous. Everything shown is derived from a season's log.
"""
